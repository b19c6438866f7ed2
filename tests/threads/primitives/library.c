/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The second table of docs/threads/primitives.md: nurseries, timeouts, barriers, channels, streams, in each state. */
#include "check.h"

#include "library/fl_stream.h"
#include "library/fl_sync.h"

#define ATTACHED (!fl_is_detached())

/* ---- nurseries */
struct kid {
  struct state *s;
  fl_nursery *nursery;
  fl_cond cond;
  int fd, result, later, how;
};

static cps void kid(void *given)
{
  struct kid *k = given;
  switch (k->how) {
  case 0: k->result = fl_sleep(60000, NULL); break;
  case 1: k->result = fl_wait(&k->cond); break;
  case 2: k->result = fl_io_wait(k->fd, FL_IN, NULL); break;
  case 3: k->result = fl_sleep(60000, &k->cond); break;
  case 4:
    fl_yield();
    k->result = 0;
    break;
  case 5: { /* detached for a while: it hears of the cancellation there, at its next wait */
    fl_scheduler *home = fl_link(fl_default_pool());
    while (fl_cancelled() == 0)
      usleep(1000);
    k->result = fl_sleep(60000, NULL);
    fl_link(home);
    break;
  }
  case 6: { /* a nursery within: its thread is cancelled, too */
    fl_nursery inner = FL_NURSERY_INIT;
    struct kid grandchild = {.s = k->s, .how = 0};
    fl_nursery_spawn(&inner, kid, &grandchild);
    k->result = fl_nursery_join(&inner);
    if (grandchild.result != k->result)
      k->result = -1;
    break;
  }
  case 7: /* elsewhere at its end */
    fl_link(fl_default_pool());
    k->result = 0;
    return;
  default: break;
  }
  k->later = fl_sleep(1, NULL);
}

static cps void row_nursery(struct state *s)
{
  fl_nursery nursery = FL_NURSERY_INIT;
  struct kid kids[8];
  if (!ATTACHED) {
    IS(-EINVAL, fl_nursery_spawn(&nursery, kid, &kids[0]));
    IS(-EINVAL, fl_nursery_join(&nursery));
    IS(-EINVAL, fl_nursery_cancel(&nursery));
    IS(-EINVAL, fl_nursery_deadline(&nursery, 1));
    return;
  }
  IS(0, fl_nursery_join(&nursery));
  IS(0, pipe2(s->pipe, O_NONBLOCK | O_CLOEXEC));
  for (int round = 0; round < 2; round++) {
    for (int i = 0; i < 8; i++) {
      kids[i] = (struct kid){.s = s, .how = i, .fd = s->pipe[0]};
      IS(0, fl_nursery_spawn(&nursery, kid, &kids[i]));
    }
    int why = round == 0 ? -ECANCELED : -ETIMEDOUT;
    if (round == 0) {
      settle();
      IS(0, fl_nursery_cancel(&nursery));
      IS(0, fl_nursery_cancel(&nursery));
    } else {
      uint64_t before = now_ms();
      IS(0, fl_nursery_deadline(&nursery, 5));
      IS(0, fl_nursery_deadline(&nursery, 30)); /* moved */
      IS(why, fl_nursery_join(&nursery));
      IS(1, now_ms() - before >= 29);
    }
    if (round == 0)
      IS(why, fl_nursery_join(&nursery));
    for (int i = 0; i < 7; i++) {
      IS(i == 4 ? 0 : why, kids[i].result);
      if (i != 4) /* which may have ended before */
        IS(why, kids[i].later);
    }
    IS(0, kids[7].result);
  }
  /* Its threads end of themselves, and it is as good as new. */
  for (int i = 0; i < 3; i++) {
    kids[i] = (struct kid){.s = s, .how = 4};
    IS(0, fl_nursery_spawn(&nursery, kid, &kids[i]));
  }
  IS(0, fl_nursery_join(&nursery));
  IS(0, fl_cancelled());
  for (int i = 0; i < 3; i++)
    IS(0, kids[i].later);
  close(s->pipe[0]);
  close(s->pipe[1]);
}

