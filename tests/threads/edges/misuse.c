/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* misuse WHAT STATE: what no program may do. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

static const char *what, *state;

static bool asked(const char *name)
{
  return strcmp(what, name) == 0;
}

static void *runs_main(void *none)
{
  fl_main_loop();
  return none;
}

static cps void nothing(void)
{
}

static void does(void)
{
  pthread_t id;
  if (asked("main"))
    fl_scheduler_stop(fl_main());
  else if (asked("default"))
    fl_scheduler_stop(fl_default_pool());
  else if (asked("within"))
    fl_main_loop();
  else if (asked("step"))
    fl_step();
  else if (asked("twice") && pthread_create(&id, NULL, runs_main, NULL) == 0)
    pthread_join(id, NULL);
  else if (asked("native")) {
    void *volatile hidden = (void *)nothing; /* what flcc can see it refuses */
    ((void (*)(void))hidden)();
  }
}

typedef cps void marked(void);

static void is_native(void)
{
  fl_spawn(nothing()); /* what it makes is nobody's callee */
}

static cps void all(void)
{
  if (strcmp(state, "another") == 0)
    fl_link(fl_loop_start());
  else if (strcmp(state, "detached") == 0)
    fl_link(fl_pool_start(2));
  if (asked("own")) /* of the main loop the message is another */
    fl_link(fl_current() == fl_main() ? fl_loop_start() : fl_current());
  if (asked("own"))
    fl_scheduler_stop(fl_current());
  else if (asked("link"))
    fl_link(NULL);
  else if (asked("pointer") || asked("spawned") || asked("nursery")) {
    void *volatile hidden = (void *)is_native;
    marked *p = (marked *)hidden;
    fl_nursery nursery = FL_NURSERY_INIT;
    if (asked("pointer"))
      p();
    else if (asked("spawned"))
      fl_spawn(p());
    else
      fl_nursery_spawn(&nursery, (cps void (*)(void *))p, NULL);
    fl_nursery_join(&nursery);
  } else
    does();
  fl_link(fl_main()); /* while a thread is elsewhere, that counts, too */
  if (asked("release"))
    fl_release();
}

int main(int argc, char **argv)
{
  if (argc != 3)
    return 2;
  what = argv[1];
  state = argv[2];
  fl_spawn(all());
  fl_main_loop();
  return 0;
}
