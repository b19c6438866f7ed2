/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "complaint.h"

#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <unistd.h>

void fl_begin(void) {
  for (int fd = 0; fd <= 2; fd++)
    if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY) != fd) _exit(FL_DIAGNOSED);
  prctl(PR_SET_DUMPABLE, 0);
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error like a full disk's */
}

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
