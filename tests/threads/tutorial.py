# SPDX-License-Identifier: Apache-2.0 OR MIT
"""tutorial.py PAGE FOLDER: writes the page's programs into the folder (their first line is their name, in a comment),
and each block of commands as N.sh, with what it should print as N.out. Complains of blocks that are neither."""
import os
import re
import sys

page, folder = open(sys.argv[1]).read(), sys.argv[2]
count = 0
for kind, text in re.findall(r"^```(\w*)\n(.*?)^```$", page, re.M | re.S):
    name = re.match(r"/\* (\w+\.c) \*/\n", text)
    if kind == "c" and name:
        with open(os.path.join(folder, name[1]), "w") as out:
            out.write(text)
    elif kind == "console" and text.startswith("$ "):
        count += 1
        lines = text.splitlines(keepends=True)
        for ending, wanted in ((".sh", True), (".out", False)):
            with open(os.path.join(folder, f"{count:02}{ending}"), "w") as out:
                out.writelines(line[2:] if wanted else line for line in lines if line.startswith("$ ") == wanted)
    else:
        print("neither:", text.split("\n")[0])
