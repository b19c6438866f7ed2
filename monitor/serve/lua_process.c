/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "lua_process.h"

#include "complaint.h"
#include "opening.h"
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

/* TAKES_MS: it reads when it is its turn; if not, it is none of ours any more. RESIDENT: so much memory of a message
 * stays. */
enum { TAKES_MS = 5000, RESIDENT = 1 << 20 };

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
  return p->pid > 0 && fl_frame_say(p->fd, what, data, length, fl_frame_until(TAKES_MS));
}

/* Of the message that is coming, so many bytes are missing still; 0: it is here. More than there may be: UINT32_MAX. */
static size_t is_missing(const struct fl_lua_process *p) {
  if (p->heard.length < FL_LUA_HEAD) return FL_LUA_HEAD - p->heard.length;
  size_t whole = FL_LUA_HEAD + (size_t)fl_frame_u32(p->heard.data + 1);
  return whole > FL_LUA_HEAD + FL_LUA_MOST ? UINT32_MAX : whole - p->heard.length;
}

enum fl_lua_heard fl_lua_hear(struct fl_lua_process *p, int wait_ms, uint8_t *what, uint8_t **data, size_t *length) {
  struct pollfd ready = {.fd = p->fd, .events = POLLIN};
  if (p->pid <= 0) return FL_LUA_GONE;
  if (p->heard.length > 0 && is_missing(p) == 0) p->heard.length = 0; /* the one before */
  if (p->heard.length == 0 && p->heard.room > RESIDENT) {
    free(p->heard.data);
    p->heard = (struct fl_buffer){0};
  }
  for (;;) {
    size_t missing = is_missing(p);
    if (missing == UINT32_MAX || !fl_buffer_room(&p->heard, missing)) return FL_LUA_GONE;
    ssize_t n = recv(p->fd, p->heard.data + p->heard.length, missing, MSG_DONTWAIT);
    if (n < 0 && errno == EINTR) continue;
    if (n == 0 || (n < 0 && errno != EAGAIN)) return FL_LUA_GONE;
    if (n < 0) {
      if (poll(&ready, 1, wait_ms) <= 0) return FL_LUA_SILENT;
      wait_ms = 0;
      continue;
    }
    p->heard.length += (size_t)n;
    if (is_missing(p) > 0) continue;
    *what = p->heard.data[0];
    *data = p->heard.data + FL_LUA_HEAD;
    *length = p->heard.length - FL_LUA_HEAD;
    return FL_LUA_SAID;
  }
}

void fl_lua_end(struct fl_lua_process *p) {
  if (p->pid <= 0) return;
  kill(p->pid, SIGKILL);
  while (waitpid(p->pid, NULL, 0) < 0 && errno == EINTR) {}
  close(p->fd);
  free(p->heard.data);
  *p = (struct fl_lua_process){0};
}
