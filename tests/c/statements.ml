(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
module Num = Z
open Fairlead_lang_coq.Extracted
module Tree = Fairlead_lang.C_tree
module Spelling = Fairlead_lang.C_spelling_trusted

let p = Printf.sprintf
let pick a = a.(Random.int (Array.length a))
let num = Num.of_int

type none = |

let absurd : none -> 'a = function _ -> .

type tree = (string, string, none) cexpr
type lvalue = (string, string, none) clvalue
type statement = (string, string, none) cstat

(* {2 What there is}

   Three structures, of which C has the address of one. w and h share bytes. *)

let room = 6
let wholes = [| "x"; "y"; "z" |]
let beside m m' = not (List.mem m [ "w"; "h" ] && List.mem m' [ "w"; "h" ])

let names =
  {
    Spelling.variable = (fun v -> if v = "z" then Spelling.pointer v else Spelling.var v);
    member = Fun.id;
    function_name = (fun f -> absurd f);
  }

(* Numbers are stored by the functions that are shipped. *)
let stores = String.concat "" (List.map snd Fairlead_lang.C_fragments_trusted.byte_order)

let prelude =
  p
    "#include <stdbool.h>\n#include <stdint.h>\n#include <stdio.h>\n#include <string.h>\n\
     #define FLI_UNLIKELY(e) (e)\n\
     #define TRAP end = 't'; goto out;\n\
     static int overlap;\n\
     static void fli_copy(void *d, const void *s, size_t n) {\n\
    \  if (n > 0) { overlap |= (uintptr_t)d < (uintptr_t)s + n && (uintptr_t)s < (uintptr_t)d + n; memcpy(d, s, n); }\n\
     }\n\
     static void fli_move(void *d, const void *s, size_t n) { if (n > 0) { memmove(d, s, n); } }\n\
     struct part { uint8_t a; uint64_t b; };\n\
     struct whole {\n\
    \  uint8_t len; uint8_t data[%d]; uint16_t n; struct part q; bool f; union { uint32_t w; uint16_t h; } u;\n\
    \  uint32_t c[3];\n\
     };\n\
     static struct whole x, y, behind_z, *const z = &behind_z;\n\
     %s"
    room stores

let record fields = OStruct (fun m -> List.assoc_opt m fields)
let whole len data n a b f w c =
  record
    [
      ("len", OInt (U8, num len)); ("data", OArray (List.map (fun d -> OInt (U8, num d)) data));
      ("n", OInt (U16, num n));
      ("q", record [ ("a", OInt (U8, num a)); ("b", OInt (U64, num b)) ]); ("f", OInt (IBool, num f));
      ("u", record [ ("w", OInt (U32, num w)) ]); ("c", OArray (List.map (fun c -> OInt (U32, num c)) c));
    ]

let first = function
  | "x" -> Some (whole 2 [ 1; 2; 3; 4; 5; 6 ] 300 7 8 1 70000 [ 1; 2; 3 ])
  | "y" -> Some (whole 4 [ 11; 12; 13; 14; 15; 16 ] 65535 255 17 0 1 [ 4; 5; 6 ])
  | "z" -> Some (whole 0 [ 21; 22; 23; 24; 25; 26 ] 0 27 28 1 4294967295 [ 7; 8; 9 ])
  | _ -> None

let begins =
  "x = (struct whole){ 2, { 1, 2, 3, 4, 5, 6 }, 300, { 7, 8 }, 1, { 70000 }, { 1, 2, 3 } }; \
   y = (struct whole){ 4, { 11, 12, 13, 14, 15, 16 }, 65535, { 255, 17 }, 0, { 1 }, { 4, 5, 6 } }; \
   *z = (struct whole){ 0, { 21, 22, 23, 24, 25, 26 }, 0, { 27, 28 }, 1, { 4294967295 }, { 7, 8, 9 } };"

(* {2 Trees} *)

let member v ms : lvalue = List.fold_left (fun l m -> LMember (l, m)) (LVariable v) ms
let read t l : tree = XRead (TyInt t, l)
let data v : tree = XRead (TyPointer, member v [ "data" ])
let length v = read U8 (member v [ "len" ])
let small n : tree = XConstant (Unsigned, num n)

