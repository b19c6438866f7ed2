(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
module Num = Z
open Fairlead_lang_coq.Syntax
module I = Program_info
module N = C_names_trusted
module T = C_types_trusted

let p = Printf.sprintf

(* One pair of C functions for each type that crosses the border. *)
type t = { types : T.t; text : Buffer.t; numbers : (ty, int) Hashtbl.t }

let info t = T.info t.types
let quoted s = "\"" ^ String.concat "" (List.map (fun c -> if c = '"' || c = '\\' then p "\\%c" c else String.make 1 c) (List.of_seq (String.to_seq s))) ^ "\""
let puts s = p "fputs(%s, stdout);" (quoted s)
let bytes_of = function W8 -> 1 | W16 -> 2 | W32 -> 4 | W64 -> 8

let rec number t ty =
  match Hashtbl.find_opt t.numbers ty with
  | Some n -> n
  | None ->
      let decode, print = body t ty in
      let n = Hashtbl.length t.numbers in
      Hashtbl.replace t.numbers ty n;
      let c = T.c_type t.types ty in
      Buffer.add_string t.text (p "static void decode_%d(%s *v) {\n    (void)v;\n    %s\n}\n" n c (String.concat "\n    " decode));
      Buffer.add_string t.text
        (p "static void print_%d(const %s *v) {\n    (void)v;\n    %s\n}\n\n" n c (String.concat "\n    " print));
      n

and decode t ty place = if T.is_void ty then "" else p "decode_%d(&%s);" (number t ty) place
and print_value t ty place = if T.is_void ty then puts (void_text t ty) else p "print_%d(&%s);" (number t ty) place

(* What a type without information prints as. *)
and void_text t = function
  | TRecord (_, []) -> "()"
  | TRecord (n, ts) ->
      p "{%s}"
        (String.concat ", "
           (List.mapi (fun i ty -> p "%s: %s" (info t).types.(n).members.(i) (void_text t ty)) ts))
  | TArray (n, ty) -> p "[%s]" (String.concat ", " (List.init (Num.to_int n) (fun _ -> void_text t ty)))
  | _ -> "?"

and body t ty =
  match ty with
  | TBool -> ([ "*v = (byte() & 1) != 0;" ], [ "fputs(*v ? \"true\" : \"false\", stdout);" ])
  | TInt w ->
      ( [ p "*v = (%s)little(%d);" (T.width_type w) (bytes_of w) ], [ "printf(\"%llu\", (unsigned long long)*v);" ] )
  | TBytes cap ->
      ( [
          p "const uint64_t n = little(2) %% (UINT64_C(%s) + 1);" (Num.to_string cap);
          "for (uint64_t i = 0; i < n; i++) { v->data[i] = byte(); }";
          p "v->len = (%s)n;" (T.unsigned (T.int_of_n cap));
        ],
        [ "print_hex(v->data, v->len);" ] )
  | TView -> ([], [ "print_hex(v->data, v->len);" ])
  | TArray (n, elt) ->
      let n = Num.to_string n in
      ( [ p "for (uint32_t i = 0; i < %s; i++) { %s }" n (decode t elt "v->a[i]") ],
        [
          puts "[";
          p "for (uint32_t i = 0; i < %s; i++) { if (i > 0) { %s } %s }" n (puts ", ") (print_value t elt "v->a[i]");
          puts "]";
        ] )
  | TRecord (n, ts) ->
      let place i = "v->" ^ N.member (T.names t.types) ty i in
      let field i f = if T.is_void f then "" else decode t f (place i) in
      let show i f =
        let start = p "%s%s: " (if i = 0 then "{" else ", ") (info t).types.(n).members.(i) in
        puts start ^ " " ^ if T.is_void f then puts (void_text t f) else print_value t f (place i)
      in
      (List.mapi field ts, List.mapi show ts @ [ puts "}" ])
  | TUnion (n, ts) ->
      let names = (info t).types.(n).members in
      let place i = "v->u." ^ N.member (T.names t.types) ty i in
      let tag i f = p "case %d: %s break;" i (if T.is_void f then "" else decode t f (place i)) in
      let show i f =
        if (info t).types.(n).has_payload.(i) then
          p "case %d: %s %s %s break;" i
            (puts (names.(i) ^ "("))
            (if T.is_void f then puts (void_text t f) else print_value t f (place i))
            (puts ")")
        else p "case %d: %s break;" i (puts names.(i))
      in
      ( [ p "v->tag = (%s)(byte() %% %d);" (T.unsigned (List.length ts - 1)) (max 1 (List.length ts)); "switch (v->tag) {" ]
        @ List.mapi tag ts
        @ [ "default: break;"; "}" ],
        [ "switch (v->tag) {" ] @ List.mapi show ts @ [ "default: break;"; "}" ] )
  | TMap (cap, w, elt) ->
      let stem = T.map_stem t.types ty in
      let k = T.width_type w in
      let index = T.index_size (T.int_of_n cap) > 0 in
      let value = if T.is_void elt then "" else p "%s e; %s" (T.c_type t.types elt) (decode t elt "e") in
      let put = if T.is_void elt then p "(void)%s_slot(v, key);" stem else p "v->value[%s_slot(v, key)] = e;" stem in
      ( [
          "v->count = 0;";
          (if index then "memset(v->index, 0, sizeof v->index);" else "");
          p "const uint64_t n = byte() %% %d;" (min (T.int_of_n cap) 7 + 1);
          p "for (uint64_t i = 0; i < n; i++) { const %s key = (%s)little(%d); %s %s }" k k (bytes_of w) value put;
        ],
        [
          puts "map{";
          "for (uint32_t i = 0; i < v->count; i++) {";
          p "    if (i > 0) { %s }" (puts ", ");
          "    printf(\"%llu: \", (unsigned long long)v->key[i]);";
          "    " ^ (if T.is_void elt then puts (void_text t elt) else print_value t elt "v->value[i]");
          "}"; puts "}";
        ] )
  (* [obstacle] and the type system keep these from being called. *)
  | TExtern _ | TCoro _ -> ([], [])

let rec decodable = function
  | TBool | TInt _ | TBytes _ | TView -> true
  | TArray (_, t) | TMap (_, _, t) -> decodable t
  | TRecord (_, ts) | TUnion (_, ts) -> List.for_all decodable ts
  | TExtern _ | TCoro _ -> false

let obstacle ~externs (info : I.t) (pr : proc) =
  let effects = List.map (List.nth info.program.effs) pr.effects in
  if not pr.suspends then Some "it is a function, not a coroutine"
  else if List.exists (fun (m, _) -> m = Inout) pr.params then
    Some "it has an inout parameter, so only another coroutine can call it"
  else if not (List.for_all decodable (List.map snd pr.params @ List.map (fun (e : effect) -> e.eff_result) effects))
  then Some "its parameters or the results of its effects hold an extern type"
  else if info.program.externs <> [] && not externs then Some "the program calls extern functions, which are not given"
  else None

let support =
  {|static uint8_t byte(void) {
    const int c = getchar();
    if (c == EOF) { puts("end of input"); exit(0); }
    return (uint8_t)c;
}
static inline uint64_t little(int n) {
    uint64_t v = 0;
    for (int i = 0; i < n; i++) { v |= (uint64_t)byte() << (8 * i); }
    return v;
}
static inline void print_hex(const uint8_t *data, size_t n) {
    fputs("x\"", stdout);
    for (size_t i = 0; i < n; i++) { printf("%02x", data[i]); }
    putchar('"');
}

|}

(* Any two numbers, for the program and for the maps that are made here. *)
let set_key types =
  let key = C_map_trusted.key_name types in
  if C_map_trusted.any_hashed types then
    let a = "UINT64_C(0x0123456789abcdef)" and b = "UINT64_C(0xfedcba9876543210)" in
    p "    %s(%s, %s);\n    %s[0] = %s;\n    %s[1] = %s;\n" (N.key_maps (T.names types)) a b key a key b
  else ""

let print ?(externs = false) types ~entry ~name =
  let info = T.info types in
  let pr = T.procedure types entry in
  match obstacle ~externs info pr with
  | Some why -> Error why
  | None ->
      let t = { types; text = Buffer.create 4096; numbers = Hashtbl.create 17 } in
      let prefix = N.prefix (T.names types) and macro = N.macro_prefix (T.names types) in
      let coroutine = N.procedure_name (T.names types) entry in
      let params = List.mapi (fun i (m, ty) -> (p "p%d" i, m, ty)) pr.params in
      let stored = List.filter (fun (_, _, ty) -> not (T.is_void ty)) params in
      let declare (v, m, ty) =
        if m <> In && ty = TView then p "    static uint8_t %s_bytes[256];\n    struct %sspan %s = {%s_bytes, 0};\n" v prefix v v
        else p "    static %s %s;\n" (T.c_type types ty) v
      in
      let read (v, m, ty) =
        if m <> In && ty = TView then
          p "%s.len = byte(); for (size_t i = 0; i < %s.len; i++) { %s_bytes[i] = byte(); }" v v v
        else decode t ty v
      in
      let in_params = List.filter (fun (_, m, _) -> m = In) stored in
      let lent = List.filter (fun (_, m, _) -> m = Lent) params in
      let lent_stored = List.filter (fun (_, m, _) -> m = Lent) stored in
      let init_args = List.map (fun (v, _, ty) -> if T.is_scalar ty then v else "&" ^ v) in_params in
      let step_args = List.map (fun (v, _, ty) -> if ty = TView then v else "&" ^ v) lent_stored in
      let show_lent =
        if lent = [] then ""
        else
          puts " lending "
          ^ String.concat (" " ^ puts ", ")
              (List.map
                 (fun (v, _, ty) -> if ty = TView then p " print_hex(%s.data, %s.len);" v v else " " ^ print_value t ty v)
                 lent)
      in
      let answer e =
        let r = (List.nth info.program.effs e).eff_result in
        let member = "r." ^ N.effect_name (T.names types) e in
        if T.is_void r then ""
        else if T.answer_points types e then
          let v = p "a%d" e in
          p "{ static %s %s; %s %s = &%s; }" (T.c_type types r) v (decode t r v) member v
        else decode t r member
      in
      let request e =
        let eff = List.nth info.program.effs e in
        let one i ty =
          (if i = 0 then "" else puts ", ")
          ^ " "
          ^ print_value t ty (p "q.%s.%s" (N.effect_name (T.names types) e) (N.effect_arg (T.names types) e i))
        in
        p "        case %s: %s %s %s putchar('\\n'); %s break;\n" (N.asks (T.names types) e)
          (puts (p "ask %s(" (Written.request info pr.effects e)))
          (String.concat " " (List.mapi one eff.eff_args))
          (puts ")" ^ " " ^ show_lent)
          (answer e)
      in
      let requests = String.concat "" (List.map request pr.effects) in
      let finished =
        p "        case %sDONE: %s %s %s putchar('\\n'); return 0;\n" macro (puts "done ")
          (print_value t pr.result ("q." ^ N.done_member (T.names types) entry))
          show_lent
      in
      let reads l = String.concat "" (List.map (fun x -> "    " ^ read x ^ "\n") l) in
      let read_in = reads in_params and read_lent = reads lent_stored in
      let main =
        String.concat ""
          ([ "int main(void) {\n" ] @ List.map declare stored
          @ [
              p "    static struct %s f;\n    union %sresponse r;\n    union %srequest q;\n    memset(&r, 0, sizeof r);\n" coroutine prefix prefix;
              set_key types;
              read_in;
              p "    %s_init(%s);\n    for (;;) {\n" coroutine (String.concat ", " ("&f" :: init_args));
              read_lent;
              p "        switch (%s_step(%s)) {\n" coroutine (String.concat ", " ([ "&f"; "r"; "&q" ] @ step_args));
              requests; finished;
              p "        case %sTRAP: puts(\"trap\"); return 0;\n        default: return 1;\n        }\n    }\n}\n" macro;
            ])
      in
      let body = Buffer.contents t.text ^ main in
      let helpers, _ = C_fragments_trusted.needed ~types (C_fragments_trusted.words body) in
      Ok
        (p
           "/* Generated by fairlead: drives %s from bytes on standard input\n   (docs/run-protocol.md). */\n#include \"%s.h\"\n\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\n#if defined(__GNUC__)\n#pragma GCC diagnostic ignored \"-Wunused-function\"\n#pragma GCC diagnostic ignored \"-Wtype-limits\"\n#endif\n\n%s%s%s"
           coroutine name support helpers body)
