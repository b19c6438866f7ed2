/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Pragmas on one line with what may suspend, and with loops that do not, which some of them are about. */
#include <stdio.h>

#include <fl_threads.h>

#define LOUD(...) _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic warning \"-Wshadow\"") __VA_ARGS__ \
  _Pragma("GCC diagnostic pop")
#define UNROLLED _Pragma("GCC unroll 2")
#define INDEPENDENT _Pragma("GCC ivdep")

static cps int later(int v) {
  fl_yield();
  return v;
}

static cps int sum(int n) {
  int s = 0; UNROLLED for (int i = 0; i < n; i++) s += i; fl_yield(); LOUD(fl_yield();) LOUD(s += later(n);)
  fl_yield(); UNROLLED for (int i = 0; i < n; i++) s += i; LOUD() fl_yield();
  INDEPENDENT for (int i = 0; i < n; i++) { s += i; } fl_yield(); INDEPENDENT while (s % 3) s++;
  if (n) { s++; UNROLLED for (int i = 0; i < n; i++) s += i; LOUD(fl_yield();) }
  s += ({ int z = later(1); UNROLLED for (int i = 0; i < n; i++) z += i; LOUD(fl_yield();) z; });
  fl_detached { LOUD(s++;) UNROLLED do s++; while (s % 5); LOUD(fl_yield();) }
  return s;
}

static cps void body(void) { printf("%d\n", sum(4)); }

int main(void) {
  fl_spawn(body());
  return (int)fl_main_loop();
}
