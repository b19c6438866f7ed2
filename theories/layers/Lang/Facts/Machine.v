(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The machine without the checks that facts decide.

    It does what the lowered machine does ([Guards.Machine]), but statements, tests and
    calls are guarded by what [prune] leaves of their guards. Which facts hold depends
    on the procedure, so there is one dynamics for each procedure, and the machine
    steps with that of the one that is running ([pruned_step]). From the states that a
    well-typed program reaches, all of these steps are the lowered machine's
    ([linked_pruned]): the facts are true of the source's variables there, and the
    machine's variables that a statement reads are the source's. *)
From Fairlead.Base Require Import Prelude Outcome Table.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Core.Machine Require Import Liveness Find.
From Fairlead.Core.Model Require Import Bisimulation.
From Fairlead.Core.Machine Require Import Simulation.
From Fairlead.Lang.Facts Require Export Runs.
From Fairlead.Lang Require Export EndToEnd.
From Fairlead.Lang.Guards Require Import Tests Machine.
From Fairlead.Lang.Frames Require Import Bisimulation.

(** The variables that a statement's guards read; all of them are live before it. *)
Definition scope (v : visit) : varset :=
  match v with
  | VRun (BAssign (PVar _) e) => uses e []
  | VRun (BAssign p e | BPush p _ e | BAppend p _ e | BResize p _ e | BRemove p e) => uses e (uses_place p [])
  | VRun (BBlit p e1 e2 | BStore _ _ p e1 e2 | BPut p _ e1 e2) => uses e1 (uses e2 (uses_place p []))
  | VRun _ => []
  | VTest e => uses e []
  | VCall x => uses_args (call_args x) []
  | VAsk _ => []
  end.

(** Of the guards of a procedure's statements, what is printed. *)
Section guards.
  Context (T : table_of_facts) (p : procedure) (D : table (mode * ty)).

  Definition pruned_guard (v : visit) (g : cguard) : cguard := (prune D (scope v) (T p v) g).1.
  Definition pruned_basic (b : basic) : cguard :=
    match b with BExtern _ _ _ => guard_basic b | _ => pruned_guard (VRun b) (guard_basic b) end.
  Definition pruned_test (e : expr) : ctest := prune_test D (scope (VTest e)) (T p (VTest e)) (lower_test e).
  Definition pruned_call (x : call) : cguard := pruned_guard (VCall x) (guard_call x).
End guards.

Section machine.
  Context {P : Type} (Q : program) (A : presentation P).
  Context (external : nat → list data → option (list data * data)) (T : table_of_facts).
  Local Notation W := (Semantics.W Q A).
  Local Notation touch p := (Semantics.touch A p).

  Definition pruned (p : procedure) (pr : proc) :
      dynamics basic expr suspension call resumption (store P) (frame P) request response Semantics.result :=
    let D := lowered Q A external in
    {| code := code D;
       run q b s :=
         match b with
         | BExtern _ _ _ => run D q b s
         | _ => guarded W (pruned_basic T p (declared pr) b) s (run_basic W (touch q) external b s)
         end;
       test e s := test_val W (pruned_test T p (declared pr) e) s;
       ask := ask D;
       Semantics.answer := Semantics.answer D;
       begin := begin D;
       enter_call x s := guarded W (pruned_call T p (declared pr) x) s (enter_call (fl Q A external) x s);
       leave_call := leave_call D;
       enter_resume := enter_resume D;
       leave_resume := leave_resume D;
       finish := finish D;
       park := park D;
       save := save D;
       load := load D |}.

  Definition pruned_step (st : state basic expr suspension call resumption (store P) (frame P) response) :
      next basic expr suspension call resumption (store P) (frame P) request response Semantics.result :=
    match st with
    | Running c p k s ls =>
        match procs Q !! p with Some pr => step (pruned p pr) st | None => Stuck end
    | _ => step (lowered Q A external) st
    end.
End machine.

(** ** Transitions and drivers, of a step function *)
Section moves.
  Context {store frame : Type}.
  Local Notation state := (state basic expr suspension call resumption store frame response).
  Local Notation action := (action request response Semantics.result).
  Context (f : state → next basic expr suspension call resumption store frame request response Semantics.result).

  Inductive moves : state → action → state → Prop :=
  | moves_silent st st' : f st = Go st' → moves st Silent st'
  | moves_request st q st' : f st = Emit q st' → moves st (Request q) st'
  | moves_response r fs : moves (Suspended fs) (Response r) (Resuming r fs)
  | moves_result st r : f st = Finish r → moves st (Result r) Halted
  | moves_trapped st : f st = Crash → moves st Trapped Halted.

  (** As [driven]: what is asked last is what must be answered, in the declared type. *)
  Definition guided (Q : program) (p : procedure) (st : option nat * state) (a : action) (st' : option nat * state) : Prop :=
    moves (snd st) a (snd st') ∧
    match a with
    | Request q => fst st' = Some (fst (fst q))
    | Response r => response_ok Q p (fst st) r ∧ fst st' = fst st
    | _ => fst st' = fst st
    end.
End moves.

(** ** What a statement reads is live before it *)
Section live.
  Lemma elem_of_add_iff x y (V : varset) : y ∈ add x V ↔ y = x ∨ y ∈ V.
  Proof.
    split; [|apply elem_of_add]. induction V as [|z V IH]; simpl; [set_solver|].
    destruct (x <? z); [set_solver|]. destruct (x =? z); set_solver.
  Qed.

  Lemma uses_all_iff (es : list expr) V y :
    Forall (λ e, ∀ V, y ∈ uses e V ↔ y ∈ V ∨ y ∈ uses e []) es →
    y ∈ foldr (λ e V, uses e V) V es ↔ y ∈ V ∨ y ∈ foldr (λ e V, uses e V) [] es.
  Proof.
    induction 1 as [|e es He _ IH]; simpl; [rewrite elem_of_nil; tauto|].
    rewrite (He (foldr _ V es)), (He (foldr _ [] es)), IH. tauto.
  Qed.

  Lemma uses_iff y :
    (∀ p V, y ∈ uses_place p V ↔ y ∈ V ∨ y ∈ uses_place p []) ∧ (∀ e V, y ∈ uses e V ↔ y ∈ V ∨ y ∈ uses e []).
  Proof.
    apply place_expr_ind; intros; cbn [uses uses_place]; fold uses uses_place;
      rewrite ?elem_of_add_iff; try (by apply uses_all_iff);
      repeat match goal with
      | H : ∀ V, _ ∈ uses ?e V ↔ _ |- context [_ ∈ uses ?e ?V] =>
          lazymatch V with [] => fail | _ => rewrite (H V) end
      | H : ∀ V, _ ∈ uses_place ?e V ↔ _ |- context [_ ∈ uses_place ?e ?V] =>
          lazymatch V with [] => fail | _ => rewrite (H V) end
      end; rewrite ?elem_of_nil; tauto.
  Qed.

  Lemma uses_sub e V : uses e [] ⊆ uses e V.
  Proof. intros y ?. apply (proj2 (uses_iff y)). auto. Qed.
  Lemma uses_place_sub p V : uses_place p [] ⊆ uses_place p V.
  Proof. intros y ?. apply (proj1 (uses_iff y)). auto. Qed.
  Lemma uses_mono e V V' : V ⊆ V' → uses e V ⊆ uses e V'.
  Proof. intros HV y Hy. apply (proj2 (uses_iff y)) in Hy as [?|?]; apply (proj2 (uses_iff y)); auto. Qed.
  Lemma uses_place_mono p V V' : V ⊆ V' → uses_place p V ⊆ uses_place p V'.
  Proof. intros HV y Hy. apply (proj1 (uses_iff y)) in Hy as [?|?]; apply (proj1 (uses_iff y)); auto. Qed.

  Lemma uses_arg_mono a V V' : V ⊆ V' → uses_arg a V ⊆ uses_arg a V'.
  Proof. destruct a as [e|p|p lo hi]; [apply uses_mono|apply uses_place_mono|apply (uses_mono (ESlice (ERead p) lo hi))]. Qed.
  Lemma uses_args_mono args V V' : V ⊆ V' → uses_args args V ⊆ uses_args args V'.
  Proof. intros HV. induction args as [|a args IH]; simpl; [done|]. by apply uses_arg_mono. Qed.

  Lemma need_update_sub clash p V V' : need_update clash p V = Some V' → uses_place p [] ⊆ V'.
  Proof. unfold need_update. repeat case_match; try done. intros [= <-]. apply uses_place_sub. Qed.

  Lemma scope_basic clash b after V : need_basic clash b after = Some V → scope (VRun b) ⊆ V.
  Proof.
    destruct b as [|p e|p cap e|p cap e|p cap e|p off e|o w p off e|p cap k e|p k|f args dest|]; cbn [need_basic scope];
      try (by intros _ ? ?%elem_of_nil).
    all: try (intros (V' & HV' & ->)%fmap_Some; apply need_update_sub in HV').
    - intros (V' & (V0 & HV0 & ->)%fmap_Some & HV)%bind_Some.
      assert (V = uses e V0) as ->.
      { unfold apart in HV. repeat case_match; congruence. }
      destruct p; [apply uses_sub|..]; apply uses_mono; simpl in HV0; by eapply need_update_sub.
    - by apply uses_mono.
    - by apply uses_mono.
    - by apply uses_mono.
    - by apply uses_mono, uses_mono.
    - by apply uses_mono, uses_mono.
    - by apply uses_mono, uses_mono.
    - by apply uses_mono.
  Qed.

  Lemma scope_call Q L p l x K V : need_before_call Q L p l x K = Some V → scope (VCall x) ⊆ V.
  Proof.
    unfold need_before_call. intros (pr & _ & (pl & _ & HV)%bind_Some)%bind_Some.
    assert (V = uses_args (call_args x) K) as ->; [|apply uses_args_mono; set_solver].
    destruct (suspends pr).
    - repeat case_match; congruence.
    - unfold apart in HV. repeat case_match; congruence.
  Qed.
End live.

(** ** Where facts are true, both machines take the same step *)
Lemma checked_flow Q T : check_facts Q T = true →
  ∀ p pr, procs Q !! p = Some pr → ∃ G, flow_of (Q := Q) false (accepts_facts T) p pr (body pr) nothing [] = Some G.
Proof.
  intros Hcheck p pr Hp. unfold check_facts in Hcheck. rewrite forallb_forall in Hcheck.
  assert (List.In (p, pr) (imap pair (procs Q))) as Hin.
  { apply elem_of_list_In, elem_of_lookup_imap. eauto. }
  specialize (Hcheck _ Hin). simpl in Hcheck. unfold facts_flow in Hcheck.
  fold (flow_of (Q := Q) false (accepts_facts T) p pr) in Hcheck.
  destruct (flow_of _ _ p pr (body pr) nothing []) as [G|]; [by exists G|done].
Qed.

Section linked.
  Context (Q : program) (L : layout) (T : table_of_facts) (p0 : procedure) (pr0 : proc).
  Context (external : nat → list data → option (list data * data)).
  Context (HQ : check_program Q = None) (HL : check_layout Q L = true) (HT : check_facts Q T = true).
  Context (Hext : external_ok (λ f, externs Q !! f) external) (Htotal : ∀ f ds, external f ds ≠ None).
  Context (Hp0 : procs Q !! p0 = Some pr0) (Hresult : is_data (Syntax.result pr0) = true).
  #[local] Set Default Proof Using "All".

  Local Notation S := (fl Q source external).
  Local Notation A := (layout_analysis Q (plans_of L)).
  Local Notation M := (fl Q (laid_out Q (plans_of L)) external).
  Local Notation machine := (lowered Q (laid_out Q (plans_of L)) external).
  Local Notation pruned_machine := (pruned_step Q (laid_out Q (plans_of L)) external T).
  Local Notation pt := (point_rel A (fl_code Q)).
  Local Notation related := (state_rel (A := A) (D1 := S) (srel := λ _, store_rel pt)).

  Definition linked (s : fl_state) t : Prop :=
    state_ok (Q := Q) p0 s ∧ related s t ∧ known_state (Q := Q) false (accepts_facts T) (λ _, []) s.

  Lemma store_amount V s t a :
    store_rel pt V s t → atom_var a ∈ V → amount s a = amount t a.
  Proof.
    intros [_ Hs] Ha. specialize (Hs _ Ha). unfold amount, held.
    destruct a as [x|x|x]; simpl in *; destruct Hs as [o o' Ho|]; try done; destruct Ho as [v w Hv|]; try done;
      destruct Hv; try done; simpl; by erewrite Forall2_length.
  Qed.

  (** The procedure that runs, the facts there, and the machine's store. *)
  Lemma linked_prune p pr v g s t facts V {B} (o : outcome B) :
    vars_ok Q pr s → store_rel pt V s t → scope v ⊆ V →
    accepts_facts T p v facts = true → Forall (holds (amount s)) facts →
    guarded (Semantics.W Q (laid_out Q (plans_of L))) g t o ≠ Wrong →
    guarded (Semantics.W Q (laid_out Q (plans_of L))) (pruned_guard T p (declared pr) v g) t o =
    guarded (Semantics.W Q (laid_out Q (plans_of L))) g t o.
  Proof.
    intros Hs Hst Hscope Hacc Hf. apply (prune_guarded _ (declared pr) (scope v) (amount s) t).
    - intros a Ha. eapply store_amount; [done|]. by apply Hscope.
    - intros a. by apply (range_ok (Q := Q)).
    - unfold accepts_facts in Hacc. rewrite forallb_forall in Hacc. apply Forall_forall. intros f Hin%elem_of_list_In.
      eapply among_ok; [exact Hf|by apply Hacc].
  Qed.

  Lemma linked_prune_test p pr e s t facts V :
    vars_ok Q pr s → store_rel pt V s t → uses e [] ⊆ V →
    accepts_facts T p (VTest e) facts = true → Forall (holds (amount s)) facts →
    test_val (Semantics.W Q (laid_out Q (plans_of L))) (lower_test e) t ≠ Wrong →
    test_val (Semantics.W Q (laid_out Q (plans_of L))) (pruned_test T p (declared pr) e) t =
    test_val (Semantics.W Q (laid_out Q (plans_of L))) (lower_test e) t.
  Proof.
    intros Hs Hst Hscope Hacc Hf. apply (prune_test_ok _ (fresh_no_trap Q _) (declared pr) (uses e []) (amount s) t).
    - intros a Ha. eapply store_amount; [done|]. by apply Hscope.
    - intros a. by apply (range_ok (Q := Q)).
    - unfold accepts_facts in Hacc. rewrite forallb_forall in Hacc. apply Forall_forall. intros f Hin%elem_of_list_In.
      eapply among_ok; [exact Hf|by apply Hacc].
  Qed.

  Theorem linked_pruned s t : linked s t → step machine t ≠ Stuck → pruned_machine t = step machine t.
  Proof.
    intros (Hok & Hrel & Hknown) Hgo. destruct t as [c p k t ms|gs|r gs|]; try done.
    inversion Hrel as [? ? ? s0 ? ls ? Hrun Hms| | |]; subst. destruct Hrun as [c0 after exits V Hc _ _ Hlive _ Hst].
    destruct Hok as (pr & Hpos & Hvars & _). destruct Hknown as [(pr' & F & E & G & Hp & HF & _ & Hs) _].
    pose proof (position_proc _ _ _ _ Hpos) as Hp'. assert (pr' = pr) as -> by congruence.
    destruct F as [facts|]; [|done]. simpl in Hs. unfold pruned_step. rewrite Hp.
    destruct c as [|b|c1 c2|e c1 c2|c|l c|n|l c|l|l x|l x|x|]; try reflexivity; cbn [step] in Hgo |- *; cbn [live] in Hlive;
      unfold flow_of in HF; cbn [flow asked] in HF.
    - destruct (accepts_facts T p (VRun b) facts) eqn:Hacc; [|done].
      assert (run (pruned Q (laid_out Q (plans_of L)) external T p pr) p b t = run machine p b t) as ->; [|done].
      assert (run machine p b t ≠ Wrong) as Hrun by (intros Hw; apply Hgo; by rewrite Hw).
      destruct b as [|q e|q cap e|q cap e|q cap e|q off e|o w q off e|q cap k' e|q k'|f args dest|]; try reflexivity;
        (eapply (linked_prune p pr (VRun _) _ s0 t facts V); [done|done|exact (scope_basic _ _ _ _ Hlive)|exact Hacc|exact Hs|exact Hrun]).
    - destruct (accepts_facts T p (VTest e) facts) eqn:Hacc; [|done].
      assert (test (pruned Q (laid_out Q (plans_of L)) external T p pr) e t = test machine e t) as ->; [|done].
      destruct (live _ p c1 after exits); [|done]. destruct (live _ p c2 after exits); [|done]. injection Hlive as <-.
      eapply (linked_prune_test p pr e s0 t facts); [done|done|apply uses_sub|exact Hacc|exact Hs|]. intros Hw. apply Hgo. cbn [enter_call test lowered]. by rewrite Hw.
    - destruct (accepts_facts T p (VCall x) facts) eqn:Hacc; [|done].
      assert (enter_call (pruned Q (laid_out Q (plans_of L)) external T p pr) x t = enter_call machine x t) as ->; [|done].
      destruct (keep_call A p x after) as [K|]; [|done].
      eapply (linked_prune p pr (VCall x) _ s0 t facts V); [done|done|exact (scope_call _ _ _ _ _ _ _ Hlive)|exact Hacc|exact Hs|]. intros Hw. apply Hgo. cbn [enter_call test lowered]. by rewrite Hw.
  Qed.

  (** ** From one end to the other *)
  Lemma linked_matched s t : linked s t → matched Q L p0 external s t.
  Proof.
    intros (Hs & Hrel & _). split; [done|]. split; [|by destruct Hrel].
    exists (λ s t, related s t). split; [|done]. destruct (checked_layout Q L external HL). by apply simulation.
  Qed.

  Lemma linked_step s t : linked s t → sort_of s = 0 ∨ sort_of s = 2 → pruned_machine t = step M t.
  Proof.
    intros Hl Hsort. pose proof (linked_matched s t Hl) as Hm.
    pose proof (matched_lowered Q L p0 pr0 external HQ HL Hext Htotal Hp0 Hresult s t Hm Hsort) as Hlow.
    pose proof (matched_steps Q L p0 pr0 external HQ HL Hext Htotal Hp0 Hresult s t Hm Hsort) as Hgo.
    rewrite <-Hlow in Hgo |- *. by eapply linked_pruned.
  Qed.

  Lemma linked_moves s t a t' : linked s t → moves pruned_machine t a t' ↔ trans M t a t'.
  Proof.
    intros Hl. pose proof (linked_step s t Hl) as Hstep. destruct Hl as (_ & Hrel & _).
    assert (pruned_machine t = step M t) as Heq by (destruct Hrel; simpl in Hstep; auto). clear Hstep Hrel.
    split; destruct 1; [apply trans_silent|apply trans_request|apply trans_response|apply trans_result|apply trans_trapped|
      apply moves_silent|apply moves_request|apply moves_response|apply moves_result|apply moves_trapped]; congruence.
  Qed.

  Lemma linked_next w s a s' t t' :
    linked s t → trans S s a s' → related s' t' →
    (∀ fs, s = Suspended fs → w = pending fs) → (∀ r, a = Response r → response_ok Q p0 w r) → linked s' t'.
  Proof.
    intros (Hs & Hrel & Hknown) Ha Hrel' Hw Hr. destruct (checked_layout Q L external HL) as [_ Hagree].
    split_and!; [|done|].
    - eapply (trans_ok Q external p0 s a); eauto; [intros ??; congruence|].
      intros r fs -> ->. rewrite <-(Hw fs) by done. by apply Hr.
    - assert (∀ p pr x s r facts, procs Q !! p = Some pr → vars_ok Q pr s → Forall (holds (amount s)) facts →
        accepts_facts T p (VCall x) facts = true → fl_enter_call Q source x s = Ok r →
        Forall (holds (amount r.2)) []) as Hcall by (intros; constructor).
      pose proof (known_step HQ false (accepts_facts T) (λ _, []) (λ _ _ _ _, eq_refl) Hcall (checked_flow Q T HT)
        p0 (plans_of L) Hagree s t Hs Hrel Hknown) as Hnext.
      destruct Ha as [s s' E|s q s' E| | |]; try done; by rewrite E in Hnext.
  Qed.

  Theorem pruned_bisimilar args lent :
    Forall2 data_ok (given_types pr0) args → Forall2 data_ok (lent_types pr0) lent →
    ∃ s t, fl_initial Q source p0 args lent = Some s ∧
      fl_initial Q (laid_out Q (plans_of L)) p0 args lent = Some t ∧
      bisimilar (driven Q p0 S) (guided pruned_machine Q p0) (None, s) (None, t).
  Proof.
    intros Hargs Hlent. destruct (initial_ok Q p0 pr0 args lent HQ Hp0 Hargs Hlent) as (s & Hs & Hok).
    pose proof (initial_related Q L external p0 args lent HL) as Hst. rewrite Hs in Hst.
    destruct (fl_initial Q (laid_out Q (plans_of L)) p0 args lent) as [t|] eqn:Ht; [|by inversion Hst].
    assert (related s t) as Hrel by (by inversion Hst). clear Hst.
    assert (sort_of s = 2) as Hsort by (unfold fl_initial in Hs; case_match; by simplify_eq/=).
    exists s, t. split_and!; [done..|].
    destruct (checked_layout Q L external HL) as [Hacc Hagree]. pose proof (simulation Hagree Hacc) as Hsim.
    exists (λ a b, fst a = fst b ∧ linked (snd a) (snd b) ∧ ∀ fs, snd a = Suspended fs → fst a = pending fs).
    split.
    2: { split_and!; [done| |by simpl; intros fs ->]. split_and!; [done..|].
         destruct s as [?????|fs|? fs|]; try done; destruct fs as [|[[] ?] ?]; try done; constructor. }
    clear s t Hs Ht Hok Hrel Hsort. split.
    - intros [w s] [w2 t] a [w' s'] (Hw & Hl & Hpending) Hs; simpl in Hw, Hl, Hpending; subst w2.
      pose proof Hs as [Ha Hwa]. simpl in Ha, Hwa. pose proof Hl as (_ & Hrel & _).
      destruct (forth _ _ _ Hsim _ _ _ _ Hrel Ha) as (t' & Ht & Hrel').
      exists (w', t'). split; [split; [by eapply linked_moves|done]|].
      split_and!; [done| |by eapply driven_pending]. simpl.
      eapply linked_next; try done. by intros r ->; destruct Hwa.
    - intros [w s] [w2 t] a [w' t'] (Hw & Hl & Hpending) [Ht Hwa]; simpl in Hw, Hl, Hpending, Ht, Hwa; subst w2.
      pose proof Hl as (_ & Hrel & _). apply (linked_moves _ _ _ _ Hl) in Ht.
      destruct (back _ _ _ Hsim _ _ _ _ Hrel Ht) as (s' & Ha & Hrel').
      assert (driven Q p0 S (w, s) a (w', s')) as Hs by done.
      exists (w', s'). split; [done|]. split_and!; [done| |by eapply driven_pending]. simpl.
      eapply linked_next; try done. by intros r ->; destruct Hwa.
  Qed.
End linked.
