/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Who a client is. */
#define _GNU_SOURCE
#include "client_access.h"
#include "serving.h"

#include <openssl/crypto.h>
#include <string.h>
#include <sys/socket.h>

/* GUESSES: so many wrong passwords, and the connection ends. */
enum { UNPROVED_MS = 60000, GUESSES = 16 };

bool fl_is_denied(const struct fl_server *s, const struct client *c) {
  return !s->o.unprotected && fl_users_anybody(s->o.users) && !fl_is_of_this_machine(fl_conn_descriptor(c->conn));
}

static uint8_t standing(const struct client *c) {
  return !c->standing.user                   ? FL_SERVE_users_NOBODY
         : fl_user_may_all(c->standing.user) ? FL_SERVE_users_ANYTHING
                                             : FL_SERVE_users_SOMETHING;
}

/* Who has not said who it is gives its place to others, if there are no more. */
static uint8_t be(struct client *c, const struct fl_user *user) {
  if (c->standing.user || !c->standing.unproved_ms) c->standing.unproved_ms = fl_loop_now(fl_conn_loop(c->conn));
  c->standing.user = user;
  fl_conn_expendable(c->conn, !user);
  return standing(c);
}

uint8_t fl_who(struct fl_server *s, struct client *c) { return be(c, fl_users_anybody(s->o.users)); }

uint8_t fl_prove(struct fl_server *s, struct client *c, bool named, struct fl_serve_view name,
                 struct fl_serve_view password) {
  static const uint8_t usual[] = "default";
  if (!named) name = (struct fl_serve_view){usual, sizeof usual - 1};
  const struct fl_user *anybody = fl_users_anybody(s->o.users);
  const struct fl_user *user = fl_users_prove(s->o.users, name.data, name.len, password.data, password.len);
  if (c->standing.dismissed) user = NULL; /* what it sent behind the last guess is another one */
  /* It stands in what the client has sent, and in nothing else. */
  OPENSSL_cleanse((void *)(uintptr_t)password.data, password.len);
  /* Whoever has a password thinks that one is needed. */
  if (anybody && user == anybody) return FL_SERVE_users_NO_PASSWORD;
  if (!user) {
    s->wrong_passwords++;
    if (++c->standing.wrong >= GUESSES) c->standing.dismissed = true; /* when that is said */
    return FL_SERVE_users_WRONG;
  }
  return be(c, user);
}

uint32_t fl_patience(const struct fl_server *s, const struct client *c) {
  if (c->standing.user) return s->o.timeout_ms;
  uint64_t now = fl_loop_now(fl_conn_loop(c->conn)), until = c->standing.unproved_ms + UNPROVED_MS;
  uint32_t left = until > now ? (uint32_t)(until - now) : 1;
  return left < s->o.timeout_ms ? left : s->o.timeout_ms;
}

/* The machine knows what its client may, so it does not become another while it is connected: who is not exactly who
 * it was has to come again. */
bool fl_server_access(struct fl_server *s, const struct fl_users *users, struct fl_tls_side *tls) {
  bool under_way = false;
  for (struct client *c = s->all; c; c = c->listed.next) {
    if (!c->standing.user || fl_users_same(users, c->standing.user)) continue;
    c->standing.dismissed = true;
    shutdown(fl_conn_descriptor(c->conn), SHUT_RDWR); /* an event for it, and nothing else goes out */
    if (c->transaction.running || c->step.under_way)
      under_way = true; /* what is begun is done, and what it may is asked for each command of a script */
    else
      c->standing.user = NULL;
  }
  if (under_way) return false;
  for (struct client *c = s->all; c; c = c->listed.next)
    if (c->standing.user) c->standing.user = fl_users_same(users, c->standing.user);
  s->o.users = users;
  s->o.tls = tls;
  s->reloads++;
  return true;
}
