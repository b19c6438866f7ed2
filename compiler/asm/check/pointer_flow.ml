(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Asm_model
module Z = Bignum

(* What is known of a value: between which distances it is from where %rsp was at the entry; and the regions that what it
   was computed from leads to, a bit for each. It is plain if it is one pointer and a distance: the difference of two
   plain ones into the same region leads nowhere, as does where one is in its page. *)
type value = { at : (int * int) option; into : Z.t; plain : bool }

let unknown = { at = None; into = Z.zero; plain = false }
let leads v = not (Z.equal v.into Z.zero)
let is_unknown v = v.at = None && not (leads v)
let same_value a b = a.at = b.at && Z.equal a.into b.into && a.plain = b.plain
let bit n = Z.shift_left Z.one (Z.to_int n)
let pointer_into n = { at = None; into = bit n; plain = true }

let widest = 4096

let between lo hi = if hi - lo > widest then None else Some (lo, hi)

let either a b =
  let at = match (a.at, b.at) with Some (l, h), Some (l', h') -> between (min l l') (max h h') | _ -> None in
  { at; into = Z.logor a.into b.into; plain = a.plain && b.plain && Z.equal a.into b.into }

module Numbered = Map.Make (Int)

type state = {
  locations : value Numbered.t;  (* by number; those of which something is known *)
  slots : value Numbered.t;  (* words on the stack *)
  spilled : Z.t;  (* where all that was ever stored on the stack leads *)
  scattered : Z.t;  (* where what was stored there leads, of which it is not known where, or is in a caller's frame *)
  above : bool;  (* something was perhaps stored in a caller's frame *)
  returns : (int * int) list option;  (* between which distances what called this returns to somewhere, if known *)
}

(* Of functions that call themselves there are more and more. *)
let most_returns = 256

let either_returns a b =
  match (a, b) with
  | Some a, Some b ->
      let all = List.sort_uniq compare (a @ b) in
      if List.compare_length_with all most_returns > 0 then None else Some all
  | _ -> None

let number l = Z.to_int (index l)
let get_location state l = Option.value ~default:unknown (Numbered.find_opt (number l) state.locations)
let get state r = get_location state (G r)
let returns state = state.returns

let put_location state l v =
  let locations =
    if is_unknown v then Numbered.remove (number l) state.locations else Numbered.add (number l) v state.locations
  in
  { state with locations }

let put state r v = put_location state (G r) v

(* On two ways to one place. *)
let meet_by either a b =
  let both _ x y =
    let v = either (Option.value ~default:unknown x) (Option.value ~default:unknown y) in
    if is_unknown v then None else Some v
  in
  { locations = Numbered.merge both a.locations b.locations; slots = Numbered.merge both a.slots b.slots;
    spilled = Z.logor a.spilled b.spilled; scattered = Z.logor a.scattered b.scattered; above = a.above || b.above;
    returns = either_returns a.returns b.returns }

(* A distance that goes on changing, as in a loop, is not followed. *)
let settled a b = { (either a b) with at = (if a.at = b.at then a.at else None) }
let meet = meet_by settled

let same a b =
  Numbered.equal same_value a.locations b.locations && Numbered.equal same_value a.slots b.slots
  && Z.equal a.spilled b.spilled && Z.equal a.scattered b.scattered && a.above = b.above
  && a.returns = b.returns

let moved v n =
  match (v.at, n) with
  | Some (lo, hi), Some n -> { v with at = Some (lo + n, hi + n) }
  | _ -> { v with at = None }

let computed values =
  let into = List.fold_left (fun into v -> Z.logor into v.into) Z.zero values in
  { unknown with into }

let sum a b =
  if not (leads b) then { a with at = None } else if not (leads a) then { b with at = None } else computed [ a; b ]

let difference a b =
  if a.plain && b.plain && Z.equal a.into b.into then unknown
  else if not (leads b) then { a with at = None }
  else computed [ a; b ]

let page = 4096

(* What an alignment takes away from a pointer: it is a place in its page, and no more. *)
let aligned v z =
  match (v.at, Distance.alignment z) with
  | Some (lo, hi), Some n when n <= page -> { v with at = between (lo - n + 1) hi }
  | None, Some n when n <= page -> v
  | _ -> computed [ v ]

(* The address of an operand, as a value. *)
let address state m =
  let base =
    match m.m_base with
    | BaseReg r -> get state r
    | BaseSym _ -> if Z.equal m.m_region Regions.anywhere then unknown else pointer_into m.m_region
    | NoBase -> unknown
  in
  match m.m_index with
  | None -> moved base (Distance.small m.m_disp)
  | Some (r, k) -> sum base (let v = get state r in if Z.equal k Z.one then v else computed [ v ])

(* Words that share a byte with [bytes] bytes at a place in the range. *)
let overlapping (lo, hi) bytes slots =
  let rec take (seq : _ Seq.t) =
    match seq () with Cons (((at, _) as slot), rest) when at < hi + bytes -> slot :: take rest | _ -> []
  in
  take (Numbered.to_seq_from (lo - 7) slots)

let loaded state m bytes =
  let v = address state m in
  match v.at with
  | None -> unknown
  | Some (lo, hi) -> (
      let perhaps v =
        if Z.equal state.scattered Z.zero then v
        else { v with into = Z.logor v.into state.scattered; plain = false }
      in
      match Numbered.find_opt lo state.slots with
      | Some v when bytes = 8 && lo = hi -> perhaps v
      | _ -> perhaps (computed (List.map snd (overlapping (lo, hi) bytes state.slots))))

(* What is not known to be elsewhere may be on the stack. *)
let on_stack ~stack state m =
  let v = address state m in
  if leads v then Z.testbit v.into (Z.to_int stack) else Z.equal m.m_region stack

let loaded ~stack state m bytes =
  if (address state m).at = None && on_stack ~stack state m then computed [ { unknown with into = state.spilled } ]
  else loaded state m bytes

let stored ~stack state m bytes v =
  match (address state m).at with
  | None ->
      if on_stack ~stack state m then
        { state with
          spilled = Z.logor v.into state.spilled; scattered = Z.logor v.into state.scattered; above = true }
      else state
  | Some (lo, hi) ->
      let part = computed [ v ] in
      (* what is overwritten only in part, or perhaps, still leads where it led *)
      let left slots (at, old) =
        let gone = lo = hi && at >= lo && at + 8 <= lo + bytes in
        let old = computed [ old; part ] in
        if gone || is_unknown old then Numbered.remove at slots else Numbered.add at old slots
      in
      let slots = List.fold_left left state.slots (overlapping (lo, hi) bytes state.slots) in
      let slots =
        if bytes = 8 && lo = hi then if is_unknown v then slots else Numbered.add lo v slots
        else if not (leads part) then slots
        else
          let add slots at =
            let old = Option.value ~default:unknown (Numbered.find_opt at slots) in
            Numbered.add at (computed [ old; part ]) slots
          in
          let rec fill slots at = if at >= hi + bytes then slots else fill (add slots at) (at + 8) in
          fill slots lo
      in
      let state = { state with slots; spilled = Z.logor v.into state.spilled } in
      if hi + bytes > 8 then { state with scattered = Z.logor v.into state.scattered; above = true } else state

let pointer state n = put state RSP (moved (get state RSP) (Some n))
let top stack = { m_base = BaseReg RSP; m_index = None; m_disp = Z.zero; m_region = stack }

(* Nothing is left of a pointer but where it is in its page. *)
let within_page z = Z.sign z >= 0 && Z.lt z (Z.of_int page)

let result_of ~stack state d =
  let bytes = match d.d_access with Some a -> Unary.to_int a.a_bytes | None -> 0 in
  let input = function
    | ILoc l -> get_location state l
    | IConst _ -> unknown
    | IAddr -> (match d.d_access with Some a -> address state a.a_mem | None -> unknown)
    | IMem _ -> (match d.d_access with Some a -> loaded ~stack state a.a_mem bytes | None -> unknown)
  in
  computed (List.map input d.d_in)

(* The places that it writes, of which only these are asked for. Bits of a pointer may go through flags, too. *)
let outputs only result d state =
  let write state = function
    | OLoc l when only l -> put_location state l (Lazy.force result)
    | OConst (l, _) when only l -> put_location state l unknown
    | _ -> state
  in
  List.fold_left write state d.d_out

let described ~stack state d =
  let result = result_of ~stack state d in
  outputs (fun _ -> true) (lazy result) d
    (match d.d_access with
    | Some { a_use = Store | Modify; a_mem; a_bytes; _ } -> stored ~stack state a_mem (Unary.to_int a_bytes) result
    | _ -> state)

(* The state after an instruction. *)
let after ~stack state i =
  let loaded = loaded ~stack and stored = stored ~stack in
  let operand = function Reg s -> get state s | Memory m -> loaded state m 8 | Imm _ -> unknown in
  let special =
    match i with
    | Mov (W64, R d, Reg s) -> Some (put state d (get state s))
    | Mov (W64, R d, Memory m) -> Some (put state d (loaded state m 8))
    | Mov (W64, M m, Reg s) -> Some (stored state m 8 (get state s))
    | Lea (W64, d, m) -> Some (put state d (address state m))
    | Alu (ADD, W64, R d, Imm z) -> Some (put state d (moved (get state d) (Distance.small z)))
    | Alu (SUB, W64, R d, Imm z) -> Some (put state d (moved (get state d) (Distance.small (Z.neg z))))
    | Alu ((XOR | SUB), _, R d, Reg s) when d = s -> Some (put state d unknown)
    | Alu (ADD, W64, R d, s) -> Some (put state d (sum (get state d) (operand s)))
    | Alu (SUB, W64, R d, s) -> Some (put state d (difference (get state d) (operand s)))
    | Vop2 (PXOR, e, d, a, X b) when a = b ->
        let state = put_location state (Lo d) unknown in
        Some (if e = Sse then state else put_location state (Hi d) unknown)
    | Alu (AND, _, R d, Imm z) when within_page z && let v = get state d in v.plain || not (leads v) ->
        Some (put state d unknown)
    | Alu (AND, W64, R d, Imm z) -> Some (put state d (aligned (get state d) z))
    | Un (INC, W64, R d) -> Some (put state d (moved (get state d) (Some 1)))
    | Un (DEC, W64, R d) -> Some (put state d (moved (get state d) (Some (-1))))
    | Cmov (c, W64, d, R s) ->
        (* which of the two it is, says what the flags were computed from *)
        let chosen = either (get state d) (get state s) in
        let by = computed (List.map (fun f -> get_location state (F f)) (cc_flags c)) in
        Some (put state d (if leads by then { (either chosen by) with at = chosen.at } else chosen))
    | Xchg (a, b) -> Some (put (put state a (get state b)) b (get state a))
    | Push (s, _) -> let v = get state s in Some (stored (pointer state (-8)) (top stack) 8 v)
    | Pop (d, _) -> let v = loaded state (top stack) 8 in Some (put (pointer state 8) d v)
    | _ -> None
  in
  match (special, describe i) with
  | Some after, Some d -> outputs (function F _ -> true | _ -> false) (lazy (result_of ~stack state d)) d after
  | Some after, None -> after
  | None, Some d -> described ~stack state d
  | None, None -> state

(* ** Calls *)

let is_flag n = List.exists (function F _ as l -> number l = n | _ -> false) Locations.all
let rsp = number (G RSP)

(* What a function that is called here finds: the same, with %rsp a word lower. Flags are no one's. Without [frames] it
   does not know where in them what is. *)
let entering ~frames state =
  let lowered, moved_there =
    match (get state RSP).at with
    | Some (lo, hi) when lo = hi -> (Some (8 - lo), fun v -> moved v (Some (8 - lo)))
    | _ -> (None, fun v -> { v with at = None })
  in
  let locations = Numbered.filter (fun n _ -> not (is_flag n)) state.locations |> Numbered.map moved_there in
  let returns =
    match ((get state RSP).at, state.returns) with
    | Some (lo, hi), Some outer when frames ->
        Some (List.map (fun (a, b) -> (a + 8 - hi, b + 8 - lo)) (List.sort_uniq compare ((0, 0) :: outer)))
    | _ -> None
  in
  let slots, scattered =
    match lowered with
    | _ when not frames -> (Numbered.empty, Z.logor state.scattered state.spilled)
    | None -> (Numbered.empty, Z.logor state.scattered state.spilled)
    | Some n ->
        let add at v slots = if at + n >= 8 then Numbered.add (at + n) (moved_there v) slots else slots in
        (Numbered.fold add state.slots Numbered.empty, state.scattered)
  in
  put { state with locations; slots; scattered; above = false; returns } RSP { (get state RSP) with at = Some (0, 0) }

(* From two calls, or as is said of the function. What does not lead to the stack has no place there; since the other
   does perhaps not either, nothing that it stores there is surely gone. *)
let either_call ~stack a b =
  let elsewhere v = not (Z.testbit v.into (Z.to_int stack)) in
  let at =
    match (a.at, b.at) with
    | Some (lo, hi), None when elsewhere b -> Some (lo, max hi (lo + 1))
    | None, Some (lo, hi) when elsewhere a -> Some (lo, max hi (lo + 1))
    | _ -> (either a b).at
  in
  { (either a b) with at }

let nowhere v = { v with at = None; plain = false }

(* Behind a call that keeps these registers. [ends]: where the function returns, if it is in the file. *)
let behind_call ~stack ~kept ~ends state =
  let kept = List.map (fun r -> number (G r)) (RSP :: kept) in
  let slots =
    match (get state RSP).at with
    | Some (lo, _) -> Numbered.filter (fun at _ -> at >= lo) state.slots
    | None -> Numbered.empty
  in
  let own = Numbered.filter (fun n _ -> List.mem n kept) state.locations in
  match ends with
  | Some e ->
      let found = Numbered.filter (fun n _ -> not (List.mem n kept || is_flag n)) e.locations |> Numbered.map nowhere in
      let found = Numbered.filter (fun _ v -> leads v) found in
      { locations = Numbered.union (fun _ v _ -> Some v) own found;
        slots = (if e.above then Numbered.filter (fun _ -> leads) (Numbered.map nowhere slots) else slots);
        spilled = Z.logor state.spilled e.spilled; scattered = Z.logor state.scattered e.scattered;
        above = state.above || e.above; returns = state.returns }
  | None ->
      let on_stack n v = n <> rsp && Z.testbit v.into (Z.to_int stack) in
      let passed = Numbered.exists on_stack state.locations || Numbered.exists on_stack state.slots in
      let slots = if passed then Numbered.filter (fun _ -> leads) (Numbered.map nowhere slots) else slots in
      { state with locations = own; slots }

(* What is known in front of each line that is reached, from these entries, where this is known of them, if functions of
   the file return as [ends] says. *)
let states_from ~kept ~stack ~entries ~ends code =
  let behind_call k callee s =
    let behind ends = behind_call ~stack ~kept:(kept k) ~ends s in
    match callee with
    | Flat_code.In_file target -> Option.map (fun e -> behind (Some e)) (Hashtbl.find_opt ends target)
    | Elsewhere _ -> Some (behind None)
  in
  Flow.states ~meet ~same ~after:(after ~stack) ~behind_call ~entries code

(* Of functions that call themselves there may be more frames without end. *)
let most_rounds = 16

(* The same from entries with %rsp in one region. [kept]: by what is called. What functions are given, and what they
   leave, grows until nothing does. *)
let states ?(kept = fun _ -> []) ~regions ~stack ~entered code =
  let said =
    List.map
      (fun (f, position) ->
        let into state (r, n) = put state r (pointer_into n) in
        let nothing =
          { locations = Numbered.empty; slots = Numbered.empty; spilled = Z.zero; scattered = Z.zero; above = false;
            returns = Some [] }
        in
        let start = List.fold_left into nothing (Regions.registers regions f) in
        (position, put start RSP { (pointer_into stack) with at = Some (0, 0) }))
      entered
  in
  let given = Hashtbl.create 8 and ends = Hashtbl.create 8 in
  List.iter (fun (k, s) -> Hashtbl.add given k s) said;
  let grow ~either table k s =
    let before = Hashtbl.find_opt table k in
    let now = match before with None -> s | Some t -> meet_by either t s in
    Hashtbl.replace table k now;
    not (Option.fold ~none:false ~some:(same now) before)
  in
  let rec settle round =
    let entries = Hashtbl.fold (fun k s all -> (k, s) :: all) given [] in
    let found = states_from ~kept ~stack ~entries ~ends code in
    let frames = round < most_rounds in
    let either = if frames then either_call ~stack else settled in
    let changed = ref false in
    let note grown = if grown then changed := true in
    Array.iteri
      (fun k (line : Flat_code.line) ->
        match (line.calls, Hashtbl.find_opt found k) with
        | Some (In_file target), Some s ->
            note (grow ~either given target (entering ~frames s));
            List.iter
              (fun e ->
                match (code.(e).Flat_code.flat, code.(e).calls, Hashtbl.find_opt found e) with
                | FHalt, None, Some s -> note (grow ~either ends target s)
                | _ -> ())
              (List.filter (fun e -> e < Array.length code) (Flat_code.reachable code [ target ]))
        | _ -> ())
      code;
    if !changed then settle (round + 1) else found
  in
  settle 0

(* Entries by the region that %rsp leads to there. *)
let by_stack ~regions entered =
  let stack_of (f, _) =
    match List.assoc_opt RSP (Regions.registers regions f) with Some n -> n | None -> Regions.stack
  in
  List.map
    (fun stack -> (stack, List.filter (fun e -> Z.equal (stack_of e) stack) entered))
    (List.sort_uniq Z.compare (List.map stack_of entered))

(* In the order of the code. *)
let iter_lines f code states =
  Hashtbl.fold (fun k _ all -> k :: all) states []
  |> List.sort compare
  |> List.iter (fun k -> if k < Array.length code then f k code.(k) (Hashtbl.find states k))

(* A register that leads to one region, in the address of an access that is said to be in another. *)
let refuse_contradiction ~regions ~place state m =
  let refuse_if_elsewhere r =
    let into = (get state r).into in
    let led_to = List.map Z.of_int (List.filter (Z.testbit into) (List.init (Z.numbits into) Fun.id)) in
    match List.find_opt (Regions.disjoint regions m.m_region) led_to with
    | Some n ->
        Diagnostic.fail ~place
          "this access is said to be in region %s, but %s leads to region %s here, which is said to be disjoint from it"
          (Regions.name regions m.m_region)
          (Operand.location_name (G r))
          (Regions.name regions n)
    | None -> ()
  in
  (match m.m_base with BaseReg r -> refuse_if_elsewhere r | _ -> ());
  match m.m_index with Some (r, _) -> refuse_if_elsewhere r | None -> ()

let check_regions ~regions ~entered code =
  let kept = Unwritten.by_calls code in
  let look (line : Flat_code.line) state =
    match line.flat with
    | FInstr i -> (
        match Option.bind (describe i) (fun d -> d.d_access) with
        | Some { a_use = Address; _ } | None -> ()
        | Some { a_mem = m; _ } -> refuse_contradiction ~regions ~place:line.place state m)
    | _ -> ()
  in
  List.iter
    (fun (stack, entered) -> iter_lines (fun _ -> look) code (states ~kept ~regions ~stack ~entered code))
    (by_stack ~regions entered)

let accesses ~names source =
  List.filter_map
    (fun (s : Source.statement) ->
      match s.kind with
      | Instr i -> (
          match Option.bind (describe i) (fun d -> d.d_access) with
          | Some { a_use; a_mem = { m_base = BaseSym y; m_index = None; m_disp; _ }; a_bytes; _ } when a_use <> Address ->
              Some (s.place, Operand.symbol_name names y, m_disp, Unary.to_int a_bytes)
          | _ -> None)
      | _ -> None)
    source

let refuse_outside (elf : Elf_trusted.t) =
  let symbol_named = Elf_trusted.symbol_named elf in
  let leaves ~bytes size at = Int64.compare at 0L < 0 || Int64.compare (Int64.add at (Int64.of_int bytes)) size > 0 in
  fun ~place ~symbol:l ~addend ~bytes target ->
  let leaves = leaves ~bytes in
  let inside (x : Elf_trusted.section) value =
    if leaves x.size (Int64.add value addend) then
      Diagnostic.fail ~place "this access leaves section %s, in which `%s' is" x.name l
  in
  match (target : Elf_trusted.target) with
  | Section x -> inside x 0L
  | Named name -> (
      match symbol_named name with
      | Some { home = "common"; extent; _ } ->
          if leaves extent addend then Diagnostic.fail ~place "this access leaves the %Ld bytes of `%s'" extent l
      | Some y ->
          let home = List.find_opt (fun x -> Elf_trusted.is_home x y.home) elf.sections in
          Option.iter (fun x -> inside x y.value) home
      | None -> ())
  | Elsewhere -> ()

(* Where the operands lie, the assembler says: their addresses are put into a section of their own. *)
let check_source_data ~names source accesses =
  let text = Print.text Att names source in
  let section = Source.fresh_prefix ".fairlead" text in
  let address (_, l, disp, _) = Printf.sprintf "\t.quad %s+%s\n" l (Z.to_string disp) in
  let probe = String.concat "" (List.map address accesses) in
  match Assembler_trusted.run [ Assemble (Printf.sprintf "%s\n\t.section %s,\"a\"\n%s" text section probe) ] with
  | [ Ok elf ] ->
      let relocations =
        List.concat_map (fun (x : Elf_trusted.section) -> if x.name = section then x.relocations else []) elf.sections
        |> List.sort (fun (a : Elf_trusted.relocation) b -> compare a.offset b.offset)
      in
      if List.compare_lengths relocations accesses <> 0 then
        Diagnostic.defect "where the operands lie is not understood";
      let refuse_outside = refuse_outside elf and target = Elf_trusted.target elf in
      List.iter2
        (fun (r : Elf_trusted.relocation) (place, l, _, bytes) ->
          refuse_outside ~place ~symbol:l ~addend:r.addend ~bytes (target r))
        relocations accesses
  | _ -> Diagnostic.defect "the assembler refuses what was read"

(* In an object file operands name symbols, and sections. *)
let check_object_data (elf : Elf_trusted.t) accesses =
  let refuse_outside = refuse_outside elf and symbol_named = Elf_trusted.symbol_named elf in
  List.iter
    (fun (place, l, disp, bytes) ->
      let addend = match Z.to_int64 disp with d -> d | exception _ -> Int64.max_int in
      let refuse = refuse_outside ~place ~symbol:l ~addend ~bytes in
      List.iter (fun (x : Elf_trusted.section) -> if x.name = l then refuse (Section x)) elf.sections;
      if symbol_named l <> None then refuse (Named l))
    accesses

let check_data ~names ~elf source =
  match (accesses ~names source, elf) with
  | [], _ -> ()
  | accesses, Some elf -> check_object_data elf accesses
  | accesses, None -> check_source_data ~names source accesses
