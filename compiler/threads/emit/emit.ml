(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Ir

type ctx = {
  w : Writer.t;
  poison : bool;
  fields : (int, string) Hashtbl.t;  (** of what is saved, by key *)
  numbers : (int, Checked.suspension) Hashtbl.t;  (** by where the call ends *)
  saved : var list;
  slot : var -> int option;
  result : string;  (** type *)
  leaf : string -> bool;  (** primitives that need no frame *)
  size : string;  (** of the frame *)
  fixed_parameters : string -> int option;  (** of a function with `...` *)
  mutable in_switch : bool;  (** in a switch of the source: resuming has to go through a label *)
}

let printf = Printf.sprintf
let field ctx v = Hashtbl.find_opt ctx.fields v.key

let place ctx v = match field ctx v with Some name -> "fl__s->" ^ name | None -> v.name

let frag ctx = function
  | Text (first, last) -> Writer.copy ctx.w first last
  | Word text -> Writer.word ctx.w text
  | Var v -> Writer.word ctx.w (place ctx v)

let frags ctx l = List.iter (frag ctx) l
let exp ctx (e : exp) = frags ctx (Lazy.force e.frags)
let word ctx text = Writer.word ctx.w text

(* {2 Declarations} *)

let typeof ty = printf "__typeof__(%s)" ty
let alignment v = match v.aligned with Some n -> printf " __attribute__((__aligned__(%d)))" n | None -> ""

(* Of what an assignment cannot write, or may not: constants, arrays, structures with constant members. *)
let by_copy v = Ctype.constant v.ty || Ctype.constant v.desugared || Ctype.is_array v.desugared || Ctype.is_compound
  v.desugared

let store ctx v initial =
  match initial with
  | Uninitialized | Later -> ()
  | Value e when not (by_copy v) ->
      word ctx (printf "%s = " (place ctx v));
      exp ctx e;
      word ctx ";"
  | Value e | Braces e ->
      word ctx (printf "{ %s fl__i%s = " (typeof v.ty) (alignment v));
      exp ctx e;
      word ctx (printf "; __builtin_memcpy((void *)&%s, (const void *)&fl__i, sizeof fl__i); }" (place ctx v))

(* Of a variable that stays one. *)
let define ctx v initial =
  word ctx (printf "%s %s%s" (typeof v.ty) v.name (alignment v));
  (match initial with
  | Uninitialized | Later -> ()
  | Value e | Braces e -> word ctx " = "; exp ctx e);
  word ctx ";"

(* {2 Calls} *)

let poison_dead ctx (s : Checked.suspension) =
  if ctx.poison then
    let held = List.map ctx.slot (s.live @ s.kept) in
    List.iter
      (fun v ->
        if not (List.mem (ctx.slot v) held) then
          word ctx (printf "__builtin_memset((void *)&%s, 0xa5, sizeof %s); " (place ctx v) (place ctx v)))
      ctx.saved

let arguments ctx l =
  List.iter
    (fun (e : exp) ->
      word ctx ", ";
      exp ctx e)
    l

let number ctx (c : call) = (Hashtbl.find ctx.numbers c.until : Checked.suspension)

(* FL_RESULT, in text that is not preprocessed again. *)
let result_of frame ty =
  printf "(*(%s *)(void *)((char *)(%s) + (sizeof(fl_frame) + _Alignof(%s) - 1) / _Alignof(%s) * _Alignof(%s)))"
    (typeof ty) frame (typeof ty) (typeof ty) (typeof ty)

let resumes ctx k = if ctx.in_switch then printf "fl__at_%d:" k else printf "case %d:" k

let leaf ctx f (c : call) =
  let s = number ctx c in
  let name i = printf "fl__a%d" i in
  word ctx "{ ";
  (* Arguments are evaluated before what they read is overwritten. *)
  if ctx.poison then
    List.iteri
      (fun i ((e : exp), ty) ->
        word ctx (printf "%s %s = " (typeof ty) (name i));
        exp ctx e;
        word ctx "; ")
      (List.combine c.arguments c.parameter_types);
  word ctx (printf "fl__s->h.at = %d; " s.number);
  poison_dead ctx s;
  word ctx (printf "if (%s__leaf(fl__x, &fl__s->h, %s" f ctx.size);
  if ctx.poison then List.iteri (fun i _ -> word ctx (", " ^ name i)) c.arguments else arguments ctx c.arguments;
  word ctx (printf ") != FL_DONE) return FL_PARKED; if (0) { %s; } " (resumes ctx s.number));
  (match c.into with
  | Some v -> word ctx (printf "%s = (%s)fl__x->value; " (place ctx v) (typeof c.result))
  | None -> ());
  word ctx "}"

(* The frame of who is called by name. *)
let direct ctx (c : call) f ~size =
  let fixed = Option.value (ctx.fixed_parameters f) ~default:(List.length c.arguments) in
  let before = List.filteri (fun i _ -> i < fixed) c.arguments in
  let behind = List.filteri (fun i _ -> i >= fixed) (List.combine c.arguments c.parameter_types) in
  let value i = printf "fl__va%d" i in
  word ctx "{ ";
  List.iteri
    (fun i (e, ty) ->
      word ctx (printf "%s %s = " (typeof ty) (value i));
      exp ctx e;
      word ctx "; ")
    behind;
  let layout, area, bytes = Variadic.layout ~tag:"" (List.mapi (fun i (_, ty) -> (value i, ty)) behind) in
  let variadic = ctx.fixed_parameters f <> None in
  if variadic then word ctx layout;
  word ctx (printf "fl_frame *fl__c = %s__push(fl__x, &fl__s->h, %s" f size);
  arguments ctx before;
  word ctx (if variadic then printf ", %s, %s); " area bytes else "); ")

(* The frame of who is called through a pointer. *)
let through ctx (c : call) callee ~size =
  (* What is evaluated may itself call entries; the exec is told last. *)
  word ctx (printf "{ fl_frame *fl__c; %s fl__f = " (typeof c.callee_type));
  exp ctx callee;
  word ctx "; ";
  List.iteri
    (fun i ((e : exp), ty) ->
      word ctx (printf "%s fl__a%d = " (typeof ty) i);
      exp ctx e;
      word ctx "; ")
    (List.combine c.arguments c.parameter_types);
  word ctx (printf "fl__x->from = &fl__s->h; fl__x->from_size = %s; fl__x->entering = 1; (void)fl__f(" size);
  word ctx (String.concat ", " (List.mapi (fun i _ -> printf "fl__a%d" i) c.arguments));
  word ctx "); fl__c = fl__x->pushed; "

let framed ctx (c : call) =
  let s = number ctx c in
  let k = s.number in
  let after run =
    word ctx (printf "fl__s->h.at = %d; " k);
    poison_dead ctx s;
    (if ctx.poison then word ctx "return fl_defer(fl__x, fl__c); " else word ctx
      (printf "if (%s != FL_DONE) return FL_PARKED; " run));
    word ctx (printf "if (0) { %s fl__c = (fl_frame *)fl__x->returned; } " (resumes ctx k))
  in
  (match c.callee with
  | Direct f ->
      direct ctx c f ~size:ctx.size;
      after (printf "%s__run(fl__x, fl__c)" f)
  | Through callee ->
      through ctx c callee ~size:ctx.size;
      after "fl__c->run(fl__x, fl__c)");
  (match c.into with
  | Some v when Ctype.is_scalar v.desugared ->
      word ctx (printf "%s = %s; " (place ctx v) (result_of "fl__c" c.result))
  | Some v -> word ctx (printf "__builtin_memcpy((void *)&%s, (const void *)&%s, sizeof %s); " (place ctx v)
    (result_of "fl__c" c.result) (place ctx v))
  | None -> ());
  word ctx "fl_pop(fl__x, fl__c); }"

(* In the place of this frame, if there is room: else somewhere else, and this one is given up. *)
let tail ctx (c : call) =
  let run_in_place run =
    word ctx
      (if ctx.poison then "return fl_defer(fl__x, fl__c); }"
      else printf "if (fl__c == &fl__s->h) return %s; return fl_defer(fl__x, fl__c); }" run)
  in
  match c.callee with
  | Direct f ->
      direct ctx c f ~size:"0";
      run_in_place (printf "%s__run(fl__x, fl__c)" f)
  | Through callee ->
      through ctx c callee ~size:"0";
      run_in_place "fl__c->run(fl__x, fl__c)"

let call ctx (c : call) =
  match c.callee with
  | _ when c.tail -> tail ctx c
  | Direct f when ctx.leaf f -> leaf ctx f c
  | _ -> framed ctx c

(* {2 Statements} *)

let return_parts = Fragments.return_parts

let rec stmt ctx { at; desc } =
  let start text = Writer.line ctx.w ~at text in
  let block l = word ctx "{"; List.iter (stmt ctx) l; word ctx " }" in
  match desc with
  | Nothing -> start ";"
  | Verbatim (text, _) -> start ""; frags ctx (Lazy.force text)
  | Exp e -> start ""; exp ctx e; word ctx ";"
  | Set (v, e) when Ctype.is_scalar v.desugared ->
      start (place ctx v ^ " = ");
      exp ctx e;
      word ctx ";"
  | Set (v, e) -> start ""; store ctx v (Braces e)
  | Init (v, initial) -> start ""; if field ctx v = None then define ctx v initial else store ctx v initial
  | Declarations (text, l) -> (
      match text with
      | Some text when List.for_all (function Variable (v, _) -> field ctx v = None | Other _ -> true) l ->
          start "";
          frags ctx (Lazy.force text);
          word ctx ";"
      | _ ->
          List.iter
            (function
              | Variable (_, Later) -> ()
              | Variable (v, initial) -> start ""; if field ctx v = None then define ctx v initial else store ctx v
                initial
              | Other text -> start ""; frags ctx text; word ctx ";")
            l)
  | Call c -> start ""; call ctx c
  | Block l -> start ""; block l
  | If (e, yes, no) ->
      start "if (";
      exp ctx e;
      word ctx ") ";
      block yes;
      if no <> [] then (word ctx " else "; block no)
  | While (e, body) ->
      start "while (";
      exp ctx e;
      word ctx ") ";
      block body
  | Do (body, e) ->
      start "do ";
      block body;
      word ctx " while (";
      exp ctx e;
      word ctx ");"
  | Forever (body, label, latch) ->
      start "for (;;) { ";
      block body;
      Option.iter (fun l -> word ctx (printf " %s:;" l)) label;
      List.iter (stmt ctx) latch;
      word ctx " }"
  | Switch (e, body) ->
      start "switch (";
      exp ctx e;
      word ctx ") ";
      let outer = ctx.in_switch in
      ctx.in_switch <- true;
      block body;
      ctx.in_switch <- outer
  | Case (text, _) -> start ""; frags ctx text; word ctx ";"
  | Label name -> start (name ^ ":;")
  | Goto name -> start (printf "goto %s;" name)
  | Break -> start "break;"
  | Continue None -> start "continue;"
  | Continue (Some label) -> start (printf "goto %s;" label)
  | Return None -> start "return FL_DONE;"
  | Return (Some e) ->
      let before, behind = return_parts ctx.result in
      start before;
      exp ctx e;
      word ctx behind

(* {2 Functions} *)

let unused = "__attribute__((__unused__)) "

let prototypes (s : Program.signature) =
  let static = if s.static then unused ^ "static " else "" in
  let parameters = String.concat "" (List.map (fun (p : Program.parameter) -> ", " ^ typeof p.p_type) s.parameters) in
  let parameters = if s.variadic then parameters ^ ", const void *, __typeof__(sizeof 0)" else parameters in
  printf "%sfl_frame *%s__push(fl_exec *, const fl_frame *, __typeof__(sizeof 0)%s); %sfl_status %s__run(fl_exec *, \
     void *); " static s.name parameters static s.name

(* Each saved variable in a field with its name, or one like it. *)
let name_fields saved =
  let fields = Hashtbl.create 17 and taken = Hashtbl.create 17 and next = Hashtbl.create 17 in
  List.iter (fun n -> Hashtbl.replace taken n ()) [ "h"; "fl__out" ];
  List.iter
    (fun v ->
      let base = if v.name = "" then "fl__unnamed" else v.name in
      (* Thousands of loops may have an `i` each. *)
      let rec free i =
        let n = if i = 1 then base else printf "%s_%d" base i in
        if Hashtbl.mem taken n then free (i + 1) else (Hashtbl.replace next base (i + 1); n)
      in
      let name = free (Option.value (Hashtbl.find_opt next base) ~default:1) in
      Hashtbl.replace taken name ();
      Hashtbl.replace fields v.key name)
    saved;
  fields

(* Members of the frame, in the order of their first variables: a union of those that share one. *)
let members ctx =
  let field v = printf "%s %s%s; " (typeof v.ty) (Hashtbl.find ctx.fields v.key) (alignment v) in
  let sharing = Hashtbl.create 17 and order = ref [] in
  List.iter
    (fun v ->
      let m = ctx.slot v in
      match Hashtbl.find_opt sharing m with
      | Some l -> Hashtbl.replace sharing m (v :: l)
      | None -> Hashtbl.add sharing m [ v ]; order := m :: !order)
    ctx.saved;
  List.rev_map
    (fun m ->
      match Hashtbl.find sharing m with
      | [ v ] -> field v
      | l -> printf "__extension__ union { %s}; " (String.concat "" (List.rev_map field l)))
    !order

let frame ctx (s : Program.signature) =
  let members = members ctx in
  let void = Ctype.is_void s.result in
  let result = if void then "" else printf "struct { fl_frame fl__h1; %s result; } fl__out; " (typeof s.result) in
  let before = if s.variadic then "fl_frame fl__h2; unsigned int fl__size; " else "fl_frame fl__h2; " in
  printf "struct __attribute__((__may_alias__)) %s__frame { __extension__ union { fl_frame h; %s__extension__ struct \
     { %s%s}; }; }; " s.name result before
    (String.concat "" members)

(* Calls in a switch of the source: its own labels cannot be resumption points of ours. *)
let labelled (f : func) =
  let found = Hashtbl.create 17 in
  let rec go inside { desc; _ } =
    match desc with
    | Call c -> if inside && not c.tail then Hashtbl.replace found c.until ()
    | Block l -> List.iter (go inside) l
    | If (_, a, b) | Forever (a, _, b) -> List.iter (go inside) a; List.iter (go inside) b
    | While (_, l) | Do (l, _) -> List.iter (go inside) l
    | Switch (_, l) -> List.iter (go true) l
    | _ -> ()
  in
  List.iter (go false) f.body;
  found

let push (s : Program.signature) params fields_of =
  let static = if s.static then unused ^ "static " else "" in
  let name i (p : Program.parameter) = if p.p_name = "" then printf "fl__p%d" i else "fl__p_" ^ p.p_name in
  let declared = String.concat "" (List.mapi (fun i (p : Program.parameter) -> printf ", %s %s" (typeof p.p_type)
    (name i p)) s.parameters) in
  let stored =
    String.concat ""
      (List.mapi
         (fun i ((p : Program.parameter), v) ->
           if by_copy v then printf "__builtin_memcpy((void *)&fl__s->%s, (const void *)&%s, sizeof fl__s->%s); "
             (fields_of v) (name i p) (fields_of v)
           else printf "fl__s->%s = %s; " (fields_of v) (name i p))
         (List.combine s.parameters params))
  in
  (* What is behind `...` lies behind the frame's own members. *)
  let size, align, more, keep =
    if s.variadic then
      ( "(sizeof *fl__s + 15) / 16 * 16 + fl__bytes",
        printf "(_Alignof(struct %s__frame) > 16 ? _Alignof(struct %s__frame) : 16)" s.name s.name,
        ", const void *fl__area, __typeof__(sizeof 0) fl__bytes",
        "fl__s->fl__size = (unsigned int)((sizeof *fl__s + 15) / 16 * 16 + fl__bytes); \
         __builtin_memcpy((char *)fl__s + (sizeof *fl__s + 15) / 16 * 16, fl__area, fl__bytes); " )
    else ("sizeof *fl__s", printf "_Alignof(struct %s__frame)" s.name, "", "")
  in
  printf
    "%sfl_frame *%s__push(fl_exec *fl__x, const fl_frame *fl__from, __typeof__(sizeof 0) fl__size%s%s) { struct \
       %s__frame *fl__s = (struct %s__frame *)fl_push(fl__x, fl__from, fl__size, %s__run, %s, %s); %s%sreturn \
       &fl__s->h; } "
    static s.name declared more s.name s.name s.name size align keep stored

let entry ctx (s : Program.signature) (header : int * int) =
  if s.static then word ctx unused;
  Writer.copy ctx.w (fst header) (snd header);
  let names = String.concat "" (List.mapi (fun i (p : Program.parameter) -> ", " ^ if p.p_name = "" then printf
    "fl__p%d" i else p.p_name) s.parameters) in
  word ctx (printf "{ fl_exec *fl__x = fl_enter(); fl__x->pushed = %s__push(fl__x, fl__x->from, fl__x->from_size%s); \
     " s.name names);
  word ctx
    (if Ctype.is_void s.result then "} "
    else printf "{ %s fl__r; __builtin_memset((void *)&fl__r, 0, sizeof fl__r); return fl__r; } } " (typeof s.result))

let callees (s : Checked.t) =
  List.filter_map (fun (x : Checked.suspension) -> match x.call.callee with Direct f -> Some f | Through _ -> None)
    s.suspensions

(* FL_LARGE of fl_threads_abi.h: compilers' passes are quadratic in the ways into a function's middle. *)
let large ~clang (f : func) =
  if f.calls <= 256 then "" else if clang then "__attribute__((optnone, noinline)) " else
    "__attribute__((optimize(\"O0\"))) "

(* For fl_task_dump. *)
let lines w (program : Program.t) (checked : Checked.t) =
  let s = checked.ir.definition.signature in
  let line (x : Checked.suspension) = string_of_int (snd (Preprocessed.origin program.source x.call.from)) in
  let all = List.map line checked.suspensions in
  let file, _ = Preprocessed.origin program.source (fst checked.ir.definition.header) in
  if all <> [] then
    Writer.word w
      (printf
         " static const struct fl_lines %s__lines = {%s__run, \"%s\", %S, %d, (const unsigned int[]){%s}}; static \
         const struct fl_lines *const %s__lines_at __attribute__((__used__, __section__(\"fl_lines\"))) = &%s__lines;"
         s.name s.name s.name file (List.length all) (String.concat ", " all) s.name s.name)

let func w ~poison ~clang (program : Program.t) declared (checked : Checked.t) =
  let ir = checked.ir in
  let d = ir.definition in
  let s = d.signature in
  let numbers = Hashtbl.create 97 in
  List.iter (fun (x : Checked.suspension) -> Hashtbl.replace numbers x.call.until x) checked.suspensions;
  let ctx = { w; poison; fields = name_fields checked.saved; numbers; saved = checked.saved; slot = checked.slot;
    result = s.result; leaf = (fun f -> Hashtbl.mem program.signatures (f ^ "__leaf"));
    size = (if s.variadic then "fl__s->fl__size" else "sizeof *fl__s");
    fixed_parameters = Program.fixed_parameters program; in_switch = false } in
  let at = fst d.header in
  let declare name =
    if not (Hashtbl.mem declared name) then (
      Hashtbl.add declared name ();
      match Hashtbl.find_opt program.signatures name with Some s -> Writer.line w ~at (prototypes s) | None -> ())
  in
  List.iter declare ((s.name :: callees checked) @ ir.spawns);
  Writer.line w ~at (frame ctx s);
  let params = List.filter (fun v -> v.role = Parameter) ir.variables in
  word ctx (push s params (fun v -> Hashtbl.find ctx.fields v.key));
  if not s.variadic then entry ctx s d.header;
  let static = if s.static then "static " else "" in
  Writer.line w ~at:(d.body.first) (printf
    "%s%sfl_status %s__run(fl_exec *fl__x, void *fl__f) { struct %s__frame *fl__s = (struct %s__frame *)fl__f; "
      (large ~clang ir) static s.name s.name s.name);
  (* Who calls none but primitives is one native frame on top of a caller who did look. *)
  let deeper (x : Checked.suspension) = match x.call.callee with Direct f -> not (ctx.leaf f) | Through _ -> true in
  if List.exists deeper checked.suspensions then
    word ctx "if (fl_deep(fl__x)) return fl_defer(fl__x, &fl__s->h); ";
  List.iter (fun v -> if v.role = Temporary && field ctx v = None then word ctx
    (printf "%s %s; " (typeof v.ty) v.name)) ir.variables;
  word ctx "switch (fl__s->h.at) { case 0:; ";
  let in_switches = labelled ir in
  List.iter
    (fun (x : Checked.suspension) -> if Hashtbl.mem in_switches x.call.until then word ctx
      (printf "if (0) { case %d: goto fl__at_%d; } " x.number x.number))
    checked.suspensions;
  List.iter (stmt ctx) ir.body;
  Writer.line w ~at:(d.body.last - 1) "return FL_DONE; default: __builtin_unreachable(); } }";
  lines w program checked

let extnames (program : Program.t) =
  let names = Hashtbl.fold (fun _ (s : Program.signature) l -> if s.suspends && not s.static then s.name :: l else
    l) program.signatures [] in
  String.concat "" (List.map (fun n -> printf "#pragma redefine_extname %s fl_cps_%s\n" n n) (List.sort compare names))

let has_spawn (d : Program.definition) = Ast.exists (fun n -> Program.spawned n <> None) d.body

let file ~poison ~clang (program : Program.t) functions =
  let w = Writer.create program.source in
  Writer.preamble w (extnames program);
  let declared = Hashtbl.create 97 in
  let at = ref 0 in
  List.iter
    (fun (d : Program.definition) ->
      if d.signature.suspends then (
        match List.find_opt (fun (f : Checked.t) -> f.ir.definition == d) functions with
        | None -> ()
        | Some f ->
            Writer.copy w !at (fst d.header);
            func w ~poison ~clang program declared f;
            at := d.body.last)
      else if has_spawn d then (
        Writer.copy w !at d.body.first;
        let ctx = { w; poison; fields = Hashtbl.create 1; numbers = Hashtbl.create 1; saved = [];
          slot = (fun _ -> None);
    result = "void";
          leaf = (fun _ -> false); size = "sizeof *fl__s";
          fixed_parameters = Program.fixed_parameters program; in_switch = false } in
        frags ctx (Lower.native program d);
        at := d.body.last))
    program.definitions;
  Writer.copy w !at (String.length program.source.text);
  Writer.contents w

let erased (program : Program.t) =
  let w = Writer.create program.source in
  let ctx = { w; poison = false; fields = Hashtbl.create 1; numbers = Hashtbl.create 1; saved = [];
    slot = (fun _ -> None);
    result = "void";
    leaf = (fun _ -> false); size = "sizeof *fl__s";
          fixed_parameters = Program.fixed_parameters program; in_switch = false } in
  let at = ref 0 in
  List.iter
    (fun (d : Program.definition) ->
      if has_spawn d then (
        let thunks, text = Lower.erased program d in
        Writer.copy w !at (fst d.header);
        (* It may spawn itself. *)
        if d.signature.prototyped && d.signature.suspends then (
          Writer.copy w (fst d.header) (snd d.header);
          word ctx "; ");
        Writer.line w ~at:(fst d.header) thunks;
        Writer.copy w (fst d.header) d.body.first;
        frags ctx text;
        at := d.body.last))
    program.definitions;
  Writer.copy w !at (String.length program.source.text);
  Writer.contents w
