(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Why the monitor does not add hashes by exclusive or (1): with a hash the
    adversary can compute, linear algebra forges. Of any [n + 1] digests of [n]
    bits some non-empty selection, found by Gaussian elimination, has exclusive
    or zero. Given [n + 1] places where the adversary may choose between two
    elements, it switches the selected ones and the hash stays the same. *)
From Fairlead.Base Require Import Prelude.
Local Open Scope N_scope.

(** The published multiset hash: exclusive or of the elements' digests. *)
Definition xor_sum (l : list N) : N := foldr N.lxor 0 l.
Definition xor_hash {E} (h : E → N) (l : list E) : N := xor_sum (h <$> l).

(** The entries chosen by a selection (one bit per entry). *)
Fixpoint selected {A} (sel : list bool) (l : list A) : list A :=
  match sel, l with
  | b :: sel, x :: l => (if b then [x] else []) ++ selected sel l
  | _, _ => []
  end.

(** The first vector with bit [k] set, what is before it and what is after. *)
Fixpoint pivot (k : N) (l : list N) : option (list N * N * list N) :=
  match l with
  | [] => None
  | v :: l =>
      if N.testbit v k then Some ([], v, l)
      else '(pre, p, post) ← pivot k l; Some (v :: pre, p, post)
  end.

Definition clear (k p v : N) : N := if N.testbit v k then N.lxor v p else v.

(** Gaussian elimination: clear the top bit with a pivot, solve the rest with one
    bit and one vector less, and select the pivot if that restores the bit. *)
Fixpoint dependency (n : nat) (l : list N) : list bool :=
  match n with
  | O => true :: replicate (pred (length l)) false
  | S n =>
      match pivot (N.of_nat n) l with
      | None => dependency n l
      | Some (pre, p, post) =>
          let k := N.of_nat n in
          let sel := dependency n (clear k p <$> pre ++ post) in
          let (a, b) := (take (length pre) sel, drop (length pre) sel) in
          a ++ N.testbit (xor_sum (selected sel (pre ++ post))) k :: b
      end
  end.

Lemma xor_sum_app l k : xor_sum (l ++ k) = N.lxor (xor_sum l) (xor_sum k).
Proof.
  unfold xor_sum. induction l as [|v l IH]; cbn; [done|]. by rewrite IH, N.lxor_assoc.
Qed.

Lemma selected_app {A} s t (l k : list A) :
  length s = length l → selected (s ++ t) (l ++ k) = selected s l ++ selected t k.
Proof.
  revert l; induction s as [|b s IH]; intros [|x l]; intros Hl; [done|discriminate..|].
  cbn. injection Hl as Hl. by rewrite IH, (assoc_L (++)).
Qed.

Lemma selected_none {A} n (l : list A) : selected (replicate n false) l = [].
Proof. revert l; induction n as [|n IH]; intros [|x l]; [done..|apply IH]. Qed.

Lemma pivot_Some k l pre p post :
  pivot k l = Some (pre, p, post) → l = pre ++ p :: post ∧ N.testbit p k = true.
Proof.
  revert pre; induction l as [|v l IH]; intros pre; cbn; [done|].
  destruct (N.testbit v k) eqn:Hv; [by intros [= <- <- <-]|].
  destruct (pivot k l) as [[[pre' p'] post']|]; cbn; [|done].
  intros [= <- <- <-]. by destruct (IH pre' eq_refl) as [-> ?].
Qed.

Lemma pivot_None k l : pivot k l = None → Forall (λ v, N.testbit v k = false) l.
Proof.
  induction l as [|v l IH]; cbn; [constructor|].
  destruct (N.testbit v k) eqn:Hv; [done|].
  destruct (pivot k l) as [[[??]?]|]; cbn; [done|]. constructor; auto.
Qed.

(** Vectors of at most [n] bits. *)
Definition narrow (n : nat) (v : N) : Prop := ∀ i, N.of_nat n ≤ i → N.testbit v i = false.

Lemma narrow_bound n v : v < 2 ^ N.of_nat n → narrow n v.
Proof.
  intros Hv i Hi. destruct (decide (v = 0)) as [->|Hne]; [apply N.bits_0|].
  apply N.bits_above_log2. apply N.log2_lt_pow2 in Hv; lia.
Qed.

Lemma narrow_0 v : narrow 0 v → v = 0.
Proof. intros Hv. apply N.bits_inj; intros i. rewrite N.bits_0. apply Hv; lia. Qed.

Lemma narrow_pred n v : narrow (S n) v → N.testbit v (N.of_nat n) = false → narrow n v.
Proof.
  intros Hv Hn i Hi. destruct (decide (i = N.of_nat n)) as [->|]; [done|apply Hv; lia].
Qed.

Lemma narrow_clear n p v :
  narrow (S n) p → N.testbit p (N.of_nat n) = true → narrow (S n) v →
  narrow n (clear (N.of_nat n) p v).
Proof.
  intros Hp Hpn Hv. unfold clear. apply narrow_pred.
  - destruct (N.testbit v _); [|done]. intros i Hi. by rewrite N.lxor_spec, Hp, Hv.
  - destruct (N.testbit v _) eqn:Hvn; [|done]. by rewrite N.lxor_spec, Hvn, Hpn.
Qed.

(** Clearing changes a selection's sum by the pivot, as often as the bit was set. *)
Lemma xor_sum_clear k p sel l :
  xor_sum (selected sel (clear k p <$> l)) =
  N.lxor (xor_sum (selected sel l))
    (if N.testbit (xor_sum (selected sel l)) k then p else 0).
Proof.
  revert l; induction sel as [|b sel IH]; intros [|v l]; [done..|].
  cbn [fmap list_fmap selected]. change (list_fmap _ _ (clear k p)) with (clear k p).
  rewrite !xor_sum_app, IH.
  set (s := xor_sum (selected sel l)). destruct b; cbn [xor_sum foldr]; [|by rewrite !N.lxor_0_l].
  rewrite !N.lxor_0_r, N.lxor_spec. unfold clear.
  apply N.bits_inj; intros i.
  destruct (N.testbit v k), (N.testbit s k); cbn [xorb];
    rewrite ?N.lxor_spec, ?N.bits_0; repeat destruct (N.testbit _ i); done.
Qed.

Theorem dependency_correct n l :
  (n < length l)%nat → Forall (narrow n) l →
  length (dependency n l) = length l ∧ true ∈ dependency n l ∧
  xor_sum (selected (dependency n l) l) = 0.
Proof.
  revert l; induction n as [|n IH]; intros l Hlen Hl; cbn [dependency].
  { destruct l as [|v l]; cbn in Hlen; [lia|]. cbn [length pred selected]. split_and!.
    - by rewrite replicate_length.
    - left.
    - rewrite selected_none. inversion_clear Hl as [|?? Hv]. by rewrite (narrow_0 v Hv). }
  destruct (pivot (N.of_nat n) l) as [[[pre p] post]|] eqn:Hpivot.
  2:{ apply pivot_None in Hpivot. apply IH; [lia|].
      rewrite Forall_forall in Hl. rewrite Forall_forall in Hpivot. apply Forall_forall.
      intros v Hv. by apply narrow_pred; auto. }
  apply pivot_Some in Hpivot as [-> Hp].
  assert (narrow (S n) p ∧ Forall (narrow (S n)) (pre ++ post)) as [Hnp Hrest].
  { rewrite Forall_app, Forall_cons in Hl. rewrite Forall_app. naive_solver. }
  rewrite app_length in Hlen; cbn [length] in Hlen.
  destruct (IH (clear (N.of_nat n) p <$> pre ++ post)) as (Hlsel & Htrue & Hzero).
  { rewrite fmap_length, app_length. lia. }
  { apply Forall_fmap. apply (Forall_impl _ _ _ Hrest). intros v Hv. by apply narrow_clear. }
  rewrite fmap_length in Hlsel. rewrite xor_sum_clear in Hzero.
  set (sel := dependency n _) in *.
  set (b := N.testbit (xor_sum (selected sel (pre ++ post))) (N.of_nat n)) in *.
  rewrite app_length in Hlsel.
  set (s := take (length pre) sel) in *. set (t := drop (length pre) sel).
  assert (length s = length pre) as Hs by (apply take_length_le; lia).
  assert (length t = length post) as Ht by (unfold t; rewrite drop_length; lia).
  split_and!.
  - rewrite !app_length; cbn [length]. lia.
  - rewrite <-(take_drop (length pre) sel) in Htrue. fold s t in Htrue.
    apply elem_of_app in Htrue as [?|?]; apply elem_of_app; [by left|].
    right; by right.
  - rewrite selected_app by done. cbn [selected]. rewrite !xor_sum_app.
    rewrite <-(take_drop (length pre) sel) in Hzero at 1. fold s t in Hzero.
    rewrite selected_app, xor_sum_app in Hzero by done.
    assert (xor_sum (if b then [p] else []) = if b then p else 0) as ->
      by (destruct b; [apply N.lxor_0_r|done]).
    rewrite (N.lxor_comm (if b then p else 0)), <-N.lxor_assoc. exact Hzero.
Qed.

Section forgery.
  Context {E : Type} (h : E → N) (n : nat).

  (** For each pair the adversary first means to use the left element, and
      switches to the right one where the selection says so. *)
  Definition switch (sel : list bool) (choices : list (E * E)) : list E :=
    zip_with (λ b c, if b : bool then c.2 else c.1) sel choices.
  Definition forgery (choices : list (E * E)) : list E :=
    switch (dependency n ((λ c, N.lxor (h c.1) (h c.2)) <$> choices)) choices.

  Lemma xor_hash_switch sel choices :
    length sel = length choices →
    xor_hash h (switch sel choices) =
    N.lxor (xor_hash h choices.*1)
      (xor_sum (selected sel ((λ c, N.lxor (h c.1) (h c.2)) <$> choices))).
  Proof.
    revert choices; induction sel as [|b sel IH]; intros [|c choices] Hl; [done|discriminate..|].
    injection Hl as Hl. cbn [fmap list_fmap selected]. rewrite xor_sum_app.
    change (switch (b :: sel) (c :: choices)) with ((if b then c.2 else c.1) :: switch sel choices).
    unfold xor_hash in *. rewrite !fmap_cons. unfold xor_sum at 1 2; cbn [foldr].
    fold (xor_sum (h <$> switch sel choices)) (xor_sum (h <$> choices.*1)).
    rewrite IH by done. change (list_fmap _ _ ?f) with (fmap (M := list) f).
    apply N.bits_inj; intros i. destruct b; cbn [xor_sum foldr];
      rewrite ?N.lxor_spec, ?N.bits_0; repeat destruct (N.testbit _ i); done.
  Qed.

  (** The forgery: same hash, same count, another multiset. *)
  Theorem xor_forgery choices :
    (∀ x, h x < 2 ^ N.of_nat n) → (n < length choices)%nat →
    NoDup (choices.*1 ++ choices.*2) →
    xor_hash h (forgery choices) = xor_hash h choices.*1 ∧
    length (forgery choices) = length choices.*1 ∧
    ¬ forgery choices ≡ₚ choices.*1.
  Proof.
    intros Hh Hlen Hnd. unfold forgery.
    set (diffs := (λ c, N.lxor (h c.1) (h c.2)) <$> choices).
    destruct (dependency_correct n diffs) as (Hl & Htrue & Hzero).
    { unfold diffs. by rewrite fmap_length. }
    { apply Forall_fmap, Forall_true. intros c i Hi; cbn.
      by rewrite N.lxor_spec, !(narrow_bound n). }
    assert (length diffs = length choices) as Hd by apply fmap_length.
    split_and!.
    - rewrite xor_hash_switch by lia. fold diffs. by rewrite Hzero, N.lxor_0_r.
    - unfold switch. rewrite zip_with_length, fmap_length. lia.
    - intros Hp.
      apply elem_of_list_lookup in Htrue as [i Hi].
      destruct (lookup_lt_is_Some_2 choices i) as [c Hc].
      { apply lookup_lt_Some in Hi. lia. }
      apply NoDup_app in Hnd as (_ & Hdisj & _). apply (Hdisj c.2).
      + rewrite <-Hp. apply elem_of_list_lookup. exists i. unfold switch.
        apply lookup_zip_with_Some. by exists true, c.
      + apply elem_of_list_lookup. exists i. by rewrite list_lookup_fmap, Hc.
  Qed.
End forgery.
