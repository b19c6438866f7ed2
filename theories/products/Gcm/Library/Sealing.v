(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** fl_gcm_seal as a whole is GCM's authenticated encryption of SP 800-38D. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Model Require Import State_trusted.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Algebra Require Import Blocks.
From Fairlead.Gcm.Loops Require Import Text Correct.
From Fairlead.Gcm.Library Require Import Library_trusted Frame Strings Calls Hashing Encrypting.
Local Open Scope N_scope.

Local Opaque key_schedule aes multiply encrypt_block inc32 ghash_from pad.

Lemma ghash_from_blocks h l : ghash_from h 0 l = ghash h (padded l).
Proof. reflexivity. Qed.

Section sealing.
  Context (size n : nat) (o : library) (ks : list N).
  Context (Hasm : assembly size n o) (Hplaces : stream_places o).

  Notation state := (at_state o).
  Notation pending := (at_pending o).
  Notation keystream := (at_keystream o).
  Notation h := (hash_key ks).
  Notation at_work := (at_work n o ks h).
  Notation scratch := (stream_of o).

  (** A string that is read, outside of what a stream changes. *)
  Definition readable_places (a : N) (len : nat) : Prop :=
    a + N.of_nat len <= 2 ^ 64 ∧ apart a (N.of_nat len) state 32 ∧ apart a (N.of_nat len) keystream 96 ∧
    apart a (N.of_nat len) pending 96.

  Definition started (j0 : N) (m : ram) (K : list N → list N → ram → Prop) : Prop :=
    ∀ m', at_work (inc32 j0) [] m' → same_but scratch m m' →
          K (encrypt_block ks j0) (key_blocks ks (inc32 j0) 5) m'.

  Lemma begun nonce len m (K : list N → list N → ram → Prop) :
    ready n o ks h m → readable_places nonce len → N.of_nat len < 2 ^ 61 →
    started (pre_counter h (read m nonce len)) m K → begin o nonce len m K.
  Proof using Hasm Hplaces.
    intros Hr (Bn & Ns & Nk & Np) Hlen HK. pose proof Hplaces as []. unfold begin. cbn [wipe machine]. cbv zeta.
    set (rest := λ m : ram, call_keystream o state keystream m (λ m,
      K (firstn 16 (read m keystream 96)) (skipn 16 (read m keystream 96)) (advance o 1 m))).
    assert (∀ m1, at_work (pre_counter h (read m nonce len)) [] m1 → same_but scratch m m1 → rest m1) as Hrest.
    { intros m1 Hw1 Hs1. apply (stream_made size n o ks h Hasm Hplaces _ [] _ _ Hw1). intros m2 Hout Hw2 Hs2.
      destruct (advanced size n o ks h Hasm Hplaces 1 _ _ m2 Hw2) as [Hw3 Hs3]. rewrite Hout.
      change (key_blocks ks ?c 6) with (encrypt_block ks c ++ key_blocks ks (inc32 c) 5).
      pose proof (encrypt_block_length ks (pre_counter h (read m nonce len))) as L.
      rewrite firstn_app, skipn_app, L, Nat.sub_diag, firstn_all2, skipn_all2, app_nil_r, drop_0 by lia. cbn [app].
      apply HK; [exact Hw3|]. unfold stream_of in *. eapply same_but_trans; [exact Hs1|].
      eapply same_but_step; [exact Hs2|in_some|]. eapply same_but_more; [exact Hs3|in_some]. }
    pose proof (wiped_same m state 32) as S0. set (m0 := write m state (zeros 32)) in *.
    assert (at_work 0 [] m0) as W0.
    { assert (read m0 state 32 = repeat 0 32) as E by (exact (wiped_read m state 32)).
      change 32%nat with (16 + 16)%nat in E at 1. rewrite read_add in E.
      change (repeat 0 32) with (repeat 0 16 ++ repeat 0 16) in E. apply app_inj_1 in E as [E1 E2]; [|by rewrite read_length].
      change (N.of_nat 16) with 16 in E2.
      split; [eapply (ready_kept size); [exact Hasm|exact S0|aparts|aparts|exact Hr]|..]; [by rewrite load_read, E1|by rewrite load_read, E2|done]. }
    assert (read m0 nonce len = read m nonce len) as En by (apply (same_read _ _ _ _ _ S0); aparts).
    destruct (Nat.eqb_spec len 12) as [E|E].
    - subst len. set (b := rev (read m0 nonce 12 ++ [0; 0; 0; 1])).
      assert (length b = 16%nat) as Lb by (unfold b; by rewrite rev_length, app_length, read_length).
      assert (Forall byte b) as Bb by (apply Forall_rev, Forall_app; split; [apply read_bytes|by repeat constructor]).
      pose proof (write_same m0 state b) as S1. rewrite Lb in S1. change (N.of_nat 16) with 16 in S1.
      apply Hrest; [|unfold stream_of; eapply same_but_step; [exact S0|in_some|]; eapply same_but_more; [exact S1|in_some]].
      destruct W0 as [W1 _ W3 W4]. split; [eapply (ready_kept size); [exact Hasm|exact S1|aparts|aparts|exact W1]| | |exact W4].
      + rewrite load_write by done. unfold pre_counter. rewrite read_length. cbn [Nat.eqb]. unfold b. by rewrite En.
      + rewrite <-W3. eapply same_load; [exact S1|aparts].
    - apply (absorbed size n o ks h Hasm Hplaces) with (c := 0) (l := []);
        [done|exact W0|cbn; lia|constructor|exact Bn|exact Ns|exact Nk|exact Np|].
      intros m1 w1 l1 W1 L1 B1 E1 S1. cbn [app] in E1.
      apply (lengths_absorbed size n o ks h Hasm Hplaces) with (c := 0) (l := l1); try assumption.
      intros m2 W2 S2. set (j0 := pre_counter h (read m nonce len)).
      set (v := read m2 (state + 16) 16).
      assert (join 8 v = j0) as Ev.
      { unfold v. rewrite <-load_read. destruct W2 as [_ _ -> _]. rewrite ghash_from_blocks.
        rewrite app_assoc, <-pad_app, E1, En by apply W1. rewrite padded_app, padded_pad by apply pad_whole.
        assert (padded (length_block 0 len) = [length_bits (read m nonce len)]) as ->.
        { rewrite padded_more by (intros Hnil; pose proof (length_block_length 0 len) as HL; by rewrite Hnil in HL).
          pose proof (length_block_length 0 len) as HL. rewrite firstn_all2, skipn_all2, HL by lia.
          change (repeat 0 (16 - 16)) with (@nil N). rewrite app_nil_r, length_block_number by (done || lia).
          unfold length_bits. by rewrite read_length. }
        unfold j0, pre_counter. rewrite read_length. by rewrite (proj2 (Nat.eqb_neq _ _) E). }
      assert (length v = 16%nat) as Lv by apply read_length. assert (Forall byte v) as Bv by apply read_bytes. clearbody v.
      pose proof (write_same m2 state v) as S3. rewrite Lv in S3. change (N.of_nat 16) with 16 in S3.
      set (m3 := write m2 state v) in *.
      pose proof (wiped_same m3 (state + 16) 16) as S4.
      apply Hrest.
      + destruct W2 as [R2 _ _ _]. split.
        * eapply (ready_kept size); [exact Hasm|exact S4|aparts|aparts|].
          eapply (ready_kept size); [exact Hasm|exact S3|aparts|aparts|exact R2].
        * rewrite (same_load _ _ _ _ S4) by aparts. unfold m3. by rewrite load_write.
        * rewrite load_write; [reflexivity|apply repeat_bytes|done].
        * done.
      + unfold stream_of in *. eapply same_but_step; [exact S0|in_some|]. eapply same_but_trans; [exact S1|].
        eapply same_but_trans; [exact S2|]. eapply same_but_step; [exact S3|in_some|]. eapply same_but_more; [exact S4|in_some].
  Qed.

  (** The key stream that is used of the first five blocks is whole blocks, and the text goes on after it. *)
  Lemma left_blocks c len : ∃ j, left_to_use len (key_blocks ks c 5) = key_blocks ks c j ∧ (j ≤ 5)%nat.
  Proof using.
    unfold left_to_use. cbv zeta. destruct (Nat.eqb_spec (len / 96) 0) as [E|E]; [by exists 5%nat|].
    set (r := (len - len / 96 * 96)%nat).
    assert (r < 96)%nat as Hr.
    { unfold r. pose proof (Nat.div_mod len 96 ltac:(done)). pose proof (Nat.mod_upper_bound len 96 ltac:(done)). lia. }
    exists (r / 16)%nat. assert (r / 16 ≤ 5)%nat as H5.
    { pose proof (Nat.div_le_mono r 95 16 ltac:(done) ltac:(lia)) as D. exact D. }
    split; [|exact H5]. assert (key_blocks ks c 5 = key_blocks ks c (r / 16 + (5 - r / 16))) as -> by (f_equal; lia). rewrite key_blocks_add.
    pose proof (key_blocks_length ks c (r / 16)) as L. rewrite firstn_app.
    replace (r / 16 * 16 - length (key_blocks ks c (r / 16)))%nat with 0%nat by lia.
    rewrite firstn_all2 by lia. apply app_nil_r.
  Qed.

  (** The tag, from the hash of data, text [c] and lengths. *)
  Lemma tag_of_hash dl len data c l2 w2 l4 w4 m j0 :
    load m (state + 16) 16 = ghash_from h 0 (l4 ++ pad w4 ++ length_block dl len) →
    whole l2 → whole l4 → l2 ++ w2 = data → l4 ++ w4 = l2 ++ pad w2 ++ c →
    length data = dl → length c = len → N.of_nat dl < 2 ^ 61 → N.of_nat len <= 2 ^ 36 - 32 →
    zip_with N.lxor (rev (read m (state + 16) 16)) (encrypt_block ks j0) = Gcm_trusted.tag ks j0 data c.
  Proof using Hplaces.
    intros Hhash W2 W4 E2 E4 Ld Lc Hdl Hl. unfold Gcm_trusted.tag.
    assert (ghash h (padded data ++ padded c ++ [N.lor (N.shiftl (length_bits data) 64) (length_bits c)]) =
            load m (state + 16) 16) as ->.
    { rewrite Hhash, ghash_from_blocks. f_equal. symmetry.
      rewrite app_assoc, <-pad_app, E4 by exact W4.
      rewrite app_assoc, <-pad_app, E2 by exact W2. rewrite pad_app by apply pad_whole.
      rewrite <-app_assoc, !padded_app, !padded_pad by apply pad_whole. do 2 f_equal.
      pose proof (length_block_length dl len) as HL.
      rewrite padded_more by (intros Hnil; by rewrite Hnil in HL).
      rewrite firstn_all2, skipn_all2, HL by lia.
      change (repeat 0 (16 - 16)) with (@nil N). rewrite app_nil_r, length_block_number by lia.
      unfold length_bits. by rewrite Lc, Ld. }
    unfold to_bytes. rewrite Standard.load_bytes. change (Standard.bytes_at m (state + 16) 16) with (read m (state + 16) 16).
    assert (length (rev (read m (state + 16) 16)) = 16%nat) as Lr by (by rewrite rev_length, read_length).
    revert Lr. generalize (rev (read m (state + 16) 16)). intros r Lr.
    transitivity (ctr ks j0 r); [|unfold ctr; by rewrite Lr].
    rewrite ctr_more by (by intros ->). rewrite firstn_all2, skipn_all2 by lia. by rewrite app_nil_r.
  Qed.

  (** ** The theorem *)
  Record seal_places (nonce : N) (nonce_length : nat) (data : N) (data_length : nat) (text : N) (len : nat) (output tag hash : N) : Prop := {
    nonce_places : readable_places nonce nonce_length;
    data_places : readable_places data data_length;
    text_places : readable_places text len;
    output_places : readable_places output len;
    output_key : apart (at_key o) 352 output (N.of_nat len);
    output_constants : apart (at_constants o) 160 output (N.of_nat len);
    output_text : output = text ∨ apart output (N.of_nat len) text (N.of_nat len);
    tag_output : apart output (N.of_nat len) tag 16;
    hash_output : apart output (N.of_nat len) hash 16;
    hash_tag : apart hash 16 tag 16;
    hash_stream : apart (at_stream o) stream_size hash 16;
    stream_output : apart (at_stream o) stream_size output (N.of_nat len);
    stream_tag : apart (at_stream o) stream_size tag 16;
  }.

  Theorem sealed nonce nonce_length data data_length text len output tag hash m (K : ram → Prop) :
    ready n o ks h m → seal_places nonce nonce_length data data_length text len output tag hash →
    N.of_nat nonce_length < 2 ^ 61 → N.of_nat data_length < 2 ^ 61 → N.of_nat len <= 2 ^ 36 - 32 →
    (∀ m',
       let j0 := pre_counter h (read m nonce nonce_length) in
       let c := gctr len ks (inc32 j0) (read m text len) in
       read m' output len = c → read m' tag 16 = Gcm_trusted.tag ks j0 (read m data data_length) c →
       read m' (at_stream o) (N.to_nat stream_size) = zeros stream_size → read m' hash 16 = zeros 16 →
       same_but [(output, N.of_nat len); (tag, 16); (at_stream o, stream_size); (hash, 16)] m m' → K m') →
    seal_calls o nonce nonce_length data data_length text len output tag hash m K.
  Proof using Hasm Hplaces.
    intros Hr [Pn (Bd & Ds & Dk & Dp) (Bt & Ts & Tk & Tp) (Bo & Os & Ok & Op) Ak Ac Hplace Htag Hho Hht Hsh Hso Hst] Hnl Hdl Hl HK.
    unfold seal_calls. apply begun; [exact Hr|exact Pn|exact Hnl|].
    set (j0 := pre_counter h (read m nonce nonce_length)) in *. intros m1 W1 S1.
    apply (absorbed size n o ks h Hasm Hplaces) with (c := inc32 j0) (l := []); try assumption; [done|cbn; lia|constructor|].
    rewrite (same_read _ _ _ _ _ S1) by (unfold stream_of; aparts).
    intros m2 w2 l2 W2 L2 B2 E2 S2. cbn [app] in E2. cbv zeta.
    destruct (left_blocks (inc32 j0) len) as (j & -> & Hj). rewrite key_blocks_length, Nat.mul_comm, Nat.div_mul by done.
    destruct (advanced size n o ks h Hasm Hplaces j _ _ m2 W2) as [W3 S3]. pose proof Hplaces as [].
    assert (read (advance o j m2) text len = read m text len) as Et.
    { rewrite (same_read _ _ _ _ _ S3) by aparts. rewrite (same_read _ _ _ _ _ S2) by (unfold stream_of; aparts).
      apply (same_read _ _ _ _ _ S1). unfold stream_of. aparts. }
    apply (encrypted size n o ks h Hasm Hplaces) with (c := Nat.iter j inc32 (inc32 j0)) (l := l2); try assumption;
      [done|by apply padded_length|by apply pad_bytes|apply key_blocks_bytes|destruct Hplace as [->|Hp]; [lia|unfold apart in Hp; lia]|].
    rewrite Et, key_blocks_length, <-ctr_key. intros m4 w4 c4 l4 W4 L4 B4 Eout E4 S4.
    assert (ctr ks (inc32 j0) (read m text len) = gctr len ks (inc32 j0) (read m text len)) as Ec
      by (unfold ctr; by rewrite read_length).
    rewrite Ec in Eout.
    apply (lengths_absorbed size n o ks h Hasm Hplaces) with (c := c4) (l := l4); try assumption.
    intros m5 W5 S5. destruct W5 as [_ _ Hhash _].
    cbn [wipe machine]. set (v := rev (read m5 (state + 16) 16)).
    assert (length v = 16%nat) as Lv by (unfold v; by rewrite rev_length, read_length).
    assert (Forall byte v) as Bv by (apply Forall_rev, read_bytes).
    pose proof (write_same m5 hash v) as S6. rewrite Lv in S6. change (N.of_nat 16) with 16 in S6.
    assert (read (write m5 hash v) hash 16 = v) as Ev by (rewrite <-Lv; by apply read_write). rewrite Ev.
    set (m6 := write m5 hash v) in *. unfold v. clear Ev.
    set (t := zip_with N.lxor (rev (read m5 (state + 16) 16)) (encrypt_block ks j0)).
    assert (Forall byte t) as Bt' by (apply xor_bytes; [apply Forall_rev, read_bytes|apply encrypt_block_bytes]).
    assert (length t = 16%nat) as Lt by (unfold t; rewrite zip_with_length, rev_length, read_length, encrypt_block_length; done).
    pose proof (write_same m6 tag t) as S7. rewrite Lt in S7. change (N.of_nat 16) with 16 in S7.
    assert (read (write m6 tag t) tag 16 = t) as E7 by (rewrite <-Lt; by apply read_write).
    set (m7 := write m6 tag t) in *.
    pose proof (wiped_same m7 hash 16) as S8. pose proof (wiped_read m7 hash 16) as Z8. set (m8 := write m7 hash (zeros 16)) in *.
    pose proof (wiped_same m8 (at_stream o) stream_size) as S9. pose proof (wiped_read m8 (at_stream o) stream_size) as Z9.
    set (m9 := write m8 (at_stream o) (zeros stream_size)) in *.
    apply HK; fold j0; [| |exact Z9| |].
    - rewrite (same_read _ _ _ _ _ S9), (same_read _ _ _ _ _ S8), (same_read _ _ _ _ _ S7), (same_read _ _ _ _ _ S6) by aparts.
      rewrite (same_read _ _ _ _ _ S5) by (unfold stream_of; aparts). exact Eout.
    - rewrite (same_read _ _ _ _ _ S9), (same_read _ _ _ _ _ S8), E7 by aparts. unfold t.
      rewrite <-Eout. apply (tag_of_hash data_length len _ _ l2 w2 l4 w4); try assumption; try lia;
        [apply W2|apply W4|by apply read_length|by apply read_length].
    - rewrite (same_read _ _ _ _ _ S9) by aparts. exact Z8.
    - unfold stream_of, at_state, at_keystream, at_pending in *.
      eapply same_but_step; [exact S1|in_some|]. eapply same_but_step; [exact S2|in_some|].
      eapply same_but_step; [exact S3|in_some|]. eapply same_but_step; [exact S4|in_some|].
      eapply same_but_step; [exact S5|in_some|]. eapply same_but_step; [exact S6|in_some|].
      eapply same_but_step; [exact S7|in_some|]. eapply same_but_step; [exact S8|in_some|].
      eapply same_but_more; [exact S9|in_some].
  Qed.
End sealing.
