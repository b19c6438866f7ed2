(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Functions whose frames the verified check (theories/layers/Threads/Layout/Slots.v, extracted) has accepted. What is
    printed of frames and of what lives in them is read from here: from what the check has seen. *)

type suspension = private {
  number : int;  (** from 1: what the frame holds while the thread waits there *)
  call : Ir.call;
  live : Ir.var list;  (** the frame keeps these while the thread waits *)
  kept : Ir.var list;  (** these, too, for their address may be known *)
}

type t = private {
  ir : Ir.func;
  suspensions : suspension list;
  saved : Ir.var list;  (** in the frame: parameters first *)
  slot : Ir.var -> int option;  (** the member of the frame; those that have the same share it *)
}

(** Computes what has to be in the frame, and has it checked; and what the check was told of slices is held against
    their text ({!Declared_accesses}). [Error]: refused, and this compiler is wrong. [in_frame]: these have to be in it
    though they
    live across no suspension. *)
val of_function : ?in_frame:Ir.var list -> Ir.func -> (t, string) result
