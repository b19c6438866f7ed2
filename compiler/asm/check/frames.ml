(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Asm_model
module Z = Bignum

let red_zone = 128

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

let surely_below a b n = snd (difference a b) < n
let surely_not_below a b n = fst (difference a b) >= n

type value = Other | Somewhere  (** on the stack, perhaps *) | At of place

module Registers = Map.Make (Int)
module Slots = Map.Make (struct type t = place let compare = compare end)
module Bytes_ = Set.Make (struct type t = place let compare = compare end)

type state = {
  registers : value Registers.t;  (* general and vector, by number; Other is left out *)
  slots : value Slots.t;  (* words *)
  written : Bytes_.t;  (* on some way here *)
  lost : Bytes_.t;  (* of these, those that lay too low since, on some way *)
  escaped : bool;  (* a place was stored elsewhere than on the stack *)
  scattered : bool;  (* something was written, it is not known where *)
  scattered_lost : bool;  (* and the frame was freed since *)
}

let number l = Z.to_int (index l)
let get_loc s l = Option.value ~default:Other (Registers.find_opt (number l) s.registers)
let get s r = get_loc s (G r)

let put s l v =
  let n = number l in
  { s with registers = (if v = Other then Registers.remove n s.registers else Registers.add n v s.registers) }

let moved v n = match v with At p -> At { p with offset = p.offset + n } | v -> v
let bytes_of p n = List.init n (fun k -> { p with offset = p.offset + k })

(* A constant of 64 bits may be written without its sign. *)
let small z =
  let all = Z.shift_left Z.one 64 in
  let z = Z.sub z (Z.mul all (Z.fdiv (Z.add z (Z.shift_left Z.one 63)) all)) in
  if Z.lt (Z.abs z) (Z.shift_left Z.one 30) then Some (Z.to_int z) else None

let moved_by v z = match small z with Some n -> moved v n | None -> if v = Other then Other else Somewhere

let address s m =
  let index = match m.m_index with Some (r, _) -> get s r | None -> Other in
  match m.m_base with
  | BaseReg r -> (
      match (get s r, m.m_index) with
      | v, None -> moved_by v m.m_disp
      | Other, Some _ -> if index = Other then Other else Somewhere
      | _ -> Somewhere)
  | NoBase | BaseSym _ -> if index = Other then Other else Somewhere

(* What moves %rsp upward leaves the frame below to others. *)
let set_rsp s v =
  let s = put s (G RSP) v in
  match v with
  | At top ->
      let low p = not (surely_not_below p top (-red_zone)) in
      let lost = Bytes_.filter low s.written in
      { s with lost = Bytes_.union s.lost lost; written = Bytes_.diff s.written lost }
  | Other | Somewhere -> { s with lost = Bytes_.union s.lost s.written; written = Bytes_.empty }

let set_loc s l v = if l = G RSP then set_rsp s v else put s l v
let set s r = set_loc s (G r)

let raised before after =
  match (before, after) with At a, At b -> not (surely_not_below a b 0) | _ -> true

let with_rsp_noted before s =
  let was = get before RSP and is = get s RSP in
  if s.scattered && was <> is && raised was is then { s with scattered_lost = true } else s

(* What is wider than a word may have a place in any of its words; a part of one may be joined to the rest. *)
let rec kept_at p n v slots =
  if n <= 0 || v = Other then slots else kept_at { p with offset = p.offset + 8 } (n - 8) v (Slots.add p v slots)

let store s m n v =
  match address s m with
  | Other -> { s with escaped = s.escaped || v <> Other }
  | Somewhere ->
      let slots = Slots.map (function Other -> Other | At _ | Somewhere -> Somewhere) s.slots in
      { s with escaped = s.escaped || v <> Other; scattered = true; slots }
  | At p ->
      let bytes = Bytes_.of_list (bytes_of p n) in
      let apart q _ = let lo, hi = difference q p in lo >= n || hi <= -8 in
      let slots = Slots.filter apart s.slots in
      { s with
        slots = kept_at p n v slots;
        written = Bytes_.union s.written bytes;
        lost = Bytes_.diff s.lost bytes }

let load s m n =
  match address s m with
  | At p -> (
      match Slots.find_opt p s.slots with
      | Some v when n = 8 -> v
      | _ ->
          let overlaps q _ = let lo, hi = difference q p in not (lo >= n || hi <= -8) in
          if Slots.exists overlaps s.slots then Somewhere else Other)
  | Somewhere when s.escaped || not (Slots.is_empty s.slots) -> Somewhere
  | Other when s.escaped -> Somewhere
  | _ -> Other

let top = { m_base = BaseReg RSP; m_index = None; m_disp = Z.zero; m_region = Z.one }

let after s i =
  let operand = function Reg r -> get s r | Memory m -> load s m 8 | Imm _ -> Other in
  let described () =
    match describe i with
    | None -> s
    | Some d ->
        let bytes = match d.d_access with Some a -> Unary.to_int a.a_bytes | None -> 0 in
        let input = function
          | ILoc (F _) -> Other
          | ILoc l -> get_loc s l
          | IAddr -> ( match d.d_access with Some a -> address s a.a_mem | None -> Other)
          | IMem _ -> ( match d.d_access with Some a -> load s a.a_mem bytes | None -> Other)
          | _ -> Other
        in
        let result = if List.for_all (fun i -> input i = Other) d.d_in then Other else Somewhere in
        let s =
          match d.d_access with
          | Some { a_use = Store | Modify; a_mem; _ } -> store s a_mem bytes result
          | _ -> s
        in
        let set s = function
          | OLoc (F _) | OConst (F _, _) | OMem _ -> s
          | OLoc l | OConst (l, _) -> set_loc s l result
        in
        List.fold_left set s d.d_out
  in
  let s' =
    match i with
    | Mov (W64, R d, src) -> set s d (operand src)
    | Mov (W64, M m, src) -> store s m 8 (operand src)
    | Lea (W64, d, m) -> set s d (address s m)
    | Alu (ADD, W64, R d, Imm z) -> set s d (moved_by (get s d) z)
    | Alu (SUB, W64, R d, Imm z) -> set s d (moved_by (get s d) (Z.neg z))
    | Alu ((XOR | SUB), _, R d, Reg r) when d = r -> set s d Other
    | Un (INC, W64, R d) -> set s d (moved (get s d) 1)
    | Un (DEC, W64, R d) -> set s d (moved (get s d) (-1))
    | Alu (AND, W64, R d, Imm z) -> (
        match (get s d, small z) with
        | At p, Some n when n < 0 && n land -n = -n && n > -0x10000 ->
            set s d (At { origin = Aligned (p, -n); offset = 0 })
        | Other, _ -> set s d Other
        | _ -> set s d Somewhere)
    | Cmov (_, W64, d, R r) -> set s d (if get s d = get s r then get s d else Somewhere)
    | Push (r, _) ->
        let v = get s r in
        store (set_rsp s (moved (get s RSP) (-8))) top 8 v
    | Pop (d, _) ->
        let v = load s top 8 in
        set (set_rsp s (moved (get s RSP) 8)) d v
    | _ -> described ()
  in
  with_rsp_noted s s'

let meet a b =
  let both _ x y =
    match (Option.value ~default:Other x, Option.value ~default:Other y) with
    | x, y when x = y -> if x = Other then None else Some x
    | _ -> Some Somewhere
  in
  { registers = Registers.merge both a.registers b.registers;
    slots = Slots.merge both a.slots b.slots;
    written = Bytes_.union a.written b.written;
    lost = Bytes_.union a.lost b.lost;
    escaped = a.escaped || b.escaped;
    scattered = a.scattered || b.scattered;
    scattered_lost = a.scattered_lost || b.scattered_lost }

let same a b =
  Registers.equal ( = ) a.registers b.registers && Slots.equal ( = ) a.slots b.slots && Bytes_.equal a.written b.written
  && Bytes_.equal a.lost b.lost && a.scattered = b.scattered && a.scattered_lost = b.scattered_lost

let states code entered =
  let states = Hashtbl.create 64 and work = Queue.create () in
  let n = Array.length code in
  let flow target s =
    let before = Hashtbl.find_opt states target in
    let met = match before with None -> s | Some t -> meet t s in
    if not (Option.fold ~none:false ~some:(same met) before) then begin
      Hashtbl.replace states target met;
      if target < n then Queue.add target work
    end
  in
  let start =
    { registers = Registers.singleton (number (G RSP)) (At { origin = Entry; offset = 0 });
      slots = Slots.empty;
      written = Bytes_.empty;
      lost = Bytes_.empty;
      escaped = false;
      scattered = false; scattered_lost = false }
  in
  List.iter (fun k -> flow k start) entered;
  while not (Queue.is_empty work) do
    let k = Queue.pop work in
    match (Hashtbl.find_opt states k, code.(k).Flat_code.flat) with
    | None, _ | _, FHalt -> ()
    | Some s, FInstr i -> flow (k + 1) (after s i)
    | Some s, FJump _ -> flow code.(k).target s
    | Some s, FBranch _ -> flow code.(k).target s; flow (k + 1) s
  done;
  states

(* An access of which the place is not known: the instruction, and where %rsp is. *)
type unknown = { instr : instr; rsp : value; at : Diagnostic.place }

let below ~place fmt =
  Printf.ksprintf
    (fun what ->
      Diagnostic.fail ~place
        ~notes:[ (None, "a signal handler may write there at any time; of such memory no theorem speaks") ]
        "%s" what)
    fmt

let entry = { origin = Entry; offset = 0 }

(* What is refused; and the accesses of which too little is known. *)
let look (line : Flat_code.line) s acc =
  match line.flat with
  | FJump _ | FBranch _ | FHalt -> acc
  | FInstr (Push _) -> acc
  | FInstr i -> (
      match Option.bind (describe i) (fun d -> d.d_access) with
      | Some { a_use = (Load | Store | Modify) as use; a_mem = m; a_bytes; _ } -> (
          let unknown = { instr = i; rsp = get s RSP; at = line.place } in
          let too_low = "this accesses memory more than 128 bytes below %rsp" in
          match (m.m_base, m.m_index, address s m, get s RSP) with
          | BaseReg RSP, None, Somewhere, _ -> (
              match small m.m_disp with
              | Some d when d >= -red_zone -> acc
              | _ -> below ~place:line.place "%s" too_low)
          | _, _, Other, _ -> acc
          | _, _, Somewhere, _ | _, _, At _, (Other | Somewhere) -> unknown :: acc
          | _, _, At p, At top ->
              if surely_below p top (-red_zone) then below ~place:line.place "%s" too_low
              else if not (surely_not_below p top (-red_zone)) then unknown :: acc
              else if
                use <> Store && List.exists (fun b -> Bytes_.mem b s.lost) (bytes_of p (Unary.to_int a_bytes))
              then
                below ~place:line.place "what this reads lay more than 128 bytes below %%rsp since it was written"
              else if use <> Store && s.scattered_lost && surely_below p entry (-red_zone) then unknown :: acc
              else acc)
      | _ -> acc)

let unknowns (code, entered) =
  let states = states code entered in
  let acc = ref [] in
  Array.iteri (fun k line -> Option.iter (fun s -> acc := look line s !acc) (Hashtbl.find_opt states k)) code;
  List.rev !acc

let no_higher a b = match (a, b) with At p, At q -> snd (difference p q) <= 0 | _ -> false

let check ~clean ~fast =
  let c = unknowns clean and f = unknowns fast in
  let flats (code, _) = Array.map (fun (l : Flat_code.line) -> l.flat) code in
  if f = [] || flats clean = flats fast then None
  else
    let doubtful u =
      let others = match List.filter (fun v -> v.instr = u.instr) c with [] -> c | same -> same in
      others = [] || not (List.for_all (fun v -> no_higher u.rsp v.rsp) others)
    in
    Option.map
      (fun u ->
        Printf.sprintf
          "it is not known that `%%rsp' (%s) is as low as in the clean code where this accesses the stack: what lies \
           more than 128 bytes below may be overwritten by a signal handler"
          (Diagnostic.describe u.at))
      (List.find_opt doubtful f)
