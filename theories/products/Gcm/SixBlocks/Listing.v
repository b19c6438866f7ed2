(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The macros of examples/asm/six_blocks.S, as functions that make lists of instructions,
  so that there is a theorem for
    each. That they make that file is checked by computation, against what `fairlead asm coq` makes of it. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith.
From Fairlead.Asm.Model Require Import Syntax_trusted Flat_trusted.
From Fairlead.Gcm.Macros Require Import Listing.
From Fairlead.Gcm.Generated Require clean_six_blocks.
Local Open Scope Z_scope.

(** ** Operands. Numbers of regions are those of [fairlead asm coq]: key, powers, scratch, input, output. *)
Definition round_key (d : Z) : mem := Mem (BaseReg RCX) None d 2.
Definition power_at (d : Z) : mem := Mem (BaseReg R9) None d 3.
Definition scratch_at (d : Z) : mem := Mem (BaseReg RBP) None d 4.
Definition text_at (d : Z) : mem := Mem (BaseReg RDI) None d 5.
Definition result_at (d : Z) : mem := Mem (BaseReg RSI) None d 6.
Definition earlier_at (d : Z) : mem := Mem (BaseReg R14) None d 6.

(** The encoding of most moves there is the older one. *)
Definition get (x : vreg) (m : mem) : instr := VMov DQU Sse (X x) (XM m).
Definition put_at (m : mem) (x : vreg) : instr := VMov DQU Sse (XM m) (X x).
Definition copy (d s : vreg) : instr := VMov DQU Sse (X d) (X s).
Definition clear (x : vreg) : instr := Vop2 PXOR Sse x x (X x).
Definition half (z : Z) (i : N) (x : vreg) : list instr := [Mov W64 (R R11) (Imm z); Pinsr Sse W64 x x (R R11) i].
Definition lane (z : Z) (x : vreg) : list instr := clear x :: half z 0 x.
Definition whiten (x : vreg) : instr := vop PXOR x x V15.

Definition six_text : list vreg := [V9; V10; V11; V12; V13; V14].

(** ** Counters *)
Definition count_reversed : list instr :=
  half 579005069656919567 0 V0 ++ half 283686952306183 1 V0 ++ [vop PSHUFB V6 V1 V0] ++
  lane 1 V5 ++ [vop PADDD V10 V6 V5] ++ lane 2 V5 ++
  [vop PADDD V11 V6 V5; vop PADDD V12 V10 V5; vop PADDD V13 V11 V5; vop PADDD V14 V12 V5; vop PADDD V1 V13 V5;
   vop PSHUFB V10 V10 V0; vop PSHUFB V11 V11 V0; vop PSHUFB V12 V12 V0; vop PSHUFB V13 V13 V0; vop PSHUFB V14 V14 V0;
   vop PSHUFB V1 V1 V0].
Definition first_whitened : list instr := [whiten V10; whiten V11; get V3 (power_at (-32))].
Definition overflowing : list instr := count_reversed ++ first_whitened.
Definition counting_on : list instr := vop PADDD V1 V2 V14 :: first_whitened.
Definition last_whitened : list instr := put_at (scratch_at 128) V1 :: map whiten [V12; V13; V14].

(** ** GHASH *)
Definition join_hash : list instr :=
  [vop PXOR V8 V8 V4; vop_mem PXOR V8 V8 (scratch_at 16); vop_mem PXOR V8 V8 (scratch_at 112)].
Definition start_sum : list instr :=
  [vop (PCLMULQDQ 0) V4 V7 V3; vop (PCLMULQDQ 16) V6 V7 V3; vop (PCLMULQDQ 1) V5 V7 V3; vop PXOR V6 V6 V5;
   vop (PCLMULQDQ 17) V7 V7 V3].
Definition add_product (power : Z) (block : vreg) : list instr :=
  [get V3 (power_at power);
   vop (PCLMULQDQ 0) V5 block V3; vop PXOR V4 V4 V5; vop (PCLMULQDQ 16) V5 block V3; vop PXOR V6 V6 V5;
   vop (PCLMULQDQ 1) V5 block V3; vop PXOR V6 V6 V5; vop (PCLMULQDQ 17) V5 block V3; vop PXOR V7 V7 V5].
Definition add_stored (power at_ : Z) : list instr := get V0 (scratch_at at_) :: add_product power V0.
Definition sum_of_products : list instr :=
  start_sum ++ add_stored (-16) 48 ++ add_stored 16 64 ++ add_stored 32 80 ++ add_stored 64 96 ++ add_product 80 V8.
Definition spread : list instr :=
  [VShift PSLLDQ Vex128 V5 V6 8; VShift PSRLDQ Vex128 V6 V6 8; vop PXOR V4 V4 V5; vop PXOR V7 V7 V6].
Definition reduce_in_part : list instr :=
  clear V3 :: half 13979173243358019584 1 V3 ++
  [vop (PALIGNR 8) V0 V4 V4; vop (PCLMULQDQ 16) V4 V4 V3; vop PXOR V4 V4 V0;
   vop (PALIGNR 8) V8 V4 V4; vop (PCLMULQDQ 16) V4 V4 V3].
Definition hash_six : list instr := join_hash ++ sum_of_products ++ spread ++ reduce_in_part.

(** ** The bytes of six blocks, reversed *)
Definition reverse_block (n : Z) : list instr :=
  [Mov W64 (R R13) (Memory (earlier_at (16 * n - 8))); Bswap W64 R13;
   Mov W64 (R R12) (Memory (earlier_at (16 * n - 16))); Bswap W64 R12;
   Mov W64 (M (scratch_at (128 - 16 * n))) (Reg R13); Mov W64 (M (scratch_at (136 - 16 * n))) (Reg R12)].
Definition reverse_six : list instr := flat_map reverse_block [6; 5; 4; 3; 2; 1].

(** ** AES *)
Definition round (d : Z) : list instr := get V15 (round_key d) :: map (λ x, vop AESENC x x V15) six_text.
Definition rounds : list instr := flat_map round [-112; -96; -80; -64; -48; -32; -16; 0; 16].
Definition last (d : Z) (x : vreg) : list instr := [vop_mem PXOR V2 V15 (text_at d); vop AESENCLAST x x V2].
Definition last_round : list instr :=
  get V15 (round_key 32) :: last 0 V9 ++ last 16 V10 ++ last 32 V11 ++ last 48 V12 ++ last 64 V13 ++ last 80 V14.

(** ** The next counters, and the end of the iteration *)
Definition count_six : list instr :=
  fetch V1 (scratch_at 128) :: clear V2 :: half 72057594037927936 1 V2 ++
  [vop PADDD V0 V1 V2; vop PADDD V5 V0 V2; vop PADDD V6 V5 V2; vop PADDD V7 V6 V2; vop PADDD V3 V7 V2;
   get V15 (round_key (-128))].
Definition advance : list instr :=
  [Lea W64 RDI (text_at 96); Lea W64 RSI (result_at 96); Alu ADD W64 (R R14) (Imm 96); Alu SUB W64 (R RDX) (Imm 6);
   Cmp CMP W64 (R RDX) (Imm 0)].
Definition save_six : list instr :=
  [put_at (result_at (-96)) V9; put_at (result_at (-80)) V10; put_at (result_at (-64)) V11;
    put_at (result_at (-48)) V12;
   put_at (result_at (-32)) V13; put_at (result_at (-16)) V14].
Definition take_counters : list instr :=
  [vop PXOR V9 V1 V15; copy V10 V0; copy V11 V5; copy V12 V6; copy V13 V7; copy V14 V3].
Definition go_on : list instr := save_six ++ take_counters ++ [get V7 (scratch_at 32)].
Definition finish : list instr := [vop_mem PXOR V8 V8 (scratch_at 16); vop PXOR V8 V8 V4].

(** From the counters to the text: what both paths have in common. *)
Definition middle : list instr :=
  last_whitened ++ hash_six ++ [put_at (scratch_at 16) V7] ++ reverse_six ++ rounds ++ last_round ++ count_six.

Definition begin : list instr := [Alu ADD W64 (R RBX) (Imm 6); Cmp CMP W64 (R RBX) (Imm 256)].
Definition again : list instr := [Cmp CMP W64 (R RDX) (Imm 0)].

Notation block p := (map FInstr p).
Definition six_blocks_code : list flat :=
  FJump 254 :: block begin ++ FBranch CcB 32 :: block overflowing ++ FInstr (Alu SUB W64 (R RBX) (Imm 256)) :: FJump
    36 ::
  block counting_on ++ block middle ++ block advance ++ FBranch CcBE 252 :: block go_on ++ FJump 254 :: block finish ++
  block again ++ [FBranch CcA 1; FHalt; FHalt].

Lemma six_blocks_same : clean_six_blocks.code = six_blocks_code.
Proof. by vm_compute. Qed.
