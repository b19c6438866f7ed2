module Extracted = Fairlead_lang_coq.Extracted

type failure = { diagnostics : Diagnostic.t list; text : string }

let failure errors ~more sources =
  let find file = Hashtbl.find_opt sources file in
  let diagnostics = Errors.all errors in
  let shown = String.concat "" (List.map (Diagnostic.render find) diagnostics) in
  let n = List.length diagnostics in
  let summary =
    if more then Printf.sprintf "fairlead: %d errors, and perhaps more\n" n
    else if n = 1 then ""
    else Printf.sprintf "fairlead: %d errors\n" n
  in
  Error { diagnostics; text = shown ^ summary }

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

let program ?(read = Modules.read_file) ?(change = Fun.id) path =
  let errors = Errors.create () in
  let sources = Hashtbl.create 8 in
  match
    let m = Modules.load errors ~read ~sources path in
    if Errors.any errors then None else Elaborate.program errors m
  with
  | Some info when not (Errors.any errors) -> (
      let info = change info in
      match verified info with
      | Ok () -> Ok info
      | Error what ->
          Errors.add errors
            (Diagnostic.make { Loc.none with file = path }
               "internal error: the verified checker of types and aliasing refuses %s" what
               ~help:"this is a bug in fairlead's front end, please report it");
          failure errors ~more:false sources)
  | _ -> failure errors ~more:false sources
  | exception Errors.Enough -> failure errors ~more:true sources

let program_or_report path =
  let stdin_name = "<stdin>" in
  let read file = if file = stdin_name then Modules.read_standard_input () else Modules.read_file file in
  match if path = "-" then program ~read stdin_name else program path with
  | Ok info -> Some info
  | Error f ->
      prerr_string f.text;
      None
