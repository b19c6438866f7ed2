/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <endian.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include "protocol.h"
#include "seeder.h"

#define SEND_MS 60000       /* for a message; a peer that does not read for so long is dropped */
#define KEEP_ALIVE_MS 90000 /* peers drop those that say nothing for two minutes */
#define PARTS 16

/* ---- the ring of requests: what the reader puts in, the writer takes out */

void upload_request(struct peer *peer, struct request request) {
  if (!peer->requests) peer->requests = malloc(REQUESTS_MOST * sizeof *peer->requests);
  if (!peer->requests) {
    shutdown(peer->fd, SHUT_RDWR); /* too many peers for our memory: one less */
    return;
  }
  peer->requests[(peer->first + peer->count++) % REQUESTS_MOST] = request;
  fl_signal(&peer->work);
}

void upload_cancel(struct peer *peer, struct request request) {
  unsigned kept = 0;
  for (unsigned i = 0; i < peer->count; i++) {
    struct request r = peer->requests[(peer->first + i) % REQUESTS_MOST];
    if (r.piece != request.piece || r.begin != request.begin || r.length != request.length)
      peer->requests[(peer->first + kept++) % REQUESTS_MOST] = r;
  }
  peer->count = kept;
}

void upload_forget(struct peer *peer) {
  free(peer->requests);
  peer->requests = NULL;
  peer->first = peer->count = 0;
  fl_signal(&peer->room);
}

static struct request next_request(struct peer *peer) {
  struct request request = peer->requests[peer->first];
  peer->first = (peer->first + 1) % REQUESTS_MOST;
  peer->count--;
  if (peer->count == 0)
    upload_forget(peer);
  else
    fl_signal(&peer->room);
  return request;
}

/* ---- messages */

/* We have everything. */
static cps int send_bitfield(struct peer *peer) {
  static const unsigned char ones[256] = {[0 ... 255] = 0xff};
  uint32_t whole = peer->torrent->pieces / 8, rest = peer->torrent->pieces % 8;
  struct head head = {htobe32(1 + whole + (rest > 0)), BITFIELD};
  ssize_t sent = fl_write(peer->fd, &head, sizeof head, SEND_MS);
  for (uint32_t at = 0; sent >= 0 && at < whole; at += sizeof ones)
    sent = fl_write(peer->fd, ones, whole - at < sizeof ones ? whole - at : sizeof ones, SEND_MS);
  if (sent >= 0 && rest > 0) {
    uint8_t last = (uint8_t)(0xff << (8 - rest));
    sent = fl_write(peer->fd, &last, 1, SEND_MS);
  }
  return sent < 0 ? (int)sent : 0;
}

static cps int send_turn(struct peer *peer) {
  bool unchoke = peer->served && !peer->forgot;
  char message[5] = {0, 0, 0, 1, unchoke ? UNCHOKE : CHOKE};
  peer->told = unchoke;
  peer->forgot = false;
  ssize_t sent = fl_write(peer->fd, message, sizeof message, SEND_MS);
  return sent < 0 ? (int)sent : 0;
}

/* What is left of a block: of its head from `at`, and of its bytes, in one system call. They are in `copy`, or where
 * the torrent's files are mapped. */
static ssize_t send_some(const struct peer *peer, const struct block_head *head, uint64_t start, char *copy, size_t at,
                         size_t length) {
  struct iovec parts[PARTS];
  int count = 0;
  if (at < sizeof *head) parts[count++] = (struct iovec){(char *)head + at, sizeof *head - at};
  size_t within = at < sizeof *head ? 0 : at - sizeof *head;
  if (copy)
    parts[count++] = (struct iovec){copy + within, length - within};
  else
    count += torrent_where(peer->torrent, start + within, length - within, parts + count, PARTS - count);
  ssize_t sent = writev(peer->fd, parts, count);
  return sent >= 0 ? sent : -errno;
}

static cps int send_block(struct peer *peer, struct request request) {
  struct block_head head;
  uint64_t start = (uint64_t)request.piece * peer->torrent->piece_length + request.begin;
  head.length = htobe32((uint32_t)(sizeof head - sizeof head.length) + request.length);
  head.kind = PIECE;
  head.piece = htobe32(request.piece);
  head.begin = htobe32(request.begin);
  char *copy = seeder.ring ? malloc(request.length) : NULL;
  int error = copy          ? disk_read(peer->torrent, start, copy, request.length)
              : seeder.ring ? -ENOMEM
                            : disk_fetch(peer->torrent, start, request.length);
  for (size_t at = 0; error == 0 && at < sizeof head + request.length;) {
    ssize_t sent = send_some(peer, &head, start, copy, at, request.length);
    if (sent == -EAGAIN) {
      int ready = fl_io_wait_for(peer->fd, FL_OUT, SEND_MS, NULL);
      error = ready < 0 ? ready : 0;
    } else if (sent >= 0) {
      at += (size_t)sent;
      peer_useful(peer);
    } else if (sent != -EINTR) {
      error = (int)sent;
    }
  }
  free(copy);
  if (error == -EFAULT || error == -EIO)
    fprintf(stderr, "seeder: %s: piece %u cannot be read any more\n", peer->torrent->name, request.piece);
  if (error == 0) peer->torrent->uploaded += request.length;
  return error;
}

static cps int keep_alive(struct peer *peer) {
  static const char message[4];
  int slept = fl_sleep(KEEP_ALIVE_MS, &peer->work);
  if (slept == -EINTR) return 0;
  ssize_t sent = slept < 0 ? slept : fl_write(peer->fd, message, sizeof message, SEND_MS);
  return sent < 0 ? (int)sent : 0;
}

cps void writer(void *argument) {
  struct peer *peer = argument;
  int error = send_bitfield(peer);
  while (error == 0)
    if (peer->told != peer->served || peer->forgot)
      error = send_turn(peer);
    else if (peer->count > 0)
      error = send_block(peer, next_request(peer));
    else
      error = keep_alive(peer);
  shutdown(peer->fd, SHUT_RDWR); /* the reader hears of it */
  peer->ended = true;
  fl_signal(&peer->room);
}
