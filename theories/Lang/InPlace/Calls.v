(** * Calls, copied and in place.

    The two machines side by side: the check of arguments keeps references apart
    ([checked_alone]), types make sure that what is put back has a place ([settled_typed]),
    and each statement, call, return and resumption comes to the same on both sides
    ([run_follows], [enter_follows], [leave_follows], [lend_follows], [leave_resume_follows]). *)
From Fairlead.Base Require Import Prelude Outcome Table.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Lang.Typing Require Import Soundness.
From Fairlead.Lang.Aliasing Require Import Checker.
From Fairlead.Lang.InPlace Require Import PutBack Machine Lent Arguments References.

(** What the source comes to, unless it is stuck. *)
Definition follows {A B} (Φ : A → B → Prop) (o : outcome A) (o' : outcome B) : Prop :=
  match o with Ok a => ∃ b, o' = Ok b ∧ Φ a b | Trap => o' = Trap | Wrong => True end.

Lemma follows_bind {A B A' B'} (Φ : A → B → Prop) (Ψ : A' → B' → Prop) o o' f f' :
  follows Φ o o' → (∀ a b, o = Ok a → Φ a b → follows Ψ (f a) (f' b)) → follows Ψ (o ≫= f) (o' ≫= f').
Proof. destruct o; simpl; [|by intros ->|done]. intros (b & -> & ?) Hf. by apply Hf. Qed.
Lemma follows_mono {A B} (Φ Ψ : A → B → Prop) o o' :
  follows Φ o o' → (∀ a b, Φ a b → Ψ a b) → follows Ψ o o'.
