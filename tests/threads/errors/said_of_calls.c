/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Of functions that are only declared the compiler says it where they are called (flcc.t). */
#include <fl_threads.h>
cps int declared(int v) __attribute__((error("never")));
cps int doubtful(int v) __attribute__((__warning__("is that meant")));
cps int doubtful(int v)
{
  fl_yield();
  return v;
}
