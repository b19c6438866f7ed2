/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "anchor_place.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE_MS = 30000, STEP_MS = 5, MOST = FL_ANCHOR_TEXT + 1 };
extern char **environ;

static int64_t now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* FAIRLEAD_...PASSWORD: whoever reads one takes it out of the environment, but not each program reads each. */
static bool is_password(const char *variable) {
  static const char begin[] = "FAIRLEAD_", end[] = "PASSWORD";
  size_t n = strcspn(variable, "="), first = sizeof begin - 1, last = sizeof end - 1;
  return n >= first + last && memcmp(variable, begin, first) == 0 && memcmp(variable + n - last, end, last) == 0;
}

/* Our environment, in which it may look for a TPM or for who it is elsewhere, without our passwords. */
static char **without_passwords(void) {
  size_t n = 0;
  while (environ[n]) n++;
  char **its = calloc(n + 1, sizeof *its), **to = its;
  for (char **e = environ; its && *e; e++)
    if (!is_password(*e)) *to++ = *e;
  return its;
}

/* With no descriptor of ours but the standard error. In a group of its own, so that all of it can be ended, and a
 * terminal's ^C is not for it; with none of our signals blocked or ignored. */
static bool start(const char *command, const char *file, const char *verb, int in, int out, pid_t *pid) {
  char *line;
  if (asprintf(&line, "%s %s", command, verb) < 0) return false;
  char **its = without_passwords();
  char *shell[] = {(char *)(uintptr_t) "sh", (char *)(uintptr_t) "-c", line, NULL};
  char *program[] = {(char *)(uintptr_t)command, (char *)(uintptr_t)file, (char *)(uintptr_t)verb, NULL};
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t how;
  sigset_t none, usual;
  sigemptyset(&none);
  sigemptyset(&usual);
  sigaddset(&usual, SIGPIPE);
  sigaddset(&usual, SIGINT);
  sigaddset(&usual, SIGTERM);
  bool ok = its && posix_spawn_file_actions_init(&actions) == 0;
  if (ok && posix_spawnattr_init(&how) != 0) {
    posix_spawn_file_actions_destroy(&actions);
    ok = false;
  }
  if (ok) {
    ok = posix_spawn_file_actions_adddup2(&actions, in, 0) == 0 &&
         posix_spawn_file_actions_adddup2(&actions, out, 1) == 0 &&
         posix_spawn_file_actions_addclosefrom_np(&actions, 3) == 0 &&
         posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) == 0 &&
         posix_spawnattr_setpgroup(&how, 0) == 0 && posix_spawnattr_setsigmask(&how, &none) == 0 &&
         posix_spawnattr_setsigdefault(&how, &usual) == 0 &&
         posix_spawn(pid, file ? command : "/bin/sh", &actions, &how, file ? program : shell, its) == 0;
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&how);
  }
  free(its);
  free(line);
  return ok;
}

/* Gives it `input`, and has what it says: at most so much. False: it did not end well, or not in time. */
static bool run(const char *command, const char *file, const char *verb, const char *input, size_t left, char *output,
                size_t *length) {
  int to[2], from[2];
  pid_t pid;
  int64_t until = now_ms() + PATIENCE_MS;
  if (pipe2(to, O_CLOEXEC) < 0) return false;
  if (pipe2(from, O_CLOEXEC) < 0) {
    close(to[0]), close(to[1]);
    return false;
  }
  bool started = start(command, file, verb, to[0], from[1], &pid), in_time = started, open_to = true;
  close(to[0]);
  close(from[1]);
  fcntl(to[1], F_SETFL, O_NONBLOCK);
  *length = 0;
  for (bool more = started; more;) {
    if (open_to && left == 0) close(to[1]), open_to = false;
    struct pollfd p[] = {{.fd = from[0], .events = POLLIN}, {.fd = open_to ? to[1] : -1, .events = POLLOUT}};
    int64_t time = until - now_ms();
    if (time <= 0 || (poll(p, 2, (int)time) < 0 && errno != EINTR)) {
      in_time = false;
      break;
    }
    if (p[1].revents) {
      ssize_t n = write(to[1], input, left); /* SIGPIPE is ignored in all of us */
      if (n > 0)
        input += n, left -= (size_t)n;
      else if (n < 0 && errno != EAGAIN && errno != EINTR)
        left = 0; /* it does not want it */
    }
    if (p[0].revents) {
      ssize_t n = *length < MOST ? read(from[0], output + *length, MOST - *length) : 0;
      if (n > 0)
        *length += (size_t)n;
      else if (n == 0 || (errno != EAGAIN && errno != EINTR))
        more = false;
    }
  }
  if (open_to) close(to[1]);
  close(from[0]);
  if (!started) return false;
  int status = 0;
  pid_t gone = 0;
  while (in_time && (gone = waitpid(pid, &status, WNOHANG)) == 0 && now_ms() < until) poll(NULL, 0, STEP_MS);
  if (gone != pid) {
    kill(-pid, SIGKILL);
    waitpid(pid, &status, 0);
    return false;
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

int fl_anchor_command_read(const char *command, const char *file, struct fl_anchor *a, const char **why) {
  char text[MOST];
  size_t length;
  *a = (struct fl_anchor){0};
  *why = "the command failed, or took more than half a minute";
  if (!run(command, file, "read", NULL, 0, text, &length)) return -1;
  *why = "what the command says is none";
  return length == 0 ? 0 : fl_anchor_read_text(text, length, a) ? 1 : -1;
}

bool fl_anchor_command_write(const char *command, const char *file, const struct fl_anchor *a,
                             const struct fl_anchor *before) {
  char text[2 * FL_ANCHOR_TEXT], said[MOST];
  size_t length = fl_anchor_write_text(text, a), heard;
  if (before) length += fl_anchor_write_text(text + length, before);
  return run(command, file, "write", text, length, said, &heard);
}
