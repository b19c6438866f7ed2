(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_lang_coq.Syntax
open Surface
module T = Types

let fail = Diagnostic.fail
let env = Context.env
let assign ctx p e = Context.emit ctx (Do (BAssign (p, e)))

(* Can change while a statement that looked at it once is still running. *)
let changeable ctx x =
  let v = Context.variable ctx x in
  match v.kind with Parameter In -> false | Parameter (Inout | Lent) -> true | Local -> v.assignable

let settled ctx loc p =
  Evaluation_order.steady ctx loc (fun e -> Reads_writes.Vars.exists (changeable ctx) (Reads_writes.reads e)) p

let is_steady ctx = function
  | EInt _ | EBool _ -> true
  | ERead (PVar x) -> not (changeable ctx x)
  | _ -> false

let once ctx loc ty e = if is_steady ctx e then e else Evaluation_order.keep ctx loc ty e

let poison ctx (n : name) =
  try Context.bind ctx n { place = PVar 0; bound_ty = None; writable = true; declared = n.loc; shows = None }
  with Diagnostic.Error _ -> ()

let declare ctx (n : name) ty e ~assignable =
  let x =
    match Context.owned_temporary ctx e with
    | Some x ->
        Context.name_temporary ctx x n.id ~assignable n.loc;
        x
    | None ->
        let x = Context.fresh ctx ~name:n.id ~assignable ~kind:Local n.loc ty in
        assign ctx (PVar x) e;
        x
  in
  Context.bind ctx n { place = PVar x; bound_ty = Some ty; writable = assignable; declared = n.loc; shows = None }

let storable (n : name) loc (v : Coerce.value) : Coerce.value =
  match (v.ty, v.e) with
  | View, EBytes l ->
      let size = max 1 (List.length l) in
      { e = EFit (Z.of_int size, v.e); ty = Bytes size }
  | View, _ -> fail loc "a view cannot be stored" ~help:(Printf.sprintf "copy the bytes, %s: bytes<N> = ...;, or look at them where they are: let %s = ...;" n.id n.id)
  | Unit, _ -> fail loc "this has no value" ~help:"write it as a statement of its own"
  | _ -> v

let declared_value ctx (n : name) t (e : expr) : Coerce.value =
  match t with
  | Some t ->
      let ty = Resolution.resolve (env ctx) (Context.in_module ctx) ~view:false t in
      { e = Typing.check ctx e ty; ty }
  | None -> storable n e.loc (Typing.infer ctx e)

let declare_let ctx (n : name) t (e : expr) =
  match t with
  | Some _ ->
      let v = declared_value ctx n t e in
      declare ctx n v.ty v.e ~assignable:false
  | None -> (
      match Typing.infer ctx e with
      | { ty = View; e = (ERead _ | ESlice _) as view } -> View.declare ctx n e.loc view
      | v ->
          let v = storable n e.loc v in
          declare ctx n v.ty v.e ~assignable:false)

let ignore_value ctx t (e : expr) =
  let v =
    match t with
    | Some t ->
        let ty = Resolution.resolve (env ctx) (Context.in_module ctx) ~view:false t in
        ({ e = Typing.check ctx e ty; ty } : Coerce.value)
    | None -> Typing.infer ctx e
  in
  if Context.owned_temporary ctx v.e <> None then Destination.discard ctx v
  else Evaluation_order.must_hold ctx e.loc v.ty v.e

(* Whether storage keeps its value while the arm runs. *)
let keeps_value ctx place (changes : Assigned.t) =
  match Reads_writes.root place with
  | None -> true
  | Some x ->
      let written n =
        match Context.lookup ctx n with
        | Some { place; bound_ty = Some _; _ } -> Reads_writes.root place = Some x
        | _ -> false
      in
      let lent = (Context.variable ctx x).kind = Parameter Lent in
      (not (lent && changes.suspends)) && not (Assigned.Names.exists written changes.roots)

let bind_payload ctx changes (n : name) place ty =
  if n.id <> "_" then
    if (not (T.is_scalar ty)) && keeps_value ctx place (Lazy.force changes) then
      Context.bind ctx n { place; bound_ty = Some ty; writable = false; declared = n.loc; shows = None }
    else
      let x = Context.fresh ctx ~name:n.id ~kind:Local n.loc ty in
      assign ctx (PVar x) (ERead place);
      Context.bind ctx n { place = PVar x; bound_ty = Some ty; writable = false; declared = n.loc; shows = None }
