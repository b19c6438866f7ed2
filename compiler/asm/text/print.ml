(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Asm_model
module Z = Bignum

type syntax = Att | Intel

let number z =
  if Z.lt (Z.abs z) (Z.of_int 10) then Z.to_string z
  else Printf.sprintf "%s0x%s" (if Z.sign z < 0 then "-" else "") (Z.format "%x" (Z.abs z))

let register : Operand.t -> string = function
  | Gpr (s, r) -> Operand.gpr_name s r
  | Xmm x -> Printf.sprintf "xmm%d" (Operand.vreg_number x)
  | Ymm x -> Printf.sprintf "ymm%d" (Operand.vreg_number x)
  | Imm _ | Address _ -> ""

let q r = Operand.gpr_name Qword r

let att_address names (a : Operand.address) =
  let disp = if Z.equal a.disp Z.zero then "" else number a.disp in
  match (a.base, a.index) with
  | BaseSym s, _ ->
      let sign = if Z.sign a.disp > 0 then "+" else "" in
      Printf.sprintf "%s%s%s(%%rip)" (Operand.symbol_name names s) sign disp
  | NoBase, None -> number a.disp
  | NoBase, Some (r, k) -> Printf.sprintf "%s(,%%%s,%d)" disp (q r) k
  | BaseReg b, None -> Printf.sprintf "%s(%%%s)" disp (q b)
  | BaseReg b, Some (r, k) -> Printf.sprintf "%s(%%%s,%%%s,%d)" disp (q b) (q r) k

let pointer : Operand.size -> string = function
  | Byte -> "byte ptr "
  | Word -> "word ptr "
  | Dword -> "dword ptr "
  | Qword -> "qword ptr "
  | Xmmword -> "xmmword ptr "
  | Ymmword -> "ymmword ptr "

let intel_address names (a : Operand.address) =
  let base =
    match a.base with
    | BaseSym s -> [ "rip"; Operand.symbol_name names s ]
    | BaseReg b -> [ q b ]
    | NoBase -> []
  in
  let index = match a.index with Some (r, k) -> [ Printf.sprintf "%s*%d" (q r) k ] | None -> [] in
  let registers = String.concat " + " (base @ index) in
  let disp =
    if registers = "" then number a.disp
    else if Z.sign a.disp > 0 then " + " ^ number a.disp
    else if Z.sign a.disp < 0 then " - " ^ number (Z.neg a.disp)
    else ""
  in
  Printf.sprintf "%s[%s%s]" (match a.pointer with Some s -> pointer s | None -> "") registers disp

let att_operand names : Operand.t -> string = function
  | Imm z -> "$" ^ number z
  | Address a -> att_address names a
  | r -> "%" ^ register r

let intel_operand names : Operand.t -> string = function
  | Imm z -> number z
  | Address a -> intel_address names a
  | r -> register r

(* Intel syntax settles sizes by its operands. *)
let intel_mnemonic i name =
  match i with
  | Mov _ | Movbe _ | Lea _ | Alu _ | Cmp _ | Un _ | Shift _ | ShiftCl _ | Shx _
  | Rorx _ | Bmi _ | Shiftd _ | ShiftdCl _ | Bit _ | Scan _ | Xchg _ | Bswap _ | Mul _ | Imul _ | ImulConst _ | ImulWide _ | Mulx _ | Adcx _ | Adox _
  | Popcnt _ | Rotc _ | Push _ | Pop _ | Movb _ | Movw _ | MovwLoad _ ->
      if name = "movabs" then name else String.sub name 0 (String.length name - 1)
  | Movzb _ | Movzw _ -> "movzx"
  | Movslq _ -> "movsxd"
  | _ -> name

let instruction syntax names i =
  let name, ops = Mnemonic.of_instr i in
  let name, ops =
    match syntax with
    | Att -> (name, List.rev_map (att_operand names) ops)
    | Intel -> (intel_mnemonic i name, List.map (intel_operand names) ops)
  in
  if ops = [] then name else name ^ " " ^ String.concat ", " ops

let text syntax names source =
  let b = Buffer.create 65536 in
  let add fmt = Printf.bprintf b fmt in
  if syntax = Intel then add "\t.intel_syntax noprefix\n";
  List.iter
    (fun (s : Source.statement) ->
      match s.kind with
      | Instr i -> add "\t%s\n" (instruction syntax names i)
      | Jump (None, l) -> add "\tjmp %s\n" l
      | Jump (Some c, l) -> add "\tj%s %s\n" (Mnemonic.condition_name c) l
      | Call l -> add "\tcall %s\n" l
      | Ret -> add "\tret\n"
      | Label l -> add "%s:\n" l
      | Mark m -> add "\t//@ %s\n" (Source.describe_mark m)
      | Directive ((".intel_syntax" | ".att_syntax"), _) -> ()
      | Directive (d, _) when d = Directives_trusted.long_return -> add "\t%s" d
      | Directive (d, rest) -> add "\t%s %s\n" d rest)
    source;
  if syntax = Intel then add "\t.att_syntax prefix\n";
  Buffer.contents b
