/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What a server does that stands by: it looks at the anchor, which is the leader's sign of life, until that has not
 * changed for the time of a lease. When that is, decides nothing but who tries next: the store's token
 * (redis_writer.h), or its lock, and the anchor's compare-and-set decide who leads. Meanwhile clients are told that it
 * does not lead (standby_answers.h). */
#ifndef FL_STANDBY_H
#define FL_STANDBY_H
#include "client_access.h"
#include "lease_trusted.h"
#include "opening.h"
#include "standby_answers.h"

struct fl_standby_options {
  struct fl_places *places;
  const struct fl_lease *lease;
  const struct fl_client_access *clients;
  uint32_t connections;
  const char *address;
  uint16_t *port; /* what was found, if it was 0 */
  bool announced; /* that we stand by, already */
  void (*listening)(const char *what, const char *address, uint16_t port);
};

/* Whether key, store and anchor are those of one server, before anybody needs us. 0, or an exit status, and then why
 * was said. */
int fl_standby_check(struct fl_places *places);
/* LEAD: it is time; `writer' says to the store who we are. STOPPED: by a signal. FAILED: why was said. */
enum fl_standby_end { FL_STANDBY_LEAD, FL_STANDBY_STOPPED, FL_STANDBY_FAILED };
enum fl_standby_end fl_stand_by(const struct fl_standby_options *options, char writer[FL_REDIS_WRITER + 1]);

#endif
