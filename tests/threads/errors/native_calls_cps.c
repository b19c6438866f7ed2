/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <fl_threads.h>
static cps int read_byte(void) { fl_yield(); return 1; }
static cps int read_word(void) { return read_byte() + read_byte(); }
int parse(void) { return read_word(); }
