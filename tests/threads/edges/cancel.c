/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Cancellation where it meets something else: threads on their way to another scheduler, deadlines that have passed,
 * chunks in use, completions of the same turn, nurseries in nurseries, timers by the hundred thousand. Prints TAP. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <fl_stream.h>
#include <fl_sync.h>
#include <fl_threads.h>

static int number, failed;
static void ok(bool good, const char *what)
{
  printf("%sok %d - %s\n", good ? "" : "not ", ++number, what);
  failed += !good;
}

static fl_scheduler *other, *pool;

/* ---- going from one scheduler to another does not hear of a cancellation; the next wait does, wherever it is */
struct traveller {
  int waits[4];
  int told[4];
  bool ended;
};

static cps void travels(void *given)
{
  struct traveller *t = given;
  for (int i = 0; i < 50; i++) {
    fl_link(other);
    fl_link(pool);
    fl_link(fl_main());
  }
  t->waits[0] = fl_sleep(10000, NULL);
  t->told[0] = fl_cancelled();
  fl_scheduler *home = fl_link(other);
  t->waits[1] = fl_sleep(10000, NULL);
  t->told[1] = fl_cancelled();
  fl_link(pool);
  t->waits[2] = fl_sleep(10000, NULL);
  t->told[2] = fl_cancelled();
  fl_link(home);
  fl_yield(); /* has no result: it only lets others run */
  t->told[3] = fl_cancelled();
  t->waits[3] = fl_io_wait(0, FL_IN, NULL);
  t->ended = true;
}

static cps void row_link(void)
{
  fl_nursery nursery = FL_NURSERY_INIT;
  enum { MANY = 40 };
  struct traveller all[MANY];
  memset(all, 0, sizeof all);
  for (int i = 0; i < MANY; i++)
    fl_nursery_spawn(&nursery, travels, &all[i]);
  for (int i = 0; i < 5; i++)
    fl_yield();
  fl_nursery_cancel(&nursery); /* some of them are in queues of others now */
  ok(fl_nursery_join(&nursery) == -ECANCELED, "threads that were cancelled on their way all come to their end");
  int wrong = 0;
  for (int i = 0; i < MANY; i++) {
    wrong += !all[i].ended;
    for (int k = 0; k < 4; k++)
      wrong += all[i].waits[k] != -ECANCELED || all[i].told[k] != -ECANCELED;
  }
  ok(wrong == 0, "each of their waits, on any scheduler, results in the reason");
}

/* ---- a thread of a nursery that ends on another loop, or in a pool, ends at home all the same */
static cps void stays_away(void *where)
{
  fl_link(where);
}
static cps void row_away(void)
{
  fl_nursery nursery = FL_NURSERY_INIT;
  for (int i = 0; i < 100; i++)
    fl_nursery_spawn(&nursery, stays_away, i % 2 ? other : pool);
  fl_nursery_cancel(&nursery);
  ok(fl_nursery_join(&nursery) == -ECANCELED && fl_nursery_join(&nursery) == 0,
     "threads that end elsewhere leave their nursery; after a join it is as new");
}

