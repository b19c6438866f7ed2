(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * functions.fl: a number's bytes are the model's. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Monitor.Log Require Import Functions.
From Fairlead.Refinement Require Export ExactNumbers.
Local Open Scope Z_scope.

Section numbers.
  Context {B : base} (external : nat → list data → option (list data * data)).
  Local Notation calls := (calls Q external).
  Local Notation ensures := (ensures Q external).

  (** The digits, the last first; and turned round. *)
  Lemma reverse_next (l : list Z) i :
    0 ≤ i < len l →
    take (Z.to_nat (i + 1)) (reverse l) = take (Z.to_nat i) (reverse l) ++ [byte l (len l - 1 - i)].
  Proof using.
    intros Hi. unfold len in *. replace (Z.to_nat (i + 1)) with (S (Z.to_nat i)) by lia. apply take_S_r.
    rewrite reverse_lookup by lia. unfold byte.
    replace (length l - S (Z.to_nat i))%nat with (Z.to_nat (Z.of_nat (length l) - 1 - i)) by lia.
    apply list_lookup_lookup_total_lt. lia.
  Qed.
  Lemma text_of_is i :
    in_int64 i = true →
    ensures fn_functions_text_of [vinteger i]
      (λ v ws, ws = [vinteger i] ∧ v = VBytes (zs (integer_text i)) ∧ len (integer_text i) ≤ 20).
  Proof using.
    intros Hi%in_int64_range. pose proof (integer_text_is i) as Htext. rewrite <-(len_zs (integer_text i)).
    remember (zs (integer_text i)) as text eqn:Etext. clear Etext. unfold vinteger.
    replace (Z.abs_N i) with (Z.to_N (Z.abs i)) in Htext by lia.
    set (z := Z.abs i) in *. assert (0 ≤ z ≤ 2 ^ 63) as Hz by lia. clearbody z. set (m := i <? 0) in *. clearbody m.
    fl_ensures. fl_steps.
    lazymatch goal with
    | |- walk _ _ _ (Loop _ _) _ _ [?n0; ?r; _; _; ?t; ?e; ?i] =>
        eapply (walk_loop _ _ _ _ _ _ _ (λ n s, ∃ bs l, s = [n0; r; Some (VBytes (zs bs)); Some (VInt l); t; e; i] ∧
          n = Z.to_nat (19 - len bs) ∧ len bs ≤ 18 ∧ 0 ≤ l < 10 ^ (19 - len bs) ∧
          digits_from 20 (Z.to_N z) = bs ++ digits_from (20 - length bs) (Z.to_N l)) 19%nat);
        [exists [], z; split_and!; try done; [lia|]; change (10 ^ (19 - len [])) with 10000000000000000000; lia|]
    end.
    intros n s (bs & l & -> & -> & Hlen & Hl & Hdigits). apply walk_wp. pose proof (len_nonneg bs).
    pose proof (len_zs bs) as Hzs. pose proof (octets_zs bs) as Hbs.
    assert (10 ^ (19 - len bs) = 10 * 10 ^ (18 - len bs)) as Hs
      by (replace (19 - len bs) with (Z.succ (18 - len bs)) by lia; apply Z.pow_succ_r; lia).
    assert (10 ^ (19 - len bs) ≤ 10 ^ 19) as Hp by (apply Z.pow_le_mono_r; lia).
    change (10 ^ 19) with 10000000000000000000 in Hp.
    assert (0 ≤ l / 10 < 10 ^ (18 - len bs)) as Hdiv
      by (split; [apply Z.div_pos; lia|apply Z.div_lt_upper_bound; lia]).
    pose proof (Z.mod_pos_bound l 10 ltac:(lia)) as Hmod.
    replace (20 - length bs)%nat with (S (19 - length bs)) in Hdigits by (unfold len in *; lia).
    rewrite (digits_from_step (19 - length bs) l) in Hdigits by lia. pose proof (z_of_digit l ltac:(lia)) as Hc.
    set (c := ascii_of_N (48 + Z.to_N l mod 10)) in *. clearbody c.
    assert (zs bs ++ [48 + l mod 10] = zs (bs ++ [c])) as Hmore by (by rewrite zs_app, <-Hc).
    fl_steps. fl_case.
    - (* All of them: turned round. *)
      fl_steps. rewrite Hmore. rewrite E in Hdigits. rewrite <-Hdigits.
      set (every := zs (digits_from 20 (Z.to_N z))) in *. assert (0 ≤ len every ≤ 19) as Halllen.
      { unfold every. rewrite len_zs, Hdigits, len_app. change (len [c]) with 1. lia. }
      pose proof (octets_zs (digits_from 20 (Z.to_N z))) as Hall. fold every in Hall.
      clearbody every. clear Hmore. destruct m; fl_steps.
      all: lazymatch goal with
        | |- walk _ _ _ (Loop _ _) _ _ [?n0; ?r; ?a; ?y; Some (VBytes ?t); ?e; _] =>
            eapply (walk_loop _ _ _ _ _ _ _ (λ n s, ∃ i, s = [n0; r; a; y;
              Some (VBytes (t ++ take (Z.to_nat i) (reverse every))); e; Some (VInt i)] ∧
              n = Z.to_nat (len every - i) ∧ 0 ≤ i ≤ len every) (Z.to_nat (len every)));
            [exists 0; change (Z.to_nat 0) with 0%nat; rewrite take_0, app_nil_r; split_and!; try done; lia|]
        end.
      all: intros n s (j & -> & -> & Hj); apply walk_wp.
      all: assert (len (take (Z.to_nat j) (reverse every)) = j) as Htl by
        (unfold len in *; rewrite take_length, reverse_length; lia).
      all: pose proof (reverse_next every j) as Hnext; repeat first [fl_step|fl_case].
      1, 3: exists (Z.to_nat (len every - (j + 1))); (split; [lia|]); exists (j + 1); (split; [|lia]);
        rewrite Hnext by lia; reflexivity.
      all: assert (j = len every) as -> by lia; rewrite take_ge in * by (rewrite reverse_length; unfold len; lia).
      all: fl_reached; (split; [done|]); (split; [by rewrite Htext|]); rewrite Htext, len_app, ?len_cons, ?len_nil;
        lia.
    - fl_steps. exists (Z.to_nat (19 - (len bs + 1))). split; [lia|]. eexists (bs ++ [c]), _. rewrite Hmore.
      split; [reflexivity|].
      assert (1 ≤ 18 - len bs) as Hroom.
      { destruct (decide (18 - len bs = 0)) as [H0|]; [|lia]. rewrite H0 in Hdiv. change (10 ^ 0) with 1 in Hdiv. lia. }
      rewrite len_app. change (len [c]) with 1. split; [done|]. split; [lia|].
      replace (19 - (len bs + 1)) with (18 - len bs) by lia. split; [done|]. rewrite E in Hdigits.
      rewrite app_length, <-(assoc_L (++)). cbn [length app]. rewrite Hdigits. do 2 f_equal. f_equal. lia.
  Qed.
End numbers.
