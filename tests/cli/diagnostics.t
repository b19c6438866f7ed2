#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
"""--format=json: the mistakes of every wrong program of tests/lang/errors as objects, the same as those printed for people."""
import glob, json, os, re, subprocess, sys, tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
FAIRLEAD = os.path.join(ROOT, "bin/fairlead")
os.chdir(os.path.join(ROOT, "tests/lang/errors"))
count = failed = 0


def report(good, name, detail=""):
    global count, failed
    count += 1
    failed += not good
    print(f"{'ok' if good else 'not ok'} {count} - {name}")
    if not good:
        print("# " + str(detail)[:2000].replace("\n", "\n# "))


def run(*arguments, data=b""):
    p = subprocess.run([FAIRLEAD, *arguments], input=data, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return p.returncode, p.stdout, p.stderr.decode("utf-8", "replace")


def objects(text):
    found = [json.loads(line) for line in text.split("\n") if line]
    for o in found:
        placed = {"line", "column", "end_line", "end_column"} & set(o)
        assert o["severity"] in ("error", "note") and ("help" in o) == (o["severity"] == "error"), o
        assert set(o) - {"help"} - placed == {"severity", "where", "message"} and len(placed) in (0, 4), o
        if placed:
            assert 1 <= o["line"] <= o["end_line"] and (o["line"] < o["end_line"] or o["column"] <= o["end_column"]), o
    return found


def for_people(o):
    place = f"{o['line']}:{o['column']}:" if "line" in o else f" byte {o['byte']}:" if "byte" in o else ""
    return f"{o['where']}:{place} {o['severity']}: {o['message']}"


files = sorted(glob.glob("*.fl"))
status, out, err = run("check", *files)
heads = [l for l in err.split("\n") if re.match(r"[^ ].*?: (error|note): ", l)]
helps = [l[8:] for l in err.split("\n") if l.startswith("  help: ")]
status_json, out_json, err_json = run("check", "--format=json", *files)
try:
    found = objects(err_json)
except (AssertionError, ValueError, KeyError) as e:
    report(False, "the schema", e)
    found = []
report(len(found) > 300, "every line is an object of the schema", len(found))
report([for_people(o) for o in found] == heads, "the same mistakes at the same places, in the same order",
       next(((a, b) for a, b in zip([for_people(o) for o in found], heads) if a != b), "one has more"))
report([o["help"] for o in found if "help" in o] == helps, "the same help")
report((status, out) == (status_json, out_json) == (1, b""), "the same status, nothing on standard output", (status, status_json))
report(any(o["severity"] == "note" for o in found), "notes have objects of their own")

# Where the carets are is where the object says.
with open(files[0], encoding="utf-8") as f:
    lines = f.read().split("\n")
o = next(o for o in found if o["where"] == files[0])
caret = err.split("\n")[2]
report(o["line"] == o["end_line"] and o["end_column"] - o["column"] == caret.count("^"), "the end is where the carets end", (o, caret))

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "bad.fl")
    with open(path, "w") as f:
        f.write("fn f() -> u32 { return true; }\n")
    for command in (["compile", "-o", folder], ["format"], ["run"], ["report"], ["graph"], ["coq"]):
        if command[0] == "format":
            continue
        status, _, err = run(*command, "--format=json", path)
        got = objects(err)
        report(status == 1 and [o["message"] for o in got] == ["expected u32, found bool"], f"{command[0]} too", err)
    status, _, err = run("format", "--format=json", "-", data=b"fn f( {\n")
    report(status == 1 and len(objects(err)) == 1 and objects(err)[0]["where"] == "<stdin>", "format too", err)
    status, _, err = run("compile", "--format=json", "-o", "/proc/nothing", "-", data=b"")
    report(status == 2 and objects(err)[0]["where"] == "-", "what no place in a file is to blame for", err)
    status, _, err = run("check", "--format=json", os.path.join(folder, "a\"\\\n\x01.fl"), os.fsencode(folder) + b"/\xff\xfe\xc3.fl")
    got = objects(err)
    report(len(got) == 2 and got[0]["where"].endswith("a\"\\\n\x01.fl") and got[1]["where"].endswith("\ufffd\ufffd\ufffd.fl"), "names of files that JSON must escape", err)
    # Other commands print in the same two forms: assembly, logs.
    clean, moved, cut = (os.path.join(folder, name) for name in ("clean.S", "moved.S", "cut.log"))
    open(clean, "w").write("f:\tpxor %xmm1, %xmm0\n\tmovdqu (%rsi), %xmm0\n\tret\n")
    open(moved, "w").write("f:\tmovdqu (%rsi), %xmm0\n\tpxor %xmm1, %xmm0\n\tret\n")
    open(cut, "wb").write(b"\0" * 20)
    files_of = {"C": clean, "M": moved, "L": cut, "D": folder}
    for words in ("asm check C M", "asm explain C M", "asm check C D", "asm taint C", "asm transform --unroll 2 C",
                  "asm lower D", "asm print D", "asm coq D", "asm disassemble C", "asm optimize C M",
                  "asm cosim --only none", "monitor verify L", "monitor show L", "monitor show D"):
        command = [files_of.get(w, w) for w in words.split()]
        status, _, err = run(*command)
        heads = [l for l in err.split("\n") if re.match(r"[^ ].*?: (error|note): ", l)]
        status_json, _, err_json = run(*command, "--format=json")
        try:
            found = [json.loads(l) for l in err_json.split("\n") if l]
        except ValueError:
            found = []
        heads_json = [for_people(o) for o in found]
        report(status == status_json == 1 and heads and heads == heads_json and found[0]["severity"] == "error"
               and found[0]["help"], f"both forms: {words}", (status, err, err_json))
    report(run("check", "--format=yaml", path)[0] == 2, "there is no other format")
print(f"1..{count}")
sys.exit(failed > 0)
