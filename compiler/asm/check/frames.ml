(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Asm_model
module Z = Bignum

(* A place on the stack: so far from where %rsp was at the entry, or from where an alignment left it. What aligns one
   place alike is one origin, in both files. *)
type origin = Entry | Aligned of place * int
and place = { origin : origin; offset : int }

(* The least and the most that a place can be away from the entry's %rsp. *)
let rec bounds { origin; offset } =
  match origin with
  | Entry -> (offset, offset)
  | Aligned (from, n) -> let lo, hi = bounds from in (lo - n + 1 + offset, hi + offset)

(* Between which numbers [a - b] is. *)
let difference a b =
  if a.origin = b.origin then (a.offset - b.offset, a.offset - b.offset)
  else
    let lo, hi = bounds a and lo', hi' = bounds b in
    (lo - hi', hi - lo')

let surely_not_below a b n = fst (difference a b) >= n

type value =
  | Other
  | Initial of int * int  (** what this register held at the entry, and a distance *)
  | From of int  (** computed from what these registers held there, a set: an address of a caller's stack, perhaps *)
  | Somewhere  (** on the stack, perhaps *)
  | At of place

let is_exact = function At _ | Initial _ -> true | Other | From _ | Somewhere -> false

(* What a function found in a register is not of its frame. *)
let plain = function Initial _ | From _ -> Other | v -> v
let leads v = plain v <> Other
let sources = function Initial (r, _) -> 1 lsl r | From set -> set | Other | Somewhere | At _ -> 0

(* What is computed from these. *)
let mix values =
  if List.exists leads values then Somewhere
  else match List.fold_left (fun set v -> set lor sources v) 0 values with 0 -> Other | set -> From set

module Registers = Map.Make (Int)
(* Bytes of what a function was given the address of: by register and distance. *)
module Given = Set.Make (struct type t = int * int let compare = compare end)
module Slots = Map.Make (struct type t = place let compare = compare end)

type state = {
  registers : value Registers.t;  (* flags too, which hold bits of a value; by number; Other is left out *)
  slots : value Slots.t;  (* words *)
  escaped : bool;  (* a place was stored elsewhere than on the stack *)
  scattered : bool;  (* something was written on the stack, it is not known where *)
  needed : Given.t;  (* read on some way *)
  touched : Given.t;  (* written on some way *)
  told : bool;  (* something called may have stored places on the stack *)
  spread : bool;  (* a place on the stack was stored where it is not followed *)
  handed : int;  (* so were values computed from what these registers held at the entry *)
  aimed : int;  (* something was stored at a place computed from what these registers held; of %rsp: perhaps anywhere *)
}

let number l = Z.to_int (index l)
let exactly_at s l = Option.value ~default:Other (Registers.find_opt (number l) s.registers)
let exactly s r = exactly_at s (G r)
let get_loc s l = plain (exactly_at s l)
let get s r = get_loc s (G r)
let is_scattered s = s.scattered
let spreads s = s.spread

let put s l v =
  let n = number l in
  { s with registers = (if v = Other then Registers.remove n s.registers else Registers.add n v s.registers) }

let moved v n = match v with At p -> At { p with offset = p.offset + n } | Initial (r, o) -> Initial (r, o + n) | v -> v

let moved_by v z = match Distance.small z with Some n -> moved v n | None -> mix [ v ]

let exact_address s m =
  match (m.m_base, m.m_index) with
  | BaseReg r, None -> moved_by (exactly s r) m.m_disp
  | BaseReg r, Some (i, _) -> mix [ exactly s r; exactly s i ]
  | (NoBase | BaseSym _), Some (i, _) -> mix [ exactly s i ]
  | (NoBase | BaseSym _), None -> Other

let address s m = plain (exact_address s m)

(* What is wider than a word may have a place in any of its words; a part of one may be joined to the rest. *)
let rec kept_at p n v slots =
  let joined old = Some (match old with Some old when n < 8 -> mix [ old; v ] | _ -> v) in
  if n <= 0 || v = Other then slots
  else kept_at { p with offset = p.offset + 8 } (n - 8) v (Slots.update p joined slots)

(* The byte of a caller's that lies there, if it is one: by a register that it gave, or above our address to return to,
   by its %rsp. *)
let callers = function
  | Initial (r, o) -> Some (r, o)
  | At { origin = Entry; offset } when offset >= 8 -> Some (number (G RSP), offset - 8)
  | _ -> None

(* In a caller's frame, perhaps, and not known where. *)
let astray place n =
  match place with Somewhere -> true | At p -> p.origin <> Entry && snd (bounds p) + n > 8 | _ -> false

let whole_stack = 1 lsl number (G RSP)
let add_byte place l = Option.fold ~none:l ~some:(fun b -> Given.add b l) (callers place)

let store s m n v =
  let place = exact_address s m in
  let s = { s with touched = List.fold_left (fun l k -> add_byte (moved place k) l) s.touched (List.init n Fun.id) } in
  let s = if astray place n then { s with aimed = s.aimed lor whole_stack } else s in
  let elsewhere = { s with
    escaped = s.escaped || leads v; spread = s.spread || leads v; handed = s.handed lor sources v } in
  match place with
  | Other | Initial _ -> elsewhere
  | From set -> { elsewhere with aimed = s.aimed lor set }
  | Somewhere -> { elsewhere with scattered = true; slots = Slots.map (fun old -> mix [ old; v ]) s.slots }
  | At p ->
      (* what is overwritten only in part, or perhaps, still leads where it led *)
      let left q old =
        let lo, hi = difference q p in
        if lo >= n || hi <= -8 then Some old
        else if lo = hi && lo >= 0 && lo + 8 <= n then None
        else match mix [ old; v ] with Other -> None | v -> Some v
      in
      { s with slots = kept_at p n v (Slots.filter_map left s.slots) }

let load s m n =
  match address s m with
  | At p -> (
      match Slots.find_opt p s.slots with
      | Some v when n = 8 -> v
      | _ ->
          let overlaps q _ = let lo, hi = difference q p in not (lo >= n || hi <= -8) in
          if s.told then Somewhere else mix (List.map snd (Slots.bindings (Slots.filter overlaps s.slots))))
  | Somewhere when s.escaped || s.told -> Somewhere
  | Somewhere -> mix (List.map snd (Slots.bindings s.slots))
  | Other when s.escaped -> Somewhere
  | _ -> Other

let top = { m_base = BaseReg RSP; m_index = None; m_disp = Z.zero; m_region = Z.one }

(* What is computed of all that an instruction reads. *)
let result s d =
  let bytes = match d.d_access with Some a -> Unary.to_int a.a_bytes | None -> 0 in
  let of_access f = Option.fold ~none:Other ~some:(fun a -> f a.a_mem) d.d_access in
  let input = function
    | ILoc l -> exactly_at s l
    | IAddr -> of_access (exact_address s)
    | IMem _ -> of_access (fun m -> load s m bytes)
    | IConst _ -> Other
  in
  mix (List.map input d.d_in)

let after s i =
  let operand = function Reg r -> exactly s r | Memory m -> load s m 8 | Imm _ -> Other in
  let outputs d only s' =
    let of_all = result s d in
    let set s' = function
      | OLoc l when only l -> put s' l of_all
      | OConst (l, _) when only l -> put s' l Other
      | _ -> s'
    in
    List.fold_left set s' d.d_out
  in
  let is_flag = function F _ -> true | _ -> false in
  let described () =
    match describe i with
    | None -> s
    | Some d ->
        outputs d (fun l -> not (is_flag l))
          (match d.d_access with
          | Some { a_use = Store | Modify; a_mem; a_bytes; _ } -> store s a_mem (Unary.to_int a_bytes) (result s d)
          | _ -> s)
  in
  let s' =
    match i with
    | Mov (W64, R d, src) -> put s (G d) (operand src)
    | Mov (W64, M m, src) -> store s m 8 (operand src)
    | Lea (W64, d, m) -> put s (G d) (exact_address s m)
    | Alu (ADD, W64, R d, Imm z) -> put s (G d) (moved_by (exactly s d) z)
    | Alu (SUB, W64, R d, Imm z) -> put s (G d) (moved_by (exactly s d) (Z.neg z))
    | Alu ((XOR | SUB), _, R d, Reg r) when d = r -> put s (G d) Other
    | Un (INC, W64, R d) -> put s (G d) (moved (exactly s d) 1)
    | Un (DEC, W64, R d) -> put s (G d) (moved (exactly s d) (-1))
    | Alu (AND, W64, R d, Imm z) -> (
        match (exactly s d, Distance.alignment z) with
        | At p, Some n when n < 0x10000 -> put s (G d) (At { origin = Aligned (p, n); offset = 0 })
        | v, _ -> put s (G d) (mix [ v ]))
    | Cmov (_, W64, d, R r) when is_exact (exactly s d) && exactly s d = exactly s r -> s
    | Push (r, _) ->
        let v = exactly s r in
        store (put s (G RSP) (moved (get s RSP) (-8))) top 8 v
    | Pop (d, _) ->
        let v = load s top 8 in
        put (put s (G RSP) (moved (get s RSP) 8)) (G d) v
    | _ -> described ()
  in
  let s' = Option.fold ~none:s' ~some:(fun d -> outputs d is_flag s') (describe i) in
  match Option.bind (describe i) (fun d -> d.d_access) with
  | Some { a_use = Load | Modify; a_mem; a_bytes; _ } ->
      let first = match i with Pop _ -> get s RSP | _ -> exact_address s a_mem in
      let needed l k = add_byte (moved first k) l in
      { s' with needed = List.fold_left needed s'.needed (List.init (Unary.to_int a_bytes) Fun.id) }
  | _ -> s'

let meet a b =
  let both _ x y =
    let x = Option.value ~default:Other x and y = Option.value ~default:Other y in
    match if x = y then x else mix [ x; y ] with Other -> None | v -> Some v
  in
  { registers = Registers.merge both a.registers b.registers;
    slots = Slots.merge both a.slots b.slots;
    escaped = a.escaped || b.escaped;
    scattered = a.scattered || b.scattered;
    needed = Given.union a.needed b.needed;
    touched = Given.union a.touched b.touched;
    told = a.told || b.told;
    spread = a.spread || b.spread;
    handed = a.handed lor b.handed;
    aimed = a.aimed lor b.aimed }

let same a b =
  Registers.equal ( = ) a.registers b.registers && Slots.equal ( = ) a.slots b.slots
  && Given.equal a.needed b.needed && Given.equal a.touched b.touched && a.escaped = b.escaped
  && a.scattered = b.scattered && a.told = b.told && a.spread = b.spread && a.handed = b.handed && a.aimed = b.aimed

let entry = { origin = Entry; offset = 0 }
let register r = number (G r)
let flags = List.filter (function F _ -> true | _ -> false) Locations.all
let vectors = List.filter (function Lo _ | Hi _ -> true | G _ | F _ -> false) Locations.all
let general = List.filter_map (function G r when r <> RSP -> Some r | _ -> None) Locations.all

(* In memory that is followed, or in a vector, is perhaps an address of the stack. *)
let hides s =
  Slots.exists (fun _ v -> leads v) s.slots || List.exists (fun l -> leads (exactly_at s l)) vectors

(* What a function of the file does to its caller. *)
type effect = {
  kept : reg list;
  needs : Given.t;
  touches : Given.t;
  hands : int;  (* may be stored where it is not followed: what it was given in these registers *)
  aims : int;  (* stores may go to what these lead to, it is not known where *)
  results : results;  (* [None]: anything that is computed from what it was given *)
}
and results = value Registers.t option

let unknown_function =
  let none = Given.empty in
  { kept = Flat_code.saved; needs = none; touches = none; hands = 0; aims = 0; results = None }

let given = List.map (fun r -> (register r, r)) (RSP :: general)
let within set = List.filter (fun (n, _) -> set land (1 lsl n) <> 0) given

let passed_elsewhere = List.fold_left (fun set r -> set lor (1 lsl register r)) 0
    (List.filter (fun r -> not (List.mem r Flat_code.saved)) general)

(* Slots that a call may have changed: where it writes, or to which it is given an address to write to. *)
let overwritten { touches; aims; _ } s =
  let at (r, o) = moved (exactly s (List.assoc r given)) o in
  let places = List.map at (Given.elements touches) @ List.map (fun (_, r) -> mix [ exactly s r ]) (within aims) in
  let hit q = function At p -> let lo, hi = difference q p in lo <= 0 && hi > -8 | v -> v = Somewhere in
  let changed = List.exists leads places in
  { s with
    told = s.told || changed;
    slots =
      if changed then Slots.mapi (fun q v -> if List.exists (hit q) places then Somewhere else v) s.slots
      else s.slots }

(* What is called leaves %rsp as it was, and the registers [kept]. All below %rsp is its own. *)
let behind_call ({ kept; needs; touches; hands; aims; results } as called) s =
  let s = List.fold_left (fun s f -> put s f Other) s flags in
  let there (r, o) = moved (exactly s (List.assoc r given)) o in
  let need b now = { now with needed = add_byte (there b) now.needed } in
  let touch b now = { now with touched = add_byte (there b) now.touched } in
  let s = Given.fold need needs (Given.fold touch touches s) in
  let handed =
    List.fold_left (fun set (_, r) -> set lor sources (exactly s r)) s.handed (within hands)
    |> List.fold_right (fun l set -> set lor sources (exactly_at s l)) vectors
  in
  let aimed = List.fold_left (fun set (_, r) -> set lor sources (exactly s r)) s.aimed (within aims) in
  let aimed = aimed lor (aims land whole_stack) in
  let s = overwritten called { s with handed; aimed } in
  let result l =
    let of_all registers = mix (List.map (fun (_, r) -> exactly s r) registers) in
    match Option.map (Registers.find_opt (number l)) results with
    | None -> of_all (List.remove_assoc (register RSP) given)
    | Some None -> Other
    | Some (Some v) -> if leads v then Somewhere else of_all (within (sources v))
  in
  let escaped =
    s.escaped || s.told || s.scattered
    || Registers.exists (fun n v -> n <> register RSP && leads v) s.registers
    || Slots.exists (fun _ v -> leads v) s.slots
  in
  let lost = List.filter_map (fun r -> if List.mem r kept then None else Some (G r)) general @ vectors in
  let registers = List.fold_left (fun now l -> put now l (if escaped then Somewhere else result l)) s lost in
  match get s RSP with
  | At top ->
      let above p = surely_not_below p top 0 in
      let doubted v = if escaped && leads v then Somewhere else v in
      { registers with
        slots = Slots.map doubted (Slots.filter (fun p _ -> above p) s.slots);
        told = escaped;
        escaped }
  | _ ->
      { registers with
        slots = Slots.empty; escaped = true; told = true; scattered = true }

let effect_of ~effect code k = function
  | Flat_code.In_file target -> effect target
  | Elsewhere _ -> { unknown_function with kept = code.(k).Flat_code.keeps; aims = passed_elsewhere }

let start =
  let initial =
    List.fold_left (fun m r -> Registers.add (register r) (Initial (register r, 0)) m) Registers.empty general
  in
  { registers = Registers.add (number (G RSP)) (At entry) initial;
    slots = Slots.empty;
    escaped = false;
    scattered = false;
    needed = Given.empty;
    touched = Given.empty;
    told = false;
    spread = false;
    handed = 0;
    aimed = 0 }

(* [effect]: of a function of the file, by where it begins. *)
let states_if ~effect code entered =
  let behind_call k callee s = Some (behind_call (effect_of ~effect code k callee) s) in
  Flow.states ~meet ~same ~after ~behind_call ~entries:(List.map (fun k -> (k, start)) entered) code

let called code =
  Array.to_list code
  |> List.filter_map (fun l -> match l.Flat_code.calls with Some (In_file target) -> Some target | _ -> None)
  |> List.sort_uniq compare

let returns_of code target =
  List.filter
    (fun k -> code.(k).Flat_code.flat = FHalt && code.(k).calls = None)
    (Flat_code.reachable code [ target ])

(* Of the functions that are called, at first all is taken to be kept; then what is not so is left out, until nothing
   is. When that is known, what they need and write: at first nothing, then more each time, as that of what they call is
   known. *)
type analysis = { states : (int, state) Hashtbl.t; effect : int -> effect; settled : bool }

let analyse code entered =
  let table = Hashtbl.create 8 in
  let called = called code in
  let effect = Hashtbl.find table in
  let at_first =
    { unknown_function with kept = general; results = Some Registers.empty }
  in
  List.iter (fun target -> Hashtbl.replace table target at_first) called;
  let rec settle rounds better =
    let states = states_if ~effect code entered in
    let ends target = List.filter_map (Hashtbl.find_opt states) (returns_of code target) in
    let now = List.map (fun target -> (target, better (effect target) (ends target))) called in
    let differs (target, e) =
      let before = effect target in
      List.compare_lengths before.kept e.kept <> 0
      || not (Given.equal before.needs e.needs && Given.equal before.touches e.touches)
      || before.hands <> e.hands || before.aims <> e.aims
      || not (Option.equal (Registers.equal ( = )) before.results e.results)
    in
    let changed = List.exists differs now in
    List.iter (fun (target, e) -> Hashtbl.replace table target e) now;
    if changed && rounds > 0 then settle (rounds - 1) better else (states, changed)
  in
  let less before ends =
    let holds r = List.for_all (fun s -> exactly s r = Initial (register r, 0)) ends in
    { before with kept = List.filter holds before.kept }
  in
  let more before ends =
    match ends with
    | [] -> before
    | first :: rest ->
        { before with
          needs = List.fold_left (fun l s -> Given.union l s.needed) before.needs ends;
          touches = List.fold_left (fun l s -> Given.union l s.touched) before.touches ends;
          hands = List.fold_left (fun set s -> set lor s.handed) before.hands ends;
          aims = List.fold_left (fun set s -> set lor s.aimed) before.aims ends;
          results = Some (Registers.map (fun v -> mix [ v ]) (List.fold_left meet first rest).registers) }
  in
  if called = [] then { states = states_if ~effect code entered; effect; settled = true }
  else begin
    let rec both () =
      ignore (settle max_int less);
      (* of what calls itself there may be more without end *)
      let states, changed = settle (8 + List.length called) more in
      (* with that, less may be kept *)
      let keeps () = List.map (fun target -> (effect target).kept) called in
      let before = keeps () in
      ignore (settle max_int less);
      if keeps () = before then { states; effect; settled = not changed } else both ()
    in
    both ()
  end

let kept code entered =
  let analysis = analyse code entered in
  fun k ->
    match code.(k).Flat_code.calls with Some (In_file target) -> (analysis.effect target).kept | _ -> code.(k).keeps

type found = Known of place | Vague | Given of reg | Off

type passed = { call : int; by : reg; place : found; written : bool }

type frames = {
  access : int -> found option;
  passed : passed list;
  tops : (int * place option) list;
  spread : bool;
  low : int list;
}

let frames code entered =
  let { states; effect; _ } = analyse code entered in
  let place_of s i =
    match (i, Option.bind (describe i) (fun d -> d.d_access)) with
    | _, (None | Some { a_use = Address; _ }) -> None
    | Push _, _ -> Some (moved (get s RSP) (-8))
    | Pop _, _ -> Some (get s RSP)
    | _, Some { a_mem; _ } -> Some (exact_address s a_mem)
  in
  let found = function
    | At p -> Known p
    | Somewhere -> Vague
    | Initial (n, _) -> Given (List.assoc n given)
    | Other | From _ -> Off
  in
  let access k =
    match (Hashtbl.find_opt states k, code.(k).Flat_code.flat) with
    | Some s, FInstr i -> Option.map found (place_of s i)
    | _ -> None
  in
  let calls = List.filter (fun k -> code.(k).Flat_code.calls <> None) (List.init (Array.length code) Fun.id) in
  let with_state f k = Option.fold ~none:[] ~some:(f k) (Hashtbl.find_opt states k) in
  let passed k s =
    match code.(k).calls with
    | Some (In_file target) ->
        let e = effect target in
        let there written (n, o) =
          let by = List.assoc n given in
          let place = found (moved (exactly s by) o) in
          { call = k; by; place; written }
        in
        let all bytes written = List.map (there written) (Given.elements bytes) in
        List.sort_uniq compare (all e.needs false @ all e.touches true)
    | _ -> []
  in
  let spreads k s =
    let leading = List.exists (fun (_, r) -> r <> RSP && leads (exactly s r)) in
    s.spread
    || match code.(k).calls with
       | Some (In_file target) -> leading (within (effect target).hands)
       | Some (Elsewhere _) -> leading given
       | None -> false
  in
  (* through these registers, or at what is accessed through them *)
  let passes_low k s =
    let below p = match get s RSP with At top -> fst (difference p top) < 0 | _ -> true in
    let low_register r = match get s r with At p -> below p | _ -> false in
    let low_byte p = match p.place with Known p -> below p | Vague | Given _ | Off -> false in
    match code.(k).calls with
    | Some (In_file _) when List.exists low_register general || List.exists low_byte (passed k s) -> [ k ]
    | _ -> []
  in
  let top k s = [ (k, match get s RSP with At p -> Some p | _ -> None) ] in
  { access; passed = List.concat_map (with_state passed) calls; tops = List.concat_map (with_state top) calls;
    spread = Hashtbl.fold (fun k s found -> found || (k < Array.length code && spreads k s)) states false;
    low = List.concat_map (with_state passes_low) calls }
