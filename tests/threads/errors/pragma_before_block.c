/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <fl_threads.h>

static cps void f(void) {
  fl_detached
#pragma GCC diagnostic push
  {
    fl_yield();
  }
  fl_spawned _Pragma("GCC diagnostic pop") fl_yield();
}

int main(void) {
  fl_spawn(f());
  return (int)fl_main_loop();
}
