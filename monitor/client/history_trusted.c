/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "fl_request.h"

#include "digest.h"
#include "request_trusted.h"

#include <stdlib.h>
#include <string.h>

/* What is known of a client by the lines before. */
struct client {
  uint64_t number;    /* of its last request; 0: none */
  uint8_t record[32]; /* SHA-256 of its record then */
  bool has_last;
  struct fl_proof_answer last; /* where its last request ends, or its record was read */
};

struct fl_proof_history {
  struct fl_proof *proof;
  struct fl_signers *signers;
  bool all_signed;
  uint8_t seals[32];
  struct fl_request request; /* whose receipts come now; `next' of them, the record's first, were there */
  uint8_t key[32];           /* of the client that signed it */
  struct fl_proof_answer last;
  const char *why;
  struct client clients[FL_SIGNERS_MOST];
};

static bool wrong(struct fl_proof_history *h, const char *why) {
  if (!h->why) h->why = why;
  return false;
}
const char *fl_proof_history_why(const struct fl_proof_history *h) { return h->why ? h->why : fl_proof_why(h->proof); }

void fl_proof_history_free(struct fl_proof_history *h) {
  if (h) fl_signers_free(h->signers);
  free(h);
}

struct fl_proof_history *fl_proof_history_new(struct fl_proof *proof, const char *signers, size_t length,
                                              bool all_signed, const char **why) {
  struct fl_proof_history *h = calloc(1, sizeof *h);
  *why = "out of memory";
  if (h && fl_proof_seals(proof, h->seals) && (h->signers = fl_signers_read(signers, length, why))) {
    h->proof = proof;
    h->all_signed = all_signed;
    return h;
  }
  fl_proof_history_free(h);
  return NULL;
}

/* ---- Requests ---- */

static int nibble(char c) { return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1; }

static size_t unhex(const char *digits, size_t length, uint8_t bytes[FL_REQUEST]) {
  if (length % 2 || length > 2 * FL_REQUEST) return 0;
  for (size_t i = 0; i < length / 2; i++) {
    int high = nibble(digits[2 * i]), low = nibble(digits[2 * i + 1]);
    if (high < 0 || low < 0) return 0;
    bytes[i] = (uint8_t)(high << 4 | low);
  }
  return length / 2;
}

static struct client *client_of(struct fl_proof_history *h, const uint8_t record[34]) {
  int place = fl_signers_find(h->signers, record);
  return place < 0 ? NULL : &h->clients[place];
}

static bool take_request(struct fl_proof_history *h, const char *digits, size_t length) {
  uint8_t bytes[FL_REQUEST];
  struct fl_request *r = &h->request;
  if (fl_request_is_pending(r)) return wrong(h, "another request, and the one before has not all of its receipts");
  if (!fl_proof_end(h->proof)) return false;
  size_t n = unhex(digits, length, bytes);
  if (n == 0) return wrong(h, "this is no request");
  if (!fl_request_read(h->signers, h->seals, bytes, n, r))
    return wrong(h, "a request that none of the signers has signed, for the server with this key");
  const struct client *c = client_of(h, r->record);
  if (r->number - 1 < c->number) return wrong(h, "a request whose number was another's: it was done before");
  if (r->number - 1 > c->number) return wrong(h, "a request, and the one with the number before it is not here");
  memcpy(h->key, bytes, sizeof h->key);
  return true;
}

/* ---- Receipts ---- */

/* In the server's order, over its runs, too. */
static bool is_later(const struct fl_proof_answer *a, const struct fl_proof_answer *before) {
  if (a->incarnation != before->incarnation) return a->incarnation > before->incarnation && a->epoch > before->epoch;
  return a->epoch >= before->epoch && a->counter > before->counter;
}

static bool takes_record(struct fl_proof_history *h, struct client *c, const struct fl_proof_answer *a) {
  if (c->has_last && !is_later(a, &c->last))
    return wrong(h, "a client's record, as it was before what is here of that client");
  c->last = *a;
  return c->has_last = true;
}

/* Of the client's record: it was written by this request, or has it when it is read. */
static bool takes_first(struct fl_proof_history *h, const struct fl_proof_answer *a) {
  struct fl_request *r = &h->request;
  struct client *c = client_of(h, r->record);
  uint8_t digest[32];
  fl_digest(r->value, sizeof r->value, digest);
  if (memcmp(a->key, r->record + 2, 32) != 0)
    return wrong(h, "after a request, a receipt of another key than the client's record");
  if (!a->there || a->type != FL_STRING || a->until || memcmp(a->value, digest, 32) != 0)
    return wrong(h, "the client's record has another request than this one");
  if (!takes_record(h, c, a)) return false;
  r->next = a->wrote ? 1 : r->count + 1;
  return true;
}

