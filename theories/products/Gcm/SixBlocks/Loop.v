(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** examples/asm/six_blocks.S from its first instruction to its return, in the words of the standard: strings of bytes,
    GCTR and GHASH. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted Aes_trusted Syntax_trusted State_trusted Flat_trusted.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Control Require Import Lowering Runs.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Algebra Require Import Multiply Aggregate Blocks.
From Fairlead.Gcm.Loops Require Import Text Standard.
From Fairlead.Gcm.SixBlocks Require Import Listing Middle Body Task Jumps Iteration.
From Fairlead.Gcm.Generated Require clean_six_blocks.
Local Open Scope N_scope.

(** What [n] iterations that begin with the counter [c] and the hash [y] make of a state, when the blocks [xs] are
  hashed
    next: six blocks of ciphertext are still in registers, twelve are still to be hashed. *)
Definition six_runs (g : env) (code : list flat) (s : state) (k w t p a : N) (ks : list N) (h : N) (n : nat)
    (c y : N) (xs : list N) : Prop :=
  let written := gctr (96 * n) ks c (bytes_at (memory s) p (96 * n)) in
  let to_hash := xs ++ padded (bytes_at (memory s) a 96 ++ written) in
  ∃ s' steps pc seen,
    flat_steps g code steps 0 s = Some (pc, s', seen) ∧ nth_error code pc = Some FHalt ∧
    bytes_at (memory s') (a + 96) (96 * n - 96) ++ concat (map (λ x, bytes (locs s' (Lo x))) six_text) = written ∧
    locs s' (Lo V8) = fold_left (λ y x, multiply (N.lxor y x) h) (firstn (6 * n) to_hash) y ∧
    map (λ i, load (memory s') (t + 112 - 16 * i) 16) [0; 1; 2; 3; 4; 5] = firstn 6 (skipn (6 * n) to_hash) ∧
    locs s' (Lo V1) = byte_reverse 16 (Nat.iter (6 * n) inc32 c) ∧
    six_registers s' k w t (p + 96 * N.of_nat n) (a + 96 * N.of_nat n) (Nat.iter (6 * n) inc32 c) 0 ∧
    ∀ x, x < t ∨ t + 144 <= x → x < a + 96 ∨ a + 96 * N.of_nat n <= x → memory s' x = memory s x.

Lemma padded_blocks ws : padded (text_of_blocks ws) = map (byte_reverse 16) ws.
Proof. unfold padded. apply pad_blocks_text. rewrite text_of_blocks_length. lia. Qed.

Lemma text_of_blocks_app ws ws' : text_of_blocks (ws ++ ws') = text_of_blocks ws ++ text_of_blocks ws'.
Proof. unfold text_of_blocks. by rewrite map_app, concat_app. Qed.

Lemma firstn_whole (l l' : list N) : firstn (length l) (l ++ l') = l.
Proof. induction l as [|x l IH]; [reflexivity|]. cbn [length firstn app]. by rewrite IH. Qed.

Lemma skipn_whole (l l' : list N) : skipn (length l) (l ++ l') = l'.
Proof. induction l as [|x l IH]; [reflexivity|]. exact IH. Qed.

Lemma parts (l1 l2 l3 : list N) m j : length l1 = m → length l2 = j →
  firstn m (l1 ++ l2 ++ l3) = l1 ∧ firstn j (skipn m (l1 ++ l2 ++ l3)) = l2.
Proof. intros <- <-. rewrite skipn_whole. by rewrite !firstn_whole. Qed.

Local Opaque crypt aes multiply twist Aggregate.power load byte_reverse inc32 low gctr.

Theorem six_loop g s k w t p a ks h n c y xs :
  six_task g k w t p a n → (0 < n)%nat → six_registers s k w t p a c (N.of_nat n) →
  six_held (memory s) (λ x, locs s (Lo x)) k w t ks h c y xs →
  six_runs g clean_six_blocks.code s k w t p a ks h n c y xs.
Proof.
  rewrite six_blocks_same. intros Htask Hn Hregs Hheld. pose proof Hheld as [K1 K2 K3 K4 K5 K6 K7 K8 K9 K10 K11 K12].
  assert (Forall (λ x, x < 2 ^ 128) (h :: c :: y :: xs)) as Hsized.
  { apply Forall_inv_tail, Forall_inv_tail in K12. exact K12. }
  set (b := memory s) in *.
  assert (six_progress b k w t p a ks h c y xs 0 (N.of_nat (S (n - 1))) [] xs s) as Hp.
  { replace (S (n - 1)) with n by lia. split.
    - change (96 * N.of_nat 0) with 0. rewrite !N.add_0_r. exact Hregs.
    - exact Hheld.
    - intros x _. unfold six_stored, six_written. reflexivity.
    - unfold to_hash, six_written. change (96 * N.of_nat 0) with 0. rewrite N.add_0_r.
      cbn [Nat.mul load_blocks crypt]. by rewrite app_nil_r. }
  destruct (iterations g b k w t p a ks h n c y xs Htask K1 K2 Hsized (n - 1) 0 [] xs s ltac:(lia) Hp)
    as (next & s' & [tr Hg] & [R FT (before & FH & FS) FN FC FM] & Hlen).
  assert (reaches g six_blocks_code 0 s 254 s []) as H0.
  { eapply reaches_jump; [vm_compute; reflexivity|apply reaches_refl]. }
  destruct (reaches_trans _ _ _ _ _ _ _ _ _ _ H0 Hg) as [steps Hs]. exists s', steps, 256%nat.
  eexists. split; [exact Hs|]. split; [vm_compute; reflexivity|].
  set (made := crypt ks (counter_after (6 * (n - 1)) c) (load_blocks b (p + 96 * N.of_nat (n - 1)) 6)) in *.
  assert (six_written b p ks c n = six_written b p ks c (n - 1) ++ made) as Ew.
  { replace n with (S (n - 1)) at 1 by lia. apply six_written_more. }
  assert (gctr (96 * n) ks c (bytes_at b p (96 * n)) = text_of_blocks (six_written b p ks c n)) as Eg.
  { unfold six_written. rewrite <-(crypt_is_gctr ks _ c (96 * n)) by (rewrite load_blocks_length; lia).
    rewrite load_blocks_bytes. by replace (16 * (6 * n))%nat with (96 * n)%nat by lia. }
  assert (bytes_at b a 96 = text_of_blocks (load_blocks b a 6)) as Eo by (by rewrite load_blocks_bytes).
  assert (length before = (6 * n)%nat) as Hb.
  { apply (f_equal length) in FS. unfold to_hash in FS. unfold made in FS.
    rewrite !app_length, !map_length, app_length, crypt_length, !load_blocks_length, six_written_length, K10, Hlen in
      FS. lia. }
  fold b. rewrite Eg, Eo, <-text_of_blocks_app, padded_blocks. fold (to_hash b p a ks c xs n). rewrite FS.
  destruct (parts before next (map (byte_reverse 16) made) (6 * n) 6 Hb Hlen) as [-> ->].
  split; [|split; [exact FH|split; [exact FN|split; [exact FC|split; [exact R|]]]]].
  - rewrite Ew, text_of_blocks_app. f_equal.
  + replace (96 * n - 96)%nat with (16 * (6 * (n - 1)))%nat by lia. rewrite <-load_blocks_bytes. f_equal.
    rewrite <-(six_written_length b p ks c (n - 1)) at 1.
    rewrite (load_blocks_agree _ (six_stored b p a ks c (n - 1))).
    * apply load_store_blocks. apply (six_written_below b k ks K1), load_blocks_below.
    * intros x Hx. rewrite six_written_length in Hx. apply FM. destruct Htask as [_ _ _ _ _ (_ & _ & _ & T8) _ _ _].
      unfold clear_of in T8. lia.
  + rewrite <-FT. unfold text_of_blocks. by rewrite map_map.
  - intros x Hx Hx'. rewrite FM by exact Hx. apply stored_outside. lia.
Qed.