/* ---- deadlines */
static int reasons[4];
static cps void sleeps(void *place)
{
  *(int *)place = fl_sleep(60000, NULL);
}
static cps void row_deadlines(void)
{
  fl_nursery nursery = FL_NURSERY_INIT;
  fl_nursery_deadline(&nursery, 0);
  fl_sleep(5, NULL); /* it has passed, with nobody in it */
  fl_nursery_spawn(&nursery, sleeps, &reasons[0]);
  ok(fl_nursery_join(&nursery) == -ETIMEDOUT && reasons[0] == -ETIMEDOUT, "who begins after the deadline hears of it");
  fl_nursery_spawn(&nursery, sleeps, &reasons[0]);
  fl_nursery_deadline(&nursery, 0);
  ok(fl_nursery_join(&nursery) == -ETIMEDOUT && reasons[0] == -ETIMEDOUT, "a deadline of 0");
  fl_nursery_spawn(&nursery, sleeps, &reasons[0]);
  fl_nursery_deadline(&nursery, 0);
  fl_nursery_deadline(&nursery, FL_FOREVER);
  fl_sleep(5, NULL);
  ok(fl_nursery_cancel(&nursery) == 0 && fl_nursery_join(&nursery) == -ECANCELED && reasons[0] == -ECANCELED,
     "one that was taken back does not pass");
  fl_nursery_spawn(&nursery, sleeps, &reasons[0]);
  fl_nursery_deadline(&nursery, 1);
  fl_nursery_cancel(&nursery);
  fl_sleep(5, NULL);
  ok(fl_nursery_join(&nursery) == -ECANCELED && reasons[0] == -ECANCELED, "the first reason stays");
  fl_nursery_deadline(&nursery, 1);
  fl_sleep(5, NULL);
  fl_nursery_deadline(&nursery, 100000);
  fl_nursery_spawn(&nursery, sleeps, &reasons[0]);
  ok(fl_nursery_join(&nursery) == -ETIMEDOUT, "a deadline that has passed is not undone by a later one");
  for (int i = 0; i < 100000; i++)
    fl_nursery_deadline(&nursery, (uint32_t)i % 977 + 50000);
  fl_nursery_deadline(&nursery, 1);
  fl_nursery_spawn(&nursery, sleeps, &reasons[0]);
  ok(fl_nursery_join(&nursery) == -ETIMEDOUT && reasons[0] == -ETIMEDOUT, "restarted 100,000 times it passes once");
  ok(fl_nursery_join(&nursery) == 0, "and is not armed any more");
}

/* ---- nurseries in nurseries; who joins is cancelled */
static int inner_reason[8], inner_join[8];
static cps void nests(void *given)
{
  int level = (int)(intptr_t)given;
  fl_nursery nursery = FL_NURSERY_INIT;
  if (level < 7)
    fl_nursery_spawn(&nursery, nests, (void *)(intptr_t)(level + 1));
  fl_nursery_spawn(&nursery, sleeps, &inner_reason[level]);
  inner_join[level] = fl_nursery_join(&nursery);
}
static cps void row_nested(void)
{
  fl_nursery nursery = FL_NURSERY_INIT;
  fl_nursery_spawn(&nursery, nests, (void *)0);
  fl_nursery_deadline(&nursery, 5);
  int joined = fl_nursery_join(&nursery), wrong = 0;
  for (int i = 0; i < 8; i++)
    wrong += inner_join[i] != -ETIMEDOUT || inner_reason[i] != -ETIMEDOUT;
  ok(joined == -ETIMEDOUT && wrong == 0, "eight nurseries, one in the other, end for the reason of the outermost");
  /* Cancelled before it joins: the join does not wait for what it must not, and cancels. */
  fl_nursery_spawn(&nursery, nests, (void *)4);
  fl_nursery_cancel(&nursery);
  joined = fl_nursery_join(&nursery);
  for (int i = 4; i < 8; i++)
    wrong += inner_join[i] != -ECANCELED || inner_reason[i] != -ECANCELED;
  ok(joined == -ECANCELED && wrong == 0, "so do those that begin when it is cancelled already");
}

