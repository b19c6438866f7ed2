(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What the casts are for: [Guarded]'s theorems, denied of C without them.

    Two variables of 16 bits that are 65535, and their wrapped product; in C, operands of 16 bits are multiplied as
      [int]. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Printed Require Import Guarded.

Definition two_u16 : nat → option ty := λ _, Some (TInt W16).
Definition largest_u16 : store () := [Some (VInt 65535); Some (VInt 65535)].
Definition u16_objects : variable → option fl_object := λ _, Some (OInt U16 65535).
Definition nothing_waits : procedure → fl_object → option Z := λ _ _, None.
Definition bare_world : world () := World (λ _, None) (λ _ _, Wrong).
Definition first_u16 : fl_cexpr := XRead (TyInt U16) (LVariable (NVariable 0)).
Definition second_u16 : fl_cexpr := XRead (TyInt U16) (LVariable (NVariable 1)).

Lemma u16_represented : represents_store nothing_waits bare_world two_u16 (λ _, None) u16_objects largest_u16.
Proof.
  split; [|done]. intros x t v [= <-] Hx. assert (v = VInt 65535) as ->.
  { destruct x as [|[|x]]; simpl in Hx; by simplify_eq. }
  by constructor.
Qed.

(** Without the casts to [uint32_t], the product overflows [int]: the C is undefined, though the source has a value. *)
Theorem product_without_casts :
  let e := EArith MulW W16 (ERead (PVar 0)) (ERead (PVar 1)) in
  represents_store nothing_waits bare_world two_u16 (λ _, None) u16_objects largest_u16 ∧
  Eval.eval bare_world e largest_u16 = Ok (VInt 1) ∧
  lower two_u16 (λ _, None) e =
    Some (narrow W16 (infix OMul (widened W16 first_u16) (widened W16 second_u16)), TInt W16) ∧
  value_of nothing_waits u16_objects (TInt W16) (VInt (P:=()) 1)
    (narrow W16 (infix OMul (widened W16 first_u16) (widened W16 second_u16))) ∧
  ¬ value_of nothing_waits u16_objects (TInt W16) (VInt (P:=()) 1) (narrow W16 (infix OMul first_u16 second_u16)).
Proof.
  split; [exact u16_represented|]. split; [done|]. split; [done|]. split.
  - split; [done|]. by exists U16.
  - intros (_ & t & H & _). done.
Qed.

(** The same of the condition that says whether the checked product fits. *)
Theorem check_without_casts :
  let g := GCheck (KArith Mul W16 (ERead (PVar 0)) (ERead (PVar 1))) in
  guard_val bare_world g largest_u16 = Some false ∧
  ¬ fails nothing_waits u16_objects
      [When (greater (XBinary OMul first_u16 second_u16) (XConstant Unsigned (largest W16)))] = Some (negb false).
Proof. split; [done|]. intros H. done. Qed.
