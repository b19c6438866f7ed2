(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * One function at a time.

    The check of a function looks at its own layout only, so that functions may
    be checked one by one, in as many files as there are. *)
From Fairlead.Base Require Import Prelude Table.
From Fairlead.Core.Model Require Import Cmd.
From Fairlead.Core.Machine Require Import Liveness.
From Fairlead.Threads.Layout Require Import Slots Sound.

Section alone.
  Context (L L' : table plan) (p p' : procedure) (same : look L p = look L' p').
  #[local] Set Default Proof Using "same".

  Lemma before_alone b V : before L p b V = before L' p' b V.
  Proof. unfold before, spares, hit, home_in. by rewrite same. Qed.
  Lemma parking_alone l K V : parking L p l K V = parking L' p' l K V.
  Proof. unfold parking, set_at, in_frame, home_in. by rewrite same. Qed.

  Lemma live_alone c after exits :
    live (thread_analysis L) p c after exits = live (thread_analysis L') p' c after exits.
  Proof.
    assert (∀ l, set_at L p l = set_at L' p' l) as Hset by (intros l; unfold set_at; by rewrite same).
    revert after exits. induction c; intros after exits; simpl; rewrite ?Hset; try done.
    - apply before_alone.
    - rewrite IHc2. by destruct (live _ p' c2 _ _).
    - by rewrite IHc1, IHc2.
    - by rewrite IHc.
    - by rewrite IHc.
    - rewrite before_alone. by destruct (before _ _ _ _); rewrite ?parking_alone.
    - rewrite before_alone. by destruct (before _ _ _ _); rewrite ?parking_alone.
    - unfold results_of. by rewrite same.
  Qed.

  Lemma check_function_alone body f : check_function L p body f = check_function L' p' body f.
  Proof.
    unfold check_function, alone, all_in_frame, params_apart, accepts_body. simpl.
    rewrite live_alone.
    unfold spares, hit, in_frame, home_in, params_of, results_of. by rewrite same.
  Qed.
End alone.

Lemma one_alone body f : check_threads [body] [f] = check_function (build [plan_of f]) 0 body f.
Proof. unfold check_threads, refused. simpl. by destruct (check_function _ 0 body f). Qed.

Lemma refused_one_by_one L p bodies fs :
  (∀ i f, fs !! i = Some f → look L (p + i) = Some (plan_of f)) →
  refused_from L p bodies fs = None ↔ Forall2 (λ body f, check_threads [body] [f] = true) bodies fs.
Proof.
  revert p fs. induction bodies as [|body bodies IH]; intros p [|f fs] HL; simpl.
  - split; [constructor|done].
  - split; [done|by inversion 1].
  - split; [done|by inversion 1].
  - assert (check_function L p body f = check_threads [body] [f]) as E.
    { rewrite one_alone. apply check_function_alone. rewrite look_build. simpl.
      specialize (HL 0 f eq_refl). by rewrite Nat.add_0_r in HL. }
    assert (∀ i f', fs !! i = Some f' → look L (S p + i) = Some (plan_of f')) as HL'.
    { intros i f' Hi. specialize (HL (S i) f' Hi). by rewrite Nat.add_succ_r in HL. }
    specialize (IH (S p) fs HL'). rewrite E. destruct (check_threads [body] [f]) eqn:Hc.
    + rewrite IH. split; [by constructor|by inversion 1].
    + split; [done|]. inversion 1; subst. congruence.
Qed.

Theorem checked_one_by_one bodies fs :
  check_threads bodies fs = true ↔ Forall2 (λ body f, check_threads [body] [f] = true) bodies fs.
Proof.
  rewrite <-(refused_one_by_one (build (map plan_of fs)) 0 bodies fs).
  - unfold check_threads, refused. by destruct (refused_from _ 0 bodies fs).
  - intros i f Hi. rewrite look_plan. simpl. by rewrite Hi.
Qed.
