/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <fl_stream.h>
#include <fl_threads.h>

static cps void writer(int fd)
{
  for (int i = 0; i < 3; i++) {
    char line[20];
    int n = snprintf(line, sizeof line, "line %d\n", i * 7);
    fl_write(fd, line, (size_t)n, 60000);
    fl_yield();
  }
  fl_write(fd, "abcdefgh", 8, FL_FOREVER);
  close(fd);
}
static cps void reader(int fd)
{
  char buffer[16], *line, rest[6];
  fl_reader r = fl_reader_on(fd, buffer, sizeof buffer);
  ssize_t n;
  for (int i = 0; i < 3 && (n = fl_read_until(&r, '\n', &line, 60000)) > 0; i++) printf("%.*s|", (int)n - 1, line);
  n = fl_read_exactly(&r, rest, sizeof rest, 60000);
  printf("%d %.6s ", (int)n, rest);
  n = fl_read_exactly(&r, rest, sizeof rest, 60000);
  printf("%d\n", n < 0);
  close(fd);
}
int main(void)
{
  int fds[2];
  if (pipe(fds) || fl_nonblocking(fds[0]) || fl_nonblocking(fds[1])) return 1;
  fl_spawn(reader(fds[0]));
  fl_spawn(writer(fds[1]));
  return (int)fl_main_loop();
}
