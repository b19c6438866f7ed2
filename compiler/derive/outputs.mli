(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The folder that is written to: only what Fairlead wrote there is replaced or taken away. *)

(** Makes the folder, and takes away what an earlier run wrote there for the programs of the Coq file with that name (no
    folders, no extension): what is there after this run is this run's. *)
val clear : string -> source:string -> (unit, string) result

(** All of these texts, named without a folder, or none. One process at a time does so in a folder.
    [still_meant] is asked at the last moment; the error is also what it says. *)
val publish : string -> still_meant:(unit -> (unit, string) result) -> (string * string) list -> (unit, string) result
