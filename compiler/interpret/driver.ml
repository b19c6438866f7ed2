(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_lang_coq.Syntax
module Coq = Fairlead_lang_coq.Extracted
module Info = Fairlead_lang.Program_info

type ending = Finished | Out_of_steps | Refused of string

(* The types around one coroutine's border. *)
type border = { args : ty list; lent : ty list; result : ty }

let border_of (pr : proc) =
  let of_mode wanted = List.filter_map (fun (m, t) -> if m = wanted then Some t else None) pr.params in
  { args = of_mode In; lent = of_mode Lent; result = pr.result }

(* An external function that is called sooner or later. *)
let external_called (info : Info.t) p =
  let in_body found c = match c with Do (BExtern (x, _, _)) -> Some x | _ -> found in
  let called i = Fairlead_lang.C_queries_trusted.fold_cmd in_body None (List.nth info.program.procs i).body in
  List.find_map called (Fairlead_lang.C_queries_trusted.reachable info [ p ])

(* Why the driver of docs/run-protocol.md cannot drive this coroutine. *)
let obstacle ?externals (info : Info.t) p (pr : proc) border =
  let effects = List.map (fun e -> List.nth info.program.effs e) pr.effects in
  let decoded = border.args @ border.lent @ List.map (fun (e : effect) -> e.eff_result) effects in
  if not pr.suspends then Some "it is a function, not a coroutine"
  else if List.exists (fun (m, _) -> m = Inout) pr.params then
    Some "it has an inout parameter, so only another coroutine can call it"
  else if List.exists (fun t -> Protocol.undecodable t <> None) decoded then
    Some "its parameters or the results of its effects hold an extern type"
  else
    match if externals = None then external_called info p else None with
    | Some x -> Some (Printf.sprintf "it calls the extern function `%s`, which only C has" info.externs.(x).extern_name.base)
    | None -> None

let lending info border = function
  | [] -> ""
  | ds -> " lending " ^ String.concat ", " (List.map2 (Protocol.print info) border.lent ds)

let request_line (info : Info.t) pr border ((e, ds), lent) =
  let eff = List.nth info.program.effs e in
  Printf.sprintf "ask %s(%s)%s" (Fairlead_lang.Written.request info pr.effects e)
    (String.concat ", " (List.map2 (Protocol.print info) eff.eff_args ds))
    (lending info border lent)

let no_externals _ _ = None

exception Found of int option

(* The line in force, by the text, where a part of a body is: that very part, not an equal one. *)
let line_in body wanted =
  let rec go line c =
    if wanted c then raise (Found line);
    match c with
    | Do (BLine n) -> Some n
    | Seq (a, b) | If (_, a, b) -> go (go line a) b
    | Block c | Loop (_, c) | Label (_, c) -> go line c
    | Skip | Do _ | Exit _ | Goto _ | Suspend _ | Call _ | Resume _ | Return -> line
  in
  match go None body with (_ : int option) -> None | exception Found line -> line

(* Of a state in which something traps. A procedure that ends may trap where it was called: storage passed [inout] is gone. *)
let trapped_at program state =
  let code p = (List.nth program.procs p).body in
  let calls label = function Call (l, _) -> l = label | _ -> false in
  match state with
  | Coq.Running ((Return | Skip), _, _, _, Coq.Caller (l, _, p, _, _) :: _) -> line_in (code p) (calls l)
  | Running ((Return | Skip), _, _, _, Parent (x, p, _, _) :: _) -> line_in (code p) (function Resume y -> y == x | _ -> false)
  | Running (c, p, _, _, _) -> line_in (code p) (fun c' -> c' == c)
  | Suspended _ | Resuming _ | Halted -> None

let decode_all input types = List.rev (List.fold_left (fun acc t -> Protocol.decode input t :: acc) [] types)

let run ?externals (info : Info.t) p ~input ~steps ~print ~trapped =
  let program = info.program in
  let pr = List.nth program.procs p in
  let border = border_of pr in
  match obstacle ?externals info p pr border with
  | Some why -> Refused why
  | None -> (
      let dynamics = Coq.fl program Coq.source (Option.value externals ~default:no_externals) in
      let input = Protocol.input_of_string input in
      let left = ref steps in
      let rec go state =
        if !left = 0 then begin
          print "out of steps";
          Out_of_steps
        end
        else begin
          decr left;
          match Coq.step dynamics state with
          | Coq.Go state -> go state
          | Coq.Emit (((e, _), _) as request, Coq.Suspended frames) ->
              print (request_line info pr border request);
              let answer = Protocol.decode input (List.nth program.effs e).eff_result in
              let lent = decode_all input border.lent in
              go (Coq.Resuming ((answer, lent), frames))
          | Coq.Finish (d, lent) ->
              print (Printf.sprintf "done %s%s" (Protocol.print info border.result d) (lending info border lent));
              Finished
          | Coq.Crash ->
              print "trap";
              Option.iter (fun n -> trapped info.positions.(n)) (trapped_at program state);
              Finished
          | Coq.Emit _ | Coq.Stuck -> failwith "the interpreter is stuck: type soundness does not hold of this program"
        end
      in
      try
        let args = decode_all input border.args in
        let lent = decode_all input border.lent in
        match Coq.fl_initial program Coq.source p args lent with
        | Some state -> go state
        | None -> failwith "the interpreter cannot start: type soundness does not hold of this program"
      with Protocol.End_of_input ->
        print "end of input";
        Finished)

