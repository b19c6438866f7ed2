/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <fl_threads.h>
cps int g(int x);
int g(int x) { return x; }
__attribute__((ms_abi)) int h(int x);
cps int h(int x);
