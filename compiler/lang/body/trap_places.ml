(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_lang_coq.Syntax

let arg_may_trap = function AIn e -> Reads_writes.may_trap e | AInout _ | AInoutSlice _ -> true

let may_trap : Control.t -> bool = function
  | Do (BLine _) -> false
  | Do (BAssign (PVar _, e)) -> Reads_writes.may_trap e
  | Do (BExtern (_, args, _)) -> List.exists arg_may_trap args
  | Do _ | Resume _ -> true
  | Call c -> List.exists arg_may_trap c.call_args
  | Suspend s -> List.exists Reads_writes.may_trap s.ask_args
  | If (e, _, _) -> Reads_writes.may_trap e
  | Seq _ | Block _ | Loop _ | Exit _ | Return -> false

let restore c =
  (* The last mark in the text so far. *)
  let last = ref None in
  (* [own]: the mark of the statement we are in. Commands, last first. *)
  let rec go (own, found) (c : Control.t) =
    let found =
      match own with
      | Some n when may_trap c && !last <> own ->
          last := own;
          Control.Do (BLine n) :: found
      | _ -> found
    in
    match c with
    | Seq l -> List.fold_left go (own, found) l
    | Do (BLine n) ->
        last := Some n;
        (Some n, c :: found)
    | Do _ | Call _ | Suspend _ | Resume _ | Exit _ | Return -> (own, c :: found)
    | If (e, a, b) ->
        let a = inside own a in
        let b = inside own b in
        (own, If (e, a, b) :: found)
    | Block (b, c) -> (own, Block (b, inside own c) :: found)
    | Loop c -> (own, Loop (inside own c) :: found)
  and inside own c = Control.Seq (List.rev (snd (go (own, []) c))) in
  inside None c
