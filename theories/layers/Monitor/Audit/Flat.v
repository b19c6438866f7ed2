(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The model's parsers, which are put together from combinators, laid flat: one
field after the other. *)
From Fairlead.Monitor.Log Require Export Format.

Notation "'parse!' x , rest ← m ; k" :=
  (match m with Malformed why at_ => Malformed why at_ | Parsed x rest => k end)
  (at level 20, x binder, rest name, m at level 100, k at level 200, only parsing).
Ltac flat :=
  repeat match goal with
    |- context [bool_decide ?P] => let b := eval vm_compute in (bool_decide P) in change (bool_decide P) with b
  end;
  cbv beta iota delta [orb];
  repeat match goal with
    | |- context [match ?m with Parsed _ _ => _ | Malformed _ _ => _ end] =>
        lazymatch m with match _ with _ => _ end => fail | _ => destruct m; cbv beta iota end
    | |- context [take_exactly ?n ?l] => destruct (take_exactly n l) as [[]|]
  end; reflexivity.

Lemma parse_option_1 {A} (c : codec A) l :
  parse (option_codec c) (tag 1 :: l) = parse! a, l ← parse c l; Parsed (Some a) l.
Proof. cbv [option_codec view choose either case owns parse_body parse]. flat. Qed.
Lemma parse_option_other {A} (c : codec A) b l :
  b ≠ tag 0 → b ≠ tag 1 → parse (option_codec c) (b :: l) = Malformed Unknown_tag (b :: l).
Proof. intros. cbn. by rewrite !bool_decide_eq_false_2. Qed.

