#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
"""Damaged assembly files: every command answers 0 or 1, with a diagnostic when 1. TAP on standard output.
FUZZ_N=... for a long run; FUZZ_SEED=... for other programs."""
import glob, os, random, subprocess, sys, tempfile

here = os.path.dirname(os.path.abspath(__file__))
quick = os.environ.get("FAIRLEAD_TIER") == "quick"
n = int(os.environ.get("FUZZ_N", "40" if quick else "150"))
seed = int(os.environ.get("FUZZ_SEED", "20261122"))
rnd = random.Random(seed)
sources = [open(f, "rb").read() for f in glob.glob(os.path.join(here, "data", "**", "*.S"), recursive=True)]
tokens = [b"%rax", b"%xmm31", b"%ymm0", b"$", b"(", b")", b",", b"0x", b"-", b"99999999999999999999999999", b"rip", b"*", b"/*", b"\n",
          b"jmp ", b":", b".intel_syntax noprefix\n", b"# fairlead: region a %rdi\n", b"# fairlead: disjoint in in\n", b"\x00", b"\xff", b"0b", b"0777",
          b"movq ", b"vaesenc ", b"ret", b";", b"[rax+rbx*4-1]", b"qword ptr", b"push ", b"mulx ", b"$0x", b"~", b"++",
          b"\n//@ if e\n", b"\n//@ else\n", b"\n//@ loop\n", b"\n//@ while ne\n", b"\n//@ end\n", b"\n//@ procedure p x\n", b"\n//@ inline p %rax\n",
          b"\n# fairlead: secret %rax\n", b"\n# fairlead: secret none\n", b"\n\t.globl g\ng:\n", b"\n\t.quad g+1\n", b"\n//@ by unroll 2\n", b"\n//@ by loop 99999999999999999999 sink 1\n", b"\\x", b"\njne l\n", b"\nl:\n"]

def damage(data):
    data = bytearray(data)
    for _ in range(rnd.randrange(1, 5)):
        at = rnd.randrange(len(data) + 1)
        kind = rnd.randrange(4)
        if kind == 0: data[at:at] = rnd.choice(tokens)
        elif kind == 1: del data[at:at + rnd.randrange(1, 12)]
        elif kind == 2 and data: data[min(at, len(data) - 1)] = rnd.randrange(256)
        else: data = data[:at] + data[rnd.randrange(len(data) + 1):]
    return bytes(data)

optimized = os.path.join(here, "data", "optimize", "clean.S")
order = b"fairlead order 1\nprocedure: four\norder: " + b" ".join(b"%d" % k for k in range(16)) + b"\nprefetch: 3 prefetcht0 0x40(%rdi)\n"

bad = []
with tempfile.TemporaryDirectory() as d:
    a, b = os.path.join(d, "a.S"), os.path.join(d, "b.S")
    for k in range(n):
        one, two = rnd.choice(sources), rnd.choice(sources)
        open(a, "wb").write(damage(one))
        open(b, "wb").write(damage(one if rnd.random() < 0.7 else two))
        o = os.path.join(d, "order")
        open(o, "wb").write(damage(order))
        for args in (["print", a], ["check", a, b], ["check", "--symbolic", a, b], ["taint", a], ["coq", a], ["optimize", "--apply", optimized, o],
                     ["lower", a], ["explain", a, b], ["transform", "--order", o, a],
                     ["transform", "--peephole", rnd.choice(["no-movbe", "movbe", "copies", "unseen", "zero", "no-zero", "no-prefetch", "prefetch:rsi:64"]),
                      rnd.choice(["--unroll=2", "--peel", "--rotate=2", "--sink=1", "--lower"]), a]):
            r = subprocess.run(["fairlead", "asm", *args], capture_output=True)
            no_theorem = r.returncode == 3 and (
                args[0] in ("check", "explain") or args[0] in ("lower", "transform") and b"no theorem covers" in r.stderr)
            if not (r.returncode == 0 or no_theorem or r.returncode == 1 and b"error: " in r.stderr):
                bad.append((k, args[0], r.returncode, r.stderr[-300:]))
print("1..1")
print("ok 1 -" if not bad else "not ok 1 -", f"{n} damaged files, seed {seed}")
for case in bad[:5]: print("#", case)
sys.exit(1 if bad else 0)
