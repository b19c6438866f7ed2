(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What is hashed: strings of any length wait until whole blocks of them go to the assembly. What was hashed and what
    waits is what came in. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Model Require Import State_trusted.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Algebra Require Import Blocks.
From Fairlead.Gcm.Loops Require Import Correct.
From Fairlead.Gcm.Library Require Import Library_trusted Frame Strings Calls.
Local Open Scope N_scope.

Local Opaque key_schedule aes multiply encrypt_block inc32 ghash_from pad.

(** Everything a stream needs is below 2^64, and apart. *)
Record stream_places (o : library) : Prop := {
  key_below : at_key o + 352 <= 2 ^ 64;
  constants_below : at_constants o + 160 <= 2 ^ 64;
  state_below : at_state o + 32 <= 2 ^ 64;
  keystream_below : at_keystream o + 96 <= 2 ^ 64;
  pending_below : at_pending o + 96 <= 2 ^ 64;
  key_constants : apart (at_key o) 352 (at_constants o) 160;
  key_state : apart (at_key o) 352 (at_state o) 32;
  key_keystream : apart (at_key o) 352 (at_keystream o) 96;
  key_pending : apart (at_key o) 352 (at_pending o) 96;
  constants_state : apart (at_constants o) 160 (at_state o) 32;
  constants_keystream : apart (at_constants o) 160 (at_keystream o) 96;
  constants_pending : apart (at_constants o) 160 (at_pending o) 96;
  state_keystream : apart (at_state o) 32 (at_keystream o) 96;
  state_pending : apart (at_state o) 32 (at_pending o) 96;
  keystream_pending : apart (at_keystream o) 96 (at_pending o) 96;
}.

Section hashing.
  Context (size n : nat) (o : library) (ks : list N) (h : N).
  Context (Hasm : assembly size n o) (Hplaces : stream_places o).

  Notation state := (at_state o).
  Notation pending := (at_pending o).
  Notation keystream := (at_keystream o).
  Notation ready := (ready n o ks h).
  Notation scratch := stream_of.

  (** A stream at work: the next counter is [c], and the hash is that of [done], whole blocks. *)
  Record at_work (c : N) (done : list N) (m : ram) : Prop := AtWork {
    work_ready : ready m;
    work_counter : load m state 16 = c;
    work_hash : load m (state + 16) 16 = ghash_from h 0 done;
    work_whole : whole done;
  }.

  Lemma at_work_kept ws m m' c l :
    same_but ws m m' → Forall (λ w, apart (at_key o) 352 (fst w) (snd w)) ws →
    Forall (λ w, apart (at_constants o) 160 (fst w) (snd w)) ws → Forall (λ w, apart state 32 (fst w) (snd w)) ws →
    at_work c l m → at_work c l m'.
  Proof using Hasm.
    intros H Hk Hc Hs [W1 W2 W3 W4]. split; [by eapply ready_kept| | |exact W4].
    - rewrite <-W2. eapply same_load; [exact H|]. eapply Forall_impl; [exact Hs|]. intros w Hw. cbv beta in *. apart.
    - rewrite <-W3. eapply same_load; [exact H|]. eapply Forall_impl; [exact Hs|]. intros w Hw. cbv beta in *. apart.
  Qed.

  (** One call of fl_gcm_hash. *)
  Lemma hash_works p count c l m (K : ram → Prop) :
    at_work c l m → (1 ≤ count ≤ 6)%nat → p + 16 * N.of_nat count <= 2 ^ 64 →
    (∀ m', at_work c (l ++ read m p (16 * count)) m' → same_but [(state + 16, 16)] m m' → K m') →
    call_hash o p count m K.
  Proof using Hasm Hplaces.
    destruct Hplaces. intros [W1 W2 W3 W4] Hcount Hp HK.
    eapply (hash_called n o) with (ks := ks) (h := h) (y := ghash_from h 0 l); try assumption.
    intros m' Hhash Hsame. apply HK; [|exact Hsame]. split.
    - eapply (ready_kept size); [exact Hasm|exact Hsame|aparts|aparts|exact W1].
    - rewrite <-W2. eapply same_load; [exact Hsame|aparts].
    - rewrite Hhash. symmetry. by apply ghash_from_app.
    - apply (blocks_whole (length l / 16 + count)). rewrite app_length, read_length.
      apply whole_blocks in W4 as [k ->]. rewrite Nat.mul_comm, Nat.div_mul by done. lia.
  Qed.

  (** [hash_waiting] hashes what waits. *)
  Lemma waiting_hashed w c l m (K : ram → Prop) :
    at_work c l m → whole w → (length w ≤ 96)%nat → Forall byte w →
    (∀ m', at_work c (l ++ w) m' → same_but (scratch o) m m' → K m') →
    hash_waiting o w m K.
  Proof using Hasm Hplaces.
    intros Hw Hwhole Hlen Hb HK. destruct (decide (w = [])) as [->|Hne].
    { cbn [hash_waiting]. apply HK; [by rewrite app_nil_r|apply same_but_refl]. }
    assert (hash_waiting o w m K = call_hash o pending (length w / 16) (write m pending w) K) as -> by (by destruct w).
    apply whole_blocks in Hwhole as [k Hk]. rewrite Hk, (Nat.mul_comm 16 k), Nat.div_mul by done.
    assert (1 ≤ k ≤ 6)%nat as Hr by (destruct w; [done|]; cbn [length] in *; lia).
    pose proof (write_same m pending w) as Hsame. destruct Hplaces.
    apply (hash_works _ _ c l); [|exact Hr|lia|].
    - eapply at_work_kept; [exact Hsame|aparts|aparts|aparts|exact Hw].
    - intros m' Hw' Hsame'. rewrite <-Hk, read_write in Hw' by exact Hb. apply HK; [exact Hw'|].
      unfold stream_of. eapply same_but_step; [exact Hsame|in_some|]. eapply same_but_more; [exact Hsame'|in_some].
  Qed.

  (** [absorb] keeps in order what was hashed, what waits and what comes in. *)
  Lemma absorbed fuel : ∀ w p len c l m (K : list N → ram → Prop),
    (len ≤ fuel)%nat → at_work c l m → (length w ≤ 96)%nat → Forall byte w →
    p + N.of_nat len <= 2 ^ 64 →
    apart p (N.of_nat len) state 32 → apart p (N.of_nat len) keystream 96 → apart p (N.of_nat len) pending 96 →
    (∀ m' w' l', at_work c l' m' → (length w' ≤ 96)%nat → Forall byte w' → l' ++ w' = l ++ w ++ read m p len →
       same_but (scratch o) m m' → K w' m') →
    absorb o fuel w p len m K.
  Proof using Hasm Hplaces.
    induction fuel as [|fuel IH]; intros w p len c l m K Hfuel Hw Hlen Hb Hp As Ak Ap HK.
    { destruct len; [|lia]. cbn [absorb]. apply (HK m w l); try assumption; [by rewrite app_nil_r|apply same_but_refl]. }
    destruct len as [|len0]; [cbn [absorb]; apply (HK m w l); try assumption; [by rewrite app_nil_r|apply same_but_refl]|].
    remember (S len0) as len eqn:Elen. assert (0 < len)%nat as Hpos by lia.
    set (more := λ (waiting : list N) (m : ram),
      if (length waiting =? 0)%nat && (96 <? len)%nat
      then call_hash o p 6 m (λ m, absorb o fuel waiting (p + 96) (len - 96) m K)
      else
        let take := Nat.min (96 - length waiting) len in
        absorb o fuel (waiting ++ read m p take) (p + N.of_nat take) (len - take) m K).
    assert (absorb o (S fuel) w p len m K =
      if (length w =? 96)%nat then hash_waiting o w m (more []) else more w m) as -> by (subst len; reflexivity).
    clear Elen len0.
    assert (∀ w m l, at_work c l m → (length w < 96)%nat → Forall byte w →
      (∀ m' w' l', at_work c l' m' → (length w' ≤ 96)%nat → Forall byte w' → l' ++ w' = l ++ w ++ read m p len →
        same_but (scratch o) m m' → K w' m') → more w m) as Hmore.
    { clear w m l Hw Hlen Hb HK. intros w m l Hw Hlen Hb HK. unfold more.
      destruct ((length w =? 0)%nat && (96 <? len)%nat) eqn:E.
      - apply andb_true_iff in E as [E1%Nat.eqb_eq E2%Nat.ltb_lt]. destruct w; [|done].
        destruct Hplaces. apply (hash_works _ _ c l); [exact Hw|lia|lia|]. intros m1 Hw1 Hs1.
        apply (IH _ _ _ c (l ++ read m p 96)); try assumption; try lia; [apart..|].
        intros m' w' l' Hw' Hlen' Hb' E' Hs'. apply (HK m' w' l'); try assumption.
        + rewrite E'. cbn [app]. rewrite (same_read [(state + 16, 16)] m m1) by (exact Hs1 || aparts).
          replace len with (96 + (len - 96))%nat at 2 by lia. by rewrite read_add, app_assoc.
        + unfold stream_of in *. eapply same_but_step; [exact Hs1|in_some|exact Hs'].
      - set (take := Nat.min (96 - length w) len). assert (0 < take)%nat as Ht by (unfold take; lia).
        assert (length w + take ≤ 96 ∧ take ≤ len)%nat as [H1 H2] by (unfold take; lia).
        apply (IH _ _ _ c l); try assumption; try lia; [..|apart|apart|apart|].
        + rewrite app_length, read_length. lia.
        + apply Forall_app. split; [exact Hb|apply read_bytes].
        + intros m' w' l' Hw' Hlen' Hb' E' Hs'. apply (HK m' w' l'); try assumption. rewrite E', <-app_assoc.
          replace len with (take + (len - take))%nat at 2 by lia. by rewrite read_add. }
    destruct (Nat.eqb_spec (length w) 96) as [E|E].
    - apply (waiting_hashed w c l); [exact Hw|by apply (blocks_whole 6)|lia|exact Hb|]. intros m1 Hw1 Hs1.
      apply (Hmore [] m1 (l ++ w) Hw1); [cbn; lia|constructor|].
      intros m' w' l' Hw' Hlen' Hb' E' Hs'. apply (HK m' w' l'); try assumption.
      + rewrite E'. cbn [app]. rewrite <-app_assoc. do 2 f_equal.
        eapply same_read; [exact Hs1|]. unfold stream_of. aparts.
      + by eapply same_but_trans.
    - apply (Hmore w m l Hw); [lia|exact Hb|exact HK].
  Qed.

  Lemma padded_length w : (length w ≤ 96)%nat → (length (pad w) ≤ 96)%nat.
  Proof using.
    intros H. rewrite pad_length. pose proof (Nat.div_le_mono (length w + 15) 111 16 ltac:(done) ltac:(lia)) as D.
    change (111 / 16)%nat with 6%nat in D. lia.
  Qed.

  (** The last blocks, and that of the lengths. *)
  Lemma lengths_absorbed w dl len c l m (K : ram → Prop) :
    at_work c l m → (length w ≤ 96)%nat → Forall byte w →
    (∀ m', at_work c (l ++ pad w ++ length_block dl len) m' → same_but (scratch o) m m' → K m') →
    absorb_lengths o w dl len m K.
  Proof using Hasm Hplaces.
    intros Hw Hlen Hb HK. unfold absorb_lengths. cbv zeta.
    pose proof (padded_length w Hlen) as Hp. pose proof (pad_whole w) as Hpw. pose proof (pad_bytes w Hb) as Hpb.
    revert Hp Hpw Hpb HK. generalize (pad w). clear w Hlen Hb. intros w Hlen Hwhole Hb HK.
    pose proof (length_block_length dl len) as L. pose proof (length_block_bytes dl len) as Lb.
    assert (whole (length_block dl len)) as Lw by exact (blocks_whole 1 _ L).
    destruct (Nat.eqb_spec (length w) 96) as [E|E].
    - apply (waiting_hashed w c l); try assumption. intros m1 Hw1 Hs1.
      apply (waiting_hashed _ c (l ++ w)); try assumption; [lia|]. intros m2 Hw2 Hs2.
      apply HK; [by rewrite app_assoc|by eapply same_but_trans].
    - assert (length (w ++ length_block dl len) ≤ 96)%nat as Hle.
      { rewrite app_length, L. apply whole_blocks in Hwhole as [k Hk]. lia. }
      apply (waiting_hashed _ c l); try assumption; [|by apply Forall_app].
      apply whole_blocks in Hwhole as [k Hk]. apply (blocks_whole (k + 1)). rewrite app_length. lia.
  Qed.
End hashing.