Proof. destruct o; simpl; naive_solver. Qed.
Lemma follows_same {A B C} (Ψ : A → B → Prop) (o : outcome C) f f' :
  (∀ c, o = Ok c → follows Ψ (f c) (f' c)) → follows Ψ (o ≫= f) (o ≫= f').
Proof. destruct o; simpl; auto. Qed.

Lemma collect_lookup {A B} (f : A → outcome B) l bs i a :
  collect f l = Ok bs → l !! i = Some a → ∃ b, bs !! i = Some b ∧ f a = Ok b.
Proof.
  revert bs i. induction l as [|a' l IH]; intros bs i Hl Hi; [done|]. simpl in Hl.
  destruct (f a') as [b| |] eqn:Hb; simpl in Hl; try done.
  destruct (collect f l) as [bs'| |] eqn:Hbs; simpl in Hl; try done. injection Hl as <-.
  destruct i as [|i]; simpl in *; [|by eauto]. simplify_eq. eauto.
Qed.

Lemma collect_all {A B} (f : A → outcome B) l :
  (∀ a, a ∈ l → ∃ b, f a = Ok b) → ∃ bs, collect f l = Ok bs ∧ Forall2 (λ a b, f a = Ok b) l bs.
Proof.
  induction l as [|a l IH]; intros Hl; [by exists []|]. destruct (Hl a) as [b Hb]; [left|].
  destruct IH as (bs & Hbs & ?); [intros a' ?; apply Hl; by right|]. exists (b :: bs). simpl. rewrite Hb, Hbs. eauto.
Qed.

(** ** What the check of a call says *)
Lemma args_apart_lookup E args i j a b :
  args_apart E args = true → i ≠ j → args !! i = Some a → args !! j = Some b → kept_apart E a b = true.
Proof.
  revert i j. induction args as [|c args IH]; intros i j Hargs Hne Hi Hj; [done|]. simpl in Hargs.
  apply andb_true_iff in Hargs as [[_ Hc]%andb_true_iff Hargs]. rewrite forallb_forall in Hc.
  destruct i as [|i], j as [|j]; simpl in *; simplify_eq; try done.
  - apply elem_of_list_lookup_2, elem_of_list_In, Hc, andb_true_iff in Hj as []. done.
  - apply elem_of_list_lookup_2, elem_of_list_In, Hc, andb_true_iff in Hi as []. done.
  - apply (IH i j); [done|congruence|done..].
Qed.

Lemma checked_alone E ps args :
  args_apart E args = true → args_ok E ps args = true → args_alone ps args.
Proof.
  intros Hapart Hok. split.
  - intros i j a b Hne Hi Hj Hb. pose proof (args_apart_lookup _ _ _ _ _ _ Hapart Hne Hi Hj) as H.
    unfold kept_apart in H. destruct b as [e|q|]; [by destruct a| |done].
    destruct a as [|p|p lo hi]; [done|..]; cbn [out_place] in H; unfold ranges_part in H;
      cbn [range] in H; try destruct lo; try destruct hi; simpl in H; by rewrite andb_false_r, orb_false_r in H.
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

(** Of arguments that are apart, none moves another. *)
Fixpoint all_undisturbed (args : list arg) : Prop :=
  match args with [] => True | a :: args => Forall (undisturbed a) args ∧ all_undisturbed args end.

Lemma checked_undisturbed E args : args_apart E args = true → all_undisturbed args.
Proof.
  induction args as [|a args IH]; simpl; [done|]. intros [[_ Ha]%andb_true_iff Hargs]%andb_true_iff. split; [|auto].
  apply Forall_forall. intros b Hb. rewrite forallb_forall in Ha.
  apply elem_of_list_In, Ha, andb_true_iff in Hb as [Hab _]. intros p Hp. unfold kept_apart in Hab. rewrite Hp in Hab.
  destruct (out_place b) as [q|] eqn:Hq; [|done]. apply orb_true_iff in Hab as [Hab|Hab].
  - unfold independent_args, independent in Hab. rewrite Hp, Hq in Hab.
    by repeat (apply andb_true_iff in Hab as [Hab ?]).
  - by repeat (apply andb_true_iff in Hab as [Hab ?]).
Qed.

(** Everything in a procedure that passes places is checked. *)
Definition passed (d : fl_cmd) : list arg :=
  match d with
  | Do (BExtern _ args _) => args
  | Call _ x => call_args x
  | Resume x => AInout (child x) :: lend x
  | _ => []
  end.

Lemma cmd_apart_passed E c d : cmd_apart E c = true → occurs d c → args_apart E (passed d) = true.
Proof.
  induction c as [|b|c1 IH1 c2 IH2|e c1 IH1 c2 IH2|c IH|l c IH|n|l c IH|l|l y|l y|y|]; simpl; intros Hc Hd; try done;
    try (by auto); try (apply andb_true_iff in Hc as [Hc1 Hc2]; naive_solver); subst d; unfold call_apart in Hc;
    try (destruct b; try done); simpl in Hc |- *; by repeat (apply andb_true_iff in Hc as [Hc _]; try done).
Qed.

Lemma aliasing_checked Q p pr c k d :
  check_aliasing Q = None → position Q p pr c k → occurs d c →
  args_apart (proc_env Q p pr) (passed d) = true.
Proof.
  intros HQ Hpos Hd. eapply (cmd_apart_passed _ (body pr)); [|by eapply position_occurs; eauto].
  by apply (first_bad_None _ _ _ _ _ _ HQ (position_proc _ _ _ _ Hpos)).
Qed.

Lemma function_args args : map snd (function_copies args) = args.
Proof. unfold function_copies. rewrite map_map. apply map_id. Qed.
Lemma coroutine_args ps args : length ps = length args → map snd (coroutine_copies ps args) = args.
Proof.
  revert args. induction ps as [|param ps IH]; intros [|a args] Hlen; try done. simpl in *. f_equal. apply IH. lia.
Qed.

(** What is passed for a lent parameter is lent. *)
Lemma lent_argument ys ps args i ty a :
  all2 is_own_lent ys (List.filter (is_lent ∘ fst ∘ fst) (zip ps args)) = true →
  ps !! i = Some (Lent, ty) → args !! i = Some a → match a with AInout (PVar _) => True | _ => False end.
Proof.
  revert ys args i. induction ps as [|[m t] ps IH]; intros ys [|b args] i Hys Hi Ha; try done.
  simpl in Hys. destruct i as [|i]; simpl in Hi, Ha.
  - simplify_eq. simpl in Hys. destruct ys as [|y ys]; [done|]. simpl in Hys. apply andb_true_iff in Hys as [Hy _].
    by destruct a as [|[]|].
  - destruct m; simpl in Hys; try (by eapply IH). destruct ys as [|y ys]; [done|]. simpl in Hys.
    apply andb_true_iff in Hys as [_ Hys]. by eapply IH.
Qed.

(** ** Where statements write *)
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
End targets.

Section calls.
  Context {Q : program} (HQ : well_typed Q).
  Context {external : nat → list data → option (list data * data)}.
  Context (Hext : external_ok (λ f, externs Q !! f) external).
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
          copied_out Q ((true, AInout (child x)) :: function_copies (lend x)) t s' = Ok s1) →
      links_alike (child_proc x) (Parent x p k s :: us) (Parent x p k F :: ms)
        ((lent_refs (params pr') 0, d) :: (rs, s) :: K)
  | alike_function l x p k s F us ms r K pr pr' :
      links_alike p us ms K → procs Q !! p = Some pr →
      procs Q !! callee x = Some pr' → suspends pr' = false →
      (∀ t, vars_ok Q pr' t → ∃ s', puts r t s = Ok s' ∧ vars_ok Q pr s') →
      (∀ t s1, copy_out Q source p (call_args x) t s = Ok s1 ↔
        ∃ s', puts r t s = Ok s' ∧ copied_out Q (function_copies (call_args x)) t s' = Ok s1) →
      (∀ y a, ref_at r y = Some (false, a) → ∃ ty, params pr' !! y = Some (In, ty)) →
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

    Lemma give_back_follows m ty a v t F :
      arg_ok E (m, ty) a = true → value_ok Q ty v → shared t F →
      follows shared (give_back W untouched a v t) (give_back_at Q a v F).
    Proof using HQ Hp Hsettled.
      intros Ha Hv HF. pose proof (give_back_ok (world_known HQ p pr Hp) _ _ _ _ t Ha Hv) as Hok.
      rewrite give_back_write in Hok |- *. unfold give_back_at. rewrite (shared_view _ _ HF).
      destruct (write_back Q a v t) as [w| |] eqn:Hw; simpl; try done.
      apply do_write_follows; [done| |by apply Hok, HF]. intros q f ->. by eapply write_back_target.
    Qed.

    Lemma write_through_follows ps args tos vs t F :
      args_ok E ps args = true → all_undisturbed args → Forall2 (λ a to, leads_to Q a t = Ok to) args tos →
      Forall2 (value_ok Q) (map snd ps) vs → shared t F →
      follows shared (give_back_all W untouched args vs t) (write_through_all tos vs F).
    Proof using HQ Hp Hsettled.
      unfold args_ok. intros Hargs%all2_Forall2. revert tos vs t F.
      induction Hargs as [|[m ty] a ps args Ha _ IH]; intros tos vs t F Hapart Htos Hvs HF;
        inversion_clear Htos as [|? to ? tos' Hto Htos']; inversion_clear Hvs as [|? v ? vs' Hv Hvs']; simpl; [by eauto|].
      destruct Hapart as [Hfirst Hapart]. pose proof (give_back_follows m ty a v t F Ha Hv HF) as Hback.
      destruct (give_back W untouched a v t) as [t1| |] eqn:Ht1; simpl in Hback |- *; [| |done].
      - destruct Hback as (F1 & HF1 & Hshared). rewrite (write_through_found Q a v F to) in HF1;
          [|by rewrite (shared_view _ _ HF)|by rewrite HF1].
        rewrite HF1. simpl. apply IH; [done| |done..].
        rewrite Forall_forall in Hfirst. apply Forall2_same_length_lookup_2; [by eapply Forall2_length|].
        intros i b to' Hb Hto'. rewrite (leads_undisturbed Q a b v t t1); [|by eapply Hfirst, elem_of_list_lookup_2|done].
        by eapply (Forall2_lookup_lr _ _ _ _ _ _ Htos').
      - by rewrite <-(write_through_found Q a v F to), Hback by (by rewrite ?(shared_view _ _ HF), ?Hback).
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

    Lemma dest_follows dest ty v t F :
      dest_ok E dest ty = true → value_ok Q ty v → shared t F →
      follows shared (assign_to W untouched dest v t) (do_write_at Q (dest_write dest v) F).
    Proof using HQ Hp Hsettled.
      intros Hd Hv HF. destruct dest as [q|]; [|simpl; by eauto]. simpl in Hd.
      destruct (target E q) as [ty'|] eqn:Hq; [|done]. apply is_some_eq, expect_eq in Hd. injection Hd as ->.
      by eapply assign_follows.
    Qed.

    Lemma run_follows b t F :
      basic_ok E b = true → (∀ f args dest, b = BExtern f args dest → all_undisturbed args) → shared t F →
      follows shared (run_basic W untouched external b t) (run_in_place Q external b F).
    Proof using HQ Hext Hp Hsettled.
      intros Hb Hapart HF. pose proof (world_known HQ p pr Hp) as HW. pose proof HF as (_ & _ & Ht).
      assert ((∃ f args dest, b = BExtern f args dest) ∨ ∀ f args dest, b ≠ BExtern f args dest) as [(f & args & dest & ->)|Hne]
        by (destruct b; eauto; right; done).
      - cbn [run_basic run_in_place basic_ok] in *. rewrite (shared_view _ _ HF).
        destruct (look (e_externs E) f) as [x|] eqn:Hx; [|done]. apply andb_true_iff in Hb as [Hargs Hdest].
        pose proof (passes_ok HW _ _ _ Hargs Ht) as Hvs.
        apply follows_same. intros vs Hvs'. rewrite Hvs' in Hvs. simpl in Hvs.
        assert (∃ tos, collect (λ a, leads_to Q a t) args = Ok tos ∧ Forall2 (λ a to, leads_to Q a t = Ok to) args tos)
          as (tos & -> & Htos).
        { apply collect_all. intros a [i Ha]%elem_of_list_lookup.
          pose proof Hargs as Hargs'. unfold args_ok in Hargs'. apply all2_Forall2 in Hargs'.
          destruct (Forall2_lookup_r _ _ _ _ _ Hargs' Ha) as ([m ty] & _ & Hok).
          destruct (collect_lookup _ _ _ _ _ Hvs' Ha) as (v & _ & Hv). by eapply passed_leads. }
        simpl. apply follows_same. intros ds Hds. apply follows_same. intros [ds' d] Hf.
        destruct (external f ds) as [[]|] eqn:Hf'; simpl in Hf; [|done]. injection Hf as -> ->.
        destruct (extern_answers f x vs ds ds' d Hx Hvs Hds Hf') as [Hds' Hd].
        eapply follows_bind; [eapply write_through_follows; [done|by eapply Hapart|done|by apply of_datas_ok; [constructor|]|done]|].
        intros t1 F1 _ HF1. eapply dest_follows; [done| |done]. apply of_data_ok; [constructor|done].
      - assert (run_in_place Q external b F = (w ← write_of Q b (view F); do_write_at Q w F)) as ->
          by (destruct b as [| | | | | | | | |f args dest|]; [done..|by destruct (Hne f args dest)|done]).
        pose proof (run_basic_ok HW (externs_checked HQ p pr) (external_known Hext p pr) b t Hb Ht) as Hok.
        rewrite run_basic_write in Hok |- * by done. rewrite (shared_view _ _ HF).
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
         match dest with None => Ok F1 | Some dest => v ← variable t (ret pr'); do_write_at Q (Some (dest, put v)) F1 end).
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
          copied_out Q ((true, AInout (child x)) :: function_copies (lend x)) t s' = Ok s1) →
      follows shared (fl_leave_resume Q source p x h s) (leave_resume_in_place Q x h').
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
      pose proof (function_args (lend x)) as Hfargs.
      eapply (follows_bind shared).
      - pose proof (copy_out_follows (None :: rs) ((true, AInout (child x)) :: function_copies (lend x))
          ((Lent, TCoro (child_proc x)) :: map (pair Lent) (lent_types pr')) []
          (Some c :: map (Some ∘ of_data) lent) s s' (resumer h')) as Hfollows.
        cbn [map snd] in Hfollows. rewrite Hfargs in Hfollows. apply Hfollows; try done.
        + rewrite app_nil_r, lent_pairs. constructor; [by constructor|].
          apply Forall2_fmap_r. eapply Forall2_impl; [exact Hlent|]. intros ty' d Hd. constructor. apply of_data_ok; [constructor|done].
        + simpl. by rewrite Hl.
      - intros s2 F2 _ HF2. by eapply assign_follows.
    Qed.
  End statement.

  Lemma lent_writable ps t' F x : writable ((t', lent_refs ps 0) :: F) x.
  Proof. intros a Ha. simpl in Ha. apply (ref_at_lent (P := fl_point)) in Ha as [? _]. done. Qed.

  Lemma shared_of p us ms K pr t F :
    links_alike p us ms K → shares t K F → procs Q !! p = Some pr → vars_ok Q pr t → shared p pr K t F.
  Proof.
    intros Hus HF Hp Ht. split; [done|]. split; [|done]. intros q ty Hq x Hx.
    destruct Hus as [| | |l y p k s F0 us ms r K pr' pr'' _ _ Hq' _ _ _ Hr];
      inversion HF; subst; try (by apply lent_writable). intros a Ha.
    simpl in Ha. destruct (Hr x a Ha) as [ty' Hty']. assert (pr'' = pr) as -> by congruence.
    unfold target in Hq. rewrite Hx in Hq. simpl in Hq. rewrite look_build in Hq.
    unfold variables in Hq. by rewrite (lookup_app_l_Some _ _ _ _ Hty') in Hq.
  Qed.

  (** ** Calls *)
  (** Along references whatever has the type can be put back. *)
  Lemma puts_typed p pr ps args ts cs s0 s :
    procs Q !! p = Some pr → args_ok (proc_env Q p pr) ps args = true → args_alone ps args →
    Forall2 (slots_ok Q) (map snd ps ++ ts) cs → vars_ok Q pr s →
    (∀ q, AInout q ∈ args → resolve W q s = resolve W q s0) →
    outcome_ok (vars_ok Q pr) (puts (arg_refs Q ps args s0) cs s).
  Proof using HQ.
    intros Hp. unfold args_ok. intros Hargs%all2_Forall2. revert cs s.
    induction Hargs as [|[m ty] a ps args Ha _ IH]; intros cs s Halone Hcs Hs Hres; [done|].
    simpl in Hcs. inversion Hcs as [|? o ? ? Ho Hcs']; subst. destruct Ho as [ty v Hv].
    change (arg_refs Q ((m, ty) :: ps) (a :: args) s0) with (arg_ref Q (m, ty) a s0 :: arg_refs Q ps args s0).
    pose proof (args_alone_tail _ _ _ _ Halone) as Htail.
    assert (∀ q, AInout q ∈ args → resolve W q s = resolve W q s0) as Hres' by (intros q Hq; apply Hres; by right).
    destruct (arg_ref Q (m, ty) a s0) as [[[] b]|] eqn:Hb; simpl; [|by apply IH..].
    assert (∃ q, a = AInout q ∧ resolve W q s0 = Ok b) as (q & -> & Hq).
    { destruct a as [e|q|]; simpl in Hb; [|destruct (resolve W q s0) eqn:?; simplify_eq; by eauto|done].
      destruct e; try done. case_match; [done|]. by case_match. }
    pose proof (give_back_ok (world_known HQ p pr Hp) _ _ _ _ s Ha Hv Hs) as Hok. cbn [give_back] in Hok.
    unfold assign in Hok. rewrite update_path, (Hres q (elem_of_list_here _ _)), Hq in Hok. simpl in Hok.
    change (λ _ : option (val fl_point), Ok v) with (put v) in Hok.
    destruct (write_path (put v) s b) as [s1| |] eqn:Hs1; simpl in Hok |- *; try done.
    apply IH; [done..|]. intros q' Hq'. rewrite <-Hres' by done.
    eapply (write_steady Q (AInout q) q); [|done|by rewrite (Hres q (elem_of_list_here _ _))|done].
    apply elem_of_list_lookup in Hq' as [j Hj]. by apply (alone_written _ _ Halone 0 (S j)).
  Qed.

  (** What is passed for a parameter is where its reference leads. *)
  Lemma refs_hold p pr ps args t vs y b a :
    args_ok (proc_env Q p pr) ps args = true → collect (λ a, pass W a t) args = Ok vs →
    ref_at (arg_refs Q ps args t) y = Some (b, a) →
    (b = true → ∃ q ty, target (proc_env Q p pr) q = Some ty ∧ Model.Needs.root q = Some (fst a)) ∧
    (b = false → ∃ ty, ps !! y = Some (In, ty)) ∧
    ∃ v, vs !! y = Some v ∧ peek_store t a = Some v.
  Proof.
    intros Hargs Hvs (param & arg & q & Hparam & Harg & Hres & Hb)%ref_at_arg.
    unfold args_ok in Hargs. apply all2_Forall2 in Hargs.
    pose proof (Forall2_lookup_lr _ _ _ _ _ _ Hargs Hparam Harg) as Ha. destruct param as [m ty].
    destruct (collect_lookup _ _ _ _ _ Hvs Harg) as (v & Hv & Hpass).
    assert (get W q t = Ok v) as Hget by (destruct Hb as [[-> ->]|(-> & -> & _)]; exact Hpass).
    split_and!.
    - intros ->. destruct Hb as [[_ ->]|(? & _)]; [|done].
      destruct (write_back_target Q (proc_env Q p pr) (m, ty) (AInout q) (VBool true) t q (put (VBool true))) as [ty' ?];
        [done..|]. exists q, ty'. split; [done|]. destruct a. by eapply resolve_root.
    - intros ->. destruct Hb as [[? _]|(_ & -> & _)]; [done|]. destruct m; simpl in Ha; try done. eauto.
    - exists v. split; [done|]. destruct a as [y' l']. apply get_peek in Hget as (y2 & l2 & u & Hres' & Hu & Hpeek);
        [|eexists; by eapply resolve_root].
      rewrite Hres in Hres'. injection Hres' as <- <-. apply peek_store_some. eauto.
  Qed.

  Lemma enter_follows p pr l x k us ms K t F :
    position Q p pr (Call l x) k → links_alike p us ms K → shared p pr K t F →
    args_apart (proc_env Q p pr) (call_args x) = true →
    follows (λ a b, a.1 = callee x ∧ b.1 = callee x ∧
        ∃ K', shares a.2 K' b.2 ∧ links_alike (callee x) (Caller l x p k t :: us) (Caller l x p k F :: ms) K')
      (fl_enter_call Q source x t) (enter_in_place Q x F).
  Proof using HQ.
    intros Hpos Hus HF Happly. pose proof (position_proc _ _ _ _ Hpos) as Hp. pose proof HF as (Hshares & Htargets & Ht).
    destruct (call_checked _ _ _ _ _ Hpos) as (pr' & Hcallee & Hargs & _ & Hsusp).
    pose proof (enter_call_ok HQ _ _ _ _ _ _ Hpos Ht) as Hentered.
    unfold enter_in_place. rewrite (shared_view _ _ _ _ _ HF), Hcallee. simpl.
    destruct (fl_enter_call Q source x t) as [[q t0]| |] eqn:Hq; simpl in Hentered |- *; try done.
    destruct Hentered as (-> & pr1 & ? & Ht0). simplify_eq.
    destruct (suspends pr') eqn:Hs.
    { eexists; split; [done|]. split_and!; [done..|]. simpl.
      destruct (Hsusp eq_refl) as (Hs' & _ & Htypes).
      destruct (coroutine_lent _ _ _ _ _ Hus Hp Hs') as (d & K' & -> & Hdsome & Hdlen & Hopen & HK').
      destruct (typed_lents pr t Ht) as (Hlen & Hsome & Hl). destruct (typed_lents pr' t0 Ht0) as (Hlen0 & Hsome0 & Hl0).
      assert (lents (params pr') t0 = lents (params pr) t) as Hlents.
      { unfold fl_enter_call in Hq. rewrite Hcallee in Hq. simpl in Hq.
        destruct (collect (λ a, pass W a t) (call_args x)) as [vs| |] eqn:Hvs; simpl in Hq; try done.
        case_decide; [|done]. injection Hq as <-. eapply same_slots; [|by apply lents_of].
        eapply lent_passed; [by eapply call_lents|done|].
        unfold args_ok in Hargs. by apply all2_Forall2, Forall2_length in Hargs. }
      exists ((lent_refs (params pr') 0, d) :: K'). split.
      - apply shares_lent_inv in Hshares; [|done..|congruence]. rewrite <-Hlents in Hshares.
        apply shares_lent; [done..|congruence|done|done|done|apply own_length|]. intros y Hy. by rewrite own_lookup.
      - econstructor; [done..| |done|done|]; [by eapply shared_view|]. split_and!; [done|congruence|done|by rewrite Htypes]. }
    eexists; split; [done|]. split_and!; [done..|]. simpl.
    pose proof (checked_alone _ _ _ Happly Hargs) as Halone.
    set (r := arg_refs Q (params pr') (call_args x) t). exists ((r, t) :: K).
    assert (∃ vs, collect (λ a, pass W a t) (call_args x) = Ok vs ∧ t0 = map Some vs ++ locals_of source pr' ∧
      length vs = length (params pr')) as (vs & Hvs & -> & Hlen).
    { unfold fl_enter_call in Hq. rewrite Hcallee in Hq. simpl in Hq.
      destruct (collect (λ a, pass W a t) (call_args x)) as [vs| |]; simpl in Hq; try done.
      case_decide; [|done]. injection Hq as <-. eauto. }
    assert (∀ y b a, ref_at r y = Some (b, a) →
      (b = true → writable F (fst a)) ∧ ∃ v, (map Some vs ++ locals_of source pr') !! y = Some (Some v) ∧
      peek_store t a = Some v) as Hr.
    { intros y b a Hy. destruct (refs_hold _ _ _ _ _ _ _ _ _ Hargs Hvs Hy) as (Hw & _ & v & Hv & ?).
      split; [intros (q & ty & ? & ?)%Hw; by eapply Htargets|]. exists v. split; [|done].
      apply lookup_app_l_Some. by rewrite list_lookup_fmap, Hv. }
    assert (refs_apart r) as Hapart by (by apply arg_refs_apart).
    split.
    - apply shares_push; [done..| |done].
      eapply (puts_same (point_vars Q) (coro_points Q)); [done| |].
      + unfold r, arg_refs. rewrite zip_with_length, app_length, map_length. lia.
      + intros y a Hy. by destruct (Hr _ _ _ Hy) as [_ ?].
    - econstructor; [done..| | |].
      + intros t1 Ht1. assert (outcome_ok (vars_ok Q pr) (puts r t1 t)) as Hok.
        { eapply puts_typed; [done..| |done|done]. unfold store_ok, variables in Ht1. by rewrite map_app in Ht1. }
        destruct (puts r t1 t) as [s'| |] eqn:Hs'; [by eauto|exfalso|done].
        eapply (puts_no_trap r t1 t Hapart); [|done]. intros y a Hy. destruct (Hr _ _ _ Hy) as (_ & v & _ & ?). eauto.
      + intros t1 s1. destruct (function_parts Q (params pr') (call_args x) t Halone) as [Hparts Hrefs].
        * unfold args_ok in Hargs. apply all2_Forall2, Forall2_length in Hargs. done.
        * intros q [y Hy]%elem_of_list_lookup. unfold args_ok in Hargs. apply all2_Forall2 in Hargs.
          destruct (Forall2_lookup_r _ _ _ _ _ Hargs Hy) as (param & Hparam & Ha).
          destruct (write_back_target Q (proc_env Q p pr) param (AInout q) (VBool true) t q (put (VBool true)))
            as [ty [_ Hroot]%target_inv]; [done..|].
          destruct (collect_lookup _ _ _ _ _ Hvs Hy) as (v & _ & Hpass). simpl in Hpass.
          apply get_peek in Hpass as (y2 & l2 & u & Hres & _); [|done]. eauto.
        * pose proof (copy_out_parts Q p _ _ t1 t s1 Hparts Hrefs) as Hcopy.
          rewrite function_args in Hcopy. exact Hcopy.
      + intros y a Hy. destruct (refs_hold _ _ _ _ _ _ _ _ _ Hargs Hvs Hy) as (_ & Hin & _). auto.
  Qed.

  (** Returning from a function. *)
  Lemma leave_follows p pr l x k us ms r K pr' t s F F0 :
    position Q p pr (Call l x) k → links_alike p us ms K →
    procs Q !! callee x = Some pr' → suspends pr' = false → vars_ok Q pr' t → vars_ok Q pr s →
    (∀ t, vars_ok Q pr' t → ∃ s', puts r t s = Ok s' ∧ vars_ok Q pr s') →
    (∀ t s1, copy_out Q source p (call_args x) t s = Ok s1 ↔
      ∃ s', puts r t s = Ok s' ∧ copied_out Q (function_copies (call_args x)) t s' = Ok s1) →
    shares t ((r, s) :: K) F →
    follows (λ s F, shares s K F) (fl_leave_call Q source p x (callee x) t s) (leave_in_place Q p x (callee x) F F0).
  Proof using HQ.
    intros Hpos Hus Hq Hsusp Ht Hs Hputs Hcopy HF. pose proof (position_proc _ _ _ _ Hpos) as Hp.
    destruct (call_checked _ _ _ _ _ Hpos) as (pr1 & ? & Hargs & Hdest & _). simplify_eq.
    unfold fl_leave_call, leave_in_place. rewrite !decide_True, Hq by done. simpl. rewrite Hsusp.
    pose proof (shares_view _ _ _ HF) as ->. apply shares_pop in HF as (t' & F' & s' & -> & Hs' & HF'). simpl.
    destruct (Hputs t Ht) as (s2 & Hs2 & Hs'ok). rewrite Hs' in Hs2. injection Hs2 as <-.
    pose proof (shared_of _ _ _ _ _ _ _ Hus HF' Hp Hs'ok) as Hshared.
    assert (∀ t, vars_ok Q pr t → settled t K) as Hsettled by (intros; by eapply settled_typed).
    assert (Forall2 (slots_ok Q) (map snd (params pr') ++ locals pr') t) as Hts.
    { unfold store_ok, variables in Ht. rewrite map_app, map_map in Ht. simpl in Ht. by rewrite map_id in Ht. }
    pose proof (put_back_follows p pr Hp K Hsettled (callee x) r (function_copies (call_args x)) (params pr') (locals pr')
      (call_dest x) pr' t s s' F') as Hback. rewrite function_args in Hback.
    eapply follows_mono; [by apply Hback|]. by intros ?? [].
  Qed.

  (** Returning from a called coroutine: what is lent stays where it is. *)
  Lemma leave_coroutine_follows p pr l x k us ms pr' d K t s F F0 :
    position Q p pr (Call l x) k → links_alike p us ms ((lent_refs (params pr) 0, d) :: K) →
    procs Q !! callee x = Some pr' → suspends pr' = true → lendable pr' d K → vars_ok Q pr' t → vars_ok Q pr s →
    args_apart (proc_env Q p pr) (call_args x) = true →
    shares t ((lent_refs (params pr') 0, d) :: K) F → view F0 = s →
    follows (λ s F, shares s ((lent_refs (params pr) 0, d) :: K) F)
      (fl_leave_call Q source p x (callee x) t s) (leave_in_place Q p x (callee x) F F0).
  Proof using HQ.
    intros Hpos Hus Hq Hsusp (Hdsome & Hd & Hopen & HK) Ht Hs Hapart HF HF0. pose proof (position_proc _ _ _ _ Hpos) as Hp.
    destruct (call_checked _ _ _ _ _ Hpos) as (pr1 & Hpr1 & Hargs & Hdest & Hthru).
    assert (pr1 = pr') as -> by congruence. destruct (Hthru Hsusp) as (_ & _ & Htypes).
    unfold fl_leave_call, leave_in_place. rewrite !decide_True, Hq by done. simpl. rewrite Hsusp, Hp. simpl.
    rewrite (shares_view _ _ _ HF), HF0.
    destruct (typed_lents pr' t Ht) as (Hlen & Hsome & Hl). destruct (typed_lents pr s Hs) as (Hlen0 & _ & Hl0).
    apply shares_lent_inv in HF; [|done..|congruence].
    assert (Forall2 (slots_ok Q) (map snd (params pr') ++ locals pr') t) as Hts.
    { unfold store_ok, variables in Ht. rewrite map_app, map_map in Ht. simpl in Ht. by rewrite map_id in Ht. }
    pose proof (call_lents _ _ _ _ _ _ Hpos Hq Hsusp) as Hpassed.
    destruct (lent_returned HQ p pr _ _ _ _ s _ Hp Hargs Hpassed (lent_from_distinct 0 (params pr)) Hts Hs)
      as (s1 & Hs1 & Hs1ok & Hother & Hback).
    destruct (typed_lents pr s1 Hs1ok) as (Hlen1 & Hsome1 & Hl1).
    assert (lents (params pr) s1 = lents (params pr') t) as Hlents by (eapply same_slots; [by apply lents_of|done]).
    assert (shares s1 ((lent_refs (params pr) 0, d) :: K) (on_lent pr s (tail F))) as HF1.
    { rewrite <-Hlents in HF. apply shares_lent; [done..|congruence|done|done|done| |].
      - rewrite own_length. by rewrite <-(Forall2_length _ _ _ Hs), <-(Forall2_length _ _ _ Hs1ok).
      - intros y Hy. rewrite own_lookup by done. apply Hother. intros Hin.
        apply elem_of_list_lookup in Hin as [i Hi].
        destruct (Forall2_lookup_l _ _ _ _ _ (lent_vars pr) Hi) as (ty & _ & Hty).
        exact (proj1 (lents_none (params pr) y) Hy ty Hty). }
    pose proof (shared_of _ _ _ _ _ _ _ Hus HF1 Hp Hs1ok) as Hshared.
    assert (∀ t, vars_ok Q pr t → settled t ((lent_refs (params pr) 0, d) :: K)) as Hsettled by (intros; by eapply settled_typed).
    pose proof (checked_alone _ _ _ Hapart Hargs) as Halone.
    assert (length (params pr') = length (call_args x)) as Hcount.
    { unfold args_ok in Hargs. by apply all2_Forall2, Forall2_length in Hargs. }
    destruct (coroutine_parts Q (params pr') (call_args x) s Halone Hcount) as [Hparts Hrefs].
    { intros i [m ty] a Hi Ha. simpl. pose proof Hargs as Hargs'. unfold args_ok in Hargs'. apply all2_Forall2 in Hargs'.
      pose proof (Forall2_lookup_lr _ _ _ _ _ _ Hargs' Hi Ha) as Hok.
      destruct m; [by destruct a|destruct a as [|q|q lo hi]; [done..|]|by eapply lent_argument].
      simpl in Hok. apply andb_true_iff in Hok as [Hview _]. destruct ty; try done.
      destruct (proc_checked HQ _ _ Hq) as (Hps & _). rewrite Forall_lookup in Hps. apply Hps in Hi. simpl in Hi.
      by rewrite Hsusp in Hi. }
    pose proof (put_back_follows p pr Hp _ Hsettled (callee x) (zip_with passed_on (params pr') (call_args x))
      (coroutine_copies (params pr') (call_args x)) (params pr') (locals pr') (call_dest x) pr' t s s1
      (on_lent pr s (tail F))) as Hfollows.
    rewrite coroutine_args in Hfollows by done.
    eapply follows_mono; [eapply Hfollows; try done|by intros ?? []].
    intros s2. pose proof (copy_out_parts Q p _ _ t s s2 Hparts Hrefs) as Hcopy.
    by rewrite coroutine_args in Hcopy.
  Qed.

  (** ** Steps begin *)
  Lemma arrive_follows p pr ds s t below K :
    procs Q !! p = Some pr → Forall2 data_ok (lent_types pr) ds → vars_ok Q pr s →
    borrow source p (lent_of pr) ds s = Ok t →
    let base := match below with [] => [(map (Some ∘ of_data) ds, [])] | _ => below end in
    shares (map (Some ∘ of_data) ds) K base → open_below K →
    arrive Q p ds ((s, []) :: below) = Ok (on_lent pr t base) ∧
    shares t ((lent_refs (params pr) 0, map (Some ∘ of_data) ds) :: K) (on_lent pr t base).
  Proof using HQ.
    intros Hp Hds Hs Ht base Hbase Hopen. split.
    { unfold arrive. rewrite Hp. simpl. by rewrite Ht. }
    pose proof (borrow_ok p pr ds s Hds Hs) as Hok. rewrite Ht in Hok. simpl in Hok.
    destruct (typed_lents pr t Hok) as (Hlen & Hsome & Hl). destruct (typed_lents pr s Hs) as (Hlen0 & _ & _).
    destruct (borrow_lents p 0 (params pr) ds s t Ht) as (_ & _ & Hlents); [done|]. rewrite drop_0 in Hlents.
    rewrite <-Hlents in Hbase |- *. apply shares_lent; [done..|apply own_length|]. intros y Hy. by rewrite own_lookup.
  Qed.

  Lemma arrived pr ds :
    Forall2 data_ok (lent_types pr) ds → Forall is_Some (map (Some ∘ of_data (P := fl_point)) ds) ∧
    length (map (Some ∘ of_data (P := fl_point)) ds) = length (lent_types pr).
  Proof.
    intros Hds. split; [|rewrite map_length; symmetry; by eapply Forall2_length].
    apply Forall_fmap, Forall_forall. intros d _. by eexists.
  Qed.

  (** What a resumption lends: references, and slices that are copied. *)
  Lemma lend_follows p pr x k us ms K t F pr' vs :
    position Q p pr (Resume x) k → links_alike p us ms K → shared p pr K t F →
    args_apart (proc_env Q p pr) (AInout (child x) :: lend x) = true →
    procs Q !! child_proc x = Some pr' → collect (λ a, pass W a t) (lend x) = Ok vs → Forall2 (value_ok Q) (lent_types pr') vs →
    let rs := lend_refs Q pr' (lend x) t in
    shares (map Some vs) ((rs, t) :: K) ((own rs (map Some vs), rs) :: F) ∧ open_below ((rs, t) :: K) ∧
    (∀ d, Forall is_Some d → length d = length (lent_types pr') → lendable pr' d ((rs, t) :: K) ∧
      links_alike (child_proc x) (Parent x p k t :: us) (Parent x p k F :: ms)
        ((lent_refs (params pr') 0, d) :: (rs, t) :: K)).
  Proof using HQ.
    intros Hpos Hus HF Hapart Hq Hvs Hvsok rs. pose proof (position_proc _ _ _ _ Hpos) as Hp.
    pose proof HF as (Hshares & Htargets & Ht).
    destruct (resumption_checked _ _ _ _ Hpos) as (pr1 & i & ts & Hpr1 & _ & Hchild & _ & _ & Hlend & _).
    assert (pr1 = pr') as -> by congruence.
    set (ps := map (pair Lent) (lent_types pr')) in *.
    assert (args_ok (proc_env Q p pr) ((Lent, TCoro (child_proc x)) :: ps) (AInout (child x) :: lend x) = true) as Hargs.
    { unfold args_ok. simpl. rewrite Hchild. unfold expect, need. simpl. rewrite Nat.eqb_refl. exact Hlend. }
    pose proof (checked_alone _ _ _ Hapart Hargs) as Hall. pose proof (args_alone_tail _ _ _ _ Hall) as Halone.
    assert (∀ y b a, ref_at rs y = Some (b, a) →
      b = true ∧ writable F (fst a) ∧ ∃ v, map Some vs !! y = Some (Some v) ∧ peek_store t a = Some v) as Hr.
    { intros y b a Hy. destruct (refs_hold _ _ _ _ _ _ _ _ _ Hlend Hvs Hy) as (Hw & Hin & v & Hv & ?).
      assert (b = true) as ->.
      { destruct b; [done|]. destruct (Hin eq_refl) as (ty & Hty). unfold ps in Hty.
        by apply list_lookup_fmap_Some in Hty as (? & ? & ?). }
      split_and!; [done| |].
      - destruct (Hw eq_refl) as (q & ty & ? & ?). by eapply Htargets.
      - exists v. split; [|done]. by rewrite list_lookup_fmap, Hv. }
    assert (refs_apart rs) as Hrefs by (by apply arg_refs_apart).
    assert (∀ l, Forall2 (slots_ok Q) (lent_types pr') l → ∃ s', puts rs l t = Ok s' ∧ vars_ok Q pr s') as Hputs.
    { intros l Hl. assert (outcome_ok (vars_ok Q pr) (puts rs l t)) as Hok.
      { eapply (puts_typed p pr ps (lend x) []); [done..| |done|done]. rewrite app_nil_r. unfold ps. by rewrite lent_pairs. }
      destruct (puts rs l t) as [s'| |] eqn:Hs'; [by eauto|exfalso|done].
      eapply (puts_no_trap rs l t Hrefs); [|done]. intros y a Hy. destruct (Hr _ _ _ Hy) as (_ & _ & v & _ & ?). eauto. }
    assert (∀ l, Forall2 (slots_ok Q) (lent_types pr') l → settled l ((rs, t) :: K)) as Hsettled.
    { intros l Hl. simpl. destruct (Hputs l Hl) as (s' & ? & ?). exists s'. split; [done|]. by eapply settled_typed. }
    assert (open_below ((rs, t) :: K)) as Hopen by (intros j a Hj; by destruct (Hr _ _ _ Hj)).
    assert (length ps = length (lend x)) as Hlen.
    { unfold args_ok in Hlend. by apply all2_Forall2, Forall2_length in Hlend. }
    split_and!; [|done|].
    - apply shares_push; [done..| |].
      + eapply (puts_same (point_vars Q) (coro_points Q)); [done| |].
        * rewrite map_length. unfold rs, lend_refs, arg_refs. rewrite zip_with_length. fold ps.
          rewrite <-(Forall2_length _ _ _ Hvsok). unfold ps. rewrite map_length. lia.
        * intros y a Hy. by destruct (Hr _ _ _ Hy) as (_ & _ & ?).
      + intros y b a Hy. by destruct (Hr _ _ _ Hy) as (_ & ? & ?).
    - intros d Hd Hdlen. assert (lendable pr' d ((rs, t) :: K)) by (by split_and!). split; [done|].
      econstructor; [done..|]. intros cs s1. destruct (function_parts Q ps (lend x) t Halone Hlen) as [Hparts Hrefs'].
      + intros q [y Hy]%elem_of_list_lookup. unfold args_ok in Hlend. apply all2_Forall2 in Hlend.
        destruct (Forall2_lookup_r _ _ _ _ _ Hlend Hy) as (param & Hparam & Ha).
        destruct (write_back_target Q (proc_env Q p pr) param (AInout q) (VBool true) t q (put (VBool true)))
          as [ty [_ Hroot]%target_inv]; [done..|].
        destruct (collect_lookup _ _ _ _ _ Hvs Hy) as (v & _ & Hpass). simpl in Hpass.
        apply get_peek in Hpass as (y2 & l2 & u & Hres & _); [|done]. eauto.
      + assert (∀ q, (false, AInout q) ∈ function_copies (lend x) → independent_args (AInout (child x)) (AInout q) = true) as Hhead.
        { intros q (b & [= Hb ->] & [j Hj]%elem_of_list_lookup)%elem_of_list_fmap. by apply (alone_written _ _ Hall 0 (S j)). }
        pose proof (copy_out_parts Q p (None :: rs) ((true, AInout (child x)) :: function_copies (lend x)) cs t s1) as Hcopy.
        cbn [map snd] in Hcopy. rewrite function_args in Hcopy. apply Hcopy; [|by split].
        by eapply parts_copied.
  Qed.
End calls.
