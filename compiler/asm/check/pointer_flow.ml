(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Asm_model
module Z = Bignum

(* What is known of a value: how far it is from where %rsp was at the entry; and the regions that what it was computed
   from leads to, a bit for each. The difference of two pointers into one region leads nowhere. *)
type value = { at : int option; into : Z.t }

let unknown = { at = None; into = Z.zero }
let is_unknown v = v.at = None && Z.equal v.into Z.zero
let same_value a b = a.at = b.at && Z.equal a.into b.into
let bit n = Z.shift_left Z.one (Z.to_int n)
let either a b = { at = (if a.at = b.at then a.at else None); into = Z.logor a.into b.into }

module Numbered = Map.Make (Int)

type state = {
  locations : value Numbered.t;  (* by number; those of which something is known *)
  slots : value Numbered.t;  (* words on the stack *)
}

let number l = Z.to_int (index l)
let get_location state l = Option.value ~default:unknown (Numbered.find_opt (number l) state.locations)
let get state r = get_location state (G r)

let put_location state l v =
  let locations =
    if is_unknown v then Numbered.remove (number l) state.locations else Numbered.add (number l) v state.locations
  in
  { state with locations }

let put state r v = put_location state (G r) v

(* On two ways to one place. *)
let meet a b =
  let both _ x y =
    let v = either (Option.value ~default:unknown x) (Option.value ~default:unknown y) in
    if is_unknown v then None else Some v
  in
  { locations = Numbered.merge both a.locations b.locations; slots = Numbered.merge both a.slots b.slots }

let same a b = Numbered.equal same_value a.locations b.locations && Numbered.equal same_value a.slots b.slots
let small z = if Z.lt (Z.abs z) (Z.shift_left Z.one 40) then Some (Z.to_int z) else None
let moved v n = { v with at = (match (v.at, n) with Some k, Some n -> Some (k + n) | _ -> None) }
let computed values = { (List.fold_left either unknown values) with at = None }

(* The address of an operand, as a value. *)
let address state m =
  let base =
    match m.m_base with
    | BaseReg r -> get state r
    | BaseSym _ -> { at = None; into = (if Z.equal m.m_region Regions.anywhere then Z.zero else bit m.m_region) }
    | NoBase -> unknown
  in
  match m.m_index with None -> moved base (small m.m_disp) | Some (r, _) -> computed [ base; get state r ]

let overlap k bytes at = at + 8 > k && at < k + bytes

let loaded state m bytes =
  match (address state m).at with
  | None -> unknown
  | Some k -> (
      match Numbered.find_opt k state.slots with
      | Some v when bytes = 8 -> v
      | _ ->
          let slots = List.filter (fun (at, _) -> overlap k bytes at) (Numbered.bindings state.slots) in
          computed (List.map snd slots))

let stored state m bytes v =
  match (address state m).at with
  | None -> state
  | Some k ->
      (* what is overwritten only in part still leads where it led *)
      let left at old =
        if at >= k && at + 8 <= k + bytes then None
        else if overlap k bytes at then Some { old with at = None }
        else Some old
      in
      let slots = Numbered.filter_map left state.slots in
      let add slots at v =
        let v = match Numbered.find_opt at slots with Some old -> either old v | None -> v in
        if is_unknown v then slots else Numbered.add at v slots
      in
      let part = { v with at = None } in
      let rec fill slots at = if at >= k + bytes then slots else fill (add slots at part) (at + 8) in
      { state with slots = (if bytes = 8 then add slots k v else fill slots k) }

let pointer state n = put state RSP (moved (get state RSP) (Some n))
let top = { m_base = BaseReg RSP; m_index = None; m_disp = Z.zero; m_region = Regions.anywhere }

(* Nothing is left of a pointer but where it is in its page. *)
let within_page z = Z.sign z >= 0 && Z.lt z (Z.of_int 4096)

let described state d =
  let bytes = match d.d_access with Some a -> Unary.to_int a.a_bytes | None -> 0 in
  let input = function
    | ILoc (F _) | IConst _ -> unknown
    | ILoc l -> get_location state l
    | IAddr -> (match d.d_access with Some a -> address state a.a_mem | None -> unknown)
    | IMem _ -> (match d.d_access with Some a -> loaded state a.a_mem bytes | None -> unknown)
  in
  let result = computed (List.map input d.d_in) in
  let state =
    match d.d_access with Some { a_use = Store | Modify; a_mem; _ } -> stored state a_mem bytes result | _ -> state
  in
  List.fold_left
    (fun state out ->
      match out with
      | OLoc (F _) | OConst (F _, _) | OMem _ -> state
      | OLoc l -> put_location state l result
      | OConst (l, _) -> put_location state l unknown)
    state d.d_out

(* The state after an instruction. *)
let after state i =
  match i with
  | Mov (W64, R d, Reg s) -> put state d (get state s)
  | Mov (W64, R d, Memory m) -> put state d (loaded state m 8)
  | Mov (W64, M m, Reg s) -> stored state m 8 (get state s)
  | Lea (W64, d, m) -> put state d (address state m)
  | Alu (ADD, W64, R d, Imm z) -> put state d (moved (get state d) (small z))
  | Alu (SUB, W64, R d, Imm z) -> put state d (moved (get state d) (small (Z.neg z)))
  | Alu ((XOR | SUB), _, R d, Reg s) when d = s -> put state d unknown
  | Vop2 (PXOR, e, d, a, X b) when a = b ->
      let state = put_location state (Lo d) unknown in
      if e = Sse then state else put_location state (Hi d) unknown
  | Alu (SUB, _, R d, Reg s) when Z.equal (get state d).into (get state s).into -> put state d unknown
  | Alu (AND, _, R d, Imm z) when within_page z -> put state d unknown
  | Un (INC, W64, R d) -> put state d (moved (get state d) (Some 1))
  | Un (DEC, W64, R d) -> put state d (moved (get state d) (Some (-1)))
  | Cmov (_, W64, d, R s) -> put state d (either (get state d) (get state s))
  | Push (s, _) -> let v = get state s in stored (pointer state (-8)) top 8 v
  | Pop (d, _) -> let v = loaded state top 8 in put (pointer state 8) d v
  | _ -> Option.fold ~none:state ~some:(described state) (describe i)

(* Where it may only be told by the register that an access is in another region than its operand says. *)
let refuse_access ~regions ~(public : Z.t -> bool) ~told ~place state m use =
  let wrong r =
    let into = (get state r).into in
    let regions_led_to = List.filter (Z.testbit into) (List.init (Z.numbits into) Fun.id) in
    let leads ok = List.find_opt (fun n -> (not (Z.equal n m.m_region)) && ok n) (List.map Z.of_int regions_led_to) in
    let refuse what n =
      Diagnostic.fail ~place "this access is said to be in region %s, which %s, but %s leads to region %s here"
        (Regions.name regions m.m_region) what
        (Operand.location_name (G r))
        (Regions.name regions n)
    in
    if public m.m_region then Option.iter (refuse "is public") (leads (fun n -> not (public n)))
    else if (use = Store || use = Modify) && List.for_all (Regions.disjoint regions m.m_region) told then
      Option.iter (refuse "may hold secrets") (leads (fun n -> List.exists (Z.equal n) told))
  in
  (match m.m_base with BaseReg r -> wrong r | _ -> ());
  match m.m_index with Some (r, _) -> wrong r | None -> ()

(* The word at the entry's %rsp is where the function returns to. *)
let refuse_return_address ~place state m bytes =
  match (address state m).at with
  | Some k when k < 8 && k + bytes > 0 -> Diagnostic.fail ~place "this changes the address that the function returns to"
  | _ -> ()

let look ~regions ~public ~told (line : Flat_code.line) state =
  let place = line.place in
  match line.flat with
  | FInstr i -> (
      match Option.bind (describe i) (fun d -> d.d_access) with
      | Some { a_use = Address; _ } | None -> ()
      | Some { a_use; a_mem; a_bytes; _ } ->
          refuse_access ~regions ~public ~told ~place state a_mem a_use;
          if a_use = Store || a_use = Modify then refuse_return_address ~place state a_mem (Unary.to_int a_bytes))
  | FHalt ->
      if (get state RSP).at <> Some 0 then
        Diagnostic.fail ~place
          "where this returns to is not known: %%rsp is not what it was where the function was entered, or cannot be followed \
           to here"
  | FJump _ | FBranch _ -> ()

(* What is known in front of each line that is reached. *)
let states ~regions ~entered code =
  let n = Array.length code in
  let states = Array.make (n + 1) None in
  let work = Queue.create () in
  let flow target s =
    let met = match states.(target) with None -> s | Some t -> meet t s in
    if not (Option.fold ~none:false ~some:(same met) states.(target)) then begin
      states.(target) <- Some met;
      if target < n then Queue.add target work
    end
  in
  let stack = { at = Some 0; into = bit Regions.stack } in
  List.iter
    (fun (f, position) ->
      let into state (r, n) = put state r { unknown with into = bit n } in
      let nothing = { locations = Numbered.empty; slots = Numbered.empty } in
      let start = List.fold_left into nothing (Regions.registers regions f) in
      let led = (get start RSP).into in
      flow position (put start RSP (if Z.equal led Z.zero then stack else { stack with into = led })))
    entered;
  while not (Queue.is_empty work) do
    let k = Queue.pop work in
    match (states.(k), code.(k).Flat_code.flat) with
    | None, _ | _, FHalt -> ()
    | Some s, FInstr i -> flow (k + 1) (after s i)
    | Some s, FJump t -> flow (Unary.to_int t) s
    | Some s, FBranch (_, t) -> flow (Unary.to_int t) s; flow (k + 1) s
  done;
  states

let check ~regions ~public ~told ~entered code =
  let states = states ~regions ~entered code in
  Array.iteri (fun k line -> Option.iter (look ~regions ~public ~told line) states.(k)) code

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
  let states = states ~regions ~entered code in
  let unknown_stack = ref None in
  Array.iteri
    (fun k (line : Flat_code.line) ->
      match (states.(k), line.flat) with
      | Some state, FInstr i -> (
          match Option.bind (describe i) (fun d -> d.d_access) with
          | Some { a_use = Address; _ } | None -> ()
          | Some { a_mem = m; _ } ->
              refuse_contradiction ~regions ~place:line.place state m;
              let by_stack = m.m_base = BaseReg RSP && Z.equal m.m_region Regions.stack in
              let is_stack = Z.testbit (get state RSP).into (Z.to_int Regions.stack) in
              if by_stack && (not is_stack) && !unknown_stack = None then unknown_stack := Some line.place)
      | _ -> ())
    code;
  !unknown_stack

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
