(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_lang
open Surface
open Value

type file = {
  declarations : (string, decl) Hashtbl.t;
  imports : (string, string) Hashtbl.t;
  source : Source.t;
  order : decl list;
}

type t = {
  main : string;
  files : (string, file) Hashtbl.t;
  mutable size : string -> expr -> Z.t;
  known : (string * int * int, Value.ty) Hashtbl.t;  (** types, by where they are written *)
}

let main t = t.main
let nowhere = Loc.none

let name_of = function
  | D_import _ -> None
  | D_const (n, _, _) | D_record (n, _) | D_union (n, _) | D_alias (n, _) | D_extern_type (n, _) | D_extern_fn (n, _)
  | D_effect (n, _)
  | D_proc { name = n; _ } ->
      Some n.id

let rec read_file t get path =
  if not (Hashtbl.mem t.files path) then begin
    let source = Source.create ~name:path (get path) in
    let errors = Errors.create () in
    let order = (Parse.file errors source).decls in
    if Errors.any errors then lost nowhere "%s does not parse" path;
    let file = { declarations = Hashtbl.create 17; imports = Hashtbl.create 3; source; order } in
    Hashtbl.add t.files path file;
    List.iter
      (fun d ->
        Option.iter (fun n -> Hashtbl.replace file.declarations n d) (name_of d);
        match d with
        | D_import (other, _, alias) ->
            let other = Filename.concat (Filename.dirname path) other in
            let stem = Filename.remove_extension (Filename.basename other) in
            Hashtbl.replace file.imports (match alias with Some n -> n.id | None -> stem) other;
            read_file t get other
        | _ -> ())
      order
  end

let read get main =
  let t = { main; files = Hashtbl.create 3; size = (fun _ e -> lost e.loc "a size"); known = Hashtbl.create 17 } in
  read_file t get main;
  t

let file t path = match Hashtbl.find_opt t.files path with Some f -> f | None -> lost nowhere "no file %s" path
let position t (loc : Loc.t) = Source.position (file t loc.file).source loc.start
let on_sizes t f = t.size <- f

let last_coroutine t =
  let last found = function D_proc p when p.coroutine -> Some { file = t.main; name = p.name.id } | _ -> found in
  List.fold_left last None (file t t.main).order

let declared t path qualifier name =
  let home =
    match qualifier with
    | None -> Some { file = path; name }
    | Some (q : Surface.name) -> Option.map (fun file -> { file; name }) (Hashtbl.find_opt (file t path).imports q.id)
  in
  Option.bind home (fun h -> if Hashtbl.mem (file t h.file).declarations h.name then home else None)

let find t path (p : path) =
  match declared t path p.qualifier p.base.id with Some h -> h | None -> lost p.base.loc "no %s" p.base.id

let declaration t (h : home) = Hashtbl.find (file t h.file).declarations h.name
let procedure t h = match declaration t h with D_proc p -> p | _ -> lost nowhere "%s is no function or coroutine" h.name

let signature t h =
  match declaration t h with
  | D_proc p -> p.signature
  | D_extern_fn (_, s) | D_effect (_, s) -> s
  | _ -> lost nowhere "%s has no parameters" h.name

(* ---- types ---- *)

let integers = [ ("u8", 8); ("u16", 16); ("u32", 32); ("u64", 64) ]

let rec ty t path (w : Surface.ty) =
  let key = (path, w.t_loc.start, w.t_loc.stop) in
  match Hashtbl.find_opt t.known key with
  | Some known -> known
  | None ->
      let meant = meaning t path w in
      Hashtbl.replace t.known key meant;
      meant

and meaning t path w =
  let size e = Z.to_int (t.size path e) in
  match w.t with
  | T_name { qualifier = None; base = { id = "bool"; _ } } -> Bool
  | T_name { qualifier = None; base } when List.mem_assoc base.id integers -> Int (List.assoc base.id integers)
  | T_name p -> (
      let h = find t path p in
      match declaration t h with
      | D_record _ -> Record h
      | D_union _ -> Union h
      | D_extern_type _ -> Extern h
      | D_alias (_, w) -> ty t h.file w
      | _ -> lost w.t_loc "%s is no type" h.name)
  | T_bytes None -> View
  | T_bytes (Some n) -> Bytes (size n)
  | T_array (w, n) -> Array (size n, ty t path w)
  | T_option w -> Option (ty t path w)
  | T_map (k, v, n) -> (
      match ty t path k with
      | Int bits -> Map (bits, ty t path v, size n)
      | _ -> lost k.t_loc "a map's key is an integer")
  | T_coro p -> Coro (find t path p)
  | T_event p -> Event (find t path p)

let result t h = match (signature t h).result with Some w -> ty t h.file w | None -> Unit
let parameters t h = List.map (fun p -> (p, ty t h.file p.p_ty)) (signature t h).params
let asked t h = List.map (find t h.file) (procedure t h).asks

(* With its module where the coroutine asks several of that name. *)
let request t coroutine (e : home) =
  let alike = List.filter (fun (e' : home) -> e'.name = e.name) (asked t coroutine) in
  if List.length alike < 2 || e.file = t.main then e.name
  else Filename.remove_extension (Filename.basename e.file) ^ "." ^ e.name

let asked_as t path coroutine (p : path) =
  match List.filter (fun (e : home) -> e.name = p.base.id) (asked t coroutine) with
  | [] -> None
  | [ e ] when p.qualifier = None -> Some e
  | _ -> Some (find t path p)

let case t path ty (p : path) =
  match ty with
  | Event h -> ( match asked_as t path h p with Some e -> request t h e | None -> p.base.id)
  | _ -> p.base.id

let fields t = function
  | Record h -> (
      match declaration t h with
      | D_record (_, l) -> List.map (fun ((n : name), w) -> (n.id, ty t h.file w)) l
      | _ -> lost nowhere "%s is no record" h.name)
  | Arguments h -> List.map (fun ((p : param), ty) -> (p.p_name.id, ty)) (parameters t h)
  | _ -> lost nowhere "this has no fields"

let cases t = function
  | Union h -> (
      match declaration t h with
      | D_union (_, l) -> List.map (fun ((n : name), w) -> (n.id, Option.fold ~none:Unit ~some:(ty t h.file) w)) l
      | _ -> lost nowhere "%s is no union" h.name)
  | Option ty -> [ ("none", Unit); ("some", ty) ]
  | Event h ->
      let request e =
        (request t h e, match parameters t e with [] -> Unit | [ (_, ty) ] -> ty | _ -> Arguments e)
      in
      List.map request (asked t h) @ [ ("done", result t h) ]
  | _ -> lost nowhere "this has no cases"

let rec default t = function
  | Unit -> V_unit
  | Bool -> V_bool false
  | Int _ -> V_int Z.zero
  | Bytes _ | View -> V_bytes ""
  | Array (n, ty) ->
      let v = default t ty in
      V_array (List.init n (fun _ -> v))
  | (Record _ | Arguments _) as ty -> V_record (List.map (fun (n, ty) -> (n, default t ty)) (fields t ty))
  | (Union _ | Option _ | Event _) as ty ->
      let c, payload = List.hd (cases t ty) in
      V_case (c, default t payload)
  | Map _ -> V_map []
  | Coro _ -> V_coro Finished
  | Extern _ -> V_extern []
