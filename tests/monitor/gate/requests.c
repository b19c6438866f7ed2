/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Clients that sign what they ask for, and a server's process that belongs to somebody else: it has the host, and all
 * requests that were ever sent; it does them again, in another order, not at all, in part, changed, and what nobody
 * asked for. The keeper stops then, and says that it is because of that; or it takes what asked.h finds good.
 *
 *     requests SEED COUNT        each lie so often, then so many runs with changed messages
 *     requests dump FOLDER       the messages of some honest runs, for the fuzzer */
#include "asked.h"
#include "bytes.h"
#include "digest.h"
#include "fl_host.h"
#include "gate_trusted.h"
#include "trace.h"
#include "watch.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEYS = 24 };
static uint64_t chance;
static uint64_t some(uint64_t n) { return draw(&chance) % n; }

enum lie {
  HONEST,
  AGAIN,
  A_GAP,
  SWAPPED,
  NO_REQUEST,
  TWICE,
  OTHER_VALUE,
  OTHER_KEY,
  OTHER_TIME,
  DELETED,
  LEFT_OUT,
  ONE_MORE,
  IN_BETWEEN,
  A_SEAL,
  STRANGER,
  OTHER_GATE,
  A_BIT,
  OTHER_SUM,
  OLD_SUM,
  SUM_TIME,
  OTHER_ORDER,
  NUMBER_SET,
  NUMBER_GONE,
  NUMBER_ENDS,
  NUMBER_SIGNED,
  UNREAD,
  READ_ELSEWHERE,
  RECORD_LAST,
  RECORD_ELSEWHERE,
  RECORD_OF_ANOTHER,
  PUT_WITHOUT,
  GONE_WITHOUT,
  OTHER_TYPE,
  SUM_TYPE,
  SUM_OF_TYPE,
  NUMBER_TYPE,
  LIES
};
static const char *const names[LIES] = {"no lie",
                                        "a request again",
                                        "a request left out",
                                        "two requests of one client, the other way round",
                                        "no request, and what it would have done",
                                        "a request twice, before it is done",
                                        "another value",
                                        "another key",
                                        "another end",
                                        "deleted, and not put",
                                        "the last change left out",
                                        "a change more",
                                        "somebody else's change between",
                                        "a seal between",
                                        "a client that is not enrolled",
                                        "a request to another server",
                                        "a request with a bit",
                                        "another sum",
                                        "a sum of the value before",
                                        "a sum with another end",
                                        "changes in another order",
                                        "a client's number, written for nobody",
                                        "a client's number, deleted",
                                        "a client's number with an end",
                                        "a client's number in another client's request",
                                        "a request whose record was not read",
                                        "a request, and another record was read",
                                        "the record after a change",
                                        "the record's value under another key",
                                        "the record's value in another client's",
                                        "a put for nobody",
                                        "a deletion for nobody",
                                        "a hash, list or set of the value's bytes",
                                        "a sum that is one",
                                        "a sum of what is one",
                                        "a client's number that is one"};
/* Where anybody may change what is not a client's, these are none. */
static bool is_lie(enum lie lie, bool require) {
  return lie != HONEST && (require || (lie != PUT_WITHOUT && lie != GONE_WITHOUT && lie != ONE_MORE));
}

struct change {
  uint8_t kind;
  char key[88];
  uint8_t value[300];
  size_t length;
  uint64_t number;
};
struct request {
  unsigned client;
  uint8_t bytes[FL_REQUEST];
  size_t length, count;
  struct change changes[4];
  uint8_t value[40]; /* of the record */
};
struct side {
  struct fl_host *host;
  struct trace trace;
  uint64_t number[CLIENTS + 2];
  bool require;
};

static void told(void *context, const struct fl_gate_call *c) {
  struct side *s = context;
  uint8_t m[FL_MESSAGE], *at = fl_add16(fl_add8(m, c->kind), c->thread);
  fl_put32(at, c->s);
  fl_put32(at + 4, c->s2);
  at += 8;
  if (c->key) at = fl_add_bytes(at, c->key, 34);
  if (c->bytes) at = fl_add_bytes(at, c->bytes, c->length);
  trace_add(&s->trace, m, (size_t)(at - m));
}
static void must(enum fl_host_status status) {
  if (status == FL_HOST_OK) return;
  fprintf(stderr, "the honest host fails: %d\n", (int)status);
  abort();
}

