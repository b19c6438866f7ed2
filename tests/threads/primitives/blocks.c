/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Blocks on another scheduler, in each of three states. They are flcc's: plain cc has none. */
#include "check.h"

#ifdef __FLCC__

/* Who is spawned in the block is of the block's scheduler. */
static cps void note_current(void *given)
{
  struct state *s = given;
  note(s, fl_current() == fl_main() ? 'm' : fl_is_detached() ? 'd' : 'a');
  __atomic_fetch_add(&s->done, 1, __ATOMIC_SEQ_CST);
}

static cps int attached(struct state *s, fl_scheduler *to, int how)
{
  for (int i = 0; i < 2; i++) {
    fl_attached(to) {
      IS(1, fl_current() == to);
      if (how == 0)
        break;
      if (how == 1)
        return i + 10;
      if (how == 2)
        goto out;
      fl_spawn(note_current(s));
      until_done(s, 1);
    }
    IS(1, fl_current() == s->scheduler);
  }
out:
  IS(1, fl_current() == s->scheduler);
  return 0;
}

static cps void row_attached(struct state *s)
{
  for (int how = 0; how < 4; how++) {
    IS(how == 1 ? 10 : 0, attached(s, fl_main(), how));
    IS(1, fl_current() == s->scheduler);
  }
  SAME("mm");
  IS(0, attached(s, s->scheduler, 3));
  s->trace[0] = 0;
  s->trace[1] = 0;
}

/* Blocking calls in the block keep nobody from running, unless the thread is detached already. */
static cps void row_detached(struct state *s)
{
  fl_detached {
    IS(1, fl_is_detached());
    IS(1, fl_current() == fl_default_pool());
    fl_spawn(note_current(s));
    until_done(s, 1);
    fl_attached(s->scheduler)
      IS(1, fl_current() == s->scheduler);
    IS(1, fl_current() == fl_default_pool());
    fl_detached
      usleep(1000);
  }
  IS(1, fl_current() == s->scheduler);
  SAME("d");
}

static cps void row_detached_to(struct state *s)
{
  fl_scheduler *pool = fl_pool_start(1);
  fl_detached_to(pool) {
    IS(1, fl_current() == pool);
  }
  IS(1, fl_current() == s->scheduler);
  fl_attached(fl_main())
    fl_scheduler_stop(pool);
}

/* On whatever scheduler the block is that is left. */
static cps int defers(struct state *s)
{
  fl_defer note(s, fl_current() == s->scheduler ? 'h' : '?');
  fl_detached {
    fl_defer {
      fl_yield();
      note(s, fl_current() == fl_default_pool() ? 'p' : '?');
    }
    return fl_is_detached();
  }
}

static cps void row_defer(struct state *s)
{
  IS(1, defers(s));
  SAME("ph");
}

const struct row rows[] = {
  {"fl_attached", row_attached},
  {"fl_detached", row_detached},
  {"fl_detached_to", row_detached_to},
  {"fl_defer", row_defer},
  {NULL, NULL},
};

#else

const struct row rows[] = {{NULL, NULL}};

#endif
