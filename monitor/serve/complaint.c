/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "complaint.h"

#include <stdarg.h>
#include <stdio.h>

int fl_complain(int status, const char *form, ...) {
  va_list list;
  va_start(list, form);
  fprintf(stderr, "%s: ", fl_program_name);
  vfprintf(stderr, form, list);
  fputc('\n', stderr);
  va_end(list);
  return status;
}

void fl_help(const char *form, ...) {
  va_list list;
  va_start(list, form);
  fputs("  help: ", stderr);
  vfprintf(stderr, form, list);
  fputc('\n', stderr);
  va_end(list);
}
