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
Definition from_register (f : N → build) : build := λ p r x z, match x with ORegister n => f n p r x z | _ => None end.
(** An immediate of four bytes that would fit in one is refused; and where there is a shorter form for %rax, so is
    %rax. *)
Definition long (f : build) : build := λ p r x z, if small z then None else f p r x z.
Definition not_rax (f : build) : build := λ p r x z, match x with ORegister 0 => None | _ => f p r x z end.

(** Registers of a byte: without REX, 4 to 7 are others, which are not in the model. *)
Definition rex (p : prefix) : bool := p_w p || p_r p || p_x p || p_b p.
Definition byte_register (p : prefix) (n : N) : bool :=
  if (4 <=? n) && (n <? 8) then rex p || p_empty p else negb (p_empty p).

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
Definition bit_number (f : width → rm → N → instr) : build := λ p _ x z, Some (f (size p) (rm_of x) (word 8 z)).
Definition double (f : width → rm → reg → N → instr) : build := λ p r x z,
  Some (f (size p) (rm_of x) (reg_numbered r) (word 8 z)).
Definition double_cl (f : width → rm → reg → instr) : build := λ p r x _,
  Some (f (size p) (rm_of x) (reg_numbered r)).
(** With VEX, which names a third register. *)
Definition three (f : width → reg → reg → rm → instr) : build := λ p r x _,
  match p_vvvv p with Some v => Some (f (size p) (reg_numbered r) (reg_numbered v) (rm_of x)) | None => None end.

Definition alus : list (N * alu) := [(0, ADD); (1, OR); (2, ADC); (3, SBB); (4, AND); (5, SUB); (6, XOR)].
Definition alu_imm : list (N * build) := map (λ e, (fst e, with_imm (Alu (snd e)))) alus ++ [(7, with_imm (Cmp CMP))].
Definition shifts : list (N * shift) := [(0, ROL); (1, ROR); (4, SHL); (5, SHR); (7, SAR)].
Definition bits_ : list (N * bitop) := [(4, BT); (5, BTS); (6, BTR); (7, BTC)].

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

(** Between a vector register and another operand. *)
Definition into_vector (f : enc → vreg → rm → instr) : build := λ p r x _,
  if unnamed p then Some (f (p_enc p) (vreg_numbered r) (rm_of x)) else None.
Definition out_of_vector (f : enc → rm → vreg → N → instr) : build := λ p r x z,
  if unnamed p then Some (f (p_enc p) (rm_of x) (vreg_numbered r) (word 8 z)) else None.
Definition inserted (f : enc → vreg → vreg → rm → N → instr) : build := λ p r x z,
  let d := vreg_numbered r in
  Some (f (p_enc p) d (match p_vvvv p with Some v => vreg_numbered v | None => d end) (rm_of x) (word 8 z)).
Definition to_general (f : enc → reg → vreg → N → instr) : build := from_register (λ n p r _ z,
  if unnamed p then Some (f (p_enc p) (reg_numbered r) (vreg_numbered n) (word 8 z)) else None).
(** As moves between registers. *)
Definition movq_load : build := λ p r x z,
  match x, p_vvvv p with
  | OMemory _, _ => into_vector (λ e d s, MovGX e W64 d s) p r x z
  | ORegister n, Some _ =>
      if (r <? 8) && (8 <=? n) then None else vector1 (λ e d _ _, Movq e d (vreg_numbered n)) p r x z
  | ORegister n, None => vector1 (λ e d _ _, Movq e d (vreg_numbered n)) p r x z
  end.
Definition movq_store : build := λ p r x z,
  match x with
  | OMemory _ => out_of_vector (λ e d s _, MovXG e W64 d s) p r x z
  | ORegister n => if (8 <=? r) && (n <? 8) && match p_vvvv p with Some _ => true | None => false end
                   then vector1 (λ e s _ _, Movq e (vreg_numbered n) s) p r x z else None
  end.

(** Only with VEX, and of 256 bits. *)
Definition wide_vector (f : build) : build := λ p r x z, match p_enc p with Vex256 => f p r x z | _ => None end.
Definition wide2 (f : vreg → vreg → vm → N → instr) : build := wide_vector (λ p r x z,
  match p_vvvv p with Some v => Some (f (vreg_numbered r) (vreg_numbered v) (vm_of x) (word 8 z)) | None => None end).
