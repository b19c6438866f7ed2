(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Which processor this is, by CPUID: every result that depends on it says so. *)

type t = {
  brand : string;  (** the brand string, or the vendor where there is none *)
  family : int;
  model : int;
  stepping : int;
  virtual_ : bool;  (** CPUID says that a hypervisor is there *)
  features : string list;  (** of {!known_features}: those that it has and that the operating system lets programs use *)
}

type registers = int * int * int * int
(** eax, ebx, ecx, edx. *)

val of_cpuid : cpuid:(int -> int -> registers) -> xcr0:(unit -> int) -> t
(** From the answers to a leaf and a subleaf. [xcr0] is asked only where OSXSAVE is set. *)

val this : t Lazy.t
val has : t -> string -> bool

val known_features : string list
(** By the names of Linux's /proc/cpuinfo. *)

val needed : string list
(** The features without which the model as a whole cannot be run (VAES and VPCLMULQDQ: some forms only). *)

val name : t -> string
(** Brand, family, model, stepping, on one line. *)

val describe : t -> string list
(** Two lines for the head of a result: the name, and the features. *)
