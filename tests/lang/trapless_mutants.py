#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Does tests/lang/trapless.t find a checker of trapless procedures that accepts too much? Breaks a copy of what is
extracted of it in one place at a time, and runs that test with the command that results.

    trapless_mutants.py [NAME...]   all, or those named
    trapless_mutants.py --check     only that each can still be made"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
EXTRACTED = "compiler/extracted/lang/gen/extracted.ml"

# name: (text, replacement)
MUTANTS = {
    "what is required is not asked of a call": ("     | Some g -> proves d facts g\n     | None -> false) (required",
                                                "     | Some _ -> true\n     | None -> false) (required"),
    "what is passed without a name meets everything": (
        "     | Some g -> proves d facts g\n     | None -> false) (required",
        "     | Some g -> proves d facts g\n     | None -> true) (required"),
    "one way's inequality is enough": ("existsb (fun l -> forallb (proves d facts) l) (ways q k)",
                                       "existsb (fun l -> existsb (proves d facts) l) (ways q k)"),
    "of two guards the first": (
        "  (&&) (settled q d facts g1) (settled q d (app (gains true g1) facts) g2)", "  settled q d facts g1"),
    "a trap is always impossible": ("| GFalse -> impossible d facts", "| GFalse -> true"),
    "what grows stays where it was": ("  else (plus rest c (plus (one a) (Big_trusted.neg Big_trusted.one) d)) :: []",
                                      "  else (plus rest c (one a)) :: []"),
    "what is called need not be marked": (
        "| Call (_, x) ->\n  (&&) ((&&) (marked x.callee) (forallb comes_back x.call_args))",
        "| Call (_, x) ->\n  (&&) ((&&) true (forallb comes_back x.call_args))"),
    "resume is plain": ("| Resume _ -> false\n| _ -> true\n\n(** val required :", "| _ -> true\n\n(** val required :"),
}


def broken(text, name):
    old, new = MUTANTS[name]
    # The extraction's line breaks are its own.
    pattern = r"\s+".join(re.escape(word) for word in old.split())
    found = re.findall(pattern, text)
    if len(found) != 1:
        sys.exit(f"{EXTRACTED} has {len(found)} times {old!r}: adapt tests/lang/trapless_mutants.py")
    return re.sub(pattern, lambda _: new, text)


def main():
    with open(os.path.join(ROOT, EXTRACTED)) as f:
        original = f.read()
    if sys.argv[1:] == ["--check"]:
        for name in MUTANTS:
            broken(original, name)
        return
    missed = 0
    with tempfile.TemporaryDirectory() as work:
        shutil.copy(os.path.join(ROOT, "dune-project"), work)
        shutil.copytree(os.path.join(ROOT, "compiler"), os.path.join(work, "compiler"),
                        ignore=shutil.ignore_patterns("extract"))
        for extra in "VERSION", "runtime", "monitor", "theories":
            source = os.path.join(ROOT, extra)
            if os.path.isdir(source):
                shutil.copytree(source, os.path.join(work, extra))
            elif os.path.exists(source):
                shutil.copy(source, work)
        for name in sys.argv[1:] or MUTANTS:
            with open(os.path.join(work, EXTRACTED), "w") as f:
                f.write(broken(original, name))
            built = subprocess.run(
                ["dune", "build", "--root", ".", "--profile", "release", "compiler/bin/main.exe"],
                cwd=work, env={**os.environ, "DUNE_CACHE": "disabled"}, capture_output=True, text=True)
            if built.returncode:
                sys.exit(f"{name}: cannot build: {built.stderr[:3000]}")
            command = os.path.join(work, "_build/default/compiler/bin/main.exe")
            test = subprocess.run(
                [sys.executable, os.path.join(ROOT, "tests/lang/trapless.t")], capture_output=True, text=True,
                env={**os.environ, "FAIRLEAD_COMMAND": command, "FAIRLEAD_TIER": "quick"})
            found = re.findall(r"^not ok .*", test.stdout, re.M)
            missed += not found
            print(f"{'found' if found else 'MISSED'}: {name}{': ' + found[0] if found else ''}", flush=True)
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