(** A fourth register stands in the immediate. *)
Definition blended : build := λ p r x z,
  match p_vvvv p with
  | Some v =>
      let mask := vreg_numbered (word 8 z / 16) in
      if word 8 z mod 16 =? 0
      then Some (Vpblendvb (p_enc p) (vreg_numbered r) (vreg_numbered v) (vm_of x) mask)
      else None
  | None => None
  end.

(** ** The table *)

(** Without VEX; so, with a register of a byte; with VEX, and W says which size; with either, and W as it says. *)
Inductive kind := Scalar | Byte | General | Vector (w : bool).

(** The immediate's size may depend on the register field. *)
Record row := RowOf { r_kind : kind; r_map : N; r_pp : N; r_opcode : N; r_imm : N → nat; r_build : build }.
Definition Row (k : kind) (map pp opcode : N) (imm : nat) (f : build) : row := RowOf k map pp opcode (λ _, imm) f.

Definition fits (p : prefix) (o : N) (r : row) : bool :=
  (r_map r =? p_map p) && (r_pp r =? p_pp p) && (r_opcode r =? o) &&
  match r_kind r, p_enc p with
  | Scalar, Sse => negb (p_empty p)
  | Byte, Sse => negb (p_w p)
  | General, Vex128 => true
  | Scalar, _ | Byte, _ | General, _ => false
  | Vector w, _ => Bool.eqb w (p_w p) && negb (p_empty p)
  end.

Definition scalars : list row :=
  map (λ e, Row Scalar 0 0 (8 * fst e + 1) 0 (to_rm (Alu (snd e)))) alus ++
  map (λ e, Row Scalar 0 0 (8 * fst e + 3) 0 (load (Alu (snd e)))) alus ++
  [Row Scalar 0 0 0x39 0 (to_rm (Cmp CMP)); Row Scalar 0 0 0x3b 0 (load (Cmp CMP));
   Row Scalar 0 0 0x63 0 (wide (λ _ r x _, Some (Movslq (reg_numbered r) (rm_of x))));
   Row Scalar 0 0 0x69 4 (long (λ p r x z, Some (ImulConst (size p) (reg_numbered r) (rm_of x) z)));
   Row Scalar 0 0 0x6b 1 (λ p r x z, Some (ImulConst (size p) (reg_numbered r) (rm_of x) z));
   Row Scalar 0 0 0x81 4 (long (not_rax (digit alu_imm))); Row Scalar 0 0 0x83 1 (digit alu_imm);
   Row Scalar 0 0 0x85 0 (to_rm (Cmp TEST));
   Row Scalar 0 0 0x87 0 (wide (from_register (λ n _ r _ _,
     if (n =? 0) || (r =? 0) then None else Some (Xchg (reg_numbered n) (reg_numbered r)))));
   Row Byte 0 0 0x88 0 (from_memory (λ m p r _ _,
     if byte_register p r then Some (Movb m (reg_numbered r)) else None));
   Row Scalar 0 0 0x89 0 (to_rm Mov); Row Scalar 0 0 0x8b 0 (load Mov);
   Row Scalar 0 1 0x89 0 (narrow (from_memory (λ m _ r _ _, Some (Movw m (reg_numbered r)))));
   Row Scalar 0 1 0x8b 0 (narrow (from_memory (λ m _ r _ _, Some (MovwLoad (reg_numbered r) m))));
   Row Scalar 0 0 0x8d 0 (from_memory (λ m p r _ _, Some (Lea (size p) (reg_numbered r) m)));
   Row Scalar 0 0 0xc1 1 (digit (map (λ e, (fst e, count (Shift (snd e)))) shifts));
   Row Scalar 0 0 0xc7 4 (digit [(0, λ p _ x z,
     match p_w p, x with
     | false, ORegister _ => None
     | _, _ => Some (Mov (size p) (rm_of x) (Imm z))
     end)]);
   Row Scalar 0 0 0xd1 0 (digit (map (λ e, (fst e, by_one (Shift (snd e)))) shifts ++
                                 [(2, one (Rotc RCL)); (3, one (Rotc RCR))]));
   Row Scalar 0 0 0xd3 0 (digit (map (λ e, (fst e, one (ShiftCl (snd e)))) shifts));
   RowOf Scalar 0 0 0xf7 (λ r, if r =? 0 then 4%nat else 0%nat) (digit
     [(0, not_rax (with_imm (Cmp TEST))); (2, one (Un NOT)); (3, one (Un NEG)); (4, one Mul); (5, one ImulWide)]);
   Row Scalar 0 0 0xff 0 (digit [(0, one (Un INC)); (1, one (Un DEC))]);
   Row Scalar 1 0 0x18 0 (narrow (from_memory (λ m, digit
     [(0, λ _ _ _ _, Some (Prefetch 3 m)); (1, λ _ _ _ _, Some (Prefetch 0 m));
      (2, λ _ _ _ _, Some (Prefetch 1 m)); (3, λ _ _ _ _, Some (Prefetch 2 m))])));
   Row Scalar 1 0 0xa4 1 (double (Shiftd SHLD)); Row Scalar 1 0 0xa5 0 (double_cl (ShiftdCl SHLD));
   Row Scalar 1 0 0xac 1 (double (Shiftd SHRD)); Row Scalar 1 0 0xad 0 (double_cl (ShiftdCl SHRD));
   Row Scalar 1 0 0xaf 0 (to_reg Imul);
   Row Scalar 1 0 0xb6 0 (narrow (from_memory (λ m _ r _ _, Some (Movzb (reg_numbered r) m))));
   Row Scalar 1 0 0xb7 0 (narrow (from_memory (λ m _ r _ _, Some (Movzw (reg_numbered r) m))));
   Row Scalar 1 2 0xb8 0 (to_reg Popcnt);
   Row Scalar 1 0 0xba 1 (digit (map (λ e, (fst e, bit_number (Bit (snd e)))) bits_));
   Row Scalar 1 0 0xbc 0 (wide (λ _ r x _, Some (Scan BSF (reg_numbered r) (rm_of x))));
   Row Scalar 1 0 0xbd 0 (wide (λ _ r x _, Some (Scan BSR (reg_numbered r) (rm_of x))));
   Row Scalar 2 0 0xf0 0 (from_memory (λ m p r _ _, Some (Movbe (size p) (R (reg_numbered r)) (M m))));
   Row Scalar 2 0 0xf1 0 (from_memory (λ m p r _ _, Some (Movbe (size p) (M m) (R (reg_numbered r)))));
   Row Scalar 2 1 0xf6 0 (to_reg Adcx); Row Scalar 2 2 0xf6 0 (to_reg Adox)] ++
  map (λ n, Row Scalar 1 0 (0x40 + N.of_nat n) 0 (to_reg (Cmov (cc_numbered (N.of_nat n))))) (seq 0 16) ++
  map (λ n, Row Byte 1 0 (0x90 + N.of_nat n) 0 (digit [(0, from_register (λ r p _ _ _,
    if byte_register p r then Some (Set_ (cc_numbered (N.of_nat n)) (reg_numbered r)) else None))])) (seq 0 16).

(** Scalar instructions with VEX. *)
Definition generals : list row :=
  let shx o := λ p r x _,
    match p_vvvv p with
    | Some v => Some (Shx o (size p) (reg_numbered r) (rm_of x) (reg_numbered v))
    | None => None
    end in
  [Row General 2 1 0xf7 0 (shx SHL); Row General 2 2 0xf7 0 (shx SAR); Row General 2 3 0xf7 0 (shx SHR);
   Row General 3 3 0xf0 1 (λ p r x z,
     if unnamed p then Some (Rorx (size p) (reg_numbered r) (rm_of x) (word 8 z)) else None);
   Row General 2 2 0xf5 0 (three (Bmi PEXT)); Row General 2 3 0xf5 0 (three (Bmi PDEP));
   Row General 2 0 0xf2 0 (three (Bmi ANDN)); Row General 2 3 0xf6 0 (three Mulx)].

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
   two 2 1 0x00 PSHUFB; two 1 1 0x62 PUNPCKLDQ; two 1 1 0x6a PUNPCKHDQ; two 1 1 0x6c PUNPCKLQDQ;
   two 1 1 0x6d PUNPCKHQDQ;
   two_imm 3 1 0x0f PALIGNR; two_imm 1 0 0xc6 SHUFPS; two_imm 1 1 0xc6 SHUFPD; two_imm 3 1 0x02 PBLENDD;
   two_imm 3 1 0x0e PBLENDW; two_imm 3 1 0x44 PCLMULQDQ;
   two 2 1 0xdc AESENC; two 2 1 0xdd AESENCLAST; two 2 1 0xde AESDEC; two 2 1 0xdf AESDECLAST;
   one_imm 1 1 0x70 PSHUFD; one_source 1 2 0x16 MOVSHDUP; one_source 1 2 0x12 MOVSLDUP;
   one_source 2 1 0xdb AESIMC; one_imm 3 1 0xdf AESKEYGENASSIST;
   Row (Vector false) 1 1 0x71 1 (digit [(2, shifted PSRLW); (4, shifted PSRAW); (6, shifted PSLLW)]);
   Row (Vector false) 1 1 0x72 1 (digit [(2, shifted PSRLD); (4, shifted PSRAD); (6, shifted PSLLD)]);
   Row (Vector false) 1 1 0x73 1 (digit [(2, shifted PSRLQ); (3, shifted PSRLDQ); (6, shifted PSLLQ);
                                           (7, shifted PSLLDQ)]);
   Row (Vector false) 2 1 0x5a 0 (wide_vector (from_memory (λ m, vector1 (λ _ d _ _, Vbroadcasti128 d m))));
   Row (Vector false) 3 1 0x39 1 (wide_vector (vector1 (λ _ s d k, Vextracti128 d s k)));
   Row (Vector true) 3 1 0x00 1 (wide_vector (vector1 (λ _ d s k, Vpermq d s k)));
   Row (Vector false) 2 1 0x36 0 (wide2 (λ d a b _, Vpermd d a b));
   Row (Vector false) 3 1 0x38 1 (wide2 Vinserti128); Row (Vector false) 3 1 0x46 1 (wide2 Vperm2i128);
   Row (Vector false) 3 1 0x4c 1 blended;
   Row (Vector false) 2 1 0x58 0 (vector1 (λ e d s _, Vpbroadcast W32 e d s));
   Row (Vector false) 2 1 0x59 0 (vector1 (λ e d s _, Vpbroadcast W64 e d s));
   Row (Vector false) 2 1 0x31 0 (vector1 (λ e d s _, Pmovzxbd e d s));
   Row (Vector false) 1 1 0x6e 0 (into_vector (λ e d s, MovGX e W32 d s));
   Row (Vector true) 1 1 0x6e 0 (from_register (λ _, into_vector (λ e d s, MovGX e W64 d s)));
   Row (Vector false) 1 1 0x7e 0 (out_of_vector (λ e d s _, MovXG e W32 d s));
   Row (Vector true) 1 1 0x7e 0 (from_register (λ _, out_of_vector (λ e d s _, MovXG e W64 d s)));
   Row (Vector false) 1 2 0x7e 0 movq_load; Row (Vector false) 1 1 0xd6 0 movq_store;
   Row (Vector false) 1 1 0x16 0 (from_memory (λ m, inserted (λ e d a _ _, MovhLoad e d a m)));
   Row (Vector false) 1 1 0x17 0 (from_memory (λ m, out_of_vector (λ e _ s _, MovhStore e m s)));
   Row (Vector false) 3 1 0x22 1 (inserted (λ e, Pinsr e W32));
   Row (Vector true) 3 1 0x22 1 (inserted (λ e, Pinsr e W64));
   Row (Vector false) 3 1 0x16 1 (out_of_vector (λ e, Pextr e W32));
   Row (Vector true) 3 1 0x16 1 (out_of_vector (λ e, Pextr e W64));
   Row (Vector false) 3 1 0x20 1 (inserted (PinsrN W8)); Row (Vector false) 1 1 0xc4 1 (inserted (PinsrN W16));
   Row (Vector false) 3 1 0x14 1 (out_of_vector (PextrN W8));
   Row (Vector false) 3 1 0x15 1 (from_memory (λ _, out_of_vector (PextrN W16)));
   Row (Vector false) 1 1 0xc5 1 (to_general (λ e d s k, PextrN W16 e (R d) s k));
   Row (Vector false) 1 1 0xd7 0 (to_general (λ e d s _, Movmsk PMOVMSKB e d s));
   Row (Vector false) 1 0 0x50 0 (to_general (λ e d s _, Movmsk MOVMSKPS e d s));
   Row (Vector false) 1 1 0x50 0 (to_general (λ e d s _, Movmsk MOVMSKPD e d s))] ++
  moves 2 0x6f 0x7f DQU ++ moves 1 0x6f 0x7f DQA ++ moves 0 0x10 0x11 UPS ++ moves 0 0x28 0x29 APS.

