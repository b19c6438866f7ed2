/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Scripts that release or extend a lock, or count, by their texts, and by the SHA-1 of texts that have been seen
 * (clean/scripts.fl). */
#ifndef FL_SCRIPTS_H
#define FL_SCRIPTS_H
#include "serve.h"

#include <stdbool.h>
#include <stddef.h>

enum { FL_SCRIPT_DIGITS = 40, FL_SCRIPTS_MOST = 64 };
/* The last ones that were seen; whoever asks for another one by its digest sends its text again (NOSCRIPT). */
struct fl_scripts {
  char digits[FL_SCRIPTS_MOST][FL_SCRIPT_DIGITS]; /* hexadecimal, small letters; zeros: none */
  struct fl_serve_scripts_Script scripts[FL_SCRIPTS_MOST];
  unsigned next;
};

/* What the text does, if it is one of ours; its `status' is not set. */
bool fl_script_is(const char *text, size_t length, struct fl_serve_scripts_Script *script);
bool fl_scripts_digits(const char *text, size_t length, char digits[FL_SCRIPT_DIGITS]);
void fl_scripts_keep(struct fl_scripts *kept, const char digits[FL_SCRIPT_DIGITS],
                     const struct fl_serve_scripts_Script *script);
bool fl_scripts_find(const struct fl_scripts *kept, const char *digits, size_t length,
                     struct fl_serve_scripts_Script *script);
#endif
