/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What clients are told of several servers that share out all keys: MOVED, and CLUSTER's answers (clean/slots.fl,
 * clean/cluster.fl). */
#define _GNU_SOURCE
#include "serving.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct fl_serve_slots_Place fl_slot_of(const struct fl_server *s, struct fl_serve_view key) {
  unsigned slot = fl_redis_slot(key.data, key.len);
  const struct fl_cluster_place *p = s->o.cluster;
  return (struct fl_serve_slots_Place){.slot = slot, .here = !p->cluster || p->cluster->owner[slot] == p->who};
}

size_t fl_moved_to(const struct fl_cluster_place *p, struct fl_serve_view key, char *t, size_t room) {
  unsigned slot = fl_redis_slot(key.data, key.len);
  const struct fl_cluster_server *owner = &p->cluster->servers[p->cluster->owner[slot]];
  return (size_t)snprintf(t, room, "MOVED %u %s:%u", slot, owner->host, (unsigned)owner->port);
}

/* ---- Texts ---- */

struct text {
  struct fl_buffer b;
  bool ok;
};

__attribute__((format(printf, 2, 3))) static void put(struct text *t, const char *form, ...) {
  char line[FL_CLUSTER_HOST + 256];
  va_list list;
  va_start(list, form);
  int n = vsnprintf(line, sizeof line, form, list);
  va_end(list);
  t->ok = t->ok && n >= 0 && (size_t)n < sizeof line && fl_buffer_add(&t->b, line, (size_t)n);
}
static void put_bulk(struct text *t, const char *word) { put(t, "$%zu\r\n%s\r\n", strlen(word), word); }

static void nodes(const struct fl_cluster_place *p, struct text *t) {
  for (size_t i = 0; i < p->cluster->count; i++) {
    const struct fl_cluster_server *n = &p->cluster->servers[i];
    put(t, "%s %s:%u@0 %smaster - 0 0 1 connected", n->id, n->host, (unsigned)n->port, i == p->who ? "myself," : "");
    for (unsigned from = 0, low, high; fl_slots_next(p->cluster->owner, i, from, &low, &high); from = high + 1)
      low == high ? put(t, " %u", low) : put(t, " %u-%u", low, high);
    put(t, "\n");
  }
}

static void info(const struct fl_cluster_place *p, struct text *t) {
  size_t n = p->cluster->count;
  put(t,
      "cluster_state:ok\r\ncluster_slots_assigned:16384\r\ncluster_slots_ok:16384\r\ncluster_slots_pfail:0\r\n"
      "cluster_slots_fail:0\r\ncluster_known_nodes:%zu\r\ncluster_size:%zu\r\ncluster_current_epoch:1\r\n"
      "cluster_my_epoch:1\r\ncluster_stats_messages_sent:0\r\ncluster_stats_messages_received:0\r\n",
      n, n);
}

static void slots(const struct fl_cluster_place *p, struct text *t) {
  size_t count = 0;
  unsigned slot = 0, from;
  for (slot = 0; slot < FL_REDIS_SLOTS; slot++)
    count += slot == 0 || p->cluster->owner[slot] != p->cluster->owner[slot - 1];
  put(t, "*%zu\r\n", count);
  for (from = 0; from < FL_REDIS_SLOTS; from = slot) {
    const struct fl_cluster_server *n = &p->cluster->servers[p->cluster->owner[from]];
    for (slot = from; slot < FL_REDIS_SLOTS && p->cluster->owner[slot] == p->cluster->owner[from];) slot++;
    put(t, "*3\r\n:%u\r\n:%u\r\n*3\r\n", from, slot - 1);
    put_bulk(t, n->host);
    put(t, ":%u\r\n", (unsigned)n->port);
    put_bulk(t, n->id);
  }
}

static void shards(const struct fl_cluster_place *p, struct text *t, bool resp3, bool tls) {
  const char *map = resp3 ? "%" : "*";
  unsigned many = resp3 ? 1 : 2;
  put(t, "*%zu\r\n", p->cluster->count);
  for (size_t i = 0; i < p->cluster->count; i++) {
    const struct fl_cluster_server *n = &p->cluster->servers[i];
    unsigned from, low, high, count = 0;
    for (from = 0; fl_slots_next(p->cluster->owner, i, from, &low, &high); from = high + 1) count += 2;
    put(t, "%s%u\r\n$5\r\nslots\r\n*%u\r\n", map, 2 * many, count);
    for (from = 0; fl_slots_next(p->cluster->owner, i, from, &low, &high); from = high + 1)
      put(t, ":%u\r\n:%u\r\n", low, high);
    put(t, "$5\r\nnodes\r\n*1\r\n%s%u\r\n$2\r\nid\r\n", map, 7 * many);
    put_bulk(t, n->id);
    put_bulk(t, tls ? "tls-port" : "port");
    put(t, ":%u\r\n$2\r\nip\r\n", (unsigned)n->port);
    put_bulk(t, n->host);
    put(t, "$8\r\nendpoint\r\n");
    put_bulk(t, n->host);
    put(t, "$4\r\nrole\r\n$6\r\nmaster\r\n$18\r\nreplication-offset\r\n:0\r\n$6\r\nhealth\r\n$6\r\nonline\r\n");
  }
}

/* As a bulk string. */
static void wrap(struct text *t) {
  struct text whole = {.ok = t->ok};
  put(&whole, "$%zu\r\n", t->b.length);
  whole.ok = whole.ok && fl_buffer_add(&whole.b, t->b.data, t->b.length) && fl_buffer_add(&whole.b, "\r\n", 2);
  free(t->b.data);
  *t = whole;
}

static bool is(struct fl_serve_view word, const char *name) {
  return word.len == strlen(name) && memcmp(word.data, name, word.len) == 0;
}

uint8_t fl_report_cluster(struct fl_server *s, struct client *c, struct fl_serve_view what, bool resp3) {
  const struct fl_cluster_place *p = s->o.cluster;
  struct text t = {.ok = true};
  if (!p->cluster) return FL_SERVE_records_UNKNOWN;
  if (is(what, "slots"))
    slots(p, &t);
  else if (is(what, "shards"))
    shards(p, &t, resp3, s->o.tls != NULL);
  else if (is(what, "nodes"))
    nodes(p, &t), wrap(&t);
  else if (is(what, "info"))
    info(p, &t), wrap(&t);
  else if (is(what, "myid") || is(what, "myshardid"))
    put_bulk(&t, p->cluster->servers[p->who].id);
  else if (is(what, "links") || is(what, "replicas") || is(what, "slaves"))
    put(&t, "*0\r\n");
  else
    return FL_SERVE_records_UNKNOWN;
  free(c->answer.names.data);
  c->answer.names = t.ok ? t.b : (struct fl_buffer){0};
  if (!t.ok) free(t.b.data);
  c->answer.give_names = t.ok;
  return t.ok ? FL_SERVE_records_OK : FL_SERVE_records_MEMORY;
}
