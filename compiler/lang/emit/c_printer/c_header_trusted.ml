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

(* What a coroutine asks with, and in its place what it is done with. *)
let request t effects coroutines =
  let asked e =
    let arg i ty = member t ty (N.effect_arg (T.names t) e i) in
    let args = List.concat (List.mapi arg (List.nth (T.info t).program.effs e).eff_args) in
    if args = [] then []
    else [ p "    struct {\n%s    } %s;\n" (String.concat "" (List.map (fun s -> "    " ^ s) args)) (N.effect_name (T.names t) e) ]
  in
  let finished i = member t (T.procedure t i).result (N.done_member (T.names t) i) in
  union t "request" (List.concat_map asked effects @ List.concat_map finished coroutines)

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

let entry t i =
  if is_coroutine t i then
    p "#define %s_SIZE %d\n%s%s;\n%s%s;\n"
      (String.uppercase_ascii (N.procedure_name (T.names t) i))
      (T.bytes t (TCoro i)) (S.api t) (S.init t i) (S.api t) (S.step t i ~exported:true)
  else S.api t ^ S.plain_function t i ^ ";\n"

let macros t =
  let m = N.macro_prefix (T.names t) and prefix = N.prefix (T.names t) in
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
        "#ifndef %sVIEW\n\
         #define %sVIEW\n\
         /* Bytes that somebody else stores; data is never null. */\n\
         struct %sview {\n\
        \    const uint8_t *data;\n\
        \    size_t len; /* below 2^32 */\n\
         };\n\n\
         /* The same, to be updated in place. */\n\
         struct %sspan {\n\
        \    uint8_t *data;\n\
        \    size_t len;\n\
         };\n\
         #endif\n\n"
        m m prefix prefix;
    ]

let print t ~entries ~name ~externs ~extern_header =
  let info = T.info t in
  let borders = borders t ~entries in
  let declared = if extern_header = None then List.map (fun f -> S.external_function t f ^ ";\n") externs else [] in
  let entries = List.map (entry t) entries in
  let stores_externs = extern_header = None && info.program.extern_types <> [] in
  let guard = String.uppercase_ascii (N.identifier (N.prefix (T.names t) ^ name)) ^ "_H" in
  String.concat ""
    [
      p "/* Generated by fairlead from %s. */\n#ifndef %s\n#define %s\n\n" (Filename.basename (List.hd info.files)) guard guard;
      (if stores_externs then "#include <stdalign.h>\n" else "");
      "#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n\n";
      macros t;
      (match extern_header with Some h -> p "#include \"%s\"\n\n" h | None -> "");
      opens_c;
      (if stores_externs then extern_storage t else "");
      T.definitions t;
      borders;
      String.concat "" declared;
      (if declared = [] then "" else "\n");
      String.concat "\n" entries;
      closes_c;
      "\n#endif\n";
    ]
