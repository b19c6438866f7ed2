/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <string.h>

#include <fl_threads.h>

static cps int later(int v)
{
  fl_yield();
  return v;
}
typedef cps void visit(void *context, const void *item);
static cps void each(const void *items, size_t size, int n, visit *f, void *context)
{
  for (const char *p = items; n > 0; n--, p += size) f(context, p);
}
static cps void add_int(void *context, const void *item)
{
  fl_yield();
  *(int *)context += *(const int *)item;
}
static cps void join(void *context, const void *item)
{
  char *text = context;
  fl_yield();
  strcat(text, *(char *const *)item);
}
static cps void body(int n)
{
  int numbers[] = {n, 2, 3}, sum = 0;
  const char *words[] = {"a", "bc", "d"};
  char text[10] = "";
  each(numbers, sizeof *numbers, 3, add_int, &sum);
  each(words, sizeof *words, later(3), join, text);
  printf("%d %s\n", sum, text);
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
