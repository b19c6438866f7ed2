(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The tactics of [Steps], for programs with bytes, tables of records, and calls.

    [fl_eval] also does what [Bytes] has names for. Two hooks are for users to fill ([::=]): [fl_know], facts that [lia]
    should have about what is read, and [fl_fold], which writes values of the program's records as the user wants to
    see them. [fl_walk] goes through a body: it takes a step where it can, and both sides of a test where it cannot. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Lang.Logic Require Export Bytes Walk.
Local Open Scope Z_scope.

(** ** Outcomes of tests *)
Lemma if_and {P} (b c : bool) : (if b then Ok (VBool (P := P) c) else Ok (VBool false)) = Ok (VBool (b && c)).
Proof. by destruct b. Qed.
Lemma if_or {P} (b c : bool) : (if b then Ok (VBool (P := P) true) else Ok (VBool c)) = Ok (VBool (b || c)).
Proof. by destruct b. Qed.
Lemma if_int {P} (b : bool) x y : (if b then Ok (VInt (P := P) x) else Ok (VInt y)) = Ok (VInt (if b then x else y)).
Proof. by destruct b. Qed.
Lemma load_fold o b i n : load_int o (cut b i (i + n)) = loaded o b i n.
Proof. done. Qed.
Lemma fit_fold b n : take (Z.to_nat n) b ++ replicate (Z.to_nat n - length b) 0 = fit b n.
Proof. done. Qed.
Lemma len_fold {A} (l : list A) : Z.of_nat (length l) = len l.
Proof. done. Qed.
Lemma len_fold_sum {A} (l k : list A) : Z.of_nat (length l + length k) = len l + len k.
Proof. unfold len. lia. Qed.

(** ** Computation *)
Ltac fl_compute ::=
  cbn -[checked at_index wrap slice blit map_find map_put map_remove load_int store_int limit bits
        fit len byte cut loaded paste
        take drop replicate length lookup_total N.to_nat
        Z.add Z.sub Z.mul Z.div Z.modulo Z.land Z.lor Z.lxor Z.shiftl Z.shiftr Z.leb Z.ltb Z.eqb Z.of_nat Z.to_nat
        bool_decide].
(** What [lia] should know of what the goal reads. *)
Ltac fl_know := idtac.
(** Values as the user wants to see them. *)
Ltac fl_fold := idtac.

Ltac fl_octets := solve [eauto 10 with octets].
Ltac fl_ranges :=
  repeat match goal with
  | |- context [byte ?b ?i] =>
      lazymatch goal with
      | _ : 0 <= byte b i < 256 |- _ => fail
      | _ => assert (0 <= byte b i < 256) by (apply byte_range; fl_octets)
      end
  | |- context [loaded ?o ?b ?i ?n] =>
      lazymatch goal with
      | _ : 0 <= loaded o b i n < _ |- _ => fail
      | _ => let m := eval compute in (2 ^ (8 * n)) in
             assert (0 <= loaded o b i n < m) by (apply (load_range o b i n); [fl_octets|lia])
      end
  | |- context [@len ?A ?l] =>
      lazymatch goal with
      | _ : 0 <= @len A l |- _ => fail
      | _ => pose proof (len_nonneg l)
      end
  end.
Ltac fl_lens :=
  repeat first
    [ rewrite len_app | rewrite len_map | rewrite len_insert | rewrite len_cons | rewrite len_nil
    | rewrite len_store_int; cbn [byte_count]
    | rewrite len_cut by first [lia|fl_lens; lia]
    | rewrite len_paste by first [lia|fl_lens; lia]
    | rewrite len_fit by first [lia|fl_lens; lia] ].
Ltac fl_arith ::= unfold limit, bits; fl_lens; fl_ranges; fl_know; lia.

(** The names of [Bytes] come in. *)
Ltac fl_norm :=
  match goal with
  | |- context [Z.of_nat (length _ + length _)] => rewrite len_fold_sum
  | |- context [Z.of_nat (length _)] => rewrite len_fold
  | |- context [Z.of_nat 1] => progress change (Z.of_nat 1) with 1
  | |- context [Z.of_nat 2] => progress change (Z.of_nat 2) with 2
  | |- context [Z.of_nat 4] => progress change (Z.of_nat 4) with 4
  | |- context [Z.of_nat 8] => progress change (Z.of_nat 8) with 8
  | |- context [load_int _ (cut _ _ _)] => rewrite load_fold
  | |- context [take _ _ ++ replicate _ 0] => rewrite fit_fold
  | |- context [if _ then Ok (VBool _) else Ok (VBool false)] => rewrite if_and
  | |- context [if _ then Ok (VBool true) else Ok (VBool _)] => rewrite if_or
  | |- context [if _ then Ok (VInt _) else Ok (VInt _)] => rewrite if_int
  end.

(** Decided by what is known; tests of a program are left to [fl_walk]. *)
Ltac fl_known :=
  match goal with
  | |- context [if ?b then _ else _] =>
      match goal with
      | H : ?c = true |- _ => lazymatch b with context [c] => rewrite H end
      | H : ?c = false |- _ => lazymatch b with context [c] => rewrite H end
      end
  end.
Ltac fl_known_anywhere :=
  match goal with
  | H : ?b = true |- context [?b] => rewrite H
  | H : ?b = false |- context [?b] => rewrite H
  end.
Ltac fl_check b :=
  lazymatch b with
  | ?a <=? ?b => rewrite (proj2 (Z.leb_le a b)) by fl_arith
  | ?a <? ?b => rewrite (proj2 (Z.ltb_lt a b)) by fl_arith
  | ?a =? ?b => rewrite (proj2 (Z.eqb_neq a b)) by fl_arith
  end.
Ltac fl_trap :=
  match goal with
  | |- context [at_index (map _ _) _] => rewrite at_index_map by fl_arith
  | |- context [at_index _ _] => rewrite at_index_bytes by fl_arith
  | |- context [slice _ _ _] => rewrite slice_cut by fl_arith
  | |- context [blit _ _ _] => rewrite blit_paste by fl_arith
  | |- context [checked _ _] => rewrite checked_ok by fl_arith
  | |- context [wrap _ _] => rewrite wrap_ok by fl_arith
  | |- context [check ?b] => fl_check b
  | |- context [if ?b then Some _ else None] => fl_check b
  | |- context [if ?b then None else Some _] => fl_check b
  end.
(** Where one of two sides could trap, or values are chosen. *)
Ltac fl_side :=
  match goal with
  | |- context [if ?a =? ?b then _ else _] =>
      first [rewrite (proj2 (Z.eqb_eq a b)) by fl_arith | rewrite (proj2 (Z.eqb_neq a b)) by fl_arith]
  | |- context [if ?a <=? ?b then _ else _] =>
      first [rewrite (proj2 (Z.leb_le a b)) by fl_arith | rewrite (proj2 (Z.leb_gt a b)) by fl_arith]
  | |- context [if ?a <? ?b then _ else _] =>
      first [rewrite (proj2 (Z.ltb_lt a b)) by fl_arith | rewrite (proj2 (Z.ltb_ge a b)) by fl_arith]
  end.
Ltac fl_conditions ::=
  repeat first [fl_norm | fl_trap | progress fl_compute | progress fl_fold | fl_known | fl_side].
Ltac fl_eval ::= fl_compute; fl_conditions; reflexivity.

(** ** A whole function *)
Ltac fl_function :=
  eapply calls_walk; [reflexivity|reflexivity|reflexivity|];
  lazymatch goal with
  | |- walk ?Q ?e ?p (body ?pr) ?ks ?Φ ?s =>
      let pr' := eval hnf in pr in let c := eval cbn [body] in (body pr') in
      change (walk Q e p c ks Φ s)
  end;
  cbn [map app locals_of locals uninitialised source ret length].

