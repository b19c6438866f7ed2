/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The nodes of a Redis Cluster: a link to each, made once (redis_link.h: the process is in its sandbox by then), and
 * which of them has which slot. A replica has a link, too, so that a fail-over needs no new one. Nothing that a node
 * says is believed: who has a slot is where we ask, and what is wrong with the answer whoever asked us finds out. */
#ifndef FL_REDIS_NODES_H
#define FL_REDIS_NODES_H
#include "redis_link.h"

struct fl_redis_nodes;

struct fl_redis_question {
  const struct fl_redis_word *words;
  size_t count;
  unsigned slot;
  bool several;      /* about several keys: while the slot moves, only questions about one are answered */
  redisReply *reply; /* NULL: it was not answered */
  /* Ours. */
  unsigned node; /* + 1, where it has to be asked for the slot moves; 0: where the slot is */
  bool said;
};

/* Links to all nodes that the named ones know of and that can be reached. NULL: *why says why. */
struct fl_redis_nodes *fl_redis_nodes_open(const struct fl_redis_place *place, const struct fl_redis_access *access,
                                           const char **why);
void fl_redis_nodes_close(struct fl_redis_nodes *nodes);

/* Asks all that have no reply yet, each where its slot is, all at once, and follows a slot that has moved or moves and
 * a fail-over, until that time: one trip to each node, if nothing happens. True: all of them have replies, to be freed;
 * they may be errors. */
bool fl_redis_nodes_ask(struct fl_redis_nodes *nodes, struct fl_redis_question *questions, size_t count, int64_t until);

/* From here on changes are made... */
void fl_redis_nodes_begin(struct fl_redis_nodes *nodes);
/* ...which as many replicas have by now as they have to. False: not in that time, or a node was lost with some. */
bool fl_redis_nodes_settle(struct fl_redis_nodes *nodes, int64_t until);

/* A node is needed to which there is no link: another process might have one. */
bool fl_redis_nodes_are_gone(const struct fl_redis_nodes *nodes);
#endif
