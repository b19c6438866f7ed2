/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>

#include <fl_threads.h>

static cps void body(int n)
{
  int in = n, out = 0;
  unsigned flags;
  fl_yield();
#if defined __x86_64__ || defined __i386__
  __asm__("addl %2, %0" : "=r"(out) : "0"(in), "r"(n));
  __asm__ volatile("movl %1, %0" : "=m"(flags) : "r"(in) : "memory");
#else
  out = in + n;
  flags = (unsigned)in;
#endif
  fl_yield();
  __asm__ volatile("" : "+r"(out), "+m"(in) : : "memory");
  printf("%d %d %u\n", in, out, flags);
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
