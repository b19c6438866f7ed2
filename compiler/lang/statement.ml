open Fairlead_lang_coq.Syntax
open Surface
module T = Types
module E = Expression

let fail = Diagnostic.fail
let env = Context.env
let errors ctx = (env ctx).errors
let show ctx t = Env.show (env ctx) t
let emit = Context.emit
let read x = ERead (PVar x)
let assign ctx p e = emit ctx (Do (BAssign (p, e)))

(* Can change while a statement that looked at it once is still running. *)
let changeable ctx x =
  let v = Context.variable ctx x in
  match v.kind with Parameter In -> false | Parameter (Inout | Lent) -> true | Local -> v.assignable

let is_steady ctx = function
  | EInt _ | EBool _ -> true
  | ERead (PVar x) -> not (changeable ctx x)
  | _ -> false

let once ctx loc ty e = if is_steady ctx e then e else Order.keep ctx loc ty e

let a_few names =
  let n = List.length names in
  let shown = List.filteri (fun i _ -> i < 8) names in
  String.concat ", " shown ^ if n > 8 then Printf.sprintf " and %d more" (n - 8) else ""

(* --- Declarations --- *)

let poison ctx (n : name) =
  try Context.bind ctx n { place = PVar 0; bound_ty = None; writable = true; declared = n.loc }
  with Diagnostic.Error _ -> ()

let declare ctx (n : name) ty e ~assignable =
  let x =
    match Context.owned_temporary ctx e with
    | Some x ->
        Context.name_temporary ctx x n.id ~assignable n.loc;
        x
    | None ->
        let x = Context.fresh ctx ~name:n.id ~assignable ~kind:Local n.loc ty in
        assign ctx (PVar x) e;
        x
  in
  Context.bind ctx n { place = PVar x; bound_ty = Some ty; writable = assignable; declared = n.loc }

let declared_value ctx (n : name) t (e : expr) : Coerce.value =
  match t with
  | Some t ->
      let ty = Env.resolve (env ctx) (Context.in_module ctx) ~view:false t in
      { e = E.check ctx e ty; ty }
  | None -> (
      let v = E.infer ctx e in
      match (v.ty, v.e) with
      | View, EBytes l ->
          let size = max 1 (List.length l) in
          { e = EFit (Z.of_int size, v.e); ty = Bytes size }
      | View, _ ->
          fail e.loc "a view cannot be stored" ~help:(Printf.sprintf "copy the bytes: %s: bytes<N> = ...;" n.id)
      | Unit, _ -> fail e.loc "this has no value" ~help:"write it as a statement of its own"
      | _ -> v)

let ignore_value ctx t (e : expr) =
  let v =
    match t with
    | Some t ->
        let ty = Env.resolve (env ctx) (Context.in_module ctx) ~view:false t in
        ({ e = E.check ctx e ty; ty } : Coerce.value)
    | None -> E.infer ctx e
  in
  if Context.owned_temporary ctx v.e <> None then Destination.discard ctx v
  else if Storage.may_trap v.e then
    ignore (match v.ty with View -> Order.keep ctx e.loc (Int W32) (ELen v.e) | ty -> Order.keep ctx e.loc ty v.e)

(* --- Assignments: the value first, then the place --- *)

(* Elaborates a place, but emits what it needs after [value], whose type may depend on it. *)
let value_then_place ctx loc place value =
  let p, code = Context.capture ctx place in
  let v, ty = value p in
  if Context.is_empty code then (p, v)
  else
    let v = if is_steady ctx v then v else Order.keep ctx loc ty v in
    emit ctx code;
    (p, v)

let bytes_target ctx (p : expr) what =
  let t = E.target ctx p in
  match t.ty with
  | Bytes n -> (t.place, Z.of_int n)
  | View -> fail p.loc "a view cannot be %s: its size is that of the bytes it shows" what ~help:"take the bytes themselves: inout b: bytes<N>"
  | t -> fail p.loc "expected bytes, found %s" (show ctx t) ~help:"bytes that grow are of type bytes<N>"

let map_target ctx (m : expr) : place * Z.t * width * T.t =
  let t = E.target ctx m in
  match t.ty with
  | Map (n, w, v) -> (t.place, Z.of_int n, w, v)
  | t -> fail m.loc "expected a map, found %s" (show ctx t) ~help:"maps are of type map<K, V, N>"

