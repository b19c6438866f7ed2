#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
"""`asm check' of files with calls: what a theorem covers has status 0; what differs around a call is refused; and
where what the theorem supposes is not known, status 3 says why. Of pairs that are refused for what a run can show, both
are run beside a callee that notes what it was given: they differ. TAP on standard output.

A case: its name; the clean text; the fast text; options; the status; a pattern that the output must match; whether both
are run (RUNS: the clean one does what it does twice, and the fast one another thing; SAME: the fast one does the
same)."""
import os, re, subprocess, sys, tempfile

SYM, RUNS, SAME = ["--symbolic"], "runs", "same"

def f(body, after=""):
    """A function that keeps what it must; the stack is aligned where it calls."""
    return "\t.text\n\t.globl f\n\t.type f, @function\nf:\n\tpushq %rbx\n" + body + "\tpopq %rbx\n\tret\n" + after

def lines(*text): return "".join(f"\t{l}\n" for l in text)

before = ["movq %rdi, %rbx", "leaq 1(%rdi), %rdi", "movq $2, %rsi", "movq $0, %rdx", "call g"]
clean = f(lines(*before, "addq %rbx, %rax", "movq $0, %rcx"))
def fast(*text, after="", tail=("addq %rbx, %rax", "movq $0, %rcx")): return f(lines(*text, *tail), after)
add = "\t.type add, @function\nadd:\n\tmovq (%rdi), %rax\n\taddq (%rsi), %rax\n\tmovq %rax, (%rdx)\n\tret\n"
local = lines("subq $32, %rsp", "movq %rdi, 8(%rsp)", "movq %rsi, 16(%rsp)", "leaq 8(%rsp), %rdi",
     "leaq 16(%rsp), %rsi",
              "leaq 24(%rsp), %rdx", "call add", "movq 24(%rsp), %rax", "addq $32, %rsp")
other = local.replace("\tleaq 8(%rsp), %rdi\n\tleaq 16(%rsp), %rsi\n", "\tleaq 16(%rsp), %rsi\n\tleaq 8(%rsp), %rdi\n")
assert other != local
halves = "movq $3, %rcx", "shrq $1, %rdi"
def both_orders(text): return text(*halves), text(*reversed(halves))
def again(pre=("pushq %rbx", "movq %rdi, %rbx"), mid=(), post=("addq %rbx, %rax",), end=("popq %rbx",)):
    """A function that calls itself; two instructions in front of that change places."""
    def text(*l): return lines(*pre, "xorl %eax, %eax", "testq %rdi, %rdi", "je 1f", *l, *mid, "call f", *post) \
        + "1:\n" + lines(*end, "ret")
    head = "\t.text\n\t.globl f\n\t.type f, @function\nf:\n"
    return both_orders(lambda *l: head + text(*l).replace("\tk:", "k:"))
def pair(a, h):
    """Two functions that call each other."""
    def text(*l): return lines("xorl %eax, %eax", "testq %rdi, %rdi", "je 1f", *l, *a) + "1:\n" + lines("ret")
    return both_orders(lambda *l: "\t.text\n\t.globl f\n\t.type f, @function\nf:\n" + text(*l).replace("\t2:", "2:")
                       + "\t.type h, @function\nh:\n" + lines(*h))
two = "movq %rsi, %r8", "movq %rdi, %r9"
def swapped(a): return (f(lines(*two) + a), f(lines(*two[::-1]) + a))
def inside(body, code, callee="l"):
    """f calls l, and the instructions before it change places."""
    function = f"\t.type l, @function\nl:\n{code}\tret\n"
    return tuple(t + function for t in (f(lines(*two) + body), f(lines(*two[::-1]) + body)))

LENT = "given an address of the stack"
def lent(frame=("subq $24, %rsp",), before=("movq $0, 8(%rsp)",), to="8(%rsp)", first=("addq $1, (%rsi)",), down=(),
         calls="l", last=(), bottom=(), freed=("addq $24, %rsp",), more=""):
    """f gives l, which calls itself, an address of its frame, and loads a word of that afterwards."""
    body = lines(*frame, *before, f"leaq {to}, %rsi", "call l", "movq 8(%rsp), %rax", *freed)
    code = lines(*first, "testq %rdi, %rdi", "je 1f", "shrq $1, %rdi", *down, f"call {calls}", "jmp 2f") \
        + "1:\n" + lines(*bottom) + "2:\n" + lines(*last)
    pair = inside(body, code)
    return tuple(t + more for t in pair)

def both(name, pair, status, pattern, run=None, options=()): return (name, *pair, list(options), status, pattern, run)

