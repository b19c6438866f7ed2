/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The redo log by itself (monitor/serve/redo_trusted.c), over a store whose owner does with it what he likes: a seal's
 * root has its own state, or is refused. `edits', `mixtures', `limits', `odd SEED NUMBER' (logs that were sealed, and
 * that no server writes). Says what it has tried; for sanitizers. */
#include "redo_trusted.h"

#include "digest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MUST(what)                                                            \
  do {                                                                        \
    if (!(what)) {                                                            \
      printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #what);               \
      exit(1);                                                                \
    }                                                                         \
  } while (0)

/* ---- A store that anybody may change ---- */

struct entry { uint32_t key_length, length; uint8_t key[FL_STORE_KEY], *value; };
struct owned { struct entry *all; size_t count; };

static struct entry *find(const struct owned *o, const void *key, size_t length) {
  for (size_t i = 0; i < o->count; i++)
    if (o->all[i].key_length == length && memcmp(o->all[i].key, key, length) == 0) return &o->all[i];
  return NULL;
}
static void drop(struct owned *o, const void *key, size_t length) {
  struct entry *e = find(o, key, length);
  if (!e) return;
  free(e->value);
  *e = o->all[--o->count];
}
static void set(struct owned *o, const void *key, size_t key_length, const void *value, size_t length) {
  struct entry e = {.key_length = (uint32_t)key_length, .length = (uint32_t)length};
  MUST(e.value = malloc(length + 1));
  if (length) memcpy(e.value, value, length);
  memcpy(e.key, key, key_length);
  drop(o, key, key_length);
  MUST(o->all = realloc(o->all, (o->count + 1) * sizeof *o->all));
  o->all[o->count++] = e;
}
static void empty(struct owned *o) {
  for (size_t i = 0; i < o->count; i++) free(o->all[i].value);
  free(o->all);
  *o = (struct owned){0};
}
static struct owned copy(const struct owned *o) {
  struct owned c = {0};
  for (size_t i = 0; i < o->count; i++)
    set(&c, o->all[i].key, o->all[i].key_length, o->all[i].value, o->all[i].length);
  return c;
}

static enum fl_store_result get(void *context, const uint8_t *key, size_t key_length, uint8_t *value, size_t *length) {
  const struct entry *e = find(context, key, key_length);
  if (!e) return FL_STORE_ABSENT;
  if (e->length) memcpy(value, e->value, e->length);
  *length = e->length;
  return FL_STORE_FOUND;
}
static unsigned fails_after = 1000;
static enum fl_store_result get_failing(void *context, const uint8_t *key, size_t key_length, uint8_t *value,
                                        size_t *length) {
  return fails_after-- == 0 ? FL_STORE_FAILED : get(context, key, key_length, value, length);
}
static bool commit(void *context, const struct fl_store_change *changes, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (!changes[i].value) drop(context, changes[i].key, changes[i].key_length);
    else set(context, changes[i].key, changes[i].key_length, changes[i].value, changes[i].value_length);
  return true;
}
static struct fl_store over(struct owned *o) { return (struct fl_store){o, get, NULL, commit, NULL, NULL, false}; }

static const uint8_t head_key[2] = "sr";
static size_t piece_key(uint8_t key[FL_REDO_KEY], uint64_t n) {
  memcpy(key, head_key, 2);
  for (int i = 0; i < 8; i++) key[2 + i] = (uint8_t)(n >> 8 * (7 - i));
  return FL_REDO_KEY;
}
static struct entry *piece(const struct owned *o, uint64_t n) {
  uint8_t key[FL_REDO_KEY];
  return find(o, key, piece_key(key, n));
}

/* ---- What a server does ---- */

enum { KEYS = 10 };
struct state {
  uint64_t now, expires[KEYS];
  bool there[KEYS];
  uint8_t type[KEYS], value[KEYS][32];
  size_t length[KEYS];
};
/* At a seal: its root, its store, and what there is. */
struct sealed { uint8_t root[32]; struct owned store; struct state has; };
struct server { struct owned store; struct fl_store adapted; struct fl_host *host; struct fl_redo redo; };

static const char *key_of(unsigned k) {
  static const char *const names[KEYS] = {"a", "number", "late", "third", "gone", "x", "y", "", "counter", "hash"};
  return names[k];
}
/* What has ended by then goes: nobody looks back. */
static void read_state(struct fl_host *host, uint64_t now, struct state *s) {
  memset(s, 0, sizeof *s);
  s->now = now;
  for (unsigned k = 0; k < KEYS; k++) {
    struct fl_host_value v;
    MUST(fl_host_get(host, key_of(k), strlen(key_of(k)), now, &v) == FL_HOST_OK);
    s->there[k] = v.data != NULL;
    s->expires[k] = v.expires;
    s->type[k] = v.type;
    s->length[k] = v.length;
    if (v.data) fl_digest(v.data, v.length, s->value[k]);
  }
}

enum outcome { REFUSED, SAME, OTHER };
static enum outcome start(struct owned *o, const uint8_t root[32], const struct state *has);

static enum fl_host_status done(struct server *s, enum fl_redo_kind kind, unsigned k, uint64_t now, uint64_t number,
                                const char *data, size_t length) {
  struct fl_redo_change c = {kind, key_of(k), data, strlen(key_of(k)), length, now, number};
  bool was;
  int64_t sum;
  size_t whole;
  enum fl_host_status status = FL_HOST_OK;
  switch (kind) {
  case FL_REDO_PUT: status = fl_host_put(s->host, c.key, c.key_length, data, length, number); break;
  case FL_REDO_PUT_TYPED:
    status = fl_host_put_typed(s->host, c.key, c.key_length, data, length, number, (uint8_t)now);
    break;
  case FL_REDO_DELETE: status = fl_host_delete(s->host, c.key, c.key_length, now, &was); break;
  case FL_REDO_TOUCH: status = fl_host_touch(s->host, c.key, c.key_length, now, number, &was); break;
  case FL_REDO_ADD: status = fl_host_add(s->host, c.key, c.key_length, now, (int64_t)number, &sum); break;
  case FL_REDO_SPLICE:
    status = fl_host_splice(s->host, c.key, c.key_length, now, number, data, length, &whole);
    break;
  }
  MUST(status == FL_HOST_OK);
  fl_redo_note(&s->redo, &c);
  return status;
}

static void seal(struct server *s, bool checkpoint, uint64_t now, struct sealed *to) {
  struct fl_host_seal state;
  size_t count;
  const struct fl_store_change *batch;
  if (checkpoint || !fl_redo_seal(&s->redo, state.root)) {
    MUST(fl_host_commit_begin(s->host, &state) == FL_HOST_OK);
    MUST(fl_redo_checkpoint(&s->redo, s->host, state.root) == FL_HOST_OK);
    batch = fl_host_commit_batch(s->host, &count);
    MUST(commit(&s->store, batch, count));
    fl_host_commit_end(s->host);
  } else {
    batch = fl_redo_batch(&s->redo, (const uint8_t *)"seal", 4, &count);
    MUST(commit(&s->store, batch, count));
  }
  MUST(!s->redo.changed);
  memcpy(to->root, state.root, 32);
  to->store = copy(&s->store);
  read_state(s->host, now, &to->has);
}

static void begin(struct server *s) {
  *s = (struct server){0};
  s->adapted = over(&s->store);
  MUST(s->host = fl_host_new(&(struct fl_host_options){.slots = 512}, &s->adapted));
  MUST(fl_host_start(s->host, NULL) == FL_HOST_OK);
}
static void end(struct server *s) {
  s->adapted.close = NULL;
  fl_host_free(s->host);
  fl_redo_free(&s->redo);
  empty(&s->store);
}

/* Some of each kind, with times that matter: what had ended when something was added to it, and what had not. */
enum { SEALS = 8 };
static void history(unsigned n, struct sealed all[SEALS]) {
  struct server server, *s = &server;
  char text[300];
  begin(s);
  memset(text, 'a' + (int)n, sizeof text);
  done(s, FL_REDO_PUT, 0, 0, 0, text, 9);
  done(s, FL_REDO_PUT, 4, 0, 0, "here", 4);
  seal(s, true, 0, &all[0]);
  for (unsigned half = 0; half < 2; half++) {
    struct sealed *at = all + 1 + 4 * half;
    uint64_t t = 1000 * half;
    done(s, FL_REDO_ADD, 8, t, 1, NULL, 0);
    if (half) seal(s, true, t, &all[4]);
    text[0] = (char)('0' + half);
    done(s, FL_REDO_PUT, 0, 0, 5000, text, 20 + n);
    done(s, FL_REDO_PUT, 1, 0, t + 500, "41", 2);
    done(s, FL_REDO_ADD, 1, t + 400, 1 + n, NULL, 0); /* keeps its time */
    done(s, FL_REDO_PUT, 2, 0, t + 300, "70", 2);
    done(s, FL_REDO_ADD, 2, t + 400, (uint64_t)-3, NULL, 0); /* which was over: from 0 */
    seal(s, false, t + 400, &at[0]);
    done(s, FL_REDO_PUT, 3, 0, t + 410, "old", 3);
    done(s, FL_REDO_SPLICE, 3, t + 420, 2, text, 5); /* from nothing */
    done(s, FL_REDO_SPLICE, 0, t + 420, 10, text, 280);
    done(s, FL_REDO_TOUCH, 0, t + 430, 9000 + half, NULL, 0);
    done(s, FL_REDO_PUT, 5, 0, 0, "x", 1);
    done(s, FL_REDO_PUT_TYPED, 9, 1, n % 2 ? 0 : 7000, "\0\1f\0\1v", 6);
    seal(s, false, t + 440, &at[1]);
    struct sealed again = {0}; /* nothing was done: it is what it was */
    seal(s, false, t + 440, &again);
    MUST(memcmp(again.root, at[1].root, 32) == 0 && start(&again.store, again.root, &again.has) == SAME);
    empty(&again.store);
    done(s, FL_REDO_TOUCH, 1, t + 450, 0, NULL, 0); /* for ever */
    done(s, FL_REDO_DELETE, 4, t + 450, 0, NULL, 0);
    done(s, FL_REDO_PUT, 7, 0, 0, "", 0);
    done(s, FL_REDO_PUT, 6, 0, 0, text, 3);
    if (half) done(s, FL_REDO_DELETE, 5, t + 450, 0, NULL, 0);
    seal(s, false, t + 900, &at[2]);
  }
  end(s);
}

/* ---- Who starts from a store ---- */

static enum outcome start(struct owned *o, const uint8_t root[32], const struct state *has) {
  struct fl_store store = over(o);
  struct fl_redo_found found;
  struct fl_host_seal from = {.epoch = 1};
  enum fl_host_status status = fl_redo_find(&store, root, &found);
  struct fl_host *host = NULL;
  enum outcome came = REFUSED;
  if (status == FL_HOST_OK) {
    memcpy(from.root, found.root, 32);
    MUST(host = fl_host_new(&(struct fl_host_options){.slots = 512}, &store));
    status = fl_host_start(host, &from);
    if (status == FL_HOST_OK) status = fl_redo_again(host, &found);
    MUST((status == FL_HOST_OK) == (fl_host_why(host) == NULL));
  }
  if (status == FL_HOST_OK) {
    struct state got;
    struct fl_host_value v;
    /* A record of the tree that was exchanged, too, is found out when it is asked for. */
    for (unsigned k = 0; k < KEYS && status == FL_HOST_OK; k++)
      status = fl_host_get(host, key_of(k), strlen(key_of(k)), has->now, &v);
    if (status == FL_HOST_OK) {
      read_state(host, has->now, &got);
      came = memcmp(&got, has, sizeof got) == 0 ? SAME : OTHER;
    }
  }
  MUST(status == FL_HOST_OK || status == FL_HOST_LIE);
  free(found.changes.data);
  fl_host_free(host);
  return came;
}

static unsigned tried, same;
/* Anything but the state that was sealed is a mistake. */
static void attempt(struct owned *o, const struct sealed *sealed, bool may_be_same) {
  enum outcome came = start(o, sealed->root, &sealed->has);
  tried++;
  same += came == SAME;
  MUST(came != OTHER);
  MUST(may_be_same || came == REFUSED);
}

/* ---- Edits ---- */

static size_t change_length(const uint8_t *at) {
  size_t key = (size_t)at[3] << 8 | at[4], length = (size_t)at[5 + key + 18] << 8 | at[5 + key + 19];
  return 25 + key + length;
}

static void edit_value(const struct sealed *sealed, const void *key, size_t key_length) {
  struct owned o = copy(&sealed->store);
  const struct entry *e = find(&sealed->store, key, key_length);
  MUST(e);
  uint8_t longer[FL_STORE_VALUE];
  for (size_t i = 0; i < e->length; i++)
    for (unsigned bit = 0; bit < 8; bit++) {
      struct entry *mine = find(&o, key, key_length);
      mine->value[i] ^= (uint8_t)(1u << bit);
      attempt(&o, sealed, false);
      mine->value[i] ^= (uint8_t)(1u << bit);
    }
  for (size_t n = 0; n < e->length; n++) { /* cut; and cut out of it */
    set(&o, key, key_length, e->value, n);
    attempt(&o, sealed, false);
    memcpy(longer, e->value, n);
    memcpy(longer + n, e->value + n + 1, e->length - n - 1);
    set(&o, key, key_length, longer, e->length - 1);
    attempt(&o, sealed, false);
  }
  for (size_t n = 0; n <= e->length; n++) { /* one more byte */
    memcpy(longer, e->value, n);
    longer[n] = (uint8_t)n;
    memcpy(longer + n + 1, e->value + n, e->length - n);
    set(&o, key, key_length, longer, e->length + 1);
    attempt(&o, sealed, false);
  }
  drop(&o, key, key_length);
  attempt(&o, sealed, false);
  empty(&o);
}

/* A change left out, done twice, exchanged with the next; a piece that ends there, and the next has the rest. */
static void edit_changes(const struct sealed *sealed, uint64_t n) {
  const struct entry *e = piece(&sealed->store, n), *next = piece(&sealed->store, n + 1);
  struct owned o = copy(&sealed->store);
  uint8_t joined[FL_STORE_VALUE];
  for (size_t at = 0, size; at < e->length; at += size) {
    const uint8_t *v = e->value;
    size = change_length(v + at);
    MUST(at + size <= e->length);
    memcpy(joined, v, at);
    memcpy(joined + at, v + at + size, e->length - at - size);
    set(&o, e->key, e->key_length, joined, e->length - size);
    attempt(&o, sealed, false);
    memcpy(joined, v, at + size);
    memcpy(joined + at + size, v + at, e->length - at);
    set(&o, e->key, e->key_length, joined, e->length + size);
    attempt(&o, sealed, false);
    if (at + size < e->length) {
      size_t second = change_length(v + at + size);
      memcpy(joined, v, e->length);
      memcpy(joined + at, v + at + size, second);
      memcpy(joined + at + second, v + at, size);
      set(&o, e->key, e->key_length, joined, e->length);
      attempt(&o, sealed, false);
    }
    if (next) {
      memcpy(joined, v + at, e->length - at);
      memcpy(joined + e->length - at, next->value, next->length);
      set(&o, e->key, e->key_length, v, at);
      set(&o, next->key, next->key_length, joined, e->length - at + next->length);
      attempt(&o, sealed, false);
      set(&o, next->key, next->key_length, next->value, next->length);
    }
  }
  empty(&o);
}

static void edits(void) {
  struct sealed all[SEALS];
  uint8_t key[FL_REDO_KEY];
  history(0, all);
  for (unsigned i = 0; i < SEALS; i++) {
    struct owned o = copy(&all[i].store);
    MUST(start(&o, all[i].root, &all[i].has) == SAME);
    set(&o, key, piece_key(key, 1000), "nobody's", 8);
    MUST(start(&o, all[i].root, &all[i].has) == SAME);
    empty(&o);
    for (size_t j = 0; i % 4 == 0 && j < all[i].store.count; j++) /* a checkpoint has nothing of it */
      MUST(memcmp(all[i].store.all[j].key, head_key, 2) != 0);
  }
  const struct sealed *last = &all[3];
  MUST(find(&last->store, head_key, 2)->length == FL_REDO_HEAD && piece(&last->store, 2) && !piece(&last->store, 3));
  edit_value(last, head_key, 2);
  for (uint64_t n = 0; n < 3; n++) {
    edit_value(last, key, piece_key(key, n));
    edit_changes(last, n);
    for (uint64_t m = 0; m < 3; m++) { /* one for another, and both */
      struct owned o = copy(&last->store);
      const struct entry *a = piece(&last->store, n), *b = piece(&last->store, m);
      set(&o, a->key, a->key_length, b->value, b->length);
      attempt(&o, last, n == m);
      set(&o, b->key, b->key_length, a->value, a->length);
      attempt(&o, last, n == m);
      empty(&o);
    }
  }
  /* The head in the place of the tree's root. */
  /* A store that does not answer is no liar, and is asked again by the next start. */
  for (unsigned n = 0; n < 4; n++) {
    struct owned o = copy(&last->store);
    struct fl_store store = over(&o);
    struct fl_redo_found found;
    store.get = get_failing;
    fails_after = n;
    MUST(fl_redo_find(&store, last->root, &found) == FL_HOST_STORE);
    free(found.changes.data);
    empty(&o);
  }
  struct owned o = copy(&last->store);
  const struct entry *head = find(&last->store, head_key, 2);
  set(&o, "n\0\0", 3, head->value, head->length);
  attempt(&o, last, false);
  drop(&o, head_key, 2);
  attempt(&o, last, false);
  empty(&o);
  for (unsigned i = 0; i < SEALS; i++) empty(&all[i].store);
  printf("%u edits: all but %u, which change nothing, refused\n", tried, same);
}

/* ---- Mixtures: root, head, pieces and tree of any two stores' seals ---- */

static void bring(struct owned *to, const struct owned *from, bool head, bool pieces, bool tree) {
  for (size_t i = 0; i < from->count; i++) {
    const struct entry *e = &from->all[i];
    bool is_head = e->key_length == 2 && memcmp(e->key, head_key, 2) == 0;
    bool is_piece = e->key_length == FL_REDO_KEY && memcmp(e->key, head_key, 2) == 0;
    if (is_head ? head : is_piece ? pieces : tree) set(to, e->key, e->key_length, e->value, e->length);
  }
}

static void mixtures(void) {
  struct sealed all[2 * SEALS];
  unsigned whole = 0;
  history(0, all);
  history(1, all + SEALS);
  for (unsigned r = 0; r < 2 * SEALS; r++)
    for (unsigned h = 0; h < 2 * SEALS; h++)
      for (unsigned p = 0; p < 2 * SEALS; p++)
        for (unsigned t = 0; t < 2 * SEALS; t += h == r && p == r ? 1 : 3) {
          struct owned o = {0};
          bring(&o, &all[h].store, true, false, false);
          bring(&o, &all[p].store, false, true, false);
          bring(&o, &all[t].store, false, false, true);
          unsigned before = same;
          attempt(&o, &all[r], true);
          if (r == h && h == p && p == t) whole += same > before;
          /* No head but its own, no tree but its checkpoint's; a checkpoint looks at no log. */
          bool own_tree = t / 4 == r / 4, log = r % 4 != 0;
          if (same > before) MUST(own_tree && (!log || (h == r && p / 4 == r / 4 && p >= r)));
          empty(&o);
        }
  for (unsigned i = 0; i < 2 * SEALS; i++) empty(&all[i].store);
  MUST(whole == 2 * SEALS);
  printf("%u mixtures: %u have what was sealed, all others are refused\n", tried, same);
}

/* ---- Logs that were sealed, by nobody ---- */

static void seal_log(struct sealed *s, const uint8_t *changes, size_t length, uint64_t bytes, size_t cut) {
  uint8_t head[FL_REDO_HEAD], chain[32] = {0}, key[FL_REDO_KEY];
  uint64_t n = 0;
  memcpy(head, find(&s->store, head_key, 2)->value, 40);
  for (size_t at = 0, size; at < length; at += size) {
    size = length - at < cut ? length - at : cut;
    set(&s->store, key, piece_key(key, n++), changes + at, size);
    fl_digest_both(chain, 32, changes + at, size, chain);
  }
  for (int i = 0; i < 8; i++) {
    head[40 + i] = (uint8_t)(n >> 8 * (7 - i));
    head[48 + i] = (uint8_t)(bytes >> 8 * (7 - i));
  }
  memcpy(head + 56, chain, 32);
  set(&s->store, head_key, 2, head, sizeof head);
  fl_digest(head, sizeof head, s->root);
}

static void odd(unsigned seed, unsigned number) {
  struct sealed all[SEALS];
  uint8_t log[4000], made[4000];
  size_t length = 0;
  history(0, all);
  srand(seed);
  struct sealed *s = &all[3];
  for (uint64_t n = 0; n < 3; n++) {
    const struct entry *e = piece(&s->store, n);
    memcpy(log + length, e->value, e->length);
    length += e->length;
  }
  seal_log(s, log, length, length, 100); /* cut elsewhere, and sealed so */
  attempt(&s->store, s, true);
  MUST(same == 1);
  unsigned refused = 0;
  for (unsigned i = 0; i < number; i++) {
    size_t n = length;
    memcpy(made, log, n);
    for (unsigned j = rand() % 4; j-- > 0;) {
      size_t at = (size_t)rand() % n;
      switch (rand() % 4) {
      case 0: made[at] ^= (uint8_t)(1u << rand() % 8); break;
      case 1: made[at] = (uint8_t)(rand() % 2 ? 0xff : rand()); break;
      case 2: memset(made + at, 0xff, n - at < 8 ? n - at : 8); break;
      default: if (n > 2) memmove(made + at, made + at + 1, --n - at);
      }
    }
    if (rand() % 3 == 0) n = (size_t)rand() % n;
    if (n == 0) continue;
    seal_log(s, made, n, n, 1 + (size_t)rand() % 300);
    refused += start(&s->store, s->root, &s->has) == REFUSED; /* whatever it says is what was sealed */
  }
  MUST(number < 100 || (refused > number / 10 && refused < number));
  const uint64_t lies[] = {0, length - 1, length + 1, (uint64_t)1 << 62, UINT64_MAX};
  for (unsigned i = 0; i < sizeof lies / sizeof *lies; i++) { /* heads that cannot be */
    seal_log(s, log, length, lies[i], 100);
    attempt(&s->store, s, false);
  }
  memcpy(made, log, length); /* changes that cannot be: the first has no such kind; the last is not all there; a sum */
  made[0] = '?';
  seal_log(s, made, length, length, 100);
  attempt(&s->store, s, false);
  for (size_t cut = 1; cut < 26; cut++) {
    seal_log(s, log, length - cut, length - cut, 100);
    attempt(&s->store, s, false);
  }
  static const uint8_t sum[] = "a\0\0\0\1a\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0\1\0\0\0"; /* of what is no number */
  memcpy(made, log, length);
  memcpy(made + length, sum, sizeof sum);
  seal_log(s, made, length + sizeof sum, length + sizeof sum, 100);
  attempt(&s->store, s, false);
  seal_log(s, log, length, length, 1);
  attempt(&s->store, s, true);
  MUST(same == 2);
  for (unsigned i = 0; i < SEALS; i++) empty(&all[i].store);
  printf("%u logs that were sealed: %u refused\n", number, refused);
}

/* ---- Limits ---- */

static void limits(void) {
  struct server server, *s = &server;
  struct sealed at = {0};
  static char large[60000];
  uint8_t root[32], before[32];
  begin(s);
  seal(s, true, 0, &at);
  memcpy(before, at.root, 32);
  empty(&at.store);
  seal(s, false, 0, &at); /* nothing was done: the tree's root still, and no head */
  MUST(memcmp(at.root, before, 32) == 0 && !find(&at.store, head_key, 2));
  empty(&at.store);
  MUST(!fl_redo_wants_checkpoint(&s->redo) && !s->redo.changed);
  struct fl_redo_change c = {FL_REDO_PUT, "k", large, 1, sizeof large, 0, 0};
  unsigned n = 0;
  while (!fl_redo_wants_checkpoint(&s->redo)) { /* in one seal */
    fl_redo_note(&s->redo, &c);
    MUST(s->redo.changed && ++n < 1000);
  }
  MUST(n > FL_REDO_MOST / 60100 && n < FL_REDO_MOST / 59000);
  fl_redo_note(&s->redo, &c);
  MUST(s->redo.now.length == 0 && !fl_redo_seal(&s->redo, root));
  seal(s, false, 0, &at); /* a checkpoint, then */
  MUST(!find(&at.store, head_key, 2) && !fl_redo_wants_checkpoint(&s->redo) && !s->redo.changed);
  empty(&at.store);
  for (n = 0; !fl_redo_wants_checkpoint(&s->redo); n++) { /* in many */
    for (unsigned i = 0; i < 8; i++) fl_redo_note(&s->redo, &c);
    MUST(n < 100);
    seal(s, false, 0, &at);
    empty(&at.store);
  }
  MUST(n > FL_REDO_MOST / 8 / 60100 && find(&s->store, head_key, 2) && piece(&s->store, n - 1));
  fl_redo_unknown(&s->redo);
  MUST(!fl_redo_seal(&s->redo, root));
  seal(s, false, 0, &at);
  MUST(!find(&at.store, head_key, 2) && !piece(&at.store, 0) && !piece(&at.store, n - 1));
  MUST(memcmp(at.root, before, 32) == 0); /* what was noted was never done */
  empty(&at.store);
  end(s);
  puts("limits");
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  if (strcmp(what, "edits") == 0) edits();
  else if (strcmp(what, "mixtures") == 0) mixtures();
  else if (strcmp(what, "limits") == 0) limits();
  else if (strcmp(what, "odd") == 0 && argc == 4) odd((unsigned)atoi(argv[2]), (unsigned)atoi(argv[3]));
  else return 2;
  return 0;
}
