/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#include <fl_stream.h>
#include <fl_threads.h>

static cps void player(int fd, char serve, int rounds, int *hits)
{
  char ball = serve;
  if (serve) fl_write(fd, &ball, 1, 60000);
  while (fl_read(fd, &ball, 1, 60000) == 1) {
    ++*hits;
    if (ball++ - '0' >= rounds) break;
    if (fl_write(fd, &ball, 1, 60000) != 1) break;
  }
  close(fd);
}
int main(void)
{
  int fds[2], hits[2] = {0};
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, fds) || fl_nonblocking(fds[0]) || fl_nonblocking(fds[1])) return 1;
  fl_spawn(player(fds[0], '0', 9, &hits[0]));
  fl_spawn(player(fds[1], 0, 9, &hits[1]));
  size_t r = fl_main_loop();
  printf("%d %d\n", hits[0], hits[1]);
  return (int)r;
}
