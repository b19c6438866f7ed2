(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The syntax tree of a preprocessed C file, as clang types it ([-ast-dump=json]). *)

(** Offsets are of bytes in the text that clang read; [last] is behind the node's last token. Where clang says
  nothing: -1, or an empty string. *)
type node = {
  id : int;
  kind : Kind.t;
  first : int;
  last : int;
  name_at : int;  (** where a declaration's name stands *)
  name : string;
  ty : string;  (** as written *)
  desugared : string;  (** without typedefs at the top *)
  op : string;  (** operator, kind of cast, [sizeof] *)
  value : string;
  storage : string;  (** [static], [extern] *)
  target : int;  (** the declaration or label that is meant *)
  target_name : string;
  target_kind : Kind.t;
  flags : int;
  inner : node list;
}

val implicit : node -> bool
val postfix : node -> bool
val variadic : node -> bool
val has_else : node -> bool
val array_filler : node -> bool

(** Of the parts of a `_Generic`: the one that counts. *)
val selected : node -> bool

val is_implicit : int
val is_postfix : int
val is_variadic : int
val is_else : int
val is_filler : int
val is_selected : int

(** Of the elements of a list in braces: one for all that a range of them writes. *)
val once : node list -> node list

(** The node that stands for absence. *)
val nothing : node

(** Reads the JSON, by a function that takes a buffer, an offset and a length as [input] does. The error says what is
  wrong with it. *)
val parse : (bytes -> int -> int -> int) -> (node, string) result

(** The node, and all that is under it, outermost first. *)
val iter : (node -> unit) -> node -> unit

val exists : (node -> bool) -> node -> bool
