(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Asm_model
open Stack_proved_trusted
module Z = Bignum

(* An address of the stack, or what was computed from one, is stored where the next function that is entered may find
   it: elsewhere than in the frame. *)
let leaves_address (lines : Flat_code.line array) claims =
  let leaves st i =
    match describe i with
    | Some { d_access = Some { a_use = (Store | Modify) as use; a_mem; a_bytes; _ }; d_in; _ } ->
        let place = address_in st a_mem in
        let loaded = if use = Modify then loaded_from st place a_bytes else SOff in
        let computed = mixed_of (List.exists (input_leads st place loaded) d_in) in
        let in_frame = match place with SAt p -> Z.sign (most p) < 0 | SKept _ | SGiven _ | SOff | SMaybe -> false in
        leads (stored_in st i computed) && not in_frame
    | _ -> false
  in
  List.exists (fun (k, _, st) -> match lines.(k).flat with FInstr i -> leaves st i | _ -> false) claims

let proved ~exact lines entered =
  match proved_if ~spread:false lines entered with
  | Ok c when (not exact) && leaves_address lines c -> proved_if ~spread:true lines entered
  | result -> result

(* Accesses on the stack: its position, the instruction, whether it reads, whether a function that is called makes it,
   where %rsp is, if its place is seen from the entry, and the place: not where, if that is not known to be written. *)
let on_stack lines claims =
  let found (k, a, st as claim) =
    match access lines claim with
    | None | Some (_, _, `At SOff) -> None
    | Some (i, use, where) ->
        let place = match where with `At place -> place | `Unwritten -> SMaybe in
        Some (k, i, use <> Store, a.a_calls <> [], (if st.k_whole then Some (top st) else None), place)
  in
  List.filter_map found claims

let is_vague (_, _, _, _, _, place) = place = SMaybe

(* Behind what perhaps raises %rsp. *)
let behind_raises (lines : Flat_code.line array) claims =
  let tops = Hashtbl.create 64 in
  List.iter (fun (k, a, st) -> Hashtbl.replace tops (a.a_calls, k) (top st)) claims;
  let raises (k, a, st) =
    match (lines.(k).flat, Hashtbl.find_opt tops (a.a_calls, k + 1)) with
    | FInstr _, Some t -> not (surely_le t (top st))
    | _ -> false
  in
  let behind = List.map (fun (k, _, _) -> k + 1) (List.filter raises claims) in
  let reached = Hashtbl.create 64 in
  List.iter (fun k -> Hashtbl.replace reached k ()) (Flat_code.reachable lines behind);
  Hashtbl.mem reached

type matching = By_instruction | By_block of { clean : int array; fast : int array } | By_nothing

let check ~exact ~matching ~clean:(clean, clean_entered) ~fast:(fast, fast_entered) =
  let alike = code_of clean = code_of fast && clean_entered = fast_entered in
  let exact = exact && alike in
  let proved = proved ~exact in
  match (proved clean clean_entered, if alike then Ok [] else proved fast fast_entered) with
  | Error why, _ | _, Error why -> Some why
  | Ok c, Ok f -> (
      let f = if alike then c else f in
      match List.find_map Fun.id [ passes_low ~exact clean c; passes_low ~exact fast f ] with
      | Some why -> Some why
      | None when exact -> None
      | None ->
          let mine = on_stack clean c and theirs = List.filter is_vague (on_stack fast f) in
          let calls = Array.exists (fun (l : Flat_code.line) -> l.calls <> None) clean in
          let behind = if theirs = [] then fun _ -> false else behind_raises fast f in
          (* What the clean code does, of which this may be what the fast code makes: where instructions stay what they
             are, one of the same ones; else whatever is in the same block, or anywhere. *)
          let may_be (k, i) ((k', j, _, _, _, _) as other) =
            match matching with
            | By_instruction -> is_vague other && i = j
            | By_block b -> b.fast.(k) = b.clean.(k')
            | By_nothing -> true
          in
          let low_enough low (_, _, _, _, t, place) =
            match (low, t, place) with
            | Some low, Some _, SAt p -> surely_le (spot_moved low (Z.of_int (-128))) p
            | Some low, Some t, (SKept _ | SGiven _ | SOff | SMaybe) -> surely_le low t
            | None, _, _ | _, None, _ -> false
          in
          let doubtful (k, i, reads, called, low, _) =
            low = None || (calls && (reads || called))
            || (not alike)
               &&
               let others = List.filter (may_be (k, i)) mine in
               (not (List.exists is_vague others))
               || (reads && behind k)
               || not (List.for_all (low_enough low) others)
          in
          let why = "it is not known that `%rsp' is as low as in the clean code where this accesses the stack" in
          Option.bind (List.find_opt doubtful theirs) (fun (k, _, _, _, _, _) -> reason fast.(k) why))
