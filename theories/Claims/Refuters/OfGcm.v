(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Refuters of Claims/Gcm.v: see All.v. Procedures with one instruction changed are run where all that their claims
    suppose is so: [leaves] says that a run comes to the return, in a state of which something holds. What is denied of
    the changed code holds of the right one, in the same place. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Word_trusted Aes_trusted Syntax_trusted State_trusted Semantics_trusted
  Run_trusted Flat_trusted Structured_trusted.
From Fairlead.Asm.Vectors Require Import Vector128 Vector256.
From Fairlead.Asm.Control Require Import Lowering Loops.
From Fairlead.Asm.Hoare Require Logic Reordered.
From Fairlead.Asm.Symbolic Require Equivalence.
From Fairlead.Asm.Transform Require Scripts.
From Fairlead.Asm.Verdicts Require Import Files.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Algebra Require Import Multiply Aggregate Rounds Reduction Blocks.
From Fairlead.Gcm.Library Require Import Library_trusted EndToEnd.
From Fairlead.Gcm.Macros Require Import Listing.
From Fairlead.Gcm.Loops Require Import Text Setting SameCode Body Iterations Correct EntryToReturn Ends.
From Fairlead.Gcm.Loops256 Require Import Macros Hash Body Memory OnMemory.
From Fairlead.Gcm.Loops Require Standard.
From Fairlead.Gcm.SixBlocks Require Listing Middle Body Task Loop Checked.
From Fairlead.Gcm.Refuted Require Import Run Transcript Loop Six.
From Fairlead.Gcm.Generated Require clean_expand_128 clean_powers clean_hash clean_keystream_128 clean_encrypt_128
  clean_decrypt_128 clean_six_blocks.
Local Open Scope N_scope.

(** With the hash key itself in place of the twisted one. *)
Theorem gcm_ghash_multiply_refuter : ¬ ∀ x h, x < 2 ^ 128 → h < 2 ^ 128 → reduce (product x h) = multiply x h.
Proof. intros H. specialize (H 2 2 eq_refl eq_refl). vm_compute in H. discriminate H. Qed.
Theorem gcm_ghash_karatsuba_refuter :
  ¬ ∀ x h, x < 2 ^ 128 → h < 2 ^ 128 → reduce (product_karatsuba x h) = multiply x h.
Proof. intros H. specialize (H 2 2 eq_refl eq_refl). vm_compute in H. discriminate H. Qed.
(** With the powers in the other order: the first block times the lowest. *)
Theorem gcm_ghash_aggregated_refuter :
  ¬ ∀ h y x xs, h < 2 ^ 128 → y < 2 ^ 128 → Forall (λ x, x < 2 ^ 128) (x :: xs) →
    reduce (sum_of_products (λ x p, product x (twist p)) h (reverse (N.lxor y x :: xs))) =
    fold_left (λ y x, multiply (N.lxor y x) h) (x :: xs) y.
Proof.
  intros H. assert (Forall (λ x, x < 2 ^ 128) [1; 5]) as Hb by (repeat constructor).
  specialize (H 2 0 1 [5] eq_refl eq_refl Hb). vm_compute in H. discriminate H.
Qed.
(** With a high part of more than 128 bits. *)
Theorem gcm_reduction_instructions_refuter :
  let fold x := v2_sem PXOR (v2_sem (PALIGNR 8) x x) (v2_sem (PCLMULQDQ 0) x 0xc200000000000000) in
  ¬ ∀ low_ middle high, low_ < 2 ^ 128 → middle < 2 ^ 128 →
    v2_sem PXOR (fold (fold (v2_sem PXOR low_ (vshift_sem PSLLDQ 8 middle))))
      (v2_sem PXOR high (vshift_sem PSRLDQ 8 middle)) =
    reduce (N.lxor (N.lxor low_ (N.shiftl middle 64)) (N.shiftl high 128)).
Proof. intros fold H. specialize (H 0 0 (2 ^ 128) eq_refl eq_refl). vm_compute in H. discriminate H. Qed.
(** With one round left out. *)
Theorem gcm_aes_instructions_refuter :
  ¬ ∀ k0 k1 ks last x,
    aes (k0 :: k1 :: ks ++ [last]) x = aesenclast (fold_left aesenc ks (N.lxor x k0)) last.
Proof. intros H. specialize (H 0 0 [] 0 0). vm_compute in H. discriminate H. Qed.

(** ** Procedures with one instruction changed *)
Ltac run_both :=
  cbv zeta; split; [apply leaves_right; vm_compute; reflexivity|apply leaves_wrong; vm_compute; reflexivity].

(** A wrong constant of the first round. *)
Theorem gcm_expand_refuter :
  let s := called [4096; 20480] prepared in
  let right s' :=
    map (λ i, load (memory s') (4096 + 16 * N.of_nat i) 16) (seq 0 11) = key_schedule (read (memory s) 20480 16) in
  leaves place clean_expand_128.code s right ∧
  ¬ leaves place (with_instruction 2 (Vop1 (AESKEYGENASSIST 2) Vex128 V1 (X V0)) clean_expand_128.code) s right.
Proof. run_both. Qed.
(** A wrong half in a product. *)
Theorem gcm_powers_refuter :
  let s := called [4096; 20480] prepared in
  let h := byte_reverse 16 (load (memory s) 20480 16) in
  let right s' :=
    map (λ j, load (memory s') (4096 + 256 + 16 * N.of_nat j) 16) (seq 0 6) = map (λ j, twist (power h j)) (seq 0 6) in
  leaves place clean_powers.code s right ∧
  ¬ leaves place (with_instruction 16 (vop (PCLMULQDQ 0) V7 V9 V14) clean_powers.code) s right.
Proof. run_both. Qed.
Theorem gcm_hash_refuter :
  let s := called [4096; 20480; 24576; 6] prepared in
  let right s' :=
    load (memory s') 20480 16 =
    fold_left (λ y x, multiply (N.lxor y x) some_hash_key) (padded (read (memory s) 24576 96))
      (load (memory s) 20480 16) in
  leaves place clean_hash.code s right ∧
  ¬ leaves place (with_instruction 16 (vop (PCLMULQDQ 0) V10 V9 V14) clean_hash.code) s right.
Proof. run_both. Qed.
(** The fifth block is stored twice. *)
Theorem gcm_keystream_refuter :
  let s := called [4096; 20480; 28672] prepared in
  let right s' := read (memory s') 28672 96 = gctr 96 no_keys (load (memory s) 20480 16) (repeat 0 96) in
  leaves place clean_keystream_128.code s right ∧
  ¬ leaves place (with_instruction 97 (store_instr (output_at 80, V4)) clean_keystream_128.code) s right.
Proof. run_both. Qed.
(** The sixth block of key stream is added to the fifth of the text. *)
Definition broken_encrypt : list flat :=
  with_instruction 97 (vop_mem PXOR V5 V5 (input_at 64)) clean_encrypt_128.code.
Definition broken_decrypt : list flat :=
  with_instruction 172 (vop_mem PXOR V5 V5 (input_at 64)) clean_decrypt_128.code.
Theorem gcm_procedures_refuter :
  let s := called [4096; 20480; 24576; 28672; 2] prepared in
  let right s' :=
    read (memory s') 28672 192 = gctr 192 no_keys (load (memory s) 20480 16) (read (memory s) 24576 192) in
  (leaves place clean_encrypt_128.code s right ∧ ¬ leaves place broken_encrypt s right) ∧
  leaves place clean_decrypt_128.code s right ∧ ¬ leaves place broken_decrypt s right.
Proof. cbv zeta. split; run_both. Qed.
(** A register is not wiped before the return. *)
Theorem gcm_return_refuter :
  let s := called [4096; 20480; 24576; 1] prepared in
  let right s' :=
    map (λ x, locs s' (Lo x)) [V0; V1; V2; V3; V4; V5; V6; V7; V8; V9; V10; V11; V12; V14; V15] = repeat 0 15 in
  leaves place clean_hash.code s right ∧
  ¬ leaves place (with_instruction 50 (vop PXOR V15 V15 V15) clean_hash.code) s right.
Proof. run_both. Qed.

(** ** The loops: a body in a wrong order, and text that is written over text before it is read *)
Theorem gcm_any_order_refuter :
  let wrong := wrong_body ++ count_down in
  Hoare.Reordered.accepts (λ _ _, false) (decrypt_iteration 10) wrong = false ∧
  ¬ Correct.decrypts 10 (decrypt_around wrong).
Proof.
  intros wrong. split; [by vm_compute|]. intros H. set (s := called [4096; 20480; 24576; 28672; 1] prepared).
  destruct (H place s no_keys some_hash_key 4096 20480 24576 28672 1%nat (load prepared 20480 16)
    (load prepared 20496 16)) as (s' & (n & pc & t & Hn & Hpc) & Htext & _).
  { split; [exact place_job| |lia|by vm_compute..]. split; [unfold span; by vm_compute|done|done|done]. }
  { unfold state_apart. lia. }
  revert Htext. cbv zeta. intros Htext.
  eapply (leaves_wrong place (decrypt_around wrong) s (λ s', read (memory s') 28672 96));
    [|exists s', n, pc, t; split; [exact Hn|split; [exact Hpc|exact Htext]]].
  by vm_compute.
Qed.
Theorem gcm_loop_body_refuter :
  let s := in_loop (called [4096; 20480; 24576; 28672; 1] prepared) in
  let c := load prepared 20480 16 in
  setting place (memory s) 4096 no_keys some_hash_key ∧ input_text place 24576 ∧ output_text place 28672 ∧
  Loops.Body.registers s 4096 24576 28672 c 0 ∧
  ¬ ∃ s' ts, run place wrong_body s = Some (s', ts) ∧
      memory s' = store_blocks (memory s) 28672 (crypt no_keys c (load_blocks (memory s) 24576 6)).
Proof.
  intros s c. split; [exact place_setting|]. split; [unfold input_text, span; by vm_compute|].
  split; [split; [unfold span|]; by vm_compute|]. split; [split; by vm_compute|].
  intros (s' & ts & H & HM). apply (f_equal (λ m, load m 28752 16)) in HM.
  apply (f_equal (option_map (λ r, load (memory (fst r)) 28752 16))) in H. cbn [option_map fst] in H. rewrite HM in H.
  vm_compute in H. discriminate H.
Qed.
Theorem gcm_loops_refuter :
  let c := load prepared 20480 16 in
  let progress := Iterations.progress prepared no_keys 4096 24576 24592 c 20480 in
  let read := load_blocks prepared 24576 12 in
  ¬ Hoare.Logic.triple overlapping (progress 0%nat 2 0)
      (CLoop (block (decrypt_iteration 10)) CcNE CSkip)
      (progress 2%nat 0 (fold_left (λ y x, multiply (N.lxor y x) some_hash_key) (map (byte_reverse 16) read) 0)).
Proof.
  intros c progress read H. set (s := in_loop (called [4096; 20480; 24576; 24592; 2] prepared)).
  destruct (H s) as (s' & t & Hs & HP).
  { split; [split; by vm_compute|by vm_compute|by vm_compute|reflexivity]. }
  pose proof (in_xmm14 _ _ _ _ _ _ (prog_registers _ _ _ _ _ _ _ _ _ _ _ HP)) as Hy.
  destruct (lowered_runs _ _ _ _ _ Hs) as (n & Hn & Hpc).
  eapply (leaves_wrong overlapping (lowered (CLoop (block (decrypt_iteration 10)) CcNE CSkip)) s
    (λ s', vectors s' V14));
    [|eexists s', n, _, t; split; [exact Hn|split; [exact Hpc|exact Hy]]].
  by vm_compute.
Qed.
(** Without the constants of the 256-bit loops, the counter does not advance. *)
Theorem gcm_wide_body_refuter :
  let g := Env (λ _, 8192) (λ _, Region 0 65536 true) in
  let s := State (λ l, match l with
                       | G RDI => 4096 | G RDX => 24576 | G RCX => 28672
                       | Lo V13 | Hi V13 => reversal | Hi V15 => 1 | _ => 0 end) (λ _, 0) in
  wide_machine s 4096 24576 28672 0 0 ∧ wide_input g 24576 ∧ wide_output g 28672 ∧
  ¬ wide_setting g (memory s) 4096 no_keys 0 ∧
  ¬ ∃ s' ts, run g (hash_eight input_at ++ cipher_eight 10 ++ wide_save) s = Some (s', ts) ∧
      wide_machine s' 4096 24576 28672 (Nat.iter 8 inc32 0) 0.
Proof.
  intros g s. split; [split; [by vm_compute..|split; by vm_compute]|]. split; [unfold wide_input, span; by vm_compute|].
  split; [split; [unfold span|]; by vm_compute|]. split.
  { intros Hs. pose proof (ws_polynomial _ _ _ _ _ Hs) as Hp. by vm_compute in Hp. }
  intros (s' & ts & H & Hm). pose proof (in_ymm15 _ _ _ (at_ymm _ _ _ _ _ _ Hm)) as Hc.
  apply (f_equal (option_map (λ r, halves (fst r) V15))) in H. cbn [option_map fst] in H. rewrite Hc in H.
  vm_compute in H. discriminate H.
Qed.

(** The last byte of the counter overflows, and the code counts on; the other path is right in the same place. *)
Theorem gcm_six_body_refuter :
  let s := six_called 255 1 in
  let runs code := ∃ s' ts, run six_place (code ++ SixBlocks.Listing.middle) s = Some (s', ts) ∧
    SixBlocks.Body.six_done s s' 12288 16384 20480 no_keys 0 255 0 (repeat 0 6) in
  SixBlocks.Body.places six_place s 4096 8192 12288 16384 20480 ∧
  SixBlocks.Body.six_held (memory s) (λ x, locs s (Lo x)) 4096 8192 12288 no_keys 0 255 0 (repeat 0 6) ∧
  runs SixBlocks.Listing.overflowing ∧ ¬ runs SixBlocks.Listing.counting_on.
Proof.
  cbv zeta. pose proof (six_holds 255 1 eq_refl) as Hh. split; [exact (six_places 255 1)|]. split; [exact Hh|]. split.
  { apply (SixBlocks.Body.six_blocks_body _ _ _ 8192 _ _ _ _ _ _ _ _ _ (six_places 255 1) Hh). by left. }
  intros (s' & ts & Hr & Hd). pose proof (SixBlocks.Body.done_text _ _ _ _ _ _ _ _ _ _ Hd) as Ht.
  apply (f_equal (option_map (λ r, map (λ x, locs (fst r) (Lo x)) SixBlocks.Listing.six_text))) in Hr.
  cbn [option_map fst] in Hr. rewrite Ht in Hr. vm_compute in Hr. discriminate Hr.
Qed.

(** What all iterations write, read off the last state. *)
Definition six_output (n : nat) (s : state) : list N :=
  Loops.Standard.bytes_at (memory s) (20480 + 96) (96 * n - 96) ++
  concat (map (λ x, bytes (locs s (Lo x))) SixBlocks.Listing.six_text).
Lemma six_wrong code s c n :
  right six_place code s (six_output n) (gctr (96 * n) no_keys c (Loops.Standard.bytes_at (memory s) 16384 (96 * n))) =
    Some false →
  ¬ SixBlocks.Loop.six_runs six_place code s 4096 8192 12288 16384 20480 no_keys 0 n c 0 (repeat 0 6).
Proof.
  intros H (s' & steps & pc & seen & Hs & Hpc & Ht & _). eapply (leaves_wrong _ _ _ _ _ H).
  exists s', steps, pc, seen. split; [exact Hs|]. split; [exact Hpc|exact Ht].
Qed.

(** A carry out of the last 32 bits of the counter; an overflow of its last byte that is not seen; one iteration of two
    left out. *)
Theorem gcm_six_loop_refuter :
  let c := 2 ^ 32 - 1 in
  let s := six_called c 2 in
  let runs code :=
    SixBlocks.Loop.six_runs six_place code s 4096 8192 12288 16384 20480 no_keys 0 2 c 0 (repeat 0 6) in
  SixBlocks.Task.six_task six_place 4096 8192 12288 16384 20480 2 ∧
  SixBlocks.Task.six_registers s 4096 8192 12288 16384 20480 c 2 ∧
  SixBlocks.Body.six_held (memory s) (λ x, locs s (Lo x)) 4096 8192 12288 no_keys 0 c 0 (repeat 0 6) ∧
  runs clean_six_blocks.code ∧
  ¬ runs (with_instruction 12 (vop PADDQ V10 V6 V5) clean_six_blocks.code) ∧
  ¬ runs (with_instruction 2 (Cmp CMP W64 (Syntax_trusted.R RBX) (Imm 262)) clean_six_blocks.code) ∧
  ¬ runs (with_instruction 235 (Alu SUB W64 (Syntax_trusted.R RDX) (Imm 12)) clean_six_blocks.code).
Proof.
  cbv zeta. pose proof (six_tasks 2 ltac:(lia)) as Ht. pose proof (six_called_registers (2 ^ 32 - 1) 2) as Hr.
  pose proof (six_holds (2 ^ 32 - 1) 2 eq_refl) as Hh. split; [exact Ht|]. split; [exact Hr|]. split; [exact Hh|].
  split; [exact (SixBlocks.Loop.six_loop _ _ _ _ _ _ _ _ _ 2 _ _ _ Ht ltac:(lia) Hr Hh)|].
  split; [|split]; apply six_wrong; vm_compute; reflexivity.
Qed.

(** With movbe, as EverCrypt has it, the checker accepts the code; with an overflow that is seen late it does not, and
    that code is wrong. *)
Theorem gcm_six_checked_refuter :
  let c := 255 in
  let s := six_called c 1 in
  let clean := six_program SixBlocks.Listing.begin SixBlocks.Listing.middle in
  let accepted := check_blocks six_apart Asm.Transform.Scripts.every_location (repeat ByValue 10) clean in
  let fast := six_program SixBlocks.Listing.begin middle_movbe in
  let late := six_program begin_late SixBlocks.Listing.middle in
  let runs code :=
    SixBlocks.Loop.six_runs six_place code s 4096 8192 12288 16384 20480 no_keys 0 1 c 0 (repeat 0 6) in
  layout clean = clean_six_blocks.code ∧ respects six_place six_apart ∧ Asm.Symbolic.Equivalence.well_formed s ∧
  accepted fast = true ∧ runs (layout fast) ∧ accepted late = false ∧ ¬ runs (layout late).
Proof.
  intros c s clean accepted fast late runs.
  assert (layout clean = clean_six_blocks.code) as Hl by (vm_compute; reflexivity).
  assert (accepted fast = true) as Ha by (vm_compute; reflexivity).
  assert (Asm.Symbolic.Equivalence.well_formed s) as Hw.
  { intros [q|x|x|f]; [destruct q|destruct x|destruct x|destruct f]; vm_compute; reflexivity. }
  split; [exact Hl|]. split; [exact six_respects|]. split; [exact Hw|]. split; [exact Ha|].
  split; [|split; [vm_compute; reflexivity|apply six_wrong; vm_compute; reflexivity]].
  eapply (SixBlocks.Checked.six_checked six_apart Asm.Transform.Scripts.every_location (repeat ByValue 10) clean);
    [exact Hl|exact Ha| |exact six_respects|exact Hw|apply six_tasks; lia|lia|apply six_called_registers|
     by apply six_holds].
  intros [q|x|x|f] H; [destruct q|destruct x|destruct x|by destruct (H f)]; apply (bool_decide_unpack _); vm_compute;
    exact I.
Qed.

(** ** The library, with these procedures in it: 96 bytes of text, of which one is not zero

    That the rest of what [gcm_seal] and [gcm_open] suppose is so in this place, [gcm_seal_premises] says of any
    code. *)
Definition broken_library : library :=
  Library clean_expand_128.code clean_keystream_128.code broken_encrypt broken_decrypt 4096 8192 12288.
Lemma write_elsewhere m a l : 12288 <= a → ∀ x, 4096 <= x < 4640 ∨ 8192 <= x < 8352 → write m a l x = m x.
Proof. intros Ha x Hx. unfold write. destruct (N.leb_spec a x); [lia|done]. Qed.

Theorem gcm_seal_refuter :
  let o := broken_library in
  ¬ key_init o 16 16400 16384 12288 example_memory (λ m1,
      ∀ m, (∀ x, at_key o <= x < at_key o + 544 ∨ at_constants o <= x < at_constants o + 160 → m x = m1 x) →
        seal_calls o 20480 12 20492 20 24576 96 24576 25926 25942 m (λ m',
          (read m' 24576 96, read m' 25926 16) =
            seal (read example_memory 16400 16) (read m 20480 12) (read m 20492 20) (read m 24576 96))).
Proof.
  intros o H. set (with_text m := write m 24640 [1]).
  assert (key_init o 16 16400 16384 12288 example_memory (λ m1, let m := with_text m1 in
    seal_calls o 20480 12 20492 20 24576 96 24576 25926 25942 m (λ m', bool_decide (
      (read m' 24576 96, read m' 25926 16) =
      seal (read example_memory 16400 16) (read m 20480 12) (read m 20492 20) (read m 24576 96)))) = true) as E.
  { eapply key_init_computed; [exact H|]. intros m1 H1. eapply seal_computed.
    - apply H1. by apply write_elsewhere.
    - intros m'. apply bool_decide_eq_true_2. }
  vm_compute in E. discriminate E.
Qed.
Theorem gcm_open_refuter :
  let o := broken_library in
  ¬ key_init o 16 16400 16384 12288 example_memory (λ m1,
      ∀ m, (∀ x, at_key o <= x < at_key o + 544 ∨ at_constants o <= x < at_constants o + 160 → m x = m1 x) →
        open_calls o 20480 12 20492 20 24576 96 25926 16 24576 25942 25958 m (λ ok m',
          open (read example_memory 16400 16) (read m 20480 12) (read m 20492 20) (read m 24576 96) (read m 25926 16) =
            if ok then Some (read m' 24576 96) else None)).
Proof.
  intros o H. set (key := read example_memory 16400 16).
  set (sealed := seal key (repeat 0 12) (repeat 0 20) (repeat 0 64 ++ [1] ++ repeat 0 31)).
  set (with_text m := write (write m 24576 (fst sealed)) 25926 (snd sealed)).
  assert (key_init o 16 16400 16384 12288 example_memory (λ m1, let m := with_text m1 in
    open_calls o 20480 12 20492 20 24576 96 25926 16 24576 25942 25958 m (λ ok m', bool_decide (
      open key (read m 20480 12) (read m 20492 20) (read m 24576 96) (read m 25926 16) =
        if ok then Some (read m' 24576 96) else None))) = true) as E.
  { eapply key_init_computed; [exact H|]. intros m1 H1. eapply open_computed.
    - apply H1. intros x Hx. unfold with_text. by rewrite !write_elsewhere.
    - intros ok m'. apply bool_decide_eq_true_2. }
  vm_compute in E. discriminate E.
Qed.
