/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* fairlead-monitor-export: what `fairlead monitor export' runs. A store's records, as commands of Redis' protocol, in
 * the order of their places in the tree; each is an answer of the monitor, which began from the sealed root. */
#define _GNU_SOURCE
#include "doubt.h"
#include "opening.h"
#include "own_file.h"
#include "progress.h"
#include "scores.h"
#include "value_trusted.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

const char *fl_program_name = "fairlead-monitor-export";

static const char usage[] =
    "usage: fairlead-monitor-export --store DIR|redis://... --key FILE --anchor FILE|none [options]\n"
    "See fairlead monitor export --help, or docs/monitor-serve.md.\n";

struct options {
  struct fl_places places;
  const char *output;
  bool quiet;
};

static void read_options(int argc, char **argv, struct options *o) {
  static const struct option known[] = {
      FL_PLACES_OPTIONS, {"output", 1, 0, 'o'}, {"quiet", 0, 0, 'q'}, {"help", 0, 0, 'h'}, {0}};
  for (int at = 0, c; (c = getopt_long(argc, argv, "o:q", known, &at)) != -1;) switch (c) {
    case 0: fl_places_option(&o->places, known[at].name, optarg); break;
    case 'o': o->output = optarg; break;
    case 'q': o->quiet = true; break;
    case 'h': fputs(usage, stdout); exit(0);
    default: fputs(usage, stderr); exit(FL_USAGE);
    }
  if (optind != argc) {
    fputs(usage, stderr);
    exit(FL_USAGE);
  }
  fl_places_check(&o->places, usage);
  if (o->output && !*o->output) exit(fl_complain(FL_USAGE, "--output has a name"));
}

/* ---- Where it goes: a file has its name only when all of it is there; a pipe or a device has it as it comes ---- */

struct output {
  FILE *f;
  char *name, *unfinished; /* of a file */
};

/* In the folder others may write, too. Two exports do not write one file. */
static int begin_file(const char *path, const char **why) {
  const char *name;
  struct stat mine, there;
  int folder = fl_own_folder(path, &name);
  *why = strerror(errno);
  int fd = folder < 0 ? -1 : fl_own_file(folder, name, O_WRONLY | O_CREAT, 0600, why);
  if (fd >= 0 && (flock(fd, LOCK_EX | LOCK_NB) < 0 || fstat(fd, &mine) < 0 ||
                  fstatat(folder, name, &there, AT_SYMLINK_NOFOLLOW) < 0 || mine.st_ino != there.st_ino)) {
    *why = "another export is writing it";
    close(fd);
    fd = -1;
  }
  if (fd >= 0 && (fchmod(fd, 0600) < 0 || ftruncate(fd, 0) < 0)) {
    *why = strerror(errno);
    close(fd);
    fd = -1;
  }
  if (folder >= 0) close(folder);
  return fd;
}

static bool output_open(struct output *out, const char *name, const char **why) {
  struct stat s;
  *out = (struct output){.f = stdout};
  *why = NULL;
  if (!name) return true;
  if (stat(name, &s) == 0 && !S_ISREG(s.st_mode)) return (out->f = fopen(name, "we")) != NULL;
  /* What a symbolic link leads to is replaced, and not the link. */
  if (!(out->name = realpath(name, NULL)) && (errno != ENOENT || !(out->name = strdup(name)))) return false;
  if (asprintf(&out->unfinished, "%s.unfinished", out->name) < 0) return false;
  int fd = begin_file(out->unfinished, why);
  out->f = fd < 0 ? NULL : fdopen(fd, "w");
  return out->f != NULL;
}

static bool output_close(struct output *out, bool whole) {
  bool ok = fflush(out->f) == 0 && !ferror(out->f) && whole;
  if (!out->name) return (out->f == stdout || fclose(out->f) == 0) && ok;
  ok = ok && fsync(fileno(out->f)) == 0;
  ok = fclose(out->f) == 0 && ok && rename(out->unfinished, out->name) == 0;
  if (!ok) unlink(out->unfinished);
  free(out->unfinished);
  free(out->name);
  return ok;
}

static uint64_t written; /* commands */

static void put_word(FILE *f, const void *bytes, size_t length) {
  fprintf(f, "$%zu\r\n", length);
  fwrite(bytes, 1, length, f);
  fputs("\r\n", f);
}

static void put_number(FILE *f, uint64_t n) {
  char text[24];
  put_word(f, text, (size_t)snprintf(text, sizeof text, "%" PRIu64, n));
}

/* A hash, list or set: its items, as clean/items.fl has them; how many, or 0: that is none. */
enum { SCORE = 8 };
static size_t count_items(const struct fl_host_record *r) {
  size_t count = 0, at = 0, n = 0;
  for (; r->length - at >= 2 && (n = fl_get16(r->data + at)) <= r->length - at - 2; at += 2 + n) {
    if (r->type == FL_ZSET && (n < SCORE || !fl_score_is(fl_get64(r->data + at + 2)))) return 0;
    count++;
  }
  return at == r->length && (r->type != FL_HASH || count % 2 == 0) ? count : 0;
}
enum { PIECE = 128 }; /* words of a command: even, as a hash's go in pairs, and a score with its member */
static bool put_container(FILE *f, const struct fl_host_record *r) {
  static const char *const commands[FL_TYPES] = {
      [FL_HASH] = "$4\r\nHSET\r\n",
      [FL_LIST] = "$5\r\nRPUSH\r\n",
      [FL_SET] = "$4\r\nSADD\r\n",
      [FL_ZSET] = "$4\r\nZADD\r\n",
  };
  size_t each = r->type == FL_ZSET ? 2 : 1, count = each * count_items(r);
  if (count == 0) return false;
  /* In pieces, as in Redis' append-only files: who takes it looks for each among those before. */
  for (size_t at = 0, n, i = 0; at < r->length; at += 2 + n, i += each) {
    const uint8_t *item = r->data + at + 2;
    n = fl_get16(r->data + at);
    if (i % PIECE == 0) {
      written++;
      fprintf(f, "*%zu\r\n%s", (count - i < PIECE ? count - i : PIECE) + 2, commands[r->type]);
      put_word(f, r->name, r->name_length);
    }
    if (r->type == FL_ZSET) {
      struct fl_serve_bytes32 digits;
      fl_score_print(fl_get64(item), false, &digits);
      put_word(f, digits.data, digits.len);
      put_word(f, item + SCORE, n - SCORE);
    } else {
      put_word(f, item, n);
    }
  }
  return true;
}

/* A stream, as clean/entries.fl has it: its entries, then what they do not say of it, and its groups. False: that is
 * none. */
enum { ID = 16, HEAD = 44, ENTRY = 24, GROUP = 36, CONSUMER = 10, PENDING = 34, CLAIMED = 256 };
static void put_id(FILE *f, const uint8_t id[ID]) {
  char text[48];
  put_word(f, text, (size_t)snprintf(text, sizeof text, "%" PRIu64 "-%" PRIu64, fl_get64(id), fl_get64(id + 8)));
}
static bool put_entry(FILE *f, const struct fl_host_record *r, size_t *at) {
  const uint8_t *entry = r->data + *at + 2;
  if (r->length - *at < 2 + ENTRY || fl_get16(r->data + *at) != ENTRY) return false;
  *at += 2 + ENTRY;
  size_t words = fl_get32(entry + ID), size = fl_get32(entry + ID + 4), end = *at + size, n;
  if (size > r->length - *at || words == 0 || words % 2 || words > size / 2) return false;
  written++;
  fprintf(f, "*%zu\r\n$4\r\nXADD\r\n", words + 3);
  put_word(f, r->name, r->name_length);
  put_id(f, entry);
  for (size_t i = 0; i < words; i++, *at += 2 + n) {
    if (end - *at < 2 || (n = fl_get16(r->data + *at)) > end - *at - 2) return false;
    put_word(f, r->data + *at + 2, n);
  }
  return *at == end;
}

/* value[at..]: a group of readers; what is pending is from `pel' to `end'. */
struct group {
  const uint8_t *item, *name;
  size_t name_length, consumers, pel, end;
};
static bool find_group(const struct fl_host_record *r, size_t at, struct group *g) {
  if (r->length - at < 4 + GROUP || fl_get16(r->data + at) != GROUP) return false;
  g->item = r->data + at + 2;
  size_t size = fl_get32(g->item + 32), pending = fl_get32(g->item + 28);
  at += 2 + GROUP;
  if (size < 2 || size > r->length - at) return false;
  g->end = at + size;
  g->name_length = fl_get16(r->data + at);
  if (g->name_length > size - 2 || pending > (size - 2 - g->name_length) / PENDING) return false;
  g->name = r->data + at + 2;
  g->consumers = at + 2 + g->name_length;
  g->pel = g->end - pending * PENDING;
  return true;
}
/* The next consumer; NULL: there is none, and `at' is where what is pending begins, or the group is none. */
static const uint8_t *next_consumer(const struct fl_host_record *r, const struct group *g, size_t *at, size_t *length) {
  const uint8_t *item = r->data + *at + 2;
  if (g->pel - *at < 2 + CONSUMER) return NULL;
  *length = fl_get16(r->data + *at);
  if (*length < CONSUMER || *length > g->pel - *at - 2) return NULL;
  *at += 2 + *length;
  return item;
}
static const uint8_t *consumer_of(const struct fl_host_record *r, const struct group *g, const uint8_t *pending,
                                  size_t *length) {
  size_t at = g->consumers;
  const uint8_t *c;
  while ((c = next_consumer(r, g, &at, length)) && memcmp(c + 8, pending + 32, 2) != 0) continue;
  return c;
}
static void put_text(FILE *f, const char *text) { put_word(f, text, strlen(text)); }

