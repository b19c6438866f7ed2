/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Attributes about a symbol, of which a marked function has several. */
#include <fl_threads.h>
cps int other(int v) __asm__("real");
cps int real(int v);
#pragma weak real
__attribute__((overloadable)) cps int many(int v);
__attribute__((copy(real))) cps int copied(int v);
cps int old(int v) __attribute__((__symver__("old@V1")));
cps int real(int v)
{
  fl_yield();
  return v;
}
