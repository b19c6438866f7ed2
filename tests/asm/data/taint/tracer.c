/* SPDX-License-Identifier: Apache-2.0 OR MIT */
// What an observer of addresses and branches sees of a function, on this processor: it runs step by step (the trap
// flag),
// and each instruction's place and the address of its memory operand are noted. The address is decoded from the bytes
// that
// run, so neither the model nor the reader has a part in it.
//
//   tracer LIBRARY SEED PAIRS WHAT... -- FUNCTION ARGUMENTS...
//
// ARGUMENTS has a letter for each of %rdi %rsi %rdx %rcx %r8 %r9: p and s point to a public and a secret buffer, n is
// a small number,
// v a public and x a secret value. WHAT names what else is secret: stack, xmm0 ... xmm15, or a symbol and its size
// (key:16).
// Each pair of runs agrees on all that is public. Status 0: all pairs saw the same; 3: one did not, which is described.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

enum { BUFFERS = 6, PAGE = 4096, STACK = 4 * PAGE, MOST_EVENTS = 60000 };

struct start { uint64_t gpr[16]; uint64_t flags; uint64_t target; _Alignas(32) uint8_t ymm[16][32]; };
struct event { uint64_t place, address; };
struct trace { uint32_t count, ended; struct event events[MOST_EVENTS]; };

extern void run_traced(const struct start *);
extern char run_traced_back[];

// Registers in the order of their numbers; %rsp is the fifth.
__asm__(
    ".text\n.globl run_traced\nrun_traced:\n"
    "  push %rbx; push %rbp; push %r12; push %r13; push %r14; push %r15\n"
    "  mov %rsp, saved_stack(%rip)\n"
    "  vmovdqa 160+0*32(%rdi), %ymm0; vmovdqa 160+1*32(%rdi), %ymm1; vmovdqa 160+2*32(%rdi), %ymm2; "
    " vmovdqa 160+3*32(%rdi), %ymm3\n"
    "  vmovdqa 160+4*32(%rdi), %ymm4; vmovdqa 160+5*32(%rdi), %ymm5; vmovdqa 160+6*32(%rdi), %ymm6; "
    " vmovdqa 160+7*32(%rdi), %ymm7\n"
    "  vmovdqa 160+8*32(%rdi), %ymm8; vmovdqa 160+9*32(%rdi), %ymm9; vmovdqa 160+10*32(%rdi), %ymm10; "
    " vmovdqa 160+11*32(%rdi), %ymm11\n"
    "  vmovdqa 160+12*32(%rdi), %ymm12; vmovdqa 160+13*32(%rdi), %ymm13; vmovdqa 160+14*32(%rdi), %ymm14; "
    " vmovdqa 160+15*32(%rdi), %ymm15\n"
    "  mov 32(%rdi), %rsp\n"
    "  push 136(%rdi)\n" // the function
    "  push 128(%rdi)\n" // flags, with the trap flag
    "  mov 0(%rdi), %rax; mov 8(%rdi), %rcx; mov 16(%rdi), %rdx; mov 24(%rdi), %rbx; mov 40(%rdi), %rbp; "
    " mov 48(%rdi), %rsi\n"
    "  mov 64(%rdi), %r8; mov 72(%rdi), %r9; mov 80(%rdi), %r10; mov 88(%rdi), %r11; mov 96(%rdi), %r12; "
    " mov 104(%rdi), %r13\n"
    "  mov 112(%rdi), %r14; mov 120(%rdi), %r15; mov 56(%rdi), %rdi\n"
    "  popfq\n  ret\n"
    ".globl run_traced_back\nrun_traced_back:\n"
    "  cld\n  vzeroupper\n  mov saved_stack(%rip), %rsp\n"
    "  pop %r15; pop %r14; pop %r13; pop %r12; pop %rbp; pop %rbx\n  ret\n"
    ".local saved_stack\n.comm saved_stack,8,8\n");
_Static_assert(__builtin_offsetof(struct start, ymm) == 160, "as the assembly above has it");

static struct trace *trace;
static uint64_t base, target;
static int started;

static uint64_t general(const greg_t *g, int n) {
    static const int order[16] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
                                  REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};
    return (uint64_t)g[order[n]];
}

