(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* What random programs are made of: types, declarations, variables in scope, places. *)

type ty =
  | Bool
  | Int of int
  | Bytes of int
  | Array of int * ty
  | Named of string
  | Option of ty
  | Map of int * int * ty
  | Coro of string
  | Event of string
  | Extern of string
  | View  (** parameters and effect arguments only *)

type effect = { eff_name : string; eff_args : ty list; eff_result : ty option }
type fn = { fn_name : string; fn_params : (bool * ty) list; fn_result : ty option; fn_extern : bool }

type coro = {
  co_name : string;
  co_params : ty list;
  co_inout : ty list;
  co_lent : ty list;
  co_result : ty option;
  co_effects : effect list;
}

type var = { name : string; ty : ty; writable : bool }

let rng = ref (Random.State.make [| 0 |])
let int n = Random.State.int !rng n
let flip n = int n = 0
let pick l = List.nth l (int (List.length l))
let some_of l n = List.filter (fun _ -> flip n) l
let p = Printf.sprintf

(* What has been declared so far. *)
let records : (string * (string * ty) list) list ref = ref []
let unions : (string * (string * ty option) list) list ref = ref []
let aliases : (ty * string) list ref = ref []
let extern_types : string list ref = ref []
let constants : var list ref = ref []
let effects : effect list ref = ref []
let functions : fn list ref = ref []
let coroutines : coro list ref = ref []
let coro name = List.find (fun c -> c.co_name = name) !coroutines

(* Only without inout parameters can it be started; only without views in its requests can .fl drive it. *)
let startable c = c.co_inout = []
let drivable c = startable c && not (List.exists (fun e -> List.mem View e.eff_args) c.co_effects)

(* The files of the program; names in the other one are qualified. *)
let out = ref (Buffer.create 4096)
let in_library = ref false
let library_names : (string, unit) Hashtbl.t = Hashtbl.create 17
let counter = ref 0

(* Most programs are small: what compilers take grows faster than what is found. *)
let small = ref true

let fresh prefix =
  incr counter;
  p "%s%d" prefix !counter

let declare prefix =
  let n = fresh prefix in
  if !in_library then Hashtbl.replace library_names n ();
  n

let name n = if (not !in_library) && Hashtbl.mem library_names n then "lib." ^ n else n
let say indent fmt = Printf.ksprintf (fun s -> Printf.bprintf !out "%s%s\n" (String.make (2 * indent) ' ') s) fmt

let reset seed =
  rng := Random.State.make seed;
  records := []; unions := []; aliases := []; extern_types := []; constants := []; effects := []; functions := []; coroutines := [];
  counter := 0;
  small := not (flip 25);
  in_library := false;
  Hashtbl.reset library_names;
  out := Buffer.create 4096

let rec show t =
  match List.assoc_opt t !aliases with
  | Some a when flip 2 -> name a
  | _ -> (
      match t with
      | Bool -> "bool"
      | Int w -> p "u%d" w
      | Bytes n -> p "bytes<%d>" n
      | Array (n, t) -> p "[%s; %d]" (show t) n
      | Named s -> name s
      | Option t -> show t ^ "?"
      | Map (n, k, t) -> p "map<u%d, %s, %d>" k (show t) n
      | Coro c -> "coro " ^ name c
      | Event c -> "event " ^ name c
      | Extern t -> t
      | View -> "bytes")

let width () = pick [ 8; 16; 32; 32; 64 ]
let option t = match t with Option _ when not (flip 3) -> t | t -> Option t

(* Types of data, and with [coroutines] of any value that a variable can have. Values of extern types are no data here:
   the drivers cannot make or print them. *)
let rec some_type ~coroutines:held depth =
  let sub () = some_type ~coroutines:held (depth - 1) in
  let drivable_ones = if held then List.filter drivable !coroutines else [] in
  match int (if depth = 0 then 8 else 15) with
  | 0 -> Bool
  | 1 | 2 | 3 -> Int (width ())
  | 4 -> Bytes (if flip 6 then 20 + int 60 else 1 + int 9)
  | 5 | 6 when drivable_ones <> [] ->
      let c = (pick drivable_ones).co_name in
      if flip 4 then Event c else Coro c
  | 7 when held && !extern_types <> [] -> Extern (pick !extern_types)
  | 8 | 9 -> Array (1 + int 4, sub ())
  | 10 -> option (sub ())
  | 11 -> Map ((if flip 5 then 9 + int 24 else 1 + int 5), width (), sub ())
  | 12 when !records <> [] ->
      let usable = List.filter (fun (_, fs) -> held || not (List.exists (fun (_, t) -> not (data t)) fs)) !records in
      if usable = [] then Int (width ()) else Named (fst (pick usable))
  | 13 when !unions <> [] ->
      let payload = function Some t -> not (data t) | None -> false in
      let usable = List.filter (fun (_, cs) -> held || not (List.exists (fun (_, t) -> payload t) cs)) !unions in
      if usable = [] then Bool else Named (fst (pick usable))
  | _ -> Int (width ())

