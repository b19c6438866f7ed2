/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* fl_ring.h, in each of three states. Status 77: the kernel has no io_uring for us. */
#include "../primitives/check.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include "uring/fl_ring.h"

#define BLOCK 4096
#define BLOCKS 64

static fl_ring *ring; /* of the main loop, for four operations at a time */
static int file;

struct job {
  struct state *s;
  int number;
  char block[BLOCK];
};

static cps void write_and_read(void *given)
{
  struct job *job = given;
  struct state *s = job->s;
  uint64_t at = (uint64_t)job->number * BLOCK;
  char *block = malloc(BLOCK);
  memset(block, 'a' + job->number % 26, BLOCK);
  IS(BLOCK, fl_ring_pwrite(ring, file, block, BLOCK, at));
  memset(block, 0, BLOCK);
  IS(BLOCK, fl_ring_pread(ring, file, block, BLOCK, at));
  for (int i = 0; i < BLOCK; i++)
    if (block[i] != 'a' + job->number % 26)
      IS(-1, i);
  IS(1, fl_current() == s->scheduler);
  free(block);
  __atomic_fetch_add(&s->done, 1, __ATOMIC_SEQ_CST);
}

/* ---- many more at once than the ring has room for */
static cps void row_files(struct state *s)
{
  struct job *jobs = calloc(BLOCKS, sizeof *jobs);
  for (int i = 0; i < BLOCKS; i++) {
    jobs[i] = (struct job){.s = s, .number = i};
    SPAWN(write_and_read, &jobs[i]);
  }
  until_done(s, BLOCKS);
  IS(0, fl_ring_fsync(ring, file));
  char byte;
  IS(0, fl_ring_pread(ring, file, &byte, 1, (uint64_t)BLOCKS * BLOCK)); /* the end */
  IS(-EBADF, fl_ring_pread(ring, -1, &byte, 1, 0));
  IS(-EBADF, fl_ring_fsync(ring, 1000000));
  free(jobs);
}

/* ---- sockets: each byte comes back one greater */
static cps void echo(void *given)
{
  struct state *s = given;
  char byte;
  ssize_t got;
  while ((got = fl_ring_recv(ring, s->pipe[1], &byte, 1, 0)) == 1) {
    byte++;
    IS(1, fl_ring_send(ring, s->pipe[1], &byte, 1, MSG_NOSIGNAL));
  }
  IS(0, got);
  close(s->pipe[1]);
  __atomic_fetch_add(&s->done, 1, __ATOMIC_SEQ_CST);
}

static cps void row_sockets(struct state *s)
{
  IS(0, socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, s->pipe));
  SPAWN(echo, s);
  for (int i = 0; i < 100; i++) {
    char byte = (char)i;
    IS(1, fl_ring_send(ring, s->pipe[0], &byte, 1, MSG_NOSIGNAL));
    IS(1, fl_ring_recv(ring, s->pipe[0], &byte, 1, 0));
    IS(i + 1, byte);
  }
  close(s->pipe[0]);
  until_done(s, 1);
}

static cps void connects(void *given)
{
  struct sockaddr_in *address = given;
  int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  fl_scheduler *home = fl_link(fl_default_pool()); /* connect may block */
  if (connect(fd, (struct sockaddr *)address, sizeof *address) != 0)
    abort();
  fl_link(home);
  close(fd);
}

static cps void row_accept(struct state *s)
{
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t length = sizeof address;
  int listening = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  IS(0, bind(listening, (struct sockaddr *)&address, sizeof address));
  IS(0, listen(listening, 4));
  IS(0, getsockname(listening, (struct sockaddr *)&address, &length));
  SPAWN(connects, &address);
  int fd = fl_ring_accept(ring, listening, SOCK_CLOEXEC);
  IS(1, fd >= 0);
  char byte;
  IS(0, fl_ring_recv(ring, fd, &byte, 1, 0));
  close(fd);
  close(listening);
}

