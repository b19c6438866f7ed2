/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Which record it is that a store of many machines has not as it was stored: for those who mend it. */
#ifndef FL_DOUBT_H
#define FL_DOUBT_H
#include "fl_host.h"

enum { FL_DOUBT_TEXT = 320 };
/* "a record that is gone: leaf 4f..., slot 1234"; "" if there is none. How many there were. */
uint64_t fl_doubt_text(const struct fl_host *host, char text[FL_DOUBT_TEXT]);
#endif