// The address that the instruction at [p] accesses, or 0. Instructions of the model only.
static uint64_t accessed(const greg_t *g, const uint8_t *p) {
    int rex = 0, map = 0, opcode, vex = 0;
    const uint8_t *q = p;
    while (*q == 0x66 || *q == 0xf2 || *q == 0xf3 || *q == 0x2e || *q == 0x3e) q++;
    if ((*q & 0xf0) == 0x40) rex = *q++;
    if (*q == 0xc5) {
        rex = (q[1] & 0x80) ? 0 : 4, map = 1, vex = 1, q += 2;
    } else if (*q == 0xc4) {
        rex = ((~q[1] >> 5) & 7), map = q[1] & 31, vex = 1, q += 3; // R X B
    } else if (*q == 0x0f) {
        map = 1, q++;
        if (*q == 0x38) map = 2, q++;
        else if (*q == 0x3a) map = 3, q++;
    }
    opcode = *q++;
    uint64_t rsp = (uint64_t)g[REG_RSP];
    if (map == 0) {
        if (opcode >= 0x50 && opcode <= 0x57) return rsp - 8;
        if ((opcode >= 0x58 && opcode <= 0x5f) || opcode == 0xc3) return rsp;
        if (opcode == 0xe8) return rsp - 8;
        if ((opcode & 7) >= 4 && opcode < 0x40) return 0; // on %rax and a constant
        if ((opcode >= 0x70 && opcode <= 0x7f) || opcode == 0x90 || opcode == 0xa8 || opcode == 0xa9 ||
            (opcode >= 0xb0 && opcode <= 0xbf) || opcode == 0xeb || opcode == 0xe9 || opcode == 0x8d || opcode == 0xcc)
            return 0;
    } else if (map == 1 && !vex) {
        if ((opcode >= 0x80 && opcode <= 0x8f) || (opcode >= 0xc8 && opcode <= 0xcf) || opcode == 0x1f ||
            opcode == 0x0b) return 0;
    } else if (map == 1 && opcode == 0x77) {
        return 0;
    }
    int modrm = *q++, mod = modrm >> 6, rm = modrm & 7;
    if (mod == 3) return 0;
    uint64_t a = 0;
    int no_base = 0;
    if (rm == 4) {
        int sib = *q++, index = ((sib >> 3) & 7) | ((rex & 2) ? 8 : 0), b = sib & 7;
        if (index != 4) a += general(g, index) << (sib >> 6);
        if (b == 5 && mod == 0) no_base = 1;
        else a += general(g, b | ((rex & 1) ? 8 : 0));
    } else if (rm == 5 && mod == 0) {
        return 1; // relative to %rip: the instruction's place says it
    } else {
        a += general(g, rm | ((rex & 1) ? 8 : 0));
    }
    int32_t wide;
    if (mod == 1) a += (uint64_t)(int64_t)(int8_t)*q;
    if (mod == 2 || no_base) memcpy(&wide, q, 4), a += (uint64_t)(int64_t)wide;
    return a;
}

static void note(uint64_t place, uint64_t address) {
    if (trace->count < MOST_EVENTS) trace->events[trace->count++] = (struct event){place, address};
}

static void leave(greg_t *g) {
    g[REG_RIP] = (greg_t)(uintptr_t)run_traced_back;
    g[REG_EFL] &= ~0x100;
}

static void on_step(int signal, siginfo_t *info, void *context) {
    greg_t *g = ((ucontext_t *)context)->uc_mcontext.gregs;
    uint64_t at = (uint64_t)g[REG_RIP];
    (void)info;
    if (signal != SIGTRAP) {
        note(at - base, ~(uint64_t)signal);
        trace->ended = (uint32_t)signal;
        leave(g);
    } else if (at == (uint64_t)(uintptr_t)run_traced_back) {
        trace->ended = 1;
        g[REG_EFL] &= ~0x100;
    } else if (!started && at != target) {
        return; // still on the way to the function
    } else {
        started = 1;
        // an address outside of the library is noted as it is, and nothing is decoded there
        Dl_info where;
        if (!dladdr((void *)(uintptr_t)at, &where) || (uint64_t)(uintptr_t)where.dli_fbase != base) {
            note(at, 0);
            leave(g);
        } else {
            note(at - base, accessed(g, (const uint8_t *)(uintptr_t)at));
            if (trace->count >= MOST_EVENTS) leave(g);
        }
    }
}

