(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_lang.Surface
open Value

type scope = { program : Program.t; file : string; vars : (string * (int * Value.ty)) list }

let nowhere = Fairlead_lang.Loc.none

let entity s (e : expr) =
  let free x = not (List.mem_assoc x s.vars) in
  match e.e with
  | Name id when free id -> Program.declared s.program s.file None id
  | Field ({ e = Name q; loc; _ }, n) when free q -> Program.declared s.program s.file (Some { id = q; loc }) n.id
  | _ -> None

let type_at s (h : home) =
  match Program.declaration s.program h with
  | D_record _ -> Some (Record h)
  | D_union _ -> Some (Union h)
  | D_alias (_, w) -> Some (Program.ty s.program h.file w)
  | _ -> None

let union_named s e =
  match Option.bind (entity s e) (type_at s) with Some (Union _ as ty) -> Some ty | _ -> None

let type_named s p =
  match type_at s (Program.find s.program s.file p) with
  | Some ty -> ty
  | None -> lost p.base.loc "%s is no type" p.base.id

let element = function
  | Array (_, ty) | Map (_, ty, _) -> ty
  | Bytes _ | View -> Int 8
  | _ -> lost nowhere "this has no elements"

let part program ty name =
  match ty with
  | Record _ | Arguments _ -> List.assoc name (Program.fields program ty)
  | _ -> List.assoc name (Program.cases program ty)

let case s ty (p : path) = Program.case s.program s.file ty p
let here (base : name) = { qualifier = None; base }

let binders s ty = function
  | P_int _ | P_case (_, []) -> []
  | P_case (p, [ x ]) -> [ (x.id, part s.program ty (case s ty p)) ]
  | P_case (p, l) ->
      let fields = Program.fields s.program (part s.program ty (case s ty p)) in
      List.map2 (fun (x : name) (_, ty) -> (x.id, ty)) l fields

let join a b =
  match (a, b) with
  | None, t | t, None -> t
  | Some (Bytes n), Some (Bytes m) -> Some (Bytes (max n m))
  | Some View, _ | _, Some View -> Some View
  | _ -> a

let rec of_expr s (e : expr) : Value.ty option =
  match e.e with
  | Int (_, w) -> Option.map (fun w : Value.ty -> Int (Number.bits w)) w
  | Bool _ | Unary (Not, _) | Binary ((Compare _ | And | Or), _, _, _) | In _ | Is _ -> Some Bool
  | String t -> Some (Bytes (String.length t))
  | Name x when List.mem_assoc x s.vars -> Some (snd (List.assoc x s.vars))
  | Name _ -> constant s e
  | Field (b, n) -> (
      match union_named s b with
      | Some ty -> Some ty
      | None when entity s e <> None -> constant s e
      | None ->
          let ty = alone s b in
          Some (part s.program ty (case s ty (here n))))
  | Index (b, _) -> Some (element (alone s b))
  | Slice _ -> Some View
  | Apply ({ e = Name ("len" | "count"); _ }, _) -> Some (Int 32)
  | Apply (f, _) -> (
      match (f.e, entity s f) with
      | _, Some h -> Some (Program.result s.program h)
      | Field (b, _), None -> union_named s b
      | _ -> lost e.loc "a call of what?")
  | Unary (Complement, a) -> of_expr s a
  | Binary (Arith op, _, a, b) -> if Number.shifts op then of_expr s a else join (of_expr s a) (of_expr s b)
  | Cond (_, a, b) -> join (of_expr s a) (of_expr s b)
  | Cast (_, n, _) -> Some (named_integer s n)
  | Record (p, _) -> Some (type_named s p)
  | Array l ->
      let elements = List.fold_left join None (List.map (of_expr s) l) in
      Option.map (fun ty -> Value.Array (List.length l, ty)) elements
  | Fill (a, n) -> Option.map (fun ty -> Value.Array (size s n, ty)) (of_expr s a)
  | Default | None_ -> None
  | Some_ a -> Option.map (fun ty -> Option ty) (of_expr s a)
  | Load (_, n, _) -> Some (named_integer s n)
  | Ask (p, _) | Call (p, _) -> Some (Program.result s.program (Program.find s.program s.file p))
  | Start (p, _) -> Some (Coro (Program.find s.program s.file p))
  | Resume (c, _, _) -> ( match alone s c with Coro h -> Some (Event h) | _ -> lost c.loc "this is no coroutine")
  | Choose st -> of_choice s st

and named_integer s (n : name) =
  Program.ty s.program s.file { t = T_name { qualifier = None; base = n }; t_loc = n.loc; t_depth = 1 }

and size s n =
  match Program.ty s.program s.file { t = T_bytes (Some n); t_loc = n.loc; t_depth = 1 } with
  | Bytes n -> n
  | _ -> lost n.loc "a size"

and constant s e =
  match Option.map (fun (h : home) -> (h, Program.declaration s.program h)) (entity s e) with
  | Some (h, D_const (_, w, _)) -> Some (Program.ty s.program h.file w)
  | _ -> lost e.loc "this is no value"

and of_choice s st =
  match st.s with
  | If (_, a, b) -> join (of_block s a) (of_block s b)
  | Match (head, arms) ->
      let ty = alone s head in
      let of_arm (arm : arm) =
        let names = List.concat_map (binders s ty) arm.patterns in
        of_block { s with vars = List.map (fun (x, ty) -> (x, (-1, ty))) names @ s.vars } arm.body
      in
      List.fold_left (fun found arm -> join found (of_arm arm)) None arms
  | Scope b -> of_block s b
  | _ -> None

and of_block s = function
  | [] -> None
  | [ { s = Value (e, _); _ } ] -> of_expr s e
  | [ last ] -> of_choice s last
  | st :: rest -> of_block (declare s st) rest

and declare s st =
  let add (x : name) ty = { s with vars = (x.id, (-1, ty)) :: s.vars } in
  match st.s with
  | Let (x, Some w, _) | Var (x, Some w, _) -> add x (Program.ty s.program s.file w)
  | Let (x, None, e) | Var (x, None, Some e) -> add x (alone s e)
  | _ -> s

and alone s (e : expr) : Value.ty =
  match (of_expr s e, e.e) with
  | Some ty, _ -> ty
  | None, Array (a :: _ as l) -> Array (List.length l, alone s a)
  | None, Fill (a, n) -> Array (size s n, alone s a)
  | None, Some_ a -> Option (alone s a)
  | None, Cond (_, a, _) -> alone s a
  | None, _ -> Int 32
