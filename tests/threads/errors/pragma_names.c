/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <fl_threads.h>
static cps int f(int n) {
  int total = 0;
  fl_yield();
#pragma omp parallel for reduction(+ : total)
  for (int i = 0; i < n; i++) total += i;
  fl_yield();
  return total;
}
