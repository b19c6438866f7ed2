#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
"""Attacks on `asm taint' and `asm check', made from docs/asm.md: every way in which a value goes from one register to
another, with a pointer to secrets, a place of a frame and a secret on it; and what goes wrong around frames, calls,
alignments, names and signals. Beside each stands a sibling that is right and has status 0. In the quick form there are
"
two uses of each way, and no objects of those; with arguments, the cases whose names contain one. TAP on stdout."""
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
FAIRLEAD = os.environ.get("FAIRLEAD", "fairlead")


def lines(text):
    made = ""
    for line in (l.strip() for l in text.split(";")):
        if line:
            made += line + "\n" if line.endswith(":") else f"\t{line}\n"
    return made


def file(main, *functions, head="", tail=""):
    made = head + "\t.text\n\t.globl f\nf:\n" + lines(main)
    for name, text in functions:
        made += f"\t.type {name}, @function\n{name}:\n{lines(text)}"
    return made + tail


# ** Ways from %r8 to %r9, with %r10, %r11, %rcx, %rdx, vectors and the red zone to spare

WAYS = {
    "mov": "movq %r8,%r9",
    "lea": "leaq (%r8),%r9",
    "lea there and back": "leaq 64(%r8),%r9;leaq -64(%r9),%r9",
    "lea with an index": "xorl %r10d,%r10d;leaq (%r10,%r8),%r9",
    "a scaled index that wraps": "leaq (,%r8,2),%r9;shrq $1,%r9",
    "xchg": "xchgq %r8,%r9",
    "xchg, twice": "xchgq %r8,%r10;xchgq %r9,%r10",
    "cmov": "movl $1,%r9d;testq %r9,%r9;cmovnzq %r8,%r9",
    "cmov of memory": "movq %r8,-8(%rsp);movl $1,%r9d;testq %r9,%r9;cmovnzq -8(%rsp),%r9",
    "push and pop": "pushq %r8;popq %r9",
    "push, and a load": "pushq %r8;movq (%rsp),%r9;popq %r10",
    "the red zone": "movq %r8,-40(%rsp);movq -40(%rsp),%r9",
    "halves": "movl %r8d,%r10d;shrq $32,%r8;shlq $32,%r8;leaq (%r8,%r10),%r9;movq %r8,%r9;orq %r10,%r9",
    "halves in the red zone": "movq %r8,%r10;shrq $32,%r10;movl %r8d,-16(%rsp);movl %r10d,-12(%rsp);movq -16(%rsp),%r9",
    "bytes in the red zone": "movq %r8,-16(%rsp);xorl %r9d,%r9d;" + "".join(
        f"shlq $8,%r9;movzbl {k - 16}(%rsp),%r10d;orq %r10,%r9;" for k in range(7, -1, -1)),
    "a byte over it": "movq %r8,-16(%rsp);movb %r8b,-16(%rsp);movq -16(%rsp),%r9",
    "two bytes over it": "movq %r8,-16(%rsp);movw %r8w,-16(%rsp);movq -16(%rsp),%r9",
    "four bytes over it": "movq %r8,-16(%rsp);movl %r8d,-16(%rsp);movq -16(%rsp),%r9",
    "a word that straddles": "movq %r8,-20(%rsp);movl $0,-24(%rsp);movq -20(%rsp),%r9",
    "add": "xorl %r9d,%r9d;addq %r8,%r9",
    "add to memory": "movq $0,-24(%rsp);addq %r8,-24(%rsp);movq -24(%rsp),%r9",
    "sub, and neg": "xorl %r9d,%r9d;subq %r8,%r9;negq %r9",
    "not, twice": "notq %r8;movq %r8,%r9;notq %r9",
    "xor, twice": "movq %rdx,%r9;xorq %r8,%r9;xorq %rdx,%r9",
    "or": "xorl %r9d,%r9d;orq %r8,%r9",
    "and": "movq $-1,%r9;andq %r8,%r9",
    "andn": "notq %r8;movq $-1,%r9;andnq %r9,%r8,%r9",
    "inc and dec": "incq %r8;movq %r8,%r9;decq %r9",
    "bswap": "bswapq %r8;movq %r8,%r9;bswapq %r9",
    "movbe": "movbeq %r8,-32(%rsp);movbeq -32(%rsp),%r9",
    "rol": "rolq $32,%r8;movq %r8,%r9;rolq $32,%r9",
    "rorx": "rorxq $7,%r8,%r9;rolq $7,%r9",
    "shld": "xorl %r9d,%r9d;shldq $32,%r8,%r9;shlq $32,%r8;shldq $32,%r8,%r9",
    "shlx": "xorl %r10d,%r10d;shlxq %r10,%r8,%r9",
    "shift by cl": "xorl %ecx,%ecx;movq %r8,%r9;shlq %cl,%r9",
    "imul by 1": "imulq $1,%r8,%r9",
    "mulx by 1": "movl $1,%edx;mulxq %r8,%r9,%r10;movq %r9,%r11",
    "pext": "movq $-1,%r10;pextq %r10,%r8,%r9",
    "pdep": "movq $-1,%r10;pdepq %r10,%r8,%r9",
    "adc": "xorl %r9d,%r9d;adcq %r8,%r9",
    "adcx": "xorl %r9d,%r9d;adcxq %r8,%r9",
    "adox": "xorl %r9d,%r9d;adoxq %r8,%r9",
    "sbb, and neg": "xorl %r9d,%r9d;sbbq %r8,%r9;negq %r9",
    "the carry, bit by bit": "xorl %r9d,%r9d;" + "shlq $1,%r8;rclq $1,%r9;" * 64,
    "the carry, by adc": "xorl %r9d,%r9d;" + "addq %r8,%r8;adcq %r9,%r9;" * 64,
    "bits that are tested": "xorl %r9d,%r9d;" + "".join(
        f"btq ${k},%r8;sbbq %r10,%r10;andq $1,%r10;rolq $1,%r9;orq %r10,%r9;" for k in range(63, -1, -1)),
    "the sign, by cmov": "xorl %r9d,%r9d;" + (
        "leaq 1(,%r9,2),%r10;leaq (,%r9,2),%r9;testq %r8,%r8;cmovsq %r10,%r9;leaq (,%r8,2),%r8;") * 64,
    "a vector": "movq %r8,%xmm0;movq %xmm0,%r9",
    "a vector, stored": "movq %r8,%xmm0;movdqu %xmm0,-32(%rsp);movq -32(%rsp),%r9",
    "a vector, loaded": "movq %r8,-32(%rsp);movq %r8,-24(%rsp);movdqu -32(%rsp),%xmm3;movq %xmm3,%r9",
    "lanes": "pinsrq $1,%r8,%xmm1;pextrq $1,%xmm1,%r9",
    "lanes of 32 bits": "movd %r8d,%xmm1;shrq $32,%r8;pinsrd $1,%r8d,%xmm1;movq %xmm1,%r9",
    "lanes of 16 bits": "".join(f"pinsrw ${k},%r8d,%xmm2;shrq $16,%r8;" for k in range(4)) + "movq %xmm2,%r9",
    "pshufd": "movq %r8,%xmm0;pshufd $0x4e,%xmm0,%xmm1;pextrq $1,%xmm1,%r9",
    "punpcklqdq": "movq %r8,%xmm0;pxor %xmm1,%xmm1;punpcklqdq %xmm0,%xmm1;pextrq $1,%xmm1,%r9",
    "pxor": "movq %r8,%xmm0;pxor %xmm1,%xmm1;pxor %xmm0,%xmm1;movq %xmm1,%r9",
    "a shift of a vector": "movq %r8,%xmm0;pslldq $8,%xmm0;pextrq $1,%xmm0,%r9",
    "a broadcast": "movq %r8,%xmm0;vpbroadcastq %xmm0,%ymm1;vextracti128 $1,%ymm1,%xmm2;vmovq %xmm2,%r9",
    "an upper half": "vmovq %r8,%xmm0;vinserti128 $1,%xmm0,%ymm1,%ymm2;vpermq $0x4e,%ymm2,%ymm3;vmovq %xmm3,%r9",
    "an upper half in the red zone": "vmovq %r8,%xmm0;vinserti128 $1,%xmm0,%ymm1,%ymm2;"
    "vmovdqu %ymm2,-64(%rsp);movq -48(%rsp),%r9",
    "movhpd": "movq %r8,-8(%rsp);movhpd -8(%rsp),%xmm4;movhpd %xmm4,-16(%rsp);movq -16(%rsp),%r9",
    "a loop": "movl $3,%r10d;xorl %r9d,%r9d;1:;leaq (%r8),%r9;decq %r10;jnz 1b",
}
# ** Secrets: what is behind %rsi, and %rax; what is behind %rdi is public

