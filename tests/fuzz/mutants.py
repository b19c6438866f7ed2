# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Does the fuzzer find bugs? Breaks a copy of the trusted printer in one place at a time and fuzzes that.

    mutants.py [--limit N] [NAME...]      all, or those named: the table of README.md
    mutants.py --check                    only that each can still be made

Every mutant must be found within N programs (default 600). A mutant whose text is no
longer in the printer is an error: adapt it when the printer changes. The copy is built
without Coq, from the OCaml that was extracted before."""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PRINTER = "compiler/lang/emit/c_printer"
PROCEDURE, BASIC, FRAGMENTS, MAP, STORE, CALL, QUERIES = (
    f"c_{name}_trusted.ml" for name in ("procedure", "basic", "fragments", "map", "store", "call", "queries"))
CONTROL = "c_control.ml"  # its mistakes are refused before there is any C: tests/control has more of them

# name: (file, [(text, replacement)])
MUTANTS = {
    # how a && b || c with guards was once miscompiled: a jump to "what comes next" was taken for falling through
    "chain falls through to nowhere": (CONTROL, [
        ("if n = nowhere then invalid_arg \"a jump to nowhere\"\n  else if n = after then None", "if n = after then None"),
        ("| CBoth _ when after = nowhere ->", "| CBoth _ when after = nowhere && indent < 0 ->")]),
    "waits of a delegating coroutine": (PROCEDURE, [('p "%s_waits(&f->%s)" (name c.callee)', 'p "%s_waits(&f->%s) + 1u" (name c.callee)')]),
    "resumption point set in front of loops with several": (CONTROL, [('| [ (l, _) ] when not (st.has_goto', '| (l, _) :: _ when not (st.has_goto')]),
    "overlapping bytes copied forwards": (FRAGMENTS, [('if (n != 0) { memmove(to, from, n); }', 'for (uint32_t i = 0; i < n; i++) { to[i] = from[i]; }')]),
    "bytes that overlap copied as if they were apart": (QUERIES, [
        ('let overlaps pl e =\n  reads_root pl e', 'let overlaps pl e =\n  1 < 0 && reads_root pl e')]),
    "map: value not moved when one is removed": (MAP, [('" m->value[i] = m->value[last];"', '""')]),
    "hashed map: gap closed wrongly": (MAP, [('if (((h - home) & %du) >= ((h - hole) & %du))', 'if (((h - home) & %du) > ((h - hole) & %du))')]),
    "map: a new key comes first": (MAP, [
        ("if (i == m->count) { m->key[i] = key; m->count = (%s)(i + 1); }",
         "if (i == m->count) { m->count = (%s)(i + 1); const uint32_t last = 0; m->key[i] = m->key[last];%s m->key[0] = key; return 0; }"),
        ("stem m k stem cell );", "stem m k stem cell move );")]),
    "loads by shifts: bytes in the other order": (FRAGMENTS, [('[ ("be", fun i -> bits - 8 - (8 * i));', '[ ("be", fun i -> 8 * i);')]),
    "big-endian load not swapped at 16 bits": (FRAGMENTS, [('let swapped v = if order = "be" then', 'let swapped v = if order = "be" && bits <> 16 then')]),
    "resized bytes not cleared": (BASIC, [('p "if (%s > %s) { memset(%s + %s, 0, %s - %s); }" v len data len v len;', '')]),
}

# What the printer rules out once more, although no program of the front end needs it: no program can find these. Results that
# an argument or the new value reads go to a variable of their own first (destination.ml); the verified checker of aliasing
# (theories/layers/Lang/Aliasing/Checker.v) refuses calls for which that was forgotten.
EQUIVALENT = {
    "value that reads its own destination built in place": (STORE, [('| _ when reads && constructs e ->', '| _ when reads && constructs e && st.fresh < 0 ->')]),
    "aggregate result written over an argument": (CALL, [
        ('&& not (List.mem (X.address (place st pl)) args.text)', '')]),
}


def copy_tree(work):
    """The compiler and the fuzzer as a dune project of their own, with the extracted OCaml as a source."""
    shutil.copy(os.path.join(ROOT, "dune-project"), work)
    for folder in ("compiler/cli", "compiler/extracted/lang", "compiler/lang", "compiler/interpret",
                   "tests/meaning", "tests/fuzz"):
        shutil.copytree(os.path.join(ROOT, folder), os.path.join(work, folder))


def broken(path, changes):
    with open(path) as f:
        text = f.read()
    for old, new in changes:
        if text.count(old) != 1:
            raise SystemExit(f"{path} has {text.count(old)} times {old!r}: adapt tests/fuzz/mutants.py")
        text = text.replace(old, new)
    return text


def build(work, target="./tests/fuzz"):
    environment = {**os.environ, "DUNE_CACHE": "disabled"}
    done = subprocess.run(["dune", "build", "--root", ".", "--profile", "release", target], cwd=work, env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit("cannot build: " + done.stderr[:3000])


def fuzz(work, first, limit):
    """The number of programs until the first failure, or None."""
    command = [sys.executable, os.path.join(ROOT, "tests/fuzz/compare.py"), "programs", str(first), str(limit), "--quick", "--stop"]
    done = subprocess.run(command, env={**os.environ, "FUZZ_ROOT": work}, capture_output=True, text=True)
    if done.returncode == 0:
        return None, ""
    what = re.search(r"^(\d+): (.*)", done.stdout, re.M)
    if not what:
        raise SystemExit("fuzzing failed: " + done.stdout[-1000:] + done.stderr[-3000:])
    return int(what.group(1)) - first + 1, what.group(2)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--limit", type=int, default=600)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--check", action="store_true", help="only that every mutant still fits the printer")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    for name in options.names:
        if name not in MUTANTS | EQUIVALENT:
            raise SystemExit(f"no mutant {name!r}")
    if options.check:
        for file, changes in (MUTANTS | EQUIVALENT).values():
            broken(os.path.join(ROOT, PRINTER, file), changes)
        return
    missed = 0
    print("| mutant | programs | found |\n|---|---|---|", flush=True)
    with tempfile.TemporaryDirectory() as work:
        copy_tree(work)
        for name in options.names or MUTANTS:
            file, changes = (MUTANTS | EQUIVALENT)[name]
            path = os.path.join(work, PRINTER, file)
            with open(path) as f:
                original = f.read()
            text = broken(path, changes)
            with open(path, "w") as f:
                f.write(text)
            build(work)
            found, what = fuzz(work, options.first, options.limit)
            with open(path, "w") as f:
                f.write(original)
            missed += found is None
            how = "by a compiler" if ": error: " in what else "by a crash" if "stopped" in what else "by what is printed" if found else ""
            print(f"| {name.replace('|', chr(92) + '|')} | {found or f'**missed in {options.limit}**'} | {how} |", flush=True)
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
