/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What the tutorial's search measures with: harness PROCEDURE A.so B.so prints the time of each, in
   cycles of the time stamp counter for a hundred calls, the least of many tries. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <x86intrin.h>

typedef void kernel(void *to, const void *from);

static double least(kernel *f)
{
  static _Alignas(64) uint8_t from[64], to[64];
  uint64_t best = UINT64_MAX;
  for (int i = 0; i < 500; i++) {
    uint64_t t = __rdtsc();
    for (int k = 0; k < 100; k++)
      f(to, from);
    t = __rdtsc() - t;
    if (t < best)
      best = t;
  }
  return (double)best;
}

int main(int argc, char **argv)
{
  if (argc != 4)
    return 2;
  for (int i = 2; i < 4; i++) {
    void *library = dlopen(argv[i], RTLD_NOW | RTLD_LOCAL);
    kernel *f = library ? (kernel *)dlsym(library, argv[1]) : NULL;
    if (f == NULL) {
      fprintf(stderr, "harness: %s\n", dlerror());
      return 1;
    }
    printf("%g%c", least(f), i == 2 ? ' ' : '\n');
  }
  return 0;
}
