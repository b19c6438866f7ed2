/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "redis_nodes.h"

#include "frames.h"
#include "redis_login.h"
#include "redis_slots.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* LOOK_MS and CHANGE_MS: how long one node may say nothing, if there is time for that; MAP_...: likewise, where slots
 * are, how often at most that is asked, and when again; GIVEN_UP_MS: so long after somebody waited in vain nobody does;
 * YOUNG_MS: younger than that, a process does not end for the sake of a link; NAMED_MS and CONNECT_ALL_MS: for all that
 * may have to be connected to. */
enum {
  NODES = 1000,
  LOOK_MS = 1500,
  CHANGE_MS = 2500,
  MAP_MS = 400,
  MAP_SELDOM_MS = 100,
  MAP_OLD_MS = 1000,
  PAUSE_LEAST_MS = 5,
  PAUSE_MOST_MS = 100,
  AT_ONCE = 5,
  GIVEN_UP_MS = 1000,
  YOUNG_MS = 2000,
  CONNECT_MS = 1000,
  NAMED_MS = 2500,
  CONNECT_ALL_MS = 2000
};

struct node {
  char host[256];
  unsigned port, replicas; /* how many of those it has the others take for alive */
  struct fl_redis_link *to;
  bool tried, changed, waits; /* a link was tried once; something was changed there; it was told to WAIT */
};

struct fl_redis_nodes {
  struct node *nodes;
  size_t count, next;              /* whom to ask for the map next */
  uint16_t owners[FL_REDIS_SLOTS]; /* node + 1; 0: nobody */
  int64_t opened, map_at, given_up;
  int replicas, node_ms;      /* -1: one, where there is one */
  enum fl_redis_near nearest; /* of the named ones to which there was a link */
  bool gone, broken, moved;
};

static int64_t now(void) { return fl_frame_until(0); }
static int64_t sooner(int64_t a, int64_t b) { return a < b ? a : b; }

static void pause_for(int64_t ms) {
  struct timespec t = {ms / 1000, ms % 1000 * 1000000};
  if (ms > 0) nanosleep(&t, NULL);
}

/* Its number; NODES: there are too many. */
static unsigned number_of(struct fl_redis_nodes *c, const char *host, unsigned port) {
  for (unsigned i = 0; i < c->count; i++)
    if (c->nodes[i].port == port && strcmp(c->nodes[i].host, host) == 0) return i;
  if (c->count == NODES || strlen(host) >= sizeof c->nodes->host) return NODES;
  struct node *more = realloc(c->nodes, (c->count + 1) * sizeof *more);
  if (!more) return NODES;
  c->nodes = more;
  c->nodes[c->count] = (struct node){.port = port};
  strcpy(c->nodes[c->count].host, host);
  return (unsigned)c->count++;
}

static void drop(struct fl_redis_nodes *c, struct node *n) {
  fl_redis_link_close(n->to);
  n->to = NULL;
  if (n->changed) c->broken = true;
}

/* ---- Where the slots are ---- */

/* An address in the map; what stands for the host that was asked is the host that was asked. */
static unsigned node_in(struct fl_redis_nodes *c, const redisReply *r, const char *asked) {
  if (r->type != REDIS_REPLY_ARRAY || r->elements < 2 || r->element[1]->type != REDIS_REPLY_INTEGER) return NODES;
  const redisReply *host = r->element[0];
  long long port = r->element[1]->integer;
  bool named = host->type == REDIS_REPLY_STRING && host->len > 0 && strlen(host->str) == host->len &&
               strcmp(host->str, "?") != 0;
  return port < 1 || port > 65535 ? NODES : number_of(c, named ? host->str : asked, (unsigned)port);
}

/* What CLUSTER SLOTS says: [first, last, master, replica...]... False: that is none, and nothing has changed. */
static bool take_map(struct fl_redis_nodes *c, const redisReply *r, const char *asked) {
  uint16_t owners[FL_REDIS_SLOTS] = {0};
  if (r->type != REDIS_REPLY_ARRAY || r->elements == 0) return false;
  for (size_t i = 0; i < r->elements; i++) {
    const redisReply *e = r->element[i];
    if (e->type != REDIS_REPLY_ARRAY || e->elements < 3 || e->element[0]->type != REDIS_REPLY_INTEGER ||
        e->element[1]->type != REDIS_REPLY_INTEGER)
      return false;
    long long first = e->element[0]->integer, last = e->element[1]->integer;
    unsigned master = node_in(c, e->element[2], asked);
    if (first < 0 || last >= FL_REDIS_SLOTS || first > last || master == NODES) return false;
    for (long long s = first; s <= last; s++) owners[s] = (uint16_t)(master + 1);
    for (size_t k = 3; k < e->elements; k++) node_in(c, e->element[k], asked);
    c->nodes[master].replicas = (unsigned)(e->elements - 3);
  }
  memcpy(c->owners, owners, sizeof owners);
  return true;
}

