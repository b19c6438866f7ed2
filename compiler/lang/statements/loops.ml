(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_lang_coq.Syntax
open Surface
module T = Types
let fail = Diagnostic.fail
let env = Context.env
let errors ctx = (env ctx).errors
let show ctx t = Resolution.show (env ctx) t
let emit = Context.emit
let assign ctx p e = emit ctx (Do (BAssign (p, e)))
let read x = ERead (PVar x)

let find_loop ctx loc what label =
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
let loop ctx label b make =
  let break = Context.new_block ctx and continue = Context.new_block ctx in
  let label = Option.map (fun (n : name) -> n.id) label in
  let flow = Context.flow ctx in
  let way = View_lifetimes.enter flow in
  let body () =
    View_lifetimes.reach_body flow way;
    let code = Context.with_loop ctx { label; break; continue } (fun () -> Blocks.captured ctx b) in
    View_lifetimes.land_at flow continue;
    Control.Block (continue, code)
  in
  let (), round = Context.capture ctx (fun () -> make body (Control.Exit break)) in
  let late = View_lifetimes.leave flow way ~break ~left:(Control.leaves break round) in
  List.iter (fun (name, loc, change) -> Errors.add (Context.env ctx).errors (View.too_late name loc change ~again:true)) late;
  emit ctx (Block (break, Loop round))

(* Counts in [i], which is set. *)
let count ctx label w i hi b before =
  loop ctx label b (fun body exit ->
      let body = body () in
      let next = Control.Do (BAssign (PVar i, EArith (AddW, w, read i, EInt (w, Z.one)))) in
      emit ctx (If (ECompare (Lt, w, read i, hi), Seq [ before; body; next ], exit)))

(* Goes over a body to find its mistakes. *)
let with_poison ctx names label b =
  Context.drop_statement ctx;
  Context.scope ctx (fun () ->
      List.iter (Binding.poison ctx) names;
      loop ctx label b (fun body _ -> emit ctx (body ())))

let for_range ctx label n (lo : expr) (hi : expr) b =
  match
    let infer_typed () =
      if Operator.untyped lo && not (Operator.untyped hi) then (
        match Type_of.expr ctx hi with
        | Some ty -> Typing.both ctx (fun () -> Typing.infer ctx ~want:ty lo) (fun () -> Typing.infer ctx hi) hi.loc
        | None ->
            let vh, code = Context.capture ctx (fun () -> Typing.infer ctx hi) in
            let vl = Typing.infer ctx ~want:vh.ty lo in
            let e = Typing.later_value ctx lo.loc vl.ty vl.e code in
            ({ vl with e }, vh))
      else
        let ty = ref None in
        Typing.both ctx
          (fun () ->
            let v = Typing.infer ctx lo in
            ty := Some v.ty;
            v)
          (fun () -> Typing.infer ctx ?want:!ty hi)
          hi.loc
    in
    let vl, vh = infer_typed () in
    match (vl.ty, vh.ty) with
    | Int w, Int w' when w = w' ->
        let h = Binding.once ctx hi.loc (Int w) vh.e in
        (w, vl.e, h)
    | Int _, Int _ -> Coerce.mismatch (env ctx) hi.loc ~expected:vl.ty ~found:vh.ty
    | Int _, t | t, _ -> fail lo.loc "`for` counts integers, not %s" (show ctx t) ~help:"both bounds are integers of one type"
  with
  | w, l, h ->
      let i = Context.fresh ctx ~name:n.id ~kind:Local n.loc (Int w) in
      assign ctx (PVar i) l;
      Context.scope ctx (fun () ->
          Context.bind ctx n { place = PVar i; bound_ty = Some (Int w); writable = false; declared = n.loc; shows = None };
          count ctx label w i h b Control.skip)
  | exception Diagnostic.Error d ->
      Errors.add (errors ctx) d;
      with_poison ctx [ n ] label b
  | exception Errors.Reported -> with_poison ctx [ n ] label b

(* From the last position to the first: an entry that is removed makes room for the last, which has been visited. The
   body may have removed more than that, so a position that it may have left behind is brought back. *)
let for_entries ctx label (k : name) value p w t b =
  let changes = lazy (Assigned.block b) in
  let i = Context.temporary ctx k.loc (Int W32) in
  assign ctx (PVar i) (ECount p);
  Context.scope ctx (fun () ->
      let key =
        if k.id <> "_" then (
          let x = Context.fresh ctx ~name:k.id ~kind:Local k.loc (Int w) in
          Context.bind ctx k { place = PVar x; bound_ty = Some (Int w); writable = false; declared = k.loc; shows = None };
          Some x)
        else Option.map (fun _ -> Context.temporary ctx k.loc (Int w)) value
      in
      loop ctx label b (fun body exit ->
          if not (Binding.keeps_value ctx p (Lazy.force changes)) then
            emit ctx (If (ECompare (Lt, W32, ECount p, read i), Do (BAssign (PVar i, ECount p)), Control.skip));
          let (), round =
            Context.capture ctx (fun () ->
                assign ctx (PVar i) (EArith (SubW, W32, read i, EInt (W32, Z.one)));
                Option.iter (fun key -> assign ctx (PVar key) (EKeyAt (p, read i))) key;
                (match (value, key) with
                | Some v, Some key -> Binding.bind_payload ctx changes v (PKey (p, read key)) t
                | _ -> ());
                emit ctx (body ()))
          in
          emit ctx (If (ECompare (Ne, W32, read i, EInt (W32, Z.zero)), round, exit))))

let for_each ctx label (n : name) value (e : expr) b =
  let names = n :: Option.to_list value in
  match
    let v = Typing.infer ctx e in
    let steady p = Binding.settled ctx e.loc p in
    let stored () =
      match v.e with ERead p -> steady p | e' -> ( match Evaluation_order.keep ctx e.loc v.ty e' with ERead p -> p | _ -> assert false)
    in
    match (v.ty, v.e, value) with
    | Map (_, w, t), _, _ -> `Entries (stored (), w, t)
    | t, _, Some value ->
        fail value.loc "only maps have keys and values, not %s" (show ctx t)
          ~help:"write one name; to count besides: for i in 0..len(x) { }"
    | Array (size, t), _, None -> `Elements (stored (), t, EInt (W32, Z.zero), EInt (W32, Z.of_int size))
    | (Bytes _ | View), ERead p, None ->
        let p = steady p in
        `Elements (p, T.Int W8, EInt (W32, Z.zero), Binding.once ctx e.loc (Int W32) (ELen (ERead p)))
    | View, ESlice (ERead p, lo, hi), None ->
        let p = steady p in
        let lo = Binding.once ctx e.loc (Int W32) lo in
        let length = ELen (ESlice (ERead p, lo, hi)) in
        `Elements (p, T.Int W8, lo, Binding.once ctx e.loc (Int W32) (EArith (AddW, W32, lo, length)))
    | (Bytes _ | View), _, None ->
        let p = (Places.place ctx e).place in
        `Elements (p, T.Int W8, EInt (W32, Z.zero), Binding.once ctx e.loc (Int W32) (ELen (ERead p)))
    | t, _, None ->
        fail e.loc "`for` goes over arrays, bytes and maps, not over %s" (show ctx t) ~help:"to count, write: for i in 0..n { }"
  with
  | `Elements (p, t, lo, hi) ->
      let fixed = match hi with EInt _ -> true | _ -> false in
      let i = Context.temporary ctx n.loc (Int W32) in
      assign ctx (PVar i) lo;
      Context.scope ctx (fun () ->
          let before =
            (* Without a name it is still looked up. *)
            if n.id = "_" && fixed && not (Reads_writes.may_trap (ERead p)) then Control.skip
            else
              let x = Context.fresh ctx ~name:n.id ~kind:Local n.loc t in
              Context.bind ctx n { place = PVar x; bound_ty = Some t; writable = false; declared = n.loc; shows = None };
              Control.Do (BAssign (PVar x, ERead (PIndex (p, read i))))
          in
          count ctx label W32 i hi b before)
  | `Entries (p, w, t) -> for_entries ctx label n value p w t b
  | exception Diagnostic.Error d ->
      Errors.add (errors ctx) d;
      with_poison ctx names label b
  | exception Errors.Reported -> with_poison ctx names label b
