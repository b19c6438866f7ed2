(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_lang_coq.Extracted
open Fairlead_lang_coq.Syntax
open C_body_trusted
open C_call_trusted
open C_store_trusted
module N = C_names_trusted
module T = C_types_trusted
module X = C_expr_trusted

let p = Printf.sprintf

let effect_of st e = List.nth (info st).program.effs e
(* Where a coroutine leaves its result: in the request, a member that the driver sees only if it is exported. *)
let result t c ~asked ~const =
  let member = N.done_member (T.names t) c in
  if T.exported t c then X.dot asked member
  else X.var (p "((%sunion %s *)%s)->%s" (if const then "const " else "") (N.results (T.names t)) (X.address asked) member)

let unit_result st c = T.is_void (T.procedure (types st) c).result

(* {2 [at]} *)

let assign_at = p "f->at = %d;"
let set_at stored = List.map assign_at (Option.to_list stored)

(* {2 Suspensions} *)

let ask st indent (x : suspension) ~stored =
  let e = x.ask_effect in
  let name = N.effect_name (names st) e in
  let store_arg i (t, a) =
    let d = X.var (p "q->%s.%s" name (N.effect_arg (names st) e i)) in
    match t with
    | _ when T.is_void t -> []
    | TView -> [ p "%s = %s;" d.X.text (view st a) ]
    | _ -> store st d t a
  in
  statement st indent
    (guard st (guard_ask x)
    @ List.concat (List.mapi store_arg (List.combine (effect_of st e).eff_args x.ask_args))
    @ set_at stored
    @ [ p "return %s;" (N.asks (names st) e) ])

let answer st indent (x : suspension) =
  let e = x.ask_effect in
  let name = N.effect_name (names st) e in
  let answered = p "r.%s" name and pointer = T.answer_points (types st) e in
  let what = "the answer to " ^ name in
  List.iter (put st indent) (C_check.value (types st) ~what ~pointer answered (effect_of st e).eff_result);
  statement st indent
    (guard st (guard_dest x.ask_dest)
    @
    match x.ask_dest with
    | None -> []
    | Some pl ->
        let d, ty = X.place st.env pl in
        copy_value d ty { X.text = answered; pointer })

(* {2 Calls of coroutines} *)

(* What the driver lends and what our caller passes, for a step of [c]: one
   argument for each [Lent] or [Inout] parameter. *)
let step_arguments st c args =
  let params = (T.procedure (types st) c).params in
  let by_reference = List.filter (fun ((m, _), _) -> m <> In) (List.combine params args) in
  let one ((mode, ty), a) =
    match (mode, a) with
    | _ when T.is_void ty -> []
    | (Inout | Lent), AInout pl when T.is_scalar ty -> [ X.address (fst (X.place st.env pl)) ]
    | _ -> (pass st (mode, ty) a).text
  in
  String.concat "" (List.map (fun s -> ", " ^ s) (List.concat_map one by_reference))

let area st l = "f->" ^ T.area (types st) st.env.proc l

let enter st indent l (x : call) =
  let c = x.callee and area = area st l in
  let variables = N.variables (names st) c in
  let copy_in i ((mode, ty), a) =
    match (mode, a) with
    | In, AIn e when not (T.is_void ty) -> store st (X.var (p "%s.%s" area variables.(i))) ty e
    | _ -> []
  in
  statement st indent
    (guard st (C_body_trusted.call_guard st x)
    @ List.concat (List.mapi copy_in (List.combine (T.procedure (types st) c).params x.call_args))
    @ [ area ^ ".at = 1;" ])

let step_callee st indent l (x : call) ~stored =
  let c = x.callee and area = area st l and v = fresh st in
  let status = p "%s%s" (N.macro_prefix (names st)) in
  statement st indent
    ([
       "{";
       p "const unsigned %s = %s_step(&%s, r, q%s);" v
         (N.procedure_name (names st) c) area (step_arguments st c x.call_args);
       p "if (%s != %s) {%s %s return %s%s; }" v (status "DONE")
         (if trapless st then "" else p " if (%s == %s) { %s }" v (status "TRAP") (trap st))
         (String.concat "" (set_at stored))
         (if st.exported then p "(%s)" (C_signature_trusted.status (types st)) else "")
         v;
       "}";
     ]
    @ guards_back st x.call_args
    @ guard st (guard_dest x.call_dest)
    @
    match x.call_dest with
    | Some pl when not (unit_result st c) ->
        let d, ty = X.place st.env pl in
        copy_value d ty (result (types st) c ~asked:(X.pointer "q") ~const:true)
    | _ -> [])

(* {2 Resumptions of children} *)

(* The child's answer: statements that make it, and the C argument. *)
let response st (x : resumption) =
  let union = p "union %sresponse" (N.prefix (names st)) in
  match x.reply with
  | Some (e, Some a) when not (T.is_void (effect_of st e).eff_result) ->
      let ty = (effect_of st e).eff_result and v = fresh st in
      let member = X.dot (X.var v) (N.effect_name (names st) e) in
      takes st 16;
      let declare = p "%s %s;" union v in
      if T.answer_points (types st) e then
        let value = fresh st in
        let made = temporary st ty value :: store st (X.var value) ty a in
        (made @ [ declare; p "%s = &%s;" member.text value ], v)
      else (declare :: store st member ty a, v)
  | _ -> ([], p "(%s){.none = 0}" union)

(* Cases of the switch over what a step of [c] returned: the event that it asks with, or its result;
   [asked] is its request. *)
let event_cases t c ~(event : X.lvalue) ~event_ty ~asked =
  let callee = T.procedure t c and names = T.names t in
  let cases = match event_ty with TUnion (_, l) -> l | _ -> invalid_arg "event" in
  let payload i = X.dot (X.dot event "u") (N.member names event_ty i) in
  let copied d t s = if T.is_void t then [] else copy_value d t s in
  let case name i copies =
    String.concat " " ((p "case %s:" name :: p "%s = %d;" (X.dot event "tag").text i :: copies) @ [ "break;" ])
  in
  let arguments i e =
    let arg j = X.dot (X.dot asked (N.effect_name names e)) (N.effect_arg names e j) in
    match (List.nth (T.info t).program.effs e).eff_args with
    | [ t ] -> copied (payload i) t (arg 0)
    | l -> List.concat (List.mapi (fun j t -> copied (X.dot (payload i) (N.member names (List.nth cases i) j)) t (arg j)) l)
  in
  let asks i e = case (N.asks names e) i (arguments i e) in
  let last = List.length callee.effects in
  let result = copied (payload last) callee.result (result t c ~asked ~const:true) in
  List.mapi asks callee.effects @ [ case (N.macro_prefix names ^ "DONE") last result ]

let event_function_name t c = "fli_event_" ^ N.procedure_name (T.names t) c

let event_function t c =
  let is_its (ty : Program_info.type_info) = ty.kind = Program_info.Event c in
  let event_ty = (List.find is_its (Array.to_list (T.info t).types)).representation in
  p "/* What a step of %s has led to; false: a trap. */\nstatic bool %s(%s *event, const union %srequest *q, unsigned status) {\n    switch (status) {\n%s    default: return false;\n    }\n    return true;\n}\n"
    (N.procedure_name (T.names t) c) (event_function_name t c) (T.c_type t event_ty)
    (N.prefix (T.names t))
    (String.concat "" (List.map (p "    %s\n") (event_cases t c ~event:(X.pointer "event") ~event_ty ~asked:(X.pointer "q"))))

(* At most: the union of all requests and results in the program, with pointers of 8 bytes. *)
let request_bytes st =
  let program = (info st).program in
  let sum = List.fold_left (fun n ty -> n + T.bytes (types st) ty + 16) 0 in
  let asked = List.map (fun (e : effect) -> sum e.eff_args) program.effs in
  let finished = List.map (fun (pr : proc) -> if pr.suspends then T.bytes (types st) pr.result else 0) program.procs in
  List.fold_left max 8 (asked @ finished)

let resume st indent (x : resumption) =
  let callee = T.procedure (types st) x.child_proc in
  let child, _ = X.place st.env x.child in
  let guards = guard st (guard_resume x) in
  let passed = pass_all st (List.filter (fun (m, _) -> m = Lent) callee.params) x.lend in
  (* A coroutine passes its own request on; a function has none. *)
  let own_request, q, asked =
    if st.pr.suspends then ([], "q", X.pointer "q")
    else (takes st (request_bytes st);
      [ p "union %srequest fli_request;" (N.prefix (names st)) ], "&fli_request", X.var "fli_request")
  in
  let answer, r = response st x in
  let status = fresh st in
  statement st indent
    (guards
    @ [ "{" ]
    @ own_request @ answer @ passed.before
    @ [
        p "const unsigned %s = %s_step(%s);" status
          (N.procedure_name (names st) x.child_proc)
          (String.concat ", " (X.address child :: r :: q :: passed.text));
      ]
    @ guard st (guard_write x.child)
    @ passed.after
    @ guard st (guard_write x.event)
    @
    let event, event_ty = X.place st.env x.event in
    if Hashtbl.mem st.shared_events x.child_proc then
      [ p "if (!%s(%s, %s, %s)) { %s }" (event_function_name (types st) x.child_proc) (X.address event) q status (trap st); "}" ]
    else
      [ p "switch (%s) {" status ]
      @ event_cases (types st) x.child_proc ~event ~event_ty ~asked
      @ [ "default: " ^ trap st; "}"; "}" ])
