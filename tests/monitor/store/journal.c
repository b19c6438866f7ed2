/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A store with a journal, against what it was given. Batch n changes some records, by a rule, and record "s" says n.
 *
 *   journal lives FOLDER LIVES IMAGES SEED   it lives, is killed, its disk fails, it lives again; and the power goes
 *   journal torn                             the journal's end, at every byte
 *   journal others FOLDER BATCHES            threads and processes that look while it commits
 *   journal edges FOLDER                     the rest */
#define _GNU_SOURCE
#include "digest.h"
#include "disk.h"
#include "fl_store_journaled.h"
#include "fl_store_lmdb.h"
#include "journal_sum.h"
#include "pending.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *why;
static void must(bool good, const char *what, int line) {
  if (good) return;
  printf("# line %d: %s (%s)\n", line, what, why ? why : "");
  fflush(stdout);
  _exit(1);
}
#define MUST(x) must(x, #x, __LINE__)

/* ---- The rule ---- */

enum { KEYS = 60, CHANGES = 12, KEY = 33 };
static uint64_t mix(uint64_t x) {
  x = (x ^ x >> 31) * 0x7fb5d329728ea185u;
  x = (x ^ x >> 27) * 0x81dadef4bc2dd44du;
  return x ^ x >> 33;
}
static void key_of(uint8_t key[KEY], unsigned k) {
  memset(key, 0, KEY);
  key[0] = k % 3 ? 'l' : 'v';
  for (unsigned i = 0; i < 8; i++) key[1 + i] = (uint8_t)(mix(k + 1) >> 8 * i);
}
/* Which keys batch n changes; the value of each, or -1: it goes. */
static unsigned changed(uint32_t n, unsigned i) { return (unsigned)(mix((uint64_t)n * 64 + i) % KEYS); }
static int value_of(uint8_t *value, uint32_t n, unsigned k) {
  uint64_t x = mix((uint64_t)n * 1000 + k);
  int length = x % 7 == 0 ? -1 : x % 11 == 0 ? (int)(x >> 20) % 3000 : (int)(x >> 20) % 200;
  if (n % 37 == 0 && length > 100) length *= 8; /* too large for the journal */
  for (int i = 0; i < length; i++) value[i] = (uint8_t)(mix(x + (unsigned)i / 8) >> 8 * (i % 8));
  return length;
}
/* After batch n: by which batch each key was changed last; 0: by none. */
static void after(uint32_t n, uint32_t last[KEYS]) {
  memset(last, 0, KEYS * sizeof *last);
  for (uint32_t b = 1; b <= n; b++)
    for (unsigned i = 0; i < CHANGES; i++) last[changed(b, i)] = b;
}

static void put32(uint8_t b[4], uint32_t n) {
  for (int i = 0; i < 4; i++) b[i] = (uint8_t)(n >> 8 * i);
}
static uint32_t get32(const uint8_t b[4]) { return b[0] | b[1] << 8 | b[2] << 16 | (uint32_t)b[3] << 24; }

static bool commit(struct fl_store *s, uint32_t n) {
  static uint8_t keys[CHANGES][KEY], values[CHANGES][FL_STORE_VALUE], number[4];
  struct fl_store_change all[CHANGES + 1];
  size_t count = 0;
  bool taken[KEYS] = {false};
  for (unsigned i = 0; i < CHANGES; i++) {
    unsigned k = changed(n, i);
    if (taken[k]) continue;
    taken[k] = true;
    int length = value_of(values[i], n, k);
    key_of(keys[i], k);
    uint32_t size = length < 0 ? 0 : (uint32_t)length;
    all[count++] = (struct fl_store_change){keys[i], length < 0 ? NULL : values[i], KEY, size};
  }
  put32(number, n);
  all[count++] = (struct fl_store_change){(const uint8_t *)"s", number, 1, 4};
  return s->commit(s->context, all, count);
}

/* The number of the batch after which the store is as it is, or -1: it is as after none. While others commit, one look
 * is not the next, so `steady' says that nobody does. */
