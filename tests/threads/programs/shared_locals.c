/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

struct node {
  int value;
  struct node *next;
};
static struct node *list;
static cps void member(int v)
{
  struct node n = {v, list};
  list = &n;
  for (int i = 0; i < 3; i++) {
    fl_yield();
    n.value += 10;
  }
  list = n.next;
}
static cps void watch(void)
{
  for (int k = 0; k < 3; k++) {
    int s = 0;
    for (struct node *p = list; p; p = p->next) s = s * 3 + p->value;
    printf("%d ", s);
    fl_yield();
  }
  puts(list ? "" : "empty");
}
int main(void)
{
  for (int i = 1; i < 4; i++) fl_spawn(member(i));
  fl_spawn(watch());
  return (int)fl_main_loop();
}
