(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * A well-typed program never gets stuck.

    Every state that a checked program reaches, under responses of the declared
    types and external functions that keep their word, is suspended, is done,
    or makes a step: silent, a request, its result, or a trap. What it asks of
    its driver has the types the effect declares, and so has its result. *)
From Fairlead.Base Require Import Prelude Outcome Table.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Lang.Typing Require Export Calls.

Notation fl_link := (link basic expr suspension call resumption (store fl_point)).
Notation fl_state := (state basic expr suspension call resumption (store fl_point) (frame fl_point) response).
Notation fl_next := (next basic expr suspension call resumption (store fl_point) (frame fl_point)
  request response Semantics.result).

Section soundness.
  Context {Q : program} (HQ : well_typed Q).
  Context {external : nat → list data → option (list data * data)}.
  Context (Hext : external_ok (λ f, externs Q !! f) external).
  Local Notation D := (fl Q source external).

  (** The procedure that was started, whose result its driver can read. *)
  Context (main : procedure).

  (** ** States *)

  (** Who waits below [q], down to [main]. *)
  Inductive links_ok : procedure → list fl_link → Prop :=
  | links_none : links_ok main []
  | links_caller p pr l x k s ls :
      position Q p pr (Call l x) k → vars_ok Q pr s → links_ok p ls →
      links_ok (callee x) (Caller l x p k s :: ls)
  | links_parent p pr x k s ls :
      position Q p pr (Resume x) k → vars_ok Q pr s → links_ok p ls →
      links_ok (child_proc x) (Parent x p k s :: ls).

  Definition waiting_ok (p : procedure) (w : option nat) (fs : list (frame fl_point)) : Prop :=
    fs ≠ [] ∧ coro_points Q p w (map fst fs) ∧ Forall (frame_ok Q) fs.

  Definition state_ok (st : fl_state) : Prop :=
    match st with
    | Running c p k s ls => ∃ pr, position Q p pr c k ∧ vars_ok Q pr s ∧ links_ok p ls
    | Suspended fs => ∃ e, waiting_ok main (Some e) fs
    | Resuming r fs => ∃ w, waiting_ok main w fs ∧ response_ok Q main w r
    | Halted => True
    end.

  Definition next_ok (n : fl_next) : Prop :=
    match n with
    | Go st => state_ok st
    | Emit q st => request_ok Q main q ∧ state_ok st
    | Finish r => result_ok Q main r
    | Crash => True
    | Stuck => False
    end.

  Lemma settle_ok {A} (Φ : A → Prop) o (f : A → fl_next) :
    outcome_ok Φ o → (∀ a, Φ a → next_ok (f a)) → next_ok (settle o f).
  Proof. destruct o; simpl; auto. Qed.

  Lemma running_ok p pr c k s ls :
    position Q p pr c k → vars_ok Q pr s → links_ok p ls → state_ok (Running c p k s ls).
  Proof. simpl. eauto. Qed.

  Lemma position_change p pr c k c' k' :
    position Q p pr c k →
    (cmd_ok (proc_env Q p pr) (goto_targets pr) (depth k) c = true →
     kont_ok (proc_env Q p pr) (goto_targets pr) k →
     cmd_ok (proc_env Q p pr) (goto_targets pr) (depth k') c' = true ∧
     kont_ok (proc_env Q p pr) (goto_targets pr) k') →
    (∀ d, occurs d c' ∨ kont_occurs d k' → occurs d c ∨ kont_occurs d k) →
    position Q p pr c' k'.
  Proof. intros [Hp Hc Hk Hcalls] Hk' Hcalls'. destruct (Hk' Hc Hk). split; auto. Qed.

  Lemma position_skip p pr c k : position Q p pr c k → position Q p pr Skip k.
  Proof. intros Hpos. apply (position_change _ _ _ _ _ _ Hpos); simpl; tauto. Qed.

  Lemma frame_at p pr c k s :
    position Q p pr c k → vars_ok Q pr s → frame_ok Q (SAt p c k, s).
  Proof. intros [Hp _ _ _] Hs. constructor. unfold point_vars. simpl. by rewrite Hp. Qed.

  Lemma frame_inv p pr c k s :
    position Q p pr c k → frame_ok Q (SAt p c k, s) → vars_ok Q pr s.
  Proof. intros [Hp _ _ _]. inversion_clear 1 as [? ? Hs]. unfold point_vars in Hs. simpl in Hs. by rewrite Hp in Hs. Qed.

  (** ** Requests pass through callers *)
  Lemma callers_types q pts top pr :
    callers_of Q q pts top → procs Q !! q = Some pr → suspends pr = true →
    ∃ pr', procs Q !! top = Some pr' ∧ suspends pr' = true ∧ effects pr ⊆ effects pr' ∧
      lent_types pr = lent_types pr'.
  Proof.
    clear HQ Hext external. intros Hq. revert pr. induction Hq as [p|p pr' l x k pts top Hpos _ IH]; intros pr Hp Hs.
    { exists pr. done. }
    destruct (call_checked _ _ _ _ _ Hpos) as (pr'' & ? & _ & _ & Hpass). simplify_eq.
    destruct (Hpass Hs) as (Hs' & Heff & Hlent).
    destruct (IH pr' (position_proc _ _ _ _ Hpos) Hs') as (pr3 & ? & ? & ? & ?).
    exists pr3. split_and!; [done..|set_solver|congruence].
  Qed.

  Lemma request_up q pts top r : callers_of Q q pts top → request_ok Q q r → request_ok Q top r.
  Proof.
    intros Hq (pr & eff & Hp & Hs & Hin & He & Hds & Hlent).
    destruct (callers_types _ _ _ _ Hq Hp Hs) as (pr' & ? & ? & Hsub & Hl).
    exists pr', eff. rewrite <-Hl. split_and!; try done. by apply Hsub.
  Qed.

  Lemma response_down q pts top pr l x k r :
    callers_of Q q pts top → position Q q pr (Suspend l x) k →
    response_ok Q top (Some (ask_effect x)) r → response_ok Q q (Some (ask_effect x)) r.
  Proof.
    intros Hq Hpos (pr' & Hp' & Hlent & He).
    destruct (suspension_checked _ _ _ _ _ Hpos) as (Hs & _).
    destruct (callers_types _ _ _ _ Hq (position_proc _ _ _ _ Hpos) Hs) as (pr'' & ? & _ & _ & Hl).
    simplify_eq. exists pr. split_and!; [apply Hpos| |done]. by rewrite Hl.
  Qed.

  (** ** Frames back on the stack *)
  Lemma callers_links q pts top fs ls :
    callers_of Q q pts top → map fst fs = pts → Forall (frame_ok Q) fs → links_ok top ls →
    ∃ up, callers D fs = Some up ∧ links_ok q (up ++ ls).
  Proof.
    intros Hq. revert fs. induction Hq as [p|p pr l x k pts top Hpos _ IH]; intros [|[pt s] fs] Hfs Hok Hls; try done.
    { by exists []. }
    simpl in Hfs. injection Hfs as -> Hfs. inversion_clear Hok as [|? ? Hs Hok'].
    destruct (IH fs Hfs Hok' Hls) as (up & Hup & Hls'). simpl. rewrite Hup. simpl.
    eexists; split; [done|]. simpl. econstructor; [done| |done]. by eapply frame_inv.
  Qed.

  Lemma rebuild_ok p w fs r ls :
    waiting_ok p w fs → response_ok Q p w r → links_ok p ls → next_ok (rebuild D fs r ls).
  Proof using HQ.
    intros (Hne & Hpts & Hfs) Hr Hls. destruct fs as [|[pt s] fs]; [done|]. clear Hne.
    simpl in Hpts. inversion_clear Hfs as [|? ? Hs Hfs']. unfold rebuild.
    inversion Hpts as [|? pr Hp Hp' Hw|q pr l x k pts top Hpos Hup Htop]; subst.
    - destruct fs; [|done]. simpl. unfold fl_code. rewrite Hp. simpl.
      eapply settle_ok.
      + eapply (begun_ok p pr); [done|done|]. inversion_clear Hs as [? ? Hs']. unfold point_vars in Hs'.
        simpl in Hs'. by rewrite Hp in Hs'.
      + intros s' Hs'. eapply running_ok; [by apply body_position|done|done].
    - destruct (callers_links _ _ _ _ _ Hup eq_refl Hfs' Hls) as (up & Hcallers & Hls').
      rewrite Hcallers. simpl. eapply settle_ok.
      + eapply (answered_ok HQ); [done|by eapply frame_inv|]. by eapply response_down.
      + intros s' Hs'. eapply running_ok; [by eapply position_skip|done|done].
  Qed.

  (** ** A request on its way out *)
  Lemma unwind_ok q ls p pr l x k s up r :
    links_ok q ls → position Q p pr (Suspend l x) k →
    callers_of Q p (map fst (reverse up)) q → vars_ok Q pr s → Forall (frame_ok Q) up →
    request_ok Q q r → fst (fst r) = ask_effect x →
    next_ok (unwind D ls (up ++ [(SAt p (Suspend l x) k, s)]) r).
  Proof using HQ.
    intros Hls Hpos. revert up. induction Hls as [|p' pr' l' x' k' s' ls Hpos' Hs' Hls IH|p' pr' x' k' s' ls Hpos' Hs' Hls _];
      intros up Hup Hs Hfs Hr He; simpl.
    - rewrite reverse_app. simpl. split; [done|]. exists (ask_effect x). split_and!; [done| |].
      + simpl. by econstructor.
      + constructor; [by eapply frame_at|]. by apply Forall_reverse.
    - unfold fl_save. simpl.
      apply (IH ((SAt p' (Call l' x') k', s') :: up)); try done.
      + rewrite reverse_cons, map_app. simpl. by eapply callers_snoc.
      + constructor; [by eapply frame_at|done].
      + eapply request_up; [|done]. econstructor; [done|constructor].
    - eapply settle_ok.
      + eapply (leave_resume_ok HQ); [done|done|]. simpl. rewrite He. split_and!; [done| |].
        * rewrite reverse_app. simpl. by econstructor.
        * rewrite reverse_app. simpl. constructor; [by eapply frame_at|]. by apply Forall_reverse.
      + intros s'' Hs''. eapply running_ok; [by eapply position_skip|done|done].
  Qed.

  (** ** Returning *)
  Context (readable : ∀ pr, procs Q !! main = Some pr → is_data (Syntax.result pr) = true).

  Lemma return_ok p pr s ls :
    procs Q !! p = Some pr → vars_ok Q pr s → links_ok p ls → next_ok (return_to D p s ls).
  Proof using HQ readable.
    intros Hp Hs Hls. destruct Hls as [|p' pr' l x k s' ls Hpos Hs' Hls|p' pr' x k s' ls Hpos Hs' Hls]; simpl.
    - eapply settle_ok; [|intros r Hr; exact Hr]. eapply (Procs.finished_ok HQ); eauto.
    - eapply settle_ok; [by eapply (leave_call_ok HQ)|].
      intros s'' Hs''. eapply running_ok; [by eapply position_skip|done|done].
    - eapply settle_ok; [eapply (leave_resume_ok HQ); [done|done|]; simpl; eauto|].
      intros s'' Hs''. eapply running_ok; [by eapply position_skip|done|done].
  Qed.

  (** ** Preservation and progress, in one *)
  Theorem step_ok st :
    state_ok st → match st with Suspended _ | Halted => True | _ => next_ok (step D st) end.
  Proof using HQ Hext readable.
    destruct st as [c p k s ls| |r fs|]; [|done| |done].
    2: { intros (w & Hw & Hr). eapply rebuild_ok; [done|done|constructor]. }
    intros (pr & Hpos & Hs & Hls). pose proof (position_proc _ _ _ _ Hpos) as Hp.
    pose proof (world_known HQ p pr Hp) as HW.
    assert (∀ c' k', position Q p pr c' k' → next_ok (Go (Running c' p k' s ls))) as Hgo.
    { intros c' k' ?. by eapply running_ok. }
    assert (∀ o, outcome_ok (vars_ok Q pr) o → next_ok (settle o (λ s, Go (Running Skip p k s ls)))) as Hstore.
    { intros o Ho. eapply settle_ok; [done|]. intros s' Hs'. eapply running_ok; [by eapply position_skip|done|done]. }
    destruct c as [|b|c1 c2|e c1 c2|c|l c|n|l c|l|l x|l x|x|]; cbn [step].
    - destruct k as [|[c| |l c] k]; [by eapply return_ok|..]; apply Hgo;
        apply (position_change _ _ _ _ _ _ Hpos); simpl; tauto.
    - apply Hstore. eapply (run_basic_ok HW); [by eapply externs_checked|by apply external_known| |done].
      by destruct Hpos.
    - apply Hgo, (position_change _ _ _ _ _ _ Hpos); simpl; [by intros [??]%andb_true_iff|tauto].
    - pose proof (position_cmd _ _ _ _ Hpos) as Hc. simpl in Hc.
      apply andb_true_iff in Hc as [[Hc Hc1]%andb_true_iff Hc2]. apply is_some_eq, expect_eq in Hc.
      eapply settle_ok; [by apply (eval_bool_ok HW)|]. intros b _.
      apply Hgo, (position_change _ _ _ _ _ _ Hpos); destruct b; simpl; tauto.
    - apply Hgo, (position_change _ _ _ _ _ _ Hpos); simpl; tauto.
    - apply Hgo, (position_change _ _ _ _ _ _ Hpos); simpl; tauto.
    - destruct Hpos as [_ Hc Hk Hcalls]. simpl in Hc. apply Nat.ltb_lt in Hc.
      destruct (leave_ok _ _ _ _ Hc Hk) as (k' & Hleave & Hk'). rewrite Hleave. apply Hgo. split; [done..|].
      intros x [[]|Hx]. apply Hcalls. right. by eapply leave_occurs.
    - apply Hgo, (position_change _ _ _ _ _ _ Hpos); simpl; tauto.
    - destruct (goto_position HQ _ _ _ _ Hpos) as (c' & k' & Hf & Hpos'). simpl. unfold fl_code.
      rewrite Hp. simpl. rewrite Hf. by apply Hgo.
    - eapply settle_ok; [by eapply (asked_ok HQ)|]. intros q [Hq He].
      apply (unwind_ok p ls p pr l x k s []); try done. constructor.
    - eapply settle_ok; [by eapply (enter_call_ok HQ)|]. intros [p' s'] (Hp'' & pr' & Hp' & Hs'). simpl in *. subst.
      unfold fl_code. rewrite Hp'. simpl. eapply running_ok; [by apply body_position|done|]. by econstructor.
    - eapply settle_ok; [by eapply (enter_resume_ok HQ)|]. intros [fs r] (w & Hpts & Hne & Hfs & Hr). simpl in *.
      eapply rebuild_ok; [done|done|]. by econstructor.
    - by eapply return_ok.
  Qed.
End soundness.

(** ** The theorem *)

(** The effect a suspended computation waits for. *)
Definition pending (fs : list (frame fl_point)) : option nat :=
  match fs with (SAt _ (Suspend _ x) _, _) :: _ => Some (ask_effect x) | _ => None end.

(** States that [p], started with data of the declared types, can reach when
    its driver answers every request with data of the declared type and lends
    storage of the declared types. *)
Inductive reachable (Q : program) (external : nat → list data → option (list data * data)) (p : procedure) :
    fl_state → Prop :=
| reachable_start pr args lent st :
    procs Q !! p = Some pr → Forall2 data_ok (given_types pr) args → Forall2 data_ok (lent_types pr) lent →
    fl_initial Q source p args lent = Some st → reachable Q external p st
| reachable_trans st a st' :
    reachable Q external p st → trans (fl Q source external) st a st' →
    (∀ r fs, a = Response r → st = Suspended fs → response_ok Q p (pending fs) r) →
    reachable Q external p st'.

(** A coroutine starts, whatever data of the declared types it is given. *)
Lemma initial_ok Q p pr args lent :
  well_typed Q → procs Q !! p = Some pr → Forall2 data_ok (given_types pr) args →
  Forall2 data_ok (lent_types pr) lent →
  ∃ st, fl_initial Q source p args lent = Some st ∧ state_ok (Q := Q) p st.
Proof.
  intros HQ Hp Hargs Hlent. unfold fl_initial.
  destruct (fresh_ok HQ p pr (map of_data args) Hp) as (s & -> & Hs).
  { apply of_datas_ok; [constructor|done]. }
  eexists; split; [done|]. exists None. split; [|by exists pr].
  split_and!; [done|by econstructor|by constructor].
Qed.

Lemma starts_reachable Q external p pr args lent :
  well_typed Q → procs Q !! p = Some pr → Forall2 data_ok (given_types pr) args →
  Forall2 data_ok (lent_types pr) lent →
  ∃ st, fl_initial Q source p args lent = Some st ∧ reachable Q external p st.
Proof.
  intros HQ Hp Hargs Hlent. destruct (initial_ok Q p pr args lent HQ Hp Hargs Hlent) as (st & Hst & _).
  exists st. split; [done|]. by econstructor.
Qed.

Lemma trans_ok Q external p st a st' :
  well_typed Q → external_ok (λ f, externs Q !! f) external →
  (∀ pr, procs Q !! p = Some pr → is_data (Syntax.result pr) = true) →
  state_ok (Q := Q) p st → trans (fl Q source external) st a st' →
  (∀ r fs, a = Response r → st = Suspended fs → response_ok Q p (pending fs) r) →
  state_ok (Q := Q) p st'.
Proof.
  intros HQ Hext Hdata Hst Htr Hr. pose proof (step_ok HQ Hext p Hdata st Hst) as Hstep.
  destruct Htr as [st st' Hgo|st q st' Hgo|r fs|st r Hgo|st Hgo]; try done.
  - destruct st; try done; by rewrite Hgo in Hstep.
  - destruct st; try done; rewrite Hgo in Hstep; by destruct Hstep.
  - destruct Hst as (e & Hne & Hpts & Hfs). exists (Some e). split; [done|].
    specialize (Hr r fs eq_refl eq_refl). by inversion Hpts; destruct fs as [|[]]; simplify_eq/=.
Qed.

(** Reachable states are well typed. *)
Lemma reachable_ok Q external p st :
  well_typed Q → external_ok (λ f, externs Q !! f) external →
  (∀ pr, procs Q !! p = Some pr → is_data (Syntax.result pr) = true) →
  reachable Q external p st → state_ok (Q := Q) p st.
Proof.
  intros HQ Hext Hdata Hreach. induction Hreach as [pr args lent st Hp Hargs Hlent Hst|st a st' _ IH Htr Hr].
  - destruct (initial_ok Q p pr args lent HQ Hp Hargs Hlent) as (st' & Hst' & ?). congruence.
  - by eapply trans_ok.
Qed.

(** In every reachable state something happens, and it is as declared. *)
Theorem soundness Q external p st :
  well_typed Q → external_ok (λ f, externs Q !! f) external →
  (∀ pr, procs Q !! p = Some pr → is_data (Syntax.result pr) = true) →
  reachable Q external p st →
  match st with
  | Suspended fs => is_Some (pending fs)
  | Halted => True
  | _ =>
      match step (fl Q source external) st with
      | Go _ | Crash => True
      | Emit q _ => request_ok Q p q
      | Finish r => result_ok Q p r
      | Stuck => False
      end
  end.
Proof.
  intros HQ Hext Hdata Hreach.
  pose proof (reachable_ok Q external p st HQ Hext Hdata Hreach) as Hst.
  pose proof (step_ok HQ Hext p Hdata st Hst) as Hstep.
  destruct st as [| fs | |]; try done.
  - destruct (step _ _); simpl in *; tauto.
  - destruct Hst as (e & Hne & Hpts & _). inversion Hpts; destruct fs as [|[]]; simplify_eq/=. eauto.
  - destruct (step _ _); simpl in *; tauto.
Qed.
