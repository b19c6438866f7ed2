(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Refuters of Claims/LangC.v: see All.v. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Lang Require Import Model.Source Frames.Checker Guards.Machine Facts.Machine.
From Fairlead.Claims.Refuters Require OfLang.

(** ** Expressions and guards as C

    Two variables of 16 bits that are 65535, and their wrapped product; in C, operands of 16 bits are multiplied as
    [int]. *)
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
Theorem lang_c_expressions_refuter :
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
Theorem lang_c_guards_refuter :
  let g := GCheck (KArith Mul W16 (ERead (PVar 0)) (ERead (PVar 1))) in
  guard_val bare_world g largest_u16 = Some false ∧
  ¬ fails nothing_waits u16_objects
      [When (greater (XBinary OMul first_u16 second_u16) (XConstant Unsigned (largest W16)))] = Some (negb false).
Proof. split; [done|]. intros H. done. Qed.

(** ** Assignments in C

    A record of two bytes, 100 and 1; 250 is added to the first, which traps, or 2 is added, which does not. *)
From Fairlead.Printed Require Import Assigned Performed.

Definition two_bytes : ty := TRecord 1 [TInt W8; TInt W8].
Definition a_pair : nat → option ty := λ _, Some two_bytes.
Definition pair_of (a b : Z) : store machine_point := [Some (VRecord [VInt a; VInt b])].
Definition pair_objects (a b : Z) : variable → option fl_object := λ _, Some (OStruct (λ m,
  match m with MPart _ 0 => Some (OInt U8 a) | MPart _ 1 => Some (OInt U8 b) | _ => None end)).
Definition no_program : program := MkProgram [] [] [] [] [].
Definition no_plans : plans := Base.Table.Leaf.
Definition pair_member (i : nat) : fl_clvalue := LMember (LVariable (NVariable 0)) (MPart two_bytes i).
Definition added (n : Z) : basic :=
  BAssign (PField (PVar 0) 0) (EArith Add W8 (ERead (PField (PVar 0) 0)) (EInt W8 n)).
Definition sum_in_c (n : Z) : fl_cexpr :=
  XCast U8 (infix OAdd (XRead (TyInt U8) (pair_member 0)) (XConstant Plain n)).
Definition sum_traps (n : Z) : fl_cstat :=
  STrapIf (greater (XBinary OAdd (XCast U32 (XRead (TyInt U8) (pair_member 0))) (XCast U32 (XConstant Plain n)))
    (XConstant Unsigned 255)).
Notation pair_exec := (exec (functions nothing_waits) beside (apart_in no_plans 0)).
Notation pair_machine := (lowered no_program (laid_out no_program no_plans) OfLang.no_external).
Notation pair_represented :=
  (represents_store nothing_waits (W no_program (laid_out no_program no_plans)) a_pair (λ _, None)).

Lemma pair_represents a b :
  Numbers.in_range W8 a → Numbers.in_range W8 b → pair_represented (pair_objects a b) (pair_of a b).
Proof.
  intros Ha Hb. split; [|done]. intros x t v [= <-] Hx. destruct x as [|[|x]]; simpl in Hx; simplify_eq.
  apply rep_record; [done|]. intros [|[|j]] t v Ht Hv; simpl in Ht, Hv; simplify_eq; cbn; by constructor.
Qed.

(** What C leaves is computed first, and compared then: it is a function, too long to be looked at. *)
Definition shows_pair (a b : Z) (r : option (ending (V := variable) (M := member_name))) : option bool :=
  match r with
  | Some (Ends os) =>
      Some match member (os (NVariable 0)) (MPart two_bytes 0), member (os (NVariable 0)) (MPart two_bytes 1) with
           | Some (OInt U8 a'), Some (OInt U8 b') => (a' =? a)%Z && (b' =? b)%Z
           | _, _ => false
           end
  | _ => None
  end.

Lemma other_pair c os a b : shows_pair a b (pair_exec c os) = Some false →
  ∃ os', pair_exec c os = Some (Ends os') ∧ ¬ pair_represented os' (pair_of a b).
