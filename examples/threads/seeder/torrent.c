/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "torrent.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <openssl/evp.h>
#include <openssl/sha.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bencode.h"

#define TORRENT_MOST (64 << 20)

/* ---- paths: what a torrent names is below the folder that it was given */

static bool harmless(struct value name) {
  size_t length = bencode_length(name);
  return length > 0 && length <= NAME_MAX && !memchr(name.start, '/', length) && !memchr(name.start, 0, length) &&
         !(length == 1 && name.start[0] == '.') && !(length == 2 && memcmp(name.start, "..", 2) == 0);
}

static bool append(char path[PATH_MAX], struct value name) {
  size_t have = strlen(path), length = bencode_length(name);
  if (!harmless(name) || have + 1 + length >= PATH_MAX) return false;
  path[have] = '/';
  memcpy(path + have + 1, name.start, length);
  path[have + 1 + length] = 0;
  return true;
}

/* ---- files */

static const char *map_part(struct part *part, const char *path, enum content content) {
  struct stat status;
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd == -1) return strerror(errno);
  const char *error = NULL;
  if (fstat(fd, &status) != 0)
    error = strerror(errno);
  else if (!S_ISREG(status.st_mode))
    error = "not a file";
  else if ((uint64_t)status.st_size != part->length)
    error = "not as long as the torrent says";
  else if (part->length > SIZE_MAX)
    error = strerror(ENOMEM);
  else if (part->length > 0) {
    part->map = mmap(NULL, (size_t)part->length, PROT_READ, MAP_SHARED, fd, 0);
    if (part->map == MAP_FAILED) {
      part->map = NULL;
      error = strerror(errno);
    }
  }
  if (!error && content == OPEN && part->length > 0)
    part->fd = fd;
  else
    close(fd);
  return error;
}

static const char *add_part(struct torrent *torrent, uint64_t length, const char *path, enum content content) {
  static char message[PATH_MAX + 100];
  if (length > INT64_MAX - torrent->length) return "its files are too long";
  /* Twice as large when full: at each power of two. */
  if ((torrent->parts_count & (torrent->parts_count - 1)) == 0) {
    size_t room = torrent->parts_count > 0 ? torrent->parts_count * 2 : 1;
    struct part *parts = realloc(torrent->parts, room * sizeof *parts);
    if (!parts) return strerror(ENOMEM);
    torrent->parts = parts;
  }
  struct part *part = &torrent->parts[torrent->parts_count++];
  *part = (struct part){.start = torrent->length, .length = length, .fd = -1};
  torrent->length += length;
  const char *error = content != NO_CONTENT ? map_part(part, path, content) : NULL;
  if (!error) return NULL;
  snprintf(message, sizeof message, "%s: %s", path, error);
  make_printable(message);
  return message;
}

static const char *add_files(struct torrent *torrent, struct value info, const char *data, enum content content) {
  char path[PATH_MAX];
  struct value name, number, files, file, list, component;
  uint64_t length;
  if (strlen(data) >= sizeof path) return strerror(ENAMETOOLONG);
  strcpy(path, data);
  if (!bencode_get(info, "name", &name) || !bencode_string(name, &name) || !append(path, name))
    return "no name that a file could have";
  torrent->name = bencode_printable(name);
  if (!torrent->name) return strerror(ENOMEM);
  if (bencode_get(info, "length", &number)) {
    if (!bencode_number(number, &length)) return "a length that is no length";
    return add_part(torrent, length, path, content);
  }
  if (!bencode_get(info, "files", &files)) return "neither a length nor files";
  size_t folder = strlen(path);
  const char *error = NULL;
  for (const char *at = NULL; !error && bencode_next(files, &at, &file);) {
    path[folder] = 0;
    if (!bencode_get(file, "length", &number) || !bencode_number(number, &length) || !bencode_get(file, "path", &list))
      return "a file without a length or a path";
    for (const char *of = NULL; bencode_next(list, &of, &component);)
      if (!bencode_string(component, &component) || !append(path, component)) return "a path that leads elsewhere";
    error = path[folder] ? add_part(torrent, length, path, content) : "a path that leads elsewhere";
  }
  return error;
}

/* ---- the rest of what it says */

