(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
module Coq = Fairlead_lang_coq.Extracted
open C_spelling_trusted

let rec lvalue names = function
  | Coq.LVariable v -> names.variable v
  | LMember (l, m) -> dot (lvalue names l) (names.member m)
  | LSubscript (e, i) -> var (expression names e ^ "[" ^ expression names i ^ "]")

and expression names e =
  let text = expression names in
  match e with
  | Coq.XConstant (notation, z) -> constant notation z
  | XBool b -> string_of_bool b
  | XString l -> "(const uint8_t *)" ^ string_literal l
  | XRead (_, l) -> value (lvalue names l)
  | XAddress l -> address (lvalue names l)
  | XParen e -> "(" ^ text e ^ ")"
  | XNot e -> "!" ^ text e
  | XComplement e -> "~" ^ text e
  | XCast (t, e) -> "(" ^ type_name t ^ ")" ^ text e
  | XBinary (op, a, b) -> String.concat " " [ text a; sign op; text b ]
  | XAndAlso (a, b) -> text a ^ " && " ^ text b
  | XOrElse (a, b) -> text a ^ " || " ^ text b
  | XChoice (e, a, b) -> String.concat "" [ text e; " ? "; text a; " : "; text b ]
  | XCall (f, _, es) -> names.function_name f ^ "(" ^ String.concat ", " (List.map text es) ^ ")"

let rec statement names ~trap s =
  match s with
  | Coq.STrap -> [ trap ]
  | STrapIf e -> [ String.concat "" [ "if (FLI_UNLIKELY("; expression names e; ")) { "; trap; " }" ] ]
  | SNever -> [ never ]
  | SAssign (_, l, e) -> [ value (lvalue names l) ^ " = " ^ expression names e ^ ";" ]
  | SCopy (l, l') -> [ value (lvalue names l) ^ " = " ^ value (lvalue names l') ^ ";" ]
  | SArray _ -> []
  | SBytes (move, d, e, n) ->
      let text = expression names in
      [ String.concat "" [ (if move then move_bytes else copy_bytes); "("; text d; ", "; text e; ", "; text n; ");" ] ]
  | SZeros (d, n) -> [ String.concat "" [ clear_bytes; "("; expression names d; ", 0, "; expression names n; ");" ] ]
  | SClear (_, _, l) ->
      let l = value (lvalue names l) in
      [ String.concat "" [ clear_bytes; "("; l; ", 0, sizeof "; l; ");" ] ]
  | SDigits (big, t, d, e) ->
      let text = expression names in
      [ String.concat "" [ store_digits ~big t; "("; text d; ", "; text e; ");" ] ]
  | SWhen (e, s) ->
      let inside = List.concat_map (statement names ~trap) s in
      [ String.concat " " ((("if (" ^ expression names e ^ ") {") :: inside) @ [ "}" ]) ]
  | SBlock (t, x, e, s) ->
      let constant =
        String.concat "" [ "const "; type_name t; " "; (names.variable x).text; " = "; expression names e; ";" ]
      in
      [ String.concat " " (("{" :: constant :: List.concat_map (statement names ~trap) s) @ [ "}" ]) ]
