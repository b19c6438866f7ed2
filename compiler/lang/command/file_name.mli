(* SPDX-License-Identifier: Apache-2.0 OR MIT *)

(** A file's name on the command line: any but the empty one, which is a mistake of usage and no folder. *)
val conv : string Cmdliner.Arg.conv

(** The one that a command needs. *)
val required : doc:string -> string Cmdliner.Term.t
