# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Breaks a copy of what is extracted of the compiler's checkers in one place at a time, builds it, and runs tests with
the programs that result: every mutant should be found."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
EXTRACTED = "compiler/extracted/lang/gen/extracted.ml"


def broken(text, name, old, new):
    # The extraction's line breaks are its own.
    pattern = r"\s+".join(re.escape(word) for word in old.split())
    found = re.findall(pattern, text)
    if len(found) != 1:
        sys.exit(f"{EXTRACTED} has {len(found)} times {old!r}: adapt the mutant {name!r}")
    return re.sub(pattern, lambda _: new, text)


def copied(work):
    shutil.copy(os.path.join(ROOT, "dune-project"), work)
    shutil.copytree(os.path.join(ROOT, "compiler"), os.path.join(work, "compiler"),
                    ignore=shutil.ignore_patterns("extract"))
    for extra in "VERSION", "runtime", "monitor", "theories", "tests/order":
        source = os.path.join(ROOT, extra)
        if os.path.isdir(source):
            shutil.copytree(source, os.path.join(work, extra))
        elif os.path.exists(source):
            shutil.copy(source, work)


def main(mutants, targets, tests):
    """mutants: name -> (text, replacement). tests: (command, variables) pairs; in variables {} is where things are
    built. With --check only: each can still be made."""
    with open(os.path.join(ROOT, EXTRACTED)) as f:
        original = f.read()
    if sys.argv[1:] == ["--check"]:
        for name, (old, new) in mutants.items():
            broken(original, name, old, new)
        return
    missed = 0
    with tempfile.TemporaryDirectory() as work:
        copied(work)
        for name in sys.argv[1:] or mutants:
            with open(os.path.join(work, EXTRACTED), "w") as f:
                f.write(broken(original, name, *mutants[name]))
            built = subprocess.run(
                ["dune", "build", "--root", ".", "--profile", "release", *targets],
                cwd=work, env={**os.environ, "DUNE_CACHE": "disabled"}, capture_output=True, text=True)
            if built.returncode:
                sys.exit(f"{name}: cannot build: {built.stderr[:3000]}")
            found = []
            for command, variables in tests:
                there = {k: v.format(os.path.join(work, "_build/default")) for k, v in variables.items()}
                test = subprocess.run(command, capture_output=True, text=True, cwd=ROOT,
                                      env={**os.environ, "FAIRLEAD_TIER": "quick", **there})
                found += re.findall(r"^not ok .*", test.stdout, re.M)
            missed += not found
            print(f"{'found' if found else 'MISSED'}: {name}{': ' + found[0] if found else ''}", flush=True)
    sys.exit(1 if missed else 0)
