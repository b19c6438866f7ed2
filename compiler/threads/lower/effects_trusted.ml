(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Kind
open Ast
open Ir
open Lower_state

(* Of an array of variable length, where it is declared: clang's tree has not what is in its brackets. *)
let of_length ctx (n : node) = Option.value (Hashtbl.find_opt ctx.lengths n.id) ~default:[]

let effects ctx n =
  let reads = ref [] and writes = ref [] in
  let rec go ~surely n =
    match Hashtbl.find_opt ctx.replaced n.id with
    | Some (Result v) -> reads := v :: !reads
    | Some (Instead m) -> go ~surely m
    | Some Done -> ()
    | None -> (
        (match Hashtbl.find_opt ctx.literals n.id with Some v -> reads := v :: !reads | None -> ());
        reads := of_length ctx n @ !reads;
        match (n.kind, n.inner) with
        | DeclRefExpr, _ -> ( match Hashtbl.find_opt ctx.variables n.target with Some v -> reads := v :: !reads |
          None -> ())
        | BinaryOperator, [ left; right ] when n.op = "=" -> (
            match Program.bare left with
            | { kind = DeclRefExpr; target; _ } when Hashtbl.mem ctx.variables target ->
                let v = Hashtbl.find ctx.variables target in
                (* What is written only perhaps counts as read: as changed, too, and its old value matters. *)
                if surely then writes := v :: !writes else reads := v :: !reads;
                go ~surely right
            | _ -> go ~surely left; go ~surely right)
        | BinaryOperator, [ left; right ] when n.op = "&&" || n.op = "||" -> go ~surely left; go ~surely:false right
        | (ConditionalOperator | BinaryConditionalOperator), first :: rest -> go ~surely first; List.iter
          (go ~surely:false) rest
        | (GenericSelectionExpr | ChooseExpr | StmtExpr), _ -> List.iter (go ~surely:false) n.inner
        | _ -> List.iter (go ~surely) (Program.evaluated n))
  in
  go ~surely:true n;
  (!reads, !writes)

(* {2 What has an address} *)

(* The variable whose object, or a part of it, an lvalue is. *)
let rec root ctx n =
  match (n.kind, n.inner) with
  | DeclRefExpr, _ -> Hashtbl.find_opt ctx.variables n.target
  | (ParenExpr | ConstantExpr | MemberExpr), [ c ] -> root ctx c
  | ImplicitCastExpr, [ c ] when n.op = "ArrayToPointerDecay" || n.op = "NoOp" -> root ctx c
  | ArraySubscriptExpr, [ a; b ] -> ( match root ctx a with Some v -> Some v | None -> root ctx b)
  | _ -> None

let rec decay ctx n =
  match (n.kind, n.inner) with
  | (CallExpr | VAArgExpr), _ -> Hashtbl.replace ctx.decayed n.id ()
  | CStyleCastExpr, _ when n.op = "ToUnion" -> Hashtbl.replace ctx.decayed n.id ()
  | (ChooseExpr | GenericSelectionExpr), l -> List.iter (decay ctx) l
  | (ConditionalOperator | BinaryOperator | BinaryConditionalOperator | StmtExpr | CompoundStmt), l ->
      Hashtbl.replace ctx.decayed n.id ();
      List.iter (decay ctx) l
  | _, [ c ] -> decay ctx c
  | ArraySubscriptExpr, a :: _ -> decay ctx a
  | _ -> ()

let rec mark_fixed ctx n =
  let fix c = match root ctx c with Some v -> v.fixed <- true | None -> decay ctx c in
  (match (n.kind, n.inner) with
  | UnaryOperator, [ c ] when n.op = "&" -> fix c
  | ImplicitCastExpr, [ c ] when n.op = "ArrayToPointerDecay" -> fix c
  | (GCCAsmStmt | StmtExpr), _ -> iter (fun c -> if c.kind = DeclRefExpr then fix c) n
  | _ -> ());
  match (n.kind, n.inner) with
  (* An element by its index gives no address away. *)
  | ArraySubscriptExpr, [ { kind = ImplicitCastExpr; op = "ArrayToPointerDecay"; inner = [ base ]; _ }; index ]
    -> mark_fixed ctx base; mark_fixed ctx index
  | _ -> List.iter (mark_fixed ctx) (if n.kind = UnaryExprOrTypeTraitExpr then [] else n.inner)
