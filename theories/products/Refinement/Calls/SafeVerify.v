(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * verify is safe, compiled: whatever the bytes of the log are. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Lang Require Import Typing.Soundness Model.Source EndToEnd.
From Fairlead.Lang.Logic Require Import Functions.
From Fairlead.Refinement Require Export Safe Verify.
Local Open Scope Z_scope.

(** A verifier as it is given to the compiled function, and as that gives it back; and how far it came. *)
Definition drefusal (w : nat) : data := VUnion w (VRecord []).
Definition dfailed (failed : option nat) : data :=
  match failed with Some w => VUnion 1 (drefusal w) | None => VUnion 0 (VRecord []) end.
Definition dverifier (t : fthread) (closing : bool) (failed : option nat) : data :=
  VRecord [dthread t; VBool closing; dfailed failed].
Definition dstatus (s : status) : data :=
  match s with
  | More => VUnion 0 (VRecord []) | Full => VUnion 1 (VRecord []) | Wait => VUnion 2 (VRecord [])
  | Close => VUnion 3 (VRecord []) | Refused w => VUnion 4 (drefusal w)
  end.
Definition dprogress (taken : Z) (s : status) : data := VRecord [VInt taken; dstatus s].

Lemma of_dverifier t closing failed : of_data (dverifier t closing failed) = vverifier t closing failed.
Proof.
  unfold dverifier, vverifier. cbn [of_data map]. rewrite of_dthread. by destruct failed.
Qed.
Lemma to_dverifier t closing failed : to_data (vverifier t closing failed) = Ok (dverifier t closing failed).
Proof.
  apply to_record. apply collect_cons; [apply to_dthread|]. apply collect_cons; [done|].
  apply collect_cons; [by destruct failed|done].
Qed.
Lemma to_dprogress taken s : to_data (vprogress taken s) = Ok (dprogress taken s).
Proof. by destruct s. Qed.
Lemma verifier_typed t closing failed :
  verifier_ok t closing failed → data_ok type_10 (dverifier t closing failed).
Proof.
  intros (Ht & _ & Hf). apply record_ty. constructor; [by apply (@thread_typed (base_of t))|].
  constructor; [apply bool_ty|].
  constructor; [|constructor]. destruct failed as [w|]; cbn in Hf.
  - eapply (union_ty _ _ _ _ 1); [reflexivity|].
    do 32 (destruct w as [|w]; [eapply union_ty; [reflexivity|]; apply record_ty; constructor|]). lia.
  - eapply (union_ty _ _ _ _ 0); [reflexivity|]. apply record_ty. constructor.
Qed.

(** What [verify] gives back: how far it came, the state, which satisfies the invariant again and is the same thread's,
    with the same epoch to be verified next, and [out] with answers appended. The log it cannot change. *)
Definition verified_safely (t0 : fthread) (log out : list Z) (d : data) (ds : list data) : Prop :=
  ∃ taken s t closing failed answers,
    d = dprogress taken s ∧ ds = [dverifier t closing failed; VBytes (out ++ answers)] ∧
    0 ≤ taken ≤ len log ∧ verifier_ok t closing failed ∧ f_self t = f_self t0 ∧ f_next t = f_next t0 ∧
    (∀ w, s = Refused w ↔ failed = Some w) ∧
    octets answers ∧ len (out ++ answers) ≤ 65536.

Theorem verify_safe (external : nat → list data → option (list data * data)) (t : fthread) (closing : bool)
    (failed : option nat) (secret log out : list Z) :
  externals_ok external → verifier_ok t closing failed → octets log → len log < 2 ^ 32 → octets out →
  len out ≤ 65536 →
  compiled_ensures external fn_verify [dverifier t closing failed; VExtern secret; VBytes log; VBytes out]
    (verified_safely t log out).
Proof.
  intros Hext Hv Hlog Hlogl Ho Hout.
  eapply (ensures_compiled external fn_verify _ _
    [vverifier t closing failed; VExtern secret; VBytes log; VBytes out] _ _ Hext);
    [reflexivity|reflexivity| |reflexivity|reflexivity|
     |by apply (@verify_ensures (base_of t) external Hext)|].
  - constructor; [by apply verifier_typed|]. constructor; [apply extern_ty|].
    constructor; [apply view_ty; by split|]. constructor; [apply bytes_fit; [done|lia|lia]|constructor].
  - cbn [map]. by rewrite of_dverifier.
  - intros v ws (t' & closing' & failed' & out' & -> & Hv' & Ho' & Hl' & (e & ->) & taken & s & -> & Hn & Hs).
    exists (dprogress taken s), [dverifier t' closing' failed'; VBytes (out ++ e)].
    split; [apply to_dprogress|]. split.
    + change (shown_of _) with [0%nat; 3%nat].
      change (collect _ [0%nat; 3%nat]) with
        (d ← to_data (vverifier t' closing' failed'); ds ← Ok [VBytes (out ++ e)]; Ok (d :: ds)).
      by rewrite to_dverifier.
    + destruct (@kept_ok (base_of t) _ _ _ Hv') as (Hv2 & Hself & Hnext).
      exists taken, s, t', closing', failed', e. apply Forall_app in Ho' as [_ ?].
      repeat (split; [done|]). done.
Qed.
