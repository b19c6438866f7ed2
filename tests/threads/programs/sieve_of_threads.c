/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>

#include <fl_sync.h>
#include <fl_threads.h>

struct link {
  fl_channel c;
  int item;
};
static struct link *new_link(void)
{
  struct link *l = malloc(sizeof *l);
  fl_channel_init(&l->c, &l->item, 1, sizeof l->item);
  return l;
}
static cps void stage(struct link *in, int limit)
{
  int prime, v;
  if (fl_receive(&in->c, &prime) == 1) {
    printf("%d ", prime);
    struct link *out = new_link();
    fl_spawn(stage(out, limit));
    while (fl_receive(&in->c, &v) == 1)
      if (v % prime) fl_send(&out->c, &v);
    fl_channel_close(&out->c);
  } else
    printf("\n");
  free(in);
}
static cps void source(int limit)
{
  struct link *first = new_link();
  fl_spawn(stage(first, limit));
  for (int i = 2; i < limit; i++) fl_send(&first->c, &i);
  fl_channel_close(&first->c);
}
int main(void)
{
  fl_spawn(source(40));
  return (int)fl_main_loop();
}
