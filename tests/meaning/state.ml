(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
module Numbers = Map.Make (Int)

type state = Value.value Numbers.t

let empty = Numbers.empty
let get s n = Numbers.find n s
let set s n v = Numbers.add n v s

type 'a m = state -> ('a -> state -> Value.answer) -> Value.answer

let return x s k = k x s
let ( let* ) m f s k = m s (fun x s -> f x s k)

let rec each f = function
  | [] -> return []
  | x :: rest ->
      let* y = f x in
      let* ys = each f rest in
      return (y :: ys)

let trap at _ _ = Value.Trap at
