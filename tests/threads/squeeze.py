#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Preprocessed C without the blanks that C does not need (`struct{int x;}a;`), from standard input to standard
output."""
import re
import sys

TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|[^\S\n]+|[(){}\[\];,]|[^\s"\'(){}\[\];,]+')
CLOSED = set("(){}[];,")


def squeezed(line):
    tokens = TOKEN.findall(line)
    kept = []
    for i, token in enumerate(tokens):
        if token.isspace():
            before = tokens[i - 1] if i > 0 else ";"
            behind = tokens[i + 1] if i + 1 < len(tokens) else ";"
            if not (before in CLOSED or behind in CLOSED):
                kept.append(" ")
        else:
            kept.append(token)
    return "".join(kept)


for line in sys.stdin.read().split("\n"):
    print(line if line.startswith("#") else squeezed(line))
