(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
type question =
  | Says of { program : string; theorem : string; library : string; declared : string list }
  | Full_names of string list

(* Whatever is required may add to programs of Elpi that it can name, or to what those begin with that are made after
   it: so ours are made before, and under names that nobody has seen. *)
let of_our_own text name =
  let rec go from =
    match String.index_from_opt text from '\n' with
    | None -> []
    | Some stop ->
        let line = String.sub text from (stop - from) in
        let rest = go (stop + 1) in
        if line = "Elpi Typecheck." || String.starts_with ~prefix:"Elpi Export " line then rest
        else if String.starts_with ~prefix:"Elpi Command Fairlead_" line then
          (String.sub line 0 (String.length line - 1) ^ name ^ ".") :: rest
        else line :: rest
  in
  String.concat "\n" (go 0) ^ "\n"

(* Whatever is required may have set others; what [Print Assumptions] prints is read ({!Assumptions}). *)
let options =
  "Set Warnings \"none\".\n\
   Set Printing Width 1000000.\nSet Printing Depth 1000000.\nUnset Printing All.\nUnset Printing Universes.\n\
   Unset Default Timeout.\n"

let file ~proof question =
  let name = Printf.sprintf "_%x%x" (Random.bits ()) (Random.bits ()) in
  let asked =
    match question with
    | Says { program; theorem; library; declared } ->
        let quoted = List.map (Printf.sprintf "\n  \"%s\"") (program :: theorem :: library :: declared) in
        Printf.sprintf "Elpi Fairlead_verdict%s%s.\nPrint Assumptions %s.\n" name (String.concat "" quoted) theorem
    | Full_names quoted -> Printf.sprintf "Elpi Fairlead_full_names%s %s.\n" name (String.concat " " quoted)
  in
  Printf.sprintf "%sRequire Programs.%s.\n%s%s" (of_our_own Verdict_source.text name) proof options asked
