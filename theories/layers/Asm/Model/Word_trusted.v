(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Machine words are binary naturals ([N]), kept below [2^w] by masking.
    Everything an instruction computes is made of these few functions, so they
    are part of what an auditor reads.  [N] runs well under [vm_compute] and is
    extracted to Zarith integers. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Export NArith ZArith.
Local Open Scope N_scope.

(** The low [w] bits. *)
Definition low (w x : N) : N := N.land x (N.ones w).

(** The [len] bits from bit [at_] on. *)
Definition slice (at_ len x : N) : N := low len (N.shiftr x at_).

(** A signed number as a word of [w] bits. *)
Definition word (w : N) (z : Z) : N := Z.to_N (z mod 2 ^ Z.of_N w).

(** A word as a signed number. *)
Definition signed (w x : N) : Z :=
  if N.testbit x (w - 1) then Z.of_N x - 2 ^ Z.of_N w else Z.of_N x.

(** [split w n x] is [x] cut into [n] pieces of [w] bits, lowest first;
    [join w] glues such pieces together. *)
Fixpoint split (w : N) (n : nat) (x : N) : list N :=
  match n with
  | O => []
  | S n => low w x :: split w n (N.shiftr x w)
  end.

Fixpoint join (w : N) (l : list N) : N :=
  match l with
  | [] => 0
  | x :: l => N.lor x (N.shiftl (join w l) w)
  end.

Definition of_bool (b : bool) : N := if b then 1 else 0.

(** Rotation to the left by [k < w]. *)
Definition rotl (w k x : N) : N := N.lor (low w (N.shiftl x k)) (N.shiftr x (w - k)).

(** Bytes in the opposite order. *)
Definition byte_reverse (bytes : nat) (x : N) : N := join 8 (rev (split 8 bytes x)).

(** Carry-less product: multiplication of polynomials over GF(2). *)
Fixpoint clmul_pos (p : positive) (a : N) : N :=
  match p with
  | xH => a
  | xO q => N.double (clmul_pos q a)
  | xI q => N.lxor a (N.double (clmul_pos q a))
  end.

Definition clmul (a b : N) : N :=
  match b with N0 => 0 | Npos p => clmul_pos p a end.
