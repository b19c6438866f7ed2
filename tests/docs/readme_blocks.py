# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The blocks of a page that are copied from files, and what the page's commands print. TAP.

    readme_blocks.py PAGE FOLDER          all but the consoles that call coqc
    readme_blocks.py PAGE FOLDER --coq    these
    readme_blocks.py PAGE FOLDER --consoles [--coq]    consoles alone: where the tree is not

```LANG PATH     must be the file PATH without the line of its licence, and at most 8 lines of code, Coq 12
```console       lines that begin with `$ ' are run by bash in a copy of FOLDER; what they print, together, is the rest

Port 7401 becomes a free one."""
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile

page, folder = sys.argv[1:3]
coq, alone = "--coq" in sys.argv[3:], "--consoles" in sys.argv[3:]
count, bad = 0, 0


def check(name, good, detail=""):
    global count, bad
    count += 1
    bad += not good
    print("ok" if good else "not ok", count, "-", name)
    if not good:
        print("# " + detail.replace("\n", "\n# "))


def run(script, work):
    """What a console's commands print. The server says as root, and only then, that its store is root too."""
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port = str(s.getsockname()[1])
    for name in os.listdir(work):
        text = open(f"{work}/{name}").read()
        if "7401" in text:
            open(f"{work}/{name}", "w").write(text.replace("7401", port))
    done = subprocess.run(["timeout", "120", "bash", "-c", script], cwd=work, text=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    lines = done.stdout.replace(port, "7401").splitlines()
    return [line for line in lines if line and "the store's process is root, as we are" not in line]


copied = set()
for kind, text in re.findall(r"^```(\S[^\n]*)\n(.*?)^```$", open(page).read(), re.M | re.S):
    words = kind.split()
    if len(words) == 2:
        path = words[1]
        copied.add(os.path.basename(path))
        if coq or alone:
            continue
        want = "".join(line for line in open(path) if "SPDX-License-Identifier" not in line)
        check(f"{path} is what the page shows", want == text, text)
        code = [line for line in text.splitlines() if line.strip()]
        limit = 12 if path.endswith(".v") else 8
        check(f"in at most {limit} lines", len(code) <= limit, text)
    elif words == ["console"]:
        script = "\n".join(line[2:] for line in text.splitlines() if line.startswith("$ "))
        want = [line for line in text.splitlines() if not line.startswith("$ ")]
        if ("coqc" in script) != coq:
            continue
        with tempfile.TemporaryDirectory() as top:
            shutil.copytree(folder, f"{top}/work")
            got = run(script, f"{top}/work")
        check(script.splitlines()[0], got == want, "\n".join(got))
        check("there is something", len(want) > 0)
if not coq and not alone:
    check("each file of the folder is shown", copied == set(os.listdir(folder)), str(set(os.listdir(folder)) ^ copied))
check("the page has blocks", count > 0)
print(f"1..{count}")
sys.exit(bad > 0)
