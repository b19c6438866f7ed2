#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Do tests/lang/order.t, random.t and damage.t find a checker of orders that accepts too much? Breaks a copy of what is
extracted of it in one place at a time, and runs these with the programs that result.

    mutants.py [NAME...]   all, or those named
    mutants.py --check     only that each can still be made"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../lang"))
from extracted_mutants import main  # noqa: E402

# name: (text, replacement)
MUTANTS = {
    "a loop comes round in any state": (
        "if all_among g (at_label0 here l0) then Some (([], e), r)", "if true then Some (([], e), r)"),
    "a loop is entered in any state": (
        "if all_among f (at_label0 here l0) then (match course q edges marks l here c0 (at_label0 here l0) with",
        "if true then (match course q edges marks l here c0 (at_label0 here l0) with"),
    "a call returns in any state": (
        "in (&&) (all_among g c.ends) (all_among r c.ends)", "in all_among g c.ends"),
    "of two branches the first": (
        "Some (((joined g1 g2), (joined_exits e1 e2)), (joined r1 r2))", "Some ((g1, e1), r1)"),
    "nothing leaves a block": ("Some (((joined g (nth 0 e [])), (tl e)), r)", "Some ((g, (tl e)), r)"),
    "what returns first is forgotten": (
        "Some ((h, (joined_exits e1 e2)), (joined r1 r2))", "Some ((h, (joined_exits e1 e2)), r2)"),
    "what leaves first is forgotten": (
        "Some ((h, (joined_exits e1 e2)), (joined r1 r2))", "Some ((h, e2), (joined r1 r2))"),
    "a call is entered in any state": ("(&&) ((=) c.whose p) ((=) c.entered q)", "(&&) ((=) c.whose p) true"),
    "one state may ask, so all may": (
        "| Some u -> Some (joined t u) | None -> None) | None -> None)",
        "| Some u -> Some (joined t u) | None -> Some t) | None -> None)"),
    "a case that is not known is the first": (
        "| EUnion (_, t0, _) -> Some ((=) t0 tag) | _ -> None)",
        "| EUnion (_, t0, _) -> Some ((=) t0 tag) | _ -> Some true)"),
    "cases do not count": (
        "| EUnion (_, t0, _) -> Some ((=) t0 tag) | _ -> None)", "| EUnion (_, _, _) -> Some true | _ -> None)"),
    "a mark may come anywhere": (
        "(match edge_of l (Marks m) with | Some q' -> Some ((q', (snd a)) :: []) | None -> None)",
        "(match edge_of l (Marks m) with | Some q' -> Some ((q', (snd a)) :: []) | None -> Some (a :: []))"),
    "the last case is never an answer": (
        "(learn_dest watched0 x.ask_dest (Some t) kept))) (seq 0 n0))",
        "(learn_dest watched0 x.ask_dest (Some t) kept))) (seq 0 (n0 - 1)))"),
    "an answer leads nowhere": (
        "match answered l t with | Some q' -> q' | None -> q0", "match answered l t with | Some _ -> q0 | None -> q0"),
    "what is written keeps its case": (
        "let forget_cases xs k = filter (fun f -> negb (existsb (fun x -> (=) (fst f) x) xs)) k",
        "let forget_cases xs k = filter (fun f -> xs = xs || f = f) k"),
    "a negated test is believed as it is": (
        "| Some t -> Some (case_of_bool ((=) t 0))", "| Some t -> Some t"),
    "a test that is not passed tells a case": (
        "| PVar x -> if b then Some (x, t) else None", "| PVar x -> Some (x, t)"),
    "what is known in one way is known": (
        "let all_known k k' = forallb", "let all_known k k' = k' = [] || forallb"),
    "a trap goes on": ("| BTrap -> Some (([], []), [])", "| BTrap -> Some ((f, []), [])"),
}

# A checker that refuses too much is found, too: the last one.
main(MUTANTS, ["compiler/bin/main.exe", "tests/order/damage.exe"],
     [([sys.executable, "tests/lang/order.t"], {"FAIRLEAD_COMMAND": "{}/compiler/bin/main.exe"}),
      ([sys.executable, "tests/order/random.t"], {"FAIRLEAD_COMMAND": "{}/compiler/bin/main.exe",
                                                  "FAIRLEAD_DAMAGE": "{}/tests/order/damage.exe"}),
      (["tests/order/damage.t"], {"FAIRLEAD_DAMAGE": "{}/tests/order/damage.exe"})])
