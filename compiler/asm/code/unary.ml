(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Asm_model

(* [made.(n)] is n, and holds all below it: the jumps of a long file share one chain. *)
let made = ref [| O |]

let of_int n =
  let n = max 0 n in
  let have = Array.length !made in
  if n >= have then begin
    let longer = Array.make (max (n + 1) (2 * have)) O in
    Array.blit !made 0 longer 0 have;
    for k = have to Array.length longer - 1 do longer.(k) <- S longer.(k - 1) done;
    made := longer
  end;
  !made.(n)

let to_int n =
  let rec go acc = function O -> acc | S n -> go (acc + 1) n in
  go 0 n
