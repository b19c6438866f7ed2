(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The instructions, as a person writes them: opcodes with their operands.

    Only what was compared with an independent implementation is here: all of it
    was co-simulated on a processor with AES-NI, PCLMULQDQ, MOVBE, BMI2, ADX,
    AVX2, VAES and VPCLMULQDQ (tests/asm/cosim/icelake.csv; SOUNDNESS.md). *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith.

Inductive reg : Set :=
  RAX | RCX | RDX | RBX | RSP | RBP | RSI | RDI | R8 | R9 | R10 | R11 | R12 | R13 | R14 | R15.

(** Vector registers; [YMMi] is the 256-bit register of which [XMMi] is the low half. *)
Inductive vreg : Set :=
  V0 | V1 | V2 | V3 | V4 | V5 | V6 | V7 | V8 | V9 | V10 | V11 | V12 | V13 | V14 | V15.

Inductive flag : Set := CF | PF | AF | ZF | SF | OF.

(** The places an instruction reads or writes, other than memory. *)
Inductive loc : Set := G (r : reg) | Lo (x : vreg) | Hi (x : vreg) | F (f : flag).

(** Operand size of scalar instructions. *)
Inductive width : Set := W32 | W64.

(** A memory operand [disp(base, index, scale)]. [m_region] names the region of
    memory the programmer means; an access outside of it is an error of the
    program, not a behaviour. *)
Inductive mbase : Set := NoBase | BaseReg (r : reg) | BaseSym (symbol : positive).

Record mem : Set := Mem {
  m_base : mbase;
  m_index : option (reg * N);
  m_disp : Z;
  m_region : N;
}.

(** Register or memory; register, memory or immediate. *)
Inductive rm : Set := R (r : reg) | M (m : mem).
Inductive rmi : Set := Reg (r : reg) | Memory (m : mem) | Imm (z : Z).
Inductive vm : Set := X (x : vreg) | XM (m : mem).

Inductive alu : Set := ADD | ADC | SUB | SBB | AND | OR | XOR.
Inductive cmpop : Set := CMP | TEST.
Inductive unop : Set := INC | DEC | NEG | NOT.
Inductive shift : Set := SHL | SHR | SAR | ROL | ROR.
Inductive bmi : Set := PEXT | PDEP | ANDN.
Inductive shiftd : Set := SHLD | SHRD.
Inductive bitop : Set := BT | BTS | BTR | BTC.
Inductive scan : Set := BSF | BSR.
Inductive carryop : Set := STC | CLC | CMC.
Inductive rotc : Set := RCL | RCR.

(** Condition codes, by the suffix of the jump. *)
Inductive cc : Set :=
  CcO | CcNO | CcB | CcAE | CcE | CcNE | CcBE | CcA | CcS | CcNS | CcP | CcNP | CcL | CcGE | CcLE | CcG.

(** SSE encodings keep the upper half of the destination, VEX ones clear it. *)
Inductive enc : Set := Sse | Vex128 | Vex256.

Inductive vmov : Set := DQU | DQA | UPS | APS.

(** Operations on 128-bit lanes with two sources. *)
Inductive vop2 : Set :=
  | PXOR | POR | PAND | PANDN | XORPS
  | PADDB | PADDW | PADDD | PADDQ | PSUBB | PSUBW | PSUBD | PSUBQ
  | PMULLW | PMULHW | PMULHUW | PMULHRSW | PMULLD | PMULDQ | PMULUDQ | PMADDWD | PMADDUBSW
  | PACKSSWB | PACKUSWB | PACKSSDW | PACKUSDW
  | PSLLVD | PSRLVD | PSRAVD | PSLLVQ | PSRLVQ
  | PCMPEQB | PCMPEQW | PCMPEQD | PCMPGTB | PCMPGTW | PCMPGTD
  | PSHUFB | PUNPCKLDQ | PUNPCKHDQ | PUNPCKLQDQ | PUNPCKHQDQ
  | PALIGNR (imm : N) | SHUFPS (imm : N) | SHUFPD (imm : N) | PBLENDD (imm : N) | PBLENDW (imm : N)
  | PCLMULQDQ (imm : N)
  | AESENC | AESENCLAST | AESDEC | AESDECLAST.

(** Operations on 128-bit lanes with one source. *)
Inductive vop1 : Set :=
  | PSHUFD (imm : N) | MOVSHDUP | MOVSLDUP | AESIMC | AESKEYGENASSIST (imm : N).

(** Shifts of a vector register by a constant. *)
Inductive vshift : Set :=
  | PSLLDQ | PSRLDQ | PSLLW | PSRLW | PSRAW | PSLLD | PSRLD | PSRAD | PSLLQ | PSRLQ.

(** The sign bits of a vector's elements of 8, 32 or 64 bits. *)
Inductive movmsk : Set := PMOVMSKB | MOVMSKPS | MOVMSKPD.

(** Elements of 8 and 16 bits. *)
Inductive narrow : Set := W8 | W16.

Inductive instr : Set :=
  | Mov (w : width) (d : rm) (s : rmi)
  | Movbe (w : width) (d s : rm)
  | Movzb (d : reg) (s : mem)
  | Movb (d : mem) (s : reg)
  | Movzw (d : reg) (s : mem)
  | Movw (d : mem) (s : reg)
  | MovwLoad (d : reg) (s : mem)                         (* the other bits stay *)
  | Lea (w : width) (d : reg) (m : mem)
  | Alu (op : alu) (w : width) (d : rm) (s : rmi)
  | Cmp (op : cmpop) (w : width) (a : rm) (b : rmi)
  | Un (op : unop) (w : width) (d : rm)
  | Shift (op : shift) (w : width) (d : rm) (count : N)
  | ShiftCl (op : shift) (w : width) (d : rm)           (* by the low bits of %cl *)
  | Shx (op : shift) (w : width) (d : reg) (s : rm) (count : reg)
  | Rorx (w : width) (d : reg) (s : rm) (count : N)
  | Bmi (op : bmi) (w : width) (d s1 : reg) (s2 : rm)
  | Shiftd (op : shiftd) (w : width) (d : rm) (s : reg) (count : N)
  | ShiftdCl (op : shiftd) (w : width) (d : rm) (s : reg)
  | Bit (op : bitop) (w : width) (d : rm) (k : N)
  | Scan (op : scan) (d : reg) (s : rm)                 (* of 64 bits *)
  | Popcnt (w : width) (d : reg) (s : rm)
  | Rotc (op : rotc) (w : width) (d : rm)               (* through the carry, by one *)
  | Carry (op : carryop)
  | Xchg (a b : reg)                                    (* of 64 bits *)
  | Movslq (d : reg) (s : rm)
  | Bswap (w : width) (d : reg)
  | Mul (w : width) (s : rm)
  | ImulWide (w : width) (s : rm)                       (* into two registers, as Mul *)
  | Imul (w : width) (d : reg) (s : rm)
  | ImulConst (w : width) (d : reg) (s : rm) (imm : Z)
  | Mulx (w : width) (hi lo : reg) (s : rm)
  | Adcx (w : width) (d : reg) (s : rm)
  | Adox (w : width) (d : reg) (s : rm)
  | Cmov (c : cc) (w : width) (d : reg) (s : rm)
  | Set_ (c : cc) (d : reg)
  | Push (s : reg) (region : N)
  | Pop (d : reg) (region : N)
  | VMov (k : vmov) (e : enc) (d s : vm)
  | Vop2 (op : vop2) (e : enc) (d s1 : vreg) (s2 : vm)
  | Vop1 (op : vop1) (e : enc) (d : vreg) (s : vm)
  | VShift (op : vshift) (e : enc) (d s : vreg) (count : N)
  | MovGX (e : enc) (w : width) (d : vreg) (s : rm)      (* movd, movq into a vector register *)
  | MovXG (e : enc) (w : width) (d : rm) (s : vreg)      (* movd, movq out of one *)
  | Movq (e : enc) (d s : vreg)
  | Pinsr (e : enc) (w : width) (d s1 : vreg) (s2 : rm) (imm : N)
  | Pextr (e : enc) (w : width) (d : rm) (s : vreg) (imm : N)
  | Movmsk (k : movmsk) (e : enc) (d : reg) (s : vreg)
  | MovhLoad (e : enc) (d s1 : vreg) (s : mem)           (* movhpd: the upper 64 bits of a vector register *)
  | MovhStore (e : enc) (d : mem) (s : vreg)
  | Vpbroadcast (w : width) (e : enc) (d : vreg) (s : vm)
  | Vpermd (d s1 : vreg) (s2 : vm)                       (* the elements of s2 that s1 names *)
  | Pmovzxbd (e : enc) (d : vreg) (s : vm)
  | PinsrN (k : narrow) (e : enc) (d s1 : vreg) (s2 : rm) (imm : N)
  | PextrN (k : narrow) (e : enc) (d : rm) (s : vreg) (imm : N)
  | Vpblendvb (e : enc) (d s1 : vreg) (s2 : vm) (mask : vreg)
  | Vinserti128 (d s1 : vreg) (s2 : vm) (imm : N)
  | Vextracti128 (d : vm) (s : vreg) (imm : N)
  | Vperm2i128 (d s1 : vreg) (s2 : vm) (imm : N)
  | Vpermq (d : vreg) (s : vm) (imm : N)
  | Vbroadcasti128 (d : vreg) (s : mem)
  | Vzeroupper
  | Prefetch (level : N) (m : mem)
  | Nop.

Global Instance reg_eq_dec : EqDecision reg. Proof. solve_decision. Defined.
Global Instance vreg_eq_dec : EqDecision vreg. Proof. solve_decision. Defined.
Global Instance flag_eq_dec : EqDecision flag. Proof. solve_decision. Defined.
Global Instance loc_eq_dec : EqDecision loc. Proof. solve_decision. Defined.
Global Instance width_eq_dec : EqDecision width. Proof. solve_decision. Defined.
Global Instance mbase_eq_dec : EqDecision mbase. Proof. solve_decision. Defined.
Global Instance mem_eq_dec : EqDecision mem. Proof. solve_decision. Defined.
Global Instance rm_eq_dec : EqDecision rm. Proof. solve_decision. Defined.
Global Instance rmi_eq_dec : EqDecision rmi. Proof. solve_decision. Defined.
Global Instance vm_eq_dec : EqDecision vm. Proof. solve_decision. Defined.
Global Instance alu_eq_dec : EqDecision alu. Proof. solve_decision. Defined.
Global Instance cmpop_eq_dec : EqDecision cmpop. Proof. solve_decision. Defined.
Global Instance unop_eq_dec : EqDecision unop. Proof. solve_decision. Defined.
Global Instance shift_eq_dec : EqDecision shift. Proof. solve_decision. Defined.
Global Instance bmi_eq_dec : EqDecision bmi. Proof. solve_decision. Defined.
Global Instance shiftd_eq_dec : EqDecision shiftd. Proof. solve_decision. Defined.
Global Instance bitop_eq_dec : EqDecision bitop. Proof. solve_decision. Defined.
Global Instance scan_eq_dec : EqDecision scan. Proof. solve_decision. Defined.
Global Instance carryop_eq_dec : EqDecision carryop. Proof. solve_decision. Defined.
Global Instance rotc_eq_dec : EqDecision rotc. Proof. solve_decision. Defined.
Global Instance cc_eq_dec : EqDecision cc. Proof. solve_decision. Defined.
Global Instance enc_eq_dec : EqDecision enc. Proof. solve_decision. Defined.
Global Instance vmov_eq_dec : EqDecision vmov. Proof. solve_decision. Defined.
Global Instance vop2_eq_dec : EqDecision vop2. Proof. solve_decision. Defined.
Global Instance vop1_eq_dec : EqDecision vop1. Proof. solve_decision. Defined.
Global Instance vshift_eq_dec : EqDecision vshift. Proof. solve_decision. Defined.
Global Instance movmsk_eq_dec : EqDecision movmsk. Proof. solve_decision. Defined.
Global Instance narrow_eq_dec : EqDecision narrow. Proof. solve_decision. Defined.
Global Instance instr_eq_dec : EqDecision instr. Proof. solve_decision. Defined.
