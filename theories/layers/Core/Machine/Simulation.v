(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The machine simulates the source, step by step and both ways.

    Source and machine run the same commands. They differ in what a frame is
    ([Model.Points]) and, when frames are laid out, in what a store keeps. An
    instance supplies an analysis [A] (see [Liveness]) and a relation on stores
    [srel p W s t]: in procedure [p], [s] and [t] agree as far as [W] says. It
    shows that each operation respects the relation; this file does the rest,
    once: plain compilation, frame layout and both at a time. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Cmd Semantics Points.
From Fairlead.Core.Machine Require Import Find Liveness.
From Fairlead.Core.Model Require Import Bisimulation.

(** What a resumption learns from the source agrees with what it learns from the machine. *)
Inductive happening_rel {B T S C R V store1 store2 request : Type}
    (A : analysis B T S C R V) (code : procedure → option (cmd B T S C R))
    (srel : procedure → V → store1 → store2 → Prop) :
    happening store1 (source_point B T S C R * store1) request →
    happening store2 (machine_point * store2) request → Prop :=
| asked_rel fs gs q :
    Forall2 (frame_rel A code srel) fs gs → happening_rel A code srel (Asked fs q) (Asked gs q)
| returned_rel p s t :
    srel p (exit_set A p) s t → happening_rel A code srel (Returned p s) (Returned p t).

(** The hypotheses of the theorem. [s] is the source's store, [t] the machine's. *)
Record agreement {B T S C R V store1 store2 request response result : Type}
    (A : analysis B T S C R V)
    (D1 : dynamics B T S C R store1 (source_point B T S C R * store1) request response result)
    (D2 : dynamics B T S C R store2 (machine_point * store2) request response result)
    (srel : procedure → V → store1 → store2 → Prop) : Prop := Agreement {
  (* the shape of the two dynamics *)
  same_code p : code D2 p = code D1 p;
  source_saves p c k s : save D1 p c k s = source_save p c k s;
  source_loads f : load D1 f = source_load f;
  machine_saves p c k t : save D2 p c k t = machine_save p c k t;
  machine_loads g : load D2 g = machine_load (code D1) g;
  (* smaller sets ask for less *)
  rel_subset p U W s t : subset A U W = true → srel p W s t → srel p U s t;
  rel_union p W1 W2 s t : srel p (union A W1 W2) s t → srel p W1 s t ∧ srel p W2 s t;
  (* pure operations *)
  rel_run p b after W s t :
    need_run A p b after = Some W → srel p W s t →
    outcome_rel (srel p after) (run D1 p b s) (run D2 p b t);
  rel_test p e after W s t :
    need_test A p e after = Some W → srel p W s t →
    outcome_rel eq (test D1 e s) (test D2 e t) ∧ srel p after s t;
  rel_finish p s t :
    srel p (exit_set A p) s t → outcome_rel eq (finish D1 p s) (finish D2 p t);
  (* suspension: same request, the kept part survives parking, same response *)
  rel_ask p l x K W s t :
    need_ask A p l x K = Some W → srel p W s t →
    outcome_rel eq (ask D1 x s) (ask D2 x t) ∧ srel p K (park D1 p l s) (park D2 p l t);
  rel_answer p x r after K s t :
    keep_ask A p x after = Some K → srel p K s t →
    outcome_rel (srel p after) (answer D1 p x r s) (answer D2 p x r t);
  (* the first step of a computation that was started before *)
  rel_begin p r s t :
    srel p (fresh_set A p) s t →
    outcome_rel (srel p (entry_set A p)) (begin D1 p r s) (begin D2 p r t);
  (* calls: the same callee with agreeing stores, the caller's kept part survives parking *)
  rel_enter_call p l x K W s t :
    need_call A p l x K = Some W → srel p W s t →
    outcome_rel (λ a b, a.1 = b.1 ∧ srel a.1 (entry_set A a.1) a.2 b.2)
      (enter_call D1 x s) (enter_call D2 x t) ∧
    srel p K (park D1 p l s) (park D2 p l t);
  rel_leave_call p x q u v after K s t :
    keep_call A p x after = Some K → srel p K s t → srel q (exit_set A q) u v →
    outcome_rel (srel p after) (leave_call D1 p x q u s) (leave_call D2 p x q v t);
  (* resumption of a computation held in the store *)
  rel_enter_resume p x after W s t :
    need_resume A p x after = Some W → srel p W s t →
    outcome_rel (λ a b, Forall2 (frame_rel A (code D1) srel) a.1 b.1 ∧ a.2 = b.2)
      (enter_resume D1 x s) (enter_resume D2 x t);
  rel_leave_resume p x h i after W s t :
    need_resume A p x after = Some W → srel p W s t → happening_rel A (code D1) srel h i →
    outcome_rel (srel p after) (leave_resume D1 p x h s) (leave_resume D2 p x i t)
}.

Section simulation.
  Context {B T S C R V store1 store2 request response result : Type}.
  Context {A : analysis B T S C R V}.
  Context {D1 : dynamics B T S C R store1 (source_point B T S C R * store1) request response result}.
  Context {D2 : dynamics B T S C R store2 (machine_point * store2) request response result}.
  Context {srel : procedure → V → store1 → store2 → Prop}.
  Context (agree : agreement A D1 D2 srel) (ok : accepted A (code D1)).
  #[local] Set Default Proof Using "agree ok".

  Local Notation cmd := (cmd B T S C R).
  Local Notation kont := (kont B T S C R).
  Local Notation frame_rel := (frame_rel A (code D1) srel).
  Local Notation state1 :=
    (state B T S C R store1 (source_point B T S C R * store1) response).
  Local Notation state2 := (state B T S C R store2 (machine_point * store2) response).
  Local Notation next1 :=
    (next B T S C R store1 (source_point B T S C R * store1) request response result).
  Local Notation next2 :=
    (next B T S C R store2 (machine_point * store2) request response result).

  (** A continuation that is a position of [p]'s body, checked. *)
  Definition kont_ok p k after exits : Prop :=
    (∃ body, code D1 p = Some body ∧ inside_kont body k) ∧ live_kont A p k after exits.

  (** A command about to run under it. *)
  Inductive running_rel p c k s t : Prop :=
  | running_ok body after exits W :
      code D1 p = Some body → inside body c k → inside_kont body k →
      live A p c after exits = Some W → live_kont A p k after exits →
      srel p W s t → running_rel p c k s t.

  Inductive link_rel : link B T S C R store1 → link B T S C R store2 → Prop :=
  | caller_rel l x p k s t :
      frame_rel (SAt p (Call l x) k, s) (MAt p l, t) →
      link_rel (Caller l x p k s) (Caller l x p k t)
  | parent_rel x p k s t after exits W :
      kont_ok p k after exits → need_resume A p x after = Some W → srel p W s t →
      link_rel (Parent x p k s) (Parent x p k t).

  Inductive state_rel : state1 → state2 → Prop :=
  | rel_running c p k s t ls ms :
      running_rel p c k s t → Forall2 link_rel ls ms →
      state_rel (Running c p k s ls) (Running c p k t ms)
  | rel_suspended fs gs : Forall2 frame_rel fs gs → state_rel (Suspended fs) (Suspended gs)
  | rel_resuming r fs gs : Forall2 frame_rel fs gs → state_rel (Resuming r fs) (Resuming r gs)
  | rel_halted : state_rel Halted Halted.

  Inductive next_rel : next1 → next2 → Prop :=
  | go_rel st st' : state_rel st st' → next_rel (Go st) (Go st')
  | emit_rel q st st' : state_rel st st' → next_rel (Emit q st) (Emit q st')
  | finish_rel r : next_rel (Finish r) (Finish r)
  | crash_rel : next_rel Crash Crash
  | stuck_rel : next_rel Stuck Stuck.
  Local Hint Constructors link_rel state_rel next_rel live_kont trans : core.

  Lemma settle_rel {X Y} (P : X → Y → Prop) o o' f g :
    outcome_rel P o o' → (∀ a b, P a b → next_rel (f a) (g b)) →
    next_rel (settle o f) (settle o' g).
  Proof. destruct 1; simpl; auto. Qed.

  (** ** Frames *)

  (** What is saved at a suspension or call, and kept, is related. *)
  Lemma save_related p c k body after exits W s t :
    suspends c → code D1 p = Some body → inside body c k → live_kont A p k after exits →
    kept A p c after = Some W → srel p W s t → frame_rel (SAt p c k, s) (MAt p (label_of c), t).
  Proof. intros. exists W. split; [|done]. econstructor; eauto. by apply inside_here. Qed.

  (** Loading related frames finds the same command and continuation. *)
  Lemma load_related f g :
    frame_rel f g →
    (∃ p s t, load D1 f = Some (Fresh p s) ∧ load D2 g = Some (Fresh p t) ∧
      srel p (fresh_set A p) s t) ∨
    (∃ p c k s t body after exits W,
      load D1 f = Some (At p c k s) ∧ load D2 g = Some (At p c k t) ∧
      f = (SAt p c k, s) ∧ g = (MAt p (label_of c), t) ∧
      code D1 p = Some body ∧ inside_kont body k ∧ live_kont A p k after exits ∧
      kept A p c after = Some W ∧ srel p W s t).
  Proof.
    destruct f as [pt s], g as [pt' t]. intros (W & Hpt & Hs); simpl in *.
    rewrite (source_loads _ _ _ _ agree), (machine_loads _ _ _ _ agree).
    destruct Hpt as [p|p l c k body after exits W Hp Hf Hk HW]; simpl in *; [naive_solver|].
    right. exists p, c, k, s, t, body, after, exits, W.
    rewrite Hp; simpl. rewrite Hf; simpl.
    destruct (ok p body Hp) as [Hnd _].
    destruct (inside_find body l body [] c k Hf (inside_body _ Hnd) I) as [_ ?].
    by rewrite (find_label_of _ _ _ _ _ Hf).
  Qed.

  Lemma callers_related fs gs :
    Forall2 frame_rel fs gs → option_Forall2 (Forall2 link_rel) (callers D1 fs) (callers D2 gs).
  Proof.
    induction 1 as [|f g fs gs Hfg Hfs IH]; simpl; [by repeat constructor|].
    pose proof Hfg as Hfg'. apply load_related in Hfg'
      as [(p & s & t & -> & -> & _)|(p & c & k & s & t & ? & ? & ? & ? & -> & -> & -> & -> & _)];
      [constructor|].
    destruct c; try by constructor.
    destruct IH; simpl; repeat constructor; auto.
  Qed.

  (** ** States *)

  Lemma skip_related p k s t ls ms after exits :
    kont_ok p k after exits → srel p after s t → Forall2 link_rel ls ms →
    next_rel (Go (Running Skip p k s ls)) (Go (Running Skip p k t ms)).
  Proof.
    intros [(body & ? & ?) ?] ??. constructor. constructor; [|done].
    apply (running_ok _ _ _ _ _ body after exits after); try done. by apply inside_leaf.
  Qed.

  Lemma start_related p body s t ls ms :
    code D1 p = Some body → srel p (entry_set A p) s t → Forall2 link_rel ls ms →
    state_rel (Running body p [] s ls) (Running body p [] t ms).
  Proof.
    intros Hp Hs ?. destruct (ok p body Hp) as (Hnd & W & ? & Hsub).
    constructor; [|done]. apply (running_ok _ _ _ _ _ body (exit_set A p) [] W); try done.
    by eapply rel_subset.
  Qed.

  Lemma unwind_related ls ms fs gs q :
    Forall2 link_rel ls ms → Forall2 frame_rel fs gs →
    next_rel (unwind D1 ls fs q) (unwind D2 ms gs q).
  Proof.
    intros Hls. revert fs gs. induction Hls as [|? ? ls ms Hl Hls IH]; intros fs gs Hfs; simpl.
    - repeat constructor. by apply Forall2_reverse.
    - destruct Hl as [l x p k s t Hf|x p k s t after exits W Hk Hn Hs].
      + apply IH. constructor; [|done].
        by rewrite (source_saves _ _ _ _ agree), (machine_saves _ _ _ _ agree).
      + eapply settle_rel; [|intros; by eapply skip_related].
        eapply rel_leave_resume; [done..|]. constructor. by apply Forall2_reverse.
  Qed.

  Lemma rebuild_related fs gs r ls ms :
    Forall2 frame_rel fs gs → Forall2 link_rel ls ms →
    next_rel (rebuild D1 fs r ls) (rebuild D2 gs r ms).
  Proof.
    destruct 1 as [|f g fs gs Hfg Hfs]; intros Hls; simpl; [done|].
    pose proof (callers_related _ _ Hfs) as Hup.
    apply load_related in Hfg as [(p & s & t & -> & -> & Hs)|
      (p & c & k & s & t & body & after & exits & W & -> & -> & -> & -> & ? & ? & ? & Hkept & ?)].
    - destruct Hup; [|done]. rewrite (same_code _ _ _ _ agree).
      destruct (code D1 p) eqn:Hp; [|done]. eapply settle_rel; [by eapply rel_begin|].
      intros. constructor. apply start_related; try done. by apply Forall2_app.
    - destruct c; try done. destruct Hup; [|done].
      eapply settle_rel; [by eapply rel_answer|]. intros.
      eapply skip_related; [|done|by apply Forall2_app]. split; eauto.
  Qed.

  Lemma return_related p s t ls ms :
    srel p (exit_set A p) s t → Forall2 link_rel ls ms →
    next_rel (return_to D1 p s ls) (return_to D2 p t ms).
  Proof.
    intros Hs. destruct 1 as [|? ? ls ms Hl Hls]; simpl.
    - eapply settle_rel; [by eapply rel_finish|]. by intros ?? ->.
    - destruct Hl as [l x q k s' t' Hf|x q k s' t' after exits W Hk Hn Hs'].
      + apply load_related in Hf as [(? & ? & ? & Hload & _)|
          (? & ? & ? & ? & ? & body & after & exits & W & _ & _ & Hf & Hg & ? & ? & ? & ? & ?)];
          [by rewrite (source_loads _ _ _ _ agree) in Hload|].
        injection Hf as <- <- <- <-; injection Hg as <-.
        eapply settle_rel; [by eapply rel_leave_call|].
        intros. eapply skip_related; [|done..]. split; eauto.
      + eapply settle_rel; [|intros; by eapply skip_related].
        eapply rel_leave_resume; [done..|]. by constructor.
  Qed.

  (** Related states take related steps. *)
  Theorem step_related st st' : state_rel st st' → next_rel (step D1 st) (step D2 st').
  Proof.
    destruct 1 as [c p k s t ls ms Hrun Hls|fs gs Hfs|r fs gs Hfs|]; simpl;
      [|done|by apply rebuild_related|done].
    destruct Hrun as [body after exits W Hp Hin Hk Hlive Hlk Hs].
    assert (kont_ok p k after exits) as Hok by (split; eauto).
    pose proof (rel_subset _ _ _ _ agree) as Hsub.
    assert (∀ c' k' after' exits' W', inside body c' k' → inside_kont body k' →
      live A p c' after' exits' = Some W' → live_kont A p k' after' exits' → srel p W' s t →
      next_rel (Go (Running c' p k' s ls)) (Go (Running c' p k' t ms))) as Hgo.
    { intros. do 2 constructor; [econstructor|]; done. }
    destruct c as [|b|c1 c2|e c1 c2|c|l c|n|l c|l|l x|l x|x|]; simpl in Hlive.
    - (* Skip *) simplify_eq. destruct Hlk as [|c k after W' exits ? Hlk|k after exits Hlk|
        l c k after W' exits ? Hlk]; simpl in Hk.
      + by apply return_related.
      + destruct Hk. by eapply Hgo.
      + eapply skip_related; [|done..]. split; eauto.
      + destruct Hk. by eapply Hgo.
    - (* Do *) eapply settle_rel; [by eapply rel_run|]. intros. by eapply skip_related.
    - (* Seq *) case_match; [|done]. apply inside_seq in Hin as [? ?].
      eapply Hgo; simpl; eauto.
    - (* If *) do 2 (case_match; [|done]). apply inside_if in Hin as [? ?].
      eapply (rel_test _ _ _ _ agree) in Hlive as [Ho Hs']; [|done].
      eapply (rel_union _ _ _ _ agree) in Hs' as [? ?].
      eapply settle_rel; [done|]. intros [] ? <-; by eapply Hgo.
    - (* Block *) apply inside_block in Hin. eapply Hgo; eauto.
    - (* Loop *) pose proof (live_body_loop _ _ _ _ after _ _ Hlive) as (-> & U & ? & ?).
      apply inside_loop in Hin as Hin'.
      apply (Hgo c (KLoop l c :: k) (at_label A p l) exits U); [done..| |by eapply Hsub].
      by eapply live_loop.
    - (* Exit *) destruct (leave n k) as [k'|] eqn:Hl; [|done].
      destruct (live_leave _ _ _ _ _ _ _ _ Hlk Hl Hlive) as [exits' ?].
      eapply skip_related; [|done..]. split; eauto using inside_leave.
    - (* Label *) pose proof (live_body_label _ _ _ _ _ _ _ Hlive) as (-> & U & ? & ?).
      apply inside_label in Hin. eapply Hgo; eauto.
    - (* Goto *) simplify_eq. rewrite (same_code _ _ _ _ agree), Hp; simpl.
      destruct (find l body []) as [[c' k']|] eqn:Hf; [|done]. destruct c'; try done.
      apply find_label_of in Hf as Hl; simpl in Hl; subst.
      destruct (ok p body Hp) as (Hnd & W & HW & _).
      destruct (inside_find body _ _ _ _ _ Hf (inside_body _ Hnd) I) as [? ?].
      destruct (live_find _ _ _ _ _ _ _ _ _ _ Hf HW (live_nil _ _)) as (? & ? & W' & Hlive' & ?).
      pose proof (live_body_label _ _ _ _ _ _ _ Hlive') as [-> _]. by eapply Hgo.
    - (* Suspend *) destruct (keep_ask A p x after) as [K|] eqn:HK; [|done].
      eapply (rel_ask _ _ _ _ agree) in Hlive as [Ho Hs']; [|done].
      eapply settle_rel; [done|]. intros q ? <-. apply unwind_related; [done|].
      constructor; [|done]. rewrite (source_saves _ _ _ _ agree), (machine_saves _ _ _ _ agree).
      by eapply (save_related p (Suspend l x)).
    - (* Call *) destruct (keep_call A p x after) as [K|] eqn:HK; [|done].
      eapply (rel_enter_call _ _ _ _ agree) in Hlive as [Ho Hs']; [|done].
      eapply settle_rel; [done|]. intros [q u] [q' v] [Hq Huv]; simpl in *; subst q'.
      rewrite (same_code _ _ _ _ agree). destruct (code D1 q) eqn:?; [|done].
      constructor. apply start_related; [done..|]. constructor; [|done]. constructor.
      by eapply (save_related p (Call l x)).
    - (* Resume *) eapply settle_rel; [by eapply rel_enter_resume|].
      intros [fs r] [gs ?] [? Hr]; simpl in *; subst. apply rebuild_related; [done|].
      constructor; [|done]. by econstructor.
    - (* Return *) simplify_eq. by apply return_related.
  Qed.

  (** ** The theorem *)
  Theorem simulation : bisimulation (trans D1) (trans D2) state_rel.
  Proof.
    split; intros st st' a st1 Hst Htrans; pose proof (step_related _ _ Hst) as Hstep.
    - destruct Htrans as [? ? E|? ? ? E| |? ? E|? E];
        try (rewrite E in Hstep; inversion Hstep; subst; eauto 10).
      inversion Hst; subst. eauto.
    - destruct Htrans as [? ? E|? ? ? E| |? ? E|? E];
        try (rewrite E in Hstep; inversion Hstep; subst; eauto 10).
      inversion Hst; subst. eauto.
  Qed.

  (** Computations that wait for their driver, as frames that agree. *)
  Corollary simulation_resuming r fs gs :
    Forall2 frame_rel fs gs →
    bisimilar (trans D1) (trans D2) (Resuming r fs) (Resuming r gs).
  Proof. intros. exists state_rel. split; [apply simulation|auto]. Qed.

  (** A procedure started on stores that agree at its entry. *)
  Corollary simulation_initial p body s t :
    code D1 p = Some body → srel p (entry_set A p) s t →
    bisimilar (trans D1) (trans D2) (initial body p s) (initial body p t).
  Proof. intros. exists state_rel. split; [apply simulation|]. by apply start_related. Qed.
End simulation.
