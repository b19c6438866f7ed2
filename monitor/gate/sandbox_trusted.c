/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "sandbox_trusted.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef __x86_64__
/* `sched_yield' and what follows it are of builds with sanitizers. */
static const uint16_t allowed[] = {
    SYS_read,       SYS_write,        SYS_close,           SYS_munmap,      SYS_mremap,
    SYS_madvise,    SYS_brk,          SYS_futex,           SYS_getrandom,   SYS_exit,
    SYS_exit_group, SYS_rt_sigreturn, SYS_restart_syscall, SYS_sched_yield, SYS_sigaltstack,
    SYS_getpid,     SYS_gettid,       SYS_rt_sigprocmask,  SYS_rt_sigaction};

#define LOAD(at) ((struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, at))
#define SAY(what) ((struct sock_filter)BPF_STMT(BPF_RET | BPF_K, what))
#define TEST(how, n, yes, no) ((struct sock_filter)BPF_JUMP(BPF_JMP | how | BPF_K, n, yes, no))

bool fl_gate_sandbox(void) {
  struct sock_filter program[2 * sizeof allowed / sizeof *allowed + 16];
  unsigned short n = 0;
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) < 0 || prctl(PR_SET_DUMPABLE, 0) < 0) return false;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return false;
  program[n++] = LOAD(offsetof(struct seccomp_data, arch));
  program[n++] = TEST(BPF_JEQ, AUDIT_ARCH_X86_64, 1, 0);
  program[n++] = SAY(SECCOMP_RET_KILL_PROCESS);
  program[n++] = LOAD(offsetof(struct seccomp_data, nr));
  for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++) {
    program[n++] = TEST(BPF_JEQ, allowed[i], 0, 1);
    program[n++] = SAY(SECCOMP_RET_ALLOW);
  }
  for (int i = 0; i < 2; i++) { /* memory, but none that can be executed */
    program[n++] = TEST(BPF_JEQ, i ? SYS_mprotect : SYS_mmap, 0, 4);
    program[n++] = LOAD(offsetof(struct seccomp_data, args[2]));
    program[n++] = TEST(BPF_JSET, 4 /* PROT_EXEC */, 0, 1);
    program[n++] = SAY(SECCOMP_RET_ERRNO | EPERM);
    program[n++] = SAY(SECCOMP_RET_ALLOW);
  }
  program[n++] = SAY(SECCOMP_RET_ERRNO | EPERM);
  struct sock_fprog all = {n, program};
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &all) == 0;
}
#else
bool fl_gate_sandbox(void) { return false; }
#endif
