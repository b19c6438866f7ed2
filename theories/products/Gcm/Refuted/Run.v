(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Running assembly inside Coq, to deny what is said of code with a defect.

    A run that comes to the return is the only one ([halted_steps]), so one that is computed decides what the last
    state is. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Word_trusted Aes_trusted Syntax_trusted State_trusted Flat_trusted.
From Fairlead.Asm.Control Require Import Lowering.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Algebra Require Import Multiply Aggregate.
From Fairlead.Gcm.Library Require Import Library_trusted EndToEnd.
Local Open Scope N_scope.

(** The state at the return, if that is reached in [fuel] steps. *)
Fixpoint returned (g : env) (code : list flat) (fuel pc : nat) (s : state) : option state :=
  match nth_error code pc, fuel with
  | Some FHalt, _ => Some s
  | _, O => None
  | _, S fuel =>
      match flat_step g code pc s with Some (pc, s, _) => returned g code fuel pc s | None => None end
  end.

Lemma returned_halts g code fuel pc s r :
  returned g code fuel pc s = Some r →
  ∃ steps pc' seen, flat_steps g code steps pc s = Some (pc', r, seen) ∧ nth_error code pc' = Some FHalt.
Proof.
  revert pc s. induction fuel as [|fuel IH]; intros pc s H; cbn [returned] in H.
  - destruct (nth_error code pc) as [[| | |]|] eqn:E; try done. injection H as <-. by exists 0%nat, pc, [].
  - destruct (nth_error code pc) as [[| | |]|] eqn:E; [..|].
    4: { injection H as <-. by exists 0%nat, pc, []. }
    all: destruct (flat_step g code pc s) as [[[pc1 s1] t1]|] eqn:E1; [|done];
      destruct (IH _ _ H) as (n & pc' & seen & Hn & Hhalt); exists (S n), pc', (t1 ++ seen);
      split; [cbn [flat_steps]; by rewrite E1, Hn|exact Hhalt].
Qed.

(** The code comes to its return, in a state of which [P] holds: what claims say of procedures. *)
Definition leaves (g : env) (code : list flat) (s : state) (P : state → Prop) : Prop :=
  ∃ s' steps pc seen, flat_steps g code steps 0 s = Some (pc, s', seen) ∧ nth_error code pc = Some FHalt ∧ P s'.

(** Whether what is read off that state is what it should be, is computed. *)
Definition right {A : Type} `{EqDecision A} (g : env) (code : list flat) (s : state) (f : state → A) (y : A) :
    option bool :=
  option_map (λ r, bool_decide (f r = y)) (returned g code 2000 0 s).

Lemma leaves_right {A : Type} `{EqDecision A} g code s (f : state → A) y :
  right g code s f y = Some true → leaves g code s (λ s', f s' = y).
Proof.
  unfold right. intros H. destruct (returned g code 2000 0 s) as [r|] eqn:E; [|done].
  destruct (returned_halts _ _ _ _ _ _ E) as (n & pc & seen & Hn & Hhalt). exists r, n, pc, seen. cbn in H.
  split; [exact Hn|]. split; [exact Hhalt|]. eapply bool_decide_eq_true_1. by injection H.
Qed.
Lemma leaves_wrong {A : Type} `{EqDecision A} g code s (f : state → A) y :
  right g code s f y = Some false → ¬ leaves g code s (λ s', f s' = y).
Proof.
  unfold right. intros H (s' & steps & pc & seen & Hs & Hpc & Hf).
  destruct (returned g code 2000 0 s) as [r|] eqn:E; [|done].
  destruct (returned_halts _ _ _ _ _ _ E) as (n & pc' & seen' & Hn & Hhalt).
  destruct (halted_steps _ _ _ _ _ _ _ _ _ _ _ _ Hs Hpc Hn Hhalt) as [-> _]. cbn in H.
  eapply bool_decide_eq_false_1; [by injection H|exact Hf].
Qed.

(** One instruction in the place of another. *)
Definition with_instruction (i : nat) (x : instr) (code : list flat) : list flat := <[i := FInstr x]> code.

(** Where it runs: a key at 4096, the constants at 8192 as in the library's example, three places of 1024 bytes, and in
    registers the arguments of a call. *)
Definition place : env :=
  lend 8192 [(2, Region 4096 352 true); (3, Region 20480 1024 true); (4, Region 24576 1024 false);
             (5, Region 28672 1024 true); (6, Region 8192 160 false)].
Definition called (arguments : list N) (m : ram) : state :=
  State (λ l, match find (λ a, bool_decide (fst a = l)) (zip (map G [RDI; RSI; RDX; RCX; R8]) arguments) with
              | Some a => snd a | None => 0 end) m.

(** The library's constants; round keys that are zeros; the powers of a hash key; and some text. *)
Definition some_hash_key : N := 0xb83b533708bf535d0aa6e52980d53b78.
Definition prepared : ram :=
  write (write (write example_memory 4352 (concat (map (λ j, split 8 16 (twist (power some_hash_key j))) (seq 0 6))))
    20480 (split 8 16 0x66e94bd4ef8a2c3b884cfa59ca342b2e)) 24666 [1; 2; 3].
