/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* fairlead-monitor-import: what `fairlead monitor import' runs. Commands of Redis' protocol from files, such as an
 * export or an append-only file of Redis', into a new store. Its parts reach the store as they come, without a seal: so
 * what is not finished is no store that anybody goes on from. */
#define _GNU_SOURCE
#include "cluster_place.h"
#include "edits.h"
#include "floats.h"
#include "opening.h"
#include "progress.h"
#include "run_log.h"
#include "scores.h"
#include "serve.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

const char *fl_program_name = "fairlead-monitor-import";

static const char usage[] =
    "usage: fairlead-monitor-import --store DIR|redis://... --key FILE --anchor FILE|none [options] [FILE...]\n"
    "See fairlead monitor import --help, or docs/monitor-serve.md.\n";

/* AT_ONCE: no time passes for what is read, as in Redis when it reads its file. What a command met when it was written
 * it meets now, though its time be over since. */
enum { INPUT = (4 << 20) + 64, PENDING = 8 << 20, TRIES = 10, VALUES = 2 << 20, TEXT = 8192, KEY_MOST = 65535 };
enum { AT_ONCE = 0 };

struct options {
  struct fl_places places;
  struct fl_cluster_place cluster;
  const char *log;
  bool quiet, leaves_out; /* keys that are other servers' */
};

static int read_options(int argc, char **argv, struct options *o) {
  static const struct option known[] = {FL_PLACES_OPTIONS,
                                        FL_CLUSTER_OPTIONS,
                                        {"others-keys", 1, 0, 'O'},
                                        {"log", 1, 0, 'l'},
                                        {"quiet", 0, 0, 'q'},
                                        {"help", 0, 0, 'h'},
                                        {0}};
  for (int at = 0, c; (c = getopt_long(argc, argv, "q", known, &at)) != -1;) switch (c) {
    case 0: fl_places_option(&o->places, known[at].name, optarg); break;
    case 'k': o->cluster.file = optarg; break;
    case 'M': o->cluster.me = optarg; break;
    case 'O':
      if (strcmp(optarg, "refuse") && strcmp(optarg, "leave-out"))
        exit(fl_complain(FL_USAGE, "--others-keys is refuse or leave-out"));
      o->leaves_out = strcmp(optarg, "leave-out") == 0;
      break;
    case 'l': o->log = optarg; break;
    case 'q': o->quiet = true; break;
    case 'h': fputs(usage, stdout); exit(0);
    default: fputs(usage, stderr); exit(FL_USAGE);
    }
  if (o->leaves_out && !o->cluster.file) exit(fl_complain(FL_USAGE, "--others-keys goes with --cluster"));
  fl_places_check(&o->places, usage);
  return optind;
}

struct import {
  struct options *o;
  struct fl_opened x;
  struct fl_host *host;
  struct fl_run_log *log;
  struct fl_anchor anchor;
  uint64_t answers, commands, left_out;
  struct fl_progress progress;
  /* Of the file that is read. */
  const char *name;
  FILE *f;
  uint64_t size, taken; /* 0: not known; bytes of commands that are done */
  size_t length, used;  /* of the buffer: filled, and done */
  bool failed;          /* it cannot be read */
  bool begun;           /* something is in the store */
  enum fl_host_status went_wrong;
  /* Lent to the machine. */
  uint8_t input[2 * INPUT], value[VALUES + TEXT], spare[VALUES + TEXT];
  size_t value_length;
  struct fl_serve_bytes16384 out;
};

static uint64_t now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

static const char *failure(const struct import *i, enum fl_host_status status) {
  switch (status) {
  case FL_HOST_LIE: return fl_host_why(i->host);
  case FL_HOST_STORE: return "the store does not take it";
  default: return "out of memory";
  }
}

/* ---- Into the store ---- */

static bool flush_log(struct import *i) { return !i->log || (fl_run_log_flush(i->log) && fl_run_log_sync(i->log)); }

/* Whoever is full or away may be back soon. */
static bool store_batch(struct import *i) {
  size_t count;
  const struct fl_store_change *batch = fl_host_commit_batch(i->host, &count);
  bool ok = flush_log(i);
  for (unsigned n = 0; ok && !i->x.store->commit(i->x.store->context, batch, count); n++) {
    ok = n + 1 < TRIES;
    if (ok) usleep(200000);
  }
  if (ok) fl_host_commit_end(i->host);
  return ok;
}

static enum fl_host_status commit_part(struct import *i) {
  struct fl_host_seal none;
  enum fl_host_status status = fl_host_commit_begin(i->host, &none);
  return status != FL_HOST_OK ? status : store_batch(i) ? FL_HOST_OK : FL_HOST_STORE;
}

/* The seal, with the rest of what was imported; then the anchor. */
static int finish(struct import *i) {
  struct fl_host_seal state;
  uint8_t bytes[FL_SEAL];
  struct fl_places *p = &i->o->places;
  enum fl_host_status status = fl_host_commit_begin(i->host, &state);
  if (status != FL_HOST_OK) return fl_complain(FL_DIAGNOSED, "%s", failure(i, status));
  struct fl_seal seal = {
      .incarnation = i->anchor.incarnation, .epoch = state.epoch, .answers = i->answers, .time = now_ms()};
  memcpy(seal.root, state.root, 32);
  if (!fl_seal_make(i->x.signer, &seal, bytes) ||
      fl_host_commit_with(i->host, (const uint8_t *)"s", 1, bytes, FL_SEAL) != FL_HOST_OK)
    return fl_complain(FL_DIAGNOSED, "a seal cannot be made");
  if (!store_batch(i)) return fl_complain(FL_DIAGNOSED, "the store %s does not take the seal", p->store);
  struct fl_anchor before = i->anchor;
  i->anchor.epoch = seal.epoch;
  fl_seal_digest(bytes, i->anchor.seal);
  bool anchored = fl_anchor_place_write(&p->anchor, &i->anchor, &before);
  if (!i->o->quiet || !anchored) {
    if (i->left_out > 0)
      fprintf(stderr, "%s: %" PRIu64 " commands with keys of other servers were left out\n", fl_program_name,
              i->left_out);
    fprintf(stderr, "%s: %" PRIu64 " commands, sealed with epoch %" PRIu64 ", root ", fl_program_name,
            i->commands - i->left_out, seal.epoch);
    for (size_t n = 0; n < 32; n++) fprintf(stderr, "%02x", seal.root[n]);
    fputc('\n', stderr);
  }
  /* All is there, and a server will go on from it; but until it has, whoever has the store may take it back. */
  return anchored ? 0 : fl_complain(FL_DIAGNOSED, "the anchor cannot be written: it does not know of the import yet");
}

/* ---- What the machine asks for ---- */

_Static_assert((int)FL_HOST_OK == FL_SERVE_records_OK && (int)FL_HOST_LIE == FL_SERVE_records_LIE &&
                   (int)FL_HOST_STORE == FL_SERVE_records_STORE && (int)FL_HOST_MEMORY == FL_SERVE_records_MEMORY &&
                   (int)FL_HOST_TOO_LARGE == FL_SERVE_records_LARGE &&
                   (int)FL_HOST_NO_NUMBER == FL_SERVE_records_NUMBER &&
                   (int)FL_HOST_OVERFLOW == FL_SERVE_records_OVERFLOW &&
                   (int)FL_HOST_WRONG_TYPE == FL_SERVE_records_WRONG_TYPE && (int)FL_HOST_FULL == FL_SERVE_records_FULL,
               "as records.fl has them");

static uint8_t status_of(struct import *i, enum fl_host_status status) {
  if (status == FL_HOST_OK)
    i->answers++;
  else if (status != FL_HOST_NO_NUMBER && status != FL_HOST_OVERFLOW && status != FL_HOST_TOO_LARGE &&
           status != FL_HOST_WRONG_TYPE)
    i->went_wrong = status;
  return (uint8_t)status;
}

static struct fl_serve_records_Found find_behind(struct import *i, struct fl_serve_view key) {
  struct fl_host_value v;
  struct fl_serve_records_Found found = {.status = status_of(i, fl_host_get(i->host, key.data, key.len, AT_ONCE, &v))};
  if (found.status != FL_HOST_OK) return found;
  found.there = v.data != NULL;
  found.type = v.type;
  found.time = v.expires;
  if (v.data && v.length > sizeof i->value - i->value_length)
    return (struct fl_serve_records_Found){.status = FL_SERVE_records_CROWDED};
  if (v.data) memcpy(i->value + i->value_length, v.data, v.length);
  if (v.data) i->value_length += v.length;
  return found;
}

static struct fl_serve_records_Found find_any(struct import *i, struct fl_serve_view key) {
  i->value_length = 0;
  return find_behind(i, key);
}

static struct fl_serve_records_Found is_there(struct import *i, struct fl_serve_view key) {
  struct fl_serve_records_Found found = find_any(i, key);
  i->value_length = 0;
  return found;
}

static struct fl_serve_records_Found find(struct import *i, struct fl_serve_view key) {
  struct fl_serve_records_Found found = find_any(i, key);
  if (found.type != FL_SERVE_records_STRING) found = (struct fl_serve_records_Found){FL_HOST_WRONG_TYPE, 0, 0, 0};
  return found;
}

static struct fl_edited edited_value(struct import *i) {
  return (struct fl_edited){i->value, i->spare, &i->value_length, sizeof i->value};
}

static uint8_t put(struct import *i, struct fl_serve_view key, struct fl_serve_view data, uint64_t time, uint8_t type) {
  if (key.len > KEY_MOST) return FL_HOST_TOO_LARGE;
  if (fl_host_pending(i->host) > PENDING) {
    enum fl_host_status status = commit_part(i);
    if (status != FL_HOST_OK) return status_of(i, status);
  }
  return status_of(
      i, fl_host_put_typed(i->host, key.data, key.len, data.len ? data.data : (const void *)"", data.len, time, type));
}

static struct fl_serve_records_Sum increase(struct import *i, struct fl_serve_view key, uint64_t by) {
  int64_t sum = 0;
  if (key.len > KEY_MOST) return (struct fl_serve_records_Sum){.status = FL_HOST_TOO_LARGE};
  uint8_t status = status_of(i, fl_host_add(i->host, key.data, key.len, AT_ONCE, (int64_t)by, &sum));
  return (struct fl_serve_records_Sum){.status = status, .sum = (uint64_t)sum};
}

static struct fl_serve_slots_Place place(const struct import *i, struct fl_serve_view key) {
  const struct fl_cluster_place *p = &i->o->cluster;
  unsigned slot = fl_redis_slot(key.data, key.len);
  return (struct fl_serve_slots_Place){.slot = slot, .here = p->cluster->owner[slot] == p->who};
}

/* Whose it is. */
static uint8_t owner(struct import *i, struct fl_serve_view key) {
  const struct fl_cluster_place *p = &i->o->cluster;
  unsigned slot = fl_redis_slot(key.data, key.len);
  i->value_length =
      (size_t)snprintf((char *)i->value, sizeof i->value, "ERR its key is in slot %u, which is %s's and not %s's", slot,
                       p->cluster->servers[p->cluster->owner[slot]].name, p->cluster->servers[p->who].name);
  return FL_SERVE_records_OK;
}

/* Of the reports a file's commands ask for sums alone; and whose a key is. */
static uint8_t report(struct import *i, uint8_t what, struct fl_serve_view argument) {
  struct fl_serve_view old = {i->value, i->value_length};
  if (what == FL_SERVE_reports_MOVED) return owner(i, argument);
  if (what != FL_SERVE_reports_ADD_FLOAT && what != FL_SERVE_reports_NEW_FLOAT) return FL_SERVE_records_UNKNOWN;
  return fl_float_add(what == FL_SERVE_reports_ADD_FLOAT ? &old : NULL, argument, i->value, sizeof i->value,
                      &i->value_length);
}

/* More of the file than now. */
static bool more(struct import *i) {
  memmove(i->input, i->input + i->used, i->length -= i->used);
  i->used = 0;
  if (i->length == sizeof i->input) return false;
  size_t n = fread(i->input + i->length, 1, sizeof i->input - i->length, i->f);
  i->length += n;
  i->failed = n == 0 && ferror(i->f);
  return n > 0;
}

static void consume(struct import *i, uint32_t n) {
  i->used += n;
  i->taken += n;
  i->commands++;
  fl_progress_step(&i->progress, i->commands, i->size ? (int)(i->taken * 100 / i->size) : -1);
}

static int wrong(const struct import *i, const char *what, size_t length) {
  fprintf(stderr, "%s: byte %" PRIu64 ": error: %.*s\n", i->name, i->taken, (int)length, what);
  return FL_DIAGNOSED;
}

/* What `out` says, without what makes it a reply. */
static int say_refusal(struct import *i) {
  const char *text = (const char *)i->out.data;
  size_t length = i->out.len;
  if (i->failed) return wrong(i, "it cannot be read", strlen("it cannot be read"));
  if (i->went_wrong != FL_HOST_OK) {
    const char *why = failure(i, i->went_wrong);
    return wrong(i, why, strlen(why));
  }
  if (length > 5 && memcmp(text, "-ERR ", 5) == 0) text += 5, length -= 5;
  while (length > 0 && (text[length - 1] == '\n' || text[length - 1] == '\r')) length--;
  return wrong(i, text, length);
}

static int at_the_end(struct import *i) {
  static const char torn[] = "it ends within a command";
  if (i->failed) return say_refusal(i);
  return i->used == i->length ? 0 : wrong(i, torn, sizeof torn - 1);
}

static int run_file(struct import *i) {
  struct fl_serve_take_in machine;
  union fl_serve_response answer = {0};
  struct fl_serve_bytes32 digits; /* are lent until the machine asks again */
  struct fl_edited edited;
  fl_serve_take_in_init(&machine);
  for (;;) {
    union fl_serve_request asked;
    struct fl_serve_span input = {i->input + i->used, i->length - i->used}, value = {i->value, i->value_length};
    switch (fl_serve_take_in_step(&machine, answer, &asked, input, value, &i->out)) {
    case FL_SERVE_ASKS_resp_more: answer.resp_more = more(i); break;
    case FL_SERVE_ASKS_resp_consume: consume(i, asked.resp_consume.n); break;
    /* Its parts reach the store as they come. */
    case FL_SERVE_ASKS_records_admit: answer.records_admit = FL_SERVE_records_OK; break;
    case FL_SERVE_ASKS_records_wait: answer.records_wait = true; break;
    case FL_SERVE_ASKS_answers_drop: answer.answers_drop = false; break;
    case FL_SERVE_ASKS_records_find: answer.records_find = find(i, asked.records_find.key); break;
    case FL_SERVE_ASKS_records_put:
      answer.records_put =
          put(i, asked.records_put.key, asked.records_put.data, asked.records_put.time, FL_SERVE_records_STRING);
      break;
    case FL_SERVE_ASKS_records_is_there: answer.records_is_there = is_there(i, asked.records_is_there.key); break;
    case FL_SERVE_ASKS_records_find_any: answer.records_find_any = find_any(i, asked.records_find_any.key); break;
    case FL_SERVE_ASKS_records_find_behind:
      answer.records_find_behind = find_behind(i, asked.records_find_behind.key);
      break;
    case FL_SERVE_ASKS_records_put_as:
      answer.records_put_as = put(i, asked.records_put_as.key, asked.records_put_as.data, asked.records_put_as.time,
                                  asked.records_put_as.type);
      break;
    case FL_SERVE_ASKS_records_edit:
      edited = edited_value(i);
      answer.records_edit = fl_edit(&edited, asked.records_edit.at, asked.records_edit.cut, asked.records_edit.head,
                                    asked.records_edit.data);
      break;
    case FL_SERVE_ASKS_records_sum:
      edited = edited_value(i);
      answer.records_sum = fl_edit_sum(&edited, asked.records_sum.there, asked.records_sum.lo, asked.records_sum.hi,
                                       asked.records_sum.by);
      break;
    case FL_SERVE_ASKS_records_random: answer.records_random = fl_edit_random(asked.records_random.below); break;
    case FL_SERVE_ASKS_records_delete: {
      struct fl_serve_view key = asked.records_delete.key;
      answer.records_delete = (struct fl_serve_records_Found){0};
      answer.records_delete.status =
          status_of(i, fl_host_delete(i->host, key.data, key.len, AT_ONCE, &answer.records_delete.there));
      break;
    }
    case FL_SERVE_ASKS_records_touch: {
      struct fl_serve_view key = asked.records_touch.key;
      uint64_t time = asked.records_touch.time;
      answer.records_touch = (struct fl_serve_records_Found){0};
      answer.records_touch.status =
          status_of(i, fl_host_touch(i->host, key.data, key.len, AT_ONCE, time, &answer.records_touch.there));
      break;
    }
    case FL_SERVE_ASKS_records_increase:
      answer.records_increase = increase(i, asked.records_increase.key, asked.records_increase.by);
      break;
    case FL_SERVE_ASKS_records_splice: {
      struct fl_serve_view key = asked.records_splice.key, data = asked.records_splice.data;
      size_t at = asked.records_splice.at, whole = 0;
      answer.records_splice.status =
          status_of(i, fl_host_splice(i->host, key.data, key.len, AT_ONCE, at, data.data, data.len, &whole));
      answer.records_splice.sum = whole;
      break;
    }
    /* A half is no import at all. */
    case FL_SERVE_ASKS_records_batch_begin: answer.records_batch_begin = FL_SERVE_records_OK; break;
    case FL_SERVE_ASKS_records_prepare: answer.records_prepare = FL_SERVE_records_OK; break;
    case FL_SERVE_ASKS_records_batch_end: break;
    case FL_SERVE_ASKS_records_now: answer.records_now = asked.records_now.relative ? now_ms() : AT_ONCE; break;
    /* No file may have such a command. */
    case FL_SERVE_ASKS_walks_next: answer.walks_next.status = FL_SERVE_records_UNKNOWN; break;
    case FL_SERVE_ASKS_walks_tally: answer.walks_tally.status = FL_SERVE_records_UNKNOWN; break;
    case FL_SERVE_ASKS_walks_counted: answer.walks_counted = false; break;
    case FL_SERVE_ASKS_queues_patience: answer.queues_patience = FL_SERVE_records_NUMBER; break;
    case FL_SERVE_ASKS_queues_listen: answer.queues_listen = FL_SERVE_records_UNKNOWN; break;
    case FL_SERVE_ASKS_queues_wait: answer.queues_wait.how = FL_SERVE_queues_GONE; break;
    case FL_SERVE_ASKS_scores_read:
      answer.scores_read = fl_score_read(asked.scores_read.word, asked.scores_read.bound);
      break;
    case FL_SERVE_ASKS_scores_plus:
      answer.scores_plus = fl_score_plus(asked.scores_plus.a, asked.scores_plus.b, asked.scores_plus.times);
      break;
    case FL_SERVE_ASKS_scores_print:
      fl_score_print(asked.scores_print.score, asked.scores_print.whole, &digits);
      answer.scores_print = &digits;
      break;
    case FL_SERVE_ASKS_channels_tell: answer.channels_tell = 0; break; /* nobody listens */
    case FL_SERVE_ASKS_channels_audience: answer.channels_audience = 0; break;
    case FL_SERVE_ASKS_channels_patterns: answer.channels_patterns = 0; break;
    case FL_SERVE_ASKS_channels_list: answer.channels_list = FL_SERVE_records_UNKNOWN; break;
    case FL_SERVE_ASKS_walks_keep: answer.walks_keep = FL_SERVE_records_UNKNOWN; break;
    case FL_SERVE_ASKS_walks_flush: answer.walks_flush = FL_SERVE_records_UNKNOWN; break;
    case FL_SERVE_ASKS_walks_give: break;
    case FL_SERVE_ASKS_reports_report:
      answer.reports_report = report(i, asked.reports_report.what, asked.reports_report.argument);
      break;
    case FL_SERVE_ASKS_answers_gather: break;
    case FL_SERVE_ASKS_answers_gathered: answer.answers_gathered = false; break;
    case FL_SERVE_ASKS_answers_respond: answer.answers_respond = true; break; /* nobody listens */
    case FL_SERVE_ASKS_slots_shared: answer.slots_shared = i->o->cluster.cluster != NULL; break;
    case FL_SERVE_ASKS_slots_place: answer.slots_place = place(i, asked.slots_place.key); break;
    case FL_SERVE_ASKS_left_out:
      answer.left_out = i->o->leaves_out;
      i->left_out += answer.left_out;
      break;
    case FL_SERVE_ASKS_marked: i->commands--; break; /* it will be consumed, too */
    case FL_SERVE_ASKS_refused: return say_refusal(i);
    case FL_SERVE_DONE: return at_the_end(i);
    case FL_SERVE_TRAP:
    default: return wrong(i, "the protocol machine trapped", strlen("the protocol machine trapped"));
    }
  }
}

static int import_file(struct import *i, const char *name) {
  static const char rdb[] = "this is an RDB file, or begins as one: set aof-use-rdb-preamble to no in that Redis, and "
                            "import what BGREWRITEAOF writes";
  struct stat s;
  bool standard = strcmp(name, "-") == 0;
  i->name = standard ? "standard input" : name;
  i->f = standard ? stdin : fopen(name, "re");
  i->size = i->taken = 0;
  i->length = i->used = 0;
  if (!i->f || fstat(fileno(i->f), &s) < 0) return fl_complain(FL_DIAGNOSED, "%s: %s", i->name, strerror(errno));
  if (S_ISREG(s.st_mode)) i->size = (uint64_t)s.st_size;
  while (i->length < 5 && more(i)) {}
  int status = i->length >= 5 && memcmp(i->input, "REDIS", 5) == 0 ? wrong(i, rdb, sizeof rdb - 1) : run_file(i);
  if (!standard) fclose(i->f);
  return status;
}

/* ---- From beginning to end ---- */

static int begin(struct import *i) {
  struct fl_places *p = &i->o->places;
  const char *why;
  int status = fl_cluster_open(&i->o->cluster);
  if (status == 0) status = fl_places_lock(p);
  if (status == 0) status = fl_open(p, FL_OPEN, &i->x);
  if (status) return status;
  if (i->x.has_seal)
    return fl_complain(FL_DIAGNOSED,
                       "the store %s has a seal: an import makes a new one (`redis-cli --pipe' brings "
                       "commands to a server that runs)",
                       p->store);
  if ((status = fl_cluster_own(&i->o->cluster, p->key, false))) return status;
  if (!fl_next_incarnation(p, &i->x, &i->anchor)) return fl_complain(FL_DIAGNOSED, "there is no randomness");
  if (i->o->log && !(i->log = fl_run_log_open(i->o->log, i->anchor.incarnation, &why)))
    return fl_complain(FL_DIAGNOSED, "the log %s: %s", i->o->log, why);
  i->host = fl_host_new(&(struct fl_host_options){.slots = 65536,
                                                  .near = 1 << 19,
                                                  .log = i->log ? fl_run_log_write : NULL,
                                                  .log_context = i->log,
                                                  .incarnation = i->anchor.incarnation},
                        i->x.store);
  if (!i->host) return fl_complain(FL_DIAGNOSED, "out of memory");
  status = fl_start_host(p, &i->x, i->host);
  if (status == FL_REFUSED) fl_complain(0, "if that is an import that did not end: remove it, and begin anew");
  if (status) return status;
  if (!fl_anchor_place_write(&p->anchor, &i->anchor, i->x.has_anchor ? &i->x.anchor : NULL))
    return fl_say_anchor_not_written(p);
  /* From here on the store has something in it, and no seal. */
  i->begun = true;
  enum fl_host_status first = commit_part(i);
  return first == FL_HOST_OK ? 0 : fl_complain(FL_DIAGNOSED, "the store %s: %s", p->store, failure(i, first));
}

int main(int argc, char **argv) {
  struct options o = {0};
  static char *standard[] = {(char *)(uintptr_t) "-"};
  fl_begin();
  int first = read_options(argc, argv, &o), count = argc - first;
  char **names = count > 0 ? argv + first : standard;
  struct import *i = calloc(1, sizeof *i);
  if (!i) return fl_complain(FL_DIAGNOSED, "out of memory");
  i->o = &o;
  i->progress = fl_progress_begin("commands", o.quiet);
  int status = begin(i);
  for (int n = 0; status == 0 && n < (count > 0 ? count : 1); n++) status = import_file(i, names[n]);
  if (status == 0)
    status = finish(i);
  else if (i->begun)
    fl_complain(0, "the import is not finished: the store %s is of no use", o.places.store);
  fl_host_free(i->host);
  fl_opened_free(&i->x);
  if (!fl_run_log_close(i->log) && status == 0)
    status = fl_complain(FL_DIAGNOSED, "the log %s cannot be written", o.log);
  free(i);
  fl_cluster_close(&o.cluster);
  fl_store_access_wipe(&o.places.access);
  return status;
}
