(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Gotos become inner functions that are called in tail position.

    Section 5.4 of Kerneis and Chroboczek. Flow of control is explicit already:
    a function is labelled blocks, each of which ends in a jump or in the result.
    A jump to a label that is not in scope defines the label's function and calls
    it; to one in scope, it is a call. So that every order of labels does, a block
    may be written more than once; the paper's pass relies on one order instead. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Papers.Lifting Require Import Terms Evaluator Agreement Lift.

Inductive block :=
| Do (a : term) (rest : block)
| Test (a : term) (b c : block)
| Jump (l : name)
| Finish (a : term).

Section gotos.
  Context (labels : list name).

  (** No inner functions, and no label among the functions called. *)
  Fixpoint plain (M : term) : Prop :=
    match M with
    | Val _ | Var _ => True
    | Assign _ a => plain a
    | If a b c => plain a ∧ plain b ∧ plain c
    | Seq a b => plain a ∧ plain b
    | Letrec _ _ _ _ => False
    | Call f args => f ∉ labels ∧ fold_right (λ a P, plain a ∧ P) True args
    end.
  Fixpoint plain_block (b : block) : Prop :=
    match b with
    | Do a rest => plain a ∧ plain_block rest
    | Test a b c => plain a ∧ plain_block b ∧ plain_block c
    | Jump l => l ∈ labels
    | Finish a => plain a
    end.

  Lemma plain_liftable x a tail : plain a → liftable x labels true tail a.
  Proof.
    revert tail. induction a as [v|y|y a IHa|a b c IHa IHb IHc|a b IHa IHb|f xs a b IHa IHb|f args IH] using
      term_nested_ind;
      intros tail Ha; simpl in *; try naive_solver. destruct Ha as [Hf Hargs]. split; [done|].
    clear Hf. induction IH as [|a args Ha _ IH]; simpl in *; [done|]. naive_solver.
  Qed.

  Context (blocks : name → option block).

  (** The program with gotos: [n] bounds the jumps and the calls inside each other. *)
  Fixpoint jumps (next : block → vars → result value) (n : nat) (Φ : scope) (σ : vars) (b : block) : result value :=
    match b with
    | Do a rest => andthen (ev n Φ σ a) (λ _ σ, jumps next n Φ σ rest)
    | Test a b c => andthen (ev n Φ σ a) (λ v σ,
        match v with VBool t => if t then jumps next n Φ σ b else jumps next n Φ σ c | _ => Wrong end)
    | Jump l => match blocks l with Some b => next b σ | None => Wrong end
    | Finish a => ev n Φ σ a
    end.
  Fixpoint run (n : nat) (Φ : scope) (σ : vars) (b : block) : result value :=
    jumps (match n with 0 => λ _ _, Late | S n => λ b σ, run n Φ σ b end) n Φ σ b.

  (** [seen]: the labels in scope; [k]: how many more there can be. *)
  Fixpoint walk (jump : name → term) (b : block) : term :=
    match b with
    | Do a rest => Seq a (walk jump rest)
    | Test a b c => If a (walk jump b) (walk jump c)
    | Jump l => jump l
    | Finish a => a
    end.
  Fixpoint without_gotos (k : nat) (seen : list name) (b : block) : term :=
    walk (λ l, if decide (l ∈ seen) then Call l [] else
      match k, blocks l with
      | S k, Some b => Letrec l [] (without_gotos k (l :: seen) b) (Call l [])
      | _, _ => Call l []
      end) b.

  Lemma without_do k seen a rest : without_gotos k seen (Do a rest) = Seq a (without_gotos k seen rest).
  Proof. by destruct k. Qed.
  Lemma without_test k seen a b c :
    without_gotos k seen (Test a b c) = If a (without_gotos k seen b) (without_gotos k seen c).
  Proof. by destruct k. Qed.
  Lemma without_jump k seen l : without_gotos k seen (Jump l) = if decide (l ∈ seen) then Call l [] else
    match k, blocks l with S k, Some b => Letrec l [] (without_gotos k (l :: seen) b) (Call l []) | _,
      _ => Call l [] end.
  Proof. by destruct k. Qed.
  Lemma without_finish k seen a : without_gotos k seen (Finish a) = a.
  Proof. by destruct k. Qed.

  (** ** What it gives: inner functions, all called in tail position *)

  Context (Hplain : ∀ l b, blocks l = Some b → plain_block b).
  #[local] Set Default Proof Using "Hplain".

  Theorem gotos_tail_calls x k seen b : plain_block b → liftable x labels true true (without_gotos k seen b).
  Proof.
    revert seen b. induction k as [|k IHk]; intros seen b; induction b as [a rest IH|a b IHb c IHc|l|a]; intros Hb;
      rewrite ?without_do, ?without_test, ?without_jump, ?without_finish.
    1, 5: destruct Hb; split; [by apply plain_liftable|auto].
    1, 4: destruct Hb as (? & ? & ?); split_and!; [by apply plain_liftable|auto..].
    2, 4: by apply plain_liftable.
    - case_decide; simpl; auto.
    - case_decide; [simpl; auto|]. destruct (blocks l) as [b|] eqn:E; simpl; [|auto]. rewrite decide_True by done.
      split_and!; auto using not_elem_of_nil. apply IHk. by eapply Hplain.
  Qed.

  (** ** What it means *)
  Context (V : gset var) (Φ0 : scope).

  (** The scope in which the labels [seen] are functions. *)
  Inductive knows : nat → list name → scope → Prop :=
  | knows_nil k : length (remove_dups labels) ≤ k → knows k [] Φ0
  | knows_cons k seen Φ l b :
      knows (S k) seen Φ → blocks l = Some b → l ∈ labels → l ∉ seen →
      knows k (l :: seen) (SCons l [] (without_gotos k (l :: seen) b) V Φ Φ).

  Lemma knows_other k seen Φ f : knows k seen Φ → f ∉ labels → find f Φ = find f Φ0.
  Proof. induction 1 as [|k seen Φ l b _ IH ? Hl ?]; intros Hf; simpl; [done|]. rewrite decide_False; [auto|].
  by intros ->. Qed.

  Lemma knows_label k seen Φ l : knows k seen Φ → l ∈ seen →
    ∃ k' seen' Φ' b, find l Φ = Some ([], without_gotos k' (l :: seen') b, V, Φ') ∧ blocks l = Some b ∧
      knows k' (l :: seen') (SCons l [] (without_gotos k' (l :: seen') b) V Φ' Φ').
  Proof.
    induction 1 as [|k seen Φ m b Hk IH Hb Hm Hno]; intros Hl; [by apply elem_of_nil in Hl|]. simpl.
    destruct (decide (l = m)) as [->|]; [|apply IH; set_solver]. exists k, seen, Φ, b. split_and!; try done.
    by constructor.
  Qed.

  Lemma knows_seen k seen Φ : knows k seen Φ →
    NoDup seen ∧ seen ⊆ labels ∧ length (remove_dups labels) ≤ k + length seen.
  Proof.
    induction 1 as [|k seen Φ l b _ (IH1 & IH2 & IH3) ? ? ?]; simpl; [split_and!; [constructor|set_solver|lia]|].
    split_and!; [by constructor|set_solver|lia].
  Qed.

  Lemma knows_room k seen Φ l : knows k seen Φ → l ∈ labels → l ∉ seen → ∃ k', k = S k'.
  Proof.
    intros (Hnd & Hsub & Hlen)%knows_seen Hl Hno. destruct k as [|k]; [|eauto]. exfalso.
    assert (length (l :: seen) ≤ length (remove_dups labels)); [|simpl in *; lia].
    apply submseteq_length, NoDup_submseteq; [by constructor|]. intros y. rewrite elem_of_remove_dups. set_solver.
  Qed.

  Lemma plain_ev n Φ a : plain a → (∀ f, f ∉ labels → find f Φ = find f Φ0) → ∀ σ, ev n Φ σ a = ev n Φ0 σ a.
  Proof.
    intros Ha HΦ. induction a as [v|y|y a IHa|a b c IHa IHb IHc|a b IHa IHb|f xs a b IHa IHb|f args IH] using
      term_nested_ind;
      intros σ; simpl in Ha; rewrite ?ev_val, ?ev_var, ?ev_assign, ?ev_if, ?ev_seq, ?ev_call; try done.
    - by rewrite IHa.
    - destruct Ha as (? & ? & ?). rewrite IHa by done. destruct (ev n Φ0 σ a) as [| |[|[]|] σ1]; simpl; auto.
    - destruct Ha as (? & ?). rewrite IHa by done. destruct (ev n Φ0 σ a); simpl; auto.
    - destruct Ha as (Hf & Hargs). assert (evs n Φ σ args = evs n Φ0 σ args) as ->; [|by rewrite HΦ].
      clear Hf. revert σ. induction IH as [|a args Ha _ IH]; intros σ; rewrite ?evs_nil, ?evs_cons; [done|].
      destruct Hargs. rewrite Ha by done. destruct (ev n Φ0 σ a); simpl; [done..|]. by rewrite IH.
  Qed.

  Lemma enter_nullary n f b Φ σ : dom σ = V →
    enter (ev n) f ([], b, V, Φ) [] σ = ev n (SCons f [] b V Φ Φ) σ b.
  Proof.
    intros Hσ. unfold enter. simpl.
    assert (∀ σ' : vars, dom σ' = V → within (V ∖ names_of []) σ' = σ') as Hw.
    { intros σ' <-. apply map_eq. intros y. rewrite lookup_within. unfold names_of. simpl. rewrite difference_empty_L.
      case_decide as Hy; [done|]. by apply not_elem_of_dom in Hy. }
    rewrite Hw by done. unfold bind_all. simpl. rewrite (left_id_L ∅ (∪) σ).
    destruct (ev n _ σ b) as [| |v σ'] eqn:E; simpl; [done..|]. apply ev_dom in E. rewrite Hw by congruence.
    f_equal. apply map_eq. intros y. rewrite lookup_union. destruct (σ' !! y) as [w|] eqn:Ey; [by destruct (σ !! y)|].
    apply not_elem_of_dom in Ey. rewrite E in Ey. apply not_elem_of_dom in Ey. by rewrite Ey.
  Qed.

  (** A program with gotos and the one with inner functions compute the same, with
      jumps and calls nested as deeply; never end alike, and go wrong alike. *)
  Theorem gotos_correct n : (∀ l, l ∈ labels → is_Some (blocks l)) →
    ∀ k seen Φ σ b, knows k seen Φ → dom σ = V → plain_block b → ev n Φ σ (without_gotos k seen b) = run n Φ0 σ b.
  Proof.
    intros Hlabels. induction n as [n IHn] using lt_wf_ind. intros k seen Φ σ b HΦ. revert σ.
    assert (∀ a σ, plain a → ev n Φ σ a = ev n Φ0 σ a) as Hev by (intros; eapply plain_ev; [done|]; intros;
      by eapply knows_other).
    induction b as [a rest IH|a b IHb c IHc|l|a]; intros σ Hσ Hb.
    - destruct Hb as [Ha Hrest]. rewrite without_do.
      replace (run n Φ0 σ (Do a rest)) with (andthen (ev n Φ0 σ a) (λ _ σ, run n Φ0 σ rest)) by by destruct n.
      rewrite ev_seq, Hev by done. destruct (ev n Φ0 σ a) as [| |v σ1] eqn:E; simpl; [done..|]. apply ev_dom in E.
      apply IH; congruence.
    - destruct Hb as (Ha & Hbb & Hbc). rewrite without_test.
      replace (run n Φ0 σ (Test a b c)) with (andthen (ev n Φ0 σ a) (λ v σ,
        match v with VBool t => if t then run n Φ0 σ b else run n Φ0 σ c | _ => Wrong end)) by by destruct n.
      rewrite ev_if, Hev by done. destruct (ev n Φ0 σ a) as [| |[|[]|] σ1] eqn:E; simpl; try done; apply ev_dom in E;
        [apply IHb|apply IHc]; congruence.
    - simpl in Hb. destruct (Hlabels l Hb) as [b Hl].
      assert (∀ k' seen' Φ1 Φ', find l Φ1 = Some ([], without_gotos k' (l :: seen') b, V, Φ') →
        knows k' (l :: seen') (SCons l [] (without_gotos k' (l :: seen') b) V Φ' Φ') →
        ev n Φ1 σ (Call l []) = run n Φ0 σ (Jump l)) as Hjump.
      { intros k' seen' Φ1 Φ' Hf Hk'. rewrite ev_call, evs_nil. cbn [andthen]. rewrite Hf.
        destruct n as [|n]; cbn [run jumps]; rewrite Hl; [done|]. rewrite enter_nullary by done.
        apply IHn; [lia|done|done|by eapply Hplain]. }
      rewrite without_jump. destruct (decide (l ∈ seen)) as [Hin|Hin].
      + destruct (knows_label _ _ _ _ HΦ Hin) as (k' & seen' & Φ' & b' & Hf & Hl' & Hk'). simplify_eq. by eapply Hjump.
      + destruct (knows_room _ _ _ _ HΦ Hb Hin) as [k' ->]. rewrite Hl. rewrite ev_letrec, Hσ.
        eapply Hjump; [simpl; by rewrite decide_True|]. by constructor.
    - rewrite without_finish.
      replace (run n Φ0 σ (Finish a)) with (ev n Φ0 σ a) by by destruct n. by apply Hev.
  Qed.
End gotos.

(** A function body, as the pass makes it. *)
Definition split (labels : list name) (blocks : name → option block) (b : block) : term :=
  without_gotos blocks (length (remove_dups labels)) [] b.

Corollary split_correct labels blocks Φ n σ b :
  (∀ l b, blocks l = Some b → plain_block labels b) → (∀ l, l ∈ labels → is_Some (blocks l)) →
  plain_block labels b →
  ev n Φ σ (split labels blocks b) = run blocks n Φ σ b.
Proof.
  intros Hplain Hlabels Hb. apply (gotos_correct labels blocks Hplain (dom σ) Φ n Hlabels); [by constructor|done|done].
Qed.
