open Fairlead_lang_coq.Syntax
open Coerce
open Naming
open Operator
module T = Types

type placed = { place : place; ty : T.t; read_only : string option }

let fail = Diagnostic.fail
let env = Context.env
let show ctx t = Env.show (env ctx) t
let coq ctx t = Env.coq_type (env ctx) t

let no_value = "call it in a statement of its own"
let not_bytes = "bytes are of type bytes<N> or bytes"

let rec infer ctx ?want (e : Surface.expr) : value =
  match e.e with
  | Int (z, Some w) -> { e = integer e.loc w z; ty = Int w }
  | Int (z, None) ->
      let w = match want with Some (T.Int w) -> w | _ -> W32 in
      { e = integer e.loc w z; ty = Int w }
  | Bool b -> { e = EBool b; ty = Bool }
  | String s -> { e = bytes_of_string s; ty = View }
  | Name _ | Field _ -> name_or_field ctx ?want e
  | Index _ ->
      let p = place ctx e in
      { e = ERead p.place; ty = p.ty }
  | Slice (b, lo, hi) -> slice ctx b lo hi
  | Apply (f, args) -> apply ctx ?want e.loc f args
  | Unary (Not, a) -> { e = ENot (check ctx a T.Bool); ty = Bool }
  | Unary (Complement, a) -> (
      let v = infer ctx ?want a in
      match (v.ty, v.e) with
      | Int w, EInt (_, z) -> { v with e = EInt (w, Z.sub (T.max_int w) z) }
      | Int w, _ -> { v with e = EComp (w, v.e) }
      | t, _ -> fail e.loc "`~` works on integers, not on %s" (show ctx t) ~help:"for booleans, write `!`")
  | Binary (op, loc, a, b) -> binary ctx ?want loc op a b
  | Cond (c, a, b) -> conditional ctx ?want e.loc c a b
  | Cast (a, t, wrap) -> (
      let target = width t in
      match a.e with
      | Int (z, None) when not wrap -> { e = integer a.loc target z; ty = Int target }
      | _ ->
          let want = if untyped a then Some (T.Int target) else None in
          { e = convert ctx e.loc (infer ctx ?want a) target ~wrap; ty = Int target })
  | In (k, m) -> (
      let m = place ctx m in
      match m.ty with
      | Map (_, w, _) ->
          let k, code = Context.capture ctx (fun () -> check ctx k (T.Int w)) in
          let p = later_place ctx e.loc m.place code in
          { e = EHas (p, k); ty = Bool }
      | t -> fail e.loc "`in` asks for a key of a map, not of %s" (show ctx t) ~help:"to search an array, write a loop")
  | Is (u, case) ->
      let u = place ctx u in
      let tag, _ = find_case ctx u.ty case in
      { e = EIs (u.place, tag); ty = Bool }
  | Record (path, fields) -> record ctx e.loc path fields
  | Array l -> array ctx ?want e.loc l
  | Fill (x, n) ->
      let n = Env.size (env ctx) (Context.in_module ctx) n in
      let v = element ctx ?want:(match want with Some (T.Array (_, t)) -> Some t | _ -> None) x in
      { e = EFill (coq ctx v.ty, Z.of_int n, v.e); ty = Array (n, v.ty) }
  | Default -> (
      match want with
      | Some (Int w) -> { e = EInt (w, Z.zero); ty = Int w }
      | Some Bool -> { e = EBool false; ty = Bool }
      | Some View | Some Unit | None ->
          fail e.loc "the type of `default` is not known here" ~help:"say it: let x: T = default;"
      | Some t -> { e = EDefault (coq ctx t); ty = t })
  | None_ -> (
      match want with
      | Some (Option _ as t) -> { e = EUnion (coq ctx t, 0, Coerce.unit.e); ty = t }
      | Some t -> fail e.loc "expected %s, found none" (show ctx t) ~help:"`none` is a value of option types T?"
      | None -> fail e.loc "the type of `none` is not known here" ~help:"say it: let x: T? = none;")
  | Some_ x ->
      let v = element ctx ?want:(match want with Some (T.Option t) -> Some t | _ -> None) x in
      let ty = T.Option v.ty in
      { e = EUnion (coq ctx ty, 1, v.e); ty }
  | Load (order, t, at) -> (
      let w = width t in
      match at.e with
      | Index (b, off) -> (
          match Order.in_order ctx [ bytes_operand ctx b; position_operand ctx off ] with
          | [ AIn b; AIn off ] -> { e = ELoad (order, w, b, off); ty = Int w }
          | _ -> assert false)
      | _ -> fail at.loc "`load` reads an integer at an offset of some bytes" ~help:"for example load be u32 b[0]")
  | Ask (path, args) -> ask ctx e.loc path args
  | Call (path, args) -> call_coroutine ctx e.loc path args
  | Start (path, args) -> start ctx e.loc path args
  | Resume (c, lending, answer) -> resume ctx e.loc c lending answer

