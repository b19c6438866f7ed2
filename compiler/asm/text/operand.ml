(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Asm_model
module Z = Bignum

type size = Byte | Word | Dword | Qword | Xmmword | Ymmword

type address = {
  base : mbase;
  index : (reg * int) option;
  disp : Z.t;
  rip : bool;
  pointer : size option;
}

type t = Gpr of size * reg | Xmm of vreg | Ymm of vreg | Imm of Z.t | Address of address

type names = { numbers : (string, Z.t) Hashtbl.t; strings : (Z.t, string) Hashtbl.t }

let new_names () = { numbers = Hashtbl.create 16; strings = Hashtbl.create 16 }

let symbol_number names s =
  match Hashtbl.find_opt names.numbers s with
  | Some n -> n
  | None ->
      let n = Z.of_int (Hashtbl.length names.numbers + 1) in
      Hashtbl.add names.numbers s n;
      Hashtbl.add names.strings n s;
      n

let symbol_name names n =
  match Hashtbl.find_opt names.strings n with Some s -> s | None -> "?" ^ Z.to_string n

let is_symbol names s = Hashtbl.mem names.numbers s
let symbols names = List.init (Hashtbl.length names.strings) (fun k -> symbol_name names (Z.of_int (k + 1)))

let legacy = [ (RAX, "ax"); (RCX, "cx"); (RDX, "dx"); (RBX, "bx"); (RSP, "sp"); (RBP, "bp"); (RSI, "si"); (RDI, "di") ]

let numbered =
  [ (R8, "r8"); (R9, "r9"); (R10, "r10"); (R11, "r11"); (R12, "r12"); (R13, "r13"); (R14, "r14"); (R15, "r15") ]

let gprs = List.map fst legacy @ List.map fst numbered
let vregs = [ V0; V1; V2; V3; V4; V5; V6; V7; V8; V9; V10; V11; V12; V13; V14; V15 ]

let gpr_name size r =
  match List.assoc_opt r legacy with
  | Some n -> (
      match size with
      | Qword -> "r" ^ n
      | Dword -> "e" ^ n
      | Word -> n
      | _ -> if n.[1] = 'x' then String.make 1 n.[0] ^ "l" else n ^ "l")
  | None -> (
      let n = List.assoc r numbered in
      match size with Qword -> n | Dword -> n ^ "d" | Word -> n ^ "w" | _ -> n ^ "b")

let vreg_number x =
  let rec go i = function [] -> 0 | y :: l -> if x = y then i else go (i + 1) l in
  go 0 vregs

let table : (string, t) Hashtbl.t =
  let t = Hashtbl.create 128 in
  List.iter
    (fun r -> List.iter (fun s -> Hashtbl.replace t (gpr_name s r) (Gpr (s, r))) [ Qword; Dword; Word; Byte ])
    gprs;
  List.iteri
    (fun i x ->
      Hashtbl.replace t (Printf.sprintf "xmm%d" i) (Xmm x);
      Hashtbl.replace t (Printf.sprintf "ymm%d" i) (Ymm x))
    vregs;
  t

let register name = Hashtbl.find_opt table (String.lowercase_ascii name)

let location_name = function
  | G r -> "%" ^ gpr_name Qword r
  | Lo x -> Printf.sprintf "%%xmm%d" (vreg_number x)
  | Hi x -> Printf.sprintf "the upper half of %%ymm%d" (vreg_number x)
  | F CF -> "the carry flag CF"
  | F PF -> "the parity flag PF"
  | F AF -> "the adjust flag AF"
  | F ZF -> "the zero flag ZF"
  | F SF -> "the sign flag SF"
  | F OF -> "the overflow flag OF"
