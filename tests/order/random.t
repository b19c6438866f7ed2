#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
"""Random programs whose coroutines declare orders: the compiler's verdict beside that of an interpreter that goes every
way that control can take, with the automaton at its side. Of what is refused, the line, the request, the state and the
way there must be among those that the interpreter has found; what is accepted is not with less of what the checker is
told (damage.ml).

    random.t [SEED]    one program: its text, what the interpreter finds, and what the compiler says
    FUZZ_N=1000 FUZZ_SEED=7000 random.t    other programs, and more"""
import os, random, re, subprocess, sys, tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
# mutants.py has broken ones.
FAIRLEAD = os.environ.get("FAIRLEAD_COMMAND", os.path.join(ROOT, "bin/fairlead"))
DAMAGE = os.environ.get("FAIRLEAD_DAMAGE", os.path.join(ROOT, "_build/default/tests/order/damage.exe"))
QUICK = os.environ.get("FAIRLEAD_TIER") == "quick"
PLAIN, CASED, MARKS = ["a", "b", "c"], ["put", "get"], ["m0", "m1", "m2"]
CASES = ["small", "large"]
# What is asked of these has an answer that may count.
ANSWERS = {"ver": ["fine", "bad", "later"], "yes": ["false", "true"]}
HEAD = """union Kind { small, large(u32) }
effect a();
effect b();
effect c();
effect put(k: Kind);
effect get(n: u32, k: Kind);
union Verdict { fine, bad(u8), later }
effect ver() -> Verdict;
effect yes() -> bool;
coroutine child() asks a, put { ask a(); mark m0; ask put(Kind.small); }
"""
EFFECTS = PLAIN + CASED + list(ANSWERS)


# {1 Programs}
#
# A statement is a tuple that begins with what it is; a block is a list of them. What comes behind a statement that
# control does not leave is left out: the front end refuses it. At most two answers have names: of many, the checker
# forgets the first.
class Maker:
    def __init__(self, rng):
        self.rng, self.labels, self.names, self.bools = rng, 0, 0, []

    def leaves(self, loops):
        r = self.rng.random()
        if loops and r < .7:
            return (self.rng.choice(["break", "continue"]), self.rng.choice(loops))
        return ("return", self.rng.choice([False, True])) if r < .9 else ("trap",)

    # The coroutine returns a bool if [answers]; [callees] are those that may be called.
    def body(self, depth, callees, answers):
        self.names, self.answers, self.scope = 0, answers, []
        body = self.block(depth, [], callees)
        return body + [("return", self.rng.choice([False, True]))] if answers else body

    def block(self, depth, loops, callees):
        out, outer = [], self.scope
        self.scope = outer + []
        for _ in range(self.rng.choice([1, 2, 2, 3, 3, 4])):
            out.append(self.statement(depth, loops, callees))
        self.scope = outer
        if loops and self.rng.random() < .3 or self.rng.random() < .08:
            out.append(self.leaves(loops))
        return out

    def statement(self, depth, loops, callees):
        r = self.rng.random()
        if depth == 0 or r < .4:
            r = self.rng.random()
            if r < .5:
                return ("ask", self.rng.choice(PLAIN), None)
            if r < .7:
                return ("ask", self.rng.choice(CASED), self.rng.choice(CASES + ["?"]))
            if r < .75 and self.names < 2:
                self.names += 1
                name, effect = f"v{self.names}", self.rng.choice(list(ANSWERS))
                self.scope.append((name, effect))
                return ("let", name, effect)
            if r < .85 or not callees:
                return ("mark", self.rng.choice(MARKS))
            return ("resume",) if self.rng.random() < .15 else ("call", self.rng.choice(callees))
        if r < .5:
            what = self.rng.choice(["name", "ask", "call"])
            if what == "name" and self.scope:
                name, effect = self.rng.choice(self.scope)
                return ("of", name, effect, [self.block(depth - 1, loops, callees) for _ in ANSWERS[effect]])
            bools = [c for c in callees if c in self.bools]
            if what == "call" and bools:
                return ("calls", self.rng.choice(bools), [self.block(depth - 1, loops, callees) for _ in range(2)])
            effect = self.rng.choice(list(ANSWERS))
            return ("asks", effect, [self.block(depth - 1, loops, callees) for _ in ANSWERS[effect]])
        if r < .65:
            return ("if", self.block(depth - 1, loops, callees),
                    self.block(depth - 1, loops, callees) if self.rng.random() < .5 else [])
        if r < .72:
            return ("match", self.block(depth - 1, loops, callees), self.block(depth - 1, loops, callees))
        self.labels += 1
        kind = self.rng.choice(["loop", "while", "for"])
        inner = loops + [f"l{self.labels}"]
        body = self.block(depth - 1, inner, callees)
        if kind == "loop":
            # So that what is behind it is reached.
            body.insert(self.rng.randint(0, len(body) and 1), ("if", [("break", inner[-1])], []))
        return (kind, inner[-1], body)


