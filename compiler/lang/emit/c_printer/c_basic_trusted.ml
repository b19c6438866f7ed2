(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
module Coq = Fairlead_lang_coq.Extracted
open Fairlead_lang_coq.Extracted
open Fairlead_lang_coq.Syntax
open C_body_trusted
open C_store_trusted
module F = C_queries_trusted
module T = C_types_trusted
module X = C_expr_trusted

let p = Printf.sprintf

(* Bytes in place: [data], [len] of what is changed; the type of a length is that of the capacity. *)
let on_bytes st pl body =
  let d, ty = X.place st.env pl in
  reach_once st pl d ty (fun d -> body (X.dot d "data").X.text (X.dot d "len").X.text)

let length_type cap = T.unsigned (T.int_of_n cap)

let push st pl cap e =
  on_bytes st pl (fun data len ->
      [ p "%s[%s] = %s;" data len (X.scalar st.env e); p "%s = (%s)(%s + 1u);" len (length_type cap) len ])

(* Part of what is there already may be appended: behind it, but compilers warn of what they cannot see to be so. *)
let append st pl cap e =
  on_bytes st pl (fun data len ->
      let from, n = X.bytes st.env e and copy = if F.overlaps pl e then "fli_move" else "fli_copy" in
      let v = fresh st in
      [
        "{"; p "const uint32_t %s = %s;" v n; p "%s(%s + %s, %s, %s);" copy data len from v;
        p "%s = (%s)(%s + %s);" len (length_type cap) len v; "}";
      ])

let resize st pl cap e =
  on_bytes st pl (fun data len ->
      let v = fresh st in
      [
        "{"; p "const uint32_t %s = %s;" v (X.scalar st.env e);
        p "if (%s > %s) { memset(%s + %s, 0, %s - %s); }" v len data len v len;
        p "%s = (%s)%s;" len (length_type cap) v; "}";
      ])

(* The slot is found, or made, after the value was computed if that reads the map, and before
   if not, so that the value is built in it. *)
let put st pl key e =
  let m, ty = X.place st.env pl in
  let elt = match ty with TMap (_, _, t) -> t | _ -> invalid_arg "put" in
  let slot = p "%s_slot(%s, %s)" (T.map_stem (types st) ty) (X.address m) (X.scalar st.env key) in
  let in_slot = p "%s[%s]" (X.dot m "value").text slot in
  if T.is_void elt then [ p "(void)%s;" slot ]
  else
    let v = fresh st in
    let c_type = T.c_type (types st) elt in
    if F.reads_root pl e then
      ("{" :: temporary st elt v :: store st (X.var v) elt e) @ copy_value (X.var in_slot) elt (X.var v) @ [ "}" ]
    else ("{" :: p "%s *const %s = &%s;" c_type v in_slot :: store st (X.pointer v) elt e) @ [ "}" ]

let remove st pl key =
  let m, ty = X.place st.env pl in
  [ p "%s_remove(%s, %s);" (T.map_stem (types st) ty) (X.address m) (X.scalar st.env key) ]

let operation st = function
  | BLine _ | BTrap | BBlit _ | BStore _ -> []
  | BAssign (pl, e) -> assign st pl e
  | BPush (pl, cap, e) -> push st pl cap e
  | BAppend (pl, cap, e) -> append st pl cap e
  | BResize (pl, cap, e) -> resize st pl cap e
  | BPut (pl, _, key, e) -> put st pl key e
  | BRemove (pl, key) -> remove st pl key
  | BExtern (f, args, dest) -> C_call_trusted.extern_call st f args dest

(* A tree of C, guard included, where there is one (Printed/Assignments.v), and the temporaries that are taken then. *)
let tree st g b =
  let lower = if trapless st then Coq.lower_trapless else Coq.lower_basic in
  let apart = T.apart (types st) st.env.proc and in_line ty = not (cleared_by_function (types st) ty) in
  let move = match b with BAppend (pl, _, e) | BBlit (pl, _, e) -> F.overlaps pl e | _ -> false in
  let s = lower (X.variables st.env) (X.constants st.env) apart in_line g move st.fresh b in
  match b with
  | BAssign (pl, _) when Option.is_some s || not (T.is_scalar (snd (X.place st.env pl))) -> s (* [place] is a use *)
  | BAssign _ | BBlit _ | BStore _ -> Some (X.lowered "this statement" s)
  | _ -> s

let traps = List.exists (function Coq.STrap | STrapIf _ -> true | _ -> false)

let text st g b =
  let guards = guard st g in
  if List.exists always guards then guards else guards @ operation st b

let basic st b =
  let g = basic_guard st b in
  match tree st g b with
  | Some (s, fresh) ->
      st.fresh <- fresh;
      X.statements st.env ~trap:(if traps s then trap st else "") s
  | None -> text st g b
