#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
"""Bytes of any type are accepted where `bytes' or `bytes<N>' is expected (docs/language.md): each way to have bytes, in
each place that takes some. What goes to calls is run, too, as the semantics does it and in C, and compared with
Python's slices. (A slice of bytes<8> for a parameter bytes<8> was an internal error.)"""
import os, subprocess, sys, tempfile

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


TOP = """const FULL: bytes<8> = "abcdefgh";
const WORDS: bytes = "abcdefgh";
record R { x: bytes<8>, y: bytes<4> }
union U { a(bytes<8>), b }
extern fn ext(a: bytes<8>) -> u8;
extern fn extv(a: bytes) -> u8;
effect e(x: bytes<8>);
effect v(x: bytes);
effect got(x: u32) -> bytes<8>;
fn g(a: bytes<8>) -> u8 { return 1; }
fn gv(a: bytes) -> u8 { return 1; }
fn g2(a: bytes<8>, b: bytes<8>) -> u8 { return 1; }
fn gi(inout n: bytes<8>, b: bytes<8>) -> u8 { return 1; }
fn id(a: bytes<8>) -> bytes<8> { return a; }
fn wipe(inout n: bytes<8>) -> bytes<8> { let old = n; n = ""; return old; }
fn second(a: bytes<8>, b: bytes<8>) -> bytes<8> { return b; }
trapless fn t(a: bytes<8>) require len(a) <= 8 -> u8 { return 1; }
coroutine child() asks got { let x = ask got(1); }
coroutine cc(a: bytes<8>) asks e { ask e(a); }
"""
# What is bytes, and what it is when b is "01234567", s "0123", l twelve of them, i 1, and all others from b.
B, L = b"01234567", b"0123456789ab"
BYTES = {
    "b": B, "s": B[:4], "w": B[2:6], "b[1..]": B[1:], "b[..2]": B[:2], "b[..]": B, "b[i..3]": B[1:3],
    "b[1..][1..]": B[2:], "s[..1]": B[:1], "l[1..3]": L[1:3], "l[i..][..8]": L[1:9], "w[1..2]": B[3:4],
    '"abc"': b"abc", "WORDS": b"abcdefgh", "FULL": b"abcdefgh", "FULL[1..]": b"bcdefgh", "r.x": B, "r.x[1..]": B[1:],
    "r.y": B[:4], "a[1]": B, "a[i][1..]": B[1:], "u.a": B, "u.a[1..]": B[1:], "o.some[..1]": B[:1], "m[3][..1]": B[:1],
    "id(b)": B, "id(b)[1..]": B[1:], "z": B[1:], "z[1..]": B[2:], "(i > 1 ? l : b)": B,
    "(i > 1 ? b[1..] : b[2..])": B[2:],
}
# Not what these are: values that are chosen are made, so they cannot be views.
CHOSEN = "(i > 1 ? b[1..] : b[2..])"
PLACES = {
    "a function's argument": "let _ = g({});", "a view": "let _ = gv({});", "two arguments": "let _ = g2({0}, {0});",
    "beside an inout argument": "var q: bytes<8>; let _ = gi(inout q, {});",
    "an extern function's argument": "let _ = ext({});", "and a view": "let _ = extv({});",
    "a trapless function's": "let _ = t({});", "let": "let q: bytes<8> = {};", "var": "var q: bytes<8>; q = {};",
    "return": "return {};", "an option": "let q: bytes<8>? = some({});",
    "an array": "let q: [bytes<8>; 2] = [{0}, {0}];",
    "a filled array": "let q: [bytes<8>; 2] = [{}; 2];", "a record": 'let q = R {{ x: {}, y: "" }};',
    "a union": "let q = U.a({});", "append": "var q: bytes<8>; append q, {};",
    "bytes over bytes": "var q: bytes<12>; q[0..2] = {};", "==": "let q = {} == b;", "len": "let q = len({});",
    "an argument of an argument": "let _ = g(id({}));", "a map": "var q: map<u8, bytes<8>, 4>; q[1] = {};",
    "what is asked": "ask e({});", "a view that is asked": "ask v({});", "a coroutine that is called": "call cc({});",
    "one that is started": "var q: coro cc = start cc({});",
    "an answer": "var q: coro child = start child(); let ev = resume q; let ev2 = resume q with got({});",
}
VIEWS = {"a view", "and a view", "append", "bytes over bytes", "==", "len", "a view that is asked"}
REST = "s: bytes<4>, l: bytes<20>, r: R, a: [bytes<8>; 3], u: U, o: bytes<8>?, m: map<u8, bytes<8>, 4>, i: u32"


def run(command, **options):
    r = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)
    return r.returncode, r.stdout


for name, place in PLACES.items():
    text = TOP
    for n, what in enumerate(BYTES):
        if what == CHOSEN and name in VIEWS or what == '"abc"' and "[0..2]" in place:
            continue
        body = (" let z = b[1..];" if what[0] == "z" else "") + " " + place.format(what)
        asks = place.startswith(("ask", "call")) or "start" in place
        head = f"coroutine f{n}" if asks else f"fn f{n}"
        tail = " asks e, v" if asks else " -> bytes<8>" if name == "return" else ""
        text += f"{head}(b: bytes<8>, w: bytes{'<20>' if asks else ''}, {REST}){tail} {{{body} }}\n"
    status, out = run([FAIRLEAD, "check", "--warnings=none", "-"], input=text.encode())
    report(status == 0, name, out.decode())

# As it is run. The last line of a round: what an argument was stays what it was, whatever one further right changes.
NAMES = list(BYTES)
with tempfile.TemporaryDirectory() as work:
    path = os.path.join(work, "it.fl")
    lines = [
        "  " + ("{ let z = b[1..]; " if what[0] == "z" else "{ ")
        + f"ask e(id({what})); ask e(second({what}, id({what}))); call cc({what}); "
        + f"var k = b; ask e(second(wipe(inout k), {what})); }}"
        for what in NAMES
    ]
    with open(path, "w") as f:
        f.write(TOP.replace("extern fn", "fn").replace("-> u8;", "-> u8 { return 1; }") + "\n".join([
            "coroutine main(b: bytes<8>, l: bytes<20>) asks e {",
            "  let i = 1u32; let s: bytes<4> = b[..4]; let w: bytes<20> = b[2..6]; let r = R { x: b, y: s };",
            "  let a = [b, b, b]; let u = U.a(b); let o = some(b); var m: map<u8, bytes<8>, 4>; m[3] = b;",
            "  var n = b; ask e(second(n[1..], wipe(inout n))); n = b;",
        ] + lines + ["}", ""]))
    given = bytes([8, 0]) + B + bytes([12, 0]) + L
    want = [B] + [BYTES[what] for what in NAMES for _ in range(4)]
    want = "".join(f'ask e(x"{x.hex()}")\n' for x in want) + "done ()\n"
    status, out = run([FAIRLEAD, "run", "--entry", "main", path], input=given)
    report(status == 0 and out.decode() == want, "what arrives", out.decode())
    status, out = run([FAIRLEAD, "compile", "--main", "--entry", "main", "-o", work, path])
    if status == 0:
        status, out = run(["gcc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-O1", "-fsanitize=address,undefined",
                           "-fno-sanitize-recover=all", "-o", work + "/it", work + "/it.c", work + "/it_main.c"])
    if status == 0:
        status, out = run([work + "/it"], input=given)
    report(status == 0 and out.decode() == want, "and in C", out.decode())

print(f"1..{count}")
sys.exit(failed > 0)
