(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * That .fl does not trap: numbers in their ranges, bytes for which there is room.

    What is computed of a store that is known, and that it fits: from the tests before and the types, by [lia]. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Lang Require Import Typing.Soundness.
From Fairlead.Lang.Logic Require Import Steps.
From Fairlead.Lang.Model Require Import Source.
From Fairlead.Derive.ToC Require Import Rules Represent Entries.

(** Widening, of a number in its range. *)
Lemma widened (from to : width) a : in_range from a → (bits from <=? bits to)%Z = true →
  (or_wrong (checked from a) ≫= λ z, Ok (VInt (P := fl_point) (wrap to z))) = Ok (VInt a).
Proof.
  intros Ha Hbits%Z.leb_le. rewrite checked_ok by done. simpl. unfold wrap. rewrite Z.mod_small; [done|].
  destruct Ha as [? Ha]. split; [done|]. eapply Z.lt_le_trans; [exact Ha|]. apply Z.pow_le_mono_r; lia.
Qed.

(** Cut off. *)
Lemma truncated (from to : width) a : in_range from a →
  (or_wrong (checked from a) ≫= λ z, Ok (VInt (P := fl_point) (wrap to z))) = Ok (VInt (wrap to a)).
Proof. intros Ha. by rewrite checked_ok. Qed.

(** Quotients and remainders, whatever the divisor: Coq's are total. *)
Lemma div_in_range w a b : in_range w a → in_range w b → in_range w (a / b)%Z.
Proof.
  intros [? Ha] [? _]. destruct (decide (b = 0%Z)) as [->|]; [rewrite Zdiv_0_r; unfold in_range; lia|].
  split; [apply Z.div_pos; lia|]. apply Z.le_lt_trans with a; [|done]. apply Z.div_le_upper_bound; nia.
Qed.
Lemma rem_in_range w a b : in_range w a → in_range w b → in_range w (a mod b)%Z.
Proof.
  intros Ha [? Hb]. destruct (decide (b = 0%Z)) as [->|]; [by rewrite Zmod_0_r|].
  pose proof (Z.mod_pos_bound a b). unfold in_range. lia.
Qed.
(** What [lia] has to be told of bits: a mask bounds, as a shift does. *)
Lemma land_bounded a b : (0 ≤ a → 0 ≤ b → 0 ≤ Z.land a b ∧ Z.land a b ≤ a ∧ Z.land a b ≤ b)%Z.
Proof.
  intros Ha Hb. split; [apply Z.land_nonneg; auto|].
  assert (∀ a b, 0 ≤ a → 0 ≤ b → Z.land a b ≤ a)%Z as Hle.
  { intros a' b' Ha' Hb'. apply Z.ldiff_le; [done|].
    apply Z.bits_inj'. intros n Hn. rewrite Z.ldiff_spec, Z.land_spec, Z.bits_0.
    by destruct (Z.testbit a' n), (Z.testbit b' n). }
  split; [by apply Hle|]. rewrite Z.land_comm. by apply Hle.
Qed.
Lemma shiftr_bounded a n : (0 ≤ a → 0 ≤ n → 0 ≤ Z.shiftr a n ≤ a)%Z.
Proof.
  intros Ha Hn. rewrite Z.shiftr_div_pow2 by done. split; [apply Z.div_pos; lia|].
  apply Z.div_le_upper_bound; [lia|]. assert (0 < 2 ^ n)%Z by lia. nia.
Qed.

(** A part of bytes. *)
Lemma part_ok (l : list Z) i n : bytes_ok l → bytes_ok (take n (drop i l)).
Proof.
  intros [Hl Hs]. split; [by apply Forall_take, Forall_drop|]. unfold short in *. rewrite take_length, drop_length. lia.
Qed.
Lemma slice_part (l : list Z) lo hi :
  (0 ≤ lo ≤ hi)%Z → (hi ≤ Z.of_nat (length l))%Z →
  slice l lo hi = Some (take (Z.to_nat hi - Z.to_nat lo) (drop (Z.to_nat lo) l)).
Proof. intros ??. rewrite slice_ok by lia. do 2 f_equal. lia. Qed.
(** The number that some bytes make. *)
Lemma load_part (l : list Z) a n :
  (0 ≤ a)%Z → (a + Z.of_nat n ≤ Z.of_nat (length l))%Z →
  slice l a (a + Z.of_nat n) = Some (take n (drop (Z.to_nat a) l)).
Proof. intros ??. rewrite slice_ok by lia. do 2 f_equal. lia. Qed.
Lemma load_in_range o (v w : width) (l : list Z) i :
  (bits v <=? bits w)%Z = true → Forall (in_range W8) l → (i + byte_count v ≤ length l)%nat →
  in_range w (load_int o (take (byte_count v) (drop i l))).
Proof.
  intros Hw%Z.leb_le Hl Hi. destruct (load_int_in_range o v (take (byte_count v) (drop i l))) as [? Hv].
  - by apply Forall_take, Forall_drop.
  - rewrite take_length, drop_length. lia.
  - split; [done|]. eapply Z.lt_le_trans; [exact Hv|]. apply Z.pow_le_mono_r; lia.
Qed.

Lemma list_eqb_decide (l l' : list Z) : bool_decide (l = l') = list_eqb l l'.
Proof. unfold list_eqb. by destruct (List.list_eq_dec BinInt.Z.eq_dec l l'); case_bool_decide. Qed.

(** The byte at an index. *)
Lemma at_index_nth (l : list Z) i : (0 ≤ i < Z.of_nat (length l))%Z → at_index l i = Ok (nth (Z.to_nat i) l 0%Z).
Proof.
  intros Hi. rewrite at_index_ok by done. f_equal. rewrite nth_lookup.
  by destruct (lookup_lt_is_Some_2 l (Z.to_nat i) ltac:(lia)) as [z E]; rewrite (list_lookup_total_correct _ _ _ E), E.
Qed.
Lemma nth_in_range w l n : Forall (in_range w) l → in_range w (nth n l 0%Z).
Proof.
  intros Hl. rewrite nth_lookup. destruct (l !! n) as [z|] eqn:E; [by eapply Forall_lookup_1|apply zero_in_range].
Qed.

(** [&&] and [||], where nothing on either side can trap. *)
Lemma ok_if {A} (b : bool) (x y : A) : (if b then Ok x else Ok y) = Ok (if b then x else y).
Proof. by destruct b. Qed.
Lemma bool_if (b x y : bool) : (if b then VBool (P := fl_point) x else VBool y) = VBool (if b then x else y).
Proof. by destruct b. Qed.

Ltac fl_simplify :=
  cbn -[checked at_index nth firstn skipn wrap slice blit map_find map_put map_remove load_int store_int byte_count
        limit bits list_eqb bool_decide waiting_point nth_loop nth_resume
        Z.add Z.sub Z.mul Z.div Z.modulo Z.land Z.lor Z.lxor Z.shiftl Z.shiftr Z.leb Z.ltb Z.eqb
        Z.of_nat Z.of_N Z.to_nat].

(** Data that come from outside are the same within: a value that stands for something, whatever that is. *)
Ltac fl_same_one :=
  lazymatch goal with
  | |- context [of_data (@enc ?T ?D _ ?x)] =>
    let E := fresh "E" in
    assert (E : of_data (@enc T D _ x) = @enc T D fl_point x) by
      (clear; destruct x; repeat first
         [ reflexivity | progress simpl | match goal with |- context [match ?y with _ => _ end] => destruct y end ]);
    rewrite E; clear E
  end.
Ltac fl_same_data :=
  cbn -[of_data enc checked at_index nth firstn skipn wrap slice blit map_find map_put map_remove load_int store_int
        byte_count limit bits list_eqb bool_decide waiting_point nth_loop nth_resume
        Z.add Z.sub Z.mul Z.div Z.modulo Z.land Z.lor Z.lxor Z.shiftl Z.shiftr Z.leb Z.ltb Z.eqb
        Z.of_nat Z.of_N Z.to_nat];
  repeat fl_same_one.

(** Without the names of what comes after: they say nothing of numbers. *)
Ltac fl_plain := repeat match goal with K := _ |- _ => clear K end.
(** Ranges, for [lia]. *)
Ltac fl_ranges :=
  unfold ok, data_word, data_bytes, room, in_range, bytes_ok, short, limit, bits, byte_count in *;
  cbn [number chars] in *;
  repeat match goal with H : _ ∧ _ |- _ => destruct H end;
  rewrite ?app_length, ?take_length, ?drop_length in *; cbn [length] in *.
(** What [lia] does not see in a term is said of it, and then it is a name. *)
Ltac fl_said_of E t := pose proof E; let x := fresh "x" in set (x := t) in *; clearbody x.
Ltac fl_atoms :=
  repeat match goal with
  | |- context [wrap ?w ?a] => fl_said_of (wrap_in_range w a) (wrap w a)
  | H : context [wrap ?w ?a] |- _ => fl_said_of (wrap_in_range w a) (wrap w a)
  end.
Ltac fl_bits :=
  repeat match goal with
  | |- context [Z.land ?a ?b] => fl_said_of (land_bounded a b ltac:(lia) ltac:(lia)) (Z.land a b)
  | H : context [Z.land ?a ?b] |- _ => fl_said_of (land_bounded a b ltac:(lia) ltac:(lia)) (Z.land a b)
  | |- context [Z.shiftr ?a (Zpos ?n)] => rewrite (Z.shiftr_div_pow2 a (Zpos n)) in * by lia
  | H : context [Z.shiftr ?a (Zpos ?n)] |- _ => rewrite (Z.shiftr_div_pow2 a (Zpos n)) in * by lia
  | |- context [Z.shiftr ?a ?n] => fl_said_of (shiftr_bounded a n ltac:(lia) ltac:(lia)) (Z.shiftr a n)
  | H : context [Z.shiftr ?a ?n] |- _ => fl_said_of (shiftr_bounded a n ltac:(lia) ltac:(lia)) (Z.shiftr a n)
  end.
Ltac fl_lia :=
  fl_plain;
  repeat match goal with
  | H : (_ =? _)%Z = true |- _ => apply Z.eqb_eq in H
  | H : (_ =? _)%Z = false |- _ => apply Z.eqb_neq in H
  | H : (_ <? _)%Z = true |- _ => apply Z.ltb_lt in H
  | H : (_ <? _)%Z = false |- _ => apply Z.ltb_ge in H
  | H : (_ <=? _)%Z = true |- _ => apply Z.leb_le in H
  | H : (_ <=? _)%Z = false |- _ => apply Z.leb_gt in H
  end; fl_atoms; fl_ranges; fl_bits; Z.to_euclidean_division_equations; lia.

(** How many entries there are: counted in the table, not in the map that stands for it. *)
Ltac fl_counts :=
  repeat match goal with
  | E : length ?m = length ?l |- context [length ?m] => rewrite E
  | E : map_find ?l ?k = Some _ |- context [length (map_put ?l ?k _)] => rewrite (put_count_found _ _ _ _ E)
  | E : map_find ?l ?k = None |- context [length (map_put ?l ?k _)] => rewrite (put_count_missing _ _ _ E)
  | E : map_find ?l ?k = None |- context [map_remove ?l ?k] => rewrite (remove_count_missing _ _ E)
  | |- context [map_find (map_put ?l ?k ?a) ?k] => rewrite (find_put_same l k a)
  end.
(** What was decided before. *)
Ltac fl_known :=
  repeat match goal with
  | E : ?b = true |- context [?b] => rewrite E
  | E : ?b = false |- context [?b] => rewrite E
  | E : map_find ?l ?k = _ |- context [map_find ?l ?k] => rewrite E
  | E : variable ?s ?x = Ok _ |- context [variable ?s ?x] => rewrite E
  end;
  fl_counts.

(** That something is in the range of its type. *)
Ltac fl_ok :=
  fl_plain;
  unfold ok, data_word, data_bytes, data_bool, data_unit, data_option in * |-; cbn [number chars] in *;
  repeat match goal with H : _ ∧ _ |- _ => destruct H end;
  repeat first
    [ exact I | assumption
    | lazymatch goal with                   (* of data, one level: what they are made of may be in range as a whole *)
      | |- @ok (word ?w) _ ?x => change (in_range w (number x)); cbn [number]
      | |- @ok (option _) _ (Some ?a) => change (ok a)
      | |- @ok ?T _ ?x =>                   (* [T] may be what an effect is asked with *)
        let T := eval hnf in T in
        lazymatch T with word ?w => change (in_range w (@number w x)); cbn [number] | _ => hnf end
      end
    | lazymatch goal with                   (* before the range is taken apart *)
      | |- in_range _ (wrap _ _) => apply wrap_in_range
      | |- in_range _ (Z.land _ _) => apply land_in_range
      | |- in_range _ (Z.lor _ _) => apply lor_in_range
      | |- in_range _ (Z.lxor _ _) => apply lxor_in_range
      | |- in_range _ (nth _ _ _) => apply nth_in_range
      | |- in_range _ (Z.div _ _) => apply div_in_range
      | |- in_range _ (Z.modulo _ _) => apply rem_in_range
      | |- in_range _ (Z.shiftr _ _) => apply shiftr_in_range; [fl_lia|]
      | |- in_range ?w (limit ?w - 1 - _)%Z => apply complement_in_range
      | |- in_range _ (load_int _ (firstn _ (skipn _ _))) => apply load_in_range; [reflexivity| |fl_lia]
      | |- bytes_ok (firstn _ (skipn _ _)) => apply part_ok
      end
    | split
    | progress cbn [number chars]
    | apply wrap_in_range | progress (unfold bytes_ok)
    | match goal with
      | H : bytes_ok ?l |- Forall _ ?l => exact (proj1 H)
      | |- Forall _ (_ ++ _) => apply Forall_app
      | |- Forall _ (_ :: _) => apply Forall_cons
      | |- Forall _ (firstn _ _) => apply Forall_take
      | |- Forall _ (skipn _ _) => apply Forall_drop
      | |- Forall _ [] => apply Forall_nil
      end
    | fl_lia ].

(** That .fl does not trap here. *)
Ltac fl_fits :=
  repeat first
    [ progress fl_known
    | match goal with
      | |- context [or_wrong (checked ?from ?a) ≫= λ z, Ok (VInt (wrap ?to z))] =>
        first [ rewrite (widened from to a) by first [fl_lia | reflexivity | solve [fl_ok]]
              | rewrite (truncated from to a) by first [fl_lia | solve [fl_ok]] ]
      | |- context [slice ?l ?a (?a + Z.of_nat ?n)] => rewrite (load_part l a n) by fl_lia
      | |- context [slice ?l ?a ?b] => rewrite (slice_part l a b) by fl_lia
      | |- context [or_trap (if (?b =? 0)%Z then None else Some _)] => rewrite (proj2 (Z.eqb_neq b 0)) by fl_lia
      end
    | rewrite checked_ok by fl_lia
    | rewrite at_index_nth by fl_lia
    | rewrite ok_if
    | rewrite bool_if
    | rewrite orb_true_r
    | rewrite decide_True by reflexivity
    | rewrite bool_decide_true by (first [reflexivity | eexists; reflexivity])
    | rewrite bool_decide_false by (first [congruence | intros [? ?]; congruence])
    | match goal with
      | |- context [(?a <=? ?b)%Z] => rewrite (proj2 (Z.leb_le a b)) by fl_lia
      | |- context [(?a <? ?b)%Z] => rewrite (proj2 (Z.ltb_lt a b)) by fl_lia
      end
    | progress fl_simplify ].
Ltac fl_value := fl_simplify; rewrite ?list_eqb_decide; fl_fits; reflexivity.

(** The same where nothing can trap: by a computation of what is known to be needed. *)
Ltac fl_computed t s :=
  eval cbv beta iota zeta delta
    [run_basic eval get eval_bool eval_int eval_bytes modify write update assign assign_to update_bytes
     as_bool as_int as_bytes as_map as_union size field index payload or_trap or_wrong check arith_op compare_op
     mret mbind fmap outcome_ret outcome_bind outcome_fmap insert list_insert lookup list_lookup mjoin option_join
     collect compose fst snd s] in t.
(* what is known says more of it: of tables, and of what has been decided *)
Ltac fl_says_more v :=
  match goal with
  | _ => lazymatch v with context [VMap] => idtac end
  | E : ?b = true |- _ => lazymatch v with context [b] => idtac end
  | E : ?b = false |- _ => lazymatch v with context [b] => idtac end
  end.
Ltac fl_value_of s :=
  lazymatch goal with
  | |- ?t = Ok _ =>
    let v := fl_computed t s in
    lazymatch v with
    | Ok ?r => assert_fails (idtac; fl_says_more r); exact (@eq_refl _ (Ok r))
    end
  end.
(** A test that has been decided before. *)
Ltac fl_test_of s :=
  lazymatch goal with
  | |- ?t = Ok _ =>
    let v := fl_computed t s in
    lazymatch v with
    | Ok true => exact (@eq_refl _ (Ok true))
    | Ok false => exact (@eq_refl _ (Ok false))
    | Ok ?b =>
      match goal with
      | E : b = true |- _ => exact (f_equal (@Ok bool) E)
      | E : b = false |- _ => exact (f_equal (@Ok bool) E)
      end
    end
  end.
(** Whether it is a comparison of numbers, and so as the program says it. *)
Ltac fl_compares Q e s :=
  let t := constr:(eval_bool (W Q source) e s) in
  let v := fl_computed t s in
  lazymatch v with Ok (Z.eqb _ _) => idtac | Ok (Z.ltb _ _) => idtac | Ok (Z.leb _ _) => idtac end.
