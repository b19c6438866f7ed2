(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Commands under construction: sequences are flat and exits name their block.
    {!lower} turns them into Core commands. *)

open Fairlead_lang_coq.Syntax

type command = (basic, expr, suspension, call, resumption) cmd

(** Names a block within a procedure. *)
type block = int

type t =
  | Do of basic
  | Seq of t list
  | If of expr * t * t
  | Block of block * t
  | Loop of t
  | Exit of block
  | Suspend of suspension
  | Call of call
  | Resume of resumption
  | Return

val skip : t

(** Whether control can come out at the end. *)
val completes : t -> bool

(** Whether control can leave that block around the command. *)
val leaves : block -> t -> bool

(** Without what stands behind a command whose end is not reached. *)
val reached : t -> t

(** Numbers the labels from 1, drops blocks that nothing leaves, and balances
    sequences, so that the depth of the result is that of the program's nesting
    (plus a logarithm), not of its length. *)
val lower : t -> command
