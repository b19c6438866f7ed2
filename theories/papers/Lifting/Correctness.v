(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Lambda-lifting is correct: Theorems 1, 2 and 3 of the paper.

    As equivalences: the term reduces exactly when the lifted one does, and it
    runs for ever, or goes wrong, exactly when the lifted one does. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Papers.Lifting Require Import Terms Evaluator Agreement Equivalence Lift.

(** ** The two sets of rules *)

Lemma naive_clean T (s : store) l : (∀ x, T !! x ≠ Some l) → clean naive T s !! l = s !! l.
Proof. done. Qed.
Lemma naive_capture xs (ρ : env) y : y ∉ xs → capture naive xs ρ !! y = ρ !! y.
Proof. done. Qed.
Lemma optimised_clean T (s : store) l : (∀ x, T !! x ≠ Some l) → clean optimised T s !! l = s !! l.
Proof. apply lookup_cleaned. Qed.
Lemma optimised_clean_own : True → ∀ T (s : store) x l, T !! x = Some l → clean optimised T s !! l = None.
Proof. intros _ T s x l. apply lookup_cleaned_None. Qed.
Lemma optimised_capture xs (ρ : env) y : y ∉ xs → capture optimised xs ρ !! y = ρ !! y.
Proof. intros Hy. simpl. by rewrite lookup_without, decide_False. Qed.

Lemma closed_inv : inv (∅ ∪ ∅) FNil SNil ∅ ∅.
Proof. split; [split|..]; try done; intros *; by rewrite left_id_L, lookup_empty. Qed.

(** A closed program reduces to [v] by the naive rules when it computes [v], and by
    the optimised ones too; these leave an empty store. *)
Theorem naive_computes M v : fine ∅ SNil M → (∃ s, reduces naive ∅ ∅ FNil M ∅ v s) ↔ computes M v.
Proof.
  intros Hf. split.
  - intros [s H]. destruct (rules_sound naive False naive_clean ltac:(done) naive_capture _ _ _ _ _ _ _ H
      SNil ∅ closed_inv ltac:(by rewrite dom_empty_L)) as (_ & σ & _ & _ & _ & m & Hm). exists m, σ. by apply Hm.
  - intros (n & σ & H). destruct (rules_complete naive False naive_clean ltac:(done) naive_capture n _ _ _ _ _ H
      ∅ ∅ FNil ∅ closed_inv ltac:(by rewrite dom_empty_L)) as (s & Hr & _). by exists s.
Qed.

Theorem optimised_computes M v : fine ∅ SNil M → reduces optimised ∅ ∅ FNil M ∅ v ∅ ↔ computes M v.
Proof.
  intros Hf. split.
  - intros H. destruct (rules_sound optimised True optimised_clean optimised_clean_own optimised_capture _ _ _ _ _ _ _ H
      SNil ∅ closed_inv ltac:(by rewrite dom_empty_L)) as (_ & σ & _ & _ & _ & m & Hm). exists m, σ. by apply Hm.
  - intros (n & σ & H). destruct (rules_complete optimised True optimised_clean optimised_clean_own optimised_capture
    n _ _ _ _ _ H
      ∅ ∅ FNil ∅ closed_inv ltac:(by rewrite dom_empty_L)) as (s & Hr & _ & Hu).
    simpl in Hr. rewrite cleaned_empty in Hr. replace s with (∅ : store) in Hr; [done|]. apply map_eq. intros l.
    symmetry. apply Hu; [|by right]. intros y Hy. rewrite left_id_L in Hy by apply _. by rewrite lookup_empty in Hy.
Qed.

(** Theorem 2: the naive and the optimised rules are equivalent. *)
Theorem rules_equivalent M v : fine ∅ SNil M →
  reduces optimised ∅ ∅ FNil M ∅ v ∅ ↔ ∃ s, reduces naive ∅ ∅ FNil M ∅ v s.
Proof. intros. by rewrite naive_computes, optimised_computes. Qed.

(** ** Programs whose parameters are distinct are fine *)
Fixpoint parameters (M : term) : list var :=
  match M with
  | Val _ | Var _ => []
  | Assign _ a => parameters a
  | If a b c => parameters a ++ parameters b ++ parameters c
  | Seq a b => parameters a ++ parameters b
  | Letrec _ xs a b => xs ++ parameters a ++ parameters b
  | Call _ args => concat (map parameters args)
  end.

Fixpoint below (V : gset var) (Φ : scope) : Prop :=
  match Φ with SNil => True | SCons _ ys _ W _ rest => W ∖ names_of ys ⊆ V ∧ below V rest end.
Lemma below_mono V V' Φ : V ⊆ V' → below V Φ → below V' Φ.
Proof. induction Φ; simpl; set_solver. Qed.
Lemma below_apart V xs Φ : below V Φ → V ## names_of xs → apart xs Φ.
Proof. induction Φ; simpl; set_solver. Qed.

Lemma distinct_fine M : ∀ V Φ, NoDup (parameters M) → (∀ y, y ∈ parameters M → y ∉ V) → below V Φ → fine V Φ M.
Proof.
  induction M as [v|x|x a IHa|a b c IHa IHb IHc|a b IHa IHb|f xs a b IHa IHb|f args IH] using term_nested_ind;
    intros V Φ Hnd Hno HΦ; simpl in *; try done; rewrite ?NoDup_app in Hnd; repeat setoid_rewrite elem_of_app in Hno.
  - auto.
  - destruct Hnd as (? & _ & ? & _ & ?). split_and!; auto.
  - destruct Hnd as (? & _ & ?). split; auto.
  - destruct Hnd as (Hxs & Hxab & Ha & Hab & Hb). setoid_rewrite elem_of_app in Hxab.
    assert (below V (SCons f xs a V Φ Φ)) by (simpl; split; [set_solver|done]).
    split_and!; [done| | |by apply IHb; auto].
    + eapply below_apart; [done|]. intros y Hy Hx. apply elem_of_list_to_set in Hx. by apply (Hno y); auto.
    + apply IHa; [done| |].
      * intros y Hy. rewrite elem_of_union. intros [HV|Hx%elem_of_list_to_set]; [by apply (Hno y); auto|].
        by apply (Hxab y); auto.
      * eapply below_mono; [|done]. set_solver.
  - clear f. induction IH as [|a args Ha _ IH]; simpl in *; [done|]. apply NoDup_app in Hnd as (? & _ & ?).
    setoid_rewrite elem_of_app in Hno. split; auto.
Qed.

Theorem unique_parameters_fine M : NoDup (parameters M) → fine ∅ SNil M.
Proof. intros. apply distinct_fine; [done| |done]. intros y _. apply not_elem_of_empty. Qed.

Section lifting.
  Context (x : var) (inner : list name).
  Local Notation lift := (lift x inner).
  Local Notation liftable := (liftable x inner).

  (** Lifting keeps terms fine. *)
  Lemma lift_fine M : ∀ V Φ inside tail,
    liftable inside tail M → (inside = true ↔ x ∈ V) → liftable_scope x inner Φ → fine V Φ M →
      fine V (lift_scope x inner Φ) (lift M).
  Proof.
    assert (∀ xs Φ, apart xs Φ → liftable_scope x inner Φ → apart (more_params x inner 0 xs) (lift_scope x inner Φ) ∧
      (∀ f, apart (more_params x inner f xs) (lift_scope x inner Φ))) as Hap.
    { intros xs Φ Hap HΦ. assert (∀ f, apart (more_params x inner f xs) (lift_scope x inner Φ)) as H; [|by split].
      intros f. induction Φ as [|g ys c W own' _ rest IH]; simpl in *; [done|].
      destruct Hap as [Hd Hap], HΦ as (Hg & _ & HΦ).
      split; [|by apply IH]. unfold more_params, names_of in *.
      destruct (decide (g ∈ inner)), (decide (f ∈ inner)); set_solver. }
    induction M as [v|y|y a IHa|a b c IHa IHb IHc|a b IHa IHb|f xs a b IHa IHb|f args IH] using term_nested_ind;
      intros V Φ inside tail HM Hx HΦ Hf; simpl in *; try done; [naive_solver..| |].
    - destruct HM as [HMa HMb], Hf as (Hnd & Hapart & Hfa & Hfb).
      assert (liftable_scope x inner (SCons f xs a V Φ Φ)) as HΦ'.
      { simpl. split; [|done]. case_decide.
        - destruct HMa as (-> & ? & ?). split_and!; [by apply Hx|done..].
        - destruct HMa as [-> ?]. split; [|done]. rewrite <-Hx. done. }
      split_and!; [|by apply Hap| |by eapply (IHb V (SCons f xs a V Φ Φ))].
      + unfold more_params. case_decide; [|done]. apply NoDup_app. split_and!; [done| |apply NoDup_singleton].
        destruct HMa as (_ & ? & _). set_solver.
      + destruct (decide (f ∈ inner)) as [Hin|Hin].
        * destruct HMa as (-> & Hxs & HMa). replace (V ∪ names_of (more_params x inner f xs)) with (V ∪ names_of xs).
          -- eapply (IHa _ (SCons f xs a V Φ Φ)); [done| |done..]. split; [|done]. intros _. apply elem_of_union_l.
             by apply Hx.
          -- unfold more_params, names_of. rewrite decide_True by done. assert (x ∈ V) by by apply Hx. set_solver.
        * destruct HMa as [-> HMa]. unfold more_params at 1. rewrite decide_False by done.
          eapply (IHa _ (SCons f xs a V Φ Φ)); [done| |done..]. rewrite bool_decide_eq_true. unfold names_of.
          rewrite elem_of_union, elem_of_list_to_set. assert (x ∉ V) by by rewrite <-Hx. tauto.
    - destruct HM as [_ Hargs]. rewrite ?foldr_app.
      assert (∀ P : Prop, P → fold_right (λ (a : term) (P : Prop), fine V (lift_scope x inner Φ) a ∧
        P) P (map lift args)) as H.
      { intros P HP. induction IH as [|a args Ha _ IH]; simpl in *; [done|]. destruct Hargs, Hf.
        split; [by eapply Ha|by apply IH]. }
      apply H. by case_decide.
  Qed.

  (** ** Theorem 1 *)

  Lemma lift_same M n : liftable false true M → ev n SNil ∅ (lift M) = ev n SNil ∅ M.
  Proof.
    intros HM. assert (false = true ↔ is_Some ((∅ : vars) !! x)) as Hx.
    { rewrite lookup_empty. split; [done|by intros []]. }
    pose proof (lift_ev x inner n SNil ∅ M false true HM Hx I) as Ha. by apply alike_eq in Ha.
  Qed.

  (** A closed program and the lifted one reduce to the same values by the naive rules. *)
  Theorem lifting_computes M v : liftable false true M → computes M v ↔ computes (lift M) v.
  Proof. intros HM. unfold computes. by setoid_rewrite lift_same. Qed.

  Theorem lifting_correct M v : liftable false true M → fine ∅ SNil M →
    (∃ t, reduces naive ∅ ∅ FNil M ∅ v t) ↔ (∃ t, reduces naive ∅ ∅ FNil (lift M) ∅ v t).
  Proof.
    intros HM Hf. rewrite !naive_computes; [by apply lifting_computes| |done].
    by eapply (lift_fine M ∅ SNil false true).
  Qed.

  (** And where one never ends, or goes wrong, so does the other. *)
  Theorem lifting_ends M : liftable false true M →
    (never_ends M ↔ never_ends (lift M)) ∧ (goes_wrong M ↔ goes_wrong (lift M)).
  Proof. intros HM. unfold never_ends, goes_wrong. by setoid_rewrite lift_same. Qed.

  (** ** Theorem 3 *)

  (** Definition 18. *)
  Fixpoint lift_functions (F : functions) : functions :=
    match F with
    | FNil => FNil
    | FCons f xs b ρ own rest =>
        FCons f (more_params x inner f xs) (lift b) (if decide (f ∈ inner) then delete x ρ else ρ)
          (lift_functions own) (lift_functions rest)
    end.
  Fixpoint scope_of (F : functions) : scope :=
    match F with
    | FNil => SNil
    | FCons f xs b ρ own rest => SCons f xs b (dom ρ) (scope_of own) (scope_of rest)
    end.

  Lemma agrees_lift F : ∀ Φ ρ ρ', liftable_scope x inner Φ → agrees F Φ ρ → (∀ y, y ≠ x → ρ' !! y = ρ !! y) →
    agrees (lift_functions F) (lift_scope x inner Φ) ρ'.
  Proof.
    induction F as [|f xs b ρf own IHown rest IHrest]; intros [|g ys c V own' rest'] ρ ρ' HΦ HF Hρ'; simpl in *;
      try done.
    destruct HΦ as (Hg & HΦown & HΦrest), HF as ((-> & -> & ->) & Hnd & Hf & Hρ & HV & Hown & Hrest).
    pose proof (lift_fine c (V ∪ names_of ys) (SCons g ys c V own' own')) as Hlf.
    split_and!; try done; [..|by eapply IHrest].
    - unfold more_params. case_decide; [|done]. apply NoDup_app. split_and!; [done| |apply NoDup_singleton]. set_solver.
    - simpl in Hlf. unfold more_params in *. destruct (decide (g ∈ inner)).
      + destruct Hg as (HxV & Hxs & Hc).
        replace (V ∪ names_of (ys ++ [x])) with (V ∪ names_of ys) by (unfold names_of; set_solver).
        eapply (Hlf true true); [done| |done..]. split; [|done]. intros _. set_solver.
      + destruct Hg as [HxV Hc]. eapply Hlf; [done| |done..]. rewrite bool_decide_eq_true. unfold names_of. set_solver.
    - intros y. unfold more_params. rewrite !lookup_within. case_decide as Hin.
      + rewrite not_elem_of_app, elem_of_list_singleton. intros [Hy Hne].
        rewrite lookup_delete_ne, Hρ, lookup_within, Hρ' by done. done.
      + destruct Hg as [HxV Hc]. intros Hy. rewrite Hρ, lookup_within by done.
        destruct (decide (y ∈ V)); [|reflexivity]. rewrite Hρ'; [done|]. by intros ->.
    - intros y HyV. unfold more_params. case_decide as Hin.
      + rewrite not_elem_of_app, elem_of_list_singleton. intros [Hy Hne]. rewrite Hρ' by done. auto.
      + destruct Hg as [HxV Hc]. intros Hy. rewrite Hρ'; [auto|]. by intros ->.
    - eapply IHown; [done..|]. intros y Hne. rewrite !lookup_without. unfold more_params. case_decide as Hin; [|done].
      rewrite lookup_delete_ne by done.
      destruct (decide (y ∈ ys)); [rewrite decide_True|rewrite decide_False]; set_solver.
  Qed.

  (** What Theorem 3 takes for granted: the locations of the environments are in
      the store, none belongs to two variables, and closures hold what is around
      them; and what it demands, definition 17. *)
  Record liftable_here (tail : bool) (T N : env) (F : functions) (M : term) (s : store) : Prop := {
    in_store y l : (T ∪ N) !! y = Some l → is_Some (s !! l);
    aliasing_free y z l : (T ∪ N) !! y = Some l → (T ∪ N) !! z = Some l → y = z;
    closures_agree : agrees F (scope_of F) (T ∪ N);
    term_fine : fine (dom (T ∪ N)) (scope_of F) M;
    term_liftable : liftable (bool_decide (is_Some ((T ∪ N) !! x))) tail M;
    functions_liftable : liftable_scope x inner (scope_of F);
    in_tail : tail = true → is_Some ((T ∪ N) !! x) → is_Some (T !! x)
  }.

  (** By the optimised rules, in any environment: the same value and the same store. *)
  Theorem lifting_correct_here tail T N F M s v s' : liftable_here tail T N F M s →
    reduces optimised T N F M s v s' ↔ reduces optimised T N (lift_functions F) (lift M) s v s'.
  Proof.
    intros [Hs Hd Ha Hf HM HF Htail]. pose (σ := omap (λ l, s !! l) (T ∪ N) : vars).
    assert (holds (T ∪ N) s σ) as Hh.
    { split; intros y; [intros l|]; intros E; unfold σ; rewrite lookup_omap, E; simpl; [|done].
      destruct (Hs _ _ E) as [w Hw]. eauto. }
    pose proof (holds_dom _ _ _ Hh) as Edom. rewrite <-Edom in Hf.
    assert (bool_decide (is_Some ((T ∪ N) !! x)) = true ↔ is_Some (σ !! x)) as Hx.
    { rewrite bool_decide_eq_true, <-!elem_of_dom, Edom. done. }
    assert (inv (T ∪ N) F (scope_of F) s σ) as Hi by by split.
    assert (inv (T ∪ N) (lift_functions F) (lift_scope x inner (scope_of F)) s σ) as Hi' by (split;
      [done..|by eapply agrees_lift]).
    assert (fine (dom σ) (lift_scope x inner (scope_of F)) (lift M)) as Hf'.
    { eapply lift_fine; [done| |done..]. rewrite Hx, elem_of_dom. done. }
    assert (∀ s1 s2 σ1 σ2, holds (T ∪ N) s1 σ1 → holds (T ∪ N) s2 σ2 →
      untouched True (T ∪ N) s s1 → untouched True (T ∪ N) s s2 →
      (∀ y, (y = x → bool_decide (is_Some ((T ∪ N) !! x)) && tail = false) → σ1 !! y = σ2 !! y) →
      clean optimised T s1 = clean optimised T s2) as Hsame.
    { intros s1 s2 σ1 σ2 [H1 _] [H2 _] Hu1 Hu2 Hσ. apply map_eq. intros l.
      destruct (decide (l ∈ image T)) as [[y Hy]%elem_of_image|Hl].
      { simpl. by rewrite !(lookup_cleaned_None _ _ _ _ Hy). }
      rewrite elem_of_image in Hl. rewrite !optimised_clean by naive_solver.
      destruct (decide (l ∈ image (T ∪ N))) as [[y Hy]%elem_of_image|Hl'].
      - destruct (H1 _ _ Hy) as (v1 & -> & E1), (H2 _ _ Hy) as (v2 & -> & E2). rewrite <-E1, <-E2. apply Hσ. intros ->.
        destruct tail; [|by rewrite andb_false_r]. destruct (Htail eq_refl) as [l' Hl']; [eauto|].
        exfalso. apply Hl. exists x. rewrite (lookup_union_Some_l _ _ _ _ Hl') in Hy. congruence.
      - rewrite elem_of_image in Hl'. rewrite Hu1, Hu2; naive_solver. }
    split; intros H.
    - destruct (rules_sound optimised True optimised_clean optimised_clean_own optimised_capture _ _ _ _ _ _ _ H _ _
      Hi Hf)
        as (s1 & σ1 & -> & Hh1 & Hu1 & m & Hm). specialize (Hm m (le_n m)).
      pose proof (lift_ev x inner m (scope_of F) σ M _ tail HM Hx HF) as Hal. rewrite Hm in Hal.
      destruct (ev m _ σ (lift M)) as [| |w σ2] eqn:E2; try done. destruct Hal as [-> Hσ].
      destruct (rules_complete optimised True optimised_clean optimised_clean_own optimised_capture _ _ _ _ _ _ E2 T
        N _ s Hi' Hf')
        as (s2 & Hr & Hh2 & Hu2). by rewrite <-(Hsame s2 s1 σ2 σ1).
    - destruct (rules_sound optimised True optimised_clean optimised_clean_own optimised_capture _ _ _ _ _ _ _ H _ _
      Hi' Hf')
        as (s1 & σ1 & -> & Hh1 & Hu1 & m & Hm). specialize (Hm m (le_n m)).
      pose proof (lift_ev x inner m (scope_of F) σ M _ tail HM Hx HF) as Hal. rewrite Hm in Hal.
      destruct (ev m _ σ M) as [| |w σ2] eqn:E2; try done. destruct Hal as [-> Hσ].
      destruct (rules_complete optimised True optimised_clean optimised_clean_own optimised_capture _ _ _ _ _ _ E2 T
        N _ s Hi Hf)
        as (s2 & Hr & Hh2 & Hu2). by rewrite (Hsame s1 s2 σ1 σ2).
  Qed.
End lifting.
