/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A store behind the monitor: every answer is checked before it is given.
 *
 * The host moves records between your store and the monitor's cache, and keeps the upper levels of the tree there, so
 * that an answer costs few moves or none. Nothing that the store says is believed: what comes from it is compared with
 * digests that were in the cache when it left (gate_trusted.h is where). An answer is right when it is given; what that
 * means, and what it does not, is in docs/monitor-serve.md.
 *
 *     struct fl_host *host = fl_host_new(&(struct fl_host_options){.slots = 65536}, store);
 *     fl_host_start(host, NULL);                                       an empty store
 *     fl_host_put(host, "k", 1, "v", 1, 0);
 *     fl_host_get(host, "k", 1, now, &value);
 *     fl_host_commit(host, &seal);                                     into the store; seal.root: keep it where
 *                                                                      nobody can put an older one in its place
 *
 * Three modes, by fl_host_options.mode.
 *
 *   FL_HOST_MERKLE   All records are in the tree. An answer is right when it is given, and certify is not needed. What
 *                    leaves the cache and comes back costs some hashes.
 *   FL_HOST_HYBRID   What is asked for more than once leaves the tree for the multiset hash ("Blum"): it comes and goes
 *                    for two keyed hashes of 80 bytes, or, asked for more than once in an epoch by one thread only,
 *                    stays in that one's cache for none. AN ANSWER IS PROVISIONAL until its epoch is certified
 *                    (fl_host_receipt, fl_host_certify): before that it may be wrong, and is then never certified: the
 *                    monitor takes what was asked of such records some dozens at a time, all of it before an epoch
 *                    ends, and an answer that is not the monitor's ends all answers. What was not asked for in an epoch
 *                    goes back to the tree when that ends.
 *   FL_HOST_BLUM     The same, but nothing goes back before a commit.
 *
 * Records of Blum are in memory, with the time at which each left, beside those of the store; a commit takes all of
 * them back to the tree, and certifies first.
 *
 * Threads: a host belongs to one thread at a time, unless options.threads says more. Then each of them takes a handle
 * of its own (fl_host_thread), and works with it at the same time as the others; any one of them may certify or commit.
 * In Merkle mode the tree is in as many parts, each with a lock and a thread of the monitor: which part a key is in,
 * its first bits say; the number is a power of two. In the other modes each handle has a thread of the monitor, and
 * records go from one to another by Blum. Memory: 24 MB, and as much for each thread of the monitor, what `near` asks
 * for, 64 bytes and more for each record of Blum, and what has changed since the last commit.
 *
 * Changes reach the store with a commit only, all of them at once. A commit may be made while answers go on: begin it,
 * hand the batch to another thread, and end it when that is done. One at a time. */
#ifndef FL_HOST_H
#define FL_HOST_H
#include "fl_store.h"

