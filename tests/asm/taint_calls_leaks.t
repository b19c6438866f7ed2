#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
"""`asm taint' of files with calls: leaks by way of a callee's or caller's registers, stack and memory never have
status 0; honest files do. What is refused says where. TAP on standard output."""
import os
import re
import subprocess
import tempfile

os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
FAIRLEAD = os.environ.get("FAIRLEAD", "fairlead")

# What is behind %rsi is secret, and %rax, and the stack may hold secrets; what is behind %rdi is public.
HEAD = """# fairlead: region key %rsi
# fairlead: region n %rdi
# fairlead: disjoint n key stack
# fairlead: secret %rax key stack
\t.text
\t.globl f
f:
"""
PUBLIC_STACK = HEAD.replace("key stack\n\t", "key\n\t")


def lines(text):
    made = ""
    for line in text.split(";"):
        line = line.strip()
        made += line + "\n" if line.endswith(":") else f"\t{line}\n"
    return made


def function(name, text):
    return f"\t.type {name}, @function\n{name}:\n{lines(text)}"


def file(main, *functions, head=HEAD, tail=""):
    return head + lines(main) + "".join(function(*f) for f in functions) + tail


# Loads from where a register says, in public memory: what the register holds is seen.
SHOW = "movq (%rdi,%rcx),%rdx"


def l(text):
    return ("l", text)


def m(text):
    return ("m", text)


DATA = "\t.data\nt:\t.quad 0,0,0\n"

