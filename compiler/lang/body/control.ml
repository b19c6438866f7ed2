(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_lang_coq.Syntax

type command = (basic, expr, suspension, call, resumption) cmd
type block = int

type t =
  | Do of basic
  | Seq of t list
  | If of expr * t * t
  | Block of block * t
  | Loop of t
  | Exit of block
  | Suspend of suspension
  | Call of call
  | Resume of resumption
  | Return

let skip = Seq []

module Ints = Set.Make (Int)

(* What of it is reached, the blocks that are left from there, and whether its end is. *)
let rec walk exits c =
  match c with
  | Do BTrap | Return -> (c, exits, false)
  | Do _ | Suspend _ | Call _ | Resume _ -> (c, exits, true)
  | Exit b -> (c, Ints.add b exits, false)
  | Loop c -> let c, exits, _ = walk exits c in (Loop c, exits, false)
  | If (e, a, b) ->
      let a, exits, x = walk exits a in
      let b, exits, y = walk exits b in
      (If (e, a, b), exits, x || y)
  | Block (b, c) -> let c, exits, x = walk exits c in (Block (b, c), exits, x || Ints.mem b exits)
  | Seq l ->
      let next (l, exits, x) c =
        if not x then (l, exits, x) else let c, exits, x = walk exits c in (c :: l, exits, x) in
      let l, exits, x = List.fold_left next ([], exits, true) l in
      (Seq (List.rev l), exits, x)

let reached c = let c, _, _ = walk Ints.empty c in c
let completes c = let _, _, x = walk Ints.empty c in x
let exits c = let _, exits, _ = walk Ints.empty c in exits
let leaves b c = Ints.mem b (exits c)

let lower c : command =
  let exits = exits c in
  let last = ref 0 in
  let label () = incr last; !last in
  (* [depths]: how many blocks enclose each block; [depth]: how many enclose us. *)
  let rec go depths depth c : command =
    match c with
    | Do b -> Do b
    | Return -> Return
    | Suspend s -> Suspend (label (), s)
    | Call x -> Call (label (), x)
    | Resume r -> Resume r
    | Exit b -> (
        match List.assoc_opt b depths with
        | Some d -> Exit (depth - d - 1)
        | None -> invalid_arg "Control.lower: exit from a block that is not open")
    | If (e, a, b) ->
        let a = go depths depth a in
        If (e, a, go depths depth b)
    | Loop c ->
        let l = label () in
        Loop (l, go depths depth c)
    | Block (b, c) ->
        if Ints.mem b exits then Block (go ((b, depth) :: depths) (depth + 1) c) else go depths depth c
    | Seq _ ->
        (* In order, and without recursion over the length of the sequence. *)
        let rec collect found = function
          | Seq l -> List.fold_left collect found l
          | c -> ( match go depths depth c with Skip -> found | c -> c :: found)
        in
        let commands = Array.of_list (List.rev (collect [] c)) in
        let rec balance low high : command =
          if high - low = 1 then commands.(low)
          else
            let middle = (low + high) / 2 in
            let first = balance low middle in
            Seq (first, balance middle high)
        in
        if Array.length commands = 0 then Skip else balance 0 (Array.length commands)
  in
  go [] 0 c