/* ---- timeouts */
static cps void row_timeout(struct state *s)
{
  fl_timeout timeout = {0};
  if (!ATTACHED) {
    IS(-EINVAL, fl_timeout_start(&timeout, 1, &s->cond));
    IS(0, fl_timeout_stop(&timeout));
    return;
  }
  uint64_t before = now_ms();
  IS(0, fl_timeout_start(&timeout, 5, &s->cond));
  IS(0, fl_timeout_start(&timeout, 40, &s->cond)); /* anew */
  IS(0, fl_wait(&s->cond));
  IS(1, now_ms() - before >= 40);
  IS(0, fl_timeout_stop(&timeout));
  IS(0, fl_timeout_start(&timeout, 5, &s->cond));
  IS(1, fl_timeout_stop(&timeout));
  IS(0, fl_sleep(20, &s->cond));
}

/* ---- the loop of a condition */
static cps void row_cond_loop(struct state *s)
{
  IS(1, fl_cond_loop(&s->cond) == (ATTACHED ? s->scheduler : fl_main()));
  fl_link(fl_main());
  IS(1, fl_cond_loop(&s->cond) == (s->name[0] == 'a' ? s->scheduler : fl_main()));
  fl_link(s->scheduler);
  fl_cond_destroy(&s->cond);
}

/* ---- who closes a descriptor */
static cps void reads_for_ever(void *given)
{
  struct state *s = given;
  IS(-EBADF, fl_io_wait(s->pipe[0], FL_IN, NULL));
  __atomic_fetch_add(&s->done, 1, __ATOMIC_SEQ_CST);
}

static cps void row_close(struct state *s)
{
  IS(0, pipe2(s->pipe, O_NONBLOCK | O_CLOEXEC));
  fl_close_wakes(s->pipe[0]);
  fl_close_wakes(-1);
  if (ATTACHED) {
    SPAWN(reads_for_ever, s);
    SPAWN(reads_for_ever, s);
    settle();
    fl_close_wakes(s->pipe[0]);
    until_done(s, 2);
  }
  close(s->pipe[0]);
  close(s->pipe[1]);
}

/* ---- descriptors that are kept */
static cps void reads_kept(void *given)
{
  struct state *s = given;
  for (int i = 0; i < 3; i++) {
    char byte;
    IS(FL_IN, fl_io_wait(s->pipe[0], FL_IN, NULL));
    IS(1, (int)read(s->pipe[0], &byte, 1));
    IS('a' + i, byte);
  }
  __atomic_fetch_add(&s->done, 1, __ATOMIC_SEQ_CST);
}

/* ---- what a run is recorded by: here none is; tests/threads/replay.t */
static cps void row_now(struct state *s)
{
  uint64_t before = fl_now_ms();
  fl_sleep(2, NULL);
  IS(1, fl_now_ms() >= before + 2);
}

static cps void row_random(struct state *s)
{
  uint64_t bytes[2][32] = {{0}, {0}};
  IS(0, fl_random(bytes[0], sizeof bytes[0]));
  fl_yield();
  IS(0, fl_random(bytes[1], sizeof bytes[1]));
  IS(1, memcmp(bytes[0], bytes[1], sizeof bytes[0]) != 0);
}

static cps void row_recorded(struct state *s)
{
  int value = 7, fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
  IS(s->scheduler == fl_main() ? 0 : -EINVAL, fl_recorded(&value, sizeof value));
  IS(7, value);
  IS(fd, fl_recorded_fd(fd));
  IS(-EMFILE, fl_recorded_fd(-EMFILE));
  IS(0, fl_recording() || fl_replaying());
  close(fd);
}

