(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Flat code as assemblers leave it: blocks in a row, and a loop that jumps back from its last
    position. What the structured code does, it does. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Syntax_trusted State_trusted Semantics_trusted Run_trusted Flat_trusted
  Structured_trusted.
From Fairlead.Asm.Control Require Import Lowering Loops.

Section runs.
  Context (g : env) (p : list flat).

  Lemma stands_whole : stands p 0 p.
  Proof. by intros k f Hk. Qed.

  Lemma block_reaches l at_ s s' ts :
    stands p at_ (map FInstr l) -> run g l s = Some (s', ts) -> reaches g p at_ s (at_ + length l) s' (concat ts).
  Proof.
    revert at_ s ts. induction l as [|i l IH]; intros at_ s ts Hp Hr; cbn [run map length] in *.
    - simplify_eq. rewrite Nat.add_0_r. apply reaches_refl.
    - destruct (exec g i s) as [[s1 t]|] eqn:E; [|done]. destruct (run g l s1) as [[s2 us]|] eqn:Er; simplify_eq.
      apply stands_cons in Hp as [Hi Hp]. cbn [concat]. eapply reaches_step; [unfold flat_step; by rewrite Hi, E|].
      replace (at_ + S (length l)) with (at_ + 1 + length l) by lia. replace (S at_) with (at_ + 1) by lia. by apply IH.
  Qed.

  (** A loop that is left by not jumping back. *)
  Lemma back_reaches l c at_ s s' t :
    stands p at_ (map FInstr l ++ [FBranch c at_]) ->
    executes g (CLoop (block l) c CSkip) s s' t -> reaches g p at_ s (at_ + length l + 1) s' t.
  Proof.
    intros Hp H. apply stands_app in Hp as [Hl Hb]. rewrite map_length in Hb. apply stands_cons in Hb as [Hb _].
    remember (CLoop (block l) c CSkip) as x eqn:E.
    induction H as [| | | |a c' b s s1 t Ha _ Ht|a c' b s s1 s2 s3 t1 t2 t3 Ha _ Ht Hs _ Hloop IH]; try done;
      injection E as -> -> ->; apply block_runs in Ha as (ts & Hr & ->).
    - eapply reaches_trans; [by eapply block_reaches|]. eapply reaches_branch; [done|done|].
      replace (S (at_ + length l)) with (at_ + length l + 1) by lia. apply reaches_refl.
    - inversion Hs; subst. eapply reaches_trans; [by eapply block_reaches|]. eapply reaches_branch; [done|done|]. by apply IH.
  Qed.
End runs.

(** A complete run of flat code. *)
Definition ends_in (g : env) (p : list flat) (s s' : state) : Prop :=
  ∃ n pc t, flat_steps g p n 0 s = Some (pc, s', t) /\ nth_error p pc = Some FHalt.

(** Straight-line code, up to its return. *)
Lemma straight_ends g l s s' ts :
  run g l s = Some (s', ts) -> ends_in g (map FInstr l ++ [FHalt; FHalt]) s s'.
Proof.
  intros H. pose proof (stands_whole (map FInstr l ++ [FHalt; FHalt])) as Hst.
  apply stands_app in Hst as [S1 S2]. rewrite map_length in S2. apply stands_cons in S2 as [S2 _].
  destruct (block_reaches g _ l 0 s s' ts S1 H) as [n Hn]. eexists n, _, _. by split.
Qed.

(** A loop between two blocks, and the return. *)
Lemma loop_ends g a l c z s s1 s2 s3 ts1 t2 ts3 :
  run g a s = Some (s1, ts1) -> executes g (CLoop (block l) c CSkip) s1 s2 t2 -> run g z s2 = Some (s3, ts3) ->
  ends_in g (map FInstr a ++ map FInstr l ++ FBranch c (length a) :: map FInstr z ++ [FHalt; FHalt]) s s3.
Proof.
  intros H1 H2 H3. set (prog := _ ++ _). pose proof (stands_whole prog) as Hst. unfold prog in Hst at 2.
  change (map FInstr l ++ FBranch c (length a) :: map FInstr z ++ [FHalt; FHalt])
    with (map FInstr l ++ [FBranch c (length a)] ++ map FInstr z ++ [FHalt; FHalt]) in Hst.
  apply stands_app in Hst as [S1 Hst]. rewrite map_length in Hst.
  rewrite app_assoc in Hst. apply stands_app in Hst as [S2 Hst]. rewrite app_length, map_length in Hst.
  apply stands_app in Hst as [S3 Hst]. rewrite map_length in Hst. apply stands_cons in Hst as [S4 _].
  pose proof (block_reaches g prog a 0 s s1 ts1 S1 H1) as Q1.
  pose proof (back_reaches g prog l c _ s1 s2 t2 S2 H2) as Q2.
  pose proof (block_reaches g prog z _ s2 s3 ts3 S3 H3) as Q3.
  change (length [FBranch c (length a)]) with 1 in *.
  replace (0 + length a + (length l + 1)) with (0 + length a + length l + 1) in * by lia.
  destruct (reaches_trans _ _ _ _ _ _ _ _ _ _ (reaches_trans _ _ _ _ _ _ _ _ _ _ Q1 Q2) Q3) as [m Hm].
  eexists m, _, _. split; [exact Hm|exact S4].
Qed.
