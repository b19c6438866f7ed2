#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
"""What programs mean: each says what it should print in comments (`ask say(e);  // = 7`), ends in `done` or, after
`// traps` on its first line, in a trap; the interpreter and the compiled C (ASan, UBSan) must both do just that."""
import os, re, subprocess, sys, tempfile
from concurrent.futures import ThreadPoolExecutor

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
FAIRLEAD = os.path.join(ROOT, "bin/fairlead")
HERE = os.path.join(ROOT, "tests/lang/meaning")
INPUT = bytes.fromhex("03000000040000000500000006000000010000000100000000000000")  # 3 4 5 6 1 1 0, for `get`


def run(command, data=None):
    p = subprocess.run(command, input=data, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)
    return p.returncode, p.stdout.decode(), p.stderr.decode()


def one(name):
    path = os.path.join(HERE, name)
    with open(path) as f:
        text = f.read()
    want = [f"ask say({n})" for n in re.findall(r"// = (\d+)", text)] + ["trap" if text.startswith("// traps") else "done ()"]
    _, out, err = run([FAIRLEAD, "run", path], INPUT)
    got = [l for l in out.split("\n") if l.startswith("ask say") or l.startswith("done") or l == "trap"]
    if got != want:
        wrong = next((i for i, (a, b) in enumerate(zip(got + [""], want + [""])) if a != b), 0)
        return name, f"interpreter: {got[wrong:wrong + 1]} instead of {want[wrong:wrong + 1]}\n{out}{err}"
    with tempfile.TemporaryDirectory() as folder:
        stem = name[:-3]
        status, _, err = run([FAIRLEAD, "compile", "--main", path, "-o", folder])
        if status == 0:
            status, _, err = run(
                ["gcc", "-std=c11", "-O1", "-g", "-Wall", "-Wextra", "-Werror", "-fsanitize=address,undefined", "-fno-sanitize-recover=all",
                 f"{folder}/{stem}.c", f"{folder}/{stem}_main.c", "-o", f"{folder}/a"])
        if status != 0:
            return name, "compiling: " + err
        _, out_c, err = run([f"{folder}/a"], INPUT)
        if out_c != out:
            return name, f"compiled:\n{out_c}{err}\ninterpreter:\n{out}"
    return name, None


names = sorted(n for n in os.listdir(HERE) if n.endswith(".fl"))
failed = 0
with ThreadPoolExecutor(2) as pool:
    for i, (name, why) in enumerate(pool.map(one, names), 1):
        failed += why is not None
        print(f"{'not ok' if why else 'ok'} {i} - {name}")
        if why:
            print("# " + why[:3000].replace("\n", "\n# "))
print(f"1..{len(names)}")
sys.exit(failed > 0)
