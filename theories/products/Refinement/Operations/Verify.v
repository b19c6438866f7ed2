(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * verify: any bytes, from any state that satisfies the invariant. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Refinement Require Export Verifier Step.
Local Open Scope Z_scope.

(** Why it came back. *)
Inductive status := More | Full | Wait | Close | Refused (w : nat).
Definition vstatus (s : status) : val fl_point :=
  match s with
  | More => VUnion 0 unit_value | Full => VUnion 1 unit_value | Wait => VUnion 2 unit_value
  | Close => VUnion 3 unit_value | Refused w => VUnion 4 (refusal w)
  end.
Definition vprogress (taken : Z) (s : status) : val fl_point := VRecord [VInt taken; vstatus s].

Section verify.
  Context {B : base} (external : nat → list data → option (list data * data)) (Hext : externals_ok external).
  Local Notation ensures := (ensures Q external).
  Local Notation value := (val fl_point).

  (** [verify], started on the state [t], [closing], [failed] and any [log], ends without a trap. The state satisfies
      the invariant again; not more was taken than there is; to [out] something was appended. *)
  Definition verified_so (log out : list Z) (r : value) (t : fthread) (closing : bool) (failed : option nat)
      (out' : list Z) : Prop :=
    verifier_kept t closing failed ∧ octets out' ∧ len out' ≤ 65536 ∧ (∃ e, out' = out ++ e) ∧
    ∃ taken s, r = vprogress taken s ∧ 0 ≤ taken ≤ len log ∧ (∀ w, s = Refused w ↔ failed = Some w).

  Theorem verify_ensures t closing failed (x log out : list Z) :
    verifier_kept t closing failed → octets log → len log < 2 ^ 32 → octets out → len out ≤ 65536 →
    ensures fn_verify [vverifier t closing failed; VExtern x; VBytes log; VBytes out]
      (λ r ws, ∃ t' closing' failed' out',
         ws = [vverifier t' closing' failed'; VExtern x; VBytes log; VBytes out'] ∧
         verified_so log out r t' closing' failed' out').
  Proof using Hext.
    intros Hv Hlog Hlogl Ho Hout. assert (Hv' := Hv). destruct Hv' as (Ht & _ & _). pose proof (len_nonneg log).
    pose proof (len_nonneg out).
    fl_ensures. destruct failed as [w|].
    { fl_steps. fl_reached. exists t, closing, (Some w). eexists. split; [reflexivity|].
      split_and!; [done|done|done|exists []; by rewrite app_nil_r|].
      exists 0, (Refused w). split_and!; [done|lia|lia|]. intros w'. split; congruence. }
    destruct closing.
    { fl_steps. fl_reached. exists t, true, None. eexists. split; [reflexivity|].
      split_and!; [done|done|done|exists []; by rewrite app_nil_r|].
      exists 0, Close. split_and!; [done|lia|lia|]. done. }
    fl_steps.
    let s0 := fl_store in
    eapply (walk_loop _ _ _ _ _ _ _ (λ m s, ∃ t' p y out',
      s = <[0%nat := Some (vverifier t' false None)]> (<[3%nat := Some (VBytes out')]> (<[5%nat := Some (VInt p)]>
        (<[6%nat := y]> s0))) ∧
      m = Z.to_nat (len log - p) ∧ 0 ≤ p ≤ len log ∧ thread_ok t' ∧ octets out' ∧ len out' ≤ 65536 ∧
      ∃ e, out' = out ++ e) (Z.to_nat (len log))).
    { exists t, 0. do 2 eexists. split; [reflexivity|]. split_and!; [f_equal; lia|lia|lia|done|done|done|].
      exists []. by rewrite app_nil_r. }
    intros m s (t' & p & y & out' & -> & -> & Hp & Ht' & Ho' & Hout' & e & He). fl_round.
    pose proof (len_nonneg out'). fl_steps. fl_case.
    { fl_steps. fl_reached. exists t', false, None. eexists. split; [reflexivity|].
      split_and!; [by apply open_ok|done|done|by eexists|]. exists p, Full. by split_and!; [|lia|lia|]. }
    fl_steps. fl_known_call (step_ensures external Hext); [done|done|done|done|done|lia|].
    intros r ws (t2 & out2 & -> & Hr).
    destruct Hr as [(-> & -> & ->)|[(size & w & -> & Hw & -> & ->)|[(size & -> & -> & ->)|
      (size & close & -> & Hsize & Ht2 & Hg & Hnext)]]]; fl_after.
    - fl_steps. fl_reached. exists t', false, None. eexists. split; [reflexivity|].
      split_and!; [by apply open_ok|done|done|by eexists|]. exists p, More. by split_and!; [|lia|lia|].
    - fl_steps. fl_reached. exists t', false, (Some w). eexists. split; [reflexivity|].
      split_and!; [by apply refused_ok|done|done|by eexists|]. exists p, (Refused w). split_and!; [done|lia|lia|].
      intros w'. split; congruence.
    - fl_steps. fl_reached. exists t', false, None. eexists. split; [reflexivity|].
      split_and!; [by apply open_ok|done|done|by eexists|]. exists p, Wait. by split_and!; [|lia|lia|].
    - pose proof (grown_len _ _ _ Hg). assert (octets out2) as Ho2 by (by eapply grown_octets).
      assert (∃ e, out2 = out ++ e) as He2.
      { destruct Hg as (e2 & -> & _). exists (e ++ e2). by rewrite He, (assoc_L (++)). }
      destruct close; fl_steps.
      + fl_reached. exists t2, true, None. eexists. split; [reflexivity|].
        split_and!; [split_and!; [done|auto|done]|done|lia|done|]. exists (p + size), Close. by split_and!; [|lia|lia|].
      + exists (Z.to_nat (len log - (p + size))). split; [lia|]. exists t2, (p + size). do 2 eexists.
        split; [reflexivity|]. split_and!; [done|lia|lia|done|done|lia|done].
  Qed.
End verify.
