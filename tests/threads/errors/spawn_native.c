/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <fl_threads.h>
static int g(int x) { return x; }
int main(void) { fl_spawn(g(1)); return 0; }
