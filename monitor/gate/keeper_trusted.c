/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "keeper_trusted.h"

#include "again_trusted.h"
#include "bytes.h"
#include "digest.h"
#include "gate_trusted.h"
#include "receipts_trusted.h"
#include "value_trusted.h"

#include <openssl/evp.h>
#include <stdlib.h>
#include <string.h>

/* The answer before. `got': it was read; `wrote': it was written, or read right after that. */
struct last {
  bool is, got, wrote, there;
  uint8_t key[FL_GATE_KEY], datum[FL_GATE_DATUM];
  size_t length;
};

struct fl_keeper {
  struct fl_keeper_options o;
  struct fl_gates *gates;
  struct fl_gate *gate[1 + FL_KEEPER_PARTS]; /* the first has the top of the tree, or all of it */
  uint32_t count, pinned;                    /* gates; those of them that have their part */
  bool has_part[1 + FL_KEEPER_PARTS];
  bool begun;    /* all have, and that epoch is certified: answers are right at once */
  bool has_root; /* `again' has a checkpoint */
  struct fl_again again;
  uint64_t due;          /* changes that were sealed, and have to be made again before anything else is said */
  uint8_t due_chain[32]; /* they are these */
  struct fl_receipts *receipts;
  struct last last;
  struct fl_request request; /* the last one */
  uint8_t seals[32];         /* the public key */
  struct fl_seal seal;       /* the last one, or the one that it began from */
  uint8_t digest[32];        /* of that; zeros: there was none */
  uint64_t answers;
  const char *why;
};

static bool stop(struct fl_keeper *k, const char *why) {
  if (!k->why) k->why = why;
  return false;
}
static bool passed(struct fl_keeper *k, enum fl_gate_status status) {
  if (status == FL_GATE_OK) return true;
  const char *why = fl_gates_refused(k->gates);
  return stop(k, why ? why : "the epoch is at its end");
}
const char *fl_keeper_why(const struct fl_keeper *k) { return k->why; }

static void say(struct fl_keeper_said *said, uint8_t kind, const void *bytes, uint8_t length) {
  said->kind = kind;
  said->length = length;
  memcpy(said->bytes, bytes, length);
}

/* ---- Where it begins ---- */

/* All gates go on to the next epoch, and the one before is certified. */
static bool end_epoch(struct fl_keeper *k) {
  uint64_t epoch = fl_gate_epoch(k->gate[0]) + 1, certified;
  for (uint32_t i = 0; i < k->count; i++)
    if (!passed(k, fl_gate_advance(k->gate[i], epoch))) return false;
  for (uint32_t i = 0; i < k->count; i++)
    if (!passed(k, fl_gate_finish(k->gate[i]))) return false;
  if (!passed(k, fl_gates_certify(k->gates, epoch - 1, &certified))) return false;
  k->seal.epoch = certified;
  return true;
}

/* The seal, against the key and the anchor; NULL: it may begin from it. */
static const char *refuses(struct fl_keeper *k, const struct fl_seal *seal) {
  if (k->o.expects && (seal ? seal->epoch : 0) < k->o.expect_epoch) return "a seal before the epoch that was expected";
  if (k->o.has_anchor) return fl_anchor_refuses(&k->o.anchor, seal, k->digest);
  return seal && k->o.kept && !k->o.expects ? "a seal, and no anchor" : NULL;
}

/* What the seal stands for: a tree, or one and what was done since. */
static bool read_root(struct fl_keeper *k, const uint8_t *head) {
  fl_again_from(&k->again, k->seal.root);
  k->has_root = true;
  if (!head) return true;
  struct fl_again again;
  if (!fl_again_read(head, k->seal.root, &again)) return stop(k, "changes that are not what was sealed");
  fl_again_from(&k->again, again.root);
  k->due = again.changes;
  memcpy(k->due_chain, again.chain, sizeof k->due_chain);
  return true;
}

