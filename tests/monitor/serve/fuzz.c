/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Any bytes, in pieces, to the protocol machine: it never traps, does not consume more than there is, and asks for
 * nothing outside of its input; what is together ends before anybody else's turn, and so does a transaction, which has
 * all that was queued and no more; a command that has sent a part of its answer asks for no record any more. Whoever
 * has not said who it is has nothing done; a user has done what it may, with keys that it may use. What is put as a
 * container is items, and what is put as a stream is one. One of several servers has nothing done with keys that are
 * others', and with keys of one slot alone. A script is such a transaction, whatever its process says. The first byte
 * says how it is cut, the second by whom it is said, and whether there are several servers. */
#include "serve.h"

#include <stdlib.h>
#include <string.h>

static struct fl_serve_bytes16384 out;
enum { MOST = 1 << 20, CONTAINER = 65535 };
static uint8_t value[3 * MOST]; /* what is edited is longer meanwhile */

/* A stream, as clean/entries.fl has it. */
static uint64_t number_at(const uint8_t *b) {
  uint64_t n = 0;
  for (size_t i = 0; i < 8; i++) n = n << 8 | b[i];
  return n;
}
static size_t length_at(const uint8_t *b) { return (size_t)b[0] << 8 | b[1]; }
static bool comes_before(const uint8_t *a, size_t m, const uint8_t *b, size_t n) {
  int order = memcmp(a, b, m < n ? m : n);
  return order < 0 || (order == 0 && m < n);
}
/* Where it ends, if there is a group of readers; or 0. */
static size_t behind_group(const uint8_t *b, size_t n, size_t at) {
  enum { GROUP = 38, CONSUMER = 12, PENDING = 34, ID = 16 };
  bool known[1024] = {false};
  const uint8_t *g = b + at + 2, *before = NULL;
  if (n - at < GROUP + 2 || length_at(b + at) != GROUP - 2) return 0;
  uint64_t read = number_at(g + ID), counts = number_at(g + 24);
  size_t size = (uint32_t)number_at(g + 28), consumers = counts >> 32, pending = (uint32_t)counts;
  if ((read >> 63 && read != UINT64_MAX) || size < 2 || size > n - at - GROUP) return 0;
  size_t end = at + GROUP + size, k = length_at(g + GROUP - 2);
  if (k > size - 2 || pending > (size - 2 - k) / PENDING) return 0;
  size_t pel = end - pending * PENDING;
  for (at += GROUP + 2 + k; consumers > 0; consumers--, at += 2 + k) {
    if (pel - at < CONSUMER || (k = length_at(b + at)) < CONSUMER - 2 || k > pel - at - 2) return 0;
    size_t number = length_at(b + at + 10);
    if (number >= 1024 || known[number]) return 0;
    if (before && !comes_before(before + CONSUMER, length_at(before) - 10, b + at + CONSUMER, k - 10)) return 0;
    known[number] = true;
    before = b + at;
  }
  if (at != pel) return 0;
  for (; at < end; at += PENDING) {
    size_t number = length_at(b + at + 32);
    if (number >= 1024 || !known[number] || (at > pel && memcmp(b + at - PENDING, b + at, ID) >= 0)) return 0;
  }
  return end;
}
static bool is_stream(const uint8_t *b, size_t n) {
  enum { HEAD = 46, ENTRY = 26, ID = 16 };
  static const uint8_t zero[ID];
  const uint8_t *before = zero;
  size_t at = HEAD, k, name = 0;
  if (n < HEAD || b[0] || b[1] != HEAD - 2) return false;
  for (size_t groups = (uint32_t)number_at(b + 38), next; groups > 0; groups--, at = next) {
    if (groups > 1024 || !(next = behind_group(b, n, at))) return false;
    if (name && !comes_before(b + name + 2, length_at(b + name), b + at + 40, length_at(b + at + 38))) return false;
    name = at + 38;
  }
  while (at < n) {
    const uint8_t *e = b + at + 2;
    if (n - at < ENTRY || e[-2] || e[-1] != ENTRY - 2 || memcmp(before, e, ID) >= 0) return false;
    uint64_t sizes = number_at(e + ID);
    size_t words = sizes >> 32, end = at + ENTRY + (uint32_t)sizes;
    if (end > n || words == 0 || words % 2) return false;
    for (at += ENTRY; words > 0; words--, at += 2 + k)
      if (end - at < 2 || (k = (size_t)b[at] << 8 | b[at + 1]) > end - at - 2) return false;
    if (at != end) return false;
    before = e;
  }
  return memcmp(before, b + 2, ID) <= 0;
}
/* A group of two consumers, of which so much is pending; some of it is among the entries of `make_stream'. */
static size_t make_group(uint64_t random, size_t at, uint8_t name, size_t pending) {
  uint8_t *g = value + at;
  size_t size = 3 + 13 + 14 + 34 * pending;
  memset(g, 0, 38 + size);
  g[1] = 36;
  g[9] = random >> 3 & 3;
  g[17] = random >> 5 & 31;
  memset(g + 18, random >> 10 & 1 ? 0xff : 0, 8);
  g[29] = 2;
  g[32] = (uint8_t)(pending >> 8);
  g[33] = (uint8_t)pending;
  g[35] = (uint8_t)(size >> 16);
  g[36] = (uint8_t)(size >> 8);
  g[37] = (uint8_t)size;
  memcpy(g + 38, (uint8_t[]){0, 1, name, 0, 11}, 5);
  g[52] = 5;
  g[53] = 'c';
  g[55] = 12;
  memcpy(g + 66, "cd", 2);
  for (size_t i = 0; i < pending; i++) {
    uint8_t *p = g + 68 + 34 * i;
    p[7] = 1 + (i > pending / 2);
    p[14] = (uint8_t)(i >> 7);
    p[15] = (uint8_t)(i << 1);
    p[31] = 1;
    p[33] = random >> (i & 31) & 1 ? 5 : 0;
  }
  return at + 38 + size;
}
/* Of a few entries; now and then one byte is another one. */
static size_t make_stream(uint64_t random, size_t count) {
  size_t at = 46;
  memset(value, 0, at);
  value[1] = 44;
  value[9] = 3; /* its last ID is 3-0 */
  value[45] = (uint8_t)((random >> 12 & 3) % 3);
  if (value[45] > 0) at = make_group(random, at, 'g', random >> 14 & 15 ? random >> 18 & 7 : 8000);
  if (value[45] > 1) at = make_group(random >> 7, at, 'h', random >> 21 & 7);
  for (size_t i = 0; i < count && at < 1 << 19; i++) {
    size_t pairs = 1 + (random >> (i & 31) & 1);
    uint8_t *e = value + at + 2;
    memset(value + at, 0, 26);
    value[at + 1] = 24;
    e[7] = 1 + (i > count / 2);
    e[14] = (uint8_t)(i >> 8);
    e[15] = (uint8_t)i;
    e[19] = (uint8_t)(2 * pairs);
    e[23] = (uint8_t)(5 * pairs);
    at += 26;
    for (size_t j = 0; j < pairs; j++, at += 5) memcpy(value + at, "\0\1a\0", 5);
  }
  if ((random >> 50 & 7) == 0) value[random % at] ^= (uint8_t)(1 << (random >> 45 & 7));
  return at;
}