let overwrite ctx loc (b : expr) lo hi (e : expr) =
  let p =
    let t = E.target ctx b in
    match t.ty with Bytes _ | View -> t.place | t -> fail b.loc "expected bytes, found %s" (show ctx t) ~help:"only bytes have slices"
  in
  let lo = match lo with None -> EInt (W32, Z.zero) | Some lo -> once ctx lo.loc (Int W32) (E.position ctx lo) in
  let hi = match hi with None -> ELen (ERead p) | Some hi -> once ctx hi.loc (Int W32) (E.position ctx hi) in
  let v = (E.bytes ctx e).e in
  (match (lo, hi, v) with
  | EInt (_, a), EInt (_, b), EBytes l when not (Z.equal (Z.sub b a) (Z.of_int (List.length l))) ->
      fail loc "%d bytes are written over %s" (List.length l) (Z.to_string (Z.sub b a)) ~help:"both sides must have the same length"
  | _ -> ());
  let same = ECompare (Eq, W32, ELen v, EArith (Sub, W32, hi, lo)) in
  emit ctx (If (same, Control.skip, Do BTrap));
  emit ctx (Do (BBlit (p, lo, v)))

let is_map ctx (m : expr) =
  match Context.capture ctx (fun () -> (E.place ctx m).ty) with
  | Map _, _ -> true
  | _ -> false

let assignment ctx loc (p : expr) op (e : expr) =
  match (p.e, op) with
  | Slice (b, lo, hi), None -> overwrite ctx loc b lo hi e
  | Slice _, Some _ -> fail loc "only `=` works on a slice" ~help:"write a loop over its bytes"
  | Index (m, k), None when is_map ctx m ->
      let (p, cap, _, _), v =
        value_then_place ctx e.loc (fun () -> map_target ctx m) (fun (_, _, _, ty) -> (E.check ctx e ty, ty))
      in
      let k, code =
        Context.capture ctx (fun () -> match map_target ctx m with _, _, w, _ -> E.check ctx k (Int w))
      in
      emit ctx code;
      emit ctx (Do (BPut (p, cap, k, v)))
  | Name "_", None -> ignore_value ctx None e
  | _, None ->
      let t, v = value_then_place ctx e.loc (fun () -> E.target ctx p) (fun t -> (E.check ctx e t.ty, t.ty)) in
      Destination.store ctx loc t.place t.ty v
  | _, Some (op, op_loc) ->
      let t = E.target ctx p in
      let v, code = Context.capture ctx (fun () -> E.update ctx op_loc op t e) in
      let effects = Storage.effects code in
      let place = Order.steady ctx loc (fun x -> Storage.Vars.mem x effects.writes) t.place in
      emit ctx code;
      assign ctx place (Coerce.coerce (env ctx) e.loc ~expected:t.ty v)

(* --- Match --- *)

let max_arms = 1000

(* Longer chains of alternatives become flat code: the C must not nest as deeply as they are long. *)
let long_chain = 16

let check_arms loc arms =
  if arms = [] then fail loc "a match has at least one arm" ~help:"add an arm for each case";
  if List.compare_length_with arms max_arms > 0 then fail loc "more than %d arms" max_arms ~help:"use a table or a map";
  List.iteri
    (fun i (a : arm) ->
      if a.patterns = [] && i < List.length arms - 1 then fail a.arm_loc "`else` is the last arm" ~help:"move it to the end")
    arms

let pattern_loc = function P_case (p, _) -> p.base.loc | P_int (_, _, loc) -> loc

let integer_pattern ctx w = function
  | P_int (z, None, loc) -> Coerce.integer loc w z
  | P_int (z, Some w', loc) ->
      if w <> w' then Coerce.mismatch (env ctx) loc ~expected:(Int w) ~found:(Int w');
      Coerce.integer loc w z
  | P_case (path, l) -> (
      if l <> [] then fail path.base.loc "an integer has no payload" ~help:"remove the parentheses";
      let e : expr =
        match path.qualifier with
        | None -> { e = Name path.base.id; loc = path.base.loc; depth = 1 }
        | Some q -> { e = Field ({ e = Name q.id; loc = q.loc; depth = 1 }, path.base); loc = path.base.loc; depth = 2 }
      in
      match E.check ctx e (Int w) with
      | EInt _ as literal -> literal
      | _ -> fail path.base.loc "`%s` is not a constant" path.base.id ~help:"patterns are literals and constants")

