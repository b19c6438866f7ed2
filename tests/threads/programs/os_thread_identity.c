/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What is another thing on each OS thread is asked for anew behind each suspension: errno, thread-local variables, who
 * the OS thread is. */
#include <ctype.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>

#include <fl_threads.h>

static _Thread_local int local[4];
__thread struct {
  int a, b;
} shared;

static cps void body(fl_scheduler *other) {
  int seen = 0, mine = local[0] = 7;
  pthread_t id = pthread_self();
  shared.b = 5;
  errno = ERANGE;
  fl_attached(other) {
    errno = EDOM;
    local[0] = 3;
    shared.b = 4;
    seen += pthread_equal(id, pthread_self()) ? 1 : 0;
    seen += isdigit('5') ? 0 : 100;
  }
  printf("%d %d %d %d\n", seen, errno == ERANGE, local[0] == mine, shared.b);
  fl_attached(other) printf("%d %d %d\n", errno == EDOM, local[0], shared.b);
}

int main(void) {
  fl_scheduler *other = fl_loop_start();
  fl_spawn(body(other));
  size_t left = fl_main_loop();
  fl_scheduler_stop(other);
  return (int)left;
}
