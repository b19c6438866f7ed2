#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
"""Trapless procedures: what is decided is accepted, and the same with one change is refused, with the check that
remains. What is accepted has no check in its C. (tests/lang/meaning/trapless.fl: what it does.)"""
import os, re, subprocess, sys, tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
# trapless_mutants.py has broken ones.
FAIRLEAD = os.environ.get("FAIRLEAD_COMMAND", os.path.join(ROOT, "bin/fairlead"))
SHORT = os.environ.get("FAIRLEAD_TIER") == "quick"
count = failed = 0


def report(good, name, detail=""):
    global count, failed
    count += 1
    failed += not good
    print(f"{'ok' if good else 'not ok'} {count} - {name}")
    if not good:
        print("# " + detail[:2000].replace("\n", "\n# "))


TOP = """const TABLE: [u32; 4] = [1, 2, 3, 4];
const WORDS: bytes = "abcde";
record Pair { n: u32, list: [u8; 8] }
union Token { word(u32), size(u8), end }
effect get(n: u32) -> u32;
effect show(b: bytes);
extern fn noise(n: u32) -> u32;
extern fn refill(inout b: bytes<8>, n: u32) -> u32;
fn unmarked(n: u32) -> u32 { return n; }
trapless fn digit(c: u8) -> u32? {
  if c < '0' || c > '9' { return none; }
  return some((c - '0') as u32);
}
"""

