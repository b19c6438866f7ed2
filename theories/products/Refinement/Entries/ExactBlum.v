(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * AddB and EvictB do what the model does: the same check refuses, or the same state comes of it.

    The model has no window: what is of an epoch too far ahead, the program puts off. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Monitor.Log Require Import Message.
From Fairlead.Refinement Require Export Abstraction BlumAdd BlumLeave.
Local Open Scope Z_scope.

Section exact.
  Context {B : base} (external : nat → list data → option (list data * data)).
  Context (F : list Z → Z → list Z → Z) (hash : bytes → bytes) (cfg : config Z) (x : list Z).
  Context (Hsums : sums external F) (Hmh : hashes_as F hash cfg x).
  (** The external hash is [hash]. *)
  Definition hash_is : Prop :=
    (∀ l d h, external 1%nat [VBytes (zs l)] = Some ([d], VBytes h) → h = zs (hash l)) ∧
    ∀ l, length (hash l) = 32%nat.
  Context (Hhash : hash_is).
  Local Notation thread_is := (thread_is F cfg x).

  (** What an operation came to is what the model says; or it was put off, because the epoch is too far ahead, and the
      model takes it. *)
  Definition as_model (m : Thread.outcome (thread Z)) (e : N) (st : thread Z) (t : fthread) (r : val fl_point)
      (t' : fthread) : Prop :=
    r = wait_value ∧ t' = t ∧ (t_next st + 4 ≤ e)%N ∧ (∃ st', m = Thread.Ok st') ∨
    (∃ why, m = Thread.Refused why ∧ (refusal_number why < 32)%nat ∧ r = VUnion 1 (refusal (refusal_number why)) ∧
       t' = t) ∨
    (∃ st', m = Thread.Ok st' ∧ r = done_value ∧ thread_is t' st').
  Lemma as_model_wait m e st t r t' :
    r = wait_value ∧ t' = t → (t_next st + 4 ≤ e)%N → (∃ st', m = Thread.Ok st') → as_model m e st t r t'.
  Proof using. intros [? ?] ? ?. left. by split_and!. Qed.
  Lemma as_model_refused why m e st t r t' :
    r = VUnion 1 (refusal (refusal_number why)) ∧ t' = t → (refusal_number why < 32)%nat → m = Thread.Refused why →
    as_model m e st t r t'.
  Proof using. intros [? ?] ? ?. right. left. exists why. by split_and!. Qed.

  (** ** One slot, or one side of a tally, is another *)
  Lemma slots_put t (slots : gmap N Thread.slot) s c o :
    len (f_cache t) = SLOTS → (s < 2 ^ 16)%N →
    (∀ s', (s' < store_size cfg)%N → slot_is (slot_at t (Z.of_N s')) (slots !! s')) → slot_is c o →
    ∀ s', (s' < store_size cfg)%N →
      slot_is (slot_at (with_slot t (Z.of_N s) c) (Z.of_N s')) (partial_alter (λ _, o) s slots !! s').
  Proof using.
    intros Hl Hs Hslots Hc s' Hs'. destruct (decide (s' = s)) as [->|Hne].
    - rewrite lookup_partial_alter. unfold slot_at, with_slot. cbn [f_cache].
      rewrite list_lookup_total_insert by (unfold len in *; lia). exact Hc.
    - rewrite lookup_partial_alter_ne by done. rewrite slot_at_other by lia. by apply Hslots.
  Qed.

  Lemma tallies_put t t' (st st' : thread Z) e y :
    len (f_open t) = 4 → (t_next st ≤ e < t_next st + 4)%N → t_next st' = t_next st →
    f_open t' = <[Z.to_nat (Z.of_N e mod 4) := y]> (f_open t) →
    tally_is F x e (f_added y) (tally_in cfg (t_added st') e) →
    tally_is F x e (f_evicted y) (tally_in cfg (t_evicted st') e) →
    (∀ e', e' ≠ e → tally_in cfg (t_added st') e' = tally_in cfg (t_added st) e' ∧
                    tally_in cfg (t_evicted st') e' = tally_in cfg (t_evicted st) e') →
    (∀ e', (t_next st ≤ e')%N → tallies_are F cfg x t st e') →
    ∀ e', (t_next st ≤ e')%N → tallies_are F cfg x t' st' e'.
  Proof using.
    intros Hl He Hn Ho Ha Hev Hother Hall e' He'. specialize (Hall e' He').
    unfold tallies_are in *. rewrite Hn. pose proof (Z.mod_pos_bound (Z.of_N e) 4 ltac:(lia)) as Hm.
    destruct (decide (e' = e)) as [->|Hne].
    - rewrite decide_True by lia. unfold tally_at. rewrite Ho.
      rewrite list_lookup_total_insert by (unfold len in *; lia). done.
    - destruct (Hother e' Hne) as [-> ->]. case_decide as Hw; [|done].
      assert (tally_at t' (Z.of_N e' mod 4) = tally_at t (Z.of_N e' mod 4)) as ->; [|done].
      unfold tally_at. rewrite Ho. apply list_lookup_total_insert_ne.
      pose proof (Z.mod_pos_bound (Z.of_N e') 4 ltac:(lia)). pose proof (Z.div_mod (Z.of_N e) 4 ltac:(lia)).
      pose proof (Z.div_mod (Z.of_N e') 4 ltac:(lia)). lia.
  Qed.
  Lemma tally_in_same (m : gmap N (tally Z)) e y : tally_in cfg (<[e := y]> m) e = y.
  Proof using. unfold tally_in. by rewrite lookup_insert. Qed.
  Lemma tally_in_other (m : gmap N (tally Z)) e e' y : e' ≠ e → tally_in cfg (<[e := y]> m) e' = tally_in cfg m e'.
  Proof using. intros. unfold tally_in. by rewrite lookup_insert_ne. Qed.

  Lemma need_yes {A} P `{Decision P} why (f : () → Thread.outcome A) : P → need P why ≫= f = f ().
  Proof using. intros. unfold need. by rewrite decide_True. Qed.
  Lemma need_no {A} P `{Decision P} why (f : () → Thread.outcome A) : ¬ P → need P why ≫= f = Thread.Refused why.
  Proof using. intros. unfold need. by rewrite decide_False. Qed.

  Lemma bind_bind {A C D} (m : Thread.outcome A) (f : A → Thread.outcome C) (g : C → Thread.outcome D) :
    (m ≫= f) ≫= g = m ≫= (λ a, f a ≫= g).
  Proof using. by destruct m. Qed.
  Lemma ok_bind {A C} (a : A) (f : A → Thread.outcome C) : Thread.Ok a ≫= f = f a.
  Proof using. done. Qed.

  Local Ltac on := rewrite ?bind_bind, ?ok_bind; cbv beta.

  (** The slots of a thread are those of one of the model; all else is as in another. *)
  Definition slots_are (t : fthread) (slots : gmap N Thread.slot) : Prop :=
    ∀ s, (s < store_size cfg)%N → slot_is (slot_at t (Z.of_N s)) (slots !! s).
  Definition same_but_slots (t t' : fthread) : Prop :=
    (f_self t', f_depth t', f_slots t', f_epoch t', f_counter t', f_last t', f_next t', f_index t', f_open t') =
    (f_self t, f_depth t, f_slots t, f_epoch t, f_counter t, f_last t, f_next t, f_index t, f_open t).
  Lemma slots_replaced t t' st slots :
    thread_is t st → slots_are t' slots → same_but_slots t t' → thread_is t' (with_slots st slots).
  Proof using.
    intros (Hself & Hdepth & Hslots & Hclock & Hlast & Hnext & Hindex & Hs & Htallies) Hs' [= ???????? E].
    unfold Abstraction.thread_is, with_slots. cbn [t_self t_slots t_clock t_lek t_added t_evicted t_next t_index].
    split_and!; try congruence; try (destruct Hclock; congruence); [exact Hs'|]. intros e He.
    specialize (Htallies e He). unfold tallies_are, tally_at in *. cbn [t_added t_evicted t_next] in *.
    rewrite E. exact Htallies.
  Qed.

  (** ** The operations *)
  Theorem add_is t st kb k vb v s e c i r t' :
    thread_ok t → thread_is t st → key_is kb k → value_is vb v →
    (s < 2 ^ 16)%N → (c < 2 ^ 32)%N → (i < 2 ^ 16)%N →
    blum_added external x t kb vb (Z.of_N s) (Z.of_N e) (Z.of_N c) (Z.of_N i) r t' →
    as_model (add_blum cfg st k v s (e, c) i) e st t r t'.
  Proof using Hsums Hmh Hhash.
    intros Ht (Hself & Hdepth & Hslots & [Hepoch Hcounter] & Hlast & Hnext & Hindex & Hs & Htallies) Hk Hv Hsr Hcr Hir.
    destruct Hhash as [Hh Hh32]. unfold blum_added, add_check, add_blum.
    destruct (bool_decide (kb = replicate 34 0)) eqn:E0.
    { intros Hcame. apply (as_model_refused Root_key); [done|cbn; lia|]. apply bool_decide_eq_true in E0.
      apply need_no. intros Hne. by apply Hne, (key_is_inj _ _ _ _ Hk root_is). }
    apply bool_decide_eq_false in E0. rewrite need_yes by
      (intros ->; by apply E0, (key_is_inj _ _ _ _ Hk root_is)). on.
    unfold vacant. on. destruct (Z.leb_spec (f_slots t) (Z.of_N s)).
    { intros Hcame. apply (as_model_refused Slot_out_of_range); [done|cbn; lia|]. by rewrite need_no by lia. }
    rewrite need_yes by lia. on. specialize (Hs s ltac:(lia)) as Hslot. unfold slot_is in Hslot.
    destruct (Z.eqb_spec (f_how (slot_at t (Z.of_N s))) 0) as [Hempty|Hfull]; cbn [negb].
    2:{ intros Hcame. apply (as_model_refused Slot_full); [done|cbn; lia|].
      apply need_no. intros Hnone. by rewrite Hnone in Hslot. }
    assert (t_slots st !! s = None) as Hnone.
    { destruct (t_slots st !! s) as [sl|]; [|done]. destruct Hslot as [Hw _]. rewrite Hempty in Hw.
      by destruct (s_how sl). }
    rewrite Hnone. rewrite need_yes by done. on.
    rewrite Hdepth, (fits_is _ _ _ _ _ Hk Hv).
    destruct (Record.fits (depth cfg) k v) eqn:Efits; cbn [negb].
    2:{ intros Hcame. apply (as_model_refused Value_does_not_fit); [done|cbn; lia|]. by rewrite need_no by done. }
    rewrite need_yes by done. cbn [fst snd]. rewrite Hnext.
    destruct (Z.ltb_spec (Z.of_N e) (Z.of_N (t_next st))).
    { intros Hcame. apply (as_model_refused Epoch_already_verified); [done|cbn; lia|]. by rewrite need_no by lia. }
    rewrite need_yes by lia. on.
    destruct (Z.eqb_spec (Z.of_N c) 4294967295).
    { intros Hcame. apply (as_model_refused Counter_overflow); [done|cbn; lia|].
      by rewrite need_no by (unfold limit32; lia). }
    rewrite need_yes by (unfold limit32; lia). on.
    destruct (Z.leb_spec 4 (Z.of_N e - Z.of_N (t_next st))).
    { intros Hcame. apply as_model_wait; [done|lia|]. specialize (Htallies e ltac:(lia)). unfold tallies_are in
      Htallies.
      rewrite decide_False in Htallies by lia. destruct Htallies as [-> _]. unfold tally_insert.
      rewrite decide_True by done. cbn [Thread.some mbind outcome_bind]. destruct (advance _ _). by eexists. }
    specialize (Htallies e ltac:(lia)) as Htally. unfold tallies_are in Htally. rewrite decide_True in Htally by lia.
    destruct Htally as [Hadded Hevicted].
    pose proof (Z.mod_pos_bound (Z.of_N e) 4 ltac:(lia)) as Hmod.
    destruct (tally_at_ok t (Z.of_N e mod 4) Ht Hmod) as [Haok Heok].
    destruct (Z.leb_spec 4294967296 (f_count (f_added (tally_at t (Z.of_N e mod 4))) + 1)).
    { intros Hcame. apply (as_model_refused Count_overflow); [done|cbn; lia|].
      by rewrite (tally_full F cfg x _ _ _ _ Hadded) by lia. }
    intros (-> & d & b & h & Hext & Hins & ->).
    assert (len h = 32) as Hl32.
    { destruct Hv as [Hvw ->]. rewrite (Hh _ _ _ Hext), len_zs. unfold len. by rewrite Hh32. }
    rewrite (message_is hash h kb vb k v e c i) in Hins; try done.
    2:{ intros _. destruct Hv as [_ ->]. by apply (Hh _ _ _ Hext). }
    destruct (tally_inserted F hash cfg x external e _ _ _ d Hmh Hsums Haok Hadded Hins) as (y & Hy & Hyis); [lia|].
    rewrite Hy. cbn [Thread.some]. on.
    assert ((f_epoch t <? Z.of_N e) || (f_epoch t =? Z.of_N e) && (f_counter t <? Z.of_N c + 1) =
      bool_decide (stamp_lt (t_clock st) (e, c + 1)%N)) as Hclock.
    { apply eq_true_iff_eq. rewrite orb_true_iff, andb_true_iff, bool_decide_eq_true. unfold stamp_lt. cbn [fst snd].
      rewrite !Z.ltb_lt, Z.eqb_eq. lia. }
    assert (Ht' := Ht). destruct Ht' as (_&_&_&_&_&_&_&_&[Hol _]&[Hcl _]).
    right. right. unfold with_added, advance. rewrite Hclock. cbn [fst snd].
    destruct (decide (stamp_lt (t_clock st) (e, c + 1)%N)) as [Hlate|Hlate];
      [rewrite bool_decide_eq_true_2 by done|rewrite bool_decide_eq_false_2 by done];
      (eexists; split; [reflexivity|split; [reflexivity|]]); unfold Abstraction.thread_is; split_and!;
      cbn [f_self f_depth f_slots f_epoch f_counter f_last f_next f_index with_slot with_clock with_tally t_self t_clock
        t_lek t_next t_index t_slots fst snd]; try done; try lia; try apply root_is.
    all: try (apply slots_put; [done|done|exact Hs|]; unfold slot_is; cbn; by split_and!).
    all: eapply (tallies_put t _ st _ e); [exact Hol|lia|reflexivity|reflexivity| | | |exact Htallies].
    all: try (intros e' He'; cbn [t_added t_evicted]; by rewrite tally_in_other).
    all: cbn [t_added t_evicted f_added f_evicted]; by rewrite ?tally_in_same.
  Qed.

  (** The part that EvictB and EvictBM share: [slots] are those of the model from which the record leaves. *)
  Definition left_as (m : Thread.outcome (thread Z)) (e : N) (st : thread Z) (s : N) (slots : gmap N Thread.slot)
      (t : fthread) (r : val fl_point) (t' : fthread) : Prop :=
    r = wait_value ∧ t' = t ∧ (t_next st + 4 ≤ e)%N ∧ (∃ st', m = Thread.Ok st') ∨
    (∃ why, m = Thread.Refused why ∧ (refusal_number why < 32)%nat ∧ r = VUnion 1 (refusal (refusal_number why)) ∧
       t' = t) ∨
    (∃ st', m = Thread.Ok st' ∧ r = done_value ∧
       (slots_are t (t_slots st) → slots_are t' (delete s (t_slots st))) ∧
       ∀ t2, slots_are t2 (delete s slots) → same_but_slots t' t2 → thread_is t2 st').
  Lemma left_as_wait m e st s slots t r t' :
    r = wait_value ∧ t' = t → (t_next st + 4 ≤ e)%N → (∃ st', m = Thread.Ok st') → left_as m e st s slots t r t'.
  Proof using. intros [? ?] ? ?. left. by split_and!. Qed.
  Lemma left_as_refused why m e st s slots t r t' :
    r = VUnion 1 (refusal (refusal_number why)) ∧ t' = t → (refusal_number why < 32)%nat → m = Thread.Refused why →
    left_as m e st s slots t r t'.
  Proof using. intros [? ?] ? ?. right. left. exists why. by split_and!. Qed.
  Theorem leave_is t st s sl slots e c r t' :
    thread_ok t → thread_is t st → (s < 2 ^ 16)%N → (e < 2 ^ 64)%N → (c < 2 ^ 32)%N →
    slot_is (slot_at t (Z.of_N s)) (Some sl) →
    has_left external (leave_check t (Z.of_N s) (Z.of_N e) (Z.of_N c)) x t (Z.of_N s) (Z.of_N e) (Z.of_N c) r t' →
    left_as (leave_to_blum cfg st sl s slots (e, c)) e st s slots t r t'.
  Proof using Hsums Hmh Hhash.
    intros Ht (Hself & Hdepth & Hslots & [Hepoch Hcounter] & Hlast & Hnext & Hindex & Hs & Htallies) Hsr Her Hcr.
    destruct Hhash as [Hh Hh32]. intros (Hhow & Hk & Hv & Hleft & Hright & _).
    unfold leave_check, leave_to_blum. cbv zeta. cbn [fst snd].
    destruct (bool_decide (f_key (slot_at t (Z.of_N s)) = replicate 34 0)) eqn:E0.
    { intros Hcame. apply (left_as_refused Root_key); [done|cbn; lia|]. apply bool_decide_eq_true in E0.
      apply need_no. intros Hne. by apply Hne, (key_is_inj _ _ _ _ Hk root_is). }
    apply bool_decide_eq_false in E0.
    rewrite need_yes by (intros Heq; apply E0, (key_is_inj _ _ _ _ Hk root_is); exact Heq).
    on. rewrite need_yes by (unfold limit64, limit32; lia).
    on.
    assert (not_later t (f_key (slot_at t (Z.of_N s))) (Z.of_N e) (Z.of_N c) = negb (bool_decide
      (stamp_lt (t_clock st) (e, c) ∨ t_clock st = (e, c) ∧ (rank (t_lek st) < rank (s_key sl))%N))) as ->.
    { unfold not_later. rewrite (before_is _ _ _ _ Hlast Hk), Hepoch, Hcounter. apply eq_true_iff_eq.
      destruct (t_clock st) as [e0 c0]. cbn [fst snd]. unfold stamp_lt. cbn [fst snd].
      rewrite negb_true_iff, bool_decide_eq_false, andb_true_iff, !orb_true_iff, !negb_true_iff, orb_false_iff,
        andb_false_iff, !Z.ltb_ge, !Z.eqb_neq, bool_decide_eq_false.
      split.
      - intros [[? ?] ?] [?|[[= -> ->] ?]]; lia.
      - intros Hn. destruct (decide (e0 < e)%N); [exfalso; apply Hn; left; lia|].
        destruct (decide (e0 = e ∧ c0 < c)%N); [exfalso; apply Hn; left; lia|]. split; [split; [lia|lia]|].
        destruct (decide (e0 = e)) as [->|]; [|lia]. destruct (decide (c0 = c)) as [->|]; [|lia].
        right. intros ?. apply Hn. by right. }
    case_bool_decide as Hlater; cbn [negb].
    2:{ intros Hcame. apply (left_as_refused Not_later); [done|cbn; lia|]. by apply need_no. }
    rewrite need_yes by done. on.
    destruct (s_child sl) as [l0 r0] eqn:Echild. cbn [fst snd] in Hleft, Hright.
    destruct (negb (f_left (slot_at t (Z.of_N s)) =? 4294967295) ||
      negb (f_right (slot_at t (Z.of_N s)) =? 4294967295)) eqn:Ec.
    { intros Hcame. apply (left_as_refused Has_children); [done|cbn; lia|]. apply need_no.
      intros [= -> ->]. unfold link_is in Hleft, Hright. by rewrite Hleft, Hright in Ec. }
    apply orb_false_iff in Ec as [El%negb_false_iff%Z.eqb_eq Er%negb_false_iff%Z.eqb_eq].
    rewrite need_yes by (destruct l0, r0; unfold link_is in *; first [done|lia]). on.
    rewrite Hnext. destruct (Z.leb_spec 4 (Z.of_N e - Z.of_N (t_next st))).
    { intros Hcame. apply left_as_wait; [done|lia|]. specialize (Htallies e ltac:(lia)). unfold tallies_are in Htallies.
      rewrite decide_False in Htallies by lia. destruct Htallies as [_ ->]. unfold tally_insert.
      rewrite decide_True by done. cbn [Thread.some mbind outcome_bind]. by eexists. }
    assert (Ht' := Ht). destruct Ht' as ([Hselfr _]&_&_&_&_&_&Hne&_&[Hol _]&[Hcl _]).
    assert (t_next st ≤ e)%N as Hge.
    { destruct Hlater as [Hlt|[Heq _]]; [unfold stamp_lt in Hlt; cbn [fst snd] in Hlt; lia|].
      rewrite Heq in Hepoch. cbn [fst] in Hepoch. lia. }
    specialize (Htallies e Hge) as Htally. unfold tallies_are in Htally. rewrite decide_True in Htally by lia.
    destruct Htally as [Hadded Hevicted].
    pose proof (Z.mod_pos_bound (Z.of_N e) 4 ltac:(lia)) as Hmod.
    destruct (tally_at_ok t (Z.of_N e mod 4) Ht Hmod) as [Haok Heok].
    destruct (Z.leb_spec 4294967296 (f_count (f_evicted (tally_at t (Z.of_N e mod 4))) + 1)).
    { intros Hcame. apply (left_as_refused Count_overflow); [done|cbn; lia|].
      by rewrite (tally_full F cfg x _ _ _ _ Hevicted) by lia. }
    intros (-> & d & b & h & Hext & Hins & ->).
    assert (len h = 32) as Hl32.
    { destruct Hv as [Hvw Hvb]. rewrite Hvb in Hext. rewrite (Hh _ _ _ Hext), len_zs. unfold len. by rewrite Hh32. }
    rewrite Hself in Hins. rewrite (message_is hash h _ _ (s_key sl) (s_value sl) e c (t_self st)) in Hins; try done; [|
      intros _; destruct Hv as [_ Hvb]; rewrite Hvb in Hext; by apply (Hh _ _ _ Hext)|lia].
    destruct (tally_inserted F hash cfg x external e _ _ _ d Hmh Hsums Heok Hevicted Hins) as (y & Hy & Hyis); [lia|].
    match goal with |- context [Thread.some ?m _] => replace m with (Some y) by exact (eq_sym Hy) end.
    cbn [Thread.some]. on. right. right.
    eexists; split; [reflexivity|split; [reflexivity|split]].
    { intros Hall s' Hs'. by apply slots_put. }
    intros t2 Ht2 [= Ea Eb Ec Ed Ee Ef Eg Eh E]. unfold with_left, with_slot, with_clock, with_tally in *. cbn in *.
    unfold Abstraction.thread_is. cbn [t_self t_clock t_lek t_next t_index t_slots fst snd].
    rewrite Ea, Eb, Ec, Ed, Ee, Ef, Eg, Eh. split_and!; try done; try lia.
    eapply (tallies_put t _ st _ e); [exact Hol|lia|reflexivity|exact E| | | |exact Htallies].
    all: try (intros e' He'; cbn [t_added t_evicted]; by rewrite tally_in_other).
    all: cbn [t_added t_evicted f_added f_evicted]; by rewrite ?tally_in_same.
  Qed.

  Theorem evict_is t st s e c r t' :
    thread_ok t → thread_is t st → (s < 2 ^ 16)%N → (e < 2 ^ 64)%N → (c < 2 ^ 32)%N →
    has_left external (evict_check t (Z.of_N s) (Z.of_N e) (Z.of_N c)) x t (Z.of_N s) (Z.of_N e) (Z.of_N c) r t' →
    as_model (evict_blum cfg st s (e, c)) e st t r t'.
  Proof using Hsums Hmh Hhash.
    intros Ht Hst Hsr Her Hcr. assert (Hst' := Hst). destruct Hst' as (_ & _ & Hslots & _ & _ & _ & _ & Hs & _).
    unfold evict_check, evict_blum, full. on.
    destruct (Z.leb_spec (f_slots t) (Z.of_N s)).
    { intros Hcame. apply (as_model_refused Slot_out_of_range); [done|cbn; lia|]. by rewrite need_no by lia. }
    rewrite need_yes by lia. on. pose proof (Hs s ltac:(lia)) as Hslot. unfold slot_is in Hslot.
    destruct (Z.eqb_spec (f_how (slot_at t (Z.of_N s))) 0) as [Hempty|Hfull].
    { intros Hcame. apply (as_model_refused Slot_empty); [done|cbn; lia|].
      destruct (t_slots st !! s) as [sl|]; [|done]. destruct Hslot as [Hw _]. rewrite Hempty in Hw.
      by destruct (s_how sl). }
    destruct (t_slots st !! s) as [sl|] eqn:Esl; [|done]. cbn [Thread.some]. on.
    assert (Hslot' := Hslot). destruct Hslot' as (Hhow & _).
    destruct (Z.eqb_spec (f_how (slot_at t (Z.of_N s))) 2) as [Hblum|Hmerkle]; cbn [negb].
    2:{ intros Hcame. apply (as_model_refused Added_by_merkle); [done|cbn; lia|].
      apply need_no. intros Heq. by rewrite Heq in Hhow. }
    rewrite need_yes by (destruct (s_how sl); [by rewrite Hhow in Hblum|done]). on.
    intros Hleft. eapply (leave_is t st s sl (t_slots st)) in Hleft; [|done..].
    destruct Hleft as [Hwait|[Hrefused|(st' & Hm & -> & Hslots' & Hst')]]; [by left|by right; left|right; right].
    exists st'. split; [exact Hm|]. split; [done|]. apply Hst'; [by apply Hslots'|done].
  Qed.
End exact.