Section flat.
  Lemma parse_edge l :
    parse edge_codec l =
    parse! k, l ← parse key_codec l; parse! h, l ← parse (times 32 any_byte) l;
    parse! b, l ← parse flag l; Parsed (Edge k h b) l.
  Proof. cbv [edge_codec view pair parse]. flat. Qed.
  Lemma parse_datum_1 l :
    parse datum_codec (tag 1 :: l) =
    parse! n, l1 ← parse (number 2) l;
    match take_exactly (N.to_nat n) l1 with Some (v, l) => Parsed (Some v) l | None => Malformed Oversized l end.
  Proof. cbv [datum_codec option_codec counted view choose either case owns parse_body parse]. flat. Qed.
  Lemma parse_datum_other b l :
    b ≠ tag 0 → b ≠ tag 1 → parse datum_codec (b :: l) = Malformed Unknown_tag (b :: l).
  Proof. apply parse_option_other. Qed.

  Lemma parse_value_0 l :
    parse value_codec (tag 0 :: l) = parse! v, l ← parse datum_codec l; Parsed (Data v) l.
  Proof. cbv [value_codec view choose either case owns parse_body parse]. flat. Qed.
  Lemma parse_value_1 l :
    parse value_codec (tag 1 :: l) =
    parse! a, l ← parse (option_codec edge_codec) l; parse! b, l ← parse (option_codec edge_codec) l;
    Parsed (Merkle (a, b)) l.
  Proof. cbv [value_codec pair view choose either case owns parse_body parse]. flat. Qed.
  Lemma parse_value_other b l :
    b ≠ tag 0 → b ≠ tag 1 → parse value_codec (b :: l) = Malformed Unknown_tag (b :: l).
  Proof. intros. cbn. by rewrite !bool_decide_eq_false_2. Qed.
  Lemma parse_stamp l :
    parse stamp_codec l = parse! e, l ← parse (number 8) l; parse! c, l ← parse (number 4) l; Parsed (e, c) l.
  Proof. cbv [stamp_codec pair u64 u32 parse]. flat. Qed.

  Lemma parse_entry_0 l :
    parse entry_codec (tag 0 :: l) =
    parse! k, l ← parse key_codec l; parse! v, l ← parse value_codec l;
    parse! s, l ← parse (number 2) l; parse! s', l ← parse (number 2) l; Parsed (AddM k v s s') l.
  Proof. cbv [entry_codec entry_cases pair u16 view choose either case owns parse_body parse]. flat. Qed.
  Lemma parse_entry_1 l :
    parse entry_codec (tag 1 :: l) =
    parse! k, l ← parse key_codec l; parse! v, l ← parse value_codec l;
    parse! s, l ← parse (number 2) l; parse! t, l ← parse stamp_codec l;
    parse! i, l ← parse (number 2) l; Parsed (AddB k v s t i) l.
  Proof. cbv [entry_codec entry_cases pair u16 view choose either case owns parse_body parse]. flat. Qed.
  Lemma parse_entry_2 l :
    parse entry_codec (tag 2 :: l) =
    parse! s, l ← parse (number 2) l; parse! s', l ← parse (number 2) l; Parsed (EvictM s s') l.
  Proof. cbv [entry_codec entry_cases pair u16 view choose either case owns parse_body parse]. flat. Qed.
  Lemma parse_entry_3 l :
    parse entry_codec (tag 3 :: l) =
    parse! s, l ← parse (number 2) l; parse! t, l ← parse stamp_codec l; Parsed (EvictB s t) l.
  Proof. cbv [entry_codec entry_cases pair u16 view choose either case owns parse_body parse]. flat. Qed.
  Lemma parse_entry_4 l :
    parse entry_codec (tag 4 :: l) =
    parse! s, l ← parse (number 2) l; parse! s', l ← parse (number 2) l;
    parse! t, l ← parse stamp_codec l; Parsed (EvictBM s s' t) l.
  Proof. cbv [entry_codec entry_cases pair u16 view choose either case owns parse_body parse]. flat. Qed.
  Lemma parse_entry_5 l : parse entry_codec (tag 5 :: l) = Parsed NextEpoch l.
  Proof. reflexivity. Qed.
  Lemma parse_entry_6 l : parse entry_codec (tag 6 :: l) = Parsed VerifyEpoch l.
  Proof. reflexivity. Qed.
  Lemma parse_operand_0 l :
    parse operand_codec (tag 0 :: l) = parse! s, l ← parse (number 2) l; Parsed (Here s) l.
  Proof. cbv [operand_codec pair u16 view choose either case owns parse_body parse]. flat. Qed.
  Lemma parse_operand_1 l :
    parse operand_codec (tag 1 :: l) =
    parse! k, l ← parse key_codec l; parse! s, l ← parse (number 2) l; Parsed (Missing k s) l.
  Proof. cbv [operand_codec pair u16 view choose either case owns parse_body parse]. flat. Qed.
  Lemma parse_operand_other b l :
    b ≠ tag 0 → b ≠ tag 1 → parse operand_codec (b :: l) = Malformed Unknown_tag (b :: l).
  Proof. intros. cbn. by rewrite !bool_decide_eq_false_2. Qed.
  Lemma parse_operands l :
    parse operands_codec l = parse! n, l ← parse (number 1) l; parse_times operand_codec (N.to_nat n) l.
  Proof. reflexivity. Qed.
  Lemma parse_argument l :
    parse argument_codec l =
    parse! n, l1 ← parse (number 2) l;
    match take_exactly (N.to_nat n) l1 with Some (v, l) => Parsed v l | None => Malformed Oversized l end.
  Proof. reflexivity. Qed.

  Lemma parse_entry_7 l :
    parse entry_codec (tag 7 :: l) =
    parse! f, l ← parse (number 1) l; parse! ops, l ← parse operands_codec l;
    parse! a, l ← parse argument_codec l; Parsed (Run f ops a) l.
  Proof. cbv [entry_codec entry_cases pair u8 view choose either case owns parse_body parse]. flat. Qed.
  Lemma parse_entry_8 l :
    parse entry_codec (tag 8 :: l) =
    parse! s, l ← parse (number 2) l; parse! s', l ← parse (number 2) l; Parsed (Remove s s') l.
  Proof. cbv [entry_codec entry_cases pair u16 view choose either case owns parse_body parse]. flat. Qed.
  Lemma parse_entry_other b l :
    Forall (λ n, b ≠ tag n) [0; 1; 2; 3; 4; 5; 6; 7; 8]%N →
    parse entry_codec (b :: l) = Malformed Unknown_tag (b :: l).
  Proof.
    intros Hb. repeat (apply Forall_cons in Hb as [? Hb]). cbn. by rewrite !bool_decide_eq_false_2.
  Qed.
End flat.
