/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A connection: its handshake, then three threads. The reader is the one that shook hands; it starts the writer
 * (upload.c) and the one that ends a connection of which there is no use. Whoever finds that it is over shuts the
 * connection down, the reader hears of it, and clears up. */
#include <endian.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "protocol.h"
#include "seeder.h"

#define REST_MS 30000 /* for the rest of a message that has begun */
#define BUFFER 1024   /* 60 requests; only while there is something to read */

void peer_useful(struct peer *peer) {
  peer->useful = now_ms();
  TAILQ_REMOVE(&seeder.peers, peer, all);
  TAILQ_INSERT_TAIL(&seeder.peers, peer, all);
}

/* ---- messages: each results in 0, or why the connection is at its end */

static cps int skip(fl_reader *reader, uint32_t length) {
  static char nobody_reads_this[512];
  while (length > 0) {
    uint32_t some = length < sizeof nobody_reads_this ? length : sizeof nobody_reads_this;
    ssize_t got = fl_read_exactly(reader, nobody_reads_this, some, REST_MS);
    if (got != (ssize_t)some) return got < 0 ? (int)got : -EPIPE;
    length -= some;
  }
  return 0;
}

static cps int read_request(fl_reader *reader, struct request *request) {
  struct request_body body;
  ssize_t got = fl_read_exactly(reader, &body, sizeof body, REST_MS);
  if (got != sizeof body) return got < 0 ? (int)got : -EPIPE;
  *request = (struct request){be32toh(body.piece), be32toh(body.begin), be32toh(body.length)};
  return 0;
}

static bool within(const struct torrent *torrent, struct request r) {
  return r.length > 0 && r.length <= BLOCK_MOST && r.piece < torrent->pieces &&
         (uint64_t)r.begin + r.length <= torrent_piece_size(torrent, r.piece);
}

static cps int take_request(struct peer *peer, fl_reader *reader) {
  struct request request;
  int error = read_request(reader, &request);
  if (error != 0) return error;
  if (!within(peer->torrent, request)) return -EPROTO;
  while (peer->served && !peer->ended && peer->count == REQUESTS_MOST) {
    error = fl_wait(&peer->room);
    if (error != 0) return error;
  }
  if (peer->ended) return -EPIPE;
  if (!peer->served) return 0; /* it did not know yet */
  peer_useful(peer);
  upload_request(peer, request);
  return 0;
}

static cps int take_cancel(struct peer *peer, fl_reader *reader) {
  struct request request;
  int error = read_request(reader, &request);
  if (error == 0) upload_cancel(peer, request);
  return error;
}

static cps int take_message(struct peer *peer, fl_reader *reader) {
  uint32_t length;
  uint8_t kind;
  ssize_t got = fl_read_exactly(reader, &length, sizeof length, REST_MS);
  if (got != sizeof length) return got < 0 ? (int)got : -EPIPE;
  length = be32toh(length);
  if (length == 0) return 0; /* it is still there */
  got = fl_read_exactly(reader, &kind, 1, REST_MS);
  if (got != 1) return got < 0 ? (int)got : -EPIPE;
  length--;
  switch (kind) {
  case INTERESTED:
  case NOT_INTERESTED:
    if (length != 0) return -EPROTO;
    turns_interested(peer, kind == INTERESTED);
    return 0;
  case REQUEST: return length == sizeof(struct request_body) ? take_request(peer, reader) : -EPROTO;
  case CANCEL: return length == sizeof(struct request_body) ? take_cancel(peer, reader) : -EPROTO;
  case PIECE: return -EPROTO; /* nobody asked for it */
  case BITFIELD: return length == (peer->torrent->pieces - 1) / 8 + 1 ? skip(reader, length) : -EPROTO;
  default: return length < MESSAGE_MOST ? skip(reader, length) : -EPROTO;
  }
}

/* ---- the reader */

static cps int take_messages(struct peer *peer) {
  char *buffer = malloc(BUFFER);
  if (!buffer) return -ENOMEM;
  fl_reader reader = fl_reader_on(peer->fd, buffer, BUFFER);
  int error = 0;
  do error = take_message(peer, &reader);
  while (error == 0 && reader.start < reader.end);
  free(buffer);
  return error;
}

/* The buffer is there only while there is something for it. */
static cps void read_messages(struct peer *peer) {
  int error = 0;
  while (error >= 0) {
    error = fl_io_wait(peer->fd, FL_IN, NULL);
    if (error >= 0) error = take_messages(peer);
  }
}

/* ---- the timeout */

static cps void drop_idle(void *argument) {
  struct peer *peer = argument;
  for (;;) {
    uint64_t idle = now_ms() - peer->useful;
    if (idle >= seeder.options.idle) break;
    if (fl_sleep((uint32_t)(seeder.options.idle - idle), NULL) < 0) return;
  }
  shutdown(peer->fd, SHUT_RDWR);
}

/* ---- all of it */

static cps void serve(struct torrent *torrent, int fd) {
  struct peer *peer = calloc(1, sizeof *peer);
  if (!peer) return;
  peer->torrent = torrent;
  peer->fd = fd;
  peer->useful = now_ms();
  TAILQ_INSERT_TAIL(&seeder.peers, peer, all);
  seeder.peers_count++;
  fl_nursery_spawn(&peer->threads, writer, peer);
  fl_nursery_spawn(&peer->threads, drop_idle, peer);
  read_messages(peer);
  turns_interested(peer, false);
  fl_nursery_cancel(&peer->threads);
  fl_nursery_join(&peer->threads);
  TAILQ_REMOVE(&seeder.peers, peer, all);
  seeder.peers_count--;
  free(peer->requests);
  free(peer);
}

cps void connection(void *argument) {
  int fd = (int)(intptr_t)argument;
  if (fl_io_wait_for(fd, FL_IN, seeder.options.handshake, NULL) > 0) {
    struct torrent *torrent = handshake(fd);
    if (torrent) serve(torrent, fd);
  }
  close(fd);
  seeder.connections--;
  fl_signal(&seeder.left);
}
