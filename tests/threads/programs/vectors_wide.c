/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Vectors longer than the machine's: gcc says less of their alignment than it gives to members. */
#include <fl_threads.h>
#include <stdio.h>

typedef float eight __attribute__((vector_size(32)));
struct pair {
  char c;
  eight v;
};

static cps eight times(eight v, float x)
{
  fl_yield();
  return v * x;
}

static cps struct pair made(eight v)
{
  struct pair p = {'p', times(v, 2)};
  return p;
}

static cps float one(int i, eight v, char last)
{
  fl_yield();
  return last == 'z' ? v[i] : 0;
}

static cps void run(void)
{
  eight v = {1, 2, 3, 4, 5, 6, 7, 8}, w = times(v, 10);
  struct pair p = made(w);
  cps eight (*through)(eight, float) = times;
  eight several[2] = {through(v, 3), v};
  printf("%g %g %g %g\n", w[0], w[7], p.v[0], p.v[7]);
  printf("%c %g %g %g\n", p.c, several[0][1], several[1][7], one(3, times(several[0], -1), 'z'));
}

int main(void)
{
  fl_spawn(run());
  return (int)fl_main_loop();
}
