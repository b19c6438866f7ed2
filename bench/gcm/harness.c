/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What `fairlead asm optimize` measures the loops of AES-GCM with.

   harness PROCEDURE A.so B.so: runs both, taking turns, and prints the cycles that each takes for a group (of six
   blocks; of eight, if the name says that it is one of the 256-bit loops, which need a processor with VAES): the mean
   over short and long texts, aligned or not, because what the processor's scheduler falls into differs, and stays so
   for a whole text. Each of those is the mean of the middle half of quiet samples. Status 3: the machine was not
   quiet. Both must also compute the same. */
#define _GNU_SOURCE
#include "fairlead_gcm.h"
#include "quiet.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

typedef void loop(const void *key, uint8_t *state, const uint8_t *in, uint8_t *out, size_t groups);

enum { MOST = 170, BYTES = 128 * MOST, LATER = 2048, WANTED = 32 };
static const struct setting {
  size_t groups, in, out;
} settings[] = {{170, 0, 0}, {42, 0, 64}, {14, 16, 16}, {170, 64, 48}, {85, 32, 2048}, {42, 6, 13}, {169, 64, 64}};
enum { SETTINGS = sizeof settings / sizeof *settings };
static const double patience = 1.5; /* seconds */

static loop *find(const char *file, const char *name) {
  void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  loop *f = library ? (loop *)dlsym(library, name) : NULL;
  if (f == NULL) {
    fprintf(stderr, "harness: %s\n", dlerror());
    exit(1);
  }
  return f;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double middle(double *v) {
  double sum = 0;
  qsort(v, WANTED, sizeof *v, by_value);
  for (int i = WANTED / 4; i < WANTED - WANTED / 4; i++) sum += v[i];
  return sum / (WANTED - 2 * (WANTED / 4));
}

int main(int argc, char **argv) {
  static _Alignas(4096) uint8_t key[sizeof(fl_gcm_key)], state[2][32], in[BYTES + LATER], out[2][BYTES + LATER];
  static double cycles[SETTINGS][2][WANTED];
  if (argc != 4) return 2;
  if (strstr(argv[1], "wide") != NULL && !(__builtin_cpu_supports("vaes") && __builtin_cpu_supports("vpclmulqdq"))) {
    fprintf(stderr, "harness: this processor lacks VAES or VPCLMULQDQ, which %s needs\n", argv[1]);
    return 1;
  }
  loop *f[2] = {find(argv[2], argv[1]), find(argv[3], argv[1])};
  for (size_t i = 0; i < sizeof key; i++) key[i] = (uint8_t)(37 * i + 11);
  for (size_t i = 0; i < sizeof in; i++) in[i] = (uint8_t)(i * i >> 3);
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < 3; i++) f[k](key, state[k], in, out[k], MOST);
  if (memcmp(state[0], state[1], 32) != 0 || memcmp(out[0], out[1], BYTES) != 0) {
    fprintf(stderr, "harness: the two compute different results\n");
    return 1;
  }
  find_quiet(3000);
  unsigned repeats[SETTINGS];
  for (int s = 0; s < SETTINGS; s++)
    repeats[s] = REPEATS(f[0](key, state[0], in + settings[s].in, out[0] + settings[s].out, settings[s].groups));
  double start = now();
  int n = 0;
  for (int s = 0; n < SETTINGS * WANTED; s = (s + 1) % SETTINGS) {
    const struct setting *at = &settings[s];
    double v[2];
    /* both write to the same place, which comes before one as often as before the other */
    for (int k = 0; k < 2; k++) {
      int who = k ^ (n & 1);
      v[who] = QUIET_CYCLES(for (unsigned r = 0; r < repeats[s]; r++)
                                f[who](key, state[0], in + at->in, out[0] + at->out, at->groups));
    }
    if (v[0] > 0 && v[1] > 0) {
      for (int k = 0; k < 2; k++) cycles[s][k][n / SETTINGS] = v[k] / (double)(at->groups * repeats[s]);
      n++;
    } else {
      s = (s + SETTINGS - 1) % SETTINGS; /* once more */
      if (now() - start > patience) {
        fprintf(stderr, "harness: the machine is not quiet (%d of %d samples)\n", n, SETTINGS * WANTED);
        return 3;
      }
    }
  }
  double mean[2] = {0, 0};
  for (int s = 0; s < SETTINGS; s++)
    for (int k = 0; k < 2; k++) mean[k] += middle(cycles[s][k]) / SETTINGS;
  printf("%.3f %.3f\n", mean[0], mean[1]);
  return 0;
}
