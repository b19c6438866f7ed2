(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_lang_coq.Syntax
open Coerce
open Operator
open Typing
module T = Types

let typed_pair ctx ?want (a : Surface.expr) (b : Surface.expr) loc : value * value =
  if untyped a && not (untyped b) then (
    match Type_of.expr ctx b with
    (* A condition or an amount may be with the literals. *)
    | Some ty -> both ctx (fun () -> infer ctx ~want:ty a) (fun () -> infer ctx ?want b) loc
    | None ->
        let vb, code = Context.capture ctx (fun () -> infer ctx ?want b) in
        let va = infer ctx ~want:vb.ty a in
        let e = later_value ctx loc va.ty va.e code in
        ({ va with e }, vb))
  else
    let left = ref None in
    both ctx
      (fun () ->
        let v = infer ctx ?want a in
        left := Some v.ty;
        v)
      (fun () -> infer ctx ?want:!left b)
      loc

let binary ctx ?want loc op a b : value =
  match (op : Surface.binary) with
  | Arith op' when is_shift op' -> (
      let want = match want with Some (T.Int _) -> want | _ -> None in
      let v, n = both ctx (fun () -> infer ctx ?want a) (fun () -> { e = position ctx b; ty = Int W32 }) loc in
      match v.ty with
      | Int w -> { e = arith ctx loc op' w v.e n.e; ty = Int w }
      | t -> fail loc "`%s` shifts integers, not %s" (symbol op) (show ctx t) ~help:"shift an integer")
  | Arith op' ->
      let want = match want with Some (T.Int _) -> want | _ -> None in
      let a, b = typed_pair ctx ?want a b loc in
      let w = same_width ctx loc (symbol op) a.ty b.ty in
      { e = arith ctx loc op' w a.e b.e; ty = Int w }
  | Compare op' ->
      let a, b = typed_pair ctx a b loc in
      { e = comparison ctx loc op' a b; ty = Bool }
  | And | Or -> (
      let a' = check ctx a T.Bool in
      let never = decided ctx a' = Some (op = Or) in
      let b', code = Context.capture ctx (fun () -> Context.under ctx ~never (fun () -> check ctx b T.Bool)) in
      if Context.is_empty code then { e = (if op = And then EAnd (a', b') else EOr (a', b')); ty = Bool }
      else
        (* The right side does something, so it must only run when needed. *)
        match Evaluation_order.keep ctx loc T.Bool a' with
        | ERead r as t ->
            let right = Control.Seq [ code; Do (BAssign (r, b')) ] in
            Context.emit ctx (if op = And then If (t, right, Control.skip) else If (t, Control.skip, right));
            { e = t; ty = Bool }
        | _ -> assert false)

let conditional ctx ?want loc c a b : value =
  let c = check ctx c T.Bool in
  let decided = decided ctx c in
  let branch which f = Context.capture ctx (fun () -> Context.under ctx ~never:(decided = Some (not which)) f) in
  let ty, a', code_a, b', code_b =
    let want =
      match want with Some T.View -> None | w -> w
    in
    (* An integer type is wanted of literals only: a position may have any. *)
    let of_literals, want = match want with Some (T.Int _) when not (untyped a && untyped b) -> (want, None) | _ -> (None, want) in
    let element ctx ?want e = match of_literals with Some want -> any_integer ctx ~want e | None -> element ctx ?want e in
    if want = None && untyped a && not (untyped b) then (
      let vb, code_b = branch false (fun () -> element ctx b) in
      let ea, code_a = branch true (fun () -> check ctx a vb.ty) in
      (vb.ty, ea, code_a, vb.e, code_b))
    else
      let va, code_a = branch true (fun () -> element ctx ?want a) in
      match (want, va.ty) with
      | None, Bytes n ->
          (* Room for the longer one: what the first happens to hold says nothing about the second. *)
          let vb, code_b = branch false (fun () -> element ctx b) in
          let ty = match vb.ty with Bytes m -> T.Bytes (max n m) | _ -> va.ty in
          let fit loc v = Coerce.coerce (env ctx) loc ~expected:ty v in
          (ty, fit a.loc va, code_a, fit b.loc vb, code_b)
      | _ ->
          let eb, code_b =
            branch false (fun () ->
                match of_literals with
                | Some want when va.ty <> want && not (untyped b) ->
                    let vb = any_integer ctx ~want b in
                    if vb.ty = want then mismatch (env ctx) a.loc ~expected:want ~found:va.ty else coerce (env ctx) b.loc ~expected:va.ty vb
                | _ -> check ctx b va.ty)
          in
          (va.ty, va.e, code_a, eb, code_b)
  in
  if T.is_scalar ty && Context.is_empty code_a && Context.is_empty code_b then { e = ECond (c, a', b'); ty }
  else
    let x = Context.temporary ctx loc ty in
    let branch code e = Control.Seq [ code; Do (BAssign (PVar x, e)) ] in
    Context.emit ctx (If (c, branch code_a a', branch code_b b'));
    { e = ERead (PVar x); ty }

let update ctx loc op (p : placed) b =
  let current () = { e = ERead p.place; ty = p.ty } in
  match (op : Surface.binary) with
  | Arith op' when is_shift op' -> (
      let v, n = both ctx current (fun () -> { e = position ctx b; ty = Int W32 }) loc in
      match v.ty with
      | Int w -> { e = arith ctx loc op' w v.e n.e; ty = Int w }
      | t -> fail loc "`%s` shifts integers, not %s" (symbol op) (show ctx t) ~help:"shift an integer")
  | Arith op' ->
      let v, x = both ctx current (fun () -> infer ctx ~want:p.ty b) loc in
      let w = same_width ctx loc (symbol op) v.ty x.ty in
      { e = arith ctx loc op' w v.e x.e; ty = Int w }
  | Compare _ | And | Or -> fail loc "`%s=` is not an assignment" (symbol op) ~help:"write it out"
