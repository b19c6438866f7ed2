(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Lowering: structured code to labels and jumps, here positions. What is seen of a run, its
    branches included, stays exactly the same, so nothing about leakage needs to be
    proved again. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Syntax_trusted State_trusted Run_trusted Flat_trusted Structured_trusted.

Definition is_skip (x : code) : bool := match x with CSkip => true | _ => false end.

Fixpoint size (x : code) : nat :=
  match x with
  | CSkip => 0
  | CInstr _ => 1
  | CSeq a b => size a + size b
  | CIf _ a b => if is_skip a then 1 + size b else 1 + size b + 1 + size a
  | CLoop a _ b => if is_skip b then size a + 1 else size a + 2 + size b + 1
  end.

(** The code to stand at position [at_]. Nothing is jumped around that is not there. *)
Fixpoint lower (at_ : nat) (x : code) : list flat :=
  match x with
  | CSkip => []
  | CInstr i => [FInstr i]
  | CSeq a b => lower at_ a ++ lower (at_ + size a) b
  | CIf c a b =>
      if is_skip a then FBranch c (at_ + 1 + size b) :: lower (at_ + 1) b else
      (* jump to [a] if the condition holds; [b] comes first *)
      let then_ := at_ + 1 + size b + 1 in
      FBranch c then_ :: lower (at_ + 1) b ++ FJump (then_ + size a) :: lower then_ a
  | CLoop a c b =>
      if is_skip b then lower at_ a ++ [FBranch c at_] else
      let again := at_ + size a + 2 in
      lower at_ a ++ FBranch c again :: FJump (again + size b + 1) :: lower again b ++ [FJump at_]
  end.

Definition lowered (x : code) : list flat := lower 0 x ++ [FHalt].

Lemma lower_length at_ x : length (lower at_ x) = size x.
Proof.
  revert at_. induction x; intros at_; cbn; try destruct (is_skip _); cbn; rewrite ?app_length; cbn;
    rewrite ?app_length; cbn; repeat match goal with H : ∀ _, _ |- _ => rewrite H; clear H end; lia.
Qed.

(** [l] stands at position [at_] of [p]. *)
Definition stands (p : list flat) (at_ : nat) (l : list flat) : Prop :=
  ∀ k f, nth_error l k = Some f -> nth_error p (at_ + k) = Some f.

Lemma stands_app p at_ l1 l2 : stands p at_ (l1 ++ l2) -> stands p at_ l1 /\ stands p (at_ + length l1) l2.
Proof.
  intros H. split; intros k f Hk.
  - apply H. rewrite nth_error_app1; [done|]. apply nth_error_Some. by rewrite Hk.
  - rewrite <- Nat.add_assoc. apply H. rewrite nth_error_app2 by lia. by replace (length l1 + k - length l1) with k by lia.
Qed.

Lemma stands_cons p at_ f l : stands p at_ (f :: l) -> nth_error p at_ = Some f /\ stands p (at_ + 1) l.
Proof.
  intros H. split.
  - rewrite <- (Nat.add_0_r at_). by apply H.
  - intros k h Hk. rewrite <- Nat.add_assoc. by apply H.
Qed.

Section lowering.
  Context (g : env) (p : list flat).

  Definition reaches (pc : nat) (s : state) (pc' : nat) (s' : state) (t : list event) : Prop :=
    ∃ n, flat_steps g p n pc s = Some (pc', s', t).

  Lemma reaches_refl pc s : reaches pc s pc s [].
  Proof. by exists 0. Qed.

  Lemma reaches_trans pc s pc1 s1 t1 pc2 s2 t2 :
    reaches pc s pc1 s1 t1 -> reaches pc1 s1 pc2 s2 t2 -> reaches pc s pc2 s2 (t1 ++ t2).
  Proof.
    intros [n Hn] [m Hm]. exists (n + m). revert pc s t1 Hn. induction n as [|n IH]; cbn; intros pc s t1 Hn; [by simplify_eq|].
    destruct (flat_step g p pc s) as [[[q r] u]|]; [|done].
    destruct (flat_steps g p n q r) as [[[q' r'] u']|] eqn:E; [|done]. simplify_eq.
    rewrite (IH _ _ _ E). by rewrite app_assoc.
  Qed.

  Lemma reaches_step pc s pc1 s1 t1 pc2 s2 t2 :
    flat_step g p pc s = Some (pc1, s1, t1) -> reaches pc1 s1 pc2 s2 t2 -> reaches pc s pc2 s2 (t1 ++ t2).
  Proof. intros H [n Hn]. exists (S n). cbn. by rewrite H, Hn. Qed.

  Lemma reaches_jump pc s target pc' s' t :
    nth_error p pc = Some (FJump target) -> reaches target s pc' s' t -> reaches pc s pc' s' t.
  Proof. intros H. apply (reaches_step _ _ _ _ []). unfold flat_step. by rewrite H. Qed.

  Lemma reaches_branch pc s c target h pc' s' t :
    nth_error p pc = Some (FBranch c target) -> test c s = Some h ->
    reaches (if h : bool then target else S pc) s pc' s' t -> reaches pc s pc' s' (EBranch h :: t).
  Proof. intros H Ht. apply (reaches_step _ _ _ _ [EBranch h]). unfold flat_step. by rewrite H, Ht. Qed.

  Theorem lower_reaches x s s' t :
    executes g x s s' t -> ∀ at_, stands p at_ (lower at_ x) -> reaches at_ s (at_ + size x) s' t.
  Proof.
    induction 1 as [s|i s s' t He|a b s s1 s2 t1 t2 _ IHa _ IHb|c a b s s' h t Ht _ IH
                   |a c b s s1 t _ IHa Ht|a c b s s1 s2 s3 t1 t2 t3 _ IHa Ht _ IHb _ IHl]; intros at_ Hp; cbn [lower size] in *.
    - rewrite Nat.add_0_r. apply reaches_refl.
    - apply stands_cons in Hp as [Hp _]. rewrite <- (app_nil_r t). eapply reaches_step; [|rewrite Nat.add_1_r; apply reaches_refl].
      unfold flat_step. by rewrite Hp, He.
    - apply stands_app in Hp as [Ha Hb]. rewrite lower_length in Hb.
      eapply reaches_trans; [by apply IHa|]. rewrite Nat.add_assoc. by apply IHb.
    - destruct (is_skip a) eqn:Ea.
      { destruct a; try done. apply stands_cons in Hp as [Hbr Hb]. rewrite Nat.add_assoc.
        eapply reaches_branch; [done|done|]. destruct h; [|rewrite <- Nat.add_1_r; by apply IH].
        specialize (IH (at_ + 1 + size b)). cbn in IH. rewrite Nat.add_0_r in IH. apply IH. by intros []. }
      apply stands_cons in Hp as [Hbr Hp]. apply stands_app in Hp as [Hb Hp]. rewrite lower_length in Hp.
      apply stands_cons in Hp as [Hj Ha].
      eapply reaches_branch; [done|done|]. destruct h.
      + replace (at_ + (1 + size b + 1 + size a)) with (at_ + 1 + size b + 1 + size a) by lia. by apply IH.
      + rewrite <- (app_nil_r t). eapply reaches_trans; [rewrite <- Nat.add_1_r; by apply IH|].
        eapply reaches_jump; [done|]. replace (at_ + 1 + size b + 1 + size a) with (at_ + (1 + size b + 1 + size a)) by lia.
        apply reaches_refl.
    - destruct (is_skip b) eqn:Eb.
      { apply stands_app in Hp as [Ha Hp]. rewrite lower_length in Hp. apply stands_cons in Hp as [Hbr _].
        rewrite Nat.add_assoc. eapply reaches_trans; [by apply IHa|]. eapply reaches_branch; [done|done|].
        rewrite Nat.add_1_r. apply reaches_refl. }
      apply stands_app in Hp as [Ha Hp]. rewrite lower_length in Hp. apply stands_cons in Hp as [Hbr Hp].
      apply stands_cons in Hp as [Hj _].
      eapply reaches_trans; [by apply IHa|]. eapply reaches_branch; [done|done|].
      eapply reaches_jump; [by rewrite <- Nat.add_1_r|].
      replace (at_ + size a + 2 + size b + 1) with (at_ + (size a + 2 + size b + 1)) by lia. apply reaches_refl.
    - destruct (is_skip b) eqn:Eb.
      { pose proof Hp as Hwhole. apply stands_app in Hp as [Ha Hp]. rewrite lower_length in Hp. apply stands_cons in Hp as [Hbr _].
        destruct b; try done. specialize (IHb at_). cbn in IHb. rewrite Nat.add_0_r in IHb.
        eapply reaches_trans; [by apply IHa|]. eapply reaches_branch; [done|done|].
        eapply reaches_trans; [apply IHb; by intros []|]. by apply IHl. }
      pose proof Hp as Hwhole. apply stands_app in Hp as [Ha Hp]. rewrite lower_length in Hp. apply stands_cons in Hp as [Hbr Hp].
      apply stands_cons in Hp as [_ Hp]. apply stands_app in Hp as [Hb Hp]. rewrite lower_length in Hp.
      apply stands_cons in Hp as [Hback _].
      eapply reaches_trans; [by apply IHa|]. eapply reaches_branch; [done|done|].
      replace (at_ + size a + 1 + 1) with (at_ + size a + 2) in * by lia.
      eapply reaches_trans; [by apply IHb|]. eapply reaches_jump; [done|]. by apply IHl.
  Qed.
End lowering.

(** A run of structured code is a run of the flat code it is lowered to, from its first position to
    the halt behind its last: the same end, and exactly the same addresses and branches. *)
Theorem lowered_runs g x s s' t :
  executes g x s s' t ->
  ∃ n, flat_steps g (lowered x) n 0 s = Some (size x, s', t) /\
       nth_error (lowered x) (size x) = Some FHalt.
Proof.
  intros H. destruct (lower_reaches g (lowered x) x s s' t H 0) as [n Hn].
  - intros k f Hk. cbn. unfold lowered. rewrite nth_error_app1; [done|]. apply nth_error_Some. by rewrite Hk.
  - exists n. split; [done|]. unfold lowered. rewrite nth_error_app2; rewrite lower_length; [|lia]. by rewrite Nat.sub_diag.
Qed.

Lemma halted_steps g p n m pc s pc1 s1 t1 pc2 s2 t2 :
  flat_steps g p n pc s = Some (pc1, s1, t1) -> nth_error p pc1 = Some FHalt ->
  flat_steps g p m pc s = Some (pc2, s2, t2) -> nth_error p pc2 = Some FHalt ->
  s1 = s2 /\ t1 = t2.
Proof.
  revert m pc s t1 t2. induction n as [|n IH]; intros [|m] pc s t1 t2 H1 P1 H2 P2; cbn in *.
  - by simplify_eq.
  - simplify_eq. unfold flat_step in H2. by rewrite P1 in H2.
  - simplify_eq. unfold flat_step in H1. by rewrite P2 in H1.
  - destruct (flat_step g p pc s) as [[[q r] u]|]; [|done].
    destruct (flat_steps g p n q r) as [[[? ?] u1]|] eqn:E1; [|done].
    destruct (flat_steps g p m q r) as [[[? ?] u2]|] eqn:E2; [|done]. simplify_eq.
    destruct (IH _ _ _ _ _ E1 P1 E2 P2) as [-> ->]. done.
Qed.

(** And it is the only one: whatever complete run the flat code has from there, it ends in the same
    state and shows the same. So lowering preserves constant time, whichever way that is defined. *)
Theorem lowered_runs_only g x s s' t n pc s2 u :
  executes g x s s' t ->
  flat_steps g (lowered x) n 0 s = Some (pc, s2, u) -> nth_error (lowered x) pc = Some FHalt ->
  s2 = s' /\ u = t.
Proof.
  intros H Hn Hpc. destruct (lowered_runs g x s s' t H) as (m & Hm & Hhalt). by eapply halted_steps.
Qed.
