(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Logs of runs that follow one another, each of one thread: the next one begins from the root that the one before
    left, at the end of an epoch that is certified. By [monitor_sealed] and [monitor_starts] in
    theories/Claims/Monitor.v their histories are then one. *)

(** The logs' headers, if runs so begun can follow one another. *)
val headers : string list -> ((string * Log_header.t) list, Audit.remark) result

(** The digest of the root that the run began from, in hexadecimal. *)
val root_of : Log_header.t -> string

(** Why the next log does not go on from where this one, that was audited with the next one's first epoch as
    [goes_on_in], was. *)
val break : Audit.report -> string -> string * Log_header.t -> Audit.remark option