/* ---- who cancels is in it; who is cancelled is ready */
struct self {
  fl_nursery nursery;
  int before, after;
};
static cps void cancels_itself(void *given)
{
  struct self *self = given;
  self->before = fl_nursery_cancel(&self->nursery);
  self->after = fl_sleep(1000, NULL);
}
static fl_cond cond;
static int results[3];
static cps void waits(void *place)
{
  *(int *)place = fl_wait(&cond);
}
static cps void row_ready(void)
{
  struct self self = {FL_NURSERY_INIT, -1, 0};
  fl_nursery_spawn(&self.nursery, cancels_itself, &self);
  ok(fl_nursery_join(&self.nursery) == -ECANCELED && self.before == 0 && self.after == -ECANCELED,
     "a thread cancels its own nursery");
  fl_nursery nursery = FL_NURSERY_INIT;
  for (int i = 0; i < 3; i++)
    fl_nursery_spawn(&nursery, waits, &results[i]);
  fl_yield();
  fl_signal(&cond);
  fl_nursery_cancel(&nursery);
  fl_signal(&cond); /* nobody waits any more */
  ok(fl_nursery_join(&nursery) == -ECANCELED && results[0] == 0 && results[1] == -ECANCELED &&
       results[2] == -ECANCELED,
     "who was signalled first has its signal; the others the reason");
  ok(cond.head == 0, "and nobody is left in the queue");
  /* The queue takes threads that only wait behind those, and among those. */
  fl_nursery_spawn(&nursery, waits, &results[0]);
  fl_spawn(waits(&results[1]));
  fl_nursery_spawn(&nursery, waits, &results[2]);
  results[0] = results[1] = results[2] = 7;
  fl_yield();
  fl_nursery_cancel(&nursery);
  fl_nursery_join(&nursery);
  ok(results[0] == -ECANCELED && results[1] == 7 && results[2] == -ECANCELED, "a plain wait in between goes on");
  fl_signal(&cond);
  fl_yield();
  ok(results[1] == 0 && cond.head == 0, "until it is signalled");
}

/* ---- chunks: deep threads, some in calls and some in operations, are cancelled; the spare chunk goes round */
static int pair[2];
static cps int deep(int levels, int how)
{
  char some[24];
  memset(some, levels, sizeof some);
  int result = 0;
  if (levels > 0)
    result = deep(levels - 1, how);
  else if (how == 0)
    result = fl_sleep(60000, NULL);
  else if (how == 1)
    result = fl_io_wait_for(pair[0], FL_IN, 60000, NULL);
  else if (how == 2)
    result = fl_wait(&cond);
  else if (how == 3)
    result = fl_io_wait_for(pair[0], FL_IN, 60000, &cond);
  else
    result = fl_sleep(60000, &cond);
  for (size_t i = 0; i < sizeof some; i++)
    if (some[i] != levels)
      abort();
  return result;
}
static int deep_wrong;
static cps void goes_deep(void *given)
{
  int how = (int)(intptr_t)given;
  for (int i = 0; i < 3; i++)
    if (deep(how % 7, how % 5) != -ECANCELED)
      deep_wrong++;
}
static cps void row_chunks(void)
{
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair) != 0)
    abort();
  for (int round = 0; round < 20; round++) {
    fl_nursery nursery = FL_NURSERY_INIT;
    for (int i = 0; i < 350; i++)
      fl_nursery_spawn(&nursery, goes_deep, (void *)(intptr_t)(i * 31 % 35));
    for (int i = 0; i < round % 3 * 4; i++)
      fl_yield();
    fl_nursery_cancel(&nursery);
    if (fl_nursery_join(&nursery) != -ECANCELED)
      deep_wrong++;
  }
  ok(deep_wrong == 0 && cond.head == 0, "7,000 threads, up to seven calls deep, cancelled in all they may wait for");
  fl_close(pair[0]);
  fl_close(pair[1]);
}

/* ---- a descriptor is ready in the turn in which its threads are cancelled, or whose time passes */
static int got[2];
static cps void hears(void *given)
{
  int i = (int)(intptr_t)given;
  got[i] = fl_io_wait_for(pair[0], FL_IN, 3, NULL);
}
static cps void row_same_turn(void)
{
  int counts[3] = {0, 0, 0}, odd = 0;
  char byte = 'x';
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair) != 0)
    abort();
  fl_keep(pair[0]);
  for (int round = 0; round < 300; round++) {
    fl_nursery nursery = FL_NURSERY_INIT;
    fl_nursery_spawn(&nursery, hears, (void *)0);
    fl_nursery_spawn(&nursery, hears, (void *)1);
    for (int i = 0; i < round % 4; i++)
      fl_yield();
    if (write(pair[1], &byte, 1) != 1)
      abort();
    if (round % 3 == 1)
      fl_sleep(3, NULL);
    for (int i = 0; i < round % 7; i++)
      fl_yield();
    fl_nursery_cancel(&nursery);
    fl_nursery_join(&nursery);
    for (int i = 0; i < 2; i++)
      if (got[i] == FL_IN)
        counts[0]++;
      else if (got[i] == -ECANCELED)
        counts[1]++;
      else if (got[i] == -ETIMEDOUT) /* where the machine was busy for three milliseconds */
        counts[2]++;
      else
        odd++;
    while (read(pair[0], &byte, 1) == 1)
      ;
  }
  ok(odd == 0 && counts[0] > 0 && counts[1] > 0, "ready, cancelled or late in one turn: one of them, and nothing else");
  fl_close(pair[0]);
  fl_close(pair[1]);
}

