(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Straight-line vector code that stores and may load again what it stored: as [Vector128.v], with
    memory part of what is computed. No general register changes, so addresses are known beforehand. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Semantics_trusted Run_trusted.
From Fairlead.Asm.Vectors Require Import Vector128.
Local Open Scope N_scope.

(** A store of a vector register. *)
Definition store_of (i : instr) : option (mem * vreg) :=
  match i with VMov DQU Vex128 (XM m) (X x) => Some (m, x) | _ => None end.
Definition is_store (i : instr) : bool := if store_of i then true else false.
Definition store_operands (i : instr) : list mem := match store_of i with Some (m, _) => [m] | None => [] end.

Lemma store_of_instr i p : store_of i = Some p -> i = store_instr p.
Proof. destruct i; try done. cbn. repeat case_match; try done. intros [= <-]. done. Qed.

Lemma vector_no_store i : is_vector i = true -> store_of i = None.
Proof. destruct i; try done. cbn. by repeat case_match. Qed.

Section memory.
  (** Where the operands are. *)
  Context (at_ : mem -> N).

  Definition mload (b : N -> N) (m : mem) : N := load b (at_ m) 16.

  Definition mstep (vb : vregs * (N -> N)) (i : instr) : vregs * (N -> N) :=
    match store_of i with
    | Some (m, x) => (vb.1, store vb.2 (at_ m) 16 (low 128 (vb.1 x)))
    | None => (vector_step vvalue (mload vb.2) vb.1 i, vb.2)
    end.

  Definition mrun (p : list instr) (vb : vregs * (N -> N)) : vregs * (N -> N) := fold_left mstep p vb.

  Lemma mrun_app p q vb : mrun (p ++ q) vb = mrun q (mrun p vb).
  Proof. apply fold_left_app. Qed.

  Lemma mstep_vector i vb : is_vector i = true -> mstep vb i = (vector_step vvalue (mload vb.2) vb.1 i, vb.2).
  Proof. intros H. unfold mstep. by rewrite vector_no_store. Qed.

  (** Code without stores. *)
  Lemma mrun_vector p v b : forallb is_vector p = true -> mrun p (v, b) = (vrun (mload b) p v, b).
  Proof.
    revert v. induction p as [|i p IH]; intros v H; [done|]. cbn [forallb] in H. apply andb_true_iff in H as [Hi Hp].
    transitivity (mrun p (mstep (v, b) i)); [done|]. rewrite (mstep_vector i (v, b) Hi). by apply IH.
  Qed.

  (** One store. *)
  Lemma mrun_store m x v b : mrun [store_instr (m, x)] (v, b) = (v, store b (at_ m) 16 (low 128 (v x))).
  Proof. done. Qed.
End memory.

Lemma mrun_ext at_ at' p v v' b :
  (∀ m, at_ m = at' m) -> (∀ x, v x = v' x) ->
  (mrun at_ p (v, b)).2 = (mrun at' p (v', b)).2 /\ ∀ x, (mrun at_ p (v, b)).1 x = (mrun at' p (v', b)).1 x.
