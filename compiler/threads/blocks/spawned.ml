(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Kind
open Ast

let printf = Printf.sprintf
let body_of n = Option.map snd (Program.marked "__fl_block" n)

(* {2 What is around the statement} *)

type variable = { id : int; name : string; ty : string; desugared : string; aligned : bool }

(* What a name means there that means something in the function only. *)
type local = Variable of variable | Elsewhere of string  (** what it is; it cannot be copied *) | Type

let declared (n : node) =
  match n.kind with
  | VarDecl when n.storage = "static" -> [ (n.name, Elsewhere "a static variable") ]
  | VarDecl when n.storage = "extern" -> [ (n.name, Elsewhere "an extern variable") ]
  | VarDecl ->
      let aligned = List.exists (fun (c : node) -> c.kind = AlignedAttr) n.inner in
      [ (n.name, Variable { id = n.id; name = n.name; ty = n.ty; desugared = n.desugared; aligned }) ]
  | FunctionDecl -> [ (n.name, Elsewhere "a function") ]
  | TypedefDecl | RecordDecl -> [ (n.name, Type) ]
  | EnumDecl ->
      let constant (c : node) =
        if c.kind = EnumConstantDecl then Some (c.name, Elsewhere "an enumerator") else None
      in
      (n.name, Type) :: List.filter_map constant n.inner
  | _ -> []

let of_parameter (p : Program.parameter) =
  (p.p_name, Variable { id = p.p_id; name = p.p_name; ty = p.p_marked; desugared = p.p_marked; aligned = false })

(* The statements to be spawned that are in no other, each with what is declared around it, innermost first. *)
let find (d : Program.definition) =
  let found = ref [] in
  let rec go around (n : node) =
    match body_of n with
    | Some body -> found := (n, body, around) :: !found
    | None ->
        let next around (c : node) =
          go around c;
          if c.kind = DeclStmt then List.rev_append (List.concat_map declared c.inner) around else around
        in
        ignore (List.fold_left next around n.inner)
  in
  go (List.map of_parameter d.signature.parameters) d.body;
  List.rev !found

(* {2 What is in it} *)

let at_token (t : Preprocessed.token) = { nothing with first = t.at; last = t.at + String.length t.word }

(* Names that are not of members. *)
let names p ~first ~last =
  let rec go previous = function
    | (t : Preprocessed.token) :: rest ->
        let here = Preprocessed.is_word t.word && previous <> "." && previous <> "->" in
        if here then t :: go t.word rest else go t.word rest
    | [] -> []
  in
  go "" (Preprocessed.tokens p ~first ~last)

let mentions text name =
  let p = Preprocessed.of_text ~name:"" text in
  let same (t : Preprocessed.token) = t.word = name in
  List.exists same (Preprocessed.tokens p ~first:0 ~last:(String.length text))

(* What is copied is written once, and clang has seen already that nobody else writes it. *)
let rec without_const ty =
  let after part = Option.map snd (Ctype.split ty part) and before part = Option.map fst (Ctype.split ty part) in
  let ends word = String.ends_with ~suffix:("*" ^ word) ty in
  let cut word = String.sub ty 0 (String.length ty - String.length word) in
  let starts word = String.starts_with ~prefix:(word ^ " ") ty in
  match (after "(*const", before "(*const") with
  | Some rest, Some first -> without_const (first ^ "(*" ^ String.trim rest)
  | _ when String.contains ty '(' -> ty
  | _ when ends "const" -> without_const (cut "const")
  | _ -> (
      match Ctype.split ty "*const[" with
      | Some (first, rest) -> first ^ "*[" ^ rest
      | None when String.contains ty '*' -> ty
      | None when starts "const" -> without_const (String.sub ty 6 (String.length ty - 6))
      | None when starts "volatile" -> "volatile " ^ without_const (String.sub ty 9 (String.length ty - 9))
      | None -> ty)

(* Passed as a structure that holds it: arrays are no values in C. *)
let wrapped v = String.contains v.desugared '['

let written v = if Ctype.of_expression v.ty then v.desugared else v.ty

(* clang says that it is marked; how to write that, it says of what was written so. *)
let unwritten_mark ty = Ctype.contains ty Ctype.mark_for_clang && not (Ctype.contains ty Ctype.mark)

let not_copied v types =
  let local = List.find_opt (fun t -> t <> "" && mentions v.ty t) types in
  match local with
  | Some t -> Some (printf "its type `%s` is declared in the function" t)
  | None when Ctype.without_name v.ty -> Some "its type has no name"
  | None when Ctype.variable_length v.desugared || Ctype.variable_length v.ty -> Some "its length is no constant"
  | None when Ctype.is_va_list v.ty || Ctype.is_va_list v.desugared -> Some "it lists arguments of the caller's"
  | None when unwritten_mark (written v) -> Some "the mark in its type has to be written, or to be in a typedef"
  | None when v.aligned -> Some "a copy would not have its alignment"
  | None -> None

(* Jumps into it, out of it, and values that nobody waits for. *)
let jumps say (d : Program.definition) (n : node) body =
  let labels = Hashtbl.create 7 in
  iter (fun (c : node) -> if c.kind = LabelStmt then Hashtbl.replace labels c.target ()) body;
  let out (c : node) what = say (Diagnosis.at c "%s a statement that runs on a thread of its own" what
    ~help:"let the threads tell each other through variables, conditions or channels") in
  let rec inside ~loop ~switch (c : node) =
    let again = List.iter (inside ~loop ~switch) in
    match c.kind with
    | BreakStmt -> if not (loop || switch) then out c "this `break` leaves"
    | ContinueStmt -> if not loop then out c "this `continue` leaves"
    | GotoStmt -> if not (Hashtbl.mem labels c.target) then out c "this `goto` leaves"
    | CaseStmt | DefaultStmt ->
        if not switch then out c "the switch around leads into";
        again c.inner
    | ReturnStmt when c.inner <> [] -> out c "a value is returned from"
    | AddrLabelExpr | IndirectGotoStmt -> out c "this jump is not translated in"
    | WhileStmt | DoStmt | ForStmt -> List.iter (inside ~loop:true ~switch) c.inner
    | SwitchStmt -> List.iter (inside ~loop ~switch:true) c.inner
    | _ -> again c.inner
  in
  inside ~loop:false ~switch:false body;
  let rec around (c : node) =
    if c.id <> n.id then (
      (match c.kind with
      | (GotoStmt | AddrLabelExpr) when Hashtbl.mem labels c.target -> out c "this leads into"
      | _ -> ());
      List.iter around c.inner)
  in
  around d.body

(* {2 The function that it becomes} *)

type made = { before : string; after : string; call : string }

let captured p say ~around ~first ~last (body : node) =
  let used = Hashtbl.create 17 and inner = Hashtbl.create 17 in
  iter (fun (c : node) ->
      if c.kind = DeclRefExpr then Hashtbl.add used c.target c;
      List.iter (fun (name, _) -> Hashtbl.replace inner name ()) (declared c)) body;
  let words = names p ~first ~last in
  let types = List.filter_map (function name, Type -> Some name | _ -> None) around in
  let visible = List.filter (fun (name, _) -> name <> "") around in
  let rec first_of seen = function
    | (name, _) :: rest when List.mem name seen -> first_of seen rest
    | (name, what) :: rest -> (name, what) :: first_of (name :: seen) rest
    | [] -> []
  in
  let word name = List.find_opt (fun (t : Preprocessed.token) -> t.word = name) words in
  let outside t name what =
    say (Diagnosis.at (at_token t) "`%s`, %s of the function around, is not known on a thread of its own" name what
      ~help:"declare it before the function")
  in
  List.filter_map
    (fun (name, what) ->
      match (what, word name) with
      | _, None -> None
      | Elsewhere what, Some t ->
          let used_here = Hashtbl.fold (fun _ (c : node) yes -> yes || c.first = t.at) used false in
          if used_here || not (Hashtbl.mem inner name) then outside t name what;
          None
      | Type, Some t -> if not (Hashtbl.mem inner name) then outside t name "a type"; None
      | Variable v, Some t ->
          let uses = Hashtbl.find_all used v.id in
          (* In a `typeof` there is no node for it. *)
          let everywhere = List.filter (fun (t : Preprocessed.token) -> t.word = name) words in
          let hidden = List.length everywhere <> List.length uses in
          if uses = [] && Hashtbl.mem inner name then None
          else (
            (match not_copied v types with
            | Some why ->
                say (Diagnosis.at (at_token t) "`%s` cannot be copied for a thread of its own: %s" name why
                  ~help:"pass a pointer to what lasts as long as the thread")
            | None when wrapped v && hidden ->
                say (Diagnosis.at (at_token t) "`%s`, an array of which the thread has a copy, means something else in \
                  this statement, too" name ~help:"give one of them another name")
            | None -> ());
            Some (v, uses)))
    (first_of [] visible)

(* An array [a] is [a.a] there. *)
let make p (d : Program.definition) say count ((n : node), (body : node), around) =
  let last = Extent.statement_end p body in
  jumps say d n body;
  let copies = captured p say ~around ~first:body.first ~last body in
  let name = printf "fl__%s__%d" d.signature.name count in
  let holder v = printf "struct fl__%s__%s" name v.name in
  let type_of v = printf "__typeof__(%s)" (without_const (Ctype.as_marked (written v))) in
  let arrays = List.filter (fun (v, _) -> wrapped v) copies in
  let structures =
    String.concat "" (List.map (fun (v, _) -> printf "%s { %s %s; };\n" (holder v) (type_of v) v.name) arrays)
  in
  let structures =
    if structures = "" then "" else "#pragma pack(push)\n#pragma pack()\n" ^ structures ^ "#pragma pack(pop)\n"
  in
  let parameter (v, _) = printf "%s %s" (if wrapped v then holder v else type_of v) v.name in
  let parameters = if copies = [] then "void" else String.concat ", " (List.map parameter copies) in
  let head = printf "static %s void %s(%s)" Ctype.mark name parameters in
  let argument (v, _) =
    if not (wrapped v) then v.name
    else
      printf "__extension__ ({ %s fl__copy; __builtin_memcpy((void *)&fl__copy, (const void *)&%s, sizeof fl__copy); \
        fl__copy; })" (holder v) v.name
  in
  let inside =
    List.concat_map
      (fun (v, uses) ->
        let behind (c : node) = (c.first + String.length v.name, c.first + String.length v.name, "." ^ v.name) in
        if wrapped v then List.map behind uses else [])
      copies
  in
  let text = Rewrite.render p (List.rev inside) body.first last in
  {
    before = printf "\n%s%s;" structures head;
    after = printf "%s%s {%s%s\n}" (Rewrite.resynchronized p n.first) head (Rewrite.resumed p body.first) text;
    call = printf "{ (__fl_spawned(), (void)(%s(%s))); }" name (String.concat ", " (List.map argument copies));
  }

let concern (d : Program.definition) = exists (fun n -> body_of n <> None) d.body

let expand (program : Program.t) =
  let p = program.source in
  let found = ref [] and edits = ref [] in
  let say d = found := d :: !found in
  let edit e = edits := e :: !edits in
  let declares_type (d : Program.definition) (n : node) =
    (n.kind = RecordDecl || n.kind = EnumDecl)
    && fst d.header <= n.first && n.last <= snd d.header && n.last > 0 && p.text.[n.last - 1] = '}'
  in
  List.iter
    (fun (d : Program.definition) ->
      match find d with
      | [] -> ()
      | l ->
          (match List.find_opt (declares_type d) program.tree.inner with
          | Some n ->
              say (Diagnosis.at n "a type is declared together with `%s`, in front of which a statement of it becomes \
                a function" d.signature.name ~help:"declare the type before the function")
          | None -> ());
          let made = List.mapi (fun i ((n, body, _) as s) -> (n, body, make p d say (i + 1) s)) l in
          let at = Program.beginning program d in
          edit (at, at, String.concat "" (List.map (fun (_, _, m) -> m.before) made) ^ Rewrite.resumed p at);
          List.iter
            (fun ((n : node), body, m) ->
              edit (Rewrite.replacing p n.first (Extent.statement_end p body) m.call))
            made;
          let behind = d.body.last in
          edit (behind, behind, String.concat "" (List.map (fun (_, _, m) -> m.after) made) ^ Rewrite.resumed p behind))
    program.definitions;
  if !found <> [] then Error (List.rev !found)
  else if !edits = [] then Ok None
  else Ok (Some (Rewrite.render p !edits 0 (String.length p.text)))