/* What is signed, for whoever has the seals' key `gate'. */
static void sign(struct request *r, unsigned gate, uint64_t number) {
  fl_put64(r->bytes + 32, number);
  r->length = 104;
  for (size_t i = 0; i < r->count; i++, r->length += 73) {
    const struct change *c = &r->changes[i];
    uint8_t *to = r->bytes + r->length;
    memset(to, 0, 73);
    to[0] = c->kind;
    fl_digest(c->key, strlen(c->key), to + 1);
    if (c->kind != 'd') fl_put64(to + 33, c->number);
    if (c->kind == 'p') fl_digest(c->value, c->length, to + 41);
  }
  asked_sign(r->client, gate, r->bytes, r->length, r->value);
}

/* Keys kNN hold anything, nNN numbers; in one request each is there once. */
static void make(struct side *s, struct request *r, bool two, bool numbers) {
  r->client = 1 + (unsigned)some(CLIENTS);
  r->count = two ? 2 + some(3) : 1 + some(4);
  for (size_t i = 0; i < r->count; i++) {
    struct change *c = &r->changes[i];
    bool number = numbers || some(3) == 0;
    c->kind = number ? 'i' : some(4) ? 'p' : 'd';
    snprintf(c->key, sizeof c->key, "%c%u", number ? 'n' : 'k', (unsigned)(some(KEYS / 4) * 4 + i));
    c->length = some(4) ? some(30) : some(sizeof c->value);
    memset(c->value, (int)draw(&chance), c->length);
    c->number = number ? some(2000) - 1000 : some(4) ? 0 : 1000000 + some(1000);
  }
  sign(r, 0, ++s->number[r->client]);
}

static void read_record(struct side *s, unsigned client) {
  char name[81];
  uint8_t key[32], record[34];
  struct fl_host_value v;
  asked_public(client, key);
  asked_name(key, name, record);
  must(fl_host_get(s->host, name, 80, 1000, &v));
}
static void write_record(struct side *s, unsigned client, const void *value, size_t length, uint64_t until,
                         uint8_t type) {
  char name[81];
  uint8_t key[32], record[34];
  asked_public(client, key);
  asked_name(key, name, record);
  must(fl_host_put_typed(s->host, name, 80, value, length, until, type));
}
static void say_request(struct side *s, const struct request *r) {
  uint8_t m[FL_MESSAGE] = {'u'};
  memcpy(m + 1, r->bytes, r->length);
  trace_add(&s->trace, m, 1 + r->length);
}
static void say_seal(struct side *s, bool checkpoint) {
  static const uint8_t seal[41] = {'t', 0, 0, 0, 0, 0, 0, 9, 9};
  struct fl_host_seal made;
  must(fl_host_commit(s->host, &made));
  trace_add(&s->trace, seal, checkpoint ? 9 : 41);
}
static void say_receipt(struct side *s, bool wrote) {
  uint8_t m[] = {'k', wrote, 7, 7};
  trace_add(&s->trace, m, sizeof m);
}

static void do_change(struct side *s, const struct change *c, enum lie lie) {
  struct fl_host_value v = {0};
  bool there;
  size_t k = strlen(c->key);
  char sum[32];
  if (lie == OTHER_KEY) {
    must(fl_host_put(s->host, "elsewhere", 9, c->value, c->length, c->number));
  } else if (lie == DELETED) {
    must(fl_host_delete(s->host, c->key, k, 1000, &there));
  } else if (c->kind == 'd') {
    must(fl_host_delete(s->host, c->key, k, 1000, &there));
  } else if (c->kind == 'p') {
    uint8_t value[301];
    memcpy(value, c->value, c->length);
    if (lie == OTHER_VALUE) value[c->length] = 'x';
    if (lie == OTHER_TYPE) {
      must(fl_host_put_typed(s->host, c->key, k, value, c->length, c->number, (uint8_t)(1 + some(FL_TYPES - 1))));
      return;
    }
    must(fl_host_put(s->host, c->key, k, value, c->length + (lie == OTHER_VALUE), c->number + (lie == OTHER_TIME)));
  } else {
    must(fl_host_get(s->host, c->key, k, 1000, &v));
    long long old = 0;
    if (v.data) {
      memcpy(sum, v.data, v.length);
      sum[v.length] = 0;
      old = strtoll(sum, NULL, 10);
    }
    uint64_t until = v.data ? v.expires : 0;
    /* From the value before that: it was looked at, and then somebody looked elsewhere. */
    if (lie == OLD_SUM) must(fl_host_get(s->host, "k0", 2, 1000, &v));
    snprintf(sum, sizeof sum, "%lld", old + (long long)c->number + (lie == OTHER_SUM));
    uint8_t type = lie == SUM_TYPE ? (uint8_t)(1 + some(FL_TYPES - 1)) : 0;
    must(fl_host_put_typed(s->host, c->key, k, sum, strlen(sum), until + (lie == SUM_TIME ? 5 : 0), type));
  }
}

