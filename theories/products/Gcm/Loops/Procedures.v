(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The theorem about the eight procedures, clean and shipped, with nothing folded: what a caller
    must see to, and what it gets. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Flat_trusted.
From Fairlead.Asm.Control Require Import Runs.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Algebra Require Import Multiply Aggregate.
From Fairlead.Gcm.Loops Require Import Setting Groups Ends EntryToReturn Standard Correct.
From Fairlead.Gcm.Generated Require shipped_encrypt_128 shipped_encrypt_256 shipped_decrypt_128 shipped_decrypt_256
  clean_encrypt_128 clean_encrypt_256 clean_decrypt_128 clean_decrypt_256.
Local Open Scope N_scope.

(** The number of rounds, whether it decrypts, and the code, as `fairlead asm coq` reads it in the assembly file. *)
Definition procedures : list (nat * bool * list flat) :=
  [(10%nat, false, clean_encrypt_128.code); (14%nat, false, clean_encrypt_256.code);
   (10%nat, true, clean_decrypt_128.code); (14%nat, true, clean_decrypt_256.code);
   (10%nat, false, shipped_encrypt_128.code); (14%nat, false, shipped_encrypt_256.code);
   (10%nat, true, shipped_decrypt_128.code); (14%nat, true, shipped_decrypt_256.code)].

Definition does (n : nat) (decrypting : bool) (code : list flat) : Prop :=
  if decrypting then decrypts n code else encrypts n code.

Lemma procedures_do : Forall (λ p, does p.1.1 p.1.2 p.2 ∧ (p.1.1 = 10 ∨ p.1.1 = 14)%nat) procedures.
Proof.
  destruct clean_correct as (C1 & C2 & C3 & C4), shipped_correct as (S1 & S2 & S3 & S4). unfold procedures.
  repeat (apply Forall_cons_2; [split; [assumption|cbn; tauto]|]). apply Forall_nil_2.
Qed.

(** Whether [a] to [a + m] and [b] to [b + n] do not overlap. *)
Definition apart (a m b n : N) : Prop := a + m <= b ∨ b + n <= a.

Theorem procedures_correct n decrypting code g s ks h k st p q groups c y :
  In (n, decrypting, code) procedures →
  (* arguments *)
  locs s (G RDI) = low 64 k → locs s (G RSI) = low 64 st → locs s (G RDX) = low 64 p → locs s (G RCX) = low 64 q →
  locs s (G R8) = N.of_nat groups → (0 < groups)%nat →
  let size := 96 * N.of_nat groups in let constants := symbol g 1 in
  (* regions *)
  span g 2 k 352 → span g 6 constants 144 →
  span g 3 st 32 → r_writable (regions g 3) = true →
  span g 4 p size → span g 5 q size → r_writable (regions g 5) = true →
  (* the round keys, the powers of the hash key, the constants, the state *)
  length ks = S n → (∀ i x, nth_error ks i = Some x → load (memory s) (k + 16 * N.of_nat i) 16 = x) →
  h < 2 ^ 128 → (∀ j, (j < 6)%nat → load (memory s) (k + 256 + 16 * N.of_nat j) 16 = twist (power h j)) →
  load (memory s) constants 16 = 0x000102030405060708090a0b0c0d0e0f →
  (∀ i, (1 ≤ i ≤ 6)%nat → load (memory s) (constants + 16 + 16 * N.of_nat i) 16 = N.of_nat i) →
  load (memory s) (constants + 128) 16 = 0xc200000000000000 →
  load (memory s) st 16 = c → load (memory s) (st + 16) 16 = y →
  (* what does not overlap *)
  q <= p ∨ p + size <= q → apart k 352 q size → apart constants 144 q size → apart st 32 q size →
  ∃ s' steps pc seen,
    flat_steps g code steps 0 s = Some (pc, s', seen) ∧ nth_error code pc = Some FHalt ∧
    let read := bytes_at (memory s) p (96 * groups) in
    let written := gctr (96 * groups) ks c read in
    bytes_at (memory s') q (96 * groups) = written ∧
    load (memory s') st 16 = Nat.iter (6 * groups) inc32 c ∧
    load (memory s') (st + 16) 16 =
      fold_left (λ y x, multiply (N.lxor y x) h) (padded (if decrypting then read else written)) y ∧
    (∀ x, x < q ∨ q + size <= x → x < st ∨ st + 32 <= x → memory s' x = memory s x) ∧
    ∀ x, x <> V13 → locs s' (Lo x) = 0.
Proof.
  intros Hin HDI HSI HDX HCX H8 Hpos size constants Kk Kc Kst Wst Kp Kq Wq Hn Hks Hh Hpow Hrev Hnum Hpoly Hc Hy
    Hplace Ak Ac Ast.
  pose proof procedures_do as Hall. rewrite Forall_forall in Hall. apply elem_of_list_In in Hin.
  destruct (Hall _ Hin) as [Hdoes Hr]. cbn [fst snd] in Hdoes, Hr. clear Hall Hin.
  assert (call g s n ks h k st p q groups c y) as Hcall.
  { split; [|split; assumption|assumption..].
    split; [split; try assumption; [lia]|exact Hn|lia|exact Kp|exact Kq|exact Wq|exact Hplace|exact Ak|exact Ac]. }
  assert (96 * N.of_nat groups = N.of_nat (96 * groups)) as Esize by lia.
  set (read := bytes_at (memory s) p (96 * groups)).
  assert (∃ s', ends_in g code s s' ∧ text_done s s' ks st p q groups c
            (ghash_from h y (if decrypting then read else gctr (96 * groups) ks c read)))
    as (s' & (steps & pc & seen & Hrun & Hhalt) & T1 & T2 & T3 & T4 & T5).
  { destruct decrypting; exact (Hdoes g s ks h k st p q groups c y Hcall Ast). }
  exists s', steps, pc, seen. split; [exact Hrun|]. split; [exact Hhalt|]. split; [exact T1|]. split; [exact T2|].
  split; [exact T3|]. split; [|exact T5]. intros x Hx. apply T4. unfold size in Hx. by rewrite Esize in Hx.
Qed.
