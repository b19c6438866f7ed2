/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <fl_threads.h>
#include <string.h>
struct operations { cps int (*length)(void); };
static cps int g(int v) { fl_yield(); return v; }
static cps int size(void) { return (int)sizeof(int[g(3)]); }
static cps int array(struct operations *o) { int a[o->length()]; a[0] = 1; return a[0]; }
static cps int cast(int *p) { return (*(int (*)[g(2)])p)[0]; }
static cps int native(const char *s) { { char a[strlen(s) + 1]; strcpy(a, s); } return g(1); }
static cps int unevaluated(int *p) { return (int)sizeof(p[g(1)]) + g(1); }
