open Fairlead_lang_coq.Syntax

(* The mark passed last. *)
type passed = At of int | Unknown | Unreached

let join a b = match (a, b) with Unreached, m | m, Unreached -> m | _ -> if a = b then a else Unknown

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

let rec passes : Control.t -> bool = function
  | Do (BLine _) | Call _ | Suspend _ | Resume _ -> true
  | Seq l -> List.exists passes l
  | If (_, a, b) -> passes a || passes b
  | Block (_, c) | Loop c -> passes c
  | Do _ | Exit _ | Return -> false

let restore c =
  let left = Hashtbl.create 16 in
  let at_exit b = Option.value ~default:Unreached (Hashtbl.find_opt left b) in
  (* [own]: of the statement we are in. Commands, last first. *)
  let rec go own found passed (c : Control.t) =
    let found, passed =
      match own with
      | Some n when may_trap c && passed <> At n && passed <> Unreached -> (Control.Do (BLine n) :: found, At n)
      | _ -> (found, passed)
    in
    match c with
    | Seq l ->
        List.fold_left
          (fun (own, found, passed) c -> go own found passed c)
          (own, found, passed) l
    | Do (BLine n) -> (Some n, c :: found, At n)
    | Do BTrap | Return -> (own, c :: found, Unreached)
    | Do _ -> (own, c :: found, passed)
    | Call _ | Suspend _ | Resume _ -> (own, c :: found, Unknown)
    | Exit b ->
        Hashtbl.replace left b (join passed (at_exit b));
        (own, c :: found, Unreached)
    | If (e, a, b) ->
        let a, after_a = inside own passed a in
        let b, after_b = inside own passed b in
        (own, If (e, a, b) :: found, join after_a after_b)
    | Block (b, c) ->
        let c, after = inside own passed c in
        (own, Block (b, c) :: found, join after (at_exit b))
    | Loop c ->
        let c, _ = inside own (if passes c then Unknown else passed) c in
        (own, Loop c :: found, Unreached)
  and inside own passed c =
    let _, found, passed = go own [] passed c in
    (Control.Seq (List.rev found), passed)
  in
  fst (inside None Unknown c)
