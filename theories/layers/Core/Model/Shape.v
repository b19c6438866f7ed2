(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What a step can come to. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Cmd Semantics.

Section shape.
  Context {B T S C R store frame request response result : Type}.
  Context (D : dynamics B T S C R store frame request response result).
  Local Notation state := (state B T S C R store frame response).

  Definition saved (f : frame) : Prop := ∃ p c k s, f = save D p c k s.

  (** About to return from the last activation. *)
  Definition returning (st : state) : option (procedure * store) :=
    match st with
    | Running Skip p [] s [] | Running Return p _ s [] => Some (p, s)
    | _ => None
    end.

  (** A silent step leads to a running state; a request leaves frames just
      saved; only the [last] activation finishes. *)
  Definition well_shaped (last : Prop)
      (n : next B T S C R store frame request response result) : Prop :=
    match n with
    | Go (Running _ _ _ _ _) => True
    | Emit _ (Suspended fs) => fs ≠ [] ∧ Forall saved fs
    | Go _ | Emit _ _ => False
    | Finish _ => last
    | Crash | Stuck => True
    end.

  Local Lemma settle_shape {X} last (o : outcome X) f :
    (∀ a, well_shaped last (f a)) → well_shaped last (settle o f).
  Proof. destruct o; simpl; auto. Qed.

  Local Lemma unwind_shape last ls fs q :
    fs ≠ [] → Forall saved fs → well_shaped last (unwind D ls fs q).
  Proof.
    revert fs. induction ls as [|[l x p k s|x p k s] ls IH]; intros fs Hne Hfs; simpl.
    - split; [|by apply Forall_reverse]. by intros ?%(inj reverse _ []).
    - apply IH; [done|]. constructor; [|done]. unfold saved; eauto.
    - by apply settle_shape.
  Qed.

  Local Lemma rebuild_shape last fs r ls : well_shaped last (rebuild D fs r ls).
  Proof. destruct fs as [|f fs]; simpl; repeat case_match; try done; by apply settle_shape. Qed.

  Local Lemma return_shape p s ls : well_shaped (ls = []) (return_to D p s ls).
  Proof. destruct ls as [|[] ?]; simpl; by apply settle_shape. Qed.

  Lemma step_shape st : well_shaped (is_Some (returning st)) (step D st).
  Proof.
    destruct st as [c p k s ls|fs|r fs|]; simpl; try done; [|apply rebuild_shape].
    assert (∀ last : Prop, (ls = [] → last) → well_shaped last (return_to D p s ls)) as Hreturn.
    { intros last Hl. pose proof (return_shape p s ls). destruct (return_to D p s ls); simpl in *; auto. }
    destruct c as [|b|c1 c2|e c1 c2|c|l c|n|l c|l|l x|l x|x|]; try done.
    - destruct k as [|[] ?]; try done. apply Hreturn. by intros ->.
    - by apply settle_shape.
    - by apply settle_shape.
    - by case_match.
    - repeat case_match; done.
    - apply settle_shape. intros q. apply unwind_shape; [done|].
      constructor; [|done]. unfold saved; eauto.
    - apply settle_shape. intros []. by case_match.
    - apply settle_shape. intros []. apply rebuild_shape.
    - apply Hreturn. by intros ->.
  Qed.
End shape.
