(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The translated file. *)

(** [poison]: for tests of what is saved. Slots that hold nothing are overwritten at each suspension, and every call
  goes through the scheduler. [clang]: it is to
    compile the text. An error: some token of the source is not there, or twice ({!Accounts}). *)
val file : poison:bool -> clang:bool -> Program.t -> Checked.t list -> (string, Diagnosis.t) result

(** For threads with stacks of their own: marks are gone, spawns are calls of functions made for them. *)
val erased : Program.t -> (string, Diagnosis.t) result
