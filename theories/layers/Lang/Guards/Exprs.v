(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Guards are right: expressions and places.

    A guard is never undefined where the source is not stuck; it holds exactly
    when what it guards does not trap. So guarded code traps exactly when the
    source does, and computes without looking only what is defined. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Lang.Guards Require Import Guards.
From Fairlead.Lang.Model Require Import Induction.

Local Arguments gand : simpl never.
Local Arguments gcond : simpl never.

Section sound.
  Context {P : Type} (W : world P).
  Context (Hfresh : ∀ p vs, fresh_frame W p vs ≠ Trap).
  Implicit Types (s : store P) (g : cguard).

  (** [g] decides whether [o] traps. *)
  Definition covers {A} g s (o : outcome A) : Prop :=
    match o with
    | Ok _ => guard_val W g s = Some true
    | Trap => guard_val W g s = Some false
    | Wrong => True
    end.

  Lemma covers_guarded {A} g s (o : outcome A) : covers g s o → o ≠ Wrong → guarded W g s o = o.
  Proof. unfold guarded. destruct o; simpl; [intros ->|intros ->|]; done. Qed.

  (** ** Composition *)
  Lemma guard_val_and g1 g2 s :
    guard_val W (g1 &&& g2) s =
    (b ← guard_val W g1 s; if b : bool then guard_val W g2 s else Some false).
  Proof.
    destruct g1, g2; try done; simpl;
      repeat match goal with
             | |- context [check_val W ?k s] => destruct (check_val W k s) as [[]|]
             | |- context [guard_val W ?g s] => destruct (guard_val W g s) as [[]|]
             | |- context [unchecked ?o] => destruct (unchecked o) as [[]|]
             end; done.
  Qed.

  Lemma covers_eq {A} g g' s (o : outcome A) :
    guard_val W g s = guard_val W g' s → covers g s o → covers g' s o.
  Proof. destruct o; simpl; congruence. Qed.

  (** Guards that differ in grouping only. *)
  Ltac regroup :=
    rewrite ?guard_val_and; simpl;
    repeat match goal with |- context [guard_val W ?g ?s] => destruct (guard_val W g s) as [[]|]; simpl end;
    done.

  Lemma covers_and {A B} g1 g2 s (o : outcome A) (f : A → outcome B) :
    covers g1 s o → (∀ a, o = Ok a → covers g2 s (f a)) → covers (g1 &&& g2) s (o ≫= f).
  Proof.
    destruct o as [a| |]; simpl; [|unfold covers; rewrite guard_val_and; by intros ->|done].
    intros H1 H2. specialize (H2 a eq_refl). revert H2. unfold covers.
    rewrite guard_val_and, H1. by destruct (f a).
  Qed.

  Lemma covers_and3 {A B} g1 g2 g3 s (o : outcome A) (f : A → outcome B) :
    covers g1 s o → (∀ a, o = Ok a → covers (g2 &&& g3) s (f a)) →
    covers (g1 &&& g2 &&& g3) s (o ≫= f).
  Proof. intros. apply (covers_eq (g1 &&& (g2 &&& g3))); [regroup|by apply covers_and]. Qed.

  Lemma covers_and4 {A B} g1 g2 g3 g4 s (o : outcome A) (f : A → outcome B) :
    covers g1 s o → (∀ a, o = Ok a → covers (g2 &&& g3 &&& g4) s (f a)) →
    covers (g1 &&& g2 &&& g3 &&& g4) s (o ≫= f).
  Proof. intros. apply (covers_eq (g1 &&& (g2 &&& g3 &&& g4))); [regroup|by apply covers_and]. Qed.

  Lemma covers_true {A} s (o : outcome A) : o ≠ Trap → covers GTrue s o.
  Proof. intros. by destruct o. Qed.

  Lemma covers_bind {A B} g s (o : outcome A) (f : A → outcome B) :
    covers g s o → (∀ a, o = Ok a → f a ≠ Trap) → covers g s (o ≫= f).
  Proof.
    intros. apply (covers_eq (g &&& GTrue)); [regroup|]. apply covers_and; [done|].
    intros a Ha. apply covers_true. auto.
  Qed.

  Lemma covers_fmap {A B} g s (o : outcome A) (f : A → B) : covers g s o → covers g s (f <$> o).
  Proof. by destruct o. Qed.

  Lemma covers_cond {A} e g1 g2 s b (o : outcome A) :
    eval W e s = Ok (VBool b) → covers (if b then g1 else g2) s o → covers (gcond e g1 g2) s o.
  Proof.
    intros He. apply covers_eq.
    assert (guard_val W (GCond e g1 g2) s = guard_val W (if b then g1 else g2) s) as Hc.
    { simpl. unfold eval_bool. rewrite He. by destruct b. }
    destruct g1, g2; try (by rewrite <- Hc); by destruct b.
  Qed.

  Lemma covers_collect {A B} (h : A → cguard) (f : A → outcome B) s l :
    Forall (λ a, covers (h a) s (f a)) l → covers (gall h l) s (collect f l).
  Proof.
    induction 1 as [|a l Ha _ IH]; simpl; [done|].
    apply covers_and; [done|]. intros b _. by apply covers_bind.
  Qed.

  (** ** What unchecked evaluation finds when evaluation went well *)
  Lemma uint_ok e s z : eval W e s = Ok (VInt z) → uint W e s = Some z.
  Proof. unfold uint, eval_int. by intros ->. Qed.
  Lemma ubytes_ok e s l : eval W e s = Ok (VBytes l) → ubytes W e s = Some l.
  Proof. unfold ubytes, eval_bytes. by intros ->. Qed.
  Lemma uget_ok p s v : get W p s = Ok v → uget W p s = Some v.
  Proof. unfold uget. by intros ->. Qed.
  Lemma ubytes_at_ok p s l : get W p s = Ok (VBytes l) → ubytes_at W p s = Some l.
  Proof. unfold ubytes_at, uget. by intros ->. Qed.
  Lemma umap_at_ok p s l : get W p s = Ok (VMap l) → umap_at W p s = Some l.
  Proof. unfold umap_at, uget. by intros ->. Qed.

  (** Takes values apart until the operation is on integers, bytes and so on. *)
  Ltac shapes :=
    repeat match goal with
           | |- covers _ _ (_ ← as_int ?v; _) => destruct v; simpl; try exact I
           | |- covers _ _ (_ ← as_bytes ?v; _) => destruct v; simpl; try exact I
           | |- covers _ _ (_ ← as_map ?v; _) => destruct v; simpl; try exact I
           | |- covers _ _ (_ ← as_bool ?v; _) => destruct v; simpl; try exact I
           | |- covers _ _ (_ ← as_union ?v; _) => destruct v; simpl; try exact I
           end.

  (** Evaluates a check on operands that are known. *)
  Ltac known :=
    unfold covers; simpl;
    repeat first
      [ erewrite uint_ok by eassumption | erewrite ubytes_ok by eassumption
      | erewrite ubytes_at_ok by eassumption | erewrite umap_at_ok by eassumption
      | erewrite uget_ok by eassumption ]; simpl.

  (** ** The checks of single operations *)
  Lemma at_index_spec {A} (l : list A) i :
    match at_index l i with
    | Ok _ => in_range i (length l) = true | Trap => in_range i (length l) = false | Wrong => True
    end.
  Proof. unfold at_index, in_range. destruct (_ && _); [destruct (l !! _)|]; done. Qed.

  Lemma covers_index p e s v i :
    get W p s = Ok v → eval W e s = Ok (VInt i) → covers (GCheck (KIndex p e)) s (index v i).
  Proof.
    intros. destruct v as [| |l|l| | | | |]; try exact I.
    - pose proof (at_index_spec l i). known. destruct (at_index l i); simpl; congruence.
    - pose proof (at_index_spec l i). known. destruct (at_index l i); simpl; congruence.
  Qed.

  Lemma covers_case p tag s v : get W p s = Ok v → covers (GCheck (KCase p tag)) s (payload tag v).
  Proof.
    intros. unfold payload. destruct v; try exact I. known. by destruct (decide _); case_bool_decide.
  Qed.

  Lemma arith_total_ok op w e2 s a b :
    arith_total op w e2 = true → eval W e2 s = Ok (VInt b) → is_Some (arith_op op w a b).
  Proof.
    destruct op, e2; simpl; try discriminate; intros Ht [= ?]; subst; try (by eauto);
      try (rewrite Ht; by eauto); destruct (_ =? 0)%Z; simpl in Ht; try discriminate; by eauto.
  Qed.

  Lemma is_zero_ok e s a : is_zero e = true → eval W e s = Ok (VInt a) → a = 0%Z.
  Proof. destruct e; simpl; try discriminate. intros ->%Z.eqb_eq [= <-]. done. Qed.

  Lemma times_zero_ok op w e1 e2 s a b :
    times_zero op e1 e2 = true → eval W e1 s = Ok (VInt a) → eval W e2 s = Ok (VInt b) →
    is_Some (arith_op op w a b).
  Proof.
    destruct op; try discriminate. cbn [times_zero arith_op]. intros Hz H1 H2.
    assert ((a * b = 0)%Z) as ->.
    { apply orb_true_iff in Hz as [Hz|Hz]; [rewrite (is_zero_ok _ _ _ Hz H1)|rewrite (is_zero_ok _ _ _ Hz H2)]; lia. }
    exists 0%Z. by destruct w.
  Qed.

  Lemma same_place_eq p q : same_place p q = true → p = q.
  Proof.
    revert q. induction p; intros []; simpl; try discriminate;
      rewrite ?andb_true_iff, ?Nat.eqb_eq; [by intros ->..| |]; intros [? ->]; f_equal; auto.
  Qed.

  Lemma in_order_ok lo hi s a b :
    in_order lo hi = true → eval W lo s = Ok (VInt a) → eval W hi s = Ok (VInt b) → (0 ≤ a ≤ b)%Z.
  Proof.
    destruct lo, hi; simpl; try discriminate. intros [?%Z.leb_le ?%Z.leb_le]%andb_true_iff [= <-] [= <-]. lia.
  Qed.

  Lemma covers_slice e lo hi s l a b :
    eval W e s = Ok (VBytes l) → eval W lo s = Ok (VInt a) → eval W hi s = Ok (VInt b) →
    covers (check_slice e lo hi) s (VBytes (P:=P) <$> or_trap (slice l a b)).
  Proof.
    intros He Hlo Hhi. apply covers_fmap. unfold check_slice.
    set (low := negb (is_zero lo || _)). set (high := match e, hi with ERead p, ELen (ERead q) => _ | _, _ => _ end).
    assert (low = false → a = 0 ∨ 0 ≤ a ≤ b)%Z as Hlow.
    { unfold low. intros [Hz|Hz]%negb_false_iff%orb_true_iff; [left; by eapply is_zero_ok|right; by eapply in_order_ok]. }
    assert (high = false → b = Z.of_nat (length l)) as Hhigh.
    { unfold high. destruct e; try discriminate. destruct hi as [| | | | | | | | | | | | | | | |e'| | | | | | | | | | | |];
        try discriminate. destruct e'; try discriminate.
      intros Heq%negb_false_iff%same_place_eq. subst. cbn [eval] in He, Hhi. fold (get W) in He, Hhi.
      rewrite He in Hhi. simpl in Hhi. by injection Hhi as <-. }
    assert ((if low then (0 <=? a) && (a <=? b) else 0 <=? b) = (0 <=? a) && (a <=? b))%Z as Hl.
    { destruct low; [done|]. apply eq_true_iff_eq. rewrite andb_true_iff, !Z.leb_le. lia. }
    assert ((if high then b <=? Z.of_nat (length l) else true) = (b <=? Z.of_nat (length l)))%Z as Hh.
    { destruct high; [done|]. by rewrite Hhigh, Z.leb_refl. }
    destruct (low || high) eqn:Hboth.
    - known. rewrite Hl, Hh. unfold slice. by destruct (_ && _ && _)%Z.
    - apply orb_false_iff in Hboth as [-> ->]. unfold slice. rewrite <- Hl, <- Hh, Hhigh by done.
      assert ((0 <=? Z.of_nat (length l))%Z = true) as -> by (apply Z.leb_le; lia). done.
  Qed.

  Lemma stays_below_ok op w e1 e2 s a b :
    stays_below op w e1 e2 = true → eval W e1 s = Ok (VInt a) → eval W e2 s = Ok (VInt b) →
    is_Some (arith_op op w a b).
  Proof.
    intros Hb H1%bound_ok H2%bound_ok. assert (∀ z, (0 ≤ z ≤ largest w)%Z → is_Some (checked w z)) as Hok.
    { unfold largest, checked, fits. intros z ?. assert ((0 <=? z) && (z <? limit w) = true)%Z as ->; [|by eauto].
      rewrite andb_true_iff, Z.leb_le, Z.ltb_lt. lia. }
    destruct op; try discriminate; simpl in *; apply Hok; eapply within_up_to; try done;
      (eapply up_to_both; [done..|]); intros; nia.
  Qed.

  Lemma covers_arith op w e1 e2 s a b :
    eval W e1 s = Ok (VInt a) → eval W e2 s = Ok (VInt b) →
    covers (check_arith op w e1 e2) s (VInt (P:=P) <$> or_trap (arith_op op w a b)).
  Proof.
    intros H1 H2. apply covers_fmap. unfold check_arith.
    destruct (arith_total _ _ _) eqn:Ht; [|destruct (times_zero _ _ _) eqn:Hz; [|destruct (stays_below _ _ _ _) eqn:Hs]].
    - by destruct (arith_total_ok op w e2 s a b Ht H2) as [z ->].
    - by destruct (times_zero_ok op w e1 e2 s a b Hz H1 H2) as [z ->].
    - by destruct (stays_below_ok op w e1 e2 s a b Hs H1 H2) as [z ->].
    - assert (covers (GCheck (KArith op w e1 e2)) s (or_trap (arith_op op w a b))) as Hc.
      { known. by destruct (arith_op op w a b). }
      destruct op; try exact Hc; destruct e2; try exact Hc; injection H2 as ->; simpl in *;
        rewrite ?negb_false_iff in Ht; by rewrite Ht.
  Qed.

  Lemma covers_narrow to e s z :
    eval W e s = Ok (VInt z) → covers (check_narrow to e) s (VInt (P:=P) <$> or_trap (checked to z)).
  Proof.
    intros Hz. apply covers_fmap. unfold check_narrow. destruct (within _ _) eqn:Hw.
    - pose proof (within_ok W _ _ _ _ Hw Hz). unfold checked, fits, largest in *.
      assert ((0 <=? z) && (z <? limit to) = true)%Z as ->; [|done].
      rewrite andb_true_iff, Z.leb_le, Z.ltb_lt. lia.
    - known. unfold checked. by destruct (fits _ _).
  Qed.

  Lemma covers_resize cap e s z :
    eval W e s = Ok (VInt z) → covers (check_resize cap e) s (check (z <=? Z.of_N cap)%Z).
  Proof.
    intros Hz. assert (covers (GCheck (KResize cap e)) s (check (z <=? Z.of_N cap)%Z)) as Hc.
    { known. by destruct (_ <=? _)%Z. }
    assert (covers (if within (bound e) (Z.of_N cap) then GTrue else GCheck (KResize cap e)) s
              (check (z <=? Z.of_N cap)%Z)) as Hb.
    { destruct (within _ _) eqn:Hw; [|done]. pose proof (within_ok W _ _ _ _ Hw Hz).
      assert ((z <=? Z.of_N cap)%Z = true) as -> by (apply Z.leb_le; lia). done. }
    destruct e; try exact Hb. injection Hz as ->. simpl. by destruct (_ <=? _)%Z.
  Qed.

  Lemma covers_fit cap e s l :
    eval W e s = Ok (VBytes l) →
    covers (check_fit cap e) s (check (Z.of_nat (length l) <=? Z.of_N cap)%Z).
  Proof.
    intros He. assert (covers (GCheck (KFit cap e)) s (check (Z.of_nat (length l) <=? Z.of_N cap)%Z)).
    { known. by destruct (_ <=? _)%Z. }
    destruct e; try done. simpl in He. injection He as ->. simpl. by destruct (_ <=? _)%Z.
  Qed.

  (** ** Expressions and places *)
  Lemma covers_read :
    (∀ p s, covers (guard_place p) s (get W p s)) ∧ (∀ e s, covers (guard_expr e) s (eval W e s)).
  Proof using Hfresh.
    apply place_expr_ind; intros; cbn [get eval guard_place guard_expr];
      fold guard_place guard_expr; fold (get W) (eval W); try exact eq_refl;
      try (apply covers_and3; [by auto|intros ? ?]; apply covers_and; [by auto|intros ? ?]; shapes;
           try (by apply covers_index); try (by apply covers_arith));
      try (apply covers_and; [by auto|intros ? ?]);
      try (apply covers_bind; [by auto|intros v ? ?; destruct v; simpl in *; try discriminate;
           destruct (checked _ _); discriminate]);
      try (apply covers_fmap; by auto).
    - by destruct (mjoin (s !! x)).
    - by destruct (constant W c).
    - apply covers_bind; [done|]. intros [] _; simpl; try done. by destruct (_ !! _).
    - by apply covers_case.
    - known. by destruct (map_find _ _).
    - auto.
    - shapes. eapply covers_cond; [done|]. destruct b; [auto|exact eq_refl].
    - shapes. eapply covers_cond; [done|]. destruct b; [exact eq_refl|auto].
    - apply covers_bind; [auto|]. intros v2 _. by destruct a, v2.
    - apply covers_bind; [auto|]. intros v2 _. by destruct a, v2.
    - apply covers_bind; [auto|]. intros v2 _. by destruct a, v2.
    - shapes. by apply covers_narrow.
    - shapes. eapply covers_cond; [done|]. destruct b; auto.
    - shapes. apply covers_bind; [by apply covers_fit|done].
    - apply covers_bind; [auto|]. intros v2 _. by destruct a, v2.
    - apply covers_fmap. pose proof (at_index_spec l z). known. destruct (at_index l z); simpl; congruence.
    - apply covers_and4; [auto|intros v Hv]. apply covers_and3; [auto|intros v1 H1'].
      apply covers_and; [auto|intros v2 H2']. shapes. by apply covers_slice.
    - apply covers_bind; [|done]. known. by destruct (slice _ _ _).
    - apply covers_fmap, covers_collect. eapply Forall_impl; [done|]. auto.
    - apply covers_fmap, covers_collect. eapply Forall_impl; [done|]. auto.
    - apply covers_bind.
      + apply covers_collect. eapply Forall_impl; [done|]. auto.
      + intros vs _. pose proof (Hfresh p vs). by destruct (fresh_frame W p vs).
  Qed.
End sound.
