(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
type t = { file : string; start : int; stop : int }

let none = { file = ""; start = 0; stop = 0 }
let span a b = { a with stop = max a.stop b.stop }

let of_lexing ((a, b) : Lexing.position * Lexing.position) =
  { file = a.pos_fname; start = a.pos_cnum; stop = b.pos_cnum }
