/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

static cps int fib(int n)
{
  if (n < 2) {
    fl_yield();
    return n;
  }
  return fib(n - 1) + fib(n - 2);
}
static cps long ack(long m, long n)
{
  if (m == 0) return n + 1;
  if (n == 0) return ack(m - 1, 1);
  return ack(m - 1, ack(m, n - 1));
}
static cps void hanoi(int n, int from, int to, int via, int *moves)
{
  if (n == 0) return;
  hanoi(n - 1, from, via, to, moves);
  ++*moves;
  if (*moves % 100 == 0) fl_yield();
  hanoi(n - 1, via, to, from, moves);
}
static cps void body(int n)
{
  int moves = 0;
  hanoi(n, 0, 1, 2, &moves);
  printf("%d %ld %d\n", fib(n), ack(2, n), moves);
}
int main(void)
{
  fl_spawn(body(8));
  fl_spawn(body(12));
  return (int)fl_main_loop();
}
