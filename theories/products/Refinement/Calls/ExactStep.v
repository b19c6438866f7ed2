(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * step, where the log goes on with a whole entry of Blum or of the tree, an operation, or the end of an epoch: what
    the model makes of it. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Monitor.Model Require Monitor.
From Fairlead.Monitor.Log Require Import Functions.
From Fairlead.Refinement Require Export ExactBlum EntryBytes ExactTree ExactStepRun Step StepUnread.
Local Open Scope Z_scope.

(** What is left of the log. *)
Local Notation left_over log p := (cut log p (len log)).

(** The entry is of an epoch for which the thread has no sums yet: the program puts it off, the model has no window. *)
Definition far_ahead {acc} (st : thread acc) (en : Thread.entry) : Prop :=
  match en with AddB _ _ _ t _ | EvictB _ t | EvictBM _ _ t => (t_next st + 4 ≤ t.1)%N | _ => False end.
Global Instance far_ahead_dec {acc} (st : thread acc) en : Decision (far_ahead st en).
Proof. unfold far_ahead. destruct en; apply _. Defined.
Definition entry_size (en : Thread.entry) : Z := len (print entry_codec en).

Section exact.
  Context {B : base} (external : nat → list data → option (list data * data)) (Hext : externals_ok external).
  Local Notation calls := (calls Q external).
  Local Notation ensures := (ensures Q external).
  Local Notation value := (val fl_point).

  (** ** The arms of step *)
  Local Ltac on := repeat first [fl_step | fl_case].
  Local Ltac either :=
    lazymatch goal with |- walk _ _ _ (if ?b then _ else _) _ _ _ => let E := fresh "E" in destruct b eqn:E end;
    try lia.
  Local Ltac result := fl_steps; fl_reached; eexists; split; [reflexivity|].

  Lemma step_add t (x log : list Z) p out k v s e c i n :
    thread_ok t → octets log → len log < 2 ^ 32 → 0 ≤ p ≤ len log → octets out → len out + RECEIPT ≤ 65536 →
    add_read (left_over log p) k v s e c i n → Format.key_wf k → value_wf v → n = len (print value_codec v) → n ≤ 256 →
    ensures fn_step [vthread t; VExtern x; VBytes log; VInt p; VBytes out]
      (λ r ws, ∃ t', ws = [vthread t'; VExtern x; VBytes log; VInt p; VBytes out] ∧ thread_ok t' ∧
         ∃ o, r = vstep (51 + n) o false false ∧
           blum_added external x t (zs (print key_codec k)) (zs (print value_codec v)) s e c i o t').
  Proof using Hext.
    intros Ht Hlog Hlogl Hp Ho Hout [Htag Hkey Hsize Hvalue Hs He Hc Hi Hl] Hk Hv Hn Hn256. thread_numbers Ht.
    assert (len (left_over log p) = len log - p) as Hbl by (rewrite len_cut; lia).
    assert (octets (left_over log p)) as Hb by by apply octets_cut. pose proof (len_nonneg out).
    pose proof (printed_key_wf k Hk) as Hkw. pose proof (printed_value_ok v Hv ltac:(lia)) as Hvo.
    pose proof (len_nonneg (print value_codec v)).
    assert (canonical (cut (left_over log p) 1 35) = true) as Hcan by (rewrite Hkey; apply Hkw).
    assert (octets (cut (left_over log p) 35 (len (left_over log p)))) as Hvb by by apply octets_cut.
    fl_ensures. fl_steps. fl_case. fl_steps. either. on.
    fl_call canonical_calls; [fl_octets|rewrite len_cut; lia|]. rewrite Hcan. on.
    fl_call value_size_calls; [exact Hvb|rewrite len_cut; lia|]. rewrite Hsize.
    fl_number (left_over log p) (35 + n) 2.
    fl_number (left_over log p) (35 + n + 2) 8.
    fl_number (left_over log p) (35 + n + 10) 4.
    fl_number (left_over log p) (35 + n + 14) 2.
    on. rewrite <-Hkey in Hkw. rewrite <-Hvalue in Hvo.
    fl_known_call (blum_add_exact external Hext); [done|exact Hkw|exact Hvo|lia|lia|lia|lia|].
    intros r ws (t' & -> & Ht' & Hr). rewrite Hkey, Hvalue, Hs, He, Hc, Hi in Hr. fl_after. fl_steps.
    fl_call came_to_calls. result. split; [done|]. eexists. split; [|exact Hr]. f_equal. lia.
  Qed.

  Lemma step_evict t (x log : list Z) p out s e c :
    thread_ok t → octets log → len log < 2 ^ 32 → 0 ≤ p ≤ len log → octets out → len out + RECEIPT ≤ 65536 →
    evict_read (left_over log p) s e c →
    ensures fn_step [vthread t; VExtern x; VBytes log; VInt p; VBytes out]
      (λ r ws, ∃ t', ws = [vthread t'; VExtern x; VBytes log; VInt p; VBytes out] ∧ thread_ok t' ∧
         ∃ o, r = vstep 15 o false false ∧ has_left external (evict_check t s e c) x t s e c o t').
  Proof using Hext.
    intros Ht Hlog Hlogl Hp Ho Hout [Htag Hs He Hc Hl]. thread_numbers Ht.
    assert (len (left_over log p) = len log - p) as Hbl by (rewrite len_cut; lia).
    assert (octets (left_over log p)) as Hb by by apply octets_cut. pose proof (len_nonneg out).
    fl_ensures. fl_steps. fl_case. fl_steps. do 3 (either; fl_steps).
    on. fl_number (left_over log p) 1 2. fl_number (left_over log p) 3 8. fl_number (left_over log p) 11 4.
    on. fl_known_call (blum_evict_exact external Hext); [done|lia|lia|lia|].
    intros r ws (t' & -> & Ht' & Hr). rewrite Hs, He, Hc in Hr. fl_after. fl_steps. fl_call came_to_calls. result.
    split; [done|]. by eexists.
  Qed.

  (** The next epoch begins; an epoch is over. *)
  Lemma step_next t (x log : list Z) p out :
    thread_ok t → octets log → len log < 2 ^ 32 → 0 ≤ p ≤ len log → octets out → len out + RECEIPT ≤ 65536 →
    1 ≤ len (left_over log p) → loaded Big (left_over log p) 0 1 = 5 →
    ensures fn_step [vthread t; VExtern x; VBytes log; VInt p; VBytes out]
      (λ r ws, ∃ t', ws = [vthread t'; VExtern x; VBytes log; VInt p; VBytes out] ∧ thread_ok t' ∧
         (if f_epoch t =? 2 ^ 64 - 1 then r = vstep 0 (VUnion 1 (refusal 19)) false false ∧ t' = t
          else r = vstep 1 done_value false false ∧ t' = with_clock t (f_epoch t + 1) 0 (replicate 34 0))).
  Proof using.
    intros Ht Hlog Hlogl Hp Ho Hout Hl Htag. thread_numbers Ht.
    assert (len (left_over log p) = len log - p) as Hbl by (rewrite len_cut; lia).
    assert (octets (left_over log p)) as Hb by by apply octets_cut. pose proof (len_nonneg out).
    fl_ensures. fl_steps. fl_case. fl_steps. do 5 (either; fl_steps).
    on.
    - fl_call refuse_entry_calls. result. split; [done|]. rewrite (proj2 (Z.eqb_eq _ _)) by lia. done.
    - fl_call came_to_calls. result. split; [fl_thread_ok; try (split; done); apply root_wf|].
      rewrite (proj2 (Z.eqb_neq _ _)) by lia. done.
  Qed.
  Lemma step_close t (x log : list Z) p out :
    thread_ok t → octets log → len log < 2 ^ 32 → 0 ≤ p ≤ len log → octets out → len out + RECEIPT ≤ 65536 →
    1 ≤ len (left_over log p) → loaded Big (left_over log p) 0 1 = 6 →
    ensures fn_step [vthread t; VExtern x; VBytes log; VInt p; VBytes out]
      (λ r ws, ∃ t', ws = [vthread t'; VExtern x; VBytes log; VInt p; VBytes out] ∧ thread_ok t' ∧
         (if f_epoch t <=? f_next t then r = vstep 0 (VUnion 1 (refusal 23)) false false ∧ t' = t
          else r = vstep 1 done_value false true ∧ t' = t)).
  Proof using.
    intros Ht Hlog Hlogl Hp Ho Hout Hl Htag. thread_numbers Ht.
    assert (len (left_over log p) = len log - p) as Hbl by (rewrite len_cut; lia).
    assert (octets (left_over log p)) as Hb by by apply octets_cut. pose proof (len_nonneg out).
    fl_ensures. fl_steps. fl_case. fl_steps. do 6 (either; fl_steps).
    on.
    - fl_call refuse_entry_calls. result. done.
    - result. done.
  Qed.

  (** ** What the model says of the entry *)
  Context (F : list Z → Z → list Z → Z) (hash : bytes → bytes) (cfg : config Z) (x : list Z).
  Context (Hsums : sums external F) (Hmh : hashes_as F hash cfg x) (Hhash : hash_is external hash).
  Context (Hdigests : digests_as hash cfg) (Hfun : functions cfg = standard).
  Local Notation thread_is := (thread_is F cfg x).

  Definition stepped_as (st : thread Z) (t : fthread) (out : list Z) (en : Thread.entry) (r : value) (t' : fthread)
      (out' : list Z) : Prop :=
    (∃ size, r = vstep size wait_value false false ∧ t' = t ∧ out' = out ∧ far_ahead st en ∧
       ∃ st', Thread.step cfg st en = Thread.Ok st') ∨
    (∃ size why, r = vstep size (VUnion 1 (refusal (refusal_number why))) false false ∧
       (refusal_number why < 32)%nat ∧ t' = t ∧ out' = out ∧ Thread.step cfg st en = Thread.Refused why) ∨
    (r = vstep 0 (VUnion 1 (refusal TOO_LARGE)) false false ∧ t' = t ∧ out' = out ∧ too_long cfg st en = true ∧
       ¬ far_ahead st en ∧ ∃ st', Thread.step cfg st en = Thread.Ok st') ∨
    (∃ st', r = vstep (entry_size en) done_value false false ∧ Thread.step cfg st en = Thread.Ok st' ∧
       too_long cfg st en = false ∧
       en ≠ VerifyEpoch ∧ thread_is t' st' ∧ out' = out ++ zs (answer_to cfg st en) ∧
       len (answer_to cfg st en) ≤ RECEIPT) ∨
    (r = vstep 1 done_value false true ∧ en = VerifyEpoch ∧ t' = t ∧ out' = out ∧ f_next t < f_epoch t ∧
       ∃ st', Thread.step cfg st en = Thread.Ok st').
  (** Most entries have no answer. *)
  Lemma stepped_silently st t out en r t' :
    Monitor.receipt_of cfg st en = None → too_long cfg st en = false →
    (∃ size, r = vstep size wait_value false false ∧ t' = t ∧ far_ahead st en ∧
       ∃ st', Thread.step cfg st en = Thread.Ok st') ∨
    (∃ size why, r = vstep size (VUnion 1 (refusal (refusal_number why))) false false ∧
       (refusal_number why < 32)%nat ∧ t' = t ∧ Thread.step cfg st en = Thread.Refused why) ∨
    (∃ st', r = vstep (entry_size en) done_value false false ∧ Thread.step cfg st en = Thread.Ok st' ∧
       en ≠ VerifyEpoch ∧ thread_is t' st') ∨
    (r = vstep 1 done_value false true ∧ en = VerifyEpoch ∧ t' = t ∧ f_next t < f_epoch t ∧
       ∃ st', Thread.step cfg st en = Thread.Ok st') →
    stepped_as st t out en r t' out.
  Proof using.
    intros Hnone Hlong.
    intros [(size & ? & ? & ? & ?)|[(size & why & ? & ? & ? & ?)|[(st' & ? & ? & ? & ?)|(? & ? & ? & ? & ?)]]].
    - left. by exists size.
    - right. left. by exists size, why.
    - right. right. right. left. exists st'. unfold answer_to. rewrite Hnone. cbn. rewrite app_nil_r. by split_and!.
    - right. right. right. right. by split_and!.
  Qed.

  (** Entries of the tree. *)
  Lemma stepped_tree st t out en r t' :
    tree_entry en → tree_stepped F cfg x st t en r t' → stepped_as st t out en r t' out.
  Proof using.
    intros Hen Hr. apply stepped_silently; [by destruct en|by destruct en|].
    destruct Hr as [(size & ? & ? & Hfar & ?)|[(size & why & ?)|(st' & ? & ? & ?)]].
    - left. exists size. split_and!; [done|done|by destruct en|done].
    - right. left. by exists size, why.
    - right. right. left. exists st'. split_and!; [done|done|by intros ->|done].
  Qed.

  Theorem step_is t st log p out en (rest : bytes) :
    thread_ok t → thread_is t st → linked (t_slots st) → octets log → len log < 2 ^ 32 → 0 ≤ p ≤ len log →
    octets out → len out + RECEIPT ≤ 65536 → entry_wf en → within en →
    left_over log p = zs (print entry_codec en ++ rest) →
    ensures fn_step [vthread t; VExtern x; VBytes log; VInt p; VBytes out]
      (λ r ws, ∃ t' out', ws = [vthread t'; VExtern x; VBytes log; VInt p; VBytes out'] ∧ thread_ok t' ∧
         stepped_as st t out en r t' out').
  Proof using Hext Hsums Hmh Hhash Hdigests Hfun.
    intros Ht Hst Hlinked Hlog Hlogl Hp Ho Hout Hwf Hen Hb.
    assert (len (print entry_codec en ++ rest) < 2 ^ 32) as Hmax.
    { rewrite <-len_zs, <-Hb, len_cut by lia. lia. }
    assert (tree_entry en ∨
      match en with AddM _ _ _ _ | EvictM _ _ | EvictBM _ _ _ | Remove _ _ => False | _ => True end)
      as [Htree|Hnot] by (destruct en; cbn in *; tauto).
    { eapply ensures_mono; [by eapply step_tree|]. intros r ws (t' & -> & Ht' & Hr). exists t', out.
      split; [done|]. split; [done|]. by apply stepped_tree. }
    destruct en as [| k v s [e c] i | | s [e c] | | | |f ops a|]; try done; clear Hnot.
    - destruct (add_reads k v s e c i rest Hwf Hmax) as [Hread Hsize]. rewrite <-Hb in Hread.
      destruct Hwf as (Hk & Hv & Hs & [He Hc] & Hi). unfold below, limit64, limit32 in *.
      cbn [fst snd within] in *. eapply ensures_mono; [by eapply step_add|].
      intros r ws (t' & -> & Ht' & o & -> & Hr). exists t', out. split; [done|]. split; [done|].
      apply stepped_silently; [done|done|].
      eapply (add_is external F hash cfg x) in Hr; [|done..|by split|by split|done|done|done].
      destruct Hr as [(-> & -> & Hfar & ?)|[(why & Hm & Hw & -> & ->)|(st' & Hm & -> & Hst')]].
      + left. by eexists.
      + right. left. by eexists _, _.
      + right. right. left. exists st'. unfold entry_size. by rewrite Hsize.
    - destruct (evict_reads s e c rest Hwf) as [Hread Hsize]. rewrite <-Hb in Hread.
      destruct Hwf as (Hs & [He Hc]). unfold below, limit64, limit32 in *. cbn [fst snd] in *.
      eapply ensures_mono; [by eapply step_evict|].
      intros r ws (t' & -> & Ht' & o & -> & Hr). exists t', out. split; [done|]. split; [done|].
      apply stepped_silently; [done|done|].
      eapply (evict_is external F hash cfg x) in Hr; [|done..].
      destruct Hr as [(-> & -> & Hfar & ?)|[(why & Hm & Hw & -> & ->)|(st' & Hm & -> & Hst')]].
      + left. by eexists.
      + right. left. by eexists _, _.
      + right. right. left. exists st'. unfold entry_size. by rewrite Hsize.
    - change (print entry_codec NextEpoch ++ rest) with (tag 5 :: rest) in *.
      assert (1 ≤ len (left_over log p)) by (rewrite Hb, len_zs, len_cons; pose proof (len_nonneg rest); lia).
      assert (loaded Big (left_over log p) 0 1 = 5) by (rewrite Hb; by rewrite (loaded_zs _ 0 1)).
      eapply ensures_mono; [by eapply step_next|]. intros r ws (t' & -> & Ht' & Hr). exists t', out.
      split; [done|]. split; [done|]. apply stepped_silently; [done|done|]. assert (Hst0 := Hst).
      destruct Hst as (Hself & Hdepth & Hslots & [Hepoch Hcounter] & Hlast & Hnext & Hindex & Hs & Htallies).
      destruct (Z.eqb_spec (f_epoch t) (2 ^ 64 - 1)) as [Hover|Hok]; destruct Hr as [-> ->].
      + right. left. exists 0, Epoch_overflow. split_and!; [done|cbn; lia|done|].
        cbn. unfold next_epoch, need. rewrite decide_False by (unfold limit64; lia). done.
      + right. right. left. thread_numbers Ht. eexists. cbn [Thread.step]. unfold next_epoch, need.
        rewrite decide_True by (unfold limit64; lia). cbn [mbind outcome_bind].
        split; [done|]. split; [reflexivity|]. split; [done|]. unfold Abstraction.thread_is. split_and!;
          cbn [f_self f_depth f_slots f_epoch f_counter f_last f_next f_index with_clock t_self t_clock
            t_lek t_next t_index t_slots fst snd]; try done; try lia. apply root_is.
    - change (print entry_codec VerifyEpoch ++ rest) with (tag 6 :: rest) in *.
      assert (1 ≤ len (left_over log p)) by (rewrite Hb, len_zs, len_cons; pose proof (len_nonneg rest); lia).
      assert (loaded Big (left_over log p) 0 1 = 6) by (rewrite Hb; by rewrite (loaded_zs _ 0 1)).
      eapply ensures_mono; [by eapply step_close|]. intros r ws (t' & -> & Ht' & Hr). exists t', out.
      split; [done|]. split; [done|]. apply stepped_silently; [done|done|].
      destruct Hst as (Hself & Hdepth & Hslots & [Hepoch Hcounter] & Hlast & Hnext & Hindex & Hs & Htallies).
      destruct (Z.leb_spec (f_epoch t) (f_next t)); destruct Hr as [-> ->].
      + right. left. exists 0, Epoch_not_over. split_and!; [done|cbn; lia|done|].
        cbn. unfold verify_epoch, need. rewrite decide_False by lia. done.
      + right. right. right. split_and!; [done|done|done|lia|]. eexists. cbn [Thread.step]. unfold verify_epoch, need.
        rewrite decide_True by lia. reflexivity.
    - assert (operation_fits ops a) as Hop by (split; apply Hen).
      eapply ensures_mono; [by apply (step_run external F cfg x Hfun t st log p out f ops a rest)|].
      intros r ws (t' & out' & -> & Ht' & Hr). exists t', out'. split; [done|]. split; [done|]. right.
      destruct Hr as [(why & Hr)|[(-> & -> & -> & Htoo & Hm)|(st' & -> & Hm & Htoo & Hst' & -> & Hl)]];
        [left; by exists 0, why|right; left; split_and!; [done|done|done|done|by intros []|done]|right; right; left].
      exists st'. by split_and!.
  Qed.
End exact.