def written(body, line, out, bools, answers=False):
    """Appends the lines of a block, and says in which line each statement is."""
    def put(depth, text):
        out.append("  " * depth + text)
        return len(out)

    def block(b, depth):
        for s in b:
            one(s, depth)

    def one(s, depth):
        kind = s[0]
        if kind == "ask":
            _, e, case = s
            k = {"small": "Kind.small", "large": "Kind.large(n)", "?": "k", None: ""}[case]
            line[id(s)] = put(depth, f"ask {e}({'n, ' if e == 'get' else ''}{k});")
        elif kind == "mark":
            line[id(s)] = put(depth, f"mark {s[1]};")
        elif kind == "call":
            call = f"call {s[1]}(n, k);"
            put(depth, f"let _ = {call}" if s[1] in bools else call if s[1][0] == "p" else f"{s[1]}(n);")
        elif kind == "let":
            line[id(s)] = put(depth, f"let {s[1]} = ask {s[2]}();")
        elif kind in ("of", "asks", "calls"):
            cases = ANSWERS[s[-2]] if kind != "calls" else ["false", "true"]
            head = {"of": s[1], "asks": f"ask {s[1]}()", "calls": f"call {s[1]}(n, k)"}[kind]
            if len(cases) == 2:
                line[id(s)] = put(depth, f"if {head} {{")
                block(s[-1][1], depth + 1)
                put(depth, "} else {")
                block(s[-1][0], depth + 1)
            else:
                line[id(s)] = put(depth, f"match {head} {{")
                for case, b in zip(cases, s[-1]):
                    put(depth, f"{case} {{")
                    block(b, depth + 1)
                    put(depth, "}")
            put(depth, "}")
        elif kind == "resume":
            put(depth, "{ var held: coro child = start child(); let _ = resume held; }")
        elif kind == "if":
            put(depth, f"if n > {3 + depth} {{")
            block(s[1], depth + 1)
            if s[2]:
                put(depth, "} else {")
                block(s[2], depth + 1)
            put(depth, "}")
        elif kind == "match":
            put(depth, "match k {")
            put(depth, "small {")
            block(s[1], depth + 1)
            put(depth, "}")
            put(depth, "large {")
            block(s[2], depth + 1)
            put(depth, "}")
            put(depth, "}")
        elif kind in ("loop", "while", "for"):
            head = {"loop": "loop", "while": f"while n > {4 + depth}", "for": f"for i{depth} in 0..n"}[kind]
            put(depth, f"{s[1]}: {head} {{")
            block(s[2], depth + 1)
            put(depth, "}")
        elif kind in ("break", "continue"):
            put(depth, f"{kind} {s[1]};")
        elif kind == "return" and answers:
            put(depth, f"return {'true' if s[1] else 'false'};")
        else:
            put(depth, f"{kind};")
    block(body, 1)


