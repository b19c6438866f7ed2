(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Statements, copied and in place

    Who waits below, on either side ([links_alike]). Types make sure that what is put back has a place
    ([settled_typed]), and each statement comes to the same on both sides ([run_follows]). *)
From Fairlead.Base Require Import Prelude Outcome Table.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Lang.Typing Require Import Soundness.
From Fairlead.Lang.Guards Require Import Guards Exprs Statements Machine.
From Fairlead.Lang.Aliasing Require Import Checker.
From Fairlead.Lang.InPlace Require Import PutBack Machine Lent Arguments References.
From Fairlead.Lang.InPlace Require Export CallChecks.

Section calls.
  Context {Q : program} (HQ : well_typed Q).
  Context {external : nat → list data → option (list data * data)}.
  Context {by_reference : procedure → place → bool}.
  Context (Hext : external_ok (λ f, externs Q !! f) external) (Htotal : ∀ f ds, external f ds ≠ None).
  Local Notation W := (Semantics.W Q source).
  Local Notation untouched := (λ (_ : nat) (s : store fl_point), s).
  Local Notation stack := (list (store fl_point * refs)).
  Local Notation stack_link := (link basic expr suspension call resumption stack).
  Implicit Types (s t : store fl_point) (F : stack).

  (** What a step may lend to [pr]: one value for each lent parameter, and references, if any, along which
      whatever has the types can be put back. *)
  Definition lendable pr (d : store fl_point) (K : list (refs * store fl_point)) : Prop :=
    Forall is_Some d ∧ length d = length (lent_types pr) ∧ open_below K ∧
    ∀ l, Forall2 (slots_ok Q) (lent_types pr) l → settled l K.

  (** Who waits below, on either side; and for each activation what its end puts back, and where:
      the innermost functions; a coroutine, what is lent to it; who lends. *)
  Inductive links_alike : procedure → list fl_link → list stack_link → list (refs * store fl_point) → Prop :=
  | alike_driver p pr d :
      procs Q !! p = Some pr → lendable pr d [] → links_alike p [] [] [(lent_refs (params pr) 0, d)]
  | alike_coroutine l x p k s F us ms pr pr' d K :
      links_alike p us ms ((lent_refs (params pr) 0, d) :: K) → procs Q !! p = Some pr → view F = s →
      procs Q !! callee x = Some pr' → suspends pr' = true → lendable pr' d K →
      links_alike (callee x) (Caller l x p k s :: us) (Caller l x p k F :: ms) ((lent_refs (params pr') 0, d) :: K)
  | alike_parent x p k s F us ms K pr pr' rs d :
      links_alike p us ms K → procs Q !! p = Some pr →
      procs Q !! child_proc x = Some pr' → lendable pr' d ((rs, s) :: K) →
      (∀ l, Forall2 (slots_ok Q) (lent_types pr') l → ∃ s', puts rs l s = Ok s' ∧ vars_ok Q pr s') →
      (∀ t s1, copy_out Q source p (AInout (child x) :: lend x) t s = Ok s1 ↔
        ∃ s', puts (None :: rs) t s = Ok s' ∧
          copied_out Q ((true, AInout (child x)) :: function_copies (by_reference p) (lend x)) t s' = Ok s1) →
      links_alike (child_proc x) (Parent x p k s :: us) (Parent x p k F :: ms)
        ((lent_refs (params pr') 0, d) :: (rs, s) :: K)
  | alike_function l x p k s F us ms r K pr pr' :
      links_alike p us ms K → procs Q !! p = Some pr →
      procs Q !! callee x = Some pr' → suspends pr' = false →
      (∀ t, vars_ok Q pr' t → ∃ s', puts r t s = Ok s' ∧ vars_ok Q pr s') →
      (∀ t s1, copy_out Q source p (call_args x) t s = Ok s1 ↔
        ∃ s', puts r t s = Ok s' ∧ copied_out Q (function_copies (by_reference p) (call_args x)) t s' = Ok s1) →
      (∀ y l a, ref_at r y = Some (Shown l, a) → ∃ ty, params pr' !! y = Some (In, ty)) →
      links_alike (callee x) (Caller l x p k s :: us) (Caller l x p k F :: ms) ((r, s) :: K).

  Lemma coroutine_lent p us ms K pr :
    links_alike p us ms K → procs Q !! p = Some pr → suspends pr = true →
    ∃ d K', K = (lent_refs (params pr) 0, d) :: K' ∧ lendable pr d K'.
  Proof. intros Hus Hp Hs. destruct Hus; simplify_eq; eauto; congruence. Qed.

  Lemma lent_settled pr d K t : lendable pr d K → vars_ok Q pr t → settled t ((lent_refs (params pr) 0, d) :: K).
  Proof.
    intros (_ & Hd & _ & HK) Ht. destruct (typed_lents pr t Ht) as (Hlen & Hsome & Hl). simpl.
    rewrite puts_lent; [|done..|simpl; congruence]. simpl. eexists; split; [done|]. by apply HK, lents_typed.
  Qed.

  (** Types keep every copy such that it can be put back. *)
  Lemma settled_typed p us ms K pr t :
    links_alike p us ms K → procs Q !! p = Some pr → vars_ok Q pr t → settled t K.
  Proof.
    intros Hus. revert pr t. induction Hus as [| | |l x p k s F us ms r K pr pr' Hus IH Hp Hq _ Hputs _ _];
      intros pr0 t Hp0 Ht; simplify_eq; try (by apply lent_settled).
    simpl. destruct (Hputs t Ht) as (s' & ? & ?). eauto.
  Qed.

  (** ** Statements *)
  Section statement.
    Context (p : procedure) (pr : proc) (Hp : procs Q !! p = Some pr).
    Context (K : list (refs * store fl_point)) (Hsettled : ∀ t, vars_ok Q pr t → settled t K).
    Local Notation E := (proc_env Q p pr).

    (** What this procedure may write is no reference to something read only. *)
    Definition targets_in F : Prop :=
      ∀ q ty, target E q = Some ty → ∀ x, Model.Needs.root q = Some x → writable F x.

    (** The same variables, of the declared types. *)
    Definition shared t F : Prop := shares t K F ∧ targets_in F ∧ vars_ok Q pr t.

    Lemma shared_view t F : shared t F → view F = t.
    Proof. intros (HF & _). by eapply shares_view. Qed.

    Lemma do_write_follows t F w :
      shared t F → (∀ q f, w = Some (q, f) → ∃ ty, target E q = Some ty) →
      outcome_ok (vars_ok Q pr) (do_write Q w t) → follows shared (do_write Q w t) (do_write_at Q w F).
    Proof using Hsettled.
      intros (HF & Htargets & Ht) Hw Hok.
      assert (writes_to F w) as Hto.
      { destruct w as [[q f]|]; [|done]. intros x Hx. destruct (Hw q f eq_refl) as [ty Hty]. by eapply Htargets. }
      destruct (do_write Q w t) as [t1| |] eqn:Ht1; simpl in Hok |- *; [| |done].
      - destruct (do_write_shares Q t K F w t1) as (F1 & -> & Htop & HF1); [by auto..|].
        exists F1. split; [done|]. split; [done|]. split; [|done].
        unfold targets_in, writable. rewrite Htop. exact Htargets.
      - by eapply do_write_traps.
    Qed.

    Lemma assign_follows q ty v t F :
      target E q = Some ty → value_ok Q ty v → shared t F →
      follows shared (assign W untouched q v t) (do_write_at Q (Some (q, put v)) F).
    Proof using HQ Hp Hsettled.
      intros Hq Hv HF. apply (do_write_follows t F (Some (q, put v))); [done|by intros ?? [= <- _]; eauto|].
      eapply (assign_ok (world_known HQ p pr Hp)); [done..|]. apply HF.
    Qed.

    Lemma covers_slice_back q off l t :
      covers W (guard_back q off l) t (update_bytes W untouched q (λ old, or_trap (blit old off l)) t).
    Proof.
      apply covers_update_bytes; [apply fresh_no_trap|]. intros old Hold.
      unfold Guards.Exprs.covers. simpl. rewrite (ubytes_at_ok W _ _ _ Hold). simpl. by destruct (blit old off l).
    Qed.

    Lemma give_back_follows m ty a v t F :
      arg_ok E (m, ty) a = true → value_ok Q ty v → shared t F →
      follows shared (give_back W untouched a v t) (give_back_at Q a v F).
    Proof using HQ Hp Hsettled.
      intros Ha Hv HF. pose proof HF as (_ & _ & Ht).
      pose proof (give_back_ok (world_known HQ p pr Hp) _ _ _ _ t Ha Hv Ht) as Hok.
      assert (∀ q f, write_back Q a v t = Ok (Some (q, f)) →
        follows shared (do_write Q (Some (q, f)) t) (do_write_at Q (Some (q, f)) F))
        as Hwrite.
      { intros q f Hw. apply do_write_follows; [done| |].
        - intros q' f' [= -> ->]. by eapply write_back_target.
        - by rewrite give_back_write, Hw in Hok. }
      clear Hok.
      destruct a as [e|q|q lo hi]; cbn [give_back give_back_at write_back] in *; rewrite ?(shared_view _ _ HF).
      - simpl. eauto.
      - apply follows_guarded; [apply (covers_assign W), fresh_no_trap|]. by apply Hwrite.
      - apply follows_guarded_same; [apply covers_int, fresh_no_trap|].
        intros off Hoff. rewrite Hoff in Hwrite. simpl in Hwrite.
        apply follows_same. intros l Hl. rewrite Hl in Hwrite. simpl in Hwrite.
        apply follows_guarded; [|by apply Hwrite]. apply covers_slice_back.
    Qed.

    Lemma write_through_follows ps args tos vs t F :
      args_ok E ps args = true → all_undisturbed args → Forall2 (λ a to, leads_to Q a t = Ok to) args tos →
      Forall2 (value_ok Q) (map snd ps) vs → shared t F →
      follows shared (give_back_all W untouched args vs t) (write_through_all Q args tos vs F).
    Proof using HQ Hp Hsettled.
      unfold args_ok. intros Hargs%all2_Forall2. revert tos vs t F.
      induction Hargs as [|[m ty] a ps args Ha _ IH]; intros tos vs t F Hapart Htos Hvs HF;
        inversion_clear Htos as [|? to ? tos' Hto Htos']; inversion_clear Hvs as [|? v ? vs' Hv Hvs']; simpl; [by eauto|].
      destruct Hapart as [Hfirst Hapart]. pose proof (give_back_follows m ty a v t F Ha Hv HF) as Hback.
      destruct (give_back W untouched a v t) as [t1| |] eqn:Ht1; simpl in Hback |- *; [| |done].
      - destruct Hback as (F1 & HF1 & Hshared). rewrite (write_through_found Q a v F to) in HF1
          by (by rewrite (shared_view _ _ HF)).
        rewrite HF1. simpl. apply IH; [done| |done..].
        rewrite Forall_forall in Hfirst. apply Forall2_same_length_lookup_2; [by eapply Forall2_length|].
        intros i b to' Hb Hto'. rewrite (leads_undisturbed Q a b v t t1); [|by eapply Hfirst, elem_of_list_lookup_2|done].
        by eapply (Forall2_lookup_lr _ _ _ _ _ _ Htos').
      - by rewrite <-(write_through_found Q a v F to), Hback by (by rewrite (shared_view _ _ HF)).
    Qed.

    Lemma passed_leads m ty a v t :
      arg_ok E (m, ty) a = true → pass W a t = Ok v → ∃ to, leads_to Q a t = Ok to.
    Proof.
      intros Ha Hv. destruct a as [e|q|q lo hi]; cbn [leads_to pass] in *; [by eauto|..].
      - destruct (write_back_target Q E (m, ty) (AInout q) v t q (put v) Ha eq_refl) as [ty' [_ Hroot]%target_inv].
        apply get_peek in Hv as (x & l & u & -> & _); [simpl; by eauto|done].
      - assert (∃ ty', target E q = Some ty') as [ty' [_ Hroot]%target_inv].
        { destruct m; simpl in Ha; try done; apply andb_true_iff in Ha as [_ Ha]; (destruct (target E q); [by eauto|done]). }
        cbn [eval] in Hv. fold (eval W) (get W) in Hv. unfold eval_int.
        destruct (get W q t) as [u| |] eqn:Hu; cbn in Hv; [|done..].
        destruct (eval W lo t) as [n| |]; cbn in Hv |- *; [|done..].
        destruct (eval W hi t) as [n'| |]; cbn in Hv; [|done..]. destruct (as_bytes u); cbn in Hv; [|done..].
        destruct (as_int n); cbn in Hv |- *; [|done..].
        apply get_peek in Hu as (x & l' & w & -> & _); [eexists; reflexivity|done].
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

    Lemma target_follows q ty v t F :
      target E q = Some ty → value_ok Q ty v → shared t F →
      follows shared (assign W untouched q v t) (dest_at Q (Some q) v F).
    Proof using HQ Hp Hsettled.
      intros Hq Hv HF. unfold dest_at. rewrite (shared_view _ _ HF).
      apply follows_guarded; [apply (covers_assign W), fresh_no_trap|]. by eapply assign_follows.
    Qed.

    Lemma dest_follows dest ty v t F :
      dest_ok E dest ty = true → value_ok Q ty v → shared t F →
      follows shared (assign_to W untouched dest v t) (dest_at Q dest v F).
    Proof using HQ Hp Hsettled.
      intros Hd Hv HF. destruct dest as [q|]; [|simpl; by eauto]. simpl in Hd.
      destruct (target E q) as [ty'|] eqn:Hq; [|done]. apply is_some_eq, expect_eq in Hd. injection Hd as ->.
      by eapply target_follows.
    Qed.

    Lemma run_follows g b t F :
      basic_ok E b = true → (∀ f args dest, b = BExtern f args dest → all_undisturbed args) → shared t F →
      ((∀ f args dest, b ≠ BExtern f args dest) → covers W g t (run_basic W untouched external b t)) →
      follows shared (run_basic W untouched external b t) (run_in_place Q external g b F).
    Proof using HQ Hext Htotal Hp Hsettled.
      intros Hb Hapart HF Hguard. pose proof (world_known HQ p pr Hp) as HW. pose proof HF as (_ & _ & Ht).
      assert ((∃ f args dest, b = BExtern f args dest) ∨ ∀ f args dest, b ≠ BExtern f args dest) as [(f & args & dest & ->)|Hne]
        by (destruct b; eauto; right; done).
      - cbn [run_basic run_in_place basic_ok] in *. rewrite (shared_view _ _ HF).
        destruct (look (e_externs E) f) as [x|] eqn:Hx; [|done]. apply andb_true_iff in Hb as [Hargs Hdest].
        pose proof (passes_ok HW _ _ _ Hargs Ht) as Hvs.
        apply follows_guarded_same; [apply covers_args, fresh_no_trap|].
        intros vs Hvs'. rewrite Hvs' in Hvs. simpl in Hvs.
        assert (∃ tos, collect (λ a, leads_to Q a t) args = Ok tos ∧ Forall2 (λ a to, leads_to Q a t = Ok to) args tos)
          as (tos & -> & Htos).
        { apply collect_all. intros a [i Ha]%elem_of_list_lookup.
          pose proof Hargs as Hargs'. unfold args_ok in Hargs'. apply all2_Forall2 in Hargs'.
          destruct (Forall2_lookup_r _ _ _ _ _ Hargs' Ha) as ([m ty] & _ & Hok).
          destruct (collect_lookup _ _ _ _ _ Hvs' Ha) as (v & _ & Hv). by eapply passed_leads. }
        change (guarded W GTrue t (Ok tos)) with (Ok tos). simpl. apply follows_same. intros ds Hds.
        destruct (external f ds) as [[ds' d]|] eqn:Hf'; [|by destruct (Htotal f ds)]. simpl.
        destruct (extern_answers f x vs ds ds' d Hx Hvs Hds Hf') as [Hds' Hd].
        eapply follows_bind; [eapply write_through_follows; [done|by eapply Hapart|done|by apply of_datas_ok; [constructor|]|done]|].
        intros t1 F1 _ HF1. eapply dest_follows; [done| |done]. apply of_data_ok; [constructor|done].
      - assert (run_in_place Q external g b F =
          guarded W g (view F) (w ← write_of Q b (view F); do_write_at Q w F)) as ->
          by (destruct b as [| | | | | | | | |f args dest|]; [done..|by destruct (Hne f args dest)|done]).
        rewrite (shared_view _ _ HF). apply follows_guarded; [by apply Hguard|].
        pose proof (run_basic_ok HW (externs_checked HQ p pr) (external_known Hext p pr) b t Hb Ht) as Hok.
        rewrite run_basic_write in Hok |- * by done.
        destruct (write_of Q b t) as [w| |] eqn:Hw; simpl in Hok |- *; try done.
        apply do_write_follows; [done| |done]. intros q f ->. by eapply write_of_target.
    Qed.

    Lemma copied_follows ps l ts cs t F :
      args_ok E ps (map snd l) = true → Forall2 (slots_ok Q) (map snd ps ++ ts) cs → shared t F →
      copied_out Q l cs t ≠ Wrong ∧ follows shared (copied_out Q l cs t) (copied_back Q l cs F).
    Proof using HQ Hp Hsettled.
      unfold args_ok. intros Hargs%all2_Forall2. revert l Hargs cs t F.
      induction ps as [|[m ty] ps IH]; intros [|[c a] l] Hargs cs t F Hcs HF; inversion_clear Hargs as [|? ? ? ? Ha Hargs'];
        [destruct cs; simpl; by eauto|].
      simpl in Hcs. inversion Hcs as [|? o ? ? Ho Hcs']; subst. destruct Ho as [ty v Hv].
      cbn [copied_out copied_back]. destruct c; [|by apply IH]. simpl.
      pose proof (give_back_follows m ty a v t F Ha Hv HF) as Hback. pose proof HF as (_ & _ & Ht).
      pose proof (give_back_ok (world_known HQ p pr Hp) _ _ _ _ t Ha Hv Ht) as Hok.
      destruct (give_back W untouched a v t) as [t1| |]; simpl in *; try done.
      - destruct Hback as (F1 & -> & HF1). by apply IH.
      - by rewrite Hback.
    Qed.

    Lemma copy_out_follows r l ps ts t s s' F' :
      args_ok E ps (map snd l) = true → Forall2 (slots_ok Q) (map snd ps ++ ts) t → vars_ok Q pr s →
      puts r t s = Ok s' → shared s' F' →
      (∀ s1, copy_out Q source p (map snd l) t s = Ok s1 ↔ ∃ s', puts r t s = Ok s' ∧ copied_out Q l t s' = Ok s1) →
      follows shared (copy_out Q source p (map snd l) t s) (copied_back Q l t F').
    Proof using HQ Hp Hsettled.
      intros Hargs Hts Hs Hs' HF' Hcopy.
      destruct (copied_follows _ _ _ _ _ _ Hargs Hts HF') as [Hnot Hcopied].
      pose proof (copy_out_ok p pr _ _ _ _ t s (world_known HQ p pr Hp) Hargs Hts Hs) as Hok.
      destruct (copy_out Q source p (map snd l) t s) as [s1| |]; [| |done].
      - destruct (proj1 (Hcopy s1) eq_refl) as (s2 & Hs2 & Hout). rewrite Hs' in Hs2. injection Hs2 as <-.
        by rewrite Hout in Hcopied.
      - destruct (copied_out Q l t s') as [s1| |] eqn:Hout; [|done..].
        assert (Trap = Ok s1) as Hc by (apply Hcopy; eauto). done.
    Qed.

    (** The end of a call: what was copied, and the result. *)
    Lemma put_back_follows q r l ps ts dest pr' t s s' F' :
      args_ok E ps (map snd l) = true → Forall2 (slots_ok Q) (map snd ps ++ ts) t → vars_ok Q pr s →
      procs Q !! q = Some pr' → dest_ok E dest (Syntax.result pr') = true → vars_ok Q pr' t →
      puts r t s = Ok s' → shared s' F' →
      (∀ s1, copy_out Q source p (map snd l) t s = Ok s1 ↔ ∃ s', puts r t s = Ok s' ∧ copied_out Q l t s' = Ok s1) →
      follows shared
        (s1 ← copy_out Q source p (map snd l) t s;
         match dest with None => Ok s1 | Some dest => v ← variable t (ret pr'); assign W untouched dest v s1 end)
        (F1 ← copied_back Q l t F';
         match dest with None => Ok F1 | Some dest => v ← variable t (ret pr'); dest_at Q (Some dest) v F1 end).
    Proof using HQ Hp Hsettled.
      intros Hargs Hts Hs Hq Hdest Ht Hs' HF' Hcopy.
      eapply (follows_bind shared); [by eapply copy_out_follows|].
      intros s1 F1 _ HF1. destruct dest as [dest|]; [|simpl; eauto].
      apply follows_same. intros v Hv.
      eapply (dest_follows (Some dest)); [exact Hdest| |done].
      destruct (proc_checked HQ _ _ Hq) as (_ & _ & m & Hret).
      destruct (variable_ok _ _ _ _ _ Hret Ht) as (v' & Hv' & ?). congruence.
    Qed.

    (** ** Resumptions *)
    Lemma give_back_copy_out args vs s :
      length args = length vs → give_back_all W untouched args vs s = copy_out Q source p args (map Some vs) s.
    Proof.
      clear. revert vs s. induction args as [|a args IH]; intros [|v vs] s Hlen; simpl in *; try done.
      destruct a; simpl; [apply IH; lia|..];
        (match goal with |- ?o ≫= _ = ?o' ≫= _ => change o' with o; destruct o end); simpl; try done; apply IH; lia.
    Qed.

    Lemma leave_resume_follows x k h h' rs l pr' s s' :
      position Q p pr (Resume x) k → happening_ok Q (child_proc x) h → seen h' = h →
      procs Q !! child_proc x = Some pr' → vars_ok Q pr s →
      (∀ c ev lent, learned Q x h = Ok (c, ev, lent) → map (Some ∘ of_data) lent = l) →
      puts rs l s = Ok s' → shared s' (resumer h') →
      (∀ t s1, copy_out Q source p (AInout (child x) :: lend x) t s = Ok s1 ↔
        ∃ s', puts (None :: rs) t s = Ok s' ∧
          copied_out Q ((true, AInout (child x)) :: function_copies (by_reference p) (lend x)) t s' = Ok s1) →
      follows shared (fl_leave_resume Q source p x h s) (leave_resume_in_place Q (by_reference p) x h').
    Proof using HQ Hp Hsettled.
      intros Hpos Hh <- Hq0 Hs Hl Hs' HF Hcopy. unfold fl_leave_resume, leave_resume_in_place.
      pose proof (learned_ok HQ p pr x k _ Hpos Hh) as Hlok.
      destruct (resumption_checked _ _ _ _ Hpos) as (pr1 & i & ts & Hq & _ & Hchild & _ & _ & Hlend & _).
      apply follows_same. intros [[c ev] lent] Hlearned. rewrite Hlearned in Hlok. specialize (Hl _ _ _ Hlearned).
      destruct Hlok as (Hc & (ty & Hty & Hev) & pr'' & Hq'' & Hlent).
      assert (pr'' = pr') as -> by congruence. assert (pr1 = pr') as -> by congruence.
      assert (Forall2 (value_ok Q) (lent_types pr') (map of_data lent)) as Hvs by (apply of_datas_ok; [constructor|done]).
      assert (args_ok E ((Lent, TCoro (child_proc x)) :: map (pair Lent) (lent_types pr')) (AInout (child x) :: lend x) = true)
        as Hargs.
      { unfold args_ok. simpl. rewrite Hchild. unfold expect, need. simpl. rewrite Nat.eqb_refl. exact Hlend. }
      assert (length (lend x) = length (map (of_data (P := fl_point)) lent)) as Hlen.
      { unfold args_ok in Hlend. apply all2_Forall2, Forall2_length in Hlend. rewrite map_length in Hlend.
        rewrite <-(Forall2_length _ _ _ Hvs). done. }
      assert ((s ← assign W untouched (child x) c s; give_back_all W untouched (lend x) (map of_data lent) s) =
        copy_out Q source p (AInout (child x) :: lend x) (Some c :: map (Some ∘ of_data) lent) s) as Hout.
      { cbn [copy_out give_back]. simpl. destruct (assign W untouched (child x) c s) as [s2| |]; simpl; try done.
        rewrite give_back_copy_out, map_map by done. done. }
      assert (∀ f : store fl_point → outcome (store fl_point),
        (s ← assign W untouched (child x) c s; s ← give_back_all W untouched (lend x) (map of_data lent) s; f s) =
        (s ← copy_out Q source p (AInout (child x) :: lend x) (Some c :: map (Some ∘ of_data) lent) s; f s)) as ->.
      { intros f. rewrite <-Hout. by destruct (assign W untouched (child x) c s). }
      pose proof (function_args (by_reference p) (lend x)) as Hfargs.
      eapply (follows_bind shared).
      - pose proof (copy_out_follows (None :: rs)
          ((true, AInout (child x)) :: function_copies (by_reference p) (lend x))
          ((Lent, TCoro (child_proc x)) :: map (pair Lent) (lent_types pr')) []
          (Some c :: map (Some ∘ of_data) lent) s s' (resumer h')) as Hfollows.
        cbn [map snd] in Hfollows. rewrite Hfargs in Hfollows. apply Hfollows; try done.
        + rewrite app_nil_r, lent_pairs. constructor; [by constructor|].
          apply Forall2_fmap_r. eapply Forall2_impl; [exact Hlent|]. intros ty' d Hd. constructor. apply of_data_ok; [constructor|done].
        + simpl. by rewrite Hl.
      - intros s2 F2 _ HF2. by eapply target_follows.
    Qed.
  End statement.

  Lemma lent_writable ps t' F x : writable ((t', lent_refs ps 0) :: F) x.
  Proof. intros l a Ha. simpl in Ha. apply (ref_at_lent (P := fl_point)) in Ha as [? _]. done. Qed.

  Lemma shared_of p us ms K pr t F :
    links_alike p us ms K → shares t K F → procs Q !! p = Some pr → vars_ok Q pr t → shared p pr K t F.
  Proof.
    intros Hus HF Hp Ht. split; [done|]. split; [|done]. intros q ty Hq x Hx.
    destruct Hus as [| | |l y p k s F0 us ms r K pr' pr'' _ _ Hq' _ _ _ Hr];
      inversion HF; subst; try (by apply lent_writable). intros cuts a Ha.
    simpl in Ha. destruct (Hr x cuts a Ha) as [ty' Hty']. assert (pr'' = pr) as -> by congruence.
    unfold target in Hq. rewrite Hx in Hq. simpl in Hq. rewrite look_build in Hq.
    unfold variables in Hq. by rewrite (lookup_app_l_Some _ _ _ _ Hty') in Hq.
  Qed.
End calls.