HEAD = """# fairlead: region key %rsi
# fairlead: region n %rdi %rbx
# fairlead: disjoint n key stack
# fairlead: secret %rax key
"""
SECRET_STACK = HEAD.replace("%rax key", "%rax key stack")
SHOW = "movq (%rdi,%rcx),%rdx"
USE = f"movq (%rdi),%rcx;{SHOW};ret"
SAVED = f"movq (%rbx),%rcx;{SHOW};ret"


TAINT = []  # (name, what is refused, its sibling)
CHECK = []  # (name, options, the clean code, what is refused, what is accepted)
USES = 5
QUICK = os.environ.get("FAIRLEAD_TIER") == "quick"


def taint(name, wrong, right):
    TAINT.append((name, wrong, right))


def use(way, number):
    return not QUICK or (list(WAYS).index(way) + number) % USES == 0


def of_way(case):
    return any(case[0].endswith(way) or f"by {way}," in case[0] for way in WAYS)


for name, way in WAYS.items():
    route = lambda r: file(f"movq %{r},%r8;{way};movq %r9,%rdi;{USE}", head=HEAD)
    taint(f"a pointer to secrets by {name}", route("rsi"), route("rdi"))
    deep = lambda r: file(f"movq %{r},%r8;call l;movq %r9,%rdi;{USE}", ("l", "call m;ret"), ("m", "call o;ret"),
                          ("o", way + ";ret"), head=HEAD)
    if use(name, 1):
        taint(f"a pointer to secrets by {name}, three calls deep", deep("rsi"), deep("rdi"))
    secret = lambda r: file(f"movq {r},%r8;{way};leaq (%r9),%rcx;{SHOW};ret", head=HEAD)
    if use(name, 2) and "sp)" not in way and "push" not in way:
        taint(f"a secret by {name}", secret("%rax"), secret("(%rdi)"))
    # %rbx is restored from where its pointer was written over
    over = lambda where: file(
        f"movq %rdi,%rbx;call l;{SAVED}",
        ("l", f"pushq %rbx;subq $80,%rsp;leaq {where}(%rsp),%r8;{way};movq %rsi,(%r9);addq $80,%rsp;popq %rbx;ret"),
            head=HEAD)
    if use(name, 3) and "push" not in name:
        taint(f"a saved register, written over by {name}", over(80), file(
            f"movq %rdi,%rbx;call l;{SAVED}",
            ("l", f"pushq %rbx;subq $80,%rsp;leaq 80(%rsp),%r8;{way};movq $0,-8(%rsp);addq $80,%rsp;popq %rbx;ret"),
                head=HEAD))

# Who saves a register, and who writes over it.
KEEP = ("m", "pushq %rbx;subq $128,%rsp;movl $17,%ecx;leaq 64(%rsp),%r10;call l;addq $128,%rsp;popq %rbx;ret")
for name, wrong, right in [
    ("at an index from %rsp", "movq %rsi,(%rsp,%rcx,8);ret", "movq %rsi,-8(%rsp);ret"),
    ("... from a copy of it", "movq %rsp,%r11;movq %rsi,(%r11,%rcx,8);ret", "movq %rsp,%r11;movq %rsi,-8(%r11);ret"),
    ("... half of it", "movl %esi,(%rsp,%rcx,8);ret", "movl %esi,-8(%rsp);ret"),
    ("... as a vector", "movq %rsi,%xmm0;movdqu %xmm0,(%rsp,%rcx,8);ret", "movq %rsi,%xmm0;movdqu %xmm0,-16(%rsp);ret"),
    ("... a sum with memory", "addq %rsi,(%rsp,%rcx,8);ret", "movq $0,-8(%rsp);addq %rsi,-8(%rsp);ret"),
    ("at an aligned place above", "leaq 136(%rsp),%r11;andq $-16,%r11;movq %rsi,(%r11);ret",
     "leaq -32(%rsp),%r11;andq $-16,%r11;movq %rsi,(%r11);ret"),
    ("... aligned twice", "leaq 200(%rsp),%r11;andq $-16,%r11;andq $-64,%r11;movq %rsi,(%r11);ret",
     "leaq -8(%rsp),%r11;andq $-16,%r11;andq $-64,%r11;movq %rsi,-8(%r11);ret"),
    ("at a place that moves in a loop",
     "leaq 64(%rsp),%r11;1:;movq %rsi,(%r11);addq $8,%r11;decq %rcx;jnz 1b;ret",
     "leaq -64(%rsp),%r11;1:;movq %rsi,-8(%rsp);addq $8,%r11;decq %rcx;jnz 1b;ret"),
    ("at one of two places", "leaq 136(%rsp),%r11;testq %rdi,%rdi;cmovzq %r10,%r11;movq %rsi,(%r11);ret",
     "leaq -16(%rsp),%r11;leaq -8(%rsp),%r10;testq %rdi,%rdi;cmovzq %r10,%r11;movq %rsi,(%r11);ret"),
    ("from what it is given, at an index", "movq %rsi,(%r10,%rcx,8);ret", "movq %rdi,%rdx;movq %rsi,%r9;ret"),
    ("... at a distance", "movq %rsi,64(%r10);ret", "movq %rsi,32(%r10);ret"),
    ("... by a function behind a jump", "jmp o;ret;.type o,@function;o:;movq %rsi,64(%r10);ret",
     "jmp o;ret;.type o,@function;o:;movq %rsi,56(%r10);ret"),
]:
    for depth, between in (("", ()), (", three calls deep", (("l", "call o1;ret"), ("o1", "call o2;ret")))):
        # there it is two words further
        moved = re.sub(r"(?<![-\d])\d+(?=\(%rsp\))", lambda k: str(int(k.group()) + (16 if between else 0)), wrong)
        keep = (KEEP[0], KEEP[1].replace("$17",
            "$19")) if between and "%rcx,8" in wrong and "r10" not in wrong else KEEP
        made = lambda text: file("movq %rdi,%rbx;call m;" + SAVED, keep, *between, ("o2" if between else "l", text),
            head=HEAD)
        taint(f"a saved register, written over {name}{depth}", made(moved), made(right))