(* Whether storage keeps its value while the arm runs. *)
let keeps_value ctx place (changes : Assigned.t) =
  match Storage.root place with
  | None -> true
  | Some x ->
      let written n =
        match Context.lookup ctx n with
        | Some { place; bound_ty = Some _; _ } -> Storage.root place = Some x
        | _ -> false
      in
      let lent = (Context.variable ctx x).kind = Parameter Lent in
      (not (lent && changes.suspends)) && not (Assigned.Names.exists written changes.roots)

let bind_payload ctx changes (n : name) place ty =
  if n.id <> "_" then
    if (not (T.is_scalar ty)) && keeps_value ctx place (Lazy.force changes) then
      Context.bind ctx n { place; bound_ty = Some ty; writable = false; declared = n.loc }
    else
      let x = Context.fresh ctx ~name:n.id ~kind:Local n.loc ty in
      assign ctx (PVar x) (ERead place);
      Context.bind ctx n { place = PVar x; bound_ty = Some ty; writable = false; declared = n.loc }

let bind_case ctx changes place ty (path : path) binders =
  if path.qualifier <> None then fail path.base.loc "the cases of %s are named without a module" (show ctx ty) ~help:"write just the case";
  let cases = Option.get (Env.cases (env ctx) ty) in
  let names = Array.to_list (Array.map fst cases) in
  let tag =
    match List.find_opt (fun i -> fst cases.(i) = path.base.id) (List.init (Array.length cases) Fun.id) with
    | Some i -> i
    | None ->
        let help =
          Diagnostic.did_you_mean path.base.id names ~otherwise:("its cases: " ^ a_few names)
        in
        fail path.base.loc "%s has no case `%s`" (show ctx ty) path.base.id ~help
  in
  let payload = PCase (place, tag) in
  let bind () =
    match (snd cases.(tag), binders) with
    | _, [] -> ()
    | None, _ -> fail path.base.loc "the case `%s` has no payload" path.base.id ~help:"remove the parentheses"
    | Some (Arguments _ as t), l ->
        let fields = Option.get (Env.fields (env ctx) t) in
        if List.length l <> Array.length fields then
          fail path.base.loc "the case `%s` has %d arguments, not %d" path.base.id (Array.length fields) (List.length l)
            ~help:(Printf.sprintf "write %s(%s)" path.base.id (String.concat ", " (Array.to_list (Array.map fst fields))));
        List.iteri (fun i n -> bind_payload ctx changes n (PField (payload, i)) (snd fields.(i))) l
    | Some t, [ n ] -> bind_payload ctx changes n payload t
    | Some _, _ -> fail path.base.loc "the case `%s` has one payload" path.base.id ~help:(Printf.sprintf "write %s(x)" path.base.id)
  in
  (tag, bind)

(* --- Statements --- *)

let rec block ctx b = Context.scope ctx (fun () -> List.iter (statement ctx) b)
and captured ctx b = snd (Context.capture ctx (fun () -> block ctx b))

and statement ctx s =
  match Context.statement ctx (fun () -> one ctx s) with
  | () -> ()
  | exception Diagnostic.Error d ->
      (* Types made up on the way have no place of their own. *)
      Errors.add (errors ctx) (if d.loc = Loc.none then { d with loc = s.s_loc } else d);
      recover ctx s
  | exception Errors.Reported -> recover ctx s

(* So that uses of what was to be declared are not reported as well. *)
and recover ctx s =
  match s.s with Let (n, _, _) | Var (n, _, _) -> poison ctx n | _ -> ()

(* Alternatives side by side in a block, not one inside the other. *)
and one_of : 'a. Context.t -> 'a list -> test:('a -> Fairlead_lang_coq.Syntax.expr) -> body:('a -> Control.t) -> otherwise:(unit -> Control.t) -> unit =
 fun ctx list ~test ~body ~otherwise ->
  let over = Context.new_block ctx in
  let (), code =
    Context.capture ctx (fun () ->
        List.iter
          (fun x ->
            let c = test x in
            let b = body x in
            emit ctx (If (c, (if Control.completes b then Seq [ b; Exit over ] else b), Control.skip)))
          list;
        emit ctx (otherwise ()))
  in
  emit ctx (Block (over, code))

