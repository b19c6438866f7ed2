#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
"""Enormous, deeply nested and damaged input gets a diagnostic and status 1: no crash, no hang, bounded memory."""
import os, random, resource, subprocess, sys, tempfile, time

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
FAIRLEAD = os.environ.get("FAIRLEAD", os.path.join(ROOT, "bin/fairlead"))
QUICK = os.environ.get("FAIRLEAD_TIER") == "quick"
count = failed = 0


def limit():
    resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))


def check(path):
    start = time.time()
    run = subprocess.run([FAIRLEAD, "check", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=limit, timeout=120)
    return run.returncode, run.stderr.decode("utf-8", "replace"), time.time() - start


def report(good, name, detail):
    global count, failed
    count += 1
    failed += not good
    print(f"{'ok' if good else 'not ok'} {count} - {name}")
    if not good:
        print("# " + detail[:300].replace("\n", "\n# "))


def refused(name, text):
    path = os.path.join(folder, "input.fl")
    with open(path, "wb") as f:
        f.write(text if isinstance(text, bytes) else text.encode())
    status, out, _ = check(path)
    report(status == 1 and ": error: " in out and "internal error" not in out and len(out) < 20000, name, f"status {status}\n{out}")


def accepted(name, text):
    path = os.path.join(folder, "input.fl")
    with open(path, "w") as f:
        f.write(text)
    status, out, _ = check(path)
    report(status == 0, name, f"status {status}\n{out}")


with tempfile.TemporaryDirectory() as folder:
    M = 1000000
    refused("10 MB of (", "(" * (10 * M))
    refused("2 MB of (", "fn f() { x" + "(" * (2 * M))
    refused("2 MB of {", "fn f() " + "{" * (2 * M))
    refused("a million !", "fn f() -> bool { return " + "!" * M + "true; }")
    refused("a sum of 300,000 terms", "fn f() -> u32 { return " + "1+" * 300000 + "1; }")
    refused("a chain of 100,000 else if", "fn f(x: bool) { " + "if x { } else " * 100000 + "{ } }")
    refused("300,000 statements", "fn f() { " + "f();" * 300000 + " }")
    refused("300,000 elements", "const K: [u8; 3] = [" + "1," * 300000 + "];")
    refused("70,000 patterns", "fn f(x: u32) { match x { " + ",".join(map(str, range(70000))) + " { } else { } } }")
    refused("70,000 names behind asks", "effect e();\ncoroutine f() asks " + ",".join(["e"] * 70000) + " { }")
    def ordered(n, body):
        states = "".join(f"s{i} {{ a => s{(i + 1) % n} }}\n" for i in range(n))
        return f"effect a();\ncoroutine f(n: u32) asks a order {{\n{states}}}\n{{ {body} }}"
    accepted("an order of 20,000 states, one after the other", ordered(20000, "ask a();" * 20000))
    accepted("an order whose 3,000 states come together in a loop",
             ordered(3000, "loop { ask a(); if n > 7 { break; } }"))
    accepted("a table of 4 MB", "const K: [u32; 1000000] = [7; 1000000];\nfn f(x: u32) -> u32 { return K[x]; }")
    refused("types in types", "fn f() { var x: " + "map<u8, " * 100000 + "u8" + ", 1>" * 100000 + "; }")
    refused("fields of fields", "fn f() { x" + ".a" * 300000 + "; }")
    refused("an endless comment", "/* " + "x" * M)
    refused("a name of a million letters", "const " + "a" * M + ": u32 = b;")
    refused("a number of a million digits", "const A: u32 = " + "9" * M + ";")
    refused("a table of four billion", "const A: [u8; 2000000000] = [0; 2000000000];")
    refused("512 tables of four million in one", "const A: [[u8; 4194304]; 511] = [" + "[0; 4194304]," * 511 + "];")
    refused("a table of four million from within", "const A: u8 = [[0 as u8; 4194304], [0; 4194304]][0][0];")
    refused("an array of two billion copies of a record of arrays", "record R { a: [u64; 1000], b: [[u16; 100]; 20] }\nconst A: [R; 100000] = [R { a: [0; 1000], b: [[0; 100]; 20] }; 100000];")
    if not QUICK:
        refused("a hundred tables of a million", "\n".join(f"const A{i}: [u8; 1000000] = [0; 1000000];" for i in range(100)))
    accepted("a table of 65,536", "const A: [u64; 65536] = [7; 65536];\nfn f(i: u16) -> u64 { return A[i as u32]; }")
    refused("a string of a million bytes", 'const A: bytes = "' + "9" * M + '";')
    refused("constants in a chain of 50,000", "\n".join(f"const K{i}: u32 = K{i + 1};" for i in range(50000)))
    refused("records in a chain of 50,000", "\n".join(f"record R{i} {{ a: R{i + 1} }}" for i in range(50000)) + "\nrecord R50000 { x: u8 }")
    refused("records that double 64 times", "\n".join(f"record R{i} {{ a: R{i + 1}, b: R{i + 1} }}" for i in range(64)) + "\nrecord R64 { x: u8 }\nfn f(r: R0) { }")
    accepted("functions in a chain of 20,000", "\n".join(f"fn f{i}() {{ f{i + 1}(); }}" for i in range(20000)) + "\nfn f20000() { }")
    refused("a circle of 20,000 functions", "\n".join(f"fn f{i}() {{ f{(i + 1) % 20000}(); }}" for i in range(20000)))
    refused("5,000 arms", "fn f(x: u32) { match x { " + " ".join(f"{i} {{ }}" for i in range(5000)) + " else { } } }")
    refused("a NUL byte", b"fn f() { \x00 }")
    refused("not UTF-8", b"fn f() { \xff }")
    refused("a directory", "import \".\" as d;")
    refused("itself", 'import "input.fl" as me;')
    # 300 modules, each importing the next.
    for i in range(300):
        with open(os.path.join(folder, f"m{i}.fl"), "w") as f:
            f.write(f'import "m{i + 1}.fl";\nfn f() {{ m{i + 1}.f(); }}\n' if i < 299 else "fn f() { }\n")
    accepted("imports 300 deep", 'import "m0.fl";\nfn f() { m0.f(); }\n')

    # Damaged programs: every mutation is accepted or diagnosed.
    corpus = []
    for top in ("examples", "bench", "tests/lang/good", "tests/lang/meaning"):
        for base, _, names in os.walk(os.path.join(ROOT, top)):
            corpus += [os.path.join(base, n) for n in names if n.endswith(".fl")]
    corpus.sort()
    rng = random.Random(int(os.environ.get("FUZZ_SEED", "1")))
    rounds = int(os.environ.get("ROUNDS", "50" if QUICK else "150"))
    words = b"( ) { } [ ] ; , . .. = == fn coroutine ask call start resume match if else loop let var inout 0 1 4294967295 true none some bytes map<u8,u8,1> u8 u64".split()
    bad = None
    for k in range(rounds):
        with open(rng.choice(corpus), "rb") as f:
            data = bytearray(f.read())
        for _ in range(rng.randint(1, 4)):
            i = rng.randrange(len(data) + 1)
            kind = rng.randrange(4)
            if kind == 0:
                data[i : i + rng.randint(1, 8)] = b""
            elif kind == 1:
                data[i:i] = b" " + rng.choice(words) + b" "
            elif kind == 2:
                data[i:i] = bytes([rng.randrange(256)])
            else:
                j = rng.randrange(len(data) + 1)
                data[i:i] = data[j : j + rng.randint(1, 60)]
        path = os.path.join(folder, "mutant.fl")
        with open(path, "wb") as f:
            f.write(data)
        status, out, _ = check(path)
        if status not in (0, 1) or (status == 1 and ": error: " not in out) or "internal error" in out:
            bad = f"round {k}, status {status}\n{out}\n" + data.decode("utf-8", "replace")
            keep = os.path.join(tempfile.gettempdir(), f"fairlead-mutant-{k}.fl")
            with open(keep, "wb") as f:
                f.write(data)
            bad = keep + "\n" + bad
            break
    report(bad is None, f"{rounds} damaged programs", bad or "")

print(f"1..{count}")
sys.exit(failed > 0)