/* Items, as clean/items.fl has them; those of a sorted set begin with a score, and are in order. */
static bool is_whole(const uint8_t *b, size_t n, unsigned type) {
  size_t at = 0, k, before = 0;
  if (type == FL_SERVE_records_STREAM) return is_stream(b, n);
  for (; n - at >= 2 && (k = (size_t)b[at] << 8 | b[at + 1]) <= n - at - 2; before = k, at += 2 + k) {
    if (type != FL_SERVE_records_ZSET) continue;
    if (k < 8) return false;
    uint64_t score = 0;
    for (size_t i = 0; i < 8; i++) score = score << 8 | b[at + 2 + i];
    if (score < 0x000fffffffffffff || score > 0xfff0000000000000 || score == 0x7fffffffffffffff) return false;
    if (at == 0) continue;
    int order = memcmp(b + at - before, b + at + 2, before < k ? before : k);
    if (order > 0 || (order == 0 && before >= k)) return false;
  }
  return at == n;
}
static struct fl_serve_scores_Score some_score(uint64_t random) {
  static const uint64_t some[] = {0x000fffffffffffff, 0xfff0000000000000, 0x8000000000000000, 0x7fffffffffffffff,
                                  0xbff0000000000000, 0x8000000000000001, 0x400fffffffffffff, 0xc000000000000000};
  return (struct fl_serve_scores_Score){random >> 50 & 15 ? 0 : FL_SERVE_records_NUMBER, some[random >> 40 & 7]};
}
/* A sorted set, of a few members or many; now and then it is none. */
static size_t make_sorted(uint64_t random, size_t from, size_t count) {
  size_t at = from;
  uint64_t score = 0xbff0000000000000;
  for (size_t i = 0; i < count && at + 16 < from + 65536; i++) {
    size_t n = 1 + (random >> (i & 31) & 1);
    score += n - 1 + (i % 7 == 6);
    value[at++] = 0;
    value[at++] = (uint8_t)(8 + n);
    for (unsigned j = 0; j < 8; j++) value[at++] = (uint8_t)(score >> (56 - 8 * j));
    value[at++] = (uint8_t)('a' + i % 7);
    if (n > 1) value[at++] = 'b';
  }
  if (at > from && (random >> 50 & 7) == 0) value[from + random % (at - from)] ^= (uint8_t)(1 << (random >> 45 & 7));
  return at - from;
}
/* Some of a few bytes each; now and then one byte is another one. */
static size_t make_items(uint64_t random, size_t from, size_t count) {
  size_t at = from;
  for (size_t i = 0; i < count && at + 8 < from + 65536; i++) {
    size_t n = random >> (i & 31) & 3;
    value[at++] = 0;
    value[at++] = (uint8_t)n;
    for (size_t j = 0; j < n; j++) value[at++] = (uint8_t)("0a1k-9v."[(random >> (i + j & 31)) & 7]);
  }
  if (at > from && (random >> 50 & 7) == 0) value[from + random % (at - from)] ^= (uint8_t)(1 << (random >> 45 & 7));
  return at - from;
}

