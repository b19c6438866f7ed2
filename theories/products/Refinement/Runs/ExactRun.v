(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * operation.run, exactly: which check refuses, or what is answered and written; and that this is the model's. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Monitor.Log Require Import Functions.
From Fairlead.Refinement Require Export ExactMissing ExactRunEvaluate ExactRunSlots.
Local Open Scope Z_scope.

Section run.
  Context {B : base} (external : nat → list data → option (list data * data)).
  Local Notation calls := (calls Q external).
  Local Notation ensures := (ensures Q external).
  Local Notation value := (val fl_point).
  Context (F : list Z → Z → list Z → Z) (cfg : config Z) (x : list Z) (Hfun : functions cfg = standard).
  Local Notation thread_is := (thread_is F cfg x).
  Local Ltac model := rewrite ?bind_bind, ?ok_bind; cbv beta.

  Lemma head_22 n (e c i : list Z) z :
    length e = 8%nat → length c = 4%nat → length i = 8%nat →
    <[Z.to_nat 21 := n]> (paste (paste (paste (fit [z] 22) 1 e) 9 c) 13 i) = z :: e ++ c ++ i ++ [n].
  Proof using.
    intros He Hc Hi. do 9 (destruct e as [|? e]; try done). do 5 (destruct c as [|? c]; try done).
    do 9 (destruct i as [|? i]; try done).
  Qed.

  (** The checks of one operand. *)
  Lemma read_here t st s :
    thread_ok t → thread_is t st → Z.of_N s < f_slots t → f_how (slot_at t (Z.of_N s)) ≠ 0 →
    if is_merkle (f_value (slot_at t (Z.of_N s))) then read_operand cfg st (Here s) = Thread.Refused Not_data
    else ∃ y, read_operand cfg st (Here s) = Thread.Ok y ∧ operand_is t st (Here s) y.
  Proof using.
    intros Ht Hst Hs Hfull. thread_numbers Ht.
    destruct (slot_there F cfg x t st s Hst Hs Hfull) as (sl & Hsl & Hk & Hv).
    cbn [read_operand]. rewrite (full_model F cfg x t st s Hst). rewrite (proj2 (Z.leb_gt _ _)) by lia.
    rewrite (proj2 (Z.eqb_neq _ _)) by done. rewrite Hsl. cbn [Thread.some]. model. unfold data_of.
    rewrite (value_is_merkle _ _ Hv). destruct (s_value sl) as [v|ends] eqn:Esl; [|done]. model.
    exists (s_key sl, v). split; [done|]. cbn [operand_is fst snd]. split_and!; [lia|done| |done|done]. by exists sl.
  Qed.
  Lemma read_refused t st s :
    thread_is t st →
    (f_slots t ≤ Z.of_N s → read_operand cfg st (Here s) = Thread.Refused Slot_out_of_range) ∧
    (Z.of_N s < f_slots t → f_how (slot_at t (Z.of_N s)) = 0 →
     read_operand cfg st (Here s) = Thread.Refused Slot_empty).
  Proof using.
    intros Hst. cbn [read_operand]. rewrite (full_model F cfg x t st s Hst). split.
    - intros Hs. by rewrite (proj2 (Z.leb_le _ _)) by lia.
    - intros Hs Hh. rewrite (proj2 (Z.leb_gt _ _)) by lia. by rewrite (proj2 (Z.eqb_eq _ _)) by done.
  Qed.

  Lemma next_round n i : (i <? n) = true → 0 ≤ i ≤ n → (Z.to_nat (n - (i + 1)) < Z.to_nat (n - i))%nat.
  Proof using. intros ?%Z.ltb_lt. lia. Qed.
  (** The ends that refuse. *)
  Local Ltac refusing why :=
    fl_call refuse_calls; fl_steps; fl_reached; do 2 eexists; (split; [reflexivity|]); (split; [assumption|]);
    left; exists why; (split_and!; [done|cbn; lia|done|done|]).
  Local Ltac on := repeat first [fl_step | fl_case].

  Theorem run_is t st b out f ops a :
    thread_ok t → thread_is t st → octets b → len b < 2 ^ 32 → octets out → len out + RECEIPT ≤ 65536 →
    run_read b (Z.of_N f) ops a → Forall operand_wf ops → len ops ≤ 16 → len a ≤ 4096 →
    (f < 256)%N →
    ensures fn_operation_run [vthread t; VBytes b; VBytes out]
      (λ r ws, ∃ t' out', ws = [vthread t'; VBytes b; VBytes out'] ∧ thread_ok t' ∧
         ran_as F cfg x st t out (Run f ops a) (place_of ops (length ops) + 2 + len a) r t' out').
  Proof using Hfun.
    intros Ht Hst Hb Hbl Ho Hout [Htag Hfn Hnum Hat Hsize Harg Hcounted Hroom] Hwf Hn Ha Hf.
    thread_numbers Ht. pose proof (len_nonneg out). pose proof (len_nonneg ops). pose proof (len_nonneg a).
    assert (f_index t = Z.of_N (t_index st)) as Hindex by by destruct Hst as (_&_&_&_&_&_&Hindex&_).
    assert (∀ i, 0 ≤ i ≤ len ops → 3 ≤ place_of ops (Z.to_nat i) ≤ 3 + 37 * i) as Hplace.
    { intros i Hi. pose proof (place_range ops (Z.to_nat i) Hwf ltac:(unfold len in *; lia)). lia. }
    assert (∀ i, 0 ≤ i < len ops → ∃ o, ops !! Z.to_nat i = Some o ∧ operand_wf o ∧
      operand_at b (place_of ops (Z.to_nat i)) o ∧
      place_of ops (Z.to_nat (i + 1)) = place_of ops (Z.to_nat i) + operand_size o) as Hop.
    { intros i Hi. destruct (lookup_lt_is_Some_2 ops (Z.to_nat i)) as [o Hoi]; [unfold len in *; lia|].
      pose proof (Forall_lookup_1 _ _ _ _ Hwf Hoi) as Hw. exists o. split_and!; [done|done|by apply Hat|].
      replace (Z.to_nat (i + 1)) with (S (Z.to_nat i)) by lia. by apply place_next. }
    clear Hat. assert (Z.to_nat (len ops) = length ops) as Hlen by (unfold len; lia). rewrite <-Hlen in *.
    set (n := len ops) in *. pose proof (Hplace n ltac:(lia)). fl_ensures. on. rewrite Hnum.
    (* All of it is read. *)
    let s0 := fl_store in
    eapply (walk_loop _ _ _ _ _ _ _ (λ m s, ∃ i y pl,
      s = <[5%nat := Some (VArray (map VInt pl))]> (<[6%nat := Some (VInt (place_of ops (Z.to_nat i)))]>
        (<[7%nat := Some (VInt i)]> (<[8%nat := y]> s0))) ∧
      m = Z.to_nat (n - i) ∧ 0 ≤ i ≤ n ∧ len pl = 16 ∧
      ∀ j, 0 ≤ j < i → pl !!! Z.to_nat j = place_of ops (Z.to_nat j)) (Z.to_nat n)).
    { exists 0. do 2 eexists. split; [reflexivity|]. split_and!; [lia|lia|lia|done|]. intros j Hj. lia. }
    intros m s (i & y & pl & -> & -> & Hi & Hpl & Hplaces). fl_round.
    pose proof (Hplace i ltac:(lia)). fl_steps. fl_case.
    { destruct (Hop i ltac:(lia)) as ([s|k s] & Hio & Hw & Hread & Hnext);
        cbn [operand_at operand_size operand_wf] in *.
      - destruct Hread as (Hbyte & Hslot & Hfits). on.
        exists (Z.to_nat (n - (i + 1))). split; [by apply next_round|]. eexists (i + 1), _, _.
        rewrite Hnext. split; [reflexivity|]. rewrite len_insert. split_and!; [done|lia|lia|done|].
        apply (next_entry (λ j z, z = place_of ops (Z.to_nat j))); [lia|done|done].
      - destruct Hread as (Hbyte & Hkey & Hslot & Hfits). pose proof (printed_key_wf k (proj1 Hw)) as (_ & _ & Hcan).
        on. fl_call canonical_calls; [fl_octets|fl_lens; lia|].
        replace (place_of ops (Z.to_nat i) + 34 + 1) with (place_of ops (Z.to_nat i) + 35) by lia.
        rewrite Hkey, Hcan. on.
        exists (Z.to_nat (n - (i + 1))). split; [by apply next_round|]. eexists (i + 1), _, _.
        replace (place_of ops (Z.to_nat (i + 1))) with (place_of ops (Z.to_nat i) + 34 + 3) by lia.
        split; [reflexivity|]. rewrite len_insert. split_and!; [done|lia|lia|done|].
        apply (next_entry (λ j z, z = place_of ops (Z.to_nat j))); [lia|done|done]. }
    assert (i = n) as -> by lia. clear Hi. set (p := place_of ops (Z.to_nat n)) in *. on.
    { refusing Index_overflow. cbn [Thread.step]. unfold run_function, Thread.evaluate.
      by rewrite need_no by (unfold limit64; lia). }
    assert (t_index st + 1 < limit64)%N as Hlimit by (unfold limit64; lia).
    assert (∀ i o why, (∀ j, (j < i)%nat → ∃ o, ops !! j = Some o ∧ ∃ y, read_operand cfg st o = Thread.Ok y) →
      ops !! i = Some o → read_operand cfg st o = Thread.Refused why →
      Thread.step cfg st (Run f ops a) = Thread.Refused why) as Hrefuse.
    { intros i o why Hbefore Hio Hwhy. cbn [Thread.step]. unfold run_function, Thread.evaluate.
      rewrite need_yes by done. by rewrite (read_operands_refused cfg st ops i o why). }
    (* It is looked at. *)
    let s0 := fl_store in
    eapply (walk_loop _ _ _ _ _ _ _ (λ m s, ∃ i y8 y14 y15 y16 y17 l,
      s = <[8%nat := y8]> (<[12%nat := Some (vops n l)]> (<[13%nat := Some (VInt i)]> (<[14%nat := y14]>
        (<[15%nat := y15]> (<[16%nat := y16]> (<[17%nat := y17]> s0)))))) ∧
      m = Z.to_nat (n - i) ∧ 0 ≤ i ≤ n ∧ len l = 16 ∧
      ∀ j, 0 ≤ j < i → ∃ o, ops !! Z.to_nat j = Some o ∧ l !!! Z.to_nat j = slot_number o ∧
        ∃ y, read_operand cfg st o = Thread.Ok y ∧ operand_is t st o y) (Z.to_nat n)).
    { exists 0. do 6 eexists. split; [reflexivity|]. split_and!; [lia|lia|lia|done|]. intros j Hj. lia. }
    intros m s (i & y8 & y14 & y15 & y16 & y17 & l & -> & -> & Hi & Hl & Hfound). fl_round. fl_steps. fl_case.
    { destruct (Hop i ltac:(lia)) as (o & Hio & Hw & Hread & Hnext). pose proof (Hplace i ltac:(lia)).
      assert (∀ j, (j < Z.to_nat i)%nat → ∃ o, ops !! j = Some o ∧ ∃ y, read_operand cfg st o = Thread.Ok y)
        as Hbefore.
      { intros j Hj. destruct (Hfound (Z.of_nat j) ltac:(lia)) as (o' & Ho' & _ & y' & Hy' & _).
        rewrite Nat2Z.id in Ho'. exists o'. split; [done|]. by exists y'. }
      assert (∀ y, read_operand cfg st o = Thread.Ok y → operand_is t st o y → ∀ j, 0 ≤ j < i + 1 →
        ∃ o', ops !! Z.to_nat j = Some o' ∧ <[Z.to_nat i := slot_number o]> l !!! Z.to_nat j = slot_number o' ∧
          ∃ y, read_operand cfg st o' = Thread.Ok y ∧ operand_is t st o' y) as Hlater.
      { intros w Hy Hoy. apply (next_entry (λ j z, ∃ o', ops !! Z.to_nat j = Some o' ∧ z = slot_number o' ∧
          ∃ y, read_operand cfg st o' = Thread.Ok y ∧ operand_is t st o' y)); [lia|done|].
        exists o. split_and!; [done|done|]. by exists w. }
      fl_steps. rewrite (Hplaces i ltac:(lia)).
      destruct o as [s|k s]; cbn [operand_at operand_size operand_wf slot_number] in *; unfold below in *.
      - (* A slot. *)
        destruct Hread as (Hbyte & Hslot & Hfits). destruct (read_refused t st s Hst) as [Hrange Hempty].
        on. rewrite Hslot. fl_known_call full_exact; [done|lia|].
        intros r ws (-> & [[Hlt ->]|[(Hlt & Hh & ->)|(Hlt & Hfull & ->)]]); fl_after; on.
        { refusing Slot_out_of_range. by eapply Hrefuse; [exact Hbefore|exact Hio|apply Hrange]. }
        { refusing Slot_empty. by eapply Hrefuse; [exact Hbefore|exact Hio|apply Hempty]. }
        pose proof (read_here t st s Ht Hst Hlt Hfull) as Hhere.
        destruct (full_slot t (Z.of_N s) (slot_at_ok t (Z.of_N s) Ht ltac:(lia)) Hfull) as [_ Hv].
        pose proof (value_octets _ Hv) as Hvo. pose proof (value_len _ Hv) as Hvl.
        unfold slot_at in Hv, Hvo, Hvl, Hhere.
        fl_call is_merkle_calls; [done|lia|]. fl_steps.
        destruct (is_merkle (f_value (f_cache t !!! Z.to_nat (Z.of_N s)))) eqn:Ekind.
        { fl_steps. refusing Not_data. by eapply Hrefuse; [exact Hbefore|exact Hio|]. }
        destruct Hhere as (w & Hy & Hoy).
        fl_steps. exists (Z.to_nat (n - (i + 1))). split; [by apply next_round|]. eexists (i + 1), _, _, _, _, _, _.
        split; [reflexivity|]. rewrite len_insert. split_and!; [done|lia|lia|done|]. by eapply Hlater.
      - (* A key that is absent. *)
        destruct Hread as (Hbyte & Hkey & Hslot & Hfits).
        on. set (q := place_of ops (Z.to_nat i)) in *.
        pose proof (missing_is external F cfg x t st k s Ht Hst (proj1 Hw)) as Habsent.
        rewrite <-Hslot, <-Hkey in Habsent. replace (q + 35) with (q + 1 + 34) in Habsent by lia.
        fl_number b (q + 1 + 34) 2. fl_known_call Habsent.
        intros r ws (-> & [(why & Hwhy & Hnumber & ->)|(Hy & ->)]); fl_after; on.
        { refusing why. by eapply Hrefuse; [exact Hbefore|exact Hio|]. }
        exists (Z.to_nat (n - (i + 1))). split; [by apply next_round|]. eexists (i + 1), _, _, _, _, _, _.
        split; [reflexivity|]. rewrite len_insert. split_and!; [done|lia|lia|done|].
        eapply Hlater; [exact Hy|]. split; [done|apply Hw]. }
    assert (i = n) as -> by lia. clear Hi.
    assert (∃ ys, Forall2 (λ o y, read_operand cfg st o = Thread.Ok y ∧ operand_is t st o y) ops ys) as [ys Hys].
    { apply list_choice. intros j o Hj.
      destruct (Hfound (Z.of_nat j)) as (o' & Ho' & _ & y' & Hy'); [apply lookup_lt_Some in Hj; unfold n, len; lia|].
      rewrite Nat2Z.id, Hj in Ho'. injection Ho' as ->. by exists y'. }
    assert (Forall2 (operand_is t st) ops ys) as Hops by (eapply Forall2_impl; [exact Hys|]; by intros ? ? []).
    assert (read_operands cfg st ops = Thread.Ok ys) as Hread
      by (apply read_operands_ok; eapply Forall2_impl; [exact Hys|]; by intros ? ? []).
    pose proof (Forall2_length _ _ _ Hops) as Hlys.
    assert (∀ j o, ops !! j = Some o → l !!! j = slot_number o) as Hslots.
    { intros j o Hj. destruct (Hfound (Z.of_nat j)) as (o' & Ho' & Hlo & _);
        [apply lookup_lt_Some in Hj; unfold n, len; lia|]. rewrite Nat2Z.id in *. rewrite Hj in Ho'.
      by injection Ho' as ->. }
    assert (∀ s, Here s ∈ ops → Z.of_N s < SLOTS) as Hsmall.
    { intros s (j & Hj)%elem_of_list_lookup. by destruct (Forall2_lookup_l _ _ _ _ _ Hops Hj) as (y' & _ & ? & _). }
    fl_steps. fl_known_call same_slot_exact; [lia|done|].
    intros r ws (-> & [(-> & k & Hk & Htwice)|(-> & Hnone)]); fl_after; fl_steps.
    { refusing Same_slot. cbn [Thread.step]. unfold run_function, Thread.evaluate. rewrite need_yes by done.
      rewrite Hread. model. rewrite need_no; [done|]. intros Hnd.
      by apply (proj1 (none_twice ops l Hslots Hsmall) Hnd k Hk). }
    pose proof (proj2 (none_twice ops l Hslots Hsmall) Hnone) as Hnodup. rewrite Hfn, Hnum.
    match goal with |- context [out ++ ?h] => assert (h = head_of (Z.of_N f) (f_epoch t) (f_counter t) (f_index t) n)
      as -> end.
    { unfold head_of. rewrite <-head_22 by by rewrite store_length. reflexivity. }
    remember (head_of (Z.of_N f) (f_epoch t) (f_counter t) (f_index t) n) as head eqn:Ehead.
    assert (len head = 22) as Hheadlen by (rewrite Ehead; apply len_head).
    (* The keys. *)
    let s0 := fl_store in
    eapply (walk_loop _ _ _ _ _ _ _ (λ m s, ∃ i y21 ks,
      s = <[2%nat := Some (VBytes (out ++ head ++ ks))]> (<[20%nat := Some (VInt i)]> (<[21%nat := y21]> s0)) ∧
      m = Z.to_nat (n - i) ∧ 0 ≤ i ≤ n ∧ ks = zs (print_keys (take (Z.to_nat i) ys.*1)) ∧
      len ks = 34 * i) (Z.to_nat n)).
    { exists 0. do 2 eexists. split; [change (Z.to_nat 0) with 0%nat; rewrite app_nil_r; reflexivity|].
      split_and!; [lia|lia|lia|done|done]. }
    intros m s (i & y21 & ks & -> & -> & Hi & Hks & Hksl). fl_round. fl_steps. fl_case.
    { destruct (Hop i ltac:(lia)) as (o & Hio & Hw & Hat & _). pose proof (Hplace i ltac:(lia)).
      destruct (Forall2_lookup_l _ _ _ _ _ Hops Hio) as (y' & Hy' & Hoy).
      pose proof (operand_key_wf _ _ _ _ Hoy) as Hkw.
      assert (len (print key_codec y'.1) = 34) as Hkl by (unfold len; by rewrite key_bytes_length).
      assert (print_keys (take (Z.to_nat (i + 1)) ys.*1) =
        print_keys (take (Z.to_nat i) ys.*1) ++ print key_codec y'.1) as Hmore.
      { replace (Z.to_nat (i + 1)) with (S (Z.to_nat i)) by lia.
        rewrite (take_S_r _ _ y'.1) by (by rewrite list_lookup_fmap, Hy'). unfold print_keys. rewrite bind_app.
        change ([y'.1] ≫= print key_codec) with (print key_codec y'.1 ++ []). by rewrite app_nil_r. }
      assert (len (zs (print key_codec y'.1)) = 34) as Hkzl by by rewrite len_zs.
      pose proof (Hplaces i ltac:(lia)) as Hpi. pose proof (Hslots _ _ Hio) as Hli.
      destruct o as [s|k s]; cbn [operand_at operand_is slot_number] in *.
      - destruct Hat as (Hbyte & _ & Hfits). destruct Hoy as (Hlt & _ & _ & [_ Hkey] & _). unfold slot_at in Hkey.
        rewrite <-Hli in Hkey, Hlt. pose proof Hkzl as Hkl'. rewrite <-Hkey in Hkl'.
        fl_steps. rewrite Hpi, Hbyte. on. rewrite Hkey.
        exists (Z.to_nat (n - (i + 1))). split; [by apply next_round|]. eexists (i + 1), _, _.
        split; [rewrite <-!(assoc_L (++)); reflexivity|].
        split_and!; [done|lia|lia|by rewrite Hmore, zs_app, Hks|rewrite len_app; lia].
      - destruct Hat as (Hbyte & Hkey & _ & Hfits). destruct Hoy as [-> _]. cbn [fst] in *.
        fl_steps. rewrite Hpi, Hbyte. on.
        replace (place_of ops (Z.to_nat i) + 1 + 34) with (place_of ops (Z.to_nat i) + 35) by lia.
        rewrite Hkey.
        exists (Z.to_nat (n - (i + 1))). split; [by apply next_round|]. eexists (i + 1), _, _.
        split; [rewrite <-!(assoc_L (++)); reflexivity|].
        split_and!; [done|lia|lia|by rewrite Hmore, zs_app, Hks|rewrite len_app; lia]. }
    assert (i = n) as -> by lia. clear Hi. rewrite take_ge in Hks by (rewrite fmap_length; unfold n, len; lia).
    rewrite Hsize.
    assert (∀ out4, len out4 + RESULT ≤ 65536 →
      ensures fn_functions_evaluate [vthread t; VInt (byte b 1); vops n l; VBytes (cut b (p + 2) (p + 2 + len a));
        VBytes out4]
      (λ r ws, ∃ t' out', ws = [vthread t'; VInt (byte b 1); vops n l; VBytes (cut b (p + 2) (p + 2 + len a));
        VBytes out'] ∧ evaluated_as F cfg x st t ops ys f a out4 r t' out')) as Heval.
    { intros out4 Hout4. rewrite Hfn, Harg. by apply evaluate_exact. }
    assert (len (cut b p (p + 2 + len a)) = 2 + len a) as Hcl by (rewrite len_cut; lia).
    pose proof (evaluate_applied cfg st f ops ys a Hfun Hlimit Hread Hnodup) as Hmodel.
    fl_steps. fl_known_call Heval; [rewrite !len_app, !len_cons, len_nil; lia|].
    intros r ws (t' & out5 & -> & Hr). unfold evaluated_as in Hr. fl_after.
    destruct (applied f ops ys a) as [[news z]|why].
    2:{ destruct Hr as (-> & Hwhy & -> & Hg). destruct Hg as (e & -> & _). fl_steps. fl_call refuse_calls. fl_steps.
        fl_reached. do 2 eexists. split; [reflexivity|]. split; [done|]. left. exists why.
        split_and!; [done|done|done| |].
        - rewrite <-!(assoc_L (++)). unfold fit, len. rewrite Nat2Z.id, take_app, app_length.
          replace (length out - _)%nat with 0%nat by lia. by rewrite app_nil_r.
        - cbn [Thread.step]. unfold run_function. by rewrite Hmodel. }
    assert (too_long cfg st (Run f ops a) = long news) as Htoo by (cbn [too_long]; by rewrite Hmodel).
    destruct (long news) eqn:Elong.
    { destruct Hr as (-> & -> & (e & -> & _)). fl_steps. fl_call refuse_calls. fl_steps.
      fl_reached. do 2 eexists. split; [reflexivity|]. split; [done|]. right. left.
      split_and!; [done|done| |done|].
      - rewrite <-!(assoc_L (++)). unfold fit, len. rewrite Nat2Z.id, take_app, app_length.
        replace (length out - _)%nat with 0%nat by lia. by rewrite app_nil_r.
      - cbn [Thread.step]. unfold run_function. rewrite Hmodel. by eexists. }
    destruct Hr as (-> & -> & Hzl & Hw & Hist). assert (len (zs z) = len z) as Hzz by apply len_zs.
    destruct Hw as (Ht' & _ & Hindex'). thread_numbers Ht'.
    remember ((out ++ head ++ ks) ++ cut b p (p + 2 + len a)) as out3 eqn:Eout3. remember (zs z) as zz eqn:Ezz.
    assert (len out3 = len out + 24 + 34 * n + len a) as Hout3 by (rewrite Eout3, !len_app; lia).
    pose proof (len_nonneg z). remember (((out3 ++ [0]) ++ [0]) ++ zz) as out5 eqn:Eout5.
    assert (len out5 = len out3 + 2 + len z) as Hout5
      by (rewrite Eout5, !len_app, !len_cons, len_nil; lia).
    fl_steps.
    fl_reached. exists (with_index t' (f_index t' + 1)). eexists. split; [reflexivity|].
    split; [apply with_index_ok; [done|lia]|]. right. right.
    exists (answered st (foldl write_operand (t_slots st) (zip ops news))).
    assert (zs (answer_to cfg st (Run f ops a)) = head ++ ks ++ cut b p (p + 2 + len a) ++ zs (print argument_codec z))
      as Hanswer.
    { rewrite (answer_is F cfg x t st f ops a ys news z) by (first [done|lia|by rewrite Hmodel]).
      by rewrite Ehead, Hks, Hcounted. }
    assert (zs (print argument_codec z) = store_int Big W16 (len z) ++ zz) as Hz.
    { rewrite print_argument, zs_app, <-Ezz, <-(stored_number W16 2); [|done|].
      - unfold len. by rewrite nat_N_Z.
      - change (256 ^ N.of_nat 2)%N with 65536%N. unfold len in Hzl. lia. }
    split_and!.
    - done.
    - cbn [Thread.step]. unfold run_function. by rewrite Hmodel.
    - exact Htoo.
    - exact (answered_is F cfg x t' (with_slots st _) Hist).
    - rewrite Hanswer, Hz. match goal with |- paste ?o ?i (store_int Big W16 ?v) = _ =>
        replace v with (len z) by lia;
        replace o with (out3 ++ [0; 0] ++ zz) by (rewrite Eout5, <-!(assoc_L (++)); reflexivity) end.
      rewrite paste_over by (first [done|by rewrite len_store_int]). rewrite Eout3, <-!(assoc_L (++)). reflexivity.
    - rewrite <-len_zs, Hanswer, Hz, !len_app, len_store_int. cbn [byte_count]. lia.
  Qed.
End run.
