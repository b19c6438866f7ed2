(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The bytes that ship, called as the C calls them, seal and open as SP 800-38D says. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Flat_trusted.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Generated Require clean_expand_128 clean_expand_256 clean_keystream_128 clean_keystream_256
  shipped_encrypt_128 shipped_encrypt_256 shipped_decrypt_128 shipped_decrypt_256.
From Fairlead.Gcm.Library Require Import Library_trusted Frame Strings Calls Worlds EndToEnd.
From Fairlead.Gcm.Bytes Require Import Shipped_trusted Calls.
From Fairlead.Gcm.Bytes.gen Require constants.
Local Open Scope N_scope.

(** The library of one size of keys, by what ships. *)
Definition library_shipped (size : nat) (o : library) : Prop :=
  In (size, expand_code o, keystream_code o, encrypt_code o, decrypt_code o)
    [(16%nat, clean_expand_128.code, clean_keystream_128.code, shipped_encrypt_128.code, shipped_decrypt_128.code);
     (32%nat, clean_expand_256.code, clean_keystream_256.code, shipped_encrypt_256.code, shipped_decrypt_256.code)].

Ltac in_list := cbn [In]; repeat first [left; reflexivity | right].

Lemma shipped_codes size o : library_shipped size o → ∀ code, In code (library_codes o) → ∃ b, In (code, b) shipped.
Proof.
  unfold library_codes. intros [E|[E|[]]] code; injection E as _ <- <- <- <-; cbn [In];
    intros [<-|[<-|[<-|[<-|[<-|[<-|[]]]]]]]; eexists; unfold shipped; in_list.
Qed.

Lemma shipped_assembly size o : library_shipped size o → ∃ n, assembly size n o.
Proof.
  unfold assembly. intros [E|[E|[]]]; injection E as <- <- <- <- <-; [exists 10%nat|exists 14%nat]; in_list.
Qed.

Lemma constants_bytes o m : constants_shipped o m → constants_loaded o m.
Proof.
  unfold constants_shipped. intros H.
  assert (∀ i, (i < 10)%nat → load m (at_constants o + 16 * N.of_nat i) 16 =
    join 8 (firstn 16 (skipn (16 * i) constants.shipped))) as E.
  { intros i Hi. rewrite load_read, <-H. f_equal. replace 160%nat with (16 * i + (16 + (144 - 16 * i)))%nat by lia.
    rewrite !read_add. rewrite drop_app_alt by by rewrite read_length. rewrite take_app_alt by by rewrite read_length.
    f_equal. lia. }
  split; [rewrite <-(N.add_0_r (at_constants o)); exact (E 0%nat ltac:(lia))|]. split; [|split; [exact (E 8%nat
    ltac:(lia))|exact (E 9%nat ltac:(lia))]].
  intros i Hi. replace (at_constants o + 16 + 16 * N.of_nat i) with (at_constants o + 16 * N.of_nat (S i)) by lia.
  rewrite E by lia. do 7 (destruct i as [|i]; [first [lia|by vm_compute]|]). lia.
Qed.

Theorem bytes_seal (size : nat) (o : library) (key zero room nonce : N) (nl : nat)
    (data : N) (dl : nat) (text : N) (len : nat) (output tag hash : N) (m0 : ram) :
  library_shipped size o →
  constants_shipped o m0 → load m0 zero 16 = 0 → key_laid_out o size key zero room →
  seal_laid_out o nonce nl data dl text len output tag hash → lengths_allowed nl dl len →
  @key_init Prop (on_bytes shipped) o size key zero room m0 (λ m1,
    same_but [(at_key o, key_size); (room, 96)] m0 m1 ∧ read m1 room 96 = repeat 0 96 ∧
    ∀ m, (∀ x, at_key o <= x < at_key o + key_size ∨ at_constants o <= x < at_constants o + 160 → m x = m1 x) →
      @seal_calls Prop (on_bytes shipped) o nonce nl data dl text len output tag hash m (λ m',
        (read m' output len, read m' tag 16) =
          seal (read m0 key size) (read m nonce nl) (read m data dl) (read m text len) ∧
        same_but [(output, N.of_nat len); (tag, 16); (at_stream o, stream_size); (hash, 16)] m m' ∧
        read m' (at_stream o) (N.to_nat stream_size) = repeat 0 (N.to_nat stream_size) ∧ read m' hash 16 = repeat 0 16 ∧
        @key_wipe Prop (on_bytes shipped) o m' (λ m'',
          same_but [(at_key o, key_size)] m' m'' ∧ read m'' (at_key o) (N.to_nat key_size) = repeat 0 (N.to_nat
            key_size)))).
Proof.
  intros Ho Hc Hz Hk Hs Hl. pose proof (shipped_codes size o Ho) as Hb. destruct (shipped_assembly size o Ho) as [n Hn].
  eapply key_init_bytes; [exact Hb| |exact (key_then_seal size n o key zero room nonce nl data dl text len output tag
    hash m0
    Hn (constants_bytes _ _ Hc) Hz Hk Hs Hl)].
  cbv beta. intros m1 (S1 & Z1 & H). split; [exact S1|]. split; [exact Z1|]. intros m Hm.
  eapply seal_bytes; [exact Hb| |exact (H m Hm)]. done.
Qed.

Theorem bytes_open (size : nat) (o : library) (key zero room nonce : N) (nl : nat)
    (data : N) (dl : nat) (text : N) (len : nat) (t : N) (tl : nat) (output hash right : N) (m0 : ram) :
  library_shipped size o →
  constants_shipped o m0 → load m0 zero 16 = 0 → key_laid_out o size key zero room →
  open_laid_out o nonce nl data dl text len t tl output hash right → lengths_allowed nl dl len → (12 ≤ tl ≤ 16)%nat →
  @key_init Prop (on_bytes shipped) o size key zero room m0 (λ m1, ∀ m,
    (∀ x, at_key o <= x < at_key o + key_size ∨ at_constants o <= x < at_constants o + 160 → m x = m1 x) →
    @open_calls Prop (on_bytes shipped) o nonce nl data dl text len t tl output hash right m (λ ok m',
      let key := read m0 key size in
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
  intros Ho Hc Hz Hk Hs Hl Ht. pose proof (shipped_codes size o Ho) as Hb. destruct (shipped_assembly size o Ho) as
    [n Hn].
  eapply key_init_bytes; [exact Hb| |exact (key_then_open size n o key zero room nonce nl data dl text len t tl
    output hash
    right m0 Hn (constants_bytes _ _ Hc) Hz Hk Hs Hl Ht)].
  cbv beta. intros m1 H m Hm. eapply open_bytes; [exact Hb| |exact (H m Hm)]. done.
Qed.
