open Asm_model

let of_int n =
  let rec go acc n = if n <= 0 then acc else go (S acc) (n - 1) in
  go O n

let to_int n =
  let rec go acc = function O -> acc | S n -> go (acc + 1) n in
  go 0 n
