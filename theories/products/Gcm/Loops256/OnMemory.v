(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The bodies of the 256-bit loops on memory: eight blocks of text are loaded, encrypted and stored,
    eight are hashed. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Model Require Import Syntax_trusted State_trusted Semantics_trusted Describe_trusted Run_trusted.
From Fairlead.Asm.Footprints Require Import Footprint.
From Fairlead.Asm.Vectors Require Import Vector128 Vector256.
From Fairlead.Asm.Hoare Require Import Scalars.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Algebra Require Import Multiply Aggregate Reduction Blocks.
From Fairlead.Gcm.Macros Require Import Evaluate Counters Cipher Hash.
From Fairlead.Gcm.Loops Require Import Text Setting Six.
From Fairlead.Gcm.Loops256 Require Import Macros Cipher Hash Body Memory.
Local Open Scope N_scope.

(** ** Storing 32 bytes is storing 16 twice *)

Lemma store_agree b b' p n v x : (∀ y, b y = b' y) → store b p n v x = store b' p n v x.
Proof. intros H. unfold store. by rewrite H. Qed.

Lemma slice_below w len lo hi i :
  i + len <= w → slice i len (N.lor (low w lo) (N.shiftl hi w)) = slice i len lo.
Proof.
  intros Hi. apply N.bits_inj. intros j. unfold slice. rewrite !low_spec, !N.shiftr_spec', N.lor_spec, low_spec.
  destruct (N.ltb_spec j len); [|by rewrite !andb_false_r].
  rewrite N.shiftl_spec_low, (proj2 (N.ltb_lt (j + i) w)), orb_false_r, !andb_true_r by lia. done.
Qed.

Lemma slice_above w len lo hi i : slice (w + i) len (N.lor (low w lo) (N.shiftl hi w)) = slice i len hi.
Proof.
  apply N.bits_inj. intros j. unfold slice. rewrite !low_spec, !N.shiftr_spec', N.lor_spec, low_spec.
  rewrite N.shiftl_spec_high', (proj2 (N.ltb_ge (j + (w + i)) w)), andb_false_r by lia. cbn [orb].
  do 2 f_equal. lia.
Qed.

Lemma store_two b p lo hi x :
  store b p 32 (N.lor (low 128 lo) (N.shiftl hi 128)) x = store (store b p 16 lo) (p + 16) 16 hi x.
Proof.
  unfold store. change (N.of_nat 32) with 32. change (N.of_nat 16) with 16.
  destruct (N.leb_spec p x), (N.ltb_spec x (p + 32)), (N.leb_spec (p + 16) x), (N.ltb_spec x (p + 16 + 16)),
    (N.ltb_spec x (p + 16)); cbn [andb]; try lia; try done.
  - replace (8 * (x - p)) with (128 + 8 * (x - (p + 16))) by lia. apply slice_above.
  - apply slice_below. lia.
Qed.

Lemma store_low b p v x : store b p 16 (low 128 v) x = store b p 16 v x.
Proof.
  unfold store. change (N.of_nat 16) with 16. destruct (N.leb_spec p x), (N.ltb_spec x (p + 16)); cbn [andb]; try done.
  rewrite <-(slice_below 128 8 v 0) by lia. by rewrite N.shiftl_0_l, N.lor_0_r.
Qed.

Lemma store_blocks_agree ws b b' a x : (∀ y, b y = b' y) → store_blocks b a ws x = store_blocks b' a ws x.
Proof.
  revert b b' a. induction ws as [|w ws IH]; intros b b' a H; [apply H|]. cbn [store_blocks]. apply IH.
  intros y. by apply store_agree.
Qed.

Definition wide_writable (g : env) (s : state) (m : mem) : Prop :=
  permitted g (Access Store m 32 1) (address g (locs s) m) = true.

