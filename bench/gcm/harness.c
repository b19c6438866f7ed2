/* What `fairlead asm optimize` measures the loops of AES-GCM with.

   harness PROCEDURE A.so B.so: runs both on 16 KiB, taking turns, and prints the
   median cycles of each. They must also compute the same, on this input. */
#include "quiet.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

typedef void loop(const void *key, uint8_t *state, const uint8_t *in, uint8_t *out, size_t groups);

enum { GROUPS = 170, BYTES = 96 * GROUPS, WANTED = 60, TRIES = 3000 };

static loop *find(const char *file, const char *name)
{
  void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  loop *f = library ? (loop *)dlsym(library, name) : NULL;
  if (f == NULL) {
    fprintf(stderr, "harness: %s\n", dlerror());
    exit(1);
  }
  return f;
}

int main(int argc, char **argv)
{
  static _Alignas(64) uint8_t key[352], state[2][32], in[BYTES], out[2][BYTES];
  static double cycles[2][WANTED];
  if (argc != 4)
    return 2;
  loop *f[2] = {find(argv[2], argv[1]), find(argv[3], argv[1])};
  for (size_t i = 0; i < sizeof key; i++)
    key[i] = (uint8_t)(37 * i + 11);
  for (size_t i = 0; i < sizeof in; i++)
    in[i] = (uint8_t)(i * i >> 3);
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < 3; i++)
      f[k](key, state[k], in, out[k], GROUPS);
  if (memcmp(state[0], state[1], 32) != 0 || memcmp(out[0], out[1], BYTES) != 0) {
    fprintf(stderr, "harness: the two compute different results\n");
    return 1;
  }
  for (int i = 0; i < 300; i++)
    (void)is_quiet(probe());
  int n = 0;
  for (int t = 0; t < TRIES && n < WANTED; t++) {
    double a = QUIET_CYCLES(f[0](key, state[0], in, out[0], GROUPS));
    double b = QUIET_CYCLES(f[1](key, state[1], in, out[1], GROUPS));
    if (a > 0 && b > 0) {
      cycles[0][n] = a;
      cycles[1][n++] = b;
    }
  }
  if (n < WANTED / 2) {
    fprintf(stderr, "harness: the machine is not quiet (%d of %d samples)\n", n, WANTED);
    return 3;
  }
  printf("%.2f %.2f\n", median(cycles[0], n), median(cycles[1], n));
  return 0;
}
