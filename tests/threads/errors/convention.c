/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <fl_threads.h>
__attribute__((ms_abi)) cps int f(int v);