/* ---- cancelled operations have ended, and their buffers are the caller's again */
struct waiting {
  struct state *s;
  int result;
  char buffer[16];
};

static cps void receives(void *given)
{
  struct waiting *w = given;
  w->result = (int)fl_ring_recv(ring, w->s->pipe[0], w->buffer, 1, 0);
  memset(w->buffer, 'x', sizeof w->buffer);
}

/* A byte now and then, until there is nobody for whom it could be. */
static bool feeding;
static cps void feeds(void *given)
{
  struct state *s = given;
  while (feeding) {
    IS(1, write(s->pipe[1], "!", 1));
    fl_sleep(1, NULL);
  }
  s->done++;
}

static cps void row_cancel(struct state *s)
{
  if (fl_is_detached())
    return; /* nurseries are of loops */
  struct waiting many[12]; /* four under way, the others wait for room */
  for (int round = 0; round < 2; round++) {
    int why = round == 0 ? -ECANCELED : -ETIMEDOUT;
    fl_nursery nursery = FL_NURSERY_INIT;
    IS(0, socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, s->pipe));
    for (int i = 0; i < 12; i++) {
      many[i] = (struct waiting){.s = s};
      IS(0, fl_nursery_spawn(&nursery, receives, &many[i]));
    }
    if (round == 0) {
      settle();
      IS(0, fl_nursery_cancel(&nursery));
    } else {
      IS(0, fl_nursery_deadline(&nursery, 20));
      fl_sleep(25, NULL); /* it has passed */
    }
    /* On another loop than the nursery's those under way are not told, and get these bytes; the others do not begin. */
    feeding = strcmp(s->name, "main") != 0;
    if (feeding)
      SPAWN(feeds, s);
    IS(why, fl_nursery_join(&nursery));
    if (feeding) {
      feeding = false;
      until_done(s, 1);
    }
    int received = 0;
    for (int i = 0; i < 12; i++) {
      received += many[i].result == 1;
      if (many[i].result != 1)
        IS(why, many[i].result);
    }
    IS(1, received <= (strcmp(s->name, "main") == 0 ? 0 : 4)); /* no more are under way */
    IS(6, write(s->pipe[1], "behind", 6));
    settle();
    for (int i = 0; i < 12; i++)
      for (size_t k = 0; k < sizeof many[i].buffer; k++)
        IS('x', many[i].buffer[k]);
    close(s->pipe[0]);
    close(s->pipe[1]);
  }
}

/* ---- a ring of its own; wrong arguments */
static cps void row_ring(struct state *s)
{
  errno = 0;
  IS(1, fl_ring_start(0) == NULL && errno == EINVAL);
  IS(1, fl_ring_start(1000000) == NULL && errno == EINVAL);
  fl_ring *own = fl_ring_start(1);
  IS(!fl_is_detached(), own != NULL);
  if (own) {
    char byte;
    IS(1, fl_ring_pread(own, file, &byte, 1, 0));
    IS('a', byte);
    fl_ring_stop(own);
  }
}

/* ---- bytes come in the turn in which their receivers are cancelled: each is received, or still there */
static cps void receives_one(void *given)
{
  struct waiting *w = given;
  memset(w->buffer, 'o', sizeof w->buffer);
  w->result = (int)fl_ring_recv(ring, w->s->pipe[0], w->buffer, 1, 0);
  for (size_t i = w->result == 1; i < sizeof w->buffer; i++)
    if (w->buffer[i] != 'o')
      w->result = -1000;
}

