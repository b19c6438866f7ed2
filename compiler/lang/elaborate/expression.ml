(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_lang_coq.Syntax
open Coerce
open Naming
open Operator
open Typing
module T = Types

let infer ctx ?want (e : Surface.expr) : value =
  match e.e with
  | Int (z, Some w) -> { e = integer e.loc w z; ty = Int w }
  | Int (z, None) ->
      let w = match want with Some (T.Int w) -> w | _ -> W32 in
      { e = integer e.loc w z; ty = Int w }
  | Bool b -> { e = EBool b; ty = Bool }
  | String s -> { e = bytes_of_string s; ty = View }
  | Name _ | Field _ -> Places.name_or_field ctx e
  | Index (b, i) when View.is_slice ctx b -> Places.load ctx Big W8 b i
  | Index _ ->
      let p = Places.place ctx e in
      { e = ERead p.place; ty = p.ty }
  | Slice (b, lo, hi) -> Places.slice ctx b lo hi
  | Apply (f, args) -> Calls.apply ctx e.loc f args
  | Unary (Not, a) -> { e = ENot (check ctx a T.Bool); ty = Bool }
  | Unary (Complement, a) -> (
      let v = infer ctx ?want a in
      match (v.ty, v.e) with
      | Int w, EInt (_, z) -> { v with e = EInt (w, Z.sub (T.max_int w) z) }
      | Int w, _ -> { v with e = EComp (w, v.e) }
      | t, _ -> fail e.loc "`~` works on integers, not on %s" (show ctx t) ~help:"for booleans, write `!`")
  | Binary (op, loc, a, b) -> Operations.binary ctx ?want loc op a b
  | Cond (c, a, b) -> Operations.conditional ctx ?want e.loc c a b
  | Cast (a, t, wrap) -> (
      let target = width t in
      match a.e with
      | Int (z, None) when not wrap -> { e = integer a.loc target z; ty = Int target }
      | _ ->
          (* What is cut off has to be there first. *)
          let want = if not (untyped a) then None else Some (T.Int (if wrap then W64 else target)) in
          { e = convert ctx e.loc (infer ctx ?want a) target ~wrap; ty = Int target })
  | In (k, m) -> (
      (* The key first; but its type is that of the map's keys. *)
      let map () = Context.capture ctx (fun () -> Places.place ctx m) in
      let has w k ((m : placed), code) = { e = EHas (m.place, later_value ctx e.loc (T.Int w) k code); ty = T.Bool } in
      match Type_of.expr ctx m with
      | Some (Map (_, w, _)) ->
          let k = check ctx k (T.Int w) in
          has w k (map ())
      | _ ->
      match map () with
      | ({ ty = Map (_, w, _); _ }, _) as m -> has w (check ctx k (T.Int w)) m
      | { ty = t; _ }, _ -> fail e.loc "`in` asks for a key of a map, not of %s" (show ctx t) ~help:"to search an array, write a loop")
  | Is (u, case) ->
      let u = Places.place ctx u in
      let tag, _ = find_case_here ctx u.ty case in
      { e = EIs (u.place, tag); ty = Bool }
  | Record (path, fields) -> Construct.record ctx e.loc path fields
  | Array l -> Construct.array ctx ?want e.loc l
  | Fill (x, n) ->
      let n = Resolution.size (env ctx) (Context.in_module ctx) n in
      let v = element ctx ?want:(match want with Some (T.Array (_, t)) -> Some t | _ -> None) x in
      { e = EFill (coq ctx v.ty, Z.of_int n, v.e); ty = Array (n, v.ty) }
  | Default -> (
      match want with
      | Some (Int w) -> { e = EInt (w, Z.zero); ty = Int w }
      | Some Bool -> { e = EBool false; ty = Bool }
      | Some View | Some Unit | None ->
          fail e.loc "the type of `default` is not known here" ~help:"say it: let x: T = default;"
      | Some t -> { e = EDefault (coq ctx t); ty = t })
  | None_ -> (
      match want with
      | Some (Option _ as t) -> { e = EUnion (coq ctx t, 0, Coerce.unit.e); ty = t }
      | Some t -> fail e.loc "expected %s, found none" (show ctx t) ~help:"`none` is a value of option types T?"
      | None -> fail e.loc "the type of `none` is not known here" ~help:"say it: let x: T? = none;")
  | Some_ x ->
      let v = element ctx ?want:(match want with Some (T.Option t) -> Some t | _ -> None) x in
      let ty = T.Option v.ty in
      { e = EUnion (coq ctx ty, 1, v.e); ty }
  | Load (order, t, at) -> (
      let w = width t in
      match at.e with
      | Index (b, off) -> Places.load ctx order w b off
      | _ -> fail at.loc "`load` reads an integer at an offset of some bytes" ~help:"for example load be u32 b[0]")
  | Ask (path, args) -> Calls.ask ctx e.loc path args
  | Call (path, args) -> Calls.call_coroutine ctx e.loc path args
  | Choose s -> Choice.value ctx ?want s
  | Start (path, args) -> Resumption.start ctx e.loc path args
  | Resume (c, lending, answer) -> Resumption.resume ctx e.loc c lending answer

let () = inference := infer

let evaluate env m (ty : T.t) (e : Surface.expr) =
  let ctx = Context.create env ~in_module:m ~proc:None ~position:(fun _ -> 0) in
  let (expr, ty), code =
    Context.capture ctx (fun () ->
        match ty with
        | View -> (
            let v = infer ctx e in
            match v.ty with
            | View | Bytes _ -> (v.e, T.View)
            | found -> mismatch env e.loc ~expected:View ~found)
        | ty -> (check ctx e ty, ty))
  in
  if not (Context.is_empty code) then
    fail e.loc "this is too involved for a constant" ~help:"constants are literals, operators, other constants and their parts";
  match Constant_folding.value ~table:(Constants.table_value env) expr with
  | Error why -> fail e.loc "this constant has no value: %s" why ~help:"give it another value"
  | Ok (CBytes l as c) when ty = View -> (T.Bytes (max 1 (List.length l)), c)
  | Ok c -> (ty, c)
