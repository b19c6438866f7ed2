/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Calls with values in loops, a call through a pointer, locals that are wide, aligned or pointed to, spawns from a
 * thread:
 *
 *   struct wide { long double big; int small; };
 *   static cps struct wide widen(int v) { struct wide w = {v, v + 1}; fl_yield(); w.big *= 2; return w; }
 *   static cps int twice(int v) { if (v & 1) fl_yield(); return 2 * v; }
 *   static cps int triple(int v) { return 3 * v; }
 *   static cps void bump(int *counter) { fl_yield(); ++*counter; }
 *   static cps void worker(int id, int rounds)
 *   {
 *     int total = 0;
 *     _Alignas(64) char line[64];
 *     for (int i = 0; i < rounds; i++) {
 *       int (*f)(int) = i & 2 ? triple : twice;
 *       total += twice(i) + f(i + id);
 *       bump(&total);
 *       struct wide w = widen(i);
 *       total += (int)w.big + w.small;
 *       snprintf(line, sizeof line, "%d %d %d", id, i, total);
 *       fl_yield();
 *       puts(line);
 *     }
 *   }
 *   static cps void parent(int workers) { for (int i = 0; i < workers; i++) fl_spawn(worker(i, 5)); }
 */
#include <stdio.h>
#include <stdlib.h>

#include "fl_threads.h"
#include "fl_threads_abi.h"

struct wide {
  long double big;
  int small;
};

/* ---- widen */
struct widen__frame {
  fl_frame h;
  union {
    struct wide result;
    struct {
      int v;
      struct wide w;
    };
  };
};
static fl_status widen__run(fl_exec *x, void *frame);
static inline struct widen__frame *widen__push(fl_exec *x, const fl_frame *from, size_t from_size, int v)
{
  struct widen__frame *s =
    (struct widen__frame *)fl_push(x, from, from_size, widen__run, sizeof *s, _Alignof(struct widen__frame));
  s->v = v;
  return s;
}
static fl_status widen__run(fl_exec *x, void *frame)
{
  struct widen__frame *s = frame;
  fl_status t;
  if (fl_deep(x))
    return fl_defer(x, &s->h);
  switch (s->h.at) {
  case 0:
    s->w = (struct wide){s->v, s->v + 1};
    s->h.at = 1;
    if ((t = fl_yield__leaf(x, &s->h, sizeof *s)) != FL_DONE)
      return t;
    if (0) {
    case 1:;
    }
    s->w.big *= 2;
    {
      struct wide result = s->w; /* shares bytes with s->result */
      s->result = result;
      return FL_DONE;
    }
  default:
    __builtin_unreachable();
  }
}

/* ---- twice */
struct twice__frame {
  fl_frame h;
  union {
    int result;
    struct {
      int v;
    };
  };
};
static fl_status twice__run(fl_exec *x, void *frame);
static inline struct twice__frame *twice__push(fl_exec *x, const fl_frame *from, size_t from_size, int v)
{
  struct twice__frame *s =
    (struct twice__frame *)fl_push(x, from, from_size, twice__run, sizeof *s, _Alignof(struct twice__frame));
  s->v = v;
  return s;
}
static fl_status twice__run(fl_exec *x, void *frame)
{
  struct twice__frame *s = frame;
  fl_status t;
  if (fl_deep(x))
    return fl_defer(x, &s->h);
  switch (s->h.at) {
  case 0:
    if (s->v & 1) {
      s->h.at = 1;
      if ((t = fl_yield__leaf(x, &s->h, sizeof *s)) != FL_DONE)
        return t;
      if (0) {
      case 1:;
      }
    }
    {
      s->result = 2 * s->v;
      return FL_DONE;
    }
  default:
    __builtin_unreachable();
  }
}
static int twice(int v)
{
  fl_exec *x = fl_enter();
  x->pushed = &twice__push(x, x->from, x->from_size, v)->h;
  return 0;
}

/* ---- triple: never suspends */
struct triple__frame {
  fl_frame h;
  union {
    int result;
    struct {
      int v;
    };
  };
};
static fl_status triple__run(fl_exec *x, void *frame)
{
  struct triple__frame *s = frame;
  (void)x;
  s->result = 3 * s->v;
  return FL_DONE;
}
static inline struct triple__frame *triple__push(fl_exec *x, const fl_frame *from, size_t from_size, int v)
{
  struct triple__frame *s =
    (struct triple__frame *)fl_push(x, from, from_size, triple__run, sizeof *s, _Alignof(struct triple__frame));
  s->v = v;
  return s;
}
static int triple(int v)
{
  fl_exec *x = fl_enter();
  x->pushed = &triple__push(x, x->from, x->from_size, v)->h;
  return 0;
}