and condition ctx e = Errors.guard (errors ctx) (fun () -> E.check ctx e Bool) (EBool false)

and one ctx s =
  (match s.s with While _ | Loop _ | Scope _ -> () | _ -> Context.line ctx s.s_loc);
  match s.s with
  | Let ({ id = "_"; _ }, t, e) -> ignore_value ctx t e
  | Let (n, t, e) ->
      let v = declared_value ctx n t e in
      declare ctx n v.ty v.e ~assignable:false
  | Var (n, t, Some e) ->
      let v = declared_value ctx n t e in
      declare ctx n v.ty v.e ~assignable:true
  | Var (n, Some t, None) ->
      let ty = Env.resolve (env ctx) (Context.in_module ctx) ~view:false t in
      let e =
        match ty with
        | Int w -> EInt (w, Z.zero)
        | Bool -> EBool false
        | ty -> EDefault (Env.coq_type (env ctx) ty)
      in
      declare ctx n ty e ~assignable:true
  | Var (n, None, None) -> fail n.loc "`%s` needs a type or a value" n.id ~help:(Printf.sprintf "var %s: T; or var %s = ...;" n.id n.id)
  | Assign (p, op, e) -> assignment ctx s.s_loc p op e
  | Expr e -> call_statement ctx e
  | If (c, a, b) ->
      let rec alternatives found (b : block) =
        match b with
        | [ { s = If (c, a, b); s_loc; _ } ] -> alternatives ((s_loc, c, a) :: found) b
        | b -> (List.rev found, b)
      in
      let chain, last = alternatives [] b in
      if List.compare_length_with chain long_chain < 0 then (
        let c = condition ctx c in
        let a = captured ctx a in
        emit ctx (If (c, a, captured ctx b)))
      else
        one_of ctx
          ((s.s_loc, c, a) :: chain)
          ~test:(fun (loc, c, _) ->
            Context.line ctx loc;
            condition ctx c)
          ~body:(fun (_, _, a) -> captured ctx a)
          ~otherwise:(fun () -> captured ctx last)
  | While (label, c, b) ->
      loop ctx label b (fun body exit ->
          Context.line ctx s.s_loc;
          match condition ctx c with
          | EBool true -> emit ctx (body ())
          | c ->
              let body = body () in
              emit ctx (If (c, body, exit)))
  | Loop (label, b) -> loop ctx label b (fun body _ -> emit ctx (body ()))
  | For_range (label, n, lo, hi, b) -> for_range ctx label n lo hi b
  | For_each (label, n, value, e, b) -> for_each ctx label n value e b
  | Match (e, arms) -> match_ ctx s.s_loc e arms
  | Break l -> emit ctx (Exit (find_loop ctx s.s_loc "break" l : Context.loop).break)
  | Continue l -> emit ctx (Exit (find_loop ctx s.s_loc "continue" l : Context.loop).continue)
  | Return e -> return ctx s.s_loc e
  | Trap -> emit ctx (Do BTrap)
  | Assert e -> emit ctx (If (E.check ctx e Bool, Control.skip, Do BTrap))
  | Scope b -> block ctx b
  | Push (p, e) ->
      let (place, cap), v =
        value_then_place ctx e.loc (fun () -> bytes_target ctx p "pushed to") (fun _ -> (E.check ctx e (Int W8), Int W8))
      in
      emit ctx (Do (BPush (place, cap, v)))
  | Append (p, e) ->
      let v = (E.bytes ctx e).e in
      let (place, cap), code = Context.capture ctx (fun () -> bytes_target ctx p "appended to") in
      emit ctx code;
      emit ctx (Do (BAppend (place, cap, v)))
  | Resize (p, e) ->
      let (place, cap), v =
        value_then_place ctx e.loc (fun () -> bytes_target ctx p "resized") (fun _ -> (E.position ctx e, Int W32))
      in
      emit ctx (Do (BResize (place, cap, v)))
  | Store (order, w, p, e) -> (
      let w = Operator.width w in
      match p.e with
      | Index (b, off) ->
          let (place, off), v =
            value_then_place ctx e.loc
              (fun () ->
                let t = E.target ctx b in
                (match t.ty with Bytes _ | View -> () | t -> fail b.loc "expected bytes, found %s" (show ctx t) ~help:"integers are stored into bytes");
                let off, code = Context.capture ctx (fun () -> E.position ctx off) in
                emit ctx code;
                (t.place, off))
              (fun _ -> (E.check ctx e (Int w), Int w))
          in
          emit ctx (Do (BStore (order, w, place, off, v)))
      | _ -> fail p.loc "`store` writes an integer at an offset of some bytes" ~help:"for example store be u32 b[0] = x;")
  | Remove (m, k) ->
      let place, _, w, _ = map_target ctx m in
      let k, code = Context.capture ctx (fun () -> E.check ctx k (Int w)) in
      emit ctx code;
      emit ctx (Do (BRemove (place, k)))

