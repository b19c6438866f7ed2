(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Where the 256-bit loops find the key, the constants and the text; what their operands load. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Model Require Import Syntax_trusted State_trusted Run_trusted.
From Fairlead.Asm.Footprints Require Import Footprint.
From Fairlead.Asm.Vectors Require Import Vector128 Vector256.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Algebra Require Import Multiply Aggregate Reduction Blocks.
From Fairlead.Gcm.Macros Require Import Evaluate Counters Cipher Hash.
From Fairlead.Gcm.Loops Require Import Text Setting.
From Fairlead.Gcm.Loops256 Require Import Macros Cipher Hash Body.
Local Open Scope N_scope.

Definition wide_constants_address (g : env) : N := symbol g wide_constants_symbol.

(** The sums of the halves of two powers, in one word. *)
Definition middles (h : N) (i j : nat) (m : N) : Prop :=
  lo64 m = halves_sum (twist (power h i)) ∧ hi64 m = halves_sum (twist (power h j)).

(** At [k]: the round keys; from 352 on eight powers of the hash key [h], the eighth first, each times x; from
    480 on the sums of their halves. The constants of constants.S and wide_constants.S. *)
Record wide_setting (g : env) (b : bytes_of_memory) (k : N) (ks : list N) (h : N) : Prop := WideSetting {
  ws_keys : span g key_region k 544;
  ws_constants : span g constants_region (constants_address g) 144;
  ws_wide_constants : span g wide_constants_region (wide_constants_address g) 160;
  ws_round_keys i x : nth_error ks i = Some x → load b (k + 16 * N.of_nat i) 16 = x;
  ws_powers j : (j < 8)%nat → load b (k + 352 + 16 * N.of_nat j) 16 = twist (power h (7 - j));
  ws_middle_0 : middles h 7 5 (load b (k + 480) 16);
  ws_middle_1 : middles h 6 4 (load b (k + 496) 16);
  ws_middle_2 : middles h 3 1 (load b (k + 512) 16);
  ws_middle_3 : middles h 2 0 (load b (k + 528) 16);
  ws_numbers i : (1 ≤ i ≤ 4)%nat →
    load b (wide_constants_address g + 32 * N.of_nat i) 16 = 2 * N.of_nat i ∧
    load b (wide_constants_address g + 32 * N.of_nat i + 16) 16 = 2 * N.of_nat i;
  ws_polynomial : load b (constants_address g + 128) 16 = polynomial;
  ws_count : (length ks ≤ 15)%nat;
  ws_hash_key : h < 2 ^ 128;
}.

Lemma span_readable_bytes g s m n r a l o :
  m_region m = r → span g r a l → address g (locs s) m = a + o → o + N.of_nat n <= l → readable_bytes g s (m, n).
Proof.
  intros <- (H1 & H2 & H3) Ha Ho. unfold readable_bytes, permitted, within.
  cbn [fst snd a_use a_mem a_bytes a_align loads stores negb orb].
  rewrite Ha, N.mod_1_r. rewrite !(proj2 (N.leb_le _ _)) by lia. done.
Qed.

Local Opaque load twist power halves_sum lo64 hi64.

Section operands.
  Context (g : env) (s : state) (k : N) (ks : list N) (h : N).
  Context (Hset : wide_setting g (memory s) k ks h) (Hk : locs s (G RDI) = low 64 k).

  Lemma wide_key_address d : (0 <= d <= 528)%Z → address g (locs s) (key_at d) = k + Z.to_N d.
  Proof using Hset Hk.
    intros Hd. destruct (ws_keys _ _ _ _ _ Hset) as (S1 & S2 & S3). unfold key_at.
    rewrite (address_plus _ _ _ _ _ k Hk) by lia. lia.
  Qed.

  Lemma narrow_constant_address d : (0 <= d <= 128)%Z → address g (locs s) (constant_at d) = constants_address g + Z.to_N d.
  Proof using Hset Hk.
    intros Hd. destruct (ws_constants _ _ _ _ _ Hset) as (S1 & S2 & S3). unfold constant_at, constants_address in *.
    rewrite address_symbol by lia. lia.
  Qed.

  Lemma wide_constant_address d :
    (0 <= d <= 144)%Z → address g (locs s) (wide_constant_at d) = wide_constants_address g + Z.to_N d.
  Proof using Hset Hk.
    intros Hd. destruct (ws_wide_constants _ _ _ _ _ Hset) as (S1 & S2 & S3).
    unfold wide_constant_at, wide_constants_address in *. rewrite address_symbol by lia. lia.
  Qed.

  Lemma key_readable_16 d : (0 <= d <= 528)%Z → readable_bytes g s (key_at d, 16%nat).
  Proof using Hset Hk.
    intros Hd. apply (span_readable_bytes g s _ _ key_region k 544 (Z.to_N d)); [done|apply Hset|by apply wide_key_address|lia].
  Qed.
  Lemma key_readable_32 d : (0 <= d <= 512)%Z → readable_bytes g s (key_at d, 32%nat).
  Proof using Hset Hk.
    intros Hd. apply (span_readable_bytes g s _ _ key_region k 544 (Z.to_N d)); [done|apply Hset|apply wide_key_address; lia|lia].
  Qed.
  Lemma constant_readable_16 d : (0 <= d <= 128)%Z → readable_bytes g s (constant_at d, 16%nat).
  Proof using Hset Hk.
    intros Hd. apply (span_readable_bytes g s _ _ constants_region (constants_address g) 144 (Z.to_N d));
      [done|apply Hset|by apply narrow_constant_address|lia].
  Qed.
  Lemma wide_constant_readable d : (0 <= d <= 128)%Z → readable_bytes g s (wide_constant_at d, 32%nat).
  Proof using Hset Hk.
    intros Hd. apply (span_readable_bytes g s _ _ wide_constants_region (wide_constants_address g) 160 (Z.to_N d));
      [done|apply Hset|apply wide_constant_address; lia|lia].
  Qed.

  Lemma key_loaded d : (0 <= d <= 528)%Z → loaded g s (key_at d) = load (memory s) (k + Z.to_N d) 16.
  Proof using Hset Hk. intros Hd. unfold loaded. by rewrite wide_key_address. Qed.

  Lemma wide_constant_loaded d :
    (0 <= d <= 144)%Z → loaded g s (wide_constant_at d) = load (memory s) (wide_constants_address g + Z.to_N d) 16.
  Proof using Hset Hk. intros Hd. unfold loaded. by rewrite wide_constant_address. Qed.

  (** The [j]th pair of powers. *)
  Lemma setting_pair j mid which :
    (2 * j + 1 < 8)%nat → (480 <= mid <= 512)%Z →
    selected which (load (memory s) (k + Z.to_N mid) 16) = halves_sum (twist (power h (7 - 2 * j))) →
    selected which (load (memory s) (k + Z.to_N (mid + 16)) 16) = halves_sum (twist (power h (7 - (2 * j + 1)))) →
    power_pair (loaded g s) (352 + 32 * Z.of_nat j) mid which
      (twist (power h (7 - 2 * j)), twist (power h (7 - (2 * j + 1)))).
  Proof using Hset Hk.
    intros Hj Hm H1 H2. pose proof (ws_powers _ _ _ _ _ Hset) as P.
    unfold power_pair, both. change (beyond (key_at mid)) with (key_at (mid + 16)).
    change (beyond (key_at (352 + 32 * Z.of_nat j))) with (key_at (352 + 32 * Z.of_nat j + 16)).
    rewrite !key_loaded by lia. cbn [fst snd]. split; [|by split].
    rewrite <-(P (2 * j)%nat), <-(P (2 * j + 1)%nat) by lia. f_equal; f_equal; lia.
  Qed.

  Lemma setting_wide_powers : wide_powers (loaded g s) h.
  Proof using Hset Hk.
    destruct (ws_middle_0 _ _ _ _ _ Hset) as [A0 B0], (ws_middle_1 _ _ _ _ _ Hset) as [A1 B1],
      (ws_middle_2 _ _ _ _ _ Hset) as [A2 B2], (ws_middle_3 _ _ _ _ _ Hset) as [A3 B3].
    split; [|split; [|split]].
    - exact (setting_pair 0 480 0 ltac:(lia) ltac:(lia) A0 A1).
    - exact (setting_pair 1 480 16 ltac:(lia) ltac:(lia) B0 B1).
    - exact (setting_pair 2 512 0 ltac:(lia) ltac:(lia) A2 A3).
    - exact (setting_pair 3 512 16 ltac:(lia) ltac:(lia) B2 B3).
  Qed.

  Lemma setting_wide_numbers : wide_numbers (loaded g s).
  Proof using Hset Hk.
    assert (∀ i, (1 ≤ i ≤ 4)%nat → both (loaded g s) (wide_constant_at (32 * Z.of_nat i)) = (2 * N.of_nat i, 2 * N.of_nat i)) as H.
    { intros i Hi. unfold both. change (beyond (wide_constant_at (32 * Z.of_nat i))) with (wide_constant_at (32 * Z.of_nat i + 16)).
      destruct (ws_numbers _ _ _ _ _ Hset i Hi) as [E1 E2]. rewrite !wide_constant_loaded by lia.
      f_equal; [rewrite <-E1|rewrite <-E2]; f_equal; lia. }
    repeat split; [exact (H 1%nat ltac:(lia))|exact (H 2%nat ltac:(lia))|exact (H 3%nat ltac:(lia))|exact (H 4%nat ltac:(lia))].
  Qed.

  Lemma setting_wide_memory : wide_memory (loaded g s) ks h.
  Proof using Hset Hk.
    split; [|apply setting_wide_numbers| |apply setting_wide_powers].
    - unfold loaded. rewrite narrow_constant_address by lia. apply Hset.
    - assert (∀ i x, nth_error ks i = Some x → loaded g s (key_at (16 * Z.of_nat i)) = x) as H.
      { intros i x Hi. pose proof (ws_count _ _ _ _ _ Hset).
        assert (i < length ks)%nat by (apply nth_error_Some; by rewrite Hi). rewrite key_loaded by lia.
        rewrite <-(ws_round_keys _ _ _ _ _ Hset i x Hi). f_equal. lia. }
      split; [|exact H]. apply Forall_forall. intros x Hx. apply elem_of_list_In, In_nth_error in Hx as [i Hi].
      rewrite <-(H i x Hi). apply load_block_below.
  Qed.
End operands.

(** ** Text *)

(** Eight blocks of text at [a], to which the operands [src] lead. *)
Definition wide_text_at (g : env) (s : state) (src : Z → mem) (a : N) : Prop :=
  (∀ d, In d [0; 32; 64; 96]%Z → readable_bytes g s (src d, 32%nat)) ∧
  (∀ d, In d [0; 32; 64; 96]%Z → beyond (src d) = src (d + 16)%Z) ∧
  (∀ d, In d eight_offsets → address g (locs s) (src d) = a + Z.to_N d).

Lemma base_wide_text_at g s r rg x a shift :
  locs s (G r) = low 64 x → span g rg a 128 → (Z.of_N x + shift = Z.of_N a)%Z →
  wide_text_at g s (λ d, Mem (BaseReg r) None (d + shift) rg) a.
Proof.
  intros Hr Hs Hx. pose proof Hs as (S1 & S2 & S3).
  assert (∀ d, (0 <= d <= 112)%Z → address g (locs s) (Mem (BaseReg r) None (d + shift) rg) = a + Z.to_N d) as E.
  { intros d Hd. rewrite (address_plus _ _ _ _ _ x Hr) by lia. lia. }
  split; [|split]; intros d Hd.
  - assert (0 <= d <= 96)%Z by (cbn in Hd; lia).
    apply (span_readable_bytes g s _ _ rg a 128 (Z.to_N d)); [done|exact Hs|apply E; lia|lia].
  - unfold beyond. cbn [m_base m_index m_disp m_region]. f_equal. lia.
  - apply E. unfold eight_offsets in Hd. cbn in Hd. lia.
Qed.

Lemma wide_text_loads g s src a : wide_text_at g s src a →
  map (λ d, loaded g s (src d)) eight_offsets = load_blocks (memory s) a 8.
Proof.
  intros (_ & _ & H). assert (∀ d, In d eight_offsets → loaded g s (src d) = load (memory s) (a + Z.to_N d) 16) as E.
  { intros d Hd. unfold loaded. by rewrite (H d Hd). }
  rewrite (map_ext_in _ _ _ E). unfold eight_offsets. cbn [map load_blocks].
  rewrite <-!N.add_assoc. cbn [Z.to_N]. by rewrite N.add_0_r.
Qed.

Lemma wide_hash_loads g s src a : wide_text_at g s src a →
  wide_hash_blocks (loaded g s) src = map (byte_reverse 16) (load_blocks (memory s) a 8).
Proof.
  intros H. rewrite <-(wide_text_loads g s src a H). destruct H as (_ & Hb & _).
  unfold wide_hash_blocks, eight_offsets. cbn [flat_map app map]. rewrite !Hb by (cbn; tauto). reflexivity.
Qed.
