open Surface
module Names = Set.Make (String)

type t = { roots : Names.t; suspends : bool }

let block b =
  let roots = ref Names.empty and suspends = ref false in
  let rec root (e : expr) =
    match e.e with
    | Name n -> roots := Names.add n !roots
    | Field (e, _) | Index (e, _) | Slice (e, _, _) -> root e
    | _ -> ()
  in
  let rec expr (e : expr) =
    match e.e with
    | Int _ | Bool _ | String _ | Name _ | Default | None_ -> ()
    | Field (e, _) | Unary (_, e) | Cast (e, _, _) | Is (e, _) | Some_ e | Load (_, _, e) -> expr e
    | Index (a, b) | Binary (_, _, a, b) | In (a, b) | Fill (a, b) -> expr a; expr b
    | Slice (e, a, b) -> expr e; Option.iter expr a; Option.iter expr b
    | Apply (_, l) | Start (_, l) -> List.iter arg l
    | Ask (_, l) | Call (_, l) -> suspends := true; List.iter arg l
    | Cond (a, b, c) -> expr a; expr b; expr c
    | Record (_, l) -> List.iter (fun (_, e) -> expr e) l
    | Array l -> List.iter expr l
    | Resume (c, l, a) ->
        root c;
        expr c;
        Option.iter (List.iter arg) l;
        Option.iter (fun (_, l) -> List.iter arg l) a
  and arg a =
    if a.inout then root a.value;
    expr a.value
  in
  let rec stmt s =
    match s.s with
    | Let (_, _, e) | Expr e | Assert e -> expr e
    | Var (_, _, e) | Return e -> Option.iter expr e
    | Assign (p, _, e) | Push (p, e) | Append (p, e) | Resize (p, e) | Store (_, _, p, e) | Remove (p, e) ->
        root p; expr p; expr e
    | If (e, a, b) -> expr e; List.iter stmt a; List.iter stmt b
    | While (_, e, b) | For_each (_, _, _, e, b) -> expr e; List.iter stmt b
    | Loop (_, b) | Scope b -> List.iter stmt b
    | For_range (_, _, lo, hi, b) -> expr lo; expr hi; List.iter stmt b
    | Match (e, arms) -> expr e; List.iter (fun (a : arm) -> List.iter stmt a.body) arms
    | Break _ | Continue _ | Trap -> ()
  in
  List.iter stmt b;
  { roots = !roots; suspends = !suspends }
