/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "redis_place.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- The address ---- */

static const struct {
  const char *scheme;
  bool local, tls;
} forms[] = {
    {"redis://", false, false}, {"rediss://", false, true}, {"unix://", true, false}, {"redis+unix://", true, false}};

static int form_of(const char *url) {
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
    if (strncmp(url, forms[i].scheme, strlen(forms[i].scheme)) == 0) return (int)i;
  return -1;
}

bool fl_is_redis(const char *store) { return form_of(store) >= 0; }

static int digit(char c) {
  return c >= '0' && c <= '9'   ? c - '0'
         : c >= 'a' && c <= 'f' ? c - 'a' + 10
         : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                : -1;
}

/* %41 is A. False: it is too long, or ends in the middle, or has a byte 0. */
static bool decode(const char *at, const char *end, char *to, size_t room) {
  size_t n = 0;
  for (; at < end; at++) {
    char c = *at;
    if (c == '%') {
      if (end - at < 3 || digit(at[1]) < 0 || digit(at[2]) < 0) return false;
      c = (char)(digit(at[1]) << 4 | digit(at[2]));
      at += 2;
    }
    if (n + 1 >= room || !c) return false;
    to[n++] = c;
  }
  to[n] = 0;
  return true;
}

/* A number with nothing behind it. */
static bool number(const char *text, const char *end, unsigned most, unsigned *n) {
  if (text == end || end - text > 5) return false;
  for (*n = 0; text < end; text++) {
    if (*text < '0' || *text > '9') return false;
    *n = *n * 10 + (unsigned)(*text - '0');
  }
  return *n <= most;
}

static bool read_user(const char *at, const char *end, struct fl_redis_place *p) {
  const char *colon = memchr(at, ':', (size_t)(end - at));
  return decode(at, colon ? colon : end, p->user, sizeof p->user) &&
         (!colon || decode(colon + 1, end, p->password, sizeof p->password));
}

static bool copy(const char *at, const char *end, char *to, size_t room) {
  size_t n = (size_t)(end - at);
  if (at >= end || n >= room || memchr(at, '@', n)) return false;
  memcpy(to, at, n);
  to[n] = 0;
  return true;
}

static bool read_network(const char *at, struct fl_redis_place *p) {
  const char *end = at + strcspn(at, "/"), *user = memrchr(at, '@', (size_t)(end - at));
  if (user && !read_user(at, user, p)) return false;
  if (user) at = user + 1;
  bool bracket = *at == '[';
  const char *close = bracket ? memchr(at, ']', (size_t)(end - at)) : at + strcspn(at, ":/");
  if (!close || !copy(at + bracket, close, p->host, sizeof p->host)) return false;
  at = close + bracket;
  p->port = 6379;
  if (*at == ':' && (!number(at + 1, end, 65535, &p->port) || p->port == 0)) return false;
  if (*at != ':' && at != end) return false;
  if (strcmp(end, "/") == 0) return true;
  return !*end || number(end + 1, end + strlen(end), 99999, &p->database);
}

/* USER:PASSWORD@ stands before the path's first slash, so a path may have an @ in it. */
static bool read_local(const char *at, struct fl_redis_place *p) {
  const char *slash = at + strcspn(at, "/"), *user = memrchr(at, '@', (size_t)(slash - at)), *end = strstr(at, "?db=");
  if (user && !read_user(at, user, p)) return false;
  if (user) at = user + 1;
  if (end && !number(end + 4, end + strlen(end), 99999, &p->database)) return false;
  if (!end) end = at + strlen(at);
  size_t n = (size_t)(end - at);
  if (end <= at || n >= sizeof p->host) return false;
  memcpy(p->host, at, n);
  p->host[n] = 0;
  return true;
}

bool fl_redis_place_read(const char *url, struct fl_redis_place *p) {
  int form = form_of(url);
  memset(p, 0, sizeof *p);
  if (form < 0) return false;
  p->local = forms[form].local;
  p->tls = forms[form].tls;
  url += strlen(forms[form].scheme);
  return p->local ? read_local(url, p) : read_network(url, p);
}

char *fl_redis_place_public(const struct fl_redis_place *p) {
  char *text, database[16] = "";
  bool six = strchr(p->host, ':') != NULL;
  if (p->database) snprintf(database, sizeof database, p->local ? "?db=%u" : "/%u", p->database);
  int n = p->local ? asprintf(&text, "unix://%s%s", p->host, database)
                   : asprintf(&text, "redis%s://%s%s%s:%u%s", p->tls ? "s" : "", six ? "[" : "", p->host,
                              six ? "]" : "", p->port, database);
  return n < 0 ? NULL : text;
}

/* ---- What is secret: six texts, each behind its length ---- */

enum { TEXTS = 6 };

int fl_redis_access_write(const struct fl_redis_access *a) {
  const struct fl_pem texts[TEXTS] = {{a->user, a->user ? strlen(a->user) : 0},
                                      {a->password, a->password ? strlen(a->password) : 0},
                                      {a->name, a->name ? strlen(a->name) : 0},
                                      a->authorities,
                                      a->certificate,
                                      a->key};
  int fd = memfd_create("fairlead", MFD_CLOEXEC);
  bool ok = fd >= 0;
  for (size_t i = 0; ok && i < TEXTS; i++) {
    uint32_t n = (uint32_t)texts[i].length;
    ok = texts[i].length <= FL_REDIS_PEM && write(fd, &n, sizeof n) == sizeof n &&
         write(fd, texts[i].data, n) == (ssize_t)n;
  }
  if (ok || fd < 0) return fd;
  close(fd);
  return -1;
}

bool fl_redis_access_read(int fd, struct fl_redis_access *a, char **text, size_t *length) {
  struct stat s;
  enum { MOST = TEXTS * (FL_REDIS_PEM + 8) };
  *text = NULL;
  if (fstat(fd, &s) < 0 || s.st_size <= 0 || s.st_size > MOST) return false;
  *length = (size_t)s.st_size;
  /* A 0 behind each text: the length of the next one moves up by one. */
  char *raw = malloc(*length), *t = *text = calloc(1, *length + TEXTS), *to = t;
  bool ok = raw && t && pread(fd, raw, *length, 0) == (ssize_t)*length;
  struct fl_pem texts[TEXTS] = {{0}};
  size_t at = 0;
  for (size_t i = 0; ok && i < TEXTS; i++) {
    uint32_t n;
    ok = *length - at >= sizeof n;
    if (!ok) break;
    memcpy(&n, raw + at, sizeof n);
    at += sizeof n;
    ok = n <= *length - at;
    if (!ok) break;
    memcpy(to, raw + at, n);
    at += n;
    if (n > 0) texts[i] = (struct fl_pem){to, n};
    to += n + 1;
  }
  if (raw) explicit_bzero(raw, *length);
  free(raw);
  *length += TEXTS;
  *a = (struct fl_redis_access){texts[0].data, texts[1].data, texts[2].data, texts[3], texts[4], texts[5]};
  return ok;
}
