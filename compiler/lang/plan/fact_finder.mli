(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What is known at each statement of a program, so that checks which it decides are left out of the C.

    Not trusted: the extracted [check_facts] goes over the table it makes (theories/layers/Lang/Facts/Checker.v). *)

(** [None] if it is refused (a loop that nothing reaches can make it so): then no check is left out. *)
val table : Program_info.t -> Fairlead_lang_coq.Extracted.table_of_facts option

(** The same as a list: for each procedure, in order, the statements of which something is known. *)
val listed :
  Program_info.t -> (Fairlead_lang_coq.Extracted.visit * Fairlead_lang_coq.Extracted.lin list) list list option
