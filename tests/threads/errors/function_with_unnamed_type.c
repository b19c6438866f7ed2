/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <fl_threads.h>

static cps int later(int v) {
  fl_yield();
  return v;
}

#pragma pack(push)
static cps void f(void) {
#pragma pack(1)
  struct {
    int x;
  } a = {later(1)}, g(int);
  (void)a;
}
#pragma pack(pop)

int main(void) {
  fl_spawn(f());
  return (int)fl_main_loop();
}
