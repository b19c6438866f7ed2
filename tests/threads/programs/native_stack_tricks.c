/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <alloca.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include <fl_threads.h>

static cps int later(int v)
{
  fl_yield();
  return v;
}
static int reversed(const char *s)
{
  size_t n = strlen(s);
  char *copy = alloca(n + 1);
  for (size_t i = 0; i < n; i++) copy[i] = s[n - 1 - i];
  copy[n] = 0;
  return copy[0] * 256 + copy[n - 1];
}
static int jumps(int depth)
{
  jmp_buf back;
  volatile int passed = 0;
  int r = setjmp(back);
  if (r) return r + passed;
  passed = depth;
  longjmp(back, depth * 10);
}
static int threaded(const char *program)
{
  static void *const ops[] = {&&inc, &&dbl, &&end};
  int v = 1;
  goto *ops[*program++ - '0'];
inc:
  v++;
  goto *ops[*program++ - '0'];
dbl:
  v *= 2;
  goto *ops[*program++ - '0'];
end:
  return v;
}
static int sized(int n)
{
  int a[n];
  for (int i = 0; i < n; i++) a[i] = i;
  return a[n - 1] + (int)(sizeof a / sizeof a[0]);
}
static cps void body(int n)
{
  int a = reversed("abc"), b = jumps(later(n));
  fl_yield();
  printf("%d %d %d %d\n", a, b, threaded("0110102") + later(1), sized(later(n)));
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
