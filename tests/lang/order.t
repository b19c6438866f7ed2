#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
"""Orders: what keeps its order is accepted, and the same with one change is refused, with the request, the state and
the way there. The orders of tls/clean are real: what breaks them there is refused, too."""
import os, shutil, subprocess, sys, tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
# order_mutants.py has broken ones.
FAIRLEAD = os.environ.get("FAIRLEAD_COMMAND", os.path.join(ROOT, "bin/fairlead"))
count = failed = 0


def report(good, name, detail=""):
    global count, failed
    count += 1
    failed += not good
    print(f"{'ok' if good else 'not ok'} {count} - {name}")
    if not good:
        print("# " + detail[:2000].replace("\n", "\n# "))


def check(text):
    with tempfile.TemporaryDirectory() as d:
        path = os.path.join(d, "a.fl")
        with open(path, "w") as f:
            f.write(text)
        r = subprocess.run([FAIRLEAD, "check", path], capture_output=True, text=True, timeout=60)
        return r.returncode, r.stdout + r.stderr


TOP = """union Kind { small, large(u32) }
union Verdict { trusted, refused(u8), later }
effect verify(n: u32) -> Verdict;
effect agree() -> bool;
effect keep(kind: Kind) -> u32?;
effect go();
coroutine judge(n: u32) -> u8? asks verify {
  match ask verify(n) { trusted { return none; } refused(why) { return some(why); } later { return some(0); } }
}
effect hello() -> u8;
effect data(kind: Kind);
effect sized(n: u32, kind: Kind) -> u32;
effect bye();
coroutine twice() asks data { ask data(Kind.small); ask data(Kind.small); }
coroutine greet() -> bool asks hello { return ask hello() > 3; }
coroutine leave() -> u32 asks bye { ask bye(); return 1; }
coroutine child() asks hello, bye { ask bye(); let _ = ask hello(); }
coroutine knows() asks hello { if ask hello() > 3 { trap; } mark known; }
"""
PLAIN = "asks hello, data, bye order { begin { hello => open } open { data, bye => over } over { } }"

VERDICT = ("asks verify, agree, go, bye order { begin { verify -> trusted => good, verify -> refused => bad, "
           "verify -> later } good { go, bye, agree } bad { bye, agree } }")

