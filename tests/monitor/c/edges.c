/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Edges of the monitor's C, one by one: when it says that it is quiet, how many operands and how long an argument may
   be, a run that starts from a sealed root, output that is full. Prints what does not hold. */
#include "secret_trusted.h"

#include <stdio.h>
#include <string.h>

static fl_monitor_state_Secret secret;
static struct fl_monitor_Verifier zero, one, next;
static struct fl_monitor_bytes65536 out;
static struct fl_monitor_Aggregate aggregate;
static int failures;
static const struct fl_monitor_view empty_store = {(const uint8_t *)"\1\0\0", 3};

static void check(bool holds, const char *what) {
  if (!holds) failures++, printf("%s\n", what);
}

/* ** Entries */
static uint8_t text[80000];
static size_t size;
static void put(uint64_t n, int bytes) { while (bytes-- > 0) text[size++] = (uint8_t)(n >> 8 * bytes); }
static void put_key(uint8_t byte) { put(256, 2); for (int i = 0; i < 32; i++) put(byte, 1); }
static void put_text(const char *value) {
  put(strlen(value), 2);
  for (; *value; value++) put((uint8_t)*value, 1);
}
static void put_value(const char *value) { put(1, 2), put_text(value); }
static void null(void) { put(0, 2); }
static void add(uint8_t key, const char *value, uint64_t slot) {
  put(0, 1), put_key(key);
  if (value) put_value(value); else null();
  put(slot, 2), put(0, 2);
}
static void write_value(uint64_t slot, const char *value) {
  put(7, 1), put(1, 1), put(1, 1), put(0, 1), put(slot, 2), put_text(value);
}
static void evict(uint64_t slot) { put(2, 1), put(slot, 2), put(0, 2); }
static void to_blum(uint64_t slot, uint64_t epoch, uint64_t counter) {
  put(4, 1), put(slot, 2), put(0, 2), put(epoch, 8), put(counter, 4);
}
static void from_blum(uint8_t key, const char *value, uint64_t slot, uint64_t epoch, uint64_t counter,
                      uint64_t thread) {
  put(1, 1), put_key(key), put_value(value), put(slot, 2), put(epoch, 8), put(counter, 4), put(thread, 2);
}

static struct fl_monitor_Status feed(struct fl_monitor_Verifier *v) {
  struct fl_monitor_Progress p = {0};
  out.len = 0;
  check(fl_monitor_verify(v, &secret, (struct fl_monitor_view){text, (uint32_t)size}, &out, &p), "verify traps");
  check(p.status.tag != FL_MONITOR_Status_more || p.taken == size, "an entry is cut off");
  size = 0;
  return p.status;
}
static bool taken(struct fl_monitor_Verifier *v) { return feed(v).tag == FL_MONITOR_Status_more; }
static bool refused(struct fl_monitor_Verifier *v, int why) {
  struct fl_monitor_Status s = feed(v);
  return s.tag == FL_MONITOR_Status_refused && s.u.refused.tag == why;
}
static bool closes(struct fl_monitor_Verifier *v) {
  put(5, 1), put(6, 1);
  return feed(v).tag == FL_MONITOR_Status_close;
}
static void start(struct fl_monitor_Verifier *v, uint16_t number, uint64_t first, struct fl_monitor_view root) {
  check(fl_monitor_init(v, number, 256, 16, first, root), "init traps");
}
static bool publish(struct fl_monitor_Verifier *v) {
  bool done = false;
  return fl_monitor_publish(v, &secret, &aggregate, &done) && done;
}
static uint64_t certified(void) {
  uint64_t n = 0;
  return fl_monitor_certify(&aggregate, &n) ? n : UINT64_MAX;
}
static bool quiet(struct fl_monitor_Verifier *v) {
  bool is = false;
  check(fl_monitor_quiet(v, &is), "quiet traps");
  return is;
}

static void when_quiet(void) {
  fl_monitor_init_aggregate(&aggregate, 2, 0);
  start(&zero, 0, 0, empty_store), start(&one, 1, 0, empty_store);
  check(quiet(&zero) && quiet(&one), "new threads are not quiet");
  add(1, NULL, 1), write_value(1, "x");
  check(taken(&zero) && !quiet(&zero), "quiet with a record in the cache");
  evict(1);
  check(taken(&zero) && quiet(&zero), "not quiet when the record is back in the tree");
  add(1, "x", 1), to_blum(1, 0, 1);
  check(taken(&zero) && !quiet(&zero), "quiet when a record has gone to Blum in an open epoch");
  from_blum(1, "x", 1, 0, 1, 0);
  check(taken(&one) && !quiet(&one), "quiet with a record from Blum");
  put(3, 1), put(1, 2), put(1, 8), put(0, 4); /* EvictB, at (1, 0) */
  check(taken(&one) && !quiet(&one), "quiet, its cache empty, when a record came from Blum in an open epoch");
  put(6, 1);
  check(feed(&one).tag == FL_MONITOR_Status_close && !quiet(&one), "quiet while an epoch closes");
  check(publish(&one) && !quiet(&one), "quiet when a record has gone to Blum in the epoch after");
  check(closes(&zero) && publish(&zero) && quiet(&zero) && certified() == 1, "not quiet when its epoch is verified");
  from_blum(1, "x", 1, 1, 0, 1), evict(1);
  check(taken(&zero) && !quiet(&zero), "quiet when a record has come from Blum for the tree");
  put(6, 1);
  check(feed(&zero).tag == FL_MONITOR_Status_refused && !quiet(&zero), "quiet after a refusal");
}

