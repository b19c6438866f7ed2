open Fairlead_lang_coq.Syntax
open Coerce
module T = Types
type placed = { place : place; ty : T.t; read_only : string option }
let fail = Diagnostic.fail
let env = Context.env
let show ctx t = Resolution.show (env ctx) t
let coq ctx t = Representation.coq_type (env ctx) t
let no_value = "call it in a statement of its own"
let not_bytes = "bytes are of type bytes<N> or bytes"
type inference = Context.t -> ?want:T.t -> Surface.expr -> value
let inference : inference ref = ref (fun _ ?want:_ (e : Surface.expr) -> fail e.loc "internal error: nothing infers types" ~help:"report it")
let infer ctx ?want e = !inference ctx ?want e

(* The part that gives its type to an expression with branches, where some are literals. *)
let rec typed_part (e : Surface.expr) =
  match e.e with
  | Cond (_, a, b) -> typed_part (if Operator.untyped a then b else a)
  | Choose s -> ( match List.find_opt (fun e -> not (Operator.untyped e)) (Subterms.values s) with Some part -> typed_part part | None -> e)
  | _ -> e

let check ctx (e : Surface.expr) ty : expr =
  match (e.e, ty) with
  | String s, T.Bytes n when String.length s > n ->
      fail e.loc "%d bytes do not fit in bytes<%d>" (String.length s) n ~help:"give it a larger capacity"
  | _ ->
      let v = infer ctx ~want:ty e in
      coerce (env ctx) (if v.ty = ty then e else typed_part e).loc ~expected:ty v

let any_integer ctx ~want e =
  match infer ctx ~want e with
  | { ty = Int _; _ } as v -> v
  | v -> { e = coerce (env ctx) e.loc ~expected:want v; ty = want }

let decided ctx e = Constant_folding.decided ~table:(Constants.table_value (env ctx)) e

(* An element of a container being built; it has a type that can be stored. *)
let element ctx ?want (x : Surface.expr) : value =
  match want with
  | Some t -> { e = check ctx x t; ty = t }
  | None -> (
      let v = infer ctx x in
      match (v.ty, v.e) with
      | View, EBytes l ->
          let n = max 1 (List.length l) in
          { e = EFit (Z.of_int n, v.e); ty = Bytes n }
      | View, _ ->
          fail x.loc "a view cannot be stored" ~help:"copy the bytes into a variable of type bytes<N> first"
      | Unit, _ -> fail x.loc "this has no value" ~help:no_value
      | _ -> v)

let position ctx (e : Surface.expr) : expr = to_u32 (env ctx) e.loc (infer ctx ~want:(T.Int W32) e)
let value_operand ctx (e : Surface.expr) ty () : Evaluation_order.operand = { arg = AIn (check ctx e ty); ty; loc = e.loc }
let position_operand ctx (e : Surface.expr) () : Evaluation_order.operand = { arg = AIn (position ctx e); ty = Int W32; loc = e.loc }

let bytes ctx (e : Surface.expr) : value =
  let v = infer ctx e in
  match v.ty with
  | Bytes _ | View -> v
  | t -> fail e.loc "expected bytes, found %s" (show ctx t) ~help:not_bytes

let bytes_operand ctx (e : Surface.expr) () : Evaluation_order.operand =
  { arg = AIn (bytes ctx e).e; ty = View; loc = e.loc }

(* Each part is elaborated though others have mistakes, so that those of all are reported. *)
let guarded ctx default f =
  let failed = ref false in
  let guard part () =
    match part () with
    | x -> x
    | exception Diagnostic.Error d -> Errors.add (env ctx).errors d; failed := true; default
    | exception Errors.Reported -> failed := true; default
  in
  let result = f guard in
  if !failed then raise Errors.Reported;
  result

let in_order ctx operands =
  let default : Evaluation_order.operand = { arg = AIn (EBool false); ty = Bool; loc = Loc.none } in
  guarded ctx default (fun guard -> Evaluation_order.in_order ctx (List.rev (List.rev_map guard operands)))

let both ctx a b loc = guarded ctx { e = EBool false; ty = Bool } (fun guard -> Evaluation_order.both ctx (guard a) (guard b) loc)

(* A place whose indices are evaluated before [code], which is emitted here. *)
let later_place ctx loc p code =
  match Evaluation_order.before ctx { arg = AInout p; ty = Unit; loc } code with AInout p -> p | _ -> assert false

let later_value ctx loc ty e code =
  match Evaluation_order.before ctx { arg = AIn e; ty; loc } code with AIn e -> e | _ -> assert false