# What it is about, the coroutine, what is changed in it into what, and what is said then.
CASES = [
    ("one after the other", f"coroutine f() {PLAIN} {{ let _ = ask hello(); ask data(Kind.small); ask bye(); }}",
     "let _ = ask hello();", "", "`f` asks `data` in state `begin`"),
    ("nothing after the last", f"coroutine f() {PLAIN} {{ let _ = ask hello(); ask bye(); }}",
     "ask bye();", "ask bye(); ask bye();", "`f` asks `bye` in state `over`"),
    ("both branches", f"coroutine f(b: bool) {PLAIN} {{ if b {{ let _ = ask hello(); }} else {{ return; }} "
     "ask bye(); }",
     "return;", "", "`f` asks `bye` in state `begin`"),
    ("a loop", f"coroutine f(n: u32) {PLAIN} {{ let _ = ask hello(); for i in 0..n {{ ask data(Kind.small); }} }}",
     "ask data(Kind.small);", "ask bye();", "`f` asks `bye` in state `over`"),
    ("a loop that is left", f"coroutine f(n: u32) {PLAIN} {{ let _ = ask hello(); loop {{ if n > 3 {{ break; }} "
     "ask data(Kind.small); } ask bye(); }", "break;", "ask bye(); break;", "`f` asks `bye` in state `over`"),
    ("an outer loop goes on", f"coroutine f(n: u32) {PLAIN} {{ var i: u32 = n; a: loop {{ let _ = ask hello(); loop {{ "
     "i = i +% 1; if i > 9 { break a; } ask data(Kind.small); } } }", "break a;", "continue a;",
     "`f` asks `hello` in state `open`"),
    ("a call", f"coroutine f() {PLAIN} {{ let _ = call greet(); call twice(); let _ = call leave(); }}",
     "let _ = call greet();", "", "`f` asks `data` in state `begin`"),
    ("a call, entered in two states", f"coroutine f(b: bool) asks hello, data, bye "
     "order { begin { hello => open, bye => over } open { bye => over } over { } } "
     "{ if b { let _ = call greet(); } let _ = call leave(); }",
     "let _ = call leave();", "let _ = call greet();", "`f` asks `hello` in state `open`"),
    ("what a callee marks",
     "coroutine f() asks hello, data order { begin { hello, mark known => open } open { data } } "
     "{ call knows(); ask data(Kind.small); }",
     "call knows();", "let _ = call greet();", "`f` asks `data` in state `begin`"),
    ("behind a call", f"coroutine f() {PLAIN} {{ let _ = call greet(); let _ = call leave(); }}",
     "let _ = call leave();", "let _ = call leave(); ask data(Kind.small);", "`f` asks `data` in state `over`"),
    ("a case", "coroutine f() asks data order { begin { data(small), data(large) => over } over { } } "
     "{ ask data(Kind.small); ask data(Kind.large(3)); }",
     "ask data(Kind.small);", "ask data(Kind.large(2));", "`f` asks `data` in state `over`"),
    ("a case that is not written there",
     "coroutine f(k: Kind) asks data order { begin { data(small), data => over } over { data } } "
     "{ ask data(k); ask data(Kind.small); }",
     "data => over", "data(large) => over", "`f` asks `data` with a case that is not written there in state `begin`"),
    ("a case of a later argument",
     "coroutine f() asks sized order { begin { sized(large) } } { let _ = ask sized(1, Kind.large(2)); }",
     "Kind.large(2)", "Kind.small", "`f` asks `sized` in state `begin`"),
    ("a mark", "coroutine f(n: u32) asks data order { begin { mark seen => open } open { data } } "
     "{ if n > 3 { return; } mark seen; ask data(Kind.small); }",
     "mark seen;", "if n == 1 { mark seen; }", "`f` asks `data` in state `begin`"),
    ("a mark out of place", "coroutine f() asks data "
     "order { begin { data => open } open { mark seen => over } over { } } { ask data(Kind.small); mark seen; }",
     "ask data(Kind.small);", "", "`f` passes mark `seen` in state `begin`"),
    ("a match", f"coroutine f(k: Kind) {PLAIN} {{ match k {{ small {{ let _ = ask hello(); }} large {{ return; }} }} "
     "ask data(k); }", "return;", "", "`f` asks `data` in state `begin`"),
    ("others", "coroutine f() asks hello, data, bye order { begin { bye => over, else } over { } } "
     "{ let _ = ask hello(); ask data(Kind.small); ask bye(); }",
     "ask bye();", "ask bye(); let _ = ask hello();", "`f` asks `hello` in state `over`"),
    ("what is resumed is seen by who resumed it",
     "coroutine f() asks hello, bye order { begin { hello => over } over { bye } } { "
     "var c: coro child = start child(); let _ = resume c; let _ = ask hello(); let _ = resume c with bye(); "
     "ask bye(); }",
     "let _ = resume c;", "let _ = resume c; ask bye();", "`f` asks `bye` in state `begin`"),
    ("what a trap ends", f"coroutine f(n: u32) {PLAIN} {{ if n > 3 {{ trap; }} else {{ let _ = ask hello(); }} "
     "ask bye(); }",
     "trap;", "", "`f` asks `bye` in state `begin`"),
    ("an answer", f"coroutine f() {VERDICT} {{ match ask verify(1) {{ trusted {{ ask go(); }} refused, later {{ }} }} "
     "}",
     "refused, later", "refused { ask go(); } later", "`f` asks `go` in state `bad`"),
    ("an answer, all but some", f"coroutine f() {VERDICT} {{ match ask verify(1) {{ later, refused {{ }} else {{ "
     "ask go(); } } }", "later, refused", "later", "`f` asks `go` in state `bad`"),
    ("an answer that has a name", f"coroutine f(n: u32) {VERDICT} {{ let v = ask verify(n); for i in 0..n {{ "
     "if v is refused { ask bye(); } } if v is trusted { ask go(); } }",
     "if v is trusted {", "if !(v is later) {", "`f` asks `go` in state `bad`"),
    ("an answer in a loop", f"coroutine f(n: u32) {VERDICT} {{ loop {{ match ask verify(n) {{ trusted {{ break; }} "
     "refused { ask bye(); return; } later { } } } ask go(); }",
     "return;", "", "`f` asks `verify` in state `bad`"),
    ("an answer that is told by a variable", f"coroutine f(n: u32) {VERDICT} {{ var ok: bool = false; "
     "if ask verify(n) is trusted { ok = true; } let same = ok; if same { ask go(); } }",
     "is trusted", "is refused", "`f` asks `go` in state `bad`"),
    ("an answer that a callee tells", f"coroutine f(n: u32) {VERDICT} {{ match call judge(n) {{ some(w) {{ }} "
     "none { ask go(); } } }", "some(w) {", "some(w) { ask go();", "`f` asks `go` in state"),
    ("an answer that is written over", f"coroutine f(n: u32) {VERDICT} {{ var v = ask verify(n); let n2 = n +% 1; "
     "if v is trusted { ask go(); } }", "let n2 = n +% 1;", "v = Verdict.trusted;", "`f` asks `go` in state `begin`"),
    ("an answer that another procedure may change", "fn change(inout v: Verdict) { v = Verdict.later; } "
     f"coroutine f(n: u32) {VERDICT} {{ var v = ask verify(n); if n > 3 {{ if v is trusted {{ ask go(); }} return; }} "
     "change(inout v); if !(v is trusted) { if v is refused { return; } } }",
     "if v is refused { return; }", "if v is refused { ask go(); }", "`f` asks `go` in state `begin`"),
    ("an answer that one of two ways keeps", "coroutine f(n: u32) asks agree, go order { a { agree -> true => b, "
     "agree -> false } b { go } } { var ok = ask agree(); if !ok { return; } if n > 3 { ok = n > 5; } "
     "if !ok { ask go(); } }", "ask go();", "let _ = ask agree();", "`f` asks `agree` in state `b`"),
    ("an answer that is a bool", "coroutine f() asks agree, go order { a { agree -> true => b, agree -> false } "
     "b { go } } { if !(ask agree()) { return; } ask go(); }", "!(ask agree())", "ask agree()",
     "`f` asks `go` in state `a`"),
    ("an answer in a condition", "coroutine f(n: u32) asks agree, go order { a { agree -> true => b, agree -> false } "
     "b { go } } { if n > 3 && ask agree() { ask go(); } }", "&&", "||", "`f` asks `go` in state `a`"),
    ("an answer, and others", "coroutine f() asks verify, go order { a { verify -> trusted, verify => b } b { go } } "
     "{ if ask verify(1) is trusted { return; } ask go(); }", "is trusted", "is later", "`f` asks `go` in state `a`"),
    ("an answer to a case", "coroutine f() asks keep, go order { a { keep(small) -> some => b, keep(small) -> none, "
     "keep } b { go } } { if ask keep(Kind.small) is some { ask go(); } }", "Kind.small", "Kind.large(1)",
     "`f` asks `go` in state `a`"),
    ("four answers", "coroutine f() asks agree, go order { a { agree -> true => b, agree -> false => no } "
     "b { agree -> true => c, agree -> false => no } c { agree -> true => d, agree -> false => no } "
     "d { agree -> true => e, agree -> false => no } e { go } no { agree } } { let p = ask agree(); "
     "let q = ask agree(); let r = ask agree(); let s = ask agree(); if p && q && r && s { ask go(); } }",
     "&& r", "", "`f` asks `go` in state `no`"),
]

