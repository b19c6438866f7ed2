(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Peephole rules for [movbe]: a load that reverses bytes as a load and a [bswap], a store as
    a [bswap], a store, and a [bswap] back; for processors without it, or where the other form is faster. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Semantics_trusted Describe_trusted
  Run_trusted.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Footprints Require Import Footprint.
From Fairlead.Asm.Symbolic Require Import Rewrites Equivalence.
From Fairlead.Asm.Refinement Require Import Refines Alike.
From Fairlead.Asm.Peephole Require Import Rules.
Local Open Scope N_scope.

Definition load_le (w : width) (d : reg) (m : mem) : list instr := [Mov w (R d) (Memory m); Bswap w d].
Definition store_le (m : mem) (r : reg) : list instr := [Bswap W64 r; Mov W64 (M m) (Reg r); Bswap W64 r].

Definition addresses (r : reg) (m : mem) : bool := bool_decide (G r ∈ address_locs m).

(** Elimination. A 32-bit store stays: [bswap] of 32 bits would lose the register's upper half. *)
Definition no_movbe (i : instr) : option (list instr) :=
  match i with
  | Movbe w (R d) (M m) => Some (load_le w d m)
  | Movbe W64 (M m) (R r) => if addresses r m then None else Some (store_le m r)
  | _ => None
  end.

(** Introduction, the other way round. *)
Definition to_movbe : rewrite := fun p =>
  match p with
  | Mov w (R d) (Memory m) :: Bswap w' d' :: p =>
      if bool_decide (w = w') && bool_decide (d = d') then Some (Movbe w (R d) (M m) :: p, 1%nat) else None
  | Bswap W64 r :: Mov W64 (M m) (Reg r') :: Bswap W64 r'' :: p =>
      if bool_decide (r = r') && bool_decide (r = r'') && negb (addresses r m)
      then Some (Movbe W64 (M m) (R r) :: p, 1%nat) else None
  | _ => None
  end.

(** ** Bytes reversed twice *)

Lemma split_join w n l :
  length l = n -> Forall (fun x => low w x = x) l -> split w n (join w l) = l.
Proof.
  revert n. induction l as [|x l IH]; intros [|n] E H; try done. apply Forall_cons in H as [Hx H]. cbn in *.
  f_equal.
  - apply N.bits_inj. intros j. rewrite low_spec, N.lor_spec. destruct (N.ltb_spec j w).
    + by rewrite N.shiftl_spec_low, orb_false_r, andb_true_r by done.
    + rewrite andb_false_r, <- Hx, low_spec. destruct (N.ltb_spec j w); [lia|]. by rewrite andb_false_r.
  - rewrite N.shiftr_lor, N.shiftr_shiftl_l, N.sub_diag, N.shiftl_0_r by done.
    assert (N.shiftr x w = 0) as ->; [|rewrite N.lor_0_l; apply IH; [lia|done]].
    apply N.bits_inj. intros j. rewrite N.shiftr_spec', <- Hx, low_spec, N.bits_0.
    destruct (N.ltb_spec (j + w) w); [lia|]. by rewrite andb_false_r.
Qed.

Lemma join_split w n x : join w (split w n x) = low (w * N.of_nat n) x.
Proof.
  revert x. induction n as [|n IH]; intros x; cbn [split join]; [|rewrite Nat2N.inj_succ, N.mul_succ_r].
  - rewrite N.mul_0_r. unfold low. by rewrite N.land_0_r.
  - rewrite IH. apply N.bits_inj. intros j. rewrite N.lor_spec, !low_spec. destruct (N.ltb_spec j w).
    + rewrite N.shiftl_spec_low by done. rewrite orb_false_r, andb_true_r.
      destruct (N.ltb_spec j (w * N.of_nat n + w)); [by rewrite andb_true_r|lia].
    + rewrite andb_false_r. cbn. rewrite N.shiftl_spec_high', low_spec, N.shiftr_spec' by done.
      replace (j - w + w) with j by lia. f_equal.
      destruct (N.ltb_spec (j - w) (w * N.of_nat n)), (N.ltb_spec j (w * N.of_nat n + w)); lia || done.
Qed.

Lemma split_bounds w n x : length (split w n x) = n /\ Forall (fun y => low w y = y) (split w n x).
Proof.
  revert x. induction n as [|n IH]; intros x; cbn; [done|]. destruct (IH (N.shiftr x w)).
  split; [by f_equal|]. constructor; [by apply low_low|done].
Qed.

Lemma byte_reverse_twice n x : byte_reverse n (byte_reverse n x) = low (8 * N.of_nat n) x.
Proof.
  unfold byte_reverse. destruct (split_bounds 8 n x) as [Hl Hf].
  rewrite split_join, rev_involutive; [apply join_split|by rewrite rev_length|by apply Forall_rev].
Qed.

Lemma byte_reverse_masked n x : byte_reverse n (low (8 * N.of_nat n) x) = byte_reverse n x.
Proof.
  unfold byte_reverse. destruct (split_bounds 8 n x) as [Hl Hf]. by rewrite <- join_split, split_join.
Qed.

Lemma byte_reverse_low n x : low (8 * N.of_nat n) (byte_reverse n x) = byte_reverse n x.
Proof. by rewrite <- (byte_reverse_twice n (byte_reverse n x)), (byte_reverse_twice n x), byte_reverse_masked. Qed.

Lemma bits_bytes w : 8 * N.of_nat (nbytes w) = bits w.
Proof. by destruct w. Qed.

Lemma bits_64 w : bits w <= 64.
Proof. by destruct w. Qed.

(** ** The two forms run alike *)

Lemma load_alike g w d m : alike g [Movbe w (R d) (M m)] (load_le w d m).
Proof.
  intros s Hs. unfold load_le. open_machine.
  set (p := address g (locs s) m).
  destruct (permitted g (scalar w Load m) p) eqn:P; [|done].
  cbn -[low slice load byte_reverse nbytes bits N.mul].
  split; [|done]. apply state_eq; [|done]. intros l. cbn -[low slice load byte_reverse nbytes bits N.mul].
  rewrite (bool_decide_eq_true_2 (G d = G d)) by done. case_bool_decide; [|done]. f_equal.
  rewrite (low_low _ 64) by apply bits_64. by rewrite <- bits_bytes, !byte_reverse_masked.
Qed.

Lemma store_alike g m r : addresses r m = false -> alike g [Movbe W64 (M m) (R r)] (store_le m r).
Proof.
  intros Hm%bool_decide_eq_false s Hs. unfold store_le. open_machine.
  assert (∀ f, (∀ l, l ≠ G r -> f l = locs s l) -> address g f m = address g (locs s) m) as E.
  { intros f Hf. apply address_agree. intros l Hl. apply Hf. by intros ->. }
  repeat match goal with
  | |- context [address g ?f m] => rewrite (E f) by (intros l Hl; cbn; by rewrite ?bool_decide_eq_false_2 by congruence)
  end.
  set (p := address g (locs s) m).
  destruct (permitted g (scalar W64 Store m) p) eqn:P; [|done].
  cbn -[low slice load store byte_reverse N.mul N.shiftl N.lor].
  rewrite (bool_decide_eq_true_2 (G r = G r)) by done.
  pose proof (byte_reverse_low 8 (locs s (G r))) as Hl. change (8 * N.of_nat 8) with 64 in Hl.
  split; [|done]. apply state_eq; cbn -[low slice load store byte_reverse N.mul N.shiftl N.lor].
  - intros l. case_bool_decide; [subst|done]. rewrite Hl, byte_reverse_twice. symmetry.
    change (8 * N.of_nat 8) with 64. rewrite low_low by done. apply (Hs (G r)).
  - by rewrite !Hl.
Qed.

(** ** The rules are sound *)

Theorem no_movbe_sound : sound (single no_movbe).
Proof.
  intros g [|i p] q k H; [done|]. cbn in H. destruct (no_movbe i) as [q'|] eqn:E; simplify_eq.
  apply (better_app g [i] q' p p); [|unfold better; reflexivity].
  unfold no_movbe in E. repeat case_match; simplify_eq;
    (by apply (proj1 (alike_better _ _ _ (load_alike _ _ _ _)))) || by apply (proj1 (alike_better _ _ _ (store_alike _ _ _ ltac:(done)))).
Qed.

Theorem to_movbe_sound : sound to_movbe.
Proof.
  intros g p q k H. unfold to_movbe in H. repeat case_match; simplify_eq;
  repeat match goal with
  | E : _ && _ = true |- _ => apply andb_true_iff in E as [? ?]
  | E : bool_decide _ = true |- _ => apply bool_decide_eq_true in E as ->
  | E : negb _ = true |- _ => apply negb_true_iff in E
  end.
  - eapply (better_app g [_; _] [_]); [|unfold better; reflexivity]. by apply (proj2 (alike_better _ _ _ (load_alike _ _ _ _))).
  - eapply (better_app g [_; _; _] [_]); [|unfold better; reflexivity]. by apply (proj2 (alike_better _ _ _ (store_alike _ _ _ ltac:(done)))).
Qed.
