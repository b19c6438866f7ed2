/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "standby_answers.h"

#include <inttypes.h>
#include <openssl/crypto.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { INPUT = 4096, WORDS = 8, TEXT = 2048, PATIENCE_MS = 60000, GUESSES = 16, GRACE_MS = 200 };

struct state {
  bool named;     /* it has said who it is, or need not */
  unsigned wrong; /* passwords */
};
struct word {
  uint8_t *data;
  size_t length;
};
static struct fl_standby_answers all;

/* ---- One command ---- */

/* "N\r\n" behind a mark; -1: there is none, 0: not all of it is there. */
static int number(const uint8_t *at, size_t left, char mark, size_t most, size_t *n) {
  size_t i = 1;
  if (left == 0) return 0;
  if (at[0] != mark) return -1;
  for (*n = 0; i < left && at[i] >= '0' && at[i] <= '9'; i++)
    if ((*n = *n * 10 + (size_t)(at[i] - '0')) > most) return -1;
  if (i == 1 && left > 1) return -1;
  if (left < i + 2) return left > i && at[i] != '\r' ? -1 : 0;
  return at[i] == '\r' && at[i + 1] == '\n' ? (int)i + 2 : -1;
}

static int line(uint8_t *at, size_t left, struct word words[WORDS], size_t *count) {
  uint8_t *end = memchr(at, '\n', left);
  if (!end) return left > 512 ? -1 : 0;
  *count = 0;
  for (uint8_t *p = at; p < end;) {
    if (*p == ' ' || *p == '\r') {
      p++;
      continue;
    }
    uint8_t *from = p;
    while (p < end && *p != ' ' && *p != '\r') p++;
    if (*count == WORDS) return -1;
    words[(*count)++] = (struct word){from, (size_t)(p - from)};
  }
  return (int)(end + 1 - at);
}

/* How many bytes it has; 0: not all of it is there; -1: it is none that we know how to read. */
static int command(uint8_t *at, size_t left, struct word words[WORDS], size_t *count) {
  size_t many, used, length;
  if (left == 0) return 0;
  if (at[0] != '*') return line(at, left, words, count);
  int n = number(at, left, '*', WORDS, &many);
  if (n <= 0) return n;
  used = (size_t)n;
  for (*count = 0; *count < many; (*count)++) {
    if ((n = number(at + used, left - used, '$', INPUT, &length)) <= 0) return n;
    used += (size_t)n;
    if (left - used < length + 2) return 0;
    words[*count] = (struct word){at + used, length};
    used += length + 2;
  }
  return (int)used;
}

/* ---- What is said to it ---- */

static bool is(const struct word *w, const char *name) {
  return w->length == strlen(name) && strncasecmp((const char *)w->data, name, w->length) == 0;
}

static int info(char *t) {
  struct fl_standby_figures f = all.figures(all.context);
  char body[TEXT];
  bool up = f.known && f.led && f.silent_ms < all.lease_ms;
  int n = snprintf(body, sizeof body,
                   "# Server\r\nredis_version:7.0.0\r\nredis_mode:standalone\r\nserver_name:fairlead-monitor\r\n"
                   "process_id:%ld\r\nloading:0\r\n# Replication\r\nrole:slave\r\nmaster_link_status:%s\r\n"
                   "master_last_io_seconds_ago:%" PRIu64 "\r\nconnected_slaves:0\r\n# Monitor\r\nstatus:standby\r\n"
                   "why:%s\r\nlease_ms:%" PRIu32 "\r\nleader_silent_ms:%" PRIu64 "\r\nleader_incarnation:%" PRIu64
                   "\r\nleader_epoch:%" PRIu64 "\r\nanchor_failures:%" PRIu64 "\r\n",
                   (long)getpid(), up ? "up" : "down", f.silent_ms / 1000, f.known ? "" : "the anchor cannot be read",
                   all.lease_ms, f.silent_ms, f.anchor.incarnation, f.anchor.epoch, f.failures);
  return snprintf(t, TEXT + 32, "$%d\r\n%s\r\n", n, body);
}

