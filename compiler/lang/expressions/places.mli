(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Places: variables, and fields, elements, payloads and entries of them. *)

open Typing

(** A value that is not stored anywhere is kept in a temporary. *)
val place : Context.t -> Surface.expr -> placed

(** One that may be written, or reported. *)
val target : Context.t -> Surface.expr -> placed

(** Bytes to be written between two bounds. *)
val target_slice :
  Context.t -> Surface.expr -> Surface.expr option -> Surface.expr option ->
  Fairlead_lang_coq.Syntax.place * Fairlead_lang_coq.Syntax.expr * Fairlead_lang_coq.Syntax.expr

(** The value of a name or of [a.b]: read from a place, a constant, or a case without payload. *)
val name_or_field : Context.t -> Surface.expr -> Coerce.value

(** [load order w b[off]]; and a byte of a slice. *)
val load :
  Context.t -> Fairlead_lang_coq.Syntax.endian -> Fairlead_lang_coq.Syntax.width -> Surface.expr -> Surface.expr -> Coerce.value

(** [b[lo..hi]]: no copy. *)
val slice : Context.t -> Surface.expr -> Surface.expr option -> Surface.expr option -> Coerce.value
