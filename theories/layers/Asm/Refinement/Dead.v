(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Locations whose values nobody sees: each is written before it is read, in what is left of
    a block. Two states that differ in such locations only run alike. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import FunctionalExtensionality.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Semantics_trusted Describe_trusted
  Run_trusted.
From Fairlead.Asm.Footprints Require Import Locset Footprint Commute.
Local Open Scope N_scope.

(** [D] is a set of locations. *)
Fixpoint overwritten (D : N) (p : list instr) : bool :=
  (D =? 0) ||
  match p with
  | [] => false
  | i :: p =>
      match describe i with
      | Some d => disjoint_sets D (set_of (reads d)) && overwritten (N.ldiff D (set_of (writes d))) p
      | None => false
      end
  end.

Definition same_but (D : N) (s s' : state) : Prop :=
  memory s = memory s' /\ ∀ l, mem_set l D = false -> locs s l = locs s' l.

Lemma same_but_nothing s s' : same_but 0 s s' -> s = s'.
Proof.
  destruct s as [f m], s' as [f' m']. intros [Hm Hl]. cbn in *. subst. f_equal. extensionality l. by apply Hl.
Qed.

Lemma apply_same_but (sem : op -> list N -> list N) g D d s s' e :
  effect_of sem g d s = Some e -> same_but D s s' ->
  same_but (N.ldiff D (set_of (writes d))) (apply e s) (apply e s').
Proof.
  intros He [Hm Hl]. split; cbn; [by rewrite Hm|].
  intros l Hd. destruct (assoc l (e_locs e)) as [v|] eqn:E; [done|]. apply Hl.
  unfold mem_set in *. rewrite N.ldiff_spec in Hd. apply andb_false_iff in Hd as [Hd|Hd]; [done|].
  apply negb_false_iff in Hd. apply mem_set_of in Hd. destruct (effect_assigns sem g d s e He) as (vals & v & A).
  apply (assign_writes _ _ _ _ l A) in E. by unfold writes in Hd.
Qed.

Lemma effect_same_but (sem : op -> list N -> list N) g D d s s' :
  same_but D s s' -> disjoint_sets D (set_of (reads d)) = true -> effect_of sem g d s = effect_of sem g d s'.
Proof.
  intros [Hm Hl] Hd. apply frame_reads; [|intros; by rewrite Hm].
  intros l Hr. apply Hl. destruct (mem_set l D) eqn:E; [|done].
  exfalso. eapply disjoint_sets_spec; [exact Hd|exact E|]. by apply mem_set_of.
Qed.

Theorem overwritten_runs g D p s s' : overwritten D p = true -> same_but D s s' -> run g p s = run g p s'.
Proof.
  revert D s s'. induction p as [|i p IH]; intros D s s' H Hs; cbn in H.
  - rewrite orb_false_r in H. apply N.eqb_eq in H as ->. by rewrite (same_but_nothing s s').
  - apply orb_true_iff in H as [->%N.eqb_eq|H]; [by rewrite (same_but_nothing s s')|].
    cbn [run]. unfold exec. destruct (describe i) as [d|]; [|done].
    apply andb_true_iff in H as [Hr H]. unfold step.
    rewrite <- (effect_same_but sem g D d s s' Hs Hr). destruct (effect_of sem g d s) as [e|] eqn:E; [|done].
    by rewrite (IH _ _ _ H (apply_same_but _ _ _ _ _ _ _ E Hs)).
Qed.
