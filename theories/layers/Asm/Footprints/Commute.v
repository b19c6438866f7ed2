(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Two adjacent instructions may change places when neither writes what the
    other reads, whatever both write gets the same constant from both (so do
    flags that both leave undefined, or both clear), and their memory accesses
    are in disjoint regions or in disjoint intervals from the same registers. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import FunctionalExtensionality.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Run_trusted.
From Fairlead.Asm.Footprints Require Import Locset Footprint.
Local Open Scope N_scope.

(** ** The check *)

Definition touches (u : use) : bool := loads u || stores u.

Definition conflicting (a b : use) : bool := (stores a && touches b) || (touches a && stores b).

(** [disp] intervals, seen from the lower one, leave room on both sides modulo 2^64. *)
Definition before (d1 : Z) (n1 : nat) (d2 : Z) (n2 : nat) : bool :=
  ((d1 + Z.of_nat n1 <=? d2) && (d2 + Z.of_nat n2 - d1 <=? 2 ^ 64))%Z.

Definition same_registers (m1 m2 : mem) : bool :=
  bool_decide (m_base m1 = m_base m2) && bool_decide (m_index m1 = m_index m2).

Definition apart (rel : relation) (a b : access) : bool :=
  let m1 := a_mem a in let m2 := a_mem b in
  rel (m_region m1) (m_region m2) ||
  (same_registers m1 m2 &&
   (before (m_disp m1) (a_bytes a) (m_disp m2) (a_bytes b) ||
    before (m_disp m2) (a_bytes b) (m_disp m1) (a_bytes a))).

Definition accesses_commute (rel : relation) (a b : option access) : bool :=
  match a, b with
  | Some a, Some b => negb (conflicting (a_use a) (a_use b)) || apart rel a b
  | _, _ => true
  end.

(** Locations both write must be constantly the same. *)
Definition writes_commute (f1 f2 : footprint) : bool :=
  subset (N.land (f_writes f1) (f_writes f2))
         (N.lor (N.land (f_zero f1) (f_zero f2)) (N.land (f_lost f1) (f_lost f2))).

Definition independent (rel : relation) (f1 f2 : footprint) : bool :=
  disjoint_sets (f_writes f1) (f_reads f2) && disjoint_sets (f_writes f2) (f_reads f1) &&
  writes_commute f1 f2 && accesses_commute rel (f_access f1) (f_access f2).

(** ** Accesses that are apart do not overlap *)

Lemma before_disjoint (B : Z) d1 n1 d2 n2 p q :
  before d1 n1 d2 n2 = true ->
  p = word 64 (B + d1) -> q = word 64 (B + d2) ->
  p + N.of_nat n1 <= 2 ^ 64 -> q + N.of_nat n2 <= 2 ^ 64 ->
  ∀ x, covers p n1 x -> covers q n2 x -> False.
Proof.
  unfold before, word, covers. intros [H1%Z.leb_le H2%Z.leb_le]%andb_true_iff -> -> H3 H4 x.
  change (2 ^ Z.of_N 64)%Z with 18446744073709551616%Z in *.
  change (2 ^ 64)%Z with 18446744073709551616%Z in *.
  change (2 ^ 64) with 18446744073709551616 in *.
  pose proof (Z.mod_pos_bound (B + d1) 18446744073709551616 ltac:(lia)) as Hp.
  pose proof (Z.mod_pos_bound (B + d2) 18446744073709551616 ltac:(lia)) as Hq.
  pose proof (Z.div_mod (B + d1) 18446744073709551616 ltac:(lia)) as Ep.
  pose proof (Z.div_mod (B + d2) 18446744073709551616 ltac:(lia)) as Eq.
  set (p := ((B + d1) mod 18446744073709551616)%Z) in *.
  set (q := ((B + d2) mod 18446744073709551616)%Z) in *.
  set (a := ((B + d1) / 18446744073709551616)%Z) in *.
  set (b := ((B + d2) / 18446744073709551616)%Z) in *.
  assert (Hab : (b = a \/ b = a + 1)%Z) by nia.
  intros. destruct Hab; subst b; lia.
Qed.

Lemma permitted_within g a p :
  permitted g a p = true -> touches (a_use a) = true ->
  p + N.of_nat (a_bytes a) <= 2 ^ 64 /\
  ∀ x, covers p (a_bytes a) x -> inside (regions g (m_region (a_mem a))) x.
Proof.
  unfold permitted, touches. intros H Ht. rewrite Ht in H. cbn in H.
  apply andb_true_iff in H as [[H _]%andb_true_iff _]. unfold within in H.
  apply andb_true_iff in H as [[H1%N.leb_le H2%N.leb_le]%andb_true_iff H3%N.leb_le].
  unfold covers, inside. split; [lia|]. intros. lia.
Qed.

Lemma apart_disjoint rel g f a b :
  respects g rel -> apart rel a b = true ->
  permitted g a (address g f (a_mem a)) = true -> touches (a_use a) = true ->
  permitted g b (address g f (a_mem b)) = true -> touches (a_use b) = true ->
  ∀ x, covers (address g f (a_mem a)) (a_bytes a) x ->
       covers (address g f (a_mem b)) (a_bytes b) x -> False.
Proof.
  intros Hrel H Ha Ta Hb Tb x Hx Hy.
  destruct (permitted_within _ _ _ Ha Ta) as [La Ia], (permitted_within _ _ _ Hb Tb) as [Lb Ib].
  unfold apart in H. apply orb_true_iff in H as [H|H]; [by eapply Hrel; eauto|].
  apply andb_true_iff in H as [Hs H]. unfold same_registers in Hs.
  apply andb_true_iff in Hs as [E1%bool_decide_eq_true E2%bool_decide_eq_true].
  unfold address in *. rewrite E1, E2 in *.
  match type of La with word 64 (?B + ?i + _) + _ <= _ => set (base := (B + i)%Z) in * end.
  apply orb_true_iff in H as [H|H];
    [eapply (before_disjoint base _ _ _ _ _ _ H); eauto | eapply (before_disjoint base _ _ _ _ _ _ H); eauto].
Qed.

(** ** Swapping *)

Section swap.
  Context {op : Set} (sem : op -> list N -> list N) (g : env) (rel : relation).
  Context (Hrel : respects g rel).

  Lemma effect_store d s e p n v :
    effect_of sem g d s = Some e -> e_store e = Some (p, n, v) ->
    ∃ a, d_access d = Some a /\ p = address g (locs s) (a_mem a) /\ n = a_bytes a /\
         permitted g a p = true /\ stores (a_use a) = true.
  Proof.
    unfold effect_of. intros H Hs. destruct (negb _); [done|].
    destruct (d_access d) as [a|].
    - destruct (negb (permitted _ _ _)) eqn:Hp; [done|]. apply negb_false_iff in Hp.
      destruct (assign _ _) as [[ws w]|]; simplify_eq/=.
      destruct (stores (a_use a)) eqn:Hst; simplify_eq. by exists a.
    - destruct (assign _ _) as [[ws w]|]; by simplify_eq/=.
  Qed.

  Lemma effect_assigns d s e :
    effect_of sem g d s = Some e -> ∃ vals v, assign (d_out d) vals = Some (e_locs e, v).
  Proof.
    unfold effect_of. intros H. destruct (negb _); [done|].
    destruct (d_access d) as [a|]; [destruct (negb (permitted _ _ _)); [done|]|];
      destruct (assign _ _) as [[ws v]|] eqn:E; simplify_eq; eauto.
  Qed.

  Lemma constantly_value c d s e l x :
    effect_of sem g d s = Some e -> assoc l (e_locs e) = Some x ->
    mem_set l (constantly c d) = true -> x = c.
  Proof.
    intros He Hx Hc. destruct (effect_assigns _ _ _ He) as (vals & v & E).
    eapply assign_constant; [done| |done].
    unfold constantly, mem_set in Hc. rewrite N.ldiff_spec in Hc.
    apply andb_true_iff in Hc as [_ Hc%negb_true_iff].
    intros Hin. apply mem_set_of in Hin. unfold mem_set in Hin. congruence.
  Qed.

  Lemma assoc_written d s e l x :
    effect_of sem g d s = Some e -> assoc l (e_locs e) = Some x -> mem_set l (set_of (writes d)) = true.
  Proof.
    intros He Hx. destruct (effect_assigns _ _ _ He) as (vals & v & E).
    apply mem_set_of. destruct (decide (l ∈ writes d)); [done|].
    rewrite (proj2 (assign_writes _ _ _ _ l E)) in Hx; [done|done].
  Qed.

  (** One instruction's effect does not depend on whether the other came first. *)
  Lemma effect_unmoved d1 d2 s e1 :
    disjoint_sets (set_of (writes d1)) (set_of (reads d2)) = true ->
    accesses_commute rel (d_access d1) (d_access d2) = true ->
    effect_of sem g d1 s = Some e1 ->
    effect_of sem g d2 (apply e1 s) = effect_of sem g d2 s.
  Proof using Hrel.
    intros Hd Ha He. symmetry. apply frame_reads.
    - intros l Hl. symmetry. apply (frame_writes _ _ _ _ _ He). intros Hw.
      eapply (disjoint_sets_spec _ _ l); [exact Hd | by apply mem_set_of | by apply mem_set_of].
    - intros b q x Hb -> Hp Hld Hx. symmetry. apply (frame_writes _ _ _ _ _ He).
      destruct (e_store e1) as [[[p n] v]|] eqn:Hs; [|done].
      destruct (effect_store _ _ _ _ _ _ He Hs) as (a & Hacc & -> & -> & Hpa & Hsa).
      unfold accesses_commute in Ha. rewrite Hacc, Hb in Ha.
      assert (conflicting (a_use a) (a_use b) = true) as Hc.
      { unfold conflicting, touches. by rewrite Hsa, Hld. }
      rewrite Hc in Ha. cbn in Ha. intros Hy.
      eapply (apart_disjoint rel g (locs s) a b); eauto; unfold touches; rewrite ?Hsa, ?Hld; auto using orb_true_r.
  Qed.

  Lemma independent_sym f1 f2 : independent rel f1 f2 = true ->
    (∀ r1 r2, rel r1 r2 = rel r2 r1) -> independent rel f2 f1 = true.
  Proof.
    intros H Hsym. unfold independent in *.
    apply andb_true_iff in H as [[[H1 H2]%andb_true_iff H3]%andb_true_iff H4].
    rewrite H1, H2. unfold writes_commute in *. rewrite (N.land_comm (f_writes f2)).
    rewrite (N.land_comm (f_zero f2)), (N.land_comm (f_lost f2)), H3. cbn.
    unfold accesses_commute in *. destruct (f_access f1) as [a|], (f_access f2) as [b|]; try done.
    apply orb_true_iff in H4 as [H4|H4].
    - apply orb_true_iff. left. rewrite <- H4. unfold conflicting. f_equal.
      destruct (a_use a), (a_use b); done.
    - apply orb_true_iff. right. unfold apart in *. rewrite (Hsym (m_region (a_mem b))).
      unfold same_registers in *. apply orb_true_iff in H4 as [->|H4]; [done|].
      apply orb_true_iff. right. apply andb_true_iff in H4 as [E H4].
      apply andb_true_iff in E as [E1%bool_decide_eq_true E2%bool_decide_eq_true].
      rewrite E1, E2, !bool_decide_eq_true_2 by done. cbn. by rewrite orb_comm.
  Qed.

  Lemma accesses_commute_sym a b :
    (∀ r1 r2, rel r1 r2 = rel r2 r1) -> accesses_commute rel a b = true -> accesses_commute rel b a = true.
  Proof.
    intros Hsym H.
    assert (independent rel (Footprint 0 0 0 0 b) (Footprint 0 0 0 0 a) = true) as Hi.
    { apply independent_sym; [|done]. unfold independent. cbn. by rewrite H. }
    unfold independent in Hi. by apply andb_true_iff in Hi as [_ ?].
  Qed.

  Lemma apply_commute d1 d2 s e1 e2 :
    writes_commute (footprint_of d1) (footprint_of d2) = true ->
    accesses_commute rel (d_access d1) (d_access d2) = true ->
    effect_of sem g d1 s = Some e1 -> effect_of sem g d2 s = Some e2 ->
    apply e2 (apply e1 s) = apply e1 (apply e2 s).
  Proof using Hrel.
    intros Hw Ha H1 H2. unfold apply. cbn. f_equal.
    - extensionality l. destruct (assoc l (e_locs e1)) as [x|] eqn:E1, (assoc l (e_locs e2)) as [y|] eqn:E2; try done.
      assert (mem_set l (N.land (set_of (writes d1)) (set_of (writes d2))) = true) as Hb.
      { unfold mem_set. rewrite N.land_spec.
        apply andb_true_iff; split; [eapply (assoc_written d1)|eapply (assoc_written d2)]; eauto. }
      apply (subset_spec _ _ l Hw) in Hb. cbn in Hb. unfold mem_set in Hb.
      rewrite N.lor_spec, !N.land_spec in Hb.
      apply orb_true_iff in Hb as [[Hc1 Hc2]%andb_true_iff|[Hc1 Hc2]%andb_true_iff];
        f_equal; rewrite (constantly_value _ _ _ _ _ _ H1 E1 Hc1), (constantly_value _ _ _ _ _ _ H2 E2 Hc2); done.
    - destruct (e_store e1) as [[[p n] v]|] eqn:S1, (e_store e2) as [[[q m] w]|] eqn:S2; try done.
      destruct (effect_store _ _ _ _ _ _ H1 S1) as (a & Ea & -> & -> & Pa & Sa).
      destruct (effect_store _ _ _ _ _ _ H2 S2) as (b & Eb & -> & -> & Pb & Sb).
      unfold accesses_commute in Ha. rewrite Ea, Eb in Ha.
      assert (conflicting (a_use a) (a_use b) = true) as Hc
        by (unfold conflicting, touches; rewrite Sa, Sb; by rewrite orb_true_r).
      rewrite Hc in Ha. cbn in Ha.
      extensionality x. unfold store.
      assert (∀ y, covers (address g (locs s) (a_mem a)) (a_bytes a) y ->
                   covers (address g (locs s) (a_mem b)) (a_bytes b) y -> False) as Hd.
      { apply (apart_disjoint rel); try done; unfold touches; rewrite ?Sa, ?Sb; by rewrite orb_true_r. }
      specialize (Hd x). unfold covers in Hd.
      assert (∀ lo hi, (lo <=? x) && (x <? hi) = true -> lo <= x < hi) as Hin.
      { intros lo hi [?%N.leb_le ?%N.ltb_lt]%andb_true_iff. done. }
      repeat match goal with
      | |- context [if (?lo <=? x) && (x <? ?hi) then _ else _] =>
          let X := fresh "X" in destruct ((lo <=? x) && (x <? hi)) eqn:X; [apply Hin in X|clear X]
      end; try done.
      exfalso. by apply Hd.
  Qed.

  (** Swapping two independent instructions: same final state, same failure, and each
      instruction leaks what it leaked before. *)
  Theorem swap d1 d2 s :
    (∀ r1 r2, rel r1 r2 = rel r2 r1) ->
    independent rel (footprint_of d1) (footprint_of d2) = true ->
    match step sem g d1 s with
    | Some (s1, t1) => match step sem g d2 s1 with Some (s2, t2) => Some (s2, t1, t2) | None => None end
    | None => None
    end =
    match step sem g d2 s with
    | Some (s1, t2) => match step sem g d1 s1 with Some (s2, t1) => Some (s2, t1, t2) | None => None end
    | None => None
    end.
  Proof using Hrel.
    intros Hsym H. unfold independent in H. cbn in H.
    apply andb_true_iff in H as [[[H1 H2]%andb_true_iff H3]%andb_true_iff H4].
    pose proof (accesses_commute_sym _ _ Hsym H4) as H4'.
    unfold step.
    destruct (effect_of sem g d1 s) as [e1|] eqn:E1, (effect_of sem g d2 s) as [e2|] eqn:E2.
    - rewrite (effect_unmoved d1 d2 s e1), E2 by done.
      rewrite (effect_unmoved d2 d1 s e2), E1 by done.
      by rewrite (apply_commute d1 d2 s e1 e2).
    - by rewrite (effect_unmoved d1 d2 s e1), E2.
    - by rewrite (effect_unmoved d2 d1 s e2), E1.
    - done.
  Qed.
End swap.
