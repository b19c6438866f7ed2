/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <fl_threads.h>
typedef cps int marked(int);
typedef cps int (*markedp)(int);
static int nat(int x) { return x + 1; }
static cps int mk(int x) { return x + 1; }
static cps void g(void) {
  marked *m = (marked *)(void *)nat;
  markedp q = (void *)&nat, r = (marked *)mk, ok = (markedp)(void *)mk;
  int (*nn)(int) = (int (*)(int))(unsigned long)mk;
  (void)(m(3) + q(1) + r(2) + ok(3) + nn(3));
}
int main(void) {
  fl_spawn(g());
  return (int)fl_main_loop();
}
