/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

static cps int get(int v)
{
  fl_yield();
  return v;
}
static cps void body(void)
{
  for (int i = 0; i < 4; i++) {
    int fresh = 5, list[3] = {i, i + 1};
    char word[] = "ab";
    list[2] += get(i);
    fresh += i;
    word[0] += (char)i;
    fl_yield();
    printf("%d %d %d %d %s\n", fresh, list[0], list[1], list[2], word);
    fresh = 1000;
    list[2] = 1000;
    word[1] = 'z';
  }
}
int main(void)
{
  fl_spawn(body());
  return (int)fl_main_loop();
}
