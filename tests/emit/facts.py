#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Which checks are left in the emitted C, function by function, beside what the source says: facts.py SOURCE C."""
import re
import sys

source, c = (open(name).read() for name in sys.argv[1:3])
c = re.sub(r"^#line.*\n", "", c, flags=re.M)
for expected, name in re.findall(r"^// checks: (\d+)\n(?:fn|coroutine) (\w+)", source, flags=re.M):
    # Definitions alone have their body after them. A coroutine is its step function.
    bodies = re.findall(rf"\bfl_{name}(?:_step)?\([^;{{}}]*\) \{{\n(.*?)^\}}", c, flags=re.M | re.S)
    found = sum(body.count("FLI_TRAPPED();") for body in bodies)
    print(f"{name} {expected} {found if bodies else 'not found'}")
