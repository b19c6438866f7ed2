(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The functions that `fairlead monitor' and the monitor in C know. An argument that no function prints, a number of
records that it does not take, and a number without a function give nothing, and the call is refused.

    0 get       n records                          the data, one after the other
    1 put       1          a value                 nothing
    2 delete    n          nothing                 for each a byte: 1 if there was a value
    3 exists    n          nothing                 likewise
    4 mset      n          n data                  nothing
    5 getset    1          a value                 the datum before
    6 incr      1          i64                     1 and the number in digits; 0 if there is none
    7 cas       1          two data, old and new   1 if the old datum was there, 0 if not
    8 transfer  2          u64                     1 if the first had so much and the second has room, 0 if not

Numbers in values are decimal, of 64 bits with a sign, and have one form: no zero in front, no plus, no minus before 0;
null counts as 0. *)
From Fairlead.Monitor.Log Require Export Format.

(** ** Numbers in values *)
Definition int64_min : Z := (-9223372036854775808)%Z.
Definition int64_max : Z := 9223372036854775807%Z.
Definition in_int64 (z : Z) : bool := (int64_min <=? z)%Z && (z <=? int64_max)%Z.

Definition digit_of (b : byte) : option N :=
  let n := N_of_ascii b in if (48 <=? n)%N && (n <=? 57)%N then Some (n - 48)%N else None.
Fixpoint digits_value (n : N) (l : bytes) : option N :=
  match l with
  | [] => Some n
  | b :: l => match digit_of b with Some d => digits_value (10 * n + d) l | None => None end
  end.
(** At most 19 digits; the first one is 0 only if it is the only one. *)
Definition natural_of (l : bytes) : option N :=
  match l with
  | [] => None
  | b :: l' =>
      if (N_of_ascii b =? 48)%N && negb (match l' with [] => true | _ => false end) then None
      else if (N.of_nat (length l) <=? 19)%N then digits_value 0 l else None
  end.
Definition integer_of (l : bytes) : option Z :=
  z ← match l with
      | b :: l' =>
          if (N_of_ascii b =? 45)%N
          then match natural_of l' with Some 0%N => None | Some n => Some (- Z.of_N n)%Z | None => None end
          else Z.of_N <$> natural_of l
      | [] => None
      end;
  if in_int64 z then Some z else None.

(** The digits of a number, the least significant first; 20 are enough. *)
Fixpoint digits_from (fuel : nat) (n : N) : bytes :=
  match fuel with
  | 0 => []
  | S fuel =>
      let d := ascii_of_N (48 + n mod 10) in
      if (n / 10 =? 0)%N then [d] else d :: digits_from fuel (n / 10)
  end.
Definition natural_text (n : N) : bytes := rev (digits_from 20 n).
Definition integer_text (z : Z) : bytes :=
  if (z <? 0)%Z then ascii_of_N 45 :: natural_text (Z.abs_N z) else natural_text (Z.abs_N z).

Definition number_in (v : datum) : option Z := match v with None => Some 0%Z | Some l => integer_of l end.
(** Eight bytes as a number with a sign. *)
Definition signed64 (n : N) : Z := if (n <? 9223372036854775808)%N
  then Z.of_N n else (Z.of_N n - 18446744073709551616)%Z.

(** ** Arguments *)
Definition all_of {A} (p : parsed A) : option A := match p with Parsed a [] => Some a | _ => None end.
Definition yes : bytes := [tag 1].
Definition no : bytes := [tag 0].
Definition presence (v : datum) : byte := match v with Some _ => tag 1 | None => tag 0 end.
Definition nulls (olds : list datum) : list datum := (λ _, None) <$> olds.

Definition increased (v : datum) (by_ : Z) : list datum * bytes :=
  match number_in v with
  | Some z =>
      let z' := (z + by_)%Z in
      if in_int64 z' then ([Some (integer_text z')], tag 1 :: integer_text z') else ([v], no)
  | None => ([v], no)
  end.
Definition transfer (v w : datum) (n : N) : list datum * bytes :=
  match number_in v, number_in w with
  | Some x, Some y =>
      let x' := (x - Z.of_N n)%Z in
      let y' := (y + Z.of_N n)%Z in
      if (0 <=? x')%Z && in_int64 y' then ([Some (integer_text x'); Some (integer_text y')], yes) else ([v; w], no)
  | _, _ => ([v; w], no)
  end.

Definition standard : application := λ f a olds,
  if (f =? 0)%N then
    match a with [] => Some (olds, olds ≫= print datum_codec) | _ => None end
  else if (f =? 1)%N then
    match olds with [_] => Some ([Some a], []) | _ => None end
  else if (f =? 2)%N then
    match a with [] => Some (nulls olds, presence <$> olds) | _ => None end
  else if (f =? 3)%N then
    match a with [] => Some (olds, presence <$> olds) | _ => None end
  else if (f =? 4)%N then
    news ← all_of (parse (times (length olds) datum_codec) a); Some (news, [])
  else if (f =? 5)%N then
    match olds with [v] => Some ([Some a], print datum_codec v) | _ => None end
  else if (f =? 6)%N then
    match olds with
    | [v] => n ← all_of (parse (number 8) a); Some (increased v (signed64 n))
    | _ => None
    end
  else if (f =? 7)%N then
    match olds with
    | [v] =>
        x ← all_of (parse (pair datum_codec datum_codec) a);
        Some (if decide (v = x.1) then ([x.2], yes) else ([v], no))
    | _ => None
    end
  else if (f =? 8)%N then
    match olds with
    | [v; w] => n ← all_of (parse (number 8) a); Some (transfer v w n)
    | _ => None
    end
  else None.