static int authenticate(struct state *s, const struct word *words, size_t count, char *t) {
  static const char usual[] = "default";
  const struct fl_users *users = all.clients->users;
  const struct word *password = &words[count - 1];
  if (count < 2 || count > 3) return sprintf(t, "-ERR wrong number of arguments for 'auth' command\r\n");
  bool good = fl_users_prove(users, count == 3 ? (const void *)words[1].data : usual,
                             count == 3 ? words[1].length : sizeof usual - 1, password->data, password->length);
  OPENSSL_cleanse(password->data, password->length);
  s->named = s->named || good;
  s->wrong += !good;
  return sprintf(t, good ? "+OK\r\n" : "-WRONGPASS invalid username-password pair or user is disabled.\r\n");
}

/* So many bytes into t; *over: and that is all. */
static int answer(struct state *s, const struct word *words, size_t count, char *t, bool *over) {
  if (count == 0) return 0;
  *over = is(words, "quit");
  if (*over) return sprintf(t, "+OK\r\n");
  if (is(words, "auth")) return authenticate(s, words, count, t);
  if (!s->named) return sprintf(t, "-NOAUTH Authentication required.\r\n");
  if (is(words, "ping")) return sprintf(t, "+PONG\r\n");
  if (is(words, "info")) return info(t);
  if (is(words, "role")) return sprintf(t, "*5\r\n$5\r\nslave\r\n$0\r\n\r\n:0\r\n$9\r\nconnected\r\n:0\r\n");
  if (is(words, "client") || is(words, "select")) return sprintf(t, "+OK\r\n");
  if (is(words, "command")) return sprintf(t, "*0\r\n");
  if (is(words, "hello")) return sprintf(t, "-ERR unknown command 'hello'\r\n");
  return sprintf(t, "-READONLY this server stands by: ask the one that leads\r\n");
}

/* ---- Connections ---- */

static void talk(struct fl_conn *conn) {
  struct state *s = fl_conn_state(conn);
  for (bool over = false; !over;) {
    size_t left, count = 0;
    char said[TEXT + 64];
    struct word words[WORDS];
    uint8_t *at = fl_conn_input(conn, &left);
    int used = command(at, left, words, &count);
    if (used == 0) {
      fl_conn_await(conn, PATIENCE_MS);
      return;
    }
    int n = used > 0 ? answer(s, words, count, said, &over) : sprintf(said, "-ERR Protocol error\r\n");
    over = over || used < 0 || s->wrong >= GUESSES;
    if (used > 0) fl_conn_consume(conn, (size_t)used);
    if (n == 0) continue;
    enum fl_sending sending = fl_conn_send(conn, (const uint8_t *)said, (size_t)n, NULL);
    if (sending == FL_SENDING) return; /* FL_SENT follows */
    over = over || sending == FL_SEND_FAILED;
  }
  fl_conn_close(conn);
}

static void on_event(void *context, struct fl_conn *conn, enum fl_event event) {
  struct state *s = fl_conn_state(conn);
  const struct fl_client_access *clients = all.clients;
  (void)context;
  switch (event) {
  case FL_OPENED: {
    bool open = fl_users_anybody(clients->users) != NULL;
    s->named = open;
    fl_conn_expendable(conn, true);
    if (open && !clients->unprotected && !fl_is_of_this_machine(fl_conn_descriptor(conn))) {
      static const char denied[] = "-DENIED there is no password here, and this is another machine\r\n";
      fl_conn_send(conn, (const uint8_t *)denied, sizeof denied - 1, NULL);
      fl_conn_close(conn);
      return;
    }
    talk(conn);
    return;
  }
  case FL_INPUT:
  case FL_SENT: talk(conn); return;
  case FL_ENDED:
  case FL_EXPIRED:
  case FL_STOPPING: fl_conn_close(conn); return;
  }
}

struct fl_loop *fl_standby_loop(const struct fl_standby_answers *answers, const char *address, uint16_t *port) {
  all = *answers;
  struct fl_limits limits = {
      .connections = all.connections, .input = INPUT, .send_timeout_ms = 5000, .grace_ms = GRACE_MS};
  struct fl_handler handler = {sizeof(struct state), on_event, NULL, NULL};
  struct fl_loop *loop = fl_loop_new(&limits, &handler);
  if (loop && !all.clients->tls && fl_loop_listen(loop, address, port) < 0) {
    fl_loop_free(loop);
    return NULL;
  }
  return loop;
}
