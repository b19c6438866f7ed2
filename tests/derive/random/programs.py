#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Random programs in Gallina that fairlead derive takes to C: programs.py SEED...

Prints a Coq file with a program p_SEED for each seed, or, after --runs, one that computes runs of each. What may trap
in .fl stands where a test, or what is known of a type, says that it does not: so each program has a proof, and a
refusal is a finding."""
import random
import sys

WORDS = {"u8": 8, "u16": 16, "u32": 32, "u64": 64}
RUNS = 4
PRELUDE = """(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
From Coq Require Import ZArith String.
From Fairlead.Derive Require Import Derive.
From Fairlead.Derive.ToC Require Import Data ToFl.
Local Open Scope program_scope.

Inductive colour := red | green (g : u8) | blue (b : u16) (deep : bool).
Record pixel := Pixel { shade : u32; bright : bool }.
Inductive effect := get_word | get_long | get_flag | get_text | get_maybe | get_colour | get_pixel
  | put_word | put_long | put_pair | put_text | put_maybe | put_colour | put_pixel.
Definition args (e : effect) : Type :=
  match e with
  | put_word => u8 | put_long => u64 | put_pair => u16 * bool | put_text => bytes 9 | put_maybe => option u16
  | put_colour => colour | put_pixel => u32 * (pixel * unit) | _ => unit
  end.
Definition rets (e : effect) : Type :=
  match e with
  | get_word => u8 | get_long => u64 | get_flag => bool | get_text => bytes 5 | get_maybe => option u16
  | get_colour => colour | get_pixel => pixel | _ => unit
  end.
"""
GETS = {"u8": "get_word", "u64": "get_long", "bool": "get_flag", "bytes 5": "get_text", "option u16": "get_maybe",
        "colour": "get_colour", "pixel": "get_pixel"}
PUTS = {"put_word": ["u8"], "put_long": ["u64"], "put_pair": ["u16", "bool"], "put_text": ["bytes 9"],
        "put_maybe": ["option u16"], "put_colour": ["colour"], "put_pixel": ["u32", "pixel"]}
TYPES = ["u8", "u8", "u8", "u16", "u32", "u64", "bool", "bool", "bytes 5", "option u16", "colour", "pixel"]
RESULTS = TYPES + ["option u16", "colour", "pixel", "unit"]
KINDS = ("let plain ask tell if less room index option case record bind iter table child tuple "
         "divisor amount part load").split()

OPERATIONS = "add_wrap sub_wrap mul_wrap land lor lxor complement shl shr rotl rotr div rem truncate".split()


class Program:
    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.names = 0
        self.budget = self.rng.choice([6, 10, 14])
        self.child = None

    def chance(self, p):
        return self.rng.random() < p

    def fresh(self, base=None):
        self.names += 1
        return f"{base or self.rng.choice('abcmnxyz')}{self.names}"

    # ** Expressions. env: [(name, type)]; facts: expressions that are known to fit, by type
    def of_type(self, env, t):
        return [x for x, s in env if s == t]

    def word(self, env, facts, t, depth):
        r, w = self.rng, WORDS[t]
        known = self.of_type(env, t) + [e for e, s in facts if s == t]
        k = r.randrange(10)
        if depth == 0 or k < 3:
            if known and not self.chance(0.25):
                return r.choice(known)
            return f"(lit {r.choice([0, 1, 2, 3, 7, 2 ** (w - 1), 2 ** w - 1, r.randrange(2 ** w)])} : {t})"
        if k < 8:
            op = r.choice(OPERATIONS)
            x = self.word(env, facts, t, depth - 1)
            if op == "complement":
                return f"(complement {x})"
            if op in ("shl", "shr"):
                return f"({op} {x} (lit {r.randrange(w)}))"
            if op in ("rotl", "rotr"):
                return f"({op} {x} {self.word(env, facts, 'u32', depth - 1)})"
            if op in ("div", "rem"):
                return f"({op} {x} (lit {r.choice([1, 2, 3, 10, 2 ** w - 1])}))"
            wider = [s for s in WORDS if WORDS[s] > w]
            if op == "truncate":
                return f"(truncate {self.word(env, facts, r.choice(wider), depth - 1)} : {t})" if wider else x
            return f"({op} {x} {self.word(env, facts, t, depth - 1)})"
        narrower = [s for s in WORDS if WORDS[s] < w]
        if narrower and k == 8:
            return f"(cast {self.word(env, facts, r.choice(narrower), depth - 1)} : {t})"
        if t == "u32":
            texts = [x for x, s in env if s.startswith("bytes")]
            if texts:
                return f"(len {r.choice(texts)})"
        return self.word(env, facts, t, depth - 1)

    def flag(self, env, facts, depth):
        r = self.rng
        known = self.of_type(env, "bool")
        k = r.randrange(8)
        if depth == 0 or k == 0:
            return r.choice(known) if known else r.choice(["true", "false"])
        if k < 5:
            used = [t for x, t in env if t in WORDS]
            t = r.choice(used) if used else "u8"
            return (f"({r.choice(['eqw', 'ltw', 'lew'])} {self.word(env, facts, t, depth - 1)} "
                    f"{self.word(env, facts, t, depth - 1)})")
        if k == 5:
            return f"(negb {self.flag(env, facts, depth - 1)})"
        if k == 6:
            texts = self.of_type(env, "bytes 5")
            if texts:
                return f"(bytes_eq {r.choice(texts)} {self.value(env, facts, 'bytes 5', 0)})"
        return f"({r.choice(['andb', 'orb'])} {self.flag(env, facts, depth - 1)} {self.flag(env, facts, depth - 1)})"

    def value(self, env, facts, t, depth):
        r = self.rng
        if t in WORDS:
            return self.word(env, facts, t, depth)
        if t == "bool":
            return self.flag(env, facts, depth)
        if t == "unit":
            return "tt"
        known = self.of_type(env, t)
        if known and self.chance(0.5):
            return r.choice(known)
        if t.startswith("bytes"):
            return r.choice([f"(text \"{''.join(r.choice('ab01') for _ in range(r.randrange(6)))}\" : {t})",
                             f"(no_bytes : {t})"])
        if t == "option u16":
            return r.choice(["(None : option u16)", f"(Some {self.word(env, facts, 'u16', depth)})"])
        if t == "colour":
            return r.choice(["red", f"(green {self.word(env, facts, 'u8', depth)})",
                             f"(blue {self.word(env, facts, 'u16', depth)} {self.flag(env, facts, depth)})"])
        assert t == "pixel", t
        return f"(Pixel {self.word(env, facts, 'u32', depth)} {self.flag(env, facts, depth)})"

    # ** Programs of type [t]; a leaf is what [end] makes of a value
    def leaf(self, env, facts, t, end):
        if end:
            return end(env, facts)
        return f"Return {self.value(env, facts, t, 2)}"

    def program(self, env, facts, t, end=None, ind=1):
        r, pad = self.rng, "\n" + "  " * ind
        if self.budget <= 0:
            return pad + self.leaf(env, facts, t, end)
        self.budget -= 1
        more = lambda e, f=facts, i=ind: self.program(e, f, t, end, i)
        under = lambda x, s: [(y, u) for y, u in env if y != x] + [(x, s)]
        value = lambda s, d=2: self.value(env, facts, s, d)
        kind = r.choice(KINDS)
        if kind == "let":
            s, x = r.choice(TYPES), self.fresh()
            return f"{pad}let! {x} := {value(s, 3)} in{more(under(x, s))}"
        if kind == "plain":
            s, x = r.choice(TYPES), self.fresh()
            return f"{pad}let {x} := {value(s)} in{more(under(x, s))}"
        if kind == "ask":
            s, x = r.choice(sorted(GETS)), self.fresh()
            return f"{pad}{x} <- {GETS[s]} tt;{more(under(x, s))}"
        if kind == "tell":
            e = r.choice(sorted(PUTS))
            if e == "put_text":
                x = self.fresh("t")
                return (f"{pad}let! {x} := (text \"k\" : bytes 4) in{pad}_ <- put_text (cat {value('bytes 5', 0)} {x});"
                        f"{more(env)}")
            parts = [value(s) for s in PUTS[e]]
            arg = {1: "{0}", 2: "({0}, {1})"}[len(parts)]
            arg = arg.format(*parts) if e != "put_pixel" else "({0}, ({1}, tt))".format(*parts)
            return f"{pad}_ <- {e} {arg};{more(env)}"
        if kind == "if":
            return (f"{pad}if {value('bool')} then{more(env, facts, ind + 1)}{pad}else{more(env, facts, ind + 1)}")
        if kind == "less":                      # what is known of a number says that a sum, or a difference, fits
            s = r.choice(list(WORDS))
            xs = self.of_type(env, s)
            if not xs:
                return f"{pad}let! {(x := self.fresh())} := {value(s)} in{more(under(x, s))}"
            x, w = r.choice(xs), WORDS[s]
            n = r.choice([1, 3, 2 ** (w - 1)])
            if self.chance(0.5):
                test, sure = f"ltw {x} (lit {2 ** w - n})", [(f"(add {x} (lit {n}))", s)]
            else:
                y = r.choice(xs)
                test, sure = f"lew {y} {x}", [(f"(sub {x} {y})", s)]
            return f"{pad}if {test} then{more(env, facts + sure, ind + 1)}{pad}else{more(env, facts, ind + 1)}"
        if kind in ("divisor", "amount"):       # what does not trap because of a test
            s = r.choice(list(WORDS))
            xs, ns = self.of_type(env, s), self.of_type(env, s if kind == "divisor" else "u32")
            if not xs or not ns:
                return f"{pad}let! {(x := self.fresh())} := {value(s)} in{more(under(x, s))}"
            x, n = r.choice(xs), r.choice(ns)
            sure = [(f"({op} {x} {n})", s) for op in (["div", "rem"] if kind == "divisor" else ["shl", "shr"])]
            if kind == "divisor":
                return (f"{pad}if eqw {n} (lit 0) then{more(env, facts, ind + 1)}"
                        f"{pad}else{more(env, facts + sure, ind + 1)}")
            return (f"{pad}if ltw {n} (lit {WORDS[s]}) then{more(env, facts + sure, ind + 1)}"
                    f"{pad}else{more(env, facts, ind + 1)}")
        if kind in ("part", "load"):
            texts = self.of_type(env, "bytes 5")
            if not texts:
                return f"{pad}{(x := self.fresh('s'))} <- get_text tt;{more(under(x, 'bytes 5'))}"
            b, y = r.choice(texts), self.fresh()
            if kind == "load":
                s = r.choice(["u8", "u16", "u32"])
                i = r.randrange(2)
                return (f"{pad}if lew (lit {i + WORDS[s] // 8}) (len {b}) then{pad}  let! {y} := "
                        f"(load_{r.choice(['be', 'le'])} {b} (lit {i}) : {s}) in"
                        f"{more(under(y, s), facts, ind + 1)}{pad}else{more(env, facts, ind + 1)}")
            known = self.of_type(env, "u32")
            lo, hi = (r.choice(known + [f"(lit {n} : u32)"]) for n in (r.randrange(3), r.randrange(2, 5)))
            return (f"{pad}if lew {lo} {hi} then{pad}  if lew {hi} (len {b}) then{pad}    "
                    f"let! {y} := part {b} {lo} {hi} in{more(under(y, 'bytes 5'), facts, ind + 2)}"
                    f"{pad}  else{more(env, facts, ind + 2)}"
                    f"{pad}else{more(env, facts, ind + 1)}")
        if kind in ("room", "index"):
            texts = self.of_type(env, "bytes 5")
            if not texts:
                return f"{pad}{(x := self.fresh('s'))} <- get_text tt;{more(under(x, 'bytes 5'))}"
            b, y = r.choice(texts), self.fresh()
            if kind == "room":
                return (f"{pad}if ltw (len {b}) (lit {r.choice([3, 5])}) then{pad}  let! {y} := "
                        f"push {b} {value('u8')} in"
                        f"{more(under(y, 'bytes 5'), facts, ind + 1)}{pad}else{more(env, facts, ind + 1)}")
            i = r.choice(self.of_type(env, "u32") + [f"(lit {r.randrange(3)})"])
            return (f"{pad}if ltw {i} (len {b}) then{pad}  let! {y} := at_ {b} {i} in"
                    f"{more(under(y, 'u8'), facts, ind + 1)}{pad}else{more(env, facts, ind + 1)}")
        if kind == "option":
            x = self.fresh()
            return (f"{pad}match {value('option u16')} with{pad}| Some {x} =>{more(under(x, 'u16'), facts, ind + 2)}"
                    f"{pad}| None =>{more(env, facts, ind + 2)}{pad}end")
        if kind == "case":
            g, b, d = self.fresh(), self.fresh(), self.fresh()
            return (f"{pad}match {value('colour')} with{pad}| red =>{more(env, facts, ind + 2)}"
                    f"{pad}| green {g} =>{more(env + [(g, 'u8')], facts, ind + 2)}"
                    f"{pad}| blue {b} {d} =>{more(env + [(b, 'u16'), (d, 'bool')], facts, ind + 2)}{pad}end")
        if kind == "record":
            known = self.of_type(env, "pixel")
            if not known:
                return f"{pad}{(x := self.fresh('q'))} <- get_pixel tt;{more(under(x, 'pixel'))}"
            a, b = self.fresh(), self.fresh()
            return (f"{pad}match {r.choice(known)} with Pixel {a} {b} =>"
                    f"{more(env + [(a, 'u32'), (b, 'bool')], facts, ind + 1)}{pad}end")
        if kind == "bind":
            s, x = r.choice(TYPES), self.fresh()
            inner = self.some(env, facts, s, None, ind + 1)
            return f"{pad}let* {x} := ({inner}) in{more(under(x, s))}"
        if kind == "tuple":
            s, u, x, y = r.choice(TYPES), r.choice(TYPES), self.fresh(), self.fresh()
            both = lambda e, f: f"Return ({self.value(e, f, s, 1)}, {self.value(e, f, u, 1)})"
            inner = self.some(env, facts, "", both, ind + 1)
            return f"{pad}let* '({x}, {y}) := ({inner}) in{more(env + [(x, s), (y, u)])}"
        if kind == "iter":
            return self.iteration(env, facts, t, end, ind)
        if kind == "table":
            return self.table(env, facts, t, end, ind)
        return self.resumed(env, facts, t, end, ind)

    def some(self, env, facts, t, end, ind):
        """A program that is part of another: of a third of what there is room for."""
        kept, self.budget = self.budget, min(self.budget, self.budget // 3 + 1)
        rest = kept - self.budget
        inner = self.program(env, facts, t, end, ind)
        self.budget = rest
        return inner

    # each round asks for something, so that runs end with what is read
    def iteration(self, env, facts, t, end, ind):
        r, pad = self.rng, "\n" + "  " * ind
        s, x, u, n, g = r.choice(TYPES), self.fresh(), r.choice(list(WORDS)), self.fresh(), self.fresh()
        a, y = r.choice(TYPES), self.fresh()
        got = r.choice(sorted(GETS))

        def leaf(e, f):
            if self.chance(0.5):
                return f"Return (inr {self.value(e, f, a, 1)})"
            return f"Return (inl ({self.value(e, f, s, 1)}, {self.value(e, f, u, 1)}))"
        body = self.some(env + [(x, s), (n, u), (g, got)], [], "", leaf, ind + 2)
        first = f"({self.value(env, facts, s, 1)}, {self.value(env, facts, u, 1)})"
        loop = (f"iter (fun '({x}, {n}) =>{pad}    {g} <- {GETS[got]} tt;{body}){pad}  ({first} : {s} * {u})")
        return (f"{pad}let* {y} := ({loop} : t args rets ({a})) in"
                f"{self.program(env + [(y, a)], facts, t, end, ind)}")

    def table(self, env, facts, t, end, ind):
        pad = "\n" + "  " * ind
        v, m, n, k, x, c, y = self.rng.choice(["u8", "pixel", "colour", "option u16"]), *map(self.fresh, "mnkxcy")
        e = env + [(k, "u8"), (n, "u8")]
        loop = (f"iter (fun '({m}, {n}) =>{pad}    {k} <- get_word tt;"
                f"{pad}    match find {m} {k} with"
                f"{pad}    | Some {x} => {self.tell(e, v, x)}"
                f"Return (inl (remove {m} {k}, add_wrap {n} (lit 1)))"
                f"{pad}    | None => if ltw (count {m}) (lit 3) then "
                f"Return (inl (put {m} {k} {self.value(e, [], v, 1)}, {n})) else Return (inr {n}) end)"
                f"{pad}  ((no_entries : table 3 W8 ({v})), (lit 0 : u8))")
        return f"{pad}let* {y} := {loop} in{self.program(env + [(y, 'u8')], facts, t, end, ind)}"

    def tell(self, env, t, x):
        if t == "pixel":
            return f"_ <- put_pixel (lit 7, ({x}, tt)); "
        if t in ("colour", "option u16"):
            return f"_ <- {'put_colour' if t == 'colour' else 'put_maybe'} {x}; "
        return f"_ <- put_word {x}; "

    # a coroutine that is resumed in a loop
    def resumed(self, env, facts, t, end, ind):
        r, pad = self.rng, "\n" + "  " * ind
        if not self.child:
            self.child = (r.choice(["u8", "bool", "option u16", "pixel"]), r.choice(["u8", "u16", "colour"]),
                          r.choice(["u16", "bool", "pixel"]))
        taken, yielded, ended = self.child
        c, n, g, x, d, e, y = (self.fresh(b) for b in "cngxdey")
        inside = env + [(g, taken), (n, "u16")]
        got = f"{g} <- {GETS[taken]} tt;" if taken in GETS else f"{g} <- get_word tt;"
        loop = (f"iter (fun '({c}, {n}) =>{pad}    {got}"
                f"{pad}    let* r := resume {c} {g} in"
                f"{pad}    match r with"
                f"{pad}    | Yields {x} {d} =>{self.again(inside + [(x, yielded)], d, ind + 3)}"
                f"{pad}    | Ends {e} => Return (inr {self.value(inside + [(e, ended)], [], 'u16', 2)})"
                f"{pad}    end) ({c}, (lit 0 : u16))")
        first = self.value(env, facts, "u16", 1)
        return (f"{pad}let_coro {c} := @CHILD {first} in{pad}let* {y} := {loop} in"
                f"{self.program(env + [(y, 'u16')], facts, t, end, ind)}")

    def again(self, env, d, ind):
        leaf = lambda e, f: f"Return (inl ({d}, {self.value(e, f, 'u16', 1)}))"
        return self.some(env, [], "", leaf, ind)

    def child_text(self, name):
        taken, yielded, ended = self.child
        self.budget, self.names = 4, 0
        e = [("total", "u16"), ("given", taken)]

        def leaf(env, facts):
            if self.chance(0.25):
                return f"Return (inr {self.value(env, facts, ended, 1)})"
            return (f"x <- yield {self.value(env, facts, yielded, 2)}; "
                    f"Return (inl ({self.value(env, facts, 'u16', 2)}, x))")
        body = self.plain(e, leaf, 2)
        return (f"Definition {name} (total : u16) (first : {taken}) : yields ({taken}) ({yielded}) ({ended}) :=\n"
                f"  iter (fun '(total, given) =>{body}) (total, first).\nDerive {name}.\n")

    def plain(self, env, leaf, ind):
        """Without effects."""
        pad = "\n" + "  " * ind
        if self.budget <= 0:
            return pad + leaf(env, [])
        self.budget -= 1
        if self.chance(0.5):
            x, s = self.fresh(), self.rng.choice(TYPES)
            return f"{pad}let! {x} := {self.value(env, [], s, 2)} in{self.plain(env + [(x, s)], leaf, ind)}"
        return (f"{pad}if {self.flag(env, [], 2)} then{self.plain(env, leaf, ind + 1)}{pad}else"
                f"{self.plain(env, leaf, ind + 1)}")


def make(seed):
    p = Program(seed)
    params = [(f"p{i}", p.rng.choice(TYPES)) for i in range(p.rng.randrange(3))]
    result = p.rng.choice(RESULTS)
    body = p.program(params, [], result)
    child = ""
    if p.child:
        child = p.child_text(f"child_{seed}")
        body = body.replace("@CHILD", f"child_{seed}")
    given = "".join(f" ({x} : {s})" for x, s in params)
    text = f"{child}Definition p_{seed}{given} : t args rets ({result}) :={body}.\nDerive p_{seed}. ToFl p_{seed}.\n"
    return text, params


RUNS_PRELUDE = """(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
From Coq Require Import ZArith List String.
From Fairlead.Derive Require Import Freer Run.
From Fairlead.Derive.ToC Require Import Data.
From Programs Require Import show worlds %s.
Import ListNotations.
Local Open Scope string_scope.
#[export] Instance known_colour : Known colour := {|
  chosen s := let (k, s) := below 3 s in
    if (k =? 0)%%Z then (red, s) else if (k =? 1)%%Z then let (g, s) := chosen s in (green g, s)
    else let (b, s) := chosen s in let (d, s) := chosen s in (blue b d, s);
  wire c := match c with red => [0] | green g => 1 :: wire g | blue b d => 2 :: wire b ++ wire d end%%Z%%list;
  said c := match c with
    | red => "in_red" | green g => "in_green(" ++ said g ++ ")"
    | blue b d => "in_blue({b: " ++ said b ++ ", deep: " ++ said d ++ "})" end |}.
#[export] Instance known_pixel : Known pixel := {|
  chosen s := let (a, s) := chosen s in let (b, s) := chosen s in (Pixel a b, s);
  wire p := (wire (shade p) ++ wire (bright p))%%list;
  said p := "{shade: " ++ said (shade p) ++ ", bright: " ++ said (bright p) ++ "}" |}.
