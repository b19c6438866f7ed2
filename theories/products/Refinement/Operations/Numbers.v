(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * functions.fl: decimal numbers. What is proved of them is that they stay in their range, so nothing traps. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Refinement Require Export Operands.
Local Open Scope Z_scope.

Definition vnumber (good minus : bool) (size : Z) : val fl_point := VRecord [VBool good; VBool minus; VInt size].
Definition room (minus : bool) : Z := if minus then 9223372036854775808 else 9223372036854775807.
Definition number_ok (good minus : bool) (size : Z) : Prop :=
  0 ≤ size < 2 ^ 64 ∧ (good = true → size ≤ room minus).
Definition is_number (v : val fl_point) : Prop := ∃ g m z, v = vnumber g m z ∧ number_ok g m z.

Section numbers.
  Context {B : base} (external : nat → list data → option (list data * data)).
  Local Notation calls := (calls Q external).
  Local Notation ensures := (ensures Q external).
  Local Notation value := (val fl_point).

  Lemma room_calls m : calls fn_functions_room [VBool m] (VInt (room m)) [VBool m].
  Proof. unfold room. destruct m; fl_function; fl_walk. Qed.

  Lemma signed_ensures x :
    0 ≤ x < 2 ^ 64 → ensures fn_functions_signed [VInt x] (λ v ws, ws = [VInt x] ∧ ∃ m z, v = vnumber true m z ∧
      number_ok true m z).
  Proof.
    intros Hx. fl_ensures. repeat first [fl_step|fl_case]; fl_reached; (split; [done|]).
    - exists false, x. split; [done|]. unfold number_ok, room. lia.
    - exists true, (2 ^ 64 - x). split.
      + unfold wrap, limit, bits. replace ((0 - x) mod 2 ^ 64) with (2 ^ 64 - x); [done|].
        apply (Z.mod_unique _ _ (-1)); lia.
      + unfold number_ok, room. lia.
  Qed.

  Lemma plus_ensures m z m' z' :
    number_ok true m z → number_ok true m' z' →
    ensures fn_functions_plus [vnumber true m z; vnumber true m' z']
      (λ v ws, ws = [vnumber true m z; vnumber true m' z'] ∧ is_number v).
  Proof.
    intros [Hz Hz1] [Hz' Hz1']. specialize (Hz1 eq_refl). specialize (Hz1' eq_refl). unfold room in *.
    destruct m, m'; fl_ensures; fl_steps; try (fl_call room_calls; fl_steps); repeat first [fl_step|fl_case];
      fl_reached;
      (split; [done|]); eexists _, _, _; (split; [reflexivity|]); unfold number_ok, room; repeat case_match; lia.
  Qed.

  Lemma number_of_ensures b :
    octets b → len b < 2 ^ 32 → ensures fn_functions_number_of [VBytes b] (λ v ws, ws = [VBytes b] ∧ is_number v).
  Proof.
    intros Hb Hl. fl_ensures. fl_steps. fl_case.
    { fl_steps. fl_reached. split; [done|]. exists false, false, 0. split; [done|]. unfold number_ok, room; lia. }
    pose proof (len_nonneg b). destruct (byte b 0 =? 45) eqn:Eminus.
    all: repeat first [fl_step|fl_case].
    all: try (fl_reached; (split; [done|]); exists false, false, 0; (split; [done|]); unfold number_ok, room; lia).
    all: lazymatch goal with
      | |- walk _ _ _ (Loop _ _) _ _ [?b0; ?r; _; ?mn; Some (VInt ?f); ?dg; Some (VInt ?e); _; _; ?rm] =>
          assert (e = len b) as He by (fl_lens; lia);
          eapply (walk_loop _ _ _ _ _ _ _ (λ n s, ∃ i z y,
            s = [b0; r; Some (vnumber false false z); mn; Some (VInt f); dg; Some (VInt e); Some (VInt i); y; rm] ∧
            n = Z.to_nat (len b - i) ∧ f ≤ i ≤ len b ∧ 0 ≤ z < 10 ^ (i - f)) (Z.to_nat (len b - f)));
          [exists f, 0, (Some (VInt 0)); rewrite Z.sub_diag; split_and!; try done; lia
          |intros n s (i & z & y & -> & -> & Hi & Hzr); apply walk_wp;
           assert (10 ^ (i - f) ≤ 10 ^ 19) as Hp by (apply Z.pow_le_mono_r; lia);
           assert (i < len b → 10 ^ (i - f) ≤ 10 ^ 18) as Hp' by (intros; apply Z.pow_le_mono_r; lia);
           assert (10 ^ (i + 1 - f) = 10 * 10 ^ (i - f)) as Hs
             by (replace (i + 1 - f) with (Z.succ (i - f)) by lia; apply Z.pow_succ_r; lia);
           change (10 ^ 19) with 10000000000000000000 in Hp; change (10 ^ 18) with 1000000000000000000 in Hp']
      end.
    all: repeat first [fl_step|fl_case].
    all: try (fl_reached; (split; [done|]); exists false, false, z; (split; [done|]); unfold number_ok, room; lia).
    all: try (exists (Z.to_nat (len b - (i + 1))); (split; [lia|]); eexists (i + 1), _, _;
      (split; [reflexivity|]); (split; [done|]); lia).
    all: fl_call room_calls; fl_steps; fl_reached; (split; [done|]); eexists _, _, _; (split; [reflexivity|]);
      (split; [lia|]); intros Hroom; apply Z.leb_le in Hroom; exact Hroom.
  Qed.

  Lemma number_in_ensures t s :
    thread_ok t → operand_ok t s →
    ensures fn_functions_number_in [vthread t; VInt s] (λ v ws, ws = [vthread t; VInt s] ∧ is_number v).
  Proof.
    intros Ht Hs. thread_numbers Ht. destruct Hs as [->|(Hs & Hfull & Hd)].
    - fl_ensures. repeat first [fl_step|fl_case]. fl_reached. split; [done|]. exists true, false, 0. split; [done|].
      unfold number_ok, room; lia.
    - pose proof (datum_len _ Hd) as Hl. pose proof (datum_octets _ Hd) as Ho. pose proof (datum_room _ Hd) as Hr.
      pose proof (slot_at_ok t s Ht Hs) as (_&_&_&_&_&_&[_ Hv]&_). unfold slot_at in *.
      fl_ensures. repeat first [fl_step|fl_case].
      + fl_reached. split; [done|]. exists true, false, 0. split; [done|]. unfold number_ok, room; lia.
      + fl_known_call number_of_ensures; [fl_octets|rewrite len_cut by lia; lia|].
        intros v ws [-> Hnum]. fl_after. fl_steps. fl_reached. by split.
  Qed.

  Lemma text_of_ensures g m z :
    0 ≤ z ≤ 2 ^ 63 →
    ensures fn_functions_text_of [vnumber g m z]
      (λ v ws, ws = [vnumber g m z] ∧ ∃ l, v = VBytes l ∧ octets l ∧ len l ≤ 20).
  Proof.
    intros Hz. fl_ensures. fl_steps.
    (* The digits, the last first. *)
    lazymatch goal with
    | |- walk _ _ _ (Loop _ _) _ _ [?n0; ?r; _; _; ?t; ?e; ?i] =>
        eapply (walk_loop _ _ _ _ _ _ _ (λ n s, ∃ bs l, s = [n0; r; Some (VBytes bs); Some (VInt l); t; e; i] ∧
          n = Z.to_nat (19 - len bs) ∧ len bs ≤ 18 ∧ octets bs ∧ 0 ≤ l < 10 ^ (19 - len bs)) 19%nat);
        [exists [], z; split_and!; try done; [constructor|lia|];
          change (10 ^ (19 - len [])) with 10000000000000000000; lia|]
    end.
    intros n s (bs & l & -> & -> & Hlen & Hbs & Hl). apply walk_wp. pose proof (len_nonneg bs).
    assert (10 ^ (19 - len bs) = 10 * 10 ^ (18 - len bs)) as Hs
      by (replace (19 - len bs) with (Z.succ (18 - len bs)) by lia; apply Z.pow_succ_r; lia).
    assert (10 ^ (19 - len bs) ≤ 10 ^ 19) as Hp by (apply Z.pow_le_mono_r; lia).
    change (10 ^ 19) with 10000000000000000000 in Hp.
    assert (0 ≤ l / 10 < 10 ^ (18 - len bs)) as Hdiv
      by (split; [apply Z.div_pos; lia|apply Z.div_lt_upper_bound; lia]).
    pose proof (Z.mod_pos_bound l 10 ltac:(lia)) as Hmod.
    fl_steps. fl_case.
    - (* All of them: turned round. *)
      fl_steps. set (every := bs ++ _). assert (octets every ∧ 0 ≤ len every ≤ 19) as [Hall Halllen].
      { unfold every. split; [fl_octets|]. rewrite len_app. change (len [48 + l mod 10]) with 1. lia. }
      clearbody every. destruct m; fl_steps.
      all: lazymatch goal with
        | |- walk _ _ _ (Loop _ _) _ _ [?n0; ?r; ?a; ?y; Some (VBytes ?t); ?e; _] =>
            eapply (walk_loop _ _ _ _ _ _ _ (λ n s, ∃ i l', s = [n0; r; a; y; Some (VBytes l'); e; Some (VInt i)] ∧
              n = Z.to_nat (len every - i) ∧ 0 ≤ i ≤ len every ∧ octets l' ∧
                len l' = len t + i) (Z.to_nat (len every)));
            [exists 0, t; split_and!; try done; try lia; fl_octets|]
        end.
      all: intros n s (i & l' & -> & -> & Hi & Hl' & Hll); apply walk_wp; rewrite ?len_cons, ?len_nil in Hll.
      all: repeat first [fl_step|fl_case].
      all: try (fl_reached; (split; [done|]); eexists; (split; [reflexivity|]); (split; [done|]); lia).
      all: exists (Z.to_nat (len every - (i + 1))); (split; [lia|]); eexists (i + 1), _; (split; [reflexivity|]);
        (split; [done|]); (split; [lia|]); (split; [|fl_lens; lia]).
      all: apply octets_app; [done|]; apply octets_cons; [apply byte_range; done|constructor].
    - fl_steps. exists (Z.to_nat (19 - (len bs + 1))). split; [lia|]. eexists _, _. split; [reflexivity|].
      assert (1 ≤ 18 - len bs) as Hroom.
      { destruct (decide (18 - len bs = 0)) as [H0|]; [|lia]. rewrite H0 in Hdiv. change (10 ^ 0) with 1 in Hdiv. lia. }
      rewrite len_app, len_cons, len_nil. split; [done|]. split; [lia|]. split; [fl_octets|].
      replace (19 - (len bs + (1 + 0))) with (18 - len bs) by lia. done.
  Qed.
End numbers.
