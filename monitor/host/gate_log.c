/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Where a log begins (docs/monitor-log.md). */
#include "gate_trusted.h"

#include "bytes.h"

enum { VALUE = 256, DEPTH = 256 };

void fl_gate_log(struct fl_gate *gate, uint64_t incarnation,
                 void (*log)(void *context, uint32_t thread, const uint8_t *bytes, size_t length), void *context) {
  const struct fl_gates *g = gate->gates;
  uint8_t header[54 + VALUE] = {0x89, 'F', 'L', 'M', 'O', 'N', 13, 10};
  fl_put16(header + 8, 3); /* version */
  fl_put16(header + 10, (uint16_t)gate->verifier.thread.self);
  fl_put16(header + 12, (uint16_t)g->threads);
  fl_put16(header + 14, DEPTH);
  fl_put32(header + 16, g->slots);
  memcpy(header + 20, g->run, 16);
  fl_put64(header + 36, g->first_epoch);
  fl_put64(header + 44, incarnation);
  fl_put16(header + 52, (uint16_t)g->root_length);
  memcpy(header + 54, g->root, g->root_length);
  log(context, gate->verifier.thread.self, header, 54 + g->root_length);
  gate->log = log;
  gate->log_context = context;
}
