(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What a theorem rests on, as Coq's [Print Assumptions] says it. *)

type t =
  | Assumed of string  (** a constant without a body: an axiom, a parameter, an admitted lemma; its name *)
  | Unsafe of string  (** something that Coq was told not to check, in Coq's words: nobody can ask for that *)

(** The error is a line that is none of those that Coq 8.16 prints. *)
val read : string -> (t list, string) result
