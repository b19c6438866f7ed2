/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* CLIENT, and the clients that there are. */
#define _GNU_SOURCE
#include "serving.h"

#include <arpa/inet.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

void fl_client_comes(struct fl_server *s, struct client *c) {
  c->listed.id = ++s->connections;
  c->listed.since_ms = c->listed.heard_ms = fl_clock_read(CLOCK_MONOTONIC);
  c->listed.next = s->all;
  if (s->all) s->all->listed.previous = c;
  s->all = c;
  s->clients++;
}

void fl_client_goes(struct fl_server *s, struct client *c) {
  *(c->listed.previous ? &c->listed.previous->listed.next : &s->all) = c->listed.next;
  if (c->listed.next) c->listed.next->listed.previous = c->listed.previous;
  s->clients--;
}

/* As Redis': printed, and nothing in it that would end a line or a word of CLIENT LIST. */
uint8_t fl_name_client(struct client *c, struct fl_serve_view name) {
  if (name.len >= sizeof c->listed.name) return FL_SERVE_records_UNKNOWN;
  for (size_t i = 0; i < name.len; i++)
    if (name.data[i] < '!' || name.data[i] > '~') return FL_SERVE_records_UNKNOWN;
  memcpy(c->listed.name, name.data, name.len);
  c->listed.name[name.len] = 0;
  return FL_SERVE_records_OK;
}

static void address(char text[64], const struct client *c, int (*of)(int, struct sockaddr *, socklen_t *)) {
  union {
    struct sockaddr any;
    struct sockaddr_in four;
    struct sockaddr_in6 six;
  } a;
  socklen_t size = sizeof a;
  char ip[INET6_ADDRSTRLEN] = "?";
  memset(&a, 0, sizeof a);
  if (of(fl_conn_descriptor(c->conn), &a.any, &size) != 0) a.any.sa_family = AF_UNSPEC;
  if (a.any.sa_family == AF_INET6) {
    inet_ntop(AF_INET6, &a.six.sin6_addr, ip, sizeof ip);
    snprintf(text, 64, "[%s]:%u", ip, (unsigned)ntohs(a.six.sin6_port));
    return;
  }
  if (a.any.sa_family == AF_INET) inet_ntop(AF_INET, &a.four.sin_addr, ip, sizeof ip);
  snprintf(text, 64, "%s:%u", ip, a.any.sa_family == AF_INET ? (unsigned)ntohs(a.four.sin_port) : 0);
}

/* With all that Redis 7.0 says in numbers, as clients read each of them. Nothing is said of `cmd'. */
size_t fl_client_line(const struct fl_server *s, struct client *c, char *text, size_t room) {
  char peer[64], here[64];
  address(peer, c, getpeername);
  address(here, c, getsockname);
  uint64_t now = fl_clock_read(CLOCK_MONOTONIC);
  uint32_t patterns = fl_channel_patterns_of(c);
  int queued = c->transaction.queued > 0 ? (int)c->transaction.queued : -1;
  size_t in = 0, out = c->channels.unheard.length + c->answer.collected.length + c->answer.held_length;
  (void)fl_channel_input(&c->channel, &in);
  return (size_t)snprintf(
      text, room,
      "id=%" PRIu64 " addr=%s laddr=%s fd=%d name=%s age=%" PRIu64 " idle=%" PRIu64 " flags=%s db=0 sub=%" PRIu32
      " psub=%" PRIu32 " ssub=0 multi=%d watch=%d qbuf=%zu qbuf-free=0 argv-mem=0 multi-mem=%zu rbs=0 rbp=0 obl=%zu "
      "oll=0 omem=%zu tot-mem=%zu events=r user=%s redir=-1 resp=%d\n",
      c->listed.id, peer, here, fl_conn_descriptor(c->conn), c->listed.name, (now - c->listed.since_ms) / 1000,
      now > c->listed.heard_ms ? (now - c->listed.heard_ms) / 1000 : 0,
      queued > 0          ? "x"
      : c->queue.waits    ? "b"
      : c->channels.count ? "P"
                          : "N",
      c->channels.count - patterns, patterns, queued, c->transaction.watched.length > 0, in,
      c->transaction.queue.length, out, out, sizeof *c + fl_held_by(s, c),
      c->standing.user ? fl_user_name(c->standing.user) : "(none)", c->channels.resp3 ? 3 : 2);
}

/* As a bulk string, among what is sent next. */
uint8_t fl_list_clients(struct fl_server *s, struct client *c) {
  struct fl_buffer lines = {0};
  char line[LINE], head[24];
  bool ok = true;
  for (struct client *x = s->all; ok && x; x = x->listed.next)
    ok = fl_buffer_add(&lines, line, fl_client_line(s, x, line, sizeof line));
  int n = snprintf(head, sizeof head, "$%zu\r\n", lines.length);
  c->answer.names.length = 0;
  ok = ok && fl_buffer_add(&c->answer.names, head, (size_t)n) &&
       fl_buffer_add(&c->answer.names, lines.data, lines.length) && fl_buffer_add(&c->answer.names, "\r\n", 2);
  free(lines.data);
  c->answer.give_names = ok;
  return ok ? FL_SERVE_records_OK : FL_SERVE_records_MEMORY;
}
