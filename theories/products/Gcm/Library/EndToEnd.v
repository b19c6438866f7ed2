(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** A key is set up and a text sealed: the chain of calls computes what SP 800-38D says, given one layout of memory; and such a
    layout exists. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Flat_trusted.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Generated Require clean_expand_128 clean_expand_256 clean_keystream_128 clean_keystream_256
  clean_encrypt_128 clean_encrypt_256 shipped_encrypt_128 shipped_encrypt_256.
From Fairlead.Gcm.Library Require Import Library_trusted Frame Strings Calls Hashing Encrypting KeySetup Sealing Opening.
Local Open Scope N_scope.

Local Opaque key_schedule aes multiply encrypt_block inc32.

(** Lists of premises as conjunctions. *)
Ltac spread H := unfold in_memory in H; cbn [app separate every fst snd] in H; destruct_and? H.
Ltac places := unfold at_state, at_keystream, at_pending; first [assumption | lia | apart].

Lemma key_places_hold o size bytes zero room : key_laid_out o size bytes zero room → key_places o size bytes zero room.
Proof.
  intros [Hs Hb]. spread Hs. spread Hb. split; assumption.
Qed.

Lemma stream_places_hold o nonce nl data dl text len output tag hash :
  seal_laid_out o nonce nl data dl text len output tag hash → stream_places o.
Proof.
  intros (Hs & Hb & _). spread Hs. spread Hb. split; places.
Qed.

Lemma seal_places_hold o nonce nl data dl text len output tag hash :
  seal_laid_out o nonce nl data dl text len output tag hash → seal_places o nonce nl data dl text len output tag hash.
Proof.
  intros (Hs & Hb & Hr & Ha & Hp). spread Hs. spread Hb. spread Hr. spread Ha.
  split; unfold readable_places; repeat split; places.
Qed.

(** Key and constants decide. *)
Lemma ready_still size n o key m1 m :
  assembly size n o → ready n o (key_schedule key) (hash_key (key_schedule key)) m1 →
  (∀ x, at_key o <= x < at_key o + key_size ∨ at_constants o <= x < at_constants o + 160 → m x = m1 x) →
  ready n o (key_schedule key) (hash_key (key_schedule key)) m.
Proof.
  intros Hasm Hready Hm. destruct Hready as [(C0 & Ci & C1 & C2) R P Hn Hh].
  assert (∀ a, at_key o <= a ∧ a + 16 <= at_key o + 352 ∨ at_constants o <= a ∧ a + 16 <= at_constants o + 160 →
    load m a 16 = load m1 a 16) as E.
  { intros a Ha. apply Footprint.load_agree. intros x Hx. unfold Footprint.covers in Hx. apply Hm. lia. }
  pose proof (assembly_parts _ _ _ Hasm) as [Hsize _].
  split; [|intros i x Hi|intros i Hi|exact Hn|exact Hh].
  - split; [by rewrite E by lia|]. split; [|split; [by rewrite E by lia|by rewrite E by lia]].
    intros i Hi. rewrite E by lia. by apply Ci.
  - assert (i < length (key_schedule key))%nat by (apply nth_error_Some; by rewrite Hi). rewrite E by lia. by apply R.
  - rewrite E by lia. by apply P.
Qed.

Theorem key_then_seal size n o bytes zero room nonce nl data dl text len output tag hash m0 :
  assembly size n o →
  constants_loaded o m0 → load m0 zero 16 = 0 → key_laid_out o size bytes zero room →
  seal_laid_out o nonce nl data dl text len output tag hash → lengths_allowed nl dl len →
  key_init o size bytes zero room m0 (λ m1,
    same_but [(at_key o, key_size); (room, 96)] m0 m1 ∧ read m1 room 96 = repeat 0 96 ∧
    ∀ m, (∀ x, at_key o <= x < at_key o + key_size ∨ at_constants o <= x < at_constants o + 160 → m x = m1 x) →
      seal_calls o nonce nl data dl text len output tag hash m (λ m',
        (read m' output len, read m' tag 16) =
          seal (read m0 bytes size) (read m nonce nl) (read m data dl) (read m text len) ∧
        same_but [(output, N.of_nat len); (tag, 16); (at_stream o, stream_size); (hash, 16)] m m' ∧
        read m' (at_stream o) (N.to_nat stream_size) = repeat 0 (N.to_nat stream_size) ∧ read m' hash 16 = repeat 0 16 ∧
        key_wipe o m' (λ m'',
          same_but [(at_key o, key_size)] m' m'' ∧ read m'' (at_key o) (N.to_nat key_size) = repeat 0 (N.to_nat key_size)))).
Proof.
  intros Hasm Hc Hz Hkey Hseal (_ & Hnl & Hdl & Hlen).
  pose proof (stream_places_hold _ _ _ _ _ _ _ _ _ _ Hseal) as Hstream.
  apply (key_set_up size n o bytes zero room Hasm (key_places_hold _ _ _ _ _ Hkey) m0 _ Hc Hz).
  set (key := read m0 bytes size). intros m1 Hready Hz1 Hs1. split; [exact Hs1|]. split; [exact Hz1|]. intros m Hm.
  apply (sealed size n o (key_schedule key) Hasm Hstream); [|by apply seal_places_hold|lia|lia|lia|].
  - by apply (ready_still size n o _ m1).
  - intros m' j0 c Ho Ht Zs Zh Hs.
    split; [rewrite Ho, Ht; unfold seal, c, j0; by rewrite read_length|]. split; [exact Hs|]. split; [exact Zs|]. split; [exact Zh|].
    exact (conj (wiped_same m' (at_key o) key_size) (wiped_read m' (at_key o) key_size)).
Qed.

Lemma open_places_hold o nonce nl data dl text len tag tl output hash right :
  open_laid_out o nonce nl data dl text len tag tl output hash right →
  stream_places o ∧ open_places o nonce nl data dl text len tag tl output hash right.
Proof.
  intros (Hs & Hb & Hr & Ha & Hp & Ht). spread Hs. spread Hb. spread Hr. spread Ha.
  split; split; unfold readable_places; repeat split; places.
Qed.

Theorem key_then_open size n o bytes zero room nonce nl data dl text len t tl output hash right m0 :
  assembly size n o →
  constants_loaded o m0 → load m0 zero 16 = 0 → key_laid_out o size bytes zero room →
  open_laid_out o nonce nl data dl text len t tl output hash right → lengths_allowed nl dl len → (12 ≤ tl ≤ 16)%nat →
  key_init o size bytes zero room m0 (λ m1, ∀ m,
    (∀ x, at_key o <= x < at_key o + key_size ∨ at_constants o <= x < at_constants o + 160 → m x = m1 x) →
    open_calls o nonce nl data dl text len t tl output hash right m (λ ok m',
      let key := read m0 bytes size in
      let ks := key_schedule key in
      let j0 := pre_counter (hash_key ks) (read m nonce nl) in
      let c := read m text len in
      ok = bool_decide (firstn tl (tag ks j0 (read m data dl) c) = read m t tl) ∧
      (tl = 16%nat →
       open key (read m nonce nl) (read m data dl) c (read m t 16) = if ok then Some (read m' output len) else None) ∧
      read m' output len = (if ok then gctr len ks (inc32 j0) c else repeat 0 len) ∧
      same_but [(output, N.of_nat len); (at_stream o, stream_size); (hash, 16); (right, 16)] m m' ∧
      read m' (at_stream o) (N.to_nat stream_size) = repeat 0 (N.to_nat stream_size) ∧
      read m' hash 16 = repeat 0 16 ∧ read m' right 16 = repeat 0 16)).
Proof.
  intros Hasm Hc Hz Hkey Hopen (_ & Hnl & Hdl & Hlen) Htl.
  destruct (open_places_hold _ _ _ _ _ _ _ _ _ _ _ _ Hopen) as [Hstream Hplaces].
  apply (key_set_up size n o bytes zero room Hasm (key_places_hold _ _ _ _ _ Hkey) m0 _ Hc Hz).
  set (key := read m0 bytes size). intros m1 Hready Hz1 Hs1 m Hm.
  apply (opened size n o (key_schedule key) Hasm Hstream); [by apply (ready_still size n o _ m1)|exact Hplaces|lia|lia|lia|lia|].
  intros ok m'. cbv zeta. set (j0 := pre_counter _ _). set (c := read m text len). set (right_tag := tag _ _ _ _).
  intros Lt Hok Ho Zs Zh Zr Hs.
  split; [exact Hok|]. split; [|exact (conj Ho (conj Hs (conj Zs (conj Zh Zr))))].
  intros ->. unfold open. fold j0. change (tag _ j0 _ c) with right_tag. rewrite firstn_all2 in Hok by lia.
  assert (length c = len) as Lc by apply read_length. rewrite Lc.
  rewrite <-Hok. destruct ok; [|done]. by rewrite Ho.
Qed.

(** ** An example: all the premises at once, for texts of up to 1,350 bytes in place *)

Definition example (e k c d : list flat) : library := Library e k c d 4096 8192 12288.

(** The constants, and zeros. *)
Definition example_memory : ram := write (λ _, 0) 8192
  (concat (map (split 8 16)
    ([0x000102030405060708090a0b0c0d0e0f; 0; 1; 2; 3; 4; 5; 6; 0xc200000000000000; 0xc2000000000000000000000000000001]))).

Theorem premises_hold e k c d (size nl dl len : nat) : (size ≤ 32)%nat → (0 < nl ≤ 12)%nat → (dl ≤ 20)%nat → (len ≤ 1350)%nat →
  constants_loaded (example e k c d) example_memory ∧ load example_memory 16384 16 = 0 ∧
  key_laid_out (example e k c d) size 16400 16384 12288 ∧
  seal_laid_out (example e k c d) 20480 nl 20492 dl 24576 len 24576 25926 25942 ∧
  open_laid_out (example e k c d) 20480 nl 20492 dl 24576 len 25926 16 24576 25942 25958 ∧ lengths_allowed nl dl len.
Proof.
  intros Hsize Hnl Hdl Hlen. split.
  { split; [by vm_compute|]. split; [|split; by vm_compute].
    intros i Hi. do 7 (destruct i as [|i]; [try lia; by vm_compute|]). lia. }
  split; [by vm_compute|]. unfold key_laid_out, seal_laid_out, open_laid_out, lengths_allowed, in_memory, example.
  cbn [at_key at_constants at_stream app separate every fst snd].
  repeat match goal with
    | |- _ ∧ _ => split
    | |- True => exact I
    | |- _ = _ ∨ _ => by left
    | |- _ => unfold apart; lia
    end.
Qed.
