(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The emulator Bochs as a machine to run instructions on, for those this processor lacks: see
    emulator_boot_trusted.S and cosim_guest_trusted.S. *)

type test = { offset : int; state : Bytes.t; data : Bytes.t }
(** As for {!Machine.execute}; data has {!window_size} bytes. *)

type outcome = Faulted | Ended of Bytes.t * Bytes.t  (** State and data afterwards. *)

val window_size : int

val name : unit -> string
(** Its version, and the processor that it plays. Raises {!Diagnostic.Error} when it is not there. *)

val capacity : int
(** How many tests it runs at once, at most. *)

val run : code:string -> test array -> outcome array
(** Raises {!Diagnostic.Error}, with what to do, when Bochs is not there or does not finish. *)
