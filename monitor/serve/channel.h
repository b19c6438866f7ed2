/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What a client and we say to each other, in plain text or through TLS, over a connection of the loop. Whoever is still
 * shaking hands waits by itself: it has nobody else's time. */
#ifndef FL_CHANNEL_H
#define FL_CHANNEL_H
#include "fl_loop.h"
#include "frames.h"
#include "tls.h"

struct fl_channel {
  struct fl_conn *conn;
  struct fl_tls *tls;     /* NULL: in plain text */
  struct fl_buffer plain; /* what was said through TLS, and is not consumed */
  size_t plain_at;
  bool shaken, ended, saying; /* the handshake is over; there will be no more; a part of it is being sent */
  uint64_t shake_until;
};

enum { FL_CHANNEL_SHAKE_MS = 10000 };

/* `side` NULL: in plain text. False: no memory. */
bool fl_channel_open(struct fl_channel *channel, struct fl_conn *conn, struct fl_tls_side *side);
void fl_channel_free(struct fl_channel *channel);
/* The event is the handshake's. FL_SEND_DONE: it is over, and whoever asked is to go on; FL_SENDING: an event follows;
 * FL_SEND_FAILED: close. */
enum fl_sending fl_channel_shake(struct fl_channel *channel, enum fl_event event);
/* More than was there before: after FL_INPUT, and before more is awaited, as it may be here already. `most`: bytes that
 * may wait. In plain text there never is. */
bool fl_channel_pull(struct fl_channel *channel, size_t most);
uint8_t *fl_channel_input(struct fl_channel *channel, size_t *length);
void fl_channel_consume(struct fl_channel *channel, size_t count);
enum fl_sending fl_channel_send(struct fl_channel *channel, const uint8_t *data, size_t length);
/* Before it is closed, without waiting: as much of it as the other side takes. */
void fl_channel_last_words(struct fl_channel *channel, const char *text);
/* Bytes of memory that it has. */
size_t fl_channel_holds(const struct fl_channel *channel);
void fl_channel_close(struct fl_channel *channel);
#endif
