/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* same A.so B.so: whether their f, called as f(to, from, blocks, key), does the same on many inputs. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t kernel(void *to, const void *from, uint64_t blocks, const void *key);

enum { MOST = 9, INPUTS = 1000 };

static kernel *find(const char *file)
{
  void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  kernel *f = library ? (kernel *)dlsym(library, "f") : NULL;
  if (f == NULL) {
    fprintf(stderr, "same: %s\n", dlerror());
    exit(2);
  }
  return f;
}

int main(int argc, char **argv)
{
  static _Alignas(64) uint8_t from[16 * MOST + 64], key[64], to[2][16 * MOST + 64];
  if (argc != 3)
    return 2;
  kernel *f[2] = {find(argv[1]), find(argv[2])};
  srand(1);
  for (int n = 0; n < INPUTS; n++) {
    for (size_t i = 0; i < sizeof from; i++)
      from[i] = (uint8_t)rand();
    for (size_t i = 0; i < sizeof key; i++)
      key[i] = (uint8_t)rand();
    uint64_t blocks = 1 + (uint64_t)rand() % MOST, r[2];
    for (int k = 0; k < 2; k++) {
      memset(to[k], 0x55, sizeof to[k]);
      r[k] = f[k](to[k], from, blocks, key);
    }
    if (r[0] != r[1] || memcmp(to[0], to[1], sizeof to[0]) != 0)
      return 1;
  }
  return 0;
}
