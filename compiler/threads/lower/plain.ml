(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Kind
open Ast
open Ir
open Lower_state
open Hoist
open Temporaries
module W = Written

(* {2 Declarations} *)

let is_automatic (d : node) = d.kind = VarDecl && d.storage <> "static" && d.storage <> "extern"
let initializer_of (d : node) = List.find_opt (fun c -> not (is_attribute c.kind)) d.inner

let rec takes_string n =
  match (n.kind, n.inner) with
  | StringLiteral, _ | InitListExpr, _ -> true
  | (ParenExpr | ImplicitCastExpr), [ c ] -> takes_string c
  | _ -> false

(* The strictest of its attributes; {!Refuse} has seen that each says a number. *)
let alignment (d : node) =
  let value (c : node) = match c.inner with e :: _ when c.kind = AlignedAttr -> int_of_string_opt e.value | _ ->
    None in
  List.fold_left (fun a c -> max a (value c)) None d.inner

let variable ctx (d : node) =
  match Hashtbl.find_opt ctx.variables d.id with
  | Some v -> v
  | None ->
      let v =
        {
          key = d.id; name = d.name; ty = type_of ctx d; desugared = Ctype.plain d.desugared; role = Local;
            declared_at = d.name_at; scope = ctx.scope;
          fixed = false; aligned = alignment d;
        }
      in
      Hashtbl.add ctx.variables d.id v;
      declare ctx v;
      v

let initial ctx (d : node) =
  match initializer_of d with
  | None -> Uninitialized
  | Some e -> if takes_string e && (Ctype.is_array d.desugared || e.kind = InitListExpr) then Braces (exp ctx e)
    else Value (exp ctx e)

let text_of = function Uninitialized | Later -> None | Value e | Braces e -> Some e

(* What is declared beside variables, as a declaration of its own. A prototype begins, for clang, where they all do. *)
let declared_apart ctx n (d : node) =
  if d.kind <> FunctionDecl then [ Text (d.first, Extent.behind_semicolon ctx.p d.last) ]
  else
    let parts = Declarators.of_statement ctx.p ~first:n.first ~last:n.last ~name_at:(Declarators.first_name n) in
    match (Declarators.repeated parts, Declarators.declarator parts ~name_at:d.name_at) with
    | Some specifiers, Some declarator -> List.concat_map (Fragments.declared ctx) (specifiers @ [ declarator ])
    | _ -> []

let automatic (d : node) variable initial holes =
  let initializer_ (e : node) = Option.map (fun text -> (e.first, e.last, kept text holes)) (text_of initial) in
  W.Automatic { variable; initializer_ = Option.bind (initializer_of d) initializer_ }

let beside (d : node) frags =
  let text = { W.frags = lazy frags; holes = [] } in
  if d.kind = FunctionDecl then W.Prototype text else W.Type (d.first, d.last, text)

let item ctx n (d : node) =
  if is_automatic d then
    let v = variable ctx d in
    let i = initial ctx d in
    (Variable (v, i), automatic d v i [])
  else
    let frags = declared_apart ctx n d in
    (Other frags, beside d frags)

let declarations ctx n =
  let items = full_expression ctx (fun () -> List.map (item ctx n) n.inner) in
  (match List.concat_map (fun (d : node) -> Effects_trusted.of_length ctx d) n.inner with
  | [] -> ()
  | reads -> emit ctx n.first (Exp { frags = lazy []; reads; writes = []; at = n.first }));
  let frags = lazy (Fragments.render ctx n) in
  emit ctx n.first (Declarations (Some frags, List.map fst items));
  W.Declared { first = n.first; last = n.last; whole = Some { frags; holes = [] }; declared = List.map snd items }

(* {2 Statements} *)

(* clang gives a label's id alone; the name is the second word. *)
let goto_name ctx n =
  match Preprocessed.tokens ctx.p ~first:n.first ~last:n.last with [ _; label ] -> label.word | _ -> ""

let rec plain ctx n =
  let block c = collect ctx (fun () -> plain ctx c) in
  match (n.kind, n.inner) with
  | CompoundStmt, l ->
      let outer = ctx.scope in
      ctx.scope <- (n.first, n.last);
      emit ctx n.first (Block (collect ctx (fun () -> List.iter (plain ctx) l)));
      ctx.scope <- outer
  | DeclStmt, _ -> ignore (declarations ctx n : W.t)
  | IfStmt, condition :: yes :: rest -> emit ctx n.first (If
    (exp ctx condition, block yes, match rest with no :: _ -> block no | [] -> []))
  | WhileStmt, [ condition; body ] -> emit ctx n.first (While (exp ctx condition, block body))
  | DoStmt, [ body; condition ] -> emit ctx n.first (Do (block body, exp ctx condition))
  | ForStmt, [ init; _; condition; step; body ] ->
      let outer = ctx.scope in
      ctx.scope <- (n.first, n.last);
      if init.kind <> Absent then plain ctx init;
      let test = if condition.kind = Absent then [] else [
        { at = condition.first; desc = If (exp ctx condition, [], [ { at = condition.first; desc = Break } ]) } ] in
      let body = block body in
      let step = if step.kind = Absent then [] else [ { at = step.first; desc = Exp (exp ctx step) } ] in
      emit ctx n.first (Forever (test @ body, None, step));
      ctx.scope <- outer
  | SwitchStmt, [ value; body ] -> emit ctx n.first (Switch (exp ctx value, block body))
  | CaseStmt, l -> emit ctx n.first (Case ([], false)); Option.iter (plain ctx) (List.nth_opt (List.rev l) 0)
  | DefaultStmt, l -> emit ctx n.first (Case ([], true)); List.iter (plain ctx) l
  | LabelStmt, l -> emit ctx n.first (Label n.name); List.iter (plain ctx) l
  | AttributedStmt, l -> List.iter (plain ctx) l
  | GotoStmt, _ -> emit ctx n.first (Goto (goto_name ctx n))
  | BreakStmt, _ -> emit ctx n.first Break
  | ContinueStmt, _ -> emit ctx n.first (Continue ctx.continue_to)
  | ReturnStmt, [ e ] -> emit ctx n.first (Return (Some (exp ctx e)))
  | ReturnStmt, _ -> emit ctx n.first (Return None)
  | (NullStmt | Absent), _ -> ()
  | _ -> emit ctx n.first (Exp (exp ctx n))
