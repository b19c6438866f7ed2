/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Two tables, of which one is filled for two hours, the life of a ticket, while the other, of the two hours before, is
   only looked at. Names end in a nonce of ours that was drawn, so part of it will do for a hash. */
#include "used.h"

#include <stdlib.h>
#include <string.h>

enum { SLOTS = 65536, MOST = SLOTS / 4 * 3, LIFE = 7200 };

struct slot {
  bool taken;
  uint8_t name[FL_TLS_TICKET_NAME];
};

struct used {
  struct slot slots[2][SLOTS];
  size_t count; /* in the table that is filled */
  unsigned filled;
  uint64_t since;
};

struct used *used_new(void) {
  return calloc(1, sizeof(struct used));
}
void used_free(struct used *used) { free(used); }

/* Where the name is, or would be. A table is never full. */
static struct slot *find(struct slot *slots, const uint8_t *name) {
  uint32_t at;
  memcpy(&at, name + FL_TLS_TICKET_NAME - sizeof at, sizeof at);
  for (;; at++) {
    struct slot *slot = &slots[at % SLOTS];
    if (!slot->taken || memcmp(slot->name, name, FL_TLS_TICKET_NAME) == 0) return slot;
  }
}

static void turn(struct used *used, uint64_t now) {
  used->filled ^= 1;
  used->since = now;
  used->count = 0;
  memset(used->slots[used->filled], 0, sizeof used->slots[0]);
}

bool used_first(struct used *used, const uint8_t name[FL_TLS_TICKET_NAME], uint64_t now) {
  if (now > used->since && now - used->since > LIFE) turn(used, now);
  struct slot *slot = find(used->slots[used->filled], name);
  if (slot->taken || find(used->slots[used->filled ^ 1], name)->taken || used->count == MOST) return false;
  slot->taken = true;
  memcpy(slot->name, name, sizeof slot->name);
  used->count++;
  return true;
}