DATA = "\t.data\nt:\t.quad 0,0,0\n"
T_SECRET = HEAD.replace("disjoint n key", "disjoint n t key").replace("secret", "secret t")
BY_EXTERN = SECRET_STACK + "".join(f"# fairlead: extern g {w}\n" for w in (
    "needs none", "stores none", "keeps %r12 %rbp",
    "returns %rbx")) + "# fairlead: region stack %r13\n# fairlead: region n %r12\n"


def local(name, text):
    return f"\t.type {name}, @function\n{name}:\n{lines(text)}"


for name, wrong, right in [
    ("a weak name of what is called", file("call l;ret", head=HEAD, tail="\t.weak l\nl:\n" + local("o", "ret")),
     file("call o;ret", head=HEAD, tail="l:\n" + local("o", "ret"))),
    ("... behind the other", file("call l;ret", head=HEAD, tail="\t.type o, @function\no:\n\t.weak l\n" + local("l",
        "ret")),
     file("call o;ret", head=HEAD, tail="\t.type o, @function\no:\n" + local("l", "ret"))),
    ("a place in 2^30 bytes, as if it were a number", file(
        f"movq %rsi,%r8;andq $-1073741824,%r8;subq %r8,%rsi;andq $-1073741824,%rdi;addq %rsi,%rdi;{USE}", head=HEAD),
     file(f"movq %rsi,%r8;andq $-4096,%r8;subq %r8,%rsi;andq $-4096,%rdi;addq %rsi,%rdi;{USE}", head=HEAD)),
    ("... in two pages", file(
        f"movq %rsi,%r8;andq $-8192,%r8;subq %r8,%rsi;andq $-8192,%rdi;addq %rsi,%rdi;{USE}", head=HEAD),
     file(f"movq %rsi,%r8;andq $-64,%r8;subq %r8,%rsi;andq $-64,%rdi;addq %rsi,%rdi;{USE}", head=HEAD)),
    ("... of a place on the stack", file(
        "movq %rsp,%r8;andq $-8192,%r8;movq %rsp,%r9;subq %r8,%r9;andq $-8192,%rdi;addq %r9,%rdi;movq %rsi,(%rsp,%r9);"
        + USE, head=HEAD), file(f"movq %rsp,%r9;andl $4088,%r9d;andq $-4096,%rdi;addq %r9,%rdi;{USE}", head=HEAD)),
    ("a distance between two pointers", file(f"movq %rsi,%r8;subq %rdi,%r8;addq %r8,%rdi;{USE}", head=HEAD),
     file(f"leaq 64(%rdi),%r8;subq %rdi,%r8;addq %r8,%rdi;{USE}", head=HEAD)),
    ("a register that another function does not keep", file(
        "subq $40,%rsp;movq %rdi,%r12;leaq 16(%rsp),%rdi;leaq 24(%rsp),%rbx;call g;movq $0,16(%rsp);movq %rbx,%r13;"
        "movq %rax,(%r13);movq 16(%rsp),%rcx;movq (%r12,%rcx),%rdx;addq $40,%rsp;ret", head=BY_EXTERN),
     file("subq $40,%rsp;movq %rdi,%r12;movl $0,%edi;movl $0,%ebx;call g;movq $0,16(%rsp);leaq 24(%rsp),%r13;"
          "movq %rax,(%r13);movq 16(%rsp),%rcx;movq (%r12,%rcx),%rdx;addq $40,%rsp;ret", head=BY_EXTERN)),
    ("a secret count of a shift", file(f"movq %rax,%rcx;movl $1,%r8d;shlq %cl,%r8;movq %r8,%rcx;{SHOW};ret", head=HEAD),
     file(f"movq %rax,%rcx;movl $1,%r8d;shlq %cl,%r8;movq %r8,(%rsi);movl $0,%ecx;{SHOW};ret", head=HEAD)),
    ("... of shlx", file(f"movl $1,%r8d;shlxq %rax,%r8,%rcx;{SHOW};ret", head=HEAD),
     file(f"movq (%rdi),%r8;shlxq %r8,%r8,%rcx;{SHOW};ret", head=HEAD)),
    ("an address that cmov chooses by a secret", file("testq %rax,%rax;cmovzq %rsi,%rdi;movq (%rdi),%rdx;ret",
        head=HEAD),
     file("testq %rax,%rax;movq (%rdi),%rdx;cmovzq 8(%rdi),%rdx;movq %rdx,(%rsi);ret", head=HEAD)),
    ("an early exit", file("1:;movq (%rsi),%r8;cmpq (%rdi),%r8;jne 2f;decq %rcx;jnz 1b;2:;ret", head=HEAD),
     file("xorl %r9d,%r9d;1:;movq (%rsi),%r8;xorq (%rdi),%r8;orq %r8,%r9;decq %rcx;jnz 1b;movq %r9,(%rsi);ret",
         head=HEAD)),
    ("a secret count of a loop, spilled", file("pushq %rax;1:;subq $1,(%rsp);jnz 1b;popq %rcx;ret", head=SECRET_STACK),
     file("pushq $4;1:;subq $1,(%rsp);jnz 1b;popq %rcx;ret".replace("pushq $4", "movl $4,%ecx;pushq %rcx"),
         head=SECRET_STACK)),
    ("... of a loop that is entered at its test", file(
        "pushq %rdi;movq (%rsi),%rcx;jmp Lm;Ll:;addq (%rsi),%rax;Lm:;subq $1,%rcx;jnz Ll;popq %rdi;movq (%rdi),%rcx;"
            "ret",
        head=SECRET_STACK),
     file("pushq %rdi;movq (%rdi),%rcx;jmp Lm;Ll:;addq (%rsi),%rax;Lm:;subq $1,%rcx;jnz Ll;popq %rdi;"
         "movq (%rdi),%rcx;ret",
          head=SECRET_STACK)),
    ("a secret condition behind a call", file("cmpq $0,%rax;call l;jz 1f;1:;ret", ("l", "ret"), head=HEAD),
     file("call l;cmpq $0,%rdi;jz 1f;1:;ret", ("l", "ret"), head=HEAD)),
    ("a carry that a call leaves", file("call l;sbbq %rcx,%rcx;" + SHOW + ";ret", ("l", "addq %rax,%rax;ret"),
        head=HEAD),
     file("call l;cmpq $1,%rdi;sbbq %rcx,%rcx;" + SHOW + ";ret", ("l", "addq %rax,%rax;ret"), head=HEAD)),
    ("a return to what is pushed", file("pushq %rdi;ret", head=HEAD), file("pushq %rdi;popq %rdx;ret", head=HEAD)),
    ("%rsp from memory", file("pushq %rsp;popq %rsp;movq (%rdi),%rsp;ret", head=HEAD),
     file("pushq %rsp;popq %rsp;ret", head=HEAD)),
    ("%rsp by way of another register, not back", file("movq %rsp,%r8;leaq -64(%rsp),%rsp;leaq 8(%r8),%rsp;ret",
        head=HEAD),
     file("movq %rsp,%r8;leaq -64(%rsp),%rsp;leaq (%r8),%rsp;ret", head=HEAD)),
    ("%rsp moved by a secret", file("andl $64,%eax;subq %rax,%rsp;movq $0,(%rsp);addq %rax,%rsp;ret", head=HEAD),
     file("subq $64,%rsp;movq $0,(%rsp);addq $64,%rsp;ret", head=HEAD)),
    ("an argument on the stack", file("pushq %rsi;call l;popq %rdx;ret", ("l", f"movq 8(%rsp),%rdi;{USE}"), head=HEAD),
     file("pushq %rdi;call l;popq %rdx;ret", ("l", f"movq 8(%rsp),%rdi;{USE}"), head=HEAD)),
    ("... four levels up", file("pushq %rsi;call l;popq %rdx;ret", ("l", "call m;ret"), ("m", "call o;ret"),
                                ("o", f"movq 24(%rsp),%rdi;{USE}"), head=HEAD),
     file("pushq %rdi;call l;popq %rdx;ret", ("l", "call m;ret"), ("m", "call o;ret"),
          ("o", f"movq 24(%rsp),%rdi;{USE}"), head=HEAD)),
    ("... at the top of the stack", file(f"pushq %rsi;call l;popq %rdi;{USE}", ("l", "ret"), head=HEAD),
     file(f"pushq %rdi;call l;popq %rdi;{USE}", ("l", "ret"), head=HEAD)),
    ("what a caller returns to, stored past its frame", file(
        "pushq %rdi;pushq %rdi;call l;popq %rdx;popq %rdx;ret", ("l", "movq %rdi,24(%rsp);ret"), head=HEAD),
     file("pushq %rdi;pushq %rdi;call l;popq %rdx;popq %rdx;ret", ("l", "movq %rdi,16(%rsp);ret"), head=HEAD)),
    ("... of a tail jump", file("pushq %rsi;call l;popq %rdx;ret", ("l", "jmp m"), ("m", f"movq 8(%rsp),%rdi;{USE}"),
        head=HEAD),
     file("pushq %rdi;call l;popq %rdx;ret", ("l", "jmp m"), ("m", f"movq 8(%rsp),%rdi;{USE}"), head=HEAD)),
    ("a pointer to a secret symbol", file(f"leaq t(%rip),%rdi;{USE}", head=T_SECRET, tail=DATA),
     file(f"leaq t(%rip),%r8;movq %rax,(%rsi);{USE}", head=T_SECRET, tail=DATA)),
    ("... with a distance, by a call", file(f"call l;leaq -8(%r9),%rdi;{USE}", ("l", "leaq t+8(%rip),%r9;ret"),
        head=T_SECRET,
                                            tail=DATA),
     file(f"call l;leaq -8(%r9),%rdx;{USE}", ("l", "leaq t+8(%rip),%r9;ret"), head=T_SECRET, tail=DATA)),
    ("an access behind a section's end", file("movq t+24(%rip),%rcx;ret", head=HEAD, tail=DATA),
     file("movq t+16(%rip),%rcx;ret", head=HEAD, tail=DATA)),
    ("... of the last bytes", file("movdqu t+9(%rip),%xmm0;ret", head=HEAD, tail=DATA),
     file("movdqu t+8(%rip),%xmm0;ret", head=HEAD, tail=DATA)),
    ("... in front of it", file("movq t-8(%rip),%rcx;ret", head=HEAD, tail=DATA), file("movq t(%rip),%rcx;ret",
        head=HEAD, tail=DATA)),
    ("... of a common symbol", file("movq u+1(%rip),%rcx;ret", head=HEAD, tail="\t.comm u,8,8\n"),
     file("movq u(%rip),%rcx;ret", head=HEAD, tail="\t.comm u,8,8\n")),
    ("a second name of a secret symbol", file(f"movq u(%rip),%rcx;{SHOW};ret", head=T_SECRET, tail=DATA.replace("t:",
        "t:\nu:")),
     file(f"movq %rax,t(%rip);movq u(%rip),%rcx;{SHOW};ret", head=T_SECRET,
         tail=DATA + "\t.section .rodata\nu:\t.quad 0\n")),
    ("a secret beside a public symbol", file(f"movq %rax,t(%rip);movq u(%rip),%rcx;{SHOW};ret", head=T_SECRET,
                                             tail=DATA + "u:\t.quad 0\n"),
     file(f"movq %rax,t(%rip);movq u(%rip),%rcx;{SHOW};ret", head=T_SECRET, tail=DATA + "\t.bss\nu:\t.quad 0\n")),
    ("a secret stored where a caller returns to", file("movq %rsp,%r8;call l;ret", ("l", "call m;ret"), ("m",
        "call o;ret"),
                                                      ("o", "movq %rax,(%r8);ret"), head=SECRET_STACK),
     file("pushq %rdi;movq %rsp,%r8;call l;popq %rdx;ret", ("l", "call m;ret"), ("m", "call o;ret"),
          ("o", "movq %rax,(%r8);ret"), head=SECRET_STACK)),
    ("what a callee left in its red zone", file(f"call l;movq -40(%rsp),%rdi;{USE}", ("l", "movq %rsi,-32(%rsp);ret"),
        head=HEAD),
     file(f"call l;movq %rdi,-40(%rsp);movq -40(%rsp),%rdi;{USE}", ("l", "movq %rsi,-32(%rsp);ret"), head=HEAD)),
    ("a pointer in the red zone, across a call", file(
        f"movq %rdi,-24(%rsp);call l;movq -24(%rsp),%rdi;{USE}", ("l",
        "subq $8,%rsp;movq %rsi,(%rsp);addq $8,%rsp;ret"), head=HEAD),
     file(f"subq $24,%rsp;movq %rdi,(%rsp);call l;movq (%rsp),%rdi;addq $24,%rsp;{USE}",
          ("l", "subq $8,%rsp;movq %rsi,(%rsp);addq $8,%rsp;ret"), head=HEAD)),
    ("a pointer that moves in a loop into a word", file(
        f"subq $24,%rsp;movq %rdi,16(%rsp);movq %rsp,%r8;movl $3,%ecx;1:;movq %rsi,(%r8);addq $8,%r8;decq %rcx;jnz 1b;"
        f"movq 16(%rsp),%rdi;addq $24,%rsp;{USE}", head=HEAD),
     file(f"subq $24,%rsp;movq %rdi,16(%rsp);movq %rsp,%r8;movl $2,%ecx;1:;"
          f"movq %rax,(%rsi);addq $8,%r8;decq %rcx;jnz 1b;"
          f"movq 16(%rsp),%rdi;addq $24,%rsp;{USE}", head=HEAD)),
    ("two pointers that change places in a loop", file(
        f"movl $3,%ecx;1:;xchgq %rsi,%rdi;decq %rcx;jnz 1b;{USE}", head=HEAD),
     file(f"movl $3,%ecx;1:;xchgq %rsi,%rdx;xchgq %rsi,%rdx;decq %rcx;jnz 1b;{USE}", head=HEAD)),
    ("code, read through its address", file("leaq f(%rip),%r9;movq (%r9),%rcx;ret", head=HEAD),
     file("leaq t(%rip),%r9;movq (%r9),%rcx;ret", head=HEAD, tail=DATA)),
]:
    taint(name, wrong, right)

