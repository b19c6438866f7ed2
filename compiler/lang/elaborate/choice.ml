open Fairlead_lang_coq.Syntax
open Surface
open Typing

(* A literal has no value yet: its type may be that of another branch. *)
type leaf = { e : Surface.expr; value : Coerce.value option; never : bool  (** reached *) }

(* An integer type may be wanted of literals only: a position may have any. *)
type want = Nothing | Literals of Types.t | Exactly of Types.t

type branch =
  | Leaf of leaf
  | Left  (** control does not come out, or a mistake was reported *)
  | Among of { leaves : leaf list; finish : (leaf -> Control.t) -> Control.t }

let leaves = function Leaf l -> [ l ] | Left -> [] | Among a -> a.leaves
let finish give = function Leaf l -> give l | Left -> Control.skip | Among a -> a.finish give
let captured ctx f = snd (Context.capture ctx f)

let rec branch ctx want loc (b : block) =
  let errors = (env ctx).errors in
  Errors.guard errors
    (fun () ->
      let before, last = match List.rev b with [] -> ([], None) | last :: rest -> (List.rev rest, Some last) in
      let mistakes = Errors.count errors and dropped = Context.dropped ctx in
      List.iter (Blocks.statement ctx) before;
      match last with
      | Some { s = Value ({ e = Choose s; _ }, _); _ } -> choice ctx want s
      | Some { s = Value (e, _); s_loc; _ } ->
          Context.line ctx s_loc;
          let value =
            match want with
            | Nothing when Operator.untyped e -> None
            | Nothing -> Some (element ctx e)
            | Literals _ when Operator.untyped e -> None
            | Literals ty -> Some (any_integer ctx ~want:ty e)
            | Exactly ty -> Some (element ctx ~want:ty e)
          in
          Leaf { e; value; never = Context.never ctx }
      | Some ({ s = If (_, _, _ :: _) | Match _; _ } as s) when ends_in_value s -> choice ctx want s
      | Some { s = Scope b; s_loc; _ } -> Context.scope ctx (fun () -> branch ctx want s_loc b)
      | _ ->
          let code = captured ctx (fun () -> List.iter (Blocks.statement ctx) (Option.to_list last)) in
          Context.emit ctx code;
          let comes_out = if last = None then Errors.count errors = mistakes else Control.completes code && Errors.count errors = mistakes in
          if comes_out && Context.dropped ctx = dropped then
            fail
              (match last with Some s -> s.s_loc | None -> loc)
              "this branch ends without a value" ~help:"end it with an expression and no `;`, or leave with return, break or trap";
          Left)
    Left

(* Some branch of it does; otherwise it is a statement like others. *)
and ends_in_value s =
  let block b = match List.rev b with { s = Value _; _ } :: _ -> true | ({ s = If _ | Match _ | Scope _; _ } as s) :: _ -> ends_in_value s | _ -> false in
  match s.s with
  | If (_, a, b) -> block a || block b
  | Match (_, arms) -> List.exists (fun (a : arm) -> block a.body) arms
  | Scope b -> block b
  | _ -> false

and choice ctx want s =
  Context.line ctx s.s_loc;
  match s.s with
  | Match (e, arms) ->
      let m = Matching.match_ ctx s.s_loc e arms ~body:(branch ctx want) in
      Among
        {
          leaves = List.concat_map leaves m.results;
          finish = (fun give -> captured ctx (fun () -> m.finish (finish give)));
        }
  | If _ -> conditional ctx want s
  | _ -> fail s.s_loc "this has no value" ~help:no_value

