(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Kind
open Ast
open Ir
open Lower_state
open Hoist
open Plain
open Temporaries
module W = Written

let rec statement ctx n =
  if n.kind = DeclStmt then declarations ctx n
  else if suspends ctx n then suspending ctx n
  else if n.kind = NullStmt then (emit ctx n.first Nothing; W.Empty)
  else
    let continue_to = ctx.continue_to in
    let inside = collect ctx (fun () -> plain ctx n) in
    let last = Extent.statement_end ctx.p n in
    let frags = lazy (Fragments.text ~continue_to ctx n last) in
    emit ctx n.first (Verbatim (frags, inside));
    W.Plain (W.Text { frags; holes = [] })

and declarations ctx n =
  if not (suspends ctx n) then Plain.declarations ctx n
  else
    let each (d : node) =
      if is_automatic d && suspends ctx d then (
        let v = variable ctx d in
        if Objects.names_itself ctx d then ctx.early <- v :: ctx.early;
        emit ctx d.first (Declarations (None, [ Variable (v, Later) ]));
        full_expression ctx (fun () ->
            let holes = hoist ctx (Option.get (initializer_of d)) in
            let i = initial ctx d in
            emit ctx d.first (Init (v, i));
            automatic d v i holes))
      else
        let made, written = item ctx n d in
        emit ctx d.first (Declarations (None, [ made ]));
        written
    in
    W.Declared { first = n.first; last = n.last; whole = None; declared = map_in_order each n.inner }

and statements ctx n l = in_order ctx n (List.map (fun c -> (c, statement ctx)) l)

and suspending ctx n =
  let collect_written f =
    let written = ref (W.Sequence []) in
    let made = collect ctx (fun () -> written := f ()) in
    (made, !written)
  in
  let block c = collect_written (fun () -> statement ctx c) in
  let loop_body ~continue_to c =
    let outer = ctx.continue_to in
    ctx.continue_to <- continue_to;
    let made = block c in
    ctx.continue_to <- outer;
    made
  in
  let label () = Printf.sprintf "fl__continue_%d" (fresh ctx) in
  let leave_unless (condition : exp) = { at = condition.at; desc = If (condition, [],
    [ { at = condition.at; desc = Break } ]) } in
  (* The statements that evaluate a condition and leave the loop if it does not hold. *)
  let test c =
    collect_written (fun () ->
        let e, written = whole ctx c in
        ctx.out <- leave_unless e :: ctx.out;
        written)
  in
  match (n.kind, n.inner) with
  | CompoundStmt, l ->
      let outer = ctx.scope in
      ctx.scope <- (n.first, n.last);
      let made, written = collect_written (fun () -> statements ctx n l) in
      emit ctx n.first (Block made);
      ctx.scope <- outer;
      W.Braces written
  | IfStmt, condition :: yes :: rest ->
      let condition, tested = whole ctx condition in
      let yes, yes_written = block yes in
      let no = Option.map block (List.nth_opt rest 0) in
      emit ctx n.first (If (condition, yes, match no with Some (no, _) -> no | None -> []));
      W.If (tested, yes_written, Option.map snd no)
  | WhileStmt, [ condition; body ] when suspends ctx condition ->
      let test, tested = test condition in
      let made, written = loop_body ~continue_to:None body in
      emit ctx n.first (Forever (test @ made, None, []));
      W.While (tested, written)
  | WhileStmt, [ condition; body ] ->
      let e, tested = expression ctx condition in
      let made, written = loop_body ~continue_to:None body in
      emit ctx n.first (While (e, made));
      W.While (tested, written)
  | DoStmt, [ body; condition ] when suspends ctx condition ->
      let label = label () in
      let made, written = loop_body ~continue_to:(Some label) body in
      let test, tested = test condition in
      emit ctx n.first (Forever (made, Some label, test));
      W.Do (Some label, written, tested)
  | DoStmt, [ body; condition ] ->
      let made, written = loop_body ~continue_to:None body in
      let e, tested = expression ctx condition in
      emit ctx n.first (Do (made, e));
      W.Do (None, written, tested)
  | ForStmt, [ init; _; condition; step; body ] ->
      let outer = ctx.scope in
      ctx.scope <- (n.first, n.last);
      let made, written =
        collect_written (fun () ->
            let begun =
              if init.kind = DeclStmt then declarations ctx init
              else if init.kind = Absent then W.Gone
              else full_expression ctx (fun () -> W.Ended (discard ctx init))
            in
            let label = label () in
            let test, tested =
              if condition.kind = Absent then ([], W.Sequence [])
              else
                let test, tested = test condition in
                (test, W.Test tested)
            in
            let body, written = loop_body ~continue_to:(Some label) body in
            let step, stepped =
              if step.kind = Absent then ([], W.Sequence [])
              else collect_written (fun () -> full_expression ctx (fun () -> discard ctx step))
            in
            emit ctx n.first (Forever (test @ body, Some label, step));
            W.For (label, begun, tested, stepped, written))
      in
      emit ctx n.first (Block made);
      ctx.scope <- outer;
      written
  | SwitchStmt, [ value; body ] ->
      let value, tested = whole ctx value in
      let made, written = block body in
      emit ctx n.first (Switch (value, made));
      W.Switch (tested, written)
  | CaseStmt, l ->
      let sub = List.nth l (List.length l - 1) in
      let colon = List.nth l (List.length l - 2) in
      let text = Text (n.first, colon.last) in
      emit ctx n.first (Case ([ text; Word ":" ], false));
      let written = statement ctx sub in
      W.Sequence [ W.Case (W.Text { frags = lazy [ text ]; holes = [] }); written ]
  | DefaultStmt, l ->
      emit ctx n.first (Case ([ Word "default:" ], true));
      W.Sequence (W.Default :: map_in_order (statement ctx) l)
  | LabelStmt, l ->
      emit ctx n.first (Label n.name);
      let written = map_in_order (statement ctx) l in
      let colon =
        match Preprocessed.tokens ctx.p ~first:n.first ~last:n.last with
        | _ :: { word = ":"; at } :: _ -> at + 1
        | _ -> n.first
      in
      let sub = match List.rev l with sub :: _ -> sub.first | [] -> colon in
      W.Sequence (W.Label n.name :: W.Attribute (colon, sub) :: written)
  | AttributedStmt, l ->
      let l = List.filter (fun (c : node) -> not (is_attribute c.kind)) l in
      let sub = match l with sub :: _ -> sub.first | [] -> n.last in
      W.Sequence (W.Attribute (n.first, sub) :: map_in_order (statement ctx) l)
  | ReturnStmt, [ e ] ->
      full_expression ctx (fun () ->
          if Ctype.is_void e.desugared then (
            let written = discard ctx e in
            emit ctx n.first (Return None);
            W.Return_void written)
          else
            let e, written = expression ctx e in
            emit ctx n.first (Return (Some e));
            W.Return written)
  | _ -> full_expression ctx (fun () -> W.Ended (discard ctx n))
