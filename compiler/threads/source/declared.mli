(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** How marked functions are declared: what clang's tree does not say of it, or not of every compiler's attributes. *)

(** The tokens of each declaration of one, with what stands in front of it and behind its parameters, without the
    body. *)
val all : Program.t -> (Ast.node * Preprocessed.token list) list

(** A word without two underscores in front of it and behind. *)
val bare : string -> string

type attribute = { name : string;  (** bare *) text : string;  (** with its arguments *) at : int }

(** Those in [__attribute__] and in brackets ([gnu] alone), in order. *)
val attributes : Program.t -> Preprocessed.token list -> attribute list
