(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Where a key lies below another: the program's answer, from bytes, is the model's, from bits. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Monitor.Log Require Import Message.
From Fairlead.Refinement Require Export Elements.
Local Open Scope Z_scope.

(** A direction in .fl. *)
Definition zd (d : bool) : Z := if d then 1 else 0.

(** ** The digits in a byte, by trying all bytes *)
Definition bits_value (l : list bool) : Z := foldl (λ z (b : bool), 2 * z + zd b) 0 l.
Lemma bits_tried :
  forallb (λ r, forallb (λ n, let c := ascii_of_nat n in let l := take r (bits_of_byte c) in
      (Z.shiftr (z_of c) (8 - Z.of_nat r) =? bits_value l) &&
      bool_decide (take r (bits_of_byte (ascii_of_N (Z.to_N (Z.shiftl (bits_value l) (8 - Z.of_nat r))))) = l) &&
      (Z.land (Z.shiftr (z_of c) (7 - Z.of_nat r)) 1 =? zd (bits_of_byte c !!! r))) (seq 0 256)) (seq 0 8) = true.
Proof. by vm_compute. Qed.
Lemma bits_of c r :
  (r < 8)%nat → let l := take r (bits_of_byte c) in
  Z.shiftr (z_of c) (8 - Z.of_nat r) = bits_value l ∧
  take r (bits_of_byte (ascii_of_N (Z.to_N (Z.shiftl (bits_value l) (8 - Z.of_nat r))))) = l ∧
  Z.land (Z.shiftr (z_of c) (7 - Z.of_nat r)) 1 = zd (bits_of_byte c !!! r).
Proof.
  intros Hr. rewrite <-(ascii_nat_embedding c). pose proof bits_tried as H.
  rewrite List.forallb_forall in H. specialize (H r ltac:(apply List.in_seq; lia)). rewrite List.forallb_forall in H.
  specialize (H (nat_of_ascii c) ltac:(apply List.in_seq; pose proof (nat_ascii_bounded c); lia)). cbv zeta in *.
  apply andb_true_iff in H as [[H1 H2]%andb_true_iff H3]. apply bool_decide_eq_true in H2.
  by rewrite Z.eqb_eq in H1, H3.
Qed.
Lemma same_bits c c' r :
  (r < 8)%nat →
  Z.shiftr (Z.lxor (z_of c) (z_of c')) (8 - Z.of_nat r) = 0 ↔ take r (bits_of_byte c) = take r (bits_of_byte c').
Proof.
  intros Hr. destruct (bits_of c r Hr) as (H1 & H2 & _), (bits_of c' r Hr) as (H1' & H2' & _).
  rewrite Z.shiftr_lxor, H1, H1'. split.
  - intros H%Z.lxor_eq. rewrite <-H2, <-H2'. by rewrite H.
  - intros ->. apply Z.lxor_nilpotent.
Qed.

Lemma take_bits (w : bytes) q r c :
  w !! q = Some c → (r ≤ 8)%nat →
  take (8 * q + r) (bits_of_bytes w) = bits_of_bytes (take q w) ++ take r (bits_of_byte c) ∧
  ((r < 8)%nat → bits_of_bytes w !! (8 * q + r)%nat = Some (bits_of_byte c !!! r)).
Proof.
  intros Hc Hr. rewrite <-(take_drop_middle w q c Hc) at 1 3. unfold bits_of_bytes. rewrite bind_app.
  fold (bits_of_bytes (take q w)). assert (length (bits_of_bytes (take q w)) = 8 * q)%nat as Hl.
  { rewrite bits_of_bytes_length, take_length. apply lookup_lt_Some in Hc. lia. }
  cbn [mbind list_bind]. assert (length (bits_of_byte c) = 8)%nat as Hb by by destruct c. split.
  - rewrite take_app_ge by lia. rewrite Hl. replace (8 * q + r - 8 * q)%nat with r by lia. f_equal.
    by rewrite take_app_le by lia.
  - intros Hr8. rewrite lookup_app_r by lia. rewrite Hl. replace (8 * q + r - 8 * q)%nat with r by lia.
    rewrite lookup_app_l by lia. apply list_lookup_lookup_total_lt. lia.
Qed.
Lemma bits_inj (w w' : bytes) : bits_of_bytes w = bits_of_bytes w' → w = w'.
Proof. intros H. rewrite <-(bytes_of_bits_of_bytes w), <-(bytes_of_bits_of_bytes w'). by rewrite H. Qed.

(** ** Keys *)
Lemma heading_take (k k' : key) :
  Key.heading k k' = if decide (take (length k') k = k') then k !! length k' else None.
Proof.
  revert k. induction k' as [|b' k' IH]; intros [|b k]; cbn [Key.heading length take]; [done..| |].
  - by rewrite decide_False by done.
  - rewrite IH. cbn [lookup list_lookup]. destruct (decide (b = b')) as [->|Hb].
    + destruct (decide (take _ k = k')) as [->|Hk]; [by rewrite decide_True|].
      by rewrite decide_False by (by intros [= ?]).
    + by rewrite decide_False by (by intros [= ? ?]).
Qed.

Lemma word_bits k :
  Format.key_wf k → length (word_of k) = 32%nat ∧ bits_of_bytes (word_of k) = k ++ replicate (256 - length k) false.
Proof.
  intros Hk. unfold word_of, key_to_word. cbn [snd].
  destruct (bits_of_bytes_of_bits 32 (k ++ replicate (256 - length k) false)) as [H1 H2]; [|done].
  unfold Format.key_wf in Hk. rewrite app_length, replicate_length. lia.
Qed.

Theorem heading_is kb kb' k k' :
  key_is kb k → key_is kb' k' →
  Parsing.heading kb kb' = match Key.heading k k' with Some d => zd d | None => 2 end.
Proof.
  intros Hk Hk'. unfold Parsing.heading. cbv zeta. rewrite (key_is_digits _ _ Hk), (key_is_digits _ _ Hk').
  destruct Hk as [Hw ->], Hk' as [Hw' ->]. rewrite !print_key by done.
  pose proof (number_length 2 (N.of_nat (length k))) as Hl. rewrite print_number in Hl.
  pose proof (number_length 2 (N.of_nat (length k'))) as Hl'. rewrite print_number in Hl'.
  destruct (word_bits k Hw) as [Hlw Hbits], (word_bits k' Hw') as [Hlw' Hbits'].
  unfold Format.key_wf in Hw, Hw'. destruct (Z.leb_spec (Z.of_nat (length k)) (Z.of_nat (length k'))) as [Hle|Hlt].
  { destruct (Key.heading k k') eqn:Eh; [|done]. apply heading_length in Eh. lia. }
  rewrite heading_take. set (n := length k') in *.
  pose (q := (n / 8)%nat). pose (r := (n mod 8)%nat).
  assert (n = 8 * q + r)%nat as Hqr by (unfold q, r; pose proof (Nat.div_mod n 8); lia).
  assert (r < 8)%nat as Hr by (unfold r; pose proof (Nat.mod_upper_bound n 8); lia).
  assert (Z.of_nat n / 8 = Z.of_nat q) as -> by (unfold q; by rewrite Nat2Z.inj_div).
  assert (Z.of_nat n mod 8 = Z.of_nat r) as -> by (unfold r; by rewrite Nat2Z.inj_mod).
  clearbody q r. assert (q < 32)%nat as Hq by lia.
  destruct (lookup_lt_is_Some_2 (word_of k) q) as [c Hc]; [lia|].
  destruct (lookup_lt_is_Some_2 (word_of k') q) as [c' Hc']; [lia|].
  assert (∀ (p w : bytes) x, length p = 2%nat → w !! q = Some x →
    Bytes.byte (zs (p ++ w)) (2 + Z.of_nat q) = z_of x ∧ cut (zs (p ++ w)) 2 (2 + Z.of_nat q) = zs (take q w)) as Hat.
  { intros p w z Hp Hz. split.
    - apply byte_zs. etrans; [apply (lookup_app_r p w); lia|]. rewrite <-Hz. f_equal. lia.
    - rewrite cut_zs. f_equal. change (Z.to_nat 2) with 2%nat. rewrite drop_app_alt by done. f_equal. lia. }
  destruct (Hat _ _ _ Hl Hc) as [Hbc Hcc], (Hat _ _ _ Hl' Hc') as [Hbc' Hcc']. rewrite Hbc, Hbc', Hcc, Hcc'.
  destruct (take_bits (word_of k) q r c Hc ltac:(lia)) as [Ht Hbit].
  destruct (take_bits (word_of k') q r c' Hc' ltac:(lia)) as [Ht' _].
  rewrite <-Hqr in Ht, Ht', Hbit. rewrite Hbits, take_app_le in Ht by lia. rewrite Hbits', take_app_alt in Ht' by done.
  rewrite Hbits, lookup_app_l in Hbit by lia. assert (k !! n = Some (bits_of_byte c !!! r)) as -> by exact (Hbit Hr).
  destruct (bits_of c r Hr) as (_ & _ & ->).
  assert (take n k = k' ↔ take q (word_of k) = take q (word_of k') ∧ take r (bits_of_byte c) = take r (bits_of_byte c'))
    as Hsame.
  { split; [|intros [H1 H2]; etrans; [exact Ht|]; etrans; [|exact (eq_sym Ht')]; f_equal; [by f_equal|exact H2]].
    intros Heq. assert (bits_of_bytes (take q (word_of k)) ++ take r (bits_of_byte c) =
      bits_of_bytes (take q (word_of k')) ++ take r (bits_of_byte c')) as [H1 H2]%app_inj_1 by congruence;
      [|by rewrite !bits_of_bytes_length, !take_length, Hlw, Hlw'].
    split; [by apply bits_inj|done]. }
  case_bool_decide as Hcut; cbn [negb].
  2:{ rewrite decide_False; [done|]. rewrite Hsame. intros [H _]. apply Hcut. by rewrite H. }
  apply zs_inj in Hcut. destruct (decide (take n k = k')) as [Hyes|Hno].
  - apply Hsame in Hyes as [_ Hyes]. apply (same_bits c c' r Hr) in Hyes. rewrite Hyes. cbn [Z.eqb negb].
    by rewrite andb_false_r.
  - destruct (Z.eqb_spec (Z.of_nat r) 0) as [Hr0|Hr0]; cbn [negb andb].
    { exfalso. apply Hno, Hsame. split; [done|]. assert (r = 0%nat) as -> by lia. done. }
    destruct (Z.eqb_spec (Z.shiftr (Z.lxor (z_of c) (z_of c')) (8 - Z.of_nat r)) 0) as [H0|H0]; cbn [negb]; [|done].
    exfalso. apply Hno, Hsame. split; [done|]. by apply same_bits.
Qed.