let index v = if Random.bool () then small (Random.int (room + 1)) else length v
let leaf () =
  let v = pick wholes in
  match Random.int 10 with
  | 0 | 1 -> (U8, member v [ "len" ])
  | 8 -> (U32, LSubscript (XRead (TyPointer, member v [ "c" ]), small (Random.int 3)))
  | 2 | 3 -> (U8, LSubscript (data v, index (pick wholes)))
  | 4 -> (U16, member v [ "n" ])
  | 5 -> (U8, member v [ "q"; "a" ])
  | 6 -> (U64, member v [ "q"; "b" ])
  | 7 -> (IBool, member v [ "f" ])
  | _ -> if Random.int 3 > 0 then (U32, member v [ "u"; "w" ]) else (U16, member v [ "u"; "h" ])

let at_least n (e : tree) : tree = if level e >= n then e else XParen e

(* [inside]: constants of blocks. *)
let rec value inside depth : tree =
  let sub () = value inside (depth - 1) in
  if depth = 0 then
    match Random.int 3 with
    | 0 -> small (Random.int 300)
    | 1 when inside <> [] ->
        let x, t = pick (Array.of_list inside) in
        read t (LVariable x)
    | _ ->
        let t, l = leaf () in
        read t l
  else
    let op = pick [| OAdd; OSub; OMul; OLt; OGe; OEq; OAnd |] in
    let n = operator_level op in
    match Random.int 3 with
    | 0 -> XCast (pick [| U8; U16; U32; U64 |], at_least cast (sub ()))
    | _ -> XBinary (op, at_least n (sub ()), at_least (n + 1) (sub ()))

let pointer () : tree =
  let d = data (pick wholes) in
  match Random.int 3 with
  | 0 -> d
  | 1 -> XBinary (OAdd, d, small (Random.int (room + 1)))
  | _ -> XBinary (OAdd, d, length (pick wholes))

let source () : tree = if Random.int 4 = 0 then XString (List.map num [ 97; 98; 99 ]) else pointer ()
let grown v by : statement =
  SAssign (U8, member v [ "len" ], XCast (U8, XParen (XBinary (OAdd, length v, by))))

(* As resizing does, or as it must not. *)
let resized v x n : statement list =
  let len = read U32 (LVariable x) and there = length v in
  let behind = XBinary (OAdd, data v, there) and more = XBinary (OSub, len, there) in
  let zeros : statement =
    match Random.int 5 with
    | 0 -> SZeros (data v, more)
    | 1 -> SZeros (behind, len)
    | _ -> SZeros (behind, more)
  in
  let when_longer : statement = SWhen (XBinary (pick [| OGt; OGt; OGe |], len, there), [ zeros ]) in
  let zeros = if Random.int 4 = 0 then zeros else when_longer in
  let body : statement list =
    let stored : statement = SAssign (U8, member v [ "len" ], XCast (U8, len)) in
    if Random.int 4 = 0 then [ stored; zeros ] else [ zeros; stored ]
  in
  [ SArray (num room, member v [ "data" ]); SBlock (U32, x, n, body) ]

let number () : statement =
  SDigits (Random.bool (), pick [| U16; U32; U64 |], pointer (), value [] 1)

let rec statement inside depth : statement list =
  match Random.int (if depth = 0 then 9 else 12) with
  | 0 | 1 ->
      let t, l = leaf () in
      [ SAssign (t, l, at_least conditional (value inside (Random.int 3))) ]
  | 2 ->
      let part = pick [| []; [ "q" ]; [ "u" ] |] in
      [ SCopy (member (pick wholes) part, member (pick wholes) part) ]
  | 3 -> [ SBytes (Random.bool (), pointer (), source (), small (Random.int 4)) ]
  | 4 -> [ STrapIf (XBinary (pick [| OGe; OGt |], length (pick wholes), small (pick [| 1; 4; 5; room |]))) ]
  | 5 -> if Random.int 6 = 0 then [ STrap ] else [ SArray (num room, member (pick wholes) [ "data" ]) ]
  | 6 ->
      (* A push, or what is wrong with one. *)
      let v = pick wholes in
      let store : statement = SAssign (U8, LSubscript (data v, length v), value inside 0) in
      let grown = grown v (small 1) in
      let guard : statement = STrapIf (XBinary (pick [| OGe; OGe; OGt |], length v, small room)) in
      if Random.int 4 = 0 then [ grown; store ] else [ guard; SArray (num room, member v [ "data" ]); store; grown ]
  | 7 -> [ number () ]
  | 8 ->
      let v = pick wholes in
      [
        (match Random.int 4 with
        | 0 | 1 -> number ()
        | 2 -> SZeros (pointer (), small (Random.int 4))
        | _ when Random.bool () -> SClear (num room, U8, member v [ "data" ])
        | _ -> SClear (num 3, U32, member v [ "c" ]));
      ]
  | 9 ->
      let v = pick wholes in
      resized v (p "t%d" depth) (if Random.bool () then small (Random.int (room + 1)) else length (pick wholes))
  | 10 -> [ SWhen (value inside 1, statement inside (depth - 1)) ]
  | 11 ->
      (* As appending does. *)
      let v = pick wholes and x = p "t%d" depth in
      let n = read U32 (LVariable x) in
      let copy : statement = SBytes (Random.bool (), XBinary (OAdd, data v, length v), source (), n) in
      let body = if Random.int 4 = 0 then [ grown v n; copy ] else [ copy; grown v n ] in
      [ SBlock (U32, x, small (Random.int 4), body) ]
  | _ ->
      let x = p "t%d" depth and t = pick [| U8; U16; U32; IBool |] in
      [ SBlock (t, x, value inside 1, List.concat (List.init 2 (fun _ -> statement ((x, t) :: inside) (depth - 1)))) ]