taint("not read: an instruction that is none", file("ud2;ret", head=HEAD), file("nop;ret", head=HEAD))
# What no theorem speaks of is not read.
for strange in ["std", "cld", "ldmxcsr (%rdi)", "stmxcsr -8(%rsp)", "rep movsb", "rep stosq", "enter $16,$0", "leave",
"ret $8",
                "divq %rcx", "idivl %eax", "lock addq $1,(%rdi)", "cmpxchgq %rcx,(%rdi)", "xchgq %rcx,(%rdi)",
                "vpgatherqq %ymm1,(%rdi,%ymm2,8),%ymm3",
                "vzeroall", "pushfq", "popfq", "lahf", "call *%rcx", "jmp *%rcx", "jrcxz f", "loop f", "syscall",
                "rdtsc", "cpuid", "int3",
                "movq %fs:0,%rcx", "movb %cl,%dl", "xlatb", "cmpsb", "movntdq %xmm0,(%rdi)", "maskmovdqu %xmm1,%xmm0",
                "vmaskmovps (%rdi),%ymm0,%ymm1", "btsq %rcx,(%rdi)", "pushq (%rdi)", "popq (%rdi)", "xabort $0"]:
    TAINT.append((f"not read: {strange}", file(f"{strange};ret", head=HEAD)))

