/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A loop that answers for a server that stands by: that it does, in the words of Redis' replicas, for those who look
 * for the leader (a proxy's check, people). Of records it says nothing. */
#ifndef FL_STANDBY_ANSWERS_H
#define FL_STANDBY_ANSWERS_H
#include "client_access.h"
#include "fl_loop.h"
#include "seal_trusted.h"

/* What is known of the leader. */
struct fl_standby_figures {
  bool known, led; /* the anchor could be read just now; it has one */
  struct fl_anchor anchor;
  uint64_t silent_ms, failures;
};

struct fl_standby_answers {
  struct fl_standby_figures (*figures)(void *context);
  void *context;
  uint32_t lease_ms, connections;
  const struct fl_client_access *clients;
};

/* It listens there, and stores the port if that is 0; not if clients speak TLS: they would not understand it. Of these
 * loops there is one at a time. NULL: errno. */
struct fl_loop *fl_standby_loop(const struct fl_standby_answers *answers, const char *address, uint16_t *port);
#endif
