/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>

#include <fl_threads.h>

struct semaphore {
  int free;
  fl_cond changed;
};
static struct semaphore two = {2, FL_COND_INIT};
static int inside, most, done;
static cps void down(struct semaphore *s)
{
  while (!s->free) fl_wait(&s->changed);
  s->free--;
}
static void up(struct semaphore *s)
{
  s->free++;
  fl_signal(&s->changed);
}
static cps void body(int id)
{
  for (int i = 0; i < 3; i++) {
    down(&two);
    fl_defer up(&two);
    if (++inside > most) most = inside;
    for (int k = 0; k < id; k++) fl_yield();
    inside--;
    done++;
  }
}
int main(void)
{
  for (int i = 0; i < 6; i++) fl_spawn(body(i));
  size_t r = fl_main_loop();
  printf("%d %d %d\n", most, done, two.free);
  return (int)r;
}
