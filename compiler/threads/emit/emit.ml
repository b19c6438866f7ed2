(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Kind
open Ir
open Context

let unused = Frame.unused

let prototypes carried (s : Program.signature) =
  let static = if s.static then unused ^ "static " else "" in
  let static_push = Carried.of_push carried s.name ^ static and static_run = Carried.of_run carried s.name ^ static in
  let parameters = String.concat "" (List.map (fun (p : Program.parameter) -> ", " ^ typeof p.p_type) s.parameters) in
  let parameters = if s.variadic then parameters ^ ", const void *, __typeof__(sizeof 0)" else parameters in
  printf "%sfl_frame *%s__push(fl_exec *, const fl_frame *, __typeof__(sizeof 0)%s); %sfl_status %s__run(fl_exec *, \
     void *); " static_push s.name parameters static_run s.name

let range first last = if first = last then string_of_int first else printf "%d ... %d" first last

(* Ways into the middle of a function of C that are in a switch of the source: its own labels cannot be resumption
  points of ours. *)
let ways_into_switches ctx (t : Outline.t) =
  let rec go inside { desc; _ } =
    let all inside = List.concat_map (go inside) in
    match desc with
    | Call c when inside && not c.tail -> let n = Statements.suspension ctx c in [ (n, n) ]
    | Part (n, _) when inside -> [ Statements.numbers ctx (Hashtbl.find ctx.parts n) ]
    | Block l | While (_, l) | Do (l, _) -> all inside l
    | If (_, a, b) | Forever (a, _, b) -> all inside a @ all inside b
    | Switch (_, l) -> all true l
    | _ -> []
  in
  List.concat_map (go false) t.body

let entry ctx carried (s : Program.signature) (header : int * int) =
  (* gcc gives no definition the name that a pragma says, unless there was a declaration. *)
  let ty (p : Program.parameter) = typeof p.p_type in
  let parameters =
    if s.parameters = [] && s.prototyped then "void" else String.concat ", " (List.map ty s.parameters)
  in
  let declared = printf "%s%s %s(%s); " (Carried.of_entry carried s.name) (typeof s.result) s.name parameters in
  word ctx (if s.static then unused else declared);
  Writer.copy ctx.w (fst header) (snd header);
  (* Nobody reads one without a name. *)
  let argument (p : Program.parameter) =
    if p.p_name <> "" then p.p_name else printf "__extension__ (%s){0}" (typeof p.p_type)
  in
  let names = String.concat "" (List.map (fun p -> ", " ^ argument p) s.parameters) in
  word ctx (printf "{ fl_exec *fl__x = fl_enter(); fl__x->pushed = %s__push(fl__x, fl__x->from, fl__x->from_size%s); \
     " s.name names);
  word ctx
    (if Ctype.is_void s.result then "} "
    else printf "{ %s fl__r; __builtin_memset((void *)&fl__r, 0, sizeof fl__r); return fl__r; } } " (typeof s.result))

let callees (s : Checked.t) =
  List.filter_map (fun (x : Checked.suspension) -> match x.call.callee with Direct f -> Some f | Through _ -> None)
    s.suspensions

(* FL_LARGE of fl_threads_abi.h, for what cannot be taken apart: compilers' passes are quadratic in the ways into a
  function's middle. *)
let large ~clang (t : Outline.t) =
  if t.own <= 256 then ""
  else if clang then "__attribute__((optnone, noinline)) "
  else "__attribute__((optimize(\"O0\"))) "

(* For fl_task_dump. *)
let lines w (program : Program.t) (checked : Checked.t) =
  let s = checked.ir.definition.signature in
  let line (x : Checked.suspension) = string_of_int (snd (Preprocessed.origin program.source x.call.from)) in
  let all = List.map line checked.suspensions in
  let file, _ = Preprocessed.origin program.source (fst checked.ir.definition.header) in
  if all <> [] then
    Writer.word w
      (printf
         " static const unsigned int %s__lines_of[] = {%s}; static const struct fl_lines %s__lines = {%s__run, \"%s\", \
         %s, %d, %s__lines_of}; static const struct fl_lines *const %s__lines_at __attribute__((__used__, \
          __section__(\"fl_lines\"))) = &%s__lines;"
         s.name (String.concat ", " all) s.name s.name s.name (Preprocessed.quoted file) (List.length all) s.name s.name
         s.name)

(* What comes first in a function of C. [at] says where it goes on. *)
let opening ctx (t : Outline.t) ~at =
  if t.calls <> [] then word ctx "fl_status fl__t; ";
  if t.parts <> [] then word ctx "int fl__r, fl__at = 0; ";
  List.iter
    (fun v -> if v.role = Temporary && field ctx v = None then word ctx (printf "%s %s; " (typeof v.ty) v.name))
    (List.sort (fun a b -> compare b.key a.key) t.named);
  word ctx (printf "switch (%s) { case 0:; " at);
  List.iter
    (fun (first, last) -> word ctx (printf "if (0) { case %s: goto fl__at_%d; } " (range first last) first))
    (ways_into_switches ctx t);
  List.iter (fun (name, entry) -> word ctx (printf "if (0) { case %d: goto %s; } " entry name)) t.entries

(* Before the function of C that calls it. A break or continue of its text is one of a loop that runs once. *)
let rec part ctx ~clang ~own at (t : Outline.t) =
  List.iter (part ctx ~clang ~own at) t.parts;
  let start = match t.body with s :: _ -> s.at | [] -> at in
  Writer.line ctx.w ~at:start
    (printf
       "%s%sstatic __attribute__((__noinline__)) int %s__part_%d(fl_exec *fl__x, struct %s__frame *fl__s, \
        int fl__to) { "
       (large ~clang t) own ctx.name t.number ctx.name);
  let jumps = t.breaks || t.continues in
  opening ctx t ~at:"fl__to";
  if jumps then
    word ctx
      (printf "int fl__once; for (fl__once = 0;; fl__once = 1) { if (fl__once) return %d; " Outline.continued);
  List.iter (Statements.statement ctx) t.body;
  word ctx (printf " return %d; " Outline.fell_through);
  if jumps then word ctx (printf "} return %d; " Outline.broke);
  List.iter (fun (name, code) -> word ctx (printf "%s: return %d; " name code)) t.exits;
  word ctx "default: __builtin_unreachable(); } } "

(* Once in a file. *)
let declare w ~carried ~at (program : Program.t) declared name =
  if not (Hashtbl.mem declared name) then (
    Hashtbl.add declared name ();
    Option.iter (fun s -> Writer.line w ~at (prototypes carried s)) (Hashtbl.find_opt program.signatures name))

let func w ~poison ~clang ~packs ~carried (program : Program.t) declared (checked : Checked.t) =
  let ir = checked.ir in
  let d = ir.definition in
  let s = d.signature in
  let numbers = Hashtbl.create 97 and parts = Hashtbl.create 17 in
  List.iter (fun (x : Checked.suspension) -> Hashtbl.replace numbers x.call.until x) checked.suspensions;
  let outline = Outline.functions ir in
  let rec number (t : Outline.t) = Hashtbl.replace parts t.number t; List.iter number t.parts in
  number outline;
  let ctx = { w; name = s.name; poison; fields = Frame.name_fields checked.saved; numbers; saved = checked.saved;
    slot = checked.slot; result = s.result; apart = Carried.about_calls carried;
    leaf = (fun f -> Hashtbl.mem program.signatures (f ^ "__leaf"));
    size = (if s.variadic then "fl__s->fl__size" else "sizeof *fl__s"); parts;
    fixed_parameters = Program.fixed_parameters program; in_switch = false;
    compact = outline.parts <> [] && not poison } in
  let at = fst d.header in
  List.iter (declare w ~carried ~at program declared) ((s.name :: callees checked) @ ir.spawns);
  let share (x : Checked.suspension) =
    match x.call.callee with
    | Direct f when Calls.is_compact ctx x.call && not (Hashtbl.mem declared (f ^ "__start")) ->
        Hashtbl.add declared (f ^ "__start") ();
        Option.iter
          (fun s -> Writer.line w ~at (Shared.functions ~own:(Carried.of_code carried f) s))
          (Hashtbl.find_opt program.signatures f)
    | _ -> ()
  in
  List.iter share checked.suspensions;
  (* A layout that the source asks for its types is not the frames'. *)
  if packs then (Writer.word w "\n#pragma pack(push)\n"; Writer.word w "#pragma pack()\n");
  Writer.line w ~at (Frame.structure ctx s);
  if packs then Writer.word w "\n#pragma pack(pop)\n";
  let params = List.filter (fun v -> v.role = Parameter) ir.variables in
  word ctx (Frame.push ~own:(Carried.of_push carried s.name) s params (fun v -> Hashtbl.find ctx.fields v.key));
  if not s.variadic then entry ctx carried s d.header;
  List.iter (part ctx ~clang ~own:(Carried.of_code carried s.name) d.body.first) outline.parts;
  let static = if s.static then "static " else "" in
  Writer.line w ~at:(d.body.first) (printf
    "%s%s%sfl_status %s__run(fl_exec *fl__x, void *fl__f) { struct %s__frame *fl__s = (struct %s__frame *)fl__f; "
      (large ~clang outline) (Carried.of_run carried s.name) static s.name s.name s.name);
  (* Who calls none but primitives is one native frame on top of a caller who did look. *)
  let deeper (x : Checked.suspension) = match x.call.callee with Direct f -> not (ctx.leaf f) | Through _ -> true in
  if List.exists deeper checked.suspensions then
    word ctx "if (fl_deep(fl__x)) return fl_defer(fl__x, &fl__s->h); ";
  if outline.parts <> [] then word ctx "int fl__to = (int)fl__s->h.at; ";
  opening ctx outline ~at:(if outline.parts <> [] then "fl__to" else "fl__s->h.at");
  List.iter (Statements.statement ctx) outline.body;
  Writer.line w ~at:(d.body.last - 1) "return FL_DONE; default: __builtin_unreachable(); } }";
  (* Where another definition may be the one that runs, these are not its lines. *)
  if not (Carried.weak carried s.name) then lines w program checked

let extnames (program : Program.t) =
  let names = Hashtbl.fold (fun _ (s : Program.signature) l -> if s.suspends && not s.static then s.name :: l else
    l) program.signatures [] in
  String.concat "" (List.map (fun n -> printf "#pragma redefine_extname %s fl_cps_%s\n" n n) (List.sort compare names))

(* By it compilers know the program's name, which is told to debuggers in place of a temporary file's. *)
let first_line text =
  match String.index_opt text '\n' with
  | Some n when String.length text > 2 && String.sub text 0 2 = "# " -> String.sub text 0 (n + 1)
  | _ -> ""

let has_spawn (d : Program.definition) = Ast.exists (fun n -> Program.spawned n <> None) d.body

(* Where pragmas say what declarations mean, what a marked function becomes is declared where that is: behind its first
   declaration. Elsewhere, where it is needed first. *)
let early (program : Program.t) =
  if not (Pragmas.about_declarations program.source) then []
  else
    let known = Hashtbl.create 99 in
    let is_first (n : Ast.node) =
      n.kind = FunctionDecl && n.first >= 0 && Ctype.suspends n.desugared
      && (not (Hashtbl.mem known n.name))
      && (Hashtbl.add known n.name (); true)
    in
    let has_body (n : Ast.node) = List.exists (fun (c : Ast.node) -> c.kind = CompoundStmt) n.inner in
    let place (n : Ast.node) = Option.map (fun at -> (at, n.name)) (Program.behind program n) in
    List.sort compare
      (List.filter_map (fun n -> if is_first n && not (has_body n) then place n else None) program.tree.inner)

let accounted w program ~allowances ~blanks =
  Result.map (fun () -> Writer.contents w) (Accounts.check program ~allowances ~blanks (Writer.times w))

let allowances program functions =
  let translated = List.map (fun (f : Checked.t) -> f.ir.definition) functions in
  (* Of functions with `...` there is no C of that type. *)
  let variadic (d : Program.definition) = d.signature.variadic in
  let unprinted = List.map (fun (d : Program.definition) -> d.header) (List.filter variadic translated) in
  Accounts.painted program ~translated ~unprinted

let read_back program functions text =
  let apart = Carried.about_calls (Carried.of_program program) in
  Read_back.check program ~blanks:(Promises.places program) ~apart ~fields:Frame.name_fields
    ~allowances:(allowances program functions) functions text

let file ~poison ~clang (program : Program.t) functions =
  let blanks = Promises.places program in
  let w = Writer.create ~blanks program.source in
  Writer.preamble w (first_line program.source.text ^ extnames program);
  let declared = Hashtbl.create 97 in
  let packs = Pragmas.anywhere program.source ~about:"pack" <> [] and carried = Carried.of_program program in
  let at = ref 0 and left = ref (early program) in
  let rec copy first last =
    match !left with
    | (place, name) :: rest when place <= last ->
        left := rest;
        if place >= first then (
          Writer.copy w first place;
          declare w ~carried ~at:(place - 1) program declared name);
        copy (max first place) last
    | _ -> Writer.copy w first last
  in
  List.iter
    (fun (d : Program.definition) ->
      if d.signature.suspends then (
        match List.find_opt (fun (f : Checked.t) -> f.ir.definition == d) functions with
        | None -> ()
        | Some f ->
            copy !at (fst d.header);
            func w ~poison ~clang ~packs ~carried program declared f;
            at := d.body.last)
      else if has_spawn d then (
        copy !at d.body.first;
        let ctx = nowhere w program in
        frags ctx (Lower.native program d);
        at := d.body.last))
    program.definitions;
  copy !at (String.length program.source.text);
  Result.bind (accounted w program ~allowances:(allowances program functions) ~blanks) (fun text ->
      (* For tests of what is saved there is more text. *)
      let read = if poison then Ok () else read_back program functions text in
      Result.map (fun () -> text) read)

(* With stacks, a thread comes back to its function's middle on another OS thread, and compilers take what a function
   without parameters results in for the same everywhere if it is `const`, as the C library says of where errno is. *)
let constant_places (program : Program.t) =
  let parameters (n : Ast.node) = List.exists (fun (c : Ast.node) -> c.kind = ParmVarDecl) n.inner in
  List.concat_map
    (fun (n : Ast.node) ->
      if n.kind <> FunctionDecl || parameters n then []
      else
        List.filter_map
          (fun (c : Ast.node) ->
            (* What clang knows without a declaration is for it declared where it is named first. *)
            let written () =
              List.mem (String.sub program.source.text c.first (c.last - c.first)) [ "const"; "__const__"; "__const" ]
            in
            if c.kind = ConstAttr && c.first >= 0 && written () then Some (c.first, c.last) else None)
          n.inner)
    program.tree.inner

let erased (program : Program.t) =
  let blanks = constant_places program in
  let w = Writer.create ~blanks program.source in
  let ctx = nowhere w program in
  let at = ref 0 and known = Hashtbl.create 7 in
  (* The asm keeps what it results in from being taken for a constant. *)
  let where (name, f) =
    if Hashtbl.mem known name then ""
    else (
      Hashtbl.replace known name ();
      printf
        "static __attribute__((__noinline__, __unused__)) __typeof__(%s) *%s(void) { __typeof__(%s) \
         *fl__p = &%s; __asm__ __volatile__(\"\" : \"+r\"(fl__p) : : \"memory\"); return fl__p; } "
        name f name name)
  in
  List.iter
    (fun (d : Program.definition) ->
      let thread_locals = Lower.erased_thread_locals program d in
      if has_spawn d || thread_locals <> [] then (
        let thunks, text = Lower.erased program d in
        let thunks = String.concat "" (List.map where thread_locals) ^ thunks in
        Writer.copy w !at (fst d.header);
        (* It may spawn itself. *)
        if d.signature.prototyped && d.signature.suspends then (
          Writer.copy ~again:true w (fst d.header) (snd d.header);
          word ctx "; ");
        Writer.line w ~at:(fst d.header) thunks;
        Writer.copy w (fst d.header) d.body.first;
        frags ctx text;
        at := d.body.last))
    program.definitions;
  Writer.copy w !at (String.length program.source.text);
  accounted w program ~allowances:(allowances program []) ~blanks
