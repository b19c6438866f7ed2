(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_lang_coq.Syntax
module Names = Map.Make (String)

type kind = Parameter of mode | Local

type variable = { mutable name : string option; ty : Types.t; mutable assignable : bool; kind : kind; mutable at : Loc.t; mutable recycled : bool }
type binding = { place : place; bound_ty : Types.t option; writable : bool; declared : Loc.t; shows : (int * expr) option }
type loop = { label : string option; break : Control.block; continue : Control.block }

type t = {
  env : Env.t;
  in_module : int;
  proc : Env.proc option;
  position : Loc.t -> int;
  mutable variables : variable array;  (* with room to grow *)
  mutable count : int;
  mutable taken : int list;  (* temporaries of the statement being elaborated *)
  free : (Types.t, int list) Hashtbl.t;  (* temporaries of statements that are over *)
  mutable scope : (binding * int) Names.t;  (* with the depth of the scope that bound it *)
  mutable depth : int;
  mutable code : Control.t list;  (* last first *)
  mutable blocks : int;
  mutable loops : loop list;
  flow : View_lifetimes.t;
  mutable at : Loc.t;  (* of the last statement *)
  mutable never : bool;
  mutable dropped : int;
  mutable unsure : bool;
}

let create env ~in_module ~proc ~position =
  { env; in_module; proc; position; variables = [||]; count = 0; taken = []; free = Hashtbl.create 8; scope = Names.empty; depth = 0; code = []; blocks = 0; loops = []; flow = View_lifetimes.create (); at = Loc.none; never = false; dropped = 0; unsure = false }

let env t = t.env
let in_module t = t.in_module
let proc t = t.proc

let fresh t ?name ?(assignable = false) ~kind at ty =
  let v = { name; ty; assignable; kind; at; recycled = false } in
  if t.count = Array.length t.variables then (
    let bigger = Array.make (max 16 (2 * t.count)) v in
    Array.blit t.variables 0 bigger 0 t.count;
    t.variables <- bigger);
  t.variables.(t.count) <- v;
  t.count <- t.count + 1;
  t.count - 1

let temporary t at ty =
  let x =
    match Hashtbl.find_opt t.free ty with
    | Some (x :: rest) ->
        Hashtbl.replace t.free ty rest;
        t.variables.(x).recycled <- true;
        x
    | _ -> fresh t ~kind:Local at ty
  in
  t.taken <- x :: t.taken;
  x

let new_temporary t at ty =
  let x = fresh t ~kind:Local at ty in
  t.taken <- x :: t.taken;
  x

let statement t f =
  let outer = t.taken in
  t.taken <- [];
  Fun.protect f ~finally:(fun () ->
      let give_back x =
        if x < t.count && t.variables.(x).name = None then
          let ty = t.variables.(x).ty in
          let free = Option.value ~default:[] (Hashtbl.find_opt t.free ty) in
          Hashtbl.replace t.free ty (x :: free)
      in
      List.iter give_back t.taken;
      t.taken <- outer)
let variable t x = t.variables.(x)
let variables t = Array.sub t.variables 0 t.count

let owned_temporary t = function
  | ERead (PVar x) when t.variables.(x).name = None && t.variables.(x).kind = Local -> Some x
  | _ -> None

let name_temporary t x name ~assignable at =
  let v = t.variables.(x) in
  v.name <- Some name;
  v.assignable <- assignable;
  v.at <- at

let drop t x =
  if x = t.count - 1 && not t.variables.(x).recycled then (
    t.count <- x;
    t.taken <- List.filter (fun y -> y <> x) t.taken)

let bind t (n : Surface.name) b =
  match Names.find_opt n.id t.scope with
  | Some (_, depth) when depth = t.depth && n.id <> "_" ->
      Diagnostic.fail n.loc "`%s` is already declared in this block" n.id ~help:"assign to it, or choose another name"
  | _ -> if n.id <> "_" then t.scope <- Names.add n.id (b, t.depth) t.scope

let lookup t id = Option.map fst (Names.find_opt id t.scope)
let names t = List.map fst (Names.bindings t.scope)

let never t = t.never

let under t ~never f =
  let saved = t.never in
  t.never <- saved || never;
  Fun.protect f ~finally:(fun () -> t.never <- saved)

let scope t f =
  let saved = t.scope in
  t.depth <- t.depth + 1;
  under t ~never:false @@ fun () ->
  Fun.protect f ~finally:(fun () ->
      t.scope <- saved;
      t.depth <- t.depth - 1)

let flow t = t.flow

let emit t c =
  View_lifetimes.step t.flow t.at c;
  match c with Control.Seq l -> t.code <- List.rev_append l t.code | c -> t.code <- c :: t.code
let line t loc =
  t.at <- loc;
  emit t (Do (BLine (t.position loc)))

let capture t f =
  let saved = t.code in
  t.code <- [];
  match f () with
  | x ->
      let c = Control.Seq (List.rev t.code) in
      t.code <- saved;
      (x, c)
  | exception e ->
      t.code <- saved;
      raise e

let amend_last t f =
  match t.code with
  | [] -> false
  | c :: rest -> (
      match f c with
      | Some c ->
          View_lifetimes.step t.flow t.at c;
          t.code <- c :: rest;
          true
      | None -> false)

let is_empty = function Control.Seq [] -> true | _ -> false

let new_block t =
  t.blocks <- t.blocks + 1;
  t.blocks

let drop_statement t = t.dropped <- t.dropped + 1
let unsure t = t.unsure <- true
let need_signature t = if t.unsure then raise Errors.Reported
let dropped t = t.dropped
let leaves_here t = t.never <- true
let loops t = t.loops

let with_loop t l f =
  let saved = t.loops in
  t.loops <- l :: saved;
  Fun.protect f ~finally:(fun () -> t.loops <- saved)
