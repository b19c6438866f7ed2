
type __ = Obj.t
let __ = let rec f _ = Obj.repr f in Obj.repr f

(** val negb : bool -> bool **)

let negb = function
| true -> false
| false -> true

type nat =
| O
| S of nat

(** val option_map : ('a1 -> 'a2) -> 'a1 option -> 'a2 option **)

let option_map f = function
| Some a -> Some (f a)
| None -> None

type ('a, 'b) sum =
| Inl of 'a
| Inr of 'b

(** val fst : ('a1 * 'a2) -> 'a1 **)

let fst = function
| (x, _) -> x

(** val snd : ('a1 * 'a2) -> 'a2 **)

let snd = function
| (_, y) -> y

(** val length : 'a1 list -> nat **)

let rec length = function
| [] -> O
| _ :: l' -> S (length l')

(** val app : 'a1 list -> 'a1 list -> 'a1 list **)

let rec app l m =
  match l with
  | [] -> m
  | a :: l1 -> a :: (app l1 m)

type comparison =
| Eq
| Lt
| Gt

(** val compOpp : comparison -> comparison **)

let compOpp = function
| Eq -> Eq
| Lt -> Gt
| Gt -> Lt

(** val id : __ -> __ **)

let id x =
  x

module Coq__1 = struct
 (** val add : nat -> nat -> nat **)
 let rec add n0 m =
   match n0 with
   | O -> m
   | S p -> S (add p m)
end
include Coq__1

(** val sub : nat -> nat -> nat **)

let rec sub n0 m =
  match n0 with
  | O -> n0
  | S k -> (match m with
            | O -> n0
            | S l -> sub k l)

type positive =
| XI of positive
| XO of positive
| XH

type n =
| N0
| Npos of positive

type z =
| Z0
| Zpos of positive
| Zneg of positive

(** val compose : ('a2 -> 'a3) -> ('a1 -> 'a2) -> 'a1 -> 'a3 **)

let compose g f x =
  g (f x)

(** val flip : ('a1 -> 'a2 -> 'a3) -> 'a2 -> 'a1 -> 'a3 **)

let flip f x y =
  f y x

module Nat =
 struct
  (** val eq_dec : nat -> nat -> bool **)

  let rec eq_dec n0 m =
    match n0 with
    | O -> (match m with
            | O -> true
            | S _ -> false)
    | S n1 -> (match m with
               | O -> false
               | S n2 -> eq_dec n1 n2)
 end

module Pos =
 struct
  type mask =
  | IsNul
  | IsPos of positive
  | IsNeg
 end

module Coq_Pos =
 struct
  (** val succ : positive -> positive **)

  let rec succ = function
  | XI p -> XO (succ p)
  | XO p -> XI p
  | XH -> XO XH

  (** val add : positive -> positive -> positive **)

  let rec add x y =
    match x with
    | XI p ->
      (match y with
       | XI q -> XO (add_carry p q)
       | XO q -> XI (add p q)
       | XH -> XO (succ p))
    | XO p ->
      (match y with
       | XI q -> XI (add p q)
       | XO q -> XO (add p q)
       | XH -> XI p)
    | XH -> (match y with
             | XI q -> XO (succ q)
             | XO q -> XI q
             | XH -> XO XH)

  (** val add_carry : positive -> positive -> positive **)

  and add_carry x y =
    match x with
    | XI p ->
      (match y with
       | XI q -> XI (add_carry p q)
       | XO q -> XO (add_carry p q)
       | XH -> XI (succ p))
    | XO p ->
      (match y with
       | XI q -> XO (add_carry p q)
       | XO q -> XI (add p q)
       | XH -> XO (succ p))
    | XH ->
      (match y with
       | XI q -> XI (succ q)
       | XO q -> XO (succ q)
       | XH -> XI XH)

  (** val pred_double : positive -> positive **)

  let rec pred_double = function
  | XI p -> XI (XO p)
  | XO p -> XI (pred_double p)
  | XH -> XH

  (** val pred : positive -> positive **)

  let pred = function
  | XI p -> XO p
  | XO p -> pred_double p
  | XH -> XH

  type mask = Pos.mask =
  | IsNul
  | IsPos of positive
  | IsNeg

  (** val succ_double_mask : mask -> mask **)

  let succ_double_mask = function
  | IsNul -> IsPos XH
  | IsPos p -> IsPos (XI p)
  | IsNeg -> IsNeg

  (** val double_mask : mask -> mask **)

  let double_mask = function
  | IsPos p -> IsPos (XO p)
  | x0 -> x0

  (** val double_pred_mask : positive -> mask **)

  let double_pred_mask = function
  | XI p -> IsPos (XO (XO p))
  | XO p -> IsPos (XO (pred_double p))
  | XH -> IsNul

  (** val sub_mask : positive -> positive -> mask **)

  let rec sub_mask x y =
    match x with
    | XI p ->
      (match y with
       | XI q -> double_mask (sub_mask p q)
       | XO q -> succ_double_mask (sub_mask p q)
       | XH -> IsPos (XO p))
    | XO p ->
      (match y with
       | XI q -> succ_double_mask (sub_mask_carry p q)
       | XO q -> double_mask (sub_mask p q)
       | XH -> IsPos (pred_double p))
    | XH -> (match y with
             | XH -> IsNul
             | _ -> IsNeg)

  (** val sub_mask_carry : positive -> positive -> mask **)

  and sub_mask_carry x y =
    match x with
    | XI p ->
      (match y with
       | XI q -> succ_double_mask (sub_mask_carry p q)
       | XO q -> double_mask (sub_mask p q)
       | XH -> IsPos (pred_double p))
    | XO p ->
      (match y with
       | XI q -> double_mask (sub_mask_carry p q)
       | XO q -> succ_double_mask (sub_mask_carry p q)
       | XH -> double_pred_mask p)
    | XH -> IsNeg

  (** val mul : positive -> positive -> positive **)

  let rec mul x y =
    match x with
    | XI p -> add y (XO (mul p y))
    | XO p -> XO (mul p y)
    | XH -> y

  (** val iter : ('a1 -> 'a1) -> 'a1 -> positive -> 'a1 **)

  let rec iter f x = function
  | XI n' -> f (iter f (iter f x n') n')
  | XO n' -> iter f (iter f x n') n'
  | XH -> f x

  (** val pow : positive -> positive -> positive **)

  let pow x =
    iter (mul x) XH

  (** val compare_cont : comparison -> positive -> positive -> comparison **)

  let rec compare_cont r x y =
    match x with
    | XI p ->
      (match y with
       | XI q -> compare_cont r p q
       | XO q -> compare_cont Gt p q
       | XH -> Gt)
    | XO p ->
      (match y with
       | XI q -> compare_cont Lt p q
       | XO q -> compare_cont r p q
       | XH -> Gt)
    | XH -> (match y with
             | XH -> r
             | _ -> Lt)

  (** val compare : positive -> positive -> comparison **)

  let compare =
    compare_cont Eq

  (** val eqb : positive -> positive -> bool **)

  let rec eqb p q =
    match p with
    | XI p0 -> (match q with
                | XI q0 -> eqb p0 q0
                | _ -> false)
    | XO p0 -> (match q with
                | XO q0 -> eqb p0 q0
                | _ -> false)
    | XH -> (match q with
             | XH -> true
             | _ -> false)

  (** val iter_op : ('a1 -> 'a1 -> 'a1) -> positive -> 'a1 -> 'a1 **)

  let rec iter_op op p a =
    match p with
    | XI p0 -> op a (iter_op op p0 (op a a))
    | XO p0 -> iter_op op p0 (op a a)
    | XH -> a

  (** val to_nat : positive -> nat **)

  let to_nat x =
    iter_op Coq__1.add x (S O)

  (** val of_succ_nat : nat -> positive **)

  let rec of_succ_nat = function
  | O -> XH
  | S x -> succ (of_succ_nat x)

  (** val eq_dec : positive -> positive -> bool **)

  let rec eq_dec p x0 =
    match p with
    | XI p0 -> (match x0 with
                | XI p1 -> eq_dec p0 p1
                | _ -> false)
    | XO p0 -> (match x0 with
                | XO p1 -> eq_dec p0 p1
                | _ -> false)
    | XH -> (match x0 with
             | XH -> true
             | _ -> false)
 end

module N =
 struct
  (** val succ_double : n -> n **)

  let succ_double = function
  | N0 -> Npos XH
  | Npos p -> Npos (XI p)

  (** val double : n -> n **)

  let double = function
  | N0 -> N0
  | Npos p -> Npos (XO p)

  (** val add : n -> n -> n **)

  let add n0 m =
    match n0 with
    | N0 -> m
    | Npos p -> (match m with
                 | N0 -> n0
                 | Npos q -> Npos (Coq_Pos.add p q))

  (** val sub : n -> n -> n **)

  let sub n0 m =
    match n0 with
    | N0 -> N0
    | Npos n' ->
      (match m with
       | N0 -> n0
       | Npos m' ->
         (match Coq_Pos.sub_mask n' m' with
          | Coq_Pos.IsPos p -> Npos p
          | _ -> N0))

  (** val mul : n -> n -> n **)

  let mul n0 m =
    match n0 with
    | N0 -> N0
    | Npos p -> (match m with
                 | N0 -> N0
                 | Npos q -> Npos (Coq_Pos.mul p q))

  (** val compare : n -> n -> comparison **)

  let compare n0 m =
    match n0 with
    | N0 -> (match m with
             | N0 -> Eq
             | Npos _ -> Lt)
    | Npos n' -> (match m with
                  | N0 -> Gt
                  | Npos m' -> Coq_Pos.compare n' m')

  (** val eqb : n -> n -> bool **)

  let eqb n0 m =
    match n0 with
    | N0 -> (match m with
             | N0 -> true
             | Npos _ -> false)
    | Npos p -> (match m with
                 | N0 -> false
                 | Npos q -> Coq_Pos.eqb p q)

  (** val leb : n -> n -> bool **)

  let leb x y =
    match compare x y with
    | Gt -> false
    | _ -> true

  (** val ltb : n -> n -> bool **)

  let ltb x y =
    match compare x y with
    | Lt -> true
    | _ -> false

  (** val pow : n -> n -> n **)

  let pow n0 = function
  | N0 -> Npos XH
  | Npos p0 -> (match n0 with
                | N0 -> N0
                | Npos q -> Npos (Coq_Pos.pow q p0))

  (** val pos_div_eucl : positive -> n -> n * n **)

  let rec pos_div_eucl a b =
    match a with
    | XI a' ->
      let (q, r) = pos_div_eucl a' b in
      let r' = succ_double r in
      if leb b r' then ((succ_double q), (sub r' b)) else ((double q), r')
    | XO a' ->
      let (q, r) = pos_div_eucl a' b in
      let r' = double r in
      if leb b r' then ((succ_double q), (sub r' b)) else ((double q), r')
    | XH ->
      (match b with
       | N0 -> (N0, (Npos XH))
       | Npos p -> (match p with
                    | XH -> ((Npos XH), N0)
                    | _ -> (N0, (Npos XH))))

  (** val div_eucl : n -> n -> n * n **)

  let div_eucl a b =
    match a with
    | N0 -> (N0, N0)
    | Npos na -> (match b with
                  | N0 -> (N0, a)
                  | Npos _ -> pos_div_eucl na b)

  (** val div : n -> n -> n **)

  let div a b =
    fst (div_eucl a b)

  (** val modulo : n -> n -> n **)

  let modulo a b =
    snd (div_eucl a b)

  (** val to_nat : n -> nat **)

  let to_nat = function
  | N0 -> O
  | Npos p -> Coq_Pos.to_nat p

  (** val of_nat : nat -> n **)

  let of_nat = function
  | O -> N0
  | S n' -> Npos (Coq_Pos.of_succ_nat n')

  (** val eq_dec : n -> n -> bool **)

  let eq_dec n0 m =
    match n0 with
    | N0 -> (match m with
             | N0 -> true
             | Npos _ -> false)
    | Npos p -> (match m with
                 | N0 -> false
                 | Npos p0 -> Coq_Pos.eq_dec p p0)
 end

(** val zero : char **)

let zero = '\000'

(** val one : char **)

let one = '\001'

(** val shift : bool -> char -> char **)

let shift = fun b c -> Char.chr (((Char.code c) lsl 1) land 255 + if b then 1 else 0)

(** val ascii_of_pos : positive -> char **)

let ascii_of_pos =
  let rec loop n0 p =
    match n0 with
    | O -> zero
    | S n' ->
      (match p with
       | XI p' -> shift true (loop n' p')
       | XO p' -> shift false (loop n' p')
       | XH -> one)
  in loop (S (S (S (S (S (S (S (S O))))))))

(** val ascii_of_N : n -> char **)

let ascii_of_N = function
| N0 -> zero
| Npos p -> ascii_of_pos p

(** val n_of_digits : bool list -> n **)

let rec n_of_digits = function
| [] -> N0
| b :: l' ->
  N.add (if b then Npos XH else N0) (N.mul (Npos (XO XH)) (n_of_digits l'))

(** val n_of_ascii : char -> n **)

let n_of_ascii a =
  (* If this appears, you're using Ascii internals. Please don't *)
 (fun f c ->
  let n = Char.code c in
  let h i = (n land (1 lsl i)) <> 0 in
  f (h 0) (h 1) (h 2) (h 3) (h 4) (h 5) (h 6) (h 7))
    (fun a0 a1 a2 a3 a4 a5 a6 a7 ->
    n_of_digits
      (a0 :: (a1 :: (a2 :: (a3 :: (a4 :: (a5 :: (a6 :: (a7 :: [])))))))))
    a

(** val hd_error : 'a1 list -> 'a1 option **)

let hd_error = function
| [] -> None
| x :: _ -> Some x

(** val rev : 'a1 list -> 'a1 list **)

let rec rev = function
| [] -> []
| x :: l' -> app (rev l') (x :: [])

(** val rev_append : 'a1 list -> 'a1 list -> 'a1 list **)

let rec rev_append l l' =
  match l with
  | [] -> l'
  | a :: l0 -> rev_append l0 (a :: l')

(** val list_eq_dec : ('a1 -> 'a1 -> bool) -> 'a1 list -> 'a1 list -> bool **)

let rec list_eq_dec eq_dec0 l l' =
  match l with
  | [] -> (match l' with
           | [] -> true
           | _ :: _ -> false)
  | y :: l0 ->
    (match l' with
     | [] -> false
     | a :: l1 -> if eq_dec0 y a then list_eq_dec eq_dec0 l0 l1 else false)

(** val fold_right : ('a2 -> 'a1 -> 'a1) -> 'a1 -> 'a2 list -> 'a1 **)

let rec fold_right f a0 = function
| [] -> a0
| b :: t -> f b (fold_right f a0 t)

(** val forallb : ('a1 -> bool) -> 'a1 list -> bool **)

let rec forallb f = function
| [] -> true
| a :: l0 -> (&&) (f a) (forallb f l0)

(** val firstn : nat -> 'a1 list -> 'a1 list **)

let rec firstn n0 l =
  match n0 with
  | O -> []
  | S n1 -> (match l with
             | [] -> []
             | a :: l0 -> a :: (firstn n1 l0))

(** val skipn : nat -> 'a1 list -> 'a1 list **)

let rec skipn n0 l =
  match n0 with
  | O -> l
  | S n1 -> (match l with
             | [] -> []
             | _ :: l0 -> skipn n1 l0)

(** val seq : nat -> nat -> nat list **)

let rec seq start = function
| O -> []
| S len0 -> start :: (seq (S start) len0)

module Z =
 struct
  (** val double : z -> z **)

  let double = function
  | Z0 -> Z0
  | Zpos p -> Zpos (XO p)
  | Zneg p -> Zneg (XO p)

  (** val succ_double : z -> z **)

  let succ_double = function
  | Z0 -> Zpos XH
  | Zpos p -> Zpos (XI p)
  | Zneg p -> Zneg (Coq_Pos.pred_double p)

  (** val pred_double : z -> z **)

  let pred_double = function
  | Z0 -> Zneg XH
  | Zpos p -> Zpos (Coq_Pos.pred_double p)
  | Zneg p -> Zneg (XI p)

  (** val pos_sub : positive -> positive -> z **)

  let rec pos_sub x y =
    match x with
    | XI p ->
      (match y with
       | XI q -> double (pos_sub p q)
       | XO q -> succ_double (pos_sub p q)
       | XH -> Zpos (XO p))
    | XO p ->
      (match y with
       | XI q -> pred_double (pos_sub p q)
       | XO q -> double (pos_sub p q)
       | XH -> Zpos (Coq_Pos.pred_double p))
    | XH ->
      (match y with
       | XI q -> Zneg (XO q)
       | XO q -> Zneg (Coq_Pos.pred_double q)
       | XH -> Z0)

  (** val add : z -> z -> z **)

  let add x y =
    match x with
    | Z0 -> y
    | Zpos x' ->
      (match y with
       | Z0 -> x
       | Zpos y' -> Zpos (Coq_Pos.add x' y')
       | Zneg y' -> pos_sub x' y')
    | Zneg x' ->
      (match y with
       | Z0 -> x
       | Zpos y' -> pos_sub y' x'
       | Zneg y' -> Zneg (Coq_Pos.add x' y'))

  (** val opp : z -> z **)

  let opp = function
  | Z0 -> Z0
  | Zpos x0 -> Zneg x0
  | Zneg x0 -> Zpos x0

  (** val sub : z -> z -> z **)

  let sub m n0 =
    add m (opp n0)

  (** val mul : z -> z -> z **)

  let mul x y =
    match x with
    | Z0 -> Z0
    | Zpos x' ->
      (match y with
       | Z0 -> Z0
       | Zpos y' -> Zpos (Coq_Pos.mul x' y')
       | Zneg y' -> Zneg (Coq_Pos.mul x' y'))
    | Zneg x' ->
      (match y with
       | Z0 -> Z0
       | Zpos y' -> Zneg (Coq_Pos.mul x' y')
       | Zneg y' -> Zpos (Coq_Pos.mul x' y'))

  (** val pow_pos : z -> positive -> z **)

  let pow_pos z0 =
    Coq_Pos.iter (mul z0) (Zpos XH)

  (** val pow : z -> z -> z **)

  let pow x = function
  | Z0 -> Zpos XH
  | Zpos p -> pow_pos x p
  | Zneg _ -> Z0

  (** val compare : z -> z -> comparison **)

  let compare x y =
    match x with
    | Z0 -> (match y with
             | Z0 -> Eq
             | Zpos _ -> Lt
             | Zneg _ -> Gt)
    | Zpos x' -> (match y with
                  | Zpos y' -> Coq_Pos.compare x' y'
                  | _ -> Gt)
    | Zneg x' ->
      (match y with
       | Zneg y' -> compOpp (Coq_Pos.compare x' y')
       | _ -> Lt)

  (** val leb : z -> z -> bool **)

  let leb x y =
    match compare x y with
    | Gt -> false
    | _ -> true

  (** val ltb : z -> z -> bool **)

  let ltb x y =
    match compare x y with
    | Lt -> true
    | _ -> false

  (** val abs_N : z -> n **)

  let abs_N = function
  | Z0 -> N0
  | Zpos p -> Npos p
  | Zneg p -> Npos p

  (** val of_N : n -> z **)

  let of_N = function
  | N0 -> Z0
  | Npos p -> Zpos p

  (** val pos_div_eucl : positive -> z -> z * z **)

  let rec pos_div_eucl a b =
    match a with
    | XI a' ->
      let (q, r) = pos_div_eucl a' b in
      let r' = add (mul (Zpos (XO XH)) r) (Zpos XH) in
      if ltb r' b
      then ((mul (Zpos (XO XH)) q), r')
      else ((add (mul (Zpos (XO XH)) q) (Zpos XH)), (sub r' b))
    | XO a' ->
      let (q, r) = pos_div_eucl a' b in
      let r' = mul (Zpos (XO XH)) r in
      if ltb r' b
      then ((mul (Zpos (XO XH)) q), r')
      else ((add (mul (Zpos (XO XH)) q) (Zpos XH)), (sub r' b))
    | XH -> if leb (Zpos (XO XH)) b then (Z0, (Zpos XH)) else ((Zpos XH), Z0)

  (** val div_eucl : z -> z -> z * z **)

  let div_eucl a b =
    match a with
    | Z0 -> (Z0, Z0)
    | Zpos a' ->
      (match b with
       | Z0 -> (Z0, a)
       | Zpos _ -> pos_div_eucl a' b
       | Zneg b' ->
         let (q, r) = pos_div_eucl a' (Zpos b') in
         (match r with
          | Z0 -> ((opp q), Z0)
          | _ -> ((opp (add q (Zpos XH))), (add b r))))
    | Zneg a' ->
      (match b with
       | Z0 -> (Z0, a)
       | Zpos _ ->
         let (q, r) = pos_div_eucl a' b in
         (match r with
          | Z0 -> ((opp q), Z0)
          | _ -> ((opp (add q (Zpos XH))), (sub b r)))
       | Zneg b' -> let (q, r) = pos_div_eucl a' (Zpos b') in (q, (opp r)))

  (** val modulo : z -> z -> z **)

  let modulo a b =
    let (_, r) = div_eucl a b in r

  (** val eq_dec : z -> z -> bool **)

  let eq_dec x y =
    match x with
    | Z0 -> (match y with
             | Z0 -> true
             | _ -> false)
    | Zpos p -> (match y with
                 | Zpos p0 -> Coq_Pos.eq_dec p p0
                 | _ -> false)
    | Zneg p -> (match y with
                 | Zneg p0 -> Coq_Pos.eq_dec p p0
                 | _ -> false)
 end

type decision = bool

(** val decide : decision -> bool **)

let decide decision0 =
  decision0

type ('a, 'b) relDecision = 'a -> 'b -> decision

(** val decide_rel : ('a1, 'a2) relDecision -> 'a1 -> 'a2 -> decision **)

let decide_rel relDecision0 =
  relDecision0

(** val zip_with : ('a1 -> 'a2 -> 'a3) -> 'a1 list -> 'a2 list -> 'a3 list **)

let rec zip_with f l1 l2 =
  match l1 with
  | [] -> []
  | x1 :: l3 ->
    (match l2 with
     | [] -> []
     | x2 :: l4 -> (f x1 x2) :: (zip_with f l3 l4))

type 'a empty = 'a

(** val empty0 : 'a1 empty -> 'a1 **)

let empty0 empty1 =
  empty1

type 'a union = 'a -> 'a -> 'a

(** val union0 : 'a1 union -> 'a1 -> 'a1 -> 'a1 **)

let union0 union1 =
  union1

type ('a, 'b) singleton = 'a -> 'b

(** val singleton0 : ('a1, 'a2) singleton -> 'a1 -> 'a2 **)

let singleton0 singleton1 =
  singleton1

type ('a, 'b) filter = __ -> ('a -> decision) -> 'b -> 'b

(** val filter0 : ('a1, 'a2) filter -> ('a1 -> decision) -> 'a2 -> 'a2 **)

let filter0 filter1 h x =
  filter1 __ h x

type 'm mBind = __ -> __ -> (__ -> 'm) -> 'm -> 'm

(** val mbind : 'a1 mBind -> ('a2 -> 'a1) -> 'a1 -> 'a1 **)

let mbind mBind0 x x0 =
  Obj.magic mBind0 __ __ x x0

type 'm fMap = __ -> __ -> (__ -> __) -> 'm -> 'm

(** val fmap : 'a1 fMap -> ('a2 -> 'a3) -> 'a1 -> 'a1 **)

let fmap fMap0 x x0 =
  Obj.magic fMap0 __ __ x x0

type 'm oMap = __ -> __ -> (__ -> __ option) -> 'm -> 'm

(** val omap : 'a1 oMap -> ('a2 -> 'a3 option) -> 'a1 -> 'a1 **)

let omap oMap0 x x0 =
  Obj.magic oMap0 __ __ x x0

type ('k, 'a, 'm) lookup = 'k -> 'm -> 'a option

(** val lookup0 : ('a1, 'a2, 'a3) lookup -> 'a1 -> 'a3 -> 'a2 option **)

let lookup0 lookup1 =
  lookup1

type ('k, 'a, 'm) singletonM = 'k -> 'a -> 'm

(** val singletonM0 : ('a1, 'a2, 'a3) singletonM -> 'a1 -> 'a2 -> 'a3 **)

let singletonM0 singletonM1 =
  singletonM1

type ('k, 'a, 'm) insert = 'k -> 'a -> 'm -> 'm

(** val insert0 : ('a1, 'a2, 'a3) insert -> 'a1 -> 'a2 -> 'a3 -> 'a3 **)

let insert0 insert1 =
  insert1

type ('k, 'm) delete = 'k -> 'm -> 'm

(** val delete0 : ('a1, 'a2) delete -> 'a1 -> 'a2 -> 'a2 **)

let delete0 delete1 =
  delete1

type ('k, 'a, 'm) alter = ('a -> 'a) -> 'k -> 'm -> 'm

(** val alter0 :
    ('a1, 'a2, 'a3) alter -> ('a2 -> 'a2) -> 'a1 -> 'a3 -> 'a3 **)

let alter0 alter1 =
  alter1

type ('k, 'a, 'm) partialAlter = ('a option -> 'a option) -> 'k -> 'm -> 'm

(** val partial_alter :
    ('a1, 'a2, 'a3) partialAlter -> ('a2 option -> 'a2 option) -> 'a1 -> 'a3
    -> 'a3 **)

let partial_alter partialAlter0 =
  partialAlter0

type 'm merge =
  __ -> __ -> __ -> (__ option -> __ option -> __ option) -> 'm -> 'm -> 'm

(** val merge0 :
    'a1 merge -> ('a2 option -> 'a3 option -> 'a4 option) -> 'a1 -> 'a1 -> 'a1 **)

let merge0 merge2 x x0 x1 =
  Obj.magic merge2 __ __ __ x x0 x1

type ('a, 'm) unionWith = ('a -> 'a -> 'a option) -> 'm -> 'm -> 'm

(** val union_with :
    ('a1, 'a2) unionWith -> ('a1 -> 'a1 -> 'a1 option) -> 'a2 -> 'a2 -> 'a2 **)

let union_with unionWith0 =
  unionWith0

type 'c size = 'c -> nat

(** val size0 : 'a1 size -> 'a1 -> nat **)

let size0 size1 =
  size1

(** val not_dec : decision -> decision **)

let not_dec = function
| true -> false
| false -> true

(** val and_dec : decision -> decision -> decision **)

let and_dec p_dec q_dec =
  if p_dec then q_dec else false

(** val or_dec : decision -> decision -> decision **)

let or_dec p_dec q_dec =
  if p_dec then true else q_dec

(** val bool_eq_dec : (bool, bool) relDecision **)

let bool_eq_dec x y =
  if x then if y then true else false else if y then false else true

(** val unit_eq_dec : (unit, unit) relDecision **)

let unit_eq_dec _ _ =
  true

(** val prod_eq_dec :
    ('a1, 'a1) relDecision -> ('a2, 'a2) relDecision -> ('a1 * 'a2,
    'a1 * 'a2) relDecision **)

let prod_eq_dec eqDecision0 eqDecision1 x y =
  let (a, b) = x in
  let (a0, b0) = y in
  if decide_rel eqDecision0 a a0 then decide_rel eqDecision1 b b0 else false

(** val bool_decide : decision -> bool **)

let bool_decide = function
| true -> true
| false -> false

(** val from_option : ('a1 -> 'a2) -> 'a2 -> 'a1 option -> 'a2 **)

let from_option f y = function
| Some x -> f x
| None -> y

(** val is_Some_dec : 'a1 option -> decision **)

let is_Some_dec = function
| Some _ -> true
| None -> false

(** val option_eq_None_dec : 'a1 option -> decision **)

let option_eq_None_dec = function
| Some _ -> false
| None -> true

(** val option_eq_dec :
    ('a1, 'a1) relDecision -> ('a1 option, 'a1 option) relDecision **)

let option_eq_dec dec mx my =
  match mx with
  | Some x ->
    (match my with
     | Some y -> decide (decide_rel dec x y)
     | None -> false)
  | None -> (match my with
             | Some _ -> false
             | None -> true)

(** val option_bind : (__ -> __ option) -> __ option -> __ option **)

let option_bind f = function
| Some x -> f x
| None -> None

(** val option_fmap : (__ -> __) -> __ option -> __ option **)

let option_fmap =
  option_map

(** val option_union_with : ('a1, 'a1 option) unionWith **)

let option_union_with f mx my =
  match mx with
  | Some x -> (match my with
               | Some y -> f x y
               | None -> Some x)
  | None -> my

module Coq_Nat =
 struct
  (** val eq_dec : (nat, nat) relDecision **)

  let eq_dec =
    Nat.eq_dec
 end

module Coq0_Pos =
 struct
  (** val eq_dec : (positive, positive) relDecision **)

  let eq_dec =
    Coq_Pos.eq_dec

  (** val reverse_go : positive -> positive -> positive **)

  let rec reverse_go p1 = function
  | XI p3 -> reverse_go (XI p1) p3
  | XO p3 -> reverse_go (XO p1) p3
  | XH -> p1

  (** val reverse : positive -> positive **)

  let reverse =
    reverse_go XH
 end

(** val n_eq_dec : (n, n) relDecision **)

let n_eq_dec =
  N.eq_dec

(** val n_le_dec : (n, n) relDecision **)

let n_le_dec x y =
  let filtered_var = N.compare x y in
  (match filtered_var with
   | Gt -> false
   | _ -> true)

(** val n_lt_dec : (n, n) relDecision **)

let n_lt_dec x y =
  let filtered_var = N.compare x y in
  (match filtered_var with
   | Lt -> true
   | _ -> false)

module Coq_Z =
 struct
  (** val eq_dec : (z, z) relDecision **)

  let eq_dec =
    Z.eq_dec
 end

(** val option_list : 'a1 option -> 'a1 list **)

let option_list = function
| Some a -> a :: []
| None -> []

(** val list_filter : ('a1 -> decision) -> 'a1 list -> 'a1 list **)

let rec list_filter x = function
| [] -> []
| x0 :: l0 ->
  if decide (x x0)
  then x0 :: (filter0 (fun _ -> list_filter) x l0)
  else filter0 (fun _ -> list_filter) x l0

(** val replicate : nat -> 'a1 -> 'a1 list **)

let rec replicate n0 x =
  match n0 with
  | O -> []
  | S n1 -> x :: (replicate n1 x)

(** val foldl : ('a1 -> 'a2 -> 'a1) -> 'a1 -> 'a2 list -> 'a1 **)

let rec foldl f a = function
| [] -> a
| x :: l0 -> foldl f (f a x) l0

(** val list_fmap : (__ -> __) -> __ list -> __ list **)

let rec list_fmap f = function
| [] -> []
| x :: l0 -> (f x) :: (list_fmap f l0)

(** val list_omap : (__ -> __ option) -> __ list -> __ list **)

let rec list_omap f = function
| [] -> []
| x :: l0 ->
  (match f x with
   | Some y -> y :: (list_omap f l0)
   | None -> list_omap f l0)

(** val list_bind : (__ -> __ list) -> __ list -> __ list **)

let rec list_bind f = function
| [] -> []
| x :: l0 -> app (f x) (list_bind f l0)

(** val list_remove :
    ('a1, 'a1) relDecision -> 'a1 -> 'a1 list -> 'a1 list option **)

let rec list_remove eqDecision0 x = function
| [] -> None
| y :: l0 ->
  if decide (decide_rel eqDecision0 x y)
  then Some l0
  else fmap (Obj.magic (fun _ _ -> option_fmap)) (fun x0 -> y :: x0)
         (list_remove eqDecision0 x l0)

(** val list_remove_list :
    ('a1, 'a1) relDecision -> 'a1 list -> 'a1 list -> 'a1 list option **)

let rec list_remove_list eqDecision0 k l =
  match k with
  | [] -> Some l
  | x :: k0 ->
    mbind (Obj.magic (fun _ _ -> option_bind))
      (list_remove_list eqDecision0 k0) (list_remove eqDecision0 x l)

(** val elem_of_list_dec :
    ('a1, 'a1) relDecision -> ('a1, 'a1 list) relDecision **)

let rec elem_of_list_dec dec x = function
| [] -> false
| y :: l0 ->
  if decide (decide_rel dec x y) then true else elem_of_list_dec dec x l0

(** val list_eq_dec0 :
    ('a1, 'a1) relDecision -> ('a1 list, 'a1 list) relDecision **)

let list_eq_dec0 =
  list_eq_dec

(** val list_eq_nil_dec : 'a1 list -> decision **)

let list_eq_nil_dec = function
| [] -> true
| _ :: _ -> false

(** val noDup_dec : ('a1, 'a1) relDecision -> 'a1 list -> decision **)

let rec noDup_dec eqDecision0 = function
| [] -> true
| x :: l0 ->
  if decide_rel (elem_of_list_dec eqDecision0) x l0
  then false
  else noDup_dec eqDecision0 l0

(** val submseteq_dec :
    ('a1, 'a1) relDecision -> ('a1 list, 'a1 list) relDecision **)

let submseteq_dec eqDecision0 l1 l2 =
  decide (is_Some_dec (list_remove_list eqDecision0 l1 l2))

(** val permutation_dec :
    ('a1, 'a1) relDecision -> ('a1 list, 'a1 list) relDecision **)

let permutation_dec eqDecision0 l1 l2 =
  if decide (decide_rel Coq_Nat.eq_dec (length l1) (length l2))
  then decide (decide_rel (submseteq_dec eqDecision0) l1 l2)
  else false

type 'a countable = { encode : ('a -> positive);
                      decode : (positive -> 'a option) }

(** val n_countable : n countable **)

let n_countable =
  { encode = (fun x -> match x with
                       | N0 -> XH
                       | Npos p -> Coq_Pos.succ p); decode = (fun p ->
    if decide (decide_rel Coq0_Pos.eq_dec p XH)
    then Some N0
    else Some (Npos (Coq_Pos.pred p))) }

(** val ascii_eq_dec : (char, char) relDecision **)

let ascii_eq_dec =
  (=)

type ('k, 'a, 'm) finMapToList = 'm -> ('k * 'a) list

(** val map_to_list :
    ('a1, 'a2, 'a3) finMapToList -> 'a3 -> ('a1 * 'a2) list **)

let map_to_list finMapToList0 =
  finMapToList0

(** val diag_None :
    ('a1 option -> 'a2 option -> 'a3 option) -> 'a1 option -> 'a2 option ->
    'a3 option **)

let diag_None f mx my =
  match mx with
  | Some _ -> f mx my
  | None -> (match my with
             | Some _ -> f mx my
             | None -> None)

(** val map_insert :
    ('a1, 'a2, 'a3) partialAlter -> ('a1, 'a2, 'a3) insert **)

let map_insert h i x =
  partial_alter h (fun _ -> Some x) i

(** val map_alter : ('a1, 'a2, 'a3) partialAlter -> ('a1, 'a2, 'a3) alter **)

let map_alter h f =
  partial_alter (Obj.magic h) (fmap (fun _ _ -> option_fmap) f)

(** val map_delete : ('a1, 'a2, 'a3) partialAlter -> ('a1, 'a3) delete **)

let map_delete h =
  partial_alter h (fun _ -> None)

(** val map_singleton :
    ('a1, 'a2, 'a3) partialAlter -> 'a3 empty -> ('a1, 'a2, 'a3) singletonM **)

let map_singleton h h0 i x =
  insert0 (map_insert h) i x (empty0 h0)

(** val map_size : ('a1, 'a2, 'a3) finMapToList -> 'a3 size **)

let map_size h m =
  length (map_to_list h m)

(** val map_union_with : 'a1 merge -> ('a2, 'a1) unionWith **)

let map_union_with h f =
  merge0 h (union_with option_union_with f)

(** val map_union : 'a1 merge -> 'a1 union **)

let map_union h =
  union_with (map_union_with h) (fun x _ -> Some x)

type 'munit mapset' =
  'munit
  (* singleton inductive, whose constructor was Mapset *)

(** val mapset_car : 'a1 mapset' -> 'a1 **)

let mapset_car m =
  m

(** val mapset_empty : (__ -> 'a1 empty) -> 'a1 mapset' empty **)

let mapset_empty h1 =
  empty0 (h1 __)

(** val mapset_singleton :
    (__ -> 'a2 empty) -> (__ -> ('a1, __, 'a2) partialAlter) -> ('a1, 'a2
    mapset') singleton **)

let mapset_singleton h1 h2 x =
  singletonM0 (map_singleton (Obj.magic h2 __) (h1 __)) x ()

(** val mapset_union : 'a1 merge -> 'a1 mapset' union **)

let mapset_union h4 x1 x2 =
  union0 (map_union h4) x1 x2

(** val mapset_elem_of_dec :
    (__ -> ('a1, __, 'a2) lookup) -> ('a1, 'a2 mapset') relDecision **)

let mapset_elem_of_dec h0 x x0 =
  decide
    (decide_rel (Obj.magic option_eq_dec unit_eq_dec)
      (lookup0 (h0 __) x (mapset_car x0)) (Some ()))

type 'a pmap_raw =
| PLeaf
| PNode of 'a option * 'a pmap_raw * 'a pmap_raw

(** val pNode' :
    'a1 option -> 'a1 pmap_raw -> 'a1 pmap_raw -> 'a1 pmap_raw **)

let pNode' o l r =
  match l with
  | PLeaf ->
    (match o with
     | Some _ -> PNode (o, l, r)
     | None ->
       (match r with
        | PLeaf -> PLeaf
        | PNode (_, _, _) -> PNode (o, l, r)))
  | PNode (_, _, _) -> PNode (o, l, r)

(** val pempty_raw : 'a1 pmap_raw empty **)

let pempty_raw =
  PLeaf

(** val plookup_raw : (positive, 'a1, 'a1 pmap_raw) lookup **)

let rec plookup_raw i = function
| PLeaf -> None
| PNode (o, l, r) ->
  (match i with
   | XI i0 -> lookup0 plookup_raw i0 r
   | XO i0 -> lookup0 plookup_raw i0 l
   | XH -> o)

(** val psingleton_raw : positive -> 'a1 -> 'a1 pmap_raw **)

let rec psingleton_raw i x =
  match i with
  | XI i0 -> PNode (None, PLeaf, (psingleton_raw i0 x))
  | XO i0 -> PNode (None, (psingleton_raw i0 x), PLeaf)
  | XH -> PNode ((Some x), PLeaf, PLeaf)

(** val ppartial_alter_raw :
    ('a1 option -> 'a1 option) -> positive -> 'a1 pmap_raw -> 'a1 pmap_raw **)

let rec ppartial_alter_raw f i = function
| PLeaf -> (match f None with
            | Some x -> psingleton_raw i x
            | None -> PLeaf)
| PNode (o, l, r) ->
  (match i with
   | XI i0 -> pNode' o l (ppartial_alter_raw f i0 r)
   | XO i0 -> pNode' o (ppartial_alter_raw f i0 l) r
   | XH -> pNode' (f o) l r)

(** val pto_list_raw :
    positive -> 'a1 pmap_raw -> (positive * 'a1) list -> (positive * 'a1) list **)

let rec pto_list_raw j t acc =
  match t with
  | PLeaf -> acc
  | PNode (o, l, r) ->
    app (from_option (fun x -> ((Coq0_Pos.reverse j), x) :: []) [] o)
      (pto_list_raw (XO j) l (pto_list_raw (XI j) r acc))

(** val pomap_raw : ('a1 -> 'a2 option) -> 'a1 pmap_raw -> 'a2 pmap_raw **)

let rec pomap_raw f = function
| PLeaf -> PLeaf
| PNode (o, l, r) ->
  pNode' (mbind (Obj.magic (fun _ _ -> option_bind)) f (Obj.magic o))
    (pomap_raw f l) (pomap_raw f r)

(** val pmerge_raw :
    ('a1 option -> 'a2 option -> 'a3 option) -> 'a1 pmap_raw -> 'a2 pmap_raw
    -> 'a3 pmap_raw **)

let rec pmerge_raw f t1 t2 =
  match t1 with
  | PLeaf -> pomap_raw (compose (f None) (fun x -> Some x)) t2
  | PNode (o1, l1, r1) ->
    (match t2 with
     | PLeaf -> pomap_raw (compose (flip f None) (fun x -> Some x)) t1
     | PNode (o2, l2, r2) ->
       pNode' (diag_None f o1 o2) (pmerge_raw f l1 l2) (pmerge_raw f r1 r2))

type 'a pmap =
  'a pmap_raw
  (* singleton inductive, whose constructor was PMap *)

(** val pmap_car : 'a1 pmap -> 'a1 pmap_raw **)

let pmap_car p =
  p

(** val pempty : 'a1 pmap empty **)

let pempty =
  empty0 pempty_raw

(** val plookup : (positive, 'a1, 'a1 pmap) lookup **)

let plookup i m =
  lookup0 plookup_raw i (pmap_car m)

(** val ppartial_alter : (positive, 'a1, 'a1 pmap) partialAlter **)

let ppartial_alter f i m =
  partial_alter ppartial_alter_raw f i m

(** val pto_list : (positive, 'a1, 'a1 pmap) finMapToList **)

let pto_list m =
  pto_list_raw XH m []

(** val pmerge :
    (__ option -> __ option -> __ option) -> __ pmap -> __ pmap -> __ pmap **)

let pmerge =
  pmerge_raw

type ('k, 'a) gmap =
  'a pmap
  (* singleton inductive, whose constructor was GMap *)

(** val gmap_lookup :
    ('a1, 'a1) relDecision -> 'a1 countable -> ('a1, 'a2, ('a1, 'a2) gmap)
    lookup **)

let gmap_lookup _ h i pat =
  lookup0 plookup (h.encode i) pat

(** val gmap_empty :
    ('a1, 'a1) relDecision -> 'a1 countable -> ('a1, 'a2) gmap empty **)

let gmap_empty _ _ =
  empty0 pempty

(** val gmap_partial_alter :
    ('a1, 'a1) relDecision -> 'a1 countable -> ('a1, 'a2, ('a1, 'a2) gmap)
    partialAlter **)

let gmap_partial_alter _ h f i pat =
  partial_alter ppartial_alter f (h.encode i) pat

(** val gmap_merge :
    ('a1, 'a1) relDecision -> 'a1 countable -> (__ option -> __ option -> __
    option) -> ('a1, __) gmap -> ('a1, __) gmap -> ('a1, __) gmap **)

let gmap_merge _ _ f pat pat0 =
  merge0 (fun _ _ _ -> pmerge) f pat pat0

(** val gmap_to_list :
    ('a1, 'a1) relDecision -> 'a1 countable -> ('a1, 'a2, ('a1, 'a2) gmap)
    finMapToList **)

let gmap_to_list _ h pat =
  omap (Obj.magic (fun _ _ -> list_omap)) (fun pat0 ->
    let (i, x) = pat0 in
    fmap (Obj.magic (fun _ _ -> option_fmap)) (fun x0 -> (x0, x)) (h.decode i))
    (map_to_list (Obj.magic pto_list) pat)

type 'k gset = ('k, unit) gmap mapset'

(** val gset_empty :
    ('a1, 'a1) relDecision -> 'a1 countable -> 'a1 gset empty **)

let gset_empty eqDecision0 h =
  mapset_empty (fun _ -> gmap_empty eqDecision0 h)

(** val gset_singleton :
    ('a1, 'a1) relDecision -> 'a1 countable -> ('a1, 'a1 gset) singleton **)

let gset_singleton eqDecision0 h =
  mapset_singleton (fun _ -> gmap_empty eqDecision0 h)
    (Obj.magic (fun _ -> gmap_partial_alter eqDecision0 h))

(** val gset_union :
    ('a1, 'a1) relDecision -> 'a1 countable -> 'a1 gset union **)

let gset_union eqDecision0 h =
  mapset_union (Obj.magic (fun _ _ _ -> gmap_merge eqDecision0 h))

(** val gset_elem_of_dec :
    ('a1, 'a1) relDecision -> 'a1 countable -> ('a1, 'a1 gset) relDecision **)

let gset_elem_of_dec eqDecision0 h =
  mapset_elem_of_dec (Obj.magic (fun _ -> gmap_lookup eqDecision0 h))

type key = bool list

(** val root : key **)

let root =
  []

(** val heading : key -> key -> bool option **)

let rec heading k = function
| [] -> (match k with
         | [] -> None
         | d :: _ -> Some d)
| b' :: k'0 ->
  (match k with
   | [] -> None
   | b :: k0 ->
     if decide (decide_rel bool_eq_dec b b') then heading k0 k'0 else None)

(** val rank : key -> n **)

let rank k =
  foldl (fun n0 b -> if b then N.succ_double n0 else N.double n0) (Npos XH) k

type byte = char

type bytes = byte list

(** val side : bool -> ('a1 * 'a1) -> 'a1 **)

let side d p =
  if d then snd p else fst p

(** val set_side : bool -> 'a1 -> ('a1 * 'a1) -> 'a1 * 'a1 **)

let set_side d x p =
  if d then ((fst p), x) else (x, (snd p))

type edge = { e_key : key; e_digest : bytes; e_blum : bool }

type datum = bytes option

type value =
| Data of datum
| Merkle of (edge option * edge option)

type application = n -> bytes -> datum list -> (datum list * bytes) option

type stamp = n * n

type element = ((key * value) * stamp) * n

(** val el_key : element -> key **)

let el_key x =
  fst (fst (fst x))

(** val el_value : element -> value **)

let el_value x =
  snd (fst (fst x))

(** val el_stamp : element -> stamp **)

let el_stamp x =
  snd (fst x)

(** val el_tid : element -> n **)

let el_tid =
  snd

(** val el_epoch : element -> n **)

let el_epoch x =
  fst (el_stamp x)

(** val edge_eq_dec : (edge, edge) relDecision **)

let edge_eq_dec x y =
  let { e_key = e_key0; e_digest = e_digest0; e_blum = e_blum0 } = x in
  let { e_key = e_key1; e_digest = e_digest1; e_blum = e_blum1 } = y in
  if decide_rel (list_eq_dec0 bool_eq_dec) e_key0 e_key1
  then if decide_rel (list_eq_dec0 ascii_eq_dec) e_digest0 e_digest1
       then decide_rel bool_eq_dec e_blum0 e_blum1
       else false
  else false

(** val value_eq_dec : (value, value) relDecision **)

let value_eq_dec x y =
  match x with
  | Data v ->
    (match y with
     | Data v0 -> decide_rel (option_eq_dec (list_eq_dec0 ascii_eq_dec)) v v0
     | Merkle _ -> false)
  | Merkle ends ->
    (match y with
     | Data _ -> false
     | Merkle ends0 ->
       decide_rel
         (prod_eq_dec (option_eq_dec edge_eq_dec) (option_eq_dec edge_eq_dec))
         ends ends0)

(** val element_eq_dec : (element, element) relDecision **)

let element_eq_dec =
  prod_eq_dec
    (prod_eq_dec (prod_eq_dec (list_eq_dec0 bool_eq_dec) value_eq_dec)
      (prod_eq_dec n_eq_dec n_eq_dec)) n_eq_dec

(** val no_digest : bytes **)

let no_digest =
  replicate (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S O)))))))))))))))))))))))))))))))) zero

(** val initial : n -> key -> value **)

let initial depth0 k =
  if decide (decide_rel n_lt_dec (N.of_nat (length k)) depth0)
  then Merkle (None, None)
  else Data None

(** val fits : n -> key -> value -> bool **)

let fits depth0 k = function
| Data _ -> bool_decide (decide_rel n_eq_dec (N.of_nat (length k)) depth0)
| Merkle _ -> bool_decide (decide_rel n_lt_dec (N.of_nat (length k)) depth0)

(** val stamp_lt_dec : stamp -> stamp -> decision **)

let stamp_lt_dec t t' =
  or_dec (decide_rel n_lt_dec (fst t) (fst t'))
    (and_dec (decide_rel n_eq_dec (fst t) (fst t'))
      (decide_rel n_lt_dec (snd t) (snd t')))

type 'acc multiset_hash = { mh_eq : ('acc, 'acc) relDecision; mh_zero : 
                            'acc; mh_plus : ('acc -> 'acc -> 'acc);
                            mh_element : (n -> element -> 'acc) }

type 'acc tally = { t_sum : 'acc; t_count : n }

(** val limit32 : n **)

let limit32 =
  Npos (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO
    (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO
    XH))))))))))))))))))))))))))))))))

(** val limit64 : n **)

let limit64 =
  Npos (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO
    (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO
    (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO
    (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO
    XH))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))

(** val tally_zero : 'a1 multiset_hash -> 'a1 tally **)

let tally_zero m =
  { t_sum = m.mh_zero; t_count = N0 }

(** val tally_plus :
    'a1 multiset_hash -> 'a1 tally -> 'a1 tally -> 'a1 tally **)

let tally_plus m x y =
  { t_sum = (m.mh_plus x.t_sum y.t_sum); t_count =
    (N.add x.t_count y.t_count) }

(** val tally_one : 'a1 multiset_hash -> n -> element -> 'a1 tally **)

let tally_one m e x =
  { t_sum = (m.mh_element e x); t_count = (Npos XH) }

(** val tally_insert :
    'a1 multiset_hash -> n -> element -> 'a1 tally -> 'a1 tally option **)

let tally_insert m e x t =
  if decide (decide_rel n_lt_dec (N.add t.t_count (Npos XH)) limit32)
  then Some (tally_plus m (tally_one m e x) t)
  else None

(** val prf_sum_hash : z -> (n -> element -> z) -> z multiset_hash **)

let prf_sum_hash bits prf =
  { mh_eq = Coq_Z.eq_dec; mh_zero = Z0; mh_plus = (fun x y ->
    Z.modulo (Z.add x y) (Z.pow (Zpos (XO XH)) bits)); mh_element =
    (fun e y -> Z.modulo (prf e y) (Z.pow (Zpos (XO XH)) bits)) }

type operand =
| Here of n
| Missing of key * n

type entry =
| AddM of key * value * n * n
| AddB of key * value * n * stamp * n
| EvictM of n * n
| EvictB of n * stamp
| EvictBM of n * n * stamp
| NextEpoch
| VerifyEpoch
| Run of n * operand list * bytes
| Remove of n * n

type refusal =
| Slot_out_of_range
| Slot_empty
| Slot_full
| Same_slot
| Not_merkle
| Not_data
| Not_descendant
| Value_not_initial
| Value_does_not_fit
| Wrong_digest
| In_blum
| Child_in_cache
| Edge_elsewhere
| Has_children
| Wrong_parent
| Root_key
| Epoch_already_verified
| Counter_overflow
| Count_overflow
| Epoch_overflow
| Not_later
| Added_by_merkle
| Added_by_blum
| Epoch_not_over
| Bad_call
| Not_absent
| Not_in_cache
| Value_too_large
| Index_overflow
| Still_needed
| Thread_failed
| No_such_thread

type 'a outcome =
| Ok of 'a
| Refused of refusal

(** val outcome_bind : (__ -> __ outcome) -> __ outcome -> __ outcome **)

let outcome_bind f = function
| Ok a -> f a
| Refused why -> Refused why

(** val need : decision -> refusal -> unit outcome **)

let need h why =
  if decide h then Ok () else Refused why

(** val some : 'a1 option -> refusal -> 'a1 outcome **)

let some m why =
  match m with
  | Some a -> Ok a
  | None -> Refused why

type how =
| MAdd
| BAdd

(** val how_eq_dec : (how, how) relDecision **)

let how_eq_dec x y =
  match x with
  | MAdd -> (match y with
             | MAdd -> true
             | BAdd -> false)
  | BAdd -> (match y with
             | MAdd -> false
             | BAdd -> true)

type slot = { s_key : key; s_value : value; s_how : how;
              s_child : (n option * n option); s_parent : (n * bool) option }

type 'acc thread = { t_self : n; t_slots : (n, slot) gmap; t_clock : 
                     stamp; t_lek : key; t_added : (n, 'acc tally) gmap;
                     t_evicted : (n, 'acc tally) gmap; t_next : n; t_index : 
                     n }

type 'acc config = { store_size : n; n_threads : n; depth : n;
                     functions : application; first_root : value;
                     first_epoch : n; digest : (value -> bytes);
                     mh : 'acc multiset_hash }

(** val with_slots : 'a1 thread -> (n, slot) gmap -> 'a1 thread **)

let with_slots st slots =
  { t_self = st.t_self; t_slots = slots; t_clock = st.t_clock; t_lek =
    st.t_lek; t_added = st.t_added; t_evicted = st.t_evicted; t_next =
    st.t_next; t_index = st.t_index }

(** val with_value : slot -> value -> slot **)

let with_value sl v =
  { s_key = sl.s_key; s_value = v; s_how = sl.s_how; s_child = sl.s_child;
    s_parent = sl.s_parent }

(** val with_parent : slot -> (n * bool) option -> slot **)

let with_parent sl p =
  { s_key = sl.s_key; s_value = sl.s_value; s_how = sl.s_how; s_child =
    sl.s_child; s_parent = p }

(** val adopt : slot -> value -> bool -> n option -> slot **)

let adopt sl v d child =
  { s_key = sl.s_key; s_value = v; s_how = sl.s_how; s_child =
    (set_side d child sl.s_child); s_parent = sl.s_parent }

(** val point : (edge option * edge option) -> bool -> edge -> value **)

let point ends d c =
  Merkle (set_side d (Some c) ends)

(** val relink : n option -> n -> bool -> (n, slot) gmap -> (n, slot) gmap **)

let relink child s d slots =
  match child with
  | Some s2 ->
    alter0 (map_alter (gmap_partial_alter n_eq_dec n_countable)) (fun sl2 ->
      with_parent sl2 (Some (s, d))) s2 slots
  | None -> slots

(** val advance : 'a1 thread -> stamp -> stamp * key **)

let advance st t =
  if decide (stamp_lt_dec st.t_clock t)
  then (t, root)
  else (st.t_clock, st.t_lek)

(** val tally_in : 'a1 config -> (n, 'a1 tally) gmap -> n -> 'a1 tally **)

let tally_in cfg m e =
  from_option (Obj.magic id) (tally_zero cfg.mh)
    (lookup0 (gmap_lookup n_eq_dec n_countable) e m)

(** val full : 'a1 config -> 'a1 thread -> n -> slot outcome **)

let full cfg st s =
  mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun _ ->
    some (lookup0 (gmap_lookup n_eq_dec n_countable) s st.t_slots) Slot_empty)
    (Obj.magic need (decide_rel n_lt_dec s cfg.store_size) Slot_out_of_range)

(** val vacant : 'a1 config -> 'a1 thread -> n -> unit outcome **)

let vacant cfg st s =
  mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun _ ->
    need
      (option_eq_None_dec
        (lookup0 (gmap_lookup n_eq_dec n_countable) s st.t_slots)) Slot_full)
    (need (decide_rel n_lt_dec s cfg.store_size) Slot_out_of_range)

(** val ends_of : slot -> (edge option * edge option) outcome **)

let ends_of sl =
  match sl.s_value with
  | Data _ -> Refused Not_merkle
  | Merkle ends -> Ok ends

(** val add_merkle :
    'a1 config -> 'a1 thread -> key -> value -> n -> n -> 'a1 thread outcome **)

let add_merkle cfg st k v s s' =
  mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun sl' ->
    mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun _ ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun ends ->
        mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun d ->
          mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun _ ->
            let fresh = { e_key = k; e_digest = no_digest; e_blum = false } in
            (match side d ends with
             | Some c ->
               if decide (decide_rel (list_eq_dec0 bool_eq_dec) c.e_key k)
               then mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun _ ->
                      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun _ ->
                        mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun _ ->
                          Ok
                          (with_slots st
                            (insert0
                              (map_insert
                                (gmap_partial_alter n_eq_dec n_countable)) s
                              { s_key = k; s_value = v; s_how = MAdd;
                              s_child = (None, None); s_parent = (Some (s',
                              d)) }
                              (insert0
                                (map_insert
                                  (gmap_partial_alter n_eq_dec n_countable))
                                s' (adopt sl' sl'.s_value d (Some s))
                                st.t_slots))))
                          (Obj.magic need
                            (option_eq_None_dec (side d sl'.s_child))
                            Child_in_cache))
                        (Obj.magic need
                          (decide_rel bool_eq_dec c.e_blum false) In_blum))
                      (Obj.magic need
                        (decide_rel (list_eq_dec0 ascii_eq_dec) c.e_digest
                          (cfg.digest v)) Wrong_digest)
               else mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun _ ->
                      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun d2 ->
                        match v with
                        | Data _ -> Refused Not_merkle
                        | Merkle none ->
                          let old = side d sl'.s_child in
                          Ok
                          (with_slots st
                            (insert0
                              (map_insert
                                (gmap_partial_alter n_eq_dec n_countable)) s
                              { s_key = k; s_value = (point none d2 c);
                              s_how = MAdd; s_child =
                              (set_side d2 old (None, None)); s_parent =
                              (Some (s', d)) }
                              (insert0
                                (map_insert
                                  (gmap_partial_alter n_eq_dec n_countable))
                                s'
                                (adopt sl' (point ends d fresh) d (Some s))
                                (relink old s d2 st.t_slots)))))
                        (some (Obj.magic heading c.e_key k) Edge_elsewhere))
                      (Obj.magic need
                        (decide_rel value_eq_dec v (initial cfg.depth k))
                        Value_not_initial)
             | None ->
               mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun _ ->
                 mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun _ -> Ok
                   (with_slots st
                     (insert0
                       (map_insert (gmap_partial_alter n_eq_dec n_countable))
                       s { s_key = k; s_value = v; s_how = MAdd; s_child =
                       (None, None); s_parent = (Some (s', d)) }
                       (insert0
                         (map_insert
                           (gmap_partial_alter n_eq_dec n_countable)) s'
                         (adopt sl' (point ends d fresh) d (Some s))
                         st.t_slots))))
                   (Obj.magic need (option_eq_None_dec (side d sl'.s_child))
                     Child_in_cache))
                 (Obj.magic need
                   (decide_rel value_eq_dec v (initial cfg.depth k))
                   Value_not_initial)))
            (Obj.magic need
              (decide_rel bool_eq_dec (fits cfg.depth k v) true)
              Value_does_not_fit))
          (some (Obj.magic heading k sl'.s_key) Not_descendant))
        (Obj.magic ends_of sl')) (Obj.magic vacant cfg st s))
    (Obj.magic full cfg st s')

(** val evict_merkle :
    'a1 config -> 'a1 thread -> n -> n -> 'a1 thread outcome **)

let evict_merkle cfg st s s' =
  mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun _ ->
    mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun sl ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun sl' ->
        mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun ends ->
          mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun d ->
            mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun _ ->
              mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun c ->
                mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun _ ->
                  mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun _ -> Ok
                    (with_slots st
                      (delete0
                        (map_delete (gmap_partial_alter n_eq_dec n_countable))
                        s
                        (insert0
                          (map_insert
                            (gmap_partial_alter n_eq_dec n_countable)) s'
                          (adopt sl'
                            (point (Obj.magic ends) d { e_key = sl.s_key;
                              e_digest = (cfg.digest sl.s_value); e_blum =
                              false }) d None) st.t_slots))))
                    (match sl.s_parent with
                     | Some p ->
                       Obj.magic need
                         (decide_rel (prod_eq_dec n_eq_dec bool_eq_dec) p
                           (s', d)) Wrong_parent
                     | None ->
                       Obj.magic need
                         (option_eq_None_dec (side d sl'.s_child))
                         Child_in_cache))
                  (Obj.magic need
                    (decide_rel (list_eq_dec0 bool_eq_dec) c.e_key sl.s_key)
                    Edge_elsewhere)) (some (side d ends) Edge_elsewhere))
              (Obj.magic need
                (decide_rel
                  (prod_eq_dec (option_eq_dec n_eq_dec)
                    (option_eq_dec n_eq_dec)) sl.s_child (None, None))
                Has_children))
            (some (Obj.magic heading sl.s_key sl'.s_key) Not_descendant))
          (Obj.magic ends_of sl')) (Obj.magic full cfg st s'))
      (Obj.magic full cfg st s))
    (Obj.magic need (not_dec (decide_rel n_eq_dec s s')) Same_slot)

(** val add_blum :
    'a1 config -> 'a1 thread -> key -> value -> n -> (n * n) -> n -> 'a1
    thread outcome **)

let add_blum cfg st k v s t tid =
  mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun _ ->
    mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun _ ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun _ ->
        mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun _ ->
          mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun _ ->
            mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun sum0 ->
              let (clock, lek) =
                advance st ((fst t), (N.add (snd t) (Npos XH)))
              in
              Ok { t_self = st.t_self; t_slots =
              (insert0 (map_insert (gmap_partial_alter n_eq_dec n_countable))
                s { s_key = k; s_value = v; s_how = BAdd; s_child = (None,
                None); s_parent = None } st.t_slots); t_clock = clock;
              t_lek = lek; t_added =
              (insert0 (map_insert (gmap_partial_alter n_eq_dec n_countable))
                (fst t) sum0 st.t_added); t_evicted = st.t_evicted; t_next =
              st.t_next; t_index = st.t_index })
              (some
                (Obj.magic tally_insert cfg.mh (fst t) (((k, v), t), tid)
                  (tally_in cfg st.t_added (fst t))) Count_overflow))
            (Obj.magic need
              (decide_rel n_lt_dec (N.add (snd t) (Npos XH)) limit32)
              Counter_overflow))
          (Obj.magic need (decide_rel n_le_dec st.t_next (fst t))
            Epoch_already_verified))
        (Obj.magic need (decide_rel bool_eq_dec (fits cfg.depth k v) true)
          Value_does_not_fit)) (Obj.magic vacant cfg st s))
    (Obj.magic need (not_dec (list_eq_nil_dec k)) Root_key)

(** val leave_to_blum :
    'a1 config -> 'a1 thread -> slot -> n -> (n, slot) gmap -> stamp -> 'a1
    thread outcome **)

let leave_to_blum cfg st sl s slots t =
  mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun _ ->
    mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun _ ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun _ ->
        mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun _ ->
          mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun sum0 -> Ok
            { t_self = st.t_self; t_slots =
            (delete0 (map_delete (gmap_partial_alter n_eq_dec n_countable)) s
              slots); t_clock = t; t_lek = sl.s_key; t_added = st.t_added;
            t_evicted =
            (insert0 (map_insert (gmap_partial_alter n_eq_dec n_countable))
              (fst t) sum0 st.t_evicted); t_next = st.t_next; t_index =
            st.t_index })
            (some
              (Obj.magic tally_insert cfg.mh (fst t) (((sl.s_key,
                sl.s_value), t), st.t_self)
                (tally_in cfg st.t_evicted (fst t))) Count_overflow))
          (Obj.magic need
            (decide_rel
              (prod_eq_dec (option_eq_dec n_eq_dec) (option_eq_dec n_eq_dec))
              sl.s_child (None, None)) Has_children))
        (Obj.magic need
          (or_dec (stamp_lt_dec st.t_clock t)
            (and_dec
              (decide_rel (prod_eq_dec n_eq_dec n_eq_dec) st.t_clock t)
              (decide_rel n_lt_dec (rank st.t_lek) (rank sl.s_key))))
          Not_later))
      (Obj.magic need
        (and_dec (decide_rel n_lt_dec (fst t) limit64)
          (decide_rel n_lt_dec (snd t) limit32)) Counter_overflow))
    (Obj.magic need (not_dec (list_eq_nil_dec sl.s_key)) Root_key)

(** val evict_blum :
    'a1 config -> 'a1 thread -> n -> stamp -> 'a1 thread outcome **)

let evict_blum cfg st s t =
  mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun sl ->
    mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun _ ->
      leave_to_blum cfg st sl s st.t_slots t)
      (Obj.magic need (decide_rel how_eq_dec sl.s_how BAdd) Added_by_merkle))
    (Obj.magic full cfg st s)

(** val evict_merkle_to_blum :
    'a1 config -> 'a1 thread -> n -> n -> stamp -> 'a1 thread outcome **)

let evict_merkle_to_blum cfg st s s' t =
  mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun _ ->
    mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun sl ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun sl' ->
        mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun _ ->
          mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun ends ->
            mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun d ->
              mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun c ->
                mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun _ ->
                  mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun _ ->
                    mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun _ ->
                      leave_to_blum cfg st sl s
                        (insert0
                          (map_insert
                            (gmap_partial_alter n_eq_dec n_countable)) s'
                          (adopt sl'
                            (point (Obj.magic ends) d { e_key = sl.s_key;
                              e_digest = c.e_digest; e_blum = true }) d None)
                          st.t_slots) t)
                      (Obj.magic need
                        (decide_rel
                          (option_eq_dec (prod_eq_dec n_eq_dec bool_eq_dec))
                          sl.s_parent (Some (s', d))) Wrong_parent))
                    (Obj.magic need (decide_rel bool_eq_dec c.e_blum false)
                      In_blum))
                  (Obj.magic need
                    (decide_rel (list_eq_dec0 bool_eq_dec) c.e_key sl.s_key)
                    Edge_elsewhere)) (some (side d ends) Edge_elsewhere))
              (some (Obj.magic heading sl.s_key sl'.s_key) Not_descendant))
            (Obj.magic ends_of sl'))
          (Obj.magic need (decide_rel how_eq_dec sl.s_how MAdd) Added_by_blum))
        (Obj.magic full cfg st s')) (Obj.magic full cfg st s))
    (Obj.magic need (not_dec (decide_rel n_eq_dec s s')) Same_slot)

(** val next_epoch : 'a1 thread -> 'a1 thread outcome **)

let next_epoch st =
  mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun _ -> Ok { t_self =
    st.t_self; t_slots = st.t_slots; t_clock =
    ((N.add (fst st.t_clock) (Npos XH)), N0); t_lek = root; t_added =
    st.t_added; t_evicted = st.t_evicted; t_next = st.t_next; t_index =
    st.t_index })
    (Obj.magic need
      (decide_rel n_lt_dec (N.add (fst st.t_clock) (Npos XH)) limit64)
      Epoch_overflow)

(** val verify_epoch : 'a1 thread -> 'a1 thread outcome **)

let verify_epoch st =
  mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun _ -> Ok { t_self =
    st.t_self; t_slots = st.t_slots; t_clock = st.t_clock; t_lek = st.t_lek;
    t_added = st.t_added; t_evicted = st.t_evicted; t_next =
    (N.add st.t_next (Npos XH)); t_index = st.t_index })
    (Obj.magic need (decide_rel n_lt_dec st.t_next (fst st.t_clock))
      Epoch_not_over)

(** val data_of : slot -> datum outcome **)

let data_of sl =
  match sl.s_value with
  | Data v -> Ok v
  | Merkle _ -> Refused Not_data

(** val leads_past : edge option -> key -> bool **)

let leads_past c k =
  match c with
  | Some c0 ->
    (&&)
      (bool_decide
        (not_dec (decide_rel (list_eq_dec0 bool_eq_dec) c0.e_key k)))
      (bool_decide (option_eq_None_dec (heading k c0.e_key)))
  | None -> true

(** val read_operand :
    'a1 config -> 'a1 thread -> operand -> (key * datum) outcome **)

let read_operand cfg st = function
| Here s ->
  mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun sl ->
    mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v -> Ok (sl.s_key, v))
      (Obj.magic data_of sl)) (Obj.magic full cfg st s)
| Missing (k, s) ->
  mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun sl ->
    mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun ends ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun d ->
        mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun _ ->
          mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun _ -> Ok (k, None))
            (Obj.magic need
              (decide_rel bool_eq_dec (leads_past (side d ends) k) true)
              Not_absent))
          (Obj.magic need
            (decide_rel bool_eq_dec (fits cfg.depth k (Data None)) true)
            Not_data)) (some (Obj.magic heading k sl.s_key) Not_descendant))
      (Obj.magic ends_of sl)) (Obj.magic full cfg st s)

(** val read_operands :
    'a1 config -> 'a1 thread -> operand list -> (key * datum) list outcome **)

let rec read_operands cfg st = function
| [] -> Ok []
| o :: ops0 ->
  mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun x ->
    mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun l -> Ok (x :: l))
      (read_operands cfg st ops0)) (Obj.magic read_operand cfg st o)

(** val slot_of : operand -> n option **)

let slot_of = function
| Here s -> Some s
| Missing (_, _) -> None

(** val writable : (operand * datum) -> bool **)

let writable = function
| (o, d) ->
  (match o with
   | Here _ -> true
   | Missing (_, _) -> (match d with
                        | Some _ -> false
                        | None -> true))

(** val short : datum -> bool **)

let short = function
| Some l ->
  bool_decide
    (decide_rel n_lt_dec (N.of_nat (length l)) (Npos (XO (XO (XO (XO (XO (XO
      (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO XH))))))))))))))))))
| None -> true

(** val write_operand :
    (n, slot) gmap -> (operand * datum) -> (n, slot) gmap **)

let write_operand slots w =
  match fst w with
  | Here s ->
    alter0 (map_alter (gmap_partial_alter n_eq_dec n_countable)) (fun sl ->
      with_value sl (Data (snd w))) s slots
  | Missing (_, _) -> slots

(** val evaluate :
    'a1 config -> 'a1 thread -> n -> operand list -> bytes -> ((key * datum)
    list * (datum list * bytes)) outcome **)

let evaluate cfg st f ops a =
  mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun _ ->
    mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun olds ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun _ ->
        mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun y ->
          mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun _ ->
            mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun _ ->
              mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun _ -> Ok
                ((Obj.magic olds), y))
                (Obj.magic need
                  (decide_rel bool_eq_dec (forallb short (fst y)) true)
                  Value_too_large))
              (Obj.magic need
                (decide_rel bool_eq_dec
                  (forallb writable
                    (zip_with (fun x x0 -> (x, x0)) ops (fst y))) true)
                Not_in_cache))
            (Obj.magic need
              (decide_rel Coq_Nat.eq_dec (length (fst y)) (length ops))
              Bad_call))
          (some
            (Obj.magic cfg.functions f a
              (fmap (Obj.magic (fun _ _ -> list_fmap)) snd olds)) Bad_call))
        (Obj.magic need
          (noDup_dec (Obj.magic n_eq_dec)
            (omap (Obj.magic (fun _ _ -> list_omap)) slot_of ops)) Same_slot))
      (Obj.magic read_operands cfg st ops))
    (Obj.magic need
      (decide_rel n_lt_dec (N.add st.t_index (Npos XH)) limit64)
      Index_overflow)

(** val answered : 'a1 thread -> (n, slot) gmap -> 'a1 thread **)

let answered st slots =
  { t_self = st.t_self; t_slots = slots; t_clock = st.t_clock; t_lek =
    st.t_lek; t_added = st.t_added; t_evicted = st.t_evicted; t_next =
    st.t_next; t_index = (N.add st.t_index (Npos XH)) }

(** val run_function :
    'a1 config -> 'a1 thread -> n -> operand list -> bytes -> 'a1 thread
    outcome **)

let run_function cfg st f ops a =
  mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun y -> Ok
    (answered st
      (foldl write_operand st.t_slots
        (zip_with (fun x x0 -> (x, x0)) ops (fst (snd y))))))
    (Obj.magic evaluate cfg st f ops a)

(** val merge1 :
    'a1 thread -> n -> n -> slot -> slot -> (edge option * edge option) ->
    bool -> bool -> edge -> 'a1 thread outcome **)

let merge1 st s s' sl sl' ends d d2 c2 =
  mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun _ ->
    let old = side d2 sl.s_child in
    Ok
    (with_slots st
      (delete0 (map_delete (gmap_partial_alter n_eq_dec n_countable)) s
        (insert0 (map_insert (gmap_partial_alter n_eq_dec n_countable)) s'
          (adopt sl' (point ends d c2) d old) (relink old s' d st.t_slots)))))
    (Obj.magic need (option_eq_None_dec (side (negb d2) sl.s_child))
      Has_children)

(** val remove : 'a1 config -> 'a1 thread -> n -> n -> 'a1 thread outcome **)

let remove cfg st s s' =
  mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun _ ->
    mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun sl ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun sl' ->
        mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun ends ->
          mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun d ->
            mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun c ->
              mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun _ ->
                mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun _ ->
                  if decide
                       (decide_rel value_eq_dec sl.s_value
                         (initial cfg.depth sl.s_key))
                  then mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun _ ->
                         Ok
                         (with_slots st
                           (delete0
                             (map_delete
                               (gmap_partial_alter n_eq_dec n_countable)) s
                             (insert0
                               (map_insert
                                 (gmap_partial_alter n_eq_dec n_countable))
                               s'
                               (adopt sl' (Merkle
                                 (set_side d None (Obj.magic ends))) d None)
                               st.t_slots))))
                         (Obj.magic need
                           (decide_rel
                             (prod_eq_dec (option_eq_dec n_eq_dec)
                               (option_eq_dec n_eq_dec)) sl.s_child (None,
                             None)) Has_children)
                  else (match initial cfg.depth sl.s_key with
                        | Data _ -> Refused Still_needed
                        | Merkle _ ->
                          (match sl.s_value with
                           | Data _ -> Refused Still_needed
                           | Merkle ends1 ->
                             let (o, o0) = ends1 in
                             (match o with
                              | Some c2 ->
                                (match o0 with
                                 | Some _ -> Refused Still_needed
                                 | None ->
                                   merge1 st s s' sl sl' (Obj.magic ends) d
                                     false c2)
                              | None ->
                                (match o0 with
                                 | Some c2 ->
                                   merge1 st s s' sl sl' (Obj.magic ends) d
                                     true c2
                                 | None -> Refused Still_needed)))))
                  (match sl.s_parent with
                   | Some p ->
                     Obj.magic need
                       (decide_rel (prod_eq_dec n_eq_dec bool_eq_dec) p (s',
                         d)) Wrong_parent
                   | None ->
                     Obj.magic need (option_eq_None_dec (side d sl'.s_child))
                       Child_in_cache))
                (Obj.magic need
                  (decide_rel (list_eq_dec0 bool_eq_dec) c.e_key sl.s_key)
                  Edge_elsewhere)) (some (side d ends) Edge_elsewhere))
            (some (Obj.magic heading sl.s_key sl'.s_key) Not_descendant))
          (Obj.magic ends_of sl')) (Obj.magic full cfg st s'))
      (Obj.magic full cfg st s))
    (Obj.magic need (not_dec (decide_rel n_eq_dec s s')) Same_slot)

(** val step : 'a1 config -> 'a1 thread -> entry -> 'a1 thread outcome **)

let step cfg st = function
| AddM (k, v, s, s') -> add_merkle cfg st k v s s'
| AddB (k, v, s, t, tid) -> add_blum cfg st k v s t tid
| EvictM (s, s') -> evict_merkle cfg st s s'
| EvictB (s, t) -> evict_blum cfg st s t
| EvictBM (s, s', t) -> evict_merkle_to_blum cfg st s s' t
| NextEpoch -> next_epoch st
| VerifyEpoch -> verify_epoch st
| Run (f, ops, a) -> run_function cfg st f ops a
| Remove (s, s') -> remove cfg st s s'

(** val first_slots : value -> n -> (n, slot) gmap **)

let first_slots top i =
  if decide (decide_rel n_eq_dec i N0)
  then singletonM0
         (map_singleton (gmap_partial_alter n_eq_dec n_countable)
           (gmap_empty n_eq_dec n_countable)) N0 { s_key = root; s_value =
         top; s_how = MAdd; s_child = (None, None); s_parent = None }
  else empty0 (gmap_empty n_eq_dec n_countable)

(** val init_thread : 'a1 config -> n -> 'a1 thread **)

let init_thread cfg i =
  { t_self = i; t_slots = (first_slots cfg.first_root i); t_clock =
    (cfg.first_epoch, N0); t_lek = root; t_added =
    (empty0 (gmap_empty n_eq_dec n_countable)); t_evicted =
    (empty0 (gmap_empty n_eq_dec n_countable)); t_next = cfg.first_epoch;
    t_index = N0 }

type receipt = { r_tid : n; r_stamp : stamp; r_index : n; r_function : 
                 n; r_argument : bytes; r_keys : key list; r_result : 
                 bytes }

(** val r_epoch : receipt -> n **)

let r_epoch r =
  fst r.r_stamp

type moment = (stamp * n) * n

(** val moment_lt_dec : moment -> moment -> decision **)

let moment_lt_dec p q =
  or_dec (stamp_lt_dec (fst (fst p)) (fst (fst q)))
    (and_dec (decide_rel n_eq_dec (fst (fst (fst p))) (fst (fst (fst q))))
      (and_dec (decide_rel n_eq_dec (snd (fst (fst p))) (snd (fst (fst q))))
        (or_dec (decide_rel n_lt_dec (snd (fst p)) (snd (fst q)))
          (and_dec (decide_rel n_eq_dec (snd (fst p)) (snd (fst q)))
            (decide_rel n_lt_dec (snd p) (snd q))))))

type call =
| Feed of n * entry
| Certify

type 'acc status =
| Running of 'acc thread
| Stopped of 'acc thread * refusal

(** val state_of : 'a1 status -> 'a1 thread **)

let state_of = function
| Running st -> st
| Stopped (st, _) -> st

type 'acc aggregate = { a_added : 'acc tally; a_evicted : 'acc tally;
                        a_done : n gset }

type 'acc monitor = { m_threads : (n, 'acc status) gmap;
                      m_aggregates : (n, 'acc aggregate) gmap;
                      m_certified : n option }

(** val init_monitor : 'a1 monitor **)

let init_monitor =
  { m_threads = (empty0 (gmap_empty n_eq_dec n_countable)); m_aggregates =
    (empty0 (gmap_empty n_eq_dec n_countable)); m_certified = None }

(** val status_of : 'a1 config -> 'a1 monitor -> n -> 'a1 status **)

let status_of cfg m i =
  from_option (Obj.magic id) (Running (init_thread cfg i))
    (lookup0 (gmap_lookup n_eq_dec n_countable) i m.m_threads)

(** val thread_of : 'a1 config -> 'a1 monitor -> n -> 'a1 thread **)

let thread_of cfg m i =
  state_of (status_of cfg m i)

(** val aggregate_of : 'a1 config -> 'a1 monitor -> n -> 'a1 aggregate **)

let aggregate_of cfg m e =
  from_option (Obj.magic id) { a_added = (tally_zero cfg.mh); a_evicted =
    (tally_zero cfg.mh); a_done =
    (empty0 (gset_empty n_eq_dec n_countable)) }
    (lookup0 (gmap_lookup n_eq_dec n_countable) e m.m_aggregates)

(** val publish :
    'a1 config -> 'a1 monitor -> n -> 'a1 thread -> n -> (n, 'a1 aggregate)
    gmap **)

let publish cfg m i st e =
  let a = aggregate_of cfg m e in
  insert0 (map_insert (gmap_partial_alter n_eq_dec n_countable)) e
    { a_added = (tally_plus cfg.mh (tally_in cfg st.t_added e) a.a_added);
    a_evicted =
    (tally_plus cfg.mh (tally_in cfg st.t_evicted e) a.a_evicted); a_done =
    (union0 (gset_union n_eq_dec n_countable)
      (singleton0 (gset_singleton n_eq_dec n_countable) i) a.a_done) }
    m.m_aggregates

(** val feed :
    'a1 config -> 'a1 monitor -> n -> entry -> 'a1 monitor * refusal option **)

let feed cfg m i en =
  if decide (decide_rel n_lt_dec i cfg.n_threads)
  then (match status_of cfg m i with
        | Running st ->
          (match step cfg st en with
           | Ok st' ->
             ({ m_threads =
               (insert0
                 (map_insert (gmap_partial_alter n_eq_dec n_countable)) i
                 (Running st') m.m_threads); m_aggregates =
               (match en with
                | VerifyEpoch -> publish cfg m i st st.t_next
                | _ -> m.m_aggregates); m_certified = m.m_certified }, None)
           | Refused why ->
             ({ m_threads =
               (insert0
                 (map_insert (gmap_partial_alter n_eq_dec n_countable)) i
                 (Stopped (st, why)) m.m_threads); m_aggregates =
               m.m_aggregates; m_certified = m.m_certified }, (Some why)))
        | Stopped (_, _) -> (m, (Some Thread_failed)))
  else (m, (Some No_such_thread))

(** val all_threads : 'a1 config -> n list **)

let all_threads cfg =
  fmap (Obj.magic (fun _ _ -> list_fmap)) N.of_nat
    (Obj.magic seq O (N.to_nat cfg.n_threads))

(** val complete : 'a1 config -> 'a1 monitor -> n -> bool **)

let complete cfg m e =
  forallb (fun i ->
    bool_decide
      (decide_rel (gset_elem_of_dec n_eq_dec n_countable) i
        (aggregate_of cfg m e).a_done)) (all_threads cfg)

(** val agree : 'a1 config -> 'a1 monitor -> n -> bool **)

let agree cfg m e =
  let a = aggregate_of cfg m e in
  let x = cfg.mh.mh_eq in
  (&&)
    ((&&) (bool_decide (decide_rel x a.a_added.t_sum a.a_evicted.t_sum))
      (bool_decide
        (decide_rel n_eq_dec a.a_added.t_count a.a_evicted.t_count)))
    (bool_decide (decide_rel n_lt_dec a.a_added.t_count limit32))

(** val next_to_certify : 'a1 config -> 'a1 monitor -> n **)

let next_to_certify cfg m =
  match m.m_certified with
  | Some e -> N.add e (Npos XH)
  | None -> cfg.first_epoch

(** val can_certify : 'a1 config -> 'a1 monitor -> bool **)

let can_certify cfg m =
  (&&) (complete cfg m (next_to_certify cfg m))
    (agree cfg m (next_to_certify cfg m))

(** val certify_one : 'a1 config -> 'a1 monitor -> 'a1 monitor **)

let certify_one cfg m =
  { m_threads = m.m_threads; m_aggregates = m.m_aggregates; m_certified =
    (Some (next_to_certify cfg m)) }

(** val certify_loop : 'a1 config -> nat -> 'a1 monitor -> 'a1 monitor **)

let rec certify_loop cfg fuel m =
  match fuel with
  | O -> m
  | S fuel0 ->
    if can_certify cfg m
    then certify_loop cfg fuel0 (certify_one cfg m)
    else m

(** val certify : 'a1 config -> 'a1 monitor -> 'a1 monitor **)

let certify cfg m =
  certify_loop cfg (S
    (size0 (map_size (gmap_to_list n_eq_dec n_countable)) m.m_aggregates)) m

(** val receipt_of : 'a1 config -> 'a1 thread -> entry -> receipt option **)

let receipt_of cfg st = function
| Run (f, ops, a) ->
  (match evaluate cfg st f ops a with
   | Ok a0 ->
     let (olds, p) = a0 in
     let (_, result) = p in
     Some { r_tid = st.t_self; r_stamp = st.t_clock; r_index = st.t_index;
     r_function = f; r_argument = a; r_keys =
     (fmap (Obj.magic (fun _ _ -> list_fmap)) fst (Obj.magic olds));
     r_result = result }
   | Refused _ -> None)
| _ -> None

(** val perform : 'a1 config -> 'a1 monitor -> call -> 'a1 monitor **)

let perform cfg m = function
| Feed (i, en) -> fst (feed cfg m i en)
| Certify -> certify cfg m

(** val answer : 'a1 config -> 'a1 monitor -> call -> receipt option **)

let answer cfg m = function
| Feed (i, en) ->
  (match snd (feed cfg m i en) with
   | Some _ -> None
   | None -> receipt_of cfg (thread_of cfg m i) en)
| Certify -> None

(** val upd :
    ('a1, 'a1) relDecision -> ('a1 -> 'a2) -> 'a1 -> 'a2 -> 'a1 -> 'a2 **)

let upd eqDecision0 f a b x =
  if decide (decide_rel eqDecision0 x a) then b else f x

type 'acc event = { ev_tid : n; ev_pre : 'acc thread; ev_entry : entry;
                    ev_post : 'acc thread }

(** val time : 'a1 event -> stamp **)

let time x =
  x.ev_post.t_clock

(** val ev_receipt : 'a1 config -> 'a1 event -> receipt option **)

let ev_receipt cfg x =
  receipt_of cfg x.ev_pre x.ev_entry

(** val added : entry -> element option **)

let added = function
| AddB (k, v, _, t, tid) -> Some (((k, v), t), tid)
| _ -> None

(** val evicted : 'a1 thread -> entry -> element option **)

let evicted st = function
| EvictB (s, t) ->
  (match lookup0 (gmap_lookup n_eq_dec n_countable) s st.t_slots with
   | Some sl -> Some (((sl.s_key, sl.s_value), t), st.t_self)
   | None -> None)
| EvictBM (s, _, t) ->
  (match lookup0 (gmap_lookup n_eq_dec n_countable) s st.t_slots with
   | Some sl -> Some (((sl.s_key, sl.s_value), t), st.t_self)
   | None -> None)
| _ -> None

(** val ev_added : 'a1 event -> element option **)

let ev_added x =
  added x.ev_entry

(** val ev_evicted : 'a1 event -> element option **)

let ev_evicted x =
  evicted x.ev_pre x.ev_entry

(** val in_epoch : n -> element list -> element list **)

let in_epoch e l =
  filter0 (fun _ -> list_filter) (fun x ->
    decide_rel n_eq_dec (el_epoch x) e) l

(** val adds_in : n -> 'a1 event list -> element list **)

let adds_in e l =
  in_epoch e (omap (Obj.magic (fun _ _ -> list_omap)) ev_added (Obj.magic l))

(** val evicts_in : n -> 'a1 event list -> element list **)

let evicts_in e l =
  in_epoch e
    (omap (Obj.magic (fun _ _ -> list_omap)) ev_evicted (Obj.magic l))

(** val event_of : 'a1 config -> 'a1 monitor -> call -> 'a1 event option **)

let event_of cfg m = function
| Feed (i, en) ->
  (match snd (feed cfg m i en) with
   | Some _ -> None
   | None ->
     Some { ev_tid = i; ev_pre = (thread_of cfg m i); ev_entry = en;
       ev_post = (thread_of cfg (fst (feed cfg m i en)) i) })
| Certify -> None

(** val events : 'a1 config -> 'a1 monitor -> call list -> 'a1 event list **)

let rec events cfg m = function
| [] -> []
| c :: cs0 ->
  app (option_list (event_of cfg m c)) (events cfg (perform cfg m c) cs0)

(** val ev_moment : 'a1 event -> moment **)

let ev_moment x =
  (((time x), x.ev_tid), x.ev_pre.t_index)

(** val insert_event : 'a1 event -> 'a1 event list -> 'a1 event list **)

let rec insert_event x l = match l with
| [] -> x :: []
| y :: l' ->
  if decide (moment_lt_dec (ev_moment y) (ev_moment x))
  then y :: (insert_event x l')
  else x :: l

(** val clock_order : 'a1 event list -> 'a1 event list **)

let clock_order l =
  fold_right insert_event [] l

(** val upto : n -> 'a1 event list -> 'a1 event list **)

let upto e l =
  filter0 (fun _ -> list_filter) (fun x ->
    decide_rel n_le_dec (fst (time x)) e) l

(** val history : 'a1 config -> n -> 'a1 event list -> receipt list **)

let history cfg e l =
  omap (Obj.magic (fun _ _ -> list_omap)) (ev_receipt cfg)
    (Obj.magic upto e (clock_order l))

(** val touched : entry -> n list **)

let touched = function
| AddM (_, _, s, s') -> s' :: (s :: [])
| AddB (_, _, s, _, _) -> s :: []
| EvictM (_, s') -> s' :: []
| EvictBM (_, s', _) -> s' :: []
| Run (_, ops, _) ->
  omap (Obj.magic (fun _ _ -> list_omap)) slot_of (Obj.magic ops)
| Remove (_, s') -> s' :: []
| _ -> []

(** val track1 : (n, slot) gmap -> (key -> value) -> n -> key -> value **)

let track1 slots cur s =
  match lookup0 (gmap_lookup n_eq_dec n_countable) s slots with
  | Some sl -> upd (list_eq_dec0 bool_eq_dec) cur sl.s_key sl.s_value
  | None -> cur

(** val forget : 'a1 config -> 'a1 event -> (key -> value) -> key -> value **)

let forget cfg x cur =
  match x.ev_entry with
  | Remove (s, _) ->
    (match lookup0 (gmap_lookup n_eq_dec n_countable) s x.ev_pre.t_slots with
     | Some sl ->
       upd (list_eq_dec0 bool_eq_dec) cur sl.s_key
         (initial cfg.depth sl.s_key)
     | None -> cur)
  | _ -> cur

(** val track : 'a1 config -> (key -> value) -> 'a1 event -> key -> value **)

let track cfg cur x =
  forget cfg x (foldl (track1 x.ev_post.t_slots) cur (touched x.ev_entry))

(** val impostor :
    'a1 config -> (key -> value) -> 'a1 event -> (value * value) option **)

let impostor cfg cur x =
  match x.ev_entry with
  | AddM (k, v, _, _) ->
    if decide
         (and_dec (not_dec (decide_rel value_eq_dec v (cur k)))
           (decide_rel (list_eq_dec0 ascii_eq_dec) (cfg.digest v)
             (cfg.digest (cur k))))
    then Some (v, (cur k))
    else None
  | _ -> None

(** val find_impostor :
    'a1 config -> (key -> value) -> 'a1 event list -> (value * value) option **)

let rec find_impostor cfg cur = function
| [] -> None
| x :: l0 ->
  (match impostor cfg cur x with
   | Some w -> Some w
   | None -> find_impostor cfg (track cfg cur x) l0)

type verdict =
| Consistent of receipt list
| Value_collision of value * value
| Multiset_collision of n * element list * element list

(** val unbalanced : n -> 'a1 event list -> n option **)

let unbalanced e l =
  hd_error
    (filter0 (fun _ -> list_filter) (fun x ->
      not_dec
        (decide_rel (permutation_dec element_eq_dec) (adds_in x l)
          (evicts_in x l)))
      (fmap (Obj.magic (fun _ _ -> list_fmap)) N.of_nat
        (Obj.magic seq O (S (N.to_nat e)))))

(** val explain :
    'a1 config -> (key -> value) -> call list -> n -> verdict **)

let explain cfg base cs e =
  let e0 = events cfg init_monitor cs in
  (match unbalanced e e0 with
   | Some e' -> Multiset_collision (e', (adds_in e' e0), (evicts_in e' e0))
   | None ->
     (match find_impostor cfg base (upto e (clock_order e0)) with
      | Some p -> let (v1, v2) = p in Value_collision (v1, v2)
      | None -> Consistent (history cfg e e0)))

type complaint =
| Truncated
| Unknown_tag
| Bad_key
| Bad_flag
| Oversized

type 'a parsed =
| Parsed of 'a * bytes
| Malformed of complaint * bytes

type 'a codec = { print : ('a -> bytes); parse : (bytes -> 'a parsed) }

(** val print : 'a1 codec -> 'a1 -> bytes **)

let print c =
  c.print

(** val parse : 'a1 codec -> bytes -> 'a1 parsed **)

let parse c =
  c.parse

(** val any_byte : byte codec **)

let any_byte =
  { print = (fun b -> b :: []); parse = (fun bs ->
    match bs with
    | [] -> Malformed (Truncated, [])
    | b :: bs0 -> Parsed (b, bs0)) }

(** val nothing : unit codec **)

let nothing =
  { print = (fun _ -> []); parse = (fun bs -> Parsed ((), bs)) }

(** val pair : 'a1 codec -> 'a2 codec -> ('a1 * 'a2) codec **)

let pair c d =
  { print = (fun x -> app (c.print (fst x)) (d.print (snd x))); parse =
    (fun bs ->
    match c.parse bs with
    | Parsed (a, bs0) ->
      (match d.parse bs0 with
       | Parsed (b, bs1) -> Parsed ((a, b), bs1)
       | Malformed (why, at_) -> Malformed (why, at_))
    | Malformed (why, at_) -> Malformed (why, at_)) }

(** val view :
    ('a2 -> 'a1) -> ('a1 -> 'a2 option) -> complaint -> 'a1 codec -> 'a2 codec **)

let view to0 from why c =
  { print = (fun b -> c.print (to0 b)); parse = (fun bs ->
    match c.parse bs with
    | Parsed (a, rest) ->
      (match from a with
       | Some b -> Parsed (b, rest)
       | None -> Malformed (why, bs))
    | Malformed (why0, at_) -> Malformed (why0, at_)) }

(** val parse_times : 'a1 codec -> nat -> bytes -> 'a1 list parsed **)

let rec parse_times c n0 bs =
  match n0 with
  | O -> Parsed ([], bs)
  | S n1 ->
    (match c.parse bs with
     | Parsed (a, bs0) ->
       (match parse_times c n1 bs0 with
        | Parsed (l, bs1) -> Parsed ((a :: l), bs1)
        | Malformed (why, at_) -> Malformed (why, at_))
     | Malformed (why, at_) -> Malformed (why, at_))

(** val times : nat -> 'a1 codec -> 'a1 list codec **)

let times n0 c =
  { print = (fold_right (fun a bs -> app (c.print a) bs) []); parse =
    (parse_times c n0) }

(** val number_of : bytes -> n **)

let rec number_of = function
| [] -> N0
| b :: bs0 ->
  N.add
    (N.mul (n_of_ascii b)
      (N.pow (Npos (XO (XO (XO (XO (XO (XO (XO (XO XH)))))))))
        (N.of_nat (length bs0)))) (number_of bs0)

(** val bytes_of : nat -> n -> bytes **)

let rec bytes_of n0 x =
  match n0 with
  | O -> []
  | S n1 ->
    (ascii_of_N
      (N.div x
        (N.pow (Npos (XO (XO (XO (XO (XO (XO (XO (XO XH)))))))))
          (N.of_nat n1)))) :: (bytes_of n1
                                (N.modulo x
                                  (N.pow (Npos (XO (XO (XO (XO (XO (XO (XO
                                    (XO XH))))))))) (N.of_nat n1))))

(** val number : nat -> n codec **)

let number n0 =
  view (bytes_of n0) (fun bs -> Some (number_of bs)) Truncated
    (times n0 any_byte)

(** val take_exactly : nat -> bytes -> (bytes * bytes) option **)

let rec take_exactly n0 bs =
  match n0 with
  | O -> Some ([], bs)
  | S n1 ->
    (match bs with
     | [] -> None
     | b :: bs0 ->
       mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
         let (taken, rest) = pat in Some ((b :: taken), rest))
         (take_exactly n1 bs0))

(** val counted : nat -> bytes codec **)

let counted n0 =
  { print = (fun l -> app ((number n0).print (N.of_nat (length l))) l);
    parse = (fun bs ->
    match (number n0).parse bs with
    | Parsed (x, rest) ->
      (match take_exactly (N.to_nat x) rest with
       | Some p -> let (l, rest0) = p in Parsed (l, rest0)
       | None -> Malformed (Oversized, bs))
    | Malformed (why, at_) -> Malformed (why, at_)) }

(** val many : nat -> 'a1 codec -> 'a1 list codec **)

let many n0 c =
  { print = (fun l ->
    app ((number n0).print (N.of_nat (length l)))
      ((times (length l) c).print l)); parse = (fun bs ->
    match (number n0).parse bs with
    | Parsed (x, rest) -> parse_times c (N.to_nat x) rest
    | Malformed (why, at_) -> Malformed (why, at_)) }

type 'a tagged = { tag_of : ('a -> byte); body_of : ('a -> bytes);
                   owns : (byte -> bool);
                   parse_body : (byte -> bytes -> 'a parsed) }

(** val case : byte -> 'a1 codec -> 'a1 tagged **)

let case b c =
  { tag_of = (fun _ -> b); body_of = c.print; owns = (fun b' ->
    bool_decide (decide_rel ascii_eq_dec b' b)); parse_body = (fun _ ->
    c.parse) }

(** val either : 'a1 tagged -> 'a2 tagged -> ('a1, 'a2) sum tagged **)

let either t u =
  { tag_of = (fun x ->
    match x with
    | Inl a -> t.tag_of a
    | Inr b -> u.tag_of b); body_of = (fun x ->
    match x with
    | Inl a -> t.body_of a
    | Inr b -> u.body_of b); owns = (fun b -> (||) (t.owns b) (u.owns b));
    parse_body = (fun b bs ->
    if t.owns b
    then (match t.parse_body b bs with
          | Parsed (a, rest) -> Parsed ((Inl a), rest)
          | Malformed (why, at_) -> Malformed (why, at_))
    else (match u.parse_body b bs with
          | Parsed (a, rest) -> Parsed ((Inr a), rest)
          | Malformed (why, at_) -> Malformed (why, at_))) }

(** val choose : 'a1 tagged -> 'a1 codec **)

let choose t =
  { print = (fun a -> (t.tag_of a) :: (t.body_of a)); parse = (fun bs ->
    match bs with
    | [] -> Malformed (Truncated, [])
    | b :: rest ->
      if t.owns b then t.parse_body b rest else Malformed (Unknown_tag, bs)) }

(** val tag : n -> byte **)

let tag =
  ascii_of_N

(** val u8 : n codec **)

let u8 =
  number (S O)

(** val u16 : n codec **)

let u16 =
  number (S (S O))

(** val u32 : n codec **)

let u32 =
  number (S (S (S (S O))))

(** val u64 : n codec **)

let u64 =
  number (S (S (S (S (S (S (S (S O))))))))

(** val bits_of_byte : byte -> bool list **)

let bits_of_byte b =
  (* If this appears, you're using Ascii internals. Please don't *)
 (fun f c ->
  let n = Char.code c in
  let h i = (n land (1 lsl i)) <> 0 in
  f (h 0) (h 1) (h 2) (h 3) (h 4) (h 5) (h 6) (h 7))
    (fun b0 b1 b2 b3 b4 b5 b6 b7 ->
    b7 :: (b6 :: (b5 :: (b4 :: (b3 :: (b2 :: (b1 :: (b0 :: []))))))))
    b

(** val bytes_of_bits : bool list -> bytes **)

let rec bytes_of_bits = function
| [] -> []
| b7 :: l0 ->
  (match l0 with
   | [] -> []
   | b6 :: l1 ->
     (match l1 with
      | [] -> []
      | b5 :: l2 ->
        (match l2 with
         | [] -> []
         | b4 :: l3 ->
           (match l3 with
            | [] -> []
            | b3 :: l4 ->
              (match l4 with
               | [] -> []
               | b2 :: l5 ->
                 (match l5 with
                  | [] -> []
                  | b1 :: l6 ->
                    (match l6 with
                     | [] -> []
                     | b0 :: l7 ->
                       ((* If this appears, you're using Ascii internals. Please don't *)
 (fun (b0,b1,b2,b3,b4,b5,b6,b7) ->
  let f b i = if b then 1 lsl i else 0 in
  Char.chr (f b0 0 + f b1 1 + f b2 2 + f b3 3 + f b4 4 + f b5 5 + f b6 6 + f b7 7))
                         (b0, b1, b2, b3, b4, b5, b6,
                         b7)) :: (bytes_of_bits l7))))))))

(** val bits_of_bytes : bytes -> bool list **)

let bits_of_bytes bs =
  mbind (Obj.magic (fun _ _ -> list_bind)) bits_of_byte (Obj.magic bs)

(** val key_to_word : key -> n * bytes **)

let key_to_word k =
  ((N.of_nat (length k)),
    (bytes_of_bits
      (app k
        (replicate
          (sub (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
            (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
            (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
            (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
            (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
            (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
            (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
            (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
            (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
            (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
            (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
            (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
            O))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))
            (length k)) false))))

(** val word_to_key : (n * bytes) -> key option **)

let word_to_key = function
| (digits, word) ->
  let bits = bits_of_bytes word in
  if decide
       (decide_rel n_le_dec digits (Npos (XO (XO (XO (XO (XO (XO (XO (XO
         XH))))))))))
  then if forallb negb (skipn (N.to_nat digits) bits)
       then Some (firstn (N.to_nat digits) bits)
       else None
  else None

(** val key_codec : key codec **)

let key_codec =
  view key_to_word word_to_key Bad_key
    (pair u16
      (times (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
        (S (S (S (S (S (S (S (S (S (S (S O))))))))))))))))))))))))))))))))
        any_byte))

(** val flag : bool codec **)

let flag =
  view (fun b -> if b then Npos XH else N0) (fun x ->
    if decide (decide_rel n_eq_dec x N0)
    then Some false
    else if decide (decide_rel n_eq_dec x (Npos XH)) then Some true else None)
    Bad_flag u8

(** val option_codec : 'a1 codec -> 'a1 option codec **)

let option_codec c =
  view (fun o -> match o with
                 | Some a -> Inr a
                 | None -> Inl ()) (fun x -> Some
    (match x with
     | Inl _ -> None
     | Inr a -> Some a)) Unknown_tag
    (choose (either (case (tag N0) nothing) (case (tag (Npos XH)) c)))

(** val edge_codec : edge codec **)

let edge_codec =
  view (fun c -> (c.e_key, (c.e_digest, c.e_blum))) (fun x -> Some { e_key =
    (fst x); e_digest = (fst (snd x)); e_blum = (snd (snd x)) }) Bad_flag
    (pair key_codec
      (pair
        (times (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
          (S (S (S (S (S (S (S (S (S (S (S O))))))))))))))))))))))))))))))))
          any_byte) flag))

(** val datum_codec : datum codec **)

let datum_codec =
  option_codec (counted (S (S O)))

(** val value_codec : value codec **)

let value_codec =
  view (fun v -> match v with
                 | Data x -> Inl x
                 | Merkle e -> Inr e) (fun x -> Some
    (match x with
     | Inl x0 -> Data x0
     | Inr e -> Merkle e)) Unknown_tag
    (choose
      (either (case (tag N0) datum_codec)
        (case (tag (Npos XH))
          (pair (option_codec edge_codec) (option_codec edge_codec)))))

(** val stamp_codec : stamp codec **)

let stamp_codec =
  pair u64 u32

(** val operand_codec : operand codec **)

let operand_codec =
  view (fun o -> match o with
                 | Here s -> Inl s
                 | Missing (k, s) -> Inr (k, s)) (fun x -> Some
    (match x with
     | Inl s -> Here s
     | Inr p -> let (k, s) = p in Missing (k, s))) Unknown_tag
    (choose
      (either (case (tag N0) u16) (case (tag (Npos XH)) (pair key_codec u16))))

(** val operands_codec : operand list codec **)

let operands_codec =
  many (S O) operand_codec

(** val argument_codec : bytes codec **)

let argument_codec =
  counted (S (S O))

(** val entry_cases :
    (key * (value * (n * n)), (key * (value * (n * (stamp * n))), (n * n,
    (n * stamp, (n * (n * stamp), (unit, (unit, (n * (operand list * bytes),
    n * n) sum) sum) sum) sum) sum) sum) sum) sum tagged **)

let entry_cases =
  either (case (tag N0) (pair key_codec (pair value_codec (pair u16 u16))))
    (either
      (case (tag (Npos XH))
        (pair key_codec (pair value_codec (pair u16 (pair stamp_codec u16)))))
      (either (case (tag (Npos (XO XH))) (pair u16 u16))
        (either (case (tag (Npos (XI XH))) (pair u16 stamp_codec))
          (either
            (case (tag (Npos (XO (XO XH)))) (pair u16 (pair u16 stamp_codec)))
            (either (case (tag (Npos (XI (XO XH)))) nothing)
              (either (case (tag (Npos (XO (XI XH)))) nothing)
                (either
                  (case (tag (Npos (XI (XI XH))))
                    (pair u8 (pair operands_codec argument_codec)))
                  (case (tag (Npos (XO (XO (XO XH))))) (pair u16 u16)))))))))

(** val entry_codec : entry codec **)

let entry_codec =
  view (fun en ->
    match en with
    | AddM (k, v, s, s') -> Inl (k, (v, (s, s')))
    | AddB (k, v, s, t, i) -> Inr (Inl (k, (v, (s, (t, i)))))
    | EvictM (s, s') -> Inr (Inr (Inl (s, s')))
    | EvictB (s, t) -> Inr (Inr (Inr (Inl (s, t))))
    | EvictBM (s, s', t) -> Inr (Inr (Inr (Inr (Inl (s, (s', t))))))
    | NextEpoch -> Inr (Inr (Inr (Inr (Inr (Inl ())))))
    | VerifyEpoch -> Inr (Inr (Inr (Inr (Inr (Inr (Inl ()))))))
    | Run (f, ops, a) ->
      Inr (Inr (Inr (Inr (Inr (Inr (Inr (Inl (f, (ops, a)))))))))
    | Remove (s, s') -> Inr (Inr (Inr (Inr (Inr (Inr (Inr (Inr (s, s')))))))))
    (fun x -> Some
    (match x with
     | Inl p ->
       let (k, p0) = p in
       let (v, p1) = p0 in let (s, s') = p1 in AddM (k, v, s, s')
     | Inr s0 ->
       (match s0 with
        | Inl p ->
          let (k, p0) = p in
          let (v, p1) = p0 in
          let (s, p2) = p1 in let (t, i) = p2 in AddB (k, v, s, t, i)
        | Inr s1 ->
          (match s1 with
           | Inl p -> let (s, s') = p in EvictM (s, s')
           | Inr s2 ->
             (match s2 with
              | Inl p -> let (s, t) = p in EvictB (s, t)
              | Inr s3 ->
                (match s3 with
                 | Inl p ->
                   let (s, p0) = p in let (s', t) = p0 in EvictBM (s, s', t)
                 | Inr s4 ->
                   (match s4 with
                    | Inl _ -> NextEpoch
                    | Inr s5 ->
                      (match s5 with
                       | Inl _ -> VerifyEpoch
                       | Inr s6 ->
                         (match s6 with
                          | Inl p ->
                            let (f, p0) = p in
                            let (ops, a) = p0 in Run (f, ops, a)
                          | Inr p -> let (s, s') = p in Remove (s, s'))))))))))
    Unknown_tag (choose entry_cases)

