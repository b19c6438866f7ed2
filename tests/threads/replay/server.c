/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Serves two connections on a socket in the file system, line by line, the second line of each after a pause; prints
 * what was said. A replay needs no clients. Usage: server PATH. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <fl_stream.h>
#include <fl_threads.h>

static cps void serve(int fd, int number)
{
  char buffer[64], *line;
  fl_reader reader = {.fd = fd, .buffer = buffer, .size = sizeof buffer};
  for (;;) {
    ssize_t got = fl_read_until(&reader, '\n', &line, 60000);
    printf("%d: %zd %.*s\n", number, got, got > 0 ? (int)got - 1 : 0, got > 0 ? line : "");
    if (got <= 0)
      break;
    fl_sleep(3, NULL);
    ssize_t put = fl_write(fd, line, (size_t)got, 60000);
    if (put != got)
      break;
  }
  fl_close(fd);
}

static cps void listener(int fd)
{
  for (int i = 0; i < 2;) {
    int ready = fl_io_wait(fd, FL_IN, NULL);
    if (ready < 0)
      break;
    int peer = fl_replaying() ? -1 : accept4(fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    peer = fl_recorded_fd(peer);
    if (peer < 0)
      continue;
    printf("accepted %d\n", peer);
    fl_keep(peer);
    fl_spawn(serve(peer, i++));
  }
  fl_close(fd);
}

int main(int argc, char **argv)
{
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (argc != 2 || strlen(argv[1]) >= sizeof address.sun_path)
    return 2;
  strcpy(address.sun_path, argv[1]);
  unlink(argv[1]);
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (fd == -1 || bind(fd, (struct sockaddr *)&address, sizeof address) != 0 || listen(fd, 8) != 0)
    return 1;
  fl_spawn(listener(fd));
  return (int)fl_main_loop();
}
