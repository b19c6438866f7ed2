/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>

#include <fl_threads.h>

static cps void body(int n)
{
  printf("%s %d %d\n", __func__, __LINE__, n);
  fl_yield();
  const char *f = __FUNCTION__;
  fl_yield();
  printf("%s %s %d %s %s\n", f, __func__, (int)sizeof __func__, __PRETTY_FUNCTION__, __builtin_FUNCTION());
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
