/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Types are printed as clang says them, without these. */
#include <fl_threads.h>
static cps int f(float *p)
{
  int __attribute__((may_alias)) *q = (int __attribute__((may_alias)) *)p;
  fl_yield();
  *p = 1.0f;
  *q = 0;
  return *p == 0.0f;
}
static cps void run(void)
{
  float x = 0;
  fl_spawn(f(&x));
}
int main(void)
{
  fl_spawn(run());
}
