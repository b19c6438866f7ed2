(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** A function's statements as the commands of theories/layers/Core, for the check of its frame.

    Trusted: the theorem is about these commands. Each statement becomes what it does as C, piece by piece; pieces say
    which variables they may use and change ({!Ir.exp}'s [reads] and [writes], also trusted). Which way a condition
    goes, arguments of calls and results are in memory when it has been evaluated, not in variables. *)

type command = (Threads_model.piece, Threads_model.piece, Threads_model.request, Threads_model.request,
  Threads_model.empty_set) Threads_model.cmd

(** [index] is the number of a variable. Loops, cases, labels and calls are numbered in order of appearance. Fails with
    the name of a label that is not there. *)
val body : index:(Ir.var -> int) -> Ir.func -> (command, string) result

(** The numbers of variables, in order and without repetition. *)
val set : index:(Ir.var -> int) -> Ir.var list -> int list
