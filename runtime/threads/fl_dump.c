/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Threads are found by their first frames, in the blocks where they are: no list of them is kept. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "fl_scheduler.h"

#define MOST_SHOWN 100u /* frames of one thread */

/* Of the program, or the shared library, into which the runtime is linked. */
extern const struct fl_lines *const __start_fl_lines[] __attribute__((weak));
extern const struct fl_lines *const __stop_fl_lines[] __attribute__((weak));

static const struct fl_lines *lines_of(fl_run_function *run) {
  if (__start_fl_lines)
    for (const struct fl_lines *const *l = __start_fl_lines; l < __stop_fl_lines; l++)
      if ((*l)->run == run) return *l;
  return NULL;
}

static void show_frame(int fd, const fl_frame *frame) {
  const struct fl_lines *known = lines_of(frame->run);
  if (known) {
    if (frame->at > 0 && frame->at <= known->count)
      dprintf(fd, "  %s (%s:%u)\n", known->function, known->file, (unsigned)known->lines[frame->at - 1]);
    else
      dprintf(fd, "  %s (%s), not begun\n", known->function, known->file);
    return;
  }
  Dl_info info;
  void *address;
  fl_run_function *run = frame->run;
  memcpy(&address, &run, sizeof address);
  if (dladdr(address, &info) != 0 && info.dli_sname)
    dprintf(fd, "  %s at %u\n", info.dli_sname, frame->at);
  else
    dprintf(fd, "  %p at %u\n", address, frame->at);
}

extern struct fl_self *fl_selves;

/* Whether it runs now, on any OS thread. */
static bool is_running(const struct fl_thread *thread) {
  bool found = false;
  fl_selves_lock();
  for (struct fl_self *self = fl_selves; self; self = self->other) found = found || self->x.thread == thread;
  fl_selves_unlock();
  return found;
}

static void show(void *context, char *block) {
  int fd = *(int *)context;
  struct fl_thread *thread = (struct fl_thread *)(void *)block;
  fl_frame *root = (fl_frame *)(void *)(thread + 1);
  if (!(root->back & FL_ROOT)) return;
  bool runs = is_running(thread);
  dprintf(fd, "thread %p%s\n", (void *)thread, runs ? ": running" : "");
  fl_frame *frame = runs ? NULL : thread->top;
  for (unsigned shown = 0; frame; shown++) {
    if (shown == MOST_SHOWN) {
      dprintf(fd, "  ...\n");
      break;
    }
    show_frame(fd, frame);
    frame = frame->back & FL_ROOT ? NULL : fl_caller(frame);
  }
}

void fl_task_dump(int fd) { fl_slab_each(show, &fd); }
