(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_lang_coq.Syntax

let arith op w a b =
  let bits = Types.bits w in
  let limit = Z.shift_left Z.one bits in
  let wrap z = Z.logand z (Z.pred limit) in
  let checked z =
    if Z.sign z < 0 || Z.geq z limit then Error (Printf.sprintf "the result %s does not fit in u%d" (Z.to_string z) bits)
    else Ok z
  in
  let amount k = if Z.lt b (Z.of_int bits) then Ok (k (Z.to_int b)) else Error (Printf.sprintf "the amount is not below %d" bits) in
  let rotate n = Z.logor (wrap (Z.shift_left a n)) (Z.shift_right a (bits - n)) in
  match op with
  | Add -> checked (Z.add a b)
  | Sub -> checked (Z.sub a b)
  | Mul -> checked (Z.mul a b)
  | AddW -> Ok (wrap (Z.add a b))
  | SubW -> Ok (wrap (Z.sub a b))
  | MulW -> Ok (wrap (Z.mul a b))
  | Div -> if Z.sign b = 0 then Error "division by zero" else Ok (Z.div a b)
  | Rem -> if Z.sign b = 0 then Error "division by zero" else Ok (Z.rem a b)
  | And -> Ok (Z.logand a b)
  | Or -> Ok (Z.logor a b)
  | Xor -> Ok (Z.logxor a b)
  | Shl -> amount (fun n -> wrap (Z.shift_left a n))
  | Shr -> amount (fun n -> Z.shift_right a n)
  | Rotl -> Ok (rotate (Z.to_int (Z.rem b (Z.of_int bits))))
  | Rotr -> Ok (rotate ((bits - Z.to_int (Z.rem b (Z.of_int bits))) mod bits))

let compare op a b =
  match op with
  | Eq -> Z.equal a b
  | Ne -> not (Z.equal a b)
  | Lt -> Z.lt a b
  | Le -> Z.leq a b
  | Gt -> Z.gt a b
  | Ge -> Z.geq a b

let fold_arith op w a b =
  match (a, b) with
  | EInt (_, x), EInt (_, y) -> Result.map (fun z -> EInt (w, z)) (arith op w x y)
  | _ -> Ok (EArith (op, w, a, b))

(* A short expression can stand for tables that fill the memory. *)
let max_elements = 4 * 1024 * 1024

(* [left]: how many more elements there may be. *)
let copies left n c =
  if Z.gt n (Z.of_int !left) then Error (Printf.sprintf "it has more than %d elements" max_elements)
  else (
    left := !left - Z.to_int n;
    Ok (CArray (List.init (Z.to_int n) (fun _ -> c))))

let rec default_within left : ty -> (const, string) result = function
  | TBool -> Ok (CBool false)
  | TInt _ -> Ok (CInt Z.zero)
  | TBytes _ | TView -> Ok (CBytes [])
  | TArray (n, t) -> Result.bind (default_within left t) (copies left n)
  | TRecord (_, l) -> Result.map (fun l -> CRecord l) (all (default_within left) l)
  | TUnion (_, t :: _) -> Result.map (fun c -> CUnion (0, c)) (default_within left t)
  | TUnion (_, []) -> Error "a union without cases has no value"
  | TMap _ | TExtern _ | TCoro _ -> Error "maps, extern types and coroutines cannot be constants"

and all : 'a. ('a -> (const, string) result) -> 'a list -> (const list, string) result =
 fun f l ->
  let rec go acc = function
    | [] -> Ok (List.rev acc)
    | x :: l -> ( match f x with Ok c -> go (c :: acc) l | Error e -> Error e)
  in
  go [] l

let default t = default_within (ref max_elements) t

exception Trap of string

