(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Plain compilation: nothing is lost, only continuations become labels.

    Two corollaries of [Simulation] with [V := unit]: for an instance whose
    stores hold frames (so that its operations must be related), and for any
    operations at all when no computation is held in a store. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Cmd Semantics Points.
From Fairlead.Core.Machine Require Import Find Liveness.
From Fairlead.Core.Model Require Import Bisimulation.
From Fairlead.Core.Machine Require Import Simulation.

(** Everything is live everywhere; nothing is refused. *)
Definition always {B T S C R} : analysis B T S C R unit := {|
  subset _ _ := true; union _ _ := (); at_label _ _ := ();
  fresh_set _ := (); entry_set _ := (); exit_set _ := ();
  need_run _ _ _ := Some (); need_test _ _ _ := Some ();
  keep_ask _ _ _ := Some (); need_ask _ _ _ _ := Some ();
  keep_call _ _ _ := Some (); need_call _ _ _ _ := Some ();
  need_resume _ _ _ := Some ()
|}.

(** Every [Exit] leaves a block of its own procedure; [n] blocks are open. *)
Fixpoint scoped {B T S C R} (c : cmd B T S C R) (n : nat) : bool :=
  match c with
  | Skip | Do _ | Goto _ | Suspend _ _ | Call _ _ | Resume _ | Return => true
  | Seq c1 c2 | If _ c1 c2 => scoped c1 n && scoped c2 n
  | Block c => scoped c (Datatypes.S n)
  | Loop _ c | Label _ c => scoped c n
  | Exit m => m <? n
  end.

Section always.
  Context {B T S C R : Type}.
  Implicit Types c : cmd B T S C R.

  Lemma live_always p c after exits :
    scoped c (length exits) → live always p c after exits = Some ().
  Proof.
    revert after exits. induction c; simpl; intros [] exits Hc;
      repeat match goal with
        | IH : ∀ _ _, _ → live _ _ ?c _ _ = _ |- context [live _ _ ?c ?a ?e] =>
            rewrite (IH a e) by (simpl; naive_solver)
        end; try done.
    apply Is_true_true, Nat.ltb_lt, nth_error_Some in Hc. by destruct (nth_error exits n) as [[]|].
  Qed.

  Definition compilable (code : procedure → option (cmd B T S C R)) : Prop :=
    ∀ p body, code p = Some body → NoDup (labels body) ∧ scoped body 0.

  Lemma compilable_accepted code : compilable code → accepted always code.
  Proof.
    intros H p body Hp. destruct (H p body Hp). split; [done|].
    exists (). split; [by apply live_always|done].
  Qed.
End always.

(** Stores may hold suspended computations; [rel] relates them (see [frame_rel]). *)
Theorem compile_related {B T S C R store1 store2 request response result}
    (D1 : dynamics B T S C R store1 (source_point B T S C R * store1) request response result)
    (D2 : dynamics B T S C R store2 (machine_point * store2) request response result)
    (rel : store1 → store2 → Prop) :
  agreement always D1 D2 (λ _ _, rel) → compilable (code D1) →
  ∀ p body s t, code D1 p = Some body → rel s t →
  bisimilar (trans D1) (trans D2) (initial body p s) (initial body p t).
Proof. intros. eapply simulation_initial; eauto using compilable_accepted. Qed.

(** ** No computation in a store *)
Section compile.
  Context {B T S C store frame request response result : Type}.
  Local Notation dynamics := (dynamics B T S C Empty_set store).

  (** The same operations, saving and loading frames in another way. *)
  Definition reframe {frame'} (D : dynamics frame request response result)
      (save' : procedure → cmd B T S C Empty_set → kont B T S C Empty_set → store → frame')
      (load' : frame' → option (entry B T S C Empty_set store)) :
      dynamics frame' request response result := {|
    code := code D; run := run D; test := test D; ask := ask D; answer := answer D;
    begin := begin D; enter_call := enter_call D; leave_call := leave_call D;
    enter_resume x := match x with end; leave_resume _ x := match x with end;
    finish := finish D; park := park D; save := save'; load := load'
  |}.

  Definition source_of (D : dynamics frame request response result) :
      dynamics (source_point B T S C Empty_set * store) request response result :=
    reframe D source_save source_load.
  Definition machine_of (D : dynamics frame request response result) :
      dynamics (machine_point * store) request response result :=
    reframe D machine_save (machine_load (code D)).

  Lemma outcome_eq {X} (o : outcome X) : outcome_rel eq o o.
  Proof. by destruct o; constructor. Qed.

  Lemma compile_agreement (D : dynamics frame request response result) :
    agreement always (source_of D) (machine_of D) (λ _ _, eq).
  Proof.
    split; simpl; intros; subst; eauto using outcome_eq; try done.
    split; [|done]. destruct (enter_call D x t) as [[]| |]; by constructor.
  Qed.

  (** For any operations: labels distinct and exits in scope are all it takes. *)
  Theorem compile_correct (D : dynamics frame request response result) :
    compilable (code D) → ∀ p body s, code D p = Some body →
    bisimilar (trans (source_of D)) (trans (machine_of D)) (initial body p s) (initial body p s).
  Proof.
    intros ? p body s ?. eapply (compile_related _ _ eq); [apply compile_agreement|done..].
  Qed.
End compile.