and call_statement ctx (e : expr) =
  match e.e with
  | Apply _ | Ask _ | Call _ -> (
      let v = E.infer ctx e in
      match v.ty with
      | Unit -> ()
      | t ->
          fail e.loc "the result, %s, is not used" (show ctx t) ~help:"to discard it: let _ = ...;")
  | Resume _ -> fail e.loc "what happened in the coroutine is not used" ~help:"look at the event: match resume ... { ... }, or discard it: let _ = ...;"
  | _ -> fail e.loc "this statement has no effect" ~help:"assign the value, or remove it"

and return ctx loc e =
  match Context.proc ctx with
  | None -> fail loc "`return` outside a procedure" ~help:"remove it"
  | Some p -> (
      let ret = List.length p.routine.params in
      match (p.routine.returns, e) with
      | Unit, None ->
          assign ctx (PVar ret) Coerce.unit.e;
          emit ctx Return
      | Unit, Some e ->
          fail e.loc "`%s` returns nothing" p.routine.origin.name.id
            ~help:"write `return;`, or declare a result: -> T"
      | t, None ->
          fail loc "`%s` returns %s" p.routine.origin.name.id (show ctx t) ~help:"write `return VALUE;`"
      | t, Some e ->
          let v = E.check ctx e t in
          Destination.store ctx loc (PVar ret) t v;
          emit ctx Return)

and find_loop ctx loc what label =
  match (Context.loops ctx, label) with
  | [], _ -> fail loc "`%s` is not inside a loop" what ~help:"to leave the procedure, write `return`"
  | l :: _, None -> l
  | loops, Some n -> (
      match List.find_opt (fun (l : Context.loop) -> l.label = Some n.id) loops with
      | Some l -> l
      | None ->
          let labels = List.filter_map (fun (l : Context.loop) -> l.label) loops in
          fail n.loc "no loop around this is labelled `%s`" n.id
            ~help:
              (Diagnostic.did_you_mean n.id labels ~otherwise:(Printf.sprintf "label it: %s: loop { ... }" n.id)))

