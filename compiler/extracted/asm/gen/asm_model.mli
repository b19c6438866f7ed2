
type __ = Obj.t

val implb : bool -> bool -> bool

val xorb : bool -> bool -> bool

val negb : bool -> bool

type nat =
| O
| S of nat

type ('a, 'b) sum =
| Inl of 'a
| Inr of 'b

val fst : ('a1 * 'a2) -> 'a1

val snd : ('a1 * 'a2) -> 'a2

val length : 'a1 list -> nat

val app : 'a1 list -> 'a1 list -> 'a1 list

type comparison =
| Eq
| Lt
| Gt

val compOpp : comparison -> comparison

val id : __ -> __

val add : nat -> nat -> nat

val mul : nat -> nat -> nat

val sub : nat -> nat -> nat

val eqb : bool -> bool -> bool

module Nat :
 sig
  val eqb : nat -> nat -> bool

  val leb : nat -> nat -> bool

  val ltb : nat -> nat -> bool

  val eq_dec : nat -> nat -> bool
 end

module Pos :
 sig
  type mask =
  | IsNul
  | IsPos of Bignum.t
  | IsNeg
 end

module Coq_Pos :
 sig
  val succ : Bignum.t -> Bignum.t

  val add : Bignum.t -> Bignum.t -> Bignum.t

  val add_carry : Bignum.t -> Bignum.t -> Bignum.t

  val pred_double : Bignum.t -> Bignum.t

  val pred_N : Bignum.t -> Bignum.t

  type mask = Pos.mask =
  | IsNul
  | IsPos of Bignum.t
  | IsNeg

  val succ_double_mask : mask -> mask

  val double_mask : mask -> mask

  val double_pred_mask : Bignum.t -> mask

  val sub_mask : Bignum.t -> Bignum.t -> mask

  val sub_mask_carry : Bignum.t -> Bignum.t -> mask

  val mul : Bignum.t -> Bignum.t -> Bignum.t

  val iter : ('a1 -> 'a1) -> 'a1 -> Bignum.t -> 'a1

  val pow : Bignum.t -> Bignum.t -> Bignum.t

  val size : Bignum.t -> Bignum.t

  val compare_cont : comparison -> Bignum.t -> Bignum.t -> comparison

  val compare : Bignum.t -> Bignum.t -> comparison

  val eqb : Bignum.t -> Bignum.t -> bool

  val ltb : Bignum.t -> Bignum.t -> bool

  val coq_Nsucc_double : Bignum.t -> Bignum.t

  val coq_Ndouble : Bignum.t -> Bignum.t

  val coq_lor : Bignum.t -> Bignum.t -> Bignum.t

  val coq_land : Bignum.t -> Bignum.t -> Bignum.t

  val ldiff : Bignum.t -> Bignum.t -> Bignum.t

  val coq_lxor : Bignum.t -> Bignum.t -> Bignum.t

  val shiftl : Bignum.t -> Bignum.t -> Bignum.t

  val testbit : Bignum.t -> Bignum.t -> bool

  val iter_op : ('a1 -> 'a1 -> 'a1) -> Bignum.t -> 'a1 -> 'a1

  val to_nat : Bignum.t -> nat

  val of_succ_nat : nat -> Bignum.t

  val eq_dec : Bignum.t -> Bignum.t -> bool
 end

module N :
 sig
  val succ_double : Bignum.t -> Bignum.t

  val double : Bignum.t -> Bignum.t

  val pred : Bignum.t -> Bignum.t

  val succ_pos : Bignum.t -> Bignum.t

  val add : Bignum.t -> Bignum.t -> Bignum.t

  val sub : Bignum.t -> Bignum.t -> Bignum.t

  val mul : Bignum.t -> Bignum.t -> Bignum.t

  val compare : Bignum.t -> Bignum.t -> comparison

  val eqb : Bignum.t -> Bignum.t -> bool

  val leb : Bignum.t -> Bignum.t -> bool

  val ltb : Bignum.t -> Bignum.t -> bool

  val min : Bignum.t -> Bignum.t -> Bignum.t

  val div2 : Bignum.t -> Bignum.t

  val even : Bignum.t -> bool

  val odd : Bignum.t -> bool

  val pow : Bignum.t -> Bignum.t -> Bignum.t

  val log2 : Bignum.t -> Bignum.t

  val pos_div_eucl : Bignum.t -> Bignum.t -> Bignum.t * Bignum.t

  val div_eucl : Bignum.t -> Bignum.t -> Bignum.t * Bignum.t

  val div : Bignum.t -> Bignum.t -> Bignum.t

  val modulo : Bignum.t -> Bignum.t -> Bignum.t

  val coq_lor : Bignum.t -> Bignum.t -> Bignum.t

  val coq_land : Bignum.t -> Bignum.t -> Bignum.t

  val ldiff : Bignum.t -> Bignum.t -> Bignum.t

  val coq_lxor : Bignum.t -> Bignum.t -> Bignum.t

  val shiftl : Bignum.t -> Bignum.t -> Bignum.t

  val shiftr : Bignum.t -> Bignum.t -> Bignum.t

  val testbit : Bignum.t -> Bignum.t -> bool

  val to_nat : Bignum.t -> nat

  val of_nat : nat -> Bignum.t

  val eq_dec : Bignum.t -> Bignum.t -> bool

  val setbit : Bignum.t -> Bignum.t -> Bignum.t

  val ones : Bignum.t -> Bignum.t
 end

val tl : 'a1 list -> 'a1 list

val nth : nat -> 'a1 list -> 'a1 -> 'a1

val nth_error : 'a1 list -> nat -> 'a1 option

val rev : 'a1 list -> 'a1 list

val concat : 'a1 list list -> 'a1 list

val list_eq_dec : ('a1 -> 'a1 -> bool) -> 'a1 list -> 'a1 list -> bool

val map : ('a1 -> 'a2) -> 'a1 list -> 'a2 list

val flat_map : ('a1 -> 'a2 list) -> 'a1 list -> 'a2 list

val fold_right : ('a2 -> 'a1 -> 'a1) -> 'a1 -> 'a2 list -> 'a1

val existsb : ('a1 -> bool) -> 'a1 list -> bool

val forallb : ('a1 -> bool) -> 'a1 list -> bool

val filter : ('a1 -> bool) -> 'a1 list -> 'a1 list

val find : ('a1 -> bool) -> 'a1 list -> 'a1 option

val firstn : nat -> 'a1 list -> 'a1 list

val skipn : nat -> 'a1 list -> 'a1 list

val seq : nat -> nat -> nat list

val repeat : 'a1 -> nat -> 'a1 list

module Z :
 sig
  val double : Bignum.t -> Bignum.t

  val succ_double : Bignum.t -> Bignum.t

  val pred_double : Bignum.t -> Bignum.t

  val pos_sub : Bignum.t -> Bignum.t -> Bignum.t

  val add : Bignum.t -> Bignum.t -> Bignum.t

  val opp : Bignum.t -> Bignum.t

  val sub : Bignum.t -> Bignum.t -> Bignum.t

  val mul : Bignum.t -> Bignum.t -> Bignum.t

  val pow_pos : Bignum.t -> Bignum.t -> Bignum.t

  val pow : Bignum.t -> Bignum.t -> Bignum.t

  val compare : Bignum.t -> Bignum.t -> comparison

  val leb : Bignum.t -> Bignum.t -> bool

  val ltb : Bignum.t -> Bignum.t -> bool

  val eqb : Bignum.t -> Bignum.t -> bool

  val max : Bignum.t -> Bignum.t -> Bignum.t

  val min : Bignum.t -> Bignum.t -> Bignum.t

  val to_N : Bignum.t -> Bignum.t

  val of_nat : nat -> Bignum.t

  val of_N : Bignum.t -> Bignum.t

  val pos_div_eucl : Bignum.t -> Bignum.t -> Bignum.t * Bignum.t

  val div_eucl : Bignum.t -> Bignum.t -> Bignum.t * Bignum.t

  val div : Bignum.t -> Bignum.t -> Bignum.t

  val modulo : Bignum.t -> Bignum.t -> Bignum.t

  val log2 : Bignum.t -> Bignum.t

  val eq_dec : Bignum.t -> Bignum.t -> bool
 end

type decision = bool

val decide : decision -> bool

type ('a, 'b) relDecision = 'a -> 'b -> decision

val decide_rel : ('a1, 'a2) relDecision -> 'a1 -> 'a2 -> decision

val zip_with : ('a1 -> 'a2 -> 'a3) -> 'a1 list -> 'a2 list -> 'a3 list

val not_dec : decision -> decision

val prod_eq_dec :
  ('a1, 'a1) relDecision -> ('a2, 'a2) relDecision -> ('a1 * 'a2, 'a1 * 'a2)
  relDecision

val sum_eq_dec :
  ('a1, 'a1) relDecision -> ('a2, 'a2) relDecision -> (('a1, 'a2) sum, ('a1,
  'a2) sum) relDecision

val bool_decide : decision -> bool

val from_option : ('a1 -> 'a2) -> 'a2 -> 'a1 option -> 'a2

val is_Some_dec : 'a1 option -> decision

val option_eq_dec :
  ('a1, 'a1) relDecision -> ('a1 option, 'a1 option) relDecision

module Coq_Nat :
 sig
  val eq_dec : (nat, nat) relDecision
 end

module Coq0_Pos :
 sig
  val eq_dec : (Bignum.t, Bignum.t) relDecision
 end

val n_eq_dec : (Bignum.t, Bignum.t) relDecision

module Coq_Z :
 sig
  val eq_dec : (Bignum.t, Bignum.t) relDecision
 end

val elem_of_list_dec : ('a1, 'a1) relDecision -> ('a1, 'a1 list) relDecision

val list_eq_dec0 : ('a1, 'a1) relDecision -> ('a1 list, 'a1 list) relDecision

val list_eq_nil_dec : 'a1 list -> decision

val low : Bignum.t -> Bignum.t -> Bignum.t

val slice : Bignum.t -> Bignum.t -> Bignum.t -> Bignum.t

val word : Bignum.t -> Bignum.t -> Bignum.t

val signed : Bignum.t -> Bignum.t -> Bignum.t

val split : Bignum.t -> nat -> Bignum.t -> Bignum.t list

val join : Bignum.t -> Bignum.t list -> Bignum.t

val of_bool : bool -> Bignum.t

val rotl : Bignum.t -> Bignum.t -> Bignum.t -> Bignum.t

val byte_reverse : nat -> Bignum.t -> Bignum.t

val clmul_pos : Bignum.t -> Bignum.t -> Bignum.t

val clmul : Bignum.t -> Bignum.t -> Bignum.t

val xtime : Bignum.t -> Bignum.t

val gmul_pos : Bignum.t -> Bignum.t -> Bignum.t

val gmul : Bignum.t -> Bignum.t -> Bignum.t

type tree =
| Leaf of Bignum.t
| Node of tree * tree

val lookup_tree : tree -> Bignum.t -> Bignum.t

val sbox_tree : tree

val inv_sbox_tree : tree

val sbox : Bignum.t -> Bignum.t

val inv_sbox : Bignum.t -> Bignum.t

val bytes : Bignum.t -> Bignum.t list

val block : Bignum.t list -> Bignum.t

val sub_bytes : Bignum.t -> Bignum.t

val inv_sub_bytes : Bignum.t -> Bignum.t

val permute_bytes : nat list -> Bignum.t -> Bignum.t

val shift_rows : Bignum.t -> Bignum.t

val inv_shift_rows : Bignum.t -> Bignum.t

val mix_column :
  Bignum.t -> Bignum.t -> Bignum.t -> Bignum.t -> Bignum.t -> Bignum.t

val mix_columns : Bignum.t -> Bignum.t

val inv_mix_columns : Bignum.t -> Bignum.t

val aesenc : Bignum.t -> Bignum.t -> Bignum.t

val aesenclast : Bignum.t -> Bignum.t -> Bignum.t

val aesdec : Bignum.t -> Bignum.t -> Bignum.t

val aesdeclast : Bignum.t -> Bignum.t -> Bignum.t

val aesimc : Bignum.t -> Bignum.t

val sub_word : Bignum.t -> Bignum.t

val rot_word : Bignum.t -> Bignum.t

val aeskeygenassist : Bignum.t -> Bignum.t -> Bignum.t

type reg =
| RAX
| RCX
| RDX
| RBX
| RSP
| RBP
| RSI
| RDI
| R8
| R9
| R10
| R11
| R12
| R13
| R14
| R15

type vreg =
| V0
| V1
| V2
| V3
| V4
| V5
| V6
| V7
| V8
| V9
| V10
| V11
| V12
| V13
| V14
| V15

type flag =
| CF
| PF
| AF
| ZF
| SF
| OF

type loc =
| G of reg
| Lo of vreg
| Hi of vreg
| F of flag

type width =
| W32
| W64

type mbase =
| NoBase
| BaseReg of reg
| BaseSym of Bignum.t

type mem = { m_base : mbase; m_index : (reg * Bignum.t) option;
             m_disp : Bignum.t; m_region : Bignum.t }

type rm =
| R of reg
| M of mem

type rmi =
| Reg of reg
| Memory of mem
| Imm of Bignum.t

type vm =
| X of vreg
| XM of mem

type alu =
| ADD
| ADC
| SUB
| SBB
| AND
| OR
| XOR

type cmpop =
| CMP
| TEST

type unop =
| INC
| DEC
| NEG
| NOT

type shift =
| SHL
| SHR
| SAR
| ROL
| ROR

type bmi =
| PEXT
| PDEP
| ANDN

type shiftd =
| SHLD
| SHRD

type bitop =
| BT
| BTS
| BTR
| BTC

type scan =
| BSF
| BSR

type carryop =
| STC
| CLC
| CMC

type rotc =
| RCL
| RCR

type cc =
| CcO
| CcNO
| CcB
| CcAE
| CcE
| CcNE
| CcBE
| CcA
| CcS
| CcNS
| CcP
| CcNP
| CcL
| CcGE
| CcLE
| CcG

type enc =
| Sse
| Vex128
| Vex256

type vmov =
| DQU
| DQA
| UPS
| APS

type vop2 =
| PXOR
| POR
| PAND
| PANDN
| XORPS
| PADDB
| PADDW
| PADDD
| PADDQ
| PSUBB
| PSUBW
| PSUBD
| PSUBQ
| PMULLW
| PMULHW
| PMULHUW
| PMULHRSW
| PMULLD
| PMULDQ
| PMULUDQ
| PMADDWD
| PMADDUBSW
| PACKSSWB
| PACKUSWB
| PACKSSDW
| PACKUSDW
| PSLLVD
| PSRLVD
| PSRAVD
| PSLLVQ
| PSRLVQ
| PCMPEQB
| PCMPEQW
| PCMPEQD
| PCMPGTB
| PCMPGTW
| PCMPGTD
| PSHUFB
| PUNPCKLDQ
| PUNPCKHDQ
| PUNPCKLQDQ
| PUNPCKHQDQ
| PALIGNR of Bignum.t
| SHUFPS of Bignum.t
| SHUFPD of Bignum.t
| PBLENDD of Bignum.t
| PBLENDW of Bignum.t
| PCLMULQDQ of Bignum.t
| AESENC
| AESENCLAST
| AESDEC
| AESDECLAST

type vop1 =
| PSHUFD of Bignum.t
| MOVSHDUP
| MOVSLDUP
| AESIMC
| AESKEYGENASSIST of Bignum.t

type vshift =
| PSLLDQ
| PSRLDQ
| PSLLW
| PSRLW
| PSRAW
| PSLLD
| PSRLD
| PSRAD
| PSLLQ
| PSRLQ

type movmsk =
| PMOVMSKB
| MOVMSKPS
| MOVMSKPD

type narrow =
| W8
| W16

type instr =
| Mov of width * rm * rmi
| Movbe of width * rm * rm
| Movzb of reg * mem
| Movb of mem * reg
| Movzw of reg * mem
| Movw of mem * reg
| MovwLoad of reg * mem
| Lea of width * reg * mem
| Alu of alu * width * rm * rmi
| Cmp of cmpop * width * rm * rmi
| Un of unop * width * rm
| Shift of shift * width * rm * Bignum.t
| ShiftCl of shift * width * rm
| Shx of shift * width * reg * rm * reg
| Rorx of width * reg * rm * Bignum.t
| Bmi of bmi * width * reg * reg * rm
| Shiftd of shiftd * width * rm * reg * Bignum.t
| ShiftdCl of shiftd * width * rm * reg
| Bit of bitop * width * rm * Bignum.t
| Scan of scan * reg * rm
| Popcnt of width * reg * rm
| Rotc of rotc * width * rm
| Carry of carryop
| Xchg of reg * reg
| Movslq of reg * rm
| Bswap of width * reg
| Mul of width * rm
| ImulWide of width * rm
| Imul of width * reg * rm
| ImulConst of width * reg * rm * Bignum.t
| Mulx of width * reg * reg * rm
| Adcx of width * reg * rm
| Adox of width * reg * rm
| Cmov of cc * width * reg * rm
| Set_ of cc * reg
| Push of reg * Bignum.t
| Pop of reg * Bignum.t
| VMov of vmov * enc * vm * vm
| Vop2 of vop2 * enc * vreg * vreg * vm
| Vop1 of vop1 * enc * vreg * vm
| VShift of vshift * enc * vreg * vreg * Bignum.t
| MovGX of enc * width * vreg * rm
| MovXG of enc * width * rm * vreg
| Movq of enc * vreg * vreg
| Pinsr of enc * width * vreg * vreg * rm * Bignum.t
| Pextr of enc * width * rm * vreg * Bignum.t
| Movmsk of movmsk * enc * reg * vreg
| MovhLoad of enc * vreg * vreg * mem
| MovhStore of enc * mem * vreg
| Vpbroadcast of width * enc * vreg * vm
| Vpermd of vreg * vreg * vm
| Pmovzxbd of enc * vreg * vm
| PinsrN of narrow * enc * vreg * vreg * rm * Bignum.t
| PextrN of narrow * enc * rm * vreg * Bignum.t
| Vpblendvb of enc * vreg * vreg * vm * vreg
| Vinserti128 of vreg * vreg * vm * Bignum.t
| Vextracti128 of vm * vreg * Bignum.t
| Vperm2i128 of vreg * vreg * vm * Bignum.t
| Vpermq of vreg * vm * Bignum.t
| Vbroadcasti128 of vreg * mem
| Vzeroupper
| Prefetch of Bignum.t * mem
| Nop

val reg_eq_dec : (reg, reg) relDecision

val vreg_eq_dec : (vreg, vreg) relDecision

val flag_eq_dec : (flag, flag) relDecision

val loc_eq_dec : (loc, loc) relDecision

val width_eq_dec : (width, width) relDecision

val mbase_eq_dec : (mbase, mbase) relDecision

val mem_eq_dec : (mem, mem) relDecision

val rm_eq_dec : (rm, rm) relDecision

val rmi_eq_dec : (rmi, rmi) relDecision

val vm_eq_dec : (vm, vm) relDecision

val alu_eq_dec : (alu, alu) relDecision

val cmpop_eq_dec : (cmpop, cmpop) relDecision

val unop_eq_dec : (unop, unop) relDecision

val shift_eq_dec : (shift, shift) relDecision

val bmi_eq_dec : (bmi, bmi) relDecision

val shiftd_eq_dec : (shiftd, shiftd) relDecision

val bitop_eq_dec : (bitop, bitop) relDecision

val scan_eq_dec : (scan, scan) relDecision

val carryop_eq_dec : (carryop, carryop) relDecision

val rotc_eq_dec : (rotc, rotc) relDecision

val cc_eq_dec : (cc, cc) relDecision

val enc_eq_dec : (enc, enc) relDecision

val vmov_eq_dec : (vmov, vmov) relDecision

val vop2_eq_dec : (vop2, vop2) relDecision

val vop1_eq_dec : (vop1, vop1) relDecision

val vshift_eq_dec : (vshift, vshift) relDecision

val movmsk_eq_dec : (movmsk, movmsk) relDecision

val narrow_eq_dec : (narrow, narrow) relDecision

val instr_eq_dec : (instr, instr) relDecision

type state = { locs : (loc -> Bignum.t); memory : (Bignum.t -> Bignum.t) }

val undefined : Bignum.t

val defined : state -> loc -> bool

val load : (Bignum.t -> Bignum.t) -> Bignum.t -> nat -> Bignum.t

val store :
  (Bignum.t -> Bignum.t) -> Bignum.t -> nat -> Bignum.t -> Bignum.t ->
  Bignum.t

type region = { r_base : Bignum.t; r_size : Bignum.t; r_writable : bool }

type env = { symbol : (Bignum.t -> Bignum.t); regions : (Bignum.t -> region) }

val within : region -> Bignum.t -> nat -> bool

val address : env -> (loc -> Bignum.t) -> mem -> Bignum.t

type event =
| ELoad of Bignum.t * nat
| EStore of Bignum.t * nat
| ETouch of Bignum.t
| EBranch of bool

type use =
| Address
| Touch
| Load
| Store
| Modify

type access = { a_use : use; a_mem : mem; a_bytes : nat; a_align : Bignum.t }

type input =
| ILoc of loc
| IConst of Bignum.t
| IAddr
| IMem of nat * nat

type output =
| OLoc of loc
| OConst of loc * Bignum.t
| OMem of nat * nat

type 'op desc = { d_op : 'op; d_in : input list; d_access : access option;
                  d_out : output list }

val loads : use -> bool

val stores : use -> bool

type effect = { e_locs : (loc * Bignum.t) list;
                e_store : ((Bignum.t * nat) * Bignum.t) option;
                e_events : event list }

val permitted : env -> access -> Bignum.t -> bool

val events_of : access -> Bignum.t -> event list

val input_value :
  (loc -> Bignum.t) -> Bignum.t -> Bignum.t -> input -> Bignum.t

val ready : state -> input -> bool

val capacity : loc -> Bignum.t

val assign :
  output list -> Bignum.t list -> ((loc * Bignum.t) list * Bignum.t) option

val effect_of :
  ('a1 -> Bignum.t list -> Bignum.t list) -> env -> 'a1 desc -> state ->
  effect option

val assoc : loc -> (loc * Bignum.t) list -> Bignum.t option

val apply : effect -> state -> state

val step :
  ('a1 -> Bignum.t list -> Bignum.t list) -> env -> 'a1 desc -> state ->
  (state * event list) option

type op =
| OCopies
| OLow of Bignum.t
| OReverse of nat
| OAlu of alu * width
| OCmp of cmpop * width
| OUn of unop * width
| OShift of shift * width * Bignum.t
| OShiftBy of shift * width
| OBmi of bmi * width
| OShiftd of shiftd * width * Bignum.t
| OShiftdBy of shiftd * width
| OBit of bitop * width * Bignum.t
| OScan of scan
| OPopcnt of width
| ORotc of rotc * width
| ONot
| OSigned
| OMul of width
| OImulWide of width
| OImul of width
| OMulx of width
| OAdx of width
| OCmov of cc * width
| OSet of cc
| OPush
| OPop
| OV2 of vop2 * nat
| OV1 of vop1 * nat
| OVShift of vshift * Bignum.t * nat
| OInsert of Bignum.t * Bignum.t
| OExtract of Bignum.t * Bignum.t
| OInsert128 of Bignum.t
| OExtract128 of Bignum.t
| OPerm128 of Bignum.t
| OPermq of Bignum.t
| OTwice
| OSpread of Bignum.t * nat
| OPermd
| OWiden of nat
| OMask of Bignum.t * nat
| OBlendBytes of nat

val op_eq_dec : (op, op) relDecision

val bits : width -> Bignum.t

val parity : Bignum.t -> Bignum.t

val zero : Bignum.t -> Bignum.t

val bit : Bignum.t -> Bignum.t -> Bignum.t

val sign : width -> Bignum.t -> Bignum.t

val add_with : width -> Bignum.t -> Bignum.t -> Bignum.t -> Bignum.t list

val sub_with : width -> Bignum.t -> Bignum.t -> Bignum.t -> Bignum.t list

val logic : width -> Bignum.t -> Bignum.t list

val alu_sem : alu -> width -> Bignum.t list -> Bignum.t list

val un_sem : unop -> width -> Bignum.t -> Bignum.t list

val shift_sem : shift -> width -> Bignum.t -> Bignum.t -> Bignum.t list

val shift_by : shift -> width -> Bignum.t -> Bignum.t -> Bignum.t

val extract_bits : nat -> Bignum.t -> Bignum.t -> Bignum.t

val deposit_bits : nat -> Bignum.t -> Bignum.t -> Bignum.t

val bmi_sem : bmi -> width -> Bignum.t -> Bignum.t -> Bignum.t list

val shiftd_by :
  shiftd -> width -> Bignum.t -> Bignum.t -> Bignum.t -> Bignum.t

val shiftd_sem :
  shiftd -> width -> Bignum.t -> Bignum.t -> Bignum.t -> Bignum.t list

val bit_sem : bitop -> width -> Bignum.t -> Bignum.t -> Bignum.t list

val scan_sem : scan -> Bignum.t -> Bignum.t -> Bignum.t list

val popcount : nat -> Bignum.t -> Bignum.t

val rotc_sem : rotc -> width -> Bignum.t -> Bignum.t -> Bignum.t list

val mul_sem : width -> Bignum.t -> Bignum.t -> Bignum.t list

val imul_wide_sem : width -> Bignum.t -> Bignum.t -> Bignum.t list

val imul_sem : width -> Bignum.t -> Bignum.t -> Bignum.t list

val mulx_sem : width -> Bignum.t -> Bignum.t -> Bignum.t list

val adx_sem : width -> Bignum.t -> Bignum.t -> Bignum.t -> Bignum.t list

val cc_flags : cc -> flag list

val cc_holds : cc -> Bignum.t list -> bool

val pointwise :
  Bignum.t -> nat -> (Bignum.t -> Bignum.t -> Bignum.t) -> Bignum.t ->
  Bignum.t -> Bignum.t

val element : Bignum.t -> Bignum.t -> Bignum.t -> Bignum.t

val pshufb : Bignum.t -> Bignum.t -> Bignum.t

val saturated : Bignum.t -> Bignum.t -> Bignum.t -> Bignum.t

val pack :
  Bignum.t -> nat -> (Bignum.t -> Bignum.t) -> Bignum.t -> Bignum.t ->
  Bignum.t

val blend_bytes : Bignum.t -> Bignum.t -> Bignum.t -> Bignum.t

val two : Bignum.t -> Bignum.t -> Bignum.t

val v2_sem : vop2 -> Bignum.t -> Bignum.t -> Bignum.t

val v1_sem : vop1 -> Bignum.t -> Bignum.t

val vshift_sem : vshift -> Bignum.t -> Bignum.t -> Bignum.t

val insert : Bignum.t -> Bignum.t -> Bignum.t -> Bignum.t -> Bignum.t

val perm128 : Bignum.t -> Bignum.t list -> Bignum.t

val permq : Bignum.t -> Bignum.t -> Bignum.t -> Bignum.t list

val permd : Bignum.t -> Bignum.t -> Bignum.t -> Bignum.t -> Bignum.t list

val sign_bits : Bignum.t -> Bignum.t list -> Bignum.t

val sem : op -> Bignum.t list -> Bignum.t list

val nbytes : width -> nat

val scalar : width -> use -> mem -> access

val read_rm : width -> rm -> input * access option

val read_rmi : width -> rmi -> input * access option

val read_modify :
  width -> rm -> rmi -> ((input list * access option) * output) option

val computed : flag list -> output list

val lost : flag list -> output list

val cleared : flag list -> output list

val all_flags : flag list

val logic_flags : output list

val carry : alu -> input list

val alu_flags : alu -> output list

val shift_flags : shift -> Bignum.t -> output list

val shift_by_flags : shift -> output list

val lanes : enc -> nat

val vin : enc -> vreg -> input list

val vout : enc -> vreg -> output list

val vmem_in : enc -> input list

val vmem_out : enc -> output list

val vbytes : enc -> nat

val operand_align : enc -> Bignum.t

val move_align : vmov -> enc -> Bignum.t

val read_vm : enc -> Bignum.t -> vm -> input list * access option

val same_unless_vex : enc -> vreg -> vreg -> bool

val legal2 : vop2 -> enc -> bool

val legal1 : vop1 -> enc -> bool

val vex_only_128 : enc -> bool

val only_if : bool -> 'a1 -> 'a1 option

val describe : instr -> op desc option

val exec : env -> instr -> state -> (state * event list) option

val run : env -> instr list -> state -> (state * event list list) option

type relation = Bignum.t -> Bignum.t -> bool

val reg_index : reg -> Bignum.t

val vreg_index : vreg -> Bignum.t

val flag_index : flag -> Bignum.t

val index : loc -> Bignum.t

val set_of : loc list -> Bignum.t

val mem_set : loc -> Bignum.t -> bool

val disjoint_sets : Bignum.t -> Bignum.t -> bool

val subset : Bignum.t -> Bignum.t -> bool

val address_locs : mem -> loc list

val input_locs : input -> loc list

val output_locs : output -> loc list

val reads : 'a1 desc -> loc list

val writes : 'a1 desc -> loc list

val gets : Bignum.t -> output -> loc list

val gets_other : Bignum.t -> output -> loc list

val constantly : Bignum.t -> 'a1 desc -> Bignum.t

type footprint = { f_reads : Bignum.t; f_writes : Bignum.t;
                   f_zero : Bignum.t; f_lost : Bignum.t;
                   f_access : access option }

val footprint_of : 'a1 desc -> footprint

val touches : use -> bool

val conflicting : use -> use -> bool

val before : Bignum.t -> nat -> Bignum.t -> nat -> bool

val same_registers : mem -> mem -> bool

val apart : relation -> access -> access -> bool

val accesses_commute : relation -> access option -> access option -> bool

val writes_commute : footprint -> footprint -> bool

val independent : relation -> footprint -> footprint -> bool

type item = { i_instr : instr; i_footprint : footprint }

val annotate : instr -> item option

val annotate_all : instr list -> item list option

val pull : relation -> nat -> item list -> (item * item list) option

val perform : relation -> nat list -> item list -> item list option

val both : relation -> relation

val reorder : relation -> nat list -> instr list -> instr list option

val check_reorder : relation -> nat list -> instr list -> instr list -> bool

val append : Bignum.t -> Bignum.t -> Bignum.t

module PositiveMap :
 sig
  type key = Bignum.t

  type 'a tree =
  | Leaf
  | Node of 'a tree * 'a option * 'a tree

  type 'a t = 'a tree

  val empty : 'a1 t

  val find : key -> 'a1 t -> 'a1 option

  val add : key -> 'a1 -> 'a1 t -> 'a1 t

  val xelements : 'a1 t -> key -> (key * 'a1) list

  val elements : 'a1 t -> (key * 'a1) list
 end

type sstore = { ss_region : Bignum.t; ss_base : Bignum.t; ss_off : Bignum.t;
                ss_len : nat; ss_val : Bignum.t }

type node =
| NInit of loc
| NConst of Bignum.t
| NSym of Bignum.t
| NPlus of Bignum.t * Bignum.t
| NScaled of Bignum.t * Bignum.t * Bignum.t
| NOp of op * nat * Bignum.t * Bignum.t list
| NXor of Bignum.t * Bignum.t list
| NLoad of sstore list * Bignum.t * Bignum.t * nat
| NSlice of Bignum.t * nat * nat
| NParts of ((nat * nat) * Bignum.t) list

val sstore_eq_dec : (sstore, sstore) relDecision

val node_eq_dec : (node, node) relDecision

type table = { next : Bignum.t; defs : node PositiveMap.t;
               buckets : Bignum.t list PositiveMap.t }

val empty_table : table

val def : table -> Bignum.t -> node option

val mix : Bignum.t -> Bignum.t -> Bignum.t

val mix_ids : Bignum.t list -> Bignum.t -> Bignum.t

val hash : node -> Bignum.t

val search : table -> node -> Bignum.t list -> Bignum.t option

val intern : table -> node -> (table * Bignum.t) option

val refers : node -> Bignum.t list

val refers_back : (Bignum.t * node) -> bool

val well_founded_table : table -> bool

val start_capacity : loc -> Bignum.t

val fits : table -> Bignum.t -> Bignum.t -> bool

val constant : table -> Bignum.t -> Bignum.t option

val constants : table -> Bignum.t list -> Bignum.t list option

val parts_of_sum : table -> Bignum.t -> Bignum.t * Bignum.t

val mk_plus : table -> Bignum.t -> Bignum.t -> (table * Bignum.t) option

val merge : Bignum.t list -> Bignum.t list -> Bignum.t list

val xor_parts : table -> Bignum.t -> Bignum.t -> Bignum.t list

val mk_xor :
  table -> Bignum.t -> Bignum.t -> Bignum.t -> (table * Bignum.t) option

val mk_low :
  table -> Bignum.t -> Bignum.t -> node -> (table * Bignum.t) option

val commutative : vop2 -> bool

val plain_lanes : vop2 -> bool

val mk_lane :
  table -> Bignum.t -> vop2 -> Bignum.t -> Bignum.t -> (table * Bignum.t)
  option

val cancels : op -> Bignum.t list -> bool

val mk_op :
  table -> op -> nat -> Bignum.t -> Bignum.t list -> (table * Bignum.t) option

type place = { p_region : Bignum.t; p_base : Bignum.t; p_off : Bignum.t;
               p_len : nat }

val place_of : sstore -> place

val places_apart : relation -> place -> place -> bool

val same_place : place -> place -> bool

val precedes : place -> place -> bool

val push : relation -> sstore -> sstore list -> sstore list

val seen : relation -> place -> sstore list -> sstore list

val resolve : relation -> place -> sstore list -> (Bignum.t, sstore list) sum

val results : op -> nat -> nat

type sym = { s_regs : Bignum.t PositiveMap.t; s_chain : sstore list }

val key0 : loc -> Bignum.t

val read_loc : table -> sym -> loc -> (table * Bignum.t) option

val mk_base : table -> sym -> mbase -> (table * Bignum.t) option

val mk_address : table -> sym -> mem -> (table * (Bignum.t * Bignum.t)) option

val mk_load :
  table -> relation -> place -> sstore list -> (table * Bignum.t) option

val mk_input :
  table -> sym -> (Bignum.t * Bignum.t) -> Bignum.t -> input ->
  (table * Bignum.t) option

val mk_inputs :
  table -> sym -> (Bignum.t * Bignum.t) -> Bignum.t -> input list ->
  (table * Bignum.t list) option

val mk_outputs :
  table -> op -> Bignum.t list -> nat -> Bignum.t PositiveMap.t -> output
  list -> ((table * Bignum.t PositiveMap.t) * ((nat * nat) * Bignum.t) list)
  option

val computed_outputs : output list -> nat

val mk_stored :
  table -> ((nat * nat) * Bignum.t) list -> (table * Bignum.t) option

val mk_access :
  table -> relation -> sym -> access option ->
  ((table * (Bignum.t * Bignum.t)) * Bignum.t) option

val sym_step :
  relation -> table -> sym -> op desc ->
  ((table * sym) * (Bignum.t * Bignum.t)) option

val place_at : (Bignum.t * Bignum.t) -> access -> place

type fact = { k_use : use; k_place : place; k_align : Bignum.t }

val fact_of : op desc -> (Bignum.t * Bignum.t) -> fact option

val flag_source : sym -> loc -> (Bignum.t, loc) sum

val flags_read : sym -> input list -> (Bignum.t, loc) sum list

val sym_clean :
  relation -> table -> sym -> instr list -> (((table * sym) * (Bignum.t, loc)
  sum list) * fact option list) option

val inside_fact : fact -> fact -> bool

val same_base : fact -> fact -> bool

val allowed : fact option list -> fact option -> bool

val flag_known :
  table -> (Bignum.t, loc) sum list -> (Bignum.t, loc) sum -> bool

val sym_fast :
  relation -> (Bignum.t, loc) sum list -> fact option list -> table -> sym ->
  instr list -> ((table * sym) * fact option list) option

val start_sym : sym

val same_location : table -> sym -> sym -> loc -> bool

val symeq : relation -> loc list -> instr list -> instr list -> bool

type flat =
| FInstr of instr
| FJump of nat
| FBranch of cc * nat
| FHalt

val test : cc -> state -> bool option

val flat_step :
  env -> flat list -> nat -> state -> ((nat * state) * event list) option

val flat_steps :
  env -> flat list -> nat -> nat -> state -> ((nat * state) * event list)
  option

val forgets : vop2 -> bool

val idiom : op desc -> bool

val word_at : Bignum.t -> Bignum.t -> bool

val words_of : Bignum.t list -> Bignum.t

val all_locs : Bignum.t

val input_public : Bignum.t -> bool -> bool -> input -> bool

val constant_locs : output -> loc list

val computed_locs : output -> loc list

val lost_locs : output -> loc list

val moved_pointer : Bignum.t -> op desc -> loc list

val taint_desc :
  relation -> Bignum.t list -> Bignum.t list -> Bignum.t -> op desc ->
  Bignum.t option

type code =
| CSkip
| CInstr of instr
| CSeq of code * code
| CIf of cc * code * code
| CLoop of code * cc * code

val is_skip : code -> bool

val size0 : code -> nat

val lower : nat -> code -> flat list

val lowered : code -> flat list

val overwritten : Bignum.t -> instr list -> bool

val instr_writes : instr -> loc list

val collect : (instr -> 'a1 list) -> code -> 'a1 list

val modified : code -> loc list

val joint_writes : item list -> Bignum.t

val unread : Bignum.t -> item list -> bool

val constant_after :
  (footprint -> Bignum.t) -> Bignum.t -> item list -> Bignum.t

val jointly_apart : relation -> Bignum.t -> access -> access -> bool

val accesses_exchange : relation -> Bignum.t -> item -> item -> bool

val joint_accesses_exchange :
  relation -> Bignum.t -> item list -> item list -> bool

val unseen : Bignum.t -> Bignum.t -> item list -> bool

val same_constant : item list -> item list -> Bignum.t

val exchangeable :
  relation -> Bignum.t -> item list -> item list -> item list -> bool

type trade = { tr_at : nat; tr_first : nat; tr_second : nat }

val exchanged : trade -> 'a1 list -> 'a1 list

val exchange_ok : relation -> Bignum.t -> trade -> item list -> bool

val exchange_all :
  relation -> Bignum.t -> trade list -> item list -> item list option

val regroup :
  relation -> Bignum.t -> trade list -> instr list -> instr list option

val check_groups :
  relation -> Bignum.t -> trade list -> instr list -> instr list -> bool

type rewrite = instr list -> (instr list * nat) option

val peep : rewrite -> nat -> instr list -> instr list

val seq0 : code list -> code

val gather :
  (instr list -> instr list) -> instr list -> code list -> code list

val inside_of : (instr list -> instr list) -> code -> code list

val on_blocks : (instr list -> instr list) -> code -> code

val fuel_for : instr list -> nat

val peephole : rewrite -> code -> code

val single : (instr -> instr list option) -> rewrite

val keeps : cc -> code -> bool

val unrolled : nat -> code -> cc -> code -> code

val negate : cc -> cc

type rule =
| Reordered of nat * nat list
| Grouped of nat * trade list
| Equal of nat * instr list
| Peel
| Rotate of nat
| Unroll of nat
| Sink of nat
| Invert
| Exchange
| IntoIf of nat
| OutOfIf of nat
| TailIntoIf of nat
| TailOutOfIf of nat

type edit = { ed_path : (nat * bool) list; ed_skip : nat; ed_rule : rule }

val code_eq_dec : (code, code) relDecision

val elements0 : code -> code list

val normal : code -> code

val instrs_of : code list -> instr list option

val every_location : loc list

val apply_rule : relation -> rule -> code list -> code list option

val at_path :
  (nat * bool) list -> (code list -> code list option) -> code list -> code
  list option

val apply_edit : relation -> edit -> code -> code option

val transform : relation -> edit list -> code -> code option

val check_script : relation -> edit list -> code -> code -> bool

type exit =
| Fall
| Goto of nat
| Branch of cc * nat
| Stop

type program = (instr list * exit) list

val exit_eq_dec : (exit, exit) relDecision

val block_size : (instr list * exit) -> nat

val start : program -> nat -> nat

val exit_code : program -> exit -> flat list

val block_code : program -> (instr list * exit) -> flat list

val layout : program -> flat list

type hint =
| ByOrder of nat list
| ByGroups of trade list
| ByValue

val dead_after : loc list -> exit -> Bignum.t

val block_ok :
  relation -> loc list -> exit -> hint -> instr list -> instr list -> bool

val check_blocks :
  relation -> loc list -> hint list -> program -> program -> bool

type callee =
| Inside of nat
| Outside of Bignum.t

type code0 = (flat * callee option) list

val claim : nat -> Bignum.t option list -> nat -> Bignum.t option

val claimed : Bignum.t option -> Bignum.t -> bool

type window = { w_gap : nat; w_public : Bignum.t list; w_known : Bignum.t;
                w_entries : nat list; w_returns : Bignum.t;
                w_claims : Bignum.t option list }

type contract = { c_needs : Bignum.t; c_loads : Bignum.t list;
                  c_stores : Bignum.t list; c_keeps : Bignum.t;
                  c_gives : Bignum.t }

val contract_of : (Bignum.t * contract) list -> Bignum.t -> contract option

val all_flags0 : Bignum.t

val without_flags : Bignum.t -> Bignum.t

val rsp_public : Bignum.t -> bool

val along :
  Bignum.t list -> (nat -> Bignum.t -> bool) -> nat -> Bignum.t -> Bignum.t

val serves :
  Bignum.t list -> (nat -> Bignum.t -> bool) -> Bignum.t list -> Bignum.t ->
  Bignum.t option -> nat -> (nat * window) -> bool

val behind_contract :
  relation -> Bignum.t list -> Bignum.t -> contract -> Bignum.t

val keeps_contract :
  relation -> Bignum.t list -> Bignum.t list -> Bignum.t -> Bignum.t option
  -> contract -> bool

val taint_at :
  relation -> Bignum.t list -> (nat -> Bignum.t -> bool) ->
  (Bignum.t * contract) list -> (nat * window) list -> Bignum.t list ->
  Bignum.t -> (nat -> Bignum.t option) -> Bignum.t option -> Bignum.t option
  -> (flat * callee option) -> bool

val taint_from :
  relation -> Bignum.t list -> (nat -> Bignum.t -> bool) ->
  (Bignum.t * contract) list -> (nat * window) list -> Bignum.t list ->
  Bignum.t -> (nat -> Bignum.t option) -> Bignum.t option list -> code0 ->
  bool

val taint_window :
  relation -> Bignum.t list -> (nat -> Bignum.t -> bool) ->
  (Bignum.t * contract) list -> (nat * window) list -> nat -> window -> code0
  -> bool

val taint_windows :
  relation -> Bignum.t list -> (nat -> Bignum.t -> bool) ->
  (Bignum.t * contract) list -> (nat * window) list -> nat -> window list ->
  code0 -> bool

val placed : nat -> window list -> (nat * window) list

val taint_check :
  relation -> Bignum.t list -> (nat -> Bignum.t -> bool) ->
  (Bignum.t * contract) list -> window list -> code0 -> bool

val load_le : width -> reg -> mem -> instr list

val store_le : mem -> reg -> instr list

val addresses : reg -> mem -> bool

val no_movbe : instr -> instr list option

val to_movbe : rewrite

val wide : enc -> bool

val is_copy : instr -> bool

val unseen0 : instr -> instr list -> bool

val to_itself : instr -> bool

val from_source : instr -> instr -> instr option

val no_copies : rewrite

val no_unseen : rewrite

val flag_set : Bignum.t

val to_xor : rewrite

val from_xor : rewrite

val no_prefetch : instr -> instr list option

val at_distance : mem -> Bignum.t -> mem

val with_prefetch :
  Bignum.t -> Bignum.t -> (access -> bool) -> instr -> instr list option

val passed : loc list

val live_at : loc list -> callee option -> loc list

val check_stops :
  relation -> loc list -> hint list -> callee option list -> program ->
  program -> bool

val returns_all : loc list -> callee option list -> bool

val check_calls :
  relation -> loc list -> hint list -> callee option list -> program ->
  program -> bool

type 'a reader = Bignum.t list -> ('a * Bignum.t list) option

val give : 'a1 -> 'a1 reader

val refuse : 'a1 reader

val bind : 'a1 reader -> ('a1 -> 'a2 reader) -> 'a2 reader

val only : bool -> 'a1 reader -> 'a1 reader

val byte : Bignum.t reader

val little : nat -> Bignum.t reader

val number : nat -> Bignum.t reader

val small : Bignum.t -> bool

type prefix = { p_map : Bignum.t; p_pp : Bignum.t; p_w : bool; p_r : 
                bool; p_x : bool; p_b : bool; p_empty : bool; p_enc : 
                enc; p_vvvv : Bignum.t option }

val bit0 : Bignum.t -> Bignum.t -> bool

val field : Bignum.t -> Bignum.t -> Bignum.t -> Bignum.t

val vex : Bignum.t -> Bignum.t -> bool -> bool -> bool -> bool -> prefix

val vex2 : prefix reader

val vex3 : prefix reader

val peek : Bignum.t reader

val legacy_pp : Bignum.t reader

val legacy_rex : Bignum.t option reader

val legacy_map : Bignum.t reader

val legacy : prefix reader

val prefixes : prefix reader

val reg_numbered : Bignum.t -> reg

val vreg_numbered : Bignum.t -> vreg

val cc_numbered : Bignum.t -> cc

val extended : bool -> Bignum.t -> Bignum.t

type operand =
| ORegister of Bignum.t
| OMemory of mem

type relative = nat -> Bignum.t -> (mbase * Bignum.t) option

val sib : prefix -> Bignum.t -> (mbase * (reg * Bignum.t) option) reader

val displacement : mbase -> Bignum.t -> Bignum.t reader

val modrm : prefix -> relative -> nat -> ((Bignum.t * operand) * bool) reader

type build = prefix -> Bignum.t -> operand -> Bignum.t -> instr option

val size1 : prefix -> width

val rm_of : operand -> rm

val digit : (Bignum.t * build) list -> build

val narrow0 : build -> build

val wide0 : build -> build

val from_memory : (mem -> build) -> build

val from_register : (Bignum.t -> build) -> build

val long : build -> build

val not_rax : build -> build

val rex : prefix -> bool

val byte_register : prefix -> Bignum.t -> bool

val to_rm : (width -> rm -> rmi -> instr) -> build

val to_reg : (width -> reg -> rm -> instr) -> build

val load0 : (width -> rm -> rmi -> instr) -> build

val with_imm : (width -> rm -> rmi -> instr) -> build

val one : (width -> rm -> instr) -> build

val count : (width -> rm -> Bignum.t -> instr) -> build

val by_one : (width -> rm -> Bignum.t -> instr) -> build

val bit_number : (width -> rm -> Bignum.t -> instr) -> build

val double0 : (width -> rm -> reg -> Bignum.t -> instr) -> build

val double_cl : (width -> rm -> reg -> instr) -> build

val three : (width -> reg -> reg -> rm -> instr) -> build

val alus : (Bignum.t * alu) list

val alu_imm : (Bignum.t * build) list

val shifts : (Bignum.t * shift) list

val bits_ : (Bignum.t * bitop) list

val vm_of : operand -> vm

val vector2 : (Bignum.t -> vop2) -> build

val unnamed : prefix -> bool

val vector1 : (enc -> vreg -> vm -> Bignum.t -> instr) -> build

val shifted : vshift -> build

val move_load : vmov -> build

val move_store : vmov -> build

val into_vector : (enc -> vreg -> rm -> instr) -> build

val out_of_vector : (enc -> rm -> vreg -> Bignum.t -> instr) -> build

val inserted : (enc -> vreg -> vreg -> rm -> Bignum.t -> instr) -> build

val to_general : (enc -> reg -> vreg -> Bignum.t -> instr) -> build

val movq_load : build

val movq_store : build

val wide_vector : build -> build

val wide2 : (vreg -> vreg -> vm -> Bignum.t -> instr) -> build

val blended : build

type kind =
| Scalar
| Byte
| General
| Vector of bool

type row = { r_kind : kind; r_map : Bignum.t; r_pp : Bignum.t;
             r_opcode : Bignum.t; r_imm : (Bignum.t -> nat); r_build : 
             build }

val row0 : kind -> Bignum.t -> Bignum.t -> Bignum.t -> nat -> build -> row

val fits0 : prefix -> Bignum.t -> row -> bool

val scalars : row list

val generals : row list

val two0 : Bignum.t -> Bignum.t -> Bignum.t -> vop2 -> row

val two_imm : Bignum.t -> Bignum.t -> Bignum.t -> (Bignum.t -> vop2) -> row

val one_source : Bignum.t -> Bignum.t -> Bignum.t -> vop1 -> row

val one_imm : Bignum.t -> Bignum.t -> Bignum.t -> (Bignum.t -> vop1) -> row

val moves : Bignum.t -> Bignum.t -> Bignum.t -> vmov -> row list

val vectors : row list

val table0 : row list

type decoded =
| Does of instr
| Jumps of Bignum.t
| Branches of cc * Bignum.t
| Returns

val sized : prefix -> bool

val bare : prefix -> bool

val away : Bignum.t reader

val without_modrm1 : prefix -> Bignum.t -> decoded reader option

val without_modrm2 : prefix -> Bignum.t -> decoded reader option

val without_modrm : prefix -> Bignum.t -> decoded reader option

val decode : relative -> (decoded * bool) reader

val over_rm : (mem -> mem) -> rm -> rm

val over_rmi : (mem -> mem) -> rmi -> rmi

val over_vm : (mem -> mem) -> vm -> vm

val over : (mem -> mem) -> instr -> instr

val wrap : width -> Bignum.t -> Bignum.t

val wrap_rmi : width -> rmi -> rmi

val wrap_mem : mem -> mem

val wrapped : instr -> instr

val canonical : instr -> instr

type origin =
| SEntry
| SAligned of Bignum.t * Bignum.t

type spot = { s_origin : origin; s_off : Bignum.t }

type stack_value =
| SAt of spot
| SKept of reg
| SGiven of reg * Bignum.t
| SOff
| SMaybe

val same_origin : origin -> origin -> bool

val same_spot : spot -> spot -> bool

val spot_entry : spot

val spot_moved : spot -> Bignum.t -> spot

val valid_origin : origin -> bool

val least : spot -> Bignum.t

val most : spot -> Bignum.t

val surely_le : spot -> spot -> bool

val surely_apart : spot -> Bignum.t -> spot -> Bignum.t -> bool

val spot_bounded : Bignum.t -> spot -> bool

val shifted0 : stack_value -> Bignum.t -> stack_value

val signed64 : Bignum.t -> Bignum.t

val alignment : Bignum.t -> Bignum.t option

val aligned : Bignum.t -> stack_value -> Bignum.t -> stack_value

type stretch = { r_origin : origin; r_from : Bignum.t; r_to : Bignum.t }

type lent = { l_register : reg; l_from : Bignum.t; l_to : Bignum.t }

type stack_state = { k_registers : stack_value list;
                     k_words : (spot * stack_value) list;
                     k_fresh : stretch list; k_flags : bool; k_spread : 
                     bool; k_whole : bool; k_lent : lent list;
                     k_filled : lent list }

val sixteen : reg list

val registers_of : (reg -> stack_value) -> stack_value list

val in_register : stack_state -> reg -> stack_value

val leads : stack_value -> bool

val exact : stack_value -> bool

val mixed_of : bool -> stack_value

val address_in : stack_state -> mem -> stack_value

val word_in : spot -> (spot * stack_value) list -> stack_value

val loaded_from : stack_state -> stack_value -> nat -> stack_value

val input_leads : stack_state -> stack_value -> stack_value -> input -> bool

val special : Bignum.t -> stack_state -> instr -> (reg * stack_value) list

val stored_in : stack_state -> instr -> stack_value -> stack_value

val special_of : (reg * stack_value) list -> reg -> stack_value option

val output_loc : output -> loc option

val writes_loc : op desc -> loc -> bool

val stretched : stretch -> stretch list -> stretch list

val within_stretch : origin -> Bignum.t -> Bignum.t -> stretch -> bool

val within_lent : lent -> lent -> bool

val is_fresh : stack_state -> spot -> Bignum.t -> bool

val filled : lent -> lent list -> lent list

val left_of :
  spot -> Bignum.t -> stack_value -> (spot * stack_value) ->
  (spot * stack_value) list

val stored_to :
  stack_state -> stack_value -> nat -> stack_value -> stack_state

val access_ok :
  Bignum.t -> spot list -> bool -> stack_state -> use -> stack_value -> nat
  -> bool

val after_instr :
  Bignum.t -> spot list -> bool -> stack_state -> instr -> stack_state option

val value_le : stack_value -> stack_value -> bool

val values_le : stack_value list -> stack_value list -> bool

val same_value : stack_value -> stack_value -> bool

val same_words :
  (spot * stack_value) list -> (spot * stack_value) list -> bool

val words_le : (spot * stack_value) list -> (spot * stack_value) list -> bool

val within0 : stretch -> stretch -> bool

val not_within : stretch -> stretch list -> stretch list

val fresh_in_order : stretch list -> stretch list -> bool

val fresh_le : stretch list -> stretch list -> bool

val state_le : stack_state -> stack_state -> bool

val nothing_below : spot -> Bignum.t -> stack_state -> bool

val well_claimed : Bignum.t -> spot list -> stack_state -> bool

type effect_on = { e_kept : reg list; e_given : reg list; e_lent : lent list;
                   e_needed : lent list; e_filled : lent list;
                   e_leaves : reg list }

type activation = { a_key : Bignum.t; a_calls : nat list;
                    a_returns : spot list; a_first : nat;
                    a_states : stack_state option list }

val same_chain : nat list -> nat list -> bool

val key_of : nat list -> Bignum.t

val activation_of : activation list -> nat list -> activation option

val claimed_in : activation -> nat -> stack_state option

val claimed0 :
  activation list -> nat list -> nat -> (spot list * stack_state) option

val same_spots : spot list -> spot list -> bool

val with_registers :
  stack_state -> (reg -> stack_value) -> (spot * stack_value) list -> bool ->
  stack_state

val with_top : stack_state -> spot -> stack_state

val passed_registers : reg list

val passes : stack_state -> bool

val behind_outside : reg list -> stack_state -> stack_state

val may_lend : spot list -> spot -> stack_state -> lent -> bool

val fresh_there : stack_state -> lent -> bool

val may_call : spot list -> spot -> effect_on -> stack_state -> bool

val at_called : effect_on -> stack_state

val may_return : effect_on -> stack_state -> bool

val stretches_of : stack_state -> lent -> stretch list

val lent_of : stack_state -> lent -> lent list

val behind_called : effect_on -> stack_state -> stack_state

val goes :
  activation list -> nat list -> spot list -> nat -> stack_state ->
  (stack_state -> bool) -> bool

val step_ok :
  Bignum.t -> (nat -> reg list) -> (nat -> bool) -> (nat -> effect_on option)
  -> activation list -> activation -> nat -> stack_state -> (flat * callee
  option) -> stack_state option -> bool

val walk :
  Bignum.t -> (nat -> reg list) -> (nat -> bool) -> (nat -> effect_on option)
  -> activation list -> activation -> nat -> code0 -> stack_state option list
  -> bool

val at_entry : stack_state

val check_stack :
  Bignum.t -> (nat -> reg list) -> (nat -> bool) -> (nat -> effect_on option)
  -> activation list -> code0 -> nat list -> bool
