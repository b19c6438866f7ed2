(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
module Num = Z
open Fairlead_lang_coq.Extracted

type extent = { size : int; align : int }

type t = {
  program : program;
  externs : (Num.t * Num.t) array;
  procs : proc array;
  frames : frame_layout array;
  extents : (ty, extent) Hashtbl.t;
}

let layout t = Array.to_list t.frames
let frame t p = t.frames.(p)
let frame_extent t p = { size = t.frames.(p).frame_bytes; align = t.frames.(p).frame_align }

(* {2 Extents of types} *)

let round_up n align = (n + align - 1) / align * align
let none = { size = 0; align = 1 }
let empty e = e.size = 0

(* More than any frame may have, and little enough for sums not to overflow. *)
let huge = Num.shift_left Num.one 40
let of_coq e = { size = Num.to_int (Num.min huge e.extent_bytes); align = Num.to_int e.extent_align }
let to_coq e = { extent_bytes = Num.of_int e.size; extent_align = Num.of_int e.align }
let coq_extern t n = let extent_bytes, extent_align = t.externs.(n) in { extent_bytes; extent_align }
let coq_extent t ty = extent_of (coq_extern t) (fun p -> to_coq (frame_extent t p)) ty

(* The verified function, which knows types only as trees, once for each type. *)
let extent t ty =
  match Hashtbl.find_opt t.extents ty with
  | Some e -> e
  | None ->
      let e = of_coq (coq_extent t ty) in
      Hashtbl.replace t.extents ty e;
      e

let cell top = Num.to_int (cell (Num.of_int top))

let largest extents =
  let beside total e = if empty e then total else { size = max total.size e.size; align = max total.align e.align } in
  let total = List.fold_left beside none extents in
  { total with size = round_up total.size total.align }

(* {2 Liveness}

   The checker's own traversal and transfer functions are run, with closures
   that take notes where the checker compares. *)

(* A set of variables; a guess remembers the label it belongs to, so that it
   can be made larger when it turns out to be too small. *)
type vars = { vars : int list; guess : label option }

let set vars = { vars; guess = None }

type notes = {
  write : int -> int list -> unit;  (* a variable is written while these are needed *)
  stop : label -> call option -> kept:int list -> before:int list -> viewed:int list -> unit;
}

let analysis t guesses changed notes =
  let clash x vars =
    notes.write x vars;
    false
  in
  let need f v = Option.map set (f v.vars) in
  let at_label l = Option.value ~default:[] (Hashtbl.find_opt guesses l) in
  let proc p = t.procs.(p) in
  let need_call _ l (x : call) kept =
    let before = uses_args x.call_args kept.vars in
    if (proc x.callee).suspends then
      notes.stop l (Some x) ~kept:kept.vars ~before ~viewed:[]
    else ignore (apart clash x.call_dest before);
    Some (set before)
  in
  let need_ask _ l x kept =
    let viewed = viewed (List.nth t.program.effs x.ask_effect).eff_args x.ask_args in
    let before = uses_all x.ask_args (merge x.ask_lent kept.vars) in
    notes.stop l None ~kept:kept.vars ~before ~viewed;
    Some (set before)
  in
  {
    subset =
      (fun u w ->
        (match w.guess with
        | Some l when not (included u.vars (at_label l)) ->
            Hashtbl.replace guesses l (merge u.vars (at_label l));
            changed := true
        | _ -> ());
        true);
    union = (fun v w -> set (merge v.vars w.vars));
    at_label = (fun _ l -> { vars = at_label l; guess = Some l });
    fresh_set = (fun _ -> set []);
    entry_set = (fun _ -> set []);
    exit_set = (fun p -> set (exit_vars (proc p)));
    need_run = (fun _ b -> need (need_basic clash b));
    need_test = (fun _ e v -> Some (set (uses e v.vars)));
    keep_ask = (fun _ x -> need (keep_during_ask clash x));
    need_ask;
    keep_call = (fun _ x -> need (keep_during_call clash (proc x.callee).params x));
    need_call;
    need_resume = (fun _ x -> need (need_before_resume clash x));
  }

let silent = { write = (fun _ _ -> ()); stop = (fun _ _ ~kept:_ ~before:_ ~viewed:_ -> ()) }

(* Makes the guesses large enough. *)
let guess t p pr =
  let guesses = Hashtbl.create 16 and changed = ref true in
  let a = analysis t guesses changed silent in
  while !changed do
    changed := false;
    ignore (live a p pr.body (a.exit_set p) [])
  done;
  guesses

let observe t p pr guesses notes =
  let a = analysis t guesses (ref false) notes in
  ignore (live a p pr.body (a.exit_set p) [])

(* {2 Packing} *)

type item = { extent : extent; conflicts : Bytes.t  (* a bit per item *) }

let conflict items i j =
  let set i j =
    let row = items.(i).conflicts in
    Bytes.set_uint8 row (j / 8) (Bytes.get_uint8 row (j / 8) lor (1 lsl (j mod 8)))
  in
  set i j;
  set j i

let conflicting items i j = Bytes.get_uint8 items.(i).conflicts (j / 8) land (1 lsl (j mod 8)) <> 0

(* First fit in the given order, from [start] on: offsets, and where the last item ends. *)
let first_fit items start order =
  let offsets = Array.make (Array.length items) start in
  (* Placed items by increasing offset. *)
  let rec insert i = function
    | j :: rest when offsets.(j) < offsets.(i) -> j :: insert i rest
    | placed -> i :: placed
  in
  let place (placed, last) i =
    let { size; align } = items.(i).extent in
    let rec fit at = function
      | [] -> at
      | j :: rest when conflicting items i j ->
          if at + size <= offsets.(j) then at
          else fit (max at (round_up (offsets.(j) + items.(j).extent.size) align)) rest
      | _ :: rest -> fit at rest
    in
    if size = 0 then (placed, last)
    else (
      offsets.(i) <- fit (round_up start align) placed;
      (insert i placed, max last (offsets.(i) + size)))
  in
  let _, last = List.fold_left place ([], start) order in
  (offsets, last)

let decreasing key a b = compare (key b) (key a)

(* The best of a few orders. *)
let pack items start =
  let in_order = List.init (Array.length items) Fun.id in
  let sorted key = List.stable_sort (decreasing (fun i -> key items.(i).extent)) in_order in
  let by_size = sorted (fun e -> (e.size, e.align)) in
  let best (offsets, last) order =
    let offsets', last' = first_fit items start order in
    if last' < last then (offsets', last') else (offsets, last)
  in
  List.fold_left best
    (first_fit items start by_size)
    (if Array.length items > 1000 then [] else [ sorted (fun e -> (e.align, e.size)); in_order ])

(* {2 A frame} *)

let home_of_param = function In, _ -> Local | Inout, _ -> Borrowed | Lent, _ -> Loaned

let coroutine t p pr guesses =
  let types = Array.of_list (List.map snd pr.params @ pr.locals) in
  let homes =
    Array.of_list (List.map home_of_param pr.params @ List.map (fun _ -> Local) pr.locals)
  in
  let params = List.length pr.params in
  (* First, who lives across a suspension. *)
  let in_frame = Array.mapi (fun x h -> h = Local && x < params && not (has_view types.(x))) homes in
  let stops = ref [] and callees = ref [] in
  let keep x = if homes.(x) = Local then in_frame.(x) <- true in
  observe t p pr guesses
    {
      silent with
      stop =
        (fun l call ~kept ~before:_ ~viewed ->
          List.iter keep kept;
          List.iter keep viewed;
          let callee = Option.map (fun (x : call) -> x.callee) call in
          stops := (l, callee) :: !stops;
          Option.iter (fun q -> callees := q :: !callees) callee);
    };
  let number = Array.make (Array.length types) (-1) in
  let variables = List.filter (fun x -> in_frame.(x)) (List.init (Array.length types) Fun.id) in
  List.iteri (fun i x -> number.(x) <- i) variables;
  let area = List.length variables in
  let row () = Bytes.make ((area / 8) + 1) '\000' in
  let area_extent = largest (List.map (frame_extent t) !callees) in
  let items =
    Array.of_list
      (List.map (fun x -> { extent = extent t types.(x); conflicts = row () }) variables
      @ [ { extent = area_extent; conflicts = row () } ])
  in
  (* Then, who may not share bytes with whom. *)
  let apart i y = if number.(y) >= 0 && number.(y) <> i then conflict items i number.(y) in
  observe t p pr guesses
    {
      write = (fun x vars -> if number.(x) >= 0 then List.iter (apart number.(x)) vars);
      stop =
        (fun _ call ~kept:_ ~before ~viewed:_ ->
          match call with
          | None -> ()
          | Some x ->
              List.iter (apart area) before;
              Option.iter (apart area) (Option.bind x.call_dest root));
    };
  List.iter
    (fun x -> if x < params then List.iter (fun y -> if y < params then apart number.(x) y) variables)
    variables;
  let index_bytes = cell (List.length !stops + 1) in
  let offsets, last = pack items index_bytes in
  let align =
    Array.fold_left (fun a i -> if empty i.extent then a else max a i.extent.align) index_bytes items
  in
  let home x h =
    let i = number.(x) in
    if i >= 0 then Slot (offsets.(i), items.(i).extent.size) else h
  in
  let stop (l, callee) =
    match callee with
    | None -> (l, (0, 0))
    | Some q -> (l, (offsets.(area), t.frames.(q).frame_bytes))
  in
  {
    homes = Array.to_list (Array.mapi home homes);
    frame_bytes = round_up last align;
    frame_align = align;
    index_bytes;
    live_sets = List.of_seq (Hashtbl.to_seq guesses);
    stops = List.map stop !stops;
  }

let procedure t p pr =
  let guesses = guess t p pr in
  if pr.suspends then coroutine t p pr guesses
  else
    {
      homes = List.map home_of_param pr.params @ List.map (fun _ -> Local) pr.locals;
      frame_bytes = 0;
      frame_align = 1;
      index_bytes = 0;
      live_sets = List.of_seq (Hashtbl.to_seq guesses);
      stops = [];
    }

let compute (program : program) =
  let procs = Array.of_list program.procs in
  let empty = { homes = []; frame_bytes = 0; frame_align = 1; index_bytes = 0; live_sets = []; stops = [] } in
  let t =
    {
      program; procs;
      externs = Array.of_list program.extern_types;
      frames = Array.make (Array.length procs) empty;
      extents = Hashtbl.create 97;
    }
  in
  Array.iteri (fun p pr -> t.frames.(p) <- procedure t p pr) procs;
  t
