# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Executes the fenced blocks of a page, in order, in an empty folder; prints TAP.

```LANG NAME    saved as NAME        ```sh    each line is a command that must succeed
```output       what the last command of the block before printed"""
import re
import subprocess
import sys
import tempfile

page = open(sys.argv[1]).read()
results, last = [], ""


def check(name, good, detail=""):
    results.append(good)
    print("ok" if good else "not ok", len(results), "-", name)
    if not good:
        print("# " + detail.replace("\n", "\n# "))


with tempfile.TemporaryDirectory() as work:
    for kind, text in re.findall(r"^```(\S[^\n]*)\n(.*?)^```$", page, re.M | re.S):
        words = kind.split()
        if words[0] == "sh":
            for command in text.strip().split("\n"):
                done = subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=work, capture_output=True, text=True)
                last = done.stdout
                check(command, done.returncode == 0, done.stderr + done.stdout)
        elif words[0] == "output":
            check("and prints what the page shows", last == text, f"{last!r}")
        else:
            with open(f"{work}/{words[1]}", "w") as f:
                f.write(text)
if not results:
    check("the page has commands", False)
print(f"1..{len(results)}")
sys.exit(0 if all(results) else 1)
