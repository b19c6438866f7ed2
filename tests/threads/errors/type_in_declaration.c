/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <fl_threads.h>
static cps struct s { int a; } f(int v) { fl_yield(); return (struct s){ v }; }
