(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What is lent for a step, referred to.

    Below the coroutines that run in a step is what is lent to them, in one activation
    ([shares_lent]). A coroutine that is called refers to the same ([lent_passed]), and when it
    returns, its caller does again ([lent_returned]). *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Lang.Typing Require Import Soundness.
From Fairlead.Lang.Model Require Import Induction.
From Fairlead.Lang.InPlace Require Import References.

(** Of a coroutine's parameters, those that are lent: references to what is below, counted from [n]. *)
Fixpoint lent_refs (ps : list (mode * ty)) (n : nat) : refs :=
  match ps with
  | [] => []
  | (Lent, _) :: ps => Some (Written, (n, [])) :: lent_refs ps (S n)
  | _ :: ps => None :: lent_refs ps n
  end.

(** Of a list with one entry for each parameter, the entries of lent ones. *)
Fixpoint lents {A} (ps : list (mode * ty)) (l : list A) : list A :=
  match ps, l with
  | (Lent, _) :: ps, a :: l => a :: lents ps l
  | _ :: ps, _ :: l => lents ps l
  | _, _ => []
  end.

Section storage.
  Context {P : Type}.
  Implicit Types (s t d : store P).

  Lemma puts_lent ps n t d :
    length ps ≤ length t → Forall is_Some (lents ps t) → length d = n + length (lents ps t) →
    puts (lent_refs ps n) t d = Ok (take n d ++ lents ps t).
  Proof.
    revert n t d. induction ps as [|[m ty] ps IH]; intros n t d Hlen Hsome Hd; simpl in *.
    - rewrite app_nil_r, take_ge; [done|lia].
    - destruct t as [|o t]; simpl in Hlen; [lia|]. destruct m; try (apply IH; [lia|done..]).
      simpl in *. inversion_clear Hsome as [|? ? [v ->] Hsome']. unfold write_path. simpl.
      destruct (lookup_lt_is_Some_2 d n) as [o' Ho]; [lia|]. rewrite Ho. simpl.
      rewrite IH; [|lia|done|rewrite insert_length; lia].
      rewrite (take_S_r _ _ (Some v)) by (apply list_lookup_insert; lia).
      rewrite take_insert by lia. by rewrite <-app_assoc.
  Qed.

  Lemma ref_at_lent ps n x b a :
    ref_at (lent_refs ps n) x = Some (b, a) →
    b = Written ∧ ∃ j ty, a = (n + j, []) ∧ ps !! x = Some (Lent, ty) ∧
      ∀ t : store P, length ps ≤ length t → lents ps t !! j = t !! x.
  Proof.
    revert n x. induction ps as [|[m ty] ps IH]; intros n x Hx; [done|].
    assert (∀ (t : store P) j, length ((m, ty) :: ps) ≤ length t →
      (∀ t : store P, length ps ≤ length t → lents ps t !! j = t !! pred x) → x ≠ 0 →
      lents ps (tail t) !! j = t !! x) as Htail.
    { intros [|o t] j Hlen Hj Hne; simpl in *; [lia|]. rewrite Hj by lia. by destruct x. }
    destruct x as [|x].
    - destruct m; try done. injection Hx as <- <-. split; [done|]. exists 0, ty.
      split_and!; [by rewrite Nat.add_0_r|done|]. intros [|o t] Hlen; simpl in *; [lia|done].
    - destruct m; [apply (IH n x) in Hx|apply (IH n x) in Hx|apply (IH (S n) x) in Hx];
        destruct Hx as (-> & j & ty' & -> & Hty & Ht); (split; [done|]).
      1,2: exists j, ty'; split_and!; [done..|]; intros t Hlen; rewrite <-(Htail t j Hlen Ht) by done; destruct t; simpl in *; [lia|done].
      exists (S j), ty'. split_and!; [f_equal; lia|done|]. intros t Hlen. rewrite <-(Htail t j Hlen Ht) by done.
      destruct t; simpl in *; [lia|done].
  Qed.

  Lemma lent_refs_apart ps n : refs_apart (lent_refs ps n).
  Proof using P.
    revert n. induction ps as [|[m ty] ps IH]; intros n i j b c a a' Hne Hi Hj Hbc; [done|].
    destruct m.
    1,2: destruct i as [|i], j as [|j]; try done; apply (IH n i j b c); [congruence|done..].
    destruct i as [|i], j as [|j]; try done.
    - injection Hi as <- <-. apply (ref_at_lent ps (S n)) in Hj as (_ & k & _ & -> & _). left. simpl. lia.
    - injection Hj as <- <-. apply (ref_at_lent ps (S n)) in Hi as (_ & k & _ & -> & _). left. simpl. lia.
    - apply (IH (S n) i j b c); [congruence|done..].
  Qed.

  (** What is below may be written, as far as it is lent. *)
  Definition open_below (K : list (refs * store P)) : Prop :=
    match K with [] => True | (rs, _) :: _ => ∀ j l a, ref_at rs j ≠ Some (Shown l, a) end.
  Lemma open_writable t K F x : shares t K F → open_below K → writable F x.
  Proof. destruct 1; simpl; [by intros _ ? a|]. intros Hopen l a. apply Hopen. Qed.

  Lemma shares_lent ps t t' d K F :
    length ps ≤ length t → Forall is_Some (lents ps t) → length d = length (lents ps t) → Forall is_Some d →
    shares (lents ps t) K F → open_below K →
    length t' = length t → (∀ x, ref_at (lent_refs ps 0) x = None → t !! x = t' !! x) →
    shares t ((lent_refs ps 0, d) :: K) ((t', lent_refs ps 0) :: F).
  Proof.
    intros Hps Hsome Hd Hdsome HF Hopen Hlen Hown. econstructor; [by apply puts_lent|exact HF|done|apply lent_refs_apart|].
    intros x. destruct (ref_at (lent_refs ps 0) x) as [[b a]|] eqn:Hx; [|by apply Hown].
    apply ref_at_lent in Hx as (-> & j & ty & -> & Hty & Hj). specialize (Hj t Hps). simpl.
    destruct (lookup_lt_is_Some_2 t x) as [o Ho]; [apply lookup_lt_Some in Hty; lia|].
    rewrite Ho in Hj. pose proof (Forall_lookup_1 _ _ _ _ Hsome Hj) as [v ->].
    destruct (lookup_lt_is_Some_2 d j) as [o' Ho']; [rewrite Hd; by eapply lookup_lt_Some|].
    pose proof (Forall_lookup_1 _ _ _ _ Hdsome Ho') as [v' ->]. split_and!; [| |].
    - unfold peek_store. simpl. rewrite Ho'. by eexists.
    - intros _. by eapply open_writable.
    - exists v, v. split_and!; [done|unfold peek_store; simpl; by rewrite Hj|done].
  Qed.

  Lemma shares_lent_inv ps t d K F :
    length ps ≤ length t → Forall is_Some (lents ps t) → length d = length (lents ps t) →
    shares t ((lent_refs ps 0, d) :: K) F → shares (lents ps t) K (tail F).
  Proof.
    intros Hps Hsome Hd HF. apply shares_pop in HF as (t' & F' & s' & -> & Hs' & HF').
    rewrite puts_lent in Hs' by done. injection Hs' as <-. exact HF'.
  Qed.

  Lemma own_length (r : refs) t : length (own r t) = length t.
  Proof. apply imap_length. Qed.
  Lemma own_lookup (r : refs) t x : ref_at r x = None → own r t !! x = t !! x.
  Proof. intros Hx. unfold own. rewrite list_lookup_imap, Hx. by destruct (t !! x). Qed.
End storage.

(** ** The lent ones of a procedure, as it numbers them *)
Definition lent_from (n : nat) (ps : list (mode * ty)) : list nat :=
  omap (λ '(i, (m, _)), match m with Lent => Some i | _ => None end) (imap (λ i (x : mode * ty), (n + i, x)) ps).

Lemma lent_from_cons n m u ps :
  lent_from n ((m, u) :: ps) = match m with Lent => n :: lent_from (S n) ps | _ => lent_from (S n) ps end.
Proof.
  unfold lent_from. rewrite imap_cons. cbn [omap list_omap].
  assert (imap ((λ i (x : mode * ty), (n + i, x)) ∘ S) ps = imap (λ i x, (S n + i, x)) ps) as ->.
  { apply imap_ext. intros. simpl. f_equal. lia. }
  rewrite Nat.add_0_r. by destruct m.
Qed.

Lemma lent_from_ge n ps x : x ∈ lent_from n ps → n ≤ x.
Proof.
  revert n. induction ps as [|[m ty] ps IH]; intros n; [by intros ?%elem_of_nil|]. rewrite lent_from_cons.
  destruct m; [intros ?%IH; lia..|]. intros [->|?%IH]%elem_of_cons; lia.
Qed.

Lemma lent_from_distinct n ps : NoDup (lent_from n ps).
Proof.
  revert n. induction ps as [|[m ty] ps IH]; intros n; [constructor|]. rewrite lent_from_cons.
  destruct m; try apply IH. constructor; [|apply IH]. intros ?%lent_from_ge. lia.
Qed.

Lemma lents_lookup {A} n ps (t : list A) :
  n + length ps ≤ length t → Forall2 (λ x o, t !! x = Some o) (lent_from n ps) (lents ps (drop n t)).
Proof.
  revert n. induction ps as [|[m ty] ps IH]; intros n Hlen; simpl in *.
  { unfold lent_from. simpl. destruct (drop n t); constructor. }
  destruct (lookup_lt_is_Some_2 t n) as [o Ho]; [lia|]. rewrite lent_from_cons, (drop_S _ _ _ Ho).
  destruct m; try (apply IH; lia). constructor; [done|]. apply IH. lia.
Qed.

Lemma lents_of {A} pr (t : list A) :
  length (params pr) ≤ length t → Forall2 (λ x o, t !! x = Some o) (lent_of pr) (lents (params pr) t).
Proof. intros. apply (lents_lookup 0). done. Qed.

Lemma lents_length {A} ps (t : list A) :
  length ps ≤ length t → length (lents ps t) = length (List.filter (is_lent ∘ fst) ps).
Proof.
  revert t. induction ps as [|[m ty] ps IH]; intros [|o t] Hlen; simpl in *; try done; [lia|].
  destruct m; simpl; rewrite IH by lia; done.
Qed.

Lemma lents_none ps x : ref_at (lent_refs ps 0) x = None ↔ ∀ ty, ps !! x ≠ Some (Lent, ty).
Proof.
  generalize 0. revert x. induction ps as [|[m ty] ps IH]; intros x n; [done|].
  destruct m, x as [|x]; unfold ref_at; simpl; try (by split; [intros _ ? [=]|done]); try apply IH.
  split; [done|]. intros H. by destruct (H ty).
Qed.

(** ** What arrives with a step *)
Lemma borrow_lents p n ps ds (s t : store fl_point) :
  borrow source p (lent_from n ps) ds s = Ok t → n + length ps ≤ length s →
  length t = length s ∧ (∀ x, x < n → t !! x = s !! x) ∧ lents ps (drop n t) = map (Some ∘ of_data) ds.
Proof.
  revert n ds s. induction ps as [|[m ty] ps IH]; intros n ds s; [|rewrite lent_from_cons]; simpl.
  - unfold lent_from. simpl. destruct ds; simpl; [|done]. intros [= ->] _. by destruct (drop n t).
  - intros Hb Hlen.
    destruct m.
    1,2: apply IH in Hb as (Hl & Hbelow & Hlents); [|lia]; split_and!; [done|intros; apply Hbelow; lia|];
      destruct (lookup_lt_is_Some_2 t n) as [o Ho]; [lia|]; by rewrite (drop_S _ _ _ Ho).
    destruct ds as [|d ds]; [done|]. simpl in Hb. unfold write in Hb. simpl in Hb.
    apply IH in Hb as (Hl & Hbelow & Hlents); [|rewrite insert_length; lia]. rewrite insert_length in Hl.
    split_and!; [done| |].
    + intros x Hx. rewrite Hbelow by lia. by rewrite list_lookup_insert_ne by lia.
    + assert (t !! n = Some (Some (of_data d))) as Ho.
      { rewrite Hbelow by lia. rewrite list_lookup_insert by lia. done. }
      rewrite (drop_S _ _ _ Ho). simpl. by rewrite Hlents.
Qed.

(** ** Data *)
Lemma of_to_data {P} (v : val P) d : to_data v = Ok d → of_data d = v.
Proof.
  revert d. induction v as [b|z|l|l IH|l IH|tag v IH|l IH|l|w fs] using val_nested_ind; intros d Hd; simpl in Hd;
    try (by simplify_eq).
  1,2: destruct (collect to_data l) as [ds| |] eqn:Hds; simpl in Hd; try done; injection Hd as <-; simpl; f_equal;
    clear -IH Hds; revert ds Hds; induction IH as [|v l Hv _ IH]; intros ds Hds; simpl in Hds; [by simplify_eq|];
    (destruct (to_data v) as [d| |] eqn:Hd; simpl in Hds; try done);
    (destruct (collect to_data l) as [ds'| |]; simpl in Hds; try done); injection Hds as <-; simpl; f_equal; auto.
  - destruct (to_data v) as [d'| |]; simpl in Hd; try done. injection Hd as <-. simpl. f_equal. auto.
  - destruct (collect _ l) as [ds| |] eqn:Hds; simpl in Hd; try done. injection Hd as <-. simpl. f_equal.
    clear -IH Hds. revert ds Hds. induction IH as [|[k v] l Hv _ IH]; intros ds Hds; simpl in Hds; [by simplify_eq|].
    simpl in Hv. destruct (to_data v) as [d| |] eqn:Hd; simpl in Hds; try done.
    destruct (collect _ l) as [ds'| |]; simpl in Hds; try done. injection Hds as <-. simpl. f_equal; [f_equal; auto|auto].
Qed.
Lemma of_to_datas {P} (vs : list (val P)) ds : collect to_data vs = Ok ds → map of_data ds = vs.
Proof.
  revert ds. induction vs as [|v vs IH]; intros ds Hds; simpl in Hds; [by simplify_eq|].
  destruct (to_data v) as [d| |] eqn:Hd; simpl in Hds; try done.
  destruct (collect to_data vs) as [ds'| |]; simpl in Hds; try done. injection Hds as <-. simpl.
  rewrite (of_to_data v d Hd). f_equal. auto.
Qed.

(** ** Calls between coroutines *)
Lemma same_slots {A} (s : list A) ys l l' :
  Forall2 (λ y o, s !! y = Some o) ys l → Forall2 (λ y o, s !! y = Some o) ys l' → l = l'.
Proof.
  intros Hl. revert l'. induction Hl as [|y o ys l Hy _ IH]; intros l' Hl'; inversion_clear Hl'; [done|].
  f_equal; [congruence|auto].
Qed.

Lemma lent_passed Q s ys ps args vs ls :
  all2 is_own_lent ys (List.filter (is_lent ∘ fst ∘ fst) (zip ps args)) = true →
  collect (λ a, pass (W Q source) a s) args = Ok vs → length args = length ps →
  Forall2 (λ y o, s !! y = Some o) ys (lents ps (map Some vs ++ ls)).
Proof.
  revert ys args vs. induction ps as [|[m t] ps IH]; intros ys [|a args] vs Hys Hvs Hlen; try done.
  { destruct ys; [constructor|done]. }
  simpl in Hvs. destruct (pass _ a s) as [v| |] eqn:Hv; simpl in Hvs; try done.
  destruct (collect _ args) as [vs'| |] eqn:Hvs'; simpl in Hvs; try done. injection Hvs as <-.
  simpl in Hlen. simpl. destruct m; try (apply (IH ys args vs'); [exact Hys|done|lia]).
  destruct ys as [|y ys]; [done|]. simpl in Hys. apply andb_true_iff in Hys as [Hy Hys].
  constructor; [|apply (IH ys args vs'); [exact Hys|done|lia]].
  destruct a as [|[z| | | | |]|]; try done. simpl in Hy. apply Nat.eqb_eq in Hy as ->. cbn in Hv.
  destruct (s !! z) as [[w|]|]; cbn in Hv; [|done..]. by injection Hv as ->.
Qed.

(** What a called coroutine was lent, as references of its caller. *)
Definition passed_on (param : mode * ty) (a : arg) : option (access * path) :=
  match param, a with (Lent, _), AInout (PVar y) => Some (Written, (y, [])) | _, _ => None end.

Section calls.
  Context {Q : program} (HQ : well_typed Q).

  Lemma call_lents p pr l x k pr' :
    position Q p pr (Call l x) k → procs Q !! callee x = Some pr' → suspends pr' = true →
    all2 is_own_lent (lent_of pr) (List.filter (is_lent ∘ fst ∘ fst) (zip (params pr') (call_args x))) = true.
  Proof.
    clear HQ. intros [Hp Hc _ _] Hq Hs. cbn [cmd_ok] in Hc. unfold call_ok in Hc.
    destruct (callee_at _ _) as [pr2|] eqn:Hcallee; [|done]. apply callee_known in Hcallee. simplify_eq.
    apply andb_true_iff in Hc as [_ Hc]. rewrite Hs in Hc. simpl in Hc. unfold passes_through in Hc.
    apply andb_true_iff in Hc as [[_ Hc]%andb_true_iff _]. exact Hc.
  Qed.

  Lemma lent_returned p pr ps args ts cs s ys :
    procs Q !! p = Some pr → args_ok (proc_env Q p pr) ps args = true →
    all2 is_own_lent ys (List.filter (is_lent ∘ fst ∘ fst) (zip ps args)) = true → NoDup ys →
    Forall2 (slots_ok Q) (map snd ps ++ ts) cs → vars_ok Q pr s →
    ∃ s1, puts (zip_with passed_on ps args) cs s = Ok s1 ∧ vars_ok Q pr s1 ∧
      (∀ x, x ∉ ys → s1 !! x = s !! x) ∧ Forall2 (λ y o, s1 !! y = Some o) ys (lents ps cs).
  Proof using HQ.
    intros Hp. unfold args_ok. intros Hargs%all2_Forall2. revert ys cs s.
    induction Hargs as [|[m t] a ps args Ha _ IH]; intros ys cs s Hys Hnd Hcs Hs.
    { destruct ys; [|done]. exists s. simpl. split_and!; [done..|]. destruct cs; constructor. }
    simpl in Hcs. inversion Hcs as [|? o ? ? Ho Hcs']; subst. destruct m; try (by apply IH).
    destruct ys as [|y ys]; [done|]. simpl in Hys. apply andb_true_iff in Hys as [Hy Hys].
    apply NoDup_cons in Hnd as [Hnot Hnd].
    destruct a as [|[z| | | | |]|]; try done. simpl in Hy. apply Nat.eqb_eq in Hy as <-.
    destruct Ho as [t v Hv]. pose proof (give_back_ok (world_known HQ p pr Hp) _ _ _ _ s Ha Hv Hs) as Hok.
    cbn [give_back] in Hok. unfold assign in Hok. simpl in Hok |- *. unfold write_path. simpl.
    destruct (s !! y) as [o'|] eqn:Ho'; simpl in Hok |- *; [|done]. unfold write in Hok. simpl in Hok.
    destruct (IH ys l' (<[y:=Some v]> s) Hys Hnd Hcs' Hok) as (s1 & -> & Hs1 & Hother & Hlents).
    exists s1. split_and!; [done..| |].
    - intros x Hx. apply not_elem_of_cons in Hx as [? ?]. rewrite Hother by done. by rewrite list_lookup_insert_ne.
    - constructor; [|done]. rewrite Hother by done. apply list_lookup_insert. by eapply lookup_lt_Some.
  Qed.

  (** A typed store of a coroutine, with what is lent in it. *)
  Lemma typed_lents pr t :
    vars_ok Q pr t → length (params pr) ≤ length t ∧ Forall is_Some (lents (params pr) t) ∧
      length (lents (params pr) t) = length (lent_types pr).
  Proof.
    clear HQ. intros Ht. pose proof (Forall2_length _ _ _ Ht) as Hlen. unfold variables in Hlen.
    rewrite map_length, app_length in Hlen. split_and!; [lia| |].
    - assert (Forall is_Some t) as Hall by (eapply Forall2_Forall_r; [exact Ht|]; apply Forall_forall; intros ? _ ? []; by eexists).
      clear -Hall. revert t Hall. induction (params pr) as [|[m ty] ps IH]; intros t Hall; [destruct t; constructor|].
      inversion_clear Hall as [|? ? Ho Hall']; [by destruct m; constructor|]. destruct m; simpl; auto.
    - unfold lent_types. rewrite map_length. apply lents_length. lia.
  Qed.

  Lemma lents_typed pr t : vars_ok Q pr t → Forall2 (slots_ok Q) (lent_types pr) (lents (params pr) t).
  Proof.
    clear HQ. intros Ht. destruct (typed_lents pr t Ht) as (Hlen & _ & _).
    assert (Forall2 (λ x ty, ∃ o, t !! x = Some o ∧ slots_ok Q ty o) (lent_of pr) (lent_types pr)) as H.
    { eapply Forall2_impl; [apply lent_vars|]. intros x ty Hx. simpl in Hx.
      assert (map snd (variables pr) !! x = Some ty) as Hty
        by (apply list_lookup_fmap_Some; exists (Lent, ty); split; [by apply param_variable|done]).
      destruct (Forall2_lookup_l _ _ _ _ _ Ht Hty) as (o & ? & ?). eauto. }
    pose proof (lents_of pr t Hlen) as Hl. revert H Hl. generalize (lent_types pr) (lents (params pr) t).
    intros ts l H. revert l. induction H as [|x ty xs ts (o & Ho & Hty) _ IH]; intros l Hl; inversion_clear Hl; [constructor|].
    constructor; [congruence|auto].
  Qed.

  (** What is lent goes to the other side and comes back the same. *)
  Lemma lent_data_lents pr t ds :
    vars_ok Q pr t → lent_data (lent_of pr) t = Ok ds → map (Some ∘ of_data) ds = lents (params pr) t.
  Proof.
    clear HQ. intros Ht. destruct (typed_lents pr t Ht) as (Hlen & _ & _). pose proof (lents_of pr t Hlen) as Hl.
    revert ds. unfold lent_data. induction Hl as [|x o xs l Hx _ IH]; intros ds Hds; simpl in Hds; [by simplify_eq|].
    assert (variable t x = or_wrong o) as Hv by (unfold variable; by rewrite Hx). rewrite Hv in Hds.
    destruct o as [v|]; simpl in Hds; [|done].
    destruct (to_data v) as [d| |] eqn:Hd; simpl in Hds; try done.
    destruct (collect _ xs) as [ds'| |]; simpl in Hds; try done. injection Hds as <-. simpl.
    rewrite (of_to_data v d Hd). f_equal. by apply IH.
  Qed.
End calls.
