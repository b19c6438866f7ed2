(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Kind
open Ast

type parameter = { p_id : int; p_name : string; p_type : string; p_marked : string; p_at : int }

type signature = {
  name : string;
  suspends : bool;
  result : string;
  parameters : parameter list;
  variadic : bool;
  static : bool;
  inline : bool;
  prototyped : bool;
  declared_at : int;
}

type definition = { signature : signature; header : int * int; body : node }

type t = {
  source : Preprocessed.t;
  tree : node;
  signatures : (string, signature) Hashtbl.t;
  definitions : definition list;
  pointed : string -> string;
}

let signature before (n : node) =
  let parameters =
    List.filter_map
      (fun (p : node) ->
        if p.kind = ParmVarDecl then Some { p_id = p.id; p_name = p.name; p_type = Ctype.plain p.ty;
          p_marked = p.ty; p_at = p.name_at } else None)
      n.inner
  in
  {
    name = n.name;
    suspends = Ctype.suspends n.desugared;
    result = Ctype.result (if String.contains n.ty '(' then n.ty else n.desugared);
    parameters;
    variadic = variadic n;
    static = (n.storage = "static" || match before with Some b -> b.static | None -> false);
    inline = n.op = "inline";
    prototyped = not (Ctype.contains n.desugared "()" && parameters = []);
    declared_at = n.name_at;
  }

(* What is called is a pointer, whether its type is written so or not. *)
let pointer ty =
  match Ctype.parameters ty with
  | Some i when i > 0 && ty.[i - 1] <> ')' -> String.sub ty 0 i ^ "(*)" ^ String.sub ty i (String.length ty - i)
  | _ -> ty

(* clang removes typedefs at the top of a type only: of `op *f`, where `op` is a type of functions, the call f()
  says "op *"; and of `typeof(g) *f`, "typeof (g) *". *)
let resolver typedefs tree =
  let functions = Hashtbl.create 499 in
  iter (fun n -> if n.kind = FunctionDecl then Hashtbl.replace functions n.name n.ty) tree;
  let of_function ty =
    match Option.map (fun (_, behind) -> Ctype.split behind ")") (Ctype.split ty "typeof (") with
    | Some (Some (name, _)) -> Hashtbl.find_opt functions name
    | _ -> None
  in
  let rec resolve depth ty =
    if Ctype.contains ty "typeof (" then Option.value (of_function ty) ~default:ty
    else if String.contains ty '(' || depth > 50 then ty
    else
      let words = List.filter (fun w -> not (List.mem w [ ""; "*"; "const"; "volatile"; "restrict"; "*const";
        "*restrict"; "*volatile" ])) (String.split_on_char ' ' ty) in
      match words with [ w ] -> ( match Hashtbl.find_opt typedefs w with Some t -> resolve (depth + 1) t | None ->
        ty) | _ -> ty
  in
  fun ty -> pointer (resolve 0 ty)

let resolve_callees pointed tree =
  let rec map n =
    let inner = map_all n.inner in
    match inner with
    | callee :: arguments
      when n.kind = CallExpr
           && ((not (String.contains callee.desugared '(')) || Ctype.of_expression callee.desugared) ->
        { n with inner = { callee with desugared = pointed callee.desugared } :: arguments }
    | _ -> if inner == n.inner then n else { n with inner }
  and map_all l =
    match l with
    | [] -> l
    | n :: rest ->
        let n' = map n in
        let rest' = map_all rest in
        if n' == n && rest' == rest then l else n' :: rest'
  in
  map tree

(* Nor does it look through one in a function's result, whose qualifiers mean nothing, and would forbid to write it. *)
let rec unqualified_result typedefs depth ty =
  match Hashtbl.find_opt typedefs ty with
  | Some t when depth < 50 && not (Ctype.contains t "(") ->
      let plain = Ctype.result t in
      if plain <> t then unqualified_result typedefs (depth + 1) plain
      else
        let behind = unqualified_result typedefs (depth + 1) t in
        if behind = t then ty else behind
  | _ -> ty

(* A statement that a pragma is about begins, for clang, within the pragma's line, which is a statement's no more than
   the lines of other pragmas are. *)
let without_pragmas source tree =
  let in_pragma n = n.kind = AttributedStmt && n.first >= 0 && Preprocessed.on_marker source n.first in
  let rec map n =
    let n = { n with inner = List.map map n.inner } in
    if in_pragma n then { n with first = Preprocessed.behind_line source n.first } else n
  in
  if exists in_pragma tree then map tree else tree

let of_tree source tree =
  let tree = Attributed.statements source (without_pragmas source tree) in
  let typedefs = Hashtbl.create 499 in
  iter (fun n -> if n.kind = TypedefDecl then Hashtbl.replace typedefs n.name n.ty) tree;
  let pointed = resolver typedefs tree in
  let tree = resolve_callees pointed tree in
  let signatures = Hashtbl.create 499 and definitions = ref [] and defined = Hashtbl.create 99 in
  let add (n : node) =
    let s = signature (Hashtbl.find_opt signatures n.name) n in
    let s = { s with result = unqualified_result typedefs 0 s.result } in
    if not (Hashtbl.mem defined n.name) then Hashtbl.replace signatures n.name s;
    match List.find_opt (fun c -> c.kind = CompoundStmt) n.inner with
    | None -> ()
    | Some body ->
        Hashtbl.replace defined n.name ();
        Hashtbl.replace signatures n.name s;
        definitions := { signature = s; header = (n.first, body.first); body } :: !definitions
  in
  List.iter (fun n -> if n.kind = FunctionDecl then add n) tree.inner;
  (* Prototypes in blocks: they declare what no other does, or repeat. *)
  List.iter
    (fun d -> iter (fun n -> if n.kind = FunctionDecl && not (Hashtbl.mem signatures n.name) then Hashtbl.replace
      signatures n.name (signature None n)) d.body)
    !definitions;
  { source; tree; signatures; definitions = List.rev !definitions; pointed }

let fixed_parameters p name =
  match Hashtbl.find_opt p.signatures name with
  | Some s when s.variadic && s.suspends -> Some (List.length s.parameters)
  | _ -> None

let rec bare n =
  match (n.kind, n.inner) with
  | (ParenExpr | ImplicitCastExpr | ConstantExpr), [ c ] -> bare c
  | _ -> n

let callee_name n =
  match n.inner with
  | callee :: _ when n.kind = CallExpr -> (
      let rec named c =
        match (c.kind, c.inner) with
        | (ParenExpr | ImplicitCastExpr), [ c ] -> named c
        | UnaryOperator, [ c ] when c.op = "" && (n.op = "*" || n.op = "&") -> named c
        | DeclRefExpr, _ when c.target_kind = FunctionDecl -> Some c.target_name
        | _ -> None
      in
      named callee)
  | _ -> None

let marked mark n =
  match (n.kind, n.inner) with
  | IfStmt, [ { kind = UnaryOperator; inner = [ call ]; _ }; { kind = NullStmt; _ }; body ]
    when callee_name call = Some mark ->
      Some (call, body)
  | _ -> None

let cps_call n = n.kind = CallExpr && match n.inner with callee :: _ -> Ctype.suspends callee.desugared | [] -> false

let spawned n =
  match (n.kind, n.op, n.inner) with
  | BinaryOperator, ",", [ mark; call ] when callee_name (bare mark) = Some "__fl_spawned" -> (
      match (call.kind, call.inner) with CStyleCastExpr, [ c ] -> Some (bare c) | _ -> Some call)
  | _ -> None

let evaluated n =
  match n.kind with
  | UnaryExprOrTypeTraitExpr -> []
  | BinaryOperator -> ( match spawned n with Some call -> call.inner | None -> n.inner)
  | BinaryConditionalOperator -> ( match n.inner with common :: rest -> common ::
    (match List.rev rest with last :: _ -> [ last ] | [] -> []) | [] -> [])
  | _ -> n.inner

let suspending_calls n =
  let rec go acc n =
    let acc = List.fold_left go acc (evaluated n) in
    if cps_call n then n :: acc else acc
  in
  List.rev (go [] n)

let rec suspends n = cps_call n || List.exists suspends (evaluated n)

let rec semicolon depth = function
  | ({ word = "(" | "[" | "{"; _ } : Preprocessed.token) :: rest -> semicolon (depth + 1) rest
  | { word = ")" | "]" | "}"; _ } :: rest -> semicolon (depth - 1) rest
  | { word = ";"; at } :: _ when depth = 0 -> Some (at + 1)
  | _ :: rest -> semicolon depth rest
  | [] -> None

let behind p (n : node) =
  let length = String.length p.source.text in
  let last =
    List.fold_left (fun last (c : node) -> if c.first >= n.last && c.first < last then c.first else last) length
      p.tree.inner
  in
  semicolon 0 (Preprocessed.tokens p.source ~first:n.last ~last)

(* Attributes may stand in front of what clang says is the first, and behind what it says is the last. *)
let beginning p d =
  let first = fst d.header in
  let last =
    List.fold_left
      (fun (found : node) (n : node) -> if n.last <= first && n.last > found.last then n else found)
      nothing p.tree.inner
  in
  let has_body = List.exists (fun c -> c.kind = CompoundStmt) last.inner in
  if last.last <= 0 then 0
  else if has_body then last.last
  else Option.value (semicolon 0 (Preprocessed.tokens p.source ~first:last.last ~last:first)) ~default:last.last
