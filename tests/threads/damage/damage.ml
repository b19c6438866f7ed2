(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* damage NUMBER FILE...: translates preprocessed files, and damages the text of what marked functions became: at so
   many places of each file, spread evenly, a token is left out, is there twice, is another one, or changes places with
   the next. What is read back has to be refused each time, and the text as it is has not. Exit status 1 if not. *)

open Fairlead_threads

(* The tokens of frames' structures and of the functions of C, as indices. *)
let damageable (tokens : C_tokens.t array) =
  let word i = if i >= 0 && i < Array.length tokens then tokens.(i).C_tokens.word else "" in
  let begins i =
    (word i = "__may_alias__" && word (i + 4) = "{")
    || word i = "fl_exec" && word (i - 1) = "(" && word (i + 2) = "fl__x"
       && List.mem (word (i + 4)) [ "void"; "const"; "struct" ]
  in
  let rec go inside depth i l =
    if i >= Array.length tokens then List.rev l
    else
      let inside = inside || begins i in
      let depth =
        match word i with "{" | "<%" when inside -> depth + 1 | "}" | "%>" when inside -> depth - 1 | _ -> depth
      in
      let ends = inside && depth = 0 && List.mem (word i) [ "}"; "%>" ] in
      (* Behind the brace that ends one there is other text. *)
      go (inside && not ends) depth (i + 1) (if inside && not ends then i :: l else l)
  in
  go false 0 0 []

let damages text (tokens : C_tokens.t array) i =
  let t = tokens.(i) in
  let first = t.at and last = t.at + String.length t.word in
  let before = String.sub text 0 first and behind = String.sub text last (String.length text - last) in
  let next = if i + 1 < Array.length tokens then Some tokens.(i + 1) else None in
  let exchanged =
    match next with
    | Some n when n.word <> t.word ->
        let end_of_next = n.at + String.length n.word in
        [ ("exchanged with the next", before ^ n.word ^ " " ^ t.word ^ " "
            ^ String.sub text end_of_next (String.length text - end_of_next)) ]
    | _ -> []
  in
  [ ("left out", before ^ " " ^ behind); ("there twice", before ^ t.word ^ " " ^ t.word ^ behind);
    ("another", before ^ (if t.word = "0" then " 1 " else " 0 ") ^ behind) ]
  @ exchanged

let of_file number path =
  match Fairlead_cli.Files.read path with
  | Error why -> prerr_endline why; false
  | Ok source -> (
      match Translate.analyse ~for_clang:false ~clang:[] ~name:path source with
      | Error () -> false
      | Ok { program; functions } -> (
          match Emit.file ~poison:false ~clang:false program functions with
          | Error _ -> Printf.printf "%s: is refused as it is\n" path; false
          | Ok text ->
              let tokens = C_tokens.of_text text in
              let all = Array.of_list (damageable tokens) in
              let step = max 1 (Array.length all / number) in
              let tried = ref 0 and passed = ref 0 in
              Array.iteri
                (fun n i ->
                  if n mod step = 0 then
                    List.iter
                      (fun (how, damaged) ->
                        incr tried;
                        if Result.is_ok (Emit.read_back program functions damaged) then (
                          incr passed;
                          Printf.printf "%s: `%s` at byte %d, %s, is not found\n" path tokens.(i).word tokens.(i).at
                            how))
                      (damages text tokens i))
                all;
              Printf.printf "%s: %d damaged texts, %d not found\n" path !tried !passed;
              !tried > 0 && !passed = 0))

let () =
  match Array.to_list Sys.argv with
  | _ :: number :: files ->
      let all = List.map (of_file (int_of_string number)) files in
      exit (if List.for_all Fun.id all then 0 else 1)
  | _ -> exit 2
