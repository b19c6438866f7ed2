/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The loop's limits and time-outs to the byte and the millisecond: real sockets, but a clock of ours, which moves only
 * when the loop waits, and a kernel that takes as much, and says of errors what, as a case wants. Nothing depends on
 * how fast the machine is. Linked with --wrap for the functions below (tests/runtime/world.t). */
#define _GNU_SOURCE
#include "fl_loop.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* What docs/runtime.md says. */
enum { PROGRESS = 65536, LINGER_MS = 1000, LINGER_BYTES = 262144, AGAIN_MS = 100, PER_TURN = 64, LATE_MS = 64 };

/* ---- the world: what cases set, and what they look at */

static uint64_t now;                    /* milliseconds */
static size_t may_send;                 /* what the kernel takes before it says EAGAIN */
static bool limited;                    /* whether it does that */
static int accept_fails, send_fails;    /* errno of the next ones; accept's stays */
static unsigned accepts, sends, endless; /* calls; waits without end */
static void (*script)(void);            /* runs at the start of each turn */
static struct fl_loop *loop;

int __real_clock_gettime(clockid_t which, struct timespec *t);
int __real_epoll_wait(int fd, struct epoll_event *events, int most, int wait);
ssize_t __real_sendmsg(int fd, const struct msghdr *message, int flags);
ssize_t __real_sendfile(int to, int from, off_t *offset, size_t count);
int __real_accept4(int fd, struct sockaddr *address, socklen_t *length, int flags);

int __wrap_clock_gettime(clockid_t which, struct timespec *t)
{
  if (which != CLOCK_MONOTONIC)
    return __real_clock_gettime(which, t);
  *t = (struct timespec){(time_t)(now / 1000), (long)(now % 1000) * 1000000};
  return 0;
}

int __wrap_epoll_wait(int fd, struct epoll_event *events, int most, int wait)
{
  static uint64_t same;
  static unsigned at_once;
  at_once = now == same ? at_once + 1 : 0;
  same = now;
  if (at_once > 20000) { /* nothing that is sent in a case takes so many turns */
    printf("not ok - the loop spins\n");
    exit(1);
  }
  script();
  int n = __real_epoll_wait(fd, events, most, 0);
  if (n == 0) { /* it sleeps; when that is without end, only until the script's next step */
    now += wait < 0 ? 1 : (uint64_t)wait;
    endless += wait < 0;
  }
  /* A peer that takes nothing: its socket is not writable, whatever the kernel thinks. */
  int kept = 0;
  for (int i = 0; i < n; i++)
    if (!(limited && may_send == 0 && events[i].events == EPOLLOUT))
      events[kept++] = events[i];
  if (n > 0 && kept == 0)
    now++;
  return kept;
}

ssize_t __wrap_sendmsg(int fd, const struct msghdr *message, int flags)
{
  sends++;
  if (send_fails) {
    errno = send_fails;
    send_fails = 0;
    return -1;
  }
  if (!limited)
    return __real_sendmsg(fd, message, flags);
  size_t length = 0;
  for (size_t i = 0; i < message->msg_iovlen; i++)
    length += message->msg_iov[i].iov_len;
  if (may_send == 0 && length > 0) {
    errno = EAGAIN;
    return -1;
  }
  length = length < may_send ? length : may_send;
  may_send -= length;
  return (ssize_t)length; /* it does not matter where it goes */
}

ssize_t __wrap_sendfile(int to, int from, off_t *offset, size_t count)
{
  sends++;
  return __real_sendfile(to, from, offset, count);
}

int __wrap_accept4(int fd, struct sockaddr *address, socklen_t *length, int flags)
{
  accepts++;
  if (accept_fails) {
    errno = accept_fails;
    return -1;
  }
  return __real_accept4(fd, address, length, flags);
}

/* ---- what the handler does, and what happened */

