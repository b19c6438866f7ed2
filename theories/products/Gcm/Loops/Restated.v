(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The theorems about bodies and loops with nothing folded, as Claims/Gcm.v states them. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted Aes_trusted Syntax_trusted State_trusted Run_trusted
  Structured_trusted.
From Fairlead.Asm.Control Require Import Loops.
From Fairlead.Asm.Hoare Require Import Logic.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Algebra Require Import Aggregate.
From Fairlead.Gcm.Macros Require Import Listing.
From Fairlead.Gcm.Loops Require Import Text Setting Body Groups SameCode Iterations Standard.
Local Open Scope N_scope.

(** One step of GHASH is unfolded before what it is made of: conversion must not start to multiply. *)
Local Strategy expand [hash_step hash_of body_done].
Local Opaque multiply.

Theorem loop_body g ks h n s k p q c y :
  length ks = S n → (1 ≤ n ≤ 14)%nat → setting g (memory s) k ks h → c < 2 ^ 128 → y < 2 ^ 128 →
  input_text g p → output_text g q → registers s k p q c y →
  let blocks b a := load_blocks b a 6 in
  let done (a : N) (s' : state) :=
    registers s' k p q (Nat.iter 6 inc32 c)
      (fold_left (λ y x, multiply (N.lxor y x) h) (map (byte_reverse 16) (blocks (memory s) a)) y) ∧
    (∀ r, locs s' (G r) = locs s (G r)) ∧
    memory s' = store_blocks (memory s) q (crypt ks c (blocks (memory s) p)) in
  (∃ s' ts, run g (decrypt_body n) s = Some (s', ts) ∧ done p s') ∧
  (∀ a, q = a + 96 → span g output_region a 96 → ∃ s' ts, run g (encrypt_body n) s = Some (s', ts) ∧ done a s').
Proof.
  intros Hn Hr Hset Hc Hy Hp Hq Hregs blocks done. split.
  - exact (decrypt_body_spec g ks h n Hn Hr s k p q c y Hset Hregs Hc Hy Hp Hq).
  - intros a Ha Hspan. rewrite Ha in Hregs, Hq.
    destruct (encrypt_body_spec g ks h n Hn Hr s k p a c y Hset Hregs Hc Hy Hp Hq Hspan) as (s' & ts & Hrun & Hdone).
    exists s', ts. split; [exact Hrun|]. unfold done. rewrite Ha. exact Hdone.
Qed.

Theorem loops g b n ks h k p q groups c y st :
  job g b n ks h k p q groups → c < 2 ^ 128 → y < 2 ^ 128 →
  let progress := progress b ks k p q c st in
  let read := load_blocks b p (6 * groups) in
  let written i := crypt ks c (load_blocks b p (6 * i)) in
  let hash ws := fold_left (λ y x, multiply (N.lxor y x) h) (map (byte_reverse 16) ws) y in
  ((0 < groups)%nat →
   triple g (progress 0%nat (N.of_nat groups) y)
     (CLoop (block (decrypt_iteration n)) CcNE CSkip) (progress groups 0 (hash read))) ∧
  ((1 < groups)%nat →
   triple g (progress 1%nat (N.of_nat (groups - 1)) y)
     (CLoop (block (encrypt_iteration n)) CcNE CSkip) (progress groups 0 (hash (written (groups - 1)%nat)))).
Proof.
  intros Hjob Hc Hy progress read written hash. split.
  - exact (decrypt_loop_spec g b n ks h k p q groups c y st Hjob Hc Hy).
  - exact (encrypt_loop_spec g b n ks h k p q groups c y st Hjob Hc Hy).
Qed.

Theorem blocks_are_bytes ks c h y ws b a n :
  gctr (16 * length ws) ks c (concat (map bytes ws)) = concat (map bytes (crypt ks c ws)) ∧
  fold_left (λ y x, multiply (N.lxor y x) h) (map (byte_reverse 16) ws) y =
    fold_left (λ y x, multiply (N.lxor y x) h) (padded (concat (map bytes ws))) y ∧
  concat (map bytes (load_blocks b a n)) = map (λ i, low 8 (b (a + N.of_nat i))) (seq 0 (16 * n)).
Proof.
  split; [|split; [exact (hash_of_is_ghash h y ws)|exact (load_blocks_bytes b a n)]].
  apply (crypt_is_gctr ks ws c). lia.
Qed.
