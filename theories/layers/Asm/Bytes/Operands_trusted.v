(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Bytes of instructions as the processor's manual has them: prefixes, ModRM, SIB, displacements, immediates
    (Intel SDM, volume 2, chapter 2). Only one encoding of each operand is read, the short one that assemblers write;
    the others are [None], as is all that is not in the model. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted.
Local Open Scope N_scope.

(** Code is a list of bytes, each below 256. A reader takes bytes from the front; it gives what it read, and what is
    left. *)
Definition reader (A : Type) : Type := list N → option (A * list N).
Definition give {A} (x : A) : reader A := λ l, Some (x, l).
Definition refuse {A} : reader A := λ _, None.
Definition bind {A B} (f : reader A) (k : A → reader B) : reader B :=
  λ l, match f l with Some (x, l) => k x l | None => None end.
Notation "x <~ f ; k" := (bind f (λ x, k)) (at level 100, f at next level, right associativity).
Definition only {A} (b : bool) (f : reader A) : reader A := if b then f else refuse.

Definition byte : reader N := λ l, match l with x :: l => if x <? 256 then Some (x, l) else None | [] => None end.

(** Little endian, and signed. *)
Fixpoint little (n : nat) : reader N :=
  match n with O => give 0 | S n => x <~ byte; y <~ little n; give (x + 256 * y) end.
Definition number (n : nat) : reader Z := x <~ little n; give (signed (8 * N.of_nat n) x).
Definition small (z : Z) : bool := ((-128 <=? z) && (z <? 128))%Z.

(** ** Prefixes *)

(** [p_map]: 0 for opcodes of one byte, 1, 2 and 3 for those after 0F, 0F 38 and 0F 3A. [p_pp]: 0, or 1, 2, 3 for 66,
    F3, F2. [p_empty]: a REX with no bit set. [p_vvvv]: the register that only VEX encodings name. *)
Record prefix := Prefix {
  p_map : N; p_pp : N; p_w : bool; p_r : bool; p_x : bool; p_b : bool; p_empty : bool; p_enc : enc; p_vvvv : option N;
}.

Definition bit (x i : N) : bool := N.testbit x i.
Definition field (x at_ len : N) : N := slice at_ len x.

(** The inverted fourth bits of registers, and the register that is named inverted. *)
Definition vex (map x : N) (w r x' b : bool) : prefix :=
  Prefix map (field x 0 2) w r x' b false (if bit x 2 then Vex256 else Vex128) (Some (15 - field x 3 4)).

(** C5: where three bytes would say the same, they are refused. *)
Definition vex2 : reader prefix := x <~ byte; give (vex 1 x false (negb (bit x 7)) false false).
Definition vex3 : reader prefix :=
  x <~ byte; y <~ byte;
  let map := field x 0 5 in
  only ((1 <=? map) && (map <=? 3) && (negb (map =? 1) || bit y 7 || negb (bit x 6) || negb (bit x 5)))
    (give (vex map y (bit y 7) (negb (bit x 7)) (negb (bit x 6)) (negb (bit x 5)))).

Definition peek : reader N := λ l, match l with x :: _ => Some (x, l) | [] => None end.

(** 66, F3 or F2, then REX, then 0F and 38 or 3A. *)
Definition legacy_pp : reader N :=
  x <~ peek;
  if x =? 0x66 then _ <~ byte; give 1 else if x =? 0xf3 then _ <~ byte; give 2 else if x =? 0xf2 then _ <~ byte; give
    3 else give 0.
Definition legacy_rex : reader (option N) :=
  x <~ peek; if field x 4 4 =? 4 then _ <~ byte; give (Some (field x 0 4)) else give None.
Definition legacy_map : reader N :=
  x <~ peek;
  if negb (x =? 0x0f) then give 0 else
  _ <~ byte; y <~ peek;
  if y =? 0x38 then _ <~ byte; give 2 else if y =? 0x3a then _ <~ byte; give 3 else give 1.
Definition legacy : reader prefix :=
  pp <~ legacy_pp; r <~ legacy_rex; map <~ legacy_map;
  let rex := default 0 r in
  give (Prefix map pp (bit rex 3) (bit rex 2) (bit rex 1) (bit rex 0) (bool_decide (r = Some 0)) Sse None).

Definition prefixes : reader prefix :=
  x <~ peek; if x =? 0xc5 then _ <~ byte; vex2 else if x =? 0xc4 then _ <~ byte; vex3 else legacy.

(** ** Operands *)

Definition reg_numbered (n : N) : reg :=
  nth (N.to_nat n) [RAX; RCX; RDX; RBX; RSP; RBP; RSI; RDI; R8; R9; R10; R11; R12; R13; R14; R15] RAX.
Definition vreg_numbered (n : N) : vreg :=
  nth (N.to_nat n) [V0; V1; V2; V3; V4; V5; V6; V7; V8; V9; V10; V11; V12; V13; V14; V15] V0.
Definition cc_numbered (n : N) : cc :=
  nth (N.to_nat n) [CcO; CcNO; CcB; CcAE; CcE; CcNE; CcBE; CcA; CcS; CcNS; CcP; CcNP; CcL; CcGE; CcLE; CcG] CcO.

Definition extended (b : bool) (n : N) : N := if b then 8 + n else n.

Inductive operand := ORegister (n : N) | OMemory (m : mem).

(** What an address relative to %rip is, by how many bytes of code are left after its four, and by what they say. *)
Definition relative := nat → Z → option (mbase * Z).

(** The base and the index of a SIB byte, which may both be missing. *)
Definition sib (p : prefix) (mode : N) : reader (mbase * option (reg * N)) :=
  x <~ byte;
  let scale := field x 6 2 in
  let index := extended (p_x p) (field x 3 3) in
  let no_base := (field x 0 3 =? 5) && (mode =? 0) in
  let base := if no_base then NoBase else BaseReg (reg_numbered (extended (p_b p) (field x 0 3))) in
  if index =? 4
  then only ((scale =? 0) && ((field x 0 3 =? 4) || no_base && negb (p_b p))) (give (base, None))
  else only (negb (no_base && p_b p)) (give (base, Some (reg_numbered index, 2 ^ scale))).

(** Of 0, 1 or 4 bytes: no longer than needed. *)
Definition displacement (base : mbase) (mode : N) : reader Z :=
  let needed := match base with BaseReg (RBP | R13) => true | _ => false end in
  if mode =? 0 then match base with NoBase => number 4 | _ => give 0%Z end
  else if mode =? 1 then z <~ number 1; only (negb (z =? 0)%Z || needed) (give z)
  else z <~ number 4; only (negb (small z)) (give z).

(** The register field of ModRM, the other operand, and whether that is relative to %rip. [behind] is the size of the
    immediate that follows: addresses are relative to what comes after it. Regions are the programmer's, no processor
    has them: all are 0. *)
Definition modrm (p : prefix) (rip : relative) (behind : nat) : reader (N * operand * bool) :=
  x <~ byte;
  let mode := field x 6 2 in
  let r := extended (p_r p) (field x 3 3) in
  let rm := field x 0 3 in
  if mode =? 3 then only (negb (p_x p)) (give (r, ORegister (extended (p_b p) rm), false))
  else if rm =? 4 then
    a <~ sib p mode; z <~ displacement (fst a) mode; give (r, OMemory (Mem (fst a) (snd a) z 0), false)
  else if (rm =? 5) && (mode =? 0) then
    z <~ number 4;
    λ l, match rip (length l) z with
         | Some (base, z) =>
             only (negb (p_x p || p_b p)) (give (r, OMemory (Mem base None (z + Z.of_nat behind) 0), true)) l
         | None => None
         end
  else
    let base := BaseReg (reg_numbered (extended (p_b p) rm)) in
    z <~ displacement base mode; only (negb (p_x p)) (give (r, OMemory (Mem base None z 0), false)).
