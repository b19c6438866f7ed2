(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** One descriptor per opcode: which operation it is, what it reads and writes,
    what it does to each flag, how it uses memory.  [None] is an operand
    combination the processor does not have. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted Semantics_trusted State_trusted.
Local Open Scope N_scope.

Definition nbytes (w : width) : nat := match w with W32 => 4 | W64 => 8 end.
Definition scalar (w : width) (u : use) (m : mem) : access := Access u m (nbytes w) 1.

(** ** Operands of scalar instructions *)

(** How an operand is read: the inputs it gives, and the memory operand if it is one. *)
Definition read_rm (w : width) (x : rm) : input * option access :=
  match x with
  | R r => (ILoc (G r), None)
  | M m => (IMem 0 (nbytes w), Some (scalar w Load m))
  end.

Definition read_rmi (w : width) (x : rmi) : input * option access :=
  match x with
  | Reg r => (ILoc (G r), None)
  | Memory m => (IMem 0 (nbytes w), Some (scalar w Load m))
  | Imm z => (IConst (word (bits w) z), None)
  end.

(** A destination [d] that is read too, and a second source. *)
Definition read_modify (w : width) (d : rm) (s : rmi) : option (list input * option access * output) :=
  match d, s with
  | R d, s => let '(i, a) := read_rmi w s in Some ([ILoc (G d); i], a, OLoc (G d))
  | M _, Memory _ => None
  | M m, s => Some ([IMem 0 (nbytes w); (read_rmi w s).1], Some (scalar w Modify m), OMem 0 (nbytes w))
  end.

Definition computed (l : list flag) : list output := map (fun f => OLoc (F f)) l.
Definition lost (l : list flag) : list output := map (fun f => OConst (F f) undefined) l.
Definition cleared (l : list flag) : list output := map (fun f => OConst (F f) 0) l.
Definition all_flags : list flag := [CF; PF; AF; ZF; SF; OF].

(** The flags after a logical operation. *)
Definition logic_flags : list output := computed [PF; ZF; SF] ++ cleared [CF; OF] ++ lost [AF].

Definition carry (o : alu) : list input := match o with ADC | SBB => [ILoc (F CF)] | _ => [] end.
Definition alu_flags (o : alu) : list output :=
  match o with AND | OR | XOR => logic_flags | _ => computed all_flags end.

Definition shift_flags (o : shift) (k : N) : list output :=
  let overflow := if k =? 1 then computed [OF] else [] in
  let no_overflow := if k =? 1 then [] else lost [OF] in
  match o with
  | ROL | ROR => computed [CF] ++ overflow ++ no_overflow
  | _ => computed [CF; PF; ZF; SF] ++ overflow ++ no_overflow ++ lost [AF]
  end.

(** A shift by zero changes no flag, so what is left of them is not known; rotations leave four alone. *)
Definition shift_by_flags (o : shift) : list output :=
  match o with ROL | ROR => lost [CF; OF] | _ => lost all_flags end.

(** ** Operands of vector instructions *)

Definition lanes (e : enc) : nat := match e with Vex256 => 2 | _ => 1 end.

(** All the bits an encoding looks at. *)
Definition vin (e : enc) (x : vreg) : list input :=
  match e with Vex256 => [ILoc (Lo x); ILoc (Hi x)] | _ => [ILoc (Lo x)] end.

Definition vout (e : enc) (x : vreg) : list output :=
  match e with
  | Sse => [OLoc (Lo x)]
  | Vex128 => [OLoc (Lo x); OConst (Hi x) 0]
  | Vex256 => [OLoc (Lo x); OLoc (Hi x)]
  end.

Definition vmem_in (e : enc) : list input :=
  match e with Vex256 => [IMem 0 16; IMem 16 16] | _ => [IMem 0 16] end.
Definition vmem_out (e : enc) : list output :=
  match e with Vex256 => [OMem 0 16; OMem 16 16] | _ => [OMem 0 16] end.
Definition vbytes (e : enc) : nat := match e with Vex256 => 32 | _ => 16 end.

(** SSE instructions want their memory operand aligned, VEX ones do not. *)
Definition operand_align (e : enc) : N := match e with Sse => 16 | _ => 1 end.
Definition move_align (k : vmov) (e : enc) : N :=
  match k with DQU | UPS => 1 | DQA | APS => N.of_nat (vbytes e) end.

Definition read_vm (e : enc) (align : N) (s : vm) : list input * option access :=
  match s with
  | X x => (vin e x, None)
  | XM m => (vmem_in e, Some (Access Load m (vbytes e) align))
  end.

(** In the two-operand SSE forms the destination is the first source. *)
Definition same_unless_vex (e : enc) (d s : vreg) : bool :=
  match e with Sse => bool_decide (d = s) | _ => true end.

Definition legal2 (o : vop2) (e : enc) : bool :=
  match o, e with (PBLENDD _ | PSLLVD | PSRLVD | PSRAVD | PSLLVQ | PSRLVQ), Sse => false | _, _ => true end.
Definition legal1 (o : vop1) (e : enc) : bool :=
  match o, e with (AESIMC | AESKEYGENASSIST _), Vex256 => false | _, _ => true end.

(** A 128-bit vector register of which everything above the result is cleared
    (the whole register by VEX encodings, its lower half by SSE ones). *)
Definition vex_only_128 (e : enc) : bool := match e with Vex256 => false | _ => true end.

Definition only_if {A} (b : bool) (x : A) : option A := if b then Some x else None.

(** ** The descriptors *)

Definition describe (i : instr) : option (desc op) :=
  match i with
  | Mov w (R d) s =>
      let '(x, a) := read_rmi w s in Some (Desc (OLow (bits w)) [x] a [OLoc (G d)])
  | Mov w (M m) (Memory _) => None
  | Mov w (M m) s =>
      Some (Desc (OLow (bits w)) [(read_rmi w s).1] (Some (scalar w Store m)) [OMem 0 (nbytes w)])
  | Movbe w (R d) (M m) =>
      Some (Desc (OReverse (nbytes w)) [IMem 0 (nbytes w)] (Some (scalar w Load m)) [OLoc (G d)])
  | Movbe w (M m) (R s) =>
      Some (Desc (OReverse (nbytes w)) [ILoc (G s)] (Some (scalar w Store m)) [OMem 0 (nbytes w)])
  | Movbe _ _ _ => None
  | Movzb d m => Some (Desc (OLow 8) [IMem 0 1] (Some (Access Load m 1 1)) [OLoc (G d)])
  | Movzw d m => Some (Desc (OLow 16) [IMem 0 2] (Some (Access Load m 2 1)) [OLoc (G d)])
  | Movw m s => Some (Desc (OLow 16) [ILoc (G s)] (Some (Access Store m 2 1)) [OMem 0 2])
  | MovwLoad d m =>
      Some (Desc (OInsert 16 0) [ILoc (G d); IMem 0 2] (Some (Access Load m 2 1)) [OLoc (G d)])
  | Movb m s => Some (Desc (OLow 8) [ILoc (G s)] (Some (Access Store m 1 1)) [OMem 0 1])
  | Lea w d m => Some (Desc (OLow (bits w)) [IAddr] (Some (Access Address m 0 1)) [OLoc (G d)])
  | Alu o w d s =>
      match read_modify w d s with
      | Some (ins, a, out) => Some (Desc (OAlu o w) (carry o ++ ins) a (out :: alu_flags o))
      | None => None
      end
  | Cmp o w a b =>
      match a, b with
      | M _, Memory _ => None
      | R r, b => let '(y, acc) := read_rmi w b in
                  Some (Desc (OCmp o w) [ILoc (G r); y] acc
                          (match o with CMP => computed all_flags | TEST => logic_flags end))
      | M m, b => Some (Desc (OCmp o w) [IMem 0 (nbytes w); (read_rmi w b).1] (Some (scalar w Load m))
                          (match o with CMP => computed all_flags | TEST => logic_flags end))
      end
  | Un o w d =>
      let flags := match o with
                   | INC | DEC => computed [PF; AF; ZF; SF; OF]
                   | NEG => computed all_flags
                   | NOT => []
                   end in
      match d with
      | R d => Some (Desc (OUn o w) [ILoc (G d)] None (OLoc (G d) :: flags))
      | M m => Some (Desc (OUn o w) [IMem 0 (nbytes w)] (Some (scalar w Modify m))
                       (OMem 0 (nbytes w) :: flags))
      end
  | Shift o w d k =>
      if negb ((0 <? k) && (k <? bits w)) then None else
      match d with
      | R d => Some (Desc (OShift o w k) [ILoc (G d)] None (OLoc (G d) :: shift_flags o k))
      | M m => Some (Desc (OShift o w k) [IMem 0 (nbytes w)] (Some (scalar w Modify m))
                       (OMem 0 (nbytes w) :: shift_flags o k))
      end
  | ShiftCl o w (R d) =>
      Some (Desc (OShiftBy o w) [ILoc (G d); ILoc (G RCX)] None (OLoc (G d) :: shift_by_flags o))
  | ShiftCl o w (M m) =>
      Some (Desc (OShiftBy o w) [IMem 0 (nbytes w); ILoc (G RCX)] (Some (scalar w Modify m))
              (OMem 0 (nbytes w) :: shift_by_flags o))
  | Shx o w d s c =>
      let '(x, a) := read_rm w s in
      match o with
      | ROL | ROR => None
      | _ => Some (Desc (OShiftBy o w) [x; ILoc (G c)] a [OLoc (G d)])
      end
  | Rorx w d s k =>
      if negb (k <? bits w) then None else
      let '(x, a) := read_rm w s in Some (Desc (OShiftBy ROR w) [x; IConst k] a [OLoc (G d)])
  | Bmi o w d s1 s2 =>
      let '(x, a) := read_rm w s2 in
      Some (Desc (OBmi o w) [ILoc (G s1); x] a
              (OLoc (G d) :: match o with
                             | ANDN => computed [ZF; SF] ++ cleared [CF; OF] ++ lost [AF; PF]
                             | PEXT | PDEP => []
                             end))
  | Shiftd o w d s k =>
      if negb ((0 <? k) && (k <? bits w)) then None else
      match d with
      | R d => Some (Desc (OShiftd o w k) [ILoc (G d); ILoc (G s)] None (OLoc (G d) :: shift_flags SHL k))
      | M m => Some (Desc (OShiftd o w k) [IMem 0 (nbytes w); ILoc (G s)] (Some (scalar w Modify m))
                       (OMem 0 (nbytes w) :: shift_flags SHL k))
      end
  | ShiftdCl o w (R d) s =>
      Some (Desc (OShiftdBy o w) [ILoc (G d); ILoc (G s); ILoc (G RCX)] None (OLoc (G d) :: lost all_flags))
  | ShiftdCl o w (M m) s =>
      Some (Desc (OShiftdBy o w) [IMem 0 (nbytes w); ILoc (G s); ILoc (G RCX)] (Some (scalar w Modify m))
              (OMem 0 (nbytes w) :: lost all_flags))
  | Bit o w d k =>
      if negb (k <? bits w) then None else
      let flags := computed [CF] ++ lost [PF; AF; SF; OF] in
      match o, d with
      | BT, R d => Some (Desc (OBit o w k) [ILoc (G d)] None flags)
      | BT, M m => Some (Desc (OBit o w k) [IMem 0 (nbytes w)] (Some (scalar w Load m)) flags)
      | _, R d => Some (Desc (OBit o w k) [ILoc (G d)] None (OLoc (G d) :: flags))
      | _, M m => Some (Desc (OBit o w k) [IMem 0 (nbytes w)] (Some (scalar w Modify m)) (OMem 0 (nbytes w) :: flags))
      end
  | Scan o d s =>
      let '(x, a) := read_rm W64 s in
      Some (Desc (OScan o) [ILoc (G d); x] a (OLoc (G d) :: computed [ZF] ++ lost [CF; PF; AF; SF; OF]))
  | Popcnt w d s =>
      let '(x, a) := read_rm w s in
      Some (Desc (OPopcnt w) [x] a (OLoc (G d) :: computed [ZF] ++ cleared [CF; PF; AF; SF; OF]))
  | Rotc o w (R d) => Some (Desc (ORotc o w) [ILoc (F CF); ILoc (G d)] None (OLoc (G d) :: computed [CF; OF]))
  | Rotc o w (M m) =>
      Some (Desc (ORotc o w) [ILoc (F CF); IMem 0 (nbytes w)] (Some (scalar w Modify m))
              (OMem 0 (nbytes w) :: computed [CF; OF]))
  | Carry STC => Some (Desc OCopies [] None [OConst (F CF) 1])
  | Carry CLC => Some (Desc OCopies [] None [OConst (F CF) 0])
  | Carry CMC => Some (Desc ONot [ILoc (F CF)] None [OLoc (F CF)])
  | Xchg a b => Some (Desc OCopies [ILoc (G b); ILoc (G a)] None [OLoc (G a); OLoc (G b)])
  | Movslq d s => let '(x, a) := read_rm W32 s in Some (Desc OSigned [x] a [OLoc (G d)])
  | Bswap w d => Some (Desc (OReverse (nbytes w)) [ILoc (G d)] None [OLoc (G d)])
  | Mul w s =>
      let '(x, a) := read_rm w s in
      Some (Desc (OMul w) [ILoc (G RAX); x] a
              ([OLoc (G RDX); OLoc (G RAX)] ++ computed [CF; OF] ++ lost [PF; AF; ZF; SF]))
  | ImulWide w s =>
      let '(x, a) := read_rm w s in
      Some (Desc (OImulWide w) [ILoc (G RAX); x] a
              ([OLoc (G RDX); OLoc (G RAX)] ++ computed [CF; OF] ++ lost [PF; AF; ZF; SF]))
  | Imul w d s =>
      let '(x, a) := read_rm w s in
      Some (Desc (OImul w) [ILoc (G d); x] a
              (OLoc (G d) :: computed [CF; OF] ++ lost [PF; AF; ZF; SF]))
  | ImulConst w d s z =>
      let '(x, a) := read_rm w s in
      Some (Desc (OImul w) [x; IConst (word (bits w) z)] a
              (OLoc (G d) :: computed [CF; OF] ++ lost [PF; AF; ZF; SF]))
  | Mulx w hi lo s =>
      let '(x, a) := read_rm w s in
      (* written to the same register twice, the high half stays *)
      Some (Desc (OMulx w) [ILoc (G RDX); x] a [OLoc (G hi); OLoc (G lo)])
  | Adcx w d s =>
      let '(x, a) := read_rm w s in
      Some (Desc (OAdx w) [ILoc (F CF); ILoc (G d); x] a [OLoc (G d); OLoc (F CF)])
  | Adox w d s =>
      let '(x, a) := read_rm w s in
      Some (Desc (OAdx w) [ILoc (F OF); ILoc (G d); x] a [OLoc (G d); OLoc (F OF)])
  | Cmov c w d s =>
      let '(x, a) := read_rm w s in
      Some (Desc (OCmov c w) (ILoc (G d) :: x :: map (fun f => ILoc (F f)) (cc_flags c)) a [OLoc (G d)])
  | Set_ c d =>
      Some (Desc (OSet c) (ILoc (G d) :: map (fun f => ILoc (F f)) (cc_flags c)) None [OLoc (G d)])
  | Push s rg =>
      Some (Desc OPush [ILoc (G RSP); ILoc (G s)]
              (Some (scalar W64 Store (Mem (BaseReg RSP) None (-8) rg))) [OLoc (G RSP); OMem 0 8])
  | Pop d rg =>
      (* popping into %rsp, the value loaded stays *)
      Some (Desc OPop [ILoc (G RSP); IMem 0 8]
              (Some (scalar W64 Load (Mem (BaseReg RSP) None 0 rg))) [OLoc (G d); OLoc (G RSP)])
  | VMov k e (X d) s =>
      let '(ins, a) := read_vm e (move_align k e) s in Some (Desc OCopies ins a (vout e d))
  | VMov k e (XM m) (X s) =>
      Some (Desc OCopies (vin e s) (Some (Access Store m (vbytes e) (move_align k e))) (vmem_out e))
  | VMov _ _ (XM _) (XM _) => None
  | Vop2 o e d s1 s2 =>
      let '(ins, a) := read_vm e (operand_align e) s2 in
      only_if (same_unless_vex e d s1 && legal2 o e)
        (Desc (OV2 o (lanes e)) (vin e s1 ++ ins) a (vout e d))
  | Vop1 o e d s =>
      let '(ins, a) := read_vm e (operand_align e) s in
      only_if (legal1 o e) (Desc (OV1 o (lanes e)) ins a (vout e d))
  | VShift o e d s k =>
      only_if (same_unless_vex e d s) (Desc (OVShift o k (lanes e)) (vin e s) None (vout e d))
  | MovGX e w d s =>
      let '(x, a) := read_rm w s in
      only_if (vex_only_128 e) (Desc (OLow (bits w)) [x] a (vout e d))
  | MovXG e w d s =>
      only_if (vex_only_128 e)
        match d with
        | R d => Desc (OLow (bits w)) [ILoc (Lo s)] None [OLoc (G d)]
        | M m => Desc (OLow (bits w)) [ILoc (Lo s)] (Some (scalar w Store m)) [OMem 0 (nbytes w)]
        end
  | Movq e d s => only_if (vex_only_128 e) (Desc (OLow 64) [ILoc (Lo s)] None (vout e d))
  | Pinsr e w d s1 s2 i =>
      let '(x, a) := read_rm w s2 in
      only_if (vex_only_128 e && same_unless_vex e d s1 && (i * bits w <? 128))
        (Desc (OInsert (bits w) i) [ILoc (Lo s1); x] a (vout e d))
  | Pextr e w d s i =>
      only_if (vex_only_128 e && (i * bits w <? 128))
        match d with
        | R d => Desc (OExtract (bits w) i) [ILoc (Lo s)] None [OLoc (G d)]
        | M m => Desc (OExtract (bits w) i) [ILoc (Lo s)] (Some (scalar w Store m)) [OMem 0 (nbytes w)]
        end
  | Movmsk k e d s =>
      let w := match k with PMOVMSKB => 8 | MOVMSKPS => 32 | MOVMSKPD => 64 end in
      Some (Desc (OMask w (lanes e)) (vin e s) None [OLoc (G d)])
  | MovhLoad e d s1 m =>
      only_if (vex_only_128 e && same_unless_vex e d s1)
        (Desc (OInsert 64 1) [ILoc (Lo s1); IMem 0 8] (Some (scalar W64 Load m)) (vout e d))
  | MovhStore e m s =>
      only_if (vex_only_128 e) (Desc (OExtract 64 1) [ILoc (Lo s)] (Some (scalar W64 Store m)) [OMem 0 8])
  | Vpbroadcast w e d s =>
      let '(x, a) := match s with
                     | X x => (ILoc (Lo x), None)
                     | XM m => (IMem 0 (nbytes w), Some (scalar w Load m))
                     end in
      only_if (match e with Sse => false | _ => true end) (Desc (OSpread (bits w) (lanes e)) [x] a (vout e d))
  | Vpermd d s1 s2 =>
      let '(ins, a) := read_vm Vex256 1 s2 in Some (Desc OPermd (vin Vex256 s1 ++ ins) a (vout Vex256 d))
  | Pmovzxbd e d s =>
      let n := (4 * lanes e)%nat in
      let '(x, a) := match s with
                     | X x => (ILoc (Lo x), None)
                     | XM m => (IMem 0 n, Some (Access Load m n 1))
                     end in
      Some (Desc (OWiden (lanes e)) [x] a (vout e d))
  | PinsrN k e d s1 s2 i =>
      let n := match k with W8 => 1 | W16 => 2 end%nat in
      let w := 8 * N.of_nat n in
      let '(x, a) := match s2 with
                     | R r => (ILoc (G r), None)
                     | M m => (IMem 0 n, Some (Access Load m n 1))
                     end in
      only_if (vex_only_128 e && same_unless_vex e d s1 && (i * w <? 128))
        (Desc (OInsert w i) [ILoc (Lo s1); x] a (vout e d))
  | PextrN k e d s i =>
      let n := match k with W8 => 1 | W16 => 2 end%nat in
      let w := 8 * N.of_nat n in
      only_if (vex_only_128 e && (i * w <? 128))
        match d with
        | R d => Desc (OExtract w i) [ILoc (Lo s)] None [OLoc (G d)]
        | M m => Desc (OExtract w i) [ILoc (Lo s)] (Some (Access Store m n 1)) [OMem 0 n]
        end
  | Vpblendvb e d s1 s2 mask =>
      let '(ins, a) := read_vm e 1 s2 in
      only_if (match e with Sse => false | _ => true end)
        (Desc (OBlendBytes (lanes e)) (vin e s1 ++ ins ++ vin e mask) a (vout e d))
  | Vinserti128 d s1 s2 i =>
      let '(ins, a) := match s2 with
                       | X x => ([ILoc (Lo x)], None)
                       | XM m => ([IMem 0 16], Some (Access Load m 16 1))
                       end in
      Some (Desc (OInsert128 i) (vin Vex256 s1 ++ ins) a (vout Vex256 d))
  | Vextracti128 d s i =>
      Some match d with
           | X d => Desc (OExtract128 i) (vin Vex256 s) None (vout Vex128 d)
           | XM m => Desc (OExtract128 i) (vin Vex256 s) (Some (Access Store m 16 1)) [OMem 0 16]
           end
  | Vperm2i128 d s1 s2 i =>
      let '(ins, a) := read_vm Vex256 1 s2 in
      Some (Desc (OPerm128 i) (vin Vex256 s1 ++ ins) a (vout Vex256 d))
  | Vpermq d s i =>
      let '(ins, a) := read_vm Vex256 1 s in Some (Desc (OPermq i) ins a (vout Vex256 d))
  | Vbroadcasti128 d m =>
      Some (Desc OTwice [IMem 0 16] (Some (Access Load m 16 1)) (vout Vex256 d))
  | Vzeroupper =>
      Some (Desc OCopies [] None
              (map (fun x => OConst (Hi x) 0)
                 [V0; V1; V2; V3; V4; V5; V6; V7; V8; V9; V10; V11; V12; V13; V14; V15]))
  | Prefetch _ m => Some (Desc OCopies [] (Some (Access Touch m 0 1)) [])
  | Nop => Some (Desc OCopies [] None [])
  end.
