(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Memory below [%rsp] - 128 belongs to signal handlers: the model, in which nobody else runs, does not speak of what
    is there. So no access may lie there, and nothing may be read again that lay there in between. Places on the stack
    are followed through registers, pushes and pops, frames of any depth and alignment, and slots. *)

val check : clean:Flat_code.line array * int list -> fast:Flat_code.line array * int list -> string option
(** Each with the positions where it is entered. Refused is what is known to lie too low, in either file. Of an access
    of which it is not known where on the stack it is (by an index, through a pointer that was computed) the clean code
    is taken to be right; the fast code must make it where [%rsp] is no higher than the clean code does: why that is not
    so, or not known, if so. Raises {!Diagnostic.Error}. *)
