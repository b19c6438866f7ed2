(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** One instruction for all that have the same bytes: immediates as signed numbers of the operands' size,
    displacements as signed numbers of 64 bits, and one order of operands whose order does not count. It does the
    same. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Semantics_trusted Describe_trusted
  Run_trusted.
From Fairlead.Asm.Bytes Require Import Erased Described.
Local Open Scope N_scope.

Definition wrap (w : width) (z : Z) : Z := signed (bits w) (word (bits w) z).
Definition wrap_rmi (w : width) (x : rmi) : rmi := match x with Imm z => Imm (wrap w z) | x => x end.

Definition wrap_mem (m : mem) : mem :=
  Mem (m_base m) (m_index m) (signed 64 (word 64 (m_disp m))) (m_region m).

Definition wrapped (i : instr) : instr :=
  match i with
  | Mov w d s => Mov w d (wrap_rmi w s)
  | Alu o w d s => Alu o w d (wrap_rmi w s)
  | Cmp TEST w (R r) (Memory m) => Cmp TEST w (M m) (Reg r)
  | Cmp o w a b => Cmp o w a (wrap_rmi w b)
  | ImulConst w d s z => ImulConst w d s (wrap w z)
  | Xchg a RAX => Xchg RAX a
  | i => i
  end.

Definition canonical (i : instr) : instr := wrapped (over wrap_mem i).

(** ** It does the same *)

Lemma word_signed n z : word n (signed n (word n z)) = word n z.
Proof.
  unfold signed, word. set (y := (z mod 2 ^ Z.of_N n)%Z).
  assert (0 < 2 ^ Z.of_N n)%Z as Hp by (apply Z.pow_pos_nonneg; lia).
  assert (0 ≤ y < 2 ^ Z.of_N n)%Z as Hy by (apply Z.mod_pos_bound; lia).
  rewrite Z2N.id by lia.
  destruct (N.testbit _ _); f_equal; [|by apply Z.mod_small].
  rewrite <-(Z.mod_small y (2 ^ Z.of_N n)) at 2 by done.
  replace (y - 2 ^ Z.of_N n)%Z with (y + (-1) * 2 ^ Z.of_N n)%Z by lia. apply Z.mod_add. lia.
Qed.

Lemma word_wrap w z : word (bits w) (wrap w z) = word (bits w) z.
Proof. apply word_signed. Qed.

Lemma read_wrapped w x : read_rmi w (wrap_rmi w x) = read_rmi w x.
Proof. destruct x; cbn; [done..|]. by rewrite word_wrap. Qed.

(** But for the order of registers that change places, it is one machine's step to the other. *)
Lemma exec_wrapped w i s : (∀ a, i ≠ Xchg a RAX) → exec w (wrapped i) s = exec w i s.
Proof.
  intros Hx. destruct i; try done; unfold exec; cbn [wrapped describe].
  - destruct d; cbn [wrapped describe]; [by rewrite read_wrapped|].
    destruct s0; [done..|]. cbn [wrap_rmi read_rmi fst]. by rewrite word_wrap.
  - destruct d; cbn [read_modify]; [by rewrite read_wrapped|].
    destruct s0; [done..|]. cbn [wrap_rmi read_rmi fst]. by rewrite word_wrap.
  - destruct a; cbn [wrapped describe].
    + destruct op; cbn [describe]; [by rewrite read_wrapped|].
      destruct b; cbn [describe]; [done| |by rewrite read_wrapped].
      unfold step, effect_of, read_rmi. cbn [d_in d_access d_op d_out forallb map input_value ready].
      cbn [sem]. by rewrite N.land_comm, andb_comm.
    + destruct op, b; try done; cbn [describe wrap_rmi read_rmi fst]; by rewrite word_wrap.
  - destruct b; try done. by destruct (Hx a).
  - by rewrite word_wrap.
Qed.

Definition same_step (x y : option (state * list event)) : Prop :=
  match x, y with
  | Some (s, t), Some (u, v) => (∀ l, locs s l = locs u l) ∧ memory s = memory u ∧ t = v
  | None, None => True
  | _, _ => False
  end.

Lemma xchg_order w a b s : same_step (exec w (Xchg a b) s) (exec w (Xchg b a) s).
Proof.
  cbn. split; [|done]. intros l. repeat case_bool_decide; congruence.
Qed.

Lemma wrapped_step w i s : same_step (exec w (wrapped i) s) (exec w i s).
Proof.
  assert ((∃ a, i = Xchg a RAX) ∨ ∀ a, i ≠ Xchg a RAX) as [[a ->]|Hx].
  { destruct i as []; try (right; congruence). destruct b; try (right; congruence). left. by eexists. }
  - apply xchg_order.
  - rewrite exec_wrapped by done. unfold same_step. by destruct (exec w i s) as [[]|].
Qed.

Lemma address_wrapped w f m : address w f (wrap_mem m) = address w f m.
Proof.
  unfold address, wrap_mem. cbn [m_base m_index m_disp]. set (b := Z.of_N _). set (k := Z.of_N _).
  pose proof (word_signed 64 (m_disp m)) as H. unfold word in *. f_equal.
  apply (f_equal Z.of_N) in H. rewrite !Z2N.id in H by (apply Z.mod_pos_bound; lia).
  rewrite <-(Z.add_mod_idemp_r (b + k) (signed _ _)), <-(Z.add_mod_idemp_r (b + k) (m_disp m)) by lia.
  unfold word. rewrite H. done.
Qed.

Lemma exec_over w i s : exec w (over wrap_mem i) s = exec w i s.
Proof.
  unfold exec. rewrite describe_over by done. destruct (describe i) as [[o ins [a|] outs]|]; [|done..].
  cbn [option_map]. unfold step, effect_of, over_desc. cbn [d_in d_access d_op d_out option_map].
  cbn [a_mem over_access]. by rewrite address_wrapped.
Qed.

Lemma canonical_step w i s : same_step (exec w (canonical i) s) (exec w i s).
Proof. unfold canonical. rewrite <-(exec_over w i s). apply wrapped_step. Qed.

(** The registers, flags and memory after them are the same, and so is what leaks. *)
Theorem canonical_same w i j s : canonical i = canonical j → same_step (exec w i s) (exec w j s).
Proof.
  intros E. pose proof (canonical_step w i s) as Hi. pose proof (canonical_step w j s) as Hj. rewrite E in Hi.
  unfold same_step in *.
  destruct (exec w (canonical j) s) as [[]|], (exec w i s) as [[]|], (exec w j s) as [[]|]; try done.
  destruct Hi as (Hi & Mi & Ti), Hj as (Hj & Mj & Tj). split_and!; [|congruence..]. intros r. by rewrite <-Hi.
Qed.
