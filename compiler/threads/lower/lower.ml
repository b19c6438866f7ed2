(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Ast
open Ir

(* What stands for a node from now on. *)
type replacement = Result of var | Instead of node

type mode = Suspending | Native | Erased

type ctx = {
  p : Preprocessed.t;
  name : string;
  result : string;
  mode : mode;
  mutable spawns : string list;
  mutable thunks : string list;  (** latest first *)
  suspending : (int, unit) Hashtbl.t;  (** nodes with a suspending call in them *)
  calls : int array;  (** where suspending calls are, in order *)
  variables : (int, var) Hashtbl.t;  (** by declaration *)
  mutable declared : var list;
  replaced : (int, replacement) Hashtbl.t;
  literals : (int, var) Hashtbl.t;  (** compound literals that become variables *)
  temporaries : (string * int, var) Hashtbl.t;
  decayed : (int, unit) Hashtbl.t;  (** calls of whose result an array is used: a pointer into it may outlive
    another suspension *)
  used : (string, int) Hashtbl.t;  (** temporaries of each type in this full expression *)
  mutable scope : int * int;
  mutable continue_to : string option;
  mutable fresh : int;
  mutable out : stmt list;
}

let suspends ctx n = Hashtbl.mem ctx.suspending n.id
let emit ctx at desc = ctx.out <- { at; desc } :: ctx.out

(* The statements that [f] emits. *)
let collect ctx f =
  let outer = ctx.out in
  ctx.out <- [];
  f ();
  let made = List.rev ctx.out in
  ctx.out <- outer;
  made

let fresh ctx = ctx.fresh <- ctx.fresh + 1; ctx.fresh
let declare ctx v = ctx.declared <- v :: ctx.declared

(* Whether some suspending call is in these bytes. *)
let call_within ctx (first, last) = Array.exists (fun at -> first <= at && at < last) ctx.calls

(* {2 Text} *)

let behind_semicolon p last =
  let at = Preprocessed.skip_space p last in
  if at < String.length p.text && p.text.[at] = ';' then at + 1 else last

(* The result takes the place of parameters and locals, of which it may be a part. *)
let return_parts ty =
  if Ctype.is_scalar ty then ("{ fl__s->fl__out.result = (", "); return FL_DONE; }")
  else (Printf.sprintf "{ __typeof__(%s) fl__r = (" ty,
    "); __builtin_memcpy((void *)&fl__s->fl__out.result, (const void *)&fl__r, sizeof fl__r); return FL_DONE; }")

(* clang's ranges of statements leave out the semicolon. *)
let rec statement_end p n =
  let last () = List.nth n.inner (List.length n.inner - 1) in
  match n.kind with
  | "CompoundStmt" | "DeclStmt" | "NullStmt" -> n.last
  | ("IfStmt" | "ForStmt" | "WhileStmt" | "SwitchStmt" | "LabelStmt" | "CaseStmt" | "DefaultStmt" |
    "AttributedStmt") when n.inner <> [] ->
      statement_end p (last ())
  | _ -> behind_semicolon p n.last

let rec edits ctx ~continue_to acc n =
  let children ?(continue_to = continue_to) acc = List.fold_left (edits ctx ~continue_to) acc n.inner in
  match Hashtbl.find_opt ctx.replaced n.id with
  | Some (Result v) -> (n.first, n.last, [ Var v ]) :: acc
  | Some (Instead m) -> (n.first, n.last, (Word "(" :: render ctx m) @ [ Word ")" ]) :: acc
  | None -> (
      match n.kind with
      | "DeclRefExpr" -> ( match Hashtbl.find_opt ctx.variables n.target with Some v -> (n.first, n.last, [ Var v ])
        :: acc | None -> acc)
      | "ReturnStmt" when ctx.mode = Suspending ->
          let last = behind_semicolon ctx.p n.last in
          let text =
            match n.inner with
            | [ e ] when not (Ctype.is_void e.desugared) ->
                let before, behind = return_parts ctx.result in
                (Word before :: render ctx e) @ [ Word behind ]
            | [ e ] -> (Word "{ " :: render ctx e) @ [ Word "; return FL_DONE; }" ]
            | _ -> [ Word "return FL_DONE;" ]
          in
          (n.first, last, text) :: acc
      | "ContinueStmt" -> ( match continue_to with Some label -> (n.first, n.last, [ Word ("goto " ^ label) ]) ::
        acc | None -> acc)
      | "ForStmt" | "WhileStmt" | "DoStmt" -> children ~continue_to:None acc
      | "PredefinedExpr" when ctx.mode = Suspending -> (n.first, n.last,
        [ Word (Printf.sprintf "\"%s\"" ctx.name) ]) :: acc
      | "CompoundLiteralExpr" when Hashtbl.mem ctx.literals n.id ->
          let v = Hashtbl.find ctx.literals n.id in
          let inside = cut ctx n.first n.last (children []) in
          let text =
            (Word (Printf.sprintf "(*(__typeof__(%s) *)__builtin_memcpy(&" v.ty) :: Var v :: Word ", &" :: inside)
            @ [ Word ", sizeof "; Var v; Word "))" ]
          in
          (n.first, n.last, text) :: acc
      | _ -> ( match Program.spawned n with Some call -> (n.first, n.last, spawn ctx call) :: acc | None -> children
        acc))

(* The bytes of a range, but for its edits. An initializer may be in the tree twice, and in each other. *)
and cut _ctx first last edits =
  let edits = List.sort_uniq (fun (a, b, _) (c, d, _) -> compare (a, -b) (c, -d))
    (List.filter (fun (a, b, _) -> a >= first && b <= last) edits) in
  let rec go at = function
    | (a, _, _) :: rest when a < at -> go at rest
    | (a, b, text) :: rest -> if a > at then Text (at, a) :: text @ go b rest else text @ go b rest
    | [] -> if last > at then [ Text (at, last) ] else []
  in
  go first edits

and render ?(continue_to = None) ctx n = cut ctx n.first n.last (edits ctx ~continue_to [] n)

(* A statement expression, so that it may stand wherever the call may. The thread is made when its arguments are
  there. *)
and spawn ctx call =
  let callee, arguments = match call.inner with c :: a -> (c, a) | [] -> (nothing, []) in
  let number = fresh ctx in
  let name i = Printf.sprintf "fl__a%d_%d" number i in
  let defined =
    List.concat
      (List.mapi (fun i (a : node) -> (Word (Printf.sprintf "__typeof__(%s) %s = " (Ctype.plain a.ty) (name i)) ::
        render ctx a) @ [ Word "; " ]) arguments)
  in
  let names = List.mapi (fun i _ -> name i) arguments in
  let pointer = Printf.sprintf "fl__p%d" number in
  let pointed = (Word (Printf.sprintf "__typeof__(%s) %s = " (Ctype.plain callee.ty) pointer) :: render ctx callee)
    @ [ Word "; " ] in
  let entered f = Printf.sprintf "(void)%s(%s);" f (String.concat ", " names) in
  let text =
    match (ctx.mode, Program.callee_name call) with
    | Suspending, Some f ->
        defined @ [ Word (Printf.sprintf "fl_spawned(fl__x, %s__push(%s));" f
          (String.concat ", " ([ "fl__x"; "(const fl_frame *)0"; "0" ] @ names))) ]
    | Suspending, None -> pointed @ defined @ [ Word ("fl__x->from = 0; fl__x->entering = 1; " ^ entered pointer ^
      " fl_spawned(fl__x, fl__x->pushed);") ]
    | Native, Some f -> defined @ [ Word ("fl_spawn_begin(); " ^ entered f ^ " fl_spawn_end();") ]
    | Native, None -> pointed @ defined @ [ Word ("fl_spawn_begin(); " ^ entered pointer ^ " fl_spawn_end();") ]
    | Erased, f ->
        let thunk = Printf.sprintf "fl__thunk_%s_%d" ctx.name number in
        let members = List.mapi (fun i (a : node) -> (Ctype.plain a.ty, Printf.sprintf "a%d" i)) arguments in
        let members = if f = None then (Ctype.plain callee.ty, "f") :: members else members in
        let fields = String.concat "" (List.map (fun (ty, m) -> Printf.sprintf "__typeof__(%s) %s; " ty m) members) in
        let called = match f with Some f -> f | None -> "fl__b.f" in
        let passed = String.concat ", " (List.mapi (fun i _ -> Printf.sprintf "fl__b.a%d" i) arguments) in
        ctx.thunks <-
          Printf.sprintf "struct %s { %sint fl__none; }; static void %s_(void *fl__v) { struct %s fl__b = *(struct \
             %s *)fl__v; __builtin_free(fl__v); %s(%s); } "
            thunk fields thunk thunk thunk called passed
          :: ctx.thunks;
        let stores = String.concat "" (List.mapi (fun i _ -> Printf.sprintf "fl__b%d->a%d = %s; " number i (name i))
          arguments) in
        (if f = None then pointed else [])
        @ defined
        @ [
            Word
              (Printf.sprintf "struct %s *fl__b%d = __builtin_malloc(sizeof *fl__b%d); if (!fl__b%d) \
                 __builtin_abort(); %s%sfl_erased_spawn(%s_, fl__b%d);" thunk number
                 number number
                 (if f = None then Printf.sprintf "fl__b%d->f = %s; " number pointer else "")
                 stores thunk number);
          ]
  in
  (Word "__extension__ ({ " :: text) @ [ Word " })" ]

(* {2 What an expression reads and writes} *)

let effects ctx n =
  let reads = ref [] and writes = ref [] in
  let rec go ~surely n =
    match Hashtbl.find_opt ctx.replaced n.id with
    | Some (Result v) -> reads := v :: !reads
    | Some (Instead m) -> go ~surely m
    | None -> (
        (match Hashtbl.find_opt ctx.literals n.id with Some v -> reads := v :: !reads | None -> ());
        match (n.kind, n.inner) with
        | "DeclRefExpr", _ -> ( match Hashtbl.find_opt ctx.variables n.target with Some v -> reads := v :: !reads |
          None -> ())
        | "BinaryOperator", [ left; right ] when n.op = "=" -> (
            match Program.bare left with
            | { kind = "DeclRefExpr"; target; _ } when Hashtbl.mem ctx.variables target ->
                if surely then writes := Hashtbl.find ctx.variables target :: !writes;
                go ~surely right
            | _ -> go ~surely left; go ~surely right)
        | "BinaryOperator", [ left; right ] when n.op = "&&" || n.op = "||" -> go ~surely left; go ~surely:false right
        | ("ConditionalOperator" | "BinaryConditionalOperator"), first :: rest -> go ~surely first; List.iter
          (go ~surely:false) rest
        | ("GenericSelectionExpr" | "ChooseExpr" | "StmtExpr"), _ -> List.iter (go ~surely:false) n.inner
        | _ -> List.iter (go ~surely) (Program.evaluated n))
  in
  go ~surely:true n;
  (!reads, !writes)

let exp ?(continue_to = None) ctx n =
  let reads, writes = effects ctx n in
  { frags = lazy (render ~continue_to ctx n); reads; writes; at = n.first }

(* What was replaced by now stays replaced for this text, so laziness is safe. *)

let of_var v at = { frags = lazy [ Var v ]; reads = [ v ]; writes = []; at }
let word text at = { frags = lazy [ Word text ]; reads = []; writes = []; at }
let around before e behind = { e with frags = lazy ((Word before :: Lazy.force e.frags) @ [ Word behind ]) }

(* {2 Hoisting} *)

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

let place_for ctx n ty = if Hashtbl.mem ctx.decayed n.id then kept_temporary ctx n ty else temporary ctx n ty

let full_expression ctx f = Hashtbl.reset ctx.used; f ()

let rec hoist ctx n =
  let children l = List.iter (fun c -> if suspends ctx c then hoist ctx c) l in
  match (n.kind, n.inner) with
  | "CallExpr", _ when Program.cps_call n ->
      let ty = Ctype.plain n.ty in
      let into = if Ctype.is_void n.desugared then None else Some (fun () -> place_for ctx n ty) in
      call ctx n into
  | "BinaryOperator", [ left; right ] when n.op = "," && Program.spawned n = None ->
      discard ctx left;
      if suspends ctx right then hoist ctx right;
      Hashtbl.replace ctx.replaced n.id (Instead right)
  | "BinaryOperator", [ left; right ] when n.op = "&&" || n.op = "||" ->
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
  | "ConditionalOperator", [ condition; yes; no ] ->
      if suspends ctx condition then hoist ctx condition;
      let condition = exp ctx condition in
      if Ctype.is_void n.desugared then emit ctx n.first (If
        (condition, collect ctx (fun () -> discard ctx yes), collect ctx (fun () -> discard ctx no)))
      else
        let t = place_for ctx n (Ctype.plain n.ty) in
        let branch c = collect ctx (fun () -> (if suspends ctx c then hoist ctx c); emit ctx c.first
          (Set (t, exp ctx c))) in
        let yes = branch yes in
        let no = branch no in
        emit ctx n.first (If (condition, yes, no));
        Hashtbl.replace ctx.replaced n.id (Result t)
  | "BinaryConditionalOperator", common :: rest ->
      let last = List.nth rest (List.length rest - 1) in
      if suspends ctx common then hoist ctx common;
      let tested = temporary ctx n (Ctype.plain common.ty) and t = temporary ctx n (Ctype.plain n.ty) in
      emit ctx common.first (Set (tested, exp ctx common));
      let no = collect ctx (fun () -> (if suspends ctx last then hoist ctx last); emit ctx last.first
        (Set (t, exp ctx last))) in
      emit ctx n.first (If (of_var tested n.first, [ { at = n.first; desc = Set (t, of_var tested n.first) } ], no));
      Hashtbl.replace ctx.replaced n.id (Result t)
  | _ -> children (Program.evaluated n)

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
         callee = target; callee_type = Ctype.plain callee.ty; arguments = arguments_; parameter_types = List.map
           (fun (a : node) -> Ctype.plain a.ty) arguments; into;
         result = Ctype.plain n.ty; from = n.first; until = n.last;
       });
  Option.iter (fun v -> Hashtbl.replace ctx.replaced n.id (Result v)) into

