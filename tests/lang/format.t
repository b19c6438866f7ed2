#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
"""fairlead format: a golden file, every example is formatted, and formatting twice is formatting once."""
import os, random, re, subprocess, sys, tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
FAIRLEAD = os.path.join(ROOT, "bin/fairlead")
count = failed = 0


def report(good, name, detail=""):
    global count, failed
    count += 1
    failed += not good
    print(f"{'ok' if good else 'not ok'} {count} - {name}")
    if not good:
        print("# " + detail[:2000].replace("\n", "\n# "))


def read(path):
    with open(path) as f:
        return f.read()


def formatted(text):
    run = subprocess.run([FAIRLEAD, "format", "-"], input=text.encode(), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return run.returncode, run.stdout.decode(), run.stderr.decode()


here = os.path.dirname(os.path.abspath(__file__))
status, out, err = formatted(read(here + "/format/messy.input"))
report(status == 0 and out == read(here + "/format/messy.expected"), "a messy file", err + out)

programs = []
for top in ("examples", "monitor", "tests/lang/good", "bench"):
    for base, _, names in os.walk(os.path.join(ROOT, top)):
        programs += [os.path.join(base, n) for n in names if n.endswith(".fl")]
programs.sort()
run = subprocess.run([FAIRLEAD, "format", "--check"] + programs, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
report(run.returncode == 0, f"{len(programs)} programs are formatted", run.stdout.decode() + run.stderr.decode())

status, out, err = formatted("fn f( { }")
report(status == 1 and out == "" and "error:" in err, "a file that does not parse is refused", err)

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "x.fl")
    with open(path, "w") as f:
        f.write("fn  f( ) { }\n")
    os.chmod(path, 0o640)
    listed = subprocess.run([FAIRLEAD, "format", "--check", path], stdout=subprocess.PIPE)
    report(listed.returncode == 1 and listed.stdout.decode() == path + "\n" and "fn  f" in read(path), "--check changes nothing")
    subprocess.run([FAIRLEAD, "format", path], check=True)
    report(read(path) == "fn f() { }\n" and os.stat(path).st_mode & 0o777 == 0o640 and os.listdir(folder) == ["x.fl"], "in place, with the same permissions", read(path))

rng = random.Random(int(os.environ.get("FUZZ_SEED", "1")))
bad = ""
for k in range(int(os.environ.get("ROUNDS", "60"))):
    text = read(rng.choice(programs))
    # Strings and comments have no blanks to play with.
    pieces = re.split(r'("(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*.*?\*/|\'(?:[^\'\\\n]|\\.)+\')', text, flags=re.S)
    for i in range(0, len(pieces), 2):
        after_line_comment = i > 0 and pieces[i - 1].startswith("//")
        pieces[i] = re.sub(r"[ \n]+", lambda m: m.group() if after_line_comment and m.start() == 0 else rng.choice([m.group()] * 6 + [" ", "\n", "\n\n\n", "   "]), pieces[i])
    damaged = "".join(pieces)
    status, once, err = formatted(damaged)
    again = formatted(once)[1]
    if status != 0 or once != again:
        bad = f"round {k}\n{err}\n" + "".join(a + "\n" for a, b in zip(once.split("\n"), again.split("\n")) if a != b)[:500]
        break
report(not bad, "formatting twice changes nothing", bad)
print(f"1..{count}")
sys.exit(failed > 0)
