(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_lang_coq.Syntax

type operand = { arg : arg; ty : Types.t; loc : Loc.t }

let keep_in (temporary : Context.t -> Loc.t -> Types.t -> int) ctx loc ty e =
  let x = temporary ctx loc ty in
  Context.emit ctx (Do (BAssign (PVar x, e)));
  ERead (PVar x)

let keep = keep_in Context.temporary

let depends when_ vars = Reads_writes.Vars.exists when_ vars

(* Indices are u32; keys have the type of their map. *)
let rec type_of_place ctx p : ty =
  let inside t = t in
  match p with
  | PVar x -> Representation.coq_type (Context.env ctx) (Context.variable ctx x).ty
  | PConst n -> Representation.coq_type (Context.env ctx) (Constants.table_type (Context.env ctx) n)
  | PField (p, i) -> ( match type_of_place ctx p with TRecord (_, l) -> List.nth l i | t -> inside t)
  | PCase (p, i) -> ( match type_of_place ctx p with TUnion (_, l) -> List.nth l i | t -> inside t)
  | PIndex (p, _) -> ( match type_of_place ctx p with TArray (_, t) -> t | _ -> TInt W8)
  | PKey (p, _) -> ( match type_of_place ctx p with TMap (_, _, t) -> t | t -> inside t)

let rec steady_in (temporary : Context.t -> Loc.t -> Types.t -> int) ctx loc unsettled p =
  let steady = steady_in temporary in
  let index ty e = if unsettled e then keep_in temporary ctx loc ty e else e in
  match p with
  | PVar _ | PConst _ -> p
  | PField (p, i) -> PField (steady ctx loc unsettled p, i)
  | PCase (p, i) -> PCase (steady ctx loc unsettled p, i)
  | PIndex (p, e) ->
      let p = steady ctx loc unsettled p in
      PIndex (p, index (Int W32) e)
  | PKey (p, e) ->
      let width = match type_of_place ctx p with TMap (_, w, _) -> w | _ -> W32 in
      let p = steady ctx loc unsettled p in
      PKey (p, index (Int width) e)

let steady = steady_in Context.temporary

(* Of the verified checker: what is fitted into its own capacity is passed where it is. *)
let cut_out ctx o =
  let rec of_ = function ERead p when Reads_writes.root p <> None -> Some p | ESlice (e, _, _) -> of_ e | _ -> None in
  let own e = Option.map (type_of_place ctx) (of_ e) = Some (Representation.coq_type (Context.env ctx) o.ty) in
  match o.arg with
  | AIn (EFit (_, (ESlice _ as e)) as cut) when own e -> { o with arg = AIn (keep ctx o.loc o.ty cut) }
  | _ -> o

(* What a place that may be absent can be asked for at little cost. *)
let rec glance ctx p : (Types.t * expr) option =
  match type_of_place ctx p with
  | TBool -> Some (Bool, ERead p)
  | TInt w -> Some (Int w, ERead p)
  | TBytes _ | TView -> Some (Int W32, ELen (ERead p))
  | TMap _ -> Some (Int W32, ECount p)
  | TUnion _ -> Some (Bool, EIs (p, 0))
  | TArray _ -> glance ctx (PIndex (p, EInt (W32, Z.zero)))
  | TRecord (_, _ :: _) -> glance ctx (PField (p, 0))
  | TRecord (_, []) | TExtern _ | TCoro _ -> None

(* A view stays where it is, so its bytes must not change before it is used; its bounds may. *)
let rec steady_view temporary ctx loc when_ e =
  let steady = steady_in temporary and keep = keep_in temporary and steady_view = steady_view temporary in
  match e with
  | EBytes _ -> e
  | ERead p ->
      if depends when_ (match Reads_writes.root p with Some x -> Reads_writes.Vars.singleton x | None -> Reads_writes.Vars.empty) then
        Diagnostic.fail loc "these bytes may be changed by a call further right, before they are used"
          ~help:"make that call first, with `let`"
      else ERead (steady ctx loc (fun e -> depends when_ (Reads_writes.reads e)) p)
  | ESlice (e, lo, hi) ->
      let e = steady_view ctx loc when_ e in
      let bound b = if depends when_ (Reads_writes.reads b) then keep ctx loc (Int W32) b else b in
      let lo = bound lo in
      ESlice (e, lo, bound hi)
  | e -> e

let must_hold_in temporary ctx loc ty e =
  if Reads_writes.may_trap e then
    let ty, e =
      match (ty, e) with
      | Types.View, _ -> (Types.Int W32, ELen e)
      | _, ERead p -> Option.value ~default:(ty, e) (glance ctx p)
      | _ -> (ty, e)
    in
    ignore (keep_in temporary ctx loc ty e)

let must_hold = must_hold_in Context.temporary

(* What is kept must not be where statements of the later part, which has been elaborated, have temporaries of theirs. *)
let settle ctx (later : Reads_writes.effects) (o : operand) =
  let temporary = if later.observable then Context.new_temporary else Context.temporary in
  let keep = keep_in temporary and steady = steady_in temporary and steady_view = steady_view temporary and must_hold = must_hold_in temporary in
  let changed x = Reads_writes.Vars.mem x later.writes in
  let depends e = depends changed (Reads_writes.reads e) in
  (* What traps must do so before the later part. *)
  let traps e = later.observable && Reads_writes.may_trap e in
  let unsettled e = depends e || traps e in
  let whole_length p hi = hi = ELen (ERead p) in
  match o.arg with
  | AIn e when o.ty = View ->
      let e = steady_view ctx o.loc changed e in
      if traps e then must_hold ctx o.loc View e;
      AIn e
  | AIn (ERead _ as e) when traps e && (not (depends e)) && not (Types.is_scalar o.ty) ->
      must_hold ctx o.loc o.ty e;
      AIn e
  | AIn e -> AIn (if unsettled e then keep ctx o.loc o.ty e else e)
  | AInout p -> AInout (steady ctx o.loc unsettled p)
  | AInoutSlice (p, lo, hi) ->
      let bound b = if unsettled b then keep ctx o.loc (Int W32) b else b in
      let whole = whole_length p hi in
      let p = steady ctx o.loc unsettled p in
      let lo = bound lo in
      AInoutSlice (p, lo, if whole then ELen (ERead p) else bound hi)

let in_order ctx thunks =
  let parts = List.map (fun f -> Context.capture ctx f) thunks in
  (* From the right: what happens after each part. *)
  let after, _ =
    List.fold_left
      (fun (after, later) (_, code) ->
        (later :: after, if Context.is_empty code then later else Reads_writes.both (Reads_writes.effects code) later))
      ([], Reads_writes.nothing) (List.rev parts)
  in
  List.rev
    (List.fold_left2
       (fun args (o, code) (later : Reads_writes.effects) ->
         Context.emit ctx code;
         let quiet = Reads_writes.Vars.is_empty later.writes && not later.observable in
         (if quiet then o.arg else settle ctx later o) :: args)
       [] parts after)

let before ctx o code =
  if Context.is_empty code then o.arg
  else
    let arg = settle ctx (Reads_writes.effects code) o in
    Context.emit ctx code;
    arg

let both ctx a b loc =
  let types = ref [] in
  let operand f () =
    let (v : Coerce.value) = f () in
    types := v.ty :: !types;
    { arg = AIn v.e; ty = v.ty; loc }
  in
  match (in_order ctx [ operand a; operand b ], !types) with
  | [ AIn x; AIn y ], [ ty_y; ty_x ] -> ({ Coerce.e = x; ty = ty_x }, { Coerce.e = y; ty = ty_y })
  | _ -> invalid_arg "Evaluation_order.both"

let is_inout = function AIn _ -> false | AInout _ | AInoutSlice _ -> true

let check_disjoint ctx args =
  if List.exists (fun (a, _) -> is_inout a) args then
  let regions =
    List.filter_map
      (fun (a, loc) ->
        match Reads_writes.region_of_arg a with
        | Some r when is_inout a -> Some (r, true, loc)
        | Some r -> (
            (* Integers and booleans are passed by value. *)
            match type_of_place ctx r.place with
            | (TInt _ | TBool) when r.range = None -> None
            | _ -> Some (r, false, loc))
        | None -> None)
      args
  in
  let rec go = function
    | [] -> ()
    | (r, inout, _) :: rest ->
        List.iter
          (fun (r', inout', loc') ->
            if (inout || inout') && Reads_writes.overlap r r' then
              Diagnostic.fail loc' "this argument may be in the same storage as an earlier one, and one of them is inout"
                ~help:"copy one of them into a variable first, or cut slices of one thing at constant bounds: b[0..4], b[4..8]")
          rest;
        go rest
  in
  go regions

let settle_arguments ctx args =
  let written =
    List.fold_left
      (fun w (a, _) ->
        match a with
        | AIn _ -> w
        | AInout p | AInoutSlice (p, _, _) -> (
            match Reads_writes.root p with Some x -> Reads_writes.Vars.add x w | None -> w))
      Reads_writes.Vars.empty args
  in
  let later = { Reads_writes.nothing with writes = written } in
  List.map
    (fun (arg, loc) -> match arg with AIn _ -> arg | AInout _ | AInoutSlice _ -> settle ctx later { arg; ty = View; loc })
    args