static cps void row_keep(struct state *s)
{
  IS(0, pipe2(s->pipe, O_NONBLOCK | O_CLOEXEC));
  IS(ATTACHED ? 0 : -EINVAL, fl_keep(s->pipe[0]));
  IS(ATTACHED ? -EBADF : -EINVAL, fl_keep(-1));
  IS(ATTACHED ? -EBADF : -EINVAL, fl_keep(1 << 30));
  /* Bytes that come while nobody waits; bytes that come while somebody does. */
  SPAWN(reads_kept, s);
  IS(1, (int)write(s->pipe[1], "a", 1));
  for (int i = 0; i < 5; i++)
    fl_sleep(1, NULL);
  IS(2, (int)write(s->pipe[1], "bc", 2));
  until_done(s, 1);
  /* Nobody reads: it is reported in vain, and disarmed; then somebody waits again. Less than is there is read. */
  IS(2, (int)write(s->pipe[1], "de", 2));
  for (int i = 0; i < 20; i++)
    fl_sleep(1, NULL);
  for (int i = 0; i < 2; i++) {
    char byte;
    IS(FL_IN, fl_io_wait(s->pipe[0], FL_IN, NULL));
    IS(1, (int)read(s->pipe[0], &byte, 1));
    IS('d' + i, byte);
  }
  IS(-ETIMEDOUT, fl_io_wait_for(s->pipe[0], FL_IN, 5, NULL));
  /* A copy is open when it is closed, and its number becomes another file's: nothing of the old one is heard. */
  int copy = dup(s->pipe[0]), old = s->pipe[0], other[2];
  IS(0, fl_close(s->pipe[0]));
  IS(0, pipe2(other, O_NONBLOCK | O_CLOEXEC));
  IS(1, other[0] == old || s->scheduler != fl_main()); /* elsewhere others may open files meanwhile */
  IS(1, (int)write(s->pipe[1], "f", 1));
  IS(-ETIMEDOUT, fl_io_wait_for(other[0], FL_IN, 5, NULL));
  if (ATTACHED)
    IS(0, fl_keep(other[0]));
  IS(-ETIMEDOUT, fl_io_wait_for(other[0], FL_IN, 5, NULL));
  IS(1, (int)write(other[1], "g", 1));
  IS(FL_IN, fl_io_wait(other[0], FL_IN, NULL));
  /* A hang-up that nobody waits for is not reported for ever; who waits then hears of it. */
  close(other[1]);
  for (int i = 0; i < 20; i++)
    fl_sleep(1, NULL);
  IS(FL_IN, fl_io_wait(other[0], FL_IN, NULL));
  IS(0, fl_close(other[0]));
  IS(0, fl_close(copy));
  IS(0, fl_close(s->pipe[1]));
  IS(-EBADF, fl_close(-1));
}

static cps void row_close_kept(struct state *s)
{
  IS(0, pipe2(s->pipe, O_NONBLOCK | O_CLOEXEC));
  if (ATTACHED) {
    IS(0, fl_keep(s->pipe[0]));
    SPAWN(reads_for_ever, s);
    SPAWN(reads_for_ever, s);
    settle();
    IS(0, fl_close(s->pipe[0]));
    until_done(s, 2);
  } else {
    IS(0, fl_close(s->pipe[0]));
  }
  IS(0, fl_close(s->pipe[1]));
}

/* ---- barriers */
static fl_barrier barrier;

static cps void at_barrier(void *given)
{
  struct state *s = given;
  for (int i = 0; i < 3; i++) {
    note(s, (char)('0' + i));
    IS(0, fl_barrier_wait(&barrier));
    IS(1, fl_current() == s->scheduler);
  }
  __atomic_fetch_add(&s->done, 1, __ATOMIC_SEQ_CST);
}