Lemma exec_wide_store g s m x :
  wide_writable g s m →
  ∃ s' t, exec g (VMov DQU Vex256 (XM m) (X x)) s = Some (s', t) ∧ (∀ l, locs s' l = locs s l) ∧
    ∀ y, memory s' y = store_blocks (memory s) (address g (locs s) m) [(halves s x).1; (halves s x).2] y.
Proof.
  intros Hp. unfold wide_writable in Hp. unfold exec. cbn [describe vin vbytes vmem_out]. change (move_align DQU _) with 1.
  unfold step, effect_of. cbn [d_in d_access d_out d_op forallb ready defined andb negb a_mem a_use a_bytes loads stores].
  rewrite Hp. cbn [negb map sem assign input_value]. eexists _, _. split; [reflexivity|]. split; [done|].
  intros y. cbn [memory apply e_store store_blocks]. change (8 * N.of_nat 16) with 128. change (8 * N.of_nat 0) with 0.
  rewrite N.shiftl_0_r, N.lor_0_r, store_two. apply store_low.
Qed.

(** [span g r q 128], and it may be written. *)
Definition wide_output (g : env) (q : N) : Prop := span g output_region q 128 ∧ writable_region g output_region.

Lemma span_wide_writable g s m r a l o :
  m_region m = r → span g r a l → writable_region g r → address g (locs s) m = a + o → o + 32 <= l → wide_writable g s m.
Proof.
  intros <- (H1 & H2 & H3) Hw Ha Ho. unfold wide_writable, permitted, within.
  cbn [a_use a_mem a_bytes a_align loads stores negb orb].
  change (N.of_nat 32) with 32. rewrite Ha, N.mod_1_r. rewrite !(proj2 (N.leb_le _ _)) by lia. cbn. exact Hw.
Qed.

Lemma wide_stores_spec g l q s :
  locs s (G RCX) = low 64 q → wide_output g q →
  ∀ at_, (0 <= at_)%Z → (at_ + 32 * Z.of_nat (length l) <= 128)%Z →
  ∃ s' ts, run g (imap (λ i x, VMov DQU Vex256 (XM (output_at (at_ + 32 * Z.of_nat i))) (X x)) l) s = Some (s', ts) ∧
    (∀ y, locs s' y = locs s y) ∧
    ∀ y, memory s' y = store_blocks (memory s) (q + Z.to_N at_) (blocks_in (halves s) l) y.
Proof.
  revert s. induction l as [|x l IH]; intros s Hr Ho at_ Hat Hl; [by exists s, []|].
  cbn [length] in Hl. pose proof Ho as [(S1 & S2 & S3) Hw].
  assert (address g (locs s) (output_at at_) = q + Z.to_N at_) as Ha.
  { unfold output_at. rewrite (address_plus _ _ _ _ _ q Hr) by lia. lia. }
  destruct (exec_wide_store g s (output_at at_) x) as (s1 & t & H1 & L1 & M1).
  { apply (span_wide_writable g s _ output_region q 128 (Z.to_N at_)); [done|apply Ho|exact Hw|exact Ha|lia]. }
  assert (∀ y, halves s1 y = halves s y) as Hh by (intros y; unfold halves; by rewrite !L1).
  destruct (IH s1) with (at_ := (at_ + 32)%Z) as (s2 & ts & H2 & L2 & M2); try lia; try done.
  { by rewrite L1. }
  exists s2, (t :: ts). cbn [imap run]. rewrite Z.mul_0_r, Z.add_0_r, H1.
  assert (imap ((λ i y, VMov DQU Vex256 (XM (output_at (at_ + 32 * Z.of_nat i))) (X y)) ∘ S) l =
          imap (λ i y, VMov DQU Vex256 (XM (output_at (at_ + 32 + 32 * Z.of_nat i))) (X y)) l) as ->.
  { apply imap_ext. intros i y _. unfold compose.
    by replace (at_ + 32 * Z.of_nat (S i))%Z with (at_ + 32 + 32 * Z.of_nat i)%Z by lia. }
  rewrite H2. split; [done|]. split; [intros y; by rewrite L2, L1|].
  intros y. rewrite M2. unfold blocks_in. cbn [flat_map app store_blocks].
  replace (q + Z.to_N (at_ + 32)) with (q + Z.to_N at_ + 16 + 16) by lia.
  replace (flat_map (λ x0, [(halves s1 x0).1; (halves s1 x0).2]) l) with (flat_map (λ x0, [(halves s x0).1; (halves s x0).2]) l).
  - apply store_blocks_agree. intros z. rewrite M1, Ha. reflexivity.
  - apply flat_map_ext. intros z. by rewrite Hh.
Qed.

Lemma wide_save_spec g q s :
  locs s (G RCX) = low 64 q → wide_output g q →
  ∃ s' ts, run g wide_save s = Some (s', ts) ∧ (∀ y, locs s' y = locs s y) ∧
    ∀ y, memory s' y = store_blocks (memory s) q (blocks_in (halves s) first_four) y.
Proof.
  intros Hr Ho. destruct (wide_stores_spec g first_four q s Hr Ho 0 ltac:(lia)) as (s' & ts & H1 & H2 & H3).
  { cbn. lia. }
  exists s', ts. split; [exact H1|]. split; [exact H2|]. intros y. rewrite H3. cbn [Z.to_N]. by rewrite N.add_0_r.
Qed.

(** ** The operands may be read *)

Notation readable_all g s p := (Forall (readable_bytes g s) (flat_map woperands p)).

Local Opaque readable_bytes.

Section operands.
  Context (g : env) (s : state) (k : N) (ks : list N) (h : N).
  Context (Hset : wide_setting g (memory s) k ks h) (Hk : locs s (G RDI) = low 64 k).

  Lemma wide_middle_readable from count : (from + count ≤ 22)%nat → readable_all g s (wide_middle from count).
  Proof using Hset Hk.
    revert from. induction count as [|count IH]; intros from Hn; [constructor|].
    rewrite wide_middle_cons, flat_map_app. apply Forall_app. split; [|apply IH; lia].
    constructor; [|constructor]. apply (key_readable_16 g s k ks h Hset Hk). lia.
  Qed.

  Lemma cipher_eight_readable n p : (1 ≤ n ≤ 14)%nat → wide_text_at g s input_at p → readable_all g s (cipher_eight n).
  Proof using Hset Hk.
    intros Hn (Hp & _ & _). unfold cipher_eight, wide_cipher. rewrite !flat_map_app.
    assert (∀ d, (0 <= d <= 128)%Z → readable_bytes g s (wide_constant_at d, 32%nat)) as Hc
      by (intros; by apply (wide_constant_readable g s k ks h Hset Hk)).
    assert (∀ d, (0 <= d <= 528)%Z → readable_bytes g s (key_at d, 16%nat)) as Hkey
      by (intros; by apply (key_readable_16 g s k ks h Hset Hk)).
    apply Forall_app. split; [repeat (constructor; [apply Hc; lia|]); constructor|].
    apply Forall_app. split; [|repeat (constructor; [apply Hp; cbn; tauto|]); constructor].
    apply Forall_app. split; [constructor; [apply Hkey; lia|constructor]|].
    apply Forall_app. split; [apply wide_middle_readable; lia|]. constructor; [apply Hkey; lia|constructor].
  Qed.

  Lemma hash_eight_readable src a : wide_text_at g s src a → readable_all g s (hash_eight src).
  Proof using Hset Hk.
    intros (Hp & _ & _).
    assert (∀ d, (0 <= d <= 512)%Z → readable_bytes g s (key_at d, 32%nat)) as Hkey
      by (intros; by apply (key_readable_32 g s k ks h Hset Hk)).
    pose proof (constant_readable_16 g s k ks h Hset Hk 128 ltac:(lia)) as Hc.
    change (flat_map woperands (hash_eight src)) with
      [(src 0%Z, 32%nat); (key_at 352, 32%nat); (key_at 480, 32%nat); (src 32%Z, 32%nat); (key_at 384, 32%nat);
       (key_at 480, 32%nat); (src 64%Z, 32%nat); (key_at 416, 32%nat); (key_at 512, 32%nat); (src 96%Z, 32%nat);
       (key_at 448, 32%nat); (key_at 512, 32%nat); (constant_at 128, 16%nat); (constant_at 128, 16%nat)].
    repeat (constructor; [first [apply Hp; cbn; tauto | apply Hkey; lia | exact Hc]|]). constructor.
  Qed.
End operands.

(** ** The bodies *)

(** [k] is the address of the key, [p] of the next text to be read, [q] of the next text to be written, [c]
    the next counter, [y] the hash so far. *)
Record wide_machine (s : state) (k p q c y : N) : Prop := WideMachine {
  at_rdi : locs s (G RDI) = low 64 k;
  at_rdx : locs s (G RDX) = low 64 p;
  at_rcx : locs s (G RCX) = low 64 q;
  at_ymm : wide_registers (halves s) c y;
}.

Definition wide_input (g : env) (p : N) : Prop := span g input_region p 128.

(** Eight blocks at [src], where [a] is, are hashed; then eight from [p] are encrypted to [q]. *)
Theorem wide_body_memory g s src a ks n h k p q c y :
  wide_setting g (memory s) k ks h → length ks = S n → (1 ≤ n ≤ 14)%nat →
  wide_machine s k p q c y → c < 2 ^ 128 → y < 2 ^ 128 →
  wide_text_at g s src a → wide_input g p → wide_output g q →
  ∃ s' ts, run g (hash_eight src ++ cipher_eight n ++ wide_save) s = Some (s', ts) ∧
    wide_machine s' k p q (counter_after 8 c)
      (fold_left (hash_step h) (map (byte_reverse 16) (load_blocks (memory s) a 8)) y) ∧
    (∀ r, locs s' (G r) = locs s (G r)) ∧
    ∀ x, memory s' x = store_blocks (memory s) q (crypt ks c (load_blocks (memory s) p 8)) x.
Proof.
  intros Hset Hn Hpos [R1 R2 R3 R4] Hc Hy Hsrc Hp Hq.
  pose proof (base_wide_text_at g s RDX input_region p p 0 R2 Hp ltac:(lia)) as Ht.
  assert (wide_text_at g s input_at p) as Hin.
  { destruct Ht as (T1 & T2 & T3). split; [|split]; intros d Hd.
    - specialize (T1 d Hd). cbv beta in T1. by rewrite Z.add_0_r in T1.
    - reflexivity.
    - specialize (T3 d Hd). cbv beta in T3. by rewrite Z.add_0_r in T3. }
  destruct (wide_body_spec g s src ks n h c y) as (s1 & ts1 & H1 & M1 & [G1 _] & W1 & T1); try done; try lia.
  { intros o Ho. revert o Ho. apply Forall_forall. rewrite flat_map_app. apply Forall_app. split.
    - by apply (hash_eight_readable g s k ks h Hset R1 src a).
    - by apply (cipher_eight_readable g s k ks h Hset R1 n p). }
  { exact (setting_wide_memory g s k ks h Hset R1). }
  { apply Hset. }
  destruct (wide_save_spec g q s1) as (s2 & ts2 & H2 & L2 & M2).
  { by rewrite G1. }
  { exact Hq. }
  exists s2, (ts1 ++ ts2). split; [|split; [|split]].
  - rewrite app_assoc. by eapply run_app_some.
  - rewrite (wide_hash_loads g s src a Hsrc) in W1. split; rewrite ?L2, ?G1; try done.
    destruct W1 as [A B C]. split; unfold halves in *; by rewrite !L2.
  - intros r. by rewrite L2, G1.
  - intros x. rewrite M2, M1, T1. by rewrite (wide_text_loads g s input_at p Hin).
Qed.
