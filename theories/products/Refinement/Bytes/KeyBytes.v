(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The program's bytes and the log format's: numbers, and which keys are canonical.

    A byte is a number in .fl and a character in Monitor/Log; [zs] goes from one to the other. *)
From Fairlead.Refinement Require Export Parsing.
From Fairlead.Monitor.Audit Require Export ReaderAgrees.
Local Open Scope Z_scope.

Definition z_of (c : ascii) : Z := Z.of_N (N_of_ascii c).
Definition zs (l : bytes) : list Z := map z_of l.

Lemma z_of_range c : 0 ≤ z_of c < 256.
Proof. unfold z_of. pose proof (N_ascii_bounded c). lia. Qed.
Lemma octets_zs l : octets (zs l).
Proof. unfold octets, zs. apply Forall_map, Forall_true. intros c. apply z_of_range. Qed.
Lemma len_zs l : len (zs l) = len l.
Proof. apply len_map. Qed.
Lemma zs_take n l : take n (zs l) = zs (take n l).
Proof. symmetry. apply (fmap_take z_of). Qed.
Lemma zs_drop n l : drop n (zs l) = zs (drop n l).
Proof. symmetry. apply (fmap_drop z_of). Qed.
Lemma cut_zs l lo hi : cut (zs l) lo hi = zs (take (Z.to_nat (hi - lo)) (drop (Z.to_nat lo) l)).
Proof. unfold cut. by rewrite zs_drop, zs_take. Qed.
Lemma cut_rest l lo : 0 ≤ lo → cut (zs l) lo (len (zs l)) = zs (drop (Z.to_nat lo) l).
Proof.
  intros Hlo. rewrite cut_zs, len_zs. f_equal. apply take_ge. unfold len. rewrite drop_length. lia.
Qed.
Lemma byte_zs l i c : l !! Z.to_nat i = Some c → Bytes.byte (zs l) i = z_of c.
Proof.
  intros Hc. unfold Bytes.byte. apply list_lookup_total_correct.
  transitivity (z_of <$> (l !! Z.to_nat i)); [apply (list_lookup_fmap z_of)|by rewrite Hc].
Qed.
Lemma z_of_tag c n : (n < 256)%N → z_of c = Z.of_N n ↔ c = tag n.
Proof.
  intros Hn. unfold z_of, tag. split; [|intros ->; by rewrite N_ascii_embedding].
  intros H%N2Z.inj. rewrite <-H. symmetry. apply ascii_N_embedding.
Qed.

Lemma le_value_app l z : le_value (l ++ [z]) = le_value l + 2 ^ (8 * len l) * z.
Proof.
  induction l as [|y l IH]; [unfold len; cbn; lia|]. cbn [app le_value]. rewrite IH, len_cons.
  pose proof (len_nonneg l). replace (8 * (1 + len l)) with (8 + 8 * len l) by lia. rewrite Z.pow_add_r by lia.
  change (2 ^ 8) with 256. lia.
Qed.
Lemma number_zs l : load_int Big (zs l) = Z.of_N (number_of l).
Proof.
  induction l as [|c l IH]; [done|]. cbn [zs map number_of]. fold (zs l). unfold load_int in *.
  rewrite reverse_cons, le_value_app, IH.
  assert (len (reverse (zs l)) = len l) as ->
    by (unfold len; rewrite reverse_length; unfold zs; by rewrite map_length).
  rewrite N2Z.inj_add, N2Z.inj_mul, N2Z.inj_pow, nat_N_Z. unfold len.
  replace (2 ^ (8 * Z.of_nat (length l))) with (256 ^ Z.of_nat (length l)) by (rewrite Z.pow_mul_r by lia; done).
  unfold z_of. change (Z.of_N 256) with 256. lia.
Qed.
Lemma loaded_zs l i n : loaded Big (zs l) i (Z.of_nat n) = Z.of_N (number_of (take n (drop (Z.to_nat i) l))).
Proof. unfold loaded. rewrite cut_zs, number_zs. do 3 f_equal. lia. Qed.
Lemma parse_number n l :
  parse (number n) l =
  if decide (n ≤ length l)%nat then Parsed (number_of (take n l)) (drop n l) else Malformed Truncated [].
Proof.
  change (parse (number n) l) with
    (match parse (times n any_byte) l with
     | Malformed why at_ => Malformed why at_
     | Parsed a rest => Parsed (number_of a) rest
     end).
  rewrite parse_raw. by case_decide.
Qed.

(** ** Zeros past the digits, as bits and as bytes *)
Lemma bits_of_bytes_drop q l : bits_of_bytes (drop q l) = drop (8 * q) (bits_of_bytes l).
Proof.
  revert l. induction q as [|q IH]; intros l; [done|]. destruct l as [|[] l]; [by rewrite !drop_nil|].
  replace (8 * S q)%nat with (8 + 8 * q)%nat by lia. cbn [drop bits_of_bytes mbind list_bind]. rewrite IH. done.
Qed.
Lemma zero_byte c : forallb negb (bits_of_byte c) = (z_of c =? 0).
Proof. destruct c as [[] [] [] [] [] [] [] []]; reflexivity. Qed.
Lemma zero_bytes l : forallb negb (bits_of_bytes l) = forallb (λ z, z =? 0) (zs l).
Proof.
  induction l as [|c l IH]; [done|]. change (bits_of_bytes (c :: l)) with (bits_of_byte c ++ bits_of_bytes l).
  rewrite forallb_app, IH, zero_byte. done.