Proof.
  intros Ha. revert v v' b. induction p as [|i p IH]; intros v v' b Hv; [done|].
  assert ((mstep at_ (v, b) i).2 = (mstep at' (v', b) i).2 /\ ∀ x, (mstep at_ (v, b) i).1 x = (mstep at' (v', b) i).1 x) as [E2 E1].
  { assert (∀ x, vector_step vvalue (mload at_ b) v i x = vector_step vvalue (mload at' b) v' i x) as Hs.
    { apply (vector_run_ext vvalue (mload at_ b) (mload at' b) v v' [i] vvalue_ext); [|done]. intros m. unfold mload. by rewrite Ha. }
    unfold mstep. destruct (store_of i) as [[m x]|]; [|split; [done|exact Hs]].
    cbn [fst snd]. split; [|exact Hv]. by rewrite Ha, Hv. }
  change (mrun at_ (i :: p) (v, b)) with (mrun at_ p (mstep at_ (v, b) i)).
  change (mrun at' (i :: p) (v', b)) with (mrun at' p (mstep at' (v', b) i)).
  destruct (mstep at_ (v, b) i) as [v1 b1], (mstep at' (v', b) i) as [v1' b1']. cbn in E1, E2. subst b1'. by apply IH.
Qed.

Lemma exec_memory g i s :
  is_vector i || is_store i = true -> Forall (readable g s) (voperands i) -> Forall (writable g s) (store_operands i) ->
  ∃ s' t, exec g i s = Some (s', t) /\ same_scalars s s' /\
          memory s' = (mstep (address g (locs s)) (vectors s, memory s) i).2 /\
          ∀ x, vectors s' x = (mstep (address g (locs s)) (vectors s, memory s) i).1 x.
Proof.
  intros Hi Hr Hw. destruct (is_vector i) eqn:Ev.
  - destruct (is_vector_value (loaded g s) (vectors s) i Ev) as [[d a] Hv].
    destruct (exec_vector g i s d a Hv) as (s1 & t & He & Em & Ex & Es); [by apply Forall_forall|].
    exists s1, t. rewrite (mstep_vector _ _ _ Ev). cbn [fst snd]. split; [done|]. split; [done|]. split; [done|].
    intros x. rewrite Ex. unfold vector_step. change (mload (address g (locs s)) (memory s)) with (loaded g s). by rewrite Hv.
  - unfold is_store in Hi. destruct (store_of i) as [[m x]|] eqn:E; [|done].
    destruct (stores_sound g [(m, x)] s) as (s1 & ts & H1 & L1 & M1).
    { intros p Hp. apply elem_of_list_singleton in Hp as ->. unfold store_operands in Hw. rewrite E in Hw. by inversion Hw. }
    cbn [map run] in H1. unfold mstep. rewrite E. apply store_of_instr in E as ->.
    destruct (exec g (store_instr (m, x)) s) as [[s2 t]|]; [|done]. injection H1 as -> _.
    exists s1, t. split; [done|]. split; [by split; intros; apply L1|]. split; [exact M1|]. intros y. apply L1.
Qed.

(** Such code runs if its operands may be read and written, and computes what [mrun] says. *)
Theorem mrun_sound g p s :
  forallb (fun i => is_vector i || is_store i) p = true ->
  Forall (readable g s) (flat_map voperands p) -> Forall (writable g s) (flat_map store_operands p) ->
  ∃ s' ts, run g p s = Some (s', ts) /\ same_scalars s s' /\
           memory s' = (mrun (address g (locs s)) p (vectors s, memory s)).2 /\
           ∀ x, vectors s' x = (mrun (address g (locs s)) p (vectors s, memory s)).1 x.
Proof.
  revert s. induction p as [|i p IH]; intros s Hp Hr Hw; [by exists s, []|].
  cbn [forallb flat_map] in *. apply andb_true_iff in Hp as [Hi Hp].
  apply Forall_app in Hr as [Hr1 Hr2]. apply Forall_app in Hw as [Hw1 Hw2].
  destruct (exec_memory g i s Hi Hr1 Hw1) as (s1 & t & He & Es & Em & Ex).
  assert (∀ m, address g (locs s1) m = address g (locs s) m) as Ha by (intros m; apply address_scalars, Es).
  destruct (IH s1 Hp) as (s2 & ts & H2 & Es2 & Em2 & Ex2).
  { eapply Forall_impl; [exact Hr2|]. intros m. unfold readable. by rewrite Ha. }
  { eapply Forall_impl; [exact Hw2|]. intros m. unfold writable. by rewrite Ha. }
  exists s2, (t :: ts). cbn [run]. rewrite He, H2. split; [done|].
  split; [split; intros y; [rewrite (proj1 Es2)|rewrite (proj2 Es2)]; apply Es|].
  change (mrun ?a (i :: p) ?vb) with (mrun a p (mstep a vb i)).
  destruct (mstep (address g (locs s)) (vectors s, memory s) i) as [v1 b1]. cbn [fst snd] in Em, Ex. subst b1.
  destruct (mrun_ext (address g (locs s1)) (address g (locs s)) p (vectors s1) v1 (memory s1) Ha Ex) as [E2 E1].
  split; [by rewrite Em2|]. intros x. by rewrite Ex2.
Qed.