static uint16_t port;
static unsigned happened[FL_STOPPING + 1], closings, releases, dirty;
static uint64_t when[FL_STOPPING + 1], first_expired;
static uint32_t patience;               /* what it awaits */
static bool closes_at_once, uses_nothing, expendable, stays, parks;
static struct fl_body body;             /* what is sent for input, if its length is not 0 */
static size_t seen;                     /* input, at the last event */
static enum fl_sending sent;

static void release(void *owner)
{
  (void)owner;
  releases++;
}

static void on_event(void *context, struct fl_conn *conn, enum fl_event event)
{
  (void)context;
  happened[event]++;
  when[event] = now;
  if (happened[FL_EXPIRED] == 1 && event == FL_EXPIRED)
    first_expired = now;
  fl_conn_input(conn, &seen);
  uint8_t *state = fl_conn_state(conn);
  dirty += event == FL_OPENED && *state != 0;
  *state = 0xff;
  if (event == FL_OPENED && expendable)
    fl_conn_expendable(conn, true);
  if (event == FL_INPUT && !uses_nothing)
    fl_conn_consume(conn, seen);
  if (event == FL_INPUT && body.length > 0) {
    sent = fl_conn_send(conn, (const uint8_t *)"head", 4, &body);
    if (sent == FL_SENDING)
      return;
    if (sent == FL_SEND_FAILED) {
      fl_conn_close(conn);
      return;
    }
  }
  if (parks && event == FL_INPUT)
    fl_conn_park(conn, 500);
  else if (closes_at_once || event == FL_ENDED || event == FL_EXPIRED || (event == FL_STOPPING && !stays))
    fl_conn_close(conn);
  else
    fl_conn_await(conn, patience);
}

static void on_closed(void *context, struct fl_conn *conn)
{
  (void)context;
  (void)conn;
  closings++;
}

static int count, failed;

static void is(const char *name, uint64_t want, uint64_t got)
{
  count++;
  if (want != got)
    failed++;
  printf("%s %d - %s\n", want == got ? "ok" : "not ok", count, name);
  if (want != got)
    printf("# %llu, not %llu\n", (unsigned long long)got, (unsigned long long)want);
}

static void within(const char *name, uint64_t low, uint64_t high, uint64_t got)
{
  if (got < low || got > high)
    printf("# %llu, not %llu to %llu\n", (unsigned long long)got, (unsigned long long)low, (unsigned long long)high);
  is(name, 1, got >= low && got <= high);
}

static void must(bool good, const char *what)
{
  if (good)
    return;
  perror(what);
  exit(1);
}

static int peers[256];
static size_t peer_count;

static int connect_one(void)
{
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(port)};
  inet_pton(AF_INET, "127.0.0.1", &to.sin_addr);
  int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  must(fd >= 0 && connect(fd, (struct sockaddr *)&to, sizeof to) == 0, "connect");
  must(fcntl(fd, F_SETFL, O_NONBLOCK) == 0, "fcntl");
  peers[peer_count++] = fd;
  return fd;
}

static void say(int fd, size_t n)
{
  static const uint8_t text[65536];
  while (n > 0) {
    ssize_t m = send(fd, text, n < sizeof text ? n : sizeof text, MSG_NOSIGNAL);
    must(m > 0, "send");
    n -= (size_t)m;
  }
}

/* A case: a loop of its own, whose script says when it stops. */
static void run(void (*turn)(void), uint32_t connections, uint32_t input, uint32_t grace)
{
  struct fl_limits limits = {.connections = connections, .input = input, .send_timeout_ms = 5000, .grace_ms = grace};
  struct fl_handler handler = {.state_size = 8, .event = on_event, .closed = on_closed};
  now = 1000000;
  accepts = sends = endless = closings = releases = 0;
  memset(happened, 0, sizeof happened);
  memset(when, 0, sizeof when);
  peer_count = 0;
  port = 0;
  script = turn;
  loop = fl_loop_new(&limits, &handler);
  must(loop && fl_loop_listen(loop, "127.0.0.1", &port) == 0, "listen");
  must(fl_loop_run(loop) == 0, "run");
  fl_loop_free(loop);
  for (size_t i = 0; i < peer_count; i++)
    close(peers[i]);
  patience = 1000000000;
  closes_at_once = uses_nothing = expendable = stays = limited = parks = false;
  accept_fails = 0;
  body = (struct fl_body){0};
}

