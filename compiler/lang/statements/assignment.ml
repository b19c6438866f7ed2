(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_lang_coq.Syntax
open Surface
module T = Types

let fail = Diagnostic.fail
let env = Context.env
let show ctx t = Resolution.show (env ctx) t
let emit = Context.emit

(* The value comes first, although its type may be that of the place. *)
let value_then_place ctx (p : expr) (e : expr) ~value ~place =
  match Type_of.expr ctx p with
  | Some ty ->
      let v, vty = value ty in
      let found, code = Context.capture ctx place in
      (found, Typing.later_value ctx e.loc vty v code)
  | None ->
      ignore (place ());
      fail p.loc "this is not a place that can be written" ~help:"places are variables, and fields, elements and payloads of them"

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
  let (p, lo, hi), v =
    value_then_place ctx b e
      ~value:(fun _ -> ((Typing.bytes ctx e).e, View))
      ~place:(fun () ->
        let settled, first, last = Places.target_slice ctx b lo hi in
        let once (bound : expr option) e = match bound with Some b -> Binding.once ctx b.loc (Int W32) e | None -> e in
        let first = once lo first in
        (settled, first, once hi last))
  in
  (match (lo, hi, v) with
  | EInt (_, a), EInt (_, b), EBytes l when not (Z.equal (Z.sub b a) (Z.of_int (List.length l))) ->
      fail loc "%d bytes are written over %s" (List.length l) (Z.to_string (Z.sub b a)) ~help:"both sides must have the same length"
  | _ -> ());
  let same = ECompare (Eq, W32, ELen v, EArith (Sub, W32, hi, lo)) in
  emit ctx (If (same, Control.skip, Do BTrap));
  emit ctx (Do (BBlit (p, lo, v)))

(* An entry that need not be there. *)
let entry ctx loc m k =
  let place, cap, w, _ = map_target ctx m in
  let k, code = Context.capture ctx (fun () -> Typing.check ctx k (Int w)) in
  (Typing.later_place ctx loc place code, cap, k)

let assign ctx loc (p : expr) op (e : expr) =
  let checked ty = (Typing.check ctx e ty, ty) in
  match (p.e, op) with
  | Slice (b, lo, hi), None -> overwrite ctx loc b lo hi e
  | Slice _, Some _ -> fail loc "only `=` works on a slice" ~help:"write a loop over its bytes"
  | Index (m, k), None when (match Type_of.expr ctx m with Some (Map _) -> true | _ -> false) ->
      let (place, cap, k), v = value_then_place ctx p e ~value:checked ~place:(fun () -> entry ctx loc m k) in
      emit ctx (Do (BPut (place, cap, k, v)))
  | Name "_", None -> Binding.ignore_value ctx None e
  | _, None ->
      let t, v = value_then_place ctx p e ~value:checked ~place:(fun () -> Places.target ctx p) in
      Destination.store ctx loc t.place t.ty v
  | _, Some (op, op_loc) ->
      let t = Places.target ctx p in
      let v, code = Context.capture ctx (fun () -> Operations.update ctx op_loc op t e) in
      let place = Typing.later_place ctx loc t.place code in
      emit ctx (Do (BAssign (place, Coerce.coerce (env ctx) e.loc ~expected:t.ty v)))

let push ctx p (e : expr) =
  let (place, cap), v =
    value_then_place ctx p e ~value:(fun _ -> (Typing.check ctx e (Int W8), Int W8)) ~place:(fun () -> bytes_target ctx p "pushed to")
  in
  emit ctx (Do (BPush (place, cap, v)))

let append ctx p (e : expr) =
  let (place, cap), v =
    value_then_place ctx p e ~value:(fun _ -> ((Typing.bytes ctx e).e, View)) ~place:(fun () -> bytes_target ctx p "appended to")
  in
  emit ctx (Do (BAppend (place, cap, v)))

let resize ctx p (e : expr) =
  let (place, cap), v =
    value_then_place ctx p e ~value:(fun _ -> (Typing.position ctx e, Int W32)) ~place:(fun () -> bytes_target ctx p "resized")
  in
  emit ctx (Do (BResize (place, cap, v)))

let store ctx order w (p : expr) (e : expr) =
  let w = Operator.width w in
  match p.e with
  | Index (b, off) ->
      let window () =
        let t = Places.target ctx b in
        (match t.ty with Bytes _ | View -> () | t -> fail b.loc "expected bytes, found %s" (show ctx t) ~help:"integers are stored into bytes");
        let off, code = Context.capture ctx (fun () -> Typing.position ctx off) in
        (Typing.later_place ctx p.loc t.place code, off)
      in
      let (place, off), v = value_then_place ctx b e ~value:(fun _ -> (Typing.check ctx e (Int w), Int w)) ~place:window in
      emit ctx (Do (BStore (order, w, place, off, v)))
  | _ -> fail p.loc "`store` writes an integer at an offset of some bytes" ~help:"for example store be u32 b[0] = x;"

let remove ctx m (k : expr) =
  let place, _, k = entry ctx k.loc m k in
  emit ctx (Do (BRemove (place, k)))
