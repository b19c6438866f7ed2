(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The same value, in the source and in the machine.

    Values agree when they have the same shape; suspended coroutines inside
    them agree when their frames do: the points are related ([pt], which Core
    supplies), and so are the variables that are still needed there. One
    relation under every container carries the proof to any nesting. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Lang.Model Require Export Eval Varset Induction.

Section relation.
  Context {P1 P2 : Type} (pt : P1 → P2 → varset → Prop).

  Inductive val_rel : val P1 → val P2 → Prop :=
  | bool_rel b : val_rel (VBool b) (VBool b)
  | int_rel z : val_rel (VInt z) (VInt z)
  | bytes_rel l : val_rel (VBytes l) (VBytes l)
  | array_rel l l' : Forall2 val_rel l l' → val_rel (VArray l) (VArray l')
  | record_rel l l' : Forall2 val_rel l l' → val_rel (VRecord l) (VRecord l')
  | union_rel tag v v' : val_rel v v' → val_rel (VUnion tag v) (VUnion tag v')
  | map_rel l l' :
      Forall2 (λ a b, a.1 = b.1 ∧ val_rel a.2 b.2) l l' → val_rel (VMap l) (VMap l')
  | extern_rel l : val_rel (VExtern l) (VExtern l)
  | coro_rel w fs gs :
      Forall2 (λ f g, ∃ W, pt f.1 g.1 W ∧ length f.2 = length g.2 ∧
        ∀ x, x ∈ W → option_Forall2 (option_Forall2 val_rel) (f.2 !! x) (g.2 !! x)) fs gs →
      val_rel (VCoro w fs) (VCoro w gs).

  (** Stores that agree on the variables in [W]. *)
  Definition store_rel (W : varset) (s : store P1) (t : store P2) : Prop :=
    length s = length t ∧ ∀ x, x ∈ W → option_Forall2 (option_Forall2 val_rel) (s !! x) (t !! x).
  Definition frame_rel (f : frame P1) (g : frame P2) : Prop :=
    ∃ W, pt f.1 g.1 W ∧ store_rel W f.2 g.2.
  Definition entry_rel (a : Z * val P1) (b : Z * val P2) : Prop := a.1 = b.1 ∧ val_rel a.2 b.2.

  Section induction.
    Context (R : val P1 → val P2 → Prop).
    Context (Hbool : ∀ b, R (VBool b) (VBool b)) (Hint : ∀ z, R (VInt z) (VInt z)).
    Context (Hbytes : ∀ l, R (VBytes l) (VBytes l)) (Hextern : ∀ l, R (VExtern l) (VExtern l)).
    Context (Harray : ∀ l l', Forall2 R l l' → R (VArray l) (VArray l')).
    Context (Hrecord : ∀ l l', Forall2 R l l' → R (VRecord l) (VRecord l')).
    Context (Hunion : ∀ tag v v', R v v' → R (VUnion tag v) (VUnion tag v')).
    Context (Hmap : ∀ l l', Forall2 (λ a b, a.1 = b.1 ∧ R a.2 b.2) l l' → R (VMap l) (VMap l')).
    Context (Hcoro : ∀ w fs gs, Forall2 frame_rel fs gs → R (VCoro w fs) (VCoro w gs)).

    Lemma val_rel_nested_ind v w : val_rel v w → R v w.
    Proof using All.
      revert v w. fix IH 3. intros v w []; auto.
      - apply Harray. induction H; constructor; auto.
      - apply Hrecord. induction H; constructor; auto.
      - apply Hmap. induction H as [|?? ?? []]; constructor; auto.
    Qed.
  End induction.

  Lemma store_rel_subset W U s t : U ⊆ W → store_rel W s t → store_rel U s t.
  Proof. intros HU [? H]. split; [done|]. intros x ?. by apply H, HU. Qed.

  (** ** Data, constants and defaults agree with themselves *)
  Lemma of_data_rel d : val_rel (of_data d) (of_data d).
  Proof.
    induction d as [| | |l IH|l IH|tag d IH|l IH| |] using val_nested_ind; simpl; constructor; try done.
    - by induction IH; constructor.
    - by induction IH; constructor.
    - induction IH as [|[]]; constructor; simpl; auto.
  Qed.

  Lemma of_const_rel c : val_rel (of_const c) (of_const c).
  Proof.
    induction c as [| | |l IH|l IH|] using const_nested_ind; simpl; constructor; try done;
      by induction IH; constructor.
  Qed.

  Lemma default_rel t : val_rel (default t) (default t).
  Proof.
    induction t as [| | | | |? ts IH|? ts IH| | |] using ty_nested_ind; simpl;
      constructor; try by repeat constructor.
    - by apply Forall2_replicate.
    - by induction IH; constructor.
    - destruct IH; [by repeat constructor|done].
  Qed.

  Lemma of_data_rel_all ds : Forall2 val_rel (map of_data ds) (map of_data ds).
  Proof. induction ds; constructor; auto using of_data_rel. Qed.
End relation.

(** ** Outcomes *)
Section outcomes.
  Context {A B : Type} (R : A → B → Prop).

  Lemma outcome_rel_eq (o : outcome A) : outcome_rel eq o o.
  Proof. destruct o; auto. Qed.

  Lemma or_trap_rel o o' : option_Forall2 R o o' → outcome_rel R (or_trap o) (or_trap o').
  Proof. destruct 1; simpl; auto. Qed.
  Lemma or_wrong_rel o o' : option_Forall2 R o o' → outcome_rel R (or_wrong o) (or_wrong o').
  Proof. destruct 1; simpl; auto. Qed.

  Lemma outcome_rel_fmap {A' B'} (R' : A' → B' → Prop) f g o o' :
    outcome_rel R o o' → (∀ a b, R a b → R' (f a) (g b)) → outcome_rel R' (f <$> o) (g <$> o').
  Proof. destruct 1; simpl; auto. Qed.

  Lemma collect_rel {A' B'} (R' : A' → B' → Prop) (f : A → outcome A') (g : B → outcome B') l l' :
    Forall2 (λ a b, outcome_rel R' (f a) (g b)) l l' →
    outcome_rel (Forall2 R') (collect f l) (collect g l').
  Proof.
    induction 1 as [|?? ?? H ? IH]; simpl; [auto|].
    eapply outcome_rel_bind; [done|]. intros ???. eapply outcome_rel_bind; [done|]. auto.
  Qed.
  Lemma at_index_rel l l' i :
    Forall2 R l l' → outcome_rel R (at_index l i) (at_index l' i).
  Proof.
    intros Hl. unfold at_index. rewrite (Forall2_length _ _ _ Hl).
    destruct (_ && _); [|auto]. by apply or_wrong_rel, Forall2_lookup.
  Qed.
End outcomes.

Lemma collect_eq {A B C} (f : A → outcome C) (g : B → outcome C) l l' :
  Forall2 (λ a b, f a = g b) l l' → collect f l = collect g l'.
Proof. induction 1 as [|???? H ? IH]; simpl; [done|]. by rewrite H, IH. Qed.

(** ** Looking into related values *)
Section views.
  Context {P1 P2 : Type} (pt : P1 → P2 → varset → Prop).
  Local Notation val_rel := (val_rel pt).
  Local Notation entry_rel := (entry_rel pt).
  Implicit Types (v : val P1) (w : val P2).

  Lemma as_bool_rel v w : val_rel v w → outcome_rel eq (as_bool v) (as_bool w).
  Proof. destruct 1; simpl; auto. Qed.
  Lemma as_int_rel v w : val_rel v w → outcome_rel eq (as_int v) (as_int w).
  Proof. destruct 1; simpl; auto. Qed.
  Lemma as_bytes_rel v w : val_rel v w → outcome_rel eq (as_bytes v) (as_bytes w).
  Proof. destruct 1; simpl; auto. Qed.
  Lemma as_map_rel v w : val_rel v w → outcome_rel (Forall2 entry_rel) (as_map v) (as_map w).
  Proof. destruct 1; simpl; auto. Qed.
  Lemma as_union_rel v w :
    val_rel v w → outcome_rel (λ a b, a.1 = b.1 ∧ val_rel a.2 b.2) (as_union v) (as_union w).
  Proof. destruct 1; simpl; auto. Qed.
  Lemma payload_rel tag v w : val_rel v w → outcome_rel val_rel (payload tag v) (payload tag w).
  Proof. destruct 1; unfold payload; simpl; try case_decide; auto. Qed.
  Lemma field_rel i v w : val_rel v w → outcome_rel val_rel (field v i) (field w i).
  Proof. destruct 1; simpl; auto. by apply or_wrong_rel, Forall2_lookup. Qed.
  Lemma index_rel i v w : val_rel v w → outcome_rel val_rel (index v i) (index w i).
  Proof.
    destruct 1; simpl; auto.
    - eapply outcome_rel_fmap; [apply outcome_rel_eq|]. intros ?? ->. constructor.
    - by apply at_index_rel.
  Qed.

  Lemma to_data_rel v w : val_rel v w → to_data v = to_data w.
  Proof.
    revert v w. apply val_rel_nested_ind; simpl; try done; intros l l' H.
    - by erewrite collect_eq.
    - by erewrite collect_eq.
    - by intros ->.
    - erewrite collect_eq; [done|]. induction H as [|[] [] ?? [? Hab]]; constructor; simpl in *; [|done].
      by subst; rewrite Hab.
  Qed.

  Lemma to_data_rel_all vs ws : Forall2 val_rel vs ws → collect to_data vs = collect to_data ws.
  Proof. intros H. apply collect_eq. eapply Forall2_impl; [done|]. apply to_data_rel. Qed.

  (** ** Maps *)
  Lemma map_find_rel l l' k :
    Forall2 entry_rel l l' → option_Forall2 val_rel (map_find l k) (map_find l' k).
  Proof.
    induction 1 as [|[k1 v] [? w] ?? [??]]; simpl in *; subst; [constructor|].
    destruct (k =? _)%Z; [by constructor|done].
  Qed.
  Lemma map_has_rel l l' k :
    Forall2 entry_rel l l' →
    bool_decide (is_Some (map_find l k)) = bool_decide (is_Some (map_find l' k)).
  Proof.
    intros Hl. apply bool_decide_ext.
    destruct (map_find_rel _ _ k Hl); split; intros [? ?]; simplify_eq; eauto.
  Qed.
  Lemma map_put_rel l l' k v w :
    Forall2 entry_rel l l' → val_rel v w → Forall2 entry_rel (map_put l k v) (map_put l' k w).
  Proof.
    intros H ?. induction H as [|[k1 v1] [? w1] ?? [??]]; simpl in *; subst; [by repeat constructor|].
    destruct (k =? _)%Z; by repeat constructor.
  Qed.
  Lemma last_first_rel l l' : Forall2 entry_rel l l' → Forall2 entry_rel (last_first l) (last_first l').
  Proof.
    induction l as [|[k v] l _] using rev_ind; intros Hl.
    - apply Forall2_nil_inv_l in Hl as ->. constructor.
    - apply Forall2_app_inv_l in Hl as (l1 & l2 & Hl & Hlast & ->).
      inversion_clear Hlast as [|? ? ? ? Hv Hnil]. inversion_clear Hnil.
      unfold last_first. rewrite !last_snoc, !removelast_last. by constructor.
  Qed.
  Lemma map_remove_rel l l' k :
    Forall2 entry_rel l l' → Forall2 entry_rel (map_remove l k) (map_remove l' k).
  Proof.
    induction 1 as [|[k1 v1] [? w1] ?? [??]]; simpl in *; subst; [constructor|].
    destruct (k =? _)%Z; [by apply last_first_rel|]. by repeat constructor.
  Qed.
End views.
