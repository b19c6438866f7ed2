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

(* Whether the end is reached, and which blocks are left from code that is reached. *)
let rec flow exits c =
  match c with
  | Do BTrap | Return -> (exits, false)
  | Do _ | Suspend _ | Call _ | Resume _ -> (exits, true)
  | Exit b -> (Ints.add b exits, false)
  | Loop c -> (fst (flow exits c), false)
  | If (_, a, b) ->
      let exits, x = flow exits a in
      let exits, y = flow exits b in
      (exits, x || y)
  | Block (b, c) ->
      let exits, x = flow exits c in
      (exits, x || Ints.mem b exits)
  | Seq l ->
      let rec go exits = function
        | [] -> (exits, true)
        | c :: l ->
            let exits, x = flow exits c in
            if x then go exits l else (exits, false)
      in
      go exits l

let leaves b c = Ints.mem b (fst (flow Ints.empty c))
let completes c = snd (flow Ints.empty c)

let lower c : command =
  let exits, _ = flow Ints.empty c in
  let last = ref 0 in
  let label () = incr last; !last in
  (* [depths]: how many blocks enclose each block; [depth]: how many enclose us. What comes, and whether its end is
     reached: as [flow] says. What stands behind a command whose end is not is left out. *)
  let rec go depths depth c : command * bool =
    match c with
    | Do BTrap -> (Do BTrap, false)
    | Do b -> (Do b, true)
    | Return -> (Return, false)
    | Suspend s -> (Suspend (label (), s), true)
    | Call x -> (Call (label (), x), true)
    | Resume r -> (Resume r, true)
    | Exit b -> (
        match List.assoc_opt b depths with
        | Some d -> (Exit (depth - d - 1), false)
        | None -> invalid_arg "Control.lower: exit from a block that is not open")
    | If (e, a, b) ->
        let a, x = go depths depth a in
        let b, y = go depths depth b in
        (If (e, a, b), x || y)
    | Loop c ->
        let l = label () in
        (Loop (l, fst (go depths depth c)), false)
    | Block (b, c) ->
        if Ints.mem b exits then (Block (fst (go ((b, depth) :: depths) (depth + 1) c)), true) else go depths depth c
    | Seq _ ->
        (* In order, and without recursion over the length of the sequence. *)
        let rec collect (found, reached) c =
          match c with
          | _ when not reached -> (found, false)
          | Seq l -> List.fold_left collect (found, true) l
          | c -> ( match go depths depth c with Skip, reached -> (found, reached) | c, reached -> (c :: found, reached))
        in
        let found, reached = collect ([], true) c in
        let commands = Array.of_list (List.rev found) in
        let rec balance low high : command =
          if high - low = 1 then commands.(low)
          else
            let middle = (low + high) / 2 in
            let first = balance low middle in
            Seq (first, balance middle high)
        in
        ((if Array.length commands = 0 then Skip else balance 0 (Array.length commands)), reached)
  in
  fst (go [] 0 c)
