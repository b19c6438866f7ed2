/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Words that are spelled like a variable and are none: operands of an asm, old designators. And arrays of variable
 * length in blocks that do not suspend, whose lengths are variables that live across suspensions. */
#include <stdio.h>

#include <fl_threads.h>

struct point {
  int x, y;
  struct {
    int n, m;
  } in;
};

static cps int later(int v) {
  fl_yield();
  return v;
}

static void fill(int n, int m, int a[n][m], int v) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) a[i][j] = v++;
}

static cps int lengths(int n) {
  int m = later(n + 1), sum = 0;
  const struct point p = {x: 2, y: 3, in: {n: n, m: m}};
  {
    int a[n], b[n][m + p.in.m], (*c)[m] = NULL, *d[n], i;
    for (i = 0; i < n; i++) a[i] = i, d[i] = &a[i];
    for (i = 0; i < n; i++) sum += *d[i];
    fill(n, m + p.in.m, b, 5);
    sum += b[n - 1][m] + (int)(sizeof a / sizeof *a) + (int)(sizeof *c / sizeof(int));
  }
  m = later(m);
  if (m > 2) {
    for (int m = 1; m < 3; m++) {
      char text[m + n];
      sum += (int)sizeof text;
    }
  }
  sum += later(({
    int n = 2, q[n * m];
    q[1] = 7;
    (int)(sizeof q / sizeof *q) + q[1];
  }));
  return sum + n + m + p.x * 1000;
}

static cps void operands(void) {
  int x = later(3), v = 0, y = 4;
#if defined __x86_64__ || defined __i386__
  __asm__("movl %[x], %[v]\n\taddl %[y], %[v]" : [v] "=&r"(v) : [x] "r"(x), [y] "r"(y));
#else
  v = x + y;
#endif
  fl_yield();
  printf("%d %d %d\n", x, v, y);
}

static cps void body(void) {
  for (int i = 1; i < 4; i++) printf("%d\n", lengths(i));
  operands();
}

int main(void) {
  fl_spawn(body());
  return (int)fl_main_loop();
}