static bool read_map_from(struct fl_redis_nodes *c, unsigned i) {
  char asked[256];
  struct node *n = &c->nodes[i];
  strcpy(asked, n->host);
  redisReply *reply =
      fl_redis_say(n->to, "CLUSTER", "SLOTS", NULL) ? fl_redis_link_hear_until(n->to, fl_frame_until(MAP_MS)) : NULL;
  if (!reply) drop(c, n);
  bool ok = reply && take_map(c, reply, asked); /* which may move the nodes */
  freeReplyObject(reply);
  return ok;
}

/* From one node, and the next time from another one: who is cut off from the rest does not know. */
static bool read_map(struct fl_redis_nodes *c, int64_t until) {
  c->map_at = now();
  for (size_t tries = 0; tries < c->count; tries++) {
    unsigned i = (unsigned)(c->next++ % c->count);
    if (c->nodes[i].to && read_map_from(c, i)) return true;
    if (now() >= until) break;
  }
  return false;
}

/* ---- Questions ---- */

enum verdict { ANSWERED, AGAIN, LATER };

/* MOVED and ASK: SLOT HOST:PORT, of which the host may be missing. */
static unsigned target(struct fl_redis_nodes *c, const char *text, unsigned slot, const char *asked) {
  char host[256];
  unsigned said;
  int at = 0;
  const char *colon = strrchr(text, ':');
  if (sscanf(text, "%*s %u %n", &said, &at) != 1 || at == 0 || said != slot || !colon || colon < text + at)
    return NODES;
  size_t n = (size_t)(colon - text) - (size_t)at;
  unsigned long port = strtoul(colon + 1, NULL, 10);
  if (n >= sizeof host || port < 1 || port > 65535) return NODES;
  memcpy(host, text + at, n);
  host[n] = 0;
  return number_of(c, n > 0 ? host : asked, (unsigned)port);
}

static bool begins(const char *text, const char *with) { return strncmp(text, with, strlen(with)) == 0; }

/* What a reply means: it is the answer, or says where else or when to ask. */
static enum verdict judge(struct fl_redis_nodes *c, struct fl_redis_question *q, redisReply *reply, unsigned from) {
  char asked[256];
  q->node = 0;
  if (reply->type != REDIS_REPLY_ERROR) return ANSWERED;
  strcpy(asked, c->nodes[from].host);
  if (begins(reply->str, "MOVED ")) {
    unsigned to = target(c, reply->str, q->slot, asked);
    if (to == NODES) return LATER;
    c->owners[q->slot] = (uint16_t)(to + 1);
    c->moved = true;
    return AGAIN;
  }
  if (begins(reply->str, "ASK ")) {
    unsigned to = target(c, reply->str, q->slot, asked);
    if (q->several) return ANSWERED;
    if (to == NODES) return LATER;
    q->node = to + 1;
    return AGAIN;
  }
  if (begins(reply->str, "TRYAGAIN")) return q->several ? ANSWERED : LATER;
  static const char *const later[] = {"CLUSTERDOWN", "LOADING", "MASTERDOWN", "READONLY", "BUSY", "NOREPLICAS"};
  for (size_t i = 0; i < sizeof later / sizeof *later; i++)
    if (begins(reply->str, later[i])) return LATER;
  return ANSWERED;
}

static unsigned where(const struct fl_redis_nodes *c, const struct fl_redis_question *q) {
  return q->node ? q->node : c->owners[q->slot];
}

static void say(struct fl_redis_nodes *c, struct fl_redis_question *q) {
  struct node *n = &c->nodes[where(c, q) - 1];
  q->said = (!q->node || fl_redis_say(n->to, "ASKING", NULL, NULL)) && fl_redis_link_say(n->to, q->words, q->count);
  if (!q->said) drop(c, n);
}

/* What was said to a node is answered in that order. */
static enum verdict hear(struct fl_redis_nodes *c, struct fl_redis_question *q, unsigned from, bool asked,
                         int64_t until) {
  struct node *n = &c->nodes[from];
  redisReply *reply = NULL;
  if (asked && n->to) {
    freeReplyObject(reply = fl_redis_link_hear_until(n->to, until));
    if (!reply) drop(c, n);
  }
  reply = n->to ? fl_redis_link_hear_until(n->to, until) : NULL;
  if (!reply) {
    if (n->to) drop(c, n);
    q->node = 0;
    return LATER;
  }
  n->changed = true;
  enum verdict v = judge(c, q, reply, from);
  if (v == ANSWERED)
    q->reply = reply;
  else
    freeReplyObject(reply);
  return v;
}