/* One request, with a lie in it. */
static void do_request(struct side *s, struct request *r, enum lie lie) {
  size_t last = r->count - 1;
  if (lie != UNREAD) read_record(s, lie == READ_ELSEWHERE ? r->client % CLIENTS + 1 : r->client);
  if (lie == A_BIT) r->bytes[some(r->length)] ^= (uint8_t)(1u << some(8));
  if (lie != NO_REQUEST) say_request(s, r);
  if (lie == TWICE) say_request(s, r);
  if (lie == RECORD_ELSEWHERE)
    must(fl_host_put(s->host, "k0", 2, r->value, 40, 0));
  else if (lie != RECORD_LAST)
    write_record(s, lie == RECORD_OF_ANOTHER ? r->client % CLIENTS + 1 : r->client, r->value, 40,
                 lie == NUMBER_ENDS ? 5000 : 0, lie == NUMBER_TYPE ? 1 : 0);
  if (lie != RECORD_LAST && some(2)) say_receipt(s, true);
  if (lie == A_SEAL) say_seal(s, some(2));
  if (lie == OTHER_ORDER) do_change(s, &r->changes[last], HONEST);
  for (size_t i = 0; i < r->count; i++) {
    if (lie == IN_BETWEEN && i == last) must(fl_host_put(s->host, "between", 7, "x", 1, 0));
    if (lie == LEFT_OUT && i == last) continue;
    do_change(s, &r->changes[i], i == last || lie == OLD_SUM ? lie : HONEST);
    if (some(3) == 0) say_receipt(s, true);
  }
  if (lie == RECORD_LAST) write_record(s, r->client, r->value, 40, 0, 0);
  if (lie == ONE_MORE) do_change(s, &r->changes[0], HONEST);
}

static void some_reading(struct side *s) {
  struct fl_host_value v;
  char key[16];
  snprintf(key, sizeof key, "%c%u", some(2) ? 'k' : 'n', (unsigned)some(KEYS));
  must(fl_host_get(s->host, key, strlen(key), some(8) ? 1000 : 2000000, &v)); /* later, what has an end is over */
  if (some(2)) say_receipt(s, false);
}

static void begin(struct side *s, bool require) {
  *s = (struct side){.require = require};
  s->host = fl_host_new(&(struct fl_host_options){.slots = 512, .parts = 1, .told = told, .told_context = s},
                        fl_store_memory());
  if (!s->host) abort();
  trace_add(&s->trace, "b\0", 2);
  must(fl_host_start(s->host, NULL));
  say_seal(s, true);
}

