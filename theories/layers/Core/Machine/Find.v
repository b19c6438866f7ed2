(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * A label finds its continuation.

    The one lemma compilation rests on: when labels are distinct, [find] in
    the text of a procedure returns exactly the command and continuation that
    the source has there. [inside body c k] says that running [c] under [k] is
    a position of [body], in the only way that matters: whatever label [c]
    contains, looking it up in [body] gives what looking it up here gives. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Core.Model Require Import Cmd Points.

Section find.
  Context {B T S C R : Type}.
  Local Notation cmd := (cmd B T S C R).
  Local Notation kont := (kont B T S C R).
  Implicit Types (c body : cmd) (k : kont).

  Lemma find_in_labels l c k r : find l c k = Some r → l ∈ labels c.
  Proof.
    revert k r; induction c; intros k r; simpl; try done;
      repeat (case_match; simplify_eq); intros; simplify_eq;
      rewrite ?elem_of_app, ?elem_of_cons; naive_solver.
  Qed.

  Lemma find_label_of l c k c' k' : find l c k = Some (c', k') → label_of c' = l.
  Proof.
    revert k; induction c; intros k; simpl; try done;
      repeat (case_match; simplify_eq); intros; simplify_eq; naive_solver.
  Qed.

  Section inside.
    Context (body : cmd).

    Definition inside c k : Prop :=
      NoDup (labels c) ∧ ∀ l r, find l c k = Some r → find l body [] = Some r.

    Fixpoint inside_kont k : Prop :=
      match k with
      | [] => True
      | KSeq c :: k => inside c k ∧ inside_kont k
      | KBlock :: k => inside_kont k
      | KLoop l c :: k => inside (Loop l c) k ∧ inside_kont k
      end.

    Lemma inside_leaf c k : labels c = [] → inside c k.
    Proof.
      intros Hc. split; [rewrite Hc; constructor|].
      intros l r Hl%find_in_labels. rewrite Hc in Hl. by apply elem_of_nil in Hl.
    Qed.

    (** A label of the second command is not one of the first. *)
    Local Lemma find_second l c1 c2 k1 k2 r :
      NoDup (labels c1 ++ labels c2) → find l c2 k2 = Some r → find l c1 k1 = None.
    Proof.
      intros (_ & Hne & _)%NoDup_app Hl%find_in_labels.
      destruct (find l c1 k1) eqn:H1; [|done]. by apply find_in_labels, Hne in H1.
    Qed.

    Lemma inside_seq c1 c2 k :
      inside (Seq c1 c2) k → inside c1 (KSeq c2 :: k) ∧ inside c2 k.
    Proof.
      intros [Hnd Hf]; simpl in *. pose proof Hnd as (? & _ & ?)%NoDup_app.
      repeat split; try done; intros l r Hl; apply Hf.
      - by rewrite Hl.
      - by erewrite find_second by done.
    Qed.

    Lemma inside_if t c1 c2 k : inside (If t c1 c2) k → inside c1 k ∧ inside c2 k.
    Proof.
      intros [Hnd Hf]; simpl in *. pose proof Hnd as (? & _ & ?)%NoDup_app.
      repeat split; try done; intros l r Hl; apply Hf.
      - by rewrite Hl.
      - by erewrite find_second by done.
    Qed.

    Lemma inside_block c k : inside (Block c) k → inside c (KBlock :: k).
    Proof. done. Qed.

    Local Lemma find_under m c l k r0 r :
      NoDup (m :: labels c) → find l c k = Some r →
      (if decide (l = m) then r0 else find l c k) = Some r.
    Proof.
      intros [Hm _]%NoDup_cons Hl. case_decide; [|done]; subst.
      by apply find_in_labels in Hl.
    Qed.

    Lemma inside_loop l c k : inside (Loop l c) k → inside c (KLoop l c :: k).
    Proof.
      intros [Hnd Hf]. split; [by apply NoDup_cons in Hnd as []|].
      intros m r Hm. apply Hf. by apply find_under.
    Qed.

    Lemma inside_label l c k : inside (Label l c) k → inside c k.
    Proof.
      intros [Hnd Hf]. split; [by apply NoDup_cons in Hnd as []|].
      intros m r Hm. apply Hf. by apply find_under.
    Qed.

    Lemma inside_leave n k k' : leave n k = Some k' → inside_kont k → inside_kont k'.
    Proof.
      revert n; induction k as [|[] k IH]; intros [|n]; simpl; naive_solver.
    Qed.

    (** Jumping stays inside. *)
    Lemma inside_find l c k c' k' :
      find l c k = Some (c', k') → inside c k → inside_kont k →
      inside c' k' ∧ inside_kont k'.
    Proof.
      revert k; induction c; intros k Hf Hc Hk; simpl in Hf; try done;
        repeat (case_match; simplify_eq); simpl in *;
        try apply inside_seq in Hc as []; try apply inside_if in Hc as []; try done;
        repeat match goal with
          | IH : ∀ k, find _ _ k = Some _ → _, H : find _ _ _ = Some _ |- _ =>
              apply IH in H; [exact H|..]; simpl; eauto using inside_loop, inside_label
          end.
    Qed.

    (** The key lemma: what is saved as a label is found again. *)
    Definition suspends c : Prop :=
      match c with Suspend _ _ | Call _ _ => True | _ => False end.

    Lemma inside_here c k :
      suspends c → inside c k → find (label_of c) body [] = Some (c, k).
    Proof. intros ? [_ Hf]. apply Hf. destruct c; simpl; by try rewrite decide_True. Qed.
  End inside.

  Lemma inside_body c : NoDup (labels c) → inside c c [].
  Proof. done. Qed.
End find.
