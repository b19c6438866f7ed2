(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Kind
open Ast

let ends_with suffix s = String.ends_with ~suffix s

let stack_allocators = [ "alloca"; "__builtin_alloca"; "__builtin_alloca_with_align";
  "__builtin_alloca_with_align_and_max" ]
let jump_buffers = [ "setjmp"; "_setjmp"; "__sigsetjmp"; "sigsetjmp"; "savectx"; "getcontext"; "__builtin_setjmp";
  "vfork" ]

let native_frame =
  [ "__builtin_return_address"; "__builtin_frame_address"; "__builtin_apply_args"; "__builtin_apply";
    "__builtin_return"; "__builtin_eh_return"; "__builtin_dwarf_cfa" ]

(* Their arguments are not evaluated as a call's are. *)
let unevaluating = [ "__builtin_constant_p"; "__builtin_object_size"; "__builtin_dynamic_object_size";
  "__builtin_types_compatible_p"; "__builtin_classify_type" ]

(* clang's tree has not what is in the brackets of a type: whether it may suspend is told by its words. *)
let hidden_call (program : Program.t) (n : node) =
  let native f = match Hashtbl.find_opt program.signatures f with Some s -> not s.suspends | None -> false in
  let no_calls = [ "sizeof"; "_Alignof"; "__alignof__"; "__typeof__"; "typeof"; "__typeof" ] in
  let rec go depth before = function
    | ({ word = "["; _ } : Preprocessed.token) :: rest -> go (depth + 1) "[" rest
    | { word = "]"; _ } :: rest -> go (depth - 1) "]" rest
    | { word = "("; _ } :: { word = "*"; _ } :: _ when depth > 0 -> true
    | ({ word; _ } as t) :: ({ word = "("; at } :: _ as rest) when depth > 0 ->
        let is_call =
          if Preprocessed.is_word word then
            (not (List.mem word no_calls)) && (List.mem before [ "."; "->" ] || not (native word || String.starts_with
              ~prefix:"__builtin_" word))
          else word = "]"
        in
        if is_call then at > t.at else go depth word rest
    | { word; _ } :: rest -> go depth word rest
    | [] -> false
  in
  go 0 "" (Preprocessed.tokens program.source ~first:n.first ~last:n.last)

(* Which functions of the program's own return twice. *)
let returning_twice (program : Program.t) =
  let names = Hashtbl.create 7 in
  List.iter
    (fun n -> if n.kind = FunctionDecl && List.exists (fun a -> a.kind = ReturnsTwiceAttr) n.inner then
      Hashtbl.replace names n.name ())
    program.tree.inner;
  names

(* Builtins that are words of the language. *)
let no_functions = [ "__builtin_offsetof"; "__builtin_types_compatible_p"; "__builtin_choose_expr";
  "__builtin_va_arg"; "__builtin_convertvector"; "__builtin_shufflevector"; "__builtin_bit_cast"; "__builtin_LINE";
  "__builtin_FILE"; "__builtin_FUNCTION"; "__builtin_va_list" ]

let is_expression n = Kind.is_expression n.kind

(* Of builtins of gcc's that clang does not know, it takes the result for an int. *)
let of_unknown_type n =
  match (n.inner, Program.callee_name n) with
  | callee :: _, Some f when n.kind = CallExpr ->
      String.starts_with ~prefix:Ctype.unknown_builtin f
      || (String.starts_with ~prefix:"__builtin_" f && callee.op = "FunctionToPointerDecay"
         && Ctype.contains callee.desugared "()")
  | _ -> false

let unknown_in n =
  let found = ref "" in
  iter (fun c -> if of_unknown_type c then found := Option.value (Program.callee_name c) ~default:"") n;
  if String.starts_with ~prefix:Ctype.unknown_builtin !found then "an atomic operation"
  else if !found = "" then "a function that clang does not know"
  else Printf.sprintf "`%s`, which clang does not know," !found


let first_call n = match Program.suspending_calls n with c :: _ -> [ (c.first, c.last, "this may suspend") ] | [] -> []

(* Jumps that leave a statement expression: the dataflow takes it for one evaluation. *)
let leaves n =
  let rec go ~loop ~switch n =
    match n.kind with
    | GotoStmt | LabelStmt -> true
    | BreakStmt -> not (loop || switch)
    | ContinueStmt -> not loop
    | ForStmt | WhileStmt | DoStmt -> List.exists (go ~loop:true ~switch) n.inner
    | SwitchStmt -> List.exists (go ~loop ~switch:true) n.inner
    | _ -> List.exists (go ~loop ~switch) n.inner
  in
  go ~loop:false ~switch:false n

(* Pragmas that would not be where they belong when suspending statements are taken apart: in the middle of one, or in
   front of one that they are about. *)
let misplaced_pragmas p body =
  let stop = Extent.statement_end p in
  let rec go n =
    if not (Program.suspends n) then []
    else
      let inner = List.filter (fun c -> c.first >= 0) n.inner in
      let covered (at, _) = List.exists (fun c -> c.first <= at && at < stop c) inner in
      let own = List.filter (fun x -> not (covered x)) (Pragmas.within p ~first:n.first ~last:(stop n)) in
      let bad (at, last) =
        let about = "what it is about may suspend, and becomes several statements" in
        if n.kind = AttributedStmt then Some (at, about)
        else if n.kind <> CompoundStmt then Some (at, "put it around the function, or between statements")
        else
          let next = List.find_opt (fun c -> c.first > at) inner in
          match next with
          | Some c when Program.suspends c && not (Pragmas.alone p (at, last)) ->
              Some (at, about)
          | _ -> None
      in
      List.filter_map bad own @ List.concat_map go inner
  in
  go body

(* clang says no more of it than that. *)
let of_expressions_type n =
  match n.inner with
  | (callee : node) :: _ ->
      Ctype.of_expression callee.desugared && Ctype.parameters callee.desugared = None && Program.callee_name n = None
  | [] -> false

(* clang does not print them with a type, which means something else without them. *)
let of_types = [ "may_alias"; "address_space"; "noderef" ]

(* What is between brackets in a declaration and changes something, or calls what may: `a++`, `a = 2`, `f()`. *)
let in_lengths tokens =
  let constant w =
    String.starts_with ~prefix:"__builtin_" w
    || List.mem w [ "sizeof"; "_Alignof"; "__alignof__"; "__alignof"; "typeof"; "__typeof__"; "__typeof" ]
  in
  let rec go depth (tokens : Preprocessed.token list) =
    match tokens with
    | { word = "["; _ } :: { word = "["; _ } :: rest -> attribute depth rest
    | { word = "["; _ } :: rest -> go (depth + 1) rest
    | { word = "]"; _ } :: rest -> go (depth - 1) rest
    | ({ word = ("+" | "-") as w; _ } as t) :: u :: rest when depth > 0 && u.word = w && u.at = t.at + 1 ->
        t :: go depth rest
    | { word = ("=" | "<" | ">" | "!"); _ } :: { word = "="; _ } :: rest -> go depth rest
    | ({ word = "="; _ } as t) :: rest when depth > 0 -> t :: go depth rest
    | t :: ({ word = "("; _ } :: _ as rest) when depth > 0 && Preprocessed.is_word t.word && not (constant t.word) ->
        t :: go depth rest
    | _ :: rest -> go depth rest
    | [] -> []
  and attribute depth = function
    | { word = "]"; _ } :: { word = "]"; _ } :: rest -> go depth rest
    | _ :: rest -> attribute depth rest
    | [] -> []
  in
  go 0 tokens

(* What is asked about: a definition, and where what is wrong with it goes. *)
type about = {
  program : Program.t;
  d : Program.definition;
  calls : bool;  (** it may suspend *)
  twice : (string, unit) Hashtbl.t Lazy.t;  (** functions that return twice *)
  say : Diagnosis.t -> unit;
}

let of_header { program; d; say; _ } =
  let p = program.source and s = d.signature in
  let header = { nothing with first = s.declared_at; last = s.declared_at + String.length s.name } in
  if s.inline && not s.static then
    say (Diagnosis.at header "`%s` is inline without being static, and marked `cps`: each file would define how it \
       resumes" s.name ~help:"make it `static inline`");
  if String.starts_with ~prefix:"_Atomic(" s.result && not (String.contains s.result '*') then
    say (Diagnosis.at header "`%s` is marked `cps`, and its result has an atomic type" s.name
      ~help:"a value is not shared: leave `_Atomic` out");
  List.iter
    (fun (p : Program.parameter) ->
      if Ctype.variable_length p.p_type then
        say (Diagnosis.at { nothing with first = p.p_at; last = p.p_at + max 1 (String.length p.p_name) }
               "this parameter's type has a length that is known only when the function runs, and `%s` is marked `cps`"
               s.name ~help:"pass a pointer to its elements"))
    s.parameters;
  List.iter
    (fun (a : Declared.attribute) ->
      if List.mem a.name of_types then
        say (Diagnosis.at { nothing with first = a.at; last = a.at + String.length a.text }
          "a parameter or the result of `%s`, which is marked `cps`, would be without this attribute" s.name
            ~help:"give it to a type that has a name"))
    (Declared.attributes program (Preprocessed.tokens p ~first:(fst d.header) ~last:(snd d.header)));
  (* The length of a parameter that is an array is in no tree, and the parameter is a pointer; yet it is computed. *)
  List.iter
    (fun (t : Preprocessed.token) ->
      say (Diagnosis.at { nothing with first = t.at; last = t.at + String.length t.word }
             "this is done when `%s` is called, to find the length of a parameter, and `%s` is marked `cps`" s.name
             s.name ~help:"do it in the function; the parameter is a pointer, and needs no length"))
    (in_lengths (Preprocessed.tokens p ~first:(fst d.header) ~last:(snd d.header)));
  (* The type in a parameter is in no tree but the function's own. *)
  List.iter
    (fun (t : Preprocessed.token) ->
      if t.word = "{" && t.at < d.body.first then
        say (Diagnosis.at { nothing with first = t.at; last = t.at + 1 }
               "a type is declared together with `%s`, whose frame comes before it" s.name
               ~help:"declare the type before the function"))
    (Preprocessed.tokens p ~first:(fst d.header) ~last:(snd d.header))

let hidden { program; say; _ } n =
  if hidden_call program n then
    say (Diagnosis.at n "what is called in the length of this type may suspend, or it cannot be told that it does not"
      ~help:"call it in a statement before")

(* Declarations, casts and sizes: whatever has a type, and may have one whose length is computed. *)
let of_type ({ program; d; calls; say; _ } as about) ~block:(first, last) (n : node) =
  let p = program.source and hidden = hidden about in
  let block_suspends () =
    List.exists (fun (c : node) -> first <= c.first && c.first < last) (Program.suspending_calls d.body)
  in
  match n.kind with
  | VarDecl when Ctype.variable_length n.ty || Ctype.variable_length n.desugared ->
      if block_suspends () then
        say (Diagnosis.at n "the length of `%s` is known only when the function runs, and its block may suspend: \
           it would be lost with the stack" n.name
               ~help:"allocate it, give it a constant length, or put it into a block that does not suspend")
      else hidden n
  | DeclStmt when calls && List.exists (fun c -> c.kind = FunctionDecl) n.inner
                    && List.exists (fun c -> c.kind = VarDecl) n.inner
                    && Declarators.repeated
                         (Declarators.of_statement p ~first:n.first ~last:n.last ~name_at:(Declarators.first_name n))
                       = None ->
      say (Diagnosis.at n "a function is declared here together with a type that has no name"
        ~help:"give the type a name, or declare the function by itself")
  | TypedefDecl when Ctype.variable_length n.ty && calls ->
      say (Diagnosis.at n "`%s` is a type of variable length, in a function that may suspend" n.name
        ~help:"give it a constant length")
  | CStyleCastExpr | CompoundLiteralExpr | UnaryExprOrTypeTraitExpr when Ctype.variable_length n.ty && calls ->
      say (Diagnosis.at n "this type has a length that is known only when the function runs, and the function may \
         suspend" ~help:"give it a constant length")
  | TypedefDecl | CStyleCastExpr | CompoundLiteralExpr when Ctype.variable_length n.ty -> hidden n
  | UnaryExprOrTypeTraitExpr -> (
      (* Of an expression: it is evaluated only if its type has such a length. *)
      match (n.inner, Preprocessed.tokens p ~first:n.first ~last:n.last) with
      | e :: _, _ :: operand :: _ when operand.at = e.first -> if Ctype.variable_length e.ty then hidden n
      | _ -> hidden n)
  | _ -> ()

let of_call { program; d; calls; twice; say } (n : node) =
  let s = d.signature in
  match n.kind with
  | CallExpr when of_expressions_type n ->
      say (Diagnosis.at n "whether this may suspend is not known: what is called has the type of an expression"
        ~help:"name the type")
  | CallExpr -> (
      match Program.callee_name n with
      | Some f when List.mem f stack_allocators && calls ->
          say (Diagnosis.at n "what `%s` allocates is on the stack, which a suspension gives up" f
            ~help:"use malloc, or call it in a function that does not suspend")
      | Some f when calls && (List.mem f jump_buffers || Hashtbl.mem (Lazy.force twice) f) ->
          say (Diagnosis.at n "`%s` remembers the stack, which a suspension gives up" f
            ~help:"call it in a function that does not suspend")
      | Some f when List.mem f native_frame -> say (Diagnosis.at n
        "`%s` is about the C stack, on which `%s` has no place of its own" f s.name
          ~help:"call it in a native function")
      | Some f when List.mem f unevaluating && Program.suspends n -> say (Diagnosis.at n
        "an argument of `%s` may suspend" f ~notes:(first_call n) ~help:"call it in a statement before")
      | Some f when Program.cps_call n -> (
          match Hashtbl.find_opt program.signatures f with
          | Some g when g.variadic ->
              let fixed = List.length g.parameters in
              List.iteri
                (fun i (a : node) ->
                  if i > fixed && not (Ctype.is_scalar a.desugared) then
                    say
                      (Diagnosis.at a
                         "this is passed behind the `...` of `%s`, which may suspend, and is no number or pointer" f
                         ~help:"pass a pointer to it"))
                n.inner
          | Some g when List.length g.parameters <> List.length n.inner - 1 -> say
            (Diagnosis.at n "`%s` may suspend, and has no prototype" f
              ~help:"declare its parameters; `(void)` for none")
          | _ -> ())
      | None when (match n.inner with c :: _ -> not (String.contains c.desugared '(') | [] -> true) ->
          say (Diagnosis.at n "whether this call may suspend cannot be told from the type of what is called"
            ~help:"give the pointer a type that is written out, or a typedef of it")
      | None when Program.cps_call n && List.exists (fun suffix -> match n.inner with c :: _ -> ends_with suffix
        c.desugared | [] -> false) [ "() " ^ Ctype.mark_for_clang ] && List.length n.inner > 1 ->
          say (Diagnosis.at n "what is called may suspend, and its type has no parameters to which the arguments \
             could be passed" ~help:"declare its parameters")
      | _ -> ())
  | _ -> ()

let of_construct { program; calls; say; _ } (n : node) =
  let p = program.source in
  match n.kind with
  | StmtExpr when calls && leaves n -> say (Diagnosis.at n
    "a jump in a statement expression of a function that may suspend is not translated"
      ~help:"write its statements before the one it is in")
  | (GenericSelectionExpr | ChooseExpr) when Program.suspends n ->
      say (Diagnosis.at n "which part of this selection counts could not be told, and a call in it may suspend"
        ~notes:(first_call n) ~help:"call it in a statement before")
  | VAArgExpr when Program.suspends n -> say (Diagnosis.at n "the list of a va_arg may suspend"
    ~help:"call it in a statement before")
  | IndirectGotoStmt | AddrLabelExpr when calls -> say (Diagnosis.at n
    "a computed goto to labels of a block (`__label__`), or to none that is known, in a function that may suspend, \
     is not translated" ~help:"give the labels names of their own in the function")
  | GCCAsmStmt when List.exists (fun (t : Preprocessed.token) -> t.word = "goto")
    (Preprocessed.tokens p ~first:n.first ~last:(min n.last (n.first + 60))) ->
      say (Diagnosis.at n "an asm goto in a function marked `cps` is not translated"
        ~help:"put it into a native function")
  | CleanupAttr when calls -> say (Diagnosis.at n
    "a variable with a cleanup function, in a `for` or as a statement expression's own, is not translated in a \
     function that may suspend" ~help:"declare it in a block around")
  | AlignedAttr when calls && (match n.inner with e :: _ -> int_of_string_opt e.value = None | [] -> true) ->
      say (Diagnosis.at n "this alignment is not a number that could be read" ~help:"write it as `_Alignas(NUMBER)`")
  | LabelDecl when calls -> say (Diagnosis.at n "`__label__` in a function that may suspend is not translated"
    ~help:"give the label a name of its own in the function")
  | ObjCAtTryStmt | BlockExpr | MSAsmStmt -> say
    (Diagnosis.at n "this is not translated in a function marked `cps`" ~help:"put it into a native function")
  | _ -> ()

(* What only a node's parts show. *)
let of_parts { calls; say; _ } (n : node) =
  (* Of what is static, extern or a function it is the symbol's name. *)
  if calls && n.kind = VarDecl && n.storage <> "static" && n.storage <> "extern" then
    List.iter
      (fun c ->
        if c.kind = AsmLabelAttr then
          say (Diagnosis.at c "a variable in a register of its own is lost by a suspension"
            ~help:"put the assembly into a native function"))
      n.inner;
  if not (is_expression n) then
    List.iter
      (fun c ->
        if is_expression c && exists of_unknown_type c && Program.suspends c then
          say (Diagnosis.at c "%s in an expression that may suspend is not translated" (unknown_in c)
            ~notes:(first_call c)
                 ~help:"do one of them in a statement before"))
      n.inner

let function_ (program : Program.t) =
  let twice = lazy (returning_twice program) in
  fun (d : Program.definition) ->
    let found = ref [] in
    let about = { program; d; calls = Program.suspends d.body; twice; say = (fun x -> found := x :: !found) } in
    of_header about;
    let rec go ~block n =
      let block = if n.kind = CompoundStmt || n.kind = ForStmt then (n.first, n.last) else block in
      of_parts about n;
      (match n.kind with
      | VarDecl | DeclStmt | TypedefDecl | CStyleCastExpr | CompoundLiteralExpr | UnaryExprOrTypeTraitExpr ->
          of_type about ~block n
      | CallExpr -> of_call about n
      | _ -> of_construct about n);
      List.iter (go ~block) n.inner
    in
    go ~block:(d.body.first, d.body.last) d.body;
    let pragma (at, help) =
      about.say
        (Diagnosis.at { nothing with first = at; last = at + 7 }
           "a pragma here, in a function that may suspend, is not translated" ~help)
    in
    if about.calls then List.iter pragma (misplaced_pragmas program.source d.body);
    List.rev !found

(* Names that the text of a translated function means as the library does. *)
let of_the_library name =
  let starts prefix = String.starts_with ~prefix name in
  (starts "fl_" && not (starts "fl__")) || starts "FL_"
  || List.exists (fun suffix -> ends_with suffix name) [ "__push"; "__run"; "__leaf"; "__start" ]

let hiding (d : Program.definition) =
  let found = ref [] in
  let declared name at =
    if at >= 0 && of_the_library name then
      found :=
        Diagnosis.at { nothing with first = at; last = at + String.length name }
          "`%s`, declared in a function that is translated, would hide a name that its translation uses" name
          ~help:"choose another name"
        :: !found
  in
  let parameter (p : Program.parameter) = declared p.p_name p.p_at in
  if d.signature.suspends then List.iter parameter d.signature.parameters;
  iter
    (fun n ->
      match n.kind with
      | VarDecl | TypedefDecl | EnumConstantDecl -> declared n.name n.name_at
      | _ -> ())
    d.body;
  List.rev !found

(* What is in front of the block of `fl_detached` and its kind goes with the words in front of it. *)
let pragmas_of_blocks (program : Program.t) (d : Program.definition) =
  let found = ref [] in
  iter
    (fun n ->
      let block = List.find_map (fun mark -> Program.marked mark n) [ "__fl_on"; "__fl_deferred"; "__fl_block" ] in
      Option.iter
        (fun (_, (body : node)) ->
          List.iter
            (fun (first, _) ->
              found :=
                Diagnosis.at { nothing with first; last = first + 7 }
                  "a pragma between `fl_spawned`, `fl_defer` or a block on another scheduler and its statement is not \
                   translated" ~help:"put it in front of both, or into the block"
                :: !found)
            (Pragmas.within program.source ~first:n.first ~last:body.first))
        block)
    d.body;
  List.rev !found

let names (program : Program.t) (d : Program.definition) =
  hiding d @ pragmas_of_blocks program d @
  List.filter_map
    (fun (t : Preprocessed.token) ->
      if String.length t.word > 4 && String.sub t.word 0 4 = "fl__" then
        Some
          (Diagnosis.at { nothing with first = t.at; last = t.at + String.length t.word }
             "names that begin with `fl__` belong to the translator" ~help:"choose another name")
      else None)
    (Preprocessed.tokens program.source ~first:d.body.first ~last:d.body.last)

(* A variable whose type is that of an expression, and an argument of a thread, have types that are written anew. *)
let types (program : Program.t) (d : Program.definition) =
  let found = ref [] in
  let say n = found := Diagnosis.at n "the type of this is not known: it has %s in it" (unknown_in n)
    ~help:"name the type, of a variable that gets the value" :: !found in
  let of_an_expression (n : node) =
    List.exists (fun (t : Preprocessed.token) -> List.mem t.word [ "__auto_type"; "typeof"; "__typeof__"; "__typeof" ])
      (Preprocessed.tokens program.source ~first:n.first ~last:n.name_at)
  in
  (* Those that clang knows it declares in front of the file. *)
  let known =
    lazy (List.filter_map (fun n -> if n.kind = FunctionDecl then Some n.name else None) program.tree.inner)
  in
  let written (n : node) =
    List.exists (fun (t : Preprocessed.token) ->
        List.mem t.word Ctype.atomic_builtins
        || (String.starts_with ~prefix:"__builtin_" t.word && not (List.mem t.word no_functions || List.mem t.word
          (Lazy.force known))))
      (Preprocessed.tokens program.source ~first:n.first ~last:n.name_at)
  in
  let rec go n =
    match n.kind with
    | StmtExpr when not (Program.suspends n) -> ()
    | VarDecl when d.signature.suspends && of_an_expression n ->
        if written n || exists of_unknown_type n then
          say { n with first = n.name_at; last = n.name_at + String.length n.name; inner = n.inner };
        List.iter go n.inner
    | _ ->
        Option.iter
          (fun (call : node) -> List.iter (fun a -> if exists of_unknown_type a then say a)
            (match call.inner with _ :: arguments -> arguments | [] -> []))
          (Program.spawned n);
        List.iter go n.inner
  in
  go d.body;
  List.rev !found

(* {2 After the dataflow} *)

(* Places of names that the tree knows: uses, declarations, members; and where it has less than names. *)
type known = {
  places : (int, unit) Hashtbl.t;
  opaque : (int * int) list;
  lists : (int * int) list;
  assembly : (int * int) list;
}

let known_places (body : node) =
  let places = Hashtbl.create 499 and opaque = ref [] and lists = ref [] and assembly = ref [] in
  let range n = (n.first, n.last) in
  iter
    (fun n ->
      (match n.kind with
      | DeclRefExpr -> Hashtbl.replace places n.first ()
      | OffsetOfExpr -> opaque := range n :: !opaque
      | InitListExpr -> lists := range n :: !lists
      | GCCAsmStmt -> assembly := range n :: !assembly
      | _ -> ());
      if n.name_at >= 0 then Hashtbl.replace places n.name_at ())
    body;
  { places; opaque = !opaque; lists = !lists; assembly = !assembly }

let within ranges (t : Preprocessed.token) = List.exists (fun (a, b) -> a <= t.at && t.at < b) ranges

(* What is called so is no variable, whatever is called so elsewhere: members, tags, labels, the operands of an asm
   (`[name] "r"(...)`), and old designators (`{ name: 1 }`). *)
let names_no_variable known ~previous (t : Preprocessed.token) rest =
  let next = match rest with (n : Preprocessed.token) :: _ -> n.word | [] -> "" in
  let is_one_of words = List.mem previous words in
  Hashtbl.mem known.places t.at
  || is_one_of [ "."; "->"; "struct"; "union"; "enum"; "goto" ]
  || (next = ":" && is_one_of [ ";"; "{"; "}"; ")"; ":" ])
  || within known.opaque t
  || (next = ":" && is_one_of [ "{"; "," ] && within known.lists t)
  || (next = "]" && previous = "[" && within known.assembly t)

let saved (program : Program.t) (s : Checked.t) =
  let f = s.ir in
  let p = program.source in
  let d = f.definition in
  let found = ref [] in
  let say x = found := x :: !found in
  let point (v : Ir.var) = { nothing with first = v.declared_at; last = v.declared_at + String.length v.name } in
  let where v =
    match List.find_opt (fun (x : Checked.suspension) -> List.exists (fun (w : Ir.var) -> w.key = v.Ir.key)
      (x.live @ x.kept)) s.suspensions with
    | Some x -> [ (x.call.from, x.call.until, "it has to survive this") ]
    | None -> []
  in
  (* Types that are declared in the function are not known where the frame is. *)
  let local_types = Hashtbl.create 7 and declarations = Hashtbl.create 97 in
  iter (fun n -> if n.kind = VarDecl then Hashtbl.replace declarations n.id n) d.body;
  iter (fun n -> match n.kind with RecordDecl | EnumDecl | TypedefDecl -> if n.name <> "" then Hashtbl.replace
    local_types n.name n | _ -> ()) d.body;
  let contains_word ty =
    List.find_opt (fun w -> Hashtbl.mem local_types w) (String.split_on_char ' '
      (String.map (fun c -> match c with 'a' .. 'z' | 'A' .. 'Z' | '0' .. '9' | '_' -> c | _ -> ' ') ty))
  in
  let attribute (v : Ir.var) =
    match Hashtbl.find_opt declarations v.key with
    | Some (n : node) ->
        List.find_opt
          (fun (a : Declared.attribute) -> List.mem a.name of_types)
          (Declared.attributes program (Preprocessed.tokens p ~first:n.first ~last:n.last))
    | None -> None
  in
  List.iter
    (fun (v : Ir.var) ->
      let name = if v.role = Temporary then "an intermediate value" else Printf.sprintf "`%s`" v.name in
      if v.role <> Parameter then (
        if (not d.signature.variadic) && (Ctype.is_va_list v.ty || Ctype.is_va_list v.desugared) then
          say (Diagnosis.at (point v) "%s lists arguments on the stack, which a suspension gives up" name
            ~notes:(where v) ~help:"read all arguments before the function may suspend");
        Option.iter
          (fun (a : Declared.attribute) ->
            say (Diagnosis.at { nothing with first = a.at; last = a.at + String.length a.text }
              "%s lives across a suspension, and would be without this attribute of its declaration" name
                ~notes:(where v) ~help:"give it to a type that has a name"))
          (attribute v);
        (match contains_word v.ty with
        | Some w -> say (Diagnosis.at (point v)
          "%s lives across a suspension, and its type `%s` is declared in the function" name w ~notes:(where v)
            ~help:"declare the type before the function")
        | None ->
            if Ctype.without_name v.ty then
              say (Diagnosis.at (point v) "%s lives across a suspension, and its type has no name" name
                ~notes:(where v) ~help:"declare the type, with a name, before the function")
            else if Ctype.of_expression v.ty then
              say (Diagnosis.at (point v) "%s lives across a suspension, and its type is that of an expression" name
                ~notes:(where v) ~help:"name the type"))))
    (s.saved @ List.filter (fun (v : Ir.var) -> v.role = Temporary && not (List.memq v s.saved)) f.variables);
  (* A declaration that suspends is written anew, which needs a type that can be written. *)
  iter
    (fun n ->
      if n.kind = DeclStmt && Program.suspends n then
        List.iter
          (fun (v : node) ->
            if v.kind = VarDecl && (Ctype.without_name v.ty) then
              say (Diagnosis.at { nothing with first = v.name_at; last = v.name_at + String.length v.name }
                     "the type of `%s` has no name, and its declaration may suspend" v.name ~notes:(first_call n)
                     ~help:"declare the type, with a name, before the function"))
          n.inner)
    d.body;
  (* A word that is spelled like a saved variable, and of which clang's tree does not say what it means
    (it leaves out what stands in typeof). *)
  let names = Hashtbl.create 17 in
  List.iter (fun (v : Ir.var) -> Hashtbl.replace names v.name v) s.saved;
  List.iter
    (fun (first, last) ->
      if not (Pragmas.alone p (first, last)) then
        List.iter
          (fun (t : Preprocessed.token) ->
            if Hashtbl.mem names t.word then
              say (Diagnosis.at { nothing with first = t.at; last = t.at + String.length t.word }
                "this pragma names `%s`, which lives across a suspension, and is called otherwise then" t.word
                  ~help:"put what it is about into a native function"))
          (Preprocessed.tokens p ~first:(first + 1) ~last))
    (if Hashtbl.length names > 0 then Pragmas.within p ~first:d.body.first ~last:d.body.last else []);
  if Hashtbl.length names > 0 then (
    let known = known_places d.body in
    let scopes = lazy (Local_names.of_function program d) in
    let a_variable (t : Preprocessed.token) =
      let scopes = Lazy.force scopes in
      Option.bind (Local_names.index scopes t.at) (Local_names.meaning scopes) = Some Local_names.Other
    in
    let rec go previous = function
      | (t : Preprocessed.token) :: rest ->
          (match Hashtbl.find_opt names t.word with
          | Some _
            when (not (names_no_variable known ~previous t rest || List.mem t.at f.typeof_uses)) && a_variable t ->
              say (Diagnosis.at { nothing with first = t.at; last = t.at + String.length t.word }
                "what `%s` means here cannot be told, and a variable of that name lives across a suspension" t.word
                     ~help:"give one of them another name; instead of `typeof`, name the type")
          | _ -> ());
          go t.word rest
      | [] -> ()
    in
    go "{" (Preprocessed.tokens p ~first:d.body.first ~last:d.body.last));
  List.rev !found