/* What a script's process says: some bytes of the input, or what it may say. */
static struct {
  const uint8_t *data;
  size_t length;
  bool runs, parts;
} script;
static void say_next(uint64_t random, const uint8_t *data, size_t size, struct fl_serve_scripts_Next *next) {
  static const char *const some[] = {"+OK\r\n",
                                     "*2\r\n$3\r\nGET\r\n$1\r\nk\r\n",
                                     "*2\r\n:1\r\n*1\r\n$-1\r\n",
                                     "*3\r\n$3\r\nset\r\n$1\r\na\r\n$1\r\nv\r\n",
                                     "*1\r\n$4\r\nEXEC\r\n",
                                     "*3\r\n$5\r\nlpush\r\n$1\r\nl\r\n$1\r\nv\r\n",
                                     "*5\r\n$5\r\nBLMPO\r\n",
                                     "%1\r\n$1\r\na\r\n,1.5\r\n"};
  *next = (struct fl_serve_scripts_Next){random >> 33 & 3, random >> 35 & 1, random >> 36 & 1};
  if (next->what > FL_SERVE_scripts_ANSWER) next->what = (uint8_t)((random >> 40) % 6);
  size_t from = size ? (random >> 20) % size : 0;
  script.data = (const uint8_t *)some[random >> 44 & 7];
  script.length = strlen((const char *)script.data);
  if (random >> 50 & 1) return;
  script.data = data + from % (size + 1);
  script.length = size - from % (size + 1);
  if (random >> 51 & 1) script.length /= 2;
}

/* What waits for EXEC. */
static struct {
  uint8_t data[1 << 16];
  size_t length, at;
  bool runs;
} queue;

static bool about_records(int asks) {
  switch (asks) {
  case FL_SERVE_ASKS_records_find:
  case FL_SERVE_ASKS_records_find_any:
  case FL_SERVE_ASKS_records_is_there:
  case FL_SERVE_ASKS_records_find_behind:
  case FL_SERVE_ASKS_records_put:
  case FL_SERVE_ASKS_records_put_as:
  case FL_SERVE_ASKS_records_delete:
  case FL_SERVE_ASKS_records_touch:
  case FL_SERVE_ASKS_records_increase:
  case FL_SERVE_ASKS_records_splice:
  case FL_SERVE_ASKS_records_batch_begin:
  case FL_SERVE_ASKS_walks_next:
  case FL_SERVE_ASKS_walks_tally:
  case FL_SERVE_ASKS_walks_flush: return true;
  default: return false;
  }
}

/* Users. What one may is a matter of the command and of the key, so that it is seen to be asked for. */
static bool may(unsigned command) { return command * 2654435761u >> 29 != 0; }
static bool may_use(struct fl_serve_view key) {
  unsigned sum = 7;
  for (size_t i = 0; i < key.len; i++) sum = sum * 31 + key.data[i];
  return (sum * 2654435761u >> 30) != 0;
}

/* Slots: of a key, one of few. */
static struct fl_serve_slots_Place place(struct fl_serve_view key) {
  unsigned sum = 5;
  for (size_t i = 0; i < key.len; i++) sum = sum * 33 + key.data[i];
  return (struct fl_serve_slots_Place){.slot = sum & 3, .here = (sum & 3) != 0};
}

