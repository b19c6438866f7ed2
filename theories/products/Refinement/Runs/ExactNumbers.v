(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * functions.fl: decimal numbers, exactly: of any bytes it says which number they are, if they are one, as the model
    does; sums are the model's where they have 64 bits; and a number's bytes are the model's. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Monitor.Log Require Import Functions.
From Fairlead.Refinement Require Export Numbers ExactRunOperands Decimal.
Local Open Scope Z_scope.

(** The number [i] in the program: its sign and its magnitude, and no minus before 0. *)
Definition vinteger (i : Z) : val fl_point := vnumber true (i <? 0) (Z.abs i).
Definition number_is (v : val fl_point) (o : option Z) : Prop :=
  match o with
  | Some i => v = vinteger i ∧ in_int64 i = true
  | None => ∃ m z, v = vnumber false m z ∧ 0 ≤ z < 2 ^ 64
  end.

Lemma is_no_number m z : 0 ≤ z < 2 ^ 64 → number_is (vnumber false m z) None.
Proof. intros Hz. by exists m, z. Qed.
Lemma is_within64 (m : bool) z i :
  i = (if m then - z else z) → 0 ≤ z < 2 ^ 64 → (m = true → 0 < z) →
  number_is (vnumber (z <=? room m) m z) (within64 i).
Proof.
  intros -> Hz Hm. unfold within64, room. destruct (in_int64 _) eqn:E.
  - pose proof E as E'. apply in_int64_range in E. split; [|done]. unfold vinteger.
    destruct m; [specialize (Hm eq_refl)|]; rewrite (proj2 (Z.leb_le _ _)) by lia.
    + replace (- z <? 0) with true by lia. by replace (Z.abs (- z)) with z by lia.
    + replace (z <? 0) with false by lia. by replace (Z.abs z) with z by lia.
  - apply in_int64_not in E. rewrite (proj2 (Z.leb_gt _ _)) by (destruct m; lia). by apply is_no_number.
Qed.
Lemma is_sum (m : bool) z i :
  i = (if m then - z else z) → -9223372036854775808 ≤ i ≤ 9223372036854775807 → 0 ≤ z → (m = true → 0 < z) →
  number_is (vnumber true m z) (within64 i).
Proof.
  intros Hi Hr Hz Hm. pose proof (is_within64 m z i Hi ltac:(destruct m; lia) Hm) as H.
  by rewrite (proj2 (Z.leb_le _ _)) in H by (unfold room; destruct m; lia).
Qed.
Lemma within64_none i : ¬ -9223372036854775808 ≤ i ≤ 9223372036854775807 → within64 i = None.
Proof. intros Hi. unfold within64. by rewrite (proj2 (in_int64_not i)). Qed.

Section numbers.
  Context {B : base} (external : nat → list data → option (list data * data)).
  Local Notation calls := (calls Q external).
  Local Notation ensures := (ensures Q external).

  Lemma number_of_is (l : bytes) :
    len l < 2 ^ 32 →
    ensures fn_functions_number_of [VBytes (zs l)] (λ v ws, ws = [VBytes (zs l)] ∧ number_is v (integer_of l)).
  Proof using.
    intros Hl. pose proof (octets_zs l) as Hb. pose proof (len_zs l) as Hz. pose proof (len_nonneg l).
    fl_ensures. fl_steps. fl_case.
    { fl_steps. fl_reached. split; [done|]. destruct l as [|c l']; [by apply is_no_number|].
      rewrite len_cons in *. pose proof (len_nonneg l'). lia. }
    assert (1 ≤ len l) as Hl1 by lia. pose proof (integer_of_is l Hl1) as Hint. cbv zeta in Hint.
    destruct (byte (zs l) 0 =? 45) eqn:Eminus;
      lazymatch type of Hint with _ = with_sign ?mn (natural_of (drop (Z.to_nat ?f) l)) =>
        pose proof (len_drop l f ltac:(lia)) as Hd;
        assert (f < len l → byte (zs (drop (Z.to_nat f) l)) 0 = byte (zs l) f) as Hbyte
          by (intros; apply byte_drop; lia);
        repeat first [fl_step|fl_case];
        try (fl_reached; (split; [done|]); rewrite Hint, with_sign_none by lia; apply is_no_number; lia);
        rewrite natural_of_digits in Hint by lia
      end.
    all: lazymatch goal with
      | |- walk _ _ _ (Loop _ _) _ _ [?b0; ?r; _; ?mn; Some (VInt ?f); ?dg; Some (VInt ?e); _; _; ?rm] =>
          assert (e = len l) as He by (fl_lens; lia);
          lazymatch type of Hint with _ = with_sign ?m _ =>
          eapply (walk_loop _ _ _ _ _ _ _ (λ n s, ∃ i z y,
            s = [b0; r; Some (vnumber false false z); mn; Some (VInt f); dg; Some (VInt e); Some (VInt i); y; rm] ∧
            n = Z.to_nat (len l - i) ∧ f ≤ i ≤ len l ∧ 0 ≤ z < 10 ^ (i - f) ∧ (m = true → f < i → 0 < z) ∧
            integer_of l = with_sign m (digits_value (Z.to_N z) (drop (Z.to_nat i) l))) (Z.to_nat (len l - f)))
          end;
          [exists f, 0, (Some (VInt 0)); rewrite Z.sub_diag; split_and!; first [done|lia|exact Hint]
          |intros n s (i & z & y & -> & -> & Hi & Hzr & Hpos & Hsame); apply walk_wp;
           assert (10 ^ (i - f) ≤ 10 ^ 19) as Hp by (apply Z.pow_le_mono_r; lia);
           assert (i < len l → 10 ^ (i - f) ≤ 10 ^ 18) as Hp' by (intros; apply Z.pow_le_mono_r; lia);
           assert (10 ^ (i + 1 - f) = 10 * 10 ^ (i - f)) as Hs
             by (replace (i + 1 - f) with (Z.succ (i - f)) by lia; apply Z.pow_succ_r; lia);
           change (10 ^ 19) with 10000000000000000000 in Hp; change (10 ^ 18) with 1000000000000000000 in Hp']
      end.
    all: fl_steps; fl_case.
    (* One more byte. *)
    1, 3, 5: rewrite digits_value_next in Hsame by lia; repeat first [fl_step|fl_case];
      try (fl_reached; (split; [done|]); replace ((48 <=? _) && (_ <=? 57)) with false in Hsame by lia;
        rewrite Hsame; apply is_no_number; lia);
      replace ((48 <=? _) && (_ <=? 57)) with true in Hsame by lia;
      exists (Z.to_nat (len l - (i + 1))); (split; [lia|]); eexists (i + 1), _, _; (split; [reflexivity|]);
      split_and!; first [done|lia|rewrite ?Hs; lia|exact Hsame
        |intros _ _; specialize (Hpos eq_refl); destruct (decide (i = 1)) as [->|]; lia].
    (* All of them. *)
    all: assert (i = len l) as -> by lia; rewrite drop_ge in Hsame by (unfold len; lia).
    all: cbn [digits_value with_sign] in Hsame; repeat first [fl_step|fl_case].
    all: fl_call room_calls; fl_steps; fl_reached; (split; [done|]); rewrite Hsame.
    all: cbn [andb]; try (rewrite (proj2 (N.eqb_neq _ _)) by lia);
      first [apply (is_within64 true z)|apply (is_within64 false z)]; first [done|lia].
  Qed.
End numbers.
