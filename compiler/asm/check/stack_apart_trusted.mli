(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Where functions access the stack, and what those of one file do to each other's, by the claims that the proved
    checker accepts (asm_stack_sound). For [taint], which follows each function by itself. *)

val claims : Flat_code.line array -> int list -> (Stack_proved_trusted.claim list, string) result
(** With the positions where others enter. *)

val kept : Flat_code.line array -> int list -> int -> Asm_model.reg list
(** Which registers besides [%rsp] the call at a position leaves as they were: those that its function is proved to
    keep, followed from where it is entered; else those that nothing writes. *)

val unfollowed : Flat_code.line array -> (Stack_proved_trusted.claim list, string) result -> string option
(** Of code that calls, with what is claimed: why a function may not come back, or may read what another left below its
    frame, or get an address there. *)

(** Where an access is: there, below where the function was entered; perhaps on the stack; above, in the frame of a
    caller; where nothing leads that was computed from the stack pointer. Places are seen from where the function was
    entered. *)
type found = Known of Asm_model.spot | Vague | Above | Off

type t = {
  found : int -> found list;  (** of a position, on each way there: none if the code is not reached *)
  passed : (int * Asm_model.spot option * int) list;
      (** of a call: what is accessed of the frame in which it stands while it lasts, and how many bytes *)
  tops : (int * Asm_model.spot option) list;  (** where [%rsp] is at each call *)
  spread : bool;  (** an address of the stack may be stored where it is not followed *)
}

val places : Flat_code.line array -> Stack_proved_trusted.claim list -> t

val clear_of_returns : said:(int -> bool) -> t -> int -> bool
(** What is stored at a position is apart from where functions return to. [said]: of what leads elsewhere it is said
    where. *)