(* An expression whose value nobody wants. *)
and discard ctx n =
  if not (suspends ctx n) then emit ctx n.first (Exp (exp ctx n))
  else
    match (n.kind, n.inner) with
    | ("ParenExpr" | "ImplicitCastExpr" | "CStyleCastExpr"), [ c ] when n.kind <> "CStyleCastExpr" || n.op =
      "ToVoid" -> discard ctx c
    | "CallExpr", _ when Program.cps_call n -> call ctx n None
    | "BinaryOperator", [ left; right ] when n.op = "," && Program.spawned n = None -> discard ctx left; discard ctx
      right
    | "BinaryOperator", [ left; right ] when n.op = "&&" || n.op = "||" ->
        if suspends ctx left then hoist ctx left;
        let condition = exp ctx left in
        let evaluate = collect ctx (fun () -> discard ctx right) in
        emit ctx n.first (if n.op = "&&" then If (condition, evaluate, []) else If (condition, [], evaluate))
    | "ConditionalOperator", [ condition; yes; no ] ->
        if suspends ctx condition then hoist ctx condition;
        let condition = exp ctx condition in
        let yes = collect ctx (fun () -> discard ctx yes) in
        let no = collect ctx (fun () -> discard ctx no) in
        emit ctx n.first (If (condition, yes, no))
    | _ -> hoist ctx n; emit ctx n.first (Exp (exp ctx n))