# ** The fast code is not what the clean code is

def check(name, clean, wrong, right, *options, head="", functions=(), tail="", wrong_functions=None, right_clean=None):
    made = lambda text, given: file(text, *given, head=head, tail=tail)
    CHECK.append((name, options, made(clean, functions), made(wrong,
        functions if wrong_functions is None else wrong_functions),
                  made(right_clean or clean, functions), made(right, functions)))


P, Q = "movq %rsi,%rbp;", "movq %rsi,%rbx;"
for name, way in WAYS.items():
    begin = f"subq $1024,%rsp;movq %rsp,%r8;{way};movq %rdi,64(%r9);"
    load, free = "movq 64(%r9),%rax;", "addq $1024,%rsp;"
    if use(name, 4):
        check(f"a frame freed before its last use by {name}", begin + load + free + P + Q + "ret",
            begin + free + load + P + Q + "ret",
              begin + load + free + Q + P + "ret")
    call = lambda place, moves: f"subq $8,%rsp;{place},%r8;{way};{moves}call l;addq $8,%rsp;ret"
    low, number = "leaq -256(%rsp)", "movq (%rdi)"
    if use(name, 0):
        check(f"a place below %rsp that is passed by {name}", call(low, P + Q), call(low, Q + P), call(number, Q + P),
              functions=[("l", "movq (%r9),%rax;ret")], right_clean=call(number, P + Q))

frame, back = "subq $1024,%rsp;", "addq $1024,%rsp;"
there, here = "movq %rdi,(%rsp,%rcx,8);", "movq (%rsp,%rcx,8),%rax;"
# A buffer is filled by an index in a loop, and a word of it is read: where nothing may have written it, it is not taken
# to be.
fill = lambda to: f"xorl %ecx,%ecx;again:;movq %rdi,({to},%rcx,8);incq %rcx;cmpq $8,%rcx;jne again;"
filled, word, R8 = fill("%rsp"), "movq 8(%rsp),%rax;", "movq %rdi,%r8;"
buffer = lambda *parts: frame + "".join(parts) + back + "ret"
for name, between in (("", back + frame), (" but a little", "addq $1008,%rsp;subq $1008,%rsp;"),
        (" by a register", "movq %rsp,%r8;leaq 1024(%rsp),%rsp;movq %r8,%rsp;")):
    check(f"a buffer that is freed{name} between", buffer(filled, word, P, R8), buffer(filled, between, word, P, R8),
        buffer(filled, P, word, R8), "--symbolic")
for name, wrong, functions in [
    ("is filled later", (word, filled), ()), ("is never filled", (word,), ()),
    ("is filled on another way", ("testq %rdi,%rdi;je other;", filled, back, "ret;other:;", word), ()),
    ("is filled elsewhere", (fill("%r8"), word), ()),
    ("is only read", (filled.replace("%rdi,(%rsp,%rcx,8)", "(%rsp,%rcx,8),%rdx"), word), ()),
    ("is only prefetched", (filled.replace("movq %rdi,", "prefetcht0 "), word), ()),
    ("is filled by what is called", ("movq %rsp,%r8;call l;", word),
     [("l", fill("%r8").replace("again", "more") + "ret")]),
    ("is filled before a call", (filled, "call l;", word), [("l", "ret")]),
    ("is filled by its caller", (filled, "call l;"), [("l", "movq 16(%rsp),%rax;ret")]),
    ("is filled and not what it calls reads", (filled, "call l;"), [("l", "movq -16(%rsp),%rax;ret")]),
    ("has a stack pointer in it", ("movq %rsp,8(%rsp);", filled, "movq 8(%rsp),%rsp;"), ()),
    ("is above its last word", (filled, "movdqu %xmm0,1016(%rsp);"), ()),
]:
    moved = (P, Q), (Q, P)
    CHECK.append((f"a buffer that {name}", (), *(file(buffer(*moves, *wrong), *functions) for moves in moved),
        *(file(buffer(*moves, filled, word)) for moves in moved)))
