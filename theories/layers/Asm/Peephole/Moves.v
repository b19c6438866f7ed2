(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Peephole rules for moves between registers. A copy of a copy is taken from the source, a register copied to
    itself stays, and a copy that nobody reads goes. Together they remove moves whose purpose
    was to hand values from one procedure to another. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Semantics_trusted Describe_trusted
  Run_trusted.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Footprints Require Import Locset Footprint Commute.
From Fairlead.Asm.Symbolic Require Import Rewrites Equivalence.
From Fairlead.Asm.Refinement Require Import Refines Alike Dead.
From Fairlead.Asm.Peephole Require Import Rules.
Local Open Scope N_scope.

Definition wide (e : enc) : bool := match e with Vex256 => true | _ => false end.

(** A copy from register to register. *)
Definition is_copy (i : instr) : bool :=
  match i with Mov _ (R _) (Reg _) | VMov _ _ (X _) (X _) => true | _ => false end.

(** Nobody sees what the instruction computes, and it accesses no memory. *)
Definition unseen (i : instr) (p : list instr) : bool :=
  match describe i with
  | Some d => match d_access d with None => overwritten (set_of (writes d)) p | Some _ => false end
  | None => false
  end.

Definition to_itself (i : instr) : bool :=
  match i with
  | Mov W64 (R a) (Reg b) => bool_decide (a = b)
  | VMov _ Sse (X a) (X b) => bool_decide (a = b)
  | _ => false
  end.

(** The second copy, from the source of the first. *)
Definition from_source (i j : instr) : option instr :=
  match i, j with
  | Mov w (R a) (Reg b), Mov v (R c) (Reg a') =>
      if bool_decide (a = a') && (bits v <=? bits w) && negb (bool_decide (a = b)) then Some (Mov v (R c) (Reg b)) else None
  | VMov _ e (X a) (X b), VMov k f (X c) (X a') =>
      if bool_decide (a = a') && (negb (wide f) || wide e) && negb (bool_decide (a = b)) then Some (VMov k f (X c) (X b)) else None
  | _, _ => None
  end.

Definition no_copies : rewrite := fun p =>
  match p with
  | i :: p =>
      if to_itself i || is_copy i && unseen i p then Some (p, 0%nat)
      else match p with
           | j :: p => match from_source i j with Some j' => Some (i :: j' :: p, 1%nat) | None => None end
           | [] => None
           end
  | [] => None
  end.

(** Any instruction whose results nobody sees goes. *)
Definition no_unseen : rewrite := fun p =>
  match p with i :: p => if unseen i p then Some (p, 0%nat) else None | [] => None end.

(** ** Soundness *)

Lemma unseen_better g i p : unseen i p = true -> better g (i :: p) p.
Proof.
  unfold unseen. intros H. destruct (describe i) as [d|] eqn:D; [|done].
  destruct (d_access d) eqn:A; [done|].
  apply exactly_better. intros s s' ts Hs Hr. cbn [run] in Hr. unfold exec in Hr. rewrite D in Hr.
  destruct (step sem g d s) as [[s1 t]|] eqn:E; [|done].
  destruct (step_events _ _ _ _ _ E) as (-> & _). rewrite A in Hr. unfold step in E.
  destruct (effect_of sem g d s) as [e|] eqn:F; [|done]. injection E as <-.
  assert (run g p s = run g p (apply e s)) as ->.
  { apply (overwritten_runs _ _ _ _ _ H). split.
    - cbn. unfold effect_of in F. rewrite A in F. destruct (negb _); [done|].
      destruct (assign _ _) as [[ws v]|]; by simplify_eq/=.
    - intros l Hl. symmetry. apply (frame_writes _ _ _ _ _ F). intros Hin%mem_set_of. congruence. }
  destruct (run g p (apply e s)) as [[r us]|]; simplify_eq. by eexists.
Qed.

Lemma to_itself_alike g i : to_itself i = true -> alike g [i] [].
Proof.
  intros H. unfold to_itself in H. repeat case_match; try done; apply bool_decide_eq_true in H as ->;
    intros st Hs; open_machine; (split; [|done]); (apply state_eq; [|done]); intros l; cbn -[low];
    case_bool_decide; try done; subst.
  - rewrite low_low by done. apply (Hs (G _)).
  - apply (Hs (Lo _)).
Qed.

Lemma from_source_alike g i j j' : from_source i j = Some j' -> alike g [i; j] [i; j'].
Proof.
  intros H. unfold from_source in H. repeat case_match; simplify_eq;
    repeat match goal with
    | E : _ && _ = true |- _ => apply andb_true_iff in E as [? ?]
    | E : negb (bool_decide _) = true |- _ => apply negb_true_iff, bool_decide_eq_false in E
    | E : bool_decide _ = true |- _ => apply bool_decide_eq_true in E; subst
    | E : (_ <=? _) = true |- _ => apply N.leb_le in E
    end.
  - intros st Hs. open_machine. split; [|done]. apply state_eq; [|done]. intros l. cbn -[low bits].
    rewrite (bool_decide_eq_true_2 (G _ = G _)), (bool_decide_eq_false_2 (G _ = G _)) by congruence.
    case_bool_decide; [|done]. f_equal. rewrite (low_low _ 64) by by destruct w. by rewrite low_low'.
  - intros st Hs. destruct e, e0; try done; open_machine; (split; [|done]); (apply state_eq; [|done]); intros l; cbn -[low];
      rewrite ?(bool_decide_eq_true_2 (Lo _ = Lo _)), ?(bool_decide_eq_true_2 (Hi _ = Hi _)) by congruence;
      repeat case_bool_decide; try congruence; simplify_eq; try done;
      rewrite ?low_low by done; done.
Qed.

Theorem no_copies_sound : sound no_copies.
Proof.
  intros g [|i p] q k H; [done|]. cbn in H. destruct (to_itself i || is_copy i && unseen i p) eqn:E.
  - simplify_eq. apply orb_true_iff in E as [E|[_ E]%andb_true_iff]; [|by apply unseen_better].
    apply (better_app g [i] [] q q); [|unfold better; reflexivity]. by apply (alike_better _ _ _ (to_itself_alike g i E)).
  - destruct p as [|j p]; [done|]. destruct (from_source i j) as [j'|] eqn:F; simplify_eq.
    apply (better_app g [i; j] [i; j'] p p); [|unfold better; reflexivity]. by apply (alike_better _ _ _ (from_source_alike g i j j' F)).
Qed.

Theorem no_unseen_sound : sound no_unseen.
Proof.
  intros g [|i p] q k H; [done|]. cbn in H. destruct (unseen i p) eqn:E; simplify_eq. by apply unseen_better.
Qed.
