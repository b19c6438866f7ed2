/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Drives the receiver of checksum.v as docs/run-protocol.md says, which `fairlead compile --main` does not do for
   programs with external functions: frames and sums from standard input, a line for each request. */
#include "receiver.h"
#include <inttypes.h>
#include <stdio.h>

static bool read_bytes(void *p, size_t n) {
    return fread(p, 1, n, stdin) == n;
}

static bool read_frame(struct fl_bytes32 *b) {
    uint8_t len[2];
    if (!read_bytes(len, 2) || len[0] > 32 || len[1] != 0) return false;
    b->len = len[0];
    return read_bytes(b->data, b->len);
}

static bool read_sum(uint32_t *n) {
    uint8_t b[4];
    if (!read_bytes(b, 4)) return false;
    *n = b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
    return true;
}

int main(void) {
    struct fl_receiver f;
    struct fl_bytes32 frame;
    union fl_request q;
    union fl_response r = {.none = 0};
    fl_receiver_init(&f);
    for (;;) {
        switch (fl_receiver_step(&f, r, &q)) {
        case FL_ASKS_frame:
            puts("ask frame()");
            if (!read_frame(&frame)) goto end_of_input;
            r.frame = &frame;
            break;
        case FL_ASKS_expected:
            puts("ask expected()");
            if (!read_sum(&r.expected)) goto end_of_input;
            break;
        case FL_ASKS_deliver:
            printf("ask deliver(x\"");
            for (size_t i = 0; i < q.deliver.x0.len; i++) printf("%02x", q.deliver.x0.data[i]);
            puts("\")");
            break;
        case FL_ASKS_reject:
            printf("ask reject(%" PRIu32 ", %" PRIu32 ")\n", q.reject.x0, q.reject.x1);
            break;
        case FL_DONE:
            printf("done %" PRIu32 "\n", q.done_receiver);
            return 0;
        case FL_TRAP:
            puts("trap");
            return 1;
        }
    }
end_of_input:
    puts("end of input");
    return 0;
}
