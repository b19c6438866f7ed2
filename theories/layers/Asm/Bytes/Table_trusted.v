(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Which opcode is which instruction (Intel SDM, volume 2, chapters 3 to 5): a table of rows, and what is decoded by
    it. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted Describe_trusted.
From Fairlead.Asm.Bytes Require Import Operands_trusted.
Local Open Scope N_scope.

(** What the instruction is, by its prefixes, the register field of ModRM, the other operand, and the immediate. *)
Definition build : Type := prefix → N → operand → Z → option instr.

(** ** Scalar instructions: W says which of two sizes *)

Definition size (p : prefix) : width := if p_w p then W64 else W32.
Definition rm_of (x : operand) : rm := match x with ORegister n => R (reg_numbered n) | OMemory m => M m end.

(** By the register field, where that is a number. *)
Definition digit (l : list (N * build)) : build := λ p r x z,
  match find (λ e, fst e =? r) l with Some (_, f) => f p r x z | None => None end.

Definition narrow (f : build) : build := λ p r x z, if p_w p then None else f p r x z.
Definition wide (f : build) : build := λ p r x z, if p_w p then f p r x z else None.
Definition from_memory (f : mem → build) : build := λ p r x z, match x with OMemory m => f m p r x z | _ => None end.
(** An immediate of four bytes that would fit in one is refused. *)
Definition long (f : build) : build := λ p r x z, if small z then None else f p r x z.

Definition to_rm (f : width → rm → rmi → instr) : build := λ p r x _,
  Some (f (size p) (rm_of x) (Reg (reg_numbered r))).
Definition to_reg (f : width → reg → rm → instr) : build := λ p r x _, Some (f (size p) (reg_numbered r) (rm_of x)).
(** Between registers the other direction is the one that assemblers write. *)
Definition load (f : width → rm → rmi → instr) : build := from_memory (λ m p r _ _,
  Some (f (size p) (R (reg_numbered r)) (Memory m))).
Definition with_imm (f : width → rm → rmi → instr) : build := λ p _ x z, Some (f (size p) (rm_of x) (Imm z)).
Definition one (f : width → rm → instr) : build := λ p _ x _, Some (f (size p) (rm_of x)).
Definition count (f : width → rm → N → instr) : build := λ p _ x z,
  if (z =? 1)%Z then None else Some (f (size p) (rm_of x) (word 8 z)).
Definition by_one (f : width → rm → N → instr) : build := λ p _ x _, Some (f (size p) (rm_of x) 1).

Definition alus : list (N * alu) := [(0, ADD); (1, OR); (2, ADC); (3, SBB); (4, AND); (5, SUB); (6, XOR)].
Definition alu_imm : list (N * build) := map (λ e, (fst e, with_imm (Alu (snd e)))) alus ++ [(7, with_imm (Cmp CMP))].
Definition shifts : list (N * shift) := [(0, ROL); (1, ROR); (4, SHL); (5, SHR); (7, SAR)].

(** ** Vector instructions *)

Definition vm_of (x : operand) : vm := match x with ORegister n => X (vreg_numbered n) | OMemory m => XM m end.

(** Two sources: without VEX, the first is the destination. *)
Definition vector2 (o : N → vop2) : build := λ p r x z,
  let d := vreg_numbered r in
  Some (Vop2 (o (word 8 z)) (p_enc p) d (match p_vvvv p with Some v => vreg_numbered v | None => d end) (vm_of x)).
(** One source: the other register that VEX names must be 0, which is written as ones. *)
Definition unnamed (p : prefix) : bool := match p_vvvv p with Some v => v =? 0 | None => true end.
Definition vector1 (f : enc → vreg → vm → N → instr) : build := λ p r x z,
  if unnamed p then Some (f (p_enc p) (vreg_numbered r) (vm_of x) (word 8 z)) else None.
Definition shifted (o : vshift) : build := λ p _ x z,
  match x with
  | ORegister n =>
      let s := vreg_numbered n in
      Some (VShift o (p_enc p) (match p_vvvv p with Some v => vreg_numbered v | None => s end) s (word 8 z))
  | _ => None
  end.

(** Between registers, the direction in which two bytes of VEX are enough; else loads. *)
Definition move_load (k : vmov) : build := λ p r x z,
  match x, p_vvvv p with
  | ORegister n, Some _ => if (r <? 8) && (8 <=? n) then None else vector1 (λ e d s _, VMov k e (X d) s) p r x z
  | _, _ => vector1 (λ e d s _, VMov k e (X d) s) p r x z
  end.
Definition move_store (k : vmov) : build := λ p r x z,
  match x with
  | ORegister n => if (8 <=? r) && (n <? 8) && match p_vvvv p with Some _ => true | None => false end
                   then vector1 (λ e s d _, VMov k e d (X s)) p r x z else None
  | _ => vector1 (λ e s d _, VMov k e d (X s)) p r x z
  end.

(** Only with VEX, and of 256 bits. *)
Definition wide_vector (f : build) : build := λ p r x z, match p_enc p with Vex256 => f p r x z | _ => None end.

(** ** The table *)

(** Without VEX; with either encoding, and W as it says. *)
Inductive kind := Scalar | Vector (w : bool).
Record row := Row { r_kind : kind; r_map : N; r_pp : N; r_opcode : N; r_imm : nat; r_build : build }.

Definition fits (p : prefix) (o : N) (r : row) : bool :=
  (r_map r =? p_map p) && (r_pp r =? p_pp p) && (r_opcode r =? o) &&
  match r_kind r, p_enc p with
  | Scalar, Sse => true
  | Scalar, _ => false
  | Vector w, _ => Bool.eqb w (p_w p)
  end.

Definition scalars : list row :=
  flat_map (λ e, [Row Scalar 0 0 (8 * fst e + 1) 0 (to_rm (Alu (snd e))); Row Scalar 0 0 (8 * fst e + 3) 0 (load (Alu
    (snd e)))]) alus ++
  [Row Scalar 0 0 0x39 0 (to_rm (Cmp CMP)); Row Scalar 0 0 0x3b 0 (load (Cmp CMP));
   Row Scalar 0 0 0x63 0 (wide (λ _ r x _, Some (Movslq (reg_numbered r) (rm_of x))));
   Row Scalar 0 0 0x81 4 (long (digit alu_imm)); Row Scalar 0 0 0x83 1 (digit alu_imm);
   Row Scalar 0 0 0x85 0 (to_rm (Cmp TEST));
   Row Scalar 0 0 0x89 0 (to_rm Mov); Row Scalar 0 0 0x8b 0 (load Mov);
   Row Scalar 0 0 0x8d 0 (from_memory (λ m p r _ _, Some (Lea (size p) (reg_numbered r) m)));
   Row Scalar 0 0 0xc1 1 (digit (map (λ e, (fst e, count (Shift (snd e)))) shifts));
   Row Scalar 0 0 0xd1 0 (digit (map (λ e, (fst e, by_one (Shift (snd e)))) shifts));
   Row Scalar 0 0 0xd3 0 (digit (map (λ e, (fst e, one (ShiftCl (snd e)))) shifts));
   Row Scalar 0 0 0xf7 0 (digit [(2, one (Un NOT)); (3, one (Un NEG)); (4, one Mul); (5, one ImulWide)]);
   Row Scalar 0 0 0xff 0 (digit [(0, one (Un INC)); (1, one (Un DEC))]);
   Row Scalar 1 0 0x18 0 (narrow (from_memory (λ m, digit
     [(0, λ _ _ _ _, Some (Prefetch 3 m)); (1, λ _ _ _ _, Some (Prefetch 0 m)); (2, λ _ _ _ _, Some (Prefetch 1 m));
      (3, λ _ _ _ _, Some (Prefetch 2 m))])));
   Row Scalar 1 0 0xaf 0 (to_reg Imul);
   Row Scalar 1 0 0xb6 0 (narrow (from_memory (λ m _ r _ _, Some (Movzb (reg_numbered r) m))));
   Row Scalar 1 0 0xb7 0 (narrow (from_memory (λ m _ r _ _, Some (Movzw (reg_numbered r) m))));
   Row Scalar 2 0 0xf0 0 (from_memory (λ m p r _ _, Some (Movbe (size p) (R (reg_numbered r)) (M m))));
   Row Scalar 2 0 0xf1 0 (from_memory (λ m p r _ _, Some (Movbe (size p) (M m) (R (reg_numbered r)))));
   Row Scalar 2 1 0xf6 0 (to_reg Adcx); Row Scalar 2 2 0xf6 0 (to_reg Adox)] ++
  map (λ n, Row Scalar 1 0 (0x40 + N.of_nat n) 0 (to_reg (Cmov (cc_numbered (N.of_nat n))))) (seq 0 16).

Definition two (map pp opcode : N) (o : vop2) : row := Row (Vector false) map pp opcode 0 (vector2 (λ _, o)).
Definition two_imm (map pp opcode : N) (o : N → vop2) : row := Row (Vector false) map pp opcode 1 (vector2 o).
Definition one_source (map pp opcode : N) (o : vop1) : row :=
  Row (Vector false) map pp opcode 0 (vector1 (λ e d s _, Vop1 o e d s)).
Definition one_imm (map pp opcode : N) (o : N → vop1) : row :=
  Row (Vector false) map pp opcode 1 (vector1 (λ e d s k, Vop1 (o k) e d s)).
Definition moves (pp load store : N) (k : vmov) : list row :=
  [Row (Vector false) 1 pp load 0 (move_load k); Row (Vector false) 1 pp store 0 (move_store k)].

Definition vectors : list row :=
  [two 1 1 0xef PXOR; two 1 1 0xeb POR; two 1 1 0xdb PAND; two 1 1 0xdf PANDN; two 1 0 0x57 XORPS;
   two 1 1 0xfc PADDB; two 1 1 0xfd PADDW; two 1 1 0xfe PADDD; two 1 1 0xd4 PADDQ;
   two 1 1 0xf8 PSUBB; two 1 1 0xf9 PSUBW; two 1 1 0xfa PSUBD; two 1 1 0xfb PSUBQ;
   two 1 1 0xd5 PMULLW; two 1 1 0xe5 PMULHW; two 1 1 0xe4 PMULHUW; two 2 1 0x0b PMULHRSW; two 2 1 0x40 PMULLD;
   two 2 1 0x28 PMULDQ; two 1 1 0xf4 PMULUDQ; two 1 1 0xf5 PMADDWD; two 2 1 0x04 PMADDUBSW;
   two 1 1 0x63 PACKSSWB; two 1 1 0x67 PACKUSWB; two 1 1 0x6b PACKSSDW; two 2 1 0x2b PACKUSDW;
   two 2 1 0x47 PSLLVD; two 2 1 0x45 PSRLVD; two 2 1 0x46 PSRAVD;
   Row (Vector true) 2 1 0x47 0 (vector2 (λ _, PSLLVQ)); Row (Vector true) 2 1 0x45 0 (vector2 (λ _, PSRLVQ));
   two 1 1 0x74 PCMPEQB; two 1 1 0x75 PCMPEQW; two 1 1 0x76 PCMPEQD;
   two 1 1 0x64 PCMPGTB; two 1 1 0x65 PCMPGTW; two 1 1 0x66 PCMPGTD;
   two 2 1 0x00 PSHUFB; two 1 1 0x62 PUNPCKLDQ; two 1 1 0x6a PUNPCKHDQ; two 1 1 0x6c PUNPCKLQDQ; two 1 1 0x6d
     PUNPCKHQDQ;
   two_imm 3 1 0x0f PALIGNR; two_imm 1 0 0xc6 SHUFPS; two_imm 1 1 0xc6 SHUFPD; two_imm 3 1 0x02 PBLENDD;
   two_imm 3 1 0x0e PBLENDW; two_imm 3 1 0x44 PCLMULQDQ;
   two 2 1 0xdc AESENC; two 2 1 0xdd AESENCLAST; two 2 1 0xde AESDEC; two 2 1 0xdf AESDECLAST;
   one_imm 1 1 0x70 PSHUFD; one_source 1 2 0x16 MOVSHDUP; one_source 1 2 0x12 MOVSLDUP;
   one_source 2 1 0xdb AESIMC; one_imm 3 1 0xdf AESKEYGENASSIST;
   Row (Vector false) 1 1 0x71 1 (digit [(2, shifted PSRLW); (4, shifted PSRAW); (6, shifted PSLLW)]);
   Row (Vector false) 1 1 0x72 1 (digit [(2, shifted PSRLD); (4, shifted PSRAD); (6, shifted PSLLD)]);
   Row (Vector false) 1 1 0x73 1 (digit [(2, shifted PSRLQ); (3, shifted PSRLDQ); (6, shifted PSLLQ); (7, shifted
     PSLLDQ)]);
   Row (Vector false) 2 1 0x5a 0 (wide_vector (from_memory (λ m, vector1 (λ _ d _ _, Vbroadcasti128 d m))));
   Row (Vector false) 3 1 0x39 1 (wide_vector (vector1 (λ _ s d k, Vextracti128 d s k)));
   Row (Vector true) 3 1 0x00 1 (wide_vector (vector1 (λ _ d s k, Vpermq d s k)))] ++
  moves 2 0x6f 0x7f DQU ++ moves 1 0x6f 0x7f DQA ++ moves 0 0x10 0x11 UPS ++ moves 0 0x28 0x29 APS.

Definition table : list row := scalars ++ vectors.

(** ** An instruction *)

(** Jumps say how far from the next instruction they lead. *)
Inductive decoded := Does (i : instr) | Jumps (by_ : Z) | Branches (c : cc) (by_ : Z) | Returns.

(** Without prefixes and operands, or with a register in the opcode. *)
Definition bare (p : prefix) : bool :=
  match p_enc p with Sse => (p_pp p =? 0) && negb (p_w p || p_r p || p_x p) | _ => false end.
Definition away : reader Z := z <~ number 4; only (negb (small z)) (give z).
Definition without_modrm (p : prefix) (o : N) : option (reader decoded) :=
  let short := bare p && negb (p_b p) in
  let r := reg_numbered (extended (p_b p) (field o 0 3)) in
  if (p_map p =? 0) && short && (o =? 0xc3) then Some (give Returns)
  else if (p_map p =? 0) && short && (o =? 0x90) then Some (give (Does Nop))
  else if (p_map p =? 0) && short && (o =? 0xeb) then Some (z <~ number 1; give (Jumps z))
  else if (p_map p =? 0) && short && (o =? 0xe9) then Some (z <~ away; give (Jumps z))
  else if (p_map p =? 0) && short && (field o 4 4 =? 7) then Some (z <~ number 1; give (Branches (cc_numbered (field
    o 0 4)) z))
  else if (p_map p =? 1) && short && (field o 4 4 =? 8) then Some (z <~ away; give (Branches (cc_numbered (field o 0
    4)) z))
  else if (p_map p =? 0) && bare p && (field o 3 5 =? 10) then Some (give (Does (Push r 0)))
  else if (p_map p =? 0) && bare p && (field o 3 5 =? 11) then Some (give (Does (Pop r 0)))
  else if (p_map p =? 1) && (p_pp p =? 0) && (o =? 0x77) then
    match p_enc p with Vex128 => if unnamed p && negb (p_w p || p_r p) then Some (give (Does Vzeroupper)) else None |
      _ => None end
  else None.

(** What stands at the front of the code, whether it has an operand relative to %rip, and the code behind it. *)
Definition decode (rip : relative) : reader (decoded * bool) :=
  p <~ prefixes; o <~ byte;
  match without_modrm p o with
  | Some f => x <~ f; give (x, false)
  | None =>
      match find (fits p o) table with
      | Some row =>
          m <~ modrm p rip (r_imm row);
          z <~ number (r_imm row);
          match r_build row p (fst (fst m)) (snd (fst m)) z with
          | Some i => only (bool_decide (is_Some (describe i))) (give (Does i, snd m))
          | None => refuse
          end
      | None => refuse
      end
  end.
