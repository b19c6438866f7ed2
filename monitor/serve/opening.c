/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "opening.h"

#include "doubt.h"
#include "own_file.h"
#include "store_process.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- The command line ---- */

uint64_t fl_option_number(const char *option, const char *text, uint64_t low, uint64_t high) {
  char *end;
  errno = 0;
  unsigned long long n = strtoull(text, &end, 10);
  if (errno || *end || *text < '0' || *text > '9' || n < low || n > high)
    exit(fl_complain(FL_USAGE, "--%s %s: not a number from %" PRIu64 " to %" PRIu64, option, text, low, high));
  return n;
}

bool fl_places_option(struct fl_places *o, const char *name, const char *value) {
  if (strcmp(name, "store") == 0)
    o->store = value;
  else if (strcmp(name, "key") == 0)
    o->key = value;
  else if (strcmp(name, "anchor") == 0) {
    o->no_anchor = strcmp(value, "none") == 0;
    o->anchor.file = o->no_anchor ? NULL : value;
  } else if (strcmp(name, "anchor-command") == 0)
    o->anchor.command = value;
  else if (strcmp(name, "expect-epoch") == 0) {
    o->expect_epoch = fl_option_number(name, value, 0, UINT64_MAX);
    o->expects = true;
  } else if (strcmp(name, "store-program") == 0)
    o->program = value;
  else if (strcmp(name, "store-user") == 0)
    o->user = value;
  else
    return fl_store_access_option(&o->access, name, value);
  return true;
}

static bool is_link(const char *path) {
  struct stat s;
  return lstat(path, &s) == 0 && S_ISLNK(s.st_mode);
}

/* The file that NAME and `suffix` lead to, or would if it were made; NULL: to none. */
static char *leads_to(const char *name, const char *suffix) {
  char *path, *real = NULL, *parent = NULL, *copy = NULL;
  if (asprintf(&path, "%s%s", name, suffix) < 0) return NULL;
  if (!(real = realpath(path, NULL)) && !is_link(path) && (copy = strdup(path)) &&
      (parent = realpath(dirname(copy), NULL)) && asprintf(&real, "%s/%s", parent, basename(path)) < 0)
    real = NULL;
  free(path);
  free(parent);
  free(copy);
  return real;
}

/* Below a folder that belongs to whom we do not trust, a key and an anchor are theirs. */
static bool lies_in(const char *path, const char *folder) {
  char *file = leads_to(path, ""), *top = realpath(folder, NULL);
  size_t n = top ? strlen(top) : 0;
  bool in = file && top && strncmp(file, top, n) == 0 && file[n] == '/';
  free(file);
  free(top);
  return in;
}

/* Of what is made beside the two, nothing is to be written over the other. */
static bool have_one_file(const char *key, const char *anchor) {
  static const char *const of_key[] = {"", ".pub", ".slots"}, *const of_anchor[] = {"", ".new", ".lock"};
  bool one = false;
  for (size_t i = 0; i < 3; i++)
    for (size_t j = 0; j < 3; j++) {
      char *a = leads_to(key, of_key[i]), *b = leads_to(anchor, of_anchor[j]);
      one = one || (a && b && strcmp(a, b) == 0);
      free(a);
      free(b);
    }
  return one;
}

void fl_places_check(struct fl_places *o, const char *usage) {
  if (!o->store || !o->key || !(o->no_anchor || o->anchor.file || o->anchor.command)) {
    fputs(usage, stderr);
    exit(FL_USAGE);
  }
  if ((o->no_anchor || o->anchor.file) && o->anchor.command)
    exit(fl_complain(FL_USAGE, "either --anchor or --anchor-command"));
  if (!*o->store || !*o->key || (o->anchor.file && !*o->anchor.file) || (o->anchor.command && !*o->anchor.command))
    exit(fl_complain(FL_USAGE, "--store, --key and --anchor have names"));
  const char *wrong = fl_store_access_check(&o->access, &o->store);
  if (wrong) exit(fl_complain(FL_USAGE, "%s", wrong));
  if (lies_in(o->key, o->store) || (o->anchor.file && lies_in(o->anchor.file, o->store)))
    exit(fl_complain(FL_USAGE, "--key and --anchor are not to be where the store is: who has it would have them"));
  if (o->anchor.file && have_one_file(o->key, o->anchor.file))
    exit(fl_complain(FL_USAGE, "--key and --anchor are one file, or what lies beside one of them is the other"));
  /* It is replaced by renaming: the link would be, and what it led to would be an old anchor. */
  if (o->anchor.file && is_link(o->anchor.file) && !(o->anchor.file = realpath(o->anchor.file, NULL)))
    exit(fl_complain(FL_DIAGNOSED, "the anchor is a symbolic link that leads to no file"));
}

