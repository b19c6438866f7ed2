(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The checkers at work: programs that differ in one place, accepted and refused. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Lang.Typing Require Import Checker.
From Fairlead.Lang.Aliasing Require Import Checker.

Definition pair_ty : ty := TRecord 1 [TBytes 16; TBytes 16].
Definition clear2 : proc :=
  MkProc [(Inout, TBytes 16); (Inout, TBytes 16)] [TUnit] TUnit 2 false []
    (Seq (Do (BResize (PVar 0) 16 (EInt W32 0))) Return).
Definition echo : proc :=
  MkProc [(Lent, TView); (In, TInt W32)] [TUnit; TBytes 8] TUnit 2 true [0]
    (Loop 1 (Suspend 2 (Ask 0 [ERead (PVar 3)] (Some (PVar 3)) [0]))).
Definition read8 : effect := MkEffect [TView] (TBytes 8).

(** One more procedure, with one parameter and some locals, after these two. *)
Definition program_of (mode : mode) (locals : list ty) (effects : list nat) (body : fl_cmd) : program :=
  MkProgram [clear2; echo; MkProc [(mode, pair_ty)] (TUnit :: locals) TUnit 1 (negb (Nat.eqb (length effects) 0)) effects body]
    [read8] [(TArray 2 (TInt W8), CArray [CInt 1; CInt 255])] [] [].

Definition accepted (Q : program) : bool := match check_program Q with None => true | Some _ => false end.
Definition refused (Q : program) : bool := match check_program Q with Some (BadProc 2) => true | _ => false end.
Definition two (p q : place) : fl_cmd := Call 1 (MkCall 0 [AInout p; AInout q] None).

(** Types *)
Example assign_field : accepted (program_of Inout [] [] (Do (BAssign (PField (PVar 0) 0) (EFit 16 (EBytes [65%Z]))))) = true.
Proof. reflexivity. Qed.
Example assign_parameter : refused (program_of In [] [] (Do (BAssign (PField (PVar 0) 0) (EFit 16 (EBytes [65%Z]))))) = true.
Proof. reflexivity. Qed.
Example assign_view : refused (program_of Inout [] [] (Do (BAssign (PField (PVar 0) 0) (EBytes [65%Z])))) = true.
Proof. reflexivity. Qed.
Example assign_constant : refused (program_of In [] [] (Do (BAssign (PIndex (PConst 0) (EInt W32 0)) (EInt W8 0)))) = true.
Proof. reflexivity. Qed.
Example literal_range : refused (program_of In [TInt W8] [] (Do (BAssign (PVar 2) (EInt W8 256)))) = true.
Proof. reflexivity. Qed.
Example exit_inside : accepted (program_of In [] [] (Block (Exit 0))) = true.
Proof. reflexivity. Qed.
Example exit_too_far : refused (program_of In [] [] (Block (Exit 1))) = true.
Proof. reflexivity. Qed.
Example goto_label : accepted (program_of In [] [] (Seq (Goto 1) (Label 1 Skip))) = true.
Proof. reflexivity. Qed.
Example goto_loop : refused (program_of In [] [] (Seq (Goto 1) (Loop 1 Skip))) = true.
Proof. reflexivity. Qed.
Example same_label : refused (program_of In [] [] (Seq (Label 1 Skip) (Label 1 Skip))) = true.
Proof. reflexivity. Qed.

(** Coroutines *)
Example start_echo : accepted (program_of In [TCoro 1] [] (Do (BAssign (PVar 2) (ECoro 1 [EInt W32 7])))) = true.
Proof. reflexivity. Qed.
Example start_function : refused (program_of In [TCoro 0] [] Skip) = true.
Proof. reflexivity. Qed.
Example hold_itself : refused (program_of In [TCoro 2] [] Skip) = true.
Proof. reflexivity. Qed.
Example ask : accepted (program_of In [] [0] (Suspend 1 (Ask 0 [ERead (PField (PVar 0) 1)] None []))) = true.
Proof. reflexivity. Qed.
Example ask_undeclared : refused (program_of In [] [] (Suspend 1 (Ask 0 [ERead (PField (PVar 0) 1)] None []))) = true.
Proof. reflexivity. Qed.
Example call_without_lent : refused (program_of In [] [0] (Call 1 (MkCall 1 [AInout (PField (PVar 0) 0); AIn (EInt W32 1)] None))) = true.
Proof. reflexivity. Qed.

(** Aliasing *)
Example fields_apart : check_aliasing (program_of Inout [] [] (two (PField (PVar 0) 0) (PField (PVar 0) 1))) = None.
Proof. reflexivity. Qed.
Example same_field : check_aliasing (program_of Inout [] [] (two (PField (PVar 0) 0) (PField (PVar 0) 0))) = Some (BadProc 2).
Proof. reflexivity. Qed.
Definition at_ (i : expr) (field : nat) : place := PField (PIndex (PVar 2) i) field.
Example elements_apart : check_aliasing
  (program_of Inout [TArray 4 pair_ty] [] (two (at_ (EInt W32 0) 0) (at_ (EInt W32 1) 0))) = None.
Proof. reflexivity. Qed.
Example elements_unknown : check_aliasing
  (program_of Inout [TArray 4 pair_ty; TInt W32] [] (two (at_ (ERead (PVar 3)) 0) (at_ (EInt W32 1) 0))) = Some (BadProc 2).
Proof. reflexivity. Qed.
Example fields_of_elements : check_aliasing
  (program_of Inout [TArray 4 pair_ty; TInt W32] [] (two (at_ (ERead (PVar 3)) 0) (at_ (EInt W32 1) 1))) = None.
Proof. reflexivity. Qed.
(** The callee may write what the index reads: the C would find another element after the call. *)
Definition length_of (p : place) : expr := ELen (ERead p).
Example own_index : check_aliasing
  (program_of Inout [TArray 4 pair_ty] [] (two (at_ (length_of (at_ (EInt W32 0) 0)) 0) (PField (PVar 0) 0))) = Some (BadProc 2).
Proof. reflexivity. Qed.
Example other_index : check_aliasing
  (program_of Inout [TArray 4 pair_ty; pair_ty] [] (two (at_ (length_of (PField (PVar 3) 0)) 0) (PField (PVar 0) 0))) = None.
Proof. reflexivity. Qed.

(** Bytes that fit as they are need no copy, in C: so they must not be written meanwhile. *)
Definition copy (t : ty) (e : expr) : program :=
  MkProgram [MkProc [(Inout, TBytes 16); (In, t)] [TUnit] TUnit 2 false [] Skip;
             MkProc [(Inout, pair_ty)] [TUnit] TUnit 1 false []
               (Call 1 (MkCall 0 [AInout (PField (PVar 0) 0); AIn e] None))] [] [] [] [].
Example fit_itself : check_aliasing (copy (TBytes 16) (EFit 16 (ERead (PField (PVar 0) 0)))) = Some (BadProc 1).
Proof. reflexivity. Qed.
Example fit_for_view : check_aliasing (copy TView (EFit 32 (ERead (PField (PVar 0) 0)))) = Some (BadProc 1).
Proof. reflexivity. Qed.
Example fit_larger : check_aliasing (copy (TBytes 32) (EFit 32 (ERead (PField (PVar 0) 0)))) = None.
Proof. reflexivity. Qed.
