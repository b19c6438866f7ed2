/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A server's process that belongs to somebody else, in front of a keeper: it says what an honest one would have
 * said, but for one lie or several. Whatever the keeper takes and signs is compared with a plain map (watch.h).
 *
 *     lies SEED COUNT [PARTS]      so many runs
 *     lies dump FOLDER             the messages of some honest runs, for the fuzzer */
#include "again_trusted.h"
#include "bytes.h"
#include "digest.h"
#include "trace.h"
#include "watch.h"

#include <inttypes.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t chance;
static uint64_t some(uint64_t n) { return draw(&chance) % n; }

enum { KINDS = 14 };
static const char *const names[KINDS] = {
    "a bit",  "left out",       "twice",        "in another order", "cut off",        "too long",  "a receipt",
    "a seal", "an old message", "another kind", "another slot",     "another thread", "any bytes", "another value"};

static void insert(struct trace *t, size_t at, const struct message *m) {
  struct message copy = *m;
  trace_add(t, m->bytes, m->length);
  memmove(t->all + at + 1, t->all + at, (t->count - 1 - at) * sizeof *t->all);
  t->all[at] = copy;
}

static void lie(struct trace *t, size_t at, unsigned kind) {
  struct message *m = &t->all[at], other = {0};
  switch (kind) {
  case 0: m->bytes[some(m->length)] ^= (uint8_t)(1u << some(8)); break;
  case 1: memmove(m, m + 1, (--t->count - at) * sizeof *m); break;
  case 2: insert(t, at, m); break;
  case 3:
    other = *m;
    *m = t->all[some(8) < t->count - at ? at + some(8) % (t->count - at) : at];
    t->all[at + 1 < t->count ? at + 1 : at] = other;
    break;
  case 4: m->length = some(m->length); break;
  case 5:
    while (m->length < FL_MESSAGE && some(6)) m->bytes[m->length++] = (uint8_t)some(256);
    break;
  case 6:
    other.bytes[0] = 'k';
    other.bytes[1] = (uint8_t)some(2);
    other.length = 2 + some(34);
    insert(t, at, &other);
    break;
  case 7:
    other.bytes[0] = 't';
    other.length = 9;
    insert(t, at, &other);
    break;
  case 8: insert(t, at, &t->all[some(at + 1)]); break;
  case 9: m->bytes[0] = (uint8_t) "baeringpdkt"[some(11)]; break;
  case 10:
    if (m->length >= FL_CALL_HEAD)
      fl_put32(m->bytes + 3 + 4 * some(2), (uint32_t)(some(4) ? some(512) : draw(&chance)));
    break;
  case 11:
    if (m->length >= FL_CALL_HEAD) fl_put16(m->bytes + 1, (uint16_t)(some(4) ? some(6) : some(65536)));
    break;
  case 12:
    m->length = 1 + some(FL_MESSAGE);
    for (size_t i = some(2); i < m->length; i++) m->bytes[i] = (uint8_t)some(256);
    break;
  default:
    if (m->length > FL_CALL_HEAD + 34) m->bytes[FL_CALL_HEAD + 34 + some(m->length - FL_CALL_HEAD - 34)] ^= 1;
  }
}

static struct fl_signer *new_signer(void) {
  const char *why;
  return fl_signer_hold(EVP_PKEY_Q_keygen(NULL, NULL, "ED25519"), &why);
}

static struct watch watch;
/* NULL, or what was signed that is not so. *taken: how many messages. */
static const char *run(const struct trace *t, const struct fl_signer *signer, uint32_t parts, size_t *taken,
                       const char **why) {
  struct fl_keeper_options o = {.slots = 512, .parts = parts, .signer = signer};
  struct fl_keeper *keeper = fl_keeper_new(&o);
  struct fl_keeper_said said;
  const char *wrong = NULL;
  if (!keeper) abort();
  watch_begin(&watch, signer, parts);
  for (*taken = 0; *taken < t->count && !wrong; ++*taken) {
    /* As much memory as the message has: what is read behind it is noticed. */
    size_t n = t->all[*taken].length;
    uint8_t *m = malloc(n + !n);
    memcpy(m, t->all[*taken].bytes, n);
    bool ok = fl_keeper_take(keeper, m, n, &said);
    if (ok) wrong = watch_taken(&watch, m, n, &said);
    free(m);
    if (!ok) break;
  }
  *why = fl_keeper_why(keeper);
  /* It has stopped for good. */
  if (*why && (fl_keeper_take(keeper, (const uint8_t *)"t\0\0\0\0\0\0\0\0", 9, &said) || said.length > 0))
    wrong = "it goes on";
  *why = *why ? *why : "";
  fl_keeper_free(keeper);
  watch_end(&watch);
  return wrong;
}

