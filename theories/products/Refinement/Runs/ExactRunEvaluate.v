(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * functions.evaluate: it answers and writes what the model does, or refuses for the model's reason. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Monitor.Log Require Import Functions.
From Fairlead.Refinement Require Export ExactCas ExactMset ExactTransfer.
Local Open Scope Z_scope.

Section evaluate.
  Context {B : base} (external : nat → list data → option (list data * data)).
  Local Notation calls := (calls Q external).
  Local Notation ensures := (ensures Q external).
  Local Notation value := (val fl_point).
  Context (F : list Z → Z → list Z → Z) (cfg : config Z) (x : list Z).
  Local Notation thread_is := (thread_is F cfg x).
  Local Notation evaluated_as := (evaluated_as F cfg x).

  Local Ltac either b := let E := fresh "E" in destruct b eqn:E; cbn beta iota.
  Local Ltac fl_either := lazymatch goal with |- walk _ _ _ (if ?b then _ else _) _ _ _ => either b end.
  (** The call is refused. *)
  Local Ltac refused why :=
    fl_steps; fl_reached; do 2 eexists; split; [reflexivity|]; unfold evaluated_as;
    assert (applied _ _ _ _ = Thread.Refused why) as ->;
    [|split_and!; [done|cbn; lia|done|apply grown_same; lia]].

  (** What is no number, and a sum that has no room: nothing is changed. *)
  Local Ltac answers_no Happ Hlong Hsame :=
    repeat first [fl_step | fl_case]; fl_reached; do 2 eexists; (split; [reflexivity|]); unfold evaluated_as;
    rewrite Happ, Hlong, Hsame; (split_and!; [done|done|by vm_compute|by apply data_written_same|]);
    lazymatch goal with |- Abstraction.thread_is _ _ _ _ (with_slots ?st _) => by destruct st end.

  Theorem evaluate_exact t st f ops ys l a out :
    thread_ok t → thread_is t st → Forall2 (operand_is t st) ops ys → NoDup (omap slot_of ops) → len l = 16 →
    len ops ≤ 16 → (∀ i o, ops !! i = Some o → l !!! i = slot_number o) → (f < 256)%N →
    len a ≤ 4096 → len out + RESULT ≤ 65536 →
    ensures fn_functions_evaluate [vthread t; VInt (Z.of_N f); vops (len ops) l; VBytes (zs a); VBytes out]
      (λ r ws, ∃ t' out', ws = [vthread t'; VInt (Z.of_N f); vops (len ops) l; VBytes (zs a); VBytes out'] ∧
         evaluated_as st t ops ys f a out r t' out').
  Proof using.
    intros Ht Hst Hops Hnodup Hl Hn Hplaces Hf Hal Hout.
    pose proof (len_nonneg a). pose proof (len_nonneg out).
    pose proof (len_nonneg ops). pose proof (Forall2_length _ _ _ Hops) as Hlys.
    assert (len (zs a) = len a) as Hza by apply len_zs. assert (octets (zs a)) as Hao by apply octets_zs.
    assert (∀ i, 0 ≤ i < len ops → ∃ o y, ops !! Z.to_nat i = Some o ∧ ys !! Z.to_nat i = Some y ∧
      operand_is t st o y ∧ l !!! Z.to_nat i = slot_number o) as Hat.
    { intros i Hi. destruct (lookup_lt_is_Some_2 ops (Z.to_nat i)) as [o Ho]; [unfold len in *; lia|].
      destruct (Forall2_lookup_l _ _ _ _ _ Hops Ho) as (y & Hy & Hoy). exists o, y. split_and!; auto. }
    fl_ensures. fl_steps. fl_either.
    { (* get *)
      assert (f = 0%N) as -> by lia. fl_steps. fl_case.
      2:{ refused Bad_call. apply applied_bad. destruct a as [|c a]; [|done]. by rewrite len_nil in *. }
      assert (len a = 0) as Ha0 by lia. assert (a = []) as ->
        by (destruct a as [|c a]; [done|]; rewrite len_cons in Ha0; pose proof (len_nonneg a); lia). fl_steps.
      let s0 := fl_store in
      eapply (walk_loop _ _ _ _ _ _ _ (λ m s, ∃ i,
        s = <[4%nat := Some (VBytes (out ++ zs (take (Z.to_nat i) ys ≫= (λ y, print datum_codec y.2))))]>
          (<[9%nat := Some (VInt i)]> s0) ∧
        m = Z.to_nat (len ops - i) ∧ 0 ≤ i ≤ len ops ∧
        len (zs (take (Z.to_nat i) ys ≫= (λ y, print datum_codec y.2))) ≤ 255 * i) (length ops)).
      { exists 0. change (Z.to_nat 0) with 0%nat. cbn [take mbind list_bind zs map]. rewrite app_nil_r.
        split_and!; [reflexivity|unfold len; lia|lia|lia|by vm_compute]. }
      intros m s (i & -> & -> & Hi & Hsaid). fl_round. fl_steps. fl_case.
      - destruct (Hat i ltac:(lia)) as (o & y & Ho & Hy & Hoy & Hp).
        assert (len (out ++ zs (take (Z.to_nat i) ys ≫= (λ y, print datum_codec y.2))) + 255 ≤ 65536) as Hroom
          by (rewrite len_app; lia).
        assert (len (zs (take (Z.to_nat (i + 1)) ys ≫= (λ y, print datum_codec y.2))) ≤ 255 * (i + 1)) as Hsaid'.
        { rewrite (take_more _ ys i y ltac:(lia) Hy), len_app. cbv beta.
          pose proof (operand_datum_len _ _ _ _ Ht Hoy) as Hyl. rewrite <-len_zs in Hyl. lia. }
        rewrite (take_more _ ys i y ltac:(lia) Hy) in Hsaid'.
        fl_steps. fl_call give_calls; [done|rewrite Hp; by eapply operand_is_ok|exact Hroom|].
        rewrite Hp, (operand_datum _ _ _ _ Hoy).
        fl_steps. exists (Z.to_nat (len ops - (i + 1))). split; [lia|]. exists (i + 1).
        rewrite (take_more _ ys i y ltac:(lia) Hy), <-(assoc_L (++)). split; [reflexivity|].
        by split_and!; [done|lia|lia|].
      - assert (i = len ops) as -> by lia. fl_steps. fl_reached. do 2 eexists. split; [reflexivity|].
        unfold evaluated_as. rewrite take_ge by (unfold len; lia).
        rewrite (applied_same t st 0 ops ys [] (ys.*2 ≫= print datum_codec)), (same_not_long t st ops) by done.
        rewrite fmap_bind.
        rewrite take_ge, len_zs in Hsaid by (unfold len; lia).
        split_and!; [done|done|lia|by apply data_written_same|]. by rewrite (write_same _ _ _ _ Hops). }
    fl_steps. fl_either.
    { (* put, getset *)
      fl_steps. fl_case.
      2:{ assert (f = 1%N ∨ f = 5%N) as Hf15 by lia. assert (length ys ≠ 1%nat) by (unfold len in *; lia).
          refused Bad_call. apply applied_bad. destruct ys as [|y [|y' ys]]; [|done|]; by destruct Hf15 as [->| ->]. }
      destruct (Hat 0 ltac:(lia)) as (o & y & Ho & Hy & Hoy & Hp).
      assert (ops = [o] ∧ ys = [y]) as [-> ->].
      { assert (length ops = 1%nat) as Hl1 by (unfold len in *; lia). rewrite Hl1 in Hlys.
        change (Z.to_nat 0) with 0%nat in Ho, Hy. destruct ops as [|o' [|? ?]]; [done| |done].
        destruct ys as [|y' [|? ?]]; [done| |done]. injection Ho as ->. by injection Hy as ->. }
      assert (f = 1%N ∨ f = 5%N) as Hf15 by lia.
      assert (∃ z : bool, f = if z then 5%N else 1%N) as [z Hz]
        by (destruct Hf15; [by exists false|by exists true]).
      fl_steps. rewrite Hp. fl_known_call writable_exact.
      intros r ws (-> & [(Hsn & ->)|[(Hsn & Hbig & ->)|(Hsn & Hsmall & ->)]]); fl_after.
      { destruct o as [s|k s]; cbn [slot_number] in Hsn; [destruct Hoy; lia|]. refused Not_in_cache.
        rewrite Hz. unfold applied. by destruct z. }
      { destruct o as [s|k s]; [|done]. destruct (applied_put s y a z) as [_ Happ]; [unfold len in *; lia|].
        fl_steps. fl_reached. do 2 eexists. split; [reflexivity|]. unfold evaluated_as.
        rewrite Hz, Happ, long_one, print_value_len, (proj2 (Z.ltb_lt _ _)) by lia.
        split_and!; [done|done|apply grown_same; lia]. }
      assert (len a ≤ 252) as Ha by lia.
      assert (long [Some a] = false) as Hshort by (rewrite long_one, print_value_len; lia).
      destruct o as [s|k s]; [|done]. destruct (applied_put s y a z) as [_ Happ]; [unfold len in *; lia|].
      pose proof (operand_is_ok t st (Here s) y Ht Hoy) as Hop.
      assert (datum_wf (Some a)) as Hwf by (cbn; unfold below, len in *; lia).
      assert (zs (print datum_codec (Some a)) = 1 :: 0 :: len a :: zs a) as Hprint.
      { pose proof (zs_value a Ha) as H'. rewrite print_data, zs_cons in H'. by apply (f_equal tail) in H'. }
      assert (len (print datum_codec (Some a)) ≤ 255) as Hpl by (rewrite <-len_zs, Hprint, !len_cons; lia).
      destruct (operand_written F cfg x t st s y (Some a) Ht Hst Hoy Hwf Hpl) as [Hwritten Hist].
      fl_steps. fl_case.
      - assert (z = true) as -> by (destruct z; [done|lia]).
        fl_steps. fl_call give_calls; [done|exact Hop|lia|].
        match goal with |- context [out ++ ?e] => assert (e = zs (print datum_codec y.2)) as -> end.
        { first [exact (operand_datum _ _ _ _ Hoy)|apply value_is_data, Hoy]. }
        fl_steps. fl_known_call write_value_exact; [done|exact Hop|done|done|lia|].
        intros r2 ws [-> _]. fl_after. fl_steps. fl_reached. do 2 eexists. split; [reflexivity|].
        unfold evaluated_as. rewrite Hz, Happ.
        lazymatch goal with |- if ?b then _ else _ => assert (b = false) as -> by exact Hshort end.
        rewrite Hza, <-Hprint.
        pose proof (operand_datum_len _ _ _ _ Ht Hoy). by split_and!; [..|lia| |].
      - assert (z = false) as -> by (destruct z; [lia|done]).
        fl_steps. fl_known_call write_value_exact; [done|exact Hop|done|done|lia|].
        intros r2 ws [-> _]. fl_after. fl_steps. fl_reached. do 2 eexists. split; [reflexivity|].
        unfold evaluated_as. rewrite Hz, Happ.
        lazymatch goal with |- if ?b then _ else _ => assert (b = false) as -> by exact Hshort end.
        rewrite Hza, <-Hprint.
        split_and!; [done|by rewrite app_nil_r|by vm_compute|done|done]. }
    fl_steps. fl_either.
    { (* delete, exists *)
      assert (f = 2%N ∨ f = 3%N) as Hf23 by lia. fl_steps. fl_case.
      2:{ refused Bad_call. apply applied_bad. destruct a as [|c a]; [by rewrite len_nil in *|].
          by destruct Hf23 as [->| ->]. }
      assert (len a = 0) as Ha0 by lia. assert (a = []) as ->
        by (destruct a as [|c a]; [done|]; rewrite len_cons in Ha0; pose proof (len_nonneg a); lia). fl_steps.
      set (slots i := if decide (f = 2%N)
        then foldl write_operand (t_slots st) (take i (zip ops (nulls ys.*2))) else t_slots st).
      let s0 := fl_store in
      eapply (walk_loop _ _ _ _ _ _ _ (λ m s, ∃ i b t',
        s = <[0%nat := Some (vthread t')]>
          (<[4%nat := Some (VBytes (out ++ zs (presence <$> take (Z.to_nat i) ys.*2)))]>
            (<[11%nat := Some (VInt i)]> (<[12%nat := Some (VBool b)]> s0))) ∧
        m = Z.to_nat (len ops - i) ∧ 0 ≤ i ≤ len ops ∧ data_written t t' ∧
        thread_is t' (with_slots st (slots (Z.to_nat i))) ∧
        ∀ j o y, (Z.to_nat i ≤ j)%nat → ops !! j = Some o → ys !! j = Some y →
          operand_is t' (with_slots st (slots (Z.to_nat i))) o y) (length ops)).
      { exists 0, false, t. change (Z.to_nat 0) with 0%nat. rewrite take_0. cbn [fmap list_fmap zs map].
        rewrite app_nil_r. assert (with_slots st (slots 0%nat) = st) as ->
          by (unfold slots; rewrite take_0; destruct st; by case_decide).
        split_and!; [reflexivity|unfold len; lia|lia|lia|by apply data_written_same|done|].
        intros j o y _ Ho Hy. exact (Forall2_lookup_lr _ _ _ _ _ _ Hops Ho Hy). }
      intros m s (i & b & t' & -> & -> & Hi & Hw & Hist & Hrest). fl_round. pose proof (proj1 Hw) as Ht'.
      assert (len (out ++ zs (presence <$> take (Z.to_nat i) ys.*2)) = len out + i) as Hgrown.
      { rewrite len_app, len_zs. unfold len in *. rewrite fmap_length, take_length, fmap_length. lia. }
      remember (out ++ zs (presence <$> take (Z.to_nat i) ys.*2)) as said eqn:Hsaid. fl_steps.
      fl_case.
      - destruct (Hat i ltac:(lia)) as (o & y & Ho & Hy & _ & Hp).
        pose proof (Hrest (Z.to_nat i) o y ltac:(lia) Ho Hy) as Hoy.
        assert (zs (presence <$> take (Z.to_nat (i + 1)) ys.*2) =
          zs (presence <$> take (Z.to_nat i) ys.*2) ++ [z_of (presence y.2)]) as Hmore.
        { replace (Z.to_nat (i + 1)) with (S (Z.to_nat i)) by lia.
          rewrite (take_S_r _ _ y.2) by (by rewrite list_lookup_fmap, Hy). by rewrite fmap_app, zs_app. }
        fl_steps. fl_call is_there_calls; [done|rewrite Hp; by eapply operand_is_ok|].
        rewrite Hp, (operand_there _ _ _ _ Hoy). fl_steps.
        assert (operand_ok t' (slot_number o)) as Hop by by eapply operand_is_ok.
        assert (f = 2%N → slots (Z.to_nat (i + 1)) = write_operand (slots (Z.to_nat i)) (o, None)) as Hnext.
        { intros ->. unfold slots. cbv beta. rewrite !decide_True by done.
          replace (Z.to_nat (i + 1)) with (S (Z.to_nat i)) by lia.
          rewrite (take_S_r (A := operand * datum) _ _ (o, None)); [by rewrite foldl_app|].
          rewrite lookup_zip_with, Ho. unfold nulls. by rewrite !list_lookup_fmap, Hy. }
        assert (f = 3%N → slots (Z.to_nat (i + 1)) = slots (Z.to_nat i)) as Hsame by (intros ->; done).
        assert (∀ c : bool, c = match y.2 with Some _ => true | None => false end →
          said ++ [if c then 1 else 0] =
          out ++ zs (presence <$> take (Z.to_nat (i + 1)) ys.*2)) as Hpush.
        { intros c ->. rewrite Hsaid, Hmore, (assoc_L (++)). by destruct y.2. }
        repeat first [fl_step|fl_case].
        + (* an absent record is not written *)
          assert (f = 2%N) as Hf2 by lia. destruct o as [s|k s]; [destruct Hoy; cbn [slot_number] in Hp; lia|].
          exists (Z.to_nat (len ops - (i + 1))). split; [lia|]. eexists (i + 1), _, t'. rewrite (Hpush _ eq_refl).
          split; [reflexivity|]. rewrite (Hnext Hf2). split_and!; [done|lia|lia|done|done|].
          intros j o' y' Hj. apply Hrest. lia.
        + assert (f = 2%N) as Hf2 by lia. destruct o as [s|k s]; [|by rewrite Hp in *]. pose proof (proj1 Hoy) as Hs.
          fl_known_call (write_exact external t' (l !!! Z.to_nat i) None);
            [done|rewrite Hp; exact Hop|cbn [slot_number] in Hp; lia|done|by vm_compute|].
          intros r ws ->. fl_after. fl_steps. rewrite Hp. cbn [slot_number].
          destruct (operand_written F cfg x t' _ s y None Ht' Hist Hoy) as [Hw2 Hist2]; [done|by vm_compute|].
          exists (Z.to_nat (len ops - (i + 1))). split; [lia|]. eexists (i + 1), _, _. rewrite (Hpush _ eq_refl).
          split; [reflexivity|]. rewrite (Hnext Hf2).
          split_and!; [done|lia|lia|by eapply data_written_trans|exact Hist2|].
          intros j o' y' Hj Ho' Hy'.
          apply (operand_kept t' (with_slots st (slots (Z.to_nat i))) s None _ o' y' Ht'); [|done|].
          * apply (Hrest j); [lia|done|done].
          * destruct o' as [s'|k' s']; [|done]. cbn [slot_of]. intros [= ->].
            pose proof (one_slot ops _ _ s Hnodup Ho Ho'). lia.
        + assert (f = 3%N) as Hf3 by lia. exists (Z.to_nat (len ops - (i + 1))). split; [lia|].
          eexists (i + 1), _, t'. rewrite (Hpush _ eq_refl).
          split; [reflexivity|]. rewrite (Hsame Hf3). split_and!; [done|lia|lia|done|done|].
          intros j o' y' Hj. apply Hrest. lia.
      - assert (i = len ops) as -> by lia. fl_steps. fl_reached. do 2 eexists. split; [reflexivity|].
        rewrite take_ge in Hsaid by (rewrite fmap_length; unfold len in *; lia).
        assert (len (presence <$> ys.*2) ≤ RESULT) as Hmost
          by (unfold len in *; rewrite !fmap_length; lia).
        unfold evaluated_as. destruct Hf23 as [->| ->].
        + rewrite applied_delete, nulls_not_long by done. unfold slots in Hist. rewrite decide_True, take_ge in Hist;
            [|rewrite zip_with_length; unfold len; lia|done].
          split_and!; [done|done|exact Hmost|done|exact Hist].
        + rewrite (applied_same t st 3 ops ys [] (presence <$> ys.*2)), (same_not_long t st ops) by done.
          split_and!; [done|done|exact Hmost|done|]. by rewrite (write_same _ _ _ _ Hops). }
    fl_steps. fl_either.
    { (* mset *)
      assert (f = 4%N) as -> by lia. fl_steps.
      fl_known_call (mset_is external F cfg x t st ops ys l a); [done|done|done|done|done|lia|done|lia|].
      intros r ws (t' & -> & [(why & Happ & -> & Hw & ->)|[(news & Happ & Hlong & -> & ->)|
        (news & Happ & Hlong & -> & Hw & Hist)]]); fl_after; fl_steps;
        fl_reached; do 2 eexists; (split; [reflexivity|]); unfold evaluated_as; rewrite Happ.
      - split_and!; [done|done|done|apply grown_same; lia].
      - rewrite Hlong. split_and!; [done|done|apply grown_same; lia].
      - rewrite Hlong. split_and!; [done|by rewrite app_nil_r|by vm_compute|done|done]. }
    fl_steps. fl_either.
    { (* incr *)
      assert (f = 6%N) as -> by lia. pose proof (argument_number a) as Hnum.
      fl_steps. fl_case.
      2:{ assert (length ys ≠ 1%nat) by (unfold len in *; lia).
          refused Bad_call. apply applied_bad. by destruct ys as [|y [|y' ys]]. }
      destruct (Hat 0 ltac:(lia)) as (o & y & Ho & Hy & Hoy & Hp).
      assert (ops = [o] ∧ ys = [y]) as [-> ->].
      { assert (length ops = 1%nat) as Hl1 by (unfold len in *; lia). rewrite Hl1 in Hlys.
        change (Z.to_nat 0) with 0%nat in Ho, Hy. destruct ops as [|o' [|? ?]]; [done| |done].
        destruct ys as [|y' [|? ?]]; [done| |done]. injection Ho as ->. by injection Hy as ->. }
      destruct (all_of (parse (number 8) a)) as [n|] eqn:En.
      2:{ fl_steps. fl_case. refused Bad_call. apply applied_bad. cbn [fmap list_fmap].
          change (standard 6%N a [y.2]) with
            (n ← all_of (parse (number 8) a); Some (increased y.2 (signed64 n))). by rewrite En. }
      pose proof (applied_incr t st o y a n Hoy En) as Happ. unfold sum_of in Happ.
      pose proof (same_not_long t st _ _ Ht Hops) as Hlong. pose proof (write_same t st _ _ Hops) as Hsame.
      cbn [fmap list_fmap] in Hlong, Hsame. destruct Hnum as (Ha8 & Hload & Hn64).
      pose proof (signed_is external n Hn64) as Hsigned. pose proof (signed64_range n Hn64) as Hj.
      fl_steps. fl_case. fl_steps. rewrite Hp.
      fl_known_call (number_in_is external t st o y); [done|done|]. intros v ws [-> Hv]. fl_after.
      destruct (number_in y.2) as [i|].
      2:{ destruct Hv as (m & z & -> & Hz). answers_no Happ Hlong Hsame. }
      destruct Hv as [-> Hi]. fl_steps. rewrite <-Hload in Hsigned. fl_known_call Hsigned. intros v ws [-> ->].
      fl_after. fl_steps.
      fl_known_call (plus_is external i (signed64 n)); [done|done|]. intros v ws [-> Hv]. fl_after.
      unfold within64 in Happ, Hv. destruct (in_int64 (i + signed64 n)) eqn:Esum.
      2:{ destruct Hv as (m & z & -> & Hz). answers_no Happ Hlong Hsame. }
      destruct Hv as [-> _]. destruct o as [s|k s]; cbn [slot_number] in *.
      2:{ rewrite need_no in Happ by done. fl_steps. fl_case. fl_steps. refused Not_in_cache. exact Happ. }
      rewrite need_yes in Happ by done. rewrite ok_bind in Happ || cbn [mbind outcome_bind] in Happ.
      pose proof (proj1 Hoy) as Hs. repeat first [fl_step|fl_case].
      fl_known_call (text_of_is external _ Esum). intros v ws (-> & -> & Htl). fl_after. fl_steps. rewrite ?Hp.
      fl_known_call (write_text_is external F cfg x t st s y); [done|done|done|lia|].
      intros v2 ws (-> & Hw & Hist). fl_after.
      pose proof (len_zs (integer_text (i + signed64 n))). fl_steps. fl_reached. do 2 eexists. split; [reflexivity|].
      unfold evaluated_as. rewrite Happ, long_one, print_value_len, (proj2 (Z.ltb_ge _ _)) by lia.
      split_and!; [done|by rewrite <-(assoc_L (++))|rewrite len_cons; lia|exact Hw|exact Hist]. }
    fl_steps. fl_either.
    { (* compare and set *)
      assert (f = 7%N) as -> by lia. fl_steps. fl_case.
      2:{ assert (length ys ≠ 1%nat) by (unfold len in *; lia).
          refused Bad_call. apply applied_bad. by destruct ys as [|y [|y' ys]]. }
      destruct (Hat 0 ltac:(lia)) as (o & y & Ho & Hy & Hoy & Hp).
      assert (ops = [o] ∧ ys = [y]) as [-> ->].
      { assert (length ops = 1%nat) as Hl1 by (unfold len in *; lia). rewrite Hl1 in Hlys.
        change (Z.to_nat 0) with 0%nat in Ho, Hy. destruct ops as [|o' [|? ?]]; [done| |done].
        destruct ys as [|y' [|? ?]]; [done| |done]. injection Ho as ->. by injection Hy as ->. }
      fl_steps. rewrite Hp.
      fl_known_call (compare_and_set_is external F cfg x t st o y a out); [done|done|done|lia|lia|].
      intros r ws (t' & out' & -> & Hr). fl_after. fl_steps. fl_reached. do 2 eexists. split; [reflexivity|done]. }
    fl_steps. fl_either.
    { (* transfer *)
      assert (f = 8%N) as -> by lia. pose proof (argument_number a) as Hnum.
      fl_steps. fl_case.
      2:{ assert (length ys ≠ 2%nat) by (unfold len in *; lia).
          refused Bad_call. apply applied_bad. by destruct ys as [|y [|y' [|? ys]]]. }
      destruct (Hat 0 ltac:(lia)) as (o & y & Ho & Hy & Hoy & Hp).
      destruct (Hat 1 ltac:(lia)) as (o2 & y2 & Ho2 & Hy2 & Hoy2 & Hp2).
      assert (ops = [o; o2] ∧ ys = [y; y2]) as [-> ->].
      { assert (length ops = 2%nat) as Hl2 by (unfold len in *; lia). rewrite Hl2 in Hlys.
        change (Z.to_nat 0) with 0%nat in Ho, Hy. change (Z.to_nat 1) with 1%nat in Ho2, Hy2.
        destruct ops as [|o' [|o2' [|? ?]]]; [done|done| |done]. destruct ys as [|y' [|y2' [|? ?]]]; [done|done| |done].
        injection Ho as ->. injection Ho2 as ->. injection Hy as ->. by injection Hy2 as ->. }
      destruct (all_of (parse (number 8) a)) as [n|] eqn:En.
      2:{ fl_steps. fl_case. refused Bad_call. apply applied_bad. cbn [fmap list_fmap].
          change (standard 8%N a [y.2; y2.2]) with
            (n ← all_of (parse (number 8) a); Some (Functions.transfer y.2 y2.2 n)). by rewrite En. }
      destruct Hnum as (Ha8 & Hload & Hn64). fl_steps. fl_case. fl_steps. rewrite Hp.
      pose proof (transfer_is external F cfg x t st o o2 y y2 a n out Ht Hst Hoy Hoy2 Hnodup En Hout) as Htransfer.
      rewrite <-Hp2, <-Hload in Htransfer. fl_known_call Htransfer.
      intros r ws (t' & out' & -> & Hr). fl_after. fl_steps. fl_reached. do 2 eexists. split; [reflexivity|done]. }
    fl_steps. refused Bad_call. apply applied_bad. unfold standard.
    by repeat (rewrite (proj2 (N.eqb_neq _ _)) by lia).
  Qed.
End evaluate.
