/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A connection to a Redis, in plain text or through TLS: commands out, replies in, each with a deadline. hiredis reads
 * the replies. It is made once: a connection that is lost is not made again, as the process is in its sandbox by then.
 */
#ifndef FL_REDIS_LINK_H
#define FL_REDIS_LINK_H
#include "redis_place.h"

#include <hiredis/hiredis.h>

struct fl_redis_link;
struct fl_redis_word {
  const void *data;
  size_t length;
};

/* Connected, past the handshake, and nothing said yet. NULL: *why says why. */
struct fl_redis_link *fl_redis_link_open(const struct fl_redis_place *place, const struct fl_redis_access *access,
                                         const char **why);
void fl_redis_link_close(struct fl_redis_link *link);
/* A command, to be sent before the next reply is waited for. False: no memory, or it is gone. */
bool fl_redis_link_say(struct fl_redis_link *link, const struct fl_redis_word *words, size_t count);
/* The next reply, to be freed (freeReplyObject); NULL: it is gone, is too late, or says what is none. */
redisReply *fl_redis_link_hear(struct fl_redis_link *link);
/* The same, with a time of the caller's (fl_frame_until), which may be over: then what has come already. */
redisReply *fl_redis_link_hear_until(struct fl_redis_link *link, int64_t until);
/* What was said is on its way, as far as it goes without waiting: so several links are busy at once. */
void fl_redis_link_send(struct fl_redis_link *link);
const char *fl_redis_link_why(const struct fl_redis_link *link); /* after that */
int fl_redis_link_descriptor(const struct fl_redis_link *link);
#endif
