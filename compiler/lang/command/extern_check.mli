(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** External functions are called in C as they are in the program: what C would not take is refused before anything is
    written. *)

(** [declared]: by us, not by a header of the user's. The exit status, if something was refused and said. *)
val refused : Program_info.t -> prefix:string -> declared:bool -> int option
