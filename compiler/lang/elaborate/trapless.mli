(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Procedures that are marked [trapless]: what could trap in them.

    Whether nothing could is decided by the extracted [check_trapless] (theories/layers/Lang/Trapless); this goes along
    the same flow to say which check remains, and what is known there. *)

val marked : Program_info.t -> int -> bool

(** Whether the program has any, and whether the verified checker accepts them. *)
val accepted : Program_info.t -> bool

(** With all marked that can be: for tests, and for whoever asks what is trapless as it stands. *)
val mark_all : Program_info.t -> Program_info.t

(** The checks that remain, if the verified checker does not accept the program. *)
val mistakes : (string -> Source.t option) -> Program_info.t -> Diagnostic.t list