/* ---- Opening ---- */

int fl_places_lock(const struct fl_places *o) {
  const char *beside = o->anchor.file ? o->anchor.file : o->key, *name, *why = NULL;
  char *lock;
  if (!fl_anchor_kept(&o->anchor)) return 0;
  int folder = fl_own_folder(beside, &name);
  if (folder < 0) {
    int failed = errno;
    fl_complain(FL_DIAGNOSED, "the %s %s: %s", o->anchor.file ? "anchor" : "key", beside,
                failed == ENOENT ? "its folder is not there" : strerror(failed));
    fl_help(failed == ENOENT ? "make the folder; the file is made in it" : "name a file in a folder of yours");
    return FL_DIAGNOSED;
  }
  if (asprintf(&lock, "%s.lock", name) < 0) lock = NULL;
  int fd = lock ? fl_own_file(folder, lock, O_RDONLY | O_CREAT, 0600, &why) : -1;
  free(lock);
  close(folder);
  if (fd < 0)
    fl_complain(FL_DIAGNOSED, "the lock %s.lock cannot be opened: %s", beside, why ? why : "out of memory");
  else if (flock(fd, LOCK_EX | LOCK_NB) == 0)
    return 0; /* kept until we end */
  else if (errno == EWOULDBLOCK) {
    fl_complain(FL_DIAGNOSED,
                "the lock %s.lock is another process's: a server or an import is running with this anchor", beside);
    fl_help("stop it first; no two servers have one anchor");
  } else
    fl_complain(FL_DIAGNOSED, "the lock %s.lock cannot be taken: %s", beside, strerror(errno));
  if (fd >= 0) close(fd);
  return FL_DIAGNOSED;
}

int fl_say_anchor_not_written(const struct fl_places *o) {
  int failed = errno;
  if (o->anchor.keeper) {
    fl_complain(FL_DIAGNOSED, "the anchor is not ours: another server has written it, or it cannot be written");
  } else if (o->anchor.file) {
    fl_complain(FL_DIAGNOSED, "the anchor %s cannot be written: %s", o->anchor.file, strerror(failed));
    fl_help("see that its folder can be written by the server's user, and that its disk is not full");
  } else {
    fl_complain(FL_DIAGNOSED, "the anchor cannot be written: `%s write' failed, or took more than half a minute",
                o->anchor.command ? o->anchor.command : "");
    fl_help("run it by hand: it is given the new anchor on its standard input");
  }
  return FL_DIAGNOSED;
}

const char *fl_program_beside(const char *name, char path[FL_PROGRAM]) {
  char self[4096];
  ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
  if (n <= 0) return name;
  self[n] = 0;
  int length = snprintf(path, FL_PROGRAM, "%s/%s", dirname(self), name);
  return length < 0 || length >= FL_PROGRAM ? name : path;
}

static int read_seal(const struct fl_places *o, struct fl_opened *x) {
  static uint8_t bytes[FL_STORE_VALUE];
  size_t length;
  switch (x->store->get(x->store->context, (const uint8_t *)"s", 1, bytes, &length)) {
  case FL_STORE_FAILED: return fl_complain(FL_DIAGNOSED, "the store %s does not answer", o->store);
  case FL_STORE_ABSENT: break;
  case FL_STORE_FOUND:
    if (!fl_seal_read(x->signer, bytes, length, &x->seal))
      return fl_complain(FL_REFUSED, "REFUSED: the store's seal was not made with the key %s", o->key);
    fl_seal_digest(bytes, x->digest);
    memcpy(x->seal_bytes, bytes, FL_SEAL);
    x->has_seal = true;
  }
  return 0;
}

/* What the anchor and the store say, one against the other. */
static int compare(const struct fl_places *o, const struct fl_opened *x) {
  uint64_t epoch = x->has_seal ? x->seal.epoch : 0;
  if (o->expects && epoch < o->expect_epoch)
    return fl_complain(FL_REFUSED,
                       "REFUSED: the store's seal is of epoch %" PRIu64 ", and %" PRIu64
                       " was expected: it was rolled back",
                       epoch, o->expect_epoch);
  if (x->has_anchor) {
    const char *why = fl_anchor_refuses(&x->anchor, x->has_seal ? &x->seal : NULL, x->digest);
    if (!why) return 0;
    return fl_complain(FL_REFUSED,
                       "REFUSED: %s (the store's seal: epoch %" PRIu64 ", incarnation %" PRIu64 "; the anchor: %" PRIu64
                       ", %" PRIu64 ")",
                       why, epoch, x->seal.incarnation, x->anchor.epoch, x->anchor.incarnation);
  }
  if (!x->has_seal || o->expects) return 0;
  if (fl_anchor_kept(&o->anchor))
    return fl_complain(FL_REFUSED,
                       "REFUSED: the store has a seal of epoch %" PRIu64 ", and there is no anchor%s%s: if "
                       "it was lost, say --expect-epoch with the last epoch you know of",
                       epoch, o->anchor.file ? " " : "", o->anchor.file ? o->anchor.file : "");
  return fl_complain(0, "no anchor and no --expect-epoch: an old state of the store would not be noticed");
}

