(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * init, compiled, leaves a state from which [verify] is safe. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Lang Require Import Typing.Soundness Model.Source EndToEnd.
From Fairlead.Lang.Logic Require Import Functions.
From Fairlead.Refinement Require Export SafeVerify Init.
Local Open Scope Z_scope.

(** Before, it is any state of its type in which each slot is as the invariant has it: memory of zeros, or what a run
    has left. *)
Definition before_init (t : fthread) (closing : bool) (failed : option nat) : Prop :=
  data_ok type_10 (dverifier t closing failed) ∧ len (f_open t) = 4 ∧ len (f_cache t) = SLOTS ∧
  Forall slot_ok (f_cache t).

Theorem init_safe (external : nat → list data → option (list data * data)) (t : fthread) (closing : bool)
    (failed : option nat) (self depth slots first : Z) (root : list Z) :
  externals_ok external → before_init t closing failed → 0 ≤ self < 2 ^ 16 → 0 ≤ first < 2 ^ 64 →
  init_allowed depth slots root →
  compiled_ensures external fn_init
    [dverifier t closing failed; VInt self; VInt depth; VInt slots; VInt first; VBytes root]
    (λ _ ds, ∃ t', ds = [dverifier t' false None] ∧ verifier_ok t' false None ∧ as_new t' self depth slots first root).
Proof.
  intros Hext (Hty & Hol & Hcl & Hc) Hself Hfirst Hall. assert (Hall' := Hall).
  destruct Hall' as (Hd & Hs & Hr & Hrl & _).
  eapply (ensures_compiled external fn_init _ _
    [vverifier t closing failed; VInt self; VInt depth; VInt slots; VInt first; VBytes root] _ _ Hext);
    [reflexivity|reflexivity| |reflexivity|reflexivity| |by apply (init_ensures external)|].
  - constructor; [done|]. do 4 (constructor; [apply int_ty; unfold in_range, limit, bits; lia|]).
    constructor; [apply view_ty; split; [done|unfold short, len in *; lia]|constructor].
  - cbn [map]. by rewrite of_dverifier.
  - intros v ws (-> & t' & -> & Ht'). exists (VRecord []), [dverifier t' false None]. split; [done|]. split.
    + change (shown_of _) with [0%nat].
      change (collect _ [0%nat]) with (d ← to_data (vverifier t' false None); Ok [d]). by rewrite to_dverifier.
    + by exists t'.
Qed.
