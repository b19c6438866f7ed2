/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Names that the text of a translation means as the library does. */
#include <fl_threads.h>
static cps int f(int fl_push)
{
  int FL_DONE = 5;
  enum { FL_PARKED = 1 };
  typedef struct { char wide[99]; } fl_frame;
  int f__run = 2;
  fl_yield();
  return (int)sizeof(fl_frame) + FL_DONE + FL_PARKED + fl_push + f__run;
}
static int native(int fl_pop) { return fl_pop; }
int main(void) { fl_spawn(f(native(1))); return (int)fl_main_loop(); }
