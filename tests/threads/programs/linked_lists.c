/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>

#include <fl_threads.h>

static cps int later(int v)
{
  fl_yield();
  return v;
}
struct item {
  int v;
  struct item *next;
};
static cps struct item *insert(struct item *list, int v)
{
  struct item **at = &list;
  while (*at && (*at)->v < later(v)) at = &(*at)->next;
  struct item *i = malloc(sizeof *i);
  *i = (struct item){v, *at};
  fl_yield();
  *at = i;
  return list;
}
static cps int length(const struct item *l)
{
  return later(!!l) ? 1 + length(l->next) : 0;
}
static cps void body(int n)
{
  struct item *list = NULL;
  for (int i = 0; i < 6; i++) list = insert(list, (i * 7 + n) % 11);
  printf("%d:", length(list));
  while (list) {
    struct item *next = list->next;
    printf(" %d", list->v);
    free(list);
    list = next;
  }
  printf("\n");
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
