/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Of a Redis that several servers have, one writes: whose token is under "fairlead:w". Each commit is a transaction
 * that Redis carries out only if nobody has written that key since it was read: so what a server has said that was
 * stopped in the middle, or cut off, is not done when another one has taken the store, however late it comes. */
#ifndef FL_REDIS_WRITER_H
#define FL_REDIS_WRITER_H
#include "redis_link.h"

/* "claim TOKEN BEFORE": takes the store from whoever had it when that was read ("-": nobody). "keep TOKEN": it is ours.
 * What becomes of a claim that was done. */
struct fl_redis_writer {
  char token[FL_REDIS_TOKEN + 1]; /* empty: nobody else writes */
  bool watched;                   /* it is ours, and Redis looks after it until the next transaction */
  bool taken;                     /* it is another's */
};

/* False: *why says why. */
bool fl_redis_writer_open(struct fl_redis_writer *writer, struct fl_redis_link *link, const char *text,
                          const char **why);
/* From here to the next EXEC. False: the link has failed, or it is not ours. */
bool fl_redis_writer_watch(struct fl_redis_writer *writer, struct fl_redis_link *link);
/* The same in two steps, the second after the replies to what was said before the first. */
bool fl_redis_writer_say(struct fl_redis_link *link);
bool fl_redis_writer_hear(struct fl_redis_writer *writer, struct fl_redis_link *link);
#endif