LEAKS = [
    ("callee-saved", file(
          "movq %rax,%rbx;call l;ret",
          l("movq (%rdi,%rbx),%rdx;ret"))),
    ("below rsp after", file(
          f"call l;movq -16(%rsp),%rcx;{SHOW};ret",
          l("pushq %rax;popq %rdx;ret"))),
    ("below rsp after, public stack", file(
          f"call l;movq -16(%rsp),%rcx;{SHOW};ret",
          l("pushq %rax;popq %rdx;ret"),
          head=PUBLIC_STACK)),
    ("stack arg push", file(
          "pushq %rax;call l;popq %rdx;ret",
          l(f"movq 8(%rsp),%rcx;{SHOW};ret"))),
    ("stack arg mov", file(
          "subq $24,%rsp;movq %rax,8(%rsp);call l;addq $24,%rsp;ret",
          l(f"movq 16(%rsp),%rcx;{SHOW};ret"))),
    ("return value", file(
          f"call l;{SHOW};ret",
          l("movq %rax,%rcx;ret"))),
    ("a pointer into the callee's frame, to the word where it saves a register", file(
          f"pushq %rbx;movq %rdi,%rbx;leaq -16(%rsp),%rdx;call l;movq (%rbx),%rcx;{SHOW};popq %rbx;ret",
          l("pushq %rbx;movq %rsi,(%rdx);popq %rbx;ret"))),
    ("... by a distance", file(
          f"pushq %rbx;movq %rdi,%rbx;movq %rsp,%rdx;call l;movq (%rbx),%rcx;{SHOW};popq %rbx;ret",
          l("pushq %rbx;movq %rsi,-16(%rdx);popq %rbx;ret"))),
    ("what a callee left in the red zone", file(
          f"call l;movq -40(%rsp),%rdi;movq (%rdi),%rcx;{SHOW};ret",
          l("movq %rsi,-32(%rsp);ret"))),
    ("... two calls deep, written over in part", file(
          f"call m;movl $0,-40(%rsp);movq -40(%rsp),%rdi;movq (%rdi),%rcx;{SHOW};ret",
          m("call l;ret"), l("movq %rsi,-24(%rsp);ret"))),
    ("a function that calls itself, as often as a number says", file(
          "pushq %rbx;movq %rdi,%rbx;movq (%rdi),%rcx;call l;movq (%rbx),%rcx;popq %rbx;ret",
          l("addq (%rsi),%rax;testq %rcx,%rcx;jz 1f;subq $1,%rcx;call l;1:;ret"))),
    ("recursion", file(
          "movl $0,%ecx;movq (%rdi),%r8;call l;ret",
          l(f"{SHOW};movq %rax,%rcx;testq %r8,%r8;jz 1f;subq $1,%r8;call l;1:;ret"))),
    ("two calls taint frame", file(
          "subq $8,%rsp;movq $0,(%rsp);movq %rsp,%rdx;call l;call m;addq $8,%rsp;ret",
          l("movq %rax,(%rdx);ret"),
          m(f"movq (%rdx),%rcx;{SHOW};ret"))),
    ("word overwritten by address", file(
          f"pushq %rdi;movq %rsp,%rdx;call l;popq %rcx;{SHOW};ret",
          l("movq %rax,(%rdx);ret"))),
    ("word overwritten via 8(rsp)", file(
          f"pushq %rdi;call l;popq %rcx;{SHOW};ret",
          l("movq %rax,8(%rsp);ret"))),
    ("... 2 deep", file(
          f"pushq %rdi;call m;popq %rcx;{SHOW};ret",
          m("call l;ret"),
          l("movq %rax,16(%rsp);ret"))),
    ("word overwritten via rbp", file(
          f"pushq %rdi;movq %rsp,%rbp;call l;popq %rcx;{SHOW};ret",
          l("movq %rax,(%rbp);ret"))),
    ("red zone word", file(
          f"movq %rdi,-16(%rsp);call l;movq -16(%rsp),%rcx;{SHOW};ret",
          l("pushq %rax;popq %rdx;ret"))),
    ("red zone word, xmm", file(
          f"movq %rdi,-24(%rsp);call l;movq -24(%rsp),%rcx;{SHOW};ret",
          l("movdqu (%rsi),%xmm0;movdqu %xmm0,-16(%rsp);ret"))),
    ("other entry", file(
          f"call k;{SHOW};ret",
          l("movl $0,%ecx;jmp 1f;k:;movq (%rsi),%rcx;1:;ret"))),
    ("other entry: rbx", file(
          "movl $0,%ebx;call k;movq (%rdi,%rbx),%rdx;ret",
          l("pushq %rbx;k:;movq (%rsi),%rbx;popq %rbx;ret"))),
    ("tail jump", file(
          f"movl $0,%ecx;call l;{SHOW};ret",
          l("jmp m"),
          m("movq (%rsi),%rcx;ret"))),
    ("tail jump leak", file(
          "call l;ret",
          l("movq %rax,%rcx;jmp m"),
          m(f"{SHOW};ret"))),
    ("callee adds to rsp", file(
          "subq $8,%rsp;call l;ret",
          l("popq %rcx;addq $8,%rsp;jmp *%rcx"))),
    ("callee leaves rsp low", file(
          f"call l;popq %rcx;{SHOW};ret",
          l("movq (%rsp),%rdx;movq %rax,(%rsp);pushq %rdx;ret"))),
    ("callee leaves rsp high", file(
          "pushq %rax;call l;ret",
          l("movq (%rsp),%rdx;movq %rdx,8(%rsp);addq $8,%rsp;ret"))),
    ("callee pops", file(
          "call l;ret",
          l("popq %rcx;pushq %rcx;addq $8,%rsp;ret"))),
    ("ptr rdi->key", file(
          "movq %rsi,%rdi;call l;ret",
          l(f"movq (%rdi),%rcx;{SHOW};ret"))),
    ("ptr by r8", file(
          "movq %rsi,%r8;call l;ret",
          l(f"movq %r8,%rdi;movq (%rdi),%rcx;{SHOW};ret"))),
    ("ptr returned", file(
          f"call l;movq (%rdi),%rcx;{SHOW};ret",
          l("movq %rsi,%rdi;ret"))),
    ("ptr returned rax", file(
          f"call l;movq %rax,%rdi;movq (%rdi),%rcx;{SHOW};ret",
          l("movq %rsi,%rax;ret"))),
    ("ptr returned lea sum", file(
          f"call l;movq (%rdi),%rcx;{SHOW};ret",
          l("leaq 8(%rsi),%rdi;ret"))),
    ("ptr by xmm", file(
          f"movq %rsi,%xmm0;call l;movq (%rdi),%rcx;{SHOW};ret",
          l("movq %xmm0,%rdi;ret"))),
    ("ptr by xmm into callee", file(
          "movq %rsi,%xmm0;call l;ret",
          l(f"movq %xmm0,%rdi;movq (%rdi),%rcx;{SHOW};ret"))),
    ("ptr by slot", file(
          "pushq %rsi;call l;popq %rdx;ret",
          l(f"movq 8(%rsp),%rdi;movq (%rdi),%rcx;{SHOW};ret"))),
    ("ptr put in slot by callee", file(
          f"pushq %rdi;call l;popq %rdi;movq (%rdi),%rcx;{SHOW};ret",
          l("movq %rsi,8(%rsp);ret"))),
    ("ptr put in slot by callee, addr", file(
          f"pushq %rdi;movq %rsp,%rdx;call l;popq %rdi;movq (%rdi),%rcx;{SHOW};ret",
          l("movq %rsi,(%rdx);ret"))),
    ("ptr put in slot by callee, addr, pubstack", file(
          f"pushq %rdi;movq %rsp,%rdx;call l;popq %rdi;movq (%rdi),%rcx;{SHOW};ret",
          l("movq %rsi,(%rdx);ret"),
          head=PUBLIC_STACK)),
    ("ptr kept reg swapped", file(
          f"movq %rdi,%rbx;call l;movq %rbx,%rdi;movq (%rdi),%rcx;{SHOW};ret",
          l("movq %rsi,%rbx;ret"))),
    ("ptr through flags-less arithmetic", file(
          "movq %rsi,%r8;subq %rdi,%r8;call l;ret",
          l(f"addq %r8,%rdi;movq (%rdi),%rcx;{SHOW};ret"))),
    ("ptr of symbol returned", file(
          f"call l;movq (%rdi),%rcx;{SHOW};ret",
          l("leaq t(%rip),%rdi;ret"),
          head=HEAD.replace("secret %rax", "secret t %rax").replace("disjoint n", "disjoint n t"),
          tail=DATA)),
    ("saved wrongly", file(
          "movl $0,%ebx;call l;movq (%rdi,%rbx),%rdx;ret",
          l("pushq %rbx;movq (%rsi),%rbx;movq %rbx,(%rsp);popq %rbx;ret"))),
    ("saved slot overwritten by callee of callee", file(
          "movl $0,%ebx;call l;movq (%rdi,%rbx),%rdx;ret",
          l("pushq %rbx;call m;popq %rbx;ret"),
          m("movq %rax,8(%rsp);ret"))),
    ("partial 1 byte", file(
          f"pushq %rdi;call l;popq %rcx;{SHOW};ret",
          l("movb %al,8(%rsp);ret"))),
    ("partial 4 byte", file(
          f"pushq %rdi;call l;popq %rcx;{SHOW};ret",
          l("movl %eax,12(%rsp);ret"))),
    ("vector over", file(
          f"pushq %rdi;pushq %rdi;call l;popq %rcx;popq %rcx;{SHOW};ret",
          l("movdqu (%rsi),%xmm0;movdqu %xmm0,8(%rsp);ret"))),
    ("straddling vector in callee", file(
          f"pushq %rdi;call l;popq %rcx;{SHOW};ret",
          l("movdqu (%rsi),%xmm0;movdqu %xmm0,-4(%rsp);ret"))),
    ("indexed store", file(
          f"pushq %rdi;movq %rsp,%rdx;movq (%rdi),%r9;call l;popq %rcx;{SHOW};ret",
          l("movq %rax,(%rdx,%r9,8);ret"))),
    ("address in frame", file(
          "subq $16,%rsp;movq %rdi,(%rsp);movq %rsp,%rcx;movq %rcx,8(%rsp);call l;movq (%rsp),%rcx;"
          f"addq $16,%rsp;{SHOW};ret",
          l("movq 16(%rsp),%rdx;movq %rax,(%rdx);ret"))),
    ("address in global", file(
          f"pushq %rdi;movq %rsp,%rdx;call l;call m;popq %rcx;{SHOW};ret",
          l("movq %rdx,t(%rip);ret"),
          m("movq t(%rip),%rdx;movq %rax,(%rdx);ret"),
          tail=DATA)),
    ("address in rbx from callee", file(
          f"pushq %rdi;call l;call m;popq %rcx;{SHOW};ret",
          l("leaq 8(%rsp),%rbx;ret"),
          m("movq %rax,(%rbx);ret"))),
    ("address in xmm", file(
          f"pushq %rdi;movq %rsp,%xmm1;call l;popq %rcx;{SHOW};ret",
          l("movq %xmm1,%rdx;movq %rax,(%rdx);ret"))),
    ("loop over buffer", file(
          "pushq %rdi;subq $16,%rsp;movq %rsp,%rdx;movl $3,%r9d;call l;addq $16,%rsp;popq %rcx;"
          f"{SHOW};ret",
          l("1:;movq %rax,(%rdx);addq $8,%rdx;subq $1,%r9;jnz 1b;ret"))),
    ("negative offset", file(
          "subq $16,%rsp;movq %rdi,(%rsp);leaq 8(%rsp),%rdx;call l;movq (%rsp),%rcx;addq $16,%rsp;"
          f"{SHOW};ret",
          l("movq %rax,-8(%rdx);ret"))),
    ("cmov pointer", file(
          f"pushq %rdi;movq %rsp,%rdx;call l;popq %rcx;{SHOW};ret",
          l("movq %rsi,%r8;testq %rdi,%rdi;cmovzq %rdx,%r8;movq %rax,(%r8);ret"))),
    ("own word kept over two calls", file(
          "call l;call l;ret",
          l(f"movq -8(%rsp),%rcx;{SHOW};movq %rax,-8(%rsp);ret"))),
    ("own word kept over two calls (pub stack)", file(
          "call l;call l;ret",
          l(f"movq -8(%rsp),%rcx;{SHOW};movq %rax,-8(%rsp);ret"),
          head=PUBLIC_STACK)),
    ("other function word", file(
          "call l;call m;ret",
          l("movq %rax,-24(%rsp);ret"),
          m(f"movq -24(%rsp),%rcx;{SHOW};ret"))),
    ("callee reads above", file(
          "pushq %rdi;pushq %rax;call l;popq %rdx;popq %rdx;ret",
          l(f"movq 8(%rsp),%rcx;{SHOW};ret"))),
    ("same callee, other offsets", file(
          "pushq %rdi;call l;pushq %rax;call l;popq %rdx;popq %rdx;ret",
          l(f"movq 8(%rsp),%rcx;{SHOW};ret"))),
    ("call into itself", file(
          f"movl $0,%ecx;call 1f;1:;{SHOW};movq (%rsi),%rcx;ret")),
    ("pop pc", file(
          "call 1f;1:;popq %rcx;ret")),
    ("branch on length from callee of secret", file(
          "call l;testq %rcx,%rcx;jz 1f;1:;ret",
          l("movq (%rsi),%rcx;andl $1,%ecx;ret"))),
    ("aligned callee frame", file(
          f"pushq %rdi;call l;popq %rcx;{SHOW};ret",
          l("movq %rsp,%rbp;andq $-32,%rsp;movq %rax,8(%rsp);movq %rbp,%rsp;ret"))),
    ("aligned caller frame", file(
          "movq %rsp,%rbp;pushq %rdi;andq $-32,%rsp;call l;movq -8(%rbp),%rcx;movq %rbp,%rsp;"
          f"{SHOW};ret",
          l("movq %rax,8(%rsp);ret"))),
    ("n region on the stack of caller", file(
          "subq $8,%rsp;movq %rsp,%rdi;call l;addq $8,%rsp;ret",
          l(f"movq (%rdi),%rcx;{SHOW};ret"))),
    ("store secret via key ptr = n", file(
          f"movq %rdi,%rsi;call l;movq (%rdi),%rcx;{SHOW};ret",
          l("movq %rax,(%rsi);ret"))),
    ("store secret via key ptr = n, through r8", file(
          f"movq %rdi,%r8;call l;movq (%rdi),%rcx;{SHOW};ret",
          l("movq %r8,%rsi;movq %rax,(%rsi);ret"))),
    ("store secret via key ptr = n, through r8, to anonymous r9", file(
          f"movq %rdi,%r8;call l;movq (%rdi),%rcx;{SHOW};ret",
          l("movq %r8,%r9;movq %rax,(%r9);ret"))),
    ("callee shrinks frame then push", file(
          f"pushq %rdi;call l;popq %rcx;{SHOW};ret",
          l("leaq 16(%rsp),%rsp;pushq %rax;leaq -8(%rsp),%rsp;ret"))),
    ("push in callee over own ret via lea", file(
          f"pushq %rdi;call l;popq %rcx;{SHOW};ret",
          l("leaq 16(%rsp),%rdx;movq %rax,-8(%rdx);ret"))),
    ("recursion depth words", file(
          "movl $1,%r8d;call l;ret",
          l("pushq %rcx;testq %r8,%r8;jz 1f;movl $0,%r8d;movq %rax,16(%rsp);call l;1:;popq %rcx;"
          f"{SHOW};ret"))),
    ("recursion writes caller frame", file(
          "movl $1,%r8d;movl $0,%ecx;call l;ret",
          l("pushq %rcx;testq %r8,%r8;jz 1f;movl $0,%r8d;call l;jmp 2f;1:;movq %rax,16(%rsp);2:;"
          f"popq %rcx;{SHOW};ret"))),
    ("rsp set to key stack", file(
          "movq %rsi,%rbp;call l;ret",
          l(f"xchgq %rsp,%rbp;popq %rcx;xchgq %rsp,%rbp;{SHOW};ret"))),
    ("leak only after ret-less fn", file(
          f"call l;{SHOW};ret",
          l("movq (%rsi),%rcx;jmp m"),
          m("jmp 1f;1:;ret"))),
    ("secret rsp", file(
          "subq %rax,%rsp;call l;addq %rax,%rsp;ret",
          l("ret"))),
    ("jump to f itself", file(
          f"movl $0,%ecx;call l;{SHOW};ret",
          l("movq %rax,%rcx;ret;"))),
    ("into the middle of f", file(
          f"movl $0,%ecx;g:;{SHOW};testq %rdi,%rdi;jz 1f;call l;1:;ret",
          l("movq %rax,%rcx;testq %rdi,%rdi;jnz 1f;ret;1:;xorq %rdi,%rdi;call g;ret"))),
    ("where the caller returns to, written by the callee", file(
          "movq %rsp,%r8;call l;ret",
          l("movq %rax,(%r8);ret"))),
    ("... public stack", file(
          "movq %rsp,%r8;call l;ret",
          l("movq %rax,(%r8);ret"), head=PUBLIC_STACK)),
    ("... of two levels", file(
          "movq %rsp,%r8;call m;ret",
          m("call l;ret"),
          l("movq %rax,(%r8);ret"))),
    ("... of the function between", file(
          "call m;ret",
          m("movq %rsp,%r8;call l;ret"),
          l("movq %rax,(%r8);ret"))),
    ("... a half of it", file(
          "leaq 4(%rsp),%r8;call l;ret",
          l("movl %eax,(%r8);ret"))),
    ("... the last byte that is not in front of it", file(
          "pushq %rdi;leaq 1(%rsp),%r8;call l;popq %rdi;ret",
          l("movq %rax,(%r8);ret"))),
    ("... from %rsp", file(
          "call l;ret",
          l("movq %rax,8(%rsp);ret"))),
    ("... by an address on the stack", file(
          "movq %rsp,%r8;pushq %r8;call l;popq %r8;ret",
          l("movq 8(%rsp),%rdx;movq %rax,(%rdx);ret"), head=PUBLIC_STACK)),
    ("... at an index", file(
          "movq %rsp,%r8;movl $0,%ecx;call l;ret",
          l("movq %rax,(%r8,%rcx);ret"))),
    ("... perhaps", file(
          "subq $8,%rsp;leaq 8(%rsp),%rdx;movq %rsp,%r8;testq %rdi,%rdi;cmovzq %rdx,%r8;call l;addq $8,%rsp;ret",
          l("movq %rax,(%r8);ret"))),
    ("... where it calls itself", file(
          "subq $8,%rsp;movq %rsp,%r8;movl $1,%edx;call l;addq $8,%rsp;ret",
          l("movq %rax,(%r8);testq %rdx,%rdx;jz 1f;movl $0,%edx;movq %rsp,%r8;call l;1:;ret"))),
    ("where the callee returns to, given from below", file(
          "leaq -8(%rsp),%r8;call l;ret",
          l("movq %rax,(%r8);ret"))),
    ("an entry's pointer that is the stack's, in a callee", file(
          "call l;ret", tail="# fairlead: region stack %r8\n" + function("l", "movq %rax,(%r8);ret"))),
    ("... in one that is entered elsewhere, too", file(
          "subq $8,%rsp;movq %rsp,%r8;call l;addq $8,%rsp;ret",
          tail="\t.globl l\n# fairlead: region stack %r8\n# fairlead: secret %rax stack\n"
          + function("l", "movq %rax,(%r8);ret"))),
    ("a counter that a callee pushes, and what it calls overwrites", file(
          "movl $3,%ebp;1:;call m;subq $1,%rbp;jnz 1b;ret",
          m("pushq %rbp;movq %rsp,%r8;call l;popq %rbp;ret"),
          l("movq %rax,(%r8);ret"))),
    ("... at an index", file(
          "movl $3,%ebp;movl $0,%ecx;1:;call m;subq $1,%rbp;jnz 1b;ret",
          m("pushq %rbp;movq %rsp,%r8;call l;popq %rbp;ret"),
          l("movq %rax,(%r8,%rcx);ret"))),
    ("... from below it", file(
          "movl $3,%ebp;1:;call m;subq $1,%rbp;jnz 1b;ret",
          m("pushq %rbp;subq $8,%rsp;movq %rsp,%r8;call l;addq $8,%rsp;popq %rbp;ret"),
          l("movq %rax,8(%r8);ret"))),
    ("... by an address on the stack", file(
          "movl $3,%ebp;1:;call m;subq $1,%rbp;jnz 1b;ret",
          m("pushq %rbp;movq %rsp,%r8;pushq %r8;call l;popq %r8;popq %rbp;ret"),
          l("movq 8(%rsp),%rdx;movq %rax,(%rdx);ret"))),
    ("... two levels deep", file(
          "movl $3,%ebp;1:;call m;subq $1,%rbp;jnz 1b;ret",
          m("pushq %rbp;movq %rsp,%r8;call o;popq %rbp;ret"),
          ("o", "subq $8,%rsp;call l;addq $8,%rsp;ret"),
          l("movq %rax,(%r8);ret"))),
    ("... from memory", file(
          "movl $3,%ebp;1:;call m;subq $1,%rbp;jnz 1b;ret",
          m("pushq %rbp;movq %rsp,(%rsi);call l;popq %rbp;ret"),
          l("movq (%rsi),%r8;movq %rax,(%r8);ret"))),
    ("a pointer that a callee overwrites in the frame", file(
          f"pushq %rdi;movq %rsp,%r8;call l;popq %r9;movq %rax,(%r9);movq (%rdi),%rcx;{SHOW};ret",
          l("addq $8,(%r8);ret"), head=PUBLIC_STACK)),
    ("a callee's own name for secrets, said to hold none", file("call l;ret", tail="# fairlead: region tab %rsi\n"
          "# fairlead: disjoint tab stack\n# fairlead: secret none\n" + function("l", f"movq (%rsi),%rcx;{SHOW};ret"))),
]