(* {2 Statements} *)

let whole ctx n = full_expression ctx (fun () -> if suspends ctx n then hoist ctx n; exp ctx n)
let is_automatic (d : node) = d.kind = "VarDecl" && d.storage <> "static" && d.storage <> "extern"
let initializer_of (d : node) = List.find_opt (fun c -> let k = c.kind in not
  (String.length k > 4 && String.sub k (String.length k - 4) 4 = "Attr")) d.inner

let rec takes_string n =
  match (n.kind, n.inner) with
  | "StringLiteral", _ | "InitListExpr", _ -> true
  | ("ParenExpr" | "ImplicitCastExpr"), [ c ] -> takes_string c
  | _ -> false

(* The strictest of its attributes; {!Refuse} has seen that each says a number. *)
let alignment (d : node) =
  let value (c : node) = match c.inner with e :: _ when c.kind = "AlignedAttr" -> int_of_string_opt e.value | _ ->
    None in
  List.fold_left (fun a c -> max a (value c)) None d.inner

let variable ctx (d : node) =
  match Hashtbl.find_opt ctx.variables d.id with
  | Some v -> v
  | None ->
      let v =
        {
          key = d.id; name = d.name; ty = Ctype.plain d.ty; desugared = Ctype.plain d.desugared; role = Local;
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
  | Some e -> if takes_string e && (Ctype.is_array d.desugared || e.kind = "InitListExpr") then Braces (exp ctx e)
    else Value (exp ctx e)

let rec statement ctx n =
  if n.kind = "DeclStmt" then declarations ctx n
  else if suspends ctx n then suspending ctx n
  else if n.kind = "NullStmt" then emit ctx n.first Nothing
  else
    let continue_to = ctx.continue_to in
    let inside = collect ctx (fun () -> plain ctx n) in
    let last = statement_end ctx.p n in
    emit ctx n.first (Verbatim (lazy (cut ctx n.first last (edits ctx ~continue_to [] n)), inside))

(* For the flow alone: the text is the source's. *)
and plain ctx n =
  let block c = collect ctx (fun () -> plain ctx c) in
  match (n.kind, n.inner) with
  | "CompoundStmt", l ->
      let outer = ctx.scope in
      ctx.scope <- (n.first, n.last);
      emit ctx n.first (Block (collect ctx (fun () -> List.iter (plain ctx) l)));
      ctx.scope <- outer
  | "DeclStmt", _ -> declarations ctx n
  | "IfStmt", condition :: yes :: rest -> emit ctx n.first (If
    (exp ctx condition, block yes, match rest with no :: _ -> block no | [] -> []))
  | "WhileStmt", [ condition; body ] -> emit ctx n.first (While (exp ctx condition, block body))
  | "DoStmt", [ body; condition ] -> emit ctx n.first (Do (block body, exp ctx condition))
  | "ForStmt", [ init; _; condition; step; body ] ->
      let outer = ctx.scope in
      ctx.scope <- (n.first, n.last);
      if init.kind <> "" then plain ctx init;
      let test = if condition.kind = "" then [] else [
        { at = condition.first; desc = If (exp ctx condition, [], [ { at = condition.first; desc = Break } ]) } ] in
      let body = block body in
      let step = if step.kind = "" then [] else [ { at = step.first; desc = Exp (exp ctx step) } ] in
      emit ctx n.first (Forever (test @ body, None, step));
      ctx.scope <- outer
  | "SwitchStmt", [ value; body ] -> emit ctx n.first (Switch (exp ctx value, block body))
  | "CaseStmt", l -> emit ctx n.first (Case ([], false)); Option.iter (plain ctx) (List.nth_opt (List.rev l) 0)
  | "DefaultStmt", l -> emit ctx n.first (Case ([], true)); List.iter (plain ctx) l
  | "LabelStmt", l -> emit ctx n.first (Label n.name); List.iter (plain ctx) l
  | "AttributedStmt", l -> List.iter (plain ctx) l
  | "GotoStmt", _ -> emit ctx n.first (Goto (goto_name ctx n))
  | "BreakStmt", _ -> emit ctx n.first Break
  | "ContinueStmt", _ -> emit ctx n.first (Continue ctx.continue_to)
  | "ReturnStmt", [ e ] -> emit ctx n.first (Return (Some (exp ctx e)))
  | "ReturnStmt", _ -> emit ctx n.first (Return None)
  | ("NullStmt" | ""), _ -> ()
  | _ -> emit ctx n.first (Exp (exp ctx n))

(* clang gives a label's id alone; the name is the second word. *)
and goto_name ctx n =
  match Preprocessed.tokens ctx.p ~first:n.first ~last:n.last with [ _; label ] -> label.word | _ -> ""

and declarations ctx n =
  let item (d : node) = if is_automatic d then let v = variable ctx d in Variable (v, initial ctx d) else Other
    [ Text (d.first, behind_semicolon ctx.p d.last) ] in
  if not (suspends ctx n) then (
    let items = full_expression ctx (fun () -> List.map item n.inner) in
    emit ctx n.first (Declarations (Some (lazy (render ctx n)), items)))
  else
    List.iter
      (fun (d : node) ->
        if is_automatic d && suspends ctx d then (
          let v = variable ctx d in
          emit ctx d.first (Declarations (None, [ Variable (v, Later) ]));
          full_expression ctx (fun () ->
              hoist ctx (Option.get (initializer_of d));
              emit ctx d.first (Init (v, initial ctx d))))
        else emit ctx d.first (Declarations (None, [ item d ])))
      n.inner

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
  | "CompoundStmt", l ->
      let outer = ctx.scope in
      ctx.scope <- (n.first, n.last);
      emit ctx n.first (Block (collect ctx (fun () -> List.iter (statement ctx) l)));
      ctx.scope <- outer
  | "IfStmt", condition :: yes :: rest ->
      let condition = whole ctx condition in
      let yes = block yes in
      emit ctx n.first (If (condition, yes, match rest with no :: _ -> block no | [] -> []))
  | "WhileStmt", [ condition; body ] when suspends ctx condition ->
      let test = test condition in
      emit ctx n.first (Forever (test @ loop_body ~continue_to:None body, None, []))
  | "WhileStmt", [ condition; body ] -> let e = exp ctx condition in emit ctx n.first
    (While (e, loop_body ~continue_to:None body))
  | "DoStmt", [ body; condition ] when suspends ctx condition ->
      let label = label () in
      let body = loop_body ~continue_to:(Some label) body in
      emit ctx n.first (Forever (body, Some label, test condition))
  | "DoStmt", [ body; condition ] ->
      let body = loop_body ~continue_to:None body in
      emit ctx n.first (Do (body, exp ctx condition))
  | "ForStmt", [ init; _; condition; step; body ] ->
      let outer = ctx.scope in
      ctx.scope <- (n.first, n.last);
      let made =
        collect ctx (fun () ->
            (if init.kind = "DeclStmt" then declarations ctx init else if init.kind <> "" then full_expression ctx
              (fun () -> discard ctx init));
            let label = label () in
            let test = if condition.kind = "" then [] else test condition in
            let body = loop_body ~continue_to:(Some label) body in
            let step = if step.kind = "" then [] else collect ctx (fun () -> full_expression ctx
              (fun () -> discard ctx step)) in
            emit ctx n.first (Forever (test @ body, Some label, step)))
      in
      emit ctx n.first (Block made);
      ctx.scope <- outer
  | "SwitchStmt", [ value; body ] ->
      let value = whole ctx value in
      emit ctx n.first (Switch (value, block body))
  | "CaseStmt", l ->
      let sub = List.nth l (List.length l - 1) in
      let colon = List.nth l (List.length l - 2) in
      emit ctx n.first (Case ([ Text (n.first, colon.last); Word ":" ], false));
      statement ctx sub
  | "DefaultStmt", l -> emit ctx n.first (Case ([ Word "default:" ], true)); List.iter (statement ctx) l
  | "LabelStmt", l -> emit ctx n.first (Label n.name); List.iter (statement ctx) l
  | "AttributedStmt", l -> List.iter (fun (c : node) -> if not (String.length c.kind > 4 && String.sub c.kind
    (String.length c.kind - 4) 4 = "Attr") then statement ctx c) l
  | "ReturnStmt", [ e ] ->
      full_expression ctx (fun () ->
          if Ctype.is_void e.desugared then (discard ctx e; emit ctx n.first (Return None))
          else (hoist ctx e; emit ctx n.first (Return (Some (exp ctx e)))))
  | _ -> full_expression ctx (fun () -> discard ctx n)

(* {2 What has an address} *)

(* The variable whose object, or a part of it, an lvalue is. *)
let rec root ctx n =
  match (n.kind, n.inner) with
  | "DeclRefExpr", _ -> Hashtbl.find_opt ctx.variables n.target
  | ("ParenExpr" | "ConstantExpr" | "MemberExpr"), [ c ] -> root ctx c
  | "ImplicitCastExpr", [ c ] when n.op = "ArrayToPointerDecay" || n.op = "NoOp" -> root ctx c
  | "ArraySubscriptExpr", [ a; b ] -> ( match root ctx a with Some v -> Some v | None -> root ctx b)
  | _ -> None

let rec decay ctx n =
  match (n.kind, n.inner) with
  | "CallExpr", _ -> Hashtbl.replace ctx.decayed n.id ()
  | ("ConditionalOperator" | "BinaryOperator" | "BinaryConditionalOperator" | "StmtExpr" | "CompoundStmt"), l ->
      Hashtbl.replace ctx.decayed n.id ();
      List.iter (decay ctx) l
  | _, [ c ] -> decay ctx c
  | "ArraySubscriptExpr", a :: _ -> decay ctx a
  | _ -> ()

let volatile ty = let n = String.length ty in let rec has i = i + 8 <= n &&
  (String.sub ty i 8 = "volatile" || has (i + 1)) in has 0

let rec mark_fixed ctx n =
  let fix c = match root ctx c with Some v -> v.fixed <- true | None -> decay ctx c in
  (match (n.kind, n.inner) with
  | "UnaryOperator", [ c ] when n.op = "&" -> fix c
  | "ImplicitCastExpr", [ c ] when n.op = "ArrayToPointerDecay" -> fix c
  | ("GCCAsmStmt" | "StmtExpr"), _ -> iter (fun c -> if c.kind = "DeclRefExpr" then fix c) n
  | _ -> ());
  match (n.kind, n.inner) with
  (* An element by its index gives no address away. *)
  | "ArraySubscriptExpr", [ { kind = "ImplicitCastExpr"; op = "ArrayToPointerDecay"; inner = [ base ]; _ }; index ]
    -> mark_fixed ctx base; mark_fixed ctx index
  | _ -> List.iter (mark_fixed ctx) (if n.kind = "UnaryExprOrTypeTraitExpr" then [] else n.inner)

(* {2 Functions} *)

let context (program : Program.t) (d : Program.definition) ~mode =
  let ctx =
    {
      p = program.source; name = d.signature.name; result = d.signature.result; mode; spawns = []; thunks = [];
        suspending = Hashtbl.create 97;
      calls = Array.of_list (List.map (fun (n : node) -> n.first) (if mode <> Suspending then [] else
        Program.suspending_calls d.body));
      variables = Hashtbl.create 97; declared = []; replaced = Hashtbl.create 97; literals = Hashtbl.create 7;
        temporaries = Hashtbl.create 7;
      decayed = Hashtbl.create 7; used = Hashtbl.create 7; scope = (d.body.first, d.body.last); continue_to = None;
        fresh = 0; out = [];
    }
  in
  let rec mark n =
    let inside = List.fold_left (fun found c -> mark c || found) false (Program.evaluated n) in
    let found = inside || Program.cps_call n in
    if found then Hashtbl.replace ctx.suspending n.id ();
    found
  in
  if mode = Suspending then ignore (mark d.body);
  ctx

(* A compound literal lives as long as its block; what takes its address may keep it across a suspension. *)
let rec promote ctx ~block n =
  let block = if n.kind = "CompoundStmt" then (n.first, n.last) else block in
  match (n.kind, n.inner) with
  | "ImplicitCastExpr", [ ({ kind = "CompoundLiteralExpr"; _ } as c) ] when n.op = "LValueToRValue" -> List.iter
    (promote ctx ~block) c.inner
  | "CompoundLiteralExpr", _ when call_within ctx block ->
      let number = fresh ctx in
      let v =
        {
          key = -number; name = Printf.sprintf "fl__literal_%d" number; ty = Ctype.plain n.ty; desugared =
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
  let block = if n.kind = "CompoundStmt" || n.kind = "ForStmt" then (n.first, n.last) else block in
  ctx.scope <- block;
  match n.kind with
  | "StmtExpr" -> ()
  | "DeclStmt" -> List.iter (fun d -> if is_automatic d then (ignore (variable ctx d); List.iter
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
  promote ctx ~block:range d.body;
  mark_fixed ctx d.body;
  List.iter (fun v -> if volatile v.ty then v.fixed <- true) ctx.declared;
  ctx.scope <- range;
  let made = collect ctx (fun () -> List.iter (statement ctx) d.body.inner) in
  (* What is spawned is known when the text is made. *)
  Ast.iter (fun n -> match Program.spawned n with Some c -> Option.iter (fun f -> ctx.spawns <- f :: ctx.spawns)
    (Program.callee_name c) | None -> ()) d.body;
  { definition = d; body = made; variables = List.rev ctx.declared; calls = Array.length ctx.calls; spawns =
    ctx.spawns }

let native program (d : Program.definition) = render (context program d ~mode:Native) d.body

let erased program (d : Program.definition) =
  let ctx = context program d ~mode:Erased in
  let text = render ctx d.body in
  ("void fl_erased_spawn(void (*)(void *), void *); " ^ String.concat "" (List.rev ctx.thunks), text)
