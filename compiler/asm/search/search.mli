(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Searching for a faster order: hill climbing from the best one, or a population that is crossed and mutated. *)

type settings = {
  seconds : float;
  candidates : int option;  (** stop after so many *)
  seed : int;
  population : int;
  prefetches : int;  (** the most there may be *)
  quiet : bool;
}

val climb : settings -> Orders.target -> Measure.t -> file:string -> start:Orders.t -> notes:Orders.field list -> unit

val genetic :
  settings -> Orders.target -> Measure.t -> file:string -> state:string -> start:Orders.t -> others:Orders.t list ->
  notes:Orders.field list -> unit
(** [state] is where the population is kept and taken up again; otherwise it comes from [start] and [others].

    Both write the best order to [file] as soon as it has won three comparisons, with [notes] brought up to date; the extracted checkers
    see each candidate before it runs, and the final one again as read back from the file. Raise {!Diagnostic.Error}. *)
