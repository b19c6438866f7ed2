/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "users.h"

#include "digest.h"
#include "serve.h"

#include <openssl/crypto.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  DIGEST = 32,
  NAME = 64,
  PASSWORDS = 8,
  RULES = 64,
  PREFIXES = 32,
  USERS = 1024,
  EVERY = 0xff,
  NO_COMMAND = 0xffff
};

/* Of commands, in their order, the last one that is about a command counts. */
struct rule {
  bool allows;
  unsigned command, classes; /* one command (NO_COMMAND: none), or those of a class; EVERY: all */
};
/* What keys begin with, or the whole key. */
struct prefix {
  char *text;
  size_t length;
  bool whole;
};
struct fl_user {
  char name[NAME];
  bool on, open; /* may be proved; needs no password */
  uint8_t passwords[PASSWORDS][DIGEST];
  unsigned password_count, rule_count, prefix_count;
  struct rule rules[RULES];
  struct prefix prefixes[PREFIXES];
};
struct fl_users {
  struct fl_user *all;
  size_t count;
  bool read; /* from a file */
};

static const struct {
  const char *name;
  unsigned classes;
} classes[] = {{"read", FL_SERVE_table_READ},
               {"write", FL_SERVE_table_WRITE},
               {"connection", FL_SERVE_table_CONNECTION},
               {"transaction", FL_SERVE_table_TRANSACTION},
               {"dangerous", FL_SERVE_table_DANGEROUS},
               {"receipts", FL_SERVE_table_RECEIPTS},
               {"pubsub", FL_SERVE_table_MESSAGES},
               {"scripting", FL_SERVE_table_SCRIPTING},
               {"all", EVERY}};

/* ---- A user's own ---- */

static bool allow(struct fl_user *u, bool allows, unsigned command, unsigned of) {
  if (of == EVERY) u->rule_count = 0; /* what came before does not count any more */
  if (u->rule_count == RULES) return false;
  u->rules[u->rule_count++] = (struct rule){allows, command, of};
  return true;
}

static void drop_prefixes(struct fl_user *u) {
  while (u->prefix_count > 0) free(u->prefixes[--u->prefix_count].text);
}

static bool add_prefix(struct fl_user *u, const char *text, size_t length, bool whole) {
  if (u->prefix_count == PREFIXES) return false;
  char *copy = malloc(length + 1);
  if (!copy) return false;
  memcpy(copy, text, length);
  u->prefixes[u->prefix_count++] = (struct prefix){copy, length, whole};
  return true;
}

static void make_whole(struct fl_user *u) {
  allow(u, true, NO_COMMAND, EVERY);
  drop_prefixes(u);
  add_prefix(u, "", 0, false);
}

static void clear(struct fl_users *users) {
  for (size_t i = 0; i < users->count; i++) drop_prefixes(&users->all[i]);
  if (users->all) OPENSSL_cleanse(users->all, users->count * sizeof *users->all);
  free(users->all);
  users->all = NULL;
  users->count = 0;
}

static struct fl_user *find(const struct fl_users *users, const void *name, size_t length) {
  for (size_t i = 0; i < users->count; i++)
    if (strlen(users->all[i].name) == length && memcmp(users->all[i].name, name, length) == 0) return &users->all[i];
  return NULL;
}

static struct fl_user *add(struct fl_users *users, const char *name, size_t length) {
  struct fl_user *more = calloc(users->count + 1, sizeof *more);
  if (!more) return NULL;
  if (users->count) memcpy(more, users->all, users->count * sizeof *more);
  if (users->all) OPENSSL_cleanse(users->all, users->count * sizeof *users->all);
  free(users->all);
  users->all = more;
  struct fl_user *u = &more[users->count++];
  memcpy(u->name, name, length);
  return u;
}

struct fl_users *fl_users_new(void) {
  struct fl_users *users = calloc(1, sizeof *users);
  struct fl_user *u = users ? add(users, "default", 7) : NULL;
  if (!u) {
    free(users);
    return NULL;
  }
  u->on = u->open = true;
  make_whole(u);
  return users;
}

void fl_users_free(struct fl_users *users) {
  if (!users) return;
  clear(users);
  free(users);
}

/* ---- Rules ---- */

struct word {
  const char *text;
  size_t length;
};

static bool is(struct word w, const char *text) {
  return w.length == strlen(text) && memcmp(w.text, text, w.length) == 0;
}
static bool begins(struct word w, const char *text) {
  return w.length >= strlen(text) && memcmp(w.text, text, strlen(text)) == 0;
}
static struct word behind(struct word w, size_t n) { return (struct word){w.text + n, w.length - n}; }