static void help_with_key(const struct fl_opened *x, bool held, const char *why) {
  if (strstr(why, "help: ")) return;
  if (strstr(why, "No such file"))
    fl_help(held            ? "name the key that the store was sealed with, or its public half, FILE.pub"
            : x->has_anchor ? "the anchor knows of seals: it was made when there was a key; put that back"
                            : "see that its folder is there and may be written");
  else if (strstr(why, "no key in it") || strstr(why, "Ed25519"))
    fl_help(
        "a private key of Ed25519 in PEM, without a password: openssl genpkey -algorithm ed25519 -out FILE; with a new "
        "anchor it is made if it is not there");
  else if (strstr(why, "more than one") || strstr(why, "too long"))
    fl_help("a file with this key alone; a certificate and its key are for --tls-cert and --tls-key");
  else
    fl_help("see that the user that runs this may read it");
}

static void help_with_store(const struct fl_places *o, const char *program, const char *why) {
  if (strncmp(why, "AUTH: ", 6) == 0 || strstr(why, ": NOAUTH"))
    fl_help("redis://USER@HOST with --store-password-file FILE, or the variable FAIRLEAD_STORE_PASSWORD");
  else if (o->access.place.cluster && strstr(why, "NOPERM"))
    fl_help("the user needs: ~fairlead:* +get +mget +set +del +wait +asking +cluster|slots");
  else if (strncmp(why, "GET: NOPERM", 11) == 0)
    fl_help("the user needs: ~fairlead:* +get +mget +set +del +multi +exec +discard +select");
  else if (strncmp(why, "TLS: ", 5) == 0)
    fl_help("--store-tls-ca FILE: whose certificates are believed; --store-tls-name NAME: of whom it has to be");
  else if (strncmp(why, "another process has it", 22) == 0)
    fl_help("stop the server or import that has it");
  else if (strcmp(why, FL_REDIS_TAKEN) == 0)
    fl_help("there is nothing to do: that one leads, or it will be tried again");
  else if (strstr(why, "of its own") || strstr(why, "regular file") || strstr(why, "symbolic link"))
    fl_help("somebody put that there: put back what was, or take it away");
  else if (strncmp(why, "MDB_", 4) == 0 || strstr(why, "cut off") || strstr(why, "its journal"))
    fl_help("a file of it is damaged, or of another time: put back a copy of all, no older than the anchor, or import "
            "an export");
  else if (strstr(why, "fairlead-monitor-store"))
    fl_help("it is %s: see that it is there and can be run (--store-program names another)", program);
  else if (strstr(why, "user"))
    fl_help("--store-user is a user that there is, and not root; only root can name one");
  else if (strstr(why, "memory"))
    fl_help("memory, or room for addresses, is limited here: ulimit -v, or the limits of a service or container");
  else if (o->access.is_redis)
    fl_help(FL_REDIS_FORMS ", of a Redis that runs");
  else
    fl_help("a folder that the store's user may write, or one that can be made: what is above it has to be there");
}

