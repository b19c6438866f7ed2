(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Memory below [%rsp] - 128 belongs to signal handlers: the model, in which nobody else runs, does not speak of what
    is there. So no access may lie there, and nothing may be read again that lay there in between. Places on the stack
    are followed through registers, pushes and pops, frames of any depth and alignment, and slots. *)

val kept : Flat_code.line array -> int list -> Flat_code.callee -> Asm_model.reg list
(** Which registers besides [%rsp] a call leaves as they were: of a function of the file, what it can be seen to; of
    others, what the calling convention says. *)

val check : exact:bool -> clean:Flat_code.line array * int list -> fast:Flat_code.line array * int list -> string option
(** Each with the positions where it is entered. Refused is what is known to lie too low, in either file. Of an access
    of which it is not known where on the stack it is (by an index, through a pointer that was computed) the clean code
    is taken to be right; the fast code must make it where [%rsp] is no higher than the clean code does: why that is not
    so, or not known, if so. Where there are calls: why the clean code may read what a call left below [%rsp], or may
    not come back from one in the file; [exact]: the two files do not differ at all. Raises {!Diagnostic.Error}. *)