static int step;                        /* of a script */
static uint64_t since;                  /* when it began */
static void stop(void)
{
  step = -1;
  fl_loop_stop(loop);
}

/* ---- sending: 64 KiB in each time-out, or the end */

static size_t each, at_first;
static uint64_t cut_at;
static unsigned rounds;

static void sending(void)
{
  if (step == 0) {
    say(connect_one(), 1);
    step = 1;
  } else if (step == 1 && happened[FL_INPUT]) {
    since = now;
    rounds = 0;
    may_send = 0;
    step = 2;
  } else if (step == 2 && fl_loop_connections(loop) == 0) {
    cut_at = now;
    stop();
  } else if (step == 2 && now - since >= 4000 * (rounds + 1)) {
    may_send += rounds == 0 ? at_first : each;
    if (++rounds == 20)
      stop();
  }
}

static void send_progress(void)
{
  static uint8_t text[1 << 22];
  for (int enough = 0; enough < 3; enough++) {
    body = (struct fl_body){.data = text, .file = -1, .length = sizeof text, .release = release};
    limited = true;
    may_send = 0;
    each = PROGRESS - (enough != 1);
    at_first = enough ? PROGRESS : each;
    step = 0;
    cut_at = 0;
    run(sending, 4, 4096, 0);
    if (enough == 1) {
      is("64 KiB in each time-out keep a connection", 20, rounds);
    } else {
      uint64_t begun = enough ? 4000 : 0; /* the first round was enough */
      within("one byte less does not", begun + 5000, begun + 5000 + 3 * LATE_MS, cut_at - since);
      is("and its handler is told once", 1, closings);
    }
    is("its body is released once", 1, releases);
  }
  body = (struct fl_body){.data = text, .file = -1, .length = 100};
  send_fails = EINTR;
  limited = true;
  may_send = 1000;
  step = 0;
  run(sending, 4, 4096, 0);
  is("an interrupted send goes on", FL_SEND_DONE, (uint64_t)sent);
  char name[] = "/tmp/fl_world_XXXXXX";
  int file = mkstemp(name);
  must(file >= 0 && unlink(name) == 0 && ftruncate(file, 50) == 0, "mkstemp");
  body = (struct fl_body){.file = file, .length = 51, .release = release};
  step = 0;
  run(sending, 4, 4096, 0);
  is("a file that is shorter than was said ends its connection", 1, closings);
  is("and is released", 1, releases);
  close(file);
}

/* ---- lingering: a second, 256 KiB */

static size_t flood;

static bool goes;

static void lingering(void)
{
  if (step == 0) {
    connect_one();
    step = 1;
  } else if (step == 1 && closings) {
    since = now;
    if (flood)
      say(peers[0], flood);
    if (goes)
      must(shutdown(peers[0], SHUT_WR) == 0, "shutdown");
    step = 2;
  } else if (step == 2 && fl_loop_connections(loop) == 0) {
    cut_at = now;
    step = 3;
  } else if (step == 3 && now >= since + 3 * LINGER_MS) { /* no deadline of it is left */
    stop();
  }
}

/* The peer is gone before the end: there is nothing to linger for. */
static void hanging_up(void)
{
  if (step == 0) {
    must(shutdown(connect_one(), SHUT_WR) == 0, "shutdown");
    step = 1;
  } else if (step == 1 && closings) {
    is("whose peer is gone does not linger", 0, fl_loop_connections(loop));
    closes_at_once = true;
    connect_one();
    step = 2;
  } else if (step == 2 && closings == 2) {
    is("the next at its place does", 1, fl_loop_connections(loop));
    stop();
  }
}