(* An element of a container being built; it has a type that can be stored. *)
and element ctx ?want (x : Surface.expr) : value =
  match want with
  | Some t -> { e = check ctx x t; ty = t }
  | None -> (
      let v = infer ctx x in
      match (v.ty, v.e) with
      | View, EBytes l ->
          let n = max 1 (List.length l) in
          { e = EFit (Z.of_int n, v.e); ty = Bytes n }
      | View, _ ->
          fail x.loc "a view cannot be stored" ~help:"copy the bytes into a variable of type bytes<N> first"
      | Unit, _ -> fail x.loc "this has no value" ~help:no_value
      | _ -> v)

and check ctx (e : Surface.expr) ty : expr =
  match (e.e, ty) with
  | String s, T.Bytes n when String.length s > n ->
      fail e.loc "%d bytes do not fit in bytes<%d>" (String.length s) n ~help:"give it a larger capacity"
  | _ ->
      let v = infer ctx ~want:ty e in
      coerce (env ctx) e.loc ~expected:ty v

and position ctx (e : Surface.expr) : expr = to_u32 (env ctx) e.loc (infer ctx ~want:(T.Int W32) e)

and value_operand ctx (e : Surface.expr) ty () : Order.operand = { arg = AIn (check ctx e ty); ty; loc = e.loc }
and position_operand ctx (e : Surface.expr) () : Order.operand = { arg = AIn (position ctx e); ty = Int W32; loc = e.loc }

and bytes_operand ctx (e : Surface.expr) () : Order.operand =
  { arg = AIn (bytes ctx e).e; ty = View; loc = e.loc }

and bytes ctx (e : Surface.expr) : value =
  let v = infer ctx e in
  match v.ty with
  | Bytes _ | View -> v
  | t -> fail e.loc "expected bytes, found %s" (show ctx t) ~help:not_bytes

(* A place whose indices are evaluated before [code], which is emitted here. *)
and later_place ctx loc p code =
  if Context.is_empty code then p
  else
    let effects = Storage.effects code in
    let p = Order.steady ctx loc (fun x -> Storage.Vars.mem x effects.writes) p in
    Context.emit ctx code;
    p

and name_or_field ctx ?want (e : Surface.expr) : value =
  match global ctx e with
  | Some (Const i) -> (
      let t, c = Env.constant (env ctx) i in
      match Fold.literal (match t with Int w -> Some w | _ -> None) c with
      | Some literal -> { e = literal; ty = t }
      | None -> { e = ERead (PConst (Env.table (env ctx) i)); ty = t })
  | Some d -> (
      match e.e with
      | Name id -> not_a_value ctx e.loc id d
      | Field (_, n) -> not_a_value ctx e.loc n.id d
      | _ -> assert false)
  | None -> (
      match e.e with
      | Field (u, case) when union_named ctx u <> None -> (
          let ty = Option.get (union_named ctx u) in
          match find_case ctx ty case with
          | tag, None -> { e = EUnion (coq ctx ty, tag, Coerce.unit.e); ty }
          | _, Some payload ->
              fail e.loc "the case `%s` holds %s" case.id (show ctx payload)
                ~help:(Printf.sprintf "write it with its payload: %s(...)" case.id))
      | _ ->
          ignore want;
          let p = place ctx e in
          { e = ERead p.place; ty = p.ty })

