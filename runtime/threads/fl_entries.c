/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The primitives as cps functions like all others: for pointers to them, and for who does not open-code them. */
#include "fl_scheduler.h"

/* PARAMETERS of f__push, which stores them by STORE; the ARGUMENTS of the leaf; the entry of PROTOTYPE passes PASS
 * on. */
#define ENTRY(R, name, MEMBERS, PARAMETERS, STORE, ARGUMENTS, PROTOTYPE, PASS)                        \
  struct name##__frame {                                                                              \
    fl_frame h;                                                                                       \
    union {                                                                                           \
      R result;                                                                                       \
      struct {                                                                                        \
        MEMBERS                                                                                       \
      } of;                                                                                           \
    };                                                                                                \
  };                                                                                                  \
  fl_status name##__run(fl_exec *x, void *frame);                                                     \
  fl_status name##__run(fl_exec *x, void *frame) {                                                    \
    struct name##__frame *s = frame;                                                                  \
    fl_status status;                                                                                 \
    switch (s->h.at) {                                                                                \
    case 0:                                                                                           \
      s->h.at = 1;                                                                                    \
      if ((status = name##__leaf ARGUMENTS) != FL_DONE) return status;                                \
      /* fall through */                                                                              \
    default: s->result = (R)x->value; return FL_DONE;                                                 \
    }                                                                                                 \
  }                                                                                                   \
  fl_frame *name##__push PARAMETERS;                                                                  \
  fl_frame *name##__push PARAMETERS {                                                                 \
    struct name##__frame *s;                                                                          \
    fl_frame *frame = fl_push(x, from, size, name##__run, sizeof *s, _Alignof(struct name##__frame)); \
    s = (struct name##__frame *)(void *)frame;                                                        \
    STORE return &s->h;                                                                               \
  }                                                                                                   \
  R fl_cps_##name PROTOTYPE;                                                                          \
  R fl_cps_##name PROTOTYPE {                                                                         \
    fl_exec *x = fl_enter();                                                                          \
    x->pushed = name##__push PASS;                                                                    \
    return (R)0;                                                                                      \
  }

#define PUSHED fl_exec *x, const fl_frame *from, size_t size
#define AT x, &s->h, sizeof *s
#define HERE x, x->from, x->from_size

/* (void functions: nobody reads the result, which the next frame's bytes may be.) */
ENTRY(int, fl_yield, char none;, (PUSHED), s->of.none = 0;, (AT), (void), (HERE))
ENTRY(int, fl_wait, fl_cond *cond;, (PUSHED, fl_cond *cond), s->of.cond = cond;
      , (AT, s->of.cond), (fl_cond * cond), (HERE, cond))
ENTRY(int, fl_wait_anyway, fl_cond *cond;, (PUSHED, fl_cond *cond), s->of.cond = cond;
      , (AT, s->of.cond), (fl_cond * cond), (HERE, cond))
ENTRY(int, fl_sleep, uint32_t ms; fl_cond * early;, (PUSHED, uint32_t ms, fl_cond *early), s->of.ms = ms;
      s->of.early = early;, (AT, s->of.ms, s->of.early), (uint32_t ms, fl_cond *early), (HERE, ms, early))
ENTRY(int, fl_io_wait, int fd; int events; fl_cond * early;
      , (PUSHED, int fd, int events, fl_cond *early), s->of.fd = fd; s->of.events = events; s->of.early = early;
      , (AT, s->of.fd, s->of.events, s->of.early), (int fd, int events, fl_cond *early), (HERE, fd, events, early))
ENTRY(int, fl_io_wait_for, int fd; int events; uint32_t ms; fl_cond * early;
      , (PUSHED, int fd, int events, uint32_t ms, fl_cond *early), s->of.fd = fd; s->of.events = events; s->of.ms = ms;
      s->of.early = early;, (AT, s->of.fd, s->of.events, s->of.ms, s->of.early),
                          (int fd, int events, uint32_t ms, fl_cond *early), (HERE, fd, events, ms, early))
ENTRY(fl_scheduler *, fl_link, fl_scheduler *to;, (PUSHED, fl_scheduler *to), s->of.to = to;
      , (AT, s->of.to), (fl_scheduler * to), (HERE, to))
ENTRY(int, fl_nursery_join, fl_nursery *nursery;, (PUSHED, fl_nursery *nursery), s->of.nursery = nursery;
      , (AT, s->of.nursery), (fl_nursery * nursery), (HERE, nursery))