int fl_open(struct fl_places *o, enum fl_opening how, struct fl_opened *x) {
  const char *why;
  bool held = how == FL_OPEN_HELD;
  char beside[FL_PROGRAM];
  const char *program = o->program ? o->program : fl_program_beside("fairlead-monitor-store", beside);
  *x = (struct fl_opened){0};
  int status = 0;
  /* The anchor first: while a server runs, the store may be ahead of what was read, and never behind it. */
  if (fl_anchor_kept(&o->anchor)) {
    int known = fl_anchor_place_read(&o->anchor, &x->anchor, &why);
    if (known < 0)
      status = fl_complain(FL_DIAGNOSED, "the anchor%s%s: %s", o->anchor.file ? " " : "",
                           o->anchor.file ? o->anchor.file : "", why);
    x->has_anchor = known > 0;
  }
  if (status == 0) {
    bool may_make = !held && !x->has_anchor;
    x->signer = o->open_key ? o->open_key(o, x, may_make, &why) : fl_signer_open(o->key, may_make, &why);
    if (!x->signer && held) x->signer = fl_signer_public(o->key, &why);
    if (!x->signer) {
      status = fl_complain(FL_DIAGNOSED, "the key %s: %s", o->key, why);
      help_with_key(x, held, why);
    }
  }
  if (status == 0) status = fl_store_access_read(&o->access);
  if (status == 0) {
    struct fl_redis_access access = fl_store_access_of(&o->access);
    x->store = fl_store_process(
        &(struct fl_store_place){program, o->store, o->user, held, o->access.is_redis ? &access : NULL}, x->kept, &why);
    if (!x->store) {
      status = fl_complain(FL_DIAGNOSED, "the store %s: %s", o->store, why);
      help_with_store(o, program, why);
    }
  }
  if (status == 0 && geteuid() == 0 && !o->user && !held)
    fl_complain(0, "the store's process is root, as we are: --store-user gives it another user");
  if (status == 0) status = read_seal(o, x);
  return status ? status : compare(o, x);
}

void fl_opened_free(struct fl_opened *x) { fl_signer_free(x->signer); }

void fl_opened_told(void *opened, const struct fl_gate_call *c) {
  struct fl_opened *x = opened;
  if (c->kind == 'p' || c->kind == 'd') fl_again_change(&x->again, c->kind, c->key, c->bytes, c->length);
}

/* What was done since the last checkpoint of a run with the gate's process. */
static bool is_gates(const struct fl_opened *x, struct fl_again *again, uint8_t log[32]) {
  static uint8_t value[FL_STORE_VALUE];
  size_t length;
  bool is = x->has_seal &&
            x->store->get(x->store->context, (const uint8_t *)"sg", 2, value, &length) == FL_STORE_FOUND &&
            length == FL_AGAIN_HEAD && fl_again_read(value, x->seal.root, again);
  memcpy(log, is ? value + FL_AGAIN_NOTE : x->seal.root, 32);
  return is;
}

int fl_start_host(const struct fl_places *o, struct fl_opened *x, struct fl_host *host) {
  struct fl_host_seal from = {.epoch = x->seal.epoch};
  struct fl_redo_found redo = {0};
  struct fl_again again;
  uint8_t log[32];
  char text[FL_DOUBT_TEXT];
  bool gates = is_gates(x, &again, log);
  if (gates && !x->looks) {
    fl_complain(FL_DIAGNOSED, "the last run was with --gate process, and crashed");
    fl_help("start it once with --gate process, and stop it");
    return FL_DIAGNOSED;
  }
  enum fl_host_status status = x->has_seal ? fl_redo_find(x->store, log, &redo) : FL_HOST_OK;
  const char *why = status == FL_HOST_LIE ? "the redo log is not what was sealed" : NULL;
  memcpy(from.root, gates ? again.root : redo.root, sizeof from.root);
  x->redo_pieces = redo.pieces;
  if (status == FL_HOST_OK) status = fl_host_start(host, x->has_seal ? &from : NULL);
  fl_again_from(&x->again, from.root);
  if (status == FL_HOST_OK) status = fl_redo_again(host, &redo);
  free(redo.changes.data);
  if (status == FL_HOST_OK && gates &&
      (x->again.changes != again.changes || memcmp(x->again.chain, again.chain, sizeof again.chain) != 0)) {
    why = "the redo log is not what was sealed";
    status = FL_HOST_LIE;
  }
  switch (status) {
  case FL_HOST_OK: return 0;
  case FL_HOST_LIE: return fl_complain(FL_REFUSED, "REFUSED: %s", why ? why : fl_host_why(host));
  case FL_HOST_STORE:
    if (fl_doubt_text(host, text) > 0) return fl_complain(FL_REFUSED, "REFUSED: %s", text);
    return fl_complain(FL_DIAGNOSED, "the store %s does not answer", o->store);
  default: return fl_complain(FL_DIAGNOSED, "no memory, no randomness, or a processor without AES instructions");
  }
}

bool fl_next_incarnation(const struct fl_places *o, const struct fl_opened *x, struct fl_anchor *next) {
  *next = (struct fl_anchor){.epoch = x->has_seal ? x->seal.epoch : 0};
  memcpy(next->seal, x->digest, 32);
  return fl_anchor_next_incarnation(x->has_anchor ? &x->anchor : NULL, fl_anchor_kept(&o->anchor),
                                    x->has_seal ? &x->seal : NULL, &next->incarnation);
}
