(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Attributes of marked functions that are about their code and its symbols: the functions of C that one becomes have
    them, too. *)

type t

val of_program : Program.t -> t

(** What is written in front of [f__push]; it is empty, or ends with a blank. *)
val of_push : t -> string -> string

(** In front of a declaration of [f] itself. *)
val of_entry : t -> string -> string

(** In front of [f__run]. *)
val of_run : t -> string -> string

(** In front of functions that are known in the file alone. *)
val of_code : t -> string -> string

(** Whether it says something to each who calls the function, which no other function may call for them. *)
val about_calls : t -> string -> bool

(** Whether another definition may take the place of this one. *)
val weak : t -> string -> bool
