(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Instructions without the regions that programmers name: what a processor sees of them. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Syntax_trusted Flat_trusted.
Local Open Scope N_scope.

Definition erase_mem (m : mem) : mem := Mem (m_base m) (m_index m) (m_disp m) 0.
Definition erase_rm (x : rm) : rm := match x with M m => M (erase_mem m) | R r => R r end.
Definition erase_rmi (x : rmi) : rmi := match x with Memory m => Memory (erase_mem m) | Reg r => Reg r | Imm z => Imm
  z end.
Definition erase_vm (x : vm) : vm := match x with XM m => XM (erase_mem m) | X x => X x end.

Definition erase (i : instr) : instr :=
  match i with
  | Mov w d s => Mov w (erase_rm d) (erase_rmi s)
  | Movbe w d s => Movbe w (erase_rm d) (erase_rm s)
  | Movzb d s => Movzb d (erase_mem s)
  | Movb d s => Movb (erase_mem d) s
  | Movzw d s => Movzw d (erase_mem s)
  | Movw d s => Movw (erase_mem d) s
  | MovwLoad d s => MovwLoad d (erase_mem s)
  | Lea w d m => Lea w d (erase_mem m)
  | Alu o w d s => Alu o w (erase_rm d) (erase_rmi s)
  | Cmp o w a b => Cmp o w (erase_rm a) (erase_rmi b)
  | Un o w d => Un o w (erase_rm d)
  | Shift o w d k => Shift o w (erase_rm d) k
  | ShiftCl o w d => ShiftCl o w (erase_rm d)
  | Shx o w d s c => Shx o w d (erase_rm s) c
  | Rorx w d s k => Rorx w d (erase_rm s) k
  | Bmi o w d a b => Bmi o w d a (erase_rm b)
  | Shiftd o w d s k => Shiftd o w (erase_rm d) s k
  | ShiftdCl o w d s => ShiftdCl o w (erase_rm d) s
  | Bit o w d k => Bit o w (erase_rm d) k
  | Scan o d s => Scan o d (erase_rm s)
  | Popcnt w d s => Popcnt w d (erase_rm s)
  | Rotc o w d => Rotc o w (erase_rm d)
  | Movslq d s => Movslq d (erase_rm s)
  | Mul w s => Mul w (erase_rm s)
  | ImulWide w s => ImulWide w (erase_rm s)
  | Imul w d s => Imul w d (erase_rm s)
  | ImulConst w d s z => ImulConst w d (erase_rm s) z
  | Mulx w h l s => Mulx w h l (erase_rm s)
  | Adcx w d s => Adcx w d (erase_rm s)
  | Adox w d s => Adox w d (erase_rm s)
  | Cmov c w d s => Cmov c w d (erase_rm s)
  | Push s _ => Push s 0
  | Pop d _ => Pop d 0
  | VMov k e d s => VMov k e (erase_vm d) (erase_vm s)
  | Vop2 o e d a b => Vop2 o e d a (erase_vm b)
  | Vop1 o e d s => Vop1 o e d (erase_vm s)
  | MovGX e w d s => MovGX e w d (erase_rm s)
  | MovXG e w d s => MovXG e w (erase_rm d) s
  | Pinsr e w d a b k => Pinsr e w d a (erase_rm b) k
  | Pextr e w d s k => Pextr e w (erase_rm d) s k
  | MovhLoad e d a s => MovhLoad e d a (erase_mem s)
  | MovhStore e d s => MovhStore e (erase_mem d) s
  | Vpbroadcast w e d s => Vpbroadcast w e d (erase_vm s)
  | Vpermd d a b => Vpermd d a (erase_vm b)
  | Pmovzxbd e d s => Pmovzxbd e d (erase_vm s)
  | PinsrN k e d a b i => PinsrN k e d a (erase_rm b) i
  | PextrN k e d s i => PextrN k e (erase_rm d) s i
  | Vpblendvb e d a b m => Vpblendvb e d a (erase_vm b) m
  | Vinserti128 d a b k => Vinserti128 d a (erase_vm b) k
  | Vextracti128 d s k => Vextracti128 (erase_vm d) s k
  | Vperm2i128 d a b k => Vperm2i128 d a (erase_vm b) k
  | Vpermq d s k => Vpermq d (erase_vm s) k
  | Vbroadcasti128 d s => Vbroadcasti128 d (erase_mem s)
  | Prefetch l m => Prefetch l (erase_mem m)
  | Bswap _ _ | Set_ _ _ | VShift _ _ _ _ _ | Movq _ _ _ | Movmsk _ _ _ _ | Carry _ | Xchg _ _ | Vzeroupper | Nop => i
  end.

Definition erase_flat (f : flat) : flat := match f with FInstr i => FInstr (erase i) | f => f end.
