module Num = Z
open Fairlead_lang_coq.Syntax
module I = Program_info
module T = C_types_trusted
module X = C_expr_trusted
module S = C_statement_trusted
open C_facts_trusted

type output = { header : string; source : string }

let p = Printf.sprintf
let reachable = reachable
let can_trap = can_trap
let effects_of = effects_of
let var = S.var
let pointer = S.pointer
let copy_value = S.copy_value

(* {2 Procedures} *)

type shared = { types : T.t; constants : (int, unit) Hashtbl.t; waits : (int, unit) Hashtbl.t }

let by_reference_parameters t i names =
  List.concat
    (List.mapi
       (fun x (m, ty) ->
         if m = In || T.is_void ty then []
         else if ty = TView then [ p "struct %sspan %s" (T.prefix t) names.(x) ]
         else [ p "%s *%s" (T.c_type t ty) names.(x) ])
       (T.procedure t i).params)

let step_signature t i =
  let name = T.procedure_name t i in
  let names = T.variables t i in
  p "enum %sstatus %s_step(%s)" (T.prefix t) name
    (String.concat ", "
       (p "struct %s *f" name
       :: p "union %sresponse r" (T.prefix t)
       :: p "union %srequest *q" (T.prefix t)
       :: by_reference_parameters t i names))

let in_parameters t i names =
  List.concat
    (List.mapi
       (fun x (m, ty) ->
         if m <> In || T.is_void ty then []
         else if T.is_scalar ty then [ p "%s %s" (T.c_type t ty) names.(x) ]
         else if ty = TView then [ p "struct %sview %s" (T.prefix t) names.(x) ]
         else [ p "const %s *%s" (T.c_type t ty) names.(x) ])
       (T.procedure t i).params)

