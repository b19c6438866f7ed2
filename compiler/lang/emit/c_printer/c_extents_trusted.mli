(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Sizes, alignments and offsets of what is printed, as the verified checker of
    layouts computes them (theories/layers/Lang/Frames/Extents.v). The C asserts each. *)

open Fairlead_lang_coq.Extracted

type t

(** Of a layout that the checker has accepted. *)
val create : program -> layout -> t

(** Size 0: nothing is stored. *)
val extent : t -> ty -> extent

(** Whether the second variable of a procedure shares no byte with the first. *)
val apart : t -> procedure -> variable0 -> variable0 -> bool

(** The members of the structure that is printed for a type, in order, each with its offset.
    No offset: nothing is stored, and there is no such member. *)
val members : t -> ty -> (Fairlead_lang_coq.Big_trusted.t option * extent) list

(** Bytes of the narrowest unsigned integer that holds 0 to [top]. *)
val cell : int -> int

(** Whether members with these extents, put in a structure one after the other, lie at these offsets. *)
val in_sequence : (int * extent) list -> bool