let value ~table e =
  let left = ref max_elements in
  let trap format = Printf.ksprintf (fun s -> raise (Trap s)) format in
  let ok = function Ok x -> x | Error e -> raise (Trap e) in
  let internal () = trap "this is not a constant expression" in
  let rec bytes e = match expr e with CBytes l -> l | _ -> internal ()
  and int e = match expr e with CInt z -> z | _ -> internal ()
  and bool e = match expr e with CBool b -> b | _ -> internal ()
  and position z limit = if Z.geq z (Z.of_int limit) then trap "index %s is out of bounds" (Z.to_string z) else Z.to_int z
  and length l = CInt (Z.of_int (List.length l))
  and slice l lo hi =
    if Z.gt lo hi || Z.gt hi (Z.of_int (List.length l)) then trap "the slice is out of bounds"
    else
      let lo = Z.to_int lo and hi = Z.to_int hi in
      List.filteri (fun i _ -> i >= lo && i < hi) l
  and place = function
    | PVar _ | PKey _ -> internal ()
    | PConst c -> table c
    | PField (p, i) -> ( match place p with CRecord l -> List.nth l i | _ -> internal ())
    | PCase (p, tag) -> (
        match place p with
        | CUnion (t, c) -> if t = tag then c else trap "the union holds another case"
        | _ -> internal ())
    | PIndex (p, e) -> (
        let i = int e in
        match place p with
        | CArray l -> List.nth l (position i (List.length l))
        | CBytes l -> CInt (List.nth l (position i (List.length l)))
        | _ -> internal ())
  and expr = function
    | EBool b -> CBool b
    | EInt (_, z) -> CInt z
    | EBytes l -> CBytes l
    | ERead p -> place p
    | ENot e -> CBool (not (bool e))
    | EComp (w, e) -> CInt (Z.sub (Types.max_int w) (int e))
    | EAnd (a, b) -> CBool (bool a && bool b)
    | EOr (a, b) -> CBool (bool a || bool b)
    | EArith (op, w, a, b) ->
        let a = int a in
        CInt (ok (arith op w a (int b)))
    | ECompare (op, _, a, b) ->
        let a = int a in
        CBool (compare op a (int b))
    | EBoolEq (a, b) ->
        let a = bool a in
        CBool (a = bool b)
    | EBytesEq (a, b) ->
        let a = bytes a in
        CBool (a = bytes b)
    | EWiden (_, w, e) -> CInt (Z.logand (int e) (Types.max_int w))
    | ENarrow (_, w, e) ->
        let z = int e in
        if Z.gt z (Types.max_int w) then trap "%s does not fit in %s" (Z.to_string z) (Types.width_name w) else CInt z
    | ECond (c, a, b) -> if bool c then expr a else expr b
    | EFit (cap, e) ->
        let l = bytes e in
        if Z.gt (Z.of_int (List.length l)) cap then trap "%d bytes do not fit in bytes<%s>" (List.length l) (Z.to_string cap)
        else CBytes l
    | ELen e -> length (bytes e)
    | EIs (p, tag) -> ( match place p with CUnion (t, _) -> CBool (t = tag) | _ -> internal ())
    | ESlice (e, lo, hi) ->
        let l = bytes e in
        let lo = int lo in
        CBytes (slice l lo (int hi))
    | ELoad (o, w, e, off) ->
        let l = bytes e in
        let lo = int off in
        let part = slice l lo (Z.add lo (Z.of_int (Types.bits w / 8))) in
        let big_endian = match o with Big -> part | Little -> List.rev part in
        CInt (List.fold_left (fun n b -> Z.add (Z.shift_left n 8) b) Z.zero big_endian)
    | ERecord (_, l) -> CRecord (List.rev (List.rev_map expr l))
    | EUnion (_, tag, e) -> CUnion (tag, expr e)
    | EArray (_, l) -> CArray (List.rev (List.rev_map expr l))
    | EFill (_, n, e) ->
        let c = expr e in
        ok (copies left n c)
    | EDefault t -> ok (default_within left t)
    | ECount _ | EHas _ | EKeyAt _ | ECoro _ -> internal ()
  in
  match expr e with c -> Ok c | exception Trap why -> Error why

let rec decided ~table = function
  | EAnd (a, b) -> both ~table false a b
  | EOr (a, b) -> both ~table true a b
  | ENot e -> Option.map not (decided ~table e)
  | e -> ( match value ~table e with Ok (CBool b) -> Some b | _ -> None)

(* [strong] decides whatever the other operand is. *)
and both ~table strong a b =
  match (decided ~table a, decided ~table b) with
  | Some a, _ when a = strong -> Some strong
  | _, Some b when b = strong -> Some strong
  | Some _, Some _ -> Some (not strong)
  | _ -> None

let literal w c =
  match (w, c) with
  | _, CBool b -> Some (EBool b)
  | Some w, CInt z -> Some (EInt (w, z))
  | _ -> None