static const char *add_pieces(struct torrent *torrent, struct value info) {
  struct value number, hashes;
  uint64_t piece_length;
  if (!bencode_get(info, "piece length", &number) || !bencode_number(number, &piece_length) || piece_length == 0 ||
      piece_length > 1 << 30)
    return "no length of a piece";
  if (!bencode_get(info, "pieces", &hashes) || !bencode_string(hashes, &hashes))
    return "no hashes of pieces (a torrent of version 2 alone?)";
  if (torrent->length == 0) return "no content";
  uint64_t pieces = (torrent->length - 1) / piece_length + 1;
  if (pieces > UINT32_MAX / HASH || bencode_length(hashes) != pieces * HASH) return "not as many hashes as pieces";
  torrent->piece_length = (uint32_t)piece_length;
  torrent->pieces = (uint32_t)pieces;
  torrent->hashes = malloc(bencode_length(hashes));
  if (!torrent->hashes) return strerror(ENOMEM);
  memcpy(torrent->hashes, hashes.start, bencode_length(hashes));
  return NULL;
}

static bool is_url(struct value text) {
  for (const char *c = text.start; c < text.end; c++)
    if (*c <= ' ' || *c > '~') return false;
  return bencode_length(text) > 0;
}

static void add_tracker(struct torrent *torrent, struct value url) {
  if (!bencode_string(url, &url) || !is_url(url)) return;
  char *copy = strndup(url.start, bencode_length(url));
  for (size_t i = 0; copy && i < torrent->trackers_count; i++)
    if (strcmp(torrent->trackers[i], copy) == 0) {
      free(copy);
      return;
    }
  char **trackers = realloc(torrent->trackers, (torrent->trackers_count + 1) * sizeof *trackers);
  if (trackers) torrent->trackers = trackers;
  if (trackers && copy)
    torrent->trackers[torrent->trackers_count++] = copy;
  else
    free(copy);
}

/* Most of all of them would be tried in vain: beyond so many, none is added. */
#define TRACKERS_MOST 32

static void add_trackers(struct torrent *torrent, struct value all) {
  struct value url, tiers, tier;
  if (bencode_get(all, "announce", &url)) add_tracker(torrent, url);
  if (bencode_get(all, "announce-list", &tiers))
    for (const char *at = NULL; bencode_next(tiers, &at, &tier);)
      for (const char *of = NULL; torrent->trackers_count < TRACKERS_MOST && bencode_next(tier, &of, &url);)
        add_tracker(torrent, url);
}

const char *torrent_parse(struct torrent *torrent, const char *text, size_t length, const char *data,
                          enum content content) {
  struct value all, info;
  if (!bencode_parse(text, length, &all)) return "not a torrent";
  if (!bencode_get(all, "info", &info) || *info.start != 'd') return "no info";
  SHA1((const unsigned char *)info.start, bencode_length(info), torrent->hash);
  const char *error = add_files(torrent, info, data, content);
  if (!error) error = add_pieces(torrent, info);
  if (!error) add_trackers(torrent, all);
  return error;
}

static const char *read_all(const char *path, char **text, size_t *length) {
  struct stat status;
  *text = NULL;
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd == -1) return strerror(errno);
  const char *error = NULL;
  if (fstat(fd, &status) != 0)
    error = strerror(errno);
  else if (!S_ISREG(status.st_mode) || status.st_size > TORRENT_MOST)
    error = "not a torrent";
  else if (!(*text = malloc((size_t)status.st_size + 1)))
    error = strerror(errno);
  else {
    ssize_t got = read(fd, *text, (size_t)status.st_size);
    if (got == -1) error = strerror(errno);
    *length = got > 0 ? (size_t)got : 0;
  }
  close(fd);
  return error;
}

bool torrent_open(struct torrent *torrent, const char *path, const char *data, enum content content) {
  char *text;
  size_t length;
  *torrent = (struct torrent){0};
  const char *error = read_all(path, &text, &length);
  if (!error) error = torrent_parse(torrent, text, length, data, content);
  free(text);
  if (!error) return true;
  fprintf(stderr, "%s: %s\n", path, error);
  torrent_close(torrent);
  return false;
}

