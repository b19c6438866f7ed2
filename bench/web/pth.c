/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* GNU Pth: threads on one of the system's; it waits by select, and so for descriptors below 1,024 alone. */
#include "server.h"

#include <pth.h>

static void *serve(void *argument) {
  int fd = (int)(intptr_t)argument;
#define READ(to, length) pth_read(fd, to, length)
#define WRITE(from, length) pth_write(fd, from, length)
  SERVE(READ, WRITE)
  close(fd);
  return NULL;
}

int main(int argc, char **argv) {
  pth_init();
  int listener = listen_on(argc > 1 ? argv[1] : "8080");
  pth_attr_t attributes = pth_attr_new();
  pth_attr_set(attributes, PTH_ATTR_JOINABLE, FALSE);
  pth_attr_set(attributes, PTH_ATTR_STACK_SIZE, 32 << 10);
  for (;;) {
    int fd = pth_accept(listener, NULL, NULL);
    if (fd >= FD_SETSIZE - 1 || (fd != -1 && !pth_spawn(attributes, serve, (void *)(intptr_t)fd))) close(fd);
  }
}
