(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_lang_coq.Extracted
open Fairlead_lang_coq.Syntax
open C_body_trusted
open C_store_trusted
module F = C_queries_trusted
module N = C_names_trusted
module T = C_types_trusted
module X = C_expr_trusted

let p = Printf.sprintf

(* {2 Arguments} *)

type passed = { before : string list; text : string list; after : string list }

let nothing = { before = []; text = []; after = [] }
let plain text = { nothing with text = [ text ] }

(* After a call, places that [inout] arguments went back to. *)
let guards_back st args = List.concat_map (fun a -> guard st (guard_give_back a)) args

let view st e =
  let data, len = X.bytes st.env e in
  p "(struct %sview){%s, %s}" (N.prefix (names st)) data len

let span st pl slice =
  let l, ty = X.place st.env pl in
  let data = (X.dot l "data").text and len = (X.dot l "len").text in
  let name = N.prefix (names st) ^ "span" in
  match (slice, ty) with
  | None, TView -> X.value l
  | None, _ -> p "(struct %s){%s, %s}" name data len
  | Some (lo, hi), _ -> p "(struct %s){%s + %s, %s - %s}" name data (X.scalar st.env lo) (X.scalar st.env hi) (X.scalar st.env lo)

let by_reference st ty pl =
  let d, _ = X.place st.env pl in
  match root pl with
  | Some x when T.is_scalar ty && st.env.in_frame.(x) ->
      (* Storage in frames is shared by variables of other types: no
         pointer to a plain integer goes there. *)
      let v = fresh st in
      takes st (T.bytes (types st) ty);
      {
        before = [ p "%s %s = %s;" (T.c_type (types st) ty) v (X.value d) ];
        text = [ "&" ^ v ];
        after = [ p "%s = %s;" (X.value d) v ];
      }
  | _ -> plain (X.address d)

let pass st (mode, ty) a : passed =
  if T.is_void ty then nothing
  else
    match (mode, ty, a) with
    | In, TView, AIn e -> plain (view st e)
    | In, _, AIn e when T.is_scalar ty -> plain (X.scalar st.env e)
    | In, _, AIn (ERead pl) -> plain (X.address (fst (X.place st.env pl)))
    | In, _, AIn e -> (
        match e with
        | EFit (_, ERead pl) when snd (X.place st.env pl) = ty -> plain (X.address (fst (X.place st.env pl)))
        | _ ->
            let v = fresh st in
            { nothing with before = temporary st ty v :: store st (X.var v) ty e; text = [ "&" ^ v ] })
    | (Inout | Lent), TView, AInout pl -> plain (span st pl None)
    | (Inout | Lent), TView, AInoutSlice (pl, lo, hi) -> plain (span st pl (Some (lo, hi)))
    | (Inout | Lent), _, AInout pl -> by_reference st ty pl
    | _ -> invalid_arg "argument"

let pass_all st params args =
  let l = List.map2 (pass st) params args in
  {
    before = List.concat_map (fun a -> a.before) l;
    text = List.concat_map (fun a -> a.text) l;
    after = List.concat_map (fun a -> a.after) l @ guards_back st args;
  }

(* {2 Calls of functions} *)

let place st pl = fst (X.place st.env pl)

(* The result of [text] to [dest]. *)
let value_returned st ~args ~ret ~dest text =
  match dest with
  | None -> p "(void)%s;" text :: args.after
  | Some (PVar _ as pl) when args.after = [] -> [ p "%s = %s;" (X.value (place st pl)) text ]
  | Some pl ->
      let v = fresh st in
      (p "const %s %s = %s;" (T.c_type (types st) ret) v text :: args.after)
      @ guard st (guard_write pl)
      @ [ p "%s = %s;" (X.value (place st pl)) v ]

(* The same where the result is written through the last argument: [invoke] is the call with it. *)
let result_passed st ~args ~ret ~dest invoke =
  match dest with
  | Some (PVar x as pl)
    when not st.env.in_frame.(x) && not (List.mem (X.address (place st pl)) args.text) ->
      (* A local of ours that no argument refers to: written directly. *)
      invoke [ X.address (place st pl) ] :: args.after
  | Some pl ->
      let v = fresh st in
      (temporary st ret v :: invoke [ "&" ^ v ] :: args.after)
      @ guard st (guard_write pl)
      @ copy_value (place st pl) ret (X.var v)
  | None ->
      let v = fresh st in
      temporary st ret v :: invoke [ "&" ^ v ] :: args.after

let call_with_result st ~args ~ret ~dest ~by_value ~may_trap ~name =
  let text extra = p "%s(%s)" name (String.concat ", " (args.text @ extra)) in
  let invoke extra = if may_trap then trap_if st (p "!%s" (text extra)) else text extra ^ ";" in
  let body =
    if T.is_void ret then (invoke [] :: args.after) @ guard st (guard_dest dest)
    else if by_value then value_returned st ~args ~ret ~dest (text [])
    else result_passed st ~args ~ret ~dest invoke
  in
  match args.before @ body with [ s ] -> [ s ] | l -> ("{" :: l) @ [ "}" ]

let extern_call st f args dest =
  let ext = List.nth ((info st).program).externs f in
  let passed = pass_all st ext.ext_params args in
  call_with_result st ~args:passed ~ret:ext.ext_result ~dest ~by_value:(T.is_scalar ext.ext_result) ~may_trap:false
    ~name:(info st).externs.(f).symbol

let function_call st (x : call) =
  let callee = T.procedure (types st) x.callee in
  let may_trap = F.can_trap (info st) x.callee in
  let passed = pass_all st callee.params x.call_args in
  call_with_result st ~args:passed ~ret:callee.result ~dest:x.call_dest
    ~by_value:(T.is_scalar callee.result && not may_trap)
    ~may_trap ~name:(N.procedure_name (names st) x.callee)
