/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <errno.h>
#include <string.h>

#include "seeder.h"

#define PROTOCOL "\023BitTorrent protocol"
#define RESERVED 8

static struct torrent *torrent_of(const char *hash) {
  for (size_t i = 0; i < seeder.torrents_count; i++)
    if (memcmp(seeder.torrents[i].hash, hash, HASH) == 0) return &seeder.torrents[i];
  return NULL;
}

/* The peer says what it speaks, and which torrent it is about; we the same, and who we are; then it says who it is. */
cps struct torrent *handshake(int fd) {
  char text[sizeof PROTOCOL - 1 + RESERVED + 2 * HASH];
  const size_t hash = sizeof PROTOCOL - 1 + RESERVED, id = hash + HASH;
  fl_reader reader = fl_reader_on(fd, NULL, 0); /* past the buffer, right into the text */
  if (fl_read_exactly(&reader, text, id, seeder.options.handshake) != (ssize_t)id) return NULL;
  struct torrent *torrent = torrent_of(text + hash);
  if (memcmp(text, PROTOCOL, sizeof PROTOCOL - 1) != 0 || !torrent) return NULL;
  memset(text + sizeof PROTOCOL - 1, 0, RESERVED); /* no extensions */
  memcpy(text + id, seeder.id, HASH);
  if (fl_write(fd, text, sizeof text, seeder.options.handshake) < 0) return NULL;
  if (fl_read_exactly(&reader, text + id, HASH, seeder.options.handshake) != HASH) return NULL;
  if (memcmp(text + id, seeder.id, HASH) == 0) return NULL; /* it is us */
  return torrent;
}
