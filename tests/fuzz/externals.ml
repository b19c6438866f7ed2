(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
module Coq = Fairlead_lang_coq.Extracted
open Model

type one = { params : string; args : (bool * ty) list; result : ty option; c : string -> string; body : Coq.empty_set Coq.val0 list -> Coq.empty_set Coq.val0 list * Coq.empty_set Coq.val0 }

let wrap bits z = Z.logand z (Z.pred (Z.shift_left Z.one bits))
let unit = Coq.VRecord []
let bytes l = List.mapi (fun i z -> (i, z)) l

(* Extern types. The interpreter has a list of integers for a value, empty before anything is assigned; here they are the
   words that the C functions keep there. C also looks whether the storage is aligned as declared. *)
type words = { ext_name : string; size : int; align : int; word : int  (** in bits *) }

let sum = { ext_name = "ExtSum"; size = 16; align = 8; word = 64 }
let tag = { ext_name = "ExtTag"; size = 3; align = 1; word = 8 }
let wide = { ext_name = "ExtWide"; size = 64; align = 32; word = 64 }
let types = [ sum; tag; wide ]
let count t = 8 * t.size / t.word
let words t = function [] -> List.init (count t) (fun _ -> Z.zero) | l -> l

(* In C: the words of [v] as an array of that name, and back. *)
let fetch t v = p "uint%d_t %s_w[%d]; if ((uintptr_t)%s %% %d != 0) { abort(); } memcpy(%s_w, %s, %d); " t.word v (count t) v t.align v v t.size
let back t v = p "memcpy(%s, %s_w, %d); " v v t.size

let box = "ExtBox"
let w64 = wrap 64
let add_byte h z = w64 (Z.add (Z.add (Z.mul h (Z.of_int 31)) z) Z.one)
let digest l = List.fold_left (fun d z -> w64 (Z.add (Z.mul d (Z.of_int 7)) z)) Z.zero l
let digest_c t v = p "uint64_t d = 0; for (int i = 0; i < %d; i++) { d = d * 7u + %s_w[i]; } " (count t) v

let on_types : (string * one) list =
  let ext t = Extern t.ext_name in
  let value l = Coq.VExtern l in
  List.concat_map
    (fun t ->
      let f name = String.lowercase_ascii t.ext_name ^ "_" ^ name in
      [
        ( f "digest",
          {
            params = p "(x: %s) -> u64" t.ext_name; args = [ (false, ext t) ]; result = Some (Int 64);
            c = (fun q -> p "uint64_t %s(const %s%s *x) { %s%sreturn d; }\n" (f "digest") q t.ext_name (fetch t "x") (digest_c t "x"));
            body = (function [ Coq.VExtern l ] as args -> (args, Coq.VInt (digest (words t l))) | l -> (l, unit));
          } );
        ( f "make",
          {
            params = p "(seed: u%d) -> %s" t.word t.ext_name; args = [ (false, Int t.word) ]; result = Some (ext t);
            c =
              (fun q ->
                p "void %s(uint%d_t seed, %s%s *result) { %sfor (int i = 0; i < %d; i++) { result_w[i] = (uint%d_t)(seed + (uint64_t)i); } %s}\n" (f "make")
                  t.word q t.ext_name (fetch t "result") (count t) t.word (back t "result"));
            body =
              (function
              | [ Coq.VInt seed ] as args -> (args, value (List.init (count t) (fun i -> wrap t.word (Z.add seed (Z.of_int i)))))
              | l -> (l, unit));
          } );
        ( f "join",
          {
            params = p "(inout a: %s, b: %s) -> bool" t.ext_name t.ext_name; args = [ (true, ext t); (false, ext t) ]; result = Some Bool;
            c =
              (fun q ->
                p "bool %s(%s%s *a, const %s%s *b) { %s%sfor (int i = 0; i < %d; i++) { a_w[i] = (uint%d_t)(a_w[i] * 3u + b_w[i]); } %sreturn a_w[0] %% 2 == 1; }\n"
                  (f "join") q t.ext_name q t.ext_name (fetch t "a") (fetch t "b") (count t) t.word (back t "a"));
            body =
              (function
              | [ Coq.VExtern a; (Coq.VExtern b as vb) ] ->
                  let a = List.map2 (fun x y -> wrap t.word (Z.add (Z.mul x (Z.of_int 3)) y)) (words t a) (words t b) in
                  ([ value a; vb ], Coq.VBool (Z.testbit (List.hd a) 0))
              | l -> (l, unit));
          } );
        ( f "swap",
          {
            params = p "(inout a: %s, inout b: %s)" t.ext_name t.ext_name; args = [ (true, ext t); (true, ext t) ]; result = None;
            c =
              (fun q ->
                p "void %s(%s%s *a, %s%s *b) { %s%sfor (int i = 0; i < %d; i++) { const uint%d_t w = a_w[i]; a_w[i] = b_w[i]; b_w[i] = w; } %s%s}\n"
                  (f "swap") q t.ext_name q t.ext_name (fetch t "a") (fetch t "b") (count t) t.word (back t "a") (back t "b"));
            body = (function [ a; b ] -> ([ b; a ], unit) | l -> (l, unit));
          } );
        ( f "feed",
          {
            params = p "(inout x: %s, data: bytes, inout n: u32)" t.ext_name; args = [ (true, ext t); (false, View); (true, Int 32) ]; result = None;
            c =
              (fun q ->
                p "void %s(%s%s *x, struct %sview data, uint32_t *n) { %sfor (size_t i = 0; i < data.len; i++) { x_w[%d] = (uint%d_t)(x_w[%d] * 31u + data.data[i] + 1u); } *n += (uint32_t)x_w[%d]; %s}\n"
                  (f "feed") q t.ext_name q (fetch t "x") (count t - 1) t.word (count t - 1) (count t - 1) (back t "x"));
            body =
              (function
              | [ Coq.VExtern x; (Coq.VBytes data as d); Coq.VInt n ] ->
                  let x = words t x in
                  let last = List.fold_left add_byte (List.nth x (count t - 1)) data in
                  let last = wrap t.word last in
                  ([ value (List.mapi (fun i z -> if i = count t - 1 then last else z) x); d; Coq.VInt (wrap 32 (Z.add n last)) ], unit)
              | l -> (l, unit));
          } );
      ])
    types
  @ [
      ( "extbox_turn",
        {
          params = p "(inout b: %s, other: %s) -> u64" box box; args = [ (true, Named box); (false, Named box) ]; result = Some (Int 64);
          c =
            (fun q ->
              let t = count sum in
              p "uint64_t extbox_turn(struct %s%s *b, const struct %s%s *other) { const %s%s *x = &b->s, *y = &other->s; %s%sfor (int i = 0; i < %d; i++) { x_w[i] += y_w[i]; } memcpy(&b->s, x_w, %d); b->a = (uint8_t)(b->a + other->a + 1u); %sreturn d; }\n"
                q box q box q sum.ext_name (fetch sum "x") (fetch sum "y") t sum.size (digest_c sum "x"));
          body =
            (function
            | [ Coq.VRecord [ Coq.VInt a; Coq.VExtern x; t ]; (Coq.VRecord [ Coq.VInt a'; Coq.VExtern y; _ ] as other) ] ->
                let x = List.map2 (fun x y -> w64 (Z.add x y)) (words sum x) (words sum y) in
                ([ Coq.VRecord [ Coq.VInt (wrap 8 (Z.succ (Z.add a a'))); value x; t ]; other ], Coq.VInt (digest x))
            | l -> (l, unit));
        } );
    ]

let functions : (string * one) list =
  [
    ( "ext_mix",
      {
        params = "(a: u32, b: u64) -> u32"; args = [ (false, Int 32); (false, Int 64) ]; result = Some (Int 32);
        c = (fun _ -> "uint32_t ext_mix(uint32_t a, uint64_t b) { return a * 2654435761u + (uint32_t)(b >> 7); }\n");
        body =
          (function
          | [ Coq.VInt a; Coq.VInt b ] as l ->
              (l, Coq.VInt (wrap 32 (Z.add (Z.mul a (Z.of_string "2654435761")) (Z.shift_right b 7))))
          | l -> (l, unit));
      } );
    ( "ext_step",
      {
        params = "(inout n: u32, k: u8)"; args = [ (true, Int 32); (false, Int 8) ]; result = None;
        c = (fun _ -> "void ext_step(uint32_t *n, uint8_t k) { *n = *n * 3u + k; }\n");
        body =
          (function
          | [ Coq.VInt n; Coq.VInt k ] -> ([ Coq.VInt (wrap 32 (Z.add (Z.mul n (Z.of_int 3)) k)); Coq.VInt k ], unit)
          | l -> (l, unit));
      } );
    ( "ext_fold",
      {
        params = "(data: bytes) -> u64"; args = [ (false, View) ]; result = Some (Int 64);
        c =
          (fun q ->
            p "uint64_t ext_fold(struct %sview data) {\n    uint64_t h = 5;\n    for (size_t i = 0; i < data.len; i++) { h = h * 31u + data.data[i]; }\n    return h;\n}\n" q);
        body =
          (function
          | [ Coq.VBytes b ] as l ->
              (l, Coq.VInt (List.fold_left (fun h z -> wrap 64 (Z.add (Z.mul h (Z.of_int 31)) z)) (Z.of_int 5) b))
          | l -> (l, unit));
      } );
    ( "ext_stir",
      {
        params = "(inout data: bytes, seed: u8) -> bool"; args = [ (true, View); (false, Int 8) ]; result = Some Bool;
        c =
          (fun q ->
            p "bool ext_stir(struct %sspan data, uint8_t seed) {\n    for (size_t i = 0; i < data.len; i++) { data.data[i] = (uint8_t)(data.data[i] * 5u + seed + i); }\n    return data.len %% 2 == 1;\n}\n" q);
        body =
          (function
          | [ Coq.VBytes b; Coq.VInt seed ] ->
              let stir (i, z) = wrap 8 (Z.add (Z.add (Z.mul z (Z.of_int 5)) seed) (Z.of_int i)) in
              ([ Coq.VBytes (List.map stir (bytes b)); Coq.VInt seed ], Coq.VBool (List.length b mod 2 = 1))
          | l -> (l, unit));
      } );
  ]

let declaration (n, e) =
  (p "extern fn %s%s;" n e.params, { fn_name = n; fn_params = e.args; fn_result = e.result; fn_extern = true })

let all = List.map declaration functions
let all_on_types = List.map declaration on_types
let type_declarations =
  List.map (fun t -> (p "extern type %s size %d align %d;" t.ext_name t.size t.align, t.ext_name)) types
let box_fields = [ ("a", Int 8); ("s", Extern sum.ext_name); ("t", Array (2, Extern tag.ext_name)) ]
let digest_of t = String.lowercase_ascii t ^ "_digest"

let known = functions @ on_types
let is w = List.mem_assoc w known

let meaning (info : Fairlead_lang.Program_info.t) f args =
  Option.map (fun e -> e.body args) (List.assoc_opt info.externs.(f).symbol known)

let mentions part text =
  let n = String.length part in
  let rec go i = i + n <= String.length text && (String.sub text i n = part || go (i + 1)) in
  go 0

let definitions ~prefix ~emitted (info : Fairlead_lang.Program_info.t) =
  String.concat ""
    (List.filter_map
       (fun (e : Fairlead_lang.Program_info.extern_info) ->
         (* a function that nothing calls is not declared, nor are its types *)
         if not (mentions (e.symbol ^ "(") emitted) then None
         else Option.map (fun k -> p "#line 1 \"externals\"\n#include <stdlib.h>\n%s" (k.c prefix)) (List.assoc_opt e.symbol known))
       (Array.to_list info.externs))