NOT = "no theorem covers the file .*: .*"
# The fast code is shorter in front of the call, so it has another address to return to.
def later(name, body, functions, pattern, run=RUNS, status=3):
    after = "".join(f"\t.type {n}, @function\n{n}:\n{lines(*code)}\tret\n" for n, code in functions.items())
    after += "\t.bss\ncell:\t.zero 16\n" if "cell" in after or "cell" in str(body) else ""
    pair = tuple(f(lines(*more, *body), after) for more in (["addq $8, %r10"] * 2, ["addq $16, %r10"]))
    return both(name, pair, status, (NOT if status else "") + pattern, run, SYM)
# What is stored and loaded in two regions that are said to be disjoint changes places, though both lead to one.
def regions(name, body, code, pattern="leads to region a here", status=1):
    """f calls l; SWAP is two instructions, the other way about in the fast code."""
    said = "# fairlead: region a %rdi\n# fairlead: region b %rsi\n# fairlead: disjoint a b\n"
    two = ["movq $7, (%rdi)", "movq (%rsi), %rax"]
    def text(two):
        def put(code): return lines(*(x for line in code for x in (two if line == "SWAP" else [line])))
        return said + f(put(body), "\t.type l, @function\nl:\n" + put(code) + "\tret\n")
    return both(name, (text(two), text(two[::-1])), status, pattern, RUNS)
