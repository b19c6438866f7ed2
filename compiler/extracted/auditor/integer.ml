(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* Zarith by a name that Coq's own module [Z] does not hide. *)
include Z
