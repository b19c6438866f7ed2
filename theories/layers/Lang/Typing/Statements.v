(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Well-typed basic statements are not stuck and keep the types of variables. *)
From Fairlead.Base Require Import Prelude Outcome Table.
From Fairlead.Lang.Typing Require Export Exprs.

(** An external function does to its arguments what it declares. *)
Definition external_ok (exts : nat → option extern) (external : nat → list data → option (list data * data)) : Prop :=
  ∀ f x ds ds' d,
    exts f = Some x → Forall2 data_ok (map snd (ext_params x)) ds → external f ds = Some (ds', d) →
    Forall2 data_ok (map snd (ext_params x)) ds' ∧ data_ok (ext_result x) d.

Section lists.
  Context {P : Type} (vars_of : P → list ty) (coro_ok : procedure → option nat → list P → Prop).
  Local Notation has_type := (has_type vars_of coro_ok).

  Lemma to_datas_ok ts vs :
    Forall (λ t, is_message t = true) ts → Forall2 has_type ts vs →
    ∃ ds, collect to_data vs = Ok ds ∧ Forall2 data_ok ts ds.
  Proof.
    intros Hts Hvs. induction Hvs as [|t v ts vs Hv _ IH]; simpl; [by exists []|].
    apply Forall_cons in Hts as [Ht Hts]. destruct (to_data_ok _ _ _ _ Ht Hv) as (d & -> & ?), (IH Hts) as (ds & IHds & ?).
    exists (d :: ds). simpl. rewrite IHds. auto.
  Qed.

  Lemma of_datas_ok (finished_ok : ∀ p w, coro_ok p w []) ts ds :
    Forall2 data_ok ts ds → Forall2 has_type ts (map of_data ds).
  Proof. induction 1; simpl; auto using of_data_ok. Qed.

  Lemma bytes_same_length t l l' :
    has_type t (VBytes l) → bytes_ok l' → length l' = length l → has_type t (VBytes l').
  Proof. inversion 1; subst; intros ? Hl; constructor; rewrite ?Hl; done. Qed.

  Lemma blit_ok t l off l' l'' :
    has_type t (VBytes l) → bytes_ok l → Forall (in_range W8) l' → blit l off l' = Some l'' →
    has_type t (VBytes l'').
  Proof.
    intros Ht [Hl Hs] Hl' [Hlen HF]%blit_Some. eapply bytes_same_length; [done| |done].
    split; [by apply HF|by rewrite Hlen].
  Qed.
End lists.

Section statements.
  Context {P : Type} {vars_of : P → list ty} {coro_ok : procedure → option nat → list P → Prop}.
  Context {E : env} {vars : list ty} {W : world P} (HW : world_ok vars_of coro_ok E vars W).
  Local Notation has_type := (has_type vars_of coro_ok).
  Local Notation store_ok := (store_ok vars_of coro_ok vars).
  Local Notation untouched := (λ (_ : nat) (s : store P), s).

  Lemma or_trap_intro {A} (Φ : A → Prop) o : (∀ a, o = Some a → Φ a) → outcome_ok Φ (or_trap o).
  Proof. destruct o; simpl; auto. Qed.

  Lemma write_ok x t v (s : store P) :
    vars !! x = Some t → store_ok s → has_type t v → store_ok (write untouched x v s).
  Proof.
    intros Hx Hs Hv. unfold write. rewrite <-(list_insert_id vars x t) by done.
    apply Forall2_insert; [done|]. by constructor.
  Qed.

  Lemma any_int_ok e t s :
    infer E e = Some t → is_int t = true → store_ok s → outcome_ok (λ _, True) (eval_int W e s).
  Proof using HW. destruct t; try done. intros. by eapply ok_mono; [eapply (eval_int_ok HW)|]. Qed.

  Lemma update_ok p t f s :
    infer_place E p = Some t → is_Some (Model.Needs.root p) → store_ok s →
    (∀ v, has_type t v → outcome_ok (has_type t) (f (Some v))) →
    outcome_ok store_ok (update W untouched p f s).
  Proof using HW.
    revert t f. induction p as [x|c|p IH i|p IH e|p IH tag|p IH e]; intros t f Hp Hroot Hs Hf;
      cbn [infer_place] in Hp; fold (infer E) in Hp; typing; subst.
    - edestruct (slot_lookup HW) as (v & Hx & Hv); [done..|]. simpl. rewrite Hx. simpl.
      eapply ok_bind; [by apply Hf|]. intros. eapply write_ok; [|done..]. by eapply vars_known.
    - by destruct Hroot.
    - simpl. eapply IH; [done..|]. intros v Hv. inversion Hv as [| | | | |? ? l Hl| | | |]; subst. unfold modify; simpl.
      destruct (Forall2_lookup_l _ _ _ _ _ Hl Hp) as (x & -> & Hx). simpl.
      eapply ok_bind; [by apply Hf|]. intros x' Hx'. constructor.
      rewrite <-(list_insert_id _ _ _ Hp). by apply Forall2_insert.
    - cbn [update]. eapply ok_bind; [by eapply any_int_ok|]. intros n _. eapply IH; [done..|].
      intros v Hv. unfold modify; simpl.
      destruct Hv as [| |? l [Hl Hs'] Hc|l [Hl Hs']|? ? l Hlen Hl| | | | |]; try done; simplify_eq/=.
      1,2: eapply ok_bind; [by apply at_index_ok|]; intros z Hz;
        (eapply ok_bind; [apply Hf; by constructor|]); intros v Hv;
        (eapply ok_bind; [by eapply int_inv|]); intros z' Hz'; constructor; rewrite ?insert_length;
        try done; split; [by apply Forall_insert|by rewrite insert_length].
      eapply ok_bind; [by apply at_index_ok|]. intros x' Hx'. eapply ok_bind; [by apply Hf|].
      intros x'' Hx''. constructor; [by rewrite insert_length|by apply Forall_insert].
    - simpl. eapply IH; [done..|]. intros v Hv. unfold modify; simpl. eapply ok_bind; [by eapply union_inv|].
      intros [tag' v'] (t' & Ht' & Hv'). simpl in *. case_decide; [|done]. simplify_eq.
      eapply ok_bind; [by apply Hf|]. intros. by econstructor.
    - cbn [update]. eapply ok_bind; [by eapply (eval_int_ok HW)|]. intros k Hk. eapply IH; [done..|].
      intros v Hv. unfold modify; simpl. eapply ok_bind; [by eapply map_inv|]. intros l Hl.
      eapply ok_bind; [apply or_trap_ok|]. intros x Hx. eapply ok_bind.
      { apply Hf. destruct Hl as (?&?&?&?&?). exact (map_find_ok _ _ _ _ Hx ltac:(done)). }
      intros x' Hx'. apply map_intro. eapply map_replace_ok; [done|exact Hx|done..].
  Qed.

  Lemma target_inv p t : target E p = Some t → infer_place E p = Some t ∧ is_Some (Model.Needs.root p).
  Proof. unfold target. intros; typing. eauto. Qed.

  Lemma assign_ok p t v s :
    target E p = Some t → has_type t v → store_ok s → outcome_ok store_ok (assign W untouched p v s).
  Proof using HW. intros [??]%target_inv ??. by eapply update_ok. Qed.

  Lemma assign_to_ok dest t v s :
    dest_ok E dest t = true → has_type t v → store_ok s →
    outcome_ok store_ok (assign_to W untouched dest v s).
  Proof using HW.
    destruct dest as [p|]; simpl; [|done]. intros; typing. by eapply assign_ok.
  Qed.

  Lemma update_bytes_ok p t f s :
    target E p = Some t → is_bytes t = true → store_ok s →
    (∀ l, has_type t (VBytes l) → bytes_ok l → outcome_ok (λ l, has_type t (VBytes l)) (f l)) →
    outcome_ok store_ok (update_bytes W untouched p f s).
  Proof using HW.
    intros [??]%target_inv Ht Hs Hf. eapply update_ok; [done..|]. intros v Hv. simpl.
    unfold modify; destruct Hv; try done; simpl; (eapply ok_fmap; [apply Hf; [by constructor|done]|]); done.
  Qed.

  (** ** Arguments *)
  Lemma pass_ok m t a s :
    arg_ok E (m, t) a = true → store_ok s → outcome_ok (has_type t) (pass W a s).
  Proof using HW.
    intros Ha Hs. destruct m, a; simpl in Ha; try done; typing; cbn [pass].
    all: try (match goal with H : target _ _ = Some _ |- _ => apply target_inv in H as [? _] end).
    all: try by apply (get_ok HW).
    1: { eapply ok_mono; [by apply (eval_ok HW)|]. intros. by eapply accepts_ok. }
    all: destruct t; try done; cbn [eval]; fold (eval W) (get W).
    all: eapply ok_bind; [by apply (get_ok HW)|intros v Hv];
      eapply ok_bind; [by apply (eval_ok HW)|intros v1 Hv1];
      eapply ok_bind; [by apply (eval_ok HW)|intros v2 Hv2];
      eapply ok_bind; [by eapply bytes_inv|intros l Hl];
      eapply ok_bind; [by eapply int_inv|intros i1 _];
      eapply ok_bind; [by eapply int_inv|intros i2 _];
      (eapply ok_fmap; [apply or_trap_ok|]); intros l' Hl'; constructor; by eapply slice_ok, Hl'.
  Qed.

  Lemma give_back_ok m t a v s :
    arg_ok E (m, t) a = true → has_type t v → store_ok s →
    outcome_ok store_ok (give_back W untouched a v s).
  Proof using HW.
    intros Ha Hv Hs. destruct m, a; simpl in Ha; try done; typing; cbn [give_back];
      try (by eapply assign_ok).
    all: destruct t; try done.
    all: eapply ok_bind; [by eapply (eval_int_ok HW)|intros off _];
      eapply ok_bind; [by eapply bytes_inv|intros l [Hl _]];
      (eapply update_bytes_ok; [done..|]); intros l0 Hl0 Hb;
      apply or_trap_intro; intros l' Hl'; by eapply blit_ok.
  Qed.

  Lemma passes_ok ps args s :
    args_ok E ps args = true → store_ok s →
    outcome_ok (Forall2 has_type (map snd ps)) (collect (λ a, pass W a s) args).
  Proof using HW.
    unfold args_ok. intros Ha Hs. typing. apply ok_collect. induction Ha as [|[] ? ? ? ? IH]; simpl;
      constructor; [by eapply pass_ok|done].
  Qed.

  Lemma give_back_all_ok ps args vs s :
    args_ok E ps args = true → Forall2 has_type (map snd ps) vs → store_ok s →
    outcome_ok store_ok (give_back_all W untouched args vs s).
  Proof using HW.
    unfold args_ok. intros Ha. typing. revert vs s.
    induction Ha as [|[] ? ? ? ? _ IH]; simpl; intros vs s Hvs Hs; inversion_clear Hvs; [done|].
    cbn [give_back_all]. eapply ok_bind; [by eapply give_back_ok|]. auto.
  Qed.

  (** ** Basic statements *)
  Context (externs_known : ∀ f x, look (e_externs E) f = Some x → extern_ok x = true).
  Context {external} (Hext : external_ok (look (e_externs E)) external).

  Theorem run_basic_ok b s :
    basic_ok E b = true → store_ok s → outcome_ok store_ok (run_basic W untouched external b s).
  Proof using HW externs_known Hext.
    intros Hok Hs. pose proof (finished_known _ _ _ _ _ HW) as Hfin.
    destruct b as [|p e|p cap e|p cap e|p cap e|p off e|o w p off e|p cap k e|p k|f args dest|];
      cbn [basic_ok] in Hok; try done; typing; cbn [run_basic].
    - eapply ok_bind; [by apply (eval_ok HW)|]. intros. by eapply assign_ok.
    - eapply ok_bind; [by eapply (eval_int_ok HW)|]. intros z Hz. eapply update_bytes_ok; [done..|].
      intros l Hl [Hb Hshort]. eapply ok_bind; [apply check_ok|]. intros ? Hc; simpl in Hc. simpl.
      assert (Z.of_N cap < 4294967296)%Z by (apply N.ltb_lt in H; lia).
      constructor; unfold bytes_ok, short; rewrite ?app_length; simpl; [|lia].
      split; [|lia]. apply Forall_app; auto.
    - eapply ok_bind; [by eapply (eval_bytes_ok HW)|]. intros l' [Hl' _]. eapply update_bytes_ok; [done..|].
      intros l Hl [Hb Hshort]. eapply ok_bind; [apply check_ok|]. intros ? Hc; simpl in Hc; apply Z.leb_le in Hc. simpl.
      assert (Z.of_N cap < 4294967296)%Z by (apply N.ltb_lt in H; lia).
      apply bytes_ty; unfold bytes_ok, short; rewrite ?app_length; [split; [by apply Forall_app|]|]; lia.
    - eapply ok_bind; [by eapply (eval_int_ok HW)|]. intros n Hn. eapply ok_bind; [apply check_ok|].
      intros ? Hc; simpl in Hc; apply Z.leb_le in Hc. eapply update_bytes_ok; [done..|]. intros l Hl [Hb Hshort]. simpl.
      assert (Z.of_N cap < 4294967296)%Z by (apply N.ltb_lt in H; lia).
      destruct Hn. assert (length (take (Z.to_nat n) l ++ replicate (Z.to_nat n - length l) 0%Z) = Z.to_nat n) as Hlen
        by (rewrite app_length, take_length, replicate_length; lia).
      constructor; unfold bytes_ok, short; rewrite Hlen; [|lia]. split; [|lia].
      apply Forall_app; split; [by apply Forall_take|]. apply Forall_replicate, zero_in_range.
    - eapply ok_bind; [by eapply (eval_int_ok HW)|]. intros n Hn.
      eapply ok_bind; [by eapply (eval_bytes_ok HW)|]. intros l' [Hl' _]. eapply update_bytes_ok; [done..|].
      intros l Hl Hb. apply or_trap_intro. intros l'' Hl''. by eapply blit_ok.
    - eapply ok_bind; [by eapply (eval_int_ok HW)|]. intros n Hn.
      eapply ok_bind; [by eapply (eval_int_ok HW)|]. intros z Hz. eapply update_bytes_ok; [done..|].
      intros l Hl Hb. apply or_trap_intro. intros l'' Hl''.
      eapply blit_ok; [done..|apply store_int_bytes|done].
    - eapply ok_bind; [by eapply (eval_int_ok HW)|]. intros n Hn.
      eapply ok_bind; [by eapply (eval_ok HW)|]. intros v Hv.
      select (target _ _ = Some _) (fun H => apply target_inv in H as [??]).
      eapply update_ok; [done..|]. intros m Hm. unfold modify; simpl. eapply ok_bind; [by eapply map_inv|]. intros l Hl.
      eapply ok_bind; [apply check_ok|]. intros ? Hc; simpl in Hc. simpl. apply map_intro, map_put_ok; try done.
      apply orb_true_iff in Hc as [?%bool_decide_eq_true|?]; [by left|right; lia].
    - eapply ok_bind; [by eapply (eval_int_ok HW)|]. intros n Hn.
      select (target _ _ = Some _) (fun H => apply target_inv in H as [??]).
      eapply update_ok; [done..|]. intros m Hm. unfold modify; simpl. eapply ok_bind; [by eapply map_inv|]. intros l Hl.
      simpl. by apply map_intro, map_remove_ok.
    - eapply ok_bind; [by eapply passes_ok|]. intros vs Hvs.
      pose proof (externs_known _ _ Heqo) as Hx. unfold extern_ok in Hx.
      apply andb_true_iff in Hx as [Hps Hres].
      assert (Forall (λ t, is_message t = true) (map snd (ext_params e))) as Hms.
      { apply Forall_fmap, Forall_forall. rewrite forallb_forall in Hps. intros [m t] Hin%elem_of_list_In%Hps.
        simpl. by apply andb_true_iff in Hin as []. }
      destruct (to_datas_ok _ _ _ _ Hms Hvs) as (ds & -> & Hds).
      simpl. destruct (external f ds) as [[ds' d]|] eqn:Hf; [|done]. simpl.
      destruct (Hext _ _ _ _ _ Heqo Hds Hf) as [Hds' Hd].
      eapply ok_bind; [eapply give_back_all_ok; [done| |done]; by apply of_datas_ok|].
      intros s' Hs'. eapply assign_to_ok; [done| |done]. by apply of_data_ok.
  Qed.
End statements.
