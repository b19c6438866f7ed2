(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * An accepted layout loses nothing: every operation of the language,
    performed by the source and by the machine with that layout.

    This is the .fl instance of the hypotheses of [Core.Machine.Simulation]. *)
From Fairlead.Base Require Import Prelude Outcome Table.
From Fairlead.Core.Model Require Import Semantics Points.
From Fairlead.Core.Machine Require Import Liveness Simulation.
From Fairlead.Lang.Model Require Export Source.
From Fairlead.Lang.Frames Require Export Checker Parametricity.

Section lists.
  Context {A B : Type}.
  Lemma keep_if_length {P} f (s : store P) : length (keep_if f s) = length s.
  Proof. apply imap_length. Qed.
  Lemma keep_if_lookup {P} f (s : store P) x : f x = true → keep_if f s !! x = s !! x.
  Proof. intros Hx. unfold keep_if. rewrite list_lookup_imap, Hx. by destruct (s !! x). Qed.

  Lemma existsb_elem (f : A → bool) l a : existsb f l = false → a ∈ l → f a = false.
  Proof.
    intros Hl Ha. destruct (f a) eqn:?; [|done]. rewrite <-Hl. symmetry. apply existsb_exists.
    exists a. by rewrite <-elem_of_list_In.
  Qed.
  Lemma forallb_elem (f : A → bool) l a : forallb f l = true → a ∈ l → f a = true.
  Proof. rewrite forallb_forall. intros Hl Ha. by apply Hl, elem_of_list_In. Qed.
  Lemma existsb_subset (f : A → bool) l l' : l ⊆ l' → existsb f l' = false → existsb f l = false.
  Proof.
    intros Hl Hf. destruct (existsb f l) eqn:H; [|done]. apply existsb_exists in H as (a & Ha & Hfa).
    rewrite (existsb_elem _ _ a Hf) in Hfa; [done|]. by apply Hl, elem_of_list_In.
  Qed.
End lists.

Lemma elem_of_by_mode f pr x :
  x ∈ by_mode f pr ↔ ∃ m t, params pr !! x = Some (m, t) ∧ f m = true.
Proof.
  unfold by_mode, numbered. rewrite elem_of_list_omap. split.
  - intros ([i [m t]] & (j & y & [= -> <-] & ?)%elem_of_lookup_imap & Hx).
    destruct (f m) eqn:?; simplify_eq. eauto.
  - intros (m & t & Hx & Hf). exists (x, (m, t)). rewrite Hf. split; [|done].
    apply elem_of_lookup_imap. eauto.
Qed.

Lemma elem_of_lent pr x : x ∈ lent_of pr → ∃ t, params pr !! x = Some (Lent, t).
Proof.
  unfold lent_of. rewrite elem_of_list_omap.
  intros ([i [[] t]] & (j & y & [= -> <-] & ?)%elem_of_lookup_imap & [= ->]). eauto.
Qed.

