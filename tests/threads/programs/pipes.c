/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

#include <unistd.h>
#include <fcntl.h>
static cps int read_byte(int fd)
{
  unsigned char c;
  for (;;) {
    ssize_t n = read(fd, &c, 1);
    if (n == 1) return c;
    if (n == 0) return -1;
    if (fl_io_wait(fd, FL_IN, NULL) < 0) return -2;
  }
}
static cps void reader(int fd)
{
  int c, n = 0;
  while ((c = read_byte(fd)) >= 0) {
    putchar(c);
    n++;
  }
  printf(" %d %d\n", n, c);
  close(fd);
}
static cps void writer(int fd, const char *s)
{
  for (; *s; s++) {
    if (write(fd, s, 1) != 1) return;
    if (*s == ' ') fl_sleep(2, NULL);
    else fl_yield();
  }
  close(fd);
}
int main(void)
{
  for (int i = 0; i < 2; i++) {
    int p[2];
    if (pipe(p)) return 1;
    fcntl(p[0], F_SETFL, O_NONBLOCK);
    if (i == 0) {
      fl_spawn(reader(p[0]));
      fl_spawn(writer(p[1], "over a pipe"));
      if (fl_main_loop()) return 2;
    } else {
      fl_spawn(writer(p[1], "again"));
      fl_spawn(reader(p[0]));
    }
  }
  return (int)fl_main_loop();
}
