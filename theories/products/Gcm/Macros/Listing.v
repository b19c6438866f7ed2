(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The macros of gcm/clean/*.inc once more, as functions that make lists of instructions,
    so that there is a theorem for each, and so that AES-128 and AES-256, encryption and decryption are
    instances. That these are the instructions of the assembly files is checked by computation ([Loops/SameCode.v]),
    against what `fairlead asm coq` makes of the files. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith.
From Fairlead.Asm.Model Require Import Syntax_trusted.
From Fairlead.Asm.Vectors Require Import Vector128.

(** ** Operands. Numbers of regions and symbols are those of [fairlead asm coq]. *)

Definition key_region : N := 2.
Definition state_region : N := 3.
Definition input_region : N := 4.
Definition output_region : N := 5.
Definition constants_region : N := 6.
Definition constants_symbol : positive := 1.

Local Open Scope Z_scope.

Definition key_at (d : Z) : mem := Mem (BaseReg RDI) None d key_region.
Definition state_at (d : Z) : mem := Mem (BaseReg RSI) None d state_region.
Definition input_at (d : Z) : mem := Mem (BaseReg RDX) None d input_region.
Definition output_at (d : Z) : mem := Mem (BaseReg RCX) None d output_region.
Definition constant_at (d : Z) : mem := Mem (BaseSym constants_symbol) None d constants_region.

Definition fetch (x : vreg) (m : mem) : instr := VMov DQU Vex128 (X x) (XM m).
Definition vop (o : vop2) (d s1 s2 : vreg) : instr := Vop2 o Vex128 d s1 (X s2).
Definition vop_mem (o : vop2) (d s1 : vreg) (m : mem) : instr := Vop2 o Vex128 d s1 (XM m).

Definition first_six : list vreg := [V0; V1; V2; V3; V4; V5].

(** ** aes.inc *)

Definition six (o : vop2) (k : Z) : list instr :=
  fetch V12 (key_at k) :: map (fun x => vop o x x V12) first_six.

Definition aes_whiten : list instr := six PXOR 0.
Definition aes_middle (from count : nat) : list instr :=
  flat_map (fun i => six AESENC (16 * Z.of_nat i)) (seq from count).
Definition aes_rounds (n : nat) : list instr := aes_middle 1 (n - 1) ++ six AESENCLAST (16 * Z.of_nat n).

(** ** counters.inc *)

Definition counters : list instr :=
  [vop PSHUFB V0 V15 V13;
   vop_mem PADDD V1 V15 (constant_at 32); vop_mem PADDD V2 V15 (constant_at 48);
   vop_mem PADDD V3 V15 (constant_at 64); vop_mem PADDD V4 V15 (constant_at 80);
   vop_mem PADDD V5 V15 (constant_at 96);
   vop PSHUFB V1 V1 V13; vop PSHUFB V2 V2 V13; vop PSHUFB V3 V3 V13; vop PSHUFB V4 V4 V13; vop PSHUFB V5 V5 V13;
   vop_mem PADDD V15 V15 (constant_at 112)].

(** ** ghash.inc *)

Definition product_code (power : Z) (block product : vreg) : list instr :=
  [fetch V14 (key_at power);
   vop (PCLMULQDQ 0) V6 block V14; vop (PCLMULQDQ 17) V8 block V14;
   vop (PCLMULQDQ 1) V7 block V14; vop (PCLMULQDQ 16) product block V14;
   vop PXOR V7 V7 product].

Definition add_product (power : Z) (block product spare : vreg) : list instr :=
  [fetch V14 (key_at power);
   vop (PCLMULQDQ 0) product block V14; vop (PCLMULQDQ 17) spare block V14;
   vop PXOR V6 V6 product; vop PXOR V8 V8 spare;
   vop (PCLMULQDQ 1) product block V14; vop (PCLMULQDQ 16) spare block V14;
   vop PXOR V7 V7 product; vop PXOR V7 V7 spare].

Definition spread_middle : list instr :=
  [VShift PSLLDQ Vex128 V10 V7 8; VShift PSRLDQ Vex128 V7 V7 8; vop PXOR V6 V6 V10; vop PXOR V8 V8 V7].

Definition fold_code : list instr :=
  [vop_mem (PCLMULQDQ 0) V10 V6 (constant_at 128); vop (PALIGNR 8) V6 V6 V6; vop PXOR V6 V6 V10].

Definition reduce_code : list instr := spread_middle ++ fold_code ++ fold_code ++ [vop PXOR V14 V6 V8].

(** The text comes from [src 0], [src 16], ... *)
Definition take (m : mem) (block : vreg) : list instr := [fetch block m; vop PSHUFB block block V13].
Definition hash_first (m : mem) : list instr :=
  take m V9 ++ [vop PXOR V9 V9 V14] ++ product_code 336 V9 V10.
Definition hash_next (power : Z) (m : mem) : list instr := take m V9 ++ add_product power V9 V10 V11.

Definition hash_six (src : Z -> mem) : list instr :=
  hash_first (src 0) ++ hash_next 320 (src 16) ++ hash_next 304 (src 32) ++
  hash_next 288 (src 48) ++ hash_next 272 (src 64) ++ hash_next 256 (src 80) ++ reduce_code.

(** ** text.inc *)

Definition combine : list instr :=
  [vop_mem PXOR V0 V0 (input_at 0); vop_mem PXOR V1 V1 (input_at 16); vop_mem PXOR V2 V2 (input_at 32);
   vop_mem PXOR V3 V3 (input_at 48); vop_mem PXOR V4 V4 (input_at 64); vop_mem PXOR V5 V5 (input_at 80)].

Definition save : list instr :=
  map store_instr
    [(output_at 0, V0); (output_at 16, V1); (output_at 32, V2);
     (output_at 48, V3); (output_at 64, V4); (output_at 80, V5)].

Definition next_six : list instr := [Lea W64 RDX (input_at 96); Lea W64 RCX (output_at 96)].

Definition enter : list instr := [fetch V15 (state_at 0); fetch V14 (state_at 16); fetch V13 (constant_at 0)].
Definition leave : list instr := map store_instr [(state_at 0, V15); (state_at 16, V14)].
Definition wipe : list instr :=
  map (fun x => vop PXOR x x x) [V0; V1; V2; V3; V4; V5; V6; V7; V8; V9; V10; V11; V12; V14; V15].

(** ** bodies.inc and loops.inc. [n] is the number of rounds: 10 for AES-128, 14 for AES-256. *)

Definition cipher_six (n : nat) : list instr := counters ++ aes_whiten ++ aes_rounds n ++ combine.
Definition count_down : list instr := next_six ++ [Un DEC W64 (R R8)].

(** What encryption hashes was written by the iteration before. *)
Definition written_at (d : Z) : mem := output_at (d - 96).

Definition encrypt_body (n : nat) : list instr := hash_six written_at ++ cipher_six n ++ save.
Definition decrypt_body (n : nat) : list instr := hash_six input_at ++ cipher_six n ++ save.
