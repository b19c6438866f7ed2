#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A program of csmith's (Debian: csmith, libcsmith-dev) with marks and yields put into it at random.

  csmith.py SEED >program.c

Some of its functions stay native, if none that they call may suspend. The others yield between statements and inside of
expressions, where `(rest(), 7)` stands for a 7. What was main is a thread, beside one that only yields."""
import random
import re
import subprocess
import sys
import tempfile

NUMBER = re.compile(r"(?<![\w.])(?:0x[0-9A-F]+|\d+)U?L{0,2}(?![\w.])")
DECLARATION = re.compile(r"\s*(?:const |volatile |static |register )*(?:u?int\d+_t|struct S\d+|union U\d+|int|char) ")
CALL = re.compile(r"\b(func_\d+)\(")

rng = random.Random(int(sys.argv[1]))
smaller = ["--max-funcs", "5", "--max-block-size", "3", "--max-block-depth", "3", "--no-argc"]
with tempfile.TemporaryDirectory() as folder:  # csmith leaves a platform.info where it runs
    lines = subprocess.run(["csmith", "--seed", sys.argv[1]] + smaller, capture_output=True, text=True,
                           check=True, cwd=folder).stdout.split("\n")

# Whom each function calls.
calls, inside = {}, None
for line in lines:
    defined = re.match(r"static .*?\b(func_\d+)\(.*\)$", line)
    if defined:
        inside = calls.setdefault(defined.group(1), set())
    elif line == "}":
        inside = None
    elif inside is not None:
        inside.update(CALL.findall(line))

native = set()
for name in sorted(calls, key=lambda n: (len(calls[n]), n)):
    if calls[name] <= native and rng.random() < 0.3:
        native.add(name)

statements, expressions = rng.choice([(0.3, 0.0), (0.1, 0.01), (0.1, 0.05), (0.5, 0.1)])


def paused(line):
    """With a call before some of its numbers; sizes of arrays, and 0 as a null pointer, stay constants."""
    if DECLARATION.match(line) and "[" in line:
        return line

    def number(found):
        null = line[: found.start()].rstrip().endswith("*)")
        return found.group() if null or rng.random() >= expressions else f"(rest(), {found.group()})"

    return NUMBER.sub(number, line)


made, inside, begins = [], False, False
for line in lines:
    defined = re.match(r"static .*?\b(func_\d+)\(", line)
    if defined and defined.group(1) not in native:
        line = line.replace("static ", "static cps ", 1)
        inside = not line.endswith(";")
    elif re.match(r"int main ?\(", line):
        line, inside = "static cps void body(void)", True
    elif line == "}":
        inside = False
    elif inside:
        line = "    return;" if line == "    return 0;" else line
        # What stands alone below a condition must go on standing alone there.
        if line.startswith(" ") and line.endswith(";") and begins and rng.random() < statements:
            made.append("    rest();")
        code, slash, comment = line.partition("/*")
        line = paused(code) + slash + comment
    ends = line.partition("/*")[0].rstrip()
    begins = ends.endswith((";", "{", "}")) if ends else begins
    made.append(line)

print("\n".join(made).replace('#include "csmith.h"', """#include <fl_threads.h>
#include <csmith.h>
static cps void rest(void) { fl_yield(); }"""))
print("static cps void other(void) { for (int i = 0; i < 1000; i++) fl_yield(); }")
print("int main(void) { fl_spawn(body()); fl_spawn(other()); return (int)fl_main_loop(); }")
