/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Clients of a web server, a thread of each: each asks for the page, waits for it, and asks again, on one connection.
 * When all are connected and have been answered once, it measures for some time:
 *   load PORT CLIENTS MILLISECONDS PID
 * prints microseconds of processor time per request of process PID and its children, microseconds from question to
 * answer (median), and requests per second. Exit status 1: somebody was not answered. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fl_stream.h>
#include <fl_threads.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define SAMPLES (1 << 20)

static struct {
  struct sockaddr_in to;
  uint32_t clients, ms, connected, failed;
  uint64_t requests;
  bool measuring, over;
  size_t samples;
  uint32_t *times; /* ns */
  fl_cond go;
  fl_nursery threads;
} load;

static uint64_t now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/* ---- processor time */

static uint64_t time_of(pid_t pid) {
  clockid_t clock;
  struct timespec used;
  if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &used) != 0) return 0;
  return (uint64_t)used.tv_sec * 1000000000 + (uint64_t)used.tv_nsec;
}

static bool is_child(pid_t pid, pid_t of) {
  char path[64], line[512];
  int parent = -1;
  snprintf(path, sizeof path, "/proc/%d/stat", pid);
  FILE *file = fopen(path, "r");
  if (!file) return false;
  if (fgets(line, sizeof line, file)) {
    const char *end = strrchr(line, ')');
    if (!end || sscanf(end, ") %*c %d", &parent) != 1) parent = -1;
  }
  fclose(file);
  return parent == of;
}

static uint64_t time_of_all(pid_t pid) {
  uint64_t sum = time_of(pid);
  DIR *processes = opendir("/proc");
  for (struct dirent *entry; processes && (entry = readdir(processes));) {
    pid_t other = atoi(entry->d_name);
    if (other > 0 && is_child(other, pid)) sum += time_of(other);
  }
  if (processes) closedir(processes);
  return sum;
}

/* ---- clients */

static const char request[] = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

static cps int ask(int fd, size_t *answer_length) {
  char answer[512];
  size_t have = 0;
  if (fl_write(fd, request, sizeof request - 1, FL_FOREVER) < 0) return -1;
  while (have == 0 || have < *answer_length) {
    if (fl_io_wait(fd, FL_IN, NULL) < 0) return -1;
    ssize_t got = read(fd, answer + have, sizeof answer - have);
    if (got <= 0) return -1;
    have += (size_t)got;
    if (*answer_length == 0 && (memcmp(answer, "HTTP/1.1 200", 12) != 0 || !memmem(answer, have, "</p>", 4))) return -1;
    *answer_length = have;
  }
  return 0;
}

static cps int ask_again_and_again(int fd) {
  size_t length = 0;
  if (ask(fd, &length) != 0) return -1;
  if (++load.connected == load.clients)
    fl_signal_all(&load.go);
  else
    fl_wait(&load.go);
  while (!load.over) {
    uint64_t asked = now_ns();
    if (ask(fd, &length) != 0) return load.over ? 0 : -1;
    if (!load.measuring) continue;
    load.requests++;
    if (load.samples < SAMPLES) load.times[load.samples++] = (uint32_t)(now_ns() - asked);
  }
  return 0;
}

static cps void client(void *nothing) {
  (void)nothing;
  int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd == -1 || connect(fd, (struct sockaddr *)&load.to, sizeof load.to) != 0 || fl_nonblocking(fd) != 0 ||
      fl_keep(fd) != 0 || ask_again_and_again(fd) != 0)
    load.failed++;
  if (load.connected < load.clients && load.failed > 0) fl_nursery_cancel(&load.threads);
  if (fd != -1) fl_close(fd);
}

static int compare(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

static cps void all(pid_t server) {
  for (uint32_t i = 0; i < load.clients; i++) {
    fl_nursery_spawn(&load.threads, client, NULL);
    if (i % 50 == 0) fl_yield();
  }
  if (load.connected < load.clients && load.failed == 0) fl_wait(&load.go);
  fl_sleep(load.ms / 4, NULL);
  uint64_t used = time_of_all(server), began = now_ns();
  load.measuring = true;
  fl_sleep(load.ms, NULL);
  load.measuring = false;
  uint64_t seconds = now_ns() - began;
  used = time_of_all(server) - used;
  load.over = true;
  fl_nursery_join(&load.threads);
  if (load.failed > 0 || load.requests == 0) return;
  qsort(load.times, load.samples, sizeof *load.times, compare);
  printf("%.3f %.1f %.0f\n", (double)used / 1e3 / (double)load.requests, load.times[load.samples / 2] / 1e3,
         (double)load.requests * 1e9 / (double)seconds);
}

int main(int argc, char **argv) {
  if (argc != 5) {
    fputs("usage: load PORT CLIENTS MILLISECONDS PID\n", stderr);
    return 2;
  }
  load.to.sin_family = AF_INET;
  load.to.sin_port = htons((uint16_t)atoi(argv[1]));
  load.to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  load.clients = (uint32_t)atoi(argv[2]);
  load.ms = (uint32_t)atoi(argv[3]);
  load.times = malloc(SAMPLES * sizeof *load.times);
  signal(SIGPIPE, SIG_IGN);
  if (!load.times) return 1;
  fl_spawn(all((pid_t)atoi(argv[4])));
  fl_main_loop();
  free(load.times);
  return load.failed > 0 || load.requests == 0;
}
