#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
"""How operators bind, against the table in docs/language.md and not against the parser, which the interpreter of
tests/meaning shares: random expressions are written twice, with the parentheses that the table asks for and with all of
them. The C of both must be the same. What must not be chained is refused. That the expressions depend on each level of
the table is seen by exchanging two: then parentheses are written elsewhere."""
import os
import random
import re
import subprocess
import sys
import tempfile

os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
FAIRLEAD = os.path.abspath("bin/fairlead")
SEED = int(os.environ.get("FUZZ_SEED", "1"))
COUNT = 800


def levels():
    """The sentence of the reference that begins `By falling precedence', as lists of operators, the loosest last."""
    text = open("docs/language.md").read().split("By falling precedence: ")[1].split("\n\n")[0]
    parts = re.sub(r"\s+", " ", text).rstrip(".").split("; ")
    return [re.findall(r"`([^`]*)`", part) for part in parts]


def table():
    """Operator -> (how tightly it binds, how it associates)."""
    found = {}
    for depth, groups in enumerate(levels()):
        for group in groups:
            for word in group.split():
                found[word] = -depth
    return found


BINARY = {"int": ["*", "/", "%", "*%", "+", "-", "+%", "-%", "<<", ">>", "<<<", ">>>", "&", "^", "|"],
          "compare": ["==", "!=", "<", "<=", ">", ">="], "bool": ["&&", "||"]}


def make(rng, kind, size):
    """A tree: (operator, part...), or a text."""
    if size <= 1:
        return rng.choice("abc") if kind == "int" else rng.choice("pq")
    left = rng.randint(1, size - 1)
    if rng.random() < 0.12:
        third = max(1, size // 3)
        return ("?", make(rng, "bool", third), make(rng, kind, third), make(rng, kind, third))
    if kind == "int":
        choice = rng.random()
        if choice < 0.1:
            return ("~", make(rng, "int", size - 1))
        if choice < 0.2:
            return ("as", make(rng, "bool", size - 1), "u32")
        if choice < 0.3:
            return ("as", ("as%", make(rng, "int", size - 1), "u8"), "u32")
        return (rng.choice(BINARY["int"]), make(rng, "int", left), make(rng, "int", size - left))
    choice = rng.random()
    if choice < 0.15:
        return ("!", make(rng, "bool", size - 1))
    if choice < 0.2:
        return ("is", "o", "some")
    if choice < 0.3:
        return ("in", make(rng, "int", size - 1), "m")
    if choice < 0.4:
        return (rng.choice(["==", "!="]), make(rng, "bool", left), make(rng, "bool", size - left))
    if choice < 0.7:
        return (rng.choice(BINARY["compare"]), make(rng, "int", left), make(rng, "int", size - left))
    return (rng.choice(BINARY["bool"]), make(rng, "bool", left), make(rng, "bool", size - left))


def write(tree, bind, least=-1000, all_of_them=False):
    if isinstance(tree, str):
        return tree
    op = tree[0]
    depth = bind[op]
    tighter = depth + 0.5

    def part(t, at):
        return write(t, bind, at, all_of_them)
    if op in ("~", "!"):
        text = op + part(tree[1], depth)
    elif op in ("as", "as%", "is"):
        text = f"{part(tree[1], tighter if op == 'is' else depth)} {op} {tree[2]}"
    elif op == "?":
        text = f"{part(tree[1], tighter)} ? {part(tree[2], -1000)} : {part(tree[3], depth)}"
    else:  # to the left, except comparisons, which are not chained
        chained = op not in BINARY["compare"] + ["in"]
        text = f"{part(tree[1], depth if chained else tighter)} {op} {part(tree[2], tighter)}"
    return f"({text})" if all_of_them or depth < least else text


def program(trees, bind, all_of_them):
    head = "fn f%d(a: u32, b: u32, c: u32, p: bool, q: bool, o: u32?, m: map<u32, u8, 4>) -> %s { return %s; }\n"
    return "".join(head % (i, "u32" if kind == "int" else "bool", write(tree, bind, all_of_them=all_of_them))
                   for i, (kind, tree) in enumerate(trees))


def compiled(folder, name, text):
    path = os.path.join(folder, name, "t.fl")
    os.makedirs(os.path.dirname(path))
    with open(path, "w") as f:
        f.write(text)
    run = subprocess.run([FAIRLEAD, "compile", path, "-o", os.path.dirname(path)], capture_output=True, text=True)
    if run.returncode != 0:
        return run.stderr[:2000]
    return re.sub(r'#line .*\n', "", open(os.path.join(os.path.dirname(path), "t.c")).read())


tests = 0


def ok(good, name, why=""):
    global tests
    tests += 1
    print(("ok" if good else "not ok"), tests, "-", name)
    for line in why.splitlines() if not good else []:
        print("#", line)


bind = table()
bind["as%"] = bind["as"]
bind.setdefault("?", bind.get("c", bind.get("?")))
operators = {w for group in BINARY.values() for w in group} | {"~", "!", "as", "in", "is", "?"}
ok(operators <= set(bind), "the reference has each operator", str(sorted(operators - set(bind))))
rng = random.Random(SEED)
trees = [(kind, make(rng, kind, rng.randint(3, 9))) for kind in (rng.choice(["int", "bool"]) for _ in range(COUNT))]
with tempfile.TemporaryDirectory() as folder:
    full = compiled(folder, "full", program(trees, bind, True))
    least = compiled(folder, "least", program(trees, bind, False))
    ok("fl_f0" in full, "with all parentheses it compiles", full)
    ok(full == least, "as few parentheses as the table allows mean the same",
       next((f"{a}\n{b}" for a, b in zip(full.splitlines(), least.splitlines()) if a != b), ""))
    ok(program(trees, bind, True).count("(") > 2 * program(trees, bind, False).count("("), "which are few")
    depths = sorted({bind[op] for op in operators})
    for lower, upper in zip(depths, depths[1:]):
        names = [" ".join(sorted(op for op in operators if bind[op] == d)) for d in (lower, upper)]
        other = {op: {lower: upper, upper: lower}.get(d, d) for op, d in bind.items()}
        ok(program(trees, other, False) != program(trees, bind, False), f"{names[0]} and {names[1]} exchanged: noticed")
    other = {op: {bind["|"]: bind["^"], bind["^"]: bind["|"]}.get(d, d) for op, d in bind.items()}
    ok(compiled(folder, "other", program(trees, other, False)) != full, "and the C is another then")
    for chain in ("a < b < c", "a == b == c", "p == a < b", "a < b == p", "a in m in m", "o is some is some"):
        text = f"fn f(a: u32, b: u32, c: u32, p: bool, o: u32?, m: map<u32, u8, 4>) {{ let x = {chain}; }}\n"
        run = subprocess.run([FAIRLEAD, "check", "-"], input=text, capture_output=True, text=True)
        ok(run.returncode == 1 and ": error: " in run.stderr, f"{chain} is refused", run.stderr)
print(f"1..{tests}")
