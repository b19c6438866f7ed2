(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Lowering read backwards: a run of the flat code that comes to a halt is a run of the structured code that it was
    lowered from, and goes on behind it. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Syntax_trusted State_trusted Run_trusted Flat_trusted Structured_trusted.
From Fairlead.Asm.Control Require Import Lowering.

Section unlowered.
  Context (g : env) (p : list flat).

  (** From position [pc] to a halt, within [n] steps. *)
  Definition finishes (n pc : nat) (s r : state) (t : list event) : Prop :=
    ∃ pc', flat_steps g p n pc s = Some (pc', r, t) /\ nth_error p pc' = Some FHalt.

  Lemma finishes_instr n pc i s r t :
    nth_error p pc = Some (FInstr i) -> finishes n pc s r t ->
    ∃ m s1 t1 t2, n = S m /\ exec g i s = Some (s1, t1) /\ finishes m (S pc) s1 r t2 /\ t = t1 ++ t2.
  Proof.
    intros Hi (pc' & H & Hh). destruct n as [|n]; cbn in H; [simplify_eq|]. unfold flat_step in H. rewrite Hi in H.
    destruct (exec g i s) as [[s1 t1]|]; [|done].
    destruct (flat_steps g p n (S pc) s1) as [[[? ?] t2]|] eqn:E; simplify_eq.
    exists n, s1, t1, t2. split; [done|]. split; [done|]. split; [by eexists|done].
  Qed.

  Lemma finishes_jump n pc target s r t :
    nth_error p pc = Some (FJump target) -> finishes n pc s r t -> ∃ m, n = S m /\ finishes m target s r t.
  Proof.
    intros Hi (pc' & H & Hh). destruct n as [|n]; cbn in H; [simplify_eq|]. unfold flat_step in H. rewrite Hi in H.
    destruct (flat_steps g p n target s) as [[[? ?] ?]|] eqn:E; simplify_eq. exists n. split; [done|]. by eexists.
  Qed.

  Lemma finishes_branch n pc c target s r t :
    nth_error p pc = Some (FBranch c target) -> finishes n pc s r t ->
    ∃ m h t', n = S m /\ test c s = Some h /\ finishes m (if h : bool then target else S pc) s r t' /\
      t = EBranch h :: t'.
  Proof.
    intros Hi (pc' & H & Hh). destruct n as [|n]; cbn in H; [simplify_eq|]. unfold flat_step in H. rewrite Hi in H.
    destruct (test c s) as [h|]; [|done].
    destruct (flat_steps g p n _ s) as [[[? ?] t']|] eqn:E; simplify_eq.
    exists n, h, t'. split; [done|]. split; [done|]. split; [by eexists|done].
  Qed.

  Lemma finishes_halt n pc s r t : nth_error p pc = Some FHalt -> finishes n pc s r t -> r = s /\ t = [].
  Proof.
    intros Hi (pc' & H & Hh). destruct n as [|n]; cbn in H; [by simplify_eq|].
    unfold flat_step in H. by rewrite Hi in H.
  Qed.

  Theorem lower_executes n x at_ s r t :
    stands p at_ (lower at_ x) -> finishes n at_ s r t ->
    ∃ m s1 t1 t2, m <= n /\ executes g x s s1 t1 /\ finishes m (at_ + size x) s1 r t2 /\ t = t1 ++ t2.
  Proof.
    revert x at_ s t. induction n as [n IHn] using lt_wf_ind.
    intros x. revert n IHn. induction x as [|i|a IHa b IHb|c a IHa b IHb|a IHa c b IHb]; intros n IHn at_ s t Hp H;
      cbn [lower size] in *.
    - exists n, s, [], t. rewrite Nat.add_0_r. split; [done|]. split; [constructor|]. done.
    - apply stands_cons in Hp as [Hi _].
      destruct (finishes_instr _ _ _ _ _ _ Hi H) as (m & s1 & t1 & t2 & -> & X & F & ->).
      exists m, s1, t1, t2. rewrite Nat.add_1_r. split; [lia|]. split; [by constructor|]. done.
    - apply stands_app in Hp as [Ha Hb]. rewrite lower_length in Hb.
      destruct (IHa n IHn _ _ _ Ha H) as (m & s1 & t1 & t2 & Lm & Xa & Fa & ->).
      destruct (IHb m ltac:(intros; apply IHn; lia || done) _ _ _ Hb Fa) as (k & s2 & t3 & t4 & Lk & Xb & Fb & ->).
      exists k, s2, (t1 ++ t3), t4. rewrite Nat.add_assoc, <- app_assoc. split; [lia|]. split; [by econstructor|]. done.
    - destruct (is_skip a) eqn:Ea.
      { destruct a; try done. apply stands_cons in Hp as [Hbr Hb].
        destruct (finishes_branch _ _ _ _ _ _ _ Hbr H) as (m & h & t' & -> & Ht & F & ->).
        destruct h.
        - exists m, s, [EBranch true], t'. replace (at_ + (1 + size b)) with (at_ + 1 + size b) by lia.
          split; [lia|]. split; [|done]. by apply (E_If g c CSkip b s s true []); [|constructor].
        - rewrite <- Nat.add_1_r in F.
          destruct (IHb m ltac:(intros; apply IHn; lia || done) _ _ _ Hb F) as (k & s2 & t3 & t4 & Lk & Xb & Fb & ->).
          exists k, s2, (EBranch false :: t3), t4. replace (at_ + (1 + size b)) with (at_ + 1 + size b) by lia.
          split; [lia|]. split; [by econstructor|]. done. }
      apply stands_cons in Hp as [Hbr Hp]. apply stands_app in Hp as [Hb Hp]. rewrite lower_length in Hp.
      apply stands_cons in Hp as [Hj Ha].
      destruct (finishes_branch _ _ _ _ _ _ _ Hbr H) as (m & h & t' & -> & Ht & F & ->). destruct h.
      + destruct (IHa m ltac:(intros; apply IHn; lia || done) _ _ _ Ha F) as (k & s2 & t3 & t4 & Lk & Xa & Fa & ->).
        exists k, s2, (EBranch true :: t3), t4.
        replace (at_ + (1 + size b + 1 + size a)) with (at_ + 1 + size b + 1 + size a) by lia.
        split; [lia|]. split; [by econstructor|]. done.
      + rewrite <- Nat.add_1_r in F.
        destruct (IHb m ltac:(intros; apply IHn; lia || done) _ _ _ Hb F) as (k & s2 & t3 & t4 & Lk & Xb & Fb & ->).
        destruct (finishes_jump _ _ _ _ _ _ Hj Fb) as (k' & -> & F').
        exists k', s2, (EBranch false :: t3), t4.
        replace (at_ + (1 + size b + 1 + size a)) with (at_ + 1 + size b + 1 + size a) by lia.
        split; [lia|]. split; [by econstructor|]. done.
    - destruct (is_skip b) eqn:Eb.
      { pose proof Hp as Hwhole. destruct b; try done. apply stands_app in Hp as [Ha Hp]. rewrite lower_length in Hp.
        apply stands_cons in Hp as [Hbr _].
        destruct (IHa n IHn _ _ _ Ha H) as (m & s1 & t1 & t2 & Lm & Xa & Fa & ->).
        destruct (finishes_branch _ _ _ _ _ _ _ Hbr Fa) as (k & h & t' & -> & Ht & F & ->). destruct h.
        - destruct (IHn k ltac:(lia) (CLoop a c CSkip) at_ s1 t') as (j & s2 & t3 & t4 & Lj & X & F2 & ->); [|done|].
          { exact Hwhole. }
          exists j, s2, (t1 ++ EBranch true :: [] ++ t3), t4. split; [lia|]. split.
          { eapply E_Again; [done|done|constructor|done]. }
          split; [exact F2|]. by rewrite <- app_assoc.
        - exists k, s1, (t1 ++ [EBranch false]), t'. split; [lia|]. split; [by apply E_Exit|].
          split; [by replace (at_ + (size a + 1)) with (S (at_ + size a)) by lia|]. by rewrite <- app_assoc. }
      pose proof Hp as Hwhole. apply stands_app in Hp as [Ha Hp]. rewrite lower_length in Hp.
      apply stands_cons in Hp as [Hbr Hp]. apply stands_cons in Hp as [Hj Hp].
      apply stands_app in Hp as [Hb Hp]. rewrite lower_length in Hp. apply stands_cons in Hp as [Hback _].
      destruct (IHa n IHn _ _ _ Ha H) as (m & s1 & t1 & t2 & Lm & Xa & Fa & ->).
      destruct (finishes_branch _ _ _ _ _ _ _ Hbr Fa) as (k & h & t' & -> & Ht & F & ->). destruct h.
      + replace (at_ + size a + 1 + 1) with (at_ + size a + 2) in * by lia.
        destruct (IHb k ltac:(intros; apply IHn; lia || done) _ _ _ Hb F) as (j & s2 & t3 & t4 & Lj & Xb & Fb & ->).
        destruct (finishes_jump _ _ _ _ _ _ Hback Fb) as (j' & -> & F').
        destruct (IHn j' ltac:(lia) (CLoop a c b) at_ s2 t4) as (i & s3 & t5 & t6 & Li & X & F3 & ->); [|done|].
        { cbn [lower]. by rewrite Eb. }
        cbn [size] in F3. rewrite Eb in F3.
        exists i, s3, (t1 ++ EBranch true :: t3 ++ t5), t6. split; [lia|]. split; [by eapply E_Again|].
        split; [exact F3|]. rewrite <- app_assoc. cbn. by rewrite <- app_assoc.
      + replace (at_ + size a + 1) with (S (at_ + size a)) in * by lia.
        destruct (finishes_jump _ _ _ _ _ _ Hj F) as (j & -> & F').
        exists j, s1, (t1 ++ [EBranch false]), t'. split; [lia|]. split; [by apply E_Exit|].
        split; [|by rewrite <- app_assoc].
        by replace (at_ + (size a + 2 + size b + 1)) with (at_ + size a + 2 + size b + 1) by lia.
  Qed.
End unlowered.
