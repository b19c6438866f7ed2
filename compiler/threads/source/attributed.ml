(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Kind
open Ast

let has_parts n =
  match n.kind with
  | CompoundStmt | IfStmt | WhileStmt | DoStmt | ForStmt | SwitchStmt | CaseStmt | DefaultStmt | LabelStmt -> true
  | _ -> false

(* Where two brackets open, one behind the other. *)
let rec brackets = function
  | { Preprocessed.word = "["; at } :: { word = "["; _ } :: _ -> Some at
  | _ :: rest -> brackets rest
  | [] -> None

let rec within p n =
  if not (has_parts n) then { n with inner = List.map (within p) n.inner }
  else
    let part (behind, made) c =
      if c.first < 0 then (behind, c :: made)
      else
        let inside = within p c in
        let whole =
          match if c.first > behind then brackets (Preprocessed.tokens p ~first:behind ~last:c.first) else None with
          | Some first when c.kind = DeclStmt -> { inside with first }
          | Some first -> { nothing with id = -c.id; kind = AttributedStmt; first; last = c.last; inner = [ inside ] }
          | _ -> inside
        in
        (max behind c.last, whole :: made)
    in
    { n with inner = List.rev (snd (List.fold_left part (n.first, []) n.inner)) }

let statements (p : Preprocessed.t) tree =
  let opens at =
    let next = Preprocessed.skip_space p at in
    next < String.length p.text && p.text.[next] = '['
  in
  let rec any at =
    match String.index_from_opt p.text at '[' with Some at -> opens (at + 1) || any (at + 1) | None -> false
  in
  if any 0 then within p tree else tree
