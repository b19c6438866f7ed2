(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Whole files: blocks, and how each ends. A file is laid out as flat code, where jumps go to
    positions. If corresponding blocks of two files end alike and the second may stand for the first by one
    of the two checkers, then the flat code of the one may replace that of the other, from every label. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Syntax_trusted State_trusted Run_trusted Flat_trusted Structured_trusted.
From Fairlead.Asm.Footprints Require Import Locset Reorder.
From Fairlead.Asm.Control Require Import Loops Lowering.
From Fairlead.Asm.Symbolic Require Import Equivalence.
From Fairlead.Asm.Refinement Require Import Refines.
From Fairlead.Asm.Refinement Require Import Dead.
From Fairlead.Asm.Groups Require Import Exchange.
From Fairlead.Asm.Transform Require Import Scripts.

(** [Fall] goes on with the next block, and so does a branch that is not taken. *)
Inductive exit : Set := Fall | Goto (k : nat) | Branch (c : cc) (k : nat) | Stop.

Definition program : Set := list (list instr * exit).

Global Instance exit_eq_dec : EqDecision exit.
Proof. solve_decision. Defined.

(** ** Layout *)

Definition block_size (b : list instr * exit) : nat := length b.1 + match b.2 with Fall => 0 | _ => 1 end.

Fixpoint start (P : program) (k : nat) : nat :=
  match k, P with S k, b :: P => block_size b + start P k | _, _ => 0 end.

Definition exit_code (P : program) (e : exit) : list flat :=
  match e with Fall => [] | Goto k => [FJump (start P k)] | Branch c k => [FBranch c (start P k)] | Stop => [FHalt] end.

Definition block_code (P : program) (b : list instr * exit) : list flat := map FInstr b.1 ++ exit_code P b.2.

Definition layout (P : program) : list flat := flat_map (block_code P) P.

(** ** The check *)

Inductive hint : Set := ByOrder (hints : list nat) | ByGroups (l : list trade) | ByValue.

(** What nobody reads after a block that ends so: at a stop, all that is not [live]. *)
Definition dead_after (live : list loc) (e : exit) : N :=
  match e with Stop => N.ldiff (set_of every_location) (set_of live) | _ => 0%N end.

(** What is compared by groups or values must agree everywhere but at a stop, where [live] is enough. *)
Definition block_ok (rel : relation) (live : list loc) (e : exit) (h : hint) (p q : list instr) : bool :=
  match h with
  | ByOrder hints => check_reorder rel hints p q
  | ByGroups l => check_groups rel (dead_after live e) l p q
  | ByValue => symeq rel (match e with Stop => live | _ => every_location end) p q
  end.

Fixpoint check_blocks (rel : relation) (live : list loc) (hints : list hint) (P Q : program) : bool :=
  match hints, P, Q with
  | [], [], [] => true
  | h :: hints, (p, e) :: P, (q, f) :: Q =>
      bool_decide (e = f) && block_ok rel live e h p q && check_blocks rel live hints P Q
  | _, _, _ => false
  end.

(** ** Blocks in the layout *)

Lemma layout_at f (P : program) k b :
  (∀ b, length (f b : list flat) = block_size b) -> nth_error P k = Some b ->
  stands (flat_map f P) (start P k) (f b).
Proof.
  intros Hf. revert k. induction P as [|b' P IH]; intros [|k] H i x Hx; cbn in *; simplify_eq.
  - rewrite nth_error_app1; [done|]. apply nth_error_Some. by rewrite Hx.
  - rewrite nth_error_app2; rewrite Hf; [|lia]. replace (block_size b' + start P k + i - block_size b') with (start P k + i) by lia.
    by apply IH.
Qed.

Lemma block_code_length P b : length (block_code P b) = block_size b.
Proof. destruct b as [p []]; unfold block_code, block_size; rewrite app_length, map_length; done. Qed.

Lemma start_next P k b : nth_error P k = Some b -> start P (S k) = start P k + block_size b.
Proof.
  revert k. induction P as [|b' P IH]; intros [|k] H; cbn in *; simplify_eq; [destruct P; cbn; lia|].
  rewrite <- Nat.add_assoc. f_equal. by apply IH.
Qed.

Lemma start_past P k : nth_error P k = None -> nth_error (layout P) (start P k) = None.
Proof.
  intros H%nth_error_None. apply nth_error_None. unfold layout.
  assert (∀ Q k, length Q <= k -> length (flat_map (block_code P) Q) <= start Q k) as L; [|by apply L].
  clear k H. induction Q as [|b Q IH]; intros [|k] H; cbn in *; try lia.
  rewrite app_length, block_code_length. specialize (IH k). lia.
Qed.

Section runs.
  Context (g : env).

  Lemma lower_block at_ p : lower at_ (block p) = map FInstr p.
  Proof. revert at_. induction p as [|i p IH]; intros at_; cbn; [done|]. by rewrite IH. Qed.

  Lemma size_block p : size (block p) = length p.
  Proof. induction p as [|i p IH]; cbn; [done|]. by rewrite IH. Qed.

  (** From the start of the [k]-th block to a halt. *)
  Definition halts (P : program) (k : nat) (s s' : state) (t : list event) : Prop :=
    ∃ n pc, flat_steps g (layout P) n (start P k) s = Some (pc, s', t) /\ nth_error (layout P) pc = Some FHalt.

  (** To the halt that ends the [e]-th block. *)
  Definition stops (P : program) (k e : nat) (s s' : state) (t : list event) : Prop :=
    ∃ n p, nth_error P e = Some (p, Stop) /\
      flat_steps g (layout P) n (start P k) s = Some (start P e + length p, s', t).

  (** Two such runs that show the same, block by block. *)
  Inductive runs (P : program) : nat -> nat -> pair -> pair -> Prop :=
    | R_Stop k p σ ρ : nth_error P k = Some (p, Stop) -> together g (block p) σ ρ -> runs P k k σ ρ
    | R_Fall k e p σ τ ρ :
        nth_error P k = Some (p, Fall) -> together g (block p) σ τ -> runs P (S k) e τ ρ -> runs P k e σ ρ
    | R_Goto k e j p σ τ ρ :
        nth_error P k = Some (p, Goto j) -> together g (block p) σ τ -> runs P j e τ ρ -> runs P k e σ ρ
    | R_Branch k e c j p h σ τ ρ :
        nth_error P k = Some (p, Branch c j) -> together g (block p) σ τ -> test2 c τ h ->
        runs P (if h : bool then j else S k) e τ ρ -> runs P k e σ ρ.

  Lemma block_reaches P k p e s s' t :
    nth_error P k = Some (p, e) -> executes g (block p) s s' t ->
    reaches g (layout P) (start P k) s (start P k + length p) s' t /\
    stands (layout P) (start P k + length p) (exit_code P e).
  Proof.
    intros Hk He. pose proof (layout_at _ _ _ _ (block_code_length P) Hk) as H.
    apply stands_app in H as [H1 H2]. rewrite map_length in H2. split; [|done].
    rewrite <- (size_block p). eapply lower_reaches; [done|]. by rewrite lower_block.
  Qed.

  Lemma stop_halts P e p : nth_error P e = Some (p, Stop) -> nth_error (layout P) (start P e + length p) = Some FHalt.
  Proof.
    intros He. pose proof (layout_at _ _ _ _ (block_code_length P) He) as H.
    apply stands_app in H as [_ H]. rewrite map_length in H. by apply stands_cons in H as [H _].
  Qed.

  Lemma stops_halts P k e s s' t : stops P k e s s' t -> halts P k s s' t.
  Proof. intros (n & p & He & H). exists n, (start P e + length p). split; [done|]. by apply stop_halts. Qed.

  Lemma stops_after P k e pc s m s' t u :
    reaches g (layout P) (start P k) s pc m t ->
    (∃ n p, nth_error P e = Some (p, Stop) /\
      flat_steps g (layout P) n pc m = Some (start P e + length p, s', u)) ->
    stops P k e s s' (t ++ u).
  Proof.
    intros H (n & p & He & Hn). destruct (reaches_trans g (layout P) _ _ _ _ _ (start P e + length p) s' u H)
      as [j Hj]; [by exists n|]. by exists j, p.
  Qed.

  Lemma runs_stops P k e σ ρ : runs P k e σ ρ -> ∃ t, stops P k e σ.1 ρ.1 t /\ stops P k e σ.2 ρ.2 t.
  Proof.
    induction 1 as [k p σ ρ Hk Ht|k e p σ τ ρ Hk Ht _ (u & H1 & H2)|k e j p σ τ ρ Hk Ht _ (u & H1 & H2)
                   |k e c j p h σ τ ρ Hk Ht [B1 B2] _ (u & H1 & H2)];
      destruct (together_executes _ _ _ _ Ht) as (t & E1 & E2);
      destruct (block_reaches _ _ _ _ _ _ _ Hk E1) as [R1 S1], (block_reaches _ _ _ _ _ _ _ Hk E2) as [R2 _];
      pose proof (start_next _ _ _ Hk) as Hn; unfold block_size in Hn; cbn in Hn.
    - exists (t ++ []). apply stands_cons in S1 as [Hp _].
      split; (eapply stops_after; [done|]); by exists 0, p.
    - rewrite Nat.add_0_r in Hn. rewrite <- Hn in R1, R2. exists (t ++ u). split; by eapply stops_after.
    - exists (t ++ u). apply stands_cons in S1 as [Hp _].
      destruct H1 as (n1 & p1 & G1 & F1), H2 as (n2 & p2 & G2 & F2).
      split.
      + eapply stops_after; [done|]. exists (S n1), p1. split; [done|]. cbn. unfold flat_step. by rewrite Hp, F1.
      + eapply stops_after; [done|]. exists (S n2), p2. split; [done|]. cbn. unfold flat_step. by rewrite Hp, F2.
    - exists (t ++ EBranch h :: u). apply stands_cons in S1 as [Hp _].
      assert ((if h then start P j else S (start P k + length p)) = start P (if h then j else S k)) as E by (destruct h; [done|rewrite Hn; lia]).
      destruct H1 as (n1 & p1 & G1 & F1), H2 as (n2 & p2 & G2 & F2).
      split.
      + eapply stops_after; [done|]. exists (S n1), p1. split; [done|]. cbn. unfold flat_step. by rewrite Hp, B1, E, F1.
      + eapply stops_after; [done|]. exists (S n2), p2. split; [done|]. cbn. unfold flat_step. by rewrite Hp, B2, E, F2.
  Qed.

  Lemma runs_halts P k e σ ρ : runs P k e σ ρ -> ∃ t, halts P k σ.1 ρ.1 t /\ halts P k σ.2 ρ.2 t.
  Proof. intros (t & H1 & H2)%runs_stops. exists t. split; by eapply stops_halts. Qed.

  (** A run that halts goes through the whole block first. *)
  Lemma block_steps L p pc s n pc' s' t :
    stands L pc (map FInstr p) -> flat_steps g L n pc s = Some (pc', s', t) -> nth_error L pc' = Some FHalt ->
    ∃ m s1 u t', n = length p + m /\ executes g (block p) s s1 u /\
      flat_steps g L m (pc + length p) s1 = Some (pc', s', t') /\ t = u ++ t'.
  Proof.
    revert pc s n t. induction p as [|i p IH]; intros pc s n t Hs Hn Hh; cbn [map] in Hs.
    - exists n, s, [], t. rewrite Nat.add_0_r. split; [done|]. split; [constructor|]. done.
    - apply stands_cons in Hs as [Hi Hs]. destruct n as [|n]; cbn in Hn; [simplify_eq|].
      unfold flat_step in Hn. rewrite Hi in Hn. destruct (exec g i s) as [[s1 u]|] eqn:X; [|done].
      destruct (flat_steps g L n (S pc) s1) as [[[? ?] us]|] eqn:F; simplify_eq.
      rewrite <- Nat.add_1_r in F. destruct (IH _ _ _ _ Hs F Hh) as (m & s2 & v & t' & -> & He & Hm & ->).
      exists m, s2, (u ++ v), t'. split; [done|]. split; [cbn; econstructor; [by constructor|done]|].
      cbn. rewrite Nat.add_succ_r. rewrite Nat.add_1_r in Hm. by rewrite <- app_assoc.
  Qed.

  Lemma halts_runs P k s1 r1 s2 r2 t :
    halts P k s1 r1 t -> halts P k s2 r2 t -> ∃ e, runs P k e (s1, s2) (r1, r2).
  Proof.
    intros (n & pc1 & F1 & G1) (n2 & pc2 & F2 & G2).
    remember (n * S (length P) + (length P - k)) as N eqn:EN.
    revert n n2 k s1 s2 t F1 F2 EN. induction N as [N IH] using lt_wf_ind. intros n n2 k s1 s2 t F1 F2 ->.
    destruct (nth_error P k) as [[p e]|] eqn:Hk.
    2: { exfalso. pose proof (start_past P k Hk) as H. destruct n; cbn in F1; [congruence|].
         unfold flat_step in F1. by rewrite H in F1. }
    pose proof (layout_at _ _ _ _ (block_code_length P) Hk) as H.
    change (flat_map (block_code P) P) with (layout P) in H. unfold block_code in H. cbn [fst snd] in H.
    apply stands_app in H as [Hp He]. rewrite map_length in He.
    destruct (block_steps _ _ _ _ _ _ _ _ Hp F1 G1) as (m1 & q1 & u1 & v1 & -> & E1 & M1 & ->).
    destruct (block_steps _ _ _ _ _ _ _ _ Hp F2 G2) as (m2 & q2 & u2 & v2 & -> & E2 & M2 & E).
    destruct (executes_together_prefix g _ _ _ _ E1 _ _ _ _ _ E2 E) as (-> & -> & Ht). clear E F1 F2.
    pose proof (start_next _ _ _ Hk) as Hn. unfold block_size in Hn. cbn [fst snd] in Hn.
    assert (k < length P) as Hlt by (apply nth_error_Some; congruence).
    destruct e as [|j|c j|]; cbn [exit_code] in He.
    - rewrite Nat.add_0_r in Hn. rewrite <- Hn in M1, M2.
      destruct (IH (m1 * S (length P) + (length P - S k)) ltac:(nia) _ _ _ _ _ _ M1 M2 eq_refl) as [e H].
      exists e. by eapply R_Fall.
    - apply stands_cons in He as [Hj _].
      destruct m1 as [|m1]; cbn in M1; [congruence|]. destruct m2 as [|m2]; cbn in M2; [congruence|].
      unfold flat_step in M1, M2. rewrite Hj in M1, M2.
      destruct (flat_steps g _ m1 _ _) as [[[? ?] ?]|] eqn:F1; simplify_eq.
      destruct (flat_steps g _ m2 _ _) as [[[? ?] ?]|] eqn:F2; simplify_eq.
      destruct (IH (m1 * S (length P) + (length P - j)) ltac:(nia) _ _ _ _ _ _ F1 F2 eq_refl) as [e H].
      exists e. by eapply R_Goto.
    - apply stands_cons in He as [Hj _].
      destruct m1 as [|m1]; cbn in M1; [congruence|]. destruct m2 as [|m2]; cbn in M2; [congruence|].
      unfold flat_step in M1, M2. rewrite Hj in M1, M2.
      destruct (test c q1) as [h1|] eqn:T1; [|done]. destruct (test c q2) as [h2|] eqn:T2; [|done].
      destruct (flat_steps g _ m1 _ _) as [[[? ?] ?]|] eqn:F1; simplify_eq.
      destruct (flat_steps g _ m2 _ _) as [[[? ?] ?]|] eqn:F2; simplify_eq.
      assert ((if h1 then start P j else S (start P k + length p)) = start P (if h1 then j else S k)) as E by (destruct h1; [done|rewrite Hn; lia]).
      rewrite E in F1, F2.
      destruct (IH (m1 * S (length P) + (length P - (if h1 then j else S k))) ltac:(nia) _ _ _ _ _ _ F1 F2 eq_refl)
        as [e H].
      exists e. by eapply R_Branch.
    - apply stands_cons in He as [Hj _].
      destruct m1 as [|m1]; cbn in M1; [|unfold flat_step in M1; by rewrite Hj in M1].
      destruct m2 as [|m2]; cbn in M2; [|unfold flat_step in M2; by rewrite Hj in M2].
      simplify_eq. exists k. by eapply R_Stop.
  Qed.
End runs.

(** ** The check is sound *)

Definition agree (live : list loc) (s s' : state) : Prop :=
  memory s = memory s' /\ ∀ l, l ∈ live -> locs s l = locs s' l.

Section check.
  Context (g : env) (rel : relation) (Hrel : respects g rel).

  Lemma checked_block live hints P Q k p e :
    check_blocks rel live hints P Q = true -> nth_error P k = Some (p, e) ->
    ∃ q h, nth_error Q k = Some (q, e) /\ block_ok rel live e h p q = true.
  Proof using.
    revert hints Q k. induction P as [|[p' e'] P IH]; intros hints Q [|k] H Hk; cbn in Hk; simplify_eq;
      destruct hints as [|h hints]; try done; destruct Q as [|[q f] Q]; try done; cbn in H;
      apply andb_true_iff in H as [[->%bool_decide_eq_true Hb]%andb_true_iff H]; cbn; eauto.
  Qed.

  Lemma order_better hints p q : check_reorder rel hints p q = true -> better g p q.
  Proof using Hrel.
    unfold check_reorder. destruct (reorder rel hints p) as [q'|] eqn:E; [|done].
    intros ->%bool_decide_eq_true. by eapply reorder_better.
  Qed.

  Lemma block_better live e h p q : e ≠ Stop -> block_ok rel live e h p q = true -> better g p q.
  Proof using Hrel.
    intros He H. destruct h as [hints|l|]; [by eapply order_better| |].
    - apply (groups_better g rel Hrel l). by destruct e.
    - apply (symeq_better g rel Hrel). by destruct e.
  Qed.

  Lemma not_dead live l : l ∈ live -> mem_set l (dead_after live Stop) = false.
  Proof using.
    intros H%mem_set_of. unfold mem_set in *. cbn [dead_after]. by rewrite N.ldiff_spec, H, andb_false_r.
  Qed.

  Lemma last_block live h p q σ ρ :
    block_ok rel live Stop h p q = true -> well_formed2 σ -> together g (block p) σ ρ ->
    ∃ ρ', together g (block q) σ ρ' /\ agree live ρ.1 ρ'.1 /\ agree live ρ.2 ρ'.2.
  Proof using Hrel.
    intros H Hw Ht. destruct h as [hints|l|]; cbn [block_ok] in H.
    - exists ρ. split; [|done]. by apply (order_better _ _ _ H).
    - destruct σ as [s1 s2], ρ as [r1 r2]. cbn in *.
      apply together_executes in Ht as (t & H1 & H2). cbn in *.
      apply block_runs in H1 as (ts1 & R1 & ->), H2 as (ts2 & R2 & E).
      apply (run_shows g _ _ _ _ _ _ _ R1 R2) in E as <-.
      destruct (groups_sound g rel Hrel _ l p q s1 r1 ts1 H R1) as (q1 & Q1 & M1 & L1).
      destruct (groups_sound g rel Hrel _ l p q s2 r2 ts1 H R2) as (q2 & Q2 & M2 & L2).
      exists (q1, q2).
      split; [apply (executes_together _ _ _ _ _ _ (concat (rearranged l ts1))); apply block_runs; by eexists|].
      cbn. unfold agree. split; (split; [done|]); intros k Hk; (apply L1 || apply L2); by apply not_dead.
    - destruct σ as [s1 s2], ρ as [r1 r2], Hw as [W1 W2]. cbn in *.
      apply together_executes in Ht as (t & H1 & H2). cbn in *.
      apply block_runs in H1 as (ts1 & R1 & ->), H2 as (ts2 & R2 & E).
      apply (run_shows g _ _ _ _ _ _ _ R1 R2) in E as <-.
      destruct (symeq_sound g rel live p q s1 r1 ts1 H Hrel W1 R1) as (q1 & u1 & Q1 & M1 & L1).
      destruct (symeq_sound g rel live p q s2 r2 ts1 H Hrel W2 R2) as (q2 & u2 & Q2 & M2 & L2).
      assert (u1 = u2) as -> by by apply (symeq_leaks_no_more g rel live p q s1 s2 r1 r2 u1 u2 q1 q2 ts1).
      exists (q1, q2). split; [apply (executes_together _ _ _ _ _ _ (concat u2)); apply block_runs; by eexists|].
      cbn. unfold agree. split; (split; [done|]); intros l Hl; symmetry; auto.
  Qed.

  (** Each block may be replaced; what must agree at a stop may be another thing at each. *)
  Definition blocks_ok (live : nat -> list loc) (P Q : program) : Prop :=
    ∀ k p e, nth_error P k = Some (p, e) ->
      ∃ q h, nth_error Q k = Some (q, e) /\ block_ok rel (live k) e h p q = true.

  Lemma blocks_ok_runs live P Q k e σ ρ :
    blocks_ok live P Q -> well_formed2 σ -> runs g P k e σ ρ ->
    ∃ ρ', runs g Q k e σ ρ' /\ agree (live e) ρ.1 ρ'.1 /\ agree (live e) ρ.2 ρ'.2.
  Proof using Hrel.
    intros Hc Hw H.
    induction H as [k p σ ρ Hk Ht|k e p σ τ ρ Hk Ht _ IH|k e j p σ τ ρ Hk Ht _ IH|k e c j p h σ τ ρ Hk Ht Hb _ IH];
      destruct (Hc _ _ _ Hk) as (q & w & Hq & Hok);
      [destruct (last_block _ _ _ _ _ _ Hok Hw Ht) as (ρ' & ? & ?); exists ρ'; split; [by eapply R_Stop|done]|..];
      (destruct IH as (ρ' & Hr & Ha); [by eapply together_well_formed|]);
      (apply block_better in Hok; [|done]); (apply Hok in Ht; [|done]); exists ρ'; (split; [|done]).
    - by eapply R_Fall.
    - by eapply R_Goto.
    - by eapply R_Branch.
  Qed.

End check.

Section whole.
  Context (g : env) (rel : relation) (live : list loc) (Hrel : respects g rel).

  Lemma check_blocks_runs hints P Q k e σ ρ :
    check_blocks rel live hints P Q = true -> well_formed2 σ -> runs g P k e σ ρ ->
    ∃ ρ', runs g Q k e σ ρ' /\ agree live ρ.1 ρ'.1 /\ agree live ρ.2 ρ'.2.
  Proof using Hrel.
    intros Hc. apply (blocks_ok_runs g rel Hrel (fun _ => live)). intros k' p e' Hk. by eapply checked_block.
  Qed.

  (** From every label: where the clean file halts, so does the fast one, with the same memory and live locations. *)
  Theorem check_blocks_halts hints P Q k s r t :
    check_blocks rel live hints P Q = true -> well_formed s -> halts g P k s r t ->
    ∃ r' u, halts g Q k s r' u /\ agree live r r'.
  Proof using Hrel.
    intros Hc Hs H. destruct (halts_runs g P k s r s r t H H) as [e Hr].
    destruct (check_blocks_runs hints P Q k e (s, s) (r, r) Hc (conj Hs Hs) Hr) as ([r1 r2] & Hq & Ha & _).
    destruct (runs_halts g _ _ _ _ _ Hq) as (u & H1 & _). by exists r1, u.
  Qed.

  (** And it leaks no more. *)
  Theorem check_blocks_leak_no_more hints P Q k s1 s2 r1 r2 t q1 q2 u1 u2 :
    check_blocks rel live hints P Q = true -> well_formed s1 -> well_formed s2 ->
    halts g P k s1 r1 t -> halts g P k s2 r2 t -> halts g Q k s1 q1 u1 -> halts g Q k s2 q2 u2 -> u1 = u2.
  Proof using Hrel.
    intros Hc W1 W2 H1 H2 (n1 & pc1 & F1 & G1) (n2 & pc2 & F2 & G2).
    destruct (halts_runs g P k s1 r1 s2 r2 t H1 H2) as [e Hr].
    destruct (check_blocks_runs hints P Q k e (s1, s2) (r1, r2) Hc (conj W1 W2) Hr) as ([x1 x2] & Hq & _).
    destruct (runs_halts g _ _ _ _ _ Hq) as (u & (m1 & pd1 & X1 & Y1) & (m2 & pd2 & X2 & Y2)). cbn in *.
    destruct (halted_steps g _ _ _ _ _ _ _ _ _ _ _ F1 G1 X1 Y1) as [_ ->].
    by destruct (halted_steps g _ _ _ _ _ _ _ _ _ _ _ F2 G2 X2 Y2) as [_ ->].
  Qed.
End whole.
