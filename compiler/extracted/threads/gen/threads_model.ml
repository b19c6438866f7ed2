
type empty_set = |

(** val negb : bool -> bool **)

let negb = function
| true -> false
| false -> true

(** val length : 'a1 list -> int **)

let rec length = function
| [] -> 0
| _ :: l' -> Stdlib.Int.succ (length l')

module Pos =
 struct
  (** val succ : int -> int **)

  let rec succ = Stdlib.succ

  (** val of_succ_nat : int -> int **)

  let rec of_succ_nat = Stdlib.succ
 end

(** val nth_error : 'a1 list -> int -> 'a1 option **)

let rec nth_error l n =
  (fun fO fS n -> if n=0 then fO () else fS (n-1))
    (fun _ -> match l with
              | [] -> None
              | x :: _ -> Some x)
    (fun n0 -> match l with
               | [] -> None
               | _ :: l0 -> nth_error l0 n0)
    n

(** val map : ('a1 -> 'a2) -> 'a1 list -> 'a2 list **)

let rec map f = function
| [] -> []
| a :: t -> (f a) :: (map f t)

(** val fold_right : ('a2 -> 'a1 -> 'a1) -> 'a1 -> 'a2 list -> 'a1 **)

let rec fold_right f a0 = function
| [] -> a0
| b :: t -> f b (fold_right f a0 t)

(** val forallb : ('a1 -> bool) -> 'a1 list -> bool **)

let rec forallb f = function
| [] -> true
| a :: l0 -> (&&) (f a) (forallb f l0)

(** val seq : int -> int -> int list **)

let rec seq start len =
  (fun fO fS n -> if n=0 then fO () else fS (n-1))
    (fun _ -> [])
    (fun len0 -> start :: (seq (Stdlib.Int.succ start) len0))
    len

type 'a table =
| Leaf
| Node of 'a table * 'a option * 'a table

(** val trie_find : int -> 'a1 table -> 'a1 option **)

let rec trie_find n = function
| Leaf -> None
| Node (l, o, r) ->
  ((fun odd even one p -> if p <= 1 then one () else if p land 1 = 1 then odd (p lsr 1) else even (p lsr 1))
     (fun n0 -> trie_find n0 r)
     (fun n0 -> trie_find n0 l)
     (fun _ -> o)
     n)

(** val trie_add : int -> 'a1 -> 'a1 table -> 'a1 table **)

let rec trie_add n a = function
| Leaf ->
  let p = (Leaf, None) in
  let r = Leaf in
  let (l, o) = p in
  ((fun odd even one p -> if p <= 1 then one () else if p land 1 = 1 then odd (p lsr 1) else even (p lsr 1))
     (fun n0 -> Node (l, o, (trie_add n0 a r)))
     (fun n0 -> Node ((trie_add n0 a l), o, r))
     (fun _ -> Node (l, (Some a), r))
     n)
| Node (l, o, r) ->
  let p = (l, o) in
  let (l0, o0) = p in
  ((fun odd even one p -> if p <= 1 then one () else if p land 1 = 1 then odd (p lsr 1) else even (p lsr 1))
     (fun n0 -> Node (l0, o0, (trie_add n0 a r)))
     (fun n0 -> Node ((trie_add n0 a l0), o0, r))
     (fun _ -> Node (l0, (Some a), r))
     n)

(** val look : 'a1 table -> int -> 'a1 option **)

let look m i =
  trie_find (Pos.of_succ_nat i) m

(** val build_from : int -> 'a1 list -> 'a1 table -> 'a1 table **)

let rec build_from i l m =
  match l with
  | [] -> m
  | a :: l0 -> build_from (Pos.succ i) l0 (trie_add i a m)

(** val build : 'a1 list -> 'a1 table **)

let build l =
  build_from 1 l Leaf

type label = int

type procedure = int

type ('b, 't, 's, 'c, 'r) cmd =
| Skip
| Do of 'b
| Seq of ('b, 't, 's, 'c, 'r) cmd * ('b, 't, 's, 'c, 'r) cmd
| If of 't * ('b, 't, 's, 'c, 'r) cmd * ('b, 't, 's, 'c, 'r) cmd
| Block of ('b, 't, 's, 'c, 'r) cmd
| Loop of label * ('b, 't, 's, 'c, 'r) cmd
| Exit of int
| Label of label * ('b, 't, 's, 'c, 'r) cmd
| Goto of label
| Suspend of label * 's
| Call of label * 'c
| Resume of 'r
| Return

(** val increasing : ('a1, 'a2, 'a3, 'a4, 'a5) cmd -> int -> int option **)

let rec increasing c lo =
  match c with
  | Seq (c1, c2) ->
    (match increasing c1 lo with
     | Some lo0 -> increasing c2 lo0
     | None -> None)
  | If (_, c1, c2) ->
    (match increasing c1 lo with
     | Some lo0 -> increasing c2 lo0
     | None -> None)
  | Block c0 -> increasing c0 lo
  | Loop (l, c0) ->
    if (<=) lo l then increasing c0 (Stdlib.Int.succ l) else None
  | Label (l, c0) ->
    if (<=) lo l then increasing c0 (Stdlib.Int.succ l) else None
  | Suspend (l, _) -> if (<=) lo l then Some (Stdlib.Int.succ l) else None
  | Call (l, _) -> if (<=) lo l then Some (Stdlib.Int.succ l) else None
  | _ -> Some lo

type ('b, 't, 's, 'c, 'r, 'v) analysis = { subset : ('v -> 'v -> bool);
                                           union : ('v -> 'v -> 'v);
                                           at_label : (procedure -> label ->
                                                      'v);
                                           fresh_set : (procedure -> 'v);
                                           entry_set : (procedure -> 'v);
                                           exit_set : (procedure -> 'v);
                                           need_run : (procedure -> 'b -> 'v
                                                      -> 'v option);
                                           need_test : (procedure -> 't -> 'v
                                                       -> 'v option);
                                           keep_ask : (procedure -> 's -> 'v
                                                      -> 'v option);
                                           need_ask : (procedure -> label ->
                                                      's -> 'v -> 'v option);
                                           keep_call : (procedure -> 'c -> 'v
                                                       -> 'v option);
                                           need_call : (procedure -> label ->
                                                       'c -> 'v -> 'v option);
                                           need_resume : (procedure -> 'r ->
                                                         'v -> 'v option) }

(** val live :
    ('a1, 'a2, 'a3, 'a4, 'a5, 'a6) analysis -> procedure -> ('a1, 'a2, 'a3,
    'a4, 'a5) cmd -> 'a6 -> 'a6 list -> 'a6 option **)

let rec live a p c after exits =
  match c with
  | Skip -> Some after
  | Do b -> a.need_run p b after
  | Seq (c1, c2) ->
    (match live a p c2 after exits with
     | Some w -> live a p c1 w exits
     | None -> None)
  | If (t, c1, c2) ->
    (match live a p c1 after exits with
     | Some w1 ->
       (match live a p c2 after exits with
        | Some w2 -> a.need_test p t (a.union w1 w2)
        | None -> None)
     | None -> None)
  | Block c0 -> live a p c0 after (after :: exits)
  | Loop (l, c0) ->
    let w = a.at_label p l in
    (match live a p c0 w exits with
     | Some u -> if a.subset u w then Some w else None
     | None -> None)
  | Exit n -> nth_error exits n
  | Label (l, c0) ->
    let w = a.at_label p l in
    (match live a p c0 after exits with
     | Some u -> if a.subset u w then Some w else None
     | None -> None)
  | Goto l -> Some (a.at_label p l)
  | Suspend (l, x) ->
    (match a.keep_ask p x after with
     | Some w -> a.need_ask p l x w
     | None -> None)
  | Call (l, x) ->
    (match a.keep_call p x after with
     | Some w -> a.need_call p l x w
     | None -> None)
  | Resume x -> a.need_resume p x after
  | Return -> Some (a.exit_set p)

(** val accepts_body :
    ('a1, 'a2, 'a3, 'a4, 'a5, 'a6) analysis -> procedure -> ('a1, 'a2, 'a3,
    'a4, 'a5) cmd -> bool **)

let accepts_body a p body =
  match increasing body 0 with
  | Some _ ->
    (match live a p body (a.exit_set p) [] with
     | Some w -> a.subset w (a.entry_set p)
     | None -> false)
  | None -> false

(** val merge : int list -> int list -> int list **)

let rec merge v =
  let rec go w =
    match v with
    | [] -> w
    | x :: v' ->
      (match w with
       | [] -> v
       | y :: w' ->
         if (<) x y
         then x :: (merge v' w)
         else if (=) x y then x :: (merge v' w') else y :: (go w'))
  in go

(** val included : int list -> int list -> bool **)

let rec included v w =
  match v with
  | [] -> true
  | x :: v' ->
    (match w with
     | [] -> false
     | y :: w' ->
       if (=) x y
       then included v' w'
       else if (<) y x then included v w' else false)

type piece = { id : int; uses : int list; defs : int list; fresh : int list }

type request = { number : int; arguments_use : int list; back : piece }

type home =
| Slot of int
| Native

type frame_layout = { homes : home list; addressed : int list;
                      parameters : int list; results : int list;
                      live_sets : (label * int list) list }

type plan = { home_of : home table; live_at : int list table;
              params : int list; result_vars : int list }

(** val by_label : (label * 'a1) list -> 'a1 table **)

let by_label l =
  fold_right (fun pat ->
    let (l0, a) = pat in trie_add (Pos.of_succ_nat l0) a) Leaf l

(** val plan_of : frame_layout -> plan **)

let plan_of f =
  { home_of = (build f.homes); live_at = (by_label f.live_sets); params =
    f.parameters; result_vars = f.results }

(** val minus : int list -> int list -> int list **)

let rec minus v =
  let rec go w =
    match v with
    | [] -> []
    | x :: v' ->
      (match w with
       | [] -> v
       | y :: w' ->
         if (<) x y
         then x :: (minus v' w)
         else if (=) x y then minus v' w else go w')
  in go

(** val home_in : plan table -> procedure -> int -> home **)

let home_in l p x =
  match look l p with
  | Some pl -> (match look pl.home_of x with
                | Some h -> h
                | None -> Native)
  | None -> Native

(** val params_of : plan table -> procedure -> int list **)

let params_of l p =
  match look l p with
  | Some pl -> pl.params
  | None -> []

(** val results_of : plan table -> procedure -> int list **)

let results_of l p =
  match look l p with
  | Some pl -> pl.result_vars
  | None -> []

(** val set_at : plan table -> procedure -> label -> int list **)

let set_at l p l0 =
  match look l p with
  | Some pl -> (match look pl.live_at l0 with
                | Some v -> v
                | None -> [])
  | None -> []

(** val in_frame : plan table -> procedure -> int -> bool **)

let in_frame l p y =
  match home_in l p y with
  | Slot _ -> true
  | Native -> false

(** val hit : plan table -> procedure -> int -> int -> bool **)

let hit l p x y =
  (&&) (negb ((=) x y))
    (match home_in l p x with
     | Slot m ->
       (match home_in l p y with
        | Slot n -> (=) m n
        | Native -> false)
     | Native -> false)

(** val spares : plan table -> procedure -> int list -> int list -> bool **)

let spares l p xs ys =
  forallb (fun x -> forallb (fun y -> negb (hit l p x y)) ys) xs

(** val before :
    plan table -> procedure -> piece -> int list -> int list option **)

let before l p b after =
  if (&&) ((&&) (spares l p b.defs b.uses) (spares l p b.defs b.defs))
       (spares l p b.defs after)
  then Some (merge b.uses (minus (minus after b.defs) b.fresh))
  else None

(** val parking :
    plan table -> procedure -> label -> int list -> int list -> int list
    option **)

let parking l p l0 k v =
  if (&&) (included k (set_at l p l0))
       (forallb (in_frame l p) (set_at l p l0))
  then Some (merge v k)
  else None

(** val thread_analysis :
    plan table -> (piece, piece, request, request, empty_set, int list)
    analysis **)

let thread_analysis l =
  { subset = included; union = merge; at_label = (set_at l); fresh_set =
    (params_of l); entry_set = (params_of l); exit_set = (results_of l);
    need_run = (before l); need_test = (fun _ t after -> Some
    (merge t.uses after)); keep_ask = (fun p x after ->
    before l p x.back after); need_ask = (fun p l0 x k ->
    parking l p l0 k x.arguments_use); keep_call = (fun p x after ->
    before l p x.back after); need_call = (fun p l0 x k ->
    parking l p l0 k x.arguments_use); need_resume = (fun _ _ -> assert false
    (* absurd case *)) }

(** val all_in_frame : plan table -> procedure -> bool **)

let all_in_frame l p =
  (&&) (forallb (in_frame l p) (params_of l p))
    (forallb (in_frame l p) (results_of l p))

(** val alone : plan table -> procedure -> frame_layout -> bool **)

let alone l p f =
  spares l p f.addressed (seq 0 (length f.homes))

(** val params_apart : plan table -> procedure -> bool **)

let params_apart l p =
  spares l p (params_of l p) (params_of l p)

(** val check_function :
    plan table -> procedure -> (piece, piece, request, request, empty_set)
    cmd -> frame_layout -> bool **)

let check_function l p body f =
  (&&) ((&&) ((&&) (alone l p f) (all_in_frame l p)) (params_apart l p))
    (accepts_body (thread_analysis l) p body)

(** val refused_from :
    plan table -> procedure -> (piece, piece, request, request, empty_set)
    cmd list -> frame_layout list -> procedure option **)

let rec refused_from l p bodies fs =
  match bodies with
  | [] -> (match fs with
           | [] -> None
           | _ :: _ -> Some p)
  | body :: bodies0 ->
    (match fs with
     | [] -> Some p
     | f :: fs0 ->
       if check_function l p body f
       then refused_from l (Stdlib.Int.succ p) bodies0 fs0
       else Some p)

(** val refused :
    (piece, piece, request, request, empty_set) cmd list -> frame_layout list
    -> procedure option **)

let refused bodies fs =
  refused_from (build (map plan_of fs)) 0 bodies fs
