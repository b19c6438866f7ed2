"""Interpreter and compiled C, side by side.

    compare.py programs FIRST COUNT [--keep DIR]    random programs from generate.exe
    compare.py file FILE.fl INPUTS                  one program, random inputs

Each program is run by the interpreter (the extracted Coq semantics) and, on the same
bytes, by its emitted C built with gcc -O2, clang -O2, and gcc with ASan and UBSan. Any
difference in what is printed, any warning and any sanitizer report is a failure. A run
that the interpreter breaks off (out of steps) is not compared. Prints one line for each
failure and a summary; exit status 1 after a failure."""
import argparse
import os
import random
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FAIRLEAD = os.path.join(ROOT, "bin", "fairlead")
GENERATE = os.path.join(ROOT, "_build", "default", "tests", "fuzz", "generate.exe")
WARN = ["-std=c11", "-Wall", "-Wextra", "-Wconversion", "-Werror"]
BUILDS = {
    "gcc": ["gcc", "-O2"] + WARN,
    "clang": ["clang", "-O2"] + WARN,
    "sanitized": ["gcc", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"] + WARN,
}
STEPS = "200000"


class Failure(Exception):
    pass


class Refused(Exception):
    """The front end proved that a constant expression always traps, and said so."""


def run(command, data=b"", timeout=60):
    try:
        return subprocess.run(command, input=data, capture_output=True, timeout=timeout)
    except subprocess.TimeoutExpired:
        raise Failure(f"timeout: {' '.join(command)}")


def compile_all(path, work):
    done = run([FAIRLEAD, "compile", "--main", path, "-o", work])
    if done.returncode != 0:
        if b"always traps" in done.stderr or b"does not fit" in done.stderr:
            raise Refused
        raise Failure("fairlead compile: " + done.stderr.decode(errors="replace")[:2000])
    name = os.path.splitext(os.path.basename(path))[0]
    sources = [os.path.join(work, name + suffix) for suffix in (".c", "_main.c")]
    binaries = {}
    for build, command in BUILDS.items():
        binary = os.path.join(work, build)
        done = run(command + sources + ["-o", binary])
        if done.returncode != 0:
            raise Failure(f"{build}: " + done.stderr.decode(errors="replace")[:2000])
        binaries[build] = binary
    return binaries


def inputs(seed, count):
    """Mostly small numbers, so that lengths, cases and loops vary more than values."""
    rng = random.Random(seed)
    for i in range(count):
        length = rng.choice([0, 3, 40, 400, 2000]) if i else 3000
        yield bytes(rng.choice([0, 1, 2, 3, rng.randrange(16), rng.randrange(256)]) for _ in range(length))


def compare(path, work, seed, count, statistics):
    binaries = compile_all(path, work)
    for data in inputs(seed, count):
        want = run([FAIRLEAD, "run", "--steps", STEPS, path], data)
        if want.returncode not in (0, 1) or b"internal error" in want.stderr:
            raise Failure("fairlead run: " + want.stderr.decode(errors="replace")[:500])
        lines = want.stdout.splitlines()
        last = lines[-1] if lines else b"nothing"
        ending = last.split(b" ")[0].decode(errors="replace")
        statistics[ending] = statistics.get(ending, 0) + 1
        if last == b"out of steps":
            continue
        for build, binary in binaries.items():
            got = run([binary], data)
            if got.stdout != want.stdout or (build == "sanitized" and got.stderr):
                text = f"{build} differs on input {data.hex()}\n"
                mine, theirs = got.stdout.splitlines(), lines
                for n, (a, b) in enumerate(zip(mine + [b"(nothing)"], theirs + [b"(nothing)"])):
                    if a != b:
                        text += f"  line {n + 1}: C {a[:200]!r}, interpreter {b[:200]!r}\n"
                        break
                raise Failure(text + got.stderr.decode(errors="replace")[:1500])


def one_program(seed, count, keep, statistics):
    with tempfile.TemporaryDirectory() as work:
        path = os.path.join(work, "program.fl")
        text = run([GENERATE, str(seed)]).stdout
        with open(path, "wb") as f:
            f.write(text)
        try:
            compare(path, work, seed, count, statistics)
            return None
        except Refused:
            statistics["refused"] = statistics.get("refused", 0) + 1
            return None
        except Failure as failure:
            if keep:
                os.makedirs(keep, exist_ok=True)
                with open(os.path.join(keep, f"{seed}.fl"), "wb") as f:
                    f.write(text)
            return f"program {seed}: {failure}"


def main():
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers(dest="command", required=True)
    programs = commands.add_parser("programs")
    programs.add_argument("first", type=int)
    programs.add_argument("count", type=int)
    programs.add_argument("--inputs", type=int, default=4)
    programs.add_argument("--keep")
    single = commands.add_parser("file")
    single.add_argument("path")
    single.add_argument("inputs", type=int)
    options = parser.parse_args()
    statistics, failures = {}, []
    if options.command == "file":
        with tempfile.TemporaryDirectory() as work:
            try:
                compare(os.path.abspath(options.path), work, 1, options.inputs, statistics)
            except Failure as failure:
                failures.append(str(failure))
    else:
        seeds = range(options.first, options.first + options.count)
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            work = lambda seed: one_program(seed, options.inputs, options.keep, statistics)
            for n, failure in enumerate(pool.map(work, seeds), 1):
                if failure:
                    failures.append(failure)
                    print(failure, flush=True)
                if n % 100 == 0:
                    print(f"{n} of {options.count} programs, {len(failures)} failures", file=sys.stderr, flush=True)
    for failure in failures if options.command == "file" else []:
        print(failure)
    print(f"runs by ending: {statistics}; {len(failures)} failures")
    sys.exit(1 if failures else 0)


main()
