(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Evaluation and basic statements do not see where variables live.

    From stores that agree on what an operation needs ([Model.Needs]), source and
    machine evaluate to related values, trap together, and leave stores that
    agree on what is needed afterwards. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Lang.Frames Require Export Relation.
From Fairlead.Lang.Model Require Export Needs.

(** One step of a proof that two runs of the same code are related. *)
Ltac rel_intro :=
  let a := fresh in let b := fresh in let H := fresh in intros a b H;
  try match type of a with (_ * _)%type => destruct a, b end;
  simpl in H;
  repeat match goal with H : _ ∧ _ |- _ => destruct H end; simplify_eq.

(** Heads first: they say how the results are related. *)
Ltac rel :=
  repeat (match goal with
  | |- outcome_rel _ (Ok _) (Ok _) => constructor
  | |- outcome_rel _ Trap Trap => constructor
  | |- outcome_rel _ Wrong Wrong => constructor
  | |- outcome_rel _ (_ ≫= _) (_ ≫= _) => eapply outcome_rel_bind; [solve [rel]|rel_intro]
  | |- outcome_rel _ (_ <$> _) (_ <$> _) => eapply outcome_rel_fmap; [solve [rel]|rel_intro]
  | H : outcome_rel _ ?o ?o' |- outcome_rel _ ?o ?o' => exact H
  | |- outcome_rel _ (as_bool _) (as_bool _) => eapply as_bool_rel; eassumption
  | |- outcome_rel _ (as_int _) (as_int _) => eapply as_int_rel; eassumption
  | |- outcome_rel _ (as_bytes _) (as_bytes _) => eapply as_bytes_rel; eassumption
  | |- outcome_rel _ (as_map _) (as_map _) => eapply as_map_rel; eassumption
  | |- outcome_rel _ (as_union _) (as_union _) => eapply as_union_rel; eassumption
  | |- outcome_rel _ (payload _ _) (payload _ _) => eapply payload_rel; eassumption
  | |- outcome_rel _ (field _ _) (field _ _) => eapply field_rel; eassumption
  | |- outcome_rel _ (index _ _) (index _ _) => eapply index_rel; eassumption
  | |- outcome_rel _ (or_trap (map_find _ _)) (or_trap (map_find _ _)) =>
      eapply or_trap_rel; eapply map_find_rel; eassumption
  | |- outcome_rel _ ?o ?o => apply outcome_rel_eq
  | |- outcome_rel _ (if ?b then _ else _) (if ?b then _ else _) => destruct b
  | |- outcome_rel _ (match ?b with _ => _ end) (match ?b with _ => _ end) => destruct b
  | |- val_rel _ ?v ?w => by constructor
  end; try done).

Section parametricity.
  Context {P1 P2 : Type} (pt : P1 → P2 → varset → Prop).
  Context (W1 : world P1) (W2 : world P2).
  Local Notation val_rel := (val_rel pt).
  Local Notation entry_rel := (entry_rel pt).
  Local Notation store_rel := (store_rel pt).
  Local Notation frame_rel := (frame_rel pt).
  Implicit Types (s : store P1) (t : store P2) (x : nat) (V : varset).

  Record world_rel : Prop := {
    constants_rel c : option_Forall2 val_rel (constant W1 c) (constant W2 c);
    fresh_rel p vs ws :
      Forall2 val_rel vs ws → outcome_rel frame_rel (fresh_frame W1 p vs) (fresh_frame W2 p ws)
  }.
  Context (worlds : world_rel).
  #[local] Set Default Proof Using "worlds".

  (** ** Reading *)
  Definition reads {A B} (R : A → B → Prop) (need : varset → varset)
      (o1 : store P1 → outcome A) (o2 : store P2 → outcome B) : Prop :=
    ∀ V s t, store_rel (need V) s t → store_rel V s t ∧ outcome_rel R (o1 s) (o2 t).

  Lemma store_rel_add x V s t :
    store_rel (add x V) s t →
    store_rel V s t ∧ option_Forall2 (option_Forall2 val_rel) (s !! x) (t !! x).
  Proof using.
    intros H. split.
    - eapply store_rel_subset; [|done]. intros y ?. apply elem_of_add. auto.
    - apply H, elem_of_add. auto.
  Qed.

  Lemma variable_rel x s t :
    option_Forall2 (option_Forall2 val_rel) (s !! x) (t !! x) →
    outcome_rel val_rel (or_wrong (mjoin (s !! x))) (or_wrong (mjoin (t !! x))).
  Proof using. destruct 1 as [?? []|]; simpl; auto. Qed.

  Lemma reads_list {A} (need : A → varset → varset) (o1 : A → store P1 → outcome (val P1))
      (o2 : A → store P2 → outcome (val P2)) l :
    Forall (λ a, reads val_rel (need a) (o1 a) (o2 a)) l →
    reads (Forall2 val_rel) (λ V, foldr need V l)
      (λ s, collect (λ a, o1 a s) l) (λ t, collect (λ a, o2 a t) l).
  Proof using.
    intros Hl V s t Hs.
    assert (store_rel V s t ∧ Forall2 (λ a b, outcome_rel val_rel (o1 a s) (o2 b t)) l l) as [? ?];
      [|split; [done|by apply collect_rel]].
    induction Hl as [|a l Ha _ IH]; simpl in *; [by split; [|constructor]|].
    apply Ha in Hs as [[? ?]%IH ?]. by split; [|constructor].
  Qed.

  Lemma get_eval_rel :
    (∀ p, reads val_rel (uses_place p) (get W1 p) (get W2 p)) ∧
    (∀ e, reads val_rel (uses e) (eval W1 e) (eval W2 e)).
  Proof.
    apply place_expr_ind;
      (* everything an operation reads, one operand after the other *)
      intros; intros ??? Hs; simpl in Hs;
      repeat match goal with
      | H : Forall (λ e, reads _ (uses e) (eval W1 e) (eval W2 e)) ?es,
          Hs : store_rel (foldr _ _ ?es) _ _ |- _ =>
          apply (reads_list uses (eval W1) (eval W2) es H) in Hs as [Hs ?]
      | H : reads _ (?need ?x) _ _, Hs : store_rel (?need ?x _) _ _ |- _ => apply H in Hs as [Hs ?]
      | Hs : store_rel (add _ _) _ _ |- _ => apply store_rel_add in Hs as [Hs ?]
      end; (split; [exact Hs|]); cbn;
      fold (get W1) (get W2) (eval W1) (eval W2); try by rel.
    { by apply variable_rel. }
    { apply or_wrong_rel, constants_rel. apply worlds. }
    - rel. erewrite Forall2_length by eassumption. constructor.
    - rel. erewrite map_has_rel by eassumption. constructor.
    - rel. eapply outcome_rel_fmap; [by apply at_index_rel|].
      intros [] [] [? _]; simpl in *; subst; constructor.
    - rel. constructor. by apply Forall2_replicate.
    - constructor. apply default_rel.
    - rel. eapply outcome_rel_bind; [by eapply fresh_rel|rel_intro]. by repeat constructor.
  Qed.

  Lemma get_rel p : reads val_rel (uses_place p) (get W1 p) (get W2 p).
  Proof. apply get_eval_rel. Qed.
  Lemma eval_rel e : reads val_rel (uses e) (eval W1 e) (eval W2 e).
  Proof. apply get_eval_rel. Qed.

  Lemma reads_bind {A B A' B'} (R : A → B → Prop) (R' : A' → B' → Prop) need o1 o2 f g :
    reads R need o1 o2 → (∀ a b, R a b → outcome_rel R' (f a) (g b)) →
    reads R' need (λ s, o1 s ≫= f) (λ t, o2 t ≫= g).
  Proof using.
    intros Ho Hf V s t Hs. apply Ho in Hs as [? ?]. split; [done|]. by eapply outcome_rel_bind.
  Qed.

  Lemma eval_bool_rel e : reads eq (uses e) (eval_bool W1 e) (eval_bool W2 e).
  Proof. eapply reads_bind; [apply eval_rel|apply as_bool_rel]. Qed.
  Lemma eval_int_rel e : reads eq (uses e) (eval_int W1 e) (eval_int W2 e).
  Proof. eapply reads_bind; [apply eval_rel|apply as_int_rel]. Qed.
  Lemma eval_bytes_rel e : reads eq (uses e) (eval_bytes W1 e) (eval_bytes W2 e).
  Proof. eapply reads_bind; [apply eval_rel|apply as_bytes_rel]. Qed.

  Lemma pass_rel a : reads val_rel (uses_arg a) (pass W1 a) (pass W2 a).
  Proof. destruct a; simpl; [apply eval_rel|apply get_rel|apply eval_rel]. Qed.
  Lemma pass_all_rel args :
    reads (Forall2 val_rel) (uses_args args)
      (λ s, collect (λ a, pass W1 a s) args) (λ t, collect (λ a, pass W2 a t) args).
  Proof. apply reads_list, Forall_forall. intros. apply pass_rel. Qed.
  Lemma eval_all_rel es :
    reads (Forall2 val_rel) (uses_all es)
      (λ s, collect (λ e, eval W1 e s) es) (λ t, collect (λ e, eval W2 e t) es).
  Proof. apply reads_list, Forall_forall. intros. apply eval_rel. Qed.

  (** ** Writing *)

  (** The machine's writes destroy nothing but what [clash] reports. *)
  Context (touched : nat → store P2 → store P2) (clash : nat → varset → bool).
  Record harmless : Prop := {
    touched_length x t : length (touched x t) = length t;
    touched_lookup x V t y : clash x V = false → y ∈ V → y ≠ x → touched x t !! y = t !! y
  }.
  Context (touch_ok : harmless).
  #[local] Set Default Proof Using "worlds touch_ok".
  Local Notation untouched := (λ (_ : nat) s, s).

  Lemma write_rel x V U v w s t :
    clash x V = false → (∀ y, y ∈ V → y = x ∨ y ∈ U) → store_rel U s t → val_rel v w →
    store_rel V (write untouched x v s) (write touched x w t).
  Proof using touch_ok.
    intros Hc HV [Hlen Hs] Hv. unfold write. split.
    { by rewrite !insert_length, (touched_length touch_ok). }
    intros y Hy. destruct (decide (y = x)) as [->|Hne].
    - destruct (decide (x < length s)).
      + rewrite !list_lookup_insert by (rewrite ?(touched_length touch_ok); lia). by do 2 constructor.
      + rewrite !lookup_ge_None_2; [constructor|..];
          rewrite insert_length, ?(touched_length touch_ok); lia.
    - rewrite !list_lookup_insert_ne by done. erewrite (touched_lookup touch_ok) by done.
      apply Hs. naive_solver.
  Qed.

  Lemma need_write_rel x V U v w s t :
    need_write clash x V = Some U → store_rel U s t → val_rel v w →
    store_rel V (write untouched x v s) (write touched x w t).
  Proof using touch_ok.
    unfold need_write. destruct (clash x V) eqn:?; [done|]. intros [= <-] ??.
    eapply write_rel; [done| |done..]. intros. by apply elem_of_remove.
  Qed.

  (** What [update] looks at: indices, keys and the variable itself. *)
  Fixpoint path_rel p s t : Prop :=
    match p with
    | PVar x => option_Forall2 (option_Forall2 val_rel) (s !! x) (t !! x)
    | PConst _ => True
    | PField p _ | PCase p _ => path_rel p s t
    | PIndex p e | PKey p e =>
        path_rel p s t ∧ outcome_rel eq (eval_int W1 e s) (eval_int W2 e t)
    end.

  Lemma uses_place_path p V s t :
    store_rel (uses_place p V) s t → store_rel V s t ∧ path_rel p s t.
  Proof using worlds.
    revert V. induction p as [x|c|p IH i|p IH e|p IH tag|p IH e]; intros V Hs; simpl in *; auto.
    - by apply store_rel_add.
    - apply IH in Hs as [[? ?]%eval_int_rel ?]. auto.
    - apply IH in Hs as [[? ?]%eval_int_rel ?]. auto.
  Qed.

  Definition respects {A B A' B'} (R : A → B → Prop) (R' : A' → B' → Prop) f g : Prop :=
    ∀ a b, R a b → outcome_rel R' (f a) (g b).

  Lemma modify_rel f g :
    respects val_rel val_rel f g → respects (option_Forall2 val_rel) val_rel (modify f) (modify g).
  Proof using. intros Hf o o' Ho. unfold modify. by destruct Ho; simpl; [apply Hf|]. Qed.

  Lemma update_rel p f g V s t :
    respects (option_Forall2 val_rel) val_rel f g →
    (∀ x, root p = Some x → clash x V = false) →
    store_rel V s t → path_rel p s t →
    outcome_rel (store_rel V) (update W1 untouched p f s) (update W2 touched p g t).
  Proof using touch_ok.
    intros Hf Hc Hs. revert f g Hf Hc.
    induction p as [x|c|p IH i|p IH e|p IH tag|p IH e]; intros f g Hf Hc Hp; simpl in *.
    - destruct Hp as [o o' Ho|]; simpl; [|done].
      eapply outcome_rel_bind; [by apply Hf|]. intros v w Hv. constructor.
      eapply write_rel; [by apply Hc| |done..]. auto.
    - done.
    - apply IH; [|done..]. apply modify_rel. intros v w []; try done.
      eapply outcome_rel_bind; [by apply or_wrong_rel, Forall2_lookup|]. intros x y ?.
      eapply outcome_rel_bind; [by apply Hf; constructor|]. intros ???.
      do 2 constructor. by apply Forall2_insert.
    - destruct Hp as [Hp He]. eapply outcome_rel_bind; [done|]. intros n ? <-.
      apply IH; [|done..]. apply modify_rel. intros v w [| |l|l l' Hl| | | | |]; try done.
      + eapply outcome_rel_bind; [apply outcome_rel_eq|]. intros x ? <-.
        eapply outcome_rel_bind; [apply Hf; by repeat constructor|]. intros ???.
        eapply outcome_rel_bind; [by eapply as_int_rel|]. intros ? ? <-. by repeat constructor.
      + eapply outcome_rel_bind; [by apply at_index_rel|]. intros x y ?.
        eapply outcome_rel_bind; [by apply Hf; constructor|]. intros ???.
        do 2 constructor. by apply Forall2_insert.
    - apply IH; [|done..]. apply modify_rel. intros v w Hv.
      eapply outcome_rel_bind; [by eapply as_union_rel|]. rel_intro. case_decide; [|done].
      eapply outcome_rel_bind; [by apply Hf; constructor|]. intros ???. by repeat constructor.
    - destruct Hp as [Hp He]. eapply outcome_rel_bind; [done|]. intros n ? <-.
      apply IH; [|done..]. apply modify_rel. intros v w Hv.
      eapply outcome_rel_bind; [by eapply as_map_rel|]. intros l l' Hl.
      eapply outcome_rel_bind; [by eapply or_trap_rel, map_find_rel|]. intros x y ?.
      eapply outcome_rel_bind; [by apply Hf; constructor|]. intros ???.
      do 2 constructor. by apply map_put_rel.
  Qed.

  Lemma need_update_rel p f g V U s t :
    respects (option_Forall2 val_rel) val_rel f g →
    need_update clash p V = Some U → store_rel U s t →
    outcome_rel (store_rel V) (update W1 untouched p f s) (update W2 touched p g t).
  Proof.
    unfold need_update. intros Hf HU Hs. destruct (root p) as [x|] eqn:Hx; [|done].
    destruct (clash x V) eqn:?; [done|]. simplify_eq. apply uses_place_path in Hs as [? ?].
    apply update_rel; try done. congruence.
  Qed.

  Lemma update_bytes_rel p f V U s t :
    need_update clash p V = Some U → store_rel U s t →
    outcome_rel (store_rel V) (update_bytes W1 untouched p f s) (update_bytes W2 touched p f t).
  Proof.
    apply need_update_rel, modify_rel. intros v w Hv. rel.
  Qed.

  Lemma assign_rel p V U v w s t :
    need_assign clash p V = Some U → store_rel U s t → val_rel v w →
    outcome_rel (store_rel V) (assign W1 untouched p v s) (assign W2 touched p w t).
  Proof.
    intros HU Hs Hv. unfold assign.
    assert (respects (option_Forall2 val_rel) val_rel (λ _, Ok v) (λ _, Ok w)) as Hf by (by constructor).
    destruct p; simpl in HU; try by eapply need_update_rel.
    simpl. destruct Hs as [Hlen ?] eqn:E; clear E.
    destruct (s !! x) eqn:Hx; destruct (t !! x) eqn:Hy; simpl; try done.
    - constructor. by eapply need_write_rel.
    - apply lookup_lt_Some in Hx. apply lookup_ge_None in Hy. lia.
    - apply lookup_lt_Some in Hy. apply lookup_ge_None in Hx. lia.
  Qed.

  Lemma assign_to_rel dest V U v w s t :
    need_dest clash dest V = Some U → store_rel U s t → val_rel v w →
    outcome_rel (store_rel V) (assign_to W1 untouched dest v s) (assign_to W2 touched dest w t).
  Proof. destruct dest; simpl; [apply assign_rel|]. intros [= ->]. by constructor. Qed.

  Lemma give_back_rel a V U v w s t :
    need_give_back clash a V = Some U → store_rel U s t → val_rel v w →
    outcome_rel (store_rel V) (give_back W1 untouched a v s) (give_back W2 touched a w t).
  Proof.
    destruct a as [e|p|p lo hi]; simpl; [intros [= ->]; by constructor|apply assign_rel|].
    intros HU Hs Hv. apply fmap_Some in HU as (U' & HU & ->).
    apply eval_int_rel in Hs as [Hs ?]. eapply outcome_rel_bind; [done|]. intros off ? <-.
    eapply outcome_rel_bind; [by eapply as_bytes_rel|]. intros l ? <-. by eapply update_bytes_rel.
  Qed.

  Lemma give_back_all_rel args vs ws V U s t :
    need_give_back_all clash args V = Some U → store_rel U s t → Forall2 val_rel vs ws →
    outcome_rel (store_rel V) (give_back_all W1 untouched args vs s) (give_back_all W2 touched args ws t).
  Proof.
    revert vs ws U s t. induction args as [|a args IH]; intros vs ws U s t; simpl.
    - intros [= ->] ? []; by constructor.
    - intros (U' & ? & ?)%bind_Some Hs [|v w vs' ws' Hv Hvs]; [done|].
      eapply outcome_rel_bind; [by eapply give_back_rel|]. intros. by eapply IH.
  Qed.

  Lemma apart_Some dest V U : apart clash dest V = Some U → U = V.
  Proof using. unfold apart. repeat case_match; congruence. Qed.

  Context (external : nat → list data → option (list data * data)).

  Lemma run_basic_rel b V U s t :
    need_basic clash b V = Some U → store_rel U s t →
    outcome_rel (store_rel V) (run_basic W1 untouched external b s) (run_basic W2 touched external b t).
  Proof.
    (* what is evaluated first, then the update *)
    assert (∀ {A B} (R : A → B → Prop) need o1 o2 U s t f g, reads R need o1 o2 →
      store_rel (need U) s t →
      (∀ a b, R a b → store_rel U s t → outcome_rel (store_rel V) (f a) (g b)) →
      outcome_rel (store_rel V) (o1 s ≫= f) (o2 t ≫= g)) as first.
    { intros A B R need o1 o2 U' s' t' f g Ho Hs Hf. apply Ho in Hs as [??].
      eapply outcome_rel_bind; eauto. }
    destruct b as [l|p e|p n e|p n e|p n e|p e1 e2|o w p e1 e2|p n e1 e2|p e|f args dest|]; simpl; intros HU Hs.
    - simplify_eq. by constructor.
    - apply bind_Some in HU as (U' & HU' & HU).
      assert (U = U') as -> by (destruct (scalar e); [congruence|exact (apart_Some (Some p) U' U HU)]).
      apply fmap_Some in HU' as (U0 & HU' & ->).
      eapply first; [apply eval_rel|exact Hs|]. intros. by eapply assign_rel.
    - apply fmap_Some in HU as (U0 & HU & ->).
      eapply first; [apply eval_int_rel|exact Hs|]. intros ? ? <- ?. by eapply update_bytes_rel.
    - apply fmap_Some in HU as (U0 & HU & ->).
      eapply first; [apply eval_bytes_rel|exact Hs|]. intros ? ? <- ?. by eapply update_bytes_rel.
    - apply fmap_Some in HU as (U0 & HU & ->).
      eapply first; [apply eval_int_rel|exact Hs|]. intros ? ? <- ?.
      eapply outcome_rel_bind; [apply outcome_rel_eq|]. intros _ _ _. by eapply update_bytes_rel.
    - apply fmap_Some in HU as (U0 & HU & ->).
      eapply first; [apply eval_int_rel|exact Hs|]. intros ? ? <- Hs'.
      eapply first; [apply eval_bytes_rel|exact Hs'|]. intros ? ? <- ?. by eapply update_bytes_rel.
    - apply fmap_Some in HU as (U0 & HU & ->).
      eapply first; [apply eval_int_rel|exact Hs|]. intros ? ? <- Hs'.
      eapply first; [apply eval_int_rel|exact Hs'|]. intros ? ? <- ?. by eapply update_bytes_rel.
    - apply fmap_Some in HU as (U0 & HU & ->).
      eapply first; [apply eval_int_rel|exact Hs|]. intros k ? <- Hs'.
      eapply first; [apply eval_rel|exact Hs'|]. intros v w Hv ?.
      eapply need_update_rel; [|done..]. apply modify_rel. intros v' w' Hv'.
      eapply outcome_rel_bind; [by eapply as_map_rel|]. intros l l' Hl.
      rewrite (map_has_rel _ _ _ k Hl), (Forall2_length _ _ _ Hl).
      eapply outcome_rel_bind; [apply outcome_rel_eq|]. intros _ _ _.
      do 2 constructor. by apply map_put_rel.
    - apply fmap_Some in HU as (U0 & HU & ->).
      eapply first; [apply eval_int_rel|exact Hs|]. intros k ? <- ?.
      eapply need_update_rel; [|done..]. apply modify_rel. intros v' w' Hv'.
      eapply outcome_rel_bind; [by eapply as_map_rel|]. intros l l' Hl.
      do 2 constructor. by apply map_remove_rel.
    - apply bind_Some in HU as (U0 & ? & (U1 & ? & ->%apart_Some)%bind_Some).
      apply pass_all_rel in Hs as [Hs Hvs']. eapply outcome_rel_bind; [done|]. intros vs ws Hvs.
      rewrite (to_data_rel_all _ _ _ Hvs).
      eapply outcome_rel_bind; [apply outcome_rel_eq|]. intros ds ? <-.
      eapply outcome_rel_bind; [apply outcome_rel_eq|]. intros [ds' d] ? <-.
      eapply outcome_rel_bind; [eapply give_back_all_rel; [done..|apply of_data_rel_all]|].
      intros. eapply assign_to_rel; [done..|apply of_data_rel].
    - constructor.
  Qed.
End parametricity.