Definition table : list row := scalars ++ generals ++ vectors.

(** ** An instruction *)

(** Jumps say how far from the next instruction they lead. *)
Inductive decoded := Does (i : instr) | Jumps (by_ : Z) | Branches (c : cc) (by_ : Z) | Returns.

(** Without prefixes and operands; with a register in the opcode, which REX.B may extend; with W, too. *)
Definition sized (p : prefix) : bool :=
  match p_enc p with Sse => (p_pp p =? 0) && negb (p_r p || p_x p || p_empty p) | _ => false end.
Definition bare (p : prefix) : bool := sized p && negb (p_w p).
Definition away : reader Z := z <~ number 4; only (negb (small z)) (give z).

Definition without_modrm1 (p : prefix) (o : N) : option (reader decoded) :=
  let short := bare p && negb (p_b p) in
  let alone := sized p && negb (p_b p) in
  let n := extended (p_b p) (field o 0 3) in
  if short && (o =? 0xc3) then Some (give Returns)
  else if short && (o =? 0x90) then Some (give (Does Nop))
  else if short && (o =? 0xf9) then Some (give (Does (Carry STC)))
  else if short && (o =? 0xf8) then Some (give (Does (Carry CLC)))
  else if short && (o =? 0xf5) then Some (give (Does (Carry CMC)))
  else if short && (o =? 0xeb) then Some (z <~ number 1; give (Jumps z))
  else if short && (o =? 0xe9) then Some (z <~ away; give (Jumps z))
  else if short && (field o 4 4 =? 7) then Some (z <~ number 1; give (Branches (cc_numbered (field o 0 4)) z))
  else if bare p && (field o 3 5 =? 10) then Some (give (Does (Push (reg_numbered n) 0)))
  else if bare p && (field o 3 5 =? 11) then Some (give (Does (Pop (reg_numbered n) 0)))
  else if sized p && p_w p && (field o 3 5 =? 18) && negb (n =? 0) then Some (give (Does (Xchg RAX (reg_numbered n))))
  else if sized p && (field o 3 5 =? 23) then
    let into := λ z, give (Does (Mov (size p) (R (reg_numbered n)) (Imm z))) in
    Some (if p_w p then z <~ number 8; only (negb (z =? signed 32 (word 32 z))%Z) (into z)
          else z <~ number 4; into z)
  else if alone && (o =? 0xa9) then Some (z <~ number 4; give (Does (Cmp TEST (size p) (R RAX) (Imm z))))
  else if alone && (o =? 0x3d) then Some (z <~ away; give (Does (Cmp CMP (size p) (R RAX) (Imm z))))
  else match find (λ e, 8 * fst e + 5 =? o) alus with
       | Some (_, a) => if alone then Some (z <~ away; give (Does (Alu a (size p) (R RAX) (Imm z)))) else None
       | None => None
       end.

