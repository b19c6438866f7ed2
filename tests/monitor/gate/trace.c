/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "trace.h"

#include "bytes.h"
#include "fl_host.h"
#include "gate_trusted.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint64_t draw(uint64_t *s) {
  uint64_t x = *s += 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

void trace_add(struct trace *t, const void *bytes, size_t length) {
  if (t->count == t->room) {
    t->room = t->room ? 2 * t->room : 1024;
    if (!(t->all = realloc(t->all, t->room * sizeof *t->all))) abort();
  }
  t->all[t->count].length = length;
  memcpy(t->all[t->count++].bytes, bytes, length);
}

static void told(void *context, const struct fl_gate_call *c) {
  uint8_t m[FL_MESSAGE], *at = fl_add16(fl_add8(m, c->kind), c->thread);
  fl_put32(at, c->s);
  fl_put32(at + 4, c->s2);
  at += 8;
  if (c->key) at = fl_add_bytes(at, c->key, 34);
  if (c->kind == 'i') at = fl_add16(at, (uint32_t)c->length);
  if (c->kind != 'i' && c->bytes) at = fl_add_bytes(at, c->bytes, c->length);
  trace_add(context, m, (size_t)(at - m));
}

static void must(enum fl_host_status status) {
  if (status == FL_HOST_OK || status == FL_HOST_NO_NUMBER) return;
  fprintf(stderr, "the honest host fails: %d\n", (int)status);
  abort();
}

void trace_make(struct trace *t, uint64_t seed, unsigned steps, uint32_t parts) {
  struct fl_host_seal seal;
  struct fl_host *h = fl_host_new(
      &(struct fl_host_options){.slots = 512, .parts = parts, .told = told, .told_context = t}, fl_store_memory());
  uint8_t data[600], m[64] = {'b', 0};
  bool sealed = false;
  if (!h) abort();
  trace_add(t, m, 2);
  must(fl_host_start(h, NULL));
  for (unsigned n = 0; n < steps; n++) {
    char key[16];
    size_t k = (size_t)snprintf(key, sizeof key, "k%u", (unsigned)(draw(&seed) % 700));
    size_t length = draw(&seed) % 4 ? draw(&seed) % 40 : draw(&seed) % sizeof data;
    uint64_t what = draw(&seed) % 16, now = 1000 + n;
    struct fl_host_value v;
    bool there, wrote = true, answered = true;
    int64_t sum;
    memset(data, (int)draw(&seed), sizeof data);
    if (what < 6) {
      must(fl_host_put(h, key, k, data, length, draw(&seed) % 8 ? 0 : now + draw(&seed) % 50));
    } else if (what < 11) {
      must(fl_host_get(h, key, k, now, &v));
      wrote = false;
    } else if (what < 13) {
      must(fl_host_delete(h, key, k, now, &there));
    } else if (what == 13) {
      must(fl_host_touch(h, key, k, now, now + 100, &there));
      must(fl_host_get(h, key, k, now, &v));
    } else if (what == 14) {
      answered = fl_host_add(h, key, k, now, 7, &sum) == FL_HOST_OK;
    } else {
      answered = false;
    }
    if (answered && draw(&seed) % 3 == 0) {
      m[0] = 'k';
      m[1] = wrote;
      size_t nonce = draw(&seed) % 33;
      memset(m + 2, (int)n, nonce);
      trace_add(t, m, 2 + nonce);
    }
    if (draw(&seed) % 100 == 0 || n + 1 == steps) {
      must(fl_host_commit(h, &seal));
      m[0] = 't';
      fl_put64(m + 1, now);
      memset(m + 9, (int)n, 32);
      trace_add(t, m, sealed && draw(&seed) % 2 ? 41 : 9); /* after a checkpoint, one is none now and then */
      sealed = true;
    }
  }
  fl_host_free(h);
}