# {1 The interpreter}
#
# A place is a list: what is there, and the places that come next, one of which control takes: by the answer, if there
# is one that tells.
def places(body):
    def block(b, after, loops, end):
        for s in reversed(b):
            after = one(s, after, loops, end)
        return after

    def one(s, after, loops, end):
        kind = s[0]
        if kind in ("ask", "mark", "call", "let"):
            return [s, [after]]
        if kind in ("of", "asks", "calls"):
            return [s, [block(b, after, loops, end) for b in s[-1]]]
        if kind == "resume":
            return after
        if kind in ("if", "match"):
            return [None, [block(s[1], after, loops, end), block(s[2], after, loops, end)]]
        if kind in ("loop", "while", "for"):
            head = [None, []]
            inner = block(s[2], head, {**loops, s[1]: (after, head)}, end)
            head[1] = [inner] if kind == "loop" else [inner, after]
            return head
        if kind == "break":
            return loops[s[1]][0]
        if kind == "continue":
            return loops[s[1]][1]
        return [("end", s[1]), []] if kind == "return" else [None, []]

    end = [("end", False), []]
    return block(body, end, {}, end)


def targets(state, s, named):
    """Where a request or a mark leads, with the answer if it may be one of several; None if it must not come there. A
    case that is in a variable may be any of those that the state has edges for, or another one, for which it needs an
    edge."""
    if s[0] == "mark":
        to = state.get(("mark", s[1], None))
        return None if to is None and s[1] in named else [(None, to)]
    if s[0] in ("let", "asks"):
        e = s[2] if s[0] == "let" else s[1]
        to = [(a, state.get((e, None, a), state.get((e, None, None)))) for a in ANSWERS[e]]
        return None if any(q is None for _, q in to) else to
    _, e, case = s
    general = state.get((e, None, None))
    if case == "?":
        if general is None:
            return None
        return [(None, general)] + [(None, state[e, c, None]) for c in CASES if (e, c, None) in state]
    found = state.get((e, case, None), general)
    return None if found is None else [(None, found)]


def explore(entry, procs, automaton, named, missing=lambda q, s: None):
    """Every statement that is out of order, with the state it is met in. Who waits is a place, with its variables."""
    wrong, seen, todo = set(), set(), [(entry, (), (), 0)]
    keep = {}
    while todo:
        place, names, stack, q = todo.pop()
        key = (id(place), names, tuple((id(p), n) for p, n in stack), q)
        if key in seen:
            continue
        seen.add(key)
        keep[id(place)] = place
        what, following = place
        if what is None:
            todo += [(p, names, stack, q) for p in following]
        elif what[0] == "end":
            if stack:
                (caller, its), rest = stack[-1], stack[:-1]
                todo.append((caller[1][what[1] if caller[0][0] == "calls" else 0], its, rest, q))
        elif what[0] in ("call", "calls"):
            todo.append((procs[what[1]], (), stack + ((place, names),), q))
        elif what[0] == "of":
            todo.append((following[ANSWERS[what[2]].index(dict(names)[what[1]])], names, stack, q))
        else:
            to = targets(automaton[q], what, named)
            if to is None:
                missing(q, what)
                to = targets(automaton[q], what, named)
            if to is None:
                wrong.add((id(what), q))
                continue
            for answer, r in to:
                next = following[ANSWERS[what[1]].index(answer) if what[0] == "asks" else 0]
                its = tuple(sorted({**dict(names), what[1]: answer}.items())) if what[0] == "let" else names
                todo.append((next, its, stack, q if r is None else r))
    return wrong


# {1 Orders}
def made_order(rng, entry, procs):
    """An automaton that has, of what the coroutine may ask, nearly all."""
    size = rng.randint(1, 6)
    named = set(m for m in MARKS if rng.random() < .5)
    automaton = [{} for _ in range(size)]
    kept = rng.choice([.8, .95, 1])

    def missing(q, s):
        if rng.random() > kept:
            return
        def target():
            return q if rng.random() < .3 else rng.randrange(size)
        if s[0] == "mark":
            automaton[q].setdefault(("mark", s[1], None), target())
        elif s[0] in ("let", "asks"):
            e = s[2] if s[0] == "let" else s[1]
            for a in ANSWERS[e]:
                if rng.random() < .7:
                    automaton[q].setdefault((e, None, a), target())
            if rng.random() < .3 or not all((e, None, a) in automaton[q] for a in ANSWERS[e]):
                automaton[q].setdefault((e, None, None), target())
        else:
            case = None if s[2] in (None, "?") or rng.random() < .4 else s[2]
            automaton[q].setdefault((s[1], case, None), target())
    explore(entry, procs, automaton, named, missing)
    named = {k[1] for state in automaton for k in state if k[0] == "mark"}
    # An edge behind edges for all cases never counts.
    for state in automaton:
        for e in ANSWERS:
            if all((e, None, a) in state for a in ANSWERS[e]):
                state.pop((e, None, None), None)
    # Only states that another one leads to may be declared.
    old = [0]
    while True:
        more = {t for q in old for t in automaton[q].values()} - set(old)
        if not more:
            break
        old += sorted(more)
    number = {q: i for i, q in enumerate(old)}
    return [{k: number[t] for k, t in automaton[q].items()} for q in old], named


