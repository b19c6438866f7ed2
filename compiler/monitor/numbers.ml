(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Monitor_model

let rec positive i =
  if i <= 1 then XH else if i land 1 = 0 then XO (positive (i lsr 1)) else XI (positive (i lsr 1))

let n_of_int i = if i <= 0 then N0 else Npos (positive i)
let rec int_of_positive = function XH -> 1 | XO p -> 2 * int_of_positive p | XI p -> (2 * int_of_positive p) + 1
let int_of_n = function N0 -> 0 | Npos p -> int_of_positive p

let text_of_n n =
  let rec bits = function
    | XH -> 1L
    | XO p -> Int64.shift_left (bits p) 1
    | XI p -> Int64.logor (Int64.shift_left (bits p) 1) 1L
  in
  Printf.sprintf "%Lu" (match n with N0 -> 0L | Npos p -> bits p)

let z_of_string s =
  let bit = function None, true -> Some XH | None, false -> None | Some p, b -> Some (if b then XI p else XO p) in
  let value = ref None in
  String.iter
    (fun c ->
      for i = 7 downto 0 do
        value := bit (!value, (Char.code c lsr i) land 1 = 1)
      done)
    s;
  match !value with None -> Z0 | Some p -> Zpos p

let n_of_string_be s = match z_of_string s with Zpos p -> Npos p | Z0 | Zneg _ -> N0
let chars s = List.of_seq (String.to_seq s)
let string_of_chars l = String.of_seq (List.to_seq l)
let key_of_bits depth i =
  List.init depth (fun j ->
      let shift = depth - 1 - j in
      shift < 62 && (i lsr shift) land 1 = 1)

let key_of_string s =
  List.concat_map (fun c -> List.init 8 (fun j -> (Char.code c lsr (7 - j)) land 1 = 1)) (chars s)
