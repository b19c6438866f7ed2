(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* The front end beside the independent meaning (tests/meaning), on random programs.

     front FIRST COUNT INPUTS [--stop]

   Each program is run on so many strings of bytes by the extracted semantics after the front end, and by the interpreter of the surface
   syntax. Requests, results, and where a trap happens must be the same. A line for each difference, and a summary; exit status 1 after
   a difference. *)
open Fairlead_lang
module Meaning_driver = Fairlead_meaning.Driver
module Value = Fairlead_meaning.Value

let p = Printf.sprintf
let steps = 200_000

(* What extern functions compute is written for the extracted semantics. *)
let rec to_extracted : Value.value -> Fairlead_interpret.Protocol.data = function
  | V_unit -> VRecord []
  | V_bool b -> VBool b
  | V_int z -> VInt z
  | V_bytes s -> VBytes (List.map (fun c -> Z.of_int (Char.code c)) (List.of_seq (String.to_seq s)))
  | V_array l -> VArray (List.map to_extracted l)
  | V_record l -> VRecord (List.map (fun (_, v) -> to_extracted v) l)
  | V_extern l -> VExtern l
  | V_case _ | V_map _ | V_coro _ -> invalid_arg "Front.to_extracted"

(* [like]: a value of the same type. *)
let rec of_extracted ?like (v : Fairlead_interpret.Protocol.data) : Value.value =
  match (v, like) with
  | VBool b, _ -> V_bool b
  | VInt z, _ -> V_int z
  | VBytes l, _ -> V_bytes (String.concat "" (List.map (fun z -> String.make 1 (Char.chr (Z.to_int z))) l))
  | VExtern l, _ -> V_extern l
  | VArray l, Some (Value.V_array (like :: _)) -> V_array (List.map (of_extracted ~like) l)
  | VRecord l, Some (Value.V_record fields) -> V_record (List.map2 (fun (n, like) v -> (n, of_extracted ~like v)) fields l)
  | VRecord [], _ -> V_unit
  | _ -> invalid_arg "Front.of_extracted"

let externals (info : Program_info.t) name args =
  let rec number i = if info.externs.(i).symbol = name then i else number (i + 1) in
  Option.map
    (fun (after, result) -> (List.map2 (fun like v -> of_extracted ~like v) args after, of_extracted result))
    (Externals.meaning info (number 0) (List.map to_extracted args))

type run = { lines : string list; trapped : string; complete : bool }

(* [f print] gives where it trapped and whether it came to an end. *)
let collect f =
  let lines = ref [] in
  let trapped, complete = f (fun s -> lines := s :: !lines) in
  let lines = match !lines with "out of steps" :: l -> l | l -> l in
  { lines = List.rev lines; trapped; complete }

let at file line column = p "%s:%d:%d" (Filename.basename file) line column

let after_front (info : Program_info.t) entry input =
  collect (fun print ->
      let where = ref "" in
      let trapped (q : Program_info.position) = where := at q.file q.line q.column in
      match Fairlead_interpret.Driver.run ~externals:(Externals.meaning info) info entry ~input ~steps ~print ~trapped with
      | Finished -> (!where, true)
      | Out_of_steps -> ("", false)
      | Refused why -> failwith why)

let by_meaning info program entry input =
  collect (fun print ->
      match Meaning_driver.run ~externals:(externals info) program entry ~input ~steps ~print with
      | Finished (Some loc) ->
          let line, column = Fairlead_meaning.Program.position program loc in
          (at loc.file line column, true)
      | Finished None -> ("", true)
      | Out_of_steps -> ("", false))

let rec difference n front meaning ~complete =
  match (front, meaning) with
  | [], [] -> None
  | ([], _ | _, []) when not complete -> None
  | a :: front, b :: meaning when a = b -> difference (n + 1) front meaning ~complete
  | _ ->
      let first = function [] -> "nothing" | s :: _ -> if String.length s > 300 then String.sub s 0 300 ^ "..." else s in
      Some (p "line %d: front end %s, meaning %s" n (first front) (first meaning))

let compare_runs front meaning =
  let complete = front.complete && meaning.complete in
  match difference 1 front.lines meaning.lines ~complete with
  | Some d -> Some d
  | None when complete && front.trapped <> meaning.trapped -> Some (p "trap: front end at %s, meaning at %s" front.trapped meaning.trapped)
  | None -> None

let endings : (string, int) Hashtbl.t = Hashtbl.create 7
let count what = Hashtbl.replace endings what (1 + Option.value ~default:0 (Hashtbl.find_opt endings what))

let ending run =
  if not run.complete then "out of steps"
  else match List.rev run.lines with [] -> "nothing" | last :: _ -> List.hd (String.split_on_char ' ' last)

let entry_of (info : Program_info.t) =
  let last = ref (-1) in
  Array.iteri
    (fun i (q : Program_info.procedure) ->
      if q.proc_name.module_name = "" && (List.nth info.program.procs i).suspends then last := i)
    info.procedures;
  !last

(* What is wrong with the program of a seed, if anything is. *)
let check seed inputs =
  match Seed.of_seed seed with
  | Error why -> Some why
  | Ok s -> (
      for _ = 1 to s.refused do count "refused" done;
      let read path = List.assoc (Filename.basename path) s.files in
      try
        let program = Fairlead_meaning.Program.read read (fst (List.hd s.files)) in
        match Fairlead_meaning.Program.last_coroutine program with
        | None -> Some "no coroutine"
        | Some home ->
            let one (number, input) =
              let front = after_front s.info (entry_of s.info) input and meaning = by_meaning s.info program home input in
              count (ending front);
              Option.map (p "input %d, %s" number) (compare_runs front meaning)
            in
            List.find_map one (List.mapi (fun i input -> (i, input)) (Seed.inputs seed ~count:inputs))
      with
      | Value.Lost (loc, why) -> Some (p "the meaning is at a loss at %s, byte %d: %s" loc.file loc.start why)
      | e -> Some (Printexc.to_string e))

let () =
  let usage () =
    prerr_endline "usage: front FIRST COUNT INPUTS [--stop]";
    exit 2
  in
  let go first number inputs stop =
    let failures = ref 0 in
    (try
       for seed = first to first + number - 1 do
         Option.iter
           (fun why ->
             incr failures;
             Printf.printf "%d: %s\n%!" seed why;
             if stop then raise Exit)
           (check seed inputs)
       done
     with Exit -> ());
    let total = List.sort compare (Hashtbl.fold (fun k n l -> p "%s %d" k n :: l) endings []) in
    Printf.printf "%d programs, %d differences; runs by ending: %s\n" number !failures (String.concat ", " total);
    exit (if !failures > 0 then 1 else 0)
  in
  match Array.to_list Sys.argv with
  | _ :: first :: number :: inputs :: rest when rest = [] || rest = [ "--stop" ] -> (
      match List.map int_of_string_opt [ first; number; inputs ] with
      | [ Some first; Some number; Some inputs ] -> go first number inputs (rest <> [])
      | _ -> usage ())
  | _ -> usage ()
