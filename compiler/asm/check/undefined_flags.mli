(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Flags that code may read though an instruction left them undefined. Of a run that does, the model says nothing,
   and so does no
    theorem: clean code that always does so could be replaced by anything; and what a processor leaves there may be
   computed from secrets. *)

val refuse : what:string -> Source.t -> unit
(** Code without marks. Raises {!Diagnostic.Error} at the first such instruction or branch that some path leads to.
   After a call, and
    where labels let others enter, flags count as defined. *)
