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
    "labels are left out": ("if Hashtbl.mem st.gotos n then L.line st indent (NHere (After n))",
                            "if n < 0 then L.line st indent (NHere (After n))"),
    "every label is the first": ("(NHere (After n))", "(NHere (After 1))"),
    "a return is left out": ("  if after <> final then\n    if st.pr.suspends",
                             "  if after = nowhere then\n    if st.pr.suspends"),
    "not, without exchanging": ("indent t no yes", "indent t yes no"),
    "a conjunction's second part is left out": (
        "no;\n      second ~after yes no", "no;\n      ignore second; branch st cx ~after indent yes"),
    "a conjunction's first part is not negated": ("indent a (Command Skip) no;", "indent a no (Command Skip);"),
    "a jump on the other outcome": ("      jump_if true j;\n", "      jump_if false j;\n"),
    "a jump on the other outcome, of the first branch": ("      jump_if false j;\n", "      jump_if true j;\n"),
    "after a jump, the wrong branch": ("jump_if true j;\n      branch st cx ~after indent yes",
                                       "jump_if true j;\n      branch st cx ~after indent no"),
    "branches are exchanged": ("L.branches st indent (g, e) yes no", "L.branches st indent (g, e) no yes"),
    "a branch is printed twice": ("let no = apart no in", "ignore (apart no); let no = yes in"),
    "no jump over the second branch": ("    jump_there st cx ~after:nowhere indent after;\n", ""),
    "the second of two commands is left out": (
        "land_here st indent mid;\n      command st cx ~after indent b", "land_here st indent mid; ignore b"),
    "two commands are exchanged": ("  | Seq (a, b) ->", "  | Seq (b, a) ->"),
    "a statement is printed twice": (
        "  | Do b -> L.line st indent (NLeaf (LBasic b))",
        "  | Do b -> for _ = 1 to 2 do L.line st indent (NLeaf (LBasic b)) done"),
    "a statement is left out": ("  | Do b -> L.line st indent (NLeaf (LBasic b))", "  | Do _ -> ()"),
    "a call is left out": ("  | Call (l, x) -> L.line st indent (NLeaf (LCall (l, x)))", "  | Call _ -> ()"),
    "a resumption is left out": ("  | Resume x -> L.line st indent (NLeaf (LResume x))", "  | Resume _ -> ()"),
    "a suspension is printed twice": (
        "  | Suspend (l, x) -> L.line st indent (NPoint (l, PAsk x, stores st l))",
        "  | Suspend (l, x) -> for _ = 1 to 2 do L.line st indent (NPoint (l, PAsk x, stores st l)) done"),
    "a suspension with another label": ("NPoint (l, PAsk x,", "NPoint (FIRST, PAsk x,"),
    "a call of a coroutine with another label": ("NPoint (l, PCall x,", "NPoint (FIRST, PCall x,"),
    "where it waits is not stored": ("(NPoint (l, PAsk x, stores st l))", "(NPoint (l, PAsk x, false))"),
    "where it waits is not stored before the loop": ("      L.line st indent (NStore l);\n", ""),
    "another label is stored before the loop": ("(NStore l);", "(NStore (l + 1));"),
    "stored once for two suspensions": ("  | [ (l, _) ] when not", "  | (l, _) :: _ when not"),
    "a loop is no loop": ("  L.line st indent NFor;\n", ""),
    "a loop does not end": ("  L.line st (indent) NClose\n", "  ()\n"),
    "a block's exit leaves the outermost": ("blocks = after :: cx.blocks", "blocks = cx.blocks @ [ after ]"),
    "exits count one too few": ("(List.nth cx.blocks n)\n  | Label", "(List.nth cx.blocks (max 0 (n - 1)))\n  | Label"),
}

# Of the first suspension or call.
FIRST = "(match F.points (B.info st) st.pr.body with (m, _) :: _ -> m | [] -> l)"
text = open(sys.argv[1]).read()
print("module type control = sig val body : Fairlead_lang.C_body_trusted.t -> string end")
print("open Fairlead_lang")
for i, (name, (old, new)) in enumerate(MISTAKES.items()):
    old = old.replace("(indent)", "indent")
    if old not in text:
        sys.exit(f"c_control.ml has no {old!r}: adapt tests/control/mutate_control.py ({name})")
    new = text.replace(old, new.replace("FIRST", FIRST))
    print(f"module M{i} = struct\n{new}\nend")
print("let all : (string * (module control)) list = [")
print("\n".join(f'  ("{name}", (module M{i}));' for i, name in enumerate(MISTAKES)))
print("]")
