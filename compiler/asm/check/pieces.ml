(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Program

(* What counts behind a block, if it stops there. *)
let live_behind ~live = function
  | At { Source.kind = Ret; _ } :: _ -> Some live
  | At { kind = Call _; _ } :: _ -> Some Asm_model.passed
  | _ -> None

(* Block by block: why one is refused, or what was compared. *)
let compare ~regions ~names ~method_ ~live clean fast =
  let check_block next c f =
    match method_ with
    | Script.Reordering ->
        let some live = Asm_model.dead_after live Stop in
        Reordering.check ~dead:(Option.fold ~none:Bignum.zero ~some (live_behind ~live next)) ~regions ~names c f
    | Symbolic ->
        let live = Option.value ~default:Locations.all (live_behind ~live next) in
        Result.map (fun () -> 0) (Symbolic_check.check ~regions ~names ~live c f)
  in
  let block next c f =
    match (check_block next c f, next) with
    | Error ({ Diagnostic.place = None; _ } as d), At s :: _ -> raise (Diagnostic.Error { d with place = Some s.place })
    | Error d, _ -> raise (Diagnostic.Error d) | Ok n, _ -> n in
  let rec go blocks moved total = function
    | [], [] -> (blocks, moved, total)
    | Block c :: cs, Block f :: fs -> go (blocks + 1) (moved + block fs c f) (total + Array.length c) (cs, fs)
    (* one of them may come to nothing *)
    | Block c :: cs, fs -> go (blocks + 1) (moved + block fs c [||]) (total + Array.length c) (cs, fs)
    | cs, Block f :: fs -> go (blocks + 1) (moved + block fs [||] f) total (cs, fs)
    | At _ :: cs, At _ :: fs -> go blocks moved total (cs, fs)
    | At s :: _, [] | [], At s :: _ -> Diagnostic.defect ~place:s.place
        "this has nothing that corresponds to it"
  in
  go 0 0 0 (Program.blocks clean, Program.blocks fast)

let better_refusal ~regions ~names ~method_ ~live clean fast (d : Diagnostic.t) =
  if Source.structured clean || Source.structured fast || Structure.by fast <> [] then d
  else
    match Shape.mismatch clean fast with
    | Some m -> if
      (d.notes = [] && d.help = None) || Script.is_shape d || Shape.same_instructions clean fast then m else d
    | None -> (
        match Diagnostic.catch (fun () -> compare ~regions ~names ~method_ ~live clean fast) with
        | Error m -> m
        | Ok _ -> d)
