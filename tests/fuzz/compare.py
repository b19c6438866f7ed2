# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Interpreter and compiled C, side by side.

    compare.py programs FIRST COUNT [--inputs N] [--keep DIR] [--quick] [--cross TARGET]    random programs
    compare.py file FILE.fl INPUTS                                         one program, random inputs

Each program is run by the interpreter (the extracted Coq semantics) and, on the same
bytes, by its emitted C built with gcc -O2, clang -O2, and with ASan and UBSan. Any
difference in what is printed, any warning and any sanitizer report is a failure. A run
that the interpreter breaks off (out of steps) is not compared. Prints each failure, the
command that repeats it, and a summary; exit status 1 after a failure.

`programs` works in batches (batch.ml): starting compilers and linking takes longer than
compiling one program. --quick builds with clang -O0 only, twice (PORTABLE): it finds wrong C, not undefined C.
--cross s390x-linux-gnu builds with that target's gcc only and runs in QEMU's user mode."""
import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FAIRLEAD = os.path.join(ROOT, "bin", "fairlead")
BUILT = os.path.join(os.environ.get("FUZZ_ROOT", ROOT), "_build", "default", "tests", "fuzz")
WARN = ["-std=c11", "-Wall", "-Wextra", "-Wconversion", "-Werror"]
SANITIZE = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
# As on processors with another byte order, whose loads and stores are printed as shifts.
PORTABLE = ["-U__BYTE_ORDER__"]
# Single programs: (compiler, how machines are compiled)
BUILDS = {
    "gcc": ["gcc", "-O2"],
    "clang": ["clang", "-O2"] + PORTABLE,
    "sanitized": ["gcc", "-O1"] + SANITIZE,
}
# Batches. What sanitizers cost is compile time, least at clang -O0 and with traps for
# UBSan; a program that fails is built again with messages.
BATCH_BUILDS = {
    "gcc": ["gcc", "-O2"],
    "clang": ["clang", "-O2"] + PORTABLE,
    "sanitized": ["clang", "-O0"] + SANITIZE + ["-fsanitize-trap=undefined"],
}
ALONE_BUILDS = {
    "gcc": ["gcc", "-O2"],
    "clang": ["clang", "-O2"] + PORTABLE,
    "sanitized": ["clang", "-O0", "-g"] + SANITIZE,
    "sanitized by gcc": ["gcc", "-O1", "-g"] + SANITIZE,
}
QUICK_BUILDS = {"quick": ["clang", "-O0", "-w"], "portable": ["clang", "-O0", "-w"] + PORTABLE}
BATCH = 25
STEPS = "200000"
TOOLS = tempfile.TemporaryDirectory()


class Failure(Exception):
    pass


def run(command, data=b"", timeout=300):
    try:
        return subprocess.run(command, input=data, capture_output=True, timeout=timeout)
    except subprocess.TimeoutExpired:
        raise Failure(f"timeout: {' '.join(command)}")


def tool(name):
    """Our own copy, made at the start: a long run goes on while others build."""
    return os.path.join(TOOLS.name, name)


def must(what, command):
    done = run(command)
    if done.returncode != 0:
        raise Failure(f"{what}: " + done.stderr.decode(errors="replace")[:2000])
    return done


# What gcc says of a source's condition that its bits decide, like f.x == 5 && (f.x & 2) == 2 of a field, of hand-written C as well.
# The warning has no name, so that emitted C cannot switch it off (README.md).
REMARK = re.compile(r" error: .*of (unmatched not-equal|mutually exclusive equal)[- ]tests is always")


def must_compile(what, command):
    done = run(command)
    errors = [line for line in done.stderr.decode(errors="replace").splitlines() if " error: " in line]
    if errors and all(REMARK.search(line) for line in errors):
        command = command + ["-Wno-error"]
    if done.returncode != 0:
        must(what, command)


def first_difference(mine, theirs):
    mine, theirs = mine.splitlines() + [b"(nothing)"], theirs.splitlines() + [b"(nothing)"]
    for n, (a, b) in enumerate(zip(mine, theirs)):
        if a != b:
            return f"line {n + 1}: C {a[:300]!r}, interpreter {b[:300]!r}"
    return "no difference in what was printed"


# ---- one program from a file, through the command ----

def inputs(seed, count):
    """Mostly small numbers, so that lengths, cases and loops vary more than values."""
    rng = random.Random(seed)
    for i in range(count):
        length = rng.choice([0, 3, 40, 400, 2000]) if i else 3000
        yield bytes(rng.choice([0, 1, 2, 3, rng.randrange(16), rng.randrange(256)]) for _ in range(length))


def compare_file(path, work, count, statistics):
    must("fairlead compile", [FAIRLEAD, "compile", "--main", path, "-o", work])
    name = os.path.splitext(os.path.basename(path))[0]
    sources = [os.path.join(work, name + suffix) for suffix in (".c", "_main.c")]
    for build, command in BUILDS.items():
        must_compile(build, command + WARN + sources + ["-o", os.path.join(work, build)])
    for data in inputs(1, count):
        want = run([FAIRLEAD, "run", "--steps", STEPS, path], data)
        if want.returncode not in (0, 1) or b"internal error" in want.stderr:
            raise Failure("fairlead run: " + want.stderr.decode(errors="replace")[:500])
        last = (want.stdout.splitlines() or [b"nothing"])[-1]
        statistics[last.split(b" ")[0].decode(errors="replace")] += 1
        if last == b"out of steps":
            continue
        for build in BUILDS:
            got = run([os.path.join(work, build)], data)
            if got.stdout != want.stdout or (build == "sanitized" and got.stderr):
                raise Failure(f"{build} differs on input {data.hex()}\n  {first_difference(got.stdout, want.stdout)}\n"
                              + got.stderr.decode(errors="replace")[:1500])


# ---- batches of random programs ----

def blocks(text):
    """What each run printed: {(seed, number of the input): text}"""
    found = {}
    for block in (b"\n" + text).split(b"\n= ")[1:]:
        head, _, rest = block.partition(b"\n")
        seed, number = head.split()
        found[int(seed), int(number)] = rest
    return found


def make_batch(first, count, work, options):
    done = must("batch", [tool("batch.exe"), str(first), str(count), work, str(options.inputs)])
    statistics, failures = Counter(), {}
    for line in done.stdout.decode(errors="replace").splitlines():
        kind, _, rest = line.partition(" ")
        if kind == "failure":
            seed, _, why = rest.partition(" ")
            failures[int(seed)] = why.replace("\\n", "\n")[:2000]
        elif kind == "uses":
            statistics.update("uses " + name for name in rest.split(","))
        else:
            statistics[rest] += 1
    return statistics, failures


def build_batch(builds, work):
    file = lambda name: os.path.join(work, name)
    sanitized = any("-fsanitize=address,undefined" in command for command in builds.values())
    host = next((command[0] for command in builds.values() if "-static" in command), "clang")
    must("driver", [host, "-O0", "-w", "-c", file("driver.c"), "-o", file("driver.o")])
    if sanitized:
        # instrumented, because it has the storage for frames, requests and what is lent
        must("driver", ["clang", "-O0", "-w", "-fsanitize=address", "-c", file("driver.c"), "-o", file("driver_asan.o")])
    for build, command in builds.items():
        must_compile(build, command + WARN + ["-c", file("machines.c"), "-o", file("machines.o")])
        asan = "-fsanitize=address,undefined" in command
        # gcc's and clang's ASan runtimes do not mix
        if asan and command[0] == "gcc":
            must("driver", ["gcc", "-O0", "-w", "-fsanitize=address", "-c", file("driver.c"), "-o", file("driver_asan.o")])
        link = [command[0]] + [flag for flag in command[1:] if flag.startswith("-fsanitize") or flag == "-static"]
        must(build, link + [file("machines.o"), file("driver_asan.o" if asan else "driver.o"), "-o", file(build)])


def run_batch(build, work, emulator):
    """{seed: what went wrong}. A crash ends the process; it starts again behind that program."""
    with open(os.path.join(work, "expected"), "rb") as f:
        want = blocks(f.read())
    with open(os.path.join(work, "programs")) as f:
        index = {int(seed): n for n, seed in enumerate(f.read().split())}
    failures, start = {}, 0
    while True:
        done = run(emulator + [os.path.join(work, build), os.path.join(work, "inputs"), str(start)])
        got = blocks(done.stdout)
        for key, theirs in want.items():
            if key in got and got[key] != theirs and key[0] not in failures:
                failures[key[0]] = f"{build} differs on input {key[1]}\n  {first_difference(got[key], theirs)}"
        if done.returncode == 0:
            break
        if not got:
            raise Failure(f"{build} stopped with status {done.returncode} before the first program")
        crashed = list(got)[-1][0]
        failures[crashed] = (f"{build} stopped with status {done.returncode}: " + failures.get(crashed, "") + "\n"
                             + done.stderr.decode(errors="replace")[:1500])
        start = index[crashed] + 1
    return failures


def batch(first, count, options, builds=None):
    """(statistics, {seed: failure})"""
    if options.cross:
        builds = {"cross": [options.cross + "-gcc", "-O2", "-static"]}
    emulator = ["qemu-" + options.cross.split("-")[0]] if options.cross else []
    builds = builds or (QUICK_BUILDS if options.quick else BATCH_BUILDS)
    seeds = list(range(first, first + count))
    with tempfile.TemporaryDirectory() as work:
        try:
            statistics, failures = make_batch(first, count, work, options)
            build_batch(builds, work)
            for build in builds:
                for seed, why in run_batch(build, work, emulator).items():
                    failures.setdefault(seed, why)
        except Failure as failure:
            if count == 1:
                return Counter(), {first: str(failure)}
            # Something about the whole: which program is it?
            statistics, failures = Counter(), {}
            for seed in seeds:
                more, failed = batch(seed, 1, options, builds)
                statistics += more
                failures.update(failed)
            if not failures:
                failures[first] = f"only as a batch of {count}: {failure}"
    return statistics, failures


def explain(seed, why, options):
    """Once more alone, with sanitizers that say what they saw."""
    if options.keep:
        folder = os.path.join(options.keep, str(seed))
        os.makedirs(folder, exist_ok=True)
        run([tool("generate.exe"), str(seed), folder])
    _, alone = batch(seed, 1, options, ALONE_BUILDS)
    text = alone.get(seed) or f"(in a batch only) {why}"
    kept = f"\n  kept in {folder}" if options.keep else ""
    return f"program {seed}: {text.rstrip()}{kept}\n  repeat: tests/fuzz/one {seed}"


def programs(options):
    statistics, failures = Counter(), []
    # Small batches for small counts, so that both cores have something to do.
    size = max(1, min(BATCH, -(-options.count // options.jobs)))
    slices = [(first, min(size, options.first + options.count - first))
              for first in range(options.first, options.first + options.count, size)]
    began, done = time.time(), 0
    builds = ALONE_BUILDS if options.thorough else None
    with ThreadPoolExecutor(options.jobs) as pool:
        for (first, count), (more, failed) in zip(slices, pool.map(lambda s: batch(*s, options, builds), slices)):
            statistics += more
            for seed, why in sorted(failed.items()):
                failures.append(seed)
                print(f"{seed}: {why}" if options.quick else explain(seed, why, options), flush=True)
            done += count
            if options.count > BATCH * options.jobs:
                rate = done / (time.time() - began)
                left = (options.count - done) / rate
                print(f"{done} of {options.count} programs, {len(failures)} failures, {rate:.1f}/s, {left / 60:.0f} min left; "
                      f"to go on after a break: FIRST={first + count} N={options.count - done}", file=sys.stderr, flush=True)
            if options.stop and failures:
                pool.shutdown(cancel_futures=True)
                break
    return done, statistics, failures


def main():
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers(dest="command", required=True)
    many = commands.add_parser("programs")
    many.add_argument("first", type=int)
    many.add_argument("count", type=int)
    many.add_argument("--inputs", type=int, default=4, help="runs of each program")
    many.add_argument("--jobs", type=int, default=os.cpu_count())
    many.add_argument("--keep", help="where to write programs that fail")
    many.add_argument("--quick", action="store_true")
    many.add_argument("--cross", metavar="TARGET", help="that target's gcc, run by QEMU")
    many.add_argument("--thorough", action="store_true", help="sanitizers of both compilers, with messages; slower")
    many.add_argument("--stop", action="store_true", help="after the first failure")
    many.add_argument("--coverage", metavar="FILE", help="write how many programs use each construct")
    single = commands.add_parser("file")
    single.add_argument("path")
    single.add_argument("inputs", type=int)
    options = parser.parse_args()
    if options.command == "file":
        statistics, failures, done = Counter(), [], 1
        with tempfile.TemporaryDirectory() as work:
            try:
                compare_file(os.path.abspath(options.path), work, options.inputs, statistics)
            except Failure as failure:
                failures.append(str(failure))
                print(failure)
    else:
        for name in ("batch.exe", "generate.exe"):
            shutil.copy(os.path.join(BUILT, name), TOOLS.name)
        done, statistics, failures = programs(options)
        if options.coverage:
            known = must("batch", [tool("batch.exe"), "constructs"]).stdout.decode().splitlines()
            seen = {name[5:] for name in statistics if name.startswith("uses ")}
            with open(options.coverage, "w") as f:
                for name in sorted(seen.union(known)):
                    f.write(f"{statistics['uses ' + name]}\t{name}\n")
    endings = {name: n for name, n in sorted(statistics.items()) if not name.startswith("uses ")}
    print(f"{done} programs, {len(failures)} failures; runs by ending: {endings}")
    sys.exit(1 if failures else 0)


main()