void torrent_close(struct torrent *torrent) {
  for (size_t i = 0; i < torrent->parts_count; i++) {
    if (torrent->parts[i].map) munmap(torrent->parts[i].map, (size_t)torrent->parts[i].length);
    if (torrent->parts[i].fd != -1) close(torrent->parts[i].fd);
  }
  for (size_t i = 0; i < torrent->trackers_count; i++) free(torrent->trackers[i]);
  free(torrent->parts);
  free(torrent->trackers);
  free(torrent->hashes);
  free(torrent->name);
  *torrent = (struct torrent){0};
}

/* ---- content */

uint32_t torrent_piece_size(const struct torrent *torrent, uint32_t piece) {
  uint64_t left = torrent->length - (uint64_t)piece * torrent->piece_length;
  return left < torrent->piece_length ? (uint32_t)left : torrent->piece_length;
}

/* The last part that begins at `start` or before it. */
static size_t part_of(const struct torrent *torrent, uint64_t start) {
  size_t low = 0, high = torrent->parts_count;
  while (high - low > 1) {
    size_t middle = low + (high - low) / 2;
    if (torrent->parts[middle].start <= start)
      low = middle;
    else
      high = middle;
  }
  return low;
}

int torrent_where(const struct torrent *torrent, uint64_t start, size_t length, struct iovec *where, int most) {
  int count = 0;
  for (size_t i = part_of(torrent, start); i < torrent->parts_count && length > 0 && count < most; i++) {
    const struct part *part = &torrent->parts[i];
    uint64_t within = start - part->start, left = part->length - within;
    if (left == 0) continue;
    size_t some = length < left ? length : (size_t)left;
    where[count++] = (struct iovec){part->map + within, some};
    start += some;
    length -= some;
  }
  return count;
}

int torrent_file(const struct torrent *torrent, uint64_t start, uint64_t *within, uint64_t *left) {
  const struct part *part = &torrent->parts[part_of(torrent, start)];
  *within = start - part->start;
  *left = part->length - *within;
  return part->fd;
}

/* By way of a pipe: where the file ends early, reading the mapping would end the program, and the kernel's reading it
 * is an error. */
static bool copy(const struct torrent *torrent, const int pipe[2], uint64_t start, unsigned char *to, size_t length) {
  while (length > 0) {
    struct iovec from[16];
    int count = torrent_where(torrent, start, length, from, 16);
    ssize_t got = writev(pipe[1], from, count);
    if (got <= 0 || read(pipe[0], to, (size_t)got) != got) return false;
    start += (size_t)got;
    to += got;
    length -= (size_t)got;
  }
  return true;
}

#define AT_ONCE (64 << 10)

static bool check_piece(const struct torrent *torrent, uint32_t piece, const int pipe[2], unsigned char *some,
                        EVP_MD_CTX *sha) {
  unsigned char hash[HASH];
  uint64_t start = (uint64_t)piece * torrent->piece_length;
  uint32_t size = torrent_piece_size(torrent, piece), length;
  if (!EVP_DigestInit_ex(sha, EVP_sha1(), NULL)) return false;
  for (uint32_t at = 0; at < size; at += length) {
    length = size - at < AT_ONCE ? size - at : AT_ONCE;
    if (!copy(torrent, pipe, start + at, some, length) || !EVP_DigestUpdate(sha, some, length)) return false;
  }
  return EVP_DigestFinal_ex(sha, hash, NULL) && memcmp(hash, torrent->hashes + (size_t)piece * HASH, HASH) == 0;
}

uint32_t torrent_check(const struct torrent *torrent, const atomic_bool *stop) {
  uint32_t good = 0;
  int pipe[2];
  if (pipe2(pipe, O_CLOEXEC | O_NONBLOCK) != 0) return torrent->pieces;
  unsigned char *some = malloc(AT_ONCE);
  EVP_MD_CTX *sha = EVP_MD_CTX_new();
  for (uint32_t piece = 0; some && sha && piece < torrent->pieces && !*stop; piece++)
    good += check_piece(torrent, piece, pipe, some, sha);
  EVP_MD_CTX_free(sha);
  free(some);
  close(pipe[0]);
  close(pipe[1]);
  return torrent->pieces - good;
}
