(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
type t = { units : Env.unit_ array; sources : (string, Source.t) Hashtbl.t }

let max_files = 1000

let read_standard_input () =
  set_binary_mode_in stdin true;
  Fairlead_cli.Files.read_channel ~limit:Syntax_limits.file_size stdin

let read_file path = Fairlead_cli.Files.read ~limit:Syntax_limits.file_size path

(* Reading it could wait for ever. Of the main file that is the user's business. *)
let unreadable path =
  match (Unix.stat path).st_kind with
  | S_REG | S_DIR -> false
  | _ -> true
  | exception Unix.Unix_error _ -> false

(* The same wherever the files lie, and printable. *)
let odd_path path =
  if path = "" then Some "an import names a file"
  else if not (Filename.is_relative path) then Some "an import is a path from the folder of the file that imports, not an absolute one"
  else if String.exists (fun c -> Char.code c < 32 || c = '\x7f') path then Some "the path of an import has no control characters"
  else None

let is_identifier s =
  s <> ""
  && String.for_all (fun c -> (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c = '_') s
  && not (s.[0] >= '0' && s.[0] <= '9')

type parsed = { path : string; mutable text : Parse.t; mutable targets : (Surface.name * string) list }

let load errors ~read ~sources main =
  let order = ref [] in
  let queue = Queue.create () in
  (* [from]: where it is imported. *)
  let open_file path (from : Loc.t option) =
    let text =
      match if from <> None && unreadable path then Error "it is no regular file" else read path with
      | Error why ->
          (match from with
          | Some loc ->
              Errors.add errors
                (Diagnostic.make loc "cannot read %s: %s" path why ~help:"paths are relative to the file that imports")
          | None -> Errors.add errors (Diagnostic.make { Loc.none with file = path } "cannot read it: %s" why ~help:"name a readable .fl file"));
          { Parse.decls = []; whole = false }
      | Ok text ->
          let source = Source.create ~name:path text in
          Hashtbl.replace sources path source;
          Parse.file errors source
    in
    let p = { path; text; targets = [] } in
    order := p :: !order;
    Queue.add p queue
  in
  let seen = Hashtbl.create 8 in
  (* What an import would have brought is not known. *)
  let missing p = p.text <- { p.text with whole = false } in
  let import_file p file loc alias =
    let target = Paths.normalize (Filename.concat (Filename.dirname p.path) file) in
    let base = Filename.basename file in
    let stem = if Filename.check_suffix base ".fl" then Filename.chop_suffix base ".fl" else base in
    let name =
      match alias with
      | Some n -> Some n
      | None when is_identifier stem && not (Lexer.is_reserved stem) -> Some { Surface.id = stem; loc }
      | None ->
          missing p;
          Errors.add errors
            (Diagnostic.make loc
               (if is_identifier stem then "`%s` is a keyword, so it cannot be a name" else "`%s` is not a name")
               stem ~help:"give the module one: import \"...\" as name;");
          None
    in
    Option.iter (fun n -> p.targets <- (n, target) :: p.targets) name;
    if not (Hashtbl.mem seen (Paths.identity target)) then (
      Hashtbl.replace seen (Paths.identity target) ();
      if Hashtbl.length seen > max_files then
        Errors.add errors (Diagnostic.make loc "a program has at most %d files" max_files ~help:"merge some of them")
      else open_file target (Some loc))
  in
  let import p = function
    | Surface.D_import (file, loc, alias) ->
        (match odd_path file with
        | Some why ->
            missing p;
            Errors.add errors (Diagnostic.make loc "%s" why ~help:"for example import \"lib/text.fl\";")
        | None -> import_file p file loc alias)
    | _ -> ()
  in
  let main = Paths.normalize main in
  Hashtbl.replace seen (Paths.identity main) ();
  open_file main None;
  while not (Queue.is_empty queue) do
    let p = Queue.pop queue in
    List.iter (import p) p.text.decls
  done;
  let files = Array.of_list (List.rev !order) in
  let index = Hashtbl.create 8 in
  Array.iteri (fun i p -> Hashtbl.replace index (Paths.identity p.path) i) files;
  let imports p = List.filter_map (fun (n, t) -> Option.map (fun i -> (n, i)) (Hashtbl.find_opt index (Paths.identity t))) (List.rev p.targets) in
  (* Imports that go round in a circle. *)
  let state = Array.make (Array.length files) `New in
  let rec visit chain i =
    state.(i) <- `Open;
    List.iter
      (fun ((n : Surface.name), j) ->
        match state.(j) with
        | `Done -> ()
        | `New -> visit (i :: chain) j
        | `Open ->
            let rec until = function [] -> [] | k :: rest -> if k = j then [ k ] else k :: until rest in
            let cycle = List.rev_map (fun k -> files.(k).path) (until (i :: chain)) in
            Errors.add errors
              (Diagnostic.make n.loc "imports go in a circle: %s" (String.concat " -> " (cycle @ [ files.(j).path ]))
                 ~help:"move what both need into a third file"))
      (imports files.(i));
    state.(i) <- `Done
  in
  Array.iteri (fun i _ -> if state.(i) = `New then visit [] i) files;
  let taken = Hashtbl.create 8 in
  let unique i p =
    if i = 0 then ""
    else
      let base = Filename.basename p.path in
      let stem = if Filename.check_suffix base ".fl" then Filename.chop_suffix base ".fl" else base in
      let stem = if stem = "" then "module" else stem in
      let stem = String.map (fun c -> if is_identifier (String.make 1 c) || (c >= '0' && c <= '9') then c else '_') stem in
      let rec free k =
        let name = if k = 1 then stem else Printf.sprintf "%s_%d" stem k in
        if Hashtbl.mem taken name then free (k + 1) else name
      in
      let name = free 1 in
      Hashtbl.replace taken name ();
      name
  in
  let unit_ i p = { Env.file = p.path; unique_name = unique i p; decls = p.text.decls; whole = p.text.whole; import_of = imports p } in
  { units = Array.mapi unit_ files; sources }
