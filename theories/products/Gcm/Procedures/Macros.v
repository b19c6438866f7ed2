(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The procedures around the loops (key expansion, powers of the hash key, key stream, hash of
    single blocks) as functions that make lists of instructions, like [Macros/Listing.v]. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith.
From Fairlead.Asm.Model Require Import Syntax_trusted Flat_trusted.
From Fairlead.Asm.Vectors Require Import Vector128.
From Fairlead.Gcm.Loops Require Import Shape.
From Fairlead.Gcm.Macros Require Import Listing.
Local Open Scope Z_scope.

Definition copy (d s : vreg) : instr := VMov DQA Vex128 (X d) (X s).
Definition lanes_of (k : N) (d s : vreg) : instr := Vop1 (PSHUFD k) Vex128 d (X s).
Definition shifted (o : vshift) (d s : vreg) (k : N) : instr := VShift o Vex128 d s k.

(** A procedure without a loop. *)
Definition straight (l : list instr) : list flat := map FInstr l ++ [FHalt; FHalt].

(** ** powers.inc, powers.S *)

Definition twist_code : list instr :=
  [lanes_of 255 V0 V14; shifted PSRAD V0 V0 31; vop_mem PAND V0 V0 (constant_at 144);
   shifted PSRLQ V1 V14 63; shifted PSLLDQ V1 V1 8; shifted PSLLQ V2 V14 1; vop POR V2 V2 V1; vop PXOR V2 V2 V0].

Definition power_code : list instr := [copy V9 V14] ++ product_code 256 V9 V10 ++ reduce_code ++ twist_code.
Definition next_power (to : Z) : list instr := power_code ++ [store_instr (key_at to, V2)].

Definition load_hash_key : list instr := [fetch V13 (constant_at 0); fetch V14 (state_at 0); vop PSHUFB V14 V14 V13].
Definition first_power : list instr := (load_hash_key ++ twist_code) ++ [store_instr (key_at 256, V2)].

Definition powers_code : list instr := first_power ++ flat_map next_power [272; 288; 304; 320; 336] ++ wipe.

(** ** hash.S *)

Definition hash_start : list instr :=
  [fetch V14 (state_at 0); fetch V13 (constant_at 0); vop PXOR V6 V6 V6; vop PXOR V7 V7 V7; vop PXOR V8 V8 V8].
Definition hash_pointer : list instr :=
  [Mov W64 (R RAX) (Reg RCX); Shift SHL W64 (R RAX) 4; Lea W64 RDI (Mem (BaseReg RDI) (Some (RAX, 1%N)) 240 key_region)].
Definition hash_take : list instr := take (input_at 0) V9 ++ [vop PXOR V9 V9 V14].
Definition hash_block : list instr := hash_take ++ add_product 0 V9 V10 V11 ++ [vop PXOR V14 V14 V14].
Definition hash_advance : list instr := [Lea W64 RDX (input_at 16); Lea W64 RDI (key_at (-16)); Un DEC W64 (R RCX)].
Definition hash_end : list instr := reduce_code ++ [store_instr (state_at 0, V14)] ++ wipe.

Definition hash_code : list flat :=
  counted_loop (hash_start ++ hash_pointer) (hash_block ++ hash_advance) hash_end.

(** ** keystream_*.S *)

Definition keystream_enter : list instr := [fetch V15 (state_at 0); fetch V13 (constant_at 0)].
Definition keystream_blocks (n : nat) : list instr := keystream_enter ++ counters ++ aes_whiten ++ aes_rounds n.
Definition keystream_code (n : nat) : list instr :=
  [Mov W64 (R RCX) (Reg RDX)] ++ keystream_blocks n ++ save ++ wipe.

(** ** expand.inc, expand_*.S *)

(** Four words of key, from the block [last], in place of those in [x]: with a round constant, or without. *)
Definition expand_words (o : option N) (last x : vreg) : list instr :=
  let '(rcon, lane) := match o with Some rcon => (rcon, 255%N) | None => (0%N, 170%N) end in
  [Vop1 (AESKEYGENASSIST rcon) Vex128 V1 (X last); lanes_of lane V1 V1;
   shifted PSLLDQ V2 x 4; vop PXOR x x V2; shifted PSLLDQ V2 x 8; vop PXOR x x V2; vop PXOR x x V1].

(** The registers take turns. *)
Fixpoint expand_blocks (i : nat) (last x : vreg) (os : list (option N)) : list instr :=
  match os with
  | [] => []
  | o :: os => (expand_words o last x ++ [store_instr (key_at (16 * Z.of_nat i), x)]) ++ expand_blocks (S i) x last os
  end.

Definition round_constants : list N := [1; 2; 4; 8; 16; 32; 64; 128; 27; 54]%N.

Definition expand_128_code : list instr :=
  [fetch V0 (state_at 0)] ++ [store_instr (key_at 0, V0)] ++ expand_blocks 1 V0 V0 (map Some round_constants) ++ wipe.

Definition expand_256_code : list instr :=
  [fetch V0 (state_at 0); fetch V3 (state_at 16)] ++ [store_instr (key_at 0, V0)] ++ [store_instr (key_at 16, V3)] ++
  expand_blocks 2 V3 V0 [Some 1; None; Some 2; None; Some 4; None; Some 8; None; Some 16; None; Some 32; None; Some 64]%N ++ wipe.