for name, text, old, new, said in CASES:
    assert text.count(old) == 1, (name, old)
    status, out = check(TOP + text)
    report(status == 0, f"{name}: accepted", out)
    status, out = check(TOP + text.replace(old, new))
    report(status == 1 and said in out, f"{name}: with one change refused", f"{said}\n{out}")
    report("internal" not in out, f"{name}: it is the program's mistake", out)

# An answer is part of the way there.
status, out = check(TOP + f"coroutine f(n: u32) {VERDICT} {{\n"
                    "  let v = ask verify(n);\n  if v is refused {\n    ask go();\n  }\n}\n")
report(status == 1 and "the way there: `verify -> refused` (a.fl:" in out and "`f` asks `go` in state `bad`" in out,
       "the way, with an answer", out)

# The way there, with lines.
WAY = TOP + """coroutine f(n: u32) asks hello, data, bye
  order { begin { hello => open } open { data, bye => over } over { } }
{
  let _ = call greet();
  var i: u32 = n;
  while i > 0 {
    i -= 1;
    ask data(Kind.small);
  }
  ask bye();
  ask data(Kind.small);
}
"""
status, out = check(WAY)
report(status == 1 and "a.fl:29:3: error: out of order: `f` asks `data` in state `over`" in out
       and "a.fl:20:" in out and "the way there: `hello` (a.fl:15), `bye` (a.fl:28)" in out, "the way, with lines", out)