for name, step, last in (("inc", "incq %r8", -129), ("dec", "decq %r8", -127)):
    at = lambda distance, moves: f"movq %rsp,%r8;{step};movq %rdi,{distance}(%r8);{moves}ret"
    check(f"below the red zone by {name}", at(last - 1, P + Q), at(last - 1, Q + P), at(last, Q + P),
        right_clean=at(last, P + Q))
IN_TWO = "# fairlead: region a %rdi\n# fairlead: region b %rsi\n# fairlead: disjoint a b\n"
ALIAS = "\t.data\na:\nb:\t.quad 0,0\n\t.bss\nc:\t.quad 0,0\n"
for case in [
    ("a frame freed and had again, by an index", frame + there + here + back + "ret",
     frame + there + back + frame + here + back + "ret", frame + there + "movq %rdi,%rax;" + back + "ret",
     "--symbolic"),
    ("... a vector", frame + "movdqu %xmm0,(%rsp,%rcx,8);movdqu (%rsp,%rcx,8),%xmm1;" + back + "ret",
     frame + "movdqu %xmm0,(%rsp,%rcx,8);" + back + frame + "movdqu (%rsp,%rcx,8),%xmm1;" + back + "ret",
     frame + "movdqu %xmm0,(%rsp,%rcx,8);movdqu %xmm0,%xmm1;" + back + "ret", "--symbolic"),
    ("... written at a known place", frame + "movq %rdi,(%rsp);" + here + back + "ret",
     frame + "movq %rdi,(%rsp);" + back + frame + here + back + "ret",
     frame + "movq %rdi,%rdx;movq %rdx,(%rsp);" + here + "movq %rdx,%rdi;" + back + "ret", "--symbolic", "--dead",
     "%rdx"),
    ("a lower half that is not cleared", "vpxor %xmm1,%xmm2,%xmm0;ret", "movdqa %xmm2,%xmm0;pxor %xmm1,%xmm0;ret",
     "vpxor %xmm2,%xmm1,%xmm0;ret", "--symbolic"),
    ("an upper half that is cleared", "pxor %xmm1,%xmm0;ret", "vpxor %xmm1,%xmm0,%xmm0;ret",
     "movdqa %xmm1,%xmm5;pxor %xmm5,%xmm0;ret", "--symbolic", "--dead", "%xmm5"),
    ("vzeroupper that is left out", "vpxor %ymm1,%ymm2,%ymm0;vzeroupper;ret", "vpxor %ymm1,%ymm2,%ymm0;ret",
     "vpxor %xmm1,%xmm2,%xmm0;vzeroupper;ret", "--symbolic"),
    ("an upper half of 32 bits", "movl %edi,%eax;ret", "movq %rdi,%rax;ret", "movl %edi,%eax;nop;ret", "--symbolic"),
    ("... by lea", "leal 4(%rdi),%eax;ret", "leaq 4(%rdi),%rax;ret", "nop;leal 4(%rdi),%eax;ret", "--symbolic"),
    ("a sum of 32 bits for one of 64", "addq $16,%rsi;movq (%rsi),%rax;ret", "addl $16,%esi;movq (%rsi),%rax;ret",
     "movq 16(%rsi),%rax;addq $16,%rsi;ret", "--symbolic"),
    ("inc for add, the carry live", "addq $1,%rdi;jc 1f;nop;1:;ret", "incq %rdi;jc 1f;nop;1:;ret",
        "addq $1,%rdi;jc 1f;nop;1:;ret",
     "--symbolic"),
    ("... and dead", "addq $1,%rdi;jc 1f;nop;1:;ret", "leaq 1(%rdi),%rdi;jc 1f;nop;1:;ret",
        "nop;addq $1,%rdi;jc 1f;1:;ret",
     "--symbolic"),
    ("more bytes than the clean code loads", "movl (%rdi),%eax;ret", "movq (%rdi),%rax;movl %eax,%eax;ret",
     "movl (%rdi),%eax;movl %eax,%eax;ret", "--symbolic"),
    ("... stored, too", "movq %rax,(%rdi);ret", "movq 8(%rdi),%rdx;movq %rax,(%rdi);movq %rdx,8(%rdi);ret",
     "movq %rax,%rdx;movq %rdx,(%rdi);ret", "--symbolic", "--dead", "%rdx"),
    ("two accesses as one", "movq (%rdi),%rax;movq 16(%rdi),%rdx;ret",
        "movdqu (%rdi),%xmm0;movq %xmm0,%rax;movq 16(%rdi),%rdx;ret",
     "movq 16(%rdi),%rdx;movq (%rdi),%rax;ret", "--symbolic", "--dead", "%xmm0"),
    ("an aligned move", "movdqu (%rdi),%xmm0;ret", "movdqa (%rdi),%xmm0;ret", "movups (%rdi),%xmm0;ret", "--symbolic"),
    ("a register that a call sees", "movl $1,%r11d;call g;ret", "movl $2,%r11d;call g;ret",
        "movl $1,%r11d;nop;call g;ret",
     "--symbolic"),
    ("a vector that a call sees", "pxor %xmm15,%xmm15;call g;ret", "call g;ret", "pxor %xmm15,%xmm15;nop;call g;ret",
        "--symbolic"),
    ("the red zone at a call", "movq %rdi,-64(%rsp);call g;ret", "movq %rsi,-64(%rsp);call g;ret",
     "movq %rdi,-64(%rsp);nop;call g;ret", "--symbolic"),
    ("a store behind a call", "movq %rdi,(%rsi);call g;ret", "call g;movq %rdi,(%rsi);ret",
        "nop;movq %rdi,(%rsi);call g;ret",
     "--symbolic"),
    ("a load behind a call", "movq (%rsi),%rbx;call g;ret", "call g;movq (%rsi),%rbx;ret",
        "nop;movq (%rsi),%rbx;call g;ret",
     "--symbolic"),
    ("a kept register, not restored", "pushq %rbx;movl $1,%ebx;popq %rbx;ret", "pushq %rbx;movl $1,%ebx;popq %rcx;ret",
     "pushq %rbx;nop;movl $1,%ebx;popq %rbx;ret", "--symbolic", "--dead", "%rcx"),
    ("%rsp at a return", "pushq %rdi;popq %rdx;ret", "pushq %rdi;movq %rdi,%rdx;ret", "nop;pushq %rdi;popq %rdx;ret",
     "--symbolic"),
    ("two orders of two stores", "movq %rax,(%rdi);movq %rdx,(%rsi);ret", "movq %rdx,(%rsi);movq %rax,(%rdi);ret",
     "movq %rax,(%rdi);movq %rdx,(%rsi);ret"),
    ("a frame that is not had", "subq $256,%rsp;movq %rdi,(%rsp);movq (%rsp),%rax;addq $256,%rsp;ret",
     "movq %rdi,-256(%rsp);movq -256(%rsp),%rax;ret",
     "subq $256,%rsp;movq %rdi,(%rsp);movq %rdi,%rax;addq $256,%rsp;ret", "--symbolic"),
    ("one name for another of one place", "movq %rdi,a(%rip);movq b(%rip),%rax;ret",
        "movq b(%rip),%rax;movq %rdi,a(%rip);ret",
     "movq %rdi,a(%rip);movq b(%rip),%rax;ret"),
    ("an access that reaches the next symbol", "movq %rdi,a+8(%rip);movq c+8(%rip),%rax;ret",
        "movq %rdi,a+16(%rip);movq c+8(%rip),%rax;ret",
     "movq c+8(%rip),%rax;movq %rdi,a+8(%rip);ret"),
]:
    name, clean, wrong, right, *options = case
    check(name, clean, wrong, right, *options, tail=ALIAS if "rip" in clean else "")