(* [make body exit] emits one round; [body ()] is the loop's body. *)
and loop ctx label b make =
  let break = Context.new_block ctx and continue = Context.new_block ctx in
  let label = Option.map (fun (n : name) -> n.id) label in
  let body () =
    Control.Block (continue, Context.with_loop ctx { label; break; continue } (fun () -> captured ctx b))
  in
  let (), round = Context.capture ctx (fun () -> make body (Control.Exit break)) in
  emit ctx (Block (break, Loop round))

(* Counts in [i], which is set. *)
and count ctx label w i hi b before =
  loop ctx label b (fun body exit ->
      let body = body () in
      let next = Control.Do (BAssign (PVar i, EArith (AddW, w, read i, EInt (w, Z.one)))) in
      emit ctx (If (ECompare (Lt, w, read i, hi), Seq [ before; body; next ], exit)))

and for_range ctx label n (lo : expr) (hi : expr) b =
  match
    let infer_typed () =
      if Operator.untyped lo && not (Operator.untyped hi) then (
        let vh, code = Context.capture ctx (fun () -> E.infer ctx hi) in
        let vl = E.infer ctx ~want:vh.ty lo in
        emit ctx code;
        (vl, vh))
      else
        let ty = ref None in
        Order.both ctx
          (fun () ->
            let v = E.infer ctx lo in
            ty := Some v.ty;
            v)
          (fun () -> E.infer ctx ?want:!ty hi)
          hi.loc
    in
    let vl, vh = infer_typed () in
    match (vl.ty, vh.ty) with
    | Int w, Int w' when w = w' ->
        let h = once ctx hi.loc (Int w) vh.e in
        (w, vl.e, h)
    | Int _, Int _ -> Coerce.mismatch (env ctx) hi.loc ~expected:vl.ty ~found:vh.ty
    | Int _, t | t, _ -> fail lo.loc "`for` counts integers, not %s" (show ctx t) ~help:"both bounds are integers of one type"
  with
  | w, l, h ->
      let i = Context.fresh ctx ~name:n.id ~kind:Local n.loc (Int w) in
      assign ctx (PVar i) l;
      Context.scope ctx (fun () ->
          Context.bind ctx n { place = PVar i; bound_ty = Some (Int w); writable = false; declared = n.loc };
          count ctx label w i h b Control.skip)
  | exception Diagnostic.Error d ->
      Errors.add (errors ctx) d;
      with_poison ctx [ n ] label b
  | exception Errors.Reported -> with_poison ctx [ n ] label b

(* Goes over a body to find its mistakes. *)
and with_poison ctx names label b =
  Context.scope ctx (fun () ->
      List.iter (poison ctx) names;
      loop ctx label b (fun body _ -> emit ctx (body ())))

and for_each ctx label n value (e : expr) b =
  let names = n :: Option.to_list value in
  match
    let v = E.infer ctx e in
    let steady p = Order.steady ctx e.loc (changeable ctx) p in
    let stored () =
      match v.e with ERead p -> steady p | e' -> ( match Order.keep ctx e.loc v.ty e' with ERead p -> p | _ -> assert false)
    in
    match (v.ty, v.e, value) with
    | Map (_, w, t), _, _ -> `Entries (stored (), w, t)
    | t, _, Some value ->
        fail value.loc "only maps have keys and values, not %s" (show ctx t)
          ~help:"write one name; to count besides: for i in 0..len(x) { }"
    | Array (size, t), _, None -> `Elements (stored (), t, EInt (W32, Z.zero), EInt (W32, Z.of_int size))
    | (Bytes _ | View), ERead p, None ->
        let p = steady p in
        `Elements (p, T.Int W8, EInt (W32, Z.zero), once ctx e.loc (Int W32) (ELen (ERead p)))
    | View, ESlice (ERead p, lo, hi), None ->
        let p = steady p in
        let lo = once ctx e.loc (Int W32) lo in
        let length = ELen (ESlice (ERead p, lo, hi)) in
        `Elements (p, T.Int W8, lo, once ctx e.loc (Int W32) (EArith (AddW, W32, lo, length)))
    | (Bytes _ | View), _, None ->
        let p = (E.place ctx e).place in
        `Elements (p, T.Int W8, EInt (W32, Z.zero), once ctx e.loc (Int W32) (ELen (ERead p)))
    | t, _, None ->
        fail e.loc "`for` goes over arrays, bytes and maps, not over %s" (show ctx t) ~help:"to count, write: for i in 0..n { }"
  with
  | `Elements (p, t, lo, hi) ->
      let i = Context.temporary ctx n.loc (Int W32) in
      assign ctx (PVar i) lo;
      Context.scope ctx (fun () ->
          let before =
            if n.id = "_" then Control.skip
            else
              let x = Context.fresh ctx ~name:n.id ~kind:Local n.loc t in
              Context.bind ctx n { place = PVar x; bound_ty = Some t; writable = false; declared = n.loc };
              Control.Do (BAssign (PVar x, ERead (PIndex (p, read i))))
          in
          count ctx label W32 i hi b before)
  | `Entries (p, w, t) -> for_entries ctx label n value p w t b
  | exception Diagnostic.Error d ->
      Errors.add (errors ctx) d;
      with_poison ctx names label b
  | exception Errors.Reported -> with_poison ctx names label b

(* From the last position to the first: an entry that is removed makes room for the last, which has been visited. The
   body may have removed more than that, so a position that it may have left behind is brought back. *)
and for_entries ctx label k value p w t b =
  let changes = lazy (Assigned.block b) in
  let i = Context.temporary ctx k.loc (Int W32) in
  assign ctx (PVar i) (ECount p);
  Context.scope ctx (fun () ->
      let key =
        if k.id <> "_" then (
          let x = Context.fresh ctx ~name:k.id ~kind:Local k.loc (Int w) in
          Context.bind ctx k { place = PVar x; bound_ty = Some (Int w); writable = false; declared = k.loc };
          Some x)
        else Option.map (fun _ -> Context.temporary ctx k.loc (Int w)) value
      in
      loop ctx label b (fun body exit ->
          if not (keeps_value ctx p (Lazy.force changes)) then
            emit ctx (If (ECompare (Lt, W32, ECount p, read i), Do (BAssign (PVar i, ECount p)), Control.skip));
          let (), round =
            Context.capture ctx (fun () ->
                assign ctx (PVar i) (EArith (SubW, W32, read i, EInt (W32, Z.one)));
                Option.iter (fun key -> assign ctx (PVar key) (EKeyAt (p, read i))) key;
                (match (value, key) with
                | Some v, Some key -> bind_payload ctx changes v (PKey (p, read key)) t
                | _ -> ());
                emit ctx (body ()))
          in
          emit ctx (If (ECompare (Ne, W32, read i, EInt (W32, Z.zero)), round, exit))))

and match_ ctx loc e arms =
  match
    check_arms loc arms;
    E.infer ctx e
  with
  | v -> (
      match v.ty with
      | Int w -> match_integer ctx loc w (once ctx e.loc v.ty v.e) arms
      | Union _ | Option _ | Event _ ->
          let place =
            match v.e with
            | ERead p -> Order.steady ctx e.loc (changeable ctx) p
            | e' -> ( match Order.keep ctx e.loc v.ty e' with ERead p -> p | _ -> assert false)
          in
          match_union ctx loc v.ty place arms
      | t ->
          let help =
            match t with
            | Bool -> "use `if`"
            | Bytes _ | View -> "use `if x == \"...\" { } else if ...`"
            | _ -> "take it apart by fields and indices"
          in
          fail e.loc ~help "`match` works on unions, options, events and integers, not on %s" (show ctx t))
  | exception Diagnostic.Error d ->
      Errors.add (errors ctx) d;
      poisoned_arms ctx arms
  | exception Errors.Reported -> poisoned_arms ctx arms