(* Before exported functions: the user's storage class or attributes. *)
let api t = T.macro_prefix t ^ "API "

let init_signature t i =
  let name = T.procedure_name t i in
  p "void %s_init(%s)" name
    (String.concat ", " (p "struct %s *f" name :: in_parameters t i (T.variables t i)))

let function_signature t i =
  let pr = T.procedure t i in
  let names = T.variables t i in
  let may_trap = can_trap (T.info t) i in
  let param x (m, ty) =
    if T.is_void ty then []
    else
      match (m, ty) with
      | In, TView -> [ p "struct %sview %s" (T.prefix t) names.(x) ]
      | _, TView -> [ p "struct %sspan %s" (T.prefix t) names.(x) ]
      | In, _ when T.is_scalar ty -> [ p "%s %s" (T.c_type t ty) names.(x) ]
      | In, _ -> [ p "const %s *%s" (T.c_type t ty) names.(x) ]
      | _ -> [ p "%s *%s" (T.c_type t ty) names.(x) ]
  in
  let by_value = T.is_scalar pr.result && not may_trap in
  let result = if T.is_void pr.result || by_value then [] else [ p "%s *result" (T.c_type t pr.result) ] in
  let ret = if by_value then T.c_type t pr.result else if may_trap then "bool" else "void" in
  let params = List.concat (List.mapi param pr.params) @ result in
  p "%s %s(%s)" ret (T.procedure_name t i) (if params = [] then "void" else String.concat ", " params)

let statements sh i ~reach ~in_frame =
  S.create sh.types i ~constants:sh.constants ~waits:sh.waits ~reach ~in_frame

(* Back to the generated file's own lines; the number is filled in at the end. *)
let own_line = "#line @\n"

let declare_locals t tys names ~is_local ~used =
  String.concat ""
    (List.concat
       (List.init (Array.length tys) (fun x ->
            if is_local x && used x && not (T.is_void tys.(x)) then
              [ p "    %s %s;\n" (T.c_type t tys.(x)) names.(x) ]
            else [])))

let coroutine sh i ~exported =
  let t = sh.types in
  let pr = T.procedure t i in
  let names = T.variables t i in
  let n = Array.length names in
  let modes = Array.make n None in
  List.iteri (fun x (m, _) -> modes.(x) <- Some m) pr.params;
  let in_frame = Array.make n false in
  Array.iteri (fun x h -> match h with T.Frame _ -> in_frame.(x) <- true | T.Local | T.Reference -> ()) (T.frame_of t i).homes;
  let by_reference x = match modes.(x) with Some (Inout | Lent) -> true | _ -> false in
  let tys = Array.map (fun (v : I.variable) -> v.var_ty) (T.info t).procedures.(i).variables in
  let reach =
    Array.init n (fun x ->
        if by_reference x then if tys.(x) = TView then var names.(x) else pointer names.(x)
        else if in_frame.(x) then var ("f->" ^ names.(x))
        else var names.(x))
  in
  let st = statements sh i ~reach ~in_frame in
  let body = S.body st in
  let result =
    if T.is_void pr.result then []
    else
      copy_value
        (var (p "q->done_%s" (T.unprefixed t (T.procedure_name t i))))
        pr.result
        (S.result st)
  in
  let points = T.points t i in
  let likely = List.map (fun l -> let k = S.at_number st l in p "    if (FLI_LIKELY(f->at == %d)) { goto at_%d; }\n" k k) (S.likely st) in
  let cases = List.map (fun (l, _) -> let k = S.at_number st l in p "    case %d: goto at_%d;\n" k k) points in
  let static = if exported then api t else "static " in
  String.concat ""
    ([
       p "%s%s {\n" static (step_signature t i);
       declare_locals t tys names
         ~is_local:(fun x -> not (by_reference x || in_frame.(x)))
         ~used:(fun x -> S.used st x);
       "    (void)r; (void)q;\n";
     ]
    @ List.concat (List.init n (fun x -> if by_reference x && not (T.is_void tys.(x)) then [ p "    (void)%s;\n" names.(x) ] else []))
    @ likely
    @ [ "    switch (f->at) {\n    case 1: break;\n" ]
    @ cases
    @ [ p "    default: return %sTRAP;\n    }\n" (T.macro_prefix t); body; own_line ]
    @ (if S.leaves_early st then [ "done:;\n" ] else [])
    @ [ p "    %s\n" (String.concat " " (result @ [ "f->at = 0;"; p "return %sDONE;" (T.macro_prefix t) ])) ]
    @ (if S.traps st then [ p "trap:\n    f->at = 0;\n    return %sTRAP;\n" (T.macro_prefix t) ] else [])
    @ [ "}\n" ])

let init sh i =
  let t = sh.types in
  let pr = T.procedure t i in
  let names = T.variables t i in
  let one x (m, ty) =
    if m <> In || T.is_void ty then []
    else
      let src = if T.is_scalar ty then var names.(x) else pointer names.(x) in
      copy_value (var ("f->" ^ names.(x))) ty src
  in
  p "%s%s {\n    f->at = 1;\n%s}\n" (api t) (init_signature t i)
    (String.concat "" (List.map (p "    %s\n") (List.concat (List.mapi one pr.params))))

let waits_function sh i =
  let t = sh.types in
  let name = T.procedure_name t i in
  let case k (l, x) =
    let code =
      match x with
      | `Suspend (s : suspension) -> p "%du" (X.waits_code (Some s.ask_effect))
      | `Call (c : call) ->
          p "%s_waits(&f->%s)" (T.procedure_name t c.callee) (T.area t i l)
    in
    p "    case %d: return %s;\n" (k + 2) code
  in
  p "/* 0: finished, 1: not started, n + 2: waits for effect n. */\nstatic unsigned %s_waits(const struct %s *f) {\n    switch (f->at) {\n    case 1: return 1u;\n%s    default: return 0u;\n    }\n}\n"
    name name
    (String.concat "" (List.mapi case (T.points t i)))

let plain_function sh i ~exported =
  let t = sh.types in
  let pr = T.procedure t i in
  let names = Array.copy (T.variables t i) in
  let n = Array.length names in
  let nparams = List.length pr.params in
  let params = Array.of_list pr.params in
  let tys = Array.map (fun (v : I.variable) -> v.var_ty) (T.info t).procedures.(i).variables in
  let written = written pr.body in
  let aggregate ty = not (T.is_scalar ty || ty = TView) in
  (* A parameter passed by const pointer and written needs a copy. *)
  let copied x = x < nparams && fst params.(x) = In && aggregate tys.(x) && List.mem x written in
  let result_direct = aggregate pr.result && not (T.is_void pr.result) && pr.ret >= nparams in
  let reach =
    Array.init n (fun x ->
        if x < nparams then
          match params.(x) with
          | In, ty when T.is_scalar ty || ty = TView -> var names.(x)
          | In, _ when copied x -> var ("fli_" ^ names.(x))
          | In, _ -> pointer names.(x)
          | _, TView -> var names.(x)
          | _ -> pointer names.(x)
        else if result_direct && x = pr.ret then pointer "result"
        else var names.(x))
  in
  let st = statements sh i ~reach ~in_frame:(Array.make n false) in
  let body = S.body st in
  let ending =
    (if S.leaves_early st then [ "done:;\n" ] else []) @ [ p "    %s\n" (S.function_return st) ]
  in
  String.concat ""
    ([
       p "%s%s {\n" (if exported then api t else "static inline ") (function_signature t i);
       declare_locals t tys names
         ~is_local:(fun x -> x >= nparams && not (result_direct && x = pr.ret))
         ~used:(fun x -> S.used st x);
     ]
    @ List.concat
        (List.init nparams (fun x ->
             if copied x then [ p "    %s fli_%s = *%s;\n" (T.c_type t tys.(x)) names.(x) names.(x) ]
             else if T.is_void tys.(x) then []
             else [ p "    (void)%s;\n" names.(x) ] (* used or not: what uses it may print as nothing *)))
    @ [ body; own_line ]
    @ ending @ [ "}\n" ])

(* {2 Constants} *)

let rec initializer_of t ty c =
  match (ty, c) with
  | TBool, CBool b -> string_of_bool b
  | TInt w, CInt z -> X.literal w z
  | TBytes _, CBytes l ->
      p "{ .len = %d, .data = { %s } }" (List.length l)
        (if l = [] then "0" else String.concat ", " (List.map Num.to_string l))
  | TArray (_, elt), CArray l -> p "{ .a = { %s } }" (String.concat ", " (List.map (initializer_of t elt) l))
  | TRecord (_, ts), CRecord l ->
      let one i (ty', c) =
        if T.is_void ty' then [] else [ p ".%s = %s" (T.member t ty i) (initializer_of t ty' c) ]
      in
      p "{ %s }" (String.concat ", " (List.concat (List.mapi one (List.combine ts l))))
  | TUnion (_, ts), CUnion (tag, c) ->
      let ty' = List.nth ts tag in
      if T.is_void ty' then p "{ .tag = %d }" tag
      else p "{ .tag = %d, .u = { .%s = %s } }" tag (T.member t ty tag) (initializer_of t ty' c)
  | _ -> invalid_arg "constant"

let constant t c =
  let ty, v = List.nth (T.info t).program.consts c in
  if T.is_void ty then ""
  else p "static const %s %s = %s;\n" (T.c_type t ty) (T.constant_name t c) (initializer_of t ty v)

(* {2 The two files} *)

let extern_declaration t f =
  let ext = List.nth (T.info t).program.externs f in
  let info = (T.info t).externs.(f) in
  let param x (m, ty) =
    if T.is_void ty then []
    else
      let name = (T.extern_args t f).(x) in
      match (m, ty) with
      | In, TView -> [ p "struct %sview %s" (T.prefix t) name ]
      | _, TView -> [ p "struct %sspan %s" (T.prefix t) name ]
      | In, _ when T.is_scalar ty -> [ p "%s %s" (T.c_type t ty) name ]
      | In, _ -> [ p "const %s *%s" (T.c_type t ty) name ]
      | _ -> [ p "%s *%s" (T.c_type t ty) name ]
  in
  let by_value = T.is_scalar ext.ext_result in
  let result = if T.is_void ext.ext_result || by_value then [] else [ p "%s *result" (T.c_type t ext.ext_result) ] in
  let params = List.concat (List.mapi param ext.ext_params) @ result in
  p "%s %s(%s);\n"
    (if by_value then T.c_type t ext.ext_result else "void")
    info.symbol
    (if params = [] then "void" else String.concat ", " params)

(* What is so for every extern type, with its C name. *)
let each_extern_type t print =
  String.concat "" (Array.to_list (Array.mapi (fun n extent -> print (T.c_type t (TExtern n)) extent) (T.info t).I.extern_extents))

(* Storage for those that no header of the user's defines. *)
let extern_storage t =
  each_extern_type t (fun c (size, align) ->
      p "typedef struct {\n    alignas(%d) uint8_t bytes[%d];\n} %s;\n\n" align size c)

(* That a type of the user's has as much. *)
let extern_assertions t =
  each_extern_type t (fun c (size, align) ->
      p "_Static_assert(sizeof(%s) == %d, \"size of an extern type\");\n_Static_assert(%d %% _Alignof(%s) == 0, \"alignment of an extern type\");\n" c size align c)

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

let number_lines name text =
  let b = Buffer.create (String.length text) in
  List.iteri
    (fun i l ->
      if i > 0 then Buffer.add_char b '\n';
      Buffer.add_string b (if l = "#line @" then p "#line %d \"%s.c\"" (i + 2) name else l))
    (String.split_on_char '\n' text);
  Buffer.contents b

let borders t ~effects ~coroutines =
  let info = T.info t in
  let eff e = List.nth info.program.effs e in
  let member ty name = if T.is_void ty then [] else [ p "    %s %s;\n" (T.c_type t ty) name ] in
  let request e =
    let args = List.concat (List.mapi (fun i ty -> member ty (T.effect_arg t e i)) (eff e).eff_args) in
    if args = [] then []
    else [ "    struct {\n" ^ String.concat "" (List.map (fun s -> "    " ^ s) args) ^ p "    } %s;\n" (T.effect_name t e) ]
  in
  let finished i = member (T.procedure t i).result ("done_" ^ T.unprefixed t (T.procedure_name t i)) in
  let response e =
    let ty = (eff e).eff_result in
    if T.answer_points t e then [ p "    const %s *%s;\n" (T.c_type t ty) (T.effect_name t e) ]
    else member ty (T.effect_name t e)
  in
  let union name members =
    p "union %s%s {\n%s    uint8_t none;\n};\n\n" (T.prefix t) name (String.concat "" members)
  in
  let statuses =
    p "    %sTRAP = 0,\n    %sDONE = 1" (T.macro_prefix t) (T.macro_prefix t)
    ^ String.concat "" (List.map (fun e -> p ",\n    %s = %d" (T.asks t e) (e + 2)) effects)
  in
  let request_union = union "request" (List.concat_map request effects @ List.concat_map finished coroutines) in
  let response_union = union "response" (List.concat_map response effects) in
  p "enum %sstatus {\n%s\n};\n\n" (T.prefix t) statuses ^ request_union ^ response_union

let print t ~entries ~name ~extern_header =
  let info = T.info t in
  let procs = reachable info entries and executed = executed info entries in
  let is_coroutine i = (T.procedure t i).suspends in
  let coroutines = List.filter is_coroutine procs in
  List.iter (fun i -> ignore (T.c_type t (TCoro i))) coroutines;
  let sh = { types = t; constants = Hashtbl.create 17; waits = Hashtbl.create 17 } in
  let bodies =
    List.map
      (fun i ->
        let exported = List.mem i entries in
        if is_coroutine i then (if exported then init sh i ^ "\n" else "") ^ coroutine sh i ~exported
        else plain_function sh i ~exported)
      executed
  in
  (* Asking a coroutine what it waits for asks the ones it calls. *)
  let rec add_waits () =
    let more =
      List.concat_map
        (fun i ->
          if Hashtbl.mem sh.waits i then
            List.filter_map
              (function _, `Call (c : call) when not (Hashtbl.mem sh.waits c.callee) -> Some c.callee | _ -> None)
              (T.points t i)
          else [])
        coroutines
    in
    if more <> [] then (
      List.iter (fun i -> Hashtbl.replace sh.waits i ()) more;
      add_waits ())
  in
  add_waits ();
  let waits = List.filter (Hashtbl.mem sh.waits) coroutines |> List.map (waits_function sh) in
  let body = String.concat "\n" (waits @ bodies) in
  (* What reads a constant may print as nothing. *)
  let printed c = Hashtbl.mem sh.constants c && C_fragments_trusted.mentions (T.constant_name t c) body in
  let constants = List.filter printed (List.init (List.length info.program.consts) Fun.id) |> List.map (constant t) in
  let effects = effects_of info procs in
  let borders = if coroutines = [] then "" else borders t ~effects ~coroutines in
  let extern_used =
    List.concat_map
      (fun i ->
        fold_cmd
          (fun acc c -> match c with Do (BExtern (f, _, _)) -> f :: acc | _ -> acc)
          [] (T.procedure t i).body)
      executed
    |> List.sort_uniq compare
  in
  let externs = if extern_header = None then List.map (extern_declaration t) extern_used else [] in
  let entry i =
    if is_coroutine i then
      let n = T.procedure_name t i in
      let u = String.uppercase_ascii n in
      p "#define %s_SIZE %s\n%s%s;\n%s%s;\n" u
        (string_of_int (T.frame_of t i).size)
        (api t) (init_signature t i) (api t) (step_signature t i)
    else api t ^ function_signature t i ^ ";\n"
  in
  let entries_text = List.map entry entries in
  let m = T.macro_prefix t in
  let stores_externs = extern_header = None && info.extern_extents <> [||] in
  let guard = String.uppercase_ascii (T.identifier (T.prefix t ^ name)) ^ "_H" in
  let header =
    String.concat ""
      ([
         p "/* Generated by fairlead from %s. */\n#ifndef %s\n#define %s\n\n" (Filename.basename (List.hd info.files)) guard guard;
         (if stores_externs then "#include <stdalign.h>\n" else "");
         "#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n\n";
         p "#ifndef %sAPI\n#define %sAPI /* what the functions are declared with, such as static */\n#endif\n\n" m m;
         p "#ifndef %sSTORAGE\n#if defined(__GNUC__)\n#define %sSTORAGE __attribute__((may_alias)) /* frames reuse storage */\n#else\n#define %sSTORAGE\n#endif\n#endif\n\n" m m m;
         p "#ifndef %sVIEW\n#define %sVIEW\n/* Bytes that somebody else stores; data is never null. */\nstruct %sview {\n    const uint8_t *data;\n    size_t len; /* below 2^32 */\n};\n\n" m m (T.prefix t);
         p "/* The same, to be updated in place. */\nstruct %sspan {\n    uint8_t *data;\n    size_t len;\n};\n#endif\n\n" (T.prefix t);
       ]
      @ (match extern_header with Some h -> [ p "#include \"%s\"\n\n" h ] | None -> [])
      @ [ opens_c; (if stores_externs then extern_storage t else ""); T.definitions t; borders ]
      @ externs
      @ (if externs = [] then [] else [ "\n" ])
      @ [ String.concat "\n" entries_text; closes_c; "\n#endif\n" ])
  in
  let helpers = C_fragments_trusted.needed ~types:t body in
  let source =
    String.concat ""
      [
        p "/* Generated by fairlead from %s. */\n#include \"%s.h\"\n\n#include <string.h>\n\n" (Filename.basename (List.hd info.files)) name;
        "#if defined(__GNUC__)\n\
         /* Where the source has them: comparisons that are always true, those of complements,\n\
        \   variables that are never read. And what only checks in front rule out. */\n\
         #pragma GCC diagnostic ignored \"-Wtype-limits\"\n\
         #pragma GCC diagnostic ignored \"-Wtautological-compare\"\n\
         #pragma GCC diagnostic ignored \"-Wsign-compare\"\n\
         #pragma GCC diagnostic ignored \"-Wunused-but-set-variable\"\n\
         #pragma GCC diagnostic ignored \"-Warray-bounds\"\n\
         #if !defined(__clang__)\n\
         #pragma GCC diagnostic ignored \"-Wmaybe-uninitialized\"\n\
         #pragma GCC diagnostic ignored \"-Wuninitialized\" /* copies of unions whose case has no payload */\n\
         #pragma GCC diagnostic ignored \"-Wstringop-overflow\"\n\
         #pragma GCC diagnostic ignored \"-Wstringop-overread\"\n\
         #endif\n\
         #endif\n\n";
        (if extern_header = None then "" else extern_assertions t);
        T.assertions t;
        "\n";
        String.concat "" constants;
        (if constants = [] then "" else "\n");
        helpers;
        (if helpers = "" then "" else "\n");
        body;
      ]
  in
  { header; source = number_lines name source }
