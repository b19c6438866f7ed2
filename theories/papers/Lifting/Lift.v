(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Lambda-lifting of one variable, and what it computes.

    Definitions 9 to 11 of the paper. The variable [x] is lifted: the inner
    functions [inner] of the function that has [x] as a parameter get it as a
    last parameter, and every call of one of them passes it. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Papers.Lifting Require Import Terms Evaluator Agreement.

Section lift.
  Context (x : var) (inner : list name).

  Definition more_params (f : name) (xs : list var) : list var := if decide (f ∈ inner) then xs ++ [x] else xs.

  Fixpoint lift (M : term) : term :=
    match M with
    | Val v => Val v
    | Var y => Var y
    | Assign y a => Assign y (lift a)
    | If a b c => If (lift a) (lift b) (lift c)
    | Seq a b => Seq (lift a) (lift b)
    | Letrec f xs a b => Letrec f (more_params f xs) (lift a) (lift b)
    | Call f args => Call f (map lift args ++ if decide (f ∈ inner) then [Var x] else [])
    end.

  (** [x] may be lifted in [M]. [inside]: [M] is in the scope of [x]; [tail]: in
      tail position of the function it is in. The functions defined inside are
      the inner ones and no others; they are called inside and in tail position
      only, and have no parameter [x] of their own. *)
  Fixpoint liftable (inside tail : bool) (M : term) : Prop :=
    match M with
    | Val _ | Var _ => True
    | Assign _ a => liftable inside false a
    | If a b c => liftable inside false a ∧ liftable inside tail b ∧ liftable inside tail c
    | Seq a b => liftable inside false a ∧ liftable inside tail b
    | Letrec f xs a b =>
        (if decide (f ∈ inner) then inside = true ∧ x ∉ xs ∧ liftable true true a
         else inside = false ∧ liftable (bool_decide (x ∈ xs)) true a) ∧ liftable inside tail b
    | Call f args =>
        (f ∈ inner → inside = true ∧ tail = true) ∧ fold_right (λ a P, liftable inside false a ∧ P) True args
    end.

  Fixpoint lift_scope (Φ : scope) : scope :=
    match Φ with
    | SNil => SNil
    | SCons f xs b V own rest => SCons f (more_params f xs) (lift b) V (lift_scope own) (lift_scope rest)
    end.

  Fixpoint liftable_scope (Φ : scope) : Prop :=
    match Φ with
    | SNil => True
    | SCons f xs b V own rest =>
        (if decide (f ∈ inner) then x ∈ V ∧ x ∉ xs ∧ liftable true true b
         else x ∉ V ∧ liftable (bool_decide (x ∈ xs)) true b) ∧ liftable_scope own ∧ liftable_scope rest
    end.

  (** The same result; [but]: except for the value of [x]. *)
  Definition alike {A} (but : bool) (r r' : result A) : Prop :=
    match r, r' with
    | Late, Late | Wrong, Wrong => True
    | Done v σ, Done v' σ' => v = v' ∧ ∀ y, (y = x → but = false) → σ !! y = σ' !! y
    | _, _ => False
    end.

  Lemma alike_refl {A} but (r : result A) : alike but r r.
  Proof. by destruct r. Qed.
  Lemma alike_eq {A} (r r' : result A) : alike false r r' → r = r'.
  Proof.
    destruct r, r'; simpl; try done. intros [-> H]. f_equal. apply map_eq. auto.
  Qed.
  Lemma alike_andthen {A B} but (r r' : result A) (f g : A → vars → result B) :
    r = r' → (∀ a σ, r = Done a σ → alike but (f a σ) (g a σ)) → alike but (andthen r f) (andthen r' g).
  Proof. intros <- H. destruct r; simpl; auto. Qed.

  Lemma scoped_keeps n Φ σ M v σ' (inside : bool) : ev n Φ σ M = Done v σ' →
    (inside = true ↔ is_Some (σ !! x)) → (inside = true ↔ is_Some (σ' !! x)).
  Proof. intros H ->. by apply (ev_keeps n Φ σ M v). Qed.

  Lemma find_lift f Φ : find f (lift_scope Φ) =
    (λ '(xs, b, V, own), (more_params f xs, lift b, V, lift_scope own)) <$> find f Φ.
  Proof. induction Φ as [|g xs b V own _ rest IH]; simpl; [done|]. case_decide; [by subst|done]. Qed.

  Lemma find_liftable f Φ xs b V own : liftable_scope Φ → find f Φ = Some (xs, b, V, own) →
    liftable_scope (SCons f xs b V own own).
  Proof.
    induction Φ as [|g ys c W own' _ rest IH]; simpl; [done|]. intros (H & ? & ?).
    destruct (decide (f = g)) as [->|]; [|by apply IH].
    intros. simplify_eq. done.
  Qed.

  Lemma bind_all_app xs vs (v : value) : length vs = length xs →
    bind_all (xs ++ [x]) (vs ++ [v]) = bind_all xs vs ∪ {[x := v]}.
  Proof.
    intros Hl. unfold bind_all. rewrite zip_with_app by done. rewrite list_to_map_app. by simpl.
  Qed.

  Lemma evs_app n Φ args1 args2 : ∀ σ, evs n Φ σ (args1 ++ args2) =
    andthen (evs n Φ σ args1) (λ vs σ, andthen (evs n Φ σ args2) (λ ws σ, Done (vs ++ ws) σ)).
  Proof.
    induction args1 as [|a args1 IH]; intros σ.
    - rewrite evs_nil. simpl. by destruct (evs n Φ σ args2).
    - simpl. rewrite !evs_cons. destruct (ev n Φ σ a) as [| |v σ1]; simpl; [done..|]. rewrite IH.
      destruct (evs n Φ σ1 args1) as [| |vs σ2]; simpl; [done..|]. by destruct (evs n Φ σ2 args2).
  Qed.

  (** The lifted term computes what the term computes, with calls nested as
      deeply: the same value, never an end, or going wrong. All variables are left
      the same, but for [x] where [M] may have called an inner function: that is in
      tail position, after which nobody looks at it. *)
  Theorem lift_ev n : ∀ Φ σ M inside tail,
    liftable inside tail M → (inside = true ↔ is_Some (σ !! x)) → liftable_scope Φ →
    alike (inside && tail) (ev n (lift_scope Φ) σ (lift M)) (ev n Φ σ M).
  Proof.
    induction n as [n IHn] using lt_wf_ind. intros Φ σ M. revert Φ σ.
    induction M as [v|y|y a IHa|a b c IHa IHb IHc|a b IHa IHb|f xs a b IHa IHb|f args IH] using term_nested_ind;
      intros Φ σ inside tail HM Hx HΦ.
    - simpl. rewrite !ev_val. apply alike_refl.
    - simpl. rewrite !ev_var. apply alike_refl.
    - simpl in *. rewrite !ev_assign. specialize (IHa Φ σ inside false HM Hx HΦ). rewrite andb_false_r in IHa.
      apply alike_eq in IHa. apply alike_andthen; [done|]. intros. apply alike_refl.
    - simpl in *. destruct HM as (Ha & Hb & Hc). rewrite !ev_if. specialize (IHa Φ σ inside false Ha Hx HΦ).
      rewrite andb_false_r in IHa.
      apply alike_eq in IHa. rewrite IHa. apply alike_andthen; [done|]. intros [|[]|] σ1 E; try done.
      + apply IHb; [done| |done]. by eapply scoped_keeps.
      + apply IHc; [done| |done]. by eapply scoped_keeps.
    - simpl in *. destruct HM as (Ha & Hb). rewrite !ev_seq. specialize (IHa Φ σ inside false Ha Hx HΦ).
      rewrite andb_false_r in IHa.
      apply alike_eq in IHa. rewrite IHa. apply alike_andthen; [done|]. intros v σ1 E.
      apply IHb; [done| |done]. by eapply scoped_keeps.
    - simpl in *. destruct HM as (Ha & Hb). rewrite !ev_letrec.
      apply (IHb (SCons f xs a (dom σ) Φ Φ)); [done..|]. simpl. split; [|done]. case_decide.
      + destruct Ha as (-> & ? & ?). split_and!; [|done..]. by apply elem_of_dom, Hx.
      + destruct Ha as [-> Ha]. split; [|done]. rewrite elem_of_dom, <-Hx. done.
    - destruct HM as (Hcall & Hargs). simpl lift. rewrite !ev_call.
      assert (evs n (lift_scope Φ) σ (map lift args) = evs n Φ σ args) as Hevs.
      { clear Hcall. revert σ Hx. induction IH as [|a args Ha _ IH]; intros σ Hx; simpl; [by rewrite !evs_nil|].
        destruct Hargs as [HMa Hargs]. specialize (Ha Φ σ inside false HMa Hx HΦ). rewrite andb_false_r in Ha.
        apply alike_eq in Ha. rewrite !evs_cons, Ha. destruct (ev n Φ σ a) as [| |v σ1] eqn:E; simpl; [done..|].
        rewrite IH; [done|done|]. by eapply scoped_keeps. }
      destruct (decide (f ∈ inner)) as [Hf|Hf].
      + destruct (Hcall Hf) as [-> ->]. simpl. rewrite evs_app, Hevs.
        destruct (evs n Φ σ args) as [| |vs σ1] eqn:E; simpl; [done..|]. apply evs_dom in E.
        destruct (σ1 !! x) as [u|] eqn:Eu; [|exfalso; apply not_elem_of_dom in Eu; apply Eu; rewrite E;
          by apply elem_of_dom, Hx].
        rewrite evs_cons, ev_var, Eu. simpl. rewrite evs_nil. simpl. rewrite find_lift.
        destruct (find f Φ) as [[[[xs b] V] own]|] eqn:Efind; simpl; [|done]. destruct n as [|n]; [done|].
        apply find_liftable in Efind as Hlf; [|done]. simpl in Hlf. unfold enter, more_params.
        rewrite !(decide_True _ _ Hf) in *.
        destruct Hlf as ((HxV & Hxs & Hb) & Hown & _). rewrite !app_length; simpl.
        destruct (decide (length vs = length xs)) as [Hl|Hl];
          [rewrite decide_True by lia|by rewrite decide_False by lia].
        rewrite bind_all_app by done.
        assert (bind_all xs vs ∪ {[x := u]} ∪ within (V ∖ names_of (xs ++ [x])) σ1 = bind_all xs vs ∪ within (V ∖
          names_of xs) σ1) as ->.
        { rewrite <-(assoc_L (∪)). apply map_eq. intros y. rewrite !lookup_union. f_equal. rewrite !lookup_within.
          destruct (decide (y = x)) as [->|Hy].
          - rewrite lookup_singleton, Eu. rewrite decide_False, decide_True; [done|..]; unfold names_of; set_solver.
          - rewrite lookup_singleton_ne by done. rewrite (left_id None); [|apply _].
            destruct (decide (y ∈ V ∖ names_of xs)); [rewrite decide_True|rewrite decide_False];
              unfold names_of in *; set_solver. }
        pose proof (IHn n (Nat.lt_succ_diag_r n) (SCons f xs b V own own) (bind_all xs vs ∪ within (V ∖ names_of xs)
          σ1) b true true Hb) as Hr.
        simpl in Hr. unfold more_params in Hr. rewrite !(decide_True _ _ Hf) in Hr.
        assert (is_Some ((bind_all xs vs ∪ within (V ∖ names_of xs) σ1) !! x)) as Hxc.
        { rewrite lookup_union_is_Some. right. rewrite lookup_within, decide_True; [eauto|]. unfold names_of.
          set_solver. }
        destruct (ev n _ _ (lift b)), (ev n _ _ b); simpl in *; try (by apply Hr).
        destruct Hr as [-> Hr]; [done..|]. split; [done|]. intros y Hy. rewrite !lookup_union. f_equal.
        rewrite !lookup_within.
        assert (y ≠ x) as Hne by naive_solver. rewrite (Hr y) by done.
        destruct (decide (y ∈ V ∖ names_of xs)); [rewrite decide_True|rewrite decide_False]; unfold names_of in *;
          set_solver.
      + rewrite app_nil_r, Hevs. apply alike_andthen; [done|]. intros vs σ1 E. rewrite find_lift.
        destruct (find f Φ) as [[[[xs b] V] own]|] eqn:Efind; simpl; [|done]. destruct n as [|n]; [done|].
        apply find_liftable in Efind as Hlf; [|done]. simpl in Hlf. unfold enter, more_params.
        rewrite !(decide_False _ _ Hf) in *.
        destruct Hlf as ((HxV & Hb) & Hown & _). destruct (decide (length vs = length xs)) as [Hl|Hl]; [|done].
        pose proof (IHn n (Nat.lt_succ_diag_r n) (SCons f xs b V own own) (bind_all xs vs ∪ within (V ∖ names_of xs)
          σ1) b _ true Hb) as Hr.
        simpl in Hr. unfold more_params in Hr. rewrite !(decide_False _ _ Hf) in Hr.
        assert (bool_decide (x ∈ xs) = true ↔ is_Some ((bind_all xs vs ∪ within (V ∖ names_of xs) σ1) !! x)) as Hxc.
        { rewrite bool_decide_eq_true. split; [intros Hxs; rewrite lookup_union_is_Some; left; by apply bind_all_Some|].
          rewrite lookup_union_is_Some, lookup_within, decide_False by set_solver. intros [[w Hw]|[? ?]]; [|done].
          by apply elem_of_list_to_map_2, elem_of_zip_l in Hw. }
        specialize (Hr Hxc (conj (conj HxV Hb) (conj Hown Hown))).
        destruct (ev n _ _ (lift b)), (ev n _ _ b); simpl in *; try done.
        destruct Hr as [-> Hr]. split; [done|]. intros y _. rewrite !lookup_union, !lookup_within.
        destruct (decide (y ∈ V ∖ names_of xs)) as [[Hy _]%elem_of_difference|]; [|done].
        rewrite (Hr y); [done|]. intros ->. by destruct HxV.
  Qed.
End lift.
