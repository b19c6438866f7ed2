/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <endian.h>
#include <errno.h>
#include <fl_stream.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "../protocol.h"
#include "swarm.h"

#define BLOCK (16u << 10)
#define WAIT_MS 300000 /* for anything at all from the seeder, which serves others first */
#define BUFFER 512

/* What a client has, in order: it asks for piece after piece, block after block, and they come in that order. */
struct download {
  fl_reader reader;
  uint32_t first, number; /* the piece it began with; itself */
  uint32_t have, asked;   /* blocks that came, and were asked for */
  bool served;
  EVP_MD_CTX *sha;
  char buffer[BUFFER];
};

static uint32_t blocks_of(uint32_t piece) { return (torrent_piece_size(&swarm.torrent, piece) - 1) / BLOCK + 1; }

/* Block `index` of those that the client wants: from its first piece to the last, then from the beginning. All pieces
 * but the last have as many blocks. */
static struct request_body request_of(const struct download *d, uint32_t index, bool *piece_ends) {
  uint32_t usual = blocks_of(0), last = swarm.torrent.pieces - 1;
  uint32_t before_last = (last - d->first) * usual, to_end = before_last + blocks_of(last), piece;
  if (index < before_last) {
    piece = d->first + index / usual;
    index %= usual;
  } else if (index < to_end) {
    piece = last;
    index -= before_last;
  } else {
    piece = (index - to_end) / usual;
    index = (index - to_end) % usual;
  }
  uint32_t size = torrent_piece_size(&swarm.torrent, piece), begin = index * BLOCK;
  *piece_ends = begin + BLOCK >= size;
  return (struct request_body){piece, begin, size - begin < BLOCK ? size - begin : BLOCK};
}

static uint32_t blocks_wanted(const struct download *d) {
  uint32_t last = swarm.torrent.pieces - 1, count = swarm.pieces * blocks_of(0);
  bool has_last = (last + swarm.torrent.pieces - d->first) % swarm.torrent.pieces < swarm.pieces;
  return has_last ? count - blocks_of(0) + blocks_of(last) : count;
}

/* ---- messages */

static int ask(struct download *d) {
  static struct {
    struct head head;
    struct request_body body;
  } __attribute__((packed)) messages[1000];
  uint32_t most = d->have + swarm.pipeline, wanted = blocks_wanted(d), count = 0;
  for (; d->asked < most && d->asked < wanted; d->asked++, count++) {
    bool ends;
    struct request_body r = request_of(d, d->asked, &ends);
    messages[count].head = (struct head){htobe32(1 + sizeof r), REQUEST};
    messages[count].body = (struct request_body){htobe32(r.piece), htobe32(r.begin), htobe32(r.length)};
  }
  /* They are few: all fit into an empty socket, so that nobody else uses the array meanwhile. */
  ssize_t sent = count > 0 ? send(d->reader.fd, messages, count * sizeof messages[0], MSG_NOSIGNAL) : 0;
  if (sent < 0) return -errno;
  return (size_t)sent == count * sizeof messages[0] ? 0 : -EMSGSIZE;
}

/* So many bytes of a block, which nobody needs later. */
static cps int take_bytes(struct download *d, uint32_t length) {
  static char bytes[BLOCK];
  while (length > 0) {
    uint32_t have = (uint32_t)(d->reader.end - d->reader.start), some = have < length ? have : length;
    const char *from = d->reader.buffer + d->reader.start;
    if (have > 0) {
      d->reader.start += some;
    } else {
      ssize_t got = recv(d->reader.fd, bytes, length < sizeof bytes ? length : sizeof bytes, MSG_DONTWAIT);
      if (got == 0) return -EPIPE;
      if (got < 0) {
        if (errno != EAGAIN && errno != EINTR) return -errno;
        int ready = fl_io_wait_for(d->reader.fd, FL_IN, WAIT_MS, NULL);
        if (ready < 0) return ready;
        continue;
      }
      from = bytes;
      some = (uint32_t)got;
    }
    if (swarm.verify) EVP_DigestUpdate(d->sha, from, some);
    length -= some;
    swarm.bytes += some;
  }
  return 0;
}

static cps int take_piece(struct download *d, uint32_t length) {
  uint32_t place[2];
  bool ends;
  ssize_t got = fl_read_exactly(&d->reader, place, sizeof place, WAIT_MS);
  if (got != sizeof place) return got < 0 ? (int)got : -EPIPE;
  if (d->have == d->asked) return -EPROTO;
  struct request_body r = request_of(d, d->have, &ends);
  if (be32toh(place[0]) != r.piece || be32toh(place[1]) != r.begin || length != r.length + sizeof place) return -EPROTO;
  if (r.begin == 0) EVP_DigestInit_ex(d->sha, EVP_sha1(), NULL);
  int error = take_bytes(d, r.length);
  if (error != 0) return error;
  d->have++;
  if (ends && swarm.verify) {
    unsigned char hash[HASH];
    EVP_DigestFinal_ex(d->sha, hash, NULL);
    swarm.wrong += memcmp(hash, swarm.torrent.hashes + (size_t)r.piece * HASH, HASH) != 0;
  }
  return 0;
}

