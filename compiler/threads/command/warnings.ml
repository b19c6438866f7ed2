(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Arguments

let starts prefix s = String.starts_with ~prefix s

(* What is seen when the program's own text is read. *)
let of_text =
  [ "missing-prototypes"; "missing-declarations"; "redundant-decls"; "unused-label"; "declaration-after-statement";
    "parentheses"; "shadow"; "unused-function"; "unused-parameter"; "unused-but-set-variable"; "unused-variable";
    "unused-value"; "cast-qual"; "jump-misses-init" ]

(* Comments that say of a case that it goes on are gone, and what may not be initialized is found out later. *)
let lost = [ "implicit-fallthrough"; "switch-unreachable"; "maybe-uninitialized" ]
let quiet = List.map (( ^ ) "-Wno-") (lost @ of_text)
let for_others o = List.exists (fun p -> starts p o) [ "-Wl,"; "-Wa,"; "-Wp," ]

let asks o =
  (starts "-W" o && not (for_others o || starts "-Wno-" o)) || starts "-pedantic" o

let asked l =
  let has f = List.exists (function Option [ o ] -> f o | _ -> false) l in
  (* Messages in another form are not read here. *)
  has asks && not (has (fun o -> o = "-w" || starts "-fdiagnostics-format=" o))

(* What the language is, and which warnings are wanted: nothing that writes a file. *)
let concerns o =
  let one_of = List.exists (fun p -> starts p o) in
  one_of [ "-std="; "-ansi"; "-pedantic"; "-m" ]
  || (starts "-W" o && not (for_others o))
  || starts "-f" o
     && not (one_of [ "-fdump"; "-fcallgraph"; "-fstack-usage"; "-fprofile"; "-fplugin"; "-fdiagnostics"; "-ftime-";
       "-fmem-"; "-fsave-"; "-fopt-info"; "-fanalyzer"; "-fsyntax-only"; "-ftest-coverage"; "-fauto-profile";
         "-flto"; "-fverbose"; "-fsanitize" ])

(* Of a function that nobody calls, gcc says so when it would be compiled. *)
let options ~clang l text =
  let kept = List.concat_map (function
    | Option ([ o ] as w) when concerns o -> w
    | Option ([ ("-target" | "--param"); _ ] as w) -> w
    | _ -> []) l
  in
  kept
  @ [ "-Wno-fatal-errors"; "-fno-diagnostics-color"; "-x"; "cpp-output"; text ]
  @ if clang then [ "-fsyntax-only"; "-Qunused-arguments" ] else [ "-S"; "-o"; "/dev/null" ]

(* As long as the word that stands for the mark in the program. *)
let written = String.map (fun _ -> ' ') "cps"

let unmarked text =
  let b = Buffer.create (String.length text) and n = String.length Ctype.mark in
  let rec go from at =
    match String.index_from_opt text at Ctype.mark.[0] with
    | Some i when i + n <= String.length text ->
        if String.sub text i n = Ctype.mark then (
          Buffer.add_substring b text from (i - from);
          Buffer.add_string b written;
          go (i + n) (i + n))
        else go from (i + 1)
    | _ -> Buffer.add_substring b text from (String.length text - from)
  in
  go 0 0;
  Buffer.contents b

(* The option in brackets at a message's end: [-Wshadow], [-Werror=shadow], clang's [-Werror,-Wshadow]. *)
let named line =
  match String.rindex_opt line '[' with
  | Some i when String.length line > i + 3 && line.[String.length line - 1] = ']' ->
      let words = String.split_on_char ',' (String.sub line (i + 1) (String.length line - i - 2)) in
      let name w =
        List.find_map
          (fun p ->
            if starts p w then Some (String.sub w (String.length p) (String.length w - String.length p)) else None)
          [ "-Werror="; "-W" ]
      in
      let names = List.filter_map name words in
      let is_error = List.mem "error" names || List.exists (starts "-Werror") words in
      Option.map (fun n -> (n, is_error)) (List.find_opt (fun n -> List.mem n of_text) names)
  | _ -> None

(* A message is a line that begins at its edge, and what is behind: lines further in, and notes. Where it is, "In
  function", is said before the first one there. *)
let of_messages text =
  let b = Buffer.create 200 and failed = ref false in
  let put line = Buffer.add_string b line; Buffer.add_char b '\n' in
  let rec go ~where ~kept = function
    | [] -> ()
    | line :: rest when line = "" || line.[0] = ' ' || Ctype.contains line ": note: " ->
        if kept then put line;
        go ~where ~kept rest
    | line :: rest -> (
        match named line with
        | Some (_, is_error) ->
            Option.iter put where;
            put line;
            failed := !failed || is_error;
            go ~where:None ~kept:true rest
        | None ->
            let where = if line.[String.length line - 1] = ':' then Some line else where in
            go ~where ~kept:false rest)
  in
  go ~where:None ~kept:false (String.split_on_char '\n' (String.trim text));
  (Buffer.contents b, !failed)