# What it is about, the procedure, what is changed in it into what, and what is said then.
CASES = [
    ("an index behind a test", "trapless fn f(s: bytes, i: u32) -> u8 { if i < len(s) { return s[i]; } return 0; }",
     "i < len(s)", "i <= len(s)", "`i` may not be below the length of `s`"),
    ("a loop's bound",
     "trapless fn f(s: bytes) -> u32 { var n: u32 = 0; for i in 0..len(s) { n = n +% (s[i] as u32); } return n; }",
     "n +% (s[i]", "n + (s[i]", "`n + (s[i] as u32)` may not fit in u32"),
    ("what a loop changes",
     "trapless fn f(s: bytes) -> u32 { var i: u32 = 0; while i < len(s) { if s[i] == 3 { return i; } i = i + 1; } "
     "return i; }",
     "i = i + 1;", "i = i +% 2; if s[i] == 4 { return 1; }", "`i` may not be below the length of `s`"),
    ("a difference", "trapless fn f(a: u32, b: u32) -> u32 { if a < b { return 0; } return a - b; }",
     "a < b", "b < a", "`a - b` may be below 0"),
    ("a sum of small numbers", "trapless fn f(a: u32) -> u32 { if a > 1000 { return 0; } return a * 4 + 3; }",
     "a > 1000", "a < 1000", "`a * 4` may not fit in u32"),
    ("a division", "trapless fn f(a: u32, b: u32) -> u32 { if b == 0 { return 0; } return a / b; }",
     "b == 0", "a == 0", "`b` may be 0 in `a / b`"),
    ("a remainder in one test", "trapless fn f(a: u32, b: u32) -> bool { return b > 0 && a % b == 0; }",
     "b > 0 &&", "b > 0 ||", "`b` may be 0 in `a % b`"),
    ("an amount of a shift", "trapless fn f(a: u32, n: u32) -> u32 { return a << (n % 32); }",
     "% 32", "% 33", "may not be below 32"),
    ("a value that is cut off", "trapless fn f(a: u32) -> u8 { if a > 255 { return 0; } return a as u8; }",
     "a > 255", "a > 256", "`a` may not fit in u8"),
    ("a table", "trapless fn f(c: u8) -> u32 { return c < 4 ? TABLE[c] : 0; }",
     "c < 4", "c < 5", "may not be below the length of `TABLE`"),
    ("a table by the text of its index", "trapless fn f(c: u8) -> u32 { return TABLE[c % 4]; }",
     "c % 4", "c % 5", "may not be below the length of `TABLE`"),
    ("both branches of ?:", "trapless fn f(a: u32, b: u32) -> u32 { return a < b ? b - a : a - b; }",
     "a < b", "a < 3", "`b - a` may be below 0"),
    ("both sides of ||", "trapless fn f(s: bytes) -> bool { return len(s) < 3 || s[2] == 1; }",
     "len(s) < 3", "len(s) < 2", "`2` may not be below the length of `s`"),
    ("a slice",
     "trapless fn f(s: bytes, lo: u32, hi: u32) -> bool { if hi > len(s) || lo > hi { return false; } return "
     "s[lo..hi] == \"ab\"; }",
     "lo > hi", "lo > 9", "`lo..hi` may not be inside of `s`"),
    ("load",
     "trapless fn f(s: bytes, i: u32) -> u32 { if len(s) < 4 || i > len(s) - 4 { return 0; } return load be u32 "
     "s[i]; }",
     "len(s) - 4 {", "len(s) - 3 {", "`s` may not have the bytes of a u32 at `i`"),
    ("load of 16 bits", "trapless fn f(s: bytes) -> u16 { if len(s) < 2 { return 0; } return load le u16 s[0]; }",
     "len(s) < 2", "len(s) < 1", "`s` may not have the bytes of a u16 at `0`"),
    ("store", "trapless fn f(n: u32) -> bytes<8> { var b: bytes<8>; resize b, 6; store be u32 b[2] = n; return b; }",
     "b[2]", "b[3]", "`b` may not have the bytes of a u32 at `3`"),
    ("bytes over bytes",
     "trapless fn f(s: bytes) -> bytes<8> { var b: bytes<8>; resize b, 8; if len(s) >= 4 { b[2..6] = s[..4]; } "
     "return b; }",
     "resize b, 8", "resize b, 5", "may not fit into `b`"),
    ("a name for a slice",
     "trapless fn f(s: bytes, lo: u32) -> u8 { if lo > len(s) { return 0; } let t = s[lo..]; if len(t) < 2 { "
     "return 1; } return t[1]; }",
     "len(t) < 2", "len(t) < 1", "may not have the bytes of a u8 at `1`"),
    ("a name for a slice of one",
     "trapless fn f(s: bytes) -> u32 { if len(s) < 4 { return 0; } let t = s[2..]; let u = t[1..]; var n: u32 = "
     "0; for c in u { n = n +% c as u32; } return n; }",
     "len(s) < 4", "len(s) < 2", "may not be inside of"),
    ("a quotient", "trapless fn f(k: u16) -> u8 { let list: [u8; 1024] = [0; 1024]; return list[k / 64]; }",
     "k / 64", "k / 63", "may not be below the length of `list`"),
    ("bytes that must fit", "trapless fn f(s: bytes) -> bytes<8> { if len(s) > 8 { return \"\"; } return s; }",
     "len(s) > 8", "len(s) > 9", "`s` may have more than 8 bytes"),
    ("push", "trapless fn f(c: u8) -> bytes<8> { var b: bytes<8>; resize b, 7; push b, c; return b; }",
     "resize b, 7", "resize b, 8", "`b` may have all its 8 bytes already"),
    ("append",
     "trapless fn f(s: bytes) -> bytes<8> { var b: bytes<8>; resize b, 4; if len(s) <= 4 { append b, s; } return b; }",
     "len(s) <= 4", "len(s) <= 5", "`s` may not fit behind `b`, which has room for 8"),
    ("resize", "trapless fn f(n: u32) -> bytes<8> { var b: bytes<8>; if n <= 8 { resize b, n; } return b; }",
     "n <= 8", "n <= 9", "`n` may be more than 8"),
    ("an option that is matched", "trapless fn f(c: u8) -> u32 { return match digit(c) { some(d) => d, none => 0, }; }",
     "some(d) => d, none => 0,", "some(d) => d, none => digit(c).some,", "may be another case than `some`"),
    ("an option behind a test",
     "trapless fn f(c: u8) -> u32 { let d = digit(c); if d is some { return d.some; } return 0; }",
     "d is some", "d is none", "`d` may be another case than `some`"),
    ("what is left of a union",
     "trapless fn f(t: Token) -> u32 { if t is word { return t.word; } if t is end { return 1; } return t.size as "
     "u32; }",
     "t is end", "t is word", "`t` may be another case than `size`"),
    ("a union that is replaced",
     "trapless fn f(t: Token) -> u32 { var u = t; if u is word { return u.word; } return 0; }",
     "if u is word {", "if u is word { u = Token.end;", "`u` may be another case than `word`"),
    ("a number that is passed inout",
     "trapless fn g(inout n: u32) { n = 9; } trapless fn f(s: bytes, i: u32) -> u8 { var k = i; if k < len(s) { "
     "return s[k]; } return 0; }",
     "if k < len(s) {", "if k < len(s) { g(inout k);", "`k` may not be below the length of `s`"),
    ("as many cases as facts are kept", "union Many { " + ", ".join(f"c{i}(u8)" for i in range(32)) +
     " } trapless fn f(m: Many) -> u8 { return match m { " + " ".join(f"c{i}(x) => x," for i in range(32)) + " }; }",
     "c31(u8) } trapless fn f(m: Many) -> u8 { return match m { ",
     "c31(u8), c32(u8), c33(u8) } trapless fn f(m: Many) -> u8 { return match m { c32(x) => x, c33(x) => x, ",
     "(of what is known only the first 32 facts are kept)"),
    ("an assertion", "trapless fn f(a: u32) -> u32 { if a > 7 { return 0; } assert a < 8; return a; }",
     "a < 8", "a < 7", "control may get here"),
    ("a trap that nothing reaches", "trapless fn f(a: u32) -> u32 { let b = a % 4; if b <= 3 { return b; } trap; }",
     "b <= 3", "b <= 2", "control may get here"),
    ("code that nothing reaches, in a function that is not marked",
     "fn h(a: u32) -> u32 { var n: u32 = 0; if a < 5 { l: loop { if n > 3 { break l; } n = n + 1; continue; "
     "loop { if n > 9 { break l; } } } } return n; } "
     "trapless fn f(a: u32) -> u32 { if a < 7 { return a + 1; } return 0; }",
     "a < 7", "a > 7", "`a + 1` may not fit in u32"),
    ("a call of what is trapless", "trapless fn f(c: u8) -> bool { return digit(c) is some; }",
     "digit(c) is some", "unmarked(3) == 3", "`unmarked` may trap: it is not `trapless`"),
    ("an extern function",
     "trapless fn f(n: u32) -> u32 { var b: bytes<8>; let k = refill(inout b, n); if k < len(b) { return b[k] as "
     "u32; } return noise(k); }",
     "k < len(b)", "len(b) > 0", "`k` may not be below the length of `b`"),
    ("what is known of a number across an extern function",
     "trapless fn f(i: u32, s: bytes) -> u8 { if i >= len(s) { return 0; } let k = noise(i); return s[i]; }",
     "return s[i]", "return s[k]", "`k` may not be below the length of `s`"),
    ("a field by a name for it",
     "trapless fn f(p: Pair, s: bytes) -> u8 { let n = p.n; if n < len(s) { return s[n]; } return 0; }",
     "s[n]", "s[p.n]", "`p.n` may not be below the length of `s`"),
    ("a coroutine",
     "trapless coroutine f(lent s: bytes) -> u32 asks get { let n = ask get(0); if n < len(s) { return s[n] as "
     "u32; } return 0; }",
     "return s[n]", "let m = ask get(1); return s[n]", "`n` may not be below the length of `s`"),
    ("what is asked",
     "trapless coroutine f(n: u32) -> u32 asks get { if n > 9 { return 0; } let m = ask get(n + 1); return m; }",
     "n > 9", "n < 9", "`n + 1` may not fit in u32"),
    ("a view that is asked with",
     "trapless coroutine f(lent s: bytes, n: u32) asks show { if n <= len(s) { ask show(s[..n]); } }",
     "n <= len(s)", "n < 5", "may not be inside of `s`"),
    ("a coroutine that is called",
     "trapless coroutine g(n: u32) -> u32 asks get { return ask get(n); } trapless coroutine f() -> u32 asks get "
     "{ let n = call g(3); return n; }",
     "trapless coroutine g", "coroutine g", "`g` may trap: it is not `trapless`"),
    ("a coroutine that is resumed",
     "trapless coroutine g(n: u32) -> u32 asks get { return ask get(n); } trapless coroutine f() -> u32 asks get "
     "{ var c = start g(3); let n = ask get(2); return n; }",
     "let n", "let ev = resume c; let n", "what a coroutine waits for is not known, so `resume` may trap"),
    ("what it requires",
     "trapless fn f(s: bytes, i: u32) require i < len(s) -> u8 { return s[i]; }",
     "i < len(s) ->", "i <= len(s) ->", "`i` may not be below the length of `s`"),
    ("two that it requires",
     "trapless fn f(inout b: bytes<8>, n: u32) require len(b) < 7, n <= 0xffff { push b, (n >> 8) as u8; push b, n as% "
     "u8; }",
     "n <= 0xffff", "n <= 0x10000", "`n >> 8` may not fit in u8"),
    ("what its caller knows",
     "trapless fn g(s: bytes, i: u32) require i < len(s) -> u8 { return s[i]; } trapless fn f(s: bytes) -> u8 { if "
     "len(s) < 3 { return 0; } return g(s, 2); }",
     "len(s) < 3", "len(s) < 2", "`g` requires i < len(s)"),
    ("what its caller passes",
     "trapless fn g(s: bytes, i: u32) require i < len(s) -> u8 { return s[i]; } trapless fn f(s: bytes) -> u8 { if "
     "len(s) < 3 { return 0; } return g(s[1..], 1); }",
     "s[1..], 1", "s[1..], 2", "`g` requires i < len(s)"),
    ("what its caller requires",
     "trapless fn g(s: bytes, i: u32) require i < len(s) -> u8 { return s[i]; } trapless fn f(s: bytes, i: u32) "
     "require i + 2 <= len(s) -> u8 { return g(s, i + 1); }",
     "i + 2 <= len(s)", "i + 1 <= len(s)", "`g` requires i < len(s)"),
    ("what is required of a difference",
     "trapless fn g(a: u32, b: u32) require a >= b -> u32 { return a - b; } trapless fn f(a: u32, b: u32) -> u32 { if "
     "a < b { return g(b, a); } return g(a, b); }",
     "return g(b, a)", "return g(a, b)", "`g` requires b <= a"),
    ("what is required of a case",
     "trapless fn g(t: Token) require t is word -> u32 { return t.word; } trapless fn f(t: Token) -> u32 { if t is "
     "word { return g(t); } return 0; }",
     "if t is word", "if t is end", "`g` requires"),
    ("what is required has a name",
     "trapless fn g(n: u32) require n < 4 -> u32 { return TABLE[n]; } trapless fn f(p: Pair) -> u32 { let n = p.n; if "
     "n < 4 { return g(n); } return 0; }",
     "return g(n)", "return g(p.n)", "and what is passed has no name"),
    ("what is required is forgotten when it changes",
     "trapless fn g(n: u32) require n < 4 -> u32 { return TABLE[n]; } trapless fn f(n: u32) require n < 4 -> u32 { "
     "var m = n; let a = g(m); m = m +% a; return a; }",
     "return a;", "return g(m);", "`g` requires n <= 3"),
    ("a push behind a push",
     "trapless fn f(c: u8) -> bytes<8> { var b: bytes<8>; resize b, 6; push b, c; push b, c; return b; }",
     "resize b, 6", "resize b, 7", "`b` may have all its 8 bytes already"),
    ("a push into what is empty",
     "trapless fn f(c: u8) -> bytes<2> { var b: bytes<2>; push b, c; push b, c; return b; }",
     "push b, c; push b, c;", "push b, c; push b, c; push b, c;", "`b` may have all its 2 bytes already"),
    ("what is appended behind something",
     "trapless fn f(s: bytes<3>) -> bytes<8> { var b: bytes<8>; append b, \"ab\"; append b, s; append b, s; "
     "return b; }",
     "\"ab\"", "\"abc\"", "`s` may not fit behind `b`, which has room for 8"),
    ("where something was appended",
     "trapless fn f(s: bytes) -> u8 { var b: bytes<8>; if len(s) > 3 || len(s) == 0 { return 0; } append b, s; let n = "
     "len(b); append b, s; return b[n]; }",
     "return b[n]", "return b[n + 3]", "`n + 3` may not be below the length of `b`"),
    ("a number that grows",
     "trapless fn f(s: bytes) -> u8 { var i: u32 = 0; if len(s) < 3 { return 0; } i += 1; i += 1; return s[i]; }",
     "len(s) < 3", "len(s) < 2", "`i` may not be below the length of `s`"),
    ("a number that falls",
     "trapless fn f(i: u32) -> u32 { var n = i; if n < 2 || n > 4 { return 0; } n -= 1; return TABLE[n]; }",
     "n > 4", "n > 5", "`n` may not be below the length of `TABLE`"),
    ("a shift to the right", "trapless fn f(n: u32) -> u8 { if n > 0xfff { return 0; } return (n >> 4) as u8; }",
     ">> 4", ">> 3", "`n >> 3` may not fit in u8"),
    ("a constant's length",
     "trapless fn f(n: u32) -> bool { if n > 5 { return false; } return WORDS[..n] == \"ab\"; }",
     "n > 5", "n > 6", "`0..n` may not be inside of `WORDS`"),
]


