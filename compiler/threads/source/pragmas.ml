(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
let word = "#pragma"

let line_end text at = match String.index_from_opt text at '\n' with Some i -> i | None -> String.length text

let within (p : Preprocessed.t) ~first ~last =
  let n = String.length word and last = min last (String.length p.text) in
  let begins i =
    (i = 0 || p.text.[i - 1] = '\n') && i + n <= String.length p.text
    && String.sub p.text i n = word
  in
  (* No further than asked: each statement asks about its own part of the text. *)
  let rec go i found =
    if i >= last then List.rev found
    else if String.unsafe_get p.text i <> '#' then go (i + 1) found
    else go (i + 1) (if begins i then (i, line_end p.text i) :: found else found)
  in
  if first < 0 then [] else go first []

let independent =
  [
    [ "GCC"; "diagnostic" ]; [ "clang"; "diagnostic" ]; [ "GCC"; "warning" ]; [ "GCC"; "error" ]; [ "GCC"; "poison" ];
    [ "message" ]; [ "pack" ]; [ "push_macro" ]; [ "pop_macro" ]; [ "weak" ]; [ "redefine_extname" ];
  ]

let layout = [ [ "pack" ]; [ "scalar_storage_order" ]; [ "ms_struct" ]; [ "options" ] ]

let words (p : Preprocessed.t) (first, last) =
  let text = String.sub p.text first (last - first) in
  let blank c = if Preprocessed.is_word (String.make 1 c) then c else ' ' in
  List.filter (( <> ) "") (String.split_on_char ' ' (String.map blank text))

let is_one_of l p pragma =
  let rec begins = function [], _ -> true | a :: l, b :: m -> a = b && begins (l, m) | _, [] -> false in
  match words p pragma with _ :: rest -> List.exists (fun l -> begins (l, rest)) l | [] -> false

let alone = is_one_of independent
let lays_out = is_one_of layout

let anywhere (p : Preprocessed.t) ~about =
  let rec go at =
    match String.index_from_opt p.text at '#' with
    | None -> []
    | Some i -> (
        match within p ~first:i ~last:(i + 1) with
        | [ pragma ] when (match words p pragma with _ :: w :: _ -> w = about | _ -> false) -> pragma :: go (i + 1)
        | _ -> go (i + 1))
  in
  go 0

let declarations =
  List.map (fun w -> [ "GCC"; w ]) [ "visibility"; "target"; "optimize"; "push_options"; "reset_options" ]

let about_declarations p = List.exists (is_one_of declarations p) (anywhere p ~about:"GCC")
