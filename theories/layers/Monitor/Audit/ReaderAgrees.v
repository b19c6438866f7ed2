(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Reading an entry at a position is parsing the bytes from there on: the same
entry and the same bytes left, or the same complaint about the same byte. *)
From Fairlead.Monitor.Audit Require Export ThreadAgrees Flat.

Lemma parse_raw n l :
  parse (times n any_byte) l =
  if decide (n ≤ length l) then Parsed (take n l) (drop n l) else Malformed Truncated [].
Proof.
  change (parse (times n any_byte) l) with (parse_times any_byte n l).
  revert l; induction n as [|n IH]; intros l; cbn [parse_times]; [by rewrite decide_True by lia|].
  destruct l as [|b l]; cbn [parse any_byte length take drop]; [by rewrite decide_False by lia|]. rewrite IH.
  case_decide; [by rewrite decide_True by lia|by rewrite decide_False by lia].
Qed.
Lemma take_exactly_spec n l :
  take_exactly n l = if decide (n ≤ length l) then Some (take n l, drop n l) else None.
Proof.
  revert l; induction n as [|n IH]; intros l; cbn [take_exactly]; [by rewrite decide_True by lia|].
  destruct l as [|b l]; cbn [length take drop]; [by rewrite decide_False by lia|]. rewrite IH.
  case_decide; [by rewrite decide_True by lia|by rewrite decide_False by lia].
Qed.
Lemma tag_other b n : (n < 256)%N → b ≠ tag n → (N_of_ascii b =? n)%N = false.
Proof. intros Hn Hb. apply N.eqb_neq. intros <-. apply Hb. symmetry. apply ascii_N_embedding. Qed.

