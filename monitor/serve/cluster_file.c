/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "cluster_file.h"

#include "digest.h"

#include <arpa/inet.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NOBODY = UINT16_MAX };

static const char form[] = "a line for each server: NAME HOST:PORT SLOTS..., such as `a 10.0.0.1:6379 0-5460'";

struct reader {
  const char *at, *end, *line; /* the line begins there */
  size_t lines;
  struct fl_cluster *c;
  size_t *of_line; /* of each server: which */
  struct fl_cluster_wrong *wrong;
};

__attribute__((format(printf, 4, 5))) static bool say(struct reader *r, const char *at, const char *help,
                                                      const char *text, ...) {
  va_list list;
  va_start(list, text);
  vsnprintf(r->wrong->why, sizeof r->wrong->why, text, list);
  va_end(list);
  r->wrong->line = r->lines;
  r->wrong->column = (size_t)(at - r->line) + 1;
  r->wrong->help = help;
  return false;
}

/* ---- Words ---- */

static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static bool is_of_name(char c) { return is_letter(c) || is_digit(c) || c == '-' || c == '_' || c == '.'; }

/* A number in one spelling, of at most `most'. */
static bool read_number(const char **at, const char *end, unsigned most, unsigned *n) {
  const char *first = *at;
  for (*n = 0; *at < end && is_digit(**at) && *at - first < 6; (*at)++) *n = *n * 10 + (unsigned)(**at - '0');
  return *at > first && *n <= most && (*first != '0' || *at == first + 1);
}

bool fl_slots_read(const char **at, const char *end, unsigned *low, unsigned *high) {
  if (!read_number(at, end, FL_REDIS_SLOTS - 1, low)) return false;
  *high = *low;
  if (*at == end || **at != '-') return true;
  (*at)++;
  return read_number(at, end, FL_REDIS_SLOTS - 1, high) && *low <= *high;
}

bool fl_slots_next(const uint16_t owner[FL_REDIS_SLOTS], size_t who, unsigned from, unsigned *low, unsigned *high) {
  for (*low = from; *low < FL_REDIS_SLOTS && owner[*low] != who;) (*low)++;
  for (*high = *low; *high + 1 < FL_REDIS_SLOTS && owner[*high + 1] == who;) (*high)++;
  return *low < FL_REDIS_SLOTS;
}

static const char *word_end(const struct reader *r) {
  const char *p = r->at;
  while (p < r->end && *p != ' ' && *p != '\n') p++;
  return p;
}

static bool read_name(struct reader *r, struct fl_cluster_server *s) {
  const char *end = word_end(r);
  size_t n = (size_t)(end - r->at);
  for (const char *p = r->at; p < end; p++)
    if (!is_of_name(*p)) return say(r, p, form, "a name has letters, digits, `-', `_' and `.'");
  if (n > FL_CLUSTER_NAME) return say(r, r->at, form, "a name has at most %d letters", (int)FL_CLUSTER_NAME);
  memcpy(s->name, r->at, n);
  for (size_t i = 0; i < r->c->count; i++)
    if (strcmp(r->c->servers[i].name, s->name) == 0)
      return say(r, r->at, "each server has a name of its own", "the name `%s' is on line %zu, too", s->name,
                 r->of_line[i]);
  r->at = end;
  return true;
}

static bool is_host(const char *host) {
  uint8_t binary[16];
  bool numbers = true;
  if (strchr(host, ':')) return inet_pton(AF_INET6, host, binary) == 1;
  for (const char *p = host; *p; p++) {
    if (!is_of_name(*p)) return false;
    numbers = numbers && (is_digit(*p) || *p == '.');
  }
  return *host && *host != '-' && *host != '.' && (!numbers || inet_pton(AF_INET, host, binary) == 1);
}

static bool read_address(struct reader *r, struct fl_cluster_server *s) {
  static const char help[] =
      "HOST:PORT, where clients reach it: a name, an IPv4 address, or an IPv6 address in brackets";
  const char *end = word_end(r), *colon = memrchr(r->at, ':', (size_t)(end - r->at)), *host = r->at, *after, *port;
  unsigned n;
  if (r->at == end) return say(r, r->at, form, "the server `%s' has no address", s->name);
  if (!colon) return say(r, r->at, help, "an address has a port");
  after = colon;
  if (*host == '[') {
    host++;
    if (after == host || after[-1] != ']') return say(r, r->at, help, "a bracket is not closed");
    after--;
  } else if (memchr(host, ':', (size_t)(after - host))) {
    return say(r, r->at, help, "an IPv6 address is in brackets");
  }
  if (after - host > FL_CLUSTER_HOST) return say(r, r->at, help, "a host's name is too long");
  memcpy(s->host, host, (size_t)(after - host));
  if (strlen(s->host) != (size_t)(after - host) || !is_host(s->host) || (*r->at == '[') != !!strchr(s->host, ':'))
    return say(r, host, help, "this is no host");
  port = colon + 1;
  if (!read_number(&port, end, 65535, &n) || n == 0 || port != end)
    return say(r, colon + 1, help, "a port is a number from 1 to 65535");
  s->port = (uint16_t)n;
  for (size_t i = 0; i < r->c->count; i++)
    if (r->c->servers[i].port == s->port && strcasecmp(r->c->servers[i].host, s->host) == 0)
      return say(r, r->at, "each server has an address of its own", "this is the address of `%s' on line %zu, too",
                 r->c->servers[i].name, r->of_line[i]);
  r->at = end;
  return true;
}