def order_text(rng, automaton):
    out = ["  order {"]
    for q, state in enumerate(automaton):
        edges = []
        general = {e: state[e, None, None] for e in EFFECTS if (e, None, None) in state}
        others = len(general) == len(EFFECTS) and len(set(general.values())) == 1
        keys = sorted((k for k in state if not (others and k[1:] == (None, None))),
                      key=lambda k: (k[2] is None, k[1] is None, str(k)))
        for k in keys:
            text = f"mark {k[1]}" if k[0] == "mark" else k[0] if k[1] is None else f"{k[0]}({k[1]})"
            text += f" -> {k[2]}" if k[2] else ""
            edges.append(text + ("" if state[k] == q and rng.random() < .7 else f" => s{state[k]}"))
        if others:
            edges.append(f"else => s{general['a']}")
        out.append(f"    s{q} {{ {', '.join(edges)} }}")
    return out + ["  }"]


# {1 One program}
class Program:
    def __init__(self, seed):
        rng = random.Random(seed)
        make = Maker(rng)
        lines, self.line, entries, self.orders, self.bodies = HEAD.split("\n")[:-1], {}, {}, {}, {}
        functions = []
        for i in range(rng.choice([0, 0, 1])):
            body = [("mark", rng.choice(MARKS))] if rng.random() < .5 else [("if", [("mark", rng.choice(MARKS))], [])]
            lines.append(f"fn f{i}(n: u32) {{")
            written(body, self.line, lines, [])
            lines.append("}")
            functions.append(f"f{i}")
            self.bodies[f"f{i}"] = body
            entries[f"f{i}"] = places(body)
        names = []
        count = rng.randint(1, 4)
        for i in range(count):
            name = f"p{i}"
            answers = rng.random() < .4
            body = make.body(rng.randint(1, 3), names + functions, answers)
            self.bodies[name], entries[name] = body, places(body)
            lines.append(f"coroutine {name}(n: u32, k: Kind) {'-> bool ' if answers else ''}asks {', '.join(EFFECTS)}")
            if i + 1 == count or rng.random() < .4:
                automaton, named = made_order(rng, entries[name], entries)
                wrong = explore(entries[name], entries, automaton, named)
                self.orders[name] = (automaton, wrong)
                lines += order_text(rng, automaton)
            lines.append("{")
            written(body, self.line, lines, make.bools, answers)
            lines.append("}")
            if answers:
                make.bools.append(name)
            names.append(name)
        self.text = "\n".join(lines) + "\n"
        self.statements = {}

        def gather(b):
            for s in b:
                self.statements[id(s)] = s
                for part in s[1:]:
                    if isinstance(part, list):
                        for b in part if s[0] in ("of", "asks", "calls") else [part]:
                            gather(b)
        for b in self.bodies.values():
            gather(b)

    def name(self, s):
        return f"mark `{s[1]}`" if s[0] == "mark" else f"`{s[2] if s[0] == 'let' else s[1]}`"

    def mistakes(self, status, out):
        """What the compiler says that is not so, or does not say."""
        found = {name for name, (_, wrong) in self.orders.items() if wrong}
        said = {}
        for m in re.finditer(r"a\.fl:(\d+):\d+: error: (.*)", out):
            about = re.fullmatch(r"out of order: `(p\d)` (?:asks|passes) (mark `\w+`|`\w+`)"
                                 r"( with a case that is not written there)? in state `s(\d+)`", m[2])
            if not about:
                return f"unexpected: {m[0]}"
            way = re.search(r"this state of its order has no edge for that; (.*)", out[m.end():])
            said[about[1]] = (int(m[1]), about[2], bool(about[3]), int(about[4]), way[1] if way else "")
        if set(said) != found:
            return f"refused: {sorted(said)}; by the interpreter: {sorted(found)}"
        if status != (1 if found else 0):
            return f"status {status}"
        for p, (line, name, unsure, q, way) in said.items():
            automaton, wrong = self.orders[p]
            if not any(r == q and self.line[i] == line and self.name(self.statements[i]) == name for i, r in wrong):
                return f"{p}: {name} in line {line} in state {q} is in order"
            statement = next(s for i, s in self.statements.items() if self.line.get(i) == line)
            some = statement[0] == "ask" and any(k[0] == statement[1] for k in automaton[q])
            if unsure != (some and statement[2] == "?"):
                return f"{p}: `with a case that is not written there` in line {line}"
            if (mistake := self.misled(automaton, q, way)) is not None:
                return f"{p}: {mistake}: {way}"
        return None

    def misled(self, automaton, q, way):
        """Whether a way that is shown does not lead there."""
        if way == "nothing that changes the state comes before":
            return None if q == 0 else "it has to change"
        head = "the way there: "
        if not way.startswith(head):
            return "no way"
        steps = way[len(head):]
        possible = {0}
        if steps.startswith("..., "):
            steps, possible = steps[5:], set(range(len(automaton)))
        named = {k[1] for state in automaton for k in state if k[0] == "mark"}
        for step in steps.split(", "):
            m = re.fullmatch(r"(mark `\w+`|`\w+)(?: -> (\w+))?`? \(a\.fl:(\d+)\)", step)
            at = [s for i, s in self.statements.items() if m and self.line.get(i) == int(m[3])]
            if not at or self.name(at[0]).rstrip("`") != m[1].rstrip("`"):
                return f"{step} is not there"
            possible = {t for r in possible for a, t in targets(automaton[r], at[0], named) or []
                        if t != r and m[2] in (None, a)}
        return None if q in possible else "it leads elsewhere"


