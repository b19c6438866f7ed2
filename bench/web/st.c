/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* State Threads, with its epoll. */
#include "server.h"

#include <st.h>

static void *serve(void *argument) {
  st_netfd_t fd = argument;
#define READ(to, length) st_read(fd, to, length, ST_UTIME_NO_TIMEOUT)
#define WRITE(from, length) st_write(fd, from, length, ST_UTIME_NO_TIMEOUT)
  SERVE(READ, WRITE)
  st_netfd_close(fd);
  return NULL;
}

int main(int argc, char **argv) {
  st_set_eventsys(ST_EVENTSYS_ALT);
  if (st_init() != 0) return 1;
  st_netfd_t listener = st_netfd_open_socket(listen_on(argc > 1 ? argv[1] : "8080"));
  for (;;) {
    st_netfd_t fd = st_accept(listener, NULL, NULL, ST_UTIME_NO_TIMEOUT);
    if (fd && !st_thread_create(serve, fd, 0, 32 << 10)) st_netfd_close(fd);
  }
}