for name, text, said in [
    ("an unknown state", "coroutine f() asks bye order { a { bye => c } b { } } { }",
     "the order of `f` has no state `c`"),
    ("a state that nothing leads to", "coroutine f() asks bye order { a { bye } b { bye } } { ask bye(); }",
     "nothing leads to `b`"),
    ("a state twice", "coroutine f() asks bye order { a { bye => a } a { } } { }", "the state `a` appears twice"),
    ("an effect twice", "coroutine f() asks bye order { a { bye, bye => a } } { }", "this never counts"),
    ("a case behind the effect", "coroutine f() asks data order { a { data, data(small) } } { }", "this never counts"),
    ("an effect that is not asked", "coroutine f() asks bye order { a { hello } } { }", "`f` does not ask `hello`"),
    ("no effect", "coroutine f() asks bye order { a { byte } } { }", "`byte`"),
    ("no case", "coroutine f() asks data order { a { data(medium) } } { }", "has no case `medium`"),
    ("no union", "coroutine f() asks bye order { a { bye(small) } } { }", "has no argument that is a union"),
    ("an answer left out", "coroutine f() asks verify order { a { verify -> trusted, verify -> refused } } { }",
     "the state does not say where `verify` leads if the answer is `later`"),
    ("an answer to a case left out", "coroutine f() asks keep order { a { keep(small) -> some, keep(large) } } { }",
     "where `keep(small)` leads if the answer is `none`"),
    ("an answer behind all", "coroutine f() asks verify order { a { verify, verify -> later } } { }",
     "this never counts"),
    ("an answer twice", "coroutine f() asks verify order { a { verify -> later, verify -> later, verify } } { }",
     "this never counts"),
    ("an answer behind all of its case",
     "coroutine f() asks keep order { a { keep(small), keep(small) -> some, keep } } { }", "this never counts"),
    ("no such answer", "coroutine f() asks verify order { a { verify -> small, verify } } { }", "has no case `small`"),
    ("an answer without cases", "coroutine f() asks hello order { a { hello -> small, hello } } { }",
     "the answer of `hello` is no union and no bool"),
    ("an answer to a mark", "coroutine f() asks bye order { a { mark m -> small } } { }", "unexpected `->`"),
    ("no mark", "coroutine f() asks bye order { a { bye, mark here => b } b { } } { ask bye(); }",
     "there is no mark `here`"),
    ("no states", "coroutine f() asks bye order { } { }", "unexpected `}`"),
    ("of a function", "fn f() order { a { } } { }", "unexpected `order`"),
    ("of who asks nothing", "coroutine f() order { a { } } { }", "unexpected `order`"),
]:
    status, out = check(TOP + text)
    report(status == 1 and said in out, f"an order with {name}", f"{said}\n{out}")
    report("internal" not in out, f"an order with {name}: it is the program's mistake", out)

