(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The macros of gcm/clean/wide_*.inc as functions that make lists of instructions, as
    [Macros/Listing.v] has those on six blocks. That these are the instructions of the assembly files is
    checked by computation ([SameCode.v]). *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith.
From Fairlead.Asm.Model Require Import Syntax_trusted.
From Fairlead.Gcm.Macros Require Export Listing.
Local Open Scope Z_scope.

Definition wide_constants_region : N := 7.
Definition wide_constants_symbol : positive := 2.
Definition wide_constant_at (d : Z) : mem := Mem (BaseSym wide_constants_symbol) None d wide_constants_region.

Definition wfetch (x : vreg) (m : mem) : instr := VMov DQU Vex256 (X x) (XM m).
Definition wop (o : vop2) (d s1 s2 : vreg) : instr := Vop2 o Vex256 d s1 (X s2).
Definition wop_mem (o : vop2) (d s1 : vreg) (m : mem) : instr := Vop2 o Vex256 d s1 (XM m).

Definition first_four : list vreg := [V0; V1; V2; V3].

(** ** wide_aes.inc *)

Definition eight (o : vop2) (k : Z) : list instr :=
  Vbroadcasti128 V12 (key_at k) :: map (fun x => wop o x x V12) first_four.

Definition wide_middle (from count : nat) : list instr :=
  flat_map (fun i => eight AESENC (16 * Z.of_nat i)) (seq from count).
Definition wide_cipher (n : nat) : list instr :=
  eight PXOR 0 ++ wide_middle 1 (n - 1) ++ eight AESENCLAST (16 * Z.of_nat n).

(** ** wide_counters.inc *)

Definition wide_counters : list instr :=
  [wop PSHUFB V0 V15 V13;
   wop_mem PADDD V1 V15 (wide_constant_at 32); wop_mem PADDD V2 V15 (wide_constant_at 64);
   wop_mem PADDD V3 V15 (wide_constant_at 96);
   wop PSHUFB V1 V1 V13; wop PSHUFB V2 V2 V13; wop PSHUFB V3 V3 V13;
   wop_mem PADDD V15 V15 (wide_constant_at 128)].

(** ** wide_ghash.inc *)

Definition fold_halves : list instr := [Vop1 (PSHUFD 78) Vex256 V10 (X V9); wop PXOR V10 V10 V9].

Definition wide_product (power middle : Z) (which : N) : list instr :=
  [wfetch V14 (key_at power)] ++ fold_halves ++
  [wop (PCLMULQDQ 0) V6 V9 V14; wop (PCLMULQDQ 17) V8 V9 V14; wop_mem (PCLMULQDQ which) V7 V10 (key_at middle)].

Definition wide_add_product (power middle : Z) (which : N) : list instr :=
  [wfetch V14 (key_at power)] ++ fold_halves ++
  [wop (PCLMULQDQ 0) V11 V9 V14; wop (PCLMULQDQ 17) V9 V9 V14; wop_mem (PCLMULQDQ which) V10 V10 (key_at middle);
   wop PXOR V6 V6 V11; wop PXOR V8 V8 V9; wop PXOR V7 V7 V10].

Definition wide_take (m : mem) : list instr := [wfetch V9 m; wop PSHUFB V9 V9 V13].
Definition wide_hash_first (m : mem) : list instr :=
  wide_take m ++ [wop PXOR V9 V9 V14] ++ wide_product 352 480 0.
Definition wide_hash_next (power middle : Z) (which : N) (m : mem) : list instr :=
  wide_take m ++ wide_add_product power middle which.

Definition wide_join : list instr :=
  [wop PXOR V7 V7 V6; wop PXOR V7 V7 V8;
   Vextracti128 (X V9) V6 1; Vextracti128 (X V10) V7 1; Vextracti128 (X V11) V8 1;
   vop PXOR V6 V6 V9; vop PXOR V7 V7 V10; vop PXOR V8 V8 V11].

(** The text comes from [src 0], [src 32], ... *)
Definition hash_eight (src : Z -> mem) : list instr :=
  wide_hash_first (src 0) ++ wide_hash_next 384 480 16 (src 32) ++
  wide_hash_next 416 512 0 (src 64) ++ wide_hash_next 448 512 16 (src 96) ++ wide_join ++ reduce_code.

(** ** wide_text.inc *)

Definition wide_combine : list instr :=
  [wop_mem PXOR V0 V0 (input_at 0); wop_mem PXOR V1 V1 (input_at 32);
   wop_mem PXOR V2 V2 (input_at 64); wop_mem PXOR V3 V3 (input_at 96)].

Definition wide_save : list instr :=
  map (fun p => VMov DQU Vex256 (XM (output_at p.1)) (X p.2)) [(0, V0); (32, V1); (64, V2); (96, V3)].

Definition next_eight : list instr := [Lea W64 RDX (input_at 128); Lea W64 RCX (output_at 128)].

Definition wide_enter : list instr :=
  [Vbroadcasti128 V13 (constant_at 0); Vbroadcasti128 V15 (state_at 0);
   wop_mem PADDD V15 V15 (wide_constant_at 0); fetch V14 (state_at 16)].

Definition wide_wipe : list instr := wipe ++ [Vzeroupper].

(** ** wide_bodies.inc and wide_loops.inc. [n] is the number of rounds. *)

Definition cipher_eight (n : nat) : list instr := wide_counters ++ wide_cipher n ++ wide_combine.
Definition wide_count_down : list instr := next_eight ++ [Un DEC W64 (R R8)].

(** What encryption hashes was written by the iteration before. *)
Definition wide_written_at (d : Z) : mem := output_at (d - 128).

Definition wide_encrypt_body (n : nat) : list instr := hash_eight wide_written_at ++ cipher_eight n ++ wide_save.
Definition wide_decrypt_body (n : nat) : list instr := hash_eight input_at ++ cipher_eight n ++ wide_save.
