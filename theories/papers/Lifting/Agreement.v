(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * When locations and values say the same.

    The invariant between the rules, which have locations, and the evaluator,
    which has none; and what a call does to it. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Papers.Lifting Require Import Terms Evaluator.

(** Parameters [xs] hide no variable that a function visible here can see. *)
Fixpoint apart (xs : list var) (Φ : scope) : Prop :=
  match Φ with
  | SNil => True
  | SCons _ ys _ V _ rest => (V ∖ names_of ys) ## names_of xs ∧ apart xs rest
  end.

(** The paper asks that all parameters of a program are distinct. Lifted
    programs are not like that; this they have in common. *)
Fixpoint fine (V : gset var) (Φ : scope) (M : term) : Prop :=
  match M with
  | Val _ | Var _ => True
  | Assign _ a => fine V Φ a
  | If a b c => fine V Φ a ∧ fine V Φ b ∧ fine V Φ c
  | Seq a b => fine V Φ a ∧ fine V Φ b
  | Letrec f xs a b =>
      NoDup xs ∧ apart xs Φ ∧ fine (V ∪ names_of xs) (SCons f xs a V Φ Φ) a ∧ fine V (SCons f xs a V Φ Φ) b
  | Call _ args => fold_right (λ a P, fine V Φ a ∧ P) True args
  end.

(** [F] and [Φ] are the same functions; what each captured is what [ρ] has. *)
Fixpoint agrees (F : functions) (Φ : scope) (ρ : env) : Prop :=
  match F, Φ with
  | FNil, SNil => True
  | FCons f xs b ρf own rest, SCons g ys c V own' rest' =>
      (f = g ∧ xs = ys ∧ b = c) ∧ NoDup xs ∧ fine (V ∪ names_of xs) (SCons g ys c V own' own') b ∧
      (∀ y, y ∉ xs → ρf !! y = within V ρ !! y) ∧ (∀ y, y ∈ V → y ∉ xs → is_Some (ρ !! y)) ∧
      agrees own own' (without xs ρf) ∧ agrees rest rest' ρ
  | _, _ => False
  end.

(** [σ] has the values that [s] has at the locations of [ρ]. *)
Definition holds (ρ : env) (s : store) (σ : vars) : Prop :=
  (∀ y l, ρ !! y = Some l → ∃ v, s !! l = Some v ∧ σ !! y = Some v) ∧ (∀ y, ρ !! y = None → σ !! y = None).

Record inv (ρ : env) (F : functions) (Φ : scope) (s : store) (σ : vars) : Prop := Inv {
  inv_holds : holds ρ s σ;
  inv_distinct y z l : ρ !! y = Some l → ρ !! z = Some l → y = z;
  inv_agrees : agrees F Φ ρ
}.

Lemma holds_dom ρ s σ : holds ρ s σ → dom σ = dom ρ.
Proof.
  intros [H1 H2]. apply set_eq. intros y. rewrite !elem_of_dom.
  destruct (ρ !! y) as [l|] eqn:E; [destruct (H1 _ _ E) as (v & _ & ->); naive_solver|].
  rewrite (H2 _ E). split; by intros [].
Qed.

Lemma agrees_mono F Φ ρ ρ' : ρ ⊆ ρ' → agrees F Φ ρ → agrees F Φ ρ'.
Proof.
  intros Hsub. revert Φ. induction F as [|f xs b ρf own _ rest IH]; intros [|g ys c V own' rest']; simpl; try done.
  intros ((-> & -> & ->) & Hnd & Hfine & Hρ & HV & Hown & Hrest). split_and!; try done; [| |by apply IH].
  - intros y Hy. rewrite (Hρ y Hy), !lookup_within. case_decide as HyV; [|done].
    destruct (HV y HyV Hy) as [l Hl]. rewrite Hl. symmetry. by eapply lookup_weaken.
  - intros y HyV Hy. destruct (HV y HyV Hy) as [l Hl]. exists l. by eapply lookup_weaken.
Qed.

Lemma agrees_without F Φ ρ xs : apart xs Φ → agrees F Φ ρ → agrees F Φ (without xs ρ).
Proof.
  revert Φ. induction F as [|f ys b ρf own _ rest IH]; intros [|g zs c V own' rest']; simpl; try done.
  intros [Hd Hap] ((-> & -> & ->) & Hnd & Hfine & Hρ & HV & Hown & Hrest).
  assert (∀ y, y ∈ V → y ∉ zs → y ∉ xs) as Hno.
  { intros y HyV Hy Hx. apply (Hd y); [apply elem_of_difference; split; [done|]|]; unfold names_of;
    by rewrite elem_of_list_to_set. }
  split_and!; try done; [| |by apply IH].
  - intros y Hy. rewrite (Hρ y Hy), !lookup_within. case_decide as HyV; [|done].
    rewrite lookup_without, decide_False by auto. done.
  - intros y HyV Hy. rewrite lookup_without, decide_False by auto. auto.
Qed.

Lemma agrees_look F Φ ρ f xs b ρf own :
  agrees F Φ ρ → look f F = Some (xs, b, ρf, own) →
  ∃ V own', find f Φ = Some (xs, b, V, own') ∧ agrees (FCons f xs b ρf own FNil) (SCons f xs b V own' SNil) ρ.
Proof.
  revert Φ. induction F as [|g ys c ρg own1 _ rest IH]; intros [|g' ys' c' V own' rest']; simpl; try done.
  intros ((-> & -> & ->) & H) Hl. case_decide; [|naive_solver].
  simplify_eq. exists V, own'. split; [done|]. naive_solver.
Qed.

Lemma agrees_find F Φ ρ f xs b V own' :
  agrees F Φ ρ → find f Φ = Some (xs, b, V, own') →
  ∃ ρf own, look f F = Some (xs, b, ρf, own) ∧ agrees (FCons f xs b ρf own FNil) (SCons f xs b V own' SNil) ρ.
Proof.
  revert Φ. induction F as [|g ys c ρg own1 _ rest IH]; intros [|g' ys' c' V' own2 rest']; simpl; try done.
  intros ((-> & -> & ->) & H) Hl. case_decide; [|naive_solver].
  simplify_eq. exists ρg, own1. split; [done|]. naive_solver.
Qed.

Lemma bind_zip xs ls (vs : list value) y l :
  NoDup ls → length ls = length xs → length vs = length xs → bind_all xs ls !! y = Some l →
  l ∈ ls ∧ ∃ v, bind_all xs vs !! y = Some v ∧ (list_to_map (zip ls vs) : store) !! l = Some v.
Proof.
  unfold bind_all. revert ls vs. induction xs as [|x xs IH]; intros [|l0 ls] [|v0 vs] Hnd; simpl; try done.
  apply NoDup_cons in Hnd as [Hl0 Hnd]. intros [= Hls] [= Hvs] Hy. destruct (decide (y = x)) as [->|Hne].
  - rewrite lookup_insert in Hy. injection Hy as <-. split; [left|]. exists v0. by rewrite !lookup_insert.
  - rewrite lookup_insert_ne in Hy by done. destruct (IH ls vs Hnd Hls Hvs Hy) as (Hl & v & Hv & Hv').
    split; [by right|]. exists v. rewrite !lookup_insert_ne; [done| |done]. by intros ->.
Qed.

Lemma bind_distinct xs (ls : list loc) y z l :
  NoDup ls → bind_all xs ls !! y = Some l → bind_all xs ls !! z = Some l → y = z.
Proof.
  unfold bind_all. revert ls. induction xs as [|x xs IH]; intros [|l0 ls] Hnd; simpl; try done.
  apply NoDup_cons in Hnd as [Hl0 Hnd].
  assert (∀ w, (list_to_map (zip xs ls) : env) !! w = Some l0 → False) as Hno.
  { intros w Hw. apply Hl0. by apply elem_of_list_to_map_2, elem_of_zip_r in Hw. }
  destruct (decide (y = x)) as [->|], (decide (z = x)) as [->|];
    rewrite ?lookup_insert, ?lookup_insert_ne by done; intros; simplify_eq; try done; try by exfalso; eapply Hno.
  by eapply IH.
Qed.

Lemma store_fresh ls (vs : list value) (s : store) l : l ∉ ls → (list_to_map (zip ls vs) ∪ s) !! l = s !! l.
Proof.
  intros Hl. apply lookup_union_r. apply not_elem_of_list_to_map_1. intros Hin. apply Hl.
  apply elem_of_list_fmap in Hin as ([l' v] & -> & Hz). by eapply elem_of_zip_l.
Qed.

Section call.
  Context (f : name) (xs : list var) (b : term) (ρf : env) (own : functions) (V : gset var) (own' : scope).
  Context (ρ : env) (s : store) (σ : vars) (vs : list value) (ls : list loc).
  Context (Hholds : holds ρ s σ) (Hdistinct : ∀ y z l, ρ !! y = Some l → ρ !! z = Some l → y = z).
  Context (Hf : agrees (FCons f xs b ρf own FNil) (SCons f xs b V own' SNil) ρ).
  Context (Hvs : length vs = length xs) (Hls : length ls = length xs) (Hnd : NoDup ls) (Hfresh : ∀ l, l ∈ ls →
    s !! l = None).
  #[local] Set Default Proof Using "Type*".

  Let ρc : env := bind_all xs ls ∪ ρf.
  Let V' := V ∖ names_of xs.
  Let sc : store := list_to_map (zip ls vs) ∪ s.
  Let σc : vars := bind_all xs vs ∪ within V' σ.

  Lemma in_V' y : y ∈ V' ↔ y ∈ V ∧ y ∉ xs.
  Proof. unfold V', names_of. rewrite elem_of_difference, elem_of_list_to_set. done. Qed.

  Lemma callee_param y l : ρc !! y = Some l → y ∈ xs → l ∈ ls ∧ bind_all xs ls !! y = Some l ∧
    ∃ v, σc !! y = Some v ∧ sc !! l = Some v.
  Proof.
    intros Hy Hx. destruct (bind_all_Some xs ls y Hls Hx) as [l' Hl'].
    assert (l' = l) as -> by (unfold ρc in Hy; rewrite (lookup_union_Some_l _ _ _ _ Hl') in Hy; congruence).
    destruct (bind_zip _ _ _ _ _ Hnd Hls Hvs Hl') as (? & v & Hv & Hv'). split_and!; try done. exists v.
    split; by apply lookup_union_Some_l.
  Qed.

  Lemma callee_captured y : y ∉ xs → ρc !! y = ρf !! y ∧ ρf !! y = within V ρ !! y ∧ σc !! y = within V σ !! y.
  Proof.
    intros Hx. destruct Hf as (_ & _ & _ & Hρ & _). split_and!; [|by apply Hρ|].
    - apply lookup_union_r. by apply bind_all_None.
    - unfold σc. rewrite lookup_union_r by by apply bind_all_None.
      rewrite !lookup_within. destruct (decide (y ∈ V)).
      + rewrite decide_True; [done|]. by apply in_V'.
      + rewrite decide_False; [done|]. rewrite in_V'. tauto.
  Qed.

  Lemma callee_old y l : ρc !! y = Some l → y ∉ xs → y ∈ V ∧ ρ !! y = Some l ∧ l ∉ ls.
  Proof.
    intros Hy Hx. destruct (callee_captured y Hx) as (E1 & E2 & _). rewrite E1, E2, lookup_within in Hy.
    case_decide; [|done]. split_and!; [done..|]. intros Hl%Hfresh. destruct Hholds as [Hh _].
    destruct (Hh _ _ Hy) as (v & Hv & _). by rewrite Hv in Hl.
  Qed.

  Lemma callee_inv : inv ρc (FCons f xs b ρf own own) (SCons f xs b V own' own') sc σc.
  Proof.
    split.
    - split.
      + intros y l Hy. destruct (decide (y ∈ xs)) as [Hx|Hx].
        * destruct (callee_param y l Hy Hx) as (_ & _ & v & ? & ?). eauto.
        * destruct (callee_old y l Hy Hx) as (HV & Hl & Hno). destruct Hholds as [Hh _].
          destruct (Hh _ _ Hl) as (v & Hv & Hσ). exists v. unfold sc. rewrite store_fresh by done. split; [done|].
          destruct (callee_captured y Hx) as (_ & _ & ->). rewrite lookup_within, decide_True by done. done.
      + intros y Hy. destruct (decide (y ∈ xs)) as [Hx|Hx].
        { exfalso. destruct (bind_all_Some xs ls y Hls Hx) as [l Hl]. unfold ρc in Hy.
          by rewrite (lookup_union_Some_l _ _ _ _ Hl) in Hy. }
        destruct (callee_captured y Hx) as (E1 & E2 & ->). rewrite E1, E2, lookup_within in Hy.
        rewrite lookup_within. case_decide; [|done]. by apply Hholds.
    - intros y z l Hy Hz. destruct (decide (y ∈ xs)) as [Hx|Hx], (decide (z ∈ xs)) as [Hx'|Hx'].
      + destruct (callee_param y l Hy Hx) as (_ & ? & _). destruct (callee_param z l Hz Hx') as (_ & ? & _).
        by eapply bind_distinct.
      + destruct (callee_param y l Hy Hx) as (? & _). by destruct (callee_old z l Hz Hx') as (_ & _ & ?).
      + destruct (callee_param z l Hz Hx') as (? & _). by destruct (callee_old y l Hy Hx) as (_ & _ & ?).
      + destruct (callee_old y l Hy Hx) as (_ & ? & _). destruct (callee_old z l Hz Hx') as (_ & ? & _). eauto.
    - destruct Hf as (_ & Hnx & Hfine & Hρ & HV & Hown & _). simpl. split_and!; try done.
      + intros y Hy. destruct (callee_captured y Hy) as (E1 & E2 & _). rewrite lookup_within, E1.
        case_decide; [done|]. by rewrite E2, lookup_within, decide_False.
      + intros y HyV Hy. destruct (callee_captured y Hy) as (-> & -> & _).
        rewrite lookup_within, decide_True by done. auto.
      + eapply agrees_mono; [|done]. apply map_subseteq_spec. intros y l. rewrite lookup_without. case_decide; [done|].
        by destruct (callee_captured y) as (-> & _).
  Qed.

  Lemma callee_fine : fine (dom σc) (SCons f xs b V own' own') b.
  Proof.
    destruct Hf as (_ & Hnx & Hfine & Hρ & HV & _ & _). replace (dom σc) with (V ∪ names_of xs); [done|].
    apply set_eq. intros y. unfold names_of. rewrite elem_of_union, elem_of_list_to_set, elem_of_dom.
    destruct (decide (y ∈ xs)) as [Hx|Hx].
    - split; [|tauto]. intros _. destruct (bind_all_Some xs vs y Hvs Hx) as [v Hv]. exists v.
      by apply lookup_union_Some_l.
    - destruct (callee_captured y Hx) as (_ & _ & ->). rewrite lookup_within.
      case_decide as HyV; [|split; [tauto|by intros []]].
      split; [|tauto]. intros _. destruct (HV y HyV Hx) as [l Hl]. destruct Hholds as [Hh _].
      destruct (Hh _ _ Hl) as (v & _ & ?). eauto.
  Qed.

  (** What the callee leaves: [s1], before its own variables are cleaned away if they are. *)
  Context (tight : Prop) (clean : env → store → store).
  Context (clean_other : ∀ T s l, (∀ x, T !! x ≠ Some l) → clean T s !! l = s !! l).
  Context (clean_own : tight → ∀ T s x l, T !! x = Some l → clean T s !! l = None).
  Context (s1 : store) (σ1 : vars) (Hholds1 : holds ρc s1 σ1).
  Context (Hafter : ∀ l, (∀ y, ρc !! y ≠ Some l) → is_Some (sc !! l) ∨ tight → s1 !! l = sc !! l).

  Lemma not_param l : l ∉ ls → ∀ x, bind_all xs ls !! x ≠ Some l.
  Proof. intros Hl x Hx. by destruct (bind_zip _ _ _ _ _ Hnd Hls Hvs Hx) as [? _]. Qed.

  Lemma caller_holds : holds ρ (clean (bind_all xs ls) s1) (within V' σ1 ∪ σ).
  Proof.
    destruct Hholds as [Hh HN]. split.
    - intros y l Hy. destruct (Hh _ _ Hy) as (v & Hv & Hσ).
      assert (l ∉ ls) as Hl by (intros Hl%Hfresh; by rewrite Hv in Hl).
      rewrite clean_other by by apply not_param. destruct (decide (y ∈ V')) as [HV|HV].
      + pose proof HV as [HV1 HV2]%in_V'. destruct (callee_captured y HV2) as (E1 & E2 & _).
        rewrite lookup_within, decide_True, Hy in E2 by done. rewrite E2 in E1.
        destruct Hholds1 as [H1 _]. destruct (H1 _ _ E1) as (w & Hw & Hw'). exists w. split; [done|].
        apply lookup_union_Some_l. by rewrite lookup_within, decide_True.
      + exists v. split.
        * rewrite Hafter; [unfold sc; by rewrite store_fresh| |unfold sc; rewrite store_fresh by done; eauto].
          intros z Hz. destruct (decide (z ∈ xs)) as [Hx|Hx]; [by destruct (callee_param z l Hz Hx) as (? & _)|].
          destruct (callee_old z l Hz Hx) as (? & Hz' & _). apply HV. rewrite (Hdistinct _ _ _ Hy Hz'). by apply in_V'.
        * rewrite lookup_union_r; [done|]. by rewrite lookup_within, decide_False.
    - intros y Hy. apply lookup_union_None. split; [|by apply HN]. rewrite lookup_within. case_decide as HV; [|done].
      apply in_V' in HV as [HV Hx]. exfalso. destruct Hf as (_ & _ & _ & _ & HV' & _).
      destruct (HV' y HV Hx) as [l Hl]. congruence.
  Qed.

  Lemma caller_after l : (∀ y, ρ !! y ≠ Some l) → is_Some (s !! l) ∨ tight → clean (bind_all xs ls) s1 !! l = s !! l.
  Proof.
    intros Hl Hs. destruct (decide (l ∈ ls)) as [Hin|Hin].
    - pose proof (Hfresh _ Hin) as E. destruct Hs as [[? ?]|Ht]; [congruence|]. rewrite E.
      assert (∃ x, bind_all xs ls !! x = Some l) as [x Hx].
      { destruct Hf as (_ & Hnx & _). apply elem_of_list_lookup in Hin as [i Hi].
        destruct (lookup_lt_is_Some_2 xs i) as [x Hx]; [rewrite <-Hls; by eapply lookup_lt_Some|]. exists x.
        apply elem_of_list_to_map_1; [rewrite fst_zip by lia; done|]. apply elem_of_list_lookup. exists i.
        by apply lookup_zip_with_Some; eauto. }
      by eapply clean_own.
    - rewrite clean_other by by apply not_param. pose proof (store_fresh ls vs s l Hin) as E. fold sc in E.
      rewrite Hafter; [done| |by rewrite E]. intros y Hy.
      destruct (decide (y ∈ xs)) as [Hx|Hx]; [by destruct (callee_param y l Hy Hx) as (? & _)|].
      destruct (callee_old y l Hy Hx) as (_ & Hz' & _). by apply (Hl y).
  Qed.
End call.