/* Some honest requests, and one lie; behind it, if that is taken, a seal. */
static void tell(struct side *s, enum lie lie, bool require, unsigned rounds) {
  struct request r = {0}, old = {0};
  bool there;
  begin(s, require);
  for (unsigned n = 0; n < rounds; n++) {
    if (!require && some(4) == 0)
      must(fl_host_put_typed(s->host, "anybody", 7, &n, sizeof n, 0, (uint8_t)some(FL_TYPES)));
    if (some(2)) some_reading(s);
    make(s, &r, false, false);
    if (n == rounds / 2) old = r;
    do_request(s, &r, HONEST);
    if (some(4) == 0) say_seal(s, some(2));
  }
  uint64_t before[CLIENTS + 2];
  memcpy(before, s->number, sizeof before);
  do {
    memcpy(s->number, before, sizeof before);
    make(s, &r, true, lie == OTHER_SUM || lie == OLD_SUM || lie == SUM_TIME || lie == SUM_TYPE || lie == SUM_OF_TYPE);
    uint8_t kind = r.changes[r.count - 1].kind;
    if ((lie == OTHER_VALUE || lie == OTHER_KEY || lie == OTHER_TIME || lie == DELETED ||
         lie == OTHER_TYPE) &&
        kind != 'p')
      continue;
    if (lie == ONE_MORE && r.changes[0].kind == 'd') continue;
    if ((lie == LEFT_OUT || lie == OTHER_ORDER) && kind == 'd') continue; /* it may be done already */
    break;
  } while (true);
  switch (lie) {
  case HONEST: do_request(s, &r, HONEST); break;
  case AGAIN: do_request(s, &old, HONEST); break;
  case A_GAP:
  case SWAPPED: {
    struct request next = r;
    sign(&next, 0, ++s->number[r.client]);
    do_request(s, &next, HONEST);
    if (lie == SWAPPED) do_request(s, &r, HONEST);
    break;
  }
  case STRANGER:
    r.client = CLIENTS + 1;
    sign(&r, 0, 1);
    do_request(s, &r, HONEST);
    break;
  case OTHER_GATE:
    sign(&r, 9, s->number[r.client]);
    do_request(s, &r, HONEST);
    break;
  case NUMBER_SET:
    read_record(s, r.client);
    write_record(s, r.client, r.value, 40, 0, 0);
    break;
  case NUMBER_GONE: {
    char name[81];
    uint8_t key[32], record[34];
    asked_public(old.client, key);
    asked_name(key, name, record);
    must(fl_host_delete(s->host, name, 80, 1000, &there));
    break;
  }
  case NUMBER_SIGNED: {
    uint8_t key[32], record[34];
    asked_public(some(2) ? r.client : r.client % CLIENTS + 1, key);
    asked_name(key, r.changes[0].key, record);
    r.changes[0].kind = 'p';
    r.changes[0].number = 0;
    sign(&r, 0, s->number[r.client]);
    do_request(s, &r, HONEST);
    break;
  }
  case SUM_OF_TYPE: /* by somebody who may */
    must(fl_host_put_typed(s->host, r.changes[0].key, strlen(r.changes[0].key), "5", 1, 0,
                            (uint8_t)(1 + some(FL_TYPES - 1))));
    do_request(s, &r, HONEST);
    break;
  case PUT_WITHOUT: must(fl_host_put(s->host, "nobody", 6, "x", 1, 0)); break;
  case GONE_WITHOUT:
    r = (struct request){.client = 1, .count = 1, .changes = {{.kind = 'p', .key = "k0", .length = 1}}};
    sign(&r, 0, before[1] + 1);
    do_request(s, &r, HONEST);
    must(fl_host_delete(s->host, "k0", 2, 1000, &there));
    break;
  default: do_request(s, &r, lie); break;
  }
  say_seal(s, some(2));
}

/* ---- What the keeper says to it ---- */

static struct asked asked;
static struct watch watch;
static struct fl_signer *signer;
static struct fl_signers *signers;

/* NULL, or what was taken and is not right. */
static const char *run(const struct trace *t, bool require, size_t *taken, const char **why) {
  static char said_why[200];
  struct fl_keeper_options o = {
      .slots = 512, .parts = 1, .signer = signer, .signers = signers, .require_signed = require};
  struct fl_keeper *keeper = fl_keeper_new(&o);
  struct fl_keeper_said said;
  const char *wrong = NULL;
  if (!keeper) abort();
  watch_begin(&watch, signer, 1);
  asked_begin(&asked, require);
  for (*taken = 0; *taken < t->count && !wrong; ++*taken) {
    size_t n = t->all[*taken].length;
    uint8_t *m = malloc(n + !n); /* what is read behind it is noticed */
    memcpy(m, t->all[*taken].bytes, n);
    bool ok = fl_keeper_take(keeper, m, n, &said);
    if (ok) wrong = watch_taken(&watch, m, n, &said);
    if (ok && !wrong) wrong = asked_taken(&asked, m, n, &said);
    free(m);
    if (!ok) break;
  }
  const char *reason = fl_keeper_why(keeper);
  snprintf(said_why, sizeof said_why, "%s", reason ? reason : "");
  *why = said_why;
  fl_keeper_free(keeper);
  watch_end(&watch);
  return wrong;
}