left = ["subq $24, %rsp", "call empty", "addq $24, %rsp", "subq $40, %rsp"]
cases = [
  # Whole
  both("a call, as a reordering", (clean, fast(before[1].replace("1(", "1("), *before[2:], tail=("addq %rbx, %rax",
       "movq $0, %rcx"))), 1, "has lost"),
  both("what leads to a call, in another order", (clean, fast(before[0], before[2], before[3], before[1],
       before[4])), 0, "a legal reordering", SAME),
  both("what follows a call", (clean, fast(*before, tail=("movq $0, %rcx", "addq %rbx, %rax"))), 0,
       "a legal reordering", SAME),
  both("arguments made otherwise", (clean, fast("movq %rdi, %rbx", "addq $1, %rdi", "movq $2, %rsi",
       "xorl %edx, %edx", "call g")), 0, "computes what", SAME, SYM),
  both("flags that differ at a call", (clean, fast("movq %rdi, %rbx", "incq %rdi", "movq $2, %rsi",
       "xorl %edx, %edx", "call g")), 0, "computes what", SAME, SYM),
  both("a call through the table", (clean.replace("call g", "call g@PLT"), fast(*before[:1], *before[2:4], before[1],
       "call g@PLT")), 0, "a legal reordering", SAME),
  both("a function of the file", (f(local, add), f(other, add)), 0, "a legal reordering", SAME),
  both("... symbolically", (f(local, add), f(other, add)), 0, "computes what", SAME, SYM),
  both("... which differs itself", (f(local, add), f(local, add.replace("\tmovq (%rdi)",
       "\txorl %eax, %eax\n\tmovq (%rdi)"))), 0, "computes what", SAME, SYM),
  both("a function that calls itself",
       tuple("\t.text\n\t.globl f\nf:\n\ttestq %rdi, %rdi\n\tje 1f\n" + "".join(l)
             + "\tcall f\n\taddq $1, %rax\n\tret\n1:\n\tmovq $0, %rax\n\tret\n"
     for l in (("\tshrq $1, %rdi\n", "\tmovq $3, %rcx\n"), ("\tmovq $3, %rcx\n", "\tshrq $1, %rdi\n"))), 0,
       "a legal reordering", SAME),
  both("... which keeps a register", again(), 0, "a legal reordering", SAME),
  both("... symbolically", again(), 0, "computes what", SAME, SYM),
  both("... twice", again(pre=("pushq %rbx", "pushq %r12", "movq %rdi, %rbx"),
       post=("movq %rax, %r12", "movq %rbx, %rdi", "shrq $2, %rdi", "call f", "addq %r12, %rax"), end=("popq %r12",
       "popq %rbx")), 0,
       "a legal reordering", SAME),
  both("two functions that call each other", pair(("call h",), ("subq $1, %rdi", "call f", "addq $1, %rax", "ret")), 0,
       "a legal reordering"),
  both("... the second one jumps back", pair(("call h",), ("subq $1, %rdi", "jmp f")), 0, "a legal reordering"),

  # Of a function that calls itself: what its callers cannot count on, or what it does to their frames
  *[both("calls itself, and " + name, again(**parts), 3, NOT + why, None) for name, parts, why in [
    ("raises %rsp", dict(pre=(), post=(), end=("addq $8, %rsp",)), "another %rsp"),
    ("lowers it", dict(pre=("pushq %rbx",), post=(), end=()), "another %rsp"),
    ("lowers it by a register", dict(mid=("subq %rdi, %rsp",)), "%rsp is at this call is not known"),
    ("writes to its caller's frame", dict(mid=("movq %rcx, 16(%rsp)",)), "not understood"),
    ("writes where it returns to", dict(mid=("movq %rcx, 8(%rsp)",)), "address that the function returns to"),
    ("reads its caller's frame", dict(mid=("movq 16(%rsp), %rdx",)), "given an address of the stack"),
    ("writes at an index", dict(mid=("movq %rcx, -8(%rsp,%rdi,8)",)), "not known where on the stack this writes"),
    ("... and writes there", dict(mid=("movq %rcx, (%rsi)", "movq %rsp, %rsi")), "given an address of the stack"),
    ("... in memory", dict(mid=("movq %rsp, (%rdx)",)), "stores an address of the stack"),
    ("... in a vector", dict(mid=("movq %rsp, %xmm0",)), "in a vector register"),
    ("loses %rbx, which leads to the stack", dict(pre=("pushq %rbx", "movq %rsp, %rbx"), mid=("movq %rcx, (%rsp)",),
     post=("movq %rcx, (%rbx)",)), "stores an address|given an address"),
    ("takes %rsp from %rbp, which it loses", dict(pre=(), mid=("movq %rsp, %rbp",), post=("movq %rbp, %rsp",), end=()),
     "another %rsp"),
    ("reads where its callee returned to", dict(post=("movq -8(%rsp), %rax",)), "something called left"),
    ("is entered at its call too", dict(mid=(".globl k", "k:")), "%rsp is at this call is not known")]],
  both("calls itself, and passes an address of its frame", again(mid=("movq %rsp, %rdi",)), 0, "a legal reordering"),
  both("... and returns one", again(post=("movq %rsp, %rax",)), 0, "a legal reordering"),
  both("... restores %rbx and %r12 exchanged", again(pre=("pushq %rbx", "pushq %r12", "movq %rsp, %rbx"),
       post=("movq %rcx, (%rbx)",), end=("popq %rbx", "popq %r12")), 0, "a legal reordering"),

  # A function that calls itself is lent bytes of its caller's frame
  *[both("lends a word: " + name, lent(**parts), 0, "a legal reordering", SAME) for name, parts in [
    ("which counts", dict()),
    ("by a register that is saved", dict(first=("pushq %rbx", "movq %rsi, %rbx"),
     last=("addq $1, (%rbx)", "popq %rbx"))),
    ("by one that is kept in the frame", dict(first=("pushq %rsi",), last=("popq %rsi", "addq $1, (%rsi)"))),
    ("that nobody wrote, and the deepest does", dict(before=(), first=(), last=(), bottom=("movq $9, (%rsi)",))),
    ("... of which it writes halves", dict(before=(), first=(), last=(),
     bottom=("movl $9, (%rsi)", "movl $1, 4(%rsi)"))),
    ("below the address", dict(to="32(%rsp)", first=("addq $1, -24(%rsi)",))),
    ("by an address that moves there and back", dict(first=("addq $16, %rsi", "addq $1, -16(%rsi)"), down=(
     "subq $16, %rsi",))),
    ("each lends one of its own", dict(first=("subq $24, %rsp", "movq %rsi, 8(%rsp)", "movq $1, (%rsp)"),
     down=("movq %rsp, %rsi",), last=("movq 8(%rsp), %rsi", "movq (%rsp), %rcx", "addq %rcx, (%rsi)",
     "addq $24, %rsp"))),
    ("of an aligned frame", dict(frame=("pushq %rbp", "movq %rsp, %rbp", "subq $64, %rsp", "andq $-32, %rsp"),
     freed=("movq %rbp, %rsp", "popq %rbp"))),
    ("to two that call each other", dict(first=("addq $1, (%rsi)",), calls="m", more="\t.type m, @function\nm:\n"
     + lines("addq $5, (%rsi)", "shrq $1, %rdi", "call l", "ret")))]],
  *[both("lends a word, and " + name, lent(**parts), 3, NOT + why, None) for name, parts, why in [
    ("its caller's saved register is written to", dict(first=("pushq %rbx", "movq %rcx, (%rsi)"), down=(
     "movq %rsp, %rsi",), last=("popq %rbx",)), LENT),
    ("a part of that", dict(first=("pushq %rbx", "movb %cl, 7(%rsi)"), down=("movq %rsp, %rsi",), last=("popq %rbx",)),
     LENT),
    ("where its caller returns to", dict(first=("subq $8, %rsp", "movq %rcx, 8(%rsi)"), down=("movq %rsp, %rsi",),
     last=("addq $8, %rsp",)), "the address that the function returns to"),
    ("where the first one returns to", dict(first=("movq %rcx, 32(%rsi)",)), LENT),
    ("where it returns to itself", dict(to="(%rsp)", first=("movq %rcx, -8(%rsi)",)), "may access memory below %rsp"),
    ("where one between returns to", dict(first=("subq $16, %rsp", "movq %rcx, 24(%rsi)"), down=("leaq 8(%rsp), %rsi",),
     last=("addq $16, %rsp",)), "the address that the function returns to"),
    ("what lies below it", dict(to="(%rsp)", first=("movq %rcx, -16(%rsi)",)), "may access memory below %rsp"),
    ("its caller's caller's frame", dict(first=("movq %rcx, 40(%rsi)",)), LENT),
    ("at an index", dict(first=("movq %rcx, (%rsi,%rdi,8)",)), "not understood"),
    ("further up each time", dict(first=("addq $1, (%rsi)", "addq $8, %rsi")), "a way that is not followed"),
    ("further down each time", dict(first=("movq $1, (%rsi)", "subq $8, %rsi")), "a way that is not followed"),
    ("at an aligned address", dict(first=("andq $-16, %rsi", "movq %rcx, (%rsi)")),
     "the address that the function returns to"),
    ("at one of two addresses", dict(before=("movq $0, 8(%rsp)", "leaq 16(%rsp), %rdx"), first=("testq %rdi, %rdi",
     "cmoveq %rdx, %rsi", "movq %rcx, (%rsi)")), LENT),
    ("by an address in it", dict(before=("leaq 16(%rsp), %rcx", "movq %rcx, 8(%rsp)"), first=("movq (%rsi), %rdx",
     "movq %rax, (%rdx)")), "passed to what is called in memory"),
    ("by an address that it stores there", dict(first=("movq %rsi, (%rsi)",)), "store an address of the stack"),
    ("by one in other memory", dict(before=("leaq 8(%rsp), %rcx", "movq %rcx, cell(%rip)"),
     more="\t.bss\ncell:\t.zero 8\n", first=("movq cell(%rip), %rdx", "movq $0, (%rdx)")),
     "stores an address of the stack|" + LENT),
    ("by one in a vector", dict(before=("leaq 8(%rsp), %rcx", "movq %rcx, %xmm0"), first=("movq %xmm0, %rdx",
     "movq $0, (%rdx)")), "in a vector register|" + LENT),
    ("reads what nobody wrote", dict(before=()), "something called left|nobody wrote"),
    ("reads what lies beside", dict(first=("movq 8(%rsi), %rcx", "addq %rcx, (%rsi)")),
     "something called left|nobody wrote"),
    ("reads where it returns to", dict(to="(%rsp)", first=("movq -8(%rsi), %rcx",)), "may access memory below %rsp"),
    ("which only the deepest writes, of its own", dict(before=(), first=("subq $8, %rsp",), down=("movq %rsp, %rsi",),
     bottom=("movq $1, (%rsi)",), last=("addq $8, %rsp",)), "something called left"),
    ("of which it writes a half", dict(before=(), first=(), last=(), bottom=("movl $1, (%rsi)",)),
     "something called left"),
    ("of which it writes all but a byte", dict(before=(), first=(), last=(), bottom=("movl $1, (%rsi)",
     "movl $1, 3(%rsi)")), "something called left"),
    ("its address is moved by what is called", dict(first=("pushq %rbx", "movq %rsi, %rbx"), last=("movq $0, 24(%rbx)",
     "leaq 8(%rbx), %rbx", "addq $8, %rsp")), "."),
    ("its address is returned, and written to", dict(first=("addq $1, (%rsi)", "movq %rsi, %rax"),
     last=("movq %rcx, 32(%rax)",)), "not understood"),
    ("it passes it to another file", dict(first=("addq $1, (%rsi)", "subq $8, %rsp"), down=("pushq %rsi", "pushq %rdi",
     "call g", "popq %rdi", "popq %rsi"), last=("addq $8, %rsp",)), "."),
    ("what is called lends it further up than it may", dict(first=("addq $1, (%rsi)",), calls="m",
     more="\t.type m, @function\nm:\n" + lines("movq $5, 32(%rsi)", "shrq $1, %rdi", "call l", "ret")), LENT)]],
  both("two functions call each other, and one pushes", pair(("call h",), ("pushq %rax", "call f", "ret")), 3,
       NOT + "another %rsp", None),
  both("... one jumps into the other's middle", pair(("pushq %rbx", "call h", "2:", "popq %rbx"),
       ("pushq %rax", "pushq %rax", "call f", "jmp 2b")), 3, NOT + "something called left there", None),

  # What differs around a call
  both("another argument", (clean, fast(*before[:2], "movq $3, %rsi", *before[3:])), 1, "%rsi", RUNS, SYM),
  both("the argument in another register", (clean, fast(*before[:2], "movq $2, %rcx", *before[3:])), 1, "%r(si|cx)",
       RUNS, SYM),
  both("an instruction moved behind a call", (clean, fast(*before[:2], before[3], before[4], before[2])), 1,
       "movq \\$2, %rsi", RUNS),
  both("... symbolically", (clean, fast(*before[:2], before[3], before[4], before[2])), 1, "different values in",
       RUNS, SYM),
  both("two calls exchanged", (f(lines("call g", "call h")), f(lines("call h", "call g"))), 1,
       "outside of their instructions|where the clean code has", RUNS),
  both("a call of another", (clean, fast(*before[:4], "call h")), 1,
       "outside of their instructions|where the clean code has", RUNS),
  both("a call left out", (clean, fast(*before[:4])), 1, "where the clean code has|has nothing", RUNS),
  both("a call twice", (clean, fast(*before, "call g")), 1, "where the clean code has|has nothing", RUNS),
  both("memory written behind a call instead of before it", (f(lines("movq %rsi, (%rdi)", "call g")),
       f(lines("call g", "movq %rsi, (%rdi)"))), 1, "movq %rsi, \\(%rdi\\)", RUNS),
  both("... symbolically", (f(lines("movq %rdi, %rbx", "movq %rsi, (%rdi)", "call g")), f(lines("movq %rdi, %rbx",
       "call g", "movq %rsi, (%rbx)"))), 1, "different memory", RUNS, SYM),
  both("a word pushed below %rsp in one file", (clean, fast("pushq %rdi", "addq $8, %rsp", *before)), 1,
       "accesses memory that the clean code does not", None, SYM),
  both("the stack misaligned", (clean, fast("subq $8, %rsp", *before, "addq $8, %rsp")), 1, "%rsp", None, SYM),
  both("a callee-saved register with another value, used behind the call", (clean, fast("leaq 1(%rdi), %rbx",
       *before[1:])), 1, "%rbx", RUNS, SYM),
  both("a caller-saved register with another value", (clean, fast("movq $5, %r11", *before)), 1, "%r11", None, SYM),
  both("a vector register with another value", (clean, fast("pxor %xmm8, %xmm8", *before)), 1, "%xmm8", None, SYM),
  both("its upper half", (clean, fast("vmovdqa %xmm0, %xmm0", *before)), 1, "upper", None, SYM),
  both("a value that the call does not keep", (f(lines("movq $1, %r10", "call g", "movq %r10, %rax")),
       f(lines("movq $1, %r10", "call g", "movq $1, %rax"))), 1, "different values in %rax", None, SYM),
  both("a function of the file that differs", (f(local, add), f(local, add.replace("(%rsi), %rax", "(%rdi), %rax"))),
       1, "different (values|memory)", RUNS, SYM),
  both("the direction flag", (clean, fast("std", *before, "cld")), 1, "not in the model|cannot be read"),

  # What the theorem supposes of the clean code
  both("flags that a call is to leave", swapped(lines("cmpq %rdi, %rsi", "call g", "jz 1f",
       "movq $0, %rcx") + "1:\n"), 3, NOT + "a flag is read"),
  both("flags that are passed", inside(lines("cmpq %rdi, %rsi", "call l"), lines("jz 1f", "movq $0, %rcx") + "1:\n"),
       3, NOT + "a flag is read"),
  both("the red zone over a call", swapped(lines("movq %rdi, -8(%rsp)", "call g", "movq -8(%rsp), %rax")), 1,
       "or below it at a call"),
  both("... deeper", swapped(lines("subq $512, %rsp", "movq %rdi, (%rsp)", "addq $512, %rsp", "call g",
       "subq $512, %rsp", "movq (%rsp), %rax", "addq $512, %rsp")), 1, "since it was written"),
  both("what a call left below the stack pointer", swapped(lines("call g", "movq -8(%rsp), %rax")), 3,
       NOT + "left other things"),
  both("... in a frame", swapped(lines("call g", "subq $32, %rsp", "movq 24(%rsp), %rax", "addq $32, %rsp")), 3,
       NOT + "left other things"),
  both("... popped", swapped(lines("call g", "subq $8, %rsp", "popq %rax")), 3, NOT + "left other things"),
  both("... by an index", swapped(lines("call g", "movq -64(%rsp,%rdi,8), %rax")), 3,
       NOT + "not known where on the stack"),
  both("... written on one way only", swapped(lines("call g", "testq %rdi, %rdi", "jz 1f",
       "movq %rdi, -8(%rsp)") + "1:\n" + lines("movq -8(%rsp), %rax")), 3, NOT + "left other things"),
  both("... written before", swapped(lines("call g", "movq %rbx, -8(%rsp)", "movq -8(%rsp), %rax")), 0,
       "a legal reordering"),
  both("... read by what is called", inside(lines("call g", "subq $64, %rsp", "leaq 56(%rsp), %rdi", "call l",
       "addq $64, %rsp"), lines("movq (%rdi), %rax")), 3, NOT + "may read, through an address that it is given"),
  both("... by what that calls", inside(lines("call g", "subq $64, %rsp", "leaq 48(%rsp), %rdi", "call l",
       "addq $64, %rsp"), lines("addq $8, %rdi", "pushq %rbx", "call m",
       "popq %rbx") + "\tret\n\t.type m, @function\nm:\n\tmovq (%rdi), %rax\n"), 3,
       NOT + "may read, through an address that it is given"),
  both("an address below %rsp that is passed", inside(lines("leaq -8(%rsp), %rdi", "call l"),
       lines("movq (%rdi), %rax")), 3, NOT + "(memory|an address) below %rsp"),
  both("... to another file", swapped(lines("leaq -64(%rsp), %rdi", "call g")), 3, NOT + "an address below %rsp"),
  both("... by a distance", inside(lines("leaq (%rsp), %rdi", "call l"), lines("movq -8(%rdi), %rax")), 3,
       NOT + "below %rsp"),
  both("where a call comes from", tuple("\t.text\n\t.globl f\nf:\n" + lines(*o,
       "call .Lhere") + ".Lhere:\n\tpopq %rax\n\tret\n" for o in (two, two[::-1])), 3,
       NOT + "returns to|another %rsp"),
  both("... read in a function", inside(lines("call l"), lines("movq (%rsp), %rax")), 3,
       NOT + "the address that the function returns to"),
  both("... changed", inside(lines("call l"), lines("movq %rdi, (%rsp)")), 3,
       NOT + "the address that the function returns to"),
  both("a function that returns with another %rsp", inside(lines("call l"), lines("pushq %rdi")), 3,
       NOT + "another %rsp"),
  both("... from an unknown one", inside(lines("call l"), lines("movq (%rdi), %rsp")), 3, NOT),
  both("a function that changes a register of its caller's", inside(lines("movq %rsp, %rbx", "call l",
       "movq -16(%rbx), %rax"), lines("movq %rdi, %rbx")), 0, "a legal reordering"),
  both("... to what is computed of it", inside(lines("movq %rsp, %rbx", "call l",
       "movq -16(%rbx), %rax"), lines("addq %rdi, %rbx")), 3, NOT + "not known where on the stack|left other things"),
  both("a frame that a function fills", (f(local, add), f(other, add)), 0, "a legal reordering", SAME),
  both("... on one way only", tuple(t.replace("\tmovq %rax, (%rdx)\n",
       "\tjz 1f\n\tmovq %rax, (%rdx)\n1:\n") for t in (f(local, add), f(other, add))), 3, NOT + "left other things"),
  both("... not the whole of it", tuple(t.replace("%rax, (%rdx)", "%eax, (%rdx)").replace("movq %eax",
       "movl %eax") for t in (f(local, add), f(other, add))), 3, NOT + "left other things"),

  # Where no theorem speaks
  both("a register that is dead at returns, and a call in the file", inside(lines("call l"), ""), 3,
       NOT + "dead at returns", None, [*SYM, "--dead", "%r10"]),
  both("... a call of another file", swapped(lines("call g")), 0, "computes what", SAME, [*SYM, "--dead", "%r10"]),
  both("... which differs at the call", (clean, fast("movq $5, %r10", *before)), 1, "%r10", None, [*SYM, "--dead",
       "%r10"]),
  both("... behind it", (clean, fast(*before, tail=("addq %rbx, %rax", "movq $0, %rcx", "movq $5, %r10"))), 0,
       "computes what", SAME, [*SYM, "--dead", "%r10"]),
  both("a call of a weak symbol of the file", tuple(t.replace("\t.type l,",
       "\t.weak l\n\t.type l,") for t in inside(lines("call l"), "")), 3, NOT + "weak"),
  both("a jump out", tuple(f(lines(*o, "call g")).replace("\tret\n", "\tjmp g\n") for o in (two, two[::-1])), 3,
       NOT + "it jumps to"),
  # What a call left is got at by way of ...
  later("a place that is stored", ["movq %rsp, cell(%rip)", "call l"],
        {"l": ["movq cell(%rip), %rcx", "movq -8(%rcx), %rax"]}, "stores an address of the stack"),
  later("... by what is called", ["call l", "movq cell(%rip), %rcx", "movq (%rcx), %rax"],
        {"l": ["movq %rsp, cell(%rip)"]}, "stores an address of the stack"),
  later("... where a pointer leads", ["movq %rsp, (%rdx)", "call l"],
        {"l": ["movq (%rdx), %rcx", "movq -8(%rcx), %rax"]}, "stores an address of the stack", None),
  later("... which stores what it is given", ["movq %rsp, %rdi", "call l", "call k"],
        {"l": ["addq $0, %rdi", "movq %rdi, cell(%rip)"], "k": ["movq cell(%rip), %rcx", "movq -8(%rcx), %rax"]},
        "what this calls may store an address"),
  later("... from something computed", ["movq %rsp, %rdi", "movq $0, %rsi", "call l", "call k"],
        {"l": ["addq %rsi, %rdi", "movq %rdi, cell(%rip)"], "k": ["movq cell(%rip), %rcx", "movq -8(%rcx), %rax"]},
        "what this calls may store an address"),
  later("... from a vector", ["movq %rsp, %rdi", "call l", "call k"],
        {"l": ["movq %rdi, %xmm0", "movdqu %xmm0, cell(%rip)"], "k": ["movq cell(%rip), %rcx", "movq -8(%rcx), %rax"]},
        "what this calls may store an address"),
  later("a vector", ["leaq -8(%rsp), %rax", "movq %rax, %xmm0", "movq $0, %rax", "call l"],
        {"l": ["movq %xmm0, %rcx", "movq (%rcx), %rax"]}, "in memory, or in a vector register"),
  later("the frame", ["subq $32, %rsp", "leaq -8(%rsp), %rax", "movq %rax, 8(%rsp)", "movq %rsp, %rdi",
                      "movq $0, %rax", "call l", "addq $32, %rsp"],
        {"l": ["movq 8(%rdi), %rcx", "movq (%rcx), %rax"]}, "in memory, or in a vector register"),
  later("what comes back", ["call l", "movq (%rcx), %rax"], {"l": ["movq %rsp, %rcx"]},
        "where on the stack this reads"),
  later("a register that a callee saved, and what it calls changed", ["subq $32, %rsp", "leaq 8(%rsp), %rbx",
        "movq $0, 8(%rsp)", "call m", "movq (%rbx), %rax", "addq $32, %rsp"],
        {"m": ["pushq %rbx", "movq %rsp, %r8", "call l", "popq %rbx"], "l": ["subq $16, (%r8)", "movl $0, %r8d"]},
        "it is not known where on the stack this reads"),
  later("... at an index", ["subq $32, %rsp", "leaq 8(%rsp), %rbx", "movl $0, %r9d",
        "movq $0, 8(%rsp)", "call m", "movq (%rbx), %rax", "addq $32, %rsp"],
        {"m": ["pushq %rbx", "movq %rsp, %r8", "call l", "popq %rbx"], "l": ["subq $16, (%r8,%r9)", "movl $0, %r8d"]},
        "it is not known where on the stack this reads"),
  later("... of what was given", ["movq %rsp, %rdi", "call l", "movq -8(%rcx), %rax"], {"l": ["movq %rdi, %rcx"]},
        "where on the stack this reads"),
  later("... by way of a word", ["movq %rsp, %rdi", "call l", "movq -8(%rcx), %rax"],
        {"l": ["movq %rdi, -16(%rsp)", "movq -16(%rsp), %rcx"]}, "where on the stack this reads"),
  later("the frame of the one that called", [*left, "call l", "addq $40, %rsp"],
        {"empty": [], "l": ["movq 16(%rsp), %rax"]}, "what something called left"),
  later("... which called another one", [*left, "call m", "addq $40, %rsp"],
        {"empty": [], "m": ["call l"], "l": ["movq 24(%rsp), %rax"]}, "what something called left"),
  later("the address that the one before returns to", ["call m"], {"m": ["call l"], "l": ["movq 8(%rsp), %rax"]},
        "what this calls may access the address"),
  later("... and what is next to it", ["call m"],
        {"m": ["subq $8, %rsp", "movq $0, (%rsp)", "call l", "addq $8, %rsp"],
         "l": ["movdqu 8(%rsp), %xmm0", "pextrq $1, %xmm0, %rax"]}, "what this calls may access the address"),
  later("... which was given", ["call m"], {"m": ["movq %rsp, %rdi", "call l"], "l": ["movq (%rdi), %rax"]},
        "what this calls may access the address"),
  # ... or changed.
  later("the address that the one before returns to, changed", ["call m"],
        {"m": ["call l"], "l": ["addq $1, 8(%rsp)"]}, "what this calls may access the address", None),
  later("... on one way", ["call m"],
        {"m": ["call l"], "l": ["testq %rsi, %rsi", "je 1f", "movq $0, 8(%rsp)", "1: nop"]}, "what this calls", None),
  later("... where that was given", ["call m"],
        {"m": ["movq %rsp, %rdi", "call l"], "l": ["movq $0, (%rdi)"]}, "what this calls may access the address", None),
  later("the own one, given from below it, on one way", ["movq %rsp, %rdi", "call l"],
        {"l": ["testq %rsi, %rsi", "je 1f", "movq $0, -8(%rdi)", "1: nop"]}, "may access memory below %rsp", None),
  later("the own one, perhaps, by an index", ["call l"], {"l": ["movq $0, -80(%rsp,%rdi,8)"]},
        "where on the stack this writes", None),
  # What is passed on the stack.
  later("an argument on the stack", ["pushq %rdi", "call l", "addq $8, %rsp"], {"l": ["movq 8(%rsp), %rax"]},
        "computes what", None, 0),
  later("... that was stored", [*left, "movq %rdi, 8(%rsp)", "call l", "addq $40, %rsp"],
        {"empty": [], "l": ["movq 16(%rsp), %rax"]}, "computes what", None, 0),
  later("... by halves", [*left, "movl $0, 12(%rsp)", "call l", "addq $40, %rsp"],
        {"empty": [], "l": ["movq 16(%rsp), %rax"]}, "what something called left"),
  later("a word of the caller's that is changed", [*left, "movq %rdi, 8(%rsp)", "call l", "movq 8(%rsp), %rax",
        "addq $40, %rsp"], {"empty": [], "l": ["movq $7, 16(%rsp)"]}, "computes what", SAME, 0),
  both("a loop that differs around a call", tuple(f(lines(*o, "testq %rdi, %rdi", "jz 1f", "call g",
       *p) + "1:\n" + lines(*q)) for o, p, q in
     [(two, ["movq $1, %rcx"], []), (two[::-1], [], ["movq $1, %rcx"])]), 1, "."),
  regions("a pointer into another region is given to a function", ["movq %rdi, %rsi", "call l"], ["SWAP"]),
  regions("... in a register that nothing is said of", ["movq %rdi, %r8", "call l"], ["movq %r8, %rsi", "SWAP"]),
  regions("... in a vector", ["movq %rdi, %xmm0", "call l"], ["movq %xmm0, %rsi", "SWAP"]),
  regions("... in its caller's frame", ["pushq %rdi", "call l", "popq %rcx"], ["movq 8(%rsp), %rsi", "SWAP"]),
  regions("... and given back", ["call l", "SWAP"], ["movq %rdi, %rsi"]),
  regions("... in another register", ["call l", "movq %rcx, %rsi", "SWAP"], ["leaq (%rdi), %rcx"]),
  regions("... in its caller's frame", ["pushq %rsi", "call l", "popq %rsi", "SWAP"], ["movq %rdi, 8(%rsp)"]),
]

