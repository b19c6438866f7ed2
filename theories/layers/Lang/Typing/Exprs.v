(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Well-typed expressions and places are not stuck.

    They have a value of their type, or trap; and writing through a place that
    may be written keeps every variable at its type. *)
From Fairlead.Base Require Import Prelude Outcome Table.
From Fairlead.Lang.Typing Require Export Values.

(** What evaluation relies on: the checker's tables tell the truth about the
    variables, the constants and how coroutines start. *)
Record world_ok {P} (vars_of : P → list ty) (coro_ok : procedure → option nat → list P → Prop)
    (E : env) (vars : list ty) (W : world P) : Prop := {
  vars_known x m t : look (e_vars E) x = Some (m, t) → vars !! x = Some t;
  consts_known c t : look (e_consts E) c = Some t → ∃ v, constant W c = Some v ∧ has_type vars_of coro_ok t v;
  starts p pr vs :
    callee_at E p = Some pr → startable pr = true →
    Forall2 (has_type vars_of coro_ok) (given_types pr) vs →
    outcome_ok (λ f, has_type vars_of coro_ok (TCoro p) (VCoro None [f])) (fresh_frame W p vs);
  finished_known p w : coro_ok p w []
}.

Section eval.
  Context {P : Type} {vars_of : P → list ty} {coro_ok : procedure → option nat → list P → Prop}.
  Context {E : env} {vars : list ty} {W : world P} (HW : world_ok vars_of coro_ok E vars W).
  Local Notation has_type := (has_type vars_of coro_ok).
  Local Notation store_ok := (store_ok vars_of coro_ok vars).

  Lemma slot_lookup (s : store P) x m t :
    store_ok s → look (e_vars E) x = Some (m, t) → ∃ v, s !! x = Some (Some v) ∧ has_type t v.
  Proof using HW.
    intros Hs Hx%(vars_known _ _ _ _ _ HW).
    destruct (Forall2_lookup_l _ _ _ _ _ Hs Hx) as (o & ? & Ho). destruct Ho. eauto.
  Qed.

  Lemma check_ok b : outcome_ok (λ _, b = true) (check b).
  Proof. by destruct b. Qed.
  Lemma or_trap_ok {A} (o : option A) : outcome_ok (λ a, o = Some a) (or_trap o).
  Proof. by destruct o. Qed.
  Lemma width_known w z : in_range w z → outcome_ok (λ z', z' = z) (or_wrong (checked w z)).
  Proof. unfold checked. by intros ->%fits_in_range. Qed.
  Lemma any_int_inv t v : has_type t v → is_int t = true → outcome_ok (λ _, True) (as_int v).
  Proof. by destruct 1. Qed.

  Lemma evals_ok es ts s :
    Forall (λ e, ∀ t s, infer E e = Some t → store_ok s → outcome_ok (has_type t) (eval W e s)) es →
    Forall2 (λ e t, infer E e = Some t) es ts → store_ok s →
    outcome_ok (Forall2 has_type ts) (collect (λ e, eval W e s) es).
  Proof.
    intros IH Hes Hs. apply ok_collect. revert IH. induction Hes; intros IH; inversion_clear IH; auto.
  Qed.
  Lemma evals_same_ok es t s :
    Forall (λ e, ∀ t s, infer E e = Some t → store_ok s → outcome_ok (has_type t) (eval W e s)) es →
    Forall (λ e, infer E e = Some t) es → store_ok s →
    outcome_ok (λ vs, length vs = length es ∧ Forall (has_type t) vs) (collect (λ e, eval W e s) es).
  Proof.
    intros IH Hes Hs. induction Hes as [|e es He _ IHes]; inversion_clear IH; simpl; [done|].
    eapply ok_bind; [eauto|]. intros v Hv. eapply ok_bind; [auto|]. intros vs [??]. simpl. auto.
  Qed.

  Lemma accepts_all_ok ts ts' vs :
    Forall2 (λ t t', accepts t t' = true) ts ts' → Forall2 has_type ts' vs → Forall2 has_type ts vs.
  Proof.
    intros Ha. revert vs. induction Ha; inversion_clear 1; constructor; eauto using accepts_ok.
  Qed.

  Lemma slice_ok l lo hi l' : bytes_ok l → slice l lo hi = Some l' → bytes_ok l'.
  Proof.
    intros [? Hs] (_ & ? & Hsub)%slice_Some. split; [by apply Hsub|]. unfold short in *. lia.
  Qed.
  Lemma load_slice_ok o w l a l' :
    bytes_ok l → slice l a (a + Z.of_nat (byte_count w))%Z = Some l' → in_range w (load_int o l').
  Proof.
    intros [? _] (? & _ & Hsub)%slice_Some. apply load_int_in_range; [by apply Hsub|lia].
  Qed.

  (** Runs an evaluation along its typing. *)
  Ltac go :=
    repeat (
      match goal with
      | |- outcome_ok _ (_ ≫= _) => eapply ok_bind; [|intros ? ?]
      | |- outcome_ok _ (_ <$> _) => eapply ok_fmap; [|intros ? ?]
      | |- outcome_ok _ (or_trap _) => apply or_trap_ok
      | |- outcome_ok _ (or_wrong (checked _ _)) => by eapply width_known
      | |- outcome_ok _ (check _) => apply check_ok
      | |- outcome_ok _ (as_int _) => first [by eapply int_inv | by eapply any_int_inv]
      | |- outcome_ok _ (collect (λ e, eval _ e _) _) => first [by eapply evals_ok | by eapply evals_same_ok]
      | |- outcome_ok _ (fresh_frame _ _ _) => eapply (starts _ _ _ _ _ HW); [done..|]; by eapply accepts_all_ok
      | |- outcome_ok _ (field _ _) => by eapply field_ok
      | |- outcome_ok _ (index _ _) => by eapply index_ok
      | |- outcome_ok _ (payload _ _) => by eapply payload_inv
      | |- outcome_ok _ (as_bool _) => by eapply bool_inv
      | |- outcome_ok _ (as_bytes _) => by eapply bytes_inv
      | |- outcome_ok _ (as_map _) => by eapply map_inv
      | |- outcome_ok _ (as_union _) => by eapply union_inv
      | |- outcome_ok _ (let '_ := ?x in _) => destruct x
      | |- outcome_ok _ (if ?x then _ else _) => destruct x
      | |- outcome_ok _ (Ok _) => simpl
      | IH : ∀ t s, infer _ ?e = Some t → _ |- outcome_ok _ (eval _ ?e _) => by eapply IH
      | IH : ∀ t s, infer_place _ ?p = Some t → _ |- outcome_ok _ (get _ ?p _) => by eapply IH
      end).

  Lemma length_ok l : bytes_ok l → has_type (TInt W32) (size l).
  Proof. intros [_ ?]. constructor. unfold short, in_range in *. change (limit W32) with 4294967296%Z. lia. Qed.

  Theorem get_eval_ok :
    (∀ p t s, infer_place E p = Some t → store_ok s → outcome_ok (has_type t) (get W p s)) ∧
    (∀ e t s, infer E e = Some t → store_ok s → outcome_ok (has_type t) (eval W e s)).
  Proof using HW.
    apply place_expr_ind; intros; cbn [infer infer_place get eval] in *;
      fold (infer E) (infer_place E) (get W) (eval W) in *; typing; subst; go; simpl in *; typing;
      try by (constructor; eauto using zero_in_range, complement_in_range, wrap_in_range,
                checked_in_range, arith_in_range, literal_ok).
    - edestruct slot_lookup as (v & -> & ?); [done..|]. done.
    - destruct (consts_known _ _ _ _ _ HW _ _ ltac:(done)) as (v & -> & ?). done.
    - eapply ok_mono; [apply or_trap_ok|]. intros v Hv.
      select (entries_ok _ _ _ _) (fun H => destruct H as (?&?&?&?&?)).
      exact (map_find_ok _ _ _ _ Hv ltac:(done)).
    - constructor. by apply fits_in_range.
    - constructor; [done|lia].
    - by apply length_ok.
    - constructor. select (entries_ok _ _ _ _) (fun H => destruct H as (_ & Hshort & _)).
      unfold short, in_range in *. change (limit W32) with 4294967296%Z. lia.
    - select (entries_ok _ _ _ _) (fun H => destruct H as (_ & _ & _ & Hr & _)).
      exact (at_index_ok _ _ _ Hr).
    - by constructor.
    - constructor. by eapply slice_ok.
    - constructor. by eapply load_slice_ok.
    - by econstructor.
    - constructor; [lia|done].
    - constructor; [apply replicate_length|]. by apply Forall_replicate.
    - apply (default_ok _ _ (finished_known _ _ _ _ _ HW) (holdable E)). auto.
    - done.
  Qed.

  Lemma get_ok p t s :
    infer_place E p = Some t → store_ok s → outcome_ok (has_type t) (get W p s).
  Proof using HW. apply get_eval_ok. Qed.
  Lemma eval_ok e t s : infer E e = Some t → store_ok s → outcome_ok (has_type t) (eval W e s).
  Proof using HW. apply get_eval_ok. Qed.
  Lemma eval_bool_ok e s :
    infer E e = Some TBool → store_ok s → outcome_ok (λ _, True) (eval_bool W e s).
  Proof using HW. intros. eapply ok_bind; [by apply eval_ok|]. intros. by eapply bool_inv. Qed.
  Lemma eval_int_ok e w s :
    infer E e = Some (TInt w) → store_ok s → outcome_ok (in_range w) (eval_int W e s).
  Proof using HW. intros. eapply ok_bind; [by apply eval_ok|]. intros. by eapply int_inv. Qed.
  Lemma eval_bytes_ok e t s :
    infer E e = Some t → is_bytes t = true → store_ok s → outcome_ok bytes_ok (eval_bytes W e s).
  Proof using HW. intros. eapply ok_bind; [by apply eval_ok|]. intros. by eapply bytes_inv. Qed.
End eval.