and conditional ctx want s =
  let rec alternatives found s =
    match s.s with
    | If (c, a, [ ({ s = If _; _ } as next) ]) -> alternatives ((s.s_loc, c, a) :: found) next
    | If (c, a, b) -> (List.rev ((s.s_loc, c, a) :: found), b, s.s_loc)
    | _ -> (List.rev found, [], s.s_loc)
  in
  let chain, last, last_loc = alternatives [] s in
  if last = [] then fail last_loc "an `if` that has a value has an `else`" ~help:"say what the value is otherwise: else { ... }";
  let fork = View_lifetimes.fork (Context.flow ctx) in
  let body loc b = View_lifetimes.branch fork (fun () -> Context.capture ctx (fun () -> Context.scope ctx (fun () -> branch ctx want loc b))) in
  let tested, last =
    Context.under ctx ~never:false @@ fun () ->
    let tested =
      List.map
        (fun (loc, c, b) ->
          let test () =
            if loc <> s.s_loc then Context.line ctx loc;
            check ctx c Bool
          in
          let c, before = Context.capture ctx test in
          let decided = decided ctx c in
          let taken = Context.under ctx ~never:(decided = Some false) (fun () -> body loc b) in
          if decided = Some true then Context.leaves_here ctx;
          (c, before, taken))
        chain
    in
    (tested, body last_loc last)
  in
  View_lifetimes.rejoin fork;
  let all = List.map (fun (_, _, (result, _)) -> result) tested @ [ fst last ] in
  let close give (result, code) = Control.Seq [ code; finish give result ] in
  let rec nested give = function
    | [] -> close give last
    | (c, before, b) :: rest -> Control.Seq [ before; If (c, close give b, nested give rest) ]
  in
  let flat give =
    captured ctx (fun () ->
        Matching.one_of ctx tested
          ~test:(fun (c, before, _) ->
            Context.emit ctx before;
            c)
          ~body:(fun (_, _, b) -> close give b)
          ~otherwise:(fun () -> close give last))
  in
  let finish give = if List.compare_length_with tested Matching.long_chain <= 0 then nested give tested else flat give in
  Among { leaves = List.concat_map leaves all; finish }

(* Of all leaves. Of bytes there is room for the longest, as in [c ? a : b]. *)
let common want leaves =
  match (want, List.find_map (fun l -> l.value) leaves) with
  | Exactly ty, _ | Literals ty, None -> ty
  | Nothing, Some { ty = Bytes n; _ } ->
      let longer n l = match l.value with Some { ty = Bytes m; _ } -> max n m | _ -> n in
      Types.Bytes (List.fold_left longer n leaves)
  | Literals ty, Some _ when List.exists (fun l -> match l.value with Some v -> v.ty = ty | None -> false) leaves -> ty
  | (Nothing | Literals _), Some v -> v.ty
  | Nothing, None -> Int W32

(* Each branch assigns its value to [place ty]. *)
let elaborate ctx ~exactly ?want s place =
  let want =
    match want with
    | None | Some Types.View -> Nothing
    | Some (Int _ as ty) when not exactly -> Literals ty
    | Some ty -> Exactly ty
  in
  let mistakes = Errors.count (env ctx).errors and dropped = Context.dropped ctx in
  let b = choice ctx want s in
  let leaves = leaves b in
  if leaves = [] then
    if Errors.count (env ctx).errors > mistakes || Context.dropped ctx > dropped then raise Errors.Reported
    else fail s.s_loc "no branch of this has a value" ~help:"write it as a statement of its own";
  let ty = common want leaves in
  let p = place ty in
  let give l =
    let e, code =
      Context.capture ctx (fun () ->
          match l.value with
          | Some v -> Coerce.coerce (env ctx) l.e.loc ~expected:ty v
          | None -> Context.under ctx ~never:l.never (fun () -> check ctx l.e ty))
    in
    Control.Seq [ code; Do (BAssign (p, e)) ]
  in
  Context.emit ctx (finish give b);
  ({ e = ERead p; ty } : Coerce.value)

(* In a block, so that its marks are not taken for those of what follows ({!Trap_places}). *)
let elaborate ctx ~exactly ?want s place =
  let v, code = Context.capture ctx (fun () -> elaborate ctx ~exactly ?want s place) in
  Context.emit ctx (Block (Context.new_block ctx, code));
  v

let value ctx ?want s = elaborate ctx ~exactly:false ?want s (fun ty -> PVar (Context.temporary ctx s.s_loc ty))
let store ctx place ty s = ignore (elaborate ctx ~exactly:true ~want:ty s (fun _ -> place))