static int nibble(char c) {
  return c >= '0' && c <= '9'   ? c - '0'
         : c >= 'a' && c <= 'f' ? c - 'a' + 10
         : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                : -1;
}
static bool read_digest(struct word w, uint8_t digest[DIGEST]) {
  if (w.length != 2 * DIGEST) return false;
  for (size_t i = 0; i < w.length; i++) {
    int n = nibble(w.text[i]);
    if (n < 0) return false;
    digest[i / 2] = (uint8_t)(digest[i / 2] << 4 | n);
  }
  return true;
}

static const char *add_password(struct fl_user *u, const uint8_t digest[DIGEST]) {
  if (u->password_count == PASSWORDS) return "a user has at most 8 passwords";
  memcpy(u->passwords[u->password_count++], digest, DIGEST);
  u->open = false;
  return NULL;
}

static const char *password_rule(struct fl_user *u, struct word w, bool hashed) {
  uint8_t digest[DIGEST] = {0};
  if (hashed && !read_digest(w, digest)) return "behind # stand the 64 digits of a password's SHA-256";
  if (!hashed && w.length == 0) return "behind > stands a password";
  if (!hashed) fl_digest(w.text, w.length, digest);
  return add_password(u, digest);
}

static const char *key_rule(struct fl_user *u, struct word w) {
  bool star = w.length > 0 && w.text[w.length - 1] == '*';
  size_t n = w.length - star;
  for (size_t i = 0; i < n; i++)
    if (strchr("*?[]\\", w.text[i]))
      return "behind ~ stands what keys begin with and *, or a whole key; no other pattern";
  return add_prefix(u, w.text, n, !star) ? NULL : "a user has at most 32 rules for keys";
}

static const char *command_rule(struct fl_user *u, struct word w, bool allows) {
  static const char many[] = "a user has at most 64 rules for commands";
  if (begins(w, "@")) {
    w = behind(w, 1);
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
      if (is(w, classes[i].name)) return allow(u, allows, NO_COMMAND, classes[i].classes) ? NULL : many;
    return "the classes are @all @read @write @connection @transaction @dangerous @receipts @pubsub @scripting";
  }
  char name[16];
  size_t n = 0;
  for (; n < w.length && n < sizeof name; n++)
    name[n] = w.text[n] >= 'A' && w.text[n] <= 'Z' ? (char)(w.text[n] + 32) : w.text[n];
  struct fl_serve_option_table_Command known;
  fl_serve_known((struct fl_serve_view){(const uint8_t *)name, n}, &known);
  if (n != w.length || known.tag != FL_SERVE_SOME) return "there is no such command";
  return allow(u, allows, known.u.some.number, 0) ? NULL : many;
}

static const char *rule(struct fl_user *u, struct word w) {
  /* About channels, and about what Redis does with damaged values: there are none here. */
  if (begins(w, "&") || is(w, "allchannels") || is(w, "resetchannels") || is(w, "sanitize-payload") ||
      is(w, "skip-sanitize-payload"))
    return NULL;
  if (is(w, "on") || is(w, "off"))
    u->on = is(w, "on");
  else if (is(w, "nopass") || is(w, "resetpass")) {
    u->password_count = 0;
    u->open = is(w, "nopass");
  } else if (is(w, "allkeys"))
    return key_rule(u, (struct word){"*", 1});
  else if (is(w, "resetkeys"))
    drop_prefixes(u);
  else if (is(w, "allcommands") || is(w, "nocommands"))
    return command_rule(u, (struct word){"@all", 4}, is(w, "allcommands"));
  else if (begins(w, ">") || begins(w, "#"))
    return password_rule(u, behind(w, 1), w.text[0] == '#');
  else if (begins(w, "~"))
    return key_rule(u, behind(w, 1));
  else if (begins(w, "+") || begins(w, "-"))
    return command_rule(u, behind(w, 1), w.text[0] == '+');
  else
    return "not a rule: on off >PASSWORD #SHA256 nopass ~PREFIX* +@CLASS -@CLASS +COMMAND -COMMAND";
  return NULL;
}

/* ---- The file ---- */

static struct word next_word(const char **at, const char *end) {
  while (*at < end && (**at == ' ' || **at == '\t' || **at == '\r')) ++*at;
  struct word w = {*at, 0};
  while (*at < end && **at != ' ' && **at != '\t' && **at != '\r') ++*at;
  w.length = (size_t)(*at - w.text);
  return w;
}

static const char *read_line(struct fl_users *users, const char *at, const char *end, struct word *w) {
  *w = next_word(&at, end);
  if (w->length == 0 || w->text[0] == '#') return NULL;
  if (!is(*w, "user")) return "a line is `user NAME RULE...', or a note that begins with #";
  *w = next_word(&at, end);
  if (w->length == 0 || w->length >= NAME) return "a user's name has from 1 to 63 bytes";
  if (memchr(w->text, 0, w->length)) return "there is a byte 0 in it";
  for (size_t i = 0; i < w->length; i++)
    if (w->text[i] < '!' || w->text[i] > '~') return "a user's name is printed, and has no spaces";
  if (find(users, w->text, w->length)) return "this user has a line already";
  if (users->count == USERS) return "there are at most 1024 users";
  struct fl_user *u = add(users, w->text, w->length);
  if (!u) return "out of memory";
  for (;;) {
    *w = next_word(&at, end);
    if (w->length == 0) return NULL;
    const char *why = rule(u, *w);
    if (why) return why;
  }
}