/* ---- channels and barriers: a cancelled thread takes nothing with it */
static fl_channel channel;
static int items[2];
static int sent, received;
static cps void sends(void *given)
{
  int item = (int)(intptr_t)given;
  if (fl_send(&channel, &item) == 0)
    sent++;
}
static cps void receives(void *given)
{
  int item;
  (void)given;
  if (fl_receive(&channel, &item) == 1)
    received++;
}
static cps void row_channels(void)
{
  fl_channel_init(&channel, items, 2, sizeof items[0]);
  for (int round = 0; round < 200; round++) {
    fl_nursery senders = FL_NURSERY_INIT, receivers = FL_NURSERY_INIT;
    for (int i = 0; i < 5; i++) {
      fl_nursery_spawn(&senders, sends, (void *)(intptr_t)i);
      fl_nursery_spawn(&receivers, receives, NULL);
    }
    for (int i = 0; i < round % 5; i++)
      fl_yield();
    if (round % 2)
      fl_nursery_cancel(&senders);
    else
      fl_nursery_cancel(&receivers);
    for (int i = 0; i < round % 3; i++)
      fl_yield();
    fl_nursery_cancel(&senders);
    fl_nursery_cancel(&receivers);
    fl_nursery_join(&senders);
    fl_nursery_join(&receivers);
  }
  ok(sent == received + (int)channel.count, "what was sent was received, or is in the channel");
  ok(channel.changed_in.head == 0 && channel.changed_out.head == 0 && !channel.selecting, "nobody waits for it");
}

/* ---- 100,000 timers, each restarted; half of them stopped */
enum { TIMERS = 100000 };
static int came;
static cps void counts(void *given)
{
  fl_cond *tick = given;
  for (;;) {
    if (fl_wait(tick) < 0)
      break;
    came++;
  }
}
static cps void row_timers(void)
{
  fl_timeout *timeouts = calloc(TIMERS, sizeof *timeouts);
  fl_cond tick = FL_COND_INIT;
  fl_nursery nursery = FL_NURSERY_INIT;
  fl_nursery_spawn(&nursery, counts, &tick);
  fl_yield();
  for (int round = 0; round < 3; round++)
    for (int i = 0; i < TIMERS; i++)
      fl_timeout_start(&timeouts[i], round < 2 ? 100000 + (uint32_t)(i * 7919 % 90000) : (uint32_t)(i % 5), &tick);
  int running = 0;
  for (int i = 0; i < TIMERS; i += 2)
    running += fl_timeout_stop(&timeouts[i]);
  fl_sleep(10, NULL);
  ok(running == TIMERS / 2, "100,000 timers, restarted twice, all run; half of them are stopped");
  int late = 0;
  for (int i = 0; i < TIMERS; i++)
    late += fl_timeout_stop(&timeouts[i]);
  ok(late == 0 && came > 0 && came <= TIMERS / 2, "the others have come, and none comes later");
  fl_nursery_cancel(&nursery);
  fl_nursery_join(&nursery);
  free(timeouts);
}

static cps void rows(void)
{
  other = fl_loop_start();
  pool = fl_pool_start(3);
  if (!other || !pool)
    abort();
  row_link();
  row_away();
  row_deadlines();
  row_nested();
  row_ready();
  row_chunks();
  row_same_turn();
  row_channels();
  row_timers();
  fl_scheduler_stop(other);
  fl_scheduler_stop(pool);
}

int main(void)
{
  setvbuf(stdout, NULL, _IONBF, 0);
  fl_spawn(rows());
  ok(fl_main_loop() == 0, "no thread is left");
  printf("1..%d\n", number);
  return failed > 0;
}