/* Of entries that are there still, as in Redis' append-only files; those together that were delivered together. */
static bool put_pending(FILE *f, const struct fl_host_record *r, const struct group *g, size_t entries) {
  const uint8_t *there[CLAIMED], *c;
  for (size_t at = g->pel, e = entries, n = 0, length; at < g->end; at += PENDING) {
    const uint8_t *p = r->data + at, *next = at + PENDING < g->end ? p + PENDING : NULL;
    if (next && memcmp(p, next, ID) >= 0) return false;
    while (e < r->length && memcmp(r->data + e + 2, p, ID) < 0) e += 2 + ENTRY + fl_get32(r->data + e + 2 + ID + 4);
    if (e < r->length && memcmp(r->data + e + 2, p, ID) == 0) there[n++] = p;
    if (!(c = consumer_of(r, g, p, &length))) return false;
    if (n == 0 || (n < CLAIMED && next && memcmp(p + ID, next + ID, PENDING - ID) == 0)) continue;
    written++;
    fprintf(f, "*%zu\r\n$6\r\nXCLAIM\r\n", n + 11);
    put_word(f, r->name, r->name_length);
    put_word(f, g->name, g->name_length);
    put_word(f, c + CONSUMER, length - CONSUMER);
    put_text(f, "0");
    for (size_t i = 0; i < n; i++) put_id(f, there[i]);
    put_text(f, "TIME");
    put_number(f, fl_get64(p + ID));
    put_text(f, "RETRYCOUNT");
    put_number(f, fl_get64(p + ID + 8));
    put_text(f, "FORCE");
    put_text(f, "JUSTID");
    n = 0;
  }
  return true;
}

