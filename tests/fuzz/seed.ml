(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_lang

type t = { files : (string * string) list; info : Program_info.t; refused : int }

let contains text part =
  let n = String.length part in
  let rec go i = i + n <= String.length text && (String.sub text i n = part || go (i + 1)) in
  go 0

(* Mistakes that random constants make, and that the front end finds by computing them. *)
let excusable (f : Load.failure) = List.exists (contains (Load.text f)) [ "this always traps"; "does not fit in"; "bytes are written over" ]
let attempts = 40

let of_seed seed =
  let rec go attempt =
    let files = Program.make ~seed ~attempt in
    let read path =
      match List.assoc_opt (Filename.basename path) files with
      | Some text -> Ok text
      | None -> Error "no such file"
    in
    match Load.program ~read (fst (List.hd files)) with
    | Ok info -> Ok { files; info; refused = attempt }
    | Error f when excusable f && attempt < attempts -> go (attempt + 1)
    | Error f -> Error (Load.text f)
    | exception e -> Error ("the front end raised " ^ Printexc.to_string e)
  in
  go 0

(* Mostly small numbers, so that lengths, cases and loops vary more than values. *)
let inputs seed ~count =
  let rng = Random.State.make [| seed; 7; 7 |] in
  let int n = Random.State.int rng n in
  let byte _ =
    Char.chr (match int 6 with 4 -> int 16 | 5 -> int 256 | small -> small)
  in
  List.init count (fun i ->
      let length = if i = 0 then 3000 else if int 12 = 0 then int 5 else List.nth [ 40; 400; 2000; 2500 ] (int 4) in
      String.init length byte)
