(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** From surface modules to the program that the verified part works on.
    Mistakes are left in [errors]; the result is meaningful only without any. *)
val program : Errors.t -> Modules.t -> Program_info.t option