Section reader.
  Context {S : Type} (O : strings S) (text : S → bytes) (L : lawful_strings O text) (s : S).

  Definition from (p : N) : bytes := drop (N.to_nat p) (text s).
  Definition agree {A B} (R : A → B → Prop) (r : reading A) (m : parsed B) : Prop :=
    match r, m with
    | Taken a p, Parsed b rest => R a b ∧ (p ≤ s_length O s)%N ∧ rest = from p
    | Bad why p, Malformed why' at_ => why = why' ∧ (p ≤ s_length O s)%N ∧ at_ = from p
    | _, _ => False
    end.

  Lemma from_length p : length (from p) = N.to_nat (s_length O s - p).
  Proof using L. unfold from. rewrite drop_length, (length_law _ _ L). lia. Qed.
  Lemma from_end : from (s_length O s) = [].
  Proof using L. apply length_zero_iff_nil. rewrite from_length. lia. Qed.
  Lemma from_drop p n : drop (N.to_nat n) (from p) = from (p + n).
  Proof. unfold from. rewrite drop_drop. f_equal. lia. Qed.

  Lemma number_agrees n p :
    is_width n → (p ≤ s_length O s)%N →
    agree (λ x y, x = y ∧ (x < 256 ^ n)%N) (read_number O n s p) (parse (number (N.to_nat n)) (from p)).
  Proof using L.
    intros Hn Hp. change (parse (number (N.to_nat n)) (from p)) with
      (match parse (times (N.to_nat n) any_byte) (from p) with
       | Malformed why at_ => Malformed why at_
       | Parsed a rest => Parsed (number_of a) rest
       end).
    rewrite parse_raw, from_length. unfold read_number.
    destruct (N.leb_spec (p + n) (s_length O s)).
    - rewrite decide_True by lia. simpl. rewrite from_drop, (number_law _ _ L) by done.
      split; [split; [done|]|by split].
      pose proof (number_of_lt (slice p n (text s))) as Hlt.
      replace (N.of_nat (length (slice p n (text s)))) with n in Hlt; [done|].
      unfold slice. rewrite take_length. fold (from p). rewrite from_length. lia.
    - rewrite decide_False by lia. simpl. rewrite from_end. split; [done|]. by split.
  Qed.
  Lemma bytes_agree n p :
    (p ≤ s_length O s)%N →
    agree (λ x y, text x = y ∧ length y = N.to_nat n) (read_bytes O n s p)
      (parse (times (N.to_nat n) any_byte) (from p)).
  Proof using L.
    intros Hp. rewrite parse_raw, from_length. unfold read_bytes.
    destruct (N.leb_spec (p + n) (s_length O s)).
    - rewrite decide_True by lia. simpl. rewrite from_drop, (sub_law _ _ L) by done.
      split; [split; [done|]|by split]. rewrite take_length, from_length. lia.
    - rewrite decide_False by lia. simpl. rewrite from_end. split; [done|]. by split.
  Qed.

  Lemma u8_agrees p : (p ≤ s_length O s)%N →
    agree (λ x y, x = y ∧ (x < 256)%N) (read_number O n1 s p) (parse (number 1) (from p)).
  Proof using L. apply (number_agrees n1). by left. Qed.
  Lemma u16_agrees p : (p ≤ s_length O s)%N →
    agree (λ x y, x = y ∧ (x < 65536)%N) (read_number O n2 s p) (parse (number 2) (from p)).
  Proof using L. apply (number_agrees n2). by right; left. Qed.
  Lemma u32_agrees p : (p ≤ s_length O s)%N →
    agree (λ x y, x = y ∧ (x < limit32)%N) (read_number O n4 s p) (parse (number 4) (from p)).
  Proof using L. apply (number_agrees n4). by right; right; left. Qed.
  Lemma u64_agrees p : (p ≤ s_length O s)%N →
    agree (λ x y, x = y ∧ (x < limit64)%N) (read_number O n8 s p) (parse (number 8) (from p)).
  Proof using L. apply (number_agrees n8). by right; right; right. Qed.
  Lemma word_agrees p : (p ≤ s_length O s)%N →
    agree (λ x y, text x = y ∧ length y = 32) (read_bytes O n32 s p) (parse (times 32 any_byte) (from p)).
  Proof using L. apply (bytes_agree n32). Qed.

  (** The byte that chooses: there is one, and which it is; or there is none. *)
  Lemma tag_agrees p :
    (p ≤ s_length O s)%N →
    (∃ b, from p = b :: from (p + n1) ∧ read_tag O s p = Taken (N_of_ascii b) (p + n1)%N ∧
       (p + n1 ≤ s_length O s)%N)
    ∨ from p = [] ∧ read_tag O s p = Bad Truncated (s_length O s).
  Proof using L.
    intros Hp. unfold read_tag, read_number. destruct (N.leb_spec (p + n1) (s_length O s)) as [Hl|Hl].
    - left. destruct (from p) as [|b l] eqn:E.
      { apply (f_equal length) in E. rewrite from_length in E. unfold n1 in *. simpl in E. lia. }
      exists b. rewrite <-from_drop, E. change (N.to_nat n1) with 1. split; [done|]. split; [|done].
      rewrite (number_law _ _ L) by (try done; by left). unfold slice. fold (from p). rewrite E. simpl.
      f_equal. lia.
    - right. split; [|done]. apply length_zero_iff_nil. rewrite from_length. unfold n1 in *. lia.
  Qed.

  (** Done with one reader, on to the next. *)
  Tactic Notation "after" constr(H) "as" ident(a) ident(b) ident(p) ident(HR) ident(Hp) :=
    let h := fresh in
    pose proof H as h;
    match type of h with agree _ ?r ?m =>
      destruct r as [a p|? ?], m as [b ?|? ?]; cbn [agree] in h; try contradiction;
      [destruct h as (HR&Hp&->)
      |let E := fresh in let E' := fresh in let Hq := fresh in
       destruct h as (E&Hq&E'); rewrite E, E'; exact (conj eq_refl (conj Hq eq_refl))]
    end.

  Lemma key_agrees p :
    (p ≤ s_length O s)%N → agree (is_key text) (read_key O s p) (parse key_codec (from p)).
  Proof using L.
    intros Hp. change (parse key_codec (from p)) with
      (match match parse (number 2) (from p) with
        | Malformed why at_ => Malformed why at_
        | Parsed a bs =>
            match parse (times 32 any_byte) bs with
            | Malformed why at_ => Malformed why at_
            | Parsed b bs => Parsed (a, b) bs
            end
        end with
       | Malformed why at_ => Malformed why at_
       | Parsed a rest => match word_to_key a with Some b => Parsed b rest | None => Malformed Bad_key (from p) end
       end).
    unfold read_key. after (u16_agrees p Hp) as a a' p1 Ha H1.
    after (word_agrees p1 H1) as w w' p2 Hw H2.
    destruct Ha as [<- Ha]. destruct Hw as [<- Hb].
    unfold word_to_key. rewrite (zero_from_law _ _ L).
    destruct (N.leb_spec a n256) as [Hd|Hd]; cbn [andb];
      [rewrite decide_True by done|by rewrite decide_False by (unfold n256 in *; lia)].
    destruct (forallb _ _) eqn:Ez; [|done]. split; [|by split].
    pose proof (bits_of_bytes_length (text w)) as Hl. rewrite Hb in Hl.
    unfold n256 in Hd.
    assert (length (take (N.to_nat a) (bits_of_bytes (text w))) = N.to_nat a) as Ht by (rewrite take_length; lia).
    split; [unfold key_wf; lia|]. unfold key_to_word. rewrite Ht, N2Nat.id. cbn [p_digits p_word]. f_equal.
    rewrite <-(bytes_of_bits_of_bytes (text w)) at 2. f_equal.
    rewrite <-(take_drop (N.to_nat a) (bits_of_bytes (text w))) at 2. f_equal.
    apply forallb_negb_replicate in Ez. rewrite Ez, drop_length. f_equal. lia.
  Qed.

  Lemma flag_agrees p :
    (p ≤ s_length O s)%N → agree eq (read_flag O s p) (parse flag (from p)).
  Proof using L.
    intros Hp. change (parse flag (from p)) with
      (match parse (number 1) (from p) with
       | Malformed why at_ => Malformed why at_
       | Parsed x rest =>
           match (if decide (x = 0)%N then Some false else if decide (x = 1)%N then Some true else None) with
           | Some b => Parsed b rest | None => Malformed Bad_flag (from p) end
       end).
    unfold read_flag. after (u8_agrees p Hp) as x y p1 Hx H1. destruct Hx as [<- _]. unfold n1.
    destruct (N.eqb_spec x 0); [rewrite decide_True by done; by split|rewrite decide_False by done].
    destruct (N.eqb_spec x 1); [rewrite decide_True by done; by split|rewrite decide_False by done]. by split.
  Qed.

  (** What a tag leads to, or the complaint that there is none or another one. *)
  Ltac no_tag := cbn; rewrite ?from_end; split; [done|]; by split.

  Lemma edge_agrees p :
    (p ≤ s_length O s)%N →
    agree (option_Forall2 (is_edge text)) (read_edge O s p) (parse (option_codec edge_codec) (from p)).
  Proof using L.
    intros Hp. unfold read_edge. destruct (tag_agrees p Hp) as [(b&E&->&H1)|[E ->]]; rewrite E; [|no_tag].
    destruct (decide (b = tag 0)) as [->|Hn0]; [cbn; split; [constructor|by split]|].
    rewrite (tag_other _ 0) by done.
    destruct (decide (b = tag 1)) as [->|Hn1].
    - change (N_of_ascii (tag 1) =? n1)%N with true. cbv iota. rewrite parse_option_1, parse_edge.
      after (key_agrees (p + n1) H1) as k k' p2 Hk H2.
      after (word_agrees p2 H2) as h h' p3 Hh H3. destruct Hh as [Hh _].
      after (flag_agrees p3 H3) as f f' p4 Hf H4.
      split; [|by split]. constructor. by split.
    - rewrite (tag_other _ 1) by done.
      rewrite parse_option_other by done. rewrite <-E. by split.
  Qed.

  Lemma datum_agrees p :
    (p ≤ s_length O s)%N → agree (is_datum text) (read_datum O s p) (parse datum_codec (from p)).
  Proof using L.
    intros Hp. unfold read_datum. destruct (tag_agrees p Hp) as [(b&E&->&H1)|[E ->]]; rewrite E; [|no_tag].
    destruct (decide (b = tag 0)) as [->|Hn0]; [cbn; split; [by split|by split]|].
    rewrite (tag_other _ 0) by done.
    destruct (decide (b = tag 1)) as [->|Hn1].
    - change (N_of_ascii (tag 1) =? n1)%N with true. cbv iota. rewrite parse_datum_1.
      after (u16_agrees (p + n1) H1) as n n' p2 Hn H2. destruct Hn as [<- Hn].
      rewrite take_exactly_spec, from_length. destruct (N.leb_spec (p2 + n) (s_length O s)).
      + rewrite decide_True by lia. rewrite from_drop. split; [|by split].
        assert (text (s_sub O s p2 n) = take (N.to_nat n) (from p2)) as Hs by (by rewrite (sub_law _ _ L)).
        split; [|by rewrite <-Hs]. unfold datum_wf, option_wf, below. rewrite take_length, from_length. lia.
      + rewrite decide_False by lia. by split.
    - rewrite (tag_other _ 1) by done.
      rewrite parse_datum_other by done. rewrite <-E. by split.
  Qed.

  Lemma value_agrees p :
    (p ≤ s_length O s)%N → agree (is_value text) (read_value O s p) (parse value_codec (from p)).
  Proof using L.
    intros Hp. unfold read_value. destruct (tag_agrees p Hp) as [(b&E&->&H1)|[E ->]]; rewrite E; [|no_tag].
    destruct (decide (b = tag 0)) as [->|Hn0].
    { change (N_of_ascii (tag 0) =? 0)%N with true. cbv iota. rewrite parse_value_0.
      after (datum_agrees (p + n1) H1) as v v' p2 Hv H2. by split. }
    rewrite (tag_other _ 0) by done.
    destruct (decide (b = tag 1)) as [->|Hn1].
    - change (N_of_ascii (tag 1) =? n1)%N with true. cbv iota. rewrite parse_value_1.
      after (edge_agrees (p + n1) H1) as l l' p2 Hl H2.
      after (edge_agrees p2 H2) as r r' p3 Hr H3. by split.
    - rewrite (tag_other _ 1) by done.
      rewrite parse_value_other by done. rewrite <-E. by split.
  Qed.

  Lemma stamp_agrees p :
    (p ≤ s_length O s)%N →
    agree (λ x y, x = y ∧ stamp_wf x) (read_stamp O s p) (parse stamp_codec (from p)).
  Proof using L.
    intros Hp. unfold read_stamp. rewrite parse_stamp.
    after (u64_agrees p Hp) as e e' p1 He H1. after (u32_agrees p1 H1) as c c' p2 Hc H2.
    destruct He as [<- He], Hc as [<- Hc]. split; [|by split]. split; [done|by split].
  Qed.

  Lemma operand_agrees p :
    (p ≤ s_length O s)%N → agree (is_operand text) (read_packed_operand O s p) (parse operand_codec (from p)).
  Proof using L.
    intros Hp. unfold read_packed_operand. destruct (tag_agrees p Hp) as [(b&E&->&H1)|[E ->]]; rewrite E; [|no_tag].
    destruct (decide (b = tag 0)) as [->|Hn0].
    { change (N_of_ascii (tag 0) =? 0)%N with true. cbv iota. rewrite parse_operand_0.
      after (u16_agrees (p + n1) H1) as s1 s1' p2 Hs H2. destruct Hs as [<- _]. by split. }
    rewrite (tag_other _ 0) by done.
    destruct (decide (b = tag 1)) as [->|Hn1].
    - change (N_of_ascii (tag 1) =? n1)%N with true. cbv iota. rewrite parse_operand_1.
      after (key_agrees (p + n1) H1) as k k' p2 Hk H2. after (u16_agrees p2 H2) as s1 s1' p3 Hs H3.
      destruct Hs as [<- _]. split; [by split|by split].
    - rewrite (tag_other _ 1) by done. rewrite parse_operand_other by done. rewrite <-E. by split.
  Qed.
  Lemma times_agrees n p :
    (p ≤ s_length O s)%N → agree (Forall2 (is_operand text)) (read_times O n s p)
      (parse_times operand_codec n (from p)).
  Proof using L.
    revert p; induction n as [|n IH]; intros p Hp; cbn [read_times parse_times]; [split; [constructor|by split]|].
    after (operand_agrees p Hp) as o o' p1 Ho H1. after (IH p1 H1) as l l' p2 Hl H2.
    split; [by constructor|by split].
  Qed.
  Lemma operands_agrees p :
    (p ≤ s_length O s)%N → agree (Forall2 (is_operand text)) (read_packed_operands O s p)
      (parse operands_codec (from p)).
  Proof using L.
    intros Hp. unfold read_packed_operands. rewrite parse_operands.
    after (u8_agrees p Hp) as n n' p1 Hn H1. destruct Hn as [<- _]. by apply times_agrees.
  Qed.
  Lemma argument_agrees p :
    (p ≤ s_length O s)%N → agree (λ x y, text x = y) (read_argument O s p) (parse argument_codec (from p)).
  Proof using L.
    intros Hp. unfold read_argument. rewrite parse_argument.
    after (u16_agrees p Hp) as n n' p2 Hn H2. destruct Hn as [<- Hn].
    rewrite take_exactly_spec, from_length. destruct (N.leb_spec (p2 + n) (s_length O s)).
    - rewrite decide_True by lia. rewrite from_drop. split; [|by split]. by rewrite (sub_law _ _ L).
    - rewrite decide_False by lia. by split.
  Qed.

  (** The tag is this one, or another. *)
  Ltac try_tag b n k :=
    let H := fresh "Hother" in destruct (decide (b = tag n)) as [->|H];
    [change (N_of_ascii (tag n) =? k)%N with true; cbv iota|rewrite (tag_other b k) by done].

  Theorem entry_agrees p :
    (p ≤ s_length O s)%N → agree (is_entry text) (read_entry O s p) (parse entry_codec (from p)).
  Proof using L.
    intros Hp. unfold read_entry. destruct (tag_agrees p Hp) as [(b&E&->&H1)|[E ->]]; rewrite E; [|no_tag].
    try_tag b 0%N 0%N.
    { rewrite parse_entry_0. after (key_agrees (p + n1) H1) as k k' p2 Hk H2.
      after (value_agrees p2 H2) as v v' p3 Hv H3. after (u16_agrees p3 H3) as s1 s1' p4 Hs1 H4.
      after (u16_agrees p4 H4) as s2 s2' p5 Hs2 H5.
      destruct Hs1 as [<- _], Hs2 as [<- _]. split; [by split_and!|by split]. }
    try_tag b 1%N n1.
    { rewrite parse_entry_1. after (key_agrees (p + n1) H1) as k k' p2 Hk H2.
      after (value_agrees p2 H2) as v v' p3 Hv H3. after (u16_agrees p3 H3) as s1 s1' p4 Hs1 H4.
      after (stamp_agrees p4 H4) as t t' p5 Ht H5. after (u16_agrees p5 H5) as i i' p6 Hi H6.
      destruct Hs1 as [<- _], Ht as [<- Ht], Hi as [<- Hi].
      split; [|by split]. exact (conj Hk (conj Hv (conj eq_refl (conj eq_refl (conj eq_refl (conj Ht Hi)))))). }
    try_tag b 2%N n2.
    { rewrite parse_entry_2. after (u16_agrees (p + n1) H1) as s1 s1' p2 Hs1 H2.
      after (u16_agrees p2 H2) as s2 s2' p3 Hs2 H3. destruct Hs1 as [<- _], Hs2 as [<- _]. split; by split. }
    try_tag b 3%N n3.
    { rewrite parse_entry_3. after (u16_agrees (p + n1) H1) as s1 s1' p2 Hs1 H2.
      after (stamp_agrees p2 H2) as t t' p3 Ht H3. destruct Hs1 as [<- _], Ht as [<- _]. split; by split. }
    try_tag b 4%N n4.
    { rewrite parse_entry_4. after (u16_agrees (p + n1) H1) as s1 s1' p2 Hs1 H2.
      after (u16_agrees p2 H2) as s2 s2' p3 Hs2 H3. after (stamp_agrees p3 H3) as t t' p4 Ht H4.
      destruct Hs1 as [<- _], Hs2 as [<- _], Ht as [<- _]. split; [by split_and!|by split]. }
    try_tag b 5%N n5. { rewrite parse_entry_5. split; by split. }
    try_tag b 6%N n6. { rewrite parse_entry_6. split; by split. }
    try_tag b 7%N n7.
    { rewrite parse_entry_7. after (u8_agrees (p + n1) H1) as f f' p2 Hf H2.
      after (operands_agrees p2 H2) as ops ops' p3 Hops H3. after (argument_agrees p3 H3) as a a' p4 Ha H4.
      destruct Hf as [<- _]. split; [by split_and!|by split]. }
    try_tag b 8%N n8.
    { rewrite parse_entry_8. after (u16_agrees (p + n1) H1) as s1 s1' p2 Hs1 H2.
      after (u16_agrees p2 H2) as s2 s2' p3 Hs2 H3. destruct Hs1 as [<- _], Hs2 as [<- _]. split; by split. }
    rewrite parse_entry_other by (by repeat constructor). rewrite <-E. by split.
  Qed.
End reader.
