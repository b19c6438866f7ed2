
type __ = Obj.t
let __ = let rec f _ = Obj.repr f in Obj.repr f

(** val negb : bool -> bool **)

let negb = function
| true -> false
| false -> true

(** val option_map : ('a1 -> 'a2) -> 'a1 option -> 'a2 option **)

let option_map f = function
| Some a -> Some (f a)
| None -> None

(** val fst : ('a1 * 'a2) -> 'a1 **)

let fst = function
| (x, _) -> x

(** val snd : ('a1 * 'a2) -> 'a2 **)

let snd = function
| (_, y) -> y

(** val length : 'a1 list -> int **)

let rec length = function
| [] -> 0
| _ :: l' -> Stdlib.Int.succ (length l')

(** val app : 'a1 list -> 'a1 list -> 'a1 list **)

let rec app l m =
  match l with
  | [] -> m
  | a :: l1 -> a :: (app l1 m)

(** val id : __ -> __ **)

let id x =
  x

(** val pred : int -> int **)

let pred = fun n -> Stdlib.max 0 (n-1)

(** val add : int -> int -> int **)

let rec add = (+)



(** val compose : ('a2 -> 'a3) -> ('a1 -> 'a2) -> 'a1 -> 'a3 **)

let compose g f x =
  g (f x)

module Pos =
 struct
  (** val succ : int -> int **)

  let rec succ = Stdlib.succ

  (** val of_succ_nat : int -> int **)

  let rec of_succ_nat = Stdlib.succ
 end

(** val tl : 'a1 list -> 'a1 list **)

let tl = function
| [] -> []
| _ :: m -> m

(** val map : ('a1 -> 'a2) -> 'a1 list -> 'a2 list **)

let rec map f = function
| [] -> []
| a :: t -> (f a) :: (map f t)

(** val flat_map : ('a1 -> 'a2 list) -> 'a1 list -> 'a2 list **)

let rec flat_map f = function
| [] -> []
| x :: t -> app (f x) (flat_map f t)

(** val fold_left : ('a1 -> 'a2 -> 'a1) -> 'a2 list -> 'a1 -> 'a1 **)

let rec fold_left f l a0 =
  match l with
  | [] -> a0
  | b :: t -> fold_left f t (f a0 b)

(** val fold_right : ('a2 -> 'a1 -> 'a1) -> 'a1 -> 'a2 list -> 'a1 **)

let rec fold_right f a0 = function
| [] -> a0
| b :: t -> f b (fold_right f a0 t)

(** val existsb : ('a1 -> bool) -> 'a1 list -> bool **)

let rec existsb f = function
| [] -> false
| a :: l0 -> (||) (f a) (existsb f l0)

(** val forallb : ('a1 -> bool) -> 'a1 list -> bool **)

let rec forallb f = function
| [] -> true
| a :: l0 -> (&&) (f a) (forallb f l0)

(** val find : ('a1 -> bool) -> 'a1 list -> 'a1 option **)

let rec find f = function
| [] -> None
| x :: tl0 -> if f x then Some x else find f tl0

(** val firstn : int -> 'a1 list -> 'a1 list **)

let rec firstn n l =
  (fun fO fS n -> if n=0 then fO () else fS (n-1))
    (fun _ -> [])
    (fun n0 -> match l with
               | [] -> []
               | a :: l0 -> a :: (firstn n0 l0))
    n

(** val skipn : int -> 'a1 list -> 'a1 list **)

let rec skipn n l =
  (fun fO fS n -> if n=0 then fO () else fS (n-1))
    (fun _ -> l)
    (fun n0 -> match l with
               | [] -> []
               | _ :: l0 -> skipn n0 l0)
    n

(** val list_sum : int list -> int **)

let list_sum l =
  fold_right add 0 l

type decision = bool

(** val decide : decision -> bool **)

let decide decision0 =
  decision0

type ('a, 'b) filter = __ -> ('a -> decision) -> 'b -> 'b

(** val filter0 : ('a1, 'a2) filter -> ('a1 -> decision) -> 'a2 -> 'a2 **)

let filter0 filter1 h x =
  filter1 __ h x

(** val true_dec : decision **)

let true_dec =
  true

(** val false_dec : decision **)

let false_dec =
  false

(** val is_true_dec : bool -> decision **)

let is_true_dec = function
| true -> true_dec
| false -> false_dec

(** val list_filter : ('a1 -> decision) -> 'a1 list -> 'a1 list **)

let rec list_filter x = function
| [] -> []
| x0 :: l0 ->
  if decide (x x0)
  then x0 :: (filter0 (fun _ -> list_filter) x l0)
  else filter0 (fun _ -> list_filter) x l0

(** val imap : (int -> 'a1 -> 'a2) -> 'a1 list -> 'a2 list **)

let rec imap f = function
| [] -> []
| x :: l0 -> (f 0 x) :: (imap (compose f (fun x0 -> Stdlib.Int.succ x0)) l0)

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

(** val distinct_onto : int list -> unit table -> unit table option **)

let rec distinct_onto l m =
  match l with
  | [] -> Some m
  | i :: l0 ->
    (match look m i with
     | Some _ -> None
     | None -> distinct_onto l0 (trie_add (Pos.of_succ_nat i) () m))

(** val distinct : int list -> bool **)

let distinct l =
  match distinct_onto l Leaf with
  | Some _ -> true
  | None -> false

type token = string

type frag =
| Copied of (int * token) list
| Own of token list
| Place of int

(** val split_words : string -> string * token list **)

let rec split_words s =
  (* If this appears, you're using String internals. Please don't *)
 (fun f0 f1 s ->
    let l = String.length s in
    if l = 0 then f0 () else f1 (String.get s 0) (String.sub s 1 (l-1)))

    (fun _ -> ("", []))
    (fun c s0 ->
    let (w, l) = split_words s0 in
    if (=) c ' '
    then ("", (if (=) w "" then l else w :: l))
    else (((* If this appears, you're using String internals. Please don't *)
  (fun (c, s) -> String.make 1 c ^ s)

           (c, w)), l))
    s

(** val words : string -> token list **)

let words s =
  let (w, l) = split_words s in if (=) w "" then l else w :: l

type code =
| CNone
| CThen of code * code
| CAct of frag list
| CRaw of frag list
| CBraces of code
| CIf of frag list * code
| CElse of frag list * code * code
| CWhile of frag list * code
| CDo of code * frag list
| CFor of code
| CSwitch of frag list * code
| CCase of frag list
| CLabel of token
| CGoto of token
| CBreak
| CContinue
| CReturn of frag list
| CAt of int
| CPark of frag list
| CResume of bool * int * code
| CLanding of bool * int

(** val flat_frag :
    (int -> token list) -> frag -> token list -> token list **)

let flat_frag place f rest =
  match f with
  | Copied l -> fold_right (fun x x0 -> (snd x) :: x0) rest l
  | Own l -> app l rest
  | Place v -> app (place v) rest

(** val flat_text :
    (int -> token list) -> frag list -> token list -> token list **)

let flat_text place t rest =
  fold_right (flat_frag place) rest t

(** val way_in : (int -> token) -> bool -> int -> token list -> token list **)

let way_in number named k rest =
  if named
  then ((^) "fl__at_" (number k)) :: (":" :: rest)
  else "case" :: ((number k) :: (":" :: rest))

(** val w_at : token list **)

let w_at =
  words "fl__s -> h . at ="

(** val w_park : token list **)

let w_park =
  words "if ( ( fl__t ="

(** val w_parked : token list **)

let w_parked =
  words ") != FL_DONE ) return fl__t ;"

(** val w_never : token list **)

let w_never =
  words "if ( 0 ) {"

(** val w_ever : token list **)

let w_ever =
  words "for ( ; ; )"

(** val flat :
    (int -> token) -> (int -> token list) -> code -> token list -> token list **)

let rec flat number place c rest =
  match c with
  | CNone -> rest
  | CThen (a, b) -> flat number place a (flat number place b rest)
  | CAct t -> flat_text place t (";" :: rest)
  | CRaw t -> flat_text place t rest
  | CBraces c0 -> "{" :: (flat number place c0 ("}" :: rest))
  | CIf (t, a) ->
    "if" :: ("(" :: (flat_text place t (")" :: (flat number place a rest))))
  | CElse (t, a, b) ->
    "if" :: ("(" :: (flat_text place t
                      (")" :: (flat number place a
                                ("else" :: (flat number place b rest))))))
  | CWhile (t, c0) ->
    "while" :: ("(" :: (flat_text place t
                         (")" :: (flat number place c0 rest))))
  | CDo (c0, t) ->
    "do" :: (flat number place c0
              ("while" :: ("(" :: (flat_text place t (")" :: (";" :: rest))))))
  | CFor c0 -> app w_ever (flat number place c0 rest)
  | CSwitch (t, c0) ->
    "switch" :: ("(" :: (flat_text place t
                          (")" :: (flat number place c0 rest))))
  | CCase t -> flat_text place t (";" :: rest)
  | CLabel n -> n :: (":" :: (";" :: rest))
  | CGoto n -> "goto" :: (n :: (";" :: rest))
  | CBreak -> "break" :: (";" :: rest)
  | CContinue -> "continue" :: (";" :: rest)
  | CReturn t -> "return" :: (flat_text place t (";" :: rest))
  | CAt k -> app w_at ((number k) :: (";" :: rest))
  | CPark t -> app w_park (flat_text place t (app w_parked rest))
  | CResume (named, k, c0) ->
    app w_never (way_in number named k (flat number place c0 ("}" :: rest)))
  | CLanding (named, k) -> way_in number named k (";" :: rest)

(** val frag_places : frag -> int list **)

let frag_places = function
| Copied l -> map fst l
| _ -> []

(** val text_places : frag list -> int list **)

let text_places t =
  flat_map frag_places t

(** val places : code -> int list **)

let rec places = function
| CThen (a, b) -> app (places a) (places b)
| CAct t -> text_places t
| CRaw t -> text_places t
| CBraces c0 -> places c0
| CIf (t, a) -> app (text_places t) (places a)
| CElse (t, a, b) -> app (text_places t) (app (places a) (places b))
| CWhile (t, c0) -> app (text_places t) (places c0)
| CDo (c0, t) -> app (places c0) (text_places t)
| CFor c0 -> places c0
| CSwitch (t, c0) -> app (text_places t) (places c0)
| CCase t -> text_places t
| CReturn t -> text_places t
| CPark t -> text_places t
| CResume (_, _, c0) -> places c0
| _ -> []

(** val ways : code -> int list **)

let rec ways = function
| CThen (a, b) -> app (ways a) (ways b)
| CBraces c0 -> ways c0
| CIf (_, c0) -> ways c0
| CElse (_, a, b) -> app (ways a) (ways b)
| CWhile (_, c0) -> ways c0
| CDo (c0, _) -> ways c0
| CFor c0 -> ways c0
| CSwitch (_, c0) -> ways c0
| CResume (_, k, c0) -> k :: (ways c0)
| CLanding (_, k) -> k :: []
| _ -> []

type form =
| Assigned
| Moved

type callee =
| ByName of token
| ByPointer of token list * frag list

type manner =
| Primitive
| Framed
| Shared
| Tail

type call = { call_number : int; manner_of : manner; called : callee;
              arguments : (token list * frag list) list;
              passed_as : token list list; fixed : int option;
              area : token list; into : (int * form) option;
              result : token list; result_scalar : bool }

type part = { part_number : int; first_call : int; last_call : int;
              part_entries : (token * int) list;
              part_exits : (token * int) list; part_breaks : bool;
              part_continues : bool }

type stmt =
| TNone
| TThen of stmt * stmt
| TNothing
| TText of frag list
| TEval of frag list
| TSet of form * token list * token list * int * frag list
| TDefine of token list * token list * token * frag list option
| TCall of call
| TPart of part
| TBlock of stmt
| TIf of frag list * stmt * stmt
| TWhile of frag list * stmt
| TDo of stmt * frag list
| TFor of stmt * token option * stmt
| TSwitch of frag list * stmt
| TCase of frag list
| TLabel of token
| TGoto of token
| TBreak
| TContinue
| TReturn of ((form * token list) * frag list) option

type unit_of_c = { unit_number : int; has_calls : bool; has_parts : bool;
                   looks_deep : bool;
                   temporaries : (token list * token) list;
                   entries : (token * int) list; exits : (token * int) list;
                   breaks : bool; continues : bool; body : stmt }

(** val own : string -> frag **)

let own s =
  Own (words s)

(** val typeof : token list -> frag **)

let typeof ty =
  Own (app (words "__typeof__ (") (app ty (")" :: [])))

(** val in_order : code list -> code **)

let rec in_order = function
| [] -> CNone
| c :: l0 -> CThen (c, (in_order l0))

(** val suffixed : (int -> token) -> string -> int -> token **)

let suffixed number_token s n =
  (^) s (number_token n)

(** val argument_name : (int -> token) -> int -> token **)

let argument_name number_token n =
  suffixed number_token "fl__a" n

(** val behind_name : (int -> token) -> int -> token **)

let behind_name number_token n =
  suffixed number_token "fl__va" n

(** val result_of : call -> frag list **)

let result_of c =
  let align = Own
    (app (words "__extension__ _Alignof ( __typeof__ (")
      (app c.result (")" :: (")" :: []))))
  in
  app
    ((own "( * (") :: ((typeof c.result) :: ((own
                                               "* ) ( void * ) ( ( char * ) ( fl__c ) + ") :: [])))
    (app
      (if c.result_scalar
       then (own "( sizeof ( fl_frame ) +") :: (align :: ((own "- 1 ) /") :: (align :: (
              (own "*") :: (align :: [])))))
       else (own
              "__extension__ __builtin_offsetof ( struct { fl_frame fl__h ;") :: (
              (typeof c.result) :: ((own "fl__r ; } , fl__r )") :: [])))
      ((own ") )") :: []))

(** val bytes_of : int -> frag list -> code **)

let bytes_of v from =
  CAct
    (app ((own "__builtin_memcpy ( ( void * ) &") :: ((Place
      v) :: ((own ", ( const void * ) &") :: [])))
      (app from ((own ", sizeof") :: ((Place v) :: ((own ")") :: [])))))

(** val passed : (token list * frag list) list -> frag list **)

let passed l =
  flat_map (fun a -> (Own ("," :: [])) :: (snd a)) l

(** val definitions :
    (int -> token) -> (token list * frag list) list -> code **)

let definitions name_of l =
  in_order
    (imap (fun i a -> CAct
      (app ((typeof (fst a)) :: ((Own ((name_of i) :: ("=" :: []))) :: []))
        (snd a))) l)

(** val types : token list list -> frag list **)

let types = function
| [] -> (Own ("void" :: [])) :: []
| a :: l0 ->
  (typeof a) :: (flat_map (fun a0 -> (Own
                  ("," :: [])) :: ((typeof a0) :: [])) l0)

(** val names : token list -> frag list **)

let names = function
| [] -> []
| a :: l0 -> (Own (a :: [])) :: (map (fun a0 -> Own ("," :: (a0 :: []))) l0)

(** val pushed : (int -> token) -> call -> token list -> code **)

let pushed number_token c size =
  match c.called with
  | ByName f ->
    let n = match c.fixed with
            | Some n -> n
            | None -> length c.arguments in
    CThen ((definitions (behind_name number_token) (skipn n c.arguments)),
    (CThen
    ((match c.fixed with
      | Some _ -> CRaw ((Own c.area) :: [])
      | None -> CNone), (CAct
    (app ((Own
      (app (words "fl_frame * fl__c =") (((^) f "__push") :: []))) :: ((Own
      (app (words "( fl__x , & fl__s -> h ,") size)) :: []))
      (app (passed (firstn n c.arguments))
        ((match c.fixed with
          | Some _ -> own ", fl__v , sizeof fl__v )"
          | None -> Own (")" :: [])) :: [])))))))
  | ByPointer (ty, e) ->
    in_order ((CAct ((own "fl_frame * fl__c") :: [])) :: ((CAct
      (app ((typeof ty) :: ((own "fl__f =") :: [])) e)) :: ((definitions
                                                              (argument_name
                                                                number_token)
                                                              c.arguments) :: ((CAct
      ((own "fl__x -> from = & fl__s -> h") :: [])) :: ((CAct ((Own
      (app (words "fl__x -> from_size =") size)) :: [])) :: ((CAct
      ((own "fl__x -> pushed = 0") :: [])) :: ((CAct
      ((own "fl__x -> entering = 1") :: [])) :: ((CAct
      (app
        ((own "( void ) ( (") :: ((typeof c.result) :: ((own "( * ) (") :: [])))
        (app (types c.passed_as)
          (app ((own ") ) fl__f ) (") :: [])
            (app
              (names
                (imap (fun i _ -> argument_name number_token i) c.arguments))
              ((Own (")" :: [])) :: [])))))) :: ((CAct
      ((own "fl__c = fl_entered ( fl__x )") :: [])) :: [])))))))))

(** val run_of : call -> frag list **)

let run_of c =
  match c.called with
  | ByName f -> (Own (((^) f "__run") :: (words "( fl__x , fl__c )"))) :: []
  | ByPointer (_, _) -> (own "fl__c -> run ( fl__x , fl__c )") :: []

(** val callee_name : call -> token **)

let callee_name c =
  match c.called with
  | ByName f -> f
  | ByPointer (_, _) -> ""

(** val call_code : (int -> token) -> token list -> bool -> call -> code **)

let call_code number_token size named c =
  let k = c.call_number in
  let f = callee_name c in
  CBraces
  (match c.manner_of with
   | Primitive ->
     in_order ((CAt k) :: ((CPark
       (app ((Own
         (((^) f "__leaf") :: (app (words "( fl__x , & fl__s -> h ,") size))) :: [])
         (app (passed c.arguments) ((Own (")" :: [])) :: [])))) :: ((CResume
       (named, k, (CAct
       []))) :: ((match c.into with
                  | Some p ->
                    let (v, _) = p in
                    CAct ((Place
                    v) :: ((own "= (") :: ((typeof c.result) :: ((own
                                                                   ") fl__x -> value") :: []))))
                  | None -> CNone) :: []))))
   | Framed ->
     in_order ((pushed number_token c size) :: ((CAt k) :: ((CPark
       (run_of c)) :: ((CResume (named, k, (CAct
       ((own "fl__c = ( fl_frame * ) fl__x -> returned") :: [])))) :: ((
       match c.into with
       | Some p ->
         let (v, f0) = p in
         (match f0 with
          | Assigned ->
            CAct (app ((Place v) :: ((Own ("=" :: [])) :: [])) (result_of c))
          | Moved -> bytes_of v (result_of c))
       | None -> CNone) :: ((CAct
       ((own "fl_pop ( fl__x , fl__c )") :: [])) :: []))))))
   | Shared ->
     let taken = Own (((^) f "__taken") :: (words "( fl__x )")) in
     in_order ((CPark
       (app ((Own
         (((^) f "__start") :: (words "( fl__x , & fl__s -> h ,"))) :: ((Own
         (app size ("," :: ((number_token k) :: [])))) :: []))
         (app (passed c.arguments) ((Own (")" :: [])) :: [])))) :: ((CLanding
       (named,
       k)) :: ((match c.into with
                | Some p ->
                  let (v, f0) = p in
                  (match f0 with
                   | Assigned ->
                     CAct ((Place v) :: ((Own ("=" :: [])) :: (taken :: [])))
                   | Moved ->
                     CThen ((CAct
                       ((typeof c.result) :: ((own "fl__i =") :: (taken :: [])))),
                       (bytes_of v ((Own ("fl__i" :: [])) :: []))))
                | None -> CAct (taken :: [])) :: [])))
   | Tail ->
     in_order ((pushed number_token c ("0" :: [])) :: ((CIf
       (((own "fl__c == & fl__s -> h") :: []), (CReturn
       (run_of c)))) :: ((CReturn
       ((own "fl_defer ( fl__x , fl__c )") :: [])) :: []))))

(** val fell_through : int **)

let fell_through =
  Stdlib.Int.succ (Stdlib.Int.succ (Stdlib.Int.succ 0))

(** val broke : int **)

let broke =
  Stdlib.Int.succ (Stdlib.Int.succ (Stdlib.Int.succ (Stdlib.Int.succ 0)))

(** val continued : int **)

let continued =
  Stdlib.Int.succ (Stdlib.Int.succ (Stdlib.Int.succ (Stdlib.Int.succ
    (Stdlib.Int.succ 0))))

(** val range : (int -> token) -> int -> int -> token list **)

let range number_token a b =
  (number_token a) :: ("..." :: ((number_token b) :: []))

(** val returned : (int -> token) -> int -> frag list **)

let returned number_token n =
  (own "fl__r ==") :: ((Own ((number_token n) :: [])) :: [])

(** val part_code : (int -> token) -> token -> bool -> part -> code **)

let part_code number_token name named p =
  in_order
    (app ((CRaw ((Own
      (app (words "if ( 0 ) {")
        (app
          (if named
           then (suffixed number_token "fl__at_" p.first_call) :: (":" :: [])
           else "case" :: (app (range number_token p.first_call p.last_call)
                            (":" :: []))) (words "fl__at = fl__to ; }")))) :: [])) :: [])
      (app
        (map (fun e -> CRaw ((Own
          (app (words "if ( 0 ) {")
            (app ((fst e) :: (":" :: []))
              (app (words "fl__at =")
                ((number_token (snd e)) :: (";" :: ("}" :: []))))))) :: []))
          p.part_entries) ((CAct ((Own
        (app (words "fl__r =")
          (app
            (((^) ((^) name "__part_") (number_token p.part_number)) :: [])
            (words "( fl__x , fl__s , fl__at )")))) :: [])) :: ((CAct
        ((own "fl__at = 0") :: [])) :: ((CIf (((Own
        (app (words "fl__r !=") ((number_token fell_through) :: []))) :: []),
        (CBraces
        (in_order
          (app ((CIf (((Own
            (app (words "fl__r <") ((number_token fell_through) :: []))) :: []),
            (CReturn ((own "( fl_status ) fl__r") :: [])))) :: [])
            (app
              (if p.part_breaks
               then (CIf ((returned number_token broke), CBreak)) :: []
               else [])
              (app
                (if p.part_continues
                 then (CIf ((returned number_token continued),
                        CContinue)) :: []
                 else [])
                (map (fun e -> CIf ((returned number_token (snd e)), (CGoto
                  (fst e)))) p.part_exits)))))))) :: [])))))

(** val set_code :
    form -> token list -> token list -> int -> frag list -> code **)

let set_code f ty align v t =
  match f with
  | Assigned -> CAct (app ((Place v) :: ((Own ("=" :: [])) :: [])) t)
  | Moved ->
    CBraces (CThen ((CAct
      (app ((typeof ty) :: ((Own
        ("fl__i" :: (app align ("=" :: [])))) :: [])) t)), (CAct
      ((own "__builtin_memcpy ( ( void * ) &") :: ((Place
      v) :: ((own ", ( const void * ) & fl__i , sizeof fl__i )") :: []))))))

(** val return_code : ((form * token list) * frag list) option -> code **)

let return_code = function
| Some p ->
  let (p0, t0) = p in
  let (f, ty) = p0 in
  (match f with
   | Assigned ->
     CBraces (CThen ((CAct
       (app ((own "fl__s -> fl__out . result = (") :: [])
         (app t0 ((Own (")" :: [])) :: [])))), (CReturn
       ((own "FL_DONE") :: []))))
   | Moved ->
     CBraces
       (in_order ((CAct
         (app ((typeof ty) :: ((own "fl__r = (") :: []))
           (app t0 ((Own (")" :: [])) :: [])))) :: ((CAct
         ((own "__builtin_memcpy ( ( void * ) & fl__s -> fl__out . result ,") :: (
         (own "( const void * ) & fl__r , sizeof fl__r )") :: []))) :: ((CReturn
         ((own "FL_DONE") :: [])) :: [])))))
| None -> CReturn ((own "FL_DONE") :: [])

(** val code_of :
    (int -> token) -> token -> token list -> bool -> stmt -> code **)

let rec code_of number_token name size named = function
| TNone -> CNone
| TThen (a, b) ->
  CThen ((code_of number_token name size named a),
    (code_of number_token name size named b))
| TNothing -> CAct []
| TText t -> CRaw t
| TEval t -> CAct t
| TSet (f, ty, align, v, t) -> set_code f ty align v t
| TDefine (ty, align, x, t) ->
  CAct
    (app ((typeof ty) :: ((Own (x :: align)) :: []))
      (match t with
       | Some t0 -> (Own ("=" :: [])) :: t0
       | None -> []))
| TCall c -> call_code number_token size named c
| TPart p -> part_code number_token name named p
| TBlock s0 -> CBraces (code_of number_token name size named s0)
| TIf (t, a, b) ->
  (match b with
   | TNone -> CIf (t, (CBraces (code_of number_token name size named a)))
   | _ ->
     CElse (t, (CBraces (code_of number_token name size named a)), (CBraces
       (code_of number_token name size named b))))
| TWhile (t, s0) ->
  CWhile (t, (CBraces (code_of number_token name size named s0)))
| TDo (s0, t) -> CDo ((CBraces (code_of number_token name size named s0)), t)
| TFor (s0, l, latch) ->
  CFor (CBraces (CThen ((CBraces (code_of number_token name size named s0)),
    (CThen ((match l with
             | Some n -> CLabel n
             | None -> CNone),
    (code_of number_token name size named latch))))))
| TSwitch (t, s0) ->
  CSwitch (t, (CBraces (code_of number_token name size true s0)))
| TCase t -> CCase t
| TLabel n -> CLabel n
| TGoto n -> CGoto n
| TBreak -> CBreak
| TContinue -> CContinue
| TReturn t -> return_code t

(** val ways_named : bool -> stmt -> (int * int) list **)

let rec ways_named named = function
| TThen (a, b) -> app (ways_named named a) (ways_named named b)
| TCall c ->
  if named
  then (match c.manner_of with
        | Tail -> []
        | _ -> (c.call_number, c.call_number) :: [])
  else []
| TPart p -> if named then (p.first_call, p.last_call) :: [] else []
| TBlock s0 -> ways_named named s0
| TIf (_, a, b) -> app (ways_named named a) (ways_named named b)
| TWhile (_, s0) -> ways_named named s0
| TDo (s0, _) -> ways_named named s0
| TFor (a, _, b) -> app (ways_named named a) (ways_named named b)
| TSwitch (_, s0) -> ways_named true s0
| _ -> []

(** val opening : unit_of_c -> code **)

let opening u =
  in_order
    (app
      (if u.has_calls
       then (CAct ((own "fl_status fl__t") :: [])) :: []
       else [])
      (app
        (if u.has_parts
         then (CAct ((own "int fl__r , fl__at = 0") :: [])) :: []
         else [])
        (map (fun t -> CAct ((typeof (fst t)) :: ((Own
          ((snd t) :: [])) :: []))) u.temporaries)))

(** val dispatch : (int -> token) -> unit_of_c -> code **)

let dispatch number_token u =
  in_order
    (app ((CRaw ((own "case 0 : ;") :: [])) :: [])
      (app
        (map (fun r -> CRaw ((Own
          (app (words "if ( 0 ) { case")
            (app
              (if (=) (fst r) (snd r)
               then (number_token (fst r)) :: []
               else range number_token (fst r) (snd r))
              (":" :: ("goto" :: ((suffixed number_token "fl__at_" (fst r)) :: (";" :: ("}" :: [])))))))) :: []))
          (ways_named false u.body))
        (map (fun e -> CRaw ((Own
          (app (words "if ( 0 ) { case")
            ((number_token (snd e)) :: (":" :: ("goto" :: ((fst e) :: (";" :: ("}" :: [])))))))) :: []))
          u.entries)))

(** val frame : token -> token **)

let frame name =
  (^) name "__frame"

(** val unit_code :
    (int -> token) -> token -> token list -> unit_of_c -> code **)

let unit_code number_token name size u =
  if (=) u.unit_number 0
  then CThen ((CRaw ((Own
         (((^) name "__run") :: (words "( fl_exec * fl__x , void * fl__f )"))) :: [])),
         (CBraces
         (in_order ((CAct ((Own
           (app ("struct" :: ((frame name) :: []))
             (app (words "* fl__s = ( struct")
               (app ((frame name) :: []) (words "* ) fl__f"))))) :: [])) :: ((
           if u.looks_deep
           then CIf (((own "fl_deep ( fl__x )") :: []), (CReturn
                  ((own "fl_defer ( fl__x , & fl__s -> h )") :: [])))
           else CNone) :: ((if u.has_parts
                            then CAct
                                   ((own
                                      "int fl__to = ( int ) fl__s -> h . at") :: [])
                            else CNone) :: ((opening u) :: ((CSwitch
           (((if u.has_parts
              then Own ("fl__to" :: [])
              else own "fl__s -> h . at") :: []), (CBraces
           (in_order
             ((dispatch number_token u) :: ((code_of number_token name size
                                              false u.body) :: ((CReturn
             ((own "FL_DONE") :: [])) :: ((CRaw
             ((own "default : __builtin_unreachable ( ) ;") :: [])) :: [])))))))) :: []))))))))
  else let jumps = (||) u.breaks u.continues in
       let inside = CThen ((code_of number_token name size false u.body),
         (CReturn ((Own ((number_token fell_through) :: [])) :: [])))
       in
       CThen ((CRaw ((Own
       (app (((^) ((^) name "__part_") (number_token u.unit_number)) :: [])
         (app (words "( fl_exec * fl__x , struct")
           (app ((frame name) :: []) (words "* fl__s , int fl__to )"))))) :: [])),
       (CBraces
       (in_order ((opening u) :: ((CSwitch (((Own ("fl__to" :: [])) :: []),
         (CBraces
         (in_order
           (app
             ((dispatch number_token u) :: ((if jumps
                                             then in_order ((CAct
                                                    ((own "int fl__once") :: [])) :: ((CRaw
                                                    ((own
                                                       "for ( fl__once = 0 ; ; fl__once = 1 )") :: [])) :: ((CBraces
                                                    (CThen ((CIf (((Own
                                                    ("fl__once" :: [])) :: []),
                                                    (CReturn ((Own
                                                    ((number_token continued) :: [])) :: [])))),
                                                    inside))) :: ((CReturn
                                                    ((Own
                                                    ((number_token broke) :: [])) :: [])) :: []))))
                                             else inside) :: []))
             (app
               (map (fun e -> CThen ((CRaw ((Own
                 ((fst e) :: (":" :: []))) :: [])), (CReturn ((Own
                 ((number_token (snd e)) :: [])) :: [])))) u.exits) ((CRaw
               ((own "default : __builtin_unreachable ( ) ;") :: [])) :: []))))))) :: [])))))

type member = { variable : int; member_name : token;
                member_type : token list; member_align : token list }

type parameter = { parameter_variable : int; parameter_name : token;
                   parameter_type : token list; parameter_form : form }

type framed = { framed_name : token; result_type : token list option;
                variadic : bool; members : (int * member list) list;
                parameters : parameter list; entered : token list list }

(** val in_its_place : (int -> int option) -> int -> member -> bool **)

let in_its_place home slot m =
  match home m.variable with
  | Some s -> (=) s slot
  | None -> false

(** val laid_out : (int -> int option) -> framed -> bool **)

let laid_out home f =
  (&&) (distinct (map fst f.members))
    (forallb (fun g -> forallb (in_its_place home (fst g)) (snd g)) f.members)

(** val suffix : framed -> string -> token **)

let suffix f s =
  (^) f.framed_name s

(** val structure_name : framed -> token **)

let structure_name f =
  suffix f "__frame"

(** val member_code : member -> code **)

let member_code m =
  CAct ((typeof m.member_type) :: ((Own
    (m.member_name :: m.member_align)) :: []))

(** val group_code : member list -> code **)

let group_code g = match g with
| [] ->
  CThen ((CRaw ((own "__extension__ union") :: [])), (CThen ((CBraces
    (in_order (map member_code g))), (CAct []))))
| m :: l ->
  (match l with
   | [] -> member_code m
   | _ :: _ ->
     CThen ((CRaw ((own "__extension__ union") :: [])), (CThen ((CBraces
       (in_order (map member_code g))), (CAct [])))))

(** val structure_code : framed -> code **)

let structure_code f =
  CThen ((CRaw ((Own
    (app (words "struct __attribute__ ( ( __may_alias__ ) )")
      ((structure_name f) :: []))) :: [])), (CBraces
    (in_order ((CRaw ((own "__extension__ union") :: [])) :: ((CBraces
      (in_order ((CAct
        ((own "fl_frame h") :: [])) :: ((match f.result_type with
                                         | Some ty ->
                                           CThen ((CRaw
                                             ((own
                                                "struct { fl_frame fl__h1 ;") :: (
                                             (typeof ty) :: ((own
                                                               "result ; }") :: [])))),
                                             (CAct ((own "fl__out") :: [])))
                                         | None -> CNone) :: ((CRaw
        ((own "__extension__ struct") :: [])) :: ((CBraces (CThen ((CAct
        ((own "fl_frame fl__h2") :: [])), (CThen
        ((if f.variadic
          then CAct ((own "unsigned int fl__size") :: [])
          else CNone),
        (in_order (map (fun g -> group_code (snd g)) f.members))))))) :: ((CAct
        []) :: []))))))) :: ((CAct []) :: []))))))

(** val fixed_size : token list **)

let fixed_size =
  words "( sizeof * fl__s + 15 ) / 16 * 16"

(** val stored : parameter -> code **)

let stored p =
  let x = p.parameter_variable in
  (match p.parameter_form with
   | Assigned ->
     CAct ((Place x) :: ((Own ("=" :: (p.parameter_name :: []))) :: []))
   | Moved ->
     CAct ((own "__builtin_memcpy ( ( void * ) &") :: ((Place x) :: ((Own
       (app (words ", ( const void * ) &") (p.parameter_name :: ("," :: [])))) :: (
       (own "sizeof") :: ((Place x) :: ((own ")") :: [])))))))

(** val push_code : framed -> code **)

let push_code f =
  let align =
    app (words "__extension__ _Alignof ( struct")
      ((structure_name f) :: (")" :: []))
  in
  CThen ((CRaw
  (app ((Own
    ((suffix f "__push") :: (words
                              "( fl_exec * fl__x , const fl_frame * fl__from ,"))) :: (
    (own "__typeof__ ( sizeof 0 ) fl__size") :: []))
    (app
      (flat_map (fun p -> (Own
        ("," :: [])) :: ((typeof p.parameter_type) :: ((Own
        (p.parameter_name :: [])) :: []))) f.parameters)
      ((own
         (if f.variadic
          then ", const void * fl__area , __typeof__ ( sizeof 0 ) fl__bytes )"
          else ")")) :: [])))), (CBraces
  (in_order
    (app ((CAct ((Own
      (app ("struct" :: ((structure_name f) :: []))
        (app (words "* fl__s = ( struct")
          (app ((structure_name f) :: [])
            (app (words "* ) fl_push ( fl__x , fl__from , fl__size ,")
              (app ((suffix f "__run") :: ("," :: []))
                (if f.variadic
                 then app fixed_size
                        (app (words "+ fl__bytes , (")
                          (app align
                            (app (words "> 16 ?")
                              (app align (words ": 16 ) )")))))
                 else app (words "sizeof * fl__s ,") (app align (")" :: []))))))))) :: [])) :: [])
      (app
        (if f.variadic
         then (CAct ((Own
                (app (words "fl__s -> fl__size = ( unsigned int ) (")
                  (app fixed_size (words "+ fl__bytes )")))) :: [])) :: ((CAct
                ((Own
                (app (words "__builtin_memcpy ( ( char * ) fl__s +")
                  (app fixed_size (words ", fl__area , fl__bytes )")))) :: [])) :: [])
         else [])
        (app (map stored f.parameters) ((CReturn
          ((own "& fl__s -> h") :: [])) :: [])))))))

(** val entry_code : framed -> code **)

let entry_code f =
  CBraces
    (in_order ((CAct
      ((own "fl_exec * fl__x = fl_enter ( )") :: [])) :: ((CAct
      (app ((Own
        (app (words "fl__x -> pushed =") ((suffix f "__push") :: []))) :: (
        (own "( fl__x , fl__x -> from , fl__x -> from_size") :: []))
        (app (map (fun a -> Own ("," :: a)) f.entered) ((Own
          (")" :: [])) :: [])))) :: ((match f.result_type with
                                      | Some ty ->
                                        CBraces
                                          (in_order ((CAct
                                            ((typeof ty) :: ((own "fl__r") :: []))) :: ((CAct
                                            ((own
                                               "__builtin_memset ( ( void * ) & fl__r , 0 , sizeof fl__r )") :: [])) :: ((CReturn
                                            ((own "fl__r") :: [])) :: []))))
                                      | None -> CNone) :: []))))

(** val frame_codes : framed -> code list **)

let frame_codes f =
  app ((structure_code f) :: ((push_code f) :: []))
    (if f.variadic then [] else (entry_code f) :: [])

(** val call_fine : call -> bool **)

let call_fine c =
  match c.manner_of with
  | Primitive ->
    (match c.called with
     | ByName _ -> true
     | ByPointer (_, _) -> false)
  | Shared ->
    (match c.called with
     | ByName _ -> true
     | ByPointer (_, _) -> false)
  | _ -> true

(** val calls_fine : stmt -> bool **)

let rec calls_fine = function
| TThen (a, b) -> (&&) (calls_fine a) (calls_fine b)
| TCall c -> call_fine c
| TBlock s0 -> calls_fine s0
| TIf (_, a, b) -> (&&) (calls_fine a) (calls_fine b)
| TWhile (_, s0) -> calls_fine s0
| TDo (s0, _) -> calls_fine s0
| TFor (a, _, b) -> (&&) (calls_fine a) (calls_fine b)
| TSwitch (_, s0) -> calls_fine s0
| _ -> true

(** val unit_fine :
    (int -> token) -> token -> token list -> unit_of_c -> bool **)

let unit_fine number name size u =
  (&&) (calls_fine u.body)
    (distinct (ways (code_of number name size false u.body)))

(** val differ_from : int -> token list -> token list -> int option **)

let rec differ_from n a b =
  match a with
  | [] -> (match b with
           | [] -> None
           | _ :: _ -> Some n)
  | x :: a0 ->
    (match b with
     | [] -> Some n
     | y :: b0 ->
       if (=) x y then differ_from (Stdlib.Int.succ n) a0 b0 else Some n)

type marked = { about : framed; frame_size : token list;
                units : unit_of_c list }

(** val frag_true : (int -> token) -> frag -> bool **)

let frag_true source = function
| Copied l -> forallb (fun x -> (=) (source (fst x)) (snd x)) l
| _ -> true

(** val text_true : (int -> token) -> frag list -> bool **)

let text_true source t =
  forallb (frag_true source) t

(** val code_true : (int -> token) -> code -> bool **)

let rec code_true source = function
| CThen (a, b) -> (&&) (code_true source a) (code_true source b)
| CAct t -> text_true source t
| CRaw t -> text_true source t
| CBraces c0 -> code_true source c0
| CIf (t, a) -> (&&) (text_true source t) (code_true source a)
| CElse (t, a, b) ->
  (&&) ((&&) (text_true source t) (code_true source a)) (code_true source b)
| CWhile (t, a) -> (&&) (text_true source t) (code_true source a)
| CDo (a, t) -> (&&) (text_true source t) (code_true source a)
| CFor c0 -> code_true source c0
| CSwitch (t, a) -> (&&) (text_true source t) (code_true source a)
| CCase t -> text_true source t
| CReturn t -> text_true source t
| CPark t -> text_true source t
| CResume (_, _, c0) -> code_true source c0
| _ -> true

(** val codes : (int -> token) -> marked -> code list **)

let codes number f =
  app (frame_codes f.about)
    (map (unit_code number f.about.framed_name f.frame_size) f.units)

(** val code_differs :
    (int -> token) -> (int -> token list) -> (int -> token) -> code -> token
    list -> int option **)

let code_differs number place source c read =
  if code_true source c
  then differ_from 0 (flat number place c []) read
  else Some 0

(** val some_differs :
    (int -> token) -> (int -> token list) -> (int -> token) -> int -> code
    list -> token list list -> (int * int) option **)

let rec some_differs number place source i l read =
  match l with
  | [] -> (match read with
           | [] -> None
           | _ :: _ -> Some (i, 0))
  | c :: l0 ->
    (match read with
     | [] -> Some (i, 0)
     | r :: read0 ->
       (match code_differs number place source c r with
        | Some n -> Some (i, n)
        | None ->
          some_differs number place source (Stdlib.Int.succ i) l0 read0))

(** val differs :
    (int -> token) -> (int -> token list) -> (int -> int option) -> (int ->
    token) -> marked -> token list list -> (int * int) option **)

let differs number place home source f read =
  if (&&) (laid_out home f.about)
       (forallb (unit_fine number f.about.framed_name f.frame_size) f.units)
  then some_differs number place source 0 (codes number f) read
  else Some (0, 0)

(** val all_places : (int -> token) -> marked -> int list **)

let all_places number f =
  flat_map places (codes number f)

type allowance =
| Once
| Perhaps
| Often

(** val allowed : allowance -> int -> bool **)

let allowed a n =
  match a with
  | Once -> (=) n (Stdlib.Int.succ 0)
  | Perhaps -> (<=) n (Stdlib.Int.succ 0)
  | Often -> true

(** val tally : int list -> int table -> int table **)

let rec tally l m =
  match l with
  | [] -> m
  | i :: l0 ->
    tally l0
      (trie_add (Pos.of_succ_nat i)
        (match look m i with
         | Some n -> Stdlib.Int.succ n
         | None -> Stdlib.Int.succ 0) m)

(** val tallied : int table -> int -> int **)

let tallied m i =
  match look m i with
  | Some n -> n
  | None -> 0

(** val miscounted_from : int table -> int -> allowance list -> int option **)

let rec miscounted_from m i = function
| [] -> None
| a :: l0 ->
  if allowed a (tallied m i)
  then miscounted_from m (Stdlib.Int.succ i) l0
  else Some i

(** val miscounted : int -> allowance list -> int list -> int option **)

let miscounted first l there =
  miscounted_from (tally there Leaf) first l

type tree =
| SNil
| SThen of tree * tree
| SSame of (int * token) list
| SStood of (int * token) list
| SOurs of token list
| SNamed of int * int
| SWhere of int
| SCallee of (int * token) list
| SCalled of int * token option * tree * tree * int option
| SArgument of tree * tree
| SApart of int * tree
| SGrouped of tree
| SPair of tree * tree
| SAnd of int * tree * tree
| SOr of int * tree * tree
| SChoice of int * tree * tree * tree
| SChosen of tree * tree * tree
| SElvis of int * int * tree * tree
| SInner of int option * tree
| SLast of int * tree
| SEffect of tree
| SQuiet of tree
| SAndOnly of tree * tree
| SOrOnly of tree * tree
| SParens of tree
| SCast of (int * token) list * tree
| SEnded of tree
| SPlain of tree
| SEmpty
| SGone
| SBraces of tree
| SIf of tree * tree
| SElse of tree * tree * tree
| SWhile of tree * tree
| SDo of token option * tree * tree
| SFor of token * tree * tree * tree * tree
| STest of tree
| SSwitch of tree * tree
| SCase of tree
| SDefault
| SLabel of token
| SAttribute of (int * token) list
| SReturn of tree
| SReturnVoid of tree
| SDirective of int * token
| SType of (int * token) list
| SVariable of int * int * (int * token) list
| SInitialized of int * int * (int * token) list * tree
| SPrototype of tree

(** val tok : token -> int option * token **)

let tok w =
  (None, w)

(** val placed :
    (int * token) list -> (int option * token) list -> (int option * token)
    list **)

let placed l rest =
  fold_right (fun x x0 -> ((Some (fst x)), (snd x)) :: x0) rest l

(** val written :
    (int -> token) -> tree -> (int option * token) list -> (int
    option * token) list **)

let rec written spelled t rest =
  match t with
  | SThen (a, b) -> written spelled a (written spelled b rest)
  | SSame l -> placed l rest
  | SStood l -> placed l rest
  | SNamed (i, v) -> ((Some i), (spelled v)) :: rest
  | SCallee l -> placed l rest
  | SCalled (_, _, c, l, _) ->
    written spelled c ((tok "(") :: (written spelled l ((tok ")") :: rest)))
  | SArgument (e, l) ->
    (match l with
     | SNil -> written spelled e rest
     | _ -> written spelled e ((tok ",") :: (written spelled l rest)))
  | SApart (_, e) -> written spelled e rest
  | SGrouped e -> written spelled e rest
  | SPair (a, b) -> written spelled a ((tok ",") :: (written spelled b rest))
  | SAnd (_, a, b) ->
    written spelled a ((tok "&&") :: (written spelled b rest))
  | SOr (_, a, b) ->
    written spelled a ((tok "||") :: (written spelled b rest))
  | SChoice (_, c, a, b) ->
    written spelled c
      ((tok "?") :: (written spelled a
                      ((tok ":") :: (written spelled b rest))))
  | SChosen (c, a, b) ->
    written spelled c
      ((tok "?") :: (written spelled a
                      ((tok ":") :: (written spelled b rest))))
  | SElvis (_, _, c, b) ->
    written spelled c ((tok "?") :: ((tok ":") :: (written spelled b rest)))
  | SInner (_, s) ->
    (tok "(") :: ((tok "{") :: (written spelled s
                                 ((tok "}") :: ((tok ")") :: rest))))
  | SLast (_, e) -> written spelled e rest
  | SEffect e -> written spelled e rest
  | SQuiet e -> written spelled e rest
  | SAndOnly (a, b) ->
    written spelled a ((tok "&&") :: (written spelled b rest))
  | SOrOnly (a, b) ->
    written spelled a ((tok "||") :: (written spelled b rest))
  | SParens e -> (tok "(") :: (written spelled e ((tok ")") :: rest))
  | SCast (l, e) ->
    (tok "(") :: (placed l ((tok ")") :: (written spelled e rest)))
  | SEnded e -> written spelled e ((tok ";") :: rest)
  | SPlain e -> written spelled e rest
  | SEmpty -> (tok ";") :: rest
  | SGone -> (tok ";") :: rest
  | SBraces s -> (tok "{") :: (written spelled s ((tok "}") :: rest))
  | SIf (c, a) ->
    (tok "if") :: ((tok "(") :: (written spelled c
                                  ((tok ")") :: (written spelled a rest))))
  | SElse (c, a, b) ->
    (tok "if") :: ((tok "(") :: (written spelled c
                                  ((tok ")") :: (written spelled a
                                                  ((tok "else") :: (written
                                                                    spelled b
                                                                    rest))))))
  | SWhile (c, s) ->
    (tok "while") :: ((tok "(") :: (written spelled c
                                     ((tok ")") :: (written spelled s rest))))
  | SDo (_, s, c) ->
    (tok "do") :: (written spelled s
                    ((tok "while") :: ((tok "(") :: (written spelled c
                                                      ((tok ")") :: (
                                                      (tok ";") :: rest))))))
  | SFor (_, i, c, n, s) ->
    (tok "for") :: ((tok "(") :: (written spelled i
                                   (written spelled c
                                     ((tok ";") :: (written spelled n
                                                     ((tok ")") :: (written
                                                                    spelled s
                                                                    rest)))))))
  | STest e -> written spelled e rest
  | SSwitch (c, s) ->
    (tok "switch") :: ((tok "(") :: (written spelled c
                                      ((tok ")") :: (written spelled s rest))))
  | SCase e -> written spelled e ((tok ":") :: rest)
  | SDefault -> (tok "default") :: ((tok ":") :: rest)
  | SLabel n -> (tok n) :: ((tok ":") :: rest)
  | SAttribute l -> placed l rest
  | SReturn e -> (tok "return") :: (written spelled e ((tok ";") :: rest))
  | SReturnVoid e -> (tok "return") :: (written spelled e ((tok ";") :: rest))
  | SDirective (i, w) -> ((Some i), w) :: rest
  | SType l -> placed l rest
  | SVariable (i, v, l) -> ((Some i), (spelled v)) :: (placed l rest)
  | SInitialized (i, v, l, e) ->
    ((Some i),
      (spelled v)) :: (placed l ((tok "=") :: (written spelled e rest)))
  | _ -> rest

type lowered =
| LNothing
| LText of frag list
| LEval of frag list
| LSet of int * frag list
| LDefine of token * frag list option
| LCall of int * token option * frag list * frag list list * int option
| LBlock of lowered list
| LIf of frag list * lowered list * lowered list
| LWhile of frag list * lowered list
| LDo of lowered list * frag list
| LFor of lowered list * token option * lowered list
| LSwitch of frag list * lowered list
| LCase of frag list
| LLabel of token
| LGoto of token
| LBreak
| LContinue
| LReturn of frag list option

type made = { before : lowered list; here : frag list;
              passed_texts : frag list list; good : bool }

(** val at_temporary : int -> frag list **)

let at_temporary t =
  (Place t) :: []

(** val nowhere : frag list **)

let nowhere =
  (own "( ( void ) 0 )") :: []

(** val value_of : int option -> frag list **)

let value_of = function
| Some t0 -> at_temporary t0
| None -> nowhere

(** val one : frag list **)

let one =
  (Own ("1" :: [])) :: []

(** val zero : frag list **)

let zero =
  (Own ("0" :: [])) :: []

(** val truth : frag list -> frag list **)

let truth t =
  (own "! ! (") :: (app t ((Own (")" :: [])) :: []))

(** val grouped : frag list -> frag list **)

let grouped t =
  (Own ("(" :: [])) :: (app t ((Own (")" :: [])) :: []))

(** val leave : frag list -> lowered **)

let leave t =
  LIf (t, [], (LBreak :: []))

(** val no_text : frag list -> bool **)

let no_text = function
| [] -> true
| _ :: _ -> false

(** val none_before : lowered list -> bool **)

let none_before = function
| [] -> true
| _ :: _ -> false

(** val no_tokens : frag list -> bool **)

let no_tokens t =
  forallb (fun f ->
    match f with
    | Copied l -> (match l with
                   | [] -> true
                   | _ :: _ -> false)
    | _ -> true) t

(** val sequencing : token list **)

let sequencing =
  "&&" :: ("||" :: ("?" :: (";" :: [])))

(** val unevaluated : token list **)

let unevaluated =
  "sizeof" :: ("_Alignof" :: ("__alignof__" :: ("__alignof" :: ("typeof" :: ("__typeof__" :: ("__typeof" :: ("__builtin_offsetof" :: [])))))))

(** val prefixes : token list **)

let prefixes =
  "*" :: ("&" :: ("-" :: ("+" :: ("!" :: ("~" :: ("++" :: ("--" :: ("__extension__" :: []))))))))

(** val opening_tokens : token list **)

let opening_tokens =
  "(" :: ("[" :: ("{" :: []))

(** val closing_tokens : token list **)

let closing_tokens =
  ")" :: ("]" :: ("}" :: []))

(** val one_of : token list -> token -> bool **)

let one_of l w =
  existsb ((=) w) l

type scan = { open0 : bool list; idle : bool }

(** val scan_token : scan -> token -> scan **)

let scan_token s w =
  if one_of opening_tokens w
  then { open0 = (s.idle :: s.open0); idle = false }
  else if one_of closing_tokens w
       then { open0 = (tl s.open0); idle = false }
       else if one_of sequencing w
            then { open0 =
                   (match s.open0 with
                    | [] -> true :: []
                    | _ :: l -> true :: l); idle = false }
            else if one_of unevaluated w
                 then { open0 = s.open0; idle = true }
                 else { open0 = s.open0; idle =
                        ((&&) s.idle (one_of prefixes w)) }

(** val scan_own : scan -> token -> scan **)

let scan_own s w =
  if one_of opening_tokens w
  then { open0 = (false :: s.open0); idle = false }
  else if one_of closing_tokens w
       then { open0 = (tl s.open0); idle = false }
       else { open0 = s.open0; idle = false }

(** val scan_frag : (int -> bool) -> scan option -> frag -> scan option **)

let scan_frag temporary s f =
  match s with
  | Some s0 ->
    (match f with
     | Copied l -> Some (fold_left (fun s1 x -> scan_token s1 (snd x)) l s0)
     | Own l -> Some (fold_left scan_own l s0)
     | Place v ->
       if (&&) (temporary v) ((||) s0.idle (existsb (Obj.magic id) s0.open0))
       then None
       else Some { open0 = s0.open0; idle = false })
  | None -> None

(** val ordered : (int -> bool) -> frag list -> bool **)

let ordered temporary t =
  match fold_left (scan_frag temporary) t (Some { open0 = (false :: []);
          idle = false }) with
  | Some _ -> true
  | None -> false

(** val sets : int -> lowered -> bool **)

let rec sets v = function
| LSet (w, _) -> (=) v w
| LCall (_, _, _, _, into0) ->
  (match into0 with
   | Some w -> (=) v w
   | None -> false)
| LBlock l -> existsb (sets v) l
| LIf (_, a, b) -> (||) (existsb (sets v) a) (existsb (sets v) b)
| LWhile (_, l) -> existsb (sets v) l
| LDo (l, _) -> existsb (sets v) l
| LFor (a, _, b) -> (||) (existsb (sets v) a) (existsb (sets v) b)
| LSwitch (_, l) -> existsb (sets v) l
| _ -> false

(** val only_type : int -> (int * token) list -> bool **)

let rec only_type depth = function
| [] -> true
| p :: l0 ->
  let (_, w) = p in
  if one_of opening_tokens w
  then only_type (Stdlib.Int.succ depth) l0
  else if one_of closing_tokens w
       then only_type (pred depth) l0
       else if (=) w "="
            then (&&) (negb ((=) depth 0)) (only_type depth l0)
            else only_type depth l0

(** val only_attribute : (int * token) list -> bool **)

let only_attribute = function
| [] -> true
| p :: _ ->
  let (_, w) = p in
  one_of ("__attribute__" :: ("__attribute" :: ("[" :: []))) w

(** val has_number : token -> bool **)

let rec has_number w =
  (* If this appears, you're using String internals. Please don't *)
 (fun f0 f1 s ->
    let l = String.length s in
    if l = 0 then f0 () else f1 (String.get s 0) (String.sub s 1 (l-1)))

    (fun _ -> false)
    (fun c w0 -> (||) ((=) c '\\') (has_number w0))
    w

(** val only_name : token -> tree -> bool **)

let only_name f = function
| SCallee l ->
  (&&) (existsb (fun x -> (||) ((=) (snd x) f) (has_number (snd x))) l)
    (forallb (fun x ->
      (||)
        (one_of
          (f :: ("(" :: (")" :: ("*" :: ("&" :: ("__extension__" :: []))))))
          (snd x)) (has_number (snd x))) l)
| _ -> false

(** val stand_for : token list **)

let stand_for =
  "return" :: ("continue" :: (";" :: ("," :: ("(" :: (")" :: ("void" :: ("__fl_spawned" :: ("__builtin_va_start" :: ("__func__" :: ("__FUNCTION__" :: ("__PRETTY_FUNCTION__" :: ("fl_signal_here" :: ("__builtin_FUNCTION" :: [])))))))))))))

(** val stood_fine : (int * token) list -> bool **)

let stood_fine l = match l with
| [] -> true
| p :: l' ->
  let (_, w) = p in
  (||)
    ((||) (forallb (fun x -> one_of stand_for (snd x)) l)
      ((=) w "__fl_spawned"))
    (match l' with
     | [] -> false
     | _ :: l0 ->
       (match l0 with
        | [] -> (=) w ","
        | p0 :: l1 ->
          let (_, x) = p0 in
          (match l1 with
           | [] -> (&&) ((=) w ",") ((=) x ")")
           | _ :: _ -> false)))

(** val keeps : (int -> bool) -> frag list -> lowered list -> bool **)

let keeps temporary t l =
  forallb (fun f ->
    match f with
    | Place v -> negb ((&&) (temporary v) (existsb (sets v) l))
    | _ -> true) t

(** val no_list : made -> bool **)

let no_list m =
  match m.passed_texts with
  | [] -> m.good
  | _ :: _ -> false

(** val is_list : made -> bool **)

let is_list m =
  (&&) m.good (no_text m.here)

(** val evaluated : (int -> bool) -> made -> bool **)

let evaluated temporary m =
  (&&) (no_list m) ((||) (none_before m.before) (ordered temporary m.here))

(** val statement : made -> bool **)

let statement m =
  (&&) (no_list m) (no_text m.here)

(** val statements : lowered list -> bool -> made **)

let statements l g =
  { before = l; here = []; passed_texts = []; good = g }

(** val only_text : frag list -> made **)

let only_text t =
  { before = []; here = t; passed_texts = []; good = true }

(** val initialized :
    (int -> token) -> (int -> bool) -> int -> frag list -> lowered **)

let initialized name framed0 v t =
  if framed0 v then LSet (v, t) else LDefine ((name v), (Some t))

(** val lower :
    (int -> token) -> (int -> bool) -> (int -> bool) -> tree -> made **)

let rec lower name framed0 temporary = function
| SThen (a, b) ->
  let a0 = lower name framed0 temporary a in
  let b0 = lower name framed0 temporary b in
  { before = (app a0.before b0.before); here = (app a0.here b0.here);
  passed_texts = []; good =
  ((&&) ((&&) (no_list a0) (no_list b0)) (keeps temporary a0.here b0.before)) }
| SSame l -> only_text ((Copied l) :: [])
| SStood l ->
  { before = []; here = []; passed_texts = []; good = (stood_fine l) }
| SOurs l -> only_text ((Own l) :: [])
| SNamed (_, v) ->
  { before = []; here = ((Place v) :: []); passed_texts = []; good =
    (negb (temporary v)) }
| SWhere v -> only_text ((Place v) :: [])
| SCallee _ -> { before = []; here = []; passed_texts = []; good = false }
| SCalled (k, f, c, l, into0) ->
  let c0 = lower name framed0 temporary c in
  let l0 = lower name framed0 temporary l in
  { before =
  (app c0.before
    (app l0.before ((LCall (k, f, c0.here, l0.passed_texts, into0)) :: [])));
  here = (value_of into0); passed_texts = []; good =
  ((&&)
    ((&&)
      (match f with
       | Some f0 -> only_name f0 c
       | None -> evaluated temporary c0) (is_list l0))
    (keeps temporary c0.here l0.before)) }
| SArgument (e, l) ->
  let e0 = lower name framed0 temporary e in
  let l0 = lower name framed0 temporary l in
  { before = (app e0.before l0.before); here = []; passed_texts =
  (e0.here :: l0.passed_texts); good =
  ((&&) ((&&) (evaluated temporary e0) (is_list l0))
    (keeps temporary e0.here l0.before)) }
| SApart (t0, e) ->
  let e0 = lower name framed0 temporary e in
  { before = (app e0.before ((LSet (t0, (grouped e0.here))) :: [])); here =
  (at_temporary t0); passed_texts = []; good = (evaluated temporary e0) }
| SGrouped e ->
  let e0 = lower name framed0 temporary e in
  { before = e0.before; here = (grouped e0.here); passed_texts = []; good =
  (no_list e0) }
| SPair (a, b) ->
  let a0 = lower name framed0 temporary a in
  let b0 = lower name framed0 temporary b in
  { before = (app a0.before b0.before); here = b0.here; passed_texts = [];
  good = ((&&) (statement a0) (no_list b0)) }
| SAnd (t0, a, b) ->
  let a0 = lower name framed0 temporary a in
  let b0 = lower name framed0 temporary b in
  { before =
  (app a0.before ((LIf (a0.here,
    (app b0.before ((LSet (t0, (truth b0.here))) :: [])), ((LSet (t0,
    zero)) :: []))) :: [])); here = (at_temporary t0); passed_texts = [];
  good = ((&&) (evaluated temporary a0) (evaluated temporary b0)) }
| SOr (t0, a, b) ->
  let a0 = lower name framed0 temporary a in
  let b0 = lower name framed0 temporary b in
  { before =
  (app a0.before ((LIf (a0.here, ((LSet (t0, one)) :: []),
    (app b0.before ((LSet (t0, (truth b0.here))) :: [])))) :: [])); here =
  (at_temporary t0); passed_texts = []; good =
  ((&&) (evaluated temporary a0) (evaluated temporary b0)) }
| SChoice (t0, c, a, b) ->
  let c0 = lower name framed0 temporary c in
  let a0 = lower name framed0 temporary a in
  let b0 = lower name framed0 temporary b in
  { before =
  (app c0.before ((LIf (c0.here,
    (app a0.before ((LSet (t0, a0.here)) :: [])),
    (app b0.before ((LSet (t0, b0.here)) :: [])))) :: [])); here =
  (at_temporary t0); passed_texts = []; good =
  ((&&) ((&&) (evaluated temporary c0) (evaluated temporary a0))
    (evaluated temporary b0)) }
| SChosen (c, a, b) ->
  let c0 = lower name framed0 temporary c in
  let a0 = lower name framed0 temporary a in
  let b0 = lower name framed0 temporary b in
  { before = (app c0.before ((LIf (c0.here, a0.before, b0.before)) :: []));
  here = nowhere; passed_texts = []; good =
  ((&&) ((&&) (evaluated temporary c0) (statement a0)) (statement b0)) }
| SElvis (u, t0, c, b) ->
  let c0 = lower name framed0 temporary c in
  let b0 = lower name framed0 temporary b in
  { before =
  (app c0.before ((LSet (u, c0.here)) :: ((LIf ((at_temporary u), ((LSet (t0,
    (at_temporary u))) :: []),
    (app b0.before ((LSet (t0, b0.here)) :: [])))) :: []))); here =
  (at_temporary t0); passed_texts = []; good =
  ((&&) (evaluated temporary c0) (evaluated temporary b0)) }
| SInner (t0, s) ->
  let s0 = lower name framed0 temporary s in
  { before = ((LBlock s0.before) :: []); here = (value_of t0); passed_texts =
  []; good = (statement s0) }
| SLast (t0, e) ->
  let e0 = lower name framed0 temporary e in
  statements (app e0.before ((LSet (t0, e0.here)) :: []))
    (evaluated temporary e0)
| SEffect e ->
  let e0 = lower name framed0 temporary e in
  statements (app e0.before ((LEval e0.here) :: [])) (evaluated temporary e0)
| SQuiet e ->
  let e0 = lower name framed0 temporary e in
  statements e0.before ((&&) (no_list e0) (no_tokens e0.here))
| SAndOnly (a, b) ->
  let a0 = lower name framed0 temporary a in
  let b0 = lower name framed0 temporary b in
  statements (app a0.before ((LIf (a0.here, b0.before, [])) :: []))
    ((&&) (evaluated temporary a0) (statement b0))
| SOrOnly (a, b) ->
  let a0 = lower name framed0 temporary a in
  let b0 = lower name framed0 temporary b in
  statements (app a0.before ((LIf (a0.here, [], b0.before)) :: []))
    ((&&) (evaluated temporary a0) (statement b0))
| SParens e -> lower name framed0 temporary e
| SCast (l, e) ->
  let e0 = lower name framed0 temporary e in
  { before = e0.before; here = e0.here; passed_texts = []; good =
  ((&&) (statement e0)
    (negb (existsb (fun x -> one_of opening_tokens (snd x)) l))) }
| SEnded e -> lower name framed0 temporary e
| SPlain e ->
  let e0 = lower name framed0 temporary e in
  statements ((LText e0.here) :: [])
    ((&&) (no_list e0) (none_before e0.before))
| SEmpty -> statements (LNothing :: []) true
| SBraces s ->
  let s0 = lower name framed0 temporary s in
  statements ((LBlock s0.before) :: []) (statement s0)
| SIf (c, a) ->
  let c0 = lower name framed0 temporary c in
  let a0 = lower name framed0 temporary a in
  statements (app c0.before ((LIf (c0.here, a0.before, [])) :: []))
    ((&&) (evaluated temporary c0) (statement a0))
| SElse (c, a, b) ->
  let c0 = lower name framed0 temporary c in
  let a0 = lower name framed0 temporary a in
  let b0 = lower name framed0 temporary b in
  statements (app c0.before ((LIf (c0.here, a0.before, b0.before)) :: []))
    ((&&) ((&&) (evaluated temporary c0) (statement a0)) (statement b0))
| SWhile (c, s) ->
  let c0 = lower name framed0 temporary c in
  let s0 = lower name framed0 temporary s in
  statements
    (match c0.before with
     | [] -> (LWhile (c0.here, s0.before)) :: []
     | l0 :: l1 ->
       (LFor ((app (l0 :: l1) ((leave c0.here) :: s0.before)), None,
         [])) :: []) ((&&) (evaluated temporary c0) (statement s0))
| SDo (n, s, c) ->
  let c0 = lower name framed0 temporary c in
  let s0 = lower name framed0 temporary s in
  statements
    (match c0.before with
     | [] -> (LDo (s0.before, c0.here)) :: []
     | l0 :: l1 ->
       (LFor (s0.before, n, (app (l0 :: l1) ((leave c0.here) :: [])))) :: [])
    ((&&) (evaluated temporary c0) (statement s0))
| SFor (n, i, c, step, s) ->
  let i0 = lower name framed0 temporary i in
  let c0 = lower name framed0 temporary c in
  let step0 = lower name framed0 temporary step in
  let s0 = lower name framed0 temporary s in
  statements ((LBlock
    (app i0.before ((LFor ((app c0.before s0.before), (Some n),
      step0.before)) :: []))) :: [])
    ((&&) ((&&) ((&&) (statement i0) (statement c0)) (statement step0))
      (statement s0))
| STest c ->
  let c0 = lower name framed0 temporary c in
  statements (app c0.before ((leave c0.here) :: [])) (evaluated temporary c0)
| SSwitch (c, s) ->
  let c0 = lower name framed0 temporary c in
  let s0 = lower name framed0 temporary s in
  statements (app c0.before ((LSwitch (c0.here, s0.before)) :: []))
    ((&&) (evaluated temporary c0) (statement s0))
| SCase e ->
  let e0 = lower name framed0 temporary e in
  statements ((LCase (app e0.here ((Own (":" :: [])) :: []))) :: [])
    ((&&) (no_list e0) (none_before e0.before))
| SDefault -> statements ((LCase ((own "default :") :: [])) :: []) true
| SLabel n -> statements ((LLabel n) :: []) true
| SAttribute l -> statements [] (only_attribute l)
| SReturn e ->
  let e0 = lower name framed0 temporary e in
  statements (app e0.before ((LReturn (Some e0.here)) :: []))
    (evaluated temporary e0)
| SReturnVoid e ->
  let e0 = lower name framed0 temporary e in
  statements (app e0.before ((LReturn None) :: [])) (statement e0)
| SDirective (_, w) -> statements ((LText ((Own (w :: [])) :: [])) :: []) true
| SType l -> statements [] (only_type 0 l)
| SVariable (_, v, l) ->
  statements (if framed0 v then [] else (LDefine ((name v), None)) :: [])
    (only_type 0 l)
| SInitialized (_, v, l, e) ->
  let e0 = lower name framed0 temporary e in
  statements (app e0.before ((initialized name framed0 v e0.here) :: []))
    ((&&) (evaluated temporary e0) (only_type 0 l))
| SPrototype e ->
  let e0 = lower name framed0 temporary e in
  statements ((LEval e0.here) :: [])
    ((&&) (no_list e0) (none_before e0.before))
| _ -> only_text []

(** val seen : (int -> stmt option) -> int -> stmt -> lowered list **)

let rec seen unit_of depth s =
  (fun fO fS n -> if n=0 then fO () else fS (n-1))
    (fun _ -> [])
    (fun depth0 ->
    let rec go = function
    | TNone -> []
    | TThen (a, b) -> app (go a) (go b)
    | TNothing -> LNothing :: []
    | TText t -> (LText t) :: []
    | TEval t -> (match t with
                  | [] -> []
                  | _ :: _ -> (LEval t) :: [])
    | TSet (_, _, _, v, t) -> (LSet (v, t)) :: []
    | TDefine (_, _, x, t) -> (LDefine (x, t)) :: []
    | TCall c ->
      (match c.called with
       | ByName f ->
         LCall (c.call_number, (Some f), [], (map snd c.arguments),
           (option_map fst c.into))
       | ByPointer (_, e) ->
         LCall (c.call_number, None, e, (map snd c.arguments),
           (option_map fst c.into))) :: []
    | TPart p ->
      (match unit_of p.part_number with
       | Some s1 -> seen unit_of depth0 s1
       | None -> LContinue :: [])
    | TBlock s1 -> (LBlock (go s1)) :: []
    | TIf (t, a, b) -> (LIf (t, (go a), (go b))) :: []
    | TWhile (t, s1) -> (LWhile (t, (go s1))) :: []
    | TDo (s1, t) -> (LDo ((go s1), t)) :: []
    | TFor (s1, n, latch) -> (LFor ((go s1), n, (go latch))) :: []
    | TSwitch (t, s1) -> (LSwitch (t, (go s1))) :: []
    | TCase t -> (LCase t) :: []
    | TLabel n -> (LLabel n) :: []
    | TGoto n -> (LGoto n) :: []
    | TBreak -> LBreak :: []
    | TContinue -> LContinue :: []
    | TReturn t0 ->
      (match t0 with
       | Some p -> let (_, t) = p in (LReturn (Some t)) :: []
       | None -> (LReturn None) :: [])
    in go s)
    depth

(** val is_callee : tree -> bool **)

let is_callee = function
| SCallee _ -> true
| _ -> false

(** val text_kind : tree -> bool **)

let rec text_kind = function
| SNil -> true
| SThen (a, b) -> (&&) (text_kind a) (text_kind b)
| SSame _ -> true
| SStood _ -> true
| SOurs _ -> true
| SNamed (_, _) -> true
| SWhere _ -> true
| SCalled (_, f, c, l, _) ->
  (&&) (match f with
        | Some _ -> is_callee c
        | None -> text_kind c) (arguments_kind l)
| SApart (_, e) -> text_kind e
| SGrouped e -> text_kind e
| SPair (a, b) -> (&&) (effect_kind a) (text_kind b)
| SAnd (_, a, b) -> (&&) (text_kind a) (text_kind b)
| SOr (_, a, b) -> (&&) (text_kind a) (text_kind b)
| SChoice (_, c, a, b) ->
  (&&) ((&&) (text_kind c) (text_kind a)) (text_kind b)
| SChosen (c, a, b) ->
  (&&) ((&&) (text_kind c) (effect_kind a)) (effect_kind b)
| SElvis (_, _, a, b) -> (&&) (text_kind a) (text_kind b)
| SInner (_, s) -> statement_kind s
| _ -> false

(** val arguments_kind : tree -> bool **)

and arguments_kind = function
| SNil -> true
| SArgument (e, l) -> (&&) (text_kind e) (arguments_kind l)
| _ -> false

(** val effect_kind : tree -> bool **)

and effect_kind = function
| SPair (a, b) -> (&&) (effect_kind a) (effect_kind b)
| SEffect e -> text_kind e
| SQuiet e -> text_kind e
| SAndOnly (a, b) -> (&&) (text_kind a) (effect_kind b)
| SOrOnly (a, b) -> (&&) (text_kind a) (effect_kind b)
| SParens e -> effect_kind e
| SCast (_, e) -> effect_kind e
| _ -> false

(** val statement_kind : tree -> bool **)

and statement_kind = function
| SNil -> true
| SThen (a, b) -> (&&) (statement_kind a) (statement_kind b)
| SPair (a, b) -> (&&) (effect_kind a) (effect_kind b)
| SLast (_, e) -> text_kind e
| SEffect e -> text_kind e
| SQuiet e -> text_kind e
| SAndOnly (a, b) -> (&&) (text_kind a) (effect_kind b)
| SOrOnly (a, b) -> (&&) (text_kind a) (effect_kind b)
| SParens e -> effect_kind e
| SCast (_, e) -> effect_kind e
| SEnded s -> statement_kind s
| SPlain e -> text_kind e
| SEmpty -> true
| SGone -> true
| SBraces s -> statement_kind s
| SIf (c, s) -> (&&) (text_kind c) (statement_kind s)
| SElse (c, a, b) ->
  (&&) ((&&) (text_kind c) (statement_kind a)) (statement_kind b)
| SWhile (c, s) -> (&&) (text_kind c) (statement_kind s)
| SDo (_, s, c) -> (&&) (text_kind c) (statement_kind s)
| SFor (_, i, c, n, s) ->
  (&&) ((&&) ((&&) (statement_kind i) (statement_kind c)) (statement_kind n))
    (statement_kind s)
| STest e -> text_kind e
| SSwitch (c, s) -> (&&) (text_kind c) (statement_kind s)
| SCase e -> text_kind e
| SDefault -> true
| SLabel _ -> true
| SAttribute _ -> true
| SReturn e -> text_kind e
| SReturnVoid s -> statement_kind s
| SDirective (_, _) -> true
| SType _ -> true
| SVariable (_, _, _) -> true
| SInitialized (_, _, _, e) -> text_kind e
| SPrototype e -> text_kind e
| _ -> false

(** val left : tree -> frag list **)

let rec left = function
| SThen (a, b) -> app (left a) (left b)
| SSame l -> (Copied l) :: []
| SOurs l -> (Own l) :: []
| SNamed (_, v) -> (Place v) :: []
| SWhere v -> (Place v) :: []
| SCalled (_, _, _, _, into0) -> value_of into0
| SApart (t0, _) -> at_temporary t0
| SGrouped e -> grouped (left e)
| SPair (_, b) -> left b
| SAnd (t0, _, _) -> at_temporary t0
| SOr (t0, _, _) -> at_temporary t0
| SChoice (t0, _, _, _) -> at_temporary t0
| SChosen (_, _, _) -> nowhere
| SElvis (_, t0, _, _) -> at_temporary t0
| SInner (t0, _) -> value_of t0
| SParens e -> left e
| SCast (_, e) -> left e
| SEnded e -> left e
| _ -> []

(** val copied : token -> frag list -> bool **)

let copied w t =
  existsb (fun f ->
    match f with
    | Copied l -> existsb (fun x -> (=) (snd x) w) l
    | _ -> false) t

(** val our_count : token -> frag list -> int **)

let our_count w t =
  list_sum
    (map (fun f ->
      match f with
      | Own l ->
        length
          (filter0 (fun _ -> list_filter) (fun x -> is_true_dec ((=) w x)) l)
      | _ -> 0) t)

(** val targets : token list -> token list **)

let rec targets = function
| [] -> []
| g :: l0 ->
  app
    (if (=) g "goto" then (match l0 with
                           | [] -> []
                           | n :: _ -> n :: []) else []) (targets l0)

(** val our_gotos : frag list -> token list **)

let our_gotos t =
  flat_map (fun f -> match f with
                     | Own l -> targets l
                     | _ -> []) t

(** val stood_words : token -> tree -> int **)

let rec stood_words w = function
| SThen (a, b) -> add (stood_words w a) (stood_words w b)
| SStood l ->
  length
    (filter0 (fun _ -> list_filter) (fun x -> is_true_dec ((=) (snd x) w)) l)
| SGrouped e -> stood_words w e
| SPair (_, e) -> stood_words w e
| SParens e -> stood_words w e
| SCast (_, e) -> stood_words w e
| SEnded e -> stood_words w e
| _ -> 0

(** val loops : frag list -> bool **)

let loops t =
  existsb (fun w -> copied w t) ("for" :: ("while" :: ("do" :: [])))

(** val lets_continue : frag list -> bool **)

let lets_continue t =
  (&&) (copied "continue" t) (negb (loops t))

type target =
| Nowhere
| Head
| Latch of token

(** val jumps_fine : target -> tree -> bool **)

let jumps_fine next e =
  let t = left e in
  (&&)
    ((&&)
      ((&&) ((=) (stood_words "return" e) (our_count "return" t))
        (negb (copied "return" t)))
      ((=) (stood_words "continue" e) (length (our_gotos t))))
    (match next with
     | Nowhere ->
       (&&) (no_text (map (fun n -> Own (n :: [])) (our_gotos t)))
         (negb (lets_continue t))
     | Head -> no_text (map (fun n -> Own (n :: [])) (our_gotos t))
     | Latch n ->
       (&&) (forallb ((=) n) (our_gotos t)) (negb (lets_continue t)))

(** val continues0 :
    (int -> token) -> (int -> bool) -> (int -> bool) -> target -> tree -> bool **)

let rec continues0 name framed0 temporary next = function
| SThen (a, b) ->
  (&&) (continues0 name framed0 temporary next a)
    (continues0 name framed0 temporary next b)
| SCalled (_, _, a, b, _) ->
  (&&) ((&&) (jumps_fine next a) (continues0 name framed0 temporary next a))
    (continues0 name framed0 temporary next b)
| SArgument (a, b) ->
  (&&) ((&&) (jumps_fine next a) (continues0 name framed0 temporary next a))
    (continues0 name framed0 temporary next b)
| SApart (_, e) ->
  (&&) (jumps_fine next e) (continues0 name framed0 temporary next e)
| SGrouped s -> continues0 name framed0 temporary next s
| SPair (a, b) ->
  (&&) (continues0 name framed0 temporary next a)
    (continues0 name framed0 temporary next b)
| SAnd (_, a, b) ->
  (&&)
    ((&&)
      ((&&) (jumps_fine next a) (continues0 name framed0 temporary next a))
      (jumps_fine next b)) (continues0 name framed0 temporary next b)
| SOr (_, a, b) ->
  (&&)
    ((&&)
      ((&&) (jumps_fine next a) (continues0 name framed0 temporary next a))
      (jumps_fine next b)) (continues0 name framed0 temporary next b)
| SChoice (_, c, a, b) ->
  (&&)
    ((&&)
      ((&&)
        ((&&)
          ((&&) (jumps_fine next c)
            (continues0 name framed0 temporary next c)) (jumps_fine next a))
        (continues0 name framed0 temporary next a)) (jumps_fine next b))
    (continues0 name framed0 temporary next b)
| SChosen (c, a, b) ->
  (&&)
    ((&&)
      ((&&) (jumps_fine next c) (continues0 name framed0 temporary next c))
      (continues0 name framed0 temporary next a))
    (continues0 name framed0 temporary next b)
| SElvis (_, _, a, b) ->
  (&&)
    ((&&)
      ((&&) (jumps_fine next a) (continues0 name framed0 temporary next a))
      (jumps_fine next b)) (continues0 name framed0 temporary next b)
| SInner (_, s) -> continues0 name framed0 temporary next s
| SLast (_, e) ->
  (&&) (jumps_fine next e) (continues0 name framed0 temporary next e)
| SEffect e ->
  (&&) (jumps_fine next e) (continues0 name framed0 temporary next e)
| SQuiet s -> continues0 name framed0 temporary next s
| SAndOnly (a, b) ->
  (&&) ((&&) (jumps_fine next a) (continues0 name framed0 temporary next a))
    (continues0 name framed0 temporary next b)
| SOrOnly (a, b) ->
  (&&) ((&&) (jumps_fine next a) (continues0 name framed0 temporary next a))
    (continues0 name framed0 temporary next b)
| SParens s -> continues0 name framed0 temporary next s
| SCast (_, s) -> continues0 name framed0 temporary next s
| SEnded s -> continues0 name framed0 temporary next s
| SPlain e -> jumps_fine next e
| SBraces s -> continues0 name framed0 temporary next s
| SIf (a, b) ->
  (&&) ((&&) (jumps_fine next a) (continues0 name framed0 temporary next a))
    (continues0 name framed0 temporary next b)
| SElse (c, a, b) ->
  (&&)
    ((&&)
      ((&&) (jumps_fine next c) (continues0 name framed0 temporary next c))
      (continues0 name framed0 temporary next a))
    (continues0 name framed0 temporary next b)
| SWhile (c, s) ->
  (&&) ((&&) (jumps_fine Head c) (continues0 name framed0 temporary Head c))
    (continues0 name framed0 temporary Head s)
| SDo (n, s, c) ->
  (&&)
    ((&&) (jumps_fine Nowhere c)
      (continues0 name framed0 temporary Nowhere c))
    (match n with
     | Some n0 ->
       (&&) (negb (none_before (lower name framed0 temporary c).before))
         (continues0 name framed0 temporary (Latch n0) s)
     | None ->
       (&&) (none_before (lower name framed0 temporary c).before)
         (continues0 name framed0 temporary Head s))
| SFor (n, i, c, step, s) ->
  (&&)
    ((&&)
      ((&&) (continues0 name framed0 temporary next i)
        (continues0 name framed0 temporary Nowhere c))
      (continues0 name framed0 temporary Nowhere step))
    (continues0 name framed0 temporary (Latch n) s)
| STest e ->
  (&&) (jumps_fine next e) (continues0 name framed0 temporary next e)
| SSwitch (a, b) ->
  (&&) ((&&) (jumps_fine next a) (continues0 name framed0 temporary next a))
    (continues0 name framed0 temporary next b)
| SReturn e ->
  (&&) (jumps_fine next e) (continues0 name framed0 temporary next e)
| SReturnVoid s -> continues0 name framed0 temporary next s
| SInitialized (_, _, _, e) ->
  (&&) (jumps_fine next e) (continues0 name framed0 temporary next e)
| SPrototype e -> jumps_fine next e
| _ -> true

(** val our_label : token -> bool **)

let our_label n =
  (fun s1 s2 ->
     let l1 = String.length s1 and l2 = String.length s2 in
     l1 <= l2 && String.sub s2 0 l1 = s1)
    "fl__continue_" n

(** val all_of : (tree -> 'a1 list) -> tree -> 'a1 list **)

let rec all_of f t =
  app (f t)
    (match t with
     | SThen (a, b) -> app (all_of f a) (all_of f b)
     | SCalled (_, _, a, b, _) -> app (all_of f a) (all_of f b)
     | SArgument (a, b) -> app (all_of f a) (all_of f b)
     | SApart (_, e) -> all_of f e
     | SGrouped e -> all_of f e
     | SPair (a, b) -> app (all_of f a) (all_of f b)
     | SAnd (_, a, b) -> app (all_of f a) (all_of f b)
     | SOr (_, a, b) -> app (all_of f a) (all_of f b)
     | SChoice (_, a, b, c) ->
       app (all_of f a) (app (all_of f b) (all_of f c))
     | SChosen (a, b, c) -> app (all_of f a) (app (all_of f b) (all_of f c))
     | SElvis (_, _, a, b) -> app (all_of f a) (all_of f b)
     | SInner (_, e) -> all_of f e
     | SLast (_, e) -> all_of f e
     | SEffect e -> all_of f e
     | SQuiet e -> all_of f e
     | SAndOnly (a, b) -> app (all_of f a) (all_of f b)
     | SOrOnly (a, b) -> app (all_of f a) (all_of f b)
     | SParens e -> all_of f e
     | SCast (_, e) -> all_of f e
     | SEnded e -> all_of f e
     | SPlain e -> all_of f e
     | SBraces e -> all_of f e
     | SIf (a, b) -> app (all_of f a) (all_of f b)
     | SElse (a, b, c) -> app (all_of f a) (app (all_of f b) (all_of f c))
     | SWhile (a, b) -> app (all_of f a) (all_of f b)
     | SDo (_, a, b) -> app (all_of f a) (all_of f b)
     | SFor (_, a, b, c, d) ->
       app (all_of f a) (app (all_of f b) (app (all_of f c) (all_of f d)))
     | STest e -> all_of f e
     | SSwitch (a, b) -> app (all_of f a) (all_of f b)
     | SCase e -> all_of f e
     | SReturn e -> all_of f e
     | SReturnVoid e -> all_of f e
     | SInitialized (_, _, _, e) -> all_of f e
     | SPrototype e -> all_of f e
     | _ -> [])

(** val looped : tree -> token list **)

let looped = function
| SDo (l, _, _) -> (match l with
                    | Some n -> n :: []
                    | None -> [])
| SFor (n, _, _, _, _) -> n :: []
| _ -> []

(** val misnamed : tree -> token list **)

let misnamed = function
| SSame l ->
  flat_map (fun x -> if our_label (snd x) then (snd x) :: [] else []) l
| SDo (l, _, _) ->
  (match l with
   | Some n -> if our_label n then [] else n :: []
   | None -> [])
| SFor (n, _, _, _, _) -> if our_label n then [] else n :: []
| SLabel n -> if our_label n then n :: [] else []
| _ -> []

(** val distinct0 : token list -> bool **)

let rec distinct0 = function
| [] -> true
| w :: l0 -> (&&) (negb (one_of l0 w)) (distinct0 l0)

(** val labels_fine : tree -> bool **)

let labels_fine t =
  match all_of misnamed t with
  | [] -> distinct0 (all_of looped t)
  | _ :: _ -> false

(** val list_same : ('a1 -> 'a1 -> bool) -> 'a1 list -> 'a1 list -> bool **)

let rec list_same f a b =
  match a with
  | [] -> (match b with
           | [] -> true
           | _ :: _ -> false)
  | x :: a0 ->
    (match b with
     | [] -> false
     | y :: b0 -> (&&) (f x y) (list_same f a0 b0))

(** val option_same :
    ('a1 -> 'a1 -> bool) -> 'a1 option -> 'a1 option -> bool **)

let option_same f a b =
  match a with
  | Some x -> (match b with
               | Some y -> f x y
               | None -> false)
  | None -> (match b with
             | Some _ -> false
             | None -> true)

(** val frag_same : frag -> frag -> bool **)

let frag_same a b =
  match a with
  | Copied l ->
    (match b with
     | Copied m ->
       list_same (fun x y ->
         (&&) ((=) (fst x) (fst y)) ((=) (snd x) (snd y))) l m
     | _ -> false)
  | Own l -> (match b with
              | Own m -> list_same (=) l m
              | _ -> false)
  | Place v -> (match b with
                | Place w -> (=) v w
                | _ -> false)

(** val text_same : frag list -> frag list -> bool **)

let text_same =
  list_same frag_same

(** val same : lowered -> lowered -> bool **)

let rec same a b =
  match a with
  | LNothing -> (match b with
                 | LNothing -> true
                 | _ -> false)
  | LText t -> (match b with
                | LText u -> text_same t u
                | _ -> false)
  | LEval t -> (match b with
                | LEval u -> text_same t u
                | _ -> false)
  | LSet (v, t) ->
    (match b with
     | LSet (w, u) -> (&&) ((=) v w) (text_same t u)
     | _ -> false)
  | LDefine (x, t) ->
    (match b with
     | LDefine (y, u) -> (&&) ((=) x y) (option_same text_same t u)
     | _ -> false)
  | LCall (k, f, p, l, i) ->
    (match b with
     | LCall (k', f', p', l', i') ->
       (&&)
         ((&&)
           ((&&) ((&&) ((=) k k') (option_same (=) f f')) (text_same p p'))
           (list_same text_same l l')) (option_same (=) i i')
     | _ -> false)
  | LBlock l -> (match b with
                 | LBlock m -> list_same same l m
                 | _ -> false)
  | LIf (t, a0, b0) ->
    (match b with
     | LIf (u, c, d) ->
       (&&) ((&&) (text_same t u) (list_same same a0 c)) (list_same same b0 d)
     | _ -> false)
  | LWhile (t, l) ->
    (match b with
     | LWhile (u, m) -> (&&) (text_same t u) (list_same same l m)
     | _ -> false)
  | LDo (l, t) ->
    (match b with
     | LDo (m, u) -> (&&) (list_same same l m) (text_same t u)
     | _ -> false)
  | LFor (l, n, b0) ->
    (match b with
     | LFor (m, n', d) ->
       (&&) ((&&) (list_same same l m) (option_same (=) n n'))
         (list_same same b0 d)
     | _ -> false)
  | LSwitch (t, l) ->
    (match b with
     | LSwitch (u, m) -> (&&) (text_same t u) (list_same same l m)
     | _ -> false)
  | LCase t -> (match b with
                | LCase u -> text_same t u
                | _ -> false)
  | LLabel n -> (match b with
                 | LLabel m -> (=) n m
                 | _ -> false)
  | LGoto n -> (match b with
                | LGoto m -> (=) n m
                | _ -> false)
  | LBreak -> (match b with
               | LBreak -> true
               | _ -> false)
  | LContinue -> (match b with
                  | LContinue -> true
                  | _ -> false)
  | LReturn t ->
    (match b with
     | LReturn u -> option_same text_same t u
     | _ -> false)

(** val digraph : token -> token -> bool **)

let digraph w x =
  match find (fun p -> (=) (fst p) x) (("<%", "{") :: (("%>", "}") :: (("<:",
          "[") :: ((":>", "]") :: [])))) with
  | Some p -> let (_, y) = p in (=) w y
  | None -> false

(** val token_is : int option -> int -> token -> token -> bool **)

let token_is p i w x =
  match p with
  | Some j -> (&&) ((=) j i) ((=) w x)
  | None -> (||) ((=) w x) (digraph w x)

(** val misplaced :
    int -> (int option * token) list -> token list -> int option **)

let rec misplaced i l source =
  match l with
  | [] -> (match source with
           | [] -> None
           | _ :: _ -> Some i)
  | p0 :: l0 ->
    let (p, w) = p0 in
    (match source with
     | [] -> Some i
     | x :: source0 ->
       if token_is p i w x
       then misplaced (Stdlib.Int.succ i) l0 source0
       else Some i)

type fault =
| Unwritten of int
| Unlowered
| Unordered

(** val unit_body : unit_of_c list -> int -> stmt option **)

let unit_body l n =
  option_map (fun u -> u.body) (find (fun u -> (=) u.unit_number n) l)

(** val seen_all : unit_of_c list -> lowered list **)

let seen_all l =
  match unit_body l 0 with
  | Some s -> seen (unit_body l) (Stdlib.Int.succ (length l)) s
  | None -> LContinue :: []

(** val unhoisted :
    (int -> token) -> (int -> token) -> (int -> bool) -> (int -> bool) -> int
    -> token list -> tree -> unit_of_c list -> fault option **)

let unhoisted spelled name framed0 temporary first source t l =
  match misplaced first (written spelled t []) source with
  | Some i -> Some (Unwritten i)
  | None ->
    let m = lower name framed0 temporary t in
    if list_same same m.before (seen_all l)
    then if (&&) (statement m)
              ((&&) (statement_kind t)
                ((&&) (continues0 name framed0 temporary Nowhere t)
                  (labels_fine t)))
         then None
         else Some Unordered
    else Some Unlowered
