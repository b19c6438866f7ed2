(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Kind
open Ast

let printf = Printf.sprintf

(* The last word of a range: of `&&label`, or of an attribute's argument. *)
let words (p : Preprocessed.t) n = Preprocessed.tokens p ~first:n.first ~last:n.last

(* {2 Computed jumps}

   The address of a label is its number in the function, which is never 0. So differences of addresses are constants,
   and an address is good as long as the program runs, as gcc's are. *)

let label_of p n = match List.rev (words p n) with t :: _ -> t.Preprocessed.word | [] -> ""

let number labels label =
  let rec go i = function l :: rest -> if l = label then i else go (i + 1) rest | [] -> 0 in
  go 1 labels

(* Labels that belong to a block may have the same name twice. *)
let computed p body =
  let found = ref [] in
  iter (fun n -> if n.kind = AddrLabelExpr then found := label_of p n :: !found) body;
  if exists (fun n -> n.kind = LabelDecl) body then [] else List.sort_uniq compare !found

let jump labels text =
  let case i label = printf " case %d: goto %s;" (i + 1) label in
  printf "switch ((unsigned long)(%s)) {%s default: __builtin_unreachable(); }" text
    (String.concat "" (List.mapi case labels))

(* {2 What is selected} *)

let selection n =
  match (n.kind, n.inner) with
  | GenericSelectionExpr, _ when Program.suspends n -> (
      match List.find_opt selected n.inner with
      | Some { inner; _ } when inner <> [] -> Some (List.nth inner (List.length inner - 1))
      | _ -> None)
  | ChooseExpr, [ condition; yes; no ] when Program.suspends n ->
      Option.map (fun c -> if c <> 0 then yes else no) (int_of_string_opt condition.value)
  | _ -> None

(* {2 Cleanup functions} *)

(* Of two attributes of one variable, the first counts. *)
let cleanups p n =
  let attributes (d : node) = List.filter (fun a -> a.kind = CleanupAttr) d.inner in
  let call (d : node) =
    match attributes d with
    | [] -> ""
    | a :: _ -> (
        match List.rev (words p a) with
        | _ :: f :: _ -> printf " if (!__fl_deferred()) ; else %s(&%s);" f.Preprocessed.word d.name
        | _ -> "")
  in
  (List.concat_map attributes n.inner, String.concat "" (List.map call n.inner))

(* {2 A function} *)

let edits (p : Preprocessed.t) (d : Program.definition) =
  let labels = computed p d.body and suspending = lazy (Program.suspends d.body) in
  let rec go made n =
    match n.kind with
    | AddrLabelExpr when labels <> [] ->
        Rewrite.replacing p n.first n.last (printf "((void *)%d)" (number labels (label_of p n))) :: made
    | IndirectGotoStmt when labels <> [] -> (
        match n.inner with
        | [ e ] ->
            let text = Rewrite.render p (go [] e) e.first e.last in
            Rewrite.replacing p n.first (Extent.behind_semicolon p n.last) (jump labels text) :: made
        | _ -> made)
    | StmtExpr -> List.fold_left (fun made (block : node) -> List.fold_left go made block.inner) made n.inner
    | CompoundStmt when Lazy.force suspending -> List.fold_left with_cleanups made n.inner
    | _ -> (
        match selection n with
        | Some chosen ->
            let text = Rewrite.render p (go [] chosen) chosen.first chosen.last in
            Rewrite.replacing p n.first n.last ("(" ^ text ^ ")") :: made
        | None -> List.fold_left go made n.inner)
  and with_cleanups made n =
    let found, calls = if n.kind = DeclStmt then cleanups p n else ([], "") in
    let made = List.fold_left (fun made a -> Rewrite.replacing p a.first a.last "" :: made) (go made n) found in
    if found = [] then made else (n.last, n.last, calls) :: made
  in
  go [] d.body

let expand (program : Program.t) =
  let p = program.source in
  let concerned (d : Program.definition) = d.signature.suspends || Blocks.concern d in
  match List.concat_map (edits p) (List.filter concerned program.definitions) with
  | [] -> None
  | all -> Some (Rewrite.render p all 0 (String.length p.text))