number = failed = 0
def result(good, name, detail=""):
    global number, failed
    number += 1
    failed += not good
    print("ok" if good else "not ok", number, "-", name)
    for line in [] if good else str(detail).split("\n"): print("#", line)

def run(*command): return subprocess.run(command, capture_output=True, text=True)

with tempfile.TemporaryDirectory() as d:
    path = lambda n: os.path.join(d, n)
    # Two callees that note what they are given, change all that they may, and tell nothing of the flags.
    with open(path("driver.c"), "w") as c:
        c.write(r'''#include <stdio.h>
#include <stdint.h>
uint64_t f(uint64_t *, uint64_t, uint64_t);
static uint64_t noted = 1, memory[8];
static void note(uint64_t x) { noted = (noted ^ x) * UINT64_C(0x100000001b3); }
static uint64_t callee(uint64_t which, uint64_t a, uint64_t b, uint64_t c, uint64_t d) {
  note(which); note(a); note(b); note(c); note(d); note(memory[0]);
  volatile uint64_t frame[32];
  for (int i = 0; i < 32; i++) frame[i] = which + (uint64_t)i;
  __asm__ volatile("" ::: "rsi", "rdi", "rcx", "rdx", "r8", "r9", "r10", "r11");
  return noted;
}
__attribute__((noinline)) uint64_t g(uint64_t a, uint64_t b, uint64_t c, uint64_t d) { return callee(1, a, b, c, d); }
__attribute__((noinline)) uint64_t h(uint64_t a, uint64_t b, uint64_t c, uint64_t d) { return callee(2, a, b, c, d); }
int main(void) {
  memory[0] = 5; memory[1] = 9;
  uint64_t r = NUMBER ? f((uint64_t *)(uintptr_t)77, 3, 0) : f(memory, 3, 0);
  for (int i = 0; i < 8; i++) note(memory[i]);
  printf("%llu %llu\n", (unsigned long long)r, (unsigned long long)noted);
  return 0;
}
''')
    def behaviour(name, numbers):
        made = run("cc", "-O1", "-no-pie", "-z", "noexecstack", f"-DNUMBER={numbers}", "-o", path(name),
             path("driver.c"), path(name + ".s"))
        if made.returncode: return made.stderr
        r = run(path(name))
        return f"{r.returncode} {r.stdout}"

    for name, c, x, options, status, pattern, runs in cases:
        for n, text in (("clean.s", c), ("fast.s", x)):
            with open(path(n), "w") as out: out.write(text)
        r = run("fairlead", "asm", "check", *options, path("clean.s"), path("fast.s"))
        out = r.stdout + r.stderr
        result(r.returncode == status and re.search(pattern, out), f"status {status}: {name}",
             f"status {r.returncode}\n{out}")
        again = run("fairlead", "asm", "check", *(o for o in options if o in SYM), path("clean.s"), path("clean.s"))
        result(again.returncode in (0, 1 if status == 1 else 3), "... the clean code against itself",
             again.stdout + again.stderr)
        if runs:
            numbers = 0 if "(%rdi)" in c.split("\t.type add")[0] else 1
            a, b = behaviour("clean", numbers), behaviour("fast", numbers)
            good = a.startswith("0 ") and (a == b if runs == SAME else a != b)
            result(good, "... and they do the same" if runs == SAME else "... and they do differ", f"{a}{b}")

print(f"1..{number}")
sys.exit(failed != 0)