(** What comes has a name ([walk_seq_named]) until it is its turn. *)
Ltac fl_come k :=
  let ks := eval cbv delta [k] in k in
  lazymatch goal with |- unwind ?Q ?e ?p _ ?Φ ?w ?s => change (unwind Q e p ks Φ w s) end; try clear k.
(** After a statement: what comes next. *)
Ltac fl_next :=
  lazymatch goal with
  | |- unwind _ _ _ (Then _ :: _) _ Falls _ => simple apply walk_then
  | |- unwind _ _ _ (Then _ :: _) _ (Exits _) _ => simple apply unwind_then; fl_next
  | |- unwind _ _ _ (EndBlock :: _) _ Falls _ => simple apply unwind_block; fl_next
  | |- unwind _ _ _ (EndBlock :: _) _ (Exits 0) _ => simple apply unwind_exit; fl_next
  | |- unwind _ _ _ (EndBlock :: _) _ (Exits (S _)) _ => simple apply unwind_exits; fl_next
  | |- unwind _ _ _ _ _ Returns _ => simple apply unwind_returns; fl_next
  | |- unwind _ _ _ [] _ _ _ => simple apply unwind_end; fl_next
  | |- unwind _ _ _ ?k _ _ _ => is_var k; fl_come k; fl_next
  | |- _ => cbn beta iota; lazymatch goal with |- unwind _ _ _ _ _ _ _ => fl_next | _ => idtac end
  end.