/* Each that has no answer is said once, and heard. */
static enum verdict turn(struct fl_redis_nodes *c, struct fl_redis_question *q, size_t count, int64_t until) {
  enum verdict worst = ANSWERED;
  for (size_t i = 0; i < count; i++) {
    q[i].said = false;
    if (q[i].reply) continue;
    unsigned to = where(c, &q[i]);
    if (to > 0 && c->nodes[to - 1].to) say(c, &q[i]);
    if (!q[i].said) worst = LATER, q[i].node = 0;
  }
  for (size_t i = 0; i < c->count; i++)
    if (c->nodes[i].to) fl_redis_link_send(c->nodes[i].to);
  /* Answers change the owners: where each was said is noted before. */
  int64_t most = sooner(until, fl_frame_until(c->node_ms));
  uint16_t *from = malloc(count * sizeof *from + 1);
  if (!from) return LATER;
  for (size_t i = 0; i < count; i++) from[i] = q[i].said ? (uint16_t)(where(c, &q[i]) - 1) : 0;
  for (size_t i = 0; i < count; i++) {
    if (!q[i].said) continue;
    enum verdict v = hear(c, &q[i], from[i], q[i].node != 0, most);
    if (v > worst) worst = v;
  }
  free(from);
  return worst;
}

/* One that nobody has a link to, and whether it is a node that this process never had one to: no waiting helps. */
static bool lacks(const struct fl_redis_nodes *c, const struct fl_redis_question *q, size_t count, bool *ever) {
  bool some = false;
  *ever = true;
  for (size_t i = 0; i < count; i++) {
    unsigned to = q[i].reply ? 0 : where(c, &q[i]);
    if (to == 0 || c->nodes[to - 1].to) continue;
    some = true;
    if (!c->nodes[to - 1].tried) *ever = false;
  }
  return some;
}

bool fl_redis_nodes_ask(struct fl_redis_nodes *c, struct fl_redis_question *q, size_t count, int64_t until) {
  int64_t ms = PAUSE_LEAST_MS;
  bool ever, patient = now() >= c->given_up + GIVEN_UP_MS;
  for (unsigned turns = 0;; turns++) {
    c->moved = false;
    enum verdict v = turn(c, q, count, until);
    if (c->moved && now() >= c->map_at + MAP_SELDOM_MS) read_map(c, until); /* other slots will have moved, too */
    if (v == ANSWERED) return true;
    bool lack = lacks(c, q, count, &ever);
    if (v == AGAIN && turns < AT_ONCE && !lack) continue;
    if (now() >= c->map_at + MAP_SELDOM_MS && read_map(c, until)) lack = lacks(c, q, count, &ever);
    if (lack && !ever) break;
    if (!patient && turns > 0) break;
    if (now() >= until) {
      c->given_up = now();
      break;
    }
    pause_for(sooner(ms, until - now()));
    ms = sooner(2 * ms, PAUSE_MOST_MS);
  }
  /* Another process might do better, if it is not the one that was started for that just now. */
  if (lacks(c, q, count, &ever) && (!ever || now() >= c->opened + YOUNG_MS)) c->gone = true;
  return false;
}

/* ---- Replicas ---- */

void fl_redis_nodes_begin(struct fl_redis_nodes *c) {
  /* Which replicas are alive changes without anybody being told. */
  if (now() >= c->map_at + MAP_OLD_MS) read_map(c, fl_frame_until(MAP_MS));
  c->broken = false;
  c->node_ms = CHANGE_MS;
  for (size_t i = 0; i < c->count; i++) c->nodes[i].changed = false;
}

static unsigned needed(const struct fl_redis_nodes *c, const struct node *n) {
  return c->replicas >= 0 ? (unsigned)c->replicas : n->replicas > 0;
}

bool fl_redis_nodes_settle(struct fl_redis_nodes *c, int64_t until) {
  char number[16], ms[24];
  int64_t left = until - now();
  bool ok = true;
  if (c->broken) return false;
  if (c->replicas == 0) return true;
  snprintf(ms, sizeof ms, "%lld", (long long)(left < 1 ? 1 : left));
  for (size_t i = 0; i < c->count; i++) {
    struct node *n = &c->nodes[i];
    if (!n->changed || needed(c, n) == 0) continue;
    snprintf(number, sizeof number, "%u", needed(c, n));
    n->waits = n->to && fl_redis_say(n->to, "WAIT", number, ms);
    ok = ok && n->waits;
    if (n->waits) fl_redis_link_send(n->to);
  }
  for (size_t i = 0; i < c->count; i++) {
    struct node *n = &c->nodes[i];
    if (!n->waits) continue;
    n->waits = false;
    redisReply *reply = fl_redis_link_hear_until(n->to, until + c->node_ms);
    ok = ok && reply && reply->type == REDIS_REPLY_INTEGER && reply->integer >= (long long)needed(c, n);
    if (!reply) drop(c, n);
    freeReplyObject(reply);
  }
  /* A replica that the others have given up is not waited for the next time. */
  if (!ok) read_map(c, fl_frame_until(MAP_MS));
  return ok && !c->broken;
}

