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
  bool local, tls, cluster;
} forms[] = {{"redis://", false, false, false},        {"rediss://", false, true, false},
             {"unix://", true, false, false},          {"redis+unix://", true, false, false},
             {"redis-cluster://", false, false, true}, {"rediss-cluster://", false, true, true}};

static int form_of(const char *url) {
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
    if (strncmp(url, forms[i].scheme, strlen(forms[i].scheme)) == 0) return (int)i;
  return -1;
}

bool fl_is_redis(const char *store) { return form_of(store) >= 0; }
bool fl_is_redis_cluster(const char *store) {
  int form = form_of(store);
  return form >= 0 && forms[form].cluster;
}

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

/* HOST[:PORT], all of it. */
static bool read_host(const char *at, const char *end, char host[256], unsigned *port) {
  bool bracket = at < end && *at == '[';
  const char *close = bracket ? memchr(at, ']', (size_t)(end - at)) : memchr(at, ':', (size_t)(end - at));
  if (bracket && !close) return false;
  if (!close) close = end;
  if (!copy(at + bracket, close, host, 256)) return false;
  at = close + bracket;
  *port = 6379;
  return at == end || (*at == ':' && number(at + 1, end, 65535, port) && *port > 0);
}

/* Of a cluster several nodes may be named; it has no databases. */
static bool read_cluster(const char *at, const char *end, struct fl_redis_place *p) {
  for (bool first = true;; first = false) {
    const char *comma = memchr(at, ',', (size_t)(end - at)), *stop = comma ? comma : end;
    struct fl_redis_seed *s = &p->others[p->other_count];
    if (!first && p->other_count == FL_REDIS_SEEDS - 1) return false;
    if (!read_host(at, stop, first ? p->host : s->host, first ? &p->port : &s->port)) return false;
    p->other_count += !first;
    if (!comma) return strcmp(end, "/") == 0 || !*end;
    at = comma + 1;
  }
}

static bool read_network(const char *at, struct fl_redis_place *p) {
  const char *end = at + strcspn(at, "/"), *user = memrchr(at, '@', (size_t)(end - at));
  if (user && !read_user(at, user, p)) return false;
  if (user) at = user + 1;
  if (p->cluster) return read_cluster(at, end, p);
  if (!read_host(at, end, p->host, &p->port)) return false;
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
  p->cluster = forms[form].cluster;
  url += strlen(forms[form].scheme);
  return p->local ? read_local(url, p) : read_network(url, p);
}

static int say_host(char *to, size_t room, const char *host, unsigned port) {
  bool six = strchr(host, ':') != NULL;
  return snprintf(to, room, "%s%s%s:%u", six ? "[" : "", host, six ? "]" : "", port);
}

static char *public_cluster(const struct fl_redis_place *p) {
  enum { ONE = 256 + 16 };
  char *text = malloc(32 + FL_REDIS_SEEDS * ONE), *at = text;
  if (!text) return NULL;
  at += snprintf(at, 32, "redis%s-cluster://", p->tls ? "s" : "");
  at += say_host(at, ONE, p->host, p->port);
  for (unsigned i = 0; i < p->other_count; i++) {
    *at++ = ',';
    at += say_host(at, ONE - 1, p->others[i].host, p->others[i].port);
  }
  return text;
}

char *fl_redis_place_public(const struct fl_redis_place *p) {
  char *text, database[16] = "", address[256 + 16];
  if (p->cluster) return public_cluster(p);
  say_host(address, sizeof address, p->host, p->port);
  if (p->database) snprintf(database, sizeof database, p->local ? "?db=%u" : "/%u", p->database);
  int n = p->local ? asprintf(&text, "unix://%s%s", p->host, database)
                   : asprintf(&text, "redis%s://%s%s", p->tls ? "s" : "", address, database);
  return n < 0 ? NULL : text;
}

/* ---- What is secret: eight texts, each behind its length ---- */

enum { TEXTS = 8 };

int fl_redis_access_write(const struct fl_redis_access *a) {
  const struct fl_pem texts[TEXTS] = {{a->user, a->user ? strlen(a->user) : 0},
                                      {a->password, a->password ? strlen(a->password) : 0},
                                      {a->name, a->name ? strlen(a->name) : 0},
                                      a->authorities,
                                      a->certificate,
                                      a->key,
                                      {a->replicas, a->replicas ? strlen(a->replicas) : 0},
                                      {a->writer, a->writer ? strlen(a->writer) : 0}};
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
  *a = (struct fl_redis_access){.user = texts[0].data,
                                .password = texts[1].data,
                                .name = texts[2].data,
                                .authorities = texts[3],
                                .certificate = texts[4],
                                .key = texts[5],
                                .replicas = texts[6].data,
                                .writer = texts[7].data};
  return ok;
}
