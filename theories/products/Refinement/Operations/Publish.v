(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * publish: exactly what goes to the account of the epoch. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Refinement Require Export Verifier Certify.
Local Open Scope Z_scope.

(** An import may have set what another had set before. *)
Ltac fl_conditions ::= fl_conditions_of_accounts.

(** The sum of two sums, of two words each, modulo 2^128. *)
Definition sum_low (low low' : Z) : Z := (low + low') mod 2 ^ 64.
Definition sum_high (low high low' high' : Z) : Z :=
  ((high + high') mod 2 ^ 64 + (if sum_low low low' <? low then 1 else 0)) mod 2 ^ 64.
Theorem sum_of_sums low high low' high' :
  0 ≤ low < 2 ^ 64 → 0 ≤ low' < 2 ^ 64 → 0 ≤ high < 2 ^ 64 → 0 ≤ high' < 2 ^ 64 →
  sum_low low low' + 2 ^ 64 * sum_high low high low' high' =
    ((low + 2 ^ 64 * high) + (low' + 2 ^ 64 * high')) mod 2 ^ 128.
Proof.
  intros H1 H2 H3 H4. unfold sum_high. rewrite Zplus_mod_idemp_l. unfold sum_low.
  assert ((low + low') mod 2 ^ 64 = low + low' - (if 2 ^ 64 <=? low + low' then 2 ^ 64 else 0)) as ->.
  { destruct (Z.leb_spec (2 ^ 64) (low + low')).
    - symmetry. apply (Z.mod_unique_pos _ _ 1); lia.
    - rewrite Z.mod_small by lia. lia. }
  destruct (Z.leb_spec (2 ^ 64) (low + low')); rewrite ?Z.sub_0_r.
  - rewrite (proj2 (Z.ltb_lt _ _)) by lia. destruct (Z.ltb_spec (high + high' + 1) (2 ^ 64)).
    + rewrite Z.mod_small by lia. rewrite Z.mod_small by lia. lia.
    + rewrite <-(Z.mod_unique_pos (high + high' + 1) (2 ^ 64) 1 (high + high' + 1 - 2 ^ 64)) by lia.
      rewrite <-(Z.mod_unique_pos _ (2 ^ 128) 1 (low + low' - 2 ^ 64 + 2 ^ 64 * (high + high' + 1 - 2 ^ 64))) by lia.
      lia.
  - rewrite (proj2 (Z.ltb_ge _ _)) by lia. rewrite Z.add_0_r. destruct (Z.ltb_spec (high + high') (2 ^ 64)).
    + rewrite Z.mod_small by lia. rewrite Z.mod_small by lia. lia.
    + rewrite <-(Z.mod_unique_pos (high + high') (2 ^ 64) 1 (high + high' - 2 ^ 64)) by lia.
      rewrite <-(Z.mod_unique_pos _ (2 ^ 128) 1 (low + low' + 2 ^ 64 * (high + high' - 2 ^ 64))) by lia.
      lia.
Qed.

(** The account after thread [i] has published [added] and [evicted], both flushed. *)
Definition account_plus (c : faccount) (i : Z) (added evicted : fside) : faccount :=
  FAccount (sum_low (c_low c) (f_low added)) (sum_high (c_low c) (c_high c) (f_low added) (f_high added))
    (sum_low (c_low_out c) (f_low evicted)) (sum_high (c_low_out c) (c_high_out c) (f_low evicted) (f_high evicted))
    (c_count c + f_count added) (c_count_out c + f_count evicted) (c_done c + 1) (marked (c_who c) i).
(** The thread goes on to the next epoch, with nothing in the tally that it had. *)
Definition after_publishing (t : fthread) : fthread :=
  FThread (f_self t) (f_depth t) (f_slots t) (f_epoch t) (f_counter t) (f_last t) (f_next t + 1) (f_index t)
    (<[Z.to_nat (f_next t mod 4) := FTally (FSide 0 0 0 []) (FSide 0 0 0 [])]> (f_open t)) (f_cache t).
(** What publishing asserts, and what it needs: the epoch has not been certified. *)
Definition may_publish (t : fthread) (g : faggregate) : Prop :=
  g_certified g ≤ f_next t ∧
  (f_next t < g_certified g + 8 → f_self t < g_threads g ∧ published (account_at g (f_next t)) (f_self t) = false).

Lemma after_publishing_ok t :
  @thread_ok (base_of t) t → f_next t < f_epoch t → @thread_ok (base_of (after_publishing t)) (after_publishing t).
Proof.
  intros Ht Hn. thread_numbers Ht. unfold after_publishing. fl_thread_ok; try done. assert (side_ok (FSide 0 0 0 [])).
  { unfold side_ok. cbn. split_and!; try lia; [constructor|by exists 0]. }
  by split.
Qed.
Lemma account_plus_ok c i added evicted :
  account_ok c → side_ok added → side_ok evicted → 0 ≤ i < SLOTS → published c i = false →
  account_ok (account_plus c i added evicted).
Proof.
  intros (?&?&?&?&?&?&[Ho Hl]&Hd) Ha He Hi Hp. unfold account_ok, account_plus.
  destruct Ha as (_&_&?&_), He as (_&_&?&_). unfold sum_high.
  cbn [c_low c_high c_low_out c_high_out c_count c_count_out c_done c_who].
  split_and!; try lia; try (unfold sum_low; apply Z.mod_pos_bound; lia).
  - apply octets_marked; [done|lia].
  - unfold marked. by rewrite len_insert.
  - rewrite Hd. symmetry. apply (count_set _ _ i); [done|done| |].
    + rewrite (published_marked _ (c_who c) i i) by done || lia. by rewrite Z.eqb_refl.
    + intros j Hj Hne. rewrite (published_marked _ (c_who c) i j) by done || lia.
      rewrite (proj2 (Z.eqb_neq j i)) by done. done.
Qed.
Lemma with_account_ok g e c :
  aggregate_ok g → account_ok c → g_certified g ≤ e < g_certified g + 8 → e < 2 ^ 64 - 1 →
  aggregate_ok (with_account g e c).
Proof.
  intros (Ht & Hc & Hl & Ha & He) Hok Hwin Hmax. unfold aggregate_ok.
  cbn [g_threads g_certified g_accounts with_account].
  rewrite len_insert. split_and!; try lia; [by apply Forall_insert|].
  intros e' Hwin' Hd. destruct (decide (e' = e)) as [->|Hne]; [done|]. apply He; [done|].
  by rewrite (account_other g (g_certified g)) in Hd by lia.
Qed.

Section publish.
  Context (external : nat → list data → option (list data * data)) (Hext : externals_ok external).
  Local Notation calls := (calls Q external).
  Local Notation ensures := (ensures Q external).

  (** What [publish] did, where an epoch was to be published. *)
  Definition publishes (x : list Z) (t : fthread) (g : faggregate) (g' : faggregate) : Prop :=
    ∃ added evicted,
      flushed external x (f_next t) (f_added (tally_at t (f_next t mod 4))) added ∧
      flushed external x (f_next t) (f_evicted (tally_at t (f_next t mod 4))) evicted ∧
      g' = with_account g (f_next t) (account_plus (account_at g (f_next t)) (f_self t) added evicted).

  Lemma side_is_ready d : side_ok d → side_ready d.
  Proof using.
    intros (?&?&?&?&n&?&?). unfold side_ready. split_and!; try lia; try done. exists n.
    split; [lia|done].
  Qed.
  Lemma plus_calls low high low' high' :
    calls fn_plus [vsum low high; vsum low' high'] (vsum (sum_low low low') (sum_high low high low' high'))
      [vsum low high; vsum low' high'].
  Proof using. fl_function. fl_walk. Qed.

  Theorem publish_ensures t closing failed (x : list Z) g :
    verifier_ok t closing failed → aggregate_ok g → (closing = true → may_publish t g) →
    ensures fn_publish [vverifier t closing failed; VExtern x; vaggregate g]
      (λ r ws,
         closing = false ∧ r = VBool true ∧ ws = [vverifier t closing failed; VExtern x; vaggregate g] ∨
         closing = true ∧ g_certified g + 8 ≤ f_next t ∧ r = VBool false ∧
           ws = [vverifier t closing failed; VExtern x; vaggregate g] ∨
         closing = true ∧ f_next t < g_certified g + 8 ∧ r = VBool true ∧ ∃ g',
           ws = [vverifier (after_publishing t) false failed; VExtern x; vaggregate g'] ∧ publishes x t g g').
  Proof using Hext.
    intros Hv Hg Hmay. assert (Hv' := Hv). destruct Hv' as (Ht & Hclosing & _). fl_ensures.
    destruct closing.
    2:{ fl_steps. fl_reached. by left. }
    specialize (Hclosing eq_refl). destruct (Hmay eq_refl) as [Hcert Hown]. clear Hmay. thread_numbers Ht.
    assert (Hg' := Hg). destruct Hg' as (Hgt & Hgc & Hgl & Hga & _).
    fl_steps. fl_case.
    { fl_steps. fl_reached. right. left. split_and!; [done|lia|done|done]. }
    destruct (Hown ltac:(lia)) as [Hlt Hfree]. clear Hown.
    pose proof (Z.mod_pos_bound (f_next t) 4 ltac:(lia)) as Hm4.
    pose proof (Z.mod_pos_bound (f_next t) 8 ltac:(lia)) as Hm8.
    pose proof (Z.mod_pos_bound (f_self t) 8 ltac:(lia)) as Hs8.
    assert (0 ≤ f_self t / 8 < 8192) as Hd8 by (split; [apply Z.div_pos; lia|apply Z.div_lt_upper_bound; lia]).
    pose proof (account_at_ok g (f_next t) Hg) as Hacc. assert (Hacc' := Hacc).
    destruct Hacc' as (?&?&?&?&?&?&[Hwo Hwl]&_). pose proof (account_range _ Hacc) as Hdone. unfold account_at in *.
    pose proof (tally_at_ok t (f_next t mod 4) Ht ltac:(lia)) as [Hadded Hevicted]. unfold tally_at in *.
    assert ((Z.land (c_who (g_accounts g !!! Z.to_nat (f_next t mod 8)) !!! Z.to_nat (f_self t / 8))
      (wrap W8 (Z.shiftl 1 (f_self t mod 8))) =? 0) = true) as Hbit.
    { rewrite shifted_one, land_bit by lia. unfold published in Hfree. by rewrite Hfree. }
    fl_steps.
    set (bit := wrap W8 (Z.shiftl 1 (f_self t mod 8))) in *.
    assert (bit = 2 ^ (f_self t mod 8)) as Hbitv by by apply shifted_one. clearbody bit.
    pose proof (lor_octet (c_who (g_accounts g !!! Z.to_nat (f_next t mod 8)) !!! Z.to_nat (f_self t / 8))
      (f_self t mod 8) (byte_range _ (f_self t / 8) Hwo) Hs8) as Hor. rewrite <-Hbitv in Hor.
    rewrite Hbit, (proj2 (Z.ltb_lt _ _) Hlt). cbn [andb]. fl_steps.
    fl_known_call (flush_ensures external Hext); [by apply side_is_ready|lia|].
    intros ? ws (added & -> & Hfa). assert (side_ok added) as Hao by apply Hfa. fl_after. fl_steps.
    fl_known_call (flush_ensures external Hext); [by apply side_is_ready|lia|].
    intros ? ws (evicted & -> & Hfe). assert (side_ok evicted) as Heo by apply Hfe. fl_after. fl_steps.
    fl_call plus_calls. fl_steps. fl_call plus_calls.
    pose proof (proj1 (proj2 (proj2 Hao))) as Hac. pose proof (proj1 (proj2 (proj2 Heo))) as Hec.
    fl_steps. fl_reached. right. right. split_and!; [done|lia|done|].
    exists (with_account g (f_next t) (account_plus (account_at g (f_next t)) (f_self t) added evicted)). split.
    - repeat first [fl_fold_account|progress fl_fold]. rewrite Hbitv. reflexivity.
    - exists added, evicted. by split_and!.
  Qed.
End publish.
