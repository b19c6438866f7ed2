(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Kind
open Ast
open Ir
open Lower_state
module W = Written

let is_automatic = Plain.is_automatic

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
        typeof_edits = []; lengths = Hashtbl.create 7; statement = Suspending.statement;
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
  | DeclStmt -> List.iter (fun d -> if is_automatic d then (ignore (Plain.variable ctx d); List.iter
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
  let written = ref (W.Sequence []) in
  let made = collect ctx (fun () -> written := Suspending.statements ctx d.body d.body.inner) in
  (* What is spawned is known when the text is made. *)
  Ast.iter (fun n -> match Program.spawned n with Some c -> Option.iter (fun f -> ctx.spawns <- f :: ctx.spawns)
    (Program.callee_name c) | None -> ()) d.body;
  let made =
  { definition = d; body = made; written = !written; variables = List.rev ctx.declared;
    calls = Array.length ctx.calls; spawns =
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
