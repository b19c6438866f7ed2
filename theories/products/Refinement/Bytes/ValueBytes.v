(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The sizes that the program finds are those of what the log format parses.

    [sized n l m]: the parser takes the first [n] bytes of [l], or it refuses and [n] is BAD or MORE. *)
From Fairlead.Refinement Require Export KeyBytes.
Local Open Scope Z_scope.

Definition sized {A} (n : Z) (l : bytes) (m : parsed A) : Prop :=
  match m with
  | Parsed _ rest => 0 ≤ n ≤ len l ∧ n < MORE ∧ rest = drop (Z.to_nat n) l
  | Malformed _ _ => n = BAD ∨ n = MORE
  end.

(** The byte that chooses among the alternatives. *)
Lemma first_byte (c : Record.byte) (l : bytes) : Bytes.byte (zs (c :: l)) 0 = z_of c.
Proof. done. Qed.
Lemma no_tag_0 c : c ≠ tag 0 → (z_of c =? 0) = false.
Proof. intros Hc. apply Z.eqb_neq. by rewrite (z_of_tag c 0). Qed.
Lemma no_tag_1 c : c ≠ tag 1 → (z_of c =? 1) = false.
Proof. intros Hc. apply Z.eqb_neq. by rewrite (z_of_tag c 1). Qed.
Lemma not_empty (c : Record.byte) (l : bytes) : (len (zs (c :: l)) =? 0) = false.
Proof. rewrite len_zs, len_cons. pose proof (len_nonneg l). lia. Qed.

Lemma datum_sized (l : bytes) : sized (datum_size (zs l)) l (parse datum_codec l).
Proof.
  destruct l as [|c l]; [by right|]. unfold datum_size. rewrite not_empty, first_byte.
  destruct (decide (c = tag 0)) as [->|H0];
    [change (parse datum_codec (tag 0 :: l)) with (Parsed (A := datum) None l)|].
  { cbn [sized]. rewrite len_cons. pose proof (len_nonneg l). change (z_of (tag 0) =? 0) with true. cbv iota.
    split_and!; [lia..|done]. }
  rewrite (no_tag_0 c) by done. destruct (decide (c = tag 1)) as [->|H1].
  2:{ rewrite (no_tag_1 c) by done. rewrite parse_datum_other by done. by left. }
  change (z_of (tag 1) =? 1) with true. cbn [negb]. rewrite parse_datum_1, parse_number.
  rewrite len_zs, len_cons. pose proof (len_nonneg l) as Hl. case_decide as H2.
  2:{ rewrite (proj2 (Z.ltb_lt (1 + len l) 3)) by (unfold len; lia). by right. }
  rewrite (proj2 (Z.ltb_ge (1 + len l) 3)) by (unfold len; lia).
  assert (loaded Big (zs (tag 1 :: l)) 1 2 = Z.of_N (number_of (take 2 l))) as ->
    by apply (loaded_zs (tag 1 :: l) 1 2).
  set (n := number_of (take 2 l)).
  assert (n < 65536)%N as Hn.
  { pose proof (number_of_lt (take 2 l)) as H. rewrite take_length in H.
    replace (min 2 (length l)) with 2%nat in H by lia. done. }
  rewrite take_exactly_spec, drop_length. case_decide as Hs.
  - rewrite (proj2 (Z.ltb_ge _ _)) by (unfold len; lia). cbn [sized]. rewrite len_cons.
    split_and!; try (unfold len; lia).
    rewrite drop_drop. replace (Z.to_nat (3 + Z.of_N n)) with (S (2 + N.to_nat n)) by lia. done.
  - rewrite (proj2 (Z.ltb_lt _ _)) by (unfold len; lia). by right.
Qed.

Lemma parse_flag l :
  parse flag l =
  match l with
  | [] => Malformed Truncated []
  | c :: rest => if 1 <? z_of c then Malformed Bad_flag l else Parsed (z_of c =? 1) rest
  end.
Proof.
  change (parse flag l) with
    (match parse (number 1) l with
     | Malformed why at_ => Malformed why at_
     | Parsed x rest =>
         match (if decide (x = 0)%N then Some false else if decide (x = 1)%N then Some true else None) with
         | Some b => Parsed b rest | None => Malformed Bad_flag l end
     end).
  rewrite parse_number. destruct l as [|c l]; [done|]. rewrite decide_True by (cbn [length]; lia).
  change (take 1 (c :: l)) with [c]. change (drop 1 (c :: l)) with l.
  assert (number_of [c] = N_of_ascii c) as -> by (cbn; lia). unfold z_of. pose proof (N_ascii_bounded c).
  case_decide as H0; [by rewrite H0|]. case_decide as H1; [by rewrite H1|].
  by rewrite (proj2 (Z.ltb_lt 1 (Z.of_N (N_of_ascii c)))) by lia.
Qed.

