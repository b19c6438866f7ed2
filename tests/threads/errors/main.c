/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <fl_threads.h>
cps int main(void) { fl_yield(); return 0; }
