/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <fl_threads.h>

static cps int later(int v)
{
  fl_yield();
  return v;
}

/* Every argument after a suspension; more than there are registers. */
static cps long long sum(int n, const char *kinds, ...)
{
  va_list list;
  long long total = 0;
  va_start(list, kinds);
  for (int i = 0; i < n; i++) {
    fl_yield();
    switch (kinds[i]) {
    case 'i': total = total * 3 + va_arg(list, int); break;
    case 'c': total = total * 3 + (char)va_arg(list, int); break;
    case 'l': total = total * 3 + va_arg(list, long long); break;
    case 'd': total = total * 3 + (long)(va_arg(list, double) * 2); break;
    case 'D': total = total * 3 + (long)va_arg(list, long double); break;
    case 's': total = total * 3 + (long)strlen(va_arg(list, const char *)); break;
    case 'f': {
      int (*f)(int) = va_arg(list, int (*)(int));
      total = total * 3 + f(later(1));
      break;
    }
    }
  }
  va_end(list);
  return total % 1000003;
}
static int twice(int v)
{
  return v * 2;
}

/* The list goes on to native code, and is copied. */
static cps int print(const char *format, ...)
{
  va_list list, copy;
  char text[200];
  va_start(list, format);
  va_copy(copy, list);
  fl_yield();
  int n = vsnprintf(text, sizeof text, format, list);
  va_end(list);
  int first = va_arg(copy, int);
  va_end(copy);
  va_start(list, format); /* again */
  fl_yield();
  first += va_arg(list, int);
  va_end(list);
  printf("%s (%d, %d)\n", text, n, first);
  return n;
}

/* None behind the parameters; and on to another. */
struct three {
  double d;
  short s;
  char c;
};
static cps struct three last(struct three t, float f, ...)
{
  va_list list;
  va_start(list, f);
  for (int k; (k = va_arg(list, int)) != 0;) t.s = (short)(t.s + later(k));
  va_end(list);
  t.d += (double)f;
  return t;
}
static cps int inner(va_list list, int n)
{
  int got = 0;
  for (; n > 0; n--) {
    got = got * 10 + va_arg(list, int);
    fl_yield();
  }
  return got;
}
static cps int outer(int n, ...)
{
  va_list list;
  va_start(list, n);
  int r = inner(list, n);
  va_end(list);
  return r;
}
static cps void spawned(const char *what, ...)
{
  va_list list;
  fl_yield();
  va_start(list, what);
  printf("%s", what);
  for (const char *s; (s = va_arg(list, const char *)) != NULL; fl_yield()) printf(" %s", s);
  printf("\n");
  va_end(list);
}
static cps void body(int id)
{
  printf("%lld\n", sum(0, ""));
  printf("%lld\n", sum(12, "iclldsfiDdil", id, 'x', 1LL << 40, -3LL, 2.5, "seven", twice, later(9), 12.0L, 1.5f,
                      (short)7, (long long)id));
  printf("%lld\n", sum(14, "dddddddddddddd", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 11., 12., 13., 14.));
  print("%d %s %.2f %c %lld %Lg", later(42), "text", 1.25, 'c', (long long)id * 8589934592, 2.5L);
  print("%d", id);
  struct three t = last((struct three){1.5, 2, 'q'}, 0.25f, 10, later(20), 30, 0);
  printf("%g %d %c\n", t.d, t.s, t.c);
  printf("%d %d\n", outer(5, 1, 2, 3, 4, 5), outer(0));
  fl_spawn(spawned("words:", "a", "b", "c", (char *)0));
  fl_spawn(spawned("none", NULL));
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(-2));
  return (int)fl_main_loop();
}
