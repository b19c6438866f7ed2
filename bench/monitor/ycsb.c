/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* YCSB's core workloads over Redis' protocol (GET and SET), for servers that have strings only.
 *   ycsb PORT load RECORDS CONNECTIONS BYTES             puts all records
 *   ycsb PORT a|b|c|d|f|w RECORDS CONNECTIONS BYTES OPERATIONS
 * A: half reads, half updates; B: 95% reads; C: reads; D: 95% reads of what is new, 5% inserts; F: half reads, half
 * read, change and write back; w (not YCSB's): updates. Which record: scrambled Zipf of .99, D: Zipf from the newest
 * on. E scans, which neither side has. Each connection has one request under way. Prints operations a second, and the
 * median and the 99th percentile of how long one took, in microseconds. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <math.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

enum { MOST = 65536, ROOM = MOST + 256 };

struct connection {
  int fd;
  uint64_t record, began;
  bool reads, writes_after; /* what is under way; and then what was read is written back */
  size_t have;
  char data[ROOM];
};

static uint64_t state = 88172645463325252u, records, newest;
static char kind;
static size_t bytes;
static double zeta_n, zeta_2;

static void die(const char *what) {
  fprintf(stderr, "ycsb: %s\n", what);
  exit(1);
}
static uint64_t dice(void) {
  state ^= state << 13;
  state ^= state >> 7;
  return state ^= state << 17;
}
static double uniform(void) { return (double)(dice() >> 11) / 9007199254740992.0; }
static uint64_t now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

/* Gray and others, Quickly generating billion-record synthetic databases (1994), as YCSB has it. */
static const double theta = .99;
static void zipf_begin(void) {
  for (uint64_t i = 1; i <= records; i++) zeta_n += 1 / pow((double)i, theta);
  zeta_2 = 1 + 1 / pow(2, theta);
}
static uint64_t zipf(void) {
  double u = uniform(), uz = u * zeta_n, n = (double)records, alpha = 1 / (1 - theta);
  double eta = (1 - pow(2 / n, 1 - theta)) / (1 - zeta_2 / zeta_n);
  if (uz < 1) return 0;
  if (uz < zeta_2) return 1;
  uint64_t at = (uint64_t)(n * pow(eta * u - eta + 1, alpha));
  return at < records ? at : records - 1;
}
static uint64_t scrambled(uint64_t n) { /* FNV, of the number's bytes */
  uint64_t h = 0xcbf29ce484222325u;
  for (int i = 0; i < 8; i++) h = (h ^ (n >> 8 * i & 255)) * 0x100000001b3u;
  return h;
}

static void send_all(int fd, const char *data, size_t length) {
  while (length > 0) {
    ssize_t n = write(fd, data, length);
    if (n <= 0) die("a connection is lost");
    data += n, length -= (size_t)n;
  }
}

static void get(struct connection *c) {
  char name[32], text[128];
  int n = snprintf(name, sizeof name, "user%llu", (unsigned long long)scrambled(c->record));
  int m = snprintf(text, sizeof text, "*2\r\n$3\r\nGET\r\n$%d\r\n%s\r\n", n, name);
  c->reads = true;
  send_all(c->fd, text, (size_t)m);
}
static void set(struct connection *c) {
  static char text[ROOM];
  char name[32];
  int n = snprintf(name, sizeof name, "user%llu", (unsigned long long)scrambled(c->record));
  size_t m = (size_t)snprintf(text, sizeof text, "*3\r\n$3\r\nSET\r\n$%d\r\n%s\r\n$%zu\r\n", n, name, bytes);
  memset(text + m, 'a' + (int)(dice() % 26), bytes);
  memcpy(text + m + bytes, "\r\n", 2);
  c->reads = c->writes_after = false;
  send_all(c->fd, text, m + bytes + 2);
}

static void begin(struct connection *c) {
  double u = uniform();
  c->have = 0;
  c->writes_after = false;
  c->began = now_ns();
  switch (kind) {
  case 'l': c->record = newest++; return set(c);
  case 'd':
    if (u < .05) return c->record = newest++, set(c);
    c->record = newest - 1 - zipf();
    return get(c);
  default: c->record = scrambled(zipf()) % records;
  }
  double reads = kind == 'a' || kind == 'f' ? .5 : kind == 'b' ? .95 : kind == 'w' ? 0 : 1;
  if (u < reads) return get(c);
  if (kind != 'f') return set(c);
  get(c);
  c->writes_after = true;
}

/* Whether the whole answer is there. */
static bool answered(struct connection *c) {
  ssize_t n = read(c->fd, c->data + c->have, ROOM - 1 - c->have);
  if (n <= 0) die("a connection is lost");
  c->have += (size_t)n;
  c->data[c->have] = 0;
  char *end = strstr(c->data, "\r\n");
  if (!end) return false;
  if (c->data[0] == '-') die(c->data);
  if (!c->reads) return true;
  /* What D asks for may be on its way still. */
  if (c->data[0] != '$' || (c->data[1] == '-' && kind != 'd')) die("a record is not there");
  if (c->data[1] == '-') return true;
  return c->have >= (size_t)(end + 4 - c->data) + strtoul(c->data + 1, NULL, 10);
}

static int by_size(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

int main(int argc, char **argv) {
  if (argc < 6) die("PORT KIND RECORDS CONNECTIONS BYTES [OPERATIONS]");
  kind = argv[2][0];
  records = strtoull(argv[3], NULL, 10);
  newest = kind == 'l' ? 0 : records;
  bytes = strtoul(argv[5], NULL, 10);
  unsigned count = (unsigned)atoi(argv[4]);
  uint64_t operations = kind == 'l' ? records : argc > 6 ? strtoull(argv[6], NULL, 10) : 0;
  if (records < 2 || bytes > MOST || count < 1 || operations < count) die("numbers that make no sense");
  zipf_begin();
  struct connection *all = calloc(count, sizeof *all);
  uint64_t *took = calloc(operations, sizeof *took), begun = 0, done = 0;
  int events = epoll_create1(0);
  struct sockaddr_in to = {
      .sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(argv[1])), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  if (!all || !took || events < 0) die("no memory");
  for (unsigned i = 0; i < count; i++) {
    struct epoll_event e = {.events = EPOLLIN, .data.ptr = &all[i]};
    int one = 1;
    all[i].fd = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(all[i].fd, (struct sockaddr *)&to, sizeof to) < 0) die("cannot connect");
    setsockopt(all[i].fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    epoll_ctl(events, EPOLL_CTL_ADD, all[i].fd, &e);
  }
  uint64_t start = now_ns();
  for (; begun < count; begun++) begin(&all[begun]);
  while (done < operations) {
    struct epoll_event ready[64];
    int n = epoll_wait(events, ready, 64, 60000);
    if (n == 0) die("no answer for a minute");
    for (int i = 0; i < n; i++) {
      struct connection *c = ready[i].data.ptr;
      if (!answered(c)) continue;
      if (c->writes_after) {
        c->have = 0;
        set(c);
        continue;
      }
      took[done++] = now_ns() - c->began;
      if (begun++ < operations) begin(c);
    }
  }
  double seconds = (double)(now_ns() - start) / 1e9;
  qsort(took, done, sizeof *took, by_size);
  printf("%.0f %.1f %.1f\n", (double)done / seconds, (double)took[done / 2] / 1e3, (double)took[done * 99 / 100] / 1e3);
  return 0;
}
