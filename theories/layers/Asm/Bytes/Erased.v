(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Instructions without the regions that programmers name: what a processor sees of them. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Syntax_trusted Flat_trusted.
Local Open Scope N_scope.

(** Other operands in memory. *)
Section over.
  Context (f : mem → mem).
  Definition over_rm (x : rm) : rm := match x with M m => M (f m) | R r => R r end.
  Definition over_rmi (x : rmi) : rmi := match x with Memory m => Memory (f m) | Reg r => Reg r | Imm z => Imm z end.
  Definition over_vm (x : vm) : vm := match x with XM m => XM (f m) | X x => X x end.

  Definition over (i : instr) : instr :=
    match i with
    | Mov w d s => Mov w (over_rm d) (over_rmi s)
    | Movbe w d s => Movbe w (over_rm d) (over_rm s)
    | Movzb d s => Movzb d (f s)
    | Movb d s => Movb (f d) s
    | Movzw d s => Movzw d (f s)
    | Movw d s => Movw (f d) s
    | MovwLoad d s => MovwLoad d (f s)
    | Lea w d m => Lea w d (f m)
    | Alu o w d s => Alu o w (over_rm d) (over_rmi s)
    | Cmp o w a b => Cmp o w (over_rm a) (over_rmi b)
    | Un o w d => Un o w (over_rm d)
    | Shift o w d k => Shift o w (over_rm d) k
    | ShiftCl o w d => ShiftCl o w (over_rm d)
    | Shx o w d s c => Shx o w d (over_rm s) c
    | Rorx w d s k => Rorx w d (over_rm s) k
    | Bmi o w d a b => Bmi o w d a (over_rm b)
    | Shiftd o w d s k => Shiftd o w (over_rm d) s k
    | ShiftdCl o w d s => ShiftdCl o w (over_rm d) s
    | Bit o w d k => Bit o w (over_rm d) k
    | Scan o d s => Scan o d (over_rm s)
    | Popcnt w d s => Popcnt w d (over_rm s)
    | Rotc o w d => Rotc o w (over_rm d)
    | Movslq d s => Movslq d (over_rm s)
    | Mul w s => Mul w (over_rm s)
    | ImulWide w s => ImulWide w (over_rm s)
    | Imul w d s => Imul w d (over_rm s)
    | ImulConst w d s z => ImulConst w d (over_rm s) z
    | Mulx w h l s => Mulx w h l (over_rm s)
    | Adcx w d s => Adcx w d (over_rm s)
    | Adox w d s => Adox w d (over_rm s)
    | Cmov c w d s => Cmov c w d (over_rm s)
    | Push s r => Push s (m_region (f (Mem NoBase None 0 r)))  (* no more of it is named *)
    | Pop d r => Pop d (m_region (f (Mem NoBase None 0 r)))
    | VMov k e d s => VMov k e (over_vm d) (over_vm s)
    | Vop2 o e d a b => Vop2 o e d a (over_vm b)
    | Vop1 o e d s => Vop1 o e d (over_vm s)
    | MovGX e w d s => MovGX e w d (over_rm s)
    | MovXG e w d s => MovXG e w (over_rm d) s
    | Pinsr e w d a b k => Pinsr e w d a (over_rm b) k
    | Pextr e w d s k => Pextr e w (over_rm d) s k
    | MovhLoad e d a s => MovhLoad e d a (f s)
    | MovhStore e d s => MovhStore e (f d) s
    | Vpbroadcast w e d s => Vpbroadcast w e d (over_vm s)
    | Vpermd d a b => Vpermd d a (over_vm b)
    | Pmovzxbd e d s => Pmovzxbd e d (over_vm s)
    | PinsrN k e d a b i => PinsrN k e d a (over_rm b) i
    | PextrN k e d s i => PextrN k e (over_rm d) s i
    | Vpblendvb e d a b m => Vpblendvb e d a (over_vm b) m
    | Vinserti128 d a b k => Vinserti128 d a (over_vm b) k
    | Vextracti128 d s k => Vextracti128 (over_vm d) s k
    | Vperm2i128 d a b k => Vperm2i128 d a (over_vm b) k
    | Vpermq d s k => Vpermq d (over_vm s) k
    | Vbroadcasti128 d s => Vbroadcasti128 d (f s)
    | Prefetch l m => Prefetch l (f m)
    | Bswap _ _ | Set_ _ _ | VShift _ _ _ _ _ | Movq _ _ _ | Movmsk _ _ _ _ | Carry _ | Xchg _ _ | Vzeroupper | Nop => i
    end.
End over.

Definition erase_mem (m : mem) : mem := Mem (m_base m) (m_index m) (m_disp m) 0.
Definition erase : instr → instr := over erase_mem.

Definition erase_flat (f : flat) : flat := match f with FInstr i => FInstr (erase i) | f => f end.
