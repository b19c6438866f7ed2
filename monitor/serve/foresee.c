/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What a client has sent already tells which keys it will ask for: the store is asked for all of them at once. A guess,
 * which changes no answer: the protocol machine (clean/) reads the same bytes later, and knows nothing of this. */
#define _GNU_SOURCE
#include "sent.h"
#include "serving.h"

#include <poll.h>
#include <sys/socket.h>

/* So many looks ahead that came to nothing are followed by at most so many inputs at which nobody looks. */
enum { SELDOM = 63 };
/* Words that are looked at, at each input: what comes byte by byte is looked at as often. */
enum { WORDS = 256 };

/* Keys of one client: who has sent more is looked at by itself. */
enum { FEW = 4 };

/* The keys that are named there, as far as there is room for them. */
static void collect(struct fl_sent *r, struct fl_host_name names[FL_HOST_SOON], size_t *count) {
  size_t left = WORDS;
  while (r->at < r->end) {
    struct fl_serve_view word;
    struct fl_sent_command command;
    if (left == 0 || !fl_sent_begin(r, &command)) return;
    left--;
    for (size_t i = 1; i < command.words; i++, left--) {
      if (left == 0 || !fl_sent_word(r, &command, &word)) return;
      if (!fl_sent_is_key(&command)) continue;
      if (*count == FL_HOST_SOON) return;
      names[(*count)++] = (struct fl_host_name){word.data, word.len};
    }
  }
}

/* What other clients have sent, too, whose turn comes next: mostly a command, whose answer each waits for. Through TLS
 * nothing can be seen yet. Who has sent more is looked at when it is its turn. */
static void collect_others(struct fl_server *s, struct client *c, struct fl_host_name names[FL_HOST_SOON],
                           size_t *count) {
  enum { OTHERS = 64, PEEK = 512 };
  static uint8_t seen[OTHERS][PEEK];
  struct pollfd fds[OTHERS];
  struct client *of[OTHERS];
  nfds_t n = 0;
  for (struct client *o = c->listed.next ? c->listed.next : s->all; o != c && n < OTHERS;
       o = o->listed.next ? o->listed.next : s->all) {
    size_t had = 0;
    o->foreseen = false;
    if (!o->standing.user || o->channel.tls || (fl_conn_input(o->conn, &had), had > 0)) continue;
    of[n] = o;
    fds[n++] = (struct pollfd){.fd = fl_conn_descriptor(o->conn), .events = POLLIN};
  }
  if (n == 0 || poll(fds, n, 0) <= 0) return;
  for (nfds_t i = 0; i < n && *count < FL_HOST_SOON; i++) {
    ssize_t got = fds[i].revents & POLLIN ? recv(fds[i].fd, seen[i], PEEK, MSG_PEEK | MSG_DONTWAIT) : 0;
    size_t before = *count;
    if (got > 0) collect(&(struct fl_sent){seen[i], seen[i] + got}, names, count);
    of[i]->foreseen = *count > before && *count - before <= FEW && got < PEEK && *count < FL_HOST_SOON;
    if (!of[i]->foreseen) *count = before;
  }
}

void fl_foresee(struct fl_server *s, struct client *c) {
  struct fl_host_name names[FL_HOST_SOON];
  struct fl_sent r;
  size_t count = 0, n;
  bool foreseen = c->foreseen;
  c->foreseen = false;
  if (!c->standing.user || foreseen || s->foresight.unseen > 0) {
    s->foresight.unseen -= s->foresight.unseen > 0;
    return;
  }
  r.at = fl_channel_input(&c->channel, &n);
  r.end = r.at + n;
  collect(&r, names, &count);
  if (count > 0 && count <= FEW) collect_others(s, c, names, &count);
  if (count < 2) return;
  if (fl_host_soon(s->host, names, count) > 0)
    s->foresight.seldom = 0;
  else
    s->foresight.unseen = s->foresight.seldom = s->foresight.seldom < SELDOM ? 2 * s->foresight.seldom + 1 : SELDOM;
}
