(** Whole files with labels and jumps, by the extracted, proved [check_blocks]. *)

type outcome =
  | Proved of { blocks : int; instructions : int; exchanges : int }
  | Not_applicable of string  (** why: calls, jumps out of the file *)
  | Refused  (** or the control flow differs *)

val check :
  regions:Regions.t -> symbolic:bool -> live:Asm_model.loc list -> Source.t -> Source.t -> outcome
(** [check ~symbolic ~live clean fast]; [live] are the locations that count where the files return. *)
