(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * functions.mset does what the model does. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Monitor.Log Require Import Functions.
From Fairlead.Refinement Require Export ExactApplied.
Local Open Scope Z_scope.

Section mset.
  Context {B : base} (external : nat → list data → option (list data * data)).
  Local Notation ensures := (ensures Q external).
  Local Notation value := (val fl_point).
  Context (F : list Z → Z → list Z → Z) (cfg : config Z) (x : list Z).
  Local Notation thread_is := (thread_is F cfg x).
  Local Notation evaluated_as := (evaluated_as F cfg x).

  (** What the model makes of it. *)
  Lemma standard_mset a olds :
    standard 4%N a olds = (news ← all_of (parse (times (length olds) datum_codec) a); Some (news, [])).
  Proof using. done. Qed.
  Lemma applied_mset ops (ys : list (key * datum)) a :
    length ys = length ops →
    applied 4 ops ys a =
      match all_of (parse (times (length ops) datum_codec) a) with
      | None => Thread.Refused Bad_call
      | Some news => need (forallb writable (zip ops news) = true) Not_in_cache;; Thread.Ok (news, [])
      end.
  Proof using.
    intros Hl. unfold applied. rewrite standard_mset, fmap_length, Hl.
    destruct (parse (times (length ops) datum_codec) a) as [news rest|] eqn:Ep; [|done].
    destruct rest as [|c rest]; [|done]. cbn [all_of mbind option_bind Thread.some]. rewrite ok_bind. cbn [fst].
    destruct (data_parsed a _ news [] Ep) as (_ & Hn & Hwf & _). rewrite need_yes by done.
    assert (forallb short news = true) as Hshort.
    { clear -Hwf. induction Hwf as [|v news Hv _ IH]; [done|]. cbn [forallb]. rewrite IH, andb_true_r.
      destruct v; [|done]. by apply bool_decide_eq_true. }
    rewrite (need_yes (forallb short news = true)) by done. unfold need. by repeat case_decide.
  Qed.
  Lemma writable_at ops (news : list datum) :
    length news = length ops →
    (forallb writable (zip ops news) = true ↔
     ∀ i o v, ops !! i = Some o → news !! i = Some v → writable (o, v) = true).
  Proof using.
    revert news. induction ops as [|o ops IH]; intros [|v news] Hl; try done.
    cbn [zip zip_with forallb]. rewrite andb_true_iff, IH by (cbn in Hl; lia). split.
    - intros [H1 H2] [|i] o' v'; cbn; [by intros [= <-] [= <-]|apply H2].
    - intros H. split; [by apply (H 0%nat)|]. intros i o' v' Ho Hv. by apply (H (S i)).
  Qed.

  Local Ltac on := repeat first [fl_step | fl_case].
  Local Ltac refusing Happ :=
    on; fl_reached; eexists; split; [reflexivity|]; left; eexists; split_and!; [exact Happ|done|cbn; lia|done].

  Theorem mset_is t st ops ys l a :
    thread_ok t → thread_is t st → Forall2 (operand_is t st) ops ys → NoDup (omap slot_of ops) → len l = 16 →
    len ops ≤ 16 → (∀ i o, ops !! i = Some o → l !!! i = slot_number o) → len a ≤ 4096 →
    ensures fn_functions_mset [vthread t; vops (len ops) l; VBytes (zs a)]
      (λ r ws, ∃ t', ws = [vthread t'; vops (len ops) l; VBytes (zs a)] ∧
         ((∃ why, applied 4 ops ys a = Thread.Refused why ∧ r = VUnion 1 (refusal (refusal_number why)) ∧
             (refusal_number why < 32)%nat ∧ t' = t) ∨
          (∃ news, applied 4 ops ys a = Thread.Ok (news, []) ∧ long news = true ∧ r = VUnion 1 (refusal 27) ∧
             t' = t) ∨
          (∃ news, applied 4 ops ys a = Thread.Ok (news, []) ∧ long news = false ∧ r = passes ∧ data_written t t' ∧
             thread_is t' (with_slots st (foldl write_operand (t_slots st) (zip ops news)))))).
  Proof using.
    intros Ht Hst Hops Hnodup Hl Hn Hplaces Hal. pose proof (len_nonneg a). pose proof (len_nonneg ops).
    pose proof (Forall2_length _ _ _ Hops) as Hlys. pose proof (applied_mset ops ys a ltac:(done)) as Happ.
    assert (len (zs a) = len a) as Hza by apply len_zs. pose proof (octets_zs a) as Ha.
    assert (∀ i, 0 ≤ i < len ops → ∃ o y, ops !! Z.to_nat i = Some o ∧ ys !! Z.to_nat i = Some y ∧
      operand_is t st o y ∧ l !!! Z.to_nat i = slot_number o) as Hat.
    { intros i Hi. destruct (lookup_lt_is_Some_2 ops (Z.to_nat i)) as [o Ho]; [unfold len in *; lia|].
      destruct (Forall2_lookup_l _ _ _ _ _ Hops Ho) as (y & Hy & Hoy). exists o, y. split_and!; auto. }
    assert (Z.to_nat (len ops) = length ops) as Hnl by (unfold len; lia).
    set (n := len ops) in *. clearbody n.
    fl_ensures. fl_steps.
    (* Where the data are. *)
    let s0 := fl_store in
    eapply (walk_loop _ _ _ _ _ _ _ (λ m s, ∃ i p1 z1,
      s = <[4%nat := Some (VInt p1)]> (<[6%nat := Some (VInt i)]> (<[7%nat := Some (VInt z1)]> s0)) ∧
      m = Z.to_nat (n - i) ∧ 0 ≤ i ≤ n ∧ p1 = data_at (zs a) (Z.to_nat i) ∧ data_fit (zs a) i) (Z.to_nat n)).
    { exists 0, 0, 0. split_and!; [reflexivity|lia|lia|lia|done|]. intros j Hj. lia. }
    intros m s (i & p1 & z1 & -> & -> & Hi & Hp & Hfit). fl_round.
    pose proof (data_at_range (zs a) i Ha ltac:(lia) Hfit) as Hpr. rewrite <-Hp in Hpr.
    assert (data_fit (zs a) n → data_at (zs a) (Z.to_nat n) = len a →
      ∃ news, all_of (parse (times (length ops) datum_codec) a) = Some news) as Hall.
    { intros Hf Hend. rewrite <-Hnl. destruct (fit_parsed a (Z.to_nat n)) as (_ & vs & ->);
        [by rewrite Z2Nat.id by lia|]. rewrite Hend. exists vs. unfold len. by rewrite Nat2Z.id, drop_all. }
    destruct (all_of (parse (times (length ops) datum_codec) a)) as [news|] eqn:Eparse.
    2:{ (* The model's parser refuses. *)
      fl_steps. fl_case.
      { fl_steps. fl_call datum_size_calls; [fl_octets|]. fold (size_at (zs a) p1).
        destruct (size_cases (zs a) p1 Ha Hpr) as [Hz|[Hz|[Hz Hz']]];
          [rewrite Hz; refusing Happ|rewrite Hz; refusing Happ|].
        on. exists (Z.to_nat (n - (i + 1))). split; [lia|]. eexists (i + 1), _, _. split; [reflexivity|].
        rewrite data_at_next, <-Hp by lia. split_and!; [done|lia|lia|done|]. apply data_fit_next; [done|].
        rewrite <-Hp. lia. }
      assert (i = n) as -> by lia. destruct (decide (p1 = len a)) as [Hend|Hend].
      { destruct (Hall Hfit) as [? [=]]. by rewrite <-Hp. }
      refusing Happ. }
    assert (parse (times (length ops) datum_codec) a = Parsed news []) as Ep.
    { destruct (parse _ _) as [news' [|? ?]|]; [|done|done]. by injection Eparse as ->. }
    clear Hall. destruct (data_parsed a _ news [] Ep) as (Ea & Hnews & Hwf & Hstart & Hdata). rewrite app_nil_r in Ea.
    assert (data_at (zs a) (Z.to_nat n) = len a) as Hend.
    { rewrite Hstart by lia. rewrite take_ge by lia. by rewrite <-Ea. }
    assert (∀ i, 0 ≤ i < n → ∃ v, news !! Z.to_nat i = Some v ∧ datum_wf v ∧
      size_at (zs a) (data_at (zs a) (Z.to_nat i)) = len (print datum_codec v) ∧ 1 ≤ len (print datum_codec v) ≤ 4096 ∧
      0 ≤ data_at (zs a) (Z.to_nat i) ∧ data_at (zs a) (Z.to_nat i) + len (print datum_codec v) ≤ len a ∧
      cut (zs a) (data_at (zs a) (Z.to_nat i)) (data_at (zs a) (Z.to_nat i) + len (print datum_codec v)) =
        zs (print datum_codec v) ∧
      byte (zs a) (data_at (zs a) (Z.to_nat i)) = match v with Some _ => 1 | None => 0 end) as Hv.
    { intros j Hj. destruct (lookup_lt_is_Some_2 news (Z.to_nat j)) as [v Hjv]; [lia|]. exists v.
      destruct (Hdata _ _ Hjv) as [Hs Hc]. pose proof (Forall_lookup_1 _ _ _ _ Hwf Hjv) as Hw.
      pose proof (print_datum_len v) as Hv1.
      pose proof (len_nonneg (take (Z.to_nat j) news ≫= print datum_codec)) as Hp0.
      rewrite <-Hstart in Hp0 by lia.
      assert (data_at (zs a) (Z.to_nat j) + len (print datum_codec v) ≤ len a) as Hfits.
      { pose proof (Hstart (S (Z.to_nat j)) ltac:(lia)) as Hnext. cbn [data_at] in Hnext. rewrite Hs in Hnext.
        rewrite Hnext. rewrite Ea. rewrite <-(take_drop (S (Z.to_nat j)) news) at 2. rewrite bind_app, len_app.
        pose proof (len_nonneg (drop (S (Z.to_nat j)) news ≫= print datum_codec)). lia. }
      assert (len (print datum_codec v) ≤ 4096) as Hv4096 by lia.
      split_and!; try done. set (p0 := data_at (zs a) (Z.to_nat j)) in *.
      transitivity (byte (cut (zs a) p0 (p0 + len (print datum_codec v))) 0);
        [rewrite byte_cut by lia; by rewrite Z.add_0_r|]. rewrite Hc. by destruct v. }
    fl_steps. fl_case.
    { destruct (Hv i ltac:(lia)) as (v & Hiv & Hw & Hsv & Hvl & Hp0 & Hpe & _).
      remember (len (print datum_codec v)) as vl eqn:Evl. rewrite <-Hp in *.
      fl_steps. fl_call datum_size_calls; [fl_octets|]. fold (size_at (zs a) p1). rewrite Hsv.
      on. exists (Z.to_nat (n - (i + 1))). split; [lia|]. eexists (i + 1), _, _. split; [reflexivity|].
      rewrite data_at_next, <-Hp by lia. rewrite Hsv. split_and!; [done|lia|lia|done|]. apply data_fit_next; [done|].
      rewrite <-Hp. lia. }
    assert (i = n) as -> by lia. clear Hi Hfit. rewrite Hend in Hp. subst p1. on.
    (* Is what is absent written null? *)
    let s0 := fl_store in
    eapply (walk_loop _ _ _ _ _ _ _ (λ m s, ∃ i p2 z2,
      s = <[4%nat := Some (VInt p2)]> (<[8%nat := Some (VInt i)]> (<[9%nat := Some (VInt z2)]> s0)) ∧
      m = Z.to_nat (n - i) ∧ 0 ≤ i ≤ n ∧ p2 = data_at (zs a) (Z.to_nat i) ∧
      ∀ j o v, (j < Z.to_nat i)%nat → ops !! j = Some o → news !! j = Some v → writable (o, v) = true) (Z.to_nat n)).
    { exists 0, 0, 0. split_and!; [reflexivity|lia|lia|lia|done|]. intros j o v Hj. lia. }
    intros m s (i & p2 & z2 & -> & -> & Hi & Hp2 & Hwritable). fl_round. fl_steps. fl_case.
    { destruct (Hv i ltac:(lia)) as (v & Hiv & Hw & Hsv & Hvl & Hp0 & Hpe & _ & Hbyte).
      remember (len (print datum_codec v)) as vl eqn:Evl.
      destruct (Hat i ltac:(lia)) as (o & y & Ho & _ & Hoy & Hli). rewrite <-Hp2 in *.
      fl_steps. fl_call datum_size_calls; [fl_octets|]. fold (size_at (zs a) p2). rewrite Hsv.
      assert (slot_number o = NONE → v ≠ None → applied 4 ops ys a = Thread.Refused Not_in_cache) as Hno.
      { intros Hon Hvn. rewrite Happ, need_no; [done|]. rewrite writable_at by done. intros Hall.
        specialize (Hall _ _ _ Ho Hiv). destruct o as [s|k s]; [destruct Hoy; cbn [slot_number] in Hon; lia|].
        by destruct v. }
      assert (slot_number o ≠ NONE ∨ v = None → writable (o, v) = true) as Hyes.
      { intros [Hon| ->]; destruct o; done. }
      assert (writable (o, v) = true → ∀ j o v, (j < Z.to_nat (i + 1))%nat → ops !! j = Some o → news !! j = Some v →
        writable (o, v) = true) as Hnext.
      { intros Hwo j o' v' Hj Hjo Hjv. destruct (decide (j = Z.to_nat i)) as [->|]; [|eapply Hwritable; try done; lia].
        rewrite Ho in Hjo. rewrite Hiv in Hjv. by injection Hjo as <-; injection Hjv as <-. }
      assert (∀ z, z = p2 + vl → z = data_at (zs a) (Z.to_nat (i + 1))) as Hstep.
      { intros z ->. rewrite data_at_next, <-Hp2 by lia. by rewrite Hsv. }
      on.
      all: first
        [assert (v ≠ None) as Hvn by (intros ->; lia); specialize (Hno ltac:(lia) Hvn); refusing Hno
        |exists (Z.to_nat (n - (i + 1))); split; [lia|]; eexists (i + 1), _, _; split; [reflexivity|];
         split_and!; [done|lia|lia|by apply Hstep|]; apply Hnext, Hyes;
         first [left; lia|right; destruct v; [lia|done]]]. }
    assert (i = n) as -> by lia. clear Hi.
    rewrite need_yes in Happ.
    2:{ apply writable_at; [done|]. intros j o v Ho Hjv. eapply Hwritable; [|done|done].
        apply lookup_lt_Some in Ho. lia. }
    clear Hwritable. on.
    (* Do they fit? *)
    let s0 := fl_store in
    eapply (walk_loop _ _ _ _ _ _ _ (λ m s, ∃ i p3 z3,
      s = <[4%nat := Some (VInt p3)]> (<[10%nat := Some (VInt i)]> (<[11%nat := Some (VInt z3)]> s0)) ∧
      m = Z.to_nat (n - i) ∧ 0 ≤ i ≤ n ∧ p3 = data_at (zs a) (Z.to_nat i) ∧
      ∀ j v, (j < Z.to_nat i)%nat → news !! j = Some v → len (print datum_codec v) ≤ 255) (Z.to_nat n)).
    { exists 0, 0, 0. split_and!; [reflexivity|lia|lia|lia|done|]. intros j v Hj. lia. }
    intros m s (i & p3 & z3 & -> & -> & Hi & Hp3 & Hsmall). fl_round. fl_steps. fl_case.
    { destruct (Hv i ltac:(lia)) as (v & Hiv & Hw & Hsv & Hvl & Hp0 & Hpe & _).
      remember (len (print datum_codec v)) as vl eqn:Evl. rewrite <-Hp3 in *.
      fl_steps. fl_call datum_size_calls; [fl_octets|]. fold (size_at (zs a) p3). rewrite Hsv. on.
      { fl_reached. eexists. split; [reflexivity|]. right. left. exists news. split; [exact Happ|]. split; [|done].
        apply not_false_is_true. intros Hlong%not_long. pose proof (Forall_lookup_1 _ _ _ _ Hlong Hiv). cbv beta in *.
        lia. }
      exists (Z.to_nat (n - (i + 1))). split; [lia|]. eexists (i + 1), _, _. split; [reflexivity|].
      rewrite data_at_next, <-Hp3 by lia. rewrite Hsv. split_and!; [done|lia|lia|done|].
      intros j v' Hj Hjv. destruct (decide (j = Z.to_nat i)) as [->|]; [|eapply Hsmall; [|exact Hjv]; lia].
      rewrite Hiv in Hjv. injection Hjv as <-. lia. }
    assert (i = n) as -> by lia. clear Hi.
    assert (long news = false) as Hshort.
    { apply not_long, Forall_lookup. intros j v Hj. apply (Hsmall j); [|done]. apply lookup_lt_Some in Hj. lia. }
    assert (∀ i, 0 ≤ i < n → ∃ v, news !! Z.to_nat i = Some v ∧ len (print datum_codec v) ≤ 255) as Hv255.
    { intros j Hj. destruct (Hv j Hj) as (v & Hjv & _). exists v. split; [done|].
      apply (Hsmall (Z.to_nat j)); [lia|done]. }
    on.
    (* They are written. *)
    set (slots i := foldl write_operand (t_slots st) (take i (zip ops news))).
    let s0 := fl_store in
    eapply (walk_loop _ _ _ _ _ _ _ (λ m s, ∃ i p4 z4 t',
      s = <[0%nat := Some (vthread t')]> (<[4%nat := Some (VInt p4)]> (<[12%nat := Some (VInt i)]>
        (<[13%nat := Some (VInt z4)]> s0))) ∧
      m = Z.to_nat (n - i) ∧ 0 ≤ i ≤ n ∧ p4 = data_at (zs a) (Z.to_nat i) ∧ data_written t t' ∧
      thread_is t' (with_slots st (slots (Z.to_nat i))) ∧
      ∀ j o y, (Z.to_nat i ≤ j)%nat → ops !! j = Some o → ys !! j = Some y →
        operand_is t' (with_slots st (slots (Z.to_nat i))) o y) (Z.to_nat n)).
    { exists 0, 0, 0, t. change (Z.to_nat 0) with 0%nat.
      assert (with_slots st (slots 0%nat) = st) as -> by (unfold slots; rewrite take_0; by destruct st).
      split_and!; [reflexivity|lia|lia|lia|done|by apply data_written_same|done|].
      intros j o y _ Ho Hy. exact (Forall2_lookup_lr _ _ _ _ _ _ Hops Ho Hy). }
    intros m s (i & p4 & z4 & t' & -> & -> & Hi & Hp4 & Hw & Hist & Hrest). fl_round. pose proof (proj1 Hw) as Ht'.
    fl_steps. fl_case.
    - destruct (Hv i ltac:(lia)) as (v & Hiv & Hvw & Hsv & Hvl & Hp0 & Hpe & Hcut & _).
      destruct (Hv255 i ltac:(lia)) as (v' & Hiv' & Hv255i). rewrite Hiv in Hiv'. injection Hiv' as <-.
      remember (len (print datum_codec v)) as vl eqn:Evl. rewrite <-Hp4 in *.
      destruct (Hat i ltac:(lia)) as (o & y & Ho & Hy & _ & Hli).
      pose proof (Hrest (Z.to_nat i) o y ltac:(lia) Ho Hy) as Hoy.
      pose proof (operand_is_ok _ _ _ _ Ht' Hoy) as Hop.
      assert (slots (Z.to_nat (i + 1)) = write_operand (slots (Z.to_nat i)) (o, v)) as Hnext.
      { unfold slots. replace (Z.to_nat (i + 1)) with (S (Z.to_nat i)) by lia.
        rewrite (take_S_r (A := operand * datum) _ _ (o, v)); [by rewrite foldl_app|].
        by rewrite lookup_zip_with, Ho, Hiv. }
      assert (∀ z, z = p4 + vl → z = data_at (zs a) (Z.to_nat (i + 1))) as Hstep.
      { intros z ->. rewrite data_at_next, <-Hp4 by lia. by rewrite Hsv. }
      fl_steps. fl_call datum_size_calls; [fl_octets|]. fold (size_at (zs a) p4). rewrite Hsv. on.
      + destruct o as [s|k s]; [destruct Hoy; cbn [slot_number] in Hli; lia|].
        exists (Z.to_nat (n - (i + 1))). split; [lia|]. eexists (i + 1), _, _, _. split; [reflexivity|].
        rewrite Hnext. split_and!; [done|lia|lia|by apply Hstep|done|done|].
        intros j o' y' Hj. apply Hrest. lia.
      + destruct o as [s|k s]; [|by rewrite Hli in *]. pose proof (proj1 Hoy) as Hs.
        pose proof (write_exact external t' (l !!! Z.to_nat i) v Ht' ltac:(by rewrite Hli) ltac:(lia) Hvw
          ltac:(lia)) as Hwrite. rewrite <-Hcut in Hwrite.
        fl_known_call Hwrite. intros r ws ->. fl_after. fl_steps. rewrite Hli. cbn [slot_number].
        destruct (operand_written F cfg x t' _ s y v Ht' Hist Hoy) as [Hw2 Hist2]; [done|lia|].
        exists (Z.to_nat (n - (i + 1))). split; [lia|]. eexists (i + 1), _, _, _. split; [reflexivity|].
        rewrite Hnext, Hcut. split_and!; [done|lia|lia|by apply Hstep|by eapply data_written_trans|exact Hist2|].
        intros j o' y' Hj Ho' Hy'.
        apply (operand_kept t' (with_slots st (slots (Z.to_nat i))) s v _ o' y' Ht'); [|done|].
        * apply (Hrest j); [lia|done|done].
        * destruct o' as [s'|k' s']; [|done]. cbn [slot_of]. intros [= ->].
          pose proof (one_slot ops _ _ s Hnodup Ho Ho'). lia.
    - assert (i = n) as -> by lia. on. fl_reached. eexists. split; [reflexivity|]. right. right.
      exists news. split_and!; [exact Happ|done|done|done|]. unfold slots in Hist. rewrite take_ge in Hist; [done|].
      rewrite zip_with_length. lia.
  Qed.
End mset.
