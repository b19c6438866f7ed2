/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Of several servers with one anchor, one leads: the one whose incarnation the anchor has. Only a compare-and-set of
 * the anchor makes another one lead. So a server that was told by the anchor that it leads, led until then; and whoever
 * leads next serves nobody before the time of this lease is over, which began no later. Until its end an answer is
 * right to send that rests on records: nobody else has changed one and acknowledged it.
 *
 * Clocks need not agree on what time it is, only on how long a second is: the next one waits an eighth longer. They go
 * on while a machine sleeps (CLOCK_BOOTTIME). Of a virtual machine that is stopped, see docs/monitor-standby.md. */
#ifndef FL_LEASE_H
#define FL_LEASE_H
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct fl_lease {
  uint32_t ms;            /* how long it is: the same for all of these servers; 0: there are no others */
  _Atomic uint64_t until; /* by fl_lease_now */
};

uint64_t fl_lease_now(void); /* milliseconds */
/* The anchor was asked then or later, and has our incarnation: it was read, or a compare-and-set of ours was done. */
void fl_lease_confirmed(struct fl_lease *lease, uint64_t asked);
/* Whether an answer may be sent that was made before this call. */
bool fl_lease_holds(const struct fl_lease *lease);
/* How long the one before may go on by its lease, if the anchor was ours at `took` for the first time; 0: no more. */
uint32_t fl_lease_of_others_ms(const struct fl_lease *lease, uint64_t took);
#endif
