(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What the check of a call says, and what it is to follow

    The check of arguments keeps references apart ([checked_alone]); and a statement writes where its target is.
    [follows] compares the source with the machine in place: what the one comes to, unless it is stuck, so does the other. *)
From Fairlead.Base Require Import Prelude Outcome Table.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Lang.Typing Require Import Soundness.
From Fairlead.Lang.Guards Require Import Guards Exprs.
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
(** Behind a guard that decides whether the source traps. *)
Lemma follows_guarded {A B P} (Φ : A → B → Prop) (W : world P) g s o o' :
  covers W g s o → follows Φ o o' → follows Φ o (guarded W g s o').
Proof.
  unfold guarded. destruct o; simpl; [|by intros ->|done]. intros -> (b & -> & ?). eauto.
Qed.
Lemma follows_guarded_same {A B C P} (Ψ : A → B → Prop) (W : world P) g s (o : outcome C) f f' :
  covers W g s o → (∀ c, o = Ok c → follows Ψ (f c) (f' c)) → follows Ψ (o ≫= f) (guarded W g s o ≫= f').
Proof. destruct o; simpl; [|unfold guarded; by intros ->|done]. unfold guarded. intros -> Hf. by apply Hf. Qed.

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
  - intros i j p e q [m t] Hne Hi Hj Hview Hp Hscalar. simpl in Hscalar.
    pose proof (args_apart_lookup _ _ _ _ _ _ Hapart Hne Hi Hj) as H.
    assert (∀ b, ranges_part (AInout p) b = false) as Hranges by (intros b; by unfold ranges_part).
    destruct e; simpl in Hview; try done.
    2: { assert (by_reference E (AIn (ESlice e1 e2 e3)) = Some q) as Hq by exact Hview.
      unfold kept_apart in H. cbn [out_place] in H. by rewrite Hq, Hranges, orb_false_r in H. }
    injection Hview as ->.
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

Lemma function_args referred args : map snd (function_copies referred args) = args.
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
