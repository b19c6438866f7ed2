(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Tactics that walk through the body of a function.

    The store is a list of which the first cells are known, the procedure a closed term, so
    statements and tests evaluate by computation, up to what may trap: arithmetic that
    must fit ([checked]), an index that must be inside ([at_index]), a slice. These are left
    standing, and [lia] is asked for their conditions.

    [fl_step] does the command in focus, and leaves for the user: loops ([wp_loop], with
    an invariant), calls ([wp_call]), the two sides of a test that nothing decides, and conditions that are beyond
    [lia], as equations between outcomes. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Core.Logic Require Export Wp.
From Fairlead.Lang Require Export Model.Source.

Lemma checked_ok w z : (0 ≤ z < limit w)%Z → checked w z = Some z.
Proof. intros Hz. unfold checked, fits. by rewrite (proj2 (Z.leb_le _ _)), (proj2 (Z.ltb_lt _ _)) by lia. Qed.

Lemma at_index_ok {A} `{!Inhabited A} (l : list A) i :
  (0 ≤ i < Z.of_nat (length l))%Z → at_index l i = Ok (l !!! Z.to_nat i).
Proof.
  intros Hi. unfold at_index. rewrite (proj2 (Z.leb_le _ _)), (proj2 (Z.ltb_lt _ _)) by lia. cbn.
  destruct (lookup_lt_is_Some_2 l (Z.to_nat i)) as [a Ha]; [lia|]. by rewrite Ha, (list_lookup_total_correct _ _ _ Ha).
Qed.

(** An array of integers, given as the integers. *)
Lemma at_index_ints {P} (l : list Z) i :
  (0 ≤ i < Z.of_nat (length l))%Z → at_index (map (@VInt P) l) i = Ok (VInt (l !!! Z.to_nat i)).
Proof.
  intros Hi. unfold at_index. rewrite map_length, (proj2 (Z.leb_le _ _)), (proj2 (Z.ltb_lt _ _)) by lia. cbn.
  destruct (lookup_lt_is_Some_2 l (Z.to_nat i)) as [a Ha]; [lia|].
  by rewrite (list_lookup_fmap (@VInt P) l : ∀ i, map _ l !! i = _), Ha, (list_lookup_total_correct _ _ _ Ha).
Qed.

Lemma slice_ok {A} (l : list A) lo hi :
  (0 ≤ lo ≤ hi)%Z → (hi ≤ Z.of_nat (length l))%Z →
  slice l lo hi = Some (take (Z.to_nat (hi - lo)) (drop (Z.to_nat lo) l)).
Proof. intros ??. unfold slice. by rewrite !(proj2 (Z.leb_le _ _)) by lia. Qed.

(** The return of a call that passes nothing [inout]: the result goes where it should, and that is all. *)
Definition passes_value (a : arg) : bool := match a with AIn _ => true | _ => false end.

Lemma copy_out_values {P} (Q : program) (A : presentation P) p args (s' s : store P) :
  forallb passes_value args = true → length args ≤ length s' → copy_out Q A p args s' s = Ok s.
Proof.
  revert s'. induction args as [|a args IH]; intros s' Hargs Hlen; [done|].
  destruct s' as [|o s']; cbn in *; [lia|]. apply andb_true_iff in Hargs as [Ha Hargs].
  destruct a; [|done..]. apply IH; [done|lia].
Qed.

Lemma leave_call_values (Q : program) external p x pr (s' s : store fl_point) v :
  procs Q !! callee x = Some pr → forallb passes_value (call_args x) = true →
  length (call_args x) ≤ ret pr → s' !! ret pr = Some (Some v) →
  leave_call (fl Q source external) p x (callee x) s' s = assign_to (W Q source) (λ _ s, s) (call_dest x) v s.
Proof.
  intros Hp Hargs Hret Hv. cbn. unfold fl_leave_call. rewrite decide_True, Hp by done. cbn.
  pose proof (lookup_lt_Some _ _ _ Hv). rewrite copy_out_values by (done || lia). cbn.
  destruct (call_dest x) as [dest|]; [|done]. unfold variable. by rewrite Hv.
Qed.

(** Computation, but for what may trap. *)
Ltac fl_compute :=
  cbn -[checked at_index wrap slice blit map_find map_put map_remove load_int store_int limit bits
        Z.add Z.sub Z.mul Z.div Z.modulo Z.land Z.lor Z.lxor Z.shiftl Z.shiftr Z.leb Z.ltb Z.eqb Z.of_nat Z.to_nat].

Ltac fl_arith := unfold limit, bits in *; rewrite ?map_length in *; lia.

(** The conditions of what may trap, one after the other. *)
Ltac fl_conditions :=
  repeat first
    [ rewrite checked_ok by fl_arith
    | rewrite at_index_ints by fl_arith
    | rewrite at_index_ok by fl_arith
    | rewrite slice_ok by fl_arith
    | match goal with
      | |- context [(?a =? ?b)%Z] => rewrite (proj2 (Z.eqb_neq a b)) by fl_arith
      | |- context [(?a <=? ?b)%Z] => rewrite (proj2 (Z.leb_le a b)) by fl_arith
      | |- context [(?a <? ?b)%Z] => rewrite (proj2 (Z.ltb_lt a b)) by fl_arith
      | |- context [(?a <=? ?b)%Z] => rewrite (proj2 (Z.leb_gt a b)) by fl_arith
      | |- context [(?a <? ?b)%Z] => rewrite (proj2 (Z.ltb_ge a b)) by fl_arith
      end
    | progress fl_compute ].

Ltac fl_eval := fl_compute; fl_conditions; try reflexivity.

Ltac fl_step :=
  lazymatch goal with
  | |- wp _ _ Skip _ _ => apply wp_skip
  | |- wp _ _ (Do _) _ _ => eapply wp_do; [solve [fl_eval]|]
  | |- wp _ _ (Seq _ _) _ _ => apply wp_seq
  | |- wp _ _ (If _ _ _) _ _ => eapply wp_if; [solve [fl_eval]|]
  | |- wp _ _ (if true then _ else _) _ _ => cbv iota
  | |- wp _ _ (if false then _ else _) _ _ => cbv iota
  | |- wp _ _ (Block _) _ _ => apply wp_block
  | |- wp _ _ (Label _ _) _ _ => apply wp_label
  | |- wp _ _ (Exit _) _ _ => apply wp_exit
  | |- wp _ _ Return _ _ => apply wp_return
  end; cbn beta iota.
Ltac fl_steps := repeat fl_step.
