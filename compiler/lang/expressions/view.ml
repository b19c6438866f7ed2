open Fairlead_lang_coq.Syntax
open Typing

(* Is what it is as long as the variables of the procedure are. *)
let permanent ctx = function
  | EInt _ -> true
  | ERead (PVar x) -> (
      let v = Context.variable ctx x in
      v.name <> None && match v.kind with Parameter In -> true | Parameter (Inout | Lent) -> false | Local -> not v.assignable)
  | _ -> false

let pin ctx loc e =
  if permanent ctx e then e
  else
    let x = Context.fresh ctx ~kind:Local loc (Int W32) in
    Context.emit ctx (Do (BAssign (PVar x, e)));
    ERead (PVar x)

let rec pin_place ctx loc p =
  match p with
  | PVar _ | PConst _ -> p
  | PField (p, i) -> PField (pin_place ctx loc p, i)
  | PCase (p, i) -> PCase (pin_place ctx loc p, i)
  | PIndex (p, e) ->
      let p = pin_place ctx loc p in
      PIndex (p, pin ctx loc e)
  | PKey (p, e) when permanent ctx e -> PKey (pin_place ctx loc p, e)
  | PKey _ -> fail loc "the key of the entry that this view shows may change" ~help:"name it with `let` first"

(* A slice of a slice is one of what both are of. *)
let rec pinned ctx loc = function
  | ERead p -> (pin_place ctx loc p, None)
  | ESlice (e, lo, hi) -> (
      let p, outer = pinned ctx loc e in
      match outer with
      | None ->
          let lo = pin ctx loc lo in
          (p, Some (lo, pin ctx loc hi))
      | Some (first, _) ->
          let inside e = pin ctx loc (EArith (AddW, W32, first, e)) in
          let lo = inside lo in
          (p, Some (lo, inside hi)))
  | _ -> fail loc "this view cannot be named" ~help:"name the bytes it shows first"

let declare ctx (n : Surface.name) loc e =
  Evaluation_order.must_hold ctx loc View e;
  let place, bounds = pinned ctx loc e in
  let lent =
    match Reads_writes.root place with Some x -> (Context.variable ctx x).kind = Parameter Lent | None -> false
  in
  let id = View_lifetimes.add (Context.flow ctx) ~shows:place ~lent in
  let text = match bounds with None -> ERead place | Some (lo, hi) -> ESlice (ERead place, lo, hi) in
  Context.bind ctx n { place; bound_ty = Some View; writable = false; declared = n.loc; shows = Some (id, text) }

let too_late name loc (c : View_lifetimes.change) ~again =
  let how = if c.suspended then "a suspension: what is lent may be another thing" else "its bytes may have changed" in
  let when_ = if again then ", in an earlier round" else "" in
  Diagnostic.make loc "the view `%s` is used after %s%s" name how when_
    ~also:(c.at, if c.suspended then "the coroutine suspends here" else "they are changed here")
    ~help:"copy the bytes, let x: bytes<N> = ...;, or make the view again"

let named ctx (e : Surface.expr) =
  match e.e with
  | Name id -> (
      match Context.lookup ctx id with
      | Some { shows = Some (view, text); _ } ->
          Option.iter
            (fun c -> raise (Diagnostic.Error (too_late id e.loc c ~again:false)))
            (View_lifetimes.use (Context.flow ctx) view id e.loc);
          Some text
      | _ -> None)
  | _ -> None

let still_there ctx e = ignore (named ctx e)

let is_slice ctx (e : Surface.expr) =
  match e.e with
  | Slice _ -> true
  | Name id -> ( match Context.lookup ctx id with Some { shows = Some (_, ESlice _); _ } -> true | _ -> false)
  | _ -> false