static bool put_groups(FILE *f, const struct fl_host_record *r, size_t at, uint32_t count, size_t entries) {
  for (struct group g; count > 0; count--, at = g.end) {
    size_t length;
    const uint8_t *c;
    if (!find_group(r, at, &g)) return false;
    written++;
    fputs("*7\r\n$6\r\nXGROUP\r\n$6\r\nCREATE\r\n", f);
    put_word(f, r->name, r->name_length);
    put_word(f, g.name, g.name_length);
    put_id(f, g.item);
    put_text(f, "ENTRIESREAD");
    uint64_t read = fl_get64(g.item + ID);
    if (read == UINT64_MAX)
      put_text(f, "-1");
    else
      put_number(f, read);
    for (at = g.consumers; (c = next_consumer(r, &g, &at, &length));) {
      written++;
      fputs("*5\r\n$6\r\nXGROUP\r\n$14\r\nCREATECONSUMER\r\n", f);
      put_word(f, r->name, r->name_length);
      put_word(f, g.name, g.name_length);
      put_word(f, c + CONSUMER, length - CONSUMER);
    }
    if (at != g.pel || !put_pending(f, r, &g, entries)) return false;
  }
  return true;
}

static bool put_stream(FILE *f, const struct fl_host_record *r) {
  static const uint8_t zero[ID];
  const uint8_t *head = r->data + 2, *before = zero;
  size_t at = 2 + HEAD, entries;
  if (r->length < at || fl_get16(r->data) != HEAD) return false;
  uint32_t groups = fl_get32(head + 40);
  struct group g;
  for (uint32_t i = 0; i < groups; i++, at = g.end)
    if (!find_group(r, at, &g)) return false;
  entries = at;
  if (r->length == at) {
    written++;
    fputs("*7\r\n$4\r\nXADD\r\n", f);
    put_word(f, r->name, r->name_length);
    fputs("$6\r\nMAXLEN\r\n$1\r\n0\r\n$3\r\n0-1\r\n$1\r\nx\r\n$1\r\ny\r\n", f);
  }
  while (at < r->length) {
    const uint8_t *id = r->data + at + 2;
    if (!put_entry(f, r, &at) || memcmp(before, id, ID) >= 0) return false;
    before = id;
  }
  if (memcmp(before, head, ID) > 0) return false;
  /* XSETID may have put the last ID before the greatest deleted one; but does not take both at once then. */
  bool apart = memcmp(head + ID, head, ID) > 0;
  if (apart) {
    written++;
    fputs("*5\r\n$6\r\nXSETID\r\n", f);
    put_word(f, r->name, r->name_length);
    put_id(f, head + ID);
    fputs("$12\r\nMAXDELETEDID\r\n", f);
    put_id(f, head + ID);
  }
  written++;
  fprintf(f, "*%d\r\n$6\r\nXSETID\r\n", apart ? 5 : 7);
  put_word(f, r->name, r->name_length);
  put_id(f, head);
  fputs("$12\r\nENTRIESADDED\r\n", f);
  put_number(f, fl_get64(head + 32));
  if (!apart) {
    fputs("$12\r\nMAXDELETEDID\r\n", f);
    put_id(f, head + ID);
  }
  return put_groups(f, r, 2 + HEAD, groups, entries);
}

