(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
module Num = Z
open Fairlead_lang_coq.Extracted
module Tree = Fairlead_lang.C_tree
module Spelling = Fairlead_lang.C_spelling_trusted

let p = Printf.sprintf
let types = [| IBool; U8; U16; U32; U64; I32 |]
let table = "bytes"

(* {2 Trees} *)

type none = |

let absurd : none -> 'a = function _ -> .

type tree = (string, none, none) cexpr

let pick a = a.(Random.int (Array.length a))
let with_bits n = Num.extract (Num.of_int64 (Random.int64 Int64.max_int)) 0 n

(* Near the borders of every type, small, or anything. *)
let number () =
  match Random.int 4 with
  | 0 -> Num.of_int (Random.int 70)
  | 1 -> Num.add (Num.shift_left Num.one (pick [| 7; 8; 15; 16; 31; 32; 63 |])) (Num.of_int (Random.int 4 - 2))
  | _ -> with_bits (1 + Random.int 63)

let constant () =
  let n = number () in
  match Random.int 4 with
  | 0 -> XConstant (Plain, Num.extract n 0 31)
  | 1 -> XConstant (Unsigned, n)
  | 2 -> XConstant (Hexadecimal, Num.extract n 0 32)
  | _ -> XConstant (Wide, n)

let operators = [| OMul; ODiv; ORem; OAdd; OSub; OShl; OShr; OLt; OGt; OLe; OGe; OEq; ONe; OAnd; OXor; OOr |]
let at_least n (e : tree) : tree = if level e >= n then e else XParen e

let rec tree variables depth : tree =
  let sub () = tree variables (depth - 1) in
  if depth = 0 || Random.int 8 = 0 then
    match Random.int 6 with
    | 0 -> constant ()
    | 1 -> XBool (Random.bool ())
    | 2 ->
        let i = XConstant (Unsigned, Num.of_int (Random.int 8)) in
        XRead (TyInt U8, LSubscript (XRead (TyPointer, LVariable table), i))
    | _ ->
        let name, t = pick variables in
        XRead (TyInt t, LVariable name)
  else
    match Random.int 16 with
    | 0 -> XParen (sub ())
    | 1 -> XNot (at_least cast (sub ()))
    | 2 -> XComplement (at_least cast (sub ()))
    | 3 | 4 -> XCast (pick [| U8; U16; U32; U64 |], at_least cast (sub ()))
    | 5 -> XAndAlso (at_least logical_and (sub ()), at_least (logical_and + 1) (sub ()))
    | 6 -> XOrElse (at_least logical_or (sub ()), at_least (logical_or + 1) (sub ()))
    | 7 -> XChoice (at_least logical_or (sub ()), sub (), at_least conditional (sub ()))
    | _ ->
        let op = pick operators in
        let n = operator_level op in
        let by_constant = form_of op = Shift && Random.int 3 > 0 in
        let right = if by_constant then XConstant (Plain, Num.of_int (Random.int 70)) else sub () in
        XBinary (op, at_least n (sub ()), at_least (n + 1) right)

(* {2 Programs} *)

let value_of t =
  match t with
  | I32 ->
      let n = Num.extract (number ()) 0 31 in
      if Random.bool () then n else Num.pred (Num.neg n)
  | IBool -> Num.of_int (Random.int 2)
  | t -> Num.extract (number ()) 0 (Num.to_int (bit_size t))

let literal t z = if t = I32 then p "(int)(%sll)" (Num.to_string z) else p "%su" (Num.to_string z)
let code = function IBool -> 0 | U8 -> 1 | U16 -> 2 | U32 -> 3 | U64 -> 4 | I32 -> 5 | I64 -> 6
let names = { Spelling.variable = Spelling.var; member = (fun m -> absurd m); function_name = (fun f -> absurd f) }

let prelude =
  "#include <stdbool.h>\n#include <stdint.h>\n#include <stdio.h>\n#include <sys/wait.h>\n#include <unistd.h>\n\
   #define TYPE(e) _Generic((e), bool: 0, uint8_t: 1, uint16_t: 2, unsigned: 3, \\\n\
  \ unsigned long: 4, int: 5, long: 6)\n\
   static uint8_t bytes[8] = { 0, 1, 2, 127, 128, 129, 254, 255 };\n"

let bytes = OArray (List.map (fun n -> OInt (U8, Num.of_int n)) [ 0; 1; 2; 127; 128; 129; 254; 255 ])

(* Without a value, though its parts have one: where that comes from. *)
let rec culprits value (e : tree) =
  let inside = List.concat_map (culprits value) in
  if value e <> None then []
  else
    match e with
    | XParen a | XNot a | XComplement a | XCast (_, a) -> inside [ a ]
    | XAndAlso (a, b) | XOrElse (a, b) -> inside (if value a = None then [ a ] else [ b ])
    | XChoice (a, b, c) ->
        inside (match value a with None -> [ a ] | Some z when Num.sign z <> 0 -> [ b ] | Some _ -> [ c ])
    | XBinary (_, a, b) when value a = None || value b = None -> inside [ a; b ]
    | e -> [ e ]

(* What the standard leaves to the implementation, and the semantics gives no value: sanitizers say nothing of it. *)
let left_open value = function XBinary (OShr, a, _) -> Num.sign (Option.get (value a)) < 0 | _ -> false

let () =
  let seed = int_of_string Sys.argv.(1) and count = int_of_string Sys.argv.(2) and folder = Sys.argv.(3) in
  Random.init seed;
  let file name = open_out (Filename.concat folder name) in
  let defined = file "defined.c" and expected = file "expected" in
  let undefined = file "undefined.c" and wrong = file "wrong" in
  List.iter (fun channel -> output_string channel prelude) [ defined; undefined ];
  let shown = "printf(\"%d %d %llu\\n\", n, TYPE(e), (unsigned long long)(e))" in
  List.iter (fun channel -> output_string channel ("#define SHOW(n, e) " ^ shown ^ "\n")) [ defined; undefined ];
  let in_undefined = ref [] and in_defined = ref [] in
  for n = 1 to count do
    let variables = Array.mapi (fun i t -> (p "v%d" i, t)) types in
    let values = Array.map (fun (name, t) -> (name, t, value_of t)) variables in
    let objects name =
      if name = table then Some bytes
      else
        let _, t, z = List.find (fun (v, _, _) -> v = name) (Array.to_list values) in
        Some (OInt (t, z))
    in
    let e = tree variables (1 + Random.int 4) in
    if not (grammatical e) then failwith "a tree that is not grammatical";
    let declare (name, t, z) =
      let ty = Spelling.type_name t in
      p "volatile %s %s_ = %s; const %s %s = %s_; (void)%s;" ty name (literal t z) ty name name name
    in
    let put channel numbers =
      numbers := n :: !numbers;
      let text = Tree.expression names e in
      let declarations = String.concat " " (List.map declare (Array.to_list values)) in
      (* What a sanitizer says of the expression is said of line n. *)
      Printf.fprintf channel "#line %d \"expression\"\n" n;
      Printf.fprintf channel "static void f%d(void) { %s SHOW(%d, %s); }\n" n declarations n text
    in
    let eval e = eval0 objects (fun f _ -> absurd f) e in
    (match eval e with
    | Some (VInteger (t, z)) ->
        put defined in_defined;
        Printf.fprintf expected "%d %d %s\n" n (code t) (Num.to_string (Num.extract z 0 64));
        if type_of e <> Some t then failwith "a value of another type than the static one"
    | Some _ -> failwith "no integer"
    | None ->
        put undefined in_undefined;
        let value e = match eval e with Some (VInteger (_, z)) -> Some z | _ -> None in
        if not (List.for_all (left_open value) (culprits value e)) then Printf.fprintf wrong "%d\n" n)
  done;
  Printf.printf "%d of %d undefined\n" (List.length !in_undefined) count;
  List.iter close_out [ expected; wrong ];
  let calls channel call numbers =
    output_string channel "int main(void) {\n";
    List.iter (fun n -> output_string channel (call (p "f%d();\n" n))) (List.rev numbers);
    output_string channel "return 0; }\n";
    close_out channel
  in
  calls defined Fun.id !in_defined;
  (* Each in a process of its own: a division may end it. *)
  calls undefined (p "if (fork() == 0) { %s _exit(0); } wait(0);\n") !in_undefined
