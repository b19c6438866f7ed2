(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Refuters of Claims/GcmBytes.v: see All.v. One bit of the bytes is another, and they run where all that is
    supposed is so. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Flat_trusted.
From Fairlead.Asm.Vectors Require Import Vector128.
From Fairlead.Asm.Verdicts Require Import Carry.
From Fairlead.Asm.Bytes Require Import Machine_trusted Listing Erased Runs.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Algebra Require Import Multiply Aggregate.
From Fairlead.Gcm.Library Require Import Library_trusted EndToEnd.
From Fairlead.Gcm.Macros Require Import Listing.
From Fairlead.Gcm.Bytes Require Import Shipped_trusted Decoded.
From Fairlead.Gcm.Refuted Require Import Run Transcript.
From Fairlead.Gcm.Bytes.gen Require hash encrypt_128 decrypt_128.
From Fairlead.Gcm.Generated Require clean_expand_128 clean_hash clean_keystream_128 shipped_encrypt_128
  shipped_decrypt_128.
Local Open Scope N_scope.

Lemma write_elsewhere m a l : 12288 <= a → ∀ x, 4096 <= x < 4640 ∨ 8192 <= x < 8352 → write m a l x = m x.
Proof. intros Ha x Hx. unfold write. destruct (N.leb_spec a x); [lia|done]. Qed.

Definition flipped (at_ : nat) (i : N) (o : object) : object :=
  Object (alter (N.lxor (2 ^ i)) at_ (o_code o)) (o_relocations o).

(** Whichever bit of fl_gcm_hash it is, the bytes decode to something else, or to nothing. With one of them, a half
    of a product is another one:
    the bytes run to their return, and the hash is wrong. *)
Theorem gcm_bytes_refuter :
  let s := called [4096; 20480; 24576; 6] prepared in
  let right s' :=
    load (memory s') 20480 16 =
    fold_left (λ y x, multiply (N.lxor y x) some_hash_key) (padded (read (memory s) 24576 96))
      (load (memory s) 20480 16) in
  let runs o := ∃ s' n pc seen,
    byte_steps names o (λ _, 8192) n 0 s = Some (pc, s', seen) ∧ returns names o pc ∧ right s' in
  (∀ at_ i, (at_ < 258)%nat → (i < 8)%nat →
     decode_function names (flipped at_ (N.of_nat i) hash.shipped) ≠ Some (map erase_flat (removelast
       clean_hash.code))) ∧
  runs hash.shipped ∧ ¬ runs (flipped 69 0 hash.shipped).
Proof.
  intros s right runs. split; [|split].
  - assert (forallb (λ at_, forallb (λ i, negb (bool_decide (decode_function names (flipped at_ (N.of_nat i)
    hash.shipped) =
      Some (map erase_flat (removelast clean_hash.code))))) (seq 0 8)) (seq 0 258) = true) as H by (vm_compute;
        reflexivity).
    intros at_ i Ha Hi. rewrite forallb_forall in H. specialize (H at_ ltac:(apply in_seq; lia)).
    rewrite forallb_forall in H. specialize (H i ltac:(apply in_seq; lia)). by apply negb_true_iff,
      bool_decide_eq_false in H.
  - assert (leaves (all_memory (λ _, 8192)) clean_hash.code s right) as (s' & n & k & seen & Hn & Hh & Hr)
      by (apply leaves_right; vm_compute; reflexivity).
    assert (In (clean_hash.code, hash.shipped) shipped) as Hin by (do 4 right; left; reflexivity).
    destruct (proj2 (shipped_runs clean_hash.code hash.shipped (λ _, 8192) n s s' seen Hin) (ex_intro _ k (conj Hn Hh)))
      as (pc & Hb & Hret).
    exists s', n, pc, seen. exact (conj Hb (conj Hret Hr)).
  - set (code := with_instruction 13 (vop (PCLMULQDQ 16) V11 V9 V14) clean_hash.code).
    intros (s' & n & pc & seen & Hb & Hret & Hr).
    assert (decode_function names (flipped 69 0 hash.shipped) = Some (map erase_flat (removelast code))) as Hd
      by (vm_compute; reflexivity).
    destruct (proj1 (same_runs names _ code (λ _, 8192) n s s' seen Hd) (ex_intro _ pc (conj Hb Hret))) as (k & Hk &
      Hh).
    eapply (leaves_wrong (all_memory (λ _, 8192)) code s (λ s', load (memory s') 20480 16));
      [|exists s', n, k, seen; split; [exact Hk|split; [exact Hh|exact Hr]]].
    vm_compute. reflexivity.
Qed.

(** In the loops: the sixth block of key stream is added to the fifth of the text. *)
Definition bytes_broken_encrypt : list flat :=
  with_instruction 97 (vop_mem PXOR V5 V5 (input_at 64)) shipped_encrypt_128.code.
Definition bytes_broken_decrypt : list flat :=
  with_instruction 173 (vop_mem PXOR V5 V5 (input_at 64)) shipped_decrypt_128.code.
Definition damaged : list (list flat * object) :=
  (bytes_broken_encrypt, flipped 516 4 encrypt_128.shipped) :: (bytes_broken_decrypt, flipped 950 4
    decrypt_128.shipped) ::
  shipped.
Lemma damaged_decode : Forall decodes damaged.
Proof. do 2 (apply Forall_cons_2; [vm_compute; reflexivity|]). exact all_decode. Qed.
Definition damaged_library : library :=
  Library clean_expand_128.code clean_keystream_128.code bytes_broken_encrypt bytes_broken_decrypt 4096 8192 12288.

Theorem gcm_bytes_seal_refuter :
  let o := damaged_library in
  ¬ @key_init Prop (on_bytes damaged) o 16 16400 16384 12288 example_memory (λ m1,
      ∀ m, (∀ x, at_key o <= x < at_key o + 544 ∨ at_constants o <= x < at_constants o + 160 → m x = m1 x) →
        @seal_calls Prop (on_bytes damaged) o 20480 12 20492 20 24576 96 24576 25926 25942 m (λ m',
          (read m' 24576 96, read m' 25926 16) =
            seal (read example_memory 16400 16) (read m 20480 12) (read m 20492 20) (read m 24576 96))).
Proof.
  intros o H. set (with_text m := write m 24640 [1]).
  assert (@key_init bool computed_everywhere o 16 16400 16384 12288 example_memory (λ m1, let m := with_text m1 in
    @seal_calls bool computed_everywhere o 20480 12 20492 20 24576 96 24576 25926 25942 m (λ m', bool_decide (
      (read m' 24576 96, read m' 25926 16) =
      seal (read example_memory 16400 16) (read m 20480 12) (read m 20492 20) (read m 24576 96)))) = true) as E.
  { eapply (key_init_bytes_computed o damaged damaged_decode); [exact H|]. intros m1 H1.
    eapply (seal_bytes_computed o damaged damaged_decode).
    - apply H1. by apply write_elsewhere.
    - intros m'. apply bool_decide_eq_true_2. }
  vm_compute in E. discriminate E.
Qed.
Theorem gcm_bytes_open_refuter :
  let o := damaged_library in
  ¬ @key_init Prop (on_bytes damaged) o 16 16400 16384 12288 example_memory (λ m1,
      ∀ m, (∀ x, at_key o <= x < at_key o + 544 ∨ at_constants o <= x < at_constants o + 160 → m x = m1 x) →
        @open_calls Prop (on_bytes damaged) o 20480 12 20492 20 24576 96 25926 16 24576 25942 25958 m (λ ok m',
          open (read example_memory 16400 16) (read m 20480 12) (read m 20492 20) (read m 24576 96) (read m 25926 16) =
            if ok then Some (read m' 24576 96) else None)).
Proof.
  intros o H. set (key := read example_memory 16400 16).
  set (sealed := seal key (repeat 0 12) (repeat 0 20) (repeat 0 64 ++ [1] ++ repeat 0 31)).
  set (with_text m := write (write m 24576 (fst sealed)) 25926 (snd sealed)).
  assert (@key_init bool computed_everywhere o 16 16400 16384 12288 example_memory (λ m1, let m := with_text m1 in
    @open_calls bool computed_everywhere o 20480 12 20492 20 24576 96 25926 16 24576 25942 25958 m (λ ok m',
      bool_decide (
      open key (read m 20480 12) (read m 20492 20) (read m 24576 96) (read m 25926 16) =
        if ok then Some (read m' 24576 96) else None))) = true) as E.
  { eapply (key_init_bytes_computed o damaged damaged_decode); [exact H|]. intros m1 H1.
    eapply (open_bytes_computed o damaged damaged_decode).
    - apply H1. intros x Hx. unfold with_text. by rewrite !write_elsewhere.
    - intros ok m'. apply bool_decide_eq_true_2. }
  vm_compute in E. discriminate E.
Qed.