def run(command, text=None):
    r = subprocess.run(command, input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True)
    return r.returncode, r.stdout + r.stderr


def check(text):
    return run([FAIRLEAD, "check", "--warnings=none", "-"], text)


with tempfile.TemporaryDirectory() as work:
    for name, text, what, by, said in CASES:
        status, out = check(TOP + text)
        report(status == 0, name, out)
        assert text.count(what) == 1, (name, what)
        status, out = check(TOP + text.replace(what, by))
        report(status == 1 and said in out, f"{name}: refused otherwise", f"{said}\n{out}")
        # Unmarked it is a program like others.
        plain = re.sub(r" require [^{]*?(?= ->| \{)", "", TOP + text.replace(what, by)).replace("trapless ", "")
        report(check(plain)[0] == 0, f"{name}: without the mark", check(plain)[1])
        path = os.path.join(work, "it.fl")
        with open(path, "w") as f:
            f.write(TOP + text)
        status, out = run([FAIRLEAD, "compile", "--warnings=none", "--extern-header=it_extern.h", "-o", work, path])
        if status:
            report(False, f"{name}: compiles", out)
            continue
        with open(os.path.join(work, "it.c")) as f:
            c = f.read()
        bodies = re.findall(r"\b(fl_[fg](?:_step|_unchecked)?)\([^;{}]*\) \{\n(.*?)^\}", c, re.M | re.S)
        # What tests in front is another function.
        required = {n for n, _ in bodies if f"{n}_unchecked" in dict(bodies)}
        bodies = [(n, body) for n, body in bodies if n not in required]
        heads = re.findall(r"^.*\bbool fl_[fg](?:_unchecked)?\(.*bool result.*$", c, re.M)
        traps = [n for n, body in bodies if "FLI_TRAPPED" in body or "goto trap" in body]
        report(bodies and not traps and not heads, f"{name}: no check in its C", c)
        if not SHORT:
            with open(os.path.join(work, "it_extern.h"), "w") as f:
                f.write("#include <stdint.h>\nuint32_t noise(uint32_t n);\nstruct fl_bytes8;\n"
                        "uint32_t refill(struct fl_bytes8 *b, uint32_t n);\n")
            for cc in "gcc", "clang":
                warnings = ["-Wall", "-Wextra", "-Wconversion", "-Werror"]
                status, out = run([cc, "-std=c11", *warnings, "-O2", "-c", "-I", work,
                                   os.path.join(work, "it.c"), "-o", os.path.join(work, "it.o")])
                report(status == 0, f"{name}: {cc} has nothing to say", out)

