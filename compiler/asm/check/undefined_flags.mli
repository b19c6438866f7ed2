(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Flags that code may read though an instruction left them undefined. Of a run that does, the model says nothing,
   and so does no
    theorem: clean code that always does so could be replaced by anything; and what a processor leaves there may be
   computed from secrets. *)

val refuse : what:string -> Source.t -> string option
(** Code without marks. Raises {!Diagnostic.Error} at the first such instruction or branch that some path leads to.
   Where labels let others enter, flags count as defined. At a call nobody knows them: why no theorem speaks of the
    file, if it reads one behind a call, or where a function of its own begins that it calls. *)