/* False: what is there is no value of its type. */
static bool put_record(FILE *f, const struct fl_host_record *r) {
  if (r->type != FL_STRING) {
    if (!(r->type == FL_STREAM ? put_stream : put_container)(f, r)) return false;
    if (!r->expires) return true;
    written++;
    fputs("*3\r\n$9\r\nPEXPIREAT\r\n", f);
    put_word(f, r->name, r->name_length);
    put_number(f, r->expires);
    return true;
  }
  written++;
  fputs(r->expires ? "*5\r\n$3\r\nSET\r\n" : "*3\r\n$3\r\nSET\r\n", f);
  put_word(f, r->name, r->name_length);
  put_word(f, r->data, r->length);
  if (!r->expires) return true;
  fputs("$4\r\nPXAT\r\n", f);
  put_number(f, r->expires);
  return true;
}

/* ---- The walk ---- */

static int walk(const struct options *o, struct fl_host *host, FILE *f, uint64_t *count) {
  static struct fl_host_record r;
  uint8_t at[32] = {0};
  char text[FL_DOUBT_TEXT];
  struct fl_progress progress = fl_progress_begin("records", o->quiet);
  do {
    enum fl_host_status status = fl_host_next(host, at, &r);
    if (status == FL_HOST_LIE) return fl_complain(FL_REFUSED, "REFUSED: %s", fl_host_why(host));
    if (status == FL_HOST_STORE && fl_doubt_text(host, text) > 0) return fl_complain(FL_REFUSED, "REFUSED: %s", text);
    if (status == FL_HOST_STORE) return fl_complain(FL_DIAGNOSED, "the store %s does not answer", o->places.store);
    if (status != FL_HOST_OK) return fl_complain(FL_DIAGNOSED, "out of memory");
    if (!r.there) break;
    if (!put_record(f, &r))
      return fl_complain(FL_DIAGNOSED, "a record of %s is no hash, list, set or stream, and it is said to be one",
                         o->places.store);
    if (ferror(f)) return fl_complain(FL_DIAGNOSED, "the output cannot be written: %s", strerror(errno));
    fl_progress_step(&progress, ++*count, r.place[0] * 100 / 256);
    memcpy(at, r.place, 32);
  } while (fl_host_after(at));
  return 0;
}

