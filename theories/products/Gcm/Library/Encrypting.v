(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The text: whatever key stream is left is used, then whole groups go through the loop of the assembly, and new key stream
    is made for what does not fill one. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Model Require Import State_trusted.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Algebra Require Import Blocks.
From Fairlead.Gcm.Loops Require Import Text Correct.
From Fairlead.Gcm.Library Require Import Library_trusted Frame Strings Calls Hashing.
Local Open Scope N_scope.

Local Opaque key_schedule aes multiply encrypt_block inc32 ghash_from pad.

(** One turn of the loop; from key stream that is left over. *)
Definition encrypt_some (o : library) (fuel : nat) (p q : N) (len : nat) (w : list N) (K : list N → ram → Prop)
    (left : list N) (m : ram) : Prop :=
  let take := Nat.min len (length left) in
  let m := write m q (zip_with N.lxor (read m p take) left) in
  absorb o take w q take m (λ waiting m,
  encrypt o fuel (p + N.of_nat take) (q + N.of_nat take) (len - take) (skipn take left) waiting m K).

Lemma encrypt_more o fuel p q len left w m K : (0 < len)%nat →
  encrypt o (S fuel) p q len left w m K =
  let groups := if (length w mod 16 =? 0)%nat && (length left =? 0)%nat then (len / 96)%nat else 0%nat in
  if (groups =? 0)%nat then
    if (length left =? 0)%nat
    then call_keystream o (at_state o) (at_keystream o) m (λ m,
      encrypt_some o fuel p q len w K (read m (at_keystream o) 96) (advance o 6 m))
    else encrypt_some o fuel p q len w K left m
  else
    hash_waiting o w m (λ m,
    call_encrypt o p q groups m (λ m,
    encrypt o fuel (p + 96 * N.of_nat groups) (q + 96 * N.of_nat groups) (len - 96 * groups) left [] m K)).
Proof. destruct len; [by intros ?%Nat.lt_irrefl|reflexivity]. Qed.

Section encrypting.
  Context (size n : nat) (o : library) (ks : list N) (h : N).
  Context (Hasm : assembly size n o) (Hplaces : stream_places o).

  Notation state := (at_state o).
  Notation pending := (at_pending o).
  Notation keystream := (at_keystream o).
  Notation at_work := (at_work n o ks h).
  Notation scratch := (stream_of o).

  (** The counter goes on. *)
  Lemma advanced j c l m : at_work c l m →
    at_work (Nat.iter j inc32 c) l (advance o j m) ∧ same_but [(state, 16)] m (advance o j m).
  Proof using Hasm Hplaces.
    pose proof Hplaces as []. intros [W1 W2 W3 W4]. unfold advance. rewrite W2.
    set (x := Nat.iter j inc32 c). assert (x < 2 ^ 128) as Hx.
    { unfold x. apply counter_after_below. rewrite <-W2. apply load_block_below. }
    pose proof (write_same m state (split 8 16 x)) as Hs. rewrite split_length in Hs. change (N.of_nat 16) with 16 in Hs.
    split; [|exact Hs]. split; [| | |exact W4].
    - eapply (ready_kept size); [exact Hasm|exact Hs|aparts|aparts|exact W1].
    - rewrite load_write by (apply split_bytes || apply split_length). rewrite join_split. by apply lt_low.
    - rewrite <-W3. eapply same_load; [exact Hs|aparts].
  Qed.

  (** Six blocks of key stream. *)
  Lemma stream_made c l m (K : ram → Prop) :
    at_work c l m →
    (∀ m', read m' keystream 96 = key_blocks ks c 6 → at_work c l m' → same_but [(keystream, 96)] m m' → K m') →
    call_keystream o state keystream m K.
  Proof using Hasm Hplaces.
    pose proof Hplaces as []. intros Hw HK. pose proof Hw as [[R1 R2 R3 R4 R5] W2 W3 W4].
    apply (keystream_called size n o Hasm) with (ks := ks) (c := c); try assumption; [lia|].
    intros m' Hout Hsame. apply HK; [exact Hout| |exact Hsame].
    eapply at_work_kept; [exact Hasm|exact Hsame|aparts|aparts|aparts|exact Hw].
  Qed.

  Lemma encrypted fuel : ∀ p q len left w c l m (K : list N → ram → Prop),
    (len ≤ fuel)%nat → at_work c l m → (length w ≤ 96)%nat → Forall byte w → Forall byte left →
    p + N.of_nat len <= 2 ^ 64 → q + N.of_nat len <= 2 ^ 64 → q <= p ∨ p + N.of_nat len <= q →
    apart p (N.of_nat len) state 32 → apart p (N.of_nat len) keystream 96 → apart p (N.of_nat len) pending 96 →
    apart q (N.of_nat len) state 32 → apart q (N.of_nat len) keystream 96 → apart q (N.of_nat len) pending 96 →
    apart (at_key o) 352 q (N.of_nat len) → apart (at_constants o) 160 q (N.of_nat len) →
    (∀ m' w' c' l', at_work c' l' m' → (length w' ≤ 96)%nat → Forall byte w' →
       read m' q len = zip_with N.lxor (read m p len) left ++ ctr ks c (skipn (length left) (read m p len)) →
       l' ++ w' = l ++ w ++ read m' q len →
       same_but ((q, N.of_nat len) :: scratch) m m' → K w' m') →
    encrypt o fuel p q len left w m K.
  Proof using Hasm Hplaces.
    induction fuel as [|fuel IH];
      intros p q len left w c l m K Hfuel Hw Hlen Hb Hleft Bp Bq Hplace Ps Pk Pp Qs Qk Qp Ak Ac HK.
    { destruct len; [|lia]. cbn [encrypt]. apply (HK m w c l); try assumption; [..|apply same_but_refl].
      - by rewrite skipn_nil.
      - by rewrite app_nil_r. }
    destruct len as [|len0].
    { cbn [encrypt]. apply (HK m w c l); try assumption; [..|apply same_but_refl]; [by rewrite skipn_nil|by rewrite app_nil_r]. }
    remember (S len0) as len eqn:Elen.
    assert (0 < len)%nat as Hpos by (rewrite Elen; apply Nat.lt_0_succ). rewrite encrypt_more by exact Hpos.
    set (some := encrypt_some o fuel p q len w K).
    set (groups := if (length w mod 16 =? 0)%nat && (length left =? 0)%nat then (len / 96)%nat else 0%nat). cbv zeta.
    clear Elen len0.
    (* from key stream that is left over *)
    assert (∀ left c m, at_work c l m → Forall byte left → (0 < length left)%nat →
      (∀ m' w' c' l', at_work c' l' m' → (length w' ≤ 96)%nat → Forall byte w' →
         read m' q len = zip_with N.lxor (read m p len) left ++ ctr ks c (skipn (length left) (read m p len)) →
         l' ++ w' = l ++ w ++ read m' q len →
         same_but ((q, N.of_nat len) :: scratch) m m' → K w' m') → some left m) as Hsome.
    { clear left c m Hw Hleft groups HK. intros left c m Hw Hleft Hne HK. unfold some, encrypt_some. cbv zeta.
      set (take := Nat.min len (length left)).
      assert (0 < take ≤ len ∧ take ≤ length left)%nat as [Ht Htl] by (unfold take; lia).
      assert (take = len ∨ take = length left) as Hcase by (unfold take; lia). clearbody take.
      set (x := zip_with N.lxor (read m p take) left).
      assert (length x = take) as Lx by (unfold x; rewrite zip_with_length, read_length; lia).
      assert (Forall byte x) as Bx by (apply xor_bytes; [apply read_bytes|exact Hleft]).
      pose proof (write_same m q x) as Hs1. rewrite Lx in Hs1. pose proof Hplaces as [].
      apply (absorbed size n o ks h Hasm Hplaces) with (c := c) (l := l); try assumption; try lia; [|apart|apart|apart|].
      { eapply at_work_kept; [exact Hasm|exact Hs1|aparts|aparts|aparts|exact Hw]. }
      intros m2 w2 l2 Hw2 Hlen2 Hb2 E2 Hs2.
      assert (read m2 q take = x) as Ex.
      { rewrite (same_read scratch _ m2) by (exact Hs2 || (unfold stream_of; aparts)). rewrite <-Lx. by apply read_write. }
      assert (read m2 (p + N.of_nat take) (len - take) = read m (p + N.of_nat take) (len - take)) as Ep.
      { rewrite (same_read scratch _ m2) by (exact Hs2 || (unfold stream_of; aparts)).
        apply (same_read _ _ _ _ _ Hs1). aparts. }
      apply (IH _ _ _ _ _ c l2); try assumption; try lia; [by apply Forall_drop|apart..|].
      intros m3 w3 c3 l3 Hw3 Hlen3 Hb3 Eout E3 Hs3.
      assert (read m3 q take = x) as Ex3.
      { rewrite <-Ex. apply (same_read _ _ _ _ _ Hs3). unfold stream_of. aparts. }
      assert (read m3 q len = x ++ read m3 (q + N.of_nat take) (len - take)) as Eq.
      { replace len with (take + (len - take))%nat at 1 by lia. by rewrite read_add, Ex3. }
      assert (read m p len = read m p take ++ read m (p + N.of_nat take) (len - take)) as Er.
      { replace len with (take + (len - take))%nat at 1 by lia. by rewrite read_add. }
      apply (HK m3 w3 c3 l3); try assumption.
      - rewrite Eq, Eout, Ep, Er, app_assoc. set (rest := read m (p + N.of_nat take) (len - take)).
        rewrite <-(firstn_skipn take left) at 3. rewrite xor_app, firstn_length, Nat.min_l by lia.
        rewrite <-app_assoc.
        assert (firstn take (read m p take ++ rest) = read m p take) as ->.
        { rewrite <-(read_length m p take) at 1. rewrite firstn_app, Nat.sub_diag, firstn_all. apply app_nil_r. }
        assert (skipn take (read m p take ++ rest) = rest) as ->.
        { rewrite <-(read_length m p take) at 1. rewrite skipn_app, Nat.sub_diag, skipn_all. reflexivity. }
        assert (x = zip_with N.lxor (read m p take) (firstn take left)) as <-.
        { unfold x. rewrite <-(firstn_skipn take left) at 1. rewrite xor_app, firstn_length, Nat.min_l by lia.
          rewrite firstn_all2, skipn_all2 by (rewrite read_length; lia). by rewrite app_nil_r. }
        rewrite app_assoc. do 2 f_equal. rewrite skipn_length.
        rewrite skipn_app, read_length, (skipn_all2 (read m p take)) by (rewrite read_length; lia). reflexivity.
      - rewrite E3, Eq, app_assoc, E2.
        rewrite (same_read scratch (write m q x) m2) in Ex by (exact Hs2 || (unfold stream_of; aparts)).
        rewrite Ex. by rewrite !app_assoc.
      - unfold stream_of in *. eapply same_but_step; [exact Hs1|in_some|]. eapply same_but_step; [exact Hs2|in_some|].
        eapply same_but_more; [exact Hs3|in_some]. }
    destruct (Nat.eqb_spec groups 0) as [Eg|Eg].
    - destruct (Nat.eqb_spec (length left) 0) as [El|El]; [|by apply (Hsome left c m Hw Hleft ltac:(lia))].
      destruct left; [|done]. apply (stream_made c l m); [exact Hw|]. intros m1 Eout Hw1 Hs1.
      destruct (advanced 6 c l m1 Hw1) as [Hw2 Hs2]. rewrite Eout. pose proof Hplaces as [].
      apply (Hsome _ _ _ Hw2); [apply key_blocks_bytes|rewrite key_blocks_length; lia|].
      intros m3 w3 c3 l3 Hw3 Hlen3 Hb3 E3 El3 Hs3. apply (HK m3 w3 c3 l3); try assumption.
      + rewrite E3, key_blocks_length.
        assert (read (advance o 6 m1) p len = read m p len) as ->.
        { rewrite (same_read _ _ _ _ _ Hs2) by aparts. apply (same_read _ _ _ _ _ Hs1). aparts. }
        cbn [length]. rewrite drop_0.
        rewrite (ctr_key ks 6 c (read m p len)). by destruct (read m p len).
      + unfold stream_of in *. eapply same_but_step; [exact Hs1|in_some|]. eapply same_but_step; [exact Hs2|in_some|exact Hs3].
    - unfold groups in *. destruct ((length w mod 16 =? 0)%nat && (length left =? 0)%nat) eqn:Ew; [|done].
      apply andb_true_iff in Ew as [Ew%Nat.eqb_eq El%Nat.eqb_eq]. destruct left; [|done].
      assert (96 * (len / 96) ≤ len)%nat as Hle by (apply Nat.mul_div_le; lia).
      revert Eg Hle. generalize (len / 96)%nat. clear groups. intros groups Eg Hle.
      apply (waiting_hashed size n o ks h Hasm Hplaces w c l m); try assumption. intros m1 Hw1 Hs1. pose proof Hplaces as [].
      pose proof Hw1 as [R1 W2 W3 W4].
      apply (encrypt_called size n o Hasm) with (ks := ks) (h := h) (c := c) (y := ghash_from h 0 (l ++ w));
        try assumption; try lia; [apart..|].
      intros m2 Eout Ectr Ehash Hs2.
      assert (read m1 p len = read m p len) as Ep1 by (apply (same_read _ _ _ _ _ Hs1); unfold stream_of; aparts).
      assert (at_work (Nat.iter (6 * groups) inc32 c) ((l ++ w) ++ read m2 q (96 * groups)) m2) as Hw2.
      { split.
        - eapply (ready_kept size); [exact Hasm|exact Hs2|aparts|aparts|exact R1].
        - exact Ectr.
        - rewrite Ehash. symmetry. by apply ghash_from_app.
        - apply whole_blocks in W4 as [k Hk]. apply (blocks_whole (k + 6 * groups)). rewrite app_length, read_length. lia. }
      apply (IH _ _ _ _ _ (Nat.iter (6 * groups) inc32 c) ((l ++ w) ++ read m2 q (96 * groups)));
        try assumption; try lia; try (by constructor); [apart..|].
      intros m3 w3 c3 l3 Hw3 Hlen3 Hb3 E3 El3 Hs3.
      assert (read m3 q len = read m2 q (96 * groups) ++ read m3 (q + 96 * N.of_nat groups) (len - 96 * groups)) as Eq.
      { replace len with (96 * groups + (len - 96 * groups))%nat at 1 by lia. rewrite read_add. f_equal; [|f_equal; lia].
        apply (same_read _ _ _ _ _ Hs3). unfold stream_of. aparts. }
      apply (HK m3 w3 c3 l3); try assumption.
      + rewrite Eq, E3, Eout.
        assert (∀ x : list N, zip_with N.lxor x [] = []) as Z by (by intros []). rewrite !Z. cbn [app length]. rewrite !drop_0.
        assert (read m2 (p + 96 * N.of_nat groups) (len - 96 * groups) = read m (p + 96 * N.of_nat groups) (len - 96 * groups)) as ->.
        { rewrite (same_read _ _ _ _ _ Hs2) by aparts. apply (same_read _ _ _ _ _ Hs1). unfold stream_of. aparts. }
        assert (read m1 p (96 * groups) = read m p (96 * groups)) as ->.
        { apply (same_read _ _ _ _ _ Hs1). unfold stream_of. aparts. }
        replace len with (96 * groups + (len - 96 * groups))%nat at 2 by lia. rewrite read_add.
        rewrite (ctr_app ks (6 * groups)) by (rewrite read_length; lia). do 3 f_equal. lia.
      + rewrite El3, Eq. cbn [app]. by rewrite !app_assoc.
      + unfold stream_of in *. eapply same_but_step; [exact Hs1|in_some|]. eapply same_but_step; [exact Hs2|in_some|].
        eapply same_but_more; [exact Hs3|in_some].
  Qed.
End encrypting.
