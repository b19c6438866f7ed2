(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Datatypes in replies: every value of the .fl type stands for something.

    [Represent] shows it of the types that are given; for a program's own datatypes, records and unions in .fl, this
    tactic does. What [ToFl] writes says which constructors they have. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Lang Require Import Typing.Soundness.
From Fairlead.Derive.ToC Require Import Represent.

Ltac fl_constructors k := fail.             (* the first of them for which [k] succeeds *)

Ltac fl_typed :=
  lazymatch goal with |- @Typed ?T ?D ?t => let t' := eval cbv in t in change (@Typed T D t') end;
  first [apply _ | fl_typed_some | fl_typed_cases]
(* of options, what is in them *)
with fl_typed_some :=
  lazymatch goal with
  | |- @Typed (option ?A) (@data_option _ ?D) (TUnion _ [_; ?t]) =>
    let H := fresh "H" in assert (H : @Typed A D t) by fl_typed; exact _
  end
with fl_typed_cases :=
  let d := fresh "d" in let H := fresh "H" in
  intros d; split;
  [ intros H; first [fl_constructors ltac:(fun C => fl_typed_fields C H) | fl_typed_union H]
  | let x := fresh "x" in intros (x & H & ->); destruct x; hnf in H; fl_typed_back_made ]
with fl_typed_union H :=
  let tag := fresh "tag" in let Ht := fresh "Ht" in let Hv := fresh "Hv" in
  inversion H as [| | | | | |? ? tag ? ? Ht Hv| | |]; subst; clear H;
  repeat (destruct tag as [|tag];
    [ simpl in Ht; injection Ht as <-;
      fl_constructors ltac:(fun C => first [fl_typed_fields C Hv | fl_typed_part C Hv ltac:(fun D => fl_typed_made D)])
    | ]);
  solve [discriminate Ht]
(* constructor C, of the fields of a record, of one value *)
with fl_typed_fields C H :=
  let Hl := fresh "Hl" in inversion H as [| | | | |? ? ? Hl| | | |]; subst; fl_typed_all C Hl
with fl_typed_all C Hl :=
  lazymatch type of Hl with
  | Forall2 _ [] _ => inversion Hl; subst; fl_typed_made C
  | Forall2 _ (_ :: _) _ =>
    let Hv := fresh "Hv" in let Hr := fresh "Hr" in
    inversion Hl as [|? ? ? ? Hv Hr]; subst; fl_typed_part C Hv ltac:(fun D => fl_typed_all D Hr)
  end
with fl_typed_part C H k :=
  let F := type of C in
  lazymatch F with
  | ?T -> _ =>
    lazymatch type of H with
    | _ ?t ?v =>
      let Hx := fresh "Hx" in let x := fresh "x" in let Ho := fresh "Ho" in
      assert (Hx : Typed T t) by fl_typed; destruct (proj1 (Hx v) H) as (x & Ho & ->);
      let D := constr:(C x) in k D
    end
  end
with fl_typed_made C := exists C; split; [hnf; repeat first [assumption | exact I | split]|reflexivity]
with fl_typed_back_made :=
  lazymatch goal with
  | |- ?h ?t ?v => let v' := eval hnf in v in change (h t v'); fl_typed_back
  end
with fl_typed_back :=
  lazymatch goal with
  | |- _ ?t ?v =>
    lazymatch v with
    | VUnion _ _ => eapply union_ty; [reflexivity|]; fl_typed_back
    | VRecord _ => constructor; repeat first [apply List.Forall2_nil | apply List.Forall2_cons; [fl_typed_back|]]
    | @enc ?T _ _ ?x =>
      let Hx := fresh "Hx" in
      assert (Hx : Typed T t) by fl_typed; apply (proj2 (Hx v)); exists x; split; [tauto|reflexivity]
    end
  end.