# Who knows nothing calls what tests first: a function without the mark, and C.
REQUIRED = """trapless fn at(s: bytes, i: u32) require i < len(s), len(s) <= 100 -> u8 { return s[i]; }
trapless fn half(n: u32) require n >= 2 { if n == 1 { trap; } }
trapless fn second(s: bytes) -> u8 { if len(s) < 2 || len(s) > 9 { return 0; } return last(s, 1); }
trapless fn last(s: bytes, i: u32) require i < len(s) -> u8 { return s[i]; }
fn any(s: bytes, i: u32) -> u8 { return at(s, i); }
"""
DRIVER = r'''#include "it.h"
#include <stdio.h>
int main(void) {
    uint8_t b[200] = {7, 8, 9}, r = 99;
    struct fl_view few = {b, 3}, many = {b, 101};
    printf("%d", fl_any(few, 2, &r)); printf(" %d", r);
    printf(" %d %d", fl_any(few, 3, &r), fl_any(many, 0, &r));
    printf(" %d %d %d", fl_half(2), fl_half(1), fl_half(0));
    printf(" %d %d\n", fl_second(few), fl_second(many));
    return 0;
}
'''
with tempfile.TemporaryDirectory() as work:
    def put(name, text):
        path = os.path.join(work, name)
        with open(path, "w") as f:
            f.write(text)
        return path

    path = put("it.fl", REQUIRED)
    status, out = run([FAIRLEAD, "compile", "-o", work, path])
    report(status == 0, "compiles", out)
    with open(os.path.join(work, "it.c")) as f:
        c = f.read()
    with open(os.path.join(work, "it.h")) as f:
        h = f.read()
    report("_unchecked" not in h, "C is not given what does not test", h)
    report("fl_last(" not in h and "bool fl_half(uint32_t n)" in h, "what others call is not exported, the other is", h)
    report("static inline uint8_t fl_at_unchecked(" in c, "what does not test is static", c)
    driver = put("driver.c", DRIVER)
    binary = os.path.join(work, "a")
    status, out = run(["gcc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-fsanitize=address,undefined", "-O1",
                       os.path.join(work, "it.c"), driver, "-o", binary])
    report(status == 0, "gcc has nothing to say", out)
    status, out = run([binary])
    report(out == "1 9 0 0 1 0 0 8 0\n", "what is required is tested for C, too", out)
    for name in "at", "half":
        status, out = run([FAIRLEAD, "compile", "--entry", name, "-o", os.path.join(work, name), path])
        with open(os.path.join(work, name, "it.h")) as f:
            h = f.read()
        report(status == 0 and f"bool fl_{name}(" in h, f"--entry {name} is what tests", out + h)
    status, out = run([FAIRLEAD, "coq", "--program", path])
    names = re.findall(r"^Notation (fn_\w+) ", out, re.M)
    report({"fn_at", "fn_at_unchecked", "fn_any"} < set(names) and len(names) == len(set(names)),
           "in Coq each has a name of its own", str(names) + out[:300])
    status, out = run([FAIRLEAD, "compile", "--entry", "last", "-o", os.path.join(work, "last"), path])
    with open(os.path.join(work, "last", "it.h")) as f:
        h = f.read()
    report(status == 0 and "bool fl_last(" in h, "--entry last is what tests, too", out + h)

