(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What Coq says of a file, in the form of our diagnostics. *)

(** [read ~path ~given ~text said]: the last error in [said], which is what coqc wrote about the file [path], whose
    text is [text], and which it was given as [given]; without a place, if Coq gives none. [None]: there is no error in
    it. *)
val read : path:string -> given:string -> text:string -> string -> Fairlead_cli.Message.t option

(** The line that [File "...", line ...] names. *)
val line_of : string -> int option

(** The error, if it is that a compiled file of Fairlead's is not there, or is of another build than those it needs. *)
val unbuilt : string -> string option

(** The error alone, blanks and line ends made one blank each: of files that the user has not written. *)
val plain : string -> string
