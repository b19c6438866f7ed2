
type __ = Obj.t

(** val implb : bool -> bool -> bool **)

let implb b1 b2 =
  if b1 then b2 else true

(** val xorb : bool -> bool -> bool **)

let xorb b1 b2 =
  if b1 then if b2 then false else true else b2

(** val negb : bool -> bool **)

let negb = function
| true -> false
| false -> true

type nat =
| O
| S of nat

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

(** val mul : nat -> nat -> nat **)

let rec mul n0 m =
  match n0 with
  | O -> O
  | S p -> add m (mul p m)

(** val sub : nat -> nat -> nat **)

let rec sub n0 m =
  match n0 with
  | O -> n0
  | S k -> (match m with
            | O -> n0
            | S l -> sub k l)

(** val eqb : bool -> bool -> bool **)

let eqb b1 b2 =
  if b1 then b2 else if b2 then false else true

module Nat =
 struct
  (** val eqb : nat -> nat -> bool **)

  let rec eqb n0 m =
    match n0 with
    | O -> (match m with
            | O -> true
            | S _ -> false)
    | S n' -> (match m with
               | O -> false
               | S m' -> eqb n' m')

  (** val leb : nat -> nat -> bool **)

  let rec leb n0 m =
    match n0 with
    | O -> true
    | S n' -> (match m with
               | O -> false
               | S m' -> leb n' m')

  (** val ltb : nat -> nat -> bool **)

  let ltb n0 m =
    leb (S n0) m

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
  | IsPos of Bignum.t
  | IsNeg
 end

module Coq_Pos =
 struct
  (** val succ : Bignum.t -> Bignum.t **)

  let rec succ = Bignum.succ

  (** val add : Bignum.t -> Bignum.t -> Bignum.t **)

  let rec add = Bignum.add

  (** val add_carry : Bignum.t -> Bignum.t -> Bignum.t **)

  and add_carry x y =
    (fun f2p1 f2p f1 p -> if Bignum.equal p Bignum.one then f1 () else let q = Bignum.shift_right p 1 in if Bignum.testbit p 0 then f2p1 q else f2p q)
      (fun p ->
      (fun f2p1 f2p f1 p -> if Bignum.equal p Bignum.one then f1 () else let q = Bignum.shift_right p 1 in if Bignum.testbit p 0 then f2p1 q else f2p q)
        (fun q -> (fun x -> Bignum.succ (Bignum.shift_left x 1))
        (add_carry p q))
        (fun q -> (fun x -> Bignum.shift_left x 1) (add_carry p q))
        (fun _ -> (fun x -> Bignum.succ (Bignum.shift_left x 1)) (succ p))
        y)
      (fun p ->
      (fun f2p1 f2p f1 p -> if Bignum.equal p Bignum.one then f1 () else let q = Bignum.shift_right p 1 in if Bignum.testbit p 0 then f2p1 q else f2p q)
        (fun q -> (fun x -> Bignum.shift_left x 1) (add_carry p q))
        (fun q -> (fun x -> Bignum.succ (Bignum.shift_left x 1))
        (add p q))
        (fun _ -> (fun x -> Bignum.shift_left x 1) (succ p))
        y)
      (fun _ ->
      (fun f2p1 f2p f1 p -> if Bignum.equal p Bignum.one then f1 () else let q = Bignum.shift_right p 1 in if Bignum.testbit p 0 then f2p1 q else f2p q)
        (fun q -> (fun x -> Bignum.succ (Bignum.shift_left x 1))
        (succ q))
        (fun q -> (fun x -> Bignum.shift_left x 1) (succ q))
        (fun _ -> (fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)
        y)
      x

  (** val pred_double : Bignum.t -> Bignum.t **)

  let rec pred_double x =
    (fun f2p1 f2p f1 p -> if Bignum.equal p Bignum.one then f1 () else let q = Bignum.shift_right p 1 in if Bignum.testbit p 0 then f2p1 q else f2p q)
      (fun p -> (fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1) p))
      (fun p -> (fun x -> Bignum.succ (Bignum.shift_left x 1))
      (pred_double p))
      (fun _ -> Bignum.one)
      x

  (** val pred_N : Bignum.t -> Bignum.t **)

  let pred_N x =
    (fun f2p1 f2p f1 p -> if Bignum.equal p Bignum.one then f1 () else let q = Bignum.shift_right p 1 in if Bignum.testbit p 0 then f2p1 q else f2p q)
      (fun p -> ((fun x -> Bignum.shift_left x 1) p))
      (fun p -> (pred_double p))
      (fun _ -> Bignum.zero)
      x

  type mask = Pos.mask =
  | IsNul
  | IsPos of Bignum.t
  | IsNeg

  (** val succ_double_mask : mask -> mask **)

  let succ_double_mask = function
  | IsNul -> IsPos Bignum.one
  | IsPos p -> IsPos ((fun x -> Bignum.succ (Bignum.shift_left x 1)) p)
  | IsNeg -> IsNeg

  (** val double_mask : mask -> mask **)

  let double_mask = function
  | IsPos p -> IsPos ((fun x -> Bignum.shift_left x 1) p)
  | x0 -> x0

  (** val double_pred_mask : Bignum.t -> mask **)

  let double_pred_mask x =
    (fun f2p1 f2p f1 p -> if Bignum.equal p Bignum.one then f1 () else let q = Bignum.shift_right p 1 in if Bignum.testbit p 0 then f2p1 q else f2p q)
      (fun p -> IsPos ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) p)))
      (fun p -> IsPos ((fun x -> Bignum.shift_left x 1)
      (pred_double p)))
      (fun _ -> IsNul)
      x

  (** val sub_mask : Bignum.t -> Bignum.t -> mask **)

  let rec sub_mask x y =
    (fun f2p1 f2p f1 p -> if Bignum.equal p Bignum.one then f1 () else let q = Bignum.shift_right p 1 in if Bignum.testbit p 0 then f2p1 q else f2p q)
      (fun p ->
      (fun f2p1 f2p f1 p -> if Bignum.equal p Bignum.one then f1 () else let q = Bignum.shift_right p 1 in if Bignum.testbit p 0 then f2p1 q else f2p q)
        (fun q -> double_mask (sub_mask p q))
        (fun q -> succ_double_mask (sub_mask p q))
        (fun _ -> IsPos ((fun x -> Bignum.shift_left x 1) p))
        y)
      (fun p ->
      (fun f2p1 f2p f1 p -> if Bignum.equal p Bignum.one then f1 () else let q = Bignum.shift_right p 1 in if Bignum.testbit p 0 then f2p1 q else f2p q)
        (fun q -> succ_double_mask (sub_mask_carry p q))
        (fun q -> double_mask (sub_mask p q))
        (fun _ -> IsPos (pred_double p))
        y)
      (fun _ ->
      (fun f2p1 f2p f1 p -> if Bignum.equal p Bignum.one then f1 () else let q = Bignum.shift_right p 1 in if Bignum.testbit p 0 then f2p1 q else f2p q)
        (fun _ -> IsNeg)
        (fun _ -> IsNeg)
        (fun _ -> IsNul)
        y)
      x

  (** val sub_mask_carry : Bignum.t -> Bignum.t -> mask **)

  and sub_mask_carry x y =
    (fun f2p1 f2p f1 p -> if Bignum.equal p Bignum.one then f1 () else let q = Bignum.shift_right p 1 in if Bignum.testbit p 0 then f2p1 q else f2p q)
      (fun p ->
      (fun f2p1 f2p f1 p -> if Bignum.equal p Bignum.one then f1 () else let q = Bignum.shift_right p 1 in if Bignum.testbit p 0 then f2p1 q else f2p q)
        (fun q -> succ_double_mask (sub_mask_carry p q))
        (fun q -> double_mask (sub_mask p q))
        (fun _ -> IsPos (pred_double p))
        y)
      (fun p ->
      (fun f2p1 f2p f1 p -> if Bignum.equal p Bignum.one then f1 () else let q = Bignum.shift_right p 1 in if Bignum.testbit p 0 then f2p1 q else f2p q)
        (fun q -> double_mask (sub_mask_carry p q))
        (fun q -> succ_double_mask (sub_mask_carry p q))
        (fun _ -> double_pred_mask p)
        y)
      (fun _ -> IsNeg)
      x

  (** val mul : Bignum.t -> Bignum.t -> Bignum.t **)

  let rec mul = Bignum.mul

  (** val iter : ('a1 -> 'a1) -> 'a1 -> Bignum.t -> 'a1 **)

  let rec iter f x n0 =
    (fun f2p1 f2p f1 p -> if Bignum.equal p Bignum.one then f1 () else let q = Bignum.shift_right p 1 in if Bignum.testbit p 0 then f2p1 q else f2p q)
      (fun n' -> f (iter f (iter f x n') n'))
      (fun n' -> iter f (iter f x n') n')
      (fun _ -> f x)
      n0

  (** val pow : Bignum.t -> Bignum.t -> Bignum.t **)

  let pow x =
    iter (mul x) Bignum.one

  (** val size : Bignum.t -> Bignum.t **)

  let rec size p =
    (fun f2p1 f2p f1 p -> if Bignum.equal p Bignum.one then f1 () else let q = Bignum.shift_right p 1 in if Bignum.testbit p 0 then f2p1 q else f2p q)
      (fun p0 -> succ (size p0))
      (fun p0 -> succ (size p0))
      (fun _ -> Bignum.one)
      p

  (** val compare_cont : comparison -> Bignum.t -> Bignum.t -> comparison **)

  let rec compare_cont r x y =
    (fun f2p1 f2p f1 p -> if Bignum.equal p Bignum.one then f1 () else let q = Bignum.shift_right p 1 in if Bignum.testbit p 0 then f2p1 q else f2p q)
      (fun p ->
      (fun f2p1 f2p f1 p -> if Bignum.equal p Bignum.one then f1 () else let q = Bignum.shift_right p 1 in if Bignum.testbit p 0 then f2p1 q else f2p q)
        (fun q -> compare_cont r p q)
        (fun q -> compare_cont Gt p q)
        (fun _ -> Gt)
        y)
      (fun p ->
      (fun f2p1 f2p f1 p -> if Bignum.equal p Bignum.one then f1 () else let q = Bignum.shift_right p 1 in if Bignum.testbit p 0 then f2p1 q else f2p q)
        (fun q -> compare_cont Lt p q)
        (fun q -> compare_cont r p q)
        (fun _ -> Gt)
        y)
      (fun _ ->
      (fun f2p1 f2p f1 p -> if Bignum.equal p Bignum.one then f1 () else let q = Bignum.shift_right p 1 in if Bignum.testbit p 0 then f2p1 q else f2p q)
        (fun _ -> Lt)
        (fun _ -> Lt)
        (fun _ -> r)
        y)
      x

  (** val compare : Bignum.t -> Bignum.t -> comparison **)

  let compare = (fun x y -> let c = Bignum.compare x y in if c = 0 then Eq else if c < 0 then Lt else Gt)

  (** val eqb : Bignum.t -> Bignum.t -> bool **)

  let rec eqb = Bignum.equal

  (** val ltb : Bignum.t -> Bignum.t -> bool **)

  let ltb = Bignum.lt

  (** val coq_Nsucc_double : Bignum.t -> Bignum.t **)

  let coq_Nsucc_double x =
    (fun f0 fp n -> if Bignum.sign n <= 0 then f0 () else fp n)
      (fun _ -> Bignum.one)
      (fun p -> ((fun x -> Bignum.succ (Bignum.shift_left x 1)) p))
      x

  (** val coq_Ndouble : Bignum.t -> Bignum.t **)

  let coq_Ndouble n0 =
    (fun f0 fp n -> if Bignum.sign n <= 0 then f0 () else fp n)
      (fun _ -> Bignum.zero)
      (fun p -> ((fun x -> Bignum.shift_left x 1) p))
      n0

  (** val coq_lor : Bignum.t -> Bignum.t -> Bignum.t **)

  let rec coq_lor p q =
    (fun f2p1 f2p f1 p -> if Bignum.equal p Bignum.one then f1 () else let q = Bignum.shift_right p 1 in if Bignum.testbit p 0 then f2p1 q else f2p q)
      (fun p0 ->
      (fun f2p1 f2p f1 p -> if Bignum.equal p Bignum.one then f1 () else let q = Bignum.shift_right p 1 in if Bignum.testbit p 0 then f2p1 q else f2p q)
        (fun q0 -> (fun x -> Bignum.succ (Bignum.shift_left x 1))
        (coq_lor p0 q0))
        (fun q0 -> (fun x -> Bignum.succ (Bignum.shift_left x 1))
        (coq_lor p0 q0))
        (fun _ -> p)
        q)
      (fun p0 ->
      (fun f2p1 f2p f1 p -> if Bignum.equal p Bignum.one then f1 () else let q = Bignum.shift_right p 1 in if Bignum.testbit p 0 then f2p1 q else f2p q)
        (fun q0 -> (fun x -> Bignum.succ (Bignum.shift_left x 1))
        (coq_lor p0 q0))
        (fun q0 -> (fun x -> Bignum.shift_left x 1) (coq_lor p0 q0))
        (fun _ -> (fun x -> Bignum.succ (Bignum.shift_left x 1)) p0)
        q)
      (fun _ ->
      (fun f2p1 f2p f1 p -> if Bignum.equal p Bignum.one then f1 () else let q = Bignum.shift_right p 1 in if Bignum.testbit p 0 then f2p1 q else f2p q)
        (fun _ -> q)
        (fun q0 -> (fun x -> Bignum.succ (Bignum.shift_left x 1))
        q0)
        (fun _ -> q)
        q)
      p

  (** val coq_land : Bignum.t -> Bignum.t -> Bignum.t **)

  let rec coq_land p q =
    (fun f2p1 f2p f1 p -> if Bignum.equal p Bignum.one then f1 () else let q = Bignum.shift_right p 1 in if Bignum.testbit p 0 then f2p1 q else f2p q)
      (fun p0 ->
      (fun f2p1 f2p f1 p -> if Bignum.equal p Bignum.one then f1 () else let q = Bignum.shift_right p 1 in if Bignum.testbit p 0 then f2p1 q else f2p q)
        (fun q0 -> coq_Nsucc_double (coq_land p0 q0))
        (fun q0 -> coq_Ndouble (coq_land p0 q0))
        (fun _ -> Bignum.one)
        q)
      (fun p0 ->
      (fun f2p1 f2p f1 p -> if Bignum.equal p Bignum.one then f1 () else let q = Bignum.shift_right p 1 in if Bignum.testbit p 0 then f2p1 q else f2p q)
        (fun q0 -> coq_Ndouble (coq_land p0 q0))
        (fun q0 -> coq_Ndouble (coq_land p0 q0))
        (fun _ -> Bignum.zero)
        q)
      (fun _ ->
      (fun f2p1 f2p f1 p -> if Bignum.equal p Bignum.one then f1 () else let q = Bignum.shift_right p 1 in if Bignum.testbit p 0 then f2p1 q else f2p q)
        (fun _ -> Bignum.one)
        (fun _ -> Bignum.zero)
        (fun _ -> Bignum.one)
        q)
      p

  (** val ldiff : Bignum.t -> Bignum.t -> Bignum.t **)

  let rec ldiff p q =
    (fun f2p1 f2p f1 p -> if Bignum.equal p Bignum.one then f1 () else let q = Bignum.shift_right p 1 in if Bignum.testbit p 0 then f2p1 q else f2p q)
      (fun p0 ->
      (fun f2p1 f2p f1 p -> if Bignum.equal p Bignum.one then f1 () else let q = Bignum.shift_right p 1 in if Bignum.testbit p 0 then f2p1 q else f2p q)
        (fun q0 -> coq_Ndouble (ldiff p0 q0))
        (fun q0 -> coq_Nsucc_double (ldiff p0 q0))
        (fun _ -> ((fun x -> Bignum.shift_left x 1) p0))
        q)
      (fun p0 ->
      (fun f2p1 f2p f1 p -> if Bignum.equal p Bignum.one then f1 () else let q = Bignum.shift_right p 1 in if Bignum.testbit p 0 then f2p1 q else f2p q)
        (fun q0 -> coq_Ndouble (ldiff p0 q0))
        (fun q0 -> coq_Ndouble (ldiff p0 q0))
        (fun _ -> p)
        q)
      (fun _ ->
      (fun f2p1 f2p f1 p -> if Bignum.equal p Bignum.one then f1 () else let q = Bignum.shift_right p 1 in if Bignum.testbit p 0 then f2p1 q else f2p q)
        (fun _ -> Bignum.zero)
        (fun _ -> Bignum.one)
        (fun _ -> Bignum.zero)
        q)
      p

  (** val coq_lxor : Bignum.t -> Bignum.t -> Bignum.t **)

  let rec coq_lxor p q =
    (fun f2p1 f2p f1 p -> if Bignum.equal p Bignum.one then f1 () else let q = Bignum.shift_right p 1 in if Bignum.testbit p 0 then f2p1 q else f2p q)
      (fun p0 ->
      (fun f2p1 f2p f1 p -> if Bignum.equal p Bignum.one then f1 () else let q = Bignum.shift_right p 1 in if Bignum.testbit p 0 then f2p1 q else f2p q)
        (fun q0 -> coq_Ndouble (coq_lxor p0 q0))
        (fun q0 -> coq_Nsucc_double (coq_lxor p0 q0))
        (fun _ -> ((fun x -> Bignum.shift_left x 1) p0))
        q)
      (fun p0 ->
      (fun f2p1 f2p f1 p -> if Bignum.equal p Bignum.one then f1 () else let q = Bignum.shift_right p 1 in if Bignum.testbit p 0 then f2p1 q else f2p q)
        (fun q0 -> coq_Nsucc_double (coq_lxor p0 q0))
        (fun q0 -> coq_Ndouble (coq_lxor p0 q0))
        (fun _ -> ((fun x -> Bignum.succ (Bignum.shift_left x 1)) p0))
        q)
      (fun _ ->
      (fun f2p1 f2p f1 p -> if Bignum.equal p Bignum.one then f1 () else let q = Bignum.shift_right p 1 in if Bignum.testbit p 0 then f2p1 q else f2p q)
        (fun q0 -> ((fun x -> Bignum.shift_left x 1) q0))
        (fun q0 -> ((fun x -> Bignum.succ (Bignum.shift_left x 1))
        q0))
        (fun _ -> Bignum.zero)
        q)
      p

  (** val shiftl : Bignum.t -> Bignum.t -> Bignum.t **)

  let shiftl p n0 =
    (fun f0 fp n -> if Bignum.sign n <= 0 then f0 () else fp n)
      (fun _ -> p)
      (fun n1 -> iter (fun x -> (fun x -> Bignum.shift_left x 1) x) p n1)
      n0

  (** val testbit : Bignum.t -> Bignum.t -> bool **)

  let rec testbit p n0 =
    (fun f2p1 f2p f1 p -> if Bignum.equal p Bignum.one then f1 () else let q = Bignum.shift_right p 1 in if Bignum.testbit p 0 then f2p1 q else f2p q)
      (fun p0 ->
      (fun f0 fp n -> if Bignum.sign n <= 0 then f0 () else fp n)
        (fun _ -> true)
        (fun n1 -> testbit p0 (pred_N n1))
        n0)
      (fun p0 ->
      (fun f0 fp n -> if Bignum.sign n <= 0 then f0 () else fp n)
        (fun _ -> false)
        (fun n1 -> testbit p0 (pred_N n1))
        n0)
      (fun _ ->
      (fun f0 fp n -> if Bignum.sign n <= 0 then f0 () else fp n)
        (fun _ -> true)
        (fun _ -> false)
        n0)
      p

  (** val iter_op : ('a1 -> 'a1 -> 'a1) -> Bignum.t -> 'a1 -> 'a1 **)

  let rec iter_op op0 p a =
    (fun f2p1 f2p f1 p -> if Bignum.equal p Bignum.one then f1 () else let q = Bignum.shift_right p 1 in if Bignum.testbit p 0 then f2p1 q else f2p q)
      (fun p0 -> op0 a (iter_op op0 p0 (op0 a a)))
      (fun p0 -> iter_op op0 p0 (op0 a a))
      (fun _ -> a)
      p

  (** val to_nat : Bignum.t -> nat **)

  let to_nat x =
    iter_op Coq__1.add x (S O)

  (** val of_succ_nat : nat -> Bignum.t **)

  let rec of_succ_nat = (fun n -> let rec go a = function O -> a | S n -> go (Bignum.succ a) n in go Bignum.one n)

  (** val eq_dec : Bignum.t -> Bignum.t -> bool **)

  let rec eq_dec = Bignum.equal
 end

module N =
 struct
  (** val succ_double : Bignum.t -> Bignum.t **)

  let succ_double x =
    (fun f0 fp n -> if Bignum.sign n <= 0 then f0 () else fp n)
      (fun _ -> Bignum.one)
      (fun p -> ((fun x -> Bignum.succ (Bignum.shift_left x 1)) p))
      x

  (** val double : Bignum.t -> Bignum.t **)

  let double = (fun x -> Bignum.shift_left x 1)

  (** val pred : Bignum.t -> Bignum.t **)

  let pred n0 =
    (fun f0 fp n -> if Bignum.sign n <= 0 then f0 () else fp n)
      (fun _ -> Bignum.zero)
      (fun p -> Coq_Pos.pred_N p)
      n0

  (** val succ_pos : Bignum.t -> Bignum.t **)

  let succ_pos = Bignum.succ

  (** val add : Bignum.t -> Bignum.t -> Bignum.t **)

  let add = Bignum.add

  (** val sub : Bignum.t -> Bignum.t -> Bignum.t **)

  let sub = (fun x y -> Bignum.max Bignum.zero (Bignum.sub x y))

  (** val mul : Bignum.t -> Bignum.t -> Bignum.t **)

  let mul = Bignum.mul

  (** val compare : Bignum.t -> Bignum.t -> comparison **)

  let compare n0 m =
    (fun f0 fp n -> if Bignum.sign n <= 0 then f0 () else fp n)
      (fun _ ->
      (fun f0 fp n -> if Bignum.sign n <= 0 then f0 () else fp n)
        (fun _ -> Eq)
        (fun _ -> Lt)
        m)
      (fun n' ->
      (fun f0 fp n -> if Bignum.sign n <= 0 then f0 () else fp n)
        (fun _ -> Gt)
        (fun m' -> Coq_Pos.compare n' m')
        m)
      n0

  (** val eqb : Bignum.t -> Bignum.t -> bool **)

  let eqb = Bignum.equal

  (** val leb : Bignum.t -> Bignum.t -> bool **)

  let leb = Bignum.leq

  (** val ltb : Bignum.t -> Bignum.t -> bool **)

  let ltb = Bignum.lt

  (** val min : Bignum.t -> Bignum.t -> Bignum.t **)

  let min = Bignum.min

  (** val div2 : Bignum.t -> Bignum.t **)

  let div2 = (fun x -> Bignum.shift_right x 1)

  (** val even : Bignum.t -> bool **)

  let even n0 =
    (fun f0 fp n -> if Bignum.sign n <= 0 then f0 () else fp n)
      (fun _ -> true)
      (fun p ->
      (fun f2p1 f2p f1 p -> if Bignum.equal p Bignum.one then f1 () else let q = Bignum.shift_right p 1 in if Bignum.testbit p 0 then f2p1 q else f2p q)
        (fun _ -> false)
        (fun _ -> true)
        (fun _ -> false)
        p)
      n0

  (** val odd : Bignum.t -> bool **)

  let odd = Bignum.is_odd

  (** val pow : Bignum.t -> Bignum.t -> Bignum.t **)

  let pow = (fun x y -> Bignum.pow x (Bignum.to_int y))

  (** val log2 : Bignum.t -> Bignum.t **)

  let log2 n0 =
    (fun f0 fp n -> if Bignum.sign n <= 0 then f0 () else fp n)
      (fun _ -> Bignum.zero)
      (fun p0 ->
      (fun f2p1 f2p f1 p -> if Bignum.equal p Bignum.one then f1 () else let q = Bignum.shift_right p 1 in if Bignum.testbit p 0 then f2p1 q else f2p q)
        (fun p -> (Coq_Pos.size p))
        (fun p -> (Coq_Pos.size p))
        (fun _ -> Bignum.zero)
        p0)
      n0

  (** val pos_div_eucl : Bignum.t -> Bignum.t -> Bignum.t * Bignum.t **)

  let rec pos_div_eucl a b =
    (fun f2p1 f2p f1 p -> if Bignum.equal p Bignum.one then f1 () else let q = Bignum.shift_right p 1 in if Bignum.testbit p 0 then f2p1 q else f2p q)
      (fun a' ->
      let (q, r) = pos_div_eucl a' b in
      let r' = succ_double r in
      if leb b r' then ((succ_double q), (sub r' b)) else ((double q), r'))
      (fun a' ->
      let (q, r) = pos_div_eucl a' b in
      let r' = double r in
      if leb b r' then ((succ_double q), (sub r' b)) else ((double q), r'))
      (fun _ ->
      (fun f0 fp n -> if Bignum.sign n <= 0 then f0 () else fp n)
        (fun _ -> (Bignum.zero, Bignum.one))
        (fun p ->
        (fun f2p1 f2p f1 p -> if Bignum.equal p Bignum.one then f1 () else let q = Bignum.shift_right p 1 in if Bignum.testbit p 0 then f2p1 q else f2p q)
          (fun _ -> (Bignum.zero, Bignum.one))
          (fun _ -> (Bignum.zero, Bignum.one))
          (fun _ -> (Bignum.one, Bignum.zero))
          p)
        b)
      a

  (** val div_eucl : Bignum.t -> Bignum.t -> Bignum.t * Bignum.t **)

  let div_eucl a b =
    (fun f0 fp n -> if Bignum.sign n <= 0 then f0 () else fp n)
      (fun _ -> (Bignum.zero, Bignum.zero))
      (fun na ->
      (fun f0 fp n -> if Bignum.sign n <= 0 then f0 () else fp n)
        (fun _ -> (Bignum.zero, a))
        (fun _ -> pos_div_eucl na b)
        b)
      a

  (** val div : Bignum.t -> Bignum.t -> Bignum.t **)

  let div a b =
    fst (div_eucl a b)

  (** val modulo : Bignum.t -> Bignum.t -> Bignum.t **)

  let modulo = (fun x y -> if Bignum.equal y Bignum.zero then x else Bignum.rem x y)

  (** val coq_lor : Bignum.t -> Bignum.t -> Bignum.t **)

  let coq_lor = Bignum.logor

  (** val coq_land : Bignum.t -> Bignum.t -> Bignum.t **)

  let coq_land = Bignum.logand

  (** val ldiff : Bignum.t -> Bignum.t -> Bignum.t **)

  let ldiff = (fun x y -> Bignum.logand x (Bignum.lognot y))

  (** val coq_lxor : Bignum.t -> Bignum.t -> Bignum.t **)

  let coq_lxor = Bignum.logxor

  (** val shiftl : Bignum.t -> Bignum.t -> Bignum.t **)

  let shiftl = (fun x y -> Bignum.shift_left x (Bignum.to_int y))

  (** val shiftr : Bignum.t -> Bignum.t -> Bignum.t **)

  let shiftr = (fun x y -> Bignum.shift_right x (Bignum.to_int y))

  (** val testbit : Bignum.t -> Bignum.t -> bool **)

  let testbit = (fun x i -> Bignum.testbit x (Bignum.to_int i))

  (** val to_nat : Bignum.t -> nat **)

  let to_nat a =
    (fun f0 fp n -> if Bignum.sign n <= 0 then f0 () else fp n)
      (fun _ -> O)
      (fun p -> Coq_Pos.to_nat p)
      a

  (** val of_nat : nat -> Bignum.t **)

  let of_nat = (fun n -> let rec go a = function O -> a | S n -> go (Bignum.succ a) n in go Bignum.zero n)

  (** val eq_dec : Bignum.t -> Bignum.t -> bool **)

  let eq_dec = Bignum.equal

  (** val setbit : Bignum.t -> Bignum.t -> Bignum.t **)

  let setbit = (fun x i -> Bignum.logor x (Bignum.shift_left Bignum.one (Bignum.to_int i)))

  (** val ones : Bignum.t -> Bignum.t **)

  let ones = (fun w -> Bignum.pred (Bignum.shift_left Bignum.one (Bignum.to_int w)))
 end

(** val tl : 'a1 list -> 'a1 list **)

let tl = function
| [] -> []
| _ :: m -> m

(** val nth : nat -> 'a1 list -> 'a1 -> 'a1 **)

let rec nth n0 l default =
  match n0 with
  | O -> (match l with
          | [] -> default
          | x :: _ -> x)
  | S m -> (match l with
            | [] -> default
            | _ :: t0 -> nth m t0 default)

(** val nth_error : 'a1 list -> nat -> 'a1 option **)

let rec nth_error l = function
| O -> (match l with
        | [] -> None
        | x :: _ -> Some x)
| S n1 -> (match l with
           | [] -> None
           | _ :: l0 -> nth_error l0 n1)

(** val rev : 'a1 list -> 'a1 list **)

let rec rev = function
| [] -> []
| x :: l' -> app (rev l') (x :: [])

(** val concat : 'a1 list list -> 'a1 list **)

let rec concat = function
| [] -> []
| x :: l0 -> app x (concat l0)

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

(** val map : ('a1 -> 'a2) -> 'a1 list -> 'a2 list **)

let rec map f = function
| [] -> []
| a :: t0 -> (f a) :: (map f t0)

(** val flat_map : ('a1 -> 'a2 list) -> 'a1 list -> 'a2 list **)

let rec flat_map f = function
| [] -> []
| x :: t0 -> app (f x) (flat_map f t0)

(** val fold_right : ('a2 -> 'a1 -> 'a1) -> 'a1 -> 'a2 list -> 'a1 **)

let rec fold_right f a0 = function
| [] -> a0
| b :: t0 -> f b (fold_right f a0 t0)

(** val existsb : ('a1 -> bool) -> 'a1 list -> bool **)

let rec existsb f = function
| [] -> false
| a :: l0 -> (||) (f a) (existsb f l0)

(** val forallb : ('a1 -> bool) -> 'a1 list -> bool **)

let rec forallb f = function
| [] -> true
| a :: l0 -> (&&) (f a) (forallb f l0)

(** val filter : ('a1 -> bool) -> 'a1 list -> 'a1 list **)

let rec filter f = function
| [] -> []
| x :: l0 -> if f x then x :: (filter f l0) else filter f l0

(** val find : ('a1 -> bool) -> 'a1 list -> 'a1 option **)

let rec find f = function
| [] -> None
| x :: tl0 -> if f x then Some x else find f tl0

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

let rec seq start0 = function
| O -> []
| S len0 -> start0 :: (seq (S start0) len0)

(** val repeat : 'a1 -> nat -> 'a1 list **)

let rec repeat x = function
| O -> []
| S k -> x :: (repeat x k)

module Z =
 struct
  (** val double : Bignum.t -> Bignum.t **)

  let double x =
    (fun f0 fp fn z -> let s = Bignum.sign z in if s = 0 then f0 () else if s > 0 then fp z else fn (Bignum.neg z))
      (fun _ -> Bignum.zero)
      (fun p -> ((fun x -> Bignum.shift_left x 1) p))
      (fun p -> Bignum.neg ((fun x -> Bignum.shift_left x 1) p))
      x

  (** val succ_double : Bignum.t -> Bignum.t **)

  let succ_double x =
    (fun f0 fp fn z -> let s = Bignum.sign z in if s = 0 then f0 () else if s > 0 then fp z else fn (Bignum.neg z))
      (fun _ -> Bignum.one)
      (fun p -> ((fun x -> Bignum.succ (Bignum.shift_left x 1)) p))
      (fun p -> Bignum.neg (Coq_Pos.pred_double p))
      x

  (** val pred_double : Bignum.t -> Bignum.t **)

  let pred_double x =
    (fun f0 fp fn z -> let s = Bignum.sign z in if s = 0 then f0 () else if s > 0 then fp z else fn (Bignum.neg z))
      (fun _ -> Bignum.neg Bignum.one)
      (fun p -> (Coq_Pos.pred_double p))
      (fun p -> Bignum.neg ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      p))
      x

  (** val pos_sub : Bignum.t -> Bignum.t -> Bignum.t **)

  let rec pos_sub x y =
    (fun f2p1 f2p f1 p -> if Bignum.equal p Bignum.one then f1 () else let q = Bignum.shift_right p 1 in if Bignum.testbit p 0 then f2p1 q else f2p q)
      (fun p ->
      (fun f2p1 f2p f1 p -> if Bignum.equal p Bignum.one then f1 () else let q = Bignum.shift_right p 1 in if Bignum.testbit p 0 then f2p1 q else f2p q)
        (fun q -> double (pos_sub p q))
        (fun q -> succ_double (pos_sub p q))
        (fun _ -> ((fun x -> Bignum.shift_left x 1) p))
        y)
      (fun p ->
      (fun f2p1 f2p f1 p -> if Bignum.equal p Bignum.one then f1 () else let q = Bignum.shift_right p 1 in if Bignum.testbit p 0 then f2p1 q else f2p q)
        (fun q -> pred_double (pos_sub p q))
        (fun q -> double (pos_sub p q))
        (fun _ -> (Coq_Pos.pred_double p))
        y)
      (fun _ ->
      (fun f2p1 f2p f1 p -> if Bignum.equal p Bignum.one then f1 () else let q = Bignum.shift_right p 1 in if Bignum.testbit p 0 then f2p1 q else f2p q)
        (fun q -> Bignum.neg ((fun x -> Bignum.shift_left x 1) q))
        (fun q -> Bignum.neg (Coq_Pos.pred_double q))
        (fun _ -> Bignum.zero)
        y)
      x

  (** val add : Bignum.t -> Bignum.t -> Bignum.t **)

  let add = Bignum.add

  (** val opp : Bignum.t -> Bignum.t **)

  let opp = Bignum.neg

  (** val sub : Bignum.t -> Bignum.t -> Bignum.t **)

  let sub = Bignum.sub

  (** val mul : Bignum.t -> Bignum.t -> Bignum.t **)

  let mul = Bignum.mul

  (** val pow_pos : Bignum.t -> Bignum.t -> Bignum.t **)

  let pow_pos z0 =
    Coq_Pos.iter (mul z0) Bignum.one

  (** val pow : Bignum.t -> Bignum.t -> Bignum.t **)

  let pow = (fun x y -> if Bignum.sign y < 0 then Bignum.zero else Bignum.pow x (Bignum.to_int y))

  (** val compare : Bignum.t -> Bignum.t -> comparison **)

  let compare x y =
    (fun f0 fp fn z -> let s = Bignum.sign z in if s = 0 then f0 () else if s > 0 then fp z else fn (Bignum.neg z))
      (fun _ ->
      (fun f0 fp fn z -> let s = Bignum.sign z in if s = 0 then f0 () else if s > 0 then fp z else fn (Bignum.neg z))
        (fun _ -> Eq)
        (fun _ -> Lt)
        (fun _ -> Gt)
        y)
      (fun x' ->
      (fun f0 fp fn z -> let s = Bignum.sign z in if s = 0 then f0 () else if s > 0 then fp z else fn (Bignum.neg z))
        (fun _ -> Gt)
        (fun y' -> Coq_Pos.compare x' y')
        (fun _ -> Gt)
        y)
      (fun x' ->
      (fun f0 fp fn z -> let s = Bignum.sign z in if s = 0 then f0 () else if s > 0 then fp z else fn (Bignum.neg z))
        (fun _ -> Lt)
        (fun _ -> Lt)
        (fun y' -> compOpp (Coq_Pos.compare x' y'))
        y)
      x

  (** val leb : Bignum.t -> Bignum.t -> bool **)

  let leb = Bignum.leq

  (** val ltb : Bignum.t -> Bignum.t -> bool **)

  let ltb = Bignum.lt

  (** val eqb : Bignum.t -> Bignum.t -> bool **)

  let eqb = Bignum.equal

  (** val max : Bignum.t -> Bignum.t -> Bignum.t **)

  let max n0 m =
    match compare n0 m with
    | Lt -> m
    | _ -> n0

  (** val min : Bignum.t -> Bignum.t -> Bignum.t **)

  let min n0 m =
    match compare n0 m with
    | Gt -> m
    | _ -> n0

  (** val to_N : Bignum.t -> Bignum.t **)

  let to_N = (fun x -> Bignum.max Bignum.zero x)

  (** val of_nat : nat -> Bignum.t **)

  let of_nat = (fun n -> let rec go a = function O -> a | S n -> go (Bignum.succ a) n in go Bignum.zero n)

  (** val of_N : Bignum.t -> Bignum.t **)

  let of_N = (fun x -> x)

  (** val pos_div_eucl : Bignum.t -> Bignum.t -> Bignum.t * Bignum.t **)

  let rec pos_div_eucl a b =
    (fun f2p1 f2p f1 p -> if Bignum.equal p Bignum.one then f1 () else let q = Bignum.shift_right p 1 in if Bignum.testbit p 0 then f2p1 q else f2p q)
      (fun a' ->
      let (q, r) = pos_div_eucl a' b in
      let r' =
        add (mul ((fun x -> Bignum.shift_left x 1) Bignum.one) r) Bignum.one
      in
      if ltb r' b
      then ((mul ((fun x -> Bignum.shift_left x 1) Bignum.one) q), r')
      else ((add (mul ((fun x -> Bignum.shift_left x 1) Bignum.one) q)
              Bignum.one), (sub r' b)))
      (fun a' ->
      let (q, r) = pos_div_eucl a' b in
      let r' = mul ((fun x -> Bignum.shift_left x 1) Bignum.one) r in
      if ltb r' b
      then ((mul ((fun x -> Bignum.shift_left x 1) Bignum.one) q), r')
      else ((add (mul ((fun x -> Bignum.shift_left x 1) Bignum.one) q)
              Bignum.one), (sub r' b)))
      (fun _ ->
      if leb ((fun x -> Bignum.shift_left x 1) Bignum.one) b
      then (Bignum.zero, Bignum.one)
      else (Bignum.one, Bignum.zero))
      a

  (** val div_eucl : Bignum.t -> Bignum.t -> Bignum.t * Bignum.t **)

  let div_eucl a b =
    (fun f0 fp fn z -> let s = Bignum.sign z in if s = 0 then f0 () else if s > 0 then fp z else fn (Bignum.neg z))
      (fun _ -> (Bignum.zero, Bignum.zero))
      (fun a' ->
      (fun f0 fp fn z -> let s = Bignum.sign z in if s = 0 then f0 () else if s > 0 then fp z else fn (Bignum.neg z))
        (fun _ -> (Bignum.zero, a))
        (fun _ -> pos_div_eucl a' b)
        (fun b' ->
        let (q, r) = pos_div_eucl a' b' in
        ((fun f0 fp fn z -> let s = Bignum.sign z in if s = 0 then f0 () else if s > 0 then fp z else fn (Bignum.neg z))
           (fun _ -> ((opp q), Bignum.zero))
           (fun _ -> ((opp (add q Bignum.one)), (add b r)))
           (fun _ -> ((opp (add q Bignum.one)), (add b r)))
           r))
        b)
      (fun a' ->
      (fun f0 fp fn z -> let s = Bignum.sign z in if s = 0 then f0 () else if s > 0 then fp z else fn (Bignum.neg z))
        (fun _ -> (Bignum.zero, a))
        (fun _ ->
        let (q, r) = pos_div_eucl a' b in
        ((fun f0 fp fn z -> let s = Bignum.sign z in if s = 0 then f0 () else if s > 0 then fp z else fn (Bignum.neg z))
           (fun _ -> ((opp q), Bignum.zero))
           (fun _ -> ((opp (add q Bignum.one)), (sub b r)))
           (fun _ -> ((opp (add q Bignum.one)), (sub b r)))
           r))
        (fun b' -> let (q, r) = pos_div_eucl a' b' in (q, (opp r)))
        b)
      a

  (** val div : Bignum.t -> Bignum.t -> Bignum.t **)

  let div = (fun x y -> if Bignum.equal y Bignum.zero then Bignum.zero else Bignum.fdiv x y)

  (** val modulo : Bignum.t -> Bignum.t -> Bignum.t **)

  let modulo = (fun x y -> if Bignum.equal y Bignum.zero then x else Bignum.sub x (Bignum.mul y (Bignum.fdiv x y)))

  (** val log2 : Bignum.t -> Bignum.t **)

  let log2 z0 =
    (fun f0 fp fn z -> let s = Bignum.sign z in if s = 0 then f0 () else if s > 0 then fp z else fn (Bignum.neg z))
      (fun _ -> Bignum.zero)
      (fun p0 ->
      (fun f2p1 f2p f1 p -> if Bignum.equal p Bignum.one then f1 () else let q = Bignum.shift_right p 1 in if Bignum.testbit p 0 then f2p1 q else f2p q)
        (fun p -> (Coq_Pos.size p))
        (fun p -> (Coq_Pos.size p))
        (fun _ -> Bignum.zero)
        p0)
      (fun _ -> Bignum.zero)
      z0

  (** val eq_dec : Bignum.t -> Bignum.t -> bool **)

  let eq_dec = Bignum.equal
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

(** val not_dec : decision -> decision **)

let not_dec = function
| true -> false
| false -> true

(** val prod_eq_dec :
    ('a1, 'a1) relDecision -> ('a2, 'a2) relDecision -> ('a1 * 'a2,
    'a1 * 'a2) relDecision **)

let prod_eq_dec eqDecision0 eqDecision1 x y =
  let (a, b) = x in
  let (a0, b0) = y in
  if decide_rel eqDecision0 a a0 then decide_rel eqDecision1 b b0 else false

(** val sum_eq_dec :
    ('a1, 'a1) relDecision -> ('a2, 'a2) relDecision -> (('a1, 'a2) sum,
    ('a1, 'a2) sum) relDecision **)

let sum_eq_dec eqDecision0 eqDecision1 x y =
  match x with
  | Inl a ->
    (match y with
     | Inl a0 -> decide_rel eqDecision0 a a0
     | Inr _ -> false)
  | Inr b ->
    (match y with
     | Inl _ -> false
     | Inr b0 -> decide_rel eqDecision1 b b0)

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

module Coq_Nat =
 struct
  (** val eq_dec : (nat, nat) relDecision **)

  let eq_dec =
    Nat.eq_dec
 end

module Coq0_Pos =
 struct
  (** val eq_dec : (Bignum.t, Bignum.t) relDecision **)

  let eq_dec =
    Coq_Pos.eq_dec
 end

(** val n_eq_dec : (Bignum.t, Bignum.t) relDecision **)

let n_eq_dec =
  N.eq_dec

module Coq_Z =
 struct
  (** val eq_dec : (Bignum.t, Bignum.t) relDecision **)

  let eq_dec =
    Z.eq_dec
 end

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

(** val low : Bignum.t -> Bignum.t -> Bignum.t **)

let low w x =
  N.coq_land x (N.ones w)

(** val slice : Bignum.t -> Bignum.t -> Bignum.t -> Bignum.t **)

let slice at_ len x =
  low len (N.shiftr x at_)

(** val word : Bignum.t -> Bignum.t -> Bignum.t **)

let word w z0 =
  Z.to_N
    (Z.modulo z0
      (Z.pow ((fun x -> Bignum.shift_left x 1) Bignum.one) (Z.of_N w)))

(** val signed : Bignum.t -> Bignum.t -> Bignum.t **)

let signed w x =
  if N.testbit x (N.sub w Bignum.one)
  then Z.sub (Z.of_N x)
         (Z.pow ((fun x -> Bignum.shift_left x 1) Bignum.one) (Z.of_N w))
  else Z.of_N x

(** val split : Bignum.t -> nat -> Bignum.t -> Bignum.t list **)

let rec split w n0 x =
  match n0 with
  | O -> []
  | S n1 -> (low w x) :: (split w n1 (N.shiftr x w))

(** val join : Bignum.t -> Bignum.t list -> Bignum.t **)

let rec join w = function
| [] -> Bignum.zero
| x :: l0 -> N.coq_lor x (N.shiftl (join w l0) w)

(** val of_bool : bool -> Bignum.t **)

let of_bool = function
| true -> Bignum.one
| false -> Bignum.zero

(** val rotl : Bignum.t -> Bignum.t -> Bignum.t -> Bignum.t **)

let rotl w k x =
  N.coq_lor (low w (N.shiftl x k)) (N.shiftr x (N.sub w k))

(** val byte_reverse : nat -> Bignum.t -> Bignum.t **)

let byte_reverse bytes0 x =
  join ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))
    (rev
      (split ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        Bignum.one))) bytes0 x))

(** val clmul_pos : Bignum.t -> Bignum.t -> Bignum.t **)

let rec clmul_pos p a =
  (fun f2p1 f2p f1 p -> if Bignum.equal p Bignum.one then f1 () else let q = Bignum.shift_right p 1 in if Bignum.testbit p 0 then f2p1 q else f2p q)
    (fun q -> N.coq_lxor a (N.double (clmul_pos q a)))
    (fun q -> N.double (clmul_pos q a))
    (fun _ -> a)
    p

(** val clmul : Bignum.t -> Bignum.t -> Bignum.t **)

let clmul a b =
  (fun f0 fp n -> if Bignum.sign n <= 0 then f0 () else fp n)
    (fun _ -> Bignum.zero)
    (fun p -> clmul_pos p a)
    b

(** val xtime : Bignum.t -> Bignum.t **)

let xtime b =
  let d = N.double b in
  if N.testbit d ((fun x -> Bignum.shift_left x 1)
       ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
       Bignum.one)))
  then N.coq_lxor d ((fun x -> Bignum.succ (Bignum.shift_left x 1))
         ((fun x -> Bignum.succ (Bignum.shift_left x 1))
         ((fun x -> Bignum.shift_left x 1)
         ((fun x -> Bignum.succ (Bignum.shift_left x 1))
         ((fun x -> Bignum.succ (Bignum.shift_left x 1))
         ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
         ((fun x -> Bignum.shift_left x 1) Bignum.one))))))))
  else d

(** val gmul_pos : Bignum.t -> Bignum.t -> Bignum.t **)

let rec gmul_pos p b =
  (fun f2p1 f2p f1 p -> if Bignum.equal p Bignum.one then f1 () else let q = Bignum.shift_right p 1 in if Bignum.testbit p 0 then f2p1 q else f2p q)
    (fun q -> N.coq_lxor b (xtime (gmul_pos q b)))
    (fun q -> xtime (gmul_pos q b))
    (fun _ -> b)
    p

(** val gmul : Bignum.t -> Bignum.t -> Bignum.t **)

let gmul a b =
  (fun f0 fp n -> if Bignum.sign n <= 0 then f0 () else fp n)
    (fun _ -> Bignum.zero)
    (fun p -> gmul_pos p b)
    a

type tree =
| Leaf of Bignum.t
| Node of tree * tree

(** val lookup_tree : tree -> Bignum.t -> Bignum.t **)

let rec lookup_tree t0 i =
  match t0 with
  | Leaf v -> v
  | Node (e, o) -> lookup_tree (if N.odd i then o else e) (N.div2 i)

(** val sbox_tree : tree **)

let sbox_tree =
  Node ((Node ((Node ((Node ((Node ((Node ((Node ((Node ((Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))),
    (Node ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))), (Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))))))), (Node ((Node
    ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))),
    (Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))))))),
    (Node ((Node ((Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))))),
    (Node ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))))))),
    (Node ((Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))),
    (Node ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))))))))))), (Node
    ((Node ((Node ((Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))), (Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))),
    (Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))))),
    (Node ((Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))), (Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))),
    (Node ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))))))))))))), (Node ((Node ((Node ((Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))))))), (Node ((Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))))))),
    (Node ((Node ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))), (Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))))),
    (Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))))))))))))))), (Node
    ((Node ((Node ((Node ((Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))))))), (Node ((Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))), (Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))))),
    (Node ((Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one))))))))), (Node ((Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one))))))), (Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))))))))),
    (Node ((Node ((Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))), (Node ((Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))), (Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one))))))))))), (Node ((Node ((Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))))), (Node ((Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))))))), (Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))))))))))), (Node
    ((Node ((Node ((Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))))),
    (Node ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one))))))))))), (Node ((Node ((Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))))))))), (Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))))))),
    (Node ((Node ((Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))))))), (Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))),
    (Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one))))))), (Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))))))))))), (Node ((Node ((Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))))),
    (Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))), (Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))))))))))))))), (Node
    ((Node ((Node ((Node ((Node ((Node ((Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one))))))), (Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))))))))), (Node ((Node ((Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))))))), (Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Node
    ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))))))))))))), (Node ((Node ((Node ((Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one))))))))), (Node ((Leaf Bignum.zero), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))))))), (Node ((Node
    ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Node
    ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))))))))))), (Node
    ((Node ((Node ((Node ((Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))))),
    (Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))))))),
    (Node ((Node ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))))), (Node ((Leaf
    ((fun x -> Bignum.shift_left x 1) Bignum.one)), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))))))))))))), (Node ((Node ((Node ((Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))))), (Node ((Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))))))))), (Node ((Node
    ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))))))), (Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))),
    (Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))))))))))), (Node
    ((Node ((Node ((Node ((Node ((Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))))))), (Node ((Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))))))), (Node ((Node
    ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))))))), (Node ((Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))), (Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))))))))), (Node ((Node
    ((Node ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))))))))), (Node ((Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))))),
    (Node ((Node ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one))), (Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one))))))))), (Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))), (Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one))))))))))))))), (Node ((Node ((Node ((Node ((Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))), (Node
    ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))))))), (Node ((Node
    ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))), (Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))),
    (Node ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))))))), (Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))))))), (Node ((Node
    ((Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))), (Node ((Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))))),
    (Node ((Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))))), (Node ((Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))))))))))))))))), (Node
    ((Node ((Node ((Node ((Node ((Node ((Node ((Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))), (Node
    ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))))))),
    (Node ((Node ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Node
    ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))))))),
    (Node ((Node ((Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))))))))), (Node ((Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))),
    (Node ((Node ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))),
    (Node ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))))))))))), (Node
    ((Node ((Node ((Node ((Leaf Bignum.one), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))))), (Node ((Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))))),
    (Node ((Node ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))),
    (Node ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))))))),
    (Node ((Node ((Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))),
    (Node ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))),
    (Node ((Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one))))), (Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))))))), (Node ((Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))))))))))))))))), (Node ((Node ((Node ((Node ((Node ((Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))))))))), (Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))))))), (Node ((Node
    ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))), (Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))), (Node
    ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one))))))), (Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))))))),
    (Node ((Node ((Node ((Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))), (Node ((Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))), (Node
    ((Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))))))), (Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))),
    (Node ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))))))), (Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    Bignum.one)))))))))))))))), (Node ((Node ((Node ((Node ((Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))))))), (Node ((Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))))))), (Node ((Node
    ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))))))))), (Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))))))))))), (Node ((Node
    ((Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))))))), (Node ((Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one))))))), (Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))))),
    (Node ((Node ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))))), (Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))))),
    (Node ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))))))))))))))))), (Node
    ((Node ((Node ((Node ((Node ((Node ((Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))),
    (Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))), (Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))))), (Node ((Node
    ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))))), (Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))), (Node ((Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))))))))), (Node ((Node
    ((Node ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))),
    (Node ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))))))),
    (Node ((Node ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))))),
    (Node ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))))),
    (Node ((Node ((Node ((Node ((Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Node
    ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))))),
    (Node ((Node ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))))),
    (Node ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))))))),
    (Node ((Node ((Node ((Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))))), (Node ((Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))))))), (Node ((Node
    ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))),
    (Node ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))))), (Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))))))),
    (Node ((Node ((Node ((Node ((Node ((Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))))), (Node ((Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))))),
    (Node ((Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))))))), (Node ((Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))))))), (Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))))))))))))), (Node ((Node ((Node ((Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))))), (Node ((Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Node
    ((Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))))))), (Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))))), (Node ((Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    Bignum.one))))))))))))))), (Node ((Node ((Node ((Node ((Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))))),
    (Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))))))), (Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))))))), (Node ((Node
    ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))))),
    (Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))))))),
    (Node ((Node ((Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))),
    (Node ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))))))))))), (Node ((Node ((Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))), (Node ((Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))))))))))))))))))

(** val inv_sbox_tree : tree **)

let inv_sbox_tree =
  Node ((Node ((Node ((Node ((Node ((Node ((Node ((Node ((Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Node
    ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))))),
    (Node ((Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))))))), (Node ((Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))))))), (Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))))))))), (Node ((Node
    ((Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))))))))), (Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))))))),
    (Node ((Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))), (Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))),
    (Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))))))))))), (Node ((Node
    ((Node ((Node ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))))))))), (Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))))))), (Node ((Node
    ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))))),
    (Node ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))))))),
    (Node ((Node ((Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))), (Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))),
    (Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))))), (Node ((Node
    ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))))))))), (Node ((Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    Bignum.one)))))))))))))))))), (Node ((Node ((Node ((Node ((Node ((Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one))))))))), (Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))))))), (Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))))))), (Node ((Node
    ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))), (Node
    ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))))))))), (Node ((Node
    ((Node ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))))))), (Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))),
    (Node ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))))),
    (Node ((Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))), (Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))),
    (Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))))))))))), (Node
    ((Node ((Node ((Node ((Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))))))), (Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))),
    (Node ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))))))))), (Node ((Node ((Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one))))))), (Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))))), (Node ((Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))))))))), (Node ((Node
    ((Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))), (Node
    ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))))))))))), (Node ((Node ((Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))))),
    (Node ((Leaf Bignum.one), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))))))))))))))))), (Node
    ((Node ((Node ((Node ((Node ((Node ((Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))))), (Node ((Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))))))), (Node ((Node
    ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))))))), (Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))), (Node
    ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))))),
    (Node ((Node ((Node ((Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))), (Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))))),
    (Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one))))))), (Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))))))),
    (Node ((Node ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Node
    ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))), (Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one))))))))))), (Node ((Node ((Node ((Node ((Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))),
    (Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one))))))))), (Node ((Node ((Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))))))), (Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))))),
    (Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))))))))), (Node ((Node
    ((Node ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one))))))), (Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Node
    ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))))))),
    (Node ((Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))),
    (Node ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))))))))))))), (Node ((Node
    ((Node ((Node ((Node ((Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))),
    (Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))))))), (Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))))),
    (Node ((Node ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))),
    (Node ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))))))),
    (Node ((Node ((Node ((Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Node
    ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one))))))))))), (Node ((Node ((Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))))), (Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))))),
    (Node ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))), (Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    Bignum.one)))))))))))))))), (Node ((Node ((Node ((Node ((Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))),
    (Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))))),
    (Node ((Node ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))))), (Node ((Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))))))))))))), (Node ((Node ((Node ((Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))),
    (Node ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))))))), (Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))))))))))), (Node ((Node ((Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))))))), (Node ((Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    Bignum.one)))))))))))))))))), (Node ((Node ((Node ((Node ((Node ((Node
    ((Node ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))), (Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))))))))), (Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))))),
    (Node ((Node ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))),
    (Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))))))),
    (Node ((Node ((Node ((Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))))), (Node ((Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))))))))), (Node ((Node
    ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))), (Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))))))), (Node ((Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))))))))), (Node ((Node
    ((Node ((Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))),
    (Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one))))))))), (Node ((Node ((Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one))))))), (Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))))), (Node ((Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))))))),
    (Node ((Node ((Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))),
    (Node ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))))),
    (Node ((Node ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))),
    (Node ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    Bignum.one))))))))))))))))), (Node ((Node ((Node ((Node ((Node ((Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))))),
    (Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))), (Node
    ((Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))), (Node ((Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))))))), (Node ((Node
    ((Node ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))))), (Node ((Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))))))), (Node ((Node
    ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))),
    (Node ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    Bignum.one))))))))))))))), (Node ((Node ((Node ((Node ((Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))))), (Node ((Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))))))), (Node ((Node
    ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))), (Node
    ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))))))))))), (Node ((Node
    ((Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))))),
    (Node ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))))),
    (Node ((Node ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))),
    (Node ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one))))), (Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))))))))))))))))), (Node ((Node ((Node ((Node ((Node ((Node
    ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))))))), (Node ((Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))),
    (Node ((Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))))),
    (Node ((Leaf Bignum.zero), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one))))))))))))), (Node ((Node ((Node ((Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))), (Node ((Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))))))), (Node ((Node
    ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one))))))))), (Node ((Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    Bignum.one))))))))))))))), (Node ((Node ((Node ((Node ((Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))))))), (Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))),
    (Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))))))))), (Node ((Node
    ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))), (Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))), (Node
    ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one))), (Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))))),
    (Node ((Node ((Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))),
    (Node ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))))))))))), (Node ((Node ((Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one))))))), (Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))),
    (Node ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    Bignum.one)), (Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    Bignum.one))))))))))))))))), (Node ((Node ((Node ((Node ((Node ((Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))), (Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))),
    (Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))),
    (Node ((Node ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))))), (Node ((Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))), (Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))))))))), (Node ((Node
    ((Node ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))))))), (Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))))))))), (Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Node
    ((Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))), (Node ((Leaf
    ((fun x -> Bignum.shift_left x 1) Bignum.one)), (Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))))))))))))), (Node ((Node ((Node ((Node ((Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))))),
    (Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))))))), (Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))))))))), (Node ((Node
    ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one))))))), (Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))), (Node
    ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))))))))),
    (Node ((Node ((Node ((Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))), (Leaf
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))))),
    (Node ((Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))))))), (Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))))),
    (Node ((Node ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))))), (Leaf ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))))),
    (Node ((Leaf ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))), (Leaf
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    Bignum.one))))))))))))))))))))))

(** val sbox : Bignum.t -> Bignum.t **)

let sbox b =
  lookup_tree sbox_tree b

(** val inv_sbox : Bignum.t -> Bignum.t **)

let inv_sbox b =
  lookup_tree inv_sbox_tree b

(** val bytes : Bignum.t -> Bignum.t list **)

let bytes x =
  split ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one))) (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S O)))))))))))))))) x

(** val block : Bignum.t list -> Bignum.t **)

let block l =
  join ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one))) l

(** val sub_bytes : Bignum.t -> Bignum.t **)

let sub_bytes x =
  block (map sbox (bytes x))

(** val inv_sub_bytes : Bignum.t -> Bignum.t **)

let inv_sub_bytes x =
  block (map inv_sbox (bytes x))

(** val permute_bytes : nat list -> Bignum.t -> Bignum.t **)

let permute_bytes p x =
  let b = bytes x in block (map (fun i -> nth i b Bignum.zero) p)

(** val shift_rows : Bignum.t -> Bignum.t **)

let shift_rows =
  permute_bytes (O :: ((S (S (S (S (S O))))) :: ((S (S (S (S (S (S (S (S (S
    (S O)))))))))) :: ((S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    O))))))))))))))) :: ((S (S (S (S O)))) :: ((S (S (S (S (S (S (S (S (S
    O))))))))) :: ((S (S (S (S (S (S (S (S (S (S (S (S (S (S
    O)))))))))))))) :: ((S (S (S O))) :: ((S (S (S (S (S (S (S (S
    O)))))))) :: ((S (S (S (S (S (S (S (S (S (S (S (S (S
    O))))))))))))) :: ((S (S O)) :: ((S (S (S (S (S (S (S O))))))) :: ((S (S
    (S (S (S (S (S (S (S (S (S (S O)))))))))))) :: ((S O) :: ((S (S (S (S (S
    (S O)))))) :: ((S (S (S (S (S (S (S (S (S (S (S
    O))))))))))) :: []))))))))))))))))

(** val inv_shift_rows : Bignum.t -> Bignum.t **)

let inv_shift_rows =
  permute_bytes (O :: ((S (S (S (S (S (S (S (S (S (S (S (S (S
    O))))))))))))) :: ((S (S (S (S (S (S (S (S (S (S O)))))))))) :: ((S (S (S
    (S (S (S (S O))))))) :: ((S (S (S (S O)))) :: ((S O) :: ((S (S (S (S (S
    (S (S (S (S (S (S (S (S (S O)))))))))))))) :: ((S (S (S (S (S (S (S (S (S
    (S (S O))))))))))) :: ((S (S (S (S (S (S (S (S O)))))))) :: ((S (S (S (S
    (S O))))) :: ((S (S O)) :: ((S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    O))))))))))))))) :: ((S (S (S (S (S (S (S (S (S (S (S (S
    O)))))))))))) :: ((S (S (S (S (S (S (S (S (S O))))))))) :: ((S (S (S (S
    (S (S O)))))) :: ((S (S (S O))) :: []))))))))))))))))

(** val mix_column :
    Bignum.t -> Bignum.t -> Bignum.t -> Bignum.t -> Bignum.t -> Bignum.t **)

let mix_column k0 k1 k2 k3 col =
  match split ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
          Bignum.one))) (S (S (S (S O)))) col with
  | [] -> Bignum.zero
  | a :: l ->
    (match l with
     | [] -> Bignum.zero
     | b :: l0 ->
       (match l0 with
        | [] -> Bignum.zero
        | c :: l1 ->
          (match l1 with
           | [] -> Bignum.zero
           | d :: l2 ->
             (match l2 with
              | [] ->
                let row1 = fun k4 k5 k6 k7 ->
                  N.coq_lxor (N.coq_lxor (gmul k4 a) (gmul k5 b))
                    (N.coq_lxor (gmul k6 c) (gmul k7 d))
                in
                join ((fun x -> Bignum.shift_left x 1)
                  ((fun x -> Bignum.shift_left x 1)
                  ((fun x -> Bignum.shift_left x 1) Bignum.one)))
                  ((row1 k0 k1 k2 k3) :: ((row1 k3 k0 k1 k2) :: ((row1 k2 k3
                                                                   k0 k1) :: (
                  (row1 k1 k2 k3 k0) :: []))))
              | _ :: _ -> Bignum.zero))))

(** val mix_columns : Bignum.t -> Bignum.t **)

let mix_columns x =
  join ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))
    (map
      (mix_column ((fun x -> Bignum.shift_left x 1) Bignum.one)
        ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)
        Bignum.one Bignum.one)
      (split ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        Bignum.one))))) (S (S (S (S O)))) x))

(** val inv_mix_columns : Bignum.t -> Bignum.t **)

let inv_mix_columns x =
  join ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))
    (map
      (mix_column ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.succ (Bignum.shift_left x 1))
        ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))
        ((fun x -> Bignum.succ (Bignum.shift_left x 1))
        ((fun x -> Bignum.succ (Bignum.shift_left x 1))
        ((fun x -> Bignum.shift_left x 1) Bignum.one)))
        ((fun x -> Bignum.succ (Bignum.shift_left x 1))
        ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))
        ((fun x -> Bignum.succ (Bignum.shift_left x 1))
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        Bignum.one))))
      (split ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        Bignum.one))))) (S (S (S (S O)))) x))

(** val aesenc : Bignum.t -> Bignum.t -> Bignum.t **)

let aesenc x k =
  N.coq_lxor (mix_columns (sub_bytes (shift_rows x))) k

(** val aesenclast : Bignum.t -> Bignum.t -> Bignum.t **)

let aesenclast x k =
  N.coq_lxor (sub_bytes (shift_rows x)) k

(** val aesdec : Bignum.t -> Bignum.t -> Bignum.t **)

let aesdec x k =
  N.coq_lxor (inv_mix_columns (inv_sub_bytes (inv_shift_rows x))) k

(** val aesdeclast : Bignum.t -> Bignum.t -> Bignum.t **)

let aesdeclast x k =
  N.coq_lxor (inv_sub_bytes (inv_shift_rows x)) k

(** val aesimc : Bignum.t -> Bignum.t **)

let aesimc =
  inv_mix_columns

(** val sub_word : Bignum.t -> Bignum.t **)

let sub_word w =
  join ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))
    (map sbox
      (split ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        Bignum.one))) (S (S (S (S O)))) w))

(** val rot_word : Bignum.t -> Bignum.t **)

let rot_word w =
  rotl ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))) w

(** val aeskeygenassist : Bignum.t -> Bignum.t -> Bignum.t **)

let aeskeygenassist rcon x =
  let w1 =
    sub_word
      (slice ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        Bignum.one))))) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        Bignum.one))))) x)
  in
  let w3 =
    sub_word
      (slice ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) Bignum.one))))) x)
  in
  join ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))
    (w1 :: ((N.coq_lxor (rot_word w1) rcon) :: (w3 :: ((N.coq_lxor
                                                         (rot_word w3) rcon) :: []))))

type reg =
| RAX
| RCX
| RDX
| RBX
| RSP
| RBP
| RSI
| RDI
| R8
| R9
| R10
| R11
| R12
| R13
| R14
| R15

type vreg =
| V0
| V1
| V2
| V3
| V4
| V5
| V6
| V7
| V8
| V9
| V10
| V11
| V12
| V13
| V14
| V15

type flag =
| CF
| PF
| AF
| ZF
| SF
| OF

type loc =
| G of reg
| Lo of vreg
| Hi of vreg
| F of flag

type width =
| W32
| W64

type mbase =
| NoBase
| BaseReg of reg
| BaseSym of Bignum.t

type mem = { m_base : mbase; m_index : (reg * Bignum.t) option;
             m_disp : Bignum.t; m_region : Bignum.t }

type rm =
| R of reg
| M of mem

type rmi =
| Reg of reg
| Memory of mem
| Imm of Bignum.t

type vm =
| X of vreg
| XM of mem

type alu =
| ADD
| ADC
| SUB
| SBB
| AND
| OR
| XOR

type cmpop =
| CMP
| TEST

type unop =
| INC
| DEC
| NEG
| NOT

type shift =
| SHL
| SHR
| SAR
| ROL
| ROR

type bmi =
| PEXT
| PDEP
| ANDN

type shiftd =
| SHLD
| SHRD

type bitop =
| BT
| BTS
| BTR
| BTC

type scan =
| BSF
| BSR

type carryop =
| STC
| CLC
| CMC

type rotc =
| RCL
| RCR

type cc =
| CcO
| CcNO
| CcB
| CcAE
| CcE
| CcNE
| CcBE
| CcA
| CcS
| CcNS
| CcP
| CcNP
| CcL
| CcGE
| CcLE
| CcG

type enc =
| Sse
| Vex128
| Vex256

type vmov =
| DQU
| DQA
| UPS
| APS

type vop2 =
| PXOR
| POR
| PAND
| PANDN
| XORPS
| PADDB
| PADDW
| PADDD
| PADDQ
| PSUBB
| PSUBW
| PSUBD
| PSUBQ
| PMULLW
| PMULHW
| PMULHUW
| PMULHRSW
| PMULLD
| PMULDQ
| PMULUDQ
| PMADDWD
| PMADDUBSW
| PACKSSWB
| PACKUSWB
| PACKSSDW
| PACKUSDW
| PSLLVD
| PSRLVD
| PSRAVD
| PSLLVQ
| PSRLVQ
| PCMPEQB
| PCMPEQW
| PCMPEQD
| PCMPGTB
| PCMPGTW
| PCMPGTD
| PSHUFB
| PUNPCKLDQ
| PUNPCKHDQ
| PUNPCKLQDQ
| PUNPCKHQDQ
| PALIGNR of Bignum.t
| SHUFPS of Bignum.t
| SHUFPD of Bignum.t
| PBLENDD of Bignum.t
| PBLENDW of Bignum.t
| PCLMULQDQ of Bignum.t
| AESENC
| AESENCLAST
| AESDEC
| AESDECLAST

type vop1 =
| PSHUFD of Bignum.t
| MOVSHDUP
| MOVSLDUP
| AESIMC
| AESKEYGENASSIST of Bignum.t

type vshift =
| PSLLDQ
| PSRLDQ
| PSLLW
| PSRLW
| PSRAW
| PSLLD
| PSRLD
| PSRAD
| PSLLQ
| PSRLQ

type movmsk =
| PMOVMSKB
| MOVMSKPS
| MOVMSKPD

type narrow =
| W8
| W16

type instr =
| Mov of width * rm * rmi
| Movbe of width * rm * rm
| Movzb of reg * mem
| Movb of mem * reg
| Movzw of reg * mem
| Movw of mem * reg
| MovwLoad of reg * mem
| Lea of width * reg * mem
| Alu of alu * width * rm * rmi
| Cmp of cmpop * width * rm * rmi
| Un of unop * width * rm
| Shift of shift * width * rm * Bignum.t
| ShiftCl of shift * width * rm
| Shx of shift * width * reg * rm * reg
| Rorx of width * reg * rm * Bignum.t
| Bmi of bmi * width * reg * reg * rm
| Shiftd of shiftd * width * rm * reg * Bignum.t
| ShiftdCl of shiftd * width * rm * reg
| Bit of bitop * width * rm * Bignum.t
| Scan of scan * reg * rm
| Popcnt of width * reg * rm
| Rotc of rotc * width * rm
| Carry of carryop
| Xchg of reg * reg
| Movslq of reg * rm
| Bswap of width * reg
| Mul of width * rm
| ImulWide of width * rm
| Imul of width * reg * rm
| ImulConst of width * reg * rm * Bignum.t
| Mulx of width * reg * reg * rm
| Adcx of width * reg * rm
| Adox of width * reg * rm
| Cmov of cc * width * reg * rm
| Set_ of cc * reg
| Push of reg * Bignum.t
| Pop of reg * Bignum.t
| VMov of vmov * enc * vm * vm
| Vop2 of vop2 * enc * vreg * vreg * vm
| Vop1 of vop1 * enc * vreg * vm
| VShift of vshift * enc * vreg * vreg * Bignum.t
| MovGX of enc * width * vreg * rm
| MovXG of enc * width * rm * vreg
| Movq of enc * vreg * vreg
| Pinsr of enc * width * vreg * vreg * rm * Bignum.t
| Pextr of enc * width * rm * vreg * Bignum.t
| Movmsk of movmsk * enc * reg * vreg
| MovhLoad of enc * vreg * vreg * mem
| MovhStore of enc * mem * vreg
| Vpbroadcast of width * enc * vreg * vm
| Vpermd of vreg * vreg * vm
| Pmovzxbd of enc * vreg * vm
| PinsrN of narrow * enc * vreg * vreg * rm * Bignum.t
| PextrN of narrow * enc * rm * vreg * Bignum.t
| Vpblendvb of enc * vreg * vreg * vm * vreg
| Vinserti128 of vreg * vreg * vm * Bignum.t
| Vextracti128 of vm * vreg * Bignum.t
| Vperm2i128 of vreg * vreg * vm * Bignum.t
| Vpermq of vreg * vm * Bignum.t
| Vbroadcasti128 of vreg * mem
| Vzeroupper
| Prefetch of Bignum.t * mem
| Nop

(** val reg_eq_dec : (reg, reg) relDecision **)

let reg_eq_dec x y =
  match x with
  | RAX -> (match y with
            | RAX -> true
            | _ -> false)
  | RCX -> (match y with
            | RCX -> true
            | _ -> false)
  | RDX -> (match y with
            | RDX -> true
            | _ -> false)
  | RBX -> (match y with
            | RBX -> true
            | _ -> false)
  | RSP -> (match y with
            | RSP -> true
            | _ -> false)
  | RBP -> (match y with
            | RBP -> true
            | _ -> false)
  | RSI -> (match y with
            | RSI -> true
            | _ -> false)
  | RDI -> (match y with
            | RDI -> true
            | _ -> false)
  | R8 -> (match y with
           | R8 -> true
           | _ -> false)
  | R9 -> (match y with
           | R9 -> true
           | _ -> false)
  | R10 -> (match y with
            | R10 -> true
            | _ -> false)
  | R11 -> (match y with
            | R11 -> true
            | _ -> false)
  | R12 -> (match y with
            | R12 -> true
            | _ -> false)
  | R13 -> (match y with
            | R13 -> true
            | _ -> false)
  | R14 -> (match y with
            | R14 -> true
            | _ -> false)
  | R15 -> (match y with
            | R15 -> true
            | _ -> false)

(** val vreg_eq_dec : (vreg, vreg) relDecision **)

let vreg_eq_dec x y =
  match x with
  | V0 -> (match y with
           | V0 -> true
           | _ -> false)
  | V1 -> (match y with
           | V1 -> true
           | _ -> false)
  | V2 -> (match y with
           | V2 -> true
           | _ -> false)
  | V3 -> (match y with
           | V3 -> true
           | _ -> false)
  | V4 -> (match y with
           | V4 -> true
           | _ -> false)
  | V5 -> (match y with
           | V5 -> true
           | _ -> false)
  | V6 -> (match y with
           | V6 -> true
           | _ -> false)
  | V7 -> (match y with
           | V7 -> true
           | _ -> false)
  | V8 -> (match y with
           | V8 -> true
           | _ -> false)
  | V9 -> (match y with
           | V9 -> true
           | _ -> false)
  | V10 -> (match y with
            | V10 -> true
            | _ -> false)
  | V11 -> (match y with
            | V11 -> true
            | _ -> false)
  | V12 -> (match y with
            | V12 -> true
            | _ -> false)
  | V13 -> (match y with
            | V13 -> true
            | _ -> false)
  | V14 -> (match y with
            | V14 -> true
            | _ -> false)
  | V15 -> (match y with
            | V15 -> true
            | _ -> false)

(** val flag_eq_dec : (flag, flag) relDecision **)

let flag_eq_dec x y =
  match x with
  | CF -> (match y with
           | CF -> true
           | _ -> false)
  | PF -> (match y with
           | PF -> true
           | _ -> false)
  | AF -> (match y with
           | AF -> true
           | _ -> false)
  | ZF -> (match y with
           | ZF -> true
           | _ -> false)
  | SF -> (match y with
           | SF -> true
           | _ -> false)
  | OF -> (match y with
           | OF -> true
           | _ -> false)

(** val loc_eq_dec : (loc, loc) relDecision **)

let loc_eq_dec x y =
  match x with
  | G r -> (match y with
            | G r0 -> decide_rel reg_eq_dec r r0
            | _ -> false)
  | Lo x0 -> (match y with
              | Lo x1 -> decide_rel vreg_eq_dec x0 x1
              | _ -> false)
  | Hi x0 -> (match y with
              | Hi x1 -> decide_rel vreg_eq_dec x0 x1
              | _ -> false)
  | F f -> (match y with
            | F f0 -> decide_rel flag_eq_dec f f0
            | _ -> false)

(** val width_eq_dec : (width, width) relDecision **)

let width_eq_dec x y =
  match x with
  | W32 -> (match y with
            | W32 -> true
            | W64 -> false)
  | W64 -> (match y with
            | W32 -> false
            | W64 -> true)

(** val mbase_eq_dec : (mbase, mbase) relDecision **)

let mbase_eq_dec x y =
  match x with
  | NoBase -> (match y with
               | NoBase -> true
               | _ -> false)
  | BaseReg r ->
    (match y with
     | BaseReg r0 -> decide_rel reg_eq_dec r r0
     | _ -> false)
  | BaseSym symbol0 ->
    (match y with
     | BaseSym symbol1 -> decide_rel Coq0_Pos.eq_dec symbol0 symbol1
     | _ -> false)

(** val mem_eq_dec : (mem, mem) relDecision **)

let mem_eq_dec x y =
  let { m_base = m_base0; m_index = m_index0; m_disp = m_disp0; m_region =
    m_region0 } = x
  in
  let { m_base = m_base1; m_index = m_index1; m_disp = m_disp1; m_region =
    m_region1 } = y
  in
  if decide_rel mbase_eq_dec m_base0 m_base1
  then if decide_rel (option_eq_dec (prod_eq_dec reg_eq_dec n_eq_dec))
            m_index0 m_index1
       then if decide_rel Coq_Z.eq_dec m_disp0 m_disp1
            then decide_rel n_eq_dec m_region0 m_region1
            else false
       else false
  else false

(** val rm_eq_dec : (rm, rm) relDecision **)

let rm_eq_dec x y =
  match x with
  | R r -> (match y with
            | R r0 -> decide_rel reg_eq_dec r r0
            | M _ -> false)
  | M m -> (match y with
            | R _ -> false
            | M m0 -> decide_rel mem_eq_dec m m0)

(** val rmi_eq_dec : (rmi, rmi) relDecision **)

let rmi_eq_dec x y =
  match x with
  | Reg r -> (match y with
              | Reg r0 -> decide_rel reg_eq_dec r r0
              | _ -> false)
  | Memory m ->
    (match y with
     | Memory m0 -> decide_rel mem_eq_dec m m0
     | _ -> false)
  | Imm z0 ->
    (match y with
     | Imm z1 -> decide_rel Coq_Z.eq_dec z0 z1
     | _ -> false)

(** val vm_eq_dec : (vm, vm) relDecision **)

let vm_eq_dec x y =
  match x with
  | X x0 ->
    (match y with
     | X x1 -> decide_rel vreg_eq_dec x0 x1
     | XM _ -> false)
  | XM m -> (match y with
             | X _ -> false
             | XM m0 -> decide_rel mem_eq_dec m m0)

(** val alu_eq_dec : (alu, alu) relDecision **)

let alu_eq_dec x y =
  match x with
  | ADD -> (match y with
            | ADD -> true
            | _ -> false)
  | ADC -> (match y with
            | ADC -> true
            | _ -> false)
  | SUB -> (match y with
            | SUB -> true
            | _ -> false)
  | SBB -> (match y with
            | SBB -> true
            | _ -> false)
  | AND -> (match y with
            | AND -> true
            | _ -> false)
  | OR -> (match y with
           | OR -> true
           | _ -> false)
  | XOR -> (match y with
            | XOR -> true
            | _ -> false)

(** val cmpop_eq_dec : (cmpop, cmpop) relDecision **)

let cmpop_eq_dec x y =
  match x with
  | CMP -> (match y with
            | CMP -> true
            | TEST -> false)
  | TEST -> (match y with
             | CMP -> false
             | TEST -> true)

(** val unop_eq_dec : (unop, unop) relDecision **)

let unop_eq_dec x y =
  match x with
  | INC -> (match y with
            | INC -> true
            | _ -> false)
  | DEC -> (match y with
            | DEC -> true
            | _ -> false)
  | NEG -> (match y with
            | NEG -> true
            | _ -> false)
  | NOT -> (match y with
            | NOT -> true
            | _ -> false)

(** val shift_eq_dec : (shift, shift) relDecision **)

let shift_eq_dec x y =
  match x with
  | SHL -> (match y with
            | SHL -> true
            | _ -> false)
  | SHR -> (match y with
            | SHR -> true
            | _ -> false)
  | SAR -> (match y with
            | SAR -> true
            | _ -> false)
  | ROL -> (match y with
            | ROL -> true
            | _ -> false)
  | ROR -> (match y with
            | ROR -> true
            | _ -> false)

(** val bmi_eq_dec : (bmi, bmi) relDecision **)

let bmi_eq_dec x y =
  match x with
  | PEXT -> (match y with
             | PEXT -> true
             | _ -> false)
  | PDEP -> (match y with
             | PDEP -> true
             | _ -> false)
  | ANDN -> (match y with
             | ANDN -> true
             | _ -> false)

(** val shiftd_eq_dec : (shiftd, shiftd) relDecision **)

let shiftd_eq_dec x y =
  match x with
  | SHLD -> (match y with
             | SHLD -> true
             | SHRD -> false)
  | SHRD -> (match y with
             | SHLD -> false
             | SHRD -> true)

(** val bitop_eq_dec : (bitop, bitop) relDecision **)

let bitop_eq_dec x y =
  match x with
  | BT -> (match y with
           | BT -> true
           | _ -> false)
  | BTS -> (match y with
            | BTS -> true
            | _ -> false)
  | BTR -> (match y with
            | BTR -> true
            | _ -> false)
  | BTC -> (match y with
            | BTC -> true
            | _ -> false)

(** val scan_eq_dec : (scan, scan) relDecision **)

let scan_eq_dec x y =
  match x with
  | BSF -> (match y with
            | BSF -> true
            | BSR -> false)
  | BSR -> (match y with
            | BSF -> false
            | BSR -> true)

(** val carryop_eq_dec : (carryop, carryop) relDecision **)

let carryop_eq_dec x y =
  match x with
  | STC -> (match y with
            | STC -> true
            | _ -> false)
  | CLC -> (match y with
            | CLC -> true
            | _ -> false)
  | CMC -> (match y with
            | CMC -> true
            | _ -> false)

(** val rotc_eq_dec : (rotc, rotc) relDecision **)

let rotc_eq_dec x y =
  match x with
  | RCL -> (match y with
            | RCL -> true
            | RCR -> false)
  | RCR -> (match y with
            | RCL -> false
            | RCR -> true)

(** val cc_eq_dec : (cc, cc) relDecision **)

let cc_eq_dec x y =
  match x with
  | CcO -> (match y with
            | CcO -> true
            | _ -> false)
  | CcNO -> (match y with
             | CcNO -> true
             | _ -> false)
  | CcB -> (match y with
            | CcB -> true
            | _ -> false)
  | CcAE -> (match y with
             | CcAE -> true
             | _ -> false)
  | CcE -> (match y with
            | CcE -> true
            | _ -> false)
  | CcNE -> (match y with
             | CcNE -> true
             | _ -> false)
  | CcBE -> (match y with
             | CcBE -> true
             | _ -> false)
  | CcA -> (match y with
            | CcA -> true
            | _ -> false)
  | CcS -> (match y with
            | CcS -> true
            | _ -> false)
  | CcNS -> (match y with
             | CcNS -> true
             | _ -> false)
  | CcP -> (match y with
            | CcP -> true
            | _ -> false)
  | CcNP -> (match y with
             | CcNP -> true
             | _ -> false)
  | CcL -> (match y with
            | CcL -> true
            | _ -> false)
  | CcGE -> (match y with
             | CcGE -> true
             | _ -> false)
  | CcLE -> (match y with
             | CcLE -> true
             | _ -> false)
  | CcG -> (match y with
            | CcG -> true
            | _ -> false)

(** val enc_eq_dec : (enc, enc) relDecision **)

let enc_eq_dec x y =
  match x with
  | Sse -> (match y with
            | Sse -> true
            | _ -> false)
  | Vex128 -> (match y with
               | Vex128 -> true
               | _ -> false)
  | Vex256 -> (match y with
               | Vex256 -> true
               | _ -> false)

(** val vmov_eq_dec : (vmov, vmov) relDecision **)

let vmov_eq_dec x y =
  match x with
  | DQU -> (match y with
            | DQU -> true
            | _ -> false)
  | DQA -> (match y with
            | DQA -> true
            | _ -> false)
  | UPS -> (match y with
            | UPS -> true
            | _ -> false)
  | APS -> (match y with
            | APS -> true
            | _ -> false)

(** val vop2_eq_dec : (vop2, vop2) relDecision **)

let vop2_eq_dec x y =
  match x with
  | PXOR -> (match y with
             | PXOR -> true
             | _ -> false)
  | POR -> (match y with
            | POR -> true
            | _ -> false)
  | PAND -> (match y with
             | PAND -> true
             | _ -> false)
  | PANDN -> (match y with
              | PANDN -> true
              | _ -> false)
  | XORPS -> (match y with
              | XORPS -> true
              | _ -> false)
  | PADDB -> (match y with
              | PADDB -> true
              | _ -> false)
  | PADDW -> (match y with
              | PADDW -> true
              | _ -> false)
  | PADDD -> (match y with
              | PADDD -> true
              | _ -> false)
  | PADDQ -> (match y with
              | PADDQ -> true
              | _ -> false)
  | PSUBB -> (match y with
              | PSUBB -> true
              | _ -> false)
  | PSUBW -> (match y with
              | PSUBW -> true
              | _ -> false)
  | PSUBD -> (match y with
              | PSUBD -> true
              | _ -> false)
  | PSUBQ -> (match y with
              | PSUBQ -> true
              | _ -> false)
  | PMULLW -> (match y with
               | PMULLW -> true
               | _ -> false)
  | PMULHW -> (match y with
               | PMULHW -> true
               | _ -> false)
  | PMULHUW -> (match y with
                | PMULHUW -> true
                | _ -> false)
  | PMULHRSW -> (match y with
                 | PMULHRSW -> true
                 | _ -> false)
  | PMULLD -> (match y with
               | PMULLD -> true
               | _ -> false)
  | PMULDQ -> (match y with
               | PMULDQ -> true
               | _ -> false)
  | PMULUDQ -> (match y with
                | PMULUDQ -> true
                | _ -> false)
  | PMADDWD -> (match y with
                | PMADDWD -> true
                | _ -> false)
  | PMADDUBSW -> (match y with
                  | PMADDUBSW -> true
                  | _ -> false)
  | PACKSSWB -> (match y with
                 | PACKSSWB -> true
                 | _ -> false)
  | PACKUSWB -> (match y with
                 | PACKUSWB -> true
                 | _ -> false)
  | PACKSSDW -> (match y with
                 | PACKSSDW -> true
                 | _ -> false)
  | PACKUSDW -> (match y with
                 | PACKUSDW -> true
                 | _ -> false)
  | PSLLVD -> (match y with
               | PSLLVD -> true
               | _ -> false)
  | PSRLVD -> (match y with
               | PSRLVD -> true
               | _ -> false)
  | PSRAVD -> (match y with
               | PSRAVD -> true
               | _ -> false)
  | PSLLVQ -> (match y with
               | PSLLVQ -> true
               | _ -> false)
  | PSRLVQ -> (match y with
               | PSRLVQ -> true
               | _ -> false)
  | PCMPEQB -> (match y with
                | PCMPEQB -> true
                | _ -> false)
  | PCMPEQW -> (match y with
                | PCMPEQW -> true
                | _ -> false)
  | PCMPEQD -> (match y with
                | PCMPEQD -> true
                | _ -> false)
  | PCMPGTB -> (match y with
                | PCMPGTB -> true
                | _ -> false)
  | PCMPGTW -> (match y with
                | PCMPGTW -> true
                | _ -> false)
  | PCMPGTD -> (match y with
                | PCMPGTD -> true
                | _ -> false)
  | PSHUFB -> (match y with
               | PSHUFB -> true
               | _ -> false)
  | PUNPCKLDQ -> (match y with
                  | PUNPCKLDQ -> true
                  | _ -> false)
  | PUNPCKHDQ -> (match y with
                  | PUNPCKHDQ -> true
                  | _ -> false)
  | PUNPCKLQDQ -> (match y with
                   | PUNPCKLQDQ -> true
                   | _ -> false)
  | PUNPCKHQDQ -> (match y with
                   | PUNPCKHQDQ -> true
                   | _ -> false)
  | PALIGNR imm ->
    (match y with
     | PALIGNR imm0 -> decide_rel n_eq_dec imm imm0
     | _ -> false)
  | SHUFPS imm ->
    (match y with
     | SHUFPS imm0 -> decide_rel n_eq_dec imm imm0
     | _ -> false)
  | SHUFPD imm ->
    (match y with
     | SHUFPD imm0 -> decide_rel n_eq_dec imm imm0
     | _ -> false)
  | PBLENDD imm ->
    (match y with
     | PBLENDD imm0 -> decide_rel n_eq_dec imm imm0
     | _ -> false)
  | PBLENDW imm ->
    (match y with
     | PBLENDW imm0 -> decide_rel n_eq_dec imm imm0
     | _ -> false)
  | PCLMULQDQ imm ->
    (match y with
     | PCLMULQDQ imm0 -> decide_rel n_eq_dec imm imm0
     | _ -> false)
  | AESENC -> (match y with
               | AESENC -> true
               | _ -> false)
  | AESENCLAST -> (match y with
                   | AESENCLAST -> true
                   | _ -> false)
  | AESDEC -> (match y with
               | AESDEC -> true
               | _ -> false)
  | AESDECLAST -> (match y with
                   | AESDECLAST -> true
                   | _ -> false)

(** val vop1_eq_dec : (vop1, vop1) relDecision **)

let vop1_eq_dec x y =
  match x with
  | PSHUFD imm ->
    (match y with
     | PSHUFD imm0 -> decide_rel n_eq_dec imm imm0
     | _ -> false)
  | MOVSHDUP -> (match y with
                 | MOVSHDUP -> true
                 | _ -> false)
  | MOVSLDUP -> (match y with
                 | MOVSLDUP -> true
                 | _ -> false)
  | AESIMC -> (match y with
               | AESIMC -> true
               | _ -> false)
  | AESKEYGENASSIST imm ->
    (match y with
     | AESKEYGENASSIST imm0 -> decide_rel n_eq_dec imm imm0
     | _ -> false)

(** val vshift_eq_dec : (vshift, vshift) relDecision **)

let vshift_eq_dec x y =
  match x with
  | PSLLDQ -> (match y with
               | PSLLDQ -> true
               | _ -> false)
  | PSRLDQ -> (match y with
               | PSRLDQ -> true
               | _ -> false)
  | PSLLW -> (match y with
              | PSLLW -> true
              | _ -> false)
  | PSRLW -> (match y with
              | PSRLW -> true
              | _ -> false)
  | PSRAW -> (match y with
              | PSRAW -> true
              | _ -> false)
  | PSLLD -> (match y with
              | PSLLD -> true
              | _ -> false)
  | PSRLD -> (match y with
              | PSRLD -> true
              | _ -> false)
  | PSRAD -> (match y with
              | PSRAD -> true
              | _ -> false)
  | PSLLQ -> (match y with
              | PSLLQ -> true
              | _ -> false)
  | PSRLQ -> (match y with
              | PSRLQ -> true
              | _ -> false)

(** val movmsk_eq_dec : (movmsk, movmsk) relDecision **)

let movmsk_eq_dec x y =
  match x with
  | PMOVMSKB -> (match y with
                 | PMOVMSKB -> true
                 | _ -> false)
  | MOVMSKPS -> (match y with
                 | MOVMSKPS -> true
                 | _ -> false)
  | MOVMSKPD -> (match y with
                 | MOVMSKPD -> true
                 | _ -> false)

(** val narrow_eq_dec : (narrow, narrow) relDecision **)

let narrow_eq_dec x y =
  match x with
  | W8 -> (match y with
           | W8 -> true
           | W16 -> false)
  | W16 -> (match y with
            | W8 -> false
            | W16 -> true)

(** val instr_eq_dec : (instr, instr) relDecision **)

let instr_eq_dec x y =
  match x with
  | Mov (w, d, s) ->
    (match y with
     | Mov (w0, d0, s0) ->
       if decide_rel width_eq_dec w w0
       then if decide_rel rm_eq_dec d d0
            then decide_rel rmi_eq_dec s s0
            else false
       else false
     | _ -> false)
  | Movbe (w, d, s) ->
    (match y with
     | Movbe (w0, d0, s0) ->
       if decide_rel width_eq_dec w w0
       then if decide_rel rm_eq_dec d d0
            then decide_rel rm_eq_dec s s0
            else false
       else false
     | _ -> false)
  | Movzb (d, s) ->
    (match y with
     | Movzb (d0, s0) ->
       if decide_rel reg_eq_dec d d0
       then decide_rel mem_eq_dec s s0
       else false
     | _ -> false)
  | Movb (d, s) ->
    (match y with
     | Movb (d0, s0) ->
       if decide_rel mem_eq_dec d d0
       then decide_rel reg_eq_dec s s0
       else false
     | _ -> false)
  | Movzw (d, s) ->
    (match y with
     | Movzw (d0, s0) ->
       if decide_rel reg_eq_dec d d0
       then decide_rel mem_eq_dec s s0
       else false
     | _ -> false)
  | Movw (d, s) ->
    (match y with
     | Movw (d0, s0) ->
       if decide_rel mem_eq_dec d d0
       then decide_rel reg_eq_dec s s0
       else false
     | _ -> false)
  | MovwLoad (d, s) ->
    (match y with
     | MovwLoad (d0, s0) ->
       if decide_rel reg_eq_dec d d0
       then decide_rel mem_eq_dec s s0
       else false
     | _ -> false)
  | Lea (w, d, m) ->
    (match y with
     | Lea (w0, d0, m0) ->
       if decide_rel width_eq_dec w w0
       then if decide_rel reg_eq_dec d d0
            then decide_rel mem_eq_dec m m0
            else false
       else false
     | _ -> false)
  | Alu (op0, w, d, s) ->
    (match y with
     | Alu (op1, w0, d0, s0) ->
       if decide_rel alu_eq_dec op0 op1
       then if decide_rel width_eq_dec w w0
            then if decide_rel rm_eq_dec d d0
                 then decide_rel rmi_eq_dec s s0
                 else false
            else false
       else false
     | _ -> false)
  | Cmp (op0, w, a, b) ->
    (match y with
     | Cmp (op1, w0, a0, b0) ->
       if decide_rel cmpop_eq_dec op0 op1
       then if decide_rel width_eq_dec w w0
            then if decide_rel rm_eq_dec a a0
                 then decide_rel rmi_eq_dec b b0
                 else false
            else false
       else false
     | _ -> false)
  | Un (op0, w, d) ->
    (match y with
     | Un (op1, w0, d0) ->
       if decide_rel unop_eq_dec op0 op1
       then if decide_rel width_eq_dec w w0
            then decide_rel rm_eq_dec d d0
            else false
       else false
     | _ -> false)
  | Shift (op0, w, d, count0) ->
    (match y with
     | Shift (op1, w0, d0, count1) ->
       if decide_rel shift_eq_dec op0 op1
       then if decide_rel width_eq_dec w w0
            then if decide_rel rm_eq_dec d d0
                 then decide_rel n_eq_dec count0 count1
                 else false
            else false
       else false
     | _ -> false)
  | ShiftCl (op0, w, d) ->
    (match y with
     | ShiftCl (op1, w0, d0) ->
       if decide_rel shift_eq_dec op0 op1
       then if decide_rel width_eq_dec w w0
            then decide_rel rm_eq_dec d d0
            else false
       else false
     | _ -> false)
  | Shx (op0, w, d, s, count0) ->
    (match y with
     | Shx (op1, w0, d0, s0, count1) ->
       if decide_rel shift_eq_dec op0 op1
       then if decide_rel width_eq_dec w w0
            then if decide_rel reg_eq_dec d d0
                 then if decide_rel rm_eq_dec s s0
                      then decide_rel reg_eq_dec count0 count1
                      else false
                 else false
            else false
       else false
     | _ -> false)
  | Rorx (w, d, s, count0) ->
    (match y with
     | Rorx (w0, d0, s0, count1) ->
       if decide_rel width_eq_dec w w0
       then if decide_rel reg_eq_dec d d0
            then if decide_rel rm_eq_dec s s0
                 then decide_rel n_eq_dec count0 count1
                 else false
            else false
       else false
     | _ -> false)
  | Bmi (op0, w, d, s1, s2) ->
    (match y with
     | Bmi (op1, w0, d0, s3, s4) ->
       if decide_rel bmi_eq_dec op0 op1
       then if decide_rel width_eq_dec w w0
            then if decide_rel reg_eq_dec d d0
                 then if decide_rel reg_eq_dec s1 s3
                      then decide_rel rm_eq_dec s2 s4
                      else false
                 else false
            else false
       else false
     | _ -> false)
  | Shiftd (op0, w, d, s, count0) ->
    (match y with
     | Shiftd (op1, w0, d0, s0, count1) ->
       if decide_rel shiftd_eq_dec op0 op1
       then if decide_rel width_eq_dec w w0
            then if decide_rel rm_eq_dec d d0
                 then if decide_rel reg_eq_dec s s0
                      then decide_rel n_eq_dec count0 count1
                      else false
                 else false
            else false
       else false
     | _ -> false)
  | ShiftdCl (op0, w, d, s) ->
    (match y with
     | ShiftdCl (op1, w0, d0, s0) ->
       if decide_rel shiftd_eq_dec op0 op1
       then if decide_rel width_eq_dec w w0
            then if decide_rel rm_eq_dec d d0
                 then decide_rel reg_eq_dec s s0
                 else false
            else false
       else false
     | _ -> false)
  | Bit (op0, w, d, k) ->
    (match y with
     | Bit (op1, w0, d0, k0) ->
       if decide_rel bitop_eq_dec op0 op1
       then if decide_rel width_eq_dec w w0
            then if decide_rel rm_eq_dec d d0
                 then decide_rel n_eq_dec k k0
                 else false
            else false
       else false
     | _ -> false)
  | Scan (op0, d, s) ->
    (match y with
     | Scan (op1, d0, s0) ->
       if decide_rel scan_eq_dec op0 op1
       then if decide_rel reg_eq_dec d d0
            then decide_rel rm_eq_dec s s0
            else false
       else false
     | _ -> false)
  | Popcnt (w, d, s) ->
    (match y with
     | Popcnt (w0, d0, s0) ->
       if decide_rel width_eq_dec w w0
       then if decide_rel reg_eq_dec d d0
            then decide_rel rm_eq_dec s s0
            else false
       else false
     | _ -> false)
  | Rotc (op0, w, d) ->
    (match y with
     | Rotc (op1, w0, d0) ->
       if decide_rel rotc_eq_dec op0 op1
       then if decide_rel width_eq_dec w w0
            then decide_rel rm_eq_dec d d0
            else false
       else false
     | _ -> false)
  | Carry op0 ->
    (match y with
     | Carry op1 -> decide_rel carryop_eq_dec op0 op1
     | _ -> false)
  | Xchg (a, b) ->
    (match y with
     | Xchg (a0, b0) ->
       if decide_rel reg_eq_dec a a0
       then decide_rel reg_eq_dec b b0
       else false
     | _ -> false)
  | Movslq (d, s) ->
    (match y with
     | Movslq (d0, s0) ->
       if decide_rel reg_eq_dec d d0 then decide_rel rm_eq_dec s s0 else false
     | _ -> false)
  | Bswap (w, d) ->
    (match y with
     | Bswap (w0, d0) ->
       if decide_rel width_eq_dec w w0
       then decide_rel reg_eq_dec d d0
       else false
     | _ -> false)
  | Mul (w, s) ->
    (match y with
     | Mul (w0, s0) ->
       if decide_rel width_eq_dec w w0
       then decide_rel rm_eq_dec s s0
       else false
     | _ -> false)
  | ImulWide (w, s) ->
    (match y with
     | ImulWide (w0, s0) ->
       if decide_rel width_eq_dec w w0
       then decide_rel rm_eq_dec s s0
       else false
     | _ -> false)
  | Imul (w, d, s) ->
    (match y with
     | Imul (w0, d0, s0) ->
       if decide_rel width_eq_dec w w0
       then if decide_rel reg_eq_dec d d0
            then decide_rel rm_eq_dec s s0
            else false
       else false
     | _ -> false)
  | ImulConst (w, d, s, imm) ->
    (match y with
     | ImulConst (w0, d0, s0, imm0) ->
       if decide_rel width_eq_dec w w0
       then if decide_rel reg_eq_dec d d0
            then if decide_rel rm_eq_dec s s0
                 then decide_rel Coq_Z.eq_dec imm imm0
                 else false
            else false
       else false
     | _ -> false)
  | Mulx (w, hi, lo, s) ->
    (match y with
     | Mulx (w0, hi0, lo0, s0) ->
       if decide_rel width_eq_dec w w0
       then if decide_rel reg_eq_dec hi hi0
            then if decide_rel reg_eq_dec lo lo0
                 then decide_rel rm_eq_dec s s0
                 else false
            else false
       else false
     | _ -> false)
  | Adcx (w, d, s) ->
    (match y with
     | Adcx (w0, d0, s0) ->
       if decide_rel width_eq_dec w w0
       then if decide_rel reg_eq_dec d d0
            then decide_rel rm_eq_dec s s0
            else false
       else false
     | _ -> false)
  | Adox (w, d, s) ->
    (match y with
     | Adox (w0, d0, s0) ->
       if decide_rel width_eq_dec w w0
       then if decide_rel reg_eq_dec d d0
            then decide_rel rm_eq_dec s s0
            else false
       else false
     | _ -> false)
  | Cmov (c, w, d, s) ->
    (match y with
     | Cmov (c0, w0, d0, s0) ->
       if decide_rel cc_eq_dec c c0
       then if decide_rel width_eq_dec w w0
            then if decide_rel reg_eq_dec d d0
                 then decide_rel rm_eq_dec s s0
                 else false
            else false
       else false
     | _ -> false)
  | Set_ (c, d) ->
    (match y with
     | Set_ (c0, d0) ->
       if decide_rel cc_eq_dec c c0 then decide_rel reg_eq_dec d d0 else false
     | _ -> false)
  | Push (s, region0) ->
    (match y with
     | Push (s0, region1) ->
       if decide_rel reg_eq_dec s s0
       then decide_rel n_eq_dec region0 region1
       else false
     | _ -> false)
  | Pop (d, region0) ->
    (match y with
     | Pop (d0, region1) ->
       if decide_rel reg_eq_dec d d0
       then decide_rel n_eq_dec region0 region1
       else false
     | _ -> false)
  | VMov (k, e, d, s) ->
    (match y with
     | VMov (k0, e0, d0, s0) ->
       if decide_rel vmov_eq_dec k k0
       then if decide_rel enc_eq_dec e e0
            then if decide_rel vm_eq_dec d d0
                 then decide_rel vm_eq_dec s s0
                 else false
            else false
       else false
     | _ -> false)
  | Vop2 (op0, e, d, s1, s2) ->
    (match y with
     | Vop2 (op1, e0, d0, s3, s4) ->
       if decide_rel vop2_eq_dec op0 op1
       then if decide_rel enc_eq_dec e e0
            then if decide_rel vreg_eq_dec d d0
                 then if decide_rel vreg_eq_dec s1 s3
                      then decide_rel vm_eq_dec s2 s4
                      else false
                 else false
            else false
       else false
     | _ -> false)
  | Vop1 (op0, e, d, s) ->
    (match y with
     | Vop1 (op1, e0, d0, s0) ->
       if decide_rel vop1_eq_dec op0 op1
       then if decide_rel enc_eq_dec e e0
            then if decide_rel vreg_eq_dec d d0
                 then decide_rel vm_eq_dec s s0
                 else false
            else false
       else false
     | _ -> false)
  | VShift (op0, e, d, s, count0) ->
    (match y with
     | VShift (op1, e0, d0, s0, count1) ->
       if decide_rel vshift_eq_dec op0 op1
       then if decide_rel enc_eq_dec e e0
            then if decide_rel vreg_eq_dec d d0
                 then if decide_rel vreg_eq_dec s s0
                      then decide_rel n_eq_dec count0 count1
                      else false
                 else false
            else false
       else false
     | _ -> false)
  | MovGX (e, w, d, s) ->
    (match y with
     | MovGX (e0, w0, d0, s0) ->
       if decide_rel enc_eq_dec e e0
       then if decide_rel width_eq_dec w w0
            then if decide_rel vreg_eq_dec d d0
                 then decide_rel rm_eq_dec s s0
                 else false
            else false
       else false
     | _ -> false)
  | MovXG (e, w, d, s) ->
    (match y with
     | MovXG (e0, w0, d0, s0) ->
       if decide_rel enc_eq_dec e e0
       then if decide_rel width_eq_dec w w0
            then if decide_rel rm_eq_dec d d0
                 then decide_rel vreg_eq_dec s s0
                 else false
            else false
       else false
     | _ -> false)
  | Movq (e, d, s) ->
    (match y with
     | Movq (e0, d0, s0) ->
       if decide_rel enc_eq_dec e e0
       then if decide_rel vreg_eq_dec d d0
            then decide_rel vreg_eq_dec s s0
            else false
       else false
     | _ -> false)
  | Pinsr (e, w, d, s1, s2, imm) ->
    (match y with
     | Pinsr (e0, w0, d0, s3, s4, imm0) ->
       if decide_rel enc_eq_dec e e0
       then if decide_rel width_eq_dec w w0
            then if decide_rel vreg_eq_dec d d0
                 then if decide_rel vreg_eq_dec s1 s3
                      then if decide_rel rm_eq_dec s2 s4
                           then decide_rel n_eq_dec imm imm0
                           else false
                      else false
                 else false
            else false
       else false
     | _ -> false)
  | Pextr (e, w, d, s, imm) ->
    (match y with
     | Pextr (e0, w0, d0, s0, imm0) ->
       if decide_rel enc_eq_dec e e0
       then if decide_rel width_eq_dec w w0
            then if decide_rel rm_eq_dec d d0
                 then if decide_rel vreg_eq_dec s s0
                      then decide_rel n_eq_dec imm imm0
                      else false
                 else false
            else false
       else false
     | _ -> false)
  | Movmsk (k, e, d, s) ->
    (match y with
     | Movmsk (k0, e0, d0, s0) ->
       if decide_rel movmsk_eq_dec k k0
       then if decide_rel enc_eq_dec e e0
            then if decide_rel reg_eq_dec d d0
                 then decide_rel vreg_eq_dec s s0
                 else false
            else false
       else false
     | _ -> false)
  | MovhLoad (e, d, s1, s) ->
    (match y with
     | MovhLoad (e0, d0, s2, s0) ->
       if decide_rel enc_eq_dec e e0
       then if decide_rel vreg_eq_dec d d0
            then if decide_rel vreg_eq_dec s1 s2
                 then decide_rel mem_eq_dec s s0
                 else false
            else false
       else false
     | _ -> false)
  | MovhStore (e, d, s) ->
    (match y with
     | MovhStore (e0, d0, s0) ->
       if decide_rel enc_eq_dec e e0
       then if decide_rel mem_eq_dec d d0
            then decide_rel vreg_eq_dec s s0
            else false
       else false
     | _ -> false)
  | Vpbroadcast (w, e, d, s) ->
    (match y with
     | Vpbroadcast (w0, e0, d0, s0) ->
       if decide_rel width_eq_dec w w0
       then if decide_rel enc_eq_dec e e0
            then if decide_rel vreg_eq_dec d d0
                 then decide_rel vm_eq_dec s s0
                 else false
            else false
       else false
     | _ -> false)
  | Vpermd (d, s1, s2) ->
    (match y with
     | Vpermd (d0, s3, s4) ->
       if decide_rel vreg_eq_dec d d0
       then if decide_rel vreg_eq_dec s1 s3
            then decide_rel vm_eq_dec s2 s4
            else false
       else false
     | _ -> false)
  | Pmovzxbd (e, d, s) ->
    (match y with
     | Pmovzxbd (e0, d0, s0) ->
       if decide_rel enc_eq_dec e e0
       then if decide_rel vreg_eq_dec d d0
            then decide_rel vm_eq_dec s s0
            else false
       else false
     | _ -> false)
  | PinsrN (k, e, d, s1, s2, imm) ->
    (match y with
     | PinsrN (k0, e0, d0, s3, s4, imm0) ->
       if decide_rel narrow_eq_dec k k0
       then if decide_rel enc_eq_dec e e0
            then if decide_rel vreg_eq_dec d d0
                 then if decide_rel vreg_eq_dec s1 s3
                      then if decide_rel rm_eq_dec s2 s4
                           then decide_rel n_eq_dec imm imm0
                           else false
                      else false
                 else false
            else false
       else false
     | _ -> false)
  | PextrN (k, e, d, s, imm) ->
    (match y with
     | PextrN (k0, e0, d0, s0, imm0) ->
       if decide_rel narrow_eq_dec k k0
       then if decide_rel enc_eq_dec e e0
            then if decide_rel rm_eq_dec d d0
                 then if decide_rel vreg_eq_dec s s0
                      then decide_rel n_eq_dec imm imm0
                      else false
                 else false
            else false
       else false
     | _ -> false)
  | Vpblendvb (e, d, s1, s2, mask0) ->
    (match y with
     | Vpblendvb (e0, d0, s3, s4, mask1) ->
       if decide_rel enc_eq_dec e e0
       then if decide_rel vreg_eq_dec d d0
            then if decide_rel vreg_eq_dec s1 s3
                 then if decide_rel vm_eq_dec s2 s4
                      then decide_rel vreg_eq_dec mask0 mask1
                      else false
                 else false
            else false
       else false
     | _ -> false)
  | Vinserti128 (d, s1, s2, imm) ->
    (match y with
     | Vinserti128 (d0, s3, s4, imm0) ->
       if decide_rel vreg_eq_dec d d0
       then if decide_rel vreg_eq_dec s1 s3
            then if decide_rel vm_eq_dec s2 s4
                 then decide_rel n_eq_dec imm imm0
                 else false
            else false
       else false
     | _ -> false)
  | Vextracti128 (d, s, imm) ->
    (match y with
     | Vextracti128 (d0, s0, imm0) ->
       if decide_rel vm_eq_dec d d0
       then if decide_rel vreg_eq_dec s s0
            then decide_rel n_eq_dec imm imm0
            else false
       else false
     | _ -> false)
  | Vperm2i128 (d, s1, s2, imm) ->
    (match y with
     | Vperm2i128 (d0, s3, s4, imm0) ->
       if decide_rel vreg_eq_dec d d0
       then if decide_rel vreg_eq_dec s1 s3
            then if decide_rel vm_eq_dec s2 s4
                 then decide_rel n_eq_dec imm imm0
                 else false
            else false
       else false
     | _ -> false)
  | Vpermq (d, s, imm) ->
    (match y with
     | Vpermq (d0, s0, imm0) ->
       if decide_rel vreg_eq_dec d d0
       then if decide_rel vm_eq_dec s s0
            then decide_rel n_eq_dec imm imm0
            else false
       else false
     | _ -> false)
  | Vbroadcasti128 (d, s) ->
    (match y with
     | Vbroadcasti128 (d0, s0) ->
       if decide_rel vreg_eq_dec d d0
       then decide_rel mem_eq_dec s s0
       else false
     | _ -> false)
  | Vzeroupper -> (match y with
                   | Vzeroupper -> true
                   | _ -> false)
  | Prefetch (level, m) ->
    (match y with
     | Prefetch (level0, m0) ->
       if decide_rel n_eq_dec level level0
       then decide_rel mem_eq_dec m m0
       else false
     | _ -> false)
  | Nop -> (match y with
            | Nop -> true
            | _ -> false)

type state = { locs : (loc -> Bignum.t); memory : (Bignum.t -> Bignum.t) }

(** val undefined : Bignum.t **)

let undefined =
  ((fun x -> Bignum.shift_left x 1) Bignum.one)

(** val defined : state -> loc -> bool **)

let defined s l = match l with
| F _ -> N.ltb (s.locs l) undefined
| _ -> true

(** val load : (Bignum.t -> Bignum.t) -> Bignum.t -> nat -> Bignum.t **)

let rec load m a = function
| O -> Bignum.zero
| S n1 ->
  N.coq_lor
    (low ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) Bignum.one))) (m a))
    (N.shiftl (load m (N.add a Bignum.one) n1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) Bignum.one))))

(** val store :
    (Bignum.t -> Bignum.t) -> Bignum.t -> nat -> Bignum.t -> Bignum.t ->
    Bignum.t **)

let store m a n0 v x =
  if (&&) (N.leb a x) (N.ltb x (N.add a (N.of_nat n0)))
  then slice
         (N.mul ((fun x -> Bignum.shift_left x 1)
           ((fun x -> Bignum.shift_left x 1)
           ((fun x -> Bignum.shift_left x 1) Bignum.one))) (N.sub x a))
         ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
         ((fun x -> Bignum.shift_left x 1) Bignum.one))) v
  else m x

type region = { r_base : Bignum.t; r_size : Bignum.t; r_writable : bool }

type env = { symbol : (Bignum.t -> Bignum.t); regions : (Bignum.t -> region) }

(** val within : region -> Bignum.t -> nat -> bool **)

let within r a n0 =
  (&&)
    ((&&) (N.leb r.r_base a)
      (N.leb (N.add a (N.of_nat n0)) (N.add r.r_base r.r_size)))
    (N.leb (N.add r.r_base r.r_size)
      (N.pow ((fun x -> Bignum.shift_left x 1) Bignum.one)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        Bignum.one))))))))

(** val address : env -> (loc -> Bignum.t) -> mem -> Bignum.t **)

let address g f m =
  let b =
    match m.m_base with
    | NoBase -> Bignum.zero
    | BaseReg r -> f (G r)
    | BaseSym p -> g.symbol p
  in
  let i =
    match m.m_index with
    | Some p -> let (r, k) = p in N.mul (f (G r)) k
    | None -> Bignum.zero
  in
  word ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))))) (Z.add (Z.add (Z.of_N b) (Z.of_N i)) m.m_disp)

type event =
| ELoad of Bignum.t * nat
| EStore of Bignum.t * nat
| ETouch of Bignum.t
| EBranch of bool

type use =
| Address
| Touch
| Load
| Store
| Modify

type access = { a_use : use; a_mem : mem; a_bytes : nat; a_align : Bignum.t }

type input =
| ILoc of loc
| IConst of Bignum.t
| IAddr
| IMem of nat * nat

type output =
| OLoc of loc
| OConst of loc * Bignum.t
| OMem of nat * nat

type 'op desc = { d_op : 'op; d_in : input list; d_access : access option;
                  d_out : output list }

(** val loads : use -> bool **)

let loads = function
| Load -> true
| Modify -> true
| _ -> false

(** val stores : use -> bool **)

let stores = function
| Store -> true
| Modify -> true
| _ -> false

type effect = { e_locs : (loc * Bignum.t) list;
                e_store : ((Bignum.t * nat) * Bignum.t) option;
                e_events : event list }

(** val permitted : env -> access -> Bignum.t -> bool **)

let permitted g a p =
  let r = g.regions a.a_mem.m_region in
  (||) (negb ((||) (loads a.a_use) (stores a.a_use)))
    ((&&)
      ((&&) (within r p a.a_bytes) (N.eqb (N.modulo p a.a_align) Bignum.zero))
      ((||) (negb (stores a.a_use)) r.r_writable))

(** val events_of : access -> Bignum.t -> event list **)

let events_of a p =
  match a.a_use with
  | Address -> []
  | Touch -> (ETouch p) :: []
  | Load -> (ELoad (p, a.a_bytes)) :: []
  | Store -> (EStore (p, a.a_bytes)) :: []
  | Modify -> (ELoad (p, a.a_bytes)) :: ((EStore (p, a.a_bytes)) :: [])

(** val input_value :
    (loc -> Bignum.t) -> Bignum.t -> Bignum.t -> input -> Bignum.t **)

let input_value f p loaded = function
| ILoc l -> f l
| IConst c -> c
| IAddr -> p
| IMem (o, n0) ->
  slice
    (N.mul ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      Bignum.one))) (N.of_nat o))
    (N.mul ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      Bignum.one))) (N.of_nat n0)) loaded

(** val ready : state -> input -> bool **)

let ready s = function
| ILoc l -> defined s l
| _ -> true

(** val capacity : loc -> Bignum.t **)

let capacity = function
| G _ ->
  ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one))))))
| F _ -> Bignum.one
| _ ->
  ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))

(** val assign :
    output list -> Bignum.t list -> ((loc * Bignum.t) list * Bignum.t) option **)

let rec assign outs vals =
  match outs with
  | [] -> (match vals with
           | [] -> Some ([], Bignum.zero)
           | _ :: _ -> None)
  | o0 :: outs0 ->
    (match o0 with
     | OLoc l ->
       (match vals with
        | [] -> None
        | v :: vals0 ->
          (match assign outs0 vals0 with
           | Some p ->
             let (ws, m) = p in Some (((l, (low (capacity l) v)) :: ws), m)
           | None -> None))
     | OConst (l, c) ->
       (match assign outs0 vals with
        | Some p -> let (ws, m) = p in Some (((l, c) :: ws), m)
        | None -> None)
     | OMem (o, n0) ->
       (match vals with
        | [] -> None
        | v :: vals0 ->
          (match assign outs0 vals0 with
           | Some p ->
             let (ws, m) = p in
             Some (ws,
             (N.coq_lor
               (N.shiftl
                 (low
                   (N.mul ((fun x -> Bignum.shift_left x 1)
                     ((fun x -> Bignum.shift_left x 1)
                     ((fun x -> Bignum.shift_left x 1) Bignum.one)))
                     (N.of_nat n0)) v)
                 (N.mul ((fun x -> Bignum.shift_left x 1)
                   ((fun x -> Bignum.shift_left x 1)
                   ((fun x -> Bignum.shift_left x 1) Bignum.one)))
                   (N.of_nat o))) m))
           | None -> None)))

(** val effect_of :
    ('a1 -> Bignum.t list -> Bignum.t list) -> env -> 'a1 desc -> state ->
    effect option **)

let effect_of sem0 g d s =
  if negb (forallb (ready s) d.d_in)
  then None
  else (match d.d_access with
        | Some a ->
          let p = address g s.locs a.a_mem in
          if negb (permitted g a p)
          then None
          else let loaded =
                 if loads a.a_use
                 then load s.memory p a.a_bytes
                 else Bignum.zero
               in
               (match assign d.d_out
                        (sem0 d.d_op
                          (map (input_value s.locs p loaded) d.d_in)) with
                | Some p0 ->
                  let (ws, v) = p0 in
                  Some { e_locs = ws; e_store =
                  (if stores a.a_use then Some ((p, a.a_bytes), v) else None);
                  e_events = (events_of a p) }
                | None -> None)
        | None ->
          (match assign d.d_out
                   (sem0 d.d_op
                     (map (input_value s.locs Bignum.zero Bignum.zero) d.d_in)) with
           | Some p ->
             let (ws, _) = p in
             Some { e_locs = ws; e_store = None; e_events = [] }
           | None -> None))

(** val assoc : loc -> (loc * Bignum.t) list -> Bignum.t option **)

let rec assoc l = function
| [] -> None
| p :: ws0 ->
  let (k, v) = p in
  if bool_decide (decide_rel loc_eq_dec k l) then Some v else assoc l ws0

(** val apply : effect -> state -> state **)

let apply e s =
  { locs = (fun l ->
    match assoc l e.e_locs with
    | Some v -> v
    | None -> s.locs l); memory =
    (match e.e_store with
     | Some p0 ->
       let (p1, v) = p0 in let (p, n0) = p1 in store s.memory p n0 v
     | None -> s.memory) }

(** val step :
    ('a1 -> Bignum.t list -> Bignum.t list) -> env -> 'a1 desc -> state ->
    (state * event list) option **)

let step sem0 g d s =
  match effect_of sem0 g d s with
  | Some e -> Some ((apply e s), e.e_events)
  | None -> None

type op =
| OCopies
| OLow of Bignum.t
| OReverse of nat
| OAlu of alu * width
| OCmp of cmpop * width
| OUn of unop * width
| OShift of shift * width * Bignum.t
| OShiftBy of shift * width
| OBmi of bmi * width
| OShiftd of shiftd * width * Bignum.t
| OShiftdBy of shiftd * width
| OBit of bitop * width * Bignum.t
| OScan of scan
| OPopcnt of width
| ORotc of rotc * width
| ONot
| OSigned
| OMul of width
| OImulWide of width
| OImul of width
| OMulx of width
| OAdx of width
| OCmov of cc * width
| OSet of cc
| OPush
| OPop
| OV2 of vop2 * nat
| OV1 of vop1 * nat
| OVShift of vshift * Bignum.t * nat
| OInsert of Bignum.t * Bignum.t
| OExtract of Bignum.t * Bignum.t
| OInsert128 of Bignum.t
| OExtract128 of Bignum.t
| OPerm128 of Bignum.t
| OPermq of Bignum.t
| OTwice
| OSpread of Bignum.t * nat
| OPermd
| OWiden of nat
| OMask of Bignum.t * nat
| OBlendBytes of nat

(** val op_eq_dec : (op, op) relDecision **)

let op_eq_dec x y =
  match x with
  | OCopies -> (match y with
                | OCopies -> true
                | _ -> false)
  | OLow w -> (match y with
               | OLow w0 -> decide_rel n_eq_dec w w0
               | _ -> false)
  | OReverse bytes0 ->
    (match y with
     | OReverse bytes1 -> decide_rel Coq_Nat.eq_dec bytes0 bytes1
     | _ -> false)
  | OAlu (o, w) ->
    (match y with
     | OAlu (o0, w0) ->
       if decide_rel alu_eq_dec o o0
       then decide_rel width_eq_dec w w0
       else false
     | _ -> false)
  | OCmp (o, w) ->
    (match y with
     | OCmp (o0, w0) ->
       if decide_rel cmpop_eq_dec o o0
       then decide_rel width_eq_dec w w0
       else false
     | _ -> false)
  | OUn (o, w) ->
    (match y with
     | OUn (o0, w0) ->
       if decide_rel unop_eq_dec o o0
       then decide_rel width_eq_dec w w0
       else false
     | _ -> false)
  | OShift (o, w, count0) ->
    (match y with
     | OShift (o0, w0, count1) ->
       if decide_rel shift_eq_dec o o0
       then if decide_rel width_eq_dec w w0
            then decide_rel n_eq_dec count0 count1
            else false
       else false
     | _ -> false)
  | OShiftBy (o, w) ->
    (match y with
     | OShiftBy (o0, w0) ->
       if decide_rel shift_eq_dec o o0
       then decide_rel width_eq_dec w w0
       else false
     | _ -> false)
  | OBmi (o, w) ->
    (match y with
     | OBmi (o0, w0) ->
       if decide_rel bmi_eq_dec o o0
       then decide_rel width_eq_dec w w0
       else false
     | _ -> false)
  | OShiftd (o, w, count0) ->
    (match y with
     | OShiftd (o0, w0, count1) ->
       if decide_rel shiftd_eq_dec o o0
       then if decide_rel width_eq_dec w w0
            then decide_rel n_eq_dec count0 count1
            else false
       else false
     | _ -> false)
  | OShiftdBy (o, w) ->
    (match y with
     | OShiftdBy (o0, w0) ->
       if decide_rel shiftd_eq_dec o o0
       then decide_rel width_eq_dec w w0
       else false
     | _ -> false)
  | OBit (o, w, k) ->
    (match y with
     | OBit (o0, w0, k0) ->
       if decide_rel bitop_eq_dec o o0
       then if decide_rel width_eq_dec w w0
            then decide_rel n_eq_dec k k0
            else false
       else false
     | _ -> false)
  | OScan o ->
    (match y with
     | OScan o0 -> decide_rel scan_eq_dec o o0
     | _ -> false)
  | OPopcnt w ->
    (match y with
     | OPopcnt w0 -> decide_rel width_eq_dec w w0
     | _ -> false)
  | ORotc (o, w) ->
    (match y with
     | ORotc (o0, w0) ->
       if decide_rel rotc_eq_dec o o0
       then decide_rel width_eq_dec w w0
       else false
     | _ -> false)
  | ONot -> (match y with
             | ONot -> true
             | _ -> false)
  | OSigned -> (match y with
                | OSigned -> true
                | _ -> false)
  | OMul w ->
    (match y with
     | OMul w0 -> decide_rel width_eq_dec w w0
     | _ -> false)
  | OImulWide w ->
    (match y with
     | OImulWide w0 -> decide_rel width_eq_dec w w0
     | _ -> false)
  | OImul w ->
    (match y with
     | OImul w0 -> decide_rel width_eq_dec w w0
     | _ -> false)
  | OMulx w ->
    (match y with
     | OMulx w0 -> decide_rel width_eq_dec w w0
     | _ -> false)
  | OAdx w ->
    (match y with
     | OAdx w0 -> decide_rel width_eq_dec w w0
     | _ -> false)
  | OCmov (c, w) ->
    (match y with
     | OCmov (c0, w0) ->
       if decide_rel cc_eq_dec c c0
       then decide_rel width_eq_dec w w0
       else false
     | _ -> false)
  | OSet c -> (match y with
               | OSet c0 -> decide_rel cc_eq_dec c c0
               | _ -> false)
  | OPush -> (match y with
              | OPush -> true
              | _ -> false)
  | OPop -> (match y with
             | OPop -> true
             | _ -> false)
  | OV2 (o, lanes0) ->
    (match y with
     | OV2 (o0, lanes1) ->
       if decide_rel vop2_eq_dec o o0
       then decide_rel Coq_Nat.eq_dec lanes0 lanes1
       else false
     | _ -> false)
  | OV1 (o, lanes0) ->
    (match y with
     | OV1 (o0, lanes1) ->
       if decide_rel vop1_eq_dec o o0
       then decide_rel Coq_Nat.eq_dec lanes0 lanes1
       else false
     | _ -> false)
  | OVShift (o, count0, lanes0) ->
    (match y with
     | OVShift (o0, count1, lanes1) ->
       if decide_rel vshift_eq_dec o o0
       then if decide_rel n_eq_dec count0 count1
            then decide_rel Coq_Nat.eq_dec lanes0 lanes1
            else false
       else false
     | _ -> false)
  | OInsert (w, imm) ->
    (match y with
     | OInsert (w0, imm0) ->
       if decide_rel n_eq_dec w w0
       then decide_rel n_eq_dec imm imm0
       else false
     | _ -> false)
  | OExtract (w, imm) ->
    (match y with
     | OExtract (w0, imm0) ->
       if decide_rel n_eq_dec w w0
       then decide_rel n_eq_dec imm imm0
       else false
     | _ -> false)
  | OInsert128 imm ->
    (match y with
     | OInsert128 imm0 -> decide_rel n_eq_dec imm imm0
     | _ -> false)
  | OExtract128 imm ->
    (match y with
     | OExtract128 imm0 -> decide_rel n_eq_dec imm imm0
     | _ -> false)
  | OPerm128 imm ->
    (match y with
     | OPerm128 imm0 -> decide_rel n_eq_dec imm imm0
     | _ -> false)
  | OPermq imm ->
    (match y with
     | OPermq imm0 -> decide_rel n_eq_dec imm imm0
     | _ -> false)
  | OTwice -> (match y with
               | OTwice -> true
               | _ -> false)
  | OSpread (w, lanes0) ->
    (match y with
     | OSpread (w0, lanes1) ->
       if decide_rel n_eq_dec w w0
       then decide_rel Coq_Nat.eq_dec lanes0 lanes1
       else false
     | _ -> false)
  | OPermd -> (match y with
               | OPermd -> true
               | _ -> false)
  | OWiden lanes0 ->
    (match y with
     | OWiden lanes1 -> decide_rel Coq_Nat.eq_dec lanes0 lanes1
     | _ -> false)
  | OMask (w, lanes0) ->
    (match y with
     | OMask (w0, lanes1) ->
       if decide_rel n_eq_dec w w0
       then decide_rel Coq_Nat.eq_dec lanes0 lanes1
       else false
     | _ -> false)
  | OBlendBytes lanes0 ->
    (match y with
     | OBlendBytes lanes1 -> decide_rel Coq_Nat.eq_dec lanes0 lanes1
     | _ -> false)

(** val bits : width -> Bignum.t **)

let bits = function
| W32 ->
  ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))
| W64 ->
  ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one))))))

(** val parity : Bignum.t -> Bignum.t **)

let parity r =
  of_bool
    (negb
      (fold_right (fun i b -> xorb (N.testbit r i) b) false
        (Bignum.zero :: (Bignum.one :: (((fun x -> Bignum.shift_left x 1)
        Bignum.one) :: (((fun x -> Bignum.succ (Bignum.shift_left x 1))
        Bignum.one) :: (((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1)
        Bignum.one)) :: (((fun x -> Bignum.succ (Bignum.shift_left x 1))
        ((fun x -> Bignum.shift_left x 1)
        Bignum.one)) :: (((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.succ (Bignum.shift_left x 1))
        Bignum.one)) :: (((fun x -> Bignum.succ (Bignum.shift_left x 1))
        ((fun x -> Bignum.succ (Bignum.shift_left x 1))
        Bignum.one)) :: []))))))))))

(** val zero : Bignum.t -> Bignum.t **)

let zero r =
  of_bool (N.eqb r Bignum.zero)

(** val bit : Bignum.t -> Bignum.t -> Bignum.t **)

let bit i x =
  of_bool (N.testbit x i)

(** val sign : width -> Bignum.t -> Bignum.t **)

let sign w r =
  bit (N.sub (bits w) Bignum.one) r

(** val add_with :
    width -> Bignum.t -> Bignum.t -> Bignum.t -> Bignum.t list **)

let add_with w c a b =
  let a0 = low (bits w) a in
  let b0 = low (bits w) b in
  let full = N.add (N.add a0 b0) c in
  let r = low (bits w) full in
  r :: ((bit (bits w) full) :: ((parity r) :: ((bit
                                                 ((fun x -> Bignum.shift_left x 1)
                                                 ((fun x -> Bignum.shift_left x 1)
                                                 Bignum.one))
                                                 (N.coq_lxor
                                                   (N.coq_lxor a0 b0) r)) :: (
  (zero r) :: ((sign w r) :: ((sign w
                                (N.coq_land (N.coq_lxor a0 r)
                                  (N.coq_lxor b0 r))) :: []))))))

(** val sub_with :
    width -> Bignum.t -> Bignum.t -> Bignum.t -> Bignum.t list **)

let sub_with w c a b =
  let a0 = low (bits w) a in
  let b0 = low (bits w) b in
  let r =
    low (bits w)
      (N.sub
        (N.add (N.pow ((fun x -> Bignum.shift_left x 1) Bignum.one) (bits w))
          a0) (N.add b0 c))
  in
  r :: ((of_bool (N.ltb a0 (N.add b0 c))) :: ((parity r) :: ((bit
                                                               ((fun x -> Bignum.shift_left x 1)
                                                               ((fun x -> Bignum.shift_left x 1)
                                                               Bignum.one))
                                                               (N.coq_lxor
                                                                 (N.coq_lxor
                                                                   a0 b0) r)) :: (
  (zero r) :: ((sign w r) :: ((sign w
                                (N.coq_land (N.coq_lxor a0 b0)
                                  (N.coq_lxor a0 r))) :: []))))))

(** val logic : width -> Bignum.t -> Bignum.t list **)

let logic w r =
  let r0 = low (bits w) r in
  r0 :: ((parity r0) :: ((zero r0) :: ((sign w r0) :: [])))

(** val alu_sem : alu -> width -> Bignum.t list -> Bignum.t list **)

let alu_sem o w args =
  match o with
  | ADD ->
    (match args with
     | [] -> []
     | a :: l ->
       (match l with
        | [] -> []
        | b :: l0 ->
          (match l0 with
           | [] -> add_with w Bignum.zero a b
           | _ :: _ -> [])))
  | ADC ->
    (match args with
     | [] -> []
     | c :: l ->
       (match l with
        | [] -> []
        | a :: l0 ->
          (match l0 with
           | [] -> []
           | b :: l1 -> (match l1 with
                         | [] -> add_with w c a b
                         | _ :: _ -> []))))
  | SUB ->
    (match args with
     | [] -> []
     | a :: l ->
       (match l with
        | [] -> []
        | b :: l0 ->
          (match l0 with
           | [] -> sub_with w Bignum.zero a b
           | _ :: _ -> [])))
  | SBB ->
    (match args with
     | [] -> []
     | c :: l ->
       (match l with
        | [] -> []
        | a :: l0 ->
          (match l0 with
           | [] -> []
           | b :: l1 -> (match l1 with
                         | [] -> sub_with w c a b
                         | _ :: _ -> []))))
  | AND ->
    (match args with
     | [] -> []
     | a :: l ->
       (match l with
        | [] -> []
        | b :: l0 ->
          (match l0 with
           | [] -> logic w (N.coq_land a b)
           | _ :: _ -> [])))
  | OR ->
    (match args with
     | [] -> []
     | a :: l ->
       (match l with
        | [] -> []
        | b :: l0 ->
          (match l0 with
           | [] -> logic w (N.coq_lor a b)
           | _ :: _ -> [])))
  | XOR ->
    (match args with
     | [] -> []
     | a :: l ->
       (match l with
        | [] -> []
        | b :: l0 ->
          (match l0 with
           | [] -> logic w (N.coq_lxor a b)
           | _ :: _ -> [])))

(** val un_sem : unop -> width -> Bignum.t -> Bignum.t list **)

let un_sem o w a =
  let drop_carry = fun l ->
    match l with
    | [] -> l
    | r :: l0 -> (match l0 with
                  | [] -> l
                  | _ :: fs -> r :: fs)
  in
  (match o with
   | INC -> drop_carry (add_with w Bignum.zero a Bignum.one)
   | DEC -> drop_carry (sub_with w Bignum.zero a Bignum.one)
   | NEG -> sub_with w Bignum.zero Bignum.zero a
   | NOT -> (N.coq_lxor (low (bits w) a) (N.ones (bits w))) :: [])

(** val shift_sem :
    shift -> width -> Bignum.t -> Bignum.t -> Bignum.t list **)

let shift_sem o w k a =
  let n0 = bits w in
  let a0 = low n0 a in
  let flags = fun r c ->
    r :: (c :: ((parity r) :: ((zero r) :: ((sign w r) :: []))))
  in
  let one0 = fun b -> if N.eqb k Bignum.one then b :: [] else [] in
  (match o with
   | SHL ->
     let r = low n0 (N.shiftl a0 k) in
     let c = bit (N.sub n0 k) a0 in
     app (flags r c) (one0 (N.coq_lxor (sign w r) c))
   | SHR ->
     let r = N.shiftr a0 k in
     app (flags r (bit (N.sub k Bignum.one) a0)) (one0 (sign w a0))
   | SAR ->
     let r =
       word n0
         (Z.div (signed n0 a0)
           (Z.pow ((fun x -> Bignum.shift_left x 1) Bignum.one) (Z.of_N k)))
     in
     app (flags r (bit (N.sub k Bignum.one) a0)) (one0 Bignum.zero)
   | ROL ->
     let r = rotl n0 k a0 in
     app (r :: ((bit Bignum.zero r) :: []))
       (one0 (N.coq_lxor (sign w r) (bit Bignum.zero r)))
   | ROR ->
     let r = rotl n0 (N.sub n0 k) a0 in
     app (r :: ((sign w r) :: []))
       (one0
         (N.coq_lxor (sign w r)
           (bit (N.sub n0 ((fun x -> Bignum.shift_left x 1) Bignum.one)) r))))

(** val shift_by : shift -> width -> Bignum.t -> Bignum.t -> Bignum.t **)

let shift_by o w a count0 =
  let n0 = bits w in
  let a0 = low n0 a in
  let k = N.coq_land count0 (N.sub n0 Bignum.one) in
  (match o with
   | SHL -> low n0 (N.shiftl a0 k)
   | SHR -> N.shiftr a0 k
   | SAR ->
     word n0
       (Z.div (signed n0 a0)
         (Z.pow ((fun x -> Bignum.shift_left x 1) Bignum.one) (Z.of_N k)))
   | ROL -> rotl n0 k a0
   | ROR -> rotl n0 (N.sub n0 k) a0)

(** val extract_bits : nat -> Bignum.t -> Bignum.t -> Bignum.t **)

let rec extract_bits n0 a m =
  match n0 with
  | O -> Bignum.zero
  | S n1 ->
    let rest = extract_bits n1 (N.shiftr a Bignum.one) (N.shiftr m Bignum.one)
    in
    if N.testbit m Bignum.zero
    then N.coq_lor (bit Bignum.zero a) (N.shiftl rest Bignum.one)
    else rest

(** val deposit_bits : nat -> Bignum.t -> Bignum.t -> Bignum.t **)

let rec deposit_bits n0 a m =
  match n0 with
  | O -> Bignum.zero
  | S n1 ->
    if N.testbit m Bignum.zero
    then N.coq_lor (bit Bignum.zero a)
           (N.shiftl
             (deposit_bits n1 (N.shiftr a Bignum.one) (N.shiftr m Bignum.one))
             Bignum.one)
    else N.shiftl (deposit_bits n1 a (N.shiftr m Bignum.one)) Bignum.one

(** val bmi_sem : bmi -> width -> Bignum.t -> Bignum.t -> Bignum.t list **)

let bmi_sem o w a b =
  let n0 = bits w in
  (match o with
   | PEXT -> (extract_bits (N.to_nat n0) (low n0 a) (low n0 b)) :: []
   | PDEP -> (deposit_bits (N.to_nat n0) (low n0 a) (low n0 b)) :: []
   | ANDN ->
     let r = N.ldiff (low n0 b) (low n0 a) in
     r :: ((zero r) :: ((sign w r) :: [])))

(** val shiftd_by :
    shiftd -> width -> Bignum.t -> Bignum.t -> Bignum.t -> Bignum.t **)

let shiftd_by o w a b k =
  let n0 = bits w in
  let a0 = low n0 a in
  let b0 = low n0 b in
  (match o with
   | SHLD -> low n0 (N.coq_lor (N.shiftl a0 k) (N.shiftr b0 (N.sub n0 k)))
   | SHRD -> low n0 (N.coq_lor (N.shiftr a0 k) (N.shiftl b0 (N.sub n0 k))))

(** val shiftd_sem :
    shiftd -> width -> Bignum.t -> Bignum.t -> Bignum.t -> Bignum.t list **)

let shiftd_sem o w k a b =
  let n0 = bits w in
  let a0 = low n0 a in
  let r = shiftd_by o w a0 b k in
  let c =
    match o with
    | SHLD -> bit (N.sub n0 k) a0
    | SHRD -> bit (N.sub k Bignum.one) a0
  in
  app (r :: (c :: ((parity r) :: ((zero r) :: ((sign w r) :: [])))))
    (if N.eqb k Bignum.one
     then (N.coq_lxor (sign w r) (sign w a0)) :: []
     else [])

(** val bit_sem : bitop -> width -> Bignum.t -> Bignum.t -> Bignum.t list **)

let bit_sem o w k a =
  let a0 = low (bits w) a in
  let c = bit k a0 in
  let m = N.shiftl Bignum.one k in
  (match o with
   | BT -> c :: []
   | BTS -> (N.coq_lor a0 m) :: (c :: [])
   | BTR -> (N.ldiff a0 m) :: (c :: [])
   | BTC -> (N.coq_lxor a0 m) :: (c :: []))

(** val scan_sem : scan -> Bignum.t -> Bignum.t -> Bignum.t list **)

let scan_sem o d s =
  let s0 =
    low ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      Bignum.one)))))) s
  in
  if N.eqb s0 Bignum.zero
  then d :: (Bignum.one :: [])
  else (N.log2
         (match o with
          | BSF ->
            N.coq_land s0
              (N.sub
                (N.pow ((fun x -> Bignum.shift_left x 1) Bignum.one)
                  ((fun x -> Bignum.shift_left x 1)
                  ((fun x -> Bignum.shift_left x 1)
                  ((fun x -> Bignum.shift_left x 1)
                  ((fun x -> Bignum.shift_left x 1)
                  ((fun x -> Bignum.shift_left x 1)
                  ((fun x -> Bignum.shift_left x 1) Bignum.one))))))) s0)
          | BSR -> s0)) :: (Bignum.zero :: [])

(** val popcount : nat -> Bignum.t -> Bignum.t **)

let popcount n0 a =
  fold_right N.add Bignum.zero (split Bignum.one n0 a)

(** val rotc_sem : rotc -> width -> Bignum.t -> Bignum.t -> Bignum.t list **)

let rotc_sem o w c a =
  let n0 = bits w in
  let a0 = low n0 a in
  let c0 = low Bignum.one c in
  (match o with
   | RCL ->
     let r = low n0 (N.coq_lor (N.shiftl a0 Bignum.one) c0) in
     r :: ((bit (N.sub n0 Bignum.one) a0) :: ((N.coq_lxor (sign w r)
                                                (bit (N.sub n0 Bignum.one) a0)) :: []))
   | RCR ->
     (N.coq_lor (N.shiftr a0 Bignum.one) (N.shiftl c0 (N.sub n0 Bignum.one))) :: (
       (bit Bignum.zero a0) :: ((N.coq_lxor (sign w a0) c0) :: [])))

(** val mul_sem : width -> Bignum.t -> Bignum.t -> Bignum.t list **)

let mul_sem w a b =
  let n0 = bits w in
  let p = N.mul (low n0 a) (low n0 b) in
  let c = of_bool (negb (N.eqb (N.shiftr p n0) Bignum.zero)) in
  (N.shiftr p n0) :: ((low n0 p) :: (c :: (c :: [])))

(** val imul_wide_sem : width -> Bignum.t -> Bignum.t -> Bignum.t list **)

let imul_wide_sem w a b =
  let n0 = bits w in
  let p = Z.mul (signed n0 (low n0 a)) (signed n0 (low n0 b)) in
  let r = word n0 p in
  let c = of_bool (negb (Z.eqb (signed n0 r) p)) in
  (word n0
    (Z.div p
      (Z.pow ((fun x -> Bignum.shift_left x 1) Bignum.one) (Z.of_N n0)))) :: (r :: (c :: (c :: [])))

(** val imul_sem : width -> Bignum.t -> Bignum.t -> Bignum.t list **)

let imul_sem w a b =
  let n0 = bits w in
  let p = Z.mul (signed n0 (low n0 a)) (signed n0 (low n0 b)) in
  let r = word n0 p in
  let c = of_bool (negb (Z.eqb (signed n0 r) p)) in r :: (c :: (c :: []))

(** val mulx_sem : width -> Bignum.t -> Bignum.t -> Bignum.t list **)

let mulx_sem w a b =
  let n0 = bits w in
  let p = N.mul (low n0 a) (low n0 b) in (N.shiftr p n0) :: ((low n0 p) :: [])

(** val adx_sem :
    width -> Bignum.t -> Bignum.t -> Bignum.t -> Bignum.t list **)

let adx_sem w c a b =
  let n0 = bits w in
  let full = N.add (N.add (low n0 a) (low n0 b)) c in
  (low n0 full) :: ((bit n0 full) :: [])

(** val cc_flags : cc -> flag list **)

let cc_flags = function
| CcO -> OF :: []
| CcNO -> OF :: []
| CcB -> CF :: []
| CcAE -> CF :: []
| CcE -> ZF :: []
| CcNE -> ZF :: []
| CcBE -> CF :: (ZF :: [])
| CcA -> CF :: (ZF :: [])
| CcS -> SF :: []
| CcNS -> SF :: []
| CcP -> PF :: []
| CcNP -> PF :: []
| CcL -> SF :: (OF :: [])
| CcGE -> SF :: (OF :: [])
| _ -> ZF :: (SF :: (OF :: []))

(** val cc_holds : cc -> Bignum.t list -> bool **)

let cc_holds c vals =
  match c with
  | CcO ->
    (match map (N.eqb Bignum.one) vals with
     | [] -> false
     | f :: l -> (match l with
                  | [] -> f
                  | _ :: _ -> false))
  | CcB ->
    (match map (N.eqb Bignum.one) vals with
     | [] -> false
     | f :: l -> (match l with
                  | [] -> f
                  | _ :: _ -> false))
  | CcE ->
    (match map (N.eqb Bignum.one) vals with
     | [] -> false
     | f :: l -> (match l with
                  | [] -> f
                  | _ :: _ -> false))
  | CcBE ->
    (match map (N.eqb Bignum.one) vals with
     | [] -> false
     | c0 :: l ->
       (match l with
        | [] -> false
        | z0 :: l0 -> (match l0 with
                       | [] -> (||) c0 z0
                       | _ :: _ -> false)))
  | CcA ->
    (match map (N.eqb Bignum.one) vals with
     | [] -> false
     | c0 :: l ->
       (match l with
        | [] -> false
        | z0 :: l0 ->
          (match l0 with
           | [] -> negb ((||) c0 z0)
           | _ :: _ -> false)))
  | CcS ->
    (match map (N.eqb Bignum.one) vals with
     | [] -> false
     | f :: l -> (match l with
                  | [] -> f
                  | _ :: _ -> false))
  | CcP ->
    (match map (N.eqb Bignum.one) vals with
     | [] -> false
     | f :: l -> (match l with
                  | [] -> f
                  | _ :: _ -> false))
  | CcL ->
    (match map (N.eqb Bignum.one) vals with
     | [] -> false
     | s :: l ->
       (match l with
        | [] -> false
        | o :: l0 -> (match l0 with
                      | [] -> xorb s o
                      | _ :: _ -> false)))
  | CcGE ->
    (match map (N.eqb Bignum.one) vals with
     | [] -> false
     | s :: l ->
       (match l with
        | [] -> false
        | o :: l0 -> (match l0 with
                      | [] -> negb (xorb s o)
                      | _ :: _ -> false)))
  | CcLE ->
    (match map (N.eqb Bignum.one) vals with
     | [] -> false
     | z0 :: l ->
       (match l with
        | [] -> false
        | s :: l0 ->
          (match l0 with
           | [] -> false
           | o :: l1 ->
             (match l1 with
              | [] -> (||) z0 (xorb s o)
              | _ :: _ -> false))))
  | CcG ->
    (match map (N.eqb Bignum.one) vals with
     | [] -> false
     | z0 :: l ->
       (match l with
        | [] -> false
        | s :: l0 ->
          (match l0 with
           | [] -> false
           | o :: l1 ->
             (match l1 with
              | [] -> negb ((||) z0 (xorb s o))
              | _ :: _ -> false))))
  | _ ->
    (match map (N.eqb Bignum.one) vals with
     | [] -> false
     | f :: l -> (match l with
                  | [] -> negb f
                  | _ :: _ -> false))

(** val pointwise :
    Bignum.t -> nat -> (Bignum.t -> Bignum.t -> Bignum.t) -> Bignum.t ->
    Bignum.t -> Bignum.t **)

let pointwise w n0 f a b =
  join w (zip_with f (split w n0 a) (split w n0 b))

(** val element : Bignum.t -> Bignum.t -> Bignum.t -> Bignum.t **)

let element w i x =
  slice (N.mul w i) w x

(** val pshufb : Bignum.t -> Bignum.t -> Bignum.t **)

let pshufb x m =
  join ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))
    (map (fun c ->
      if N.testbit c ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))
      then Bignum.zero
      else element ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1) Bignum.one)))
             (low ((fun x -> Bignum.shift_left x 1)
               ((fun x -> Bignum.shift_left x 1) Bignum.one)) c) x)
      (split ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        Bignum.one))) (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
        O)))))))))))))))) m))

(** val saturated : Bignum.t -> Bignum.t -> Bignum.t -> Bignum.t **)

let saturated least0 most0 z0 =
  Z.max least0 (Z.min most0 z0)

(** val pack :
    Bignum.t -> nat -> (Bignum.t -> Bignum.t) -> Bignum.t -> Bignum.t ->
    Bignum.t **)

let pack w n0 f a b =
  join (N.div w ((fun x -> Bignum.shift_left x 1) Bignum.one))
    (map (fun x -> f (signed w x)) (app (split w n0 a) (split w n0 b)))

(** val blend_bytes : Bignum.t -> Bignum.t -> Bignum.t -> Bignum.t **)

let blend_bytes a b m =
  join ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))
    (zip_with (fun p c ->
      if N.testbit c ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))
      then snd p
      else fst p)
      (zip_with (fun x x0 -> (x, x0))
        (split ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
          Bignum.one))) (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
          O)))))))))))))))) a)
        (split ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
          Bignum.one))) (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
          O)))))))))))))))) b))
      (split ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        Bignum.one))) (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
        O)))))))))))))))) m))

(** val two : Bignum.t -> Bignum.t -> Bignum.t **)

let two imm k =
  slice (N.mul ((fun x -> Bignum.shift_left x 1) Bignum.one) k)
    ((fun x -> Bignum.shift_left x 1) Bignum.one) imm

(** val v2_sem : vop2 -> Bignum.t -> Bignum.t -> Bignum.t **)

let v2_sem o a b =
  match o with
  | POR -> N.coq_lor a b
  | PAND -> N.coq_land a b
  | PANDN -> N.ldiff b a
  | PADDB ->
    pointwise ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      Bignum.one))) (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
      O)))))))))))))))) (fun x y ->
      low ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) Bignum.one))) (N.add x y)) a b
  | PADDW ->
    pointwise ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) Bignum.one)))) (S (S (S (S (S (S (S
      (S O)))))))) (fun x y ->
      low ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        Bignum.one)))) (N.add x y)) a b
  | PADDD ->
    pointwise ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      Bignum.one))))) (S (S (S (S O)))) (fun x y ->
      low ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) Bignum.one))))) (N.add x y)) a b
  | PADDQ ->
    pointwise ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) Bignum.one)))))) (S (S O))
      (fun x y ->
      low ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        Bignum.one)))))) (N.add x y)) a b
  | PSUBB ->
    pointwise ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      Bignum.one))) (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
      O)))))))))))))))) (fun x y ->
      low ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) Bignum.one)))
        (N.sub
          (N.add
            (N.pow ((fun x -> Bignum.shift_left x 1) Bignum.one)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1) Bignum.one)))) x) y)) a b
  | PSUBW ->
    pointwise ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) Bignum.one)))) (S (S (S (S (S (S (S
      (S O)))))))) (fun x y ->
      low ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        Bignum.one))))
        (N.sub
          (N.add
            (N.pow ((fun x -> Bignum.shift_left x 1) Bignum.one)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1) Bignum.one))))) x) y)) a b
  | PSUBD ->
    pointwise ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      Bignum.one))))) (S (S (S (S O)))) (fun x y ->
      low ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) Bignum.one)))))
        (N.sub
          (N.add
            (N.pow ((fun x -> Bignum.shift_left x 1) Bignum.one)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1) Bignum.one)))))) x) y)) a b
  | PSUBQ ->
    pointwise ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) Bignum.one)))))) (S (S O))
      (fun x y ->
      low ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        Bignum.one))))))
        (N.sub
          (N.add
            (N.pow ((fun x -> Bignum.shift_left x 1) Bignum.one)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1) Bignum.one))))))) x) y)) a b
  | PMULLW ->
    pointwise ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) Bignum.one)))) (S (S (S (S (S (S (S
      (S O)))))))) (fun x y ->
      low ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        Bignum.one)))) (N.mul x y)) a b
  | PMULHW ->
    pointwise ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) Bignum.one)))) (S (S (S (S (S (S (S
      (S O)))))))) (fun x y ->
      word ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) Bignum.one))))
        (Z.div
          (Z.mul
            (signed ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1) Bignum.one)))) x)
            (signed ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1) Bignum.one)))) y))
          (Z.pow ((fun x -> Bignum.shift_left x 1) Bignum.one)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1) Bignum.one))))))) a b
  | PMULHUW ->
    pointwise ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) Bignum.one)))) (S (S (S (S (S (S (S
      (S O)))))))) (fun x y ->
      N.shiftr (N.mul x y) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) Bignum.one))))) a b
  | PMULHRSW ->
    pointwise ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) Bignum.one)))) (S (S (S (S (S (S (S
      (S O)))))))) (fun x y ->
      word ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) Bignum.one))))
        (Z.div
          (Z.add
            (Z.div
              (Z.mul
                (signed ((fun x -> Bignum.shift_left x 1)
                  ((fun x -> Bignum.shift_left x 1)
                  ((fun x -> Bignum.shift_left x 1)
                  ((fun x -> Bignum.shift_left x 1) Bignum.one)))) x)
                (signed ((fun x -> Bignum.shift_left x 1)
                  ((fun x -> Bignum.shift_left x 1)
                  ((fun x -> Bignum.shift_left x 1)
                  ((fun x -> Bignum.shift_left x 1) Bignum.one)))) y))
              (Z.pow ((fun x -> Bignum.shift_left x 1) Bignum.one)
                ((fun x -> Bignum.shift_left x 1)
                ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))
            Bignum.one) ((fun x -> Bignum.shift_left x 1) Bignum.one))) a b
  | PMULLD ->
    pointwise ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      Bignum.one))))) (S (S (S (S O)))) (fun x y ->
      low ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) Bignum.one))))) (N.mul x y)) a b
  | PMULDQ ->
    pointwise ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) Bignum.one)))))) (S (S O))
      (fun x y ->
      word ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) Bignum.one))))))
        (Z.mul
          (signed ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1) Bignum.one)))))
            (low ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1) Bignum.one))))) x))
          (signed ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1) Bignum.one)))))
            (low ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1) Bignum.one))))) y)))) a b
  | PMULUDQ ->
    pointwise ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) Bignum.one)))))) (S (S O))
      (fun x y ->
      N.mul
        (low ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
          Bignum.one))))) x)
        (low ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
          Bignum.one))))) y)) a b
  | PMADDWD ->
    pointwise ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      Bignum.one))))) (S (S (S (S O)))) (fun x y ->
      let product = fun k ->
        Z.mul
          (signed ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1) Bignum.one))))
            (element ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1) Bignum.one)))) k x))
          (signed ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1) Bignum.one))))
            (element ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1) Bignum.one)))) k y))
      in
      word ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        Bignum.one))))) (Z.add (product Bignum.zero) (product Bignum.one))) a
      b
  | PMADDUBSW ->
    pointwise ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) Bignum.one)))) (S (S (S (S (S (S (S
      (S O)))))))) (fun x y ->
      let product = fun k ->
        Z.mul
          (Z.of_N
            (element ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1) Bignum.one))) k x))
          (signed ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1) Bignum.one)))
            (element ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1) Bignum.one))) k y))
      in
      word ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) Bignum.one))))
        (saturated
          (Z.opp
            (Z.pow ((fun x -> Bignum.shift_left x 1) Bignum.one)
              ((fun x -> Bignum.succ (Bignum.shift_left x 1))
              ((fun x -> Bignum.succ (Bignum.shift_left x 1))
              ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))
          (Z.sub
            (Z.pow ((fun x -> Bignum.shift_left x 1) Bignum.one)
              ((fun x -> Bignum.succ (Bignum.shift_left x 1))
              ((fun x -> Bignum.succ (Bignum.shift_left x 1))
              ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))
            Bignum.one) (Z.add (product Bignum.zero) (product Bignum.one))))
      a b
  | PACKSSWB ->
    pack ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      Bignum.one)))) (S (S (S (S (S (S (S (S O)))))))) (fun z0 ->
      word ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        Bignum.one)))
        (saturated
          (Z.opp
            (Z.pow ((fun x -> Bignum.shift_left x 1) Bignum.one)
              ((fun x -> Bignum.succ (Bignum.shift_left x 1))
              ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))
          (Z.sub
            (Z.pow ((fun x -> Bignum.shift_left x 1) Bignum.one)
              ((fun x -> Bignum.succ (Bignum.shift_left x 1))
              ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))
            Bignum.one) z0)) a b
  | PACKUSWB ->
    pack ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      Bignum.one)))) (S (S (S (S (S (S (S (S O)))))))) (fun z0 ->
      word ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        Bignum.one)))
        (saturated Bignum.zero
          (Z.sub
            (Z.pow ((fun x -> Bignum.shift_left x 1) Bignum.one)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1) Bignum.one)))) Bignum.one) z0))
      a b
  | PACKSSDW ->
    pack ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) Bignum.one))))) (S (S (S (S O))))
      (fun z0 ->
      word ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) Bignum.one))))
        (saturated
          (Z.opp
            (Z.pow ((fun x -> Bignum.shift_left x 1) Bignum.one)
              ((fun x -> Bignum.succ (Bignum.shift_left x 1))
              ((fun x -> Bignum.succ (Bignum.shift_left x 1))
              ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))
          (Z.sub
            (Z.pow ((fun x -> Bignum.shift_left x 1) Bignum.one)
              ((fun x -> Bignum.succ (Bignum.shift_left x 1))
              ((fun x -> Bignum.succ (Bignum.shift_left x 1))
              ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))
            Bignum.one) z0)) a b
  | PACKUSDW ->
    pack ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) Bignum.one))))) (S (S (S (S O))))
      (fun z0 ->
      word ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) Bignum.one))))
        (saturated Bignum.zero
          (Z.sub
            (Z.pow ((fun x -> Bignum.shift_left x 1) Bignum.one)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1) Bignum.one))))) Bignum.one)
          z0)) a b
  | PSLLVD ->
    pointwise ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      Bignum.one))))) (S (S (S (S O)))) (fun x k ->
      if N.ltb ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))) k
      then Bignum.zero
      else low ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1) Bignum.one))))) (N.shiftl x k))
      a b
  | PSRLVD ->
    pointwise ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      Bignum.one))))) (S (S (S (S O)))) (fun x k ->
      if N.ltb ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))) k
      then Bignum.zero
      else N.shiftr x k) a b
  | PSRAVD ->
    pointwise ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      Bignum.one))))) (S (S (S (S O)))) (fun x k ->
      word ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        Bignum.one)))))
        (Z.div
          (signed ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1) Bignum.one))))) x)
          (Z.pow ((fun x -> Bignum.shift_left x 1) Bignum.one)
            (Z.of_N
              (N.min k ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                Bignum.one))))))))) a b
  | PSLLVQ ->
    pointwise ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) Bignum.one)))))) (S (S O))
      (fun x k ->
      if N.ltb ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))) k
      then Bignum.zero
      else low ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1) Bignum.one)))))) (N.shiftl x k))
      a b
  | PSRLVQ ->
    pointwise ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) Bignum.one)))))) (S (S O))
      (fun x k ->
      if N.ltb ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))) k
      then Bignum.zero
      else N.shiftr x k) a b
  | PCMPEQB ->
    pointwise ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      Bignum.one))) (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
      O)))))))))))))))) (fun x y ->
      if N.eqb x y
      then N.ones ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1) Bignum.one)))
      else Bignum.zero) a b
  | PCMPEQW ->
    pointwise ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) Bignum.one)))) (S (S (S (S (S (S (S
      (S O)))))))) (fun x y ->
      if N.eqb x y
      then N.ones ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1) Bignum.one))))
      else Bignum.zero) a b
  | PCMPEQD ->
    pointwise ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      Bignum.one))))) (S (S (S (S O)))) (fun x y ->
      if N.eqb x y
      then N.ones ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1) Bignum.one)))))
      else Bignum.zero) a b
  | PCMPGTB ->
    pointwise ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      Bignum.one))) (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
      O)))))))))))))))) (fun x y ->
      if Z.ltb
           (signed ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1) Bignum.one))) y)
           (signed ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1) Bignum.one))) x)
      then N.ones ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1) Bignum.one)))
      else Bignum.zero) a b
  | PCMPGTW ->
    pointwise ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) Bignum.one)))) (S (S (S (S (S (S (S
      (S O)))))))) (fun x y ->
      if Z.ltb
           (signed ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1) Bignum.one)))) y)
           (signed ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1) Bignum.one)))) x)
      then N.ones ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1) Bignum.one))))
      else Bignum.zero) a b
  | PCMPGTD ->
    pointwise ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      Bignum.one))))) (S (S (S (S O)))) (fun x y ->
      if Z.ltb
           (signed ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1) Bignum.one))))) y)
           (signed ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1) Bignum.one))))) x)
      then N.ones ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1) Bignum.one)))))
      else Bignum.zero) a b
  | PSHUFB -> pshufb a b
  | PUNPCKLDQ ->
    join ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) Bignum.one)))))
      ((element ((fun x -> Bignum.shift_left x 1)
         ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
         ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
         Bignum.one))))) Bignum.zero a) :: ((element
                                              ((fun x -> Bignum.shift_left x 1)
                                              ((fun x -> Bignum.shift_left x 1)
                                              ((fun x -> Bignum.shift_left x 1)
                                              ((fun x -> Bignum.shift_left x 1)
                                              ((fun x -> Bignum.shift_left x 1)
                                              Bignum.one))))) Bignum.zero b) :: (
      (element ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        Bignum.one))))) Bignum.one a) :: ((element
                                            ((fun x -> Bignum.shift_left x 1)
                                            ((fun x -> Bignum.shift_left x 1)
                                            ((fun x -> Bignum.shift_left x 1)
                                            ((fun x -> Bignum.shift_left x 1)
                                            ((fun x -> Bignum.shift_left x 1)
                                            Bignum.one))))) Bignum.one b) :: []))))
  | PUNPCKHDQ ->
    join ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) Bignum.one)))))
      ((element ((fun x -> Bignum.shift_left x 1)
         ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
         ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
         Bignum.one))))) ((fun x -> Bignum.shift_left x 1) Bignum.one) a) :: (
      (element ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        Bignum.one))))) ((fun x -> Bignum.shift_left x 1) Bignum.one) b) :: (
      (element ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        Bignum.one))))) ((fun x -> Bignum.succ (Bignum.shift_left x 1))
        Bignum.one) a) :: ((element ((fun x -> Bignum.shift_left x 1)
                             ((fun x -> Bignum.shift_left x 1)
                             ((fun x -> Bignum.shift_left x 1)
                             ((fun x -> Bignum.shift_left x 1)
                             ((fun x -> Bignum.shift_left x 1)
                             Bignum.one)))))
                             ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                             Bignum.one) b) :: []))))
  | PUNPCKLQDQ ->
    join ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      Bignum.one))))))
      ((element ((fun x -> Bignum.shift_left x 1)
         ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
         ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
         ((fun x -> Bignum.shift_left x 1) Bignum.one)))))) Bignum.zero a) :: (
      (element ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) Bignum.one)))))) Bignum.zero b) :: []))
  | PUNPCKHQDQ ->
    join ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      Bignum.one))))))
      ((element ((fun x -> Bignum.shift_left x 1)
         ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
         ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
         ((fun x -> Bignum.shift_left x 1) Bignum.one)))))) Bignum.one a) :: (
      (element ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) Bignum.one)))))) Bignum.one b) :: []))
  | PALIGNR k ->
    low ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))
      (N.shiftr
        (N.coq_lor
          (N.shiftl a ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))) b)
        (N.mul ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
          Bignum.one))) k))
  | SHUFPS i ->
    join ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) Bignum.one)))))
      ((element ((fun x -> Bignum.shift_left x 1)
         ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
         ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
         Bignum.one))))) (two i Bignum.zero) a) :: ((element
                                                      ((fun x -> Bignum.shift_left x 1)
                                                      ((fun x -> Bignum.shift_left x 1)
                                                      ((fun x -> Bignum.shift_left x 1)
                                                      ((fun x -> Bignum.shift_left x 1)
                                                      ((fun x -> Bignum.shift_left x 1)
                                                      Bignum.one)))))
                                                      (two i Bignum.one) a) :: (
      (element ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        Bignum.one))))) (two i ((fun x -> Bignum.shift_left x 1) Bignum.one))
        b) :: ((element ((fun x -> Bignum.shift_left x 1)
                 ((fun x -> Bignum.shift_left x 1)
                 ((fun x -> Bignum.shift_left x 1)
                 ((fun x -> Bignum.shift_left x 1)
                 ((fun x -> Bignum.shift_left x 1) Bignum.one)))))
                 (two i ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                   Bignum.one)) b) :: []))))
  | SHUFPD i ->
    join ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      Bignum.one))))))
      ((element ((fun x -> Bignum.shift_left x 1)
         ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
         ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
         ((fun x -> Bignum.shift_left x 1) Bignum.one))))))
         (bit Bignum.zero i) a) :: ((element
                                      ((fun x -> Bignum.shift_left x 1)
                                      ((fun x -> Bignum.shift_left x 1)
                                      ((fun x -> Bignum.shift_left x 1)
                                      ((fun x -> Bignum.shift_left x 1)
                                      ((fun x -> Bignum.shift_left x 1)
                                      ((fun x -> Bignum.shift_left x 1)
                                      Bignum.one)))))) (bit Bignum.one i) b) :: []))
  | PBLENDD i ->
    join ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) Bignum.one)))))
      (map (fun k ->
        element ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
          Bignum.one))))) k (if N.testbit i k then b else a))
        (Bignum.zero :: (Bignum.one :: (((fun x -> Bignum.shift_left x 1)
        Bignum.one) :: (((fun x -> Bignum.succ (Bignum.shift_left x 1))
        Bignum.one) :: [])))))
  | PBLENDW i ->
    join ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      Bignum.one))))
      (map (fun k ->
        element ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.shift_left x 1) Bignum.one)))) k
          (if N.testbit i k then b else a))
        (Bignum.zero :: (Bignum.one :: (((fun x -> Bignum.shift_left x 1)
        Bignum.one) :: (((fun x -> Bignum.succ (Bignum.shift_left x 1))
        Bignum.one) :: (((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1)
        Bignum.one)) :: (((fun x -> Bignum.succ (Bignum.shift_left x 1))
        ((fun x -> Bignum.shift_left x 1)
        Bignum.one)) :: (((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.succ (Bignum.shift_left x 1))
        Bignum.one)) :: (((fun x -> Bignum.succ (Bignum.shift_left x 1))
        ((fun x -> Bignum.succ (Bignum.shift_left x 1))
        Bignum.one)) :: [])))))))))
  | PCLMULQDQ i ->
    clmul
      (element ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) Bignum.one))))))
        (of_bool (N.testbit i Bignum.zero)) a)
      (element ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) Bignum.one))))))
        (of_bool
          (N.testbit i ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1) Bignum.one)))) b)
  | AESENC -> aesenc a b
  | AESENCLAST -> aesenclast a b
  | AESDEC -> aesdec a b
  | AESDECLAST -> aesdeclast a b
  | _ -> N.coq_lxor a b

(** val v1_sem : vop1 -> Bignum.t -> Bignum.t **)

let v1_sem o a =
  match o with
  | PSHUFD i ->
    join ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) Bignum.one)))))
      (map (fun k ->
        element ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
          Bignum.one))))) (two i k) a)
        (Bignum.zero :: (Bignum.one :: (((fun x -> Bignum.shift_left x 1)
        Bignum.one) :: (((fun x -> Bignum.succ (Bignum.shift_left x 1))
        Bignum.one) :: [])))))
  | MOVSHDUP ->
    join ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) Bignum.one)))))
      ((element ((fun x -> Bignum.shift_left x 1)
         ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
         ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
         Bignum.one))))) Bignum.one a) :: ((element
                                             ((fun x -> Bignum.shift_left x 1)
                                             ((fun x -> Bignum.shift_left x 1)
                                             ((fun x -> Bignum.shift_left x 1)
                                             ((fun x -> Bignum.shift_left x 1)
                                             ((fun x -> Bignum.shift_left x 1)
                                             Bignum.one))))) Bignum.one a) :: (
      (element ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        Bignum.one))))) ((fun x -> Bignum.succ (Bignum.shift_left x 1))
        Bignum.one) a) :: ((element ((fun x -> Bignum.shift_left x 1)
                             ((fun x -> Bignum.shift_left x 1)
                             ((fun x -> Bignum.shift_left x 1)
                             ((fun x -> Bignum.shift_left x 1)
                             ((fun x -> Bignum.shift_left x 1)
                             Bignum.one)))))
                             ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                             Bignum.one) a) :: []))))
  | MOVSLDUP ->
    join ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) Bignum.one)))))
      ((element ((fun x -> Bignum.shift_left x 1)
         ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
         ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
         Bignum.one))))) Bignum.zero a) :: ((element
                                              ((fun x -> Bignum.shift_left x 1)
                                              ((fun x -> Bignum.shift_left x 1)
                                              ((fun x -> Bignum.shift_left x 1)
                                              ((fun x -> Bignum.shift_left x 1)
                                              ((fun x -> Bignum.shift_left x 1)
                                              Bignum.one))))) Bignum.zero a) :: (
      (element ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        Bignum.one))))) ((fun x -> Bignum.shift_left x 1) Bignum.one) a) :: (
      (element ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        Bignum.one))))) ((fun x -> Bignum.shift_left x 1) Bignum.one) a) :: []))))
  | AESIMC -> aesimc a
  | AESKEYGENASSIST i -> aeskeygenassist i a

(** val vshift_sem : vshift -> Bignum.t -> Bignum.t -> Bignum.t **)

let vshift_sem o k a =
  let each = fun w n0 f -> join w (map f (split w n0 a)) in
  (match o with
   | PSLLDQ ->
     if N.ltb ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))) k
     then Bignum.zero
     else low ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))
            (N.shiftl a
              (N.mul ((fun x -> Bignum.shift_left x 1)
                ((fun x -> Bignum.shift_left x 1)
                ((fun x -> Bignum.shift_left x 1) Bignum.one))) k))
   | PSRLDQ ->
     if N.ltb ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))) k
     then Bignum.zero
     else N.shiftr a
            (N.mul ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1) Bignum.one))) k)
   | PSLLW ->
     if N.ltb ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))) k
     then Bignum.zero
     else each ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1) Bignum.one)))) (S (S (S (S (S
            (S (S (S O)))))))) (fun x ->
            low ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1) Bignum.one)))) (N.shiftl x k))
   | PSRLW ->
     if N.ltb ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))) k
     then Bignum.zero
     else each ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1) Bignum.one)))) (S (S (S (S (S
            (S (S (S O)))))))) (fun x -> N.shiftr x k)
   | PSRAW ->
     each ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
       ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
       Bignum.one)))) (S (S (S (S (S (S (S (S O)))))))) (fun x ->
       word ((fun x -> Bignum.shift_left x 1)
         ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
         ((fun x -> Bignum.shift_left x 1) Bignum.one))))
         (Z.div
           (signed ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1) Bignum.one)))) x)
           (Z.pow ((fun x -> Bignum.shift_left x 1) Bignum.one)
             (Z.of_N
               (N.min k ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                 ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                 ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                 Bignum.one))))))))
   | PSLLD ->
     if N.ltb ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))) k
     then Bignum.zero
     else each ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1) Bignum.one))))) (S (S (S (S
            O)))) (fun x ->
            low ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1) Bignum.one))))) (N.shiftl x k))
   | PSRLD ->
     if N.ltb ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))) k
     then Bignum.zero
     else each ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1) Bignum.one))))) (S (S (S (S
            O)))) (fun x -> N.shiftr x k)
   | PSRAD ->
     each ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
       ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
       ((fun x -> Bignum.shift_left x 1) Bignum.one))))) (S (S (S (S O))))
       (fun x ->
       word ((fun x -> Bignum.shift_left x 1)
         ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
         ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
         Bignum.one)))))
         (Z.div
           (signed ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1) Bignum.one))))) x)
           (Z.pow ((fun x -> Bignum.shift_left x 1) Bignum.one)
             (Z.of_N
               (N.min k ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                 ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                 ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                 ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                 Bignum.one)))))))))
   | PSLLQ ->
     if N.ltb ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))) k
     then Bignum.zero
     else each ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1) Bignum.one)))))) (S (S O))
            (fun x ->
            low ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1) Bignum.one))))))
              (N.shiftl x k))
   | PSRLQ ->
     if N.ltb ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))) k
     then Bignum.zero
     else each ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1) Bignum.one)))))) (S (S O))
            (fun x -> N.shiftr x k))

(** val insert : Bignum.t -> Bignum.t -> Bignum.t -> Bignum.t -> Bignum.t **)

let insert w i x v =
  N.coq_lor (N.ldiff x (N.shiftl (N.ones w) (N.mul w i)))
    (N.shiftl (low w v) (N.mul w i))

(** val perm128 : Bignum.t -> Bignum.t list -> Bignum.t **)

let perm128 sel halves =
  if N.testbit sel ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)
  then Bignum.zero
  else nth (N.to_nat (low ((fun x -> Bignum.shift_left x 1) Bignum.one) sel))
         halves Bignum.zero

(** val permq : Bignum.t -> Bignum.t -> Bignum.t -> Bignum.t list **)

let permq imm lo hi =
  let q =
    app
      (split ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) Bignum.one)))))) (S (S O)) lo)
      (split ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) Bignum.one)))))) (S (S O)) hi)
  in
  let pick = fun k -> nth (N.to_nat (two imm k)) q Bignum.zero in
  (join ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))))) ((pick Bignum.zero) :: ((pick Bignum.one) :: []))) :: (
  (join ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one))))))
    ((pick ((fun x -> Bignum.shift_left x 1) Bignum.one)) :: ((pick
                                                                ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                Bignum.one)) :: []))) :: [])

(** val permd :
    Bignum.t -> Bignum.t -> Bignum.t -> Bignum.t -> Bignum.t list **)

let permd i i' a a' =
  let all =
    app
      (split ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        Bignum.one))))) (S (S (S (S O)))) a)
      (split ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        Bignum.one))))) (S (S (S (S O)))) a')
  in
  let pick = fun k ->
    nth
      (N.to_nat
        (low ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one) k))
      all Bignum.zero
  in
  (join ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))))
    (map pick
      (split ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        Bignum.one))))) (S (S (S (S O)))) i))) :: ((join
                                                     ((fun x -> Bignum.shift_left x 1)
                                                     ((fun x -> Bignum.shift_left x 1)
                                                     ((fun x -> Bignum.shift_left x 1)
                                                     ((fun x -> Bignum.shift_left x 1)
                                                     ((fun x -> Bignum.shift_left x 1)
                                                     Bignum.one)))))
                                                     (map pick
                                                       (split
                                                         ((fun x -> Bignum.shift_left x 1)
                                                         ((fun x -> Bignum.shift_left x 1)
                                                         ((fun x -> Bignum.shift_left x 1)
                                                         ((fun x -> Bignum.shift_left x 1)
                                                         ((fun x -> Bignum.shift_left x 1)
                                                         Bignum.one))))) (S
                                                         (S (S (S O)))) i'))) :: [])

(** val sign_bits : Bignum.t -> Bignum.t list -> Bignum.t **)

let sign_bits w l =
  join Bignum.one
    (concat
      (map (fun a ->
        map (bit (N.sub w Bignum.one))
          (split w
            (N.to_nat
              (N.div ((fun x -> Bignum.shift_left x 1)
                ((fun x -> Bignum.shift_left x 1)
                ((fun x -> Bignum.shift_left x 1)
                ((fun x -> Bignum.shift_left x 1)
                ((fun x -> Bignum.shift_left x 1)
                ((fun x -> Bignum.shift_left x 1)
                ((fun x -> Bignum.shift_left x 1) Bignum.one))))))) w)) a)) l))

(** val sem : op -> Bignum.t list -> Bignum.t list **)

let sem o args =
  match o with
  | OCopies -> args
  | OLow w ->
    (match args with
     | [] -> []
     | a :: l -> (match l with
                  | [] -> (low w a) :: []
                  | _ :: _ -> []))
  | OReverse n0 ->
    (match args with
     | [] -> []
     | a :: l -> (match l with
                  | [] -> (byte_reverse n0 a) :: []
                  | _ :: _ -> []))
  | OAlu (o0, w) -> alu_sem o0 w args
  | OCmp (o0, w) ->
    (match o0 with
     | CMP ->
       (match args with
        | [] -> []
        | a :: l ->
          (match l with
           | [] -> []
           | b :: l0 ->
             (match l0 with
              | [] ->
                (match sub_with w Bignum.zero a b with
                 | [] -> []
                 | _ :: fs -> fs)
              | _ :: _ -> [])))
     | TEST ->
       (match args with
        | [] -> []
        | a :: l ->
          (match l with
           | [] -> []
           | b :: l0 ->
             (match l0 with
              | [] ->
                (match logic w (N.coq_land a b) with
                 | [] -> []
                 | _ :: fs -> fs)
              | _ :: _ -> []))))
  | OUn (o0, w) ->
    (match args with
     | [] -> []
     | a :: l -> (match l with
                  | [] -> un_sem o0 w a
                  | _ :: _ -> []))
  | OShift (o0, w, k) ->
    (match args with
     | [] -> []
     | a :: l -> (match l with
                  | [] -> shift_sem o0 w k a
                  | _ :: _ -> []))
  | OShiftBy (o0, w) ->
    (match args with
     | [] -> []
     | a :: l ->
       (match l with
        | [] -> []
        | k :: l0 ->
          (match l0 with
           | [] -> (shift_by o0 w a k) :: []
           | _ :: _ -> [])))
  | OBmi (o0, w) ->
    (match args with
     | [] -> []
     | a :: l ->
       (match l with
        | [] -> []
        | b :: l0 -> (match l0 with
                      | [] -> bmi_sem o0 w a b
                      | _ :: _ -> [])))
  | OShiftd (o0, w, k) ->
    (match args with
     | [] -> []
     | a :: l ->
       (match l with
        | [] -> []
        | b :: l0 ->
          (match l0 with
           | [] -> shiftd_sem o0 w k a b
           | _ :: _ -> [])))
  | OShiftdBy (o0, w) ->
    (match args with
     | [] -> []
     | a :: l ->
       (match l with
        | [] -> []
        | b :: l0 ->
          (match l0 with
           | [] -> []
           | k :: l1 ->
             (match l1 with
              | [] ->
                (shiftd_by o0 w a b
                  (N.coq_land k (N.sub (bits w) Bignum.one))) :: []
              | _ :: _ -> []))))
  | OBit (o0, w, k) ->
    (match args with
     | [] -> []
     | a :: l -> (match l with
                  | [] -> bit_sem o0 w k a
                  | _ :: _ -> []))
  | OScan o0 ->
    (match args with
     | [] -> []
     | d :: l ->
       (match l with
        | [] -> []
        | s :: l0 -> (match l0 with
                      | [] -> scan_sem o0 d s
                      | _ :: _ -> [])))
  | OPopcnt w ->
    (match args with
     | [] -> []
     | a :: l ->
       (match l with
        | [] ->
          (popcount (N.to_nat (bits w)) a) :: ((zero (low (bits w) a)) :: [])
        | _ :: _ -> []))
  | ORotc (o0, w) ->
    (match args with
     | [] -> []
     | c :: l ->
       (match l with
        | [] -> []
        | a :: l0 -> (match l0 with
                      | [] -> rotc_sem o0 w c a
                      | _ :: _ -> [])))
  | ONot ->
    (match args with
     | [] -> []
     | c :: l ->
       (match l with
        | [] -> (of_bool (N.eqb c Bignum.zero)) :: []
        | _ :: _ -> []))
  | OSigned ->
    (match args with
     | [] -> []
     | a :: l ->
       (match l with
        | [] ->
          (word ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1) Bignum.one))))))
            (signed ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1) Bignum.one)))))
              (low ((fun x -> Bignum.shift_left x 1)
                ((fun x -> Bignum.shift_left x 1)
                ((fun x -> Bignum.shift_left x 1)
                ((fun x -> Bignum.shift_left x 1)
                ((fun x -> Bignum.shift_left x 1) Bignum.one))))) a))) :: []
        | _ :: _ -> []))
  | OMul w ->
    (match args with
     | [] -> []
     | a :: l ->
       (match l with
        | [] -> []
        | b :: l0 -> (match l0 with
                      | [] -> mul_sem w a b
                      | _ :: _ -> [])))
  | OImulWide w ->
    (match args with
     | [] -> []
     | a :: l ->
       (match l with
        | [] -> []
        | b :: l0 -> (match l0 with
                      | [] -> imul_wide_sem w a b
                      | _ :: _ -> [])))
  | OImul w ->
    (match args with
     | [] -> []
     | a :: l ->
       (match l with
        | [] -> []
        | b :: l0 -> (match l0 with
                      | [] -> imul_sem w a b
                      | _ :: _ -> [])))
  | OMulx w ->
    (match args with
     | [] -> []
     | a :: l ->
       (match l with
        | [] -> []
        | b :: l0 -> (match l0 with
                      | [] -> mulx_sem w a b
                      | _ :: _ -> [])))
  | OAdx w ->
    (match args with
     | [] -> []
     | c :: l ->
       (match l with
        | [] -> []
        | a :: l0 ->
          (match l0 with
           | [] -> []
           | b :: l1 -> (match l1 with
                         | [] -> adx_sem w c a b
                         | _ :: _ -> []))))
  | OCmov (c, w) ->
    (match args with
     | [] -> []
     | a :: l ->
       (match l with
        | [] -> []
        | b :: flags ->
          (low (bits w) (if cc_holds c flags then b else a)) :: []))
  | OSet c ->
    (match args with
     | [] -> []
     | a :: flags ->
       (N.coq_lor
         (N.ldiff a ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))))
         (of_bool (cc_holds c flags))) :: [])
  | OPush ->
    (match args with
     | [] -> []
     | sp :: l ->
       (match l with
        | [] -> []
        | v :: l0 ->
          (match l0 with
           | [] ->
             (low ((fun x -> Bignum.shift_left x 1)
               ((fun x -> Bignum.shift_left x 1)
               ((fun x -> Bignum.shift_left x 1)
               ((fun x -> Bignum.shift_left x 1)
               ((fun x -> Bignum.shift_left x 1)
               ((fun x -> Bignum.shift_left x 1) Bignum.one))))))
               (N.add sp
                 (N.sub
                   (N.pow ((fun x -> Bignum.shift_left x 1) Bignum.one)
                     ((fun x -> Bignum.shift_left x 1)
                     ((fun x -> Bignum.shift_left x 1)
                     ((fun x -> Bignum.shift_left x 1)
                     ((fun x -> Bignum.shift_left x 1)
                     ((fun x -> Bignum.shift_left x 1)
                     ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))
                   ((fun x -> Bignum.shift_left x 1)
                   ((fun x -> Bignum.shift_left x 1)
                   ((fun x -> Bignum.shift_left x 1) Bignum.one)))))) :: (v :: [])
           | _ :: _ -> [])))
  | OPop ->
    (match args with
     | [] -> []
     | sp :: l ->
       (match l with
        | [] -> []
        | v :: l0 ->
          (match l0 with
           | [] ->
             v :: ((low ((fun x -> Bignum.shift_left x 1)
                     ((fun x -> Bignum.shift_left x 1)
                     ((fun x -> Bignum.shift_left x 1)
                     ((fun x -> Bignum.shift_left x 1)
                     ((fun x -> Bignum.shift_left x 1)
                     ((fun x -> Bignum.shift_left x 1) Bignum.one))))))
                     (N.add sp ((fun x -> Bignum.shift_left x 1)
                       ((fun x -> Bignum.shift_left x 1)
                       ((fun x -> Bignum.shift_left x 1) Bignum.one))))) :: [])
           | _ :: _ -> [])))
  | OV2 (o0, lanes0) ->
    (match lanes0 with
     | O -> []
     | S n0 ->
       (match n0 with
        | O ->
          (match args with
           | [] -> []
           | a :: l ->
             (match l with
              | [] -> []
              | b :: l0 ->
                (match l0 with
                 | [] -> (v2_sem o0 a b) :: []
                 | _ :: _ -> [])))
        | S n1 ->
          (match n1 with
           | O ->
             (match args with
              | [] -> []
              | a :: l ->
                (match l with
                 | [] -> []
                 | a' :: l0 ->
                   (match l0 with
                    | [] -> []
                    | b :: l1 ->
                      (match l1 with
                       | [] -> []
                       | b' :: l2 ->
                         (match l2 with
                          | [] ->
                            (match o0 with
                             | SHUFPD i ->
                               (v2_sem o0 a b) :: ((v2_sem (SHUFPD
                                                     (N.shiftr i
                                                       ((fun x -> Bignum.shift_left x 1)
                                                       Bignum.one))) a' b') :: [])
                             | PBLENDD i ->
                               (v2_sem o0 a b) :: ((v2_sem (PBLENDD
                                                     (N.shiftr i
                                                       ((fun x -> Bignum.shift_left x 1)
                                                       ((fun x -> Bignum.shift_left x 1)
                                                       Bignum.one)))) a' b') :: [])
                             | _ ->
                               (v2_sem o0 a b) :: ((v2_sem o0 a' b') :: []))
                          | _ :: _ -> [])))))
           | S _ -> [])))
  | OV1 (o0, lanes0) ->
    (match lanes0 with
     | O -> []
     | S n0 ->
       (match n0 with
        | O ->
          (match args with
           | [] -> []
           | a :: l -> (match l with
                        | [] -> (v1_sem o0 a) :: []
                        | _ :: _ -> []))
        | S n1 ->
          (match n1 with
           | O ->
             (match args with
              | [] -> []
              | a :: l ->
                (match l with
                 | [] -> []
                 | a' :: l0 ->
                   (match l0 with
                    | [] -> (v1_sem o0 a) :: ((v1_sem o0 a') :: [])
                    | _ :: _ -> [])))
           | S _ -> [])))
  | OVShift (o0, k, lanes0) ->
    (match lanes0 with
     | O -> []
     | S n0 ->
       (match n0 with
        | O ->
          (match args with
           | [] -> []
           | a :: l ->
             (match l with
              | [] -> (vshift_sem o0 k a) :: []
              | _ :: _ -> []))
        | S n1 ->
          (match n1 with
           | O ->
             (match args with
              | [] -> []
              | a :: l ->
                (match l with
                 | [] -> []
                 | a' :: l0 ->
                   (match l0 with
                    | [] ->
                      (vshift_sem o0 k a) :: ((vshift_sem o0 k a') :: [])
                    | _ :: _ -> [])))
           | S _ -> [])))
  | OInsert (w, i) ->
    (match args with
     | [] -> []
     | x :: l ->
       (match l with
        | [] -> []
        | v :: l0 ->
          (match l0 with
           | [] -> (insert w i x v) :: []
           | _ :: _ -> [])))
  | OExtract (w, i) ->
    (match args with
     | [] -> []
     | x :: l -> (match l with
                  | [] -> (element w i x) :: []
                  | _ :: _ -> []))
  | OInsert128 i ->
    (match args with
     | [] -> []
     | lo :: l ->
       (match l with
        | [] -> []
        | hi :: l0 ->
          (match l0 with
           | [] -> []
           | v :: l1 ->
             (match l1 with
              | [] ->
                if N.testbit i Bignum.zero
                then lo :: (v :: [])
                else v :: (hi :: [])
              | _ :: _ -> []))))
  | OExtract128 i ->
    (match args with
     | [] -> []
     | lo :: l ->
       (match l with
        | [] -> []
        | hi :: l0 ->
          (match l0 with
           | [] -> (if N.testbit i Bignum.zero then hi else lo) :: []
           | _ :: _ -> [])))
  | OPerm128 i ->
    (match args with
     | [] -> []
     | a :: l ->
       (match l with
        | [] -> []
        | a' :: l0 ->
          (match l0 with
           | [] -> []
           | b :: l1 ->
             (match l1 with
              | [] -> []
              | b' :: l2 ->
                (match l2 with
                 | [] ->
                   (perm128
                     (low ((fun x -> Bignum.shift_left x 1)
                       ((fun x -> Bignum.shift_left x 1) Bignum.one)) i)
                     (a :: (a' :: (b :: (b' :: []))))) :: ((perm128
                                                             (N.shiftr i
                                                               ((fun x -> Bignum.shift_left x 1)
                                                               ((fun x -> Bignum.shift_left x 1)
                                                               Bignum.one)))
                                                             (a :: (a' :: (b :: (b' :: []))))) :: [])
                 | _ :: _ -> [])))))
  | OPermq i ->
    (match args with
     | [] -> []
     | lo :: l ->
       (match l with
        | [] -> []
        | hi :: l0 -> (match l0 with
                       | [] -> permq i lo hi
                       | _ :: _ -> [])))
  | OTwice ->
    (match args with
     | [] -> []
     | a :: l -> (match l with
                  | [] -> a :: (a :: [])
                  | _ :: _ -> []))
  | OSpread (w, lanes0) ->
    (match args with
     | [] -> []
     | a :: l ->
       (match l with
        | [] ->
          repeat
            (join w
              (repeat (low w a)
                (N.to_nat
                  (N.div ((fun x -> Bignum.shift_left x 1)
                    ((fun x -> Bignum.shift_left x 1)
                    ((fun x -> Bignum.shift_left x 1)
                    ((fun x -> Bignum.shift_left x 1)
                    ((fun x -> Bignum.shift_left x 1)
                    ((fun x -> Bignum.shift_left x 1)
                    ((fun x -> Bignum.shift_left x 1) Bignum.one))))))) w))))
            lanes0
        | _ :: _ -> []))
  | OPermd ->
    (match args with
     | [] -> []
     | i :: l ->
       (match l with
        | [] -> []
        | i' :: l0 ->
          (match l0 with
           | [] -> []
           | a :: l1 ->
             (match l1 with
              | [] -> []
              | a' :: l2 ->
                (match l2 with
                 | [] -> permd i i' a a'
                 | _ :: _ -> [])))))
  | OWiden lanes0 ->
    (match lanes0 with
     | O -> []
     | S n0 ->
       (match n0 with
        | O ->
          (match args with
           | [] -> []
           | a :: l ->
             (match l with
              | [] ->
                (join ((fun x -> Bignum.shift_left x 1)
                  ((fun x -> Bignum.shift_left x 1)
                  ((fun x -> Bignum.shift_left x 1)
                  ((fun x -> Bignum.shift_left x 1)
                  ((fun x -> Bignum.shift_left x 1) Bignum.one)))))
                  (split ((fun x -> Bignum.shift_left x 1)
                    ((fun x -> Bignum.shift_left x 1)
                    ((fun x -> Bignum.shift_left x 1) Bignum.one))) (S (S (S
                    (S O)))) a)) :: []
              | _ :: _ -> []))
        | S n1 ->
          (match n1 with
           | O ->
             (match args with
              | [] -> []
              | a :: l ->
                (match l with
                 | [] ->
                   (join ((fun x -> Bignum.shift_left x 1)
                     ((fun x -> Bignum.shift_left x 1)
                     ((fun x -> Bignum.shift_left x 1)
                     ((fun x -> Bignum.shift_left x 1)
                     ((fun x -> Bignum.shift_left x 1) Bignum.one)))))
                     (split ((fun x -> Bignum.shift_left x 1)
                       ((fun x -> Bignum.shift_left x 1)
                       ((fun x -> Bignum.shift_left x 1) Bignum.one))) (S (S
                       (S (S O)))) a)) :: ((join
                                             ((fun x -> Bignum.shift_left x 1)
                                             ((fun x -> Bignum.shift_left x 1)
                                             ((fun x -> Bignum.shift_left x 1)
                                             ((fun x -> Bignum.shift_left x 1)
                                             ((fun x -> Bignum.shift_left x 1)
                                             Bignum.one)))))
                                             (split
                                               ((fun x -> Bignum.shift_left x 1)
                                               ((fun x -> Bignum.shift_left x 1)
                                               ((fun x -> Bignum.shift_left x 1)
                                               Bignum.one))) (S (S (S (S
                                               O))))
                                               (N.shiftr a
                                                 ((fun x -> Bignum.shift_left x 1)
                                                 ((fun x -> Bignum.shift_left x 1)
                                                 ((fun x -> Bignum.shift_left x 1)
                                                 ((fun x -> Bignum.shift_left x 1)
                                                 ((fun x -> Bignum.shift_left x 1)
                                                 Bignum.one)))))))) :: [])
                 | _ :: _ -> []))
           | S _ -> [])))
  | OMask (w, lanes0) ->
    (match lanes0 with
     | O -> []
     | S n0 ->
       (match n0 with
        | O ->
          (match args with
           | [] -> []
           | a :: l ->
             (match l with
              | [] -> (sign_bits w (a :: [])) :: []
              | _ :: _ -> []))
        | S n1 ->
          (match n1 with
           | O ->
             (match args with
              | [] -> []
              | a :: l ->
                (match l with
                 | [] -> []
                 | a' :: l0 ->
                   (match l0 with
                    | [] -> (sign_bits w (a :: (a' :: []))) :: []
                    | _ :: _ -> [])))
           | S _ -> [])))
  | OBlendBytes lanes0 ->
    (match lanes0 with
     | O -> []
     | S n0 ->
       (match n0 with
        | O ->
          (match args with
           | [] -> []
           | a :: l ->
             (match l with
              | [] -> []
              | b :: l0 ->
                (match l0 with
                 | [] -> []
                 | m :: l1 ->
                   (match l1 with
                    | [] -> (blend_bytes a b m) :: []
                    | _ :: _ -> []))))
        | S n1 ->
          (match n1 with
           | O ->
             (match args with
              | [] -> []
              | a :: l ->
                (match l with
                 | [] -> []
                 | a' :: l0 ->
                   (match l0 with
                    | [] -> []
                    | b :: l1 ->
                      (match l1 with
                       | [] -> []
                       | b' :: l2 ->
                         (match l2 with
                          | [] -> []
                          | m :: l3 ->
                            (match l3 with
                             | [] -> []
                             | m' :: l4 ->
                               (match l4 with
                                | [] ->
                                  (blend_bytes a b m) :: ((blend_bytes a' b'
                                                            m') :: [])
                                | _ :: _ -> [])))))))
           | S _ -> [])))

(** val nbytes : width -> nat **)

let nbytes = function
| W32 -> S (S (S (S O)))
| W64 -> S (S (S (S (S (S (S (S O)))))))

(** val scalar : width -> use -> mem -> access **)

let scalar w u m =
  { a_use = u; a_mem = m; a_bytes = (nbytes w); a_align = Bignum.one }

(** val read_rm : width -> rm -> input * access option **)

let read_rm w = function
| R r -> ((ILoc (G r)), None)
| M m -> ((IMem (O, (nbytes w))), (Some (scalar w Load m)))

(** val read_rmi : width -> rmi -> input * access option **)

let read_rmi w = function
| Reg r -> ((ILoc (G r)), None)
| Memory m -> ((IMem (O, (nbytes w))), (Some (scalar w Load m)))
| Imm z0 -> ((IConst (word (bits w) z0)), None)

(** val read_modify :
    width -> rm -> rmi -> ((input list * access option) * output) option **)

let read_modify w d s =
  match d with
  | R d0 ->
    let (i, a) = read_rmi w s in
    Some ((((ILoc (G d0)) :: (i :: [])), a), (OLoc (G d0)))
  | M m ->
    (match s with
     | Memory _ -> None
     | _ ->
       Some ((((IMem (O, (nbytes w))) :: ((fst (read_rmi w s)) :: [])), (Some
         (scalar w Modify m))), (OMem (O, (nbytes w)))))

(** val computed : flag list -> output list **)

let computed l =
  map (fun f -> OLoc (F f)) l

(** val lost : flag list -> output list **)

let lost l =
  map (fun f -> OConst ((F f), undefined)) l

(** val cleared : flag list -> output list **)

let cleared l =
  map (fun f -> OConst ((F f), Bignum.zero)) l

(** val all_flags : flag list **)

let all_flags =
  CF :: (PF :: (AF :: (ZF :: (SF :: (OF :: [])))))

(** val logic_flags : output list **)

let logic_flags =
  app (computed (PF :: (ZF :: (SF :: []))))
    (app (cleared (CF :: (OF :: []))) (lost (AF :: [])))

(** val carry : alu -> input list **)

let carry = function
| ADC -> (ILoc (F CF)) :: []
| SBB -> (ILoc (F CF)) :: []
| _ -> []

(** val alu_flags : alu -> output list **)

let alu_flags = function
| AND -> logic_flags
| OR -> logic_flags
| XOR -> logic_flags
| _ -> computed all_flags

(** val shift_flags : shift -> Bignum.t -> output list **)

let shift_flags o k =
  let overflow = if N.eqb k Bignum.one then computed (OF :: []) else [] in
  let no_overflow = if N.eqb k Bignum.one then [] else lost (OF :: []) in
  (match o with
   | ROL -> app (computed (CF :: [])) (app overflow no_overflow)
   | ROR -> app (computed (CF :: [])) (app overflow no_overflow)
   | _ ->
     app (computed (CF :: (PF :: (ZF :: (SF :: [])))))
       (app overflow (app no_overflow (lost (AF :: [])))))

(** val shift_by_flags : shift -> output list **)

let shift_by_flags = function
| ROL -> lost (CF :: (OF :: []))
| ROR -> lost (CF :: (OF :: []))
| _ -> lost all_flags

(** val lanes : enc -> nat **)

let lanes = function
| Vex256 -> S (S O)
| _ -> S O

(** val vin : enc -> vreg -> input list **)

let vin e x =
  match e with
  | Vex256 -> (ILoc (Lo x)) :: ((ILoc (Hi x)) :: [])
  | _ -> (ILoc (Lo x)) :: []

(** val vout : enc -> vreg -> output list **)

let vout e x =
  match e with
  | Sse -> (OLoc (Lo x)) :: []
  | Vex128 -> (OLoc (Lo x)) :: ((OConst ((Hi x), Bignum.zero)) :: [])
  | Vex256 -> (OLoc (Lo x)) :: ((OLoc (Hi x)) :: [])

(** val vmem_in : enc -> input list **)

let vmem_in = function
| Vex256 ->
  (IMem (O, (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    O)))))))))))))))))) :: ((IMem ((S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S O)))))))))))))))), (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    O)))))))))))))))))) :: [])
| _ ->
  (IMem (O, (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    O)))))))))))))))))) :: []

(** val vmem_out : enc -> output list **)

let vmem_out = function
| Vex256 ->
  (OMem (O, (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    O)))))))))))))))))) :: ((OMem ((S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S O)))))))))))))))), (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    O)))))))))))))))))) :: [])
| _ ->
  (OMem (O, (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    O)))))))))))))))))) :: []

(** val vbytes : enc -> nat **)

let vbytes = function
| Vex256 ->
  S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S O)))))))))))))))))))))))))))))))
| _ -> S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S O)))))))))))))))

(** val operand_align : enc -> Bignum.t **)

let operand_align = function
| Sse ->
  ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one))))
| _ -> Bignum.one

(** val move_align : vmov -> enc -> Bignum.t **)

let move_align k e =
  match k with
  | DQU -> Bignum.one
  | UPS -> Bignum.one
  | _ -> N.of_nat (vbytes e)

(** val read_vm : enc -> Bignum.t -> vm -> input list * access option **)

let read_vm e align = function
| X x -> ((vin e x), None)
| XM m ->
  ((vmem_in e), (Some { a_use = Load; a_mem = m; a_bytes = (vbytes e);
    a_align = align }))

(** val same_unless_vex : enc -> vreg -> vreg -> bool **)

let same_unless_vex e d s =
  match e with
  | Sse -> bool_decide (decide_rel vreg_eq_dec d s)
  | _ -> true

(** val legal2 : vop2 -> enc -> bool **)

let legal2 o e =
  match o with
  | PSLLVD -> (match e with
               | Sse -> false
               | _ -> true)
  | PSRLVD -> (match e with
               | Sse -> false
               | _ -> true)
  | PSRAVD -> (match e with
               | Sse -> false
               | _ -> true)
  | PSLLVQ -> (match e with
               | Sse -> false
               | _ -> true)
  | PSRLVQ -> (match e with
               | Sse -> false
               | _ -> true)
  | PBLENDD _ -> (match e with
                  | Sse -> false
                  | _ -> true)
  | _ -> true

(** val legal1 : vop1 -> enc -> bool **)

let legal1 o e =
  match o with
  | AESIMC -> (match e with
               | Vex256 -> false
               | _ -> true)
  | AESKEYGENASSIST _ -> (match e with
                          | Vex256 -> false
                          | _ -> true)
  | _ -> true

(** val vex_only_128 : enc -> bool **)

let vex_only_128 = function
| Vex256 -> false
| _ -> true

(** val only_if : bool -> 'a1 -> 'a1 option **)

let only_if b x =
  if b then Some x else None

(** val describe : instr -> op desc option **)

let describe = function
| Mov (w, d0, s) ->
  (match d0 with
   | R d ->
     let (x, a) = read_rmi w s in
     Some { d_op = (OLow (bits w)); d_in = (x :: []); d_access = a; d_out =
     ((OLoc (G d)) :: []) }
   | M m ->
     (match s with
      | Memory _ -> None
      | _ ->
        Some { d_op = (OLow (bits w)); d_in = ((fst (read_rmi w s)) :: []);
          d_access = (Some (scalar w Store m)); d_out = ((OMem (O,
          (nbytes w))) :: []) }))
| Movbe (w, d0, s0) ->
  (match d0 with
   | R d ->
     (match s0 with
      | R _ -> None
      | M m ->
        Some { d_op = (OReverse (nbytes w)); d_in = ((IMem (O,
          (nbytes w))) :: []); d_access = (Some (scalar w Load m)); d_out =
          ((OLoc (G d)) :: []) })
   | M m ->
     (match s0 with
      | R s ->
        Some { d_op = (OReverse (nbytes w)); d_in = ((ILoc (G s)) :: []);
          d_access = (Some (scalar w Store m)); d_out = ((OMem (O,
          (nbytes w))) :: []) }
      | M _ -> None))
| Movzb (d, m) ->
  Some { d_op = (OLow ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))); d_in = ((IMem (O, (S O))) :: []); d_access = (Some
    { a_use = Load; a_mem = m; a_bytes = (S O); a_align = Bignum.one });
    d_out = ((OLoc (G d)) :: []) }
| Movb (m, s) ->
  Some { d_op = (OLow ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))); d_in = ((ILoc (G s)) :: []); d_access = (Some { a_use =
    Store; a_mem = m; a_bytes = (S O); a_align = Bignum.one }); d_out =
    ((OMem (O, (S O))) :: []) }
| Movzw (d, m) ->
  Some { d_op = (OLow ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))); d_in = ((IMem (O, (S
    (S O)))) :: []); d_access = (Some { a_use = Load; a_mem = m; a_bytes = (S
    (S O)); a_align = Bignum.one }); d_out = ((OLoc (G d)) :: []) }
| Movw (m, s) ->
  Some { d_op = (OLow ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))); d_in = ((ILoc (G
    s)) :: []); d_access = (Some { a_use = Store; a_mem = m; a_bytes = (S (S
    O)); a_align = Bignum.one }); d_out = ((OMem (O, (S (S O)))) :: []) }
| MovwLoad (d, m) ->
  Some { d_op = (OInsert (((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))), Bignum.zero)); d_in =
    ((ILoc (G d)) :: ((IMem (O, (S (S O)))) :: [])); d_access = (Some
    { a_use = Load; a_mem = m; a_bytes = (S (S O)); a_align = Bignum.one });
    d_out = ((OLoc (G d)) :: []) }
| Lea (w, d, m) ->
  Some { d_op = (OLow (bits w)); d_in = (IAddr :: []); d_access = (Some
    { a_use = Address; a_mem = m; a_bytes = O; a_align = Bignum.one });
    d_out = ((OLoc (G d)) :: []) }
| Alu (o, w, d, s) ->
  (match read_modify w d s with
   | Some p ->
     let (p0, out) = p in
     let (ins, a) = p0 in
     Some { d_op = (OAlu (o, w)); d_in = (app (carry o) ins); d_access = a;
     d_out = (out :: (alu_flags o)) }
   | None -> None)
| Cmp (o, w, a, b) ->
  (match a with
   | R r ->
     let (y, acc) = read_rmi w b in
     Some { d_op = (OCmp (o, w)); d_in = ((ILoc (G r)) :: (y :: []));
     d_access = acc; d_out =
     (match o with
      | CMP -> computed all_flags
      | TEST -> logic_flags) }
   | M m ->
     (match b with
      | Memory _ -> None
      | _ ->
        Some { d_op = (OCmp (o, w)); d_in = ((IMem (O,
          (nbytes w))) :: ((fst (read_rmi w b)) :: [])); d_access = (Some
          (scalar w Load m)); d_out =
          (match o with
           | CMP -> computed all_flags
           | TEST -> logic_flags) }))
| Un (o, w, d) ->
  let flags =
    match o with
    | NEG -> computed all_flags
    | NOT -> []
    | _ -> computed (PF :: (AF :: (ZF :: (SF :: (OF :: [])))))
  in
  (match d with
   | R d0 ->
     Some { d_op = (OUn (o, w)); d_in = ((ILoc (G d0)) :: []); d_access =
       None; d_out = ((OLoc (G d0)) :: flags) }
   | M m ->
     Some { d_op = (OUn (o, w)); d_in = ((IMem (O, (nbytes w))) :: []);
       d_access = (Some (scalar w Modify m)); d_out = ((OMem (O,
       (nbytes w))) :: flags) })
| Shift (o, w, d, k) ->
  if negb ((&&) (N.ltb Bignum.zero k) (N.ltb k (bits w)))
  then None
  else (match d with
        | R d0 ->
          Some { d_op = (OShift (o, w, k)); d_in = ((ILoc (G d0)) :: []);
            d_access = None; d_out = ((OLoc (G d0)) :: (shift_flags o k)) }
        | M m ->
          Some { d_op = (OShift (o, w, k)); d_in = ((IMem (O,
            (nbytes w))) :: []); d_access = (Some (scalar w Modify m));
            d_out = ((OMem (O, (nbytes w))) :: (shift_flags o k)) })
| ShiftCl (o, w, d0) ->
  (match d0 with
   | R d ->
     Some { d_op = (OShiftBy (o, w)); d_in = ((ILoc (G d)) :: ((ILoc (G
       RCX)) :: [])); d_access = None; d_out = ((OLoc (G
       d)) :: (shift_by_flags o)) }
   | M m ->
     Some { d_op = (OShiftBy (o, w)); d_in = ((IMem (O,
       (nbytes w))) :: ((ILoc (G RCX)) :: [])); d_access = (Some
       (scalar w Modify m)); d_out = ((OMem (O,
       (nbytes w))) :: (shift_by_flags o)) })
| Shx (o, w, d, s, c) ->
  let (x, a) = read_rm w s in
  (match o with
   | ROL -> None
   | ROR -> None
   | _ ->
     Some { d_op = (OShiftBy (o, w)); d_in = (x :: ((ILoc (G c)) :: []));
       d_access = a; d_out = ((OLoc (G d)) :: []) })
| Rorx (w, d, s, k) ->
  if negb (N.ltb k (bits w))
  then None
  else let (x, a) = read_rm w s in
       Some { d_op = (OShiftBy (ROR, w)); d_in = (x :: ((IConst k) :: []));
       d_access = a; d_out = ((OLoc (G d)) :: []) }
| Bmi (o, w, d, s1, s2) ->
  let (x, a) = read_rm w s2 in
  Some { d_op = (OBmi (o, w)); d_in = ((ILoc (G s1)) :: (x :: []));
  d_access = a; d_out = ((OLoc (G
  d)) :: (match o with
          | ANDN ->
            app (computed (ZF :: (SF :: [])))
              (app (cleared (CF :: (OF :: []))) (lost (AF :: (PF :: []))))
          | _ -> [])) }
| Shiftd (o, w, d, s, k) ->
  if negb ((&&) (N.ltb Bignum.zero k) (N.ltb k (bits w)))
  then None
  else (match d with
        | R d0 ->
          Some { d_op = (OShiftd (o, w, k)); d_in = ((ILoc (G d0)) :: ((ILoc
            (G s)) :: [])); d_access = None; d_out = ((OLoc (G
            d0)) :: (shift_flags SHL k)) }
        | M m ->
          Some { d_op = (OShiftd (o, w, k)); d_in = ((IMem (O,
            (nbytes w))) :: ((ILoc (G s)) :: [])); d_access = (Some
            (scalar w Modify m)); d_out = ((OMem (O,
            (nbytes w))) :: (shift_flags SHL k)) })
| ShiftdCl (o, w, d0, s) ->
  (match d0 with
   | R d ->
     Some { d_op = (OShiftdBy (o, w)); d_in = ((ILoc (G d)) :: ((ILoc (G
       s)) :: ((ILoc (G RCX)) :: []))); d_access = None; d_out = ((OLoc (G
       d)) :: (lost all_flags)) }
   | M m ->
     Some { d_op = (OShiftdBy (o, w)); d_in = ((IMem (O,
       (nbytes w))) :: ((ILoc (G s)) :: ((ILoc (G RCX)) :: []))); d_access =
       (Some (scalar w Modify m)); d_out = ((OMem (O,
       (nbytes w))) :: (lost all_flags)) })
| Bit (o, w, d, k) ->
  if negb (N.ltb k (bits w))
  then None
  else let flags =
         app (computed (CF :: [])) (lost (PF :: (AF :: (SF :: (OF :: [])))))
       in
       (match o with
        | BT ->
          (match d with
           | R d0 ->
             Some { d_op = (OBit (o, w, k)); d_in = ((ILoc (G d0)) :: []);
               d_access = None; d_out = flags }
           | M m ->
             Some { d_op = (OBit (o, w, k)); d_in = ((IMem (O,
               (nbytes w))) :: []); d_access = (Some (scalar w Load m));
               d_out = flags })
        | _ ->
          (match d with
           | R d0 ->
             Some { d_op = (OBit (o, w, k)); d_in = ((ILoc (G d0)) :: []);
               d_access = None; d_out = ((OLoc (G d0)) :: flags) }
           | M m ->
             Some { d_op = (OBit (o, w, k)); d_in = ((IMem (O,
               (nbytes w))) :: []); d_access = (Some (scalar w Modify m));
               d_out = ((OMem (O, (nbytes w))) :: flags) }))
| Scan (o, d, s) ->
  let (x, a) = read_rm W64 s in
  Some { d_op = (OScan o); d_in = ((ILoc (G d)) :: (x :: [])); d_access = a;
  d_out = ((OLoc (G
  d)) :: (app (computed (ZF :: []))
           (lost (CF :: (PF :: (AF :: (SF :: (OF :: [])))))))) }
| Popcnt (w, d, s) ->
  let (x, a) = read_rm w s in
  Some { d_op = (OPopcnt w); d_in = (x :: []); d_access = a; d_out = ((OLoc
  (G
  d)) :: (app (computed (ZF :: []))
           (cleared (CF :: (PF :: (AF :: (SF :: (OF :: [])))))))) }
| Rotc (o, w, d0) ->
  (match d0 with
   | R d ->
     Some { d_op = (ORotc (o, w)); d_in = ((ILoc (F CF)) :: ((ILoc (G
       d)) :: [])); d_access = None; d_out = ((OLoc (G
       d)) :: (computed (CF :: (OF :: [])))) }
   | M m ->
     Some { d_op = (ORotc (o, w)); d_in = ((ILoc (F CF)) :: ((IMem (O,
       (nbytes w))) :: [])); d_access = (Some (scalar w Modify m)); d_out =
       ((OMem (O, (nbytes w))) :: (computed (CF :: (OF :: [])))) })
| Carry op0 ->
  (match op0 with
   | STC ->
     Some { d_op = OCopies; d_in = []; d_access = None; d_out = ((OConst ((F
       CF), Bignum.one)) :: []) }
   | CLC ->
     Some { d_op = OCopies; d_in = []; d_access = None; d_out = ((OConst ((F
       CF), Bignum.zero)) :: []) }
   | CMC ->
     Some { d_op = ONot; d_in = ((ILoc (F CF)) :: []); d_access = None;
       d_out = ((OLoc (F CF)) :: []) })
| Xchg (a, b) ->
  Some { d_op = OCopies; d_in = ((ILoc (G b)) :: ((ILoc (G a)) :: []));
    d_access = None; d_out = ((OLoc (G a)) :: ((OLoc (G b)) :: [])) }
| Movslq (d, s) ->
  let (x, a) = read_rm W32 s in
  Some { d_op = OSigned; d_in = (x :: []); d_access = a; d_out = ((OLoc (G
  d)) :: []) }
| Bswap (w, d) ->
  Some { d_op = (OReverse (nbytes w)); d_in = ((ILoc (G d)) :: []);
    d_access = None; d_out = ((OLoc (G d)) :: []) }
| Mul (w, s) ->
  let (x, a) = read_rm w s in
  Some { d_op = (OMul w); d_in = ((ILoc (G RAX)) :: (x :: [])); d_access = a;
  d_out =
  (app ((OLoc (G RDX)) :: ((OLoc (G RAX)) :: []))
    (app (computed (CF :: (OF :: [])))
      (lost (PF :: (AF :: (ZF :: (SF :: []))))))) }
| ImulWide (w, s) ->
  let (x, a) = read_rm w s in
  Some { d_op = (OImulWide w); d_in = ((ILoc (G RAX)) :: (x :: []));
  d_access = a; d_out =
  (app ((OLoc (G RDX)) :: ((OLoc (G RAX)) :: []))
    (app (computed (CF :: (OF :: [])))
      (lost (PF :: (AF :: (ZF :: (SF :: []))))))) }
| Imul (w, d, s) ->
  let (x, a) = read_rm w s in
  Some { d_op = (OImul w); d_in = ((ILoc (G d)) :: (x :: [])); d_access = a;
  d_out = ((OLoc (G
  d)) :: (app (computed (CF :: (OF :: [])))
           (lost (PF :: (AF :: (ZF :: (SF :: []))))))) }
| ImulConst (w, d, s, z0) ->
  let (x, a) = read_rm w s in
  Some { d_op = (OImul w); d_in = (x :: ((IConst (word (bits w) z0)) :: []));
  d_access = a; d_out = ((OLoc (G
  d)) :: (app (computed (CF :: (OF :: [])))
           (lost (PF :: (AF :: (ZF :: (SF :: []))))))) }
| Mulx (w, hi, lo, s) ->
  let (x, a) = read_rm w s in
  Some { d_op = (OMulx w); d_in = ((ILoc (G RDX)) :: (x :: [])); d_access =
  a; d_out = ((OLoc (G hi)) :: ((OLoc (G lo)) :: [])) }
| Adcx (w, d, s) ->
  let (x, a) = read_rm w s in
  Some { d_op = (OAdx w); d_in = ((ILoc (F CF)) :: ((ILoc (G
  d)) :: (x :: []))); d_access = a; d_out = ((OLoc (G d)) :: ((OLoc (F
  CF)) :: [])) }
| Adox (w, d, s) ->
  let (x, a) = read_rm w s in
  Some { d_op = (OAdx w); d_in = ((ILoc (F OF)) :: ((ILoc (G
  d)) :: (x :: []))); d_access = a; d_out = ((OLoc (G d)) :: ((OLoc (F
  OF)) :: [])) }
| Cmov (c, w, d, s) ->
  let (x, a) = read_rm w s in
  Some { d_op = (OCmov (c, w)); d_in = ((ILoc (G
  d)) :: (x :: (map (fun f -> ILoc (F f)) (cc_flags c)))); d_access = a;
  d_out = ((OLoc (G d)) :: []) }
| Set_ (c, d) ->
  Some { d_op = (OSet c); d_in = ((ILoc (G
    d)) :: (map (fun f -> ILoc (F f)) (cc_flags c))); d_access = None;
    d_out = ((OLoc (G d)) :: []) }
| Push (s, rg) ->
  Some { d_op = OPush; d_in = ((ILoc (G RSP)) :: ((ILoc (G s)) :: []));
    d_access = (Some
    (scalar W64 Store { m_base = (BaseReg RSP); m_index = None; m_disp =
      (Bignum.neg ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      Bignum.one)))); m_region = rg })); d_out = ((OLoc (G RSP)) :: ((OMem
    (O, (S (S (S (S (S (S (S (S O)))))))))) :: [])) }
| Pop (d, rg) ->
  Some { d_op = OPop; d_in = ((ILoc (G RSP)) :: ((IMem (O, (S (S (S (S (S (S
    (S (S O)))))))))) :: [])); d_access = (Some
    (scalar W64 Load { m_base = (BaseReg RSP); m_index = None; m_disp =
      Bignum.zero; m_region = rg })); d_out = ((OLoc (G d)) :: ((OLoc (G
    RSP)) :: [])) }
| VMov (k, e, d0, s) ->
  (match d0 with
   | X d ->
     let (ins, a) = read_vm e (move_align k e) s in
     Some { d_op = OCopies; d_in = ins; d_access = a; d_out = (vout e d) }
   | XM m ->
     (match s with
      | X s0 ->
        Some { d_op = OCopies; d_in = (vin e s0); d_access = (Some { a_use =
          Store; a_mem = m; a_bytes = (vbytes e); a_align =
          (move_align k e) }); d_out = (vmem_out e) }
      | XM _ -> None))
| Vop2 (o, e, d, s1, s2) ->
  let (ins, a) = read_vm e (operand_align e) s2 in
  only_if ((&&) (same_unless_vex e d s1) (legal2 o e)) { d_op = (OV2 (o,
    (lanes e))); d_in = (app (vin e s1) ins); d_access = a; d_out =
    (vout e d) }
| Vop1 (o, e, d, s) ->
  let (ins, a) = read_vm e (operand_align e) s in
  only_if (legal1 o e) { d_op = (OV1 (o, (lanes e))); d_in = ins; d_access =
    a; d_out = (vout e d) }
| VShift (o, e, d, s, k) ->
  only_if (same_unless_vex e d s) { d_op = (OVShift (o, k, (lanes e)));
    d_in = (vin e s); d_access = None; d_out = (vout e d) }
| MovGX (e, w, d, s) ->
  let (x, a) = read_rm w s in
  only_if (vex_only_128 e) { d_op = (OLow (bits w)); d_in = (x :: []);
    d_access = a; d_out = (vout e d) }
| MovXG (e, w, d, s) ->
  only_if (vex_only_128 e)
    (match d with
     | R d0 ->
       { d_op = (OLow (bits w)); d_in = ((ILoc (Lo s)) :: []); d_access =
         None; d_out = ((OLoc (G d0)) :: []) }
     | M m ->
       { d_op = (OLow (bits w)); d_in = ((ILoc (Lo s)) :: []); d_access =
         (Some (scalar w Store m)); d_out = ((OMem (O, (nbytes w))) :: []) })
| Movq (e, d, s) ->
  only_if (vex_only_128 e) { d_op = (OLow ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))))); d_in = ((ILoc (Lo
    s)) :: []); d_access = None; d_out = (vout e d) }
| Pinsr (e, w, d, s1, s2, i0) ->
  let (x, a) = read_rm w s2 in
  only_if
    ((&&) ((&&) (vex_only_128 e) (same_unless_vex e d s1))
      (N.ltb (N.mul i0 (bits w)) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        Bignum.one))))))))) { d_op = (OInsert ((bits w), i0)); d_in = ((ILoc
    (Lo s1)) :: (x :: [])); d_access = a; d_out = (vout e d) }
| Pextr (e, w, d, s, i0) ->
  only_if
    ((&&) (vex_only_128 e)
      (N.ltb (N.mul i0 (bits w)) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        Bignum.one)))))))))
    (match d with
     | R d0 ->
       { d_op = (OExtract ((bits w), i0)); d_in = ((ILoc (Lo s)) :: []);
         d_access = None; d_out = ((OLoc (G d0)) :: []) }
     | M m ->
       { d_op = (OExtract ((bits w), i0)); d_in = ((ILoc (Lo s)) :: []);
         d_access = (Some (scalar w Store m)); d_out = ((OMem (O,
         (nbytes w))) :: []) })
| Movmsk (k, e, d, s) ->
  let w =
    match k with
    | PMOVMSKB ->
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) Bignum.one)))
    | MOVMSKPS ->
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) Bignum.one)))))
    | MOVMSKPD ->
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        Bignum.one))))))
  in
  Some { d_op = (OMask (w, (lanes e))); d_in = (vin e s); d_access = None;
  d_out = ((OLoc (G d)) :: []) }
| MovhLoad (e, d, s1, m) ->
  only_if ((&&) (vex_only_128 e) (same_unless_vex e d s1)) { d_op = (OInsert
    (((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))))), Bignum.one)); d_in = ((ILoc (Lo s1)) :: ((IMem (O, (S
    (S (S (S (S (S (S (S O)))))))))) :: [])); d_access = (Some
    (scalar W64 Load m)); d_out = (vout e d) }
| MovhStore (e, m, s) ->
  only_if (vex_only_128 e) { d_op = (OExtract
    (((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))))), Bignum.one)); d_in = ((ILoc (Lo s)) :: []); d_access =
    (Some (scalar W64 Store m)); d_out = ((OMem (O, (S (S (S (S (S (S (S (S
    O)))))))))) :: []) }
| Vpbroadcast (w, e, d, s) ->
  (match s with
   | X x ->
     let x0 = ILoc (Lo x) in
     let a = None in
     only_if (match e with
              | Sse -> false
              | _ -> true) { d_op = (OSpread ((bits w), (lanes e))); d_in =
       (x0 :: []); d_access = a; d_out = (vout e d) }
   | XM m ->
     let x = IMem (O, (nbytes w)) in
     let a = Some (scalar w Load m) in
     only_if (match e with
              | Sse -> false
              | _ -> true) { d_op = (OSpread ((bits w), (lanes e))); d_in =
       (x :: []); d_access = a; d_out = (vout e d) })
| Vpermd (d, s1, s2) ->
  let (ins, a) = read_vm Vex256 Bignum.one s2 in
  Some { d_op = OPermd; d_in = (app (vin Vex256 s1) ins); d_access = a;
  d_out = (vout Vex256 d) }
| Pmovzxbd (e, d, s) ->
  let n0 = mul (S (S (S (S O)))) (lanes e) in
  (match s with
   | X x ->
     let x0 = ILoc (Lo x) in
     let a = None in
     Some { d_op = (OWiden (lanes e)); d_in = (x0 :: []); d_access = a;
     d_out = (vout e d) }
   | XM m ->
     let x = IMem (O, n0) in
     let a = Some { a_use = Load; a_mem = m; a_bytes = n0; a_align =
       Bignum.one }
     in
     Some { d_op = (OWiden (lanes e)); d_in = (x :: []); d_access = a;
     d_out = (vout e d) })
| PinsrN (k, e, d, s1, s2, i0) ->
  let n0 = match k with
           | W8 -> S O
           | W16 -> S (S O) in
  let w =
    N.mul ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) Bignum.one))) (N.of_nat n0)
  in
  (match s2 with
   | R r ->
     let x = ILoc (G r) in
     let a = None in
     only_if
       ((&&) ((&&) (vex_only_128 e) (same_unless_vex e d s1))
         (N.ltb (N.mul i0 w) ((fun x -> Bignum.shift_left x 1)
           ((fun x -> Bignum.shift_left x 1)
           ((fun x -> Bignum.shift_left x 1)
           ((fun x -> Bignum.shift_left x 1)
           ((fun x -> Bignum.shift_left x 1)
           ((fun x -> Bignum.shift_left x 1)
           ((fun x -> Bignum.shift_left x 1) Bignum.one))))))))) { d_op =
       (OInsert (w, i0)); d_in = ((ILoc (Lo s1)) :: (x :: [])); d_access = a;
       d_out = (vout e d) }
   | M m ->
     let x = IMem (O, n0) in
     let a = Some { a_use = Load; a_mem = m; a_bytes = n0; a_align =
       Bignum.one }
     in
     only_if
       ((&&) ((&&) (vex_only_128 e) (same_unless_vex e d s1))
         (N.ltb (N.mul i0 w) ((fun x -> Bignum.shift_left x 1)
           ((fun x -> Bignum.shift_left x 1)
           ((fun x -> Bignum.shift_left x 1)
           ((fun x -> Bignum.shift_left x 1)
           ((fun x -> Bignum.shift_left x 1)
           ((fun x -> Bignum.shift_left x 1)
           ((fun x -> Bignum.shift_left x 1) Bignum.one))))))))) { d_op =
       (OInsert (w, i0)); d_in = ((ILoc (Lo s1)) :: (x :: [])); d_access = a;
       d_out = (vout e d) })
| PextrN (k, e, d, s, i0) ->
  let n0 = match k with
           | W8 -> S O
           | W16 -> S (S O) in
  let w =
    N.mul ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) Bignum.one))) (N.of_nat n0)
  in
  only_if
    ((&&) (vex_only_128 e)
      (N.ltb (N.mul i0 w) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        Bignum.one)))))))))
    (match d with
     | R d0 ->
       { d_op = (OExtract (w, i0)); d_in = ((ILoc (Lo s)) :: []); d_access =
         None; d_out = ((OLoc (G d0)) :: []) }
     | M m ->
       { d_op = (OExtract (w, i0)); d_in = ((ILoc (Lo s)) :: []); d_access =
         (Some { a_use = Store; a_mem = m; a_bytes = n0; a_align =
         Bignum.one }); d_out = ((OMem (O, n0)) :: []) })
| Vpblendvb (e, d, s1, s2, mask0) ->
  let (ins, a) = read_vm e Bignum.one s2 in
  only_if (match e with
           | Sse -> false
           | _ -> true) { d_op = (OBlendBytes (lanes e)); d_in =
    (app (vin e s1) (app ins (vin e mask0))); d_access = a; d_out =
    (vout e d) }
| Vinserti128 (d, s1, s2, i0) ->
  (match s2 with
   | X x ->
     let ins = (ILoc (Lo x)) :: [] in
     let a = None in
     Some { d_op = (OInsert128 i0); d_in = (app (vin Vex256 s1) ins);
     d_access = a; d_out = (vout Vex256 d) }
   | XM m ->
     let ins = (IMem (O, (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
       O)))))))))))))))))) :: []
     in
     let a = Some { a_use = Load; a_mem = m; a_bytes = (S (S (S (S (S (S (S
       (S (S (S (S (S (S (S (S (S O)))))))))))))))); a_align = Bignum.one }
     in
     Some { d_op = (OInsert128 i0); d_in = (app (vin Vex256 s1) ins);
     d_access = a; d_out = (vout Vex256 d) })
| Vextracti128 (d, s, i0) ->
  Some
    (match d with
     | X d0 ->
       { d_op = (OExtract128 i0); d_in = (vin Vex256 s); d_access = None;
         d_out = (vout Vex128 d0) }
     | XM m ->
       { d_op = (OExtract128 i0); d_in = (vin Vex256 s); d_access = (Some
         { a_use = Store; a_mem = m; a_bytes = (S (S (S (S (S (S (S (S (S (S
         (S (S (S (S (S (S O)))))))))))))))); a_align = Bignum.one });
         d_out = ((OMem (O, (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
         O)))))))))))))))))) :: []) })
| Vperm2i128 (d, s1, s2, i0) ->
  let (ins, a) = read_vm Vex256 Bignum.one s2 in
  Some { d_op = (OPerm128 i0); d_in = (app (vin Vex256 s1) ins); d_access =
  a; d_out = (vout Vex256 d) }
| Vpermq (d, s, i0) ->
  let (ins, a) = read_vm Vex256 Bignum.one s in
  Some { d_op = (OPermq i0); d_in = ins; d_access = a; d_out =
  (vout Vex256 d) }
| Vbroadcasti128 (d, m) ->
  Some { d_op = OTwice; d_in = ((IMem (O, (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S O)))))))))))))))))) :: []); d_access = (Some { a_use = Load;
    a_mem = m; a_bytes = (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    O)))))))))))))))); a_align = Bignum.one }); d_out = (vout Vex256 d) }
| Vzeroupper ->
  Some { d_op = OCopies; d_in = []; d_access = None; d_out =
    (map (fun x -> OConst ((Hi x), Bignum.zero))
      (V0 :: (V1 :: (V2 :: (V3 :: (V4 :: (V5 :: (V6 :: (V7 :: (V8 :: (V9 :: (V10 :: (V11 :: (V12 :: (V13 :: (V14 :: (V15 :: []))))))))))))))))) }
| Prefetch (_, m) ->
  Some { d_op = OCopies; d_in = []; d_access = (Some { a_use = Touch; a_mem =
    m; a_bytes = O; a_align = Bignum.one }); d_out = [] }
| Nop -> Some { d_op = OCopies; d_in = []; d_access = None; d_out = [] }

(** val exec : env -> instr -> state -> (state * event list) option **)

let exec g i s =
  match describe i with
  | Some d -> step sem g d s
  | None -> None

(** val run :
    env -> instr list -> state -> (state * event list list) option **)

let rec run g p s =
  match p with
  | [] -> Some (s, [])
  | i :: p0 ->
    (match exec g i s with
     | Some p1 ->
       let (s0, t0) = p1 in
       (match run g p0 s0 with
        | Some p2 -> let (s1, ts) = p2 in Some (s1, (t0 :: ts))
        | None -> None)
     | None -> None)

type relation = Bignum.t -> Bignum.t -> bool

(** val reg_index : reg -> Bignum.t **)

let reg_index = function
| RAX -> Bignum.zero
| RCX -> Bignum.one
| RDX -> ((fun x -> Bignum.shift_left x 1) Bignum.one)
| RBX -> ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)
| RSP ->
  ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one))
| RBP ->
  ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one))
| RSI ->
  ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))
| RDI ->
  ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))
| R8 ->
  ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))
| R9 ->
  ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))
| R10 ->
  ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))
| R11 ->
  ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))
| R12 ->
  ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))
| R13 ->
  ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))
| R14 ->
  ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))
| R15 ->
  ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))

(** val vreg_index : vreg -> Bignum.t **)

let vreg_index = function
| V0 -> Bignum.zero
| V1 -> Bignum.one
| V2 -> ((fun x -> Bignum.shift_left x 1) Bignum.one)
| V3 -> ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)
| V4 ->
  ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one))
| V5 ->
  ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one))
| V6 ->
  ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))
| V7 ->
  ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))
| V8 ->
  ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))
| V9 ->
  ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))
| V10 ->
  ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))
| V11 ->
  ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)))
| V12 ->
  ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))
| V13 ->
  ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))
| V14 ->
  ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))
| V15 ->
  ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))

(** val flag_index : flag -> Bignum.t **)

let flag_index = function
| CF -> Bignum.zero
| PF -> Bignum.one
| AF -> ((fun x -> Bignum.shift_left x 1) Bignum.one)
| ZF -> ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)
| SF ->
  ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one))
| OF ->
  ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one))

(** val index : loc -> Bignum.t **)

let index = function
| G r -> reg_index r
| Lo x ->
  N.add ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)))) (vreg_index x)
| Hi x ->
  N.add ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one))))) (vreg_index x)
| F f ->
  N.add ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))
    (flag_index f)

(** val set_of : loc list -> Bignum.t **)

let set_of ls =
  fold_right (fun l s -> N.setbit s (index l)) Bignum.zero ls

(** val mem_set : loc -> Bignum.t -> bool **)

let mem_set l s =
  N.testbit s (index l)

(** val disjoint_sets : Bignum.t -> Bignum.t -> bool **)

let disjoint_sets a b =
  N.eqb (N.coq_land a b) Bignum.zero

(** val subset : Bignum.t -> Bignum.t -> bool **)

let subset a b =
  N.eqb (N.ldiff a b) Bignum.zero

(** val address_locs : mem -> loc list **)

let address_locs m =
  app (match m.m_base with
       | BaseReg r -> (G r) :: []
       | _ -> [])
    (match m.m_index with
     | Some p -> let (r, _) = p in (G r) :: []
     | None -> [])

(** val input_locs : input -> loc list **)

let input_locs = function
| ILoc l -> l :: []
| _ -> []

(** val output_locs : output -> loc list **)

let output_locs = function
| OLoc l -> l :: []
| OConst (l, _) -> l :: []
| OMem (_, _) -> []

(** val reads : 'a1 desc -> loc list **)

let reads d =
  app (flat_map input_locs d.d_in)
    (match d.d_access with
     | Some a -> address_locs a.a_mem
     | None -> [])

(** val writes : 'a1 desc -> loc list **)

let writes d =
  flat_map output_locs d.d_out

(** val gets : Bignum.t -> output -> loc list **)

let gets c = function
| OConst (l, k) -> if N.eqb k c then l :: [] else []
| _ -> []

(** val gets_other : Bignum.t -> output -> loc list **)

let gets_other c = function
| OLoc l -> l :: []
| OConst (l, k) -> if N.eqb k c then [] else l :: []
| OMem (_, _) -> []

(** val constantly : Bignum.t -> 'a1 desc -> Bignum.t **)

let constantly c d =
  N.ldiff (set_of (flat_map (gets c) d.d_out))
    (set_of (flat_map (gets_other c) d.d_out))

type footprint = { f_reads : Bignum.t; f_writes : Bignum.t;
                   f_zero : Bignum.t; f_lost : Bignum.t;
                   f_access : access option }

(** val footprint_of : 'a1 desc -> footprint **)

let footprint_of d =
  { f_reads = (set_of (reads d)); f_writes = (set_of (writes d)); f_zero =
    (constantly Bignum.zero d); f_lost = (constantly undefined d); f_access =
    d.d_access }

(** val touches : use -> bool **)

let touches u =
  (||) (loads u) (stores u)

(** val conflicting : use -> use -> bool **)

let conflicting a b =
  (||) ((&&) (stores a) (touches b)) ((&&) (touches a) (stores b))

(** val before : Bignum.t -> nat -> Bignum.t -> nat -> bool **)

let before d1 n1 d2 n2 =
  (&&) (Z.leb (Z.add d1 (Z.of_nat n1)) d2)
    (Z.leb (Z.sub (Z.add d2 (Z.of_nat n2)) d1)
      (Z.pow ((fun x -> Bignum.shift_left x 1) Bignum.one)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        Bignum.one))))))))

(** val same_registers : mem -> mem -> bool **)

let same_registers m1 m2 =
  (&&) (bool_decide (decide_rel mbase_eq_dec m1.m_base m2.m_base))
    (bool_decide
      (decide_rel (option_eq_dec (prod_eq_dec reg_eq_dec n_eq_dec))
        m1.m_index m2.m_index))

(** val apart : relation -> access -> access -> bool **)

let apart rel a b =
  let m1 = a.a_mem in
  let m2 = b.a_mem in
  (||) (rel m1.m_region m2.m_region)
    ((&&) (same_registers m1 m2)
      ((||) (before m1.m_disp a.a_bytes m2.m_disp b.a_bytes)
        (before m2.m_disp b.a_bytes m1.m_disp a.a_bytes)))

(** val accesses_commute :
    relation -> access option -> access option -> bool **)

let accesses_commute rel a b =
  match a with
  | Some a0 ->
    (match b with
     | Some b0 ->
       (||) (negb (conflicting a0.a_use b0.a_use)) (apart rel a0 b0)
     | None -> true)
  | None -> true

(** val writes_commute : footprint -> footprint -> bool **)

let writes_commute f1 f2 =
  subset (N.coq_land f1.f_writes f2.f_writes)
    (N.coq_lor (N.coq_land f1.f_zero f2.f_zero)
      (N.coq_land f1.f_lost f2.f_lost))

(** val independent : relation -> footprint -> footprint -> bool **)

let independent rel f1 f2 =
  (&&)
    ((&&)
      ((&&) (disjoint_sets f1.f_writes f2.f_reads)
        (disjoint_sets f2.f_writes f1.f_reads)) (writes_commute f1 f2))
    (accesses_commute rel f1.f_access f2.f_access)

type item = { i_instr : instr; i_footprint : footprint }

(** val annotate : instr -> item option **)

let annotate i =
  match describe i with
  | Some d -> Some { i_instr = i; i_footprint = (footprint_of d) }
  | None -> None

(** val annotate_all : instr list -> item list option **)

let rec annotate_all = function
| [] -> Some []
| i :: p0 ->
  (match annotate i with
   | Some x ->
     (match annotate_all p0 with
      | Some q -> Some (x :: q)
      | None -> None)
   | None -> None)

(** val pull : relation -> nat -> item list -> (item * item list) option **)

let rec pull rel k p =
  match k with
  | O -> (match p with
          | [] -> None
          | x :: p0 -> Some (x, p0))
  | S k0 ->
    (match p with
     | [] -> None
     | x :: p0 ->
       (match pull rel k0 p0 with
        | Some p1 ->
          let (y, q) = p1 in
          if independent rel x.i_footprint y.i_footprint
          then Some (y, (x :: q))
          else None
        | None -> None))

(** val perform : relation -> nat list -> item list -> item list option **)

let rec perform rel hints p =
  match hints with
  | [] -> (match p with
           | [] -> Some []
           | _ :: _ -> None)
  | k :: hints0 ->
    (match pull rel k p with
     | Some p0 ->
       let (y, q) = p0 in
       (match perform rel hints0 q with
        | Some q0 -> Some (y :: q0)
        | None -> None)
     | None -> None)

(** val both : relation -> relation **)

let both rel r1 r2 =
  (&&) (rel r1 r2) (rel r2 r1)

(** val reorder : relation -> nat list -> instr list -> instr list option **)

let reorder rel hints clean =
  match annotate_all clean with
  | Some p ->
    (match perform (both rel) hints p with
     | Some q -> Some (map (fun i -> i.i_instr) q)
     | None -> None)
  | None -> None

(** val check_reorder :
    relation -> nat list -> instr list -> instr list -> bool **)

let check_reorder rel hints clean fast =
  match reorder rel hints clean with
  | Some q -> bool_decide (decide_rel (list_eq_dec0 instr_eq_dec) q fast)
  | None -> false

(** val append : Bignum.t -> Bignum.t -> Bignum.t **)

let rec append i j =
  (fun f2p1 f2p f1 p -> if Bignum.equal p Bignum.one then f1 () else let q = Bignum.shift_right p 1 in if Bignum.testbit p 0 then f2p1 q else f2p q)
    (fun ii -> (fun x -> Bignum.succ (Bignum.shift_left x 1))
    (append ii j))
    (fun ii -> (fun x -> Bignum.shift_left x 1) (append ii j))
    (fun _ -> j)
    i

module PositiveMap =
 struct
  type key = Bignum.t

  type 'a tree =
  | Leaf
  | Node of 'a tree * 'a option * 'a tree

  type 'a t = 'a tree

  (** val empty : 'a1 t **)

  let empty =
    Leaf

  (** val find : key -> 'a1 t -> 'a1 option **)

  let rec find i = function
  | Leaf -> None
  | Node (l, o, r) ->
    ((fun f2p1 f2p f1 p -> if Bignum.equal p Bignum.one then f1 () else let q = Bignum.shift_right p 1 in if Bignum.testbit p 0 then f2p1 q else f2p q)
       (fun ii -> find ii r)
       (fun ii -> find ii l)
       (fun _ -> o)
       i)

  (** val add : key -> 'a1 -> 'a1 t -> 'a1 t **)

  let rec add i v = function
  | Leaf ->
    ((fun f2p1 f2p f1 p -> if Bignum.equal p Bignum.one then f1 () else let q = Bignum.shift_right p 1 in if Bignum.testbit p 0 then f2p1 q else f2p q)
       (fun ii -> Node (Leaf, None, (add ii v Leaf)))
       (fun ii -> Node ((add ii v Leaf), None, Leaf))
       (fun _ -> Node (Leaf, (Some v), Leaf))
       i)
  | Node (l, o, r) ->
    ((fun f2p1 f2p f1 p -> if Bignum.equal p Bignum.one then f1 () else let q = Bignum.shift_right p 1 in if Bignum.testbit p 0 then f2p1 q else f2p q)
       (fun ii -> Node (l, o, (add ii v r)))
       (fun ii -> Node ((add ii v l), o, r))
       (fun _ -> Node (l, (Some v), r))
       i)

  (** val xelements : 'a1 t -> key -> (key * 'a1) list **)

  let rec xelements m i =
    match m with
    | Leaf -> []
    | Node (l, o, r) ->
      (match o with
       | Some x ->
         app
           (xelements l
             (append i ((fun x -> Bignum.shift_left x 1) Bignum.one))) ((i,
           x) :: (xelements r
                   (append i ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                     Bignum.one))))
       | None ->
         app
           (xelements l
             (append i ((fun x -> Bignum.shift_left x 1) Bignum.one)))
           (xelements r
             (append i ((fun x -> Bignum.succ (Bignum.shift_left x 1))
               Bignum.one))))

  (** val elements : 'a1 t -> (key * 'a1) list **)

  let elements m =
    xelements m Bignum.one
 end

type sstore = { ss_region : Bignum.t; ss_base : Bignum.t; ss_off : Bignum.t;
                ss_len : nat; ss_val : Bignum.t }

type node =
| NInit of loc
| NConst of Bignum.t
| NSym of Bignum.t
| NPlus of Bignum.t * Bignum.t
| NScaled of Bignum.t * Bignum.t * Bignum.t
| NOp of op * nat * Bignum.t * Bignum.t list
| NXor of Bignum.t * Bignum.t list
| NLoad of sstore list * Bignum.t * Bignum.t * nat
| NSlice of Bignum.t * nat * nat
| NParts of ((nat * nat) * Bignum.t) list

(** val sstore_eq_dec : (sstore, sstore) relDecision **)

let sstore_eq_dec x y =
  let { ss_region = ss_region0; ss_base = ss_base0; ss_off = ss_off0;
    ss_len = ss_len0; ss_val = ss_val0 } = x
  in
  let { ss_region = ss_region1; ss_base = ss_base1; ss_off = ss_off1;
    ss_len = ss_len1; ss_val = ss_val1 } = y
  in
  if decide_rel n_eq_dec ss_region0 ss_region1
  then if decide_rel Coq0_Pos.eq_dec ss_base0 ss_base1
       then if decide_rel n_eq_dec ss_off0 ss_off1
            then if decide_rel Coq_Nat.eq_dec ss_len0 ss_len1
                 then decide_rel Coq0_Pos.eq_dec ss_val0 ss_val1
                 else false
            else false
       else false
  else false

(** val node_eq_dec : (node, node) relDecision **)

let node_eq_dec x y =
  match x with
  | NInit l ->
    (match y with
     | NInit l0 -> decide_rel loc_eq_dec l l0
     | _ -> false)
  | NConst c ->
    (match y with
     | NConst c0 -> decide_rel n_eq_dec c c0
     | _ -> false)
  | NSym p ->
    (match y with
     | NSym p0 -> decide_rel Coq0_Pos.eq_dec p p0
     | _ -> false)
  | NPlus (a, c) ->
    (match y with
     | NPlus (a0, c0) ->
       if decide_rel Coq0_Pos.eq_dec a a0
       then decide_rel n_eq_dec c c0
       else false
     | _ -> false)
  | NScaled (b, i, k) ->
    (match y with
     | NScaled (b0, i0, k0) ->
       if decide_rel Coq0_Pos.eq_dec b b0
       then if decide_rel Coq0_Pos.eq_dec i i0
            then decide_rel n_eq_dec k k0
            else false
       else false
     | _ -> false)
  | NOp (o, k, w, args) ->
    (match y with
     | NOp (o0, k0, w0, args0) ->
       if decide_rel op_eq_dec o o0
       then if decide_rel Coq_Nat.eq_dec k k0
            then if decide_rel n_eq_dec w w0
                 then decide_rel (list_eq_dec0 Coq0_Pos.eq_dec) args args0
                 else false
            else false
       else false
     | _ -> false)
  | NXor (w, args) ->
    (match y with
     | NXor (w0, args0) ->
       if decide_rel n_eq_dec w w0
       then decide_rel (list_eq_dec0 Coq0_Pos.eq_dec) args args0
       else false
     | _ -> false)
  | NLoad (chain, base, off, n0) ->
    (match y with
     | NLoad (chain0, base0, off0, n1) ->
       if decide_rel (list_eq_dec0 sstore_eq_dec) chain chain0
       then if decide_rel Coq0_Pos.eq_dec base base0
            then if decide_rel n_eq_dec off off0
                 then decide_rel Coq_Nat.eq_dec n0 n1
                 else false
            else false
       else false
     | _ -> false)
  | NSlice (a, o, n0) ->
    (match y with
     | NSlice (a0, o0, n1) ->
       if decide_rel Coq0_Pos.eq_dec a a0
       then if decide_rel Coq_Nat.eq_dec o o0
            then decide_rel Coq_Nat.eq_dec n0 n1
            else false
       else false
     | _ -> false)
  | NParts parts ->
    (match y with
     | NParts parts0 ->
       decide_rel
         (list_eq_dec0
           (prod_eq_dec (prod_eq_dec Coq_Nat.eq_dec Coq_Nat.eq_dec)
             Coq0_Pos.eq_dec)) parts parts0
     | _ -> false)

type table = { next : Bignum.t; defs : node PositiveMap.t;
               buckets : Bignum.t list PositiveMap.t }

(** val empty_table : table **)

let empty_table =
  { next = Bignum.one; defs = PositiveMap.empty; buckets = PositiveMap.empty }

(** val def : table -> Bignum.t -> node option **)

let def t0 i =
  PositiveMap.find i t0.defs

(** val mix : Bignum.t -> Bignum.t -> Bignum.t **)

let mix a b =
  N.coq_land
    (N.add
      (N.add
        (N.mul a ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))) b)
      Bignum.one) ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    Bignum.one)))))))))))))))))))))))

(** val mix_ids : Bignum.t list -> Bignum.t -> Bignum.t **)

let mix_ids l h =
  fold_right (fun i h0 -> mix h0 i) h l

(** val hash : node -> Bignum.t **)

let hash n0 =
  N.succ_pos
    (match n0 with
     | NInit _ -> Bignum.one
     | NConst c ->
       mix ((fun x -> Bignum.shift_left x 1) Bignum.one)
         (N.coq_land c ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           Bignum.one))))))))))))))))
     | NSym p ->
       mix ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one) p
     | NPlus (a, c) ->
       mix
         (mix ((fun x -> Bignum.shift_left x 1)
           ((fun x -> Bignum.shift_left x 1) Bignum.one)) a)
         (N.coq_land c ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           Bignum.one))))))))))))))))
     | NScaled (b, i, _) ->
       mix
         (mix ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           ((fun x -> Bignum.shift_left x 1) Bignum.one)) b) i
     | NOp (_, k, _, args) ->
       mix_ids args
         (mix ((fun x -> Bignum.shift_left x 1)
           ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))
           (N.of_nat k))
     | NXor (_, args) ->
       mix_ids args ((fun x -> Bignum.succ (Bignum.shift_left x 1))
         ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))
     | NLoad (_, base, off, _) ->
       mix
         (mix ((fun x -> Bignum.shift_left x 1)
           ((fun x -> Bignum.shift_left x 1)
           ((fun x -> Bignum.shift_left x 1) Bignum.one))) base) off
     | NSlice (a, o, _) ->
       mix
         (mix ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           ((fun x -> Bignum.shift_left x 1)
           ((fun x -> Bignum.shift_left x 1) Bignum.one))) a) (N.of_nat o)
     | NParts ps ->
       mix_ids (map snd ps) ((fun x -> Bignum.shift_left x 1)
         ((fun x -> Bignum.succ (Bignum.shift_left x 1))
         ((fun x -> Bignum.shift_left x 1) Bignum.one))))

(** val search : table -> node -> Bignum.t list -> Bignum.t option **)

let rec search t0 n0 = function
| [] -> None
| i :: l0 ->
  (match def t0 i with
   | Some n' ->
     if decide (decide_rel node_eq_dec n' n0) then Some i else search t0 n0 l0
   | None -> search t0 n0 l0)

(** val intern : table -> node -> (table * Bignum.t) option **)

let intern t0 n0 =
  let h = hash n0 in
  let b = match PositiveMap.find h t0.buckets with
          | Some b -> b
          | None -> [] in
  (match search t0 n0 b with
   | Some i -> Some (t0, i)
   | None ->
     (match def t0 t0.next with
      | Some _ -> None
      | None ->
        Some ({ next = (Coq_Pos.succ t0.next); defs =
          (PositiveMap.add t0.next n0 t0.defs); buckets =
          (PositiveMap.add h (t0.next :: b) t0.buckets) }, t0.next)))

(** val refers : node -> Bignum.t list **)

let refers n0 =
  let of_store = fun st -> st.ss_base :: (st.ss_val :: []) in
  (match n0 with
   | NPlus (a, _) -> a :: []
   | NScaled (b, i, _) -> b :: (i :: [])
   | NOp (_, _, _, args) -> args
   | NXor (_, args) -> args
   | NLoad (chain, base, _, _) -> base :: (flat_map of_store chain)
   | NSlice (a, _, _) -> a :: []
   | NParts ps -> map snd ps
   | _ -> [])

(** val refers_back : (Bignum.t * node) -> bool **)

let refers_back p =
  forallb (fun j -> Coq_Pos.ltb j (fst p)) (refers (snd p))

(** val well_founded_table : table -> bool **)

let well_founded_table t0 =
  forallb refers_back (PositiveMap.elements t0.defs)

(** val start_capacity : loc -> Bignum.t **)

let start_capacity l = match l with
| F _ -> ((fun x -> Bignum.shift_left x 1) Bignum.one)
| _ -> capacity l

(** val fits : table -> Bignum.t -> Bignum.t -> bool **)

let fits t0 i w =
  match def t0 i with
  | Some n0 ->
    (match n0 with
     | NInit l -> N.leb (start_capacity l) w
     | NConst c -> N.eqb (low w c) c
     | NOp (_, _, v, _) -> N.leb v w
     | NXor (v, _) -> N.leb v w
     | NLoad (_, _, _, n1) ->
       N.leb
         (N.mul ((fun x -> Bignum.shift_left x 1)
           ((fun x -> Bignum.shift_left x 1)
           ((fun x -> Bignum.shift_left x 1) Bignum.one))) (N.of_nat n1)) w
     | NSlice (_, _, n1) ->
       N.leb
         (N.mul ((fun x -> Bignum.shift_left x 1)
           ((fun x -> Bignum.shift_left x 1)
           ((fun x -> Bignum.shift_left x 1) Bignum.one))) (N.of_nat n1)) w
     | NParts _ -> false
     | _ ->
       N.leb ((fun x -> Bignum.shift_left x 1)
         ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
         ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
         ((fun x -> Bignum.shift_left x 1) Bignum.one)))))) w)
  | None -> false

(** val constant : table -> Bignum.t -> Bignum.t option **)

let constant t0 i =
  match def t0 i with
  | Some n0 -> (match n0 with
                | NConst c -> Some c
                | _ -> None)
  | None -> None

(** val constants : table -> Bignum.t list -> Bignum.t list option **)

let rec constants t0 = function
| [] -> Some []
| i :: l0 ->
  (match constant t0 i with
   | Some c ->
     (match constants t0 l0 with
      | Some cs -> Some (c :: cs)
      | None -> None)
   | None -> None)

(** val parts_of_sum : table -> Bignum.t -> Bignum.t * Bignum.t **)

let parts_of_sum t0 i =
  match def t0 i with
  | Some n0 -> (match n0 with
                | NPlus (a, c) -> (a, c)
                | _ -> (i, Bignum.zero))
  | None -> (i, Bignum.zero)

(** val mk_plus :
    table -> Bignum.t -> Bignum.t -> (table * Bignum.t) option **)

let mk_plus t0 i c =
  let (a, c0) = parts_of_sum t0 i in
  let c1 =
    low ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      Bignum.one)))))) (N.add c0 c)
  in
  if (&&) (N.eqb c1 Bignum.zero)
       (fits t0 a ((fun x -> Bignum.shift_left x 1)
         ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
         ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
         ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))
  then Some (t0, a)
  else intern t0 (NPlus (a, c1))

(** val merge : Bignum.t list -> Bignum.t list -> Bignum.t list **)

let rec merge = function
| [] -> (fun l2 -> l2)
| x :: l1' ->
  let rec merge_into = function
  | [] -> x :: l1'
  | y :: l2' ->
    (match Coq_Pos.compare x y with
     | Eq -> merge l1' l2'
     | Lt -> x :: (merge l1' (y :: l2'))
     | Gt -> y :: (merge_into l2'))
  in merge_into

(** val xor_parts : table -> Bignum.t -> Bignum.t -> Bignum.t list **)

let xor_parts t0 w i =
  match def t0 i with
  | Some n0 ->
    (match n0 with
     | NXor (v, l) -> if N.eqb v w then l else i :: []
     | _ -> i :: [])
  | None -> i :: []

(** val mk_xor :
    table -> Bignum.t -> Bignum.t -> Bignum.t -> (table * Bignum.t) option **)

let mk_xor t0 w i j =
  match merge (xor_parts t0 w i) (xor_parts t0 w j) with
  | [] -> intern t0 (NConst Bignum.zero)
  | a :: l0 ->
    (match l0 with
     | [] ->
       if fits t0 a w then Some (t0, a) else intern t0 (NXor (w, (a :: [])))
     | p :: l1 -> intern t0 (NXor (w, (a :: (p :: l1)))))

(** val mk_low :
    table -> Bignum.t -> Bignum.t -> node -> (table * Bignum.t) option **)

let mk_low t0 w i otherwise =
  if fits t0 i w then Some (t0, i) else intern t0 otherwise

(** val commutative : vop2 -> bool **)

let commutative = function
| POR -> true
| PAND -> true
| PADDB -> true
| PADDD -> true
| PADDQ -> true
| PMULUDQ -> true
| _ -> false

(** val plain_lanes : vop2 -> bool **)

let plain_lanes = function
| SHUFPD _ -> false
| PBLENDD _ -> false
| _ -> true

(** val mk_lane :
    table -> Bignum.t -> vop2 -> Bignum.t -> Bignum.t -> (table * Bignum.t)
    option **)

let mk_lane t0 w o a b =
  match o with
  | PXOR -> mk_xor t0 w a b
  | _ ->
    if (&&) (commutative o) (Coq_Pos.ltb b a)
    then intern t0 (NOp ((OV2 (o, (S O))), O, w, (b :: (a :: []))))
    else intern t0 (NOp ((OV2 (o, (S O))), O, w, (a :: (b :: []))))

(** val cancels : op -> Bignum.t list -> bool **)

let cancels o args =
  match o with
  | OAlu (o0, _) ->
    (match o0 with
     | SUB ->
       (match args with
        | [] -> false
        | a :: l ->
          (match l with
           | [] -> false
           | b :: l0 ->
             (match l0 with
              | [] -> Coq_Pos.eqb a b
              | _ :: _ -> false)))
     | XOR ->
       (match args with
        | [] -> false
        | a :: l ->
          (match l with
           | [] -> false
           | b :: l0 ->
             (match l0 with
              | [] -> Coq_Pos.eqb a b
              | _ :: _ -> false)))
     | _ -> false)
  | OCmp (o0, _) ->
    (match o0 with
     | CMP ->
       (match args with
        | [] -> false
        | a :: l ->
          (match l with
           | [] -> false
           | b :: l0 ->
             (match l0 with
              | [] -> Coq_Pos.eqb a b
              | _ :: _ -> false)))
     | TEST -> false)
  | _ -> false

(** val mk_op :
    table -> op -> nat -> Bignum.t -> Bignum.t list -> (table * Bignum.t)
    option **)

let mk_op t0 o k w args =
  let plain = NOp (o, k, w, args) in
  (match constants t0 args with
   | Some cs -> intern t0 (NConst (low w (nth k (sem o cs) Bignum.zero)))
   | None ->
     if cancels o args
     then intern t0 (NConst
            (low w
              (nth k (sem o (Bignum.zero :: (Bignum.zero :: []))) Bignum.zero)))
     else (match o with
           | OCopies ->
             (match nth_error args k with
              | Some i -> mk_low t0 w i plain
              | None -> intern t0 plain)
           | OLow v ->
             (match args with
              | [] -> intern t0 plain
              | i :: l ->
                (match l with
                 | [] ->
                   (match k with
                    | O ->
                      if fits t0 i v
                      then mk_low t0 w i plain
                      else intern t0 plain
                    | S _ -> intern t0 plain)
                 | _ :: _ -> intern t0 plain))
           | OAlu (o0, w0) ->
             (match o0 with
              | ADD ->
                (match w0 with
                 | W32 -> intern t0 plain
                 | W64 ->
                   (match args with
                    | [] -> intern t0 plain
                    | a :: l ->
                      (match l with
                       | [] -> intern t0 plain
                       | b :: l0 ->
                         (match l0 with
                          | [] ->
                            (match k with
                             | O ->
                               if N.eqb w ((fun x -> Bignum.shift_left x 1)
                                    ((fun x -> Bignum.shift_left x 1)
                                    ((fun x -> Bignum.shift_left x 1)
                                    ((fun x -> Bignum.shift_left x 1)
                                    ((fun x -> Bignum.shift_left x 1)
                                    ((fun x -> Bignum.shift_left x 1)
                                    Bignum.one))))))
                               then (match constant t0 a with
                                     | Some c ->
                                       (match constant t0 b with
                                        | Some c0 -> mk_plus t0 a c0
                                        | None -> mk_plus t0 b c)
                                     | None ->
                                       (match constant t0 b with
                                        | Some c -> mk_plus t0 a c
                                        | None -> intern t0 plain))
                               else intern t0 plain
                             | S _ -> intern t0 plain)
                          | _ :: _ -> intern t0 plain))))
              | SUB ->
                (match w0 with
                 | W32 -> intern t0 plain
                 | W64 ->
                   (match args with
                    | [] -> intern t0 plain
                    | a :: l ->
                      (match l with
                       | [] -> intern t0 plain
                       | b :: l0 ->
                         (match l0 with
                          | [] ->
                            (match k with
                             | O ->
                               (match constant t0 b with
                                | Some c ->
                                  if (&&)
                                       (N.eqb w
                                         ((fun x -> Bignum.shift_left x 1)
                                         ((fun x -> Bignum.shift_left x 1)
                                         ((fun x -> Bignum.shift_left x 1)
                                         ((fun x -> Bignum.shift_left x 1)
                                         ((fun x -> Bignum.shift_left x 1)
                                         ((fun x -> Bignum.shift_left x 1)
                                         Bignum.one)))))))
                                       (N.eqb
                                         (low
                                           ((fun x -> Bignum.shift_left x 1)
                                           ((fun x -> Bignum.shift_left x 1)
                                           ((fun x -> Bignum.shift_left x 1)
                                           ((fun x -> Bignum.shift_left x 1)
                                           ((fun x -> Bignum.shift_left x 1)
                                           ((fun x -> Bignum.shift_left x 1)
                                           Bignum.one)))))) c) c)
                                  then mk_plus t0 a
                                         (N.sub
                                           (N.pow
                                             ((fun x -> Bignum.shift_left x 1)
                                             Bignum.one)
                                             ((fun x -> Bignum.shift_left x 1)
                                             ((fun x -> Bignum.shift_left x 1)
                                             ((fun x -> Bignum.shift_left x 1)
                                             ((fun x -> Bignum.shift_left x 1)
                                             ((fun x -> Bignum.shift_left x 1)
                                             ((fun x -> Bignum.shift_left x 1)
                                             Bignum.one))))))) c)
                                  else intern t0 plain
                                | None -> intern t0 plain)
                             | S _ -> intern t0 plain)
                          | _ :: _ -> intern t0 plain))))
              | _ -> intern t0 plain)
           | OUn (o0, w0) ->
             (match o0 with
              | INC ->
                (match w0 with
                 | W32 -> intern t0 plain
                 | W64 ->
                   (match args with
                    | [] -> intern t0 plain
                    | a :: l ->
                      (match l with
                       | [] ->
                         (match k with
                          | O ->
                            if N.eqb w ((fun x -> Bignum.shift_left x 1)
                                 ((fun x -> Bignum.shift_left x 1)
                                 ((fun x -> Bignum.shift_left x 1)
                                 ((fun x -> Bignum.shift_left x 1)
                                 ((fun x -> Bignum.shift_left x 1)
                                 ((fun x -> Bignum.shift_left x 1)
                                 Bignum.one))))))
                            then mk_plus t0 a Bignum.one
                            else intern t0 plain
                          | S _ -> intern t0 plain)
                       | _ :: _ -> intern t0 plain)))
              | DEC ->
                (match w0 with
                 | W32 -> intern t0 plain
                 | W64 ->
                   (match args with
                    | [] -> intern t0 plain
                    | a :: l ->
                      (match l with
                       | [] ->
                         (match k with
                          | O ->
                            if N.eqb w ((fun x -> Bignum.shift_left x 1)
                                 ((fun x -> Bignum.shift_left x 1)
                                 ((fun x -> Bignum.shift_left x 1)
                                 ((fun x -> Bignum.shift_left x 1)
                                 ((fun x -> Bignum.shift_left x 1)
                                 ((fun x -> Bignum.shift_left x 1)
                                 Bignum.one))))))
                            then mk_plus t0 a
                                   (N.sub
                                     (N.pow ((fun x -> Bignum.shift_left x 1)
                                       Bignum.one)
                                       ((fun x -> Bignum.shift_left x 1)
                                       ((fun x -> Bignum.shift_left x 1)
                                       ((fun x -> Bignum.shift_left x 1)
                                       ((fun x -> Bignum.shift_left x 1)
                                       ((fun x -> Bignum.shift_left x 1)
                                       ((fun x -> Bignum.shift_left x 1)
                                       Bignum.one))))))) Bignum.one)
                            else intern t0 plain
                          | S _ -> intern t0 plain)
                       | _ :: _ -> intern t0 plain)))
              | _ -> intern t0 plain)
           | OV2 (o0, lanes0) ->
             (match lanes0 with
              | O -> intern t0 plain
              | S n0 ->
                (match n0 with
                 | O ->
                   (match args with
                    | [] -> intern t0 plain
                    | a :: l ->
                      (match l with
                       | [] -> intern t0 plain
                       | b :: l0 ->
                         (match l0 with
                          | [] ->
                            (match k with
                             | O -> mk_lane t0 w o0 a b
                             | S _ -> intern t0 plain)
                          | _ :: _ -> intern t0 plain)))
                 | S n1 ->
                   (match n1 with
                    | O ->
                      (match args with
                       | [] -> intern t0 plain
                       | a :: l ->
                         (match l with
                          | [] -> intern t0 plain
                          | a' :: l0 ->
                            (match l0 with
                             | [] -> intern t0 plain
                             | b :: l1 ->
                               (match l1 with
                                | [] -> intern t0 plain
                                | b' :: l2 ->
                                  (match l2 with
                                   | [] ->
                                     (match k with
                                      | O ->
                                        if plain_lanes o0
                                        then mk_lane t0 w o0 a b
                                        else intern t0 plain
                                      | S n2 ->
                                        (match n2 with
                                         | O ->
                                           if plain_lanes o0
                                           then mk_lane t0 w o0 a' b'
                                           else intern t0 plain
                                         | S _ -> intern t0 plain))
                                   | _ :: _ -> intern t0 plain)))))
                    | S _ -> intern t0 plain)))
           | OV1 (o0, lanes0) ->
             (match lanes0 with
              | O -> intern t0 plain
              | S n0 ->
                (match n0 with
                 | O -> intern t0 plain
                 | S n1 ->
                   (match n1 with
                    | O ->
                      (match args with
                       | [] -> intern t0 plain
                       | a :: l ->
                         (match l with
                          | [] -> intern t0 plain
                          | a' :: l0 ->
                            (match l0 with
                             | [] ->
                               (match k with
                                | O ->
                                  intern t0 (NOp ((OV1 (o0, (S O))), O, w,
                                    (a :: [])))
                                | S n2 ->
                                  (match n2 with
                                   | O ->
                                     intern t0 (NOp ((OV1 (o0, (S O))), O, w,
                                       (a' :: [])))
                                   | S _ -> intern t0 plain))
                             | _ :: _ -> intern t0 plain)))
                    | S _ -> intern t0 plain)))
           | OVShift (o0, c, lanes0) ->
             (match lanes0 with
              | O -> intern t0 plain
              | S n0 ->
                (match n0 with
                 | O -> intern t0 plain
                 | S n1 ->
                   (match n1 with
                    | O ->
                      (match args with
                       | [] -> intern t0 plain
                       | a :: l ->
                         (match l with
                          | [] -> intern t0 plain
                          | a' :: l0 ->
                            (match l0 with
                             | [] ->
                               (match k with
                                | O ->
                                  intern t0 (NOp ((OVShift (o0, c, (S O))),
                                    O, w, (a :: [])))
                                | S n2 ->
                                  (match n2 with
                                   | O ->
                                     intern t0 (NOp ((OVShift (o0, c, (S
                                       O))), O, w, (a' :: [])))
                                   | S _ -> intern t0 plain))
                             | _ :: _ -> intern t0 plain)))
                    | S _ -> intern t0 plain)))
           | _ -> intern t0 plain))

type place = { p_region : Bignum.t; p_base : Bignum.t; p_off : Bignum.t;
               p_len : nat }

(** val place_of : sstore -> place **)

let place_of st =
  { p_region = st.ss_region; p_base = st.ss_base; p_off = st.ss_off; p_len =
    st.ss_len }

(** val places_apart : relation -> place -> place -> bool **)

let places_apart rel a b =
  (||) (rel a.p_region b.p_region)
    ((&&) (Coq_Pos.eqb a.p_base b.p_base)
      ((||) (before (Z.of_N a.p_off) a.p_len (Z.of_N b.p_off) b.p_len)
        (before (Z.of_N b.p_off) b.p_len (Z.of_N a.p_off) a.p_len)))

(** val same_place : place -> place -> bool **)

let same_place a b =
  (&&) ((&&) (Coq_Pos.eqb a.p_base b.p_base) (N.eqb a.p_off b.p_off))
    (Nat.eqb a.p_len b.p_len)

(** val precedes : place -> place -> bool **)

let precedes a b =
  if Coq_Pos.eqb a.p_base b.p_base
  then N.ltb a.p_off b.p_off
  else Coq_Pos.ltb a.p_base b.p_base

(** val push : relation -> sstore -> sstore list -> sstore list **)

let rec push rel st chain = match chain with
| [] -> st :: []
| c :: rest ->
  if same_place (place_of c) (place_of st)
  then st :: rest
  else if (&&) (places_apart rel (place_of c) (place_of st))
            (precedes (place_of c) (place_of st))
       then c :: (push rel st rest)
       else st :: chain

(** val seen : relation -> place -> sstore list -> sstore list **)

let seen rel p chain =
  filter (fun c -> negb (places_apart rel (place_of c) p)) chain

(** val resolve :
    relation -> place -> sstore list -> (Bignum.t, sstore list) sum **)

let rec resolve rel p = function
| [] -> Inr []
| c :: rest ->
  if same_place (place_of c) p
  then Inl c.ss_val
  else if places_apart rel (place_of c) p
       then resolve rel p rest
       else Inr (c :: (seen rel p rest))

(** val results : op -> nat -> nat **)

let results o n0 =
  match o with
  | OCopies -> n0
  | OLow _ ->
    (match n0 with
     | O -> O
     | S n1 -> (match n1 with
                | O -> S O
                | S _ -> O))
  | OReverse _ ->
    (match n0 with
     | O -> O
     | S n1 -> (match n1 with
                | O -> S O
                | S _ -> O))
  | OAlu (o0, _) ->
    (match o0 with
     | ADD ->
       (match n0 with
        | O -> O
        | S n1 ->
          (match n1 with
           | O -> O
           | S n2 ->
             (match n2 with
              | O -> S (S (S (S (S (S (S O))))))
              | S _ -> O)))
     | ADC ->
       (match n0 with
        | O -> O
        | S n1 ->
          (match n1 with
           | O -> O
           | S n2 ->
             (match n2 with
              | O -> O
              | S n3 ->
                (match n3 with
                 | O -> S (S (S (S (S (S (S O))))))
                 | S _ -> O))))
     | SUB ->
       (match n0 with
        | O -> O
        | S n1 ->
          (match n1 with
           | O -> O
           | S n2 ->
             (match n2 with
              | O -> S (S (S (S (S (S (S O))))))
              | S _ -> O)))
     | SBB ->
       (match n0 with
        | O -> O
        | S n1 ->
          (match n1 with
           | O -> O
           | S n2 ->
             (match n2 with
              | O -> O
              | S n3 ->
                (match n3 with
                 | O -> S (S (S (S (S (S (S O))))))
                 | S _ -> O))))
     | _ ->
       (match n0 with
        | O -> O
        | S n1 ->
          (match n1 with
           | O -> O
           | S n2 -> (match n2 with
                      | O -> S (S (S (S O)))
                      | S _ -> O))))
  | OCmp (o0, _) ->
    (match o0 with
     | CMP ->
       (match n0 with
        | O -> O
        | S n1 ->
          (match n1 with
           | O -> O
           | S n2 -> (match n2 with
                      | O -> S (S (S (S (S (S O)))))
                      | S _ -> O)))
     | TEST ->
       (match n0 with
        | O -> O
        | S n1 ->
          (match n1 with
           | O -> O
           | S n2 -> (match n2 with
                      | O -> S (S (S O))
                      | S _ -> O))))
  | OUn (o0, _) ->
    (match o0 with
     | NEG ->
       (match n0 with
        | O -> O
        | S n1 -> (match n1 with
                   | O -> S (S (S (S (S (S (S O))))))
                   | S _ -> O))
     | NOT ->
       (match n0 with
        | O -> O
        | S n1 -> (match n1 with
                   | O -> S O
                   | S _ -> O))
     | _ ->
       (match n0 with
        | O -> O
        | S n1 -> (match n1 with
                   | O -> S (S (S (S (S (S O)))))
                   | S _ -> O)))
  | OShift (o0, _, k) ->
    (match o0 with
     | ROL ->
       (match n0 with
        | O -> O
        | S n1 ->
          (match n1 with
           | O -> if N.eqb k Bignum.one then S (S (S O)) else S (S O)
           | S _ -> O))
     | ROR ->
       (match n0 with
        | O -> O
        | S n1 ->
          (match n1 with
           | O -> if N.eqb k Bignum.one then S (S (S O)) else S (S O)
           | S _ -> O))
     | _ ->
       (match n0 with
        | O -> O
        | S n1 ->
          (match n1 with
           | O ->
             if N.eqb k Bignum.one
             then S (S (S (S (S (S O)))))
             else S (S (S (S (S O))))
           | S _ -> O)))
  | OShiftBy (_, _) ->
    (match n0 with
     | O -> O
     | S n1 ->
       (match n1 with
        | O -> O
        | S n2 -> (match n2 with
                   | O -> S O
                   | S _ -> O)))
  | OBmi (o0, _) ->
    (match o0 with
     | ANDN ->
       (match n0 with
        | O -> O
        | S n1 ->
          (match n1 with
           | O -> O
           | S n2 -> (match n2 with
                      | O -> S (S (S O))
                      | S _ -> O)))
     | _ ->
       (match n0 with
        | O -> O
        | S n1 ->
          (match n1 with
           | O -> O
           | S n2 -> (match n2 with
                      | O -> S O
                      | S _ -> O))))
  | OShiftd (_, _, k) ->
    (match n0 with
     | O -> O
     | S n1 ->
       (match n1 with
        | O -> O
        | S n2 ->
          (match n2 with
           | O ->
             if N.eqb k Bignum.one
             then S (S (S (S (S (S O)))))
             else S (S (S (S (S O))))
           | S _ -> O)))
  | OShiftdBy (_, _) ->
    (match n0 with
     | O -> O
     | S n1 ->
       (match n1 with
        | O -> O
        | S n2 ->
          (match n2 with
           | O -> O
           | S n3 -> (match n3 with
                      | O -> S O
                      | S _ -> O))))
  | OBit (o0, _, _) ->
    (match o0 with
     | BT ->
       (match n0 with
        | O -> O
        | S n1 -> (match n1 with
                   | O -> S O
                   | S _ -> O))
     | _ ->
       (match n0 with
        | O -> O
        | S n1 -> (match n1 with
                   | O -> S (S O)
                   | S _ -> O)))
  | OPopcnt _ ->
    (match n0 with
     | O -> O
     | S n1 -> (match n1 with
                | O -> S (S O)
                | S _ -> O))
  | ORotc (_, _) ->
    (match n0 with
     | O -> O
     | S n1 ->
       (match n1 with
        | O -> O
        | S n2 -> (match n2 with
                   | O -> S (S (S O))
                   | S _ -> O)))
  | ONot ->
    (match n0 with
     | O -> O
     | S n1 -> (match n1 with
                | O -> S O
                | S _ -> O))
  | OSigned ->
    (match n0 with
     | O -> O
     | S n1 -> (match n1 with
                | O -> S O
                | S _ -> O))
  | OMul _ ->
    (match n0 with
     | O -> O
     | S n1 ->
       (match n1 with
        | O -> O
        | S n2 -> (match n2 with
                   | O -> S (S (S (S O)))
                   | S _ -> O)))
  | OImulWide _ ->
    (match n0 with
     | O -> O
     | S n1 ->
       (match n1 with
        | O -> O
        | S n2 -> (match n2 with
                   | O -> S (S (S (S O)))
                   | S _ -> O)))
  | OImul _ ->
    (match n0 with
     | O -> O
     | S n1 ->
       (match n1 with
        | O -> O
        | S n2 -> (match n2 with
                   | O -> S (S (S O))
                   | S _ -> O)))
  | OAdx _ ->
    (match n0 with
     | O -> O
     | S n1 ->
       (match n1 with
        | O -> O
        | S n2 ->
          (match n2 with
           | O -> O
           | S n3 -> (match n3 with
                      | O -> S (S O)
                      | S _ -> O))))
  | OCmov (_, _) ->
    (match n0 with
     | O -> O
     | S n1 -> (match n1 with
                | O -> O
                | S _ -> S O))
  | OSet _ -> (match n0 with
               | O -> O
               | S _ -> S O)
  | OV2 (_, lanes0) ->
    (match lanes0 with
     | O -> O
     | S n1 ->
       (match n1 with
        | O ->
          (match n0 with
           | O -> O
           | S n2 ->
             (match n2 with
              | O -> O
              | S n3 -> (match n3 with
                         | O -> S O
                         | S _ -> O)))
        | S n2 ->
          (match n2 with
           | O ->
             (match n0 with
              | O -> O
              | S n3 ->
                (match n3 with
                 | O -> O
                 | S n4 ->
                   (match n4 with
                    | O -> O
                    | S n5 ->
                      (match n5 with
                       | O -> O
                       | S n6 -> (match n6 with
                                  | O -> S (S O)
                                  | S _ -> O)))))
           | S _ -> O)))
  | OV1 (_, lanes0) ->
    (match lanes0 with
     | O -> O
     | S n1 ->
       (match n1 with
        | O ->
          (match n0 with
           | O -> O
           | S n2 -> (match n2 with
                      | O -> S O
                      | S _ -> O))
        | S n2 ->
          (match n2 with
           | O ->
             (match n0 with
              | O -> O
              | S n3 ->
                (match n3 with
                 | O -> O
                 | S n4 -> (match n4 with
                            | O -> S (S O)
                            | S _ -> O)))
           | S _ -> O)))
  | OVShift (_, _, lanes0) ->
    (match lanes0 with
     | O -> O
     | S n1 ->
       (match n1 with
        | O ->
          (match n0 with
           | O -> O
           | S n2 -> (match n2 with
                      | O -> S O
                      | S _ -> O))
        | S n2 ->
          (match n2 with
           | O ->
             (match n0 with
              | O -> O
              | S n3 ->
                (match n3 with
                 | O -> O
                 | S n4 -> (match n4 with
                            | O -> S (S O)
                            | S _ -> O)))
           | S _ -> O)))
  | OInsert (_, _) ->
    (match n0 with
     | O -> O
     | S n1 ->
       (match n1 with
        | O -> O
        | S n2 -> (match n2 with
                   | O -> S O
                   | S _ -> O)))
  | OExtract (_, _) ->
    (match n0 with
     | O -> O
     | S n1 -> (match n1 with
                | O -> S O
                | S _ -> O))
  | OInsert128 _ ->
    (match n0 with
     | O -> O
     | S n1 ->
       (match n1 with
        | O -> O
        | S n2 ->
          (match n2 with
           | O -> O
           | S n3 -> (match n3 with
                      | O -> S (S O)
                      | S _ -> O))))
  | OExtract128 _ ->
    (match n0 with
     | O -> O
     | S n1 ->
       (match n1 with
        | O -> O
        | S n2 -> (match n2 with
                   | O -> S O
                   | S _ -> O)))
  | OPerm128 _ ->
    (match n0 with
     | O -> O
     | S n1 ->
       (match n1 with
        | O -> O
        | S n2 ->
          (match n2 with
           | O -> O
           | S n3 ->
             (match n3 with
              | O -> O
              | S n4 -> (match n4 with
                         | O -> S (S O)
                         | S _ -> O)))))
  | OTwice ->
    (match n0 with
     | O -> O
     | S n1 -> (match n1 with
                | O -> S (S O)
                | S _ -> O))
  | OSpread (_, lanes0) ->
    (match n0 with
     | O -> O
     | S n1 -> (match n1 with
                | O -> lanes0
                | S _ -> O))
  | OPermd ->
    (match n0 with
     | O -> O
     | S n1 ->
       (match n1 with
        | O -> O
        | S n2 ->
          (match n2 with
           | O -> O
           | S n3 ->
             (match n3 with
              | O -> O
              | S n4 -> (match n4 with
                         | O -> S (S O)
                         | S _ -> O)))))
  | OWiden lanes0 ->
    (match lanes0 with
     | O -> O
     | S n1 ->
       (match n1 with
        | O ->
          (match n0 with
           | O -> O
           | S n2 -> (match n2 with
                      | O -> S O
                      | S _ -> O))
        | S n2 ->
          (match n2 with
           | O ->
             (match n0 with
              | O -> O
              | S n3 -> (match n3 with
                         | O -> S (S O)
                         | S _ -> O))
           | S _ -> O)))
  | OMask (_, lanes0) ->
    (match lanes0 with
     | O -> O
     | S n1 ->
       (match n1 with
        | O ->
          (match n0 with
           | O -> O
           | S n2 -> (match n2 with
                      | O -> S O
                      | S _ -> O))
        | S n2 ->
          (match n2 with
           | O ->
             (match n0 with
              | O -> O
              | S n3 ->
                (match n3 with
                 | O -> O
                 | S n4 -> (match n4 with
                            | O -> S O
                            | S _ -> O)))
           | S _ -> O)))
  | OBlendBytes lanes0 ->
    (match lanes0 with
     | O -> O
     | S n1 ->
       (match n1 with
        | O ->
          (match n0 with
           | O -> O
           | S n2 ->
             (match n2 with
              | O -> O
              | S n3 ->
                (match n3 with
                 | O -> O
                 | S n4 -> (match n4 with
                            | O -> S O
                            | S _ -> O))))
        | S n2 ->
          (match n2 with
           | O ->
             (match n0 with
              | O -> O
              | S n3 ->
                (match n3 with
                 | O -> O
                 | S n4 ->
                   (match n4 with
                    | O -> O
                    | S n5 ->
                      (match n5 with
                       | O -> O
                       | S n6 ->
                         (match n6 with
                          | O -> O
                          | S n7 ->
                            (match n7 with
                             | O -> O
                             | S n8 -> (match n8 with
                                        | O -> S (S O)
                                        | S _ -> O)))))))
           | S _ -> O)))
  | _ ->
    (match n0 with
     | O -> O
     | S n1 ->
       (match n1 with
        | O -> O
        | S n2 -> (match n2 with
                   | O -> S (S O)
                   | S _ -> O)))

type sym = { s_regs : Bignum.t PositiveMap.t; s_chain : sstore list }

(** val key0 : loc -> Bignum.t **)

let key0 l =
  N.succ_pos (index l)

(** val read_loc : table -> sym -> loc -> (table * Bignum.t) option **)

let read_loc t0 _UU03c3_ l =
  match PositiveMap.find (key0 l) _UU03c3_.s_regs with
  | Some i -> Some (t0, i)
  | None -> intern t0 (NInit l)

(** val mk_base : table -> sym -> mbase -> (table * Bignum.t) option **)

let mk_base t0 _UU03c3_ = function
| NoBase -> intern t0 (NConst Bignum.zero)
| BaseReg r -> read_loc t0 _UU03c3_ (G r)
| BaseSym p -> intern t0 (NSym p)

(** val mk_address :
    table -> sym -> mem -> (table * (Bignum.t * Bignum.t)) option **)

let mk_address t0 _UU03c3_ m =
  match mk_base t0 _UU03c3_ m.m_base with
  | Some p ->
    let (t1, ib) = p in
    let (a, c) = parts_of_sum t1 ib in
    (match m.m_index with
     | Some p0 ->
       let (r, k) = p0 in
       (match read_loc t1 _UU03c3_ (G r) with
        | Some p1 ->
          let (t2, iq) = p1 in
          let (x, d) = parts_of_sum t2 iq in
          (match intern t2 (NScaled (a, x, k)) with
           | Some p2 ->
             let (t3, s) = p2 in
             Some (t3, (s,
             (word ((fun x -> Bignum.shift_left x 1)
               ((fun x -> Bignum.shift_left x 1)
               ((fun x -> Bignum.shift_left x 1)
               ((fun x -> Bignum.shift_left x 1)
               ((fun x -> Bignum.shift_left x 1)
               ((fun x -> Bignum.shift_left x 1) Bignum.one))))))
               (Z.add (Z.add (Z.of_N c) (Z.mul (Z.of_N d) (Z.of_N k)))
                 m.m_disp))))
           | None -> None)
        | None -> None)
     | None ->
       Some (t1, (a,
         (word ((fun x -> Bignum.shift_left x 1)
           ((fun x -> Bignum.shift_left x 1)
           ((fun x -> Bignum.shift_left x 1)
           ((fun x -> Bignum.shift_left x 1)
           ((fun x -> Bignum.shift_left x 1)
           ((fun x -> Bignum.shift_left x 1) Bignum.one))))))
           (Z.add (Z.of_N c) m.m_disp)))))
  | None -> None

(** val mk_load :
    table -> relation -> place -> sstore list -> (table * Bignum.t) option **)

let mk_load t0 rel p chain =
  match resolve rel p chain with
  | Inl v ->
    if fits t0 v
         (N.mul ((fun x -> Bignum.shift_left x 1)
           ((fun x -> Bignum.shift_left x 1)
           ((fun x -> Bignum.shift_left x 1) Bignum.one))) (N.of_nat p.p_len))
    then Some (t0, v)
    else intern t0 (NSlice (v, O, p.p_len))
  | Inr rest -> intern t0 (NLoad (rest, p.p_base, p.p_off, p.p_len))

(** val mk_input :
    table -> sym -> (Bignum.t * Bignum.t) -> Bignum.t -> input ->
    (table * Bignum.t) option **)

let mk_input t0 _UU03c3_ addr loaded = function
| ILoc l -> read_loc t0 _UU03c3_ l
| IConst c -> intern t0 (NConst c)
| IAddr -> mk_plus t0 (fst addr) (snd addr)
| IMem (o, n0) ->
  (match o with
   | O ->
     if fits t0 loaded
          (N.mul ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1) Bignum.one))) (N.of_nat n0))
     then Some (t0, loaded)
     else intern t0 (NSlice (loaded, O, n0))
   | S _ -> intern t0 (NSlice (loaded, o, n0)))

(** val mk_inputs :
    table -> sym -> (Bignum.t * Bignum.t) -> Bignum.t -> input list ->
    (table * Bignum.t list) option **)

let rec mk_inputs t0 _UU03c3_ addr loaded = function
| [] -> Some (t0, [])
| i :: l0 ->
  (match mk_input t0 _UU03c3_ addr loaded i with
   | Some p ->
     let (t1, x) = p in
     (match mk_inputs t1 _UU03c3_ addr loaded l0 with
      | Some p0 -> let (t2, xs) = p0 in Some (t2, (x :: xs))
      | None -> None)
   | None -> None)

(** val mk_outputs :
    table -> op -> Bignum.t list -> nat -> Bignum.t PositiveMap.t -> output
    list -> ((table * Bignum.t PositiveMap.t) * ((nat * nat) * Bignum.t)
    list) option **)

let rec mk_outputs t0 o args k regs = function
| [] -> Some ((t0, regs), [])
| o0 :: l0 ->
  (match o0 with
   | OLoc x ->
     (match mk_op t0 o k (capacity x) args with
      | Some p ->
        let (t1, i) = p in
        (match mk_outputs t1 o args (S k) regs l0 with
         | Some p0 ->
           let (p1, ps) = p0 in
           let (t2, regs0) = p1 in
           Some ((t2, (PositiveMap.add (key0 x) i regs0)), ps)
         | None -> None)
      | None -> None)
   | OConst (x, c) ->
     (match intern t0 (NConst c) with
      | Some p ->
        let (t1, i) = p in
        (match mk_outputs t1 o args k regs l0 with
         | Some p0 ->
           let (p1, ps) = p0 in
           let (t2, regs0) = p1 in
           Some ((t2, (PositiveMap.add (key0 x) i regs0)), ps)
         | None -> None)
      | None -> None)
   | OMem (b, n0) ->
     (match mk_op t0 o k
              (N.mul ((fun x -> Bignum.shift_left x 1)
                ((fun x -> Bignum.shift_left x 1)
                ((fun x -> Bignum.shift_left x 1) Bignum.one))) (N.of_nat n0))
              args with
      | Some p ->
        let (t1, i) = p in
        (match mk_outputs t1 o args (S k) regs l0 with
         | Some p0 -> let (p1, ps) = p0 in Some (p1, (((b, n0), i) :: ps))
         | None -> None)
      | None -> None))

(** val computed_outputs : output list -> nat **)

let rec computed_outputs = function
| [] -> O
| o :: l0 ->
  (match o with
   | OConst (_, _) -> computed_outputs l0
   | _ -> S (computed_outputs l0))

(** val mk_stored :
    table -> ((nat * nat) * Bignum.t) list -> (table * Bignum.t) option **)

let mk_stored t0 ps = match ps with
| [] -> intern t0 (NParts ps)
| p :: l ->
  let (p0, i) = p in
  let (n0, n1) = p0 in
  (match n0 with
   | O ->
     (match l with
      | [] ->
        if fits t0 i
             (N.mul ((fun x -> Bignum.shift_left x 1)
               ((fun x -> Bignum.shift_left x 1)
               ((fun x -> Bignum.shift_left x 1) Bignum.one))) (N.of_nat n1))
        then Some (t0, i)
        else intern t0 (NParts ps)
      | _ :: _ -> intern t0 (NParts ps))
   | S _ -> intern t0 (NParts ps))

(** val mk_access :
    table -> relation -> sym -> access option ->
    ((table * (Bignum.t * Bignum.t)) * Bignum.t) option **)

let mk_access t0 rel _UU03c3_ = function
| Some a0 ->
  (match mk_address t0 _UU03c3_ a0.a_mem with
   | Some p ->
     let (t1, addr) = p in
     if loads a0.a_use
     then (match mk_load t1 rel { p_region = a0.a_mem.m_region; p_base =
                   (fst addr); p_off = (snd addr); p_len = a0.a_bytes }
                   _UU03c3_.s_chain with
           | Some p0 -> let (t2, l) = p0 in Some ((t2, addr), l)
           | None -> None)
     else (match intern t1 (NConst Bignum.zero) with
           | Some p0 -> let (t2, z0) = p0 in Some ((t2, addr), z0)
           | None -> None)
   | None -> None)
| None ->
  (match intern t0 (NConst Bignum.zero) with
   | Some p -> let (t1, z0) = p in Some ((t1, (z0, Bignum.zero)), z0)
   | None -> None)

(** val sym_step :
    relation -> table -> sym -> op desc ->
    ((table * sym) * (Bignum.t * Bignum.t)) option **)

let sym_step rel t0 _UU03c3_ d =
  match mk_access t0 rel _UU03c3_ d.d_access with
  | Some p ->
    let (p0, l) = p in
    let (t1, addr) = p0 in
    (match mk_inputs t1 _UU03c3_ addr l d.d_in with
     | Some p1 ->
       let (t2, args) = p1 in
       if negb
            (Nat.eqb (results d.d_op (length args))
              (computed_outputs d.d_out))
       then None
       else (match mk_outputs t2 d.d_op args O _UU03c3_.s_regs d.d_out with
             | Some p2 ->
               let (p3, ps) = p2 in
               let (t3, regs) = p3 in
               (match d.d_access with
                | Some a ->
                  if stores a.a_use
                  then (match mk_stored t3 ps with
                        | Some p4 ->
                          let (t4, v) = p4 in
                          Some ((t4, { s_regs = regs; s_chain =
                          (push rel { ss_region = a.a_mem.m_region; ss_base =
                            (fst addr); ss_off = (snd addr); ss_len =
                            a.a_bytes; ss_val = v } _UU03c3_.s_chain) }),
                          addr)
                        | None -> None)
                  else Some ((t3, { s_regs = regs; s_chain =
                         _UU03c3_.s_chain }), addr)
                | None ->
                  Some ((t3, { s_regs = regs; s_chain = _UU03c3_.s_chain }),
                    addr))
             | None -> None)
     | None -> None)
  | None -> None

(** val place_at : (Bignum.t * Bignum.t) -> access -> place **)

let place_at addr a =
  { p_region = a.a_mem.m_region; p_base = (fst addr); p_off = (snd addr);
    p_len = a.a_bytes }

type fact = { k_use : use; k_place : place; k_align : Bignum.t }

(** val fact_of : op desc -> (Bignum.t * Bignum.t) -> fact option **)

let fact_of d addr =
  match d.d_access with
  | Some a ->
    Some { k_use = a.a_use; k_place = (place_at addr a); k_align = a.a_align }
  | None -> None

(** val flag_source : sym -> loc -> (Bignum.t, loc) sum **)

let flag_source _UU03c3_ l =
  match PositiveMap.find (key0 l) _UU03c3_.s_regs with
  | Some i -> Inl i
  | None -> Inr l

(** val flags_read : sym -> input list -> (Bignum.t, loc) sum list **)

let rec flags_read _UU03c3_ = function
| [] -> []
| i :: l0 ->
  (match i with
   | ILoc l1 ->
     (match l1 with
      | F f -> (flag_source _UU03c3_ (F f)) :: (flags_read _UU03c3_ l0)
      | _ -> flags_read _UU03c3_ l0)
   | _ -> flags_read _UU03c3_ l0)

(** val sym_clean :
    relation -> table -> sym -> instr list -> (((table * sym) * (Bignum.t,
    loc) sum list) * fact option list) option **)

let rec sym_clean rel t0 _UU03c3_ = function
| [] -> Some (((t0, _UU03c3_), []), [])
| i :: p0 ->
  (match describe i with
   | Some d ->
     (match sym_step rel t0 _UU03c3_ d with
      | Some p1 ->
        let (p2, addr) = p1 in
        let (t1, _UU03c3_1) = p2 in
        (match sym_clean rel t1 _UU03c3_1 p0 with
         | Some p3 ->
           let (p4, facts) = p3 in
           let (p5, reads0) = p4 in
           Some ((p5, (app (flags_read _UU03c3_ d.d_in) reads0)),
           ((fact_of d addr) :: facts))
         | None -> None)
      | None -> None)
   | None -> None)

(** val inside_fact : fact -> fact -> bool **)

let inside_fact q f =
  let a = q.k_place in
  let b = f.k_place in
  let d =
    low ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      Bignum.one))))))
      (N.add a.p_off
        (N.sub
          (N.pow ((fun x -> Bignum.shift_left x 1) Bignum.one)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1) Bignum.one))))))) b.p_off))
  in
  (&&)
    ((&&)
      ((&&)
        ((&&)
          ((&&)
            ((&&)
              ((&&) (Coq_Pos.eqb a.p_base b.p_base)
                (N.eqb a.p_region b.p_region)) (touches f.k_use))
            (N.leb b.p_off
              (N.pow ((fun x -> Bignum.shift_left x 1) Bignum.one)
                ((fun x -> Bignum.shift_left x 1)
                ((fun x -> Bignum.shift_left x 1)
                ((fun x -> Bignum.shift_left x 1)
                ((fun x -> Bignum.shift_left x 1)
                ((fun x -> Bignum.shift_left x 1)
                ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))))
          (Nat.ltb O a.p_len))
        (N.leb (N.add d (N.of_nat a.p_len)) (N.of_nat b.p_len)))
      ((||) (N.eqb q.k_align Bignum.one)
        ((&&) (N.eqb d Bignum.zero) (N.eqb q.k_align f.k_align))))
    ((||) (negb (stores q.k_use)) (stores f.k_use))

(** val same_base : fact -> fact -> bool **)

let same_base q f =
  (&&) (Coq_Pos.eqb q.k_place.p_base f.k_place.p_base)
    (match f.k_use with
     | Address -> false
     | _ -> true)

(** val allowed : fact option list -> fact option -> bool **)

let allowed facts = function
| Some q0 ->
  let some_fact = fun t0 ->
    existsb (fun f -> match f with
                      | Some f0 -> t0 q0 f0
                      | None -> false) facts
  in
  (match q0.k_use with
   | Address -> true
   | Touch -> some_fact same_base
   | _ -> some_fact inside_fact)
| None -> true

(** val flag_known :
    table -> (Bignum.t, loc) sum list -> (Bignum.t, loc) sum -> bool **)

let flag_known t0 reads0 x =
  (||) (match x with
        | Inl i -> fits t0 i Bignum.one
        | Inr _ -> false)
    (bool_decide
      (decide_rel (elem_of_list_dec (sum_eq_dec Coq0_Pos.eq_dec loc_eq_dec))
        x reads0))

(** val sym_fast :
    relation -> (Bignum.t, loc) sum list -> fact option list -> table -> sym
    -> instr list -> ((table * sym) * fact option list) option **)

let rec sym_fast rel reads0 facts t0 _UU03c3_ = function
| [] -> Some ((t0, _UU03c3_), [])
| i :: p0 ->
  (match describe i with
   | Some d ->
     if negb (forallb (flag_known t0 reads0) (flags_read _UU03c3_ d.d_in))
     then None
     else (match sym_step rel t0 _UU03c3_ d with
           | Some p1 ->
             let (p2, addr) = p1 in
             let (t1, _UU03c3_1) = p2 in
             if negb (allowed facts (fact_of d addr))
             then None
             else (match sym_fast rel reads0 facts t1 _UU03c3_1 p0 with
                   | Some p3 ->
                     let (p4, fs) = p3 in Some (p4, ((fact_of d addr) :: fs))
                   | None -> None)
           | None -> None)
   | None -> None)

(** val start_sym : sym **)

let start_sym =
  { s_regs = PositiveMap.empty; s_chain = [] }

(** val same_location : table -> sym -> sym -> loc -> bool **)

let same_location t0 _UU03c3_1 _UU03c3_2 l =
  match PositiveMap.find (key0 l) _UU03c3_1.s_regs with
  | Some i ->
    (match PositiveMap.find (key0 l) _UU03c3_2.s_regs with
     | Some j -> Coq_Pos.eqb i j
     | None ->
       (match def t0 i with
        | Some n0 ->
          (match n0 with
           | NInit k -> bool_decide (decide_rel loc_eq_dec k l)
           | _ -> false)
        | None -> false))
  | None ->
    (match PositiveMap.find (key0 l) _UU03c3_2.s_regs with
     | Some i ->
       (match def t0 i with
        | Some n0 ->
          (match n0 with
           | NInit k -> bool_decide (decide_rel loc_eq_dec k l)
           | _ -> false)
        | None -> false)
     | None -> true)

(** val symeq : relation -> loc list -> instr list -> instr list -> bool **)

let symeq rel live clean fast =
  match sym_clean rel empty_table start_sym clean with
  | Some p ->
    let (p0, facts) = p in
    let (p1, reads0) = p0 in
    let (t0, _UU03c3_1) = p1 in
    (match sym_fast rel reads0 facts t0 start_sym fast with
     | Some p2 ->
       let (p3, _) = p2 in
       let (t1, _UU03c3_2) = p3 in
       (&&)
         ((&&) (forallb (same_location t1 _UU03c3_1 _UU03c3_2) live)
           (bool_decide
             (decide_rel (list_eq_dec0 sstore_eq_dec) _UU03c3_1.s_chain
               _UU03c3_2.s_chain))) (well_founded_table t1)
     | None -> false)
  | None -> false

type flat =
| FInstr of instr
| FJump of nat
| FBranch of cc * nat
| FHalt

(** val test : cc -> state -> bool option **)

let test c s =
  if forallb (fun f -> defined s (F f)) (cc_flags c)
  then Some (cc_holds c (map (fun f -> s.locs (F f)) (cc_flags c)))
  else None

(** val flat_step :
    env -> flat list -> nat -> state -> ((nat * state) * event list) option **)

let flat_step g p pc s =
  match nth_error p pc with
  | Some f ->
    (match f with
     | FInstr i ->
       (match exec g i s with
        | Some p0 -> let (s0, t0) = p0 in Some (((S pc), s0), t0)
        | None -> None)
     | FJump target -> Some ((target, s), [])
     | FBranch (c, target) ->
       (match test c s with
        | Some b ->
          Some (((if b then target else S pc), s), ((EBranch b) :: []))
        | None -> None)
     | FHalt -> None)
  | None -> None

(** val flat_steps :
    env -> flat list -> nat -> nat -> state -> ((nat * state) * event list)
    option **)

let rec flat_steps g p n0 pc s =
  match n0 with
  | O -> Some ((pc, s), [])
  | S n1 ->
    (match flat_step g p pc s with
     | Some p0 ->
       let (p1, t0) = p0 in
       let (pc0, s0) = p1 in
       (match flat_steps g p n1 pc0 s0 with
        | Some p2 -> let (p3, us) = p2 in Some (p3, (app t0 us))
        | None -> None)
     | None -> None)

(** val forgets : vop2 -> bool **)

let forgets = function
| PXOR -> true
| PANDN -> true
| PSUBB -> true
| PSUBD -> true
| PSUBQ -> true
| PCMPEQB -> true
| PCMPEQD -> true
| PCMPGTD -> true
| _ -> false

(** val idiom : op desc -> bool **)

let idiom d =
  match d.d_op with
  | OAlu (o, _) ->
    (match o with
     | SUB ->
       (match d.d_in with
        | [] -> false
        | i :: l ->
          (match i with
           | ILoc x ->
             (match l with
              | [] -> false
              | i0 :: l0 ->
                (match i0 with
                 | ILoc y ->
                   (match l0 with
                    | [] -> bool_decide (decide_rel loc_eq_dec x y)
                    | _ :: _ -> false)
                 | _ -> false))
           | _ -> false))
     | XOR ->
       (match d.d_in with
        | [] -> false
        | i :: l ->
          (match i with
           | ILoc x ->
             (match l with
              | [] -> false
              | i0 :: l0 ->
                (match i0 with
                 | ILoc y ->
                   (match l0 with
                    | [] -> bool_decide (decide_rel loc_eq_dec x y)
                    | _ :: _ -> false)
                 | _ -> false))
           | _ -> false))
     | _ -> false)
  | OV2 (o, lanes0) ->
    (match lanes0 with
     | O -> false
     | S n0 ->
       (match n0 with
        | O ->
          (match d.d_in with
           | [] -> false
           | i :: l ->
             (match i with
              | ILoc x ->
                (match l with
                 | [] -> false
                 | i0 :: l0 ->
                   (match i0 with
                    | ILoc y ->
                      (match l0 with
                       | [] ->
                         (&&) (forgets o)
                           (bool_decide (decide_rel loc_eq_dec x y))
                       | _ :: _ -> false)
                    | _ -> false))
              | _ -> false))
        | S n1 ->
          (match n1 with
           | O ->
             (match d.d_in with
              | [] -> false
              | i :: l ->
                (match i with
                 | ILoc x ->
                   (match l with
                    | [] -> false
                    | i0 :: l0 ->
                      (match i0 with
                       | ILoc x' ->
                         (match l0 with
                          | [] -> false
                          | i1 :: l1 ->
                            (match i1 with
                             | ILoc y ->
                               (match l1 with
                                | [] -> false
                                | i2 :: l2 ->
                                  (match i2 with
                                   | ILoc y' ->
                                     (match l2 with
                                      | [] ->
                                        (&&) (forgets o)
                                          ((&&)
                                            (bool_decide
                                              (decide_rel loc_eq_dec x y))
                                            (bool_decide
                                              (decide_rel loc_eq_dec x' y')))
                                      | _ :: _ -> false)
                                   | _ -> false))
                             | _ -> false))
                       | _ -> false))
                 | _ -> false))
           | S _ -> false)))
  | _ -> false

(** val word_at : Bignum.t -> Bignum.t -> bool **)

let word_at r p =
  N.testbit p
    (N.add ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))) r)

(** val words_of : Bignum.t list -> Bignum.t **)

let words_of rs =
  fold_right (fun r s ->
    N.setbit s
      (N.add ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.succ (Bignum.shift_left x 1))
        ((fun x -> Bignum.succ (Bignum.shift_left x 1))
        ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))) r))
    Bignum.zero rs

(** val all_locs : Bignum.t **)

let all_locs =
  N.ones ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))

(** val input_public : Bignum.t -> bool -> bool -> input -> bool **)

let input_public p region_public address_public = function
| ILoc l -> mem_set l p
| IConst _ -> true
| IAddr -> address_public
| IMem (_, _) -> region_public

(** val constant_locs : output -> loc list **)

let constant_locs = function
| OConst (l, _) -> l :: []
| _ -> []

(** val computed_locs : output -> loc list **)

let computed_locs = function
| OLoc l -> l :: []
| _ -> []

(** val lost_locs : output -> loc list **)

let lost_locs = function
| OConst (l, c) -> if N.eqb c undefined then l :: [] else []
| _ -> []

(** val moved_pointer : Bignum.t -> op desc -> loc list **)

let moved_pointer p d =
  match d.d_op with
  | OPush ->
    (match d.d_in with
     | [] -> []
     | i :: l ->
       (match i with
        | ILoc sp ->
          (match l with
           | [] -> []
           | _ :: l0 ->
             (match l0 with
              | [] ->
                (match d.d_out with
                 | [] -> []
                 | o :: l1 ->
                   (match o with
                    | OLoc sp' ->
                      (match l1 with
                       | [] -> []
                       | o0 :: l2 ->
                         (match o0 with
                          | OMem (_, _) ->
                            (match l2 with
                             | [] -> if mem_set sp p then sp' :: [] else []
                             | _ :: _ -> [])
                          | _ -> []))
                    | _ -> []))
              | _ :: _ -> []))
        | _ -> []))
  | OPop ->
    (match d.d_in with
     | [] -> []
     | i :: l ->
       (match i with
        | ILoc sp ->
          (match l with
           | [] -> []
           | _ :: l0 ->
             (match l0 with
              | [] ->
                (match d.d_out with
                 | [] -> []
                 | o :: l1 ->
                   (match o with
                    | OLoc popped ->
                      (match l1 with
                       | [] -> []
                       | o0 :: l2 ->
                         (match o0 with
                          | OLoc sp' ->
                            (match l2 with
                             | [] ->
                               if (&&) (mem_set sp p)
                                    (bool_decide
                                      (not_dec
                                        (decide_rel loc_eq_dec popped sp')))
                               then sp' :: []
                               else []
                             | _ :: _ -> [])
                          | _ -> []))
                    | _ -> []))
              | _ :: _ -> []))
        | _ -> []))
  | _ -> []

(** val taint_desc :
    relation -> Bignum.t list -> Bignum.t list -> Bignum.t -> op desc ->
    Bignum.t option **)

let taint_desc rel words public p d =
  let constant0 = set_of (flat_map constant_locs d.d_out) in
  let computed0 = set_of (flat_map computed_locs d.d_out) in
  let lost0 = set_of (flat_map lost_locs d.d_out) in
  let address_public =
    match d.d_access with
    | Some a -> subset (set_of (address_locs a.a_mem)) p
    | None -> true
  in
  let region_public =
    match d.d_access with
    | Some a ->
      let r = a.a_mem.m_region in
      (&&) ((||) (existsb (N.eqb r) public) (word_at r p)) (loads a.a_use)
    | None -> true
  in
  let all_public =
    (||) (idiom d)
      (forallb (input_public p region_public address_public) d.d_in)
  in
  let may_leak =
    match d.d_access with
    | Some a -> (match a.a_use with
                 | Address -> false
                 | _ -> true)
    | None -> false
  in
  let stores_well =
    match d.d_access with
    | Some a ->
      (||) ((||) (negb (stores a.a_use)) all_public)
        (forallb (fun r -> rel a.a_mem.m_region r) public)
    | None -> true
  in
  let after =
    N.ldiff
      (if all_public
       then N.coq_lor (N.coq_lor p constant0) computed0
       else N.coq_lor (N.ldiff (N.coq_lor p constant0) computed0)
              (set_of (moved_pointer p d))) lost0
  in
  if (&&) ((||) (negb may_leak) address_public) stores_well
  then Some
         (match d.d_access with
          | Some a ->
            let r = a.a_mem.m_region in
            if negb (stores a.a_use)
            then after
            else if all_public
                 then if (&&) (existsb (N.eqb r) words)
                           (Nat.eqb a.a_bytes (S (S (S (S (S (S (S (S
                             O)))))))))
                      then N.setbit after
                             (N.add ((fun x -> Bignum.shift_left x 1)
                               ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                               ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                               ((fun x -> Bignum.shift_left x 1)
                               ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                               Bignum.one))))) r)
                      else after
                 else N.coq_land after
                        (N.coq_lor all_locs (words_of (filter (rel r) words)))
          | None -> after)
  else None

type code =
| CSkip
| CInstr of instr
| CSeq of code * code
| CIf of cc * code * code
| CLoop of code * cc * code

(** val is_skip : code -> bool **)

let is_skip = function
| CSkip -> true
| _ -> false

(** val size0 : code -> nat **)

let rec size0 = function
| CSkip -> O
| CInstr _ -> S O
| CSeq (a, b) -> add (size0 a) (size0 b)
| CIf (_, a, b) ->
  if is_skip a
  then add (S O) (size0 b)
  else add (add (add (S O) (size0 b)) (S O)) (size0 a)
| CLoop (a, _, b) ->
  if is_skip b
  then add (size0 a) (S O)
  else add (add (add (size0 a) (S (S O))) (size0 b)) (S O)

(** val lower : nat -> code -> flat list **)

let rec lower at_ = function
| CSkip -> []
| CInstr i -> (FInstr i) :: []
| CSeq (a, b) -> app (lower at_ a) (lower (add at_ (size0 a)) b)
| CIf (c, a, b) ->
  if is_skip a
  then (FBranch (c,
         (add (add at_ (S O)) (size0 b)))) :: (lower (add at_ (S O)) b)
  else let then_ = add (add (add at_ (S O)) (size0 b)) (S O) in
       (FBranch (c,
       then_)) :: (app (lower (add at_ (S O)) b) ((FJump
                    (add then_ (size0 a))) :: (lower then_ a)))
| CLoop (a, c, b) ->
  if is_skip b
  then app (lower at_ a) ((FBranch (c, at_)) :: [])
  else let again = add (add at_ (size0 a)) (S (S O)) in
       app (lower at_ a) ((FBranch (c, again)) :: ((FJump
         (add (add again (size0 b)) (S O))) :: (app (lower again b) ((FJump
                                                 at_) :: []))))

(** val lowered : code -> flat list **)

let lowered x =
  app (lower O x) (FHalt :: [])

(** val overwritten : Bignum.t -> instr list -> bool **)

let rec overwritten d p =
  (||) (N.eqb d Bignum.zero)
    (match p with
     | [] -> false
     | i :: p0 ->
       (match describe i with
        | Some d0 ->
          (&&) (disjoint_sets d (set_of (reads d0)))
            (overwritten (N.ldiff d (set_of (writes d0))) p0)
        | None -> false))

(** val instr_writes : instr -> loc list **)

let instr_writes i =
  match describe i with
  | Some d -> writes d
  | None -> []

(** val collect : (instr -> 'a1 list) -> code -> 'a1 list **)

let rec collect f = function
| CSkip -> []
| CInstr i -> f i
| CSeq (a, b) -> app (collect f a) (collect f b)
| CIf (_, a, b) -> app (collect f a) (collect f b)
| CLoop (a, _, b) -> app (collect f a) (collect f b)

(** val modified : code -> loc list **)

let modified =
  collect instr_writes

(** val joint_writes : item list -> Bignum.t **)

let joint_writes p =
  fold_right (fun x w -> N.coq_lor x.i_footprint.f_writes w) Bignum.zero p

(** val unread : Bignum.t -> item list -> bool **)

let rec unread k p =
  (||) (N.eqb k Bignum.zero)
    (match p with
     | [] -> true
     | x :: p0 ->
       (&&) (disjoint_sets k x.i_footprint.f_reads)
         (unread (N.ldiff k x.i_footprint.f_writes) p0))

(** val constant_after :
    (footprint -> Bignum.t) -> Bignum.t -> item list -> Bignum.t **)

let rec constant_after which k = function
| [] -> k
| x :: p0 ->
  constant_after which
    (N.coq_lor (N.ldiff k x.i_footprint.f_writes) (which x.i_footprint)) p0

(** val jointly_apart : relation -> Bignum.t -> access -> access -> bool **)

let jointly_apart rel w a b =
  let m1 = a.a_mem in
  let m2 = b.a_mem in
  (||) (rel m1.m_region m2.m_region)
    ((&&)
      ((&&) (disjoint_sets w (set_of (address_locs m1)))
        (same_registers m1 m2))
      ((||) (before m1.m_disp a.a_bytes m2.m_disp b.a_bytes)
        (before m2.m_disp b.a_bytes m1.m_disp a.a_bytes)))

(** val accesses_exchange : relation -> Bignum.t -> item -> item -> bool **)

let accesses_exchange rel w x y =
  match x.i_footprint.f_access with
  | Some a ->
    (match y.i_footprint.f_access with
     | Some b ->
       (||) (negb (conflicting a.a_use b.a_use)) (jointly_apart rel w a b)
     | None -> true)
  | None -> true

(** val joint_accesses_exchange :
    relation -> Bignum.t -> item list -> item list -> bool **)

let joint_accesses_exchange rel w p q =
  forallb (fun x -> forallb (accesses_exchange rel w x) q) p

(** val unseen : Bignum.t -> Bignum.t -> item list -> bool **)

let unseen dead d r =
  (||) (N.eqb d Bignum.zero)
    ((&&) (unread d r) (subset (N.ldiff d (joint_writes r)) dead))

(** val same_constant : item list -> item list -> Bignum.t **)

let same_constant p q =
  N.coq_lor
    (N.coq_land (constant_after (fun f -> f.f_zero) Bignum.zero p)
      (constant_after (fun f -> f.f_zero) Bignum.zero q))
    (N.coq_land (constant_after (fun f -> f.f_lost) Bignum.zero p)
      (constant_after (fun f -> f.f_lost) Bignum.zero q))

(** val exchangeable :
    relation -> Bignum.t -> item list -> item list -> item list -> bool **)

let exchangeable rel dead p q r =
  let wp = joint_writes p in
  let wq = joint_writes q in
  (&&)
    ((&&) ((&&) (unread wp q) (unread wq p))
      (joint_accesses_exchange rel (N.coq_lor wp wq) p q))
    (unseen dead (N.ldiff (N.coq_land wp wq) (same_constant p q)) r)

type trade = { tr_at : nat; tr_first : nat; tr_second : nat }

(** val exchanged : trade -> 'a1 list -> 'a1 list **)

let exchanged x l =
  let l1 = skipn x.tr_at l in
  let l2 = skipn x.tr_first l1 in
  app (firstn x.tr_at l)
    (app (firstn x.tr_second l2)
      (app (firstn x.tr_first l1) (skipn x.tr_second l2)))

(** val exchange_ok : relation -> Bignum.t -> trade -> item list -> bool **)

let exchange_ok rel dead x l =
  let l1 = skipn x.tr_at l in
  let l2 = skipn x.tr_first l1 in
  exchangeable rel dead (firstn x.tr_first l1) (firstn x.tr_second l2)
    (skipn x.tr_second l2)

(** val exchange_all :
    relation -> Bignum.t -> trade list -> item list -> item list option **)

let rec exchange_all rel dead l p =
  match l with
  | [] -> Some p
  | x :: l0 ->
    if exchange_ok rel dead x p
    then exchange_all rel dead l0 (exchanged x p)
    else None

(** val regroup :
    relation -> Bignum.t -> trade list -> instr list -> instr list option **)

let regroup rel dead l clean =
  match annotate_all clean with
  | Some p ->
    (match exchange_all rel dead l p with
     | Some q -> Some (map (fun i -> i.i_instr) q)
     | None -> None)
  | None -> None

(** val check_groups :
    relation -> Bignum.t -> trade list -> instr list -> instr list -> bool **)

let check_groups rel dead l clean fast =
  match regroup rel dead l clean with
  | Some q -> bool_decide (decide_rel (list_eq_dec0 instr_eq_dec) q fast)
  | None -> false

type rewrite = instr list -> (instr list * nat) option

(** val peep : rewrite -> nat -> instr list -> instr list **)

let rec peep rw fuel p =
  match fuel with
  | O -> p
  | S fuel0 ->
    (match rw p with
     | Some p0 ->
       let (q, k) = p0 in app (firstn k q) (peep rw fuel0 (skipn k q))
     | None -> (match p with
                | [] -> []
                | i :: p0 -> i :: (peep rw fuel0 p0)))

(** val seq0 : code list -> code **)

let rec seq0 = function
| [] -> CSkip
| x :: l0 -> CSeq (x, (seq0 l0))

(** val gather :
    (instr list -> instr list) -> instr list -> code list -> code list **)

let rec gather f before0 = function
| [] -> map (fun x -> CInstr x) (f (rev before0))
| x :: l0 ->
  (match x with
   | CInstr i -> gather f (i :: before0) l0
   | _ ->
     app (map (fun x0 -> CInstr x0) (f (rev before0))) (x :: (gather f [] l0)))

(** val inside_of : (instr list -> instr list) -> code -> code list **)

let rec inside_of f = function
| CSkip -> []
| CInstr i -> (CInstr i) :: []
| CSeq (a, b) -> app (inside_of f a) (inside_of f b)
| CIf (c, a, b) ->
  (CIf (c, (seq0 (gather f [] (inside_of f a))),
    (seq0 (gather f [] (inside_of f b))))) :: []
| CLoop (a, c, b) ->
  (CLoop ((seq0 (gather f [] (inside_of f a))), c,
    (seq0 (gather f [] (inside_of f b))))) :: []

(** val on_blocks : (instr list -> instr list) -> code -> code **)

let on_blocks f x =
  seq0 (gather f [] (inside_of f x))

(** val fuel_for : instr list -> nat **)

let fuel_for p =
  add (mul (S (S (S (S O)))) (length p)) (S (S (S (S O))))

(** val peephole : rewrite -> code -> code **)

let peephole rw =
  on_blocks (fun p -> peep rw (fuel_for p) p)

(** val single : (instr -> instr list option) -> rewrite **)

let single f = function
| [] -> None
| i :: p0 ->
  (match f i with
   | Some q -> Some ((app q p0), (length q))
   | None -> None)

(** val keeps : cc -> code -> bool **)

let keeps c x =
  disjoint_sets (set_of (map (fun x0 -> F x0) (cc_flags c)))
    (set_of (modified x))

(** val unrolled : nat -> code -> cc -> code -> code **)

let rec unrolled n0 a c b =
  match n0 with
  | O -> a
  | S n1 -> CSeq (a, (CIf (c, (CSeq (b, (unrolled n1 a c b))), CSkip)))

(** val negate : cc -> cc **)

let negate = function
| CcO -> CcNO
| CcNO -> CcO
| CcB -> CcAE
| CcAE -> CcB
| CcE -> CcNE
| CcNE -> CcE
| CcBE -> CcA
| CcA -> CcBE
| CcS -> CcNS
| CcNS -> CcS
| CcP -> CcNP
| CcNP -> CcP
| CcL -> CcGE
| CcGE -> CcL
| CcLE -> CcG
| CcG -> CcLE

type rule =
| Reordered of nat * nat list
| Grouped of nat * trade list
| Equal of nat * instr list
| Peel
| Rotate of nat
| Unroll of nat
| Sink of nat
| Invert
| Exchange
| IntoIf of nat
| OutOfIf of nat
| TailIntoIf of nat
| TailOutOfIf of nat

type edit = { ed_path : (nat * bool) list; ed_skip : nat; ed_rule : rule }

(** val code_eq_dec : (code, code) relDecision **)

let rec code_eq_dec c x0 =
  match c with
  | CSkip -> (match x0 with
              | CSkip -> true
              | _ -> false)
  | CInstr i ->
    (match x0 with
     | CInstr i0 -> decide_rel instr_eq_dec i i0
     | _ -> false)
  | CSeq (a, b) ->
    (match x0 with
     | CSeq (a0, b0) -> if code_eq_dec a a0 then code_eq_dec b b0 else false
     | _ -> false)
  | CIf (c0, a, b) ->
    (match x0 with
     | CIf (c1, a0, b0) ->
       if decide_rel cc_eq_dec c0 c1
       then if code_eq_dec a a0 then code_eq_dec b b0 else false
       else false
     | _ -> false)
  | CLoop (a, c0, b) ->
    (match x0 with
     | CLoop (a0, c1, b0) ->
       if code_eq_dec a a0
       then if decide_rel cc_eq_dec c0 c1 then code_eq_dec b b0 else false
       else false
     | _ -> false)

(** val elements0 : code -> code list **)

let rec elements0 = function
| CSkip -> []
| CInstr i -> (CInstr i) :: []
| CSeq (a, b) -> app (elements0 a) (elements0 b)
| CIf (c, a, b) -> (CIf (c, (seq0 (elements0 a)), (seq0 (elements0 b)))) :: []
| CLoop (a, c, b) ->
  (CLoop ((seq0 (elements0 a)), c, (seq0 (elements0 b)))) :: []

(** val normal : code -> code **)

let normal x =
  seq0 (elements0 x)

(** val instrs_of : code list -> instr list option **)

let rec instrs_of = function
| [] -> Some []
| c :: l0 ->
  (match c with
   | CInstr i ->
     (match instrs_of l0 with
      | Some p -> Some (i :: p)
      | None -> None)
   | _ -> None)

(** val every_location : loc list **)

let every_location =
  app
    (map (fun x -> G x)
      (RAX :: (RCX :: (RDX :: (RBX :: (RSP :: (RBP :: (RSI :: (RDI :: (R8 :: (R9 :: (R10 :: (R11 :: (R12 :: (R13 :: (R14 :: (R15 :: [])))))))))))))))))
    (app
      (flat_map (fun x -> (Lo x) :: ((Hi x) :: []))
        (V0 :: (V1 :: (V2 :: (V3 :: (V4 :: (V5 :: (V6 :: (V7 :: (V8 :: (V9 :: (V10 :: (V11 :: (V12 :: (V13 :: (V14 :: (V15 :: [])))))))))))))))))
      (map (fun x -> F x) (CF :: (PF :: (AF :: (ZF :: (SF :: (OF :: []))))))))

(** val apply_rule : relation -> rule -> code list -> code list option **)

let apply_rule rel r l =
  match r with
  | Reordered (n0, hints) ->
    (match instrs_of (firstn n0 l) with
     | Some p ->
       (match reorder rel hints p with
        | Some q -> Some (app (map (fun x -> CInstr x) q) (skipn n0 l))
        | None -> None)
     | None -> None)
  | Grouped (n0, x) ->
    (match instrs_of (firstn n0 l) with
     | Some p ->
       (match regroup rel Bignum.zero x p with
        | Some q -> Some (app (map (fun x0 -> CInstr x0) q) (skipn n0 l))
        | None -> None)
     | None -> None)
  | Equal (n0, q) ->
    (match instrs_of (firstn n0 l) with
     | Some p ->
       if symeq rel every_location p q
       then Some (app (map (fun x -> CInstr x) q) (skipn n0 l))
       else None
     | None -> None)
  | Peel ->
    (match l with
     | [] -> None
     | c0 :: l0 ->
       (match c0 with
        | CLoop (a, c, b) ->
          Some (a :: ((CIf (c, (CSeq (b, (CLoop (a, c, b)))), CSkip)) :: l0))
        | _ -> None))
  | Rotate m ->
    (match l with
     | [] -> None
     | c0 :: l0 ->
       (match c0 with
        | CLoop (a, c, b) ->
          let a1 = seq0 (firstn m (elements0 a)) in
          Some (a1 :: ((CLoop ((seq0 (skipn m (elements0 a))), c, (CSeq (b,
          a1)))) :: l0))
        | _ -> None))
  | Unroll n0 ->
    (match l with
     | [] -> None
     | c0 :: l0 ->
       (match c0 with
        | CLoop (a, c, b) -> Some ((CLoop ((unrolled n0 a c b), c, b)) :: l0)
        | _ -> None))
  | Sink m ->
    (match l with
     | [] -> None
     | c0 :: l0 ->
       (match c0 with
        | CLoop (a, c, b) ->
          let i = seq0 (skipn m (elements0 a)) in
          if keeps c i
          then Some ((CLoop ((seq0 (firstn m (elements0 a))), c, (CSeq (i,
                 b)))) :: (i :: l0))
          else None
        | _ -> None))
  | Invert ->
    (match l with
     | [] -> None
     | c0 :: l0 ->
       (match c0 with
        | CLoop (a, c, b) ->
          (match elements0 a with
           | [] -> Some ((CIf (c, (CLoop (b, c, CSkip)), CSkip)) :: l0)
           | _ :: _ -> None)
        | _ -> None))
  | Exchange ->
    (match l with
     | [] -> None
     | c0 :: l0 ->
       (match c0 with
        | CIf (c, a, b) -> Some ((CIf ((negate c), b, a)) :: l0)
        | _ -> None))
  | IntoIf m ->
    (match skipn m l with
     | [] -> None
     | c0 :: rest ->
       (match c0 with
        | CIf (c, a, b) ->
          let x = seq0 (firstn m l) in
          if keeps c x
          then Some ((CIf (c, (CSeq (x, a)), (CSeq (x, b)))) :: rest)
          else None
        | _ -> None))
  | OutOfIf m ->
    (match l with
     | [] -> None
     | c0 :: l0 ->
       (match c0 with
        | CIf (c, a, b) ->
          let x = seq0 (firstn m (elements0 a)) in
          if (&&)
               (bool_decide
                 (decide_rel code_eq_dec (seq0 (firstn m (elements0 b))) x))
               (keeps c x)
          then Some (x :: ((CIf (c, (seq0 (skipn m (elements0 a))),
                 (seq0 (skipn m (elements0 b))))) :: l0))
          else None
        | _ -> None))
  | TailIntoIf m ->
    (match l with
     | [] -> None
     | c0 :: l0 ->
       (match c0 with
        | CIf (c, a, b) ->
          let x = seq0 (firstn m l0) in
          Some ((CIf (c, (CSeq (a, x)), (CSeq (b, x)))) :: (skipn m l0))
        | _ -> None))
  | TailOutOfIf m ->
    (match l with
     | [] -> None
     | c0 :: l0 ->
       (match c0 with
        | CIf (c, a, b) ->
          let ea = elements0 a in
          let eb = elements0 b in
          let x = seq0 (skipn (sub (length ea) m) ea) in
          if bool_decide
               (decide_rel code_eq_dec (seq0 (skipn (sub (length eb) m) eb))
                 x)
          then Some ((CIf (c, (seq0 (firstn (sub (length ea) m) ea)),
                 (seq0 (firstn (sub (length eb) m) eb)))) :: (x :: l0))
          else None
        | _ -> None))

(** val at_path :
    (nat * bool) list -> (code list -> code list option) -> code list -> code
    list option **)

let rec at_path path f l =
  match path with
  | [] -> f l
  | p :: path0 ->
    let (k, second) = p in
    (match skipn k l with
     | [] -> None
     | c0 :: rest ->
       (match c0 with
        | CIf (c, a, b) ->
          (match at_path path0 f (elements0 (if second then b else a)) with
           | Some x ->
             Some
               (app (firstn k l)
                 ((if second
                   then CIf (c, a, (seq0 x))
                   else CIf (c, (seq0 x), b)) :: rest))
           | None -> None)
        | CLoop (a, c, b) ->
          (match at_path path0 f (elements0 (if second then b else a)) with
           | Some x ->
             Some
               (app (firstn k l)
                 ((if second
                   then CLoop (a, c, (seq0 x))
                   else CLoop ((seq0 x), c, b)) :: rest))
           | None -> None)
        | _ -> None))

(** val apply_edit : relation -> edit -> code -> code option **)

let apply_edit rel s x =
  match at_path s.ed_path (fun l ->
          match apply_rule rel s.ed_rule (skipn s.ed_skip l) with
          | Some q -> Some (app (firstn s.ed_skip l) q)
          | None -> None) (elements0 x) with
  | Some l -> Some (normal (seq0 l))
  | None -> None

(** val transform : relation -> edit list -> code -> code option **)

let rec transform rel script x =
  match script with
  | [] -> Some (normal x)
  | s :: script0 ->
    (match apply_edit rel s x with
     | Some y -> transform rel script0 y
     | None -> None)

(** val check_script : relation -> edit list -> code -> code -> bool **)

let check_script rel script clean fast =
  match transform rel script clean with
  | Some y -> bool_decide (decide_rel code_eq_dec y (normal fast))
  | None -> false

type exit =
| Fall
| Goto of nat
| Branch of cc * nat
| Stop

type program = (instr list * exit) list

(** val exit_eq_dec : (exit, exit) relDecision **)

let exit_eq_dec x y =
  match x with
  | Fall -> (match y with
             | Fall -> true
             | _ -> false)
  | Goto k ->
    (match y with
     | Goto k0 -> decide_rel Coq_Nat.eq_dec k k0
     | _ -> false)
  | Branch (c, k) ->
    (match y with
     | Branch (c0, k0) ->
       if decide_rel cc_eq_dec c c0
       then decide_rel Coq_Nat.eq_dec k k0
       else false
     | _ -> false)
  | Stop -> (match y with
             | Stop -> true
             | _ -> false)

(** val block_size : (instr list * exit) -> nat **)

let block_size b =
  add (length (fst b)) (match snd b with
                        | Fall -> O
                        | _ -> S O)

(** val start : program -> nat -> nat **)

let rec start p = function
| O -> O
| S k0 -> (match p with
           | [] -> O
           | b :: p0 -> add (block_size b) (start p0 k0))

(** val exit_code : program -> exit -> flat list **)

let exit_code p = function
| Fall -> []
| Goto k -> (FJump (start p k)) :: []
| Branch (c, k) -> (FBranch (c, (start p k))) :: []
| Stop -> FHalt :: []

(** val block_code : program -> (instr list * exit) -> flat list **)

let block_code p b =
  app (map (fun x -> FInstr x) (fst b)) (exit_code p (snd b))

(** val layout : program -> flat list **)

let layout p =
  flat_map (block_code p) p

type hint =
| ByOrder of nat list
| ByGroups of trade list
| ByValue

(** val dead_after : loc list -> exit -> Bignum.t **)

let dead_after live = function
| Stop -> N.ldiff (set_of every_location) (set_of live)
| _ -> Bignum.zero

(** val block_ok :
    relation -> loc list -> exit -> hint -> instr list -> instr list -> bool **)

let block_ok rel live e h p q =
  match h with
  | ByOrder hints -> check_reorder rel hints p q
  | ByGroups l -> check_groups rel (dead_after live e) l p q
  | ByValue -> symeq rel (match e with
                          | Stop -> live
                          | _ -> every_location) p q

(** val check_blocks :
    relation -> loc list -> hint list -> program -> program -> bool **)

let rec check_blocks rel live hints p q =
  match hints with
  | [] ->
    (match p with
     | [] -> (match q with
              | [] -> true
              | _ :: _ -> false)
     | _ :: _ -> false)
  | h :: hints0 ->
    (match p with
     | [] -> false
     | p0 :: p1 ->
       let (p2, e) = p0 in
       (match q with
        | [] -> false
        | p3 :: q0 ->
          let (q1, f) = p3 in
          (&&)
            ((&&) (bool_decide (decide_rel exit_eq_dec e f))
              (block_ok rel live e h p2 q1))
            (check_blocks rel live hints0 p1 q0)))

type callee =
| Inside of nat
| Outside of Bignum.t

type code0 = (flat * callee option) list

(** val claim : nat -> Bignum.t option list -> nat -> Bignum.t option **)

let rec claim first inv pc =
  match first with
  | O -> nth pc inv None
  | S first0 -> (match pc with
                 | O -> None
                 | S pc0 -> claim first0 inv pc0)

(** val claimed : Bignum.t option -> Bignum.t -> bool **)

let claimed there p =
  match there with
  | Some q -> subset q p
  | None -> false

type window = { w_gap : nat; w_public : Bignum.t list; w_known : Bignum.t;
                w_entries : nat list; w_returns : Bignum.t;
                w_claims : Bignum.t option list }

type contract = { c_needs : Bignum.t; c_loads : Bignum.t list;
                  c_stores : Bignum.t list; c_keeps : Bignum.t;
                  c_gives : Bignum.t }

(** val contract_of :
    (Bignum.t * contract) list -> Bignum.t -> contract option **)

let rec contract_of contracts f =
  match contracts with
  | [] -> None
  | p :: contracts0 ->
    let (f', c) = p in
    if Coq_Pos.eqb f' f then Some c else contract_of contracts0 f

(** val all_flags0 : Bignum.t **)

let all_flags0 =
  set_of ((F CF) :: ((F PF) :: ((F AF) :: ((F ZF) :: ((F SF) :: ((F
    OF) :: []))))))

(** val without_flags : Bignum.t -> Bignum.t **)

let without_flags p =
  N.ldiff p all_flags0

(** val rsp_public : Bignum.t -> bool **)

let rsp_public p =
  mem_set (G RSP) p

(** val along :
    Bignum.t list -> (nat -> Bignum.t -> bool) -> nat -> Bignum.t -> Bignum.t **)

let along words stays k p =
  N.coq_land (without_flags p)
    (N.coq_lor all_locs (words_of (filter (stays k) words)))

(** val serves :
    Bignum.t list -> (nat -> Bignum.t -> bool) -> Bignum.t list -> Bignum.t
    -> Bignum.t option -> nat -> (nat * window) -> bool **)

let serves words stays public p next0 k v =
  (&&)
    ((&&)
      ((&&)
        ((&&)
          (bool_decide
            (decide_rel (list_eq_dec0 n_eq_dec) (snd v).w_public public))
          (forallb (stays k) public))
        (claimed (claim (fst v) (snd v).w_claims k) (along words stays k p)))
      (rsp_public (snd v).w_returns))
    (claimed next0 (along words stays k (snd v).w_returns))

(** val behind_contract :
    relation -> Bignum.t list -> Bignum.t -> contract -> Bignum.t **)

let behind_contract rel words p c =
  without_flags
    (N.coq_lor (N.coq_land p (N.coq_land all_locs c.c_keeps))
      (N.coq_lor (N.coq_land all_locs c.c_gives)
        (N.coq_land p
          (words_of
            (filter (fun r -> forallb (fun n0 -> rel n0 r) c.c_stores) words)))))

(** val keeps_contract :
    relation -> Bignum.t list -> Bignum.t list -> Bignum.t -> Bignum.t option
    -> contract -> bool **)

let keeps_contract rel words public p next0 c =
  (&&)
    ((&&)
      ((&&) (subset c.c_needs p)
        (forallb (fun r -> existsb (N.eqb r) public) c.c_loads))
      (forallb (fun r -> forallb (rel r) public) c.c_stores))
    (claimed next0 (behind_contract rel words p c))

(** val taint_at :
    relation -> Bignum.t list -> (nat -> Bignum.t -> bool) ->
    (Bignum.t * contract) list -> (nat * window) list -> Bignum.t list ->
    Bignum.t -> (nat -> Bignum.t option) -> Bignum.t option -> Bignum.t
    option -> (flat * callee option) -> bool **)

let taint_at rel words stays contracts all public returns target here next0 f =
  match here with
  | Some p ->
    let (f0, o) = f in
    (match f0 with
     | FInstr i ->
       (match describe i with
        | Some d ->
          (match taint_desc rel words public p d with
           | Some q -> claimed next0 q
           | None -> false)
        | None -> false)
     | FJump t0 -> claimed (target t0) p
     | FBranch (c, t0) ->
       (&&)
         ((&&) (subset (set_of (map (fun x -> F x) (cc_flags c))) p)
           (claimed (target t0) p)) (claimed next0 p)
     | FHalt ->
       (match o with
        | Some c ->
          (match c with
           | Inside k ->
             (&&) (rsp_public p)
               (existsb (serves words stays public p next0 k) all)
           | Outside f1 ->
             (&&) (rsp_public p)
               (match contract_of contracts f1 with
                | Some c0 -> keeps_contract rel words public p next0 c0
                | None -> false))
        | None -> subset returns p))
  | None -> true

(** val taint_from :
    relation -> Bignum.t list -> (nat -> Bignum.t -> bool) ->
    (Bignum.t * contract) list -> (nat * window) list -> Bignum.t list ->
    Bignum.t -> (nat -> Bignum.t option) -> Bignum.t option list -> code0 ->
    bool **)

let rec taint_from rel words stays contracts all public returns target inv p =
  match inv with
  | [] -> true
  | here :: inv0 ->
    (match p with
     | [] -> true
     | f :: p0 ->
       (&&)
         (taint_at rel words stays contracts all public returns target here
           (nth O inv0 None) f)
         (taint_from rel words stays contracts all public returns target inv0
           p0))

(** val taint_window :
    relation -> Bignum.t list -> (nat -> Bignum.t -> bool) ->
    (Bignum.t * contract) list -> (nat * window) list -> nat -> window ->
    code0 -> bool **)

let taint_window rel words stays contracts all first w p =
  (&&)
    (taint_from rel words stays contracts all w.w_public w.w_returns
      (claim first w.w_claims) w.w_claims p)
    (forallb (fun k -> claimed (nth k w.w_claims None) w.w_known) w.w_entries)

(** val taint_windows :
    relation -> Bignum.t list -> (nat -> Bignum.t -> bool) ->
    (Bignum.t * contract) list -> (nat * window) list -> nat -> window list
    -> code0 -> bool **)

let rec taint_windows rel words stays contracts all first windows p =
  match windows with
  | [] -> true
  | w :: windows0 ->
    let first0 = add w.w_gap first in
    let p0 = skipn w.w_gap p in
    (&&) (taint_window rel words stays contracts all first0 w p0)
      (taint_windows rel words stays contracts all first0 windows0 p0)

(** val placed : nat -> window list -> (nat * window) list **)

let rec placed first = function
| [] -> []
| w :: windows0 ->
  let first0 = add w.w_gap first in (first0, w) :: (placed first0 windows0)

(** val taint_check :
    relation -> Bignum.t list -> (nat -> Bignum.t -> bool) ->
    (Bignum.t * contract) list -> window list -> code0 -> bool **)

let taint_check rel words stays contracts windows p =
  taint_windows rel words stays contracts (placed O windows) O windows p

(** val load_le : width -> reg -> mem -> instr list **)

let load_le w d m =
  (Mov (w, (R d), (Memory m))) :: ((Bswap (w, d)) :: [])

(** val store_le : mem -> reg -> instr list **)

let store_le m r =
  (Bswap (W64, r)) :: ((Mov (W64, (M m), (Reg r))) :: ((Bswap (W64,
    r)) :: []))

(** val addresses : reg -> mem -> bool **)

let addresses r m =
  bool_decide
    (decide_rel (elem_of_list_dec loc_eq_dec) (G r) (address_locs m))

(** val no_movbe : instr -> instr list option **)

let no_movbe = function
| Movbe (w, d0, s) ->
  (match w with
   | W32 ->
     (match d0 with
      | R d -> (match s with
                | R _ -> None
                | M m -> Some (load_le w d m))
      | M _ -> None)
   | W64 ->
     (match d0 with
      | R d -> (match s with
                | R _ -> None
                | M m -> Some (load_le w d m))
      | M m ->
        (match s with
         | R r -> if addresses r m then None else Some (store_le m r)
         | M _ -> None)))
| _ -> None

(** val to_movbe : rewrite **)

let to_movbe = function
| [] -> None
| i :: l ->
  (match i with
   | Mov (w, d0, s) ->
     (match d0 with
      | R d ->
        (match s with
         | Memory m ->
           (match l with
            | [] -> None
            | i0 :: p0 ->
              (match i0 with
               | Bswap (w', d') ->
                 if (&&) (bool_decide (decide_rel width_eq_dec w w'))
                      (bool_decide (decide_rel reg_eq_dec d d'))
                 then Some (((Movbe (w, (R d), (M m))) :: p0), (S O))
                 else None
               | _ -> None))
         | _ -> None)
      | M _ -> None)
   | Bswap (w, r) ->
     (match w with
      | W32 -> None
      | W64 ->
        (match l with
         | [] -> None
         | i0 :: l0 ->
           (match i0 with
            | Mov (w0, d, s) ->
              (match w0 with
               | W32 -> None
               | W64 ->
                 (match d with
                  | R _ -> None
                  | M m ->
                    (match s with
                     | Reg r' ->
                       (match l0 with
                        | [] -> None
                        | i1 :: p0 ->
                          (match i1 with
                           | Bswap (w1, r'') ->
                             (match w1 with
                              | W32 -> None
                              | W64 ->
                                if (&&)
                                     ((&&)
                                       (bool_decide
                                         (decide_rel reg_eq_dec r r'))
                                       (bool_decide
                                         (decide_rel reg_eq_dec r r'')))
                                     (negb (addresses r m))
                                then Some (((Movbe (W64, (M m), (R
                                       r))) :: p0), (S O))
                                else None)
                           | _ -> None))
                     | _ -> None)))
            | _ -> None)))
   | _ -> None)

(** val wide : enc -> bool **)

let wide = function
| Vex256 -> true
| _ -> false

(** val is_copy : instr -> bool **)

let is_copy = function
| Mov (_, d, s) ->
  (match d with
   | R _ -> (match s with
             | Reg _ -> true
             | _ -> false)
   | M _ -> false)
| VMov (_, _, d, s) ->
  (match d with
   | X _ -> (match s with
             | X _ -> true
             | XM _ -> false)
   | XM _ -> false)
| _ -> false

(** val unseen0 : instr -> instr list -> bool **)

let unseen0 i p =
  match describe i with
  | Some d ->
    (match d.d_access with
     | Some _ -> false
     | None -> overwritten (set_of (writes d)) p)
  | None -> false

(** val to_itself : instr -> bool **)

let to_itself = function
| Mov (w, d, s) ->
  (match w with
   | W32 -> false
   | W64 ->
     (match d with
      | R a ->
        (match s with
         | Reg b -> bool_decide (decide_rel reg_eq_dec a b)
         | _ -> false)
      | M _ -> false))
| VMov (_, e, d, s) ->
  (match e with
   | Sse ->
     (match d with
      | X a ->
        (match s with
         | X b -> bool_decide (decide_rel vreg_eq_dec a b)
         | XM _ -> false)
      | XM _ -> false)
   | _ -> false)
| _ -> false

(** val from_source : instr -> instr -> instr option **)

let from_source i j =
  match i with
  | Mov (w, d, s) ->
    (match d with
     | R a ->
       (match s with
        | Reg b ->
          (match j with
           | Mov (v, d0, s0) ->
             (match d0 with
              | R c ->
                (match s0 with
                 | Reg a' ->
                   if (&&)
                        ((&&) (bool_decide (decide_rel reg_eq_dec a a'))
                          (N.leb (bits v) (bits w)))
                        (negb (bool_decide (decide_rel reg_eq_dec a b)))
                   then Some (Mov (v, (R c), (Reg b)))
                   else None
                 | _ -> None)
              | M _ -> None)
           | _ -> None)
        | _ -> None)
     | M _ -> None)
  | VMov (_, e, d, s) ->
    (match d with
     | X a ->
       (match s with
        | X b ->
          (match j with
           | VMov (k, f, d0, s0) ->
             (match d0 with
              | X c ->
                (match s0 with
                 | X a' ->
                   if (&&)
                        ((&&) (bool_decide (decide_rel vreg_eq_dec a a'))
                          ((||) (negb (wide f)) (wide e)))
                        (negb (bool_decide (decide_rel vreg_eq_dec a b)))
                   then Some (VMov (k, f, (X c), (X b)))
                   else None
                 | XM _ -> None)
              | XM _ -> None)
           | _ -> None)
        | XM _ -> None)
     | XM _ -> None)
  | _ -> None

(** val no_copies : rewrite **)

let no_copies = function
| [] -> None
| i :: p0 ->
  if (||) (to_itself i) ((&&) (is_copy i) (unseen0 i p0))
  then Some (p0, O)
  else (match p0 with
        | [] -> None
        | j :: p1 ->
          (match from_source i j with
           | Some j' -> Some ((i :: (j' :: p1)), (S O))
           | None -> None))

(** val no_unseen : rewrite **)

let no_unseen = function
| [] -> None
| i :: p0 -> if unseen0 i p0 then Some (p0, O) else None

(** val flag_set : Bignum.t **)

let flag_set =
  set_of (map (fun x -> F x) all_flags)

(** val to_xor : rewrite **)

let to_xor = function
| [] -> None
| i :: p0 ->
  (match i with
   | Mov (_, d, s) ->
     (match d with
      | R r ->
        (match s with
         | Imm z0 ->
           if (&&) (Z.eqb z0 Bignum.zero) (overwritten flag_set p0)
           then Some (((Alu (XOR, W32, (R r), (Reg r))) :: p0), (S O))
           else None
         | _ -> None)
      | M _ -> None)
   | _ -> None)

(** val from_xor : rewrite **)

let from_xor = function
| [] -> None
| i :: p0 ->
  (match i with
   | Alu (op0, _, d, s) ->
     (match op0 with
      | XOR ->
        (match d with
         | R r ->
           (match s with
            | Reg r' ->
              if (&&) (bool_decide (decide_rel reg_eq_dec r r'))
                   (overwritten flag_set p0)
              then Some (((Mov (W32, (R r), (Imm Bignum.zero))) :: p0), (S O))
              else None
            | _ -> None)
         | M _ -> None)
      | _ -> None)
   | _ -> None)

(** val no_prefetch : instr -> instr list option **)

let no_prefetch = function
| Prefetch (_, _) -> Some []
| _ -> None

(** val at_distance : mem -> Bignum.t -> mem **)

let at_distance m d =
  { m_base = m.m_base; m_index = m.m_index; m_disp = (Z.add m.m_disp d);
    m_region = m.m_region }

(** val with_prefetch :
    Bignum.t -> Bignum.t -> (access -> bool) -> instr -> instr list option **)

let with_prefetch level distance pick i =
  match describe i with
  | Some d ->
    (match d.d_access with
     | Some a ->
       (match a.a_use with
        | Address -> None
        | _ ->
          if pick a
          then Some ((Prefetch (level,
                 (at_distance a.a_mem distance))) :: (i :: []))
          else None)
     | None -> None)
  | None -> None

(** val passed : loc list **)

let passed =
  filter (fun l -> match l with
                   | F _ -> false
                   | _ -> true) every_location

(** val live_at : loc list -> callee option -> loc list **)

let live_at live = function
| Some _ -> passed
| None -> live

(** val check_stops :
    relation -> loc list -> hint list -> callee option list -> program ->
    program -> bool **)

let rec check_stops rel live hints calls p q =
  match hints with
  | [] ->
    (match calls with
     | [] ->
       (match p with
        | [] -> (match q with
                 | [] -> true
                 | _ :: _ -> false)
        | _ :: _ -> false)
     | _ :: _ -> false)
  | h :: hints0 ->
    (match calls with
     | [] -> false
     | c :: calls0 ->
       (match p with
        | [] -> false
        | p0 :: p1 ->
          let (p2, e) = p0 in
          (match q with
           | [] -> false
           | p3 :: q0 ->
             let (q1, f) = p3 in
             (&&)
               ((&&) (bool_decide (decide_rel exit_eq_dec e f))
                 (block_ok rel (live_at live c) e h p2 q1))
               (check_stops rel live hints0 calls0 p1 q0))))

(** val returns_all : loc list -> callee option list -> bool **)

let returns_all live calls =
  (||)
    (forallb (fun c ->
      match c with
      | Some y -> (match y with
                   | Inside _ -> false
                   | Outside _ -> true)
      | None -> true) calls)
    (forallb (fun l ->
      bool_decide (decide_rel (elem_of_list_dec loc_eq_dec) l live)) passed)

(** val check_calls :
    relation -> loc list -> hint list -> callee option list -> program ->
    program -> bool **)

let check_calls rel live hints calls p q =
  (&&) (returns_all live calls) (check_stops rel live hints calls p q)

type 'a reader = Bignum.t list -> ('a * Bignum.t list) option

(** val give : 'a1 -> 'a1 reader **)

let give x l =
  Some (x, l)

(** val refuse : 'a1 reader **)

let refuse _ =
  None

(** val bind : 'a1 reader -> ('a1 -> 'a2 reader) -> 'a2 reader **)

let bind f k l =
  match f l with
  | Some p -> let (x, l0) = p in k x l0
  | None -> None

(** val only : bool -> 'a1 reader -> 'a1 reader **)

let only b f =
  if b then f else refuse

(** val byte : Bignum.t reader **)

let byte = function
| [] -> None
| x :: l0 ->
  if N.ltb x ((fun x -> Bignum.shift_left x 1)
       ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
       ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
       ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
       ((fun x -> Bignum.shift_left x 1) Bignum.one))))))))
  then Some (x, l0)
  else None

(** val little : nat -> Bignum.t reader **)

let rec little = function
| O -> give Bignum.zero
| S n1 ->
  bind byte (fun x ->
    bind (little n1) (fun y ->
      give
        (N.add x
          (N.mul ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))) y))))

(** val number : nat -> Bignum.t reader **)

let number n0 =
  bind (little n0) (fun x ->
    give
      (signed
        (N.mul ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
          Bignum.one))) (N.of_nat n0)) x))

(** val small : Bignum.t -> bool **)

let small z0 =
  (&&)
    (Z.leb (Bignum.neg ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      Bignum.one)))))))) z0)
    (Z.ltb z0 ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      Bignum.one))))))))

type prefix = { p_map : Bignum.t; p_pp : Bignum.t; p_w : bool; p_r : 
                bool; p_x : bool; p_b : bool; p_empty : bool; p_enc : 
                enc; p_vvvv : Bignum.t option }

(** val bit0 : Bignum.t -> Bignum.t -> bool **)

let bit0 =
  N.testbit

(** val field : Bignum.t -> Bignum.t -> Bignum.t -> Bignum.t **)

let field x at_ len =
  slice at_ len x

(** val vex :
    Bignum.t -> Bignum.t -> bool -> bool -> bool -> bool -> prefix **)

let vex map0 x w r x' b =
  { p_map = map0; p_pp =
    (field x Bignum.zero ((fun x -> Bignum.shift_left x 1) Bignum.one));
    p_w = w; p_r = r; p_x = x'; p_b = b; p_empty = false; p_enc =
    (if bit0 x ((fun x -> Bignum.shift_left x 1) Bignum.one)
     then Vex256
     else Vex128); p_vvvv = (Some
    (N.sub ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))
      (field x ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        Bignum.one))))) }

(** val vex2 : prefix reader **)

let vex2 =
  bind byte (fun x ->
    give
      (vex Bignum.one x false
        (negb
          (bit0 x ((fun x -> Bignum.succ (Bignum.shift_left x 1))
            ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))
        false false))

(** val vex3 : prefix reader **)

let vex3 =
  bind byte (fun x ->
    bind byte (fun y ->
      let map0 =
        field x Bignum.zero ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.shift_left x 1) Bignum.one))
      in
      only
        ((&&)
          ((&&) (N.leb Bignum.one map0)
            (N.leb map0 ((fun x -> Bignum.succ (Bignum.shift_left x 1))
              Bignum.one)))
          ((||)
            ((||)
              ((||) (negb (N.eqb map0 Bignum.one))
                (bit0 y ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                  ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                  Bignum.one))))
              (negb
                (bit0 x ((fun x -> Bignum.shift_left x 1)
                  ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                  Bignum.one)))))
            (negb
              (bit0 x ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                ((fun x -> Bignum.shift_left x 1) Bignum.one))))))
        (give
          (vex map0 y
            (bit0 y ((fun x -> Bignum.succ (Bignum.shift_left x 1))
              ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))
            (negb
              (bit0 x ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))
            (negb
              (bit0 x ((fun x -> Bignum.shift_left x 1)
                ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))
            (negb
              (bit0 x ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                ((fun x -> Bignum.shift_left x 1) Bignum.one))))))))

(** val peek : Bignum.t reader **)

let peek l = match l with
| [] -> None
| x :: _ -> Some (x, l)

(** val legacy_pp : Bignum.t reader **)

let legacy_pp =
  bind peek (fun x ->
    if N.eqb x ((fun x -> Bignum.shift_left x 1)
         ((fun x -> Bignum.succ (Bignum.shift_left x 1))
         ((fun x -> Bignum.succ (Bignum.shift_left x 1))
         ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
         ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))
    then bind byte (fun _ -> give Bignum.one)
    else if N.eqb x ((fun x -> Bignum.succ (Bignum.shift_left x 1))
              ((fun x -> Bignum.succ (Bignum.shift_left x 1))
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.succ (Bignum.shift_left x 1))
              ((fun x -> Bignum.succ (Bignum.shift_left x 1))
              ((fun x -> Bignum.succ (Bignum.shift_left x 1))
              Bignum.one)))))))
         then bind byte (fun _ ->
                give ((fun x -> Bignum.shift_left x 1) Bignum.one))
         else if N.eqb x ((fun x -> Bignum.shift_left x 1)
                   ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                   ((fun x -> Bignum.shift_left x 1)
                   ((fun x -> Bignum.shift_left x 1)
                   ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                   ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                   ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                   Bignum.one)))))))
              then bind byte (fun _ ->
                     give ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                       Bignum.one))
              else give Bignum.zero)

(** val legacy_rex : Bignum.t option reader **)

let legacy_rex =
  bind peek (fun x ->
    if N.eqb
         (field x ((fun x -> Bignum.shift_left x 1)
           ((fun x -> Bignum.shift_left x 1) Bignum.one))
           ((fun x -> Bignum.shift_left x 1)
           ((fun x -> Bignum.shift_left x 1) Bignum.one)))
         ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
         Bignum.one))
    then bind byte (fun _ ->
           give (Some
             (field x Bignum.zero ((fun x -> Bignum.shift_left x 1)
               ((fun x -> Bignum.shift_left x 1) Bignum.one)))))
    else give None)

(** val legacy_map : Bignum.t reader **)

let legacy_map =
  bind peek (fun x ->
    if negb
         (N.eqb x ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))
    then give Bignum.zero
    else bind byte (fun _ ->
           bind peek (fun y ->
             if N.eqb y ((fun x -> Bignum.shift_left x 1)
                  ((fun x -> Bignum.shift_left x 1)
                  ((fun x -> Bignum.shift_left x 1)
                  ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                  ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                  Bignum.one)))))
             then bind byte (fun _ ->
                    give ((fun x -> Bignum.shift_left x 1) Bignum.one))
             else if N.eqb y ((fun x -> Bignum.shift_left x 1)
                       ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                       ((fun x -> Bignum.shift_left x 1)
                       ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                       ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                       Bignum.one)))))
                  then bind byte (fun _ ->
                         give ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                           Bignum.one))
                  else give Bignum.one)))

(** val legacy : prefix reader **)

let legacy =
  bind legacy_pp (fun pp ->
    bind (Obj.magic legacy_rex) (fun r ->
      bind legacy_map (fun map0 ->
        let rex0 = from_option (Obj.magic id) Bignum.zero r in
        give { p_map = map0; p_pp = pp; p_w =
          (bit0 rex0 ((fun x -> Bignum.succ (Bignum.shift_left x 1))
            Bignum.one)); p_r =
          (bit0 rex0 ((fun x -> Bignum.shift_left x 1) Bignum.one)); p_x =
          (bit0 rex0 Bignum.one); p_b = (bit0 rex0 Bignum.zero); p_empty =
          (bool_decide
            (decide_rel (Obj.magic option_eq_dec n_eq_dec) r (Some
              Bignum.zero))); p_enc = Sse; p_vvvv = None })))

(** val prefixes : prefix reader **)

let prefixes =
  bind peek (fun x ->
    if N.eqb x ((fun x -> Bignum.succ (Bignum.shift_left x 1))
         ((fun x -> Bignum.shift_left x 1)
         ((fun x -> Bignum.succ (Bignum.shift_left x 1))
         ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
         ((fun x -> Bignum.shift_left x 1)
         ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))
    then bind byte (fun _ -> vex2)
    else if N.eqb x ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.succ (Bignum.shift_left x 1))
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.succ (Bignum.shift_left x 1))
              Bignum.one)))))))
         then bind byte (fun _ -> vex3)
         else legacy)

(** val reg_numbered : Bignum.t -> reg **)

let reg_numbered n0 =
  nth (N.to_nat n0)
    (RAX :: (RCX :: (RDX :: (RBX :: (RSP :: (RBP :: (RSI :: (RDI :: (R8 :: (R9 :: (R10 :: (R11 :: (R12 :: (R13 :: (R14 :: (R15 :: []))))))))))))))))
    RAX

(** val vreg_numbered : Bignum.t -> vreg **)

let vreg_numbered n0 =
  nth (N.to_nat n0)
    (V0 :: (V1 :: (V2 :: (V3 :: (V4 :: (V5 :: (V6 :: (V7 :: (V8 :: (V9 :: (V10 :: (V11 :: (V12 :: (V13 :: (V14 :: (V15 :: []))))))))))))))))
    V0

(** val cc_numbered : Bignum.t -> cc **)

let cc_numbered n0 =
  nth (N.to_nat n0)
    (CcO :: (CcNO :: (CcB :: (CcAE :: (CcE :: (CcNE :: (CcBE :: (CcA :: (CcS :: (CcNS :: (CcP :: (CcNP :: (CcL :: (CcGE :: (CcLE :: (CcG :: []))))))))))))))))
    CcO

(** val extended : bool -> Bignum.t -> Bignum.t **)

let extended b n0 =
  if b
  then N.add ((fun x -> Bignum.shift_left x 1)
         ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
         Bignum.one))) n0
  else n0

type operand =
| ORegister of Bignum.t
| OMemory of mem

type relative = nat -> Bignum.t -> (mbase * Bignum.t) option

(** val sib :
    prefix -> Bignum.t -> (mbase * (reg * Bignum.t) option) reader **)

let sib p mode =
  bind byte (fun x ->
    let scale =
      field x ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))
        ((fun x -> Bignum.shift_left x 1) Bignum.one)
    in
    let index0 =
      extended p.p_x
        (field x ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)
          ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))
    in
    let no_base =
      (&&)
        (N.eqb
          (field x Bignum.zero
            ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.shift_left x 1) Bignum.one)))
        (N.eqb mode Bignum.zero)
    in
    let base =
      if no_base
      then NoBase
      else BaseReg
             (reg_numbered
               (extended p.p_b
                 (field x Bignum.zero
                   ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                   Bignum.one))))
    in
    if N.eqb index0 ((fun x -> Bignum.shift_left x 1)
         ((fun x -> Bignum.shift_left x 1) Bignum.one))
    then only
           ((&&) (N.eqb scale Bignum.zero)
             ((||)
               (N.eqb
                 (field x Bignum.zero
                   ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                   Bignum.one)) ((fun x -> Bignum.shift_left x 1)
                 ((fun x -> Bignum.shift_left x 1) Bignum.one)))
               ((&&) no_base (negb p.p_b)))) (give (base, None))
    else only (negb ((&&) no_base p.p_b))
           (give (base, (Some ((reg_numbered index0),
             (N.pow ((fun x -> Bignum.shift_left x 1) Bignum.one) scale))))))

(** val displacement : mbase -> Bignum.t -> Bignum.t reader **)

let displacement base mode =
  let needed =
    match base with
    | BaseReg r -> (match r with
                    | RBP -> true
                    | R13 -> true
                    | _ -> false)
    | _ -> false
  in
  if N.eqb mode Bignum.zero
  then (match base with
        | NoBase -> number (S (S (S (S O))))
        | _ -> give Bignum.zero)
  else if N.eqb mode Bignum.one
       then bind (number (S O)) (fun z0 ->
              only ((||) (negb (Z.eqb z0 Bignum.zero)) needed) (give z0))
       else bind (number (S (S (S (S O))))) (fun z0 ->
              only (negb (small z0)) (give z0))

(** val modrm :
    prefix -> relative -> nat -> ((Bignum.t * operand) * bool) reader **)

let modrm p rip behind =
  bind byte (fun x ->
    let mode =
      field x ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))
        ((fun x -> Bignum.shift_left x 1) Bignum.one)
    in
    let r =
      extended p.p_r
        (field x ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)
          ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))
    in
    let rm0 =
      field x Bignum.zero ((fun x -> Bignum.succ (Bignum.shift_left x 1))
        Bignum.one)
    in
    if N.eqb mode ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)
    then only (negb p.p_x)
           (give ((r, (ORegister (extended p.p_b rm0))), false))
    else if N.eqb rm0 ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1) Bignum.one))
         then bind (sib p mode) (fun a ->
                bind (displacement (fst a) mode) (fun z0 ->
                  give ((r, (OMemory { m_base = (fst a); m_index = (snd a);
                    m_disp = z0; m_region = Bignum.zero })), false)))
         else if (&&)
                   (N.eqb rm0 ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                     ((fun x -> Bignum.shift_left x 1) Bignum.one)))
                   (N.eqb mode Bignum.zero)
              then bind (number (S (S (S (S O))))) (fun z0 l ->
                     match rip (length l) z0 with
                     | Some p0 ->
                       let (base, z1) = p0 in
                       only (negb ((||) p.p_x p.p_b))
                         (give ((r, (OMemory { m_base = base; m_index = None;
                           m_disp = (Z.add z1 (Z.of_nat behind)); m_region =
                           Bignum.zero })), true)) l
                     | None -> None)
              else let base = BaseReg (reg_numbered (extended p.p_b rm0)) in
                   bind (displacement base mode) (fun z0 ->
                     only (negb p.p_x)
                       (give ((r, (OMemory { m_base = base; m_index = None;
                         m_disp = z0; m_region = Bignum.zero })), false))))

type build = prefix -> Bignum.t -> operand -> Bignum.t -> instr option

(** val size1 : prefix -> width **)

let size1 p =
  if p.p_w then W64 else W32

(** val rm_of : operand -> rm **)

let rm_of = function
| ORegister n0 -> R (reg_numbered n0)
| OMemory m -> M m

(** val digit : (Bignum.t * build) list -> build **)

let digit l p r x z0 =
  match find (fun e -> N.eqb (fst e) r) l with
  | Some p0 -> let (_, f) = p0 in f p r x z0
  | None -> None

(** val narrow0 : build -> build **)

let narrow0 f p r x z0 =
  if p.p_w then None else f p r x z0

(** val wide0 : build -> build **)

let wide0 f p r x z0 =
  if p.p_w then f p r x z0 else None

(** val from_memory : (mem -> build) -> build **)

let from_memory f p r x z0 =
  match x with
  | ORegister _ -> None
  | OMemory m -> f m p r x z0

(** val from_register : (Bignum.t -> build) -> build **)

let from_register f p r x z0 =
  match x with
  | ORegister n0 -> f n0 p r x z0
  | OMemory _ -> None

(** val long : build -> build **)

let long f p r x z0 =
  if small z0 then None else f p r x z0

(** val not_rax : build -> build **)

let not_rax f p r x z0 =
  match x with
  | ORegister n0 ->
    ((fun f0 fp n -> if Bignum.sign n <= 0 then f0 () else fp n)
       (fun _ -> None)
       (fun _ -> f p r x z0)
       n0)
  | OMemory _ -> f p r x z0

(** val rex : prefix -> bool **)

let rex p =
  (||) ((||) ((||) p.p_w p.p_r) p.p_x) p.p_b

(** val byte_register : prefix -> Bignum.t -> bool **)

let byte_register p n0 =
  if (&&)
       (N.leb ((fun x -> Bignum.shift_left x 1)
         ((fun x -> Bignum.shift_left x 1) Bignum.one)) n0)
       (N.ltb n0 ((fun x -> Bignum.shift_left x 1)
         ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
         Bignum.one))))
  then (||) (rex p) p.p_empty
  else negb p.p_empty

(** val to_rm : (width -> rm -> rmi -> instr) -> build **)

let to_rm f p r x _ =
  Some (f (size1 p) (rm_of x) (Reg (reg_numbered r)))

(** val to_reg : (width -> reg -> rm -> instr) -> build **)

let to_reg f p r x _ =
  Some (f (size1 p) (reg_numbered r) (rm_of x))

(** val load0 : (width -> rm -> rmi -> instr) -> build **)

let load0 f =
  from_memory (fun m p r _ _ -> Some
    (f (size1 p) (R (reg_numbered r)) (Memory m)))

(** val with_imm : (width -> rm -> rmi -> instr) -> build **)

let with_imm f p _ x z0 =
  Some (f (size1 p) (rm_of x) (Imm z0))

(** val one : (width -> rm -> instr) -> build **)

let one f p _ x _ =
  Some (f (size1 p) (rm_of x))

(** val count : (width -> rm -> Bignum.t -> instr) -> build **)

let count f p _ x z0 =
  if Z.eqb z0 Bignum.one
  then None
  else Some
         (f (size1 p) (rm_of x)
           (word ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1) Bignum.one))) z0))

(** val by_one : (width -> rm -> Bignum.t -> instr) -> build **)

let by_one f p _ x _ =
  Some (f (size1 p) (rm_of x) Bignum.one)

(** val bit_number : (width -> rm -> Bignum.t -> instr) -> build **)

let bit_number f p _ x z0 =
  Some
    (f (size1 p) (rm_of x)
      (word ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        Bignum.one))) z0))

(** val double0 : (width -> rm -> reg -> Bignum.t -> instr) -> build **)

let double0 f p r x z0 =
  Some
    (f (size1 p) (rm_of x) (reg_numbered r)
      (word ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        Bignum.one))) z0))

(** val double_cl : (width -> rm -> reg -> instr) -> build **)

let double_cl f p r x _ =
  Some (f (size1 p) (rm_of x) (reg_numbered r))

(** val three : (width -> reg -> reg -> rm -> instr) -> build **)

let three f p r x _ =
  match p.p_vvvv with
  | Some v -> Some (f (size1 p) (reg_numbered r) (reg_numbered v) (rm_of x))
  | None -> None

(** val alus : (Bignum.t * alu) list **)

let alus =
  (Bignum.zero, ADD) :: ((Bignum.one,
    OR) :: ((((fun x -> Bignum.shift_left x 1) Bignum.one),
    ADC) :: ((((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one),
    SBB) :: ((((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one)),
    AND) :: ((((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)),
    SUB) :: ((((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)),
    XOR) :: []))))))

(** val alu_imm : (Bignum.t * build) list **)

let alu_imm =
  app
    (map (fun e -> ((fst e),
      (with_imm (fun x x0 x1 -> Alu ((snd e), x, x0, x1))))) alus)
    ((((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)),
    (with_imm (fun x x0 x1 -> Cmp (CMP, x, x0, x1)))) :: [])

(** val shifts : (Bignum.t * shift) list **)

let shifts =
  (Bignum.zero, ROL) :: ((Bignum.one,
    ROR) :: ((((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) Bignum.one)),
    SHL) :: ((((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)),
    SHR) :: ((((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)),
    SAR) :: []))))

(** val bits_ : (Bignum.t * bitop) list **)

let bits_ =
  (((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    Bignum.one)), BT) :: ((((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1) Bignum.one)),
    BTS) :: ((((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)),
    BTR) :: ((((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)),
    BTC) :: [])))

(** val vm_of : operand -> vm **)

let vm_of = function
| ORegister n0 -> X (vreg_numbered n0)
| OMemory m -> XM m

(** val vector2 : (Bignum.t -> vop2) -> build **)

let vector2 o p r x z0 =
  let d = vreg_numbered r in
  Some (Vop2
  ((o
     (word ((fun x -> Bignum.shift_left x 1)
       ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
       Bignum.one))) z0)), p.p_enc, d,
  (match p.p_vvvv with
   | Some v -> vreg_numbered v
   | None -> d), (vm_of x)))

(** val unnamed : prefix -> bool **)

let unnamed p =
  match p.p_vvvv with
  | Some v -> N.eqb v Bignum.zero
  | None -> true

(** val vector1 : (enc -> vreg -> vm -> Bignum.t -> instr) -> build **)

let vector1 f p r x z0 =
  if unnamed p
  then Some
         (f p.p_enc (vreg_numbered r) (vm_of x)
           (word ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1) Bignum.one))) z0))
  else None

(** val shifted : vshift -> build **)

let shifted o p _ x z0 =
  match x with
  | ORegister n0 ->
    let s = vreg_numbered n0 in
    Some (VShift (o, p.p_enc,
    (match p.p_vvvv with
     | Some v -> vreg_numbered v
     | None -> s), s,
    (word ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) Bignum.one))) z0)))
  | OMemory _ -> None

(** val move_load : vmov -> build **)

let move_load k p r x z0 =
  match x with
  | ORegister n0 ->
    (match p.p_vvvv with
     | Some _ ->
       if (&&)
            (N.ltb r ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1) Bignum.one))))
            (N.leb ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1) Bignum.one))) n0)
       then None
       else vector1 (fun e d s _ -> VMov (k, e, (X d), s)) p r x z0
     | None -> vector1 (fun e d s _ -> VMov (k, e, (X d), s)) p r x z0)
  | OMemory _ -> vector1 (fun e d s _ -> VMov (k, e, (X d), s)) p r x z0

(** val move_store : vmov -> build **)

let move_store k p r x z0 =
  match x with
  | ORegister n0 ->
    if (&&)
         ((&&)
           (N.leb ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1) Bignum.one))) r)
           (N.ltb n0 ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1) Bignum.one)))))
         (match p.p_vvvv with
          | Some _ -> true
          | None -> false)
    then vector1 (fun e s d _ -> VMov (k, e, d, (X s))) p r x z0
    else None
  | OMemory _ -> vector1 (fun e s d _ -> VMov (k, e, d, (X s))) p r x z0

(** val into_vector : (enc -> vreg -> rm -> instr) -> build **)

let into_vector f p r x _ =
  if unnamed p then Some (f p.p_enc (vreg_numbered r) (rm_of x)) else None

(** val out_of_vector : (enc -> rm -> vreg -> Bignum.t -> instr) -> build **)

let out_of_vector f p r x z0 =
  if unnamed p
  then Some
         (f p.p_enc (rm_of x) (vreg_numbered r)
           (word ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1) Bignum.one))) z0))
  else None

(** val inserted :
    (enc -> vreg -> vreg -> rm -> Bignum.t -> instr) -> build **)

let inserted f p r x z0 =
  let d = vreg_numbered r in
  Some
  (f p.p_enc d (match p.p_vvvv with
                | Some v -> vreg_numbered v
                | None -> d) (rm_of x)
    (word ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) Bignum.one))) z0))

(** val to_general : (enc -> reg -> vreg -> Bignum.t -> instr) -> build **)

let to_general f =
  from_register (fun n0 p r _ z0 ->
    if unnamed p
    then Some
           (f p.p_enc (reg_numbered r) (vreg_numbered n0)
             (word ((fun x -> Bignum.shift_left x 1)
               ((fun x -> Bignum.shift_left x 1)
               ((fun x -> Bignum.shift_left x 1) Bignum.one))) z0))
    else None)

(** val movq_load : build **)

let movq_load p r x z0 =
  match x with
  | ORegister n0 ->
    (match p.p_vvvv with
     | Some _ ->
       if (&&)
            (N.ltb r ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1) Bignum.one))))
            (N.leb ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1) Bignum.one))) n0)
       then None
       else vector1 (fun e d _ _ -> Movq (e, d, (vreg_numbered n0))) p r x z0
     | None ->
       vector1 (fun e d _ _ -> Movq (e, d, (vreg_numbered n0))) p r x z0)
  | OMemory _ -> into_vector (fun e d s -> MovGX (e, W64, d, s)) p r x z0

(** val movq_store : build **)

let movq_store p r x z0 =
  match x with
  | ORegister n0 ->
    if (&&)
         ((&&)
           (N.leb ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1) Bignum.one))) r)
           (N.ltb n0 ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1) Bignum.one)))))
         (match p.p_vvvv with
          | Some _ -> true
          | None -> false)
    then vector1 (fun e s _ _ -> Movq (e, (vreg_numbered n0), s)) p r x z0
    else None
  | OMemory _ -> out_of_vector (fun e d s _ -> MovXG (e, W64, d, s)) p r x z0

(** val wide_vector : build -> build **)

let wide_vector f p r x z0 =
  match p.p_enc with
  | Vex256 -> f p r x z0
  | _ -> None

(** val wide2 : (vreg -> vreg -> vm -> Bignum.t -> instr) -> build **)

let wide2 f =
  wide_vector (fun p r x z0 ->
    match p.p_vvvv with
    | Some v ->
      Some
        (f (vreg_numbered r) (vreg_numbered v) (vm_of x)
          (word ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1) Bignum.one))) z0))
    | None -> None)

(** val blended : build **)

let blended p r x z0 =
  match p.p_vvvv with
  | Some v ->
    let mask0 =
      vreg_numbered
        (N.div
          (word ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1) Bignum.one))) z0)
          ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
          Bignum.one)))))
    in
    if N.eqb
         (N.modulo
           (word ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1) Bignum.one))) z0)
           ((fun x -> Bignum.shift_left x 1)
           ((fun x -> Bignum.shift_left x 1)
           ((fun x -> Bignum.shift_left x 1)
           ((fun x -> Bignum.shift_left x 1) Bignum.one))))) Bignum.zero
    then Some (Vpblendvb (p.p_enc, (vreg_numbered r), (vreg_numbered v),
           (vm_of x), mask0))
    else None
  | None -> None

type kind =
| Scalar
| Byte
| General
| Vector of bool

type row = { r_kind : kind; r_map : Bignum.t; r_pp : Bignum.t;
             r_opcode : Bignum.t; r_imm : (Bignum.t -> nat); r_build : 
             build }

(** val row0 :
    kind -> Bignum.t -> Bignum.t -> Bignum.t -> nat -> build -> row **)

let row0 k map0 pp opcode imm f =
  { r_kind = k; r_map = map0; r_pp = pp; r_opcode = opcode; r_imm = (fun _ ->
    imm); r_build = f }

(** val fits0 : prefix -> Bignum.t -> row -> bool **)

let fits0 p o r =
  (&&)
    ((&&) ((&&) (N.eqb r.r_map p.p_map) (N.eqb r.r_pp p.p_pp))
      (N.eqb r.r_opcode o))
    (match r.r_kind with
     | Scalar -> (match p.p_enc with
                  | Sse -> negb p.p_empty
                  | _ -> false)
     | Byte -> (match p.p_enc with
                | Sse -> negb p.p_w
                | _ -> false)
     | General -> (match p.p_enc with
                   | Vex128 -> true
                   | _ -> false)
     | Vector w -> (&&) (eqb w p.p_w) (negb p.p_empty))

(** val scalars : row list **)

let scalars =
  app
    (map (fun e ->
      row0 Scalar Bignum.zero Bignum.zero
        (N.add
          (N.mul ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1) Bignum.one))) (fst e))
          Bignum.one) O (to_rm (fun x x0 x1 -> Alu ((snd e), x, x0, x1))))
      alus)
    (app
      (map (fun e ->
        row0 Scalar Bignum.zero Bignum.zero
          (N.add
            (N.mul ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1) Bignum.one))) (fst e))
            ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)) O
          (load0 (fun x x0 x1 -> Alu ((snd e), x, x0, x1)))) alus)
      (app
        ((row0 Scalar Bignum.zero Bignum.zero
           ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           ((fun x -> Bignum.shift_left x 1)
           ((fun x -> Bignum.shift_left x 1)
           ((fun x -> Bignum.succ (Bignum.shift_left x 1))
           ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))) O
           (to_rm (fun x x0 x1 -> Cmp (CMP, x, x0, x1)))) :: ((row0 Scalar
                                                                Bignum.zero
                                                                Bignum.zero
                                                                ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                ((fun x -> Bignum.shift_left x 1)
                                                                ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                Bignum.one)))))
                                                                O
                                                                (load0
                                                                  (fun x x0 x1 ->
                                                                  Cmp (CMP,
                                                                  x, x0, x1)))) :: (
        (row0 Scalar Bignum.zero Bignum.zero
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))) O
          (wide0 (fun _ r x _ -> Some (Movslq ((reg_numbered r), (rm_of x)))))) :: (
        (row0 Scalar Bignum.zero Bignum.zero
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))) (S
          (S (S (S O))))
          (long (fun p r x z0 -> Some (ImulConst ((size1 p),
            (reg_numbered r), (rm_of x), z0))))) :: ((row0 Scalar Bignum.zero
                                                       Bignum.zero
                                                       ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                       ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                       ((fun x -> Bignum.shift_left x 1)
                                                       ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                       ((fun x -> Bignum.shift_left x 1)
                                                       ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                       Bignum.one)))))) (S O)
                                                       (fun p r x z0 -> Some
                                                       (ImulConst ((size1 p),
                                                       (reg_numbered r),
                                                       (rm_of x), z0)))) :: (
        (row0 Scalar Bignum.zero Bignum.zero
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
          Bignum.one))))))) (S (S (S (S O))))
          (long (not_rax (digit alu_imm)))) :: ((row0 Scalar Bignum.zero
                                                  Bignum.zero
                                                  ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                  ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                  ((fun x -> Bignum.shift_left x 1)
                                                  ((fun x -> Bignum.shift_left x 1)
                                                  ((fun x -> Bignum.shift_left x 1)
                                                  ((fun x -> Bignum.shift_left x 1)
                                                  ((fun x -> Bignum.shift_left x 1)
                                                  Bignum.one))))))) (S O)
                                                  (digit alu_imm)) :: (
        (row0 Scalar Bignum.zero Bignum.zero
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
          Bignum.one))))))) O (to_rm (fun x x0 x1 -> Cmp (TEST, x, x0, x1)))) :: (
        (row0 Scalar Bignum.zero Bignum.zero
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
          Bignum.one))))))) O
          (wide0
            (from_register (fun n0 _ r _ _ ->
              if (||) (N.eqb n0 Bignum.zero) (N.eqb r Bignum.zero)
              then None
              else Some (Xchg ((reg_numbered n0), (reg_numbered r))))))) :: (
        (row0 Byte Bignum.zero Bignum.zero ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.shift_left x 1) Bignum.one))))))) O
          (from_memory (fun m p r _ _ ->
            if byte_register p r
            then Some (Movb (m, (reg_numbered r)))
            else None))) :: ((row0 Scalar Bignum.zero Bignum.zero
                               ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                               ((fun x -> Bignum.shift_left x 1)
                               ((fun x -> Bignum.shift_left x 1)
                               ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                               ((fun x -> Bignum.shift_left x 1)
                               ((fun x -> Bignum.shift_left x 1)
                               ((fun x -> Bignum.shift_left x 1)
                               Bignum.one))))))) O
                               (to_rm (fun x x0 x1 -> Mov (x, x0, x1)))) :: (
        (row0 Scalar Bignum.zero Bignum.zero
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.shift_left x 1) Bignum.one))))))) O
          (load0 (fun x x0 x1 -> Mov (x, x0, x1)))) :: ((row0 Scalar
                                                          Bignum.zero
                                                          Bignum.one
                                                          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                          ((fun x -> Bignum.shift_left x 1)
                                                          ((fun x -> Bignum.shift_left x 1)
                                                          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                          ((fun x -> Bignum.shift_left x 1)
                                                          ((fun x -> Bignum.shift_left x 1)
                                                          ((fun x -> Bignum.shift_left x 1)
                                                          Bignum.one))))))) O
                                                          (narrow0
                                                            (from_memory
                                                              (fun m _ r _ _ ->
                                                              Some (Movw (m,
                                                              (reg_numbered r))))))) :: (
        (row0 Scalar Bignum.zero Bignum.one
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.shift_left x 1) Bignum.one))))))) O
          (narrow0
            (from_memory (fun m _ r _ _ -> Some (MovwLoad ((reg_numbered r),
              m)))))) :: ((row0 Scalar Bignum.zero Bignum.zero
                            ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                            ((fun x -> Bignum.shift_left x 1)
                            ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                            ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                            ((fun x -> Bignum.shift_left x 1)
                            ((fun x -> Bignum.shift_left x 1)
                            ((fun x -> Bignum.shift_left x 1)
                            Bignum.one))))))) O
                            (from_memory (fun m p r _ _ -> Some (Lea
                              ((size1 p), (reg_numbered r), m))))) :: (
        (row0 Scalar Bignum.zero Bignum.zero
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))
          (S O)
          (digit
            (map (fun e -> ((fst e),
              (count (fun x x0 x1 -> Shift ((snd e), x, x0, x1))))) shifts))) :: (
        (row0 Scalar Bignum.zero Bignum.zero
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))
          (S (S (S (S O))))
          (digit ((Bignum.zero, (fun p _ x z0 ->
            if p.p_w
            then Some (Mov ((size1 p), (rm_of x), (Imm z0)))
            else (match x with
                  | ORegister _ -> None
                  | OMemory _ -> Some (Mov ((size1 p), (rm_of x), (Imm z0)))))) :: []))) :: (
        (row0 Scalar Bignum.zero Bignum.zero
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))) O
          (digit
            (app
              (map (fun e -> ((fst e),
                (by_one (fun x x0 x1 -> Shift ((snd e), x, x0, x1))))) shifts)
              ((((fun x -> Bignum.shift_left x 1) Bignum.one),
              (one (fun x x0 -> Rotc (RCL, x, x0)))) :: ((((fun x -> Bignum.succ (Bignum.shift_left x 1))
              Bignum.one), (one (fun x x0 -> Rotc (RCR, x, x0)))) :: []))))) :: (
        (row0 Scalar Bignum.zero Bignum.zero
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))) O
          (digit
            (map (fun e -> ((fst e),
              (one (fun x x0 -> ShiftCl ((snd e), x, x0))))) shifts))) :: ({ r_kind =
        Scalar; r_map = Bignum.zero; r_pp = Bignum.zero; r_opcode =
        ((fun x -> Bignum.succ (Bignum.shift_left x 1))
        ((fun x -> Bignum.succ (Bignum.shift_left x 1))
        ((fun x -> Bignum.succ (Bignum.shift_left x 1))
        ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.succ (Bignum.shift_left x 1))
        ((fun x -> Bignum.succ (Bignum.shift_left x 1))
        ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))));
        r_imm = (fun r ->
        if N.eqb r Bignum.zero then S (S (S (S O))) else O); r_build =
        (digit ((Bignum.zero,
          (not_rax (with_imm (fun x x0 x1 -> Cmp (TEST, x, x0, x1))))) :: ((((fun x -> Bignum.shift_left x 1)
          Bignum.one),
          (one (fun x x0 -> Un (NOT, x, x0)))) :: ((((fun x -> Bignum.succ (Bignum.shift_left x 1))
          Bignum.one),
          (one (fun x x0 -> Un (NEG, x, x0)))) :: ((((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.shift_left x 1) Bignum.one)),
          (one (fun x x0 -> Mul (x, x0)))) :: ((((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.shift_left x 1) Bignum.one)),
          (one (fun x x0 -> ImulWide (x, x0)))) :: [])))))) } :: ((row0
                                                                    Scalar
                                                                    Bignum.zero
                                                                    Bignum.zero
                                                                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                    Bignum.one)))))))
                                                                    O
                                                                    (digit
                                                                    ((Bignum.zero,
                                                                    (one
                                                                    (fun x x0 ->
                                                                    Un (INC,
                                                                    x, x0)))) :: ((Bignum.one,
                                                                    (one
                                                                    (fun x x0 ->
                                                                    Un (DEC,
                                                                    x, x0)))) :: [])))) :: (
        (row0 Scalar Bignum.one Bignum.zero ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))) O
          (narrow0
            (from_memory (fun m ->
              digit ((Bignum.zero, (fun _ _ _ _ -> Some (Prefetch
                (((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one),
                m)))) :: ((Bignum.one, (fun _ _ _ _ -> Some (Prefetch
                (Bignum.zero, m)))) :: ((((fun x -> Bignum.shift_left x 1)
                Bignum.one), (fun _ _ _ _ -> Some (Prefetch (Bignum.one,
                m)))) :: ((((fun x -> Bignum.succ (Bignum.shift_left x 1))
                Bignum.one), (fun _ _ _ _ -> Some (Prefetch
                (((fun x -> Bignum.shift_left x 1) Bignum.one),
                m)))) :: [])))))))) :: ((row0 Scalar Bignum.one Bignum.zero
                                          ((fun x -> Bignum.shift_left x 1)
                                          ((fun x -> Bignum.shift_left x 1)
                                          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                          ((fun x -> Bignum.shift_left x 1)
                                          ((fun x -> Bignum.shift_left x 1)
                                          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                          ((fun x -> Bignum.shift_left x 1)
                                          Bignum.one))))))) (S O)
                                          (double0 (fun x x0 x1 x2 -> Shiftd
                                            (SHLD, x, x0, x1, x2)))) :: (
        (row0 Scalar Bignum.one Bignum.zero
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.shift_left x 1) Bignum.one))))))) O
          (double_cl (fun x x0 x1 -> ShiftdCl (SHLD, x, x0, x1)))) :: (
        (row0 Scalar Bignum.one Bignum.zero ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.shift_left x 1) Bignum.one))))))) (S O)
          (double0 (fun x x0 x1 x2 -> Shiftd (SHRD, x, x0, x1, x2)))) :: (
        (row0 Scalar Bignum.one Bignum.zero
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.shift_left x 1) Bignum.one))))))) O
          (double_cl (fun x x0 x1 -> ShiftdCl (SHRD, x, x0, x1)))) :: (
        (row0 Scalar Bignum.one Bignum.zero
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.shift_left x 1) Bignum.one))))))) O
          (to_reg (fun x x0 x1 -> Imul (x, x0, x1)))) :: ((row0 Scalar
                                                            Bignum.one
                                                            Bignum.zero
                                                            ((fun x -> Bignum.shift_left x 1)
                                                            ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                            ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                            ((fun x -> Bignum.shift_left x 1)
                                                            ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                            ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                            ((fun x -> Bignum.shift_left x 1)
                                                            Bignum.one)))))))
                                                            O
                                                            (narrow0
                                                              (from_memory
                                                                (fun m _ r _ _ ->
                                                                Some (Movzb
                                                                ((reg_numbered
                                                                   r), m)))))) :: (
        (row0 Scalar Bignum.one Bignum.zero
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.shift_left x 1) Bignum.one))))))) O
          (narrow0
            (from_memory (fun m _ r _ _ -> Some (Movzw ((reg_numbered r),
              m)))))) :: ((row0 Scalar Bignum.one
                            ((fun x -> Bignum.shift_left x 1) Bignum.one)
                            ((fun x -> Bignum.shift_left x 1)
                            ((fun x -> Bignum.shift_left x 1)
                            ((fun x -> Bignum.shift_left x 1)
                            ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                            ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                            ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                            ((fun x -> Bignum.shift_left x 1)
                            Bignum.one))))))) O
                            (to_reg (fun x x0 x1 -> Popcnt (x, x0, x1)))) :: (
        (row0 Scalar Bignum.one Bignum.zero ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.shift_left x 1) Bignum.one))))))) (S O)
          (digit
            (map (fun e -> ((fst e),
              (bit_number (fun x x0 x1 -> Bit ((snd e), x, x0, x1))))) bits_))) :: (
        (row0 Scalar Bignum.one Bignum.zero ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.shift_left x 1) Bignum.one))))))) O
          (wide0 (fun _ r x _ -> Some (Scan (BSF, (reg_numbered r),
            (rm_of x)))))) :: ((row0 Scalar Bignum.one Bignum.zero
                                 ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                 ((fun x -> Bignum.shift_left x 1)
                                 ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                 ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                 ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                 ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                 ((fun x -> Bignum.shift_left x 1)
                                 Bignum.one))))))) O
                                 (wide0 (fun _ r x _ -> Some (Scan (BSR,
                                   (reg_numbered r), (rm_of x)))))) :: (
        (row0 Scalar ((fun x -> Bignum.shift_left x 1) Bignum.one)
          Bignum.zero ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))) O
          (from_memory (fun m p r _ _ -> Some (Movbe ((size1 p), (R
            (reg_numbered r)), (M m)))))) :: ((row0 Scalar
                                                ((fun x -> Bignum.shift_left x 1)
                                                Bignum.one) Bignum.zero
                                                ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                ((fun x -> Bignum.shift_left x 1)
                                                ((fun x -> Bignum.shift_left x 1)
                                                ((fun x -> Bignum.shift_left x 1)
                                                ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                Bignum.one))))))) O
                                                (from_memory
                                                  (fun m p r _ _ -> Some
                                                  (Movbe ((size1 p), (M m),
                                                  (R (reg_numbered r))))))) :: (
        (row0 Scalar ((fun x -> Bignum.shift_left x 1) Bignum.one) Bignum.one
          ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))) O
          (to_reg (fun x x0 x1 -> Adcx (x, x0, x1)))) :: ((row0 Scalar
                                                            ((fun x -> Bignum.shift_left x 1)
                                                            Bignum.one)
                                                            ((fun x -> Bignum.shift_left x 1)
                                                            Bignum.one)
                                                            ((fun x -> Bignum.shift_left x 1)
                                                            ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                            ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                            ((fun x -> Bignum.shift_left x 1)
                                                            ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                            ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                            ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                            Bignum.one)))))))
                                                            O
                                                            (to_reg
                                                              (fun x x0 x1 ->
                                                              Adox (x, x0,
                                                              x1)))) :: [])))))))))))))))))))))))))))))))))))))
        (app
          (map (fun n0 ->
            row0 Scalar Bignum.one Bignum.zero
              (N.add ((fun x -> Bignum.shift_left x 1)
                ((fun x -> Bignum.shift_left x 1)
                ((fun x -> Bignum.shift_left x 1)
                ((fun x -> Bignum.shift_left x 1)
                ((fun x -> Bignum.shift_left x 1)
                ((fun x -> Bignum.shift_left x 1) Bignum.one))))))
                (N.of_nat n0)) O
              (to_reg (fun x x0 x1 -> Cmov ((cc_numbered (N.of_nat n0)), x,
                x0, x1))))
            (seq O (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
              O))))))))))))))))))
          (map (fun n0 ->
            row0 Byte Bignum.one Bignum.zero
              (N.add ((fun x -> Bignum.shift_left x 1)
                ((fun x -> Bignum.shift_left x 1)
                ((fun x -> Bignum.shift_left x 1)
                ((fun x -> Bignum.shift_left x 1)
                ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                ((fun x -> Bignum.shift_left x 1)
                ((fun x -> Bignum.shift_left x 1) Bignum.one)))))))
                (N.of_nat n0)) O
              (digit ((Bignum.zero,
                (from_register (fun r p _ _ _ ->
                  if byte_register p r
                  then Some (Set_ ((cc_numbered (N.of_nat n0)),
                         (reg_numbered r)))
                  else None))) :: [])))
            (seq O (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
              O)))))))))))))))))))))

(** val generals : row list **)

let generals =
  let shx = fun o p r x _ ->
    match p.p_vvvv with
    | Some v ->
      Some (Shx (o, (size1 p), (reg_numbered r), (rm_of x), (reg_numbered v)))
    | None -> None
  in
  (row0 General ((fun x -> Bignum.shift_left x 1) Bignum.one) Bignum.one
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))) O
    (shx SHL)) :: ((row0 General ((fun x -> Bignum.shift_left x 1)
                     Bignum.one) ((fun x -> Bignum.shift_left x 1)
                     Bignum.one)
                     ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                     ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                     ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                     ((fun x -> Bignum.shift_left x 1)
                     ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                     ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                     ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                     Bignum.one))))))) O (shx SAR)) :: ((row0 General
                                                          ((fun x -> Bignum.shift_left x 1)
                                                          Bignum.one)
                                                          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                          Bignum.one)
                                                          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                          ((fun x -> Bignum.shift_left x 1)
                                                          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                          Bignum.one))))))) O
                                                          (shx SHR)) :: (
  (row0 General ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))) (S O)
    (fun p r x z0 ->
    if unnamed p
    then Some (Rorx ((size1 p), (reg_numbered r), (rm_of x),
           (word ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1)
             ((fun x -> Bignum.shift_left x 1) Bignum.one))) z0)))
    else None)) :: ((row0 General ((fun x -> Bignum.shift_left x 1)
                      Bignum.one) ((fun x -> Bignum.shift_left x 1)
                      Bignum.one)
                      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                      ((fun x -> Bignum.shift_left x 1)
                      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                      ((fun x -> Bignum.shift_left x 1)
                      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                      Bignum.one))))))) O
                      (three (fun x x0 x1 x2 -> Bmi (PEXT, x, x0, x1, x2)))) :: (
  (row0 General ((fun x -> Bignum.shift_left x 1) Bignum.one)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))) O
    (three (fun x x0 x1 x2 -> Bmi (PDEP, x, x0, x1, x2)))) :: ((row0 General
                                                                 ((fun x -> Bignum.shift_left x 1)
                                                                 Bignum.one)
                                                                 Bignum.zero
                                                                 ((fun x -> Bignum.shift_left x 1)
                                                                 ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                 ((fun x -> Bignum.shift_left x 1)
                                                                 ((fun x -> Bignum.shift_left x 1)
                                                                 ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                 ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                 ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                 Bignum.one)))))))
                                                                 O
                                                                 (three
                                                                   (fun x x0 x1 x2 ->
                                                                   Bmi (ANDN,
                                                                   x, x0, x1,
                                                                   x2)))) :: (
  (row0 General ((fun x -> Bignum.shift_left x 1) Bignum.one)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.shift_left x 1)
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
    ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))) O
    (three (fun x x0 x1 x2 -> Mulx (x, x0, x1, x2)))) :: [])))))))

(** val two0 : Bignum.t -> Bignum.t -> Bignum.t -> vop2 -> row **)

let two0 map0 pp opcode o =
  row0 (Vector false) map0 pp opcode O (vector2 (fun _ -> o))

(** val two_imm :
    Bignum.t -> Bignum.t -> Bignum.t -> (Bignum.t -> vop2) -> row **)

let two_imm map0 pp opcode o =
  row0 (Vector false) map0 pp opcode (S O) (vector2 o)

(** val one_source : Bignum.t -> Bignum.t -> Bignum.t -> vop1 -> row **)

let one_source map0 pp opcode o =
  row0 (Vector false) map0 pp opcode O
    (vector1 (fun e d s _ -> Vop1 (o, e, d, s)))

(** val one_imm :
    Bignum.t -> Bignum.t -> Bignum.t -> (Bignum.t -> vop1) -> row **)

let one_imm map0 pp opcode o =
  row0 (Vector false) map0 pp opcode (S O)
    (vector1 (fun e d s k -> Vop1 ((o k), e, d, s)))

(** val moves : Bignum.t -> Bignum.t -> Bignum.t -> vmov -> row list **)

let moves pp load1 store0 k =
  (row0 (Vector false) Bignum.one pp load1 O (move_load k)) :: ((row0 (Vector
                                                                  false)
                                                                  Bignum.one
                                                                  pp store0 O
                                                                  (move_store
                                                                    k)) :: [])

(** val vectors : row list **)

let vectors =
  app
    ((two0 Bignum.one Bignum.one
       ((fun x -> Bignum.succ (Bignum.shift_left x 1))
       ((fun x -> Bignum.succ (Bignum.shift_left x 1))
       ((fun x -> Bignum.succ (Bignum.shift_left x 1))
       ((fun x -> Bignum.succ (Bignum.shift_left x 1))
       ((fun x -> Bignum.shift_left x 1)
       ((fun x -> Bignum.succ (Bignum.shift_left x 1))
       ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))) PXOR) :: (
    (two0 Bignum.one Bignum.one
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))) POR) :: (
    (two0 Bignum.one Bignum.one
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))) PAND) :: (
    (two0 Bignum.one Bignum.one
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))) PANDN) :: (
    (two0 Bignum.one Bignum.zero
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1) Bignum.one)))))) XORPS) :: ((two0
                                                                    Bignum.one
                                                                    Bignum.one
                                                                    ((fun x -> Bignum.shift_left x 1)
                                                                    ((fun x -> Bignum.shift_left x 1)
                                                                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                    Bignum.one)))))))
                                                                    PADDB) :: (
    (two0 Bignum.one Bignum.one
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))) PADDW) :: (
    (two0 Bignum.one Bignum.one ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))) PADDD) :: (
    (two0 Bignum.one Bignum.one ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))) PADDQ) :: (
    (two0 Bignum.one Bignum.one ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))) PSUBB) :: (
    (two0 Bignum.one Bignum.one
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))) PSUBW) :: (
    (two0 Bignum.one Bignum.one ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))) PSUBD) :: (
    (two0 Bignum.one Bignum.one
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))) PSUBQ) :: (
    (two0 Bignum.one Bignum.one
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))
      PMULLW) :: ((two0 Bignum.one Bignum.one
                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                    ((fun x -> Bignum.shift_left x 1)
                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                    ((fun x -> Bignum.shift_left x 1)
                    ((fun x -> Bignum.shift_left x 1)
                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                    Bignum.one))))))) PMULHW) :: ((two0 Bignum.one Bignum.one
                                                    ((fun x -> Bignum.shift_left x 1)
                                                    ((fun x -> Bignum.shift_left x 1)
                                                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                    ((fun x -> Bignum.shift_left x 1)
                                                    ((fun x -> Bignum.shift_left x 1)
                                                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                    Bignum.one))))))) PMULHUW) :: (
    (two0 ((fun x -> Bignum.shift_left x 1) Bignum.one) Bignum.one
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1) Bignum.one))) PMULHRSW) :: ((two0
                                                                    ((fun x -> Bignum.shift_left x 1)
                                                                    Bignum.one)
                                                                    Bignum.one
                                                                    ((fun x -> Bignum.shift_left x 1)
                                                                    ((fun x -> Bignum.shift_left x 1)
                                                                    ((fun x -> Bignum.shift_left x 1)
                                                                    ((fun x -> Bignum.shift_left x 1)
                                                                    ((fun x -> Bignum.shift_left x 1)
                                                                    ((fun x -> Bignum.shift_left x 1)
                                                                    Bignum.one))))))
                                                                    PMULLD) :: (
    (two0 ((fun x -> Bignum.shift_left x 1) Bignum.one) Bignum.one
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1) Bignum.one))))) PMULDQ) :: ((two0
                                                                    Bignum.one
                                                                    Bignum.one
                                                                    ((fun x -> Bignum.shift_left x 1)
                                                                    ((fun x -> Bignum.shift_left x 1)
                                                                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                    ((fun x -> Bignum.shift_left x 1)
                                                                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                    Bignum.one)))))))
                                                                    PMULUDQ) :: (
    (two0 Bignum.one Bignum.one
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))
      PMADDWD) :: ((two0 ((fun x -> Bignum.shift_left x 1) Bignum.one)
                     Bignum.one ((fun x -> Bignum.shift_left x 1)
                     ((fun x -> Bignum.shift_left x 1) Bignum.one)) PMADDUBSW) :: (
    (two0 Bignum.one Bignum.one
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))
      PACKSSWB) :: ((two0 Bignum.one Bignum.one
                      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                      ((fun x -> Bignum.shift_left x 1)
                      ((fun x -> Bignum.shift_left x 1)
                      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                      Bignum.one)))))) PACKUSWB) :: ((two0 Bignum.one
                                                       Bignum.one
                                                       ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                       ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                       ((fun x -> Bignum.shift_left x 1)
                                                       ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                       ((fun x -> Bignum.shift_left x 1)
                                                       ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                       Bignum.one))))))
                                                       PACKSSDW) :: (
    (two0 ((fun x -> Bignum.shift_left x 1) Bignum.one) Bignum.one
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1) Bignum.one))))) PACKUSDW) :: (
    (two0 ((fun x -> Bignum.shift_left x 1) Bignum.one) Bignum.one
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) Bignum.one)))))) PSLLVD) :: (
    (two0 ((fun x -> Bignum.shift_left x 1) Bignum.one) Bignum.one
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) Bignum.one)))))) PSRLVD) :: (
    (two0 ((fun x -> Bignum.shift_left x 1) Bignum.one) Bignum.one
      ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) Bignum.one)))))) PSRAVD) :: (
    (row0 (Vector true) ((fun x -> Bignum.shift_left x 1) Bignum.one)
      Bignum.one ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) Bignum.one)))))) O
      (vector2 (fun _ -> PSLLVQ))) :: ((row0 (Vector true)
                                         ((fun x -> Bignum.shift_left x 1)
                                         Bignum.one) Bignum.one
                                         ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                         ((fun x -> Bignum.shift_left x 1)
                                         ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                         ((fun x -> Bignum.shift_left x 1)
                                         ((fun x -> Bignum.shift_left x 1)
                                         ((fun x -> Bignum.shift_left x 1)
                                         Bignum.one)))))) O
                                         (vector2 (fun _ -> PSRLVQ))) :: (
    (two0 Bignum.one Bignum.one ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))
      PCMPEQB) :: ((two0 Bignum.one Bignum.one
                     ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                     ((fun x -> Bignum.shift_left x 1)
                     ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                     ((fun x -> Bignum.shift_left x 1)
                     ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                     ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                     Bignum.one)))))) PCMPEQW) :: ((two0 Bignum.one
                                                     Bignum.one
                                                     ((fun x -> Bignum.shift_left x 1)
                                                     ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                     ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                     ((fun x -> Bignum.shift_left x 1)
                                                     ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                     ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                     Bignum.one)))))) PCMPEQD) :: (
    (two0 Bignum.one Bignum.one ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))
      PCMPGTB) :: ((two0 Bignum.one Bignum.one
                     ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                     ((fun x -> Bignum.shift_left x 1)
                     ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                     ((fun x -> Bignum.shift_left x 1)
                     ((fun x -> Bignum.shift_left x 1)
                     ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                     Bignum.one)))))) PCMPGTW) :: ((two0 Bignum.one
                                                     Bignum.one
                                                     ((fun x -> Bignum.shift_left x 1)
                                                     ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                     ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                     ((fun x -> Bignum.shift_left x 1)
                                                     ((fun x -> Bignum.shift_left x 1)
                                                     ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                     Bignum.one)))))) PCMPGTD) :: (
    (two0 ((fun x -> Bignum.shift_left x 1) Bignum.one) Bignum.one
      Bignum.zero PSHUFB) :: ((two0 Bignum.one Bignum.one
                                ((fun x -> Bignum.shift_left x 1)
                                ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                ((fun x -> Bignum.shift_left x 1)
                                ((fun x -> Bignum.shift_left x 1)
                                ((fun x -> Bignum.shift_left x 1)
                                ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                Bignum.one)))))) PUNPCKLDQ) :: ((two0
                                                                  Bignum.one
                                                                  Bignum.one
                                                                  ((fun x -> Bignum.shift_left x 1)
                                                                  ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                  ((fun x -> Bignum.shift_left x 1)
                                                                  ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                  ((fun x -> Bignum.shift_left x 1)
                                                                  ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                  Bignum.one))))))
                                                                  PUNPCKHDQ) :: (
    (two0 Bignum.one Bignum.one ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))
      PUNPCKLQDQ) :: ((two0 Bignum.one Bignum.one
                        ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                        ((fun x -> Bignum.shift_left x 1)
                        ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                        ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                        ((fun x -> Bignum.shift_left x 1)
                        ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                        Bignum.one)))))) PUNPCKHQDQ) :: ((two_imm
                                                           ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                           Bignum.one)
                                                           Bignum.one
                                                           ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                           ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                           ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                           Bignum.one)))
                                                           (fun x -> PALIGNR
                                                           x)) :: ((two_imm
                                                                    Bignum.one
                                                                    Bignum.zero
                                                                    ((fun x -> Bignum.shift_left x 1)
                                                                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                    ((fun x -> Bignum.shift_left x 1)
                                                                    ((fun x -> Bignum.shift_left x 1)
                                                                    ((fun x -> Bignum.shift_left x 1)
                                                                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                    Bignum.one)))))))
                                                                    (fun x ->
                                                                    SHUFPS x)) :: (
    (two_imm Bignum.one Bignum.one ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))
      (fun x -> SHUFPD x)) :: ((two_imm
                                 ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                 Bignum.one) Bignum.one
                                 ((fun x -> Bignum.shift_left x 1)
                                 Bignum.one) (fun x -> PBLENDD x)) :: (
    (two_imm ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)
      Bignum.one ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))) (fun x ->
      PBLENDW x)) :: ((two_imm
                        ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                        Bignum.one) Bignum.one
                        ((fun x -> Bignum.shift_left x 1)
                        ((fun x -> Bignum.shift_left x 1)
                        ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                        ((fun x -> Bignum.shift_left x 1)
                        ((fun x -> Bignum.shift_left x 1)
                        ((fun x -> Bignum.shift_left x 1) Bignum.one))))))
                        (fun x -> PCLMULQDQ x)) :: ((two0
                                                      ((fun x -> Bignum.shift_left x 1)
                                                      Bignum.one) Bignum.one
                                                      ((fun x -> Bignum.shift_left x 1)
                                                      ((fun x -> Bignum.shift_left x 1)
                                                      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                      ((fun x -> Bignum.shift_left x 1)
                                                      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                      Bignum.one)))))))
                                                      AESENC) :: ((two0
                                                                    ((fun x -> Bignum.shift_left x 1)
                                                                    Bignum.one)
                                                                    Bignum.one
                                                                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                    ((fun x -> Bignum.shift_left x 1)
                                                                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                    ((fun x -> Bignum.shift_left x 1)
                                                                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                    Bignum.one)))))))
                                                                    AESENCLAST) :: (
    (two0 ((fun x -> Bignum.shift_left x 1) Bignum.one) Bignum.one
      ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))
      AESDEC) :: ((two0 ((fun x -> Bignum.shift_left x 1) Bignum.one)
                    Bignum.one
                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                    ((fun x -> Bignum.shift_left x 1)
                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                    Bignum.one))))))) AESDECLAST) :: ((one_imm Bignum.one
                                                        Bignum.one
                                                        ((fun x -> Bignum.shift_left x 1)
                                                        ((fun x -> Bignum.shift_left x 1)
                                                        ((fun x -> Bignum.shift_left x 1)
                                                        ((fun x -> Bignum.shift_left x 1)
                                                        ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                        ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                        Bignum.one))))))
                                                        (fun x -> PSHUFD x)) :: (
    (one_source Bignum.one ((fun x -> Bignum.shift_left x 1) Bignum.one)
      ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1) Bignum.one)))) MOVSHDUP) :: (
    (one_source Bignum.one ((fun x -> Bignum.shift_left x 1) Bignum.one)
      ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      Bignum.one)))) MOVSLDUP) :: ((one_source
                                     ((fun x -> Bignum.shift_left x 1)
                                     Bignum.one) Bignum.one
                                     ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                     ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                     ((fun x -> Bignum.shift_left x 1)
                                     ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                     ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                     ((fun x -> Bignum.shift_left x 1)
                                     ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                     Bignum.one))))))) AESIMC) :: ((one_imm
                                                                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                    Bignum.one)
                                                                    Bignum.one
                                                                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                    ((fun x -> Bignum.shift_left x 1)
                                                                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                    Bignum.one)))))))
                                                                    (fun x ->
                                                                    AESKEYGENASSIST
                                                                    x)) :: (
    (row0 (Vector false) Bignum.one Bignum.one
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))) (S O)
      (digit ((((fun x -> Bignum.shift_left x 1) Bignum.one),
        (shifted PSRLW)) :: ((((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) Bignum.one)),
        (shifted PSRAW)) :: ((((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)),
        (shifted PSLLW)) :: []))))) :: ((row0 (Vector false) Bignum.one
                                          Bignum.one
                                          ((fun x -> Bignum.shift_left x 1)
                                          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                          ((fun x -> Bignum.shift_left x 1)
                                          ((fun x -> Bignum.shift_left x 1)
                                          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                          Bignum.one)))))) (S O)
                                          (digit
                                            ((((fun x -> Bignum.shift_left x 1)
                                            Bignum.one),
                                            (shifted PSRLD)) :: ((((fun x -> Bignum.shift_left x 1)
                                            ((fun x -> Bignum.shift_left x 1)
                                            Bignum.one)),
                                            (shifted PSRAD)) :: ((((fun x -> Bignum.shift_left x 1)
                                            ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                            Bignum.one)),
                                            (shifted PSLLD)) :: []))))) :: (
    (row0 (Vector false) Bignum.one Bignum.one
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))) (S O)
      (digit ((((fun x -> Bignum.shift_left x 1) Bignum.one),
        (shifted PSRLQ)) :: ((((fun x -> Bignum.succ (Bignum.shift_left x 1))
        Bignum.one), (shifted PSRLDQ)) :: ((((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)),
        (shifted PSLLQ)) :: ((((fun x -> Bignum.succ (Bignum.shift_left x 1))
        ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)),
        (shifted PSLLDQ)) :: [])))))) :: ((row0 (Vector false)
                                            ((fun x -> Bignum.shift_left x 1)
                                            Bignum.one) Bignum.one
                                            ((fun x -> Bignum.shift_left x 1)
                                            ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                            ((fun x -> Bignum.shift_left x 1)
                                            ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                            ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                            ((fun x -> Bignum.shift_left x 1)
                                            Bignum.one)))))) O
                                            (wide_vector
                                              (from_memory (fun m ->
                                                vector1 (fun _ d _ _ ->
                                                  Vbroadcasti128 (d, m)))))) :: (
    (row0 (Vector false) ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      Bignum.one) Bignum.one ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))) (S O)
      (wide_vector (vector1 (fun _ s d k -> Vextracti128 (d, s, k))))) :: (
    (row0 (Vector true) ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      Bignum.one) Bignum.one Bignum.zero (S O)
      (wide_vector (vector1 (fun _ d s k -> Vpermq (d, s, k))))) :: (
    (row0 (Vector false) ((fun x -> Bignum.shift_left x 1) Bignum.one)
      Bignum.one ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))) O
      (wide2 (fun d a b _ -> Vpermd (d, a, b)))) :: ((row0 (Vector false)
                                                       ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                       Bignum.one) Bignum.one
                                                       ((fun x -> Bignum.shift_left x 1)
                                                       ((fun x -> Bignum.shift_left x 1)
                                                       ((fun x -> Bignum.shift_left x 1)
                                                       ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                       ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                       Bignum.one))))) (S O)
                                                       (wide2
                                                         (fun x x0 x1 x2 ->
                                                         Vinserti128 (x, x0,
                                                         x1, x2)))) :: (
    (row0 (Vector false) ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      Bignum.one) Bignum.one ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) Bignum.one)))))) (S O)
      (wide2 (fun x x0 x1 x2 -> Vperm2i128 (x, x0, x1, x2)))) :: ((row0
                                                                    (Vector
                                                                    false)
                                                                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                    Bignum.one)
                                                                    Bignum.one
                                                                    ((fun x -> Bignum.shift_left x 1)
                                                                    ((fun x -> Bignum.shift_left x 1)
                                                                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                    ((fun x -> Bignum.shift_left x 1)
                                                                    ((fun x -> Bignum.shift_left x 1)
                                                                    Bignum.one))))))
                                                                    (S O)
                                                                    blended) :: (
    (row0 (Vector false) ((fun x -> Bignum.shift_left x 1) Bignum.one)
      Bignum.one ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1) Bignum.one)))))) O
      (vector1 (fun e d s _ -> Vpbroadcast (W32, e, d, s)))) :: ((row0
                                                                   (Vector
                                                                   false)
                                                                   ((fun x -> Bignum.shift_left x 1)
                                                                   Bignum.one)
                                                                   Bignum.one
                                                                   ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                   ((fun x -> Bignum.shift_left x 1)
                                                                   ((fun x -> Bignum.shift_left x 1)
                                                                   ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                   ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                   ((fun x -> Bignum.shift_left x 1)
                                                                   Bignum.one))))))
                                                                   O
                                                                   (vector1
                                                                    (fun e d s _ ->
                                                                    Vpbroadcast
                                                                    (W64, e,
                                                                    d, s)))) :: (
    (row0 (Vector false) ((fun x -> Bignum.shift_left x 1) Bignum.one)
      Bignum.one ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))) O
      (vector1 (fun e d s _ -> Pmovzxbd (e, d, s)))) :: ((row0 (Vector false)
                                                           Bignum.one
                                                           Bignum.one
                                                           ((fun x -> Bignum.shift_left x 1)
                                                           ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                           ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                           ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                           ((fun x -> Bignum.shift_left x 1)
                                                           ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                           Bignum.one)))))) O
                                                           (into_vector
                                                             (fun e d s ->
                                                             MovGX (e, W32,
                                                             d, s)))) :: (
    (row0 (Vector true) Bignum.one Bignum.one
      ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))) O
      (from_register (fun _ ->
        into_vector (fun e d s -> MovGX (e, W64, d, s))))) :: ((row0 (Vector
                                                                 false)
                                                                 Bignum.one
                                                                 Bignum.one
                                                                 ((fun x -> Bignum.shift_left x 1)
                                                                 ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                 ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                 ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                 ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                 ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                 Bignum.one))))))
                                                                 O
                                                                 (out_of_vector
                                                                   (fun e d s _ ->
                                                                   MovXG (e,
                                                                   W32, d,
                                                                   s)))) :: (
    (row0 (Vector true) Bignum.one Bignum.one
      ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))) O
      (from_register (fun _ ->
        out_of_vector (fun e d s _ -> MovXG (e, W64, d, s))))) :: ((row0
                                                                    (Vector
                                                                    false)
                                                                    Bignum.one
                                                                    ((fun x -> Bignum.shift_left x 1)
                                                                    Bignum.one)
                                                                    ((fun x -> Bignum.shift_left x 1)
                                                                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                    Bignum.one))))))
                                                                    O
                                                                    movq_load) :: (
    (row0 (Vector false) Bignum.one Bignum.one
      ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))) O
      movq_store) :: ((row0 (Vector false) Bignum.one Bignum.one
                        ((fun x -> Bignum.shift_left x 1)
                        ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                        ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                        ((fun x -> Bignum.shift_left x 1) Bignum.one)))) O
                        (from_memory (fun m ->
                          inserted (fun e d a _ _ -> MovhLoad (e, d, a, m))))) :: (
    (row0 (Vector false) Bignum.one Bignum.one
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1) Bignum.one)))) O
      (from_memory (fun m ->
        out_of_vector (fun e _ s _ -> MovhStore (e, m, s))))) :: ((row0
                                                                    (Vector
                                                                    false)
                                                                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                    Bignum.one)
                                                                    Bignum.one
                                                                    ((fun x -> Bignum.shift_left x 1)
                                                                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                    ((fun x -> Bignum.shift_left x 1)
                                                                    ((fun x -> Bignum.shift_left x 1)
                                                                    ((fun x -> Bignum.shift_left x 1)
                                                                    Bignum.one)))))
                                                                    (S O)
                                                                    (inserted
                                                                    (fun e x x0 x1 x2 ->
                                                                    Pinsr (e,
                                                                    W32, x,
                                                                    x0, x1,
                                                                    x2)))) :: (
    (row0 (Vector true) ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      Bignum.one) Bignum.one ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) Bignum.one))))) (S O)
      (inserted (fun e x x0 x1 x2 -> Pinsr (e, W64, x, x0, x1, x2)))) :: (
    (row0 (Vector false) ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      Bignum.one) Bignum.one ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1) Bignum.one)))) (S O)
      (out_of_vector (fun e x x0 x1 -> Pextr (e, W32, x, x0, x1)))) :: (
    (row0 (Vector true) ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      Bignum.one) Bignum.one ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1) Bignum.one)))) (S O)
      (out_of_vector (fun e x x0 x1 -> Pextr (e, W64, x, x0, x1)))) :: (
    (row0 (Vector false) ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      Bignum.one) Bignum.one ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      Bignum.one))))) (S O)
      (inserted (fun x x0 x1 x2 x3 -> PinsrN (W8, x, x0, x1, x2, x3)))) :: (
    (row0 (Vector false) Bignum.one Bignum.one
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))) (S O)
      (inserted (fun x x0 x1 x2 x3 -> PinsrN (W16, x, x0, x1, x2, x3)))) :: (
    (row0 (Vector false) ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      Bignum.one) Bignum.one ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1) Bignum.one)))) (S O)
      (out_of_vector (fun x x0 x1 x2 -> PextrN (W8, x, x0, x1, x2)))) :: (
    (row0 (Vector false) ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      Bignum.one) Bignum.one ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1) Bignum.one)))) (S O)
      (from_memory (fun _ ->
        out_of_vector (fun x x0 x1 x2 -> PextrN (W16, x, x0, x1, x2))))) :: (
    (row0 (Vector false) Bignum.one Bignum.one
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))) (S O)
      (to_general (fun e d s k -> PextrN (W16, e, (R d), s, k)))) :: (
    (row0 (Vector false) Bignum.one Bignum.one
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))) O
      (to_general (fun e d s _ -> Movmsk (PMOVMSKB, e, d, s)))) :: ((row0
                                                                    (Vector
                                                                    false)
                                                                    Bignum.one
                                                                    Bignum.zero
                                                                    ((fun x -> Bignum.shift_left x 1)
                                                                    ((fun x -> Bignum.shift_left x 1)
                                                                    ((fun x -> Bignum.shift_left x 1)
                                                                    ((fun x -> Bignum.shift_left x 1)
                                                                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                    ((fun x -> Bignum.shift_left x 1)
                                                                    Bignum.one))))))
                                                                    O
                                                                    (to_general
                                                                    (fun e d s _ ->
                                                                    Movmsk
                                                                    (MOVMSKPS,
                                                                    e, d, s)))) :: (
    (row0 (Vector false) Bignum.one Bignum.one
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.shift_left x 1) Bignum.one)))))) O
      (to_general (fun e d s _ -> Movmsk (MOVMSKPD, e, d, s)))) :: []))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))
    (app
      (moves ((fun x -> Bignum.shift_left x 1) Bignum.one)
        ((fun x -> Bignum.succ (Bignum.shift_left x 1))
        ((fun x -> Bignum.succ (Bignum.shift_left x 1))
        ((fun x -> Bignum.succ (Bignum.shift_left x 1))
        ((fun x -> Bignum.succ (Bignum.shift_left x 1))
        ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))
        ((fun x -> Bignum.succ (Bignum.shift_left x 1))
        ((fun x -> Bignum.succ (Bignum.shift_left x 1))
        ((fun x -> Bignum.succ (Bignum.shift_left x 1))
        ((fun x -> Bignum.succ (Bignum.shift_left x 1))
        ((fun x -> Bignum.succ (Bignum.shift_left x 1))
        ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))) DQU)
      (app
        (moves Bignum.one ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))
          DQA)
        (app
          (moves Bignum.zero ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1) Bignum.one))))
            ((fun x -> Bignum.succ (Bignum.shift_left x 1))
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1) Bignum.one)))) UPS)
          (moves Bignum.zero ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.succ (Bignum.shift_left x 1))
            ((fun x -> Bignum.shift_left x 1) Bignum.one)))))
            ((fun x -> Bignum.succ (Bignum.shift_left x 1))
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.succ (Bignum.shift_left x 1))
            ((fun x -> Bignum.shift_left x 1) Bignum.one))))) APS))))

(** val table0 : row list **)

let table0 =
  app scalars (app generals vectors)

type decoded =
| Does of instr
| Jumps of Bignum.t
| Branches of cc * Bignum.t
| Returns

(** val sized : prefix -> bool **)

let sized p =
  match p.p_enc with
  | Sse ->
    (&&) (N.eqb p.p_pp Bignum.zero) (negb ((||) ((||) p.p_r p.p_x) p.p_empty))
  | _ -> false

(** val bare : prefix -> bool **)

let bare p =
  (&&) (sized p) (negb p.p_w)

(** val away : Bignum.t reader **)

let away =
  bind (number (S (S (S (S O))))) (fun z0 -> only (negb (small z0)) (give z0))

(** val without_modrm1 : prefix -> Bignum.t -> decoded reader option **)

let without_modrm1 p o =
  let short = (&&) (bare p) (negb p.p_b) in
  let alone = (&&) (sized p) (negb p.p_b) in
  let n0 =
    extended p.p_b
      (field o Bignum.zero ((fun x -> Bignum.succ (Bignum.shift_left x 1))
        Bignum.one))
  in
  if (&&) short
       (N.eqb o ((fun x -> Bignum.succ (Bignum.shift_left x 1))
         ((fun x -> Bignum.succ (Bignum.shift_left x 1))
         ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
         ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
         ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))))
  then Some (give Returns)
  else if (&&) short
            (N.eqb o ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.succ (Bignum.shift_left x 1))
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1) Bignum.one))))))))
       then Some (give (Does Nop))
       else if (&&) short
                 (N.eqb o ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                   ((fun x -> Bignum.shift_left x 1)
                   ((fun x -> Bignum.shift_left x 1)
                   ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                   ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                   ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                   ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                   Bignum.one))))))))
            then Some (give (Does (Carry STC)))
            else if (&&) short
                      (N.eqb o ((fun x -> Bignum.shift_left x 1)
                        ((fun x -> Bignum.shift_left x 1)
                        ((fun x -> Bignum.shift_left x 1)
                        ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                        ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                        ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                        ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                        Bignum.one))))))))
                 then Some (give (Does (Carry CLC)))
                 else if (&&) short
                           (N.eqb o
                             ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                             ((fun x -> Bignum.shift_left x 1)
                             ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                             ((fun x -> Bignum.shift_left x 1)
                             ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                             ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                             ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                             Bignum.one))))))))
                      then Some (give (Does (Carry CMC)))
                      else if (&&) short
                                (N.eqb o
                                  ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                  ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                  ((fun x -> Bignum.shift_left x 1)
                                  ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                  ((fun x -> Bignum.shift_left x 1)
                                  ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                  ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                  Bignum.one))))))))
                           then Some
                                  (bind (number (S O)) (fun z0 ->
                                    give (Jumps z0)))
                           else if (&&) short
                                     (N.eqb o
                                       ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                       ((fun x -> Bignum.shift_left x 1)
                                       ((fun x -> Bignum.shift_left x 1)
                                       ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                       ((fun x -> Bignum.shift_left x 1)
                                       ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                       ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                       Bignum.one))))))))
                                then Some
                                       (bind away (fun z0 -> give (Jumps z0)))
                                else if (&&) short
                                          (N.eqb
                                            (field o
                                              ((fun x -> Bignum.shift_left x 1)
                                              ((fun x -> Bignum.shift_left x 1)
                                              Bignum.one))
                                              ((fun x -> Bignum.shift_left x 1)
                                              ((fun x -> Bignum.shift_left x 1)
                                              Bignum.one)))
                                            ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                            ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                            Bignum.one)))
                                     then Some
                                            (bind (number (S O)) (fun z0 ->
                                              give (Branches
                                                ((cc_numbered
                                                   (field o Bignum.zero
                                                     ((fun x -> Bignum.shift_left x 1)
                                                     ((fun x -> Bignum.shift_left x 1)
                                                     Bignum.one)))), z0))))
                                     else if (&&) (bare p)
                                               (N.eqb
                                                 (field o
                                                   ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                   Bignum.one)
                                                   ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                   ((fun x -> Bignum.shift_left x 1)
                                                   Bignum.one)))
                                                 ((fun x -> Bignum.shift_left x 1)
                                                 ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                 ((fun x -> Bignum.shift_left x 1)
                                                 Bignum.one))))
                                          then Some
                                                 (give (Does (Push
                                                   ((reg_numbered n0),
                                                   Bignum.zero))))
                                          else if (&&) (bare p)
                                                    (N.eqb
                                                      (field o
                                                        ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                        Bignum.one)
                                                        ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                        ((fun x -> Bignum.shift_left x 1)
                                                        Bignum.one)))
                                                      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                      ((fun x -> Bignum.shift_left x 1)
                                                      Bignum.one))))
                                               then Some
                                                      (give (Does (Pop
                                                        ((reg_numbered n0),
                                                        Bignum.zero))))
                                               else if (&&)
                                                         ((&&)
                                                           ((&&) (sized p)
                                                             p.p_w)
                                                           (N.eqb
                                                             (field o
                                                               ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                               Bignum.one)
                                                               ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                               ((fun x -> Bignum.shift_left x 1)
                                                               Bignum.one)))
                                                             ((fun x -> Bignum.shift_left x 1)
                                                             ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                             ((fun x -> Bignum.shift_left x 1)
                                                             ((fun x -> Bignum.shift_left x 1)
                                                             Bignum.one))))))
                                                         (negb
                                                           (N.eqb n0
                                                             Bignum.zero))
                                                    then Some
                                                           (give (Does (Xchg
                                                             (RAX,
                                                             (reg_numbered n0)))))
                                                    else if (&&) (sized p)
                                                              (N.eqb
                                                                (field o
                                                                  ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                  Bignum.one)
                                                                  ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                  ((fun x -> Bignum.shift_left x 1)
                                                                  Bignum.one)))
                                                                ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                ((fun x -> Bignum.shift_left x 1)
                                                                Bignum.one)))))
                                                         then let into =
                                                                fun z0 ->
                                                                give (Does
                                                                  (Mov
                                                                  ((size1 p),
                                                                  (R
                                                                  (reg_numbered
                                                                    n0)),
                                                                  (Imm z0))))
                                                              in
                                                              Some
                                                              (if p.p_w
                                                               then bind
                                                                    (number
                                                                    (S (S (S
                                                                    (S (S (S
                                                                    (S (S
                                                                    O)))))))))
                                                                    (fun z0 ->
                                                                    only
                                                                    (negb
                                                                    (Z.eqb z0
                                                                    (signed
                                                                    ((fun x -> Bignum.shift_left x 1)
                                                                    ((fun x -> Bignum.shift_left x 1)
                                                                    ((fun x -> Bignum.shift_left x 1)
                                                                    ((fun x -> Bignum.shift_left x 1)
                                                                    ((fun x -> Bignum.shift_left x 1)
                                                                    Bignum.one)))))
                                                                    (word
                                                                    ((fun x -> Bignum.shift_left x 1)
                                                                    ((fun x -> Bignum.shift_left x 1)
                                                                    ((fun x -> Bignum.shift_left x 1)
                                                                    ((fun x -> Bignum.shift_left x 1)
                                                                    ((fun x -> Bignum.shift_left x 1)
                                                                    Bignum.one)))))
                                                                    z0))))
                                                                    (into z0))
                                                               else bind
                                                                    (number
                                                                    (S (S (S
                                                                    (S O)))))
                                                                    into)
                                                         else if (&&) alone
                                                                   (N.eqb o
                                                                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                    ((fun x -> Bignum.shift_left x 1)
                                                                    ((fun x -> Bignum.shift_left x 1)
                                                                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                    ((fun x -> Bignum.shift_left x 1)
                                                                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                    ((fun x -> Bignum.shift_left x 1)
                                                                    Bignum.one))))))))
                                                              then Some
                                                                    (bind
                                                                    (number
                                                                    (S (S (S
                                                                    (S O)))))
                                                                    (fun z0 ->
                                                                    give
                                                                    (Does
                                                                    (Cmp
                                                                    (TEST,
                                                                    (size1 p),
                                                                    (R RAX),
                                                                    (Imm
                                                                    z0))))))
                                                              else if 
                                                                    (&&)
                                                                    alone
                                                                    (N.eqb o
                                                                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                    ((fun x -> Bignum.shift_left x 1)
                                                                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                    Bignum.one))))))
                                                                   then 
                                                                    Some
                                                                    (bind
                                                                    away
                                                                    (fun z0 ->
                                                                    give
                                                                    (Does
                                                                    (Cmp
                                                                    (CMP,
                                                                    (size1 p),
                                                                    (R RAX),
                                                                    (Imm
                                                                    z0))))))
                                                                   else 
                                                                    (match 
                                                                    find
                                                                    (fun e ->
                                                                    N.eqb
                                                                    (N.add
                                                                    (N.mul
                                                                    ((fun x -> Bignum.shift_left x 1)
                                                                    ((fun x -> Bignum.shift_left x 1)
                                                                    ((fun x -> Bignum.shift_left x 1)
                                                                    Bignum.one)))
                                                                    (fst e))
                                                                    ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                                                                    ((fun x -> Bignum.shift_left x 1)
                                                                    Bignum.one)))
                                                                    o) alus with
                                                                    | Some p0 ->
                                                                    let (
                                                                    _, a) = p0
                                                                    in
                                                                    if alone
                                                                    then 
                                                                    Some
                                                                    (bind
                                                                    away
                                                                    (fun z0 ->
                                                                    give
                                                                    (Does
                                                                    (Alu (a,
                                                                    (size1 p),
                                                                    (R RAX),
                                                                    (Imm
                                                                    z0))))))
                                                                    else None
                                                                    | None ->
                                                                    None)

(** val without_modrm2 : prefix -> Bignum.t -> decoded reader option **)

let without_modrm2 p o =
  if (&&) ((&&) (bare p) (negb p.p_b))
       (N.eqb
         (field o ((fun x -> Bignum.shift_left x 1)
           ((fun x -> Bignum.shift_left x 1) Bignum.one))
           ((fun x -> Bignum.shift_left x 1)
           ((fun x -> Bignum.shift_left x 1) Bignum.one)))
         ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
         ((fun x -> Bignum.shift_left x 1) Bignum.one))))
  then Some
         (bind away (fun z0 ->
           give (Branches
             ((cc_numbered
                (field o Bignum.zero ((fun x -> Bignum.shift_left x 1)
                  ((fun x -> Bignum.shift_left x 1) Bignum.one)))), z0))))
  else if (&&) (sized p)
            (N.eqb
              (field o ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                Bignum.one) ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                ((fun x -> Bignum.shift_left x 1) Bignum.one)))
              ((fun x -> Bignum.succ (Bignum.shift_left x 1))
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))
       then Some
              (give (Does (Bswap ((size1 p),
                (reg_numbered
                  (extended p.p_b
                    (field o Bignum.zero
                      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                      Bignum.one))))))))
       else if (&&) (N.eqb p.p_pp Bignum.zero)
                 (N.eqb o ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                   ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                   ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                   ((fun x -> Bignum.shift_left x 1)
                   ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                   ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                   Bignum.one)))))))
            then (match p.p_enc with
                  | Vex128 ->
                    if (&&) (unnamed p) (negb ((||) p.p_w p.p_r))
                    then Some (give (Does Vzeroupper))
                    else None
                  | _ -> None)
            else None

(** val without_modrm : prefix -> Bignum.t -> decoded reader option **)

let without_modrm p o =
  if N.eqb p.p_map Bignum.zero
  then without_modrm1 p o
  else if N.eqb p.p_map Bignum.one then without_modrm2 p o else None

(** val decode : relative -> (decoded * bool) reader **)

let decode rip =
  bind prefixes (fun p ->
    bind byte (fun o ->
      match without_modrm p o with
      | Some f -> bind f (fun x -> give (x, false))
      | None ->
        (match find (fits0 p o) table0 with
         | Some row1 ->
           bind peek (fun x ->
             let size2 =
               row1.r_imm
                 (field x ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                   Bignum.one)
                   ((fun x -> Bignum.succ (Bignum.shift_left x 1))
                   Bignum.one))
             in
             bind (modrm p rip size2) (fun m ->
               bind (number size2) (fun z0 ->
                 match row1.r_build p (fst (fst m)) (snd (fst m)) z0 with
                 | Some i ->
                   only (bool_decide (is_Some_dec (describe i)))
                     (give ((Does i), (snd m)))
                 | None -> refuse)))
         | None -> refuse)))

(** val over_rm : (mem -> mem) -> rm -> rm **)

let over_rm f = function
| R r -> R r
| M m -> M (f m)

(** val over_rmi : (mem -> mem) -> rmi -> rmi **)

let over_rmi f = function
| Memory m -> Memory (f m)
| x0 -> x0

(** val over_vm : (mem -> mem) -> vm -> vm **)

let over_vm f = function
| X x0 -> X x0
| XM m -> XM (f m)

(** val over : (mem -> mem) -> instr -> instr **)

let over f i = match i with
| Mov (w, d, s) -> Mov (w, (over_rm f d), (over_rmi f s))
| Movbe (w, d, s) -> Movbe (w, (over_rm f d), (over_rm f s))
| Movzb (d, s) -> Movzb (d, (f s))
| Movb (d, s) -> Movb ((f d), s)
| Movzw (d, s) -> Movzw (d, (f s))
| Movw (d, s) -> Movw ((f d), s)
| MovwLoad (d, s) -> MovwLoad (d, (f s))
| Lea (w, d, m) -> Lea (w, d, (f m))
| Alu (o, w, d, s) -> Alu (o, w, (over_rm f d), (over_rmi f s))
| Cmp (o, w, a, b) -> Cmp (o, w, (over_rm f a), (over_rmi f b))
| Un (o, w, d) -> Un (o, w, (over_rm f d))
| Shift (o, w, d, k) -> Shift (o, w, (over_rm f d), k)
| ShiftCl (o, w, d) -> ShiftCl (o, w, (over_rm f d))
| Shx (o, w, d, s, c) -> Shx (o, w, d, (over_rm f s), c)
| Rorx (w, d, s, k) -> Rorx (w, d, (over_rm f s), k)
| Bmi (o, w, d, a, b) -> Bmi (o, w, d, a, (over_rm f b))
| Shiftd (o, w, d, s, k) -> Shiftd (o, w, (over_rm f d), s, k)
| ShiftdCl (o, w, d, s) -> ShiftdCl (o, w, (over_rm f d), s)
| Bit (o, w, d, k) -> Bit (o, w, (over_rm f d), k)
| Scan (o, d, s) -> Scan (o, d, (over_rm f s))
| Popcnt (w, d, s) -> Popcnt (w, d, (over_rm f s))
| Rotc (o, w, d) -> Rotc (o, w, (over_rm f d))
| Movslq (d, s) -> Movslq (d, (over_rm f s))
| Mul (w, s) -> Mul (w, (over_rm f s))
| ImulWide (w, s) -> ImulWide (w, (over_rm f s))
| Imul (w, d, s) -> Imul (w, d, (over_rm f s))
| ImulConst (w, d, s, z0) -> ImulConst (w, d, (over_rm f s), z0)
| Mulx (w, h, l, s) -> Mulx (w, h, l, (over_rm f s))
| Adcx (w, d, s) -> Adcx (w, d, (over_rm f s))
| Adox (w, d, s) -> Adox (w, d, (over_rm f s))
| Cmov (c, w, d, s) -> Cmov (c, w, d, (over_rm f s))
| Push (s, r) ->
  Push (s,
    (f { m_base = NoBase; m_index = None; m_disp = Bignum.zero; m_region =
      r }).m_region)
| Pop (d, r) ->
  Pop (d,
    (f { m_base = NoBase; m_index = None; m_disp = Bignum.zero; m_region =
      r }).m_region)
| VMov (k, e, d, s) -> VMov (k, e, (over_vm f d), (over_vm f s))
| Vop2 (o, e, d, a, b) -> Vop2 (o, e, d, a, (over_vm f b))
| Vop1 (o, e, d, s) -> Vop1 (o, e, d, (over_vm f s))
| MovGX (e, w, d, s) -> MovGX (e, w, d, (over_rm f s))
| MovXG (e, w, d, s) -> MovXG (e, w, (over_rm f d), s)
| Pinsr (e, w, d, a, b, k) -> Pinsr (e, w, d, a, (over_rm f b), k)
| Pextr (e, w, d, s, k) -> Pextr (e, w, (over_rm f d), s, k)
| MovhLoad (e, d, a, s) -> MovhLoad (e, d, a, (f s))
| MovhStore (e, d, s) -> MovhStore (e, (f d), s)
| Vpbroadcast (w, e, d, s) -> Vpbroadcast (w, e, d, (over_vm f s))
| Vpermd (d, a, b) -> Vpermd (d, a, (over_vm f b))
| Pmovzxbd (e, d, s) -> Pmovzxbd (e, d, (over_vm f s))
| PinsrN (k, e, d, a, b, i0) -> PinsrN (k, e, d, a, (over_rm f b), i0)
| PextrN (k, e, d, s, i0) -> PextrN (k, e, (over_rm f d), s, i0)
| Vpblendvb (e, d, a, b, m) -> Vpblendvb (e, d, a, (over_vm f b), m)
| Vinserti128 (d, a, b, k) -> Vinserti128 (d, a, (over_vm f b), k)
| Vextracti128 (d, s, k) -> Vextracti128 ((over_vm f d), s, k)
| Vperm2i128 (d, a, b, k) -> Vperm2i128 (d, a, (over_vm f b), k)
| Vpermq (d, s, k) -> Vpermq (d, (over_vm f s), k)
| Vbroadcasti128 (d, s) -> Vbroadcasti128 (d, (f s))
| Prefetch (l, m) -> Prefetch (l, (f m))
| _ -> i

(** val wrap : width -> Bignum.t -> Bignum.t **)

let wrap w z0 =
  signed (bits w) (word (bits w) z0)

(** val wrap_rmi : width -> rmi -> rmi **)

let wrap_rmi w x = match x with
| Imm z0 -> Imm (wrap w z0)
| _ -> x

(** val wrap_mem : mem -> mem **)

let wrap_mem m =
  { m_base = m.m_base; m_index = m.m_index; m_disp =
    (signed ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
      ((fun x -> Bignum.shift_left x 1) Bignum.one))))))
      (word ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) Bignum.one)))))) m.m_disp));
    m_region = m.m_region }

(** val wrapped : instr -> instr **)

let wrapped i = match i with
| Mov (w, d, s) -> Mov (w, d, (wrap_rmi w s))
| Alu (o, w, d, s) -> Alu (o, w, d, (wrap_rmi w s))
| Cmp (o, w, a, b) ->
  (match o with
   | CMP -> Cmp (o, w, a, (wrap_rmi w b))
   | TEST ->
     (match a with
      | R r ->
        (match b with
         | Memory m -> Cmp (TEST, w, (M m), (Reg r))
         | _ -> Cmp (o, w, a, (wrap_rmi w b)))
      | M _ -> Cmp (o, w, a, (wrap_rmi w b))))
| Xchg (a, b) -> (match b with
                  | RAX -> Xchg (RAX, a)
                  | _ -> i)
| ImulConst (w, d, s, z0) -> ImulConst (w, d, s, (wrap w z0))
| _ -> i

(** val canonical : instr -> instr **)

let canonical i =
  wrapped (over wrap_mem i)

type origin =
| SEntry
| SAligned of Bignum.t * Bignum.t

type spot = { s_origin : origin; s_off : Bignum.t }

type stack_value =
| SAt of spot
| SKept of reg
| SGiven of reg * Bignum.t
| SOff
| SMaybe

(** val same_origin : origin -> origin -> bool **)

let same_origin a b =
  match a with
  | SEntry -> (match b with
               | SEntry -> true
               | SAligned (_, _) -> false)
  | SAligned (z0, n0) ->
    (match b with
     | SEntry -> false
     | SAligned (z', n') -> (&&) (Z.eqb z0 z') (Z.eqb n0 n'))

(** val same_spot : spot -> spot -> bool **)

let same_spot a b =
  (&&) (same_origin a.s_origin b.s_origin) (Z.eqb a.s_off b.s_off)

(** val spot_entry : spot **)

let spot_entry =
  { s_origin = SEntry; s_off = Bignum.zero }

(** val spot_moved : spot -> Bignum.t -> spot **)

let spot_moved p k =
  { s_origin = p.s_origin; s_off = (Z.add p.s_off k) }

(** val valid_origin : origin -> bool **)

let valid_origin = function
| SEntry -> true
| SAligned (_, n0) -> Z.ltb Bignum.zero n0

(** val least : spot -> Bignum.t **)

let least p =
  match p.s_origin with
  | SEntry -> p.s_off
  | SAligned (z0, n0) -> Z.add (Z.add (Z.sub z0 n0) Bignum.one) p.s_off

(** val most : spot -> Bignum.t **)

let most p =
  match p.s_origin with
  | SEntry -> p.s_off
  | SAligned (z0, _) -> Z.add z0 p.s_off

(** val surely_le : spot -> spot -> bool **)

let surely_le a b =
  if same_origin a.s_origin b.s_origin
  then Z.leb a.s_off b.s_off
  else (&&) ((&&) (valid_origin a.s_origin) (valid_origin b.s_origin))
         (Z.leb (most a) (least b))

(** val surely_apart : spot -> Bignum.t -> spot -> Bignum.t -> bool **)

let surely_apart a n0 b k =
  (||) (surely_le (spot_moved a n0) b) (surely_le (spot_moved b k) a)

(** val spot_bounded : Bignum.t -> spot -> bool **)

let spot_bounded depth p =
  (&&) ((&&) (valid_origin p.s_origin) (Z.leb (Z.opp depth) (least p)))
    (Z.leb (most p)
      (Z.pow ((fun x -> Bignum.shift_left x 1) Bignum.one)
        ((fun x -> Bignum.succ (Bignum.shift_left x 1))
        ((fun x -> Bignum.succ (Bignum.shift_left x 1))
        ((fun x -> Bignum.succ (Bignum.shift_left x 1))
        ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))

(** val shifted0 : stack_value -> Bignum.t -> stack_value **)

let shifted0 v k =
  match v with
  | SAt p -> SAt (spot_moved p k)
  | SKept _ -> SMaybe
  | SGiven (r, d) -> SGiven (r, (Z.add d k))
  | _ -> v

(** val signed64 : Bignum.t -> Bignum.t **)

let signed64 z0 =
  Z.sub
    (Z.modulo
      (Z.add z0
        (Z.pow ((fun x -> Bignum.shift_left x 1) Bignum.one)
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1))
          ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one)))))))
      (Z.pow ((fun x -> Bignum.shift_left x 1) Bignum.one)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
        Bignum.one))))))))
    (Z.pow ((fun x -> Bignum.shift_left x 1) Bignum.one)
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1))
      ((fun x -> Bignum.succ (Bignum.shift_left x 1)) Bignum.one))))))

(** val alignment : Bignum.t -> Bignum.t option **)

let alignment z0 =
  let n0 = Z.opp (signed64 z0) in
  let k = Z.log2 n0 in
  if (&&)
       ((&&) (Z.ltb Bignum.zero n0)
         (Z.leb k ((fun x -> Bignum.shift_left x 1)
           ((fun x -> Bignum.shift_left x 1)
           ((fun x -> Bignum.shift_left x 1)
           ((fun x -> Bignum.shift_left x 1) Bignum.one))))))
       (Z.eqb n0 (Z.pow ((fun x -> Bignum.shift_left x 1) Bignum.one) k))
  then Some k
  else None

(** val aligned : Bignum.t -> stack_value -> Bignum.t -> stack_value **)

let aligned depth v z0 =
  match v with
  | SAt p ->
    let { s_origin = s_origin0; s_off = d } = p in
    (match s_origin0 with
     | SEntry ->
       (match alignment z0 with
        | Some k ->
          if spot_bounded depth { s_origin = SEntry; s_off = d }
          then SAt { s_origin = (SAligned (d,
                 (Z.pow ((fun x -> Bignum.shift_left x 1) Bignum.one) k)));
                 s_off = Bignum.zero }
          else SMaybe
        | None -> SMaybe)
     | SAligned (_, _) -> SMaybe)
  | SOff -> SOff
  | _ -> SMaybe

type stretch = { r_origin : origin; r_from : Bignum.t; r_to : Bignum.t }

type lent = { l_register : reg; l_from : Bignum.t; l_to : Bignum.t }

type stack_state = { k_registers : stack_value list;
                     k_words : (spot * stack_value) list;
                     k_fresh : stretch list; k_flags : bool; k_spread : 
                     bool; k_whole : bool; k_lent : lent list;
                     k_filled : lent list }

(** val sixteen : reg list **)

let sixteen =
  RAX :: (RCX :: (RDX :: (RBX :: (RSP :: (RBP :: (RSI :: (RDI :: (R8 :: (R9 :: (R10 :: (R11 :: (R12 :: (R13 :: (R14 :: (R15 :: [])))))))))))))))

(** val registers_of : (reg -> stack_value) -> stack_value list **)

let registers_of f =
  map f sixteen

(** val in_register : stack_state -> reg -> stack_value **)

let in_register st r =
  match st.k_registers with
  | [] -> SMaybe
  | a :: l ->
    (match l with
     | [] -> SMaybe
     | c :: l0 ->
       (match l0 with
        | [] -> SMaybe
        | d :: l1 ->
          (match l1 with
           | [] -> SMaybe
           | b :: l2 ->
             (match l2 with
              | [] -> SMaybe
              | sp :: l3 ->
                (match l3 with
                 | [] -> SMaybe
                 | bp :: l4 ->
                   (match l4 with
                    | [] -> SMaybe
                    | si :: l5 ->
                      (match l5 with
                       | [] -> SMaybe
                       | di :: l6 ->
                         (match l6 with
                          | [] -> SMaybe
                          | r8 :: l7 ->
                            (match l7 with
                             | [] -> SMaybe
                             | r9 :: l8 ->
                               (match l8 with
                                | [] -> SMaybe
                                | r10 :: l9 ->
                                  (match l9 with
                                   | [] -> SMaybe
                                   | r11 :: l10 ->
                                     (match l10 with
                                      | [] -> SMaybe
                                      | r12 :: l11 ->
                                        (match l11 with
                                         | [] -> SMaybe
                                         | r13 :: l12 ->
                                           (match l12 with
                                            | [] -> SMaybe
                                            | r14 :: l13 ->
                                              (match l13 with
                                               | [] -> SMaybe
                                               | r15 :: l14 ->
                                                 (match l14 with
                                                  | [] ->
                                                    (match r with
                                                     | RAX -> a
                                                     | RCX -> c
                                                     | RDX -> d
                                                     | RBX -> b
                                                     | RSP -> sp
                                                     | RBP -> bp
                                                     | RSI -> si
                                                     | RDI -> di
                                                     | R8 -> r8
                                                     | R9 -> r9
                                                     | R10 -> r10
                                                     | R11 -> r11
                                                     | R12 -> r12
                                                     | R13 -> r13
                                                     | R14 -> r14
                                                     | R15 -> r15)
                                                  | _ :: _ -> SMaybe))))))))))))))))

(** val leads : stack_value -> bool **)

let leads = function
| SOff -> false
| _ -> true

(** val exact : stack_value -> bool **)

let exact = function
| SOff -> false
| SMaybe -> false
| _ -> true

(** val mixed_of : bool -> stack_value **)

let mixed_of = function
| true -> SMaybe
| false -> SOff

(** val address_in : stack_state -> mem -> stack_value **)

let address_in st m =
  match m.m_base with
  | BaseReg r ->
    (match m.m_index with
     | Some p ->
       let (i, _) = p in
       mixed_of ((||) (leads (in_register st r)) (leads (in_register st i)))
     | None -> shifted0 (in_register st r) (signed64 m.m_disp))
  | _ ->
    (match m.m_index with
     | Some p -> let (i, _) = p in mixed_of (leads (in_register st i))
     | None -> SOff)

(** val word_in : spot -> (spot * stack_value) list -> stack_value **)

let rec word_in p = function
| [] -> SOff
| p0 :: l0 -> let (q, v) = p0 in if same_spot q p then v else word_in p l0

(** val loaded_from : stack_state -> stack_value -> nat -> stack_value **)

let loaded_from st v n0 =
  match v with
  | SAt p ->
    (match word_in p st.k_words with
     | SOff ->
       mixed_of
         ((||)
           ((||) st.k_spread
             ((&&) (negb st.k_whole)
               (Z.ltb Bignum.zero (Z.add (most p) (Z.of_nat n0)))))
           (existsb (fun w ->
             (&&) (leads (snd w))
               (negb
                 (surely_apart p (Z.of_nat n0) (fst w)
                   ((fun x -> Bignum.shift_left x 1)
                   ((fun x -> Bignum.shift_left x 1)
                   ((fun x -> Bignum.shift_left x 1) Bignum.one))))))
             st.k_words))
     | SMaybe ->
       mixed_of
         ((||)
           ((||) st.k_spread
             ((&&) (negb st.k_whole)
               (Z.ltb Bignum.zero (Z.add (most p) (Z.of_nat n0)))))
           (existsb (fun w ->
             (&&) (leads (snd w))
               (negb
                 (surely_apart p (Z.of_nat n0) (fst w)
                   ((fun x -> Bignum.shift_left x 1)
                   ((fun x -> Bignum.shift_left x 1)
                   ((fun x -> Bignum.shift_left x 1) Bignum.one))))))
             st.k_words))
     | x -> if Nat.eqb n0 (S (S (S (S (S (S (S (S O)))))))) then x else SMaybe)
  | SKept _ ->
    mixed_of
      ((||) ((||) st.k_spread (negb st.k_whole))
        (negb (bool_decide (list_eq_nil_dec st.k_words))))
  | SMaybe ->
    mixed_of
      ((||) ((||) st.k_spread (negb st.k_whole))
        (negb (bool_decide (list_eq_nil_dec st.k_words))))
  | _ -> mixed_of st.k_spread

(** val input_leads :
    stack_state -> stack_value -> stack_value -> input -> bool **)

let input_leads st address0 loaded = function
| ILoc l ->
  (match l with
   | G r -> leads (in_register st r)
   | F _ -> st.k_flags
   | _ -> st.k_spread)
| IConst _ -> false
| IAddr -> leads address0
| IMem (_, _) -> leads loaded

(** val special :
    Bignum.t -> stack_state -> instr -> (reg * stack_value) list **)

let special depth st i =
  let load1 = fun m ->
    loaded_from st (address_in st m) (S (S (S (S (S (S (S (S O))))))))
  in
  (match i with
   | Mov (w, d0, s0) ->
     (match w with
      | W32 -> []
      | W64 ->
        (match d0 with
         | R d ->
           (match s0 with
            | Reg s -> (d, (in_register st s)) :: []
            | Memory m -> (d, (load1 m)) :: []
            | Imm _ -> [])
         | M _ -> []))
   | Lea (w, d, m) ->
     (match w with
      | W32 -> []
      | W64 -> (d, (address_in st m)) :: [])
   | Alu (op0, w, d0, s0) ->
     (match op0 with
      | ADD ->
        (match w with
         | W32 -> []
         | W64 ->
           (match d0 with
            | R d ->
              (match s0 with
               | Imm z0 ->
                 (d, (shifted0 (in_register st d) (signed64 z0))) :: []
               | _ -> [])
            | M _ -> []))
      | SUB ->
        (match w with
         | W32 ->
           (match d0 with
            | R d ->
              (match s0 with
               | Reg s ->
                 if bool_decide (decide_rel reg_eq_dec d s)
                 then (d, SOff) :: []
                 else []
               | _ -> [])
            | M _ -> [])
         | W64 ->
           (match d0 with
            | R d ->
              (match s0 with
               | Reg s ->
                 if bool_decide (decide_rel reg_eq_dec d s)
                 then (d, SOff) :: []
                 else []
               | Memory _ -> []
               | Imm z0 ->
                 (d,
                   (shifted0 (in_register st d) (signed64 (Z.opp z0)))) :: [])
            | M _ -> []))
      | AND ->
        (match w with
         | W32 -> []
         | W64 ->
           (match d0 with
            | R d ->
              (match s0 with
               | Imm z0 -> (d, (aligned depth (in_register st d) z0)) :: []
               | _ -> [])
            | M _ -> []))
      | XOR ->
        (match d0 with
         | R d ->
           (match s0 with
            | Reg s ->
              if bool_decide (decide_rel reg_eq_dec d s)
              then (d, SOff) :: []
              else []
            | _ -> [])
         | M _ -> [])
      | _ -> [])
   | Un (op0, w, d0) ->
     (match op0 with
      | INC ->
        (match w with
         | W32 -> []
         | W64 ->
           (match d0 with
            | R d -> (d, (shifted0 (in_register st d) Bignum.one)) :: []
            | M _ -> []))
      | DEC ->
        (match w with
         | W32 -> []
         | W64 ->
           (match d0 with
            | R d ->
              (d, (shifted0 (in_register st d) (Bignum.neg Bignum.one))) :: []
            | M _ -> []))
      | _ -> [])
   | Push (_, _) ->
     (RSP,
       (shifted0 (in_register st RSP) (Bignum.neg
         ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
         ((fun x -> Bignum.shift_left x 1) Bignum.one)))))) :: []
   | Pop (d, g) ->
     (d,
       (load1 { m_base = (BaseReg RSP); m_index = None; m_disp = Bignum.zero;
         m_region = g })) :: ((RSP,
       (shifted0 (in_register st RSP) ((fun x -> Bignum.shift_left x 1)
         ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
         Bignum.one))))) :: [])
   | _ -> [])

(** val stored_in : stack_state -> instr -> stack_value -> stack_value **)

let stored_in st i otherwise =
  match i with
  | Mov (w, d, s0) ->
    (match w with
     | W32 -> otherwise
     | W64 ->
       (match d with
        | R _ -> otherwise
        | M _ -> (match s0 with
                  | Reg s -> in_register st s
                  | _ -> otherwise)))
  | Push (s, _) -> in_register st s
  | _ -> otherwise

(** val special_of : (reg * stack_value) list -> reg -> stack_value option **)

let rec special_of l r =
  match l with
  | [] -> None
  | p :: l0 ->
    let (q, v) = p in
    if bool_decide (decide_rel reg_eq_dec q r)
    then Some v
    else special_of l0 r

(** val output_loc : output -> loc option **)

let output_loc = function
| OLoc l -> Some l
| OConst (l, _) -> Some l
| OMem (_, _) -> None

(** val writes_loc : op desc -> loc -> bool **)

let writes_loc d l =
  existsb (fun o ->
    bool_decide
      (decide_rel (option_eq_dec loc_eq_dec) (output_loc o) (Some l))) d.d_out

(** val stretched : stretch -> stretch list -> stretch list **)

let rec stretched s = function
| [] -> s :: []
| t0 :: l0 ->
  if (&&) (same_origin s.r_origin t0.r_origin) (Z.leb t0.r_from s.r_to)
  then if Z.leb s.r_from t0.r_to
       then stretched { r_origin = s.r_origin; r_from =
              (Z.min s.r_from t0.r_from); r_to = (Z.max s.r_to t0.r_to) } l0
       else t0 :: (stretched s l0)
  else if same_origin s.r_origin t0.r_origin
       then s :: (t0 :: l0)
       else t0 :: (stretched s l0)

(** val within_stretch : origin -> Bignum.t -> Bignum.t -> stretch -> bool **)

let within_stretch o from to0 t0 =
  (&&) ((&&) (same_origin o t0.r_origin) (Z.leb t0.r_from from))
    (Z.leb to0 t0.r_to)

(** val within_lent : lent -> lent -> bool **)

let within_lent l k =
  (&&)
    ((&&) (bool_decide (decide_rel reg_eq_dec l.l_register k.l_register))
      (Z.leb k.l_from l.l_from)) (Z.leb l.l_to k.l_to)

(** val is_fresh : stack_state -> spot -> Bignum.t -> bool **)

let is_fresh st p n0 =
  (||)
    ((&&) st.k_whole
      (match p.s_origin with
       | SEntry -> Z.leb Bignum.zero p.s_off
       | SAligned (_, _) -> false))
    (existsb (within_stretch p.s_origin p.s_off (Z.add p.s_off n0))
      st.k_fresh)

(** val filled : lent -> lent list -> lent list **)

let rec filled s = function
| [] -> s :: []
| t0 :: l0 ->
  if (&&)
       ((&&) (bool_decide (decide_rel reg_eq_dec s.l_register t0.l_register))
         (Z.leb t0.l_from s.l_to)) (Z.leb s.l_from t0.l_to)
  then filled { l_register = s.l_register; l_from =
         (Z.min s.l_from t0.l_from); l_to = (Z.max s.l_to t0.l_to) } l0
  else t0 :: (filled s l0)

(** val left_of :
    spot -> Bignum.t -> stack_value -> (spot * stack_value) ->
    (spot * stack_value) list **)

let left_of p n0 v w =
  if surely_apart p n0 (fst w) ((fun x -> Bignum.shift_left x 1)
       ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
       Bignum.one)))
  then w :: []
  else if within_stretch (fst w).s_origin (fst w).s_off
            (Z.add (fst w).s_off ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1) Bignum.one)))) { r_origin =
            p.s_origin; r_from = p.s_off; r_to = (Z.add p.s_off n0) }
       then []
       else if (||) (leads (snd w)) (leads v)
            then ((fst w), SMaybe) :: []
            else []

(** val stored_to :
    stack_state -> stack_value -> nat -> stack_value -> stack_state **)

let stored_to st a n0 v =
  match a with
  | SAt p ->
    let size2 = Z.of_nat n0 in
    let whole =
      (&&) (Nat.eqb n0 (S (S (S (S (S (S (S (S O)))))))))
        (Z.leb (most p) (Bignum.neg ((fun x -> Bignum.shift_left x 1)
          ((fun x -> Bignum.shift_left x 1) ((fun x -> Bignum.shift_left x 1)
          Bignum.one)))))
    in
    let words = flat_map (left_of p size2 v) st.k_words in
    { k_registers = st.k_registers; k_words =
    (if (&&) whole (leads v) then (p, v) :: words else words); k_fresh =
    (stretched { r_origin = p.s_origin; r_from = p.s_off; r_to =
      (Z.add p.s_off size2) } st.k_fresh); k_flags = st.k_flags; k_spread =
    ((||) st.k_spread ((&&) (leads v) (negb whole))); k_whole = st.k_whole;
    k_lent = st.k_lent; k_filled = st.k_filled }
  | SGiven (r, k) ->
    { k_registers = st.k_registers; k_words = st.k_words; k_fresh =
      st.k_fresh; k_flags = st.k_flags; k_spread =
      ((||) st.k_spread (leads v)); k_whole = st.k_whole; k_lent = st.k_lent;
      k_filled =
      (filled { l_register = r; l_from = k; l_to = (Z.add k (Z.of_nat n0)) }
        st.k_filled) }
  | SOff ->
    { k_registers = st.k_registers; k_words = st.k_words; k_fresh =
      st.k_fresh; k_flags = st.k_flags; k_spread =
      ((||) st.k_spread (leads v)); k_whole = st.k_whole; k_lent = st.k_lent;
      k_filled = st.k_filled }
  | _ ->
    { k_registers = st.k_registers; k_words =
      (map (fun w -> ((fst w), SMaybe)) st.k_words); k_fresh = st.k_fresh;
      k_flags = st.k_flags; k_spread = ((||) st.k_spread (leads v));
      k_whole = st.k_whole; k_lent = st.k_lent; k_filled = st.k_filled }

(** val access_ok :
    Bignum.t -> spot list -> bool -> stack_state -> use -> stack_value -> nat
    -> bool **)

let access_ok depth returns taken st u a n0 =
  match a with
  | SAt p ->
    (match in_register st RSP with
     | SAt t0 ->
       (||) (negb ((||) (loads u) (stores u)))
         ((&&)
           ((&&)
             ((&&)
               ((&&) (spot_bounded depth p)
                 (surely_le
                   (spot_moved t0 (Bignum.neg
                     ((fun x -> Bignum.shift_left x 1)
                     ((fun x -> Bignum.shift_left x 1)
                     ((fun x -> Bignum.shift_left x 1)
                     ((fun x -> Bignum.shift_left x 1)
                     ((fun x -> Bignum.shift_left x 1)
                     ((fun x -> Bignum.shift_left x 1)
                     ((fun x -> Bignum.shift_left x 1) Bignum.one))))))))) p))
               ((||) ((||) (negb (loads u)) (is_fresh st p (Z.of_nat n0)))
                 taken))
             ((||) (negb (stores u))
               (forallb (fun q ->
                 surely_apart p (Z.of_nat n0) q
                   ((fun x -> Bignum.shift_left x 1)
                   ((fun x -> Bignum.shift_left x 1)
                   ((fun x -> Bignum.shift_left x 1) Bignum.one))))
                 (spot_entry :: returns))))
           ((||) ((||) (negb (stores u)) st.k_whole)
             (Z.leb (Z.add (most p) (Z.of_nat n0)) Bignum.zero)))
     | _ -> false)
  | SGiven (r, k) ->
    (match in_register st RSP with
     | SAt _ ->
       (||) (negb ((||) (loads u) (stores u)))
         ((&&)
           (existsb
             (within_lent { l_register = r; l_from = k; l_to =
               (Z.add k (Z.of_nat n0)) }) st.k_lent)
           ((||) (negb (loads u))
             (existsb
               (within_lent { l_register = r; l_from = k; l_to =
                 (Z.add k (Z.of_nat n0)) }) st.k_filled)))
     | _ -> false)
  | SOff -> (match in_register st RSP with
             | SAt _ -> true
             | _ -> false)
  | _ ->
    (match in_register st RSP with
     | SAt _ -> (||) st.k_whole (negb (stores u))
     | _ -> false)

(** val after_instr :
    Bignum.t -> spot list -> bool -> stack_state -> instr -> stack_state
    option **)

let after_instr depth returns taken st i =
  match describe i with
  | Some d ->
    (match d.d_access with
     | Some x ->
       let p = ((address_in st x.a_mem), x.a_bytes) in
       let u = x.a_use in
       let (a, n0) = p in
       if negb (access_ok depth returns taken st u a n0)
       then None
       else let from = if loads u then loaded_from st a n0 else SOff in
            let mixed = existsb (input_leads st a from) d.d_in in
            let m = mixed_of mixed in
            let st' =
              if stores u then stored_to st a n0 (stored_in st i m) else st
            in
            let known = special depth st i in
            let flag0 = fun f -> writes_loc d (F f) in
            Some { k_registers =
            (registers_of (fun r ->
              match special_of known r with
              | Some v -> v
              | None -> if writes_loc d (G r) then m else in_register st r));
            k_words = st'.k_words; k_fresh = st'.k_fresh; k_flags =
            (if existsb flag0
                  (CF :: (PF :: (AF :: (ZF :: (SF :: (OF :: []))))))
             then (||) mixed
                    ((&&) st.k_flags
                      (negb
                        (forallb flag0
                          (CF :: (PF :: (AF :: (ZF :: (SF :: (OF :: [])))))))))
             else st.k_flags); k_spread =
            ((||) st'.k_spread
              ((&&) mixed
                (existsb (fun o ->
                  match output_loc o with
                  | Some l ->
                    (match l with
                     | G _ -> false
                     | F _ -> false
                     | _ -> true)
                  | None -> false) d.d_out))); k_whole = st.k_whole; k_lent =
            st.k_lent; k_filled = st'.k_filled }
     | None ->
       let p = (SOff, O) in
       let u = Address in
       let (a, n0) = p in
       if negb (access_ok depth returns taken st u a n0)
       then None
       else let from = if loads u then loaded_from st a n0 else SOff in
            let mixed = existsb (input_leads st a from) d.d_in in
            let m = mixed_of mixed in
            let st' =
              if stores u then stored_to st a n0 (stored_in st i m) else st
            in
            let known = special depth st i in
            let flag0 = fun f -> writes_loc d (F f) in
            Some { k_registers =
            (registers_of (fun r ->
              match special_of known r with
              | Some v -> v
              | None -> if writes_loc d (G r) then m else in_register st r));
            k_words = st'.k_words; k_fresh = st'.k_fresh; k_flags =
            (if existsb flag0
                  (CF :: (PF :: (AF :: (ZF :: (SF :: (OF :: []))))))
             then (||) mixed
                    ((&&) st.k_flags
                      (negb
                        (forallb flag0
                          (CF :: (PF :: (AF :: (ZF :: (SF :: (OF :: [])))))))))
             else st.k_flags); k_spread =
            ((||) st'.k_spread
              ((&&) mixed
                (existsb (fun o ->
                  match output_loc o with
                  | Some l ->
                    (match l with
                     | G _ -> false
                     | F _ -> false
                     | _ -> true)
                  | None -> false) d.d_out))); k_whole = st.k_whole; k_lent =
            st.k_lent; k_filled = st'.k_filled })
  | None -> None

(** val value_le : stack_value -> stack_value -> bool **)

let value_le a b =
  match a with
  | SAt p ->
    (match b with
     | SAt q -> same_spot p q
     | SMaybe -> true
     | _ -> false)
  | SKept r ->
    (match b with
     | SKept q -> bool_decide (decide_rel reg_eq_dec r q)
     | SMaybe -> true
     | _ -> false)
  | SGiven (r, j) ->
    (match b with
     | SGiven (q, k) ->
       (&&) (bool_decide (decide_rel reg_eq_dec r q)) (Z.eqb j k)
     | SMaybe -> true
     | _ -> false)
  | SOff -> (match b with
             | SOff -> true
             | SMaybe -> true
             | _ -> false)
  | SMaybe -> (match b with
               | SMaybe -> true
               | _ -> false)

(** val values_le : stack_value list -> stack_value list -> bool **)

let rec values_le a b =
  match a with
  | [] -> (match b with
           | [] -> true
           | _ :: _ -> false)
  | v :: a0 ->
    (match b with
     | [] -> false
     | w :: b0 -> (&&) (value_le v w) (values_le a0 b0))

(** val same_value : stack_value -> stack_value -> bool **)

let same_value a b =
  match a with
  | SAt p -> (match b with
              | SAt q -> same_spot p q
              | _ -> false)
  | SKept r ->
    (match b with
     | SKept q -> bool_decide (decide_rel reg_eq_dec r q)
     | _ -> false)
  | SGiven (r, j) ->
    (match b with
     | SGiven (q, k) ->
       (&&) (bool_decide (decide_rel reg_eq_dec r q)) (Z.eqb j k)
     | _ -> false)
  | SOff -> (match b with
             | SOff -> true
             | _ -> false)
  | SMaybe -> (match b with
               | SMaybe -> true
               | _ -> false)

(** val same_words :
    (spot * stack_value) list -> (spot * stack_value) list -> bool **)

let rec same_words a b =
  match a with
  | [] -> (match b with
           | [] -> true
           | _ :: _ -> false)
  | p0 :: a0 ->
    let (p, v) = p0 in
    (match b with
     | [] -> false
     | p1 :: b0 ->
       let (q, w) = p1 in
       (&&) ((&&) (same_spot p q) (same_value v w)) (same_words a0 b0))

(** val words_le :
    (spot * stack_value) list -> (spot * stack_value) list -> bool **)

let words_le a b =
  (||) (same_words a b)
    ((&&) (forallb (fun w -> value_le (word_in (fst w) a) (snd w)) b)
      (forallb (fun w -> value_le (snd w) (word_in (fst w) b)) a))

(** val within0 : stretch -> stretch -> bool **)

let within0 s t0 =
  within_stretch s.r_origin s.r_from s.r_to t0

(** val not_within : stretch -> stretch list -> stretch list **)

let rec not_within s b = match b with
| [] -> []
| t0 :: l -> if within0 t0 s then not_within s l else b

(** val fresh_in_order : stretch list -> stretch list -> bool **)

let rec fresh_in_order a b =
  match a with
  | [] -> (match b with
           | [] -> true
           | _ :: _ -> false)
  | s :: a0 -> fresh_in_order a0 (not_within s b)

(** val fresh_le : stretch list -> stretch list -> bool **)

let fresh_le a b =
  (||) (fresh_in_order a b) (forallb (fun t0 -> existsb (within0 t0) a) b)

(** val state_le : stack_state -> stack_state -> bool **)

let state_le a b =
  (&&)
    ((&&)
      ((&&)
        ((&&)
          ((&&)
            ((&&)
              ((&&) (values_le a.k_registers b.k_registers)
                (words_le a.k_words b.k_words))
              (fresh_le a.k_fresh b.k_fresh)) (implb a.k_flags b.k_flags))
          (implb a.k_spread b.k_spread)) (implb b.k_whole a.k_whole))
      (forallb (fun l -> existsb (within_lent l) a.k_lent) b.k_lent))
    (forallb (fun l -> existsb (within_lent l) a.k_filled) b.k_filled)

(** val nothing_below : spot -> Bignum.t -> stack_state -> bool **)

let nothing_below t0 k st =
  let limit = spot_moved t0 (Z.opp k) in
  (&&)
    (forallb (fun s ->
      surely_le limit { s_origin = s.r_origin; s_off = s.r_from }) st.k_fresh)
    (forallb (fun w -> implb (exact (snd w)) (surely_le limit (fst w)))
      st.k_words)

(** val well_claimed : Bignum.t -> spot list -> stack_state -> bool **)

let well_claimed depth returns st =
  match in_register st RSP with
  | SAt t0 ->
    (&&)
      ((&&)
        ((&&)
          ((&&) (spot_bounded depth t0)
            (forallb (surely_le t0) (spot_entry :: returns)))
          (nothing_below t0 ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1) Bignum.one))))))) st))
        (forallb (fun s ->
          spot_bounded depth { s_origin = s.r_origin; s_off = s.r_from })
          st.k_fresh))
      (forallb (fun w ->
        implb (exact (snd w))
          ((&&) (spot_bounded depth (fst w))
            (Z.leb (most (fst w)) (Bignum.neg
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1)
              ((fun x -> Bignum.shift_left x 1) Bignum.one))))))) st.k_words)
  | _ -> false

type effect_on = { e_kept : reg list; e_given : reg list; e_lent : lent list;
                   e_needed : lent list; e_filled : lent list;
                   e_leaves : reg list }

type activation = { a_key : Bignum.t; a_calls : nat list;
                    a_returns : spot list; a_first : nat;
                    a_states : stack_state option list }

(** val same_chain : nat list -> nat list -> bool **)

let same_chain a b =
  bool_decide (decide_rel (list_eq_dec0 Coq_Nat.eq_dec) a b)

(** val key_of : nat list -> Bignum.t **)

let key_of = function
| [] -> Bignum.zero
| pc :: _ -> N.of_nat (S pc)

(** val activation_of : activation list -> nat list -> activation option **)

let activation_of acts calls =
  let key1 = key_of calls in
  find (fun a ->
    if N.eqb a.a_key key1 then same_chain a.a_calls calls else false) acts

(** val claimed_in : activation -> nat -> stack_state option **)

let claimed_in a pc =
  if Nat.ltb pc a.a_first
  then None
  else (match nth_error a.a_states (sub pc a.a_first) with
        | Some o -> o
        | None -> None)

(** val claimed0 :
    activation list -> nat list -> nat -> (spot list * stack_state) option **)

let claimed0 acts calls pc =
  match activation_of acts calls with
  | Some a ->
    (match claimed_in a pc with
     | Some st -> Some (a.a_returns, st)
     | None -> None)
  | None -> None

(** val same_spots : spot list -> spot list -> bool **)

let rec same_spots a b =
  match a with
  | [] -> (match b with
           | [] -> true
           | _ :: _ -> false)
  | p :: a0 ->
    (match b with
     | [] -> false
     | q :: b0 -> (&&) (same_spot p q) (same_spots a0 b0))

(** val with_registers :
    stack_state -> (reg -> stack_value) -> (spot * stack_value) list -> bool
    -> stack_state **)

let with_registers st f words spread =
  { k_registers = (registers_of f); k_words = words; k_fresh = st.k_fresh;
    k_flags = false; k_spread = spread; k_whole = st.k_whole; k_lent =
    st.k_lent; k_filled = st.k_filled }

(** val with_top : stack_state -> spot -> stack_state **)

let with_top st t0 =
  with_registers st (fun r ->
    if bool_decide (decide_rel reg_eq_dec r RSP)
    then SAt t0
    else in_register st r) st.k_words st.k_spread

(** val passed_registers : reg list **)

let passed_registers =
  RAX :: (RCX :: (RDX :: (RSI :: (RDI :: (R8 :: (R9 :: (R10 :: (R11 :: []))))))))

(** val passes : stack_state -> bool **)

let passes st =
  (||) st.k_spread
    (existsb (fun r -> leads (in_register st r)) passed_registers)

(** val behind_outside : reg list -> stack_state -> stack_state **)

let behind_outside keeps0 st =
  let p = passes st in
  with_registers st (fun r ->
    if (||) (bool_decide (decide_rel reg_eq_dec r RSP))
         (bool_decide (decide_rel (elem_of_list_dec reg_eq_dec) r keeps0))
    then in_register st r
    else mixed_of p)
    (if p then map (fun w -> ((fst w), SMaybe)) st.k_words else st.k_words)
    ((||) st.k_spread p)

(** val may_lend : spot list -> spot -> stack_state -> lent -> bool **)

let may_lend returns t0 st l =
  match in_register st l.l_register with
  | SAt p ->
    let q = spot_moved p l.l_from in
    let n0 = Z.sub l.l_to l.l_from in
    (&&)
      ((&&)
        ((&&) ((&&) (valid_origin p.s_origin) (surely_le t0 q))
          (Z.leb (Z.add (most q) n0) Bignum.zero))
        (forallb (fun r ->
          surely_apart q n0 r ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1) Bignum.one)))) returns))
      (forallb (fun w ->
        (||) (negb (leads (snd w)))
          (surely_apart q n0 (fst w) ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1)
            ((fun x -> Bignum.shift_left x 1) Bignum.one))))) st.k_words)
  | SGiven (r, k) ->
    existsb
      (within_lent { l_register = r; l_from = (Z.add k l.l_from); l_to =
        (Z.add k l.l_to) }) st.k_lent
  | _ -> false

(** val fresh_there : stack_state -> lent -> bool **)

let fresh_there st l =
  match in_register st l.l_register with
  | SAt p ->
    existsb
      (within_stretch p.s_origin (Z.add p.s_off l.l_from)
        (Z.add p.s_off l.l_to)) st.k_fresh
  | SGiven (r, k) ->
    existsb
      (within_lent { l_register = r; l_from = (Z.add k l.l_from); l_to =
        (Z.add k l.l_to) }) st.k_filled
  | _ -> false

(** val may_call : spot list -> spot -> effect_on -> stack_state -> bool **)

let may_call returns t0 c st =
  (&&)
    ((&&)
      ((&&)
        ((&&)
          ((&&) (negb st.k_spread)
            (forallb (fun r ->
              (||)
                ((||)
                  ((||) (bool_decide (decide_rel reg_eq_dec r RSP))
                    (bool_decide
                      (decide_rel (elem_of_list_dec reg_eq_dec) r c.e_kept)))
                  (bool_decide
                    (decide_rel (elem_of_list_dec reg_eq_dec) r c.e_given)))
                (negb (leads (in_register st r)))) sixteen))
          (forallb (fun r ->
            match in_register st r with
            | SAt _ -> true
            | SGiven (_, _) -> true
            | _ -> false) c.e_given))
        (forallb (may_lend returns t0 st) c.e_lent))
      (forallb (fun l -> existsb (within_lent l) c.e_lent)
        (app c.e_needed c.e_filled))) (forallb (fresh_there st) c.e_needed)

(** val at_called : effect_on -> stack_state **)

let at_called c =
  { k_registers =
    (registers_of (fun r ->
      if bool_decide (decide_rel reg_eq_dec r RSP)
      then SAt spot_entry
      else if bool_decide
                (decide_rel (elem_of_list_dec reg_eq_dec) r c.e_given)
           then SGiven (r, Bignum.zero)
           else if bool_decide
                     (decide_rel (elem_of_list_dec reg_eq_dec) r c.e_kept)
                then SKept r
                else SOff)); k_words = []; k_fresh = []; k_flags = false;
    k_spread = false; k_whole = false; k_lent = c.e_lent; k_filled =
    c.e_needed }

(** val may_return : effect_on -> stack_state -> bool **)

let may_return c st =
  (&&)
    ((&&)
      ((&&) (negb st.k_spread)
        (forallb (fun r ->
          (||)
            ((||)
              ((||) (bool_decide (decide_rel reg_eq_dec r RSP))
                (bool_decide
                  (decide_rel (elem_of_list_dec reg_eq_dec) r c.e_kept)))
              (bool_decide
                (decide_rel (elem_of_list_dec reg_eq_dec) r c.e_leaves)))
            (negb (leads (in_register st r)))) sixteen))
      (forallb (fun r ->
        (||)
          ((||) (bool_decide (decide_rel reg_eq_dec r RSP))
            (same_value (in_register st r) (SKept r)))
          (same_value (in_register st r) (SGiven (r, Bignum.zero)))) c.e_kept))
    (forallb (fun l -> existsb (within_lent l) st.k_filled) c.e_filled)

(** val stretches_of : stack_state -> lent -> stretch list **)

let stretches_of st l =
  match in_register st l.l_register with
  | SAt p ->
    { r_origin = p.s_origin; r_from = (Z.add p.s_off l.l_from); r_to =
      (Z.add p.s_off l.l_to) } :: []
  | _ -> []

(** val lent_of : stack_state -> lent -> lent list **)

let lent_of st l =
  match in_register st l.l_register with
  | SGiven (r, k) ->
    { l_register = r; l_from = (Z.add k l.l_from); l_to =
      (Z.add k l.l_to) } :: []
  | _ -> []

(** val behind_called : effect_on -> stack_state -> stack_state **)

let behind_called c st =
  { k_registers =
    (registers_of (fun r ->
      if (||) (bool_decide (decide_rel reg_eq_dec r RSP))
           (bool_decide (decide_rel (elem_of_list_dec reg_eq_dec) r c.e_kept))
      then in_register st r
      else if bool_decide
                (decide_rel (elem_of_list_dec reg_eq_dec) r c.e_leaves)
           then SMaybe
           else SOff)); k_words = st.k_words; k_fresh =
    (fold_right stretched st.k_fresh (flat_map (stretches_of st) c.e_filled));
    k_flags = false; k_spread = st.k_spread; k_whole = st.k_whole; k_lent =
    st.k_lent; k_filled =
    (fold_right filled st.k_filled (flat_map (lent_of st) c.e_filled)) }

(** val goes :
    activation list -> nat list -> spot list -> nat -> stack_state ->
    (stack_state -> bool) -> bool **)

let goes acts calls returns pc st also =
  match claimed0 acts calls pc with
  | Some p0 ->
    let (returns', st') = p0 in
    (&&) ((&&) (same_spots returns returns') (state_le st st')) (also st')
  | None -> false

(** val step_ok :
    Bignum.t -> (nat -> reg list) -> (nat -> bool) -> (nat -> effect_on
    option) -> activation list -> activation -> nat -> stack_state ->
    (flat * callee option) -> stack_state option -> bool **)

let step_ok depth keeps0 taken begins acts a pc st x next0 =
  let anything = fun _ -> true in
  let jump = fun t0 st0 ->
    match claimed_in a t0 with
    | Some st' -> state_le st0 st'
    | None -> false
  in
  let falls = fun st0 ->
    match next0 with
    | Some st' -> state_le st0 st'
    | None -> false
  in
  let (f0, o) = x in
  (match f0 with
   | FInstr i ->
     (match o with
      | Some _ -> false
      | None ->
        (match after_instr depth a.a_returns (taken pc) st i with
         | Some st' -> falls st'
         | None -> false))
   | FJump t0 -> (match o with
                  | Some _ -> false
                  | None -> jump t0 st)
   | FBranch (_, t0) ->
     (match o with
      | Some _ -> false
      | None -> (&&) (jump t0 st) (falls st))
   | FHalt ->
     (match o with
      | Some c ->
        (match c with
         | Inside k ->
           (match in_register st RSP with
            | SAt t0 ->
              (match begins pc with
               | Some c0 ->
                 (&&)
                   ((&&) (may_call a.a_returns t0 c0 st)
                     (goes acts (pc :: []) (spot_entry :: []) k
                       (at_called c0) anything))
                   (match next0 with
                    | Some st' ->
                      (&&) (state_le (behind_called c0 st) st')
                        (nothing_below t0 Bignum.zero st')
                    | None -> false)
               | None ->
                 goes acts (pc :: a.a_calls)
                   ((spot_moved t0 (Bignum.neg
                      ((fun x -> Bignum.shift_left x 1)
                      ((fun x -> Bignum.shift_left x 1)
                      ((fun x -> Bignum.shift_left x 1) Bignum.one))))) :: a.a_returns)
                   k
                   (with_top st
                     (spot_moved t0 (Bignum.neg
                       ((fun x -> Bignum.shift_left x 1)
                       ((fun x -> Bignum.shift_left x 1)
                       ((fun x -> Bignum.shift_left x 1) Bignum.one))))))
                   (nothing_below t0 Bignum.zero))
            | _ -> false)
         | Outside _ ->
           (match in_register st RSP with
            | SAt t0 ->
              (match next0 with
               | Some st' ->
                 (&&)
                   ((&&) ((||) st.k_whole (negb (passes st)))
                     (state_le (behind_outside (keeps0 pc) st) st'))
                   (nothing_below t0 Bignum.zero st')
               | None -> false)
            | _ -> false))
      | None ->
        (match in_register st RSP with
         | SAt t0 ->
           (match a.a_calls with
            | [] ->
              (match a.a_returns with
               | [] -> same_spot t0 spot_entry
               | _ :: _ -> false)
            | from :: calls ->
              (match a.a_returns with
               | [] -> false
               | q :: returns ->
                 (&&) (same_spot t0 q)
                   (match begins from with
                    | Some c -> may_return c st
                    | None ->
                      goes acts calls returns (S from)
                        (with_top st
                          (spot_moved q ((fun x -> Bignum.shift_left x 1)
                            ((fun x -> Bignum.shift_left x 1)
                            ((fun x -> Bignum.shift_left x 1) Bignum.one)))))
                        anything)))
         | _ -> false)))

(** val walk :
    Bignum.t -> (nat -> reg list) -> (nat -> bool) -> (nat -> effect_on
    option) -> activation list -> activation -> nat -> code0 -> stack_state
    option list -> bool **)

let rec walk depth keeps0 taken begins acts a pc code1 = function
| [] -> true
| o :: states0 ->
  (match o with
   | Some st ->
     (match code1 with
      | [] -> false
      | x :: code2 ->
        (&&)
          ((&&) (well_claimed depth a.a_returns st)
            (step_ok depth keeps0 taken begins acts a pc st x
              (match states0 with
               | [] -> None
               | o0 :: _ -> o0)))
          (walk depth keeps0 taken begins acts a (S pc) code2 states0))
   | None -> walk depth keeps0 taken begins acts a (S pc) (tl code1) states0)

(** val at_entry : stack_state **)

let at_entry =
  { k_registers =
    (registers_of (fun r ->
      if bool_decide (decide_rel reg_eq_dec r RSP)
      then SAt spot_entry
      else SOff)); k_words = []; k_fresh = []; k_flags = false; k_spread =
    false; k_whole = true; k_lent = []; k_filled = [] }

(** val check_stack :
    Bignum.t -> (nat -> reg list) -> (nat -> bool) -> (nat -> effect_on
    option) -> activation list -> code0 -> nat list -> bool **)

let check_stack depth keeps0 taken begins acts p entries =
  (&&)
    ((&&) (Z.leb Bignum.zero depth)
      (forallb (fun a ->
        walk depth keeps0 taken begins acts a a.a_first (skipn a.a_first p)
          a.a_states) acts))
    (forallb (fun k -> goes acts [] [] k at_entry (fun _ -> true)) entries)
