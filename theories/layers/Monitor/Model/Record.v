(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Values, records, and what is hashed (the published protocol, "Keys, values").

A data value is null or bytes. A Merkle value has, for each direction, nothing
or an edge: the descendant's key, the digest of its value when it was last
evicted to the tree, and whether it is in the Blum set instead. *)
From Coq Require Export Ascii.
From stdpp Require Import strings.
From Fairlead.Monitor.Model Require Export Key.

Definition byte := ascii.
Definition bytes := list byte.

(** Two of something, one per direction. *)
Definition side {A} (d : bool) (p : A * A) : A := if d then p.2 else p.1.
Definition set_side {A} (d : bool) (x : A) (p : A * A) : A * A :=
  if d then (p.1, x) else (x, p.2).

Record edge := Edge { e_key : key; e_digest : bytes; e_blum : bool }.
Definition datum := option bytes.
Inductive value := Data (v : datum) | Merkle (ends : option edge * option edge).

(** What clients ask for: functions with a number. One takes an argument and the old values of some records, and gives
their new values and a result; or it gives nothing, if it cannot be called like this. *)
Definition application : Type := N → bytes → list datum → option (list datum * bytes).

(** What a multiset hash hashes: a record, the time of its eviction and the
thread that evicted it. *)
Definition stamp : Type := N * N.
Definition element : Type := key * value * stamp * N.
Definition el_key (x : element) : key := x.1.1.1.
Definition el_value (x : element) : value := x.1.1.2.
Definition el_stamp (x : element) : stamp := x.1.2.
Definition el_tid (x : element) : N := x.2.
Definition el_epoch (x : element) : N := (el_stamp x).1.

Global Instance edge_eq_dec : EqDecision edge.
Proof. solve_decision. Defined.
Global Instance value_eq_dec : EqDecision value.
Proof. solve_decision. Defined.
Global Instance element_eq_dec : EqDecision element := _.

(** The edge that leaves a value in direction [d]; data have none. *)
Definition edge_of (v : value) (d : bool) : option edge :=
  match v with Merkle ends => side d ends | Data _ => None end.

(** The digest written in an edge to a record that was never evicted. *)
Definition no_digest : bytes := replicate 32 zero.

(** Keys of [depth] digits are data keys, shorter ones are Merkle keys. *)
Definition initial (depth : N) (k : key) : value :=
  if decide (N.of_nat (length k) < depth)%N then Merkle (None, None) else Data None.
Definition fits (depth : N) (k : key) (v : value) : bool :=
  match v with
  | Data _ => bool_decide (N.of_nat (length k) = depth)
  | Merkle _ => bool_decide (N.of_nat (length k) < depth)%N
  end.

(** (epoch, counter), lexicographically. *)
Definition stamp_lt (t t' : stamp) : Prop :=
  (t.1 < t'.1 ∨ t.1 = t'.1 ∧ t.2 < t'.2)%N.
Definition stamp_le (t t' : stamp) : Prop :=
  (t.1 < t'.1 ∨ t.1 = t'.1 ∧ t.2 ≤ t'.2)%N.
Global Instance stamp_lt_dec t t' : Decision (stamp_lt t t') := _.
Global Instance stamp_le_dec t t' : Decision (stamp_le t t') := _.

Lemma side_set {A} d (x : A) p : side d (set_side d x p) = x.
Proof. by destruct d. Qed.
Lemma side_set_ne {A} d d' (x : A) p : d ≠ d' → side d' (set_side d x p) = side d' p.
Proof. by destruct d, d'. Qed.
Lemma side_none {A} d : side d (None, None) = @None A.
Proof. by destruct d. Qed.

Lemma side_set_Some {A} d d' (x y : A) p :
  side d' (set_side d (Some x) p) = Some y ↔ d = d' ∧ x = y ∨ d ≠ d' ∧ side d' p = Some y.
Proof. destruct d, d'; simpl; naive_solver. Qed.
Lemma side_set_None {A} d d' (y : A) p :
  side d' (set_side d None p) = Some y ↔ d ≠ d' ∧ side d' p = Some y.
Proof. destruct d, d'; simpl; naive_solver. Qed.

Lemma side_set_Some' {A} d d' (x : option A) (y : A) p :
  side d' (set_side d x p) = Some y ↔ d = d' ∧ x = Some y ∨ d ≠ d' ∧ side d' p = Some y.
Proof. destruct d, d'; simpl; naive_solver. Qed.

Lemma edge_initial depth k d : edge_of (initial depth k) d = None.
Proof. unfold initial. case_decide; simpl; [apply side_none|done]. Qed.
