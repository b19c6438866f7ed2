(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What theorems about a file take for granted, as far as it can be seen in the file. *)

val jumps_out : Source.t -> string option
(** Why no theorem speaks of the file, if so: it jumps to other files. *)

val apart_at_calls : live:Asm_model.loc list -> Source.t -> string option
(** Why no theorem speaks of the file, if so: it calls what another file may replace, or what is no code; or its own
    code, where that does not return all that may be used behind the call, or may run on past the end of the file.
    [live] is live at returns. *)

val not_covered : names:Operand.names -> Source.t -> string option
(** Because it jumps out; or because the code may have its own address and read itself, or enter itself at any place: it
    uses data in whose section addresses of the code are, or names that the linker gives to places. *)

val apart : Structure.segment list -> string option
(** Why no theorem joins these pieces, if so: each is proved to replace another, but what leads from one to the next is
    not looked at. *)

val status_of_written : names:Operand.names -> loops:bool -> string -> Source.t -> int
(** Exit status of what was made from that file by proved changes to its pieces; [loops]: to its loops and conditionals.
    It is printed why, if no theorem covers it. *)

val check : regions:Regions.t -> names:Operand.names -> Source.t -> unit
(** Of clean code without marks: accesses stay in the regions that their operands name. Refused are accesses in one
    region through a register that leads to another, disjoint one; functions that come into the code of others of which
    other things are said; code that is in a function by its place only, and entered from elsewhere; accesses that leave
    the section of their symbol. Raises {!Diagnostic.Error}. *)

val frames :
  names:Operand.names -> matching:[ `By_instruction | `By_block | `By_nothing ] -> Source.t -> Source.t -> string option
(** Of clean and fast code without marks and jumps out: why {!Stack_trusted.check} refuses them, if it does.
    [`By_block]: both have the same blocks. *)

val refuse_annexes : regions:Regions.t -> Flat_code.line array -> Entry_points.entry list -> unit
(** Code that is entered from elsewhere is reached from the function that it is in, if something is said of that one.
    Raises {!Diagnostic.Error}. *)

val refuse_strays :
  apart:(string -> string -> bool) ->
  scopes:string array ->
  Flat_code.line array ->
  Entry_points.entry list ->
  unit
(** From these entries no code is reached of a function that is [apart]. Raises {!Diagnostic.Error}. *)
