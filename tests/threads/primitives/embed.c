/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The main loop within somebody else's: here one of poll(2), which also has a descriptor and a clock of its own.
 * Threads sleep, wait for a descriptor, are signalled from an OS thread, go to a pool and back, meanwhile. */
#include "check.h"

#include <poll.h>

static int ticks, events, signalled, pipes[2];
static fl_cond cond;
static struct state results = {.name = "embedded"};

static cps void sleeper(void *unused)
{
  (void)unused;
  for (int i = 0; i < 5; i++)
    fl_sleep(10, NULL);
  note(&results, 's');
}

static cps void reader(void *unused)
{
  struct state *s = &results;
  char c;
  (void)unused;
  IS(FL_IN, fl_io_wait(pipes[0], FL_IN, NULL));
  IS(1, read(pipes[0], &c, 1));
  note(s, 'r');
}

static cps void waiter(void *unused)
{
  (void)unused;
  fl_wait(&cond);
  note(&results, 'w');
  __atomic_store_n(&signalled, 1, __ATOMIC_SEQ_CST);
}

static cps void visitor(void *unused)
{
  (void)unused;
  fl_scheduler *home = fl_link(fl_default_pool());
  usleep(80000);
  fl_link(home);
  note(&results, 'v');
}

static cps void busy(void *unused)
{
  (void)unused;
  for (int i = 0; i < 1000; i++)
    fl_yield();
}

static void *outside(void *unused)
{
  (void)unused;
  do { /* until there was one who waited */
    usleep(120000);
    fl_signal(&cond);
  } while (!__atomic_load_n(&signalled, __ATOMIC_SEQ_CST));
  fl_release();
  return NULL;
}

const struct row rows[] = {{NULL, NULL}};

int embedded(void);
int embedded(void)
{
  struct state *s = &results;
  pthread_t id;
  int fd = fl_step_fd();
  IS(1, fd >= 0);
  IS(fd, fl_step_fd());
  IS(0, pipe2(pipes, O_NONBLOCK | O_CLOEXEC));
  SPAWN(sleeper, NULL);
  SPAWN(reader, NULL);
  SPAWN(waiter, NULL);
  SPAWN(visitor, NULL);
  SPAWN(busy, NULL);
  fl_hold();
  IS(0, pthread_create(&id, NULL, outside, NULL));
  bool more = fl_step();
  struct pollfd p = {.fd = fd, .events = POLLIN};
  while (more) {
    /* The foreign loop looks at its own things every 200 ms; threads do not wait for that. */
    if (poll(&p, 1, 200) == 1) {
      events++;
      more = fl_step();
    } else {
      ticks++;
    }
    if (events == 3)
      IS(1, write(pipes[1], "x", 1));
    if (ticks > 500)
      IS(0, ticks);
  }
  pthread_join(id, NULL);
  IS(1, events < 1000); /* it does not spin */
  close(pipes[0]);
  close(pipes[1]);
  /* In which order depends on the machine. */
  IS(4, (long)strlen(s->trace));
  for (const char *c = "rsvw"; *c; c++)
    IS(1, strchr(s->trace, *c) != NULL);
  printf("ok 1 - embedded\n1..1\n");
  return 0;
}
