(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The translated file. *)

(** [poison]: for tests of what is saved. Slots that hold nothing are overwritten at each suspension, and every call
  goes through the scheduler. [clang]: it is to
    compile the text. An error: some token of the source is not there, or twice ({!Accounts}), or the text is not what
    was to be printed ({!Read_back}; not with [poison]). *)
val file : poison:bool -> clang:bool -> Program.t -> Checked.t list -> (string, Diagnosis.t) result

(** What is done with a text before it is given out: whether it says of these functions what was to be printed. *)
val read_back : Program.t -> Checked.t list -> string -> (unit, Diagnosis.t) result

(** For threads with stacks of their own: marks are gone, spawns are calls of functions made for them. *)
val erased : Program.t -> (string, Diagnosis.t) result
