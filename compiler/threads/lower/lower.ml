(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Kind
open Ast
open Ir
open Lower_state
open Hoist

(* {2 Statements} *)

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

let rec statement ctx n =
  if n.kind = DeclStmt then declarations ctx n
  else if suspends ctx n then suspending ctx n
  else if n.kind = NullStmt then emit ctx n.first Nothing
  else
    let continue_to = ctx.continue_to in
    let inside = collect ctx (fun () -> plain ctx n) in
    let last = Extent.statement_end ctx.p n in
    emit ctx n.first (Verbatim (lazy (Fragments.text ~continue_to ctx n last), inside))

(* For the flow alone: the text is the source's. *)
and plain ctx n =
  let block c = collect ctx (fun () -> plain ctx c) in
  match (n.kind, n.inner) with
  | CompoundStmt, l ->
      let outer = ctx.scope in
      ctx.scope <- (n.first, n.last);
      emit ctx n.first (Block (collect ctx (fun () -> List.iter (plain ctx) l)));
      ctx.scope <- outer
  | DeclStmt, _ -> declarations ctx n
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

(* clang gives a label's id alone; the name is the second word. *)
and goto_name ctx n =
  match Preprocessed.tokens ctx.p ~first:n.first ~last:n.last with [ _; label ] -> label.word | _ -> ""

(* What is declared beside variables, as a declaration of its own. A prototype begins, for clang, where they all do. *)
and declared_apart ctx n (d : node) =
  if d.kind <> FunctionDecl then [ Text (d.first, Extent.behind_semicolon ctx.p d.last) ]
  else
    let parts = Declarators.of_statement ctx.p ~first:n.first ~last:n.last ~name_at:(Declarators.first_name n) in
    match (Declarators.repeated parts, Declarators.declarator parts ~name_at:d.name_at) with
    | Some specifiers, Some declarator -> List.concat_map (Fragments.declared ctx) (specifiers @ [ declarator ])
    | _ -> []

and declarations ctx n =
  let item (d : node) =
    if is_automatic d then let v = variable ctx d in Variable (v, initial ctx d) else Other (declared_apart ctx n d)
  in
  if not (suspends ctx n) then (
    let items = full_expression ctx (fun () -> List.map item n.inner) in
    (match List.concat_map (fun (d : node) -> Effects_trusted.of_length ctx d) n.inner with
    | [] -> ()
    | reads -> emit ctx n.first (Exp { frags = lazy []; reads; writes = []; at = n.first }));
    emit ctx n.first (Declarations (Some (lazy (Fragments.render ctx n)), items)))
  else
    List.iter
      (fun (d : node) ->
        if is_automatic d && suspends ctx d then (
          let v = variable ctx d in
          if Objects.names_itself ctx d then ctx.early <- v :: ctx.early;
          emit ctx d.first (Declarations (None, [ Variable (v, Later) ]));
          full_expression ctx (fun () ->
              hoist ctx (Option.get (initializer_of d));
              emit ctx d.first (Init (v, initial ctx d))))
        else emit ctx d.first (Declarations (None, [ item d ])))
      n.inner

and statements ctx n l = in_order ctx n (List.map (fun c -> (c, statement ctx)) l)

and suspending ctx n =
  let block c = collect ctx (fun () -> statement ctx c) in
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
  let test c = collect ctx (fun () -> let e = whole ctx c in ctx.out <- leave_unless e :: ctx.out) in
  match (n.kind, n.inner) with
  | CompoundStmt, l ->
      let outer = ctx.scope in
      ctx.scope <- (n.first, n.last);
      emit ctx n.first (Block (collect ctx (fun () -> statements ctx n l)));
      ctx.scope <- outer
  | IfStmt, condition :: yes :: rest ->
      let condition = whole ctx condition in
      let yes = block yes in
      emit ctx n.first (If (condition, yes, match rest with no :: _ -> block no | [] -> []))
  | WhileStmt, [ condition; body ] when suspends ctx condition ->
      let test = test condition in
      emit ctx n.first (Forever (test @ loop_body ~continue_to:None body, None, []))
  | WhileStmt, [ condition; body ] -> let e = exp ctx condition in emit ctx n.first
    (While (e, loop_body ~continue_to:None body))
  | DoStmt, [ body; condition ] when suspends ctx condition ->
      let label = label () in
      let body = loop_body ~continue_to:(Some label) body in
      emit ctx n.first (Forever (body, Some label, test condition))
  | DoStmt, [ body; condition ] ->
      let body = loop_body ~continue_to:None body in
      emit ctx n.first (Do (body, exp ctx condition))
  | ForStmt, [ init; _; condition; step; body ] ->
      let outer = ctx.scope in
      ctx.scope <- (n.first, n.last);
      let made =
        collect ctx (fun () ->
            (if init.kind = DeclStmt then declarations ctx init else if init.kind <> Absent then full_expression ctx
              (fun () -> discard ctx init));
            let label = label () in
            let test = if condition.kind = Absent then [] else test condition in
            let body = loop_body ~continue_to:(Some label) body in
            let step = if step.kind = Absent then [] else collect ctx (fun () -> full_expression ctx
              (fun () -> discard ctx step)) in
            emit ctx n.first (Forever (test @ body, Some label, step)))
      in
      emit ctx n.first (Block made);
      ctx.scope <- outer
  | SwitchStmt, [ value; body ] ->
      let value = whole ctx value in
      emit ctx n.first (Switch (value, block body))
  | CaseStmt, l ->
      let sub = List.nth l (List.length l - 1) in
      let colon = List.nth l (List.length l - 2) in
      emit ctx n.first (Case ([ Text (n.first, colon.last); Word ":" ], false));
      statement ctx sub
  | DefaultStmt, l -> emit ctx n.first (Case ([ Word "default:" ], true)); List.iter (statement ctx) l
  | LabelStmt, l -> emit ctx n.first (Label n.name); List.iter (statement ctx) l
  | AttributedStmt, l -> List.iter (fun (c : node) -> if not (is_attribute c.kind) then statement ctx c) l
  | ReturnStmt, [ e ] ->
      full_expression ctx (fun () ->
          if Ctype.is_void e.desugared then (discard ctx e; emit ctx n.first (Return None))
          else (hoist ctx e; emit ctx n.first (Return (Some (exp ctx e)))))
  | _ -> full_expression ctx (fun () -> discard ctx n)

(* {2 Functions} *)

let context (program : Program.t) (d : Program.definition) ~mode =
  let framed name =
    let before (f : Program.definition) = f.signature.name = name && fst f.header <= fst d.header in
    Program.fixed_parameters program name = None && List.exists before program.definitions
  in
  let ctx =
    {
      p = program.source; name = d.signature.name; result = d.signature.result; variadic = d.signature.variadic;
        typedefs = Hashtbl.create 7;
        fixed_parameters = Program.fixed_parameters program; framed; mode; thread_locals = Hashtbl.create 7;
        spawns = []; thunks = [];
        suspending = Hashtbl.create 97;
      calls = Array.of_list (List.map (fun (n : node) -> n.first) (if mode <> Suspending then [] else
        Program.suspending_calls d.body));
      variables = Hashtbl.create 97; declared = []; replaced = Hashtbl.create 97; literals = Hashtbl.create 7;
        temporaries = Hashtbl.create 7;
      decayed = Hashtbl.create 7; used = Hashtbl.create 7; named = Hashtbl.create 7; early = [];
        typeof_edits = []; lengths = Hashtbl.create 7; statement;
        scope = (d.body.first, d.body.last); continue_to = None;
        fresh = 0; out = [];
    }
  in
  let rec mark n =
    let inside = List.fold_left (fun found c -> mark c || found) false (Program.evaluated n) in
    let found = inside || Program.cps_call n in
    if found then Hashtbl.replace ctx.suspending n.id ();
    found
  in
  Ast.iter (fun n -> if n.kind = TypedefDecl then Hashtbl.replace ctx.typedefs n.name ()) d.body;
  if mode = Suspending then ignore (mark d.body);
  ctx

(* A compound literal lives as long as its block; what takes its address may keep it across a suspension. *)
let rec promote ctx ~block n =
  let block = if n.kind = CompoundStmt then (n.first, n.last) else block in
  match (n.kind, n.inner) with
  | ImplicitCastExpr, [ ({ kind = CompoundLiteralExpr; _ } as c) ] when n.op = "LValueToRValue" -> List.iter
    (promote ctx ~block) c.inner
  (* clang makes one for an argument that is a transparent union: that has no braces. *)
  | CompoundLiteralExpr, [ braces ] when braces.first > n.first && call_within ctx block ->
      let number = fresh ctx in
      let v =
        {
          key = -number; name = Printf.sprintf "fl__literal_%d" number; ty = type_of ctx n; desugared =
            Ctype.plain n.desugared; role = Local;
          declared_at = n.first; scope = block; fixed = true; aligned = None;
        }
      in
      declare ctx v;
      Hashtbl.replace ctx.literals n.id v;
      List.iter (promote ctx ~block) n.inner
  | _ -> List.iter (promote ctx ~block) (Program.evaluated n)

(* Every variable is known before any text is made: a label may lead in front of a declaration. *)
let rec register ctx ~block n =
  let block = if n.kind = CompoundStmt || n.kind = ForStmt then (n.first, n.last) else block in
  ctx.scope <- block;
  match n.kind with
  | StmtExpr when not (suspends ctx n) -> ()
  | DeclStmt -> List.iter (fun d -> if is_automatic d then (ignore (variable ctx d); List.iter
    (register ctx ~block) d.inner)) n.inner
  | _ -> List.iter (register ctx ~block) n.inner

let body (program : Program.t) (d : Program.definition) =
  let ctx = context program d ~mode:Suspending in
  let range = (d.body.first, d.body.last) in
  List.iter
    (fun (p : Program.parameter) ->
      let v =
        { key = p.p_id; name = p.p_name; ty = p.p_type; desugared = p.p_type; role = Parameter; declared_at =
          p.p_at; scope = range; fixed = false; aligned = None }
      in
      Hashtbl.add ctx.variables p.p_id v;
      declare ctx v)
    d.signature.parameters;
  register ctx ~block:range d.body;
  let typeof_uses = Typeof_names.tell ctx d.body in
  promote ctx ~block:range d.body;
  Effects_trusted.mark_fixed ctx d.body;
  Objects.mark ctx d.body;
  Addresses.mark ctx d.body;
  List.iter (fun v -> if Ctype.contains v.ty "volatile" then v.fixed <- true) ctx.declared;
  ctx.scope <- range;
  let made = collect ctx (fun () -> statements ctx d.body d.body.inner) in
  (* What is spawned is known when the text is made. *)
  Ast.iter (fun n -> match Program.spawned n with Some c -> Option.iter (fun f -> ctx.spawns <- f :: ctx.spawns)
    (Program.callee_name c) | None -> ()) d.body;
  let made =
  { definition = d; body = made; variables = List.rev ctx.declared; calls = Array.length ctx.calls; spawns =
    ctx.spawns; typeof_uses; early = ctx.early }
  in
  Tails.mark ~leaf:(fun f -> Hashtbl.mem program.signatures (f ^ "__leaf")) program.source made;
  made

let native program (d : Program.definition) = Fragments.render (context program d ~mode:Native) d.body

(* Variables of each OS thread that the function names. With stacks it comes back to its middle on another one, and
   compilers take an address for the same everywhere: they are told where it is by a function that they do not look
   into. *)
let thread_locals (program : Program.t) (d : Program.definition) =
  let is_local (n : node) =
    n.kind = VarDecl && n.first >= 0
    && List.exists
         (fun (t : Preprocessed.token) -> List.mem t.word [ "_Thread_local"; "__thread"; "thread_local" ])
         (Preprocessed.tokens program.source ~first:n.first ~last:n.name_at)
  in
  let named = Hashtbl.create 7 in
  if d.signature.suspends then
    Ast.iter (fun n -> if n.kind = DeclRefExpr then Hashtbl.replace named n.target ()) d.body;
  List.filter (fun (n : node) -> n.first < d.body.first && Hashtbl.mem named n.id && is_local n) program.tree.inner

let erased_thread_locals program d =
  List.map (fun (n : node) -> (n.name, Printf.sprintf "fl__where_%s" n.name)) (thread_locals program d)

let erased program (d : Program.definition) =
  let ctx = context program d ~mode:Erased in
  List.iter
    (fun (n : node) -> Hashtbl.replace ctx.thread_locals n.id (Printf.sprintf "fl__where_%s" n.name))
    (thread_locals program d);
  let text = Fragments.render ctx d.body in
  ("void fl_erased_spawn(void (*)(void *), void *); " ^ String.concat "" (List.rev ctx.thunks), text)
