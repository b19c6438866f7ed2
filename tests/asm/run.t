#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
"""Structured code on the processor: what lower and transform make of it, and what check accepts after random changes to it,
must do what the clean code does. RUN_N=... for a long run; RUN_SEED=... to repeat one. TAP on standard output."""
import os, random, subprocess, sys, tempfile

here = os.path.dirname(os.path.abspath(__file__))
data = os.path.join(here, "data", "structured")
quick = os.environ.get("FAIRLEAD_TIER") == "quick"
n = int(os.environ.get("RUN_N", "30" if quick else "120"))
seed = int(os.environ.get("RUN_SEED", str(random.randrange(1 << 30))))
rnd = random.Random(seed)
number = failed = 0

def result(good, name, detail=""):
    global number, failed
    number += 1
    failed += not good
    print("ok" if good else "not ok", number, "-", name)
    for line in [] if good else str(detail).split("\n"): print("#", line)

def fairlead(*args):
    r = subprocess.run(["fairlead", "asm", *args], capture_output=True, text=True)
    return r.returncode, r.stdout + r.stderr

with tempfile.TemporaryDirectory() as d:
    path = lambda f: os.path.join(d, f)
    subprocess.run(["cc", "-O1", "-o", path("same"), os.path.join(data, "same.c"), "-ldl"], check=True)

    def library(source, out):
        """Lowered, whether it is structured or not, and linked."""
        status, text = fairlead("lower", source, "-o", path("low.S"))
        return status == 0 and subprocess.run(["cc", "-shared", "-nostdlib", "-Wl,-z,noexecstack", "-o", out, path("low.S")], capture_output=True).returncode == 0

    def same(a, b):
        return subprocess.run([path("same"), a, b], capture_output=True).returncode

    clean = os.path.join(data, "sum.clean.S")
    library(clean, path("clean.so"))
    for name in ["sum.flat.S", "sum.pipelined.S"]:
        ok = library(os.path.join(data, name), path("x.so"))
        result(ok and same(path("clean.so"), path("x.so")) == 0, f"{name} does what the clean code does")
    made = []
    for options in [["--unroll", "2"], ["--unroll", "7"], ["--peel"], ["--rotate", "4"], ["--peephole", "copies"], ["--peephole", "zero"],
                    ["--peephole", "prefetch:rsi:64", "--unroll", "3", "--lower"]]:
        out = path(f"t{len(made)}.S")
        status, text = fairlead("transform", *options, clean, "-o", out)
        ok = status == 0 and library(out, path("x.so"))
        result(ok and same(path("clean.so"), path("x.so")) == 0, "transform " + " ".join(options), text)
        made.append(out)

    # Random changes
    sources = [open(f).read().split("\n") for f in [clean, os.path.join(data, "sum.pipelined.S")] + made[:4]]
    registers = ["%xmm0", "%xmm1", "%rsi", "%rdi", "%rdx", "%rcx", "%eax"]

    def change(lines):
        lines = list(lines)
        body = [i for i, l in enumerate(lines) if l.startswith("\t") and not l.strip().startswith((".", "/", "#"))]
        for _ in range(rnd.choice([1, 1, 2])):
            i = rnd.choice(body)
            kind = rnd.randrange(6)
            if kind < 3:
                j = min(len(lines) - 1, i + rnd.choice([1, 1, 1, 2, 3]))
                lines[i], lines[j] = lines[j], lines[i]
            elif kind == 3: lines[i] = lines[i].replace(rnd.choice(registers), rnd.choice(registers))
            elif kind == 4: lines[i] = lines[i].replace("16", rnd.choice(["0", "32"])).replace("je ", "jne ")
            else: lines[i] = lines[rnd.choice(body)]
        return lines

    accepted, bad = 0, []
    for k in range(n):
        lines = change(rnd.choice(sources))
        open(path("m.S"), "w").write("\n".join(lines) + "\n")
        for method in [[], ["--symbolic"]]:
            status, text = fairlead("check", *method, clean, path("m.S"))
            if status not in (0, 1, 3): bad.append((k, status, text))
            if status in (0, 3):  # 3: accepted, but with marks, which `lower' makes jumps of
                accepted += 1
                if not library(path("m.S"), path("m.so")) or same(path("clean.so"), path("m.so")) != 0:
                    bad.append((k, method, "\n".join(lines)))
    result(not bad, f"{n} random changes, seed {seed}: {accepted} times accepted, and then it does the same", bad[:2])
    result(accepted > 0, "some are accepted")
print(f"1..{number}")
sys.exit(1 if failed else 0)
