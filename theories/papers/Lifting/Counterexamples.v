(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What goes wrong without the hypotheses. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Papers.Lifting Require Import Terms Evaluator Agreement Lift Correctness.

(** ** A program computes at most one thing *)

Lemma ev_mono n : ∀ m Φ σ M, n ≤ m → ev n Φ σ M ≠ Late → ev m Φ σ M = ev n Φ σ M.
Proof.
  induction n as [n IHn] using lt_wf_ind. intros m Φ σ M Hm. revert Φ σ.
  induction M as [v|y|y a IHa|a b c IHa IHb IHc|a b IHa IHb|f xs a b IHa IHb|f args IH] using term_nested_ind;
    intros Φ σ; rewrite ?ev_val, ?ev_var, ?ev_assign, ?ev_if, ?ev_seq, ?ev_letrec, ?ev_call; try done.
  - intros H. rewrite IHa; [done|]. by intros E; rewrite E in H.
  - intros H. rewrite IHa; [|by intros E; rewrite E in H]. destruct (ev n Φ σ a) as [| |[|[]|] σ1]; simpl in *; auto.
  - intros H. rewrite IHa; [|by intros E; rewrite E in H]. destruct (ev n Φ σ a); simpl in *; auto.
  - apply IHb.
  - intros H. assert (evs m Φ σ args = evs n Φ σ args) as ->.
    { assert (evs n Φ σ args ≠ Late) as Hl by (by intros E; rewrite E in H). clear H f. revert σ Hl.
      induction IH as [|a args Ha _ IH]; intros σ; rewrite ?evs_nil, ?evs_cons; [done|]. intros H.
      rewrite Ha; [|by intros E; rewrite E in H]. destruct (ev n Φ σ a) as [| |v σ1]; simpl in *; try done.
      rewrite IH; [done|]. by intros E; rewrite E in H. }
    destruct (evs n Φ σ args) as [| |vs σ1]; simpl in *; try done.
    destruct (find f Φ) as [[[[xs b] V] own]|]; [|done]. destruct n as [|n]; [done|]. destruct m as [|m]; [lia|].
    unfold enter in *. case_decide; [|done]. rewrite (IHn n); [done|lia|lia|]. by intros E; rewrite E in H.
Qed.

Theorem computes_unique M v w : computes M v → computes M w → v = w.
Proof.
  intros (n & σ & H) (m & σ' & H'). pose proof (ev_mono n (n `max` m) SNil ∅ M ltac:(lia)) as E.
  pose proof (ev_mono m (n `max` m) SNil ∅ M ltac:(lia)) as E'. rewrite E in E' by congruence. rewrite H, H' in E'.
  by injection (E' ltac:(done)).
Qed.

Theorem computes_ends M v : computes M v → ¬ never_ends M ∧ ¬ goes_wrong M.
Proof.
  intros (n & σ & H). split; [intros H'; by rewrite H' in H|]. intros (m & H').
  pose proof (ev_mono n (n `max` m) SNil ∅ M ltac:(lia)) as E.
  pose proof (ev_mono m (n `max` m) SNil ∅ M ltac:(lia)) as E'. rewrite E in E' by congruence. rewrite H, H' in E'.
  by specialize (E' ltac:(done)).
Qed.

#[local] Instance value_eq : EqDecision value.
Proof. solve_decision. Defined.

Lemma computes_at n M v : (match ev n SNil ∅ M with Done w _ => bool_decide (w = v) | _ => false end) = true →
  computes M v.
Proof.
  intros H. exists n. destruct (ev n SNil ∅ M) as [| |w σ]; try done. exists σ. f_equal.
  by apply bool_decide_eq_true in H.
Qed.

(** ** [set] and [done]

    The paper's example: [f(rc)] defines [set], which makes [rc] 0, and [done],
    which returns [rc]; it calls [set], not in tail position, and then [done].
    Called with 1 it returns 0; with [rc] lifted it returns 1. *)
Definition set_done : term :=
  Letrec 0 [0] (Letrec 1 [] (Assign 0 (Val (VNat 0))) (Letrec 2 [] (Var 0) (Seq (Call 1 []) (Call 2 []))))
    (Call 0 [Val (VNat 1)]).

Lemma set_done_fine : fine ∅ SNil set_done ∧ fine ∅ SNil (lift 0 [1; 2] set_done).
Proof.
  split; simpl; split_and!; try done; try apply NoDup_nil_2; try apply NoDup_singleton; try set_solver.
Qed.

Theorem set_done_differs :
  (∃ s, reduces naive ∅ ∅ FNil set_done ∅ (VNat 0) s) ∧
  (∃ s, reduces naive ∅ ∅ FNil (lift 0 [1; 2] set_done) ∅ (VNat 1) s) ∧
  ¬ (∃ s, reduces naive ∅ ∅ FNil (lift 0 [1; 2] set_done) ∅ (VNat 0) s).
Proof.
  destruct set_done_fine as [H1 H2]. rewrite !naive_computes by done.
  assert (computes (lift 0 [1; 2] set_done) (VNat 1)) as H by (apply (computes_at 3); vm_compute; reflexivity).
  split_and!; [apply (computes_at 3); vm_compute; reflexivity|done|].
  intros H'. by pose proof (computes_unique _ _ _ H H').
Qed.

(** And it is not liftable: that is what the condition on tail positions is for. *)
Theorem set_done_refused : ¬ liftable 0 [1; 2] false true set_done.
Proof. simpl. intros [[_ [_ [_ [[H _] _]]]] _]. destruct (H ltac:(set_solver)). done. Qed.

(** ** Names of functions

    The paper asks that parameters are distinct, but its lifting goes by the
    names of functions, and these must be distinct as well. Here a function
    outside of [g] has the name of the one inside; every call of the one inside
    is in tail position. The term returns 5; lifted it goes wrong, since [x] is
    not there where the one outside is called. *)
Definition same_name : term :=
  Letrec 0 [] (Val (VNat 5)) (Letrec 1 [0] (Letrec 0 [] (Var 0) (Call 0 [])) (Call 0 [])).

Theorem same_name_differs :
  NoDup (parameters same_name) ∧ computes same_name (VNat 5) ∧ goes_wrong (lift 0 [0] same_name).
Proof.
  split_and!; [apply NoDup_singleton|apply (computes_at 2); vm_compute; reflexivity|].
  exists 2. vm_compute. reflexivity.
Qed.

(** ** Theorem 3 needs the store

    As it is stated it allows environments with locations that are not in the
    store. Then the lifted call cannot pass [x], which the inner function need
    not have read. Here [h] returns 1, [g] defines it and calls it. *)
Definition dangling : functions :=
  FCons 1 [] (Val (VNat 1)) {[0 := 0]} (FCons 0 [0] (Letrec 1 [] (Val (VNat 1)) (Call 1 [])) ∅ FNil FNil)
    (FCons 0 [0] (Letrec 1 [] (Val (VNat 1)) (Call 1 [])) ∅ FNil FNil).

Theorem theorem_3_needs_the_store :
  reduces optimised {[0 := 0]} ∅ dangling (Call 1 []) ∅ (VNat 1) ∅ ∧
  ∀ v s, ¬ reduces optimised {[0 := 0]} ∅ (lift_functions 0 [1] dangling) (lift 0 [1] (Call 1 [])) ∅ v s.
Proof.
  split.
  - assert (reduces optimised {[0 := 0]} ∅ dangling (Call 1 []) ∅ (VNat 1) (clean optimised {[0 := 0]} (clean
    optimised ∅ ∅))) as H.
    { eapply (r_call optimised _ _ _ _ [] [] _ _ _ [] [] _ ∅ ∅); [done|constructor|done|done|constructor| |].
      - by intros ? ?%elem_of_nil.
      - assert ((list_to_map (zip (@nil loc) (@nil value)) ∪ ∅ : store) = ∅) as ->
          by (apply map_eq; intros l; by rewrite lookup_union, lookup_empty).
        apply (r_val optimised ∅). }
    replace (clean optimised {[0 := 0]} (clean optimised ∅ ∅)) with (∅ : store) in H; [done|].
    simpl. by rewrite cleaned_empty.
  - intros v s H. inversion H as [| | | | | |? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? Hargs]; subst. simpl in Hargs.
    inversion Hargs as [|? ? ? ? ? ? ? ? ? Hx]; subst. inversion Hx as [|? ? ? ? ? ? ? ? Hl| | | | |]; subst. done.
Qed.
