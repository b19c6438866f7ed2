(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Where the variables of coroutines live: the untrusted computation. What it
    returns is accepted only by the verified checker, [Extracted.refused]. *)

open Fairlead_lang_coq.Extracted

(** Size and alignment of a C type, in bytes. *)
type extent = { size : int; align : int }

type t

(** Frames are computed in the order of procedures: each comes after those it
    calls or holds coroutines of. *)
val compute : program -> t

(** Offsets count from the beginning of the frame, whose first [index_bytes]
    bytes hold the number of the label to go on from. Variables that hold no
    information have size 0. All calls of coroutines use one area of the frame,
    at the same offset. *)
val layout : t -> layout

val frame : t -> procedure -> frame_layout

(** A coroutine's frame as a C structure. *)
val frame_extent : t -> procedure -> extent