static cps void row_races(struct state *s)
{
  if (strcmp(s->name, "main") != 0)
    return; /* elsewhere operations are not told of the nursery */
  enum { MANY = 7 }; /* four under way */
  struct waiting many[MANY];
  int seen[2] = {0, 0};
  IS(0, socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, s->pipe));
  for (int round = 0; round < 300; round++) {
    fl_nursery nursery = FL_NURSERY_INIT;
    for (int i = 0; i < MANY; i++) {
      many[i] = (struct waiting){.s = s};
      IS(0, fl_nursery_spawn(&nursery, receives_one, &many[i]));
    }
    int written = round % 5, received = 0;
    for (int i = 0; i < round % 4; i++)
      fl_yield();
    for (int i = 0; i < written; i++)
      IS(1, write(s->pipe[1], "!", 1));
    for (int i = 0; i < round % 7; i++)
      fl_yield();
    IS(0, fl_nursery_cancel(&nursery));
    IS(-ECANCELED, fl_nursery_join(&nursery));
    for (int i = 0; i < MANY; i++) {
      if (many[i].result != 1)
        IS(-ECANCELED, many[i].result);
      received += many[i].result == 1;
    }
    seen[0] += received;
    char rest[8];
    ssize_t left = recv(s->pipe[0], rest, sizeof rest, MSG_DONTWAIT);
    IS(written, received + (left > 0 ? left : 0));
    seen[1] += left > 0;
  }
  IS(1, seen[0] > 0);
  IS(1, seen[1] > 0);
  close(s->pipe[0]);
  close(s->pipe[1]);
}

/* ---- a ring for one; half of those who wait for their turn are cancelled, and the ring stops at once */
static fl_ring *small;
static cps void reads_small(void *given)
{
  struct waiting *w = given;
  w->result = (int)fl_ring_pread(small, file, w->buffer, 1, (uint64_t)BLOCK);
}
static cps void receives_small(void *given)
{
  struct waiting *w = given;
  w->result = (int)fl_ring_recv(small, w->s->pipe[0], w->buffer, 1, 0);
}

static cps void row_small(struct state *s)
{
  if (fl_is_detached())
    return;
  enum { MANY = 64 };
  struct waiting *many = calloc(MANY, sizeof *many);
  for (int round = 0; round < 20; round++) {
    fl_nursery stays = FL_NURSERY_INIT, goes = FL_NURSERY_INIT;
    small = fl_ring_start(1);
    IS(1, small != NULL);
    for (int i = 0; i < MANY; i++) {
      many[i] = (struct waiting){.s = s};
      IS(0, fl_nursery_spawn(i % 2 ? &goes : &stays, reads_small, &many[i]));
    }
    for (int i = 0; i < round; i++)
      fl_yield();
    IS(0, fl_nursery_cancel(&goes));
    IS(-ECANCELED, fl_nursery_join(&goes));
    IS(0, fl_nursery_join(&stays));
    for (int i = 0; i < MANY; i++)
      if (i % 2 == 0 || many[i].result != -ECANCELED)
        IS(1, many[i].result);
    /* One that is cancelled in the kernel: its answer may come after the operation's. */
    IS(0, socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, s->pipe));
    IS(0, fl_nursery_spawn(&goes, receives_small, &many[0]));
    for (int i = 0; i < round; i++)
      fl_yield();
    IS(0, fl_nursery_cancel(&goes));
    IS(-ECANCELED, fl_nursery_join(&goes));
    IS(-ECANCELED, many[0].result);
    fl_ring_stop(small);
    close(s->pipe[0]);
    close(s->pipe[1]);
  }
  free(many);
}

/* ---- a descriptor is closed, and its number another file's, while an operation is under way: it is the old file's */
static cps void receives_late(void *given)
{
  struct waiting *w = given;
  w->result = (int)fl_ring_recv(ring, w->s->pipe[0], w->buffer, sizeof w->buffer, 0);
  __atomic_fetch_add(&w->s->done, 1, __ATOMIC_SEQ_CST);
}

static cps void row_closed(struct state *s)
{
  struct waiting w = {.s = s, .result = 7};
  int new[2];
  IS(0, socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, s->pipe));
  int number = s->pipe[0];
  SPAWN(receives_late, &w);
  fl_yield();
  IS(1, fl_ring_pread(ring, file, w.buffer, 1, 0)); /* handed over behind that, so that is under way */
  close(number);
  IS(0, socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, new));
  IS(number, new[0]);
  IS(3, write(new[1], "new", 3));
  settle();
  IS(7, w.result);
  IS(3, write(s->pipe[1], "old", 3));
  until_done(s, 1);
  IS(3, w.result);
  IS('o', w.buffer[0]);
  IS(3, read(new[0], w.buffer, sizeof w.buffer));
  IS('n', w.buffer[0]);
  close(new[0]);
  close(new[1]);
  close(s->pipe[1]);
}