/* ---- Opening ---- */

bool fl_redis_nodes_are_gone(const struct fl_redis_nodes *c) { return c->gone; }

void fl_redis_nodes_close(struct fl_redis_nodes *c) {
  if (!c) return;
  for (size_t i = 0; i < c->count; i++) fl_redis_link_close(c->nodes[i].to);
  free(c->nodes);
  free(c);
}

static bool is_named(const struct fl_redis_place *p, const struct node *n) {
  bool named = n->port == p->port && strcmp(n->host, p->host) == 0;
  for (unsigned i = 0; i < p->other_count && !named; i++)
    named = n->port == p->others[i].port && strcmp(n->host, p->others[i].host) == 0;
  return named;
}

/* A link to node i, if there is none; *why, if there is none then. What a node says of others does not lead us nearer
 * than the named ones are: what else listens on this machine may take whoever comes from here for a friend. */
static bool reach(struct fl_redis_nodes *c, unsigned i, const struct fl_redis_place *place,
                  const struct fl_redis_access *access, const char **why) {
  struct fl_redis_place at = *place;
  struct node *n = &c->nodes[i];
  if (n->to) return true;
  strcpy(at.host, n->host);
  at.port = n->port;
  at.connect_ms = CONNECT_MS;
  bool named = is_named(place, n);
  n->tried = true;
  n->to = fl_redis_login(&at, access, named ? FL_REDIS_LOOPBACK : c->nearest, why);
  if (n->to && named && fl_redis_near(n->to) < c->nearest) c->nearest = fl_redis_near(n->to);
  if (n->to && fl_redis_keeps(n->to, why)) return true;
  if (n->to) drop(c, n);
  return false;
}

/* The named nodes, until one tells where the slots are. */
static bool find_map(struct fl_redis_nodes *c, const struct fl_redis_place *place, const struct fl_redis_access *access,
                     const char **why) {
  int64_t until = fl_frame_until(NAMED_MS);
  for (unsigned i = 0; i <= place->other_count && (i == 0 || now() < until); i++) {
    const struct fl_redis_seed *s = i > 0 ? &place->others[i - 1] : NULL;
    unsigned n = number_of(c, s ? s->host : place->host, s ? s->port : place->port);
    if (n == NODES || !reach(c, n, place, access, why)) continue;
    if (read_map_from(c, n)) return true;
    if (!c->nodes[n].to) continue;
    if (fl_redis_must(c->nodes[n].to, "CLUSTER SLOTS", fl_redis_ask(c->nodes[n].to, "CLUSTER", "SLOTS", NULL), why))
      *why = "its nodes know of no slots";
  }
  return false;
}

static bool has_slots(const struct fl_redis_nodes *c, unsigned i) {
  for (unsigned slot = 0; slot < FL_REDIS_SLOTS; slot++)
    if (c->owners[slot] == i + 1) return true;
  return false;
}

/* Nobody gets an answer about its slots: the cluster's own address for it may be none from here. What it is called, and
 * says, may have anything in it. */
static void say_missing(const struct node *n, const char *why) {
  char line[640];
  snprintf(line, sizeof line, "the cluster's node %s:%u, which has slots: %s", n->host, n->port, why);
  for (char *at = line; *at; at++)
    if (*at < ' ' || *at > '~') *at = '?';
  fprintf(stderr, "fairlead-monitor-store: %s\n", line);
}

struct fl_redis_nodes *fl_redis_nodes_open(const struct fl_redis_place *place, const struct fl_redis_access *access,
                                           const char **why) {
  struct fl_redis_nodes *c = calloc(1, sizeof *c);
  *why = "out of memory";
  if (!c) return NULL;
  c->opened = now();
  c->node_ms = LOOK_MS;
  c->nearest = FL_REDIS_ELSEWHERE;
  c->given_up = c->opened - GIVEN_UP_MS;
  c->replicas = access->replicas && *access->replicas ? access->replicas[0] - '0' : -1;
  bool ok = find_map(c, place, access, why);
  int64_t until = fl_frame_until(CONNECT_ALL_MS);
  size_t links = 0;
  for (unsigned i = 0; ok && i < c->count && now() < until; i++) {
    bool there = reach(c, i, place, access, why);
    links += there;
    if (!there && has_slots(c, i)) say_missing(&c->nodes[i], *why);
  }
  if (ok && links == 0) ok = false;
  if (ok) return c;
  fl_redis_nodes_close(c);
  return NULL;
}
