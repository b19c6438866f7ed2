/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "store_access.h"

#include "complaint.h"

#include <stdlib.h>
#include <string.h>

bool fl_store_access_option(struct fl_store_access *a, const char *name, const char *value) {
  const struct {
    const char *name, **to;
  } known[] = {{"store-password-file", &a->password_file},
               {"store-tls-ca", &a->authorities_file},
               {"store-tls-cert", &a->certificate_file},
               {"store-tls-key", &a->key_file},
               {"store-tls-name", &a->name},
               {"store-replicas", &a->replicas}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (strcmp(name, known[i].name) == 0) {
      *known[i].to = value;
      return true;
    }
  return false;
}

/* From 0 to 9. */
static bool is_count(const char *text) { return text[0] >= '0' && text[0] <= '9' && !text[1]; }

const char *fl_store_access_check(struct fl_store_access *a, const char **store) {
  char *given = (char *)(uintptr_t)*store; /* in our own argv */
  bool tls = a->authorities_file || a->certificate_file || a->key_file || a->name;
  a->is_redis = fl_is_redis(given);
  if (a->replicas && !fl_is_redis_cluster(given)) return "--store-replicas is for redis-cluster://";
  if (a->replicas && !is_count(a->replicas)) return "--store-replicas is a number from 0 to 9";
  if (!a->is_redis)
    return tls || a->password_file
               ? "--store-password-file and --store-tls-... are for a Redis, and --store is a folder"
               : NULL;
  bool good = fl_redis_place_read(given, &a->place);
  a->in_the_open = a->place.password[0] != 0;
  explicit_bzero(given, strlen(given));
  if (!good) return "--store: not " FL_REDIS_FORMS;
  a->address = fl_redis_place_public(&a->place);
  if (!a->address) return "out of memory";
  *store = a->address;
  if (tls && !a->place.tls) return "--store-tls-... are for rediss://, and --store is not encrypted";
  if (!a->certificate_file != !a->key_file) return "--store-tls-cert and --store-tls-key go together";
  return NULL;
}

static int say_file(const char *what, const char *file, const char *why) {
  fl_complain(FL_DIAGNOSED, "the %s %s: %s", what, file, why);
  if (!strstr(why, "help: ")) fl_help("name a file that the user who runs this may read");
  return FL_DIAGNOSED;
}

static bool take_password(struct fl_store_access *a, const char *text, size_t length) {
  if (length >= sizeof a->place.password || memchr(text, 0, length)) return false;
  explicit_bzero(a->place.password, sizeof a->place.password);
  memcpy(a->place.password, text, length);
  return true;
}

int fl_store_access_read(struct fl_store_access *a) {
  const char *why;
  char *variable = getenv("FAIRLEAD_STORE_PASSWORD");
  if (a->is_redis && variable && !a->password_file && !(*variable && take_password(a, variable, strlen(variable))))
    return fl_complain(FL_DIAGNOSED, "FAIRLEAD_STORE_PASSWORD: a password has from 1 to 511 bytes");
  if (variable) {
    explicit_bzero(variable, strlen(variable));
    unsetenv("FAIRLEAD_STORE_PASSWORD");
  }
  if (!a->is_redis) return 0;
  if (a->password_file) {
    struct fl_text text;
    if (!fl_text_read(a->password_file, true, 4096, &text, &why))
      return say_file("store's password", a->password_file, why);
    size_t length = text.length > 0 ? strcspn(text.data, "\r\n") : 0;
    bool ok = length > 0 && (length == text.length || text.data[length] != 0) && take_password(a, text.data, length);
    fl_text_wipe(&text);
    if (!ok || !a->place.password[0])
      return say_file("store's password", a->password_file,
                      "it has none\n  help: the password is its first line, of at most 511 bytes, none of them 0");
  }
  if (a->in_the_open) {
    fl_complain(0, "the store's password was on the command line, where others of this machine could see it");
    fl_help("--store-password-file FILE, or the variable FAIRLEAD_STORE_PASSWORD");
  }
  if (a->place.user[0] && !a->place.password[0]) {
    fl_complain(FL_DIAGNOSED, "the store's user %s has no password", a->place.user);
    fl_help("--store-password-file FILE, or the variable FAIRLEAD_STORE_PASSWORD");
    return FL_DIAGNOSED;
  }
  const struct {
    const char *what, *file;
    bool secret;
    struct fl_text *to;
  } files[] = {{"store's authorities", a->authorities_file, false, &a->authorities},
               {"store's certificate", a->certificate_file, false, &a->certificate},
               {"store's key", a->key_file, true, &a->key}};
  for (size_t i = 0; i < sizeof files / sizeof *files; i++)
    if (files[i].file && !files[i].to->data &&
        !fl_text_read(files[i].file, files[i].secret, FL_REDIS_PEM, files[i].to, &why))
      return say_file(files[i].what, files[i].file, why);
  return 0;
}

static struct fl_pem pem(const struct fl_text *t) { return (struct fl_pem){t->data, t->length}; }

struct fl_redis_access fl_store_access_of(const struct fl_store_access *a) {
  return (struct fl_redis_access){.user = a->place.user,
                                  .password = a->place.password,
                                  .name = a->name,
                                  .replicas = a->replicas,
                                  .writer = a->writer,
                                  .authorities = pem(&a->authorities),
                                  .certificate = pem(&a->certificate),
                                  .key = pem(&a->key)};
}

void fl_store_access_wipe(struct fl_store_access *a) {
  explicit_bzero(&a->place, sizeof a->place);
  free(a->address);
  a->address = NULL;
  fl_text_wipe(&a->authorities);
  fl_text_wipe(&a->certificate);
  fl_text_wipe(&a->key);
}
