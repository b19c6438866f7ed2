
type __ = Obj.t
let __ = let rec f _ = Obj.repr f in Obj.repr f

type empty_set = |

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
| _ :: l' -> Stdlib.succ (length l')

(** val app : 'a1 list -> 'a1 list -> 'a1 list **)

let rec app l m =
  match l with
  | [] -> m
  | a :: l1 -> a :: (app l1 m)

(** val id : __ -> __ **)

let id x =
  x

(** val mul : int -> int -> int **)

let rec mul n0 m =
  (fun zero succ n -> if n = 0 then zero () else succ (n - 1))
    (fun _ -> 0)
    (fun p -> (+) m (mul p m))
    n0

(** val sub : int -> int -> int **)

let rec sub = fun a b -> Stdlib.max 0 (a - b)



(** val compose : ('a2 -> 'a3) -> ('a1 -> 'a2) -> 'a1 -> 'a3 **)

let compose g f x =
  g (f x)

(** val eqb : bool -> bool -> bool **)

let eqb b1 b2 =
  if b1 then b2 else if b2 then false else true

module Nat =
 struct
 end

module Pos =
 struct
  type mask =
  | IsNul
  | IsPos of Big_trusted.t
  | IsNeg
 end

module Coq_Pos =
 struct
  (** val succ : Big_trusted.t -> Big_trusted.t **)

  let rec succ = Big_trusted.succ

  (** val add : Big_trusted.t -> Big_trusted.t -> Big_trusted.t **)

  let rec add = Big_trusted.add

  (** val add_carry : Big_trusted.t -> Big_trusted.t -> Big_trusted.t **)

  and add_carry x y =
    Big_trusted.match_positive
      (fun p ->
      Big_trusted.match_positive
        (fun q -> Big_trusted.double_plus_one (add_carry p q))
        (fun q -> Big_trusted.double (add_carry p q))
        (fun _ -> Big_trusted.double_plus_one (succ p))
        y)
      (fun p ->
      Big_trusted.match_positive
        (fun q -> Big_trusted.double (add_carry p q))
        (fun q -> Big_trusted.double_plus_one (add p q))
        (fun _ -> Big_trusted.double (succ p))
        y)
      (fun _ ->
      Big_trusted.match_positive
        (fun q -> Big_trusted.double_plus_one (succ q))
        (fun q -> Big_trusted.double (succ q))
        (fun _ -> Big_trusted.double_plus_one Big_trusted.one)
        y)
      x

  (** val pred_double : Big_trusted.t -> Big_trusted.t **)

  let rec pred_double x =
    Big_trusted.match_positive
      (fun p -> Big_trusted.double_plus_one (Big_trusted.double p))
      (fun p -> Big_trusted.double_plus_one (pred_double p))
      (fun _ -> Big_trusted.one)
      x

  (** val pred_N : Big_trusted.t -> Big_trusted.t **)

  let pred_N x =
    Big_trusted.match_positive
      (fun p -> (Big_trusted.double p))
      (fun p -> (pred_double p))
      (fun _ -> Big_trusted.zero)
      x

  type mask = Pos.mask =
  | IsNul
  | IsPos of Big_trusted.t
  | IsNeg

  (** val succ_double_mask : mask -> mask **)

  let succ_double_mask = function
  | IsNul -> IsPos Big_trusted.one
  | IsPos p -> IsPos (Big_trusted.double_plus_one p)
  | IsNeg -> IsNeg

  (** val double_mask : mask -> mask **)

  let double_mask = function
  | IsPos p -> IsPos (Big_trusted.double p)
  | x0 -> x0

  (** val double_pred_mask : Big_trusted.t -> mask **)

  let double_pred_mask x =
    Big_trusted.match_positive
      (fun p -> IsPos (Big_trusted.double (Big_trusted.double p)))
      (fun p -> IsPos (Big_trusted.double (pred_double p)))
      (fun _ -> IsNul)
      x

  (** val sub_mask : Big_trusted.t -> Big_trusted.t -> mask **)

  let rec sub_mask x y =
    Big_trusted.match_positive
      (fun p ->
      Big_trusted.match_positive
        (fun q -> double_mask (sub_mask p q))
        (fun q -> succ_double_mask (sub_mask p q))
        (fun _ -> IsPos (Big_trusted.double p))
        y)
      (fun p ->
      Big_trusted.match_positive
        (fun q -> succ_double_mask (sub_mask_carry p q))
        (fun q -> double_mask (sub_mask p q))
        (fun _ -> IsPos (pred_double p))
        y)
      (fun _ ->
      Big_trusted.match_positive
        (fun _ -> IsNeg)
        (fun _ -> IsNeg)
        (fun _ -> IsNul)
        y)
      x

  (** val sub_mask_carry : Big_trusted.t -> Big_trusted.t -> mask **)

  and sub_mask_carry x y =
    Big_trusted.match_positive
      (fun p ->
      Big_trusted.match_positive
        (fun q -> succ_double_mask (sub_mask_carry p q))
        (fun q -> double_mask (sub_mask p q))
        (fun _ -> IsPos (pred_double p))
        y)
      (fun p ->
      Big_trusted.match_positive
        (fun q -> double_mask (sub_mask_carry p q))
        (fun q -> succ_double_mask (sub_mask_carry p q))
        (fun _ -> double_pred_mask p)
        y)
      (fun _ -> IsNeg)
      x

  (** val mul : Big_trusted.t -> Big_trusted.t -> Big_trusted.t **)

  let rec mul = Big_trusted.mul

  (** val iter : ('a1 -> 'a1) -> 'a1 -> Big_trusted.t -> 'a1 **)

  let rec iter f x n0 =
    Big_trusted.match_positive
      (fun n' -> f (iter f (iter f x n') n'))
      (fun n' -> iter f (iter f x n') n')
      (fun _ -> f x)
      n0

  (** val pow : Big_trusted.t -> Big_trusted.t -> Big_trusted.t **)

  let pow x =
    iter (mul x) Big_trusted.one

  (** val div2 : Big_trusted.t -> Big_trusted.t **)

  let div2 p =
    Big_trusted.match_positive
      (fun p0 -> p0)
      (fun p0 -> p0)
      (fun _ -> Big_trusted.one)
      p

  (** val div2_up : Big_trusted.t -> Big_trusted.t **)

  let div2_up p =
    Big_trusted.match_positive
      (fun p0 -> succ p0)
      (fun p0 -> p0)
      (fun _ -> Big_trusted.one)
      p

  (** val size : Big_trusted.t -> Big_trusted.t **)

  let rec size p =
    Big_trusted.match_positive
      (fun p0 -> succ (size p0))
      (fun p0 -> succ (size p0))
      (fun _ -> Big_trusted.one)
      p

  (** val compare_cont :
      Big_trusted.order -> Big_trusted.t -> Big_trusted.t -> Big_trusted.order **)

  let rec compare_cont r x y =
    Big_trusted.match_positive
      (fun p ->
      Big_trusted.match_positive
        (fun q -> compare_cont r p q)
        (fun q -> compare_cont `Gt p q)
        (fun _ -> `Gt)
        y)
      (fun p ->
      Big_trusted.match_positive
        (fun q -> compare_cont `Lt p q)
        (fun q -> compare_cont r p q)
        (fun _ -> `Gt)
        y)
      (fun _ ->
      Big_trusted.match_positive
        (fun _ -> `Lt)
        (fun _ -> `Lt)
        (fun _ -> r)
        y)
      x

  (** val compare : Big_trusted.t -> Big_trusted.t -> Big_trusted.order **)

  let compare = Big_trusted.compare

  (** val eqb : Big_trusted.t -> Big_trusted.t -> bool **)

  let rec eqb = Big_trusted.equal

  (** val coq_Nsucc_double : Big_trusted.t -> Big_trusted.t **)

  let coq_Nsucc_double x =
    Big_trusted.match_n
      (fun _ -> Big_trusted.one)
      (fun p -> (Big_trusted.double_plus_one p))
      x

  (** val coq_Ndouble : Big_trusted.t -> Big_trusted.t **)

  let coq_Ndouble n0 =
    Big_trusted.match_n
      (fun _ -> Big_trusted.zero)
      (fun p -> (Big_trusted.double p))
      n0

  (** val coq_lor : Big_trusted.t -> Big_trusted.t -> Big_trusted.t **)

  let rec coq_lor p q =
    Big_trusted.match_positive
      (fun p0 ->
      Big_trusted.match_positive
        (fun q0 -> Big_trusted.double_plus_one (coq_lor p0 q0))
        (fun q0 -> Big_trusted.double_plus_one (coq_lor p0 q0))
        (fun _ -> p)
        q)
      (fun p0 ->
      Big_trusted.match_positive
        (fun q0 -> Big_trusted.double_plus_one (coq_lor p0 q0))
        (fun q0 -> Big_trusted.double (coq_lor p0 q0))
        (fun _ -> Big_trusted.double_plus_one p0)
        q)
      (fun _ ->
      Big_trusted.match_positive
        (fun _ -> q)
        (fun q0 -> Big_trusted.double_plus_one q0)
        (fun _ -> q)
        q)
      p

  (** val coq_land : Big_trusted.t -> Big_trusted.t -> Big_trusted.t **)

  let rec coq_land p q =
    Big_trusted.match_positive
      (fun p0 ->
      Big_trusted.match_positive
        (fun q0 -> coq_Nsucc_double (coq_land p0 q0))
        (fun q0 -> coq_Ndouble (coq_land p0 q0))
        (fun _ -> Big_trusted.one)
        q)
      (fun p0 ->
      Big_trusted.match_positive
        (fun q0 -> coq_Ndouble (coq_land p0 q0))
        (fun q0 -> coq_Ndouble (coq_land p0 q0))
        (fun _ -> Big_trusted.zero)
        q)
      (fun _ ->
      Big_trusted.match_positive
        (fun _ -> Big_trusted.one)
        (fun _ -> Big_trusted.zero)
        (fun _ -> Big_trusted.one)
        q)
      p

  (** val ldiff : Big_trusted.t -> Big_trusted.t -> Big_trusted.t **)

  let rec ldiff p q =
    Big_trusted.match_positive
      (fun p0 ->
      Big_trusted.match_positive
        (fun q0 -> coq_Ndouble (ldiff p0 q0))
        (fun q0 -> coq_Nsucc_double (ldiff p0 q0))
        (fun _ -> (Big_trusted.double p0))
        q)
      (fun p0 ->
      Big_trusted.match_positive
        (fun q0 -> coq_Ndouble (ldiff p0 q0))
        (fun q0 -> coq_Ndouble (ldiff p0 q0))
        (fun _ -> p)
        q)
      (fun _ ->
      Big_trusted.match_positive
        (fun _ -> Big_trusted.zero)
        (fun _ -> Big_trusted.one)
        (fun _ -> Big_trusted.zero)
        q)
      p

  (** val coq_lxor : Big_trusted.t -> Big_trusted.t -> Big_trusted.t **)

  let rec coq_lxor p q =
    Big_trusted.match_positive
      (fun p0 ->
      Big_trusted.match_positive
        (fun q0 -> coq_Ndouble (coq_lxor p0 q0))
        (fun q0 -> coq_Nsucc_double (coq_lxor p0 q0))
        (fun _ -> (Big_trusted.double p0))
        q)
      (fun p0 ->
      Big_trusted.match_positive
        (fun q0 -> coq_Nsucc_double (coq_lxor p0 q0))
        (fun q0 -> coq_Ndouble (coq_lxor p0 q0))
        (fun _ -> (Big_trusted.double_plus_one p0))
        q)
      (fun _ ->
      Big_trusted.match_positive
        (fun q0 -> (Big_trusted.double q0))
        (fun q0 -> (Big_trusted.double_plus_one q0))
        (fun _ -> Big_trusted.zero)
        q)
      p

  (** val iter_op : ('a1 -> 'a1 -> 'a1) -> Big_trusted.t -> 'a1 -> 'a1 **)

  let rec iter_op op p a =
    Big_trusted.match_positive
      (fun p0 -> op a (iter_op op p0 (op a a)))
      (fun p0 -> iter_op op p0 (op a a))
      (fun _ -> a)
      p

  (** val to_nat : Big_trusted.t -> int **)

  let to_nat = Big_trusted.to_nat

  (** val of_succ_nat : int -> Big_trusted.t **)

  let rec of_succ_nat = Big_trusted.of_succ_nat

  (** val eq_dec : Big_trusted.t -> Big_trusted.t -> bool **)

  let rec eq_dec = Big_trusted.equal
 end

module N =
 struct
  (** val succ_double : Big_trusted.t -> Big_trusted.t **)

  let succ_double x =
    Big_trusted.match_n
      (fun _ -> Big_trusted.one)
      (fun p -> (Big_trusted.double_plus_one p))
      x

  (** val double : Big_trusted.t -> Big_trusted.t **)

  let double n0 =
    Big_trusted.match_n
      (fun _ -> Big_trusted.zero)
      (fun p -> (Big_trusted.double p))
      n0

  (** val succ : Big_trusted.t -> Big_trusted.t **)

  let succ = Big_trusted.succ

  (** val pred : Big_trusted.t -> Big_trusted.t **)

  let pred = Big_trusted.pred_n

  (** val succ_pos : Big_trusted.t -> Big_trusted.t **)

  let succ_pos n0 =
    Big_trusted.match_n
      (fun _ -> Big_trusted.one)
      (fun p -> Coq_Pos.succ p)
      n0

  (** val add : Big_trusted.t -> Big_trusted.t -> Big_trusted.t **)

  let add = Big_trusted.add

  (** val sub : Big_trusted.t -> Big_trusted.t -> Big_trusted.t **)

  let sub = Big_trusted.sub_n

  (** val mul : Big_trusted.t -> Big_trusted.t -> Big_trusted.t **)

  let mul = Big_trusted.mul

  (** val compare : Big_trusted.t -> Big_trusted.t -> Big_trusted.order **)

  let compare = Big_trusted.compare

  (** val eqb : Big_trusted.t -> Big_trusted.t -> bool **)

  let eqb = Big_trusted.equal

  (** val leb : Big_trusted.t -> Big_trusted.t -> bool **)

  let leb = Big_trusted.leb

  (** val ltb : Big_trusted.t -> Big_trusted.t -> bool **)

  let ltb = Big_trusted.ltb

  (** val max : Big_trusted.t -> Big_trusted.t -> Big_trusted.t **)

  let max = Big_trusted.max

  (** val pow : Big_trusted.t -> Big_trusted.t -> Big_trusted.t **)

  let pow n0 p =
    Big_trusted.match_n
      (fun _ -> Big_trusted.one)
      (fun p0 ->
      Big_trusted.match_n
        (fun _ -> Big_trusted.zero)
        (fun q -> (Coq_Pos.pow q p0))
        n0)
      p

  (** val log2 : Big_trusted.t -> Big_trusted.t **)

  let log2 n0 =
    Big_trusted.match_n
      (fun _ -> Big_trusted.zero)
      (fun p0 ->
      Big_trusted.match_positive
        (fun p -> (Coq_Pos.size p))
        (fun p -> (Coq_Pos.size p))
        (fun _ -> Big_trusted.zero)
        p0)
      n0

  (** val pos_div_eucl :
      Big_trusted.t -> Big_trusted.t -> Big_trusted.t * Big_trusted.t **)

  let rec pos_div_eucl a b =
    Big_trusted.match_positive
      (fun a' ->
      let (q, r) = pos_div_eucl a' b in
      let r' = succ_double r in
      if leb b r' then ((succ_double q), (sub r' b)) else ((double q), r'))
      (fun a' ->
      let (q, r) = pos_div_eucl a' b in
      let r' = double r in
      if leb b r' then ((succ_double q), (sub r' b)) else ((double q), r'))
      (fun _ ->
      Big_trusted.match_n
        (fun _ -> (Big_trusted.zero, Big_trusted.one))
        (fun p ->
        Big_trusted.match_positive
          (fun _ -> (Big_trusted.zero, Big_trusted.one))
          (fun _ -> (Big_trusted.zero, Big_trusted.one))
          (fun _ -> (Big_trusted.one, Big_trusted.zero))
          p)
        b)
      a

  (** val div_eucl :
      Big_trusted.t -> Big_trusted.t -> Big_trusted.t * Big_trusted.t **)

  let div_eucl a b =
    Big_trusted.match_n
      (fun _ -> (Big_trusted.zero, Big_trusted.zero))
      (fun na ->
      Big_trusted.match_n
        (fun _ -> (Big_trusted.zero, a))
        (fun _ -> pos_div_eucl na b)
        b)
      a

  (** val div : Big_trusted.t -> Big_trusted.t -> Big_trusted.t **)

  let div = Big_trusted.div

  (** val modulo : Big_trusted.t -> Big_trusted.t -> Big_trusted.t **)

  let modulo = Big_trusted.modulo

  (** val coq_lor : Big_trusted.t -> Big_trusted.t -> Big_trusted.t **)

  let coq_lor n0 m =
    Big_trusted.match_n
      (fun _ -> m)
      (fun p ->
      Big_trusted.match_n
        (fun _ -> n0)
        (fun q -> (Coq_Pos.coq_lor p q))
        m)
      n0

  (** val coq_land : Big_trusted.t -> Big_trusted.t -> Big_trusted.t **)

  let coq_land n0 m =
    Big_trusted.match_n
      (fun _ -> Big_trusted.zero)
      (fun p ->
      Big_trusted.match_n
        (fun _ -> Big_trusted.zero)
        (fun q -> Coq_Pos.coq_land p q)
        m)
      n0

  (** val ldiff : Big_trusted.t -> Big_trusted.t -> Big_trusted.t **)

  let ldiff n0 m =
    Big_trusted.match_n
      (fun _ -> Big_trusted.zero)
      (fun p ->
      Big_trusted.match_n
        (fun _ -> n0)
        (fun q -> Coq_Pos.ldiff p q)
        m)
      n0

  (** val coq_lxor : Big_trusted.t -> Big_trusted.t -> Big_trusted.t **)

  let coq_lxor n0 m =
    Big_trusted.match_n
      (fun _ -> m)
      (fun p ->
      Big_trusted.match_n
        (fun _ -> n0)
        (fun q -> Coq_Pos.coq_lxor p q)
        m)
      n0

  (** val to_nat : Big_trusted.t -> int **)

  let to_nat = Big_trusted.to_nat

  (** val of_nat : int -> Big_trusted.t **)

  let of_nat = Big_trusted.of_nat

  (** val eq_dec : Big_trusted.t -> Big_trusted.t -> bool **)

  let eq_dec = Big_trusted.equal

  (** val log2_up : Big_trusted.t -> Big_trusted.t **)

  let log2_up a =
    match compare Big_trusted.one a with
    | `Lt -> succ (log2 (pred a))
    | _ -> Big_trusted.zero
 end

module Z =
 struct
  (** val double : Big_trusted.t -> Big_trusted.t **)

  let double x =
    Big_trusted.match_z
      (fun _ -> Big_trusted.zero)
      (fun p -> (Big_trusted.double p))
      (fun p -> Big_trusted.neg (Big_trusted.double p))
      x

  (** val succ_double : Big_trusted.t -> Big_trusted.t **)

  let succ_double x =
    Big_trusted.match_z
      (fun _ -> Big_trusted.one)
      (fun p -> (Big_trusted.double_plus_one p))
      (fun p -> Big_trusted.neg (Coq_Pos.pred_double p))
      x

  (** val pred_double : Big_trusted.t -> Big_trusted.t **)

  let pred_double x =
    Big_trusted.match_z
      (fun _ -> Big_trusted.neg Big_trusted.one)
      (fun p -> (Coq_Pos.pred_double p))
      (fun p -> Big_trusted.neg (Big_trusted.double_plus_one p))
      x

  (** val pos_sub : Big_trusted.t -> Big_trusted.t -> Big_trusted.t **)

  let rec pos_sub x y =
    Big_trusted.match_positive
      (fun p ->
      Big_trusted.match_positive
        (fun q -> double (pos_sub p q))
        (fun q -> succ_double (pos_sub p q))
        (fun _ -> (Big_trusted.double p))
        y)
      (fun p ->
      Big_trusted.match_positive
        (fun q -> pred_double (pos_sub p q))
        (fun q -> double (pos_sub p q))
        (fun _ -> (Coq_Pos.pred_double p))
        y)
      (fun _ ->
      Big_trusted.match_positive
        (fun q -> Big_trusted.neg (Big_trusted.double q))
        (fun q -> Big_trusted.neg (Coq_Pos.pred_double q))
        (fun _ -> Big_trusted.zero)
        y)
      x

  (** val add : Big_trusted.t -> Big_trusted.t -> Big_trusted.t **)

  let add = Big_trusted.add

  (** val opp : Big_trusted.t -> Big_trusted.t **)

  let opp = Big_trusted.neg

  (** val pred : Big_trusted.t -> Big_trusted.t **)

  let pred = Big_trusted.pred

  (** val sub : Big_trusted.t -> Big_trusted.t -> Big_trusted.t **)

  let sub = Big_trusted.sub

  (** val mul : Big_trusted.t -> Big_trusted.t -> Big_trusted.t **)

  let mul = Big_trusted.mul

  (** val pow_pos : Big_trusted.t -> Big_trusted.t -> Big_trusted.t **)

  let pow_pos z0 =
    Coq_Pos.iter (mul z0) Big_trusted.one

  (** val pow : Big_trusted.t -> Big_trusted.t -> Big_trusted.t **)

  let pow = Big_trusted.pow

  (** val compare : Big_trusted.t -> Big_trusted.t -> Big_trusted.order **)

  let compare = Big_trusted.compare

  (** val leb : Big_trusted.t -> Big_trusted.t -> bool **)

  let leb = Big_trusted.leb

  (** val ltb : Big_trusted.t -> Big_trusted.t -> bool **)

  let ltb = Big_trusted.ltb

  (** val eqb : Big_trusted.t -> Big_trusted.t -> bool **)

  let eqb = Big_trusted.equal

  (** val max : Big_trusted.t -> Big_trusted.t -> Big_trusted.t **)

  let max = Big_trusted.max

  (** val min : Big_trusted.t -> Big_trusted.t -> Big_trusted.t **)

  let min = Big_trusted.min

  (** val abs : Big_trusted.t -> Big_trusted.t **)

  let abs = Big_trusted.abs

  (** val to_nat : Big_trusted.t -> int **)

  let to_nat = Big_trusted.nat_of_z

  (** val of_nat : int -> Big_trusted.t **)

  let of_nat = Big_trusted.of_nat

  (** val of_N : Big_trusted.t -> Big_trusted.t **)

  let of_N = (fun n -> n)

  (** val pos_div_eucl :
      Big_trusted.t -> Big_trusted.t -> Big_trusted.t * Big_trusted.t **)

  let rec pos_div_eucl a b =
    Big_trusted.match_positive
      (fun a' ->
      let (q, r) = pos_div_eucl a' b in
      let r' =
        add (mul (Big_trusted.double Big_trusted.one) r) Big_trusted.one
      in
      if ltb r' b
      then ((mul (Big_trusted.double Big_trusted.one) q), r')
      else ((add (mul (Big_trusted.double Big_trusted.one) q) Big_trusted.one),
             (sub r' b)))
      (fun a' ->
      let (q, r) = pos_div_eucl a' b in
      let r' = mul (Big_trusted.double Big_trusted.one) r in
      if ltb r' b
      then ((mul (Big_trusted.double Big_trusted.one) q), r')
      else ((add (mul (Big_trusted.double Big_trusted.one) q) Big_trusted.one),
             (sub r' b)))
      (fun _ ->
      if leb (Big_trusted.double Big_trusted.one) b
      then (Big_trusted.zero, Big_trusted.one)
      else (Big_trusted.one, Big_trusted.zero))
      a

  (** val div_eucl :
      Big_trusted.t -> Big_trusted.t -> Big_trusted.t * Big_trusted.t **)

  let div_eucl a b =
    Big_trusted.match_z
      (fun _ -> (Big_trusted.zero, Big_trusted.zero))
      (fun a' ->
      Big_trusted.match_z
        (fun _ -> (Big_trusted.zero, a))
        (fun _ -> pos_div_eucl a' b)
        (fun b' ->
        let (q, r) = pos_div_eucl a' b' in
        (Big_trusted.match_z
           (fun _ -> ((opp q), Big_trusted.zero))
           (fun _ -> ((opp (add q Big_trusted.one)), (add b r)))
           (fun _ -> ((opp (add q Big_trusted.one)), (add b r)))
           r))
        b)
      (fun a' ->
      Big_trusted.match_z
        (fun _ -> (Big_trusted.zero, a))
        (fun _ ->
        let (q, r) = pos_div_eucl a' b in
        (Big_trusted.match_z
           (fun _ -> ((opp q), Big_trusted.zero))
           (fun _ -> ((opp (add q Big_trusted.one)), (sub b r)))
           (fun _ -> ((opp (add q Big_trusted.one)), (sub b r)))
           r))
        (fun b' -> let (q, r) = pos_div_eucl a' b' in (q, (opp r)))
        b)
      a

  (** val div : Big_trusted.t -> Big_trusted.t -> Big_trusted.t **)

  let div = Big_trusted.div

  (** val modulo : Big_trusted.t -> Big_trusted.t -> Big_trusted.t **)

  let modulo = Big_trusted.modulo

  (** val quotrem :
      Big_trusted.t -> Big_trusted.t -> Big_trusted.t * Big_trusted.t **)

  let quotrem a b =
    Big_trusted.match_z
      (fun _ -> (Big_trusted.zero, Big_trusted.zero))
      (fun a0 ->
      Big_trusted.match_z
        (fun _ -> (Big_trusted.zero, a))
        (fun b0 ->
        let (q, r) = N.pos_div_eucl a0 b0 in ((of_N q), (of_N r)))
        (fun b0 ->
        let (q, r) = N.pos_div_eucl a0 b0 in ((opp (of_N q)), (of_N r)))
        b)
      (fun a0 ->
      Big_trusted.match_z
        (fun _ -> (Big_trusted.zero, a))
        (fun b0 ->
        let (q, r) = N.pos_div_eucl a0 b0 in ((opp (of_N q)), (opp (of_N r))))
        (fun b0 ->
        let (q, r) = N.pos_div_eucl a0 b0 in ((of_N q), (opp (of_N r))))
        b)
      a

  (** val quot : Big_trusted.t -> Big_trusted.t -> Big_trusted.t **)

  let quot a b =
    fst (quotrem a b)

  (** val rem : Big_trusted.t -> Big_trusted.t -> Big_trusted.t **)

  let rem a b =
    snd (quotrem a b)

  (** val div2 : Big_trusted.t -> Big_trusted.t **)

  let div2 z0 =
    Big_trusted.match_z
      (fun _ -> Big_trusted.zero)
      (fun p ->
      Big_trusted.match_positive
        (fun _ -> (Coq_Pos.div2 p))
        (fun _ -> (Coq_Pos.div2 p))
        (fun _ -> Big_trusted.zero)
        p)
      (fun p -> Big_trusted.neg (Coq_Pos.div2_up p))
      z0

  (** val shiftl : Big_trusted.t -> Big_trusted.t -> Big_trusted.t **)

  let shiftl = Big_trusted.shift_left

  (** val shiftr : Big_trusted.t -> Big_trusted.t -> Big_trusted.t **)

  let shiftr = Big_trusted.shift_right

  (** val coq_lor : Big_trusted.t -> Big_trusted.t -> Big_trusted.t **)

  let coq_lor = Big_trusted.logor

  (** val coq_land : Big_trusted.t -> Big_trusted.t -> Big_trusted.t **)

  let coq_land = Big_trusted.logand

  (** val coq_lxor : Big_trusted.t -> Big_trusted.t -> Big_trusted.t **)

  let coq_lxor = Big_trusted.logxor

  (** val eq_dec : Big_trusted.t -> Big_trusted.t -> bool **)

  let eq_dec = Big_trusted.equal

  (** val lnot : Big_trusted.t -> Big_trusted.t **)

  let lnot = Big_trusted.lognot
 end

(** val tl : 'a1 list -> 'a1 list **)

let tl = function
| [] -> []
| _ :: m -> m

(** val nth : int -> 'a1 list -> 'a1 -> 'a1 **)

let rec nth n0 l default0 =
  (fun zero succ n -> if n = 0 then zero () else succ (n - 1))
    (fun _ -> match l with
              | [] -> default0
              | x :: _ -> x)
    (fun m -> match l with
              | [] -> default0
              | _ :: t -> nth m t default0)
    n0

(** val nth_error : 'a1 list -> int -> 'a1 option **)

let rec nth_error l n0 =
  (fun zero succ n -> if n = 0 then zero () else succ (n - 1))
    (fun _ -> match l with
              | [] -> None
              | x :: _ -> Some x)
    (fun n1 -> match l with
               | [] -> None
               | _ :: l0 -> nth_error l0 n1)
    n0

(** val removelast : 'a1 list -> 'a1 list **)

let rec removelast = function
| [] -> []
| a :: l0 -> (match l0 with
              | [] -> []
              | _ :: _ -> a :: (removelast l0))

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

(** val map : ('a1 -> 'a2) -> 'a1 list -> 'a2 list **)

let rec map f = function
| [] -> []
| a :: t -> (f a) :: (map f t)

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

(** val filter : ('a1 -> bool) -> 'a1 list -> 'a1 list **)

let rec filter f = function
| [] -> []
| x :: l0 -> if f x then x :: (filter f l0) else filter f l0

(** val find : ('a1 -> bool) -> 'a1 list -> 'a1 option **)

let rec find f = function
| [] -> None
| x :: tl0 -> if f x then Some x else find f tl0

(** val firstn : int -> 'a1 list -> 'a1 list **)

let rec firstn n0 l =
  (fun zero succ n -> if n = 0 then zero () else succ (n - 1))
    (fun _ -> [])
    (fun n1 -> match l with
               | [] -> []
               | a :: l0 -> a :: (firstn n1 l0))
    n0

(** val skipn : int -> 'a1 list -> 'a1 list **)

let rec skipn n0 l =
  (fun zero succ n -> if n = 0 then zero () else succ (n - 1))
    (fun _ -> l)
    (fun n1 -> match l with
               | [] -> []
               | _ :: l0 -> skipn n1 l0)
    n0

(** val seq : int -> int -> int list **)

let rec seq start0 len =
  (fun zero succ n -> if n = 0 then zero () else succ (n - 1))
    (fun _ -> [])
    (fun len0 -> start0 :: (seq (Stdlib.succ start0) len0))
    len

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

(** val prod_map :
    ('a1 -> 'a2) -> ('a3 -> 'a4) -> ('a1 * 'a3) -> 'a2 * 'a4 **)

let prod_map f g p =
  ((f (fst p)), (g (snd p)))

type 'm mBind = __ -> __ -> (__ -> 'm) -> 'm -> 'm

(** val mbind : 'a1 mBind -> ('a2 -> 'a1) -> 'a1 -> 'a1 **)

let mbind mBind0 x x0 =
  Obj.magic mBind0 __ __ x x0

type 'm mJoin = __ -> 'm -> 'm

(** val mjoin : 'a1 mJoin -> 'a1 -> 'a1 **)

let mjoin mJoin0 x =
  mJoin0 __ x

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

type ('k, 'a, 'm) insert = 'k -> 'a -> 'm -> 'm

(** val insert0 : ('a1, 'a2, 'a3) insert -> 'a1 -> 'a2 -> 'a3 -> 'a3 **)

let insert0 insert1 =
  insert1

(** val not_dec : decision -> decision **)

let not_dec = function
| true -> false
| false -> true

(** val or_dec : decision -> decision -> decision **)

let or_dec p_dec q_dec =
  if p_dec then true else q_dec

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

(** val option_join : __ option -> __ option **)

let option_join = function
| Some mx -> Obj.magic mx
| None -> None

(** val option_fmap : (__ -> __) -> __ option -> __ option **)

let option_fmap =
  option_map

module Coq_Nat =
 struct
  (** val eq_dec : (int, int) relDecision **)

  let eq_dec =
    (=)
 end

module Coq_Z =
 struct
  (** val eq_dec : (Big_trusted.t, Big_trusted.t) relDecision **)

  let eq_dec =
    Z.eq_dec
 end

(** val list_lookup : (int, 'a1, 'a1 list) lookup **)

let rec list_lookup i = function
| [] -> None
| x :: l0 ->
  ((fun zero succ n -> if n = 0 then zero () else succ (n - 1))
     (fun _ -> Some x)
     (fun i0 -> lookup0 list_lookup i0 l0)
     i)

(** val list_insert : (int, 'a1, 'a1 list) insert **)

let rec list_insert i y = function
| [] -> []
| x :: l0 ->
  ((fun zero succ n -> if n = 0 then zero () else succ (n - 1))
     (fun _ -> y :: l0)
     (fun i0 -> x :: (insert0 list_insert i0 y l0))
     i)

(** val list_find : ('a1 -> decision) -> 'a1 list -> (int * 'a1) option **)

let rec list_find h = function
| [] -> None
| x :: l0 ->
  if decide (h x)
  then Some (0, x)
  else fmap (Obj.magic (fun _ _ -> option_fmap))
         (prod_map (fun x0 -> Stdlib.succ x0) id) (list_find h l0)

(** val replicate : int -> 'a1 -> 'a1 list **)

let rec replicate n0 x =
  (fun zero succ n -> if n = 0 then zero () else succ (n - 1))
    (fun _ -> [])
    (fun n1 -> x :: (replicate n1 x))
    n0

(** val reverse : 'a1 list -> 'a1 list **)

let reverse l =
  rev_append l []

(** val last : 'a1 list -> 'a1 option **)

let rec last = function
| [] -> None
| x :: l0 -> (match l0 with
              | [] -> Some x
              | _ :: _ -> last l0)

(** val list_omap : (__ -> __ option) -> __ list -> __ list **)

let rec list_omap f = function
| [] -> []
| x :: l0 ->
  (match f x with
   | Some y -> y :: (list_omap f l0)
   | None -> list_omap f l0)

(** val list_join : __ list -> __ list **)

let rec list_join = function
| [] -> []
| l :: ls0 -> app (Obj.magic l) (mjoin (fun _ -> list_join) ls0)

(** val imap : (int -> 'a1 -> 'a2) -> 'a1 list -> 'a2 list **)

let rec imap f = function
| [] -> []
| x :: l0 -> (f 0 x) :: (imap (compose f (fun x0 -> Stdlib.succ x0)) l0)

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

type 'a outcome =
| Ok of 'a
| Trap
| Wrong

(** val outcome_bind : (__ -> __ outcome) -> __ outcome -> __ outcome **)

let outcome_bind f = function
| Ok a -> f a
| x -> x

(** val outcome_fmap : (__ -> __) -> __ outcome -> __ outcome **)

let outcome_fmap f = function
| Ok a -> Ok (f a)
| x -> x

(** val or_trap : 'a1 option -> 'a1 outcome **)

let or_trap = function
| Some a -> Ok a
| None -> Trap

(** val or_wrong : 'a1 option -> 'a1 outcome **)

let or_wrong = function
| Some a -> Ok a
| None -> Wrong

(** val check : bool -> unit outcome **)

let check = function
| true -> Ok ()
| false -> Trap

(** val collect : ('a1 -> 'a2 outcome) -> 'a1 list -> 'a2 list outcome **)

let rec collect f = function
| [] -> Ok []
| a :: l0 ->
  mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun b ->
    mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun bs -> Ok (b :: bs))
      (collect f l0)) (Obj.magic f a)

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

type ('b, 't, 's, 'c, 'r) item =
| KSeq of ('b, 't, 's, 'c, 'r) cmd
| KBlock
| KLoop of label * ('b, 't, 's, 'c, 'r) cmd

type ('b, 't, 's, 'c, 'r) kont = ('b, 't, 's, 'c, 'r) item list

(** val find0 :
    label -> ('a1, 'a2, 'a3, 'a4, 'a5) cmd -> ('a1, 'a2, 'a3, 'a4, 'a5) kont
    -> (('a1, 'a2, 'a3, 'a4, 'a5) cmd * ('a1, 'a2, 'a3, 'a4, 'a5) kont) option **)

let rec find0 l c k =
  match c with
  | Seq (c1, c2) ->
    (match find0 l c1 ((KSeq c2) :: k) with
     | Some r -> Some r
     | None -> find0 l c2 k)
  | If (_, c1, c2) ->
    (match find0 l c1 k with
     | Some r -> Some r
     | None -> find0 l c2 k)
  | Block c1 -> find0 l c1 (KBlock :: k)
  | Loop (m, c1) ->
    if decide (decide_rel Coq_Nat.eq_dec l m)
    then Some (c, k)
    else find0 l c1 ((KLoop (m, c1)) :: k)
  | Label (m, c1) ->
    if decide (decide_rel Coq_Nat.eq_dec l m)
    then Some (c, k)
    else find0 l c1 k
  | Suspend (m, _) ->
    if decide (decide_rel Coq_Nat.eq_dec l m) then Some (c, k) else None
  | Call (m, _) ->
    if decide (decide_rel Coq_Nat.eq_dec l m) then Some (c, k) else None
  | _ -> None

(** val leave :
    int -> ('a1, 'a2, 'a3, 'a4, 'a5) kont -> ('a1, 'a2, 'a3, 'a4, 'a5) kont
    option **)

let rec leave n0 = function
| [] -> None
| i :: k0 ->
  (match i with
   | KBlock ->
     ((fun zero succ n -> if n = 0 then zero () else succ (n - 1))
        (fun _ -> Some k0)
        (fun n1 -> leave n1 k0)
        n0)
   | _ -> leave n0 k0)

type ('b, 't, 's, 'c, 'r, 'store) entry =
| Fresh of procedure * 'store
| At of procedure * ('b, 't, 's, 'c, 'r) cmd * ('b, 't, 's, 'c, 'r) kont
   * 'store

type ('store, 'frame, 'request) happening =
| Asked of 'frame list * 'request
| Returned of procedure * 'store

type ('b, 't, 's, 'c, 'r, 'store, 'frame, 'request, 'response, 'result) dynamics = { 
code : (procedure -> ('b, 't, 's, 'c, 'r) cmd option);
run : (procedure -> 'b -> 'store -> 'store outcome);
test : ('t -> 'store -> bool outcome);
ask : ('s -> 'store -> 'request outcome);
answer : (procedure -> 's -> 'response -> 'store -> 'store outcome);
begin0 : (procedure -> 'response -> 'store -> 'store outcome);
enter_call : ('c -> 'store -> (procedure * 'store) outcome);
leave_call : (procedure -> 'c -> procedure -> 'store -> 'store -> 'store
             outcome);
enter_resume : ('r -> 'store -> ('frame list * 'response) outcome);
leave_resume : (procedure -> 'r -> ('store, 'frame, 'request) happening ->
               'store -> 'store outcome);
finish : (procedure -> 'store -> 'result outcome);
park : (procedure -> label -> 'store -> 'store);
save : (procedure -> ('b, 't, 's, 'c, 'r) cmd -> ('b, 't, 's, 'c, 'r) kont ->
       'store -> 'frame);
load : ('frame -> ('b, 't, 's, 'c, 'r, 'store) entry option) }

type ('b, 't, 's, 'c, 'r, 'store) link =
| Caller of label * 'c * procedure * ('b, 't, 's, 'c, 'r) kont * 'store
| Parent of 'r * procedure * ('b, 't, 's, 'c, 'r) kont * 'store

type ('b, 't, 's, 'c, 'r, 'store, 'frame, 'response) state =
| Running of ('b, 't, 's, 'c, 'r) cmd * procedure * ('b, 't, 's, 'c, 'r) kont
   * 'store * ('b, 't, 's, 'c, 'r, 'store) link list
| Suspended of 'frame list
| Resuming of 'response * 'frame list
| Halted

type ('b, 't, 's, 'c, 'r, 'store, 'frame, 'request, 'response, 'result) next =
| Go of ('b, 't, 's, 'c, 'r, 'store, 'frame, 'response) state
| Emit of 'request * ('b, 't, 's, 'c, 'r, 'store, 'frame, 'response) state
| Finish of 'result
| Crash
| Stuck

(** val settle :
    'a11 outcome -> ('a11 -> ('a1, 'a2, 'a3, 'a4, 'a5, 'a6, 'a7, 'a8, 'a9,
    'a10) next) -> ('a1, 'a2, 'a3, 'a4, 'a5, 'a6, 'a7, 'a8, 'a9, 'a10) next **)

let settle o f =
  match o with
  | Ok a -> f a
  | Trap -> Crash
  | Wrong -> Stuck

(** val unwind :
    ('a1, 'a2, 'a3, 'a4, 'a5, 'a6, 'a7, 'a8, 'a9, 'a10) dynamics -> ('a1,
    'a2, 'a3, 'a4, 'a5, 'a6) link list -> 'a7 list -> 'a8 -> ('a1, 'a2, 'a3,
    'a4, 'a5, 'a6, 'a7, 'a8, 'a9, 'a10) next **)

let rec unwind d ls fs q =
  match ls with
  | [] -> Emit (q, (Suspended (reverse fs)))
  | l0 :: ls0 ->
    (match l0 with
     | Caller (l, x, p, k, s) ->
       unwind d ls0 ((d.save p (Call (l, x)) k s) :: fs) q
     | Parent (x, p, k, s) ->
       settle (d.leave_resume p x (Asked ((reverse fs), q)) s) (fun s0 -> Go
         (Running (Skip, p, k, s0, ls0))))

(** val callers :
    ('a1, 'a2, 'a3, 'a4, 'a5, 'a6, 'a7, 'a8, 'a9, 'a10) dynamics -> 'a7 list
    -> ('a1, 'a2, 'a3, 'a4, 'a5, 'a6) link list option **)

let rec callers d = function
| [] -> Some []
| f :: fs0 ->
  (match d.load f with
   | Some e ->
     (match e with
      | Fresh (_, _) -> None
      | At (p, c, k, s) ->
        (match c with
         | Call (l, x) ->
           mbind (Obj.magic (fun _ _ -> option_bind)) (fun ls -> Some
             ((Caller (l, x, p, k, s)) :: ls)) (callers d fs0)
         | _ -> None))
   | None -> None)

(** val rebuild :
    ('a1, 'a2, 'a3, 'a4, 'a5, 'a6, 'a7, 'a8, 'a9, 'a10) dynamics -> 'a7 list
    -> 'a9 -> ('a1, 'a2, 'a3, 'a4, 'a5, 'a6) link list -> ('a1, 'a2, 'a3,
    'a4, 'a5, 'a6, 'a7, 'a8, 'a9, 'a10) next **)

let rebuild d fs r ls =
  match fs with
  | [] -> Stuck
  | f :: fs0 ->
    (match d.load f with
     | Some e ->
       (match e with
        | Fresh (p, s) ->
          (match callers d fs0 with
           | Some up ->
             (match d.code p with
              | Some c ->
                settle (d.begin0 p r s) (fun s0 -> Go (Running (c, p, [], s0,
                  (app up ls))))
              | None -> Stuck)
           | None -> Stuck)
        | At (p, c, k, s) ->
          (match c with
           | Suspend (_, x) ->
             (match callers d fs0 with
              | Some up ->
                settle (d.answer p x r s) (fun s0 -> Go (Running (Skip, p, k,
                  s0, (app up ls))))
              | None -> Stuck)
           | _ -> Stuck))
     | None -> Stuck)

(** val return_to :
    ('a1, 'a2, 'a3, 'a4, 'a5, 'a6, 'a7, 'a8, 'a9, 'a10) dynamics -> procedure
    -> 'a6 -> ('a1, 'a2, 'a3, 'a4, 'a5, 'a6) link list -> ('a1, 'a2, 'a3,
    'a4, 'a5, 'a6, 'a7, 'a8, 'a9, 'a10) next **)

let return_to d p s = function
| [] -> settle (d.finish p s) (fun x -> Finish x)
| l0 :: ls0 ->
  (match l0 with
   | Caller (_, x, p', k, s') ->
     settle (d.leave_call p' x p s s') (fun s'0 -> Go (Running (Skip, p', k,
       s'0, ls0)))
   | Parent (x, p', k, s') ->
     settle (d.leave_resume p' x (Returned (p, s)) s') (fun s'0 -> Go
       (Running (Skip, p', k, s'0, ls0))))

(** val step :
    ('a1, 'a2, 'a3, 'a4, 'a5, 'a6, 'a7, 'a8, 'a9, 'a10) dynamics -> ('a1,
    'a2, 'a3, 'a4, 'a5, 'a6, 'a7, 'a9) state -> ('a1, 'a2, 'a3, 'a4, 'a5,
    'a6, 'a7, 'a8, 'a9, 'a10) next **)

let step d = function
| Running (c, p, k, s, ls) ->
  (match c with
   | Skip ->
     (match k with
      | [] -> return_to d p s ls
      | i :: k0 ->
        (match i with
         | KSeq c0 -> Go (Running (c0, p, k0, s, ls))
         | KBlock -> Go (Running (Skip, p, k0, s, ls))
         | KLoop (l, c0) -> Go (Running ((Loop (l, c0)), p, k0, s, ls))))
   | Do b ->
     settle (d.run p b s) (fun s0 -> Go (Running (Skip, p, k, s0, ls)))
   | Seq (c1, c2) -> Go (Running (c1, p, ((KSeq c2) :: k), s, ls))
   | If (t, c1, c2) ->
     settle (d.test t s) (fun b -> Go (Running ((if b then c1 else c2), p, k,
       s, ls)))
   | Block c0 -> Go (Running (c0, p, (KBlock :: k), s, ls))
   | Loop (l, c0) -> Go (Running (c0, p, ((KLoop (l, c0)) :: k), s, ls))
   | Exit n0 ->
     (match leave n0 k with
      | Some k0 -> Go (Running (Skip, p, k0, s, ls))
      | None -> Stuck)
   | Label (_, c0) -> Go (Running (c0, p, k, s, ls))
   | Goto l ->
     (match mbind (Obj.magic (fun _ _ -> option_bind)) (fun c0 ->
              Obj.magic find0 l c0 []) (d.code p) with
      | Some y ->
        let (y0, k0) = Obj.magic y in
        (match y0 with
         | Label (m, c0) -> Go (Running ((Label (m, c0)), p, k0, s, ls))
         | _ -> Stuck)
      | None -> Stuck)
   | Suspend (l, x) ->
     settle (d.ask x s) (fun q ->
       unwind d ls ((d.save p (Suspend (l, x)) k (d.park p l s)) :: []) q)
   | Call (l, x) ->
     settle (d.enter_call x s) (fun pat ->
       let (p', s') = pat in
       (match d.code p' with
        | Some c0 ->
          Go (Running (c0, p', [], s', ((Caller (l, x, p, k,
            (d.park p l s))) :: ls)))
        | None -> Stuck))
   | Resume x ->
     settle (d.enter_resume x s) (fun pat ->
       let (fs, r) = pat in rebuild d fs r ((Parent (x, p, k, s)) :: ls))
   | Return -> return_to d p s ls)
| Resuming (r, fs) -> rebuild d fs r []
| _ -> Stuck

type ('b, 't, 's, 'c, 'r) source_point =
| SFresh of procedure
| SAt of procedure * ('b, 't, 's, 'c, 'r) cmd * ('b, 't, 's, 'c, 'r) kont

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
  | Loop (l, c0) -> if (<=) lo l then increasing c0 (Stdlib.succ l) else None
  | Label (l, c0) -> if (<=) lo l then increasing c0 (Stdlib.succ l) else None
  | Suspend (l, _) -> if (<=) lo l then Some (Stdlib.succ l) else None
  | Call (l, _) -> if (<=) lo l then Some (Stdlib.succ l) else None
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

let rec live a p c after0 exits =
  match c with
  | Skip -> Some after0
  | Do b -> a.need_run p b after0
  | Seq (c1, c2) ->
    (match live a p c2 after0 exits with
     | Some w0 -> live a p c1 w0 exits
     | None -> None)
  | If (t, c1, c2) ->
    (match live a p c1 after0 exits with
     | Some w1 ->
       (match live a p c2 after0 exits with
        | Some w2 -> a.need_test p t (a.union w1 w2)
        | None -> None)
     | None -> None)
  | Block c0 -> live a p c0 after0 (after0 :: exits)
  | Loop (l, c0) ->
    let w0 = a.at_label p l in
    (match live a p c0 w0 exits with
     | Some u -> if a.subset u w0 then Some w0 else None
     | None -> None)
  | Exit n0 -> nth_error exits n0
  | Label (l, c0) ->
    let w0 = a.at_label p l in
    (match live a p c0 after0 exits with
     | Some u -> if a.subset u w0 then Some w0 else None
     | None -> None)
  | Goto l -> Some (a.at_label p l)
  | Suspend (l, x) ->
    (match a.keep_ask p x after0 with
     | Some w0 -> a.need_ask p l x w0
     | None -> None)
  | Call (l, x) ->
    (match a.keep_call p x after0 with
     | Some w0 -> a.need_call p l x w0
     | None -> None)
  | Resume x -> a.need_resume p x after0
  | Return -> Some (a.exit_set p)

(** val accepts_body :
    ('a1, 'a2, 'a3, 'a4, 'a5, 'a6) analysis -> procedure -> ('a1, 'a2, 'a3,
    'a4, 'a5) cmd -> bool **)

let accepts_body a p body0 =
  match increasing body0 0 with
  | Some _ ->
    (match live a p body0 (a.exit_set p) [] with
     | Some w0 -> a.subset w0 (a.entry_set p)
     | None -> false)
  | None -> false

type width =
| W8
| W16
| W32
| W64

(** val bits : width -> Big_trusted.t **)

let bits = function
| W8 ->
  (Big_trusted.double (Big_trusted.double (Big_trusted.double
    Big_trusted.one)))
| W16 ->
  (Big_trusted.double (Big_trusted.double (Big_trusted.double
    (Big_trusted.double Big_trusted.one))))
| W32 ->
  (Big_trusted.double (Big_trusted.double (Big_trusted.double
    (Big_trusted.double (Big_trusted.double Big_trusted.one)))))
| W64 ->
  (Big_trusted.double (Big_trusted.double (Big_trusted.double
    (Big_trusted.double (Big_trusted.double (Big_trusted.double
    Big_trusted.one))))))

type ty =
| TBool
| TInt of width
| TBytes of Big_trusted.t
| TView
| TArray of Big_trusted.t * ty
| TRecord of int * ty list
| TUnion of int * ty list
| TMap of Big_trusted.t * width * ty
| TExtern of int
| TCoro of procedure

type endian =
| Big
| Little

type arith =
| Add
| Sub
| Mul
| AddW
| SubW
| MulW
| Div
| Rem
| And
| Or
| Xor
| Shl
| Shr
| Rotl
| Rotr

type compare0 =
| Eq
| Ne
| Lt
| Le
| Gt
| Ge

type const =
| CBool of bool
| CInt of Big_trusted.t
| CBytes of Big_trusted.t list
| CArray of const list
| CRecord of const list
| CUnion of int * const

type place =
| PVar of int
| PConst of int
| PField of place * int
| PIndex of place * expr
| PCase of place * int
| PKey of place * expr
and expr =
| EBool of bool
| EInt of width * Big_trusted.t
| EBytes of Big_trusted.t list
| ERead of place
| ENot of expr
| EComp of width * expr
| EAnd of expr * expr
| EOr of expr * expr
| EArith of arith * width * expr * expr
| ECompare of compare0 * width * expr * expr
| EBoolEq of expr * expr
| EBytesEq of expr * expr
| EWiden of width * width * expr
| ENarrow of width * width * expr
| ECond of expr * expr * expr
| EFit of Big_trusted.t * expr
| ELen of expr
| ECount of place
| EIs of place * int
| EHas of place * expr
| EKeyAt of place * expr
| ESlice of expr * expr * expr
| ELoad of endian * width * expr * expr
| ERecord of ty * expr list
| EUnion of ty * int * expr
| EArray of ty * expr list
| EFill of ty * Big_trusted.t * expr
| EDefault of ty
| ECoro of procedure * expr list

type arg =
| AIn of expr
| AInout of place
| AInoutSlice of place * expr * expr

type basic =
| BLine of int
| BAssign of place * expr
| BPush of place * Big_trusted.t * expr
| BAppend of place * Big_trusted.t * expr
| BResize of place * Big_trusted.t * expr
| BBlit of place * expr * expr
| BStore of endian * width * place * expr * expr
| BPut of place * Big_trusted.t * expr * expr
| BRemove of place * expr
| BExtern of int * arg list * place option
| BTrap

type suspension = { ask_effect : int; ask_args : expr list;
                    ask_dest : place option; ask_lent : int list }

type call = { callee : procedure; call_args : arg list;
              call_dest : place option }

type resumption = { child : place; child_proc : procedure;
                    reply : (int * expr option) option; lend : arg list;
                    event : place }

type mode =
| In
| Inout
| Lent

type effect = { eff_args : ty list; eff_result : ty }

type proc = { params : (mode * ty) list; locals : ty list; result : ty;
              ret : int; suspends : bool; effects : int list;
              body : (basic, expr, suspension, call, resumption) cmd }

type extern = { ext_params : (mode * ty) list; ext_result : ty }

type program = { procs : proc list; effs : effect list;
                 consts : (ty * const) list; externs : extern list;
                 extern_types : (Big_trusted.t * Big_trusted.t) list }

type 'a table =
| Leaf
| Node of 'a table * 'a option * 'a table

(** val trie_find : Big_trusted.t -> 'a1 table -> 'a1 option **)

let rec trie_find n0 = function
| Leaf -> None
| Node (l, o, r) ->
  (Big_trusted.match_positive
     (fun n1 -> trie_find n1 r)
     (fun n1 -> trie_find n1 l)
     (fun _ -> o)
     n0)

(** val trie_add : Big_trusted.t -> 'a1 -> 'a1 table -> 'a1 table **)

let rec trie_add n0 a = function
| Leaf ->
  let p = (Leaf, None) in
  let r = Leaf in
  let (l, o) = p in
  (Big_trusted.match_positive
     (fun n1 -> Node (l, o, (trie_add n1 a r)))
     (fun n1 -> Node ((trie_add n1 a l), o, r))
     (fun _ -> Node (l, (Some a), r))
     n0)
| Node (l, o, r) ->
  let p = (l, o) in
  let (l0, o0) = p in
  (Big_trusted.match_positive
     (fun n1 -> Node (l0, o0, (trie_add n1 a r)))
     (fun n1 -> Node ((trie_add n1 a l0), o0, r))
     (fun _ -> Node (l0, (Some a), r))
     n0)

(** val look : 'a1 table -> int -> 'a1 option **)

let look m i =
  trie_find (Coq_Pos.of_succ_nat i) m

(** val build_from : Big_trusted.t -> 'a1 list -> 'a1 table -> 'a1 table **)

let rec build_from i l m =
  match l with
  | [] -> m
  | a :: l0 -> build_from (Coq_Pos.succ i) l0 (trie_add i a m)

(** val build : 'a1 list -> 'a1 table **)

let build l =
  build_from Big_trusted.one l Leaf

(** val distinct_onto : int list -> unit table -> unit table option **)

let rec distinct_onto l m =
  match l with
  | [] -> Some m
  | i :: l0 ->
    (match look m i with
     | Some _ -> None
     | None -> distinct_onto l0 (trie_add (Coq_Pos.of_succ_nat i) () m))

(** val distinct : int list -> bool **)

let distinct l =
  match distinct_onto l Leaf with
  | Some _ -> true
  | None -> false

(** val set_of : int list -> unit table **)

let set_of l =
  fold_right (fun i -> trie_add (Coq_Pos.of_succ_nat i) ()) Leaf l

(** val add0 : int -> int list -> int list **)

let rec add0 x v = match v with
| [] -> x :: []
| y :: w0 ->
  if (<) x y then x :: v else if (=) x y then v else y :: (add0 x w0)

(** val remove : int -> int list -> int list **)

let rec remove x v = match v with
| [] -> []
| y :: w0 -> if (<) x y then v else if (=) x y then w0 else y :: (remove x w0)

(** val merge : int list -> int list -> int list **)

let rec merge v =
  let rec go w0 =
    match v with
    | [] -> w0
    | x :: v' ->
      (match w0 with
       | [] -> v
       | y :: w' ->
         if (<) x y
         then x :: (merge v' w0)
         else if (=) x y then x :: (merge v' w') else y :: (go w'))
  in go

(** val included : int list -> int list -> bool **)

let rec included v w0 =
  match v with
  | [] -> true
  | x :: v' ->
    (match w0 with
     | [] -> false
     | y :: w' ->
       if (=) x y
       then included v' w'
       else if (<) y x then included v w' else false)

(** val uses_place : place -> int list -> int list **)

let rec uses_place p v =
  match p with
  | PVar x -> add0 x v
  | PConst _ -> v
  | PField (p0, _) -> uses_place p0 v
  | PIndex (p0, e) -> uses_place p0 (uses e v)
  | PCase (p0, _) -> uses_place p0 v
  | PKey (p0, e) -> uses_place p0 (uses e v)

(** val uses : expr -> int list -> int list **)

and uses e v =
  match e with
  | ERead p -> uses_place p v
  | ENot e0 -> uses e0 v
  | EComp (_, e0) -> uses e0 v
  | EAnd (e1, e2) -> uses e1 (uses e2 v)
  | EOr (e1, e2) -> uses e1 (uses e2 v)
  | EArith (_, _, e1, e2) -> uses e1 (uses e2 v)
  | ECompare (_, _, e1, e2) -> uses e1 (uses e2 v)
  | EBoolEq (e1, e2) -> uses e1 (uses e2 v)
  | EBytesEq (e1, e2) -> uses e1 (uses e2 v)
  | EWiden (_, _, e0) -> uses e0 v
  | ENarrow (_, _, e0) -> uses e0 v
  | ECond (e1, e2, e3) -> uses e1 (uses e2 (uses e3 v))
  | EFit (_, e0) -> uses e0 v
  | ELen e0 -> uses e0 v
  | ECount p -> uses_place p v
  | EIs (p, _) -> uses_place p v
  | EHas (p, e0) -> uses_place p (uses e0 v)
  | EKeyAt (p, e0) -> uses_place p (uses e0 v)
  | ESlice (e1, e2, e3) -> uses e1 (uses e2 (uses e3 v))
  | ELoad (_, _, e1, e2) -> uses e1 (uses e2 v)
  | ERecord (_, es) -> fold_right uses v es
  | EUnion (_, _, e0) -> uses e0 v
  | EArray (_, es) -> fold_right uses v es
  | EFill (_, _, e0) -> uses e0 v
  | ECoro (_, es) -> fold_right uses v es
  | _ -> v

(** val uses_all : expr list -> int list -> int list **)

let uses_all es v =
  fold_right uses v es

(** val uses_arg : arg -> int list -> int list **)

let uses_arg a v =
  match a with
  | AIn e -> uses e v
  | AInout p -> uses_place p v
  | AInoutSlice (p, lo, hi) -> uses (ESlice ((ERead p), lo, hi)) v

(** val uses_args : arg list -> int list -> int list **)

let uses_args args v =
  fold_right uses_arg v args

(** val root : place -> int option **)

let rec root = function
| PVar x -> Some x
| PConst _ -> None
| PField (p0, _) -> root p0
| PIndex (p0, _) -> root p0
| PCase (p0, _) -> root p0
| PKey (p0, _) -> root p0

(** val scalar : expr -> bool **)

let scalar = function
| EBytes _ -> false
| ERead _ -> false
| ECond (_, _, _) -> false
| EFit (_, _) -> false
| ESlice (_, _, _) -> false
| ERecord (_, _) -> false
| EUnion (_, _, _) -> false
| EArray (_, _) -> false
| EFill (_, _, _) -> false
| EDefault _ -> false
| ECoro (_, _) -> false
| _ -> true

(** val need_write :
    (int -> int list -> bool) -> int -> int list -> int list option **)

let need_write clash0 x after0 =
  if clash0 x after0 then None else Some (remove x after0)

(** val need_borrow :
    (int -> int list -> bool) -> int list -> int list -> int list option **)

let need_borrow clash0 xs after0 =
  fold_right (fun x o ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (need_write clash0 x) o) (Some
    after0) xs

(** val need_update :
    (int -> int list -> bool) -> place -> int list -> int list option **)

let need_update clash0 p after0 =
  match root p with
  | Some x -> if clash0 x after0 then None else Some (uses_place p after0)
  | None -> None

(** val need_assign :
    (int -> int list -> bool) -> place -> int list -> int list option **)

let need_assign clash0 p after0 =
  match p with
  | PVar x -> need_write clash0 x after0
  | _ -> need_update clash0 p after0

(** val need_dest :
    (int -> int list -> bool) -> place option -> int list -> int list option **)

let need_dest clash0 dest after0 =
  match dest with
  | Some p -> need_assign clash0 p after0
  | None -> Some after0

(** val apart :
    (int -> int list -> bool) -> place option -> int list -> int list option **)

let apart clash0 dest before =
  match dest with
  | Some p ->
    (match p with
     | PVar x -> if clash0 x before then None else Some before
     | _ -> Some before)
  | None -> Some before

(** val need_give_back :
    (int -> int list -> bool) -> arg -> int list -> int list option **)

let need_give_back clash0 a after0 =
  match a with
  | AIn _ -> Some after0
  | AInout p -> need_assign clash0 p after0
  | AInoutSlice (p, lo, _) ->
    fmap (Obj.magic (fun _ _ -> option_fmap)) (uses lo)
      (need_update clash0 p after0)

(** val need_give_back_all :
    (int -> int list -> bool) -> arg list -> int list -> int list option **)

let need_give_back_all clash0 args after0 =
  fold_right (fun a o ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (need_give_back clash0 a) o)
    (Some after0) args

(** val need_basic :
    (int -> int list -> bool) -> basic -> int list -> int list option **)

let need_basic clash0 b after0 =
  match b with
  | BLine _ -> Some after0
  | BAssign (p, e) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun before ->
      if scalar e then Some before else apart clash0 (Some p) before)
      (fmap (Obj.magic (fun _ _ -> option_fmap)) (uses e)
        (need_assign clash0 p after0))
  | BPush (p, _, e) ->
    fmap (Obj.magic (fun _ _ -> option_fmap)) (uses e)
      (need_update clash0 p after0)
  | BAppend (p, _, e) ->
    fmap (Obj.magic (fun _ _ -> option_fmap)) (uses e)
      (need_update clash0 p after0)
  | BResize (p, _, e) ->
    fmap (Obj.magic (fun _ _ -> option_fmap)) (uses e)
      (need_update clash0 p after0)
  | BBlit (p, e1, e2) ->
    fmap (Obj.magic (fun _ _ -> option_fmap)) (compose (uses e1) (uses e2))
      (need_update clash0 p after0)
  | BStore (_, _, p, e1, e2) ->
    fmap (Obj.magic (fun _ _ -> option_fmap)) (compose (uses e1) (uses e2))
      (need_update clash0 p after0)
  | BPut (p, _, e1, e2) ->
    fmap (Obj.magic (fun _ _ -> option_fmap)) (compose (uses e1) (uses e2))
      (need_update clash0 p after0)
  | BRemove (p, e) ->
    fmap (Obj.magic (fun _ _ -> option_fmap)) (uses e)
      (need_update clash0 p after0)
  | BExtern (_, args, dest) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun kept ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun before ->
        apart clash0 dest (uses_args args before))
        (need_give_back_all clash0 args kept)) (need_dest clash0 dest after0)
  | BTrap -> Some []

(** val reserve : (mode * ty) list -> arg list -> int list -> int list **)

let rec reserve xs args v =
  match xs with
  | [] -> v
  | p :: xs0 ->
    let (m, _) = p in
    (match args with
     | [] -> v
     | a :: args0 ->
       let v0 = reserve xs0 args0 v in
       (match m with
        | Inout ->
          (match a with
           | AIn _ -> v0
           | AInout p0 ->
             (match root p0 with
              | Some x -> add0 x v0
              | None -> v0)
           | AInoutSlice (p0, _, _) ->
             (match root p0 with
              | Some x -> add0 x v0
              | None -> v0))
        | _ -> v0))

(** val keep_during_call :
    (int -> int list -> bool) -> (mode * ty) list -> call -> int list -> int
    list option **)

let keep_during_call clash0 xs x after0 =
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun kept ->
    fmap (Obj.magic (fun _ _ -> option_fmap)) (reserve xs x.call_args)
      (need_give_back_all clash0 x.call_args kept))
    (need_dest clash0 x.call_dest after0)

(** val reply_expr : resumption -> expr list **)

let reply_expr x =
  match x.reply with
  | Some p -> let (_, o) = p in (match o with
                                 | Some e -> e :: []
                                 | None -> [])
  | None -> []

(** val need_before_resume :
    (int -> int list -> bool) -> resumption -> int list -> int list option **)

let need_before_resume clash0 x after0 =
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun kept ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun kept0 ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun kept1 ->
        apart clash0 (Some x.event)
          (uses_place x.child
            (uses_all (reply_expr x) (uses_args x.lend kept1))))
        (need_assign clash0 x.child kept0))
      (need_give_back_all clash0 x.lend kept))
    (need_assign clash0 x.event after0)

(** val keep_during_ask :
    (int -> int list -> bool) -> suspension -> int list -> int list option **)

let keep_during_ask clash0 x after0 =
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun kept ->
    need_borrow clash0 x.ask_lent kept) (need_dest clash0 x.ask_dest after0)

(** val view_root : expr -> int list **)

let rec view_root = function
| ERead p -> (match root p with
              | Some x -> x :: []
              | None -> [])
| ESlice (e0, _, _) -> view_root e0
| _ -> []

(** val viewed : ty list -> expr list -> int list **)

let rec viewed ts es =
  match ts with
  | [] -> []
  | t :: ts0 ->
    (match t with
     | TView ->
       (match es with
        | [] -> []
        | e :: es0 -> app (view_root e) (viewed ts0 es0))
     | _ -> (match es with
             | [] -> []
             | _ :: es0 -> viewed ts0 es0))

(** val numbered : 'a1 list -> (int * 'a1) list **)

let numbered l =
  imap (fun x x0 -> (x, x0)) l

(** val by_mode : (mode -> bool) -> proc -> int list **)

let by_mode f pr =
  omap (Obj.magic (fun _ _ -> list_omap)) (fun pat ->
    let (i, y) = pat in let (m, _) = y in if f m then Some i else None)
    (Obj.magic numbered pr.params)

(** val owned : mode -> bool **)

let owned = function
| Lent -> false
| _ -> true

(** val returned : mode -> bool **)

let returned = function
| In -> false
| _ -> true

(** val exit_vars : proc -> int list **)

let exit_vars pr =
  add0 pr.ret (by_mode returned pr)

(** val small : Big_trusted.t -> bool **)

let small n0 =
  N.ltb n0 (Big_trusted.double (Big_trusted.double (Big_trusted.double
    (Big_trusted.double (Big_trusted.double (Big_trusted.double
    (Big_trusted.double (Big_trusted.double (Big_trusted.double
    (Big_trusted.double (Big_trusted.double (Big_trusted.double
    (Big_trusted.double (Big_trusted.double (Big_trusted.double
    (Big_trusted.double (Big_trusted.double (Big_trusted.double
    (Big_trusted.double (Big_trusted.double (Big_trusted.double
    (Big_trusted.double (Big_trusted.double (Big_trusted.double
    (Big_trusted.double (Big_trusted.double (Big_trusted.double
    (Big_trusted.double (Big_trusted.double (Big_trusted.double
    (Big_trusted.double (Big_trusted.double
    Big_trusted.one))))))))))))))))))))))))))))))))

(** val capacity : Big_trusted.t -> bool **)

let capacity n0 =
  (&&) (N.ltb Big_trusted.zero n0) (small n0)

(** val storable : (procedure -> bool) -> ty -> bool **)

let rec storable coro = function
| TBytes n0 -> small n0
| TView -> false
| TArray (n0, t0) -> (&&) (capacity n0) (storable coro t0)
| TRecord (_, ts) -> forallb (storable coro) ts
| TUnion (_, ts) ->
  (match ts with
   | [] -> false
   | _ :: _ -> forallb (storable coro) ts)
| TMap (n0, _, t0) -> (&&) (capacity n0) (storable coro t0)
| TCoro p -> coro p
| _ -> true

(** val is_view : ty -> bool **)

let is_view = function
| TView -> true
| _ -> false

(** val is_data : ty -> bool **)

let is_data t =
  storable (fun _ -> false) t

(** val is_message : ty -> bool **)

let is_message t =
  (||) (is_view t) (is_data t)

type 'p val0 =
| VBool of bool
| VInt of Big_trusted.t
| VBytes of Big_trusted.t list
| VArray of 'p val0 list
| VRecord of 'p val0 list
| VUnion of int * 'p val0
| VMap of (Big_trusted.t * 'p val0) list
| VExtern of Big_trusted.t list
| VCoro of int option * ('p * 'p val0 option list) list

(** val default : ty -> 'a1 val0 **)

let rec default = function
| TBool -> VBool false
| TInt _ -> VInt Big_trusted.zero
| TArray (n0, t0) -> VArray (replicate (N.to_nat n0) (default t0))
| TRecord (_, ts) -> VRecord (map default ts)
| TUnion (_, ts) ->
  VUnion (0, (match ts with
              | [] -> VRecord []
              | t0 :: _ -> default t0))
| TMap (_, _, _) -> VMap []
| TExtern _ -> VExtern []
| TCoro _ -> VCoro (None, [])
| _ -> VBytes []

(** val of_const : const -> 'a1 val0 **)

let rec of_const = function
| CBool b -> VBool b
| CInt z0 -> VInt z0
| CBytes l -> VBytes l
| CArray l -> VArray (map of_const l)
| CRecord l -> VRecord (map of_const l)
| CUnion (tag, c0) -> VUnion (tag, (of_const c0))

(** val of_data : empty_set val0 -> 'a1 val0 **)

let rec of_data = function
| VBool b -> VBool b
| VInt z0 -> VInt z0
| VBytes l -> VBytes l
| VArray l -> VArray (map of_data l)
| VRecord l -> VRecord (map of_data l)
| VUnion (tag, v) -> VUnion (tag, (of_data v))
| VMap l -> VMap (map (fun pat -> let (k, v) = pat in (k, (of_data v))) l)
| VExtern l -> VExtern l
| VCoro (w0, _) -> VCoro (w0, [])

(** val to_data : 'a1 val0 -> empty_set val0 outcome **)

let rec to_data = function
| VBool b -> Ok (VBool b)
| VInt z0 -> Ok (VInt z0)
| VBytes l -> Ok (VBytes l)
| VArray l ->
  fmap (Obj.magic (fun _ _ -> outcome_fmap)) (fun x -> VArray x)
    (Obj.magic collect to_data l)
| VRecord l ->
  fmap (Obj.magic (fun _ _ -> outcome_fmap)) (fun x -> VRecord x)
    (Obj.magic collect to_data l)
| VUnion (tag, v0) ->
  fmap (Obj.magic (fun _ _ -> outcome_fmap)) (fun x -> VUnion (tag, x))
    (to_data v0)
| VMap l ->
  fmap (Obj.magic (fun _ _ -> outcome_fmap)) (fun x -> VMap x)
    (Obj.magic collect (fun pat ->
      let (k, v0) = pat in
      fmap (Obj.magic (fun _ _ -> outcome_fmap)) (fun x -> (k, x))
        (to_data v0)) l)
| VExtern l -> Ok (VExtern l)
| VCoro (_, _) -> Wrong

(** val map_find :
    (Big_trusted.t * 'a1) list -> Big_trusted.t -> 'a1 option **)

let rec map_find l k =
  match l with
  | [] -> None
  | p :: l0 -> let (k', a) = p in if Z.eqb k k' then Some a else map_find l0 k

(** val map_put :
    (Big_trusted.t * 'a1) list -> Big_trusted.t -> 'a1 ->
    (Big_trusted.t * 'a1) list **)

let rec map_put l k a =
  match l with
  | [] -> (k, a) :: []
  | p :: l0 ->
    let (k', a') = p in
    if Z.eqb k k' then (k, a) :: l0 else (k', a') :: (map_put l0 k a)

(** val last_first : 'a1 list -> 'a1 list **)

let last_first l =
  match last l with
  | Some a -> a :: (removelast l)
  | None -> []

(** val map_remove :
    (Big_trusted.t * 'a1) list -> Big_trusted.t -> (Big_trusted.t * 'a1) list **)

let rec map_remove l k =
  match l with
  | [] -> []
  | p :: l0 ->
    let (k', a') = p in
    if Z.eqb k k' then last_first l0 else (k', a') :: (map_remove l0 k)

(** val byte_count : width -> int **)

let byte_count = function
| W8 -> Stdlib.succ 0
| W16 -> Stdlib.succ (Stdlib.succ 0)
| W32 -> Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ 0)))
| W64 ->
  Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
    (Stdlib.succ (Stdlib.succ (Stdlib.succ 0)))))))

(** val le_value : Big_trusted.t list -> Big_trusted.t **)

let rec le_value = function
| [] -> Big_trusted.zero
| b :: l0 ->
  Z.add b
    (Z.mul (Big_trusted.double (Big_trusted.double (Big_trusted.double
      (Big_trusted.double (Big_trusted.double (Big_trusted.double
      (Big_trusted.double (Big_trusted.double Big_trusted.one))))))))
      (le_value l0))

(** val le_bytes : int -> Big_trusted.t -> Big_trusted.t list **)

let rec le_bytes n0 z0 =
  (fun zero succ n -> if n = 0 then zero () else succ (n - 1))
    (fun _ -> [])
    (fun n1 ->
    (Z.modulo z0 (Big_trusted.double (Big_trusted.double (Big_trusted.double
      (Big_trusted.double (Big_trusted.double (Big_trusted.double
      (Big_trusted.double (Big_trusted.double Big_trusted.one))))))))) :: 
    (le_bytes n1
      (Z.div z0 (Big_trusted.double (Big_trusted.double (Big_trusted.double
        (Big_trusted.double (Big_trusted.double (Big_trusted.double
        (Big_trusted.double (Big_trusted.double Big_trusted.one)))))))))))
    n0

(** val load_int : endian -> Big_trusted.t list -> Big_trusted.t **)

let load_int o l =
  le_value (match o with
            | Big -> reverse l
            | Little -> l)

(** val store_int : endian -> width -> Big_trusted.t -> Big_trusted.t list **)

let store_int o w0 z0 =
  let l = le_bytes (byte_count w0) z0 in
  (match o with
   | Big -> reverse l
   | Little -> l)

(** val slice :
    'a1 list -> Big_trusted.t -> Big_trusted.t -> 'a1 list option **)

let slice l lo hi =
  if (&&) ((&&) (Z.leb Big_trusted.zero lo) (Z.leb lo hi))
       (Z.leb hi (Z.of_nat (length l)))
  then Some (firstn (Z.to_nat (Z.sub hi lo)) (skipn (Z.to_nat lo) l))
  else None

(** val blit : 'a1 list -> Big_trusted.t -> 'a1 list -> 'a1 list option **)

let blit l off l' =
  if (&&) (Z.leb Big_trusted.zero off)
       (Z.leb (Z.add off (Z.of_nat (length l'))) (Z.of_nat (length l)))
  then Some
         (app (firstn (Z.to_nat off) l)
           (app l' (skipn ((+) (Z.to_nat off) (length l')) l)))
  else None

(** val limit : width -> Big_trusted.t **)

let limit w0 =
  Z.pow (Big_trusted.double Big_trusted.one) (bits w0)

(** val fits : width -> Big_trusted.t -> bool **)

let fits w0 z0 =
  (&&) (Z.leb Big_trusted.zero z0) (Z.ltb z0 (limit w0))

(** val wrap : width -> Big_trusted.t -> Big_trusted.t **)

let wrap w0 z0 =
  Z.modulo z0 (limit w0)

(** val checked : width -> Big_trusted.t -> Big_trusted.t option **)

let checked w0 z0 =
  if fits w0 z0 then Some z0 else None

(** val arith_op :
    arith -> width -> Big_trusted.t -> Big_trusted.t -> Big_trusted.t option **)

let arith_op op w0 a b =
  match op with
  | Add -> checked w0 (Z.add a b)
  | Sub -> checked w0 (Z.sub a b)
  | Mul -> checked w0 (Z.mul a b)
  | AddW -> Some (wrap w0 (Z.add a b))
  | SubW -> Some (wrap w0 (Z.sub a b))
  | MulW -> Some (wrap w0 (Z.mul a b))
  | Div -> if Z.eqb b Big_trusted.zero then None else Some (Z.div a b)
  | Rem -> if Z.eqb b Big_trusted.zero then None else Some (Z.modulo a b)
  | And -> Some (Z.coq_land a b)
  | Or -> Some (Z.coq_lor a b)
  | Xor -> Some (Z.coq_lxor a b)
  | Shl -> if Z.ltb b (bits w0) then Some (wrap w0 (Z.shiftl a b)) else None
  | Shr -> if Z.ltb b (bits w0) then Some (Z.shiftr a b) else None
  | Rotl ->
    let n0 = Z.modulo b (bits w0) in
    Some
    (Z.coq_lor (wrap w0 (Z.shiftl a n0)) (Z.shiftr a (Z.sub (bits w0) n0)))
  | Rotr ->
    let n0 = Z.modulo b (bits w0) in
    Some
    (Z.coq_lor (Z.shiftr a n0) (wrap w0 (Z.shiftl a (Z.sub (bits w0) n0))))

(** val compare_op : compare0 -> Big_trusted.t -> Big_trusted.t -> bool **)

let compare_op op a b =
  match op with
  | Eq -> Z.eqb a b
  | Ne -> negb (Z.eqb a b)
  | Lt -> Z.ltb a b
  | Le -> Z.leb a b
  | Gt -> Z.ltb b a
  | Ge -> Z.leb b a

(** val as_bool : 'a1 val0 -> bool outcome **)

let as_bool = function
| VBool b -> Ok b
| _ -> Wrong

(** val as_int : 'a1 val0 -> Big_trusted.t outcome **)

let as_int = function
| VInt z0 -> Ok z0
| _ -> Wrong

(** val as_bytes : 'a1 val0 -> Big_trusted.t list outcome **)

let as_bytes = function
| VBytes l -> Ok l
| _ -> Wrong

(** val as_map : 'a1 val0 -> (Big_trusted.t * 'a1 val0) list outcome **)

let as_map = function
| VMap l -> Ok l
| _ -> Wrong

(** val as_union : 'a1 val0 -> (int * 'a1 val0) outcome **)

let as_union = function
| VUnion (tag, v0) -> Ok (tag, v0)
| _ -> Wrong

(** val size0 : Big_trusted.t list -> 'a1 val0 **)

let size0 l =
  VInt (Z.of_nat (length l))

(** val field : 'a1 val0 -> int -> 'a1 val0 outcome **)

let field v i =
  match v with
  | VRecord l -> or_wrong (lookup0 list_lookup i l)
  | _ -> Wrong

(** val at_index : 'a1 list -> Big_trusted.t -> 'a1 outcome **)

let at_index l i =
  if (&&) (Z.leb Big_trusted.zero i) (Z.ltb i (Z.of_nat (length l)))
  then or_wrong (lookup0 list_lookup (Z.to_nat i) l)
  else Trap

(** val index : 'a1 val0 -> Big_trusted.t -> 'a1 val0 outcome **)

let index v i =
  match v with
  | VBytes l ->
    fmap (Obj.magic (fun _ _ -> outcome_fmap)) (fun x -> VInt x)
      (at_index (Obj.magic l) i)
  | VArray l -> at_index l i
  | _ -> Wrong

(** val payload : int -> 'a1 val0 -> 'a1 val0 outcome **)

let payload tag v =
  mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun pat ->
    let (t, v0) = pat in
    if decide (decide_rel Coq_Nat.eq_dec t tag) then Ok v0 else Trap)
    (Obj.magic as_union v)

type 'p world = { constant : (int -> 'p val0 option);
                  fresh_frame : (procedure -> 'p val0 list -> ('p * 'p val0
                                option list) outcome) }

(** val get :
    'a1 world -> place -> 'a1 val0 option list -> 'a1 val0 outcome **)

let get w0 =
  let rec get0 p s =
    match p with
    | PVar x ->
      or_wrong
        (mjoin (Obj.magic (fun _ -> option_join))
          (lookup0 (Obj.magic list_lookup) x s))
    | PConst c -> or_wrong (w0.constant c)
    | PField (p0, i) ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v -> field v i)
        (get0 p0 s)
    | PIndex (p0, e) ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v ->
        mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun i ->
          mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun i0 -> index v i0)
            (Obj.magic as_int i)) (eval1 e s)) (get0 p0 s)
    | PCase (p0, tag) ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v -> payload tag v)
        (get0 p0 s)
    | PKey (p0, e) ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v ->
        mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun k ->
          mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun l ->
            mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun k0 ->
              or_trap (map_find l k0)) (Obj.magic as_int k))
            (Obj.magic as_map v)) (eval1 e s)) (get0 p0 s)
  and eval1 e s =
    match e with
    | EBool b -> Ok (VBool b)
    | EInt (_, z0) -> Ok (VInt z0)
    | EBytes l -> Ok (VBytes l)
    | ERead p -> get0 p s
    | ENot e0 ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v ->
        mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun b -> Ok (VBool
          (negb b))) (Obj.magic as_bool v)) (eval1 e0 s)
    | EComp (w1, e0) ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v ->
        mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun z0 -> Ok (VInt
          (Z.sub (Z.sub (limit w1) Big_trusted.one) z0))) (Obj.magic as_int v))
        (eval1 e0 s)
    | EAnd (e1, e2) ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v ->
        mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun b ->
          if b then eval1 e2 s else Ok (VBool false)) (Obj.magic as_bool v))
        (eval1 e1 s)
    | EOr (e1, e2) ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v ->
        mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun b ->
          if b then Ok (VBool true) else eval1 e2 s) (Obj.magic as_bool v))
        (eval1 e1 s)
    | EArith (op, w1, e1, e2) ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v1 ->
        mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v2 ->
          mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun a ->
            mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun b ->
              fmap (Obj.magic (fun _ _ -> outcome_fmap)) (fun x -> VInt x)
                (or_trap (Obj.magic arith_op op w1 a b)))
              (Obj.magic as_int v2)) (Obj.magic as_int v1)) (eval1 e2 s))
        (eval1 e1 s)
    | ECompare (op, _, e1, e2) ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v1 ->
        mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v2 ->
          mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun a ->
            mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun b -> Ok (VBool
              (compare_op op a b))) (Obj.magic as_int v2))
            (Obj.magic as_int v1)) (eval1 e2 s)) (eval1 e1 s)
    | EBoolEq (e1, e2) ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v1 ->
        mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v2 ->
          mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun a ->
            mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun b -> Ok (VBool
              (eqb a b))) (Obj.magic as_bool v2)) (Obj.magic as_bool v1))
          (eval1 e2 s)) (eval1 e1 s)
    | EBytesEq (e1, e2) ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v1 ->
        mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v2 ->
          mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun a ->
            mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun b -> Ok (VBool
              (bool_decide (decide_rel (list_eq_dec0 Coq_Z.eq_dec) a b))))
              (Obj.magic as_bytes v2)) (Obj.magic as_bytes v1)) (eval1 e2 s))
        (eval1 e1 s)
    | EWiden (from, to0, e0) ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v ->
        mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun z0 ->
          mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun z1 -> Ok (VInt
            (wrap to0 z1))) (or_wrong (Obj.magic checked from z0)))
          (Obj.magic as_int v)) (eval1 e0 s)
    | ENarrow (_, to0, e0) ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v ->
        mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun z0 ->
          fmap (Obj.magic (fun _ _ -> outcome_fmap)) (fun x -> VInt x)
            (or_trap (Obj.magic checked to0 z0))) (Obj.magic as_int v))
        (eval1 e0 s)
    | ECond (e0, e1, e2) ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v ->
        mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun b ->
          if b then eval1 e1 s else eval1 e2 s) (Obj.magic as_bool v))
        (eval1 e0 s)
    | EFit (cap, e0) ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v ->
        mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun l ->
          mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun _ -> Ok (VBytes
            l)) (Obj.magic check (Z.leb (Z.of_nat (length l)) (Z.of_N cap))))
          (Obj.magic as_bytes v)) (eval1 e0 s)
    | ELen e0 ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v ->
        mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun l -> Ok (size0 l))
          (Obj.magic as_bytes v)) (eval1 e0 s)
    | ECount p ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v ->
        mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun l -> Ok (VInt
          (Z.of_nat (length l)))) (Obj.magic as_map v)) (get0 p s)
    | EIs (p, tag) ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v ->
        mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun pat ->
          let (t, _) = pat in
          Ok (VBool (bool_decide (decide_rel Coq_Nat.eq_dec t tag))))
          (Obj.magic as_union v)) (get0 p s)
    | EHas (p, e0) ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v ->
        mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun k ->
          mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun l ->
            mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun k0 -> Ok (VBool
              (bool_decide (is_Some_dec (map_find l k0)))))
              (Obj.magic as_int k)) (Obj.magic as_map v)) (eval1 e0 s))
        (get0 p s)
    | EKeyAt (p, e0) ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v ->
        mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun i ->
          mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun l ->
            mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun i0 ->
              fmap (Obj.magic (fun _ _ -> outcome_fmap))
                (compose (fun x -> VInt x) fst) (at_index l i0))
              (Obj.magic as_int i)) (Obj.magic as_map v)) (eval1 e0 s))
        (get0 p s)
    | ESlice (e0, lo, hi) ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v ->
        mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v1 ->
          mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v2 ->
            mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun l ->
              mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun a ->
                mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun b ->
                  fmap (Obj.magic (fun _ _ -> outcome_fmap)) (fun x -> VBytes
                    x) (or_trap (Obj.magic slice l a b)))
                  (Obj.magic as_int v2)) (Obj.magic as_int v1))
              (Obj.magic as_bytes v)) (eval1 hi s)) (eval1 lo s)) (eval1 e0 s)
    | ELoad (o, w1, e0, off) ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v ->
        mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v1 ->
          mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun l ->
            mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun a ->
              mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun bs -> Ok (VInt
                (load_int o bs)))
                (or_trap
                  (Obj.magic slice l a (Z.add a (Z.of_nat (byte_count w1))))))
              (Obj.magic as_int v1)) (Obj.magic as_bytes v)) (eval1 off s))
        (eval1 e0 s)
    | ERecord (_, es) ->
      fmap (Obj.magic (fun _ _ -> outcome_fmap)) (fun x -> VRecord x)
        (Obj.magic collect (fun e0 -> eval1 e0 s) es)
    | EUnion (_, tag, e0) ->
      fmap (Obj.magic (fun _ _ -> outcome_fmap)) (fun x -> VUnion (tag, x))
        (eval1 e0 s)
    | EArray (_, es) ->
      fmap (Obj.magic (fun _ _ -> outcome_fmap)) (fun x -> VArray x)
        (Obj.magic collect (fun e0 -> eval1 e0 s) es)
    | EFill (_, n0, e0) ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v -> Ok (VArray
        (replicate (N.to_nat n0) v))) (eval1 e0 s)
    | EDefault t -> Ok (default t)
    | ECoro (p, es) ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun vs ->
        mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun f -> Ok (VCoro
          (None, (f :: [])))) (Obj.magic w0.fresh_frame p vs))
        (Obj.magic collect (fun e0 -> eval1 e0 s) es)
  in get0

(** val eval :
    'a1 world -> expr -> 'a1 val0 option list -> 'a1 val0 outcome **)

let eval w0 =
  let rec get0 p s =
    match p with
    | PVar x ->
      or_wrong (mjoin (fun _ -> option_join) (lookup0 list_lookup x s))
    | PConst c -> or_wrong (Obj.magic w0.constant c)
    | PField (p0, i) ->
      mbind (fun _ _ -> outcome_bind) (fun v -> Obj.magic field v i)
        (get0 p0 s)
    | PIndex (p0, e) ->
      mbind (fun _ _ -> outcome_bind) (fun v ->
        mbind (fun _ _ -> outcome_bind) (fun i ->
          mbind (fun _ _ -> outcome_bind) (fun i0 -> Obj.magic index v i0)
            (Obj.magic as_int i)) (Obj.magic eval1 e s)) (get0 p0 s)
    | PCase (p0, tag) ->
      mbind (fun _ _ -> outcome_bind) (fun v -> Obj.magic payload tag v)
        (get0 p0 s)
    | PKey (p0, e) ->
      mbind (fun _ _ -> outcome_bind) (fun v ->
        mbind (fun _ _ -> outcome_bind) (fun k ->
          mbind (fun _ _ -> outcome_bind) (fun l ->
            mbind (fun _ _ -> outcome_bind) (fun k0 ->
              or_trap (map_find l k0)) (Obj.magic as_int k))
            (Obj.magic as_map v)) (Obj.magic eval1 e s)) (get0 p0 s)
  and eval1 e s =
    match e with
    | EBool b -> Ok (VBool b)
    | EInt (_, z0) -> Ok (VInt z0)
    | EBytes l -> Ok (VBytes l)
    | ERead p -> Obj.magic get0 p s
    | ENot e0 ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v ->
        mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun b -> Ok (VBool
          (negb b))) (Obj.magic as_bool v)) (eval1 e0 s)
    | EComp (w1, e0) ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v ->
        mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun z0 -> Ok (VInt
          (Z.sub (Z.sub (limit w1) Big_trusted.one) z0))) (Obj.magic as_int v))
        (eval1 e0 s)
    | EAnd (e1, e2) ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v ->
        mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun b ->
          if b then eval1 e2 s else Ok (VBool false)) (Obj.magic as_bool v))
        (eval1 e1 s)
    | EOr (e1, e2) ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v ->
        mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun b ->
          if b then Ok (VBool true) else eval1 e2 s) (Obj.magic as_bool v))
        (eval1 e1 s)
    | EArith (op, w1, e1, e2) ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v1 ->
        mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v2 ->
          mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun a ->
            mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun b ->
              fmap (Obj.magic (fun _ _ -> outcome_fmap)) (fun x -> VInt x)
                (or_trap (Obj.magic arith_op op w1 a b)))
              (Obj.magic as_int v2)) (Obj.magic as_int v1)) (eval1 e2 s))
        (eval1 e1 s)
    | ECompare (op, _, e1, e2) ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v1 ->
        mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v2 ->
          mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun a ->
            mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun b -> Ok (VBool
              (compare_op op a b))) (Obj.magic as_int v2))
            (Obj.magic as_int v1)) (eval1 e2 s)) (eval1 e1 s)
    | EBoolEq (e1, e2) ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v1 ->
        mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v2 ->
          mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun a ->
            mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun b -> Ok (VBool
              (eqb a b))) (Obj.magic as_bool v2)) (Obj.magic as_bool v1))
          (eval1 e2 s)) (eval1 e1 s)
    | EBytesEq (e1, e2) ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v1 ->
        mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v2 ->
          mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun a ->
            mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun b -> Ok (VBool
              (bool_decide (decide_rel (list_eq_dec0 Coq_Z.eq_dec) a b))))
              (Obj.magic as_bytes v2)) (Obj.magic as_bytes v1)) (eval1 e2 s))
        (eval1 e1 s)
    | EWiden (from, to0, e0) ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v ->
        mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun z0 ->
          mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun z1 -> Ok (VInt
            (wrap to0 z1))) (or_wrong (Obj.magic checked from z0)))
          (Obj.magic as_int v)) (eval1 e0 s)
    | ENarrow (_, to0, e0) ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v ->
        mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun z0 ->
          fmap (Obj.magic (fun _ _ -> outcome_fmap)) (fun x -> VInt x)
            (or_trap (Obj.magic checked to0 z0))) (Obj.magic as_int v))
        (eval1 e0 s)
    | ECond (e0, e1, e2) ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v ->
        mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun b ->
          if b then eval1 e1 s else eval1 e2 s) (Obj.magic as_bool v))
        (eval1 e0 s)
    | EFit (cap, e0) ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v ->
        mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun l ->
          mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun _ -> Ok (VBytes
            l)) (Obj.magic check (Z.leb (Z.of_nat (length l)) (Z.of_N cap))))
          (Obj.magic as_bytes v)) (eval1 e0 s)
    | ELen e0 ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v ->
        mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun l -> Ok (size0 l))
          (Obj.magic as_bytes v)) (eval1 e0 s)
    | ECount p ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v ->
        mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun l -> Ok (VInt
          (Z.of_nat (length l)))) (Obj.magic as_map v)) (Obj.magic get0 p s)
    | EIs (p, tag) ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v ->
        mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun pat ->
          let (t, _) = pat in
          Ok (VBool (bool_decide (decide_rel Coq_Nat.eq_dec t tag))))
          (Obj.magic as_union v)) (Obj.magic get0 p s)
    | EHas (p, e0) ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v ->
        mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun k ->
          mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun l ->
            mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun k0 -> Ok (VBool
              (bool_decide (is_Some_dec (map_find l k0)))))
              (Obj.magic as_int k)) (Obj.magic as_map v)) (eval1 e0 s))
        (Obj.magic get0 p s)
    | EKeyAt (p, e0) ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v ->
        mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun i ->
          mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun l ->
            mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun i0 ->
              fmap (Obj.magic (fun _ _ -> outcome_fmap))
                (compose (fun x -> VInt x) fst) (at_index l i0))
              (Obj.magic as_int i)) (Obj.magic as_map v)) (eval1 e0 s))
        (Obj.magic get0 p s)
    | ESlice (e0, lo, hi) ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v ->
        mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v1 ->
          mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v2 ->
            mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun l ->
              mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun a ->
                mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun b ->
                  fmap (Obj.magic (fun _ _ -> outcome_fmap)) (fun x -> VBytes
                    x) (or_trap (Obj.magic slice l a b)))
                  (Obj.magic as_int v2)) (Obj.magic as_int v1))
              (Obj.magic as_bytes v)) (eval1 hi s)) (eval1 lo s)) (eval1 e0 s)
    | ELoad (o, w1, e0, off) ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v ->
        mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v1 ->
          mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun l ->
            mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun a ->
              mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun bs -> Ok (VInt
                (load_int o bs)))
                (or_trap
                  (Obj.magic slice l a (Z.add a (Z.of_nat (byte_count w1))))))
              (Obj.magic as_int v1)) (Obj.magic as_bytes v)) (eval1 off s))
        (eval1 e0 s)
    | ERecord (_, es) ->
      fmap (Obj.magic (fun _ _ -> outcome_fmap)) (fun x -> VRecord x)
        (Obj.magic collect (fun e0 -> eval1 e0 s) es)
    | EUnion (_, tag, e0) ->
      fmap (Obj.magic (fun _ _ -> outcome_fmap)) (fun x -> VUnion (tag, x))
        (eval1 e0 s)
    | EArray (_, es) ->
      fmap (Obj.magic (fun _ _ -> outcome_fmap)) (fun x -> VArray x)
        (Obj.magic collect (fun e0 -> eval1 e0 s) es)
    | EFill (_, n0, e0) ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v -> Ok (VArray
        (replicate (N.to_nat n0) v))) (eval1 e0 s)
    | EDefault t -> Ok (default t)
    | ECoro (p, es) ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun vs ->
        mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun f -> Ok (VCoro
          (None, (f :: [])))) (Obj.magic w0.fresh_frame p vs))
        (Obj.magic collect (fun e0 -> eval1 e0 s) es)
  in eval1

(** val eval_bool :
    'a1 world -> expr -> 'a1 val0 option list -> bool outcome **)

let eval_bool w0 e s =
  mbind (Obj.magic (fun _ _ -> outcome_bind)) as_bool (Obj.magic eval w0 e s)

(** val eval_int :
    'a1 world -> expr -> 'a1 val0 option list -> Big_trusted.t outcome **)

let eval_int w0 e s =
  mbind (Obj.magic (fun _ _ -> outcome_bind)) as_int (Obj.magic eval w0 e s)

(** val eval_bytes :
    'a1 world -> expr -> 'a1 val0 option list -> Big_trusted.t list outcome **)

let eval_bytes w0 e s =
  mbind (Obj.magic (fun _ _ -> outcome_bind)) as_bytes (Obj.magic eval w0 e s)

(** val modify :
    ('a1 val0 -> 'a1 val0 outcome) -> 'a1 val0 option -> 'a1 val0 outcome **)

let modify f o =
  mbind (Obj.magic (fun _ _ -> outcome_bind)) f (or_wrong o)

(** val write :
    (int -> 'a1 val0 option list -> 'a1 val0 option list) -> int -> 'a1 val0
    -> 'a1 val0 option list -> 'a1 val0 option list **)

let write touch0 x v s =
  insert0 list_insert x (Some v) (touch0 x s)

(** val update :
    'a1 world -> (int -> 'a1 val0 option list -> 'a1 val0 option list) ->
    place -> ('a1 val0 option -> 'a1 val0 outcome) -> 'a1 val0 option list ->
    'a1 val0 option list outcome **)

let rec update w0 touch0 p f s =
  match p with
  | PVar x ->
    mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun o ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v -> Ok
        (write touch0 x v s)) (Obj.magic f o))
      (or_wrong (lookup0 (Obj.magic list_lookup) x s))
  | PConst _ -> Wrong
  | PField (p0, i) ->
    update w0 touch0 p0
      (modify (fun v ->
        match v with
        | VBool _ -> Wrong
        | VInt _ -> Wrong
        | VBytes _ -> Wrong
        | VArray _ -> Wrong
        | VRecord l ->
          mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun x ->
            mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun x0 -> Ok
              (VRecord (insert0 list_insert i x0 l))) (f (Some x)))
            (or_wrong (lookup0 list_lookup i l))
        | _ -> Wrong)) s
  | PIndex (p0, e) ->
    mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun n0 ->
      update w0 touch0 p0
        (modify (fun v ->
          match v with
          | VBool _ -> Wrong
          | VInt _ -> Wrong
          | VBytes l ->
            mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun x ->
              mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun x0 ->
                mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun z0 -> Ok
                  (VBytes (insert0 list_insert (Z.to_nat n0) z0 l)))
                  (Obj.magic as_int x0)) (f (Some (VInt x))))
              (at_index (Obj.magic l) n0)
          | VArray l ->
            mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun x ->
              mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun x0 -> Ok
                (VArray (insert0 list_insert (Z.to_nat n0) x0 l)))
                (f (Some x))) (at_index l n0)
          | _ -> Wrong)) s) (Obj.magic eval_int w0 e s)
  | PCase (p0, tag) ->
    update w0 touch0 p0
      (modify (fun v ->
        mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun pat ->
          let (t, v0) = pat in
          if decide (decide_rel Coq_Nat.eq_dec t tag)
          then mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v1 -> Ok
                 (VUnion (tag, v1))) (f (Some v0))
          else Trap) (Obj.magic as_union v))) s
  | PKey (p0, e) ->
    mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun k ->
      update w0 touch0 p0
        (modify (fun v ->
          mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun l ->
            mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun x ->
              mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun x0 -> Ok (VMap
                (map_put l k x0))) (f (Some x))) (or_trap (map_find l k)))
            (Obj.magic as_map v))) s) (Obj.magic eval_int w0 e s)

(** val assign :
    'a1 world -> (int -> 'a1 val0 option list -> 'a1 val0 option list) ->
    place -> 'a1 val0 -> 'a1 val0 option list -> 'a1 val0 option list outcome **)

let assign w0 touch0 p v s =
  update w0 touch0 p (fun _ -> Ok v) s

(** val assign_to :
    'a1 world -> (int -> 'a1 val0 option list -> 'a1 val0 option list) ->
    place option -> 'a1 val0 -> 'a1 val0 option list -> 'a1 val0 option list
    outcome **)

let assign_to w0 touch0 dest v s =
  match dest with
  | Some p -> assign w0 touch0 p v s
  | None -> Ok s

(** val update_bytes :
    'a1 world -> (int -> 'a1 val0 option list -> 'a1 val0 option list) ->
    place -> (Big_trusted.t list -> Big_trusted.t list outcome) -> 'a1 val0
    option list -> 'a1 val0 option list outcome **)

let update_bytes w0 touch0 p f s =
  update w0 touch0 p
    (modify (fun v ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun l ->
        fmap (Obj.magic (fun _ _ -> outcome_fmap)) (fun x -> VBytes x)
          (Obj.magic f l)) (Obj.magic as_bytes v))) s

(** val pass :
    'a1 world -> arg -> 'a1 val0 option list -> 'a1 val0 outcome **)

let pass w0 a s =
  match a with
  | AIn e -> eval w0 e s
  | AInout p -> get w0 p s
  | AInoutSlice (p, lo, hi) -> eval w0 (ESlice ((ERead p), lo, hi)) s

(** val give_back :
    'a1 world -> (int -> 'a1 val0 option list -> 'a1 val0 option list) -> arg
    -> 'a1 val0 -> 'a1 val0 option list -> 'a1 val0 option list outcome **)

let give_back w0 touch0 a v s =
  match a with
  | AIn _ -> Ok s
  | AInout p -> assign w0 touch0 p v s
  | AInoutSlice (p, lo, _) ->
    mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun off ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun l ->
        update_bytes w0 touch0 p (fun old -> or_trap (blit old off l)) s)
        (Obj.magic as_bytes v)) (Obj.magic eval_int w0 lo s)

(** val give_back_all :
    'a1 world -> (int -> 'a1 val0 option list -> 'a1 val0 option list) -> arg
    list -> 'a1 val0 list -> 'a1 val0 option list -> 'a1 val0 option list
    outcome **)

let rec give_back_all w0 touch0 args vs s =
  match args with
  | [] -> (match vs with
           | [] -> Ok s
           | _ :: _ -> Wrong)
  | a :: args0 ->
    (match vs with
     | [] -> Wrong
     | v :: vs0 ->
       mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun s0 ->
         give_back_all w0 touch0 args0 vs0 s0) (give_back w0 touch0 a v s))

(** val run_basic :
    'a1 world -> (int -> 'a1 val0 option list -> 'a1 val0 option list) ->
    (int -> empty_set val0 list -> (empty_set val0 list * empty_set val0)
    option) -> basic -> 'a1 val0 option list -> 'a1 val0 option list outcome **)

let run_basic w0 touch0 external0 b s =
  match b with
  | BLine _ -> Ok s
  | BAssign (p, e) ->
    mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v ->
      assign w0 touch0 p v s) (Obj.magic eval w0 e s)
  | BPush (p, cap, e) ->
    mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun z0 ->
      update_bytes w0 touch0 p (fun l ->
        mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun _ -> Ok
          (app l (z0 :: [])))
          (Obj.magic check (Z.ltb (Z.of_nat (length l)) (Z.of_N cap)))) s)
      (Obj.magic eval_int w0 e s)
  | BAppend (p, cap, e) ->
    mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun l' ->
      update_bytes w0 touch0 p (fun l ->
        mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun _ -> Ok (app l l'))
          (Obj.magic check
            (Z.leb (Z.of_nat ((+) (length l) (length l'))) (Z.of_N cap)))) s)
      (Obj.magic eval_bytes w0 e s)
  | BResize (p, cap, e) ->
    mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun n0 ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun _ ->
        update_bytes w0 touch0 p (fun l -> Ok
          (app (firstn (Z.to_nat n0) l)
            (replicate (sub (Z.to_nat n0) (length l)) Big_trusted.zero))) s)
        (Obj.magic check (Z.leb n0 (Z.of_N cap)))) (Obj.magic eval_int w0 e s)
  | BBlit (p, off, e) ->
    mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun n0 ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun l' ->
        update_bytes w0 touch0 p (fun l -> or_trap (blit l n0 l')) s)
        (Obj.magic eval_bytes w0 e s)) (Obj.magic eval_int w0 off s)
  | BStore (o, w1, p, off, e) ->
    mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun n0 ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun z0 ->
        update_bytes w0 touch0 p (fun l ->
          or_trap (blit l n0 (store_int o w1 z0))) s)
        (Obj.magic eval_int w0 e s)) (Obj.magic eval_int w0 off s)
  | BPut (p, cap, k, e) ->
    mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun k0 ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v ->
        update w0 touch0 p
          (modify (fun m ->
            mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun l ->
              mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun _ -> Ok (VMap
                (map_put l k0 v)))
                (Obj.magic check
                  ((||) (bool_decide (is_Some_dec (map_find l k0)))
                    (Z.ltb (Z.of_nat (length l)) (Z.of_N cap)))))
              (Obj.magic as_map m))) s) (Obj.magic eval w0 e s))
      (Obj.magic eval_int w0 k s)
  | BRemove (p, k) ->
    mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun k0 ->
      update w0 touch0 p
        (modify (fun m ->
          mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun l -> Ok (VMap
            (map_remove l k0))) (Obj.magic as_map m))) s)
      (Obj.magic eval_int w0 k s)
  | BExtern (f, args, dest) ->
    mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun vs ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun ds ->
        mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun pat ->
          let (ds0, d) = pat in
          mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun s0 ->
            assign_to w0 touch0 dest (of_data d) s0)
            (give_back_all w0 touch0 args (map of_data ds0) s))
          (or_trap (Obj.magic external0 f ds)))
        (collect (Obj.magic to_data) vs))
      (collect (fun a -> Obj.magic pass w0 a s) args)
  | BTrap -> Trap

type request = (int * empty_set val0 list) * empty_set val0 list

type response = empty_set val0 * empty_set val0 list

type result0 = empty_set val0 * empty_set val0 list

type 'p presentation = { start : (procedure -> 'p);
                         uninitialised : (ty -> 'p val0 option);
                         touch : (procedure -> int -> 'p val0 option list ->
                                 'p val0 option list);
                         park_store : (procedure -> label -> 'p val0 option
                                      list -> 'p val0 option list);
                         save_point : (procedure -> (basic, expr, suspension,
                                      call, resumption) cmd -> (basic, expr,
                                      suspension, call, resumption) kont ->
                                      'p);
                         load_point : ('p -> (procedure * ((basic, expr,
                                      suspension, call, resumption)
                                      cmd * (basic, expr, suspension, call,
                                      resumption) kont) option) option) }

(** val fl_code :
    program -> procedure -> (basic, expr, suspension, call, resumption) cmd
    option **)

let fl_code q p =
  fmap (Obj.magic (fun _ _ -> option_fmap)) (fun p0 -> p0.body)
    (lookup0 (Obj.magic list_lookup) p q.procs)

(** val lent_of : proc -> int list **)

let lent_of pr =
  omap (Obj.magic (fun _ _ -> list_omap)) (fun pat ->
    let (i, y) = pat in
    let (m, _) = y in
    (match m with
     | In -> None
     | Inout -> None
     | Lent -> Some i)) (imap (fun i x -> Obj.magic (i, x)) pr.params)

(** val shown : (mode * ty) -> bool **)

let shown x =
  match fst x with
  | In -> false
  | Inout -> is_message (snd x)
  | Lent -> true

(** val shown_of : proc -> int list **)

let shown_of pr =
  omap (Obj.magic (fun _ _ -> list_omap)) (fun pat ->
    let (i, x) = pat in if shown x then Some i else None)
    (imap (fun i x -> Obj.magic (i, x)) pr.params)

(** val place_args :
    'a1 presentation -> (mode * ty) list -> 'a1 val0 list -> 'a1 val0 option
    list outcome **)

let rec place_args a ps vs =
  match ps with
  | [] -> (match vs with
           | [] -> Ok []
           | _ :: _ -> Wrong)
  | p :: ps0 ->
    let (m, t) = p in
    (match m with
     | Lent ->
       mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun s -> Ok
         ((a.uninitialised t) :: s)) (place_args a ps0 vs)
     | _ ->
       (match vs with
        | [] -> Wrong
        | v :: vs0 ->
          mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun s -> Ok ((Some
            v) :: s)) (place_args a ps0 vs0)))

(** val locals_of : 'a1 presentation -> proc -> 'a1 val0 option list **)

let locals_of a pr =
  map a.uninitialised pr.locals

(** val fresh :
    program -> 'a1 presentation -> procedure -> 'a1 val0 list -> ('a1 * 'a1
    val0 option list) outcome **)

let fresh q a p vs =
  mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun pr ->
    mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun s -> Ok ((a.start p),
      (app s (locals_of a pr)))) (Obj.magic place_args a pr.params vs))
    (or_wrong (lookup0 (Obj.magic list_lookup) p q.procs))

(** val w : program -> 'a1 presentation -> 'a1 world **)

let w q a =
  { constant = (fun c ->
    fmap (Obj.magic (fun _ _ -> option_fmap)) (compose of_const snd)
      (lookup0 (Obj.magic list_lookup) c q.consts)); fresh_frame =
    (fresh q a) }

(** val variable : 'a1 val0 option list -> int -> 'a1 val0 outcome **)

let variable s x =
  or_wrong
    (mjoin (Obj.magic (fun _ -> option_join))
      (lookup0 (Obj.magic list_lookup) x s))

(** val lent_data :
    int list -> 'a1 val0 option list -> empty_set val0 list outcome **)

let lent_data xs s =
  collect (fun x ->
    mbind (Obj.magic (fun _ _ -> outcome_bind)) to_data
      (variable (Obj.magic s) x)) xs

(** val borrow :
    'a1 presentation -> procedure -> int list -> empty_set val0 list -> 'a1
    val0 option list -> 'a1 val0 option list outcome **)

let rec borrow a p xs ds s =
  match xs with
  | [] -> (match ds with
           | [] -> Ok s
           | _ :: _ -> Wrong)
  | x :: xs0 ->
    (match ds with
     | [] -> Wrong
     | d :: ds0 -> borrow a p xs0 ds0 (write (a.touch p) x (of_data d) s))

(** val fl_begin :
    program -> 'a1 presentation -> procedure -> response -> 'a1 val0 option
    list -> 'a1 val0 option list outcome **)

let fl_begin q a p r s =
  mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun pr ->
    borrow a p (lent_of pr) (snd r) s)
    (or_wrong (lookup0 (Obj.magic list_lookup) p q.procs))

(** val fl_ask :
    program -> 'a1 presentation -> suspension -> 'a1 val0 option list ->
    request outcome **)

let fl_ask q a x s =
  mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun vs ->
    mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun ds ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun lent -> Ok
        ((x.ask_effect, ds), lent)) (Obj.magic lent_data x.ask_lent s))
      (Obj.magic collect to_data vs))
    (Obj.magic collect (fun e -> eval (w q a) e s) x.ask_args)

(** val fl_answer :
    program -> 'a1 presentation -> procedure -> suspension -> response -> 'a1
    val0 option list -> 'a1 val0 option list outcome **)

let fl_answer q a p x r s =
  mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun s0 ->
    assign_to (w q a) (a.touch p) x.ask_dest (of_data (fst r)) s0)
    (borrow a p x.ask_lent (snd r) s)

(** val fl_enter_call :
    program -> 'a1 presentation -> call -> 'a1 val0 option list ->
    (procedure * 'a1 val0 option list) outcome **)

let fl_enter_call q a x s =
  mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun pr ->
    mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun vs ->
      if decide (decide_rel Coq_Nat.eq_dec (length vs) (length pr.params))
      then Ok (x.callee, (app (map (fun x0 -> Some x0) vs) (locals_of a pr)))
      else Wrong)
      (Obj.magic collect (fun a0 -> pass (w q a) a0 s) x.call_args))
    (or_wrong (lookup0 (Obj.magic list_lookup) x.callee q.procs))

(** val copy_out :
    program -> 'a1 presentation -> procedure -> arg list -> 'a1 val0 option
    list -> 'a1 val0 option list -> 'a1 val0 option list outcome **)

let rec copy_out q a p args callee_store s =
  match args with
  | [] -> Ok s
  | a0 :: args0 ->
    (match a0 with
     | AIn _ ->
       (match callee_store with
        | [] -> Wrong
        | _ :: vs -> copy_out q a p args0 vs s)
     | _ ->
       (match callee_store with
        | [] -> Wrong
        | v :: vs ->
          mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v0 ->
            mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun s0 ->
              copy_out q a p args0 vs s0)
              (give_back (w q a) (a.touch p) a0 v0 s))
            (or_wrong (Obj.magic v))))

(** val fl_leave_call :
    program -> 'a1 presentation -> procedure -> call -> procedure -> 'a1 val0
    option list -> 'a1 val0 option list -> 'a1 val0 option list outcome **)

let fl_leave_call q a p x q0 callee_store s =
  if decide (decide_rel Coq_Nat.eq_dec q0 x.callee)
  then mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun pr ->
         mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun s0 ->
           match x.call_dest with
           | Some dest ->
             mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v ->
               assign (w q a) (a.touch p) dest v s0)
               (Obj.magic variable callee_store pr.ret)
           | None -> Ok s0) (copy_out q a p x.call_args callee_store s))
         (or_wrong (lookup0 (Obj.magic list_lookup) q0 q.procs))
  else Wrong

(** val fl_enter_resume :
    program -> 'a1 presentation -> resumption -> 'a1 val0 option list ->
    (('a1 * 'a1 val0 option list) list * response) outcome **)

let fl_enter_resume q a x s =
  mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v ->
    match v with
    | VCoro (waits, fs) ->
      (match fs with
       | [] -> Trap
       | _ :: _ ->
         mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun _ ->
           mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun d ->
             mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun vs ->
               mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun lent -> Ok
                 (fs, (d, lent))) (Obj.magic collect to_data vs))
               (Obj.magic collect (fun a0 -> pass (w q a) a0 s) x.lend))
             (match mbind (Obj.magic (fun _ _ -> option_bind)) snd x.reply with
              | Some e ->
                mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v0 ->
                  Obj.magic to_data v0) (Obj.magic eval (w q a) e s)
              | None -> Ok (Obj.magic (VRecord []))))
           (Obj.magic check
             (bool_decide
               (decide_rel (Obj.magic option_eq_dec Coq_Nat.eq_dec) waits
                 (fmap (Obj.magic (fun _ _ -> option_fmap)) fst x.reply)))))
    | _ -> Wrong) (Obj.magic get (w q a) x.child s)

(** val event_payload : empty_set val0 list -> 'a1 val0 **)

let event_payload ds = match ds with
| [] -> VRecord (map of_data ds)
| d :: l ->
  (match l with
   | [] -> of_data d
   | _ :: _ -> VRecord (map of_data ds))

(** val learned :
    program -> resumption -> ('a1 val0 option list, 'a1 * 'a1 val0 option
    list, request) happening -> (('a1 val0 * 'a1 val0) * empty_set val0 list)
    outcome **)

let learned q x h =
  mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun pr ->
    match h with
    | Asked (fs, q0) ->
      let (p, lent) = q0 in
      let (e, ds) = p in
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun pat ->
        let (i, _) = pat in
        Ok (((VCoro ((Some e), fs)), (VUnion (i, (event_payload ds)))), lent))
        (or_wrong
          (Obj.magic list_find (decide_rel Coq_Nat.eq_dec e) pr.effects))
    | Returned (q0, s) ->
      if decide (decide_rel Coq_Nat.eq_dec q0 x.child_proc)
      then mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v ->
             mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun lent -> Ok
               (((VCoro (None, [])), (VUnion ((length pr.effects), v))),
               lent)) (Obj.magic lent_data (lent_of pr) s))
             (Obj.magic variable s pr.ret)
      else Wrong)
    (or_wrong (lookup0 (Obj.magic list_lookup) x.child_proc q.procs))

(** val fl_leave_resume :
    program -> 'a1 presentation -> procedure -> resumption -> ('a1 val0
    option list, 'a1 * 'a1 val0 option list, request) happening -> 'a1 val0
    option list -> 'a1 val0 option list outcome **)

let fl_leave_resume q a p x h s =
  mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun pat ->
    let (y, lent) = pat in
    let (c, ev) = y in
    mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun s0 ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun s1 ->
        assign (w q a) (a.touch p) x.event ev s1)
        (give_back_all (w q a) (a.touch p) x.lend (map of_data lent) s0))
      (assign (w q a) (a.touch p) x.child c s)) (Obj.magic learned q x h)

(** val fl_finish :
    program -> procedure -> 'a1 val0 option list -> result0 outcome **)

let fl_finish q p s =
  mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun pr ->
    mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun v ->
      mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun d ->
        mbind (Obj.magic (fun _ _ -> outcome_bind)) (fun shown0 -> Ok (d,
          shown0)) (Obj.magic lent_data (shown_of pr) s))
        (Obj.magic to_data v)) (Obj.magic variable s pr.ret))
    (or_wrong (lookup0 (Obj.magic list_lookup) p q.procs))

(** val fl_save :
    'a1 presentation -> procedure -> (basic, expr, suspension, call,
    resumption) cmd -> (basic, expr, suspension, call, resumption) kont ->
    'a1 val0 option list -> 'a1 * 'a1 val0 option list **)

let fl_save a p c k s =
  ((a.save_point p c k), s)

(** val fl_load :
    'a1 presentation -> ('a1 * 'a1 val0 option list) -> (basic, expr,
    suspension, call, resumption, 'a1 val0 option list) entry option **)

let fl_load a f =
  match a.load_point (fst f) with
  | Some p0 ->
    let (p, o) = p0 in
    (match o with
     | Some p1 -> let (c, k) = p1 in Some (At (p, c, k, (snd f)))
     | None -> Some (Fresh (p, (snd f))))
  | None -> None

(** val fl :
    program -> 'a1 presentation -> (int -> empty_set val0 list -> (empty_set
    val0 list * empty_set val0) option) -> (basic, expr, suspension, call,
    resumption, 'a1 val0 option list, 'a1 * 'a1 val0 option list, request,
    response, result0) dynamics **)

let fl q a external0 =
  { code = (fl_code q); run = (fun p b s ->
    run_basic (w q a) (a.touch p) external0 b s); test = (fun e s ->
    eval_bool (w q a) e s); ask = (fl_ask q a); answer = (fl_answer q a);
    begin0 = (fl_begin q a); enter_call = (fl_enter_call q a); leave_call =
    (fl_leave_call q a); enter_resume = (fl_enter_resume q a); leave_resume =
    (fl_leave_resume q a); finish = (fl_finish q); park = a.park_store;
    save = (fl_save a); load = (fl_load a) }

(** val fl_initial :
    program -> 'a1 presentation -> procedure -> empty_set val0 list ->
    empty_set val0 list -> (basic, expr, suspension, call, resumption, 'a1
    val0 option list, 'a1 * 'a1 val0 option list, response) state option **)

let fl_initial q a p args lent =
  match fresh q a p (map of_data args) with
  | Ok f -> Some (Resuming (((VRecord []), lent), (f :: [])))
  | _ -> None

(** val need : bool -> unit option **)

let need = function
| true -> Some ()
| false -> None

(** val width_eqb : width -> width -> bool **)

let width_eqb w0 w' =
  match w0 with
  | W8 -> (match w' with
           | W8 -> true
           | _ -> false)
  | W16 -> (match w' with
            | W16 -> true
            | _ -> false)
  | W32 -> (match w' with
            | W32 -> true
            | _ -> false)
  | W64 -> (match w' with
            | W64 -> true
            | _ -> false)

(** val all2 : ('a1 -> 'a2 -> bool) -> 'a1 list -> 'a2 list -> bool **)

let rec all2 f l l' =
  match l with
  | [] -> (match l' with
           | [] -> true
           | _ :: _ -> false)
  | a :: l0 ->
    (match l' with
     | [] -> false
     | b :: l'0 -> (&&) (f a b) (all2 f l0 l'0))

(** val ty_eqb : ty -> ty -> bool **)

let rec ty_eqb t t' =
  match t with
  | TBool -> (match t' with
              | TBool -> true
              | _ -> false)
  | TInt w0 -> (match t' with
                | TInt w' -> width_eqb w0 w'
                | _ -> false)
  | TBytes n0 -> (match t' with
                  | TBytes n' -> N.eqb n0 n'
                  | _ -> false)
  | TView -> (match t' with
              | TView -> true
              | _ -> false)
  | TArray (n0, t0) ->
    (match t' with
     | TArray (n', t'0) -> (&&) (N.eqb n0 n') (ty_eqb t0 t'0)
     | _ -> false)
  | TRecord (i, ts) ->
    (match t' with
     | TRecord (i', ts') -> (&&) ((=) i i') (all2 ty_eqb ts ts')
     | _ -> false)
  | TUnion (i, ts) ->
    (match t' with
     | TUnion (i', ts') -> (&&) ((=) i i') (all2 ty_eqb ts ts')
     | _ -> false)
  | TMap (n0, w0, t0) ->
    (match t' with
     | TMap (n', w', t'0) ->
       (&&) ((&&) (N.eqb n0 n') (width_eqb w0 w')) (ty_eqb t0 t'0)
     | _ -> false)
  | TExtern i -> (match t' with
                  | TExtern i' -> (=) i i'
                  | _ -> false)
  | TCoro i -> (match t' with
                | TCoro i' -> (=) i i'
                | _ -> false)

(** val is_int : ty -> bool **)

let is_int = function
| TInt _ -> true
| _ -> false

(** val is_bytes : ty -> bool **)

let is_bytes = function
| TBytes _ -> true
| TView -> true
| _ -> false

(** val is_scalar : ty -> bool **)

let is_scalar = function
| TBool -> true
| TInt _ -> true
| _ -> false

(** val accepts : ty -> ty -> bool **)

let accepts expected given =
  match expected with
  | TView -> is_bytes given
  | _ -> ty_eqb expected given

type env = { e_self : procedure; e_proc : proc; e_vars : (mode * ty) table;
             e_procs : proc table; e_effs : effect table;
             e_consts : ty table; e_externs : extern table }

(** val variables : proc -> (mode * ty) list **)

let variables pr =
  app pr.params (map (fun x -> (Inout, x)) pr.locals)

(** val is_lent : mode -> bool **)

let is_lent = function
| Lent -> true
| _ -> false

(** val is_in : mode -> bool **)

let is_in = function
| In -> true
| _ -> false

(** val is_inout : mode -> bool **)

let is_inout = function
| Inout -> true
| _ -> false

(** val lent_types : proc -> ty list **)

let lent_types pr =
  map snd (filter (compose is_lent fst) pr.params)

(** val given_types : proc -> ty list **)

let given_types pr =
  map snd (filter (compose (compose negb is_lent) fst) pr.params)

(** val startable : proc -> bool **)

let startable pr =
  (&&) pr.suspends (negb (existsb (compose is_inout fst) pr.params))

(** val callee_at : env -> procedure -> proc option **)

let callee_at e p =
  if (<) p e.e_self then look e.e_procs p else None

(** val holdable : env -> procedure -> bool **)

let holdable e p =
  match callee_at e p with
  | Some pr -> startable pr
  | None -> false

(** val expect : ty option -> ty -> unit option **)

let expect o t =
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun t' -> need (ty_eqb t' t))
    (Obj.magic o)

(** val expect_bytes : ty option -> unit option **)

let expect_bytes o =
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun t -> need (is_bytes t))
    (Obj.magic o)

(** val element : ty -> ty option **)

let element = function
| TBytes _ -> Some (TInt W8)
| TView -> Some (TInt W8)
| TArray (_, t0) -> Some t0
| _ -> None

(** val literal : Big_trusted.t list -> bool **)

let literal l =
  (&&) (forallb (fits W8) l)
    (Z.ltb (Z.of_nat (length l)) (Big_trusted.double (Big_trusted.double
      (Big_trusted.double (Big_trusted.double (Big_trusted.double
      (Big_trusted.double (Big_trusted.double (Big_trusted.double
      (Big_trusted.double (Big_trusted.double (Big_trusted.double
      (Big_trusted.double (Big_trusted.double (Big_trusted.double
      (Big_trusted.double (Big_trusted.double (Big_trusted.double
      (Big_trusted.double (Big_trusted.double (Big_trusted.double
      (Big_trusted.double (Big_trusted.double (Big_trusted.double
      (Big_trusted.double (Big_trusted.double (Big_trusted.double
      (Big_trusted.double (Big_trusted.double (Big_trusted.double
      (Big_trusted.double (Big_trusted.double (Big_trusted.double
      Big_trusted.one)))))))))))))))))))))))))))))))))

(** val second_operand : arith -> width -> width **)

let second_operand op w0 =
  match op with
  | Shl -> W32
  | Shr -> W32
  | Rotl -> W32
  | Rotr -> W32
  | _ -> w0

(** val infer_all : ('a1 -> ty option) -> 'a1 list -> ty list option **)

let rec infer_all f = function
| [] -> Some []
| a :: l0 ->
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun t ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun ts -> Some (t :: ts))
      (infer_all f l0)) (Obj.magic f a)

(** val all_of : ('a1 -> ty option) -> ty -> 'a1 list -> unit option **)

let rec all_of f t = function
| [] -> Some ()
| a :: l0 ->
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ -> all_of f t l0)
    (expect (f a) t)

(** val infer_place : env -> place -> ty option **)

let infer_place e =
  let rec infer_place0 = function
  | PVar x ->
    fmap (Obj.magic (fun _ _ -> option_fmap)) snd
      (look (Obj.magic e.e_vars) x)
  | PConst c -> look e.e_consts c
  | PField (p0, i) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun t ->
      match t with
      | TRecord (_, ts) -> lookup0 list_lookup i ts
      | _ -> None) (infer_place0 p0)
  | PIndex (p0, e0) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun t ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun i ->
        mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ -> element t)
          (Obj.magic need (is_int i))) (infer0 e0)) (infer_place0 p0)
  | PCase (p0, tag) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun t ->
      match t with
      | TUnion (_, ts) -> lookup0 list_lookup tag ts
      | _ -> None) (infer_place0 p0)
  | PKey (p0, e0) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun t ->
      match t with
      | TMap (_, w0, t0) ->
        mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ -> Some t0)
          (Obj.magic expect (infer0 e0) (TInt w0))
      | _ -> None) (infer_place0 p0)
  and infer0 = function
  | EBool _ -> Some TBool
  | EInt (w0, z0) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ -> Some (TInt w0))
      (Obj.magic need (fits w0 z0))
  | EBytes l ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ -> Some TView)
      (Obj.magic need (literal l))
  | ERead p -> infer_place0 p
  | ENot e1 ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ -> Some TBool)
      (Obj.magic expect (infer0 e1) TBool)
  | EComp (w0, e1) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ -> Some (TInt w0))
      (Obj.magic expect (infer0 e1) (TInt w0))
  | EAnd (e1, e2) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ -> Some TBool)
        (Obj.magic expect (infer0 e2) TBool))
      (Obj.magic expect (infer0 e1) TBool)
  | EOr (e1, e2) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ -> Some TBool)
        (Obj.magic expect (infer0 e2) TBool))
      (Obj.magic expect (infer0 e1) TBool)
  | EArith (op, w0, e1, e2) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ -> Some (TInt w0))
        (Obj.magic expect (infer0 e2) (TInt (second_operand op w0))))
      (Obj.magic expect (infer0 e1) (TInt w0))
  | ECompare (_, w0, e1, e2) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ -> Some TBool)
        (Obj.magic expect (infer0 e2) (TInt w0)))
      (Obj.magic expect (infer0 e1) (TInt w0))
  | EBoolEq (e1, e2) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ -> Some TBool)
        (Obj.magic expect (infer0 e2) TBool))
      (Obj.magic expect (infer0 e1) TBool)
  | EBytesEq (e1, e2) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ -> Some TBool)
        (Obj.magic expect_bytes (infer0 e2)))
      (Obj.magic expect_bytes (infer0 e1))
  | EWiden (from, to0, e1) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ -> Some (TInt to0))
      (Obj.magic expect (infer0 e1) (TInt from))
  | ENarrow (from, to0, e1) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ -> Some (TInt to0))
      (Obj.magic expect (infer0 e1) (TInt from))
  | ECond (e1, e2, e3) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun t ->
        mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ ->
          mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ -> Some t)
            (Obj.magic need (is_scalar t))) (Obj.magic expect (infer0 e3) t))
        (infer0 e2)) (Obj.magic expect (infer0 e1) TBool)
  | EFit (cap, e1) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ -> Some (TBytes cap))
      (Obj.magic expect_bytes (infer0 e1))
  | ELen e1 ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ -> Some (TInt W32))
      (Obj.magic expect_bytes (infer0 e1))
  | ECount p ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun t ->
      match t with
      | TMap (_, _, _) -> Some (TInt W32)
      | _ -> None) (infer_place0 p)
  | EIs (p, tag) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun t ->
      match t with
      | TUnion (_, ts) ->
        mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ -> Some TBool)
          (Obj.magic need ((<) tag (length ts)))
      | _ -> None) (infer_place0 p)
  | EHas (p, e1) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun t ->
      match t with
      | TMap (_, w0, _) ->
        mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ -> Some TBool)
          (Obj.magic expect (infer0 e1) (TInt w0))
      | _ -> None) (infer_place0 p)
  | EKeyAt (p, e1) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun t ->
      match t with
      | TMap (_, w0, _) ->
        mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ -> Some (TInt w0))
          (Obj.magic expect (infer0 e1) (TInt W32))
      | _ -> None) (infer_place0 p)
  | ESlice (e1, lo, hi) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ ->
        mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ -> Some TView)
          (Obj.magic expect (infer0 hi) (TInt W32)))
        (Obj.magic expect (infer0 lo) (TInt W32)))
      (Obj.magic expect_bytes (infer0 e1))
  | ELoad (_, w0, e1, off) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ -> Some (TInt w0))
        (Obj.magic expect (infer0 off) (TInt W32)))
      (Obj.magic expect_bytes (infer0 e1))
  | ERecord (t, es) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun ts ->
      match t with
      | TRecord (_, ts') ->
        mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ -> Some t)
          (Obj.magic need
            ((&&) (storable (holdable e) t) (all2 ty_eqb ts' ts)))
      | _ -> None) (Obj.magic infer_all infer0 es)
  | EUnion (t, tag, e1) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun t' ->
      match t with
      | TUnion (_, ts) ->
        mbind (Obj.magic (fun _ _ -> option_bind)) (fun t'' ->
          mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ -> Some t)
            (Obj.magic need ((&&) (storable (holdable e) t) (ty_eqb t'' t'))))
          (lookup0 list_lookup tag ts)
      | _ -> None) (infer0 e1)
  | EArray (t, es) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ ->
      let t0 = TArray ((N.of_nat (length es)), t) in
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ -> Some t0)
        (Obj.magic need (storable (holdable e) t0)))
      (Obj.magic all_of infer0 t es)
  | EFill (t, n0, e1) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ -> Some (TArray (n0,
        t))) (Obj.magic need (storable (holdable e) (TArray (n0, t)))))
      (Obj.magic expect (infer0 e1) t)
  | EDefault t ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ -> Some t)
      (Obj.magic need (storable (holdable e) t))
  | ECoro (p, es) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun ts ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun pr ->
        mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ -> Some (TCoro p))
          (Obj.magic need
            ((&&) (startable pr) (all2 accepts (given_types pr) ts))))
        (Obj.magic callee_at e p)) (Obj.magic infer_all infer0 es)
  in infer_place0

(** val infer : env -> expr -> ty option **)

let infer e =
  let rec infer_place0 = function
  | PVar x -> fmap (Obj.magic (fun _ _ -> option_fmap)) snd (look e.e_vars x)
  | PConst c -> look (Obj.magic e.e_consts) c
  | PField (p0, i) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun t ->
      match t with
      | TRecord (_, ts) -> lookup0 (Obj.magic list_lookup) i ts
      | _ -> None) (infer_place0 p0)
  | PIndex (p0, e0) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun t ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun i ->
        mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ ->
          Obj.magic element t) (Obj.magic need (is_int i)))
        (Obj.magic infer0 e0)) (infer_place0 p0)
  | PCase (p0, tag) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun t ->
      match t with
      | TUnion (_, ts) -> lookup0 (Obj.magic list_lookup) tag ts
      | _ -> None) (infer_place0 p0)
  | PKey (p0, e0) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun t ->
      match t with
      | TMap (_, w0, t0) ->
        mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ -> Some
          (Obj.magic t0)) (Obj.magic expect (infer0 e0) (TInt w0))
      | _ -> None) (infer_place0 p0)
  and infer0 = function
  | EBool _ -> Some TBool
  | EInt (w0, z0) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ -> Some (TInt w0))
      (Obj.magic need (fits w0 z0))
  | EBytes l ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ -> Some TView)
      (Obj.magic need (literal l))
  | ERead p -> Obj.magic infer_place0 p
  | ENot e1 ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ -> Some TBool)
      (Obj.magic expect (infer0 e1) TBool)
  | EComp (w0, e1) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ -> Some (TInt w0))
      (Obj.magic expect (infer0 e1) (TInt w0))
  | EAnd (e1, e2) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ -> Some TBool)
        (Obj.magic expect (infer0 e2) TBool))
      (Obj.magic expect (infer0 e1) TBool)
  | EOr (e1, e2) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ -> Some TBool)
        (Obj.magic expect (infer0 e2) TBool))
      (Obj.magic expect (infer0 e1) TBool)
  | EArith (op, w0, e1, e2) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ -> Some (TInt w0))
        (Obj.magic expect (infer0 e2) (TInt (second_operand op w0))))
      (Obj.magic expect (infer0 e1) (TInt w0))
  | ECompare (_, w0, e1, e2) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ -> Some TBool)
        (Obj.magic expect (infer0 e2) (TInt w0)))
      (Obj.magic expect (infer0 e1) (TInt w0))
  | EBoolEq (e1, e2) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ -> Some TBool)
        (Obj.magic expect (infer0 e2) TBool))
      (Obj.magic expect (infer0 e1) TBool)
  | EBytesEq (e1, e2) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ -> Some TBool)
        (Obj.magic expect_bytes (infer0 e2)))
      (Obj.magic expect_bytes (infer0 e1))
  | EWiden (from, to0, e1) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ -> Some (TInt to0))
      (Obj.magic expect (infer0 e1) (TInt from))
  | ENarrow (from, to0, e1) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ -> Some (TInt to0))
      (Obj.magic expect (infer0 e1) (TInt from))
  | ECond (e1, e2, e3) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun t ->
        mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ ->
          mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ -> Some t)
            (Obj.magic need (is_scalar t))) (Obj.magic expect (infer0 e3) t))
        (infer0 e2)) (Obj.magic expect (infer0 e1) TBool)
  | EFit (cap, e1) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ -> Some (TBytes cap))
      (Obj.magic expect_bytes (infer0 e1))
  | ELen e1 ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ -> Some (TInt W32))
      (Obj.magic expect_bytes (infer0 e1))
  | ECount p ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun t ->
      match t with
      | TMap (_, _, _) -> Some (TInt W32)
      | _ -> None) (Obj.magic infer_place0 p)
  | EIs (p, tag) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun t ->
      match t with
      | TUnion (_, ts) ->
        mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ -> Some TBool)
          (Obj.magic need ((<) tag (length ts)))
      | _ -> None) (Obj.magic infer_place0 p)
  | EHas (p, e1) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun t ->
      match t with
      | TMap (_, w0, _) ->
        mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ -> Some TBool)
          (Obj.magic expect (infer0 e1) (TInt w0))
      | _ -> None) (Obj.magic infer_place0 p)
  | EKeyAt (p, e1) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun t ->
      match t with
      | TMap (_, w0, _) ->
        mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ -> Some (TInt w0))
          (Obj.magic expect (infer0 e1) (TInt W32))
      | _ -> None) (Obj.magic infer_place0 p)
  | ESlice (e1, lo, hi) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ ->
        mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ -> Some TView)
          (Obj.magic expect (infer0 hi) (TInt W32)))
        (Obj.magic expect (infer0 lo) (TInt W32)))
      (Obj.magic expect_bytes (infer0 e1))
  | ELoad (_, w0, e1, off) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ -> Some (TInt w0))
        (Obj.magic expect (infer0 off) (TInt W32)))
      (Obj.magic expect_bytes (infer0 e1))
  | ERecord (t, es) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun ts ->
      match t with
      | TRecord (_, ts') ->
        mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ -> Some t)
          (Obj.magic need
            ((&&) (storable (holdable e) t) (all2 ty_eqb ts' ts)))
      | _ -> None) (Obj.magic infer_all infer0 es)
  | EUnion (t, tag, e1) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun t' ->
      match t with
      | TUnion (_, ts) ->
        mbind (Obj.magic (fun _ _ -> option_bind)) (fun t'' ->
          mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ -> Some t)
            (Obj.magic need ((&&) (storable (holdable e) t) (ty_eqb t'' t'))))
          (lookup0 list_lookup tag ts)
      | _ -> None) (infer0 e1)
  | EArray (t, es) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ ->
      let t0 = TArray ((N.of_nat (length es)), t) in
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ -> Some t0)
        (Obj.magic need (storable (holdable e) t0)))
      (Obj.magic all_of infer0 t es)
  | EFill (t, n0, e1) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ -> Some (TArray (n0,
        t))) (Obj.magic need (storable (holdable e) (TArray (n0, t)))))
      (Obj.magic expect (infer0 e1) t)
  | EDefault t ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ -> Some t)
      (Obj.magic need (storable (holdable e) t))
  | ECoro (p, es) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun ts ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun pr ->
        mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ -> Some (TCoro p))
          (Obj.magic need
            ((&&) (startable pr) (all2 accepts (given_types pr) ts))))
        (Obj.magic callee_at e p)) (Obj.magic infer_all infer0 es)
  in infer0

(** val target : env -> place -> ty option **)

let target e p =
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun x ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
      let (m, _) = pat in
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ -> infer_place e p)
        (Obj.magic need (negb (is_in m)))) (look (Obj.magic e.e_vars) x))
    (Obj.magic root p)

(** val is_some : unit option -> bool **)

let is_some = function
| Some _ -> true
| None -> false

(** val dest_ok : env -> place option -> ty -> bool **)

let dest_ok e dest t =
  match dest with
  | Some p -> is_some (expect (target e p) t)
  | None -> true

(** val arg_ok : env -> (mode * ty) -> arg -> bool **)

let arg_ok e param a =
  let (m, t) = param in
  (match m with
   | In ->
     (match a with
      | AIn e0 ->
        is_some
          (mbind (Obj.magic (fun _ _ -> option_bind)) (fun t' ->
            need (accepts t t')) (Obj.magic infer e e0))
      | _ -> false)
   | _ ->
     (match a with
      | AIn _ -> false
      | AInout p -> is_some (expect (target e p) t)
      | AInoutSlice (p, lo, hi) ->
        (&&) (is_view t)
          (is_some
            (mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ ->
              mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ ->
                expect (infer e hi) (TInt W32))
                (expect (infer e lo) (TInt W32))) (expect_bytes (target e p))))))

(** val args_ok : env -> (mode * ty) list -> arg list -> bool **)

let args_ok e =
  all2 (arg_ok e)

(** val basic_ok : env -> basic -> bool **)

let basic_ok e = function
| BAssign (p, e0) ->
  is_some
    (mbind (Obj.magic (fun _ _ -> option_bind)) (fun t ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ ->
        need (negb (is_view t))) (expect (infer e e0) t))
      (Obj.magic target e p))
| BPush (p, cap, e0) ->
  is_some
    (mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ ->
        expect (infer e e0) (TInt W8)) (expect (target e p) (TBytes cap)))
      (need (small cap)))
| BAppend (p, cap, e0) ->
  is_some
    (mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ ->
        expect_bytes (infer e e0)) (expect (target e p) (TBytes cap)))
      (need (small cap)))
| BResize (p, cap, e0) ->
  is_some
    (mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ ->
        expect (infer e e0) (TInt W32)) (expect (target e p) (TBytes cap)))
      (need (small cap)))
| BBlit (p, off, e0) ->
  is_some
    (mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ ->
        expect_bytes (infer e e0)) (expect (infer e off) (TInt W32)))
      (expect_bytes (target e p)))
| BStore (_, w0, p, off, e0) ->
  is_some
    (mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ ->
        expect (infer e e0) (TInt w0)) (expect (infer e off) (TInt W32)))
      (expect_bytes (target e p)))
| BPut (p, cap, k, e0) ->
  is_some
    (mbind (Obj.magic (fun _ _ -> option_bind)) (fun t ->
      match t with
      | TMap (n0, w0, t0) ->
        mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ ->
          mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ ->
            expect (infer e e0) t0) (expect (infer e k) (TInt w0)))
          (need ((&&) (small cap) (N.eqb n0 cap)))
      | _ -> None) (Obj.magic target e p))
| BRemove (p, k) ->
  is_some
    (mbind (Obj.magic (fun _ _ -> option_bind)) (fun t ->
      match t with
      | TMap (_, w0, _) -> expect (infer e k) (TInt w0)
      | _ -> None) (Obj.magic target e p))
| BExtern (f, args, dest) ->
  (match look e.e_externs f with
   | Some x ->
     (&&) (args_ok e x.ext_params args) (dest_ok e dest x.ext_result)
   | None -> false)
| _ -> true

(** val own_lent : env -> int list **)

let own_lent e =
  lent_of e.e_proc

(** val member : int -> int list -> bool **)

let member i l =
  existsb ((=) i) l

(** val suspension_ok : env -> suspension -> bool **)

let suspension_ok e x =
  (&&)
    ((&&) ((&&) e.e_proc.suspends (member x.ask_effect e.e_proc.effects))
      (all2 (=) x.ask_lent (own_lent e)))
    (match look e.e_effs x.ask_effect with
     | Some eff ->
       (match infer_all (infer e) x.ask_args with
        | Some ts ->
          (&&) (all2 accepts eff.eff_args ts)
            (dest_ok e x.ask_dest eff.eff_result)
        | None -> false)
     | None -> false)

(** val is_own_lent : int -> ((mode * ty) * arg) -> bool **)

let is_own_lent x = function
| (_, a0) ->
  (match a0 with
   | AInout p0 -> (match p0 with
                   | PVar y -> (=) x y
                   | _ -> false)
   | _ -> false)

(** val passes_through : env -> proc -> arg list -> bool **)

let passes_through e pr args =
  (&&)
    ((&&)
      ((&&) e.e_proc.suspends
        (forallb (fun e0 -> member e0 e.e_proc.effects) pr.effects))
      (all2 is_own_lent (own_lent e)
        (filter (compose (compose is_lent fst) fst)
          (zip_with (fun x x0 -> (x, x0)) pr.params args))))
    (all2 ty_eqb (lent_types pr) (lent_types e.e_proc))

(** val call_ok : env -> call -> bool **)

let call_ok e x =
  match callee_at e x.callee with
  | Some pr ->
    (&&)
      ((&&) (args_ok e pr.params x.call_args)
        (dest_ok e x.call_dest pr.result))
      ((||) (negb pr.suspends) (passes_through e pr x.call_args))
  | None -> false

(** val payload_ok : ty list -> ty -> bool **)

let payload_ok args t =
  match args with
  | [] -> (match t with
           | TRecord (_, ts) -> all2 ty_eqb args ts
           | _ -> false)
  | t' :: l ->
    (match l with
     | [] -> ty_eqb t' t
     | _ :: _ ->
       (match t with
        | TRecord (_, ts) -> all2 ty_eqb args ts
        | _ -> false))

(** val cases_ok : env -> int list -> ty -> ty list -> bool **)

let rec cases_ok e effs0 res ts =
  match effs0 with
  | [] ->
    (match ts with
     | [] -> false
     | t :: l -> (match l with
                  | [] -> ty_eqb res t
                  | _ :: _ -> false))
  | e0 :: effs1 ->
    (match ts with
     | [] -> false
     | t :: ts0 ->
       (&&)
         (match look e.e_effs e0 with
          | Some eff -> payload_ok eff.eff_args t
          | None -> false) (cases_ok e effs1 res ts0))

(** val answer_ok : env -> int list -> (int * expr option) option -> bool **)

let answer_ok e effs0 = function
| Some p ->
  let (e0, v) = p in
  (&&) (member e0 effs0)
    (match look e.e_effs e0 with
     | Some eff ->
       (match v with
        | Some v0 -> is_some (expect (infer e v0) eff.eff_result)
        | None ->
          (match eff.eff_result with
           | TRecord (_, fields) ->
             (match fields with
              | [] -> true
              | _ :: _ -> false)
           | _ -> false))
     | None -> false)
| None -> true

(** val resumption_ok : env -> resumption -> bool **)

let resumption_ok e x =
  match callee_at e x.child_proc with
  | Some pr ->
    (match target e x.event with
     | Some t ->
       (match t with
        | TUnion (_, ts) ->
          (&&)
            ((&&)
              ((&&)
                ((&&) (startable pr)
                  (is_some (expect (target e x.child) (TCoro x.child_proc))))
                (answer_ok e pr.effects x.reply))
              (all2 (arg_ok e) (map (fun x0 -> (Lent, x0)) (lent_types pr))
                x.lend)) (cases_ok e pr.effects pr.result ts)
        | _ -> false)
     | None -> false)
  | None -> false

(** val cmd_ok :
    env -> unit table -> int -> (basic, expr, suspension, call, resumption)
    cmd -> bool **)

let rec cmd_ok e gotos depth0 = function
| Do b -> basic_ok e b
| Seq (c1, c2) -> (&&) (cmd_ok e gotos depth0 c1) (cmd_ok e gotos depth0 c2)
| If (e0, c1, c2) ->
  (&&)
    ((&&) (is_some (expect (infer e e0) TBool)) (cmd_ok e gotos depth0 c1))
    (cmd_ok e gotos depth0 c2)
| Block c0 -> cmd_ok e gotos (Stdlib.succ depth0) c0
| Loop (_, c0) -> cmd_ok e gotos depth0 c0
| Exit n0 -> (<) n0 depth0
| Label (_, c0) -> cmd_ok e gotos depth0 c0
| Goto l -> is_some (look gotos l)
| Suspend (_, x) -> suspension_ok e x
| Call (_, x) -> call_ok e x
| Resume x -> resumption_ok e x
| _ -> true

(** val labels_onto :
    (basic, expr, suspension, call, resumption) cmd -> label list -> label
    list **)

let rec labels_onto c acc =
  match c with
  | Seq (c1, c2) -> labels_onto c1 (labels_onto c2 acc)
  | If (_, c1, c2) -> labels_onto c1 (labels_onto c2 acc)
  | Block c0 -> labels_onto c0 acc
  | Loop (l, c0) -> l :: (labels_onto c0 acc)
  | Label (l, c0) -> l :: (labels_onto c0 acc)
  | Suspend (l, _) -> l :: acc
  | Call (l, _) -> l :: acc
  | _ -> acc

(** val targets_onto :
    (basic, expr, suspension, call, resumption) cmd -> label list -> label
    list **)

let rec targets_onto c acc =
  match c with
  | Seq (c1, c2) -> targets_onto c1 (targets_onto c2 acc)
  | If (_, c1, c2) -> targets_onto c1 (targets_onto c2 acc)
  | Block c0 -> targets_onto c0 acc
  | Loop (_, c0) -> targets_onto c0 acc
  | Label (l, c0) -> l :: (targets_onto c0 acc)
  | _ -> acc

(** val goto_targets : proc -> unit table **)

let goto_targets pr =
  set_of (targets_onto pr.body [])

(** val param_ok : env -> (mode * ty) -> bool **)

let param_ok e = function
| (m, t) ->
  (match m with
   | Lent -> (&&) e.e_proc.suspends (is_message t)
   | _ ->
     (||) (storable (holdable e) t)
       ((&&) (negb e.e_proc.suspends) (is_view t)))

(** val proc_ok : env -> proc -> bool **)

let proc_ok e pr =
  (&&)
    ((&&)
      ((&&)
        ((&&)
          ((&&)
            ((&&)
              ((&&)
                ((&&)
                  ((&&) (forallb (param_ok e) pr.params)
                    (forallb (storable (holdable e)) pr.locals))
                  (storable (holdable e) pr.result))
                ((<=) (length pr.params) pr.ret))
              (match look e.e_vars pr.ret with
               | Some p -> let (_, t) = p in ty_eqb t pr.result
               | None -> false))
            ((||) pr.suspends
              (match pr.effects with
               | [] -> true
               | _ :: _ -> false)))
          (forallb (fun e0 ->
            match look e.e_effs e0 with
            | Some _ -> true
            | None -> false) pr.effects)) (distinct pr.effects))
      (distinct (labels_onto pr.body [])))
    (cmd_ok e (goto_targets pr) 0 pr.body)

(** val effect_ok : effect -> bool **)

let effect_ok e =
  (&&) (forallb is_message e.eff_args) (is_data e.eff_result)

(** val extern_ok : extern -> bool **)

let extern_ok x =
  (&&)
    (forallb (fun pat ->
      let (m, t) = pat in (&&) (negb (is_lent m)) (is_message t))
      x.ext_params) (is_data x.ext_result)

(** val const_ok : const -> ty -> bool **)

let rec const_ok c t =
  match c with
  | CBool _ -> (match t with
                | TBool -> true
                | _ -> false)
  | CInt z0 -> (match t with
                | TInt w0 -> fits w0 z0
                | _ -> false)
  | CBytes l ->
    (match t with
     | TBytes cap ->
       (&&) (literal l) (Z.leb (Z.of_nat (length l)) (Z.of_N cap))
     | TView -> literal l
     | _ -> false)
  | CArray l ->
    (match t with
     | TArray (n0, t0) ->
       (&&) (N.eqb (N.of_nat (length l)) n0)
         (forallb (fun c0 -> const_ok c0 t0) l)
     | _ -> false)
  | CRecord l ->
    (match t with
     | TRecord (_, ts) -> all2 const_ok l ts
     | _ -> false)
  | CUnion (tag, c0) ->
    (match t with
     | TUnion (_, ts) ->
       (match lookup0 list_lookup tag ts with
        | Some t0 -> const_ok c0 t0
        | None -> false)
     | _ -> false)

type culprit =
| BadEffect of int
| BadExtern of int
| BadConst of int
| BadProc of int

(** val first_bad :
    (int -> 'a1 -> bool) -> (int -> culprit) -> int -> 'a1 list -> culprit
    option **)

let rec first_bad ok name i = function
| [] -> None
| a :: l0 ->
  if ok i a then first_bad ok name (Stdlib.succ i) l0 else Some (name i)

(** val env_of :
    proc table -> effect table -> ty table -> extern table -> procedure ->
    proc -> env **)

let env_of procs0 effs0 consts0 externs0 p pr =
  { e_self = p; e_proc = pr; e_vars = (build (variables pr)); e_procs =
    procs0; e_effs = effs0; e_consts = consts0; e_externs = externs0 }

(** val check_program : program -> culprit option **)

let check_program q =
  let procs' = build q.procs in
  let effs' = build q.effs in
  let consts' = build (map fst q.consts) in
  let externs' = build q.externs in
  (match first_bad (fun _ -> effect_ok) (fun x -> BadEffect x) 0 q.effs with
   | Some b -> Some b
   | None ->
     (match first_bad (fun _ -> extern_ok) (fun x -> BadExtern x) 0 q.externs with
      | Some b -> Some b
      | None ->
        (match first_bad (fun _ pat ->
                 let (t, c) = pat in (&&) (is_message t) (const_ok c t))
                 (fun x -> BadConst x) 0 q.consts with
         | Some b -> Some b
         | None ->
           first_bad (fun p pr ->
             proc_ok (env_of procs' effs' consts' externs' p pr) pr)
             (fun x -> BadProc x) 0 q.procs)))

type step0 =
| SField of int
| SIndex of Big_trusted.t
| SCase of int
| SKey of Big_trusted.t

(** val step_eq_dec : (step0, step0) relDecision **)

let step_eq_dec x y =
  match x with
  | SField i ->
    (match y with
     | SField i0 -> decide_rel Coq_Nat.eq_dec i i0
     | _ -> false)
  | SIndex i ->
    (match y with
     | SIndex i0 -> decide_rel Coq_Z.eq_dec i i0
     | _ -> false)
  | SCase tag ->
    (match y with
     | SCase tag0 -> decide_rel Coq_Nat.eq_dec tag tag0
     | _ -> false)
  | SKey k ->
    (match y with
     | SKey k0 -> decide_rel Coq_Z.eq_dec k k0
     | _ -> false)

(** val shape : place -> step0 option list **)

let rec shape = function
| PField (p0, i) -> app (shape p0) ((Some (SField i)) :: [])
| PIndex (p0, e) ->
  app (shape p0)
    ((match e with
      | EInt (_, z0) -> Some (SIndex z0)
      | _ -> None) :: [])
| PCase (p0, tag) -> app (shape p0) ((Some (SCase tag)) :: [])
| PKey (p0, _) -> app (shape p0) (None :: [])
| _ -> []

(** val shapes_part : step0 option list -> step0 option list -> bool **)

let rec shapes_part l l' =
  match l with
  | [] -> false
  | o :: l0 ->
    (match l' with
     | [] -> false
     | o' :: l'0 ->
       (match o with
        | Some a ->
          (match o' with
           | Some b ->
             if decide (decide_rel step_eq_dec a b)
             then shapes_part l0 l'0
             else true
           | None -> shapes_part l0 l'0)
        | None -> shapes_part l0 l'0))

(** val index_uses : place -> int list -> int list **)

let rec index_uses p v =
  match p with
  | PField (p0, _) -> index_uses p0 v
  | PIndex (p0, e) -> index_uses p0 (uses e v)
  | PCase (p0, _) -> index_uses p0 v
  | PKey (p0, e) -> index_uses p0 (uses e v)
  | _ -> v

(** val steady : place -> place -> bool **)

let steady p q =
  match root q with
  | Some x ->
    bool_decide
      (not_dec
        (decide_rel (elem_of_list_dec Coq_Nat.eq_dec) x (index_uses p [])))
  | None -> false

(** val parted : place -> place -> bool **)

let parted p q =
  (||)
    (negb
      (bool_decide
        (decide_rel (option_eq_dec Coq_Nat.eq_dec) (root p) (root q))))
    (shapes_part (shape p) (shape q))

(** val independent : place -> place -> bool **)

let independent p q =
  (&&) ((&&) (steady p q) (steady q p)) (parted p q)

(** val out_place : arg -> place option **)

let out_place = function
| AIn _ -> None
| AInout p -> Some p
| AInoutSlice (p, _, _) -> Some p

(** val bounds : arg -> int list **)

let bounds = function
| AInoutSlice (_, lo, _) -> uses lo []
| _ -> []

(** val untouched_bounds : arg -> place -> bool **)

let untouched_bounds a q =
  match root q with
  | Some x ->
    bool_decide
      (not_dec (decide_rel (elem_of_list_dec Coq_Nat.eq_dec) x (bounds a)))
  | None -> false

(** val independent_args : arg -> arg -> bool **)

let independent_args a b =
  match out_place a with
  | Some p ->
    (match out_place b with
     | Some q ->
       (&&) ((&&) (independent p q) (untouched_bounds a q))
         (untouched_bounds b p)
     | None -> true)
  | None -> true

(** val range : arg -> ((place * Big_trusted.t) * Big_trusted.t) option **)

let range = function
| AIn e ->
  (match e with
   | ESlice (e0, lo0, hi0) ->
     (match e0 with
      | ERead p ->
        (match lo0 with
         | EInt (_, lo) ->
           (match hi0 with
            | EInt (_, hi) -> Some ((p, lo), hi)
            | _ -> None)
         | _ -> None)
      | _ -> None)
   | _ -> None)
| AInout _ -> None
| AInoutSlice (p, lo0, hi0) ->
  (match lo0 with
   | EInt (_, lo) ->
     (match hi0 with
      | EInt (_, hi) -> Some ((p, lo), hi)
      | _ -> None)
   | _ -> None)

(** val ranges_part : arg -> arg -> bool **)

let ranges_part a b =
  match range a with
  | Some p0 ->
    let (p1, hi) = p0 in
    let (p, lo) = p1 in
    (match range b with
     | Some p2 ->
       let (p3, hi') = p2 in
       let (q, lo') = p3 in
       (&&)
         (bool_decide
           (decide_rel Coq_Nat.eq_dec (length (shape p)) (length (shape q))))
         ((||) (Z.leb hi lo') (Z.leb hi' lo))
     | None -> false)
  | None -> false

(** val viewed0 : expr -> place option **)

let rec viewed0 = function
| ERead p -> Some p
| ESlice (e0, _, _) -> viewed0 e0
| _ -> None

(** val by_reference : env -> arg -> place option **)

let by_reference e = function
| AIn e0 ->
  (match e0 with
   | ERead p ->
     (match infer_place e p with
      | Some t -> if is_scalar t then None else Some p
      | None -> None)
   | _ -> viewed0 e0)
| _ -> None

(** val kept_apart : env -> arg -> arg -> bool **)

let kept_apart e a b =
  match out_place a with
  | Some p ->
    (match out_place b with
     | Some q ->
       (||) (independent_args a b)
         ((&&)
           ((&&)
             ((&&) ((&&) (steady p q) (steady q p)) (untouched_bounds a q))
             (untouched_bounds b p)) (ranges_part a b))
     | None ->
       (match by_reference e b with
        | Some q -> (||) (parted p q) (ranges_part a b)
        | None -> true))
  | None -> true

(** val stays : arg -> bool **)

let stays a =
  match out_place a with
  | Some p -> (&&) (steady p p) (untouched_bounds a p)
  | None -> true

(** val args_apart : env -> arg list -> bool **)

let rec args_apart e = function
| [] -> true
| a :: args0 ->
  (&&)
    ((&&) (stays a)
      (forallb (fun b -> (&&) (kept_apart e a b) (kept_apart e b a)) args0))
    (args_apart e args0)

(** val fitted : env -> (mode * ty) -> arg -> bool **)

let fitted e param = function
| AIn e0 ->
  (match e0 with
   | EFit (_, e1) ->
     (match viewed0 e1 with
      | Some p ->
        negb
          (is_some
            (mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ ->
              if is_view (snd param)
              then Some ()
              else expect (infer_place e p) (snd param)) (Obj.magic root p)))
      | None -> true)
   | _ -> true)
| _ -> true

(** val dest_apart : env -> place option -> arg list -> bool **)

let dest_apart e dest args =
  match dest with
  | Some d ->
    forallb (fun a ->
      match out_place a with
      | Some p -> parted d p
      | None ->
        (match by_reference e a with
         | Some p -> parted d p
         | None -> true)) args
  | None -> true

(** val call_apart : env -> arg list -> place option -> bool **)

let call_apart e args dest =
  (&&) (args_apart e args) (dest_apart e dest args)

(** val cmd_apart :
    env -> (basic, expr, suspension, call, resumption) cmd -> bool **)

let rec cmd_apart e = function
| Do b ->
  (match b with
   | BExtern (f, args, dest) ->
     (&&) (call_apart e args dest)
       (match look e.e_externs f with
        | Some x -> all2 (fitted e) x.ext_params args
        | None -> false)
   | _ -> true)
| Seq (c1, c2) -> (&&) (cmd_apart e c1) (cmd_apart e c2)
| If (_, c1, c2) -> (&&) (cmd_apart e c1) (cmd_apart e c2)
| Block c0 -> cmd_apart e c0
| Loop (_, c0) -> cmd_apart e c0
| Label (_, c0) -> cmd_apart e c0
| Call (_, x) ->
  (&&) (call_apart e x.call_args x.call_dest)
    (match callee_at e x.callee with
     | Some pr -> all2 (fitted e) pr.params x.call_args
     | None -> false)
| Resume x -> call_apart e ((AInout x.child) :: x.lend) (Some x.event)
| _ -> true

(** val check_aliasing : program -> culprit option **)

let check_aliasing q =
  let procs' = build q.procs in
  let effs' = build q.effs in
  let consts' = build (map fst q.consts) in
  let externs' = build q.externs in
  first_bad (fun p pr ->
    cmd_apart (env_of procs' effs' consts' externs' p pr) pr.body) (fun x ->
    BadProc x) 0 q.procs

(** val source :
    (basic, expr, suspension, call, resumption) source_point presentation **)

let source =
  { start = (fun x -> SFresh x); uninitialised = (fun t -> Some (default t));
    touch = (fun _ _ s -> s); park_store = (fun _ _ s -> s); save_point =
    (fun x x0 x1 -> SAt (x, x0, x1)); load_point = (fun pt ->
    match pt with
    | SFresh p -> Some (p, None)
    | SAt (p, c, k) -> Some (p, (Some (c, k)))) }

type extent = { extent_bytes : Big_trusted.t; extent_align : Big_trusted.t }

(** val empty_extent : extent **)

let empty_extent =
  { extent_bytes = Big_trusted.zero; extent_align = Big_trusted.one }

(** val is_empty : extent -> bool **)

let is_empty e =
  N.eqb e.extent_bytes Big_trusted.zero

(** val unsigned : Big_trusted.t -> extent **)

let unsigned n0 =
  { extent_bytes = n0; extent_align = n0 }

(** val cell : Big_trusted.t -> Big_trusted.t **)

let cell top =
  if N.ltb top (Big_trusted.double (Big_trusted.double (Big_trusted.double
       (Big_trusted.double (Big_trusted.double (Big_trusted.double
       (Big_trusted.double (Big_trusted.double Big_trusted.one))))))))
  then Big_trusted.one
  else if N.ltb top (Big_trusted.double (Big_trusted.double
            (Big_trusted.double (Big_trusted.double (Big_trusted.double
            (Big_trusted.double (Big_trusted.double (Big_trusted.double
            (Big_trusted.double (Big_trusted.double (Big_trusted.double
            (Big_trusted.double (Big_trusted.double (Big_trusted.double
            (Big_trusted.double (Big_trusted.double
            Big_trusted.one))))))))))))))))
       then (Big_trusted.double Big_trusted.one)
       else if N.ltb top (Big_trusted.double (Big_trusted.double
                 (Big_trusted.double (Big_trusted.double (Big_trusted.double
                 (Big_trusted.double (Big_trusted.double (Big_trusted.double
                 (Big_trusted.double (Big_trusted.double (Big_trusted.double
                 (Big_trusted.double (Big_trusted.double (Big_trusted.double
                 (Big_trusted.double (Big_trusted.double (Big_trusted.double
                 (Big_trusted.double (Big_trusted.double (Big_trusted.double
                 (Big_trusted.double (Big_trusted.double (Big_trusted.double
                 (Big_trusted.double (Big_trusted.double (Big_trusted.double
                 (Big_trusted.double (Big_trusted.double (Big_trusted.double
                 (Big_trusted.double (Big_trusted.double (Big_trusted.double
                 Big_trusted.one))))))))))))))))))))))))))))))))
            then (Big_trusted.double (Big_trusted.double Big_trusted.one))
            else (Big_trusted.double (Big_trusted.double (Big_trusted.double
                   Big_trusted.one)))

(** val round_up : Big_trusted.t -> Big_trusted.t -> Big_trusted.t **)

let round_up n0 align =
  N.mul (N.div (N.add n0 (N.sub align Big_trusted.one)) align) align

(** val repeat : Big_trusted.t -> extent -> extent **)

let repeat n0 e =
  { extent_bytes = (N.mul n0 e.extent_bytes); extent_align = e.extent_align }

(** val array_of : Big_trusted.t -> extent -> extent **)

let array_of n0 e =
  repeat (N.max Big_trusted.one n0) e

(** val after : extent -> extent -> extent **)

let after total e =
  if is_empty e
  then total
  else { extent_bytes =
         (N.add (round_up total.extent_bytes e.extent_align) e.extent_bytes);
         extent_align = (N.max total.extent_align e.extent_align) }

(** val beside : extent -> extent -> extent **)

let beside total e =
  if is_empty e
  then total
  else { extent_bytes = (N.max total.extent_bytes e.extent_bytes);
         extent_align = (N.max total.extent_align e.extent_align) }

(** val closed : extent -> extent **)

let closed total =
  { extent_bytes = (round_up total.extent_bytes total.extent_align);
    extent_align = total.extent_align }

(** val structure : extent list -> extent **)

let structure members =
  closed (fold_left after members empty_extent)

(** val overlay : extent list -> extent **)

let overlay members =
  closed (fold_left beside members empty_extent)

(** val offsets_from : extent -> extent list -> Big_trusted.t option list **)

let rec offsets_from total = function
| [] -> []
| e :: members0 ->
  (if is_empty e
   then None
   else Some (round_up total.extent_bytes e.extent_align)) :: (offsets_from
                                                                (after total
                                                                  e) members0)

(** val offsets : extent list -> Big_trusted.t option list **)

let offsets =
  offsets_from empty_extent

(** val bytes_of_width : width -> Big_trusted.t **)

let bytes_of_width = function
| W8 -> Big_trusted.one
| W16 -> (Big_trusted.double Big_trusted.one)
| W32 -> (Big_trusted.double (Big_trusted.double Big_trusted.one))
| W64 ->
  (Big_trusted.double (Big_trusted.double (Big_trusted.double
    Big_trusted.one)))

(** val index_cells : Big_trusted.t -> Big_trusted.t **)

let index_cells cap =
  if N.leb cap (Big_trusted.double (Big_trusted.double (Big_trusted.double
       (Big_trusted.double Big_trusted.one))))
  then Big_trusted.zero
  else N.pow (Big_trusted.double Big_trusted.one)
         (N.log2_up
           (N.add cap (N.div cap (Big_trusted.double Big_trusted.one))))

(** val tagged : extent list -> extent list **)

let tagged cases0 =
  (unsigned (cell (N.of_nat (sub (length cases0) (Stdlib.succ 0))))) :: (
    (overlay cases0) :: [])

(** val bytes_members : Big_trusted.t -> extent list **)

let bytes_members cap =
  (unsigned (cell cap)) :: ((array_of cap (unsigned Big_trusted.one)) :: [])

(** val map_members : Big_trusted.t -> width -> extent -> extent list **)

let map_members cap key0 e =
  (array_of cap e) :: ((array_of cap (unsigned (bytes_of_width key0))) :: (
    (unsigned (cell cap)) :: ((repeat (index_cells cap) (unsigned (cell cap))) :: [])))

(** val extent_of :
    (int -> extent) -> (procedure -> extent) -> ty -> extent **)

let rec extent_of extern0 frame = function
| TBool -> unsigned Big_trusted.one
| TInt w0 -> unsigned (bytes_of_width w0)
| TBytes cap -> structure (bytes_members cap)
| TView ->
  { extent_bytes = (Big_trusted.double (Big_trusted.double
    (Big_trusted.double (Big_trusted.double Big_trusted.one))));
    extent_align = (Big_trusted.double (Big_trusted.double
    (Big_trusted.double Big_trusted.one))) }
| TArray (n0, t0) -> array_of n0 (extent_of extern0 frame t0)
| TRecord (_, ts) -> structure (map (extent_of extern0 frame) ts)
| TUnion (_, ts) -> structure (tagged (map (extent_of extern0 frame) ts))
| TMap (cap, key0, t0) ->
  structure (map_members cap key0 (extent_of extern0 frame t0))
| TExtern n0 -> extern0 n0
| TCoro p -> frame p

(** val members_of :
    (int -> extent) -> (procedure -> extent) -> ty -> extent list **)

let members_of extern0 frame = function
| TBytes cap -> bytes_members cap
| TArray (n0, t0) -> (array_of n0 (extent_of extern0 frame t0)) :: []
| TRecord (_, ts) -> map (extent_of extern0 frame) ts
| TUnion (_, ts) -> tagged (map (extent_of extern0 frame) ts)
| TMap (cap, key0, t0) -> map_members cap key0 (extent_of extern0 frame t0)
| _ -> []

type home =
| Slot of int * int
| Local
| Borrowed
| Loaned

type frame_layout = { homes : home list; frame_bytes : int;
                      frame_align : int; index_bytes : int;
                      live_sets : (label * int list) list;
                      stops : (label * (int * int)) list }

type layout = frame_layout list

type plan = { home_of : home table; live_at : int list table;
              stop_at : (int * int) table; bytes : int; alignment : int }

type plans = plan table

(** val by_label : (label * 'a1) list -> 'a1 table **)

let by_label l =
  fold_right (fun pat ->
    let (l0, a) = pat in trie_add (Coq_Pos.of_succ_nat l0) a) Leaf l

(** val plan_of : frame_layout -> plan **)

let plan_of f =
  { home_of = (build f.homes); live_at = (by_label f.live_sets); stop_at =
    (by_label f.stops); bytes = f.frame_bytes; alignment = f.frame_align }

(** val plans_of : layout -> plans **)

let plans_of l =
  build (map plan_of l)

(** val overlap : int -> int -> int -> int -> bool **)

let overlap off1 size1 off2 size2 =
  (&&) ((&&) ((&&) ((<) 0 size1) ((<) 0 size2)) ((<) off1 ((+) off2 size2)))
    ((<) off2 ((+) off1 size1))

(** val shares : int -> int -> home -> bool **)

let shares off size1 = function
| Slot (off', size') -> overlap off size1 off' size'
| _ -> false

(** val home_in : plan -> int -> home **)

let home_in pl x =
  match look pl.home_of x with
  | Some h -> h
  | None -> Local

(** val with_slot :
    plans -> procedure -> int -> 'a1 -> (plan -> int -> int -> 'a1) -> 'a1 **)

let with_slot l p x none f =
  match look l p with
  | Some pl ->
    (match home_in pl x with
     | Slot (off, size1) -> f pl off size1
     | _ -> none)
  | None -> none

(** val hit : plan -> int -> int -> int -> int -> bool **)

let hit pl x off size1 y =
  (&&) (negb ((=) x y)) (shares off size1 (home_in pl y))

(** val survives : plan -> int -> int -> int -> bool **)

let survives pl off size1 y =
  match home_in pl y with
  | Slot (off', size') -> negb (overlap off size1 off' size')
  | Borrowed -> true
  | _ -> false

(** val stop_of :
    plans -> procedure -> label -> (plan * (int * int)) option **)

let stop_of l p l0 =
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun pl ->
    fmap (Obj.magic (fun _ _ -> option_fmap)) (fun x -> (pl, x))
      (look (Obj.magic pl.stop_at) l0)) (look (Obj.magic l) p)

(** val clash : plans -> procedure -> int -> int list -> bool **)

let clash l p x v =
  with_slot l p x false (fun pl off size1 -> existsb (hit pl x off size1) v)

(** val of_proc : program -> procedure -> 'a1 -> (proc -> 'a1) -> 'a1 **)

let of_proc q p none f =
  match lookup0 list_lookup p q.procs with
  | Some pr -> f pr
  | None -> none

(** val fits_mode : plan -> (mode * ty) -> arg -> bool **)

let fits_mode pl x a =
  match fst x with
  | In -> (match a with
           | AIn _ -> true
           | _ -> false)
  | Inout -> (match a with
              | AIn _ -> false
              | _ -> true)
  | Lent ->
    (match a with
     | AInout p ->
       (match p with
        | PVar y -> (match home_in pl y with
                     | Loaned -> true
                     | _ -> false)
        | _ -> false)
     | _ -> false)

(** val forallb2 : ('a1 -> 'a2 -> bool) -> 'a1 list -> 'a2 list -> bool **)

let rec forallb2 f l l' =
  match l with
  | [] -> (match l' with
           | [] -> true
           | _ :: _ -> false)
  | a :: l0 ->
    (match l' with
     | [] -> false
     | b :: l'0 -> (&&) (f a b) (forallb2 f l0 l'0))

(** val dest_outside : plan -> int -> int -> place option -> bool **)

let dest_outside pl off size1 dest =
  match mbind (Obj.magic (fun _ _ -> option_bind)) (Obj.magic root) dest with
  | Some x -> negb (shares off size1 (home_in pl (Obj.magic x)))
  | None -> true

(** val need_before_call :
    program -> plans -> procedure -> label -> call -> int list -> int list
    option **)

let need_before_call q l p l0 x k =
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun pr ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun pl ->
      let before = uses_args x.call_args k in
      if pr.suspends
      then (match look pl.stop_at l0 with
            | Some p0 ->
              let (off, n0) = p0 in
              (match look l x.callee with
               | Some pl' ->
                 if (&&)
                      ((&&)
                        ((&&)
                          ((&&) ((=) n0 pl'.bytes)
                            ((<=) ((+) off n0) pl.bytes))
                          (forallb (survives pl off n0) k))
                        (forallb (fun y ->
                          negb (shares off n0 (home_in pl y))) before))
                      (dest_outside pl off n0 x.call_dest)
                 then Some before
                 else None
               | None -> None)
            | None -> None)
      else (match look pl.stop_at l0 with
            | Some _ -> None
            | None -> apart (clash l p) x.call_dest before))
      (look (Obj.magic l) p))
    (lookup0 (Obj.magic list_lookup) x.callee q.procs)

(** val outlives_step : plan -> int -> bool **)

let outlives_step pl x =
  match home_in pl x with
  | Local -> false
  | _ -> true

(** val need_before_ask :
    program -> plans -> procedure -> label -> suspension -> int list -> int
    list option **)

let need_before_ask q l p l0 x k =
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
    let (pl, y) = pat in
    let (off, n0) = y in
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun eff ->
      if (&&) ((&&) ((=) n0 0) (forallb (survives pl off n0) k))
           (forallb (outlives_step pl) (viewed eff.eff_args x.ask_args))
      then Some (uses_all x.ask_args (merge x.ask_lent k))
      else None) (lookup0 (Obj.magic list_lookup) x.ask_effect q.effs))
    (Obj.magic stop_of l p l0)

(** val layout_analysis :
    program -> plans -> (basic, expr, suspension, call, resumption, int list)
    analysis **)

let layout_analysis q l =
  { subset = included; union = merge; at_label = (fun p l0 ->
    match mbind (Obj.magic (fun _ _ -> option_bind)) (fun pl ->
            look (Obj.magic pl.live_at) l0) (look l p) with
    | Some v -> Obj.magic v
    | None -> []); fresh_set = (fun p -> of_proc q p [] (by_mode owned));
    entry_set = (fun p -> of_proc q p [] (by_mode (fun _ -> true)));
    exit_set = (fun p -> of_proc q p [] exit_vars); need_run = (fun p ->
    need_basic (clash l p)); need_test = (fun _ e v -> Some (uses e v));
    keep_ask = (fun p -> keep_during_ask (clash l p)); need_ask =
    (need_before_ask q l); keep_call = (fun p x after0 ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun pr ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun pl ->
        if forallb2 (fits_mode pl) pr.params x.call_args
        then keep_during_call (clash l p) pr.params x after0
        else None) (look (Obj.magic l) p))
      (lookup0 (Obj.magic list_lookup) x.callee q.procs)); need_call =
    (need_before_call q l); need_resume = (fun p ->
    need_before_resume (clash l p)) }

(** val begins : plans -> procedure -> proc -> bool **)

let begins l p pr =
  forallb (fun x -> negb (clash l p x (by_mode (fun _ -> true) pr)))
    (lent_of pr)

(** val has_view : ty -> bool **)

let rec has_view = function
| TView -> true
| TArray (_, t0) -> has_view t0
| TRecord (_, ts) -> existsb has_view ts
| TUnion (_, ts) -> existsb has_view ts
| TMap (_, _, t0) -> has_view t0
| _ -> false

(** val points_of :
    (procedure -> bool) -> (basic, expr, suspension, call, resumption) cmd ->
    (label * procedure option) list **)

let rec points_of suspending = function
| Seq (a, b) -> app (points_of suspending a) (points_of suspending b)
| If (_, a, b) -> app (points_of suspending a) (points_of suspending b)
| Block c0 -> points_of suspending c0
| Loop (_, c0) -> points_of suspending c0
| Label (_, c0) -> points_of suspending c0
| Suspend (l, _) -> (l, None) :: []
| Call (l, x) ->
  if suspending x.callee then (l, (Some x.callee)) :: [] else []
| _ -> []

(** val label_bytes : int -> Big_trusted.t **)

let label_bytes points1 =
  cell (N.add (N.of_nat points1) Big_trusted.one)

(** val frame_extent : plans -> procedure -> extent **)

let frame_extent l p =
  match look l p with
  | Some pl ->
    { extent_bytes = (N.of_nat pl.bytes); extent_align =
      (N.of_nat pl.alignment) }
  | None -> empty_extent

(** val pair_extent : (Big_trusted.t * Big_trusted.t) -> extent **)

let pair_extent x =
  { extent_bytes = (fst x); extent_align = (snd x) }

(** val extern_extent :
    (Big_trusted.t * Big_trusted.t) table -> int -> extent **)

let extern_extent x n0 =
  from_option pair_extent empty_extent (look x n0)

(** val program_extent :
    (Big_trusted.t * Big_trusted.t) table -> plans -> ty -> extent **)

let program_extent x l =
  extent_of (extern_extent x) (frame_extent l)

(** val program_members :
    (Big_trusted.t * Big_trusted.t) table -> plans -> ty -> extent list **)

let program_members x l =
  members_of (extern_extent x) (frame_extent l)

(** val extern_fits : (Big_trusted.t * Big_trusted.t) -> bool **)

let extern_fits x =
  (&&)
    ((&&) (N.leb Big_trusted.one (fst x))
      (existsb (N.eqb (snd x)) (Big_trusted.one :: ((Big_trusted.double
        Big_trusted.one) :: ((Big_trusted.double (Big_trusted.double
        Big_trusted.one)) :: ((Big_trusted.double (Big_trusted.double
        (Big_trusted.double Big_trusted.one))) :: ((Big_trusted.double
        (Big_trusted.double (Big_trusted.double (Big_trusted.double
        Big_trusted.one)))) :: ((Big_trusted.double (Big_trusted.double
        (Big_trusted.double (Big_trusted.double (Big_trusted.double
        Big_trusted.one))))) :: ((Big_trusted.double (Big_trusted.double
        (Big_trusted.double (Big_trusted.double (Big_trusted.double
        (Big_trusted.double Big_trusted.one)))))) :: [])))))))))
    (N.eqb (N.modulo (fst x) (snd x)) Big_trusted.zero)

(** val slot_inside : frame_layout -> int -> int -> bool **)

let slot_inside f off size1 =
  (&&) ((<=) f.index_bytes off) ((<=) ((+) off size1) f.frame_bytes)

(** val slot_fits : frame_layout -> extent -> int -> int -> bool **)

let slot_fits f e off size1 =
  (&&)
    ((&&)
      ((&&) (N.eqb (N.of_nat size1) e.extent_bytes) (slot_inside f off size1))
      (N.eqb (N.modulo (N.of_nat off) e.extent_align) Big_trusted.zero))
    (N.eqb (N.modulo (N.of_nat f.frame_align) e.extent_align)
      Big_trusted.zero)

(** val home_fits :
    (ty -> extent) -> proc -> frame_layout -> (mode * ty) -> bool -> home ->
    bool **)

let home_fits extent_at pr f x param h =
  match fst x with
  | In ->
    (match h with
     | Slot (off, size1) ->
       (&&) ((&&) pr.suspends (slot_fits f (extent_at (snd x)) off size1))
         (negb (has_view (snd x)))
     | Local -> (||) (negb ((&&) pr.suspends param)) (has_view (snd x))
     | _ -> false)
  | Inout -> (match h with
              | Borrowed -> true
              | _ -> false)
  | Lent -> (match h with
             | Loaned -> true
             | _ -> false)

(** val disjoint : home list -> bool **)

let rec disjoint = function
| [] -> true
| h :: hs0 ->
  (match h with
   | Slot (off, size1) ->
     (&&) (negb (existsb (shares off size1) hs0)) (disjoint hs0)
   | _ -> disjoint hs0)

(** val points :
    (procedure -> bool) -> proc -> (label * procedure option) list **)

let points suspending pr =
  points_of suspending pr.body

(** val stop_fits :
    plans -> frame_layout -> (int * int) table -> (label * procedure option)
    -> bool **)

let stop_fits l f at_stops x =
  match snd x with
  | Some q ->
    (match look at_stops (fst x) with
     | Some p ->
       let (off, size1) = p in slot_fits f (frame_extent l q) off size1
     | None -> false)
  | None ->
    (match look at_stops (fst x) with
     | Some p -> let (_, size1) = p in (=) size1 0
     | None -> false)

(** val slots :
    (ty -> extent) -> proc -> frame_layout -> (int * extent) list **)

let slots extent_at pr f =
  omap (Obj.magic (fun _ _ -> list_omap)) (fun pat ->
    let (t, h) = pat in
    (match h with
     | Slot (off, _) -> Some (off, (extent_at t))
     | _ -> None))
    (zip_with (Obj.magic (fun x x0 -> (x, x0)))
      (app (map snd pr.params) pr.locals) f.homes)

(** val areas :
    (procedure -> bool) -> plans -> proc -> (int * int) table ->
    (int * extent) list **)

let areas suspending l pr at_stops =
  omap (Obj.magic (fun _ _ -> list_omap)) (fun pat ->
    let (l0, q) = pat in
    (match q with
     | Some q0 ->
       (match look at_stops l0 with
        | Some p -> let (off, _) = p in Some (off, (frame_extent l q0))
        | None -> None)
     | None -> None)) (Obj.magic points suspending pr)

(** val room : extent -> (int * extent) -> extent **)

let room total x =
  if is_empty (snd x)
  then total
  else { extent_bytes =
         (N.max total.extent_bytes
           (N.add (N.of_nat (fst x)) (snd x).extent_bytes)); extent_align =
         (N.max total.extent_align (snd x).extent_align) }

(** val frame_room : frame_layout -> (int * extent) list -> extent **)

let frame_room f members =
  closed (fold_left room members (unsigned (N.of_nat f.index_bytes)))

(** val coroutine_fits :
    (procedure -> bool) -> (ty -> extent) -> plans -> proc -> frame_layout ->
    bool **)

let coroutine_fits suspending extent_at l pr f =
  let at_stops = by_label f.stops in
  let room0 =
    frame_room f (app (slots extent_at pr f) (areas suspending l pr at_stops))
  in
  (&&)
    ((&&)
      ((&&)
        ((&&)
          ((&&)
            (N.eqb (N.of_nat f.index_bytes)
              (label_bytes (length (points suspending pr))))
            (N.ltb
              (N.add (N.of_nat (length (points suspending pr)))
                Big_trusted.one)
              (N.pow (Big_trusted.double (Big_trusted.double
                (Big_trusted.double (Big_trusted.double (Big_trusted.double
                (Big_trusted.double (Big_trusted.double (Big_trusted.double
                Big_trusted.one)))))))) (N.of_nat f.index_bytes))))
          (N.eqb (N.of_nat f.frame_bytes) room0.extent_bytes))
        (N.eqb (N.of_nat f.frame_align) room0.extent_align))
      ((=) (length f.stops) (length (points suspending pr))))
    (forallb (stop_fits l f at_stops) (points suspending pr))

(** val frame_fits :
    (procedure -> bool) -> (ty -> extent) -> plans -> proc -> frame_layout ->
    bool **)

let frame_fits suspending extent_at l pr f =
  let n0 = length pr.params in
  (&&)
    ((&&)
      ((&&)
        (forallb2 (fun x h -> home_fits extent_at pr f x true h) pr.params
          (firstn n0 f.homes))
        (forallb2 (fun t h -> home_fits extent_at pr f (In, t) false h)
          pr.locals (skipn n0 f.homes))) (disjoint (firstn n0 f.homes)))
    (if pr.suspends
     then coroutine_fits suspending extent_at l pr f
     else (&&) ((=) f.frame_bytes 0) ((=) f.frame_align (Stdlib.succ 0)))

(** val check_procedure :
    program -> plans -> (procedure -> bool) -> (ty -> extent) -> procedure ->
    proc -> frame_layout -> bool **)

let check_procedure q l suspending extent_at p pr f =
  (&&) ((&&) (frame_fits suspending extent_at l pr f) (begins l p pr))
    (accepts_body (layout_analysis q l) p pr.body)

(** val suspending_of : program -> procedure -> bool **)

let suspending_of q =
  let p = build (map (fun p -> p.suspends) q.procs) in
  (fun p0 -> from_option (Obj.magic id) false (look p p0))

(** val refused_from :
    program -> plans -> (procedure -> bool) -> (ty -> extent) -> procedure ->
    proc list -> frame_layout list -> procedure option **)

let rec refused_from q l suspending extent_at p prs fs =
  match prs with
  | [] -> (match fs with
           | [] -> None
           | _ :: _ -> Some p)
  | pr :: prs0 ->
    (match fs with
     | [] -> Some p
     | f :: fs0 ->
       if check_procedure q l suspending extent_at p pr f
       then refused_from q l suspending extent_at (Stdlib.succ p) prs0 fs0
       else Some p)

(** val refused : program -> layout -> procedure option **)

let refused q l =
  let plans0 = plans_of l in
  if forallb extern_fits q.extern_types
  then refused_from q plans0 (suspending_of q)
         (program_extent (build q.extern_types) plans0) 0 q.procs l
  else Some 0

(** val largest : width -> Big_trusted.t **)

let largest w0 =
  Z.sub (limit w0) Big_trusted.one

(** val least :
    Big_trusted.t option -> Big_trusted.t option -> Big_trusted.t option **)

let least o1 o2 =
  match o1 with
  | Some a -> (match o2 with
               | Some b -> Some (Z.min a b)
               | None -> Some a)
  | None -> o2

(** val both :
    (Big_trusted.t -> Big_trusted.t -> Big_trusted.t) -> Big_trusted.t option
    -> Big_trusted.t option -> Big_trusted.t option **)

let both f o1 o2 =
  match o1 with
  | Some a -> (match o2 with
               | Some b -> Some (f a b)
               | None -> None)
  | None -> None

(** val literal0 : expr -> Big_trusted.t option **)

let literal0 = function
| EInt (_, z0) -> Some z0
| _ -> None

(** val bound_arith :
    arith -> width -> Big_trusted.t option -> Big_trusted.t option ->
    Big_trusted.t option -> Big_trusted.t option **)

let bound_arith op w0 k o1 o2 =
  match op with
  | Add -> least (both Z.add o1 o2) (Some (largest w0))
  | Mul -> least (both Z.mul o1 o2) (Some (largest w0))
  | Div ->
    (match k with
     | Some k0 ->
       if Z.ltb Big_trusted.zero k0
       then fmap (Obj.magic (fun _ _ -> option_fmap)) (fun m -> Z.div m k0) o1
       else None
     | None -> None)
  | Rem -> fmap (Obj.magic (fun _ _ -> option_fmap)) Z.pred o2
  | And -> least o1 o2
  | Or -> None
  | Xor -> None
  | Shr ->
    (match k with
     | Some k0 ->
       if Z.leb Big_trusted.zero k0
       then fmap (Obj.magic (fun _ _ -> option_fmap)) (fun m ->
              Z.shiftr m k0) o1
       else None
     | None -> None)
  | Rotl -> None
  | Rotr -> None
  | _ -> Some (largest w0)

(** val bound : expr -> Big_trusted.t option **)

let rec bound = function
| EInt (_, z0) -> if Z.leb Big_trusted.zero z0 then Some z0 else None
| EArith (op, w0, e1, e2) ->
  bound_arith op w0 (literal0 e2) (bound e1) (bound e2)
| EWiden (from, to0, e0) ->
  least (bound e0) (Some (Z.min (largest from) (largest to0)))
| ENarrow (_, to0, e0) -> least (bound e0) (Some (largest to0))
| ECond (_, e1, e2) -> both Z.max (bound e1) (bound e2)
| _ -> None

(** val within : Big_trusted.t option -> Big_trusted.t -> bool **)

let within o n0 =
  match o with
  | Some m -> Z.leb m n0
  | None -> false

type ccheck =
| KIndex of place * expr
| KArith of arith * width * expr * expr
| KNarrow of width * expr
| KFit of Big_trusted.t * expr
| KSlice of bool * bool * expr * expr * expr
| KLoad of width * expr * expr
| KCase of place * int
| KKey of place * expr
| KKeyAt of place * expr
| KPush of place * Big_trusted.t
| KAppend of place * Big_trusted.t * expr
| KResize of Big_trusted.t * expr
| KBlit of place * expr * expr
| KStore of width * place * expr
| KPut of place * Big_trusted.t * expr
| KWaits of place * int option

type cguard =
| GTrue
| GFalse
| GCheck of ccheck
| GAnd of cguard * cguard
| GCond of expr * cguard * cguard

(** val gand : cguard -> cguard -> cguard **)

let gand g1 g2 =
  match g1 with
  | GTrue -> g2
  | GFalse -> (match g2 with
               | GTrue -> g1
               | _ -> GFalse)
  | _ -> (match g2 with
          | GTrue -> g1
          | _ -> GAnd (g1, g2))

(** val gcond : expr -> cguard -> cguard -> cguard **)

let gcond e g1 g2 =
  match g1 with
  | GTrue -> (match g2 with
              | GTrue -> GTrue
              | _ -> GCond (e, g1, g2))
  | _ -> GCond (e, g1, g2)

(** val gall : ('a1 -> cguard) -> 'a1 list -> cguard **)

let rec gall f = function
| [] -> GTrue
| a :: l0 -> gand (f a) (gall f l0)

(** val arith_total : arith -> width -> expr -> bool **)

let arith_total op w0 e2 =
  match op with
  | Add -> false
  | Sub -> false
  | Mul -> false
  | Div ->
    (match e2 with
     | EInt (_, z0) -> negb (Z.eqb z0 Big_trusted.zero)
     | _ -> false)
  | Rem ->
    (match e2 with
     | EInt (_, z0) -> negb (Z.eqb z0 Big_trusted.zero)
     | _ -> false)
  | Shl -> (match e2 with
            | EInt (_, z0) -> Z.ltb z0 (bits w0)
            | _ -> false)
  | Shr -> (match e2 with
            | EInt (_, z0) -> Z.ltb z0 (bits w0)
            | _ -> false)
  | _ -> true

(** val is_zero : expr -> bool **)

let is_zero = function
| EInt (_, z0) -> Z.eqb z0 Big_trusted.zero
| _ -> false

(** val times_zero : arith -> expr -> expr -> bool **)

let times_zero op e1 e2 =
  match op with
  | Mul -> (||) (is_zero e1) (is_zero e2)
  | _ -> false

(** val stays_below : arith -> width -> expr -> expr -> bool **)

let stays_below op w0 e1 e2 =
  match op with
  | Add -> within (both Z.add (bound e1) (bound e2)) (largest w0)
  | Mul -> within (both Z.mul (bound e1) (bound e2)) (largest w0)
  | _ -> false

(** val check_arith : arith -> width -> expr -> expr -> cguard **)

let check_arith op w0 e1 e2 =
  if (||) ((||) (arith_total op w0 e2) (times_zero op e1 e2))
       (stays_below op w0 e1 e2)
  then GTrue
  else (match op with
        | Div ->
          (match e2 with
           | EInt (_, _) -> GFalse
           | _ -> GCheck (KArith (op, w0, e1, e2)))
        | Rem ->
          (match e2 with
           | EInt (_, _) -> GFalse
           | _ -> GCheck (KArith (op, w0, e1, e2)))
        | Shl ->
          (match e2 with
           | EInt (_, _) -> GFalse
           | _ -> GCheck (KArith (op, w0, e1, e2)))
        | Shr ->
          (match e2 with
           | EInt (_, _) -> GFalse
           | _ -> GCheck (KArith (op, w0, e1, e2)))
        | _ -> GCheck (KArith (op, w0, e1, e2)))

(** val check_narrow : width -> expr -> cguard **)

let check_narrow to0 e =
  if within (bound e) (largest to0) then GTrue else GCheck (KNarrow (to0, e))

(** val check_resize : Big_trusted.t -> expr -> cguard **)

let check_resize cap e = match e with
| EInt (_, z0) -> if Z.leb z0 (Z.of_N cap) then GTrue else GFalse
| _ ->
  if within (bound e) (Z.of_N cap) then GTrue else GCheck (KResize (cap, e))

(** val same_place : place -> place -> bool **)

let rec same_place p q =
  match p with
  | PVar x -> (match q with
               | PVar y -> (=) x y
               | _ -> false)
  | PConst x -> (match q with
                 | PConst y -> (=) x y
                 | _ -> false)
  | PField (p0, i) ->
    (match q with
     | PField (q0, j) -> (&&) (same_place p0 q0) ((=) i j)
     | _ -> false)
  | PCase (p0, i) ->
    (match q with
     | PCase (q0, j) -> (&&) (same_place p0 q0) ((=) i j)
     | _ -> false)
  | _ -> false

(** val in_order : expr -> expr -> bool **)

let in_order lo hi =
  match lo with
  | EInt (_, a) ->
    (match hi with
     | EInt (_, b) -> (&&) (Z.leb Big_trusted.zero a) (Z.leb a b)
     | _ -> false)
  | _ -> false

(** val check_slice : expr -> expr -> expr -> cguard **)

let check_slice e lo hi =
  let low = negb ((||) (is_zero lo) (in_order lo hi)) in
  let high =
    match e with
    | ERead p ->
      (match hi with
       | ELen e0 ->
         (match e0 with
          | ERead q -> negb (same_place p q)
          | _ -> true)
       | _ -> true)
    | _ -> true
  in
  if (||) low high then GCheck (KSlice (low, high, e, lo, hi)) else GTrue

(** val check_fit : Big_trusted.t -> expr -> cguard **)

let check_fit cap e = match e with
| EBytes l ->
  if Z.leb (Z.of_nat (length l)) (Z.of_N cap) then GTrue else GFalse
| _ -> GCheck (KFit (cap, e))

(** val guard_place : place -> cguard **)

let rec guard_place = function
| PField (p0, _) -> guard_place p0
| PIndex (p0, e) ->
  gand (gand (guard_place p0) (guard_expr e)) (GCheck (KIndex (p0, e)))
| PCase (p0, tag) -> gand (guard_place p0) (GCheck (KCase (p0, tag)))
| PKey (p0, e) ->
  gand (gand (guard_place p0) (guard_expr e)) (GCheck (KKey (p0, e)))
| _ -> GTrue

(** val guard_expr : expr -> cguard **)

and guard_expr = function
| ERead p -> guard_place p
| ENot e0 -> guard_expr e0
| EComp (_, e0) -> guard_expr e0
| EAnd (e1, e2) -> gand (guard_expr e1) (gcond e1 (guard_expr e2) GTrue)
| EOr (e1, e2) -> gand (guard_expr e1) (gcond e1 GTrue (guard_expr e2))
| EArith (op, w0, e1, e2) ->
  gand (gand (guard_expr e1) (guard_expr e2)) (check_arith op w0 e1 e2)
| ECompare (_, _, e1, e2) -> gand (guard_expr e1) (guard_expr e2)
| EBoolEq (e1, e2) -> gand (guard_expr e1) (guard_expr e2)
| EBytesEq (e1, e2) -> gand (guard_expr e1) (guard_expr e2)
| EWiden (_, _, e0) -> guard_expr e0
| ENarrow (_, to0, e0) -> gand (guard_expr e0) (check_narrow to0 e0)
| ECond (e0, e1, e2) ->
  gand (guard_expr e0) (gcond e0 (guard_expr e1) (guard_expr e2))
| EFit (cap, e0) -> gand (guard_expr e0) (check_fit cap e0)
| ELen e0 -> guard_expr e0
| ECount p -> guard_place p
| EIs (p, _) -> guard_place p
| EHas (p, e0) -> gand (guard_place p) (guard_expr e0)
| EKeyAt (p, e0) ->
  gand (gand (guard_place p) (guard_expr e0)) (GCheck (KKeyAt (p, e0)))
| ESlice (e0, lo, hi) ->
  gand (gand (gand (guard_expr e0) (guard_expr lo)) (guard_expr hi))
    (check_slice e0 lo hi)
| ELoad (_, w0, e0, off) ->
  gand (gand (guard_expr e0) (guard_expr off)) (GCheck (KLoad (w0, e0, off)))
| ERecord (_, es) -> gall guard_expr es
| EUnion (_, _, e0) -> guard_expr e0
| EArray (_, es) -> gall guard_expr es
| EFill (_, _, e0) -> guard_expr e0
| ECoro (_, es) -> gall guard_expr es
| _ -> GTrue

(** val guard_subscripts : place -> cguard **)

let rec guard_subscripts = function
| PField (p0, _) -> guard_subscripts p0
| PIndex (p0, e) -> gand (guard_expr e) (guard_subscripts p0)
| PCase (p0, _) -> guard_subscripts p0
| PKey (p0, e) -> gand (guard_expr e) (guard_subscripts p0)
| _ -> GTrue

(** val guard_walk : place -> cguard **)

let rec guard_walk = function
| PField (p0, _) -> guard_walk p0
| PIndex (p0, e) -> gand (guard_walk p0) (GCheck (KIndex (p0, e)))
| PCase (p0, tag) -> gand (guard_walk p0) (GCheck (KCase (p0, tag)))
| PKey (p0, e) -> gand (guard_walk p0) (GCheck (KKey (p0, e)))
| _ -> GTrue

(** val guard_write : place -> cguard **)

let guard_write p =
  gand (guard_subscripts p) (guard_walk p)

(** val guard_dest : place option -> cguard **)

let guard_dest = function
| Some p -> guard_write p
| None -> GTrue

(** val guard_pass : arg -> cguard **)

let guard_pass = function
| AIn e -> guard_expr e
| AInout p -> guard_place p
| AInoutSlice (p, lo, hi) -> guard_expr (ESlice ((ERead p), lo, hi))

(** val guard_args : arg list -> cguard **)

let guard_args =
  gall guard_pass

(** val guard_give_back : arg -> cguard **)

let guard_give_back = function
| AIn _ -> GTrue
| AInout p -> guard_write p
| AInoutSlice (p, lo, _) -> gand (guard_expr lo) (guard_write p)

(** val guard_basic : basic -> cguard **)

let guard_basic = function
| BLine _ -> GTrue
| BAssign (p, e) -> gand (guard_expr e) (guard_write p)
| BPush (p, cap, e) ->
  gand (gand (guard_expr e) (guard_write p)) (GCheck (KPush (p, cap)))
| BAppend (p, cap, e) ->
  gand (gand (guard_expr e) (guard_write p)) (GCheck (KAppend (p, cap, e)))
| BResize (p, cap, e) ->
  gand (gand (guard_expr e) (check_resize cap e)) (guard_write p)
| BBlit (p, off, e) ->
  gand (gand (gand (guard_expr off) (guard_expr e)) (guard_write p)) (GCheck
    (KBlit (p, off, e)))
| BStore (_, w0, p, off, e) ->
  gand (gand (gand (guard_expr off) (guard_expr e)) (guard_write p)) (GCheck
    (KStore (w0, p, off)))
| BPut (p, cap, k, e) ->
  gand (gand (gand (guard_expr k) (guard_expr e)) (guard_write p)) (GCheck
    (KPut (p, cap, k)))
| BRemove (p, k) -> gand (guard_expr k) (guard_write p)
| BExtern (_, args, _) -> guard_args args
| BTrap -> GFalse

(** val guard_ask : suspension -> cguard **)

let guard_ask x =
  gall guard_expr x.ask_args

(** val guard_call : call -> cguard **)

let guard_call x =
  guard_args x.call_args

(** val guard_resume : resumption -> cguard **)

let guard_resume x =
  gand
    (gand
      (gand (guard_place x.child) (GCheck (KWaits (x.child,
        (fmap (Obj.magic (fun _ _ -> option_fmap)) fst (Obj.magic x.reply))))))
      (match mbind (Obj.magic (fun _ _ -> option_bind)) snd x.reply with
       | Some e -> guard_expr (Obj.magic e)
       | None -> GTrue)) (guard_args x.lend)

type ctest =
| CTest of cguard * expr
| CNot of ctest
| CBoth of ctest * ctest

(** val lower_test : expr -> ctest **)

let rec lower_test e = match e with
| ENot e0 -> CNot (lower_test e0)
| EAnd (e1, e2) ->
  (match guard_expr e2 with
   | GTrue -> CTest ((guard_expr e), e)
   | _ -> CBoth ((lower_test e1), (lower_test e2)))
| EOr (e1, e2) ->
  (match guard_expr e2 with
   | GTrue -> CTest ((guard_expr e), e)
   | _ -> CNot (CBoth ((CNot (lower_test e1)), (CNot (lower_test e2)))))
| _ -> CTest ((guard_expr e), e)

type atom =
| AInt of int
| ALen of int
| ATag of int

(** val atom_eqb : atom -> atom -> bool **)

let atom_eqb a b =
  match a with
  | AInt x -> (match b with
               | AInt y -> (=) x y
               | _ -> false)
  | ALen x -> (match b with
               | ALen y -> (=) x y
               | _ -> false)
  | ATag x -> (match b with
               | ATag y -> (=) x y
               | _ -> false)

(** val atom_var : atom -> int **)

let atom_var = function
| AInt x -> x
| ALen x -> x
| ATag x -> x

type lin = { base : Big_trusted.t; terms : (Big_trusted.t * atom) list }

(** val terms_eqb :
    (Big_trusted.t * atom) list -> (Big_trusted.t * atom) list -> bool **)

let rec terms_eqb l l' =
  match l with
  | [] -> (match l' with
           | [] -> true
           | _ :: _ -> false)
  | p :: l0 ->
    let (c, a) = p in
    (match l' with
     | [] -> false
     | p0 :: l'0 ->
       let (d, b) = p0 in
       (&&) ((&&) (Z.eqb c d) (atom_eqb a b)) (terms_eqb l0 l'0))

(** val lin_eqb : lin -> lin -> bool **)

let lin_eqb f g =
  (&&) (Z.eqb f.base g.base) (terms_eqb f.terms g.terms)

(** val coefficient : atom -> (Big_trusted.t * atom) list -> Big_trusted.t **)

let rec coefficient a = function
| [] -> Big_trusted.zero
| p :: l0 -> let (c, b) = p in if atom_eqb a b then c else coefficient a l0

(** val add_term :
    Big_trusted.t -> atom -> (Big_trusted.t * atom) list ->
    (Big_trusted.t * atom) list **)

let rec add_term c a = function
| [] -> if Z.eqb c Big_trusted.zero then [] else (c, a) :: []
| p :: l0 ->
  let (d, b) = p in
  if atom_eqb a b
  then if Z.eqb (Z.add c d) Big_trusted.zero
       then l0
       else ((Z.add c d), b) :: l0
  else (d, b) :: (add_term c a l0)

(** val plus : lin -> Big_trusted.t -> lin -> lin **)

let plus f m g =
  { base = (Z.add f.base (Z.mul m g.base)); terms =
    (fold_right (fun pat l -> let (c, a) = pat in add_term (Z.mul m c) a l)
      f.terms g.terms) }

(** val number : Big_trusted.t -> lin **)

let number z0 =
  { base = z0; terms = [] }

(** val one : atom -> lin **)

let one a =
  { base = Big_trusted.zero; terms = ((Big_trusted.one, a) :: []) }

(** val scale : Big_trusted.t -> lin -> lin **)

let scale m f =
  plus (number Big_trusted.zero) m f

(** val mentions : int -> lin -> bool **)

let mentions x f =
  existsb (fun t -> (=) (atom_var (snd t)) x) f.terms

(** val entails : int -> (atom -> lin list) -> lin list -> lin -> bool **)

let rec entails depth0 range1 facts g =
  match g.terms with
  | [] -> Z.leb Big_trusted.zero g.base
  | p :: _ ->
    let (c, a) = p in
    ((fun zero succ n -> if n = 0 then zero () else succ (n - 1))
       (fun _ -> false)
       (fun depth1 ->
       existsb (fun f ->
         let d = coefficient a f.terms in
         if Z.ltb Big_trusted.zero (Z.mul c d)
         then entails depth1 range1 facts
                (plus (scale (Z.abs d) g) (Z.opp (Z.abs c)) f)
         else false) (app facts (range1 a)))
       depth0)

(** val bytes_of : expr -> lin option **)

let bytes_of = function
| ERead p -> (match p with
              | PVar x -> Some (one (ALen x))
              | _ -> None)
| _ -> None

(** val linear : bool -> expr -> lin option **)

let rec linear deep = function
| EInt (_, z0) -> Some (number z0)
| ERead p -> (match p with
              | PVar x -> Some (one (AInt x))
              | _ -> None)
| EArith (op, _, e1, e2) ->
  (match linear deep e1 with
   | Some f ->
     (match linear deep e2 with
      | Some g ->
        (match op with
         | Add -> Some (plus f Big_trusted.one g)
         | Sub -> Some (plus f (Big_trusted.neg Big_trusted.one) g)
         | Mul ->
           (match f.terms with
            | [] -> Some (scale f.base g)
            | _ :: _ ->
              (match g.terms with
               | [] -> Some (scale g.base f)
               | _ :: _ -> None))
         | _ -> None)
      | None -> None)
   | None -> None)
| EWiden (from, to0, e0) ->
  if Z.leb (bits from) (bits to0) then linear deep e0 else None
| ENarrow (_, _, e0) -> linear deep e0
| ELen e0 -> if deep then size_of deep e0 else bytes_of e0
| _ -> None

(** val size_of : bool -> expr -> lin option **)

and size_of deep = function
| EBytes l -> Some (number (Z.of_nat (length l)))
| ERead p -> (match p with
              | PVar x -> Some (one (ALen x))
              | _ -> None)
| EFit (_, e0) -> size_of deep e0
| ESlice (_, lo, hi) ->
  (match linear deep lo with
   | Some f ->
     (match linear deep hi with
      | Some g -> Some (plus g (Big_trusted.neg Big_trusted.one) f)
      | None -> None)
   | None -> None)
| EDefault t ->
  (match t with
   | TBytes _ -> if deep then Some (number Big_trusted.zero) else None
   | _ -> None)
| _ -> None

(** val le : lin -> lin -> lin **)

let le f g =
  plus g (Big_trusted.neg Big_trusted.one) f

(** val lt : lin -> lin -> lin **)

let lt f g =
  plus (le f g) Big_trusted.one (number (Big_trusted.neg Big_trusted.one))

(** val goals : bool -> ccheck -> lin list option **)

let goals deep = function
| KIndex (p, e) ->
  (match p with
   | PVar x ->
     mbind (Obj.magic (fun _ _ -> option_bind)) (fun f -> Some
       (f :: ((lt f (one (ALen x))) :: []))) (Obj.magic linear deep e)
   | _ -> None)
| KArith (op, w0, e1, e2) ->
  (match op with
   | Add ->
     mbind (Obj.magic (fun _ _ -> option_bind)) (fun f -> Some
       (f :: ((le f (number (largest w0))) :: [])))
       (Obj.magic linear deep (EArith (op, w0, e1, e2)))
   | Sub ->
     mbind (Obj.magic (fun _ _ -> option_bind)) (fun f -> Some
       (f :: ((le f (number (largest w0))) :: [])))
       (Obj.magic linear deep (EArith (op, w0, e1, e2)))
   | Mul ->
     mbind (Obj.magic (fun _ _ -> option_bind)) (fun f -> Some
       (f :: ((le f (number (largest w0))) :: [])))
       (Obj.magic linear deep (EArith (op, w0, e1, e2)))
   | _ -> None)
| KNarrow (w0, e) ->
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun f -> Some
    (f :: ((le f (number (largest w0))) :: []))) (Obj.magic linear deep e)
| KSlice (low, high, e, lo, hi) ->
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun f ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun g ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun n0 -> Some
        (app (if low then f :: ((le f g) :: []) else g :: [])
          (if high then (le g n0) :: [] else [])))
        (if deep then Obj.magic size_of deep e else Obj.magic bytes_of e))
      (Obj.magic linear deep hi)) (Obj.magic linear deep lo)
| KResize (cap, e) ->
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun f -> Some
    ((le f (number (Z.of_N cap))) :: [])) (Obj.magic linear deep e)
| _ -> None

(** val gains : bool -> cguard -> lin list **)

let rec gains deep = function
| GCheck k -> (match goals deep k with
               | Some l -> l
               | None -> [])
| GAnd (g1, g2) -> app (gains deep g1) (gains deep g2)
| _ -> []

(** val compared :
    (lin -> bool) -> compare0 -> lin -> lin -> lin list * lin list **)

let compared proved op f g =
  let same = (le f g) :: ((le g f) :: []) in
  let unlike =
    if proved (le f g)
    then (lt f g) :: []
    else if proved (le g f) then (lt g f) :: [] else []
  in
  (match op with
   | Eq -> (same, unlike)
   | Ne -> (unlike, same)
   | Lt -> (((lt f g) :: []), ((le g f) :: []))
   | Le -> (((le f g) :: []), ((lt g f) :: []))
   | Gt -> (((lt g f) :: []), ((le f g) :: []))
   | Ge -> (((le g f) :: []), ((lt f g) :: [])))

(** val outcomes : bool -> (lin -> bool) -> expr -> lin list * lin list **)

let rec outcomes deep proved = function
| ENot e0 -> let (yes, no) = outcomes deep proved e0 in (no, yes)
| EAnd (e1, e2) ->
  ((app (fst (outcomes deep proved e1))
     (app (gains deep (guard_expr e2)) (fst (outcomes deep proved e2)))), [])
| EOr (e1, e2) ->
  ([],
    (app (snd (outcomes deep proved e1))
      (app (gains deep (guard_expr e2)) (snd (outcomes deep proved e2)))))
| ECompare (op, _, e1, e2) ->
  (match linear deep e1 with
   | Some f ->
     (match linear deep e2 with
      | Some g -> compared proved op f g
      | None -> ([], []))
   | None -> ([], []))
| EIs (p, tag) ->
  (match p with
   | PVar x ->
     if deep
     then compared proved Eq (one (ATag x)) (number (Z.of_nat tag))
     else ([], [])
   | _ -> ([], []))
| _ -> ([], [])

(** val declared : proc -> (mode * ty) table **)

let declared pr =
  build (variables pr)

(** val range0 : (mode * ty) table -> atom -> lin list **)

let range0 d a = match a with
| AInt x ->
  (match look d (atom_var (AInt x)) with
   | Some p ->
     let (_, t) = p in
     (match t with
      | TInt w0 -> (one a) :: ((le (one a) (number (largest w0))) :: [])
      | _ -> [])
   | None -> [])
| ALen x ->
  (match look d (atom_var (ALen x)) with
   | Some p ->
     let (_, t) = p in
     (match t with
      | TBytes cap -> (one a) :: ((le (one a) (number (Z.of_N cap))) :: [])
      | TView -> (one a) :: ((le (one a) (number (largest W32))) :: [])
      | TArray (n0, _) ->
        (le (one a) (number (Z.of_N n0))) :: ((le (number (Z.of_N n0))
                                                (one a)) :: [])
      | _ -> [])
   | None -> [])
| ATag x ->
  (match look d (atom_var (ATag x)) with
   | Some p ->
     let (_, t) = p in
     (match t with
      | TUnion (_, ts) ->
        (one a) :: ((le (one a)
                      (number (Z.sub (Z.of_nat (length ts)) Big_trusted.one))) :: [])
      | _ -> [])
   | None -> [])

(** val depth : int **)

let depth =
  Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ 0))))

(** val proves : (mode * ty) table -> lin list -> lin -> bool **)

let proves d facts g =
  entails depth (range0 d) facts g

(** val in_scope : int list -> lin -> bool **)

let in_scope u f =
  forallb (fun t -> existsb (fun y -> (=) (atom_var (snd t)) y) u) f.terms

(** val decides :
    (mode * ty) table -> int list -> lin list -> lin list option -> bool **)

let decides d u facts = function
| Some l -> forallb (fun g -> (&&) (in_scope u g) (proves d facts g)) l
| None -> false

(** val ease :
    (mode * ty) table -> int list -> lin list -> ccheck -> cguard **)

let ease d u facts k = match k with
| KSlice (low, high, e, lo, hi) ->
  let low' =
    (&&) low
      (negb
        (decides d u facts
          (mbind (Obj.magic (fun _ _ -> option_bind)) (fun f ->
            mbind (Obj.magic (fun _ _ -> option_bind)) (fun g -> Some
              (f :: ((le f g) :: []))) (Obj.magic linear false hi))
            (Obj.magic linear false lo))))
  in
  let high' =
    (&&) high
      (negb
        (decides d u facts
          (mbind (Obj.magic (fun _ _ -> option_bind)) (fun g ->
            mbind (Obj.magic (fun _ _ -> option_bind)) (fun n0 -> Some
              ((le g n0) :: [])) (Obj.magic bytes_of e))
            (Obj.magic linear false hi))))
  in
  if (||) low' high'
  then GCheck (KSlice (low', high', e, lo, hi))
  else if decides d u facts
            (mbind (Obj.magic (fun _ _ -> option_bind)) (fun g -> Some
              (g :: [])) (Obj.magic linear false hi))
       then GTrue
       else GCheck k
| _ -> if decides d u facts (goals false k) then GTrue else GCheck k

(** val passed : int list -> lin list -> lin list -> lin list **)

let passed u facts l =
  app (filter (in_scope u) l) facts

(** val prune :
    (mode * ty) table -> int list -> lin list -> cguard -> cguard * lin list **)

let rec prune d u facts g = match g with
| GCheck k -> ((ease d u facts k), (passed u facts (gains false g)))
| GAnd (g1, g2) ->
  let (g3, facts0) = prune d u facts g1 in
  let (g4, facts1) = prune d u facts0 g2 in ((gand g3 g4), facts1)
| _ -> (g, facts)

(** val verdicts : ctest -> lin list * lin list **)

let rec verdicts = function
| CTest (g, e) ->
  let (yes, no) = outcomes false (fun _ -> false) e in
  ((app (gains false g) yes), (app (gains false g) no))
| CNot t0 -> let (yes, no) = verdicts t0 in (no, yes)
| CBoth (t1, t2) -> ((app (fst (verdicts t1)) (fst (verdicts t2))), [])

(** val prune_test :
    (mode * ty) table -> int list -> lin list -> ctest -> ctest **)

let rec prune_test d u facts = function
| CTest (g, e) -> CTest ((fst (prune d u facts g)), e)
| CNot t0 -> CNot (prune_test d u facts t0)
| CBoth (t1, t2) ->
  CBoth ((prune_test d u facts t1),
    (prune_test d u (passed u facts (fst (verdicts t1))) t2))

(** val nothing : lin list option **)

let nothing =
  Some []

(** val overwritten : place -> int list **)

let overwritten = function
| PVar x -> x :: []
| _ -> []

(** val overwritten_dest : place option -> int list **)

let overwritten_dest = function
| Some p -> overwritten p
| None -> []

(** val overwritten_arg : arg -> int list **)

let overwritten_arg = function
| AInout p -> overwritten p
| _ -> []

(** val changed : basic -> int list **)

let changed = function
| BAssign (p, _) -> overwritten p
| BPush (p, _, _) -> overwritten p
| BAppend (p, _, _) -> overwritten p
| BResize (p, _, _) -> overwritten p
| BPut (p, _, _, _) -> overwritten p
| BRemove (p, _) -> overwritten p
| BExtern (_, args, dest) ->
  app
    (mjoin (Obj.magic (fun _ -> list_join))
      (map (Obj.magic overwritten_arg) args)) (overwritten_dest dest)
| _ -> []

(** val changed_call : call -> int list **)

let changed_call x =
  app
    (mjoin (Obj.magic (fun _ -> list_join))
      (map (Obj.magic overwritten_arg) x.call_args))
    (overwritten_dest x.call_dest)

(** val forget : int list -> lin list -> lin list **)

let forget xs facts =
  filter (fun f -> negb (existsb (fun x -> mentions x f) xs)) facts

(** val most : int **)

let most =
  Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
    (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
    (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
    (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
    (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
    (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
    (Stdlib.succ (Stdlib.succ 0)))))))))))))))))))))))))))))))

(** val learn : lin list -> lin list -> lin list **)

let rec learn facts = function
| [] -> facts
| f :: l0 ->
  if (||) (existsb (lin_eqb f) facts) ((<=) most (length facts))
  then learn facts l0
  else learn (f :: facts) l0

(** val equal : lin -> lin -> lin list **)

let equal f g =
  (le f g) :: ((le g f) :: [])

(** val moved : atom -> lin -> lin -> lin list **)

let moved a d f =
  let c = coefficient a f.terms in
  let rest = plus f (Z.opp c) (one a) in
  if (||) (Z.eqb c Big_trusted.zero) (mentions (atom_var a) rest)
  then []
  else (plus rest c (plus (one a) (Big_trusted.neg Big_trusted.one) d)) :: []

(** val grown : atom -> lin -> lin list -> lin list **)

let grown a d facts =
  if mentions (atom_var a) d
  then []
  else mjoin (Obj.magic (fun _ -> list_join))
         (map (Obj.magic moved a d) facts)

(** val grows : int -> expr -> lin option **)

let grows x e =
  match linear true e with
  | Some f ->
    if Z.eqb (coefficient (AInt x) f.terms) Big_trusted.one
    then Some (plus f (Big_trusted.neg Big_trusted.one) (one (AInt x)))
    else None
  | None -> None

(** val assigned : bool -> (lin -> bool) -> int -> expr -> lin list **)

let assigned deep proved x e =
  let a = one (AInt x) in
  let apart1 = fun f l -> if mentions x f then [] else l in
  app (match linear deep e with
       | Some f -> apart1 f (equal a f)
       | None -> [])
    (app
      (if deep
       then (match size_of true e with
             | Some f -> apart1 f (equal (one (ALen x)) f)
             | None -> [])
       else [])
      (app
        (match e with
         | EArith (op, w0, e1, e2) ->
           (match op with
            | AddW ->
              (match linear deep e1 with
               | Some f ->
                 (match linear deep e2 with
                  | Some g ->
                    let h = plus f Big_trusted.one g in
                    if deep
                    then if (&&) (proved h)
                              (proved (le h (number (largest w0))))
                         then apart1 h (equal a h)
                         else []
                    else []
                  | None -> [])
               | None -> [])
            | Div ->
              (match e2 with
               | EInt (_, k) ->
                 (match linear deep e1 with
                  | Some f ->
                    if Z.ltb Big_trusted.zero k
                    then apart1 f
                           ((le (scale k a) f) :: ((le f
                                                     (plus
                                                       (number
                                                         (Z.sub k
                                                           Big_trusted.one))
                                                       k a)) :: []))
                    else []
                  | None -> [])
               | _ -> [])
            | _ -> [])
         | _ -> [])
        (match bound e with
         | Some m ->
           if Z.leb Big_trusted.zero m then (le a (number m)) :: [] else []
         | None -> [])))

(** val after_run :
    bool -> (mode * ty) table -> lin list -> basic -> lin list option **)

let after_run deep d facts b =
  let before = learn facts (gains deep (guard_basic b)) in
  let kept = forget (changed b) before in
  (match b with
   | BAssign (p, e) ->
     (match p with
      | PVar x ->
        let more =
          if deep
          then (match grows x e with
                | Some d0 -> grown (AInt x) d0 before
                | None -> [])
          else []
        in
        Some (learn kept (app more (assigned deep (proves d before) x e)))
      | _ -> Some kept)
   | BPush (p, _, _) ->
     (match p with
      | PVar x ->
        Some
          (if deep
           then learn kept (grown (ALen x) (number Big_trusted.one) before)
           else kept)
      | _ -> Some kept)
   | BAppend (p, _, e) ->
     (match p with
      | PVar x ->
        Some
          (if deep
           then learn kept
                  (match size_of true e with
                   | Some d0 -> grown (ALen x) d0 before
                   | None -> [])
           else kept)
      | _ -> Some kept)
   | BResize (p, _, e) ->
     (match p with
      | PVar x ->
        Some
          (learn kept
            (match linear deep e with
             | Some f ->
               if mentions x f
               then []
               else if proves d before f then equal (one (ALen x)) f else []
             | None -> []))
      | _ -> Some kept)
   | BExtern (_, _, _) -> Some (forget (changed b) facts)
   | BTrap -> None
   | _ -> Some kept)

(** val after_test :
    bool -> (mode * ty) table -> lin list -> expr -> bool -> lin list **)

let after_test deep d facts e b =
  let passed0 = learn facts (gains deep (guard_expr e)) in
  let (yes, no) = outcomes deep (proves d passed0) e in
  learn passed0 (if b then yes else no)

(** val after_call : bool -> lin list -> call -> lin list **)

let after_call deep facts x =
  forget (changed_call x) (learn facts (gains deep (guard_call x)))

(** val among : lin -> lin list -> bool **)

let among f l =
  existsb (lin_eqb f) l

(** val covered : lin list option -> lin list option -> bool **)

let covered f g =
  match f with
  | Some l ->
    (match g with
     | Some m -> forallb (fun f0 -> among f0 m) l
     | None -> true)
  | None -> (match g with
             | Some _ -> false
             | None -> true)

(** val join : lin list option -> lin list option -> lin list option **)

let join f g =
  match f with
  | Some l ->
    (match g with
     | Some m -> Some (filter (fun f0 -> among f0 m) l)
     | None -> f)
  | None -> g

type visit =
| VRun of basic
| VTest of expr
| VCall of call
| VAsk of suspension

(** val touched :
    (procedure -> bool) -> (basic, expr, suspension, call, resumption) cmd ->
    int list option **)

let rec touched silent = function
| Skip -> Some []
| Do b -> Some (changed b)
| Seq (c1, c2) ->
  (match touched silent c1 with
   | Some l ->
     (match touched silent c2 with
      | Some m -> Some (app l m)
      | None -> None)
   | None -> None)
| If (_, c1, c2) ->
  (match touched silent c1 with
   | Some l ->
     (match touched silent c2 with
      | Some m -> Some (app l m)
      | None -> None)
   | None -> None)
| Block c0 -> touched silent c0
| Loop (_, c0) -> touched silent c0
| Exit _ -> Some []
| Call (_, x) -> if silent x.callee then Some (changed_call x) else None
| Return -> Some []
| _ -> None

(** val untouched :
    (procedure -> bool) -> (basic, expr, suspension, call, resumption) cmd ->
    lin list option -> lin list option **)

let untouched silent c = function
| Some l ->
  (match l with
   | [] -> nothing
   | _ :: _ ->
     (match touched silent c with
      | Some xs -> Some (forget xs l)
      | None -> nothing))
| None -> nothing

(** val asked :
    (visit -> lin list -> bool) -> visit -> lin list option -> bool **)

let asked accept v = function
| Some l -> accept v l
| None -> true

(** val flow :
    (procedure -> bool) -> (mode * ty) table -> bool -> (visit -> lin list ->
    bool) -> (basic, expr, suspension, call, resumption) cmd -> lin list
    option -> lin list option list -> lin list option option **)

let rec flow silent d deep accept c f e =
  match c with
  | Skip -> Some f
  | Do b ->
    if asked accept (VRun b) f
    then Some
           (mbind (Obj.magic (fun _ _ -> option_bind)) (fun l ->
             after_run deep d l b) f)
    else None
  | Seq (c1, c2) ->
    (match flow silent d deep accept c1 f e with
     | Some g -> flow silent d deep accept c2 g e
     | None -> None)
  | If (e0, c1, c2) ->
    if asked accept (VTest e0) f
    then (match flow silent d deep accept c1
                  (fmap (Obj.magic (fun _ _ -> option_fmap)) (fun l ->
                    after_test deep d l e0 true) f) e with
          | Some g1 ->
            (match flow silent d deep accept c2
                     (fmap (Obj.magic (fun _ _ -> option_fmap)) (fun l ->
                       after_test deep d l e0 false) f) e with
             | Some g2 -> Some (join g1 g2)
             | None -> None)
          | None -> None)
    else None
  | Block c0 ->
    let x = untouched silent c0 f in
    (match flow silent d deep accept c0 f (x :: e) with
     | Some g -> Some (join g x)
     | None -> None)
  | Loop (_, c0) ->
    let x = untouched silent c0 f in
    (match flow silent d deep accept c0 x e with
     | Some g -> if covered x g then Some None else None
     | None -> None)
  | Exit n0 ->
    (match nth_error e n0 with
     | Some x -> if covered x f then Some None else None
     | None -> None)
  | Label (_, c0) -> flow silent d deep accept c0 nothing e
  | Suspend (_, x) -> if asked accept (VAsk x) f then Some nothing else None
  | Call (_, x) ->
    if asked accept (VCall x) f
    then Some
           (if silent x.callee
            then fmap (Obj.magic (fun _ _ -> option_fmap)) (fun l ->
                   after_call deep l x) f
            else nothing)
    else None
  | Resume _ -> Some nothing
  | _ -> Some None

type table_of_facts = procedure -> visit -> lin list

(** val function0 : program -> procedure -> bool **)

let function0 q p =
  match lookup0 list_lookup p q.procs with
  | Some pr -> negb pr.suspends
  | None -> false

(** val accepts_facts :
    table_of_facts -> procedure -> visit -> lin list -> bool **)

let accepts_facts t p v facts =
  forallb (fun f -> among f facts) (t p v)

(** val facts_flow :
    program -> (procedure -> bool) -> table_of_facts -> procedure -> proc ->
    bool **)

let facts_flow _ silent t p pr =
  match flow silent (declared pr) false (accepts_facts t p) pr.body nothing [] with
  | Some _ -> true
  | None -> false

(** val check_facts : program -> table_of_facts -> bool **)

let check_facts q t =
  forallb (fun pat -> let (p, pr) = pat in facts_flow q (function0 q) t p pr)
    (imap (fun x x0 -> (x, x0)) q.procs)

(** val scope : visit -> int list **)

let scope = function
| VRun b ->
  (match b with
   | BAssign (p, e) ->
     (match p with
      | PVar _ -> uses e []
      | _ -> uses e (uses_place p []))
   | BPush (p, _, e) -> uses e (uses_place p [])
   | BAppend (p, _, e) -> uses e (uses_place p [])
   | BResize (p, _, e) -> uses e (uses_place p [])
   | BBlit (p, e1, e2) -> uses e1 (uses e2 (uses_place p []))
   | BStore (_, _, p, e1, e2) -> uses e1 (uses e2 (uses_place p []))
   | BPut (p, _, e1, e2) -> uses e1 (uses e2 (uses_place p []))
   | BRemove (p, e) -> uses e (uses_place p [])
   | _ -> [])
| VTest e -> uses e []
| VCall x -> uses_args x.call_args []
| VAsk _ -> []

(** val pruned_guard :
    table_of_facts -> procedure -> (mode * ty) table -> visit -> cguard ->
    cguard **)

let pruned_guard t p d v g =
  fst (prune d (scope v) (t p v) g)

(** val pruned_basic :
    table_of_facts -> procedure -> (mode * ty) table -> basic -> cguard **)

let pruned_basic t p d b = match b with
| BExtern (_, _, _) -> guard_basic b
| _ -> pruned_guard t p d (VRun b) (guard_basic b)

(** val pruned_test :
    table_of_facts -> procedure -> (mode * ty) table -> expr -> ctest **)

let pruned_test t p d e =
  prune_test d (scope (VTest e)) (t p (VTest e)) (lower_test e)

(** val pruned_call :
    table_of_facts -> procedure -> (mode * ty) table -> call -> cguard **)

let pruned_call t p d x =
  pruned_guard t p d (VCall x) (guard_call x)

(** val extent0 : program -> place -> lin option **)

let extent0 q = function
| PVar x -> Some (one (ALen x))
| PConst c ->
  (match lookup0 list_lookup c q.consts with
   | Some y ->
     let (_, y1) = y in
     (match y1 with
      | CArray l -> Some (number (Z.of_nat (length l)))
      | _ -> None)
   | None -> None)
| _ -> None

(** val measure : program -> expr -> lin option **)

let measure q e = match e with
| ERead p ->
  (match p with
   | PConst c ->
     (match lookup0 list_lookup c q.consts with
      | Some y ->
        let (_, y1) = y in
        (match y1 with
         | CBytes l -> Some (number (Z.of_nat (length l)))
         | _ -> None)
      | None -> None)
   | _ -> size_of true e)
| _ -> size_of true e

(** val quotient : arith -> expr -> expr -> (lin * Big_trusted.t) option **)

let quotient op e1 e2 =
  match op with
  | Div ->
    (match e2 with
     | EInt (_, k) ->
       mbind (Obj.magic (fun _ _ -> option_bind)) (fun f ->
         if Z.ltb Big_trusted.zero k then Some (f, k) else None)
         (Obj.magic linear true e1)
     | _ -> None)
  | Shr ->
    (match e2 with
     | EInt (_, n0) ->
       mbind (Obj.magic (fun _ _ -> option_bind)) (fun f ->
         if Z.leb Big_trusted.zero n0
         then Some (f, (Z.pow (Big_trusted.double Big_trusted.one) n0))
         else None) (Obj.magic linear true e1)
     | _ -> None)
  | _ -> None

(** val at_most : expr -> (lin * lin list) list **)

let rec at_most e =
  app (match linear true e with
       | Some f -> (f, (f :: [])) :: []
       | None -> [])
    (app
      (match bound e with
       | Some m ->
         if Z.leb Big_trusted.zero m then ((number m), []) :: [] else []
       | None -> [])
      (match e with
       | EArith (op, w0, e1, e2) ->
         (match quotient op e1 e2 with
          | Some p ->
            let (f, k) = p in
            ((number (Z.div (largest w0) k)),
            (f :: ((le f (number (largest w0))) :: []))) :: (map (fun v ->
                                                              ((number
                                                                 (largest v)),
                                                              (f :: (
                                                              (le f
                                                                (number
                                                                  (Z.sub
                                                                    (Z.mul
                                                                    (limit v)
                                                                    k)
                                                                    Big_trusted.one))) :: []))))
                                                              (W8 :: (W16 :: (W32 :: []))))
          | None -> [])
       | EWiden (from, to0, e0) ->
         if Z.leb (bits from) (bits to0) then at_most e0 else []
       | _ -> []))

(** val shows : expr -> (lin -> lin) -> lin list list **)

let shows e goal =
  map (fun pat -> let (f, l) = pat in (goal f) :: l) (at_most e)

(** val with_lin : lin option -> (lin -> lin list list) -> lin list list **)

let with_lin o f =
  match o with
  | Some n0 -> f n0
  | None -> []

(** val ways : program -> ccheck -> lin list list **)

let ways q k = match k with
| KIndex (p, e) ->
  with_lin (extent0 q p) (fun n0 -> shows e (fun f -> lt f n0))
| KArith (op, w0, _, e2) ->
  (match op with
   | Add -> (match goals true k with
             | Some l -> l :: []
             | None -> [])
   | Sub -> (match goals true k with
             | Some l -> l :: []
             | None -> [])
   | Mul -> (match goals true k with
             | Some l -> l :: []
             | None -> [])
   | Div ->
     with_lin (linear true e2) (fun f ->
       ((lt (number Big_trusted.zero) f) :: []) :: [])
   | Rem ->
     with_lin (linear true e2) (fun f ->
       ((lt (number Big_trusted.zero) f) :: []) :: [])
   | Shl -> shows e2 (fun f -> lt f (number (bits w0)))
   | Shr -> shows e2 (fun f -> lt f (number (bits w0)))
   | _ -> [])
| KNarrow (w0, e) -> shows e (fun f -> le f (number (largest w0)))
| KFit (cap, e) ->
  with_lin (measure q e) (fun n0 ->
    ((le n0 (number (Z.of_N cap))) :: []) :: [])
| KSlice (low, high, e, lo, hi) ->
  with_lin (linear true hi) (fun g ->
    map (fun pat ->
      let (f, l) = pat in
      g :: (app (if low then (le f g) :: l else [])
             (if high
              then (match measure q e with
                    | Some n0 -> (le g n0) :: []
                    | None -> (number (Big_trusted.neg Big_trusted.one)) :: [])
              else [])))
      (if low then at_most lo else ((number Big_trusted.zero), []) :: []))
| KLoad (w0, e, off) ->
  with_lin (measure q e) (fun n0 ->
    shows off (fun f ->
      le (plus f Big_trusted.one (number (Z.of_nat (byte_count w0)))) n0))
| KCase (p, tag) ->
  (match p with
   | PVar x -> (equal (one (ATag x)) (number (Z.of_nat tag))) :: []
   | _ -> [])
| KPush (p, cap) ->
  with_lin (extent0 q p) (fun n0 ->
    ((lt n0 (number (Z.of_N cap))) :: []) :: [])
| KAppend (p, cap, e) ->
  with_lin (extent0 q p) (fun n0 ->
    with_lin (measure q e) (fun m ->
      ((le (plus n0 Big_trusted.one m) (number (Z.of_N cap))) :: []) :: []))
| KResize (cap, e) -> shows e (fun f -> le f (number (Z.of_N cap)))
| KBlit (p, off, e) ->
  with_lin (extent0 q p) (fun n0 ->
    with_lin (measure q e) (fun m ->
      shows off (fun f -> le (plus f Big_trusted.one m) n0)))
| KStore (w0, p, off) ->
  with_lin (extent0 q p) (fun n0 ->
    shows off (fun f ->
      le (plus f Big_trusted.one (number (Z.of_nat (byte_count w0)))) n0))
| _ -> []

(** val decided :
    program -> (mode * ty) table -> lin list -> ccheck -> bool **)

let decided q d facts k =
  existsb (fun l -> forallb (proves d facts) l) (ways q k)

(** val impossible : (mode * ty) table -> lin list -> bool **)

let impossible d facts =
  existsb (fun f -> proves d facts (lt f (number Big_trusted.zero))) facts

(** val settled :
    program -> (mode * ty) table -> lin list -> cguard -> bool **)

let rec settled q d facts = function
| GTrue -> true
| GFalse -> impossible d facts
| GCheck k -> decided q d facts k
| GAnd (g1, g2) ->
  (&&) (settled q d facts g1) (settled q d (app (gains true g1) facts) g2)
| GCond (e, g1, g2) ->
  let (yes, no) = outcomes true (proves d facts) e in
  (&&) (settled q d (app yes facts) g1) (settled q d (app no facts) g2)

(** val guard_of : visit -> cguard **)

let guard_of = function
| VRun b -> guard_basic b
| VTest e -> guard_expr e
| VCall x -> guard_call x
| VAsk x -> guard_ask x

(** val needs_nothing :
    program -> (mode * ty) table -> visit -> lin list -> bool **)

let needs_nothing q d v facts =
  settled q d facts (guard_of v)

(** val free : cguard -> bool **)

let free = function
| GTrue -> true
| _ -> false

(** val comes_back : arg -> bool **)

let comes_back a = match a with
| AInoutSlice (_, _, _) -> false
| _ -> free (guard_give_back a)

(** val plain :
    (procedure -> bool) -> (basic, expr, suspension, call, resumption) cmd ->
    bool **)

let rec plain marked = function
| Do b ->
  (match b with
   | BExtern (_, args, dest) ->
     (&&) (forallb comes_back args) (free (guard_dest dest))
   | _ -> true)
| Seq (c1, c2) -> (&&) (plain marked c1) (plain marked c2)
| If (_, c1, c2) -> (&&) (plain marked c1) (plain marked c2)
| Block c0 -> plain marked c0
| Loop (_, c0) -> plain marked c0
| Label (_, c0) -> plain marked c0
| Suspend (_, x) -> free (guard_dest x.ask_dest)
| Call (_, x) ->
  (&&) ((&&) (marked x.callee) (forallb comes_back x.call_args))
    (free (guard_dest x.call_dest))
| Resume _ -> false
| _ -> true

(** val required : (procedure -> expr list) -> procedure -> lin list **)

let required requires p =
  mjoin (Obj.magic (fun _ -> list_join))
    (map (fun e -> fst (Obj.magic outcomes true (fun _ -> false) e))
      (requires p))

(** val passed_as : arg -> expr **)

let passed_as = function
| AIn e -> e
| AInout p -> ERead p
| AInoutSlice (p, lo, hi) -> ESlice ((ERead p), lo, hi)

(** val passed_amount : arg list -> atom -> lin option **)

let passed_amount args a =
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun e ->
    match a with
    | AInt _ -> linear true e
    | ALen _ -> size_of true e
    | ATag _ ->
      (match e with
       | ERead p -> (match p with
                     | PVar x -> Some (one (ATag x))
                     | _ -> None)
       | _ -> None))
    (fmap (Obj.magic (fun _ _ -> option_fmap)) passed_as
      (lookup0 (Obj.magic list_lookup) (atom_var a) args))

(** val passed_sum : arg list -> (Big_trusted.t * atom) list -> lin option **)

let rec passed_sum args = function
| [] -> Some (number Big_trusted.zero)
| p :: l0 ->
  let (c, a) = p in
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun f ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun g -> Some (plus g c f))
      (passed_sum args l0)) (passed_amount args a)

(** val passed_lin : arg list -> lin -> lin option **)

let passed_lin args f =
  fmap (Obj.magic (fun _ _ -> option_fmap))
    (plus (number f.base) Big_trusted.one) (passed_sum args f.terms)

(** val shown_of_call :
    (procedure -> expr list) -> (mode * ty) table -> call -> lin list -> bool **)

let shown_of_call requires d x facts =
  forallb (fun f ->
    match passed_lin x.call_args f with
    | Some g -> proves d facts g
    | None -> false) (required requires x.callee)

(** val meets :
    (procedure -> expr list) -> (mode * ty) table -> visit -> lin list -> bool **)

let meets requires d v facts =
  match v with
  | VCall x -> shown_of_call requires d x facts
  | _ -> true

(** val asks :
    program -> (procedure -> bool) -> (procedure -> expr list) -> procedure
    -> (mode * ty) table -> visit -> lin list -> bool **)

let asks q marked requires p d v facts =
  (&&) (meets requires d v facts)
    ((||) (negb (marked p)) (needs_nothing q d v facts))

(** val trapless_flow :
    program -> (procedure -> bool) -> (procedure -> expr list) -> procedure
    -> proc -> bool **)

let trapless_flow q marked requires p pr =
  let d = declared pr in
  (match flow (function0 q) d true (asks q marked requires p d) pr.body (Some
           (required requires p)) [] with
   | Some _ -> true
   | None -> false)

(** val may_require :
    (procedure -> expr list) -> procedure -> proc -> bool **)

let may_require requires p pr =
  (||) (negb pr.suspends)
    (match required requires p with
     | [] -> true
     | _ :: _ -> false)

(** val check_trapless :
    program -> (procedure -> bool) -> (procedure -> expr list) -> bool **)

let check_trapless q marked requires =
  forallb (fun pat ->
    let (p, pr) = pat in
    (&&)
      ((&&) ((||) (negb (marked p)) (plain marked pr.body))
        (may_require requires p pr)) (trapless_flow q marked requires p pr))
    (imap (fun x x0 -> (x, x0)) q.procs)

(** val case_of_bool : bool -> int **)

let case_of_bool = function
| true -> Stdlib.succ 0
| false -> 0

(** val case_in : 'a1 val0 -> int option **)

let case_in = function
| VBool b -> Some (case_of_bool b)
| VUnion (t, _) -> Some t
| _ -> None

type knowledge = (int * int) list

type spot = int * knowledge

(** val known_case : knowledge -> int -> int option **)

let known_case k x =
  match find (fun f -> (=) (fst f) x) k with
  | Some p -> let (_, t) = p in Some t
  | None -> None

(** val all_known : knowledge -> knowledge -> bool **)

let all_known k k' =
  forallb (fun f ->
    existsb (fun f' -> (&&) ((=) (fst f) (fst f')) ((=) (snd f) (snd f'))) k')
    k

(** val forget_cases : int list -> knowledge -> knowledge **)

let forget_cases xs k =
  filter (fun f -> negb (existsb (fun x -> (=) (fst f) x) xs)) k

(** val most_known : int **)

let most_known =
  Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ 0)))

(** val learn_case :
    int list -> int -> int option -> knowledge -> knowledge **)

let learn_case watched0 x t k =
  match t with
  | Some t0 ->
    if existsb (fun y -> (=) x y) watched0
    then firstn most_known ((x, t0) :: k)
    else k
  | None -> k

(** val learn_dest :
    int list -> place option -> int option -> knowledge -> knowledge **)

let learn_dest watched0 dest t k =
  match dest with
  | Some p -> (match p with
               | PVar x -> learn_case watched0 x t k
               | _ -> k)
  | None -> k

(** val told_case : knowledge -> expr -> int option **)

let rec told_case k = function
| EBool b -> Some (case_of_bool b)
| ERead p -> (match p with
              | PVar x -> known_case k x
              | _ -> None)
| ENot e0 ->
  (match told_case k e0 with
   | Some t -> Some (case_of_bool ((=) t 0))
   | None -> None)
| EAnd (e1, e2) ->
  (match told_case k e1 with
   | Some n0 ->
     ((fun zero succ n -> if n = 0 then zero () else succ (n - 1))
        (fun _ -> Some 0)
        (fun _ -> told_case k e2)
        n0)
   | None -> None)
| EOr (e1, e2) ->
  (match told_case k e1 with
   | Some n0 ->
     ((fun zero succ n -> if n = 0 then zero () else succ (n - 1))
        (fun _ -> told_case k e2)
        (fun _ -> Some (Stdlib.succ 0))
        n0)
   | None -> None)
| EIs (p, t) ->
  (match p with
   | PVar x ->
     (match known_case k x with
      | Some t' -> Some (case_of_bool ((=) t' t))
      | None -> None)
   | _ -> None)
| EUnion (_, t, _) -> Some t
| _ -> None

(** val shown_by : bool -> expr -> (int * int) option **)

let rec shown_by b = function
| ERead p -> (match p with
              | PVar x -> Some (x, (case_of_bool b))
              | _ -> None)
| ENot e0 -> shown_by (negb b) e0
| EIs (p, t) ->
  (match p with
   | PVar x -> if b then Some (x, t) else None
   | _ -> None)
| _ -> None

(** val once_tested : int list -> bool -> expr -> knowledge -> knowledge **)

let once_tested watched0 b e k =
  match shown_by b e with
  | Some p ->
    let (x, t) = p in
    (match known_case k x with
     | Some _ -> k
     | None -> learn_case watched0 x (Some t) k)
  | None -> k

(** val base_of : place -> int list **)

let rec base_of = function
| PVar x -> x :: []
| PConst _ -> []
| PField (p0, _) -> base_of p0
| PIndex (p0, _) -> base_of p0
| PCase (p0, _) -> base_of p0
| PKey (p0, _) -> base_of p0

(** val base_dest : place option -> int list **)

let base_dest = function
| Some p -> base_of p
| None -> []

(** val base_arg : arg -> int list **)

let base_arg = function
| AIn _ -> []
| AInout p -> base_of p
| AInoutSlice (p, _, _) -> base_of p

(** val base_args : arg list -> int list **)

let base_args l =
  mjoin (Obj.magic (fun _ -> list_join)) (map (Obj.magic base_arg) l)

(** val may_change : basic -> int list **)

let may_change = function
| BAssign (p, _) -> base_of p
| BPush (p, _, _) -> base_of p
| BAppend (p, _, _) -> base_of p
| BResize (p, _, _) -> base_of p
| BBlit (p, _, _) -> base_of p
| BStore (_, _, p, _, _) -> base_of p
| BPut (p, _, _, _) -> base_of p
| BRemove (p, _) -> base_of p
| BExtern (_, args, dest) -> app (base_args args) (base_dest dest)
| _ -> []

(** val may_change_answer : suspension -> int list **)

let may_change_answer x =
  app (base_dest x.ask_dest) x.ask_lent

(** val may_change_call : call -> int list **)

let may_change_call x =
  app (base_args x.call_args) (base_dest x.call_dest)

(** val may_change_resume : resumption -> int list **)

let may_change_resume x =
  app (base_of x.child) (app (base_args x.lend) (base_of x.event))

(** val after_basic : int list -> basic -> knowledge -> knowledge **)

let after_basic watched0 b k =
  let kept = forget_cases (may_change b) k in
  (match b with
   | BAssign (p, e) ->
     (match p with
      | PVar x -> learn_case watched0 x (told_case k e) kept
      | _ -> kept)
   | _ -> kept)

type trigger =
| OnAsk of int * (int * int) option
| OnAnswer of int
| OnMark of int

type automaton = (trigger * int) list list

type letter =
| Asks of int * empty_set val0 list
| Answers of empty_set val0
| Marks of int

(** val triggered : trigger -> letter -> bool **)

let triggered t a =
  match t with
  | OnAsk (e, c) ->
    (match a with
     | Asks (e', ds) ->
       (&&) ((=) e e')
         (match c with
          | Some p ->
            let (i, tag) = p in
            (match lookup0 list_lookup i ds with
             | Some y ->
               (match y with
                | VUnion (t0, _) -> (=) t0 tag
                | _ -> false)
             | None -> false)
          | None -> true)
     | _ -> false)
  | OnAnswer tag ->
    (match a with
     | Answers d ->
       (match case_in d with
        | Some t0 -> (=) t0 tag
        | None -> false)
     | _ -> false)
  | OnMark m -> (match a with
                 | Marks m' -> (=) m m'
                 | _ -> false)

(** val edge_of : (trigger * int) list -> letter -> int option **)

let rec edge_of edges a =
  match edges with
  | [] -> None
  | p :: l -> let (t, q) = p in if triggered t a then Some q else edge_of l a

(** val covers : spot -> spot -> bool **)

let covers x y =
  (&&) ((=) (fst x) (fst y)) (all_known (snd y) (snd x))

(** val is_among : spot -> spot list -> bool **)

let is_among x f =
  existsb (covers x) f

(** val all_among : spot list -> spot list -> bool **)

let all_among f g =
  forallb (fun x -> is_among x g) f

(** val joined : spot list -> spot list -> spot list **)

let joined f g =
  app (filter (fun x -> negb (is_among x g)) f) g

(** val joined_exits : spot list list -> spot list list -> spot list list **)

let rec joined_exits e1 e2 =
  match e1 with
  | [] -> e2
  | f :: e3 ->
    (match e2 with
     | [] -> e1
     | g :: e4 -> (joined f g) :: (joined_exits e3 e4))

(** val from_all :
    (spot -> spot list option) -> spot list -> spot list option **)

let rec from_all f = function
| [] -> Some []
| x :: f1 ->
  (match f x with
   | Some t ->
     (match from_all f f1 with
      | Some u -> Some (joined t u)
      | None -> None)
   | None -> None)

(** val surely : suspension -> trigger -> bool option **)

let surely x = function
| OnAsk (e, c) ->
  if (=) e x.ask_effect
  then (match c with
        | Some p ->
          let (i, tag) = p in
          (match lookup0 list_lookup i x.ask_args with
           | Some y ->
             (match y with
              | EUnion (_, t0, _) -> Some ((=) t0 tag)
              | _ -> None)
           | None -> None)
        | None -> Some true)
  else Some false
| _ -> Some false

(** val may_lead : (trigger * int) list -> suspension -> int list option **)

let rec may_lead edges x =
  match edges with
  | [] -> None
  | p :: l ->
    let (t, q) = p in
    (match surely x t with
     | Some b -> if b then Some (q :: []) else may_lead l x
     | None ->
       (match may_lead l x with
        | Some t0 -> Some (q :: t0)
        | None -> None))

(** val cases_of : ty -> int option **)

let cases_of = function
| TBool -> Some (Stdlib.succ (Stdlib.succ 0))
| TUnion (_, ts) -> Some (length ts)
| _ -> None

(** val on_answer : (trigger * int) -> bool **)

let on_answer edge =
  match fst edge with
  | OnAnswer _ -> true
  | _ -> false

(** val answered : (trigger * int) list -> int -> int option **)

let rec answered edges tag =
  match edges with
  | [] -> None
  | p :: l ->
    let (t0, q) = p in
    (match t0 with
     | OnAnswer t -> if (=) tag t then Some q else answered l tag
     | _ -> answered l tag)

(** val when_answered :
    program -> (int -> (trigger * int) list option) -> int list -> suspension
    -> knowledge -> int -> spot list option **)

let when_answered q edges watched0 x k q0 =
  let kept = forget_cases (may_change_answer x) k in
  (match edges q0 with
   | Some l ->
     if existsb on_answer l
     then (match lookup0 list_lookup x.ask_effect q.effs with
           | Some ef ->
             (match cases_of ef.eff_result with
              | Some n0 ->
                Some
                  (map (fun t ->
                    ((match answered l t with
                      | Some q' -> q'
                      | None -> q0),
                    (learn_dest watched0 x.ask_dest (Some t) kept)))
                    (seq 0 n0))
              | None -> None)
           | None -> None)
     else Some ((q0, kept) :: [])
   | None -> None)

(** val all_answered :
    program -> (int -> (trigger * int) list option) -> int list -> suspension
    -> knowledge -> int list -> spot list option **)

let rec all_answered q edges watched0 x k = function
| [] -> Some []
| q0 :: qs0 ->
  (match when_answered q edges watched0 x k q0 with
   | Some t ->
     (match all_answered q edges watched0 x k qs0 with
      | Some u -> Some (app t u)
      | None -> None)
   | None -> None)

(** val when_asked :
    program -> (int -> (trigger * int) list option) -> int list -> suspension
    -> spot -> spot list option **)

let when_asked q edges watched0 x a =
  match edges (fst a) with
  | Some l ->
    (match may_lead l x with
     | Some qs -> all_answered q edges watched0 x (snd a) qs
     | None -> None)
  | None -> None

(** val when_marked :
    (int -> (trigger * int) list option) -> int -> spot -> spot list option **)

let when_marked edges m a =
  match edges (fst a) with
  | Some l ->
    (match edge_of l (Marks m) with
     | Some q' -> Some ((q', (snd a)) :: [])
     | None -> None)
  | None -> None

(** val when_returned : int list -> call -> int -> spot -> spot -> spot **)

let when_returned watched0 x r a b =
  ((fst b),
    (learn_dest watched0 x.call_dest (known_case (snd b) r)
      (forget_cases (may_change_call x) (snd a))))

type context = { whose : procedure; entered : int; ends : spot list;
                 labelled : (label * spot list) list; watched : int list }

(** val at_label0 : context -> label -> spot list **)

let at_label0 c l =
  match find (fun x -> (=) (fst x) l) c.labelled with
  | Some p -> let (_, f) = p in f
  | None -> []

(** val called : context list -> procedure -> int -> spot list option **)

let called l p q =
  match find (fun c -> (&&) ((=) c.whose p) ((=) c.entered q)) l with
  | Some c -> Some c.ends
  | None -> None

(** val when_called :
    program -> context list -> context -> call -> spot -> spot list option **)

let when_called q l here x a =
  match lookup0 list_lookup x.callee q.procs with
  | Some pr ->
    (match called l x.callee (fst a) with
     | Some t -> Some (map (when_returned here.watched x pr.ret a) t)
     | None -> None)
  | None -> None

(** val may_be : context -> bool -> expr -> spot list -> spot list **)

let may_be here b e f =
  map (fun a -> ((fst a), (once_tested here.watched b e (snd a))))
    (filter (fun a ->
      match told_case (snd a) e with
      | Some t -> (=) t (case_of_bool b)
      | None -> true) f)

(** val course :
    program -> (int -> (trigger * int) list option) -> (int -> int option) ->
    context list -> context -> (basic, expr, suspension, call, resumption)
    cmd -> spot list -> ((spot list * spot list list) * spot list) option **)

let rec course q edges marks l here c f =
  match c with
  | Skip -> Some ((f, []), [])
  | Do b ->
    (match b with
     | BLine n0 ->
       (match marks n0 with
        | Some m ->
          (match from_all (when_marked edges m) f with
           | Some g -> Some ((g, []), [])
           | None -> None)
        | None -> Some ((f, []), []))
     | BTrap -> Some (([], []), [])
     | _ ->
       Some
         (((map (fun a -> ((fst a), (after_basic here.watched b (snd a)))) f),
         []), []))
  | Seq (c1, c2) ->
    (match course q edges marks l here c1 f with
     | Some p ->
       let (p0, r1) = p in
       let (g, e1) = p0 in
       (match course q edges marks l here c2 g with
        | Some p1 ->
          let (p2, r2) = p1 in
          let (h, e2) = p2 in Some ((h, (joined_exits e1 e2)), (joined r1 r2))
        | None -> None)
     | None -> None)
  | If (e, c1, c2) ->
    (match course q edges marks l here c1 (may_be here true e f) with
     | Some p ->
       let (p0, r1) = p in
       let (g1, e1) = p0 in
       (match course q edges marks l here c2 (may_be here false e f) with
        | Some p1 ->
          let (p2, r2) = p1 in
          let (g2, e2) = p2 in
          Some (((joined g1 g2), (joined_exits e1 e2)), (joined r1 r2))
        | None -> None)
     | None -> None)
  | Block c0 ->
    (match course q edges marks l here c0 f with
     | Some p ->
       let (p0, r) = p in
       let (g, e) = p0 in Some (((joined g (nth 0 e [])), (tl e)), r)
     | None -> None)
  | Loop (l0, c0) ->
    if all_among f (at_label0 here l0)
    then (match course q edges marks l here c0 (at_label0 here l0) with
          | Some p ->
            let (p0, r) = p in
            let (g, e) = p0 in
            if all_among g (at_label0 here l0)
            then Some (([], e), r)
            else None
          | None -> None)
    else None
  | Exit n0 -> Some (([], (app (replicate n0 []) (f :: []))), [])
  | Label (l0, c0) ->
    if all_among f (at_label0 here l0)
    then course q edges marks l here c0 (at_label0 here l0)
    else None
  | Goto l0 ->
    if all_among f (at_label0 here l0) then Some (([], []), []) else None
  | Suspend (_, x) ->
    (match from_all (when_asked q edges here.watched x) f with
     | Some g -> Some ((g, []), [])
     | None -> None)
  | Call (_, x) ->
    (match from_all (when_called q l here x) f with
     | Some g -> Some ((g, []), [])
     | None -> None)
  | Resume x ->
    Some
      (((map (fun a -> ((fst a),
          (forget_cases (may_change_resume x) (snd a)))) f), []), [])
  | Return -> Some (([], []), f)

(** val check_context :
    program -> (int -> (trigger * int) list option) -> (int -> int option) ->
    context list -> context -> bool **)

let check_context q edges marks l c =
  match lookup0 list_lookup c.whose q.procs with
  | Some pr ->
    (match course q edges marks l c pr.body ((c.entered, []) :: []) with
     | Some p ->
       let (p0, r) = p in
       let (g, _) = p0 in (&&) (all_among g c.ends) (all_among r c.ends)
     | None -> false)
  | None -> false

(** val check_order :
    program -> automaton -> (int -> int option) -> context list -> procedure
    -> bool **)

let check_order q a marks l p =
  let t = build a in
  (&&) (forallb (check_context q (look t) marks l) l)
    (match called l p 0 with
     | Some _ -> true
     | None -> false)

type itype =
| IBool
| U8
| U16
| U32
| U64
| I32
| I64

(** val itype_eqb : itype -> itype -> bool **)

let itype_eqb t t' =
  match t with
  | IBool -> (match t' with
              | IBool -> true
              | _ -> false)
  | U8 -> (match t' with
           | U8 -> true
           | _ -> false)
  | U16 -> (match t' with
            | U16 -> true
            | _ -> false)
  | U32 -> (match t' with
            | U32 -> true
            | _ -> false)
  | U64 -> (match t' with
            | U64 -> true
            | _ -> false)
  | I32 -> (match t' with
            | I32 -> true
            | _ -> false)
  | I64 -> (match t' with
            | I64 -> true
            | _ -> false)

(** val signed : itype -> bool **)

let signed = function
| I32 -> true
| I64 -> true
| _ -> false

(** val bit_size : itype -> Big_trusted.t **)

let bit_size = function
| IBool -> Big_trusted.one
| U8 ->
  (Big_trusted.double (Big_trusted.double (Big_trusted.double
    Big_trusted.one)))
| U16 ->
  (Big_trusted.double (Big_trusted.double (Big_trusted.double
    (Big_trusted.double Big_trusted.one))))
| U32 ->
  (Big_trusted.double (Big_trusted.double (Big_trusted.double
    (Big_trusted.double (Big_trusted.double Big_trusted.one)))))
| I32 ->
  (Big_trusted.double (Big_trusted.double (Big_trusted.double
    (Big_trusted.double (Big_trusted.double Big_trusted.one)))))
| _ ->
  (Big_trusted.double (Big_trusted.double (Big_trusted.double
    (Big_trusted.double (Big_trusted.double (Big_trusted.double
    Big_trusted.one))))))

(** val least_of : itype -> Big_trusted.t **)

let least_of t =
  if signed t
  then Z.opp
         (Z.pow (Big_trusted.double Big_trusted.one)
           (Z.sub (bit_size t) Big_trusted.one))
  else Big_trusted.zero

(** val most_of : itype -> Big_trusted.t **)

let most_of t =
  if signed t
  then Z.sub
         (Z.pow (Big_trusted.double Big_trusted.one)
           (Z.sub (bit_size t) Big_trusted.one)) Big_trusted.one
  else Z.sub (Z.pow (Big_trusted.double Big_trusted.one) (bit_size t))
         Big_trusted.one

(** val holds : itype -> Big_trusted.t -> bool **)

let holds t z0 =
  (&&) (Z.leb (least_of t) z0) (Z.leb z0 (most_of t))

(** val promote : itype -> itype **)

let promote t = match t with
| IBool -> I32
| U8 -> I32
| U16 -> I32
| _ -> t

(** val common : itype -> itype -> itype **)

let common t1 t2 =
  match promote t1 with
  | U32 -> (match promote t2 with
            | U64 -> U64
            | I64 -> I64
            | _ -> U32)
  | U64 -> U64
  | I64 -> (match promote t2 with
            | U64 -> U64
            | _ -> I64)
  | _ -> (match promote t2 with
          | IBool -> I32
          | U8 -> I32
          | U16 -> I32
          | x -> x)

(** val convert : itype -> Big_trusted.t -> Big_trusted.t option **)

let convert t z0 =
  match t with
  | IBool ->
    Some
      (if Z.eqb z0 Big_trusted.zero then Big_trusted.zero else Big_trusted.one)
  | _ ->
    if signed t
    then if holds t z0 then Some z0 else None
    else Some
           (Z.modulo z0
             (Z.pow (Big_trusted.double Big_trusted.one) (bit_size t)))

(** val computed : itype -> Big_trusted.t -> Big_trusted.t option **)

let computed t z0 =
  if signed t
  then if holds t z0 then Some z0 else None
  else Some
         (Z.modulo z0
           (Z.pow (Big_trusted.double Big_trusted.one) (bit_size t)))

type operator =
| OMul
| ODiv
| ORem
| OAdd
| OSub
| OShl
| OShr
| OLt
| OGt
| OLe
| OGe
| OEq
| ONe
| OAnd
| OXor
| OOr

type form =
| Arithmetic
| Shift
| Comparison

(** val form_of : operator -> form **)

let form_of = function
| OShl -> Shift
| OShr -> Shift
| OLt -> Comparison
| OGt -> Comparison
| OLe -> Comparison
| OGe -> Comparison
| OEq -> Comparison
| ONe -> Comparison
| _ -> Arithmetic

(** val operator_type : operator -> itype -> itype -> itype **)

let operator_type op t1 t2 =
  match form_of op with
  | Arithmetic -> common t1 t2
  | Shift -> promote t1
  | Comparison -> I32

(** val arithmetic :
    operator -> itype -> Big_trusted.t -> Big_trusted.t -> Big_trusted.t
    option **)

let arithmetic op t a b =
  match op with
  | OMul -> computed t (Z.mul a b)
  | ODiv -> if Z.eqb b Big_trusted.zero then None else computed t (Z.quot a b)
  | ORem ->
    if Z.eqb b Big_trusted.zero
    then None
    else (match computed t (Z.quot a b) with
          | Some _ -> Some (Z.rem a b)
          | None -> None)
  | OAdd -> computed t (Z.add a b)
  | OSub -> computed t (Z.sub a b)
  | OAnd -> computed t (Z.coq_land a b)
  | OXor -> computed t (Z.coq_lxor a b)
  | OOr -> computed t (Z.coq_lor a b)
  | _ -> None

(** val shift :
    operator -> itype -> Big_trusted.t -> Big_trusted.t -> Big_trusted.t
    option **)

let shift op t a n0 =
  if (&&) ((&&) (Z.leb Big_trusted.zero n0) (Z.ltb n0 (bit_size t)))
       (Z.leb Big_trusted.zero a)
  then (match op with
        | OShl -> computed t (Z.shiftl a n0)
        | OShr -> Some (Z.shiftr a n0)
        | _ -> None)
  else None

(** val comparison0 : operator -> Big_trusted.t -> Big_trusted.t -> bool **)

let comparison0 op a b =
  match op with
  | OLt -> Z.ltb a b
  | OGt -> Z.ltb b a
  | OLe -> Z.leb a b
  | OGe -> Z.leb b a
  | OEq -> Z.eqb a b
  | ONe -> negb (Z.eqb a b)
  | _ -> false

(** val truth : bool -> Big_trusted.t **)

let truth = function
| true -> Big_trusted.one
| false -> Big_trusted.zero

(** val binary :
    operator -> itype -> Big_trusted.t -> itype -> Big_trusted.t ->
    Big_trusted.t option **)

let binary op t1 a t2 b =
  match form_of op with
  | Arithmetic ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun a0 ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun b0 ->
        arithmetic op (common t1 t2) a0 b0) (convert (common t1 t2) b))
      (convert (common t1 t2) a)
  | Shift ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun a0 ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun b0 ->
        shift op (promote t1) a0 b0) (convert (promote t2) b))
      (convert (promote t1) a)
  | Comparison ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun a0 ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun b0 -> Some
        (truth (comparison0 op a0 b0))) (convert (common t1 t2) b))
      (convert (common t1 t2) a)

(** val complement : itype -> Big_trusted.t -> Big_trusted.t option **)

let complement t a =
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun a0 ->
    computed (promote t) (Z.lnot a0)) (convert (promote t) a)

type notation =
| Plain
| Unsigned
| Hexadecimal
| Wide

(** val constant_type : notation -> Big_trusted.t -> itype option **)

let constant_type n0 z0 =
  if Z.ltb z0 Big_trusted.zero
  then None
  else (match n0 with
        | Plain ->
          if holds I32 z0
          then Some I32
          else if holds I64 z0 then Some I64 else None
        | Wide -> if holds U64 z0 then Some U64 else None
        | _ ->
          if holds U32 z0
          then Some U32
          else if holds U64 z0 then Some U64 else None)

type vtype =
| TyInt of itype
| TyPointer

type ('v, 'm, 'f) cexpr =
| XConstant of notation * Big_trusted.t
| XBool of bool
| XString of Big_trusted.t list
| XRead of vtype * ('v, 'm, 'f) clvalue
| XAddress of ('v, 'm, 'f) clvalue
| XParen of ('v, 'm, 'f) cexpr
| XNot of ('v, 'm, 'f) cexpr
| XComplement of ('v, 'm, 'f) cexpr
| XCast of itype * ('v, 'm, 'f) cexpr
| XBinary of operator * ('v, 'm, 'f) cexpr * ('v, 'm, 'f) cexpr
| XAndAlso of ('v, 'm, 'f) cexpr * ('v, 'm, 'f) cexpr
| XOrElse of ('v, 'm, 'f) cexpr * ('v, 'm, 'f) cexpr
| XChoice of ('v, 'm, 'f) cexpr * ('v, 'm, 'f) cexpr * ('v, 'm, 'f) cexpr
| XCall of 'f * itype * ('v, 'm, 'f) cexpr list
and ('v, 'm, 'f) clvalue =
| LVariable of 'v
| LMember of ('v, 'm, 'f) clvalue * 'm
| LSubscript of ('v, 'm, 'f) cexpr * ('v, 'm, 'f) cexpr

type 'm object0 =
| OInt of itype * Big_trusted.t
| OStruct of ('m -> 'm object0 option)
| OArray of 'm object0 list
| OPointer of 'm object0 list * Big_trusted.t
| OIndeterminate

type 'm value =
| VInteger of itype * Big_trusted.t
| VPointer of 'm object0 list * Big_trusted.t
| VAddress of 'm object0

(** val member0 : 'a1 object0 option -> 'a1 -> 'a1 object0 option **)

let member0 o m =
  match o with
  | Some o0 -> (match o0 with
                | OStruct f -> f m
                | _ -> None)
  | None -> None

(** val nth_object :
    'a1 object0 list -> Big_trusted.t -> 'a1 object0 option **)

let nth_object l i =
  if (&&) (Z.leb Big_trusted.zero i) (Z.ltb i (Z.of_nat (length l)))
  then nth_error l (Z.to_nat i)
  else None

(** val read : vtype -> 'a1 object0 option -> 'a1 value option **)

let read t o =
  match t with
  | TyInt t0 ->
    (match o with
     | Some o0 ->
       (match o0 with
        | OInt (t', z0) ->
          if (&&) (itype_eqb t0 t') (holds t0 z0)
          then Some (VInteger (t0, z0))
          else None
        | _ -> None)
     | None -> None)
  | TyPointer ->
    (match o with
     | Some o0 ->
       (match o0 with
        | OArray l -> Some (VPointer (l, Big_trusted.zero))
        | OPointer (l, i) -> Some (VPointer (l, i))
        | _ -> None)
     | None -> None)

(** val as_integer : 'a1 value -> (itype * Big_trusted.t) option **)

let as_integer = function
| VInteger (t, z0) -> Some (t, z0)
| _ -> None

(** val type_of : ('a1, 'a2, 'a3) cexpr -> itype option **)

let rec type_of = function
| XConstant (n0, z0) -> constant_type n0 z0
| XString _ -> None
| XRead (t0, _) -> (match t0 with
                    | TyInt t -> Some t
                    | TyPointer -> None)
| XAddress _ -> None
| XParen e0 -> type_of e0
| XComplement e0 ->
  fmap (Obj.magic (fun _ _ -> option_fmap)) promote (type_of e0)
| XCast (t, _) -> Some t
| XBinary (op, e1, e2) ->
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun t1 ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun t2 -> Some
      (operator_type op t1 t2)) (type_of e2)) (type_of e1)
| XChoice (_, e1, e2) ->
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun t1 ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun t2 -> Some
      (common t1 t2)) (type_of e2)) (type_of e1)
| XCall (_, t, _) -> Some t
| _ -> Some I32

(** val all : ('a1 -> 'a2 option) -> 'a1 list -> 'a2 list option **)

let rec all f = function
| [] -> Some []
| a :: l0 ->
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun b ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun bs -> Some (b :: bs))
      (all f l0)) (Obj.magic f a)

(** val operate : operator -> 'a1 value -> 'a1 value -> 'a1 value option **)

let operate op v1 v2 =
  match op with
  | OMul ->
    (match v1 with
     | VInteger (t1, a) ->
       (match v2 with
        | VInteger (t2, b) ->
          fmap (Obj.magic (fun _ _ -> option_fmap)) (fun x -> VInteger
            ((operator_type op t1 t2), x)) (Obj.magic binary op t1 a t2 b)
        | _ -> None)
     | _ -> None)
  | ODiv ->
    (match v1 with
     | VInteger (t1, a) ->
       (match v2 with
        | VInteger (t2, b) ->
          fmap (Obj.magic (fun _ _ -> option_fmap)) (fun x -> VInteger
            ((operator_type op t1 t2), x)) (Obj.magic binary op t1 a t2 b)
        | _ -> None)
     | _ -> None)
  | ORem ->
    (match v1 with
     | VInteger (t1, a) ->
       (match v2 with
        | VInteger (t2, b) ->
          fmap (Obj.magic (fun _ _ -> option_fmap)) (fun x -> VInteger
            ((operator_type op t1 t2), x)) (Obj.magic binary op t1 a t2 b)
        | _ -> None)
     | _ -> None)
  | OAdd ->
    (match v1 with
     | VInteger (t1, a) ->
       (match v2 with
        | VInteger (t2, b) ->
          fmap (Obj.magic (fun _ _ -> option_fmap)) (fun x -> VInteger
            ((operator_type op t1 t2), x)) (Obj.magic binary op t1 a t2 b)
        | _ -> None)
     | VPointer (l, i) ->
       (match v2 with
        | VInteger (_, n0) ->
          if (&&) (Z.leb Big_trusted.zero (Z.add i n0))
               (Z.leb (Z.add i n0) (Z.of_nat (length l)))
          then Some (VPointer (l, (Z.add i n0)))
          else None
        | _ -> None)
     | VAddress _ -> None)
  | OSub ->
    (match v1 with
     | VInteger (t1, a) ->
       (match v2 with
        | VInteger (t2, b) ->
          fmap (Obj.magic (fun _ _ -> option_fmap)) (fun x -> VInteger
            ((operator_type op t1 t2), x)) (Obj.magic binary op t1 a t2 b)
        | _ -> None)
     | _ -> None)
  | OShl ->
    (match v1 with
     | VInteger (t1, a) ->
       (match v2 with
        | VInteger (t2, b) ->
          fmap (Obj.magic (fun _ _ -> option_fmap)) (fun x -> VInteger
            ((operator_type op t1 t2), x)) (Obj.magic binary op t1 a t2 b)
        | _ -> None)
     | _ -> None)
  | OShr ->
    (match v1 with
     | VInteger (t1, a) ->
       (match v2 with
        | VInteger (t2, b) ->
          fmap (Obj.magic (fun _ _ -> option_fmap)) (fun x -> VInteger
            ((operator_type op t1 t2), x)) (Obj.magic binary op t1 a t2 b)
        | _ -> None)
     | _ -> None)
  | OLt ->
    (match v1 with
     | VInteger (t1, a) ->
       (match v2 with
        | VInteger (t2, b) ->
          fmap (Obj.magic (fun _ _ -> option_fmap)) (fun x -> VInteger
            ((operator_type op t1 t2), x)) (Obj.magic binary op t1 a t2 b)
        | _ -> None)
     | _ -> None)
  | OGt ->
    (match v1 with
     | VInteger (t1, a) ->
       (match v2 with
        | VInteger (t2, b) ->
          fmap (Obj.magic (fun _ _ -> option_fmap)) (fun x -> VInteger
            ((operator_type op t1 t2), x)) (Obj.magic binary op t1 a t2 b)
        | _ -> None)
     | _ -> None)
  | OLe ->
    (match v1 with
     | VInteger (t1, a) ->
       (match v2 with
        | VInteger (t2, b) ->
          fmap (Obj.magic (fun _ _ -> option_fmap)) (fun x -> VInteger
            ((operator_type op t1 t2), x)) (Obj.magic binary op t1 a t2 b)
        | _ -> None)
     | _ -> None)
  | OGe ->
    (match v1 with
     | VInteger (t1, a) ->
       (match v2 with
        | VInteger (t2, b) ->
          fmap (Obj.magic (fun _ _ -> option_fmap)) (fun x -> VInteger
            ((operator_type op t1 t2), x)) (Obj.magic binary op t1 a t2 b)
        | _ -> None)
     | _ -> None)
  | OEq ->
    (match v1 with
     | VInteger (t1, a) ->
       (match v2 with
        | VInteger (t2, b) ->
          fmap (Obj.magic (fun _ _ -> option_fmap)) (fun x -> VInteger
            ((operator_type op t1 t2), x)) (Obj.magic binary op t1 a t2 b)
        | _ -> None)
     | _ -> None)
  | ONe ->
    (match v1 with
     | VInteger (t1, a) ->
       (match v2 with
        | VInteger (t2, b) ->
          fmap (Obj.magic (fun _ _ -> option_fmap)) (fun x -> VInteger
            ((operator_type op t1 t2), x)) (Obj.magic binary op t1 a t2 b)
        | _ -> None)
     | _ -> None)
  | OAnd ->
    (match v1 with
     | VInteger (t1, a) ->
       (match v2 with
        | VInteger (t2, b) ->
          fmap (Obj.magic (fun _ _ -> option_fmap)) (fun x -> VInteger
            ((operator_type op t1 t2), x)) (Obj.magic binary op t1 a t2 b)
        | _ -> None)
     | _ -> None)
  | OXor ->
    (match v1 with
     | VInteger (t1, a) ->
       (match v2 with
        | VInteger (t2, b) ->
          fmap (Obj.magic (fun _ _ -> option_fmap)) (fun x -> VInteger
            ((operator_type op t1 t2), x)) (Obj.magic binary op t1 a t2 b)
        | _ -> None)
     | _ -> None)
  | OOr ->
    (match v1 with
     | VInteger (t1, a) ->
       (match v2 with
        | VInteger (t2, b) ->
          fmap (Obj.magic (fun _ _ -> option_fmap)) (fun x -> VInteger
            ((operator_type op t1 t2), x)) (Obj.magic binary op t1 a t2 b)
        | _ -> None)
     | _ -> None)

(** val subscript : 'a1 value -> 'a1 value -> 'a1 object0 option **)

let subscript v1 v2 =
  match v1 with
  | VPointer (l, i) ->
    (match v2 with
     | VInteger (_, n0) -> nth_object l (Z.add i n0)
     | _ -> None)
  | _ -> None

(** val eval0 :
    ('a1 -> 'a2 object0 option) -> ('a3 -> 'a2 value list -> Big_trusted.t
    option) -> ('a1, 'a2, 'a3) cexpr -> 'a2 value option **)

let eval0 objects functions0 =
  let rec eval1 = function
  | XConstant (n0, z0) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun t -> Some (VInteger (t,
      z0))) (Obj.magic constant_type n0 z0)
  | XBool b -> Some (VInteger (I32, (truth b)))
  | XString l ->
    Some (VPointer
      ((map (fun x -> OInt (U8, x)) (app l (Big_trusted.zero :: []))),
      Big_trusted.zero))
  | XRead (t, l) -> read t (denote0 l)
  | XAddress l ->
    fmap (Obj.magic (fun _ _ -> option_fmap)) (fun x -> VAddress x)
      (Obj.magic denote0 l)
  | XParen e0 -> eval1 e0
  | XNot e0 ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun v ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
        let (_, a) = pat in
        Some (VInteger (I32, (truth (Z.eqb a Big_trusted.zero)))))
        (Obj.magic as_integer v)) (eval1 e0)
  | XComplement e0 ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun v ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
        let (t, a) = pat in
        fmap (Obj.magic (fun _ _ -> option_fmap)) (fun x -> VInteger
          ((promote t), x)) (Obj.magic complement t a))
        (Obj.magic as_integer v)) (eval1 e0)
  | XCast (t, e0) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun v ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
        let (_, a) = pat in
        fmap (Obj.magic (fun _ _ -> option_fmap)) (fun x -> VInteger (t, x))
          (Obj.magic convert t a)) (Obj.magic as_integer v)) (eval1 e0)
  | XBinary (op, e1, e2) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun v1 ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun v2 -> operate op v1 v2)
        (eval1 e2)) (eval1 e1)
  | XAndAlso (e1, e2) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun v1 ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
        let (_, a) = pat in
        if Z.eqb a Big_trusted.zero
        then Some (VInteger (I32, Big_trusted.zero))
        else mbind (Obj.magic (fun _ _ -> option_bind)) (fun v2 ->
               mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat0 ->
                 let (_, b) = pat0 in
                 Some (VInteger (I32,
                 (truth (negb (Z.eqb b Big_trusted.zero))))))
                 (Obj.magic as_integer v2)) (eval1 e2))
        (Obj.magic as_integer v1)) (eval1 e1)
  | XOrElse (e1, e2) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun v1 ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
        let (_, a) = pat in
        if Z.eqb a Big_trusted.zero
        then mbind (Obj.magic (fun _ _ -> option_bind)) (fun v2 ->
               mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat0 ->
                 let (_, b) = pat0 in
                 Some (VInteger (I32,
                 (truth (negb (Z.eqb b Big_trusted.zero))))))
                 (Obj.magic as_integer v2)) (eval1 e2)
        else Some (VInteger (I32, Big_trusted.one))) (Obj.magic as_integer v1))
      (eval1 e1)
  | XChoice (e0, e1, e2) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun t1 ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun t2 ->
        mbind (Obj.magic (fun _ _ -> option_bind)) (fun v ->
          mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
            let (_, a) = pat in
            mbind (Obj.magic (fun _ _ -> option_bind)) (fun v0 ->
              mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat0 ->
                let (_, b) = pat0 in
                fmap (Obj.magic (fun _ _ -> option_fmap)) (fun x -> VInteger
                  ((common t1 t2), x)) (Obj.magic convert (common t1 t2) b))
                (Obj.magic as_integer v0))
              (if Z.eqb a Big_trusted.zero then eval1 e2 else eval1 e1))
            (Obj.magic as_integer v)) (eval1 e0)) (Obj.magic type_of e2))
      (Obj.magic type_of e1)
  | XCall (f, t, es) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun vs ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun z0 ->
        if holds t z0 then Some (VInteger (t, z0)) else None)
        (Obj.magic functions0 f vs)) (Obj.magic all eval1 es)
  and denote0 = function
  | LVariable x -> objects x
  | LMember (l0, m) -> member0 (denote0 l0) m
  | LSubscript (e, i) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun v ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun v' -> subscript v v')
        (Obj.magic eval1 i)) (Obj.magic eval1 e)
  in eval1

(** val denote :
    ('a1 -> 'a2 object0 option) -> ('a3 -> 'a2 value list -> Big_trusted.t
    option) -> ('a1, 'a2, 'a3) clvalue -> 'a2 object0 option **)

let denote objects functions0 =
  let rec eval1 = function
  | XConstant (n0, z0) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun t -> Some
      (Obj.magic (VInteger (t, z0)))) (constant_type n0 z0)
  | XBool b -> Some (Obj.magic (VInteger (I32, (truth b))))
  | XString l ->
    Some
      (Obj.magic (VPointer
        ((map (fun x -> OInt (U8, x)) (app l (Big_trusted.zero :: []))),
        Big_trusted.zero)))
  | XRead (t, l) -> Obj.magic read t (denote0 l)
  | XAddress l ->
    fmap (Obj.magic (fun _ _ -> option_fmap)) (fun x -> VAddress x)
      (Obj.magic denote0 l)
  | XParen e0 -> eval1 e0
  | XNot e0 ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun v ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
        let (_, a) = pat in
        Some (Obj.magic (VInteger (I32, (truth (Z.eqb a Big_trusted.zero))))))
        (Obj.magic as_integer v)) (eval1 e0)
  | XComplement e0 ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun v ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
        let (t, a) = pat in
        fmap (Obj.magic (fun _ _ -> option_fmap)) (fun x -> VInteger
          ((promote t), x)) (Obj.magic complement t a))
        (Obj.magic as_integer v)) (eval1 e0)
  | XCast (t, e0) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun v ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
        let (_, a) = pat in
        fmap (Obj.magic (fun _ _ -> option_fmap)) (fun x -> VInteger (t, x))
          (Obj.magic convert t a)) (Obj.magic as_integer v)) (eval1 e0)
  | XBinary (op, e1, e2) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun v1 ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun v2 ->
        Obj.magic operate op v1 v2) (eval1 e2)) (eval1 e1)
  | XAndAlso (e1, e2) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun v1 ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
        let (_, a) = pat in
        if Z.eqb a Big_trusted.zero
        then Some (Obj.magic (VInteger (I32, Big_trusted.zero)))
        else mbind (Obj.magic (fun _ _ -> option_bind)) (fun v2 ->
               mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat0 ->
                 let (_, b) = pat0 in
                 Some
                 (Obj.magic (VInteger (I32,
                   (truth (negb (Z.eqb b Big_trusted.zero)))))))
                 (Obj.magic as_integer v2)) (eval1 e2))
        (Obj.magic as_integer v1)) (eval1 e1)
  | XOrElse (e1, e2) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun v1 ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
        let (_, a) = pat in
        if Z.eqb a Big_trusted.zero
        then mbind (Obj.magic (fun _ _ -> option_bind)) (fun v2 ->
               mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat0 ->
                 let (_, b) = pat0 in
                 Some
                 (Obj.magic (VInteger (I32,
                   (truth (negb (Z.eqb b Big_trusted.zero)))))))
                 (Obj.magic as_integer v2)) (eval1 e2)
        else Some (Obj.magic (VInteger (I32, Big_trusted.one))))
        (Obj.magic as_integer v1)) (eval1 e1)
  | XChoice (e0, e1, e2) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun t1 ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun t2 ->
        mbind (Obj.magic (fun _ _ -> option_bind)) (fun v ->
          mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
            let (_, a) = pat in
            mbind (Obj.magic (fun _ _ -> option_bind)) (fun v0 ->
              mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat0 ->
                let (_, b) = pat0 in
                fmap (Obj.magic (fun _ _ -> option_fmap)) (fun x -> VInteger
                  ((common t1 t2), x)) (Obj.magic convert (common t1 t2) b))
                (Obj.magic as_integer v0))
              (if Z.eqb a Big_trusted.zero then eval1 e2 else eval1 e1))
            (Obj.magic as_integer v)) (eval1 e0)) (type_of e2)) (type_of e1)
  | XCall (f, t, es) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun vs ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun z0 ->
        if holds t z0 then Some (Obj.magic (VInteger (t, z0))) else None)
        (Obj.magic functions0 f vs)) (Obj.magic all eval1 es)
  and denote0 = function
  | LVariable x -> objects x
  | LMember (l0, m) -> member0 (denote0 l0) m
  | LSubscript (e, i) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun v ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun v' -> subscript v v')
        (Obj.magic eval1 i)) (Obj.magic eval1 e)
  in denote0

(** val byte_of : 'a1 object0 -> Big_trusted.t option **)

let byte_of = function
| OInt (t, z0) -> (match t with
                   | U8 -> Some z0
                   | _ -> None)
| _ -> None

(** val bytes_at :
    'a1 object0 list -> Big_trusted.t -> Big_trusted.t -> Big_trusted.t list
    option **)

let bytes_at l i n0 =
  if (&&) ((&&) (Z.leb Big_trusted.zero i) (Z.leb Big_trusted.zero n0))
       (Z.leb (Z.add i n0) (Z.of_nat (length l)))
  then all byte_of (firstn (Z.to_nat n0) (skipn (Z.to_nat i) l))
  else None

(** val conditional : int **)

let conditional =
  Stdlib.succ (Stdlib.succ 0)

(** val logical_or : int **)

let logical_or =
  Stdlib.succ (Stdlib.succ (Stdlib.succ 0))

(** val logical_and : int **)

let logical_and =
  Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ 0)))

(** val cast : int **)

let cast =
  Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
    (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
    (Stdlib.succ (Stdlib.succ (Stdlib.succ 0))))))))))))

(** val unary : int **)

let unary =
  Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
    (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
    (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ 0)))))))))))))

(** val postfix : int **)

let postfix =
  Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
    (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
    (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
    0))))))))))))))

(** val operator_level : operator -> int **)

let operator_level = function
| OMul ->
  Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
    (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
    (Stdlib.succ (Stdlib.succ 0)))))))))))
| ODiv ->
  Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
    (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
    (Stdlib.succ (Stdlib.succ 0)))))))))))
| ORem ->
  Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
    (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
    (Stdlib.succ (Stdlib.succ 0)))))))))))
| OAdd ->
  Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
    (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
    (Stdlib.succ 0))))))))))
| OSub ->
  Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
    (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
    (Stdlib.succ 0))))))))))
| OShl ->
  Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
    (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
    0)))))))))
| OShr ->
  Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
    (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
    0)))))))))
| OEq ->
  Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
    (Stdlib.succ (Stdlib.succ (Stdlib.succ 0)))))))
| ONe ->
  Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
    (Stdlib.succ (Stdlib.succ (Stdlib.succ 0)))))))
| OAnd ->
  Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
    (Stdlib.succ (Stdlib.succ 0))))))
| OXor ->
  Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
    (Stdlib.succ 0)))))
| OOr -> Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ 0))))
| _ ->
  Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ
    (Stdlib.succ (Stdlib.succ (Stdlib.succ (Stdlib.succ 0))))))))

(** val level : ('a1, 'a2, 'a3) cexpr -> int **)

let level = function
| XString _ -> cast
| XAddress _ -> unary
| XNot _ -> unary
| XComplement _ -> unary
| XCast (_, _) -> cast
| XBinary (op, _, _) -> operator_level op
| XAndAlso (_, _) -> logical_and
| XOrElse (_, _) -> logical_or
| XChoice (_, _, _) -> conditional
| _ -> postfix

(** val at_least : int -> ('a1, 'a2, 'a3) cexpr -> bool **)

let at_least n0 e =
  (<=) n0 (level e)

(** val grammatical : ('a1, 'a2, 'a3) cexpr -> bool **)

let grammatical =
  let rec grammatical0 = function
  | XConstant (_, z0) -> Z.leb Big_trusted.zero z0
  | XRead (_, l) -> grammatical_lvalue0 l
  | XAddress l -> grammatical_lvalue0 l
  | XParen e0 -> grammatical0 e0
  | XNot e0 -> (&&) (grammatical0 e0) (at_least cast e0)
  | XComplement e0 -> (&&) (grammatical0 e0) (at_least cast e0)
  | XCast (_, e0) -> (&&) (grammatical0 e0) (at_least cast e0)
  | XBinary (op, e1, e2) ->
    (&&)
      ((&&) ((&&) (grammatical0 e1) (grammatical0 e2))
        (at_least (operator_level op) e1))
      (at_least (Stdlib.succ (operator_level op)) e2)
  | XAndAlso (e1, e2) ->
    (&&)
      ((&&) ((&&) (grammatical0 e1) (grammatical0 e2))
        (at_least logical_and e1)) (at_least (Stdlib.succ logical_and) e2)
  | XOrElse (e1, e2) ->
    (&&)
      ((&&) ((&&) (grammatical0 e1) (grammatical0 e2))
        (at_least logical_or e1)) (at_least (Stdlib.succ logical_or) e2)
  | XChoice (e0, e1, e2) ->
    (&&)
      ((&&)
        ((&&) ((&&) (grammatical0 e0) (grammatical0 e1)) (grammatical0 e2))
        (at_least logical_or e0)) (at_least conditional e2)
  | XCall (_, _, es) -> forallb grammatical0 es
  | _ -> true
  and grammatical_lvalue0 = function
  | LVariable _ -> true
  | LMember (l0, _) -> grammatical_lvalue0 l0
  | LSubscript (e, i) ->
    (&&) ((&&) (grammatical0 e) (grammatical0 i)) (at_least postfix e)
  in grammatical0

(** val grammatical_lvalue : ('a1, 'a2, 'a3) clvalue -> bool **)

let grammatical_lvalue =
  let rec grammatical0 = function
  | XConstant (_, z0) -> Z.leb Big_trusted.zero z0
  | XRead (_, l) -> grammatical_lvalue0 l
  | XAddress l -> grammatical_lvalue0 l
  | XParen e0 -> grammatical0 e0
  | XNot e0 -> (&&) (grammatical0 e0) (at_least cast e0)
  | XComplement e0 -> (&&) (grammatical0 e0) (at_least cast e0)
  | XCast (_, e0) -> (&&) (grammatical0 e0) (at_least cast e0)
  | XBinary (op, e1, e2) ->
    (&&)
      ((&&) ((&&) (grammatical0 e1) (grammatical0 e2))
        (at_least (operator_level op) e1))
      (at_least (Stdlib.succ (operator_level op)) e2)
  | XAndAlso (e1, e2) ->
    (&&)
      ((&&) ((&&) (grammatical0 e1) (grammatical0 e2))
        (at_least logical_and e1)) (at_least (Stdlib.succ logical_and) e2)
  | XOrElse (e1, e2) ->
    (&&)
      ((&&) ((&&) (grammatical0 e1) (grammatical0 e2))
        (at_least logical_or e1)) (at_least (Stdlib.succ logical_or) e2)
  | XChoice (e0, e1, e2) ->
    (&&)
      ((&&)
        ((&&) ((&&) (grammatical0 e0) (grammatical0 e1)) (grammatical0 e2))
        (at_least logical_or e0)) (at_least conditional e2)
  | XCall (_, _, es) -> forallb grammatical0 es
  | _ -> true
  and grammatical_lvalue0 = function
  | LVariable _ -> true
  | LMember (l0, _) -> grammatical_lvalue0 l0
  | LSubscript (e, i) ->
    (&&) ((&&) (grammatical0 e) (grammatical0 i)) (at_least postfix e)
  in grammatical_lvalue0

type ('v, 'm, 'f) cstat =
| STrap
| STrapIf of ('v, 'm, 'f) cexpr
| SNever
| SAssign of itype * ('v, 'm, 'f) clvalue * ('v, 'm, 'f) cexpr
| SCopy of ('v, 'm, 'f) clvalue * ('v, 'm, 'f) clvalue
| SArray of Big_trusted.t * ('v, 'm, 'f) clvalue
| SBytes of bool * ('v, 'm, 'f) cexpr * ('v, 'm, 'f) cexpr
   * ('v, 'm, 'f) cexpr
| SZeros of ('v, 'm, 'f) cexpr * ('v, 'm, 'f) cexpr
| SClear of Big_trusted.t * itype * ('v, 'm, 'f) clvalue
| SDigits of bool * itype * ('v, 'm, 'f) cexpr * ('v, 'm, 'f) cexpr
| SWhen of ('v, 'm, 'f) cexpr * ('v, 'm, 'f) cstat list
| SBlock of itype * 'v * ('v, 'm, 'f) cexpr * ('v, 'm, 'f) cstat list

type 'm step1 =
| IMember of 'm
| IElement of Big_trusted.t

(** val step_eq_dec0 :
    ('a1, 'a1) relDecision -> ('a1 step1, 'a1 step1) relDecision **)

let step_eq_dec0 eqDecision0 x y =
  match x with
  | IMember m ->
    (match y with
     | IMember m0 -> decide_rel eqDecision0 m m0
     | IElement _ -> false)
  | IElement i ->
    (match y with
     | IMember _ -> false
     | IElement i0 -> decide_rel Coq_Z.eq_dec i i0)

(** val store_member :
    ('a1, 'a1) relDecision -> ('a1 -> 'a1 -> bool) -> 'a1 -> ('a1 object0
    option -> 'a1 object0 option) -> 'a1 object0 option -> 'a1 object0 option **)

let store_member eqDecision1 beside1 m g o =
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun o' -> Some (OStruct
    (fun m' ->
    if decide (decide_rel eqDecision1 m' m)
    then Some o'
    else if beside1 m m' then member0 o m' else None))) (g (member0 o m))

(** val changed_element :
    'a1 object0 list -> Big_trusted.t -> ('a1 object0 option -> 'a1 object0
    option) -> 'a1 object0 list option **)

let changed_element l i g =
  match nth_object l i with
  | Some _ ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun o -> Some
      (insert0 list_insert (Z.to_nat i) o l)) (Obj.magic g (nth_object l i))
  | None -> None

(** val store_element :
    Big_trusted.t -> ('a1 object0 option -> 'a1 object0 option) -> 'a1
    object0 option -> 'a1 object0 option **)

let store_element i g = function
| Some o0 ->
  (match o0 with
   | OArray l ->
     fmap (Obj.magic (fun _ _ -> option_fmap)) (fun x -> OArray x)
       (Obj.magic changed_element l i g)
   | OPointer (l, j) ->
     mbind (Obj.magic (fun _ _ -> option_bind)) (fun l0 -> Some (OPointer
       (l0, j))) (Obj.magic changed_element l (Z.add j i) g)
   | _ -> None)
| None -> None

(** val store :
    ('a2, 'a2) relDecision -> ('a3 -> 'a2 value list -> Big_trusted.t option)
    -> ('a2 -> 'a2 -> bool) -> ('a1 -> 'a2 object0 option) -> ('a1, 'a2, 'a3)
    clvalue -> ('a2 object0 option -> 'a2 object0 option) -> ('a1 * 'a2
    object0) option **)

let rec store eqDecision1 functions0 beside1 os l g =
  match l with
  | LVariable x ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun o -> Some (x, o))
      (Obj.magic g (os x))
  | LMember (l0, m) ->
    store eqDecision1 functions0 beside1 os l0
      (store_member eqDecision1 beside1 m g)
  | LSubscript (e, i) ->
    (match e with
     | XRead (t, l0) ->
       (match t with
        | TyInt _ -> None
        | TyPointer ->
          mbind (Obj.magic (fun _ _ -> option_bind)) (fun v ->
            mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
              let (_, n0) = pat in
              store eqDecision1 functions0 beside1 os l0 (store_element n0 g))
              (Obj.magic as_integer v)) (Obj.magic eval0 os functions0 i))
     | _ -> None)

(** val stored :
    ('a1, 'a1) relDecision -> ('a1 -> 'a1 -> bool) -> ('a1 -> 'a2 object0
    option) -> 'a1 -> 'a2 object0 -> 'a1 -> 'a2 object0 option **)

let stored eqDecision0 apart1 os x o y =
  if decide (decide_rel eqDecision0 y x)
  then Some o
  else if apart1 x y then os y else None

(** val path :
    ('a3 -> 'a2 value list -> Big_trusted.t option) -> ('a1 -> 'a2 object0
    option) -> ('a1, 'a2, 'a3) clvalue -> ('a1 * 'a2 step1 list) option **)

let path functions0 os =
  let rec path0 = function
  | LVariable x -> Some (x, [])
  | LMember (l0, m) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
      let (x, p) = pat in Some (x, (app p ((IMember m) :: [])))) (path0 l0)
  | LSubscript (e, i) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
        let (y, k) = pat in
        let (x, p) = y in
        mbind (Obj.magic (fun _ _ -> option_bind)) (fun v ->
          mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat0 ->
            let (_, n0) = pat0 in
            Some (x, (app p ((IElement (Z.add k n0)) :: []))))
            (Obj.magic as_integer v)) (Obj.magic eval0 os functions0 i))
        (points1 e)) (Obj.magic denote os functions0 (LSubscript (e, i)))
  and points1 = function
  | XRead (t, l) ->
    (match t with
     | TyInt _ -> None
     | TyPointer ->
       mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
         let (x, p) = pat in
         (match denote os functions0 l with
          | Some o ->
            (match o with
             | OArray _ ->
               Some ((Obj.magic (x, p)), (Obj.magic Big_trusted.zero))
             | OPointer (_, i) -> Some ((Obj.magic (x, p)), (Obj.magic i))
             | _ -> None)
          | None -> None)) (path0 l))
  | XParen e0 -> points1 e0
  | XBinary (op, e0, i) ->
    (match op with
     | OAdd ->
       mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
         let (y, k) = pat in
         let (x, p) = y in
         mbind (Obj.magic (fun _ _ -> option_bind)) (fun v ->
           mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat0 ->
             let (_, n0) = pat0 in
             Some ((Obj.magic (x, p)), (Obj.magic Z.add k n0)))
             (Obj.magic as_integer v)) (Obj.magic eval0 os functions0 i))
         (points1 e0)
     | _ -> None)
  | _ -> None
  in path0

(** val points0 :
    ('a3 -> 'a2 value list -> Big_trusted.t option) -> ('a1 -> 'a2 object0
    option) -> ('a1, 'a2, 'a3) cexpr -> (('a1 * 'a2 step1
    list) * Big_trusted.t) option **)

let points0 functions0 os =
  let rec path0 = function
  | LVariable x -> Some (x, [])
  | LMember (l0, m) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
      let (x, p) = pat in Some (x, (app p ((IMember m) :: [])))) (path0 l0)
  | LSubscript (e, i) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
        let (y, k) = pat in
        let (x, p) = y in
        mbind (Obj.magic (fun _ _ -> option_bind)) (fun v ->
          mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat0 ->
            let (_, n0) = pat0 in
            Some (x, (app p ((IElement (Z.add k n0)) :: []))))
            (Obj.magic as_integer v)) (Obj.magic eval0 os functions0 i))
        (Obj.magic points1 e))
      (Obj.magic denote os functions0 (LSubscript (e, i)))
  and points1 = function
  | XRead (t, l) ->
    (match t with
     | TyInt _ -> None
     | TyPointer ->
       mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
         let (x, p) = pat in
         (match denote os functions0 l with
          | Some o ->
            (match o with
             | OArray _ -> Some ((x, p), Big_trusted.zero)
             | OPointer (_, i) -> Some ((x, p), i)
             | _ -> None)
          | None -> None)) (Obj.magic path0 l))
  | XParen e0 -> points1 e0
  | XBinary (op, e0, i) ->
    (match op with
     | OAdd ->
       mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
         let (y, k) = pat in
         let (x, p) = y in
         mbind (Obj.magic (fun _ _ -> option_bind)) (fun v ->
           mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat0 ->
             let (_, n0) = pat0 in Some ((x, p), (Z.add k n0)))
             (Obj.magic as_integer v)) (Obj.magic eval0 os functions0 i))
         (points1 e0)
     | _ -> None)
  | _ -> None
  in points1

(** val is_string : ('a1, 'a2, 'a3) cexpr -> bool **)

let rec is_string = function
| XString _ -> true
| XParen e0 -> is_string e0
| XBinary (op, e0, _) -> (match op with
                          | OAdd -> is_string e0
                          | _ -> false)
| _ -> false

(** val apart_steps :
    ('a1, 'a1) relDecision -> ('a1 -> 'a1 -> bool) -> 'a1 step1 list -> 'a1
    step1 list -> bool **)

let rec apart_steps eqDecision1 beside1 p q =
  match p with
  | [] -> false
  | s :: p0 ->
    (match s with
     | IMember m ->
       (match q with
        | [] -> false
        | s0 :: q0 ->
          (match s0 with
           | IMember m' ->
             if decide (decide_rel eqDecision1 m m')
             then apart_steps eqDecision1 beside1 p0 q0
             else beside1 m m'
           | IElement _ -> false))
     | IElement i ->
       (match q with
        | [] -> false
        | s0 :: q0 ->
          (match s0 with
           | IMember _ -> false
           | IElement j ->
             if Z.eqb i j then apart_steps eqDecision1 beside1 p0 q0 else true)))

(** val apart_paths :
    ('a1, 'a1) relDecision -> ('a2, 'a2) relDecision -> ('a2 -> 'a2 -> bool)
    -> ('a1 -> 'a1 -> bool) -> ('a1 * 'a2 step1 list) -> ('a1 * 'a2 step1
    list) -> bool **)

let apart_paths eqDecision0 eqDecision1 beside1 apart1 d s =
  if decide (decide_rel eqDecision0 (fst d) (fst s))
  then apart_steps eqDecision1 beside1 (snd d) (snd s)
  else apart1 (fst d) (fst s)

(** val copies_well :
    ('a1, 'a1) relDecision -> ('a2, 'a2) relDecision -> ('a3 -> 'a2 value
    list -> Big_trusted.t option) -> ('a2 -> 'a2 -> bool) -> ('a1 -> 'a1 ->
    bool) -> ('a1 -> 'a2 object0 option) -> ('a1, 'a2, 'a3) clvalue -> ('a1,
    'a2, 'a3) clvalue -> bool **)

let copies_well eqDecision0 eqDecision1 functions0 beside1 apart1 os l l' =
  match path functions0 os l with
  | Some d ->
    (match path functions0 os l' with
     | Some s ->
       (||)
         (bool_decide
           (decide_rel
             (prod_eq_dec eqDecision0
               (list_eq_dec0 (step_eq_dec0 eqDecision1))) d s))
         (apart_paths eqDecision0 eqDecision1 beside1 apart1 d s)
     | None -> false)
  | None -> false

(** val memcpy_well :
    ('a1, 'a1) relDecision -> ('a2, 'a2) relDecision -> ('a3 -> 'a2 value
    list -> Big_trusted.t option) -> ('a2 -> 'a2 -> bool) -> ('a1 -> 'a1 ->
    bool) -> ('a1 -> 'a2 object0 option) -> ('a1, 'a2, 'a3) cexpr -> ('a1,
    'a2, 'a3) cexpr -> Big_trusted.t -> bool **)

let memcpy_well eqDecision0 eqDecision1 functions0 beside1 apart1 os d e n0 =
  (||) ((||) (Z.eqb n0 Big_trusted.zero) (is_string e))
    (match points0 functions0 os d with
     | Some p0 ->
       let (p1, i) = p0 in
       (match points0 functions0 os e with
        | Some p2 ->
          let (p3, j) = p2 in
          if decide
               (decide_rel
                 (prod_eq_dec eqDecision0
                   (list_eq_dec0 (step_eq_dec0 eqDecision1))) p1 p3)
          then (||) (Z.leb (Z.add i n0) j) (Z.leb (Z.add j n0) i)
          else apart_paths eqDecision0 eqDecision1 beside1 apart1 p1 p3
        | None -> false)
     | None -> false)

(** val elements : Big_trusted.t -> 'a1 object0 option -> 'a1 object0 list **)

let elements n0 o =
  let seen =
    match o with
    | Some o0 ->
      (match o0 with
       | OInt (_, _) -> []
       | OStruct _ -> []
       | OArray l -> l
       | OPointer (l, i) -> skipn (Z.to_nat i) l
       | OIndeterminate -> [])
    | None -> []
  in
  firstn (N.to_nat n0) (app seen (replicate (N.to_nat n0) OIndeterminate))

(** val put_bytes :
    Big_trusted.t -> Big_trusted.t list -> 'a1 object0 list -> 'a1 object0
    list option **)

let put_bytes k bs l =
  if (&&) (Z.leb Big_trusted.zero k)
       (Z.leb (Z.add k (Z.of_nat (length bs))) (Z.of_nat (length l)))
  then Some
         (app (firstn (Z.to_nat k) l)
           (app (map (fun x -> OInt (U8, x)) bs)
             (skipn ((+) (Z.to_nat k) (length bs)) l)))
  else None

(** val store_bytes :
    Big_trusted.t -> Big_trusted.t list -> 'a1 object0 option -> 'a1 object0
    option **)

let store_bytes k bs = function
| Some o0 ->
  (match o0 with
   | OArray l ->
     fmap (Obj.magic (fun _ _ -> option_fmap)) (fun x -> OArray x)
       (Obj.magic put_bytes k bs l)
   | OPointer (l, i) ->
     mbind (Obj.magic (fun _ _ -> option_bind)) (fun l0 -> Some (OPointer
       (l0, i))) (Obj.magic put_bytes (Z.add i k) bs l)
   | _ -> None)
| None -> None

(** val target0 :
    ('a3 -> 'a2 value list -> Big_trusted.t option) -> ('a1 -> 'a2 object0
    option) -> ('a1, 'a2, 'a3) cexpr -> (('a1, 'a2, 'a3)
    clvalue * Big_trusted.t) option **)

let rec target0 functions0 os = function
| XRead (t, l) ->
  (match t with
   | TyInt _ -> None
   | TyPointer -> Some (l, Big_trusted.zero))
| XParen d0 -> target0 functions0 os d0
| XBinary (op, d0, i) ->
  (match op with
   | OAdd ->
     mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
       let (l, k) = pat in
       mbind (Obj.magic (fun _ _ -> option_bind)) (fun v ->
         mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat0 ->
           let (_, n0) = pat0 in Some (l, (Z.add k n0)))
           (Obj.magic as_integer v)) (Obj.magic eval0 os functions0 i))
       (target0 functions0 os d0)
   | _ -> None)
| _ -> None

type ('v, 'm) ending =
| Ends of ('v -> 'm object0 option)
| Traps of ('v -> 'm object0 option)

(** val put_at :
    ('a1, 'a1) relDecision -> ('a2, 'a2) relDecision -> ('a3 -> 'a2 value
    list -> Big_trusted.t option) -> ('a2 -> 'a2 -> bool) -> ('a1 -> 'a1 ->
    bool) -> ('a1 -> 'a2 object0 option) -> ('a1, 'a2, 'a3) cexpr ->
    Big_trusted.t list -> ('a1, 'a2) ending option **)

let put_at eqDecision0 eqDecision1 functions0 beside1 apart1 os d bs =
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
    let (l, k) = pat in
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat0 ->
      let (x, o) = pat0 in Some (Ends (stored eqDecision0 apart1 os x o)))
      (Obj.magic store eqDecision1 functions0 beside1 os l (store_bytes k bs)))
    (Obj.magic target0 functions0 os d)

(** val extent1 :
    ('a3 -> 'a2 value list -> Big_trusted.t option) -> ('a1 -> 'a2 object0
    option) -> ('a1, 'a2, 'a3) cexpr -> Big_trusted.t option **)

let extent1 functions0 os d =
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
    let (l, _) = pat in
    (match denote os functions0 l with
     | Some o ->
       (match o with
        | OArray l0 -> Some (Z.of_nat (length l0))
        | OPointer (l0, _) -> Some (Z.of_nat (length l0))
        | _ -> None)
     | None -> None)) (Obj.magic target0 functions0 os d)

(** val digits : int -> Big_trusted.t -> Big_trusted.t list **)

let rec digits n0 z0 =
  (fun zero succ n -> if n = 0 then zero () else succ (n - 1))
    (fun _ -> [])
    (fun n1 ->
    (Z.modulo z0 (Big_trusted.double (Big_trusted.double (Big_trusted.double
      (Big_trusted.double (Big_trusted.double (Big_trusted.double
      (Big_trusted.double (Big_trusted.double Big_trusted.one))))))))) :: 
    (digits n1
      (Z.div z0 (Big_trusted.double (Big_trusted.double (Big_trusted.double
        (Big_trusted.double (Big_trusted.double (Big_trusted.double
        (Big_trusted.double (Big_trusted.double Big_trusted.one)))))))))))
    n0

(** val digits_of : bool -> itype -> Big_trusted.t -> Big_trusted.t list **)

let digits_of big t z0 =
  let l =
    digits
      (Z.to_nat
        (Z.div (bit_size t) (Big_trusted.double (Big_trusted.double
          (Big_trusted.double Big_trusted.one))))) z0
  in
  if big then reverse l else l

(** val and_then :
    ('a1, 'a2) ending option -> (('a1 -> 'a2 object0 option) -> ('a1, 'a2)
    ending option) -> ('a1, 'a2) ending option **)

let and_then r f =
  match r with
  | Some e -> (match e with
               | Ends os -> f os
               | Traps _ -> r)
  | None -> r

(** val in_order0 :
    (('a1, 'a2, 'a3) cstat -> ('a1 -> 'a2 object0 option) -> ('a1, 'a2)
    ending option) -> ('a1, 'a2, 'a3) cstat list -> ('a1 -> 'a2 object0
    option) -> ('a1, 'a2) ending option **)

let rec in_order0 run0 s os =
  match s with
  | [] -> Some (Ends os)
  | c :: s0 -> and_then (run0 c os) (in_order0 run0 s0)

(** val leave0 :
    ('a1, 'a1) relDecision -> 'a1 -> ('a1 -> 'a2 object0 option) -> ('a1 ->
    'a2 object0 option) -> 'a1 -> 'a2 object0 option **)

let leave0 eqDecision0 x os os' y =
  if decide (decide_rel eqDecision0 y x) then os x else os' y

(** val perform :
    ('a1, 'a1) relDecision -> ('a2, 'a2) relDecision -> ('a3 -> 'a2 value
    list -> Big_trusted.t option) -> ('a2 -> 'a2 -> bool) -> ('a1 -> 'a1 ->
    bool) -> ('a1, 'a2, 'a3) cstat -> ('a1 -> 'a2 object0 option) -> ('a1,
    'a2) ending option **)

let rec perform eqDecision0 eqDecision1 functions0 beside1 apart1 c os =
  match c with
  | STrap -> Some (Traps os)
  | STrapIf e ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun v ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
        let (_, z0) = pat in
        Some (if Z.eqb z0 Big_trusted.zero then Ends os else Traps os))
        (Obj.magic as_integer v)) (Obj.magic eval0 os functions0 e)
  | SNever -> None
  | SAssign (t, l, e) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun v ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
        let (_, z0) = pat in
        mbind (Obj.magic (fun _ _ -> option_bind)) (fun z1 ->
          mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat0 ->
            let (x, o) = pat0 in
            Some (Ends (stored eqDecision0 apart1 os x o)))
            (Obj.magic store eqDecision1 functions0 beside1 os l (fun _ ->
              Some (OInt (t, z1))))) (Obj.magic convert t z0))
        (Obj.magic as_integer v)) (Obj.magic eval0 os functions0 e)
  | SCopy (l, l') ->
    if copies_well eqDecision0 eqDecision1 functions0 beside1 apart1 os l l'
    then mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
           let (x, o) = pat in Some (Ends (stored eqDecision0 apart1 os x o)))
           (Obj.magic store eqDecision1 functions0 beside1 os l (fun _ ->
             Some
             (from_option (Obj.magic id) OIndeterminate
               (denote os functions0 l'))))
    else None
  | SArray (n0, l) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
      let (x, o) = pat in
      Some (Ends (fun y ->
      if decide (decide_rel eqDecision0 y x) then Some o else os y)))
      (Obj.magic store eqDecision1 functions0 beside1 os l (fun o -> Some
        (OArray (elements n0 o))))
  | SBytes (move0, d, e, n0) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun v ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
        let (_, z0) = pat in
        mbind (Obj.magic (fun _ _ -> option_bind)) (fun v0 ->
          mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat0 ->
            let (l', i) = pat0 in
            mbind (Obj.magic (fun _ _ -> option_bind)) (fun bs ->
              if (||) move0
                   (memcpy_well eqDecision0 eqDecision1 functions0 beside1
                     apart1 os d e z0)
              then put_at eqDecision0 eqDecision1 functions0 beside1 apart1
                     os d bs
              else None) (Obj.magic bytes_at l' i z0))
            (match v0 with
             | VPointer (l, i) -> Some (Obj.magic (l, i))
             | _ -> None)) (Obj.magic eval0 os functions0 e))
        (Obj.magic as_integer v)) (Obj.magic eval0 os functions0 n0)
  | SZeros (d, n0) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun v ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
        let (_, z0) = pat in
        mbind (Obj.magic (fun _ _ -> option_bind)) (fun most0 ->
          if (&&) (Z.leb Big_trusted.zero z0) (Z.leb z0 most0)
          then put_at eqDecision0 eqDecision1 functions0 beside1 apart1 os d
                 (replicate (Z.to_nat z0) Big_trusted.zero)
          else None) (Obj.magic extent1 functions0 os d))
        (Obj.magic as_integer v)) (Obj.magic eval0 os functions0 n0)
  | SClear (n0, t, l) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
      let (x, o) = pat in Some (Ends (stored eqDecision0 apart1 os x o)))
      (Obj.magic store eqDecision1 functions0 beside1 os l (fun _ -> Some
        (OArray (replicate (N.to_nat n0) (OInt (t, Big_trusted.zero))))))
  | SDigits (big, t, d, e) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun v ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
        let (_, z0) = pat in
        mbind (Obj.magic (fun _ _ -> option_bind)) (fun z1 ->
          put_at eqDecision0 eqDecision1 functions0 beside1 apart1 os d
            (digits_of big t z1)) (Obj.magic convert t z0))
        (Obj.magic as_integer v)) (Obj.magic eval0 os functions0 e)
  | SWhen (e, s) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun v ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
        let (_, z0) = pat in
        if Z.eqb z0 Big_trusted.zero
        then Some (Ends os)
        else in_order0
               (perform eqDecision0 eqDecision1 functions0 beside1 apart1) s
               os) (Obj.magic as_integer v)) (Obj.magic eval0 os functions0 e)
  | SBlock (t, x, e, s) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun v ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
        let (_, z0) = pat in
        mbind (Obj.magic (fun _ _ -> option_bind)) (fun z1 ->
          match in_order0
                  (perform eqDecision0 eqDecision1 functions0 beside1 apart1)
                  s (stored eqDecision0 apart1 os x (OInt (t, z1))) with
          | Some e0 ->
            (match e0 with
             | Ends os' -> Some (Ends (leave0 eqDecision0 x os os'))
             | Traps os' -> Some (Traps (leave0 eqDecision0 x os os')))
          | None -> None) (Obj.magic convert t z0)) (Obj.magic as_integer v))
      (Obj.magic eval0 os functions0 e)

(** val exec :
    ('a1, 'a1) relDecision -> ('a2, 'a2) relDecision -> ('a3 -> 'a2 value
    list -> Big_trusted.t option) -> ('a2 -> 'a2 -> bool) -> ('a1 -> 'a1 ->
    bool) -> ('a1, 'a2, 'a3) cstat list -> ('a1 -> 'a2 object0 option) ->
    ('a1, 'a2) ending option **)

let exec eqDecision0 eqDecision1 functions0 beside1 apart1 =
  in_order0 (perform eqDecision0 eqDecision1 functions0 beside1 apart1)

type mark =
| MOpen
| MClose
| MSquare
| MSquared
| MBrace
| MBraced
| MDot
| MArrow
| MStar
| MAddress
| MNot
| MTilde
| MAndAnd
| MOrOr
| MQuestion
| MColon
| MComma
| MSemicolon
| MBecomes
| MConst
| MCopy
| MMove
| MZeros
| MSizeof
| MIf
| MUnlikely
| MTrap
| MNever

type ('v, 'm, 'f) word =
| WMark of mark
| WVariable of 'v
| WMember of 'm
| WFunction of 'f
| WConstant of notation * Big_trusted.t
| WBool of bool
| WString of Big_trusted.t list
| WType of itype
| WOperator of operator
| WDigits of bool * itype

(** val put_all :
    (('a1, 'a2, 'a3) cexpr -> ('a1, 'a2, 'a3) word list -> ('a1, 'a2, 'a3)
    word list) -> ('a1, 'a2, 'a3) cexpr list -> ('a1, 'a2, 'a3) word list ->
    ('a1, 'a2, 'a3) word list **)

let rec put_all put0 es k =
  match es with
  | [] -> k
  | e :: es0 ->
    (match es0 with
     | [] -> put0 e k
     | _ :: _ -> put0 e ((WMark MComma) :: (put_all put0 es0 k)))

(** val put :
    ('a1 -> bool) -> ('a1, 'a2, 'a3) cexpr -> ('a1, 'a2, 'a3) word list ->
    ('a1, 'a2, 'a3) word list **)

let put pointer =
  let rec put0 e k =
    match e with
    | XConstant (n0, z0) -> (WConstant (n0, z0)) :: k
    | XBool b -> (WBool b) :: k
    | XString l -> (WString l) :: k
    | XRead (_, l) -> put_lvalue0 l k
    | XAddress l ->
      (match l with
       | LVariable x ->
         if pointer x
         then (WVariable x) :: k
         else (WMark MAddress) :: ((WVariable x) :: k)
       | _ -> (WMark MAddress) :: (put_lvalue0 l k))
    | XParen e0 -> (WMark MOpen) :: (put0 e0 ((WMark MClose) :: k))
    | XNot e0 -> (WMark MNot) :: (put0 e0 k)
    | XComplement e0 -> (WMark MTilde) :: (put0 e0 k)
    | XCast (t, e0) ->
      (WMark MOpen) :: ((WType t) :: ((WMark MClose) :: (put0 e0 k)))
    | XBinary (op, e1, e2) -> put0 e1 ((WOperator op) :: (put0 e2 k))
    | XAndAlso (e1, e2) -> put0 e1 ((WMark MAndAnd) :: (put0 e2 k))
    | XOrElse (e1, e2) -> put0 e1 ((WMark MOrOr) :: (put0 e2 k))
    | XChoice (e0, e1, e2) ->
      put0 e0 ((WMark MQuestion) :: (put0 e1 ((WMark MColon) :: (put0 e2 k))))
    | XCall (f, _, es) ->
      (WFunction f) :: ((WMark
        MOpen) :: (put_all put0 es ((WMark MClose) :: k)))
  and put_lvalue0 l k =
    match l with
    | LVariable x ->
      if pointer x
      then (WMark MOpen) :: ((WMark MStar) :: ((WVariable x) :: ((WMark
             MClose) :: k)))
      else (WVariable x) :: k
    | LMember (l0, m) ->
      (match l0 with
       | LVariable x ->
         (WVariable x) :: ((WMark
           (if pointer x then MArrow else MDot)) :: ((WMember m) :: k))
       | _ -> put_lvalue0 l0 ((WMark MDot) :: ((WMember m) :: k)))
    | LSubscript (e, i) ->
      put0 e ((WMark MSquare) :: (put0 i ((WMark MSquared) :: k)))
  in put0

(** val put_lvalue :
    ('a1 -> bool) -> ('a1, 'a2, 'a3) clvalue -> ('a1, 'a2, 'a3) word list ->
    ('a1, 'a2, 'a3) word list **)

let put_lvalue pointer =
  let rec put0 e k =
    match e with
    | XConstant (n0, z0) -> (WConstant (n0, z0)) :: k
    | XBool b -> (WBool b) :: k
    | XString l -> (WString l) :: k
    | XRead (_, l) -> put_lvalue0 l k
    | XAddress l ->
      (match l with
       | LVariable x ->
         if pointer x
         then (WVariable x) :: k
         else (WMark MAddress) :: ((WVariable x) :: k)
       | _ -> (WMark MAddress) :: (put_lvalue0 l k))
    | XParen e0 -> (WMark MOpen) :: (put0 e0 ((WMark MClose) :: k))
    | XNot e0 -> (WMark MNot) :: (put0 e0 k)
    | XComplement e0 -> (WMark MTilde) :: (put0 e0 k)
    | XCast (t, e0) ->
      (WMark MOpen) :: ((WType t) :: ((WMark MClose) :: (put0 e0 k)))
    | XBinary (op, e1, e2) -> put0 e1 ((WOperator op) :: (put0 e2 k))
    | XAndAlso (e1, e2) -> put0 e1 ((WMark MAndAnd) :: (put0 e2 k))
    | XOrElse (e1, e2) -> put0 e1 ((WMark MOrOr) :: (put0 e2 k))
    | XChoice (e0, e1, e2) ->
      put0 e0 ((WMark MQuestion) :: (put0 e1 ((WMark MColon) :: (put0 e2 k))))
    | XCall (f, _, es) ->
      (WFunction f) :: ((WMark
        MOpen) :: (put_all put0 es ((WMark MClose) :: k)))
  and put_lvalue0 l k =
    match l with
    | LVariable x ->
      if pointer x
      then (WMark MOpen) :: ((WMark MStar) :: ((WVariable x) :: ((WMark
             MClose) :: k)))
      else (WVariable x) :: k
    | LMember (l0, m) ->
      (match l0 with
       | LVariable x ->
         (WVariable x) :: ((WMark
           (if pointer x then MArrow else MDot)) :: ((WMember m) :: k))
       | _ -> put_lvalue0 l0 ((WMark MDot) :: ((WMember m) :: k)))
    | LSubscript (e, i) ->
      put0 e ((WMark MSquare) :: (put0 i ((WMark MSquared) :: k)))
  in put_lvalue0

(** val put_assignment :
    ('a1 -> bool) -> ('a1, 'a2, 'a3) clvalue -> ('a1, 'a2, 'a3) cexpr ->
    ('a1, 'a2, 'a3) word list -> ('a1, 'a2, 'a3) word list **)

let put_assignment pointer l e k =
  put_lvalue pointer l ((WMark
    MBecomes) :: (put pointer e ((WMark MSemicolon) :: k)))

(** val put_statement :
    ('a1 -> bool) -> ('a1, 'a2, 'a3) cstat -> ('a1, 'a2, 'a3) word list ->
    ('a1, 'a2, 'a3) word list **)

let rec put_statement pointer s k =
  match s with
  | STrap -> (WMark MTrap) :: k
  | STrapIf e ->
    (WMark MIf) :: ((WMark MOpen) :: ((WMark MUnlikely) :: ((WMark
      MOpen) :: (put pointer e ((WMark MClose) :: ((WMark MClose) :: ((WMark
                  MBrace) :: ((WMark MTrap) :: ((WMark MBraced) :: k)))))))))
  | SNever -> (WMark MNever) :: k
  | SAssign (_, l, e) -> put_assignment pointer l e k
  | SCopy (l, l') -> put_assignment pointer l (XRead (TyPointer, l')) k
  | SArray (_, _) -> k
  | SBytes (move0, d, e, n0) ->
    (WMark (if move0 then MMove else MCopy)) :: ((WMark
      MOpen) :: (put_all (put pointer) (d :: (e :: (n0 :: []))) ((WMark
                  MClose) :: ((WMark MSemicolon) :: k))))
  | SZeros (d, n0) ->
    (WMark MZeros) :: ((WMark
      MOpen) :: (put_all (put pointer) (d :: ((XConstant (Plain,
                  Big_trusted.zero)) :: (n0 :: []))) ((WMark
                  MClose) :: ((WMark MSemicolon) :: k))))
  | SClear (_, _, l) ->
    (WMark MZeros) :: ((WMark
      MOpen) :: (put_lvalue pointer l ((WMark
                  MComma) :: (put pointer (XConstant (Plain,
                               Big_trusted.zero)) ((WMark MComma) :: ((WMark
                               MSizeof) :: (put_lvalue pointer l ((WMark
                                             MClose) :: ((WMark
                                             MSemicolon) :: k)))))))))
  | SDigits (big, t, d, e) ->
    (WDigits (big, t)) :: ((WMark
      MOpen) :: (put_all (put pointer) (d :: (e :: [])) ((WMark
                  MClose) :: ((WMark MSemicolon) :: k))))
  | SWhen (e, s0) ->
    (WMark MIf) :: ((WMark
      MOpen) :: (put pointer e ((WMark MClose) :: ((WMark
                  MBrace) :: (fold_right (put_statement pointer) ((WMark
                               MBraced) :: k) s0)))))
  | SBlock (t, x, e, s0) ->
    (WMark MBrace) :: ((WMark MConst) :: ((WType
      t) :: (put_assignment pointer (LVariable x) e
              (fold_right (put_statement pointer) ((WMark MBraced) :: k) s0))))

(** val words_of :
    ('a1 -> bool) -> ('a1, 'a2, 'a3) cstat list -> ('a1, 'a2, 'a3) word list **)

let words_of pointer s =
  fold_right (put_statement pointer) [] s

(** val grammatical_statement : ('a1, 'a2, 'a3) cstat -> bool **)

let rec grammatical_statement = function
| STrapIf e -> grammatical e
| SAssign (_, l, e) ->
  (&&) ((&&) (grammatical_lvalue l) (grammatical e)) (at_least conditional e)
| SCopy (l, l') -> (&&) (grammatical_lvalue l) (grammatical_lvalue l')
| SBytes (_, d, e, n0) -> forallb grammatical (d :: (e :: (n0 :: [])))
| SZeros (d, n0) -> (&&) (grammatical d) (grammatical n0)
| SClear (_, _, l) -> grammatical_lvalue l
| SDigits (_, _, d, e) -> (&&) (grammatical d) (grammatical e)
| SWhen (e, s0) -> (&&) (grammatical e) (forallb grammatical_statement s0)
| SBlock (_, _, e, s0) ->
  (&&) ((&&) (grammatical e) (at_least conditional e))
    (forallb grammatical_statement s0)
| _ -> true

type variable0 =
| NVariable of int
| NConstant of int
| NTemporary of int

type member_name =
| MLen
| MData
| MElements
| MTag
| MCases
| MCount
| MKeys
| MValues
| MIndex
| MPart of ty * int

type function_name =
| FEqual
| FLoad of endian * width
| FMulOverflows
| FFind of ty
| FHas of ty
| FWaits of procedure

(** val unsigned_of : width -> itype **)

let unsigned_of = function
| W8 -> U8
| W16 -> U16
| W32 -> U32
| W64 -> U64

(** val cell_type : Big_trusted.t -> itype **)

let cell_type top =
  if N.eqb (cell top) Big_trusted.one
  then U8
  else if N.eqb (cell top) (Big_trusted.double Big_trusted.one)
       then U16
       else if N.eqb (cell top) (Big_trusted.double (Big_trusted.double
                 Big_trusted.one))
            then U32
            else U64

(** val length_type : ty -> itype option **)

let length_type = function
| TBytes cap -> Some (cell_type cap)
| TView -> Some U32
| _ -> None

(** val tag_type : ty list -> itype **)

let tag_type cases0 =
  cell_type (N.of_nat (sub (length cases0) (Stdlib.succ 0)))

(** val waits_code : int option -> Big_trusted.t **)

let waits_code = function
| Some e -> Z.add (Z.of_nat e) (Big_trusted.double Big_trusted.one)
| None -> Big_trusted.one

(** val position :
    member_name object0 list -> int -> Big_trusted.t -> int option **)

let rec position keys n0 k =
  (fun zero succ n -> if n = 0 then zero () else succ (n - 1))
    (fun _ -> Some 0)
    (fun n1 ->
    match keys with
    | [] -> None
    | o :: keys0 ->
      (match o with
       | OInt (_, z0) ->
         if Z.eqb k z0
         then Some 0
         else fmap (Obj.magic (fun _ _ -> option_fmap)) (fun x -> Stdlib.succ
                x) (position keys0 n1 k)
       | _ -> None))
    n0

(** val find1 :
    member_name object0 -> Big_trusted.t -> (Big_trusted.t * Big_trusted.t)
    option **)

let find1 o k =
  match member0 (Some o) MCount with
  | Some o0 ->
    (match o0 with
     | OInt (_, n0) ->
       (match member0 (Some o) MKeys with
        | Some o1 ->
          (match o1 with
           | OArray keys ->
             mbind (Obj.magic (fun _ _ -> option_bind)) (fun i -> Some
               ((Z.of_nat i), n0)) (Obj.magic position keys (Z.to_nat n0) k)
           | _ -> None)
        | None -> None)
     | _ -> None)
  | None -> None

(** val functions :
    (procedure -> member_name object0 -> Big_trusted.t option) ->
    function_name -> member_name value list -> Big_trusted.t option **)

let functions waits f args =
  match f with
  | FEqual ->
    (match args with
     | [] -> None
     | v :: l0 ->
       (match v with
        | VPointer (l, i) ->
          (match l0 with
           | [] -> None
           | v0 :: l1 ->
             (match v0 with
              | VInteger (_, n0) ->
                (match l1 with
                 | [] -> None
                 | v1 :: l2 ->
                   (match v1 with
                    | VPointer (l', i') ->
                      (match l2 with
                       | [] -> None
                       | v2 :: l3 ->
                         (match v2 with
                          | VInteger (_, n') ->
                            (match l3 with
                             | [] ->
                               if Z.eqb n0 n'
                               then mbind
                                      (Obj.magic (fun _ _ -> option_bind))
                                      (fun a ->
                                      mbind
                                        (Obj.magic (fun _ _ -> option_bind))
                                        (fun b -> Some
                                        (truth
                                          (bool_decide
                                            (decide_rel
                                              (list_eq_dec0 Coq_Z.eq_dec) a b))))
                                        (Obj.magic bytes_at l' i' n'))
                                      (Obj.magic bytes_at l i n0)
                               else Some Big_trusted.zero
                             | _ :: _ -> None)
                          | _ -> None))
                    | _ -> None))
              | _ -> None))
        | _ -> None))
  | FLoad (o, w0) ->
    (match args with
     | [] -> None
     | v :: l0 ->
       (match v with
        | VPointer (l, i) ->
          (match l0 with
           | [] ->
             fmap (Obj.magic (fun _ _ -> option_fmap)) (load_int o)
               (Obj.magic bytes_at l i (Z.of_nat (byte_count w0)))
           | _ :: _ -> None)
        | _ -> None))
  | FMulOverflows ->
    (match args with
     | [] -> None
     | v :: l ->
       (match v with
        | VInteger (_, a) ->
          (match l with
           | [] -> None
           | v0 :: l0 ->
             (match v0 with
              | VInteger (_, b) ->
                (match l0 with
                 | [] -> Some (truth (Z.leb (limit W64) (Z.mul a b)))
                 | _ :: _ -> None)
              | _ -> None))
        | _ -> None))
  | FFind _ ->
    (match args with
     | [] -> None
     | v :: l ->
       (match v with
        | VAddress o ->
          (match l with
           | [] -> None
           | v0 :: l0 ->
             (match v0 with
              | VInteger (_, k) ->
                (match l0 with
                 | [] ->
                   fmap (Obj.magic (fun _ _ -> option_fmap)) fst
                     (Obj.magic find1 o k)
                 | _ :: _ -> None)
              | _ -> None))
        | _ -> None))
  | FHas _ ->
    (match args with
     | [] -> None
     | v :: l ->
       (match v with
        | VAddress o ->
          (match l with
           | [] -> None
           | v0 :: l0 ->
             (match v0 with
              | VInteger (_, k) ->
                (match l0 with
                 | [] ->
                   mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
                     let (i, n0) = pat in Some (truth (Z.ltb i n0)))
                     (Obj.magic find1 o k)
                 | _ :: _ -> None)
              | _ -> None))
        | _ -> None))
  | FWaits p ->
    (match args with
     | [] -> None
     | v :: l ->
       (match v with
        | VAddress o -> (match l with
                         | [] -> waits p o
                         | _ :: _ -> None)
        | _ -> None))

(** val constant_of :
    notation -> Big_trusted.t -> (variable0, member_name, function_name)
    cexpr option **)

let constant_of n0 z0 =
  match constant_type n0 z0 with
  | Some _ -> Some (XConstant (n0, z0))
  | None -> None

(** val notation_of : width -> notation **)

let notation_of = function
| W32 -> Unsigned
| W64 -> Wide
| _ -> Plain

(** val number0 :
    width -> Big_trusted.t -> (variable0, member_name, function_name) cexpr **)

let number0 w0 z0 =
  XConstant ((notation_of w0), z0)

(** val narrow :
    width -> (variable0, member_name, function_name) cexpr -> (variable0,
    member_name, function_name) cexpr **)

let narrow w0 x =
  match w0 with
  | W8 -> XCast ((unsigned_of w0), x)
  | W16 -> XCast ((unsigned_of w0), x)
  | _ -> x

(** val widened :
    width -> (variable0, member_name, function_name) cexpr -> (variable0,
    member_name, function_name) cexpr **)

let widened w0 x =
  match w0 with
  | W8 -> XCast (U32, x)
  | W16 -> XCast (U32, x)
  | _ -> x

(** val infix :
    operator -> (variable0, member_name, function_name) cexpr -> (variable0,
    member_name, function_name) cexpr -> (variable0, member_name,
    function_name) cexpr **)

let infix op x y =
  XParen (XBinary (op, x, y))

(** val rotated :
    operator -> operator -> width -> expr -> (variable0, member_name,
    function_name) cexpr -> (variable0, member_name, function_name) cexpr ->
    (variable0, member_name, function_name) cexpr **)

let rotated left right w0 e2 x y =
  match e2 with
  | EBool _ ->
    let mask0 = XConstant (Unsigned, (Z.sub (bits w0) Big_trusted.one)) in
    narrow w0
      (infix OOr (XBinary (left, (widened w0 x), (infix OAnd y mask0)))
        (XBinary (right, (widened w0 x),
        (infix OAnd (XParen (XBinary (OSub, (XConstant (Unsigned,
          Big_trusted.zero)), y))) mask0))))
  | EInt (_, z0) ->
    let k = Z.modulo z0 (bits w0) in
    if Z.eqb k Big_trusted.zero
    then x
    else narrow w0
           (infix OOr (XBinary (left, (widened w0 x), (XConstant (Plain,
             k)))) (XBinary (right, (widened w0 x), (XConstant (Plain,
             (Z.sub (bits w0) k))))))
  | EBytes _ ->
    let mask0 = XConstant (Unsigned, (Z.sub (bits w0) Big_trusted.one)) in
    narrow w0
      (infix OOr (XBinary (left, (widened w0 x), (infix OAnd y mask0)))
        (XBinary (right, (widened w0 x),
        (infix OAnd (XParen (XBinary (OSub, (XConstant (Unsigned,
          Big_trusted.zero)), y))) mask0))))
  | ERead _ ->
    let mask0 = XConstant (Unsigned, (Z.sub (bits w0) Big_trusted.one)) in
    narrow w0
      (infix OOr (XBinary (left, (widened w0 x), (infix OAnd y mask0)))
        (XBinary (right, (widened w0 x),
        (infix OAnd (XParen (XBinary (OSub, (XConstant (Unsigned,
          Big_trusted.zero)), y))) mask0))))
  | ENot _ ->
    let mask0 = XConstant (Unsigned, (Z.sub (bits w0) Big_trusted.one)) in
    narrow w0
      (infix OOr (XBinary (left, (widened w0 x), (infix OAnd y mask0)))
        (XBinary (right, (widened w0 x),
        (infix OAnd (XParen (XBinary (OSub, (XConstant (Unsigned,
          Big_trusted.zero)), y))) mask0))))
  | EComp (_, _) ->
    let mask0 = XConstant (Unsigned, (Z.sub (bits w0) Big_trusted.one)) in
    narrow w0
      (infix OOr (XBinary (left, (widened w0 x), (infix OAnd y mask0)))
        (XBinary (right, (widened w0 x),
        (infix OAnd (XParen (XBinary (OSub, (XConstant (Unsigned,
          Big_trusted.zero)), y))) mask0))))
  | EAnd (_, _) ->
    let mask0 = XConstant (Unsigned, (Z.sub (bits w0) Big_trusted.one)) in
    narrow w0
      (infix OOr (XBinary (left, (widened w0 x), (infix OAnd y mask0)))
        (XBinary (right, (widened w0 x),
        (infix OAnd (XParen (XBinary (OSub, (XConstant (Unsigned,
          Big_trusted.zero)), y))) mask0))))
  | EOr (_, _) ->
    let mask0 = XConstant (Unsigned, (Z.sub (bits w0) Big_trusted.one)) in
    narrow w0
      (infix OOr (XBinary (left, (widened w0 x), (infix OAnd y mask0)))
        (XBinary (right, (widened w0 x),
        (infix OAnd (XParen (XBinary (OSub, (XConstant (Unsigned,
          Big_trusted.zero)), y))) mask0))))
  | EArith (_, _, _, _) ->
    let mask0 = XConstant (Unsigned, (Z.sub (bits w0) Big_trusted.one)) in
    narrow w0
      (infix OOr (XBinary (left, (widened w0 x), (infix OAnd y mask0)))
        (XBinary (right, (widened w0 x),
        (infix OAnd (XParen (XBinary (OSub, (XConstant (Unsigned,
          Big_trusted.zero)), y))) mask0))))
  | ECompare (_, _, _, _) ->
    let mask0 = XConstant (Unsigned, (Z.sub (bits w0) Big_trusted.one)) in
    narrow w0
      (infix OOr (XBinary (left, (widened w0 x), (infix OAnd y mask0)))
        (XBinary (right, (widened w0 x),
        (infix OAnd (XParen (XBinary (OSub, (XConstant (Unsigned,
          Big_trusted.zero)), y))) mask0))))
  | EBoolEq (_, _) ->
    let mask0 = XConstant (Unsigned, (Z.sub (bits w0) Big_trusted.one)) in
    narrow w0
      (infix OOr (XBinary (left, (widened w0 x), (infix OAnd y mask0)))
        (XBinary (right, (widened w0 x),
        (infix OAnd (XParen (XBinary (OSub, (XConstant (Unsigned,
          Big_trusted.zero)), y))) mask0))))
  | EBytesEq (_, _) ->
    let mask0 = XConstant (Unsigned, (Z.sub (bits w0) Big_trusted.one)) in
    narrow w0
      (infix OOr (XBinary (left, (widened w0 x), (infix OAnd y mask0)))
        (XBinary (right, (widened w0 x),
        (infix OAnd (XParen (XBinary (OSub, (XConstant (Unsigned,
          Big_trusted.zero)), y))) mask0))))
  | EWiden (_, _, _) ->
    let mask0 = XConstant (Unsigned, (Z.sub (bits w0) Big_trusted.one)) in
    narrow w0
      (infix OOr (XBinary (left, (widened w0 x), (infix OAnd y mask0)))
        (XBinary (right, (widened w0 x),
        (infix OAnd (XParen (XBinary (OSub, (XConstant (Unsigned,
          Big_trusted.zero)), y))) mask0))))
  | ENarrow (_, _, _) ->
    let mask0 = XConstant (Unsigned, (Z.sub (bits w0) Big_trusted.one)) in
    narrow w0
      (infix OOr (XBinary (left, (widened w0 x), (infix OAnd y mask0)))
        (XBinary (right, (widened w0 x),
        (infix OAnd (XParen (XBinary (OSub, (XConstant (Unsigned,
          Big_trusted.zero)), y))) mask0))))
  | ECond (_, _, _) ->
    let mask0 = XConstant (Unsigned, (Z.sub (bits w0) Big_trusted.one)) in
    narrow w0
      (infix OOr (XBinary (left, (widened w0 x), (infix OAnd y mask0)))
        (XBinary (right, (widened w0 x),
        (infix OAnd (XParen (XBinary (OSub, (XConstant (Unsigned,
          Big_trusted.zero)), y))) mask0))))
  | EFit (_, _) ->
    let mask0 = XConstant (Unsigned, (Z.sub (bits w0) Big_trusted.one)) in
    narrow w0
      (infix OOr (XBinary (left, (widened w0 x), (infix OAnd y mask0)))
        (XBinary (right, (widened w0 x),
        (infix OAnd (XParen (XBinary (OSub, (XConstant (Unsigned,
          Big_trusted.zero)), y))) mask0))))
  | ELen _ ->
    let mask0 = XConstant (Unsigned, (Z.sub (bits w0) Big_trusted.one)) in
    narrow w0
      (infix OOr (XBinary (left, (widened w0 x), (infix OAnd y mask0)))
        (XBinary (right, (widened w0 x),
        (infix OAnd (XParen (XBinary (OSub, (XConstant (Unsigned,
          Big_trusted.zero)), y))) mask0))))
  | ECount _ ->
    let mask0 = XConstant (Unsigned, (Z.sub (bits w0) Big_trusted.one)) in
    narrow w0
      (infix OOr (XBinary (left, (widened w0 x), (infix OAnd y mask0)))
        (XBinary (right, (widened w0 x),
        (infix OAnd (XParen (XBinary (OSub, (XConstant (Unsigned,
          Big_trusted.zero)), y))) mask0))))
  | EIs (_, _) ->
    let mask0 = XConstant (Unsigned, (Z.sub (bits w0) Big_trusted.one)) in
    narrow w0
      (infix OOr (XBinary (left, (widened w0 x), (infix OAnd y mask0)))
        (XBinary (right, (widened w0 x),
        (infix OAnd (XParen (XBinary (OSub, (XConstant (Unsigned,
          Big_trusted.zero)), y))) mask0))))
  | EHas (_, _) ->
    let mask0 = XConstant (Unsigned, (Z.sub (bits w0) Big_trusted.one)) in
    narrow w0
      (infix OOr (XBinary (left, (widened w0 x), (infix OAnd y mask0)))
        (XBinary (right, (widened w0 x),
        (infix OAnd (XParen (XBinary (OSub, (XConstant (Unsigned,
          Big_trusted.zero)), y))) mask0))))
  | EKeyAt (_, _) ->
    let mask0 = XConstant (Unsigned, (Z.sub (bits w0) Big_trusted.one)) in
    narrow w0
      (infix OOr (XBinary (left, (widened w0 x), (infix OAnd y mask0)))
        (XBinary (right, (widened w0 x),
        (infix OAnd (XParen (XBinary (OSub, (XConstant (Unsigned,
          Big_trusted.zero)), y))) mask0))))
  | ESlice (_, _, _) ->
    let mask0 = XConstant (Unsigned, (Z.sub (bits w0) Big_trusted.one)) in
    narrow w0
      (infix OOr (XBinary (left, (widened w0 x), (infix OAnd y mask0)))
        (XBinary (right, (widened w0 x),
        (infix OAnd (XParen (XBinary (OSub, (XConstant (Unsigned,
          Big_trusted.zero)), y))) mask0))))
  | ELoad (_, _, _, _) ->
    let mask0 = XConstant (Unsigned, (Z.sub (bits w0) Big_trusted.one)) in
    narrow w0
      (infix OOr (XBinary (left, (widened w0 x), (infix OAnd y mask0)))
        (XBinary (right, (widened w0 x),
        (infix OAnd (XParen (XBinary (OSub, (XConstant (Unsigned,
          Big_trusted.zero)), y))) mask0))))
  | ERecord (_, _) ->
    let mask0 = XConstant (Unsigned, (Z.sub (bits w0) Big_trusted.one)) in
    narrow w0
      (infix OOr (XBinary (left, (widened w0 x), (infix OAnd y mask0)))
        (XBinary (right, (widened w0 x),
        (infix OAnd (XParen (XBinary (OSub, (XConstant (Unsigned,
          Big_trusted.zero)), y))) mask0))))
  | EUnion (_, _, _) ->
    let mask0 = XConstant (Unsigned, (Z.sub (bits w0) Big_trusted.one)) in
    narrow w0
      (infix OOr (XBinary (left, (widened w0 x), (infix OAnd y mask0)))
        (XBinary (right, (widened w0 x),
        (infix OAnd (XParen (XBinary (OSub, (XConstant (Unsigned,
          Big_trusted.zero)), y))) mask0))))
  | EArray (_, _) ->
    let mask0 = XConstant (Unsigned, (Z.sub (bits w0) Big_trusted.one)) in
    narrow w0
      (infix OOr (XBinary (left, (widened w0 x), (infix OAnd y mask0)))
        (XBinary (right, (widened w0 x),
        (infix OAnd (XParen (XBinary (OSub, (XConstant (Unsigned,
          Big_trusted.zero)), y))) mask0))))
  | EFill (_, _, _) ->
    let mask0 = XConstant (Unsigned, (Z.sub (bits w0) Big_trusted.one)) in
    narrow w0
      (infix OOr (XBinary (left, (widened w0 x), (infix OAnd y mask0)))
        (XBinary (right, (widened w0 x),
        (infix OAnd (XParen (XBinary (OSub, (XConstant (Unsigned,
          Big_trusted.zero)), y))) mask0))))
  | EDefault _ ->
    let mask0 = XConstant (Unsigned, (Z.sub (bits w0) Big_trusted.one)) in
    narrow w0
      (infix OOr (XBinary (left, (widened w0 x), (infix OAnd y mask0)))
        (XBinary (right, (widened w0 x),
        (infix OAnd (XParen (XBinary (OSub, (XConstant (Unsigned,
          Big_trusted.zero)), y))) mask0))))
  | ECoro (_, _) ->
    let mask0 = XConstant (Unsigned, (Z.sub (bits w0) Big_trusted.one)) in
    narrow w0
      (infix OOr (XBinary (left, (widened w0 x), (infix OAnd y mask0)))
        (XBinary (right, (widened w0 x),
        (infix OAnd (XParen (XBinary (OSub, (XConstant (Unsigned,
          Big_trusted.zero)), y))) mask0))))

(** val lower_arith :
    arith -> width -> expr -> expr -> (variable0, member_name, function_name)
    cexpr -> (variable0, member_name, function_name) cexpr -> (variable0,
    member_name, function_name) cexpr **)

let lower_arith op w0 e1 e2 x y =
  match check_arith op w0 e1 e2 with
  | GFalse -> number0 w0 Big_trusted.zero
  | _ ->
    (match op with
     | Add -> narrow w0 (infix OAdd x y)
     | Sub -> narrow w0 (infix OSub x y)
     | AddW -> narrow w0 (infix OAdd x y)
     | SubW -> narrow w0 (infix OSub x y)
     | Div -> narrow w0 (infix ODiv x y)
     | Rem -> narrow w0 (infix ORem x y)
     | And -> narrow w0 (infix OAnd x y)
     | Or -> narrow w0 (infix OOr x y)
     | Xor -> narrow w0 (infix OXor x y)
     | Shl -> narrow w0 (infix OShl (widened w0 x) y)
     | Shr -> narrow w0 (infix OShr x y)
     | Rotl -> rotated OShl OShr w0 e2 x y
     | Rotr -> rotated OShr OShl w0 e2 x y
     | _ -> narrow w0 (infix OMul (widened w0 x) (widened w0 y)))

(** val comparison_of : compare0 -> operator **)

let comparison_of = function
| Eq -> OEq
| Ne -> ONe
| Lt -> OLt
| Le -> OLe
| Gt -> OGt
| Ge -> OGe

(** val complemented :
    width -> (variable0, member_name, function_name) cexpr -> (variable0,
    member_name, function_name) cexpr **)

let complemented w0 x =
  match w0 with
  | W8 ->
    XCast (U8,
      (infix OSub (XConstant (Hexadecimal, (Big_trusted.double_plus_one
        (Big_trusted.double_plus_one (Big_trusted.double_plus_one
        (Big_trusted.double_plus_one (Big_trusted.double_plus_one
        (Big_trusted.double_plus_one (Big_trusted.double_plus_one
        Big_trusted.one))))))))) x))
  | W16 ->
    XCast (U16,
      (infix OSub (XConstant (Hexadecimal, (Big_trusted.double_plus_one
        (Big_trusted.double_plus_one (Big_trusted.double_plus_one
        (Big_trusted.double_plus_one (Big_trusted.double_plus_one
        (Big_trusted.double_plus_one (Big_trusted.double_plus_one
        (Big_trusted.double_plus_one (Big_trusted.double_plus_one
        (Big_trusted.double_plus_one (Big_trusted.double_plus_one
        (Big_trusted.double_plus_one (Big_trusted.double_plus_one
        (Big_trusted.double_plus_one (Big_trusted.double_plus_one
        Big_trusted.one))))))))))))))))) x))
  | _ -> XCast ((unsigned_of w0), (XComplement x))

(** val apart0 :
    expr -> (variable0, member_name, function_name) cexpr -> (variable0,
    member_name, function_name) cexpr **)

let apart0 e x =
  match e with
  | ENot _ -> XParen x
  | _ -> x

(** val chosen :
    ty -> (variable0, member_name, function_name) cexpr -> (variable0,
    member_name, function_name) cexpr -> (variable0, member_name,
    function_name) cexpr -> (variable0, member_name, function_name) cexpr **)

let chosen t c x y =
  match t with
  | TInt w0 -> narrow w0 (XParen (XChoice (c, x, y)))
  | _ -> XParen (XChoice (c, x, y))

(** val typed :
    ((variable0, member_name, function_name) cexpr * ty) option -> ty ->
    (variable0, member_name, function_name) cexpr option **)

let typed o t =
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
    let (x, t') = pat in if ty_eqb t' t then Some x else None) (Obj.magic o)

(** val data_of :
    (variable0, member_name, function_name) clvalue -> (variable0,
    member_name, function_name) cexpr **)

let data_of l =
  XRead (TyPointer, (LMember (l, MData)))

(** val length_of :
    itype -> (variable0, member_name, function_name) clvalue -> (variable0,
    member_name, function_name) cexpr **)

let length_of t l =
  XCast (U32, (XRead ((TyInt t), (LMember (l, MLen)))))

(** val count_of :
    Big_trusted.t -> (variable0, member_name, function_name) clvalue ->
    (variable0, member_name, function_name) cexpr **)

let count_of cap l =
  XCast (U32, (XRead ((TyInt (cell_type cap)), (LMember (l, MCount)))))

(** val tag_of :
    ty list -> (variable0, member_name, function_name) clvalue -> (variable0,
    member_name, function_name) cexpr **)

let tag_of ts l =
  XRead ((TyInt (tag_type ts)), (LMember (l, MTag)))

(** val lower_place :
    (int -> ty option) -> (int -> ty option) -> place -> ((variable0,
    member_name, function_name) clvalue * ty) option **)

let lower_place variables0 constants =
  let rec lower_place0 = function
  | PVar x ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun t -> Some ((LVariable
      (NVariable x)), t)) (Obj.magic variables0 x)
  | PConst c ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun t -> Some ((LVariable
      (NConstant c)), t)) (Obj.magic constants c)
  | PField (p0, i) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
      let (l, t) = pat in
      (match t with
       | TRecord (_, ts) ->
         mbind (Obj.magic (fun _ _ -> option_bind)) (fun t' -> Some ((LMember
           (l, (MPart (t, i)))), t')) (lookup0 (Obj.magic list_lookup) i ts)
       | _ -> None)) (lower_place0 p0)
  | PIndex (p0, e) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
      let (l, t) = pat in
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat0 ->
        let (i, ti) = pat0 in
        (match ti with
         | TInt _ ->
           (match t with
            | TBytes _ -> Some ((LSubscript ((data_of l), i)), (TInt W8))
            | TView -> Some ((LSubscript ((data_of l), i)), (TInt W8))
            | TArray (_, t') ->
              Some ((LSubscript ((XRead (TyPointer, (LMember (l,
                MElements)))), i)), t')
            | _ -> None)
         | _ -> None)) (lower0 e)) (lower_place0 p0)
  | PCase (p0, tag) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
      let (l, t) = pat in
      (match t with
       | TUnion (_, ts) ->
         mbind (Obj.magic (fun _ _ -> option_bind)) (fun t' -> Some ((LMember
           ((LMember (l, MCases)), (MPart (t, tag)))), t'))
           (lookup0 (Obj.magic list_lookup) tag ts)
       | _ -> None)) (lower_place0 p0)
  | PKey (p0, e) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
      let (l, t) = pat in
      (match t with
       | TMap (_, w0, t') ->
         mbind (Obj.magic (fun _ _ -> option_bind)) (fun k -> Some
           ((LSubscript ((XRead (TyPointer, (LMember (l, MValues)))), (XCall
           ((FFind t), U32, ((XAddress l) :: (k :: [])))))), t'))
           (Obj.magic typed (Obj.magic lower0 e) (TInt w0))
       | _ -> None)) (lower_place0 p0)
  and lower0 = function
  | EBool b -> Some ((Obj.magic (XBool b)), TBool)
  | EInt (w0, z0) ->
    if fits w0 z0 then Some ((Obj.magic number0 w0 z0), (TInt w0)) else None
  | ERead p ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
      let (l, t) = pat in
      (match t with
       | TBool -> Some ((Obj.magic (XRead ((TyInt IBool), l))), t)
       | TInt w0 ->
         Some ((Obj.magic (XRead ((TyInt (unsigned_of w0)), l))), t)
       | _ -> None)) (lower_place0 p)
  | ENot e0 ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun x -> Some
      ((Obj.magic (XNot x)), TBool))
      (Obj.magic typed (Obj.magic lower0 e0) TBool)
  | EComp (w0, e0) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun x -> Some
      ((Obj.magic complemented w0 x), (TInt w0)))
      (Obj.magic typed (Obj.magic lower0 e0) (TInt w0))
  | EAnd (e1, e2) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun x ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun y -> Some
        ((Obj.magic (XParen (XAndAlso (x, y)))), TBool))
        (Obj.magic typed (Obj.magic lower0 e2) TBool))
      (Obj.magic typed (Obj.magic lower0 e1) TBool)
  | EOr (e1, e2) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun x ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun y -> Some
        ((Obj.magic (XParen (XOrElse (x, y)))), TBool))
        (Obj.magic typed (Obj.magic lower0 e2) TBool))
      (Obj.magic typed (Obj.magic lower0 e1) TBool)
  | EArith (op, w0, e1, e2) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun x ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun y -> Some
        ((Obj.magic lower_arith op w0 e1 e2 x y), (TInt w0)))
        (Obj.magic typed (Obj.magic lower0 e2) (TInt (second_operand op w0))))
      (Obj.magic typed (Obj.magic lower0 e1) (TInt w0))
  | ECompare (op, w0, e1, e2) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun x ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun y -> Some
        ((Obj.magic infix (comparison_of op) x y), TBool))
        (Obj.magic typed (Obj.magic lower0 e2) (TInt w0)))
      (Obj.magic typed (Obj.magic lower0 e1) (TInt w0))
  | EBoolEq (e1, e2) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun x ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun y -> Some
        ((Obj.magic infix OEq (apart0 e1 x) (apart0 e2 y)), TBool))
        (Obj.magic typed (Obj.magic lower0 e2) TBool))
      (Obj.magic typed (Obj.magic lower0 e1) TBool)
  | EBytesEq (e1, e2) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
      let (d, n0) = pat in
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat0 ->
        let (d', n') = pat0 in
        Some
        ((Obj.magic (XCall (FEqual, IBool,
           (d :: (n0 :: (d' :: (n' :: []))))))), TBool)) (lower_bytes0 e2))
      (lower_bytes0 e1)
  | EWiden (from, to0, e0) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun x -> Some
      ((if width_eqb from to0
        then x
        else Obj.magic (XCast ((unsigned_of to0), (Obj.magic x)))), (TInt
      to0))) (Obj.magic typed (Obj.magic lower0 e0) (TInt from))
  | ENarrow (from, to0, e0) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun x -> Some
      ((if width_eqb from to0
        then x
        else Obj.magic (XCast ((unsigned_of to0), (Obj.magic x)))), (TInt
      to0))) (Obj.magic typed (Obj.magic lower0 e0) (TInt from))
  | ECond (e0, e1, e2) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun c ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
        let (x, t) = pat in
        mbind (Obj.magic (fun _ _ -> option_bind)) (fun y -> Some
          ((Obj.magic chosen t c x y), t))
          (Obj.magic typed (Obj.magic lower0 e2) t)) (lower0 e1))
      (Obj.magic typed (Obj.magic lower0 e0) TBool)
  | ELen e0 ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
      let (_, n0) = pat in Some (n0, (TInt W32))) (lower_bytes0 e0)
  | ECount p ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
      let (l, t) = pat in
      (match t with
       | TMap (cap, _, _) -> Some ((Obj.magic count_of cap l), (TInt W32))
       | _ -> None)) (lower_place0 p)
  | EIs (p, tag) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
      let (l, t) = pat in
      (match t with
       | TUnion (_, ts) ->
         mbind (Obj.magic (fun _ _ -> option_bind)) (fun z0 -> Some
           ((Obj.magic infix OEq (tag_of ts l) z0), TBool))
           (Obj.magic constant_of Plain (Z.of_nat tag))
       | _ -> None)) (lower_place0 p)
  | EHas (p, e0) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
      let (l, t) = pat in
      (match t with
       | TMap (_, w0, _) ->
         mbind (Obj.magic (fun _ _ -> option_bind)) (fun k -> Some
           ((Obj.magic (XCall ((FHas t), IBool, ((XAddress l) :: (k :: []))))),
           TBool)) (Obj.magic typed (Obj.magic lower0 e0) (TInt w0))
       | _ -> None)) (lower_place0 p)
  | EKeyAt (p, e0) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
      let (l, t) = pat in
      (match t with
       | TMap (_, w0, _) ->
         mbind (Obj.magic (fun _ _ -> option_bind)) (fun i -> Some
           ((Obj.magic (XRead ((TyInt (unsigned_of w0)), (LSubscript ((XRead
              (TyPointer, (LMember (l, MKeys)))), i))))), (TInt w0)))
           (Obj.magic typed (Obj.magic lower0 e0) (TInt W32))
       | _ -> None)) (lower_place0 p)
  | ELoad (o, w0, e0, off) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
      let (d, _) = pat in
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun i -> Some
        ((match w0 with
          | W8 -> Obj.magic (XRead ((TyInt U8), (LSubscript ((XParen d), i))))
          | W16 ->
            Obj.magic (XCall ((FLoad (o, w0)), (unsigned_of w0), ((XBinary
              (OAdd, d, i)) :: [])))
          | W32 ->
            Obj.magic (XCall ((FLoad (o, w0)), (unsigned_of w0), ((XBinary
              (OAdd, d, i)) :: [])))
          | W64 ->
            Obj.magic (XCall ((FLoad (o, w0)), (unsigned_of w0), ((XBinary
              (OAdd, d, i)) :: [])))), (TInt w0)))
        (Obj.magic typed (Obj.magic lower0 off) (TInt W32))) (lower_bytes0 e0)
  | EDefault t ->
    (match t with
     | TBool -> Some ((Obj.magic (XBool false)), TBool)
     | TInt w0 -> Some ((Obj.magic number0 w0 Big_trusted.zero), (TInt w0))
     | _ -> None)
  | _ -> None
  and lower_bytes0 = function
  | EBytes l ->
    if literal l
    then Some ((Obj.magic (XString l)),
           (Obj.magic (XConstant (Unsigned, (Z.of_nat (length l))))))
    else None
  | ERead p ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
      let (l, t) = pat in
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun tl0 -> Some
        ((Obj.magic data_of l), (Obj.magic length_of tl0 l)))
        (Obj.magic length_type t)) (lower_place0 p)
  | EFit (_, e0) -> lower_bytes0 e0
  | ESlice (e0, lo, hi) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
      let (d, _) = pat in
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun y ->
        if is_zero lo
        then Some (d, y)
        else mbind (Obj.magic (fun _ _ -> option_bind)) (fun x -> Some
               ((Obj.magic (XBinary (OAdd, (Obj.magic d), x))),
               (Obj.magic infix OSub y x)))
               (Obj.magic typed (Obj.magic lower0 lo) (TInt W32)))
        (Obj.magic typed (Obj.magic lower0 hi) (TInt W32))) (lower_bytes0 e0)
  | EDefault t ->
    (match t with
     | TBytes _ ->
       Some ((Obj.magic (XString [])),
         (Obj.magic (XConstant (Unsigned, Big_trusted.zero))))
     | TView ->
       Some ((Obj.magic (XString [])),
         (Obj.magic (XConstant (Unsigned, Big_trusted.zero))))
     | _ -> None)
  | _ -> None
  in lower_place0

(** val lower :
    (int -> ty option) -> (int -> ty option) -> expr -> ((variable0,
    member_name, function_name) cexpr * ty) option **)

let lower variables0 constants =
  let rec lower_place0 = function
  | PVar x ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun t -> Some
      (Obj.magic ((LVariable (NVariable x)), t))) (variables0 x)
  | PConst c ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun t -> Some
      (Obj.magic ((LVariable (NConstant c)), t))) (constants c)
  | PField (p0, i) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
      let (l, t) = pat in
      (match t with
       | TRecord (_, ts) ->
         mbind (Obj.magic (fun _ _ -> option_bind)) (fun t' -> Some
           (Obj.magic ((LMember (l, (MPart (t, i)))), t')))
           (lookup0 list_lookup i ts)
       | _ -> None)) (lower_place0 p0)
  | PIndex (p0, e) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
      let (l, t) = pat in
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat0 ->
        let (i, ti) = pat0 in
        (match ti with
         | TInt _ ->
           (match t with
            | TBytes _ ->
              Some (Obj.magic ((LSubscript ((data_of l), i)), (TInt W8)))
            | TView ->
              Some (Obj.magic ((LSubscript ((data_of l), i)), (TInt W8)))
            | TArray (_, t') ->
              Some
                (Obj.magic ((LSubscript ((XRead (TyPointer, (LMember (l,
                  MElements)))), i)), t'))
            | _ -> None)
         | _ -> None)) (Obj.magic lower0 e)) (lower_place0 p0)
  | PCase (p0, tag) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
      let (l, t) = pat in
      (match t with
       | TUnion (_, ts) ->
         mbind (Obj.magic (fun _ _ -> option_bind)) (fun t' -> Some
           (Obj.magic ((LMember ((LMember (l, MCases)), (MPart (t, tag)))),
             t'))) (lookup0 list_lookup tag ts)
       | _ -> None)) (lower_place0 p0)
  | PKey (p0, e) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
      let (l, t) = pat in
      (match t with
       | TMap (_, w0, t') ->
         mbind (Obj.magic (fun _ _ -> option_bind)) (fun k -> Some
           (Obj.magic ((LSubscript ((XRead (TyPointer, (LMember (l,
             MValues)))), (XCall ((FFind t), U32, ((XAddress
             l) :: (k :: [])))))), t')))
           (Obj.magic typed (lower0 e) (TInt w0))
       | _ -> None)) (lower_place0 p0)
  and lower0 = function
  | EBool b -> Some ((XBool b), TBool)
  | EInt (w0, z0) ->
    if fits w0 z0 then Some ((number0 w0 z0), (TInt w0)) else None
  | ERead p ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
      let (l, t) = pat in
      (match t with
       | TBool -> Some ((XRead ((TyInt IBool), l)), t)
       | TInt w0 -> Some ((XRead ((TyInt (unsigned_of w0)), l)), t)
       | _ -> None)) (Obj.magic lower_place0 p)
  | ENot e0 ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun x -> Some ((XNot x),
      TBool)) (Obj.magic typed (lower0 e0) TBool)
  | EComp (w0, e0) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun x -> Some
      ((complemented w0 x), (TInt w0)))
      (Obj.magic typed (lower0 e0) (TInt w0))
  | EAnd (e1, e2) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun x ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun y -> Some ((XParen
        (XAndAlso (x, y))), TBool)) (Obj.magic typed (lower0 e2) TBool))
      (Obj.magic typed (lower0 e1) TBool)
  | EOr (e1, e2) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun x ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun y -> Some ((XParen
        (XOrElse (x, y))), TBool)) (Obj.magic typed (lower0 e2) TBool))
      (Obj.magic typed (lower0 e1) TBool)
  | EArith (op, w0, e1, e2) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun x ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun y -> Some
        ((lower_arith op w0 e1 e2 x y), (TInt w0)))
        (Obj.magic typed (lower0 e2) (TInt (second_operand op w0))))
      (Obj.magic typed (lower0 e1) (TInt w0))
  | ECompare (op, w0, e1, e2) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun x ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun y -> Some
        ((infix (comparison_of op) x y), TBool))
        (Obj.magic typed (lower0 e2) (TInt w0)))
      (Obj.magic typed (lower0 e1) (TInt w0))
  | EBoolEq (e1, e2) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun x ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun y -> Some
        ((infix OEq (apart0 e1 x) (apart0 e2 y)), TBool))
        (Obj.magic typed (lower0 e2) TBool))
      (Obj.magic typed (lower0 e1) TBool)
  | EBytesEq (e1, e2) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
      let (d, n0) = pat in
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat0 ->
        let (d', n') = pat0 in
        Some ((XCall (FEqual, IBool, (d :: (n0 :: (d' :: (n' :: [])))))),
        TBool)) (lower_bytes0 e2)) (lower_bytes0 e1)
  | EWiden (from, to0, e0) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun x -> Some
      ((if width_eqb from to0 then x else XCast ((unsigned_of to0), x)),
      (TInt to0))) (Obj.magic typed (lower0 e0) (TInt from))
  | ENarrow (from, to0, e0) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun x -> Some
      ((if width_eqb from to0 then x else XCast ((unsigned_of to0), x)),
      (TInt to0))) (Obj.magic typed (lower0 e0) (TInt from))
  | ECond (e0, e1, e2) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun c ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
        let (x, t) = pat in
        mbind (Obj.magic (fun _ _ -> option_bind)) (fun y -> Some
          ((chosen t c x y), t)) (Obj.magic typed (lower0 e2) t)) (lower0 e1))
      (Obj.magic typed (lower0 e0) TBool)
  | ELen e0 ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
      let (_, n0) = pat in Some (n0, (TInt W32))) (lower_bytes0 e0)
  | ECount p ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
      let (l, t) = pat in
      (match t with
       | TMap (cap, _, _) -> Some ((count_of cap l), (TInt W32))
       | _ -> None)) (Obj.magic lower_place0 p)
  | EIs (p, tag) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
      let (l, t) = pat in
      (match t with
       | TUnion (_, ts) ->
         mbind (Obj.magic (fun _ _ -> option_bind)) (fun z0 -> Some
           ((infix OEq (tag_of ts l) z0), TBool))
           (Obj.magic constant_of Plain (Z.of_nat tag))
       | _ -> None)) (Obj.magic lower_place0 p)
  | EHas (p, e0) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
      let (l, t) = pat in
      (match t with
       | TMap (_, w0, _) ->
         mbind (Obj.magic (fun _ _ -> option_bind)) (fun k -> Some ((XCall
           ((FHas t), IBool, ((XAddress l) :: (k :: [])))), TBool))
           (Obj.magic typed (lower0 e0) (TInt w0))
       | _ -> None)) (Obj.magic lower_place0 p)
  | EKeyAt (p, e0) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
      let (l, t) = pat in
      (match t with
       | TMap (_, w0, _) ->
         mbind (Obj.magic (fun _ _ -> option_bind)) (fun i -> Some ((XRead
           ((TyInt (unsigned_of w0)), (LSubscript ((XRead (TyPointer,
           (LMember (l, MKeys)))), i)))), (TInt w0)))
           (Obj.magic typed (lower0 e0) (TInt W32))
       | _ -> None)) (Obj.magic lower_place0 p)
  | ELoad (o, w0, e0, off) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
      let (d, _) = pat in
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun i -> Some
        ((match w0 with
          | W8 -> XRead ((TyInt U8), (LSubscript ((XParen d), i)))
          | _ ->
            XCall ((FLoad (o, w0)), (unsigned_of w0), ((XBinary (OAdd, d,
              i)) :: []))), (TInt w0)))
        (Obj.magic typed (lower0 off) (TInt W32))) (lower_bytes0 e0)
  | EDefault t ->
    (match t with
     | TBool -> Some ((XBool false), TBool)
     | TInt w0 -> Some ((number0 w0 Big_trusted.zero), (TInt w0))
     | _ -> None)
  | _ -> None
  and lower_bytes0 = function
  | EBytes l ->
    if literal l
    then Some ((XString l),
           (Obj.magic (XConstant (Unsigned, (Z.of_nat (length l))))))
    else None
  | ERead p ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
      let (l, t) = pat in
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun tl0 -> Some
        ((data_of l), (Obj.magic length_of tl0 l))) (Obj.magic length_type t))
      (Obj.magic lower_place0 p)
  | EFit (_, e0) -> lower_bytes0 e0
  | ESlice (e0, lo, hi) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
      let (d, _) = pat in
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun y ->
        if is_zero lo
        then Some (d, y)
        else mbind (Obj.magic (fun _ _ -> option_bind)) (fun x -> Some
               ((XBinary (OAdd, d, x)), (Obj.magic infix OSub y x)))
               (Obj.magic typed (lower0 lo) (TInt W32)))
        (Obj.magic typed (lower0 hi) (TInt W32))) (lower_bytes0 e0)
  | EDefault t ->
    (match t with
     | TBytes _ ->
       Some ((XString []),
         (Obj.magic (XConstant (Unsigned, Big_trusted.zero))))
     | TView ->
       Some ((XString []),
         (Obj.magic (XConstant (Unsigned, Big_trusted.zero))))
     | _ -> None)
  | _ -> None
  in lower0

(** val lower_bytes :
    (int -> ty option) -> (int -> ty option) -> expr -> ((variable0,
    member_name, function_name) cexpr * (variable0, member_name,
    function_name) cexpr) option **)

let lower_bytes variables0 constants =
  let rec lower_place0 = function
  | PVar x ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun t -> Some
      (Obj.magic ((LVariable (NVariable x)), t))) (variables0 x)
  | PConst c ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun t -> Some
      (Obj.magic ((LVariable (NConstant c)), t))) (constants c)
  | PField (p0, i) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
      let (l, t) = pat in
      (match t with
       | TRecord (_, ts) ->
         mbind (Obj.magic (fun _ _ -> option_bind)) (fun t' -> Some
           (Obj.magic ((LMember (l, (MPart (t, i)))), t')))
           (lookup0 list_lookup i ts)
       | _ -> None)) (lower_place0 p0)
  | PIndex (p0, e) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
      let (l, t) = pat in
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat0 ->
        let (i, ti) = pat0 in
        (match ti with
         | TInt _ ->
           (match t with
            | TBytes _ ->
              Some (Obj.magic ((LSubscript ((data_of l), i)), (TInt W8)))
            | TView ->
              Some (Obj.magic ((LSubscript ((data_of l), i)), (TInt W8)))
            | TArray (_, t') ->
              Some
                (Obj.magic ((LSubscript ((XRead (TyPointer, (LMember (l,
                  MElements)))), i)), t'))
            | _ -> None)
         | _ -> None)) (lower0 e)) (lower_place0 p0)
  | PCase (p0, tag) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
      let (l, t) = pat in
      (match t with
       | TUnion (_, ts) ->
         mbind (Obj.magic (fun _ _ -> option_bind)) (fun t' -> Some
           (Obj.magic ((LMember ((LMember (l, MCases)), (MPart (t, tag)))),
             t'))) (lookup0 list_lookup tag ts)
       | _ -> None)) (lower_place0 p0)
  | PKey (p0, e) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
      let (l, t) = pat in
      (match t with
       | TMap (_, w0, t') ->
         mbind (Obj.magic (fun _ _ -> option_bind)) (fun k -> Some
           (Obj.magic ((LSubscript ((XRead (TyPointer, (LMember (l,
             MValues)))), (XCall ((FFind t), U32, ((XAddress
             l) :: (k :: [])))))), t')))
           (Obj.magic typed (Obj.magic lower0 e) (TInt w0))
       | _ -> None)) (lower_place0 p0)
  and lower0 = function
  | EBool b -> Some (Obj.magic ((XBool b), TBool))
  | EInt (w0, z0) ->
    if fits w0 z0 then Some (Obj.magic ((number0 w0 z0), (TInt w0))) else None
  | ERead p ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
      let (l, t) = pat in
      (match t with
       | TBool -> Some (Obj.magic ((XRead ((TyInt IBool), l)), t))
       | TInt w0 ->
         Some (Obj.magic ((XRead ((TyInt (unsigned_of w0)), l)), t))
       | _ -> None)) (lower_place0 p)
  | ENot e0 ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun x -> Some
      (Obj.magic ((XNot x), TBool)))
      (Obj.magic typed (Obj.magic lower0 e0) TBool)
  | EComp (w0, e0) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun x -> Some
      (Obj.magic ((complemented w0 x), (TInt w0))))
      (Obj.magic typed (Obj.magic lower0 e0) (TInt w0))
  | EAnd (e1, e2) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun x ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun y -> Some
        (Obj.magic ((XParen (XAndAlso (x, y))), TBool)))
        (Obj.magic typed (Obj.magic lower0 e2) TBool))
      (Obj.magic typed (Obj.magic lower0 e1) TBool)
  | EOr (e1, e2) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun x ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun y -> Some
        (Obj.magic ((XParen (XOrElse (x, y))), TBool)))
        (Obj.magic typed (Obj.magic lower0 e2) TBool))
      (Obj.magic typed (Obj.magic lower0 e1) TBool)
  | EArith (op, w0, e1, e2) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun x ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun y -> Some
        (Obj.magic ((lower_arith op w0 e1 e2 x y), (TInt w0))))
        (Obj.magic typed (Obj.magic lower0 e2) (TInt (second_operand op w0))))
      (Obj.magic typed (Obj.magic lower0 e1) (TInt w0))
  | ECompare (op, w0, e1, e2) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun x ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun y -> Some
        (Obj.magic ((infix (comparison_of op) x y), TBool)))
        (Obj.magic typed (Obj.magic lower0 e2) (TInt w0)))
      (Obj.magic typed (Obj.magic lower0 e1) (TInt w0))
  | EBoolEq (e1, e2) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun x ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun y -> Some
        (Obj.magic ((infix OEq (apart0 e1 x) (apart0 e2 y)), TBool)))
        (Obj.magic typed (Obj.magic lower0 e2) TBool))
      (Obj.magic typed (Obj.magic lower0 e1) TBool)
  | EBytesEq (e1, e2) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
      let (d, n0) = pat in
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat0 ->
        let (d', n') = pat0 in
        Some
        (Obj.magic ((XCall (FEqual, IBool,
          (d :: (n0 :: (d' :: (n' :: [])))))), TBool)))
        (Obj.magic lower_bytes0 e2)) (Obj.magic lower_bytes0 e1)
  | EWiden (from, to0, e0) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun x -> Some
      (Obj.magic
        ((if width_eqb from to0 then x else XCast ((unsigned_of to0), x)),
        (TInt to0)))) (Obj.magic typed (Obj.magic lower0 e0) (TInt from))
  | ENarrow (from, to0, e0) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun x -> Some
      (Obj.magic
        ((if width_eqb from to0 then x else XCast ((unsigned_of to0), x)),
        (TInt to0)))) (Obj.magic typed (Obj.magic lower0 e0) (TInt from))
  | ECond (e0, e1, e2) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun c ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
        let (x, t) = pat in
        mbind (Obj.magic (fun _ _ -> option_bind)) (fun y -> Some
          (Obj.magic ((chosen t c x y), t)))
          (Obj.magic typed (Obj.magic lower0 e2) t)) (lower0 e1))
      (Obj.magic typed (Obj.magic lower0 e0) TBool)
  | ELen e0 ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
      let (_, n0) = pat in Some (Obj.magic (n0, (TInt W32))))
      (Obj.magic lower_bytes0 e0)
  | ECount p ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
      let (l, t) = pat in
      (match t with
       | TMap (cap, _, _) -> Some (Obj.magic ((count_of cap l), (TInt W32)))
       | _ -> None)) (lower_place0 p)
  | EIs (p, tag) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
      let (l, t) = pat in
      (match t with
       | TUnion (_, ts) ->
         mbind (Obj.magic (fun _ _ -> option_bind)) (fun z0 -> Some
           (Obj.magic ((infix OEq (tag_of ts l) z0), TBool)))
           (Obj.magic constant_of Plain (Z.of_nat tag))
       | _ -> None)) (lower_place0 p)
  | EHas (p, e0) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
      let (l, t) = pat in
      (match t with
       | TMap (_, w0, _) ->
         mbind (Obj.magic (fun _ _ -> option_bind)) (fun k -> Some
           (Obj.magic ((XCall ((FHas t), IBool, ((XAddress
             l) :: (k :: [])))), TBool)))
           (Obj.magic typed (Obj.magic lower0 e0) (TInt w0))
       | _ -> None)) (lower_place0 p)
  | EKeyAt (p, e0) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
      let (l, t) = pat in
      (match t with
       | TMap (_, w0, _) ->
         mbind (Obj.magic (fun _ _ -> option_bind)) (fun i -> Some
           (Obj.magic ((XRead ((TyInt (unsigned_of w0)), (LSubscript ((XRead
             (TyPointer, (LMember (l, MKeys)))), i)))), (TInt w0))))
           (Obj.magic typed (Obj.magic lower0 e0) (TInt W32))
       | _ -> None)) (lower_place0 p)
  | ELoad (o, w0, e0, off) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
      let (d, _) = pat in
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun i -> Some
        (Obj.magic
          ((match w0 with
            | W8 -> XRead ((TyInt U8), (LSubscript ((XParen d), i)))
            | W16 ->
              XCall ((FLoad (o, w0)), (unsigned_of w0), ((XBinary (OAdd, d,
                i)) :: []))
            | W32 ->
              XCall ((FLoad (o, w0)), (unsigned_of w0), ((XBinary (OAdd, d,
                i)) :: []))
            | W64 ->
              XCall ((FLoad (o, w0)), (unsigned_of w0), ((XBinary (OAdd, d,
                i)) :: []))), (TInt w0))))
        (Obj.magic typed (Obj.magic lower0 off) (TInt W32)))
      (Obj.magic lower_bytes0 e0)
  | EDefault t ->
    (match t with
     | TBool -> Some (Obj.magic ((XBool false), TBool))
     | TInt w0 -> Some (Obj.magic ((number0 w0 Big_trusted.zero), (TInt w0)))
     | _ -> None)
  | _ -> None
  and lower_bytes0 = function
  | EBytes l ->
    if literal l
    then Some ((XString l), (XConstant (Unsigned, (Z.of_nat (length l)))))
    else None
  | ERead p ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
      let (l, t) = pat in
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun tl0 -> Some
        ((data_of l), (length_of tl0 l))) (Obj.magic length_type t))
      (Obj.magic lower_place0 p)
  | EFit (_, e0) -> lower_bytes0 e0
  | ESlice (e0, lo, hi) ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
      let (d, _) = pat in
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun y ->
        if is_zero lo
        then Some (d, y)
        else mbind (Obj.magic (fun _ _ -> option_bind)) (fun x -> Some
               ((XBinary (OAdd, d, x)), (infix OSub y x)))
               (Obj.magic typed (Obj.magic lower0 lo) (TInt W32)))
        (Obj.magic typed (Obj.magic lower0 hi) (TInt W32))) (lower_bytes0 e0)
  | EDefault t ->
    (match t with
     | TBytes _ ->
       Some ((XString []), (XConstant (Unsigned, Big_trusted.zero)))
     | TView -> Some ((XString []), (XConstant (Unsigned, Big_trusted.zero)))
     | _ -> None)
  | _ -> None
  in lower_bytes0

type failure =
| Always
| When of (variable0, member_name, function_name) cexpr

(** val when0 :
    (variable0, member_name, function_name) cexpr -> failure list option **)

let when0 x =
  Some ((When x) :: [])

(** val less :
    (variable0, member_name, function_name) cexpr -> (variable0, member_name,
    function_name) cexpr -> (variable0, member_name, function_name) cexpr **)

let less x x0 =
  XBinary (OLt, x, x0)

(** val greater :
    (variable0, member_name, function_name) cexpr -> (variable0, member_name,
    function_name) cexpr -> (variable0, member_name, function_name) cexpr **)

let greater x x0 =
  XBinary (OGt, x, x0)

(** val reaches :
    (variable0, member_name, function_name) cexpr -> (variable0, member_name,
    function_name) cexpr -> (variable0, member_name, function_name) cexpr **)

let reaches x x0 =
  XBinary (OGe, x, x0)

(** val minus :
    (variable0, member_name, function_name) cexpr -> (variable0, member_name,
    function_name) cexpr -> (variable0, member_name, function_name) cexpr **)

let minus x x0 =
  XBinary (OSub, x, x0)

(** val bound_of :
    Big_trusted.t -> (variable0, member_name, function_name) cexpr option **)

let bound_of n0 =
  constant_of Unsigned n0

(** val lower_int :
    (int -> ty option) -> (int -> ty option) -> expr -> ((variable0,
    member_name, function_name) cexpr * width) option **)

let lower_int variables0 constants e =
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
    let (x, t) = pat in (match t with
                         | TInt w0 -> Some (x, w0)
                         | _ -> None))
    (Obj.magic lower variables0 constants e)

(** val length_at :
    (int -> ty option) -> (int -> ty option) -> place -> (variable0,
    member_name, function_name) cexpr option **)

let length_at variables0 constants p =
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
    let (l, t) = pat in
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun tl0 -> Some
      (length_of tl0 l)) (Obj.magic length_type t))
    (Obj.magic lower_place variables0 constants p)

(** val beyond :
    (int -> ty option) -> (int -> ty option) -> (variable0, member_name,
    function_name) cexpr -> expr -> Big_trusted.t -> failure list option **)

let beyond variables0 constants len off size1 =
  match off with
  | EInt (_, z0) ->
    if Z.ltb z0 Big_trusted.zero
    then None
    else mbind (Obj.magic (fun _ _ -> option_bind)) (fun n0 ->
           when0 (less len n0)) (Obj.magic bound_of (Z.add z0 size1))
  | _ ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun x ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun n0 ->
        when0 (XOrElse ((less len n0), (greater x (minus len n0)))))
        (Obj.magic bound_of size1))
      (Obj.magic typed (lower variables0 constants off) (TInt W32))

(** val index_fails :
    (int -> ty option) -> (int -> ty option) -> place -> expr -> failure list
    option **)

let index_fails variables0 constants p e =
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
    let (l, t) = pat in
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat0 ->
      let (x, _) = pat0 in
      (match t with
       | TArray (n0, _) ->
         if within (bound e) (Z.sub (Z.of_N n0) Big_trusted.one)
         then Some []
         else (match e with
               | EInt (_, z0) ->
                 if Z.leb (Z.of_N n0) z0
                 then Some (Always :: [])
                 else mbind (Obj.magic (fun _ _ -> option_bind)) (fun n1 ->
                        when0 (reaches x n1)) (Obj.magic bound_of (Z.of_N n0))
               | _ ->
                 mbind (Obj.magic (fun _ _ -> option_bind)) (fun n1 ->
                   when0 (reaches x n1)) (Obj.magic bound_of (Z.of_N n0)))
       | _ ->
         mbind (Obj.magic (fun _ _ -> option_bind)) (fun tl0 ->
           when0 (reaches x (length_of tl0 l))) (Obj.magic length_type t)))
      (Obj.magic lower_int variables0 constants e))
    (Obj.magic lower_place variables0 constants p)

(** val constant_factor :
    width -> Big_trusted.t -> (variable0, member_name, function_name) cexpr
    -> failure list option **)

let constant_factor w0 z0 other =
  if Z.eqb z0 Big_trusted.zero
  then Some []
  else when0 (greater other (number0 w0 (Z.div (largest w0) z0)))

(** val arith_fails :
    (int -> ty option) -> (int -> ty option) -> arith -> width -> expr ->
    expr -> failure list option **)

let arith_fails variables0 constants op w0 e1 e2 =
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun x ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun y ->
      match op with
      | Add ->
        (match w0 with
         | W8 ->
           when0
             (greater (XBinary (OAdd, (XCast (U32, x)), (XCast (U32, y))))
               (XConstant (Unsigned, (largest w0))))
         | W16 ->
           when0
             (greater (XBinary (OAdd, (XCast (U32, x)), (XCast (U32, y))))
               (XConstant (Unsigned, (largest w0))))
         | _ ->
           (match literal0 e1 with
            | Some z0 ->
              (match literal0 e2 with
               | Some z1 ->
                 when0 (greater x (number0 w0 (Z.sub (largest w0) z1)))
               | None ->
                 when0 (greater y (number0 w0 (Z.sub (largest w0) z0))))
            | None ->
              (match literal0 e2 with
               | Some z0 ->
                 when0 (greater x (number0 w0 (Z.sub (largest w0) z0)))
               | None ->
                 when0 (less (XCast ((unsigned_of w0), (infix OAdd x y))) x))))
      | Sub -> when0 (less x y)
      | Mul ->
        (match w0 with
         | W32 ->
           (match literal0 e1 with
            | Some z0 ->
              (match literal0 e2 with
               | Some z1 -> constant_factor w0 z1 x
               | None -> constant_factor w0 z0 y)
            | None ->
              (match literal0 e2 with
               | Some z0 -> constant_factor w0 z0 x
               | None ->
                 when0
                   (greater (XBinary (OMul, (XCast (U64, x)), y))
                     (number0 W32 (largest W32)))))
         | W64 ->
           (match literal0 e1 with
            | Some z0 ->
              (match literal0 e2 with
               | Some z1 -> constant_factor w0 z1 x
               | None -> constant_factor w0 z0 y)
            | None ->
              (match literal0 e2 with
               | Some z0 -> constant_factor w0 z0 x
               | None ->
                 when0 (XCall (FMulOverflows, IBool, (x :: (y :: []))))))
         | _ ->
           when0
             (greater (XBinary (OMul, (XCast (U32, x)), (XCast (U32, y))))
               (XConstant (Unsigned, (largest w0)))))
      | Div -> when0 (XBinary (OEq, y, (XConstant (Plain, Big_trusted.zero))))
      | Rem -> when0 (XBinary (OEq, y, (XConstant (Plain, Big_trusted.zero))))
      | Shl -> when0 (reaches y (XConstant (Unsigned, (bits w0))))
      | Shr -> when0 (reaches y (XConstant (Unsigned, (bits w0))))
      | _ -> Some [])
      (Obj.magic typed (lower variables0 constants e2) (TInt
        (second_operand op w0))))
    (Obj.magic typed (lower variables0 constants e1) (TInt w0))

(** val slice_fails :
    (int -> ty option) -> (int -> ty option) -> bool -> bool -> expr -> expr
    -> expr -> failure list option **)

let slice_fails variables0 constants low high e lo hi =
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
    let (_, n0) = pat in
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun y ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun x ->
        if low
        then if high
             then when0 (XOrElse ((greater x y), (greater y n0)))
             else when0 (greater x y)
        else if high then when0 (greater y n0) else Some [])
        (Obj.magic typed (lower variables0 constants lo) (TInt W32)))
      (Obj.magic typed (lower variables0 constants hi) (TInt W32)))
    (Obj.magic lower_bytes variables0 constants e)

(** val blit_fails :
    (int -> ty option) -> (int -> ty option) -> place -> expr -> expr ->
    failure list option **)

let blit_fails variables0 constants p off e =
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun n0 ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
      let (_, size1) = pat in
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun x ->
        if is_zero off
        then when0 (greater size1 n0)
        else when0 (XOrElse ((greater x n0), (greater size1 (minus n0 x)))))
        (Obj.magic typed (lower variables0 constants off) (TInt W32)))
      (Obj.magic lower_bytes variables0 constants e))
    (Obj.magic length_at variables0 constants p)

(** val has :
    (int -> ty option) -> (int -> ty option) -> place -> expr ->
    (((variable0, member_name, function_name)
    clvalue * Big_trusted.t) * (variable0, member_name, function_name) cexpr)
    option **)

let has variables0 constants p k =
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
    let (l, t) = pat in
    (match t with
     | TMap (cap, w0, _) ->
       mbind (Obj.magic (fun _ _ -> option_bind)) (fun x -> Some ((l, cap),
         (XCall ((FHas t), IBool, ((XAddress l) :: (x :: []))))))
         (Obj.magic typed (lower variables0 constants k) (TInt w0))
     | _ -> None)) (Obj.magic lower_place variables0 constants p)

(** val check_fails :
    (int -> ty option) -> (int -> ty option) -> ccheck -> failure list option **)

let check_fails variables0 constants = function
| KIndex (p, e) -> index_fails variables0 constants p e
| KArith (op, w0, e1, e2) -> arith_fails variables0 constants op w0 e1 e2
| KNarrow (w0, e) ->
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
    let (x, _) = pat in when0 (greater x (XConstant (Unsigned, (largest w0)))))
    (Obj.magic lower_int variables0 constants e)
| KFit (cap, e) ->
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
    let (_, n0) = pat in
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun c ->
      when0 (greater n0 c)) (Obj.magic bound_of (Z.of_N cap)))
    (Obj.magic lower_bytes variables0 constants e)
| KSlice (low, high, e, lo, hi) ->
  slice_fails variables0 constants low high e lo hi
| KLoad (w0, e, off) ->
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
    let (_, n0) = pat in
    beyond variables0 constants n0 off (Z.of_nat (byte_count w0)))
    (Obj.magic lower_bytes variables0 constants e)
| KCase (p, tag) ->
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
    let (l, t) = pat in
    (match t with
     | TUnion (_, ts) ->
       (match ts with
        | [] ->
          mbind (Obj.magic (fun _ _ -> option_bind)) (fun z0 ->
            when0 (XBinary (ONe, (tag_of ts l), z0)))
            (Obj.magic constant_of Plain (Z.of_nat tag))
        | _ :: l0 ->
          (match l0 with
           | [] -> if (=) tag 0 then Some [] else None
           | _ :: _ ->
             mbind (Obj.magic (fun _ _ -> option_bind)) (fun z0 ->
               when0 (XBinary (ONe, (tag_of ts l), z0)))
               (Obj.magic constant_of Plain (Z.of_nat tag))))
     | _ -> None)) (Obj.magic lower_place variables0 constants p)
| KKey (p, e) ->
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
    let (_, x) = pat in when0 (XNot x))
    (Obj.magic has variables0 constants p e)
| KKeyAt (p, e) ->
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
    let (l, t) = pat in
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun x ->
      match t with
      | TMap (cap, _, _) -> when0 (reaches x (count_of cap l))
      | _ -> None) (Obj.magic typed (lower variables0 constants e) (TInt W32)))
    (Obj.magic lower_place variables0 constants p)
| KPush (p, cap) ->
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun n0 ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun c ->
      when0 (reaches n0 c)) (Obj.magic bound_of (Z.of_N cap)))
    (Obj.magic length_at variables0 constants p)
| KAppend (p, cap, e) ->
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
    let (l, t) = pat in
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat0 ->
      let (_, n0) = pat0 in
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun c ->
        match t with
        | TBytes cap' ->
          if N.eqb cap' cap
          then when0 (greater n0 (minus c (length_of (cell_type cap') l)))
          else None
        | _ -> None) (Obj.magic bound_of (Z.of_N cap)))
      (Obj.magic lower_bytes variables0 constants e))
    (Obj.magic lower_place variables0 constants p)
| KResize (cap, e) ->
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
    let (x, _) = pat in
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun c -> when0 (greater x c))
      (Obj.magic bound_of (Z.of_N cap)))
    (Obj.magic lower_int variables0 constants e)
| KBlit (p, off, e) -> blit_fails variables0 constants p off e
| KStore (w0, p, off) ->
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun n0 ->
    beyond variables0 constants n0 off (Z.of_nat (byte_count w0)))
    (Obj.magic length_at variables0 constants p)
| KPut (p, cap, k0) ->
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
    let (y, x) = pat in
    let (l, cap') = y in
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun c ->
      when0 (XAndAlso ((reaches (count_of cap' l) c), (XNot x))))
      (Obj.magic bound_of (Z.of_N cap)))
    (Obj.magic has variables0 constants p k0)
| KWaits (p, what) ->
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
    let (l, t) = pat in
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun c ->
      match t with
      | TCoro q ->
        when0 (XBinary (ONe, (XCall ((FWaits q), U32, ((XAddress l) :: []))),
          c))
      | _ -> None) (Obj.magic bound_of (waits_code what)))
    (Obj.magic lower_place variables0 constants p)

(** val condition :
    failure -> (variable0, member_name, function_name) cexpr **)

let condition f =
  XParen (match f with
          | Always -> XBool true
          | When x -> x)

(** val any :
    failure -> failure list -> (variable0, member_name, function_name) cexpr **)

let any f fs = match fs with
| [] -> condition f
| _ :: _ ->
  XParen
    (fold_left (fun x f0 -> XOrElse (x, (condition f0))) fs (condition f))

(** val guard_fails :
    (int -> ty option) -> (int -> ty option) -> cguard -> failure list option **)

let rec guard_fails variables0 constants = function
| GTrue -> Some []
| GFalse -> Some (Always :: [])
| GCheck k -> check_fails variables0 constants k
| GAnd (g1, g2) ->
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun a ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun b -> Some (app a b))
      (guard_fails variables0 constants g2))
    (guard_fails variables0 constants g1)
| GCond (e, g1, g2) ->
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun x ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun a ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun b ->
        match a with
        | [] ->
          (match b with
           | [] -> Some []
           | f :: b0 -> when0 (XAndAlso ((XNot x), (any f b0))))
        | f :: a0 ->
          (match b with
           | [] -> when0 (XAndAlso (x, (any f a0)))
           | f' :: b0 ->
             (match type_of (any f a0) with
              | Some _ ->
                (match type_of (any f' b0) with
                 | Some _ -> when0 (XChoice (x, (any f a0), (any f' b0)))
                 | None -> None)
              | None -> None))) (guard_fails variables0 constants g2))
      (guard_fails variables0 constants g1))
    (Obj.magic typed (lower variables0 constants e) TBool)

(** val width_eq_dec : (width, width) relDecision **)

let width_eq_dec x y =
  match x with
  | W8 -> (match y with
           | W8 -> true
           | _ -> false)
  | W16 -> (match y with
            | W16 -> true
            | _ -> false)
  | W32 -> (match y with
            | W32 -> true
            | _ -> false)
  | W64 -> (match y with
            | W64 -> true
            | _ -> false)

(** val same_ty : ty -> ty -> bool **)

let rec same_ty t u =
  let iH = list_eq_dec same_ty in
  (match t with
   | TBool -> (match u with
               | TBool -> true
               | _ -> false)
   | TInt w0 -> (match u with
                 | TInt w1 -> width_eq_dec w0 w1
                 | _ -> false)
   | TBytes cap ->
     (match u with
      | TBytes cap0 -> N.eq_dec cap cap0
      | _ -> false)
   | TView -> (match u with
               | TView -> true
               | _ -> false)
   | TArray (n0, t0) ->
     (match u with
      | TArray (n1, t1) -> if N.eq_dec n0 n1 then same_ty t0 t1 else false
      | _ -> false)
   | TRecord (name, fields) ->
     (match u with
      | TRecord (name0, fields0) ->
        if Coq_Nat.eq_dec name name0 then iH fields fields0 else false
      | _ -> false)
   | TUnion (name, cases0) ->
     (match u with
      | TUnion (name0, cases1) ->
        if Coq_Nat.eq_dec name name0 then iH cases0 cases1 else false
      | _ -> false)
   | TMap (cap, key0, t0) ->
     (match u with
      | TMap (cap0, key1, t1) ->
        if N.eq_dec cap cap0
        then if width_eq_dec key0 key1 then same_ty t0 t1 else false
        else false
      | _ -> false)
   | TExtern name ->
     (match u with
      | TExtern name0 -> Coq_Nat.eq_dec name name0
      | _ -> false)
   | TCoro p -> (match u with
                 | TCoro p0 -> Coq_Nat.eq_dec p p0
                 | _ -> false))

(** val ty_eq_dec : (ty, ty) relDecision **)

let ty_eq_dec =
  same_ty

(** val expr_eq_dec : (expr, expr) relDecision **)

let expr_eq_dec = (fun a b -> Stdlib.compare a b = 0)

(** val variable_eq_dec : (variable0, variable0) relDecision **)

let variable_eq_dec x y =
  match x with
  | NVariable x0 ->
    (match y with
     | NVariable x1 -> decide_rel Coq_Nat.eq_dec x0 x1
     | _ -> false)
  | NConstant c ->
    (match y with
     | NConstant c0 -> decide_rel Coq_Nat.eq_dec c c0
     | _ -> false)
  | NTemporary n0 ->
    (match y with
     | NTemporary n1 -> decide_rel Coq_Nat.eq_dec n0 n1
     | _ -> false)

(** val member_eq_dec : (member_name, member_name) relDecision **)

let member_eq_dec x y =
  match x with
  | MLen -> (match y with
             | MLen -> true
             | _ -> false)
  | MData -> (match y with
              | MData -> true
              | _ -> false)
  | MElements -> (match y with
                  | MElements -> true
                  | _ -> false)
  | MTag -> (match y with
             | MTag -> true
             | _ -> false)
  | MCases -> (match y with
               | MCases -> true
               | _ -> false)
  | MCount -> (match y with
               | MCount -> true
               | _ -> false)
  | MKeys -> (match y with
              | MKeys -> true
              | _ -> false)
  | MValues -> (match y with
                | MValues -> true
                | _ -> false)
  | MIndex -> (match y with
               | MIndex -> true
               | _ -> false)
  | MPart (t, i) ->
    (match y with
     | MPart (t0, i0) ->
       if decide_rel ty_eq_dec t t0
       then decide_rel Coq_Nat.eq_dec i i0
       else false
     | _ -> false)

(** val beside0 : member_name -> member_name -> bool **)

let beside0 m m' =
  match m with
  | MPart (t, _) ->
    (match t with
     | TUnion (_, _) ->
       (match m' with
        | MPart (t0, _) -> (match t0 with
                            | TUnion (_, _) -> false
                            | _ -> true)
        | _ -> true)
     | _ -> true)
  | _ -> true

(** val stored_type : ty -> itype option **)

let stored_type = function
| TBool -> Some IBool
| TInt w0 -> Some (unsigned_of w0)
| _ -> None

(** val void : ty -> bool **)

let rec void = function
| TArray (_, t0) -> void t0
| TRecord (_, ts) -> forallb void ts
| _ -> false

(** val solid : ty -> bool **)

let rec solid = function
| TArray (n0, t0) -> (&&) (negb (N.eqb n0 Big_trusted.zero)) (solid t0)
| TRecord (_, ts) -> existsb solid ts
| TExtern _ -> false
| _ -> true

(** val owner :
    (variable0, member_name, function_name) clvalue -> variable0 option **)

let rec owner = function
| LVariable x -> Some x
| LMember (l0, _) -> owner l0
| LSubscript (_, _) -> None

(** val case_of :
    (variable0, member_name, function_name) clvalue -> ty -> int ->
    (variable0, member_name, function_name) clvalue **)

let case_of l t tag =
  LMember ((LMember (l, MCases)), (MPart (t, tag)))

(** val tagged0 :
    (variable0, member_name, function_name) clvalue -> ty list -> int ->
    (variable0, member_name, function_name) cstat option **)

let tagged0 l ts tag =
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun z0 -> Some (SAssign
    ((tag_type ts), (LMember (l, MTag)), z0)))
    (Obj.magic constant_of Plain (Z.of_nat tag))

(** val its_array :
    (variable0, member_name, function_name) clvalue -> Big_trusted.t ->
    (variable0, member_name, function_name) cstat **)

let its_array l cap =
  SArray ((N.max Big_trusted.one cap), (LMember (l, MData)))

(** val parts :
    (int -> ty -> 'a1 -> 'a2 -> ((variable0, member_name, function_name)
    cstat list * 'a2) option) -> int -> ty list -> 'a1 list -> 'a2 ->
    ((variable0, member_name, function_name) cstat list * 'a2) option **)

let rec parts f i ts l b =
  match l with
  | [] -> (match ts with
           | [] -> Some ([], b)
           | _ :: _ -> None)
  | a :: l0 ->
    (match ts with
     | [] -> None
     | t :: ts0 ->
       mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
         let (s, b0) = pat in
         mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat0 ->
           let (s', b1) = pat0 in Some ((app s s'), b1))
           (parts f (Stdlib.succ i) ts0 l0 b0)) (f i t a b))

(** val lower_clear :
    (ty -> bool) -> (variable0, member_name, function_name) clvalue -> ty ->
    (variable0, member_name, function_name) cstat list option **)

let rec lower_clear in_line l t =
  if in_line t
  then (match t with
        | TBool -> Some ((SAssign (IBool, l, (XBool false))) :: [])
        | TInt w0 ->
          Some ((SAssign ((unsigned_of w0), l, (XConstant (Plain,
            Big_trusted.zero)))) :: [])
        | TBytes cap ->
          Some ((its_array l cap) :: ((SAssign ((cell_type cap), (LMember (l,
            MLen)), (XConstant (Plain, Big_trusted.zero)))) :: []))
        | TArray (n0, t') ->
          mbind (Obj.magic (fun _ _ -> option_bind)) (fun it -> Some ((SClear
            ((N.max Big_trusted.one n0), it, (LMember (l,
            MElements)))) :: [])) (Obj.magic stored_type t')
        | TRecord (_, ts) ->
          fmap (Obj.magic (fun _ _ -> option_fmap)) fst
            (Obj.magic parts (fun i _ t' b ->
              mbind (Obj.magic (fun _ _ -> option_bind)) (fun s -> Some (s,
                b))
                (Obj.magic lower_clear in_line (LMember (l, (MPart (t, i))))
                  t')) 0 ts ts ())
        | TUnion (_, ts) ->
          (match ts with
           | [] -> None
           | t' :: _ ->
             mbind (Obj.magic (fun _ _ -> option_bind)) (fun s ->
               mbind (Obj.magic (fun _ _ -> option_bind)) (fun s' -> Some
                 (s' :: s)) (Obj.magic tagged0 l ts 0))
               (lower_clear in_line (case_of l t 0) t'))
        | TMap (cap, _, _) ->
          let cells = index_cells cap in
          Some ((SArray ((N.max Big_trusted.one cap), (LMember (l,
          MKeys)))) :: ((SAssign ((cell_type cap), (LMember (l, MCount)),
          (XConstant (Plain,
          Big_trusted.zero)))) :: (if N.eqb cells Big_trusted.zero
                                   then []
                                   else (SClear (cells, (cell_type cap),
                                          (LMember (l, MIndex)))) :: [])))
        | _ -> None)
  else None

(** val has_room :
    (int -> ty option) -> (int -> ty option) -> Big_trusted.t -> expr -> bool **)

let has_room variables0 constants cap = function
| ERead p ->
  (match lower_place variables0 constants p with
   | Some p0 ->
     let (_, t) = p0 in
     (match t with
      | TBytes cap' -> N.eqb cap' cap
      | _ -> false)
   | None -> false)
| EFit (cap', _) -> N.eqb cap' cap
| _ -> false

(** val lower_fitting :
    (int -> ty option) -> (int -> ty option) -> int -> (variable0,
    member_name, function_name) clvalue -> Big_trusted.t -> expr ->
    ((variable0, member_name, function_name) cstat list * int) option **)

let lower_fitting variables0 constants k l cap e =
  if has_room variables0 constants cap e
  then mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
         let (d, n0) = pat in
         let x = LVariable (NTemporary (Stdlib.succ k)) in
         let len = XRead ((TyInt U32), x) in
         Some (((its_array l cap) :: ((SBlock (U32, (NTemporary (Stdlib.succ
         k)), n0, ((SBytes (false, (data_of l), d, len)) :: ((SAssign
         ((cell_type cap), (LMember (l, MLen)), (XCast ((cell_type cap),
         len)))) :: [])))) :: [])), (Stdlib.succ k)))
         (Obj.magic lower_bytes variables0 constants e)
  else None

(** val lower_whole :
    (int -> ty option) -> (int -> ty option) -> (variable0, member_name,
    function_name) clvalue -> ty -> place -> (variable0, member_name,
    function_name) cstat list option **)

let lower_whole variables0 constants l t p =
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
    let (l', t') = pat in
    if ty_eqb t' t
    then if void t
         then Some []
         else if (||) (solid t) (bool_decide (is_Some_dec (owner l')))
              then Some ((SCopy (l, l')) :: [])
              else None
    else None) (Obj.magic lower_place variables0 constants p)

(** val lower_into :
    (int -> ty option) -> (int -> ty option) -> (ty -> bool) -> int ->
    (variable0, member_name, function_name) clvalue -> ty -> expr ->
    ((variable0, member_name, function_name) cstat list * int) option **)

let rec lower_into variables0 constants in_line k l t e =
  match stored_type t with
  | Some it ->
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun x -> Some (((SAssign (it,
      l, x)) :: []), k)) (Obj.magic typed (lower variables0 constants e) t)
  | None ->
    (match t with
     | TBytes cap ->
       (match e with
        | EDefault t' ->
          if ty_eqb t' t
          then mbind (Obj.magic (fun _ _ -> option_bind)) (fun s -> Some (s,
                 k)) (Obj.magic lower_clear in_line l t)
          else None
        | _ -> lower_fitting variables0 constants k l cap e)
     | TRecord (_, ts) ->
       (match e with
        | ERead p ->
          mbind (Obj.magic (fun _ _ -> option_bind)) (fun s -> Some (s, k))
            (Obj.magic lower_whole variables0 constants l t p)
        | ERecord (t', es) ->
          if ty_eqb t' t
          then parts (fun i t'0 e0 k0 ->
                 lower_into variables0 constants in_line k0 (LMember (l,
                   (MPart (t, i)))) t'0 e0) 0 ts es k
          else None
        | EDefault t' ->
          if ty_eqb t' t
          then mbind (Obj.magic (fun _ _ -> option_bind)) (fun s -> Some (s,
                 k)) (Obj.magic lower_clear in_line l t)
          else None
        | _ -> None)
     | TUnion (_, ts) ->
       (match e with
        | ERead p ->
          mbind (Obj.magic (fun _ _ -> option_bind)) (fun s -> Some (s, k))
            (Obj.magic lower_whole variables0 constants l t p)
        | EUnion (t', tag, e0) ->
          if ty_eqb t' t
          then mbind (Obj.magic (fun _ _ -> option_bind)) (fun ti ->
                 mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
                   let (s, k0) = pat in
                   mbind (Obj.magic (fun _ _ -> option_bind)) (fun s' -> Some
                     ((app s (s' :: [])), k0)) (Obj.magic tagged0 l ts tag))
                   (lower_into variables0 constants in_line k
                     (case_of l t tag) ti e0))
                 (lookup0 (Obj.magic list_lookup) tag ts)
          else None
        | EDefault t' ->
          if ty_eqb t' t
          then mbind (Obj.magic (fun _ _ -> option_bind)) (fun s -> Some (s,
                 k)) (Obj.magic lower_clear in_line l t)
          else None
        | _ -> None)
     | _ ->
       (match e with
        | ERead p ->
          mbind (Obj.magic (fun _ _ -> option_bind)) (fun s -> Some (s, k))
            (Obj.magic lower_whole variables0 constants l t p)
        | EDefault t' ->
          if ty_eqb t' t
          then mbind (Obj.magic (fun _ _ -> option_bind)) (fun s -> Some (s,
                 k)) (Obj.magic lower_clear in_line l t)
          else None
        | _ -> None))

(** val way :
    (variable0, member_name, function_name) cexpr -> (variable0 * member_name
    option list) option **)

let rec way = function
| XRead (t, l) -> (match t with
                   | TyInt _ -> None
                   | TyPointer -> way_at l)
| XParen e0 -> way e0
| XBinary (op, e0, _) -> (match op with
                          | OAdd -> way e0
                          | _ -> None)
| _ -> None

(** val way_at :
    (variable0, member_name, function_name) clvalue ->
    (variable0 * member_name option list) option **)

and way_at = function
| LVariable x -> Some (x, [])
| LMember (l0, m) ->
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
    let (x, ms) = pat in Some (x, (app ms ((Some m) :: [])))) (way_at l0)
| LSubscript (e, _) ->
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
    let (x, ms) = pat in Some (x, (app ms (None :: [])))) (way e)

(** val apart_ways :
    member_name option list -> member_name option list -> bool **)

let rec apart_ways ms ms' =
  match ms with
  | [] -> false
  | o :: ms0 ->
    (match o with
     | Some m ->
       (match ms' with
        | [] -> false
        | o0 :: ms'0 ->
          (match o0 with
           | Some m' ->
             if decide (decide_rel member_eq_dec m m')
             then apart_ways ms0 ms'0
             else beside0 m m'
           | None -> false))
     | None ->
       (match ms' with
        | [] -> false
        | o0 :: ms'0 ->
          (match o0 with
           | Some _ -> false
           | None -> apart_ways ms0 ms'0)))

(** val read_length :
    Big_trusted.t -> (variable0, member_name, function_name) clvalue ->
    (variable0, member_name, function_name) cexpr **)

let read_length cap l =
  XRead ((TyInt (cell_type cap)), (LMember (l, MLen)))

(** val set_length :
    Big_trusted.t -> (variable0, member_name, function_name) clvalue ->
    (variable0, member_name, function_name) cexpr -> (variable0, member_name,
    function_name) cstat **)

let set_length cap l n0 =
  SAssign ((cell_type cap), (LMember (l, MLen)), (XCast ((cell_type cap),
    (XParen n0))))

(** val lower_changed :
    (int -> ty option) -> (int -> ty option) -> place -> (((variable0,
    member_name, function_name) clvalue * ty) * variable0) option **)

let lower_changed variables0 constants p =
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
    let (l, t) = pat in
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun x -> Some ((l, t), x))
      (Obj.magic owner l)) (Obj.magic lower_place variables0 constants p)

(** val lower_bounded :
    (int -> ty option) -> (int -> ty option) -> place -> Big_trusted.t ->
    ((variable0, member_name, function_name) clvalue * variable0) option **)

let lower_bounded variables0 constants p cap =
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
    let (y, x) = pat in
    let (l, t) = y in
    (match t with
     | TBytes cap' ->
       if (&&) (N.eqb cap' cap)
            (N.ltb cap (Big_trusted.double (Big_trusted.double
              (Big_trusted.double (Big_trusted.double (Big_trusted.double
              (Big_trusted.double (Big_trusted.double (Big_trusted.double
              (Big_trusted.double (Big_trusted.double (Big_trusted.double
              (Big_trusted.double (Big_trusted.double (Big_trusted.double
              (Big_trusted.double (Big_trusted.double (Big_trusted.double
              (Big_trusted.double (Big_trusted.double (Big_trusted.double
              (Big_trusted.double (Big_trusted.double (Big_trusted.double
              (Big_trusted.double (Big_trusted.double (Big_trusted.double
              (Big_trusted.double (Big_trusted.double (Big_trusted.double
              (Big_trusted.double (Big_trusted.double (Big_trusted.double
              Big_trusted.one)))))))))))))))))))))))))))))))))
       then Some (l, x)
       else None
     | _ -> None)) (Obj.magic lower_changed variables0 constants p)

(** val elsewhere :
    (variable0 -> variable0 -> bool) -> (variable0, member_name,
    function_name) cexpr -> (variable0, member_name, function_name) cexpr ->
    bool **)

let elsewhere apart1 to0 d =
  (||) (is_string d)
    (match way to0 with
     | Some p ->
       let (x, ms) = p in
       (match way d with
        | Some p0 ->
          let (y, ms') = p0 in
          if decide (decide_rel variable_eq_dec x y)
          then apart_ways ms ms'
          else apart1 x y
        | None -> false)
     | None -> false)

(** val lower_push :
    (int -> ty option) -> (int -> ty option) -> place -> Big_trusted.t ->
    expr -> (variable0, member_name, function_name) cstat list option **)

let lower_push variables0 constants p cap e =
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
    let (l, _) = pat in
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun z0 -> Some
      ((its_array l cap) :: ((SAssign (U8, (LSubscript ((data_of l),
      (read_length cap l))),
      z0)) :: ((set_length cap l (XBinary (OAdd, (read_length cap l),
                 (XConstant (Unsigned, Big_trusted.one))))) :: []))))
      (Obj.magic typed (lower variables0 constants e) (TInt W8)))
    (Obj.magic lower_bounded variables0 constants p cap)

(** val lower_append :
    (int -> ty option) -> (int -> ty option) -> (variable0 -> variable0 ->
    bool) -> bool -> int -> place -> Big_trusted.t -> expr -> (variable0,
    member_name, function_name) cstat list option **)

let lower_append variables0 constants apart1 move0 k p cap e =
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
    let (l, _) = pat in
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat0 ->
      let (d, n0) = pat0 in
      let len = XRead ((TyInt U32), (LVariable (NTemporary (Stdlib.succ k))))
      in
      if (||) move0 (elsewhere apart1 (data_of l) d)
      then Some ((its_array l cap) :: ((SBlock (U32, (NTemporary (Stdlib.succ
             k)), n0, ((SBytes (move0, (XBinary (OAdd, (data_of l),
             (read_length cap l))), d,
             len)) :: ((set_length cap l (XBinary (OAdd, (read_length cap l),
                         len))) :: [])))) :: []))
      else None) (Obj.magic lower_bytes variables0 constants e))
    (Obj.magic lower_bounded variables0 constants p cap)

(** val lower_resize :
    (int -> ty option) -> (int -> ty option) -> int -> place -> Big_trusted.t
    -> expr -> ((variable0, member_name, function_name) cstat list * int)
    option **)

let lower_resize variables0 constants k p cap e =
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
    let (l, _) = pat in
    if is_zero e
    then Some (((SAssign ((cell_type cap), (LMember (l, MLen)), (XConstant
           (Plain, Big_trusted.zero)))) :: []), k)
    else mbind (Obj.magic (fun _ _ -> option_bind)) (fun n0 ->
           let there = read_length cap l in
           let len = XRead ((TyInt U32), (LVariable (NTemporary (Stdlib.succ
             k))))
           in
           Some (((its_array l cap) :: ((SBlock (U32, (NTemporary
           (Stdlib.succ k)), n0, ((SWhen ((XBinary (OGt, len, there)),
           ((SZeros ((XBinary (OAdd, (data_of l), there)), (XBinary (OSub,
           len, there)))) :: []))) :: ((SAssign ((cell_type cap), (LMember
           (l, MLen)), (XCast ((cell_type cap), len)))) :: [])))) :: [])),
           (Stdlib.succ k)))
           (Obj.magic typed (lower variables0 constants e) (TInt W32)))
    (Obj.magic lower_bounded variables0 constants p cap)

(** val lower_over :
    (int -> ty option) -> (int -> ty option) -> place -> expr -> ((variable0,
    member_name, function_name) clvalue * (variable0, member_name,
    function_name) cexpr) option **)

let lower_over variables0 constants p off =
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
    let (l, t) = pat in
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ ->
      mbind (Obj.magic (fun _ _ -> option_bind)) (fun i -> Some (l, (XBinary
        (OAdd, (data_of l), i))))
        (Obj.magic typed (lower variables0 constants off) (TInt W32)))
      (Obj.magic length_type t))
    (Obj.magic lower_place variables0 constants p)

(** val lower_blit :
    (int -> ty option) -> (int -> ty option) -> (variable0 -> variable0 ->
    bool) -> bool -> place -> expr -> expr -> (variable0, member_name,
    function_name) cstat list option **)

let lower_blit variables0 constants apart1 move0 p off e =
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
    let (l, to0) = pat in
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat0 ->
      let (d, n0) = pat0 in
      if (||) move0 (elsewhere apart1 (data_of l) d)
      then Some ((SBytes (move0, to0, d, n0)) :: [])
      else None) (Obj.magic lower_bytes variables0 constants e))
    (Obj.magic lower_over variables0 constants p off)

(** val lower_number :
    (int -> ty option) -> (int -> ty option) -> endian -> width -> place ->
    expr -> expr -> (variable0, member_name, function_name) cstat list option **)

let lower_number variables0 constants o w0 p off e =
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
    let (_, to0) = pat in
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun z0 -> Some ((SDigits
      ((match o with
        | Big -> true
        | Little -> false), (unsigned_of w0), to0, z0)) :: []))
      (Obj.magic typed (lower variables0 constants e) (TInt w0)))
    (Obj.magic lower_over variables0 constants p off)

(** val converted : expr -> expr **)

let rec converted e = match e with
| EWiden (from, to0, e') -> if width_eqb from to0 then converted e' else e
| ENarrow (from, to0, e') -> if width_eqb from to0 then converted e' else e
| _ -> e

(** val trap_if : failure -> (variable0, member_name, function_name) cstat **)

let trap_if = function
| Always -> STrap
| When x -> STrapIf x

(** val fails_always : failure list -> bool **)

let fails_always fs =
  existsb (fun f -> match f with
                    | Always -> true
                    | When _ -> false) fs

(** val while_writing :
    (int -> ty option) -> (variable0 -> variable0 -> bool) -> variable0 ->
    int -> ty option **)

let while_writing variables0 apart1 x y =
  if (&&) (negb (bool_decide (decide_rel variable_eq_dec (NVariable y) x)))
       (apart1 x (NVariable y))
  then variables0 y
  else None

(** val lower_store :
    (int -> ty option) -> (int -> ty option) -> (variable0 -> variable0 ->
    bool) -> (ty -> bool) -> int -> place -> expr -> ((variable0,
    member_name, function_name) cstat list * int) option **)

let lower_store variables0 constants apart1 in_line k p e =
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
    let (l, t) = pat in
    (match stored_type t with
     | Some it ->
       mbind (Obj.magic (fun _ _ -> option_bind)) (fun x -> Some
         ((if decide (decide_rel expr_eq_dec (converted e) (ERead p))
           then []
           else (SAssign (it, l, x)) :: []), k))
         (Obj.magic typed (lower variables0 constants e) t)
     | None ->
       if decide (decide_rel expr_eq_dec e (ERead p))
       then Some ([], k)
       else mbind (Obj.magic (fun _ _ -> option_bind)) (fun x ->
              lower_into (while_writing variables0 apart1 x) constants
                in_line k l t e) (Obj.magic owner l)))
    (Obj.magic lower_place variables0 constants p)

(** val lower_effect :
    (int -> ty option) -> (int -> ty option) -> (variable0 -> variable0 ->
    bool) -> (ty -> bool) -> bool -> int -> basic -> ((variable0,
    member_name, function_name) cstat list * int) option **)

let lower_effect variables0 constants apart1 in_line move0 k = function
| BAssign (p, e) -> lower_store variables0 constants apart1 in_line k p e
| BPush (p, cap, e) ->
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun s -> Some (s, k))
    (Obj.magic lower_push variables0 constants p cap e)
| BAppend (p, cap, e) ->
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun s -> Some (s, (Stdlib.succ
    k))) (Obj.magic lower_append variables0 constants apart1 move0 k p cap e)
| BResize (p, cap, e) -> lower_resize variables0 constants k p cap e
| BBlit (p, off, e) ->
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun s -> Some (s, k))
    (Obj.magic lower_blit variables0 constants apart1 move0 p off e)
| BStore (o, w0, p, off, e) ->
  (match w0 with
   | W8 ->
     mbind (Obj.magic (fun _ _ -> option_bind)) (fun _ ->
       lower_store variables0 constants apart1 in_line k (PIndex (p, off)) e)
       (Obj.magic lower_over variables0 constants p off)
   | _ ->
     mbind (Obj.magic (fun _ _ -> option_bind)) (fun s -> Some (s, k))
       (Obj.magic lower_number variables0 constants o w0 p off e))
| BTrap -> Some ([], k)
| _ -> None

(** val lower_basic :
    (int -> ty option) -> (int -> ty option) -> (variable0 -> variable0 ->
    bool) -> (ty -> bool) -> cguard -> bool -> int -> basic -> ((variable0,
    member_name, function_name) cstat list * int) option **)

let lower_basic variables0 constants apart1 in_line g move0 k b =
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
    let (s, k0) = pat in
    mbind (Obj.magic (fun _ _ -> option_bind)) (fun fs -> Some
      ((app (map trap_if fs) (if fails_always fs then [] else s)), k0))
      (Obj.magic guard_fails variables0 constants g))
    (lower_effect variables0 constants apart1 in_line move0 k b)

(** val lower_trapless :
    (int -> ty option) -> (int -> ty option) -> (variable0 -> variable0 ->
    bool) -> (ty -> bool) -> cguard -> bool -> int -> basic -> ((variable0,
    member_name, function_name) cstat list * int) option **)

let lower_trapless variables0 constants apart1 in_line g move0 k b =
  mbind (Obj.magic (fun _ _ -> option_bind)) (fun pat ->
    let (s, k0) = pat in
    Some ((match g with
           | GFalse -> SNever :: []
           | _ -> s), k0))
    (lower_effect variables0 constants apart1 in_line move0 k b)

(** val apart_in : plans -> procedure -> variable0 -> variable0 -> bool **)

let apart_in l p a b =
  match a with
  | NVariable x ->
    (match b with
     | NVariable y ->
       with_slot l p x true (fun pl off size1 -> negb (hit pl x off size1 y))
     | _ -> true)
  | _ -> true

type ('a, 't, 'x, 'p) move =
| Silent of 'p
| Turns of 'p
| Does of 'a * 'p
| Tests of 't * 'p * 'p
| Waits of 'x * 'p
| Returns
| Lost

type leaf =
| LBasic of basic
| LCall of label * call
| LResume of resumption
| LAnswer of label * suspension
| LEnter of label * call

type point =
| PAsk of label * suspension
| PCall of label * call

type part = cguard * expr

type question =
| QTest of part
| QDone of label * call

(** val leaf_eq_dec : (leaf, leaf) relDecision **)

let leaf_eq_dec = (fun a b -> Stdlib.compare a b = 0)

(** val point_eq_dec : (point, point) relDecision **)

let point_eq_dec = (fun a b -> Stdlib.compare a b = 0)

(** val question_eq_dec : (question, question) relDecision **)

let question_eq_dec = (fun a b -> Stdlib.compare a b = 0)

type source_position =
| Focus of (basic, expr, suspension, call, resumption) cmd
   * (basic, expr, suspension, call, resumption) kont
| Asking of ctest * source_position * source_position
| Answered of label * suspension
   * (basic, expr, suspension, call, resumption) kont
| Calling of label * call * (basic, expr, suspension, call, resumption) kont
| Waiting of label * call * (basic, expr, suspension, call, resumption) kont

(** val source_position_eq_dec :
    (source_position, source_position) relDecision **)

let rec source_position_eq_dec = (fun a b -> Stdlib.compare a b = 0)

(** val source_move :
    (procedure -> bool) -> (expr -> ctest) -> (basic, expr, suspension, call,
    resumption) cmd -> source_position -> (leaf, question, point,
    source_position) move **)

let source_move suspending lowered body0 = function
| Focus (c, k) ->
  (match c with
   | Skip ->
     (match k with
      | [] -> Returns
      | i :: k0 ->
        (match i with
         | KSeq c0 -> Silent (Focus (c0, k0))
         | KBlock -> Silent (Focus (Skip, k0))
         | KLoop (l, c0) -> Silent (Focus ((Loop (l, c0)), k0))))
   | Do b ->
     (match b with
      | BLine _ -> Silent (Focus (Skip, k))
      | _ -> Does ((LBasic b), (Focus (Skip, k))))
   | Seq (c1, c2) -> Silent (Focus (c1, ((KSeq c2) :: k)))
   | If (e, c1, c2) ->
     Silent (Asking ((lowered e), (Focus (c1, k)), (Focus (c2, k))))
   | Block c0 -> Silent (Focus (c0, (KBlock :: k)))
   | Loop (l, c0) -> Turns (Focus (c0, ((KLoop (l, c0)) :: k)))
   | Exit n0 ->
     (match leave n0 k with
      | Some k0 -> Silent (Focus (Skip, k0))
      | None -> Lost)
   | Label (_, c0) -> Turns (Focus (c0, k))
   | Goto l ->
     (match find0 l body0 [] with
      | Some p0 ->
        let (c0, k0) = p0 in
        (match c0 with
         | Label (m, c1) -> Silent (Focus ((Label (m, c1)), k0))
         | _ -> Lost)
      | None -> Lost)
   | Suspend (l, x) -> Waits ((PAsk (l, x)), (Answered (l, x, k)))
   | Call (l, x) ->
     if suspending x.callee
     then Does ((LEnter (l, x)), (Calling (l, x, k)))
     else Does ((LCall (l, x)), (Focus (Skip, k)))
   | Resume x -> Does ((LResume x), (Focus (Skip, k)))
   | Return -> Returns)
| Asking (t0, yes, no) ->
  (match t0 with
   | CTest (g, e) -> Tests ((QTest (g, e)), yes, no)
   | CNot t -> Silent (Asking (t, no, yes))
   | CBoth (t, u) -> Silent (Asking (t, (Asking (u, yes, no)), no)))
| Answered (l, x, k) -> Does ((LAnswer (l, x)), (Focus (Skip, k)))
| Calling (l, x, k) ->
  Tests ((QDone (l, x)), (Focus (Skip, k)), (Waiting (l, x, k)))
| Waiting (l, x, k) -> Waits ((PCall (l, x)), (Calling (l, x, k)))

type target1 =
| After of int
| Named of label
| Stop of int

type jump =
| Break
| Continue
| To of target1
| Done
| Out

type statement =
| NLeaf of leaf
| NIfJump of part * bool * jump
| NJump of jump
| NHere of target1
| NStore of int
| NAsk of label * suspension * int option
| NStep of label * call * int option

type line =
| NLine of statement
| NIf of part * bool
| NElse
| NFor
| NClose

type switch = { likely : (int * int) list; cases : (int * int) list;
                told : (int * point) list }

type stat =
| SSkip
| SLine of statement
| SSeq of stat * stat
| SIf of part * bool * stat * stat
| SFor of stat

type outer =
| OSeq of stat
| OFor of stat

type text_position =
| Pos of stat * outer list * int option
| Leaving of point * int option
| Entering of int option

(** val key : target1 -> int **)

let key = function
| After n0 -> mul (Stdlib.succ (Stdlib.succ (Stdlib.succ 0))) n0
| Named l ->
  (+) (mul (Stdlib.succ (Stdlib.succ (Stdlib.succ 0))) l) (Stdlib.succ 0)
| Stop n0 ->
  (+) (mul (Stdlib.succ (Stdlib.succ (Stdlib.succ 0))) n0) (Stdlib.succ
    (Stdlib.succ 0))

(** val labels : stat -> outer list -> (int * outer list) list **)

let rec labels s k =
  match s with
  | SSkip -> []
  | SLine l -> (match l with
                | NHere t -> ((key t), k) :: []
                | _ -> [])
  | SSeq (s1, s2) -> app (labels s1 ((OSeq s2) :: k)) (labels s2 k)
  | SIf (_, _, s1, s2) -> app (labels s1 k) (labels s2 k)
  | SFor s1 -> labels s1 ((OFor s1) :: k)

(** val by_number : (int * 'a1) list -> 'a1 table **)

let by_number l =
  fold_right (fun pat ->
    let (n0, b) = pat in trie_add (Coq_Pos.of_succ_nat n0) b) Leaf l

(** val innermost : outer list -> (stat * outer list) option **)

let rec innermost = function
| [] -> None
| o :: k0 -> (match o with
              | OSeq _ -> innermost k0
              | OFor s -> Some (s, k0))

type text = { likely_at : int table; case_at : int table;
              told_at : point table; label_at : outer list table;
              at_limit : int; body_of : stat }

(** val whole : switch -> int -> stat -> text **)

let whole e limit0 s =
  { likely_at = (by_number e.likely); case_at = (by_number e.cases);
    told_at = (by_number e.told); label_at = (by_number (labels s []));
    at_limit = limit0; body_of = s }

type way0 =
| Beginning
| To_stop of int
| Ended

(** val arrives : text -> int -> way0 **)

let arrives t n0 =
  match look t.likely_at n0 with
  | Some m -> To_stop m
  | None ->
    if (=) n0 (Stdlib.succ 0)
    then Beginning
    else (match look t.case_at n0 with
          | Some m -> To_stop m
          | None -> Ended)

(** val lands :
    text -> target1 -> int option -> (leaf, question, point, text_position)
    move **)

let lands t u at_ =
  match look t.label_at (key u) with
  | Some k -> Silent (Pos ((SLine (NHere u)), k, at_))
  | None -> Lost

(** val jumps :
    text -> jump -> outer list -> int option -> (leaf, question, point,
    text_position) move **)

let jumps t j k at_ =
  match j with
  | Break ->
    (match innermost k with
     | Some p -> let (_, k0) = p in Silent (Pos (SSkip, k0, at_))
     | None -> Lost)
  | Continue ->
    (match innermost k with
     | Some p -> let (s, k0) = p in Silent (Pos ((SFor s), k0, at_))
     | None -> Lost)
  | To u -> lands t u at_
  | _ -> Returns

(** val tests :
    part -> bool -> text_position -> text_position -> (leaf, question, point,
    text_position) move **)

let tests u negated p q =
  if negated then Tests ((QTest u), q, p) else Tests ((QTest u), p, q)

(** val store_at : text -> int option -> int option -> int option **)

let store_at t stored0 at_ =
  match stored0 with
  | Some n0 -> if (<) n0 t.at_limit then Some n0 else None
  | None -> at_

(** val leaves :
    text -> point -> int option -> (leaf, question, point, text_position) move **)

let leaves t x at_ =
  match mbind (Obj.magic (fun _ _ -> option_bind)) (fun n0 ->
          look (Obj.magic t.told_at) n0) at_ with
  | Some y ->
    if bool_decide (decide_rel (Obj.magic point_eq_dec) x y)
    then Waits (x, (Entering at_))
    else Lost
  | None -> Lost

(** val enters :
    text -> int option -> (leaf, question, point, text_position) move **)

let enters t at_ =
  match fmap (Obj.magic (fun _ _ -> option_fmap)) (arrives t) at_ with
  | Some y ->
    (match Obj.magic y with
     | Beginning -> Silent (Pos (t.body_of, [], at_))
     | To_stop m -> lands t (Stop m) at_
     | Ended -> Lost)
  | None -> Lost

(** val text_move :
    text -> text_position -> (leaf, question, point, text_position) move **)

let text_move t = function
| Pos (s, k, at_) ->
  (match s with
   | SSkip ->
     (match k with
      | [] -> Returns
      | o :: k0 ->
        (match o with
         | OSeq s0 -> Silent (Pos (s0, k0, at_))
         | OFor s0 -> Silent (Pos ((SFor s0), k0, at_))))
   | SLine l ->
     let next0 = fun x -> Pos (SSkip, k, x) in
     (match l with
      | NLeaf a -> Does (a, (next0 at_))
      | NIfJump (u, negated, j) ->
        tests u negated (Pos ((SLine (NJump j)), k, at_)) (next0 at_)
      | NJump j -> jumps t j k at_
      | NHere t0 ->
        (match t0 with
         | Named _ -> Turns (next0 at_)
         | _ -> Silent (next0 at_))
      | NStore n0 -> Silent (next0 (store_at t (Some n0) at_))
      | NAsk (l0, x, stored0) ->
        leaves t (PAsk (l0, x)) (store_at t stored0 at_)
      | NStep (l0, x, stored0) ->
        Tests ((QDone (l0, x)), (next0 at_), (Leaving ((PCall (l0, x)),
          (store_at t stored0 at_)))))
   | SSeq (s1, s2) -> Silent (Pos (s1, ((OSeq s2) :: k), at_))
   | SIf (u, negated, s1, s2) ->
     tests u negated (Pos (s1, k, at_)) (Pos (s2, k, at_))
   | SFor s0 -> Turns (Pos (s0, ((OFor s0) :: k), at_)))
| Leaving (x, at_) -> leaves t x at_
| Entering at_ -> enters t at_

(** val statements : int -> line list -> (stat * line list) option **)

let rec statements n0 lines =
  (fun zero succ n -> if n = 0 then zero () else succ (n - 1))
    (fun _ -> None)
    (fun n1 ->
    let before = fun s ls ->
      match statements n1 ls with
      | Some p -> let (rest, ls0) = p in Some ((SSeq (s, rest)), ls0)
      | None -> None
    in
    (match lines with
     | [] -> Some (SSkip, lines)
     | l0 :: ls ->
       (match l0 with
        | NLine l -> before (SLine l) ls
        | NIf (t, negated) ->
          (match statements n1 ls with
           | Some p ->
             let (s1, l) = p in
             (match l with
              | [] -> None
              | l1 :: ls0 ->
                (match l1 with
                 | NElse ->
                   (match statements n1 ls0 with
                    | Some p0 ->
                      let (s2, l2) = p0 in
                      (match l2 with
                       | [] -> None
                       | l3 :: ls1 ->
                         (match l3 with
                          | NClose -> before (SIf (t, negated, s1, s2)) ls1
                          | _ -> None))
                    | None -> None)
                 | _ -> None))
           | None -> None)
        | NFor ->
          (match statements n1 ls with
           | Some p ->
             let (s, l) = p in
             (match l with
              | [] -> None
              | l1 :: ls0 ->
                (match l1 with
                 | NClose -> before (SFor s) ls0
                 | _ -> None))
           | None -> None)
        | _ -> Some (SSkip, lines))))
    n0

(** val structured : line list -> stat option **)

let structured ls =
  match statements (Stdlib.succ (length ls)) ls with
  | Some p -> let (s, l) = p in (match l with
                                 | [] -> Some s
                                 | _ :: _ -> None)
  | None -> None

(** val settled0 :
    ('a4 -> ('a1, 'a2, 'a3, 'a4) move) -> int -> 'a4 -> 'a4 option **)

let rec settled0 next0 n0 p =
  match next0 p with
  | Silent p' ->
    ((fun zero succ n -> if n = 0 then zero () else succ (n - 1))
       (fun _ -> None)
       (fun n1 -> settled0 next0 n1 p')
       n0)
  | _ -> Some p

type ('p1, 'p2) pair = { first : 'p1; second : 'p2; leads : int list }

(** val lead_to :
    ('a4, 'a4) relDecision -> ('a4 -> ('a1, 'a2, 'a3, 'a4) move) -> ('a5 ->
    ('a1, 'a2, 'a3, 'a5) move) -> ('a5 -> 'a5 -> decision) -> int -> ('a4,
    'a5) pair table -> 'a4 -> 'a5 -> int -> bool **)

let lead_to eqDecision3 next1 next2 h patience pairs p q i =
  match look pairs i with
  | Some r ->
    (match settled0 next2 patience q with
     | Some q0 ->
       (&&)
         (bool_decide
           (decide_rel (option_eq_dec eqDecision3)
             (settled0 next1 patience p) (Some r.first)))
         (bool_decide (h q0 r.second))
     | None -> false)
  | None -> false

(** val pair_closed :
    ('a1, 'a1) relDecision -> ('a2, 'a2) relDecision -> ('a3, 'a3)
    relDecision -> ('a4, 'a4) relDecision -> ('a4 -> ('a1, 'a2, 'a3, 'a4)
    move) -> ('a5 -> ('a1, 'a2, 'a3, 'a5) move) -> ('a5 -> 'a5 -> decision)
    -> int -> ('a4, 'a5) pair table -> ('a4, 'a5) pair -> bool **)

let pair_closed eqDecision0 eqDecision1 eqDecision2 eqDecision3 next1 next2 h patience pairs r =
  match next1 r.first with
  | Turns p ->
    (match next2 r.second with
     | Turns q ->
       (match r.leads with
        | [] -> false
        | i :: l ->
          (match l with
           | [] -> lead_to eqDecision3 next1 next2 h patience pairs p q i
           | _ :: _ -> false))
     | _ -> false)
  | Does (a, p) ->
    (match next2 r.second with
     | Does (b, q) ->
       (match r.leads with
        | [] -> false
        | i :: l ->
          (match l with
           | [] ->
             (&&) (bool_decide (decide_rel eqDecision0 a b))
               (lead_to eqDecision3 next1 next2 h patience pairs p q i)
           | _ :: _ -> false))
     | _ -> false)
  | Tests (t, p1, p2) ->
    (match next2 r.second with
     | Tests (u, q1, q2) ->
       (match r.leads with
        | [] -> false
        | i :: l ->
          (match l with
           | [] -> false
           | j :: l0 ->
             (match l0 with
              | [] ->
                (&&)
                  ((&&) (bool_decide (decide_rel eqDecision1 t u))
                    (lead_to eqDecision3 next1 next2 h patience pairs p1 q1 i))
                  (lead_to eqDecision3 next1 next2 h patience pairs p2 q2 j)
              | _ :: _ -> false)))
     | _ -> false)
  | Waits (x, p) ->
    (match next2 r.second with
     | Waits (y, q) ->
       (match r.leads with
        | [] -> false
        | i :: l ->
          (match l with
           | [] ->
             (&&) (bool_decide (decide_rel eqDecision2 x y))
               (lead_to eqDecision3 next1 next2 h patience pairs p q i)
           | _ :: _ -> false))
     | _ -> false)
  | Returns -> (match next2 r.second with
                | Returns -> true
                | _ -> false)
  | _ -> false

(** val agree :
    ('a1, 'a1) relDecision -> ('a2, 'a2) relDecision -> ('a3, 'a3)
    relDecision -> ('a4, 'a4) relDecision -> ('a4 -> ('a1, 'a2, 'a3, 'a4)
    move) -> ('a5 -> ('a1, 'a2, 'a3, 'a5) move) -> ('a5 -> 'a5 -> decision)
    -> int -> ('a4, 'a5) pair list -> 'a4 -> 'a5 -> bool **)

let agree eqDecision0 eqDecision1 eqDecision2 eqDecision3 next1 next2 h patience pairs p q =
  let all0 = build pairs in
  (&&) (lead_to eqDecision3 next1 next2 h patience all0 p q 0)
    (forallb
      (pair_closed eqDecision0 eqDecision1 eqDecision2 eqDecision3 next1
        next2 h patience all0) pairs)

(** val text_position_eq_dec : (text_position, text_position) relDecision **)

let text_position_eq_dec = (fun a b -> Stdlib.compare a b = 0)

(** val forgotten : text_position -> text_position **)

let forgotten = function
| Pos (s, k, _) -> Pos (s, k, None)
| Leaving (x, _) -> Leaving (x, None)
| Entering _ -> Entering None

(** val below_dec : text_position -> text_position -> decision **)

let below_dec p q =
  or_dec (decide_rel text_position_eq_dec p q)
    (decide_rel text_position_eq_dec (forgotten p) q)

(** val beginning : bool -> stat -> text_position **)

let beginning coroutine s =
  if coroutine then Entering (Some (Stdlib.succ 0)) else Pos (s, [], None)

(** val same_control :
    int -> (procedure -> bool) -> (expr -> ctest) -> (basic, expr,
    suspension, call, resumption) cmd -> bool -> int -> switch -> line list
    -> (text -> (source_position, text_position) pair list) -> bool **)

let same_control patience suspending lowered body0 coroutine limit0 e lines find2 =
  match structured lines with
  | Some s ->
    let t = whole e limit0 s in
    (&&)
      (agree leaf_eq_dec question_eq_dec point_eq_dec source_position_eq_dec
        (source_move suspending lowered body0) (text_move t) below_dec
        patience (find2 t) (Focus (body0, [])) (beginning coroutine s))
      (match arrives t 0 with
       | Ended -> true
       | _ -> false)
  | None -> false
