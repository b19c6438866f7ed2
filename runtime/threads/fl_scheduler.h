/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A scheduler from the inside. */
#ifndef FL_SCHEDULER_H
#define FL_SCHEDULER_H

#include "fl_internal.h"
#include "fl_threads.h"

struct fl_scheduler {
  /* Of a loop, and touched only by the OS thread that runs it: */
  struct fl_queue ready;
  size_t threads; /* attached to it */

  /* What others bring; `posted` tells without the lock that there is something. */
  pthread_mutex_t lock;
  atomic_bool posted;
  struct fl_queue inbox;
};

/* Makes a thread that is in no queue ready on a scheduler, from any OS thread. The thread is not the caller's any
 * more. */
void fl_post(fl_scheduler *scheduler, struct fl_thread *thread);

#endif
