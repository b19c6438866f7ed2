/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <fl_threads.h>
struct ops { cps void (*run)(void); };
void f(const struct ops *o) { o->run(); }