and poisoned_arms ctx arms =
  let binders (a : arm) = List.concat_map (function P_case (_, l) -> l | P_int _ -> []) a.patterns in
  List.iter
    (fun (a : arm) ->
      Context.scope ctx (fun () ->
          List.iter (poison ctx) (binders a);
          block ctx a.body))
    arms

(* Arms become a chain of tests; [test] gives the condition of one pattern. *)
and chain ctx arms ~exhaustive ~test ~arm =
  let all_tests (a : arm) =
    (* Balanced, for the same reason. *)
    let tests = Array.of_list (List.map test a.patterns) in
    let rec any low high =
      if high - low = 1 then tests.(low)
      else
        let middle = (low + high) / 2 in
        let first = any low middle in
        EOr (first, any middle high)
    in
    if tests = [||] then EBool true else any 0 (Array.length tests)
  in
  let rec go : arm list -> Control.t = function
    | [] -> Control.skip
    | [ a ] when a.patterns = [] || exhaustive -> arm a
    | a :: rest -> (
        match a.patterns with
        | [] -> arm a
        | _ :: _ ->
            let condition = all_tests a in
            let body = arm a in
            If (condition, body, go rest))
  in
  if List.compare_length_with arms long_chain <= 0 then emit ctx (go arms)
  else
    let tested, last =
      match List.rev arms with
      | last :: rest when last.patterns = [] || exhaustive -> (List.rev rest, Some last)
      | _ -> (arms, None)
    in
    one_of ctx tested ~test:all_tests ~body:arm
      ~otherwise:(fun () -> match last with Some a -> arm a | None -> Control.skip)

