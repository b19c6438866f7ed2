(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Kind
open Ast
open Lower_state

(* Structures that are values, and no objects that the program has named. What is sequenced within (`,`, `?:`, statement
   expressions) and suspends, {!Hoist} takes apart, and gives its value a place. *)
let is_value ctx n =
  match n.kind with
  | CallExpr -> not (Program.cps_call n)
  | VAArgExpr | CStyleCastExpr -> true
  | BinaryOperator when n.op = "=" -> true
  | BinaryOperator | ConditionalOperator | BinaryConditionalOperator | StmtExpr -> not (suspends ctx n)
  | _ -> false

let mark ctx body =
  let rec within n =
    let named = is_value ctx n && Hashtbl.mem ctx.decayed n.id && not (Ctype.is_scalar n.desugared) in
    if named then Hashtbl.replace ctx.named n.id ();
    let parts = if named && not (suspends ctx n) then [] else Program.evaluated n in
    let inside = List.fold_left (fun found c -> within c || found) named parts in
    if inside then Hashtbl.replace ctx.suspending n.id ();
    inside
  in
  let rec go n =
    if is_expression n.kind && suspends ctx n then ignore (within n : bool) else List.iter go (Program.evaluated n)
  in
  go body

(* clang's tree has not what stands in typeof. *)
let names_itself ctx (d : node) =
  let in_words (e : node) =
    let tokens = Preprocessed.tokens ctx.p ~first:e.first ~last:e.last in
    let has w = List.exists (fun (t : Preprocessed.token) -> t.word = w) tokens in
    has d.name && List.exists has [ "typeof"; "__typeof__"; "__typeof" ] in
  let named c = c.kind = DeclRefExpr && c.target = d.id in
  List.exists (fun e -> (not (is_attribute e.kind)) && (exists named e || in_words e)) d.inner
