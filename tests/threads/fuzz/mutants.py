#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What finds errors of flcc: the check that every translation goes through, or tests? Breaks a copy, error by error.

    mutants.py [NAME...]                all, or those named: the table of docs/threads/mutants.md
    mutants.py --check                  only that each can still be made

Each mutant translates the feature programs, until the translation says that its own check refuses. Then it translates,
compiles and runs them with --poison, then without, until one of them says something else than it should; then random
programs. What is not found so must be marked harmless here, with its reason."""
import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile

from mutations import CHECKED, HARMLESS, LOWERED, REST, TOLD

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
PROGRAMS = os.path.join(ROOT, "tests/threads/programs")
SEEDS = range(1, 13)
INTERNAL = "internal error in the translation"
GROUPS = [
    ("errors of the dataflow and the layout", CHECKED),
    ("errors of what the check is told", TOLD),
    ("errors of lowering", LOWERED),
    ("errors of hoisting, control flow and the text", REST),
]


def copy_tree(work):
    """flcc as a dune project of its own, with the extracted OCaml as a source, and the runtime as it is."""
    for name in ("dune-project", "VERSION"):
        shutil.copy(os.path.join(ROOT, name), work)
    for folder in ("compiler/cli", "compiler/extracted/threads", "compiler/threads", "compiler/flcc"):
        shutil.copytree(os.path.join(ROOT, folder), os.path.join(work, folder))
    for folder in ("runtime", "out"):
        os.symlink(os.path.join(ROOT, folder), os.path.join(work, folder))
    os.mkdir(os.path.join(work, "bin"))


def changed(changes, root):
    """The files with their changes."""
    texts = {}
    for file, old, new in changes:
        path = os.path.join(root, "compiler/threads", file)
        if path not in texts:
            with open(path) as f:
                texts[path] = f.read()
        if texts[path].count(old) != 1:
            raise SystemExit(f"{file} has {texts[path].count(old)} times {old!r}: adapt mutations.py")
        texts[path] = texts[path].replace(old, new)
    return texts


def build(work):
    environment = {**os.environ, "DUNE_CACHE": "disabled"}
    done = subprocess.run(["dune", "build", "--root", ".", "--profile", "release", "-j2", "./compiler/flcc/flcc.exe"],
                          cwd=work, env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit("cannot build: " + done.stderr[:3000])
    shutil.copy(os.path.join(work, "_build/default/compiler/flcc/flcc.exe"), os.path.join(work, "bin/flcc"))
    os.chmod(os.path.join(work, "bin/flcc"), 0o755)


def run(arguments):
    """A minute of the processor's time: what a busy machine takes for it says nothing."""
    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (60, 61))
    try:
        return subprocess.run(arguments, capture_output=True, text=True, errors="replace", timeout=1800,
                              preexec_fn=limit)
    except subprocess.TimeoutExpired as e:
        return subprocess.CompletedProcess(arguments, 124, "does not end", str(e))


def refused(work, flcc, options, source, name):
    """Whether the translation refuses itself, without a program that runs."""
    made = run([flcc] + options + ["-w", "--emit-c", "-o", os.path.join(work, "emitted.c"), source])
    return f"the check ({name})" if made.returncode == 1 and INTERNAL in made.stderr else None


def judge(work, flcc, options, source, name, expected):
    """What is wrong with this program, if anything."""
    program = os.path.join(work, "program")
    made = run([flcc] + options + ["-w", "-o", program, source])
    if made.returncode != 0:
        if made.returncode == 1 and INTERNAL in made.stderr:
            return f"the check ({name})"
        return f"the compiler behind it ({name})" if "error" in made.stderr else f"a crash ({name})"
    if expected is None:
        reference = os.path.join(work, "reference")
        oracle = run([os.path.join(ROOT, "bin/flcc"), "--erased", "-O0", "-w", "-o", reference, source])
        if oracle.returncode != 0:
            raise SystemExit(f"{name} does not compile with stacks")
        expected = run([reference]).stdout
    ran = run([program])
    if ran.returncode == 0 and ran.stdout.rstrip("\n") == expected.rstrip("\n"):
        return None
    return name + (", poisoned" if "--poison" in options else ", in parts" if "--parts" in options else "")


def nasty_first(name):
    most = ("block", "loop", "goto", "switch", "logical", "cond", "struct", "comma", "calls")
    return (not name.startswith("nasty"), not name.startswith(most), name)


def found(work, name_of_mutant):
    """What finds the mutant."""
    environment_flcc = os.path.join(work, "bin/flcc")
    programs = sorted((f[:-2] for f in os.listdir(PROGRAMS) if f.endswith(".c")), key=nasty_first)
    ways = [["--parts", "-O1"]] if name_of_mutant.startswith("parts:") else [["--poison", "-O1"], ["-O1"]]
    for name in programs:
        wrong = refused(work, environment_flcc, ways[-1], os.path.join(PROGRAMS, name + ".c"), name)
        if wrong:
            return wrong
    for options in ways:
        for name in programs:
            with open(os.path.join(PROGRAMS, name + ".out")) as f:
                expected = f.read()
            wrong = judge(work, environment_flcc, options, os.path.join(PROGRAMS, name + ".c"), name, expected)
            if wrong:
                return wrong
    for seed in SEEDS:
        source = os.path.join(work, "random.c")
        with open(source, "w") as f:
            f.write(run([sys.executable, os.path.join(ROOT, "tests/threads/fuzz/generate.py"), str(seed)]).stdout)
        for options in ways:
            wrong = judge(work, environment_flcc, options, source, f"random program {seed}", None)
            if wrong:
                return wrong
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", action="store_true", help="only that every mutant still fits flcc")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    every = {name for _, group in GROUPS for name in group}
    for name in options.names:
        if name not in every:
            raise SystemExit(f"no mutant {name!r}")
    if options.check:
        for _, group in GROUPS:
            for changes in group.values():
                changed(changes, ROOT)
        return
    missed = 0
    with tempfile.TemporaryDirectory() as work:
        copy_tree(work)
        for kind, group in GROUPS:
            print(f"\n| {kind} | found by |\n|---|---|", flush=True)
            for name, changes in group.items():
                if options.names and name not in options.names:
                    continue
                texts = changed(changes, ROOT)
                for path, text in texts.items():
                    with open(os.path.join(work, os.path.relpath(path, ROOT)), "w") as f:
                        f.write(text)
                build(work)
                by = found(work, name)
                if by is None and name in HARMLESS:
                    by = "harmless: " + HARMLESS[name]
                missed += by is None
                print(f"| {name} | {by or '**nothing**'} |", flush=True)
                for path in texts:
                    shutil.copy(path, os.path.join(work, os.path.relpath(path, ROOT)))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
