(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_lang_coq.Extracted
open Fairlead_lang_coq.Syntax
open C_body_trusted
module S = C_suspend_trusted
module T = C_types_trusted
module X = C_expr_trusted

let p = Printf.sprintf

exception Refused of int

let function_return st =
  let may_trap = C_queries_trusted.can_trap (info st) st.env.proc in
  let result = st.pr.result in
  if T.is_void result || not (T.is_scalar result) then if may_trap then "return true;" else "return;"
  else
    let v = X.value (fst (X.place st.env (PVar st.pr.ret))) in
    if may_trap then p "{ *result = %s; return true; }" v else p "return %s;" v

let label = function After n -> p "after_%d" n | Named l -> p "label_%d" l | Stop n -> p "at_%d" n

let jump st = function
  | Break -> "break;"
  | Continue -> "continue;"
  | To t -> p "goto %s;" (label t)
  | Done -> "goto done;"
  | Out -> function_return st

let tell st l = st.lines <- l :: st.lines

let leaf st indent = function
  | LBasic b -> statement st indent (C_basic_trusted.basic st b)
  | LCall (_, x) -> statement st indent (guard st (call_guard st x) @ C_call_trusted.function_call st x)
  | LResume x -> S.resume st indent x
  | LAnswer (_, x) -> S.answer st indent x
  | LEnter (l, x) -> S.enter st indent l x

let line st indent l =
  tell st (NLine l);
  match l with
  | NLeaf a -> leaf st indent a
  | NIfJump ((g, e), negated, j) ->
      let test = X.test st.env e in
      let test = if negated then "!(" ^ test ^ ")" else test in
      (* Compilers take it that loops go on, but do not see a loop where each turn returns. *)
      let condition = if j = Break && st.in_stepped_loop then p "FLI_UNLIKELY(%s)" test else test in
      put st indent (String.concat " " (guard st g @ [ p "if (%s) { %s }" condition (jump st j) ]))
  | NJump j -> put st indent (jump st j)
  | NHere (Stop _ as t) when st.crowded -> put st 0 (label t ^ ":; FLI_APART();")
  | NHere t -> put st (match t with After _ -> indent | Named _ | Stop _ -> 0) (label t ^ ":;")
  | NStore n -> put st indent (S.assign_at n)
  | NAsk (_, x, stored) -> S.ask st indent x ~stored
  | NStep (l, x, stored) -> S.step_callee st indent l x ~stored

let loop st indent print =
  tell st NFor;
  put st indent "for (;;) {";
  print ();
  tell st NClose;
  put st indent "}"

type part = { text : string; told : Fairlead_lang_coq.Extracted.line list }

let apart st print =
  let sub = { st with out = Buffer.create 256; line = ""; lines = [] } in
  print sub;
  st.fresh <- sub.fresh;
  st.traps <- st.traps || sub.traps;
  { text = Buffer.contents sub.out; told = sub.lines }

let branches st indent (g, e) yes no =
  let guards = guard st g in
  let test = X.test st.env e in
  let first b = st.lines <- b.told @ st.lines; Buffer.add_string st.out b.text in
  let if_ negated a b =
    tell st (NIf ((g, e), negated));
    (match a.text with
    | "" -> statement st indent guards
    | _ ->
        let head = if negated then p "if (!(%s)) {" test else p "if (%s) {" test in
        put st indent (String.concat " " (guards @ [ head ])));
    first a;
    tell st NElse;
    if b.text <> "" then put st indent "} else {";
    first b;
    tell st NClose;
    if a.text <> "" then put st indent "}"
  in
  (* A branch that is no text is left out. *)
  if yes.text = "" then if_ true no yes else if_ false yes no

(* {2 The entry} *)

let switch st (e : Fairlead_lang_coq.Extracted.switch) =
  let likely (n, m) = p "    if (FLI_LIKELY(f->at == %d)) { goto at_%d; }\n" n m in
  let case (n, m) = p "    case %d: goto at_%d;\n" n m in
  String.concat "" (List.map likely e.likely)
  ^ "    switch (f->at) {\n    case 1: break;\n"
  ^ String.concat "" (List.map case e.cases)
  ^ p "    default: return %sTRAP;\n    }\n" (C_names_trusted.macro_prefix (names st))

type printed = { text : string; switch : string; told : (int * point) list; early : bool }

let body st (e : Fairlead_lang_coq.Extracted.switch) print =
  print st;
  let lines = List.rev st.lines in
  let suspending c = (T.procedure (types st) c).suspends and lowered = test st in
  let limit = 1 lsl (8 * (T.frame_of (types st) st.env.proc).index_bytes) in
  let find = Control_pairs.find suspending lowered st.pr.body ~coroutine:st.pr.suspends lines in
  if not (same_control Control_pairs.patience suspending lowered st.pr.body st.pr.suspends limit e lines find) then
    raise (Refused st.env.proc);
  let leaves = function NLine (NJump Done | NIfJump (_, _, Done)) -> true | _ -> false in
  { text = Buffer.contents st.out; switch = switch st e; told = e.told; early = List.exists leaves lines }
