(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Asm_model
module Z = Bignum

(* What is known of a value: that it is so far from where %rsp was at the entry; that it leads to a region; that it may
   have been computed from a pointer into a region that is not public. *)
type value = Stack of int | Into of Z.t | From of Z.t | Unknown

module Slots = Map.Make (Int)

type state = {
  registers : (loc * value) list;  (* those of which something is known *)
  slots : value Slots.t;  (* words on the stack *)
}

let at state l = Option.value ~default:Unknown (List.assoc_opt l state.registers)
let get state r = at state (G r)

let set state l v =
  let others = List.remove_assoc l state.registers in
  { state with registers = (if v = Unknown then others else List.sort compare ((l, v) :: others)) }

let put state r v = set state (G r) v

(* The region, if it is not public, that a value comes from. *)
let origin ~public = function
  | (Into n | From n) when not (List.exists (Z.equal n) public) -> Some n
  | _ -> None

(* One of several values, or computed from them. *)
let mixed ~public values =
  match List.filter_map (origin ~public) values with [] -> Unknown | l -> From (List.fold_left Z.max Z.zero l)

let join ~public a b = if a = b then a else mixed ~public [ a; b ]

let meet ~public a b =
  let locations = List.sort_uniq compare (List.map fst a.registers @ List.map fst b.registers) in
  let known v = if v = Unknown then None else Some v in
  let word = Option.value ~default:Unknown in
  let both l = Option.map (fun v -> (l, v)) (known (join ~public (at a l) (at b l))) in
  { registers = List.filter_map both locations;
    slots = Slots.merge (fun _ x y -> known (join ~public (word x) (word y))) a.slots b.slots }

let same a b = a.registers = b.registers && Slots.equal ( = ) a.slots b.slots

let small z = if Z.lt (Z.abs z) (Z.shift_left Z.one 40) then Some (Z.to_int z) else None
let moved v n = match (v, n) with Stack k, Some n -> Stack (k + n) | (Into _ | From _), _ -> v | _ -> Unknown

(* The address of an operand, as a value. *)
let address ~public state m =
  let base = match m.m_base with BaseReg r -> get state r | BaseSym _ -> Into m.m_region | NoBase -> Unknown in
  match m.m_index with
  | None -> moved base (small m.m_disp)
  | Some (r, _) -> (
      match (base, get state r) with
      | Into n, Unknown -> Into n
      | Unknown, Into n -> Into n
      | a, b -> mixed ~public [ a; b ])


let word state = function Stack k -> Option.value ~default:Unknown (Slots.find_opt k state.slots) | _ -> Unknown
let loaded ~public state m = word state (address ~public state m)

let stored ~public state m bytes v =
  match address ~public state m with
  | Stack k ->
      let slots = Slots.filter (fun at _ -> at + 8 <= k || at >= k + bytes) state.slots in
      { state with slots = (if bytes = 8 && v <> Unknown then Slots.add k v slots else slots) }
  | _ -> state

let pointer state n = match get state RSP with Stack k -> put state RSP (Stack (k + n)) | _ -> state

(* What a register is xored with, or subtracted from, itself. *)
let zeroes = function
  | Alu ((XOR | SUB), _, R d, Reg s) -> d = s
  | Vop2 (PXOR, _, _, a, X b) -> a = b
  | _ -> false

(* The state after an instruction. *)
let after ~public state i =
  match i with
  | Mov (W64, R d, Reg s) -> put state d (get state s)
  | Mov (W64, R d, Memory m) -> put state d (loaded ~public state m)
  | Mov (W64, M m, Reg s) -> stored ~public state m 8 (get state s)
  | Lea (W64, d, m) -> put state d (address ~public state m)
  | Alu (ADD, W64, R d, Imm z) -> put state d (moved (get state d) (small z))
  | Alu (SUB, W64, R d, Imm z) -> put state d (moved (get state d) (small (Z.neg z)))
  | Alu (ADD, W64, R d, Reg s) -> (
      match (get state d, get state s) with
      | Into n, Unknown | Unknown, Into n -> put state d (Into n)
      | a, b -> put state d (mixed ~public [ a; b ]))
  (* how far two places in one region are apart *)
  | Alu (SUB, W64, R d, Reg s)
    when (match (get state d, get state s) with Into n, Into m -> Z.equal n m | _ -> false) -> put state d Unknown
  | Un (INC, W64, R d) -> put state d (moved (get state d) (Some 1))
  | Un (DEC, W64, R d) -> put state d (moved (get state d) (Some (-1)))
  | Cmov (_, W64, d, R s) -> put state d (join ~public (get state d) (get state s))
  | Push (s, _) ->
      let v = get state s in
      let top = { m_base = BaseReg RSP; m_index = None; m_disp = Z.zero; m_region = Z.zero } in
      stored ~public (pointer state (-8)) top 8 v
  | Pop (d, _) ->
      let v = word state (get state RSP) in
      put (pointer state 8) d v
  | _ -> (
      match describe i with
      | None -> state
      | Some d ->
          let before = state in
          let read = function ILoc ((G _ | Lo _ | Hi _) as l) -> Some (at before l) | _ -> None in
          let inputs = List.filter_map read d.d_in in
          let from_memory =
            match d.d_access with
            | Some { a_use = Load | Modify; a_mem; _ } -> [ loaded ~public before a_mem ]
            | Some { a_use = Address; a_mem; _ } -> [ address ~public before a_mem ]
            | _ -> []
          in
          let computed = if zeroes i then Unknown else mixed ~public (inputs @ from_memory) in
          let state =
            match d.d_access with
            | Some { a_use = Store | Modify; a_mem; a_bytes; _ } ->
                stored ~public state a_mem (Unary.to_int a_bytes) computed
            | _ -> state
          in
          (* flags show where a pointer leads only by comparison *)
          List.fold_left (fun state l -> match l with F _ -> state | _ -> set state l computed) state (writes d))

let refuse_access ~regions ~public ~place state m =
  let wrong r =
    match get state r with
    | (Into n | From n)
      when (not (Z.equal n m.m_region))
           && List.exists (Z.equal m.m_region) public
           && not (List.exists (Z.equal n) public) ->
        Diagnostic.fail ~place
          "this access is said to be in region %s, which is public, but %s leads to region %s here, or was computed from \
           what does"
          (Regions.name regions m.m_region)
          (Operand.location_name (G r))
          (Regions.name regions n)
    | _ -> ()
  in
  (match m.m_base with BaseReg r -> wrong r | _ -> ());
  match m.m_index with Some (r, _) -> wrong r | None -> ()

(* The word at the entry's %rsp is where the function returns to. *)
let refuse_return_address ~place state m bytes =
  match address ~public:[] state m with
  | Stack k when k < 8 && k + bytes > 0 ->
      Diagnostic.fail ~place "this changes the address that the function returns to"
  | _ -> ()

let look ~regions ~public (line : Flat_code.line) state =
  let place = line.place in
  match line.flat with
  | FInstr i -> (
      match Option.bind (describe i) (fun d -> d.d_access) with
      | Some { a_use = Address; _ } | None -> ()
      | Some { a_use; a_mem; a_bytes; _ } ->
          refuse_access ~regions ~public ~place state a_mem;
          if a_use = Store || a_use = Modify then refuse_return_address ~place state a_mem (Unary.to_int a_bytes))
  | FHalt ->
      if get state RSP <> Stack 0 then
        Diagnostic.fail ~place
          "where this returns to is not known: %%rsp is not what it was where the function was entered, or cannot be followed \
           to here"
  | FJump _ | FBranch _ -> ()

let check ~regions ~public ~entered code =
  let n = Array.length code in
  let states = Array.make (n + 1) None in
  let work = Queue.create () in
  let flow target s =
    let met = match states.(target) with None -> s | Some t -> meet ~public t s in
    if not (Option.fold ~none:false ~some:(same met) states.(target)) then begin
      states.(target) <- Some met;
      if target < n then Queue.add target work
    end
  in
  List.iter
    (fun (f, position) ->
      let into = List.map (fun (r, n) -> (G r, Into n)) (Regions.registers regions f) in
      flow position { registers = List.sort compare ((G RSP, Stack 0) :: List.remove_assoc (G RSP) into); slots = Slots.empty })
    entered;
  while not (Queue.is_empty work) do
    let k = Queue.pop work in
    match (states.(k), code.(k).Flat_code.flat) with
    | None, _ | _, FHalt -> ()
    | Some s, FInstr i -> flow (k + 1) (after ~public s i)
    | Some s, FJump t -> flow (Unary.to_int t) s
    | Some s, FBranch (_, t) -> flow (Unary.to_int t) s; flow (k + 1) s
  done;
  Array.iteri (fun k line -> Option.iter (look ~regions ~public line) states.(k)) code

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

(* Where the operands lie, the assembler says: their addresses are put into a section of their own. *)
let check_data ~names source =
  match accesses ~names source with
  | [] -> ()
  | accesses -> (
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
            Diagnostic.fail "where the operands lie is not understood; please report it";
          List.iter2
            (fun (r : Elf_trusted.relocation) (place, l, _, bytes) ->
              let inside (x : Elf_trusted.section) value =
                let at = Int64.add value r.addend in
                if Int64.compare at 0L < 0 || Int64.compare (Int64.add at (Int64.of_int bytes)) x.size > 0 then
                  Diagnostic.fail ~place "this access leaves section %s, in which `%s' is" x.name l
              in
              match Elf_trusted.target elf r with
              | Section x -> inside x 0L
              | Named name -> (
                  match List.find_opt (fun (y : Elf_trusted.symbol) -> y.symbol = name) elf.symbols with
                  | Some { home = "common"; extent; _ } ->
                      if Int64.compare r.addend 0L < 0 || Int64.compare (Int64.add r.addend (Int64.of_int bytes)) extent > 0 then
                        Diagnostic.fail ~place "this access leaves the %Ld bytes of `%s'" extent l
                  | Some y -> Option.iter (fun x -> inside x y.value) (List.find_opt (fun x -> Elf_trusted.is_home x y.home) elf.sections)
                  | None -> ())
              | Elsewhere -> ())
            relocations accesses
      | _ -> Diagnostic.fail "the assembler refuses what was read; please report it")
