(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * verify, of a log of whole entries of Blum: it takes those that the model takes, to the state that stands for the
    model's, and it stops where, and because, the model does; or where an epoch is too far ahead. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Lang Require Import Typing.Soundness Model.Source EndToEnd.
From Fairlead.Lang.Logic Require Import Functions.
From Fairlead.Monitor.Log Require Import Functions.
From Fairlead.Refinement Require Export ExactStep SafeVerify.
Local Open Scope Z_scope.

Local Notation left_over log p := (cut log p (len log)).

(** Entries one after another, of the model. *)
Fixpoint steps (cfg : config Z) (st : thread Z) (l : list Thread.entry) : Thread.outcome (thread Z) :=
  match l with [] => Thread.Ok st | en :: l => st' ← Thread.step cfg st en; steps cfg st' l end.
(** What it answers to those that it takes. *)
Fixpoint replies (cfg : config Z) (st : thread Z) (l : list Thread.entry) : list Monitor.receipt :=
  match l with
  | [] => []
  | en :: l =>
      option_list (Monitor.receipt_of cfg st en) ++
      match Thread.step cfg st en with Thread.Ok st' => replies cfg st' l | Thread.Refused _ => [] end
  end.
Definition log_size (l : list Thread.entry) : Z := len (print_log l).

Lemma steps_app cfg st l l' : steps cfg st (l ++ l') = (st' ← steps cfg st l; steps cfg st' l').
Proof.
  revert st. induction l as [|en l IH]; intros st; [done|]. cbn [app steps].
  destruct (Thread.step cfg st en) as [st'|]; [|done]. cbn [mbind outcome_bind]. apply IH.
Qed.
Lemma steps_one_more cfg st l st' en st'' :
  steps cfg st l = Thread.Ok st' → Thread.step cfg st' en = Thread.Ok st'' → steps cfg st (l ++ [en]) = Thread.Ok st''.
Proof. intros H H'. rewrite steps_app, H. cbn [mbind outcome_bind steps]. by rewrite H'. Qed.
Lemma replies_one_more cfg st l st' en :
  steps cfg st l = Thread.Ok st' →
  print_receipts (replies cfg st (l ++ [en])) = print_receipts (replies cfg st l) ++ answer_to cfg st' en.
Proof.
  revert st. induction l as [|en1 l IH]; intros st; cbn [app steps replies].
  - intros [= <-]. rewrite !print_receipts_app. unfold answer_to. case_match; cbn; by rewrite ?app_nil_r.
  - destruct (Thread.step cfg st en1) as [st1|]; [|done]. cbn [mbind outcome_bind]. intros Hs.
    by rewrite !print_receipts_app, IH, (assoc_L (++)).
Qed.
Lemma print_log_app l l' : print_log (l ++ l') = print_log l ++ print_log l'.
Proof.
  unfold print_log. induction l as [|en l IH]; [done|]. cbn [app foldr]. rewrite IH. by rewrite (assoc_L (++)).
Qed.
Lemma log_size_app l l' : log_size (l ++ l') = log_size l + log_size l'.
Proof. unfold log_size. by rewrite print_log_app, len_app. Qed.
Lemma log_size_one en : log_size [en] = entry_size en.
Proof. unfold log_size, entry_size, print_log. cbn [foldr]. by rewrite app_nil_r. Qed.
Lemma entry_size_pos en : 1 ≤ entry_size en.
Proof.
  unfold entry_size. unfold entry_codec, view, choose. cbn [print]. rewrite len_cons.
  match goal with |- context [len ?l] => pose proof (len_nonneg l) end. lia.
Qed.

(** How far [verify] comes in the entries [l], from the state [st], with room for [room] bytes in [out], and why it
    stops: what it looks at, and in which order; [last] is what it says of the bytes after [l]. So that is a function of
    what the model does, in which no hash counts. *)
Fixpoint takes {acc} (cfg : config acc) (st : thread acc) (l : list Thread.entry) (last : status) (room : Z) :
    list Thread.entry * status :=
  if room <? RECEIPT then ([], Full) else
  match l with
  | [] => ([], last)
  | en :: l =>
      match Thread.step cfg st en with
      | Thread.Refused why => ([], Verify.Refused (refusal_number why))
      | Thread.Ok st' =>
          if decide (far_ahead st en) then ([], Wait) else
          if too_long cfg st en then ([], Verify.Refused TOO_LARGE) else
          match en with
          | VerifyEpoch => ([], Close)
          | _ =>
              let said := print_receipts (option_list (Monitor.receipt_of cfg st en)) in
              let more := takes cfg st' l last (room - len said) in
              (en :: more.1, more.2)
          end
      end
  end.
