/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Enumerators of functions, wherever constants may stand. */
#include <fl_threads.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static cps int next(void)
{
  static int last;
  fl_yield();
  return ++last;
}

static void show(const char *what, long long v)
{
  printf("%s %lld\n", what, v);
}

enum { OUT = 100 };

static cps int sw(int v)
{
  enum color { RED, GREEN = 5, BLUE, LAST = BLUE + GREEN } c = v;
  next();
  switch (c) {
    case RED: return RED + 1;
    case GREEN ... BLUE: next();
    return BLUE * 10;
    case LAST: return sizeof(int[LAST]);
  }
  return OUT;
}

static cps void body(void)
{
  for (int i = 0; i < 13; i++) show("sw", sw(i));
  enum { OUT = OUT + 1, B = OUT * 2 };
  int a[B] = {[OUT] = 3}, x = OUT;
  next();
  show("a", a[OUT] + sizeof a + x);
  {
    enum { OUT = 7 };
    next();
    show("o", OUT);
    {
      int OUT = 8;
      next();
      show("o", OUT);
    }
    struct s { int m[OUT]; } s = {{0}};
    next();
    show("s", sizeof s);
    enum e2 { Q = sizeof(struct s), R = OUT } e2 = R;
    next();
    show("e2", e2 + Q);
  }
  unsigned char f = 200;
  next();
  show("f", f);
  enum big { BIG = 1LL << 40, NEG = -1 } big = BIG;
  next();
  show("big", big >> 38);
  show("neg", NEG < 0);
  show("sz", sizeof(big) + sizeof(BIG));
  enum u { UU = 4000000000u } u = UU;
  next();
  show("u", u / 2 + (UU > -1));
  show("cond", next() > 0 ? OUT : B);
}

int main(void)
{
  fl_spawn(body());
  return (int)fl_main_loop();
}