static bool begin(struct fl_keeper *k, const uint8_t *m, size_t n, struct fl_keeper_said *said) {
  bool has_seal = n > 0 && m[0] > 0, has_head = n > 0 && m[0] == 2;
  size_t head = 1 + (has_seal ? FL_SEAL : 0) + (has_head ? FL_AGAIN_HEAD : 0);
  uint8_t number[8];
  uint64_t incarnation;
  if (k->gates) return stop(k, "a second beginning");
  if (n < head || m[0] > 2 || (!has_seal && n > head)) return stop(k, "a message that is none");
  if (has_seal) {
    if (!fl_seal_read(k->o.signer, m + 1, FL_SEAL, &k->seal)) return stop(k, "a seal that was not made with the key");
    fl_seal_digest(m + 1, k->digest);
    if (!read_root(k, has_head ? m + 1 + FL_SEAL : NULL)) return false;
  }
  const char *why = refuses(k, has_seal ? &k->seal : NULL);
  if (why) return stop(k, why);
  if (!fl_anchor_next_incarnation(k->o.has_anchor ? &k->o.anchor : NULL, k->o.kept, has_seal ? &k->seal : NULL,
                                  &incarnation) ||
      !fl_incarnation_leaps(&incarnation)) /* there may have been a run after the anchor's last one */
    return stop(k, "no randomness, or no more numbers of runs");
  k->gates = fl_gates_new(k->count, k->o.slots, has_seal ? k->seal.epoch : 0);
  if (!k->gates) return stop(k, "no memory, no randomness, or a processor without AES instructions");
  /* A seal of a run without us that has a redo log is not one of ours: its root is no record's. */
  k->gate[0] = fl_gate_new(k->gates, has_seal ? m + head : NULL, n - head, has_seal ? k->again.root : NULL, &why);
  if (!k->gate[0]) return stop(k, why ? why : "no memory");
  for (uint32_t i = 1; i < k->count; i++)
    if (!(k->gate[i] = fl_gate_another(k->gates, (uint16_t)i, true))) return stop(k, "no memory");
  k->seal.incarnation = incarnation;
  k->begun = k->count == 1;
  fl_put64(number, incarnation);
  say(said, 'b', number, sizeof number);
  return true;
}

/* ---- Answers ---- */

static bool answered(struct fl_keeper *k, bool wrote, const uint8_t *key, const uint8_t *datum, size_t length) {
  struct last *l = &k->last;
  bool same = l->is && l->wrote && fl_same_key(l->key, key);
  *l = (struct last){.is = true, .got = !wrote, .wrote = wrote || same, .there = datum != NULL, .length = length};
  memcpy(l->key, key, FL_GATE_KEY);
  if (datum) memcpy(l->datum, datum, length);
  k->answers++;
  if (!wrote && !datum) fl_request_takes(&k->request, key, false, NULL, NULL); /* to be deleted, and it is not there */
  return true;
}

/* ---- Requests ---- */

/* What is under this key, if the answer before says it; *there: something is. Where nothing is there, it is the same to
 * have read that, and to have deleted it. */
static bool knows(const struct fl_keeper *k, const uint8_t *key, struct fl_value *v, bool *there) {
  const struct last *l = &k->last;
  *there = l->there;
  if (!l->is || !fl_same_key(l->key, key)) return false;
  return !l->there || (l->got && fl_value_decode(l->datum, l->length, v));
}

static bool request(struct fl_keeper *k, const uint8_t *m, size_t n) {
  struct fl_request *r = &k->request;
  struct fl_value v;
  bool there;
  if (!k->o.signers || k->due || fl_request_is_pending(r)) return stop(k, "a request that has no place here");
  if (!fl_request_read(k->o.signers, k->seals, m, n, r)) return stop(k, "a request that no client has signed");
  return (knows(k, r->record, &v, &there) && fl_request_follows(r, there ? &v : NULL)) ||
         stop(k, "a request that is not the client's next one");
}

/* Whoever is no client that signs may change what they like, unless that is forbidden, or it is a client's number. That
 * a value's time is over is the server's word; no client's number has an end. */
static bool may_change(struct fl_keeper *k, const uint8_t *key, const uint8_t *datum, size_t length) {
  struct fl_value before, v;
  bool there, known = knows(k, key, &before, &there);
  if (!k->o.signers || k->due) return true;
  if (datum && !fl_value_decode(datum, length, &v)) return stop(k, "a datum that is no value");
  if (fl_request_takes(&k->request, key, known, there ? &before : NULL, datum ? &v : NULL)) return true;
  bool over = !datum && known && there && before.expires > 0;
  return over || (!fl_signers_have(k->o.signers, key) && !k->o.require_signed && !fl_request_is_pending(&k->request)) ||
         stop(k, "a change that no client has signed");
}

/* ---- Receipts ---- */

