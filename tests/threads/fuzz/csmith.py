#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A program of csmith's (Debian: csmith, libcsmith-dev) with marks and yields put into it.

  csmith.py SEED >program.c

All of its functions may suspend, and do at the beginning of about half of their blocks. What was main is spawned, with
another thread that only yields. Flags leave out what a suspending function must not have."""
import random
import re
import subprocess
import sys

rng = random.Random(int(sys.argv[1]))
made = subprocess.run(["csmith", "--seed", sys.argv[1], "--max-funcs", "6", "--max-block-size", "4", "--no-argc"],
                      capture_output=True, text=True, check=True).stdout
lines = []
inside = False
for line in made.split("\n"):
    line = re.sub(r"^static (.*\bfunc_\d+\()", r"static cps \1", line)
    if re.match(r"int main ?\(", line):
        line = "static cps void body(void)"
    if line == "{":
        inside = True
    elif line == "}":
        inside = False
    line = re.sub(r"^    return 0;$", "    return;", line) if lines and "static cps void body(void)" in lines else line
    lines.append(line)
    if inside and re.search(r"\{ /\* block id: \d+ \*/$", line) and rng.random() < 0.5:
        lines.append("    fl_yield();")
text = "\n".join(lines).replace('#include "csmith.h"', "#include <fl_threads.h>\n#include <csmith.h>")
print(text)
print("static cps void other(void) { for (int i = 0; i < 1000; i++) fl_yield(); }")
print("int main(void) { fl_spawn(body()); fl_spawn(other()); return (int)fl_main_loop(); }")