/* Where it may begin. */
static const char *beginning(struct fl_signer *signer) {
  struct fl_signer *stranger = new_signer();
  struct fl_seal seal = {.incarnation = 7, .epoch = 5};
  uint8_t bytes[FL_SEAL], root[] = {1, 0, 0}, digest[32];
  uint64_t other = 0;
  for (unsigned n = 0; n < 8; n++) {
    struct fl_keeper_options o = {.slots = 512, .parts = 1, .signer = signer, .kept = true, .has_anchor = true};
    uint8_t m[2 + FL_SEAL + 3] = {'b', 1};
    struct fl_keeper_said said;
    bool good = n < 2;
    size_t length = sizeof m;
    fl_digest(root, sizeof root, seal.root);
    if (!fl_seal_make(n == 2 ? stranger : signer, &seal, bytes)) abort();
    fl_seal_digest(bytes, digest);
    o.anchor = (struct fl_anchor){.incarnation = 7, .epoch = 5};
    memcpy(o.anchor.seal, digest, 32);
    if (n == 1) o.anchor.epoch = 4;                           /* the anchor is behind, in the same incarnation */
    if (n == 3) o.anchor.epoch = 6;                           /* an old seal */
    if (n == 4) o.anchor.epoch = 4, o.anchor.incarnation = 8; /* of a run that does not count any more */
    if (n == 5) o.has_anchor = false;                         /* somebody lost the anchor, and did not say so */
    if (n == 6) o.has_anchor = false, o.kept = false, o.expects = true, o.expect_epoch = 6;
    memcpy(m + 2, bytes, FL_SEAL);
    memcpy(m + 2 + FL_SEAL, root, sizeof root);
    if (n == 7) m[2 + FL_SEAL + 1] = 1; /* another root */
    struct fl_keeper *k = fl_keeper_new(&o);
    bool began = fl_keeper_take(k, m, length, &said);
    fl_keeper_free(k);
    if (began != good) return good ? "an honest beginning is refused" : "it began from where it may not";
    /* Of a run that ended before the anchor knew it, the next one does not know either. */
    uint64_t number = began ? fl_get64(said.bytes) : 0;
    if (began && number <= 7) return "an incarnation that is not later";
    if (began && number == other) return "two runs of one incarnation";
    other = number;
  }
  fl_signer_free(stranger);
  return NULL;
}

/* ---- A seal that is no checkpoint, and what was done before it, once more ---- */

static bool is_change(const struct message *m) { return m->bytes[0] == 'p' || m->bytes[0] == 'd'; }
static bool say(struct fl_keeper *k, const void *m, size_t n, struct fl_keeper_said *said) {
  return fl_keeper_take(k, m, n, said);
}

/* What again_trusted.h says that it is. */
static void head_of(const struct trace *t, const uint8_t root[32], uint8_t head[FL_AGAIN_HEAD]) {
  uint8_t chain[32] = {0};
  uint64_t changes = 0;
  for (size_t i = 0; i < t->count; i++) {
    const struct message *m = &t->all[i];
    uint8_t change[FL_MESSAGE];
    if (!is_change(m)) continue;
    change[0] = m->bytes[0];
    memcpy(change + 1, m->bytes + FL_CALL_HEAD, m->length - FL_CALL_HEAD);
    fl_digest_both(chain, 32, change, 1 + m->length - FL_CALL_HEAD, chain);
    changes++;
  }
  memcpy(head, "FLREDO2\n", 8);
  memcpy(head + 8, root, 32);
  fl_put64(head + 40, changes);
  memcpy(head + 48, chain, 32);
  memset(head + 80, 7, 32);
}

