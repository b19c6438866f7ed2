(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Facts are true: expressions, checks, tests.

    What [Checker] reads off the text agrees with what evaluation does, and
    a guard without the checks that true facts decide says what the guard says. *)
From Fairlead.Base Require Import Prelude Outcome Table.
From Fairlead.Lang.Facts Require Export Checker.
From Fairlead.Lang.Guards Require Import Exprs Statements.
From Fairlead.Lang.Typing Require Numbers.
Local Open Scope Z_scope.

Local Arguments gand : simpl never.

Section sound.
  Context {P : Type} (W : world P) {deep : bool}.
  Implicit Types (s : store P) (v : val P).

  Definition number_in v : Z := match v with VInt z => z | _ => 0 end.
  Definition length_in v : Z :=
    match v with VBytes l => Z.of_nat (length l) | VArray l => Z.of_nat (length l) | _ => 0 end.
  Definition held (f : val P → Z) s (x : nat) : Z := match s !! x with Some (Some v) => f v | _ => 0 end.
  Definition tag_in v : Z := match v with VUnion tag _ => Z.of_nat tag | _ => 0 end.
  Definition amount s (a : atom) : Z :=
    match a with AInt x => held number_in s x | ALen x => held length_in s x | ATag x => held tag_in s x end.
  Local Notation true_in s f := (holds (amount s) f).

  Lemma get_var x s v (f : val P → Z) : get W (PVar x) s = Ok v → held f s x = f v.
  Proof. cbn [get]. unfold held. destruct (s !! x) as [[u|]|]; try done. by intros [= ->]. Qed.

  Lemma width_limit from to : (bits from <=? bits to) = true → limit from ≤ limit to.
  Proof. by destruct from, to. Qed.

  Lemma amounts_ok e s :
    (∀ v f, eval W e s = Ok v → linear deep e = Some f → value (amount s) f = number_in v) ∧
    (∀ v f, eval W e s = Ok v → size_of deep e = Some f → value (amount s) f = length_in v).
  Proof.
    induction e; (split; intros v f; cbn [eval linear size_of]; fold (eval W) (get W)); try done.
    - intros [= <-] [= <-]. by rewrite value_number.
    - intros [= <-] [= <-]. by rewrite value_number.
    - destruct p as [x| | | | |]; try done. intros Hv [= <-]. rewrite value_one. by apply (get_var _ _ _ number_in) in Hv.
    - destruct p as [x| | | | |]; try done. intros Hv [= <-]. rewrite value_one.
      by apply (get_var _ _ _ length_in) in Hv.
    - destruct IHe1 as [IHe1 _], IHe2 as [IHe2 _].
      destruct (eval W e1 s) as [v1| |]; simpl; try done. destruct (eval W e2 s) as [v2| |]; simpl; try done.
      destruct v1 as [|a| | | | | | |]; simpl; try done. destruct v2 as [|b| | | | | | |]; simpl; try done.
      destruct (linear deep e1) as [f1|]; [|done]. destruct (linear deep e2) as [f2|]; [|done].
      specialize (IHe1 _ f1 eq_refl eq_refl). specialize (IHe2 _ f2 eq_refl eq_refl). simpl in IHe1, IHe2.
      destruct (arith_op op w a b) as [z|] eqn:Hop; simpl; [|done]. intros [= <-]. simpl.
      destruct op; try done; apply checked_Some in Hop as [-> _].
      + intros [= <-]. rewrite value_plus. lia.
      + intros [= <-]. rewrite value_plus. lia.
      + destruct (terms f1) as [|t1 l1] eqn:H1; [|destruct (terms f2) eqn:H2; [|done]]; intros [= <-];
          rewrite value_scale; unfold value in IHe1, IHe2 |- *; rewrite ?H1, ?H2 in *; simpl in *; nia.
    - destruct IHe as [IHe _]. destruct (bits from <=? bits to) eqn:Hw; [|done]. apply width_limit in Hw.
      destruct (eval W e s) as [v'| |]; simpl; try done. destruct v' as [|a| | | | | | |]; simpl; try done.
      destruct (checked from a) as [b|] eqn:Hb; simpl; [|done]. intros [= <-] Hf. rewrite (IHe _ _ eq_refl Hf). simpl.
      apply checked_Some in Hb as [-> Ha]. unfold wrap, largest in *. rewrite Z.mod_small; lia.
    - destruct IHe as [IHe _].
      destruct (eval W e s) as [v'| |]; simpl; try done. destruct v' as [|a| | | | | | |]; simpl; try done.
      destruct (checked to a) as [b|] eqn:Hb; simpl; [|done]. intros [= <-] Hf. rewrite (IHe _ _ eq_refl Hf). simpl.
      by apply checked_Some in Hb as [-> _].
    - destruct IHe as [_ IHe]. destruct (eval W e s) as [v'| |]; simpl; try done.
      destruct v' as [| |l| | | | | |]; simpl; try done. destruct (check _); simpl; try done.
      intros [= <-] Hf. by apply IHe.
    - destruct IHe as [_ IHe]. destruct (eval W e s) as [v'| |] eqn:He; simpl; try done.
      destruct v' as [| |l| | | | | |]; simpl; try done. intros [= <-]. simpl. destruct deep;
        [intros Hf; exact (IHe _ _ eq_refl Hf)|].
      destruct e; try done. destruct p as [x| | | | |]; try done. intros [= <-]. rewrite value_one.
      exact (get_var x s _ length_in He).
    - destruct IHe1 as [_ IHe1], IHe2 as [IHe2 _], IHe3 as [IHe3 _].
      destruct (eval W e1 s) as [v1| |]; simpl; try done. destruct (eval W e2 s) as [v2| |]; simpl; try done.
      destruct (eval W e3 s) as [v3| |]; simpl; try done.
      destruct v1 as [| |l0| | | | | |]; simpl; try done. destruct v2 as [|a| | | | | | |]; simpl; try done.
      destruct v3 as [|b| | | | | | |]; simpl; try done.
      destruct (slice l0 a b) as [l1|] eqn:Hs; simpl; try done. intros [= <-].
      destruct (linear deep e2) as [f2|]; [|done]. destruct (linear deep e3) as [f3|]; [|done].
      intros [= <-]. rewrite value_plus, (IHe2 _ _ eq_refl eq_refl), (IHe3 _ _ eq_refl eq_refl). simpl.
      apply Typing.Numbers.slice_Some in Hs as [-> _]. lia.
    - intros [= <-]. destruct t; try done. destruct deep; [|done]. intros [= <-]. by rewrite value_number.
  Qed.

  Lemma linear_ok e s v f : eval W e s = Ok v → linear deep e = Some f → value (amount s) f = number_in v.
  Proof. apply amounts_ok. Qed.

  Lemma size_of_ok e s l f : ubytes W e s = Some l → size_of deep e = Some f → value (amount s) f = Z.of_nat (length l).
  Proof.
    unfold ubytes, eval_bytes. destruct (eval W e s) as [v| |] eqn:Hv; simpl; try done.
    intros Hl Hf. rewrite (proj2 (amounts_ok e s) _ _ Hv Hf). destruct v; simpl in Hl; try done. by injection Hl as ->.
  Qed.

  Lemma linear_uint e s z f : uint W e s = Some z → linear deep e = Some f → value (amount s) f = z.
  Proof.
    unfold uint, eval_int. destruct (eval W e s) as [v| |] eqn:Hv; simpl; try done.
    intros Hz Hf. rewrite (linear_ok _ _ _ _ Hv Hf). destruct v; simpl in Hz; try done. by injection Hz as ->.
  Qed.

  Lemma bytes_of_ok e s l f : ubytes W e s = Some l → bytes_of e = Some f → value (amount s) f = Z.of_nat (length l).
  Proof.
    destruct e; try done. destruct p as [x| | | | |]; try done. unfold ubytes, eval_bytes. cbn [eval get].
    destruct (or_wrong (mjoin (s !! x))) as [v| |] eqn:Hv; simpl; try done. destruct v; simpl; try done.
    intros [= <-] [= <-]. rewrite value_one. exact (get_var x s _ length_in Hv).
  Qed.

  (** ** Checks *)
  Lemma value_le r f g : value r (le f g) = value r g - value r f.
  Proof. unfold le. rewrite value_plus. lia. Qed.
  Lemma value_lt r f g : value r (lt f g) = value r g - value r f - 1.
  Proof. unfold lt. rewrite value_plus, value_le, value_number. lia. Qed.

  Local Ltac inequalities :=
    rewrite ?Forall_app, ?Forall_cons, ?Forall_nil; unfold holds; rewrite ?value_lt, ?value_le, ?value_number, ?value_one.

  Lemma in_range_spec i n : in_range i n = true ↔ 0 ≤ i < Z.of_nat n.
  Proof. unfold in_range. rewrite andb_true_iff, Z.leb_le, Z.ltb_lt. done. Qed.
  Lemma checked_spec w z : Guards.Guards.is_some (checked w z) = true ↔ 0 ≤ z ≤ largest w.
  Proof.
    unfold checked, fits, largest. destruct ((0 <=? z) && (z <? limit w)) eqn:Hz; simpl.
    - apply andb_true_iff in Hz as [?%Z.leb_le ?%Z.ltb_lt]. lia.
    - apply andb_false_iff in Hz as [?%Z.leb_gt|?%Z.ltb_ge]; split; [done|lia|done|lia].
  Qed.

  Lemma measured_ok e s l f :
    ubytes W e s = Some l → (if deep then size_of deep e else bytes_of e) = Some f →
    value (amount s) f = Z.of_nat (length l).
  Proof. intros Hl. destruct deep eqn:Hd; [rewrite <-Hd; by apply size_of_ok|by apply bytes_of_ok]. Qed.

  Lemma goals_ok k s b l :
    check_val W k s = Some b → goals deep k = Some l → b = true ↔ Forall (holds (amount s)) l.
  Proof.
    destruct k; cbn [check_val goals]; try done.
    - destruct p as [x| | | | |]; try done. destruct (linear deep e) as [f|] eqn:Hf; simpl; [|done].
      intros Hb [= <-]. apply bind_Some in Hb as (v & Hv & Hb). apply bind_Some in Hb as (i & Hi & Hb).
      pose proof (linear_uint _ _ _ _ Hi Hf) as Hfi. unfold uget in Hv.
      destruct (get W (PVar x) s) as [v'| |] eqn:Hx; simpl in Hv; [|done..]. injection Hv as ->.
      apply (get_var _ _ _ length_in) in Hx. inequalities. simpl. rewrite Hx, Hfi.
      destruct v; try done; injection Hb as <-; rewrite in_range_spec; simpl; split; [|intros (?&?&_)| |intros (?&?&_)];
        try (intros ?; split_and!; try done); lia.
    - assert (∀ f, linear deep (EArith op w e1 e2) = Some f → (op = Add ∨ op = Sub ∨ op = Mul) →
        (a ← uint W e1 s; b ← uint W e2 s; Some (Guards.Guards.is_some (arith_op op w a b))) = Some b →
        b = true ↔ Forall (holds (amount s)) [f; le f (number (largest w))]) as Hgen.
      { intros f Hf Hop Hb. apply bind_Some in Hb as (a1 & H1 & Hb). apply bind_Some in Hb as (a2 & H2 & Hb).
        injection Hb as <-. cbn [linear] in Hf.
        destruct (linear deep e1) as [f1|] eqn:Hf1; [|done]. destruct (linear deep e2) as [f2|] eqn:Hf2; [|done].
        pose proof (linear_uint _ _ _ _ H1 Hf1) as Ha. pose proof (linear_uint _ _ _ _ H2 Hf2) as Hb.
        assert (∃ z, arith_op op w a1 a2 = checked w z ∧ value (amount s) f = z) as (z & -> & Hz).
        { destruct Hop as [->|[->| ->]]; simpl.
          - injection Hf as <-. eexists; split; [done|]. rewrite value_plus. lia.
          - injection Hf as <-. eexists; split; [done|]. rewrite value_plus. lia.
          - eexists; split; [done|].
            destruct (terms f1) as [|t1 l1] eqn:Ht1; [|destruct (terms f2) eqn:Ht2; [|done]]; injection Hf as <-;
              rewrite value_scale; unfold value in Ha, Hb |- *; rewrite ?Ht1, ?Ht2 in *; simpl in *; nia. }
        rewrite checked_spec. inequalities. rewrite Hz. split; [intros ?; split_and!; try done; lia|intros (?&?&_); lia]. }
      destruct op; try done; intros Hb Hl; apply bind_Some in Hl as (f & Hf & [= <-]); by apply Hgen; auto.
    - destruct (linear deep e) as [f|] eqn:Hf; simpl; [|done]. intros Hb [= <-].
      apply bind_Some in Hb as (z & Hz & [= <-]). rewrite <-(linear_uint _ _ _ _ Hz Hf).
      inequalities. unfold fits, largest. rewrite andb_true_iff, Z.leb_le, Z.ltb_lt.
      split; [intros ?; split_and!; try done; lia|intros (?&?&_); lia].
    - intros Hb Hl. apply bind_Some in Hb as (bs & He & Hb). apply bind_Some in Hb as (a & Ha & Hb).
      apply bind_Some in Hb as (c & Hc & [= <-]). apply bind_Some in Hl as (f & Hf & Hl).
      apply bind_Some in Hl as (g & Hg & Hl). apply bind_Some in Hl as (n & Hn & [= <-]).
      pose proof (linear_uint _ _ _ _ Ha Hf). pose proof (linear_uint _ _ _ _ Hc Hg).
      pose proof (measured_ok _ _ _ _ He Hn).
      rewrite andb_true_iff, Forall_app. destruct low, high; inequalities; rewrite ?andb_true_iff, ?Z.leb_le;
        split; try (intros ?; split_and!; try done; lia); intros; destruct_and?; split_and?; try done; lia.
    - destruct (linear deep e) as [f|] eqn:Hf; simpl; [|done]. intros Hb [= <-].
      apply bind_Some in Hb as (z & Hz & [= <-]). rewrite <-(linear_uint _ _ _ _ Hz Hf).
      inequalities. rewrite Z.leb_le. split; [intros ?; split; [lia|done]|intros [??]; lia].
  Qed.

  Lemma gains_ok g s : guard_val W g s = Some true → Forall (holds (amount s)) (gains deep g).
  Proof.
    induction g as [| |k|g1 IH1 g2 IH2|]; simpl; try (intros; by constructor).
    - intros Hk. destruct (goals deep k) as [l|] eqn:Hl; [|constructor]. by apply (goals_ok _ _ _ _ Hk Hl).
    - destruct (guard_val W g1 s) as [[]|]; simpl; try done. intros ?. apply Forall_app; auto.
  Qed.

  (** ** Tests *)
  Lemma compared_ok proved op r f g a b c :
    (∀ h, proved h = true → holds r h) → value r f = a → value r g = b → compare_op op a b = c →
    Forall (holds r) (if c then (compared proved op f g).1 else (compared proved op f g).2).
  Proof.
    intros Hproved Hf Hg <-.
    assert (a ≠ b → Forall (holds r) (if proved (le f g) then [lt f g] else if proved (le g f) then [lt g f] else [])) as Hne.
    { intros Hab. destruct (proved (le f g)) eqn:H1; [|destruct (proved (le g f)) eqn:H2; [|constructor]].
      - apply Hproved in H1. revert H1. inequalities. intros. split; [lia|done].
      - apply Hproved in H2. revert H2. inequalities. intros. split; [lia|done]. }
    assert (a = b → Forall (holds r) [le f g; le g f]) as Heq.
    { intros. inequalities. split_and!; try done; lia. }
    destruct op; cbn [compare_op compared fst snd].
    - destruct (Z.eqb_spec a b); auto.
    - destruct (Z.eqb_spec a b); simpl; auto.
    - destruct (Z.ltb_spec a b); inequalities; split; try done; lia.
    - destruct (Z.leb_spec a b); inequalities; split; try done; lia.
    - destruct (Z.ltb_spec b a); inequalities; split; try done; lia.
    - destruct (Z.leb_spec b a); inequalities; split; try done; lia.
  Qed.

  Context (Hfresh : ∀ p vs, fresh_frame W p vs ≠ Trap).

  Lemma outcomes_ok proved e s b :
    (∀ h, proved h = true → true_in s h) → eval_bool W e s = Ok b →
    Forall (holds (amount s)) (if b then (outcomes deep proved e).1 else (outcomes deep proved e).2).
  Proof using Hfresh.
    intros Hproved. revert b.
    induction e as [| | | |e IH| |e1 IH1 e2 IH2|e1 IH1 e2 IH2| |op w e1 _ e2 _| | | | | | | | |p tag| | | | | | | | | |]; intros y Hb;
      try (by destruct y; constructor).
    - rewrite eval_bool_not in Hb. simpl. destruct (outcomes deep proved e) as [yes no] eqn:Ho.
      destruct (eval_bool W e s) as [y'| |]; simpl in Hb; try done. injection Hb as <-.
      specialize (IH _ eq_refl). by destruct y'.
    - rewrite eval_bool_and in Hb. simpl. destruct (eval_bool W e1 s) as [b1| |]; simpl in Hb; try done.
      specialize (IH1 _ eq_refl). destruct b1; [|by injection Hb as <-].
      specialize (IH2 _ Hb). destruct y; [|constructor]. apply Forall_app; split; [done|]. apply Forall_app; split; [|done].
      apply gains_ok. pose proof (covers_test W Hfresh e2 s) as Hc. by rewrite Hb in Hc.
    - rewrite eval_bool_or in Hb. simpl. destruct (eval_bool W e1 s) as [b1| |]; simpl in Hb; try done.
      specialize (IH1 _ eq_refl). destruct b1; [by injection Hb as <-|].
      specialize (IH2 _ Hb). destruct y; [constructor|]. apply Forall_app; split; [done|]. apply Forall_app; split; [|done].
      apply gains_ok. pose proof (covers_test W Hfresh e2 s) as Hc. by rewrite Hb in Hc.
    - simpl. destruct (linear deep e1) as [f|] eqn:Hf; [|by destruct y; constructor].
      destruct (linear deep e2) as [g|] eqn:Hg; [|by destruct y; constructor].
      unfold eval_bool in Hb. cbn [eval] in Hb. fold (eval W) in Hb.
      destruct (eval W e1 s) as [v1| |] eqn:H1; simpl in Hb; try done. destruct (eval W e2 s) as [v2| |] eqn:H2; simpl in Hb; try done.
      pose proof (linear_ok _ _ _ _ H1 Hf). pose proof (linear_ok _ _ _ _ H2 Hg).
      destruct v1; simpl in Hb; try done. destruct v2; simpl in Hb; try done. injection Hb as Hb.
      by eapply compared_ok.
    - destruct p as [x| | | | |]; try (by destruct y; constructor). destruct deep; [|by destruct y; constructor].
      unfold eval_bool in Hb. cbn [eval get] in Hb.
      destruct (or_wrong (mjoin (s !! x))) as [v| |] eqn:Hv; simpl in Hb; try done.
      destruct v as [| | | | |t u| | |]; simpl in Hb; try done. injection Hb as <-. cbn [outcomes].
      apply (compared_ok proved Eq (amount s) _ _ (Z.of_nat t) (Z.of_nat tag)); [done| |by rewrite value_number|].
      + rewrite value_one. exact (get_var x s _ tag_in Hv).
      + simpl. destruct (Z.eqb_spec (Z.of_nat t) (Z.of_nat tag)); case_bool_decide; try done; lia.
  Qed.
End sound.

Section pruned.
  Context {P : Type} (W : world P).
  Context (Hfresh : ∀ p vs, fresh_frame W p vs ≠ Trap).
  Implicit Types (s : store P).

  Local Ltac inequalities :=
    rewrite ?Forall_app, ?Forall_cons, ?Forall_nil; unfold holds;
    rewrite ?value_lt, ?value_le, ?value_number, ?value_one.

  Lemma verdicts_ok t s b :
    test_val W t s = Ok b → Forall (holds (amount s)) (if b then (verdicts t).1 else (verdicts t).2).
  Proof using Hfresh.
    revert b. induction t as [g e|t IH|t1 IH1 t2 IH2]; intros b; simpl.
    - unfold guarded. destruct (guard_val W g s) as [[]|] eqn:Hg; try done.
      destruct (eval_bool W e s) as [b'| |] eqn:Hb; try done. intros [= ->].
      pose proof (outcomes_ok W (deep := false) Hfresh (λ _, false) e s b ltac:(done) Hb) as Ho.
      apply (gains_ok W (deep := false)) in Hg.
      destruct (outcomes _ _ e) as [yes no]. destruct b; apply Forall_app; auto.
    - destruct (test_val W t s) as [b'| |]; simpl; try done. intros [= <-]. specialize (IH _ eq_refl).
      destruct (verdicts t) as [yes no]. by destruct b'.
    - destruct (test_val W t1 s) as [b1| |]; simpl; try done. specialize (IH1 _ eq_refl).
      destruct b1; [|by intros [= <-]; constructor]. intros H2. specialize (IH2 _ H2).
      destruct b; [by apply Forall_app|constructor].
  Qed.

  (** ** Guards without what is decided

      [r] is what the facts speak of: what the same variables hold in another
      store, say the source's. On the variables that the statement reads they agree. *)
  Context (D : table (mode * ty)) (U : varset) (r : atom → Z) (s : store P).
  Context (Hagree : ∀ a, atom_var a ∈ U → r a = amount s a).
  Context (Hrange : ∀ a, Forall (holds r) (range D a)).

  Lemma in_scope_value f : in_scope U f = true → value r f = value (amount s) f.
  Proof using Hagree.
    intros Hs. apply value_ext. intros t Ht. apply Hagree. unfold in_scope in Hs. rewrite forallb_forall in Hs.
    apply elem_of_list_In, Hs, existsb_exists in Ht as (y & Hy & ->%Nat.eqb_eq). by apply elem_of_list_In.
  Qed.

  Lemma passed_ok facts l :
    Forall (holds r) facts → Forall (holds (amount s)) l → Forall (holds r) (passed U facts l).
  Proof using Hagree.
    intros. apply Forall_app; split; [|done]. apply Forall_forall. intros f Hf%elem_of_list_In.
    apply filter_In in Hf as [Hf Hin]. unfold holds. rewrite in_scope_value by done.
    rewrite Forall_forall in H0. by apply H0, elem_of_list_In.
  Qed.

  Lemma decides_ok facts l :
    Forall (holds r) facts → decides D U facts (Some l) = true → Forall (holds (amount s)) l.
  Proof using Hagree Hrange.
    intros Hf Hd. unfold decides in Hd. rewrite forallb_forall in Hd. apply Forall_forall. intros g Hg%elem_of_list_In.
    apply Hd, andb_true_iff in Hg as [Hs Hg]. unfold holds. rewrite <-in_scope_value by done. by eapply entails_ok.
  Qed.

  Lemma ease_ok facts k b :
    Forall (holds r) facts → check_val W k s = Some b → guard_val W (ease D U facts k) s = Some b.
  Proof using Hagree Hrange.
    intros Hf Hk.
    assert (guard_val W (if decides D U facts (goals false k) then GTrue else GCheck k) s = Some b) as Hwhole.
    { destruct (decides _ _ _ _) eqn:Hd; [|done]. destruct (goals false k) as [l|] eqn:Hl; [|done].
      simpl. f_equal. symmetry. apply (goals_ok W _ _ _ _ Hk Hl). by eapply decides_ok. }
    destruct k; try exact Hwhole. clear Hwhole. cbn [ease].
    set (low' := low && _). set (high' := high && _).
    cbn [check_val] in Hk. apply bind_Some in Hk as (bs & He & Hk). apply bind_Some in Hk as (a & Ha & Hk).
    apply bind_Some in Hk as (c & Hc & Hk).
    assert (low = true → low' = false → 0 ≤ a ≤ c) as Hlow.
    { intros ->. unfold low'. simpl. intros Hd%negb_false_iff.
      destruct (linear false lo) as [f|] eqn:H1; [|done]. destruct (linear false hi) as [g|] eqn:H2; [|done].
      generalize (decides_ok facts [f; le f g] Hf Hd). inequalities.
      rewrite (linear_uint W _ _ _ _ Ha H1), (linear_uint W _ _ _ _ Hc H2). intros (?&?&_). lia. }
    assert (high = true → high' = false → c ≤ Z.of_nat (length bs)) as Hhigh.
    { intros ->. unfold high'. simpl. intros Hd%negb_false_iff.
      destruct (linear false hi) as [g|] eqn:H2; [|done]. destruct (bytes_of e) as [n|] eqn:H3; [|done].
      generalize (decides_ok facts [le g n] Hf Hd). inequalities.
      rewrite (linear_uint W _ _ _ _ Hc H2), (bytes_of_ok W _ _ _ _ He H3). intros (?&_). lia. }
    assert (low' = true → low = true) by (unfold low'; by destruct low).
    assert (high' = true → high = true) by (unfold high'; by destruct high).
    assert (check_val W (KSlice low' high' e lo hi) s = Some b) as Hpart.
    { cbn [check_val]. rewrite He, Ha, Hc. simpl. rewrite <-Hk. f_equal. f_equal.
      - destruct low, low'; try done; [|by discriminate H].
        specialize (Hlow eq_refl eq_refl). apply eq_true_iff_eq. rewrite andb_true_iff, !Z.leb_le. lia.
      - destruct high, high'; try done; [|by discriminate H0].
        specialize (Hhigh eq_refl eq_refl). symmetry. apply Z.leb_le. lia. }
    destruct (low' || high') eqn:Hboth; [done|]. apply orb_false_iff in Hboth as [Hl' Hh'].
    clearbody low' high'. destruct (decides D U facts (g ← linear false hi; Some [g])) eqn:Hd.
    - destruct (linear false hi) as [g|] eqn:H2; [|done]. generalize (decides_ok facts [g] Hf Hd). inequalities.
      rewrite (linear_uint W _ _ _ _ Hc H2). intros [Hc0 _]. rewrite <-Hpart, Hl', Hh'. simpl. rewrite He, Ha, Hc.
      simpl.
      f_equal. symmetry. by apply andb_true_iff; split; [apply Z.leb_le|].
    - simpl. rewrite He, Ha, Hc. done.
  Qed.

  Theorem prune_ok g facts b :
    Forall (holds r) facts → guard_val W g s = Some b →
    guard_val W (prune D U facts g).1 s = Some b ∧ (b = true → Forall (holds r) (prune D U facts g).2).
  Proof using Hagree Hrange.
    revert facts b. induction g as [| |k|g1 IH1 g2 IH2|]; intros facts b Hf Hg; cbn [prune fst snd]; try (split; [done|]; by intros).
    - split; [by apply ease_ok|]. intros ->. apply passed_ok; [done|]. by apply (gains_ok W).
    - simpl in Hg. destruct (guard_val W g1 s) as [b1|] eqn:Hg1; simpl in Hg; [|done].
      destruct (IH1 facts b1 Hf eq_refl) as [H1 H1']. destruct (prune D U facts g1) as [g1' facts1]. simpl in *.
      destruct b1.
      + destruct (IH2 facts1 b (H1' eq_refl) Hg) as [H2 H2']. destruct (prune D U facts1 g2) as [g2' facts2]. simpl in *.
        split; [|done]. rewrite guard_val_and, H1. done.
      + injection Hg as <-. destruct (prune D U facts1 g2) as [g2' facts2]. simpl. split; [|done].
        by rewrite guard_val_and, H1.
  Qed.

  Lemma prune_guarded {A} g facts (o : outcome A) :
    Forall (holds r) facts → guarded W g s o ≠ Wrong → guarded W (prune D U facts g).1 s o = guarded W g s o.
  Proof using Hagree Hrange.
    unfold guarded. intros Hf. destruct (guard_val W g s) as [b|] eqn:Hg; [|done]. intros _.
    by destruct (prune_ok g facts b Hf Hg) as [-> _].
  Qed.

  Theorem prune_test_ok t facts :
    Forall (holds r) facts → test_val W t s ≠ Wrong → test_val W (prune_test D U facts t) s = test_val W t s.
  Proof using Hagree Hrange Hfresh.
    revert facts. induction t as [g e|t IH|t1 IH1 t2 IH2]; intros facts Hf Ht; simpl in *.
    - by apply prune_guarded.
    - rewrite IH; [done..|]. by destruct (test_val W t s).
    - rewrite IH1; [|done|by destruct (test_val W t1 s)].
      destruct (test_val W t1 s) as [[]| |] eqn:H1; simpl in *; try done. apply IH2; [|done].
      apply passed_ok; [done|]. apply (verdicts_ok _ _ _ H1).
  Qed.
End pruned.
