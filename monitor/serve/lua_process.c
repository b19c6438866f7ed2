/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "lua_process.h"

#include "complaint.h"
#include "opening.h"
#include "clock.h"
#include "pipe.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* TURN_MS: however slowly bytes come and go, it is others' turn then. SHORT: most messages are. RESIDENT: so much
 * memory of one stays. */
enum { TURN_MS = 10, SHORT = 16384, RESIDENT = 1 << 20 };

static int spawn(struct fl_lua_process *p, const char *program, int fd) {
  char *argv[] = {(char *)(uintptr_t)program, NULL};
  posix_spawn_file_actions_t actions;
  int failed = posix_spawn_file_actions_init(&actions);
  if (failed) return failed;
  for (int i = 0; i < 3 && !failed; i++) failed = posix_spawn_file_actions_addopen(&actions, i, "/dev/null", O_RDWR, 0);
  if (!failed) failed = posix_spawn_file_actions_adddup2(&actions, fd, FL_LUA_FD);
  if (!failed) failed = posix_spawn_file_actions_addclosefrom_np(&actions, FL_LUA_FD + 1);
  if (!failed) failed = posix_spawn(&p->pid, program, &actions, NULL, argv, (char *[]){NULL});
  posix_spawn_file_actions_destroy(&actions);
  return failed;
}

bool fl_lua_start(struct fl_lua_process *p, bool *fresh) {
  static char program[FL_PROGRAM];
  int fds[2], higher;
  *fresh = false;
  if (p->pid > 0) return true;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) < 0) {
    fl_complain(0, "the scripts' process: %s", strerror(errno));
    return false;
  }
  higher = fcntl(fds[1], F_DUPFD_CLOEXEC, FL_LUA_FD + 1); /* so that it is not written over before it is given */
  int failed = higher < 0 ? errno : spawn(p, fl_program_beside("fairlead-monitor-lua", program), higher);
  close(fds[1]);
  if (higher >= 0) close(higher);
  if (failed) {
    fl_complain(0, "the scripts' process, %s: %s", program, strerror(failed));
    p->pid = 0;
    close(fds[0]);
    return false;
  }
  p->fd = fds[0];
  p->heard.length = 0;
  *fresh = true;
  return true;
}

bool fl_lua_say(struct fl_lua_process *p, uint8_t what, const void *data, size_t length) {
  uint8_t head[FL_LUA_HEAD];
  struct iovec parts[2] = {{head, sizeof head}, {(void *)(uintptr_t)data, length}};
  struct msghdr all = {.msg_iov = parts, .msg_iovlen = 2};
  if (p->pid <= 0 || p->unsaid.length > 0) return false;
  fl_frame_head(head, what, (uint32_t)length);
  ssize_t n = sendmsg(p->fd, &all, MSG_NOSIGNAL | MSG_DONTWAIT);
  if (n < 0 && errno != EAGAIN && errno != EINTR) return false;
  size_t sent = n < 0 ? 0 : (size_t)n;
  if (sent == sizeof head + length) return true;
  p->said = sent;
  return fl_buffer_add(&p->unsaid, head, sizeof head) && fl_buffer_add(&p->unsaid, data, length);
}

static void forget_large(struct fl_buffer *b) {
  b->length = 0;
  if (b->room <= RESIDENT) return;
  free(b->data);
  *b = (struct fl_buffer){0};
}

/* Of the message that is coming, so many bytes are missing still; 0: it is here. More than there may be, or more than
 * it has: UINT32_MAX. */
static size_t is_missing(const struct fl_lua_process *p) {
  if (p->heard.length < FL_LUA_HEAD) return FL_LUA_HEAD - p->heard.length;
  size_t whole = FL_LUA_HEAD + (size_t)fl_frame_u32(p->heard.data + 1);
  return whole > FL_LUA_HEAD + FL_LUA_MOST || whole < p->heard.length ? UINT32_MAX : whole - p->heard.length;
}

/* The rest of what it is told, and then what it says. */
static ssize_t go_on(struct fl_lua_process *p) {
  ssize_t n;
  if (p->unsaid.length > 0) {
    n = send(p->fd, p->unsaid.data + p->said, p->unsaid.length - p->said, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (n > 0) p->said += (size_t)n;
    if (p->said == p->unsaid.length) forget_large(&p->unsaid);
    return n;
  }
  size_t missing = is_missing(p);
  if (missing == UINT32_MAX || !fl_buffer_room(&p->heard, missing < SHORT ? SHORT : missing)) return 0;
  n = recv(p->fd, p->heard.data + p->heard.length, p->heard.room - p->heard.length, MSG_DONTWAIT);
  if (n > 0) p->heard.length += (size_t)n;
  return n;
}

enum fl_lua_heard fl_lua_hear(struct fl_lua_process *p, int wait_ms, uint8_t *what, uint8_t **data, size_t *length) {
  uint64_t ends = fl_clock_read(CLOCK_MONOTONIC_COARSE) + TURN_MS;
  if (p->pid <= 0) return FL_LUA_GONE;
  if (p->heard.length > 0 && is_missing(p) == 0) fl_lua_heard(p); /* the one before */
  /* It was told something just now, and nothing is here. */
  if (p->heard.length == 0 && p->unsaid.length == 0) {
    if (poll(&(struct pollfd){.fd = p->fd, .events = POLLIN}, 1, wait_ms) <= 0) return FL_LUA_SILENT;
    wait_ms = 0;
  }
  for (;;) {
    struct pollfd ready = {.fd = p->fd, .events = p->unsaid.length > 0 ? POLLOUT : POLLIN};
    ssize_t n = go_on(p);
    if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR)) return FL_LUA_GONE;
    if (n < 0 && errno == EAGAIN) {
      if (poll(&ready, 1, wait_ms) <= 0) return FL_LUA_SILENT;
      wait_ms = 0;
    }
    if (p->unsaid.length > 0 || is_missing(p) > 0) {
      if (fl_clock_read(CLOCK_MONOTONIC_COARSE) >= ends) return FL_LUA_SILENT;
      continue;
    }
    *what = p->heard.data[0];
    *data = p->heard.data + FL_LUA_HEAD;
    *length = p->heard.length - FL_LUA_HEAD;
    return FL_LUA_SAID;
  }
}

void fl_lua_heard(struct fl_lua_process *p) { forget_large(&p->heard); }

size_t fl_lua_holds(const struct fl_lua_process *p) { return p->heard.room + p->unsaid.room; }

void fl_lua_end(struct fl_lua_process *p) {
  if (p->pid <= 0) return;
  kill(p->pid, SIGKILL);
  while (waitpid(p->pid, NULL, 0) < 0 && errno == EINTR) {}
  close(p->fd);
  free(p->heard.data);
  free(p->unsaid.data);
  *p = (struct fl_lua_process){0};
}
