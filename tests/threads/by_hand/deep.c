/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A recursion that suspends, as flcc has to write it:
 *
 *   static cps long long sum(long long n)
 *   {
 *     if (n == 0) { fl_yield(); return 0; }
 *     long long rest = sum(n - 1);
 *     if (n % 1000 == 0) fl_yield();
 *     return n + rest;
 *   }
 *   static cps void start(long long n) { printf("%lld\n", sum(n)); }
 *   int main(int argc, char **argv)
 *   {
 *     for (int i = 1; i < argc; i++) fl_spawn(start(atoll(argv[i])));
 *     return far_down();
 *   }
 */
#include <stdio.h>
#include <stdlib.h>

#include "fl_threads.h"
#include "fl_threads_abi.h"

struct sum__frame {
  fl_frame h;
  union {
    long long result;
    struct {
      long long n, rest;
    };
  };
};
static fl_status sum__run(fl_exec *x, void *frame);

static inline struct sum__frame *sum__push(fl_exec *x, const fl_frame *from, size_t from_size, long long n)
{
  struct sum__frame *s =
    (struct sum__frame *)fl_push(x, from, from_size, sum__run, sizeof *s, _Alignof(struct sum__frame));
  s->n = n;
  return s;
}

static fl_status sum__run(fl_exec *x, void *frame)
{
  struct sum__frame *s = frame;
  fl_status t;
  if (fl_deep(x))
    return fl_defer(x, &s->h);
  switch (s->h.at) {
  case 0:
    if (s->n == 0) {
      s->h.at = 1;
      if ((t = fl_yield__leaf(x, &s->h, sizeof *s)) != FL_DONE)
        return t;
      if (0) {
      case 1:;
      }
      {
        s->result = 0;
        return FL_DONE;
      }
    }
    {
      void *c = sum__push(x, &s->h, sizeof *s, s->n - 1);
      s->h.at = 2;
      if ((t = sum__run(x, c)) != FL_DONE)
        return t;
      if (0) {
      case 2:
        c = x->returned;
      }
      s->rest = FL_RESULT(c, long long);
      fl_pop(x, c);
    }
    if (s->n % 1000 == 0) {
      s->h.at = 3;
      if ((t = fl_yield__leaf(x, &s->h, sizeof *s)) != FL_DONE)
        return t;
      if (0) {
      case 3:;
      }
    }
    {
      s->result = s->n + s->rest;
      return FL_DONE;
    }
  default:
    __builtin_unreachable();
  }
}

struct start__frame {
  fl_frame h;
  long long n;
};
static fl_status start__run(fl_exec *x, void *frame);

static inline struct start__frame *start__push(fl_exec *x, const fl_frame *from, size_t from_size, long long n)
{
  struct start__frame *s =
    (struct start__frame *)fl_push(x, from, from_size, start__run, sizeof *s, _Alignof(struct start__frame));
  s->n = n;
  return s;
}

static fl_status start__run(fl_exec *x, void *frame)
{
  struct start__frame *s = frame;
  fl_status t;
  if (fl_deep(x))
    return fl_defer(x, &s->h);
  switch (s->h.at) {
  case 0: {
    long long value;
    {
      void *c = sum__push(x, &s->h, sizeof *s, s->n);
      s->h.at = 1;
      if ((t = sum__run(x, c)) != FL_DONE)
        return t;
      if (0) {
      case 1:
        c = x->returned;
      }
      value = FL_RESULT(c, long long);
      fl_pop(x, c);
    }
    printf("%lld\n", value);
    return FL_DONE;
  }
  default:
    __builtin_unreachable();
  }
}

/* The entry: f's own C name and type. */
static void start(long long n)
{
  fl_exec *x = fl_enter();
  x->pushed = &start__push(x, x->from, x->from_size, n)->h;
}

/* A loop may begin anywhere on the native stack. */
static __attribute__((noinline)) int far_down(void)
{
  volatile char space[2 << 20];
  space[0] = 0;
  return (int)fl_main_loop() + space[0];
}

int main(int argc, char **argv)
{
  for (int i = 1; i < argc; i++) {
    fl_spawn_begin();
    start(atoll(argv[i]));
    fl_spawn_end();
  }
  return far_down();
}
