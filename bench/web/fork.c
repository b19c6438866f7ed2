/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A process for each connection. */
#include "server.h"

#include <sys/prctl.h>

static void serve(int fd) {
#define READ(to, length) read(fd, to, length)
#define WRITE(from, length) write(fd, from, length)
  SERVE(READ, WRITE)
}

int main(int argc, char **argv) {
  int listener = listen_on(argc > 1 ? argv[1] : "8080");
  signal(SIGCHLD, SIG_IGN);
  for (;;) {
    int fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    if (fd != -1 && fork() == 0) {
      prctl(PR_SET_PDEATHSIG, SIGTERM);
      close(listener);
      serve(fd);
      _exit(0);
    }
    close(fd);
  }
}
