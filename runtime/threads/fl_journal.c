/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "fl_journal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define STEP ((size_t)1 << 20) /* so much is made room for at once */

/* What must agree before a record can be replayed: the machine, and every byte of the program's file. */
struct header {
  char magic[8];
  uint32_t version, word; /* word: the order of bytes, and the size of a pointer */
  uint64_t program;
  uint64_t check;
};
static const char magic[8] = {'F', 'L', 'r', 'e', 'c', 'o', 'r', 'd'};
#define VERSION 1u
#define WORD (0x01020300u + (uint32_t)sizeof(void *))

static struct {
  const char *file; /* its name */
  int fd;
  char *bytes;
  size_t mapped, used; /* used: of a journal that is read, where the next entry is */
  uint64_t check;      /* of the last entry written */
  size_t number;
  bool writing;
} journal = {.fd = -1};

noreturn void fl_journal_fail(const char *format, ...) {
  va_list arguments;
  fflush(NULL);
  fprintf(stderr, "fairlead threads: %s: ", journal.file);
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  fputc('\n', stderr);
  _exit(1);
}

/* FNV-1a. */
static uint64_t sum(uint64_t before, const void *data, size_t size) {
  const unsigned char *bytes = data;
  for (size_t i = 0; i < size; i++) before = (before ^ bytes[i]) * 0x100000001b3u;
  return before;
}
#define SUM_OF_NOTHING 0xcbf29ce484222325u

static uint64_t program(void) {
  int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  struct stat status;
  if (fd == -1 || fstat(fd, &status) != 0) fl_journal_fail("which program this is cannot be read: %s", strerror(errno));
  size_t size = (size_t)status.st_size;
  void *bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (bytes == MAP_FAILED) fl_journal_fail("which program this is cannot be read: %s", strerror(errno));
  uint64_t result = sum(SUM_OF_NOTHING, bytes, size);
  munmap(bytes, size);
  close(fd);
  return result;
}

/* High numbers: those that the program gets are as without us. */
static void keep(int fd) {
  journal.fd = fcntl(fd, F_DUPFD_CLOEXEC, 900);
  if (journal.fd == -1)
    journal.fd = fd;
  else
    close(fd);
}

static size_t padded(size_t size) { return (size + 7) / 8 * 8; }

static bool room(size_t more) {
  if (journal.used + more <= journal.mapped) return true;
  size_t size = (journal.used + more + STEP) / STEP * STEP;
  /* A hole could not be filled when the disk is full: that would be a SIGBUS. */
  int error = posix_fallocate(journal.fd, (off_t)journal.mapped, (off_t)(size - journal.mapped));
  void *bytes = MAP_FAILED;
  if (error != 0)
    errno = error;
  else if (journal.bytes)
    bytes = mremap(journal.bytes, journal.mapped, size, MREMAP_MAYMOVE);
  else
    bytes = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, journal.fd, 0);
  if (bytes == MAP_FAILED) return false;
  journal.bytes = bytes;
  journal.mapped = size;
  return true;
}

bool fl_journal_create(const char *file) {
  journal.file = file;
  int fd = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (fd == -1) fl_journal_fail("%s", strerror(errno));
  if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
    close(fd);
    return false;
  }
  if (ftruncate(fd, 0) != 0) fl_journal_fail("%s", strerror(errno));
  keep(fd);
  struct header header = {.version = VERSION, .word = WORD, .program = program()};
  memcpy(header.magic, magic, sizeof magic);
  header.check = sum(SUM_OF_NOTHING, &header, offsetof(struct header, check));
  if (!room(sizeof header)) fl_journal_fail("%s", strerror(errno));
  memcpy(journal.bytes, &header, sizeof header);
  journal.used = sizeof header;
  journal.check = header.check;
  journal.writing = true;
  return true;
}

static uint64_t check_of(uint64_t before, const struct fl_entry *entry, const void *data) {
  return sum(sum(before, entry, offsetof(struct fl_entry, check)), data, entry->size);
}