Section sound.
  Context (Q : program) (L : plans).
  Context (external : nat → list data → option (list data * data)).
  Context (lent_free : ∀ p pr, procs Q !! p = Some pr → begins L p pr = true).

  Local Notation A := (layout_analysis Q L).
  Local Notation pt := (point_rel A (fl_code Q)).
  Local Notation store_rel := (store_rel pt).
  Local Notation val_rel := (val_rel pt).
  Local Notation W1 := (W Q source).
  Local Notation W2 := (W Q (laid_out Q L)).

  (** ** Writing *)
  Lemma clash_subset p x V V' : V ⊆ V' → clash L p x V' = false → clash L p x V = false.
  Proof. unfold clash, with_slot. repeat case_match; try done. apply existsb_subset. Qed.

  Lemma touch_harmless p : harmless (P2 := machine_point) (layout_touch L p) (clash L p).
  Proof.
    split; unfold layout_touch, clash, with_slot; intros; repeat case_match; try done.
    - apply keep_if_length.
    - apply keep_if_lookup, negb_true_iff. by eapply existsb_elem.
  Qed.

  (** ** Starting *)
  Lemma locals_length pr : length (locals_of source pr) = length (locals_of (laid_out Q L) pr).
  Proof. unfold locals_of. by rewrite !map_length. Qed.

  Lemma place_args_rel ps vs ws :
    Forall2 val_rel vs ws →
    outcome_rel (λ s t, length s = length ps ∧ length t = length ps ∧
        ∀ x m ty, ps !! x = Some (m, ty) → owned m = true →
          option_Forall2 (option_Forall2 val_rel) (s !! x) (t !! x))
      (place_args source ps vs) (place_args (laid_out Q L) ps ws).
  Proof.
    intros Hvs. revert vs ws Hvs. induction ps as [|[m ty] ps IH]; intros vs ws Hvs; simpl.
    { destruct Hvs; constructor. by split_and!. }
    destruct m.
    1,2: destruct Hvs as [|v w vs ws Hv Hvs]; [constructor|];
      (eapply outcome_rel_bind; [by apply IH|]); intros s t (? & ? & Hst); constructor; simpl;
      split_and!; [lia..|]; intros [|x] m' ty'; simpl; [|by apply Hst];
      intros; by do 2 constructor.
    eapply outcome_rel_bind; [by apply IH|]. intros s t (? & ? & Hst). constructor; simpl.
    split_and!; [lia..|]. intros [|x] m' ty'; simpl; [|by apply Hst]. by intros [= <- <-].
  Qed.

  Lemma worlds_rel : world_rel pt W1 W2.
  Proof.
    split; simpl.
    - intros c. destruct (consts Q !! c); simpl; constructor. apply of_const_rel.
    - intros p vs ws Hvs. unfold fresh. destruct (procs Q !! p) as [pr|] eqn:Hp; simpl; [|done].
      eapply outcome_rel_bind; [by apply place_args_rel|]. intros s t (Hs & Ht & Hst). constructor.
      exists (by_mode owned pr). split.
      { replace (by_mode owned pr) with (fresh_set A p); [constructor|]. simpl. unfold of_proc. by rewrite Hp. }
      split; simpl.
      { rewrite !app_length, locals_length. lia. }
      intros x (m & ty & Hx & ?)%elem_of_by_mode. apply lookup_lt_Some in Hx as Hlt.
      rewrite !lookup_app_l by lia. eauto.
  Qed.

  Lemma borrow_rel p xs ds V U s t :
    need_borrow (clash L p) xs V = Some U → store_rel U s t →
    outcome_rel (store_rel V) (borrow source p xs ds s) (borrow (laid_out Q L) p xs ds t).
  Proof.
    revert ds U s t. induction xs as [|x xs IH]; intros ds U s t; simpl.
    { intros [= ->] ?. by destruct ds; constructor. }
    intros (U' & HU & Hx)%bind_Some Hs. destruct ds as [|d ds]; [constructor|].
    eapply IH; [done|]. eapply need_write_rel; [apply touch_harmless|done..|apply of_data_rel].
  Qed.

  (** When everything else is there, so it is after the lent storage came. *)
  Lemma borrow_all_rel p xs ds V U s t :
    (∀ x, x ∈ xs → clash L p x V = false) → (∀ y, y ∈ V → y ∈ U ∨ y ∈ xs) → store_rel U s t →
    outcome_rel (store_rel V) (borrow source p xs ds s) (borrow (laid_out Q L) p xs ds t).
  Proof.
    revert ds U s t. induction xs as [|x xs IH]; intros ds U s t Hc HV Hs; simpl.
    { destruct ds; constructor. eapply store_rel_subset; [|done].
      intros y [?|?%elem_of_nil]%HV; done. }
    destruct ds as [|d ds]; [constructor|].
    apply (IH ds (filter (λ y, y = x ∨ y ∈ U) V)).
    - intros y ?. apply Hc. by apply elem_of_list_further.
    - intros y Hy. destruct (HV y Hy) as [?|[->|?]%elem_of_cons]; [left..|by right];
        apply elem_of_list_filter; auto.
    - eapply write_rel; [apply touch_harmless| | |done|apply of_data_rel].
      + eapply clash_subset; [|apply Hc, elem_of_list_here]. by intros ? [_ ?]%elem_of_list_filter.
      + by intros ? [? _]%elem_of_list_filter.
  Qed.

  (** ** Ending *)
  Lemma variable_rel' x s t :
    option_Forall2 (option_Forall2 val_rel) (s !! x) (t !! x) →
    outcome_rel val_rel (variable s x) (variable t x).
  Proof. apply variable_rel. Qed.

  Lemma lent_data_rel xs V s t :
    store_rel V s t → xs ⊆ V → lent_data xs s = lent_data xs t.
  Proof.
    intros [_ Hs] Hxs. apply collect_eq. apply Forall_Forall2_diag, Forall_forall. intros x Hx.
    unfold variable. destruct (Hs x (Hxs x Hx)) as [? ? Ho|]; [|done].
    destruct Ho; simpl; [|done]. by eapply to_data_rel.
  Qed.

  Lemma exit_vars_spec pr x :
    x = ret pr ∨ (∃ m t, params pr !! x = Some (m, t) ∧ returned m = true) → x ∈ exit_vars pr.
  Proof. unfold exit_vars. rewrite <-elem_of_by_mode. apply elem_of_add. Qed.

  Lemma lent_exit pr : lent_of pr ⊆ exit_vars pr.
  Proof. intros x [t ?]%elem_of_lent. apply exit_vars_spec. eauto. Qed.

  Lemma shown_exit pr : shown_of pr ⊆ exit_vars pr.
  Proof.
    intros x. unfold shown_of. rewrite elem_of_list_omap.
    intros ([i [m t]] & (j & y & [= -> <-] & Hj)%elem_of_lookup_imap & Hx).
    destruct (shown (m, t)) eqn:Hm; [|done]. injection Hx as ->.
    apply exit_vars_spec. right. exists m, t. by destruct m.
  Qed.

  Lemma exit_set_eq p pr : procs Q !! p = Some pr → exit_set A p = exit_vars pr.
  Proof. intros Hp. simpl. unfold of_proc. by rewrite Hp. Qed.

  Lemma finish_rel p s t :
    store_rel (exit_set A p) s t →
    outcome_rel eq (fl_finish Q p s) (fl_finish Q p t).
  Proof.
    intros Hs. unfold fl_finish. destruct (procs Q !! p) as [pr|] eqn:Hp; [|constructor].
    rewrite (exit_set_eq _ _ Hp) in Hs. simpl.
    eapply outcome_rel_bind; [by apply variable_rel', Hs, exit_vars_spec; left|]. intros v w Hv.
    rewrite (to_data_rel _ _ _ Hv), (lent_data_rel _ _ _ _ Hs (shown_exit pr)).
    apply outcome_rel_eq.
  Qed.

  (** ** Suspending *)
  Lemma park_rel p l V s t :
    (∀ pl off n, stop_of L p l = Some (pl, (off, n)) → forallb (survives pl off n) V = true) →
    store_rel V s t → store_rel V s (layout_park L p l t).
  Proof.
    intros HV [Hlen Hs]. unfold layout_park. destruct (stop_of L p l) as [[pl [off n]]|]; [|done].
    split; [by rewrite keep_if_length|]. intros x Hx. rewrite keep_if_lookup; [auto|].
    eapply forallb_elem; eauto.
  Qed.

  Lemma ask_rel p l x K V s t :
    need_before_ask Q L p l x K = Some V → store_rel V s t →
    outcome_rel eq (fl_ask Q source x s) (fl_ask Q (laid_out Q L) x t) ∧
    store_rel K s (layout_park L p l t).
  Proof.
    unfold need_before_ask. intros ([pl [off n]] & Hl & (eff & ? & HV)%bind_Some)%bind_Some Hs.
    destruct (_ && _) eqn:Hok; [|done]. simplify_eq. apply andb_prop in Hok as [[_ Hok]%andb_prop _].
    apply (eval_all_rel _ _ _ worlds_rel) in Hs as [Hs Hvs].
    assert (store_rel K s t) as HK.
    { eapply store_rel_subset; [|done]. intros ??. apply elem_of_merge. auto. }
    split; [|apply park_rel; [|done]; intros; by simplify_eq].
    unfold fl_ask. eapply outcome_rel_bind; [done|]. intros vs ws Hv.
    rewrite (to_data_rel_all _ _ _ Hv), (lent_data_rel (ask_lent x) _ _ _ Hs); [apply outcome_rel_eq|].
    intros ??. apply elem_of_merge. auto.
  Qed.

  Lemma answer_rel p x r after K s t :
    keep_during_ask (clash L p) x after = Some K → store_rel K s t →
    outcome_rel (store_rel after) (fl_answer Q source p x r s) (fl_answer Q (laid_out Q L) p x r t).
  Proof.
    unfold keep_during_ask. intros (U & ? & ?)%bind_Some Hs.
    eapply outcome_rel_bind; [by eapply borrow_rel|]. intros.
    eapply assign_to_rel; [apply worlds_rel|apply touch_harmless|done..|apply of_data_rel].
  Qed.

  Lemma begin_rel p r s t :
    store_rel (fresh_set A p) s t →
    outcome_rel (store_rel (entry_set A p)) (fl_begin Q source p r s) (fl_begin Q (laid_out Q L) p r t).
  Proof using lent_free.
    unfold fl_begin; simpl; unfold of_proc.
    destruct (procs Q !! p) as [pr|] eqn:Hp; simpl; [|done]. intros Hs.
    eapply borrow_all_rel; [| |done].
    - intros x Hx. apply lent_free, (forallb_elem _ _ x) in Hp; [|done]. by apply negb_true_iff in Hp.
    - intros y (m & t' & Hy & _)%elem_of_by_mode. destruct (owned m) eqn:?.
      + left. apply elem_of_by_mode. eauto.
      + right. destruct m; try done. unfold lent_of. apply elem_of_list_omap.
        exists (y, (Lent, t')). split; [|done]. apply elem_of_lookup_imap. eauto.
  Qed.
End sound.