Definition asked (e : effect) : args e -> string :=
  match e with
  | put_word => fun a => "put_word(" ++ said a ++ ")" | put_long => fun a => "put_long(" ++ said a ++ ")"
  | put_pair => fun '(a, b) => "put_pair(" ++ said a ++ ", " ++ said b ++ ")"
  | put_text => fun a => "put_text(" ++ said a ++ ")" | put_maybe => fun a => "put_maybe(" ++ said a ++ ")"
  | put_colour => fun a => "put_colour(" ++ said a ++ ")"
  | put_pixel => fun '(a, (b, _)) => "put_pixel(" ++ said a ++ ", " ++ said b ++ ")"
  | get_word => fun _ => "get_word()" | get_long => fun _ => "get_long()" | get_flag => fun _ => "get_flag()"
  | get_text => fun _ => "get_text()" | get_maybe => fun _ => "get_maybe()"
  | get_colour => fun _ => "get_colour()" | get_pixel => fun _ => "get_pixel()"
  end.
Definition replied (e : effect) : Known (rets e) := ltac:(destruct e; exact _).
Set Printing Width 1000000.
"""


def runs(name, seeds):
    print(RUNS_PRELUDE % name, end="")
    for seed in seeds:
        _, params = make(seed)
        for run in range(RUNS):
            lets = "".join(f"let ({x}, s) := (chosen s : {s} * Z) in " for x, s in params)
            given = " ++ ".join([f"wire {x}" for x, _ in params] + ["[]"])
            call = " ".join([f"p_{seed}"] + [x for x, _ in params])
            print(f"Eval vm_compute in let s := {seed * RUNS + run}%Z in {lets}"
                  f"run asked replied s ({given})%list ({call}).")


def main():
    if sys.argv[1] == "--runs":
        runs(sys.argv[2], [int(s) for s in sys.argv[3:]])
    else:
        print(PRELUDE)
        for seed in sys.argv[1:]:
            print(make(int(seed))[0])


main()
