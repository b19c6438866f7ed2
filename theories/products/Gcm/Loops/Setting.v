(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Where a procedure finds the key, the constants and the text: memory regions, and what is in
    them. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Model Require Import Syntax_trusted State_trusted.
From Fairlead.Asm.Footprints Require Import Footprint.
From Fairlead.Asm.Vectors Require Import Vector128.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Algebra Require Import Multiply Aggregate Reduction Blocks.
From Fairlead.Gcm.Macros Require Import Listing Counters Cipher Hash.
From Fairlead.Gcm.Loops Require Import Text.
Local Open Scope N_scope.

(** The addresses from [a] to [a + n] are in the region. *)
Definition span (g : env) (r a n : N) : Prop :=
  r_base (regions g r) <= a ∧ a + n <= r_base (regions g r) + r_size (regions g r) ∧
  r_base (regions g r) + r_size (regions g r) <= 2 ^ 64.

Definition writable_region (g : env) (r : N) : Prop := r_writable (regions g r) = true.

(** ** Addresses *)

Lemma address_plus g f r d rg x :
  f (G r) = low 64 x → (0 <= Z.of_N x + d < 2 ^ 64)%Z →
  address g f (Mem (BaseReg r) None d rg) = Z.to_N (Z.of_N x + d).
Proof.
  intros Hf Hd. unfold address, word. cbn [m_base m_index m_disp]. rewrite Hf, of_low64, Z.add_0_r.
  change (2 ^ Z.of_N 64)%Z with modulus. rewrite Zplus_mod_idemp_l. by rewrite Z.mod_small by exact Hd.
Qed.

Lemma address_symbol g f p d rg :
  (0 <= Z.of_N (symbol g p) + d < 2 ^ 64)%Z →
  address g f (Mem (BaseSym p) None d rg) = Z.to_N (Z.of_N (symbol g p) + d).
Proof.
  intros Hd. unfold address, word. cbn [m_base m_index m_disp]. rewrite Z.add_0_r.
  change (2 ^ Z.of_N 64)%Z with modulus. by rewrite Z.mod_small by exact Hd.
Qed.

Lemma span_readable g s m r a n o :
  m_region m = r → span g r a n → address g (locs s) m = a + o → o + 16 <= n → readable g s m.
Proof.
  intros <- (H1 & H2 & H3) Ha Ho. unfold readable, permitted, within. cbn [a_use a_mem a_bytes a_align loads stores negb orb].
  rewrite Ha, N.mod_1_r. rewrite !(proj2 (N.leb_le _ _)) by lia. done.
Qed.

Lemma span_writable g s m r a n o :
  m_region m = r → span g r a n → writable_region g r → address g (locs s) m = a + o → o + 16 <= n → writable g s m.
Proof.
  intros <- (H1 & H2 & H3) Hw Ha Ho. unfold writable, permitted, within. cbn [a_use a_mem a_bytes a_align loads stores negb orb].
  rewrite Ha, N.mod_1_r. rewrite !(proj2 (N.leb_le _ _)) by lia. cbn. exact Hw.
Qed.

(** ** The key and the constants *)

Definition constants_address (g : env) : N := symbol g constants_symbol.

(** At [k]: the round keys, and from 256 on six powers of the hash key [h], each times x. The
    constants of constants.S. *)
Record setting (g : env) (b : bytes_of_memory) (k : N) (ks : list N) (h : N) : Prop := Setting {
  set_keys : span g key_region k 352;
  set_constants : span g constants_region (constants_address g) 144;
  set_round_keys i x : nth_error ks i = Some x → load b (k + 16 * N.of_nat i) 16 = x;
  set_powers j : (j < 6)%nat → load b (k + 256 + 16 * N.of_nat j) 16 = twist (power h j);
  set_reversal : load b (constants_address g) 16 = reversal;
  set_numbers i : (1 ≤ i ≤ 6)%nat → load b (constants_address g + 16 + 16 * N.of_nat i) 16 = N.of_nat i;
  set_polynomial : load b (constants_address g + 128) 16 = polynomial;
  set_count : (length ks ≤ 15)%nat;
  set_hash_key : h < 2 ^ 128;
}.

(** Memory may change elsewhere. *)
Lemma setting_agree g b b' k ks h :
  (∀ x, k <= x < k + 352 ∨ constants_address g <= x < constants_address g + 144 → b' x = b x) →
  setting g b k ks h → setting g b' k ks h.
Proof.
  intros H [A1 A2 A3 A4 A5 A6 A7 A8 A9].
  assert (∀ p, k <= p ∧ p + 16 <= k + 352 ∨ constants_address g <= p ∧ p + 16 <= constants_address g + 144 →
               load b' p 16 = load b p 16) as L.
  { intros p Hp. apply load_agree. intros x Hx. unfold covers in Hx. apply H. lia. }
  split; try done.
  - intros i x Hi. rewrite L; [by apply A3|]. assert (i < length ks)%nat by (apply nth_error_Some; by rewrite Hi). lia.
  - intros j Hj. rewrite L; [by apply A4|]. lia.
  - rewrite L; [done|]. lia.
  - intros i Hi. rewrite L; [by apply A6|]. lia.
  - rewrite L; [done|]. lia.
Qed.

(** What is at a displacement from the key or the constants, by where they are. *)
Lemma key_address_in g f k n d :
  span g key_region k n → f (G RDI) = low 64 k → (0 <= d)%Z → (d < Z.of_N n)%Z → address g f (key_at d) = k + Z.to_N d.
Proof. intros (S1 & S2 & S3) Hk Hd Hn. unfold key_at. rewrite (address_plus _ _ _ _ _ k Hk) by lia. lia. Qed.

Lemma constant_address_in g f n d :
  span g constants_region (constants_address g) n → (0 <= d)%Z → (d < Z.of_N n)%Z →
  address g f (constant_at d) = constants_address g + Z.to_N d.
Proof.
  intros (S1 & S2 & S3) Hd Hn. unfold constant_at, constants_address in *. rewrite address_symbol by lia. lia.
Qed.

Lemma key_readable_in g s k n d :
  span g key_region k n → locs s (G RDI) = low 64 k → (0 <= d)%Z → (d + 16 <= Z.of_N n)%Z → readable g s (key_at d).
Proof.
  intros Hs Hk Hd Hn. apply (span_readable g s _ key_region k n (Z.to_N d)); [done|exact Hs| |lia].
  by apply (key_address_in g _ k n); [| |lia|lia].
Qed.

Lemma constant_readable_in g s n d :
  span g constants_region (constants_address g) n → (0 <= d)%Z → (d + 16 <= Z.of_N n)%Z → readable g s (constant_at d).
Proof.
  intros Hs Hd Hn. apply (span_readable g s _ constants_region (constants_address g) n (Z.to_N d)); [done|exact Hs| |lia].
  by apply (constant_address_in g _ n); [|lia|lia].
Qed.

Section operands.
  Context (g : env) (s : state) (k : N) (ks : list N) (h : N).
  Context (Hset : setting g (memory s) k ks h) (Hk : locs s (G RDI) = low 64 k).

  Lemma key_address d : (0 <= d <= 336)%Z → address g (locs s) (key_at d) = k + Z.to_N d.
  Proof using Hset Hk. intros Hd. apply (key_address_in g _ k 352); [apply Hset|exact Hk|lia|lia]. Qed.

  Lemma constant_address d : (0 <= d <= 128)%Z → address g (locs s) (constant_at d) = constants_address g + Z.to_N d.
  Proof using Hset Hk. intros Hd. apply (constant_address_in g _ 144); [apply Hset|lia|lia]. Qed.

  Lemma key_readable d : (0 <= d <= 336)%Z → readable g s (key_at d).
  Proof using Hset Hk. intros Hd. apply (key_readable_in g s k 352); [apply Hset|exact Hk|lia|lia]. Qed.

  Lemma constant_readable d : (0 <= d <= 128)%Z → readable g s (constant_at d).
  Proof using Hset Hk. intros Hd. apply (constant_readable_in g s 144); [apply Hset|lia|lia]. Qed.

  Lemma setting_numbers : numbers (loaded g s).
  Proof using Hset Hk.
    assert (∀ i, (1 ≤ i ≤ 6)%nat → loaded g s (constant_at (16 + 16 * Z.of_nat i)) = N.of_nat i) as H.
    { intros i Hi. unfold loaded. rewrite constant_address by lia. rewrite <-(set_numbers _ _ _ _ _ Hset i Hi). f_equal. lia. }
    repeat split; [exact (H 1%nat ltac:(lia))|exact (H 2%nat ltac:(lia))|exact (H 3%nat ltac:(lia))|
                   exact (H 4%nat ltac:(lia))|exact (H 5%nat ltac:(lia))|exact (H 6%nat ltac:(lia))].
  Qed.

  Lemma setting_polynomial : loaded g s (constant_at 128) = polynomial.
  Proof using Hset Hk. unfold loaded. rewrite constant_address by lia. apply Hset. Qed.

  Lemma setting_reversal : loaded g s (constant_at 0) = reversal.
  Proof using Hset Hk.
    unfold loaded. rewrite constant_address, Z2N.inj_0, N.add_0_r by lia. apply Hset.
  Qed.

  Lemma setting_round_keys : round_keys (loaded g s) ks.
  Proof using Hset Hk.
    assert (∀ i x, nth_error ks i = Some x → loaded g s (key_at (16 * Z.of_nat i)) = x) as H.
    { intros i x Hi. pose proof (set_count _ _ _ _ _ Hset).
      assert (i < length ks)%nat by (apply nth_error_Some; by rewrite Hi). unfold loaded. rewrite key_address by lia.
      rewrite <-(set_round_keys _ _ _ _ _ Hset i x Hi). f_equal. lia. }
    split; [|exact H]. apply Forall_forall. intros x Hx. apply elem_of_list_In, In_nth_error in Hx as [i Hi].
    rewrite <-(H i x Hi). apply load_block_below.
  Qed.

  Lemma setting_powers : hash_powers (loaded g s) h.
  Proof using Hset Hk.
    intros j Hj. unfold loaded. rewrite key_address by lia. rewrite <-(set_powers _ _ _ _ _ Hset j Hj). f_equal. lia.
  Qed.
End operands.
