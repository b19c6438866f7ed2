/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

struct text {
  char *s;
  size_t n, size;
};
static cps void add(struct text *t, const char *format, ...)
{
  va_list list;
  char part[50];
  va_start(list, format);
  fl_yield();
  size_t n = (size_t)vsnprintf(part, sizeof part, format, list);
  va_end(list);
  while (t->n + n + 1 > t->size) {
    t->s = realloc(t->s, t->size = t->size ? t->size * 2 : 4);
    fl_yield();
  }
  memcpy(t->s + t->n, part, n + 1);
  t->n += n;
}
static cps void body(int n)
{
  struct text t = {0};
  for (int i = 0; i < n + 2; i++) add(&t, "%d:%s,", i, i % 2 ? "odd" : "even");
  add(&t, "%c%.1f", '!', n / 2.0);
  printf("%s %d\n", t.s, (int)t.n);
  free(t.s);
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
