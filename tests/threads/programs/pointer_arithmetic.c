/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

static cps char *skip(char *p)
{
  while (*p == ' ') {
    p++;
    fl_yield();
  }
  return p;
}
static cps char *word(char **pp)
{
  char *p = skip(*pp), *start = p;
  while (*p && *p != ' ') {
    ++p;
    fl_yield();
  }
  if (*p) *p++ = 0;
  *pp = p;
  return start;
}
static cps void body(void)
{
  char line[] = "  some words   in a line", *p = line, *w;
  int n = 0;
  while (*(w = word(&p))) {
    printf("[%s]", w);
    n += (int)(p - line);
  }
  printf(" %d\n", n);
}
int main(void)
{
  fl_spawn(body());
  return (int)fl_main_loop();
}
