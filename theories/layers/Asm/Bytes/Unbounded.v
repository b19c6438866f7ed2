(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** A run that stays in its regions is the same run on a machine that knows of none. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Semantics_trusted Describe_trusted
  Run_trusted
  Flat_trusted.
From Fairlead.Asm.Bytes Require Import Machine_trusted Erased Described.
Local Open Scope N_scope.

Lemma exec_erased w i s : exec (all_memory w) (erase i) s = exec (all_memory w) i s.
Proof. unfold exec, erase. rewrite describe_over by done. by destruct (describe i) as [[o ins [a|] outs]|]. Qed.

Lemma permitted_anywhere g a p : permitted g a p = true → permitted (all_memory (symbol g)) a p = true.
Proof.
  unfold permitted, all_memory, within. cbn [regions r_base r_size r_writable]. destruct (loads _ || stores _);
    [|done]. cbn [negb orb].
  rewrite !andb_true_iff, !N.leb_le, !N.eqb_eq, orb_true_r. intros H. destruct_and? H. repeat split; try done; lia.
Qed.

Lemma exec_anywhere g i s r : exec g i s = Some r → exec (all_memory (symbol g)) i s = Some r.
Proof.
  unfold exec, step, effect_of. destruct (describe i) as [d|]; [|done]. destruct (negb (forallb _ _)); [done|].
  destruct (d_access d) as [a|]; [|done].
  change (address (all_memory (symbol g)) (locs s) (a_mem a)) with (address g (locs s) (a_mem a)).
  destruct (permitted g a _) eqn:E; [|done]. by rewrite (permitted_anywhere _ _ _ E).
Qed.

Lemma flat_anywhere g p n pc s r : flat_steps g p n pc s = Some r → flat_steps (all_memory (symbol g)) p n pc s =
  Some r.
Proof.
  revert pc s r. induction n as [|n IH]; intros pc s r; [done|]. cbn.
  destruct (flat_step g p pc s) as [[[pc1 s1] t1]|] eqn:E; [|done].
  assert (flat_step (all_memory (symbol g)) p pc s = Some (pc1, s1, t1)) as ->.
  { revert E. unfold flat_step. destruct (nth_error p pc) as [[i| | |]|]; try done.
    destruct (exec g i s) as [[s2 t2]|] eqn:Ei; [|done]. by rewrite (exec_anywhere _ _ _ _ Ei). }
  destruct (flat_steps g p n pc1 s1) as [[[pc2 s2] t2]|] eqn:E2; [|done]. by rewrite (IH _ _ _ E2).
Qed.

Lemma flat_erased w p n pc s :
  flat_steps (all_memory w) (map erase_flat p) n pc s = flat_steps (all_memory w) p n pc s.
Proof.
  revert pc s. induction n as [|n IH]; intros pc s; [done|]. cbn.
  assert (flat_step (all_memory w) (map erase_flat p) pc s = flat_step (all_memory w) p pc s) as ->.
  { unfold flat_step. rewrite nth_error_map. destruct (nth_error p pc) as [[i| | |]|]; try done.
    cbn. by rewrite exec_erased. }
  destruct (flat_step _ p pc s) as [[[pc1 s1] t1]|]; [|done]. by rewrite IH.
Qed.
