/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The external functions of extern.fl, and a driver. */
#include "extern.h"

#include <stdio.h>
#include <string.h>

uint32_t sum_start(void) { return 100; }

void sum_add(fl_Sum *s, struct fl_view data, const struct fl_Pair *pair, struct fl_span out, uint32_t *n) {
    uint64_t sum;
    memcpy(&sum, s, sizeof sum);
    for (size_t i = 0; i < data.len; i++) { sum += data.data[i]; }
    sum += pair->a * 1000 + pair->b;
    memcpy(s, &sum, sizeof sum);
    memset(out.data, (int)(0x10 + out.len), out.len);
    *n += 1;
}

void sum_end(const fl_Sum *s, struct fl_Pair *result) {
    uint64_t sum;
    memcpy(&sum, s, sizeof sum);
    result->a = (uint32_t)sum;
    result->b = 7;
}

void nothing(void) {}

int main(void) {
    static struct fl_main f;
    union fl_request q;
    union fl_response r;
    fl_main_init(&f, 3);
    for (;;) {
        switch (fl_main_step(&f, r, &q)) {
        case FL_ASKS_data:
            r.data.len = 2;
            r.data.data[0] = 1;
            r.data.data[1] = (uint8_t)q.data.n;
            break;
        case FL_ASKS_show:
            printf("%u %u ", (unsigned)q.show.p.a, q.show.p.b);
            for (unsigned i = 0; i < q.show.text.len; i++) { printf("%02x", q.show.text.data[i]); }
            putchar('\n');
            break;
        case FL_DONE: printf("done %u\n", (unsigned)q.done_main); return 0;
        default: puts("trap"); return 1;
        }
    }
}