bool fl_users_read(struct fl_users *users, const char *text, size_t length, struct fl_users_wrong *wrong) {
  const char *end = text + length;
  clear(users);
  users->read = true;
  for (size_t line = 1; text < end; line++) {
    const char *stop = memchr(text, '\n', (size_t)(end - text));
    if (!stop) stop = end;
    struct word w;
    const char *why = read_line(users, text, stop, &w);
    if (why) {
      wrong->line = line;
      wrong->column = (size_t)(w.text - text) + 1;
      snprintf(wrong->why, sizeof wrong->why, "%s", why);
      clear(users);
      return false;
    }
    text = stop + 1;
  }
  return true;
}

bool fl_users_password(struct fl_users *users, const char *password, size_t length) {
  uint8_t digest[DIGEST];
  struct fl_user *u = find(users, "default", 7);
  if (u && users->read) return false;
  if (!u && !(u = add(users, "default", 7))) return false;
  fl_digest(password, length, digest);
  u->on = true;
  u->password_count = 0;
  make_whole(u);
  bool ok = add_password(u, digest) == NULL;
  OPENSSL_cleanse(digest, sizeof digest);
  return ok;
}

/* ---- Who it is, and what it may ---- */

const struct fl_user *fl_users_anybody(const struct fl_users *users) {
  const struct fl_user *u = find(users, "default", 7);
  return u && u->on && u->open ? u : NULL;
}

const struct fl_user *fl_users_prove(const struct fl_users *users, const void *name, size_t name_length,
                                     const void *password, size_t length) {
  static const struct fl_user nobody;
  uint8_t digest[DIGEST];
  const struct fl_user *u = find(users, name, name_length);
  const struct fl_user *looked = u ? u : &nobody;
  unsigned same = 0;
  fl_digest(password, length, digest);
  /* All of them, used or not, each to its end. */
  for (unsigned i = 0; i < PASSWORDS; i++)
    same |=
        (unsigned)(CRYPTO_memcmp(looked->passwords[i], digest, DIGEST) == 0) & (unsigned)(i < looked->password_count);
  OPENSSL_cleanse(digest, sizeof digest);
  return u && u->on && (u->open || same) ? u : NULL;
}

static bool same(const struct fl_user *a, const struct fl_user *b) {
  bool ok = a->on == b->on && a->open == b->open && a->password_count == b->password_count &&
            a->rule_count == b->rule_count && a->prefix_count == b->prefix_count &&
            CRYPTO_memcmp(a->passwords, b->passwords, (size_t)a->password_count * DIGEST) == 0;
  for (unsigned i = 0; ok && i < a->rule_count; i++) {
    const struct rule *x = &a->rules[i], *y = &b->rules[i];
    ok = x->allows == y->allows && x->command == y->command && x->classes == y->classes;
  }
  for (unsigned i = 0; ok && i < a->prefix_count; i++) {
    const struct prefix *x = &a->prefixes[i], *y = &b->prefixes[i];
    ok = x->whole == y->whole && x->length == y->length && memcmp(x->text, y->text, x->length) == 0;
  }
  return ok;
}
const struct fl_user *fl_users_same(const struct fl_users *users, const struct fl_user *user) {
  const struct fl_user *u = find(users, user->name, strlen(user->name));
  return u && same(u, user) ? u : NULL;
}

const char *fl_user_name(const struct fl_user *u) { return u->name; }

bool fl_user_may(const struct fl_user *u, unsigned command, unsigned of) {
  bool may = false;
  for (unsigned i = 0; i < u->rule_count; i++) {
    const struct rule *r = &u->rules[i];
    if (r->classes == EVERY || r->command == command || (r->classes & of)) may = r->allows;
  }
  return may;
}

bool fl_user_may_use_all(const struct fl_user *u) {
  for (unsigned i = 0; i < u->prefix_count; i++)
    if (!u->prefixes[i].whole && u->prefixes[i].length == 0) return true;
  return false;
}

bool fl_user_may_use(const struct fl_user *u, const void *key, size_t length) {
  for (unsigned i = 0; i < u->prefix_count; i++) {
    const struct prefix *p = &u->prefixes[i];
    if ((p->whole ? length == p->length : length >= p->length) && memcmp(p->text, key, p->length) == 0) return true;
  }
  return false;
}

bool fl_user_may_all(const struct fl_user *u) {
  return u->rule_count == 1 && u->rules[0].allows && u->rules[0].classes == EVERY && fl_user_may_use_all(u);
}
