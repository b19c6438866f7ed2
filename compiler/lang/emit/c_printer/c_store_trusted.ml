(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
module Num = Z
open Fairlead_lang_coq.Syntax
open C_body_trusted
module F = C_queries_trusted
module N = C_names_trusted
module T = C_types_trusted
module X = C_expr_trusted

let p = Printf.sprintf

let copy_value (d : X.lvalue) ty (s : X.lvalue) =
  if T.is_void ty then []
  else
    match ty with
    | TBytes _ ->
        let field l f = (X.dot l f).X.text in
        [
          p "fli_copy(%s, %s, %s);" (field d "data") (field s "data") (field s "len");
          p "%s = %s;" (field d "len") (field s "len");
        ]
    | _ -> [ p "%s = %s;" (X.value d) (X.value s) ]

(* {2 Parts} *)

let field t d ty i = X.dot d (N.member (T.names t) ty i)
let payload t d ty i = X.dot (X.dot d "u") (N.member (T.names t) ty i)
let element d i = X.var (p "%s[%s]" (X.dot d "a").X.text i)
let for_each ?(from = 0) i n = p "for (uint32_t %s = %d; %s < %su; %s++) {" i from i (Num.to_string n) i

(* What [one] says of each that holds information. *)
let each ts one = List.concat (List.mapi (fun i t -> if T.is_void t then [] else one i t) ts)

(* {2 Clearing} *)

(* Types with more parts are cleared by a function: printed each time, they would be as long as they are wide. *)
let many_parts = 32
let cleared_by_function t ty = T.parts t ty > many_parts
let clear_name t ty = "fli_clear_" ^ T.structure t ty

(* The value of a type before anything is assigned; all of them are zero bytes. *)
let rec clear_parts t ~fresh (d : X.lvalue) ty =
  if T.is_void ty then []
  else
    match ty with
    | TBool -> [ p "%s = false;" (X.value d) ]
    | TInt _ -> [ p "%s = 0;" (X.value d) ]
    | TBytes _ | TView -> [ p "%s = 0;" (X.dot d "len").text ]
    | TRecord (_, ts) -> each ts (fun i part -> clear_value t ~fresh (field t d ty i) part)
    | TUnion (_, ts) -> p "%s = 0;" (X.dot d "tag").text :: clear_value t ~fresh (payload t d ty 0) (List.hd ts)
    | TCoro _ -> [ p "%s = 0;" (X.dot d "at").text ]
    | TMap (n, _, _) ->
        let index = (X.dot d "index").text in
        p "%s = 0;" (X.dot d "count").text
        :: (if T.index_size (T.int_of_n n) = 0 then [] else [ p "memset(%s, 0, sizeof %s);" index index ])
    | TArray (n, ((TRecord _ | TBytes _ | TCoro _ | TMap _ | TUnion _) as part)) ->
        let i = fresh () in
        (for_each i n :: clear_value t ~fresh (element d i) part) @ [ "}" ]
    | TArray _ | TExtern _ -> [ p "memset(%s, 0, sizeof %s);" (X.address d) (X.value d) ]

and clear_value t ~fresh d ty =
  if cleared_by_function t ty then [ p "%s(%s);" (clear_name t ty) (X.address d) ] else clear_parts t ~fresh d ty

let clear st d ty = clear_value (types st) ~fresh:(fun () -> fresh st) d ty

(* For each structure so far that is cleared by one; a type's parts come before it. *)
let clear_functions t =
  let define ty =
    let count = ref 0 in
    let fresh () = incr count; p "i_%d" !count in
    let name = clear_name t ty in
    ( name,
      p "static inline void %s(%s *d) {\n%s}\n" name (T.c_type t ty)
        (String.concat "" (List.map (p "    %s\n") (clear_parts t ~fresh (X.pointer "d") ty))) )
  in
  List.map define (List.filter (cleared_by_function t) (T.structures t))

(* {2 Stores} *)

let store_bytes st (d : X.lvalue) cap e ~overlap =
  let data, len = X.bytes st.env e in
  let n = fresh st in
  [
    "{";
    p "const uint32_t %s = %s;" n len;
    p "%s(%s, %s, %s);" (if overlap then "fli_move" else "fli_copy") (X.dot d "data").text data n;
    p "%s = (%s)%s;" (X.dot d "len").text (T.unsigned cap) n;
    "}";
  ]

let rec store st (d : X.lvalue) ty e : string list =
  let env = st.env in
  if T.is_void ty then []
  else
    match (ty, e) with
    | (TBool | TInt _), _ -> [ p "%s = %s;" (X.value d) (X.scalar env e) ]
    | _, EDefault _ -> clear st d ty
    | TBytes n, _ -> store_bytes st d (T.int_of_n n) e ~overlap:false
    | _, ERead pl -> copy_value d ty (fst (X.place env pl))
    | TRecord (_, ts), ERecord (_, es) -> each ts (fun i t -> store st (field (types st) d ty i) t (List.nth es i))
    | TUnion (_, ts), EUnion (_, tag, e) ->
        let t = List.nth ts tag in
        (if T.is_void t then [] else store st (payload (types st) d ty tag) t e) @ [ p "%s = %d;" (X.dot d "tag").text tag ]
    | TArray (_, t), EArray (_, es) -> List.concat (List.mapi (fun i e -> store st (element d (string_of_int i)) t e) es)
    | TArray (n, t), EFill (_, _, e) -> fill st d n t e
    | TCoro c, ECoro (_, es) -> start st d c es
    | _ -> invalid_arg "store"

and fill st d n t e =
  if T.is_scalar t then
    let v = fresh st in
    let i = fresh st in
    [ "{"; temporary st t v ]
    @ store st (X.var v) t e
    @ (for_each i n :: copy_value (element d i) t (X.var v))
    @ [ "} }" ]
  else
    (* The first element is built in place, however large, and copied from there. *)
    let first = element d "0" in
    let i = fresh st in
    store st first t e @ (for_each ~from:1 i n :: copy_value (element d i) t first) @ [ "}" ]

(* A coroutine that has not run: its arguments are in its frame. *)
and start st d c es =
  let variables = N.variables (names st) c in
  let params = List.mapi (fun i (m, t) -> (i, m, t)) (T.procedure (types st) c).params in
  let stored = List.filter (fun (_, m, _) -> m <> Lent) params in
  let one (i, _, t) e = if T.is_void t then [] else store st (X.dot d variables.(i)) t e in
  p "%s = 1;" (X.dot d "at").text :: List.concat (List.map2 one stored es)

(* {2 Assignments} *)

let constructs = function ERecord _ | EUnion _ | EArray _ | EFill _ | ECoro _ -> true | _ -> false

let rec has_subscript = function
  | PVar _ | PConst _ -> false
  | PField (pl, _) | PCase (pl, _) -> has_subscript pl
  | PIndex _ | PKey _ -> true

let reach_once st pl (d : X.lvalue) ty body =
  if has_subscript pl && not (T.is_scalar ty) && not (T.is_void ty) then
    let v = fresh st in
    ("{" :: p "%s *const %s = %s;" (T.c_type (types st) ty) v (X.address d) :: body (X.pointer v)) @ [ "}" ]
  else body d

let assign st pl e : string list =
  let d, ty = X.place st.env pl in
  let reads = F.reads_root pl e in
  match ty with
  | TBytes n when e <> EDefault ty ->
      reach_once st pl d ty (fun d -> store_bytes st d (T.int_of_n n) e ~overlap:(F.overlaps pl e))
  | _ when reads && constructs e ->
      let v = fresh st in
      ("{" :: temporary st ty v :: store st (X.var v) ty e) @ copy_value d ty (X.var v) @ [ "}" ]
  | _ -> reach_once st pl d ty (fun d -> store st d ty e)
