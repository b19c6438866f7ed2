/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "disk.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

/* 'w' data was written, 's' it stays, 'f' that failed: what was written before is forgotten by the kernel and may be
 * nowhere, 'z' another size, 'a' and 'b' marks. */
struct event { char what; uint8_t file; uint32_t length; uint64_t at; };
enum { FILES = 3, PAGE = 4096, SECTOR = 512, MOST_PAGES = 1024 };
static const char *const names[FILES] = {"data.mdb", "journal-0", "journal-1"};
static const size_t room = (size_t)1 << 30;

static struct notes { size_t used; long count; uint8_t data[]; } *notes;
static char place[4096];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long left = -1;
static enum disk_fault kind;
static int failure;

void disk_begin(const char *folder) {
  if (!realpath(folder, place)) abort();
  notes = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (notes == MAP_FAILED) abort();
}
void disk_fault(long after, enum disk_fault how, int error) { left = after, kind = how, failure = error; }
long disk_events(void) { return notes->count; }

static void note(char what, int file, uint64_t at, const void *data, size_t length) {
  struct event e = {what, (uint8_t)file, (uint32_t)(data ? length : 0), at};
  if (notes->used + sizeof e + length > room - sizeof *notes) abort();
  memcpy(notes->data + notes->used, &e, sizeof e);
  if (data) memcpy(notes->data + notes->used + sizeof e, data, length);
  notes->used += sizeof e + e.length;
  notes->count++;
}
void disk_mark(char what, uint32_t number) {
  pthread_mutex_lock(&lock);
  note(what, 0, number, NULL, 0);
  pthread_mutex_unlock(&lock);
}

static int file_of(int fd) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t n = notes ? readlink(link, path, sizeof path - 1) : -1;
  size_t folder = strlen(place);
  if (n <= (ssize_t)folder) return -1;
  path[n] = 0;
  if (strncmp(path, place, folder) != 0 || path[folder] != '/') return -1;
  for (int i = 0; i < FILES; i++)
    if (strcmp(path + folder + 1, names[i]) == 0) return i;
  return -1;
}

/* Whether the event is to fail; with the lock. */
static bool fails(void) {
  if (left < 0 || left > 0) {
    left -= left > 0;
    return false;
  }
  if (kind == DISK_DIES) _exit(9);
  if (kind == DISK_FAILS) left = -1;
  errno = failure;
  return true;
}

/* ---- In place of the C library's ---- */

static ssize_t write_at(int fd, const void *data, size_t length, uint64_t at) {
  int file = file_of(fd);
  if (file < 0) return syscall(SYS_pwrite64, fd, data, length, at);
  bool stays = fcntl(fd, F_GETFL) & O_DSYNC;
  pthread_mutex_lock(&lock);
  bool bad = fails();
  int error = errno;
  if (bad) length /= 2; /* some of it may have been written all the same */
  ssize_t n = syscall(SYS_pwrite64, fd, data, length, at);
  if (n > 0) note('w', file, at, data, (size_t)n);
  if (!bad && stays) {
    bad = fails();
    error = errno;
    note(bad ? 'f' : 's', file, 0, NULL, 0);
  }
  pthread_mutex_unlock(&lock);
  errno = error;
  return bad ? -1 : n;
}
ssize_t pwrite(int fd, const void *data, size_t length, off_t at) { return write_at(fd, data, length, (uint64_t)at); }
ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t at) {
  ssize_t all = 0;
  for (int i = 0; i < count; i++) {
    ssize_t n = parts[i].iov_len ? write_at(fd, parts[i].iov_base, parts[i].iov_len, (uint64_t)at + (uint64_t)all) : 0;
    if (n < 0) return all ? all : -1;
    all += n;
    if ((size_t)n < parts[i].iov_len) break;
  }
  return all;
}
ssize_t writev(int fd, const struct iovec *parts, int count) {
  if (file_of(fd) < 0) return syscall(SYS_writev, fd, parts, count);
  off_t at = lseek(fd, 0, SEEK_CUR);
  ssize_t n = pwritev(fd, parts, count, at);
  if (n > 0) lseek(fd, at + n, SEEK_SET);
  return n;
}
ssize_t write(int fd, const void *data, size_t length) {
  if (file_of(fd) < 0) return syscall(SYS_write, fd, data, length);
  struct iovec part = {(void *)(uintptr_t)data, length};
  return writev(fd, &part, 1);
}
/* Nothing is made to stay in truth: that takes its time, and this is no disk whose power goes. */
static int stay(int fd) {
  int file = file_of(fd);
  if (file < 0) return 0;
  pthread_mutex_lock(&lock);
  bool bad = fails();
  note(bad ? 'f' : 's', file, 0, NULL, 0);
  pthread_mutex_unlock(&lock);
  return bad ? -1 : 0;
}
static bool slow;
void disk_slow_reads(void) { slow = true; }
ssize_t pread(int fd, void *data, size_t length, off_t at) {
  static _Atomic unsigned n;
  if (slow && n++ % 5 == 0) usleep(700);
  return syscall(SYS_pread64, fd, data, length, at);
}
int fdatasync(int fd) { return stay(fd); }
int fsync(int fd) { return stay(fd); }
static int resize(int fd, uint64_t to, long call(int, uint64_t)) {
  int file = file_of(fd);
  pthread_mutex_lock(&lock);
  long r = file >= 0 && fails() ? -1 : call(fd, to);
  if (r == 0 && file >= 0) note('z', file, to, NULL, 0);
  pthread_mutex_unlock(&lock);
  return (int)r;
}
static long truncates(int fd, uint64_t to) { return syscall(SYS_ftruncate, fd, to); }
int ftruncate(int fd, off_t to) { return resize(fd, (uint64_t)to, truncates); }
int fallocate(int fd, int mode, off_t at, off_t length) {
  if (mode != 0) abort();
  return resize(fd, (uint64_t)(at + length), truncates);
}