static void linger(void)
{
  closes_at_once = true;
  step = 0, flood = 0;
  run(lingering, 4, 4096, 0);
  within("who sends nothing after the end lingers for a second", LINGER_MS, LINGER_MS + 2 * LATE_MS, cut_at - since);
  closes_at_once = true;
  step = 0, flood = LINGER_BYTES - 1;
  run(lingering, 4, 4096, 0);
  within("as does who sends a byte less than 256 KiB", LINGER_MS, LINGER_MS + 2 * LATE_MS, cut_at - since);
  closes_at_once = true;
  step = 0, flood = LINGER_BYTES;
  run(lingering, 4, 4096, 0);
  within("who sends 256 KiB does not", 0, LINGER_MS - 1, cut_at - since);
  closes_at_once = goes = true;
  step = 0, flood = 0;
  run(lingering, 4, 4096, 0);
  within("nor who goes, and its deadline with it", 0, LINGER_MS - 1, cut_at - since);
  goes = false;
  step = 0;
  run(hanging_up, 4, 4096, 0);
}

/* ---- accepting */

static int no_room = EMFILE;
static uint64_t tries[8];
static unsigned tried;

static void accepting(void)
{
  if (step == 0) {
    for (int i = 0; i < 150; i++)
      connect_one();
    step = 1;
  } else if (step >= 1 && step <= 3) {
    static const unsigned after[] = {PER_TURN, 2 * PER_TURN, 150};
    if (happened[FL_OPENED] != after[step - 1])
      is("accepted in this turn", after[step - 1], happened[FL_OPENED]);
    if (++step == 4)
      stop();
  }
}

static void no_descriptors(void)
{
  if (step == 0) {
    connect_one();
    accept_fails = no_room;
    step = 1;
  } else if (step == 1) {
    if (accepts > tried) {
      tries[tried < 7 ? tried : 7] = now;
      if (++tried == 5)
        accept_fails = 0;
    }
    if (happened[FL_OPENED])
      stop();
  }
}

/* All places taken: one by who is expendable, one by who lingers. */
static void full(void)
{
  if (step == 0) {
    connect_one();
    step = 1;
  } else if (step == 1 && happened[FL_OPENED] == 1) {
    closes_at_once = true;
    connect_one();
    step = 2;
  } else if (step == 2 && closings == 1) {
    closes_at_once = false;
    connect_one();
    step = 3;
  } else if (step == 3 && happened[FL_OPENED] == 3) {
    is("who lingers goes before who is expendable", 0, happened[FL_EXPIRED]);
    stop();
  }
}

static bool each_100_ms(void)
{
  bool good = tried == 6; /* the last is the one that succeeds */
  for (unsigned i = 1; i < tried && i < 8; i++)
    good = good && tries[i] - tries[i - 1] >= AGAIN_MS && tries[i] - tries[i - 1] <= AGAIN_MS + 2;
  return good;
}

static void accepts_in_turns(void)
{
  step = 0;
  run(accepting, 200, 4096, 0);
  is("64 connections are accepted in a turn, and the rest in the next", 150, happened[FL_OPENED]);
  step = 0, tried = 0;
  run(no_descriptors, 4, 4096, 0);
  is("without descriptors it tries again each 100 ms, and not between", 1, each_100_ms());
  is("and does not sleep until somebody comes", 0, endless);
  is("until there are some", 1, happened[FL_OPENED]);
  static const int others[] = {ENFILE, ENOBUFS, ENOMEM};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    step = 0, tried = 0;
    no_room = others[i];
    run(no_descriptors, 4, 4096, 0);
    is("as when the system has no room otherwise", 1, each_100_ms());
  }
  expendable = true;
  step = 0;
  run(full, 2, 4096, 0);
}

/* ---- input, and waiting for it */

