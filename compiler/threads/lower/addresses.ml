(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Kind
open Ast
open Ir
open Lower_state

(* Statements whose direct expressions have values that nobody wants, or that were read. *)
let statements =
  [ CompoundStmt; IfStmt; WhileStmt; DoStmt; ForStmt; SwitchStmt; CaseStmt; DefaultStmt; LabelStmt;
    AttributedStmt ]

(* [used]: who has the node as its part reads or writes what it designates, and does no more. *)
let rec look ctx ~used n =
  let all ~used = List.iter (look ctx ~used) in
  match (n.kind, n.inner) with
  | DeclRefExpr, _ ->
      if not used then Option.iter (fun v -> v.fixed <- true) (Hashtbl.find_opt ctx.variables n.target)
  | UnaryExprOrTypeTraitExpr, _ -> ()
  | (ParenExpr | ConstantExpr | MemberExpr), l -> all ~used l
  | ImplicitCastExpr, l when n.op = "NoOp" -> all ~used l
  | ImplicitCastExpr, l -> all ~used:(n.op = "LValueToRValue") l
  | CStyleCastExpr, l -> all ~used:(n.op = "ToVoid") l
  | ArraySubscriptExpr, l ->
      (* An element by its index. *)
      let part c =
        match (c.kind, c.inner) with
        | ImplicitCastExpr, [ array ] when c.op = "ArrayToPointerDecay" -> look ctx ~used array
        | _ -> look ctx ~used:false c
      in
      List.iter part l
  | UnaryOperator, l when List.mem n.op [ "__real"; "__imag"; "__extension__" ] -> all ~used l
  | UnaryOperator, l -> all ~used:(n.op = "++" || n.op = "--") l
  | BinaryOperator, [ left; right ] ->
      look ctx ~used:(n.op = "=" || n.op = ",") left;
      look ctx ~used:false right
  | CompoundAssignOperator, [ left; right ] -> look ctx ~used:true left; look ctx ~used:false right
  | kind, l -> all ~used:(List.mem kind statements) l

let mark ctx body = look ctx ~used:true body
