open Fairlead_lang_coq.Syntax
open Coerce
open Naming
open Operator
open Typing
module T = Types

let of_constant ctx e ty : placed =
  let v = infer ctx e in
  match Evaluation_order.keep ctx e.loc ty v.e with
  | ERead p -> { place = p; ty; read_only = Some "this is a constant" }
  | _ -> assert false

let view_as_place (e : Surface.expr) = function
  | ERead p -> { place = p; ty = T.View; read_only = Some "it is a view" }
  | _ -> fail e.loc "this view is a slice, and cannot be used as a place" ~help:"it can be indexed, sliced and passed; write to the bytes it shows"

let rec place ctx (e : Surface.expr) : placed =
  let of_value () =
    let v = infer ctx e in
    match v.e with
    | ERead p -> { place = p; ty = v.ty; read_only = Some "this is a temporary value" }
    | EBytes l ->
        let ty = T.Bytes (max 1 (List.length l)) in
        { place = PConst (Constants.anonymous_table (env ctx) ty (CBytes l)); ty; read_only = Some "a literal is constant" }
    | _ when v.ty = View -> fail e.loc "this slice cannot be used as a place" ~help:"index or slice the bytes it comes from instead"
    | _ when v.ty = Unit -> fail e.loc "this has no value" ~help:no_value
    | value -> (
        match Evaluation_order.keep ctx e.loc v.ty value with
        | ERead p -> { place = p; ty = v.ty; read_only = Some "this is a temporary value" }
        | _ -> assert false)
  in
  match e.e with
  | Name id -> (
      match Context.lookup ctx id with
      | Some { bound_ty = None; _ } -> raise Errors.Reported
      | Some { shows = Some _; _ } -> view_as_place e (Option.get (View.named ctx e))
      | Some { place; bound_ty = Some ty; writable; _ } ->
          let read_only =
            if writable then None
            else
              match place with
              | PVar x -> variable_read_only ctx x
              | _ -> Some (Printf.sprintf "`%s` is bound by `match`" id)
          in
          { place; ty; read_only = (if writable then None else Some (Option.value ~default:"it cannot be written" read_only)) }
      | None -> (
          let m = Context.in_module ctx in
          match Names.find_opt (env ctx) m { qualifier = None; base = { id; loc = e.loc } } with
          | Some (Const i) ->
              let t, _ = Constants.value (env ctx) i in
              if T.is_scalar t then of_constant ctx e t
              else { place = PConst (Constants.table (env ctx) i); ty = t; read_only = Some (Printf.sprintf "`%s` is a constant" id) }
          | Some d -> not_a_value ctx e.loc id d
          | None ->
              if Hashtbl.mem (env ctx).modules.(m).imports id then
                fail e.loc "`%s` is a module, not a value" id ~help:(Printf.sprintf "name something in it: %s.NAME" id);
              let known = Context.names ctx @ Names.visible_names (env ctx) m in
              fail e.loc "nothing called `%s` is known here" id
                ~help:(Diagnostic.did_you_mean id known ~otherwise:Names.declare_it)))
  | Field (b, n) -> (
      match global ctx e with
      | Some (Const i) ->
          let t, _ = Constants.value (env ctx) i in
          if T.is_scalar t then of_constant ctx e t
          else { place = PConst (Constants.table (env ctx) i); ty = t; read_only = Some (Printf.sprintf "`%s` is a constant" n.id) }
      | Some _ -> of_value ()
      | None when union_named ctx b <> None -> of_value ()
      | None -> (
          let base = place ctx b in
          match find_field ctx base.ty n with
          | Some (i, ty) -> { base with place = PField (base.place, i); ty }
          | None -> (
              match base.ty with
              | Union _ | Option _ | Event _ -> (
                  match find_case_here ctx base.ty n with
                  | tag, Some ty -> { base with place = PCase (base.place, tag); ty }
                  | _, None -> fail e.loc "the case `%s` of %s has no payload" n.id (show ctx base.ty) ~help:(Printf.sprintf "to test for it: ... is %s" n.id))
              | t ->
                  let help =
                    match (t, n.id) with
                    | (Bytes _ | View | Array _), ("len" | "length" | "size" | "count") -> "write len(...)"
                    | Map _, ("len" | "length" | "size" | "count") -> "write count(...)"
                    | _ -> "only records have fields"
                  in
                  fail e.loc ~help "%s has no field `%s`" (show ctx t) n.id)))
  | Index (b, _) when View.is_slice ctx b -> of_value ()
  | Index (b, i) -> (
      let base = place ctx b in
      match base.ty with
      | Map (_, w, ty) ->
          let k, code = Context.capture ctx (fun () -> check ctx i (T.Int w)) in
          { base with place = PKey (later_place ctx e.loc base.place code, k); ty }
      | Array (n, ty) ->
          let i', code = Context.capture ctx (fun () -> position ctx i) in
          (match i' with
          | EInt (_, z) when Z.geq z (Z.of_int n) ->
              always_traps ctx i.loc (Printf.sprintf "the array has %d element%s, numbered from 0" n (if n = 1 then "" else "s"))
                ~help:(Printf.sprintf "the last is %d" (n - 1))
          | _ -> ());
          { base with place = PIndex (later_place ctx e.loc base.place code, i'); ty }
      | Bytes _ | View ->
          let i, code = Context.capture ctx (fun () -> position ctx i) in
          let place = PIndex (later_place ctx e.loc base.place code, i) in
          View.still_there ctx b;
          { base with place; ty = Int W8 }
      | t -> fail e.loc "%s cannot be indexed" (show ctx t) ~help:"arrays, bytes and maps can")
  | _ -> of_value ()

let target ctx (e : Surface.expr) : placed =
  (match e.e with
  | Index (b, _) when View.is_slice ctx b -> fail e.loc "a view shows bytes, and cannot be written" ~help:"write to the bytes it shows"
  | Name _ | Field _ | Index _ -> ()
  | Slice _ -> fail e.loc "a slice is not a place by itself" ~help:"b[lo..hi] = view; overwrites bytes, and `inout b[lo..hi]` passes them"
  | _ -> fail e.loc "this is not a place that can be written" ~help:"places are variables, and fields, elements and payloads of them");
  let p = place ctx e in
  match p.read_only with
  | None -> p
  | Some why ->
      let help =
        match Reads_writes.root p.place with
        | Some x when (Context.variable ctx x).kind = Parameter In -> "make it `inout`, or copy it: var x = ...;"
        | Some _ -> "declare it with `var`"
        | None -> "copy it into a variable first: var x = ...;"
      in
      fail e.loc "this cannot be written: %s" why ~help

let target_slice ctx (b : Surface.expr) lo hi =
  let p = target ctx b in
  (match p.ty with Bytes _ | View -> () | t -> fail b.loc "expected bytes, found %s" (show ctx t) ~help:not_bytes);
  let base () : Evaluation_order.operand = { arg = AInout p.place; ty = p.ty; loc = b.loc } in
  let bounds = List.map (position_operand ctx) (Option.to_list lo @ Option.to_list hi) in
  match in_order ctx (base :: bounds) with
  | AInout place :: bounds -> (
      let from_start = EInt (W32, Z.zero) and to_end = ELen (ERead place) in
      match (lo, hi, List.map (function AIn e -> e | _ -> assert false) bounds) with
      | Some _, Some _, [ lo; hi ] -> (place, lo, hi)
      | Some _, None, [ lo ] -> (place, lo, to_end)
      | None, Some _, [ hi ] -> (place, from_start, hi)
      | _ -> (place, from_start, to_end))
  | _ -> assert false

let name_or_field ctx (e : Surface.expr) : value =
  match global ctx e with
  | _ when View.is_slice ctx e -> { e = Option.get (View.named ctx e); ty = View }
  | Some (Const i) -> (
      let t, c = Constants.value (env ctx) i in
      match Constant_folding.literal (match t with Int w -> Some w | _ -> None) c with
      | Some literal -> { e = literal; ty = t }
      | None -> { e = ERead (PConst (Constants.table (env ctx) i)); ty = t })
  | Some d -> (
      match e.e with
      | Name id -> not_a_value ctx e.loc id d
      | Field (_, n) -> not_a_value ctx e.loc n.id d
      | _ -> assert false)
  | None -> (
      match e.e with
      | Field (u, case) when union_named ctx u <> None -> (
          let ty = Option.get (union_named ctx u) in
          match find_case_here ctx ty case with
          | tag, None -> { e = EUnion (coq ctx ty, tag, Coerce.unit.e); ty }
          | _, Some payload ->
              fail e.loc "the case `%s` holds %s" case.id (show ctx payload)
                ~help:(Printf.sprintf "write it with its payload: %s(...)" case.id))
      | _ ->
          let p = place ctx e in
          { e = ERead p.place; ty = p.ty })

(* A slice is looked up before what is taken from it; other bytes when all is settled. *)
let base_operand ctx (b : Surface.expr) () : Evaluation_order.operand =
  if View.is_slice ctx b then bytes_operand ctx b ()
  else
    let p = place ctx b in
    match p.ty with
    | Bytes _ | View -> { arg = AInout p.place; ty = View; loc = b.loc }
    | t -> fail b.loc "expected bytes, found %s" (show ctx t) ~help:not_bytes

let base = function AIn e -> e | AInout p -> ERead p | AInoutSlice _ -> assert false

let load ctx order w b off : value =
  let operands = in_order ctx [ base_operand ctx b; position_operand ctx off ] in
  View.still_there ctx b;
  match operands with
  | [ b; AIn off ] -> { e = ELoad (order, w, base b, off); ty = Int w }
  | _ -> assert false

let slice ctx b lo hi : value =
  let whole = base_operand ctx b in
  let lo' = match lo with Some e -> position_operand ctx e | None -> fun () -> { arg = AIn (EInt (W32, Z.zero)); ty = Int W32; loc = b.loc } in
  let operands = whole :: lo' :: (match hi with Some e -> [ position_operand ctx e ] | None -> []) in
  let operands = in_order ctx operands in
  View.still_there ctx b;
  match operands with
  | b' :: AIn lo :: rest ->
      let b' = base b' in
      let hi = match rest with [ AIn hi ] -> hi | _ -> ELen b' in
      { e = ESlice (b', lo, hi); ty = View }
  | _ -> assert false
