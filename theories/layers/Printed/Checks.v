(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * A guard's C conditions are defined, and one of them holds exactly when the guard does not. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.C Require Import Types.
From Fairlead.Lang.Typing Require Import Tests Numbers.
From Fairlead.Lang.Guards Require Import Exprs.
From Fairlead.Printed Require Export Conditions Correct.
Local Open Scope Z_scope.

(** ** What guards say of their operands *)
Section unchecked.
  Context {P : Type} (W : world P) (s : store P).
  Lemma uint_Some e z : uint W e s = Some z → eval W e s = Ok (VInt z).
  Proof. unfold uint, eval_int. destruct (eval W e s) as [[]| |]; simpl; try done. by intros [= ->]. Qed.
  Lemma ubytes_Some e l : ubytes W e s = Some l → eval W e s = Ok (VBytes l).
  Proof. unfold ubytes, eval_bytes. destruct (eval W e s) as [[]| |]; simpl; try done. by intros [= ->]. Qed.
  Lemma uget_Some p v : uget W p s = Some v → get W p s = Ok v.
  Proof. unfold uget. destruct (get W p s); simpl; try done. by intros [= ->]. Qed.
  Lemma ubytes_at_Some p l : ubytes_at W p s = Some l → get W p s = Ok (VBytes l).
  Proof. unfold ubytes_at, uget. destruct (get W p s) as [[]| |]; simpl; try done. by intros [= ->]. Qed.
  Lemma umap_at_Some p l : umap_at W p s = Some l → get W p s = Ok (VMap l).
  Proof. unfold umap_at, uget. destruct (get W p s) as [[]| |]; simpl; try done. by intros [= ->]. Qed.
End unchecked.

Section conditions.
  Context {P : Type} (W : world P) (s : store P).
  Context (waits : procedure → fl_object → option Z) (variables constants : nat → option ty).
  Context (objects : variable → option fl_object).
  Context (Hs : represents_store waits W variables constants objects s).
  Local Notation represents := (Represents.represents (P:=P) waits).
  Local Notation ceval := (Semantics.eval objects (functions waits)).
  Local Notation denote := (Semantics.denote objects (functions waits)).
  Local Notation is_int := (is_int objects (functions waits)).
  Local Notation is_bool := (is_bool objects (functions waits)).
  Local Notation bytes_of := (bytes_of waits objects).
  Local Notation lower := (lower variables constants).
  Local Notation lower_place := (lower_place variables constants).
  Local Notation lower_bytes := (lower_bytes variables constants).

  (** Conditions in order: whether one of them holds. Each is 0 or 1. *)
  Fixpoint fails (fs : list failure) : option bool :=
    match fs with
    | [] => Some false
    | Always :: _ => Some true
    | When x :: fs =>
        v ← ceval x; '(_, z) ← as_integer v; if z =? 0 then fails fs else if z =? 1 then Some true else None
    end.

  Lemma fails_app a b ba bb :
    fails a = Some ba → (ba = false → fails b = Some bb) → fails (a ++ b) = Some (ba || bb).
  Proof.
    revert ba. induction a as [|[|x] a IH]; intros ba; simpl; [by intros [= <-] H; rewrite H| by intros [= <-]|].
    destruct (ceval x) as [[t z| |]|]; simpl; try done. destruct (z =? 0); [apply IH|destruct (z =? 1); [by intros [=
      <-]|done]].
  Qed.

  Lemma when_ok b x fs : when x = Some fs → is_bool b x → fails fs = Some b.
  Proof. intros [= <-] [t Hx]. simpl. rewrite Hx. simpl. rewrite truth_zero. by destruct b. Qed.

  Lemma when_eq b b' x fs : when x = Some fs → is_bool b' x → b' = b → fails fs = Some b.
  Proof. intros ? ? <-. by eapply when_ok. Qed.

  (** ** Numbers that are not negative *)
  Definition counts (n : Z) (x : fl_cexpr) : Prop := 0 ≤ n ∧ ∃ t, ceval x = Some (VInteger t n).

  Lemma int_counts w z x : is_int w z x → counts z x.
  Proof. intros (t&?&?&_)%is_int_holds. split; eauto. Qed.
  Lemma bound_counts n x : bound_of n = Some x → counts n x.
  Proof. intros (t&?&?&_)%(constant_ok objects (functions waits)). split; eauto. Qed.
  Lemma number_counts w z : Numbers.in_range w z → counts z (number w z).
  Proof. intros. by eapply int_counts, number_ok. Qed.
  Lemma unsigned_counts w : counts (largest w) (XConstant Unsigned (largest w)).
  Proof. split; [by destruct w|]. destruct w; eexists; by vm_compute. Qed.

  Lemma compare_counts op a b x y :
    form_of op = Comparison → counts a x → counts b y → is_bool (comparison op a b) (XBinary op x y).
  Proof. intros ? (?&t&?) (?&t'&?). by eapply compare_ok. Qed.

  Lemma minus_counts a b x y : counts a x → counts b y → b ≤ a → counts (a - b) (minus x y).
  Proof.
    intros (Ha&t&Hx) (Hb&t'&Hy) Hle. split; [lia|]. eexists. unfold minus. rewrite (eval_binary _ _ _ _ _ _ _ _ _ Hx
      Hy).
    destruct (eval_type _ _ _ _ _ Hx) as [_ Hh], (eval_type _ _ _ _ _ Hy) as [_ Hh'].
    pose proof (common_keeps t t' a Ha (or_introl Hh)) as Ka. unfold binary. cbn [form_of].
    rewrite Ka, (common_keeps t t' b Hb (or_intror Hh')). cbn [mbind option_bind arithmetic].
    rewrite computed_id; [done|]. apply convert_holds, holds_le in Ka. apply holds_le.
    assert (lowest (common t t') ≤ 0) by (by destruct t, t'). lia.
  Qed.

  (** ** Operands *)
  Lemma lower_value e x t v : lower e = Some (x, t) → eval W e s = Ok v → value_of waits objects t v x.
  Proof using Hs. apply (proj2 (lower_correct W s waits variables constants objects Hs) e). Qed.
  Lemma lower_int_ok e x w z : lower_int variables constants e = Some (x, w) → eval W e s = Ok (VInt z) → is_int w z x.
  Proof using Hs. unfold lower_int. intros H He. lowered. apply (lower_value _ _ _ _ H0 He). Qed.
  Lemma typed_ok e x w z : typed (lower e) (TInt w) = Some x → eval W e s = Ok (VInt z) → is_int w z x.
  Proof using Hs. intros H%typed_Some He. apply (lower_value _ _ _ _ H He). Qed.
  Lemma typed_bool_ok e x b : typed (lower e) TBool = Some x → eval W e s = Ok (VBool b) → is_bool b x.
  Proof using Hs. intros H%typed_Some He. apply (lower_value _ _ _ _ H He). Qed.
  Lemma place_ok p l t v : lower_place p = Some (l, t) → get W p s = Ok v → represents t v (denote l).
  Proof using Hs. apply (proj1 (lower_correct W s waits variables constants objects Hs)). Qed.
  Lemma bytes_ok' e d n l : lower_bytes e = Some (d, n) → eval W e s = Ok (VBytes l) → is_int W32 (Z.of_nat (length
    l)) n.
  Proof using Hs.
    intros H He.
    destruct (proj2 (proj2 (lower_correct W s waits variables constants objects Hs) e) _ _ _ H He) as (l'&[= <-]&_&_&?).
    done.
  Qed.
  Lemma length_at_ok p n l :
    length_at variables constants p = Some n → get W p s = Ok (VBytes l) → is_int W32 (Z.of_nat (length l)) n.
  Proof using Hs.
    unfold length_at. intros H Hp. lowered. pose proof (place_ok _ _ _ _ H0 Hp) as Hr.
    destruct (read_bytes_ok waits objects _ _ _ _ H1 Hr) as (l'&[= <-]&_&_&?). done.
  Qed.

  (** ** Checks *)
  Lemma beyond_ok len off size fs L a :
    beyond variables constants len off size = Some fs → counts L len → eval W off s = Ok (VInt a) → 0 ≤ size →
    0 ≤ a ∧ fails fs = Some (negb (a + size <=? L)).
  Proof using Hs.
    intros Hf Hlen Ha Hsize.
    assert (∀ x n, typed (lower off) (TInt W32) = Some x → bound_of size = Some n →
      when (XOrElse (less len n) (greater x (minus len n))) = Some fs → 0 ≤ a ∧ fails fs = Some (negb (a + size <=?
        L))) as Hgen.
    { intros x n Hx Hn%bound_counts Hw. pose proof (int_counts _ _ _ (typed_ok _ _ _ _ Hx Ha)) as Hx'.
      split; [apply Hx'|]. destruct (Hx') as [Hpos _].
      eapply (when_eq _ ((L <? size) || (L - size <? a))); [done| |].
      - apply or_ok; [by apply (compare_counts OLt)|]. intros Hl%Z.ltb_ge.
        apply (compare_counts OGt a (L - size)); [done..|]. by apply minus_counts.
      - destruct (L <? size) eqn:H1, (L - size <? a) eqn:H2, (a + size <=? L) eqn:H3; try done; exfalso;
          rewrite ?Z.ltb_lt, ?Z.ltb_ge, ?Z.leb_le, ?Z.leb_gt in *; lia. }
    destruct off as [|w z| | | | | | | | | | | | | | | | | | | | | | | | | | |]; cbn [beyond] in Hf;
      try (apply bind_Some in Hf as (?&?&Hf); apply bind_Some in Hf as (?&?&Hf); by eapply Hgen).
    cbn in Ha. injection Ha as ->. destruct (a <? 0) eqn:Hneg; [done|]. apply Z.ltb_ge in Hneg. split; [done|].
    apply bind_Some in Hf as (n&Hn&Hf). eapply (when_eq _ (L <? a + size)); [done|by apply (compare_counts OLt),
      bound_counts|].
    by rewrite Z.ltb_antisym.
  Qed.

  Lemma index_ok p e fs v i b :
    index_fails variables constants p e = Some fs → get W p s = Ok v → eval W e s = Ok (VInt i) →
    match v with VArray l => Some (Guards.in_range i (length l)) | VBytes l => Some (Guards.in_range i (length l)) | _
      => None end = Some b →
    fails fs = Some (negb b).
  Proof using Hs.
    unfold index_fails. intros Hf Hp He Hb. apply bind_Some in Hf as ([l t]&Hl&Hf). apply bind_Some in Hf as ([x
      w]&Hx&Hf).
    pose proof (place_ok _ _ _ _ Hl Hp) as Hr. pose proof (int_counts _ _ _ (lower_int_ok _ _ _ _ Hx He)) as Hc.
    assert (∀ n, Guards.in_range i n = (i <? Z.of_nat n)) as Hin.
    { intros n. unfold Guards.in_range. by rewrite (proj2 (Z.leb_le 0 i) (proj1 Hc)). }
    assert (∀ tl, length_type t = Some tl → when (reaches x (length_of tl l)) = Some fs → fails fs = Some (negb b)) as
      Hbytes.
    { intros tl Ht Hw. destruct (read_bytes_ok waits objects _ _ _ _ Ht Hr) as (l'&->&_&_&Hn).
      injection Hb as <-. rewrite Hin. eapply (when_eq _ (Z.of_nat (length l') <=? i)); [done| |by rewrite
        Z.leb_antisym].
      apply (compare_counts OGe); [done..|by eapply int_counts]. }
    destruct t as [| | | |n t| | | | |]; try (apply bind_Some in Hf as (?&?&Hf); by eapply Hbytes).
    assert (∃ l, v = VArray l ∧ length l = N.to_nat n) as (l'&->&Hlen) by (inversion Hr; subst; try done; eauto).
    injection Hb as <-. rewrite Hin, Hlen, N_nat_Z. destruct (within _ _) eqn:Hw.
    { injection Hf as <-. pose proof (within_ok W _ _ _ _ Hw He). rewrite (proj2 (Z.ltb_lt _ _)) by lia. done. }
    assert (∀ n', bound_of (Z.of_N n) = Some n' → when (reaches x n') = Some fs → fails fs = Some (negb (i <? Z.of_N
      n))) as Hgen.
    { intros n' Hn Hwh. eapply (when_eq _ (Z.of_N n <=? i)); [done| |by rewrite Z.leb_antisym].
      apply (compare_counts OGe); [done..|by apply bound_counts]. }
    destruct e; try (apply bind_Some in Hf as (?&?&Hf); by eapply Hgen).
    cbn in He. injection He as ->. destruct (Z.of_N n <=? i) eqn:Hle;
      [|apply bind_Some in Hf as (n'&Hn&Hf); by eapply Hgen].
    injection Hf as <-. apply Z.leb_le in Hle. rewrite (proj2 (Z.ltb_ge _ _)) by lia. done.
  Qed.

  Lemma widened_narrow w a x : w = W8 ∨ w = W16 → is_int w a x → ceval (XCast U32 x) = Some (VInteger U32 a).
  Proof. intros [-> | ->] Hx; by apply widened_ok in Hx. Qed.

  Lemma is_some_checked w z : is_some (checked w z) = (0 <=? z) && (z <=? largest w).
  Proof.
    unfold checked, fits, largest. destruct ((0 <=? z) && (z <? limit w)) eqn:Hz; simpl; symmetry;
      rewrite ?andb_true_iff, ?andb_false_iff, ?Z.leb_le, ?Z.ltb_lt, ?Z.leb_gt, ?Z.ltb_ge in *; lia.
  Qed.

  Lemma largest_below w : largest w = below w - 1.
  Proof. by destruct w. Qed.

  (** Sums and products of what is narrower than [int], without sign. *)
  Lemma unsigned_exact_ok w op x y a b r :
    w = W8 ∨ w = W16 → is_int w a x → is_int w b y → (op = OAdd ∧ r = a + b) ∨ (op = OMul ∧ r = a * b) →
    is_bool (negb (is_some (checked w r)))
      (greater (XBinary op (XCast U32 x) (XCast U32 y)) (XConstant Unsigned (largest w))).
  Proof.
    intros Hw Hx Hy Hop. pose proof (widened_narrow _ _ _ Hw Hx) as Ex. pose proof (widened_narrow _ _ _ Hw Hy) as Ey.
    destruct (in_range_bounds _ _ (proj1 Hx)), (in_range_bounds _ _ (proj1 Hy)).
    assert (0 ≤ r < 4294967296) as Hr.
    { destruct Hop as [[_ ->]|[_ ->]], Hw as [-> | ->]; cbn [below] in *; nia. }
    assert (counts r (XBinary op (XCast U32 x) (XCast U32 y))) as Hc.
    { split; [lia|]. exists U32. rewrite (eval_binary _ _ _ _ _ _ _ _ _ Ex Ey). destruct (eval_type _ _ _ _ _ Ex) as
      [_ Hh], (eval_type _ _ _ _ _ Ey) as [_ Hh'].
      destruct Hop as [[-> ->]|[-> ->]]; unfold binary; cbn [form_of]; rewrite !common_keeps by auto;
        cbn [mbind option_bind arithmetic]; rewrite computed_id by (apply holds_le; cbn; lia); done. }
    replace (negb (is_some (checked w r))) with (comparison OGt r (largest w)).
    - apply compare_counts; [done..|apply unsigned_counts].
    - cbn. rewrite is_some_checked, (proj2 (Z.leb_le 0 r)) by lia. cbn [andb]. by rewrite Z.ltb_antisym.
  Qed.

  Lemma sum_overflows w a b :
    Numbers.in_range w a → Numbers.in_range w b → (wrap w (a + b) <? a) = negb (is_some (checked w (a + b))).
  Proof.
    intros Ha%in_range_bounds Hb%in_range_bounds. rewrite is_some_checked, (largest_below w).
    rewrite (proj2 (Z.leb_le 0 (a + b))) by lia. cbn [andb]. unfold wrap.
    replace (limit w) with (below w) by (by destruct w). assert (0 < below w) by (by destruct w).
    destruct (a + b <=? below w - 1) eqn:Hl; cbn [negb].
    - apply Z.leb_le in Hl. rewrite Z.mod_small by lia. apply Z.ltb_ge. lia.
    - apply Z.leb_gt in Hl. rewrite <- (Z_mod_plus_full (a + b) (-1)), Z.mod_small by lia. apply Z.ltb_lt. lia.
  Qed.

  Lemma factor_overflows w a z :
    Numbers.in_range w a → Numbers.in_range w z → z ≠ 0 → (largest w / z <? a) = negb (is_some (checked w (a * z))).
  Proof.
    intros Ha%in_range_bounds Hz%in_range_bounds Hn. rewrite is_some_checked.
    rewrite (proj2 (Z.leb_le 0 (a * z))) by nia. cbn [andb]. rewrite <- Z.ltb_antisym. apply eq_true_iff_eq.
    rewrite !Z.ltb_lt. pose proof (Z.mul_div_le (largest w) z ltac:(lia)). split; intros H'.
    - destruct (Z.lt_ge_cases (largest w) (a * z)) as [|Hle]; [done|]. exfalso.
      assert (a ≤ largest w / z); [|lia]. apply Z.div_le_lower_bound; lia.
    - apply Z.div_lt_upper_bound; lia.
  Qed.

  Lemma factor_ok w z a other fs :
    constant_factor w z other = Some fs → is_int w a other → Numbers.in_range w z →
    fails fs = Some (negb (is_some (checked w (a * z)))).
  Proof.
    unfold constant_factor. intros Hf Ho Hz. destruct (in_range_bounds _ _ Hz). destruct (z =? 0) eqn:Hz0.
    - apply Z.eqb_eq in Hz0 as ->. injection Hf as <-. rewrite Z.mul_0_r. by destruct w.
    - apply Z.eqb_neq in Hz0. rewrite <- (factor_overflows w a z (proj1 Ho) Hz Hz0).
      eapply when_ok; [done|]. apply (compare_counts OGt a (largest w / z)); [done|by eapply int_counts|].
      apply number_counts, in_range_intro; [apply Z.div_pos; [by destruct w|lia]|].
      rewrite largest_below in *. assert ((below w - 1) / z ≤ below w - 1); [|lia].
      apply Z.div_le_upper_bound; [lia|]. assert (0 < below w) by (by destruct w). nia.
  Qed.

  Lemma wide_product_ok a b x y :
    is_int W32 a x → is_int W32 b y →
    is_bool (negb (is_some (checked W32 (a * b)))) (greater (XBinary OMul (XCast U64 x) y) (number W32 (largest W32))).
  Proof.
    intros Hx Hy. destruct (in_range_bounds _ _ (proj1 Hx)), (in_range_bounds _ _ (proj1 Hy)). cbn [below] in *.
    assert (ceval (XCast U64 x) = Some (VInteger U64 a)) as Ex.
    { destruct Hx as (_&t&Hx&_). cbn. rewrite Hx. cbn. rewrite Z.mod_small by lia. done. }
    destruct (int_counts _ _ _ Hy) as (_&t&Ey). pose proof (conj (eval_type _ _ _ _ _ Ex) (eval_type _ _ _ _ _ Ey)) as
      [[_ ?] [_ ?]].
    rewrite is_some_checked, (proj2 (Z.leb_le 0 (a * b))) by nia. cbn [andb]. rewrite <- Z.ltb_antisym.
    apply (compare_counts OGt (a * b) (largest W32)); [done| |by apply number_counts].
    split; [nia|]. exists U64. rewrite (eval_binary _ _ _ _ _ _ _ _ _ Ex Ey). unfold binary. cbn [form_of].
    rewrite !common_keeps by auto. cbn [mbind option_bind arithmetic].
    assert (common U64 t = U64) as -> by (by destruct t).
    rewrite computed_id by (apply holds_le; cbn; nia). by destruct t.
  Qed.

  Lemma mul_overflows_ok a b x y :
    is_int W64 a x → is_int W64 b y →
    is_bool (negb (is_some (checked W64 (a * b)))) (XCall FMulOverflows IBool [x; y]).
  Proof.
    intros Hx Hy. destruct (in_range_bounds _ _ (proj1 Hx)), (in_range_bounds _ _ (proj1 Hy)).
    destruct Hx as (_&t&Hx&_), Hy as (_&t'&Hy&_). exists IBool.
    change (ceval (XCall FMulOverflows IBool [x; y])) with
      (vs ← (v ← ceval x; vs ← (v ← ceval y; Some [v]); Some (v :: vs)); z ← functions waits FMulOverflows vs;
       if holds IBool z then Some (VInteger (M:=member_name) IBool z) else None).
    rewrite Hx, Hy. cbn [mbind option_bind functions].
    replace (limit W64 <=? a * b) with (negb (is_some (checked W64 (a * b)))); [by destruct (negb _)|].
    rewrite is_some_checked, (proj2 (Z.leb_le 0 (a * b))) by nia. cbn [andb]. rewrite <- Z.ltb_antisym.
    apply eq_true_iff_eq. rewrite Z.ltb_lt, Z.leb_le. change (largest W64) with (limit W64 - 1). lia.
  Qed.

  Lemma arith_fails_ok op w e1 e2 fs a b :
    arith_fails variables constants op w e1 e2 = Some fs → eval W e1 s = Ok (VInt a) → eval W e2 s = Ok (VInt b) →
    fails fs = Some (negb (is_some (arith_op op w a b))).
  Proof using Hs.
    unfold arith_fails. intros Hf He1 He2. apply bind_Some in Hf as (x&Hx&Hf). apply bind_Some in Hf as (y&Hy&Hf).
    pose proof (typed_ok _ _ _ _ Hx He1) as Ix. pose proof (typed_ok _ _ _ _ Hy He2) as Iy. clear Hx Hy.
    pose proof (int_counts _ _ _ Ix) as Cx. pose proof (int_counts _ _ _ Iy) as Cy.
    destruct (in_range_bounds _ _ (proj1 Ix)) as [Ha Ha'], (in_range_bounds _ _ (proj1 Iy)) as [Hb Hb'].
    destruct op; cbn [Checker.second_operand arith_op] in *; try (injection Hf as <-; done).
    - assert (∀ e z v, Bounds.literal e = Some z → eval W e s = Ok (VInt v) → z = v) as Hlit.
      { intros [] z' v'; simpl; try done. intros [= ->] [= ->]. done. }
      assert (w = W8 ∨ w = W16 → when (greater (XBinary OAdd (XCast U32 x) (XCast U32 y)) (XConstant Unsigned (largest
        w))) = Some fs →
        fails fs = Some (negb (is_some (checked w (a + b))))) as Hnarrow.
      { intros Hw H. eapply when_ok; [done|]. eapply unsigned_exact_ok; [done|exact Ix|exact Iy|auto]. }
      assert (∀ c d z, is_int w c z → Numbers.in_range w d → when (greater z (number w (largest w - d))) = Some fs →
        fails fs = Some (negb (is_some (checked w (c + d))))) as Hconst.
      { intros c d z Hz Hd H. destruct (in_range_bounds _ _ (proj1 Hz)), (in_range_bounds _ _ Hd). pose proof
        (largest_below w).
        rewrite is_some_checked, (proj2 (Z.leb_le 0 (c + d))) by lia. cbn [andb].
        eapply (when_eq _ (largest w - d <? c)); [done| |].
        - apply (compare_counts OGt c (largest w - d)); [done|by eapply int_counts|].
          apply number_counts, in_range_intro; lia.
        - rewrite <- Z.ltb_antisym. apply eq_true_iff_eq. rewrite !Z.ltb_lt. lia. }
      assert (w = W32 ∨ w = W64 → when (less (XCast (unsigned_of w) (infix OAdd x y)) x) = Some fs →
        fails fs = Some (negb (is_some (checked w (a + b))))) as Hwide.
      { intros Hw H. rewrite <- (sum_overflows w a b (proj1 Ix) (proj1 Iy)). eapply when_ok; [done|].
        apply (compare_counts OLt (wrap w (a + b)) a); [done| |done]. apply (int_counts w).
        destruct (sum_computes w a b) as (r&Hr&<-); [apply Ix|apply Iy|].
        pose proof (infix_ok _ _ w OAdd x y a b r eq_refl Ix Iy Hr) as Hi.
        assert (narrow w (infix OAdd x y) = infix OAdd x y) as Hn by (by destruct Hw as [-> | ->]). rewrite Hn in Hi.
        destruct Hi as (?&t&Hi&_). by eapply cast_same. }
      destruct w; [by apply Hnarrow; auto|by apply Hnarrow; auto|..];
        (destruct (Bounds.literal e2) as [z2|] eqn:L2;
         [pose proof (Hlit _ _ _ L2 He2) as ->; eapply Hconst; [exact Ix|apply Iy|destruct (Bounds.literal e1); exact
           Hf]|
          destruct (Bounds.literal e1) as [z1|] eqn:L1;
          [pose proof (Hlit _ _ _ L1 He1) as ->; rewrite Z.add_comm; eapply Hconst; [exact Iy|apply Ix|exact Hf]|
           apply Hwide; auto]]).
    - rewrite is_some_checked. pose proof (largest_below w). eapply when_eq; [done|by apply (compare_counts OLt)|]. cbn.
      destruct (a <? b) eqn:H1, (0 <=? a - b) eqn:H2, (a - b <=? largest w) eqn:H3; try done; exfalso;
        rewrite ?Z.ltb_lt, ?Z.ltb_ge, ?Z.leb_le, ?Z.leb_gt in *; lia.
    - assert (∀ e z v, Bounds.literal e = Some z → eval W e s = Ok (VInt v) → z = v) as Hlit.
      { intros [] z' v'; simpl; try done. intros [= ->] [= ->]. done. }
      assert (w = W8 ∨ w = W16 → when (greater (XBinary OMul (XCast U32 x) (XCast U32 y)) (XConstant Unsigned (largest
        w))) = Some fs →
        fails fs = Some (negb (is_some (checked w (a * b))))) as Hnarrow.
      { intros Hw H. eapply when_ok; [done|]. eapply unsigned_exact_ok; [done|exact Ix|exact Iy|auto]. }
      destruct w; [by apply Hnarrow; auto|by apply Hnarrow; auto|..];
        (destruct (Bounds.literal e2) as [z2|] eqn:L2;
         [pose proof (Hlit _ _ _ L2 He2) as ->; eapply factor_ok; [destruct (Bounds.literal e1); exact Hf|exact
           Ix|apply Iy]|
          destruct (Bounds.literal e1) as [z1|] eqn:L1;
          [pose proof (Hlit _ _ _ L1 He1) as ->; rewrite Z.mul_comm; eapply factor_ok; [exact Hf|exact Iy|apply Ix]|]]).
      + eapply when_ok; [done|]. by apply wide_product_ok.
      + eapply when_ok; [done|]. by apply mul_overflows_ok.
    - eapply when_eq; [done|apply (compare_counts OEq b 0); [done..|split; [lia|by exists I32]]|]. cbn. by destruct (b
      =? 0).
    - eapply when_eq; [done|apply (compare_counts OEq b 0); [done..|split; [lia|by exists I32]]|]. cbn. by destruct (b
      =? 0).
    - eapply when_eq; [done|apply (compare_counts OGe b (bits w)); [done..|split; [by destruct w|exists U32; by
      destruct w]]|].
      cbn. rewrite Z.leb_antisym. by destruct (b <? bits w).
    - eapply when_eq; [done|apply (compare_counts OGe b (bits w)); [done..|split; [by destruct w|exists U32; by
      destruct w]]|].
      cbn. rewrite Z.leb_antisym. by destruct (b <? bits w).
  Qed.

  (** ** Bytes *)
  Lemma is_some_slice {A} (l : list A) a n :
    0 ≤ a → 0 ≤ n → is_some (slice l a (a + n)) = (a + n <=? Z.of_nat (length l)).
  Proof.
    intros. unfold slice. rewrite (proj2 (Z.leb_le 0 a)), (proj2 (Z.leb_le a (a + n))) by lia. cbn [andb].
    by destruct (_ <=? _).
  Qed.

  Lemma is_some_blit {A} (l l' : list A) a :
    0 ≤ a → is_some (blit l a l') = (a + Z.of_nat (length l') <=? Z.of_nat (length l)).
  Proof. intros. unfold blit. rewrite (proj2 (Z.leb_le 0 a)) by lia. cbn [andb]. by destruct (_ <=? _). Qed.

  Lemma above_ok n c a b fs :
    counts a n → counts b c → when (greater n c) = Some fs → fails fs = Some (negb (a <=? b)).
  Proof.
    intros Ha Hb H. eapply (when_eq _ (b <? a)); [done|by apply (compare_counts OGt)|]. by rewrite Z.ltb_antisym.
  Qed.
  Lemma reaches_ok n c a b fs :
    counts a n → counts b c → when (reaches n c) = Some fs → fails fs = Some (negb (a <? b)).
  Proof.
    intros Ha Hb H. eapply (when_eq _ (b <=? a)); [done|by apply (compare_counts OGe)|]. by rewrite Z.leb_antisym.
  Qed.

  Lemma slice_fails_ok low high e lo hi fs l a b :
    slice_fails variables constants low high e lo hi = Some fs →
    eval W e s = Ok (VBytes l) → eval W lo s = Ok (VInt a) → eval W hi s = Ok (VInt b) →
    fails fs = Some (negb ((if low then (0 <=? a) && (a <=? b) else 0 <=? b) &&
                           (if high then b <=? Z.of_nat (length l) else true))).
  Proof using Hs.
    unfold slice_fails. intros Hf He Hlo Hhi. apply bind_Some in Hf as ([d n]&Hn&Hf).
    apply bind_Some in Hf as (y&Hy&Hf). apply bind_Some in Hf as (x&Hx&Hf).
    pose proof (int_counts _ _ _ (bytes_ok' _ _ _ _ Hn He)) as Cn.
    pose proof (int_counts _ _ _ (typed_ok _ _ _ _ Hy Hhi)) as Cy.
    pose proof (int_counts _ _ _ (typed_ok _ _ _ _ Hx Hlo)) as Cx.
    rewrite (proj2 (Z.leb_le 0 a) (proj1 Cx)), (proj2 (Z.leb_le 0 b) (proj1 Cy)). cbn [andb].
    destruct low, high; cbn [andb]; rewrite ?andb_true_r.
    - eapply (when_eq _ ((b <? a) || (Z.of_nat (length l) <? b))); [done| |by rewrite !Z.ltb_antisym, negb_andb].
      apply or_ok; [by apply (compare_counts OGt)|]. intros _. by apply (compare_counts OGt b).
    - by eapply above_ok.
    - by eapply above_ok.
    - by injection Hf as <-.
  Qed.

  Lemma blit_fails_ok p off e fs l n l' :
    blit_fails variables constants p off e = Some fs →
    get W p s = Ok (VBytes l) → eval W off s = Ok (VInt n) → eval W e s = Ok (VBytes l') →
    fails fs = Some (negb (is_some (blit l n l'))).
  Proof using Hs.
    unfold blit_fails. intros Hf Hp Ho He. apply bind_Some in Hf as (m&Hm&Hf).
    apply bind_Some in Hf as ([d size]&Hsize&Hf). apply bind_Some in Hf as (x&Hx&Hf).
    pose proof (int_counts _ _ _ (length_at_ok _ _ _ Hm Hp)) as Cm.
    pose proof (int_counts _ _ _ (bytes_ok' _ _ _ _ Hsize He)) as Cs.
    pose proof (int_counts _ _ _ (typed_ok _ _ _ _ Hx Ho)) as Cx.
    rewrite is_some_blit by apply Cx. destruct (is_zero off) eqn:Hz.
    - rewrite (is_zero_ok W off s n Hz Ho), Z.add_0_l. by eapply above_ok.
    - set (L := Z.of_nat (length l)) in *. set (S := Z.of_nat (length l')) in *. destruct Cx as [Hn Cx].
      eapply (when_eq _ ((L <? n) || (L - n <? S))); [done| |].
      + apply or_ok; [by apply (compare_counts OGt)|]. intros Hl%Z.ltb_ge.
        apply (compare_counts OGt S (L - n)); [done..|]. by apply minus_counts.
      + destruct (L <? n) eqn:H1, (L - n <? S) eqn:H2, (n + S <=? L) eqn:H3; try done; exfalso;
          rewrite ?Z.ltb_lt, ?Z.ltb_ge, ?Z.leb_le, ?Z.leb_gt in *; destruct Cs; lia.
  Qed.

  Lemma has_found p k l c cap x z :
    has variables constants p k = Some (c, cap, x) → get W p s = Ok (VMap l) → eval W k s = Ok (VInt z) →
    is_bool (is_some (map_find l z)) x ∧ is_int W32 (Z.of_nat (length l)) (count_of cap c).
  Proof using Hs.
    unfold has. intros Hf Hp Hk. lowered. pose proof (place_ok _ _ _ _ H Hp) as Hr.
    pose proof (lower_value _ _ _ _ H0 Hk) as Hz.
    split; [|by eapply count_of_ok]. replace (is_some (map_find l z)) with (bool_decide (is_Some (map_find l z))).
    - by eapply has_ok.
    - destruct (map_find l z); [by apply bool_decide_true; eauto|by apply bool_decide_false; intros []].
  Qed.

  Theorem check_fails_ok k fs b :
    check_fails variables constants k = Some fs → check_val W k s = Some b → fails fs = Some (negb b).
  Proof using Hs.
    destruct k; cbn [check_fails check_val]; intros Hf Hv;
      repeat (apply bind_Some in Hv as (?&?&Hv));
      repeat match goal with
      | H : uint _ _ _ = Some _ |- _ => apply uint_Some in H
      | H : ubytes _ _ _ = Some _ |- _ => apply ubytes_Some in H
      | H : ubytes_at _ _ _ = Some _ |- _ => apply ubytes_at_Some in H
      | H : umap_at _ _ _ = Some _ |- _ => apply umap_at_Some in H
      | H : uget _ _ _ = Some _ |- _ => apply uget_Some in H
      end.
    - by eapply index_ok.
    - injection Hv as <-. by eapply arith_fails_ok.
    - injection Hv as <-. apply bind_Some in Hf as ([x' w']&Hx&Hf).
      pose proof (int_counts _ _ _ (lower_int_ok _ _ _ _ Hx ltac:(done))) as Cx.
      replace (fits w x) with (x <=? largest w); [by eapply above_ok; [..|apply unsigned_counts|]|].
      unfold fits. rewrite (proj2 (Z.leb_le 0 x) (proj1 Cx)). cbn [andb]. unfold largest. apply eq_true_iff_eq.
      rewrite Z.leb_le, Z.ltb_lt. lia.
    - injection Hv as <-. apply bind_Some in Hf as ([d n]&Hn&Hf). apply bind_Some in Hf as (c&Hc&Hf).
      eapply above_ok; [by eapply int_counts, bytes_ok'|by apply bound_counts|done].
    - injection Hv as <-. by eapply slice_fails_ok.
    - injection Hv as <-. apply bind_Some in Hf as ([d n]&Hn&Hf).
      destruct (beyond_ok _ _ _ _ _ _ Hf (int_counts _ _ _ (bytes_ok' _ _ _ _ Hn ltac:(done))) ltac:(done) ltac:(lia))
        as [Hpos ->].
      by rewrite is_some_slice by lia.
    - apply bind_Some in Hf as ([l t]&Hl&Hf). pose proof (place_ok _ _ _ _ Hl ltac:(done)) as Hr.
      match goal with H : unchecked (as_union ?v) = Some _ |- _ =>
        destruct v as [| | | | |n u| | |]; try done; injection H as <- end. injection Hv as <-.
      assert (∀ name ts, t = TUnion name ts → (z ← constant_of Plain (Z.of_nat tag); when (XBinary ONe (tag_of ts l)
        z)) = Some fs →
        fails fs = Some (negb (bool_decide (n = tag)))) as Hgen.
      { intros name ts -> Hgo. apply bind_Some in Hgo as (z&Hz&Hgo). eapply when_ok; [done|].
        apply (proj2 (is_case_ok waits objects _ _ _ _ _ _ _ Hr Hz)). }
      destruct t as [| | | | | |name [|c1 [|c2 cs]]| | |]; try done; try (by eapply Hgen).
      inversion Hr; subst; try done. destruct n; [|by destruct n].
      destruct (tag =? 0)%nat eqn:Htag; [|done]. injection Hf as <-. apply Nat.eqb_eq in Htag as ->. done.
    - injection Hv as <-. apply bind_Some in Hf as ([[c cap] y]&Hh&Hf).
      destruct (has_found _ _ _ _ _ _ _ Hh ltac:(done) ltac:(done)) as [Hb _]. eapply when_ok; [done|]. by apply not_ok.
    - injection Hv as <-. apply bind_Some in Hf as ([l t]&Hl&Hf). pose proof (place_ok _ _ _ _ Hl ltac:(done)) as Hr.
      apply bind_Some in Hf as (y&Hy&Hf). pose proof (int_counts _ _ _ (typed_ok _ _ _ _ Hy ltac:(done))) as Cy.
      destruct t as [| | | | | | |cap key t| |]; try done. unfold Guards.in_range.
      rewrite (proj2 (Z.leb_le _ _) (proj1 Cy)). cbn [andb]. eapply reaches_ok; [done|by eapply int_counts,
        count_of_ok|done].
    - injection Hv as <-. apply bind_Some in Hf as (n&Hn&Hf). apply bind_Some in Hf as (c&Hc&Hf).
      eapply reaches_ok; [by eapply int_counts, length_at_ok|by apply bound_counts|done].
    - injection Hv as <-. apply bind_Some in Hf as ([l t]&Hl&Hf). pose proof (place_ok _ _ _ _ Hl ltac:(done)) as Hr.
      apply bind_Some in Hf as ([d n]&Hn&Hf). apply bind_Some in Hf as (c&Hc&Hf).
      destruct t as [| |cap'| | | | | | |]; try done. destruct (cap' =? cap)%N eqn:Hcap; [|done]. apply N.eqb_eq in
        Hcap as ->.
      destruct (read_bytes_ok waits objects (TBytes cap) (cell_type cap) _ _ eq_refl Hr) as (bs&[= <-]&_&_&Hlen).
      pose proof (int_counts _ _ _ (bytes_ok' _ _ _ _ Hn ltac:(done))) as Cn. pose proof (bound_counts _ _ Hc) as Cc.
      assert (Z.of_nat (length x) ≤ Z.of_N cap) as Hle by (inversion Hr; subst; done).
      pose proof (minus_counts _ _ _ _ Cc (int_counts _ _ _ Hlen) Hle) as Cm.
      eapply (when_eq _ (Z.of_N cap - Z.of_nat (length x) <? Z.of_nat (length x0))); [done|by apply (compare_counts
        OGt)|].
      rewrite Nat2Z.inj_add, <- Z.ltb_antisym. apply eq_true_iff_eq. rewrite !Z.ltb_lt. lia.
    - injection Hv as <-. apply bind_Some in Hf as ([x' w']&Hx&Hf). apply bind_Some in Hf as (c&Hc&Hf).
      eapply above_ok; [by eapply int_counts, lower_int_ok|by apply bound_counts|done].
    - injection Hv as <-. by eapply blit_fails_ok.
    - injection Hv as <-. apply bind_Some in Hf as (n&Hn&Hf).
      destruct (beyond_ok _ _ _ _ _ _ Hf (int_counts _ _ _ (length_at_ok _ _ _ Hn ltac:(done))) ltac:(done)
        ltac:(lia)) as [Hpos ->].
      rewrite is_some_blit by done. replace (Z.of_nat (byte_count w)) with (Z.of_nat (length (store_int Little w 0)));
        [done|].
      f_equal. apply store_int_bytes.
    - injection Hv as <-. apply bind_Some in Hf as ([[c cap'] y]&Hh&Hf). apply bind_Some in Hf as (n&Hn&Hf).
      destruct (has_found _ _ _ _ _ _ _ Hh ltac:(done) ltac:(done)) as [Hb Hc].
      eapply (when_eq _ ((Z.of_N cap <=? Z.of_nat (length x)) && negb (is_some (map_find x x0)))); [done| |].
      + apply and_ok; [apply (compare_counts OGe _ (Z.of_N cap)); [done|by eapply int_counts|by apply bound_counts]|].
        intros _. by apply not_ok.
      + rewrite negb_orb, Z.leb_antisym. apply andb_comm.
    - apply bind_Some in Hf as ([l t]&Hl&Hf). pose proof (place_ok _ _ _ _ Hl ltac:(done)) as Hr.
      apply bind_Some in Hf as (c&Hc&Hf). destruct t as [| | | | | | | | |q]; try done.
      inversion Hr as [| | | | | | | |? w' fs' o Hw Hh Ho]; subst; try done.
      assert (0 ≤ waiting w' fs') as Hpos by (destruct fs'; [done|]; destruct w'; cbn; lia).
      assert (counts (waiting w' fs') (XCall (FWaits q) U32 [XAddress l])) as Cw.
      { split; [done|]. exists U32. change (ceval (XCall (FWaits q) U32 [XAddress l])) with
          (vs ← (v ← (VAddress <$> denote l); Some [v]); z ← functions waits (FWaits q) vs;
           if holds U32 z then Some (VInteger (M:=member_name) U32 z) else None).
        match goal with H : Some _ = denote l |- _ => rewrite <- H end.
        cbn [fmap option_fmap option_map mbind option_bind functions]. rewrite Hw. cbn. by rewrite Hh. }
      pose proof (bound_counts _ _ Hc) as Cc.
      eapply when_eq; [exact Hf|exact (compare_counts ONe _ _ _ _ eq_refl Cw Cc)|]. cbn [comparison].
      assert (0 ≠ waits_code waits0) as Hcode by (destruct waits0; cbn; lia).
      destruct fs' as [|f fs']; [injection Hv as <-; cbn [waiting]; by rewrite (proj2 (Z.eqb_neq _ _) Hcode)|].
      injection Hv as <-. f_equal.
      cbn [waiting]. case_bool_decide as Hd; [rewrite Hd; apply Z.eqb_refl|]. apply Z.eqb_neq.
      destruct w', waits0; cbn; try lia; intros ?; apply Hd; f_equal; lia.
  Qed.

  (** ** Guards *)
  Lemma fold_ok fs x b0 b1 :
    is_bool b0 x → (b0 = false → fails fs = Some b1) →
    is_bool (b0 || b1) (fold_left (λ x f, XOrElse x (condition f)) fs x).
  Proof.
    revert x b0. induction fs as [|f fs IH]; intros x b0 Hx Hf; simpl.
    - destruct b0; [done|]. injection (Hf eq_refl) as <-. done.
    - destruct b0.
      + apply (IH _ true); [|done]. by apply (or_ok _ _ true true).
      + specialize (Hf eq_refl). cbn [orb]. destruct f as [|y]; simpl in Hf.
        * injection Hf as <-. apply (IH _ true); [|done]. apply (or_ok _ _ false true); [done|]. intros _. by exists
          I32.
        * destruct (ceval y) as [[t z| |]|] eqn:Hy; simpl in Hf; try done. destruct (z =? 0) eqn:Hz.
          -- apply Z.eqb_eq in Hz as ->. apply (IH _ false); [|done]. apply (or_ok _ _ false false); [done|].
             intros _. by exists t.
          -- destruct (z =? 1) eqn:H1; [|done]. injection Hf as <-. apply Z.eqb_eq in H1 as ->.
             apply (IH _ true); [|done]. apply (or_ok _ _ false true); [done|]. intros _. by exists t.
  Qed.

  Lemma any_ok f a b : fails (f :: a) = Some b → is_bool b (any f a).
  Proof.
    intros Hf.
    assert (∃ b0, is_bool b0 (condition f) ∧ (b0 = true → b = true) ∧ (b0 = false → fails a = Some b)) as
      (b0&H0&Ht&Hfa).
    { destruct f as [|y]; simpl in Hf.
      - exists true. split; [by exists I32|]. split; [by injection Hf|done].
      - destruct (ceval y) as [[t z| |]|] eqn:Hy; simpl in Hf; try done. destruct (z =? 0) eqn:Hz.
        + apply Z.eqb_eq in Hz as ->. exists false. split; [by exists t|done].
        + destruct (z =? 1) eqn:H1; [|done]. apply Z.eqb_eq in H1 as ->. injection Hf as <-.
          exists true. split; [by exists t|done]. }
    assert (b0 || b = b) as Hb by (destruct b0; [by rewrite Ht|done]).
    destruct a as [|f' a]; cbn [any].
    - destruct b0; [by rewrite Ht|]. specialize (Hfa eq_refl). simpl in Hfa. by injection Hfa as <-.
    - rewrite <- Hb. by apply (is_bool_eval _ _ _ (fold_left (λ x f, XOrElse x (condition f)) (f' :: a) (condition
      f))), fold_ok.
  Qed.

  Theorem guard_fails_ok g fs b :
    guard_fails variables constants g = Some fs → guard_val W g s = Some b → fails fs = Some (negb b).
  Proof using Hs.
    revert fs b. induction g as [| |k|g1 IH1 g2 IH2|e g1 IH1 g2 IH2]; intros fs b; cbn [guard_fails guard_val]; intros
      Hf Hv.
    - injection Hf as <-. by injection Hv as <-.
    - injection Hf as <-. by injection Hv as <-.
    - by eapply check_fails_ok.
    - apply bind_Some in Hf as (fa&Ha&Hf). apply bind_Some in Hf as (fb&Hb&[= <-]).
      apply bind_Some in Hv as (b1&Hb1&Hv). pose proof (IH1 _ _ Ha Hb1) as H1.
      destruct b1; [|injection Hv as <-; by apply (fails_app _ _ true true)].
      apply (fails_app _ _ false (negb b)); [done|]. intros _. by apply IH2.
    - apply bind_Some in Hf as (x&Hx&Hf). apply bind_Some in Hf as (fa&Ha&Hf). apply bind_Some in Hf as (fb&Hb&Hf).
      apply bind_Some in Hv as (c&Hc&Hv).
      assert (is_bool c x) as Hbx.
      { eapply typed_bool_ok; [done|]. unfold eval_bool in Hc. destruct (eval W e s) as [[]| |]; try done. simpl in
        Hc. congruence. }
      assert (fails (if c then fa else fb) = Some (negb b)) as Hr by (destruct c; eauto).
      destruct fa as [|f fa], fb as [|f' fb].
      + injection Hf as <-. by destruct c.
      + eapply (when_eq _ (negb c && negb b)); [done| |destruct c; [|done]; simpl in *; congruence].
        apply and_ok; [by apply not_ok|]. intros Hn. apply any_ok. by destruct c.
      + eapply (when_eq _ (c && negb b)); [done| |destruct c; [done|]; simpl in *; congruence].
        apply and_ok; [done|]. intros ->. by apply any_ok.
      + destruct (type_of (any f fa)) eqn:T1; [|done]. destruct (type_of (any f' fb)) eqn:T2; [|done].
        eapply when_ok; [done|]. eapply choice_bool; [done|by eexists|by eexists|].
        destruct c; by apply any_ok.
  Qed.
End conditions.