/* The key that is asked for. */
static bool key_of(int asks, const union fl_serve_request *q, struct fl_serve_view *key) {
  switch (asks) {
  case FL_SERVE_ASKS_records_find: *key = q->records_find.key; return true;
  case FL_SERVE_ASKS_records_find_any: *key = q->records_find_any.key; return true;
  case FL_SERVE_ASKS_records_is_there: *key = q->records_is_there.key; return true;
  case FL_SERVE_ASKS_records_find_behind: *key = q->records_find_behind.key; return true;
  case FL_SERVE_ASKS_queues_listen: *key = q->queues_listen.key; return true;
  case FL_SERVE_ASKS_records_put_as: *key = q->records_put_as.key; return true;
  case FL_SERVE_ASKS_records_put: *key = q->records_put.key; return true;
  case FL_SERVE_ASKS_records_delete: *key = q->records_delete.key; return true;
  case FL_SERVE_ASKS_records_touch: *key = q->records_touch.key; return true;
  case FL_SERVE_ASKS_records_increase: *key = q->records_increase.key; return true;
  case FL_SERVE_ASKS_records_splice: *key = q->records_splice.key; return true;
  case FL_SERVE_ASKS_records_prepare: *key = q->records_prepare.key; return true;
  case FL_SERVE_ASKS_transactions_watch: *key = q->transactions_watch.key; return true;
  default: return false;
  }
}
/* False: this user may not have it. */
static bool keys_are_allowed(int asks, const union fl_serve_request *q, bool all) {
  struct fl_serve_view key;
  if (key_of(asks, q, &key)) return may_use(key);
  return all || !(asks == FL_SERVE_ASKS_walks_next || asks == FL_SERVE_ASKS_walks_tally ||
                  asks == FL_SERVE_ASKS_walks_flush);
}
/* What nobody may have done. */
static bool is_for_users(int asks) {
  return about_records(asks) || asks == FL_SERVE_ASKS_reports_report || asks == FL_SERVE_ASKS_transactions_watch ||
         asks == FL_SERVE_ASKS_transactions_queue || asks == FL_SERVE_ASKS_transactions_begin ||
         asks == FL_SERVE_ASKS_scripts_find || asks == FL_SERVE_ASKS_scripts_begin ||
         asks == FL_SERVE_ASKS_records_admit ||
         asks == FL_SERVE_ASKS_records_now || asks == FL_SERVE_ASKS_queues_listen ||
         asks == FL_SERVE_ASKS_queues_wait || asks == FL_SERVE_ASKS_channels_join ||
         asks == FL_SERVE_ASKS_channels_tell;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 2) return 0;
  size_t piece = data[0] ? data[0] : size, given = 0, taken = 0;
  uint64_t random = data[1] * 0x9e3779b97f4a7c15u + 1, steps = 0;
  data += 2, size -= 2;
  struct fl_serve_session machine;
  union fl_serve_response answer = {0};
  uint8_t *copy = malloc(1);
  bool parts = false, parts_before = false; /* of an answer were put aside */
  bool touched = false;                     /* records were asked for by this command */
  bool together = false, given_names = false, gathering = false, others = false; /* came in since it began */
  struct fl_serve_span lent = {value, 0};
  bool whole = false; /* what was found last, or nothing was */
  unsigned found = 0; /* of which type it was */
  unsigned said = 0; /* by a script's process */
  struct fl_serve_bytes32 digits = {0};
  static const uint8_t whose[] = {FL_SERVE_users_ANYTHING, FL_SERVE_users_SOMETHING, FL_SERVE_users_NOBODY,
                                  FL_SERVE_users_SOMETHING};
  unsigned user = FL_SERVE_users_WRONG, first = whose[data[-1] & 3];
  bool forbidden = false, resets = false; /* by the last `may'; RESET is everybody's, and makes a report */
  bool all = data[-1] & 4, several = data[-1] & 8;
  uint32_t slot = UINT32_MAX; /* of this command's keys, or this transaction's */
  if (first > FL_SERVE_users_SOMETHING) first = FL_SERVE_users_SOMETHING;
  queue.length = queue.at = queue.runs = 0;
  script.runs = false;
  fl_serve_session_init(&machine);
  for (;;) {
    union fl_serve_request q;
    random = random * 6364136223846793005u + 1442695040888963407u;
    free(copy);
    bool runs = queue.runs || script.runs;
    size_t here = script.runs ? script.length : queue.runs ? queue.length - queue.at : given - taken;
    copy = malloc(here + !here); /* exactly as long: sanitizers see a read beyond it */
    if (here) memcpy(copy, script.runs ? script.data : queue.runs ? queue.data + queue.at : data + taken, here);
    struct fl_serve_span input = {copy, here};
    if (steps++ > 100 * (size + 100)) abort(); /* it does not end */
    int asks = fl_serve_session_step(&machine, answer, &q, input, lent, &out);
    if (others && about_records(asks)) abort();
    touched = touched || about_records(asks);
    struct fl_serve_view key;
    if (several && key_of(asks, &q, &key)) {
      struct fl_serve_slots_Place p = place(key);
      if (!p.here || (slot != UINT32_MAX && slot != p.slot)) abort();
      slot = p.slot;
    }
    resets = asks == FL_SERVE_ASKS_reports_report && q.reports_report.what == FL_SERVE_reports_RESET;
    if (user == FL_SERVE_users_WRONG && asks != FL_SERVE_ASKS_users_who) abort();
    if (user == FL_SERVE_users_NOBODY && is_for_users(asks) && !resets) abort();
    if (user == FL_SERVE_users_SOMETHING && (forbidden || !keys_are_allowed(asks, &q, all)) && is_for_users(asks))
      abort();
    switch (asks) {
    case FL_SERVE_ASKS_resp_more:
      if (runs || gathering) abort();
      others = false;
      answer.resp_more = given < size;
      given += size - given < piece ? size - given : piece;
      break;
    case FL_SERVE_ASKS_resp_consume:
      if (q.resp_consume.n > here || q.resp_consume.n == 0) abort();
      if (script.runs)
        script.data += q.resp_consume.n, script.length -= q.resp_consume.n;
      else
        *(queue.runs ? &queue.at : &taken) += q.resp_consume.n;
      if (gathering) abort();
      others = touched = forbidden = false;
      if (!runs) slot = UINT32_MAX;
      break;
    case FL_SERVE_ASKS_resp_meets:
      if (runs || gathering || touched) abort();
      answer.resp_meets = (random >> 40 & 15) == 0;
      break;
    case FL_SERVE_ASKS_resp_late:
      if (runs || gathering) abort();
      answer.resp_late = (random >> 40 & 15) == 0;
      break;
    case FL_SERVE_ASKS_resp_rest:
      if (runs || gathering || out.len > 0) abort();
      others = false;
      answer.resp_rest = (random >> 40 & 15) != 0;
      memset(out.data, 0xee, sizeof out.data);
      out.len = (uint16_t)(random >> 50);
      break;
    case FL_SERVE_ASKS_users_who:
      if (runs || queue.length > 0) abort();
      answer.users_who = (uint8_t)(user = first);
      break;
    case FL_SERVE_ASKS_users_prove:
      if (runs) abort();
      answer.users_prove = (uint8_t)(1 + (random >> 40 & 3));
      if (answer.users_prove < FL_SERVE_users_WRONG) user = answer.users_prove;
      break;
    case FL_SERVE_ASKS_users_may:
      if (user != FL_SERVE_users_SOMETHING || (queue.runs && !script.runs)) abort();
      answer.users_may = may(q.users_may.command);
      forbidden = !answer.users_may;
      break;
    case FL_SERVE_ASKS_users_may_use:
      if (user != FL_SERVE_users_SOMETHING || forbidden || (queue.runs && !script.runs)) abort();
      answer.users_may_use = may_use(q.users_may_use.key);
      forbidden = !answer.users_may_use;
      break;
    case FL_SERVE_ASKS_users_may_use_all:
      if (user != FL_SERVE_users_SOMETHING || forbidden) abort();
      answer.users_may_use_all = all;
      forbidden = !all;
      break;
    case FL_SERVE_ASKS_records_admit: /* before all else that a command does; in a transaction, always */
      if (together || gathering || (touched && !runs)) abort();
      answer.records_admit = runs || random >> 40 & 3 ? 0 : random >> 50 & 1 ? FL_SERVE_records_BUSY : 17;
      if (answer.records_admit == 0) others = false;
      break;
    case FL_SERVE_ASKS_records_wait:
      if (runs || out.len > 0) abort();
      answer.records_wait = (random >> 40 & 15) != 0;
      memset(out.data, 0xee, sizeof out.data);
      out.len = (uint16_t)(random >> 50);
      break;
    case FL_SERVE_ASKS_records_find:
      answer.records_find = (struct fl_serve_records_Found){(uint8_t)(random >> 40 & 7 ? 0 : random >> 50 & 15),
                                                            random >> 33 & 1, 0, random >> 34 & 1 ? random : 0};
      whole = false;
      lent.len = random >> 35 & 7 ? random >> 48 & 255 : random >> 48;
      break;
    case FL_SERVE_ASKS_records_find_any:
      answer.records_find_any =
          (struct fl_serve_records_Found){(uint8_t)(random >> 40 & 7 ? 0 : random >> 50 & 7), random >> 33 & 1,
                                          random >> 36 & 3, random >> 34 & 1 ? random : 0};
      lent.len = 0;
      found = answer.records_find_any.type = (uint8_t)((random >> 36 & 7) % 6);
      if (answer.records_find_any.there && found == FL_SERVE_records_STREAM)
        lent.len = make_stream(random, random >> 35 & 7 ? random >> 56 & 31 : 20000);
      else if (answer.records_find_any.there)
        lent.len = (found == FL_SERVE_records_ZSET ? make_sorted : make_items)(
            random, 0, random >> 35 & 7 ? random >> 56 & 31 : 30000);
      whole = !answer.records_find_any.there || is_whole(value, lent.len, found);
      break;
    case FL_SERVE_ASKS_records_is_there:
      answer.records_is_there = (struct fl_serve_records_Found){(uint8_t)(random >> 40 & 7 ? 0 : random >> 50 & 7),
                                                                random >> 33 & 1, random >> 36 & 3, random};
      whole = false;
      lent.len = 0;
      break;
    case FL_SERVE_ASKS_records_find_behind: {
      if (lent.len > 2 * MOST) abort(); /* there is room */
      answer.records_find_behind =
          (struct fl_serve_records_Found){(uint8_t)(random >> 40 & 7 ? 0 : random >> 50 & 7), random >> 33 & 1,
                                          random >> 36 & 3, random >> 34 & 1 ? random : 0};
      size_t size = 0;
      if (answer.records_find_behind.there)
        size = make_items(random, lent.len, random >> 35 & 7 ? random >> 56 & 31 : 30000);
      whole = whole && found != FL_SERVE_records_ZSET && found != FL_SERVE_records_STREAM &&
              is_whole(value + lent.len, size, FL_SERVE_records_SET);
      lent.len += size;
      break;
    }
    case FL_SERVE_ASKS_channels_join:
      if (runs) abort();
      if (user == FL_SERVE_users_SOMETHING && !(q.channels_join.pattern ? all : may_use(q.channels_join.name))) abort();
      answer.channels_join.status = (uint8_t)(random >> 40 & 7 ? 0 : 3 + (random >> 50 & 1));
      answer.channels_join.count = random >> 52 & 1;
      break;
    case FL_SERVE_ASKS_channels_leave:
      if (runs) abort();
      answer.channels_leave = random >> 52 & 1;
      break;
    case FL_SERVE_ASKS_channels_any:
      answer.channels_any = random >> 40 & 1;
      lent.len = random >> 55;
      break;
    case FL_SERVE_ASKS_channels_speaks: break;
    case FL_SERVE_ASKS_channels_tell:
      if (user == FL_SERVE_users_SOMETHING && !may_use(q.channels_tell.channel)) abort();
      answer.channels_tell = random >> 52 & 3;
      break;
    case FL_SERVE_ASKS_channels_audience: answer.channels_audience = random >> 52 & 3; break;
    case FL_SERVE_ASKS_channels_patterns: answer.channels_patterns = random >> 52 & 3; break;
    case FL_SERVE_ASKS_channels_list: answer.channels_list = (uint8_t)(random >> 40 & 7 ? 0 : 3); break;
    case FL_SERVE_ASKS_queues_patience:
      answer.queues_patience = (uint8_t)(random >> 40 & 7 ? 0 : random >> 50 & 1 ? FL_SERVE_queues_BELOW : 5);
      break;
    case FL_SERVE_ASKS_queues_listen: /* it begins anew */
      touched = false;
      if (q.queues_listen.type != FL_SERVE_records_LIST && q.queues_listen.type != FL_SERVE_records_ZSET &&
          q.queues_listen.type != FL_SERVE_records_STREAM)
        abort();
      answer.queues_listen = (uint8_t)(queue.runs ? FL_SERVE_records_UNKNOWN : random >> 40 & 7 ? 0 : random >> 50 & 7);
      break;
    case FL_SERVE_ASKS_queues_wait:
      if (runs || gathering || together || out.len > 0) abort();
      others = touched = false;
      answer.queues_wait.how = (uint8_t)(random >> 40 & 7 ? FL_SERVE_queues_CAME : 1 + (random >> 50 & 1));
      answer.queues_wait.key = random >> 52 & 1 ? FL_SERVE_queues_ANY : (uint32_t)(random >> 53 & 3);
      memset(out.data, 0xee, sizeof out.data);
      out.len = (uint16_t)(random >> 50);
      steps--; /* as often as it is called */
      break;
    case FL_SERVE_ASKS_records_put_as:
      if (q.records_put_as.type > FL_SERVE_records_STREAM || q.records_put_as.data.len > MOST) abort();
      if (q.records_put_as.type != FL_SERVE_records_STRING && q.records_put_as.type != FL_SERVE_records_LIST &&
          q.records_put_as.type != FL_SERVE_records_STREAM && q.records_put_as.data.len > CONTAINER)
        abort();
      if (whole && q.records_put_as.type &&
          !is_whole(q.records_put_as.data.data, q.records_put_as.data.len, q.records_put_as.type))
        abort();
      answer.records_put_as = (uint8_t)(random >> 40 & 3 ? 0 : random >> 50 & 7);
      break;
    case FL_SERVE_ASKS_records_edit: {
      const struct fl_serve_view head = q.records_edit.head, data = q.records_edit.data;
      size_t at = q.records_edit.at, cut = q.records_edit.cut, rest = lent.len - cut;
      if (at > lent.len || cut > lent.len - at) abort();
      answer.records_edit = rest <= 2 * MOST && head.len + data.len <= 2 * MOST - rest;
      if (!answer.records_edit) break;
      uint8_t *spare = malloc(data.len + 1);
      if (data.len) memcpy(spare, data.data, data.len);
      memmove(value + at + head.len + data.len, value + at + cut, rest - at);
      memcpy(value + at, head.data, head.len);
      memcpy(value + at + head.len, spare, data.len);
      free(spare);
      lent.len = rest + head.len + data.len;
      break;
    }
    case FL_SERVE_ASKS_records_sum: {
      size_t more = random >> 40 & 31;
      if (q.records_sum.lo > q.records_sum.hi || q.records_sum.hi > lent.len) abort();
      answer.records_sum = (uint8_t)(random >> 50 & 3 ? 0 : random >> 55 & 7);
      if (lent.len + more > sizeof value) answer.records_sum = FL_SERVE_records_LARGE;
      if (answer.records_sum == 0) lent.len += more;
      break;
    }
    case FL_SERVE_ASKS_records_random:
      if (q.records_random.below == 0) abort();
      answer.records_random = (uint32_t)(random >> 32) % q.records_random.below;
      steps--; /* so many were asked for */
      break;
    case FL_SERVE_ASKS_records_put: answer.records_put = (uint8_t)(random >> 40 & 3 ? 0 : random >> 50 & 7); break;
    case FL_SERVE_ASKS_records_delete:
      answer.records_delete = (struct fl_serve_records_Found){random >> 50 & 1, random >> 33 & 1, 0, 0};
      break;
    case FL_SERVE_ASKS_records_touch:
      answer.records_touch = (struct fl_serve_records_Found){random >> 50 & 1, random >> 33 & 1, 0, 0};
      break;
    case FL_SERVE_ASKS_records_increase:
      answer.records_increase = (struct fl_serve_records_Sum){random >> 50 & 7, random};
      break;
    case FL_SERVE_ASKS_records_splice:
      if (q.records_splice.at > MOST) abort();
      answer.records_splice = (struct fl_serve_records_Sum){random >> 50 & 7, random & 65535};
      break;
    case FL_SERVE_ASKS_records_batch_begin:
      if (together) abort();
      answer.records_batch_begin = (uint8_t)(random >> 40 & 3 ? 0 : random >> 50 & 7);
      together = answer.records_batch_begin == 0;
      break;
    case FL_SERVE_ASKS_records_prepare:
      if (!together) abort();
      answer.records_prepare = (uint8_t)(random >> 40 & 7 ? 0 : random >> 50 & 7);
      break;
    case FL_SERVE_ASKS_records_batch_end:
      if (!together) abort();
      together = false;
      break;
    case FL_SERVE_ASKS_records_now: answer.records_now = random >> (random >> 58); break;
    case FL_SERVE_ASKS_reports_report:
      answer.reports_report = random >> 50 & 7;
      lent.len = random >> 50;
      if (q.reports_report.what == FL_SERVE_reports_MOVED) lent.len %= 300;
      break;
    case FL_SERVE_ASKS_walks_next:
      answer.walks_next.status = random >> 40 & 15 ? 0 : random >> 50 & 7;
      answer.walks_next.there = (random >> 33 & 7) != 0;
      answer.walks_next.type = (random >> 42 & 7) % 5;
      answer.walks_next.mark = random >> 36 & 1 ? random : 7;
      lent.len = random >> 35 & 7 ? random >> 48 & 15 : random >> 48;
      given_names = false;
      break;
    case FL_SERVE_ASKS_walks_tally:
      answer.walks_tally.status = (uint8_t)(random >> 40 & 1 || queue.runs ? random >> 50 & 7 : FL_SERVE_records_BUSY);
      answer.walks_tally.n = random;
      break;
    case FL_SERVE_ASKS_walks_counted: /* others' turn, and the count begins anew */
      if (runs || gathering || out.len > 0) abort();
      others = false;
      answer.walks_counted = (random >> 40 & 15) != 0;
      memset(out.data, 0xee, sizeof out.data);
      out.len = (uint16_t)(random >> 50);
      break;
    case FL_SERVE_ASKS_scores_read:
      answer.scores_read = some_score(random);
      steps--; /* so many were said */
      break;
    case FL_SERVE_ASKS_scores_plus:
      answer.scores_plus = some_score(random);
      steps--; /* so many there are */
      break;
    case FL_SERVE_ASKS_scores_print:
      if (q.scores_print.score < 0x000fffffffffffff || q.scores_print.score > 0xfff0000000000000) abort();
      digits.len = 1 + (random >> 50 & 15);
      memset(digits.data, '7', digits.len);
      answer.scores_print = &digits;
      steps--; /* so many there are */
      break;
    case FL_SERVE_ASKS_scripts_find:
      if (script.runs) abort();
      answer.scripts_find = (uint8_t)(random >> 33 & 3 ? 0 : random >> 40 & 1 ? FL_SERVE_records_UNKNOWN : 3);
      lent.len = 40;
      break;
    case FL_SERVE_ASKS_scripts_known: answer.scripts_known = random >> 33 & 1; break;
    case FL_SERVE_ASKS_scripts_argument:
      if (script.runs) abort();
      answer.scripts_argument = (random >> 40 & 63) != 0;
      steps--; /* so many there are */
      break;
    case FL_SERVE_ASKS_scripts_begin:
      if (script.runs || gathering || q.scripts_begin.keys > q.scripts_begin.words) abort();
      answer.scripts_begin = (uint8_t)(random >> 33 & 7 ? 0 : FL_SERVE_records_UNKNOWN);
      if (answer.scripts_begin) break;
      script.runs = true;
      script.parts = parts;
      script.length = 0;
      parts = false;
      break;
    case FL_SERVE_ASKS_scripts_next:
      if (!script.runs || gathering || together) abort();
      say_next(random, data, size, &answer.scripts_next);
      said++;
      if (said > 50) answer.scripts_next.what = FL_SERVE_scripts_LATE;
      if (answer.scripts_next.what > FL_SERVE_scripts_ANSWER) script.length = 0;
      parts = others = touched = forbidden = false;
      slot = UINT32_MAX;
      memset(out.data, 0xee, sizeof out.data);
      out.len = (uint16_t)(random >> 50);
      break;
    case FL_SERVE_ASKS_scripts_over:
      if (!script.runs || gathering) abort();
      script.runs = false;
      said = 0;
      parts = script.parts;
      others = touched = false;
      answer.scripts_over = (uint8_t)(random >> 40 & 3);
      out.len = (uint16_t)(random >> 50);
      break;
    case FL_SERVE_ASKS_scripts_busy:
      if (runs) abort();
      answer.scripts_busy = random >> 40 & 1;
      break;
    case FL_SERVE_ASKS_scripts_stop: answer.scripts_stop = (uint8_t)(random >> 40 & 31); break;
    case FL_SERVE_ASKS_scripts_flush: break;
    case FL_SERVE_ASKS_walks_keep: answer.walks_keep = (uint8_t)(random >> 40 & 15 ? 0 : random >> 50 & 7); break;
    case FL_SERVE_ASKS_walks_give: given_names = true; break;
    case FL_SERVE_ASKS_walks_flush: answer.walks_flush = (uint8_t)(random >> 50 & 7); break;
    case FL_SERVE_ASKS_slots_shared: answer.slots_shared = several; break;
    case FL_SERVE_ASKS_slots_place: answer.slots_place = place(q.slots_place.key); break;
    case FL_SERVE_ASKS_transactions_queue: {
      struct fl_serve_view command = q.transactions_queue.command;
      bool room = command.len + 2 <= sizeof queue.data - queue.length;
      answer.transactions_queue = room ? 0 : FL_SERVE_records_LARGE;
      if (runs || command.len == 0) abort();
      if (!room) break;
      memcpy(queue.data + queue.length, command.data, command.len);
      queue.length += command.len;
      if (!q.transactions_queue.line) break;
      memcpy(queue.data + queue.length, "\r\n", 2);
      queue.length += 2;
      break;
    }
    case FL_SERVE_ASKS_transactions_watch: answer.transactions_watch = (uint8_t)(random >> 50 & 7); break;
    case FL_SERVE_ASKS_transactions_forget:
      if (runs) abort();
      if (q.transactions_forget.queued) queue.length = 0;
      break;
    case FL_SERVE_ASKS_transactions_begin:
      answer.transactions_begin = (random >> 40 & 3) != 0;
      queue.at = 0;
      queue.runs = answer.transactions_begin;
      parts = false;
      break;
    case FL_SERVE_ASKS_transactions_over:
      if (!queue.runs || script.runs) abort();
      queue.runs = false;
      answer.transactions_over = random >> 40 & 7 ? parts : FL_SERVE_transactions_LIED;
      break;
    case FL_SERVE_ASKS_answers_gather:
      if (gathering) abort();
      gathering = true;
      parts_before = parts;
      parts = false;
      break;
    case FL_SERVE_ASKS_answers_drop:
      answer.answers_drop = parts;
      gathering = false;
      parts = parts || parts_before;
      break;
    case FL_SERVE_ASKS_answers_gathered:
      if (!gathering) abort();
      gathering = false;
      answer.answers_gathered = parts && !queue.runs;
      parts = runs && (parts || parts_before);
      break;
    case FL_SERVE_ASKS_answers_hush: /* between commands */
    case FL_SERVE_ASKS_reports_refused:
      if (runs || gathering || together) abort();
      break;
    case FL_SERVE_ASKS_answers_respond:
      if (together) abort();
      others = others || (!gathering && !runs);
      parts = gathering || queue.runs;
      given_names = false;
      /* To whom it is lent next, it may be written over. */
      answer.answers_respond = (random >> 40 & 63) != 0;
      memset(out.data, 0xee, sizeof out.data);
      out.len = (uint16_t)(random >> 50);
      break;
    case FL_SERVE_TRAP: abort();
    case FL_SERVE_DONE:
      if (together || runs || given_names) abort();
      free(copy);
      return 0;
    default: abort(); /* what this does not know */
    }
  }
}
