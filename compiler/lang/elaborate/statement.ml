(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_lang_coq.Syntax
open Surface

let fail = Diagnostic.fail
let env = Context.env
let errors ctx = (env ctx).errors
let show ctx t = Resolution.show (env ctx) t
let emit = Context.emit
let assign ctx p e = emit ctx (Do (BAssign (p, e)))

let rec statement ctx s =
  match Context.statement ctx (fun () -> one ctx s) with
  | () -> ()
  | exception Diagnostic.Error d ->
      (* Types made up on the way have no place of their own. *)
      Errors.add (errors ctx) (if d.loc = Loc.none then { d with loc = s.s_loc } else d);
      recover ctx s
  | exception Errors.Reported -> recover ctx s

(* So that uses of what was to be declared are not reported as well. *)
and recover ctx s =
  Context.drop_statement ctx;
  match s.s with Let (n, _, _) | Var (n, _, _) -> Binding.poison ctx n | _ -> ()

and condition ctx e = Errors.guard (errors ctx) (fun () -> Typing.check ctx e Bool) (EBool false)

and one ctx s =
  (match s.s with While _ | Loop _ | Scope _ -> () | _ -> Context.line ctx s.s_loc);
  match s.s with
  | Let ({ id = "_"; _ }, t, e) -> Binding.ignore_value ctx t e
  | Let (n, t, e) -> Binding.declare_let ctx n t e
  | Var (n, t, Some e) ->
      let v = Binding.declared_value ctx n t e in
      Binding.declare ctx n v.ty v.e ~assignable:true
  | Var (n, Some t, None) ->
      let ty = Resolution.resolve (env ctx) (Context.in_module ctx) ~view:false t in
      let e =
        match ty with
        | Int w -> EInt (w, Z.zero)
        | Bool -> EBool false
        | ty -> EDefault (Representation.coq_type (env ctx) ty)
      in
      Binding.declare ctx n ty e ~assignable:true
  | Var (n, None, None) -> fail n.loc "`%s` needs a type or a value" n.id ~help:(Printf.sprintf "var %s: T; or var %s = ...;" n.id n.id)
  | Assign (p, op, e) -> Assignment.assign ctx s.s_loc p op e
  | Expr e -> call_statement ctx e
  | If (c, a, b) ->
      let rec alternatives found (b : block) =
        match b with
        | [ { s = If (c, a, b); s_loc; _ } ] -> alternatives ((s_loc, c, a) :: found) b
        | b -> (List.rev found, b)
      in
      let chain, last = alternatives [] b in
      if List.compare_length_with chain Matching.long_chain < 0 then (
        let c = condition ctx c in
        let decided = Typing.decided ctx c in
        let fork = View_lifetimes.fork (Context.flow ctx) in
        let branch which b =
          View_lifetimes.branch fork (fun () -> Context.under ctx ~never:(decided = Some (not which)) (fun () -> Blocks.captured ctx b))
        in
        let a = branch true a in
        let b = branch false b in
        View_lifetimes.rejoin fork;
        emit ctx (If (c, a, b));
        match decided with
        | Some taken when not (Control.completes (if taken then a else b)) -> Context.leaves_here ctx
        | _ -> ())
      else
        Matching.one_of ctx
          ((s.s_loc, c, a) :: chain)
          ~test:(fun (loc, c, _) ->
            Context.line ctx loc;
            condition ctx c)
          ~body:(fun (_, _, a) -> Blocks.captured ctx a)
          ~otherwise:(fun () -> Blocks.captured ctx last)
  | While (label, c, b) ->
      Loops.loop ctx label b (fun body exit ->
          Context.line ctx s.s_loc;
          match condition ctx c with
          | EBool true -> emit ctx (body ())
          | c ->
              let body = Context.under ctx ~never:(Typing.decided ctx c = Some false) body in
              emit ctx (If (c, body, exit)))
  | Loop (label, b) -> Loops.loop ctx label b (fun body _ -> emit ctx (body ()))
  | For_range (label, n, lo, hi, b) -> Loops.for_range ctx label n lo hi b
  | For_each (label, n, value, e, b) -> Loops.for_each ctx label n value e b
  | Match (e, arms) ->
      let body _ b = List.iter (Blocks.statement ctx) b in
      (Matching.match_ ctx s.s_loc e arms ~body).finish (fun () -> Control.skip)
  | Break l -> emit ctx (Exit (Loops.find_loop ctx s.s_loc "break" l : Context.loop).break)
  | Continue l -> emit ctx (Exit (Loops.find_loop ctx s.s_loc "continue" l : Context.loop).continue)
  | Return e -> return ctx s.s_loc e
  | Trap -> emit ctx (Do BTrap)
  | Mark n ->
      (* Its own place, and then its statement's once more: what traps behind it is put on a line by the latter. *)
      Context.line ctx n.loc;
      Context.line ctx s.s_loc
  | Assert e -> emit ctx (If (Typing.check ctx e Bool, Control.skip, Do BTrap))
  | Scope b -> Blocks.block ctx b
  | Push (p, e) -> Assignment.push ctx p e
  | Append (p, e) -> Assignment.append ctx p e
  | Resize (p, e) -> Assignment.resize ctx p e
  | Store (order, w, p, e) -> Assignment.store ctx order w p e
  | Remove (m, k) -> Assignment.remove ctx m k
  | Forward _ -> raise Errors.Reported
  | Value (e, Of_arm) -> call_statement ctx e
  | Value (e, Of_block) ->
      fail { e.loc with start = max e.loc.start (e.loc.stop - 1) } "a `;` is missing after this" ~help:"every statement without braces ends with `;`"

and call_statement ctx (e : expr) =
  match e.e with
  | Apply _ | Ask _ | Call _ -> (
      let v = Typing.infer ctx e in
      match v.ty with
      | Unit -> ()
      | t ->
          fail e.loc "the result, %s, is not used" (show ctx t) ~help:"to discard it: let _ = ...;")
  | Resume _ -> fail e.loc "what happened in the coroutine is not used" ~help:"look at the event: match resume ... { ... }, or discard it: let _ = ...;"
  | _ -> fail e.loc "this statement has no effect" ~help:"assign the value, or remove it"

and return ctx loc e =
  match Context.proc ctx with
  | None -> fail loc "`return` outside a procedure" ~help:"remove it"
  | Some p -> (
      Context.need_signature ctx;
      let ret = List.length p.routine.params in
      match (p.routine.returns, e) with
      | Unit, None ->
          assign ctx (PVar ret) Coerce.unit.e;
          emit ctx Return
      | Unit, Some e ->
          fail e.loc "`%s` returns nothing" p.routine.origin.name.id
            ~help:"write `return;`, or declare a result: -> T"
      | t, None ->
          fail loc "`%s` returns %s" p.routine.origin.name.id (show ctx t) ~help:"write `return VALUE;`"
      | t, Some e ->
          (match e.e with
          | Choose s -> Choice.store ctx (PVar ret) t s
          | _ -> Destination.store ctx loc (PVar ret) t (Typing.check ctx e t));
          emit ctx Return)

let () = Blocks.elaborator := statement

let body ctx (p : Env.proc) ~ret =
  let b = Blocks.captured ctx p.decl.body in
  if not (Control.completes b) then b
  else (
    Context.need_signature ctx;
    match p.routine.returns with
    | Unit ->
        let (), ending =
          Context.capture ctx (fun () ->
              Context.line ctx p.decl.closing;
              assign ctx (PVar ret) Coerce.unit.e;
              emit ctx Return)
        in
        Seq [ b; ending ]
    | t ->
        (* A statement that could not be elaborated may have been the one that returns. *)
        if Context.dropped ctx = 0 then
          Errors.add (errors ctx)
            (Diagnostic.make p.decl.closing "`%s` can end here without returning %s" p.routine.origin.name.id (show ctx t)
               ~help:"return a value on every path; `trap;` marks one that cannot happen");
        b)
