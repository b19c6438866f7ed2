(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_lang_coq.Syntax
module N = C_names_trusted
module T = C_types_trusted

let p = Printf.sprintf

(* One parameter with its mode; nothing where there is no information. *)
let parameter t name (mode, ty) =
  if T.is_void ty then []
  else
    match (mode, ty) with
    | In, TView -> [ p "struct %sview %s" (N.prefix (T.names t)) name ]
    | _, TView -> [ p "struct %sspan %s" (N.prefix (T.names t)) name ]
    | In, _ when T.is_scalar ty -> [ p "%s %s" (T.c_type t ty) name ]
    | In, _ -> [ p "const %s *%s" (T.c_type t ty) name ]
    | (Inout | Lent), _ -> [ p "%s *%s" (T.c_type t ty) name ]

let parameters t names ~which params =
  List.concat (List.mapi (fun x (mode, ty) -> if which mode then parameter t names.(x) (mode, ty) else []) params)

let listed = String.concat ", "
let api t = N.macro_prefix (T.names t) ^ "API "

(* {2 Coroutines} *)

let status t = p "enum %sstatus" (N.prefix (T.names t))

let init t i =
  let name = N.procedure_name (T.names t) i in
  p "void %s_init(%s)" name
    (listed
       (p "struct %s *f" name
       :: parameters t (N.variables (T.names t) i) ~which:(fun m -> m = In) (T.procedure t i).params))

let step t i ~exported =
  let name = N.procedure_name (T.names t) i and prefix = N.prefix (T.names t) in
  p "%s %s_step(%s)" (if exported then status t else "unsigned") name
    (listed
       (p "struct %s *f" name
       :: p "union %sresponse r" prefix
       :: p "union %srequest *q" prefix
       :: parameters t (N.variables (T.names t) i) ~which:(fun m -> m <> In) (T.procedure t i).params))

(* {2 Functions} *)

(* Scalars come back as values, everything else through the last parameter; what
   may trap returns whether it did not. *)
let signature t ~name ~names ~params ~result ~may_trap =
  let by_value = T.is_scalar result && not may_trap in
  let out = if T.is_void result || by_value then [] else [ p "%s *result" (T.c_type t result) ] in
  let ret = if by_value then T.c_type t result else if may_trap then "bool" else "void" in
  let all = parameters t names ~which:(fun _ -> true) params @ out in
  p "%s %s(%s)" ret name (if all = [] then "void" else listed all)

let plain_function t i =
  let pr = T.procedure t i in
  signature t ~name:(N.procedure_name (T.names t) i) ~names:(N.variables (T.names t) i) ~params:pr.params
    ~result:pr.result
    ~may_trap:(C_queries_trusted.can_trap (T.info t) i)

let external_function t f =
  let ext = List.nth (T.info t).program.externs f in
  signature t ~name:(T.info t).externs.(f).symbol ~names:(N.extern_args (T.names t) f) ~params:ext.ext_params
    ~result:ext.ext_result ~may_trap:false