static cps int skip(struct download *d, uint32_t length) {
  static char nobody_reads_this[1024];
  while (length > 0) {
    uint32_t some = length < sizeof nobody_reads_this ? length : sizeof nobody_reads_this;
    ssize_t got = fl_read_exactly(&d->reader, nobody_reads_this, some, WAIT_MS);
    if (got != (ssize_t)some) return got < 0 ? (int)got : -EPIPE;
    length -= some;
  }
  return 0;
}

static cps int take_message(struct download *d) {
  uint32_t length;
  uint8_t kind;
  ssize_t got = fl_read_exactly(&d->reader, &length, sizeof length, WAIT_MS);
  if (got != sizeof length) return got < 0 ? (int)got : -EPIPE;
  length = be32toh(length);
  if (length == 0) return 0;
  got = fl_read_exactly(&d->reader, &kind, 1, WAIT_MS);
  if (got != 1) return got < 0 ? (int)got : -EPIPE;
  switch (kind) {
  case CHOKE:
    d->served = false;
    d->asked = d->have;
    return 0;
  case UNCHOKE: d->served = true; return 0;
  case PIECE: return take_piece(d, length - 1);
  default: return skip(d, length - 1);
  }
}

/* ---- a client */

static int bind_to(int fd, uint32_t number) {
  struct sockaddr_in from = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(swarm.from + number)};
  return swarm.from == 0 || bind(fd, (const struct sockaddr *)&from, sizeof from) == 0 ? 0 : -errno;
}

static cps int connect_to(int fd) {
  int error = connect(fd, (const struct sockaddr *)&swarm.to, sizeof swarm.to) == 0 ? 0 : errno;
  if (error != EINPROGRESS) return -error;
  int ready = fl_io_wait_for(fd, FL_OUT, WAIT_MS, NULL);
  if (ready < 0) return ready;
  socklen_t length = sizeof error;
  getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &length);
  return -error;
}

static cps int introduce(struct download *d) {
  static const char interested[5] = {0, 0, 0, 1, INTERESTED};
  char text[68 + 1] = "\023BitTorrent protocol"; /* and the zero byte of snprintf */
  memcpy(text + 28, swarm.torrent.hash, HASH);
  snprintf(text + 48, HASH + 1, "-FLSWARM-%011u", d->number % 1000000000);
  ssize_t done = fl_write(d->reader.fd, text, 68, WAIT_MS);
  if (done >= 0) done = fl_read_exactly(&d->reader, text, 68, WAIT_MS);
  if (done != 68) return done < 0 ? (int)done : -EPIPE;
  if (memcmp(text + 28, swarm.torrent.hash, HASH) != 0) return -EPROTO;
  done = fl_write(d->reader.fd, interested, sizeof interested, WAIT_MS); /* aria2 takes it only now */
  return done < 0 ? (int)done : 0;
}

static cps int download(struct download *d) {
  uint32_t wanted = blocks_wanted(d);
  int error = bind_to(d->reader.fd, d->number);
  if (error == 0) error = connect_to(d->reader.fd);
  if (error == 0) error = introduce(d);
  while (error == 0 && d->have < wanted) {
    error = take_message(d);
    /* Asked for in bulk: the next when half of those under way have come. */
    if (error == 0 && d->served && d->asked - d->have <= swarm.pipeline / 2) error = ask(d);
  }
  return error;
}

cps void client(void *number) {
  int error;
  do {
    struct download *d = calloc(1, sizeof *d);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (!d || fd == -1 || !(d->sha = EVP_MD_CTX_new())) {
      perror("swarm");
      exit(1);
    }
    d->reader = fl_reader_on(fd, d->buffer, sizeof d->buffer);
    d->number = (uint32_t)(uintptr_t)number;
    d->first = (uint32_t)((uint64_t)d->number * 2654435761u % swarm.torrent.pieces);
    error = download(d);
    close(fd);
    EVP_MD_CTX_free(d->sha);
    free(d);
    if (error == 0) swarm.finished++;
  } while (error == 0 && swarm.seconds != FL_FOREVER);
  if (error == 0 || error == -ETIMEDOUT || error == -ECANCELED) return;
  if (swarm.failed++ < 3) fprintf(stderr, "swarm: client %u: %s\n", (uint32_t)(uintptr_t)number, strerror(-error));
}
