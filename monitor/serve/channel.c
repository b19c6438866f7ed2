/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "channel.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

bool fl_channel_open(struct fl_channel *h, struct fl_conn *conn, struct fl_tls_side *side) {
  h->conn = conn;
  h->shaken = !side;
  h->shake_until = fl_loop_now(fl_conn_loop(conn)) + FL_CHANNEL_SHAKE_MS;
  h->tls = side ? fl_tls_new(side) : NULL;
  return !side || h->tls;
}

void fl_channel_free(struct fl_channel *h) {
  fl_tls_free(h->tls);
  if (h->plain.data) explicit_bzero(h->plain.data, h->plain.room);
  free(h->plain.data);
}

/* All that has come goes to TLS at once, which keeps what it cannot use yet. */
static bool hear(struct fl_channel *h) {
  size_t n;
  const uint8_t *bytes = fl_conn_input(h->conn, &n);
  if (!fl_tls_hear(h->tls, bytes, n)) return false;
  fl_conn_consume(h->conn, n);
  return true;
}

static enum fl_sending send_said(struct fl_channel *h) {
  size_t n;
  const uint8_t *bytes = fl_tls_take(h->tls, &n);
  return n > 0 ? fl_conn_send(h->conn, bytes, n, NULL) : FL_SEND_DONE;
}

enum fl_sending fl_channel_shake(struct fl_channel *h, enum fl_event event) {
  enum fl_tls_result r = FL_TLS_MORE;
  enum fl_sending sent = FL_SEND_DONE;
  uint64_t now = fl_loop_now(fl_conn_loop(h->conn));
  if (event != FL_OPENED && event != FL_INPUT && event != FL_SENT) return FL_SEND_FAILED;
  if (now >= h->shake_until) return FL_SEND_FAILED;
  if (event == FL_INPUT) {
    if (!hear(h)) return FL_SEND_FAILED;
    r = fl_tls_handshake(h->tls);
    sent = send_said(h);
    if (r == FL_TLS_FAILED || r == FL_TLS_ENDED || sent == FL_SEND_FAILED) {
      /* What is left of an alert is not waited for: FL_SENDING would be. */
      h->ended = true;
      return sent == FL_SENDING ? FL_SENDING : FL_SEND_FAILED;
    }
    h->shaken = r == FL_TLS_DONE;
    h->saying = sent == FL_SENDING;
    if (h->saying) return FL_SENDING;
  } else if (event == FL_SENT) {
    h->saying = false;
    if (h->ended) return FL_SEND_FAILED;
  }
  if (h->shaken) return FL_SEND_DONE;
  fl_conn_await(h->conn, (uint32_t)(h->shake_until - now));
  return FL_SENDING;
}

bool fl_channel_pull(struct fl_channel *h, size_t most) {
  if (!h->tls || h->ended) return false;
  if (!hear(h)) {
    h->ended = true;
    return false;
  }
  if (h->plain_at > 0) {
    memmove(h->plain.data, h->plain.data + h->plain_at, h->plain.length - h->plain_at);
    h->plain.length -= h->plain_at;
    h->plain_at = 0;
  }
  size_t before = h->plain.length;
  for (;;) {
    enum { PIECE = 16384 };
    size_t room = most - h->plain.length, n = 0;
    if (room == 0) break;
    if (room > PIECE) room = PIECE;
    if (!fl_buffer_room(&h->plain, room)) {
      h->ended = true;
      break;
    }
    enum fl_tls_result r = fl_tls_read(h->tls, h->plain.data + h->plain.length, room, &n);
    h->plain.length += n;
    if (r == FL_TLS_MORE) break;
    if (r != FL_TLS_DONE) {
      h->ended = true;
      break;
    }
  }
  return h->plain.length > before;
}

uint8_t *fl_channel_input(struct fl_channel *h, size_t *length) {
  static uint8_t nothing[1];
  if (!h->tls) return fl_conn_input(h->conn, length);
  *length = h->plain.length - h->plain_at;
  return h->plain.data ? h->plain.data + h->plain_at : nothing;
}

void fl_channel_consume(struct fl_channel *h, size_t count) {
  if (!h->tls) {
    fl_conn_consume(h->conn, count);
    return;
  }
  enum { LARGE = 65536 };
  h->plain_at += count;
  if (h->plain_at < h->plain.length) return;
  h->plain_at = h->plain.length = 0;
  if (h->plain.room <= LARGE) return;
  explicit_bzero(h->plain.data, h->plain.room);
  free(h->plain.data);
  h->plain = (struct fl_buffer){0};
}

enum fl_sending fl_channel_send(struct fl_channel *h, const uint8_t *data, size_t length) {
  if (!h->tls) return fl_conn_send(h->conn, data, length, NULL);
  return fl_tls_say(h->tls, data, length) ? send_said(h) : FL_SEND_FAILED;
}

/* Not by the loop, which would have us wait until all of it is taken, and then not be closed. Nothing of ours is under
 * way now: the handler runs. */
static void send_now(const struct fl_channel *h, const void *bytes, size_t length) {
  if (length > 0) (void)!send(fl_conn_descriptor(h->conn), bytes, length, MSG_NOSIGNAL | MSG_DONTWAIT);
}
static void send_said_now(struct fl_channel *h) {
  size_t n;
  const uint8_t *bytes = fl_tls_take(h->tls, &n);
  send_now(h, bytes, n);
}

void fl_channel_last_words(struct fl_channel *h, const char *text) {
  if (!h->tls)
    send_now(h, text, strlen(text));
  else if (h->shaken && fl_tls_say(h->tls, text, strlen(text)))
    send_said_now(h);
}

size_t fl_channel_holds(const struct fl_channel *h) { return fl_conn_holds(h->conn) + h->plain.room; }

void fl_channel_close(struct fl_channel *h) {
  if (h->tls) {
    fl_tls_end(h->tls);
    send_said_now(h);
  }
  fl_conn_close(h->conn);
}