BIG = """# fairlead: region z %rdi
# fairlead: region x %rsi
# fairlead: region y %rdx
# fairlead: disjoint stack return
# fairlead: secret z x y stack
\t.text
\t.globl f
f:
"""
SAVE = "pushq %rbx;pushq %rbp;pushq %r12;"
BACK = "popq %r12;popq %rbp;popq %rbx;"
MUL = ("mul", "pushq %rbx;pushq %rbp;movq %rdx,%rcx;movq (%rsi),%rax;mulq (%rcx);movq %rax,%rbx;"
       "movq %rdx,%rbp;movq 8(%rsi),%rax;mulq (%rcx);addq %rax,%rbp;adcq $0,%rdx;"
       "movq %rbx,(%rdi);movq %rbp,8(%rdi);popq %rbp;popq %rbx;ret")

HONEST = [
    ("a pointer in a register that the function saves", file(
          "pushq %rbx;movq %rdi,%rbx;call l;movq (%rbx),%rcx;popq %rbx;ret",
          l("pushq %rbx;movq (%rsi),%rbx;addq %rax,%rbx;movq %rbx,(%rsi);popq %rbx;ret"))),
    ("a pointer on the stack, beside secrets, across two calls", file(
          "subq $24,%rsp;movq %rdi,16(%rsp);movq %rax,(%rsp);call l;movq %rax,8(%rsp);call l;"
          "movq 16(%rsp),%rdi;movq (%rdi),%rcx;addq $24,%rsp;ret",
          l("pushq %rax;addq (%rsi),%rax;popq %rdx;ret"))),
    ("big numbers: temporaries on the stack, pointers beside them", file(
          SAVE + "subq $64,%rsp;movq %rdi,48(%rsp);movq %rdx,56(%rsp);leaq (%rsp),%rdi;call mul;"
          "leaq 16(%rsp),%rdi;leaq (%rsp),%rsi;movq 56(%rsp),%rdx;call mul;movq 48(%rsp),%rdi;"
          "leaq (%rsp),%rsi;leaq 16(%rsp),%rdx;call mul;addq $64,%rsp;" + BACK + "ret",
          MUL, head=BIG)),
    ("a loop that calls, its counter in a register that is saved", file(
          SAVE + "movl $4,%ebp;movq %rdi,%rbx;movq %rsi,%r12;1:;movq %rbx,%rdi;movq %r12,%rsi;"
          "movq %r12,%rdx;call mul;subq $1,%rbp;jnz 1b;" + BACK + "ret",
          MUL, head=BIG)),
    ("a loop that calls, its counter on the stack", file(
          "subq $40,%rsp;movq %rdi,32(%rsp);movq $4,24(%rsp);1:;movq 32(%rsp),%rsi;movq %rsi,%rdx;"
          "movq %rsp,%rdi;call mul;subq $1,24(%rsp);jnz 1b;addq $40,%rsp;ret",
          MUL, head=BIG)),
    ("two levels", file(
          "pushq %rbp;movq %rdi,%rbp;call sqr;movq %rbp,%rdi;movq %rbp,%rsi;call sqr;popq %rbp;ret",
          ("sqr","movq %rsi,%rdx;subq $8,%rsp;call mul;addq $8,%rsp;ret"), MUL, head=BIG)),
    ("... the second by a jump", file(
          "pushq %rbp;movq %rdi,%rbp;call sqr;movq %rbp,%rdi;movq %rbp,%rsi;call sqr;popq %rbp;ret",
          ("sqr","movq %rsi,%rdx;jmp mul"), MUL, head=BIG)),
    ("two entries to one function", file(
          "call k;call l;movq (%rdi,%rcx),%rdx;ret",
          l("movq (%rsi),%rax;k:;movl $8,%ecx;ret"))),
    ("a function that is given secrets once, and numbers once", file(
          "movq %rax,%r8;call l;movq (%rdi),%r8;call l;movq (%rdi,%r8,8),%rcx;ret",
          l("addq $1,%r8;rolq $3,%r8;ret"))),
    ("a choice without branches from a table, by a function", file(
          "movl $3,%ecx;movl $0,%edx;call l;ret",
          l("1:;movq (%rdi,%rcx,8),%r8;cmpq %rcx,%rax;cmoveq %r8,%rdx;subq $1,%rcx;jnz 1b;ret"))),
    ("vectors", file(
          "movdqu (%rsi),%xmm0;call l;movdqu %xmm0,(%rsi);ret",
          l("movdqu 16(%rsi),%xmm1;pxor %xmm1,%xmm0;movdqu %xmm0,-24(%rsp);ret"))),
    ("a counter that the callee pushes, where it stores secrets through what it is given", file(
          "subq $72,%rsp;movl $4,%ebp;1:;leaq 8(%rsp),%r9;call sqr;subq $1,%rbp;jnz 1b;addq $72,%rsp;ret",
          ("sqr", "pushq %rbp;movq %rax,%rbp;movq %rbp,(%r9);movq %rbp,24(%r9);popq %rbp;ret"))),
    ("... and is called from many places", file(
          "subq $72,%rsp;movl $4,%ebp;1:;" + "".join(
            f"movl ${n},%e{r};leaq 8(%rsp),%r9;call sqr;" for n, r in enumerate(["cx", "dx", "si", "bx"] * 4))
          + "subq $1,%rbp;jnz 1b;addq $72,%rsp;ret",
          ("sqr", "pushq %rbp;subq $16,%rsp;movq %rsp,%r8;call l;movq (%rsp),%rax;movq %rax,(%r9);"
           "addq $16,%rsp;popq %rbp;ret"),
          l("movq %rax,(%r8);ret"))),
    ("a pointer kept in the frame, through which secrets are stored after calls", file(
          "subq $72,%rsp;movq %rsi,64(%rsp);movq %rsp,%r8;call l;leaq 32(%rsp),%r8;call l;movq 64(%rsp),%rcx;"
          "movq (%rsp),%rdx;movq %rdx,(%rcx);addq $72,%rsp;ret",
          l("movq (%rsi),%rdx;movq %rdx,(%r8);movq %rdx,24(%r8);ret"))),
    ("frames far apart", file(
          "subq $8,%rsp;movq %rsp,%r8;call l;call m;addq $8,%rsp;ret",
          m("subq $8192,%rsp;movq %rsp,%r8;call l;addq $8192,%rsp;ret"),
          l("movq %rax,(%r8);ret"))),
    ("a word next to where the caller returns to", file(
          "pushq %rdi;movq %rsp,%r8;call l;popq %rdi;ret",
          l("movq %rax,(%r8);ret"))),
    ("a public stack", file(
          "pushq %rdi;call l;popq %rdi;movq (%rdi),%rcx; " + SHOW + ";ret",
          l("pushq %rbx;movq (%rsi),%rbx;xorq %rax,%rbx;movq %rbx,(%rsi);movl $0,%ebx;"
          "popq %rbx;ret"), head=PUBLIC_STACK)),
]