/* ---- After the power was gone ---- */

struct page { uint8_t kept[PAGE], cached[PAGE]; bool used, dirty; };
static struct content { uint64_t kept, cached; size_t top; struct page *pages; } files[FILES];
static uint64_t state;
static unsigned draw(unsigned below) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(state >> 33) % below;
}

/* So many of a hundred sectors reach the disk. */
static void some(struct page *p, unsigned percent) {
  for (unsigned s = 0; s < PAGE; s += SECTOR)
    if (draw(100) < percent) memcpy(p->kept + s, p->cached + s, SECTOR);
}
static void each_dirty(struct content *c, unsigned percent, bool clean) {
  for (size_t i = 0; i < c->top; i++)
    if (c->pages[i].dirty) {
      some(&c->pages[i], percent);
      if (clean) c->pages[i].dirty = false;
    }
}

static void happened(const struct event *e, const uint8_t *data) {
  struct content *c = &files[e->file];
  if (e->what == 'w') {
    for (uint32_t i = 0; i < e->length;) {
      uint64_t at = e->at + i;
      uint32_t n = PAGE - (uint32_t)(at % PAGE);
      if (n > e->length - i) n = e->length - i;
      if (at / PAGE >= MOST_PAGES) abort();
      struct page *p = &c->pages[at / PAGE];
      memcpy(p->cached + at % PAGE, data + i, n);
      p->used = p->dirty = true;
      if (at / PAGE >= c->top) c->top = (size_t)(at / PAGE) + 1;
      if (draw(8) == 0) some(p, 50); /* the kernel writes when it likes */
      i += n;
    }
    if (e->at + e->length > c->cached) c->cached = e->at + e->length;
  } else if (e->what == 'z') {
    c->cached = e->at;
  } else if (e->what == 's' || e->what == 'f') {
    each_dirty(c, e->what == 's' ? 100 : 50, true);
    if (e->what == 's') c->kept = c->cached;
  }
}

void disk_image(long events, unsigned seed, const char *folder, uint32_t *acknowledged, uint32_t *begun) {
  state = seed * 0x9e3779b97f4a7c15u + 1;
  *acknowledged = *begun = 0;
  for (int i = 0; i < FILES; i++) {
    free(files[i].pages);
    files[i] = (struct content){.pages = calloc(MOST_PAGES, sizeof *files[i].pages)};
    if (!files[i].pages) abort();
  }
  size_t at = 0;
  for (long n = 0; n < events; n++) {
    struct event e;
    memcpy(&e, notes->data + at, sizeof e);
    at += sizeof e;
    if (e.what == 'a') *acknowledged = (uint32_t)e.at;
    else if (e.what == 'b') *begun = (uint32_t)e.at;
    else happened(&e, notes->data + at);
    at += e.length;
  }
  static const unsigned shares[] = {0, 100, 50, 10, 90};
  unsigned share = shares[draw(5)];
  for (int i = 0; i < FILES; i++) {
    struct content *c = &files[i];
    char name[4200];
    each_dirty(c, share, false);
    uint64_t size = draw(2) ? c->kept : c->cached;
    snprintf(name, sizeof name, "%s/%s", folder, names[i]);
    if (size == 0 && i > 0) continue;
    int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    for (size_t p = 0; p < c->top && p * PAGE < size; p++)
      if (c->pages[p].used) {
        size_t n = size - p * PAGE < PAGE ? size - p * PAGE : PAGE;
        if (syscall(SYS_pwrite64, fd, c->pages[p].kept, n, p * PAGE) != (ssize_t)n) abort();
      }
    if (syscall(SYS_ftruncate, fd, size) != 0) abort();
    close(fd);
  }
}
