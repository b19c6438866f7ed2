(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* Prints TAP. What the verified checkers refuse is not compiled: programs are damaged between the front end, which never makes
   such, and the checkers. *)

open Fairlead_lang
open Fairlead_lang_coq.Syntax

let ok = Tap.check

let text =
  "effect get() -> u32;\n\
   fn two(inout a: u8, inout b: u8) { a = b; b = 1; }\n\
   coroutine c() -> u32 asks get {\n\
  \  var x: u8 = 1;\n\
  \  var y: u8 = 2;\n\
  \  var n: u32 = 0;\n\
  \  while n < 10 { two(inout x, inout y); n = ask get(); }\n\
  \  return n;\n\
   }\n"

let load change = Load.program ~read:(fun p -> if p = "t.fl" then Ok text else Error "no such file") ~change "t.fl"

let contains s part =
  let n = String.length part in
  let rec go i = i + n <= String.length s && (String.sub s i n = part || go (i + 1)) in
  go 0

let of_procs f (info : Program_info.t) = { info with program = { info.program with procs = f info.program.procs } }

(* Every command of the last procedure. *)
let on_last f =
  of_procs (fun procs ->
      let last = List.length procs - 1 in
      List.mapi (fun i (pr : proc) -> if i = last then { pr with body = f pr.body } else pr) procs)

let rec everywhere f c =
  match f c with
  | Some c -> c
  | None -> (
      match c with
      | Seq (a, b) -> let a = everywhere f a in Seq (a, everywhere f b)
      | If (e, a, b) -> let a = everywhere f a in If (e, a, everywhere f b)
      | Block c -> Block (everywhere f c)
      | Loop (l, c) -> Loop (l, everywhere f c)
      | Label (l, c) -> Label (l, everywhere f c)
      | c -> c)

let twice body = Seq (body, body)

let damages =
  [
    ("an effect with another result", "procedure `c`", fun (info : Program_info.t) ->
      { info with program = { info.program with effs = List.map (fun (e : effect) -> { e with eff_result = TBool }) info.program.effs } });
    ("labels that are there twice", "procedure `c`", on_last twice);
    ("an exit without its block", "procedure `c`", on_last (fun body -> Seq (Exit 0, body)));
    ("a jump to nowhere", "procedure `c`", on_last (fun body -> Seq (Goto 12345, body)));
    ("a variable that is not there", "procedure `c`", on_last (fun body -> Seq (Do (BAssign (PVar 99, EBool true)), body)));
    ("an effect that is not declared", "procedure `c`", of_procs (List.map (fun (pr : proc) -> { pr with effects = [] })));
    ("one place for two inout parameters", "procedure `c`",
     on_last
       (everywhere (function
         | Call (l, ({ call_args = AInout p :: _ :: rest; _ } as x)) -> Some (Call (l, { x with call_args = AInout p :: AInout p :: rest }))
         | _ -> None)));
    ("a procedure that calls itself", "procedure `two`",
     of_procs (List.mapi (fun i (pr : proc) ->
         if i > 0 then pr
         else { pr with body = Seq (pr.body, Call (777, { callee = 0; call_args = [ AInout (PVar 0); AInout (PVar 1) ]; call_dest = None })) })));
  ]

let options = { Compile.prefix = "fl_"; entries = []; name = "t"; extern_header = None; line_prefix = "" }

let () =
  (match load Fun.id with
  | Ok info ->
      ok "undamaged, it is accepted" true;
      ok "and compiled" (Result.is_ok (Compile.c options info));
      (* past the first checkers: the checker of layouts looks for itself *)
      ok "layouts: labels that are there twice" (Result.is_error (Compile.c options (on_last twice info)));
      ok "layouts: an exit without its block" (Result.is_error (Compile.frame_layouts (on_last (fun body -> Seq (Exit 0, body)) info)))
  | Error f -> ok ("undamaged, it is accepted: " ^ Load.text f) false);
  List.iter
    (fun (name, culprit, damage) ->
      ok name
        (match load damage with
        | Ok _ -> false
        | Error f -> contains (Load.text f) "the verified checker of types and aliasing refuses" && contains (Load.text f) culprit))
    damages;
  Tap.finish ()
