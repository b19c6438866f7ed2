open Surface

let file_size = 4 * 1024 * 1024
let brackets = 100
let depth = 200
let max_depth = depth
let statement_depth = 1000

let max_items = 65536

let items loc l =
  if List.compare_length_with l max_items > 0 then
    Diagnostic.fail loc "this list has more than %d items" max_items ~help:"split it";
  l

let check what limit loc n =
  if n > limit then
    Diagnostic.fail loc "this %s has more than %d levels" what limit
      ~help:"split it: name parts of it with `let`, or move parts into functions"

let exprs = List.fold_left (fun n (e : expr) -> max n e.depth) 0
let args = List.fold_left (fun n a -> max n a.value.depth) 0
let option f = function None -> 0 | Some x -> f x
let of_expr (e : expr) = e.depth

let below_expr = function
  | Int _ | Bool _ | String _ | Name _ | Default | None_ -> 0
  | Field (e, _) | Unary (_, e) | Cast (e, _, _) | Is (e, _) | Some_ e | Load (_, _, e) -> e.depth
  | Index (a, b) | Binary (_, _, a, b) | In (a, b) | Fill (a, b) -> max a.depth b.depth
  | Slice (e, a, b) -> max e.depth (max (option of_expr a) (option of_expr b))
  | Apply (e, l) -> max e.depth (args l)
  | Cond (a, b, c) -> max a.depth (max b.depth c.depth)
  | Record (_, l) -> List.fold_left (fun n (_, (e : expr)) -> max n e.depth) 0 l
  | Array l -> exprs l
  | Ask (_, l) | Call (_, l) | Start (_, l) -> args l
  | Resume (e, l, a) -> max e.depth (max (option args l) (option (fun (_, l) -> args l) a))

let expr loc e =
  let depth = 1 + below_expr e in
  check "expression" max_depth loc depth;
  { e; loc; depth }

let below_ty = function
  | T_name _ | T_bytes None | T_coro _ | T_event _ -> 0
  | T_bytes (Some e) -> e.depth
  | T_array (t, e) -> max t.t_depth e.depth
  | T_option t -> t.t_depth
  | T_map (k, t, e) -> max k.t_depth (max t.t_depth e.depth)

let ty t_loc t =
  let t_depth = 1 + below_ty t in
  check "type" max_depth t_loc t_depth;
  { t; t_loc; t_depth }

let block = List.fold_left (fun n s -> max n s.s_depth) 0

(* Expressions are bounded by themselves, so only statements in statements count. *)
let below_stmt = function
  | If (_, a, b) -> max (block a) (block b)
  | While (_, _, b) | Loop (_, b) | For_range (_, _, _, _, b) | For_each (_, _, _, _, b) | Scope b -> block b
  | Match (_, arms) -> List.fold_left (fun n (arm : arm) -> max n (block arm.body)) 0 arms
  | Let _ | Var _ | Assign _ | Expr _ | Break _ | Continue _ | Return _ | Trap | Assert _ | Push _
  | Append _ | Resize _ | Store _ | Remove _ ->
      0

let stmt s_loc s =
  let s_depth = 1 + below_stmt s in
  check "statement" statement_depth s_loc s_depth;
  { s; s_loc; s_depth }