static long number_of(struct fl_store *s) {
  uint8_t value[FL_STORE_VALUE];
  size_t length;
  enum fl_store_result r = s->get(s->context, (const uint8_t *)"s", 1, value, &length);
  return r == FL_STORE_ABSENT ? 0 : r == FL_STORE_FOUND && length == 4 ? (long)get32(value) : -1;
}
static long state_of(struct fl_store *s) {
  static uint8_t value[FL_STORE_VALUE], right[FL_STORE_VALUE];
  long n = number_of(s);
  uint32_t last[KEYS];
  if (n < 0) return -1;
  after((uint32_t)n, last);
  for (unsigned k = 0; k < KEYS; k++) {
    uint8_t key[KEY];
    size_t length = 0;
    key_of(key, k);
    enum fl_store_result r = s->get(s->context, key, KEY, value, &length);
    int is = last[k] ? value_of(right, last[k], k) : -1;
    if (r != (is < 0 ? FL_STORE_ABSENT : FL_STORE_FOUND)) return -1;
    if (is >= 0 && (length != (size_t)is || memcmp(value, right, length) != 0)) return -1;
  }
  return n;
}

/* ---- Lives and crashes ---- */

static unsigned seed;
static unsigned draw(unsigned below) {
  static uint64_t n;
  return (unsigned)(mix(++n + ((uint64_t)seed << 32)) % below);
}

