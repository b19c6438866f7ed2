/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The first words to a Redis: who we are, and whether it keeps what it is given. */
#ifndef FL_REDIS_LOGIN_H
#define FL_REDIS_LOGIN_H
#include "redis_link.h"

/* One command of up to three words (the first that is NULL ends it), and its reply; NULL: the link has failed. */
bool fl_redis_say(struct fl_redis_link *link, const char *a, const char *b, const char *c);
redisReply *fl_redis_ask(struct fl_redis_link *link, const char *a, const char *b, const char *c);
/* Whether it is no error; otherwise *why is WHAT and what was said, until the next call. The reply is freed. */
bool fl_redis_must(struct fl_redis_link *link, const char *what, redisReply *reply, const char **why);

/* Where a Redis is, as seen from this machine. Whoever is let in without a password may be let in for being near. */
enum fl_redis_near { FL_REDIS_LOOPBACK, FL_REDIS_OWN_ADDRESS, FL_REDIS_ELSEWHERE };
enum fl_redis_near fl_redis_near(const struct fl_redis_link *link);

/* Connected, and past AUTH and SELECT; nothing is said to one that is nearer than `nearest'. NULL: *why says why. */
struct fl_redis_link *fl_redis_login(const struct fl_redis_place *place, const struct fl_redis_access *access,
                                     enum fl_redis_near nearest, const char **why);
/* False: *why says that it throws records away. */
bool fl_redis_keeps(struct fl_redis_link *link, const char **why);
#endif
