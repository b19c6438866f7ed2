(** Made by `fairlead asm coq' from clean_hash.S; not to be edited.
    Regions: 2 key, 3 state, 4 input, 6 fl_gcm_constants.
    Symbols: 1 fl_gcm_constants. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Syntax_trusted Flat_trusted.

Definition code : list flat := [
  FInstr (VMov DQU Vex128 (X V14) (XM (Mem (BaseReg RSI) None 0%Z 3%N)));
  FInstr (VMov DQU Vex128 (X V13) (XM (Mem (BaseSym 1%positive) None 0%Z 6%N)));
  FInstr (Vop2 PXOR Vex128 V6 V6 (X V6));
  FInstr (Vop2 PXOR Vex128 V7 V7 (X V7));
  FInstr (Vop2 PXOR Vex128 V8 V8 (X V8));
  FInstr (Mov W64 (R RAX) (Reg RCX));
  FInstr (Shift SHL W64 (R RAX) 4%N);
  FInstr (Lea W64 RDI (Mem (BaseReg RDI) (Some (RAX, 1%N)) 240%Z 2%N));
  FInstr (VMov DQU Vex128 (X V9) (XM (Mem (BaseReg RDX) None 0%Z 4%N)));
  FInstr (Vop2 PSHUFB Vex128 V9 V9 (X V13));
  FInstr (Vop2 PXOR Vex128 V9 V9 (X V14));
  FInstr (VMov DQU Vex128 (X V14) (XM (Mem (BaseReg RDI) None 0%Z 2%N)));
  FInstr (Vop2 (PCLMULQDQ 0%N) Vex128 V10 V9 (X V14));
  FInstr (Vop2 (PCLMULQDQ 17%N) Vex128 V11 V9 (X V14));
  FInstr (Vop2 PXOR Vex128 V6 V6 (X V10));
  FInstr (Vop2 PXOR Vex128 V8 V8 (X V11));
  FInstr (Vop2 (PCLMULQDQ 1%N) Vex128 V10 V9 (X V14));
  FInstr (Vop2 (PCLMULQDQ 16%N) Vex128 V11 V9 (X V14));
  FInstr (Vop2 PXOR Vex128 V7 V7 (X V10));
  FInstr (Vop2 PXOR Vex128 V7 V7 (X V11));
  FInstr (Vop2 PXOR Vex128 V14 V14 (X V14));
  FInstr (Lea W64 RDX (Mem (BaseReg RDX) None 16%Z 4%N));
  FInstr (Lea W64 RDI (Mem (BaseReg RDI) None (-16)%Z 2%N));
  FInstr (Un DEC W64 (R RCX));
  FBranch CcNE 8;
  FInstr (VShift PSLLDQ Vex128 V10 V7 8%N);
  FInstr (VShift PSRLDQ Vex128 V7 V7 8%N);
  FInstr (Vop2 PXOR Vex128 V6 V6 (X V10));
  FInstr (Vop2 PXOR Vex128 V8 V8 (X V7));
  FInstr (Vop2 (PCLMULQDQ 0%N) Vex128 V10 V6 (XM (Mem (BaseSym 1%positive) None 128%Z 6%N)));
  FInstr (Vop2 (PALIGNR 8%N) Vex128 V6 V6 (X V6));
  FInstr (Vop2 PXOR Vex128 V6 V6 (X V10));
  FInstr (Vop2 (PCLMULQDQ 0%N) Vex128 V10 V6 (XM (Mem (BaseSym 1%positive) None 128%Z 6%N)));
  FInstr (Vop2 (PALIGNR 8%N) Vex128 V6 V6 (X V6));
  FInstr (Vop2 PXOR Vex128 V6 V6 (X V10));
  FInstr (Vop2 PXOR Vex128 V14 V6 (X V8));
  FInstr (VMov DQU Vex128 (XM (Mem (BaseReg RSI) None 0%Z 3%N)) (X V14));
  FInstr (Vop2 PXOR Vex128 V0 V0 (X V0));
  FInstr (Vop2 PXOR Vex128 V1 V1 (X V1));
  FInstr (Vop2 PXOR Vex128 V2 V2 (X V2));
  FInstr (Vop2 PXOR Vex128 V3 V3 (X V3));
  FInstr (Vop2 PXOR Vex128 V4 V4 (X V4));
  FInstr (Vop2 PXOR Vex128 V5 V5 (X V5));
  FInstr (Vop2 PXOR Vex128 V6 V6 (X V6));
  FInstr (Vop2 PXOR Vex128 V7 V7 (X V7));
  FInstr (Vop2 PXOR Vex128 V8 V8 (X V8));
  FInstr (Vop2 PXOR Vex128 V9 V9 (X V9));
  FInstr (Vop2 PXOR Vex128 V10 V10 (X V10));
  FInstr (Vop2 PXOR Vex128 V11 V11 (X V11));
  FInstr (Vop2 PXOR Vex128 V12 V12 (X V12));
  FInstr (Vop2 PXOR Vex128 V14 V14 (X V14));
  FInstr (Vop2 PXOR Vex128 V15 V15 (X V15));
  FHalt;
  FHalt
].
