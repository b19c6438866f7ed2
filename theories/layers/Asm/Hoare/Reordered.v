(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Carrying theorems over from clean code to fast code that the reordering checker accepts:
    triples of blocks, and of loops around them. Prefetches may have been put in; they change nothing. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Syntax_trusted State_trusted Semantics_trusted Describe_trusted Run_trusted
  Structured_trusted.
From Fairlead.Asm.Footprints Require Import Reorder.
From Fairlead.Asm.Control Require Import Loops.
From Fairlead.Asm.Hoare Require Import Logic.

(** Hints for the checker, when the order is known: for each instruction of the fast code, how many of those that
    are left stand before its equal in the clean code. *)
Fixpoint position (i : instr) (p : list instr) : option (nat * list instr) :=
  match p with
  | [] => None
  | j :: p =>
      if decide (j = i) then Some (0, p)
      else match position i p with Some (k, q) => Some (S k, j :: q) | None => None end
  end.

Fixpoint find_hints (clean fast : list instr) : list nat :=
  match fast with
  | [] => []
  | i :: fast => match position i clean with Some (k, clean) => k :: find_hints clean fast | None => [] end
  end.

Definition is_prefetch (i : instr) : bool := match i with Prefetch _ _ => true | _ => false end.

Fixpoint without_prefetches (p : list instr) : list instr :=
  match p with
  | [] => []
  | i :: p => if is_prefetch i then without_prefetches p else i :: without_prefetches p
  end.

(** Fast code is accepted if it is a legal order of the clean code, prefetches aside. *)
Definition accepts (rel : relation) (clean fast : list instr) : bool :=
  let order := without_prefetches fast in check_reorder rel (find_hints clean order) clean order.

Section same.
  Context (g : env).

  Lemma exec_prefetch level m s : ∃ t, exec g (Prefetch level m) s = Some (s, t).
  Proof. destruct s as [f b]. by eexists. Qed.

  Lemma without_prefetches_ends p : same_ends g (block (without_prefetches p)) (block p).
  Proof.
    intros s s'. assert ((∃ ts, run g (without_prefetches p) s = Some (s', ts)) <-> ∃ ts, run g p s = Some (s', ts)) as H.
    { revert s. induction p as [|i p IH]; intros s; [done|]. cbn [without_prefetches].
      destruct (is_prefetch i) eqn:E.
      - destruct i; try done. rewrite (IH s). cbn [run]. destruct (exec_prefetch level m s) as [t ->].
        split; intros [ts H].
        + rewrite H. by eexists.
        + destruct (run g p s) as [[s1 us]|]; [|done]. simplify_eq. by eexists.
      - cbn [run]. destruct (exec g i s) as [[s1 t]|]; [|split; intros [? ?]; done]. specialize (IH s1).
        split; intros [ts H].
        + destruct (run g (without_prefetches p) s1) as [[s2 us]|] eqn:R; [|done]. simplify_eq.
          destruct (proj1 IH) as [ws ->]; by eexists.
        + destruct (run g p s1) as [[s2 us]|] eqn:R; [|done]. simplify_eq.
          destruct (proj2 IH) as [ws ->]; by eexists. }
    split; intros [t Ht]; apply block_runs in Ht as (ts & Hr & _).
    - destruct (proj1 H) as [us Hu]; [by exists ts|]. eexists. apply block_runs. by eexists.
    - destruct (proj2 H) as [us Hu]; [by exists ts|]. eexists. apply block_runs. by eexists.
  Qed.

  Lemma accepted_ends rel clean fast :
    respects g rel -> accepts rel clean fast = true -> same_ends g (block clean) (block fast).
  Proof.
    intros Hrel Hc s s'. rewrite <- (without_prefetches_ends fast s s').
    by apply (reorder_in_place g rel _ _ _ Hrel Hc).
  Qed.

  Theorem triple_same_ends (P Q : state -> Prop) x y : same_ends g x y -> triple g P x Q -> triple g P y Q.
  Proof.
    intros He H s Hs. destruct (H s Hs) as (s' & t & Hx & HQ). destruct (proj1 (He s s')) as [u Hu]; [by exists t|].
    by exists s', u.
  Qed.

  (** A loop around an accepted block. *)
  Theorem accepted_loop (P Q : state -> Prop) rel clean fast c :
    respects g rel -> accepts rel clean fast = true ->
    triple g P (CLoop (block clean) c CSkip) Q -> triple g P (CLoop (block fast) c CSkip) Q.
  Proof. intros Hrel Hc. apply triple_same_ends, ends_loop; [by eapply accepted_ends|done]. Qed.
End same.

Lemma respects_none g : respects g (fun _ _ => false).
Proof. done. Qed.