(** val element_codec : element codec **)

let element_codec =
  view (fun y -> ((el_key y), ((el_value y), ((el_stamp y), (el_tid y)))))
    (fun x -> Some ((((fst x), (fst (snd x))), (fst (snd (snd x)))),
    (snd (snd (snd x))))) Unknown_tag
    (pair key_codec (pair value_codec (pair stamp_codec u16)))

(** val parse_entries :
    bytes -> bytes -> entry list -> (entry list, complaint * bytes) sum **)

let rec parse_entries fuel bs acc =
  match bs with
  | [] -> Inl (rev_append acc [])
  | _ :: _ ->
    (match fuel with
     | [] -> Inr (Truncated, bs)
     | _ :: fuel0 ->
       (match entry_codec.parse bs with
        | Parsed (en, rest) -> parse_entries fuel0 rest (en :: acc)
        | Malformed (why, at_) -> Inr (why, at_)))

(** val parse_log : bytes -> (entry list, complaint * bytes) sum **)

let parse_log bs =
  parse_entries bs bs []

(** val print_log : entry list -> bytes **)

let print_log l =
  fold_right (fun en bs -> app (entry_codec.print en) bs) [] l

(** val int64_min : z **)

let int64_min =
  Zneg (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO
    (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO
    (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO
    (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO
    XH)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))

(** val int64_max : z **)

let int64_max =
  Zpos (XI (XI (XI (XI (XI (XI (XI (XI (XI (XI (XI (XI (XI (XI (XI (XI (XI
    (XI (XI (XI (XI (XI (XI (XI (XI (XI (XI (XI (XI (XI (XI (XI (XI (XI (XI
    (XI (XI (XI (XI (XI (XI (XI (XI (XI (XI (XI (XI (XI (XI (XI (XI (XI (XI
    (XI (XI (XI (XI (XI (XI (XI (XI (XI
    XH))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))

(** val in_int64 : z -> bool **)

let in_int64 z0 =
  (&&) (Z.leb int64_min z0) (Z.leb z0 int64_max)

(** val digit_of : byte -> n option **)

let digit_of b =
  let n0 = n_of_ascii b in
  if (&&) (N.leb (Npos (XO (XO (XO (XO (XI XH)))))) n0)
       (N.leb n0 (Npos (XI (XO (XO (XI (XI XH)))))))
  then Some (N.sub n0 (Npos (XO (XO (XO (XO (XI XH)))))))
  else None

(** val digits_value : n -> bytes -> n option **)

let rec digits_value n0 = function
| [] -> Some n0
| b :: l0 ->
  (match digit_of b with
   | Some d -> digits_value (N.add (N.mul (Npos (XO (XI (XO XH)))) n0) d) l0
   | None -> None)

(** val natural_of : bytes -> n option **)

let natural_of l = match l with
| [] -> None
| b :: l' ->
  if (&&) (N.eqb (n_of_ascii b) (Npos (XO (XO (XO (XO (XI XH)))))))
       (negb (match l' with
              | [] -> true
              | _ :: _ -> false))
  then None
  else if N.leb (N.of_nat (length l)) (Npos (XI (XI (XO (XO XH)))))
       then digits_value N0 l
       else None

(** val integer_of : bytes -> z option **)

let integer_of l =
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun z0 ->
    if in_int64 z0 then Some z0 else None)
    (match l with
     | [] -> None
     | b :: l' ->
       if N.eqb (n_of_ascii b) (Npos (XI (XO (XI (XI (XO XH))))))
       then (match natural_of l' with
             | Some n0 ->
               (match n0 with
                | N0 -> None
                | Npos _ -> Some (Z.opp (Z.of_N n0)))
             | None -> None)
       else fmap (Obj.magic (fun _ _ -> option_fmap)) Z.of_N
              (Obj.magic natural_of l))

(** val digits_from : nat -> n -> bytes **)

let rec digits_from fuel n0 =
  match fuel with
  | O -> []
  | S fuel0 ->
    let d =
      ascii_of_N
        (N.add (Npos (XO (XO (XO (XO (XI XH))))))
          (N.modulo n0 (Npos (XO (XI (XO XH))))))
    in
    if N.eqb (N.div n0 (Npos (XO (XI (XO XH))))) N0
    then d :: []
    else d :: (digits_from fuel0 (N.div n0 (Npos (XO (XI (XO XH))))))

(** val natural_text : n -> bytes **)

let natural_text n0 =
  rev
    (digits_from (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
      O)))))))))))))))))))) n0)

(** val integer_text : z -> bytes **)

let integer_text z0 =
  if Z.ltb z0 Z0
  then (ascii_of_N (Npos (XI (XO (XI (XI (XO XH))))))) :: (natural_text
                                                            (Z.abs_N z0))
  else natural_text (Z.abs_N z0)

(** val number_in : datum -> z option **)

let number_in = function
| Some l -> integer_of l
| None -> Some Z0

(** val signed64 : n -> z **)

let signed64 n0 =
  if N.ltb n0 (Npos (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO
       (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO
       (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO
       (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO
       XH))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))
  then Z.of_N n0
  else Z.sub (Z.of_N n0) (Zpos (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO
         (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO
         (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO
         (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO
         (XO (XO
         XH)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))

(** val all_of : 'a1 parsed -> 'a1 option **)

let all_of = function
| Parsed (a, rest) -> (match rest with
                       | [] -> Some a
                       | _ :: _ -> None)
| Malformed (_, _) -> None

(** val yes : bytes **)

let yes =
  (tag (Npos XH)) :: []

(** val no : bytes **)

let no =
  (tag N0) :: []

(** val presence : datum -> byte **)

let presence = function
| Some _ -> tag (Npos XH)
| None -> tag N0

(** val nulls : datum list -> datum list **)

let nulls olds =
  fmap (Obj.magic (fun _ _ -> list_fmap)) (fun _ -> None) olds

(** val increased : datum -> z -> datum list * bytes **)

let increased v by_ =
  match number_in v with
  | Some z0 ->
    let z' = Z.add z0 by_ in
    if in_int64 z'
    then (((Some (integer_text z')) :: []),
           ((tag (Npos XH)) :: (integer_text z')))
    else ((v :: []), no)
  | None -> ((v :: []), no)

(** val transfer : datum -> datum -> n -> datum list * bytes **)

let transfer v w n0 =
  match number_in v with
  | Some x ->
    (match number_in w with
     | Some y ->
       let x' = Z.sub x (Z.of_N n0) in
       let y' = Z.add y (Z.of_N n0) in
       if (&&) (Z.leb Z0 x') (in_int64 y')
       then (((Some (integer_text x')) :: ((Some (integer_text y')) :: [])),
              yes)
       else ((v :: (w :: [])), no)
     | None -> ((v :: (w :: [])), no))
  | None -> ((v :: (w :: [])), no)

(** val standard : application **)

let standard f a olds =
  if N.eqb f N0
  then (match a with
        | [] ->
          Some (olds,
            (mbind (Obj.magic (fun _ _ -> list_bind)) datum_codec.print
              (Obj.magic olds)))
        | _ :: _ -> None)
  else if N.eqb f (Npos XH)
       then (match olds with
             | [] -> None
             | _ :: l ->
               (match l with
                | [] -> Some (((Some a) :: []), [])
                | _ :: _ -> None))
       else if N.eqb f (Npos (XO XH))
            then (match a with
                  | [] ->
                    Some ((nulls olds),
                      (fmap (Obj.magic (fun _ _ -> list_fmap)) presence
                        (Obj.magic olds)))
                  | _ :: _ -> None)
            else if N.eqb f (Npos (XI XH))
                 then (match a with
                       | [] ->
                         Some (olds,
                           (fmap (Obj.magic (fun _ _ -> list_fmap)) presence
                             (Obj.magic olds)))
                       | _ :: _ -> None)
                 else if N.eqb f (Npos (XO (XO XH)))
                      then mbind (Obj.magic (fun _ _ -> option_bind))
                             (fun news -> Some (news, []))
                             (all_of
                               ((Obj.magic times (length olds) datum_codec).parse
                                 a))
                      else if N.eqb f (Npos (XI (XO XH)))
                           then (match olds with
                                 | [] -> None
                                 | v :: l ->
                                   (match l with
                                    | [] ->
                                      Some (((Some a) :: []),
                                        (datum_codec.print v))
                                    | _ :: _ -> None))
                           else if N.eqb f (Npos (XO (XI XH)))
                                then (match olds with
                                      | [] -> None
                                      | v :: l ->
                                        (match l with
                                         | [] ->
                                           mbind
                                             (Obj.magic (fun _ _ ->
                                               option_bind)) (fun n0 -> Some
                                             (increased v (signed64 n0)))
                                             (all_of
                                               ((Obj.magic number (S (S (S (S
                                                  (S (S (S (S O))))))))).parse
                                                 a))
                                         | _ :: _ -> None))
                                else if N.eqb f (Npos (XI (XI XH)))
                                     then (match olds with
                                           | [] -> None
                                           | v :: l ->
                                             (match l with
                                              | [] ->
                                                mbind
                                                  (Obj.magic (fun _ _ ->
                                                    option_bind)) (fun x ->
                                                  Some
                                                  (if decide
                                                        (decide_rel
                                                          (option_eq_dec
                                                            (list_eq_dec0
                                                              ascii_eq_dec))
                                                          v (fst x))
                                                   then (((snd x) :: []), yes)
                                                   else ((v :: []), no)))
                                                  (all_of
                                                    ((pair
                                                       (Obj.magic datum_codec)
                                                       (Obj.magic datum_codec)).parse
                                                      a))
                                              | _ :: _ -> None))
                                     else if N.eqb f (Npos (XO (XO (XO XH))))
                                          then (match olds with
                                                | [] -> None
                                                | v :: l ->
                                                  (match l with
                                                   | [] -> None
                                                   | w :: l0 ->
                                                     (match l0 with
                                                      | [] ->
                                                        mbind
                                                          (Obj.magic
                                                            (fun _ _ ->
                                                            option_bind))
                                                          (fun n0 -> Some
                                                          (transfer v w n0))
                                                          (all_of
                                                            ((Obj.magic
                                                               number (S (S
                                                               (S (S (S (S (S
                                                               (S O))))))))).parse
                                                              a))
                                                      | _ :: _ -> None)))
                                          else None