enum { AGAIN_LIES = 10 };
static const char *const again_names[AGAIN_LIES] = {"nothing",
                                                    "a bit in the head",
                                                    "a change left out",
                                                    "another value",
                                                    "another order",
                                                    "a seal before the end",
                                                    "a receipt before the end",
                                                    "one change twice",
                                                    "a receipt of what was done again",
                                                    "no head"};

/* Replays them with one lie; whether it comes to a seal, whose root must be the one of whoever did it first. */
static const char *replay(const struct trace *t, const struct fl_signer *signer, const uint8_t seal[FL_SEAL],
                          const uint8_t head[FL_AGAIN_HEAD], const uint8_t want[32], unsigned kind) {
  struct fl_keeper_options o = {.slots = 512, .parts = 1, .signer = signer};
  struct fl_keeper *k = fl_keeper_new(&o);
  struct fl_keeper_said said;
  struct fl_seal last;
  static const uint8_t root[] = {1, 0, 0}, checkpoint[9] = {'t'}, receipt[3] = {'k', 1, 9};
  uint8_t m[2 + FL_SEAL + FL_AGAIN_HEAD + sizeof root] = {'b', 2};
  size_t changes = 0, n = 2 + FL_SEAL;
  for (size_t i = 0; i < t->count; i++) changes += is_change(&t->all[i]);
  size_t at = some(changes - 1), seen = 0;
  memcpy(m + 2, seal, FL_SEAL);
  if (kind == 9)
    m[1] = 1;
  else
    memcpy(m + n, head, FL_AGAIN_HEAD), n += FL_AGAIN_HEAD;
  if (kind == 1) m[2 + FL_SEAL + some(FL_AGAIN_HEAD)] ^= (uint8_t)(1u << some(8));
  memcpy(m + n, root, sizeof root);
  bool ok = say(k, m, n + sizeof root, &said), sealed = false;
  for (size_t i = 0; ok && i < t->count; i++) {
    struct message c = t->all[i];
    if (is_change(&c) && seen++ == at) {
      if (kind == 2) continue;
      if (kind == 3) c.bytes[c.length - 1] ^= c.bytes[0] == 'p' && c.length > FL_CALL_HEAD + 35;
      if (kind == 7) ok = say(k, c.bytes, c.length, &said);
      if (kind == 4) { /* behind all others */
        for (i++; ok && i < t->count; i++) ok = say(k, t->all[i].bytes, t->all[i].length, &said);
      }
      if (ok) ok = say(k, c.bytes, c.length, &said);
      if (ok && kind == 5) ok = say(k, checkpoint, sizeof checkpoint, &said), sealed = ok;
      if (ok && kind == 6) ok = say(k, receipt, sizeof receipt, &said), sealed = ok;
      continue;
    }
    ok = say(k, c.bytes, c.length, &said);
    if (ok && kind == 8 && is_change(&c) && seen == changes) ok = say(k, receipt, sizeof receipt, &said);
  }
  if (ok) ok = sealed = say(k, checkpoint, sizeof checkpoint, &said) && said.kind == 's';
  const char *wrong = NULL;
  if (sealed && (!fl_seal_read(signer, said.bytes, said.length, &last) || memcmp(last.root, want, 32) != 0))
    wrong = "it was done again, and is something else";
  if (!sealed && kind == 0) wrong = fl_keeper_why(k);
  /* A lie may have changed nothing: a deletion has no value. */
  if (sealed && kind != 0 && kind != 3) wrong = "it has sealed";
  fl_keeper_free(k);
  return wrong;
}

