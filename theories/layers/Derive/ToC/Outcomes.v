(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What the derived machine comes to, when a coroutine is run beside it.

    [ToFl] says of a program ([::=]) how its machine's code is unfolded, and which relations its frames and turns have;
    the outcome is unfolded as far as something decides it, and named, so that no step has it in its proof again. *)
From Fairlead.Derive Require Import Freer Machine.
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Logic Require Import Wp.
From Fairlead.Derive.ToC Require Import Rules Represent Places.
From Fairlead.Derive Require Coroutine.

(** What the proof about a program says of it ([::=]): how the machine's code is unfolded,
  the relation of its frames and
    of its turns, the lemmas about the coroutines that it keeps. *)
Ltac fl_unfold o := o.
Ltac fl_frame := idtac.
Ltac fl_frame_in H := idtac.
Ltac fl_turn := idtac.
Ltac fl_turn_in H := idtac.
Ltac fl_said := idtac.
Ltac fl_models H o k := fail.               (* of [H : computes external], each function's part, of calls in [o] *)
Ltac fl_said_in H := idtac.
Ltac fl_child_steps s r := fail.
Ltac fl_child_turns := fail.
Ltac fl_child_frame := idtac.
(** Of code that several leaves share, [p_join5]: the lemma about it, if there is one ([I] if not), and the place of its
    text. [Joins] has what they are. *)
Ltac fl_join_lemma h := constr:(tt).
(** The numbers of the lines at which such code begins. *)
Ltac fl_stops := constr:(@nil nat).
Ltac fl_facts_named := idtac.
Ltac fl_facts_named_in H := idtac.

(** As [fl_unfold], but for the names of values, which stay. *)
Ltac fl_unfold_code o := o.
(** Fails where a value's name would hide what C supplies. *)
Ltac fl_may_name := idtac.

(** The operations of [Data] as those of .fl. *)
Ltac fl_code_operations o :=
  let o := eval cbv beta iota zeta delta
    [lit add_wrap sub_wrap mul_wrap add sub mul land lor lxor complement div rem shl shr rotl rotr
     eqw ltw lew cast truncate
     no_bytes len bytes_eq push cat fit at_ part load_be load_le text
     no_entries count find put remove
     Coroutine.resumption_start Coroutine.resumption_go_on Coroutine.resumption_of] in o in
  let o := eval cbn [number chars entries andb orb negb] in o in o.
Ltac fl_operations o :=
  let o := eval cbv beta iota zeta delta
    [let_ lit add_wrap sub_wrap mul_wrap add sub mul land lor lxor complement div rem shl shr rotl rotr
     eqw ltw lew cast truncate
     no_bytes len bytes_eq push cat fit at_ part load_be load_le text
     no_entries count find put remove
     Coroutine.resumption_start Coroutine.resumption_go_on Coroutine.resumption_of] in o in
  let o := eval cbn [number chars entries andb orb negb] in o in o.

(** What the machine comes to is named as well: [O]. *)
Ltac fl_texts o :=
  lazymatch o with
  | context C [codes ?s] => let v := eval vm_compute in (codes s) in let o' := context C [v] in fl_texts o'
  | _ => o
  end.
Ltac fl_show :=
  lazymatch goal with
  | |- eventually ?D (arrived ?Q ?e ?asks ?q ?ends ?R ?Rt ?said ?ls ?o) ?st =>
    tryif is_var o then
      (let v := eval cbv delta [o] in o in
       change (eventually D (arrived Q e asks q ends R Rt said ls v) st); clear o)
    else idtac
  end.
(** Shared code without a lemma is code of each that leads to it. *)
Ltac fl_head o := lazymatch o with ?f _ => fl_head f | _ => o end.
Ltac fl_without_lemma o :=
  let h := fl_head o in
  let l := fl_join_lemma h in
  lazymatch l with
  | (?ok, _) =>
    lazymatch type of ok with
    | True =>
      let o := eval cbv beta delta [h] in o in let o := fl_unfold o in let o := fl_texts o in fl_without_lemma o
    | _ => o
    end
  | _ => o
  end.
(** Up to what decides the outcome, or names a value. *)
Ltac fl_decided o :=
  let c := fl_unfold_code o in
  lazymatch c with
  | let_ _ _ => c
  | match ?x with _ => _ end =>
    match x with
    | context [let_] => fl_all_unfolded o
    | _ => let c := fl_texts c in c
    end
  | _ => fl_all_unfolded o
  end
with fl_all_unfolded o := let o := fl_unfold o in let o := fl_texts o in fl_without_lemma o.

(** What .fl computes of literals before it runs, one operation after the other. Not what is only part of an operation:
    the amount of a rotation, reduced. *)
Ltac fl_constant z := lazymatch z with Z0 => idtac | Zpos _ => idtac | Zneg _ => idtac end.
Ltac fl_of_literals z :=
  lazymatch z with
  | Value.wrap _ ?a => fl_constant a
  | (Value.limit _ - 1 - ?a)%Z => fl_constant a
  | Z.lor (Value.wrap ?w (Z.shiftl ?a (?n mod Syntax.bits ?w))) (Z.shiftr ?a _) => fl_constant a; fl_constant n
  | Z.lor (Z.shiftr ?a (?n mod Syntax.bits ?w)) (Value.wrap ?w (Z.shiftl ?a _)) => fl_constant a; fl_constant n
  | ?f ?a ?b => fl_constant a; fl_constant b;
    lazymatch f with
    | Z.add => idtac | Z.sub => idtac | Z.mul => idtac | Z.div => idtac | Z.modulo => idtac
    | Z.land => idtac | Z.lor => idtac | Z.lxor => idtac | Z.shiftl => idtac | Z.shiftr => idtac
    end
  end.
Ltac fl_folded t :=
  match t with
  | context C [?z] =>
    let _ := match goal with _ => fl_of_literals z end in
    let v := eval vm_compute in z in let t' := context C [v] in fl_folded t'
  | _ => t
  end.

(** What a name stands for is known of it, by an equation, so that no value is there twice. *)
Lemma named_word {w O} (a : word w) (f : word w → O) (P : O → Prop) :
  (∀ x, number x = number a → P (f x)) → P (let_ a f).
Proof. intros H. by apply H. Qed.
Ltac fl_in_range x Hx := idtac.             (* that [x] is in range, if that can be shown ([Fits]) *)

Ltac fl_outcome :=
  fl_show;
  lazymatch goal with
  | |- eventually ?D (arrived ?Q ?e ?asks ?q ?ends ?R ?Rt ?said ?ls ?o) ?st =>
    let o' := fl_decided o in
    lazymatch o' with
    | let_ ?a ?f => fl_named D Q e asks q ends R Rt said ls o' a f st; fl_outcome
    | _ =>
      let O := fresh "O" in
      pose (O := o'); change (eventually D (arrived Q e asks q ends R Rt said ls O) st); try clear o
    end
  end
with fl_named D Q e asks q ends R Rt said ls o a f st :=
  let v := fl_unfold a in
  let v := lazymatch v with @Word ?w ?z => let z' := fl_folded z in constr:(@Word w z') | _ => v end in
  first
    [ fl_may_name;
      let T := type of o in let T := eval hnf in T in
      let P := constr:(fun come : T => eventually D (arrived Q e asks q ends R Rt said ls come) st) in
      let x := fresh "x" in let Hx := fresh "Hx" in
      lazymatch v with
      | Word (number _) => fail
      | Word ?z =>
        assert_fails (idtac; fl_constant z);
        change (eventually D (arrived Q e asks q ends R Rt said ls o) st); refine (named_word a f P _);
        intros x Hx; change (number x = z) in Hx; fl_in_range x Hx; cbv beta
      end
    | let o := eval cbv beta in (f v) in change (eventually D (arrived Q e asks q ends R Rt said ls o) st) ].

Ltac fl_outcome_in_arrived :=
  lazymatch goal with
  | |- arrived ?Q ?e ?asks ?q ?ends ?R ?Rt ?said ?ls ?o ?st =>
    let o' := fl_unfold o in change (arrived Q e asks q ends R Rt said ls o' st); cbv beta iota delta [arrived]
  end.

(** What comes after is named, and so is the store, so that no step has them in its proof again. *)
Ltac fl_name_kont :=
  lazymatch goal with
  | |- eventually ?D ?Φ (Running ?c ?p ?k ?s ?ls) =>
    tryif is_var k then idtac
    else (let K := fresh "K" in pose (K := k); change (eventually D Φ (Running c p K s ls)))
  | _ => idtac
  end.
(* where a value is stored that has a name *)
Ltac fl_fold_in s :=
  match goal with
  | Hx : number ?x = ?z |- _ =>
    is_var x; lazymatch z with number _ => fail | _ => idtac end;
    lazymatch s with context [@VInt _ z] => rewrite <- Hx end
  end.
Ltac fl_fold_store :=
  repeat lazymatch goal with
  | |- eventually _ _ (at_place _ _ _ _ _ ?s _) => assert_fails (is_var s); fl_fold_in s
  end.
Ltac fl_name_store :=
  lazymatch goal with
  | |- eventually ?D ?Φ (Running ?c ?p ?k ?s ?ls) =>
    tryif is_var s then idtac
    else (let S := fresh "S" in pose (S := s); change (eventually D Φ (Running c p k S ls)))
  | |- eventually ?D ?Φ (at_place ?stops ?p ?c ?k ?ms ?s ?ls) =>
    tryif is_var s then idtac
    else (let S := fresh "S" in pose (S := s); change (eventually D Φ (at_place stops p c k ms S ls)))
  | _ => idtac
  end.
