/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A web server of one page, with a thread for each connection. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fl_stream.h>
#include <fl_threads.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "http.h"

static struct {
  uint16_t port;
  uint32_t timeout; /* ms; of a request and of an answer */
  fl_nursery connections;
} web = {.port = 8080, .timeout = 30000};

/* What has come, and the rest of what has begun: false when the connection is over. Only meanwhile is there a
 * buffer. */
static cps bool answer_requests(int fd) {
  char buffer[REQUEST_MOST];
  size_t have = 0;
  do {
    ssize_t got = fl_read(fd, buffer + have, sizeof buffer - have, web.timeout);
    if (got <= 0) return false;
    have += (size_t)got;
    for (size_t length; (length = http_request(buffer, have)) > 0;) {
      struct answer answer = http_answer(buffer, length);
      if (fl_write(fd, answer.text, answer.length, web.timeout) < 0 || answer.last) return false;
      have -= length;
      memmove(buffer, buffer + length, have);
    }
  } while (have > 0 && have < sizeof buffer);
  if (have == 0) return true;
  fl_write(fd, HTTP_TOO_LONG.text, HTTP_TOO_LONG.length, web.timeout);
  return false;
}

static cps void serve(void *argument) {
  int fd = (int)(intptr_t)argument;
  fl_keep(fd);
  while (fl_io_wait_for(fd, FL_IN, web.timeout, NULL) > 0 && answer_requests(fd))
    ;
  fl_close(fd);
}

/* A descriptor, or a negated errno. In a replay (docs/threads/replay.md) nobody asks for a connection. */
static int connection(int listener) {
  int fd = fl_replaying() ? -1 : accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
  return fl_recorded_fd(fd == -1 ? -errno : fd);
}

static cps void accept_all(void *argument) {
  int listener = (int)(intptr_t)argument;
  while (fl_io_wait(listener, FL_IN, NULL) > 0) {
    int fd;
    while ((fd = connection(listener)) >= 0) fl_nursery_spawn(&web.connections, serve, (void *)(intptr_t)fd);
    if (fd != -EAGAIN && fd != -ECONNABORTED && fl_sleep(100, NULL) < 0) /* too many files, for example */
      break;
  }
  close(listener);
}

/* Until a signal comes. */
static cps void all(int listener, int signals) {
  fl_nursery_spawn(&web.connections, accept_all, (void *)(intptr_t)listener);
  fl_io_wait(signals, FL_IN, NULL);
  close(signals);
  fl_nursery_cancel(&web.connections);
  fl_nursery_join(&web.connections);
}

static int listen_on(uint16_t *port) {
  int one = 1, fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(*port)};
  socklen_t length = sizeof address;
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  if (bind(fd, (struct sockaddr *)&address, length) != 0 || listen(fd, 4096) != 0) return -1;
  getsockname(fd, (struct sockaddr *)&address, &length);
  *port = ntohs(address.sin_port);
  return fd;
}

static uint32_t number(const char *text, uint32_t high) {
  char *end;
  unsigned long value = strtoul(text, &end, 10);
  if (*text >= '0' && *text <= '9' && !*end && value <= high) return (uint32_t)value;
  fprintf(stderr, "web: not a number, or out of range: %s\n", text);
  exit(2);
}

int main(int argc, char **argv) {
  static const char usage[] = "usage: web [--port NUMBER] [--timeout SECONDS (0: none)]\n";
  static const struct option known[] = {{"help", no_argument, NULL, 'h'},
                                        {"port", required_argument, NULL, 'p'},
                                        {"timeout", required_argument, NULL, 't'},
                                        {NULL, 0, NULL, 0}};
  for (int option; (option = getopt_long(argc, argv, "", known, NULL)) != -1;) switch (option) {
    case 'h': fputs(usage, stdout); return 0;
    case 'p': web.port = (uint16_t)number(optarg, 65535); break;
    case 't': web.timeout = number(optarg, 1000000) * 1000; break;
    default: fputs(usage, stderr); return 2;
    }
  if (optind != argc) {
    fputs(usage, stderr);
    return 2;
  }
  if (web.timeout == 0) web.timeout = FL_FOREVER;
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  sigprocmask(SIG_BLOCK, &set, NULL);
  signal(SIGPIPE, SIG_IGN);
  int listener = listen_on(&web.port), signals = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
  if (listener == -1 || signals == -1) {
    perror("web");
    return 1;
  }
  printf("web: listening on port %u\n", web.port);
  fflush(stdout);
  fl_spawn(all(listener, signals));
  return (int)fl_main_loop();
}