/* Where nothing is there, it is the same to have read that, and to have deleted it. */
static bool receipt(struct fl_keeper *k, const uint8_t *m, size_t n) {
  const struct last *l = &k->last;
  struct fl_value v;
  if (n < 1 || n - 1 > FL_NONCE || m[0] > 1) return stop(k, "a message that is none");
  if (k->due) return stop(k, "a receipt before all was done again");
  bool wrote = m[0] == 1;
  if (!l->is || (l->there && !(wrote ? l->wrote : l->got))) return stop(k, "a receipt of what was not answered");
  if (l->key[0] != 1 || l->key[1] != 0) return stop(k, "a receipt of no key");
  struct fl_receipt r = {.incarnation = k->seal.incarnation,
                         .epoch = k->seal.epoch + 1,
                         .counter = k->answers,
                         .wrote = wrote,
                         .there = l->there,
                         .nonce_length = (uint8_t)(n - 1)};
  memcpy(r.nonce, m + 1, n - 1);
  memcpy(r.key, l->key + 2, sizeof r.key);
  if (l->there) {
    if (!fl_value_decode(l->datum, l->length, &v)) return stop(k, "a datum that is no value");
    r.time = v.expires;
    r.type = v.type;
    if (v.data)
      fl_digest(v.data, v.length, r.value);
    else
      memcpy(r.value, v.digest, sizeof r.value);
  }
  return fl_receipts_add(k->receipts, &r) || stop(k, "too many receipts");
}

/* ---- Seals ---- */

static void nothing(void *context, uint32_t s, const uint8_t *value, size_t length) {
  (void)context, (void)s, (void)value, (void)length;
}

static bool seal(struct fl_keeper *k, const uint8_t *m, size_t n, struct fl_keeper_said *said) {
  uint8_t bytes[FL_SEAL];
  bool checkpoint = n == 8;
  if (!checkpoint && n != 8 + 32) return stop(k, "a message that is none");
  if (fl_request_is_pending(&k->request)) return stop(k, "a seal before a request was done");
  if (k->due || (!checkpoint && !k->has_root)) return stop(k, "a seal before all was done again");
  uint64_t time = fl_get64(m);
  if (!end_epoch(k)) return false;
  if (!checkpoint) {
    uint8_t head[FL_AGAIN_HEAD];
    fl_again_seal(&k->again, m + 8, head, k->seal.root);
  }
  for (uint32_t i = k->count; checkpoint && i-- > 0;) {
    if (!passed(k, fl_gate_seal(k->gate[i], k->seal.root, nothing, NULL))) return false;
    if (i > 0 && !passed(k, fl_gate_sealed(k->gate[0], k->gate[i], k->seal.root))) return false;
  }
  if (checkpoint) fl_again_from(&k->again, k->seal.root);
  k->has_root = true;
  k->seal.answers = k->answers;
  if (time > k->seal.time) k->seal.time = time;
  memcpy(k->seal.previous, k->digest, sizeof k->digest);
  fl_receipts_close(k->receipts, k->seal.receipts);
  k->last.is = false;
  if (!fl_seal_make(k->o.signer, &k->seal, bytes)) return stop(k, "a seal cannot be made");
  fl_seal_digest(bytes, k->digest);
  say(said, 's', bytes, sizeof bytes);
  return true;
}

/* ---- Messages ---- */

/* A call of a gate. */
struct call {
  struct fl_gate *gate;
  uint32_t s, s2;
  const uint8_t *key, *rest;
  size_t length; /* of the rest */
};
static bool read_call(struct fl_keeper *k, uint8_t kind, const uint8_t *m, size_t n, struct call *c) {
  bool has_key = kind == 'a' || kind == 'g' || kind == 'n' || kind == 'p' || kind == 'd';
  size_t head = FL_CALL_HEAD - 1 + (has_key ? FL_GATE_KEY : 0), rest = kind == 'i' ? 2 : 0;
  if (n < head || (kind != 'a' && kind != 'p' && n != head + rest)) return stop(k, "a message that is none");
  uint32_t thread = fl_get16(m);
  if (!k->gates || thread >= k->count) return stop(k, "a thread that there is not");
  if (thread > 0 && !k->has_part[thread]) return stop(k, "a part of the tree that is not there yet");
  *c = (struct call){k->gate[thread], fl_get32(m + 2), fl_get32(m + 6), m + FL_CALL_HEAD - 1, m + head, n - head};
  return true;
}