Qed.
(** By trying all bytes and all shifts. *)
Lemma shifted_zeros :
  forallb (λ r, forallb (λ n, let c := ascii_of_nat n in
      Bool.eqb (wrap W8 (Z.shiftl (z_of c) (Z.of_nat r)) =? 0) (forallb negb (drop r (bits_of_byte c)))) (seq 0 256))
    (seq 1 7) = true.
Proof. by vm_compute. Qed.
Lemma shifted_zero c r :
  (0 < r < 8)%nat → (wrap W8 (Z.shiftl (z_of c) (Z.of_nat r)) =? 0) = forallb negb (drop r (bits_of_byte c)).
Proof.
  intros Hr. rewrite <-(ascii_nat_embedding c). apply eqb_prop. pose proof shifted_zeros as H.
  rewrite List.forallb_forall in H. specialize (H r ltac:(apply List.in_seq; lia)). rewrite List.forallb_forall in H.
  apply (H (nat_of_ascii c)). apply List.in_seq. pose proof (nat_ascii_bounded c). lia.
Qed.

(** A key's 34 bytes: canonical to the program, a key to the format. *)
Definition key_bits (l : bytes) : key := take (N.to_nat (number_of (take 2 l))) (bits_of_bytes (take 32 (drop 2 l))).
Lemma canonical_zs l :
  length l = 34%nat →
  canonical (zs l) = (number_of (take 2 l) <=? 256)%N &&
    forallb negb (drop (N.to_nat (number_of (take 2 l))) (bits_of_bytes (drop 2 l))).
Proof.
  intros Hl. unfold canonical, digits.
  assert (loaded Big (zs l) 0 2 = Z.of_N (number_of (take 2 l))) as -> by apply (loaded_zs l 0 2).
  set (n := number_of (take 2 l)).
  destruct (N.leb_spec n 256) as [Hn|Hn]; cbn [andb].
  2:{ by rewrite (proj2 (Z.ltb_lt 256 (Z.of_N n))) by lia. }
  rewrite (proj2 (Z.ltb_ge 256 (Z.of_N n))) by lia.
  pose (q := N.to_nat (n / 8)). pose (r := N.to_nat (n mod 8)).
  assert (N.to_nat n = 8 * q + r)%nat as Hqr by (unfold q, r; pose proof (N.div_mod n 8); lia).
  assert (r < 8)%nat as Hr by (unfold r; pose proof (N.mod_lt n 8); lia).
  assert (q ≤ 32)%nat as Hq by lia.
  assert (Z.of_N n / 8 = Z.of_nat q) as -> by (unfold q; by rewrite N_nat_Z, N2Z.inj_div).
  assert (Z.of_N n mod 8 = Z.of_nat r) as -> by (unfold r; by rewrite N_nat_Z, N2Z.inj_mod).
  clearbody q r.
  rewrite Hqr, <-drop_drop, <-bits_of_bytes_drop, drop_drop.
  destruct (decide (r = 0%nat)) as [->|Hr0].
  - rewrite (proj2 (Z.eqb_eq (Z.of_nat 0) 0)) by lia. cbn [negb andb]. rewrite drop_0, zero_bytes.
    unfold zeros_from. rewrite zs_drop. do 3 f_equal. lia.
  - rewrite (proj2 (Z.eqb_neq (Z.of_nat r) 0)) by lia. cbn [negb andb].
    destruct (lookup_lt_is_Some_2 l (2 + q)) as [c Hc]; [lia|].
    rewrite (byte_zs l (2 + Z.of_nat q) c) by (by replace (Z.to_nat (2 + Z.of_nat q)) with (2 + q)%nat by lia).
    rewrite (drop_S l c) by done.
    change (bits_of_bytes (c :: ?l)) with (bits_of_byte c ++ bits_of_bytes l).
    rewrite drop_app_le by (by destruct c; cbn; lia).
    rewrite forallb_app, <-shifted_zero by lia. rewrite zero_bytes. unfold zeros_from. rewrite zs_drop.
    assert (Z.to_nat (2 + (Z.of_N n + 7) / 8) = S (2 + q)) as -> by lia. by destruct (wrap W8 _ =? 0).
Qed.

Lemma parse_key l :
  parse key_codec l =
  if decide (34 ≤ length l)%nat
  then if canonical (zs (take 34 l)) then Parsed (key_bits l) (drop 34 l) else Malformed Bad_key l
  else Malformed Truncated [].
Proof.
  change (parse key_codec l) with
    (match match parse (number 2) l with
      | Malformed why at_ => Malformed why at_
      | Parsed a bs =>
          match parse (times 32 any_byte) bs with
          | Malformed why at_ => Malformed why at_
          | Parsed b bs => Parsed (a, b) bs
          end
      end with
     | Malformed why at_ => Malformed why at_
     | Parsed a rest => match word_to_key a with Some b => Parsed b rest | None => Malformed Bad_key l end
     end).
  rewrite parse_number. case_decide as H2.
  - rewrite parse_raw, drop_length. case_decide as H32; [rewrite decide_True by lia|by rewrite decide_False by lia].
    rewrite canonical_zs by (rewrite take_length; lia). rewrite take_take.
    change (min 2 34) with 2%nat. unfold word_to_key.
    assert (drop 2 (take 34 l) = take 32 (drop 2 l)) as -> by (symmetry; apply (take_drop_commute _ 32 2)).
    destruct (N.leb_spec (number_of (take 2 l)) 256) as [Hn|Hn].
    + rewrite decide_True by done. cbn [andb]. destruct (forallb _ _); [by rewrite drop_drop|done].
    + by rewrite decide_False by lia.
  - by rewrite decide_False by lia.
Qed.