/* Gets of so many keys that are absent. */
static void absent(unsigned n) {
  put(7, 1), put(0, 1), put(n, 1);
  for (unsigned i = 0; i < n; i++) put(1, 1), put_key((uint8_t)(i + 1)), put(0, 2);
  put(0, 2);
}
static void how_many(void) {
  start(&zero, 0, 0, empty_store);
  absent(16);
  check(taken(&zero) && out.len == 22 + 16 * 34 + 2 + 2 + 16, "sixteen operands are not taken");
  absent(17);
  check(refused(&zero, FL_MONITOR_state_Refusal_too_many_operands) && out.len == 0, "seventeen operands");
  absent(1);
  check(refused(&zero, FL_MONITOR_state_Refusal_too_many_operands), "something is taken after that");
  start(&zero, 0, 0, empty_store);
  put(7, 1), put(0, 1), put(255, 1);
  check(refused(&zero, FL_MONITOR_state_Refusal_too_many_operands), "255 operands, of which none has come yet");
  start(&zero, 0, 0, empty_store);
  add(1, NULL, 1), put(7, 1), put(4, 1), put(1, 1), put(0, 1), put(1, 2), put(4096, 2);
  for (int i = 0; i < 4096; i++) put(0, 1); /* an argument as long as it may be, and no datum */
  check(refused(&zero, FL_MONITOR_state_Refusal_bad_call), "an argument of 4,096 bytes is too long");
  start(&zero, 0, 0, empty_store);
  add(1, NULL, 1), put(7, 1), put(1, 1), put(1, 1), put(0, 1), put(1, 2), put(4097, 2);
  for (int i = 0; i < 4097; i++) put(0, 1);
  check(refused(&zero, FL_MONITOR_state_Refusal_value_too_large), "an argument of 4,097 bytes");
}

static void sealed(void) {
  uint8_t root[137], old[137];
  fl_monitor_init_aggregate(&aggregate, 1, 0);
  start(&zero, 0, 0, empty_store);
  add(1, NULL, 1), write_value(1, "old"), evict(1);
  check(taken(&zero) && quiet(&zero), "not quiet");
  struct fl_monitor_view old_root = {old, zero.thread.cache.a[0].value.len};
  memcpy(old, zero.thread.cache.a[0].value.data, old_root.len);
  add(1, "old", 1), write_value(1, "new"), evict(1);
  check(taken(&zero) && quiet(&zero) && closes(&zero) && publish(&zero), "not sealed");
  check(certified() == 1 && quiet(&zero), "not sealed and certified");
  struct fl_monitor_view new_root = {root, zero.thread.cache.a[0].value.len};
  memcpy(root, zero.thread.cache.a[0].value.data, new_root.len);

  start(&next, 0, 1, new_root);
  add(1, "old", 1);
  check(refused(&next, FL_MONITOR_state_Refusal_wrong_digest), "the value from before the seal is taken");
  start(&next, 0, 1, old_root);
  add(1, "new", 1);
  check(refused(&next, FL_MONITOR_state_Refusal_wrong_digest), "the value is taken under an older root");
  start(&next, 0, 1, new_root);
  fl_monitor_init_aggregate(&aggregate, 1, 1);
  check(quiet(&next), "a run from a sealed root is not quiet");
  add(1, "new", 1), put(7, 1), put(0, 1), put(1, 1), put(0, 1), put(1, 2), put(0, 2);
  check(taken(&next) && out.len == 22 + 34 + 2 + 2 + 6 && memcmp(out.data + out.len - 3, "new", 3) == 0,
        "the sealed value does not come back");
  check(out.data[8] == 1, "its epoch is not the first one");
  evict(1);
  check(taken(&next) && closes(&next) && publish(&next) && certified() == 2, "the second run does not certify");

  const uint8_t leaf[] = {0, 0};
  bool trapped = !fl_monitor_init(&next, 0, 256, 16, 1, (struct fl_monitor_view){leaf, sizeof leaf});
  check(trapped, "a root that is a datum");
  trapped = !fl_monitor_init(&next, 0, 256, 16, 1, (struct fl_monitor_view){root, new_root.len - 1});
  check(trapped, "a root that is cut short");
}

static void full(void) {
  start(&zero, 0, 0, empty_store);
  for (int i = 0; i < 120; i++) absent(16);
  struct fl_monitor_Progress p;
  struct fl_monitor_view log = {text, (uint32_t)size};
  unsigned rounds = 0;
  size_t answers = 0;
  do {
    out.len = 0;
    check(fl_monitor_verify(&zero, &secret, log, &out, &p), "verify traps");
    check(out.len <= sizeof out.data, "out of bounds");
    answers += out.len / (22 + 16 * 34 + 2 + 2 + 16);
    log.data += p.taken, log.len -= p.taken;
    rounds++;
  } while (p.status.tag == FL_MONITOR_Status_full && rounds < 10);
  check(p.status.tag == FL_MONITOR_Status_more && log.len == 0 && rounds > 1 && answers == 120, "answers are lost");
  size = 0;
}

int main(void) {
  if (!fl_monitor_secret(&secret, (const uint8_t *)"a secret of ours")) return 2;
  when_quiet(), how_many(), sealed(), full();
  return failures != 0;
}
