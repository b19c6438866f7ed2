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

let rec left exits = function
  | Do _ | Suspend _ | Call _ | Resume _ | Return -> ()
  | Exit b -> Hashtbl.replace exits b ()
  | If (_, a, b) -> left exits a; left exits b
  | Block (_, c) | Loop c -> left exits c
  | Seq l -> List.iter (left exits) l

let lower c : command =
  let exits = Hashtbl.create 16 in
  left exits c;
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
        if Hashtbl.mem exits b then Block (go ((b, depth) :: depths) (depth + 1) c) else go depths depth c
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
