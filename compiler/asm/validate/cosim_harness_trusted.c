/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Runs one machine instruction on this processor from a given state and reports the state after it.
 *
 * Everything lives at fixed low addresses so that the code around the instruction needs no register:
 *   STATE   what to load, what was found, the host's stack pointer, where to go (cosim_state_trusted.S)
 *   DATA    the memory the instruction may touch
 *   CODE    the instructions under test, each followed by `jmp *LEAVE'
 * Trusted: that this saves and loads what it says. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#include <caml/alloc.h>
#include <caml/memory.h>
#include <caml/mlvalues.h>

#define FL_STATE 0x10000000
#define FL_DATA 0x10010000
#define FL_CODE 0x10020000
#define FL_CODE_SIZE 0x400000
#define FL_DATA_MAX 0xc00
#define FL_STATE_SIZE 648 /* 16 registers, 16 vector registers, flags */

__asm__(".include \"cosim_state_trusted.S\"\n");

void fl_cosim_enter(void);
void fl_cosim_leave(void);

static sigjmp_buf fl_after_fault;
static char fl_signal_stack[1 << 16];

static void fl_on_fault(int sig) {
  (void)sig;
  siglongjmp(fl_after_fault, 1);
}

/* Installs the instructions; false if the fixed addresses are taken. */
value fl_cosim_install(value code) {
  static int mapped = 0;
  if (!mapped) {
    int prot = PROT_READ | PROT_WRITE;
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE;
    if (mmap((void *)FL_STATE, 0x1000, prot, flags, -1, 0) != (void *)FL_STATE) return Val_false;
    if (mmap((void *)FL_DATA, 0x1000, prot, flags, -1, 0) != (void *)FL_DATA) return Val_false;
    if (mmap((void *)FL_CODE, FL_CODE_SIZE, prot, flags, -1, 0) != (void *)FL_CODE) return Val_false;
    stack_t alt = {.ss_sp = fl_signal_stack, .ss_size = sizeof fl_signal_stack};
    if (sigaltstack(&alt, NULL) != 0) return Val_false;
    mapped = 1;
  }
  if (caml_string_length(code) > FL_CODE_SIZE) return Val_false;
  if (mprotect((void *)FL_CODE, FL_CODE_SIZE, PROT_READ | PROT_WRITE) != 0) return Val_false;
  memcpy((void *)FL_CODE, String_val(code), caml_string_length(code));
  return Val_bool(mprotect((void *)FL_CODE, FL_CODE_SIZE, PROT_READ | PROT_EXEC) == 0);
}

/* state, data: in and out; data has at most FL_DATA_MAX bytes. Result: false if the instruction faulted. */
value fl_cosim_run(value offset, value state, value data) {
  static const int signals[] = {SIGSEGV, SIGBUS, SIGILL};
  struct sigaction act, old[3];
  memset(&act, 0, sizeof act);
  act.sa_handler = fl_on_fault;
  act.sa_flags = SA_ONSTACK | SA_NODEFER;
  for (int i = 0; i < 3; i++) sigaction(signals[i], &act, &old[i]);
  if (caml_string_length(data) > FL_DATA_MAX) return Val_false;
  char *st = (char *)FL_STATE;
  memcpy(st, Bytes_val(state), FL_STATE_SIZE);
  memcpy((void *)(FL_DATA + 0x400), Bytes_val(data), caml_string_length(data));
  *(uint64_t *)(st + 0x290) = FL_CODE + (uint64_t)Long_val(offset);
  *(uint64_t *)(st + 0x298) = (uint64_t)(uintptr_t)&fl_cosim_leave;
  volatile int finished = 0;
  if (sigsetjmp(fl_after_fault, 1) == 0) {
    fl_cosim_enter();
    finished = 1;
    memcpy(Bytes_val(state), st + 0x300, FL_STATE_SIZE);
    memcpy(Bytes_val(data), (void *)(FL_DATA + 0x400), caml_string_length(data));
  }
  for (int i = 0; i < 3; i++) sigaction(signals[i], &old[i], NULL);
  return Val_bool(finished);
}
