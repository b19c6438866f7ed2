(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Setting up a key: what fl_gcm_key_init leaves. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Model Require Import Aes_trusted State_trusted.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Algebra Require Import Rounds Blocks.
From Fairlead.Gcm.Loops Require Import Standard.
From Fairlead.Gcm.Procedures Require Import Setup.
From Fairlead.Gcm.Library Require Import Library_trusted Frame Strings Calls.
Local Open Scope N_scope.

Local Opaque key_schedule aes multiply inc32.

(** The variables of fl_gcm_key_init: the key's bytes, a block of zeros, and room for the hash key. *)
Record key_places (o : library) (size : nat) (bytes zero room : N) : Prop := {
  init_key_below : at_key o + key_size <= 2 ^ 64;
  init_constants_below : at_constants o + 160 <= 2 ^ 64;
  bytes_below : bytes + N.of_nat size <= 2 ^ 64;
  zero_below : zero + 16 <= 2 ^ 64;
  room_below : room + 96 <= 2 ^ 64;
  init_key_constants : apart (at_key o) key_size (at_constants o) 160;
  key_bytes : apart (at_key o) key_size bytes (N.of_nat size);
  key_zero : apart (at_key o) key_size zero 16;
  key_room : apart (at_key o) key_size room 96;
  constants_room : apart (at_constants o) 160 room 96;
}.

Lemma hash_key_stored ks m a : read m a 96 = key_blocks ks 0 6 → byte_reverse 16 (load m a 16) = hash_key ks.
Proof.
  intros H. rewrite load_read. change 96%nat with (16 + 80)%nat in H. rewrite read_add in H.
  change (key_blocks ks 0 6) with (encrypt_block ks 0 ++ key_blocks ks (inc32 0) 5) in H.
  apply app_inj_1 in H as [-> _]; [|by rewrite read_length]. unfold hash_key, from_bytes, byte_reverse, encrypt_block, Aes_trusted.bytes.
  do 2 f_equal. change 16%nat with (length (split 8 16 (aes ks (join 8 (to_bytes 16 0))))) at 1.
  generalize (split_bytes 16 (aes ks (join 8 (to_bytes 16 0)))).
  generalize (split 8 16 (aes ks (join 8 (to_bytes 16 0)))). intros l Hl.
  induction Hl as [|x l Hx _ IH]; [done|]. cbn [length join split].
  rewrite low_join, high_join by exact Hx. by f_equal.
Qed.

Section setup.
  Context (size n : nat) (o : library) (bytes zero room : N).
  Context (Hasm : assembly size n o) (Hplaces : key_places o size bytes zero room).

  Lemma key_set_up m (K : ram → Prop) :
    constants_loaded o m → load m zero 16 = 0 →
    (∀ m', ready n o (key_schedule (read m bytes size)) (hash_key (key_schedule (read m bytes size))) m' →
           read m' room 96 = zeros 96 → same_but [(at_key o, key_size); (room, 96)] m m' → K m') →
    key_init o size bytes zero room m K.
  Proof using Hasm Hplaces.
    intros Hc Hz HK. pose proof Hplaces as []. unfold key_init. cbn [wipe machine]. cbv zeta.
    assert (at_key o + 352 <= 2 ^ 64) as Bk by lia.
    set (ks := key_schedule (read m bytes size)) in *.
    assert (length ks = S n) as Hn.
    { pose proof (assembly_parts _ _ _ Hasm) as [Hs _]. unfold ks.
      change (read m bytes size) with (bytes_at m bytes size). rewrite schedule_length by tauto. by destruct Hs as [[-> ->]|[-> ->]]. }
    assert (n ≤ 14)%nat as Hn14 by (pose proof (assembly_parts _ _ _ Hasm) as [Hs _]; lia).
    pose proof (wiped_same m (at_key o) key_size) as S0.
    apply (expand_called size n o Hasm); [assumption..|].
    rewrite (same_read _ _ _ _ _ S0) by aparts. fold ks. clearbody ks. intros m1 R1 S1.
    set (bits := split 8 4 (8 * N.of_nat size)).
    pose proof (write_same m1 (at_key o + 240) bits) as S2. unfold bits in S2 at 1. rewrite split_length in S2.
    change (N.of_nat 4) with 4 in S2.
    assert (same_but [(at_key o, key_size)] m (write m1 (at_key o + 240) bits)) as S3.
    { eapply same_but_step; [exact S0|in_some|]. eapply same_but_step; [exact S1|in_some|]. eapply same_but_more; [exact S2|in_some]. }
    assert (rounds_loaded o ks (write m1 (at_key o + 240) bits)) as R3.
    { eapply rounds_kept; [|exact S2| |exact R1]; [lia|aparts]. }
    apply (keystream_called size n o Hasm) with (ks := ks) (c := 0); try assumption.
    { eapply constants_kept; [exact S3|aparts|exact Hc]. }
    { rewrite <-Hz. eapply same_load; [exact S3|aparts]. }
    intros m4 Hout S4. apply (powers_called o); try assumption; [|lia|apart|].
    { eapply constants_kept; [exact S4|aparts|]. eapply constants_kept; [exact S3|aparts|exact Hc]. }
    rewrite (hash_key_stored ks m4 room Hout). intros m5 P5 S5.
    set (no := split 8 4 0).
    pose proof (write_same m5 (at_key o + wide_at) no) as S6. unfold no in S6 at 1. rewrite split_length in S6. change (N.of_nat 4) with 4 in S6.
    set (m6 := write m5 (at_key o + wide_at) no) in *.
    pose proof (wiped_same m6 room 96) as S7. set (m7 := write m6 room (zeros 96)) in *.
    assert (same_but [(at_key o, key_size); (room, 96)] m m7) as S8.
    { eapply same_but_step; [exact S3|in_some|]. eapply same_but_step; [exact S4|in_some|].
      eapply same_but_step; [exact S5|in_some|]. eapply same_but_step; [exact S6|in_some|]. eapply same_but_more; [exact S7|in_some]. }
    apply HK; [|exact (wiped_read m6 room 96)|exact S8]. split; [| | |exact Hn|].
    - eapply constants_kept; [exact S8|aparts|exact Hc].
    - eapply rounds_kept; [|exact S7| |]; [lia|aparts|]. eapply rounds_kept; [|exact S6| |]; [lia|aparts|].
      eapply rounds_kept; [|exact S5| |]; [lia|aparts|]. eapply rounds_kept; [|exact S4| |exact R3]; [lia|aparts].
    - eapply powers_kept; [exact S7|aparts|]. intros j Hj. rewrite <-(P5 j Hj). apply (same_load _ _ _ _ S6). aparts.
    - rewrite <-(hash_key_stored ks m4 room Hout). apply byte_reverse_below.
  Qed.
End setup.
