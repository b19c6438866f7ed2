(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
module Num = Z
module Coq = Fairlead_lang_coq.Extracted

type lvalue = { text : string; pointer : bool }

let value l = if l.pointer then "(*" ^ l.text ^ ")" else l.text
let address l = if l.pointer then l.text else "&" ^ l.text
let var v = { text = v; pointer = false }
let pointer v = { text = v; pointer = true }
let dot l f = { text = (l.text ^ if l.pointer then "->" ^ f else "." ^ f); pointer = false }

type ('v, 'm, 'f) names = { variable : 'v -> lvalue; member : 'm -> string; function_name : 'f -> string }

let p = Printf.sprintf

let constant notation z =
  match notation with
  | Coq.Plain -> Num.to_string z
  | Unsigned -> Num.to_string z ^ "u"
  | Hexadecimal -> "0x" ^ Num.format "%x" z ^ "u"
  | Wide -> "UINT64_C(" ^ Num.to_string z ^ ")"

let string_literal l =
  let b = Buffer.create 16 in
  Buffer.add_char b '"';
  List.iter
    (fun z ->
      match Char.chr (Num.to_int z) with
      | (' ' | '!' | '#' .. '>' | '@' .. '[' | ']' .. '~') as c -> Buffer.add_char b c
      | c -> Buffer.add_string b (p "\\%03o" (Char.code c)))
    l;
  Buffer.add_char b '"';
  Buffer.contents b

let type_name = function
  | Coq.IBool -> "bool"
  | U8 -> "uint8_t"
  | U16 -> "uint16_t"
  | U32 -> "uint32_t"
  | U64 -> "uint64_t"
  | I32 -> "int"
  | I64 -> "int64_t"

let sign = function
  | Coq.OMul -> "*"
  | ODiv -> "/"
  | ORem -> "%"
  | OAdd -> "+"
  | OSub -> "-"
  | OShl -> "<<"
  | OShr -> ">>"
  | OLt -> "<"
  | OGt -> ">"
  | OLe -> "<="
  | OGe -> ">="
  | OEq -> "=="
  | ONe -> "!="
  | OAnd -> "&"
  | OXor -> "^"
  | OOr -> "|"

let rec lvalue names = function
  | Coq.LVariable v -> names.variable v
  | LMember (l, m) -> dot (lvalue names l) (names.member m)
  | LSubscript (e, i) -> var (p "%s[%s]" (expression names e) (expression names i))

and expression names e =
  let text = expression names in
  match e with
  | Coq.XConstant (notation, z) -> constant notation z
  | XBool b -> string_of_bool b
  | XString l -> "(const uint8_t *)" ^ string_literal l
  | XRead (_, l) -> value (lvalue names l)
  | XAddress l -> address (lvalue names l)
  | XParen e -> p "(%s)" (text e)
  | XNot e -> "!" ^ text e
  | XComplement e -> "~" ^ text e
  | XCast (t, e) -> p "(%s)%s" (type_name t) (text e)
  | XBinary (op, a, b) -> p "%s %s %s" (text a) (sign op) (text b)
  | XAndAlso (a, b) -> p "%s && %s" (text a) (text b)
  | XOrElse (a, b) -> p "%s || %s" (text a) (text b)
  | XChoice (e, a, b) -> p "%s ? %s : %s" (text e) (text a) (text b)
  | XCall (f, _, es) -> p "%s(%s)" (names.function_name f) (String.concat ", " (List.map text es))
