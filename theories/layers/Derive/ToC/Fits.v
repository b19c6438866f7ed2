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
  cbn -[checked at_index nth wrap slice blit map_find map_put map_remove load_int store_int limit bits list_eqb
        bool_decide waiting_point nth_loop nth_resume
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
  cbn -[of_data enc checked at_index nth wrap slice blit map_find map_put map_remove load_int store_int limit bits
        list_eqb bool_decide waiting_point nth_loop nth_resume
        Z.add Z.sub Z.mul Z.div Z.modulo Z.land Z.lor Z.lxor Z.shiftl Z.shiftr Z.leb Z.ltb Z.eqb
        Z.of_nat Z.of_N Z.to_nat];
  repeat fl_same_one.

(** Without the names of what comes after: they say nothing of numbers. *)
Ltac fl_plain := repeat match goal with K := _ |- _ => clear K end.
(** Ranges, for [lia]. *)
Ltac fl_ranges :=
  unfold ok, data_word, data_bytes, room, in_range, bytes_ok, short, limit, bits in *; cbn [number chars] in *;
  repeat match goal with H : _ ∧ _ |- _ => destruct H end;
  rewrite ?app_length in *; cbn [length] in *.
Ltac fl_lia :=
  fl_plain;
  repeat match goal with
  | H : (_ =? _)%Z = true |- _ => apply Z.eqb_eq in H
  | H : (_ =? _)%Z = false |- _ => apply Z.eqb_neq in H
  | H : (_ <? _)%Z = true |- _ => apply Z.ltb_lt in H
  | H : (_ <? _)%Z = false |- _ => apply Z.ltb_ge in H
  | H : (_ <=? _)%Z = true |- _ => apply Z.leb_le in H
  | H : (_ <=? _)%Z = false |- _ => apply Z.leb_gt in H
  end; fl_ranges; lia.

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

(** That .fl does not trap here. *)
Ltac fl_fits :=
  repeat first
    [ progress fl_known
    | match goal with
      | |- context [or_wrong (checked ?from ?a) ≫= λ z, Ok (VInt (wrap ?to z))] =>
        rewrite (widened from to a) by first [fl_lia | reflexivity]
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
      end
    | split
    | progress cbn [number chars]
    | apply wrap_in_range | progress (unfold bytes_ok)
    | match goal with
      | H : bytes_ok ?l |- Forall _ ?l => exact (proj1 H)
      | |- Forall _ (_ ++ _) => apply Forall_app
      | |- Forall _ (_ :: _) => apply Forall_cons
      | |- Forall _ [] => apply Forall_nil
      end
    | fl_lia ].
