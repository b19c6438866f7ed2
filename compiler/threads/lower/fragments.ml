(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Kind
open Ast
open Ir
open Lower_state

(* The result takes the place of parameters and locals, of which it may be a part. *)
let return_parts ty =
  if Ctype.is_scalar ty then ("{ fl__s->fl__out.result = (", "); return FL_DONE; }")
  else (Printf.sprintf "{ __typeof__(%s) fl__r = (" ty,
    "); __builtin_memcpy((void *)&fl__s->fl__out.result, (const void *)&fl__r, sizeof fl__r); return FL_DONE; }")

(* Which of its parts are statements, or all that a statement evaluates. *)
let is_statement n i =
  let last = List.length n.inner - 1 in
  match n.kind with
  | CompoundStmt | ParenExpr -> true
  | LabelStmt | CaseStmt | DefaultStmt | AttributedStmt | WhileStmt | ForStmt | SwitchStmt -> i = last
  | IfStmt -> i > 0
  | DoStmt -> i = 0
  | _ -> false

let names_the_function ctx n =
  match Preprocessed.tokens ctx.p ~first:n.first ~last:n.last with
  | { word = "__builtin_FUNCTION"; _ } :: _ -> true
  | _ -> false

(* The bytes of a range that none of the text comes from, or stands for. *)
let gaps first last text =
  let covered = List.filter_map (function Text (a, b) | For (a, b) | Hoisted (a, b) -> Some (a, b) | _ -> None) text in
  let rec go at = function
    | (a, b) :: rest -> if a > at then (at, a) :: go (max at b) rest else go (max at b) rest
    | [] -> if at < last then [ (at, last) ] else []
  in
  go first (List.sort compare covered)

(* An edit: that text stands for the range. *)
let standing first last text = (first, last, List.map (fun (a, b) -> For (a, b)) (gaps first last text) @ text)

(* The same of a range that became statements, but for what is in the text. *)
let hoisted first last text = (first, last, List.map (fun (a, b) -> Hoisted (a, b)) (gaps first last text) @ text)

(* [statement]: it is one, and in no expression. *)
let rec edits ctx ~continue_to ~statement acc n =
  let children ?(continue_to = continue_to) acc =
    let edit (i, acc) c = (i + 1, edits ctx ~continue_to ~statement:(statement && is_statement n i) acc c) in
    snd (List.fold_left edit (0, acc) n.inner)
  in
  match Hashtbl.find_opt ctx.replaced n.id with
  | Some (Result v) -> hoisted n.first n.last [ Var v ] :: acc
  | Some Done -> hoisted n.first n.last [ Word "((void)0)" ] :: acc
  | Some (Instead m) -> hoisted n.first n.last ((Word "(" :: render ctx m) @ [ Word ")" ]) :: acc
  | None -> (
      match n.kind with
      | DeclRefExpr -> (
          match (Hashtbl.find_opt ctx.variables n.target, Hashtbl.find_opt ctx.thread_locals n.target) with
          | Some v, _ -> standing n.first n.last [ Var v ] :: acc
          | None, Some where -> standing n.first n.last [ Word (Printf.sprintf "(*%s())" where) ] :: acc
          | None, None -> acc)
      | ReturnStmt when ctx.mode = Suspending ->
          let last = Extent.behind_semicolon ctx.p n.last in
          let text =
            match n.inner with
            | [ e ] when not (Ctype.is_void e.desugared) ->
                let before, behind = return_parts ctx.result in
                (Word before :: render ctx e) @ [ Word behind ]
            | [ e ] -> (Word "{ " :: render ctx e) @ [ Word "; return FL_DONE; }" ]
            | _ -> [ Word "return FL_DONE;" ]
          in
          standing n.first last text :: acc
      | ContinueStmt -> (
          match continue_to with
          | Some label -> standing n.first n.last [ Word ("goto " ^ label) ] :: acc
          | None -> acc)
      | UnaryExprOrTypeTraitExpr ->
          let named = function Var v -> Named v | frag -> frag in
          List.rev_append (List.rev_map (fun (first, last, l) -> (first, last, List.map named l)) (children [])) acc
      | ForStmt | WhileStmt | DoStmt -> children ~continue_to:None acc
      | PredefinedExpr when ctx.mode = Suspending ->
          standing n.first n.last [ Word (Printf.sprintf "\"%s\"" ctx.name) ] :: acc
      | SourceLocExpr when ctx.mode = Suspending && names_the_function ctx n ->
          standing n.first n.last [ Word (Printf.sprintf "\"%s\"" ctx.name) ] :: acc
      | CallExpr when ctx.variadic && ctx.mode = Suspending && Program.callee_name n = Some "__builtin_va_start" ->
          let list = match n.inner with _ :: list :: _ -> Program.bare list | _ -> nothing in
          let area = "), (char *)fl__s + (sizeof *fl__s + 15) / 16 * 16)" in
          standing n.first n.last ((Word "fl_va_start((void *)&(" :: render ctx list) @ [ Word area ]) :: acc
      | CompoundLiteralExpr when Hashtbl.mem ctx.literals n.id ->
          let v = Hashtbl.find ctx.literals n.id in
          let inside = cut n.first n.last (ctx.typeof_edits @ children []) in
          let text =
            (Word (Printf.sprintf "(*(__typeof__(%s) *)__builtin_memcpy((void *)&" v.ty) :: Var v
             :: Word ", (const void *)&" :: inside)
            @ [ Word ", sizeof "; Var v; Word "))" ]
          in
          standing n.first n.last text :: acc
      | CallExpr when statement && ctx.mode = Suspending && Program.callee_name n = Some "fl_signal_here" ->
          let before = "__extension__ ({ struct fl_kept fl__k = fl_signal_by(fl__x, &fl__s->h, " in
          let behind =
            Printf.sprintf "); fl__x = fl__k.x; fl__s = (struct %s__frame *)(void *)fl__k.s; })" ctx.name
          in
          standing n.first n.last ((Word before :: List.concat_map (render ctx) (List.tl n.inner)) @ [ Word behind ])
          :: acc
      | _ -> (
          match Program.spawned n with
          | Some call -> standing n.first n.last (spawn ctx ~statement call) :: acc
          | None -> children acc))

(* The bytes of a range, but for its edits. An initializer may be in the tree twice, and in each other. *)
and cut first last edits =
  let edits = List.sort_uniq (fun (a, b, _) (c, d, _) -> compare (a, -b) (c, -d))
    (List.filter (fun (a, b, _) -> a >= first && b <= last) edits) in
  let rec go at = function
    | (a, _, _) :: rest when a < at -> go at rest
    | (a, b, text) :: rest -> if a > at then Text (at, a) :: text @ go b rest else text @ go b rest
    | [] -> if last > at then [ Text (at, last) ] else []
  in
  go first edits

and text ~continue_to ctx n last =
  cut n.first last (ctx.typeof_edits @ edits ctx ~continue_to ~statement:true [] n)

and render ?(continue_to = None) ctx n =
  cut n.first n.last (ctx.typeof_edits @ edits ctx ~continue_to ~statement:false [] n)

(* A statement expression, so that it may stand wherever the call may. The thread is made when its arguments are
  there. *)
and spawn ctx ~statement call =
  let callee, arguments = match call.inner with c :: a -> (c, a) | [] -> (nothing, []) in
  let number = fresh ctx in
  let name i = Printf.sprintf "fl__a%d_%d" number i in
  let defined =
    List.concat
      (List.mapi (fun i (a : node) -> (Word (Printf.sprintf "__typeof__(%s) %s = " (type_of_value ctx a) (name i)) ::
        render ctx a) @ [ Word "; " ]) arguments)
  in
  let names = List.mapi (fun i _ -> name i) arguments in
  let pointer = Printf.sprintf "fl__p%d" number in
  let pointed = (Word (Printf.sprintf "__typeof__(%s) %s = " (type_of ctx callee) pointer) :: render ctx callee)
    @ [ Word "; " ] in
  let entered f = Printf.sprintf "(void)%s(%s);" f (String.concat ", " names) in
  (* As in a call through a pointer. *)
  let entered_through pointer =
    let parameters = List.map (fun (a : node) -> Printf.sprintf "__typeof__(%s)" (type_of ctx a)) arguments in
    entered
      (Printf.sprintf "((__typeof__(%s) (*)(%s))%s)" (type_of ctx call)
         (if parameters = [] then "void" else String.concat ", " parameters)
         pointer)
  in
  let text =
    match (ctx.mode, Program.callee_name call) with
    | Suspending, Some f when ctx.fixed_parameters f <> None ->
        let fixed = Option.get (ctx.fixed_parameters f) in
        let typed = List.mapi (fun i (a : node) -> (name i, type_of ctx a)) arguments in
        let behind = List.filteri (fun i _ -> i >= fixed) typed in
        let layout, area, size = Variadic.layout ~tag:(string_of_int number) behind in
        let passed = List.filteri (fun i _ -> i < fixed) names @ [ area; size ] in
        defined @ [ Word (Printf.sprintf "%sfl_spawned(fl__x, %s__push(%s));" layout f
          (String.concat ", " ([ "fl__x"; "(const fl_frame *)0"; "0" ] @ passed))) ]
    | Suspending, Some f when statement && ctx.framed f ->
        (* Nothing has to be saved for afterwards by who calls the rest of either. *)
        let kept how =
          Printf.sprintf "fl__k%d = %s; fl__x = fl__k%d.x; fl__s = (struct %s__frame *)(void *)fl__k%d.s;" number how
            number ctx.name number
        in
        let reserved =
          Printf.sprintf
            "fl_reserve(fl__x, &fl__s->h, sizeof(struct %s__frame), __extension__ _Alignof(struct %s__frame))" f f
        in
        let passed = String.concat ", " ([ "fl__x"; "(const fl_frame *)0"; "0" ] @ names) in
        let made = Printf.sprintf "%s__push(%s)" f passed in
        (Word ("struct fl_kept " ^ kept reserved ^ " ") :: defined)
        @ [ Word (kept (Printf.sprintf "fl_spawned_by(fl__x, &fl__s->h, %s)" made)) ]
    | Suspending, Some f ->
        defined @ [ Word (Printf.sprintf "fl_spawned(fl__x, %s__push(%s));" f
          (String.concat ", " ([ "fl__x"; "(const fl_frame *)0"; "0" ] @ names))) ]
    | Suspending, None ->
        let entered = entered_through pointer in
        pointed @ defined
        @ [ Word ("fl__x->from = 0; fl__x->pushed = 0; fl__x->entering = 1; " ^ entered
                  ^ " fl_spawned(fl__x, fl_entered(fl__x));") ]
    | Native, Some f -> defined @ [ Word ("fl_spawn_begin(); " ^ entered f ^ " fl_spawn_end();") ]
    | Native, None -> pointed @ defined @ [ Word ("fl_spawn_begin(); " ^ entered_through pointer ^ " fl_spawn_end();") ]
    | Erased, f ->
        let thunk = Printf.sprintf "fl__thunk_%s_%d" ctx.name number in
        let members = List.mapi (fun i (a : node) -> (type_of_value ctx a, Printf.sprintf "a%d" i)) arguments in
        let members = if f = None then (type_of ctx callee, "f") :: members else members in
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

let declared ctx (first, last) = cut first last ctx.typeof_edits

(* What was replaced by now stays replaced for this text, so laziness is safe. *)
let exp ?(continue_to = None) ctx n =
  let reads, said = Effects_trusted.effects ctx n in
  (* Of what only one of two ways of looking takes for a write of the whole, the old value matters, too. *)
  let writes = Assigned.surely_written ctx.p ~first:n.first ~last:n.last said in
  let reads = if List.compare_lengths said writes = 0 then reads else said @ reads in
  { frags = lazy (render ~continue_to ctx n); reads; writes; at = n.first }