Ltac fl_step ::=
  lazymatch goal with
  | |- walk _ _ _ Skip _ _ _ => simple apply walk_skip; fl_next
  | |- walk _ _ _ (Do (BLine _)) _ _ _ => simple apply walk_line; fl_next
  | |- walk _ _ _ (Do _) _ _ _ => simple eapply walk_do; [solve [fl_eval]|fl_next]
  | |- walk _ _ _ (Seq _ _) _ _ _ => simple apply walk_seq_named; let k := fresh "to_come" in intros k
  | |- walk _ _ _ (If _ _ _) _ _ _ => simple eapply walk_if; [solve [fl_eval]|]
  | |- walk ?Q ?e ?p (if true then ?c else _) ?ks ?Φ ?s => change (walk Q e p c ks Φ s)
  | |- walk ?Q ?e ?p (if false then _ else ?c) ?ks ?Φ ?s => change (walk Q e p c ks Φ s)
  | |- walk _ _ _ (Block _) _ _ _ => simple apply walk_block
  | |- walk _ _ _ (Label _ _) _ _ _ => simple apply walk_label
  | |- walk _ _ _ (Exit _) _ _ _ => simple apply walk_exit; fl_next
  | |- walk _ _ _ Return _ _ _ => simple apply walk_return; fl_next
  end.

Ltac fl_atom b :=
  lazymatch b with
  | negb ?c => fl_atom c
  | ?c && _ => fl_atom c
  | ?c || _ => fl_atom c
  | Bool.eqb ?c _ => fl_atom c
  | (if ?c then _ else _) => fl_atom c
  | _ => let E := fresh "E" in case_eq b; intros E; try (exfalso; revert E; fl_arith)
  end; cbn beta iota delta [negb andb orb].
Ltac fl_case :=
  lazymatch goal with |- walk _ _ _ (if ?b then _ else _) _ _ _ => fl_atom b end.

Ltac fl_decide :=
  match goal with
  | |- context [?a =? ?b] =>
      first [rewrite (proj2 (Z.eqb_eq a b)) by fl_arith | rewrite (proj2 (Z.eqb_neq a b)) by fl_arith]
  | |- context [?a <=? ?b] =>
      first [rewrite (proj2 (Z.leb_le a b)) by fl_arith | rewrite (proj2 (Z.leb_gt a b)) by fl_arith]
  | |- context [?a <? ?b] =>
      first [rewrite (proj2 (Z.ltb_lt a b)) by fl_arith | rewrite (proj2 (Z.ltb_ge a b)) by fl_arith]
  end.
Ltac fl_same :=
  fl_compute; repeat first [fl_conditions; reflexivity | fl_known_anywhere; fl_compute | fl_decide; fl_compute].
Ltac fl_done :=
  lazymatch goal with |- ended _ _ _ => cbn beta iota delta [ended] | _ => idtac end;
  split; [solve [fl_same]|solve [fl_same]].
Ltac fl_walk := repeat first [fl_step | fl_case]; try solve [fl_done].

(** A call of what is known: the equation about the callee, and how to show what that needs. *)
Ltac fl_call H :=
  simple eapply walk_call; [solve [fl_eval] | cbn [callee]; eapply H | solve [fl_eval] | solve [fl_eval] | fl_next].