static void skip_blanks(struct reader *r) {
  while (r->at < r->end && *r->at == ' ') r->at++;
}

static bool read_slots(struct reader *r, size_t who) {
  static const char help[] = "slots are numbers from 0 to 16383, and ranges of them: 0-5460 10923";
  unsigned low, high;
  bool any = false;
  for (skip_blanks(r); r->at < r->end && *r->at != '\n'; skip_blanks(r), any = true) {
    const char *from = r->at, *end = word_end(r);
    if (!fl_slots_read(&r->at, end, &low, &high) || r->at != end) return say(r, from, help, "these are no slots");
    for (unsigned slot = low; slot <= high; slot++) {
      size_t other = r->c->owner[slot];
      if (other != NOBODY)
        return say(r, from, "every slot has one server", "slot %u is `%s's on line %zu already", slot,
                   r->c->servers[other].name, r->of_line[other]);
      r->c->owner[slot] = (uint16_t)who;
    }
  }
  return any || say(r, r->at, form, "the server `%s' has no slots", r->c->servers[who].name);
}

/* ---- Lines ---- */

static void name_node(struct fl_cluster_server *s) {
  static const char prefix[] = "fairlead cluster node ";
  uint8_t digest[32];
  fl_digest_both(prefix, sizeof prefix - 1, s->name, strlen(s->name), digest);
  for (size_t i = 0; i < FL_CLUSTER_ID / 2; i++) snprintf(s->id + 2 * i, 3, "%02x", digest[i]);
}

static bool read_server(struct reader *r) {
  struct fl_cluster_server s = {0};
  if (r->c->count == FL_CLUSTER_SERVERS) return say(r, r->at, form, "there are more than %d servers", (int)r->c->count);
  if (!read_name(r, &s)) return false;
  skip_blanks(r);
  if (!read_address(r, &s)) return false;
  name_node(&s);
  r->of_line[r->c->count] = r->lines;
  r->c->servers[r->c->count++] = s;
  return read_slots(r, r->c->count - 1);
}

/* No line has a byte that nobody sees; a note may have letters of all languages. */
static bool look_at_line(struct reader *r) {
  const char *end = memchr(r->line, '\n', (size_t)(r->end - r->line));
  if (!end)
    return say(r, r->end, "put back the whole file, with the end of its last line",
               "the last line does not end: the file may be cut off");
  for (const char *p = r->line; p < end; p++)
    if (*p == '\r' && p + 1 == end)
      return say(r, p, "save it with the line ends of Unix", "the line ends with a carriage return");
    else if ((uint8_t)*p < ' ' || *p == 0x7f)
      return say(r, p, "words have blanks between them", "this byte, %u, is no part of a text", (unsigned)(uint8_t)*p);
  return true;
}

static bool read_all(struct reader *r) {
  static const char help[] = "every slot from 0 to 16383 has one server";
  unsigned low, high;
  while (r->at < r->end) {
    r->line = r->at;
    r->lines++;
    if (!look_at_line(r)) return false;
    skip_blanks(r);
    if (*r->at == '#') r->at = memchr(r->at, '\n', (size_t)(r->end - r->at));
    if (*r->at != '\n' && !read_server(r)) return false;
    r->at++;
  }
  r->line = r->at;
  r->lines++;
  if (r->c->count == 0) return say(r, r->at, form, "there are no servers");
  if (!fl_slots_next(r->c->owner, NOBODY, 0, &low, &high)) return true;
  if (low == high) return say(r, r->at, help, "slot %u has no server", low);
  return say(r, r->at, help, "slots %u-%u have no server", low, high);
}

struct fl_cluster *fl_cluster_read(const char *text, size_t length, struct fl_cluster_wrong *wrong) {
  struct fl_cluster *c = calloc(1, sizeof *c);
  size_t *of_line = calloc(FL_CLUSTER_SERVERS, sizeof *of_line);
  if (c) c->servers = calloc(FL_CLUSTER_SERVERS, sizeof *c->servers);
  *wrong = (struct fl_cluster_wrong){1, 1, "out of memory", "try again"};
  bool ok = c && of_line && c->servers;
  if (ok) {
    memset(c->owner, 0xff, sizeof c->owner);
    struct reader r = {.at = text, .end = text + length, .line = text, .c = c, .of_line = of_line, .wrong = wrong};
    ok = read_all(&r);
  }
  free(of_line);
  if (ok) return c;
  fl_cluster_free(c);
  return NULL;
}

void fl_cluster_free(struct fl_cluster *c) {
  if (!c) return;
  free(c->servers);
  free(c);
}

size_t fl_cluster_find(const struct fl_cluster *c, const char *who) {
  char address[FL_CLUSTER_HOST + 16];
  for (size_t i = 0; i < c->count; i++) {
    const struct fl_cluster_server *s = &c->servers[i];
    snprintf(address, sizeof address, strchr(s->host, ':') ? "[%s]:%u" : "%s:%u", s->host, (unsigned)s->port);
    if (strcmp(s->name, who) == 0 || strcasecmp(address, who) == 0) return i;
  }
  return c->count;
}