#ifdef __cplusplus
extern "C" {
#endif

enum fl_host_status {
  FL_HOST_OK,
  FL_HOST_LIE,    /* the store does not have what it was given, or says something else: fl_host_why. For good */
  FL_HOST_STORE,  /* the store failed; nothing is changed, and asking again may help */
  FL_HOST_MEMORY, /* there is none; likewise, but in a commit for good */
  FL_HOST_TOO_LARGE,
  FL_HOST_NO_NUMBER, /* of fl_host_add: what is there is none */
  FL_HOST_FULL,      /* nothing was done: the epoch's 2^32 times are used up; call fl_host_certify and retry */
  FL_HOST_NO_WALK,   /* of fl_host_next: not in this mode */
  FL_HOST_OVERFLOW,  /* of fl_host_add: the sum would not fit; nothing is changed */
  FL_HOST_WRONG_TYPE /* of _add and _splice: what is there is no string; of _put_typed: no type. Nothing is changed */
};

enum fl_host_mode { FL_HOST_MERKLE, FL_HOST_HYBRID, FL_HOST_BLUM };

struct fl_host;
struct fl_gate_call;

struct fl_host_options {
  uint32_t slots; /* records in the monitor's cache: 512 to 65536 */
  /* Records that left it and are kept here all the same, of 336 bytes each, where looking into the store is dear; they
   * are compared with their digests when they come back. 0: none. */
  uint32_t near;
  /* The monitor's log as it is made (docs/monitor-log.md), for an audit; or NULL. What the monitor has not taken yet is
   * not in it, and is when an epoch ends. The incarnation is in its header: a number that grows with each run over a
   * store, or 0. */
  void (*log)(void *context, const uint8_t *bytes, size_t length);
  void *log_context;
  uint64_t incarnation;
  enum fl_host_mode mode;
  uint32_t threads; /* 0 is 1; at most FL_HOST_THREADS */
  /* Keys have at most 31 bytes, and are places in the tree as they are, instead of by their SHA-256: nothing rests on
   * that then, and it takes no time; the tree is as deep as many keys begin alike. */
  bool short_keys;
  /* In Merkle mode, of a host with one handle: a cache in so many parts, each of `slots` records, for stores that one
   * is too small for. The tree is in as many, as with `threads`; a power of two, at most FL_HOST_THREADS; 0 is 1. */
  uint32_t parts;
  /* Instead of `log`, where the monitor has several threads: a log for each. Called by whoever works with it. */
  void (*thread_log)(void *context, uint32_t thread, const uint8_t *bytes, size_t length);
  /* In Merkle mode, of the server: what the monitor is asked, call by call, for a second one in a process of its own
   * (monitor/gate). */
  void (*told)(void *context, const struct fl_gate_call *call);
  void *told_context;
};
enum { FL_HOST_THREADS = 64, FL_HOST_SHORT_KEY = 31 };

struct fl_host_value {
  const uint8_t *data; /* NULL: there is none. Good until the next call with this handle */
  size_t length;
  uint64_t expires; /* milliseconds since 1970; 0: never */
  uint8_t type;     /* as it was put; 0: by fl_host_put */
};

/* Where the last answer stands: sorted by epoch, counter, thread and index, those of all threads are the history. */
struct fl_host_receipt {
  uint64_t epoch, index;
  uint32_t counter;
  uint16_t thread;
};

struct fl_host_seal {
  uint8_t root[32]; /* digest of the tree: two states with the same one are the same, or SHA-256 is broken */
  uint64_t epoch;   /* that is certified with this seal; the first is 1 */
  bool changed;     /* since the last one */
};

/* The store is the host's from now on, and closed by fl_host_free. NULL: no memory; or options that make no sense. */
struct fl_host *fl_host_new(const struct fl_host_options *options, struct fl_store *store);
void fl_host_free(struct fl_host *host);

/* Once, before all else: from the last seal (its root and epoch), or from nothing (NULL: the store must be empty). It
 * reads one record, however many there are. FL_HOST_LIE: the store is not what was sealed, or not empty; what of it is
 * not looked at now is found out when it is. FL_HOST_MEMORY: or no randomness, or no AES instructions. */
enum fl_host_status fl_host_start(struct fl_host *host, const struct fl_host_seal *from);

/* The handle of one of options.threads; 0 is the host itself. They go with it. */
struct fl_host *fl_host_thread(struct fl_host *host, uint32_t thread);

/* Keys have any length, values at most FL_VALUE_MOST bytes, a MiB (value_trusted.h). A value whose time is over is
 * not there. */
enum fl_host_status fl_host_get(struct fl_host *host, const void *key, size_t key_length, uint64_t now,
                                struct fl_host_value *value);
/* The same, but for the bytes, which may be large: all that value->data says is whether there are any. */
enum fl_host_status fl_host_look(struct fl_host *host, const void *key, size_t key_length, uint64_t now,
                                 struct fl_host_value *value);
enum fl_host_status fl_host_put(struct fl_host *host, const void *key, size_t key_length, const void *data,
                                size_t length, uint64_t expires);
/* The same, of bytes that are no string: what they are is the caller's business, and is answered with them. From 1 to
 * 4. */
enum fl_host_status fl_host_put_typed(struct fl_host *host, const void *key, size_t key_length, const void *data,
                                      size_t length, uint64_t expires, uint8_t type);
enum fl_host_status fl_host_delete(struct fl_host *host, const void *key, size_t key_length, uint64_t now,
                                   bool *was_there);
/* Gives it another time; 0: for ever. */
enum fl_host_status fl_host_touch(struct fl_host *host, const void *key, size_t key_length, uint64_t now,
                                  uint64_t expires, bool *was_there);
/* Adds to a decimal number, 0 if there is none, and keeps its time. */
enum fl_host_status fl_host_add(struct fl_host *host, const void *key, size_t key_length, uint64_t now, int64_t by,
                                int64_t *sum);
/* Writes `data` over the value from its byte `at` on, zeros between, and keeps its time. `*whole`: the length then. */
enum fl_host_status fl_host_splice(struct fl_host *host, const void *key, size_t key_length, uint64_t now, size_t at,
                                   const void *data, size_t length, size_t *whole);

/* Changes that a failing store must not leave half done: from `begin` to `end` nothing that was looked at is forgotten,
 * so after fl_host_prepare has said FL_HOST_OK for each of their keys, the store is not asked again: puts and deletions
 * of these keys are not FL_HOST_STORE. One handle at a time; memory: what was looked at. */
enum fl_host_status fl_host_together_begin(struct fl_host *host);
enum fl_host_status fl_host_prepare(struct fl_host *host, const void *key, size_t key_length);
void fl_host_together_end(struct fl_host *host);

/* These keys will be asked for: what is to be had from the store for them is asked for at once, where the store can do
 * that (fl_store.paths), in Merkle mode with one handle. How many need something of it. Nothing is answered by it, and
 * it changes no answer. At most FL_HOST_SOON of them are looked at. */
struct fl_host_name {
  const void *data;
  size_t length;
};
enum { FL_HOST_SOON = 64 };
size_t fl_host_soon(struct fl_host *host, const struct fl_host_name *names, size_t count);

/* One record after the other. Each is an answer, as fl_host_get's is, but that one whose time is over is there, too;
 * and that nothing was left out between two calls is as sure as that. In Merkle mode only. `from` is 32 bytes, at first
 * zeros: the first record at or after that place, places being in the order of bytes; fl_host_after makes the place
 * behind one, and says false if that is the end.
 *
 *     uint8_t at[32] = {0};
 *     do {
 *       if (fl_host_next(host, at, record) != FL_HOST_OK || !record->there) break;
 *       memcpy(at, record->place, 32);
 *     } while (fl_host_after(at)); */
struct fl_host_record { /* of 2 MiB: not for a stack */
  bool there;           /* false: there are no more */
  uint8_t place[32];    /* SHA-256 of its key; with short_keys the key */
  uint64_t expires;
  uint8_t type; /* of fl_host_next */
  size_t name_length, length;
  uint8_t name[FL_STORE_VALUE], data[FL_STORE_VALUE];
};
enum fl_host_status fl_host_next(struct fl_host *host, const uint8_t from[32], struct fl_host_record *record);
bool fl_host_after(uint8_t place[32]);
/* The same, and no answer: the monitor is not asked, and `record` has its place and when its time is over; its name
 * only if that is before `now`. For who looks through all records in the background. */
enum fl_host_status fl_host_glance(struct fl_host *host, const uint8_t from[32], uint64_t now,
                                   struct fl_host_record *record);
/* How many records have come since the host started, less those that went; one whose time is over goes when it is asked
 * for. In Merkle mode: so who has counted once need not again. */
int64_t fl_host_balance(const struct fl_host *host);
/* For who counts bit by bit while others change: how far that is, at first zeros; and what has come and gone before
 * there, when it was there already. So what was counted and that is how many records are before that place. */
void fl_host_counted_to(struct fl_host *host, const uint8_t place[32]);
int64_t fl_host_balance_behind(const struct fl_host *host);

/* Of the last answer through this handle. It is certified when its epoch is below what fl_host_certify says; in Merkle
 * mode it was right when it was given. */
struct fl_host_receipt fl_host_receipt(const struct fl_host *host);
/* Ends the epoch: what left to Blum in it comes back once (and goes again, into the next one, or to the tree). Epochs
 * below *certified are certified. FL_HOST_LIE: something that came back is not what left; none of the answers that are
 * not certified yet will ever be. Others may go on meanwhile. */
enum fl_host_status fl_host_certify(struct fl_host *host, uint64_t *certified);
uint64_t fl_host_certified(const struct fl_host *host);

/* What a commit has to do grows with what has changed: this does a part of that now, of at most so many records, and
 * says how many are left, or 0 where it can do nothing: in other modes than Merkle's. What changes again is done
 * again. */
uint32_t fl_host_settle(struct fl_host *host, uint32_t most);
/* Ends the epoch, which is certified, and makes the batch that takes the store to the present state. */
enum fl_host_status fl_host_commit_begin(struct fl_host *host, struct fl_host_seal *seal);
/* Something of your own into the same batch, such as the seal, under a key that begins with s. */
enum fl_host_status fl_host_commit_with(struct fl_host *host, const uint8_t *key, size_t key_length,
                                        const uint8_t *value, size_t length);
const struct fl_store_change *fl_host_commit_batch(const struct fl_host *host, size_t *count);
/* The batch is in the store. (If the store refuses it, bring it again: until then no other one begins.) */
void fl_host_commit_end(struct fl_host *host);
bool fl_host_committing(const struct fl_host *host);
/* All four, with no other thread. */
enum fl_host_status fl_host_commit(struct fl_host *host, struct fl_host_seal *seal);

bool fl_host_changed(const struct fl_host *host); /* since the last commit began */
/* Why it answers nothing any more, or NULL. */
const char *fl_host_why(const struct fl_host *host);
/* Of a store that is taken by record (fl_store.h): how often a record was not what was stored, and the last one, by the
 * store's key. */
struct fl_host_doubt {
  uint64_t count;
  const char *why; /* NULL: there was none */
  size_t length;
  uint8_t key[FL_STORE_KEY];
};
void fl_host_doubt(const struct fl_host *host, struct fl_host_doubt *doubt);
/* Something else was found to be a lie, such as a seal: it answers nothing any more. */
void fl_host_refuse(struct fl_host *host, const char *why);

struct fl_host_figures {
  uint64_t answers, entries, fetched, epoch;
  uint64_t in_blum; /* records, and those that threads keep in their caches instead */
  uint32_t cached;  /* of the tree, and those */
  size_t pending_bytes;
};
void fl_host_figures(const struct fl_host *host, struct fl_host_figures *figures);
size_t fl_host_pending(const struct fl_host *host); /* pending_bytes alone, at less cost */

#ifdef __cplusplus
}
#endif
#endif
