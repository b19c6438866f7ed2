(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The uniform random function: the sample space of every function from the
    finite domain [dom] to the residues modulo [m]. A function of the space is
    zero off the domain. That the space is what it says is proved, not assumed:
    each function from [dom] to the residues is there ([functions_complete]), all
    entries are such functions ([functions_sound]), and there are [m ^ |dom|]
    entries ([functions_size]), so each is there exactly once. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Monitor.Hash Require Import Counting Congruence.
Local Open Scope Z_scope.

Section random_function.
  Context {E : Type} `{EqDecision E}.

  Definition override (x : E) (f : E → Z) (v : Z) : E → Z :=
    λ y, if decide (y = x) then v else f y.

  Fixpoint functions (m : Z) (dom : list E) : list (E → Z) :=
    match dom with
    | [] => [λ _, 0]
    | x :: dom => functions m dom ≫= λ f, override x f <$> residues m
    end.

  Lemma override_eq x f v : override x f v x = v.
  Proof. unfold override. by rewrite decide_True. Qed.

  Lemma override_ne x f v y : y ≠ x → override x f v y = f y.
  Proof. intros. unfold override. by rewrite decide_False. Qed.

  Lemma functions_cons_size m x dom :
    0 ≤ m → size (functions m (x :: dom)) = m * size (functions m dom).
  Proof.
    intros Hm. cbn [functions]. generalize (functions m dom) as S.
    pose proof (residues_size m Hm) as Hr. unfold size in *.
    induction S as [|f S IH]; [cbn; lia|].
    rewrite bind_cons, app_length, fmap_length. cbn [length]. lia.
  Qed.

  Theorem functions_size m dom :
    0 ≤ m → size (functions m dom) = m ^ Z.of_nat (length dom).
  Proof.
    intros Hm. induction dom as [|x dom IH]; [done|].
    rewrite functions_cons_size, IH by done. cbn [length].
    by rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia.
  Qed.

  Lemma functions_ne_nil m dom : 0 < m → functions m dom ≠ [].
  Proof.
    intros Hm Heq. pose proof (functions_size m dom ltac:(lia)) as Hs.
    rewrite Heq in Hs. unfold size in Hs; cbn [length] in Hs.
    pose proof (Z.pow_pos_nonneg m (Z.of_nat (length dom)) Hm ltac:(lia)). lia.
  Qed.

  Theorem functions_sound m dom f :
    f ∈ functions m dom →
    (∀ x, x ∈ dom → 0 ≤ f x < m) ∧ (∀ x, x ∉ dom → f x = 0).
  Proof.
    revert f; induction dom as [|y dom IH]; intros f; cbn [functions].
    - rewrite elem_of_list_singleton. intros ->. split; [|done].
      by intros x ?%elem_of_nil.
    - rewrite elem_of_list_bind. intros (g & Hf & Hg).
      apply elem_of_list_fmap in Hf as (v & -> & Hv).
      apply elem_of_residues in Hv. destruct (IH g Hg) as [Hin Hout]. split; intros x Hx.
      + unfold override. case_decide; [done|]. apply Hin. by apply elem_of_cons in Hx as [?|?].
      + apply not_elem_of_cons in Hx as [Hne Hx]. rewrite override_ne by done. by apply Hout.
  Qed.

  Theorem functions_complete m dom (g : E → Z) :
    (∀ x, x ∈ dom → 0 ≤ g x < m) →
    ∃ f, f ∈ functions m dom ∧ ∀ x, x ∈ dom → f x = g x.
  Proof.
    induction dom as [|y dom IH]; intros Hg; cbn [functions].
    - exists (λ _, 0). split; [by apply elem_of_list_singleton|]. by intros x ?%elem_of_nil.
    - destruct IH as (f & Hf & Heq); [intros x Hx; apply Hg; by right|].
      exists (override y f (g y)). split.
      + apply elem_of_list_bind. exists f. split; [|done].
        apply elem_of_list_fmap. exists (g y). split; [done|].
        apply elem_of_residues, Hg. left.
      + intros x Hx. unfold override. case_decide; [by subst|].
        apply Heq. by apply elem_of_cons in Hx as [?|?].
  Qed.

  (** A linear form in the values of [f], with coefficients [d]. *)
  Definition linear (d f : E → Z) (dom : list E) : Z := total (λ x, d x * f x) dom.

  Lemma linear_ext d f g dom :
    (∀ x, x ∈ dom → f x = g x) → linear d f dom = linear d g dom.
  Proof. intros Hfg. apply total_ext; intros x Hx. by rewrite Hfg. Qed.

  Lemma linear_override d x f v dom :
    x ∉ dom → linear d (override x f v) (x :: dom) = d x * v + linear d f dom.
  Proof.
    intros Hx. unfold linear. rewrite total_cons, override_eq. f_equal.
    apply linear_ext. intros y Hy. apply override_ne. by intros ->.
  Qed.

  (** The heart of the bound. A linear form with some coefficient whose gcd with
      [m] is at most [g] vanishes on at most [g] in [m] of the functions. *)
  Theorem linear_vanishes m dom d x g c :
    0 < m → NoDup dom → x ∈ dom →
    (∀ c', count (solves (d x) c' m) (residues m) ≤ g) →
    count (λ f, (linear d f dom + c) mod m =? 0) (functions m dom) * m
      ≤ g * size (functions m dom).
  Proof.
    intros Hm Hnd Hx Hg. revert c.
    induction dom as [|y dom IH]; intros c; [by apply elem_of_nil in Hx|].
    apply NoDup_cons in Hnd as [Hy Hnd].
    rewrite functions_cons_size by lia. cbn [functions]. rewrite count_bind.
    destruct (decide (x = y)) as [<-|Hxy].
    - assert (total (λ f, count (λ f', (linear d f' (x :: dom) + c) mod m =? 0)
          (override x f <$> residues m)) (functions m dom) ≤ g * size (functions m dom)).
      { rewrite <-total_const. apply total_le; intros f _. rewrite count_fmap.
        etrans; [|apply (Hg (linear d f dom + c))]. apply Z.eq_le_incl, count_ext.
        intros v _. rewrite linear_override by done. unfold solves.
        do 2 f_equal. lia. }
      nia.
    - apply elem_of_cons in Hx as [?|Hx]; [done|].
      rewrite (total_ext _ (λ f, total (λ v,
        if (linear d f dom + (d y * v + c)) mod m =? 0 then 1 else 0) (residues m))).
      2:{ intros f _. rewrite count_fmap, count_total. apply total_ext; intros v _.
          rewrite linear_override by done.
          by replace (d y * v + linear d f dom + c) with (linear d f dom + (d y * v + c)) by lia. }
      rewrite total_exchange, (Z.mul_comm _ m), <-total_scale.
      trans (total (λ _, g * size (functions m dom)) (residues m)).
      + apply total_le; intros v _. rewrite <-count_total, Z.mul_comm. by apply IH.
      + rewrite total_const, residues_size by lia. lia.
  Qed.
End random_function.