static int wait_for(pid_t child) {
  int status;
  if (waitpid(child, &status, 0) != child) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* From batch *next on. What was found at the beginning, and is shown, is to stay, as what was committed is. */
static int live(const char *folder, uint32_t acknowledged, uint32_t begun, _Atomic uint32_t shared[3]) {
  struct fl_store *s = fl_store_journaled(folder, FL_STORE_WHOLE, &why);
  if (!s) return acknowledged == 0 || disk_events() == 0 || strstr(why, "be written") || strstr(why, "error") ? 0 : 2;
  struct fl_store *looks = fl_store_journaled(folder, FL_STORE_LOOKS, &why);
  if (!looks) return 3;
  long n = state_of(draw(2) ? s : looks);
  if (n < (long)acknowledged || n > (long)begun) {
    printf("# found %ld, acknowledged %u, begun %u\n", n, acknowledged, begun);
    fflush(stdout);
    return 4;
  }
  disk_mark('a', (uint32_t)n);
  shared[0] = (uint32_t)n;
  if (shared[1] < (uint32_t)n) shared[1] = (uint32_t)n;
  shared[2] = (uint32_t)disk_events();
  if (!fl_store_journaled_begin(s)) return 5;
  for (unsigned i = draw(60) + 1; i > 0 && !fl_store_journaled_is_gone(s); i--) {
    n++;
    disk_mark('b', (uint32_t)n);
    shared[1] = (uint32_t)n;
    for (unsigned tries = 0; !commit(s, (uint32_t)n); tries++) {
      if (fl_store_journaled_is_gone(s) || tries == 50) return 0;
      usleep(1000);
    }
    disk_mark('a', (uint32_t)n);
    shared[0] = (uint32_t)n;
    if (draw(10) == 0 && state_of(looks) != n) return 6;
    if (draw(10) == 0 && state_of(s) != n) return 7;
    if (draw(20) == 0) usleep(draw(10000));
  }
  if (draw(2)) s->close(s->context);
  return 0;
}

static void empty(const char *folder) {
  static const char *const names[] = {"data.mdb", "lock.mdb", "journal-0", "journal-1"};
  char name[4200];
  for (unsigned i = 0; i < 4; i++) {
    snprintf(name, sizeof name, "%s/%s", folder, names[i]);
    unlink(name);
  }
}

/* What the power's going leaves: some state that was acknowledged, or begun; and it goes on from there. */
static int look_at_image(const char *folder, uint32_t acknowledged, uint32_t begun) {
  bool held = draw(3) == 0;
  struct fl_store *s = fl_store_journaled(folder, held ? FL_STORE_HELD : FL_STORE_WHOLE, &why);
  if (!s) {
    if (acknowledged == 0) return 0; /* LMDB had not begun */
    printf("# %s\n", why);
    fflush(stdout);
    return 1;
  }
  long n = state_of(s);
  if (n < (long)acknowledged || n > (long)begun) {
    printf("# is %ld, acknowledged %u, begun %u\n", n, acknowledged, begun);
    fflush(stdout);
    return 1;
  }
  if (held || draw(4)) return 0;
  if (draw(2) && !fl_store_journaled_begin(s)) return 1;
  for (unsigned i = draw(20); i-- > 0;)
    if (!commit(s, (uint32_t)++n)) return 1;
  s->close(s->context);
  s = fl_store_journaled(folder, FL_STORE_WHOLE, &why);
  return !s || state_of(s) != n;
}

static int lives(const char *folder, unsigned count, unsigned images) {
  char here[4096], there[4096];
  _Atomic uint32_t *shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  unsigned bad = 0, power = 0;
  long *beginnings = calloc(count, sizeof *beginnings); /* what was shown at each, and committed by nobody since */
  snprintf(here, sizeof here, "%s/here", folder);
  snprintf(there, sizeof there, "%s/there", folder);
  mkdir(here, 0700);
  mkdir(there, 0700);
  disk_begin(here);
  for (unsigned i = 0; i < count && bad == 0; i++) {
    static const int errors[] = {EIO, ENOSPC, EIO};
    unsigned how = draw(5), after_events = draw(300), error = (unsigned)errors[draw(3)], s = draw(1 << 30);
    pid_t child = fork();
    if (child == 0) {
      seed = s;
      if (how > 0) disk_fault(after_events, how == 4 ? DISK_IS_BAD : how == 3 ? DISK_FAILS : DISK_DIES, (int)error);
      _exit(live(here, shared[0], shared[1], shared));
    }
    int status = wait_for(child);
    beginnings[i] = shared[2];
    if (status != 0 && status != 9) printf("# life %u: %d (fault %u, error %u)\n", i, status, how, error), bad++;
  }
  printf("# %u batches, %ld events\n", shared[0], disk_events());
  for (unsigned i = 0; i < images && bad == 0; i++) {
    uint32_t acknowledged, begun;
    long events = (long)draw((unsigned)disk_events() + 1);
    if (draw(2)) events = beginnings[draw(count)] + draw(4);
    if (events > disk_events()) events = disk_events();
    unsigned s = draw(1 << 30);
    pid_t child = fork();
    if (child == 0) {
      seed = s;
      empty(there);
      disk_image(events, s, there, &acknowledged, &begun);
      _exit(look_at_image(there, acknowledged, begun));
    }
    int status = wait_for(child);
    power++;
    if (status != 0) printf("# after %ld events, seed %u: %d\n", events, s, status), bad++;
  }
  return bad != 0 || power != images || shared[0] < count;
}

/* ---- Its end, at every byte ---- */

static int torn(void) {
  static uint8_t bytes[1 << 16], copy[sizeof bytes];
  struct fl_pending p = {.files = {-1, -1}};
  struct fl_journal_mark base = {77, {1, 2, 3}}, mark = base, meant;
  struct fl_buffer batch = {0};
  size_t ends[4] = {FL_JOURNAL_FRONT}, count = 3;
  int file = memfd_create("whole", 0);
  uint64_t end = 0, room = 0;
  for (unsigned i = 0; i < count; i++) {
    static const uint8_t head[FL_JOURNAL_HEAD];
    uint8_t key[KEY], value[FL_STORE_VALUE];
    batch.length = 0;
    MUST(fl_buffer_add(&batch, head, sizeof head));
    for (unsigned k = 0; k < 2; k++) {
      key_of(key, k);
      struct fl_store_change c = {key, k ? NULL : value, KEY, k ? 0 : 40 + 100 * i};
      memset(value, (int)i, sizeof value);
      MUST(fl_frame_add_change(&batch, &c));
    }
    MUST(fl_journal_write(file, &end, &room, &mark, &meant, &batch));
    ends[i + 1] = end;
  }
  size_t size = end + 1000;
  MUST(size <= sizeof bytes && pread(file, bytes, size, 0) == (ssize_t)size);
  int fd = memfd_create("torn", 0);
  p.files[0] = fd;
  for (size_t at = 0; at < ends[count]; at++) {
    unsigned whole = 0;
    while (whole < count && ends[whole + 1] <= at) whole++;
    if (at < FL_JOURNAL_FRONT) whole = 0;
    for (int how = 0; how < 4; how++) {
      memcpy(copy, bytes, size);
      size_t length = how == 0 ? at : size;
      if (how == 1) copy[at] ^= (uint8_t)(1u << at % 8);
      if (how == 2) memset(copy + at, 0, size - at);
      if (how == 3) memset(copy + at, 0xff, size - at);
      bool same = how > 0 && memcmp(copy, bytes, ends[count]) == 0;
      /* Behind a tear the next ones are as they were. */
      MUST(ftruncate(fd, 0) == 0 && pwrite(fd, copy, length, 0) == (ssize_t)length);
      p.base = (struct fl_journal_mark){0};
      MUST(fl_pending_follow(&p, &base));
      uint64_t got = fl_pending_end(&p).number - base.number;
      unsigned least = whole, most = how == 2 || how == 3 ? (unsigned)count : whole;
      MUST(same ? got == count : got >= least && got <= most);
      if (!same && how >= 2) MUST(got == whole || memcmp(copy, bytes, ends[got]) == 0);
      fl_pending_empty(&p);
    }
  }
  /* A batch that followed another one, if its number is the right one: it stands in this journal's place. */
  int strange = memfd_create("strange", 0);
  mark = base;
  end = room = 0;
  for (unsigned i = 0; i < count; i++) {
    batch.length = ends[i + 1] - ends[i];
    memcpy(batch.data, bytes + ends[i], batch.length);
    if (i == 0) batch.data[batch.length - 1 - KEY - 9] ^= 1; /* in a value */
    MUST(fl_journal_write(strange, &end, &room, &mark, &meant, &batch));
  }
  MUST(pread(strange, copy, size, 0) == (ssize_t)size && memcmp(copy + ends[1], bytes + ends[1], 32) != 0);
  memcpy(copy + FL_JOURNAL_FRONT, bytes + FL_JOURNAL_FRONT, ends[1] - ends[0]);
  MUST(pwrite(fd, copy, size, 0) == (ssize_t)size);
  p.base = (struct fl_journal_mark){0};
  MUST(fl_pending_follow(&p, &base) && fl_pending_end(&p).number == base.number + 1);
  /* A file of the first kind, whose digests are SHA-256, as an earlier program left it. */
  memcpy(copy, bytes, size);
  copy[6] = '1';
  const uint8_t *before = base.digest;
  for (unsigned i = 0; i < count; i++) {
    memcpy(copy + ends[i], before, FL_JOURNAL_DIGEST);
    fl_digest(copy + ends[i], ends[i + 1] - ends[i], copy + ends[i]);
    before = copy + ends[i];
  }
  MUST(pwrite(fd, copy, size, 0) == (ssize_t)size);
  fl_pending_empty(&p);
  p.base = (struct fl_journal_mark){0};
  MUST(fl_pending_follow(&p, &base) && fl_pending_end(&p).number == base.number + count);
  copy[ends[2] - 1] ^= 1;
  MUST(pwrite(fd, copy, size, 0) == (ssize_t)size);
  fl_pending_empty(&p);
  p.base = (struct fl_journal_mark){0};
  MUST(fl_pending_follow(&p, &base) && fl_pending_end(&p).number == base.number + 1);
  printf("# %zu bytes, four ways each\n", ends[count]);
  return 0;
}

/* ---- Others, who look ---- */

static _Atomic uint32_t *progress; /* acknowledged, begun, done, how many look */
static int watch(struct fl_store *s) {
  long before = 0;
  for (;;) {
    long least = progress[0];
    bool done = progress[2];
    long n = number_of(s), most = progress[1];
    if (n < least || n > most || n < before) {
      printf("# looked at %ld, acknowledged %ld, begun %ld, before %ld\n", n, least, most, before);
      fflush(stdout);
      return 1;
    }
    before = n;
    if (done) return state_of(s) != n;
  }
}
static void *watch_here(void *store) { return (void *)(intptr_t)watch(store); }

static int others(const char *folder, uint32_t batches) {
  progress = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  pid_t looks, holds, whole;
  if ((whole = fork()) == 0) {
    struct fl_store *s = fl_store_journaled(folder, FL_STORE_WHOLE, &why);
    pthread_t thread;
    MUST(s && fl_store_journaled_begin(s) && commit(s, 1));
    progress[1] = progress[0] = 1;
    MUST(pthread_create(&thread, NULL, watch_here, s) == 0);
    while (progress[3] < 2) usleep(1000);
    for (uint32_t n = 2; n <= batches; n++) {
      progress[1] = n;
      MUST(commit(s, n));
      progress[0] = n;
    }
    progress[2] = 1;
    void *status;
    MUST(pthread_join(thread, &status) == 0 && status == NULL);
    s->close(s->context);
    _exit(0);
  }
  while (!progress[0] && waitpid(whole, NULL, WNOHANG) == 0) usleep(1000);
  disk_slow_reads();
  if ((looks = fork()) == 0) {
    struct fl_store *s = fl_store_journaled(folder, FL_STORE_LOOKS, &why);
    progress[3]++;
    MUST(s);
    _exit(watch(s));
  }
  if ((holds = fork()) == 0) {
    progress[3]++;
    for (bool done = false; !done;) {
      done = progress[2];
      long least = progress[0];
      struct fl_store *s = fl_store_journaled(folder, FL_STORE_HELD, &why);
      MUST(s);
      long n = state_of(s);
      MUST(n >= least && n <= (long)progress[1]);
      MUST(state_of(s) == n && !commit(s, 1));
      s->close(s->context);
    }
    _exit(0);
  }
  int a = wait_for(whole), b = wait_for(looks), c = wait_for(holds);
  if (a || b || c) printf("# commits %d, looks %d, holds %d\n", a, b, c);
  return a || b || c;
}

/* ---- The rest ---- */

static bool fork_opens(const char *folder, enum fl_store_part part) {
  pid_t child = fork();
  if (child == 0) {
    struct fl_store *s = fl_store_journaled(folder, part, &why);
    if (!s) printf("# %s\n", why), fflush(stdout);
    _exit(s == NULL);
  }
  return wait_for(child) == 0;
}

static int edges(const char *folder) {
  char name[4200], other[4200];
  /* What was LMDB's alone is gone on from. */
  struct fl_store *s = fl_store_lmdb(folder, &why);
  MUST(s && commit(s, 1) && commit(s, 2));
  s->close(s->context);
  MUST((s = fl_store_journaled(folder, FL_STORE_HELD, &why)) && state_of(s) == 2);
  s->close(s->context);
  MUST((s = fl_store_journaled(folder, FL_STORE_WHOLE, &why)) && state_of(s) == 2);
  /* Two do not have it. */
  MUST(!fork_opens(folder, FL_STORE_WHOLE) && fork_opens(folder, FL_STORE_LOOKS) && fork_opens(folder, FL_STORE_HELD));
  /* Without a thread it commits, too. */
  MUST(commit(s, 3) && state_of(s) == 3 && fl_store_journaled_begin(s));
  for (uint32_t n = 4; n < 8; n++) MUST(commit(s, n));
  /* Its own record is nobody's, and what LMDB cannot take nobody gets. */
  uint8_t value[FL_STORE_VALUE];
  size_t length;
  struct fl_store_change bad[] = {{(const uint8_t *)"j", value, 1, 40},
                                  {(const uint8_t *)"n\xff\xff", value, 3, 1},
                                  {value, value, FL_STORE_KEY + 1, 1},
                                  {(const uint8_t *)"s", value, 1, FL_STORE_VALUE + 1},
                                  {(const uint8_t *)"", value, 0, 1}};
  for (unsigned i = 0; i < 5; i++) MUST(!s->commit(s->context, &bad[i], 1));
  MUST(s->commit(s->context, NULL, 0) && state_of(s) == 7);
  MUST(s->get(s->context, (const uint8_t *)"j", 1, value, &length) == FL_STORE_ABSENT);
  MUST(s->get(s->context, value, 0, value, &length) == FL_STORE_ABSENT);
  s->close(s->context);
  /* A journal without its data, or with those of before, is none. */
  snprintf(name, sizeof name, "%s/data.mdb", folder);
  snprintf(other, sizeof other, "%s/data.away", folder);
  MUST(rename(name, other) == 0);
  for (int part = 0; part < 3; part++) MUST(!fork_opens(folder, (enum fl_store_part)part));
  MUST(rename(other, name) == 0);
  MUST((s = fl_store_journaled(folder, FL_STORE_WHOLE, &why)) && state_of(s) == 7);
  s->close(s->context);
  /* No link is followed, and no pipe waited for. */
  snprintf(name, sizeof name, "%s/journal-1", folder);
  snprintf(other, sizeof other, "%s/elsewhere", folder);
  for (int how = 0; how < 4; how++) {
    unlink(name);
    if (how < 3) close(open(other, O_RDWR | O_CREAT, 0600));
    MUST((how == 0 ? symlink(other, name) : how == 1 ? link(other, name) : how == 2 ? mkfifo(name, 0600)
                                                                                      : mkdir(name, 0700)) == 0);
    for (int part = 0; part < 3; part++) MUST(!fork_opens(folder, (enum fl_store_part)part));
    if (how == 3) rmdir(name);
    else unlink(name);
    unlink(other);
  }
  MUST((s = fl_store_journaled(folder, FL_STORE_WHOLE, &why)) && state_of(s) == 7);
  s->close(s->context);
  MUST(!fl_store_journaled("/dev/null/x", FL_STORE_WHOLE, &why) && why);
  return 0;
}

/* ---- Sums ---- */

struct sum { uint8_t bytes[FL_JOURNAL_SUM]; };
static int by_bytes(const void *a, const void *b) { return memcmp(a, b, FL_JOURNAL_SUM); }

/* What is left of a write that was not done to its end: each bit another, each end, each sector as it was before, or
 * zeros. All sums differ. */
static int sums(void) {
  enum { SIZE = 6000, SECTOR = 512, MOST = 8 * SIZE + SIZE + 4 * (SIZE / SECTOR + 1) };
  static uint8_t data[SIZE], old[SIZE], changed[SIZE];
  static struct sum all[MOST];
  for (unsigned kind = 0; kind < 3; kind++) {
    size_t n = 0;
    for (size_t i = 0; i < SIZE; i++) { /* few different bytes; many; values of one byte, as a benchmark has them */
      data[i] = (uint8_t)(kind == 0 ? i % 7 == 0 : kind == 1 ? rand() : 'v');
      old[i] = (uint8_t)(kind == 1 ? rand() : 'w');
    }
    for (size_t length = 0; length < SIZE; length++) fl_journal_sum(data, length, all[n++].bytes);
    for (size_t bit = 0; bit < 8 * SIZE; bit++) {
      data[bit / 8] ^= (uint8_t)(1 << bit % 8);
      fl_journal_sum(data, SIZE, all[n++].bytes);
      data[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    for (size_t at = 0; at < SIZE; at += SECTOR) {
      size_t size = SIZE - at < SECTOR ? SIZE - at : SECTOR;
      memcpy(changed, data, SIZE);
      memcpy(changed + at, old + at, size);
      fl_journal_sum(changed, SIZE, all[n++].bytes); /* one is old */
      memset(changed + at, 0, size);
      fl_journal_sum(changed, SIZE, all[n++].bytes); /* or zeros */
      memcpy(changed + at, old + at, SIZE - at);
      if (at + size < SIZE) fl_journal_sum(changed, SIZE, all[n++].bytes); /* or all from there on */
    }
    qsort(all, n, sizeof *all, by_bytes);
    for (size_t i = 1; i < n; i++)
      if (memcmp(all[i - 1].bytes, all[i].bytes, FL_JOURNAL_SUM) == 0) return printf("two have one sum\n"), 1;
  }
  return 0;
}

int main(int argc, char **argv) {
  int status = 2;
  if (argc == 6 && strcmp(argv[1], "lives") == 0) {
    seed = (unsigned)atoi(argv[5]);
    status = lives(argv[2], (unsigned)atoi(argv[3]), (unsigned)atoi(argv[4]));
  } else if (argc == 2 && strcmp(argv[1], "torn") == 0) {
    status = torn();
  } else if (argc == 2 && strcmp(argv[1], "sums") == 0) {
    status = sums();
  } else if (argc == 4 && strcmp(argv[1], "others") == 0) {
    status = others(argv[2], (uint32_t)atoi(argv[3]));
  } else if (argc == 3 && strcmp(argv[1], "edges") == 0) {
    status = edges(argv[2]);
  }
  return status;
}
