/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A thread of the system's for each connection. */
#include "server.h"

#include <pthread.h>

static void *serve(void *argument) {
  int fd = (int)(intptr_t)argument;
#define READ(to, length) read(fd, to, length)
#define WRITE(from, length) write(fd, from, length)
  SERVE(READ, WRITE)
  close(fd);
  return NULL;
}

int main(int argc, char **argv) {
  int listener = listen_on(argc > 1 ? argv[1] : "8080");
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 32 << 10);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  for (;;) {
    pthread_t id;
    int fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    if (fd != -1 && pthread_create(&id, &attributes, serve, (void *)(intptr_t)fd) != 0) close(fd);
  }
}
