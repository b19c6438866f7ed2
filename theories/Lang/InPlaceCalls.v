(** * A whole call, in place.

    Copying and working in place, side by side, from a call to its return: types keep
    what is put back in place ([settled_typed]), the check of arguments keeps
    references apart ([checked_alone]), and step by step the two machines hold the
    same ([step_alike]). So they come to the same store ([stretch_in_place]). *)
From Fairlead.Base Require Import Prelude Outcome Table.
From Fairlead.Core Require Import Semantics.
From Fairlead.Lang Require Import Soundness AliasingCheck References PutBack InPlace.

(** ** What the check of a call says *)
Lemma args_apart_lookup E args i j a b :
  args_apart E args = true → i ≠ j → args !! i = Some a → args !! j = Some b → kept_apart E a b = true.
Proof.
  revert i j. induction args as [|c args IH]; intros i j Hargs Hne Hi Hj; [done|]. simpl in Hargs.
  apply andb_true_iff in Hargs as [Hc Hargs]. rewrite forallb_forall in Hc.
  destruct i as [|i], j as [|j]; simpl in *; simplify_eq; try done.
  - apply elem_of_list_lookup_2, elem_of_list_In, Hc, andb_true_iff in Hj as []. done.
  - apply elem_of_list_lookup_2, elem_of_list_In, Hc, andb_true_iff in Hi as []. done.
  - apply (IH i j); [done|congruence|done..].
Qed.

Lemma checked_alone E ps args :
  args_apart E args = true → args_ok E ps args = true → Forall (λ a, is_slice a = false) args →
  args_alone ps args.
