(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What the operations compute: for each, a function from words to words.
    Flags come in the order CF, PF, AF, ZF, SF, OF.  Intel's manual, volume 2, in
    Coq; validated against the processor by [fairlead asm cosim]. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Word_trusted Aes_trusted Syntax_trusted.
Local Open Scope N_scope.

(** An operation is an opcode without its operands. *)
Inductive op : Set :=
  | OCopies                               (* as many results as arguments *)
  | OLow (w : N)                          (* the low bits *)
  | OReverse (bytes : nat)
  | OAlu (o : alu) (w : width)            (* carry first when it is read *)
  | OCmp (o : cmpop) (w : width)
  | OUn (o : unop) (w : width)
  | OShift (o : shift) (w : width) (count : N)
  | OShiftBy (o : shift) (w : width)      (* what is shifted, then the count; no flags *)
  | OBmi (o : bmi) (w : width)
  | OShiftd (o : shiftd) (w : width) (count : N)
  | OShiftdBy (o : shiftd) (w : width)    (* what is shifted, what comes in, the count; no flags *)
  | OBit (o : bitop) (w : width) (k : N)
  | OScan (o : scan)                      (* what is there before, and stays if there is no bit; where to look *)
  | OPopcnt (w : width)
  | ORotc (o : rotc) (w : width)          (* the carry, what is rotated *)
  | ONot                                  (* of a flag *)
  | OSigned                               (* 32 bits to 64 *)
  | OMul (w : width) | OImulWide (w : width) | OImul (w : width) | OMulx (w : width)
  | OAdx (w : width)
  | OCmov (c : cc) (w : width)
  | OSet (c : cc)
  | OPush | OPop
  | OV2 (o : vop2) (lanes : nat)          (* the lanes of the first source, then of the second *)
  | OV1 (o : vop1) (lanes : nat)
  | OVShift (o : vshift) (count : N) (lanes : nat)
  | OInsert (w : N) (imm : N)             (* vector, then element *)
  | OExtract (w : N) (imm : N)
  | OInsert128 (imm : N) | OExtract128 (imm : N)
  | OPerm128 (imm : N) | OPermq (imm : N)
  | OTwice
  | OSpread (w : N) (lanes : nat)         (* one element everywhere *)
  | OPermd                                (* which elements, of what *)
  | OWiden (lanes : nat)                  (* bytes to 32 bits *)
  | OMask (w : N) (lanes : nat)
  | OBlendBytes (lanes : nat).            (* the lanes of the first, of the second, of the mask *)

Global Instance op_eq_dec : EqDecision op. Proof. solve_decision. Defined.

Definition bits (w : width) : N := match w with W32 => 32 | W64 => 64 end.

(** ** Scalar arithmetic *)

Definition parity (r : N) : N :=
  of_bool (negb (fold_right (fun i b => xorb (N.testbit r i) b) false [0; 1; 2; 3; 4; 5; 6; 7])).
Definition zero (r : N) : N := of_bool (r =? 0).
Definition bit (i x : N) : N := of_bool (N.testbit x i).
Definition sign (w : width) (r : N) : N := bit (bits w - 1) r.

(** The result followed by the six flags. *)
Definition add_with (w : width) (c a b : N) : list N :=
  let a := low (bits w) a in let b := low (bits w) b in
  let full := a + b + c in
  let r := low (bits w) full in
  [r; bit (bits w) full; parity r; bit 4 (N.lxor (N.lxor a b) r); zero r; sign w r;
   sign w (N.land (N.lxor a r) (N.lxor b r))].

Definition sub_with (w : width) (c a b : N) : list N :=
  let a := low (bits w) a in let b := low (bits w) b in
  let r := low (bits w) (2 ^ bits w + a - (b + c)) in
  [r; of_bool (a <? b + c); parity r; bit 4 (N.lxor (N.lxor a b) r); zero r; sign w r;
   sign w (N.land (N.lxor a b) (N.lxor a r))].

(** Logical operations: CF and OF are cleared and AF is undefined whatever the
    arguments are, so descriptors list those as constants; PF, ZF, SF are computed. *)
Definition logic (w : width) (r : N) : list N :=
  let r := low (bits w) r in [r; parity r; zero r; sign w r].

Definition alu_sem (o : alu) (w : width) (args : list N) : list N :=
  match o, args with
  | ADD, [a; b] => add_with w 0 a b
  | ADC, [c; a; b] => add_with w c a b
  | SUB, [a; b] => sub_with w 0 a b
  | SBB, [c; a; b] => sub_with w c a b
  | AND, [a; b] => logic w (N.land a b)
  | OR, [a; b] => logic w (N.lor a b)
  | XOR, [a; b] => logic w (N.lxor a b)
  | _, _ => []
  end.

Definition un_sem (o : unop) (w : width) (a : N) : list N :=
  let drop_carry l := match l with r :: _ :: fs => r :: fs | l => l end in
  match o with
  | INC => drop_carry (add_with w 0 a 1)
  | DEC => drop_carry (sub_with w 0 a 1)
  | NEG => sub_with w 0 0 a
  | NOT => [N.lxor (low (bits w) a) (N.ones (bits w))]
  end.

(** Shifts and rotations by a constant that is not 0 and below the width.  OF is defined
    for a count of 1 only, where it is the last result; so are fewer results otherwise. *)
Definition shift_sem (o : shift) (w : width) (k a : N) : list N :=
  let n := bits w in let a := low n a in
  let flags r c := [r; c; parity r; zero r; sign w r] in
  let one (b : N) := if k =? 1 then [b] else [] in
  match o with
  | SHL => let r := low n (N.shiftl a k) in let c := bit (n - k) a in
           flags r c ++ one (N.lxor (sign w r) c)
  | SHR => let r := N.shiftr a k in flags r (bit (k - 1) a) ++ one (sign w a)
  | SAR => let r := word n (signed n a / 2 ^ Z.of_N k) in flags r (bit (k - 1) a) ++ one 0
  | ROL => let r := rotl n k a in [r; bit 0 r] ++ one (N.lxor (sign w r) (bit 0 r))
  | ROR => let r := rotl n (n - k) a in
           [r; sign w r] ++ one (N.lxor (sign w r) (bit (n - 2) r))
  end.

(** By a count of which the low 5 or 6 bits matter. *)
Definition shift_by (o : shift) (w : width) (a count : N) : N :=
  let n := bits w in let a := low n a in let k := N.land count (n - 1) in
  match o with
  | SHL => low n (N.shiftl a k)
  | SHR => N.shiftr a k
  | SAR => word n (signed n a / 2 ^ Z.of_N k)
  | ROL => rotl n k a
  | ROR => rotl n (n - k) a
  end.

(** The bits of [a] at the places of those of [m], side by side; and the other way round. *)
Fixpoint extract_bits (n : nat) (a m : N) : N :=
  match n with
  | O => 0
  | S n =>
      let rest := extract_bits n (N.shiftr a 1) (N.shiftr m 1) in
      if N.testbit m 0 then N.lor (bit 0 a) (N.shiftl rest 1) else rest
  end.

Fixpoint deposit_bits (n : nat) (a m : N) : N :=
  match n with
  | O => 0
  | S n =>
      if N.testbit m 0 then N.lor (bit 0 a) (N.shiftl (deposit_bits n (N.shiftr a 1) (N.shiftr m 1)) 1)
      else N.shiftl (deposit_bits n a (N.shiftr m 1)) 1
  end.

(** ANDN: the result, ZF and SF; CF and OF are cleared, AF and PF undefined. *)
Definition bmi_sem (o : bmi) (w : width) (a b : N) : list N :=
  let n := bits w in
  match o with
  | PEXT => [extract_bits (N.to_nat n) (low n a) (low n b)]
  | PDEP => [deposit_bits (N.to_nat n) (low n a) (low n b)]
  | ANDN => let r := N.ldiff (low n b) (low n a) in [r; zero r; sign w r]
  end.

(** The bits that come in are those of [b]. *)
Definition shiftd_by (o : shiftd) (w : width) (a b k : N) : N :=
  let n := bits w in let a := low n a in let b := low n b in
  match o with
  | SHLD => low n (N.lor (N.shiftl a k) (N.shiftr b (n - k)))
  | SHRD => low n (N.lor (N.shiftr a k) (N.shiftl b (n - k)))
  end.

Definition shiftd_sem (o : shiftd) (w : width) (k a b : N) : list N :=
  let n := bits w in let a := low n a in let r := shiftd_by o w a b k in
  let c := match o with SHLD => bit (n - k) a | SHRD => bit (k - 1) a end in
  [r; c; parity r; zero r; sign w r] ++ if k =? 1 then [N.lxor (sign w r) (sign w a)] else [].

Definition bit_sem (o : bitop) (w : width) (k a : N) : list N :=
  let a := low (bits w) a in let c := bit k a in let m := N.shiftl 1 k in
  match o with
  | BT => [c]
  | BTS => [N.lor a m; c]
  | BTR => [N.ldiff a m; c]
  | BTC => [N.lxor a m; c]
  end.

(** The number of the lowest or highest bit that is set, and ZF. *)
Definition scan_sem (o : scan) (d s : N) : list N :=
  let s := low 64 s in
  if s =? 0 then [d; 1] else
  [N.log2 match o with BSR => s | BSF => N.land s (2 ^ 64 - s) end; 0].

Definition popcount (n : nat) (a : N) : N := fold_right N.add 0 (split 1 n a).

(** By one bit: the result, CF, OF. *)
Definition rotc_sem (o : rotc) (w : width) (c a : N) : list N :=
  let n := bits w in let a := low n a in let c := low 1 c in
  match o with
  | RCL => let r := low n (N.lor (N.shiftl a 1) c) in [r; bit (n - 1) a; N.lxor (sign w r) (bit (n - 1) a)]
  | RCR => [N.lor (N.shiftr a 1) (N.shiftl c (n - 1)); bit 0 a; N.lxor (sign w a) c]
  end.

(** CF = OF: the upper half matters. *)
Definition mul_sem (w : width) (a b : N) : list N :=
  let n := bits w in
  let p := low n a * low n b in
  let c := of_bool (negb (N.shiftr p n =? 0)) in
  [N.shiftr p n; low n p; c; c].

Definition imul_wide_sem (w : width) (a b : N) : list N :=
  let n := bits w in
  let p := (signed n (low n a) * signed n (low n b))%Z in
  let r := word n p in
  let c := of_bool (negb (signed n r =? p)%Z) in
  [word n (p / 2 ^ Z.of_N n); r; c; c].

Definition imul_sem (w : width) (a b : N) : list N :=
  let n := bits w in
  let p := (signed n (low n a) * signed n (low n b))%Z in
  let r := word n p in
  let c := of_bool (negb (signed n r =? p)%Z) in
  [r; c; c].

Definition mulx_sem (w : width) (a b : N) : list N :=
  let n := bits w in let p := low n a * low n b in [N.shiftr p n; low n p].

Definition adx_sem (w : width) (c a b : N) : list N :=
  let n := bits w in let full := low n a + low n b + c in [low n full; bit n full].

(** The flags a condition reads, and whether it holds of their values. *)
Definition cc_flags (c : cc) : list flag :=
  match c with
  | CcO | CcNO => [OF] | CcB | CcAE => [CF] | CcE | CcNE => [ZF] | CcBE | CcA => [CF; ZF]
  | CcS | CcNS => [SF] | CcP | CcNP => [PF] | CcL | CcGE => [SF; OF] | CcLE | CcG => [ZF; SF; OF]
  end.

Definition cc_holds (c : cc) (vals : list N) : bool :=
  match c, map (N.eqb 1) vals with
  | CcO, [f] | CcB, [f] | CcE, [f] | CcS, [f] | CcP, [f] => f
  | CcNO, [f] | CcAE, [f] | CcNE, [f] | CcNS, [f] | CcNP, [f] => negb f
  | CcBE, [c; z] => c || z
  | CcA, [c; z] => negb (c || z)
  | CcL, [s; o] => xorb s o
  | CcGE, [s; o] => negb (xorb s o)
  | CcLE, [z; s; o] => z || xorb s o
  | CcG, [z; s; o] => negb (z || xorb s o)
  | _, _ => false
  end.

(** ** Vector operations, on one lane of 128 bits *)

Definition pointwise (w : N) (n : nat) (f : N -> N -> N) (a b : N) : N :=
  join w (zip_with f (split w n a) (split w n b)).

Definition element (w i x : N) : N := slice (w * i) w x.

Definition pshufb (x m : N) : N :=
  join 8 (map (fun c => if N.testbit c 7 then 0 else element 8 (low 4 c) x) (split 8 16 m)).

Definition saturated (least most z : Z) : Z := Z.max least (Z.min most z).

(** The elements of the first, then of the second, each made half as wide. *)
Definition pack (w : N) (n : nat) (f : Z -> N) (a b : N) : N :=
  join (w / 2) (map (fun x => f (signed w x)) (split w n a ++ split w n b)).

Definition blend_bytes (a b m : N) : N :=
  join 8 (zip_with (fun p c => if N.testbit c 7 then p.2 else p.1) (zip (split 8 16 a) (split 8 16 b)) (split 8 16 m)).

Definition two (imm k : N) : N := slice (2 * k) 2 imm.

Definition v2_sem (o : vop2) (a b : N) : N :=
  match o with
  | PXOR => N.lxor a b
  | POR => N.lor a b
  | PAND => N.land a b
  | PANDN => N.ldiff b a
  | XORPS => N.lxor a b
  | PADDB => pointwise 8 16 (fun x y => low 8 (x + y)) a b
  | PADDW => pointwise 16 8 (fun x y => low 16 (x + y)) a b
  | PADDD => pointwise 32 4 (fun x y => low 32 (x + y)) a b
  | PADDQ => pointwise 64 2 (fun x y => low 64 (x + y)) a b
  | PSUBB => pointwise 8 16 (fun x y => low 8 (2 ^ 8 + x - y)) a b
  | PSUBW => pointwise 16 8 (fun x y => low 16 (2 ^ 16 + x - y)) a b
  | PSUBD => pointwise 32 4 (fun x y => low 32 (2 ^ 32 + x - y)) a b
  | PSUBQ => pointwise 64 2 (fun x y => low 64 (2 ^ 64 + x - y)) a b
  | PMULLW => pointwise 16 8 (fun x y => low 16 (x * y)) a b
  | PMULHW => pointwise 16 8 (fun x y => word 16 (signed 16 x * signed 16 y / 2 ^ 16)) a b
  | PMULHUW => pointwise 16 8 (fun x y => N.shiftr (x * y) 16) a b
  | PMULHRSW => pointwise 16 8 (fun x y => word 16 ((signed 16 x * signed 16 y / 2 ^ 14 + 1) / 2)) a b
  | PMULLD => pointwise 32 4 (fun x y => low 32 (x * y)) a b
  | PMULDQ => pointwise 64 2 (fun x y => word 64 (signed 32 (low 32 x) * signed 32 (low 32 y))) a b
  | PMULUDQ => pointwise 64 2 (fun x y => low 32 x * low 32 y) a b
  | PMADDWD =>
      pointwise 32 4 (fun x y => let product k := (signed 16 (element 16 k x) * signed 16 (element 16 k y))%Z in
                                 word 32 (product 0 + product 1)) a b
  | PMADDUBSW =>
      pointwise 16 8 (fun x y => let product k := (Z.of_N (element 8 k x) * signed 8 (element 8 k y))%Z in
                                 word 16 (saturated (- 2 ^ 15) (2 ^ 15 - 1) (product 0 + product 1))) a b
  | PACKSSWB => pack 16 8 (fun z => word 8 (saturated (- 2 ^ 7) (2 ^ 7 - 1) z)) a b
  | PACKUSWB => pack 16 8 (fun z => word 8 (saturated 0 (2 ^ 8 - 1) z)) a b
  | PACKSSDW => pack 32 4 (fun z => word 16 (saturated (- 2 ^ 15) (2 ^ 15 - 1) z)) a b
  | PACKUSDW => pack 32 4 (fun z => word 16 (saturated 0 (2 ^ 16 - 1) z)) a b
  | PSLLVD => pointwise 32 4 (fun x k => if 31 <? k then 0 else low 32 (N.shiftl x k)) a b
  | PSRLVD => pointwise 32 4 (fun x k => if 31 <? k then 0 else N.shiftr x k) a b
  | PSRAVD => pointwise 32 4 (fun x k => word 32 (signed 32 x / 2 ^ Z.of_N (N.min k 31))) a b
  | PSLLVQ => pointwise 64 2 (fun x k => if 63 <? k then 0 else low 64 (N.shiftl x k)) a b
  | PSRLVQ => pointwise 64 2 (fun x k => if 63 <? k then 0 else N.shiftr x k) a b
  | PCMPEQB => pointwise 8 16 (fun x y => if x =? y then N.ones 8 else 0) a b
  | PCMPEQW => pointwise 16 8 (fun x y => if x =? y then N.ones 16 else 0) a b
  | PCMPEQD => pointwise 32 4 (fun x y => if x =? y then N.ones 32 else 0) a b
  | PCMPGTB => pointwise 8 16 (fun x y => if (signed 8 y <? signed 8 x)%Z then N.ones 8 else 0) a b
  | PCMPGTW => pointwise 16 8 (fun x y => if (signed 16 y <? signed 16 x)%Z then N.ones 16 else 0) a b
  | PCMPGTD => pointwise 32 4 (fun x y => if (signed 32 y <? signed 32 x)%Z then N.ones 32 else 0) a b
  | PSHUFB => pshufb a b
  | PUNPCKLDQ => join 32 [element 32 0 a; element 32 0 b; element 32 1 a; element 32 1 b]
  | PUNPCKHDQ => join 32 [element 32 2 a; element 32 2 b; element 32 3 a; element 32 3 b]
  | PUNPCKLQDQ => join 64 [element 64 0 a; element 64 0 b]
  | PUNPCKHQDQ => join 64 [element 64 1 a; element 64 1 b]
  | PALIGNR k => low 128 (N.shiftr (N.lor (N.shiftl a 128) b) (8 * k))
  | SHUFPS i => join 32 [element 32 (two i 0) a; element 32 (two i 1) a;
                         element 32 (two i 2) b; element 32 (two i 3) b]
  | SHUFPD i => join 64 [element 64 (bit 0 i) a; element 64 (bit 1 i) b]
  | PBLENDD i => join 32 (map (fun k => element 32 k (if N.testbit i k then b else a)) [0; 1; 2; 3])
  | PBLENDW i => join 16 (map (fun k => element 16 k (if N.testbit i k then b else a)) [0; 1; 2; 3; 4; 5; 6; 7])
  | PCLMULQDQ i => clmul (element 64 (of_bool (N.testbit i 0)) a) (element 64 (of_bool (N.testbit i 4)) b)
  | AESENC => aesenc a b
  | AESENCLAST => aesenclast a b
  | AESDEC => aesdec a b
  | AESDECLAST => aesdeclast a b
  end.

Definition v1_sem (o : vop1) (a : N) : N :=
  match o with
  | PSHUFD i => join 32 (map (fun k => element 32 (two i k) a) [0; 1; 2; 3])
  | MOVSHDUP => join 32 [element 32 1 a; element 32 1 a; element 32 3 a; element 32 3 a]
  | MOVSLDUP => join 32 [element 32 0 a; element 32 0 a; element 32 2 a; element 32 2 a]
  | AESIMC => aesimc a
  | AESKEYGENASSIST i => aeskeygenassist i a
  end.

Definition vshift_sem (o : vshift) (k a : N) : N :=
  let each w n f := join w (map f (split w n a)) in
  match o with
  | PSLLDQ => if 15 <? k then 0 else low 128 (N.shiftl a (8 * k))
  | PSRLDQ => if 15 <? k then 0 else N.shiftr a (8 * k)
  | PSLLW => if 15 <? k then 0 else each 16 8%nat (fun x => low 16 (N.shiftl x k))
  | PSRLW => if 15 <? k then 0 else each 16 8%nat (fun x => N.shiftr x k)
  | PSRAW => each 16 8%nat (fun x => word 16 (signed 16 x / 2 ^ Z.of_N (N.min k 15)))
  | PSLLD => if 31 <? k then 0 else each 32 4%nat (fun x => low 32 (N.shiftl x k))
  | PSRLD => if 31 <? k then 0 else each 32 4%nat (fun x => N.shiftr x k)
  | PSRAD => each 32 4%nat (fun x => word 32 (signed 32 x / 2 ^ Z.of_N (N.min k 31)))
  | PSLLQ => if 63 <? k then 0 else each 64 2%nat (fun x => low 64 (N.shiftl x k))
  | PSRLQ => if 63 <? k then 0 else each 64 2%nat (fun x => N.shiftr x k)
  end.

Definition insert (w i x v : N) : N :=
  N.lor (N.ldiff x (N.shiftl (N.ones w) (w * i))) (N.shiftl (low w v) (w * i)).

(** One half of the four given, or zero. *)
Definition perm128 (sel : N) (halves : list N) : N :=
  if N.testbit sel 3 then 0 else nth (N.to_nat (low 2 sel)) halves 0.

Definition permq (imm : N) (lo hi : N) : list N :=
  let q := split 64 2 lo ++ split 64 2 hi in
  let pick k := nth (N.to_nat (two imm k)) q 0 in
  [join 64 [pick 0; pick 1]; join 64 [pick 2; pick 3]].

(** Of the eight elements of the second vector, those that the low three bits of the first's say. *)
Definition permd (i i' a a' : N) : list N :=
  let all := split 32 4 a ++ split 32 4 a' in
  let pick k := nth (N.to_nat (low 3 k)) all 0 in
  [join 32 (map pick (split 32 4 i)); join 32 (map pick (split 32 4 i'))].

Definition sign_bits (w : N) (l : list N) : N :=
  join 1 (concat (map (fun a => map (bit (w - 1)) (split w (N.to_nat (128 / w)) a)) l)).

(** ** All together *)

Definition sem (o : op) (args : list N) : list N :=
  match o, args with
  | OCopies, l => l
  | OLow w, [a] => [low w a]
  | OReverse n, [a] => [byte_reverse n a]
  | OAlu o w, l => alu_sem o w l
  | OCmp CMP w, [a; b] => match sub_with w 0 a b with _ :: fs => fs | [] => [] end
  | OCmp TEST w, [a; b] => match logic w (N.land a b) with _ :: fs => fs | [] => [] end
  | OUn o w, [a] => un_sem o w a
  | OShift o w k, [a] => shift_sem o w k a
  | OShiftBy o w, [a; k] => [shift_by o w a k]
  | OBmi o w, [a; b] => bmi_sem o w a b
  | OShiftd o w k, [a; b] => shiftd_sem o w k a b
  | OShiftdBy o w, [a; b; k] => [shiftd_by o w a b (N.land k (bits w - 1))]
  | OBit o w k, [a] => bit_sem o w k a
  | OScan o, [d; s] => scan_sem o d s
  | OPopcnt w, [a] => [popcount (N.to_nat (bits w)) a; zero (low (bits w) a)]
  | ORotc o w, [c; a] => rotc_sem o w c a
  | ONot, [c] => [of_bool (c =? 0)]
  | OSigned, [a] => [word 64 (signed 32 (low 32 a))]
  | OMul w, [a; b] => mul_sem w a b
  | OImulWide w, [a; b] => imul_wide_sem w a b
  | OImul w, [a; b] => imul_sem w a b
  | OMulx w, [a; b] => mulx_sem w a b
  | OAdx w, [c; a; b] => adx_sem w c a b
  | OCmov c w, a :: b :: flags => [low (bits w) (if cc_holds c flags then b else a)]
  | OSet c, a :: flags => [N.lor (N.ldiff a 0xff) (of_bool (cc_holds c flags))]
  | OPush, [sp; v] => [low 64 (sp + (2 ^ 64 - 8)); v]
  | OPop, [sp; v] => [v; low 64 (sp + 8)]
  | OV2 o 1, [a; b] => [v2_sem o a b]
  | OV2 o 2, [a; a'; b; b'] =>
      match o with
      | PBLENDD i => [v2_sem o a b; v2_sem (PBLENDD (N.shiftr i 4)) a' b']
      | SHUFPD i => [v2_sem o a b; v2_sem (SHUFPD (N.shiftr i 2)) a' b']
      | _ => [v2_sem o a b; v2_sem o a' b']
      end
  | OV1 o 1, [a] => [v1_sem o a]
  | OV1 o 2, [a; a'] => [v1_sem o a; v1_sem o a']
  | OVShift o k 1, [a] => [vshift_sem o k a]
  | OVShift o k 2, [a; a'] => [vshift_sem o k a; vshift_sem o k a']
  | OInsert w i, [x; v] => [insert w i x v]
  | OExtract w i, [x] => [element w i x]
  | OInsert128 i, [lo; hi; v] => if N.testbit i 0 then [lo; v] else [v; hi]
  | OExtract128 i, [lo; hi] => [if N.testbit i 0 then hi else lo]
  | OPerm128 i, [a; a'; b; b'] => [perm128 (low 4 i) [a; a'; b; b']; perm128 (N.shiftr i 4) [a; a'; b; b']]
  | OPermq i, [lo; hi] => permq i lo hi
  | OTwice, [a] => [a; a]
  | OSpread w lanes, [a] => repeat (join w (repeat (low w a) (N.to_nat (128 / w)))) lanes
  | OPermd, [i; i'; a; a'] => permd i i' a a'
  | OWiden 1, [a] => [join 32 (split 8 4 a)]
  | OWiden 2, [a] => [join 32 (split 8 4 a); join 32 (split 8 4 (N.shiftr a 32))]
  | OBlendBytes 1, [a; b; m] => [blend_bytes a b m]
  | OBlendBytes 2, [a; a'; b; b'; m; m'] => [blend_bytes a b m; blend_bytes a' b' m']
  | OMask w 1, [a] => [sign_bits w [a]]
  | OMask w 2, [a; a'] => [sign_bits w [a; a']]
  | _, _ => []
  end.