/* Of the change that is the next one. A deletion or an increase has an answer before it: what was there. */
static bool takes_change(struct fl_proof_history *h, const struct fl_proof_answer *a) {
  struct fl_request *r = &h->request;
  const uint8_t *change = r->changes[r->next - 1];
  uint64_t within = change[0] == 'p' ? 1 : 2;
  if (memcmp(a->key, change + 1, 32) != 0) return wrong(h, "a receipt of another key than the request's");
  if (change[0] == 'd' ? a->there : a->type != FL_STRING || !a->there || !a->wrote)
    return wrong(h, "a receipt of another change than the request's");
  if (change[0] == 'p' && (a->until != fl_get64(change + 33) || memcmp(a->value, change + 41, 32) != 0))
    return wrong(h, "a receipt of another value, or another end, than the request's");
  if (a->incarnation != h->last.incarnation || a->epoch != h->last.epoch || a->counter <= h->last.counter ||
      a->counter - h->last.counter > within)
    return wrong(h, "one request, and it was not done in one step");
  r->next++;
  return true;
}

/* What no request is here for. */
static bool takes_other(struct fl_proof_history *h, const struct fl_proof_answer *a) {
  uint8_t record[34] = {1, 0};
  memcpy(record + 2, a->key, 32);
  struct client *c = client_of(h, record);
  if (a->wrote && a->there && c) return wrong(h, "a client's record was written, and the request is not here");
  if (a->wrote && a->there && h->all_signed) return wrong(h, "a change that no client has signed");
  if (!c) return true;
  bool record_is = !a->there || (a->type == FL_STRING && !a->until && memcmp(a->value, c->record, 32) == 0);
  if (a->there != (c->number > 0) || !record_is)
    return wrong(h, "the client's record has another request than the last one that is here");
  return takes_record(h, c, a);
}

static bool take(struct fl_proof_history *h, const struct fl_proof_answer *a, struct fl_proof_done *done) {
  struct fl_request *r = &h->request;
  if (!fl_request_is_pending(r)) return takes_other(h, a);
  bool earlier = r->next == 0 && !a->wrote;
  if (r->next == 0 ? !takes_first(h, a) : !takes_change(h, a)) return false;
  h->last = *a;
  if (fl_request_is_pending(r)) return true;
  struct client *c = client_of(h, r->record);
  c->number = r->number;
  fl_digest(r->value, sizeof r->value, c->record);
  c->last = *a;
  *done = (struct fl_proof_done){.number = r->number, .changes = r->count, .earlier = earlier};
  memcpy(done->client, h->key, sizeof h->key);
  return true;
}

enum fl_proof_line fl_proof_history_line(struct fl_proof_history *h, const char *line, size_t length,
                                         struct fl_proof_answer *answer, struct fl_proof_done *done) {
  static const char request[] = "request ";
  const size_t head = sizeof request - 1;
  *done = (struct fl_proof_done){.number = 0};
  *answer = (struct fl_proof_answer){.epoch = 0};
  if (h->why) return FL_PROOF_WRONG;
  while (length > 0 && line[length - 1] == '\r') length--;
  if (length >= head && memcmp(line, request, head) == 0)
    return take_request(h, line + head, length - head) ? FL_PROOF_MORE : FL_PROOF_WRONG;
  enum fl_proof_line what = fl_proof_line(h->proof, line, length, answer);
  return what == FL_PROOF_CERTIFIED && !take(h, answer, done) ? FL_PROOF_WRONG : what;
}

uint64_t fl_proof_history_number(const struct fl_proof_history *h, const uint8_t client[32]) {
  char name[FL_REQUEST_NAME];
  uint8_t record[34];
  fl_request_name(client, name);
  fl_value_key(record, (const uint8_t *)name, sizeof name);
  int place = fl_signers_find(h->signers, record);
  return place < 0 ? 0 : h->clients[place].number;
}

bool fl_proof_history_end(struct fl_proof_history *h) {
  if (h->why || !fl_proof_end(h->proof)) return false;
  return !fl_request_is_pending(&h->request) || wrong(h, "a request that has not all of its receipts");
}