(* {2 Programs} *)

let eval os l = denote os (fun f _ -> absurd f) l

(* Each number of which something is known. *)
let known os =
  let leaves v =
    List.map
      (fun (t, ms) -> (t, member v ms))
      [
        (U8, [ "len" ]); (U16, [ "n" ]); (U8, [ "q"; "a" ]); (U64, [ "q"; "b" ]); (IBool, [ "f" ]); (U32, [ "u"; "w" ]);
        (U16, [ "u"; "h" ]);
      ]
    @ List.init room (fun i -> (U8, (LSubscript (data v, small i) : lvalue)))
    @ List.init 3 (fun i -> (U32, (LSubscript (XRead (TyPointer, member v [ "c" ]), small i) : lvalue)))
  in
  let one (t, l) = match eval os l with Some (OInt (t', z)) when t = t' -> Some (l, z) | _ -> None in
  List.filter_map one (List.concat_map leaves (Array.to_list wholes))

let run s = exec String.equal String.equal (fun f _ -> absurd f) beside (fun _ _ -> true) s first

let rec moved : statement -> statement = function
  | SBytes (_, d, e, n) -> SBytes (true, d, e, n)
  | SWhen (e, s) -> SWhen (e, List.map moved s)
  | SBlock (t, x, e, s) -> SBlock (t, x, e, List.map moved s)
  | s -> s

let text s = String.concat " " (List.concat_map (Tree.statement names ~trap:"TRAP") s)

let body s shows =
  p "char end = 'e'; overlap = 0; %s %s goto out; out: printf(\"%%c%%d\", end, overlap); %s printf(\"\\n\");" begins
    (text s) shows

let show (l, _) = p "printf(\" %%llu\", (unsigned long long)%s);" (Spelling.value (Tree.lvalue names l))

let () =
  let count = int_of_string Sys.argv.(2) and folder = Sys.argv.(3) in
  Random.init (int_of_string Sys.argv.(1));
  let file name = open_out (Filename.concat folder name) in
  let program = file "program.c" and undefined = file "undefined.c" and expected = file "expected" in
  output_string undefined "#include <string.h>\n#define memcpy memmove\n";
  List.iter (fun c -> output_string c prelude) [ program; undefined ];
  let defined = ref [] and traps = ref 0 and overlaps = ref [] in
  let put channel numbers n s shows =
    numbers := n :: !numbers;
    Printf.fprintf channel "static __attribute__((noinline)) void f%d(void) { %s }\n" n (body s shows)
  in
  for n = 1 to count do
    let s = List.concat (List.init (2 + Random.int 5) (fun _ -> statement [] 2)) in
    if not (List.for_all grammatical_statement s) then failwith "statements that are not grammatical";
    let ended letter os =
      let known = known os in
      put program defined n s (String.concat " " (List.map show known));
      Printf.fprintf expected "%c0%s\n" letter
        (String.concat "" (List.map (fun (_, z) -> " " ^ Num.to_string z) known))
    in
    match run s with
    | Some (Ends os) -> ended 'e' os
    | Some (Traps os) -> incr traps; ended 't' os
    | None -> if run (List.map moved s) <> None then put undefined overlaps n s ""
  done;
  Printf.printf "%d of %d defined, %d trap, %d overlap\n" (List.length !defined) count !traps (List.length !overlaps);
  let finish channel numbers =
    output_string channel "int main(void) {\n";
    List.iter (Printf.fprintf channel "f%d();\n") (List.rev numbers);
    output_string channel "return 0; }\n"; close_out channel
  in
  finish program !defined; finish undefined !overlaps; close_out expected