static void filling(void)
{
  if (step == 0) {
    connect_one();
    say(peers[0], 4095);
    step = 1;
  } else if (step == 1 && happened[FL_INPUT] == 1 && seen == 4095) {
    say(peers[0], 1);
    step = 2;
  } else if (step == 2 && happened[FL_INPUT] == 2 && seen == 4096) {
    is("as much input as the limit is no end", 0, happened[FL_ENDED]);
    say(peers[0], 1);
    step = 3;
  } else if (step == 3 && happened[FL_ENDED]) {
    is("one byte more is", 4096, seen);
    is("and its peer may read why", 1, fl_loop_connections(loop));
    stop();
  }
}

/* Parked, it is not woken by what comes meanwhile, again and again. */
static void parking(void)
{
  if (step == 0) {
    say(connect_one(), 1);
    step = 1;
  } else if (step == 1 && happened[FL_INPUT]) {
    say(peers[0], 100);
    step = 2;
  } else if (step == 2 && happened[FL_EXPIRED]) {
    stop();
  }
}

static void waiting(void)
{
  if (step == 0) {
    connect_one();
    step = 1;
  } else if (step == 1 && happened[FL_EXPIRED]) {
    stop();
  }
}

static void input(void)
{
  uses_nothing = true;
  step = 0;
  run(filling, 4, 4096, 0);
  parks = true;
  step = 0;
  run(parking, 4, 4096, 0);
  is("what comes for who is parked does not wake it", 1, happened[FL_INPUT]);
  within("and its time is over when it is", 500, 500 + LATE_MS, when[FL_EXPIRED] - when[FL_INPUT]);
  patience = 700;
  step = 0;
  run(waiting, 4, 4096, 0);
  within("who is awaited is told when the time is over", 700, 700 + LATE_MS, when[FL_EXPIRED] - when[FL_OPENED]);
}

/* ---- shutdowns */

static void stopping(void)
{
  if (step == 0) {
    connect_one();
    connect_one();
    say(peers[0], 1); /* which is not used */
    step = 1;
  } else if (step == 1 && happened[FL_INPUT] && happened[FL_OPENED] == 2) {
    since = now;
    stop();
  }
}

static void shut_down(void)
{
  uses_nothing = stays = true;
  limited = true;
  step = 0;
  run(stopping, 4, 4096, 3000);
  is("at a shutdown who has no input is told", 1, happened[FL_STOPPING]);
  within("all that wait are told when the grace is over", 3000, 3000 + 2, when[FL_EXPIRED] - since);
  is("both", 2, happened[FL_EXPIRED]);
  within("and it ends within another second", 3000, 3000 + LINGER_MS + 2, now - since);
  uses_nothing = stays = true;
  patience = 500;
  step = 0;
  run(stopping, 4, 4096, 3000);
  within("who has less time than the grace is told when that is over", 500, 500 + LATE_MS + 2, first_expired - since);
  is("who is connected finds its state empty", 0, dirty);
}

static void nothing(void *context) { (void)context; }
static void stop_at_once(void)
{
  if (step == 0) {
    int fds[FL_LOOP_WATCHES + 1];
    for (int i = 0; i <= FL_LOOP_WATCHES; i++) {
      fds[i] = eventfd(0, EFD_CLOEXEC);
      errno = 0;
      bool added = fl_loop_watch(loop, fds[i], nothing, NULL) == 0;
      is(i < FL_LOOP_WATCHES ? "a descriptor is watched" : "one more is not", i < FL_LOOP_WATCHES, added);
    }
    is("because there is no space", ENOSPC, (uint64_t)errno);
    stop();
  }
}

int main(void)
{
  patience = 1000000000;
  send_progress();
  linger();
  accepts_in_turns();
  input();
  shut_down();
  step = 0;
  run(stop_at_once, 4, 4096, 0);
  printf("1..%d\n", count);
  return failed > 0;
}
