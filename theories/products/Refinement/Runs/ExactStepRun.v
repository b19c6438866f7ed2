(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * step, where the log goes on with a whole operation: what the model makes of it. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Monitor.Model Require Monitor.
From Fairlead.Monitor.Log Require Import Functions.
From Fairlead.Refinement Require Export ExactRun ExactRunGet Step.
Local Open Scope Z_scope.

(** What is left of the log. *)
Local Notation left_over log p := (cut log p (len log)).

(** The program takes at most 16 operands, and an argument of at most 4,096 bytes. *)
Definition operation_fits (ops : list operand) (a : bytes) : Prop :=
  len ops ≤ 16 ∧ len a ≤ 4096.

Section run.
  Context {B : base} (external : nat → list data → option (list data * data)).
  Local Notation calls := (calls Q external).
  Local Notation ensures := (ensures Q external).
  Local Notation value := (val fl_point).
  Context (F : list Z → Z → list Z → Z) (cfg : config Z) (x : list Z) (Hfun : functions cfg = standard).
  Local Notation thread_is := (thread_is F cfg x).

  Definition run_stepped (st : thread Z) (t : fthread) (out : list Z) (en : Thread.entry) (r : value) (t' : fthread)
      (out' : list Z) : Prop :=
    (∃ why, r = vstep 0 (VUnion 1 (refusal (refusal_number why))) false false ∧
       (refusal_number why < 32)%nat ∧ t' = t ∧ out' = out ∧ Thread.step cfg st en = Thread.Refused why) ∨
    (r = vstep 0 (VUnion 1 (refusal 27)) false false ∧ t' = t ∧ out' = out ∧ too_long cfg st en = true ∧
       ∃ st', Thread.step cfg st en = Thread.Ok st') ∨
    (∃ st', r = vstep (len (print entry_codec en)) done_value false false ∧ Thread.step cfg st en = Thread.Ok st' ∧
       too_long cfg st en = false ∧
       thread_is t' st' ∧ out' = out ++ zs (answer_to cfg st en) ∧ len (answer_to cfg st en) ≤ RECEIPT).

  Local Ltac on := repeat first [fl_step | fl_case].
  Local Ltac either :=
    lazymatch goal with |- walk _ _ _ (if ?b then _ else _) _ _ _ => let E := fresh "E" in destruct b eqn:E end;
    try lia.
  (** After a function of operation.fl. *)
  Local Ltac after_run Hsize :=
    let r := fresh in let ws := fresh in let t' := fresh "t'" in let out' := fresh "out'" in let why := fresh "why" in
    let st' := fresh "st'" in let Ht' := fresh "Ht'" in let Hw := fresh in let Hm := fresh in let Hst' := fresh in
    let Hl := fresh in let Htoo := fresh in
    intros r ws (t' & out' & -> & Ht' & [(why & -> & Hw & -> & -> & Hm)|[(-> & -> & -> & Htoo & Hm)|
      (st' & -> & Hm & Htoo & Hst' & -> & Hl)]]);
    fl_after; fl_steps;
    [fl_call refuse_entry_calls; fl_steps; fl_reached; do 2 eexists; (split; [reflexivity|]); (split; [done|]);
     left; by exists why
    |fl_call refuse_entry_calls; fl_steps; fl_reached; do 2 eexists; (split; [reflexivity|]); (split; [done|]);
     right; left; by split_and!
    |on; fl_call came_to_calls; fl_steps; fl_reached; do 2 eexists; (split; [reflexivity|]); (split; [done|]);
     right; right; exists st'; rewrite Hsize; by split_and!].

  (** A get or a put of one record in the cache is for [run_simple]. *)
  Lemma step_simple t st log p out f s a (rest : bytes) :
    thread_ok t → thread_is t st → octets log → len log < 2 ^ 32 → 0 ≤ p ≤ len log →
    octets out → len out + RECEIPT ≤ 65536 → entry_wf (Run f [Here s] a) → operation_fits [Here s] a → (f ≤ 1)%N →
    left_over log p = zs (print entry_codec (Run f [Here s] a) ++ rest) →
    ensures fn_step [vthread t; VExtern x; VBytes log; VInt p; VBytes out]
      (λ r ws, ∃ t' out', ws = [vthread t'; VExtern x; VBytes log; VInt p; VBytes out'] ∧ thread_ok t' ∧
         run_stepped st t out (Run f [Here s] a) r t' out').
  Proof using Hfun.
    intros Ht Hst Hlog Hlogl Hp Ho Hout Hwf [_ Ha] Hf1 Hleft. thread_numbers Ht.
    destruct (simple_reads f s a rest Hwf) as [Hread Hsize]. destruct (run_reads f [Here s] a rest Hwf) as [Hrun _].
    rewrite <-Hleft in Hread, Hrun.
    assert (cut (left_over log p) 6 (8 + len a) = zs (print argument_codec a)) as Hcounted.
    { destruct Hwf as (_ & [_ Hops] & _). pose proof (rr_counted _ _ _ _ Hrun) as H13. cbn [length] in H13.
      rewrite (place_next [Here s] 0 (Here s)) in H13 by (done || by apply Forall_cons in Hops as [? _]). exact H13. }
    assert (len (left_over log p) = len log - p) as Hbl by (rewrite len_cut; lia).
    assert (octets (left_over log p)) as Hb by by apply octets_cut. pose proof (len_nonneg out).
    destruct Hwf as (Hf & [_ Hs] & _). apply Forall_cons in Hs as [Hs _]. cbn [operand_wf] in *.
    unfold below in *. assert (Hread' := Hread).
    destruct Hread' as [Htag Hfn Hone Hhere Hslot Hlen Harg Hroom]. rewrite len_zs in *. pose proof (len_nonneg a).
    rewrite <-loaded_one in Hfn, Hone, Hhere by lia.
    fl_ensures. fl_steps. fl_case. fl_steps. do 8 (either; fl_steps).
    fl_known_call (run_simple_is external F cfg x Hfun t st (left_over log p) out f s a);
      [done|done|done|lia|done|lia|done|done|lia|lia|lia|]. after_run Hsize.
  Qed.

  (** All others are for [run]. *)
  Lemma step_general t st log p out f ops a (rest : bytes) :
    thread_ok t → thread_is t st → octets log → len log < 2 ^ 32 → 0 ≤ p ≤ len log →
    octets out → len out + RECEIPT ≤ 65536 → entry_wf (Run f ops a) → operation_fits ops a →
    ¬ ((f ≤ 1)%N ∧ ∃ s, ops = [Here s]) → left_over log p = zs (print entry_codec (Run f ops a) ++ rest) →
    ensures fn_step [vthread t; VExtern x; VBytes log; VInt p; VBytes out]
      (λ r ws, ∃ t' out', ws = [vthread t'; VExtern x; VBytes log; VInt p; VBytes out'] ∧ thread_ok t' ∧
         run_stepped st t out (Run f ops a) r t' out').
  Proof using Hfun.
    intros Ht Hst Hlog Hlogl Hp Ho Hout Hwf [Hn Ha] Hnot Hleft. thread_numbers Ht.
    destruct (run_reads f ops a rest Hwf) as [Hrun Hsize]. rewrite <-Hleft in Hrun.
    assert (len (left_over log p) = len log - p) as Hbl by (rewrite len_cut; lia).
    assert (octets (left_over log p)) as Hb by by apply octets_cut. pose proof (len_nonneg out).
    destruct Hwf as (Hf & [_ Hops] & _). pose proof (rr_length _ _ _ _ Hrun). pose proof (len_nonneg a).
    pose proof (place_range ops (length ops) Hops ltac:(lia)). assert (1 ≤ len (left_over log p)) by lia.
    assert (byte (left_over log p) 1 ≤ 1 → byte (left_over log p) 2 = 1 → byte (left_over log p) 3 = 0 → False)
      as Hother.
    { intros Hb1 Hb2 Hb3. rewrite (rr_function _ _ _ _ Hrun) in Hb1. rewrite (rr_number _ _ _ _ Hrun) in Hb2.
      apply Hnot. split; [lia|]. destruct ops as [|o [|o' ops]]; [done| |rewrite !len_cons in Hb2;
        pose proof (len_nonneg ops); lia].
      pose proof (rr_operands _ _ _ _ Hrun 0%nat o eq_refl) as Hat. change (place_of [o] 0) with 3 in Hat.
      destruct o as [s|k s]; [by exists s|]. destruct Hat as [Hat _]. lia. }
    assert (Htag := rr_tag _ _ _ _ Hrun). unfold below in *.
    fl_ensures. fl_steps. fl_case. fl_steps. do 7 (either; fl_steps).
    destruct (8 <=? len (left_over log p)) eqn:E8; fl_steps; [either; fl_steps|].
    - exfalso. rewrite !loaded_one in * by lia. lia.
    - fl_known_call (run_is external F cfg x Hfun t st (left_over log p) out f ops a);
        [done|done|done|lia|done|lia|done|done|done|done|lia|]. after_run Hsize.
    - cbn [andb]. fl_steps. fl_known_call (run_is external F cfg x Hfun t st (left_over log p) out f ops a);
        [done|done|done|lia|done|lia|done|done|done|done|lia|]. after_run Hsize.
  Qed.

  Theorem step_run t st log p out f ops a (rest : bytes) :
    thread_ok t → thread_is t st → octets log → len log < 2 ^ 32 → 0 ≤ p ≤ len log →
    octets out → len out + RECEIPT ≤ 65536 → entry_wf (Run f ops a) → operation_fits ops a →
    left_over log p = zs (print entry_codec (Run f ops a) ++ rest) →
    ensures fn_step [vthread t; VExtern x; VBytes log; VInt p; VBytes out]
      (λ r ws, ∃ t' out', ws = [vthread t'; VExtern x; VBytes log; VInt p; VBytes out'] ∧ thread_ok t' ∧
         run_stepped st t out (Run f ops a) r t' out').
  Proof using Hfun.
    intros. destruct (decide (f ≤ 1)%N); [|eapply step_general; try done; by intros [? _]].
    destruct ops as [|[s|k s] [|o ops]]; [|by eapply step_simple|..]; eapply step_general; try done;
      intros (_ & s' & [=]).
  Qed.
End run.
