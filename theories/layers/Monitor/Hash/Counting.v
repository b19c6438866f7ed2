(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Counting over finite sample spaces, which is all the probability theory the
    bound needs. A sample space is a list, every entry equally likely; an event
    is a boolean test; [count] says how many entries pass, and [prob] divides by
    the size. Proofs go through [total], the sum of an integer function over the
    space, because sums over product spaces can be exchanged. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import QArith Qpower.
Local Open Scope Z_scope.

Definition total {A} (F : A → Z) (S : list A) : Z := foldr (λ x s, F x + s) 0 S.

Definition size {A} (S : list A) : Z := Z.of_nat (length S).

Definition count {A} (P : A → bool) (S : list A) : Z := size (List.filter P S).

Definition prob {A} (S : list A) (P : A → bool) : Q :=
  (inject_Z (count P S) / inject_Z (size S))%Q.

Lemma total_cons {A} (F : A → Z) x S : total F (x :: S) = F x + total F S.
Proof. done. Qed.

Lemma total_app {A} (F : A → Z) S S' : total F (S ++ S') = total F S + total F S'.
Proof. induction S as [|x S IH]; cbn [app]; [done|]. rewrite !total_cons, IH; lia. Qed.

Section total.
  Context {A B : Type}.
  Implicit Types (S : list A) (F G : A → Z).

  Lemma total_le F G S : (∀ x, x ∈ S → F x ≤ G x) → total F S ≤ total G S.
  Proof.
    induction S as [|x S IH]; intros HFG; [done|]. rewrite !total_cons.
    assert (F x ≤ G x) by (apply HFG; left).
    assert (total F S ≤ total G S) by (apply IH; intros; apply HFG; by right). lia.
  Qed.

  Lemma total_ext F G S : (∀ x, x ∈ S → F x = G x) → total F S = total G S.
  Proof. intros HFG; apply Z.le_antisymm; apply total_le; intros x Hx; rewrite HFG; done. Qed.

  Lemma total_scale c F S : total (λ x, c * F x) S = c * total F S.
  Proof. induction S as [|x S IH]; [cbn; lia|]. rewrite !total_cons, IH; lia. Qed.

  Lemma total_add F G S : total (λ x, F x + G x) S = total F S + total G S.
  Proof. induction S as [|x S IH]; [done|]. rewrite !total_cons, IH; lia. Qed.

  Lemma total_const c S : total (λ _, c) S = c * size S.
  Proof.
    unfold size. induction S as [|x S IH]; [cbn; lia|].
    rewrite total_cons, IH; cbn [length]; lia.
  Qed.

  Lemma total_fmap (F : B → Z) (g : A → B) S : total F (g <$> S) = total (λ x, F (g x)) S.
  Proof. induction S as [|x S IH]; [done|]. by rewrite fmap_cons, !total_cons, IH. Qed.

  Lemma total_bind (F : B → Z) (g : A → list B) S :
    total F (S ≫= g) = total (λ x, total F (g x)) S.
  Proof. induction S as [|x S IH]; [done|]. by rewrite bind_cons, total_app, total_cons, IH. Qed.
End total.

Lemma total_exchange {A B} (F : A → B → Z) (S : list A) (T : list B) :
  total (λ x, total (F x) T) S = total (λ y, total (λ x, F x y) S) T.
Proof.
  induction S as [|x S IH].
  - cbn. by rewrite total_const.
  - rewrite total_cons, IH, <-total_add. by apply total_ext.
Qed.

Lemma count_total {A} (P : A → bool) S :
  count P S = total (λ x, if P x then 1 else 0) S.
Proof.
  unfold count, size. induction S as [|x S IH]; [done|].
  rewrite total_cons, <-IH; cbn [List.filter]. destruct (P x); cbn [length]; lia.
Qed.

Section count.
  Context {A B : Type}.
  Implicit Types (S : list A) (P R : A → bool).

  Lemma size_nonneg S : 0 ≤ size S.
  Proof. unfold size; lia. Qed.

  Lemma count_mono P R S :
    (∀ x, x ∈ S → P x = true → R x = true) → count P S ≤ count R S.
  Proof.
    intros HPR. rewrite !count_total. apply total_le; intros x Hx.
    specialize (HPR x Hx). destruct (P x); [rewrite HPR by done; lia|destruct (R x); lia].
  Qed.

  Lemma count_ext P R S : (∀ x, x ∈ S → P x = R x) → count P S = count R S.
  Proof. intros HPR; apply Z.le_antisymm; apply count_mono; intros x Hx; by rewrite HPR. Qed.

  (** The union bound. *)
  Lemma count_orb P R S : count (λ x, P x || R x) S ≤ count P S + count R S.
  Proof.
    rewrite !count_total, <-total_add. apply total_le; intros x _.
    destruct (P x), (R x); cbn; lia.
  Qed.

  Lemma count_bind (P : B → bool) (g : A → list B) S :
    count P (S ≫= g) = total (λ x, count P (g x)) S.
  Proof. rewrite count_total, total_bind. apply total_ext; intros x _. by rewrite count_total. Qed.

  Lemma count_fmap (P : B → bool) (g : A → B) S :
    count P (g <$> S) = count (λ x, P (g x)) S.
  Proof. by rewrite !count_total, total_fmap. Qed.

  Lemma count_false S : count (λ _, false) S = 0.
  Proof. rewrite count_total, total_const; lia. Qed.

  (** Integer counts to probabilities. *)
  Lemma prob_le P S n (d : positive) :
    S ≠ [] → count P S * Zpos d ≤ n * size S → (prob S P <= n # d)%Q.
  Proof.
    intros HS Hle. unfold prob.
    assert (0 < size S) as Hpos by (unfold size; destruct S; [done|cbn [length]; lia]).
    apply Qle_shift_div_r; [by rewrite <-(Zlt_Qlt 0)|].
    unfold Qle; cbn. lia.
  Qed.
End count.

(** Pairs drawn independently: the first from [S], the second from [T]. *)
Definition pairs {A B} (S : list A) (T : list B) : list (A * B) :=
  S ≫= λ x, (x,.) <$> T.

Lemma size_pairs {A B} (S : list A) (T : list B) : size (pairs S T) = size S * size T.
Proof.
  unfold pairs, size. induction S as [|x S IH]; [done|].
  rewrite bind_cons, app_length, fmap_length. cbn [length]. lia.
Qed.

(** If an event has at most [n] cases in [d] for each first component, so it has
    over both. *)
Lemma count_pairs_le {A B} (S : list A) (T : list B) (P : A * B → bool) n d :
  (∀ x, x ∈ S → count (λ y, P (x, y)) T * d ≤ n * size T) →
  count P (pairs S T) * d ≤ n * size (pairs S T).
Proof.
  intros Hx. unfold pairs at 1. rewrite count_bind, size_pairs.
  rewrite (Z.mul_comm _ d), <-total_scale.
  trans (total (λ _, n * size T) S).
  - apply total_le; intros x Hin. rewrite count_fmap, Z.mul_comm. by apply Hx.
  - rewrite total_const. lia.
Qed.
