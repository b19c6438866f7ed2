
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

type ('a, 'b) sum =
| Inl of 'a
| Inr of 'b

(** val fst : ('a1 * 'a2) -> 'a1 **)

let fst = function
| (x, _) -> x

(** val snd : ('a1 * 'a2) -> 'a2 **)

let snd = function
| (_, y) -> y

(** val length : 'a1 list -> int **)

let rec length = function
| [] -> 0
| _ :: l' -> Stdlib.succ (length l')

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

module Coq__1 = struct
 (** val add : int -> int -> int **)
 let rec add n0 m =
   (fun zero succ n -> if n = 0 then zero () else succ (n - 1))
     (fun _ -> m)
     (fun p -> Stdlib.succ (add p m))
     n0
end
include Coq__1

(** val eqb : bool -> bool -> bool **)

let eqb b1 b2 =
  if b1 then b2 else if b2 then false else true

module Pos =
 struct
  type mask =
  | IsNul
  | IsPos of Integer.t
  | IsNeg
 end

module Coq_Pos =
 struct
  (** val succ : Integer.t -> Integer.t **)

  let rec succ x =
    Fairlead_lang_coq.Big_trusted.match_positive
      (fun p -> Fairlead_lang_coq.Big_trusted.double (succ p))
      (fun p -> Fairlead_lang_coq.Big_trusted.double_plus_one p)
      (fun _ -> Fairlead_lang_coq.Big_trusted.double
      Fairlead_lang_coq.Big_trusted.one)
      x

  (** val add : Integer.t -> Integer.t -> Integer.t **)

  let rec add x y =
    Fairlead_lang_coq.Big_trusted.match_positive
      (fun p ->
      Fairlead_lang_coq.Big_trusted.match_positive
        (fun q -> Fairlead_lang_coq.Big_trusted.double
        (add_carry p q))
        (fun q -> Fairlead_lang_coq.Big_trusted.double_plus_one
        (add p q))
        (fun _ -> Fairlead_lang_coq.Big_trusted.double (succ p))
        y)
      (fun p ->
      Fairlead_lang_coq.Big_trusted.match_positive
        (fun q -> Fairlead_lang_coq.Big_trusted.double_plus_one
        (add p q))
        (fun q -> Fairlead_lang_coq.Big_trusted.double (add p q))
        (fun _ -> Fairlead_lang_coq.Big_trusted.double_plus_one p)
        y)
      (fun _ ->
      Fairlead_lang_coq.Big_trusted.match_positive
        (fun q -> Fairlead_lang_coq.Big_trusted.double (succ q))
        (fun q -> Fairlead_lang_coq.Big_trusted.double_plus_one q)
        (fun _ -> Fairlead_lang_coq.Big_trusted.double
        Fairlead_lang_coq.Big_trusted.one)
        y)
      x

  (** val add_carry : Integer.t -> Integer.t -> Integer.t **)

  and add_carry x y =
    Fairlead_lang_coq.Big_trusted.match_positive
      (fun p ->
      Fairlead_lang_coq.Big_trusted.match_positive
        (fun q -> Fairlead_lang_coq.Big_trusted.double_plus_one
        (add_carry p q))
        (fun q -> Fairlead_lang_coq.Big_trusted.double
        (add_carry p q))
        (fun _ -> Fairlead_lang_coq.Big_trusted.double_plus_one (succ p))
        y)
      (fun p ->
      Fairlead_lang_coq.Big_trusted.match_positive
        (fun q -> Fairlead_lang_coq.Big_trusted.double
        (add_carry p q))
        (fun q -> Fairlead_lang_coq.Big_trusted.double_plus_one
        (add p q))
        (fun _ -> Fairlead_lang_coq.Big_trusted.double (succ p))
        y)
      (fun _ ->
      Fairlead_lang_coq.Big_trusted.match_positive
        (fun q -> Fairlead_lang_coq.Big_trusted.double_plus_one
        (succ q))
        (fun q -> Fairlead_lang_coq.Big_trusted.double (succ q))
        (fun _ -> Fairlead_lang_coq.Big_trusted.double_plus_one
        Fairlead_lang_coq.Big_trusted.one)
        y)
      x

  (** val pred_double : Integer.t -> Integer.t **)

  let rec pred_double x =
    Fairlead_lang_coq.Big_trusted.match_positive
      (fun p -> Fairlead_lang_coq.Big_trusted.double_plus_one
      (Fairlead_lang_coq.Big_trusted.double p))
      (fun p -> Fairlead_lang_coq.Big_trusted.double_plus_one
      (pred_double p))
      (fun _ -> Fairlead_lang_coq.Big_trusted.one)
      x

  (** val pred_N : Integer.t -> Integer.t **)

  let pred_N x =
    Fairlead_lang_coq.Big_trusted.match_positive
      (fun p -> (Fairlead_lang_coq.Big_trusted.double p))
      (fun p -> (pred_double p))
      (fun _ -> Integer.zero)
      x

  type mask = Pos.mask =
  | IsNul
  | IsPos of Integer.t
  | IsNeg

  (** val succ_double_mask : mask -> mask **)

  let succ_double_mask = function
  | IsNul -> IsPos Fairlead_lang_coq.Big_trusted.one
  | IsPos p -> IsPos (Fairlead_lang_coq.Big_trusted.double_plus_one p)
  | IsNeg -> IsNeg

  (** val double_mask : mask -> mask **)

  let double_mask = function
  | IsPos p -> IsPos (Fairlead_lang_coq.Big_trusted.double p)
  | x0 -> x0

  (** val double_pred_mask : Integer.t -> mask **)

  let double_pred_mask x =
    Fairlead_lang_coq.Big_trusted.match_positive
      (fun p -> IsPos (Fairlead_lang_coq.Big_trusted.double
      (Fairlead_lang_coq.Big_trusted.double p)))
      (fun p -> IsPos (Fairlead_lang_coq.Big_trusted.double
      (pred_double p)))
      (fun _ -> IsNul)
      x

  (** val sub_mask : Integer.t -> Integer.t -> mask **)

  let rec sub_mask x y =
    Fairlead_lang_coq.Big_trusted.match_positive
      (fun p ->
      Fairlead_lang_coq.Big_trusted.match_positive
        (fun q -> double_mask (sub_mask p q))
        (fun q -> succ_double_mask (sub_mask p q))
        (fun _ -> IsPos (Fairlead_lang_coq.Big_trusted.double p))
        y)
      (fun p ->
      Fairlead_lang_coq.Big_trusted.match_positive
        (fun q -> succ_double_mask (sub_mask_carry p q))
        (fun q -> double_mask (sub_mask p q))
        (fun _ -> IsPos (pred_double p))
        y)
      (fun _ ->
      Fairlead_lang_coq.Big_trusted.match_positive
        (fun _ -> IsNeg)
        (fun _ -> IsNeg)
        (fun _ -> IsNul)
        y)
      x

  (** val sub_mask_carry : Integer.t -> Integer.t -> mask **)

  and sub_mask_carry x y =
    Fairlead_lang_coq.Big_trusted.match_positive
      (fun p ->
      Fairlead_lang_coq.Big_trusted.match_positive
        (fun q -> succ_double_mask (sub_mask_carry p q))
        (fun q -> double_mask (sub_mask p q))
        (fun _ -> IsPos (pred_double p))
        y)
      (fun p ->
      Fairlead_lang_coq.Big_trusted.match_positive
        (fun q -> double_mask (sub_mask_carry p q))
        (fun q -> succ_double_mask (sub_mask_carry p q))
        (fun _ -> double_pred_mask p)
        y)
      (fun _ -> IsNeg)
      x

  (** val mul : Integer.t -> Integer.t -> Integer.t **)

  let rec mul x y =
    Fairlead_lang_coq.Big_trusted.match_positive
      (fun p ->
      add y (Fairlead_lang_coq.Big_trusted.double (mul p y)))
      (fun p -> Fairlead_lang_coq.Big_trusted.double (mul p y))
      (fun _ -> y)
      x

  (** val iter : ('a1 -> 'a1) -> 'a1 -> Integer.t -> 'a1 **)

  let rec iter f x n0 =
    Fairlead_lang_coq.Big_trusted.match_positive
      (fun n' -> f (iter f (iter f x n') n'))
      (fun n' -> iter f (iter f x n') n')
      (fun _ -> f x)
      n0

  (** val pow : Integer.t -> Integer.t -> Integer.t **)

  let pow x =
    iter (mul x) Fairlead_lang_coq.Big_trusted.one

  (** val compare_cont :
      comparison -> Integer.t -> Integer.t -> comparison **)

  let rec compare_cont r x y =
    Fairlead_lang_coq.Big_trusted.match_positive
      (fun p ->
      Fairlead_lang_coq.Big_trusted.match_positive
        (fun q -> compare_cont r p q)
        (fun q -> compare_cont Gt p q)
        (fun _ -> Gt)
        y)
      (fun p ->
      Fairlead_lang_coq.Big_trusted.match_positive
        (fun q -> compare_cont Lt p q)
        (fun q -> compare_cont r p q)
        (fun _ -> Gt)
        y)
      (fun _ ->
      Fairlead_lang_coq.Big_trusted.match_positive
        (fun _ -> Lt)
        (fun _ -> Lt)
        (fun _ -> r)
        y)
      x

  (** val compare : Integer.t -> Integer.t -> comparison **)

  let compare =
    compare_cont Eq

  (** val eqb : Integer.t -> Integer.t -> bool **)

  let rec eqb p q =
    Fairlead_lang_coq.Big_trusted.match_positive
      (fun p0 ->
      Fairlead_lang_coq.Big_trusted.match_positive
        (fun q0 -> eqb p0 q0)
        (fun _ -> false)
        (fun _ -> false)
        q)
      (fun p0 ->
      Fairlead_lang_coq.Big_trusted.match_positive
        (fun _ -> false)
        (fun q0 -> eqb p0 q0)
        (fun _ -> false)
        q)
      (fun _ ->
      Fairlead_lang_coq.Big_trusted.match_positive
        (fun _ -> false)
        (fun _ -> false)
        (fun _ -> true)
        q)
      p

  (** val coq_Nsucc_double : Integer.t -> Integer.t **)

  let coq_Nsucc_double x =
    Fairlead_lang_coq.Big_trusted.match_n
      (fun _ -> Fairlead_lang_coq.Big_trusted.one)
      (fun p -> (Fairlead_lang_coq.Big_trusted.double_plus_one p))
      x

  (** val coq_Ndouble : Integer.t -> Integer.t **)

  let coq_Ndouble n0 =
    Fairlead_lang_coq.Big_trusted.match_n
      (fun _ -> Integer.zero)
      (fun p -> (Fairlead_lang_coq.Big_trusted.double p))
      n0

  (** val coq_lor : Integer.t -> Integer.t -> Integer.t **)

  let rec coq_lor p q =
    Fairlead_lang_coq.Big_trusted.match_positive
      (fun p0 ->
      Fairlead_lang_coq.Big_trusted.match_positive
        (fun q0 -> Fairlead_lang_coq.Big_trusted.double_plus_one
        (coq_lor p0 q0))
        (fun q0 -> Fairlead_lang_coq.Big_trusted.double_plus_one
        (coq_lor p0 q0))
        (fun _ -> p)
        q)
      (fun p0 ->
      Fairlead_lang_coq.Big_trusted.match_positive
        (fun q0 -> Fairlead_lang_coq.Big_trusted.double_plus_one
        (coq_lor p0 q0))
        (fun q0 -> Fairlead_lang_coq.Big_trusted.double
        (coq_lor p0 q0))
        (fun _ -> Fairlead_lang_coq.Big_trusted.double_plus_one p0)
        q)
      (fun _ ->
      Fairlead_lang_coq.Big_trusted.match_positive
        (fun _ -> q)
        (fun q0 -> Fairlead_lang_coq.Big_trusted.double_plus_one q0)
        (fun _ -> q)
        q)
      p

  (** val coq_land : Integer.t -> Integer.t -> Integer.t **)

  let rec coq_land p q =
    Fairlead_lang_coq.Big_trusted.match_positive
      (fun p0 ->
      Fairlead_lang_coq.Big_trusted.match_positive
        (fun q0 -> coq_Nsucc_double (coq_land p0 q0))
        (fun q0 -> coq_Ndouble (coq_land p0 q0))
        (fun _ -> Fairlead_lang_coq.Big_trusted.one)
        q)
      (fun p0 ->
      Fairlead_lang_coq.Big_trusted.match_positive
        (fun q0 -> coq_Ndouble (coq_land p0 q0))
        (fun q0 -> coq_Ndouble (coq_land p0 q0))
        (fun _ -> Integer.zero)
        q)
      (fun _ ->
      Fairlead_lang_coq.Big_trusted.match_positive
        (fun _ -> Fairlead_lang_coq.Big_trusted.one)
        (fun _ -> Integer.zero)
        (fun _ -> Fairlead_lang_coq.Big_trusted.one)
        q)
      p

  (** val ldiff : Integer.t -> Integer.t -> Integer.t **)

  let rec ldiff p q =
    Fairlead_lang_coq.Big_trusted.match_positive
      (fun p0 ->
      Fairlead_lang_coq.Big_trusted.match_positive
        (fun q0 -> coq_Ndouble (ldiff p0 q0))
        (fun q0 -> coq_Nsucc_double (ldiff p0 q0))
        (fun _ -> (Fairlead_lang_coq.Big_trusted.double p0))
        q)
      (fun p0 ->
      Fairlead_lang_coq.Big_trusted.match_positive
        (fun q0 -> coq_Ndouble (ldiff p0 q0))
        (fun q0 -> coq_Ndouble (ldiff p0 q0))
        (fun _ -> p)
        q)
      (fun _ ->
      Fairlead_lang_coq.Big_trusted.match_positive
        (fun _ -> Integer.zero)
        (fun _ -> Fairlead_lang_coq.Big_trusted.one)
        (fun _ -> Integer.zero)
        q)
      p

  (** val iter_op : ('a1 -> 'a1 -> 'a1) -> Integer.t -> 'a1 -> 'a1 **)

  let rec iter_op op p a =
    Fairlead_lang_coq.Big_trusted.match_positive
      (fun p0 -> op a (iter_op op p0 (op a a)))
      (fun p0 -> iter_op op p0 (op a a))
      (fun _ -> a)
      p

  (** val to_nat : Integer.t -> int **)

  let to_nat x =
    iter_op Coq__1.add x (Stdlib.succ 0)

  (** val of_succ_nat : int -> Integer.t **)

  let rec of_succ_nat n0 =
    (fun zero succ n -> if n = 0 then zero () else succ (n - 1))
      (fun _ -> Fairlead_lang_coq.Big_trusted.one)
      (fun x -> succ (of_succ_nat x))
      n0
 end

module N =
 struct
  (** val succ_double : Integer.t -> Integer.t **)

  let succ_double x =
    Fairlead_lang_coq.Big_trusted.match_n
      (fun _ -> Fairlead_lang_coq.Big_trusted.one)
      (fun p -> (Fairlead_lang_coq.Big_trusted.double_plus_one p))
      x

  (** val double : Integer.t -> Integer.t **)

  let double n0 =
    Fairlead_lang_coq.Big_trusted.match_n
      (fun _ -> Integer.zero)
      (fun p -> (Fairlead_lang_coq.Big_trusted.double p))
      n0

  (** val succ_pos : Integer.t -> Integer.t **)

  let succ_pos n0 =
    Fairlead_lang_coq.Big_trusted.match_n
      (fun _ -> Fairlead_lang_coq.Big_trusted.one)
      (fun p -> Coq_Pos.succ p)
      n0

  (** val mul : Integer.t -> Integer.t -> Integer.t **)

  let mul n0 m =
    Fairlead_lang_coq.Big_trusted.match_n
      (fun _ -> Integer.zero)
      (fun p ->
      Fairlead_lang_coq.Big_trusted.match_n
        (fun _ -> Integer.zero)
        (fun q -> (Coq_Pos.mul p q))
        m)
      n0

  (** val compare : Integer.t -> Integer.t -> comparison **)

  let compare n0 m =
    Fairlead_lang_coq.Big_trusted.match_n
      (fun _ ->
      Fairlead_lang_coq.Big_trusted.match_n
        (fun _ -> Eq)
        (fun _ -> Lt)
        m)
      (fun n' ->
      Fairlead_lang_coq.Big_trusted.match_n
        (fun _ -> Gt)
        (fun m' -> Coq_Pos.compare n' m')
        m)
      n0

  (** val pow : Integer.t -> Integer.t -> Integer.t **)

  let pow n0 p =
    Fairlead_lang_coq.Big_trusted.match_n
      (fun _ -> Fairlead_lang_coq.Big_trusted.one)
      (fun p0 ->
      Fairlead_lang_coq.Big_trusted.match_n
        (fun _ -> Integer.zero)
        (fun q -> (Coq_Pos.pow q p0))
        n0)
      p

  (** val pos_div_eucl : Integer.t -> Integer.t -> Integer.t * Integer.t **)

  let rec pos_div_eucl a b =
    Fairlead_lang_coq.Big_trusted.match_positive
      (fun a' ->
      let (q, r) = pos_div_eucl a' b in
      let r' = succ_double r in
      if Integer.leq b r'
      then ((succ_double q), (Fairlead_lang_coq.Big_trusted.sub_n r' b))
      else ((double q), r'))
      (fun a' ->
      let (q, r) = pos_div_eucl a' b in
      let r' = double r in
      if Integer.leq b r'
      then ((succ_double q), (Fairlead_lang_coq.Big_trusted.sub_n r' b))
      else ((double q), r'))
      (fun _ ->
      Fairlead_lang_coq.Big_trusted.match_n
        (fun _ -> (Integer.zero, Fairlead_lang_coq.Big_trusted.one))
        (fun p ->
        Fairlead_lang_coq.Big_trusted.match_positive
          (fun _ -> (Integer.zero,
          Fairlead_lang_coq.Big_trusted.one))
          (fun _ -> (Integer.zero,
          Fairlead_lang_coq.Big_trusted.one))
          (fun _ -> (Fairlead_lang_coq.Big_trusted.one, Integer.zero))
          p)
        b)
      a

  (** val div_eucl : Integer.t -> Integer.t -> Integer.t * Integer.t **)

  let div_eucl a b =
    Fairlead_lang_coq.Big_trusted.match_n
      (fun _ -> (Integer.zero, Integer.zero))
      (fun na ->
      Fairlead_lang_coq.Big_trusted.match_n
        (fun _ -> (Integer.zero, a))
        (fun _ -> pos_div_eucl na b)
        b)
      a

  (** val div : Integer.t -> Integer.t -> Integer.t **)

  let div a b =
    fst (div_eucl a b)

  (** val modulo : Integer.t -> Integer.t -> Integer.t **)

  let modulo a b =
    snd (div_eucl a b)

  (** val coq_lor : Integer.t -> Integer.t -> Integer.t **)

  let coq_lor n0 m =
    Fairlead_lang_coq.Big_trusted.match_n
      (fun _ -> m)
      (fun p ->
      Fairlead_lang_coq.Big_trusted.match_n
        (fun _ -> n0)
        (fun q -> (Coq_Pos.coq_lor p q))
        m)
      n0

  (** val ldiff : Integer.t -> Integer.t -> Integer.t **)

  let ldiff n0 m =
    Fairlead_lang_coq.Big_trusted.match_n
      (fun _ -> Integer.zero)
      (fun p ->
      Fairlead_lang_coq.Big_trusted.match_n
        (fun _ -> n0)
        (fun q -> Coq_Pos.ldiff p q)
        m)
      n0

  (** val of_nat : int -> Integer.t **)

  let of_nat n0 =
    (fun zero succ n -> if n = 0 then zero () else succ (n - 1))
      (fun _ -> Integer.zero)
      (fun n' -> (Coq_Pos.of_succ_nat n'))
      n0
 end

module Z =
 struct
  (** val double : Integer.t -> Integer.t **)

  let double x =
    Fairlead_lang_coq.Big_trusted.match_z
      (fun _ -> Integer.zero)
      (fun p -> (Fairlead_lang_coq.Big_trusted.double p))
      (fun p -> Integer.neg (Fairlead_lang_coq.Big_trusted.double p))
      x

  (** val succ_double : Integer.t -> Integer.t **)

  let succ_double x =
    Fairlead_lang_coq.Big_trusted.match_z
      (fun _ -> Fairlead_lang_coq.Big_trusted.one)
      (fun p -> (Fairlead_lang_coq.Big_trusted.double_plus_one p))
      (fun p -> Integer.neg (Coq_Pos.pred_double p))
      x

  (** val pred_double : Integer.t -> Integer.t **)

  let pred_double x =
    Fairlead_lang_coq.Big_trusted.match_z
      (fun _ -> Integer.neg Fairlead_lang_coq.Big_trusted.one)
      (fun p -> (Coq_Pos.pred_double p))
      (fun p -> Integer.neg (Fairlead_lang_coq.Big_trusted.double_plus_one
      p))
      x

  (** val pos_sub : Integer.t -> Integer.t -> Integer.t **)

  let rec pos_sub x y =
    Fairlead_lang_coq.Big_trusted.match_positive
      (fun p ->
      Fairlead_lang_coq.Big_trusted.match_positive
        (fun q -> double (pos_sub p q))
        (fun q -> succ_double (pos_sub p q))
        (fun _ -> (Fairlead_lang_coq.Big_trusted.double p))
        y)
      (fun p ->
      Fairlead_lang_coq.Big_trusted.match_positive
        (fun q -> pred_double (pos_sub p q))
        (fun q -> double (pos_sub p q))
        (fun _ -> (Coq_Pos.pred_double p))
        y)
      (fun _ ->
      Fairlead_lang_coq.Big_trusted.match_positive
        (fun q -> Integer.neg (Fairlead_lang_coq.Big_trusted.double
        q))
        (fun q -> Integer.neg (Coq_Pos.pred_double q))
        (fun _ -> Integer.zero)
        y)
      x

  (** val opp : Integer.t -> Integer.t **)

  let opp x =
    Fairlead_lang_coq.Big_trusted.match_z
      (fun _ -> Integer.zero)
      (fun x0 -> Integer.neg x0)
      (fun x0 -> x0)
      x

  (** val sub : Integer.t -> Integer.t -> Integer.t **)

  let sub m n0 =
    Integer.add m (opp n0)

  (** val compare : Integer.t -> Integer.t -> comparison **)

  let compare x y =
    Fairlead_lang_coq.Big_trusted.match_z
      (fun _ ->
      Fairlead_lang_coq.Big_trusted.match_z
        (fun _ -> Eq)
        (fun _ -> Lt)
        (fun _ -> Gt)
        y)
      (fun x' ->
      Fairlead_lang_coq.Big_trusted.match_z
        (fun _ -> Gt)
        (fun y' -> Coq_Pos.compare x' y')
        (fun _ -> Gt)
        y)
      (fun x' ->
      Fairlead_lang_coq.Big_trusted.match_z
        (fun _ -> Lt)
        (fun _ -> Lt)
        (fun y' -> compOpp (Coq_Pos.compare x' y'))
        y)
      x

  (** val leb : Integer.t -> Integer.t -> bool **)

  let leb x y =
    match compare x y with
    | Gt -> false
    | _ -> true

  (** val ltb : Integer.t -> Integer.t -> bool **)

  let ltb x y =
    match compare x y with
    | Lt -> true
    | _ -> false

  (** val abs_N : Integer.t -> Integer.t **)

  let abs_N z0 =
    Fairlead_lang_coq.Big_trusted.match_z
      (fun _ -> Integer.zero)
      (fun p -> p)
      (fun p -> p)
      z0

  (** val of_N : Integer.t -> Integer.t **)

  let of_N n0 =
    Fairlead_lang_coq.Big_trusted.match_n
      (fun _ -> Integer.zero)
      (fun p -> p)
      n0
 end

(** val rev : 'a1 list -> 'a1 list **)

let rec rev = function
| [] -> []
| x :: l' -> app (rev l') (x :: [])

(** val list_eq_dec : ('a1 -> 'a1 -> bool) -> 'a1 list -> 'a1 list -> bool **)

let rec list_eq_dec eq_dec l l' =
  match l with
  | [] -> (match l' with
           | [] -> true
           | _ :: _ -> false)
  | y :: l0 ->
    (match l' with
     | [] -> false
     | a :: l1 -> if eq_dec y a then list_eq_dec eq_dec l0 l1 else false)

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

(** val zero : char **)

let zero = '\000'

(** val one : char **)

let one = '\001'

(** val shift : bool -> char -> char **)

let shift = fun b c -> Char.chr (((Char.code c) lsl 1) land 255 + if b then 1 else 0)

(** val ascii_of_pos : Integer.t -> char **)

let ascii_of_pos =
  let rec loop n0 p =
    (fun zero succ n -> if n = 0 then zero () else succ (n - 1))
      (fun _ -> zero)
      (fun n' ->
      Fairlead_lang_coq.Big_trusted.match_positive
        (fun p' -> shift true (loop n' p'))
        (fun p' -> shift false (loop n' p'))
        (fun _ -> one)
        p)
      n0
  in loop (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
       (Stdlib.succ (Stdlib.succ (Stdlib.succ 0))))))))

(** val ascii_of_N : Integer.t -> char **)

let ascii_of_N n0 =
  Fairlead_lang_coq.Big_trusted.match_n
    (fun _ -> zero)
    (fun p -> ascii_of_pos p)
    n0

(** val n_of_digits : bool list -> Integer.t **)

let rec n_of_digits = function
| [] -> Integer.zero
| b :: l' ->
  Integer.add (if b then Fairlead_lang_coq.Big_trusted.one else Integer.zero)
    (N.mul (Fairlead_lang_coq.Big_trusted.double
      Fairlead_lang_coq.Big_trusted.one) (n_of_digits l'))

(** val n_of_ascii : char -> Integer.t **)

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

type decision = bool

(** val decide : decision -> bool **)

let decide decision0 =
  decision0

type ('a, 'b) relDecision = 'a -> 'b -> decision

(** val decide_rel : ('a1, 'a2) relDecision -> 'a1 -> 'a2 -> decision **)

let decide_rel relDecision0 =
  relDecision0

type 'm mBind = __ -> __ -> (__ -> 'm) -> 'm -> 'm

(** val mbind : 'a1 mBind -> ('a2 -> 'a1) -> 'a1 -> 'a1 **)

let mbind mBind0 x x0 =
  Obj.magic mBind0 __ __ x x0

type 'm fMap = __ -> __ -> (__ -> __) -> 'm -> 'm

(** val fmap : 'a1 fMap -> ('a2 -> 'a3) -> 'a1 -> 'a1 **)

let fmap fMap0 x x0 =
  Obj.magic fMap0 __ __ x x0

(** val bool_decide : decision -> bool **)

let bool_decide = function
| true -> true
| false -> false

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

(** val list_fmap : (__ -> __) -> __ list -> __ list **)

let rec list_fmap f = function
| [] -> []
| x :: l0 -> (f x) :: (list_fmap f l0)

(** val list_bind : (__ -> __ list) -> __ list -> __ list **)

let rec list_bind f = function
| [] -> []
| x :: l0 -> app (f x) (list_bind f l0)

(** val list_eq_dec0 :
    ('a1, 'a1) relDecision -> ('a1 list, 'a1 list) relDecision **)

let list_eq_dec0 =
  list_eq_dec

(** val ascii_eq_dec : (char, char) relDecision **)

let ascii_eq_dec =
  (=)

type byte = char

type bytes = byte list

(** val side : bool -> ('a1 * 'a1) -> 'a1 **)

let side d p =
  if d then snd p else fst p

(** val set_side : bool -> 'a1 -> ('a1 * 'a1) -> 'a1 * 'a1 **)

let set_side d x p =
  if d then ((fst p), x) else (x, (snd p))

type datum = bytes option

type application =
  Integer.t -> bytes -> datum list -> (datum list * bytes) option

type stamp = Integer.t * Integer.t

type 'acc tally = { t_sum : 'acc; t_count : Integer.t }

(** val limit32 : Integer.t **)

let limit32 =
  (Fairlead_lang_coq.Big_trusted.double (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    Fairlead_lang_coq.Big_trusted.one))))))))))))))))))))))))))))))))