/* ---- bump */
struct bump__frame {
  fl_frame h;
  int *counter;
};
static fl_status bump__run(fl_exec *x, void *frame)
{
  struct bump__frame *s = frame;
  fl_status t;
  if (fl_deep(x))
    return fl_defer(x, &s->h);
  switch (s->h.at) {
  case 0:
    s->h.at = 1;
    if ((t = fl_yield__leaf(x, &s->h, sizeof *s)) != FL_DONE)
      return t;
    if (0) {
    case 1:;
    }
    ++*s->counter;
    return FL_DONE;
  default:
    __builtin_unreachable();
  }
}
static inline struct bump__frame *bump__push(fl_exec *x, const fl_frame *from, size_t from_size, int *counter)
{
  struct bump__frame *s =
    (struct bump__frame *)fl_push(x, from, from_size, bump__run, sizeof *s, _Alignof(struct bump__frame));
  s->counter = counter;
  return s;
}

/* ---- worker */
struct worker__frame {
  fl_frame h;
  int id, rounds, total, i;
  int sum;            /* of a full expression: what was computed before a call in it */
  int (*f)(int);      /* here, it lives across the call of twice */
  _Alignas(64) char line[64];
};
static fl_status worker__run(fl_exec *x, void *frame)
{
  struct worker__frame *s = frame;
  fl_status t;
  if (fl_deep(x))
    return fl_defer(x, &s->h);
  switch (s->h.at) {
  case 0:
    s->total = 0;
    for (s->i = 0; s->i < s->rounds; s->i++) {
      s->f = s->i & 2 ? triple : twice;
      {
        void *c = twice__push(x, &s->h, sizeof *s, s->i);
        s->h.at = 1;
        if ((t = twice__run(x, c)) != FL_DONE)
          return t;
        if (0) {
        case 1:
          c = x->returned;
        }
        s->sum = FL_RESULT(c, int);
        fl_pop(x, c);
      }
      int value;
      {
        int argument = s->i + s->id;
        x->from = &s->h, x->from_size = sizeof *s, x->entering = 1;
        (void)s->f(argument);
        fl_frame *c = x->pushed;
        s->h.at = 2;
        if ((t = c->run(x, c)) != FL_DONE)
          return t;
        if (0) {
        case 2:
          c = x->returned;
        }
        value = FL_RESULT(c, int);
        fl_pop(x, c);
      }
      s->total += s->sum + value;
      {
        void *c = bump__push(x, &s->h, sizeof *s, &s->total);
        s->h.at = 3;
        if ((t = bump__run(x, c)) != FL_DONE)
          return t;
        if (0) {
        case 3:
          c = x->returned;
        }
        fl_pop(x, c);
      }
      struct wide w;
      {
        void *c = widen__push(x, &s->h, sizeof *s, s->i);
        s->h.at = 4;
        if ((t = widen__run(x, c)) != FL_DONE)
          return t;
        if (0) {
        case 4:
          c = x->returned;
        }
        w = FL_RESULT(c, struct wide);
        fl_pop(x, c);
      }
      s->total += (int)w.big + w.small;
      snprintf(s->line, sizeof s->line, "%d %d %d", s->id, s->i, s->total);
      s->h.at = 5;
      if ((t = fl_yield__leaf(x, &s->h, sizeof *s)) != FL_DONE)
        return t;
      if (0) {
      case 5:;
      }
      puts(s->line);
    }
    return FL_DONE;
  default:
    __builtin_unreachable();
  }
}
static inline struct worker__frame *worker__push(fl_exec *x, const fl_frame *from, size_t from_size, int id, int rounds)
{
  struct worker__frame *s =
    (struct worker__frame *)fl_push(x, from, from_size, worker__run, sizeof *s, _Alignof(struct worker__frame));
  s->id = id;
  s->rounds = rounds;
  return s;
}

/* ---- parent: i lives across no suspension (a spawn is none), and stays a C local */
struct parent__frame {
  fl_frame h;
  int workers;
};
static fl_status parent__run(fl_exec *x, void *frame)
{
  struct parent__frame *s = frame;
  for (int i = 0; i < s->workers; i++)
    fl_spawned(x, &worker__push(x, NULL, 0, i, 5)->h);
  return FL_DONE;
}
static inline struct parent__frame *parent__push(fl_exec *x, const fl_frame *from, size_t from_size, int workers)
{
  struct parent__frame *s =
    (struct parent__frame *)fl_push(x, from, from_size, parent__run, sizeof *s, _Alignof(struct parent__frame));
  s->workers = workers;
  return s;
}
static void parent(int workers)
{
  fl_exec *x = fl_enter();
  x->pushed = &parent__push(x, x->from, x->from_size, workers)->h;
}

int main(int argc, char **argv)
{
  fl_spawn_begin();
  parent(argc > 1 ? atoi(argv[1]) : 3);
  fl_spawn_end();
  return (int)fl_main_loop();
}
