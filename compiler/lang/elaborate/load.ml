(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_cli
module Extracted = Fairlead_lang_coq.Extracted

type failure = { messages : Message.t list; more : bool }

let failure errors ~more sources =
  let find file = Hashtbl.find_opt sources file in
  Error { messages = List.map (Diagnostic.message find) (Errors.all errors); more }

let text f = String.concat "" (List.map Message.to_text f.messages)

let report f =
  List.iter Message.print f.messages;
  let n = List.length f.messages in
  if f.more then Message.summary "fairlead: %d errors, and perhaps more" n else if n <> 1 then Message.summary "fairlead: %d errors" n

(* The front end should only produce well-typed programs; the verified checker has the last word. *)
let verified (info : Program_info.t) =
  let refused =
    match Extracted.check_program info.program with
    | None -> Extracted.check_aliasing info.program
    | refused -> refused
  in
  match refused with
  | None -> Ok ()
  | Some culprit ->
      let named kind (n : Program_info.name) = Error (Printf.sprintf "%s `%s`" kind n.base) in
      (match culprit with
      | BadProc i -> named "procedure" info.procedures.(i).proc_name
      | BadEffect i -> named "effect" info.effects.(i).effect_name
      | BadExtern i -> named "extern function" info.externs.(i).extern_name
      | BadConst i -> Error (Printf.sprintf "constant %d" i))

let program ?(read = Modules.read_file) ?(change = Fun.id) ?(warn = ignore) path =
  let errors = Errors.create () in
  let sources = Hashtbl.create 8 in
  let loaded = ref [||] in
  match
    let modules = Modules.load errors ~read ~sources path in
    loaded := modules.units;
    Elaborate.program errors modules
  with
  | Some info when not (Errors.any errors) -> (
      let info = change info in
      match verified info with
      | Ok () -> (
          let find = Hashtbl.find_opt sources in
          match List.iter (Errors.add errors) (Trapless.mistakes find info @ Order.mistakes find info) with
          | exception Errors.Enough -> failure errors ~more:true sources
          | () when Errors.any errors -> failure errors ~more:false sources
          | () ->
              warn (lazy (List.map (Diagnostic.message find) (Lints.warnings !loaded 0)));
              Ok info)
      | Error what ->
          Errors.add errors
            (Diagnostic.make { Loc.none with file = path }
               "internal error: the verified checker of types and aliasing refuses %s" what
               ~help:"this is a bug in fairlead's front end, please report it");
          failure errors ~more:false sources)
  | _ -> failure errors ~more:false sources
  | exception Errors.Enough -> failure errors ~more:true sources

let program_or_report ?warn path =
  Stack_limit.raise_it ();
  let stdin_name = "<stdin>" in
  let read file = if file = stdin_name then Modules.read_standard_input () else Modules.read_file file in
  match program ~read ?warn (if path = "-" then stdin_name else path) with
  | Ok info -> Some info
  | Error f ->
      report f;
      None
