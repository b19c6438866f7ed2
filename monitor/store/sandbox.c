/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "sandbox.h"

#include <errno.h>
#include <grp.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <pwd.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char *find(const char *user, uid_t *uid, gid_t *gid) {
  char *end;
  errno = 0;
  unsigned long id = strtoul(user, &end, 10);
  bool number = *user >= '0' && *user <= '9' && !*end && !errno && id < UINT32_MAX;
  struct passwd *p = number ? getpwuid((uid_t)id) : getpwnam(user);
  if (!p && !number) return "there is no such user";
  *uid = p ? p->pw_uid : (uid_t)id;
  *gid = p ? p->pw_gid : (gid_t)id;
  return *uid == 0 || *gid == 0 ? "the store's user is root" : NULL;
}

const char *fl_sandbox_give(const char *path, const char *user) {
  uid_t uid;
  gid_t gid;
  const char *why = find(user, &uid, &gid);
  return why ? why : lchown(path, uid, gid) < 0 ? strerror(errno) : NULL;
}

const char *fl_sandbox_user(const char *user) {
  uid_t uid;
  gid_t gid;
  const char *why = find(user, &uid, &gid);
  if (why) return why;
  if (setgroups(0, NULL) < 0 || setresgid(gid, gid, gid) < 0 || setresuid(uid, uid, uid) < 0) return strerror(errno);
  return setuid(0) == 0 ? "it is root still" : NULL;
}

/* ---- Files ---- */

/* Every right that Landlock knows in its first version, and nothing that is exempt. */
bool fl_sandbox_files(void) {
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  prctl(PR_SET_DUMPABLE, 0);
  struct landlock_ruleset_attr rules = {.handled_access_fs = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1};
  int fd = (int)syscall(SYS_landlock_create_ruleset, &rules, sizeof rules, 0);
  if (fd < 0) return false;
  bool ok = syscall(SYS_landlock_restrict_self, fd, 0) == 0;
  close(fd);
  return ok;
}

/* ---- System calls ---- */

#ifdef __x86_64__
static const uint16_t allowed[] = {SYS_read,
                                   SYS_write,
                                   SYS_readv,
                                   SYS_writev,
                                   SYS_pread64,
                                   SYS_pwrite64,
                                   SYS_preadv,
                                   SYS_pwritev,
                                   SYS_lseek,
                                   SYS_close,
                                   SYS_fstat,
                                   SYS_newfstatat,
                                   SYS_fsync,
                                   SYS_fdatasync,
                                   SYS_sync_file_range,
                                   SYS_ftruncate,
                                   SYS_fallocate,
                                   SYS_fcntl,
                                   SYS_poll,
                                   SYS_ppoll,
                                   SYS_recvfrom,
                                   SYS_sendto,
                                   SYS_recvmsg,
                                   SYS_sendmsg,
                                   SYS_munmap,
                                   SYS_mremap,
                                   SYS_madvise,
                                   SYS_msync,
                                   SYS_brk,
                                   SYS_futex,
                                   SYS_clock_gettime,
                                   SYS_gettimeofday,
                                   SYS_time,
                                   SYS_nanosleep,
                                   SYS_clock_nanosleep,
                                   SYS_getpid,
                                   SYS_gettid,
                                   SYS_getuid,
                                   SYS_geteuid,
                                   SYS_getrandom,
                                   SYS_sched_yield,
                                   SYS_rt_sigreturn,
                                   SYS_rt_sigprocmask,
                                   SYS_rt_sigaction,
                                   SYS_sigaltstack,
                                   SYS_restart_syscall,
                                   SYS_exit,
                                   SYS_exit_group};

static struct sock_filter say(uint32_t what) { return (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, what); }
static struct sock_filter load(uint32_t at) { return (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, at); }
static struct sock_filter equal(uint32_t n, uint8_t yes, uint8_t no) {
  return (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, n, yes, no);
}

bool fl_sandbox_calls(void) {
  enum { MOST = 2 * sizeof allowed / sizeof *allowed + 16 };
  struct sock_filter program[MOST];
  unsigned short n = 0;
  program[n++] = load(offsetof(struct seccomp_data, arch));
  program[n++] = equal(AUDIT_ARCH_X86_64, 1, 0);
  program[n++] = say(SECCOMP_RET_KILL_PROCESS);
  program[n++] = load(offsetof(struct seccomp_data, nr));
  for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++) {
    program[n++] = equal(allowed[i], 0, 1);
    program[n++] = say(SECCOMP_RET_ALLOW);
  }
  /* Memory, but none that can be executed. */
  for (int i = 0; i < 2; i++) {
    program[n++] = equal(i ? SYS_mprotect : SYS_mmap, 0, 4);
    program[n++] = load(offsetof(struct seccomp_data, args[2]));
    program[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, 4 /* PROT_EXEC */, 0, 1);
    program[n++] = say(SECCOMP_RET_ERRNO | EPERM);
    program[n++] = say(SECCOMP_RET_ALLOW);
  }
  program[n++] = say(SECCOMP_RET_ERRNO | EPERM);
  struct sock_fprog all = {n, program};
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &all) == 0;
}
#else
bool fl_sandbox_calls(void) { return false; }
#endif