def taint(text):
    """The status, and what is said, of the file; and the status of the object that is made of it."""
    with tempfile.TemporaryDirectory() as work:
        path, made = os.path.join(work, "e.S"), os.path.join(work, "e.o")
        with open(path, "w") as out:
            out.write(text)
        subprocess.run(["as", "-o", made, path], check=True)

        def judge(*what):
            ran = subprocess.run([FAIRLEAD, "asm", "taint", *what], capture_output=True, text=True, timeout=300)
            return ran.returncode, ran.stdout + ran.stderr

        status, said = judge(path)
        of_object, more = judge("--object", made, path)
        return status, of_object, said + more


def report(number, good, name, status, said):
    print(f"{'ok' if good else 'not ok'} {number} - {name}")
    if not good:
        print("".join(f"# {line}\n" for line in [f"status {status}", *said.splitlines()]), end="")


number = 0
for name, text in LEAKS:
    status, of_object, said = taint(text)
    number += 1
    good = status == 1 and re.search(r"e\.S:\d+:\d+: error: ", said) or status == 3 and "exit status 3" in said
    report(number, good, "a leak: " + name, status, said)
    number += 1
    report(number, of_object in (1, 3), "... of its object", of_object, said)
for name, text in HONEST:
    status, of_object, said = taint(text)
    number += 1
    report(number, status == 0, "none: " + name, status, said)
    number += 1
    report(number, of_object == 0, "... of its object", of_object, said)
print(f"1..{number}")
