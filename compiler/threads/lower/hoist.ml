(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Kind
open Ast
open Ir
open Lower_state
open Temporaries
module W = Written

let exp = Fragments.exp
let of_var v at = { frags = lazy [ Var v ]; reads = [ v ]; writes = []; at }
let word text at = { frags = lazy [ Word text ]; reads = []; writes = []; at }
let around before e behind = { e with frags = lazy ((Word before :: Lazy.force e.frags) @ [ Word behind ]) }

(* What of the source this text is, with what became statements. *)
let kept (e : exp) holes = W.Text { frags = e.frags; holes }
let map_in_order f l = List.rev (List.rev_map f l)

(* Of a value that needs an object of its own. Its text is made before the place stands for it. *)
let set_apart ctx (n : node) e =
  let v = kept_temporary ctx n in
  ignore (Lazy.force e.frags);
  emit ctx n.first (Set (v, around "(" e ")"));
  v

(* {2 Blocks} *)

(* Each by its function, with the pragmas between them. *)
let in_order ctx (block : node) l =
  let made = ref [] in
  let put w = made := w :: !made in
  let pragmas first last =
    List.iter
      (fun (a, b) ->
        let line = Word ("\n" ^ String.sub ctx.p.text a (b - a) ^ "\n") in
        emit ctx a (Verbatim (lazy [ line; For (a, b) ], []));
        put (W.Directive (a, b)))
      (Pragmas.within ctx.p ~first ~last)
  in
  let behind =
    List.fold_left
      (fun at ((c : node), lower) ->
        pragmas at c.first;
        put (lower c);
        max at (Extent.statement_end ctx.p c))
      block.first l
  in
  pragmas behind block.last;
  W.Sequence (List.rev !made)

(* {2 Out of expressions} *)

let rec hoist ctx n =
  let children l = List.concat (map_in_order (fun c -> if suspends ctx c then hoist ctx c else []) l) in
  let child c = children [ c ] in
  let hole stands was = [ { W.from = n.first; stands; was } ] in
  let replace v was = Hashtbl.replace ctx.replaced n.id (Result v); hole (W.Variable v) was in
  match (n.kind, n.inner) with
  | _ when Hashtbl.mem ctx.named n.id ->
      let holes = children (Program.evaluated n) in
      let e = exp ctx n in
      let v = set_apart ctx n e in
      replace v (W.Apart (v, kept e holes))
  | CallExpr, _ when Program.cps_call n -> (
      let into = if Ctype.is_void n.desugared then None else Some (fun () -> place_for ctx n) in
      match call ctx n into with
      | Some v, was -> hole (W.Variable v) was
      | None, was -> hole W.Nowhere was)
  | BinaryOperator, [ left; right ] when n.op = "," && Program.spawned n = None ->
      let first = discard ctx left in
      let holes = child right in
      let own = Hashtbl.mem ctx.decayed n.id && not (Ctype.is_scalar n.desugared) in
      if own then
        let e = exp ctx right in
        let v = set_apart ctx n e in
        replace v (W.Beside (first, W.Apart (v, kept e holes)))
      else (
        Hashtbl.replace ctx.replaced n.id (Instead right);
        hole (W.Instead { frags = lazy (Fragments.render ctx right); holes }) first)
  | BinaryOperator, [ left; right ] when n.op = "&&" || n.op = "||" ->
      let holes = child left in
      let condition = exp ctx left in
      let t = truth ctx n in
      let second = ref (W.Sequence []) in
      let evaluate =
        collect ctx (fun () ->
            let holes = child right in
            let e = exp ctx right in
            second := kept e holes;
            emit ctx right.first (Set (t, around "!!(" e ")")))
      in
      let decided = [ { at = n.first; desc = Set (t, word (if n.op = "&&" then "0" else "1") n.first) } ] in
      emit ctx n.first (if n.op = "&&" then If (condition, evaluate, decided) else If (condition, decided, evaluate));
      let first = kept condition holes in
      replace t (if n.op = "&&" then W.And (t, first, !second) else W.Or (t, first, !second))
  | ConditionalOperator, [ condition; yes; no ] ->
      let holes = child condition in
      let condition = exp ctx condition in
      if Ctype.is_void n.desugared then (
        let was = chosen ctx n condition holes yes no in
        Hashtbl.replace ctx.replaced n.id Done;
        hole W.Nowhere was)
      else
        let t = place_for ctx n in
        let branch c =
          let written = ref (W.Sequence []) in
          let made =
            collect ctx (fun () ->
                let holes = child c in
                let e = exp ctx c in
                written := kept e holes;
                emit ctx c.first (Set (t, e)))
          in
          (made, !written)
        in
        let yes, yes_written = branch yes in
        let no, no_written = branch no in
        emit ctx n.first (If (condition, yes, no));
        replace t (W.Choice (t, kept condition holes, yes_written, no_written))
  | BinaryConditionalOperator, common :: rest ->
      let last = List.nth rest (List.length rest - 1) in
      let holes = child common in
      let tested = like ctx n common and t = like ctx n n in
      let e = exp ctx common in
      emit ctx common.first (Set (tested, e));
      let other = ref (W.Sequence []) in
      let no =
        collect ctx (fun () ->
            let holes = child last in
            let e = exp ctx last in
            other := kept e holes;
            emit ctx last.first (Set (t, e)))
      in
      emit ctx n.first (If (of_var tested n.first, [ { at = n.first; desc = Set (t, of_var tested n.first) } ], no));
      replace t (W.Elvis (tested, t, kept e holes, !other))
  | StmtExpr, [ block ] -> (
      let t = if Ctype.is_void n.desugared then None else Some (place_for ctx n) in
      let made =
        statement_expression ctx n block (fun last ->
            match t with
            | Some t ->
                let holes = child last in
                let e = exp ctx last in
                emit ctx last.first (Set (t, e));
                W.Ended (W.Last (t, kept e holes))
            | None -> ctx.statement ctx last)
      in
      match t with
      | Some t -> replace t (W.Inner (Some t, made))
      | None ->
          Hashtbl.replace ctx.replaced n.id Done;
          hole W.Nowhere (W.Inner (None, made)))
  (* As it is written, not as the elements lie. *)
  | InitListExpr, _ -> children (List.stable_sort (fun (a : node) (b : node) -> compare a.first b.first)
    (Program.evaluated n))
  | _ -> children (Program.evaluated n)

and chosen ctx n condition holes yes no =
  let branch c =
    let written = ref (W.Sequence []) in
    let made = collect ctx (fun () -> written := discard ctx c) in
    (made, !written)
  in
  let yes, yes_written = branch yes in
  let no, no_written = branch no in
  emit ctx n.first (If (condition, yes, no));
  W.Chosen (kept condition holes, yes_written, no_written)

(* Its statements become some before; the last is its value. *)
and statement_expression ctx n block value =
  let outer = ctx.scope in
  ctx.scope <- (block.first, block.last);
  let written = ref (W.Sequence []) in
  let made =
    collect ctx (fun () ->
        match List.rev block.inner with
        | last :: before ->
            let statement c = (c, ctx.statement ctx) in
            written := in_order ctx block (List.rev_map statement before @ [ (last, value) ])
        | [] -> ())
  in
  ctx.scope <- outer;
  emit ctx n.first (Block made);
  !written

(* The callee and the arguments are evaluated when everything in them that suspends is done. *)
and call ctx n into =
  let callee, arguments = match n.inner with c :: a -> (c, a) | [] -> (nothing, []) in
  let holes = map_in_order (fun c -> if suspends ctx c then hoist ctx c else []) (callee :: arguments) in
  let target = match Program.callee_name n with Some f -> Direct f | None -> Through (exp ctx callee) in
  let arguments_ = List.map (exp ctx) arguments in
  let into = Option.map (fun f -> f ()) into in
  let made = called ctx n ~callee ~target ~arguments arguments_ into in
  emit ctx n.first (Call made);
  Hashtbl.replace ctx.replaced n.id (match into with Some v -> Result v | None -> Done);
  let whom = match target with Direct _ -> W.Sequence [] | Through e -> kept e (List.hd holes) in
  (into, W.Called (made, whom, List.map2 kept arguments_ (List.tl holes)))

(* An expression whose value nobody wants. *)
and discard ctx n =
  let child c = if suspends ctx c then hoist ctx c else [] in
  if not (suspends ctx n) then (
    let e = exp ctx n in
    emit ctx n.first (Exp e);
    W.Effect (kept e []))
  else
    match (n.kind, n.inner) with
    | ParenExpr, [ c ] -> W.Parens (discard ctx c)
    | ImplicitCastExpr, [ c ] -> discard ctx c
    | CStyleCastExpr, [ c ] when n.op = "ToVoid" -> W.Cast (n.first, c.first, discard ctx c)
    | CallExpr, _ when Program.cps_call n -> W.Quiet (snd (call ctx n None))
    | StmtExpr, [ block ] -> W.Quiet (W.Inner (None, statement_expression ctx n block (ctx.statement ctx)))
    | BinaryOperator, [ left; right ] when n.op = "," && Program.spawned n = None ->
        let first = discard ctx left in
        W.Beside (first, discard ctx right)
    | BinaryOperator, [ left; right ] when n.op = "&&" || n.op = "||" ->
        let holes = child left in
        let condition = exp ctx left in
        let second = ref (W.Sequence []) in
        let evaluate = collect ctx (fun () -> second := discard ctx right) in
        emit ctx n.first (if n.op = "&&" then If (condition, evaluate, []) else If (condition, [], evaluate));
        let first = kept condition holes in
        if n.op = "&&" then W.And_only (first, !second) else W.Or_only (first, !second)
    | ConditionalOperator, [ condition; yes; no ] ->
        let holes = child condition in
        let condition = exp ctx condition in
        W.Quiet (chosen ctx n condition holes yes no)
    | _ ->
        let holes = hoist ctx n in
        let e = exp ctx n in
        emit ctx n.first (Exp e);
        W.Effect (kept e holes)

(* An expression, and what of the source it is. *)
let expression ctx n =
  let holes = if suspends ctx n then hoist ctx n else [] in
  let e = exp ctx n in
  (e, kept e holes)

let whole ctx n = full_expression ctx (fun () -> expression ctx n)
