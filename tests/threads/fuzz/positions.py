#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A random program with threads: suspending calls that result in values of all kinds of types, in all positions of
expressions and of declarations. (generate.py is about control.)

  positions.py SEED >program.c

What it prints does not depend on the order in which C may evaluate operands: a call changes nothing but `acc`, to which
it adds, and what is assigned to in an expression is a variable that nothing else names. A function prints hashes of the
values, in its order."""
import random
import sys

rng = random.Random(int(sys.argv[1]))
FUNCTIONS = rng.randint(3, 7)

PRELUDE = r"""
#include <complex.h>
#include <fl_threads.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
typedef uint32_t u32;
typedef uint64_t u64;
static u32 acc;
static u64 mixb(u64 h, const void *p, size_t n)
{
  const unsigned char *c = p;
  while (n--)
    h = (h ^ *c++) * 1099511628211ull;
  return h;
}
static u64 mix(u64 h, u64 v) { return mixb(h, &v, sizeof v); }
static cps void pause_(u32 v)
{
  if ((v & 3) != 1)
    fl_yield();
  if ((v & 12) == 4)
    fl_yield();
  acc += v * 2654435761u;
}
enum en { E0, E1, E2 = 7, E3 = -4 };
struct s1 { signed char c; };
struct s3 { unsigned char c[3]; };
struct sm { float f; int i; double d; };
struct big { int a[20]; struct s3 t; long l; };
struct __attribute__((packed)) pk { char c; int i; short s; long long q; };
struct __attribute__((aligned(32))) al { int a; char b; };
struct bf { unsigned a : 3; int b : 5; u64 c : 40; _Bool d : 1; unsigned : 0; int e : 1; };
union un { int i; float f; unsigned char b[6]; struct s3 s; };
struct nest { struct { int x; union { int y; float z; }; } in; struct bf b; int *p; };
typedef int v4 __attribute__((vector_size(16)));
typedef unsigned char v8c __attribute__((vector_size(8)));
typedef double v2d __attribute__((vector_size(16)));
typedef int arr3[3];
static int pool[64];
static struct sm spool[8];
static int nat_f(int a) { return a * 3 + 1; }
static int nat_g(int a) { return a ^ 0x55; }
typedef int natfn(int);
"""

# Behind the types' functions.
NUMBERS = r"""
static cps int vsum(int n, ...)
{
  va_list ap;
  u32 s = 0;
  va_start(ap, n);
  while (n--) {
    s = s * 31 + (u32)va_arg(ap, int);
    pause_(s);
  }
  va_end(ap);
  return (int)s;
}
static int nsum(int n, ...)
{
  va_list ap;
  u32 s = 0;
  va_start(ap, n);
  while (n--)
    s = s * 31 + (u32)va_arg(ap, int);
  va_end(ap);
  return (int)s;
}
static int nbig(int a, struct big b, double d, struct sm m, _Bool e)
{
  return (int)((u32)a + (u32)b.a[3] + (d > 3.0) + (u32)m.i + e);
}
"""

# For each type: what is used of it. %(n)s is its name, %(c)s its name in C, %(make)s sets `r` from `x`, %(hash)s takes
# `v` into `h`.
OF_TYPE = r"""
static %(c)s raw_%(n)s(u32 x) { %(c)s r; %(make)s return r; }
static u64 h_%(n)s(u64 h, %(c)s v) { %(hash)s return h; }
static cps %(c)s mk_%(n)s(u32 x) { pause_(x); return raw_%(n)s(x); }
static cps %(c)s id_%(n)s(%(c)s v) { pause_((u32)h_%(n)s(3, v)); return v; }
static cps %(c)s sel_%(n)s(int k, %(c)s v, %(c)s w) { pause_((u32)k); return k & 1 ? v : w; }
static cps %(c)s *at_%(n)s(%(c)s *v, int k) { pause_((u32)k); return v; }
static cps void put_%(n)s(%(c)s *v, %(c)s w) { pause_(1); *v = w; pause_(2); }
struct w_%(n)s { char c; %(c)s a; %(c)s b[2]; };
static cps struct w_%(n)s wr_%(n)s(%(c)s v, u32 x)
{
  struct w_%(n)s w = {.b[1] = v};
  pause_(x);
  w.a = raw_%(n)s(x);
  w.b[0] = raw_%(n)s(x + 1);
  return w;
}
static cps %(c)s mk2_%(n)s(u32 x) { return id_%(n)s(raw_%(n)s(x + 7)); }
typedef cps %(c)s fn_%(n)s(u32);
struct ops_%(n)s { fn_%(n)s *f[2]; struct { fn_%(n)s *g; } in; };
static struct ops_%(n)s ops_%(n)s = {{mk_%(n)s, mk2_%(n)s}, {mk2_%(n)s}};
static cps fn_%(n)s *gf_%(n)s(int k) { pause_((u32)k); return ops_%(n)s.f[k & 1]; }
static cps struct ops_%(n)s *go_%(n)s(int k) { pause_((u32)k); return &ops_%(n)s; }
"""


class Type:
    """kind: i integer, f floating, c complex, s structure or union, p pointer, v vector, o pointer to a function.
    members: of a structure, each with its type's name. lanes: of a vector."""

    def __init__(self, name, c, kind, make, hash_, members=(), lanes=0):
        self.name, self.c, self.kind, self.make, self.hash = name, c, kind, make, hash_
        self.members, self.lanes = members, lanes

    def text(self):
        return OF_TYPE % {"n": self.name, "c": self.c, "make": self.make, "hash": self.hash}