Lemma edge_sized (l : bytes) : sized (edge_size (zs l)) l (parse (option_codec edge_codec) l).
Proof.
  destruct l as [|c l]; [by right|]. unfold edge_size. rewrite not_empty, first_byte.
  destruct (decide (c = tag 0)) as [->|H0];
    [change (parse (option_codec edge_codec) (tag 0 :: l)) with (Parsed (A := option edge) None l)|].
  { cbn [sized]. rewrite len_cons. pose proof (len_nonneg l). change (z_of (tag 0) =? 0) with true. cbv iota.
    split_and!; [lia..|done]. }
  rewrite (no_tag_0 c) by done. destruct (decide (c = tag 1)) as [->|H1].
  2:{ rewrite (no_tag_1 c) by done. rewrite parse_option_other by done. by left. }
  change (z_of (tag 1) =? 1) with true. cbn [negb]. rewrite parse_option_1, parse_edge, parse_key.
  rewrite len_zs, len_cons. pose proof (len_nonneg l) as Hl.
  assert (cut (zs (tag 1 :: l)) 1 35 = zs (take 34 l)) as -> by (by rewrite cut_zs).
  destruct (decide (67 ≤ length l)%nat) as [Hlong|Hshort].
  - rewrite (proj2 (Z.ltb_ge (1 + len l) 68)) by (unfold len; lia). rewrite decide_True by lia.
    destruct (canonical (zs (take 34 l))); cbn [negb orb]; [|by left].
    rewrite parse_raw, drop_length, decide_True by lia. rewrite parse_flag, drop_drop.
    destruct (lookup_lt_is_Some_2 l 66) as [b Hb]; [lia|]. change (34 + 32)%nat with 66%nat.
    rewrite (drop_S l b) by done. rewrite (byte_zs (tag 1 :: l) 67 b) by done.
    destruct (1 <? z_of b); [by left|]. cbn. rewrite len_cons. split_and!; try (unfold len; lia). done.
  - rewrite (proj2 (Z.ltb_lt (1 + len l) 68)) by (unfold len; lia).
    case_decide; [|by right]. destruct (canonical _); [|by right]. rewrite parse_raw, drop_length.
    case_decide; [|by right]. rewrite parse_flag, drop_drop, drop_ge by lia. by right.
Qed.

(** What follows another part, at once. *)
Lemma drop_sized (n m : Z) (l : bytes) :
  0 ≤ n → 0 ≤ m → drop (Z.to_nat m) (drop (Z.to_nat n) l) = drop (Z.to_nat (n + m)) l.
Proof. intros. rewrite drop_drop. f_equal. lia. Qed.

Theorem value_sized (l : bytes) : len l < 2 ^ 32 - 2 → sized (value_size (zs l)) l (parse value_codec l).
Proof.
  intros Hmax. destruct l as [|c l]; [by right|]. unfold value_size. rewrite not_empty, first_byte.
  rewrite !cut_rest by lia. change (drop (Z.to_nat 1) (c :: l)) with l. rewrite len_cons in Hmax.
  destruct (decide (c = tag 0)) as [->|H0].
  { change (z_of (tag 0) =? 0) with true. cbv iota. rewrite parse_value_0.
    pose proof (datum_sized l) as Hd. destruct (parse datum_codec l) as [v rest|]; cbn [sized] in *.
    - destruct Hd as (Hn & Hb & ->). rewrite (proj2 (Z.leb_gt _ _)) by lia. rewrite len_cons.
      split_and!; try lia. by rewrite <-(drop_sized 1) by lia.
    - rewrite (proj2 (Z.leb_le _ _)) by lia. lia. }
  rewrite (no_tag_0 c) by done. destruct (decide (c = tag 1)) as [->|H1].
  2:{ rewrite (no_tag_1 c) by done. rewrite parse_value_other by done. by left. }
  change (z_of (tag 1) =? 1) with true. cbn [negb]. rewrite parse_value_1.
  pose proof (edge_sized l) as Hl. destruct (parse (option_codec edge_codec) l) as [e rest|]; cbn [sized] in Hl.
  2:{ rewrite (proj2 (Z.leb_le _ _)) by lia. cbn [sized]. lia. }
  destruct Hl as (Hn & Hb & ->). set (n := edge_size (zs l)) in *.
  rewrite (proj2 (Z.leb_gt MORE n)) by lia.
  rewrite cut_rest by lia. rewrite <-(drop_sized 1) by lia. change (drop (Z.to_nat 1) (tag 1 :: l)) with l.
  pose proof (edge_sized (drop (Z.to_nat n) l)) as Hr.
  destruct (parse (option_codec edge_codec) (drop (Z.to_nat n) l)) as [e' rest|]; cbn [sized] in *.
  2:{ rewrite (proj2 (Z.leb_le _ _)) by lia. lia. }
  destruct Hr as (Hn' & Hb' & ->). set (m := edge_size (zs (drop (Z.to_nat n) l))) in *.
  assert (n + m ≤ len l) by (unfold len in *; rewrite drop_length in Hn'; lia).
  rewrite (proj2 (Z.leb_gt MORE m)) by lia. rewrite len_cons. split_and!; try lia.
  rewrite drop_sized, <-Z.add_assoc, <-(drop_sized 1) by lia. done.
Qed.
