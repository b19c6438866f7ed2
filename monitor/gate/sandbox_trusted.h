/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* From here on this process can do nothing but compute: read, write and close the descriptors that it has, and get
 * memory, none of it executable. No file can be opened, no socket made, no program run, no process reached. */
#ifndef FL_GATE_SANDBOX_H
#define FL_GATE_SANDBOX_H
#include <stdbool.h>

bool fl_gate_sandbox(void); /* false: the kernel or the processor (x86-64) has no such thing */
#endif
