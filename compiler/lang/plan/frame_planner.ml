module Num = Z
open Fairlead_lang_coq.Extracted

type extent = { size : int; align : int }

type t = {
  extern : int -> extent;
  program : program;
  procs : proc array;
  frames : frame_layout array;
  frame_aligns : int array;
  extents : (ty, extent) Hashtbl.t;
}

let layout t = Array.to_list t.frames
let frame t p = t.frames.(p)
let frame_extent t p = { size = t.frames.(p).frame_bytes; align = t.frame_aligns.(p) }

(* {2 Extents of types} *)

let round_up n align = (n + align - 1) / align * align
let none = { size = 0; align = 1 }
let unsigned n = if n < 0x100 then 1 else if n < 0x10000 then 2 else 4
let width_bytes = function W8 -> 1 | W16 -> 2 | W32 -> 4 | W64 -> 8
let int n = { size = n; align = n }
let array n e = { e with size = max 1 n * e.size }

let structure members =
  let add total e =
    if e.size = 0 then total
    else { size = round_up total.size e.align + e.size; align = max total.align e.align }
  in
  let total = List.fold_left add none members in
  { total with size = round_up total.size total.align }

let union members =
  let add total e =
    if e.size = 0 then total else { size = max total.size e.size; align = max total.align e.align }
  in
  let total = List.fold_left add none members in
  { total with size = round_up total.size total.align }

let rec power_of_two n k = if k >= n then k else power_of_two n (2 * k)

(* Cells of the hash index that maps of more than 16 entries have. *)
let index_cells cap = if cap <= 16 then 0 else power_of_two (cap + (cap / 2)) 1

let rec extent t ty =
  match ty with
  | TBool -> int 1
  | TInt w -> int (width_bytes w)
  | TView -> { size = 16; align = 8 } (* never in a frame *)
  | TExtern n -> t.extern n
  | TCoro p -> frame_extent t p
  | TBytes _ | TArray _ | TRecord _ | TUnion _ | TMap _ -> (
      match Hashtbl.find_opt t.extents ty with
      | Some e -> e
      | None ->
          let e = aggregate t ty in
          Hashtbl.replace t.extents ty e;
          e)

and aggregate t = function
  | TBytes n ->
      let n = Num.to_int n in
      structure [ int (unsigned n); array n (int 1) ]
  | TArray (n, elt) ->
      let e = extent t elt in
      if e.size = 0 then none else array (Num.to_int n) e
  | TRecord (_, ts) -> structure (List.map (extent t) ts)
  | TUnion (_, ts) ->
      structure [ int (unsigned (List.length ts - 1)); union (List.map (extent t) ts) ]
  | TMap (n, key, elt) ->
      let cap = Num.to_int n in
      let count = int (unsigned cap) in
      let value = extent t elt and cells = index_cells cap in
      structure
        [
          (if value.size = 0 then none else array cap value);
          array cap (int (width_bytes key));
          count;
          (if cells = 0 then none else array cells count);
        ]
  | TBool | TInt _ | TView | TExtern _ | TCoro _ -> invalid_arg "aggregate"

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
  let area_extent = union (List.map (frame_extent t) !callees) in
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
  let index_bytes = unsigned (List.length !stops + 1) in
  let offsets, last = pack items index_bytes in
  let align =
    Array.fold_left (fun a i -> if i.extent.size = 0 then a else max a i.extent.align) index_bytes items
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
  t.frame_aligns.(p) <- align;
  {
    homes = Array.to_list (Array.mapi home homes);
    frame_bytes = round_up last align;
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
      index_bytes = 0;
      live_sets = List.of_seq (Hashtbl.to_seq guesses);
      stops = [];
    }

let compute ~extern (program : program) =
  let procs = Array.of_list program.procs in
  let n = Array.length procs in
  let empty = { homes = []; frame_bytes = 0; index_bytes = 0; live_sets = []; stops = [] } in
  let t =
    {
      extern; program; procs;
      frames = Array.make n empty;
      frame_aligns = Array.make n 1;
      extents = Hashtbl.create 97;
    }
  in
  Array.iteri (fun p pr -> t.frames.(p) <- procedure t p pr) procs;
  t
