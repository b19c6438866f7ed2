/* Runs one machine instruction on this processor from a given state and reports the state after it.
 *
 * Everything lives at fixed low addresses so that the code around the instruction needs no register:
 *   STATE   what to load, what was found, the host's stack pointer, where to go
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

/* In: registers at 0, vectors at 0x80, flags at 0x280. Out: the same from 0x300 on. */
__asm__(
    ".text\n"
    ".globl fl_cosim_enter\n"
    ".hidden fl_cosim_enter\n"
    "fl_cosim_enter:\n"
    "  pushq %rbx; pushq %rbp; pushq %r12; pushq %r13; pushq %r14; pushq %r15\n"
    "  movq %rsp, 0x10000288\n"
    ".irp n,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n"
    "  vmovdqu 0x10000080+32*\\n, %ymm\\n\n"
    ".endr\n"
    "  pushq 0x10000280\n"
    "  popfq\n"
    "  movq 0x10000000, %rax; movq 0x10000008, %rcx; movq 0x10000010, %rdx; movq 0x10000018, %rbx\n"
    "  movq 0x10000028, %rbp; movq 0x10000030, %rsi; movq 0x10000038, %rdi\n"
    "  movq 0x10000040, %r8; movq 0x10000048, %r9; movq 0x10000050, %r10; movq 0x10000058, %r11\n"
    "  movq 0x10000060, %r12; movq 0x10000068, %r13; movq 0x10000070, %r14; movq 0x10000078, %r15\n"
    "  movq 0x10000020, %rsp\n"
    "  jmp *0x10000290\n"
    ".globl fl_cosim_leave\n"
    ".hidden fl_cosim_leave\n"
    "fl_cosim_leave:\n"
    "  movq %rax, 0x10000300; movq %rcx, 0x10000308; movq %rdx, 0x10000310; movq %rbx, 0x10000318\n"
    "  movq %rsp, 0x10000320; movq %rbp, 0x10000328; movq %rsi, 0x10000330; movq %rdi, 0x10000338\n"
    "  movq %r8, 0x10000340; movq %r9, 0x10000348; movq %r10, 0x10000350; movq %r11, 0x10000358\n"
    "  movq %r12, 0x10000360; movq %r13, 0x10000368; movq %r14, 0x10000370; movq %r15, 0x10000378\n"
    "  movq 0x10000288, %rsp\n"
    "  pushfq\n"
    "  popq 0x10000580\n"
    ".irp n,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n"
    "  vmovdqu %ymm\\n, 0x10000380+32*\\n\n"
    ".endr\n"
    "  vzeroupper\n"
    "  cld\n"
    "  popq %r15; popq %r14; popq %r13; popq %r12; popq %rbp; popq %rbx\n"
    "  ret\n");

void fl_cosim_enter(void);
void fl_cosim_leave(void);

static sigjmp_buf fl_after_fault;
static char fl_signal_stack[1 << 16];

static void fl_on_fault(int sig) {
  (void)sig;
  siglongjmp(fl_after_fault, 1);
}

/* Whether the processor has all that the model has. */
value fl_cosim_supported(value unit) {
  (void)unit;
  __builtin_cpu_init();
  return Val_bool(__builtin_cpu_supports("aes") && __builtin_cpu_supports("pclmul") &&
                  __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&
                  __builtin_cpu_supports("sse4.1"));
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
