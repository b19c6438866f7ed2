/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

static int buffer[4], head, tail, done;
static cps void produce(int n)
{
  for (int i = 1; i <= n; i++) {
    while (head - tail == 4) fl_yield();
    buffer[head++ % 4] = i * i;
  }
  done = 1;
}
static cps void consume(void)
{
  long sum = 0;
  for (;;) {
    while (head == tail) {
      if (done) {
        printf("%ld\n", sum);
        return;
      }
      fl_yield();
    }
    sum = sum * 7 % 10007 + buffer[tail++ % 4];
  }
}
int main(void)
{
  fl_spawn(consume());
  fl_spawn(produce(50));
  return (int)fl_main_loop();
}