static const char *again(const struct fl_signer *signer, unsigned rounds) {
  static const uint8_t checkpoint[9] = {'t'}, light[41] = {'t', [9] = 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7,
                                                           7,   7,       7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7};
  static char said_why[256];
  for (unsigned n = 0; n < rounds; n++) {
    struct trace all = {0}, t = {0};
    struct fl_keeper_options o = {.slots = 512, .parts = 1, .signer = signer};
    struct fl_keeper *k = fl_keeper_new(&o);
    struct fl_keeper_said said;
    struct fl_seal first, second, third;
    uint8_t seal[FL_SEAL], head[FL_AGAIN_HEAD], digest[32];
    trace_make(&all, draw(&chance), 30 + 10 * n, 1);
    for (size_t i = 1; i < all.count; i++)
      if (all.all[i].bytes[0] != 'k' && all.all[i].bytes[0] != 't') trace_add(&t, all.all[i].bytes, all.all[i].length);
    bool ok = say(k, "b\0", 2, &said) && !fl_keeper_why(k);
    ok = ok && say(k, checkpoint, 9, &said) && fl_seal_read(signer, said.bytes, said.length, &first);
    for (size_t i = 0; ok && i < t.count; i++) ok = say(k, t.all[i].bytes, t.all[i].length, &said);
    ok = ok && say(k, light, 41, &said) && fl_seal_read(signer, said.bytes, said.length, &second);
    memcpy(seal, said.bytes, sizeof seal);
    ok = ok && say(k, checkpoint, 9, &said) && fl_seal_read(signer, said.bytes, said.length, &third);
    if (!ok) return fl_keeper_why(k);
    head_of(&t, first.root, head);
    fl_digest(head, sizeof head, digest);
    if (memcmp(digest, second.root, 32) != 0) return "a head that is another one than it should be";
    for (unsigned kind = 0; kind < AGAIN_LIES; kind++) {
      const char *wrong = replay(&t, signer, seal, head, third.root, kind);
      if (!wrong) continue;
      snprintf(said_why, sizeof said_why, "done again, with a lie (%s): %s", again_names[kind], wrong);
      return said_why;
    }
    fl_keeper_free(k);
    free(all.all);
    free(t.all);
  }
  return NULL;
}

static int dump(const char *folder) {
  for (unsigned n = 0; n < 8; n++) {
    struct trace t = {0};
    char path[256];
    trace_make(&t, n, 20 + 30 * n, n % 2 ? 4 : 1);
    snprintf(path, sizeof path, "%s/run%u", folder, n);
    FILE *f = fopen(path, "wb");
    if (!f) return 1;
    fputc(n % 2, f);
    for (size_t i = 0; i < t.count; i++) {
      uint8_t length[2];
      fl_put16(length, (uint16_t)t.all[i].length);
      fwrite(length, 1, 2, f);
      fwrite(t.all[i].bytes, 1, t.all[i].length, f);
    }
    fclose(f);
    free(t.all);
  }
  return 0;
}

int main(int argc, char **argv) {
  if (argc == 3 && strcmp(argv[1], "dump") == 0) return dump(argv[2]);
  uint32_t parts = argc > 3 ? (uint32_t)atoi(argv[3]) : 1;
  unsigned count = argc > 2 ? (unsigned)atoi(argv[2]) : 100, refused = 0, seals = 0;
  struct fl_signer *signer = new_signer();
  struct trace honest = {0};
  size_t taken;
  const char *why, *wrong = beginning(signer);
  chance = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
  if (!wrong) wrong = again(signer, 6);
  if (wrong) return fprintf(stderr, "%s\n", wrong), 1;
  trace_make(&honest, chance, 1200, parts);
  wrong = run(&honest, signer, parts, &taken, &why);
  if (wrong || taken != honest.count || watch.seals == 0 || watch.given < 100)
    return fprintf(stderr, "an honest run: message %zu of %zu: %s %s\n", taken, honest.count, why, wrong ? wrong : ""),
           1;
  for (unsigned n = 0; n < count; n++) {
    struct trace t = {
        .all = malloc((honest.count + 8) * sizeof *t.all), .count = honest.count, .room = honest.count + 8};
    memcpy(t.all, honest.all, honest.count * sizeof *t.all);
    /* Mostly early, so that many are told. */
    size_t first = some(4) ? 1 + some(honest.count / 4) : some(honest.count);
    unsigned kind = (unsigned)some(KINDS);
    lie(&t, first, kind);
    for (unsigned more = (unsigned)some(3); more > 0 && first + 1 < t.count; more--)
      lie(&t, first + some(t.count - first), (unsigned)some(KINDS));
    wrong = run(&t, signer, parts, &taken, &why);
    refused += *why != 0;
    seals += (unsigned)watch.seals;
    if (wrong) {
      fprintf(stderr, "lie %u (%s) at message %zu of %zu: %s\n", n, names[kind], first, taken, wrong);
      return 1;
    }
    free(t.all);
  }
  printf("%u runs, %u refused, %u seals, each of what a plain store has\n", count, refused, seals);
  free(honest.all);
  fl_signer_free(signer);
  return refused > count / 2 && seals > 0 ? 0 : 1;
}