# What is underlined is what it is about, and no more.
SHOWN = [
    ("a mark of an edge", "coroutine f() asks bye order { a { mark here => a, bye } } { ask bye(); }", "here"),
    ("a request with marks of a statement's end in it",
     'effect say(t: bytes); coroutine f() asks say order { a { } } { ask say("a;{}\\";" /* don\'t; */); }',
     'ask say("a;{}\\";" /* don\'t; */)'),
    ("a request with a record", "record R { x: u8 } effect put(r: R); coroutine f() asks put order { a { } } { "
     "ask put(R { x: 1 }); }", "ask put(R { x: 1 })"),
    ("a request in a condition", "effect yes(n: u8) -> bool; coroutine f() asks yes order { a { } } { "
     "if ask yes(1) { } }", "if ask yes(1)"),
]
for name, text, shown in SHOWN:
    status, out = check(TOP + text)
    lines = out.split("\n")
    carets = [i for i, line in enumerate(lines) if line.strip(" ^") == "" and "^" in line]
    at = lines[carets[0]] if carets else ""
    got = lines[carets[0] - 1][at.index("^"):at.index("^") + at.count("^")] if carets else out
    report(status == 1 and got == shown, f"underlined: {name}", f"{got}\n{out}")

# Words like others elsewhere.
status, out = check("record order { mark: u32, order: u8 } fn mark(order: u32) -> u32 { var mark = order; mark += 1; "
                    "return mark; } coroutine event() -> u32 { return mark(1); } coroutine f() -> event { trap; }")
report("unexpected" not in out, "names `order` and `mark`", out)
status, out = check("effect order(mark: u32) -> u32; coroutine f() asks order order { order { order } } "
                    "{ let mark = ask order(1); mark order; let order = mark; let _ = ask order(order); }")
report(status == 0, "an effect, a state and a mark of these names", out)

# Marks have no module: those of one name are one, and an order may name those of any file.
ELSEWHERE = """effect data();
fn seen(n: u32) { mark known; if n > 3 { mark other; } }
coroutine child(n: u32) asks data { seen(n); ask data(); }
"""
MODULES = """import "elsewhere.fl";
coroutine f(n: u32) asks elsewhere.data order { begin { mark known => open } open { elsewhere.data } } {
  CALLS
}
"""
with tempfile.TemporaryDirectory() as d:
    def modules(calls, elsewhere=ELSEWHERE):
        for file, text in [("elsewhere.fl", elsewhere), ("a.fl", MODULES.replace("CALLS", calls))]:
            with open(os.path.join(d, file), "w") as f:
                f.write(text)
        r = subprocess.run([FAIRLEAD, "check", os.path.join(d, "a.fl")], capture_output=True, text=True, timeout=60)
        return r.returncode, r.stdout + r.stderr

    for name, calls in [("of a function of another file", "elsewhere.seen(n); ask elsewhere.data();"),
                        ("of what a coroutine of another file calls", "call elsewhere.child(n);"),
                        ("of its own and of another file", "mark known; ask elsewhere.data();")]:
        status, out = modules(calls)
        report(status == 0, f"a mark {name}", out)
    status, out = modules("elsewhere.seen(n); mark known;")
    report(status == 1 and "`f` passes mark `known` in state `open`" in out,
           "a mark of its own is that of another file", out)
    status, out = modules("call elsewhere.child(n);", ELSEWHERE.replace("known", "know"))
    report(status == 1 and "there is no mark `known`" in out, "no file has a mark of that name", out)
    status, out = modules("call elsewhere.child(n); elsewhere.seen(n);")
    report(status == 1 and "`f` passes mark `known` in state `open`" in out and "elsewhere.fl:2:" in out,
           "a mark of another file out of place, where it is", out)

# tls/clean: no data before the peer's Finished, and not a Finished unverified. That is an order of the whole
# connection: it does not need the handshake's own.
FINISHED = ("    none { mark finished; }", "    none { }")
JUDGED = """    match call sides.judge(inout below, inout transcript, hash, m, chain, true) {
      some(why) { return why; }
      none { }
    }
"""
UNBELIEVED = ("      some(why) { return why; }\n      none { }\n    }\n    step = resume",
              "      some(why) { }\n      none { }\n    }\n    step = resume")
