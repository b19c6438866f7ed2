(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Compares big_trusted.ml with the numbers of Coq. *)