def compiled(text):
    with tempfile.TemporaryDirectory() as d:
        path = os.path.join(d, "a.fl")
        with open(path, "w") as f:
            f.write(text)
        r = subprocess.run([FAIRLEAD, "check", path], capture_output=True, text=True, timeout=120)
        return r.returncode, r.stdout + r.stderr


if len(sys.argv) > 1:
    one = Program(int(sys.argv[1]))
    print(one.text)
    for name, (_, wrong) in one.orders.items():
        print(name, sorted((one.line[i], q) for i, q in wrong))
    status, out = compiled(one.text)
    print(out, one.mistakes(status, out))
    sys.exit(0)

first, n = int(os.environ.get("FUZZ_SEED", 1)), int(os.environ.get("FUZZ_N", 200 if QUICK else 400))
kept = refused = 0
failures, accepted = [], []
for seed in range(first, first + n):
    one = Program(seed)
    status, out = compiled(one.text)
    mistake = one.mistakes(status, out)
    kept += sum(1 for _, wrong in one.orders.values() if not wrong)
    refused += sum(1 for _, wrong in one.orders.values() if wrong)
    if status == 0:
        accepted.append(one.text)
    if mistake is not None:
        failures.append(f"random.t {seed}: {mistake}")
        if len(failures) == 3:
            break
count = 0


def report(good, name, detail=""):
    global count
    count += 1
    print(f"{'ok' if good else 'not ok'} {count} - {name}")
    if not good:
        print("# " + detail[:2000].replace("\n", "\n# "))
    return good


good = report(not failures, f"{n} random programs from {first} on: {kept} orders kept, {refused} not",
              "\n".join(failures))
good &= report(min(kept, refused) * 4 > n, "a good part of either")
with tempfile.TemporaryDirectory() as d:
    files = []
    for i, text in enumerate(accepted):
        files.append(os.path.join(d, f"{i}.fl"))
        with open(files[-1], "w") as f:
            f.write(text)
    r = subprocess.run([DAMAGE] + files, capture_output=True, text=True)
    good &= report(r.returncode == 0, f"with less than what is right {len(accepted)} of them are refused",
                   r.stdout + r.stderr)
print(f"1..{count}")
sys.exit(not good)
