(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Several keys, drawn one after the other and independently: a fresh one for each incarnation of a monitor. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Monitor.Hash Require Import Counting.
From Coq Require Import QArith.
Local Open Scope Z_scope.

(** All lists of [n] entries of [space]. *)
Fixpoint draws {A} (n : nat) (space : list A) : list (list A) :=
  match n with
  | O => [[]]
  | S n => space ≫= λ x, cons x <$> draws n space
  end.

Lemma size_draws {A} n (space : list A) : size (draws (S n) space) = size space * size (draws n space).
Proof.
  cbn [draws]. unfold size. generalize (draws n space) as D. intros D. induction space as [|x space IH]; [done|].
  rewrite bind_cons, app_length, fmap_length. cbn [length]. lia.
Qed.

Lemma count_draws {A} n (space : list A) (P : list A → bool) :
  count P (draws (S n) space) = total (λ x, count (λ l, P (x :: l)) (draws n space)) space.
Proof. cbn [draws]. rewrite count_bind. apply total_ext. intros x _. by rewrite count_fmap. Qed.

Lemma space_pos {A} (space : list A) : space ≠ [] → 0 < size space.
Proof. unfold size. destruct space; [done|]. cbn [length]. lia. Qed.
Lemma draws_pos {A} n (space : list A) : space ≠ [] → 0 < size (draws n space).
Proof.
  intros Hs. induction n as [|n IH]; [done|]. rewrite (size_draws n space). pose proof (space_pos space Hs). nia.
Qed.

(** An event of the first draw, or else one of the others: no more likely than both together. *)
Lemma prob_draws_orb {A} n (space : list A) (first : A → bool) (rest : list A → bool) (P : list A → bool) :
  space ≠ [] → (∀ x l, P (x :: l) = true → first x = true ∨ rest l = true) →
  (prob (draws (S n) space) P <= prob space first + prob (draws n space) rest)%Q.
Proof.
  intros Hs HP. unfold prob. rewrite size_draws. pose proof (space_pos space Hs). pose proof (draws_pos n space Hs).
  assert (count P (draws (S n) space) ≤ count first space * size (draws n space) + size space * count rest (draws n
      space)) as Hle.
  { rewrite count_draws. trans (total (λ x, (if first x then 1 else 0) * size (draws n space) + count rest (draws n
      space)) space).
    - apply total_le. intros x _. specialize (HP x).
      destruct (first x) eqn:Hx.
      + pose proof (size_nonneg (List.filter rest (draws n space))). unfold count at 2.
        assert (count (λ l, P (x :: l)) (draws n space) ≤ size (draws n space)); [|lia].
        rewrite count_total. rewrite <-(Z.mul_1_l (size (draws n space))), <-total_const. apply total_le.
        intros l _. destruct (P _); lia.
      + rewrite Z.mul_0_l, Z.add_0_l. apply count_mono. intros l _ Hl. by destruct (HP l Hl).
    - rewrite total_add, total_const, (count_total first).
      rewrite (total_ext _ (λ x, size (draws n space) * (if first x then 1 else 0))) by (intros; lia).
      rewrite total_scale. lia. }
  revert Hle H H0. generalize (count P (draws (S n) space)), (count first space), (count rest (draws n space)),
    (size space), (size (draws n space)). clear.
  intros p q r a b Hle Ha Hb.
  setoid_replace (inject_Z q / inject_Z a + inject_Z r / inject_Z b)%Q
    with (inject_Z (q * b + a * r) / inject_Z (a * b))%Q.
  - unfold Qdiv. apply Qmult_le_compat_r; [by rewrite <-Zle_Qle|].
    apply Qinv_le_0_compat. change 0%Q with (inject_Z 0). rewrite <-Zle_Qle. nia.
  - rewrite inject_Z_plus, !inject_Z_mult. field.
    split; intros E; unfold Qeq in E; simpl in E; lia.
Qed.

Lemma total_le_Q {A} (F : A → Z) (l : list A) (c : Q) :
  (∀ x, x ∈ l → inject_Z (F x) <= c)%Q → (inject_Z (total F l) <= inject_Z (size l) * c)%Q.
Proof.
  unfold size. induction l as [|x l IH]; intros HF; [done|]. rewrite total_cons. cbn [length].
  rewrite Nat2Z.inj_succ, <-Z.add_1_l, !inject_Z_plus, Qmult_plus_distr_l, Qmult_1_l.
  apply Qplus_le_compat; [apply HF; left|]. apply IH. intros y Hy. apply HF. by right.
Qed.

(** A pair, drawn independently: an event of the first, or one of the second that may depend on the first. *)
Lemma prob_pairs_orb {A B} (l : list A) (k : list B) (first : A → bool) (second : A → B → bool) (p q : Q) :
  l ≠ [] → k ≠ [] → (prob l first <= p)%Q → (∀ x, x ∈ l → (prob k (second x) <= q)%Q) →
  (prob (pairs l k) (λ x, first x.1 || second x.1 x.2) <= p + q)%Q.
Proof.
  intros Hl Hk Hp Hq. pose proof (space_pos l Hl) as Hsl. pose proof (space_pos k Hk) as Hsk.
  assert (0 < inject_Z (size l))%Q as Hql by (change 0%Q with (inject_Z 0); by rewrite <-Zlt_Qlt).
  assert (0 < inject_Z (size k))%Q as Hqk by (change 0%Q with (inject_Z 0); by rewrite <-Zlt_Qlt).
  assert (∀ x, x ∈ l → inject_Z (count (second x) k) <= inject_Z (size k) * q)%Q as Hsecond.
  { intros x Hx. specialize (Hq x Hx). apply (Qmult_le_compat_r _ _ (inject_Z (size k))) in Hq; [|by apply Qlt_le_weak].
    eapply Qle_trans; [|rewrite Qmult_comm; exact Hq]. unfold prob.
    setoid_replace (inject_Z (count (second x) k) / inject_Z (size k) * inject_Z (size k))%Q
      with (inject_Z (count (second x) k)); [apply Qle_refl|]. field. intros E. by rewrite E in Hqk. }
  apply (Qmult_le_compat_r _ _ (inject_Z (size l))) in Hp; [|by apply Qlt_le_weak].
  assert (inject_Z (count first l) <= p * inject_Z (size l))%Q as Hfirst.
  { eapply Qle_trans; [|exact Hp]. unfold prob.
    setoid_replace (inject_Z (count first l) / inject_Z (size l) * inject_Z (size l))%Q
      with (inject_Z (count first l)); [apply Qle_refl|]. field. intros E. by rewrite E in Hql. }
  unfold prob. rewrite size_pairs. apply Qle_shift_div_r.
  { rewrite inject_Z_mult. setoid_replace 0%Q with (inject_Z (size l) * 0)%Q by ring. by apply Qmult_lt_l. }
  assert (count (λ x, first x.1 || second x.1 x.2) (pairs l k) ≤
          size k * count first l + total (λ x, count (second x) k) l) as Hle.
  { unfold pairs. rewrite count_bind, (count_total first), <-total_scale, <-total_add. apply total_le. intros x _.
    rewrite count_fmap. cbn [fst snd]. etrans; [apply (count_orb (λ _, first x) (second x))|].
    rewrite (count_total (λ _, first x)), total_const. lia. }
  rewrite Zle_Qle in Hle. eapply Qle_trans; [exact Hle|]. rewrite inject_Z_plus, !inject_Z_mult.
  setoid_replace ((p + q) * (inject_Z (size l) * inject_Z (size k)))%Q
    with (inject_Z (size k) * (p * inject_Z (size l)) + inject_Z (size l) * (inject_Z (size k) * q))%Q by ring.
  apply Qplus_le_compat.
  - apply Qmult_le_l; done.
  - by apply total_le_Q.
Qed.
