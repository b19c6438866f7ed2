(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Coq files that look at a theorem of [Programs.PROOF]. *)

type question =
  | Says of { program : string; theorem : string; library : string; declared : string list }
      (** is it about this program of that library, are the names those of its source ({!Declared}), and what does it
          rest on? *)
  | Full_names of string list  (** of what [Print Assumptions] printed, in quotes *)

val file : proof:string -> question -> string