(** val limit64 : Integer.t **)

let limit64 =
  (Fairlead_lang_coq.Big_trusted.double (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    Fairlead_lang_coq.Big_trusted.one))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))

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

type how =
| MAdd
| BAdd

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

(** val parse_times : 'a1 codec -> int -> bytes -> 'a1 list parsed **)

let rec parse_times c n0 bs =
  (fun zero succ n -> if n = 0 then zero () else succ (n - 1))
    (fun _ -> Parsed ([], bs))
    (fun n9 ->
    match c.parse bs with
    | Parsed (a, bs0) ->
      (match parse_times c n9 bs0 with
       | Parsed (l, bs1) -> Parsed ((a :: l), bs1)
       | Malformed (why, at_) -> Malformed (why, at_))
    | Malformed (why, at_) -> Malformed (why, at_))
    n0

(** val times : int -> 'a1 codec -> 'a1 list codec **)

let times n0 c =
  { print = (fold_right (fun a bs -> app (c.print a) bs) []); parse =
    (parse_times c n0) }

(** val number_of : bytes -> Integer.t **)

let rec number_of = function
| [] -> Integer.zero
| b :: bs0 ->
  Integer.add
    (N.mul (n_of_ascii b)
      (N.pow (Fairlead_lang_coq.Big_trusted.double
        (Fairlead_lang_coq.Big_trusted.double
        (Fairlead_lang_coq.Big_trusted.double
        (Fairlead_lang_coq.Big_trusted.double
        (Fairlead_lang_coq.Big_trusted.double
        (Fairlead_lang_coq.Big_trusted.double
        (Fairlead_lang_coq.Big_trusted.double
        (Fairlead_lang_coq.Big_trusted.double
        Fairlead_lang_coq.Big_trusted.one)))))))) (N.of_nat (length bs0))))
    (number_of bs0)

