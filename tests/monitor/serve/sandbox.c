/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What is left to a process in the store's sandbox, tried one after the other: TAP. With a user, it becomes that. */
#define _GNU_SOURCE
#include "sandbox.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static int count, failed;
static void ok(bool good, const char *what) {
  count++;
  failed += !good;
  printf("%sok %d - %s\n", good ? "" : "not ", count, what);
}

/* One that was begun between the two is in both. */
static sem_t began, go;
static bool kept_in;
static void *other(void *nothing) {
  (void)nothing;
  sem_post(&began);
  sem_wait(&go);
  kept_in = open("/etc/passwd", O_RDONLY) < 0 && open("/tmp/fairlead-sandbox", O_WRONLY | O_CREAT, 0600) < 0;
  return NULL;
}
static pthread_t thread;
static bool thread_begins(void) {
  sem_init(&began, 0, 0);
  sem_init(&go, 0, 0);
  return pthread_create(&thread, NULL, other, NULL) == 0 && sem_wait(&began) == 0;
}

int main(int argc, char **argv) {
  const char *why = argc > 1 ? fl_sandbox_user(argv[1]) : NULL;
  char here[64] = "", there[64] = "what the parent keeps to itself";
  struct iovec mine = {here, sizeof here}, theirs = {there, sizeof there};
  pid_t parent = getppid();
  FILE *f = tmpfile(); /* what is open stays */
  ok(!why && f && (argc < 2 || (getuid() != 0 && getgid() != 0 && setuid(0) < 0)), why ? why : "the user");
  bool files = fl_sandbox_files(), threads = thread_begins(), calls = fl_sandbox_calls();
  if (files || calls) {
    ok(open("/etc/passwd", O_RDONLY) < 0, "no file is opened");
    ok(open("/tmp/fairlead-sandbox", O_WRONLY | O_CREAT, 0600) < 0, "nor made");
    ok(open("/proc/self/mem", O_RDWR) < 0, "nor memory by its name");
  }
  if (calls) {
    ok(ptrace(PTRACE_ATTACH, parent, NULL, NULL) < 0 && errno == EPERM, "no other process is traced");
    ok(process_vm_readv(parent, &mine, 1, &theirs, 1, 0) < 0 && errno == EPERM, "nor its memory read");
    ok(syscall(SYS_pidfd_open, parent, 0) < 0 && errno == EPERM, "nor its files taken");
    ok(kill(parent, 0) < 0 && errno == EPERM, "nor a signal sent");
    ok(socket(AF_INET, SOCK_STREAM, 0) < 0 && errno == EPERM, "no connection is made");
    ok(fork() < 0 && errno == EPERM, "no process");
    pthread_t more;
    ok(pthread_create(&more, NULL, other, NULL) != 0, "no thread");
    char *nothing[] = {NULL};
    ok(execve("/bin/true", nothing, nothing) < 0, "no program run");
    ok(mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED,
       "no memory is for code");
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ok(page != MAP_FAILED && mprotect(page, 4096, PROT_READ | PROT_EXEC) < 0, "nor becomes so");
    ok(syscall(SYS_io_uring_setup, 1, NULL) < 0 && errno == EPERM, "no way around by io_uring");
    ok(prctl(PR_SET_DUMPABLE, 1) < 0 && errno == EPERM, "nor undone");
  }
  ok(write(fileno(f), "x", 1) == 1 && fsync(fileno(f)) == 0 && pread(fileno(f), here, 1, 0) == 1 && here[0] == 'x',
     "what is open is read and written");
  free(malloc(1 << 20));
  sem_post(&go);
  ok(threads && pthread_join(thread, NULL) == 0 && (kept_in || !(files || calls)),
     "a thread from before is kept in, too");
  if (!files) printf("# Landlock: not in this kernel\n");
  if (!calls) printf("# seccomp: not for this processor\n");
  printf("1..%d\n", count);
  return failed != 0;
}