static bool pin(struct fl_keeper *k, const struct call *c) {
  uint32_t other = fl_get16(c->rest);
  if (c->gate != k->gate[0] || other == 0 || other >= k->count || k->has_part[other])
    return stop(k, "a part of the tree that is nobody's");
  if (!passed(k, fl_gate_pin(c->gate, c->s, c->s2, k->gate[other]))) return false;
  k->has_part[other] = true;
  if (++k->pinned + 1 < k->count) return true;
  return k->begun = end_epoch(k);
}

/* One more change since the checkpoint. If it was made again, there is no receipt of it. */
static bool changed(struct fl_keeper *k, uint8_t kind, const uint8_t *key, const uint8_t *datum, size_t length) {
  fl_again_change(&k->again, kind, key, datum, length);
  if (k->due == 0 || --k->due > 0) return true;
  k->last.is = false;
  return memcmp(k->again.chain, k->due_chain, sizeof k->due_chain) == 0 ||
         stop(k, "changes that are not what was sealed");
}

static bool ask(struct fl_keeper *k, uint8_t kind, const struct call *c) {
  const uint8_t *datum = kind == 'p' ? c->rest : NULL;
  size_t length = kind == 'p' ? c->length : 0;
  if (!k->begun) return stop(k, "an answer before its beginning");
  switch (kind) {
  case 'g':
    return passed(k, fl_gate_get(c->gate, c->s, c->key, &datum, &length)) && answered(k, false, c->key, datum, length);
  case 'n': return passed(k, fl_gate_absent(c->gate, c->s, c->key)) && answered(k, false, c->key, NULL, 0);
  default:
    return may_change(k, c->key, datum, length) && passed(k, fl_gate_put(c->gate, c->s, c->key, datum, length)) &&
           answered(k, true, c->key, datum, length) && changed(k, kind, c->key, datum, length);
  }
}

bool fl_keeper_take(struct fl_keeper *k, const uint8_t *m, size_t n, struct fl_keeper_said *said) {
  struct call c;
  said->length = 0;
  if (k->why) return false;
  if (n < 1 || n > FL_MESSAGE) return stop(k, "a message that is none");
  uint8_t kind = m[0];
  m++, n--;
  switch (kind) {
  case 'b': return begin(k, m, n, said);
  case 'a': return read_call(k, kind, m, n, &c) && passed(k, fl_gate_add(c.gate, c.key, c.rest, c.length, c.s, c.s2));
  case 'e': return read_call(k, kind, m, n, &c) && passed(k, fl_gate_evict(c.gate, c.s, c.s2));
  case 'r': return read_call(k, kind, m, n, &c) && passed(k, fl_gate_remove(c.gate, c.s, c.s2));
  case 'i': return read_call(k, kind, m, n, &c) && pin(k, &c);
  case 'g':
  case 'n':
  case 'p':
  case 'd': return read_call(k, kind, m, n, &c) && ask(k, kind, &c);
  case 'u': return request(k, m, n);
  case 'k': return receipt(k, m, n);
  case 't': return (k->begun || stop(k, "a seal before its beginning")) && seal(k, m, n, said);
  default: return stop(k, "a message that is none");
  }
}

/* ---- Its life ---- */

struct fl_keeper *fl_keeper_new(const struct fl_keeper_options *o) {
  bool sense = o->slots >= 512 && o->slots <= 65536 && o->parts >= 1 && o->parts <= FL_KEEPER_PARTS && o->signer &&
               (o->signers || !o->require_signed);
  size_t length = 32;
  struct fl_keeper *k = sense ? calloc(1, sizeof *k) : NULL;
  if (!k) return NULL;
  k->o = *o;
  k->count = o->parts > 1 ? 1 + o->parts : 1;
  k->receipts = fl_receipts_new();
  if (k->receipts && EVP_PKEY_get_raw_public_key(fl_signer_key(o->signer), k->seals, &length) == 1) return k;
  fl_keeper_free(k);
  return NULL;
}

void fl_keeper_free(struct fl_keeper *k) {
  if (!k) return;
  for (uint32_t i = 0; i < k->count; i++) fl_gate_free(k->gate[i]);
  fl_gates_free(k->gates);
  fl_receipts_free(k->receipts);
  free(k);
}
