/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <fl_threads.h>
int next(void);
static cps int good(int a, int b[a], int c[static sizeof(int) * 2], int d[a <= 3 ? 3 : 4])
{
  fl_yield();
  return *b + *c + *d;
}
static cps int changes(int a, int b[a++], int c[a = 2], int d[next()]) { fl_yield(); return *b + *c + *d; }