/* ---- a ring that takes nothing any more: its descriptor is another file's */
static cps void row_broken(struct state *s)
{
  if (fl_is_detached())
    return;
  struct waiting w = {.s = s, .result = 7};
  char byte, name[64], link[64] = "";
  int number = dup(file); /* the ring's is the lowest that is free */
  close(number);
  small = fl_ring_start(2);
  IS(1, small != NULL);
  snprintf(name, sizeof name, "/proc/self/fd/%d", number);
  IS(1, readlink(name, link, sizeof link - 1) > 0 && strstr(link, "io_uring") != NULL);
  IS(0, socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, s->pipe));
  SPAWN(receives_small, &w);
  IS(1, fl_ring_pread(small, file, &byte, 1, 0)); /* handed over behind that, so that is under way */
  IS(number, dup2(file, number));
  int why = (int)fl_ring_pread(small, file, &byte, 1, 0);
  IS(1, why < 0);
  IS(why, fl_ring_pread(small, file, &byte, 1, 0));
  settle();
  IS(7, w.result);
  IS(1, write(s->pipe[1], "!", 1));
  while (w.result == 7)
    fl_sleep(1, NULL);
  IS(1, w.result);
  IS('!', w.buffer[0]);
  fl_ring_stop(small);
  close(s->pipe[0]);
  close(s->pipe[1]);
}

/* ---- the child of a fork has no part in its parent's ring */
static cps void row_forked(struct state *s)
{
  if (strcmp(s->name, "main") != 0)
    return;
  struct waiting w = {.s = s, .result = 7};
  char byte;
  IS(0, socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, s->pipe));
  SPAWN(receives_late, &w);
  fl_yield();
  IS(1, fl_ring_pread(ring, file, &byte, 1, 0)); /* handed over behind that */
  pid_t child = fork();
  if (child == 0) {
    int result = (int)fl_ring_pread(ring, file, &byte, 1, 0);
    while (w.result == 7)
      fl_yield();
    _exit(result == -EBADF && w.result == -EBADF ? 0 : 1);
  }
  int status = -1;
  pid_t ended;
  while ((ended = waitpid(child, &status, 0)) == -1 && errno == EINTR)
    ;
  IS(child, ended);
  IS(0, status);
  IS(7, w.result);
  IS(1, fl_ring_pread(ring, file, &byte, 1, 0));
  IS(3, write(s->pipe[1], "old", 3));
  until_done(s, 1);
  IS(3, w.result);
  close(s->pipe[0]);
  close(s->pipe[1]);
}

static cps void row_stop(struct state *s)
{
  if (strcmp(s->name, "detached") != 0)
    return;
  fl_scheduler *home = fl_link(fl_main());
  settle();
  fl_ring_stop(ring);
  fl_link(home);
  close(file);
}

static cps void row_start(struct state *s)
{
  if (strcmp(s->name, "main") != 0)
    return;
  ring = fl_ring_start(4);
  if (!ring && (errno == ENOSYS || errno == EPERM))
    exit(77);
  IS(1, ring != NULL);
  file = open(".", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (file == -1)
    file = open("ring_test_file", O_CREAT | O_TRUNC | O_RDWR | O_CLOEXEC, 0600);
  IS(1, file >= 0);
}

const struct row rows[] = {
  {"start", row_start}, {"files", row_files}, {"sockets", row_sockets}, {"accept", row_accept},
  {"cancel", row_cancel}, {"races", row_races}, {"small", row_small},
  {"closed", row_closed}, {"ring", row_ring}, {"broken", row_broken}, {"forked", row_forked},
  {"stop", row_stop}, {NULL, NULL},
};
