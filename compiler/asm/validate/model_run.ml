(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Asm_model
module Z = Bignum

type t = { code : flat array; labels : (string * int) list; elf : Elf_trusted.t }

let positions source =
  let step (position, acc) (s : Source.statement) =
    match s.kind with
    | Label l -> (position, (l, position) :: acc)
    | Instr _ | Jump _ | Call _ | Ret -> (position + 1, acc)
    | Directive _ | Mark _ -> (position, acc)
  in
  snd (List.fold_left step (0, []) source)

let load (reading : Reading_trusted.t) =
  let source = if Source.structured reading.source then Lowering.lower reading.source else reading.source in
  { code = Array.map (fun (l : Flat_code.line) -> l.flat) (Flat_code.of_source source); labels = positions source; elf = reading.object_ }

let most_steps = 3000
let buffer_at k = 0x100000 + (k * 0x10000)
let buffer_room = 4096
let stack_top = 0x208000
let section_at k = 0x1000000 * (k + 1)

let section_base elf name =
  let rec go k = function
    | [] -> None
    | (x : Elf_trusted.section) :: rest -> if x.name = name then Some (section_at k, x.bytes) else go (k + 1) rest
  in
  go 0 elf.Elf_trusted.sections

let symbol_address elf name =
  match List.find_opt (fun (y : Elf_trusted.symbol) -> y.symbol = name) elf.Elf_trusted.symbols with
  | None -> Z.of_int 0x7000000
  | Some y -> (
      match String.split_on_char ' ' y.home with
      | [ "section"; section; _ ] -> (
          match section_base elf section with Some (base, _) -> Z.of_int (base + Int64.to_int y.value) | None -> Z.of_int 0x7000000)
      | _ -> Z.of_int 0x7000000)

(* Bytes that depend on the seed and the address alone; those of data sections are what they are. *)
let memory elf secret =
  let ranges =
    List.mapi (fun k (x : Elf_trusted.section) -> (section_at k, x.bytes)) elf.Elf_trusted.sections
  in
  fun a ->
    match Z.to_int a with
    | exception _ -> Z.zero
    | a -> (
        match List.find_opt (fun (base, bytes) -> a >= base && a < base + String.length bytes) ranges with
        | Some (base, bytes) -> Z.of_int (Char.code bytes.[a - base])
        | None -> Z.of_int (Hashtbl.hash (secret, a) land 255))

let argument_registers = [ RDI; RSI; RDX; RCX; R8; R9 ]

let start ~arguments ~public ~secret =
  let rng = Random.State.make [| public |] and hidden = Random.State.make [| secret |] in
  let values = Hashtbl.create 64 in
  let word rng = Z.logand (Z.of_int64 (Random.State.int64 rng Int64.max_int)) (Z.pred (Z.shift_left Z.one 64)) in
  List.iter
    (fun l ->
      Hashtbl.replace values l
        (match l with
        | G _ -> word rng
        | Lo _ | Hi _ -> Z.logor (word hidden) (Z.shift_left (word hidden) 64)
        | F _ -> Z.of_int (Random.State.int rng 2)))
    Locations.all;
  Hashtbl.replace values (G RSP) (Z.of_int stack_top);
  List.iteri
    (fun k r ->
      if k < String.length arguments then
        match arguments.[k] with
        | 'b' -> Hashtbl.replace values (G r) (Z.of_int (buffer_at k + (buffer_room / 4)))
        | 'n' -> Hashtbl.replace values (G r) (Z.of_int (1 + Random.State.int rng 4))
        | _ -> ())
    argument_registers;
  fun l -> Option.value ~default:Z.zero (Hashtbl.find_opt values l)

let leakage t ~names ~name ~arguments ~public ~secret =
  match List.assoc_opt name t.labels with
  | None -> None
  | Some position ->
      let everything = { r_base = Z.zero; r_size = Z.shift_left Z.one 64; r_writable = true } in
      let g = { symbol = (fun n -> symbol_address t.elf (Operand.symbol_name names n)); regions = (fun _ -> everything) } in
      let rec go steps pc state acc =
        if steps = 0 || pc >= Array.length t.code then None
        else
          match t.code.(pc) with
          | FHalt -> Some (List.rev acc)
          | FJump target -> go (steps - 1) (Unary.to_int target) state acc
          | FBranch (c, target) -> (
              match test c state with
              | Some taken -> go (steps - 1) (if taken then Unary.to_int target else pc + 1) state (EBranch taken :: acc)
              | None -> None)
          | FInstr i -> (
              match exec g i state with
              | Some (state, events) ->
                  (* found once, not at each later look *)
                  let values = Hashtbl.create 48 in
                  List.iter (fun l -> Hashtbl.replace values l (state.locs l)) Locations.all;
                  let locs l = Option.value ~default:Z.zero (Hashtbl.find_opt values l) in
                  go (steps - 1) (pc + 1) { state with locs } (List.rev_append events acc)
              | None -> None)
      in
      go most_steps position { locs = start ~arguments ~public ~secret; memory = memory t.elf secret } []
