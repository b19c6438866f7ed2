#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
"""Illegal variants of data/clean.S: each must be refused, for the reason given. TAP on standard output."""
import os, re, subprocess, sys, tempfile

here = os.path.dirname(os.path.abspath(__file__))
fairlead = os.environ.get("FAIRLEAD", "fairlead")
clean_path = os.path.join(here, "data", "clean.S")
clean = open(clean_path).read().split("\n")
body = [l.strip() for l in clean]

def at(text, nth=0):
    hits = [i for i, l in enumerate(body) if l == text]
    return hits[nth]

def move(text, before):
    """`text` now stands before `before`."""
    lines = list(clean)
    line = lines.pop(at(text))
    lines.insert([l.strip() for l in lines].index(before), line)
    return lines

def later(text, after):
    lines = list(clean)
    line = lines.pop(at(text))
    lines.insert([l.strip() for l in lines].index(after) + 1, line)
    return lines

def change(text, new):
    lines = list(clean)
    lines[at(text)] = "\t" + new
    return lines

def drop(text):
    lines = list(clean)
    lines.pop(at(text))
    return lines

def add(text, before):
    lines = list(clean)
    lines.insert(at(before), "\t" + text)
    return lines

reads = r"it reads {}, which that one writes"
still = r"it writes {}, which that one still reads"
last = r"both write {}, and the last"
other = r"is not an instruction of the clean block"
lost = r"the fast code has lost `{}'"
may = r"may be the memory that one"
over = r"overlap the \d+ bytes"
where = r"where the clean code has"

