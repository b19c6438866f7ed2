(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Lines that begin with `#pragma` within functions. clang's tree does not have them. *)

(** Those whose line begins in a range, each from its `#` to the end of its line. *)
val within : Preprocessed.t -> first:int -> last:int -> (int * int) list

(** Whether it stands for itself: it is not about the statement that follows. *)
val alone : Preprocessed.t -> int * int -> bool

(** Whether it is about the layout of types. *)
val lays_out : Preprocessed.t -> int * int -> bool

(** Whether the file has pragmas about declarations: the same words mean something else before and behind them. *)
val about_declarations : Preprocessed.t -> bool

(** All of the file whose first word is that. *)
val anywhere : Preprocessed.t -> about:string -> (int * int) list
