/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

static cps int add(a, b)
int a;
int b;
{
  fl_yield();
  return a + b;
}
static cps int none()
{
  fl_yield();
  return 4;
}
static cps void body(void) { printf("%d %d\n", add(1, 2), none()); }
int main(void)
{
  fl_spawn(body());
  return (int)fl_main_loop();
}