check("two stores of one region, said to be apart", "movq %rax,(%rdi);movq %rdx,8(%rsi);ret",
    "movq %rsi,%rdi;movq %rdx,8(%rsi);movq %rax,(%rdi);ret",
      "movq %rdx,8(%rsi);movq %rax,(%rdi);ret", head=IN_TWO)
# What calls leave differs where code is aligned otherwise, though its instructions are the same.
BY_INDEX = "movq %rsi,%rbp;{}call l;movq (%rsp,%rcx,8),%rax;ret"
AT_PLACE = "pushq %rsi;movq %rsi,%rbp;{}call l;movq (%rsp),%rax;popq %rdx;ret"
check("where a call returns to, read by an index, in code that is aligned otherwise", BY_INDEX.format(""),
      BY_INDEX.format(".p2align 5;"), AT_PLACE.format(".p2align 5;"), functions=[("l", "ret")],
      right_clean=AT_PLACE.format(""))
check("... with other lines for debuggers", BY_INDEX.format(""), BY_INDEX.format(".cfi_startproc;.cfi_endproc;"),
      BY_INDEX.format(""), functions=[("l", "ret")])

# An access by the same instruction need not be the same access: here what is to be in the frame is stored in front of
# it, and a signal handler overwrites it.
RED = "movq %rsp,%r9;movq %rdi,(%r9,%rcx,8);"
IN_FRAME = "subq $1024,%rsp;movq %rsp,%r8;{}movq (%r8,%rcx,8),%rax;addq $1024,%rsp;"
DEEP = "movq %rdi,(%r8,%rcx,8);"
for name, around in (("", "{}ret"), (", in a conditional", "testq %rsi,%rsi;jz 1f;{}1:;ret"),
                     (", in a loop", "1:;{}decq %rsi;jnz 1b;ret")):
    check(f"a store into a frame that is not there yet, by an instruction of the red zone{name}",
          around.format(RED + IN_FRAME.format(DEEP)),
          around.format("leaq -1024(%rsp),%r9;movq %rdi,(%r9,%rcx,8);" + RED + IN_FRAME.format("")),
          around.format(IN_FRAME.format(DEEP).replace("movq (%r8,%rcx,8),%rax", "movq %rdi,%rax")), "--symbolic",
          right_clean=around.format(IN_FRAME.format(DEEP)))

# What one entry leaves in memory, another finds there.
OWN_DATA = "\t.bss\n\t.balign 16\np:\t.zero 16\n"
for name, store, other in [
    ("", "movq %rsp,p(%rip);ret", "movq %rdi,p(%rip);ret"),
    (" by an address", "movq %rsp,(%rdi);ret", "movq %rsi,(%rdi);ret"),
    (" as a sum", "addq %rsp,p(%rip);ret", "addq %rdi,p(%rip);ret"),
    (" as a vector", "movq %rsp,%xmm0;movdqu %xmm0,p(%rip);ret", "movq %rdi,%xmm0;movdqu %xmm0,p(%rip);ret"),
    (" in halves", "movl %esp,p(%rip);movq %rsp,%r8;shrq $32,%r8;movl %r8d,p+4(%rip);ret",
     "movl %edi,p(%rip);movq %rdi,%r8;shrq $32,%r8;movl %r8d,p+4(%rip);ret"),
    (" by what it calls", "call s;ret;.type s,@function;s:;movq %rsp,p(%rip);ret",
     "call s;ret;.type s,@function;s:;movq %rdi,p(%rip);ret"),
    (" of its caller", "movq %rsp,8(%rsp);ret", "movq %rdi,8(%rsp);ret"),
]:
    # the other entry stands in the place of f
    entered = lambda moves: moves + "call l;movq p(%rip),%r8;movq -8(%r8),%rax;ret"
    made = lambda first, moves: file(entered(moves), ("l", "ret"), tail=f"\t.globl k\nk:\n{lines(first)}{OWN_DATA}")
    CHECK.append((f"an address of the stack, left in memory for another entry{name}", (),
                  made(store, P + Q), made(store, Q + P), made(other, P + Q), made(other, Q + P)))

# Each chain of calls is looked at: there may be too many, and that is said at once.
twice = lambda depth: [(f"c{n}", f"call c{n + 1};call c{n + 1};ret") for n in range(depth)] + [(f"c{depth}", "ret")]
CHECK.append(("a function that is called in too many ways", (), *(file(moves + "call c0;ret", *twice(depth))
              for depth in (20, 5) for moves in (P + Q, Q + P))))
