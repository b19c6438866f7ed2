/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <fl_threads.h>
static int g(int x) { return x; }
struct ops { cps int (*read)(int); };
struct ops o = { .read = g };
