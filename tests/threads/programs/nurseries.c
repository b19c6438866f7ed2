/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>

#include <fl_threads.h>

static cps void child(void *given)
{
  int *result = given;
  *result = fl_sleep(60000, NULL);
}
static cps void quick(void *given)
{
  fl_yield();
  ++*(int *)given;
}
static cps void parent(void)
{
  fl_nursery n = FL_NURSERY_INIT;
  int a = 0, b = 0;
  fl_nursery_spawn(&n, child, &a);
  fl_nursery_spawn(&n, quick, &b);
  fl_yield();
  fl_nursery_cancel(&n);
  int why = fl_nursery_join(&n);
  printf("%d %d %d\n", a == why, why < 0, b);
  for (int i = 0; i < 3; i++) fl_nursery_spawn(&n, quick, &b);
  why = fl_nursery_join(&n);
  printf("%d %d\n", why, b);
}
int main(void)
{
  fl_spawn(parent());
  return (int)fl_main_loop();
}
