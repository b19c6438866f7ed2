# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Does the comparison with the independent meaning find errors of the front end? Breaks a copy of it in one place at a time.

    front_mutants.py [--limit N] [--inputs N] [NAME...]      all, or those named: the table of README.md
    front_mutants.py --check                                 only that each can still be made

Every mutant must be found within N programs (default 1,000). Built as mutants.py builds."""
import argparse
import os
import re
import subprocess
import sys
import tempfile

from mutants import ROOT, broken, build, copy_tree

# name: (file of compiler/lang, [(text, replacement)])
MUTANTS = {
    "assignments: the place before the value": ("statements/assignment.ml", [(
        "      let v, vty = value ty in\n      let found, code = Context.capture ctx place in\n      (found, Typing.later_value ctx e.loc vty v code)",
        "      let found, code = Context.capture ctx place in\n      Context.emit ctx code;\n      let v, (_ : T.t) = value ty in\n      (found, v)")]),
    "what a later call changes is read after it": ("body/evaluation_order.ml", [(
        "let depends e = depends changed (Reads_writes.reads e) in", "let depends e = ignore (depends changed (Reads_writes.reads e)); false in")]),
    "operands trap after later calls": ("body/evaluation_order.ml", [(
        "let traps e = later.observable && Reads_writes.may_trap e in", "let traps e = later.observable && Reads_writes.may_trap e && false in")]),
    "indices trap after later calls": ("body/evaluation_order.ml", [(
        "  | AInout p -> AInout (steady ctx o.loc unsettled p)", "  | AInout p -> AInout (steady ctx o.loc depends p)")]),
    "what is lent is read after the request": ("body/reads_writes.ml", [("        List.iter write s.ask_lent", "        ignore s.ask_lent")]),
    "operands kept where later statements have temporaries": ("body/evaluation_order.ml", [(
        "if later.observable then Context.new_temporary else Context.temporary in", "if later.observable && false then Context.new_temporary else Context.temporary in")]),
    "literals under ?: after the right operand": ("expressions/operations.ml", [(
        "    | Some ty -> both ctx (fun () -> infer ctx ~want:ty a) (fun () -> infer ctx ?want b) loc",
        "    | Some ty ->\n        let vb = infer ctx ?want b in\n        (infer ctx ~want:ty a, vb)")]),
    "k in m: the map first": ("elaborate/expression.ml", [(
        "          let k = check ctx k (T.Int w) in\n          has w k (map ())",
        "          let m, code = map () in\n          Context.emit ctx code;\n          ignore has;\n          { e = EHas (m.place, check ctx k (T.Int w)); ty = T.Bool }")]),
    "fields from right to left": ("expressions/construct.ml", [(
        "Array.of_list (in_order ctx operands)", "Array.of_list (List.rev (in_order ctx (List.rev operands)))")]),
    "p op= e: the place is read after e": ("expressions/operations.ml", [(
        "      let v, x = both ctx current (fun () -> infer ctx ~want:p.ty b) loc in",
        "      let x = infer ctx ~want:p.ty b in\n      let v = current () in")]),
    "&& and ||: the right side always": ("expressions/operations.ml", [(
        "Context.emit ctx (if op = And then If (t, right, Control.skip) else If (t, Control.skip, right));",
        "ignore right; Context.emit ctx (Control.Seq [ code; Do (BAssign (r, if op = And then EAnd (t, b') else EOr (t, b'))) ]);")]),
    "as: wraps instead of trapping": ("expressions/operator.ml", [("      else ENarrow (from, target, e)", "      else EWiden (from, target, e)")]),
    "?: of bytes has the room of the first": ("expressions/operations.ml", [("T.Bytes (max n m)", "T.Bytes (ignore m; n)")]),
    "for: the upper bound included": ("statements/loops.ml", [("ECompare (Lt, w, read i, hi)", "ECompare (Le, w, read i, hi)")]),
    "for over a map: positions left behind": ("statements/loops.ml", [(
        "if not (Binding.keeps_value ctx p (Lazy.force changes)) then", "if not (Binding.keeps_value ctx p (Lazy.force changes)) && false then")]),
    "a payload that its arm changes is not copied": ("statements/binding.ml", [(
        "(not (lent && changes.suspends)) && not (Assigned.Names.exists written changes.roots)",
        "(not (lent && changes.suspends)) || Assigned.Names.exists written changes.roots")]),
    "traps at the last mark, whatever it was": ("elaborate/elaborate.ml", [("Trap_places.restore (Control.reached control)", "Control.reached control")]),
}


def fuzz(work, first, limit, inputs):
    """The number of programs until the first difference, or None; and what it was."""
    front = os.path.join(work, "_build/default/tests/fuzz/front.exe")
    done = subprocess.run([front, str(first), str(limit), str(inputs), "--stop"], capture_output=True, text=True, timeout=1800)
    if done.returncode == 0:
        return None, ""
    what = re.search(r"^(\d+): (.*)", done.stdout, re.M)
    if not what:
        raise SystemExit("fuzzing failed: " + done.stdout[-1000:] + done.stderr[-3000:])
    return int(what.group(1)) - first + 1, what.group(2)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--limit", type=int, default=1000)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--inputs", type=int, default=4)
    parser.add_argument("--check", action="store_true", help="only that every mutant still fits the front end")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    for name in options.names:
        if name not in MUTANTS:
            raise SystemExit(f"no mutant {name!r}")
    source = os.path.join(ROOT, "compiler/lang")
    if options.check:
        for file, changes in MUTANTS.values():
            broken(os.path.join(source, file), changes)
        return
    missed = 0
    print("| mutant | programs | found |\n|---|---|---|", flush=True)
    with tempfile.TemporaryDirectory() as work:
        copy_tree(work)
        for name in options.names or MUTANTS:
            file, changes = MUTANTS[name]
            path = os.path.join(work, "compiler/lang", file)
            with open(path) as f:
                original = f.read()
            with open(path, "w") as f:
                f.write(broken(os.path.join(source, file), changes))
            build(work, "./tests/fuzz/front.exe")
            found, what = fuzz(work, options.first, options.limit, options.inputs)
            with open(path, "w") as f:
                f.write(original)
            missed += found is None
            how = "by where it traps" if ", trap: " in what else "by a verdict" if "at a loss" in what or " error: " in what else "by what is printed" if found else ""
            print(f"| {name.replace('|', chr(92) + '|')} | {found or f'**missed in {options.limit}**'} | {how} |", flush=True)
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
