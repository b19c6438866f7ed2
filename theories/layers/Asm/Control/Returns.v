(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What flat code leaves as it was and what it clears, whatever the run: by computation over the code ([check_return]). Nothing is
    supposed of the state at the beginning, or of memory; only that the run comes to a halt, which is the return of a procedure. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Semantics_trusted Describe_trusted Run_trusted
  Flat_trusted.
From Fairlead.Asm.Footprints Require Import Footprint.

(** ** Locations that are never written *)

Definition written (i : instr) : list loc := match describe i with Some d => writes d | None => [] end.

Definition instructions (p : list flat) : list instr := flat_map (λ f, match f with FInstr i => [i] | _ => [] end) p.

Definition keeps (l : loc) (i : instr) : bool := negb (bool_decide (l ∈ written i)).

(** Or that get nothing but 0: known beforehand, or a register xored with itself. *)
Definition zeroes (l : loc) (i : instr) : bool :=
  match describe i with
  | Some d => bool_decide (l ∈ writes d) && negb (bool_decide (l ∈ flat_map (gets_other 0) (d_out d)))
  | None => false
  end ||
  match i with Vop2 PXOR Vex128 d a (X b) => bool_decide (l = Lo d) && bool_decide (a = b) | _ => false end.

(** After straight-line code [l] is 0, if it was, or if so from the beginning. *)
Fixpoint zero_after (l : loc) (p : list instr) (before : bool) : bool :=
  match p with
  | [] => before
  | i :: p => zero_after l p (zeroes l i || before && keeps l i)
  end.

(** ** The last straight stretch *)

Fixpoint straight (p : list flat) : option (list instr) :=
  match p with
  | FInstr i :: p => option_map (cons i) (straight p)
  | FHalt :: _ => Some []
  | _ => None
  end.

Definition up_to (k : nat) (f : flat) : bool :=
  match f with FJump target | FBranch _ target => target <=? k | _ => true end.

Definition no_halt (f : flat) : bool := match f with FHalt => false | _ => true end.

(** From position [k] on, [tail] and the halt; nothing jumps over [k], and no halt comes before. *)
Definition ends_with (code : list flat) (k : nat) (tail : list instr) : bool :=
  bool_decide (straight (drop k code) = Some tail) && forallb (up_to k) code && forallb no_halt (take k code).

Section returns.
  Context (g : env).

  Lemma exec_keeps l i s s' t : exec g i s = Some (s', t) → keeps l i = true → locs s' l = locs s l.
  Proof.
    unfold exec, keeps, written, step. destruct (describe i) as [d|]; [|done].
    destruct (effect_of sem g d s) as [e|] eqn:E; [|done]. intros ? H; simplify_eq.
    apply (frame_writes _ _ _ _ _ E). by apply negb_true_iff, bool_decide_eq_false in H.
  Qed.

  Lemma effect_assigns d s e : effect_of sem g d s = Some e →
    ∃ vals v, assign (d_out d) vals = Some (e_locs e, v).
  Proof.
    unfold effect_of. destruct (negb _); [done|].
    destruct (d_access d); [destruct (negb _); [done|]|];
      destruct (assign _ _) as [[ws v]|] eqn:E; intros ?; simplify_eq; eauto.
  Qed.

  Lemma exec_zeroes l i s s' t : exec g i s = Some (s', t) → zeroes l i = true → locs s' l = 0%N.
  Proof.
    unfold zeroes. intros He [H|H]%orb_true_iff.
    - unfold exec, step in He. destruct (describe i) as [d|]; [|done].
      destruct (effect_of sem g d s) as [e|] eqn:E; [|done]. simplify_eq.
      apply andb_true_iff in H as [Hw%bool_decide_eq_true Hc%negb_true_iff%bool_decide_eq_false].
      destruct (effect_assigns _ _ _ E) as (vals & v & Ha). cbn.
      destruct (assoc l (e_locs e)) as [x|] eqn:Hx; [by eapply assign_constant|].
      by apply (assign_writes _ _ _ _ l Ha) in Hx.
    - destruct i; try done. (* an operation on two vectors *)
      match goal with op : vop2, e : enc |- _ => destruct op, e end; try done.
      match goal with x : vm |- _ => destruct x as [b|] end; [|done].
      apply andb_true_iff in H as [->%bool_decide_eq_true ->%bool_decide_eq_true].
      cbn in He. simplify_eq. cbn. rewrite bool_decide_true by done. by rewrite N.lxor_nilpotent.
  Qed.

  Lemma run_zeroes l p before s s' ts :
    run g p s = Some (s', ts) → zero_after l p before = true → (before = true → locs s l = 0%N) → locs s' l = 0%N.
  Proof.
    revert before s ts. induction p as [|i p IH]; intros before s ts Hr Hz Hs; cbn in *; [simplify_eq; auto|].
    destruct (exec g i s) as [[s1 t1]|] eqn:E; [|done]. destruct (run g p s1) as [[s2 ts2]|] eqn:F; [|done]. simplify_eq.
    eapply IH; [exact F|exact Hz|]. intros [H|[Hb Hk]%andb_true_iff]%orb_true_iff; [by eapply exec_zeroes|].
    rewrite (exec_keeps _ _ _ _ _ E Hk). auto.
  Qed.

  Lemma drop_nth {A} (l : list A) k x r : drop k l = x :: r → nth_error l k = Some x ∧ drop (S k) l = r.
  Proof.
    revert l. induction k as [|k IH]; intros l H; destruct l; simplify_eq/=; [done..|]. by apply IH.
  Qed.
  Lemma nth_drop {A} (l : list A) k x : nth_error l k = Some x → ∃ r, drop k l = x :: r.
  Proof. revert l. induction k as [|k IH]; intros [|y l] H; simplify_eq/=; eauto. Qed.

  Lemma nth_take {A} (l : list A) k j : j < k → nth_error (take k l) j = nth_error l j.
  Proof. revert l j. induction k as [|k IH]; intros [|x l] [|j] H; cbn; try lia; try done. apply IH. lia. Qed.

  Context (code : list flat).

  (** A property of states that every instruction of the code keeps is kept by a run. *)
  Lemma steps_invariant (P : state → Prop) n pc s pc' s' t :
    (∀ i s s' t, In i (instructions code) → exec g i s = Some (s', t) → P s → P s') →
    flat_steps g code n pc s = Some (pc', s', t) → P s → P s'.
  Proof.
    intros Hi. revert pc s t. induction n as [|n IH]; intros pc s t H Hs; cbn in H; [by simplify_eq|].
    destruct (flat_step g code pc s) as [[[pc1 s1] t1]|] eqn:E; [|done].
    destruct (flat_steps g code n pc1 s1) as [[[pc2 s2] t2]|] eqn:F; [|done]. simplify_eq.
    apply (IH _ _ _ F). unfold flat_step in E. destruct (nth_error code pc) as [[i|j|c j|]|] eqn:N; try done.
    - destruct (exec g i s) as [[s3 t3]|] eqn:X; [|done]. simplify_eq. eapply Hi; [|exact X|exact Hs].
      apply in_flat_map. exists (FInstr i). split; [by eapply nth_error_In|by left].
    - by simplify_eq.
    - destruct (test c s); [|done]. by simplify_eq.
  Qed.

  Theorem steps_keep l n pc s pc' s' t :
    forallb (keeps l) (instructions code) = true → flat_steps g code n pc s = Some (pc', s', t) → locs s' l = locs s l.
  Proof.
    intros Hk H. refine (steps_invariant (λ s', locs s' l = locs s l) _ _ _ _ _ _ _ H eq_refl).
    intros i s1 s2 t1 Hi He Hs. rewrite <- Hs. eapply exec_keeps; [exact He|]. by eapply forallb_forall in Hk.
  Qed.

  Theorem steps_keep_or_zero l n pc s pc' s' t :
    forallb (λ i, zeroes l i || keeps l i) (instructions code) = true → flat_steps g code n pc s = Some (pc', s', t) →
    locs s' l = 0%N ∨ locs s' l = locs s l.
  Proof.
    intros Hk H. refine (steps_invariant (λ s', locs s' l = 0%N ∨ locs s' l = locs s l) _ _ _ _ _ _ _ H (or_intror eq_refl)).
    intros i s1 s2 t1 Hi He Hs. eapply forallb_forall in Hk as [Hz|Hk]%orb_true_iff; [| |exact Hi].
    - left. by eapply exec_zeroes.
    - by rewrite (exec_keeps _ _ _ _ _ He Hk).
  Qed.

  Lemma straight_runs n : ∀ pc s tail pc' s' t,
    straight (drop pc code) = Some tail → flat_steps g code n pc s = Some (pc', s', t) → nth_error code pc' = Some FHalt →
    ∃ ts, run g tail s = Some (s', ts).
  Proof.
    induction n as [|n IH]; intros pc s tail pc' s' t Ht H Hh; cbn in H.
    - simplify_eq. destruct (nth_drop _ _ _ Hh) as [r E]. rewrite E in Ht. cbn in Ht. simplify_eq. by exists [].
    - destruct (flat_step g code pc s) as [[[pc1 s1] t1]|] eqn:E; [|done].
      destruct (flat_steps g code n pc1 s1) as [[[pc2 s2] t2]|] eqn:F; [|done]. simplify_eq.
      unfold flat_step in E. destruct (drop pc code) as [|f r] eqn:D; [done|]. destruct (drop_nth _ _ _ _ D) as [N D1].
      rewrite N in E. destruct f as [i|j|c j|]; try done. cbn in Ht.
      destruct (straight r) as [tail'|] eqn:S; [|done]. simplify_eq/=.
      destruct (exec g i s) as [[s3 t3]|]; [|done]. simplify_eq.
      destruct (IH (Datatypes.S pc) s1 tail' pc' s' t2) as [ts Hr]; [done..|]. exists (t1 :: ts). by rewrite Hr.
  Qed.

  (** A run from the beginning that comes to a halt ends with the tail. *)
  Theorem tail_runs k tail n : ∀ pc s pc' s' t,
    ends_with code k tail = true → pc ≤ k → flat_steps g code n pc s = Some (pc', s', t) → nth_error code pc' = Some FHalt →
    ∃ s1 ts, run g tail s1 = Some (s', ts).
  Proof.
    intros pc s pc' s' t Hw. unfold ends_with in Hw.
    apply andb_true_iff in Hw as [[Ht%bool_decide_eq_true Hj]%andb_true_iff Hn].
    rewrite forallb_forall in Hj, Hn. revert pc s pc' s' t.
    induction n as [|n IH]; intros pc s pc' s' t Hpc H Hh; (destruct (decide (pc = k)) as [->|]; [by eexists; eapply straight_runs|]).
    - cbn in H. simplify_eq. exfalso. assert (no_halt FHalt = true) as F; [|done]. apply Hn.
      apply nth_error_In with pc'. rewrite <- Hh. apply nth_take. lia.
    - cbn in H. destruct (flat_step g code pc s) as [[[pc1 s1] t1]|] eqn:E; [|done].
      destruct (flat_steps g code n pc1 s1) as [[[pc2 s2] t2]|] eqn:F; [|done]. simplify_eq.
      apply (IH pc1 s1 pc' s' t2); [|done..]. unfold flat_step in E.
      destruct (nth_error code pc) as [f|] eqn:N; [|done]. apply nth_error_In, Hj in N.
      destruct f as [i|j|c j|]; cbn in N; try done.
      + destruct (exec g i s) as [[s3 t3]|]; [|done]. simplify_eq. lia.
      + simplify_eq. by apply Nat.leb_le.
      + destruct (test c s) as [b|]; [|done]. apply Nat.leb_le in N. destruct b; simplify_eq; lia.
  Qed.

  Theorem halts_zero k tail l n s pc' s' t :
    ends_with code k tail = true → zero_after l tail false = true →
    flat_steps g code n 0 s = Some (pc', s', t) → nth_error code pc' = Some FHalt → locs s' l = 0%N.
  Proof.
    intros Hw Hz H Hh. destruct (tail_runs k tail n 0 s pc' s' t Hw (Nat.le_0_l k) H Hh) as (s1 & ts & Hr).
    by apply (run_zeroes l tail false s1 s' ts Hr Hz).
  Qed.
End returns.

(** ** The checker *)

(** Behind the last jump, and no jump leads further. *)
Fixpoint tail_start (at_ : nat) (p : list flat) : nat :=
  match p with
  | [] | FHalt :: _ => 0
  | FInstr _ :: p => tail_start (S at_) p
  | (FJump target | FBranch _ target) :: p => Nat.max (S at_) (Nat.max target (tail_start (S at_) p))
  end.

(** What is never written; what is 0 at the end; what is 0 then, or was never written on the way. *)
Definition check_return (kept zero kept_or_zero : list loc) (code : list flat) : bool :=
  let k := tail_start 0 code in
  match straight (drop k code) with
  | Some tail =>
      ends_with code k tail && forallb (λ l, forallb (keeps l) (instructions code)) kept &&
      forallb (λ l, zero_after l tail false) zero &&
      forallb (λ l, forallb (λ i, zeroes l i || keeps l i) (instructions code)) kept_or_zero
  | None => false
  end.

(** From any state, in any memory: if the code comes to a halt, then so. *)
Theorem check_return_sound kept zero kept_or_zero code g n s pc s' t :
  check_return kept zero kept_or_zero code = true →
  flat_steps g code n 0 s = Some (pc, s', t) → nth_error code pc = Some FHalt →
  (∀ l, l ∈ kept → locs s' l = locs s l) ∧ (∀ l, l ∈ zero → locs s' l = 0%N) ∧
  (∀ l, l ∈ kept_or_zero → locs s' l = 0%N ∨ locs s' l = locs s l).
Proof.
  unfold check_return. destruct (straight _) as [tail|]; [|done]. intros Hc H Hh.
  rewrite !andb_true_iff, !forallb_forall in Hc. destruct Hc as [[[Hw Hk] Hz] Hkz].
  split; [|split]; intros l Hl%elem_of_list_In.
  - exact (steps_keep g code l n 0 s pc s' t (Hk l Hl) H).
  - exact (halts_zero g code _ tail l n s pc s' t Hw (Hz l Hl) H Hh).
  - exact (steps_keep_or_zero g code l n 0 s pc s' t (Hkz l Hl) H).
Qed.
