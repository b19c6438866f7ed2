#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# What is printed and not read back, as it was read by people once: prototypes of what marked functions become, and the
# two functions that calls in parts share.
. "$(dirname "$0")/programs.sh"
shared() { # PROGRAM
  flcc --parts --emit-c -o "$work/emitted.c" "$1"
  python3 - "$work/emitted.c" <<'PY'
import re, sys
text = "".join(line for line in open(sys.argv[1]) if not line.startswith("#"))
name = r"(?:__attribute__\(\(\w+\)\) )?(?:static )?"
prototype = name + r"fl_(?:frame \*|status )\w+__(?:push|run)\([^{};]*\);"
found = [(m.start(), m.group()) for m in re.finditer(prototype, text) if "fl__x, " not in m.group()]
head = r"static __attribute__\(\(__noinline__, __unused__\)\) [^{};]*?__(?:start|taken)\([^{]*\{"
for m in re.finditer(head, text):
    depth, at = 1, m.end()
    while depth:
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        at += 1
    found.append((m.start(), text[m.start():at]))
for _, piece in sorted(found):
    print(piece)
PY
}
is "prototypes, and what calls share" "$(<tests/threads/commands/shared.out)" \
  "$(shared tests/threads/commands/shared.c)"
done_testing
