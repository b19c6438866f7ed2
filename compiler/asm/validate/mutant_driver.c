/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* mutant_driver A.so B.so INPUTS SEED WHAT...: whether two libraries do the same. Each WHAT is one of
     call:FUNCTION:ARGUMENTS         called on random inputs; ARGUMENTS are letters, b (a buffer), n (a count, 1 to 4), v (any value)
     table:TABLE:COUNT:ARGUMENTS     the same of the functions that a table leads to
     data:OBJECT:SIZE:ALIGNMENT      its bytes and its place
   Compared are all general and vector registers, the buffers, and the stack above the callee's frame; addresses in a library count from its
   begin. Status 0: the same. 1: not (or a fault, or no end). 2: the command line. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BUFFERS = 6, ROOM = 2048, AT = 512, STACK = 16384, ABOVE = 256, SECONDS = 10 };

struct registers {
  uint64_t general[16];   /* as instructions number them */
  uint8_t vector[16][32]; /* the upper halves where the processor has them */
};

struct registers fl_registers;
void *fl_function;
uint8_t *fl_stack;
void *fl_saved;
uint8_t fl_wide;
void fl_enter(void);

__asm__(
    ".text\n"
    "fl_enter:\n"
    "push %rbx\n push %rbp\n push %r12\n push %r13\n push %r14\n push %r15\n"
    "mov %rsp, fl_saved(%rip)\n mov fl_stack(%rip), %rsp\n"
    ".irp x, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n movdqu fl_registers+128+32*\\x(%rip), %xmm\\x\n .endr\n"
    "cmpb $0, fl_wide(%rip)\n je 1f\n"
    ".irp x, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n vmovdqu fl_registers+128+32*\\x(%rip), %ymm\\x\n .endr\n 1:\n"
    "mov fl_registers(%rip), %rax\n mov fl_registers+8(%rip), %rcx\n mov fl_registers+16(%rip), %rdx\n mov fl_registers+24(%rip), %rbx\n"
    "mov fl_registers+40(%rip), %rbp\n mov fl_registers+48(%rip), %rsi\n mov fl_registers+56(%rip), %rdi\n"
    ".irp x, 8,9,10,11,12,13,14,15\n mov fl_registers+8*\\x(%rip), %r\\x\n .endr\n"
    "call *fl_function(%rip)\n"
    "mov %rax, fl_registers(%rip)\n mov %rcx, fl_registers+8(%rip)\n mov %rdx, fl_registers+16(%rip)\n mov %rbx, fl_registers+24(%rip)\n"
    "mov %rsp, fl_registers+32(%rip)\n"
    "mov %rbp, fl_registers+40(%rip)\n mov %rsi, fl_registers+48(%rip)\n mov %rdi, fl_registers+56(%rip)\n"
    ".irp x, 8,9,10,11,12,13,14,15\n mov %r\\x, fl_registers+8*\\x(%rip)\n .endr\n"
    ".irp x, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n movdqu %xmm\\x, fl_registers+128+32*\\x(%rip)\n .endr\n"
    "cmpb $0, fl_wide(%rip)\n je 1f\n"
    ".irp x, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n vmovdqu %ymm\\x, fl_registers+128+32*\\x(%rip)\n .endr\n"
    "vzeroupper\n 1:\n"
    "cld\n mov fl_saved(%rip), %rsp\n"
    "pop %r15\n pop %r14\n pop %r13\n pop %r12\n pop %rbp\n pop %rbx\n ret\n");

/* What the kernels may call; it leaves nothing of what it need not keep. */
uint64_t outside(uint64_t x) {
  x = (x ^ (x >> 29)) * 0x9e3779b97f4a7c15u;
  __asm__ volatile(
      "pxor %%xmm0, %%xmm0\n movdqa %%xmm0, %%xmm1\n movdqa %%xmm0, %%xmm2\n movdqa %%xmm0, %%xmm3\n xor %%ecx, %%ecx\n xor %%esi, %%esi\n"
      "xor %%r8d, %%r8d\n xor %%r9d, %%r9d\n xor %%r10d, %%r10d\n xor %%r11d, %%r11d" ::
          : "xmm0", "xmm1", "xmm2", "xmm3", "rcx", "rsi", "r8", "r9", "r10", "r11");
  return x;
}

struct world {
  _Alignas(64) uint8_t buffers[BUFFERS][ROOM];
  uint8_t stack[STACK + ABOVE];
  struct registers registers;
};

static struct world start, now, after[2];
static struct {
  void *handle;
  uintptr_t from, to;
} libraries[2];
static uint64_t generator;

