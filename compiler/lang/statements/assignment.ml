open Fairlead_lang_coq.Syntax
open Surface
module T = Types

let fail = Diagnostic.fail
let env = Context.env
let show ctx t = Resolution.show (env ctx) t
let emit = Context.emit

(* Elaborates a place, but emits what it needs after [value], whose type may depend on it. *)
let value_then_place ctx loc place value =
  let p, code = Context.capture ctx place in
  let v, ty = value p in
  if Context.is_empty code then (p, v)
  else
    let v = if Binding.is_steady ctx v then v else Evaluation_order.keep ctx loc ty v in
    emit ctx code;
    (p, v)

let bytes_target ctx (p : expr) what =
  let t = Places.target ctx p in
  match t.ty with
  | Bytes n -> (t.place, Z.of_int n)
  | View -> fail p.loc "a view cannot be %s: its size is that of the bytes it shows" what ~help:"take the bytes themselves: inout b: bytes<N>"
  | t -> fail p.loc "expected bytes, found %s" (show ctx t) ~help:"bytes that grow are of type bytes<N>"

let map_target ctx (m : expr) : place * Z.t * width * T.t =
  let t = Places.target ctx m in
  match t.ty with
  | Map (n, w, v) -> (t.place, Z.of_int n, w, v)
  | t -> fail m.loc "expected a map, found %s" (show ctx t) ~help:"maps are of type map<K, V, N>"

let overwrite ctx loc (b : expr) lo hi (e : expr) =
  let p =
    let t = Places.target ctx b in
    match t.ty with Bytes _ | View -> t.place | t -> fail b.loc "expected bytes, found %s" (show ctx t) ~help:"only bytes have slices"
  in
  let lo = match lo with None -> EInt (W32, Z.zero) | Some lo -> Binding.once ctx lo.loc (Int W32) (Typing.position ctx lo) in
  let hi = match hi with None -> ELen (ERead p) | Some hi -> Binding.once ctx hi.loc (Int W32) (Typing.position ctx hi) in
  let v = (Typing.bytes ctx e).e in
  (match (lo, hi, v) with
  | EInt (_, a), EInt (_, b), EBytes l when not (Z.equal (Z.sub b a) (Z.of_int (List.length l))) ->
      fail loc "%d bytes are written over %s" (List.length l) (Z.to_string (Z.sub b a)) ~help:"both sides must have the same length"
  | _ -> ());
  let same = ECompare (Eq, W32, ELen v, EArith (Sub, W32, hi, lo)) in
  emit ctx (If (same, Control.skip, Do BTrap));
  emit ctx (Do (BBlit (p, lo, v)))

let is_map ctx (m : expr) =
  match Context.capture ctx (fun () -> (Places.place ctx m).ty) with
  | Map _, _ -> true
  | _ -> false

let assign ctx loc (p : expr) op (e : expr) =
  match (p.e, op) with
  | Slice (b, lo, hi), None -> overwrite ctx loc b lo hi e
  | Slice _, Some _ -> fail loc "only `=` works on a slice" ~help:"write a loop over its bytes"
  | Index (m, k), None when is_map ctx m ->
      let (p, cap, _, _), v =
        value_then_place ctx e.loc (fun () -> map_target ctx m) (fun (_, _, _, ty) -> (Typing.check ctx e ty, ty))
      in
      let k, code =
        Context.capture ctx (fun () -> match map_target ctx m with _, _, w, _ -> Typing.check ctx k (Int w))
      in
      emit ctx code;
      emit ctx (Do (BPut (p, cap, k, v)))
  | Name "_", None -> Binding.ignore_value ctx None e
  | _, None ->
      let t, v = value_then_place ctx e.loc (fun () -> Places.target ctx p) (fun t -> (Typing.check ctx e t.ty, t.ty)) in
      Destination.store ctx loc t.place t.ty v
  | _, Some (op, op_loc) ->
      let t = Places.target ctx p in
      let v, code = Context.capture ctx (fun () -> Operations.update ctx op_loc op t e) in
      let effects = Reads_writes.effects ~suspending:(env ctx).suspending code in
      let place = Evaluation_order.steady ctx loc (fun x -> Reads_writes.Vars.mem x effects.writes) t.place in
      emit ctx code;
      emit ctx (Do (BAssign (place, Coerce.coerce (env ctx) e.loc ~expected:t.ty v)))

let push ctx p (e : expr) =
  let (place, cap), v =
    value_then_place ctx e.loc (fun () -> bytes_target ctx p "pushed to") (fun _ -> (Typing.check ctx e (Int W8), Int W8))
  in
  emit ctx (Do (BPush (place, cap, v)))

let append ctx p (e : expr) =
  let v = (Typing.bytes ctx e).e in
  let (place, cap), code = Context.capture ctx (fun () -> bytes_target ctx p "appended to") in
  emit ctx code;
  emit ctx (Do (BAppend (place, cap, v)))

let resize ctx p (e : expr) =
  let (place, cap), v =
    value_then_place ctx e.loc (fun () -> bytes_target ctx p "resized") (fun _ -> (Typing.position ctx e, Int W32))
  in
  emit ctx (Do (BResize (place, cap, v)))

let store ctx order w (p : expr) (e : expr) =
  let w = Operator.width w in
  match p.e with
  | Index (b, off) ->
      let (place, off), v =
        value_then_place ctx e.loc
          (fun () ->
            let t = Places.target ctx b in
            (match t.ty with Bytes _ | View -> () | t -> fail b.loc "expected bytes, found %s" (show ctx t) ~help:"integers are stored into bytes");
            let off, code = Context.capture ctx (fun () -> Typing.position ctx off) in
            emit ctx code;
            (t.place, off))
          (fun _ -> (Typing.check ctx e (Int w), Int w))
      in
      emit ctx (Do (BStore (order, w, place, off, v)))
  | _ -> fail p.loc "`store` writes an integer at an offset of some bytes" ~help:"for example store be u32 b[0] = x;"

let remove ctx m k =
  let place, _, w, _ = map_target ctx m in
  let k, code = Context.capture ctx (fun () -> Typing.check ctx k (Int w)) in
  emit ctx code;
  emit ctx (Do (BRemove (place, k)))