(** val bytes_of : int -> Integer.t -> bytes **)

let rec bytes_of n0 x =
  (fun zero succ n -> if n = 0 then zero () else succ (n - 1))
    (fun _ -> [])
    (fun n9 ->
    (ascii_of_N
      (N.div x
        (N.pow (Fairlead_lang_coq.Big_trusted.double
          (Fairlead_lang_coq.Big_trusted.double
          (Fairlead_lang_coq.Big_trusted.double
          (Fairlead_lang_coq.Big_trusted.double
          (Fairlead_lang_coq.Big_trusted.double
          (Fairlead_lang_coq.Big_trusted.double
          (Fairlead_lang_coq.Big_trusted.double
          (Fairlead_lang_coq.Big_trusted.double
          Fairlead_lang_coq.Big_trusted.one)))))))) (N.of_nat n9)))) :: 
    (bytes_of n9
      (N.modulo x
        (N.pow (Fairlead_lang_coq.Big_trusted.double
          (Fairlead_lang_coq.Big_trusted.double
          (Fairlead_lang_coq.Big_trusted.double
          (Fairlead_lang_coq.Big_trusted.double
          (Fairlead_lang_coq.Big_trusted.double
          (Fairlead_lang_coq.Big_trusted.double
          (Fairlead_lang_coq.Big_trusted.double
          (Fairlead_lang_coq.Big_trusted.double
          Fairlead_lang_coq.Big_trusted.one)))))))) (N.of_nat n9)))))
    n0

(** val number : int -> Integer.t codec **)

let number n0 =
  view (bytes_of n0) (fun bs -> Some (number_of bs)) Truncated
    (times n0 any_byte)

(** val take_exactly : int -> bytes -> (bytes * bytes) option **)

let rec take_exactly n0 bs =
  (fun zero succ n -> if n = 0 then zero () else succ (n - 1))
    (fun _ -> Some ([], bs))
    (fun n9 ->
    match bs with
    | [] -> None
    | b :: bs0 ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
        let (taken, rest) = pat in Some ((b :: taken), rest))
        (take_exactly n9 bs0))
    n0

(** val counted : int -> bytes codec **)

let counted n0 =
  { print = (fun l -> app ((number n0).print (N.of_nat (length l))) l);
    parse = (fun bs ->
    match (number n0).parse bs with
    | Parsed (x, rest) ->
      (match take_exactly (Fairlead_lang_coq.Big_trusted.to_nat x) rest with
       | Some p -> let (l, rest0) = p in Parsed (l, rest0)
       | None -> Malformed (Oversized, bs))
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

(** val tag : Integer.t -> byte **)

let tag =
  ascii_of_N

(** val option_codec : 'a1 codec -> 'a1 option codec **)

let option_codec c =
  view (fun o -> match o with
                 | Some a -> Inr a
                 | None -> Inl ()) (fun x -> Some
    (match x with
     | Inl _ -> None
     | Inr a -> Some a)) Unknown_tag
    (choose
      (either (case (tag Integer.zero) nothing)
        (case (tag Fairlead_lang_coq.Big_trusted.one) c)))

(** val datum_codec : datum codec **)

let datum_codec =
  option_codec (counted (Stdlib.succ (Stdlib.succ 0)))

(** val n1 : Integer.t **)

let n1 =
  Fairlead_lang_coq.Big_trusted.one

(** val n2 : Integer.t **)

let n2 =
  (Fairlead_lang_coq.Big_trusted.double Fairlead_lang_coq.Big_trusted.one)

(** val n3 : Integer.t **)

let n3 =
  (Fairlead_lang_coq.Big_trusted.double_plus_one
    Fairlead_lang_coq.Big_trusted.one)

(** val n4 : Integer.t **)

let n4 =
  (Fairlead_lang_coq.Big_trusted.double (Fairlead_lang_coq.Big_trusted.double
    Fairlead_lang_coq.Big_trusted.one))

(** val n5 : Integer.t **)

let n5 =
  (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double Fairlead_lang_coq.Big_trusted.one))

(** val n6 : Integer.t **)

let n6 =
  (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    Fairlead_lang_coq.Big_trusted.one))

(** val n7 : Integer.t **)

let n7 =
  (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    Fairlead_lang_coq.Big_trusted.one))

(** val n8 : Integer.t **)

let n8 =
  (Fairlead_lang_coq.Big_trusted.double (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double Fairlead_lang_coq.Big_trusted.one)))

(** val n32 : Integer.t **)

let n32 =
  (Fairlead_lang_coq.Big_trusted.double (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    Fairlead_lang_coq.Big_trusted.one)))))

(** val n256 : Integer.t **)

let n256 =
  (Fairlead_lang_coq.Big_trusted.double (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    Fairlead_lang_coq.Big_trusted.one))))))))

(** val n65536 : Integer.t **)

let n65536 =
  (Fairlead_lang_coq.Big_trusted.double (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    Fairlead_lang_coq.Big_trusted.one))))))))))))))))