with tempfile.TemporaryDirectory() as d:
    def tls(changes, orderless):
        shutil.rmtree(os.path.join(d, "clean"), ignore_errors=True)
        shutil.copytree(os.path.join(ROOT, "tls/clean"), os.path.join(d, "clean"))
        for file, old, new in changes + [(f, None, None) for f in orderless]:
            path = os.path.join(d, "clean", file)
            with open(path) as f:
                text = f.read()
            if old is None:
                old, new = text[text.index("  order {"):text.index("\n  }\n{") + 4], ""
            assert text.count(old) == 1, (file, old, text.count(old))
            with open(path, "w") as f:
                f.write(text.replace(old, new))
        r = subprocess.run([FAIRLEAD, "check", os.path.join(d, "clean/connection.fl")], capture_output=True, text=True)
        return r.returncode, r.stdout + r.stderr

    OWN = ["handshake.fl", "handshake_client.fl"]
    for name, orderless in [("its orders", []), ("those of the whole connection", OWN)]:
        status, out = tls([], orderless)
        report(status == 0, f"tls/clean keeps {name}", out)
    for name, file, old, new, orderless, said in [
        ("data without a handshake", "connection.fl",
         "  let end = call handshake.server(inout below, inout write, wanted);",
         "  let end = wanted is nothing ? records.End.cut : call handshake.server(inout below, inout write, wanted);\n"
         "  let _ = call exchange.open(inout write);", [], "`server` asks `exchange.serve` in state `unknown`"),
        ("data before `established`", "handshake.fl", "  ask sides.established(",
         "  if resuming { let _ = call exchange.open(inout write); }\n  ask sides.established(", OWN,
         "`server` asks `exchange.serve` in state `finished`"),
        ("a server's `established` without a Finished", "handshake.fl", *FINISHED, [],
         "asks `sides.now` in state `waiting`"),
        ("the same, of the whole connection", "handshake.fl", *FINISHED, OWN,
         "`server` asks `sides.established` in state `unknown`"),
        ("a client's Finished without a certificate", "handshake_client.fl", JUDGED, "if asked {" + JUDGED + "}", [],
         "passes mark `unverified` in state `server`"),
        ("the same, of the whole connection", "handshake_client.fl", JUDGED, "if asked {" + JUDGED + "}", OWN,
         "`client` passes mark `unverified` in state `unknown`"),
        ("a certificate that is refused, and no end", "handshake_client.fl", *UNBELIEVED, [],
         "`client` asks `transport.more` in state `refused`"),
        ("the same, of the whole connection", "handshake_client.fl", *UNBELIEVED, OWN,
         "`client` asks `transport.more` in state `refused`"),
        ("a client's certificate that is refused, and no end", "handshake.fl", "        some(why) { return why; }\n",
         "        some(why) { }\n", OWN, "`server` asks `transport.more` in state `refused`"),
        ("data behind a Finished that has not verified", "handshake.fl", "mark unverified; return",
         "mark unverified; let _ = call exchange.open(inout write); return", OWN,
         "`server` asks `exchange.serve` in state `refused`"),
        ("the same of a client", "handshake_client.fl", "mark unverified; return",
         "mark unverified; let _ = call exchange.open(inout write); return", OWN,
         "`client` asks `exchange.serve` in state `refused`"),
        ("a verdict that is asked for after Finished", "handshake_client.fl",
         "  let verify_data = keys.finished(provided, hash, server_secret",
         "  sides.write_with(provided, fresh, records.MOST, inout write);\n"
         "  let verify_data = keys.finished(provided, hash, server_secret", [],
         "passes mark `write_with` in state `known`"),
    ]:
        status, out = tls([(file, old, new)], orderless)
        report(status == 1 and said in out and "internal" not in out, f"tls/clean: {name}: refused", f"{said}\n{out}")
print(f"1..{count}")
sys.exit(failed > 0)
