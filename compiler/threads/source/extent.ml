(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Kind
open Ast

let behind_semicolon p last =
  let at = Preprocessed.skip_space p last in
  if at < String.length p.Preprocessed.text && p.text.[at] = ';' then at + 1 else last

let rec statement_end p n =
  let last () = List.nth n.inner (List.length n.inner - 1) in
  match n.kind with
  | CompoundStmt | DeclStmt | NullStmt -> n.last
  | (IfStmt | ForStmt | WhileStmt | SwitchStmt | LabelStmt | CaseStmt | DefaultStmt |
    AttributedStmt) when n.inner <> [] ->
      statement_end p (last ())
  | _ -> behind_semicolon p n.last
