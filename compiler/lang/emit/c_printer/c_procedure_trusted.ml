(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
module Coq = Fairlead_lang_coq.Extracted
open Fairlead_lang_coq.Syntax
module B = C_body_trusted
module F = C_queries_trusted
module L = C_lines_trusted
module N = C_names_trusted
module T = C_types_trusted
module X = C_expr_trusted

let p = Printf.sprintf

type shared = { types : T.t; constants : (int, unit) Hashtbl.t; waits : (int, unit) Hashtbl.t; stack : (int, int) Hashtbl.t; shared_events : (int, unit) Hashtbl.t; told : (int, (int * Coq.point) list) Hashtbl.t }

let start_body sh i ~exported ~reach ~in_frame =
  B.create sh.types i ~exported ~constants:sh.constants ~waits:sh.waits ~shared_events:sh.shared_events ~reach ~in_frame

(* The number is filled in at the end. *)
let own_line = "#line @\n"

(* What [line] says of each variable that is chosen, one line each. *)
let for_variables n ~which line = String.concat "" (List.map line (List.filter which (List.init n Fun.id)))

let locals (st : B.t) tys names ~which =
  for_variables (Array.length tys)
    ~which:(fun x -> which x && not (T.is_void tys.(x)))
    (fun x -> p "    %s\n" (B.temporary st tys.(x) names.(x)))

(* Once everything has been declared. *)
let note_stack sh i (st : B.t) (body : L.printed) = Hashtbl.replace sh.stack i (!(st.stack) + C_stack.put_aside body.text)

(* Used or not: what uses it may print as nothing. *)
let mention names x = p "    (void)%s;\n" names.(x)

(* Where control arrives at the end of the body. *)
let ending (body : L.printed) statements =
  own_line ^ (if body.early then "done:;\n" else "") ^ p "    %s\n" (String.concat " " statements)

(* {2 Coroutines} *)

(* What callers of exported procedures pass. *)
let handed_in t i ~which = String.concat "" (List.map (p "    %s\n") (C_check.parameters t i ~which))

let init sh i =
  let t = sh.types in
  let names = N.variables (T.names t) i in
  let one x (m, ty) =
    if m <> In || T.is_void ty then []
    else
      let src = if T.is_scalar ty then X.var names.(x) else X.pointer names.(x) in
      C_store_trusted.copy_value (X.var ("f->" ^ names.(x))) ty src
  in
  p "%s%s {\n%s    f->at = 1;\n%s}\n" (C_signature_trusted.api t) (C_signature_trusted.init t i)
    (handed_in t i ~which:(fun m -> m = In))
    (String.concat "" (List.map (p "    %s\n") (List.concat (List.mapi one (T.procedure t i).params))))

let store_result t i (st : B.t) =
  let pr = T.procedure t i in
  if T.is_void pr.result then []
  else
    let result, _ = X.place st.env (PVar pr.ret) in
    C_store_trusted.copy_value (C_suspend_trusted.result t i ~asked:(X.pointer "q") ~const:false) pr.result result

let step sh i ~exported =
  let t = sh.types in
  let names = N.variables (T.names t) i and tys = T.variable_types t i in
  let n = Array.length names in
  let params = Array.of_list (T.procedure t i).params in
  let by_reference x = x < Array.length params && fst params.(x) <> In in
  let in_frame = Array.map (function T.Frame _ -> true | T.Local | T.Reference -> false) (T.frame_of t i).homes in
  let reach =
    Array.init n (fun x ->
        if by_reference x && tys.(x) <> TView then X.pointer names.(x)
        else if by_reference x || not in_frame.(x) then X.var names.(x)
        else X.var ("f->" ^ names.(x)))
  in
  let st = start_body sh i ~exported ~reach ~in_frame in
  let body = C_control.body st in
  let result = store_result t i st in
  let trap_code = N.macro_prefix (T.names t) ^ "TRAP" in
  let declarations = locals st tys names ~which:(fun x -> not (by_reference x || in_frame.(x)) && st.env.used.(x)) in
  note_stack sh i st body;
  Hashtbl.replace sh.told i body.told;
  String.concat ""
    [
      p "%s%s {\n" (if exported then C_signature_trusted.api t else "static ") (C_signature_trusted.step t i ~exported);
      declarations;
      "    (void)r; (void)q;\n";
      for_variables n ~which:(fun x -> by_reference x && not (T.is_void tys.(x))) (mention names);
      (if exported then handed_in t i ~which:(fun m -> m <> In) else "");
      body.switch; body.text;
      ending body (result @ [ "f->at = 0;"; p "return %sDONE;" (N.macro_prefix (T.names t)) ]);
      (if st.traps then p "trap:\n    f->at = 0;\n    return %s;\n" trap_code else "");
      "}\n";
    ]

(* What takes no step waits for nothing. *)
let told sh i = Option.value ~default:[] (Hashtbl.find_opt sh.told i)

let waits_function sh i =
  let t = sh.types in
  let name = N.procedure_name (T.names t) in
  let case (n, x) =
    let code =
      match x with
      | Coq.PAsk (_, s) -> p "%du" (X.waits_code (Some s.ask_effect))
      | PCall (l, c) -> p "%s_waits(&f->%s)" (name c.callee) (T.area t i l)
    in
    p "    case %d: return %s;\n" n code
  in
  p
    "/* 0: finished, 1: not started, n + 2: waits for effect n. */\n\
     static unsigned %s_waits(const struct %s *f) {\n\
    \    switch (f->at) {\n\
    \    case 1: return %du;\n\
     %s    default: return 0u;\n\
    \    }\n\
     }\n"
    (name i) (name i)
    (X.waits_code None)
    (String.concat "" (List.map case (told sh i)))

(* {2 Functions} *)

let plain_function sh i ~exported =
  let t = sh.types in
  let pr = T.procedure t i in
  let names = N.variables (T.names t) i and tys = T.variable_types t i in
  let n = Array.length names in
  let params = Array.of_list pr.params in
  let is_param x = x < Array.length params in
  let written = F.written pr.body in
  let aggregate ty = not (T.is_scalar ty || ty = TView) in
  (* A parameter passed by const pointer and written needs a copy. *)
  let copied x = is_param x && fst params.(x) = In && aggregate tys.(x) && List.mem x written in
  let is_result x = x = pr.ret && (not (is_param x)) && aggregate pr.result && not (T.is_void pr.result) in
  let by_pointer x = fst params.(x) <> In && tys.(x) <> TView || fst params.(x) = In && aggregate tys.(x) in
  let reach =
    Array.init n (fun x ->
        if is_result x then X.pointer "result"
        else if copied x then X.var ("fli_" ^ names.(x))
        else if is_param x && by_pointer x then X.pointer names.(x)
        else X.var names.(x))
  in
  let st = start_body sh i ~exported ~reach ~in_frame:(Array.make n false) in
  let body = C_control.body st in
  let return = L.function_return st in
  let parameter x =
    if copied x then (
      B.takes st (T.bytes t tys.(x));
      p "    %s fli_%s = *%s;\n" (T.c_type t tys.(x)) names.(x) names.(x))
    else mention names x
  in
  let copies = for_variables (Array.length params) ~which:(fun x -> copied x || not (T.is_void tys.(x))) parameter in
  let declarations = locals st tys names ~which:(fun x -> not (is_param x || is_result x) && st.env.used.(x)) in
  note_stack sh i st body;
  String.concat ""
    [
      p "%s%s {\n" (if exported then C_signature_trusted.api t else "static inline ") (C_signature_trusted.plain_function t i);
      (if exported then handed_in t i ~which:(fun _ -> true) else "");
      declarations; copies; body.text; ending body [ return ]; "}\n";
    ]