Definition without_modrm2 (p : prefix) (o : N) : option (reader decoded) :=
  if bare p && negb (p_b p) && (field o 4 4 =? 8) then
    Some (z <~ away; give (Branches (cc_numbered (field o 0 4)) z))
  else if sized p && (field o 3 5 =? 25) then
    Some (give (Does (Bswap (size p) (reg_numbered (extended (p_b p) (field o 0 3))))))
  else if (p_pp p =? 0) && (o =? 0x77) then
    match p_enc p with
    | Vex128 => if unnamed p && negb (p_w p || p_r p) then Some (give (Does Vzeroupper)) else None
    | _ => None
    end
  else None.

Definition without_modrm (p : prefix) (o : N) : option (reader decoded) :=
  if p_map p =? 0 then without_modrm1 p o else if p_map p =? 1 then without_modrm2 p o else None.

(** What stands at the front of the code, whether it has an operand relative to %rip, and the code behind it. *)
Definition decode (rip : relative) : reader (decoded * bool) :=
  p <~ prefixes; o <~ byte;
  match without_modrm p o with
  | Some f => x <~ f; give (x, false)
  | None =>
      match find (fits p o) table with
      | Some row =>
          x <~ peek;
          let size := r_imm row (field x 3 3) in
          m <~ modrm p rip size;
          z <~ number size;
          match r_build row p (fst (fst m)) (snd (fst m)) z with
          | Some i => only (bool_decide (is_Some (describe i))) (give (Does i, snd m))
          | None => refuse
          end
      | None => refuse
      end
  end.
