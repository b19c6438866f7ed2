(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What an incr that ignores overflow, and a transfer that makes money, would leave behind. No claim names anything
    here but the refuter of [monitor_in_fl_entries]. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Monitor.Log Require Import Format Functions.
From Fairlead.Monitor.Adversary Require Import LeftOut.
From Fairlead.Refinement Require Import ExactConsistent Refuted.Answers.
Import Fairlead.Monitor.Model.Monitor Fairlead.Monitor.Adversary.LeftOut.
Local Open Scope Z_scope.

Definition begun : thread Z := init_thread small_run 0.
Definition add_left : entry := AddM left_key (Data None) 1 0.
Definition add_right : entry := AddM right_key (Data None) 2 0.
Definition incr (s : N) (n : N) : entry := Run 6 [Here s] (print (number 8) n).
Definition pay (s s2 : N) (n : N) : entry := Run 8 [Here s; Here s2] (print (number 8) n).
(** One more than the most; and 3 of 5, to who has 7. *)
Definition overflow : list entry := [add_left; put 1 (integer_text int64_max); incr 1 1; get 1].
Definition payment : list entry := [add_left; add_right; put 1 (integer_text 5); put 2 (integer_text 7); pay 1 2 3].
(** The results of answers, other than they were. *)
Definition resulting (rs : list receipt) (results : list bytes) : list receipt :=
  zip_with (λ r y, Receipt (r_tid r) (r_stamp r) (r_index r) (r_function r) (r_argument r) (r_keys r) y) rs results.
Definition answered_with (l : list entry) (results : list bytes) : list Z :=
  zs (print_receipts (resulting (replies small_run begun l) results)).
(** What there is of an incr beyond 64 bits: no sum, and the value is kept. And of one that goes round. *)
Definition kept : list bytes := [[]; no; print datum_codec (Some (integer_text int64_max))].
Definition wrapped : list bytes :=
  [[]; tag 1 :: integer_text int64_min; print datum_codec (Some (integer_text int64_min))].
Definition number_record (z : Z) : list Z := zs (print value_codec (Data (Some (integer_text z)))).

Section shown.
  Context (F : list Z → Z → list Z → Z) (x : list Z).

  Definition value_after (l : list entry) (s : N) : option value :=
    match steps small_run begun l with Thread.Ok st => s_value <$> t_slots st !! s | Thread.Refused _ => None end.
  Lemma all_taken l taken s t out :
    takes small_run begun l More 65536 = (l, More) →
    verified_as F small_run x begun l More [] taken s t out →
    s = More ∧ out = zs (print_receipts (replies small_run begun l)) ∧
    ∀ k v, (k < 8)%N → value_after l k = Some v → f_value (slot_at t (Z.of_N k)) = zs (print value_codec v).
  Proof using.
    intros Hall (done & rest & st & _ & _ & Hsteps & His & _ & Hout & Htakes & _).
    change (65536 - len []) with 65536 in Htakes. rewrite Hall in Htakes. injection Htakes as <- <-.
    split; [done|]. split; [exact Hout|]. intros k v Hk Hv. unfold value_after in Hv. rewrite Hsteps in Hv.
    destruct His as (_ & _ & _ & _ & _ & _ & _ & Hs & _).
    specialize (Hs k Hk). unfold slot_is in Hs.
    destruct (t_slots st !! k) as [sl|]; [|done]. injection Hv as <-. by destruct Hs as (_ & _ & [_ ?] & _).
  Qed.

  Theorem wrong_numbers :
    takes small_run begun overflow More 65536 = (overflow, More) ∧
    takes small_run begun payment More 65536 = (payment, More) ∧
    (∀ taken s t out, verified_as F small_run x begun overflow More [] taken s t out →
       out = answered_with overflow kept ∧
       out ≠ answered_with overflow wrapped ∧
       f_value (slot_at t 1) = number_record int64_max ∧ f_value (slot_at t 1) ≠ number_record int64_min) ∧
    (∀ taken s t out, verified_as F small_run x begun payment More [] taken s t out →
       f_value (slot_at t 1) = number_record 2 ∧ f_value (slot_at t 2) = number_record 10 ∧
       f_value (slot_at t 1) ≠ number_record 5).
  Proof using.
    assert (takes small_run begun overflow More 65536 = (overflow, More)) as H1 by by vm_compute.
    assert (takes small_run begun payment More 65536 = (payment, More)) as H2 by by vm_compute.
    split_and!; [done|done| |].
    - intros taken s t out (_ & -> & Hvalue)%(all_taken _ _ _ _ _ H1).
      assert (f_value (slot_at t 1) = number_record int64_max) as ->
        by (apply (Hvalue 1%N); [lia|by vm_compute]).
      split_and!; [by vm_compute|by vm_compute|done|by vm_compute].
    - intros taken s t out (_ & _ & Hvalue)%(all_taken _ _ _ _ _ H2).
      assert (f_value (slot_at t 1) = number_record 2) as -> by (apply (Hvalue 1%N); [lia|by vm_compute]).
      assert (f_value (slot_at t 2) = number_record 10) as -> by (apply (Hvalue 2%N); [lia|by vm_compute]).
      split_and!; [done|done|by vm_compute].
  Qed.
End shown.