static uint64_t random_state;
static uint64_t next_random(void) {
    uint64_t z = (random_state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

// Small numbers too, and equal ones: what branches on them would rarely show among random ones.
static uint64_t some_value(void) {
    switch (next_random() % 4) {
    case 0: return next_random() % 3;
    case 1: return next_random() & 0xff;
    default: return next_random();
    }
}

static void fill(void *p, size_t n, uint64_t seed) {
    random_state = seed;
    for (size_t i = 0; i + 8 <= n; i += 8) {
        uint64_t v = some_value();
        memcpy((char *)p + i, &v, 8);
    }
}

static uint8_t *guarded(size_t n) {
    uint8_t *p = mmap(NULL, n + 16 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED || mprotect(p + 8 * PAGE, n, PROT_READ | PROT_WRITE)) exit(2);
    return p + 8 * PAGE;
}

struct task { char **what; int whats; const char *arguments; void *library; };

static void run(const struct task *t, uint8_t **buffers, uint8_t *stack, uint64_t public_seed, uint64_t secret_seed) {
    struct start s;
    int stack_secret = 0, vector_secret[16] = {0};
    for (int i = 0; i < t->whats; i++) {
        char name[200];
        unsigned n;
        if (!strcmp(t->what[i], "stack")) stack_secret = 1;
        else if (sscanf(t->what[i], "xmm%u", &n) == 1 && n < 16) vector_secret[n] = 1;
        else if (sscanf(t->what[i], "%199[^:]:%u", name, &n) == 2) {
            void *p = dlsym(t->library, name);
            if (p) fill(p, n, secret_seed + 500 + (uint64_t)i);
        }
    }
    random_state = public_seed;
    for (int i = 0; i < 16; i++) s.gpr[i] = some_value();
    for (int i = 0; i < 16; i++) fill(s.ymm[i], 32, (vector_secret[i] ? secret_seed : public_seed) + 100 + (uint64_t)i);
    static const int argument[6] = {7, 6, 2, 1, 8, 9};
    for (int i = 0; i < BUFFERS && t->arguments[i]; i++) {
        uint64_t seed = (t->arguments[i] == 's' || t->arguments[i] == 'x' ? secret_seed : public_seed) + 200 +
            (uint64_t)i;
        uint64_t *r = &s.gpr[argument[i]];
        random_state = seed;
        switch (t->arguments[i]) {
        case 'p': case 's': fill(buffers[i], PAGE, seed); *r = (uint64_t)(uintptr_t)buffers[i] + PAGE / 4; break;
        case 'n': *r = 1 + next_random() % 4; break;
        default: *r = some_value();
        }
    }
    fill(stack, STACK, (stack_secret ? secret_seed : public_seed) + 300);
    uint64_t *top = (uint64_t *)(stack + STACK / 2 - 8);
    *top = (uint64_t)(uintptr_t)run_traced_back;
    s.gpr[4] = (uint64_t)(uintptr_t)top;
    s.flags = 0x302; // the trap flag, interrupts, the bit that is always 1
    s.target = target;
    started = 0;
    trace->count = trace->ended = 0;
    run_traced(&s);
}

int main(int argc, char **argv) {
    if (argc < 6) return 2;
    void *library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    if (!library) return fprintf(stderr, "%s\n", dlerror()), 2;
    uint64_t seed = strtoull(argv[2], NULL, 10), pairs = strtoull(argv[3], NULL, 10);
    int k = 4;
    while (k < argc && strcmp(argv[k], "--")) k++;
    if (k + 3 > argc) return 2;
    char arguments[BUFFERS + 1] = {0};
    strncpy(arguments, argv[k + 2], BUFFERS);
    struct task t = {argv + 4, k - 4, arguments, library};
    void *f = dlsym(library, argv[k + 1]);
    Dl_info where;
    if (!f || !dladdr(f, &where)) return fprintf(stderr, "no function %s\n", argv[k + 1]), 2;
    base = (uint64_t)(uintptr_t)where.dli_fbase, target = (uint64_t)(uintptr_t)f;

    uint8_t *buffers[BUFFERS], *stack = guarded(STACK);
    for (int i = 0; i < BUFFERS; i++) buffers[i] = guarded(PAGE);
    stack_t alternate = {.ss_sp = malloc(1 << 16), .ss_size = 1 << 16};
    struct sigaction action = {.sa_sigaction = on_step, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    static const int signals[] = {SIGTRAP, SIGSEGV, SIGBUS, SIGILL, SIGFPE};
    if (!alternate.ss_sp || sigaltstack(&alternate, NULL)) return 2;
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        if (sigaction(signals[i], &action, NULL)) return 2;
    struct trace *both = mmap(NULL, 2 * sizeof *both, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (both == MAP_FAILED) return 2;

    uint64_t returned = 0, events = 0;
    for (uint64_t pair = 0; pair < pairs; pair++) {
        for (int side = 0; side < 2; side++) {
            // each in a process of its own, so that what it leaves behind in data is gone
            pid_t child = fork();
            if (child < 0) return 2;
            if (!child) {
                trace = &both[side];
                run(&t, buffers, stack, seed * 1000 + pair, seed * 1000 + 7777777 + 2 * pair + (uint64_t)side);
                _exit(0);
            }
            int status;
            if (waitpid(child, &status, 0) != child || !WIFEXITED(status)) return fprintf(stderr,
                "a run was lost\n"), 2;
        }
        returned += both[0].ended == 1, events += both[0].count;
        uint32_t n = both[0].count < both[1].count ? both[0].count : both[1].count;
        for (uint32_t i = 0; i < n; i++) {
            struct event a = both[0].events[i], b = both[1].events[i];
            if (a.place != b.place || a.address != b.address) {
                printf("pair %llu, step %u: at %#llx accesses %#llx, at %#llx %#llx\n", (unsigned long long)pair, i,
                       (unsigned long long)a.place, (unsigned long long)a.address, (unsigned long long)b.place,
                       (unsigned long long)b.address);
                return 3;
            }
        }
        if (both[0].count != both[1].count) return printf("pair %llu: %u steps and %u\n", (unsigned long long)pair,
            both[0].count, both[1].count), 3;
    }
    printf("%llu pairs, %llu returned, %llu steps\n", (unsigned long long)pairs, (unsigned long long)returned,
        (unsigned long long)events);
    return 0;
}
