# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What prints control, with one mistake in each of many places: mutate_control.py c_control.ml prints an OCaml module
with all of them, as modules of their own. A place that is not there any more is an error."""
import sys

MISTAKES = {
    "an exit is taken to fall through": ("else if n = after then None", "else if n <> final then None"),
    "break where continue is meant": ("Some n then Some Continue", "Some n then Some Break"),
    "continue where break is meant": ("Some n then Some Break", "Some n then Some Continue"),
    "goto another landing": ("else To (After n))", "else To (After (n + 1)))"),
    "goto done from anywhere": ("if n = final then Done else To (After n)", "Done"),
    "labels are left out": ("if Hashtbl.mem st.gotos n then line st indent (NHere (After n))",
                            "if n < 0 then line st indent (NHere (After n))"),
    "every label is the first": ("(NHere (After n))", "(NHere (After 1))"),
    "a return is left out": ("  if after <> final then\n    if st.b.pr.suspends",
                             "  if after = nowhere then\n    if st.b.pr.suspends"),
    "not, without exchanging": ("indent t no yes", "indent t yes no"),
    "a conjunction's second part is left out": (
        "no;\n      second ~after yes no", "no;\n      ignore second; branch st cx ~after indent yes"),
    "a conjunction's first part is not negated": ("indent a (Command Skip) no;", "indent a no (Command Skip);"),
    "a jump on the other outcome": ("      jump_if true j;\n", "      jump_if false j;\n"),
    "a jump on the other outcome, of the first branch": ("      jump_if false j;\n", "      jump_if true j;\n"),
    "after a jump, the wrong branch": ("jump_if true j;\n      branch st cx ~after indent yes",
                                       "jump_if true j;\n      branch st cx ~after indent no"),
    "branches are exchanged": ("L.branches st.b indent (g, e) yes no", "L.branches st.b indent (g, e) no yes"),
    "a branch is printed twice": ("let no = apart no in", "ignore (apart no); let no = yes in"),
    "no jump over the second branch": ("    jump_there st cx ~after:nowhere indent after;\n", ""),
    "the second of two commands is left out": (
        "land_here st indent mid;\n      command st cx ~after indent b", "land_here st indent mid; ignore b"),
    "two commands are exchanged": ("  | Seq (a, b) ->", "  | Seq (b, a) ->"),
    "a statement is printed twice": (
        "  | Do b -> line st indent (NLeaf (LBasic b))",
        "  | Do b -> for _ = 1 to 2 do line st indent (NLeaf (LBasic b)) done"),
    "a statement is left out": ("  | Do b -> line st indent (NLeaf (LBasic b))", "  | Do _ -> ()"),
    "a call is left out": ("  | Call (l, x) -> line st indent (NLeaf (LCall (l, x)))", "  | Call _ -> ()"),
    "a resumption is left out": ("  | Resume x -> line st indent (NLeaf (LResume x))", "  | Resume _ -> ()"),
    "a suspension comes twice": (
        "line st indent (NAsk (l, x, stored st l));\n      line st indent (NHere (Stop (number st l)));\n",
        "for _ = 1 to 2 do line st indent (NAsk (l, x, stored st l)); line st indent (NHere (Stop (number st l)))"
        " done;\n"),
    "an answer is taken twice": (
        "line st indent (NLeaf (LAnswer (l, x)))", "for _ = 1 to 2 do line st indent (NLeaf (LAnswer (l, x))) done"),
    "a suspension with another label": ("(NAsk (l, x,", "(NAsk (FIRST, x,"),
    "an answer is not taken": (";\n      line st indent (NLeaf (LAnswer (l, x)))", ""),
    "the answer of another suspension": ("(LAnswer (l, x))", "(LAnswer (FIRST, x))"),
    "a landing in front of the question": (
        "      line st indent (NAsk (l, x, stored st l));\n      line st indent (NHere (Stop (number st l)));\n",
        "      line st indent (NHere (Stop (number st l)));\n      line st indent (NAsk (l, x, stored st l));\n"),
    "a landing behind the answer": (
        "      line st indent (NHere (Stop (number st l)));\n      line st indent (NLeaf (LAnswer (l, x)))",
        "      line st indent (NLeaf (LAnswer (l, x)));\n      line st indent (NHere (Stop (number st l)))"),
    "a landing is left out": (
        "      line st indent (NHere (Stop (number st l)));\n      line st indent (NLeaf",
        "      line st indent (NLeaf"),
    "a called coroutine gets no arguments": ("      line st indent (NLeaf (LEnter (l, x)));\n", ""),
    "a called coroutine begins again at each step": (
        "      line st indent (NLeaf (LEnter (l, x)));\n      line st indent (NHere (Stop (number st l)));\n",
        "      line st indent (NHere (Stop (number st l)));\n      line st indent (NLeaf (LEnter (l, x)));\n"),
    "a called coroutine takes one step": (
        "      line st indent (NHere (Stop (number st l)));\n      line st indent (NStep (l, x, stored st l))",
        "      line st indent (NStep (l, x, stored st l));\n      line st indent (NHere (Stop (number st l)))"),
    "a call of a coroutine with another label": ("(NStep (l, x,", "(NStep (FIRST, x,"),
    "where it waits is not stored": ("(NAsk (l, x, stored st l))", "(NAsk (l, x, None))"),
    "where a call waits is not stored": ("(NStep (l, x, stored st l))", "(NStep (l, x, None))"),
    "two stops have one number": ("replace numbers l (n + 2)", "replace numbers l (min (n + 2) 3)"),
    "a stop has the number of the beginning": ("replace numbers l (n + 2)", "replace numbers l (n + 1)"),
    "a stop has the number of the end": ("replace numbers l (n + 2)", "replace numbers l n"),
    "numbers that f->at cannot hold": ("replace numbers l (n + 2)", "replace numbers l (n + 256)"),
    "an entry for each stop but the last": (
        "cases = List.map (fun (l, _) -> goes l) points",
        "cases = List.map (fun (l, _) -> goes l) (List.tl (List.rev points))"),
    "each entry goes on at the next stop": (
        "cases = List.map (fun (l, _) -> goes l) points",
        "cases = List.map (fun (l, _) -> let n, m = goes l in (n, m + 1)) points"),
    "likely entries go on at the first stop": (
        "likely = List.map goes", "likely = List.map (fun l -> (number st l, snd (goes (fst (List.hd points)))))"),
    "what has come to its end begins again": ("    likely = List.map", "    likely = (0, 2) :: List.map"),
    "every stop is said to wait for the same": (
        "told = List.map (fun (l, point) -> (number st l, point)) points",
        "told = List.map (fun (l, _) -> (number st l, snd (List.hd points))) points"),
    "nothing is said of the last stop": (
        "told = List.map (fun (l, point) -> (number st l, point)) points",
        "told = List.map (fun (l, point) -> (number st l, point)) (List.tl (List.rev points))"),
    "where it waits is not stored before the loop": ("      line st indent (NStore (number st l));\n", ""),
    "another label is stored before the loop": ("(NStore (number st l));", "(NStore (number st l + 1));"),
    "stored once for two suspensions": ("  | [ (l, _) ] when not", "  | (l, _) :: _ when not"),
    "a loop is no loop": ("  L.loop st.b indent (fun () ->", "  (fun print -> print ()) (fun () ->"),
    "what follows a loop is in it": (
        "      land_here st (indent + 1) next)", "      command st cx ~after:next (indent + 1) Return)"),
    "a block's exit leaves the outermost": ("blocks = after :: cx.blocks", "blocks = cx.blocks @ [ after ]"),
    "exits count one too few": ("(List.nth cx.blocks n)\n  | Label", "(List.nth cx.blocks (max 0 (n - 1)))\n  | Label"),
}

# Of the first suspension or call.
FIRST = "(match points st.b st.b.pr.body with (m, _) :: _ -> m | [] -> l)"
text = open(sys.argv[1]).read()
print("open Fairlead_lang")
print("module type control = sig val body : C_body_trusted.t -> C_lines_trusted.printed end")
for i, (name, (old, new)) in enumerate(MISTAKES.items()):
    old = old.replace("(indent)", "indent")
    if old not in text:
        sys.exit(f"c_control.ml has no {old!r}: adapt tests/control/mutate_control.py ({name})")
    new = text.replace(old, new.replace("FIRST", FIRST))
    print(f"module M{i} = struct\n{new}\nend")
print("let all : (string * (module control)) list = [")
print("\n".join(f'  ("{name}", (module M{i}));' for i, name in enumerate(MISTAKES)))
print("]")
