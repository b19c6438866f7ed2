(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What the compiled library shows to a host is what [serve] says. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Monitor.Consistency Require Import Progress.
From Fairlead.Hosts Require Export Serving.
Import Fairlead.Monitor.Model.Monitor.
Local Open Scope Z_scope.

(** The call [c], compiled, comes to its end without a trap, and what it leaves, what it returns, and what it has
    appended to [out], satisfy [Φ]: [performs], with what is returned. *)
Definition shows (external : nat → list data → option (list data * data)) (y : fsystem) (c : fcall)
    (Φ : fsystem → data → list Z → Prop) : Prop :=
  match c with
  | CVerify i secret log out =>
      ∃ v, y_verifiers y !! i = Some v ∧
        compiled_ensures external fn_verify [dverifier_of v; VExtern secret; VBytes log; VBytes out]
          (λ d ds, ∃ v' answers, ds = [dverifier_of v'; VBytes (out ++ answers)] ∧ octets answers ∧
             len (out ++ answers) ≤ 65536 ∧ Φ (with_verifier y i v') d answers)
  | CQuiet i =>
      ∃ v, y_verifiers y !! i = Some v ∧
        compiled_ensures external fn_quiet [dverifier_of v] (λ d ds, ds = [dverifier_of v] ∧ Φ y d [])
  | CPublish i secret =>
      ∃ v, y_verifiers y !! i = Some v ∧
        compiled_ensures external fn_publish [dverifier_of v; VExtern secret; daggregate (y_aggregate y)]
          (λ d ds, ∃ v' g', ds = [dverifier_of v'; daggregate g'] ∧
             Φ (FSystem g' (<[i := v']> (y_verifiers y))) d [])
  | CCertify =>
      compiled_ensures external fn_certify [daggregate (y_aggregate y)]
        (λ d ds, ∃ g', ds = [daggregate g'] ∧ Φ (FSystem g' (y_verifiers y)) d [])
  end.

Lemma shows_mono external y c (Φ Φ' : fsystem → data → list Z → Prop) :
  (∀ y' d said, Φ y' d said → Φ' y' d said) → shows external y c Φ → shows external y c Φ'.
Proof.
  intros Himp. destruct c as [i secret log out|i|i secret|]; cbn [shows].
  - intros (v & Hvi & Hp). exists v. split; [done|]. eapply compiled_mono; [exact Hp|].
    intros d ds (v' & out' & ? & ? & ? & ?). exists v', out'. auto.
  - intros (v & Hvi & Hp). exists v. split; [done|]. eapply compiled_mono; [exact Hp|].
    intros d ds (? & ?). auto.
  - intros (v & Hvi & Hp). exists v. split; [done|]. eapply compiled_mono; [exact Hp|].
    intros d ds (v' & g' & ? & ?). exists v', g'. auto.
  - intros Hp. eapply compiled_mono; [exact Hp|]. intros d ds (g' & ? & ?). exists g'. auto.
Qed.

Section shown.
  Context (external : nat → list data → option (list data * data)) (Hext : externals_ok external).
  Context (F : list Z → Z → list Z → Z) (hash : bytes → bytes) (cfg : config Z) (x : list Z).
  Context (Hsums : sums external F) (Hhash : hash_is external hash) (Hmh : hashes_as F hash cfg x).
  Context (Hdigests : digests_as hash cfg) (Hfun : functions cfg = Functions.standard).
  Implicit Types (m : monitor Z) (closing : nat → option Verify.status).

  (** Which threads have an epoch to publish, or have refused. *)
  Definition halted (v : fverifier) : option Verify.status :=
    match v_failed v with Some w => Some (Verify.Refused w) | None => if v_closing v then Some Close else None end.
  Definition closings (y : fsystem) closing : Prop :=
    ∀ i v, y_verifiers y !! i = Some v → closing i = halted v.
  Lemma closings_now y i v' closing :
    closings y closing → closings (with_verifier y i v') (now closing i (halted v')).
  Proof using.
    intros Hc j w Hj. unfold now. cbn [y_verifiers with_verifier] in Hj. case_decide as Hij.
    - subst j. destruct (decide (i < length (y_verifiers y))%nat) as [Hl|Hl].
      + rewrite list_lookup_insert in Hj by done. by injection Hj as ->.
      + rewrite list_insert_ge in Hj by lia. apply lookup_lt_Some in Hj. lia.
    - rewrite list_lookup_insert_ne in Hj by congruence. by apply Hc.
  Qed.

  Definition served y m closing c (n : nat) (d : data) (said : list Z) : Prop :=
    let r := serve cfg m closing c in
    feeds (with_secret x c) r.1.1 ∧ d = r.1.2 ∧ said = zs (print_receipts (answers cfg m r.1.1)) ∧
    system_is F cfg x y (run cfg m r.1.1) ∧ closings y r.2 ∧ length (y_verifiers y) = n.

  Lemma verify_shows y m closing i log out :
    system_is F cfg x y m → closings y closing → all_linked cfg m →
    call_ok (length (y_verifiers y)) (CVerify i x log out) →
    shows external y (CVerify i x log out)
      (λ y' d said, served y' m closing (HVerify i log out) (length (y_verifiers y)) d said).
  Proof using Hext Hsums Hhash Hmh Hdigests Hfun.
    intros Hy Hclosings Hlinked (Hi & Hlog & Hlogl & Ho & Hol).
    destruct (lookup_lt_is_Some_2 _ _ Hi) as [v Hvi]. exists v. split; [done|].
    assert (Hy' := Hy). destruct Hy' as (Hok & Hg & Hv).
    assert (Hok' := Hok). destruct Hok' as (_ & _ & _ & Hplaced & _).
    destruct (Hplaced i v Hvi) as (Hvok & _). destruct (Hv i v Hvi) as (Hfc & st & Hst & Hist).
    specialize (Hclosings i v Hvi) as Hclosing.
    pose proof (threads_are F cfg x y m Hy) as Hn.
    destruct v as [t c failed]. unfold halted in Hclosing. cbn [v_thread v_closing v_failed] in *.
    unfold served. cbn [serve with_secret]. rewrite Hst.
    destruct (decide (c = true ∨ failed ≠ None)) as [Hidle|Hbusy].
    { assert (closing i = Some (idle_status failed)) as ->.
      { rewrite Hclosing. destruct failed; [done|]. by destruct Hidle as [->|]. }
      eapply compiled_mono; [by apply (verify_idle_compiled external Hext x)|]. intros d ds [-> ->].
      exists (FVerifier t c failed), []. rewrite app_nil_r. split; [done|]. split; [apply octets_nil|].
      split; [done|].
      assert (with_verifier y i (FVerifier t c failed) = y) as ->
        by (unfold with_verifier; rewrite list_insert_id by done; by destruct y).
      cbn [fst snd]. split; [|by split_and!]. exists [], log. by split_and!. }
    destruct c; [by destruct Hbusy; left|]. destruct failed as [w|]; [by destruct Hbusy; right|]. rewrite Hclosing.
    assert (linked (t_slots st)) as Hls.
    { specialize (Hlinked (N.of_nat i)). unfold thread_of in Hlinked. by rewrite Hst in Hlinked. }
    destruct (divide_log_divided log Hlog Hlogl) as (tail & Hdiv).
    set (l := (divide_log log).1) in *. set (last := (divide_log log).2) in *.
    eapply compiled_mono; [apply (verify_exact external F hash cfg x t st log l tail last out); try done|].
    intros d ds (t' & out' & taken & s & -> & -> & Hvok' & Hself & Hnext & Ho' & Hol' & done & rest & st' &
      El & Hnv & Hsteps & Hist' & -> & -> & Htakes & _).
    exists (FVerifier t' (closing_of s) (failed_of s)), (zs (print_receipts (replies cfg st done))).
    split; [reflexivity|]. split; [apply octets_zs|]. split; [done|].
    cbv zeta. rewrite Htakes. cbn [fst snd]. split; [by eapply taken_feeds|]. split; [done|].
    destruct (feeds_steps cfg (N.of_nat i) done m st st' ltac:(lia) Hst Hnv Hsteps) as (Hrun & Hc & Ha & Hother).
    rewrite <-(answers_replies cfg (N.of_nat i) done m st st') by (done || lia). split; [done|].
    split; [|split; [|apply insert_length]].
    - eapply verified_is; [done|done|by eapply system_verified|done|done|done|].
      split; [by destruct s|by exists st'].
    - assert (halt_of s = halted (FVerifier t' (closing_of s) (failed_of s))) as -> by by destruct s.
      by apply closings_now.
  Qed.

  Lemma publish_shows y m closing i :
    system_is F cfg x y m → closings y closing → call_ok (length (y_verifiers y)) (CPublish i x) →
    shows external y (CPublish i x) (λ y' d said, served y' m closing (HPublish i) (length (y_verifiers y)) d said).
  Proof using Hext Hsums Hmh.
    intros Hy Hclosings Hi. cbn [call_ok] in Hi. destruct (lookup_lt_is_Some_2 _ _ Hi) as [v Hvi]. exists v.
    split; [done|]. assert (Hy' := Hy). destruct Hy' as (Hok & Hg & Hv).
    assert (Hok' := Hok). destruct Hok' as (Hgok & _ & _ & Hplaced & _).
    destruct (Hplaced i v Hvi) as (Hvok & Hself & _). pose proof (threads_are F cfg x y m Hy) as Hn.
    pose proof (system_may_publish y i v Hok Hvi) as Hmay. specialize (Hclosings i v Hvi) as Hclosing.
    eapply compiled_mono; [apply (publish_safe external Hext); [done|done|done]|].
    intros d ds (b & v' & g' & -> & -> & Hcase). exists v', g'. split; [done|].
    destruct (Hv i v Hvi) as (Hfc & st & Hst & Hist).
    unfold served. cbn [serve with_secret].
    assert (Hwindow := Hg). destruct Hwindow as (_ & Hnc & _).
    destruct Hcase as [(-> & -> & -> & Hfull)|(-> & Hc & Hwin & -> & Hp)].
    { assert (match closing i with
        | Some Close => if decide (t_next (thread_of cfg m (N.of_nat i)) < next_to_certify cfg m + 8)%N
            then ([Feed (N.of_nat i) VerifyEpoch], VBool true, now closing i None) else ([], VBool false, closing)
        | _ => ([], VBool true, closing)
        end = ([], VBool (negb (v_closing v)), closing)) as ->.
      { rewrite Hclosing. unfold halted. destruct (v_closing v) eqn:Hc; [|by destruct (v_failed v)].
        destruct (v_failed v); [by specialize (Hfc ltac:(done))|]. rewrite decide_False; [done|].
        specialize (Hfull eq_refl). destruct Hist as (_&_&_&_&_&Hnext&_). unfold thread_of. rewrite Hst.
        cbn [state_of]. lia. }
      cbn [fst snd run answers]. rewrite list_insert_id by done. split; [by left|]. split; [done|]. split; [done|].
      destruct y. by split_and!. }
    destruct Hvok as (Ht & Hover & Hf). specialize (Hover Hc).
    assert (v_failed v = None) as Hnone by (destruct (v_failed v); [by specialize (Hfc ltac:(done)); congruence|done]).
    assert (closing i = Some Close) as -> by (rewrite Hclosing; unfold halted; by rewrite Hnone, Hc).
    assert (Hist0 := Hist). destruct Hist0 as (_&_&_&_&_&Hnext&_).
    rewrite decide_True by (unfold thread_of; rewrite Hst; cbn [state_of]; lia). cbn [fst snd].
    destruct (publishes_is external F hash cfg x Hmh (v_thread v) (y_aggregate y) g' m (N.of_nat i) st)
      as [Hthread Hagg]; try done; [lia|lia|].
    split; [by right|]. split; [done|].
    split; [cbn [answers answer receipt_of]; by destruct (feed _ _ _ _).2|]. cbn [run perform].
    split; [|split; [|by cbn [y_verifiers]; rewrite insert_length]].
    2:{ change (closings (with_verifier (FSystem g' (y_verifiers y)) i
          (FVerifier (after_publishing (v_thread v)) false (v_failed v))) (now closing i None)).
        assert (None = halted (FVerifier (after_publishing (v_thread v)) false (v_failed v))) as ->
          by (unfold halted; cbn [v_failed v_closing]; by rewrite Hnone).
        apply (closings_now (FSystem g' (y_verifiers y)) i (FVerifier (after_publishing (v_thread v)) false (v_failed
          v))).
        exact Hclosings. }
    split; [by eapply system_published|]. split; [done|].
    intros j w Hj. cbn [y_verifiers] in Hj. destruct (decide (i = j)) as [<-|Hne].
    - rewrite list_lookup_insert in Hj by done. injection Hj as <-. unfold verifier_is.
      cbn [v_thread v_closing v_failed]. split; [done|].
      exists (thread_of cfg (feed cfg m (N.of_nat i) VerifyEpoch).1 (N.of_nat i)).
      split; [|done]. unfold thread_of.
      destruct (status_of cfg (feed cfg m (N.of_nat i) VerifyEpoch).1 (N.of_nat i)) eqn:E;
        [done|]. exfalso. revert E. unfold feed. rewrite decide_True by lia. rewrite Hst. cbn [step].
      destruct Hist as (_&_&_&[Hepoch _]&_&_&_).
      unfold verify_epoch, need. rewrite decide_True by lia. cbn [mbind outcome_bind fst]. unfold status_of.
      cbn [m_threads]. by rewrite lookup_insert.
    - rewrite list_lookup_insert_ne in Hj by done. specialize (Hv j w Hj). unfold verifier_is in *.
      destruct (fed_one cfg m (N.of_nat i) VerifyEpoch) as (_ & Ho & _). rewrite Ho by lia. exact Hv.
  Qed.

  Lemma certify_shows y m closing :
    system_is F cfg x y m → closings y closing →
    shows external y CCertify (λ y' d said, served y' m closing HCertify (length (y_verifiers y)) d said).
  Proof using Hext Hmh.
    intros Hy Hclosings. pose proof (threads_are F cfg x y m Hy) as Hn. destruct Hy as (Hok & Hg & Hv).
    assert (Hok' := Hok). destruct Hok' as (Hgok & Hgn & Hr & _). cbn [shows].
    eapply compiled_mono; [apply (certify_safe external Hext); [done|lia]|]. intros d ds (g' & Hc & -> & ->). exists g'.
    split; [done|]. unfold served. cbn [serve with_secret fst snd run answers answer perform].
    assert (aggregate_is cfg g' (certify cfg m)) as Hg'.
    { eapply (certifies_is F hash cfg x Hmh); [done|done| |done]. unfold len in Hr. lia. }
    split; [done|]. split; [f_equal; apply Hg'|]. split; [done|]. split; [|done].
    split; [eapply system_certified; [done|by destruct y]|]. split; [done|].
    intros j w Hj. specialize (Hv j w Hj). unfold verifier_is in *. by rewrite status_certify.
  Qed.

  Lemma quiet_is y m i v :
    system_is F cfg x y m → y_verifiers y !! i = Some v →
    (quiet_so (v_thread v) (v_closing v) (v_failed v) ↔
     match status_of cfg m (N.of_nat i), halted v with Running st, None => is_quiet cfg st | _, _ => false end = true).
  Proof using.
    intros (Hok & _ & Hv) Hi. destruct (Hv i v Hi) as (_ & st & -> & Hist). unfold quiet_so, halted.
    destruct (v_failed v) as [w|]; [split; [by intros (_ & ? & _)|done]|].
    destruct Hist as (Hself & _ & Hslots & _ & _ & Hnext & _ & Hs & Htallies).
    destruct (v_closing v); [split; [by intros [? _]|done]|].
    assert (∀ e, (t_next st ≤ e < t_next st + 4)%N →
      Z.of_N (t_count (tally_in cfg (t_added st) e)) = f_count (f_added (tally_at (v_thread v) (Z.of_N e mod 4))) ∧
      Z.of_N (t_count (tally_in cfg (t_evicted st) e)) = f_count (f_evicted (tally_at (v_thread v) (Z.of_N e mod 4))))
      as Hcounts.
    { intros e He. specialize (Htallies e ltac:(lia)). unfold tallies_are in Htallies.
      rewrite decide_True in Htallies by lia. destruct Htallies as [[? _] [? _]]. by split. }
    assert (∀ s, (s < store_size cfg)%N → f_how (slot_at (v_thread v) (Z.of_N s)) = 0 ↔ t_slots st !! s = None) as
      Hempty.
    { intros s Hlt. specialize (Hs s Hlt). unfold slot_is in Hs. destruct (t_slots st !! s) as [sl|]; [|done].
      destruct Hs as [-> _]. by destruct (s_how sl). }
    unfold is_quiet. rewrite andb_true_iff, !forallb_forall. split.
    - intros (_ & _ & Ht & Hc). split.
      + intros k Hk%in_seq. rewrite andb_true_iff, !bool_decide_eq_true.
        set (e := (t_next st + N.of_nat k)%N). destruct (Hcounts e) as [Ha He]; [unfold e; lia|].
        destruct (Ht (Z.of_N e mod 4)) as [Hza Hze]; [apply Z.mod_pos_bound; lia|]. lia.
      + intros s Hk%in_seq. rewrite orb_true_iff, andb_true_iff, !bool_decide_eq_true.
        destruct (Hc (Z.of_N (N.of_nat s)) ltac:(lia)) as [Hz|[Hz Hz']]; [left; apply Hempty; [lia|done]|right; lia].
    - intros [Ht Hc]. split; [done|]. split; [done|]. split.
      + intros j Hj. pose proof (Z.mod_pos_bound (j - Z.of_N (t_next st)) 4 ltac:(lia)) as Hk.
        set (k := Z.to_nat ((j - Z.of_N (t_next st)) mod 4)). specialize (Ht k ltac:(apply in_seq; unfold k; lia)).
        rewrite andb_true_iff, !bool_decide_eq_true in Ht. destruct Ht as [Hza Hze].
        destruct (Hcounts (t_next st + N.of_nat k)%N ltac:(unfold k; lia)) as [Ha He].
        replace (Z.of_N (t_next st + N.of_nat k) mod 4) with j in Ha, He; [lia|].
        replace (Z.of_N (t_next st + N.of_nat k)) with
          (j + (- ((j - Z.of_N (t_next st)) / 4)) * 4) by (unfold k; pose proof (Z.div_mod (j - Z.of_N (t_next st))
            4); lia).
        rewrite Z.mod_add by lia. by rewrite Z.mod_small.
      + intros s Hlt. specialize (Hc (Z.to_nat s) ltac:(apply in_seq; lia)).
        rewrite orb_true_iff, andb_true_iff, !bool_decide_eq_true in Hc. destruct Hc as [Hc|[? ?]]; [left|right; lia].
        apply Hempty in Hc; [|lia]. by replace (Z.of_N (N.of_nat (Z.to_nat s))) with s in Hc by lia.
  Qed.
  Lemma quiet_shows y m closing i :
    system_is F cfg x y m → closings y closing → (i < length (y_verifiers y))%nat →
    shows external y (CQuiet i) (λ y' d said, served y' m closing (HQuiet i) (length (y_verifiers y)) d said).
  Proof using Hext.
    intros Hy Hclosings Hi. destruct (lookup_lt_is_Some_2 _ _ Hi) as [v Hvi]. exists v. split; [done|].
    assert (Hy' := Hy). destruct Hy' as ((_&_&_&Hplaced&_)&_). destruct (Hplaced i v Hvi) as (Hvok & _).
    eapply compiled_mono; [by apply (quiet_safe external Hext)|]. intros d ds (-> & b & -> & Hb). split; [done|].
    unfold served. cbn [serve with_secret fst snd run answers]. rewrite (Hclosings i v Hvi).
    split; [done|]. split; [|by split_and!]. f_equal. apply eq_true_iff_eq. rewrite Hb. by eapply quiet_is.
  Qed.

  (** Any call. *)
  Theorem call_shows y m closing c :
    system_is F cfg x y m → closings y closing → all_linked cfg m →
    call_ok (length (y_verifiers y)) (with_secret x c) →
    shows external y (with_secret x c) (λ y' d said, served y' m closing c (length (y_verifiers y)) d said).
  Proof using Hext Hsums Hhash Hmh Hdigests Hfun.
    intros Hy Hc Hlinked Hok. destruct c as [i log out|i|i|]; cbn [with_secret] in *.
    - by apply verify_shows.
    - by apply quiet_shows.
    - by apply publish_shows.
    - by apply certify_shows.
  Qed.
End shown.