Proof.
  intros Hapart Hok Hwhole. rewrite Forall_lookup in Hwhole. split; [| |by apply Forall_lookup].
  - intros i j a b Hne Hi Hj. pose proof (args_apart_lookup _ _ _ _ _ _ Hapart Hne Hi Hj) as H.
    pose proof (Hwhole _ _ Hi) as Ha. pose proof (Hwhole _ _ Hj) as Hb.
    destruct a as [|p|], b as [|q|]; try done. unfold kept_apart in H. cbn [out_place] in H.
    unfold ranges_part in H. simpl in H. rewrite andb_false_r, orb_false_r in H. done.
  - intros i j p q [m t] Hne Hi Hj Hp Hscalar. simpl in Hscalar.
    pose proof (args_apart_lookup _ _ _ _ _ _ Hapart Hne Hi Hj) as H.
    unfold args_ok in Hok. apply all2_Forall2 in Hok.
    destruct (Forall2_lookup_r _ _ _ _ _ Hok Hj) as ([m' t'] & Hp' & Ha). rewrite Hp in Hp'. injection Hp' as <- <-.
    destruct m; simpl in Ha; try done. unfold kept_apart in H. cbn [out_place by_reference] in H.
    change (infer E (ERead q)) with (infer_place E q) in Ha.
    destruct (infer_place E q) as [t'|]; [|done]. simpl in Ha.
    assert (is_scalar t' = false) as Ht'.
    { destruct (accepts t t') eqn:Hacc; [|done]. unfold accepts in Hacc.
      destruct t; try (apply ty_eqb_eq in Hacc as <-; done). by destruct t'. }
    rewrite Ht' in H. unfold ranges_part in H. simpl in H. by rewrite orb_false_r in H.
Qed.

(** ** Where statements write *)
Lemma roots_same p : Typing.root p = Footprint.root p.
Proof. by induction p. Qed.

Section targets.
  Context (Q : program) (E : env).
  Implicit Types (s : store fl_point).

  Lemma write_of_target b s p f :
    basic_ok E b = true → write_of Q b s = Ok (Some (p, f)) → ∃ t, target E p = Some t.
  Proof.
    intros Hok Hw. destruct b as [|p' e|p' cap e|p' cap e|p' cap e|p' off e|o w p' off e|p' cap k e|p' k|g args dest|];
      cbn [basic_ok write_of] in *; try done;
      repeat match goal with
        | H : context [eval ?W ?e ?s] |- _ => destruct (eval W e s); simpl in H; try done
        | H : context [eval_int ?W ?e ?s] |- _ => destruct (eval_int W e s); simpl in H; try done
        | H : context [eval_bytes ?W ?e ?s] |- _ => destruct (eval_bytes W e s); simpl in H; try done
        | H : context [check ?b] |- _ => destruct (check b); simpl in H; try done
        end; injection Hw as -> _; (destruct (target E p); [by eauto|]); simpl in Hok;
      repeat match goal with H : context [need ?b] |- _ => destruct (need b); simpl in H end; done.
  Qed.

  Lemma write_back_target param a v s p f :
    arg_ok E param a = true → write_back Q a v s = Ok (Some (p, f)) → ∃ t, target E p = Some t.
  Proof.
    intros Ha Hw. destruct param as [m t], a as [e|p'|p' lo hi]; simpl in Hw; try done.
    - injection Hw as -> _. destruct m; simpl in Ha; try done; (destruct (target E p); [by eauto|done]).
    - destruct (eval_int _ lo s); simpl in Hw; try done. destruct (as_bytes v); simpl in Hw; try done.
      injection Hw as -> _. destruct m; simpl in Ha; try done;
        apply andb_true_iff in Ha as [_ Ha]; (destruct (target E p); [by eauto|done]).
  Qed.

  Lemma dest_target dest t : dest_ok E dest t = true → ∀ p, dest = Some p → ∃ t, target E p = Some t.
  Proof. intros Hd p ->. simpl in Hd. destruct (target E p); [by eauto|done]. Qed.
End targets.

Section calls.
  Context {Q : program} (HQ : well_typed Q).
  Context {external : nat → list data → option (list data * data)}.
  Context (Hext : external_ok (λ f, externs Q !! f) external).
  Context (main : procedure) (readable : ∀ pr, procs Q !! main = Some pr → is_data (Syntax.result pr) = true).
  Local Notation D := (fl Q source external).
  Local Notation I := (in_place Q external).
  Local Notation W := (Semantics.W Q source).
  Local Notation untouched := (λ (_ : nat) (s : store fl_point), s).
  Local Notation stack := (list (store fl_point * refs)).
  Local Notation stack_link := (link basic expr suspension call resumption stack).
  Implicit Types (s t : store fl_point) (F : stack).

  (** The callers that wait, on either side, and what each gets back. *)
  Inductive callers_alike : procedure → list fl_link → list stack_link → list (refs * store fl_point) → Prop :=
  | callers_none p : callers_alike p [] [] []
  | callers_one l x p k s F us ms r K :
      callers_alike p us ms K →
      (∀ t, copy_out Q source p (call_args x) t s = puts r t s) → refs_apart r →
      (∀ y b a, ref_at r y = Some (b, a) →
        is_Some (peek_store s a) ∧ (b = false → ∃ e, call_args x !! y = Some (AIn e))) →
      callers_alike (callee x) (Caller l x p k s :: us) (Caller l x p k F :: ms) ((r, s) :: K).

  (** Types keep every copy such that it can be put back. *)
  Lemma settled_typed p us ms K ls pr t :
    callers_alike p us ms K → links_ok (Q := Q) main p (us ++ ls) → procs Q !! p = Some pr →
    vars_ok Q pr t → settled t K.
  Proof using HQ.
    intros Hus. revert pr t. induction Hus as [|l x p k s F us ms r K _ IH Hcopy Hapart Hr];
      intros pr t Hls Hp Ht; simpl in *; [done|].
    inversion Hls as [|p' pr' l' x' k' s' ls' Hpos Hs Hls'|]; subst.
    destruct (call_checked _ _ _ _ _ Hpos) as (pr'' & ? & Hargs & _). simplify_eq.
    pose proof (world_known HQ p pr' (position_proc _ _ _ _ Hpos)) as HW.
    assert (outcome_ok (vars_ok Q pr') (copy_out Q source p (call_args x) t s)) as Hout.
    { eapply copy_out_ok; [done..| |done]. unfold store_ok, variables in Ht. by rewrite map_app in Ht. }
    rewrite Hcopy in Hout. pose proof (puts_no_trap r t s Hapart) as Htrap.
    destruct (puts r t s) as [s1| |] eqn:Hs1; simpl in Hout; [|exfalso|done].
    - exists s1. split; [done|]. eapply (IH pr'); [done|apply Hpos|done].
    - apply Htrap; [|done]. intros y a Hy. by apply (Hr y true a).
  Qed.

  (** What has a type to be written is no reference to something read only. *)
  Lemma target_writable p us ms K ls pr t F q ty :
    callers_alike p us ms K → shares t K F → links_ok (Q := Q) main p (us ++ ls) → procs Q !! p = Some pr →
    target (proc_env Q p pr) q = Some ty → ∀ x, Footprint.root q = Some x → writable F x.
  Proof using HQ.
    intros Hus HF Hls Hp Hq x Hx a Ha.
    destruct Hus as [|l y p k s F0 us ms r K _ _ _ Hr]; inversion HF; subst; simpl in Ha; [done|].
    destruct (Hr x false a Ha) as [_ [e He]]; [done|].
    inversion Hls as [|p' pr' l' x' k' s0 ls' Hpos Hs Hls'|]; subst.
    destruct (call_checked _ _ _ _ _ Hpos) as (pr'' & ? & Hargs & _). simplify_eq.
    unfold args_ok in Hargs. apply all2_Forall2 in Hargs.
    destruct (Forall2_lookup_r _ _ _ _ _ Hargs He) as ([m t1] & Hm & Harg).
    unfold target in Hq. rewrite roots_same, Hx in Hq. simpl in Hq. rewrite look_build in Hq.
    unfold variables in Hq. rewrite (lookup_app_l_Some _ _ _ _ Hm) in Hq. simpl in Hq. by destruct m.
  Qed.

  (** ** Statements *)
  Section statement.
    Context (p : procedure) (pr : proc) (Hp : procs Q !! p = Some pr).
    Context (K : list (refs * store fl_point)) (Hsettled : ∀ t, vars_ok Q pr t → settled t K).
    Local Notation E := (proc_env Q p pr).

    (** The targets of this procedure, in a stack with the same references on top. *)
    Definition targets_in F : Prop :=
      ∀ q ty, target E q = Some ty → ∀ x, Footprint.root q = Some x → writable F x.

    Lemma targets_same F F' : top_refs F' = top_refs F → targets_in F → targets_in F'.
    Proof. unfold targets_in, writable. intros ->. done. Qed.

    Definition typed_write (w : option (write fl_point)) : Prop :=
      ∀ q f, w = Some (q, f) → ∃ ty, target E q = Some ty.
    Lemma typed_writes_to F w : targets_in F → typed_write w → writes_to F w.
    Proof.
      intros Htargets Hw. destruct w as [[q f]|]; [|done].
      intros x Hx. destruct (Hw q f eq_refl) as [ty Hty]. by eapply Htargets.
    Qed.

    Lemma do_write_alike t F w t1 :
      shares t K F → targets_in F → typed_write w → do_write Q w t = Ok t1 → vars_ok Q pr t1 →
      ∃ F1, do_write_at Q w F = Ok F1 ∧ top_refs F1 = top_refs F ∧ shares t1 K F1.
    Proof using Hsettled. intros. eapply do_write_shares; eauto using typed_writes_to. Qed.
    Lemma do_write_traps_alike t F w :
      shares t K F → targets_in F → typed_write w → do_write Q w t = Trap → do_write_at Q w F = Trap.
    Proof. intros. eapply do_write_traps; eauto using typed_writes_to. Qed.

    Lemma write_back_all_alike ps args vs t F t1 :
      args_ok E ps args = true → Forall2 (value_ok Q) (map snd ps) vs → vars_ok Q pr t →
      shares t K F → targets_in F → give_back_all W untouched args vs t = Ok t1 →
      ∃ F1, write_back_all Q args vs F = Ok F1 ∧ top_refs F1 = top_refs F ∧ shares t1 K F1 ∧ vars_ok Q pr t1.
    Proof using HQ Hp Hsettled.
      pose proof (world_known HQ p pr Hp) as HW.
      unfold args_ok. intros Hargs%all2_Forall2. revert vs t F.
      induction Hargs as [|[m ty] a ps args Ha Hargs IH]; intros [|v vs] t F Hvs Ht HF Htargets Ht1;
        simpl in Ht1 |- *; simplify_eq; try done; [by eauto 10|].
      inversion Hvs as [|? ? ? ? Hv Hvs']; subst.
      pose proof (give_back_ok HW _ _ _ _ _ Ha Hv Ht) as Hback.
      destruct (give_back W untouched a v t) as [t2| |] eqn:Ht2; simpl in Ht1; try done. simpl in Hback.
      rewrite give_back_write in Ht2. rewrite (shares_view _ _ _ HF).
      destruct (write_back Q a v t) as [w| |] eqn:Hw; simpl in Ht2; try done. simpl.
      destruct (do_write_alike t F w t2) as (F2 & -> & Htop & HF2); [done..| |done|done|].
      { intros q f ->. by eapply write_back_target. }
      simpl. destruct (IH vs t2 F2) as (F1 & -> & ? & ? & ?); [done..| |done|].
      { by eapply targets_same. }
      exists F1. split_and!; [done|congruence|done..].
    Qed.

    Lemma extern_answers f x vs ds ds' d :
      look (e_externs E) f = Some x → Forall2 (value_ok Q) (map snd (ext_params x)) vs →
      collect to_data vs = Ok ds → external f ds = Some (ds', d) →
      Forall2 data_ok (map snd (ext_params x)) ds' ∧ data_ok (ext_result x) d.
    Proof using HQ Hext.
      intros Hx Hvs Hds Hf. pose proof (externs_checked HQ _ _ _ _ Hx) as Hxok. unfold extern_ok in Hxok.
      apply andb_true_iff in Hxok as [Hps _].
      assert (Forall (λ ty : Syntax.ty, is_message ty = true) (map snd (ext_params x))) as Hms.
      { apply Forall_fmap, Forall_forall. rewrite forallb_forall in Hps. intros [m ty] Hin%elem_of_list_In%Hps.
        simpl. by apply andb_true_iff in Hin as []. }
      destruct (to_datas_ok _ _ _ _ Hms Hvs) as (ds1 & Hds1 & Hdsok). rewrite Hds in Hds1. injection Hds1 as <-.
      by apply (external_known Hext p pr _ _ _ _ _ Hx Hdsok Hf).
    Qed.

    Lemma run_alike b t F t1 :
      basic_ok E b = true → vars_ok Q pr t → shares t K F → targets_in F →
      run_basic W untouched external b t = Ok t1 →
      ∃ F1, run_in_place Q external b F = Ok F1 ∧ shares t1 K F1.
    Proof using HQ Hext Hp Hsettled.
      intros Hb Ht HF Htargets Ht1. pose proof (world_known HQ p pr Hp) as HW.
      assert (vars_ok Q pr t1) as Hok.
      { pose proof (run_basic_ok HW (externs_checked HQ p pr) (external_known Hext p pr) b t Hb Ht) as H.
        by rewrite Ht1 in H. }
      assert ((∃ f args dest, b = BExtern f args dest) ∨ ∀ f args dest, b ≠ BExtern f args dest) as [(f & args & dest & ->)|Hne]
        by (destruct b; eauto; right; done).
      - cbn [run_basic run_in_place basic_ok] in *. rewrite (shares_view _ _ _ HF).
        destruct (look (e_externs E) f) as [x|] eqn:Hx; [|done]. apply andb_true_iff in Hb as [Hargs Hdest].
        pose proof (passes_ok HW _ _ _ Hargs Ht) as Hvs.
        destruct (collect (λ a, pass W a t) args) as [vs| |]; simpl in Ht1, Hvs |- *; try done.
        destruct (collect to_data vs) as [ds| |] eqn:Hds; simpl in Ht1 |- *; try done.
        destruct (external f ds) as [[ds' d]|] eqn:Hf; simpl in Ht1 |- *; [|done].
        destruct (extern_answers f x vs ds ds' d Hx Hvs Hds Hf) as [Hds' Hd].
        destruct (give_back_all W untouched args (map of_data ds') t) as [t2| |] eqn:Ht2; simpl in Ht1; try done.
        destruct (write_back_all_alike (ext_params x) args (map of_data ds') t F t2) as (F2 & -> & Htop & HF2 & Ht2ok);
          [done|by apply of_datas_ok; [constructor|]|done..|].
        simpl. destruct (do_write_alike t2 F2 (dest_write dest (of_data d)) t1) as (F1 & -> & _ & ?);
          [done|by eapply targets_same| | |done|by eauto].
        + intros q g Hw. destruct dest as [q'|]; simpl in Hw; [|done]. injection Hw as <- _. by eapply dest_target.
        + by destruct dest.
      - rewrite run_basic_write in Ht1 by done.
        assert (run_in_place Q external b F = (w ← write_of Q b (view F); do_write_at Q w F)) as ->.
        { by destruct b. }
        rewrite (shares_view _ _ _ HF). destruct (write_of Q b t) as [w| |] eqn:Hw; simpl in Ht1 |- *; try done.
        destruct (do_write_alike t F w t1) as (F1 & -> & _ & ?); [done..| |done|done|by eauto].
        intros q f ->. by eapply write_of_target.
    Qed.

    (** ** Traps *)
    Lemma write_back_all_traps ps args vs t F :
      args_ok E ps args = true → Forall2 (value_ok Q) (map snd ps) vs → vars_ok Q pr t →
      shares t K F → targets_in F → give_back_all W untouched args vs t = Trap →
      write_back_all Q args vs F = Trap.
    Proof using HQ Hp Hsettled.
      pose proof (world_known HQ p pr Hp) as HW.
      unfold args_ok. intros Hargs%all2_Forall2. revert vs t F.
      induction Hargs as [|[m ty] a ps args Ha Hargs IH]; intros [|v vs] t F Hvs Ht HF Htargets Htrap;
        simpl in Htrap |- *; try done.
      inversion Hvs as [|? ? ? ? Hv Hvs']; subst.
      pose proof (give_back_ok HW _ _ _ _ _ Ha Hv Ht) as Hback. rewrite give_back_write in Htrap, Hback.
      rewrite (shares_view _ _ _ HF).
      destruct (write_back Q a v t) as [w| |] eqn:Hw; simpl in Htrap, Hback |- *; try done.
      assert (typed_write w) as Htyped by (intros q f ->; by eapply write_back_target).
      destruct (do_write Q w t) as [t2| |] eqn:Ht2; simpl in Htrap, Hback; [| |done].
      - destruct (do_write_alike t F w t2) as (F2 & -> & Htop & HF2); [done..|]. simpl.
        eapply (IH vs t2 F2); try done. by eapply targets_same.
      - by rewrite (do_write_traps_alike t F w).
    Qed.

    Lemma run_traps b t F :
      basic_ok E b = true → vars_ok Q pr t → shares t K F → targets_in F →
      run_basic W untouched external b t = Trap → run_in_place Q external b F = Trap.
    Proof using HQ Hext Hp Hsettled.
      intros Hb Ht HF Htargets Htrap. pose proof (world_known HQ p pr Hp) as HW.
      assert ((∃ f args dest, b = BExtern f args dest) ∨ ∀ f args dest, b ≠ BExtern f args dest) as [(f & args & dest & ->)|Hne]
        by (destruct b; eauto; right; done).
      - cbn [run_basic run_in_place basic_ok] in *. rewrite (shares_view _ _ _ HF).
        destruct (look (e_externs E) f) as [x|] eqn:Hx; [|done]. apply andb_true_iff in Hb as [Hargs Hdest].
        pose proof (passes_ok HW _ _ _ Hargs Ht) as Hvs.
        destruct (collect (λ a, pass W a t) args) as [vs| |]; simpl in Htrap, Hvs |- *; try done.
        destruct (collect to_data vs) as [ds| |] eqn:Hds; simpl in Htrap |- *; try done.
        destruct (external f ds) as [[ds' d]|] eqn:Hf; simpl in Htrap |- *; [|done].
        destruct (extern_answers f x vs ds ds' d Hx Hvs Hds Hf) as [Hds' Hd].
        destruct (give_back_all W untouched args (map of_data ds') t) as [t2| |] eqn:Ht2; simpl in Htrap; [| |done].
        + destruct (write_back_all_alike (ext_params x) args (map of_data ds') t F t2) as (F2 & -> & Htop & HF2 & Ht2ok);
            [done|by apply of_datas_ok; [constructor|]|done..|].
          simpl. eapply do_write_traps_alike; [done|by eapply targets_same| |by destruct dest].
          intros q g Hw. destruct dest as [q'|]; simpl in Hw; [|done]. injection Hw as <- _. by eapply dest_target.
        + erewrite (write_back_all_traps (ext_params x)); [done|done|by apply of_datas_ok; [constructor|]|done..].
      - rewrite run_basic_write in Htrap by done.
        assert (run_in_place Q external b F = (w ← write_of Q b (view F); do_write_at Q w F)) as ->.
        { by destruct b. }
        rewrite (shares_view _ _ _ HF). destruct (write_of Q b t) as [w| |] eqn:Hw; simpl in Htrap |- *; try done.
        eapply do_write_traps_alike; [done..| |done]. intros q f ->. by eapply write_of_target.
    Qed.
  End statement.

  Lemma targets_writable_of p us ms K ls pr t F :
    callers_alike p us ms K → shares t K F → links_ok (Q := Q) main p (us ++ ls) → procs Q !! p = Some pr →
    targets_in p pr F.
  Proof using HQ. intros ??????. by eapply target_writable. Qed.

  (** ** Calls *)

  (** Commands of functions whose calls pass the check. *)
  Definition plain (c : fl_cmd) : Prop :=
    match c with
    | Resume _ | Suspend _ _ => False
    | Call _ x => ∀ pr, procs Q !! callee x = Some pr → args_alone (params pr) (call_args x)
    | _ => True
    end.

  Lemma collect_lookup {A B} (f : A → outcome B) l bs i a :
    collect f l = Ok bs → l !! i = Some a → ∃ b, bs !! i = Some b ∧ f a = Ok b.
  Proof.
    revert bs i. induction l as [|a' l IH]; intros bs i Hl Hi; [done|]. simpl in Hl.
    destruct (f a') as [b| |] eqn:Hb; simpl in Hl; try done.
    destruct (collect f l) as [bs'| |] eqn:Hbs; simpl in Hl; try done. injection Hl as <-.
    destruct i as [|i]; simpl in *; [|by eauto]. simplify_eq. eauto.
  Qed.

  Lemma enter_alike p pr l x k us ms K t F ls q t0 :
    position Q p pr (Call l x) k → vars_ok Q pr t → links_ok (Q := Q) main p (us ++ ls) →
    callers_alike p us ms K → shares t K F → plain (Call l x) →
    fl_enter_call Q source x t = Ok (q, t0) →
    ∃ r, enter_in_place Q x F = Ok (q, (own r t0, r) :: F) ∧
      shares t0 ((r, t) :: K) ((own r t0, r) :: F) ∧
      callers_alike q (Caller l x p k t :: us) (Caller l x p k F :: ms) ((r, t) :: K).
  Proof using HQ.
    intros Hpos Ht Hls Hus HF Hplain Hq. pose proof (position_proc _ _ _ _ Hpos) as Hp.
    destruct (call_checked _ _ _ _ _ Hpos) as (pr' & Hcallee & Hargs & _). simpl in Hplain.
    specialize (Hplain pr' Hcallee).
    pose proof (targets_writable_of p us ms K ls pr t F Hus HF Hls Hp) as Htargets.
    exists (arg_refs Q (params pr') (call_args x) t). set (r := arg_refs Q (params pr') (call_args x) t).
    unfold enter_in_place. rewrite (shares_view _ _ _ HF), Hcallee. simpl. rewrite Hq. simpl. split; [done|].
    unfold fl_enter_call in Hq. rewrite Hcallee in Hq. simpl in Hq.
    destruct (collect (λ a, pass W a t) (call_args x)) as [vs| |] eqn:Hvs; simpl in Hq; try done.
    case_decide as Hlen; [|done]. injection Hq as <- <-.
    unfold args_ok in Hargs. pose proof Hargs as Hargs'. apply all2_Forall2 in Hargs'.
    assert (∀ y param p', params pr' !! y = Some param → call_args x !! y = Some (AInout p') →
      ∃ ty, target (proc_env Q p pr) p' = Some ty) as Htarget.
    { intros y param p' Hy Hy'. pose proof (Forall2_lookup_lr _ _ _ _ _ _ Hargs' Hy Hy') as Ha.
      eapply (write_back_target Q (proc_env Q p pr) param (AInout p') (VBool true) t); [exact Ha|done]. }
    assert (∀ y b a, ref_at r y = Some (b, a) →
      (b = true → writable F (fst a)) ∧ ∃ v, (map Some vs ++ locals_of source pr') !! y = Some (Some v) ∧
      peek_store t a = Some v) as Hr.
    { intros y b a (param & arg & p' & Hparam & Harg & Hres & Hb)%ref_at_arg.
      destruct (collect_lookup _ _ _ _ _ Hvs Harg) as (v & Hv & Hpass).
      assert (get W p' t = Ok v) as Hget by (destruct Hb as [[-> ->]|(-> & -> & _)]; exact Hpass).
      split.
      - intros ->. destruct Hb as [[_ ->]|(? & _)]; [|done].
        destruct (Htarget _ _ _ Hparam Harg) as [ty Hty]. eapply Htargets; [done|]. destruct a. by eapply resolve_root.
      - exists v. split.
        + apply lookup_app_l_Some. rewrite list_lookup_fmap, Hv. done.
        + destruct a as [y' l']. apply get_peek in Hget as (y2 & l2 & u & Hres' & Hu & Hpeek);
            [|eexists; by eapply resolve_root].
          rewrite Hres in Hres'. injection Hres' as <- <-. apply peek_store_some. eauto. }
    assert (refs_apart r) as Hapart by (by apply arg_refs_apart).
    split.
    - apply shares_push; [done..| |done].
      eapply (puts_same (point_vars Q) (coro_points Q)); [done| |].
      + unfold r, arg_refs. rewrite zip_with_length, app_length, map_length. lia.
      + intros y a Hy. destruct (Hr _ _ _ Hy) as [_ Hv]. done.
    - constructor; [done| |done|].
      + apply copy_out_puts; [done| |].
        * by apply Forall2_length in Hargs'.
        * intros p' [y Hy]%elem_of_list_lookup.
          destruct (Forall2_lookup_r _ _ _ _ _ Hargs' Hy) as (param & Hparam & _).
          destruct (Htarget _ _ _ Hparam Hy) as [ty [_ Hroot]%target_inv].
          destruct (collect_lookup _ _ _ _ _ Hvs Hy) as (v & _ & Hpass). simpl in Hpass.
          rewrite roots_same in Hroot. apply get_peek in Hpass as (y2 & l2 & u & Hres & _); [|done]. eauto.
      + intros y b a Hy. destruct (Hr _ _ _ Hy) as (_ & v & _ & Hv). split; [by eexists|].
        intros ->. apply ref_at_arg in Hy as (? & arg & p' & _ & Harg & _ & [[? _]|(_ & -> & _)]); [done|]. eauto.
  Qed.

  Lemma leave_alike p us ms K ls pr t F l x k s r q s2 pr2 :
    callers_alike p us ms K → position Q p pr (Call l x) k → links_ok (Q := Q) main p (us ++ ls) →
    (∀ t, copy_out Q source p (call_args x) t s = puts r t s) →
    shares t ((r, s) :: K) F → fl_leave_call Q source p x q t s = Ok s2 →
    procs Q !! p = Some pr2 → vars_ok Q pr2 s2 →
    ∃ F2, leave_in_place Q x q F = Ok F2 ∧ shares s2 K F2.
  Proof using HQ.
    intros Hus Hpos Hls Hcopy HF Hs2 Hp Hok. destruct (call_checked _ _ _ _ _ Hpos) as (pr' & Hcallee & _ & Hdest & _).
    assert (pr2 = pr) as -> by (pose proof (position_proc _ _ _ _ Hpos); congruence).
    unfold fl_leave_call in Hs2. unfold leave_in_place. case_decide as Hq; [|done]. subst q.
    rewrite Hcallee in Hs2 |- *. simpl in Hs2 |- *. rewrite Hcopy in Hs2.
    pose proof (shares_view _ _ _ HF) as Hview. apply shares_pop in HF as (t' & F' & s' & -> & Hs' & HF').
    rewrite Hs' in Hs2. simpl in Hs2. destruct (call_dest x) as [dest|] eqn:Hd.
    - rewrite Hview. destruct (variable t (ret pr')) as [v| |]; simpl in Hs2 |- *; try done.
      destruct (do_write_alike p pr K (λ t Ht, settled_typed _ _ _ _ _ _ _ Hus Hls Hp Ht) s' F' (Some (dest, put v)) s2)
        as (F2 & ? & _ & ?); [done| | |done|done|by eauto].
      + by eapply targets_writable_of.
      + intros ? ? [= <- _]. by eapply dest_target.
    - injection Hs2 as <-. eauto.
  Qed.

  Lemma leave_traps p us ms K ls pr t F l x k s r q :
    callers_alike p us ms K → position Q p pr (Call l x) k → links_ok (Q := Q) main p (us ++ ls) →
    (∀ t, copy_out Q source p (call_args x) t s = puts r t s) →
    shares t ((r, s) :: K) F → fl_leave_call Q source p x q t s = Trap → leave_in_place Q x q F = Trap.
  Proof using HQ.
    intros Hus Hpos Hls Hcopy HF Htrap. destruct (call_checked _ _ _ _ _ Hpos) as (pr' & Hcallee & _ & Hdest & _).
    unfold fl_leave_call in Htrap. unfold leave_in_place. case_decide as Hq; [|done]. subst q.
    rewrite Hcallee in Htrap |- *. simpl in Htrap |- *. rewrite Hcopy in Htrap.
    pose proof (shares_view _ _ _ HF) as Hview. apply shares_pop in HF as (t' & F' & s' & -> & Hs' & HF').
    rewrite Hs' in Htrap. simpl in Htrap. destruct (call_dest x) as [dest|] eqn:Hd; [|done].
    rewrite Hview. destruct (variable t (ret pr')) as [v| |]; simpl in Htrap |- *; try done.
    eapply (do_write_traps_alike p pr K s' F' (Some (dest, put v))); [done| | |exact Htrap].
    - eapply targets_writable_of; try done. apply Hpos.
    - intros ? ? [= <- _]. by eapply dest_target.
  Qed.
End calls.
