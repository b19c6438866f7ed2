(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Prefetches: any may go; and one may come before an access, at a fixed distance from it, so that
    its address tells nothing that the access does not. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Semantics_trusted Describe_trusted
  Run_trusted.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Symbolic Require Import Equivalence.
From Fairlead.Asm.Refinement Require Import Refines.
From Fairlead.Asm.Peephole Require Import Rules.

Definition no_prefetch (i : instr) : option (list instr) :=
  match i with Prefetch _ _ => Some [] | _ => None end.

Definition at_distance (m : mem) (d : Z) : mem := Mem (m_base m) (m_index m) (m_disp m + d) (m_region m).

(** Before every access that [pick] picks. *)
Definition with_prefetch (level : N) (distance : Z) (pick : access -> bool) (i : instr) : option (list instr) :=
  match describe i with
  | Some d =>
      match d_access d with
      | Some a =>
          match a_use a with
          | Address => None
          | _ => if pick a then Some [Prefetch level (at_distance (a_mem a) distance); i] else None
          end
      | None => None
      end
  | None => None
  end.

Lemma exec_prefetch g k m s : exec g (Prefetch k m) s = Some (s, [ETouch (address g (locs s) m)]).
Proof. by destruct s. Qed.

Theorem no_prefetch_sound : sound (single no_prefetch).
Proof.
  intros g [|i p] q k H; [done|]. cbn in H. destruct (no_prefetch i) as [q'|] eqn:E; simplify_eq.
  destruct i; simplify_eq/=. apply runs_better.
  - intros s s' ts _ H. cbn [run] in H. rewrite exec_prefetch in H.
    destruct (run g p s) as [[r us]|]; simplify_eq. by eexists.
  - intros s1 s2 r1 r2 ts u1 u2 _ _ H1 H2 H3 H4. cbn [run] in *. rewrite exec_prefetch in H1, H2.
    rewrite H3 in H1. rewrite H4 in H2. by simplify_eq.
Qed.

Lemma distance_address g f m d : address g f (at_distance m d) = word 64 (Z.of_N (address g f m) + d).
Proof. unfold address, at_distance. cbn. congruent. f_equal. lia. Qed.

Lemma same_event a p q : a_use a <> Address -> events_of a p = events_of a q -> p = q.
Proof. unfold events_of. by destruct (a_use a); intros; simplify_eq. Qed.

Theorem with_prefetch_sound level distance pick : sound (single (with_prefetch level distance pick)).
Proof.
  intros g [|i p] q k H; [done|]. cbn in H. destruct (with_prefetch level distance pick i) as [q'|] eqn:E; simplify_eq.
  apply (better_app g [i] q' p p); [|unfold better; reflexivity].
  unfold with_prefetch in E. destruct (describe i) as [d|] eqn:D; [|done]. destruct (d_access d) as [a|] eqn:A; [|done].
  assert (a_use a <> Address /\ q' = [Prefetch level (at_distance (a_mem a) distance); i]) as [Ha ->].
  { destruct (a_use a), (pick a); by simplify_eq. }
  apply runs_better.
  - intros s s' ts _ H. cbn [run] in *. rewrite exec_prefetch. destruct (exec g i s) as [[s1 t]|]; simplify_eq. by eexists.
  - intros s1 s2 r1 r2 ts u1 u2 _ _ H1 H2 H3 H4. cbn [run] in *. rewrite exec_prefetch in H3, H4.
    destruct (exec g i s1) as [[m1 t1]|] eqn:X1; [|done]. destruct (exec g i s2) as [[m2 t2]|] eqn:X2; [|done].
    simplify_eq. unfold exec in X1, X2. rewrite D in X1, X2.
    apply step_events in X1 as (E1 & _), X2 as (E2 & _). rewrite A in E1, E2. rewrite E1 in E2.
    apply same_event in E2; [|done]. by rewrite !distance_address, E2.
Qed.
