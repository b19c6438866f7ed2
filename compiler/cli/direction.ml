(* SPDX-License-Identifier: Apache-2.0 OR MIT *)

(* E2 80 AA to AE, E2 81 A6 to A9 *)
let rec from s i =
  let byte i = if i < String.length s then s.[i] else '\000' in
  match String.index_from_opt s i '\xe2' with
  | None -> None
  | Some i -> (
      match (byte (i + 1), byte (i + 2)) with
      | '\x80', '\xaa' .. '\xae' | '\x81', '\xa6' .. '\xa9' -> Some i
      | _ -> from s (i + 1))

let length = 3
let control s = from s 0

let rec shown s =
  match control s with
  | None -> s
  | Some i -> String.sub s 0 i ^ "?" ^ shown (String.sub s (i + length) (String.length s - i - length))
