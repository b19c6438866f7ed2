(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Asm_model

type placed = Program.placed = { place : Diagnostic.place; instr : instr }

let instrs a = Array.to_list (Array.map (fun p -> p.instr) a)
let text names i = Print.instruction Att names i

let writes_location l i =
  match describe i with Some d -> List.exists (( = ) l) (writes d) | None -> false

let last_writer l block =
  let rec go k = if k < 0 then None else if writes_location l block.(k).instr then Some block.(k) else go (k - 1) in
  go (Array.length block - 1)

let writer_note names which l block =
  match last_writer l block with
  | Some p -> (Some p.place, Printf.sprintf "the %s code's last value of %s comes from `%s'" which (Operand.location_name l) (text names p.instr))
  | None -> (None, Printf.sprintf "the %s code leaves %s as it was" which (Operand.location_name l))

let stores_of block =
  Array.to_list block
  |> List.filter (fun p ->
         match describe p.instr with
         | Some { d_access = Some { a_use = Store | Modify; _ }; _ } -> true
         | _ -> false)

(* Follows the fast program to the instruction at which the extracted checker stops. *)
let first_refusal ~rel ~names reads facts table fast =
  let refuse ?help p message = Some (Diagnostic.make ~place:p.place ?help message) in
  let rec go k table state =
    if k >= Array.length fast then None
    else
      let p = fast.(k) in
      match describe p.instr with
      | None -> refuse p "no such instruction"
      | Some d -> (
          if not (List.for_all (flag_known table reads) (flags_read state d.d_in)) then
            refuse p
              (Printf.sprintf "`%s' reads a flag that may be undefined here, and that the clean code does not read" (text names p.instr))
          else
            match sym_step rel table state d with
            | None -> refuse p (Printf.sprintf "`%s' cannot be followed symbolically" (text names p.instr))
            | Some ((table, state'), address) ->
                let fact =
                  match d.d_access with
                  | Some a ->
                      Some { k_use = a.a_use; k_align = a.a_align;
                             k_place = { p_region = a.a_mem.m_region; p_base = fst address; p_off = snd address; p_len = a.a_bytes } }
                  | None -> None
                in
                if not (allowed facts fact) then
                  refuse p
                    ~help:"the fast code may access only bytes that the clean code accesses, and write only bytes that it writes"
                    (Printf.sprintf "`%s' accesses memory that the clean code does not (same region, address and, if it must be aligned, alignment)" (text names p.instr))
                else go (k + 1) table state')
  in
  go 0 table start_sym

let explain ~regions ~names ~live clean fast =
  let rel = Regions.disjoint regions in
  let general = Diagnostic.make "the symbolic checker refuses" in
  match sym_clean rel empty_table start_sym (instrs clean) with
  | None -> { general with message = "the clean code cannot be followed symbolically" }
  | Some (((table, clean_state), reads), facts) -> (
      match sym_fast rel reads facts table start_sym (instrs fast) with
      | None -> Option.value (first_refusal ~rel ~names reads facts table fast) ~default:general
      | Some ((table, fast_state), _) -> (
          match List.filter (fun l -> not (same_location table clean_state fast_state l)) live with
          | l :: rest ->
              let more = match rest with [] -> "" | _ -> Printf.sprintf " (and %d other locations)" (List.length rest) in
              let first = if Array.length fast > 0 then Some fast.(0).place else None in
              Diagnostic.make
                ?place:(match last_writer l fast with Some p -> Some p.place | None -> first)
                ~notes:[ writer_note names "clean" l clean; writer_note names "fast" l fast ]
                ~help:(Printf.sprintf "if nothing reads %s afterwards, say so with --dead" (Operand.location_name l))
                (Printf.sprintf "the two end with different values in %s%s" (Operand.location_name l) more)
          | [] ->
              let cs = stores_of clean and fs = stores_of fast in
              let place = match fs with p :: _ -> Some p.place | [] -> None in
              Diagnostic.make ?place "the two leave different memory"
                ~notes:
                  [ (None, Printf.sprintf "the clean code has %d stores, the fast code %d; they must store the same values to the same addresses"
                       (List.length cs) (List.length fs)) ]
                ~help:"stores that may overlap must be in the same order in both; `# fairlead: region' and `# fairlead: disjoint' in \
                       the clean file say which cannot"))

let check ~regions ~names ~live clean fast =
  if symeq (Regions.disjoint regions) live (instrs clean) (instrs fast) then Ok ()
  else Error (explain ~regions ~names ~live clean fast)