/* The tree's, with what the redo log has. */
static int find_root(const struct fl_opened *x, struct fl_host *host, uint8_t root[32]) {
  struct fl_host_seal state;
  memcpy(root, x->seal.root, 32);
  if (x->redo_pieces == 0) return 0;
  enum fl_host_status status = fl_host_commit_begin(host, &state);
  if (status == FL_HOST_LIE) return fl_complain(FL_REFUSED, "REFUSED: %s", fl_host_why(host));
  if (status != FL_HOST_OK) return fl_complain(FL_DIAGNOSED, "out of memory");
  memcpy(root, state.root, 32);
  return 0;
}

static int export_from(const struct options *o, struct fl_opened *x, struct fl_host *host) {
  struct output out;
  uint64_t count = 0;
  const char *why;
  int status = fl_start_host(&o->places, x, host);
  if (status) return status;
  if (!output_open(&out, o->output, &why))
    return fl_complain(FL_DIAGNOSED, "%s: %s", o->output, why ? why : strerror(errno));
  /* Whoever imports it sees that it is whole (clean/serve.fl). */
  fputs("*2\r\n$4\r\nECHO\r\n$15\r\nfairlead export\r\n", out.f);
  uint8_t root[32];
  status = walk(o, host, out.f, &count);
  if (status == 0) status = find_root(x, host, root);
  if (status == 0) {
    char end[48];
    int length = snprintf(end, sizeof end, "fairlead export end %" PRIu64, written);
    fprintf(out.f, "*2\r\n$4\r\nECHO\r\n$%d\r\n%s\r\n", length, end);
  }
  errno = 0;
  if (!output_close(&out, status == 0) && status == 0)
    status = fl_complain(FL_DIAGNOSED, "the output cannot be written: %s", strerror(errno));
  if (status == 0 && !o->quiet) {
    fprintf(stderr, "%s: %" PRIu64 " records, sealed with epoch %" PRIu64 ", in %" PRIu64 " commands, root ",
            fl_program_name, count, x->seal.epoch, written);
    for (size_t i = 0; i < 32; i++) fprintf(stderr, "%02x", root[i]);
    fputc('\n', stderr);
  }
  return status;
}

static int run(struct options *o) {
  struct fl_opened x;
  /* A folder is held as it is while a server goes on; of a Redis that cannot be had. */
  int status = o->places.access.is_redis ? fl_places_lock(&o->places) : 0;
  if (status == 0) status = fl_open(&o->places, FL_OPEN_HELD, &x);
  if (status) return status;
  if (!x.has_seal)
    return fl_complain(FL_DIAGNOSED, "the store %s has no seal: there is nothing to go by", o->places.store);
  x.looks = true;
  struct fl_host *host =
      fl_host_new(&(struct fl_host_options){.slots = 65536, .told = fl_opened_told, .told_context = &x}, x.store);
  if (!host) return fl_complain(FL_DIAGNOSED, "out of memory");
  status = export_from(o, &x, host);
  fl_host_free(host);
  fl_opened_free(&x);
  return status;
}

int main(int argc, char **argv) {
  struct options o = {0};
  fl_begin();
  read_options(argc, argv, &o);
  int status = run(&o);
  fl_store_access_wipe(&o.places.access);
  return status;
}
