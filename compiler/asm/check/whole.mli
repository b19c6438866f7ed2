(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Whole files with labels, jumps and calls, by the extracted, proved [check_blocks] and [check_calls]. *)

val runs_off : Source.t -> Diagnostic.place option
(** The last instruction, if control may run on past it. *)

type outcome =
  | Proved of { blocks : int; instructions : int; exchanges : int; groups : int; evidence : Script.evidence option }
      (** none if there are calls: Coq's tactics know none *)
  | Refused of Diagnostic.t option  (** with a reason, or for what {!Reordering} and {!Symbolic_check} say of some
      block *)

val check :
  regions:Regions.t -> names:Operand.names -> symbolic:bool -> live:Asm_model.loc list ->
  Source.t -> Source.t -> outcome
(** [check ~symbolic ~live clean fast], for files that {!Premises.apart_at_calls} and
    {!Premises.jumps_out} let pass; [live] are the locations that
    count where the files return. *)
