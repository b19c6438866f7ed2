(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What contracts say of pointers, and loads of 8 bytes through one. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Semantics_trusted Describe_trusted
  Run_trusted.
From Fairlead.Asm.Model Require Import Words.
Local Open Scope N_scope.

(** That bytes from [a] on are in a region: words for contracts. *)
Definition readable (g : env) (q a n : N) : Prop :=
  (r_base (regions g q) <= a /\ a + n <= r_base (regions g q) + r_size (regions g q) /\
   r_base (regions g q) + r_size (regions g q) <= 2 ^ 64)%N.

Definition writable (g : env) (q a n : N) : Prop := readable g q a n /\ r_writable (regions g q) = true.

(** The address is the pointer, and the access is permitted. *)
Lemma pointed g s b q n : readable g q (locs s (G b)) n -> 0 < n ->
  address g (locs s) (Mem (BaseReg b) None 0 q) = locs s (G b).
Proof.
  intros (L & U & T) Hn. unfold address. cbn [m_base m_index m_disp]. rewrite !Z.add_0_r.
  apply N2Z.inj. rewrite of_word64. apply Z.mod_small. unfold modulus. lia.
Qed.

Theorem exec_load g s d b q : readable g q (locs s (G b)) 8 ->
  ∃ s', exec g (Mov W64 (R d) (Memory (Mem (BaseReg b) None 0 q))) s = Some (s', [ELoad (locs s (G b)) 8]) /\
        memory s' = memory s /\ locs s' (G d) = load (memory s) (locs s (G b)) 8 /\
        ∀ l, l <> G d -> locs s' l = locs s l.
Proof.
  intros H. pose proof (pointed g s b q 8 H eq_refl) as Ha.
  unfold exec. cbn [describe read_rmi]. unfold step, effect_of.
  cbn -[low address bits load permitted slice nbytes]. rewrite Ha.
  assert (permitted g (scalar W64 Load (Mem (BaseReg b) None 0 q)) (locs s (G b)) = true) as Hp.
  { destruct H as (L & U & T). unfold permitted, within. cbn -[N.pow N.leb]. rewrite N.mod_1_r.
    apply N.leb_le in L, U, T. change (N.of_nat 8) with 8. by rewrite L, U, T. }
  rewrite Hp. cbn [negb]. eexists. split; [reflexivity|]. split; [done|]. split.
  - cbn [apply locs e_locs assoc]. rewrite bool_decide_eq_true_2 by done.
    set (x := load (memory s) (locs s (G b)) 8).
    change (low (8 * N.of_nat 8) (low (8 * N.of_nat 8) (low (8 * N.of_nat 8) (N.shiftr x 0))) = x).
    rewrite N.shiftr_0_r, !low_low by lia. apply load_low.
  - intros l Hl. cbn [apply locs e_locs assoc]. by rewrite bool_decide_eq_false_2.
Qed.

(** Addresses, as [lea] computes them. *)
Theorem low_address g f b z q k : z = Z.of_N k ->
  low 64 (address g f (Mem (BaseReg b) None z q)) = low 64 (f (G b) + k).
Proof. intros ->. unfold address. cbn [m_base m_index m_disp]. rewrite Z.add_0_r. by congruent. Qed.

Theorem low_address_index g f b i k q :
  low 64 (address g f (Mem (BaseReg b) (Some (i, k)) 0 q)) = low 64 (f (G b) + f (G i) * k).
Proof. unfold address. cbn [m_base m_index m_disp]. rewrite Z.add_0_r. by congruent. Qed.

(** A constant. *)
Theorem exec_constant g s d z :
  ∃ s', exec g (Mov W64 (R d) (Imm z)) s = Some (s', []) /\ memory s' = memory s /\
        locs s' (G d) = word 64 z /\ ∀ l, l <> G d -> locs s' l = locs s l.
Proof.
  unfold exec. cbn [describe read_rmi]. unfold step, effect_of. cbn -[low word bits].
  eexists. split; [reflexivity|]. split; [done|]. split.
  - cbn [apply locs e_locs assoc]. rewrite bool_decide_eq_true_2 by done. change (bits W64) with 64. by congruent.
  - intros l Hl. cbn [apply locs e_locs assoc]. by rewrite bool_decide_eq_false_2.
Qed.