cases = [
    # dependent instructions swapped
    ("xor before its load", move("pxor %xmm2, %xmm0", "movdqu (%rdi), %xmm0"), reads.format("%xmm0")),
    ("xor before its key", move("pxor %xmm2, %xmm1", "movdqu (%rcx), %xmm2"), reads.format("%xmm2")),
    ("round before its key", move("aesenc %xmm3, %xmm0", "movdqu 16(%rcx), %xmm3"), reads.format("%xmm3")),
    ("last round before the round", move("aesenclast %xmm4, %xmm0", "aesenc %xmm3, %xmm0"), reads.format("%xmm[04]")),
    ("store before the last round", move("movdqu %xmm0, (%rsi)", "aesenclast %xmm4, %xmm0"), reads.format("%xmm0")),
    ("store before the byte swap", move("movq %rax, 32(%rsi)", "bswapq %rax"), reads.format("%rax")),
    ("byte swap before the load", move("bswapq %rax", "movq 32(%rdi), %rax"), reads.format("%rax")),
    ("addition before its operand", move("addq %rax, %r8", "movq 40(%rdi), %r8"), reads.format("%r8")),
    ("spill before the addition", move("movq %r8, -8(%rsp)", "addq %rax, %r8"), reads.format("%r8")),
    ("pclmul before the last round of its argument", move("pclmulqdq $0x11, %xmm1, %xmm0", "aesenclast %xmm4, %xmm1"), reads.format("%xmm[01]")),
    ("shuffle before the product", move("pshufd $0x4e, %xmm0, %xmm5", "pclmulqdq $0x11, %xmm1, %xmm0"), reads.format("%xmm0")),
    ("shift before the xor", move("vpslldq $8, %xmm7, %xmm8", "vpxor %xmm5, %xmm6, %xmm7"), reads.format("%xmm7")),
    ("VEX xor before the SSE shuffle", move("vpxor %xmm5, %xmm6, %xmm7", "pshufd $0x4e, %xmm0, %xmm5"), reads.format("%xmm5")),
    ("conditional move before its comparison", move("cmovbq %r8, %r12", "cmpq %r8, %r9"), reads.format("the carry flag CF")),
    ("address before it is cleared", move("movq (%rdx), %r10", "xorl %edx, %edx"), reads.format("%rdx")),
    # values that are still needed
    ("pointer moved past a load", move("leaq 96(%rdi), %rdi", "vmovdqu 64(%rdi), %ymm9"), still.format("%rdi")),
    ("pointer moved past all loads", move("leaq 96(%rdi), %rdi", "movdqu 16(%rdi), %xmm1"), still.format("%rdi")),
    ("load over a register still stored", move("vmovdqu 64(%rdi), %ymm9", "vmovdqu %ymm9, 64(%rsi)"), still.format("%xmm9")),
    ("product over a register still stored", move("pclmulqdq $0x11, %xmm1, %xmm0", "movdqu %xmm0, (%rsi)"), still.format("%xmm0")),
    # flags
    ("add with carry before its addition", move("adcq $0, %r9", "addq %rax, %r8"), reads.format("the carry flag CF")),
    ("xor between addition and carry", move("xorl %edx, %edx", "adcq $0, %r9"), "the carry flag CF"),
    ("comparison between addition and carry", move("cmpq %r8, %r9", "adcq $0, %r9"), "the carry flag CF|%r9"),
    ("addition after the xor that clears flags", later("addq %rax, %r8", "xorl %edx, %edx"), "%r8|CF"),
    ("addition moved past the carry's use", later("addq %rax, %r8", "adcq $0, %r9"), "the carry flag CF"),
    # memory
    ("store before a load that may alias", move("movq %r9, (%r11)", "movq (%rdx), %r10"), may),
    ("store to an unknown place before a store", move("movq %r9, (%r11)", "movq %r8, -8(%rsp)"), may),
    ("unknown load before an output store", move("vmovdqu %ymm9, 64(%rsi)", "movq %r9, (%r11)"), may),
    ("load past an unknown store", later("movq 40(%rdi), %r8", "movq %r9, (%r11)"), "."),
    ("store past an unknown store", later("movdqu %xmm1, 16(%rsi)", "movq %r9, (%r11)"), may),
    # lost, added, changed
    ("a lost round", drop("aesenc %xmm3, %xmm1"), lost.format("aesenc %xmm3, %xmm1")),
    ("a lost store", drop("movdqu %xmm1, 16(%rsi)"), lost.format("movdqu %xmm1, 0x10.%rsi.")),
    ("a lost spill", drop("movq %r8, -8(%rsp)"), lost.format("movq %r8, -8.%rsp.")),
    ("a lost byte swap", drop("bswapq %rax"), lost.format("bswapq %rax")),
    ("a round too many", add("aesenc %xmm3, %xmm1", "movdqu 32(%rcx), %xmm4"), other),
    ("a clobbered register", add("pxor %xmm1, %xmm1", "movdqu %xmm1, 16(%rsi)"), other),
    ("a clobbered argument", add("xorl %ecx, %ecx", "movdqu 32(%rcx), %xmm4"), other),
    ("a wrong product", change("pclmulqdq $0x11, %xmm1, %xmm0", "pclmulqdq $0x10, %xmm1, %xmm0"), other),
    ("a wrong shuffle", change("pshufd $0x4e, %xmm0, %xmm5", "pshufd $0x4f, %xmm0, %xmm5"), other),
    ("a wrong shift", change("vpslldq $8, %xmm7, %xmm8", "vpslldq $7, %xmm7, %xmm8"), other),
    ("a right shift for a left one", change("vpslldq $8, %xmm7, %xmm8", "vpsrldq $8, %xmm7, %xmm8"), other),
    ("a wrong displacement", change("movdqu 16(%rcx), %xmm3", "movdqu 32(%rcx), %xmm3"), other),
    ("a wrong base register", change("movdqu 16(%rdi), %xmm1", "movdqu 16(%rsi), %xmm1"), other),
    ("a wrong destination", change("movdqu 16(%rcx), %xmm3", "movdqu 16(%rcx), %xmm5"), other),
    ("subtraction with borrow for addition with carry", change("adcq $0, %r9", "sbbq $0, %r9"), other),
    ("half of the upper part cleared", change("vmovdqu 64(%rdi), %ymm9", "vmovdqu 64(%rdi), %xmm9"), other),
    ("aesenc for aesenclast", change("aesenclast %xmm4, %xmm1", "aesenc %xmm4, %xmm1"), other),
    ("32 bits for 64", change("movq 40(%rdi), %r8", "movl 40(%rdi), %r8d"), other),
    ("the wrong condition", change("cmovbq %r8, %r12", "cmovaq %r8, %r12"), other),
    ("a lost return", drop("ret"), where),
    ("a return too early", add("ret", "cmpq %r8, %r9"), "lost|" + where),
]

# The same variants must be refused by the symbolic checker, save those that are right but no reordering.
print(f"1..{2 * len(cases) + 1}")
number = 0
failed = 0

def result(good, name, detail=""):
    global number, failed
    number += 1
    print(("ok" if good else "not ok"), number, "-", name)
    if not good:
        failed += 1
        for line in detail.split("\n"): print("#", line)

with tempfile.TemporaryDirectory() as d:
    path = os.path.join(d, "fast.S")
    def check(lines, *options):
        open(path, "w").write("\n".join(lines))
        r = subprocess.run([fairlead, "asm", "check", *options, clean_path, path], capture_output=True, text=True)
        return r.returncode, r.stdout + r.stderr
    status, out = check(clean)
    result(status == 0, "the clean code is a reordering of itself", out)
    for name, lines, reason in cases:
        status, out = check(lines)
        first = out.split("\n")[0] if out else ""
        ok = status == 1 and re.search(reason, first) is not None and re.match(r"\S+:\d+:\d+: error: ", first)
        result(bool(ok), f"refused: {name}", f"status {status}, expected {reason!r}\n{out}")
        # moves that change no value, only an order the reordering checker cannot allow, may be right
        status, out = check(lines, "--symbolic")
        result(status == 1, f"refused symbolically: {name}", out)
sys.exit(1 if failed else 0)