def integer(name, c):
    make = "r = x % 3 ? E2 : E3;" if name == "en" else f"r = ({c})(x * 2654435761u >> 5);"
    return Type(name, c, "i", make, "h = mix(h, (u64)v);")


def bytes_of(name, c, kind, make, size="sizeof v", lanes=0):
    return Type(name, c, kind, make, f"h = mixb(h, &v, {size});", lanes=lanes)


def complex_(name, c, make):
    parts = "double a = creal(v) + 0.0, b = cimag(v) + 0.0;"
    return Type(name, c, "c", make, parts + " h = mixb(h, &a, 8); h = mixb(h, &b, 8);")


def structure(name, c, make, members, zero=False, hash_=None):
    if hash_ is None:
        hash_ = " ".join(f"h = mix(h, (u64)(int64_t)v{m});" for m, _ in members)
    return Type(name, c, "s", ("memset(&r, 0, sizeof r); " if zero else "") + make, hash_, members)


TYPES = {t.name: t for t in [
    integer("b", "_Bool"), integer("ch", "char"), integer("sc", "signed char"), integer("us", "unsigned short"),
    integer("sh", "short"), integer("i", "int"), integer("u", "unsigned"), integer("l", "long"),
    integer("ull", "unsigned long long"), integer("en", "enum en"),
    bytes_of("f", "float", "f", "r = (float)(x % 1000) * 0.25f;"),
    bytes_of("d", "double", "f", "r = x % 1000 * 0.125;"),
    bytes_of("ld", "long double", "f", "r = x % 1000 * 0.5L;", "sizeof v > 10 ? 10 : sizeof v"),
    complex_("cf", "float _Complex", "r = (float)(x % 100) + (float)(x % 7) * 1.0if;"),
    complex_("cd", "double _Complex", "r = x % 100 - (x % 9) * 1.0i;"),
    structure("s1", "struct s1", "r.c = (signed char)x;", [(".c", "sc")]),
    structure("s3", "struct s3", "r.c[0] = (unsigned char)x; r.c[1] = (unsigned char)(x >> 3); r.c[2] = 9;",
              [(".c[1]", "i"), (".c[2]", "i"), (".c[0]", "i")]),
    structure("sm", "struct sm", "r.f = (float)(x % 64); r.i = (int)x; r.d = x % 128;",
              [(".f", "f"), (".i", "i"), (".d", "d")]),
    structure("big", "struct big", "r.a[x % 20] = (int)x; r.a[3] += 5; r.t.c[1] = (unsigned char)x; r.l = -(long)x;",
              [(".a[3]", "i"), (".t.c[1]", "i"), (".l", "l"), (".t", "s3")], zero=True,
              hash_="h = mixb(h, v.a, sizeof v.a); h = mixb(h, v.t.c, 3); h = mix(h, (u64)v.l);"),
    structure("pk", "struct pk", "r.c = (char)x; r.i = (int)x * 3; r.s = (short)x; r.q = -(long long)x;",
              [(".i", "i"), (".q", "l"), (".s", "sh")]),
    structure("al", "struct al", "r.a = (int)x; r.b = (char)(x >> 2);", [(".a", "i"), (".b", "ch")],
              hash_="h = mix(h, (u64)v.a); h = mix(h, (u64)v.b); h = mix(h, (uintptr_t)&v % 32);"),
    structure("bf", "struct bf",
              "r.a = x; r.b = (int)(x >> 1); r.c = (u64)x * 77777; r.d = x & 1; r.e = -(int)(x & 1);",
              [(".a", "u"), (".b", "i"), (".c", "ull"), (".d", "b"), (".e", "i")], zero=True),
    structure("un", "union un", "r.i = (int)x;", [(".i", "i"), (".b[1]", "i"), (".s", "s3")], zero=True,
              hash_="h = mixb(h, v.b, 4);"),
    structure("nest", "struct nest", "r.in.x = (int)x; r.in.y = -(int)x; r.b.a = x; r.p = &pool[x % 64];",
              [(".in.x", "i"), (".in.y", "i"), (".b", "bf"), (".p", "pi"), (".b.a", "u")], zero=True,
              hash_="h = mix(h, (u64)v.in.x); h = mix(h, (u64)v.in.y); h = mix(h, v.b.a);"
                    " h = mix(h, v.p ? (u64)(v.p - pool) : 99);"),
    bytes_of("v4", "v4", "v", "r = (v4){(int)x, 2, -(int)x, 4};", lanes=4),
    bytes_of("v8c", "v8c", "v", "r = (v8c){(unsigned char)x, 1, 2, 3, 4, 5, (unsigned char)(x >> 3), 7};", lanes=8),
    bytes_of("v2d", "v2d", "v", "r = (v2d){x % 64, -1.0};", lanes=2),
    Type("pi", "int *", "p", "r = &pool[x % 64];", "h = mix(h, v ? (u64)(v - pool) : 99);"),
    Type("ps", "struct sm *", "p", "r = &spool[x % 8];", "h = mix(h, v ? (u64)(v - spool) : 99);"),
    Type("pc", "const char *", "p", 'r = &"abcdefghijklmnopq"[x % 16];', "h = mix(h, v ? (u64)*v : 99);"),
    Type("nf", "natfn *", "o", "r = x & 2 ? nat_f : nat_g;", "h = mix(h, v ? (u64)v(5) : 99);"),
    Type("pa", "arr3 *", "p", "r = (arr3 *)&pool[x % 8 * 3];", "h = mix(h, v ? (u64)(*v - pool) : 99);"),
]}
ALL = list(TYPES)
INTEGERS = [n for n in ALL if TYPES[n].kind == "i"]
SMALL = ["b", "ch", "sc", "us", "sh", "i", "u", "en"]
PROMOTED = ["i", "ch", "b", "en", "sh"]  # behind `...` they are int


