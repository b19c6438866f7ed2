/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The hand-written contestant: see by_hand.h. Usage: by_hand TEST COUNT, for a TEST of bench/threads/run. */
#include "by_hand.h"
#include "measure.h"

static long count;
static double begun, ended;
static long sink;

/* ---- call: long add(long a, long b) { if (a < 0) yield(); return a + b; }, and a loop that calls it */
struct add {
  struct frame h;
  union {
    long result;
    struct {
      long a, b;
    };
  };
};
static __attribute__((noinline)) int add_run(struct frame *frame) {
  struct add *s = (struct add *)frame;
  switch (s->h.at) {
  case 0:
    if (s->a < 0) {
      s->h.at = 1;
      return yield(&s->h);
    case 1:;
    }
    s->result = s->a + s->b;
    return DONE;
  default: __builtin_unreachable();
  }
}
struct caller {
  struct frame h;
  long i;
};
static int caller_run(struct frame *frame) {
  struct caller *s = (struct caller *)frame;
  long total; /* lives across no suspension: it is the callee's argument, then its result */
  switch (s->h.at) {
  case 0:
    begun = seconds();
    total = 0;
    for (s->i = 0; s->i < count; s->i++) {
      struct add *c = (struct add *)push(&s->h, sizeof *s, add_run, sizeof *c);
      c->a = total;
      c->b = s->i;
      s->h.at = 1;
      if (add_run(&c->h) != DONE) return PARKED;
      if (0) {
      case 1: c = (struct add *)returned;
      }
      total = c->result;
      pop(&c->h);
    }
    ended = seconds();
    sink = total;
    return DONE;
  default: __builtin_unreachable();
  }
}
/* The same, one call further down: the callee's frame has room behind its caller's. */
struct outer {
  struct frame h;
};
static int outer_run(struct frame *frame) {
  struct outer *s = (struct outer *)frame;
  switch (s->h.at) {
  case 0: {
    struct caller *c = (struct caller *)push(&s->h, sizeof *s, caller_run, sizeof *c);
    s->h.at = 1;
    if (caller_run(&c->h) != DONE) return PARKED;
    if (0) {
    case 1: c = (struct caller *)returned;
    }
    pop(&c->h);
    return DONE;
  }
  default: __builtin_unreachable();
  }
}

/* ---- switch */
struct yielder {
  struct frame h;
  long i;
};
static int yielder_run(struct frame *frame) {
  struct yielder *s = (struct yielder *)frame;
  switch (s->h.at) {
  case 0:
    for (s->i = 0; s->i < count / 10; s->i++) {
      s->h.at = 1;
      return yield(&s->h);
    case 1:;
    }
    return DONE;
  default: __builtin_unreachable();
  }
}

/* ---- cond: two threads, each signals the other and waits */
static struct cond conds[2];
struct player {
  struct frame h;
  long i;
  int me;
};
static int player_run(struct frame *frame) {
  struct player *s = (struct player *)frame;
  switch (s->h.at) {
  case 0:
    for (s->i = 0; s->i < count / 2; s->i++) {
      signal_one(&conds[1 - s->me]);
      s->h.at = 1;
      return wait_for(&s->h, &conds[s->me]);
    case 1:;
    }
    signal_one(&conds[1 - s->me]);
    return DONE;
  default: __builtin_unreachable();
  }
}

/* ---- spawn */
struct child {
  struct frame h;
  long i;
};
static int child_run(struct frame *frame) {
  struct child *s = (struct child *)frame;
  sink += s->i;
  return DONE;
}
struct parent {
  struct frame h;
  long i;
};
static int parent_run(struct frame *frame) {
  struct parent *s = (struct parent *)frame;
  switch (s->h.at) {
  case 0:
    for (s->i = 0; s->i < count; s->i++) {
      struct child *c = (struct child *)thread_new(child_run, sizeof *c);
      c->i = s->i;
      s->h.at = 1;
      return yield(&s->h);
    case 1:;
    }
    return DONE;
  default: __builtin_unreachable();
  }
}

/* ---- bytes: threads that wait in one function; and three deep, with four live longs in each frame */
static struct cond never;
struct waiter {
  struct frame h;
};
static int waiter_run(struct frame *frame) {
  if (frame->at == 1) return DONE;
  frame->at = 1;
  return wait_for(frame, &never);
}
struct deep {
  struct frame h;
  long a, b, c, d;
};
static int deep_run(struct frame *frame) {
  struct deep *s = (struct deep *)frame;
  switch (s->h.at) {
  case 0:
    s->b = s->a + 1;
    s->c = s->a + 2;
    s->d = s->a + 3;
    if (s->a < 2) {
      struct deep *c = (struct deep *)push(&s->h, sizeof *s, deep_run, sizeof *c);
      c->a = s->a + 1;
      s->h.at = 1;
      if (deep_run(&c->h) != DONE) return PARKED;
      if (0) {
      case 1: c = (struct deep *)returned;
      }
      pop(&c->h);
    } else {
      s->h.at = 2;
      return wait_for(&s->h, &never);
    case 2:;
    }
    sink += s->a + s->b + s->c + s->d;
    return DONE;
  default: __builtin_unreachable();
  }
}

int main(int argc, char **argv) {
  const char *test = argc > 2 ? argv[1] : "";
  count = argc > 2 ? atol(argv[2]) : 0;
  long before = resident();
  if (strcmp(test, "native") == 0) {
    begun = seconds();
    for (long i = 0; i < count; i++) sink = native(sink, i);
    line("hand", "native", (seconds() - begun) / (double)count * 1e9);
    return 0;
  }
  if (strcmp(test, "call") == 0)
    thread_new(outer_run, sizeof(struct outer));
  else if (strcmp(test, "call-root") == 0)
    thread_new(caller_run, sizeof(struct caller));
  else if (strcmp(test, "switch") == 0)
    for (int i = 0; i < 10; i++) thread_new(yielder_run, sizeof(struct yielder));
  else if (strcmp(test, "cond") == 0)
    for (int i = 0; i < 2; i++) ((struct player *)thread_new(player_run, sizeof(struct player)))->me = i;
  else if (strcmp(test, "spawn") == 0)
    thread_new(parent_run, sizeof(struct parent));
  else if (strcmp(test, "d1") == 0)
    for (long i = 0; i < count; i++) thread_new(waiter_run, sizeof(struct waiter));
  else if (strcmp(test, "d3") == 0)
    for (long i = 0; i < count; i++) ((struct deep *)thread_new(deep_run, sizeof(struct deep)))->a = 0;
  else
    return 2;
  double start = seconds();
  run_all();
  double stop = seconds();
  if (test[0] == 'd')
    line("hand", test, (double)(resident() - before) / (double)count);
  else
    line("hand", test, (begun > 0 ? ended - begun : stop - start) / (double)count * 1e9);
  return 0;
}
