/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <fl_threads.h>
#include <tgmath.h>
static cps int g(int v) { fl_yield(); return v; }
static cps double f(double x) { return g(1) ? sqrt(x) : 1; }
static cps double fine(double x) { double r = sqrt(x); return g(1) ? r : 1; }
