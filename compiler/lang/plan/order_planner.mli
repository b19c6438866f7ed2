(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What the verified checker of orders is told: each procedure that a coroutine runs, in each state in which it
    is entered, with the spots at which it may end, and that come together at its labels: a state, and which
    case some variables are there. Found by going over the program with sets of spots until they do not grow.
    Nothing of it is trusted. *)

open Fairlead_lang_coq.Syntax

(** An order as the checker takes it; which number in [BLine] is which of its marks. *)
type given = { automaton : (Fairlead_lang_coq.Extracted.trigger * int) list list; marks : int -> int option }

(** A request of an effect; one with the case of its answer, if that counts; or a mark, by its number in [BLine]. *)
type seen = Request of int | Answer of int * int | Mark of int

(** [at]: the number of its place in the source. *)
type step = { seen : seen; at : int option }

(** [step] may come in [state], and has no edge there; [way]: the steps before it that change the state, last first.
    [unsure]: some edge is for it, but which case its argument is cannot be told. *)
exception Wrong of { way : step list; state : int; step : step; unsure : bool }

(** For a coroutine of the program. *)
val contexts : program -> given -> int -> Fairlead_lang_coq.Extracted.context list

(** In which states it comes to its own requests and calls, by their labels: for pictures. *)
val waiting : program -> given -> int -> (int * int) list
