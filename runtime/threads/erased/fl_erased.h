/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Erased mode: `cps` expands to nothing, threads have stacks of their own, and the schedulers are the same ones, so
 * that everything happens in the same order. For debugging, and as what translated programs are compared with. flcc
 * --erased uses it; by hand: plain cc, and fl_erased_spawn instead of fl_spawn. */
#ifndef FL_ERASED_H
#define FL_ERASED_H

#ifdef __cplusplus
extern "C" {
#endif

/* A thread that calls thunk(block). Stacks have 64 MiB of address space (32-bit machines: 256 KiB), or as many bytes
 * as the environment's FL_ERASED_STACK says. */
void fl_erased_spawn(void (*thunk)(void *block), void *block);

#ifdef __cplusplus
}
#endif

#endif