and match_integer ctx loc w x arms =
  let seen = Hashtbl.create 16 in
  let literals = Hashtbl.create 16 in
  List.iter
    (fun (a : arm) ->
      List.iter
        (fun p ->
          Errors.guard (errors ctx)
            (fun () ->
              match integer_pattern ctx w p with
              | EInt (_, z) as e ->
                  if Hashtbl.mem seen z then fail (pattern_loc p) "%s is already matched above" (Z.to_string z) ~help:"remove it here or there";
                  Hashtbl.replace seen z ();
                  Hashtbl.replace literals (pattern_loc p) e
              | _ -> ())
            ())
        a.patterns)
    arms;
  if not (List.exists (fun (a : arm) -> a.patterns = []) arms) then
    fail loc "the integers not listed need an arm" ~help:"end with: else { ... }";
  let test p =
    match Hashtbl.find_opt literals (pattern_loc p) with
    | Some literal -> ECompare (Eq, w, x, literal)
    | None -> EBool false
  in
  chain ctx arms ~exhaustive:false ~test ~arm:(fun a -> captured ctx a.body)

and match_union ctx loc ty place arms =
  let cases = Option.get (Env.cases (env ctx) ty) in
  let covered = Array.make (Array.length cases) false in
  let has_else = List.exists (fun (a : arm) -> a.patterns = []) arms in
  let tags = Hashtbl.create 16 in
  let arm (a : arm) =
    let (), code =
      Context.capture ctx (fun () ->
          Context.scope ctx (fun () ->
              let changes = lazy (Assigned.block a.body) in
              let single = match a.patterns with [ _ ] -> true | _ -> false in
              List.iter
                (fun p ->
                  match p with
                  | P_int (_, _, loc) ->
                      Errors.add (errors ctx) (Diagnostic.make loc "%s is matched by case, not by number" (show ctx ty) ~help:"name a case")
                  | P_case (path, binders) -> (
                      match Hashtbl.find_opt tags path.base.loc with
                      | None -> List.iter (poison ctx) binders
                      | Some _ -> (
                          match
                            if binders <> [] && not single then
                              fail path.base.loc "an arm for several cases cannot name a payload" ~help:"write one arm for each";
                            snd (bind_case ctx changes place ty path binders) ()
                          with
                          | () -> ()
                          | exception Diagnostic.Error d ->
                              Errors.add (errors ctx) d;
                              List.iter (poison ctx) binders)))
                a.patterns;
              List.iter (statement ctx) a.body))
    in
    code
  in
  List.iter
    (fun (a : arm) ->
      List.iter
        (function
          | P_int _ -> ()
          | P_case (path, _) ->
              Errors.guard (errors ctx)
                (fun () ->
                  let tag, _ = bind_case ctx (lazy (Assigned.block [])) place ty path [] in
                  if covered.(tag) then fail path.base.loc "`%s` is already matched above" path.base.id ~help:"remove it here or there";
                  covered.(tag) <- true;
                  Hashtbl.replace tags path.base.loc tag)
                ())
        a.patterns)
    arms;
  let missing = List.filteri (fun i _ -> not covered.(i)) (Array.to_list (Array.map fst cases)) in
  let understood = List.for_all (fun (a : arm) -> List.for_all (fun p -> Hashtbl.mem tags (pattern_loc p)) a.patterns) arms in
  if missing <> [] && (not has_else) && understood then
    Errors.add (errors ctx)
      (Diagnostic.make loc "not every case is matched: %s" (a_few missing) ~help:"add the missing arms, or else { ... }");
  let test = function
    | P_case (path, _) -> EIs (place, Option.value ~default:0 (Hashtbl.find_opt tags path.base.loc))
    | P_int _ -> EBool false
  in
  chain ctx arms ~exhaustive:(missing = []) ~test ~arm

let body ctx (p : Env.proc) ~ret =
  let mistakes = Errors.count (errors ctx) in
  let b = captured ctx p.decl.body in
  if not (Control.completes b) then b
  else
    match p.routine.returns with
    | Unit ->
        let (), ending =
          Context.capture ctx (fun () ->
              Context.line ctx p.decl.closing;
              assign ctx (PVar ret) Coerce.unit.e;
              emit ctx Return)
        in
        Seq [ b; ending ]
    | t ->
        (* A statement that could not be elaborated may have been the one that returns. *)
        if Errors.count (errors ctx) = mistakes then
          Errors.add (errors ctx)
            (Diagnostic.make p.decl.closing "`%s` can end here without returning %s" p.routine.origin.name.id (show ctx t)
               ~help:"return a value on every path; `trap;` marks one that cannot happen");
        b