static uint64_t draw(void) {
  uint64_t z = generator += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

_Noreturn static void differ(const char *what, const char *name) {
  printf("%s: %s\n", name, what);
  fflush(stdout);
  _exit(1);
}

static void fault(int signal) {
  static const char message[] = "a fault, or no end\n";
  (void)signal;
  (void)!write(1, message, sizeof message - 1);
  _exit(1);
}

static int extent(struct dl_phdr_info *info, size_t size, void *which) {
  int k = *(int *)which;
  struct link_map *map;
  (void)size;
  if (dlinfo(libraries[k].handle, RTLD_DI_LINKMAP, &map) != 0 || info->dlpi_addr != map->l_addr) return 0;
  libraries[k].from = info->dlpi_addr;
  for (int i = 0; i < info->dlpi_phnum; i++)
    if (info->dlpi_phdr[i].p_type == PT_LOAD) {
      uintptr_t end = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr + info->dlpi_phdr[i].p_memsz;
      if (end > libraries[k].to) libraries[k].to = end;
    }
  return 1;
}

static void *find(int k, const char *name) {
  void *p = dlsym(libraries[k].handle, name);
  if (p == NULL) differ("not in the library", name);
  return p;
}

/* Equal words, or both somewhere in their libraries: where, code of another length changes. */
static int same_word(uint64_t a, uint64_t b) {
  int in_a = a >= libraries[0].from && a < libraries[0].to, in_b = b >= libraries[1].from && b < libraries[1].to;
  return in_a || in_b ? in_a && in_b : a == b;
}

static int same_bytes(const uint8_t *a, const uint8_t *b, size_t n) {
  size_t i = 0;
  for (; i + 8 <= n; i += 8) {
    uint64_t x, y;
    memcpy(&x, a + i, 8);
    memcpy(&y, b + i, 8);
    if (!same_word(x, y)) return 0;
  }
  return memcmp(a + i, b + i, n - i) == 0;
}

static void prepare(const char *arguments) {
  static const int order[] = {7, 6, 2, 1, 8, 9};
  uint8_t *bytes = (uint8_t *)&start;
  for (size_t i = 0; i < sizeof start; i += 8) {
    uint64_t x = draw();
    memcpy(bytes + i, &x, 8);
  }
  for (int k = 0; arguments[k] != 0 && k < BUFFERS; k++) {
    uint64_t *r = &start.registers.general[order[k]];
    if (arguments[k] == 'b')
      *r = (uint64_t)(uintptr_t)(now.buffers[k] + AT);
    else if (arguments[k] == 'n')
      *r = 1 + *r % 4;
  }
}

static void compare_calls(const char *name, void *a, void *b, const char *arguments, long inputs) {
  for (long i = 0; i < inputs; i++) {
    prepare(arguments);
    for (int k = 0; k < 2; k++) {
      now = start;
      fl_registers = start.registers;
      fl_function = k == 0 ? a : b;
      fl_stack = now.stack + STACK;
      fl_enter();
      now.registers = fl_registers;
      after[k] = now;
    }
    for (int r = 0; r < 16; r++)
      if (!same_word(after[0].registers.general[r], after[1].registers.general[r]))
        differ("another general register", name);
    if (memcmp(after[0].registers.vector, after[1].registers.vector, sizeof after[0].registers.vector) != 0)
      differ("another vector register", name);
    if (!same_bytes(&after[0].buffers[0][0], &after[1].buffers[0][0], sizeof after[0].buffers))
      differ("another buffer", name);
    if (memcmp(after[0].stack + STACK, after[1].stack + STACK, ABOVE) != 0) differ("another stack", name);
  }
}

int main(int argc, char **argv) {
  if (argc < 6) return 2;
  for (int k = 0; k < 2; k++) {
    libraries[k].handle = dlopen(argv[1 + k], RTLD_NOW | RTLD_LOCAL);
    if (libraries[k].handle == NULL) differ(dlerror(), argv[1 + k]);
    dl_iterate_phdr(extent, &k);
  }
  static uint8_t signal_stack[65536];
  sigaltstack(&(stack_t){.ss_sp = signal_stack, .ss_size = sizeof signal_stack}, NULL);
  static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGALRM};
  for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++)
    sigaction(signals[i], &(struct sigaction){.sa_handler = fault, .sa_flags = SA_ONSTACK}, NULL);
  fl_wide = __builtin_cpu_supports("avx") != 0;
  alarm(SECONDS);
  long inputs = strtol(argv[3], NULL, 10);
  generator = strtoull(argv[4], NULL, 10);
  /* once more at the end: what calls leave in data counts */
  for (int round = 0; round < 2; round++)
    for (int i = 5; i < argc; i++) {
      char *rest = strdup(argv[i]), *kind = strsep(&rest, ":"), *name = strsep(&rest, ":"), *one = strsep(&rest, ":"),
           *two = strsep(&rest, ":");
      if (name == NULL || one == NULL) return 2;
      void *a = find(0, name), *b = find(1, name);
      if (strcmp(kind, "call") == 0)
        compare_calls(name, a, b, one, inputs);
      else if (two == NULL)
        return 2;
      else if (strcmp(kind, "data") == 0) {
        uintptr_t alignment = strtoul(two, NULL, 10);
        if ((uintptr_t)a % alignment != (uintptr_t)b % alignment) differ("another alignment", name);
        if (!same_bytes(a, b, strtoul(one, NULL, 10))) differ("other data", name);
      } else
        for (long k = 0; k < strtol(one, NULL, 10); k++)
          compare_calls(name, ((void **)a)[k], ((void **)b)[k], two, inputs);
    }
  return 0;
}
