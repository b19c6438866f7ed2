(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Types that are declared in functions are declared before them, under names of their own: a frame, and a function
    that a spawned statement becomes, stand there, and name the types of their members. What a type says of the
    function's variables keeps it where it is. *)

(** The text to be parsed instead; [None]: no function that may suspend or spawns has such types. *)
val expand : Program.t -> string option

(** With the user's names of types: for messages. *)
val as_written : string -> string
