(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_lang_coq.Syntax
module F = C_queries_trusted
module N = C_names_trusted
module S = C_signature_trusted
module T = C_types_trusted

let p = Printf.sprintf

(* {2 External types} *)

(* What is so for every extern type, with its C name. *)
let each_extern_type t print =
  let one n (size, align) = print (T.c_type t (TExtern n)) (T.int_of_n size, T.int_of_n align) in
  String.concat "" (List.mapi one (T.info t).program.extern_types)

(* Storage for those that no header of the user's defines. *)
let extern_storage t =
  each_extern_type t (fun c (size, align) ->
      p "typedef struct {\n    alignas(%d) uint8_t bytes[%d];\n} %s;\n\n" align size c)

(* That a type of the user's has as much. *)
let extern_assertions t =
  each_extern_type t (fun c (size, align) ->
      p "_Static_assert(sizeof(%s) == %d, \"size of an extern type\");\n_Static_assert(%d %% _Alignof(%s) == 0, \"alignment of an extern type\");\n" c size align c)

(* {2 Borders} *)

(* C++ has no anonymous structures, officially. *)
let opens_c =
  "#ifdef __cplusplus\n\
   #if defined(__GNUC__)\n\
   #pragma GCC diagnostic push\n\
   #pragma GCC diagnostic ignored \"-Wpedantic\"\n\
   #endif\n\
   extern \"C\" {\n\
   #endif\n\n"

let closes_c =
  "\n#ifdef __cplusplus\n\
   }\n\
   #if defined(__GNUC__)\n\
   #pragma GCC diagnostic pop\n\
   #endif\n\
   #endif\n"

let is_coroutine t i = (T.procedure t i).suspends

let member t ty name = if T.is_void ty then [] else [ p "    %s %s;\n" (T.c_type t ty) name ]

let asks t e = p "%s = %d" (N.asks (T.names t) e) (e + 2)

let statuses t effects =
  let macro = N.macro_prefix (T.names t) in
  p "%s {\n    %sTRAP = 0,\n    %sDONE = 1%s\n};\n\n" (S.status t) macro macro
    (String.concat "" (List.map (fun e -> ",\n    " ^ asks t e) effects))

let inner_statuses t ~entries =
  let info = T.info t in
  let coroutines = List.filter (is_coroutine t) in
  let outer = F.effects_of info (coroutines entries) in
  match List.filter (fun e -> not (List.mem e outer)) (F.effects_of info (coroutines (F.reachable info entries))) with
  | [] -> ""
  | inner -> p "/* What only children ask: their parents answer it. */\nenum {\n    %s\n};\n" (String.concat ",\n    " (List.map (asks t) inner))

let union t name members =
  p "union %s%s {\n%s    uint8_t none;\n};\n\n" (N.prefix (T.names t)) name (String.concat "" members)

let finished t i = member t (T.procedure t i).result (N.done_member (T.names t) i)

(* Results of coroutines that are called or resumed here, which are no driver's business, lie where its requests do. *)
let internal t coroutines = List.filter (fun i -> not (T.exported t i || T.is_void (T.procedure t i).result)) coroutines

let room t coroutines =
  let results = List.map (fun i -> (T.procedure t i).result) (internal t coroutines) in
  let largest f = List.fold_left (fun n ty -> max n (f t ty)) 0 results in
  let bytes = largest T.bytes and alignment = largest T.alignment in
  if results = [] then []
  else if alignment <= 8 then [ p "    uint64_t room[%d]; /* for ourselves */\n" ((bytes + 7) / 8) ]
  else [ p "    struct {\n        alignas(%d) uint8_t bytes[%d];\n    } room; /* for ourselves */\n" alignment bytes ]

let results t ~entries =
  let all = List.filter (is_coroutine t) (F.reachable (T.info t) entries) in
  match internal t all with
  | [] -> ""
  | coroutines ->
      let name = "union " ^ N.results (T.names t) and request = p "union %srequest" (N.prefix (T.names t)) in
      p "union %sSTORAGE %s {\n%s};\n" (N.macro_prefix (T.names t)) (N.results (T.names t))
        (String.concat "" (List.concat_map (finished t) coroutines))
      ^ p "_Static_assert(sizeof(%s) <= sizeof(%s) && _Alignof(%s) <= _Alignof(%s), \"room\");\n" name request name request

(* What a coroutine asks with, and in its place what it is done with. *)
let request t effects coroutines =
  let asked e =
    let arg i ty = member t ty (N.effect_arg (T.names t) e i) in
    let args = List.concat (List.mapi arg (List.nth (T.info t).program.effs e).eff_args) in
    if args = [] then []
    else [ p "    struct {\n%s    } %s;\n" (String.concat "" (List.map (fun s -> "    " ^ s) args)) (N.effect_name (T.names t) e) ]
  in
  let ended = List.concat_map (finished t) (List.filter (T.exported t) coroutines) in
  union t "request" (List.concat_map asked effects @ ended @ room t coroutines)

let response t effects =
  let answer e =
    let ty = (List.nth (T.info t).program.effs e).eff_result and name = N.effect_name (T.names t) e in
    if T.answer_points t e then [ p "    const %s *%s;\n" (T.c_type t ty) name ] else member t ty name
  in
  union t "response" (List.concat_map answer effects)

let borders t ~entries =
  let procs = F.reachable (T.info t) entries in
  match List.filter (is_coroutine t) procs with
  | [] -> ""
  | coroutines ->
      let effects = F.effects_of (T.info t) procs in
      let request = request t effects coroutines in
      let response = response t effects in
      statuses t (F.effects_of (T.info t) (List.filter (is_coroutine t) entries)) ^ request ^ response

(* {2 The file} *)

let entry t ~stack i =
  let macro = String.uppercase_ascii (N.procedure_name (T.names t) i) in
  let stack = p "#define %s_STACK %d /* bytes of C stack at most, but for external functions */\n" macro (stack i) in
  if is_coroutine t i then
    p "#define %s_SIZE %d\n%s%s%s;\n%s%s;\n" macro (T.bytes t (TCoro i)) stack (S.api t) (S.init t i) (S.api t) (S.step t i ~exported:true)
  else stack ^ S.api t ^ S.plain_function t i ^ ";\n"

let macros t =
  let m = N.macro_prefix (T.names t) and prefix = N.prefix (T.names t) in
  let shared = N.shape_guard (prefix ^ "view") in
  String.concat ""
    [
      p "#ifndef %sAPI\n#define %sAPI /* what the functions are declared with, such as static */\n#endif\n\n" m m;
      p
        "#ifndef %sSTORAGE\n\
         #if defined(__GNUC__)\n\
         #define %sSTORAGE __attribute__((may_alias)) /* frames reuse storage */\n\
         #else\n\
         #define %sSTORAGE\n\
         #endif\n\
         #endif\n\n"
        m m m;
      p
        "#ifndef %s\n\
         #define %s\n\
         /* Bytes that somebody else stores; data is never null. */\n\
         struct %sview {\n\
        \    const uint8_t *data;\n\
        \    size_t len; /* below 2^32 */\n\
         };\n\n\
         /* The same, to be updated in place. */\n\
         struct %sspan {\n\
        \    uint8_t *data;\n\
        \    size_t len;\n\
         };\n\n\
         /* Cases of every option. */\n\
         enum {\n\
        \    %sNONE = 0,\n\
        \    %sSOME = 1\n\
         };\n\
         #endif\n\n"
        shared shared prefix prefix m m;
    ]

let print t ~entries ~name ~externs ~extern_header ~stack =
  let info = T.info t in
  let borders = borders t ~entries in
  let declared = if extern_header = None then List.map (fun f -> S.external_function t f ^ ";\n") externs else [] in
  let effects = F.effects_of info (List.filter (is_coroutine t) entries) in
  let numbered = entries in
  let entries = List.map (entry t ~stack) entries in
  let numbers = C_numbers_trusted.print t ~entries:numbered ~effects in
  let aligns = Hashtbl.mem (C_fragments_trusted.words borders) "alignas" in
  let stores_externs = extern_header = None && info.program.extern_types <> [] in
  let guard = String.uppercase_ascii (N.identifier (N.prefix (T.names t) ^ name)) ^ "_H" in
  String.concat ""
    [
      p "/* Generated by fairlead from %s. */\n#ifndef %s\n#define %s\n\n" (Filename.basename (List.hd info.files)) guard guard;
      (if stores_externs || aligns then "#include <stdalign.h>\n" else "");
      "#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n\n";
      macros t;
      (match extern_header with Some h -> p "#include \"%s\"\n\n" h | None -> "");
      opens_c;
      (if stores_externs then extern_storage t else "");
      T.definitions t;
      numbers;
      borders;
      String.concat "" declared;
      (if declared = [] then "" else "\n");
      String.concat "\n" entries;
      (if C_map_trusted.any_hashed t then
         p "\n/* Before there is a map: its keys are then spread as these two say. */\n%s;\n" (C_map_trusted.set_key t)
       else "");
      closes_c;
      "\n#endif\n";
    ]