static int each_lie(enum lie lie, bool require) {
  struct side s;
  size_t taken;
  const char *why;
  tell(&s, lie, require, 3 + (unsigned)some(12));
  const char *wrong = run(&s.trace, require, &taken, &why);
  bool stopped = taken < s.trace.count, about = strstr(why, "request") || strstr(why, "signed");
  if (!wrong && is_lie(lie, require) && (!stopped || !about)) wrong = stopped ? "another reason" : "it was taken";
  if (!wrong && !is_lie(lie, require) && stopped) wrong = "an honest server is refused";
  if (!wrong && lie == HONEST && asked.sealed < 3) wrong = "nothing was asked";
  if (wrong) {
    fprintf(stderr, "%s%s: %s (message %zu of %zu: %s)\n", names[lie], require ? ", all signed" : "", wrong, taken,
            s.trace.count, why);
    for (size_t i = taken > 6 ? taken - 6 : 0; i < s.trace.count && i < taken + 3; i++)
      fprintf(stderr, " %c%zu", s.trace.all[i].bytes[0], s.trace.all[i].length);
    fprintf(stderr, "\n");
  }
  fl_host_free(s.host);
  free(s.trace.all);
  return wrong != NULL;
}

/* Any message changed, left out, doubled, exchanged, or an old request in its place. */
static int any_lie(unsigned *refused) {
  struct side s;
  size_t taken;
  const char *why;
  bool require = some(2);
  tell(&s, HONEST, require, 20);
  trace_add(&s.trace, "k", 1); /* room for one more */
  struct trace t = s.trace;
  t.count--;
  size_t at = 1 + some(t.count - 1), other = 1 + some(at);
  while (some(4) && strchr("updt", t.all[at].bytes[0]) == NULL) at = 1 + some(t.count - 1);
  for (size_t i = other; t.all[other].bytes[0] != 'u' && i > 0; i--) other = i;
  switch (some(6)) {
  case 0: t.all[at].bytes[some(t.all[at].length)] ^= (uint8_t)(1u << some(8)); break;
  case 1: memmove(&t.all[at], &t.all[at + 1], (--t.count - at) * sizeof *t.all); break;
  case 2: memmove(&t.all[at + 1], &t.all[at], (t.count++ - at) * sizeof *t.all); break;
  case 3: {
    struct message m = t.all[at];
    size_t with = at + 1 < t.count ? at + 1 : 1;
    t.all[at] = t.all[with];
    t.all[with] = m;
    break;
  }
  case 4: t.all[at] = t.all[other]; break;
  default: t.all[at].length = some(t.all[at].length + 1); break;
  }
  const char *wrong = run(&t, require, &taken, &why);
  *refused += taken < t.count;
  if (wrong) fprintf(stderr, "changed messages: %s\n", wrong);
  fl_host_free(s.host);
  free(s.trace.all);
  return wrong != NULL;
}

static int dump(const char *folder) {
  for (unsigned n = 0; n < 8; n++) {
    struct side s;
    char path[256];
    chance = n;
    tell(&s, HONEST, n % 2, 4 + n);
    snprintf(path, sizeof path, "%s/requests%u", folder, n);
    FILE *f = fopen(path, "wb");
    if (!f) return 1;
    fputc(n % 2 ? 6 : 2, f);
    for (size_t i = 0; i < s.trace.count; i++) {
      uint8_t length[2];
      fl_put16(length, (uint16_t)s.trace.all[i].length);
      fwrite(length, 1, 2, f);
      fwrite(s.trace.all[i].bytes, 1, s.trace.all[i].length, f);
    }
    fclose(f);
    fl_host_free(s.host);
    free(s.trace.all);
  }
  return 0;
}

int main(int argc, char **argv) {
  if (argc == 3 && strcmp(argv[1], "dump") == 0) return dump(argv[2]);
  chance = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
  unsigned count = argc > 2 ? (unsigned)atoi(argv[2]) : 20, refused = 0;
  const char *why;
  signer = fl_signer_hold(asked_key(0), &why);
  signers = asked_signers();
  for (unsigned n = 0; n < count; n++)
    for (int lie = 0; lie < LIES; lie++)
      for (int require = 0; require < 2; require++)
        if (each_lie((enum lie)lie, require)) return 1;
  for (unsigned n = 0; n < 10 * count; n++)
    if (any_lie(&refused)) return 1;
  if (signatures(100 * count, chance)) return 1;
  printf("each of %d lies %u times; %u of %u runs with changed messages stopped\n", LIES - 1, 2 * count, refused,
         10 * count);
  fl_signers_free(signers);
  fl_signer_free(signer);
  return refused > 3 * count ? 0 : 1;
}
