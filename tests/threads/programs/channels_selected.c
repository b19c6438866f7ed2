/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>

#include <fl_sync.h>
#include <fl_threads.h>

static fl_channel a, b;
static cps void feed(fl_channel *c, int from, int step)
{
  for (int i = 0; i < 4; i++) {
    int v = from + i;
    for (int k = 0; k < step; k++) fl_yield();
    fl_send(c, &v);
  }
  fl_channel_close(c);
}
static cps void collect(void)
{
  int v, open = 2;
  fl_choice choices[2] = {{&a, NULL, &v, 0}, {&b, NULL, &v, 0}};
  while (open) {
    int which = fl_select(choices, 2, FL_FOREVER);
    if (choices[which].result == 1)
      printf("%c%d ", "ab"[which], v);
    else {
      open--;
      printf("%c closed ", "ab"[which]);
      choices[which] = choices[!which];
      if (open) {
        while (fl_receive(choices[0].channel, &v) == 1) printf("%d ", v);
        open = 0;
      }
    }
  }
  printf("\n");
}
int main(void)
{
  int items[2][1];
  fl_channel_init(&a, items[0], 1, sizeof(int));
  fl_channel_init(&b, items[1], 1, sizeof(int));
  fl_spawn(collect());
  fl_spawn(feed(&a, 10, 1));
  fl_spawn(feed(&b, 20, 3));
  return (int)fl_main_loop();
}