static cps void row_barrier(struct state *s)
{
  barrier = (fl_barrier)FL_BARRIER_INIT(3);
  SPAWN(at_barrier, s);
  SPAWN(at_barrier, s);
  for (int i = 0; i < 3; i++) {
    settle();
    note(s, 'm');
    IS(1, fl_barrier_wait(&barrier));
  }
  until_done(s, 2);
  SAME("00m11m22m");
}

/* ---- channels */
static fl_channel channel, other;
static int space[3], other_space[1];

static cps void sender(void *given)
{
  struct state *s = given;
  for (int i = 1; i <= 10; i++) {
    IS(0, fl_send(&channel, &i));
    IS(1, fl_current() == s->scheduler);
  }
  fl_scheduler *home = fl_link(fl_cond_loop(&channel.changed_in));
  fl_channel_close(&channel);
  fl_link(home);
  IS(-EPIPE, fl_send(&channel, &space[0]));
  __atomic_fetch_add(&s->done, 1, __ATOMIC_SEQ_CST);
}

static cps void row_channel(struct state *s)
{
  int item, total = 0;
  fl_channel_init(&channel, space, 3, sizeof space[0]);
  SPAWN(sender, s);
  for (int i = 1; i <= 10; i++) {
    IS(1, fl_receive(&channel, &item));
    IS(i, item);
    IS(1, fl_current() == s->scheduler);
    total += item;
  }
  IS(0, fl_receive(&channel, &item));
  IS(55, total);
  until_done(s, 1);
}

static cps void two_senders(void *given)
{
  struct state *s = given;
  int a = 7, b = 8;
  settle();
  IS(0, fl_send(&other, &a));
  settle();
  IS(0, fl_send(&channel, &b));
  __atomic_fetch_add(&s->done, 1, __ATOMIC_SEQ_CST);
}

static cps void say_done(void *given)
{
  struct state *s = given;
  __atomic_fetch_add(&s->done, 1, __ATOMIC_SEQ_CST);
}

static cps void row_select(struct state *s)
{
  int got = 0, full = 9;
  fl_channel_init(&channel, space, 1, sizeof space[0]);
  fl_channel_init(&other, other_space, 1, sizeof other_space[0]);
  fl_choice choices[2] = {{&channel, NULL, &got, 0}, {&other, NULL, &got, 0}};
  uint64_t before = now_ms();
  IS(-ETIMEDOUT, fl_select(choices, 2, 20));
  IS(1, now_ms() - before >= 20);
  SPAWN(two_senders, s);
  IS(1, fl_select(choices, 2, FL_FOREVER));
  IS(1, choices[1].result);
  IS(7, got);
  IS(0, fl_select(choices, 2, 60000));
  IS(8, got);
  until_done(s, 1);
  /* A send that is possible, beside a receive that is not. */
  fl_choice either[2] = {{&channel, NULL, &got, 0}, {&other, &full, NULL, 0}};
  IS(1, fl_select(either, 2, 60000));
  IS(-ETIMEDOUT, fl_select(either, 2, 5));
  IS(1, fl_receive(&other, &got));
  IS(9, got);
  IS(-EINVAL, fl_select(either, 0, 5));
  IS(-EINVAL, fl_select(either, 65, 5));
  /* Without waiting, nobody else has a turn. */
  SPAWN(say_done, s);
  IS(-ETIMEDOUT, fl_select(choices, 2, 0));
  if (!fl_is_detached())
    IS(0, s->done);
  until_done(s, 1);
  IS(1, fl_current() == s->scheduler);
}

/* ---- streams */
static void *native_sender(void *given)
{
  struct state *s = given;
  usleep(20000);
  IS(9, write(s->pipe[1], "one\ntwo\nt", 9));
  usleep(20000);
  IS(4, write(s->pipe[1], "hree", 4));
  close(s->pipe[1]);
  return NULL;
}