Proof.
  destruct (pair_exec c os) as [[os'|]|]; try done. cbn [shows_pair]. intros [= Hf]. exists os'. split; [done|].
  intros [H _]. specialize (H 0 two_bytes (VRecord [VInt a; VInt b]) eq_refl eq_refl).
  inversion H as [| | | |? ? ? ? _ Hl| | | |]; subst.
  pose proof (Hl 0 (TInt W8) (VInt a) eq_refl eq_refl) as Ha.
  pose proof (Hl 1 (TInt W8) (VInt b) eq_refl eq_refl) as Hb.
  inversion Ha as [|? ? _ E1 E2 E3| | | | | | |]. inversion Hb as [|? ? _ E4 E5 E6| | | | | | |].
  unfold two_bytes in *. rewrite <- E3, <- E6 in Hf. cbn in Hf. by rewrite !Z.eqb_refl in Hf.
Qed.

(** Printed without its guard the assignment does not trap. With the guard behind it, it does, and the record is not
    what it was. And into the neighbouring member, what there is afterwards does not represent what the source has. *)
Theorem lang_c_assignments_refuter :
  pair_represented (pair_objects 100 1) (pair_of 100 1) ∧
  run pair_machine 0 (added 250) (pair_of 100 1) = Trap ∧
  pair_exec [sum_traps 250; SAssign U8 (pair_member 0) (sum_in_c 250)] (pair_objects 100 1) =
    Some (Traps (pair_objects 100 1)) ∧
  pair_exec [SAssign U8 (pair_member 0) (sum_in_c 250)] (pair_objects 100 1) ≠ Some (Traps (pair_objects 100 1)) ∧
  (∃ os, pair_exec [SAssign U8 (pair_member 0) (sum_in_c 250); sum_traps 250] (pair_objects 100 1) =
     Some (Traps os) ∧ os (NVariable 0) ≠ pair_objects 100 1 (NVariable 0)) ∧
  run pair_machine 0 (added 2) (pair_of 100 1) = Ok (pair_of 102 1) ∧
  (∃ os, pair_exec [sum_traps 2; SAssign U8 (pair_member 1) (sum_in_c 2)] (pair_objects 100 1) = Some (Ends os) ∧
     ¬ pair_represented os (pair_of 102 1)).
Proof.
  split; [by apply pair_represents|]. split; [done|]. split; [done|]. split; [by vm_compute|]. split; [|split].
  - eexists. split; [by vm_compute|]. intros H.
    apply (f_equal (λ o, member o (MPart two_bytes 0))) in H. by vm_compute in H.
  - done.
  - by apply other_pair; vm_compute.
Qed.

(** Exchanged: a record made of its own members, in other places. Member by member in place, the second is read when it
    was written. [lower_basic] has no C for it. *)
Definition exchanged : expr :=
  ERecord two_bytes [ERead (PField (PVar 0) 1); ERead (PField (PVar 0) 0)].
Definition pair_read (i : nat) : fl_cexpr := XRead (TyInt U8) (pair_member i).

Theorem lang_c_constructions_refuter :
  run pair_machine 0 (BAssign (PVar 0) exchanged) (pair_of 100 1) = Ok (pair_of 1 100) ∧
  (∃ os, pair_exec [SAssign U8 (pair_member 0) (pair_read 1); SAssign U8 (pair_member 1) (pair_read 0)]
     (pair_objects 100 1) = Some (Ends os) ∧ ¬ pair_represented os (pair_of 1 100)) ∧
  lower_basic a_pair (λ _, None) (apart_in no_plans 0) (λ _, true) (guard_basic (BAssign (PVar 0) exchanged)) true 0
    (BAssign (PVar 0) exchanged) = None.
Proof.
  split; [done|]. split; [|by vm_compute]. by apply other_pair; vm_compute.
Qed.

(** Bytes that get shorter at the front. What is copied is where they are: memcpy is undefined, memmove is not; and of
    a structure, a part of itself cannot be assigned to it. *)
Definition some_bytes : ty := TBytes 4.
Definition bytes_objects : variable → option fl_object := λ _, Some (OStruct (λ m,
  match m with MLen => Some (OInt U8 3) | MData => Some (OArray (map (OInt U8) [1; 2; 3; 0]%Z)) | _ => None end)).
Definition shortened (move : bool) : list fl_cstat :=
  [SBytes move (data_of (LVariable (NVariable 0)))
     (XBinary OAdd (data_of (LVariable (NVariable 0))) (XConstant Unsigned 1)) (XConstant Unsigned 2)].
Definition without_first : expr := EFit 4 (ESlice (ERead (PVar 0)) (EInt W32 1) (EInt W32 3)).

Theorem lang_c_copies_refuter :
  run pair_machine 0 (BAssign (PVar 0) without_first) [Some (VBytes [1; 2; 3]%Z)] = Ok [Some (VBytes [2; 3]%Z)] ∧
  (¬ ∃ os, pair_exec (shortened false) bytes_objects = Some (Ends os)) ∧
  (∃ os, pair_exec (shortened true) bytes_objects = Some (Ends os) ∧
     member (os (NVariable 0)) MData = Some (OArray (map (OInt U8) [2; 3; 3; 0]%Z))) ∧
  pair_exec [SCopy (LVariable (NVariable 0)) (pair_member 0)] (pair_objects 100 1) = None ∧
  lower_basic (λ _, Some some_bytes) (λ _, None) (apart_in no_plans 0) (λ _, true)
    (guard_basic (BAssign (PVar 0) without_first)) true 0 (BAssign (PVar 0) without_first) = None.
Proof.
  split; [by vm_compute|]. split; [intros [os H]; by vm_compute in H|]. split; [by eexists; split; vm_compute|].
  by split; vm_compute.
Qed.

(** Bytes that get longer, of at most 4. *)
Definition up_to_four (n : Z) : variable → option fl_object := λ _, Some (OStruct (λ m,
  match m with MLen => Some (OInt U8 n) | MData => Some (OArray (map (OInt U8) [1; 2; 3; 4]%Z)) | _ => None end)).
Definition the_bytes : fl_clvalue := LVariable (NVariable 0).
Definition four_there (l : list Z) : store machine_point := [Some (VBytes l)].
Notation bytes_represented :=
  (represents_store nothing_waits (W no_program (laid_out no_program no_plans)) (λ _, Some some_bytes) (λ _, None)).
Definition lower_four (move : bool) (b : basic) : option (list fl_cstat) :=
  fst <$> lower_basic (λ _, Some some_bytes) (λ _, None) (apart_in no_plans 0) (λ _, true) (guard_basic b) move 0 b.

(** As [shows_pair]. *)
Definition shows (l : list Z) (r : option (ending (V := variable) (M := member_name))) : option bool :=
  match r with
  | Some (Ends os) =>
      Some match read TyPointer (member (os (NVariable 0)) MData) with
           | Some (VPointer arr i) => bool_decide (bytes_at arr i (Z.of_nat (length l)) = Some l)
           | _ => false
           end
  | _ => None
  end.

Lemma other_bytes c os l : shows l (pair_exec c os) = Some false →
  ∃ os', pair_exec c os = Some (Ends os') ∧ ¬ bytes_represented os' (four_there l).
Proof.
  destruct (pair_exec c os) as [[os'|]|]; try done. cbn [shows]. intros [= Hf]. exists os'. split; [done|].
  intros [H _]. specialize (H 0 some_bytes (VBytes l) eq_refl eq_refl).
  inversion H as [| |? ? ? ? arr i Ht Hok Hcap Hlen Hh Hread Hheld| | | | | |]; subst.
  unfold read in Hread. rewrite Hread in Hf.
  apply bool_decide_eq_false in Hf. by apply Hf, Pointers.bytes_at_ok.
Qed.

Lemma undefined {A} (o : option A) : (if o then true else false) = false → ¬ ∃ r, o = Some r.
Proof. destruct o; [done|]. by intros _ [r H]. Qed.
Lemma no_end {V M} (o : option (ending (V := V) (M := M))) :
  match o with Some (Ends _) => true | _ => false end = false → ¬ ∃ os, o = Some (Ends os).
Proof. destruct o as [[|]|]; [done|..]; by intros _ [os' H]. Qed.
Ltac no_result := first [apply undefined; by vm_compute|apply no_end; by vm_compute].

Definition its_length : fl_cexpr := XCast U32 (read_length 4 the_bytes).
Definition traps_when (op : operator) (n : Z) : fl_cstat := STrapIf (XBinary op its_length (XConstant Unsigned n)).
Definition store_nine : fl_cstat :=
  SAssign U8 (LSubscript (data_of the_bytes) (read_length 4 the_bytes)) (XConstant Plain 9).
Definition one_longer : fl_cstat :=
  set_length 4 the_bytes (XBinary OAdd (read_length 4 the_bytes) (XConstant Unsigned 1)).
Definition push_nine : list fl_cstat := [its_array the_bytes 4; store_nine; one_longer].
Definition pushed : basic := BPush (PVar 0) 4 (EInt W8 9).

(** A byte is pushed onto four, which traps; without its guard, or with one that is off by one, it is stored behind the
    array's end. Onto three there is room, and a guard that is off by one to the other side traps. If the length is
    stored first, the byte is not where it was to be. *)
Theorem lang_c_pushes_refuter :
  lower_four false pushed = Some (traps_when OGe 4 :: push_nine) ∧
  run pair_machine 0 pushed (four_there [1; 2; 3; 4]%Z) = Trap ∧
  pair_exec (traps_when OGe 4 :: push_nine) (up_to_four 4) = Some (Traps (up_to_four 4)) ∧
  (¬ ∃ r, pair_exec push_nine (up_to_four 4) = Some r) ∧
  (¬ ∃ r, pair_exec (traps_when OGt 4 :: push_nine) (up_to_four 4) = Some r) ∧
  run pair_machine 0 pushed (four_there [1; 2; 3]%Z) = Ok (four_there [1; 2; 3; 9]%Z) ∧
  (∃ os, pair_exec (traps_when OGe 4 :: push_nine) (up_to_four 3) = Some (Ends os) ∧
     member (os (NVariable 0)) MData = Some (OArray (map (OInt U8) [1; 2; 3; 9]%Z))) ∧
  (¬ ∃ os, pair_exec (traps_when OGe 3 :: push_nine) (up_to_four 3) = Some (Ends os)) ∧
  run pair_machine 0 pushed (four_there [1; 2]%Z) = Ok (four_there [1; 2; 9]%Z) ∧
  (∃ os, pair_exec [its_array the_bytes 4; one_longer; store_nine] (up_to_four 2) = Some (Ends os) ∧
     ¬ bytes_represented os (four_there [1; 2; 9]%Z)).
Proof.
  split; [by vm_compute|]. split; [by vm_compute|]. split; [by vm_compute|].
  split; [no_result|]. split; [no_result|]. split; [by vm_compute|].
  split; [by eexists; split; vm_compute|]. split; [no_result|]. split; [by vm_compute|].
  by apply other_bytes; vm_compute.
Qed.

Definition one_more : fl_cexpr := XRead (TyInt U32) (LVariable (NTemporary 1)).
Definition copy_behind : fl_cstat :=
  SBytes false (XBinary OAdd (data_of the_bytes) (read_length 4 the_bytes)) (XString [97]%Z) one_more.
Definition longer : fl_cstat := set_length 4 the_bytes (XBinary OAdd (read_length 4 the_bytes) one_more).
Definition append_a (inside : list fl_cstat) : list fl_cstat :=
  [its_array the_bytes 4; SBlock U32 (NTemporary 1) (XConstant Unsigned 1) inside].
Definition no_room (op : operator) : fl_cstat :=
  STrapIf (XBinary op (XConstant Unsigned 1) (minus (XConstant Unsigned 4) its_length)).
Definition appended : basic := BAppend (PVar 0) 4 (EBytes [97]%Z).
Definition first_again : basic := BBlit (PVar 0) (EInt W32 0) (ESlice (ERead (PVar 0)) (EInt W32 1) (EInt W32 3)).
Definition forward (move : bool) : list fl_cstat :=
  [SBytes move (XBinary OAdd (data_of the_bytes) (XConstant Unsigned 0))
     (XBinary OAdd (data_of the_bytes) (XConstant Unsigned 1))
     (infix OSub (XConstant Unsigned 3) (XConstant Unsigned 1))].

(** Bytes are appended where there is no room for them: without the guard they are stored behind the array's end. With a
    guard that is off by one what fits traps. With the length stored before the copy they are not where they were to
    be. And where bytes are overwritten by their neighbours, memcpy is undefined, and [lower_basic] does not take it. *)
Theorem lang_c_appends_refuter :
  lower_four false appended = Some (no_room OGt :: append_a [copy_behind; longer]) ∧
  run pair_machine 0 appended (four_there [1; 2; 3; 4]%Z) = Trap ∧
  pair_exec (no_room OGt :: append_a [copy_behind; longer]) (up_to_four 4) = Some (Traps (up_to_four 4)) ∧
  (¬ ∃ r, pair_exec (append_a [copy_behind; longer]) (up_to_four 4) = Some r) ∧
  run pair_machine 0 appended (four_there [1; 2; 3]%Z) = Ok (four_there [1; 2; 3; 97]%Z) ∧
  (¬ ∃ os, pair_exec (no_room OGe :: append_a [copy_behind; longer]) (up_to_four 3) = Some (Ends os)) ∧
  run pair_machine 0 appended (four_there [1; 2]%Z) = Ok (four_there [1; 2; 97]%Z) ∧
  (∃ os, pair_exec (append_a [longer; copy_behind]) (up_to_four 2) = Some (Ends os) ∧
     ¬ bytes_represented os (four_there [1; 2; 97]%Z)) ∧
  run pair_machine 0 first_again (four_there [1; 2; 3]%Z) = Ok (four_there [2; 3; 3]%Z) ∧
  (¬ ∃ r, pair_exec (forward false) (up_to_four 3) = Some r) ∧
  (∃ os, pair_exec (forward true) (up_to_four 3) = Some (Ends os) ∧
     member (os (NVariable 0)) MData = Some (OArray (map (OInt U8) [2; 3; 3; 4]%Z))) ∧
  lower_four false first_again = None ∧ is_Some (lower_four true first_again).
Proof.
  split; [by vm_compute|]. split; [by vm_compute|]. split; [by vm_compute|].
  split; [no_result|]. split; [by vm_compute|]. split; [no_result|].
  split; [by vm_compute|]. split; [by apply other_bytes; vm_compute|].
  split; [by vm_compute|]. split; [no_result|]. split; [by eexists; split; vm_compute|].
  split; [by vm_compute|]. by vm_compute; eexists.
Qed.

(** Bytes get another length: 3, of one that is there. *)
Definition three_long : basic := BResize (PVar 0) 4 (EInt W32 3).
Definition the_new_length : fl_cexpr := XRead (TyInt U32) (LVariable (NTemporary 1)).
Definition zeros_from (d : fl_cexpr) : fl_cstat :=
  SZeros d (XBinary OSub the_new_length (read_length 4 the_bytes)).
Definition behind_them : fl_cexpr := XBinary OAdd (data_of the_bytes) (read_length 4 the_bytes).
Definition if_longer (c : list fl_cstat) : fl_cstat := SWhen (XBinary OGt the_new_length (read_length 4 the_bytes)) c.
Definition its_new_length : fl_cstat := SAssign U8 (LMember the_bytes MLen) (XCast U8 the_new_length).
Definition resized (n : Z) (inside : list fl_cstat) : list fl_cstat :=
  [its_array the_bytes 4; SBlock U32 (NTemporary 1) (XConstant Unsigned n) inside].

(** What is new is zero. If nothing is cleared, or from the first on, or only when the length was stored, it is what
    there was. And if it is cleared whether it gets longer or not, C clears what there is not. *)
Theorem lang_c_resizes_refuter :
  lower_four false three_long = Some (resized 3 [if_longer [zeros_from behind_them]; its_new_length]) ∧
  run pair_machine 0 three_long (four_there [1]%Z) = Ok (four_there [1; 0; 0]%Z) ∧
  shows [1; 0; 0; 4]%Z (pair_exec (resized 3 [if_longer [zeros_from behind_them]; its_new_length]) (up_to_four 1)) =
    Some true ∧
  (∃ os, pair_exec (resized 3 [its_new_length]) (up_to_four 1) = Some (Ends os) ∧
     ¬ bytes_represented os (four_there [1; 0; 0]%Z)) ∧
  (∃ os, pair_exec (resized 3 [if_longer [zeros_from (data_of the_bytes)]; its_new_length]) (up_to_four 1) =
     Some (Ends os) ∧ ¬ bytes_represented os (four_there [1; 0; 0]%Z)) ∧
  (∃ os, pair_exec (resized 3 [its_new_length; if_longer [zeros_from behind_them]]) (up_to_four 1) = Some (Ends os) ∧
     ¬ bytes_represented os (four_there [1; 0; 0]%Z)) ∧
  run pair_machine 0 three_long (four_there [1; 2; 3; 4]%Z) = Ok (four_there [1; 2; 3]%Z) ∧
  (¬ ∃ r, pair_exec (resized 3 [zeros_from behind_them; its_new_length]) (up_to_four 4) = Some r) ∧
  lower_four false (BResize (PVar 0) 4 (EInt W32 5)) = Some [STrap] ∧
  run pair_machine 0 (BResize (PVar 0) 4 (EInt W32 5)) (four_there [1]%Z) = Trap ∧
  (¬ ∃ r, pair_exec (resized 5 [if_longer [zeros_from behind_them]; its_new_length]) (up_to_four 1) = Some r).
Proof.
  split; [by vm_compute|]. split; [by vm_compute|]. split; [by vm_compute|].
  split; [by apply other_bytes; vm_compute|]. split; [by apply other_bytes; vm_compute|].
  split; [by apply other_bytes; vm_compute|]. split; [by vm_compute|].
  split; [no_result|]. split; [by vm_compute|]. split; [by vm_compute|].
  no_result.
Qed.

(** 513 is stored in bytes from an offset on, its most significant byte first. *)
Definition number_at (off : Z) : basic := BStore Big W16 (PVar 0) (EInt W32 off) (EInt W16 513).
Definition digits_at (big : bool) (t : itype) (off : Z) : fl_cstat :=
  SDigits big t (XBinary OAdd (data_of the_bytes) (XConstant Unsigned off)) (XConstant Plain 513).
Definition no_room_at (off : Z) (op : operator) : fl_cstat :=
  STrapIf (XBinary op its_length (XConstant Unsigned (off + 2))).

(** The other way round, with fewer digits, or elsewhere they are not the source's. Without a guard, or with one that
    is off by one, they are stored behind the array's end. *)
Theorem lang_c_numbers_refuter :
  lower_four false (number_at 1) = Some [no_room_at 1 OLt; digits_at true U16 1] ∧
  run pair_machine 0 (number_at 1) (four_there [1; 2; 3; 4]%Z) = Ok (four_there [1; 2; 1; 4]%Z) ∧
  shows [1; 2; 1; 4]%Z (pair_exec [no_room_at 1 OLt; digits_at true U16 1] (up_to_four 4)) = Some true ∧
  (∃ os, pair_exec [digits_at false U16 1] (up_to_four 4) = Some (Ends os) ∧
     ¬ bytes_represented os (four_there [1; 2; 1; 4]%Z)) ∧
  (∃ os, pair_exec [digits_at true U8 1] (up_to_four 4) = Some (Ends os) ∧
     ¬ bytes_represented os (four_there [1; 2; 1; 4]%Z)) ∧
  (∃ os, pair_exec [digits_at true U16 2] (up_to_four 4) = Some (Ends os) ∧
     ¬ bytes_represented os (four_there [1; 2; 1; 4]%Z)) ∧
  run pair_machine 0 (number_at 3) (four_there [1; 2; 3; 4]%Z) = Trap ∧
  pair_exec [no_room_at 3 OLt; digits_at true U16 3] (up_to_four 4) = Some (Traps (up_to_four 4)) ∧
  (¬ ∃ r, pair_exec [digits_at true U16 3] (up_to_four 4) = Some r) ∧
  (¬ ∃ r, pair_exec [no_room_at 2 OLt; digits_at true U16 3] (up_to_four 4) = Some r).
Proof.
  split; [by vm_compute|]. split; [by vm_compute|]. split; [by vm_compute|].
  split; [by apply other_bytes; vm_compute|]. split; [by apply other_bytes; vm_compute|].
  split; [by apply other_bytes; vm_compute|]. split; [by vm_compute|]. split; [by vm_compute|].
  split; [no_result|]. no_result.
Qed.

(** ** Control in C *)
From Fairlead.Printed.Control Require Import Moves Source Text Same.

Definition asked : suspension := Ask 0 [] None [].
Definition wait_for_ever : fl_cmd := Loop 0 (Suspend 1 asked).
Definition waits_for_ever (before : list line) : list line :=
  before ++ [NFor; NLine (NAsk 1 asked None); NLine (NHere (Stop 2)); NLine (NLeaf (LAnswer 1 asked)); NClose].
Definition its_switch (landing : nat) : switch := Switch [] [(2, landing)] [(2, PAsk 1 asked)].
Definition its_answer : stat := SLine (NLeaf (LAnswer 1 asked)).
Definition its_rest : stat := SSeq (SLine (NHere (Stop 2))) (SSeq its_answer SSkip).
Definition its_ask : stat := SLine (NAsk 1 asked None).
Definition its_loop : stat := SSeq its_ask its_rest.
Definition its_body (before : stat) : stat := SSeq before (SSeq (SFor its_loop) SSkip).
Definition its_pairs (_ : text) : list (Agree.pair (P1 := source_position) (P2 := text_position)) :=
  [Agree.Pair (Focus wait_for_ever []) (Pos (SFor its_loop) [OSeq SSkip] (Some 2)) [1];
   Agree.Pair (Focus (Suspend 1 asked) [KLoop 0 (Suspend 1 asked)])
     (Pos its_ask [OSeq its_rest; OFor its_loop; OSeq SSkip] (Some 2)) [2];
   Agree.Pair (Answered 1 asked [KLoop 0 (Suspend 1 asked)])
     (Pos its_answer [OSeq SSkip; OFor its_loop; OSeq SSkip] (Some 2)) [0]].

(** Where C goes is computed before the rest of a run is looked at, or it would be looked at for ever. *)
Ltac run_text :=
  repeat match goal with
  | H : text_move _ _ = _ |- _ => vm_compute in H; first [discriminate H|injection H; clear H; intros; subst]
  | H : ran _ _ _ _ |- _ => inversion H; clear H; subst
  end.

(** A coroutine that waits in a loop, with [f->at] stored before the loop: accepted. Without that line, C does not get
    past the suspension; if the switch goes to another label, not past the answer; and with the branches of a test
    exchanged it does what the command does not. *)
Theorem lang_c_control_refuter :
  same_control 10 (λ _, true) lower_test wait_for_ever true 256 (its_switch 2) (waits_for_ever [NLine (NStore 2)])
    its_pairs = true ∧
  (∃ s tr, written s = waits_for_ever [] ∧
    ran (source_move (λ _, true) lower_test wait_for_ever) (Focus wait_for_ever []) tr Going ∧
    ¬ ran (text_move (whole (its_switch 2) 256 s)) (beginning true s) tr Going) ∧
  (∃ s tr, written s = waits_for_ever [NLine (NStore 2)] ∧
    ran (source_move (λ _, true) lower_test wait_for_ever) (Focus wait_for_ever []) tr Going ∧
    ¬ ran (text_move (whole (its_switch 3) 256 s)) (beginning true s) tr Going) ∧
  let body : fl_cmd := If (EBool true) (Do BTrap) Skip in
  ∃ s tr, written s = [NLine (NIfJump (GTrue, EBool true) false Done); NLine (NLeaf (LBasic BTrap))] ∧
    ran (source_move (λ _, true) lower_test body) (Focus body []) tr Returned ∧
    ¬ ran (text_move (whole (its_switch 2) 256 s)) (beginning false s) tr Returned.
Proof.
  split; [by vm_compute|]. split; [|split].
  - exists (its_body SSkip), [Turned; Waited (PAsk 1 asked)]. split; [reflexivity|]. split.
    + eapply ran_turns; [reflexivity|]. eapply ran_waits; [reflexivity|]. apply ran_now.
    + intros H. run_text.
  - exists (its_body (SLine (NStore 2))), [Turned; Waited (PAsk 1 asked); Did (LAnswer 1 asked)].
    split; [reflexivity|]. split.
    + eapply ran_turns; [reflexivity|]. eapply ran_waits; [reflexivity|]. eapply ran_does; [reflexivity|].
      apply ran_now.
    + intros H. run_text.
  - exists (SSeq (SLine (NIfJump (GTrue, EBool true) false Done)) (SLine (NLeaf (LBasic BTrap)))),
      [Found (QTest (GTrue, EBool true)) true; Did (LBasic BTrap)]. split; [reflexivity|]. split.
    + eapply ran_silent; [reflexivity|]. eapply ran_tests; [reflexivity|]. eapply ran_does; [reflexivity|].
      by apply ran_returns.
    + intros H. run_text.
Qed.

(** Of a semantics in which a line of the source does something, here a trap, the command's control is not that. *)
Definition lines_trap (body : fl_cmd) :
    dynamics basic expr suspension call resumption (store ()) () () () () :=
  Dynamics _ _ _ _ _ _ _ _ _ _ (λ _, Some body) (λ _ _ _, Trap) (λ _ _, Trap) (λ _ _, Trap) (λ _ _ _ _, Trap)
    (λ _ _ _, Trap) (λ _ _, Trap) (λ _ _ _ _ _, Trap) (λ _ _, Trap) (λ _ _ _ _, Trap) (λ _ _, Trap) (λ _ _ s, s)
    (λ _ _ _ _, ()) (λ _, None).

Theorem lang_control_steps_refuter :
  let body : fl_cmd := Do (BLine 0) in
  code (lines_trap body) 0 = Some body ∧
  source_move (λ _, true) lower_test body (Focus body []) = Silent (Focus Skip []) ∧
  Core.Model.Semantics.step (lines_trap body) (Running body 0 [] [] []) ≠ Go (Running Skip 0 [] [] []).
Proof. split_and!; [done..|]. discriminate. Qed.
