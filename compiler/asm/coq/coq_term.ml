(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Asm_model
module Z = Bignum

let app name args = if args = [] then name else "(" ^ String.concat " " (name :: args) ^ ")"
let n k = Z.to_string k ^ "%N"
let z k = if Z.sign k < 0 then "(" ^ Z.to_string k ^ ")%Z" else Z.to_string k ^ "%Z"
let reg r = String.uppercase_ascii (Operand.gpr_name Operand.Qword r)
let vreg x = "V" ^ string_of_int (Operand.vreg_number x)
let width = function W32 -> "W32" | W64 -> "W64"
let enc = function Sse -> "Sse" | Vex128 -> "Vex128" | Vex256 -> "Vex256"

let mem m =
  let base = match m.m_base with NoBase -> "NoBase" | BaseReg r -> app "BaseReg" [ reg r ] | BaseSym s -> app "BaseSym" [ Z.to_string s ^ "%positive" ] in
  let index = match m.m_index with None -> "None" | Some (r, k) -> Printf.sprintf "(Some (%s, %s))" (reg r) (n k) in
  app "Mem" [ base; index; z m.m_disp; n m.m_region ]

let rm = function R r -> app "R" [ reg r ] | M m -> app "M" [ mem m ]
let rmi = function Reg r -> app "Reg" [ reg r ] | Memory m -> app "Memory" [ mem m ] | Imm i -> app "Imm" [ z i ]
let vm = function X x -> app "X" [ vreg x ] | XM m -> app "XM" [ mem m ]
let alu = function ADD -> "ADD" | ADC -> "ADC" | SUB -> "SUB" | SBB -> "SBB" | AND -> "AND" | OR -> "OR" | XOR -> "XOR"
let cmpop = function CMP -> "CMP" | TEST -> "TEST"
let unop = function INC -> "INC" | DEC -> "DEC" | NEG -> "NEG" | NOT -> "NOT"
let shift = function SHL -> "SHL" | SHR -> "SHR" | SAR -> "SAR" | ROL -> "ROL" | ROR -> "ROR"
let bmi = function PEXT -> "PEXT" | PDEP -> "PDEP" | ANDN -> "ANDN"

let cc = function
  | CcO -> "CcO" | CcNO -> "CcNO" | CcB -> "CcB" | CcAE -> "CcAE" | CcE -> "CcE" | CcNE -> "CcNE" | CcBE -> "CcBE" | CcA -> "CcA"
  | CcS -> "CcS" | CcNS -> "CcNS" | CcP -> "CcP" | CcNP -> "CcNP" | CcL -> "CcL" | CcGE -> "CcGE" | CcLE -> "CcLE" | CcG -> "CcG"

let vmov = function DQU -> "DQU" | DQA -> "DQA" | UPS -> "UPS" | APS -> "APS"

let vop2 = function
  | XORPS -> "XORPS" | PMULHRSW -> "PMULHRSW" | PMADDWD -> "PMADDWD" | PMADDUBSW -> "PMADDUBSW"
  | PACKSSWB -> "PACKSSWB" | PACKUSWB -> "PACKUSWB" | PACKSSDW -> "PACKSSDW" | PACKUSDW -> "PACKUSDW"
  | PSLLVD -> "PSLLVD" | PSRLVD -> "PSRLVD" | PSRAVD -> "PSRAVD" | PSLLVQ -> "PSLLVQ" | PSRLVQ -> "PSRLVQ"
  | PADDW -> "PADDW" | PSUBW -> "PSUBW" | PMULLW -> "PMULLW" | PMULHW -> "PMULHW" | PMULHUW -> "PMULHUW"
  | PMULLD -> "PMULLD" | PMULDQ -> "PMULDQ" | PCMPEQW -> "PCMPEQW" | PCMPGTB -> "PCMPGTB" | PCMPGTW -> "PCMPGTW"
  | PBLENDW i -> app "PBLENDW" [ n i ]
  | PXOR -> "PXOR" | POR -> "POR" | PAND -> "PAND" | PANDN -> "PANDN"
  | PADDB -> "PADDB" | PADDD -> "PADDD" | PADDQ -> "PADDQ" | PSUBB -> "PSUBB" | PSUBD -> "PSUBD" | PSUBQ -> "PSUBQ"
  | PMULUDQ -> "PMULUDQ" | PCMPEQB -> "PCMPEQB" | PCMPEQD -> "PCMPEQD" | PCMPGTD -> "PCMPGTD" | PSHUFB -> "PSHUFB"
  | PUNPCKLDQ -> "PUNPCKLDQ" | PUNPCKHDQ -> "PUNPCKHDQ" | PUNPCKLQDQ -> "PUNPCKLQDQ" | PUNPCKHQDQ -> "PUNPCKHQDQ"
  | PALIGNR i -> app "PALIGNR" [ n i ] | SHUFPS i -> app "SHUFPS" [ n i ]
  | SHUFPD i -> app "SHUFPD" [ n i ] | PBLENDD i -> app "PBLENDD" [ n i ]
  | PCLMULQDQ i -> app "PCLMULQDQ" [ n i ]
  | AESENC -> "AESENC" | AESENCLAST -> "AESENCLAST" | AESDEC -> "AESDEC" | AESDECLAST -> "AESDECLAST"

let vop1 = function
  | MOVSHDUP -> "MOVSHDUP" | MOVSLDUP -> "MOVSLDUP"
  | PSHUFD i -> app "PSHUFD" [ n i ] | AESIMC -> "AESIMC" | AESKEYGENASSIST i -> app "AESKEYGENASSIST" [ n i ]

let vshift = function
  | PSLLW -> "PSLLW" | PSRLW -> "PSRLW" | PSRAW -> "PSRAW"
  | PSLLDQ -> "PSLLDQ" | PSRLDQ -> "PSRLDQ" | PSLLD -> "PSLLD" | PSRLD -> "PSRLD" | PSRAD -> "PSRAD" | PSLLQ -> "PSLLQ" | PSRLQ -> "PSRLQ"

let movmsk = function PMOVMSKB -> "PMOVMSKB" | MOVMSKPS -> "MOVMSKPS" | MOVMSKPD -> "MOVMSKPD"
let narrow = function W8 -> "W8" | W16 -> "W16"
let shiftd = function SHLD -> "SHLD" | SHRD -> "SHRD"
let bitop = function BT -> "BT" | BTS -> "BTS" | BTR -> "BTR" | BTC -> "BTC"

let instruction = function
  | Mov (w, d, s) -> app "Mov" [ width w; rm d; rmi s ]
  | Movbe (w, d, s) -> app "Movbe" [ width w; rm d; rm s ]
  | Movzb (d, s) -> app "Movzb" [ reg d; mem s ]
  | Movzw (d, s) -> app "Movzw" [ reg d; mem s ]
  | Movw (d, s) -> app "Movw" [ mem d; reg s ]
  | MovwLoad (d, s) -> app "MovwLoad" [ reg d; mem s ]
  | Movb (d, s) -> app "Movb" [ mem d; reg s ]
  | Lea (w, d, m) -> app "Lea" [ width w; reg d; mem m ]
  | Alu (o, w, d, s) -> app "Alu" [ alu o; width w; rm d; rmi s ]
  | Cmp (o, w, a, b) -> app "Cmp" [ cmpop o; width w; rm a; rmi b ]
  | Un (o, w, d) -> app "Un" [ unop o; width w; rm d ]
  | Shift (o, w, d, k) -> app "Shift" [ shift o; width w; rm d; n k ]
  | ShiftCl (o, w, d) -> app "ShiftCl" [ shift o; width w; rm d ]
  | Shx (o, w, d, s, c) -> app "Shx" [ shift o; width w; reg d; rm s; reg c ]
  | Rorx (w, d, s, k) -> app "Rorx" [ width w; reg d; rm s; n k ]
  | Bmi (o, w, d, s1, s2) -> app "Bmi" [ bmi o; width w; reg d; reg s1; rm s2 ]
  | Shiftd (o, w, d, s, k) -> app "Shiftd" [ shiftd o; width w; rm d; reg s; n k ]
  | ShiftdCl (o, w, d, s) -> app "ShiftdCl" [ shiftd o; width w; rm d; reg s ]
  | Bit (o, w, d, k) -> app "Bit" [ bitop o; width w; rm d; n k ]
  | Scan (o, d, s) -> app "Scan" [ (match o with BSF -> "BSF" | BSR -> "BSR"); reg d; rm s ]
  | Popcnt (w, d, s) -> app "Popcnt" [ width w; reg d; rm s ]
  | Rotc (o, w, d) -> app "Rotc" [ (match o with RCL -> "RCL" | RCR -> "RCR"); width w; rm d ]
  | Carry o -> app "Carry" [ (match o with STC -> "STC" | CLC -> "CLC" | CMC -> "CMC") ]
  | Xchg (a, b) -> app "Xchg" [ reg a; reg b ]
  | Movslq (d, s) -> app "Movslq" [ reg d; rm s ]
  | Bswap (w, d) -> app "Bswap" [ width w; reg d ]
  | Mul (w, s) -> app "Mul" [ width w; rm s ]
  | ImulWide (w, s) -> app "ImulWide" [ width w; rm s ]
  | Imul (w, d, s) -> app "Imul" [ width w; reg d; rm s ]
  | ImulConst (w, d, s, i) -> app "ImulConst" [ width w; reg d; rm s; z i ]
  | Mulx (w, hi, lo, s) -> app "Mulx" [ width w; reg hi; reg lo; rm s ]
  | Adcx (w, d, s) -> app "Adcx" [ width w; reg d; rm s ]
  | Adox (w, d, s) -> app "Adox" [ width w; reg d; rm s ]
  | Cmov (c, w, d, s) -> app "Cmov" [ cc c; width w; reg d; rm s ]
  | Set_ (c, d) -> app "Set_" [ cc c; reg d ]
  | Push (s, r) -> app "Push" [ reg s; n r ]
  | Pop (d, r) -> app "Pop" [ reg d; n r ]
  | VMov (k, e, d, s) -> app "VMov" [ vmov k; enc e; vm d; vm s ]
  | Vop2 (o, e, d, s1, s2) -> app "Vop2" [ vop2 o; enc e; vreg d; vreg s1; vm s2 ]
  | Vop1 (o, e, d, s) -> app "Vop1" [ vop1 o; enc e; vreg d; vm s ]
  | VShift (o, e, d, s, k) -> app "VShift" [ vshift o; enc e; vreg d; vreg s; n k ]
  | MovGX (e, w, d, s) -> app "MovGX" [ enc e; width w; vreg d; rm s ]
  | MovXG (e, w, d, s) -> app "MovXG" [ enc e; width w; rm d; vreg s ]
  | Movq (e, d, s) -> app "Movq" [ enc e; vreg d; vreg s ]
  | Pinsr (e, w, d, s1, s2, i) -> app "Pinsr" [ enc e; width w; vreg d; vreg s1; rm s2; n i ]
  | Pextr (e, w, d, s, i) -> app "Pextr" [ enc e; width w; rm d; vreg s; n i ]
  | Movmsk (k, e, d, s) -> app "Movmsk" [ movmsk k; enc e; reg d; vreg s ]
  | MovhLoad (e, d, s1, m) -> app "MovhLoad" [ enc e; vreg d; vreg s1; mem m ]
  | MovhStore (e, m, s) -> app "MovhStore" [ enc e; mem m; vreg s ]
  | Vpbroadcast (w, e, d, s) -> app "Vpbroadcast" [ width w; enc e; vreg d; vm s ]
  | Vpermd (d, s1, s2) -> app "Vpermd" [ vreg d; vreg s1; vm s2 ]
  | Pmovzxbd (e, d, s) -> app "Pmovzxbd" [ enc e; vreg d; vm s ]
  | PinsrN (k, e, d, s1, s2, i) -> app "PinsrN" [ narrow k; enc e; vreg d; vreg s1; rm s2; n i ]
  | PextrN (k, e, d, s, i) -> app "PextrN" [ narrow k; enc e; rm d; vreg s; n i ]
  | Vpblendvb (e, d, s1, s2, m) -> app "Vpblendvb" [ enc e; vreg d; vreg s1; vm s2; vreg m ]
  | Vinserti128 (d, s1, s2, i) -> app "Vinserti128" [ vreg d; vreg s1; vm s2; n i ]
  | Vextracti128 (d, s, i) -> app "Vextracti128" [ vm d; vreg s; n i ]
  | Vperm2i128 (d, s1, s2, i) -> app "Vperm2i128" [ vreg d; vreg s1; vm s2; n i ]
  | Vpermq (d, s, i) -> app "Vpermq" [ vreg d; vm s; n i ]
  | Vbroadcasti128 (d, m) -> app "Vbroadcasti128" [ vreg d; mem m ]
  | Vzeroupper -> "Vzeroupper"
  | Prefetch (level, m) -> app "Prefetch" [ n level; mem m ]
  | Nop -> "Nop"

let flat = function
  | FInstr i -> "FInstr " ^ instruction i
  | FJump t -> Printf.sprintf "FJump %d" (Unary.to_int t)
  | FBranch (c, t) -> Printf.sprintf "FBranch %s %d" (cc c) (Unary.to_int t)
  | FHalt -> "FHalt"

(* What an operand's base is called is part of the meaning of the numbers above. *)
let operands code =
  List.filter_map (function FInstr i -> Option.bind (describe i) (fun d -> Option.map (fun a -> a.a_mem) d.d_access) | _ -> None) code

(* In a comment of Coq, quotes and asterisks mean something. *)
let in_comment = String.map (fun ch -> if Gas_word.is_part ch || ch = '-' || ch = '%' then ch else '?')

(* Where it is entered, if that is not at its begin and nowhere else. *)
let entries (all : Entry_points.entry list) =
  let entry (e : Entry_points.entry) = Printf.sprintf "%d %s" e.position (in_comment e.name) in
  match all with
  | [ { position = 0; _ } ] -> ""
  | _ -> Printf.sprintf "\n    Entries: %s." (String.concat ", " (List.map entry all))

let regions_in code = List.sort_uniq Z.compare (List.map (fun m -> m.m_region) (operands code))

let numbers ~regions ~names code =
  let symbol m = match m.m_base with BaseSym s -> Some s | _ -> None in
  let symbols = List.sort_uniq Z.compare (List.filter_map symbol (operands code)) in
  let list show l = String.concat ", " (List.map show l) in
  let titled name n = Printf.sprintf "%s %s" (Z.to_string n) (in_comment (name n)) in
  Printf.sprintf "    Regions: %s.\n    Symbols: %s." (list (titled (Regions.name regions)) (regions_in code))
    (list (titled (Operand.symbol_name names)) symbols)

let definition name code =
  Printf.sprintf "Definition %s : list flat := [\n%s\n].\n" name
    (String.concat ";\n" (List.map (fun f -> "  " ^ flat f) code))

let of_file ~regions:annotated file =
  let names = Operand.new_names () in
  let regions = Regions.create names in
  (* numbers as the annotated file has them, whatever the order of operands in the other *)
  Option.iter (fun f -> ignore (Reading_trusted.load ~regions ~names ~annotations:true f)) annotated;
  let { Reading_trusted.source; marked; _ } = Reading_trusted.load ~regions ~names ~annotations:(annotated = None) file in
  (* flat code has no loops and conditionals, only what they are lowered to *)
  let source = if Source.structured source then Lowering.lower source else source in
  let entered = entries (Entry_points.all ~names source) in
  let code = Array.to_list (Array.map (fun (l : Flat_code.line) -> l.flat) (Flat_code.of_source source)) in
  Printf.sprintf "(** Made by `fairlead asm coq' from %s; not to be edited.\n%s%s%s *)\n%s%s%s"
    (in_comment (Filename.basename file))
    (if marked then "    The code is lowered: to the assembler, the marks of the file are comments.\n" else "")
    (numbers ~regions ~names code) entered "From Fairlead.Base Require Import Prelude.\n"
    "From Fairlead.Asm.Model Require Import Syntax_trusted Flat_trusted.\n\n" (definition "code" code)
