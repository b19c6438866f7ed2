(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The text, when opening: like Encrypting.v, but what is hashed is what is read, before it may be overwritten. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted State_trusted.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Loops Require Import Text Correct.
From Fairlead.Gcm.Library Require Import Library_trusted Frame Strings Calls Hashing Encrypting.
Local Open Scope N_scope.

Local Opaque key_schedule aes multiply encrypt_block inc32 ghash_from pad.

(** One turn of decrypt_rest, from key stream that is left over. *)
Definition rest_some (o : library) (fuel : nat) (p q : N) (len : nat) (K : list N → ram → Prop)
    (left : list N) (m : ram) : Prop :=
  let take := Nat.min len (length left) in
  let m := write m q (zip_with N.lxor (read m p take) left) in
  decrypt_rest o fuel (p + N.of_nat take) (q + N.of_nat take) (len - take) (skipn take left) m K.

Lemma rest_more o fuel p q len left m K : (0 < len)%nat →
  decrypt_rest o (S fuel) p q len left m K =
  if (length left =? 0)%nat
  then call_keystream o (at_state o) (at_keystream o) m (λ m,
    rest_some o fuel p q len K (read m (at_keystream o) 96) (advance o 6 m))
  else rest_some o fuel p q len K left m.
Proof. destruct len; [by intros ?%Nat.lt_irrefl|reflexivity]. Qed.

Lemma decrypt_more o fuel p q len left w m (K : list N → ram → Prop) : (0 < len)%nat →
  decrypt o (S fuel) p q len left w m K =
  let groups := if (length w mod 16 =? 0)%nat && (length left =? 0)%nat then (len / 96)%nat else 0%nat in
  if (groups =? 0)%nat then
    let step := if (0 <? length left)%nat && (length left <? len)%nat then length left else len in
    absorb o step w p step m (λ w m,
    decrypt_rest o step p q step left m (λ left m,
    decrypt o fuel (p + N.of_nat step) (q + N.of_nat step) (len - step) left w m K))
  else
    hash_waiting o w m (λ m,
    call_decrypt o p q groups m (λ m,
    decrypt o fuel (p + 96 * N.of_nat groups) (q + 96 * N.of_nat groups) (len - 96 * groups) left [] m K)).
Proof. destruct len; [by intros ?%Nat.lt_irrefl|reflexivity]. Qed.

(** A text is its parts, added to key stream that is left and to new one. *)
Lemma xor_left ks c (left a b : list N) : (length a ≤ length left)%nat →
  zip_with N.lxor (a ++ b) left ++ ctr ks c (skipn (length left) (a ++ b)) =
  zip_with N.lxor a left ++
    (zip_with N.lxor b (skipn (length a) left) ++ ctr ks c (skipn (length (skipn (length a) left)) b)).
Proof.
  intros H. assert (∃ u v, left = u ++ v ∧ length a = length u) as (u & v & -> & E).
  { exists (take (length a) left), (drop (length a) left). rewrite take_drop, take_length. split; [done|lia]. }
  assert (zip_with N.lxor a (u ++ v) = zip_with N.lxor a u) as ->.
  { rewrite <-(app_nil_r a) at 1. rewrite zip_with_app by done. cbn. apply app_nil_r. }
  rewrite zip_with_app, (drop_app_alt u v) by done. rewrite <-app_assoc. do 3 f_equal.
  rewrite app_length, skipn_app, (skipn_all2 a) by lia. cbn. f_equal. lia.
Qed.

Section decrypting.
  Context (size n : nat) (o : library) (ks : list N) (h : N).
  Context (Hasm : assembly size n o) (Hplaces : stream_places o).

  Notation state := (at_state o).
  Notation pending := (at_pending o).
  Notation keystream := (at_keystream o).
  Notation at_work := (at_work n o ks h).
  Notation scratch := (stream_of o).

  Lemma rest_decrypted fuel : ∀ p q len left c l m (K : list N → ram → Prop),
    (len ≤ fuel)%nat → at_work c l m → Forall byte left →
    p + N.of_nat len <= 2 ^ 64 → q + N.of_nat len <= 2 ^ 64 → q <= p ∨ p + N.of_nat len <= q →
    apart p (N.of_nat len) state 32 → apart p (N.of_nat len) keystream 96 → apart p (N.of_nat len) pending 96 →
    apart q (N.of_nat len) state 32 → apart q (N.of_nat len) keystream 96 → apart q (N.of_nat len) pending 96 →
    apart (at_key o) 352 q (N.of_nat len) → apart (at_constants o) 160 q (N.of_nat len) →
    (∀ m' left' c', at_work c' l m' →
       read m' q len = zip_with N.lxor (read m p len) left ++ ctr ks c (skipn (length left) (read m p len)) →
       (length left = len → left' = [] ∧ c' = c) →
       same_but ((q, N.of_nat len) :: scratch) m m' → K left' m') →
    decrypt_rest o fuel p q len left m K.
  Proof using Hasm Hplaces.
    induction fuel as [|fuel IH];
      intros p q len left c l m K Hfuel Hw Hleft Bp Bq Hplace Ps Pk Pp Qs Qk Qp Ak Ac HK.
    { destruct len; [|lia]. cbn [decrypt_rest]. apply (HK m left c); [exact Hw|by rewrite skipn_nil| |apply same_but_refl].
      intros E. split; [by destruct left|done]. }
    destruct len as [|len0].
    { cbn [decrypt_rest]. apply (HK m left c); [exact Hw|by rewrite skipn_nil| |apply same_but_refl].
      intros E. split; [by destruct left|done]. }
    remember (S len0) as len eqn:Elen.
    assert (0 < len)%nat as Hpos by (rewrite Elen; apply Nat.lt_0_succ). rewrite rest_more by exact Hpos.
    set (some := rest_some o fuel p q len K). clear Elen len0.
    assert (∀ left c m, at_work c l m → Forall byte left → (0 < length left)%nat →
      (∀ m' left' c', at_work c' l m' →
         read m' q len = zip_with N.lxor (read m p len) left ++ ctr ks c (skipn (length left) (read m p len)) →
         (length left = len → left' = [] ∧ c' = c) →
         same_but ((q, N.of_nat len) :: scratch) m m' → K left' m') → some left m) as Hsome.
    { clear left c m Hw Hleft HK. intros left c m Hw Hleft Hne HK. unfold some, rest_some. cbv zeta.
      set (take := Nat.min len (length left)).
      assert (0 < take ≤ len ∧ take ≤ length left)%nat as [Ht Htl] by (unfold take; lia). clearbody take.
      set (x := zip_with N.lxor (read m p take) left).
      assert (length x = take) as Lx by (unfold x; rewrite zip_with_length, read_length; lia).
      assert (Forall byte x) as Bx by (apply xor_bytes; [apply read_bytes|exact Hleft]).
      pose proof (write_same m q x) as Hs1. rewrite Lx in Hs1. pose proof Hplaces as [].
      apply (IH _ _ _ _ c l); try assumption; try lia;
        [eapply at_work_kept; [exact Hasm|exact Hs1|aparts|aparts|aparts|exact Hw]|by apply Forall_drop|apart..|].
      intros m3 left3 c3 Hw3 Eout Hdone Hs3.
      assert (read (write m q x) (p + N.of_nat take) (len - take) = read m (p + N.of_nat take) (len - take)) as Ep.
      { apply (same_read _ _ _ _ _ Hs1). aparts. }
      assert (read m3 q take = x) as Ex3.
      { rewrite (same_read _ _ _ _ _ Hs3) by (unfold stream_of; aparts). rewrite <-Lx. by apply read_write. }
      assert (read m3 q len = x ++ read m3 (q + N.of_nat take) (len - take)) as Eq.
      { replace len with (take + (len - take))%nat at 1 by lia. by rewrite read_add, Ex3. }
      assert (read m p len = read m p take ++ read m (p + N.of_nat take) (len - take)) as Er.
      { replace len with (take + (len - take))%nat at 1 by lia. by rewrite read_add. }
      apply (HK m3 left3 c3); [exact Hw3| | |].
      - rewrite Eq, Eout, Ep, Er, xor_left by (rewrite read_length; lia). by rewrite read_length.
      - intros E. apply Hdone. rewrite skipn_length. lia.
      - unfold stream_of in *. eapply same_but_step; [exact Hs1|in_some|]. eapply same_but_more; [exact Hs3|in_some]. }
    destruct (Nat.eqb_spec (length left) 0) as [El|El]; [|by apply (Hsome left c m Hw Hleft ltac:(lia))].
    destruct left; [|done]. apply (stream_made size n o ks h Hasm Hplaces c l m); [exact Hw|]. intros m1 Eout Hw1 Hs1.
    destruct (advanced size n o ks h Hasm Hplaces 6 c l m1 Hw1) as [Hw2 Hs2]. rewrite Eout. pose proof Hplaces as [].
    apply (Hsome _ _ _ Hw2); [apply key_blocks_bytes|rewrite key_blocks_length; lia|].
    intros m3 left3 c3 Hw3 E3 _ Hs3. apply (HK m3 left3 c3); [exact Hw3| | |].
    - rewrite E3, key_blocks_length.
      assert (read (advance o 6 m1) p len = read m p len) as ->.
      { rewrite (same_read _ _ _ _ _ Hs2) by aparts. apply (same_read _ _ _ _ _ Hs1). aparts. }
      cbn [length]. rewrite drop_0. rewrite (ctr_key ks 6 c (read m p len)). by destruct (read m p len).
    - cbn. lia.
    - unfold stream_of in *. eapply same_but_step; [exact Hs1|in_some|]. eapply same_but_step; [exact Hs2|in_some|exact Hs3].
  Qed.

  Lemma decrypted fuel : ∀ p q len left w c l m (K : list N → ram → Prop),
    (len ≤ fuel)%nat → at_work c l m → (length w ≤ 96)%nat → Forall byte w → Forall byte left →
    p + N.of_nat len <= 2 ^ 64 → q + N.of_nat len <= 2 ^ 64 → q <= p ∨ p + N.of_nat len <= q →
    apart p (N.of_nat len) state 32 → apart p (N.of_nat len) keystream 96 → apart p (N.of_nat len) pending 96 →
    apart q (N.of_nat len) state 32 → apart q (N.of_nat len) keystream 96 → apart q (N.of_nat len) pending 96 →
    apart (at_key o) 352 q (N.of_nat len) → apart (at_constants o) 160 q (N.of_nat len) →
    (∀ m' w' c' l', at_work c' l' m' → (length w' ≤ 96)%nat → Forall byte w' →
       read m' q len = zip_with N.lxor (read m p len) left ++ ctr ks c (skipn (length left) (read m p len)) →
       l' ++ w' = l ++ w ++ read m p len →
       same_but ((q, N.of_nat len) :: scratch) m m' → K w' m') →
    decrypt o fuel p q len left w m K.
  Proof using Hasm Hplaces.
    induction fuel as [|fuel IH];
      intros p q len left w c l m K Hfuel Hw Hlen Hb Hleft Bp Bq Hplace Ps Pk Pp Qs Qk Qp Ak Ac HK.
    { destruct len; [|lia]. cbn [decrypt]. apply (HK m w c l); try assumption; [..|apply same_but_refl].
      - by rewrite skipn_nil.
      - by rewrite app_nil_r. }
    destruct len as [|len0].
    { cbn [decrypt]. apply (HK m w c l); try assumption; [..|apply same_but_refl]; [by rewrite skipn_nil|by rewrite app_nil_r]. }
    remember (S len0) as len eqn:Elen.
    assert (0 < len)%nat as Hpos by (rewrite Elen; apply Nat.lt_0_succ). rewrite decrypt_more by exact Hpos.
    set (groups := if (length w mod 16 =? 0)%nat && (length left =? 0)%nat then (len / 96)%nat else 0%nat). cbv zeta.
    clear Elen len0.
    destruct (Nat.eqb_spec groups 0) as [Eg|Eg].
    - set (step := if (0 <? length left)%nat && (length left <? len)%nat then length left else len).
      assert (0 < step ≤ len ∧ (step = len ∨ step = length left))%nat as [Hstep Hcase].
      { unfold step. destruct (Nat.ltb_spec 0 (length left)), (Nat.ltb_spec (length left) len); cbn [andb]; lia. }
      clearbody step. clear groups Eg. pose proof Hplaces as [].
      apply (absorbed size n o ks h Hasm Hplaces) with (c := c) (l := l); try assumption; try lia; [apart..|].
      intros m1 w1 l1 Hw1 Hlen1 Hb1 E1 Hs1.
      assert (∀ a k, p <= a → a + N.of_nat k <= p + N.of_nat len → read m1 a k = read m a k) as Ep1.
      { intros a k Ha1 Ha2. apply (same_read _ _ _ _ _ Hs1). unfold stream_of.
        repeat apply Forall_cons_2; try apply Forall_nil_2; cbn [fst snd];
          [apply (apart_part _ _ _ _ _ _ _ _ Ps)|apply (apart_part _ _ _ _ _ _ _ _ Pk)|apply (apart_part _ _ _ _ _ _ _ _ Pp)]; lia. }
      apply (rest_decrypted step) with (c := c) (l := l1); try assumption; try lia; [apart..|].
      intros m2 left2 c2 Hw2 Eout2 Hdone Hs2. rewrite Ep1 in Eout2 by lia.
      destruct (decide (step = len)) as [->|Hne].
      + rewrite Nat.sub_diag.
        assert (decrypt o fuel (p + N.of_nat len) (q + N.of_nat len) 0 left2 w1 m2 K = K w1 m2) as -> by (by destruct fuel).
        apply (HK m2 w1 c2 l1); try assumption. by eapply same_but_trans; [eapply same_but_more; [exact Hs1|in_some]|exact Hs2].
      + destruct Hcase as [|Hcase]; [done|]. destruct (Hdone (eq_sym Hcase)) as [-> ->].
        assert (read m2 (p + N.of_nat step) (len - step) = read m (p + N.of_nat step) (len - step)) as Ep2.
        { rewrite <-Ep1 by lia. apply (same_read _ _ _ _ _ Hs2). unfold stream_of. aparts. }
        apply (IH _ _ _ _ _ c l1); try assumption; try lia; [constructor|apart..|].
        intros m3 w3 c3 l3 Hw3 Hlen3 Hb3 E3 El3 Hs3. rewrite Ep2 in E3, El3.
        assert (read m3 q step = read m2 q step) as Eq3.
        { apply (same_read _ _ _ _ _ Hs3). unfold stream_of. aparts. }
        assert (read m3 q len = read m3 q step ++ read m3 (q + N.of_nat step) (len - step)) as Eq.
        { replace len with (step + (len - step))%nat at 1 by lia. by rewrite read_add. }
        assert (read m p len = read m p step ++ read m (p + N.of_nat step) (len - step)) as Er.
        { replace len with (step + (len - step))%nat at 1 by lia. by rewrite read_add. }
        apply (HK m3 w3 c3 l3); try assumption.
        * rewrite Eq, Eq3, Eout2, E3, Er, xor_left, read_length by (rewrite read_length; lia).
          rewrite (skipn_all2 (read m p step)) by (rewrite read_length; lia). rewrite (skipn_all2 left) by lia.
          assert (ctr ks c [] = []) as -> by reflexivity. by rewrite app_nil_r.
        * rewrite El3, Er, app_assoc, E1. by rewrite !app_assoc.
        * unfold stream_of in *. eapply same_but_step; [exact Hs1|in_some|]. eapply same_but_step; [exact Hs2|in_some|].
          eapply same_but_more; [exact Hs3|in_some].
    - unfold groups in *. destruct ((length w mod 16 =? 0)%nat && (length left =? 0)%nat) eqn:Ew; [|done].
      apply andb_true_iff in Ew as [Ew%Nat.eqb_eq El%Nat.eqb_eq]. destruct left; [|done].
      assert (96 * (len / 96) ≤ len)%nat as Hle by (apply Nat.mul_div_le; lia).
      revert Eg Hle. generalize (len / 96)%nat. clear groups. intros groups Eg Hle.
      apply (waiting_hashed size n o ks h Hasm Hplaces w c l m); try assumption. intros m1 Hw1 Hs1. pose proof Hplaces as [].
      pose proof Hw1 as [R1 W2 W3 W4].
      apply (decrypt_called size n o Hasm) with (ks := ks) (h := h) (c := c) (y := ghash_from h 0 (l ++ w));
        try assumption; try lia; [apart..|].
      intros m2 Eout Ectr Ehash Hs2.
      assert (read m1 p len = read m p len) as Ep1 by (apply (same_read _ _ _ _ _ Hs1); unfold stream_of; aparts).
      assert (read m1 p (96 * groups) = read m p (96 * groups)) as Ep2.
      { apply (same_read _ _ _ _ _ Hs1). unfold stream_of. aparts. }
      rewrite Ep2 in Eout, Ehash.
      assert (at_work (Nat.iter (6 * groups) inc32 c) ((l ++ w) ++ read m p (96 * groups)) m2) as Hw2.
      { split.
        - eapply (ready_kept size); [exact Hasm|exact Hs2|aparts|aparts|exact R1].
        - exact Ectr.
        - rewrite Ehash. symmetry. by apply ghash_from_app.
        - apply whole_blocks in W4 as [k Hk]. apply (blocks_whole (k + 6 * groups)). rewrite app_length, read_length. lia. }
      assert (read m2 (p + 96 * N.of_nat groups) (len - 96 * groups) = read m (p + 96 * N.of_nat groups) (len - 96 * groups)) as Ep3.
      { rewrite (same_read _ _ _ _ _ Hs2) by aparts. apply (same_read _ _ _ _ _ Hs1). unfold stream_of. aparts. }
      apply (IH _ _ _ _ _ (Nat.iter (6 * groups) inc32 c) ((l ++ w) ++ read m p (96 * groups)));
        try assumption; try lia; try (by constructor); [apart..|].
      intros m3 w3 c3 l3 Hw3 Hlen3 Hb3 E3 El3 Hs3. rewrite Ep3 in E3, El3.
      assert (read m p len = read m p (96 * groups) ++ read m (p + 96 * N.of_nat groups) (len - 96 * groups)) as Er.
      { replace len with (96 * groups + (len - 96 * groups))%nat at 1 by lia. rewrite read_add. do 2 f_equal. lia. }
      assert (read m3 q len = read m2 q (96 * groups) ++ read m3 (q + 96 * N.of_nat groups) (len - 96 * groups)) as Eq.
      { replace len with (96 * groups + (len - 96 * groups))%nat at 1 by lia. rewrite read_add. f_equal; [|f_equal; lia].
        apply (same_read _ _ _ _ _ Hs3). unfold stream_of. aparts. }
      apply (HK m3 w3 c3 l3); try assumption.
      + rewrite Eq, E3, Eout, Er.
        assert (∀ x : list N, zip_with N.lxor x [] = []) as Z by (by intros []). rewrite !Z. cbn [app length]. rewrite !drop_0.
        by rewrite (ctr_app ks (6 * groups)) by (rewrite read_length; lia).
      + rewrite El3, Er. cbn [app]. by rewrite !app_assoc.
      + unfold stream_of in *. eapply same_but_step; [exact Hs1|in_some|]. eapply same_but_step; [exact Hs2|in_some|].
        eapply same_but_more; [exact Hs3|in_some].
  Qed.
End decrypting.
