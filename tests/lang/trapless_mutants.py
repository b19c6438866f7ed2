#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Does tests/lang/trapless.t find a checker of trapless procedures that accepts too much? Breaks a copy of what is
extracted of it in one place at a time, and runs that test with the command that results.

    trapless_mutants.py [NAME...]   all, or those named
    trapless_mutants.py --check     only that each can still be made"""
import sys

from extracted_mutants import main

# name: (text, replacement)
MUTANTS = {
    "what is required is not asked of a call": ("     | Some g -> proves d facts g\n     | None -> false) (required",
                                                "     | Some _ -> true\n     | None -> false) (required"),
    "what is passed without a name meets everything": (
        "     | Some g -> proves d facts g\n     | None -> false) (required",
        "     | Some g -> proves d facts g\n     | None -> true) (required"),
    "one way's inequality is enough": ("existsb (fun l -> forallb (proves d facts) l) (ways q k)",
                                       "existsb (fun l -> existsb (proves d facts) l) (ways q k)"),
    "of two guards the first": (
        "  (&&) (settled q d facts g1) (settled q d (app (gains true g1) facts) g2)", "  settled q d facts g1"),
    "a trap is always impossible": ("| GFalse -> impossible d facts", "| GFalse -> true"),
    "what grows stays where it was": ("  else (plus rest c (plus (one a) (Big_trusted.neg Big_trusted.one) d)) :: []",
                                      "  else (plus rest c (one a)) :: []"),
    "what is called need not be marked": (
        "| Call (_, x) ->\n  (&&) ((&&) (marked x.callee) (forallb comes_back x.call_args))",
        "| Call (_, x) ->\n  (&&) ((&&) true (forallb comes_back x.call_args))"),
    "resume is plain": ("| Resume _ -> false\n| _ -> true\n\n(** val required :", "| _ -> true\n\n(** val required :"),
}

main(MUTANTS, ["compiler/bin/main.exe"],
     [([sys.executable, "tests/lang/trapless.t"], {"FAIRLEAD_COMMAND": "{}/compiler/bin/main.exe"})])