void fl_journal_add(enum fl_entry_kind kind, uint64_t at, uint64_t path, const void *data, size_t size) {
  struct fl_entry entry = {.kind = kind, .size = (uint32_t)size, .at = at, .path = path};
  if (size > UINT32_MAX / 2) fl_journal_fail("a value of %zu bytes", size);
  if (!room(sizeof entry + padded(size))) fl_journal_fail("the run cannot be recorded any more: %s", strerror(errno));
  entry.check = journal.check = check_of(journal.check, &entry, data);
  char *place = journal.bytes + journal.used;
  if (size > 0) memcpy(place + sizeof entry, data, size);
  memcpy(place, &entry, sizeof entry);
  journal.used += sizeof entry + padded(size);
  if (kind == FL_ENTRY_EXIT && ftruncate(journal.fd, (off_t)journal.used) != 0) return; /* then zeros follow */
}

static bool zeros(const char *bytes, size_t size) {
  for (size_t i = 0; i < size; i++)
    if (bytes[i] != 0) return false;
  return true;
}

/* All of it, before any of it is used. */
static void check_all(size_t size) {
  uint64_t check = ((const struct header *)(const void *)journal.bytes)->check;
  size_t at = sizeof(struct header);
  bool ended = false;
  for (size_t number = 1; at < size; number++) {
    struct fl_entry entry = {0};
    size_t rest = size - at;
    memcpy(&entry, journal.bytes + at, rest < sizeof entry ? rest : sizeof entry);
    if (entry.kind == FL_ENTRY_NONE && zeros(journal.bytes + at, rest)) {
      ended = true; /* of a run that was killed */
      break;
    }
    if (rest < sizeof entry ||
        (entry.kind < FL_ENTRY_KINDS && entry.size <= UINT32_MAX / 2 && rest - sizeof entry < padded(entry.size)))
      fl_journal_fail("is cut off in entry %zu", number);
    if (entry.kind == FL_ENTRY_NONE || entry.kind >= FL_ENTRY_KINDS || entry.size > UINT32_MAX / 2 || ended ||
        entry.check != check_of(check, &entry, journal.bytes + at + sizeof entry) ||
        !zeros(journal.bytes + at + sizeof entry + entry.size, padded(entry.size) - entry.size))
      fl_journal_fail("entry %zu is damaged", number);
    check = entry.check;
    ended = entry.kind == FL_ENTRY_EXIT;
    at += sizeof entry + padded(entry.size);
  }
  if (!ended) fl_journal_fail("is cut off: its end is missing");
}

void fl_journal_open(const char *file) {
  journal.file = file;
  int fd = open(file, O_RDONLY | O_CLOEXEC);
  struct stat status;
  if (fd == -1 || fstat(fd, &status) != 0) fl_journal_fail("%s", strerror(errno));
  if (!S_ISREG(status.st_mode)) fl_journal_fail("is not a file");
  size_t size = (size_t)status.st_size;
  const struct header *header = NULL;
  if (size >= sizeof *header) {
    journal.bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (journal.bytes == MAP_FAILED) fl_journal_fail("%s", strerror(errno));
    header = (const struct header *)(const void *)journal.bytes;
  }
  if (!header || memcmp(header->magic, magic, sizeof magic) != 0) fl_journal_fail("is not a recorded run");
  if (header->check != sum(SUM_OF_NOTHING, header, offsetof(struct header, check)))
    fl_journal_fail("its first bytes are damaged");
  if (header->version != VERSION) fl_journal_fail("was recorded by another version of the runtime");
  if (header->word != WORD) fl_journal_fail("was recorded on another kind of machine");
  if (header->program != program()) fl_journal_fail("was recorded by another program, or another build of this one");
  keep(fd);
  journal.mapped = size;
  journal.used = sizeof *header;
  journal.number = 1;
  check_all(size);
}

const struct fl_entry *fl_journal_next(void) {
  const struct fl_entry *entry = (const struct fl_entry *)(const void *)(journal.bytes + journal.used);
  return journal.used + sizeof *entry <= journal.mapped && entry->kind != FL_ENTRY_NONE ? entry : NULL;
}

void fl_journal_skip(void) {
  journal.used += sizeof(struct fl_entry) + padded(fl_journal_next()->size);
  journal.number++;
}

size_t fl_journal_number(void) { return journal.number; }

void fl_journal_leave(void) {
  if (journal.bytes) munmap(journal.bytes, journal.mapped);
  if (journal.fd != -1) close(journal.fd);
  journal.bytes = NULL;
  journal.fd = -1;
}
