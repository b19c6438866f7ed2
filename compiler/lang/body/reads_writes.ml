open Fairlead_lang_coq.Syntax
module Vars = Set.Make (Int)

let rec expr_reads acc = function
  | EBool _ | EInt _ | EBytes _ | EDefault _ -> acc
  | ERead p | ECount p | EIs (p, _) -> place_reads acc p
  | ENot e | EComp (_, e) | EWiden (_, _, e) | ENarrow (_, _, e) | ELen e | EFit (_, e) | EUnion (_, _, e)
  | EFill (_, _, e) ->
      expr_reads acc e
  | EAnd (a, b) | EOr (a, b) | EArith (_, _, a, b) | ECompare (_, _, a, b) | EBoolEq (a, b) | EBytesEq (a, b)
  | ELoad (_, _, a, b) ->
      expr_reads (expr_reads acc a) b
  | EHas (p, e) | EKeyAt (p, e) -> place_reads (expr_reads acc e) p
  | ECond (a, b, c) | ESlice (a, b, c) -> expr_reads (expr_reads (expr_reads acc a) b) c
  | ERecord (_, l) | EArray (_, l) | ECoro (_, l) -> List.fold_left expr_reads acc l

and place_reads acc = function
  | PVar x -> Vars.add x acc
  | PConst _ -> acc
  | PField (p, _) | PCase (p, _) -> place_reads acc p
  | PIndex (p, e) | PKey (p, e) -> place_reads (expr_reads acc e) p

let reads = expr_reads Vars.empty

(* What the proved guards are left with. *)
let rec checks : Fairlead_lang_coq.Extracted.cguard -> bool = function
  | GTrue -> false
  | GFalse | GCheck _ -> true
  | GAnd (a, b) | GCond (_, a, b) -> checks a || checks b

let may_trap e = checks (Fairlead_lang_coq.Extracted.guard_expr e)

let root = Fairlead_lang_coq.Extracted.root

let rec is_static = function
  | PVar _ | PConst _ -> true
  | PField (p, _) | PIndex (p, EInt _) -> is_static p
  | PIndex _ | PCase _ | PKey _ -> false

type effects = { writes : Vars.t; observable : bool }

let written : Control.t -> place list =
  let arg = function AIn _ -> [] | AInout p | AInoutSlice (p, _, _) -> [ p ] in
  let dest = Option.to_list in
  function
  | Do (BLine _ | BTrap) -> []
  | Do
      ( BAssign (p, _) | BPush (p, _, _) | BAppend (p, _, _) | BResize (p, _, _) | BBlit (p, _, _) | BStore (_, _, p, _, _)
      | BPut (p, _, _, _) | BRemove (p, _) ) ->
      [ p ]
  | Do (BExtern (_, args, d)) -> List.concat_map arg args @ dest d
  | Suspend s -> dest s.ask_dest
  | Call c -> List.concat_map arg c.call_args @ dest c.call_dest
  | Resume r -> (r.child :: List.concat_map arg r.lend) @ [ r.event ]
  | Seq _ | If _ | Block _ | Loop _ | Exit _ | Return -> []

let effects c =
  let writes = ref Vars.empty and observable = ref false in
  let write x = writes := Vars.add x !writes in
  let rec go (c : Control.t) =
    List.iter (fun p -> Option.iter write (root p)) (written c);
    match c with
    | Seq l -> List.iter go l
    | If (_, a, b) -> go a; go b
    | Block (_, c) -> go c
    | Loop c -> observable := true; go c
    | Suspend s ->
        observable := true;
        (* The driver lends something else next. *)
        List.iter write s.ask_lent
    | Call _ | Resume _ | Exit _ | Return | Do (BTrap | BLine _) -> observable := true
    | Do _ -> ()
  in
  go c;
  { writes = !writes; observable = !observable }

let nothing = { writes = Vars.empty; observable = false }
let both a b = { writes = Vars.union a.writes b.writes; observable = a.observable || b.observable }

type region = { place : place; range : (expr * expr) option }
type step = Field of int | Case of int | Index of Z.t option | Key

let steps p =
  let rec go acc = function
    | PVar x -> (`Var x, acc)
    | PConst c -> (`Const c, acc)
    | PField (p, i) -> go (Field i :: acc) p
    | PCase (p, i) -> go (Case i :: acc) p
    | PIndex (p, EInt (_, z)) -> go (Index (Some z) :: acc) p
    | PIndex (p, _) -> go (Index None :: acc) p
    | PKey (p, _) -> go (Key :: acc) p
  in
  go [] p

let literal = function EInt (_, z) -> Some z | _ -> None

(* As the verified checker sees it: all four bounds are literal. *)
let ranges_disjoint a b =
  match (a, b) with
  | Some (lo, hi), Some (lo', hi') -> (
      match (literal lo, literal hi, literal lo', literal hi') with
      | Some lo, Some hi, Some lo', Some hi' -> Z.leq hi lo' || Z.leq hi' lo
      | _ -> false)
  | _ -> false

let overlap a b =
  let root_a, steps_a = steps a.place and root_b, steps_b = steps b.place in
  let rec go = function
    | [], [] -> not (ranges_disjoint a.range b.range)
    | [], _ | _, [] -> true
    | Field i :: _, Field j :: _ when i <> j -> false
    | Index (Some i) :: _, Index (Some j) :: _ when not (Z.equal i j) -> false
    | _ :: l, _ :: l' -> go (l, l')
  in
  root_a = root_b && go (steps_a, steps_b)

let rec region_of_expr = function
  | ERead p -> Some { place = p; range = None }
  | ESlice (ERead p, lo, hi) -> Some { place = p; range = Some (lo, hi) }
  | ESlice (e, _, _) -> Option.map (fun r -> { r with range = None }) (region_of_expr e)
  | _ -> None

let region_of_arg = function
  | AIn e -> region_of_expr e
  | AInout p -> Some { place = p; range = None }
  | AInoutSlice (p, lo, hi) -> Some { place = p; range = Some (lo, hi) }
