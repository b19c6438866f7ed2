/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

struct ops {
  const char *name;
  cps int (*read)(int);
  int (*size)(void);
  cps void (*close)(int *);
};
static cps int read_a(int n)
{
  fl_yield();
  return n + 1;
}
static cps int read_b(int n) { return n + 2; }
static int size_a(void) { return 10; }
static cps void close_a(int *p)
{
  fl_yield();
  *p = 0;
}
static const struct ops table[] = {{.name = "a", .read = read_a, .size = size_a, .close = close_a},
                                   {"b", read_b, size_a, close_a}};
static const struct ops *current = &table[0];
static cps void body(void)
{
  for (unsigned i = 0; i < 2; i++) {
    int h = 5;
    printf("%s %d %d ", table[i].name, table[i].read(h), table[i].size());
    table[i].close(&h);
    printf("%d\n", h);
  }
  struct ops copy = *current;
  copy.read = read_b;
  printf("%d %d\n", copy.read(1), current->read(current->read(1)));
}
int main(void)
{
  fl_spawn(body());
  return (int)fl_main_loop();
}
