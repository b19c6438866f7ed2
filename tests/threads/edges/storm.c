/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* For LD_PRELOAD: signals at all times, to any OS thread, for whose handler no system call is restarted. */
#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>

static void ignored(int signal)
{
  (void)signal;
}

__attribute__((constructor)) static void begin(void)
{
  struct sigaction action = {.sa_handler = ignored};
  const char *us = getenv("STORM_US");
  struct itimerval often = {{0, us ? atoi(us) : 300}, {0, us ? atoi(us) : 300}};
  sigaction(SIGALRM, &action, NULL);
  setitimer(ITIMER_REAL, &often, NULL);
}
