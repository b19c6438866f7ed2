(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** fl_gcm_open as a whole is GCM's authenticated decryption of SP 800-38D: the text if the tag is right, and zeros if not. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted State_trusted.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Loops Require Import Text Correct.
From Fairlead.Gcm.Library Require Import Library_trusted Frame Strings Calls Hashing Encrypting Decrypting Sealing.
Local Open Scope N_scope.

Local Opaque key_schedule aes multiply encrypt_block inc32 ghash_from pad.

Section opening.
  Context (size n : nat) (o : library) (ks : list N).
  Context (Hasm : assembly size n o) (Hplaces : stream_places o).

  Notation state := (at_state o).
  Notation h := (hash_key ks).
  Notation scratch := (stream_of o).

  Record open_places (nonce : N) (nonce_length : nat) (data : N) (data_length : nat) (text : N) (len : nat)
      (tag : N) (tag_length : nat) (output hash right : N) : Prop := {
    open_nonce : readable_places o nonce nonce_length;
    open_data : readable_places o data data_length;
    open_text : readable_places o text len;
    open_output : readable_places o output len;
    open_key_output : apart (at_key o) 352 output (N.of_nat len);
    open_constants_output : apart (at_constants o) 160 output (N.of_nat len);
    open_output_text : output = text ∨ apart output (N.of_nat len) text (N.of_nat len);
    open_stream_output : apart (at_stream o) stream_size output (N.of_nat len);
    open_stream_hash : apart (at_stream o) stream_size hash 16;
    open_stream_right : apart (at_stream o) stream_size right 16;
    open_hash_right : apart hash 16 right 16;
    open_hash_output : apart hash 16 output (N.of_nat len);
    open_right_output : apart right 16 output (N.of_nat len);
    open_tag_output : apart tag (N.of_nat tag_length) output (N.of_nat len);
    open_tag_stream : apart tag (N.of_nat tag_length) (at_stream o) stream_size;
    open_tag_hash : apart tag (N.of_nat tag_length) hash 16;
    open_tag_right : apart tag (N.of_nat tag_length) right 16;
  }.

  Lemma read_first m a k j : (k ≤ j)%nat → read m a k = firstn k (read m a j).
  Proof using.
    intros H. replace j with (k + (j - k))%nat by lia. rewrite read_add.
    rewrite firstn_app, read_length, Nat.sub_diag, firstn_all2 by (rewrite read_length; lia). by rewrite app_nil_r.
  Qed.

  Theorem opened nonce nonce_length data data_length text len tag tag_length output hash right m (K : bool → ram → Prop) :
    ready n o ks h m → open_places nonce nonce_length data data_length text len tag tag_length output hash right →
    N.of_nat nonce_length < 2 ^ 61 → N.of_nat data_length < 2 ^ 61 → N.of_nat len <= 2 ^ 36 - 32 → (tag_length ≤ 16)%nat →
    (∀ ok m',
       let j0 := pre_counter h (read m nonce nonce_length) in
       let c := read m text len in
       let t := Gcm_trusted.tag ks j0 (read m data data_length) c in
       length t = 16%nat → ok = bool_decide (firstn tag_length t = read m tag tag_length) →
       read m' output len = (if ok then gctr len ks (inc32 j0) c else repeat 0 len) →
       read m' (at_stream o) (N.to_nat stream_size) = zeros stream_size → read m' hash 16 = zeros 16 → read m' right 16 = zeros 16 →
       same_but [(output, N.of_nat len); (at_stream o, stream_size); (hash, 16); (right, 16)] m m' → K ok m') →
    open_calls o nonce nonce_length data data_length text len tag tag_length output hash right m K.
  Proof using Hasm Hplaces.
    intros Hr [Pn (Bd & Ds & Dk & Dp) (Bt & Ts & Tk & Tp) (Bo & Os & Ok & Op) Ak Ac Hplace Hso Hsh Hsr Hhr Hho Hro Hto Hts Hth Htr]
      Hnl Hdl Hl Htl HK.
    unfold open_calls. apply (begun size n o ks Hasm Hplaces); [exact Hr|exact Pn|exact Hnl|].
    set (j0 := pre_counter h (read m nonce nonce_length)) in *. intros m1 W1 S1.
    apply (absorbed size n o ks h Hasm Hplaces) with (c := inc32 j0) (l := []); try assumption; [done|cbn; lia|constructor|].
    rewrite (same_read _ _ _ _ _ S1) by (unfold stream_of; aparts).
    intros m2 w2 l2 W2 L2 B2 E2 S2. cbn [app] in E2. cbv zeta.
    destruct (left_blocks ks (inc32 j0) len) as (j & -> & Hj). rewrite key_blocks_length, Nat.mul_comm, Nat.div_mul by done.
    destruct (advanced size n o ks h Hasm Hplaces j _ _ m2 W2) as [W3 S3]. pose proof Hplaces as [].
    set (c := read m text len) in *.
    assert (read (advance o j m2) text len = c) as Et.
    { rewrite (same_read _ _ _ _ _ S3) by aparts. rewrite (same_read _ _ _ _ _ S2) by (unfold stream_of; aparts).
      apply (same_read _ _ _ _ _ S1). unfold stream_of. aparts. }
    assert (length c = len) as Lc by apply read_length.
    apply (decrypted size n o ks h Hasm Hplaces) with (c := Nat.iter j inc32 (inc32 j0)) (l := l2); try assumption;
      [done|by apply padded_length|by apply pad_bytes|apply key_blocks_bytes|destruct Hplace as [->|Hp]; [lia|unfold apart in Hp; lia]|].
    rewrite Et, key_blocks_length, <-ctr_key. intros m4 w4 c4 l4 W4 L4 B4 Eout E4 S4.
    assert (ctr ks (inc32 j0) c = gctr len ks (inc32 j0) c) as Ec by (unfold ctr; by rewrite Lc). rewrite Ec in Eout.
    apply (lengths_absorbed size n o ks h Hasm Hplaces) with (c := c4) (l := l4); try assumption.
    intros m5 W5 S5. destruct W5 as [_ _ Hhash _].
    cbn [wipe machine]. set (v := rev (read m5 (state + 16) 16)).
    assert (length v = 16%nat) as Lv by (unfold v; by rewrite rev_length, read_length).
    assert (Forall byte v) as Bv by (apply Forall_rev, read_bytes).
    pose proof (write_same m5 hash v) as S6. rewrite Lv in S6. change (N.of_nat 16) with 16 in S6.
    assert (read (write m5 hash v) hash 16 = v) as Ev by (rewrite <-Lv; by apply read_write). rewrite Ev.
    set (m6 := write m5 hash v) in *. unfold v. clear Ev.
    rewrite (tag_of_hash o ks Hplaces data_length len (read m data data_length) c l2 w2 l4 w4 m5 j0); try assumption;
      [|apply W2|apply W4|by apply read_length].
    set (t := Gcm_trusted.tag ks j0 (read m data data_length) c) in *.
    assert (length t = 16%nat ∧ Forall byte t) as [Lt Btt].
    { unfold t. rewrite <-(tag_of_hash o ks Hplaces data_length len (read m data data_length) c l2 w2 l4 w4 m5 j0); try assumption;
        [|apply W2|apply W4|by apply read_length].
      split; [by rewrite zip_with_length, rev_length, read_length, encrypt_block_length|].
      apply xor_bytes; [apply Forall_rev, read_bytes|apply encrypt_block_bytes]. }
    pose proof (write_same m6 right t) as S7. rewrite Lt in S7. change (N.of_nat 16) with 16 in S7.
    assert (read (write m6 right t) right 16 = t) as E7 by (rewrite <-Lt; by apply read_write).
    set (m7 := write m6 right t) in *. clearbody m7. clearbody m6.
    pose proof (wiped_same m7 hash 16) as S8. pose proof (wiped_read m7 hash 16) as Z8. set (m8 := write m7 hash (zeros 16)) in *.
    assert (read m8 right tag_length = firstn tag_length t) as Er.
    { rewrite (read_first m8 right tag_length 16), (same_read _ _ _ _ _ S8) by (lia || aparts). by rewrite E7. }
    assert (read m8 tag tag_length = read m tag tag_length) as Eg.
    { rewrite (same_read _ _ _ _ _ S8), (same_read _ _ _ _ _ S7), (same_read _ _ _ _ _ S6) by aparts.
      unfold stream_of, at_state, at_keystream, at_pending in *.
      rewrite (same_read _ _ _ _ _ S5), (same_read _ _ _ _ _ S4), (same_read _ _ _ _ _ S3), (same_read _ _ _ _ _ S2) by aparts.
      apply (same_read _ _ _ _ _ S1). aparts. }
    rewrite Er, Eg. set (ok := bool_decide (firstn tag_length t = read m tag tag_length)).
    pose proof (wiped_same m8 right 16) as S9. pose proof (wiped_read m8 right 16) as Z9. set (m9 := write m8 right (zeros 16)) in *.
    assert (read m9 output len = gctr len ks (inc32 j0) c) as Eo.
    { rewrite (same_read _ _ _ _ _ S9), (same_read _ _ _ _ _ S8), (same_read _ _ _ _ _ S7), (same_read _ _ _ _ _ S6) by aparts.
      rewrite (same_read _ _ _ _ _ S5) by (unfold stream_of; aparts). exact Eout. }
    assert (same_but [(output, N.of_nat len); (at_stream o, stream_size); (hash, 16); (right, 16)] m m9) as S.
    { unfold stream_of, at_state, at_keystream, at_pending in *.
      eapply same_but_step; [exact S1|in_some|]. eapply same_but_step; [exact S2|in_some|].
      eapply same_but_step; [exact S3|in_some|]. eapply same_but_step; [exact S4|in_some|].
      eapply same_but_step; [exact S5|in_some|]. eapply same_but_step; [exact S6|in_some|].
      eapply same_but_step; [exact S7|in_some|]. eapply same_but_step; [exact S8|in_some|].
      eapply same_but_more; [exact S9|in_some]. }
    assert (read m9 hash 16 = zeros 16) as Zh by (rewrite (same_read _ _ _ _ _ S9) by aparts; exact Z8).
    assert (∀ m10, same_but [(output, N.of_nat len)] m9 m10 →
      read m10 output len = (if ok then gctr len ks (inc32 j0) c else repeat 0 len) →
      K ok (write m10 (at_stream o) (zeros stream_size))) as Hend.
    { intros m10 S10 E10. pose proof (wiped_same m10 (at_stream o) stream_size) as S11.
      pose proof (wiped_read m10 (at_stream o) stream_size) as Z11.
      set (m11 := write m10 (at_stream o) (zeros stream_size)) in *. apply HK; [exact Lt|reflexivity| |exact Z11|..].
      - rewrite (same_read _ _ _ _ _ S11) by aparts. exact E10.
      - rewrite (same_read _ _ _ _ _ S11), (same_read _ _ _ _ _ S10) by aparts. exact Zh.
      - rewrite (same_read _ _ _ _ _ S11), (same_read _ _ _ _ _ S10) by aparts. exact Z9.
      - eapply same_but_trans; [exact S|]. eapply same_but_step; [exact S10|in_some|]. eapply same_but_more; [exact S11|in_some]. }
    destruct ok; cbn [orb]; [apply Hend; [apply same_but_refl|exact Eo]|].
    destruct (Nat.eqb_spec len 0) as [E0|E0]; [apply Hend; [apply same_but_refl|by rewrite E0]|].
    apply Hend; [apply wiped_same|]. pose proof (wiped_read m9 output (N.of_nat len)) as Z.
    unfold zeros in Z at 2. rewrite Nat2N.id in Z. exact Z.
  Qed.
End opening.
