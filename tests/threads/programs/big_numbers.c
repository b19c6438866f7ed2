/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <string.h>

#include <fl_threads.h>

struct big {
  unsigned short digit[40];
  int n;
};
static cps void times(struct big *b, unsigned k)
{
  unsigned carry = 0;
  for (int i = 0; i < b->n || carry; i++) {
    if (i == b->n) b->digit[b->n++] = 0;
    carry += b->digit[i] * k;
    b->digit[i] = carry % 10000;
    carry /= 10000;
    if (i % 4 == 3) fl_yield();
  }
}
static cps struct big factorial(unsigned n)
{
  struct big b = {{1}, 1};
  for (unsigned i = 2; i <= n; i++) times(&b, i);
  return b;
}
static cps void body(int n)
{
  const struct big b = factorial((unsigned)n * 10);
  printf("%d", b.digit[b.n - 1]);
  for (int i = b.n - 2; i >= 0; i--) printf("%04d", b.digit[i]);
  printf("\n");
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
