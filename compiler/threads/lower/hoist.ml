(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Kind
open Ast
open Ir
open Lower_state

let exp ?(continue_to = None) ctx n =
  let reads, said = Effects_trusted.effects ctx n in
  (* Of what only one of two ways of looking takes for a write of the whole, the old value matters, too. *)
  let writes = Assigned.surely_written ctx.p ~first:n.first ~last:n.last said in
  let reads = if List.compare_lengths said writes = 0 then reads else said @ reads in
  { frags = lazy (Fragments.render ~continue_to ctx n); reads; writes; at = n.first }

(* What was replaced by now stays replaced for this text, so laziness is safe. *)

let of_var v at = { frags = lazy [ Var v ]; reads = [ v ]; writes = []; at }
let word text at = { frags = lazy [ Word text ]; reads = []; writes = []; at }
let around before e behind = { e with frags = lazy ((Word before :: Lazy.force e.frags) @ [ Word behind ]) }

(* {2 Temporaries} *)

let temporary ctx (n : node) ty =
  let index = Option.value (Hashtbl.find_opt ctx.used ty) ~default:0 in
  Hashtbl.replace ctx.used ty (index + 1);
  match Hashtbl.find_opt ctx.temporaries (ty, index) with
  | Some v -> v
  | None ->
      let number = fresh ctx in
      let v =
        {
          key = -number; name = Printf.sprintf "fl__%d" number; ty; desugared = ty; role = Temporary; declared_at =
            n.first; scope = ctx.scope;
          fixed = false; aligned = None;
        }
      in
      Hashtbl.add ctx.temporaries (ty, index) v;
      declare ctx v;
      v

let kept_temporary ctx (n : node) ty =
  let number = fresh ctx in
  let v =
    {
      key = -number; name = Printf.sprintf "fl__%d" number; ty; desugared = ty; role = Temporary; declared_at =
        n.first; scope = ctx.scope;
      fixed = true; aligned = None;
    }
  in
  declare ctx v;
  v

(* Of a value that needs an object of its own. Its text is made before the place stands for it. *)
let set_apart ctx (n : node) e =
  let v = kept_temporary ctx n (type_of ctx n) in
  ignore (Lazy.force e.frags);
  emit ctx n.first (Set (v, around "(" e ")"));
  v

let place_for ctx n ty = if Hashtbl.mem ctx.decayed n.id then kept_temporary ctx n ty else temporary ctx n ty

(* One may be within another, in a statement expression. *)
let full_expression ctx f =
  let outer = Hashtbl.copy ctx.used in
  let made = f () in
  Hashtbl.reset ctx.used;
  Hashtbl.replace_seq ctx.used (Hashtbl.to_seq outer);
  made

(* {2 Blocks} *)

(* Each by its function, with the pragmas between them. *)
let in_order ctx (block : node) l =
  let pragmas first last =
    List.iter
      (fun (a, b) ->
        let line = Word ("\n" ^ String.sub ctx.p.text a (b - a) ^ "\n") in
        emit ctx a (Verbatim (lazy [ line; For (a, b) ], [])))
      (Pragmas.within ctx.p ~first ~last)
  in
  let behind =
    List.fold_left
      (fun at ((c : node), lower) ->
        pragmas at c.first;
        lower c;
        max at (Extent.statement_end ctx.p c))
      block.first l
  in
  pragmas behind block.last

(* {2 Out of expressions} *)

let rec hoist ctx n =
  let children l = List.iter (fun c -> if suspends ctx c then hoist ctx c) l in
  match (n.kind, n.inner) with
  | _ when Hashtbl.mem ctx.named n.id ->
      children (Program.evaluated n);
      Hashtbl.replace ctx.replaced n.id (Result (set_apart ctx n (exp ctx n)))
  | CallExpr, _ when Program.cps_call n ->
      let ty = type_of ctx n in
      let into = if Ctype.is_void n.desugared then None else Some (fun () -> place_for ctx n ty) in
      call ctx n into
  | BinaryOperator, [ left; right ] when n.op = "," && Program.spawned n = None ->
      discard ctx left;
      if suspends ctx right then hoist ctx right;
      let value () = Result (set_apart ctx n (exp ctx right)) in
      let own = Hashtbl.mem ctx.decayed n.id && not (Ctype.is_scalar n.desugared) in
      Hashtbl.replace ctx.replaced n.id (if own then value () else Instead right)
  | BinaryOperator, [ left; right ] when n.op = "&&" || n.op = "||" ->
      if suspends ctx left then hoist ctx left;
      let condition = exp ctx left in
      let t = temporary ctx n "int" in
      let evaluate =
        collect ctx (fun () ->
            if suspends ctx right then hoist ctx right;
            emit ctx right.first (Set (t, around "!!(" (exp ctx right) ")")))
      in
      let decided = [ { at = n.first; desc = Set (t, word (if n.op = "&&" then "0" else "1") n.first) } ] in
      emit ctx n.first (if n.op = "&&" then If (condition, evaluate, decided) else If (condition, decided, evaluate));
      Hashtbl.replace ctx.replaced n.id (Result t)
  | ConditionalOperator, [ condition; yes; no ] ->
      if suspends ctx condition then hoist ctx condition;
      let condition = exp ctx condition in
      if Ctype.is_void n.desugared then (
        let yes = collect ctx (fun () -> discard ctx yes) in
        let no = collect ctx (fun () -> discard ctx no) in
        emit ctx n.first (If (condition, yes, no));
        Hashtbl.replace ctx.replaced n.id Done)
      else
        let t = place_for ctx n (type_of ctx n) in
        let branch c = collect ctx (fun () -> (if suspends ctx c then hoist ctx c); emit ctx c.first
          (Set (t, exp ctx c))) in
        let yes = branch yes in
        let no = branch no in
        emit ctx n.first (If (condition, yes, no));
        Hashtbl.replace ctx.replaced n.id (Result t)
  | BinaryConditionalOperator, common :: rest ->
      let last = List.nth rest (List.length rest - 1) in
      if suspends ctx common then hoist ctx common;
      let tested = temporary ctx n (type_of ctx common) and t = temporary ctx n (type_of ctx n) in
      emit ctx common.first (Set (tested, exp ctx common));
      let no = collect ctx (fun () -> (if suspends ctx last then hoist ctx last); emit ctx last.first
        (Set (t, exp ctx last))) in
      emit ctx n.first (If (of_var tested n.first, [ { at = n.first; desc = Set (t, of_var tested n.first) } ], no));
      Hashtbl.replace ctx.replaced n.id (Result t)
  | StmtExpr, [ block ] ->
      let t = if Ctype.is_void n.desugared then None else Some (place_for ctx n (type_of ctx n)) in
      statement_expression ctx n block (fun last ->
          match t with
          | Some t ->
              if suspends ctx last then hoist ctx last;
              emit ctx last.first (Set (t, exp ctx last))
          | None -> ctx.statement ctx last);
      Hashtbl.replace ctx.replaced n.id (match t with Some t -> Result t | None -> Done)
  | _ -> children (Program.evaluated n)

(* Its statements become some before; the last is its value. *)
and statement_expression ctx n block value =
  let outer = ctx.scope in
  ctx.scope <- (block.first, block.last);
  let made =
    collect ctx (fun () ->
        match List.rev block.inner with
        | last :: before ->
            let statement c = (c, ctx.statement ctx) in
            in_order ctx block (List.rev_map statement before @ [ (last, value) ])
        | [] -> ())
  in
  ctx.scope <- outer;
  emit ctx n.first (Block made)

(* The callee and the arguments are evaluated when everything in them that suspends is done. *)
and call ctx n into =
  let callee, arguments = match n.inner with c :: a -> (c, a) | [] -> (nothing, []) in
  List.iter (fun c -> if suspends ctx c then hoist ctx c) (callee :: arguments);
  let target = match Program.callee_name n with Some f -> Direct f | None -> Through (exp ctx callee) in
  let arguments_ = List.map (exp ctx) arguments in
  let into = Option.map (fun f -> f ()) into in
  emit ctx n.first
    (Call
       {
         callee = target; named = (callee.first, callee.last); callee_type = type_of ctx callee;
         arguments = arguments_; parameter_types = List.map (type_of_value ctx) arguments;
         passed_as = List.map (type_of ctx) arguments; into;
         result = type_of ctx n; from = n.first; until = n.last; tail = false;
       });
  Hashtbl.replace ctx.replaced n.id (match into with Some v -> Result v | None -> Done)

(* An expression whose value nobody wants. *)
and discard ctx n =
  if not (suspends ctx n) then emit ctx n.first (Exp (exp ctx n))
  else
    match (n.kind, n.inner) with
    | (ParenExpr | ImplicitCastExpr | CStyleCastExpr), [ c ] when n.kind <> CStyleCastExpr || n.op =
      "ToVoid" -> discard ctx c
    | CallExpr, _ when Program.cps_call n -> call ctx n None
    | StmtExpr, [ block ] -> statement_expression ctx n block (ctx.statement ctx)
    | BinaryOperator, [ left; right ] when n.op = "," && Program.spawned n = None -> discard ctx left; discard ctx
      right
    | BinaryOperator, [ left; right ] when n.op = "&&" || n.op = "||" ->
        if suspends ctx left then hoist ctx left;
        let condition = exp ctx left in
        let evaluate = collect ctx (fun () -> discard ctx right) in
        emit ctx n.first (if n.op = "&&" then If (condition, evaluate, []) else If (condition, [], evaluate))
    | ConditionalOperator, [ condition; yes; no ] ->
        if suspends ctx condition then hoist ctx condition;
        let condition = exp ctx condition in
        let yes = collect ctx (fun () -> discard ctx yes) in
        let no = collect ctx (fun () -> discard ctx no) in
        emit ctx n.first (If (condition, yes, no))
    | _ -> hoist ctx n; emit ctx n.first (Exp (exp ctx n))

let whole ctx n = full_expression ctx (fun () -> if suspends ctx n then hoist ctx n; exp ctx n)
