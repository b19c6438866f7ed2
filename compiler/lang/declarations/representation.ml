(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_lang_coq.Syntax
open Env
open Resolution
module T = Types

let fail = Diagnostic.fail

let number env t =
  match Hashtbl.find_opt env.state.numbers t with
  | Some n -> n
  | None ->
      let n = 1 + List.length env.state.named in
      Hashtbl.add env.state.numbers t n;
      env.state.named <- t :: env.state.named;
      n

let named_types env = T.Unit :: List.rev env.state.named

(* The largest type, in bytes, padding and coroutine frames not counted. *)
let max_type_size = Z.shift_left Z.one 31

(* The verified checkers know types as trees, in which a record occurs as often as it is mentioned: records of records of
   records of two can have any number of parts. *)
let max_parts = 131072

let type_loc env : T.t -> Loc.t = function
  | Record i -> env.records.(i).r_origin.name.loc
  | Union i -> env.unions.(i).u_origin.name.loc
  | Event i -> env.procs.(i).routine.origin.name.loc
  | Arguments i -> env.effects.(i).e_origin.name.loc
  | _ -> Loc.none

let made_of env (t : T.t) =
  match (t, fields env t, cases env t) with
  | (Array (_, t) | Map (_, _, t)), _, _ -> [ t ]
  | _, Some fields, _ -> Array.to_list (Array.map snd fields)
  | _, _, Some cases -> List.filter_map snd (Array.to_list cases)
  | _ -> []

(* Every type has a fixed size: no record, union or event contains itself. Then it may be recursed over. *)
let check_finite env t =
  let rec visit chain (t : T.t) =
    match Hashtbl.find_opt env.state.depths t with
    | Some (Some depth) -> depth
    | Some None -> raise Errors.Reported
    | None -> (
        match
          if List.mem t chain then contains_itself chain t;
          if List.compare_length_with chain max_nesting > 0 then too_deep t;
          let depth = List.fold_left (fun depth part -> max depth (1 + visit (t :: chain) part)) 1 (made_of env t) in
          if depth > max_nesting then too_deep t;
          depth
        with
        | depth ->
            Hashtbl.replace env.state.depths t (Some depth);
            depth
        | exception e ->
            (match e with Diagnostic.Error _ | Errors.Reported -> Hashtbl.replace env.state.depths t None | _ -> ());
            raise e)
  and too_deep t = fail (type_loc env t) "types are nested more than %d deep" max_nesting ~help:"flatten some of them"
  and contains_itself chain t =
    let rec until = function [] -> [] | x :: l -> if x = t then [ x ] else x :: until l in
    let named = List.filter (fun t -> type_loc env t <> Loc.none) (until chain) in
    let shown = List.rev_map (show env) named in
    let first = List.nth named (List.length named - 1) in
    fail (type_loc env first) "%s contains itself: %s" (List.hd shown)
      (String.concat " -> " (shown @ [ List.hd shown ]))
      ~help:"a value has a fixed size; keep the items in an array or map and refer to them by index"
  in
  ignore (visit [] t)

let finite env =
  let guarded definition t = Env.guarded env definition (fun () -> check_finite env t) in
  Array.iteri (fun i _ -> guarded (Type_record i) (T.Record i)) env.records;
  Array.iteri (fun i _ -> guarded (Type_union i) (T.Union i)) env.unions;
  Array.iteri (fun i p -> if p.decl.coroutine then guarded (Proc i) (T.Event i)) env.procs

let extern_extent env i =
  let x = env.extern_types.(i) in
  let m = x.x_origin.in_module in
  let bytes = size env m x.x_size and align = size env m x.x_align in
  if align > 64 || align land (align - 1) <> 0 then
    fail x.x_align.loc "an alignment is 1, 2, 4, 8, 16, 32 or 64" ~help:"that of the C type: _Alignof(T)";
  if Z.gt (Z.of_int bytes) max_type_size then
    fail x.x_size.loc "an extern type takes at most 2 GiB" ~help:"keep a handle of it, such as an index";
  if bytes mod align <> 0 then
    fail x.x_size.loc "%d is not a multiple of the alignment" bytes ~help:"the size of the C type is sizeof(T)";
  (bytes, align)

let rec coq_type env (t : T.t) : ty =
  match t with
  | Bool -> TBool
  | Int w -> TInt w
  | View -> TView
  | Unit -> TRecord (0, [])
  | Extern i -> TExtern i
  | Coro i -> TCoro env.procs.(i).number
  | _ -> (
      match Hashtbl.find_opt env.state.coq_types t with
      | Some c -> c
      | None ->
          check_finite env t;
          if Z.gt (byte_size env t) max_type_size then
            fail (type_loc env t) "the type %s takes more than 2 GiB" (show env t) ~help:"reduce its capacities";
          if parts env t > max_parts then
            fail (type_loc env t) "the type %s has more than %d parts, those of its parts included" (show env t) max_parts
              ~help:"use arrays for what there is a lot of: their elements count once";
          let c =
            try compound env t
            with Diagnostic.Error d when d.loc = Loc.none -> raise (Diagnostic.Error { d with loc = type_loc env t })
          in
          Hashtbl.replace env.state.coq_types t c;
          c)

and compound env t =
  let payload = function None -> TRecord (0, []) | Some t -> coq_type env t in
  match (t, fields env t, cases env t) with
  | Bytes n, _, _ -> TBytes (Z.of_int n)
  | Array (n, t), _, _ -> TArray (Z.of_int n, coq_type env t)
  | Map (n, k, t), _, _ -> TMap (Z.of_int n, k, coq_type env t)
  | _, Some fields, _ ->
      let parts = Array.to_list (Array.map (fun (_, t) -> coq_type env t) fields) in
      TRecord (number env t, parts)
  | _, _, Some cases ->
      let parts = Array.to_list (Array.map (fun (_, t) -> payload t) cases) in
      TUnion (number env t, parts)
  | _ -> coq_type env t

(* Only of types whose parts are known to be finite. *)
and byte_size env (t : T.t) =
  match Hashtbl.find_opt env.state.sizes t with
  | Some z -> z
  | None ->
      check_finite env t;
      let sum l = Array.fold_left Z.add Z.one l in
      let z =
        match (t, fields env t, cases env t) with
        | Int w, _, _ -> Z.of_int (T.bits w / 8)
        | Extern i, _, _ -> Z.of_int (fst (extern_extent env i))
        | Bytes n, _, _ -> Z.of_int (n + 4)
        | Array (n, t), _, _ -> Z.mul (Z.of_int n) (byte_size env t)
        | Map (n, _, t), _, _ -> Z.mul (Z.of_int n) (Z.add (Z.of_int 8) (byte_size env t))
        | _, Some fields, _ -> sum (Array.map (fun (_, t) -> byte_size env t) fields)
        | _, _, Some cases -> sum (Array.map (function _, None -> Z.one | _, Some t -> byte_size env t) cases)
        | _ -> Z.one
      in
      Hashtbl.replace env.state.sizes t z;
      z

(* Nodes of the type as a tree, or some number above [max_parts]. *)
and parts env (t : T.t) =
  match Hashtbl.find_opt env.state.parts t with
  | Some n -> n
  | None ->
      check_finite env t;
      let sum part l = Array.fold_left (fun n x -> min (max_parts + 1) (n + part x)) 1 l in
      let n =
        match (t, fields env t, cases env t) with
        | (Array (_, t) | Map (_, _, t)), _, _ -> min (max_parts + 1) (1 + parts env t)
        | _, Some fields, _ -> sum (fun (_, t) -> parts env t) fields
        | _, _, Some cases -> sum (function _, None -> 1 | _, Some t -> parts env t) cases
        | _ -> 1
      in
      Hashtbl.replace env.state.parts t n;
      n

let coroutines_in env t =
  let rec go (t : T.t) =
    match Hashtbl.find_opt env.state.held t with
    | Some l -> l
    | None ->
        (* Breaks cycles, which are reported elsewhere. *)
        Hashtbl.replace env.state.held t [];
        let parts =
          match (t, fields env t, cases env t) with
          | Coro i, _, _ -> [ i ]
          | (Array (_, t) | Map (_, _, t)), _, _ -> go t
          | _, Some fields, _ -> List.concat_map (fun (_, t) -> go t) (Array.to_list fields)
          | _, _, Some cases ->
              List.concat_map (function _, None -> [] | _, Some t -> go t) (Array.to_list cases)
          | _ -> []
        in
        let l = List.sort_uniq compare parts in
        Hashtbl.replace env.state.held t l;
        l
  in
  go t