type 's strings = { s_length : ('s -> Integer.t);
                    s_sub : ('s -> Integer.t -> Integer.t -> 's);
                    s_concat : ('s list -> 's); s_equal : ('s -> 's -> bool);
                    s_number : ('s -> Integer.t -> Integer.t -> Integer.t);
                    s_bytes : (Integer.t -> Integer.t -> 's);
                    s_below : ('s -> 's -> bool);
                    s_bit : ('s -> Integer.t -> bool);
                    s_same_bits : ('s -> 's -> Integer.t -> bool);
                    s_zero_from : ('s -> Integer.t -> bool);
                    s_explode : ('s -> bytes); s_implode : (bytes -> 's) }

type ('m, 'a) maps = { m_empty : 'm; m_get : ('m -> Integer.t -> 'a option);
                       m_set : ('m -> Integer.t -> 'a -> 'm);
                       m_remove : ('m -> Integer.t -> 'm) }

type 's packed_key = { p_digits : Integer.t; p_word : 's }

type 's packed_edge = { pe_key : 's packed_key; pe_digest : 's; pe_blum : bool }

type 's packed_value =
| PData of 's option
| PMerkle of ('s packed_edge option * 's packed_edge option)

(** val same_key : 'a1 strings -> 'a1 packed_key -> 'a1 packed_key -> bool **)

let same_key o k k' =
  (&&) (Integer.equal k.p_digits k'.p_digits) (o.s_equal k.p_word k'.p_word)

(** val is_root : 'a1 packed_key -> bool **)

let is_root k =
  Integer.equal k.p_digits Integer.zero

(** val p_heading :
    'a1 strings -> 'a1 packed_key -> 'a1 packed_key -> bool option **)

let p_heading o k k' =
  if (&&) (Integer.lt k'.p_digits k.p_digits)
       (o.s_same_bits k.p_word k'.p_word k'.p_digits)
  then Some (o.s_bit k.p_word k'.p_digits)
  else None

(** val p_before : 'a1 strings -> 'a1 packed_key -> 'a1 packed_key -> bool **)

let p_before o k k' =
  (||) (Integer.lt k.p_digits k'.p_digits)
    ((&&) (Integer.equal k.p_digits k'.p_digits)
      (o.s_below k.p_word k'.p_word))

(** val p_initial :
    Integer.t -> 'a1 packed_key -> 'a1 packed_value -> bool **)

let p_initial depth k = function
| PData v0 ->
  (match v0 with
   | Some _ -> false
   | None -> negb (Integer.lt k.p_digits depth))
| PMerkle ends ->
  let (o, o0) = ends in
  (match o with
   | Some _ -> false
   | None ->
     (match o0 with
      | Some _ -> false
      | None -> Integer.lt k.p_digits depth))

(** val p_fits : Integer.t -> 'a1 packed_key -> 'a1 packed_value -> bool **)

let p_fits depth k = function
| PData _ -> Integer.equal k.p_digits depth
| PMerkle _ -> Integer.lt k.p_digits depth

(** val key_pieces : 'a1 strings -> 'a1 packed_key -> 'a1 list -> 'a1 list **)

let key_pieces o k rest =
  (o.s_bytes n2 k.p_digits) :: (k.p_word :: rest)

(** val edge_pieces :
    'a1 strings -> 'a1 packed_edge option -> 'a1 list -> 'a1 list **)

let edge_pieces o c rest =
  match c with
  | Some c0 ->
    (o.s_bytes n1 n1) :: (key_pieces o c0.pe_key
                           (c0.pe_digest :: ((o.s_bytes n1
                                               (if c0.pe_blum
                                                then n1
                                                else Integer.zero)) :: rest)))
  | None -> (o.s_bytes n1 Integer.zero) :: rest

(** val value_pieces :
    'a1 strings -> 'a1 packed_value -> 'a1 list -> 'a1 list **)

let value_pieces o v rest =
  match v with
  | PData v0 ->
    (match v0 with
     | Some v1 ->
       (o.s_bytes n2 n1) :: ((o.s_bytes n2 (o.s_length v1)) :: (v1 :: rest))
     | None -> (o.s_bytes n2 Integer.zero) :: rest)
  | PMerkle ends ->
    let (l, r) = ends in
    (o.s_bytes n1 n1) :: (edge_pieces o l (edge_pieces o r rest))

(** val value_bytes : 'a1 strings -> 'a1 packed_value -> 'a1 **)

let value_bytes o v =
  o.s_concat (value_pieces o v [])

(** val element_bytes :
    'a1 strings -> 'a1 packed_key -> 'a1 packed_value -> stamp -> Integer.t
    -> 'a1 **)

let element_bytes o k v t tid =
  o.s_concat
    (key_pieces o k
      (value_pieces o v
        ((o.s_bytes n8 (fst t)) :: ((o.s_bytes n4 (snd t)) :: ((o.s_bytes n2
                                                                 tid) :: [])))))

type 'a reading =
| Taken of 'a * Integer.t
| Bad of complaint * Integer.t

type 's packed_operand =
| PHere of Integer.t
| PMissing of 's packed_key * Integer.t

type 's packed_entry =
| PAddM of 's packed_key * 's packed_value * Integer.t * Integer.t
| PAddB of 's packed_key * 's packed_value * Integer.t * stamp * Integer.t
| PEvictM of Integer.t * Integer.t
| PEvictB of Integer.t * stamp
| PEvictBM of Integer.t * Integer.t * stamp
| PNextEpoch
| PVerifyEpoch
| PRun of Integer.t * 's packed_operand list * 's
| PRemove of Integer.t * Integer.t

(** val read_number :
    'a1 strings -> Integer.t -> 'a1 -> Integer.t -> Integer.t reading **)

let read_number o n0 s p =
  if Integer.leq (Integer.add p n0) (o.s_length s)
  then Taken ((o.s_number s p n0), (Integer.add p n0))
  else Bad (Truncated, (o.s_length s))

(** val read_bytes :
    'a1 strings -> Integer.t -> 'a1 -> Integer.t -> 'a1 reading **)

let read_bytes o n0 s p =
  if Integer.leq (Integer.add p n0) (o.s_length s)
  then Taken ((o.s_sub s p n0), (Integer.add p n0))
  else Bad (Truncated, (o.s_length s))

(** val read_tag : 'a1 strings -> 'a1 -> Integer.t -> Integer.t reading **)

let read_tag o s p =
  read_number o n1 s p

(** val read_key :
    'a1 strings -> 'a1 -> Integer.t -> 'a1 packed_key reading **)

let read_key o s p =
  match read_number o n2 s p with
  | Taken (digits, p1) ->
    (match read_bytes o n32 s p1 with
     | Taken (word, p2) ->
       if (&&) (Integer.leq digits n256) (o.s_zero_from word digits)
       then Taken ({ p_digits = digits; p_word = word }, p2)
       else Bad (Bad_key, p)
     | Bad (why, place) -> Bad (why, place))
  | Bad (why, place) -> Bad (why, place)

(** val read_flag : 'a1 strings -> 'a1 -> Integer.t -> bool reading **)

let read_flag o s p =
  match read_number o n1 s p with
  | Taken (x, p1) ->
    if Integer.equal x Integer.zero
    then Taken (false, p1)
    else if Integer.equal x n1 then Taken (true, p1) else Bad (Bad_flag, p)
  | Bad (why, place) -> Bad (why, place)

(** val read_edge :
    'a1 strings -> 'a1 -> Integer.t -> 'a1 packed_edge option reading **)

let read_edge o s p =
  match read_tag o s p with
  | Taken (tag0, p1) ->
    if Integer.equal tag0 Integer.zero
    then Taken (None, p1)
    else if Integer.equal tag0 n1
         then (match read_key o s p1 with
               | Taken (k, p2) ->
                 (match read_bytes o n32 s p2 with
                  | Taken (digest, p3) ->
                    (match read_flag o s p3 with
                     | Taken (blum, p4) ->
                       Taken ((Some { pe_key = k; pe_digest = digest;
                         pe_blum = blum }), p4)
                     | Bad (why, place) -> Bad (why, place))
                  | Bad (why, place) -> Bad (why, place))
               | Bad (why, place) -> Bad (why, place))
         else Bad (Unknown_tag, p)
  | Bad (why, place) -> Bad (why, place)

(** val read_datum : 'a1 strings -> 'a1 -> Integer.t -> 'a1 option reading **)

let read_datum o s p =
  match read_tag o s p with
  | Taken (tag0, p1) ->
    if Integer.equal tag0 Integer.zero
    then Taken (None, p1)
    else if Integer.equal tag0 n1
         then (match read_number o n2 s p1 with
               | Taken (n0, p2) ->
                 if Integer.leq (Integer.add p2 n0) (o.s_length s)
                 then Taken ((Some (o.s_sub s p2 n0)), (Integer.add p2 n0))
                 else Bad (Oversized, p1)
               | Bad (why, place) -> Bad (why, place))
         else Bad (Unknown_tag, p)
  | Bad (why, place) -> Bad (why, place)

(** val read_value :
    'a1 strings -> 'a1 -> Integer.t -> 'a1 packed_value reading **)

let read_value o s p =
  match read_tag o s p with
  | Taken (tag0, p1) ->
    if Integer.equal tag0 Integer.zero
    then (match read_datum o s p1 with
          | Taken (v, p2) -> Taken ((PData v), p2)
          | Bad (why, place) -> Bad (why, place))
    else if Integer.equal tag0 n1
         then (match read_edge o s p1 with
               | Taken (l, p2) ->
                 (match read_edge o s p2 with
                  | Taken (r, p3) -> Taken ((PMerkle (l, r)), p3)
                  | Bad (why, place) -> Bad (why, place))
               | Bad (why, place) -> Bad (why, place))
         else Bad (Unknown_tag, p)
  | Bad (why, place) -> Bad (why, place)

(** val read_stamp : 'a1 strings -> 'a1 -> Integer.t -> stamp reading **)

let read_stamp o s p =
  match read_number o n8 s p with
  | Taken (e, p1) ->
    (match read_number o n4 s p1 with
     | Taken (c, p2) -> Taken ((e, c), p2)
     | Bad (why, place) -> Bad (why, place))
  | Bad (why, place) -> Bad (why, place)

(** val read_packed_operand :
    'a1 strings -> 'a1 -> Integer.t -> 'a1 packed_operand reading **)

let read_packed_operand o s p =
  match read_tag o s p with
  | Taken (tag0, p1) ->
    if Integer.equal tag0 Integer.zero
    then (match read_number o n2 s p1 with
          | Taken (s1, p2) -> Taken ((PHere s1), p2)
          | Bad (why, place) -> Bad (why, place))
    else if Integer.equal tag0 n1
         then (match read_key o s p1 with
               | Taken (k, p2) ->
                 (match read_number o n2 s p2 with
                  | Taken (s1, p3) -> Taken ((PMissing (k, s1)), p3)
                  | Bad (why, place) -> Bad (why, place))
               | Bad (why, place) -> Bad (why, place))
         else Bad (Unknown_tag, p)
  | Bad (why, place) -> Bad (why, place)

(** val read_times :
    'a1 strings -> int -> 'a1 -> Integer.t -> 'a1 packed_operand list reading **)

let rec read_times o n0 s p =
  (fun zero succ n -> if n = 0 then zero () else succ (n - 1))
    (fun _ -> Taken ([], p))
    (fun n9 ->
    match read_packed_operand o s p with
    | Taken (o0, p1) ->
      (match read_times o n9 s p1 with
       | Taken (l, p2) -> Taken ((o0 :: l), p2)
       | Bad (why, place) -> Bad (why, place))
    | Bad (why, place) -> Bad (why, place))
    n0

(** val read_packed_operands :
    'a1 strings -> 'a1 -> Integer.t -> 'a1 packed_operand list reading **)

let read_packed_operands o s p =
  match read_number o n1 s p with
  | Taken (n0, p1) ->
    read_times o (Fairlead_lang_coq.Big_trusted.to_nat n0) s p1
  | Bad (why, place) -> Bad (why, place)

(** val read_argument : 'a1 strings -> 'a1 -> Integer.t -> 'a1 reading **)

let read_argument o s p =
  match read_number o n2 s p with
  | Taken (n0, p1) ->
    if Integer.leq (Integer.add p1 n0) (o.s_length s)
    then Taken ((o.s_sub s p1 n0), (Integer.add p1 n0))
    else Bad (Oversized, p)
  | Bad (why, place) -> Bad (why, place)

(** val read_entry :
    'a1 strings -> 'a1 -> Integer.t -> 'a1 packed_entry reading **)

let read_entry o s p =
  match read_tag o s p with
  | Taken (tag0, p1) ->
    if Integer.equal tag0 Integer.zero
    then (match read_key o s p1 with
          | Taken (k, p2) ->
            (match read_value o s p2 with
             | Taken (v, p3) ->
               (match read_number o n2 s p3 with
                | Taken (s1, p4) ->
                  (match read_number o n2 s p4 with
                   | Taken (s2, p5) -> Taken ((PAddM (k, v, s1, s2)), p5)
                   | Bad (why, place) -> Bad (why, place))
                | Bad (why, place) -> Bad (why, place))
             | Bad (why, place) -> Bad (why, place))
          | Bad (why, place) -> Bad (why, place))
    else if Integer.equal tag0 n1
         then (match read_key o s p1 with
               | Taken (k, p2) ->
                 (match read_value o s p2 with
                  | Taken (v, p3) ->
                    (match read_number o n2 s p3 with
                     | Taken (s1, p4) ->
                       (match read_stamp o s p4 with
                        | Taken (t, p5) ->
                          (match read_number o n2 s p5 with
                           | Taken (tid, p6) ->
                             Taken ((PAddB (k, v, s1, t, tid)), p6)
                           | Bad (why, place) -> Bad (why, place))
                        | Bad (why, place) -> Bad (why, place))
                     | Bad (why, place) -> Bad (why, place))
                  | Bad (why, place) -> Bad (why, place))
               | Bad (why, place) -> Bad (why, place))
         else if Integer.equal tag0 n2
              then (match read_number o n2 s p1 with
                    | Taken (s1, p2) ->
                      (match read_number o n2 s p2 with
                       | Taken (s2, p3) -> Taken ((PEvictM (s1, s2)), p3)
                       | Bad (why, place) -> Bad (why, place))
                    | Bad (why, place) -> Bad (why, place))
              else if Integer.equal tag0 n3
                   then (match read_number o n2 s p1 with
                         | Taken (s1, p2) ->
                           (match read_stamp o s p2 with
                            | Taken (t, p3) -> Taken ((PEvictB (s1, t)), p3)
                            | Bad (why, place) -> Bad (why, place))
                         | Bad (why, place) -> Bad (why, place))
                   else if Integer.equal tag0 n4
                        then (match read_number o n2 s p1 with
                              | Taken (s1, p2) ->
                                (match read_number o n2 s p2 with
                                 | Taken (s2, p3) ->
                                   (match read_stamp o s p3 with
                                    | Taken (t, p4) ->
                                      Taken ((PEvictBM (s1, s2, t)), p4)
                                    | Bad (why, place) -> Bad (why, place))
                                 | Bad (why, place) -> Bad (why, place))
                              | Bad (why, place) -> Bad (why, place))
                        else if Integer.equal tag0 n5
                             then Taken (PNextEpoch, p1)
                             else if Integer.equal tag0 n6
                                  then Taken (PVerifyEpoch, p1)
                                  else if Integer.equal tag0 n7
                                       then (match read_number o n1 s p1 with
                                             | Taken (f, p2) ->
                                               (match read_packed_operands o
                                                        s p2 with
                                                | Taken (ops, p3) ->
                                                  (match read_argument o s p3 with
                                                   | Taken (a, p4) ->
                                                     Taken ((PRun (f, ops,
                                                       a)), p4)
                                                   | Bad (why, place) ->
                                                     Bad (why, place))
                                                | Bad (why, place) ->
                                                  Bad (why, place))
                                             | Bad (why, place) ->
                                               Bad (why, place))
                                       else if Integer.equal tag0 n8
                                            then (match read_number o n2 s p1 with
                                                  | Taken (s1, p2) ->
                                                    (match read_number o n2 s
                                                             p2 with
                                                     | Taken (s2, p3) ->
                                                       Taken ((PRemove (s1,
                                                         s2)), p3)
                                                     | Bad (why, place) ->
                                                       Bad (why, place))
                                                  | Bad (why, place) ->
                                                    Bad (why, place))
                                            else Bad (Unknown_tag, p)
  | Bad (why, place) -> Bad (why, place)

type ('s, 'acc) setting = { c_slots : Integer.t; c_threads : Integer.t;
                            c_depth : Integer.t;
                            c_functions : (Integer.t -> 's -> 's option list
                                          -> ('s option list * 's) option);
                            c_first_root : 's packed_value;
                            c_first_epoch : Integer.t; c_digest : ('s -> 's);
                            c_zero : 'acc; c_plus : ('acc -> 'acc -> 'acc);
                            c_same : ('acc -> 'acc -> bool);
                            c_element : (Integer.t -> 's -> 'acc) }

type 's packed_slot = { x_key : 's packed_key; x_value : 's packed_value;
                        x_how : how;
                        x_child : (Integer.t option * Integer.t option);
                        x_parent : (Integer.t * bool) option }

type ('s, 'mS, 'mT) packed_thread = { y_self : Integer.t; y_slots : 'mS;
                                      y_clock : stamp;
                                      y_lek : 's packed_key option;
                                      y_added : 'mT; y_evicted : 'mT;
                                      y_next : Integer.t; y_index : Integer.t }

(** val y_with_slots :
    ('a1, 'a2, 'a3) packed_thread -> 'a2 -> ('a1, 'a2, 'a3) packed_thread **)

let y_with_slots st slots =
  { y_self = st.y_self; y_slots = slots; y_clock = st.y_clock; y_lek =
    st.y_lek; y_added = st.y_added; y_evicted = st.y_evicted; y_next =
    st.y_next; y_index = st.y_index }

(** val x_adopt :
    'a1 packed_slot -> 'a1 packed_value -> bool -> Integer.t option -> 'a1
    packed_slot **)

let x_adopt sl v d child =
  { x_key = sl.x_key; x_value = v; x_how = sl.x_how; x_child =
    (set_side d child sl.x_child); x_parent = sl.x_parent }

(** val p_point :
    ('a1 packed_edge option * 'a1 packed_edge option) -> bool -> 'a1
    packed_edge -> 'a1 packed_value **)

let p_point ends d c =
  PMerkle (set_side d (Some c) ends)

(** val y_relink :
    ('a2, 'a1 packed_slot) maps -> Integer.t option -> Integer.t -> bool ->
    'a2 -> 'a2 **)

let y_relink oS child s d slots =
  match child with
  | Some s2 ->
    (match oS.m_get slots s2 with
     | Some sl2 ->
       oS.m_set slots s2 { x_key = sl2.x_key; x_value = sl2.x_value; x_how =
         sl2.x_how; x_child = sl2.x_child; x_parent = (Some (s, d)) }
     | None -> slots)
  | None -> slots

(** val y_tally :
    ('a3, 'a2 tally) maps -> ('a1, 'a2) setting -> 'a3 -> Integer.t -> 'a2
    tally **)

let y_tally oT cfg m e =
  match oT.m_get m e with
  | Some t -> t
  | None -> { t_sum = cfg.c_zero; t_count = Integer.zero }

(** val y_insert :
    ('a3, 'a2 tally) maps -> ('a1, 'a2) setting -> 'a3 -> Integer.t -> 'a1 ->
    'a3 option **)

let y_insert oT cfg m e bytes0 =
  let t = y_tally oT cfg m e in
  let count = Integer.add n1 t.t_count in
  if Integer.lt count limit32
  then Some
         (oT.m_set m e { t_sum =
           (cfg.c_plus (cfg.c_element e bytes0) t.t_sum); t_count = count })
  else None

(** val earlier : stamp -> stamp -> bool **)

let earlier t t' =
  (||) (Integer.lt (fst t) (fst t'))
    ((&&) (Integer.equal (fst t) (fst t')) (Integer.lt (snd t) (snd t')))

(** val no_child : (Integer.t option * Integer.t option) -> bool **)

let no_child = function
| (o, o0) ->
  (match o with
   | Some _ -> false
   | None -> (match o0 with
              | Some _ -> false
              | None -> true))

(** val is_none : 'a1 option -> bool **)

let is_none = function
| Some _ -> false
| None -> true

(** val none_at : (Integer.t option * Integer.t option) -> bool -> bool **)

let none_at p d =
  is_none (side d p)

(** val added_under :
    (Integer.t * bool) option -> Integer.t -> bool -> bool **)

let added_under p s d =
  match p with
  | Some p0 -> let (s', d') = p0 in (&&) (Integer.equal s' s) (eqb d' d)
  | None -> false

(** val y_add_merkle :
    'a1 strings -> ('a3, 'a1 packed_slot) maps -> ('a1, 'a2) setting -> ('a1,
    'a3, 'a4) packed_thread -> 'a1 packed_key -> 'a1 packed_value ->
    Integer.t -> Integer.t -> ('a1, 'a3, 'a4) packed_thread outcome **)

let y_add_merkle o oS cfg st k v s s' =
  if Integer.lt s' cfg.c_slots
  then (match oS.m_get st.y_slots s' with
        | Some sl' ->
          if Integer.lt s cfg.c_slots
          then if is_none (oS.m_get st.y_slots s)
               then (match sl'.x_value with
                     | PData _ -> Refused Not_merkle
                     | PMerkle ends ->
                       (match p_heading o k sl'.x_key with
                        | Some d ->
                          if p_fits cfg.c_depth k v
                          then let fresh = { pe_key = k; pe_digest =
                                 (o.s_bytes n32 Integer.zero); pe_blum =
                                 false }
                               in
                               (match side d ends with
                                | Some c ->
                                  if same_key o c.pe_key k
                                  then if o.s_equal c.pe_digest
                                            (cfg.c_digest (value_bytes o v))
                                       then if negb c.pe_blum
                                            then if none_at sl'.x_child d
                                                 then Ok
                                                        (y_with_slots st
                                                          (oS.m_set
                                                            (oS.m_set
                                                              st.y_slots s'
                                                              (x_adopt sl'
                                                                sl'.x_value d
                                                                (Some s))) s
                                                            { x_key = k;
                                                            x_value = v;
                                                            x_how = MAdd;
                                                            x_child = (None,
                                                            None); x_parent =
                                                            (Some (s', d)) }))
                                                 else Refused Child_in_cache
                                            else Refused In_blum
                                       else Refused Wrong_digest
                                  else if p_initial cfg.c_depth k v
                                       then (match p_heading o c.pe_key k with
                                             | Some d2 ->
                                               (match v with
                                                | PData _ ->
                                                  Refused Not_merkle
                                                | PMerkle none ->
                                                  let old = side d sl'.x_child
                                                  in
                                                  Ok
                                                  (y_with_slots st
                                                    (oS.m_set
                                                      (oS.m_set
                                                        (y_relink oS old s d2
                                                          st.y_slots) s'
                                                        (x_adopt sl'
                                                          (p_point ends d
                                                            fresh) d (Some s)))
                                                      s { x_key = k;
                                                      x_value =
                                                      (p_point none d2 c);
                                                      x_how = MAdd; x_child =
                                                      (set_side d2 old (None,
                                                        None)); x_parent =
                                                      (Some (s', d)) })))
                                             | None -> Refused Edge_elsewhere)
                                       else Refused Value_not_initial
                                | None ->
                                  if p_initial cfg.c_depth k v
                                  then if none_at sl'.x_child d
                                       then Ok
                                              (y_with_slots st
                                                (oS.m_set
                                                  (oS.m_set st.y_slots s'
                                                    (x_adopt sl'
                                                      (p_point ends d fresh)
                                                      d (Some s))) s
                                                  { x_key = k; x_value = v;
                                                  x_how = MAdd; x_child =
                                                  (None, None); x_parent =
                                                  (Some (s', d)) }))
                                       else Refused Child_in_cache
                                  else Refused Value_not_initial)
                          else Refused Value_does_not_fit
                        | None -> Refused Not_descendant))
               else Refused Slot_full
          else Refused Slot_out_of_range
        | None -> Refused Slot_empty)
  else Refused Slot_out_of_range

(** val y_evict_merkle :
    'a1 strings -> ('a3, 'a1 packed_slot) maps -> ('a1, 'a2) setting -> ('a1,
    'a3, 'a4) packed_thread -> Integer.t -> Integer.t -> ('a1, 'a3, 'a4)
    packed_thread outcome **)

let y_evict_merkle o oS cfg st s s' =
  if negb (Integer.equal s s')
  then if Integer.lt s cfg.c_slots
       then (match oS.m_get st.y_slots s with
             | Some sl ->
               if Integer.lt s' cfg.c_slots
               then (match oS.m_get st.y_slots s' with
                     | Some sl' ->
                       (match sl'.x_value with
                        | PData _ -> Refused Not_merkle
                        | PMerkle ends ->
                          (match p_heading o sl.x_key sl'.x_key with
                           | Some d ->
                             if no_child sl.x_child
                             then (match side d ends with
                                   | Some c ->
                                     if same_key o c.pe_key sl.x_key
                                     then let left = Ok
                                            (y_with_slots st
                                              (oS.m_remove
                                                (oS.m_set st.y_slots s'
                                                  (x_adopt sl'
                                                    (p_point ends d
                                                      { pe_key = sl.x_key;
                                                      pe_digest =
                                                      (cfg.c_digest
                                                        (value_bytes o
                                                          sl.x_value));
                                                      pe_blum = false }) d
                                                    None)) s))
                                          in
                                          (match sl.x_parent with
                                           | Some p ->
                                             if added_under (Some p) s' d
                                             then left
                                             else Refused Wrong_parent
                                           | None ->
                                             if none_at sl'.x_child d
                                             then left
                                             else Refused Child_in_cache)
                                     else Refused Edge_elsewhere
                                   | None -> Refused Edge_elsewhere)
                             else Refused Has_children
                           | None -> Refused Not_descendant))
                     | None -> Refused Slot_empty)
               else Refused Slot_out_of_range
             | None -> Refused Slot_empty)
       else Refused Slot_out_of_range
  else Refused Same_slot

(** val y_add_blum :
    'a1 strings -> ('a3, 'a1 packed_slot) maps -> ('a4, 'a2 tally) maps ->
    ('a1, 'a2) setting -> ('a1, 'a3, 'a4) packed_thread -> 'a1 packed_key ->
    'a1 packed_value -> Integer.t -> stamp -> Integer.t -> ('a1, 'a3, 'a4)
    packed_thread outcome **)

let y_add_blum o oS oT cfg st k v s t tid =
  if negb (is_root k)
  then if Integer.lt s cfg.c_slots
       then if is_none (oS.m_get st.y_slots s)
            then if p_fits cfg.c_depth k v
                 then if Integer.leq st.y_next (fst t)
                      then if Integer.lt (Integer.add (snd t) n1) limit32
                           then (match y_insert oT cfg st.y_added (fst t)
                                         (element_bytes o k v t tid) with
                                 | Some added ->
                                   let t' = ((fst t),
                                     (Integer.add (snd t) n1))
                                   in
                                   let slots =
                                     oS.m_set st.y_slots s { x_key = k;
                                       x_value = v; x_how = BAdd; x_child =
                                       (None, None); x_parent = None }
                                   in
                                   if earlier st.y_clock t'
                                   then Ok { y_self = st.y_self; y_slots =
                                          slots; y_clock = t'; y_lek = None;
                                          y_added = added; y_evicted =
                                          st.y_evicted; y_next = st.y_next;
                                          y_index = st.y_index }
                                   else Ok { y_self = st.y_self; y_slots =
                                          slots; y_clock = st.y_clock;
                                          y_lek = st.y_lek; y_added = added;
                                          y_evicted = st.y_evicted; y_next =
                                          st.y_next; y_index = st.y_index }
                                 | None -> Refused Count_overflow)
                           else Refused Counter_overflow
                      else Refused Epoch_already_verified
                 else Refused Value_does_not_fit
            else Refused Slot_full
       else Refused Slot_out_of_range
  else Refused Root_key

(** val y_leave :
    'a1 strings -> ('a3, 'a1 packed_slot) maps -> ('a4, 'a2 tally) maps ->
    ('a1, 'a2) setting -> ('a1, 'a3, 'a4) packed_thread -> 'a1 packed_slot ->
    Integer.t -> 'a3 -> stamp -> ('a1, 'a3, 'a4) packed_thread outcome **)

let y_leave o oS oT cfg st sl s slots t =
  if negb (is_root sl.x_key)
  then if (&&) (Integer.lt (fst t) limit64) (Integer.lt (snd t) limit32)
       then if (||) (earlier st.y_clock t)
                 ((&&)
                   ((&&) (Integer.equal (fst st.y_clock) (fst t))
                     (Integer.equal (snd st.y_clock) (snd t)))
                   (match st.y_lek with
                    | Some k -> p_before o k sl.x_key
                    | None -> true))
            then if no_child sl.x_child
                 then (match y_insert oT cfg st.y_evicted (fst t)
                               (element_bytes o sl.x_key sl.x_value t
                                 st.y_self) with
                       | Some evicted ->
                         Ok { y_self = st.y_self; y_slots =
                           (oS.m_remove slots s); y_clock = t; y_lek = (Some
                           sl.x_key); y_added = st.y_added; y_evicted =
                           evicted; y_next = st.y_next; y_index = st.y_index }
                       | None -> Refused Count_overflow)
                 else Refused Has_children
            else Refused Not_later
       else Refused Counter_overflow
  else Refused Root_key

(** val y_evict_blum :
    'a1 strings -> ('a3, 'a1 packed_slot) maps -> ('a4, 'a2 tally) maps ->
    ('a1, 'a2) setting -> ('a1, 'a3, 'a4) packed_thread -> Integer.t -> stamp
    -> ('a1, 'a3, 'a4) packed_thread outcome **)

let y_evict_blum o oS oT cfg st s t =
  if Integer.lt s cfg.c_slots
  then (match oS.m_get st.y_slots s with
        | Some sl ->
          (match sl.x_how with
           | MAdd -> Refused Added_by_merkle
           | BAdd -> y_leave o oS oT cfg st sl s st.y_slots t)
        | None -> Refused Slot_empty)
  else Refused Slot_out_of_range

(** val y_evict_merkle_to_blum :
    'a1 strings -> ('a3, 'a1 packed_slot) maps -> ('a4, 'a2 tally) maps ->
    ('a1, 'a2) setting -> ('a1, 'a3, 'a4) packed_thread -> Integer.t ->
    Integer.t -> stamp -> ('a1, 'a3, 'a4) packed_thread outcome **)

let y_evict_merkle_to_blum o oS oT cfg st s s' t =
  if negb (Integer.equal s s')
  then if Integer.lt s cfg.c_slots
       then (match oS.m_get st.y_slots s with
             | Some sl ->
               if Integer.lt s' cfg.c_slots
               then (match oS.m_get st.y_slots s' with
                     | Some sl' ->
                       (match sl.x_how with
                        | MAdd ->
                          (match sl'.x_value with
                           | PData _ -> Refused Not_merkle
                           | PMerkle ends ->
                             (match p_heading o sl.x_key sl'.x_key with
                              | Some d ->
                                (match side d ends with
                                 | Some c ->
                                   if same_key o c.pe_key sl.x_key
                                   then if negb c.pe_blum
                                        then if added_under sl.x_parent s' d
                                             then y_leave o oS oT cfg st sl s
                                                    (oS.m_set st.y_slots s'
                                                      (x_adopt sl'
                                                        (p_point ends d
                                                          { pe_key =
                                                          sl.x_key;
                                                          pe_digest =
                                                          c.pe_digest;
                                                          pe_blum = true }) d
                                                        None)) t
                                             else Refused Wrong_parent
                                        else Refused In_blum
                                   else Refused Edge_elsewhere
                                 | None -> Refused Edge_elsewhere)
                              | None -> Refused Not_descendant))
                        | BAdd -> Refused Added_by_blum)
                     | None -> Refused Slot_empty)
               else Refused Slot_out_of_range
             | None -> Refused Slot_empty)
       else Refused Slot_out_of_range
  else Refused Same_slot

(** val y_next_epoch :
    ('a1, 'a2, 'a3) packed_thread -> ('a1, 'a2, 'a3) packed_thread outcome **)

let y_next_epoch st =
  let e = Integer.add (fst st.y_clock) n1 in
  if Integer.lt e limit64
  then Ok { y_self = st.y_self; y_slots = st.y_slots; y_clock = (e,
         Integer.zero); y_lek = None; y_added = st.y_added; y_evicted =
         st.y_evicted; y_next = st.y_next; y_index = st.y_index }
  else Refused Epoch_overflow

(** val y_verify_epoch :
    ('a4, 'a2 tally) maps -> ('a1, 'a3, 'a4) packed_thread -> ('a1, 'a3, 'a4)
    packed_thread outcome **)

let y_verify_epoch oT st =
  if Integer.lt st.y_next (fst st.y_clock)
  then Ok { y_self = st.y_self; y_slots = st.y_slots; y_clock = st.y_clock;
         y_lek = st.y_lek; y_added = (oT.m_remove st.y_added st.y_next);
         y_evicted = (oT.m_remove st.y_evicted st.y_next); y_next =
         (Integer.add st.y_next n1); y_index = st.y_index }
  else Refused Epoch_not_over

(** val p_leads_past :
    'a1 strings -> 'a1 packed_edge option -> 'a1 packed_key -> bool **)

let p_leads_past o c k =
  match c with
  | Some c0 ->
    (&&) (negb (same_key o c0.pe_key k)) (is_none (p_heading o k c0.pe_key))
  | None -> true

(** val y_read_operand :
    'a1 strings -> ('a3, 'a1 packed_slot) maps -> ('a1, 'a2) setting -> ('a1,
    'a3, 'a4) packed_thread -> 'a1 packed_operand -> ('a1 packed_key * 'a1
    option) outcome **)

let y_read_operand o oS cfg st = function
| PHere s ->
  if Integer.lt s cfg.c_slots
  then (match oS.m_get st.y_slots s with
        | Some sl ->
          (match sl.x_value with
           | PData v -> Ok (sl.x_key, v)
           | PMerkle _ -> Refused Not_data)
        | None -> Refused Slot_empty)
  else Refused Slot_out_of_range
| PMissing (k, s) ->
  if Integer.lt s cfg.c_slots
  then (match oS.m_get st.y_slots s with
        | Some sl ->
          (match sl.x_value with
           | PData _ -> Refused Not_merkle
           | PMerkle ends ->
             (match p_heading o k sl.x_key with
              | Some d ->
                if p_fits cfg.c_depth k (PData None)
                then if p_leads_past o (side d ends) k
                     then Ok (k, None)
                     else Refused Not_absent
                else Refused Not_data
              | None -> Refused Not_descendant))
        | None -> Refused Slot_empty)
  else Refused Slot_out_of_range

(** val y_read_operands :
    'a1 strings -> ('a3, 'a1 packed_slot) maps -> ('a1, 'a2) setting -> ('a1,
    'a3, 'a4) packed_thread -> 'a1 packed_operand list -> ('a1
    packed_key * 'a1 option) list outcome **)

let rec y_read_operands o oS cfg st = function
| [] -> Ok []
| o0 :: ops0 ->
  (match y_read_operand o oS cfg st o0 with
   | Ok x ->
     (match y_read_operands o oS cfg st ops0 with
      | Ok l -> Ok (x :: l)
      | Refused why -> Refused why)
   | Refused why -> Refused why)

(** val is_new : Integer.t -> 'a1 packed_operand list -> bool **)

let rec is_new s = function
| [] -> true
| p :: ops0 ->
  (match p with
   | PHere s' -> (&&) (negb (Integer.equal s s')) (is_new s ops0)
   | PMissing (_, _) -> is_new s ops0)

(** val no_slot_twice : 'a1 packed_operand list -> bool **)

let rec no_slot_twice = function
| [] -> true
| p :: ops0 ->
  (match p with
   | PHere s -> (&&) (is_new s ops0) (no_slot_twice ops0)
   | PMissing (_, _) -> no_slot_twice ops0)

(** val same_length : 'a1 list -> 'a2 list -> bool **)

let rec same_length l l' =
  match l with
  | [] -> (match l' with
           | [] -> true
           | _ :: _ -> false)
  | _ :: l0 -> (match l' with
                | [] -> false
                | _ :: l'0 -> same_length l0 l'0)

(** val p_writable : 'a1 packed_operand list -> 'a1 option list -> bool **)

let rec p_writable ops news =
  match ops with
  | [] -> true
  | p :: ops0 ->
    (match p with
     | PHere _ ->
       (match news with
        | [] -> true
        | _ :: news0 -> p_writable ops0 news0)
     | PMissing (_, _) ->
       (match news with
        | [] -> true
        | o :: news0 ->
          (match o with
           | Some _ -> false
           | None -> p_writable ops0 news0)))

(** val p_short : 'a1 strings -> 'a1 option -> bool **)

let p_short o = function
| Some s -> Integer.lt (o.s_length s) n65536
| None -> true

(** val y_write :
    ('a2, 'a1 packed_slot) maps -> 'a2 -> 'a1 packed_operand list -> 'a1
    option list -> 'a2 **)

let rec y_write oS slots ops news =
  match ops with
  | [] -> slots
  | p :: ops0 ->
    (match p with
     | PHere s ->
       (match news with
        | [] -> slots
        | v :: news0 ->
          y_write oS
            (match oS.m_get slots s with
             | Some sl ->
               oS.m_set slots s { x_key = sl.x_key; x_value = (PData v);
                 x_how = sl.x_how; x_child = sl.x_child; x_parent =
                 sl.x_parent }
             | None -> slots) ops0 news0)
     | PMissing (_, _) ->
       (match news with
        | [] -> slots
        | _ :: news0 -> y_write oS slots ops0 news0))

(** val y_evaluate :
    'a1 strings -> ('a3, 'a1 packed_slot) maps -> ('a1, 'a2) setting -> ('a1,
    'a3, 'a4) packed_thread -> Integer.t -> 'a1 packed_operand list -> 'a1 ->
    (('a1 packed_key * 'a1 option) list * ('a1 option list * 'a1)) outcome **)

let y_evaluate o oS cfg st f ops a =
  if Integer.lt (Integer.add st.y_index n1) limit64
  then (match y_read_operands o oS cfg st ops with
        | Ok olds ->
          if no_slot_twice ops
          then (match cfg.c_functions f a
                        (fmap (Obj.magic (fun _ _ -> list_fmap)) snd
                          (Obj.magic olds)) with
                | Some y ->
                  if same_length (fst y) ops
                  then if p_writable ops (fst y)
                       then if forallb (p_short o) (fst y)
                            then Ok (olds, y)
                            else Refused Value_too_large
                       else Refused Not_in_cache
                  else Refused Bad_call
                | None -> Refused Bad_call)
          else Refused Same_slot
        | Refused why -> Refused why)
  else Refused Index_overflow

(** val y_answered :
    ('a1, 'a2, 'a3) packed_thread -> 'a2 -> ('a1, 'a2, 'a3) packed_thread **)

let y_answered st slots =
  { y_self = st.y_self; y_slots = slots; y_clock = st.y_clock; y_lek =
    st.y_lek; y_added = st.y_added; y_evicted = st.y_evicted; y_next =
    st.y_next; y_index = (Integer.add st.y_index n1) }

(** val y_run :
    'a1 strings -> ('a3, 'a1 packed_slot) maps -> ('a1, 'a2) setting -> ('a1,
    'a3, 'a4) packed_thread -> Integer.t -> 'a1 packed_operand list -> 'a1 ->
    ('a1, 'a3, 'a4) packed_thread outcome **)

let y_run o oS cfg st f ops a =
  match y_evaluate o oS cfg st f ops a with
  | Ok y -> Ok (y_answered st (y_write oS st.y_slots ops (fst (snd y))))
  | Refused why -> Refused why

(** val y_merge :
    ('a2, 'a1 packed_slot) maps -> ('a1, 'a2, 'a3) packed_thread -> Integer.t
    -> Integer.t -> 'a1 packed_slot -> 'a1 packed_slot -> ('a1 packed_edge
    option * 'a1 packed_edge option) -> bool -> bool -> 'a1 packed_edge ->
    ('a1, 'a2, 'a3) packed_thread outcome **)

let y_merge oS st s s' sl sl' ends d d2 c2 =
  if none_at sl.x_child (negb d2)
  then let old = side d2 sl.x_child in
       Ok
       (y_with_slots st
         (oS.m_remove
           (oS.m_set (y_relink oS old s' d st.y_slots) s'
             (x_adopt sl' (p_point ends d c2) d old)) s))
  else Refused Has_children

(** val y_remove :
    'a1 strings -> ('a3, 'a1 packed_slot) maps -> ('a1, 'a2) setting -> ('a1,
    'a3, 'a4) packed_thread -> Integer.t -> Integer.t -> ('a1, 'a3, 'a4)
    packed_thread outcome **)

let y_remove o oS cfg st s s' =
  if negb (Integer.equal s s')
  then if Integer.lt s cfg.c_slots
       then (match oS.m_get st.y_slots s with
             | Some sl ->
               if Integer.lt s' cfg.c_slots
               then (match oS.m_get st.y_slots s' with
                     | Some sl' ->
                       (match sl'.x_value with
                        | PData _ -> Refused Not_merkle
                        | PMerkle ends ->
                          (match p_heading o sl.x_key sl'.x_key with
                           | Some d ->
                             (match side d ends with
                              | Some c ->
                                if same_key o c.pe_key sl.x_key
                                then let left =
                                       if p_initial cfg.c_depth sl.x_key
                                            sl.x_value
                                       then if no_child sl.x_child
                                            then Ok
                                                   (y_with_slots st
                                                     (oS.m_remove
                                                       (oS.m_set st.y_slots
                                                         s'
                                                         (x_adopt sl'
                                                           (PMerkle
                                                           (set_side d None
                                                             ends)) d None))
                                                       s))
                                            else Refused Has_children
                                       else if Integer.lt sl.x_key.p_digits
                                                 cfg.c_depth
                                            then (match sl.x_value with
                                                  | PData _ ->
                                                    Refused Still_needed
                                                  | PMerkle ends0 ->
                                                    let (o0, o1) = ends0 in
                                                    (match o0 with
                                                     | Some c2 ->
                                                       (match o1 with
                                                        | Some _ ->
                                                          Refused Still_needed
                                                        | None ->
                                                          y_merge oS st s s'
                                                            sl sl' ends d
                                                            false c2)
                                                     | None ->
                                                       (match o1 with
                                                        | Some c2 ->
                                                          y_merge oS st s s'
                                                            sl sl' ends d
                                                            true c2
                                                        | None ->
                                                          Refused Still_needed)))
                                            else Refused Still_needed
                                     in
                                     (match sl.x_parent with
                                      | Some p ->
                                        if added_under (Some p) s' d
                                        then left
                                        else Refused Wrong_parent
                                      | None ->
                                        if none_at sl'.x_child d
                                        then left
                                        else Refused Child_in_cache)
                                else Refused Edge_elsewhere
                              | None -> Refused Edge_elsewhere)
                           | None -> Refused Not_descendant))
                     | None -> Refused Slot_empty)
               else Refused Slot_out_of_range
             | None -> Refused Slot_empty)
       else Refused Slot_out_of_range
  else Refused Same_slot

(** val y_step :
    'a1 strings -> ('a3, 'a1 packed_slot) maps -> ('a4, 'a2 tally) maps ->
    ('a1, 'a2) setting -> ('a1, 'a3, 'a4) packed_thread -> 'a1 packed_entry
    -> ('a1, 'a3, 'a4) packed_thread outcome **)

let y_step o oS oT cfg st = function
| PAddM (k, v, s, s') -> y_add_merkle o oS cfg st k v s s'
| PAddB (k, v, s, t, tid) -> y_add_blum o oS oT cfg st k v s t tid
| PEvictM (s, s') -> y_evict_merkle o oS cfg st s s'
| PEvictB (s, t) -> y_evict_blum o oS oT cfg st s t
| PEvictBM (s, s', t) -> y_evict_merkle_to_blum o oS oT cfg st s s' t
| PNextEpoch -> y_next_epoch st
| PVerifyEpoch -> y_verify_epoch oT st
| PRun (f, ops, a) -> y_run o oS cfg st f ops a
| PRemove (s, s') -> y_remove o oS cfg st s s'

(** val y_init :
    'a1 strings -> ('a3, 'a1 packed_slot) maps -> ('a4, 'a2 tally) maps ->
    ('a1, 'a2) setting -> Integer.t -> ('a1, 'a3, 'a4) packed_thread **)

let y_init o oS oT cfg i =
  { y_self = i; y_slots =
    (if Integer.equal i Integer.zero
     then oS.m_set oS.m_empty Integer.zero { x_key = { p_digits =
            Integer.zero; p_word = (o.s_bytes n32 Integer.zero) }; x_value =
            cfg.c_first_root; x_how = MAdd; x_child = (None, None);
            x_parent = None }
     else oS.m_empty); y_clock = (cfg.c_first_epoch, Integer.zero); y_lek =
    None; y_added = oT.m_empty; y_evicted = oT.m_empty; y_next =
    cfg.c_first_epoch; y_index = Integer.zero }

type 's packed_receipt = { z_tid : Integer.t; z_stamp : stamp;
                           z_index : Integer.t; z_function : Integer.t;
                           z_argument : 's; z_keys : 's packed_key list;
                           z_result : 's }

type ('s, 'mS, 'mT) packed_status = { y_stopped : bool;
                                      y_state : ('s, 'mS, 'mT) packed_thread }

type 'acc counted_aggregate = { g_added : 'acc tally; g_evicted : 'acc tally;
                                g_done : Integer.t }

type ('mX, 'mG) auditor = { u_threads : 'mX; u_aggregates : 'mG;
                            u_published : Integer.t; u_next : Integer.t }

(** val u_init :
    ('a5, ('a1, 'a3, 'a4) packed_status) maps -> ('a6, 'a2 counted_aggregate)
    maps -> ('a1, 'a2) setting -> ('a5, 'a6) auditor **)

let u_init oX oG cfg =
  { u_threads = oX.m_empty; u_aggregates = oG.m_empty; u_published =
    Integer.zero; u_next = cfg.c_first_epoch }

(** val u_status :
    'a1 strings -> ('a3, 'a1 packed_slot) maps -> ('a4, 'a2 tally) maps ->
    ('a5, ('a1, 'a3, 'a4) packed_status) maps -> ('a1, 'a2) setting -> ('a5,
    'a6) auditor -> Integer.t -> ('a1, 'a3, 'a4) packed_status **)

let u_status o oS oT oX cfg u i =
  match oX.m_get u.u_threads i with
  | Some x -> x
  | None -> { y_stopped = false; y_state = (y_init o oS oT cfg i) }

(** val u_aggregate :
    ('a4, 'a2 counted_aggregate) maps -> ('a1, 'a2) setting -> ('a3, 'a4)
    auditor -> Integer.t -> 'a2 counted_aggregate **)

let u_aggregate oG cfg u e =
  match oG.m_get u.u_aggregates e with
  | Some g -> g
  | None ->
    { g_added = { t_sum = cfg.c_zero; t_count = Integer.zero }; g_evicted =
      { t_sum = cfg.c_zero; t_count = Integer.zero }; g_done = Integer.zero }

(** val u_sum : ('a1, 'a2) setting -> 'a2 tally -> 'a2 tally -> 'a2 tally **)

let u_sum cfg x y =
  { t_sum = (cfg.c_plus x.t_sum y.t_sum); t_count =
    (Integer.add x.t_count y.t_count) }

(** val u_publish :
    ('a4, 'a2 tally) maps -> ('a6, 'a2 counted_aggregate) maps -> ('a1, 'a2)
    setting -> ('a5, 'a6) auditor -> ('a1, 'a3, 'a4) packed_thread ->
    Integer.t -> 'a6 **)

let u_publish oT oG cfg u st e =
  let g = u_aggregate oG cfg u e in
  oG.m_set u.u_aggregates e { g_added =
    (u_sum cfg (y_tally oT cfg st.y_added e) g.g_added); g_evicted =
    (u_sum cfg (y_tally oT cfg st.y_evicted e) g.g_evicted); g_done =
    (Integer.add g.g_done n1) }

(** val u_receipt :
    'a1 strings -> ('a3, 'a1 packed_slot) maps -> ('a1, 'a2) setting -> ('a1,
    'a3, 'a4) packed_thread -> 'a1 packed_entry -> 'a1 packed_receipt option **)

let u_receipt o oS cfg st = function
| PRun (f, ops, a) ->
  (match y_evaluate o oS cfg st f ops a with
   | Ok a0 ->
     let (olds, p) = a0 in
     let (_, result) = p in
     Some { z_tid = st.y_self; z_stamp = st.y_clock; z_index = st.y_index;
     z_function = f; z_argument = a; z_keys =
     (fmap (Obj.magic (fun _ _ -> list_fmap)) fst (Obj.magic olds));
     z_result = result }
   | Refused _ -> None)
| _ -> None

type 's reply =
| Accepted of 's packed_receipt option
| Not_accepted of refusal

(** val u_feed :
    'a1 strings -> ('a3, 'a1 packed_slot) maps -> ('a4, 'a2 tally) maps ->
    ('a5, ('a1, 'a3, 'a4) packed_status) maps -> ('a6, 'a2 counted_aggregate)
    maps -> ('a1, 'a2) setting -> ('a5, 'a6) auditor -> Integer.t -> 'a1
    packed_entry -> ('a5, 'a6) auditor * 'a1 reply **)

let u_feed o oS oT oX oG cfg u i en =
  if Integer.lt i cfg.c_threads
  then let x = u_status o oS oT oX cfg u i in
       if x.y_stopped
       then (u, (Not_accepted Thread_failed))
       else let st = x.y_state in
            (match y_step o oS oT cfg st en with
             | Ok st' ->
               let threads =
                 oX.m_set u.u_threads i { y_stopped = false; y_state = st' }
               in
               (match en with
                | PVerifyEpoch ->
                  ({ u_threads = threads; u_aggregates =
                    (u_publish oT oG cfg u st st.y_next); u_published =
                    (Integer.add u.u_published n1); u_next = u.u_next },
                    (Accepted None))
                | _ ->
                  ({ u_threads = threads; u_aggregates = u.u_aggregates;
                    u_published = u.u_published; u_next = u.u_next },
                    (Accepted (u_receipt o oS cfg st en))))
             | Refused why ->
               ({ u_threads =
                 (oX.m_set u.u_threads i { y_stopped = true; y_state = st });
                 u_aggregates = u.u_aggregates; u_published = u.u_published;
                 u_next = u.u_next }, (Not_accepted why)))
  else (u, (Not_accepted No_such_thread))

(** val u_complete :
    ('a4, 'a2 counted_aggregate) maps -> ('a1, 'a2) setting -> ('a3, 'a4)
    auditor -> Integer.t -> bool **)

let u_complete oG cfg u e =
  Integer.equal (u_aggregate oG cfg u e).g_done cfg.c_threads

(** val u_agree :
    ('a4, 'a2 counted_aggregate) maps -> ('a1, 'a2) setting -> ('a3, 'a4)
    auditor -> Integer.t -> bool **)

let u_agree oG cfg u e =
  let g = u_aggregate oG cfg u e in
  (&&)
    ((&&) (cfg.c_same g.g_added.t_sum g.g_evicted.t_sum)
      (Integer.equal g.g_added.t_count g.g_evicted.t_count))
    (Integer.lt g.g_added.t_count limit32)

(** val u_certify_loop :
    ('a4, 'a2 counted_aggregate) maps -> ('a1, 'a2) setting -> int -> ('a3,
    'a4) auditor -> ('a3, 'a4) auditor **)

let rec u_certify_loop oG cfg fuel u =
  (fun zero succ n -> if n = 0 then zero () else succ (n - 1))
    (fun _ -> u)
    (fun fuel0 ->
    if (&&) (u_complete oG cfg u u.u_next) (u_agree oG cfg u u.u_next)
    then u_certify_loop oG cfg fuel0 { u_threads = u.u_threads;
           u_aggregates = (oG.m_remove u.u_aggregates u.u_next);
           u_published = u.u_published; u_next = (Integer.add u.u_next n1) }
    else u)
    fuel

(** val u_certify :
    ('a4, 'a2 counted_aggregate) maps -> ('a1, 'a2) setting -> ('a3, 'a4)
    auditor -> ('a3, 'a4) auditor **)

let u_certify oG cfg u =
  u_certify_loop oG cfg (Stdlib.succ
    (Fairlead_lang_coq.Big_trusted.to_nat u.u_published)) u

(** val u_certified :
    ('a1, 'a2) setting -> ('a3, 'a4) auditor -> Integer.t option **)

let u_certified cfg u =
  if Integer.equal u.u_next cfg.c_first_epoch
  then None
  else Some (Fairlead_lang_coq.Big_trusted.sub_n u.u_next n1)

(** val int64_min : Integer.t **)

let int64_min =
  Integer.neg (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    (Fairlead_lang_coq.Big_trusted.double
    Fairlead_lang_coq.Big_trusted.one)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))

(** val int64_max : Integer.t **)

let int64_max =
  (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    Fairlead_lang_coq.Big_trusted.one))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))

(** val in_int64 : Integer.t -> bool **)

let in_int64 z0 =
  (&&) (Z.leb int64_min z0) (Z.leb z0 int64_max)

(** val digit_of : byte -> Integer.t option **)

let digit_of b =
  let n0 = n_of_ascii b in
  if (&&)
       (Integer.leq (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double_plus_one
         Fairlead_lang_coq.Big_trusted.one))))) n0)
       (Integer.leq n0 (Fairlead_lang_coq.Big_trusted.double_plus_one
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double_plus_one
         (Fairlead_lang_coq.Big_trusted.double_plus_one
         Fairlead_lang_coq.Big_trusted.one))))))
  then Some
         (Fairlead_lang_coq.Big_trusted.sub_n n0
           (Fairlead_lang_coq.Big_trusted.double
           (Fairlead_lang_coq.Big_trusted.double
           (Fairlead_lang_coq.Big_trusted.double
           (Fairlead_lang_coq.Big_trusted.double
           (Fairlead_lang_coq.Big_trusted.double_plus_one
           Fairlead_lang_coq.Big_trusted.one))))))
  else None

(** val digits_value : Integer.t -> bytes -> Integer.t option **)

let rec digits_value n0 = function
| [] -> Some n0
| b :: l0 ->
  (match digit_of b with
   | Some d ->
     digits_value
       (Integer.add
         (N.mul (Fairlead_lang_coq.Big_trusted.double
           (Fairlead_lang_coq.Big_trusted.double_plus_one
           (Fairlead_lang_coq.Big_trusted.double
           Fairlead_lang_coq.Big_trusted.one))) n0) d) l0
   | None -> None)

(** val natural_of : bytes -> Integer.t option **)

let natural_of l = match l with
| [] -> None
| b :: l' ->
  if (&&)
       (Integer.equal (n_of_ascii b) (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double_plus_one
         Fairlead_lang_coq.Big_trusted.one))))))
       (negb (match l' with
              | [] -> true
              | _ :: _ -> false))
  then None
  else if Integer.leq (N.of_nat (length l))
            (Fairlead_lang_coq.Big_trusted.double_plus_one
            (Fairlead_lang_coq.Big_trusted.double_plus_one
            (Fairlead_lang_coq.Big_trusted.double
            (Fairlead_lang_coq.Big_trusted.double
            Fairlead_lang_coq.Big_trusted.one))))
       then digits_value Integer.zero l
       else None

(** val integer_of : bytes -> Integer.t option **)

let integer_of l =
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun z0 ->
    if in_int64 z0 then Some z0 else None)
    (match l with
     | [] -> None
     | b :: l' ->
       if Integer.equal (n_of_ascii b)
            (Fairlead_lang_coq.Big_trusted.double_plus_one
            (Fairlead_lang_coq.Big_trusted.double
            (Fairlead_lang_coq.Big_trusted.double_plus_one
            (Fairlead_lang_coq.Big_trusted.double_plus_one
            (Fairlead_lang_coq.Big_trusted.double
            Fairlead_lang_coq.Big_trusted.one)))))
       then (match natural_of l' with
             | Some n0 ->
               (Fairlead_lang_coq.Big_trusted.match_n
                  (fun _ -> None)
                  (fun _ -> Some (Z.opp (Z.of_N n0)))
                  n0)
             | None -> None)
       else fmap (Obj.magic (fun _ _ -> option_fmap)) Z.of_N
              (Obj.magic natural_of l))

(** val digits_from : int -> Integer.t -> bytes **)

let rec digits_from fuel n0 =
  (fun zero succ n -> if n = 0 then zero () else succ (n - 1))
    (fun _ -> [])
    (fun fuel0 ->
    let d =
      ascii_of_N
        (Integer.add (Fairlead_lang_coq.Big_trusted.double
          (Fairlead_lang_coq.Big_trusted.double
          (Fairlead_lang_coq.Big_trusted.double
          (Fairlead_lang_coq.Big_trusted.double
          (Fairlead_lang_coq.Big_trusted.double_plus_one
          Fairlead_lang_coq.Big_trusted.one)))))
          (N.modulo n0 (Fairlead_lang_coq.Big_trusted.double
            (Fairlead_lang_coq.Big_trusted.double_plus_one
            (Fairlead_lang_coq.Big_trusted.double
            Fairlead_lang_coq.Big_trusted.one)))))
    in
    if Integer.equal
         (N.div n0 (Fairlead_lang_coq.Big_trusted.double
           (Fairlead_lang_coq.Big_trusted.double_plus_one
           (Fairlead_lang_coq.Big_trusted.double
           Fairlead_lang_coq.Big_trusted.one)))) Integer.zero
    then d :: []
    else d :: (digits_from fuel0
                (N.div n0 (Fairlead_lang_coq.Big_trusted.double
                  (Fairlead_lang_coq.Big_trusted.double_plus_one
                  (Fairlead_lang_coq.Big_trusted.double
                  Fairlead_lang_coq.Big_trusted.one))))))
    fuel

(** val natural_text : Integer.t -> bytes **)

let natural_text n0 =
  rev
    (digits_from (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
      (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
      (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
      (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
      (Stdlib.succ 0)))))))))))))))))))) n0)

(** val integer_text : Integer.t -> bytes **)

let integer_text z0 =
  if Z.ltb z0 Integer.zero
  then (ascii_of_N (Fairlead_lang_coq.Big_trusted.double_plus_one
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double_plus_one
         (Fairlead_lang_coq.Big_trusted.double_plus_one
         (Fairlead_lang_coq.Big_trusted.double
         Fairlead_lang_coq.Big_trusted.one)))))) :: (natural_text
                                                      (Z.abs_N z0))
  else natural_text (Z.abs_N z0)

(** val number_in : datum -> Integer.t option **)

let number_in = function
| Some l -> integer_of l
| None -> Some Integer.zero

(** val signed64 : Integer.t -> Integer.t **)

let signed64 n0 =
  if Integer.lt n0 (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       (Fairlead_lang_coq.Big_trusted.double
       Fairlead_lang_coq.Big_trusted.one)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))
  then Z.of_N n0
  else Z.sub (Z.of_N n0) (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         (Fairlead_lang_coq.Big_trusted.double
         Fairlead_lang_coq.Big_trusted.one))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))

(** val all_of : 'a1 parsed -> 'a1 option **)

let all_of = function
| Parsed (a, rest) -> (match rest with
                       | [] -> Some a
                       | _ :: _ -> None)
| Malformed (_, _) -> None

(** val yes : bytes **)

let yes =
  (tag Fairlead_lang_coq.Big_trusted.one) :: []

(** val no : bytes **)

let no =
  (tag Integer.zero) :: []

(** val presence : datum -> byte **)

let presence = function
| Some _ -> tag Fairlead_lang_coq.Big_trusted.one
| None -> tag Integer.zero

(** val nulls : datum list -> datum list **)

let nulls olds =
  fmap (Obj.magic (fun _ _ -> list_fmap)) (fun _ -> None) olds

(** val increased : datum -> Integer.t -> datum list * bytes **)

let increased v by_ =
  match number_in v with
  | Some z0 ->
    let z' = Integer.add z0 by_ in
    if in_int64 z'
    then (((Some (integer_text z')) :: []),
           ((tag Fairlead_lang_coq.Big_trusted.one) :: (integer_text z')))
    else ((v :: []), no)
  | None -> ((v :: []), no)

(** val transfer : datum -> datum -> Integer.t -> datum list * bytes **)

let transfer v w n0 =
  match number_in v with
  | Some x ->
    (match number_in w with
     | Some y ->
       let x' = Z.sub x (Z.of_N n0) in
       let y' = Integer.add y (Z.of_N n0) in
       if (&&) (Z.leb Integer.zero x') (in_int64 y')
       then (((Some (integer_text x')) :: ((Some (integer_text y')) :: [])),
              yes)
       else ((v :: (w :: [])), no)
     | None -> ((v :: (w :: [])), no))
  | None -> ((v :: (w :: [])), no)

(** val standard : application **)

let standard f a olds =
  if Integer.equal f Integer.zero
  then (match a with
        | [] ->
          Some (olds,
            (mbind (Obj.magic (fun _ _ -> list_bind)) datum_codec.print
              (Obj.magic olds)))
        | _ :: _ -> None)
  else if Integer.equal f Fairlead_lang_coq.Big_trusted.one
       then (match olds with
             | [] -> None
             | _ :: l ->
               (match l with
                | [] -> Some (((Some a) :: []), [])
                | _ :: _ -> None))
       else if Integer.equal f (Fairlead_lang_coq.Big_trusted.double
                 Fairlead_lang_coq.Big_trusted.one)
            then (match a with
                  | [] ->
                    Some ((nulls olds),
                      (fmap (Obj.magic (fun _ _ -> list_fmap)) presence
                        (Obj.magic olds)))
                  | _ :: _ -> None)
            else if Integer.equal f
                      (Fairlead_lang_coq.Big_trusted.double_plus_one
                      Fairlead_lang_coq.Big_trusted.one)
                 then (match a with
                       | [] ->
                         Some (olds,
                           (fmap (Obj.magic (fun _ _ -> list_fmap)) presence
                             (Obj.magic olds)))
                       | _ :: _ -> None)
                 else if Integer.equal f
                           (Fairlead_lang_coq.Big_trusted.double
                           (Fairlead_lang_coq.Big_trusted.double
                           Fairlead_lang_coq.Big_trusted.one))
                      then mbind (Obj.magic (fun _ _ -> option_bind))
                             (fun news -> Some (news, []))
                             (all_of
                               ((Obj.magic times (length olds) datum_codec).parse
                                 a))
                      else if Integer.equal f
                                (Fairlead_lang_coq.Big_trusted.double_plus_one
                                (Fairlead_lang_coq.Big_trusted.double
                                Fairlead_lang_coq.Big_trusted.one))
                           then (match olds with
                                 | [] -> None
                                 | v :: l ->
                                   (match l with
                                    | [] ->
                                      Some (((Some a) :: []),
                                        (datum_codec.print v))
                                    | _ :: _ -> None))
                           else if Integer.equal f
                                     (Fairlead_lang_coq.Big_trusted.double
                                     (Fairlead_lang_coq.Big_trusted.double_plus_one
                                     Fairlead_lang_coq.Big_trusted.one))
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
                                               ((Obj.magic number
                                                  (Stdlib.succ (Stdlib.succ
                                                  (Stdlib.succ (Stdlib.succ
                                                  (Stdlib.succ (Stdlib.succ
                                                  (Stdlib.succ (Stdlib.succ
                                                  0))))))))).parse a))
                                         | _ :: _ -> None))
                                else if Integer.equal f
                                          (Fairlead_lang_coq.Big_trusted.double_plus_one
                                          (Fairlead_lang_coq.Big_trusted.double_plus_one
                                          Fairlead_lang_coq.Big_trusted.one))
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
                                     else if Integer.equal f
                                               (Fairlead_lang_coq.Big_trusted.double
                                               (Fairlead_lang_coq.Big_trusted.double
                                               (Fairlead_lang_coq.Big_trusted.double
                                               Fairlead_lang_coq.Big_trusted.one)))
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
                                                               number
                                                               (Stdlib.succ
                                                               (Stdlib.succ
                                                               (Stdlib.succ
                                                               (Stdlib.succ
                                                               (Stdlib.succ
                                                               (Stdlib.succ
                                                               (Stdlib.succ
                                                               (Stdlib.succ
                                                               0))))))))).parse
                                                              a))
                                                      | _ :: _ -> None)))
                                          else None

(** val exploded : 'a1 strings -> 'a1 option -> datum **)

let exploded o v =
  fmap (Obj.magic (fun _ _ -> option_fmap)) o.s_explode (Obj.magic v)

(** val imploded : 'a1 strings -> datum -> 'a1 option **)

let imploded o v =
  fmap (Obj.magic (fun _ _ -> option_fmap)) o.s_implode (Obj.magic v)

(** val by_bytes :
    'a1 strings -> application -> Integer.t -> 'a1 -> 'a1 option list -> ('a1
    option list * 'a1) option **)

let by_bytes o a f a0 olds =
  match a f (o.s_explode a0) (map (exploded o) olds) with
  | Some p ->
    let (news, r) = p in Some ((map (imploded o) news), (o.s_implode r))
  | None -> None

(** val datum_bytes : 'a1 strings -> 'a1 option -> 'a1 **)

let datum_bytes o = function
| Some s ->
  o.s_concat
    ((o.s_bytes n1 n1) :: ((o.s_bytes n2 (o.s_length s)) :: (s :: [])))
| None -> o.s_bytes n1 Integer.zero

(** val packed_standard :
    'a1 strings -> Integer.t -> 'a1 -> 'a1 option list -> ('a1 option
    list * 'a1) option **)

let packed_standard o f a olds = match olds with
| [] -> by_bytes o standard f a olds
| v :: l ->
  (match l with
   | [] ->
     if (&&) (Integer.equal f Integer.zero)
          (Integer.equal (o.s_length a) Integer.zero)
     then Some (olds, (datum_bytes o v))
     else if Integer.equal f n1
          then Some (((Some a) :: []), (o.s_implode []))
          else by_bytes o standard f a olds
   | _ :: _ -> by_bytes o standard f a olds)

(** val mask128 : Integer.t **)

let mask128 =
  (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    (Fairlead_lang_coq.Big_trusted.double_plus_one
    Fairlead_lang_coq.Big_trusted.one)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))

(** val masked : Integer.t -> Integer.t **)

let masked x =
  Integer.logand x mask128

(** val sum_setting :
    'a1 strings -> Integer.t -> Integer.t -> Integer.t -> 'a1 packed_value ->
    Integer.t -> ('a1 -> 'a1) -> (Integer.t -> 'a1 -> Integer.t) -> ('a1,
    Integer.t) setting **)

let sum_setting o slots threads deep top first hash keyed =
  { c_slots = slots; c_threads = threads; c_depth = deep; c_functions =
    (packed_standard o); c_first_root = top; c_first_epoch = first;
    c_digest = hash; c_zero = Integer.zero; c_plus = (fun x y ->
    masked (Integer.add x y)); c_same = Integer.equal; c_element =
    (fun e s -> masked (keyed e s)) }
