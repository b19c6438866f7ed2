#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Other people's C with marks: translated and run, beside the same with stacks.

    torture.py DIRECTORY [N/M]    gcc's gcc.c-torture/execute, say; of these every M-th, from the N-th on

Each function that a file defines, and only calls, is marked `cps` and begins with a suspension; `main` becomes one,
too. For each file: the same, or what differs, or why flcc refuses it. The tests are not part of the tree:
llvm-test-suite has them in SingleSource/Regression/C. Two differ for reasons of their own: 941014-2 prints memory that
it has not written, and tests of __fprintf_chk and the like ask whether gcc knows a call that is now another one; of
those with stacks, some end with what is left in a register where `main` returns nothing (memchr-1)."""
import glob
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
OPTIONS = ["-O1", "-w", "-std=gnu89", "-fno-strict-aliasing"]
TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|^[ \t]*#(?:\\\n|[^\n])*|[A-Za-z_]\w*|[{}();]|[^\s]', re.M)
REMARK = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'', re.S)
WORD = re.compile(r"[A-Za-z_]\w*$")
PARAMETER = re.compile(r"([A-Za-z_]\w*|[*;,\[\]0-9]+)$")


def without_remarks(text):
    return REMARK.sub(lambda m: m[0] if m[0][0] in "\"'" else re.sub(r"[^\n]", " ", m[0]), text)


def closing(tokens, at):
    depth = 0
    for i in range(at, len(tokens)):
        depth += {"(": 1, ")": -1}.get(tokens[i][0], 0)
        if depth == 0:
            return i
    return len(tokens) - 1


def beginning(tokens, at):
    while at > 0 and tokens[at - 1][0] not in ";}":
        at -= 1
    return at


def definitions(tokens):
    """By name: where it begins, its name, and its brace. In the old form parameters are declared before the brace."""
    found, depth, at = {}, 0, 0
    while at < len(tokens):
        word = tokens[at][0]
        depth += {"{": 1, "}": -1}.get(word, 0)
        if depth == 0 and word == "(" and at > 0 and WORD.match(tokens[at - 1][0]):
            last = closing(tokens, at)
            brace = last + 1
            if brace < len(tokens) and WORD.match(tokens[brace][0]) and not tokens[brace][0].startswith("__attr"):
                while brace < len(tokens) and PARAMETER.match(tokens[brace][0]):
                    brace += 1
                if not (brace < len(tokens) and tokens[brace][0] == "{" and tokens[brace - 1][0] == ";"):
                    brace = last + 1
            name = tokens[at - 1][0]
            if brace < len(tokens) and tokens[brace][0] == "{" and name not in ("__attribute__", "__asm__"):
                found[name] = (beginning(tokens, at - 1), at - 1, brace)
            at = last
        at += 1
    return found


def marked(text):
    """The program with marks, and how many; or nothing, if it has no `main`."""
    text = without_remarks(text)
    tokens = [(m[0], m.start(), m.end()) for m in TOKEN.finditer(text) if not m[0].lstrip().startswith("#")]
    found = definitions(tokens)
    if "main" not in found:
        return None, 0
    own = [n for n in found if n not in ("main", "abort", "exit", "malloc", "free") and not n.startswith("link_error")]
    called = [n for n in own
              if all(tokens[i + 1][0] == "(" for i, t in enumerate(tokens[:-1]) if t[0] == n)]
    edits = set()
    for name in called:
        depth = 0
        for i, (word, at, _) in enumerate(tokens):
            depth += {"{": 1, "}": -1}.get(word, 0)
            if word == name and depth == 0:
                edits.add((tokens[beginning(tokens, i)][1], "cps "))
        edits.add((tokens[found[name][2]][2], " fl_yield();"))
    first, name, brace = found["main"]
    edits.add((tokens[first][1], "cps " if first < name else "cps int "))
    edits.add((tokens[name][1], "torture_"))
    edits.add((tokens[brace][2], " fl_yield();"))
    for at, more in sorted(edits, key=lambda e: (-e[0], e[1].startswith("cps"))):
        text = text[:at] + more + text[at:]
    parameters = [t[0] for t in tokens[name + 2:closing(tokens, name + 1)]]
    given = "" if parameters in ([], ["void"]) else ', '.join(["1", '(char *[]){"t", 0}', "(char *[]){0}"]
                                                              [:parameters.count(",") + 1])
    return (f"#include <fl_threads.h>\n{text}\nstatic cps void torture_all(void)\n"
            f"{{ int r = (int)torture_main({given}); if (r) __builtin_exit(r); }}\n"
            "int main(void) { fl_spawn(torture_all()); return (int)fl_main_loop(); }\n"), len(called) + 1


def ran(program):
    try:
        done = subprocess.run([program], capture_output=True, timeout=20)
        return done.returncode, done.stdout
    except subprocess.TimeoutExpired:
        return "does not end", b""


def judge(work, path):
    with open(path, errors="surrogateescape") as f:
        text, marks = marked(f.read())
    if text is None:
        return "passed over: no main"
    source = os.path.join(work, "marked.c")
    with open(source, "w", errors="surrogateescape") as f:
        f.write(text)
    plain = os.path.join(work, "plain")
    if subprocess.run(["gcc", *OPTIONS, "-o", plain, path, "-lm"], capture_output=True).returncode:
        return "passed over: gcc does not compile it"
    # In C of 1989 a `main` that has no return has no status.
    if ran(plain)[0] != 0:
        return "passed over: it fails by itself"
    results = []
    for name, options in (("erased", ["--erased"]), ("translated", []), ("poison", ["--poison"]),
                          ("parts", ["--parts"])):
        program = os.path.join(work, name)
        made = subprocess.run([os.path.join(ROOT, "bin/flcc"), *options, *OPTIONS, "-o", program, source, "-lm"],
                              capture_output=True, text=True, errors="replace")
        if made.returncode:
            errors = [line for line in made.stderr.split("\n") if "error" in line]
            kind = "DIFFERS: internal" if "internal error" in made.stderr else "refused"
            return f"{kind}: {errors[0] if errors else made.stderr[:200]}"
        results.append(ran(program))
    if all(r == results[0] for r in results):
        return f"same, with {marks} marks"
    return f"DIFFERS: {results[0][0]} with stacks, {[r[0] for r in results[1:]]} translated"


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    n, m = map(int, sys.argv[2].split("/")) if len(sys.argv) == 3 else (0, 1)
    count = {}
    with tempfile.TemporaryDirectory() as work:
        for path in sorted(glob.glob(os.path.join(sys.argv[1], "*.c")))[n::m]:
            said = judge(work, path)
            kind = re.split(r"[:,]", said)[0]
            count[kind] = count.get(kind, 0) + 1
            print(f"{os.path.basename(path)}: {said}", flush=True)
    print(", ".join(f"{count[kind]} {kind}" for kind in sorted(count)))
    return 1 if "DIFFERS" in count else 0


if __name__ == "__main__":
    sys.exit(main())
