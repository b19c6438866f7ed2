(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Facts are true wherever control gets.

    [flow] goes over the text once; a run comes by in many ways. [known_at] ties a
    position (a command and the continuation it runs under) to what [flow] found, and
    says that the facts there are true in the store. Every step of a well-typed
    program keeps this ([known_step]), for the callers that wait below too. What is
    asked at each statement of what is known there ([accept]) is whoever uses this to say:
    a table that was made beforehand ([Machine]), or what a trapless procedure needs
    ([Trapless]). *)
From Fairlead.Base Require Import Prelude Outcome Table.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Core.Machine Require Import Liveness Simulation.
From Fairlead.Lang.Typing Require Export Soundness.
From Fairlead.Lang.Facts Require Export Statements.
From Fairlead.Lang.Guards Require Import Exprs Statements Machine.
From Fairlead.Lang.Frames Require Import Operations.

Section runs.
  Context {Q : program} (HQ : well_typed Q).
  Context {external : nat → list data → option (list data * data)}.
  Context (deep : bool) (accept : procedure → visit → list lin → bool).
  Definition flow_of (p : procedure) (pr : proc) := flow (function Q) (declared pr) deep (accept p).

  (** What functions are called with: who accepts a call sees to it. *)
  Context (entry : procedure → list lin).
  Context (Hentry : ∀ p pr, procs Q !! p = Some pr → suspends pr = true → entry p = []).
  Context (Hcall : ∀ p pr x s r facts,
    procs Q !! p = Some pr → vars_ok Q pr s → Forall (holds (amount s)) facts →
    accept p (VCall x) facts = true → fl_enter_call Q source x s = Ok r → Forall (holds (amount r.2)) (entry (callee x))).
  Context (Hcheck : ∀ p pr, procs Q !! p = Some pr → ∃ G, flow_of p pr (body pr) (Some (entry p)) [] = Some G).
  Local Notation D := (fl Q source external).
  Local Notation W := (Semantics.W Q source).
  Implicit Types (s : store fl_point) (c : fl_cmd) (k : fl_kont) (F G : known).

  (** ** Continuations *)
  Definition implies F G : Prop := ∀ r, sat r F → sat r G.

  Section kont.
    Context (p : procedure) (pr : proc).
    Local Notation flow := (flow_of p pr).

    (** [k] goes on from [F]; [E] is what its blocks promise after an exit. *)
    Fixpoint goes_on k F (E : list known) : Prop :=
      match k with
      | [] => True
      | KSeq c :: k => ∃ G H, implies F G ∧ flow c G E = Some H ∧ goes_on k H E
      | KBlock :: k => ∃ X E' G, E = X :: E' ∧ implies F G ∧ implies X G ∧ goes_on k G E'
      | KLoop l c :: k => ∃ X, implies F X ∧ flow (Loop l c) X E = Some None ∧ goes_on k None E
      end.

    Lemma goes_on_weaken k F G E : implies F G → goes_on k G E → goes_on k F E.
    Proof using.
      intros Himp. destruct k as [|[c| |l c] k]; simpl; [done|..].
      - intros (G' & H & HG & ?). exists G', H. split; [|done]. intros r ?. by apply HG, Himp.
      - intros (X & E' & G' & -> & HG & ?). exists X, E', G'. split; [done|]. split; [|done]. intros r ?. by apply HG, Himp.
      - intros (X & HX & ?). exists X. split; [|done]. intros r ?. by apply HX, Himp.
    Qed.

    Lemma goes_on_leave n k k' F E X :
      leave n k = Some k' → nth_error E n = Some X → goes_on k F E → ∃ E', goes_on k' X E'.
    Proof using.
      revert n F E. induction k as [|[c| |l c] k IH]; intros n F E; simpl; [done|..].
      - intros Hl HX (G & H & _ & _ & Hk). by eapply IH.
      - intros Hl HX (Y & E' & G & -> & _ & HY & Hk). destruct n as [|n]; simpl in *.
        + injection Hl as <-. injection HX as ->. exists E'. by eapply goes_on_weaken.
        + by eapply IH.
      - intros Hl HX (Y & _ & _ & Hk). by eapply IH.
    Qed.

    Lemma untouched_twice c F : untouched (function Q) c (untouched (function Q) c F) = untouched (function Q) c F.
    Proof using.
      destruct F as [[|f l]|]; [done| |done]. destruct (touched (function Q) c) as [xs|] eqn:Hc.
      - assert (∀ m, forget xs (forget xs m) = forget xs m) as Htwice.
        { intros m. unfold forget. induction m as [|g m IHm]; [done|]. simpl.
          destruct (negb _) eqn:Hg; simpl; [rewrite Hg; by f_equal|done]. }
        assert (untouched (function Q) c (Some (f :: l)) = Some (forget xs (f :: l))) as ->.
        { unfold untouched. by rewrite Hc. }
        pose proof (Htwice (f :: l)) as Ht. destruct (forget xs (f :: l)) as [|g m]; [done|].
        unfold untouched. by rewrite Hc, Ht.
      - assert (untouched (function Q) c (Some (f :: l)) = nothing) as -> by (unfold untouched; by rewrite Hc). done.
    Qed.

    Lemma flow_loop l c F E G :
      flow (Loop l c) F E = Some G →
      let X := untouched (function Q) c F in
      G = None ∧ (∃ H, flow c X E = Some H ∧ covered X H = true) ∧ flow (Loop l c) X E = Some None.
    Proof using.
      unfold flow_of. cbn [Facts.Checker.flow]. destruct (Facts.Checker.flow _ _ _ _ c _ E) as [H|] eqn:Hc; [|done].
      destruct (covered _ H) eqn:HX; [|done]. intros [= <-]. simpl. split; [done|]. split; [eauto|].
      by rewrite untouched_twice, Hc, HX.
    Qed.

    (** Wherever a label is, [flow] came by. *)
    Lemma flow_find l c k F E G c' k' :
      flow c F E = Some G → goes_on k G E → find l c k = Some (c', k') →
      ∃ F' E' G', flow c' F' E' = Some G' ∧ goes_on k' G' E'.
    Proof using.
      revert k F E G. induction c as [|b|c1 IH1 c2 IH2|e c1 IH1 c2 IH2|c IH|m c IH|n|m c IH|m|m x|m x|x|];
        intros k F E G HF Hk Hf; simpl in Hf; try done.
      - unfold flow_of in HF. cbn [Facts.Checker.flow] in HF. fold flow in HF. destruct (flow c1 F E) as [G1|] eqn:H1; [|done].
        destruct (find l c1 (KSeq c2 :: k)) as [[]|] eqn:Hf1.
        + injection Hf as <- <-. eapply IH1; [done| |done]. simpl. exists G1, G. unfold implies. eauto.
        + by eapply IH2.
      - unfold flow_of in HF. cbn [Facts.Checker.flow] in HF. fold flow in HF. destruct (asked _ _ _); [|done].
        destruct (flow c1 _ E) as [G1|] eqn:H1; [|done]. destruct (flow c2 _ E) as [G2|] eqn:H2; [|done]. injection HF as <-.
        destruct (find l c1 k) as [[]|] eqn:Hf1.
        + injection Hf as <- <-. eapply IH1; [done| |done]. eapply goes_on_weaken; [|done]. intros r. apply join_ok_l.
        + eapply IH2; [done| |done]. eapply goes_on_weaken; [|done]. intros r. apply join_ok_r.
      - unfold flow_of in HF. cbn [Facts.Checker.flow] in HF. fold flow in HF. set (X := untouched _ c F) in *.
        destruct (flow c F (X :: E)) as [G1|] eqn:H1; [|done]. injection HF as <-.
        eapply IH; [done| |done]. simpl. exists X, E, (join G1 X). split_and!; [done| | |done]; intros r; [apply join_ok_l|apply join_ok_r].
      - case_decide; [injection Hf as <- <-; eauto|]. apply flow_loop in HF as (-> & (G1 & H1 & HX) & HF).
        eapply IH; [done| |done]. simpl. eexists. split_and!; [|done|done]. intros r. by apply covered_ok.
      - case_decide; [injection Hf as <- <-; eauto|]. by eapply IH.
      - case_decide; [injection Hf as <- <-; eauto|done].
      - case_decide; [injection Hf as <- <-; eauto|done].
    Qed.
  End kont.

  (** ** States *)
  Definition known_at p c k s : Prop :=
    ∃ pr F E G, procs Q !! p = Some pr ∧ flow_of p pr c F E = Some G ∧ goes_on p pr k G E ∧ sat (amount s) F.

  (** Below [q], which is running: the caller of a function knows what the call leaves alone,
      the caller of a coroutine, and who resumed one, know nothing. *)
  Inductive known_below : procedure → list fl_link → Prop :=
  | below_none q : known_below q []
  | below_caller q l x p pr k s ls G E :
      procs Q !! p = Some pr → goes_on p pr k G E →
      (if function Q q then ∃ facts, Forall (holds (amount s)) (learn facts (gains deep (guard_call x))) ∧
        G = Some (after_call deep facts x) else G = nothing) →
      known_below p ls → known_below q (Caller l x p k s :: ls)
  | below_parent q x p pr k s ls E :
      procs Q !! p = Some pr → goes_on p pr k nothing E → known_below p ls → known_below q (Parent x p k s :: ls).

  (** What has not begun will begin with what its procedure is called with. *)
  Definition known_start (fs : list (frame fl_point)) : Prop :=
    match fs with (SFresh p, s) :: _ => Forall (holds (amount s)) (entry p) | _ => True end.

  Definition known_state (st : fl_state) : Prop :=
    match st with
    | Running c p k s ls => known_at p c k s ∧ known_below p ls
    | Suspended fs | Resuming _ fs => known_start fs
    | Halted => True
    end.

  (** Where a next state runs on. *)
  Definition known_next (n : fl_next) : Prop :=
    match n with Go st | Emit _ st => known_state st | _ => True end.

  Lemma settle_known {A} (o : outcome A) (f : A → fl_next) :
    (∀ a, o = Ok a → known_next (f a)) → known_next (settle o f).
  Proof. destruct o; simpl; auto. Qed.

  Lemma skip_known p pr k s ls G E :
    procs Q !! p = Some pr → goes_on p pr k G E → sat (amount s) G → known_below p ls →
    known_next (Go (Running Skip p k s ls)).
  Proof. intros. split; [|done]. exists pr, G, E, G. done. Qed.

  Lemma start_known p pr s ls :
    procs Q !! p = Some pr → Forall (holds (amount s)) (entry p) → known_below p ls →
    known_next (Go (Running (body pr) p [] s ls)).
  Proof using Hcheck.
    intros Hp He ?. split; [|done]. destruct (Hcheck p pr Hp) as [G HG]. by exists pr, (Some (entry p)), [], G.
  Qed.

  Definition has_begun (f : frame fl_point) : Prop := match fst f with SFresh _ => False | _ => True end.
  Lemma begun_known fs : Forall has_begun fs → known_start fs.
  Proof. destruct 1 as [|[[] s] fs Hf _]; simpl in *; done. Qed.

  Lemma unwind_known q ls fs r : known_below q ls → Forall has_begun fs → known_next (unwind D ls fs r).
  Proof.
    intros Hls. revert fs. induction Hls as [q|q l x p pr k s ls G E Hp Hk HG Hls IH|q x p pr k s ls E Hp Hk Hls _];
      intros fs Hfs; simpl; [by apply begun_known, Forall_reverse|apply IH; by constructor|].
    apply settle_known. intros s' _. eapply skip_known; [done..| |done]. simpl. constructor.
  Qed.

  (** *** Calls *)
  Lemma copy_out_same p args cs s s' a :
    copy_out Q source p args cs s = Ok s' → atom_var a ∉ mjoin (map overwritten_arg args) → amount s' a = amount s a.
  Proof.
    revert cs s. induction args as [|x args IH]; intros cs s; cbn [copy_out map mjoin list_join].
    { by intros [= ->]. }
    intros Hs [Hx Hxs]%not_elem_of_app. destruct x as [e|pl|pl lo hi], cs as [|v cs]; try done; [by eapply IH|..];
      (destruct v as [v|]; cbn [or_wrong mbind outcome_bind] in Hs; [|done]);
      (destruct (give_back W (touch source p) _ v s) as [s1| |] eqn:H1; simpl in Hs; try done);
      (rewrite (IH _ _ Hs Hxs); by eapply (give_back_same W)).
  Qed.

  Lemma leave_call_same p x q cs s s' a :
    fl_leave_call Q source p x q cs s = Ok s' → atom_var a ∉ changed_call x → amount s' a = amount s a.
  Proof.
    unfold fl_leave_call. case_decide; [|done]. destruct (procs Q !! q) as [pr|]; simpl; [|done].
    destruct (copy_out Q source p (call_args x) cs s) as [s1| |] eqn:H1; simpl; try done.
    intros Hs [Hx Hd]%not_elem_of_app. rewrite <-(copy_out_same _ _ _ _ _ _ H1 Hx).
    destruct (call_dest x) as [dest|]; [|by injection Hs as ->].
    destruct (variable cs (ret pr)) as [v| |]; simpl in Hs; try done.
    by eapply (update_elsewhere W).
  Qed.

  Lemma fresh_no_trap' p vs : fresh_frame W p vs ≠ Trap.
  Proof. apply (fresh_no_trap Q source). Qed.

  Lemma resumed_suspends p pr x k prq : position Q p pr (Resume x) k → procs Q !! child_proc x = Some prq →
    suspends prq = true.
  Proof using HQ.
    intros Hpos Hq. destruct (resumption_checked _ _ _ _ Hpos) as (pr' & i & ts & Hq' & Hst & _).
    simplify_eq. unfold startable in Hst. by apply andb_true_iff in Hst as [? _].
  Qed.

  Lemma enter_call_gains x s r : fl_enter_call Q source x s = Ok r →
    Forall (holds (amount s)) (gains deep (guard_call x)).
  Proof.
    unfold fl_enter_call. destruct (procs Q !! callee x); simpl; [|done].
    pose proof (covers_args W fresh_no_trap' (call_args x) s) as Hc.
    destruct (collect _ (call_args x)); simpl; try done. intros _. by apply (gains_ok W).
  Qed.

  Lemma return_known p s ls : known_below p ls → known_next (return_to D p s ls).
  Proof.
    destruct 1 as [|q l x p pr k s' ls G E Hp Hk HG Hls|q x p pr k s' ls E Hp Hk Hls]; simpl; apply settle_known.
    - done.
    - intros s'' Hs. eapply skip_known; [done..| |done]. destruct (function Q q).
      + destruct HG as (facts & Hf & ->). simpl. eapply forget_ok; [|exact Hf]. intros a. by eapply leave_call_same.
      + subst. constructor.
    - intros s'' _. eapply skip_known; [done..| |done]. constructor.
  Qed.

  (** ** Types *)
  Lemma range_ok pr s a : vars_ok Q pr s → Forall (holds (amount s)) (range (declared pr) a).
  Proof.
    intros Hs. assert (∀ x m t (f : val fl_point → Z), variables pr !! x = Some (m, t) →
      ∃ v, held f s x = f v ∧ value_ok Q t v) as Hheld.
    { intros x m t f Hx. destruct (variable_ok pr s _ _ _ Hx Hs) as (v & Hv & Ht). exists v. split; [|done].
      revert Hv. unfold variable, held. destruct (s !! x) as [[u|]|]; try done. by intros [= ->]. }
    unfold range, declared.
    destruct a as [x|x|x]; cbn [atom_var]; rewrite look_build; destruct (variables pr !! x) as [[m t]|] eqn:Hx; try (by constructor);
      destruct t; try (by constructor).
    all: rewrite ?Forall_cons, ?Forall_nil; unfold holds; rewrite ?value_le, ?value_number, ?value_one; cbn [amount].
    - destruct (Hheld _ _ _ number_in Hx) as (v & -> & Ht). inversion Ht; subst. simpl.
      unfold Typing.Numbers.in_range, largest in *. split_and!; try done; lia.
    - destruct (Hheld _ _ _ length_in Hx) as (v & -> & Ht). inversion Ht; subst. simpl. split_and!; try done; lia.
    - destruct (Hheld _ _ _ length_in Hx) as (v & -> & Ht). inversion Ht as [| | |l [_ Hl]| | | | | |]; subst. simpl.
      unfold short, largest in *. change (limit W32) with 4294967296%Z. split_and!; try done; lia.
    - destruct (Hheld _ _ _ length_in Hx) as (v & -> & Ht). inversion Ht as [| | | |? ? l Hl| | | | |]; subst. simpl. rewrite Hl.
      split_and!; try done; lia.
    - destruct (Hheld _ _ _ tag_in Hx) as (v & -> & Ht). inversion Ht as [| | | | | |? ? tag ? ? Htag| | |]; subst.
      simpl.
      apply lookup_lt_Some in Htag. split_and!; try done; lia.
  Qed.

  (** ** Frames back on the stack *)

  (** Its label is in the text, as that of a frame of the machine is. *)
  Definition in_text (pt : fl_point) : Prop :=
    match pt with SFresh _ => True | SAt p c k => ∃ body l, fl_code Q p = Some body ∧ find l body [] = Some (c, k) end.

  Lemma in_text_flow p c k pr :
    in_text (SAt p c k) → procs Q !! p = Some pr →
    ∃ F E G, flow_of p pr c F E = Some G ∧ goes_on p pr k G E.
  Proof using Hcheck.
    intros (c0 & l & Hc & Hf) Hp. unfold fl_code in Hc. rewrite Hp in Hc. injection Hc as <-.
    destruct (Hcheck p pr Hp) as [G HG]. eapply (flow_find p pr l _ []); [exact HG|exact I|done].
  Qed.

  Lemma callers_known q pts top fs ls up pr :
    callers_of Q q pts top → map fst fs = pts → Forall (in_text ∘ fst) fs →
    procs Q !! q = Some pr → suspends pr = true → known_below top ls →
    callers D fs = Some up → known_below q (up ++ ls).
  Proof using Hcheck.
    intros Hq. revert fs up pr. induction Hq as [p|p pr l x k pts top Hpos _ IH]; intros [|[pt s] fs] up pr0 Hfs Htext Hp Hs Hls Hup; try done.
    { by injection Hup as <-. }
    simpl in Hfs. injection Hfs as -> Hfs. inversion_clear Htext as [|? ? Hhere Htext']. simpl in Hup.
    destruct (callers D fs) as [up'|] eqn:Hup'; simpl in Hup; [|done]. injection Hup as <-. simpl.
    destruct (call_checked _ _ _ _ _ Hpos) as (pr' & ? & _ & _ & Hthru). simplify_eq. destruct (Hthru Hs) as (Hs' & _).
    pose proof (position_proc _ _ _ _ Hpos) as Hp'.
    destruct (in_text_flow _ _ _ _ Hhere Hp') as (F & E & G & HF & Hk).
    assert (function Q (callee x) = false) as Hfun by (unfold function; by rewrite Hp, Hs).
    unfold flow_of in HF. cbn [flow] in HF. rewrite Hfun in HF. destruct (asked _ _ _); [|done]. injection HF as <-.
    econstructor; [done|exact Hk|by rewrite Hfun|]. by eapply IH.
  Qed.

  (** ** Beginnings *)
  Lemma function_lends_nothing p pr : procs Q !! p = Some pr → suspends pr = false → lent_of pr = [].
  Proof using HQ.
    intros Hp Hs. destruct (lent_vars pr) as [|x t xs ts Hx]; [done|]. exfalso.
    destruct (proc_checked HQ _ _ Hp) as (Hps & _). rewrite Forall_lookup in Hps. specialize (Hps _ _ Hx).
    unfold param_ok in Hps. simpl in Hps. by rewrite Hs in Hps.
  Qed.

  Lemma begin_known p pr r s s' : procs Q !! p = Some pr → fl_begin Q source p r s = Ok s' →
    Forall (holds (amount s)) (entry p) → Forall (holds (amount s')) (entry p).
  Proof using HQ Hentry.
    intros Hp Hs He. destruct (suspends pr) eqn:Hsus; [by rewrite (Hentry p pr)|].
    unfold fl_begin in Hs. rewrite Hp in Hs. simpl in Hs. rewrite (function_lends_nothing p pr Hp Hsus) in Hs.
    destruct (snd r); simpl in Hs; [by injection Hs as <-|done].
  Qed.

  Lemma rebuild_known p w fs r ls :
    coro_points Q p w (map fst fs) → Forall (in_text ∘ fst) fs → known_start fs → known_below p ls →
    known_next (rebuild D fs r ls).
  Proof using HQ Hcheck Hentry.
    intros Hpts Htext Hstart Hls. destruct fs as [|[pt s] fs]; [done|]. inversion_clear Htext as [|? ? Hhere Htext'].
    simpl in Hpts. unfold rebuild. inversion Hpts as [|? pr Hp Hp' Hw|q pr l x k pts top Hpos Hup Htop]; subst.
    - destruct fs; [|done]. simpl. unfold fl_code. rewrite Hp. simpl. apply settle_known. intros s' Hs'.
      apply start_known; [done| |done]. by eapply begin_known.
    - pose proof (position_proc _ _ _ _ Hpos) as Hp. destruct (suspension_checked _ _ _ _ _ Hpos) as (Hs & _).
      destruct (in_text_flow _ _ _ _ Hhere Hp) as (F & E & G & HF & Hk). unfold flow_of in HF. cbn [flow] in HF.
      destruct (asked _ _ _); [|done]. injection HF as <-.
      cbn [load fl fl_load load_point source fst snd]. destruct (callers D fs) as [up|] eqn:Hcallers; [|done].
      apply settle_known. intros s' _. eapply skip_known; [done|exact Hk|constructor|]. by eapply callers_known.
  Qed.

  (** ** Steps *)
  Context (main : procedure) (L : plans).
  Context (agree : agreement (layout_analysis Q L) D (fl Q (laid_out Q L) external)
    (λ _, store_rel (point_rel (layout_analysis Q L) (fl_code Q)))).
  Local Notation M := (fl Q (laid_out Q L) external).
  Local Notation related := (state_rel (A := layout_analysis Q L) (D1 := D)
    (srel := λ _, store_rel (point_rel (layout_analysis Q L) (fl_code Q)))).

  Lemma frames_in_text fs (gs : list (frame machine_point)) :
    Forall2 (Liveness.frame_rel (layout_analysis Q L) (fl_code Q)
      (λ _, store_rel (point_rel (layout_analysis Q L) (fl_code Q)))) fs gs →
    Forall (in_text ∘ fst) fs.
  Proof.
    induction 1 as [|f g fs gs (V & Hpt & _) _ IH]; constructor; [|done]. simpl.
    destruct Hpt as [p|p l c k c0 after exits V Hc Hf _ _]; simpl; [done|]. exists c0, l. done.
  Qed.

  Lemma implied_untouched c F : implies F (untouched (function Q) c F).
  Proof.
    intros r. unfold untouched. destruct F as [[|f l]|]; [done| |done].
    destruct (touched _ c) as [xs|]; [apply (sub_ok r)|constructor].
  Qed.

  Theorem known_step st t :
    state_ok (Q := Q) main st → related st t → known_state st → known_next (step D st).
  Proof using HQ Hcheck Hentry Hcall agree.
    intros Hok Hrel Hst. destruct st as [c p k s ls|fs|r fs|]; [|done| |done].
    2: { destruct Hok as (w & (_ & Hpts & _) & _). inversion Hrel; subst.
         eapply rebuild_known; [done|by eapply frames_in_text|exact Hst|constructor]. }
    destruct Hst as [(pr & F & E & G & Hp & HF & Hk & Hs) Hls]. destruct Hok as (pr' & Hpos & Hvars & Hlinks).
    pose proof (position_proc _ _ _ _ Hpos) as Hp'. simplify_eq.
    pose proof (range_ok pr s) as Hrange. specialize (λ a, Hrange a Hvars).
    destruct F as [facts|]; [|done]. simpl in Hs.
    destruct c as [|b|c1 c2|e c1 c2|c|l c|n|l c|l|l x|l x|x|]; cbn [step]; unfold flow_of in HF; cbn [flow] in HF; fold (flow_of p pr) in HF.
    - injection HF as <-. destruct k as [|[c| |l c] k]; simpl in Hk.
      + by apply return_known.
      + destruct Hk as (G & H & HG & HH & Hk). split; [|done]. exists pr, G, E, H. split_and!; [done..|]. by apply HG.
      + destruct Hk as (X & E' & G & -> & HG & _ & Hk). eapply skip_known; [done|exact Hk| |done]. by apply HG.
      + destruct Hk as (X & HX & HF & Hk). split; [|done]. exists pr, X, E, None. split_and!; [done..|]. by apply HX.
    - destruct (asked _ _ _); [|done]. injection HF as <-. apply settle_known. intros s' Hb.
      eapply skip_known; [done|exact Hk| |done]. eapply (after_run_ok W); [apply (fresh_no_trap Q source)|done..|exact Hb].
    - destruct (flow_of p pr c1 _ E) as [G1|] eqn:H1; [|done]. split; [|done].
      exists pr, (Some facts), E, G1. split_and!; [done..| |done]. simpl. exists G1, G. split; [by intros r|]. done.
    - destruct (asked _ _ _); [|done]. destruct (flow_of p pr c1 _ E) as [G1|] eqn:H1; [|done].
      destruct (flow_of p pr c2 _ E) as [G2|] eqn:H2; [|done]. injection HF as <-. apply settle_known. intros b Hb.
      pose proof (after_test_ok W (fresh_no_trap Q source) (declared pr) deep facts e s b Hrange Hs Hb) as Hafter.
      split; [|done]. destruct b.
      + exists pr, (Some (after_test deep (declared pr) facts e true)), E, G1. split_and!; [done..| |done].
        eapply goes_on_weaken; [|done].
        intros r. apply join_ok_l.
      + exists pr, (Some (after_test deep (declared pr) facts e false)), E, G2. split_and!; [done..| |done].
        eapply goes_on_weaken; [|done].
        intros r. apply join_ok_r.
    - set (X := untouched _ c (Some facts)) in *. destruct (flow_of p pr c _ (X :: E)) as [G1|] eqn:H1; [|done]. injection HF as <-.
      split; [|done]. exists pr, (Some facts), (X :: E), G1. split_and!; [done..| |done]. simpl. exists X, E, (join G1 X).
      split_and!; [done| | |done]; intros r; [apply join_ok_l|apply join_ok_r].
    - pose proof (flow_loop p pr l c (Some facts) E G) as Hloop. unfold flow_of in Hloop. cbn [flow] in Hloop. fold (flow_of p pr) in Hloop.
      destruct (Hloop HF) as (-> & (H & H1 & HX) & HF'). split; [|done].
      exists pr, (untouched (function Q) c (Some facts)), E, H. split_and!; [done..| |by apply implied_untouched].
      simpl. eexists. split_and!; [|exact HF'|done]. intros r. by apply covered_ok.
    - destruct (nth_error E n) as [X|] eqn:HX; [|done]. destruct (covered X _) eqn:Hc; [|done]. injection HF as <-.
      destruct (leave n k) as [k'|] eqn:Hl; [|done]. destruct (goes_on_leave p pr n k k' _ E X Hl HX Hk) as [E' Hk'].
      eapply skip_known; [done|exact Hk'| |done]. by eapply covered_ok.
    - split; [|done]. exists pr, nothing, E, G. split_and!; [done..|constructor].
    - injection HF as <-. simpl. unfold fl_code. rewrite Hp. simpl.
      destruct (find l (body pr) []) as [[c' k']|] eqn:Hf; [|done]. destruct c'; try done.
      destruct (Hcheck p pr Hp) as [G0 HG0].
      destruct (flow_find p pr l (body pr) [] (Some (entry p)) [] G0 _ _ HG0 I Hf) as (F' & E' & G' & HF' & Hk').
      split; [|done]. exists pr, nothing, E', G'. split_and!; [done|exact HF'|done|constructor].
    - destruct (asked _ _ _); [|done]. injection HF as <-. apply settle_known. intros q _.
      eapply unwind_known; [done|]. by repeat constructor.
    - destruct (asked _ _ _) eqn:Hacc; [|done]. injection HF as <-. apply settle_known. intros [q s'] Hcalled.
      pose proof (enter_call_gains x s _ Hcalled) as Hgains.
      pose proof (Hcall p pr x s _ facts Hp Hvars Hs Hacc Hcalled) as Hmet.
      assert (q = callee x) as ->.
      { cbn [enter_call fl] in Hcalled. unfold fl_enter_call in Hcalled.
        destruct (procs Q !! callee x); simpl in Hcalled; [|done].
        destruct (collect _ (call_args x)); simpl in Hcalled; try done. case_decide; [|done].
        by injection Hcalled as <- <-. }
      simpl. unfold fl_code. destruct (procs Q !! callee x) as [prq|] eqn:Hq; simpl; [|done].
      apply start_known; [done|exact Hmet|]. econstructor; [done|exact Hk| |done].
      destruct (function Q (callee x)); [|done]. exists facts. split; [|done]. by apply learn_ok.
    - injection HF as <-. apply settle_known. intros [fs r] Hres.
      assert (∃ w, coro_points Q (child_proc x) w (map fst fs)) as [w Hpts].
      { pose proof (enter_resume_ok HQ _ _ _ _ _ Hpos Hvars) as Henter. cbn [enter_resume fl] in Hres. rewrite Hres in Henter.
        simpl in Henter. destruct Henter as (w & Hpts & _). by exists w. }
      eapply rebuild_known; [exact Hpts| | |by econstructor].
      2: { destruct fs as [|[[q|] s1] fs]; try done. simpl in Hpts. inversion Hpts as [|? prq Hq Hw|]; subst.
        simpl. by rewrite (Hentry _ prq Hq (resumed_suspends _ _ _ _ prq Hpos Hq)). }
      inversion Hrel as [? ? ? ? t' ? ms Hrun Hms| | |]; subst. destruct Hrun as [c0 after exits V Hc Hin Hin' Hlive Hlk Hst].
      simpl in Hlive. pose proof (rel_enter_resume _ _ _ _ agree _ _ _ _ _ _ Hlive Hst) as Hent. rewrite Hres in Hent.
      inversion Hent as [[fs' r'] [gs r''] [Hfs _]| |]; subst. by eapply frames_in_text.
    - by apply return_known.
  Qed.
End runs.