and holds what = function
  | (Coro _ | Event _ | Extern _) as t -> what t
  | Bool | Int _ | Bytes _ | View -> false
  | Array (_, t) | Option t | Map (_, _, t) -> holds what t
  | Named n -> (
      match List.assoc_opt n !records with
      | Some fields -> List.exists (fun (_, t) -> holds what t) fields
      | None -> List.exists (function _, Some t -> holds what t | _ -> false) (List.assoc n !unions))

and data t = not (holds (fun _ -> true) t)

let has_coroutine = holds (function Coro _ | Event _ -> true | _ -> false)

let data_type depth = some_type ~coroutines:false depth
let any_type depth = some_type ~coroutines:true depth
let scalar = function Bool | Int _ -> true | _ -> false

(* The cases of what `match`, `is` and `.case` work on. *)
let cases = function
  | Option t -> [ ("none", None); ("some", Some t) ]
  | Named n -> ( match List.assoc_opt n !unions with Some l -> l | None -> [])
  | _ -> []

(* ---- scope ---- *)

type env = {
  vars : var list;
  asks : effect list;  (** what may be asked here *)
  lent : var list;
  labels : string list;  (** of the loops around *)
  loops : int;
  result : ty option;
  in_coroutine : bool;
  impure : bool;  (** calls and requests may be part of the expression *)
  budget : int ref;
}

let bind env name ty writable = { env with vars = { name; ty; writable } :: env.vars }
let bind_all env l = List.fold_left (fun env (x, t) -> bind env x t false) env l

type step = Member of string | At of int | Somewhere
type place = { text : string; of_ty : ty; root : string; steps : step list (* outermost last *) }

(* As Reads_writes.overlap in the compiler sees it. *)
let disjoint a b =
  let rec go = function
    | [], _ | _, [] -> false
    | Member f :: _, Member g :: _ when f <> g -> true
    | At i :: _, At j :: _ when i <> j -> true
    | _ :: l, _ :: l' -> go (l, l')
  in
  a.root <> b.root || go (List.rev a.steps, List.rev b.steps)

let literal_of w n = p "%du%d" n w

let literal w =
  let n =
    if not (flip 5) then int 10
    else match w with 8 -> int 256 | 16 -> int 65536 | _ -> int 0x3fffffff
  in
  if w = 64 && flip 8 then pick [ "18446744073709551615u64"; "0x8000000000000000u64"; "4294967296u64" ]
  else if w = 32 && flip 12 then pick [ "4294967295u32"; "0x80000000u32" ]
  else literal_of w n

(* Usually in range. *)
let index env n =
  let numbers = List.filter (fun v -> match v.ty with Int _ -> true | _ -> false) env.vars in
  match int 8 with
  | 0 | 1 | 2 when numbers <> [] ->
      let v = pick numbers in
      let w = match v.ty with Int w -> w | _ -> 32 in
      if flip 25 then (v.name, Somewhere) else (p "%s %% %s" v.name (literal_of w n), Somewhere)
  | 3 when flip 30 ->
      let i = int (n + 1) in
      (string_of_int i, At i)
  | _ ->
      let i = int n in
      (string_of_int i, At i)

(* Parts of a variable; [risky] ones trap unless the case or key is there. *)
let rec parts env ~risky depth (place : place) : place list =
  let below text of_ty step = parts env ~risky (depth - 1) { place with text; of_ty; steps = step :: place.steps } in
  place
  ::
  (if depth = 0 then []
   else
     match place.of_ty with
     | Named r when List.mem_assoc r !records ->
         List.concat_map (fun (f, t) -> below (p "%s.%s" place.text f) t (Member f)) (List.assoc r !records)
     | Array (n, t) ->
         let element (i, step) = below (p "%s[%s]" place.text i) t step in
         element (index env n) @ if n > 1 && flip 2 then element (let i = int n in (string_of_int i, At i)) else []
     | (Named _ | Option _) as t when risky ->
         List.concat_map
           (function c, Some t when flip 2 -> below (p "%s.%s" place.text c) t (Member c) | _ -> [])
           (cases t)
     | Map (_, k, t) when risky && flip 2 -> below (p "%s[%s]" place.text (literal_of k (int 4))) t Somewhere
     | _ -> [])

let places env ~writable =
  let vars = List.filter (fun v -> (not writable) || v.writable) env.vars in
  let risky = flip 40 in
  List.concat_map (fun v -> parts env ~risky 3 { text = v.name; of_ty = v.ty; root = v.name; steps = [] }) vars

let that env ~writable f = List.filter (fun pl -> f pl.of_ty) (places env ~writable)
let of_type env ~writable t = that env ~writable (( = ) t)
let is_bytes = function Bytes _ | View -> true | _ -> false