static cps void row_read(struct state *s)
{
  char buffer[8], bytes[8], *line;
  IS(0, pipe2(s->pipe, O_CLOEXEC));
  IS(0, fl_nonblocking(s->pipe[0]));
  IS(-EBADF, fl_nonblocking(-1));
  fl_reader reader = fl_reader_on(s->pipe[0], buffer, sizeof buffer);
  IS(-ETIMEDOUT, fl_read_until(&reader, '\n', &line, 10));
  IS(-ETIMEDOUT, fl_read(s->pipe[0], bytes, 1, 10));
  pthread_t id;
  IS(0, pthread_create(&id, NULL, native_sender, s));
  IS(4, fl_read_until(&reader, '\n', &line, 60000));
  IS(0, memcmp(line, "one\n", 4));
  IS(4, fl_read_until(&reader, '\n', &line, FL_FOREVER));
  IS(0, memcmp(line, "two\n", 4));
  IS(3, fl_read_exactly(&reader, bytes, 3, 60000));
  IS(0, memcmp(bytes, "thr", 3));
  IS(-EPIPE, fl_read_until(&reader, '\n', &line, 60000));
  IS(-EPIPE, fl_read_exactly(&reader, bytes, 3, 60000));
  IS(0, fl_read_exactly(&reader, bytes, 1, 60000));
  IS(0, fl_read(s->pipe[0], bytes, 1, FL_FOREVER));
  pthread_join(id, NULL);
  close(s->pipe[0]);
  IS(-EBADF, fl_read(s->pipe[0], bytes, 1, FL_FOREVER));
  /* Larger than the buffer; and a line that does not fit. */
  IS(0, pipe2(s->pipe, O_NONBLOCK | O_CLOEXEC));
  IS(20, write(s->pipe[1], "0123456789abcdefghij", 20));
  reader = fl_reader_on(s->pipe[0], buffer, 4);
  IS(8, fl_read_exactly(&reader, bytes, 8, 60000));
  IS(0, memcmp(bytes, "01234567", 8));
  IS(-EMSGSIZE, fl_read_until(&reader, '\n', &line, 60000));
  close(s->pipe[0]);
  close(s->pipe[1]);
}

static void *native_drain(void *given)
{
  struct state *s = given;
  static char sink[65536];
  ssize_t got, total = 0;
  usleep(20000);
  while ((got = read(s->pipe[0], sink, sizeof sink)) > 0)
    total += got;
  IS(1000000, total);
  return NULL;
}

static cps void row_write(struct state *s)
{
  static char much[1000000];
  IS(0, pipe2(s->pipe, O_CLOEXEC));
  IS(0, fl_nonblocking(s->pipe[1]));
  pthread_t id;
  IS(0, pthread_create(&id, NULL, native_drain, s));
  IS((long)sizeof much, fl_write(s->pipe[1], much, sizeof much, 60000));
  close(s->pipe[1]);
  pthread_join(id, NULL);
  close(s->pipe[0]);
  IS(0, pipe2(s->pipe, O_NONBLOCK | O_CLOEXEC));
  IS(-ETIMEDOUT, fl_write(s->pipe[1], much, sizeof much, 10));
  close(s->pipe[0]);
  signal(SIGPIPE, SIG_IGN);
  IS(-EPIPE, fl_write(s->pipe[1], much, 1, 10));
  close(s->pipe[1]);
}

const struct row rows[] = {
  {"fl_nursery", row_nursery},
  {"fl_timeout", row_timeout},
  {"fl_cond_loop", row_cond_loop},
  {"fl_close_wakes", row_close},
  {"fl_keep", row_keep},
  {"fl_close", row_close_kept},
  {"fl_now_ms", row_now},
  {"fl_random", row_random},
  {"fl_recorded, fl_recorded_fd", row_recorded},
  {"fl_barrier_wait", row_barrier},
  {"fl_send, fl_receive", row_channel},
  {"fl_select", row_select},
  {"fl_read", row_read},
  {"fl_write", row_write},
  {NULL, NULL},
};