and place ctx (e : Surface.expr) : placed =
  let of_value () =
    let v = infer ctx e in
    match v.e with
    | ERead p -> { place = p; ty = v.ty; read_only = Some "this is a temporary value" }
    | EBytes l ->
        let ty = T.Bytes (max 1 (List.length l)) in
        { place = PConst (Env.anonymous_table (env ctx) ty (CBytes l)); ty; read_only = Some "a literal is constant" }
    | _ when v.ty = View -> fail e.loc "this slice cannot be used as a place" ~help:"index or slice the bytes it comes from instead"
    | _ when v.ty = Unit -> fail e.loc "this has no value" ~help:no_value
    | value -> (
        match Order.keep ctx e.loc v.ty value with
        | ERead p -> { place = p; ty = v.ty; read_only = Some "this is a temporary value" }
        | _ -> assert false)
  in
  match e.e with
  | Name id -> (
      match Context.lookup ctx id with
      | Some { bound_ty = None; _ } -> raise Errors.Reported
      | Some { place; bound_ty = Some ty; writable; _ } ->
          let read_only =
            if writable then None
            else
              match place with
              | PVar x -> variable_read_only ctx x
              | _ -> Some (Printf.sprintf "`%s` is bound by `match`" id)
          in
          { place; ty; read_only = (if writable then None else Some (Option.value ~default:"it cannot be written" read_only)) }
      | None -> (
          let m = Context.in_module ctx in
          match Env.find_opt (env ctx) m { qualifier = None; base = { id; loc = e.loc } } with
          | Some (Const i) ->
              let t, _ = Env.constant (env ctx) i in
              if T.is_scalar t then of_constant ctx e t
              else { place = PConst (Env.table (env ctx) i); ty = t; read_only = Some (Printf.sprintf "`%s` is a constant" id) }
          | Some d -> not_a_value ctx e.loc id d
          | None ->
              if Hashtbl.mem (env ctx).modules.(m).imports id then
                fail e.loc "`%s` is a module, not a value" id ~help:(Printf.sprintf "name something in it: %s.NAME" id);
              let known = Context.names ctx @ Env.visible_names (env ctx) m in
              fail e.loc "nothing called `%s` is known here" id
                ~help:(Diagnostic.did_you_mean id known ~otherwise:Env.declare_it)))
  | Field (b, n) -> (
      match global ctx e with
      | Some (Const i) ->
          let t, _ = Env.constant (env ctx) i in
          if T.is_scalar t then of_constant ctx e t
          else { place = PConst (Env.table (env ctx) i); ty = t; read_only = Some (Printf.sprintf "`%s` is a constant" n.id) }
      | Some _ -> of_value ()
      | None when union_named ctx b <> None -> of_value ()
      | None -> (
          let base = place ctx b in
          match find_field ctx base.ty n with
          | Some (i, ty) -> { base with place = PField (base.place, i); ty }
          | None -> (
              match base.ty with
              | Union _ | Option _ | Event _ -> (
                  match find_case ctx base.ty n with
                  | tag, Some ty -> { base with place = PCase (base.place, tag); ty }
                  | _, None -> fail e.loc "the case `%s` of %s has no payload" n.id (show ctx base.ty) ~help:(Printf.sprintf "to test for it: ... is %s" n.id))
              | t ->
                  let help =
                    match (t, n.id) with
                    | (Bytes _ | View | Array _), ("len" | "length" | "size" | "count") -> "write len(...)"
                    | Map _, ("len" | "length" | "size" | "count") -> "write count(...)"
                    | _ -> "only records have fields"
                  in
                  fail e.loc ~help "%s has no field `%s`" (show ctx t) n.id)))
  | Index (b, i) -> (
      let base = place ctx b in
      match base.ty with
      | Map (_, w, ty) ->
          let k, code = Context.capture ctx (fun () -> check ctx i (T.Int w)) in
          { base with place = PKey (later_place ctx e.loc base.place code, k); ty }
      | Array (n, ty) ->
          let i', code = Context.capture ctx (fun () -> position ctx i) in
          (match i' with
          | EInt (_, z) when Z.geq z (Z.of_int n) ->
              always_traps i.loc (Printf.sprintf "the array has %d element%s, numbered from 0" n (if n = 1 then "" else "s"))
                ~help:(Printf.sprintf "the last is %d" (n - 1))
          | _ -> ());
          { base with place = PIndex (later_place ctx e.loc base.place code, i'); ty }
      | Bytes _ | View ->
          let i, code = Context.capture ctx (fun () -> position ctx i) in
          { base with place = PIndex (later_place ctx e.loc base.place code, i); ty = Int W8 }
      | t -> fail e.loc "%s cannot be indexed" (show ctx t) ~help:"arrays, bytes and maps can")
  | _ -> of_value ()

and of_constant ctx e ty : placed =
  let v = infer ctx e in
  match Order.keep ctx e.loc ty v.e with
  | ERead p -> { place = p; ty; read_only = Some "this is a constant" }
  | _ -> assert false

and target ctx (e : Surface.expr) : placed =
  (match e.e with
  | Name _ | Field _ | Index _ -> ()
  | Slice _ -> fail e.loc "a slice is not a place by itself" ~help:"b[lo..hi] = view; overwrites bytes, and `inout b[lo..hi]` passes them"
  | _ -> fail e.loc "this is not a place that can be written" ~help:"places are variables, and fields, elements and payloads of them");
  let p = place ctx e in
  match p.read_only with
  | None -> p
  | Some why ->
      let help =
        match Storage.root p.place with
        | Some x when (Context.variable ctx x).kind = Parameter In -> "make it `inout`, or copy it: var x = ...;"
        | Some _ -> "declare it with `var`"
        | None -> "copy it into a variable first: var x = ...;"
      in
      fail e.loc "this cannot be written: %s" why ~help

and slice ctx b lo hi : value =
  let base = bytes_operand ctx b in
  let lo' = match lo with Some e -> position_operand ctx e | None -> fun () -> { arg = AIn (EInt (W32, Z.zero)); ty = Int W32; loc = b.loc } in
  let operands = base :: lo' :: (match hi with Some e -> [ position_operand ctx e ] | None -> []) in
  match Order.in_order ctx operands with
  | AIn b' :: AIn lo :: rest ->
      let hi = match rest with [ AIn hi ] -> hi | _ -> ELen b' in
      { e = ESlice (b', lo, hi); ty = View }
  | _ -> assert false

and typed_pair ctx ?want (a : Surface.expr) (b : Surface.expr) loc : value * value =
  if untyped a && not (untyped b) then (
    (* Literals emit nothing, so their order does not matter. *)
    let vb, code = Context.capture ctx (fun () -> infer ctx ?want b) in
    let va = infer ctx ~want:vb.ty a in
    Context.emit ctx code;
    (va, vb))
  else
    let left = ref None in
    Order.both ctx
      (fun () ->
        let v = infer ctx ?want a in
        left := Some v.ty;
        v)
      (fun () -> infer ctx ?want:!left b)
      loc

and binary ctx ?want loc op a b : value =
  match op with
  | Arith op' when is_shift op' -> (
      let want = match want with Some (T.Int _) -> want | _ -> None in
      let v, n = Order.both ctx (fun () -> infer ctx ?want a) (fun () -> { e = position ctx b; ty = Int W32 }) loc in
      match v.ty with
      | Int w -> { e = arith loc op' w v.e n.e; ty = Int w }
      | t -> fail loc "`%s` shifts integers, not %s" (symbol op) (show ctx t) ~help:"shift an integer")
  | Arith op' ->
      let want = match want with Some (T.Int _) -> want | _ -> None in
      let a, b = typed_pair ctx ?want a b loc in
      let w = same_width ctx loc (symbol op) a.ty b.ty in
      { e = arith loc op' w a.e b.e; ty = Int w }
  | Compare op' ->
      let a, b = typed_pair ctx a b loc in
      { e = comparison ctx loc op' a b; ty = Bool }
  | And | Or -> (
      let a' = check ctx a T.Bool in
      let b', code = Context.capture ctx (fun () -> check ctx b T.Bool) in
      if Context.is_empty code then { e = (if op = And then EAnd (a', b') else EOr (a', b')); ty = Bool }
      else
        (* The right side does something, so it must only run when needed. *)
        match Order.keep ctx loc T.Bool a' with
        | ERead r as t ->
            let right = Control.Seq [ code; Do (BAssign (r, b')) ] in
            Context.emit ctx (if op = And then If (t, right, Control.skip) else If (t, Control.skip, right));
            { e = t; ty = Bool }
        | _ -> assert false)

and conditional ctx ?want loc c a b : value =
  let c = check ctx c T.Bool in
  let ty, a', code_a, b', code_b =
    let want =
      match want with Some View -> None | w -> w
    in
    if want = None && untyped a && not (untyped b) then (
      let vb, code_b = Context.capture ctx (fun () -> element ctx b) in
      let ea, code_a = Context.capture ctx (fun () -> check ctx a vb.ty) in
      (vb.ty, ea, code_a, vb.e, code_b))
    else
      let va, code_a = Context.capture ctx (fun () -> element ctx ?want a) in
      match (want, va.ty) with
      | None, Bytes n ->
          (* Room for the longer one: what the first happens to hold says nothing about the second. *)
          let vb, code_b = Context.capture ctx (fun () -> element ctx b) in
          let ty = match vb.ty with Bytes m -> T.Bytes (max n m) | _ -> va.ty in
          let fit loc v = Coerce.coerce (env ctx) loc ~expected:ty v in
          (ty, fit a.loc va, code_a, fit b.loc vb, code_b)
      | _ ->
          let eb, code_b = Context.capture ctx (fun () -> check ctx b va.ty) in
          (va.ty, va.e, code_a, eb, code_b)
  in
  if T.is_scalar ty && Context.is_empty code_a && Context.is_empty code_b then { e = ECond (c, a', b'); ty }
  else
    let x = Context.temporary ctx loc ty in
    let branch code e = Control.Seq [ code; Do (BAssign (PVar x, e)) ] in
    Context.emit ctx (If (c, branch code_a a', branch code_b b'));
    { e = ERead (PVar x); ty }

and record ctx loc path fields : value =
  let d = Env.find (env ctx) (Context.in_module ctx) path in
  let ty =
    match d with
    | Type_record i -> T.Record i
    | Type_alias _ -> Env.resolve (env ctx) (Context.in_module ctx) ~view:false { t = T_name path; t_loc = path.base.loc; t_depth = 1 }
    | d -> fail path.base.loc "`%s` is a %s, not a record" path.base.id (Env.describe (env ctx) d) ~help:"name a record type here"
  in
  let declared =
    match Env.fields (env ctx) ty with
    | Some f -> f
    | None -> fail path.base.loc "%s is not a record" (show ctx ty) ~help:"name a record type here"
  in
  let given = Array.make (Array.length declared) None in
  let operand k ((n : Surface.name), e) =
    match find_field ctx ty n with
    | Some (i, t) ->
        if given.(i) <> None then fail n.loc "the field `%s` is given twice" n.id ~help:"remove one of the two";
        given.(i) <- Some k;
        value_operand ctx e t
    | None -> assert false
  in
  let operands = List.mapi operand fields in
  let missing = List.filteri (fun i _ -> given.(i) = None) (Array.to_list (Array.map fst declared)) in
  if missing <> [] then
    fail loc "the field%s %s of %s %s missing" (if List.length missing = 1 then "" else "s")
      (String.concat ", " (List.map (Printf.sprintf "`%s`") missing))
      (show ctx ty)
      (if List.length missing = 1 then "is" else "are")
      ~help:"give every field; `default` is the zero of any type";
  let values = Array.of_list (Order.in_order ctx operands) in
  let value k = match values.(Option.get k) with AIn e -> e | _ -> assert false in
  { e = ERecord (coq ctx ty, Array.to_list (Array.map value given)); ty }

and array ctx ?want loc l : value =
  match l with
  | [] -> fail loc "an array has at least one element" ~help:"write some, or [VALUE; N]"
  | first :: rest ->
      let ty = ref (match want with Some (T.Array (_, t)) -> Some t | _ -> None) in
      (* Of bytes, the longest one says how much room all have. *)
      let longest = ref 0 in
      let operand x () : Order.operand =
        let v = element ctx ?want:!ty x in
        (match (v.ty, !ty) with
        | Bytes n, None -> longest := max n !longest
        | _ when !longest > 0 && !ty = None -> ignore (coerce (env ctx) x.Surface.loc ~expected:(Bytes !longest) v)
        | _ -> ty := Some v.ty);
        { arg = AIn v.e; ty = v.ty; loc = x.Surface.loc }
      in
      (* The first element that is not a bare literal says what the others are. *)
      (if !ty = None && untyped first then
         match List.find_opt (fun x -> not (untyped x)) rest with
         | Some x -> (
             match (fst (Context.capture ctx (fun () -> infer ctx x))).ty with
             | Int _ as t -> ty := Some t
             | _ -> ())
         | None -> ());
      let values = Order.in_order ctx (List.rev (List.rev_map operand l)) in
      let t = match !ty with Some t -> t | None -> T.Bytes !longest in
      let fit e = if !ty = None then Coerce.fit !longest e else e in
      let es = List.rev (List.rev_map (function AIn e -> fit e | _ -> assert false) values) in
      { e = EArray (coq ctx t, es); ty = Array (List.length l, t) }

(* --- Calls --- *)

and apply ctx ?want loc (f : Surface.expr) args : value =
  let plain_args n what =
    if List.length args <> n then fail loc "`%s` takes %d argument%s" what n (if n = 1 then "" else "s") ~help:(Printf.sprintf "write %s(x)" what);
    List.iter (fun (a : Surface.arg) -> if a.inout then fail a.value.loc "`%s` changes nothing, so its argument is not inout" what ~help:"remove `inout`") args;
    List.map (fun (a : Surface.arg) -> a.value) args
  in
  match (f.e, global ctx f) with
  | Name "len", None when Context.lookup ctx "len" = None -> (
      let arg = List.hd (plain_args 1 "len") in
      let v = infer ctx arg in
      match (v.ty, v.e) with
      | Array (n, _), _ -> { e = EInt (W32, Z.of_int n); ty = Int W32 }
      | (Bytes _ | View), EBytes l -> { e = EInt (W32, Z.of_int (List.length l)); ty = Int W32 }
      | (Bytes _ | View), e -> { e = ELen e; ty = Int W32 }
      | t, _ ->
          fail arg.loc "`len` is of bytes and arrays, not of %s" (show ctx t)
            ~help:(match t with Map _ -> "write count(...)" | _ -> "name bytes or an array"))
  | Name "count", None when Context.lookup ctx "count" = None -> (
      let arg = List.hd (plain_args 1 "count") in
      let p = place ctx arg in
      match p.ty with
      | Map _ -> { e = ECount p.place; ty = Int W32 }
      | t ->
          fail arg.loc "`count` is of maps, not of %s" (show ctx t)
            ~help:(match t with Bytes _ | View | Array _ -> "write len(...)" | _ -> "name a map"))
  | _, Some (Proc i) when not (env ctx).procs.(i).decl.coroutine -> call_function ctx loc i args
  | _, Some (Extern_fn i) -> call_extern ctx loc i args
  | _, Some (Proc i) ->
      let id = (env ctx).procs.(i).routine.origin.name.id in
      fail loc "`%s` is a coroutine" id ~help:(Printf.sprintf "run it with `call %s(...)`, or keep it with `start %s(...)`" id id)
  | _, Some (Effect i) ->
      let id = (env ctx).effects.(i).e_origin.name.id in
      fail loc "`%s` is an effect" id ~help:(Printf.sprintf "ask for it: ask %s(...)" id)
  | Field (u, case), None when union_named ctx u <> None -> (
      let ty = Option.get (union_named ctx u) in
      ignore want;
      match find_case ctx ty case with
      | tag, Some payload -> (
          match args with
          | [ { inout = false; value } ] -> { e = EUnion (coq ctx ty, tag, check ctx value payload); ty }
          | _ -> fail loc "the case `%s` takes one payload, of type %s" case.id (show ctx payload)
            ~help:"several values go into a record")
      | _, None -> fail loc "the case `%s` has no payload" case.id ~help:"write it without parentheses")
  | Name id, Some d -> not_a_value ctx f.loc id d
  | Name id, None when Context.lookup ctx id = None ->
      let m = Context.in_module ctx in
      let known = "len" :: "count" :: Env.visible_names (env ctx) m in
      fail f.loc "no function `%s` is known here" id ~help:(Diagnostic.did_you_mean id known ~otherwise:Env.declare_it)
  | Field ({ e = Name q; loc; _ }, base), None
    when Context.lookup ctx q = None && Env.find_opt (env ctx) (Context.in_module ctx) { qualifier = None; base = { id = q; loc } } = None ->
      ignore (Env.find (env ctx) (Context.in_module ctx) { qualifier = Some { id = q; loc }; base });
      raise Errors.Reported
  | _ -> fail f.loc "this cannot be called" ~help:"only functions can"

and argument ctx (mode, name, (ty : T.t)) (a : Surface.arg) () : Order.operand =
  let loc = a.value.loc in
  match mode with
  | In ->
      if a.inout then fail loc "the parameter `%s` is not inout" name ~help:"remove `inout`";
      value_operand ctx a.value ty ()
  | Inout | Lent -> (
      if not a.inout then fail loc "the parameter `%s` is changed by the call" name ~help:"write `inout` before the argument";
      match (ty, a.value.e) with
      | View, Slice (b, lo, hi) -> (
          let p = target ctx b in
          match p.ty with
          | Bytes _ | View ->
              let operands =
                (fun () : Order.operand -> { arg = AInout p.place; ty = p.ty; loc })
                :: List.map (position_operand ctx) (Option.to_list lo @ Option.to_list hi)
              in
              let place, bounds =
                match Order.in_order ctx operands with
                | AInout p :: bounds -> (p, List.map (function AIn e -> e | _ -> assert false) bounds)
                | _ -> assert false
              in
              let lo, hi =
                match (lo, hi, bounds) with
                | Some _, Some _, [ lo; hi ] -> (lo, hi)
                | Some _, None, [ lo ] -> (lo, ELen (ERead place))
                | None, Some _, [ hi ] -> (EInt (W32, Z.zero), hi)
                | _ -> (EInt (W32, Z.zero), ELen (ERead place))
              in
              { arg = AInoutSlice (place, lo, hi); ty = View; loc }
          | t -> fail b.loc "expected bytes, found %s" (show ctx t) ~help:not_bytes)
      | _ -> (
          let p = target ctx a.value in
          match (ty, p.ty) with
          | View, Bytes _ -> { arg = AInoutSlice (p.place, EInt (W32, Z.zero), ELen (ERead p.place)); ty = View; loc }
          | expected, found when expected = found -> { arg = AInout p.place; ty; loc }
          | expected, found -> mismatch (env ctx) loc ~expected ~found))

and arguments ctx loc name params (args : Surface.arg list) =
  let n = List.length params and given = List.length args in
  if n <> given then
    fail loc "`%s` takes %d argument%s, not %d" name n (if n = 1 then "" else "s") given
      ~help:
        (if n = 0 then "write " ^ name ^ "()"
        else "its parameters: " ^ String.concat ", " (List.map (fun (m, p, t) ->
            (match m with In -> "" | Inout | Lent -> "inout ") ^ p ^ ": " ^ show ctx t) params));
  let locs = List.map (fun (a : Surface.arg) -> a.value.loc) args in
  let elaborated = Order.in_order ctx (List.map2 (argument ctx) params args) in
  let located = List.combine elaborated locs in
  Order.check_disjoint ctx located;
  List.combine (Order.settle_arguments ctx located) locs

and call_function ctx loc i args : value =
  let p = (env ctx).procs.(i) in
  ignore (need_proc ctx loc "a call");
  Env.intact (env ctx) (Proc i);
  let args = arguments ctx loc p.routine.origin.name.id p.routine.params args in
  let dest = Destination.result_place ctx loc p.routine.returns in
  Context.emit ctx
    (Call { callee = p.number; call_args = List.map fst args; call_dest = Option.map (fun x -> PVar x) dest });
  Destination.result_value p.routine.returns dest

and call_extern ctx loc i args : value =
  let r = (env ctx).externs.(i) in
  ignore (need_proc ctx loc "a call");
  Env.intact (env ctx) (Extern_fn i);
  let args = arguments ctx loc r.origin.name.id r.params args in
  let dest = Destination.result_place ctx loc r.returns in
  Context.emit ctx (Do (BExtern (i, List.map fst args, Option.map (fun x -> PVar x) dest)));
  Destination.result_value r.returns dest

and own_coroutine ctx loc what =
  let p = need_proc ctx loc what in
  if not p.decl.coroutine then
    fail loc "a function never suspends, so there is no %s in `%s`" what p.routine.origin.name.id
      ~help:"make it a coroutine, or pass it what it needs to know";
  p

(* Numbers of our lent parameters, and their types. *)
and lent_parameters (p : Env.proc) =
  List.filter_map Fun.id
    (List.mapi (fun i (mode, name, t) -> if mode = Lent then Some (i, name, t) else None) p.routine.params)

and ask ctx loc path args : value =
  let own = own_coroutine ctx loc "ask" in
  let i = Env.find_effect (env ctx) (Context.in_module ctx) path in
  let eff = (env ctx).effects.(i) in
  Env.intact (env ctx) (Effect i);
  if not (List.mem i own.asks) then
    fail path.base.loc "`%s` does not ask `%s`" own.routine.origin.name.id path.base.id
      ~help:(Printf.sprintf "declare it: coroutine %s(...) asks ..., %s" own.routine.origin.name.id path.base.id);
  let params = List.map (fun (n, t) -> (In, n, t)) eff.args in
  let args = arguments ctx loc path.base.id params args in
  let ask_args = List.map (function AIn e, _ -> e | _ -> assert false) args in
  let dest = Destination.result_place ctx loc eff.response in
  let ask_lent = List.map (fun (i, _, _) -> i) (lent_parameters own) in
  Context.emit ctx (Suspend { ask_effect = i; ask_args; ask_dest = Option.map (fun x -> PVar x) dest; ask_lent });
  Destination.result_value eff.response dest

and call_coroutine ctx loc path args : value =
  let own = own_coroutine ctx loc "call" in
  let m = Context.in_module ctx in
  (match Env.find (env ctx) m path with
  | (Proc i) when not (env ctx).procs.(i).decl.coroutine ->
      fail loc "`%s` is a function" path.base.id ~help:"call it without `call`"
  | _ -> ());
  let i = Env.find_proc (env ctx) m path in
  let p = (env ctx).procs.(i) in
  Env.intact (env ctx) (Proc i);
  let name = p.routine.origin.name.id in
  List.iter
    (fun e ->
      if not (List.mem e own.asks) then
        let id = Env.qualified (env ctx) (env ctx).effects.(e).e_origin in
        fail loc "`%s` asks `%s`, but `%s` does not pass it on" name id own.routine.origin.name.id
          ~help:(Printf.sprintf "add `%s` to the effects that `%s` asks" id own.routine.origin.name.id))
    p.asks;
  let ours = lent_parameters own and theirs = lent_parameters p in
  if List.map (fun (_, _, t) -> t) ours <> List.map (fun (_, _, t) -> t) theirs then (
    let list l = if l = [] then "none" else String.concat ", " (List.map (fun (_, n, t) -> n ^ ": " ^ show ctx t) l) in
    fail loc "`%s` needs other lent parameters than `%s` has: %s, not %s" name own.routine.origin.name.id (list theirs) (list ours)
      ~help:"a coroutine that is called works on the same lent storage: give both the same lent parameters, in the same order");
  let params = List.filter (fun (mode, _, _) -> mode <> Lent) p.routine.params in
  let args = arguments ctx loc name params args in
  (* Lent parameters are passed on without being written. *)
  let rec weave params lent args =
    match (params, lent, args) with
    | (Lent, _, _) :: params, (x, _, _) :: lent, _ -> (AInout (PVar x), loc) :: weave params lent args
    | _ :: params, _, a :: args -> a :: weave params lent args
    | _ -> []
  in
  let all = weave p.routine.params ours args in
  Order.check_disjoint ctx all;
  (* What is lent changes while the callee is suspended: no index may depend on it. *)
  let call_args = Order.settle_arguments ctx all in
  let dest = Destination.result_place ctx loc p.routine.returns in
  Context.emit ctx
    (Call { callee = p.number; call_args; call_dest = Option.map (fun x -> PVar x) dest });
  Destination.result_value p.routine.returns dest

and start ctx loc path args : value =
  ignore (need_proc ctx loc "start");
  let i = Env.find_proc (env ctx) (Context.in_module ctx) path in
  let p = (env ctx).procs.(i) in
  Env.intact (env ctx) (Proc i);
  List.iter
    (fun (mode, n, _) ->
      if mode = Inout then
        fail loc "`%s` has an inout parameter `%s`, so it can only be called" path.base.id n
          ~help:"a coroutine that is kept owns all it uses: pass a value, or lend storage with each resume")
    p.routine.params;
  let params = List.filter (fun (mode, _, _) -> mode <> Lent) p.routine.params in
  let args = arguments ctx loc path.base.id params args in
  { e = ECoro (p.number, List.map (function AIn e, _ -> e | _ -> assert false) args); ty = Coro i }

and resume ctx loc (c : Surface.expr) lending answer : value =
  ignore (need_proc ctx loc "resume");
  let child = target ctx c in
  let i = match child.ty with Coro i -> i | t -> fail c.loc "`resume` takes a coroutine, not %s" (show ctx t) ~help:"make one with `start`" in
  let p = (env ctx).procs.(i) in
  Env.intact (env ctx) (Proc i);
  Env.driven_here (env ctx) loc i;
  let name = p.routine.origin.name.id in
  let lent = List.map (fun (_, n, t) -> (Lent, n, t)) (lent_parameters p) in
  let lending = Option.value ~default:[] lending in
  if List.length lending <> List.length lent then
    fail loc "`%s` is lent %d place%s with each resume, not %d" name (List.length lent)
      (if List.length lent = 1 then "" else "s")
      (List.length lending)
      ~help:
        (if lent = [] then "remove `lending`"
        else "write: lending (" ^ String.concat ", " (List.map (fun (_, n, t) -> Printf.sprintf "inout %s /* %s */" n (show ctx t)) lent) ^ ")");
  let reply =
    Option.map
      (fun ((path : Surface.path), (args : Surface.arg list)) ->
        let matches e = (env ctx).effects.(e).e_origin.name.id = path.base.id in
        let e =
          match List.find_opt matches p.asks with
          | Some e -> e
          | None ->
              let names = List.map (fun e -> (env ctx).effects.(e).e_origin.name.id) p.asks in
              let help =
                Diagnostic.did_you_mean path.base.id names
                  ~otherwise:(if names = [] then "it asks nothing" else "it asks: " ^ String.concat ", " names)
              in
              fail path.base.loc "`%s` never asks `%s`" name path.base.id ~help
        in
        if path.qualifier <> None && Env.find_effect (env ctx) (Context.in_module ctx) path <> e then
          fail path.base.loc "`%s` asks another effect called `%s`" name path.base.id
            ~help:"name the effect that the coroutine asks";
        let response = (env ctx).effects.(e).response in
        match (response, args) with
        | Unit, [] -> (e, None)
        | Unit, _ -> fail path.base.loc "`%s` is answered with nothing" path.base.id ~help:(Printf.sprintf "write: with %s()" path.base.id)
        | t, [ { inout = false; value } ] -> (e, Some (value, t))
        | t, _ -> fail path.base.loc "`%s` is answered with one value, of type %s" path.base.id (show ctx t)
              ~help:(Printf.sprintf "write: with %s(VALUE)" path.base.id))
      answer
  in
  let child_operand () : Order.operand = { arg = AInout child.place; ty = child.ty; loc = c.loc } in
  let reply_operand = match reply with Some (_, Some (value, t)) -> [ value_operand ctx value t ] | _ -> [] in
  let operands = (child_operand :: List.map2 (argument ctx) lent lending) @ reply_operand in
  let elaborated = Order.in_order ctx operands in
  let locs = (c.loc :: List.map (fun (a : Surface.arg) -> a.value.loc) lending) @ List.map (fun _ -> loc) reply_operand in
  let located = List.combine elaborated locs in
  Order.check_disjoint ctx located;
  match Order.settle_arguments ctx located with
  | AInout place :: rest ->
      let n = List.length lent in
      let lend = List.filteri (fun k _ -> k < n) rest in
      let value = match List.filteri (fun k _ -> k >= n) rest with [ AIn e ] -> Some e | _ -> None in
      let event = Context.temporary ctx loc (Event i) in
      let reply = Option.map (fun (e, _) -> (e, value)) reply in
      Context.emit ctx (Resume { child = place; child_proc = p.number; reply; lend; event = PVar event });
      { e = ERead (PVar event); ty = Event i }
  | _ -> assert false

let update ctx loc op (p : placed) b =
  let current () = { e = ERead p.place; ty = p.ty } in
  match (op : Surface.binary) with
  | Arith op' when is_shift op' -> (
      let v, n = Order.both ctx current (fun () -> { e = position ctx b; ty = Int W32 }) loc in
      match v.ty with
      | Int w -> { e = arith loc op' w v.e n.e; ty = Int w }
      | t -> fail loc "`%s` shifts integers, not %s" (symbol op) (show ctx t) ~help:"shift an integer")
  | Arith op' ->
      let v, x = Order.both ctx current (fun () -> infer ctx ~want:p.ty b) loc in
      let w = same_width ctx loc (symbol op) v.ty x.ty in
      { e = arith loc op' w v.e x.e; ty = Int w }
  | Compare _ | And | Or -> fail loc "`%s=` is not an assignment" (symbol op) ~help:"write it out"

let evaluate env m (ty : T.t) (e : Surface.expr) =
  let ctx = Context.create env ~in_module:m ~proc:None ~position:(fun _ -> 0) in
  let (expr, ty), code =
    Context.capture ctx (fun () ->
        match ty with
        | View -> (
            let v = infer ctx e in
            match v.ty with
            | View | Bytes _ -> (v.e, T.View)
            | found -> mismatch env e.loc ~expected:View ~found)
        | ty -> (check ctx e ty, ty))
  in
  if not (Context.is_empty code) then
    fail e.loc "this is too involved for a constant" ~help:"constants are literals, operators, other constants and their parts";
  match Fold.value ~table:(Env.table_value env) expr with
  | Error why -> fail e.loc "this constant has no value: %s" why ~help:"give it another value"
  | Ok (CBytes l as c) when ty = View -> (T.Bytes (max 1 (List.length l)), c)
  | Ok c -> (ty, c)
