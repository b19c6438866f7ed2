#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Whether what a page shows stands in files: shown.py PAGE FILE...

Each paragraph of its indented blocks, except for commands with what they print, is a part of one of the files: the
same lines in a row, blanks and empty lines aside. And each file has such a part."""
import re
import sys


def squeezed(line):
    return re.sub(r"\s+", " ", line).strip()


def paragraphs(lines):
    found = [[]]
    for line in lines:
        if line.startswith("    ") and line.strip():
            found[-1].append(squeezed(line))
        elif found[-1]:
            found.append([])
    return [p for p in found if p and not p[0].startswith("$ ")]


def part(some, whole):
    return any(whole[k:k + len(some)] == some for k in range(len(whole) - len(some) + 1))


def main():
    page, *names = sys.argv[1:]
    files = {name: [l for l in map(squeezed, open(name)) if l] for name in names}
    wrong, used = 0, set()
    for shown in paragraphs(open(page)):
        where = [name for name, lines in files.items() if part(shown, lines)]
        used.update(where)
        if not where:
            wrong = 1
            print(f"{page}: in none of the files:\n  " + "\n  ".join(shown))
    for name in set(names) - used:
        wrong = 1
        print(f"{page}: shows nothing of {name}")
    return wrong


if __name__ == "__main__":
    sys.exit(main())