CALLS = P + Q + "call m;ret", Q + P + "call m;ret"
for name, wrong, right, *behind in [
    ("a store at an aligned place in a caller's frame", "leaq 24(%rsp),%rdx;andq $-32,%rdx;movq %rcx,(%rdx);ret",
     "movq %rsp,%rdx;andq $-32,%rdx;movq %rcx,-16(%rdx);ret"),
    ("... a load", "leaq 64(%rsp),%rdx;andq $-32,%rdx;movq (%rdx),%rcx;ret",
     "movq %rsp,%rdx;andq $-32,%rdx;movq %rcx,-32(%rdx);movq -32(%rdx),%rcx;ret"),
    ("... a sum with memory", "leaq 64(%rsp),%rdx;andq $-32,%rdx;addq %rcx,(%rdx);ret",
     "movq %rsp,%rdx;andq $-32,%rdx;movq %rcx,-32(%rdx);addq %rcx,-32(%rdx);ret"),
    ("a store at an index", "movq %rcx,(%rsp,%rdx,8);ret", "movq %rcx,-16(%rsp);ret"),
    ("a load at an index", "movq (%rsp,%rdx,8),%rcx;ret", "movq %rcx,-16(%rsp);movq -16(%rsp),%rcx;ret"),
    ("a function's own address to return to", "movq (%rsp),%rcx;ret", "movq %rcx,-8(%rsp);movq -8(%rsp),%rcx;ret"),
    ("... of its caller", "movq 8(%rsp),%rcx;ret",
        "movq -8(%rsp),%rcx;movq %rcx,%rcx;ret".replace("movq -8(%rsp),%rcx;", "nop;")),
    ("... a half of it", "movl 12(%rsp),%ecx;ret", "movl %ecx,%ecx;ret"),
    ("... a vector over it", "movdqu (%rsp),%xmm0;ret", "movdqu %xmm0,-16(%rsp);movdqu -16(%rsp),%xmm0;ret"),
    ("... changed", "addq $0,(%rsp);ret", "nop;ret"),
    ("another %rsp at a return", "popq %rcx;ret", "pushq %rcx;popq %rcx;ret"),
    ("what nobody wrote", "movq -8(%rsp),%rcx;ret", "movq %rdi,-8(%rsp);movq -8(%rsp),%rcx;ret"),
    ("... on one way", "testq %rdi,%rdi;jz 1f;movq %rdi,-8(%rsp);1:;movq -8(%rsp),%rcx;ret",
     "testq %rdi,%rdi;jz 1f;movq %rdi,-8(%rsp);jmp 2f;1:;movq %rsi,-8(%rsp);2:;movq -8(%rsp),%rcx;ret"),
    ("... of its last byte", "movl %edi,-8(%rsp);movw %di,-4(%rsp);movq -8(%rsp),%rcx;ret",
     "movl %edi,-8(%rsp);movl %edi,-4(%rsp);movq -8(%rsp),%rcx;ret"),
    ("a place of its frame, stored elsewhere by way of a word",
        "movq %rsp,-16(%rsp);movq -16(%rsp),%rcx;movq %rcx,(%rsi);ret",
     "movq %rsp,-16(%rsp);movl $0,%ecx;movq %rcx,-16(%rsp);movq -16(%rsp),%rcx;movq %rcx,(%rsi);ret", "%rsi"),
    ("... of a half of it", "movq %rsp,-16(%rsp);movl -12(%rsp),%ecx;movq %rcx,(%rsi);ret",
     "movq %rsp,-16(%rsp);movl %edi,-8(%rsp);movl -8(%rsp),%ecx;movq %rcx,(%rsi);ret", "%rsi"),
    ("a flag that it finds", "jc 1f;1:;ret", "testq %rdi,%rdi;jc 1f;1:;ret"),
    ("... a carry", "adcq $0,%rcx;ret", "clc;adcq $0,%rcx;ret"),
    ("a place of its frame, stored elsewhere", "movq %rsp,(%rdi);ret", "movq %rsi,(%rdi);ret", "%rdi"),
    ("... what is computed of it", "leaq (%rsp,%rcx),%rdx;movq %rdx,(%rdi);ret",
        "leaq (%rsi,%rcx),%rdx;movq %rdx,(%rdi);ret", "%rdi"),
    ("... a bit of it", "btq $4,%rsp;sbbq %rdx,%rdx;movq %rdx,(%rdi);ret".replace("btq $4,%rsp",
        "movq %rsp,%rdx;btq $4,%rdx"),
     "btq $4,%rsi;sbbq %rdx,%rdx;movq %rdx,(%rdi);ret", "%rdi"),
]:
    # what was stored elsewhere is followed
    m = "call l;" + "".join(f"movq ({where}),%rax;movq (%rax),%rcx;" for where in behind) + "ret"
    between = [("m", m), ("l", wrong)], [("m", m), ("l", right)]
    CHECK.append((f"in what is called: {name}", (), *(file(text, *between[0]) for text in CALLS),
                  *(file(text, *between[1]) for text in CALLS)))


# What a callee saves and restores leads where it led for its caller, unless something was stored over it.
OWN = [f"pushq %rbx;subq $16,%rsp;movq %rsp,%rbx;movq %rsi,%{a};movq %rsi,%{b};call l;movq %rdi,(%rbx);"
    f"movq (%rbx),%rax;"
       "addq $16,%rsp;popq %rbx;ret" for a, b in (("r8", "r9"), ("r9", "r8"))]
for name, wrong, right in [
    ("one byte over it", "pushq %rbx;movl $0,%ebx;movb %cl,7(%rsp);popq %rbx;ret",
        "pushq %rbx;movl $0,%ebx;movb %cl,-1(%rsp);popq %rbx;ret"),
    ("a word below, that reaches it", "pushq %rbx;movl $0,%ebx;movq %rcx,-7(%rsp);popq %rbx;ret",
     "pushq %rbx;movl $0,%ebx;movq %rcx,-8(%rsp);popq %rbx;ret"),
    ("a word above, that reaches it", "pushq %rdx;pushq %rbx;movl $0,%ebx;movq %rcx,7(%rsp);popq %rbx;popq %rdx;ret",
     "pushq %rdx;pushq %rbx;movl $0,%ebx;movq %rcx,8(%rsp);popq %rbx;popq %rdx;ret"),
]:
    made = lambda text, callee: file(text, ("l", callee))
    CHECK.append((f"a saved register: {name}", (), *(made(text, wrong) for text in OWN), *(made(text,
        right) for text in OWN)))


def run(work, name, text):
    path = os.path.join(work, name)
    with open(path, "w") as out:
        out.write(text)
    return path


def judge(*arguments):
    ran = subprocess.run([FAIRLEAD, "asm", *arguments], capture_output=True, text=True, timeout=300)
    return ran.returncode, ran.stdout + ran.stderr


def said(good, name, judged):
    return good, name, f"status {judged[0]}: {judged[1]}"


def of_taint(case):
    name, *texts = case
    with tempfile.TemporaryDirectory() as work:
        for text, wanted, what in zip(texts, ((1, 3), (0,)), ("refused", "accepted")):
            path, made = run(work, "e.S", text), os.path.join(work, "e.o")
            ways = [(path,)]
            if not (QUICK and of_way(case)) and subprocess.run(["as", "-o", made, path],
                capture_output=True).returncode == 0:
                ways.append(("--object", made, path))
            for way in ways:
                status, out = judge("taint", *way)
                if status not in wanted or "efect" in out:
                    return said(False, f"{name}: {what}{' as an object' if len(way) > 1 else ''}", (status, out))
    return True, name + ("; and its sibling is right" if len(texts) > 1 else ""), ""


def of_check(case):
    name, options, *texts = case
    with tempfile.TemporaryDirectory() as work:
        for k, wanted, what in ((0, (1, 3), "refused"), (2, (0,), "accepted")):
            judged = judge("check", *options, run(work, "clean.S", texts[k]), run(work, "fast.S", texts[k + 1]))
            if judged[0] not in wanted or "efect" in judged[1]:
                return said(False, f"{name}: {what}", judged)
    return True, f"{name}; and its sibling is right", ""


cases = [(of_taint, c) for c in TAINT] + [(of_check, c) for c in CHECK]
wanted = sys.argv[1:]
if wanted:
    cases = [c for c in cases if any(w in c[1][0] for w in wanted)]
with ThreadPoolExecutor(2) as workers:
    results = workers.map(lambda c: c[0](c[1]), cases)
    for number, (good, name, why) in enumerate(results, 1):
        print(f"{'ok' if good else 'not ok'} {number} - {name}")
        if not good:
            print("".join(f"# {line}\n" for line in why.splitlines()), end="")
print(f"1..{len(cases)}")
