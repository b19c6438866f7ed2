/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Fairlead's contestant, compiled by flcc. Usage: fairlead TEST COUNT. */
#include <fairlead/fl_threads.h>

#include "measure.h"

static long count;
static double begun, ended;
static long sink;

static cps __attribute__((noinline)) long add(long a, long b) {
  if (a < 0) fl_yield();
  return a + b;
}

static cps void caller(void) {
  long total = 0;
  begun = seconds();
  for (long i = 0; i < count; i++) total = add(total, i);
  ended = seconds();
  sink = total;
}

static cps void outer(void) { caller(); }

static cps void yielder(void) {
  for (long i = 0; i < count / 10; i++) fl_yield();
}

static fl_cond conds[2];

static cps void player(int me) {
  for (long i = 0; i < count / 2; i++) {
    fl_signal(&conds[1 - me]);
    fl_wait(&conds[me]);
  }
  fl_signal(&conds[1 - me]);
}

static cps void child(long i) { sink += i; }

static cps void parent(void) {
  for (long i = 0; i < count; i++) {
    fl_spawn(child(i));
    fl_yield();
  }
}

static fl_cond never;

static cps void waiter(void) { fl_wait(&never); }

static cps void deep(long a) {
  long b = a + 1, c = a + 2, d = a + 3;
  if (a < 2)
    deep(a + 1);
  else
    fl_wait(&never);
  sink += a + b + c + d;
}

static cps void many_waiters(void) {
  for (long i = 0; i < count; i++) fl_spawn(waiter());
}

static cps void many_deep(void) {
  for (long i = 0; i < count; i++) fl_spawn(deep(0));
}

int main(int argc, char **argv) {
  const char *test = argc > 2 ? argv[1] : "";
  count = argc > 2 ? atol(argv[2]) : 0;
  long before = resident();
  if (strcmp(test, "native") == 0) {
    begun = seconds();
    for (long i = 0; i < count; i++) sink = native(sink, i);
    line("fairlead", "native", (seconds() - begun) / (double)count * 1e9);
    return 0;
  }
  if (strcmp(test, "call") == 0) {
    fl_spawn(outer());
  } else if (strcmp(test, "call-root") == 0) {
    fl_spawn(caller());
  } else if (strcmp(test, "switch") == 0) {
    for (int i = 0; i < 10; i++) fl_spawn(yielder());
  } else if (strcmp(test, "cond") == 0) {
    fl_spawn(player(0));
    fl_spawn(player(1));
  } else if (strcmp(test, "spawn") == 0) {
    fl_spawn(parent());
  } else if (strcmp(test, "d1") == 0) {
    fl_spawn(many_waiters());
  } else if (strcmp(test, "d3") == 0) {
    fl_spawn(many_deep());
  } else {
    return 2;
  }
  double start = seconds();
  fl_main_loop();
  double stop = seconds();
  if (test[0] == 'd')
    line("fairlead", test, (double)(resident() - before) / (double)count);
  else
    line("fairlead", test, (begun > 0 ? ended - begun : stop - start) / (double)count * 1e9);
  return 0;
}
