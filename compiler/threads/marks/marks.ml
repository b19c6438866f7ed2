(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Kind
open Ast

let calls (d : Program.definition) = List.map (fun n -> (Program.callee_name n, n)) (Program.suspending_calls d.body)

let spawns (d : Program.definition) =
  let found = ref [] in
  iter (fun n -> match Program.spawned n with Some c -> found := (Program.callee_name c, c) :: !found | None -> ())
    d.body;
  List.rev !found

(* From a function down to one of which only the declaration is here: why it suspends. *)
let chain (program : Program.t) name =
  let definition n = List.find_opt (fun (d : Program.definition) -> d.signature.name = n) program.definitions in
  let rec go seen name =
    match definition name with
    | None -> []
    | Some d -> (
        let ways = List.filter (fun (c, _) -> match c with Some f -> not (List.mem f seen) | None -> true) (calls d) in
        (* The shortest way is the clearest: who calls outside first. *)
        let outside = List.find_opt (fun (c, _) -> match c with Some f -> definition f = None | None -> true) ways in
        match (outside, ways) with
        | Some (c, n), _ | None, (c, n) :: _ ->
            let what = match c with Some f -> Printf.sprintf "`%s`, which calls `%s`" name f | None ->
              Printf.sprintf "`%s`, which calls through a pointer" name in
            (n.first, n.last, what) :: (match c with Some f -> go (f :: seen) f | None -> [])
        | None, [] -> [])
  in
  go [ name ] name

let contains = Ctype.contains

(* clang gives `main` its own type back, whatever is written. *)
let marked_main (program : Program.t) =
  List.filter_map
    (fun (d : Program.definition) ->
      let first, last = d.header in
      if d.signature.name = "main" && contains (String.sub program.source.text first (last - first)) Ctype.mark then
        let at = d.signature.declared_at in
        Some
          (Diagnosis.at { nothing with first = at; last = at + 4 }
             "`main` cannot be marked `cps`: nothing runs yet that could resume it" ~help:"spawn a thread from `main`")
      else None)
    program.definitions

(* What is about a symbol, of which a marked function has several; or makes others call it. *)
let of_symbols =
  [ (ConstructorAttr, "run before `main`"); (DestructorAttr, "run after `main`"); (AliasAttr, "an alias");
    (IFuncAttr, "chosen when the program starts"); (WeakRefAttr, "an alias"); (NakedAttr, "naked");
    (AsmLabelAttr, "called otherwise by the linker"); (OverloadableAttr, "one of several of that name");
    (AnyX86InterruptAttr, "an interrupt handler") ]

(* The same, of attributes that clang does not know. *)
let of_gcc = [ ("copy", "given the attributes of another"); ("symver", "a version of a symbol");
  ("interrupt", "an interrupt handler"); ("interrupt_handler", "an interrupt handler");
  ("target_clones", "there once for each of several processors");
  ("cpu_dispatch", "chosen when the program starts"); ("cpu_specific", "one of several of that name") ]

let help_of_symbols = "let a native function be that, and spawn or call this one"

let gcc_attributes (program : Program.t) =
  List.concat_map
    (fun ((n : node), tokens) ->
      List.filter_map
        (fun (a : Declared.attribute) ->
          Option.map
            (fun what ->
              Diagnosis.at { nothing with first = a.at; last = a.at + String.length a.text }
                "`%s` is marked `cps`, and cannot be %s" n.name what ~help:help_of_symbols)
            (List.assoc_opt a.name of_gcc))
        (Declared.attributes program tokens))
    (Declared.all program)

(* What is said to those who call a function would be said of its entry, which begins with such a call. *)
let about_calls (program : Program.t) =
  List.concat_map
    (fun ((n : node), tokens) ->
      let own (d : Program.definition) = d.signature.name = n.name in
      if not (List.exists own program.definitions) then []
      else
        List.filter_map
          (fun (a : Declared.attribute) ->
            if List.mem a.name [ "error"; "warning" ] then
              Some
                (Diagnosis.at { nothing with first = a.at; last = a.at + String.length a.text }
                   "`%s` is marked `cps`, and this is said of it in the file that defines it" n.name
                     ~help:"say it of functions that are only declared")
            else None)
          (Declared.attributes program tokens))
    (Declared.all program)

(* It is about the symbol that the name has without the mark. *)
let weak_pragmas (program : Program.t) =
  List.filter_map
    (fun (first, last) ->
      let marked (t : Preprocessed.token) =
        match Hashtbl.find_opt program.signatures t.word with Some s -> s.suspends | None -> false
      in
      let words = Preprocessed.tokens program.source ~first:(first + 1) ~last in
      Option.map
        (fun (t : Preprocessed.token) ->
          Diagnosis.at { nothing with first; last } "this pragma is about `%s`, which is marked `cps`" t.word
            ~help:"give it the attribute instead: __attribute__((weak))")
        (List.find_opt marked words))
    (Pragmas.anywhere program.source ~about:"weak")

(* A function's address that becomes that of another kind by way of a type that says neither: `void *`, a number. The
   function, and whether it gets the mark. *)
let hidden_cast (program : Program.t) n =
  let is_cast n = n.kind = CStyleCastExpr || n.kind = ImplicitCastExpr in
  let rec address ~hidden n =
    match (n.kind, n.inner) with
    | DeclRefExpr, _ when n.target_kind = FunctionDecl -> if hidden then Some n else None
    | (CStyleCastExpr | ImplicitCastExpr), [ c ] ->
        address ~hidden:(hidden || not (contains (program.pointed n.desugared) "(")) c
    | ParenExpr, [ c ] -> address ~hidden c
    | UnaryOperator, [ c ] when n.op = "&" || n.op = "__extension__" -> address ~hidden c
    | _ -> None
  in
  if not (is_cast n) then None
  else
    let ty = program.pointed n.desugared in
    if not (contains ty "(*") then None
    else
      match (n.inner, Ctype.suspends ty) with
      | [ c ], gets -> (
          match address ~hidden:false c with
          | Some f when Ctype.suspends f.desugared <> gets -> Some (f.target_name, gets)
          | _ -> None)
      | _ -> None

(* A cast that adds or takes away the mark; and what is spawned without being marked. *)
let misused (program : Program.t) =
  let found = ref [] in
  let is_function ty = contains ty "(*" in
  let called = Hashtbl.create 97 in
  iter (fun n -> match n.inner with
    | c :: _ when n.kind = CallExpr -> iter (fun f -> Hashtbl.replace called f.id ()) (Program.bare c)
    | _ -> ()) program.tree;
  iter
    (fun n ->
      (match (n.kind, n.inner) with
      | CStyleCastExpr, [ c ]
        when is_function n.desugared && is_function c.desugared && Ctype.suspends n.desugared <> Ctype.suspends
          c.desugared ->
          found :=
            Diagnosis.at n "this cast %s the mark `cps`, and the call would go wrong"
              (if Ctype.suspends n.desugared then "adds" else "takes away")
              ~help:"give both types the mark, or none"
            :: !found
      | _ -> ());
      (match hidden_cast program n with
      | Some (f, gets) ->
          found :=
            Diagnosis.at n "this cast makes `%s`, which is %smarked `cps`, a function that is%s, and the call would go \
              wrong" f (if gets then "not " else "") (if gets then "" else " not")
              ~help:"give both types the mark, or none"
            :: !found
      | None -> ());
      (if n.kind = FunctionDecl && Ctype.suspends n.desugared then
         let attribute = List.find_opt (fun c -> List.mem_assoc c.kind of_symbols) n.inner in
         match attribute with
         | Some a when a.first >= 0 && not (List.exists (fun (d : Diagnosis.t) -> d.first = a.first) !found) ->
             found :=
               Diagnosis.at a "`%s` is marked `cps`, and cannot be %s" n.name (List.assoc a.kind of_symbols)
                 ~help:help_of_symbols
               :: !found
         | _ -> ());
      let variadic ty = Ctype.suspends ty && contains ty ", ...)" in
      (match (n.kind, n.inner) with
      | CallExpr, callee :: _ when Program.callee_name n = None && variadic callee.desugared ->
          found := Diagnosis.at n "this calls what may suspend through a pointer, with `...`"
            ~help:"call it by name" :: !found
      | ImplicitCastExpr, [ ({ kind = DeclRefExpr; target_kind = FunctionDecl; _ } as f) ]
        when n.op = "FunctionToPointerDecay" && variadic f.desugared && not (Hashtbl.mem called f.id) ->
          found := Diagnosis.at n "the address of `%s`, which takes `...` and may suspend, cannot be used: who calls \
            it has to lay out its arguments" f.target_name ~help:"call it by name" :: !found
      | _ -> ());
      match Program.spawned n with
      | Some c when not (Program.cps_call c) ->
          found := Diagnosis.at c "only the call of a function marked `cps` can be spawned"
            ~help:"mark the function" :: !found
      | _ -> ())
    program.tree;
  List.iter
    (fun (d : Program.definition) ->
      List.iter
        (fun (callee, n) ->
          match Option.bind callee (Program.fixed_parameters program) with
          | Some _ when not d.signature.suspends ->
              found := Diagnosis.at n "a function that does not suspend spawns one with `...`"
                ~help:"spawn a function that calls it" :: !found
          | _ -> ())
        (spawns d))
    program.definitions;
  List.rev !found

(* In the order of bytes that it asks for, frames could not be read by who knows only a function's type. *)
let storage_order (program : Program.t) =
  List.map
    (fun (first, last) ->
      Diagnosis.at { nothing with first; last } "this pragma would be about the frames of functions marked `cps`, too"
        ~help:"give the types an attribute instead: __attribute__((scalar_storage_order(...)))")
    (Pragmas.anywhere program.source ~about:"scalar_storage_order")

let check (program : Program.t) =
  marked_main program @ storage_order program @ misused program @ gcc_attributes program @ about_calls program
  @ weak_pragmas program
  @ List.concat_map
    (fun (d : Program.definition) ->
      if d.signature.suspends || marked_main program <> [] && d.signature.name = "main" then []
      else
        List.map
          (fun (callee, n) ->
            let what =
              match callee with
              | Some "__fl_on" -> "and goes to another scheduler here, where it"
              | Some f -> Printf.sprintf "and calls `%s`, which" f
              | None -> "and calls a function through this pointer, which"
            in
            let notes = match callee with Some f -> chain program f | None -> [] in
            Diagnosis.at n ~notes "`%s` is not marked `cps`, %s may suspend" d.signature.name what
              ~help:
                (if d.signature.name = "main" then "spawn it: fl_spawn(...)"
                else Printf.sprintf "mark `%s`, too (fairlead threads infer proposes all marks that are missing), or \
                   spawn the call: fl_spawn(...)" d.signature.name))
          (calls d))
    program.definitions

type proposal = { mark : (string * node list) list; left : Diagnosis.t list }

(* Every call by name, evaluated or not in a spawn: who would suspend if that callee did. *)
let callers_by_name (d : Program.definition) =
  let found = Hashtbl.create 17 in
  let rec go n =
    (match Program.callee_name n with Some f when n.kind = CallExpr -> if not (Hashtbl.mem found f) then
      Hashtbl.add found f n | _ -> ());
    List.iter go (Program.evaluated n)
  in
  go d.body;
  found

(* Functions that something marked needs to be: what a pointer of a marked type gets, and what is spawned. *)
let needed (program : Program.t) =
  let found = ref [] in
  let rec functions n =
    match (n.kind, n.inner) with
    | DeclRefExpr, _ -> if n.target_kind = FunctionDecl then found := n.target_name :: !found
    | (ImplicitCastExpr | ParenExpr), [ c ] -> functions c
    | UnaryOperator, [ c ] when n.op = "&" || n.op = "*" -> functions c
    | ConditionalOperator, [ _; a; b ] -> functions a; functions b
    | BinaryOperator, [ _; b ] when n.op = "," -> functions b
    | _ -> ()
  in
  (* clang writes a pointer to what a typedef names by that name. *)
  let named = Hashtbl.create 97 in
  let marked ty =
    let words = List.filter (fun w -> not (List.mem w [ ""; "*"; "const"; "volatile"; "*const" ]))
      (String.split_on_char ' ' ty) in
    Ctype.suspends ty || match words with [ name ] -> Hashtbl.mem named name | _ -> false
  in
  let learn n = if n.kind = TypedefDecl && marked n.desugared then Hashtbl.replace named n.name () in
  iter
    (fun n ->
      learn n;
      (match (n.kind, n.inner) with
      | ImplicitCastExpr, [ c ] when marked n.desugared && not (marked c.desugared) -> functions c
      | _ -> ());
      match Program.spawned n with Some c -> Option.iter (fun f -> found := f :: !found) (Program.callee_name c)
        | None -> ())
    program.tree;
  let defined f = List.exists (fun (d : Program.definition) -> d.signature.name = f && f <> "main")
    program.definitions in
  List.sort_uniq compare (List.filter defined !found)

let infer (program : Program.t) =
  let marked = Hashtbl.create 17 and order = ref [] in
  let mark name = Hashtbl.replace marked name (); order := name :: !order in
  let suspends name = Hashtbl.mem marked name || match Hashtbl.find_opt program.signatures name with Some s ->
    s.suspends | None -> false in
  let bodies = List.map (fun (d : Program.definition) -> (d, callers_by_name d, Program.suspending_calls d.body <>
    [])) program.definitions in
  let rec settle () =
    let changed = ref false in
    List.iter
      (fun ((d : Program.definition), callees, direct) ->
        let name = d.signature.name in
        if (not (suspends name)) && name <> "main" && (direct || Hashtbl.fold (fun f _ yes -> yes || suspends f)
          callees false) then (mark name; changed := true))
      bodies;
    if !changed then settle ()
  in
  List.iter (fun f -> if not (suspends f) then mark f) (needed program);
  settle ();
  let declarations name = List.filter (fun n -> n.kind = FunctionDecl && n.name = name) program.tree.inner in
  let left =
    List.concat_map
      (fun ((d : Program.definition), callees, _) ->
        if d.signature.name <> "main" then []
        else
          Hashtbl.fold
            (fun f n l -> if suspends f then Diagnosis.at n "`main` calls `%s`, which suspends" f
              ~help:(Printf.sprintf "spawn it: fl_spawn(%s(...))" f) :: l else l)
            callees [])
      bodies
  in
  { mark = List.rev_map (fun name -> (name, declarations name)) !order; left }
