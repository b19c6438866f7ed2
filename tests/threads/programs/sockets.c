/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#include <fl_threads.h>

/* glibc's parameters of these are transparent unions. */
static cps void server(int fd)
{
  for (int i = 0; i < 2; i++) {
    int peer;
    while ((peer = accept4(fd, NULL, NULL, SOCK_NONBLOCK)) < 0 && errno == EAGAIN) fl_io_wait(fd, FL_IN, NULL);
    struct sockaddr_in from;
    socklen_t length = sizeof from;
    int got = getpeername(peer, (struct sockaddr *)&from, &length);
    fl_yield();
    char c = 0;
    while (recvfrom(peer, &c, 1, 0, NULL, NULL) < 0) fl_io_wait(peer, FL_IN, NULL);
    printf("%d %c %s\n", got, c, from.sin_family == AF_INET ? "inet" : "?");
    close(peer);
  }
  close(fd);
}
static cps void client(struct sockaddr_in to, char c)
{
  int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0), bad = connect(fd, (struct sockaddr *)&to, sizeof to);
  if (bad && errno == EINPROGRESS) fl_io_wait(fd, FL_OUT, NULL);
  bad = sendto(fd, &c, 1, 0, (struct sockaddr *){0}, 0) != 1;
  fl_yield();
  if (bad) perror("client");
  close(fd);
}
int main(void)
{
  struct sockaddr_in any = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
  socklen_t length = sizeof any;
  int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  if (bind(fd, (struct sockaddr *)&any, sizeof any) || listen(fd, 5)) return 1;
  if (getsockname(fd, (struct sockaddr *)&any, &length)) return 1;
  fl_spawn(server(fd));
  fl_spawn(client(any, 'x'));
  fl_spawn(client(any, 'x'));
  return (int)fl_main_loop();
}
