#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A random program with threads: structured C, suspending calls in every position, all control flow.

  generate.py SEED >program.c

What it prints does not depend on the order in which C may evaluate operands: where operands are not sequenced, one of
them at most calls, and no other reads what a call may change. Loops, recursion and backward jumps are counted, and a
global budget ends what is left. Every variable is written before it is read."""
import random
import sys

rng = random.Random(int(sys.argv[1]))
FUNCTIONS = rng.randint(3, 7)
out = []


def pick(*choices):
    return rng.choice(choices)


class Function:
    def __init__(self, number):
        self.number = number
        self.name = f"f{number}"
        self.cps = rng.random() < 0.8
        self.kind = pick("int", "int", "int", "struct", "pointer", "void")
        self.values = []  # unsigned locals that may be read and written anywhere
        self.addressed = []  # their addresses are taken
        self.arrays = []
        self.structs = []
        self.counters = 0
        self.labels = []
        self.plain_block = 0  # in blocks with declarations no labels stand
        self.loops = 0
        self.depth = 0
        self.blocks = 0

    # --- expressions: unsigned values
    def leaf(self):
        c = rng.random()
        if c < 0.3:
            return str(rng.randint(0, 9)) + "u"
        if c < 0.75 or not self.arrays:
            return rng.choice(self.values)
        if c < 0.9:
            return f"{rng.choice(self.arrays)}[{pick('0', '1', '2', rng.choice(self.values) + ' % 3u')}]"
        return rng.choice(self.structs) + pick(".a", ".b[0]", ".b[1]", ".c")

    def call(self, depth):
        """A call that results in an unsigned value, and may do anything"""
        others = [f for f in functions if f.number > self.number and (f.cps <= self.cps)]
        if self.cps and rng.random() < 0.25 or not others:
            if self.cps:
                return f"pause({self.expression(depth - 1, True)})"
            return self.expression(depth - 1, False)
        f = rng.choice(others)
        first = self.expression(depth - 1, True)
        if f.kind == "int":
            second = self.expression(depth - 1, False)
            if f.cps and rng.random() < 0.2:
                callee = f"table[{f.number}]" if rng.random() < 0.5 else f"(*table[{f.number}])"
                return f"{callee}({first}, {second})"
            return f"{f.name}({first}, {second})"
        if f.kind == "struct":
            part = pick(".a", ".b[1]", ".c", f".b[{rng.choice(self.values)} % 2u]")
            return f"{f.name}({rng.choice(self.structs)}, {first}){part}"
        if f.kind == "pointer":
            return f"{f.name}(&{rng.choice(self.addressed)}, {first})"
        return f"({f.name}({first}), {self.expression(depth - 1, False)})"

    def expression(self, depth, calls):
        if depth <= 0:
            return self.leaf()
        c = rng.random()
        if calls and c < 0.35:
            return self.call(depth)
        if c < 0.6:
            op = pick("+", "-", "*", "^", "|", "&", "<", "==", ">=")
            sides = [self.expression(depth - 1, calls), self.expression(depth - 1, False)]
            if rng.random() < 0.5:
                sides.reverse()
            return f"({sides[0]} {op} {sides[1]})"
        if c < 0.7:
            return f"({self.expression(depth - 1, calls)} {pick('>>', '<<')} {rng.randint(0, 7)})"
        if c < 0.8:
            condition = self.condition(depth - 1, calls)
            return f"({condition} ? {self.expression(depth - 1, calls)} : {self.expression(depth - 1, calls)})"
        if c < 0.86:
            return f"(unsigned)({self.condition(depth - 1, calls)})"
        if c < 0.9:
            return f"({self.expression(depth - 1, calls)} ?: {self.expression(depth - 1, calls)})"
        if c < 0.94:
            return f"(unsigned char)({self.expression(depth - 1, calls)})"
        if c < 0.97:
            return f"-({self.expression(depth - 1, calls)})"
        return f"((unsigned[]){{ {self.leaf()}, {self.expression(depth - 1, calls)} }})[{self.leaf()} % 2u]"

    def condition(self, depth, calls, alone=False):
        """alone: nothing is evaluated beside it in any order, so that it may assign"""
        c = rng.random()
        if depth > 0 and c < 0.4:
            left = self.condition(depth - 1, calls, alone)
            return f"({left} {pick('&&', '||')} {self.condition(depth - 1, calls, alone)})"
        if depth > 0 and c < 0.5:
            return f"!({self.condition(depth - 1, calls, alone)})"
        if depth > 0 and alone and c < 0.6:
            value = self.expression(depth - 1, calls)
            return f"({rng.choice(self.values)} = {value}, {self.condition(depth - 1, calls, True)})"
        value = self.expression(depth, calls)
        return f"{value} {pick('<', '>', '!=')} {self.leaf()}" if c < 0.9 else value

    # --- statements
    def statement(self, room):
        self.depth += 1
        made = self.statement_(room)
        self.depth -= 1
        return made

    def block(self, room, n=None):
        """Statements in braces, perhaps with variables of their own"""
        own = rng.random() < 0.4
        lines = []
        saved = (list(self.values), list(self.addressed), list(self.arrays), list(self.structs))
        if own:
            self.plain_block += 1
            self.blocks += 1
            b = self.blocks
            c = rng.random()
            if c < 0.4:
                name = pick(f"t{b}", "shade")  # the latter is often there already
                value = f"{rng.randint(1, 99)}u" if name == "shade" else self.expression(2, True)
                lines.append(f"unsigned {name} = {value};")
                self.values.append(name)
            elif c < 0.7:
                lines.append(f"unsigned p{b} = {self.expression(1, True)}, *q{b} = &p{b};")
                self.values.append(f"(*q{b})")
            elif c < 0.85:
                lines.append(f"unsigned r{b}[3] = {{ {self.leaf()}, {self.expression(2, True)}, {self.leaf()} }};")
                self.arrays.append(f"r{b}")
            else:
                value = self.expression(1, True)
                lines.append(f"struct s v{b} = {{ .b = {{ {value} }}, .a = {self.leaf()} }}, *w{b} = &v{b};")
                self.structs.append(f"(*w{b})")
        for _ in range(n or rng.randint(1, 3)):
            lines.append(self.statement(room - 1))
        if own:
            self.plain_block -= 1
            self.values, self.addressed, self.arrays, self.structs = saved
        return "{ " + "\n".join(lines) + " }"

    def counter(self):
        self.counters += 1
        return f"c{self.counters}"

    def statement_(self, room):
        if room <= 0 or self.depth > 5:
            return self.simple()
        c = rng.random()
        if c < 0.3:
            return self.simple()
        if c < 0.45:
            other = f" else {self.body(room)}" if rng.random() < 0.5 else ""
            return f"if ({self.condition(2, True, True)}) {self.body(room)}{other}"
        if c < 0.7:
            return self.loop(room)
        if c < 0.82:
            return self.switch(room)
        if c < 0.9 and not self.plain_block:
            label = f"l{len(self.labels)}"
            self.labels.append(label)
            return f"{label}: {self.simple()}"
        if c < 0.95 and self.labels:
            return f"if ({self.counter()}++ < {rng.randint(1, 2)}u) goto {rng.choice(self.labels)};"
        return self.block(room)

    def body(self, room):
        return self.block(room) if rng.random() < 0.7 else self.simple()

    def loop(self, room):
        i, n = self.counter(), rng.randint(1, 4)
        self.loops += 1
        test = f"{i}++ < {n}u" + (f" && {self.condition(2, True, True)}" if rng.random() < 0.4 else "")
        if rng.random() < 0.2:
            test = f"({self.expression(2, True)}, {test})"
        kind = rng.random()
        inside = self.block(room)
        if kind < 0.35:
            made = f"{i} = 0; while ({test}) {inside}"
        elif kind < 0.6:
            made = f"{i} = 0; do {inside} while ({test});"
        else:
            step = f"{rng.choice(self.values)} += {self.expression(2, True)}" if rng.random() < 0.6 else ""
            made = f"for ({i} = {pick('0', '0', 'pause(0)' if self.cps else '0')}; {test}; {step}) {inside}"
        self.loops -= 1
        return "{ " + made + " }"

    def switch(self, room):
        lines = []
        self.plain_block += 1  # no label, or a jump could skip an initialization that is not there
        values = rng.sample(range(8), rng.randint(1, 4))
        for v in values:
            lines.append(f"case {v}: {self.body(room - 1)} {pick('break;', 'break;', '')}")
        if rng.random() < 0.6:
            lines.insert(rng.randint(0, len(lines)), f"default: {self.simple()} {pick('break;', '')}")
        if rng.random() < 0.3:
            i = self.counter()
            lines.append(f"{i} = 0; do {{ {self.simple()} case 8: {self.simple()} }} while ({i}++ < 2u);")
        self.plain_block -= 1
        return f"switch ({self.expression(2, True)} % 9u) {{ {' '.join(lines)} }}"

    def simple(self):
        c = rng.random()
        if c < 0.06 and self.loops:
            jump = pick("break;", "continue;")
            return jump if rng.random() < 0.5 else f"if ({self.condition(1, True, True)}) {jump}"
        if c < 0.11:
            return f"if ({self.condition(1, True, True)}) {self.result()}"
        if c < 0.25:
            return f"note({self.leaf()});"
        if c < 0.35 and self.cps:
            return "fl_yield();"
        if c < 0.42:
            return f"{rng.choice(self.values)}{pick('++', '--')};"
        if c < 0.5:
            return f"{rng.choice(self.arrays)}[{self.leaf()} % 3u] {pick('=', '+=', '^=')} {self.expression(2, True)};"
        if c < 0.58:
            part = rng.choice(self.structs) + pick(".a", ".b[1]", ".c")
            return f"{part} {pick('=', '+=')} {self.expression(2, True)};"
        if c < 0.64:
            makers = [f for f in functions if f.number > self.number and f.kind == "struct" and f.cps <= self.cps]
            if makers:
                s = rng.choice(self.structs)
                return f"{s} = {rng.choice(makers).name}({s}, {self.expression(2, True)});"
        if c < 0.7:
            return f"{self.condition(3, True, True)};"
        if c < 0.74 and self.cps:
            starts = [f for f in functions if f.number > self.number and f.kind == "int" and f.cps]
            if starts:
                call = f"{rng.choice(starts).name}({self.expression(1, True)}, {self.leaf()})"
                return f"if (threads-- > 0) fl_spawn({call});"
        return f"{rng.choice(self.values)} {pick('=', '=', '+=', '^=', '*=')} {self.expression(3, True)};"

    def result(self):
        if self.kind == "void":
            return "return;"
        if self.kind == "struct":
            if rng.random() < 0.3:
                return f"return (struct s){{ {self.expression(1, True)}, {{ {self.leaf()} }}, 7 }};"
            return f"return {rng.choice(self.structs)};"
        return f"return {self.expression(2, True)};"

    def prototype(self):
        parameters = {
            "int": "unsigned a, unsigned b",
            "void": "unsigned a",
            "struct": "struct s s, unsigned a",
            "pointer": "unsigned *p, unsigned a",
        }
        result = {"int": "unsigned", "void": "void", "struct": "struct s", "pointer": "unsigned"}
        return f"static {'cps ' if self.cps else ''}{result[self.kind]} {self.name}({parameters[self.kind]})"

    def text(self):
        parameters = {"int": ["a", "b"], "void": ["a"], "struct": ["a", "s.a"], "pointer": ["a", "(*p)"]}
        self.values = parameters[self.kind] + ["x", "y", "shade"]
        self.addressed = ["z", "w"]
        self.arrays = ["m"]
        self.structs = ["s"] if self.kind == "struct" else ["u"]
        body = "\n".join(self.statement(3) for _ in range(rng.randint(3, 6)))
        declared = "unsigned x = 1, y = 2, shade = 3, z = 4, w = 5, m[3] = { 6, 7, 8 };"
        if self.kind != "struct":
            declared += " struct s u = { 9, { 10, 11 }, 12 };"
        if self.counters:
            declared += " unsigned " + ", ".join(f"c{i} = 0" for i in range(1, self.counters + 1)) + ";"
        # What the budget cuts off is cut off at the same place in every build: calls come in the same order.
        guard = {"int": "return a;", "void": "return;", "struct": "return s;", "pointer": "return *p;"}[self.kind]
        lines = [self.prototype(), "{", declared, f"if (budget-- <= 0) {guard}", body, "note(x + y + z + w + m[1]);"]
        return "\n".join(lines + [self.result(), "}", ""])


functions = [Function(i) for i in range(FUNCTIONS)]
functions[0].cps, functions[0].kind = True, "int"
texts = [f.text() for f in functions]
print("/* generated by tests/threads/fuzz/generate.py", sys.argv[1], "*/")
print("#include <stdio.h>\n#include <fl_threads.h>\n")
print("struct s { unsigned a, b[2]; unsigned char c; };")
print("static unsigned trace = 1; static int budget = 400, threads = 6;")
print("static void note(unsigned v) { trace = (trace ^ v) * 16777619u; }")
print("static cps unsigned pause(unsigned v) { if (v % 3u != 1u) fl_yield(); note(v); return v; }")
for f in functions:
    print(f.prototype() + ";")
print("typedef cps unsigned function(unsigned, unsigned);")
entries = ", ".join(f.name if f.cps and f.kind == "int" else "0" for f in functions)
print("static function *const table[] = {", entries, "};")
for text in texts:
    print(text)
print("static cps void start(unsigned n) { unsigned r = f0(n, n + 1u); printf(\"%u %u %u\\n\", n, r, trace); }")
print("int main(void) {\n(void)table;\nfor (unsigned i = 0; i < 3; i++) fl_spawn(start(i));")
print("size_t r = fl_main_loop();\nprintf(\"%u\\n\", trace);\nreturn (int)r;\n}")
