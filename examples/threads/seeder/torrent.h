/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What a .torrent file says, and the files that it is about, mapped into memory. */
#ifndef SEEDER_TORRENT_H
#define SEEDER_TORRENT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/uio.h>

#define HASH 20

/* A file. Its bytes are only ever read by the kernel, for which a file that was cut short is an error (EFAULT) and not
 * the end of the program. */
struct part {
  uint64_t start, length; /* within the torrent */
  char *map;
  int fd; /* -1: not kept open */
};

struct torrent {
  char *name; /* printable */
  unsigned char hash[HASH];
  uint64_t length;
  uint32_t piece_length, pieces;
  unsigned char *hashes; /* of the pieces; NULL once they are checked */
  struct part *parts;
  size_t parts_count;
  char **trackers;
  size_t trackers_count;
  uint64_t uploaded;
};

/* How the content is got: not at all; mapped into memory; and open besides, for torrent_file. */
enum content { NO_CONTENT, MAPPED, OPEN };

/* The file `path`, its content in the folder `data`. False: printed why not. */
bool torrent_open(struct torrent *torrent, const char *path, const char *data, enum content content);

/* The same of a text; NULL, or why not. Empty before it, and closed after it either way. */
const char *torrent_parse(struct torrent *torrent, const char *text, size_t length, const char *data,
                          enum content content);
void torrent_close(struct torrent *torrent);

/* How many pieces do not have the hash that they should have. Takes time, unless it is told to stop. */
uint32_t torrent_check(const struct torrent *torrent, const atomic_bool *stop);

uint32_t torrent_piece_size(const struct torrent *torrent, uint32_t piece);

/* Where `length` bytes from `start` are: how many entries of `where`, of which there are `most`. Fewer bytes, if they
 * are in more files than that. */
int torrent_where(const struct torrent *torrent, uint64_t start, size_t length, struct iovec *where, int most);

/* The file in which there is byte `start`, where in it that is, and how many bytes are left in the file from there. */
int torrent_file(const struct torrent *torrent, uint64_t start, uint64_t *within, uint64_t *left);

#endif
