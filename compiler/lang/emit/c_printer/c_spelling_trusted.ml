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
      | c -> Buffer.add_string b (Printf.sprintf "\\%03o" (Char.code c)))
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

(* Control does not get here. *)
let never = "FLI_NEVER();"

(* memcpy and memmove, unless there is nothing to copy. *)
let copy_bytes = "fli_copy"
let move_bytes = "fli_move"
let clear_bytes = "memset"

(* Bytes of a number, from an address on. *)
let store_digits ~big t = Printf.sprintf "fli_store_%s%s" (if big then "be" else "le") (Num.to_string (Coq.bit_size t))

(* {2 Words of a text} *)

let in_name c = match c with 'a' .. 'z' | 'A' .. 'Z' | '0' .. '9' | '_' -> true | _ -> false

(* Side by side, C takes them for parts of one word, or for a comment. *)
let one_word a b =
  match (a, b) with
  | ('<' | '>' | '=' | '!' | '+' | '-' | '*' | '/' | '%' | '&' | '|' | '^'), '=' -> true
  | '-', '>' | '/', ('/' | '*') | '<', ('%' | ':') | '%', ('>' | ':') | ':', '>' -> true
  | ('+' | '-' | '<' | '>' | '&' | '|' | '#' | '.'), c -> a = c
  | _ -> in_name a && in_name b

let is_there text i word =
  let n = String.length word in
  let rec same k = k = n || (text.[i + k] = word.[k] && same (k + 1)) in
  i + n <= String.length text && same 0

let has_words spelled text words =
  let n = String.length text in
  let rec skip i = if i < n && text.[i] = ' ' then skip (i + 1) else i in
  let rec from i = function
    | [] -> i = n
    | w :: words ->
        let word = spelled w in
        is_there text i word
        &&
        let j = i + String.length word in
        not (j > i && j < n && one_word text.[j - 1] text.[j]) && from (skip j) words
  in
  from (skip 0) words

let mark ~trap = function
  | Coq.MOpen -> "("
  | MClose -> ")"
  | MSquare -> "["
  | MSquared -> "]"
  | MBrace -> "{"
  | MBraced -> "}"
  | MDot -> "."
  | MArrow -> "->"
  | MStar -> "*"
  | MAddress -> "&"
  | MNot -> "!"
  | MTilde -> "~"
  | MAndAnd -> "&&"
  | MOrOr -> "||"
  | MQuestion -> "?"
  | MColon -> ":"
  | MComma -> ","
  | MSemicolon -> ";"
  | MBecomes -> "="
  | MConst -> "const"
  | MCopy -> copy_bytes
  | MMove -> move_bytes
  | MZeros -> clear_bytes
  | MSizeof -> "sizeof"
  | MIf -> "if"
  | MUnlikely -> "FLI_UNLIKELY"
  | MTrap -> trap
  | MNever -> never

let word names ~trap = function
  | Coq.WMark m -> mark ~trap m
  | WVariable v -> (names.variable v).text
  | WMember m -> names.member m
  | WFunction f -> names.function_name f
  | WConstant (n, z) -> constant n z
  | WBool b -> string_of_bool b
  | WString l -> "(const uint8_t *)" ^ string_literal l
  | WType t -> type_name t
  | WOperator op -> sign op
  | WDigits (big, t) -> store_digits ~big t

let pointer_of names v = (names.variable v).pointer
let is_expression names text e = has_words (word names ~trap:"") text (Coq.put (pointer_of names) e [])
let are_statements names ~trap text s = has_words (word names ~trap) text (Coq.words_of (pointer_of names) s)