for name, text, said in [
    ("of a function without the mark", "fn f(n: u32) require n < 4 -> u32 { return n; }",
     "`f` is not trapless, so it cannot require anything"),
    ("of a coroutine", "trapless coroutine f(n: u32) require n < 4 asks get { }", "unexpected `require`"),
    ("of a field", "trapless fn f(p: Pair) require p.n < 4 -> u32 { return 1; }", "what is required is not understood"),
    ("of a call", "trapless fn f(n: u8) require digit(n) is some -> u32 { return 1; }",
     "what is required is not understood"),
    ("that is not equal", "trapless fn f(n: u32) require n != 4 -> u32 { return 1; }",
     "what is required is not understood"),
    ("one or the other", "trapless fn f(n: u32) require n < 4 || n > 9 -> u32 { return 1; }",
     "what is required is not understood"),
    ("no test", "trapless fn f(n: u32) require n -> u32 { return 1; }", "bool"),
    ("an unknown name", "trapless fn f(n: u32) require m < 4 -> u32 { return 1; }", "`m`"),
]:
    status, out = check(TOP + text)
    report(status == 1 and said in out, f"required: {name}", f"{said}\n{out}")
    report("internal" not in out, f"required: {name}: it is the program's mistake", out)

# A word like others where no declaration begins.
status, out = check("fn trapless(trapless: u32) -> u32 { var n = trapless; n += 1; return n; }")
report(status == 0, "a name `trapless`", out)
status, out = check("trapless record R { a: u32 }")
report(status == 1 and "expected `fn` or `coroutine`" in out, "what may follow", out)
status, out = check("record require { require: u32 } trapless fn f(require: u32) require require < 4 -> require { "
                    "return require { require: require }; }")
report(status == 0, "a name `require`", out)
print(f"1..{count}")
sys.exit(failed > 0)
