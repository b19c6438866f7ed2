/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma scalar_storage_order big-endian
#include <fl_threads.h>
static cps int f(int n) { fl_yield(); return n; }