Lemma takes_full {acc} (cfg : config acc) st l last room : room < RECEIPT → takes cfg st l last room = ([], Full).
Proof. intros Hr. apply Z.ltb_lt in Hr. destruct l; cbn [takes]; by rewrite Hr. Qed.
Lemma takes_on {acc} (cfg : config acc) st en l last room st' :
  RECEIPT ≤ room → Thread.step cfg st en = Thread.Ok st' → ¬ far_ahead st en → too_long cfg st en = false →
  en ≠ VerifyEpoch →
  takes cfg st (en :: l) last room =
    let more := takes cfg st' l last (room - len (print_receipts (option_list (Monitor.receipt_of cfg st en)))) in
    (en :: more.1, more.2).
Proof.
  intros Hr Hs Hf Ht Hv. apply Z.ltb_ge in Hr. cbn [takes]. rewrite Hr, Hs, decide_False, Ht by done. by destruct en.
Qed.

(** What [verify] leaves of [closing] and [failed]. *)
Definition closing_of (s : status) : bool := match s with Close => true | _ => false end.
Definition failed_of (s : status) : option nat := match s with Verify.Refused w => Some w | _ => None end.

Section verified.
  Context (F : list Z → Z → list Z → Z) (cfg : config Z) (x : list Z).

  (** Of the entries [l] the model takes [done], one after another, from [st] to [st']. The program has taken these, no
      more and no less, and its thread [t'] stands for [st']. It stopped because no whole entry is left ([More]), there
      is no room for an answer ([Full]), the next entry is of an epoch too far ahead ([Wait]), or it is the end of an
      epoch, which the model accepts ([Close]; this entry is taken, and the model's step follows when [publish] is
      called). Or it refuses what comes next, for good ([Refused]): an entry that the model refuses, for the same
      reason; one that writes what is too long for the program; or bytes that are no entry, or not one within its limits
      ([last]). Which of these it is, and where, the model's state says ([takes]). To what was in [out] it has
      appended the model's answers to the entries that were taken, and nothing else. *)
  Definition verified_as (st : thread Z) (l : list Thread.entry) (last : status) (out : list Z) (taken : Z) (s : status)
      (t' : fthread) (out' : list Z) : Prop :=
    ∃ done rest st', l = done ++ rest ∧ VerifyEpoch ∉ done ∧ steps cfg st done = Thread.Ok st' ∧
      thread_is F cfg x t' st' ∧ taken = log_size done + (if closing_of s then 1 else 0) ∧
      out' = out ++ zs (print_receipts (replies cfg st done)) ∧ takes cfg st l last (65536 - len out) = (done, s) ∧
      match s with
      | More => rest = [] ∧ last = More
      | Full => 65536 - len out' < RECEIPT
      | Wait => ∃ en rest', rest = en :: rest' ∧ far_ahead st' en
      | Close => ∃ rest' st'', rest = VerifyEpoch :: rest' ∧ Thread.step cfg st' VerifyEpoch = Thread.Ok st''
      | Verify.Refused w =>
          (∃ en rest' why, rest = en :: rest' ∧ Thread.step cfg st' en = Thread.Refused why ∧ w = refusal_number why) ∨
          (∃ en rest', rest = en :: rest' ∧ too_long cfg st' en = true ∧ w = TOO_LARGE) ∨
          rest = [] ∧ last = Verify.Refused w
      end.
End verified.

Section exact.
  Context {B : base} (external : nat → list data → option (list data * data)) (Hext : externals_ok external).
  Local Notation ensures := (ensures Q external).
  Local Notation value := (val fl_point).

  (** What the program has taken was not of an epoch too far ahead: of those it has no sums. *)
  Lemma taken_near (F : list Z → Z → list Z → Z) (cfg : config Z) (x : list Z) t st st' en :
    Thread.step cfg st en = Thread.Ok st' → thread_is F cfg x t st' → ¬ far_ahead st en.
  Proof using.
    intros Hs (_ & _ & _ & _ & _ & _ & _ & _ & Htallies).
    assert (∀ e y z, tally_insert (mh cfg) e y z = Some (tally_zero (mh cfg)) → False) as Hcounts.
    { intros e y z. unfold tally_insert. case_decide; [|done]. intros [= _ Hz]. lia. }
    assert (∀ e, (t_next st' + 4 ≤ e)%N → tally_in cfg (t_added st') e = tally_zero (mh cfg) ∧
      tally_in cfg (t_evicted st') e = tally_zero (mh cfg)) as Hnone.
    { intros e He. specialize (Htallies e ltac:(lia)). unfold tallies_are in Htallies.
      by rewrite decide_False in Htallies by lia. }
    clear Htallies. unfold tally_in in Hnone.
    assert (∀ sl s slots t0, leave_to_blum cfg st sl s slots t0 = Thread.Ok st' → (t_next st + 4 ≤ t0.1)%N → False) as
      Hleave.
    { intros sl s slots t0. unfold leave_to_blum.
      repeat destruct (need _ _) as [[]|]; cbn [mbind outcome_bind]; try done.
      destruct (tally_insert _ _ _ _) as [y|] eqn:E; cbn [Thread.some mbind outcome_bind]; [|done].
      intros [= <-] Hfar. cbn [t_next t_added t_evicted] in Hnone. destruct (Hnone t0.1 Hfar) as [_ Hz].
      rewrite lookup_insert in Hz. change (y = tally_zero (mh cfg)) in Hz. rewrite Hz in E. by eapply Hcounts. }
    destruct en as [|k v s t0 i| |s t0|s s2 t0| | | |]; cbn [far_ahead Thread.step] in *; try (by intros []).
    - revert Hs. unfold add_blum.
      destruct (vacant cfg st s); repeat destruct (need _ _) as [[]|]; cbn [mbind outcome_bind]; try done.
      destruct (tally_insert _ _ _ _) as [y|] eqn:E; cbn [Thread.some mbind outcome_bind]; [|done].
      destruct (advance _ _). intros [= <-] Hfar. cbn [t_next t_added t_evicted] in Hnone.
      destruct (Hnone t0.1 Hfar) as [Hz _]. rewrite lookup_insert in Hz.
      change (y = tally_zero (mh cfg)) in Hz. rewrite Hz in E. by eapply Hcounts.
    - revert Hs. unfold evict_blum. destruct (full cfg st s); cbn [mbind outcome_bind]; [|done].
      destruct (need _ _) as [[]|]; cbn [mbind outcome_bind]; [|done]. intros Hs Hfar. by eapply Hleave.
    - revert Hs. unfold evict_merkle_to_blum.
      destruct (need _ _) as [[]|]; cbn [mbind outcome_bind]; [|done].
      destruct (full cfg st s) as [sl|]; cbn [mbind outcome_bind]; [|done].
      destruct (full cfg st s2) as [sl'|]; cbn [mbind outcome_bind]; [|done].
      destruct (need (s_how sl = MAdd) _) as [[]|]; cbn [mbind outcome_bind]; [|done].
      destruct (ends_of sl') as [ends|]; cbn [mbind outcome_bind]; [|done].
      destruct (Thread.some (Key.heading _ _) _) as [d|]; cbn [mbind outcome_bind]; [|done].
      destruct (Thread.some (side d ends) _) as [c|]; cbn [mbind outcome_bind]; [|done].
      repeat destruct (need _ _) as [[]|]; cbn [mbind outcome_bind]; try done. intros Hs Hfar. by eapply Hleave.
  Qed.

  Context (F : list Z → Z → list Z → Z) (hash : bytes → bytes) (cfg : config Z) (x : list Z).
  Context (Hsums : sums external F) (Hmh : hashes_as F hash cfg x) (Hhash : hash_is external hash).
  Context (Hdigests : digests_as hash cfg) (Hfun : functions cfg = standard).
  Local Notation thread_is := (thread_is F cfg x).

  Theorem verify_is t st (log : list Z) (l : list Thread.entry) tail last out :
    thread_ok t → thread_is t st → linked (t_slots st) → octets log → divided log l tail last →
    len log < 2 ^ 32 →
    octets out → len out ≤ 65536 →
    ensures fn_verify [vverifier t false None; VExtern x; VBytes log; VBytes out]
      (λ r ws, ∃ t' out' taken s, r = vprogress taken s ∧
         ws = [vverifier t' (closing_of s) (failed_of s); VExtern x; VBytes log; VBytes out'] ∧
         verifier_kept t' (closing_of s) (failed_of s) ∧ octets out' ∧ len out' ≤ 65536 ∧
         verified_as F cfg x st l last out taken s t' out').
  Proof using Hext Hsums Hmh Hhash Hdigests Hfun.
    intros Ht Hst Hlinked Hlog [Hbytes Hwf Hin Hlast] Hlogl Ho Hout.
    pose proof (len_nonneg log). pose proof (len_nonneg out).
    assert (∃ b, tail = zs b) as [b ->].
    { apply octets_bytes. rewrite Hbytes in Hlog. by apply Forall_app in Hlog as [_ ?]. }
    assert (∀ done rest, l = done ++ rest → left_over log (log_size done) = zs (print_log rest ++ b) ∧
      0 ≤ log_size done ≤ len log) as Hleft.
    { intros done rest E. rewrite Hbytes, E, <-zs_app, print_log_app, <-(assoc_L (++)). split.
      - unfold log_size. rewrite cut_rest by apply len_nonneg. unfold len. by rewrite Nat2Z.id, drop_app.
      - rewrite len_zs, len_app. pose proof (len_nonneg (print_log done)).
        pose proof (len_nonneg (print_log rest ++ b)).
        unfold log_size. lia. }
    clear Hbytes. fl_ensures. fl_steps.
    let s0 := fl_store in
    eapply (walk_loop _ _ _ _ _ _ _ (λ m s, ∃ t' st' done rest y out',
      s = <[0%nat := Some (vverifier t' false None)]> (<[3%nat := Some (VBytes out')]>
        (<[5%nat := Some (VInt (log_size done))]> (<[6%nat := y]> s0))) ∧
      m = Z.to_nat (len log - log_size done) ∧ l = done ++ rest ∧ VerifyEpoch ∉ done ∧
      steps cfg st done = Thread.Ok st' ∧ thread_ok t' ∧ thread_is t' st' ∧ linked (t_slots st') ∧
      octets out' ∧ len out' ≤ 65536 ∧ out' = out ++ zs (print_receipts (replies cfg st done)) ∧
      takes cfg st l last (65536 - len out) =
        (done ++ (takes cfg st' rest last (65536 - len out')).1, (takes cfg st' rest last (65536 - len out')).2))
      (Z.to_nat (len log))).
    { exists t, st, [], l. do 2 eexists. split; [reflexivity|]. change (log_size []) with 0.
      split_and!; try done; [f_equal; lia|by apply not_elem_of_nil|by rewrite app_nil_r|].
      by destruct (takes cfg st l last (65536 - len out)). }
    intros m s (t' & st' & done & rest & y & out' & -> & -> & El & Hnv & Hsteps & Ht' & Hst' & Hlinked' & Ho' & Hout' &
      Hsaid & Htakes).
    fl_round. pose proof (len_nonneg out').
    destruct (Hleft done rest El) as [Hrest Hp]. fl_steps. fl_case.
    { fl_steps. fl_reached. exists t', out', (log_size done), Full. split; [done|]. split; [reflexivity|].
      split; [by apply open_ok|]. split; [done|]. split; [done|]. exists done, rest, st'. cbn [closing_of].
      split_and!; [done|done|done|done|lia|done| |lia]. by rewrite Htakes, takes_full, app_nil_r by lia. }
    assert ((65536 - len out' <? RECEIPT) = false) as Hroom' by (apply Z.ltb_ge; lia).
    fl_steps. destruct rest as [|en rest].
    { cbn [print_log foldr app] in Hrest. rewrite <-Hrest in Hlast.
      fl_known_call (step_unread external); [done|exact Hlog|lia|lia|done|lia|exact Hlast|].
      intros r ws (-> & ->). fl_after. rewrite Hrest in Hlast.
      assert (takes cfg st l last (65536 - len out) = (done, last)) as Hdone.
      { rewrite Htakes. cbn [takes]. by rewrite Hroom', app_nil_r. }
      assert (last = More ∨ ∃ w, last = Verify.Refused w ∧ (w < 32)%nat) as [->|(w & -> & Hw)].
      { destruct (judge_own _ _ Hlast) as [->|[->|[->| ->]]]; [by left|right; eexists; split; [reflexivity|lia]..]. }
      - cbn [vjudged]. fl_steps. fl_reached.
        exists t', out', (log_size done), More. split; [done|]. split; [reflexivity|]. split; [by apply open_ok|].
        split; [done|]. split; [done|].
        exists done, [], st'. cbn [closing_of]. by split_and!; [done|done|done|done|lia|done|..].
      - cbn [vjudged]. fl_steps. fl_reached.
        exists t', out', (log_size done), (Verify.Refused w). split; [done|]. split; [reflexivity|].
        split; [by apply refused_ok|]. split; [done|]. split; [done|].
        exists done, [], st'. cbn [closing_of]. split_and!; [done|done|done|done|lia|done|done|]. by right; right. }
    assert (entry_wf en ∧ within en) as [Hwfe Hen].
    { rewrite El, Forall_app, Forall_cons in Hwf, Hin. tauto. }
    change (print_log (en :: rest)) with (print entry_codec en ++ print_log rest) in Hrest.
    rewrite <-(assoc_L (++)) in Hrest.
    fl_known_call (step_is external Hext F hash cfg x Hsums Hmh Hhash Hdigests Hfun);
      [done|exact Hst'|exact Hlinked'|done|lia|done|done|lia|exact Hwfe|exact Hen|exact Hrest|].
    intros r ws (t2 & out2 & -> & Ht2 & Hr).
    destruct Hr as [(size & -> & -> & -> & Hfar & st2 & Hm)|[(size & why & -> & Hw & -> & -> & Hm)|
      [(-> & -> & -> & Htoo & Hfar & st2 & Hm)|
      [(st2 & -> & Hm & Htoo & Hne & Hst2 & -> & Hroom)|(-> & -> & -> & -> & Hnext & st2 & Hm)]]]]; fl_after; fl_steps.
    - fl_reached. exists t', out', (log_size done), Wait. split; [done|]. split; [reflexivity|].
      split; [by apply open_ok|]. split; [done|]. split; [done|].
      exists done, (en :: rest), st'. cbn [closing_of]. split_and!; [done|done|done|done|lia|done| |by do 2 eexists].
      rewrite Htakes. cbn [takes]. by rewrite Hroom', Hm, decide_True, app_nil_r by done.
    - fl_reached. exists t', out', (log_size done), (Verify.Refused (refusal_number why)). split; [done|].
      split; [reflexivity|]. split; [by apply refused_ok|]. split; [done|]. split; [done|].
      exists done, (en :: rest), st'. cbn [closing_of].
      split_and!; [done|done|done|done|lia|done| |left; by do 3 eexists].
      rewrite Htakes. cbn [takes]. by rewrite Hroom', Hm, app_nil_r.
    - fl_reached. exists t', out', (log_size done), (Verify.Refused TOO_LARGE). split; [done|].
      split; [reflexivity|]. split; [apply refused_ok; [done|lia]|]. split; [done|]. split; [done|].
      exists done, (en :: rest), st'. cbn [closing_of].
      split_and!; [done|done|done|done|lia|done| |right; left; by do 2 eexists].
      rewrite Htakes. cbn [takes]. by rewrite Hroom', Hm, decide_False, Htoo, app_nil_r.
    - destruct (Hleft (done ++ [en]) rest) as [_ Hp2]; [by rewrite <-(assoc_L (++))|].
      rewrite log_size_app, log_size_one in Hp2. pose proof (entry_size_pos en). fl_steps.
      exists (Z.to_nat (len log - (log_size done + entry_size en))). split; [lia|].
      exists t2, st2, (done ++ [en]), rest. do 2 eexists. rewrite log_size_app, log_size_one. split; [reflexivity|].
      split_and!; [done|by rewrite <-(assoc_L (++))| |by eapply steps_one_more|done|done|by eapply step_linked| | | |].
      2: by apply octets_app; [|apply octets_zs].
      2: rewrite len_app, len_zs; lia.
      2: by rewrite (replies_one_more _ _ _ st'), zs_app, (assoc_L (++)), <-Hsaid.
      2: { rewrite Htakes, (takes_on _ _ _ _ _ _ st2); [|lia|done|by eapply taken_near|done|done].
           cbn [fst snd]. rewrite <-(assoc_L (++)). rewrite len_app, len_zs. unfold answer_to.
           by replace (65536 - (len out' + len (print_receipts (option_list (Monitor.receipt_of cfg st' en))))) with
             (65536 - len out' - len (print_receipts (option_list (Monitor.receipt_of cfg st' en)))) by lia. }
      rewrite not_elem_of_app, elem_of_list_singleton. split; [done|]. intros Heq. by rewrite <-Heq in Hne.
    - destruct (Hleft (done ++ [VerifyEpoch]) rest) as [_ Hp2]; [by rewrite <-(assoc_L (++))|].
      rewrite log_size_app, log_size_one in Hp2. pose proof (entry_size_pos VerifyEpoch). fl_steps.
      fl_reached. exists t', out', (log_size done + 1), Close. split; [done|]. split; [reflexivity|].
      split; [split_and!; [done|auto|done]|]. split; [done|]. split; [done|].
      exists done, (VerifyEpoch :: rest), st'. cbn [closing_of].
      split_and!; [done|done|done|done|lia|done| |by do 2 eexists].
      rewrite Htakes. cbn [takes]. rewrite Hroom', Hm, decide_False by (intros []). cbn [too_long].
      by rewrite app_nil_r.
  Qed.
End exact.

(** ** Compiled *)
Theorem verify_exact (external : nat → list data → option (list data * data)) (F : list Z → Z → list Z → Z)
    (hash : bytes → bytes) (cfg : config Z) (secret : list Z) (t : fthread) (st : thread Z) (log : list Z)
    (l : list Thread.entry) (tail : list Z) (last : status) (out : list Z) :
  externals_ok external → sums external F → hash_is external hash → hashes_as F hash cfg secret →
  digests_as hash cfg → functions cfg = standard →
  verifier_ok t false None → thread_is F cfg secret t st → linked (t_slots st) →
  octets log → divided log l tail last → len log < 2 ^ 32 → octets out → len out ≤ 65536 →
  compiled_ensures external fn_verify [dverifier t false None; VExtern secret; VBytes log; VBytes out]
    (λ d ds, ∃ t' out' taken s, d = dprogress taken s ∧
       ds = [dverifier t' (closing_of s) (failed_of s); VBytes out'] ∧
       verifier_ok t' (closing_of s) (failed_of s) ∧ f_self t' = f_self t ∧ f_next t' = f_next t ∧
       octets out' ∧ len out' ≤ 65536 ∧ verified_as F cfg secret st l last out taken s t' out').
Proof.
  intros Hext Hsums Hhash Hmh Hdigests Hfun Hv Hst Hlinked Hlog Hdiv Hlen Ho Hout.
  eapply (ensures_compiled external fn_verify _ _
    [vverifier t false None; VExtern secret; VBytes log; VBytes out] _ _ Hext);
    [reflexivity|reflexivity| |reflexivity|reflexivity|
     |eapply (@verify_is (base_of t) external Hext F hash cfg secret Hsums Hmh Hhash Hdigests Hfun t st); try done;
       apply Hv|].
  - constructor; [by apply verifier_typed|]. constructor; [apply extern_ty|].
    constructor; [apply view_ty; by split|].
    constructor; [apply bytes_fit; [done|lia|lia]|constructor].
  - cbn [map]. by rewrite of_dverifier.
  - intros v ws (t' & out' & taken & s & -> & -> & Hv' & Ho' & Hout' & Hs).
    exists (dprogress taken s), [dverifier t' (closing_of s) (failed_of s); VBytes out'].
    split; [apply to_dprogress|]. split.
    + change (shown_of _) with [0%nat; 3%nat].
      change (collect _ [0%nat; 3%nat]) with
        (d ← to_data (vverifier t' (closing_of s) (failed_of s)); ds ← Outcome.Ok [VBytes out']; Outcome.Ok (d :: ds)).
      by rewrite to_dverifier.
    + destruct (@kept_ok (base_of t) _ _ _ Hv') as (Hv2 & Hself & Hnext). by exists t', out', taken, s.
Qed.