def pick(*choices):
    return rng.choice(choices)


def number():
    return str(rng.randint(0, 400))


class Function:
    def __init__(self, index):
        self.index = index
        self.beginning = []  # declarations
        self.names = 0
        self.values = []  # names and types of variables that nothing changes, here

    def name(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}"

    def fresh(self, n, qualifier=""):
        """A variable that nobody else names"""
        v = self.name("vr")
        self.beginning.append(f"{qualifier}{TYPES[n].c} {v} = raw_{n}({number()});")
        return v

    # --- expressions: each is in parentheses, or an operand as it is
    def plain(self, n):
        """Without a call that suspends"""
        known = [v for v, t in self.values if t == n]
        return rng.choice(known) if known and rng.random() < 0.8 else f"raw_{n}({number()})"

    def below(self, depth, m):
        return f"({self.value(pick('u', 'u', 'us'), depth)} % {m}u)"

    def condition(self, depth):
        c = rng.random()
        if depth <= 0:
            return f"({self.value('i', 0)} & {pick(1, 2, 4)})"
        if c < 0.25:
            return f"({self.condition(depth - 1)} {pick('&&', '||')} {self.condition(depth - 1)})"
        if c < 0.35:
            return f"!{self.condition(depth - 1)}"
        if c < 0.5:
            n = rng.choice(SMALL)
            return f"({self.value(n, depth - 1)} {pick('<', '!=', '>=')} {self.value(n, depth - 1)})"
        if c < 0.6:
            return f"({self.value('pi', depth - 1)} {pick('<', '!=')} {self.value('pi', depth - 1)})"
        if c < 0.65:
            return f"({self.value('f', depth - 1)} > {self.value('d', depth - 1)})"
        n = pick("i", "u", "b", "l", "en", "ch")
        return self.value("b", depth - 1) if n == "b" else f"({self.value(n, depth - 1)} & 2)"

    def value(self, n, depth):
        if depth <= 0:
            return f"mk_{n}({number()})" if rng.random() < 0.45 else self.plain(n)
        kind = TYPES[n].kind
        forms = [self.calls, self.calls, self.through_pointers, self.operators, self.wholes, self.assignments]
        if kind == "i" and n != "en":
            forms += [self.integers, self.integers, self.integers]
        if kind in "fc":
            forms.append(self.fractions)
        if kind == "s":
            forms.append(self.member)
        if kind == "v":
            forms.append(self.vectors)
        if n == "pi":
            forms.append(self.pointers)
        return rng.choice(forms)(n, depth - 1)

    def calls(self, n, d):
        return pick(
            lambda: f"mk_{n}({self.value(pick('u', 'i', 'us'), d)})",
            lambda: f"id_{n}({self.value(n, d)})",
            lambda: f"sel_{n}({self.value(rng.choice(SMALL), d)}, {self.value(n, d)}, {self.value(n, d)})",
            lambda: f"wr_{n}({self.value(n, d)}, {self.value('u', d)}).{pick('a', 'b[0]', f'b[{self.below(0, 2)}]')}",
            lambda: f"(*({pick('', '0, ')}wr_{n}({self.value(n, d)}, {number()}).b + {self.below(d, 2)}))",
            lambda: f"(*at_{n}(&{self.fresh(n)}, {self.value('i', d)}))",
        )()

    def through_pointers(self, n, d):
        return pick(
            lambda: f"ops_{n}.f[{self.value('i', d)} & 1]({self.value('u', d)})",
            lambda: f"{pick('', '*')}gf_{n}({self.value('i', d)})".join(pick(("(", ")"))) + f"({self.value('u', d)})",
            lambda: f"go_{n}({self.value('i', d)})->{pick('in.g', 'f[1]', f'f[{self.below(0, 2)}]')}"
                    f"({self.value('u', d)})",
        )()

    def operators(self, n, d):
        return pick(
            lambda: f"({pick('', '(void)')}{self.value(rng.choice(ALL), d)}, {self.value(n, d)})",
            lambda: f"({self.condition(d)} ? {self.value(n, d)} : {self.value(n, d)})",
            lambda: f"({self.value(n, d)} ?: {self.value(n, d)})" if TYPES[n].kind in "ip" else self.value(n, d),
            lambda: f"(_Generic({self.plain(n)}, default: 0, {TYPES[n].c}: 1) ? {self.value(n, d)} : {self.plain(n)})",
            lambda: f"__builtin_choose_expr({pick(0, 1)}, {self.plain(n)}, {self.plain(n)})",
            lambda: f"({TYPES[n].c})({self.value(n, d)})" if TYPES[n].kind != "s" else
                    f"(({TYPES[n].c}[]){{{self.value(n, d)}}})[0]",
        )()

    def wholes(self, n, d):
        """Statement expressions, compound literals, arrays"""
        c, v = TYPES[n].c, self.name("t")
        several = f"{self.value(n, d)}, [1] = {self.value(n, d)}, {self.value(n, d)}"

        def with_loop():
            declared = pick("__auto_type", f"__typeof__({self.value(n, 0)})", c)
            leave = f"if ({self.condition(d)}) {pick('continue', 'break')};"
            loop = f"for (int q = 0; q < {rng.randint(1, 3)}; q++) {{ {leave} {v} = {self.value(n, 0)}; }}"
            return f"({{ {declared} {v} = {self.value(n, d)}; {loop} {v}; }})"

        def array():
            self.beginning.append(f"{c} {v}[4]; for (u32 q = 0; q < 4; q++) {v}[q] = raw_{n}(q * 5);")
            i = self.below(d, 4)
            return pick(f"{v}[{i}]", f"{i}[{v}]", f"({v}[{i}] = {self.value(n, d)})", f"(*({v} + {i}))")

        between = pick("", "fl_yield();", f"put_{n}(&{v}, {self.value(n, d)});")
        return pick(
            lambda: f"({{ {c} {v} = {self.value(n, d)}; {between} {v}; }})",
            lambda: f"({{ {self.value(rng.choice(ALL), d)}; {self.value(n, d)}; }})",
            with_loop,
            array,
            lambda: f"(({c}[{pick('', '3')}]){{{several}}})[{self.below(d, 3)}]",
            lambda: f"((struct w_{n}){{.b = {{{self.value(n, d)}, {self.value(n, d)}}}, .a = {self.value(n, d)}}})"
                    f".{pick('a', 'b[1]', 'b[0]')}",
        )()

    def assignments(self, n, d):
        v, kind = self.fresh(n), TYPES[n].kind

        def volatile():
            w = self.fresh(n, "volatile ")
            return f"({w} = {self.value(n, d)}" + (")" if kind == "s" else f", fl_yield(), {w})")

        def compound():
            if kind == "i" and n != "en":
                return f"({v} {pick('^=', '|=', '&=')} {self.value(rng.choice(SMALL), d)})"
            if kind == "f":
                return f"({v} {pick('+=', '-=', '*=')} {self.value(rng.choice(SMALL), d)})"
            return f"({v} = {self.value(n, d)})"

        again = pick(v, f"sel_{n}({self.value('i', d)}, {v}, {v})", f"id_{n}({v})")
        return pick(
            volatile,
            compound,
            compound,
            lambda: f"({v} = {self.value(n, d)}, {self.value(rng.choice(ALL), 0)}, {again})",
            lambda: f"(*at_{n}(&{v}, {number()}) = {self.value(n, d)})",
            lambda: f"(put_{n}(&{v}, {self.value(n, d)}), {v})",
        )()

    def integers(self, n, d):
        def arguments(k):
            return "".join(f", {self.value(rng.choice(PROMOTED), d)}" for _ in range(k))

        def member():
            m = rng.choice([t for t in ALL if TYPES[t].kind == "s"])
            of = [a for a, t in TYPES[m].members if TYPES[t].kind == "i"]
            if not of:
                return self.plain(n)
            direct = f"({self.value(m, d)}){rng.choice(of)}"
            return pick(direct, f"at_{m}(&{self.fresh(m)}, {self.value('i', d)})->{rng.choice(of)[1:]}")

        def bit_field():
            place = f"{self.fresh('bf')}.{pick('a', 'b', 'c', 'd', 'e')}"
            return f"({place} {pick('=', '|=', '^=')} {self.value(pick('i', 'u', 'us', 'ull', 'b'), d)})"

        whole = f"(u64)({self.value(n, d)})"
        k = rng.randint(0, 4)
        return f"({TYPES[n].c})" + pick(
            lambda: f"({whole} {pick('+', '-', '*', '^', '|', '&')} (u64)({self.value(rng.choice(SMALL), d)}))",
            lambda: f"({whole} >> {self.below(d, 16)})",
            lambda: f"~{whole}",
            lambda: f"sizeof({self.value(rng.choice(ALL), d)})",
            lambda: f"_Alignof(struct w_{rng.choice(ALL)})",
            lambda: f"vsum({k}{arguments(k)})",
            lambda: f"nsum({k}{arguments(k)})",
            lambda: f"nbig({self.value('i', d)}, {self.value('big', d)}, {self.value(pick('d', 'f', 'i'), d)}, "
                    f"{self.value('sm', d)}, {self.value(pick('b', 'i', 'pi'), d)})",
            lambda: f"!({self.value(pick('i', 'pi', 'd', 'b', 'ull'), d)})",
            lambda: f"({self.fresh('u')}{pick('++', '--')} + {self.value('us', d)})",
            lambda: f"{pick('++', '--')}*at_us(&{self.fresh('us')}, {self.value('i', d)})",
            lambda: f"__builtin_expect({self.value('l', d)}, {pick(0, 1)})",
            lambda: f"({self.value('pi', d)} - {self.value('pi', d)})",
            lambda: f"*({self.value('pi', d)})",
            lambda: self.condition(d + 1),
            bit_field,
            member,
        )()

    def fractions(self, n, d):
        if TYPES[n].kind == "f":
            other = pick("f", "d", "i", "us")
            return pick(lambda: f"({self.value(other, d)} {pick('+', '-', '*')} {self.value(n, d)})",
                        lambda: f"(-({self.value(n, d)}))")()
        return pick(lambda: f"({self.value(pick('cf', 'cd', 'i', 'd'), d)} {pick('+', '-')} {self.value(n, d)})",
                    lambda: f"(__real__({self.value(n, d)}) + 1.0i * (float)__imag__({self.value(n, d)}))")()

    def member(self, n, d):
        owners = [(m, a) for m in ALL for a, t in TYPES[m].members if t == n]
        if not owners:
            return f"({self.value(n, d)})"
        m, a = rng.choice(owners)
        return f"({self.value(m, d)}){a}"

    def vectors(self, n, d):
        v = self.fresh(n)
        return pick(lambda: f"({self.value(n, d)} {pick('+', '-', '*')} {self.value(n, d)})",
                    lambda: f"({v}[{self.below(d, TYPES[n].lanes)}] = {self.value('us', d)}, {v})")()

    def pointers(self, n, d):
        return pick(lambda: f"&pool[({self.value(n, d)} - pool + {self.value('us', d)}) % 64]",
                    lambda: f"&({self.value(n, d)})[0]")()

    # --- statements
    def show(self, n, v):
        return f"H = h_{n}(H, {v});"

    def declared(self, n, d, loop):
        c, v = TYPES[n].c, self.name("x")
        if rng.random() < 0.3:
            first = f"{c} {v}[] = {{{self.value(n, 2)}, [2] = {self.value(n, 2)}, {self.value(n, 2)}}};"
            return f"{{ {first} {pick('fl_yield();', '')} {self.statement(d, loop)} {self.show(n, f'{v}[2]')} }}"
        if rng.random() < 0.3:
            w = f"struct w_{n} {v} = {{.a = {self.value(n, 2)}, .b[1] = {self.value(n, 1)}, .b[0] = {self.plain(n)}}}"
            more = f"{v}b = wr_{n}({v}.a, {self.value('u', 1)}), {v}c = {v}b;"
            shown = " ".join(self.show(n, v + p) for p in (".a", "b.a", ".b[1]", "c.b[0]"))
            return f"{{ {w}, {more} fl_yield(); {shown} }}"
        qualifiers = ["", "", "register ", "const " if n != "pc" else "", "_Alignas(64) "]
        if TYPES[n].kind in "if":
            qualifiers.append("volatile ")
        qualifier = rng.choice(qualifiers) if n not in ("pa", "nf") else ""
        text = f"{qualifier}{c} {v} = {self.value(n, 2)}; {self.show(n, v)}"
        if qualifier == "":
            self.values.append((v, n))
        text += " ".join(self.statement(d, loop) for _ in range(rng.randint(0, 2)))
        if qualifier == "":
            self.values.pop()
        return "{ " + text + self.show(n, v) + " }"

    def loops(self, n, d):
        i = self.name("i")
        leave = f"if ({self.condition(1)}) {pick('break', 'continue')};"
        body = f"{self.statement(d, True)} {leave} {self.statement(d, True)}"
        return pick(
            lambda: f"for (int {i} = {pick('0', f'(int){self.below(1, 2)}')}; {i} < 3 && {self.condition(1)}; "
                    f"{pick(f'{i}++', f'({self.value(rng.choice(ALL), 1)}, {i}++)')}) {{ {body} }}",
            lambda: f"{{ int {i} = 0; while ({i}++ < 3 && {self.condition(2)}) {{ {body} }} }}",
            lambda: f"{{ int {i} = 0; do {{ {body} }} while ({self.condition(1)} & ({i}++ < 2)); }}",
        )()

    def blocks(self, n, d, loop):
        c, v = TYPES[n].c, self.name("z")
        away = pick("", f"if ({self.condition(1)}) goto end;")
        leave = pick("", f"if ({self.condition(1)}) return {self.value(self.result, 1)};")
        return pick(
            lambda: f"{{ fl_defer {{ {self.show(n, self.value(n, 1))} }} {self.statement(d, loop)} {away} "
                    f"{self.statement(d, loop)} }}",
            lambda: f"{{ {c} {v} = {self.value(n, 2)}; {c} *{v}p = &{v}; fl_spawned {{ fl_yield(); "
                    f"acc += (u32)h_{n}(1, {v}); {pick('', 'if (acc == 7) return;')} "
                    f"acc += (u32)h_{n}(2, mk_{n}({number()})); }} {self.statement(d, loop)} "
                    f"{self.show(n, f'*{v}p')} }}",
            lambda: f"fl_attached(fl_current()) {{ {self.statement(d, loop)} {leave} }}",
        )()

    def statement(self, depth, loop=False):
        c, n = rng.random(), rng.choice(ALL)
        d = depth - 1
        if c < 0.3 and depth > 0:
            return self.declared(n, d, loop)
        if c < 0.5:
            return self.show(n, self.value(n, 3))
        if depth <= 0:
            return pick(lambda: f"{pick('', '(void)')}{self.value(n, 2)};", lambda: self.show(n, self.value(n, 2)))()
        if c < 0.58:
            other = pick("", f"else {self.statement(d, loop)}")
            return f"if ({self.condition(2)}) {self.statement(d, loop)} {other}"
        if c < 0.68:
            return self.loops(n, d)
        if c < 0.74:
            case = [f"{self.statement(d, loop)} {pick('break;', '')}" for _ in range(3)]
            return (f"switch ({self.value(pick('u', 'us'), 2)} % 5u) {{ case 0: {case[0]} case 1 ... 2: {case[1]} "
                    f"default: {case[2]} }}")
        if c < 0.78:
            label, left = self.name(f"again{self.index}_"), self.fresh("u")
            back = f"if ({left}++ < 2 && {self.condition(1)}) goto {label};"
            return f"{{ {left} = 0; {label}:; {self.statement(d)} {back} }}"
        if c < 0.82:
            v, t = self.name("k"), self.value(n, 2)
            local = f"struct of_{v} {{ {TYPES[n].c} a; struct bf b; }} {v} = {{{t}, {self.value('bf', 1)}}}, {v}b;"
            shown = self.show(n, f"{v}b.a") + " " + self.show("bf", f"{v}.b")
            return f"{{ {local} {v}b = {v}; fl_yield(); {shown} }}"
        if c < 0.94:
            return self.blocks(n, d, loop)
        return "{ " + " ".join(self.statement(d, loop) for _ in range(3)) + " }"

    def text(self):
        kinds = [rng.choice(ALL) for _ in range(rng.randint(0, 6))]
        self.result = rng.choice(ALL)
        self.values = [(f"p{i}", n) for i, n in enumerate(kinds)]
        parameters = "".join(f", {TYPES[n].c} p{i}" for i, n in enumerate(kinds))
        body = [self.statement(2) for _ in range(rng.randint(2, 5))]
        body += [self.show(n, f"p{i}") for i, n in enumerate(kinds)]
        result = self.value(self.result, 2)
        c = TYPES[self.result].c
        given = "".join(f", raw_{n}({number()})" for n in kinds)
        return "\n  ".join(
            [f"static cps {c} g{self.index}(u64 *o{parameters})\n{{", "u64 H = *o;"] + self.beginning + body
            + [f"goto end;\nend:\n  *o = H;\n  return {result};\n}}"]
        ) + (f"\nstatic cps u64 run{self.index}(void)\n{{\n  u64 H = 1;\n  {c} r = g{self.index}(&H{given});\n"
             f"  return h_{self.result}(H, r);\n}}")


print(PRELUDE)
for t in TYPES.values():
    print(t.text())
print(NUMBERS)
for index in range(FUNCTIONS):
    print(Function(index).text())
print("static cps void all(int id)\n{")
for index in range(FUNCTIONS):
    print(f'  printf("%d g{index} %llx\\n", id, (unsigned long long)run{index}());')
print("""}
int main(void)
{
  for (u32 i = 0; i < 64; i++)
    pool[i] = (int)(i * 1103515245u >> 3);
  fl_spawn(all(0));
  fl_spawn(all(1));
  size_t left = fl_main_loop();
  printf("%x %d\\n", acc, (int)left);
  return left != 0;
}""")
