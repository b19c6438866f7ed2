(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The mistakes found so far. *)

type t

val create : unit -> t

(** Too many of them: there is no point in going on. *)
exception Enough

val add : t -> Diagnostic.t -> unit

(** A statement or declaration that cannot be checked because something it uses
    has already been reported. *)
exception Reported

(** [guard errors f default]: [f ()]; if that fails, the error is added and the
    result is [default]. *)
val guard : t -> (unit -> 'a) -> 'a -> 'a

(** In the order of files and positions. *)
val all : t -> Diagnostic.t list

val any : t -> bool
val count : t -> int
