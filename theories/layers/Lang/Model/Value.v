(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Values of the .fl language.

    Integers are [Z] within the range of their type; bytes are integers below
    256. A coroutine value holds its frames, so values are parametric in the
    type [P] of *points*: where a frame will go on. In the source a point is a
    continuation, in the machine a label. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Lang.Model Require Export Syntax.

Inductive val {P : Type} :=
| VBool (b : bool)
| VInt (z : Z)
| VBytes (l : list Z)
| VArray (l : list val)
| VRecord (l : list val)
| VUnion (tag : nat) (v : val)
| VMap (l : list (Z * val))                    (* different keys, by position *)
| VExtern (l : list Z)
| VCoro (waits : option nat)                   (* the effect it is suspended at; None: not started *)
        (frames : list (P * list (option val))). (* innermost first; [] when finished *)
Arguments val : clear implicits.

(** A procedure's variables; [None] is storage whose content is lost. *)
Notation store P := (list (option (val P))).
Notation frame P := (P * list (option (val P)))%type.

(** What crosses the border to the driver holds no coroutines. *)
Notation data := (val Empty_set).

(** The value of a type before anything is assigned. *)
Fixpoint default {P} (t : ty) : val P :=
  match t with
  | TBool => VBool false
  | TInt _ => VInt 0
  | TBytes _ | TView => VBytes []
  | TArray n t => VArray (replicate (N.to_nat n) (default t))
  | TRecord _ ts => VRecord (map default ts)
  | TUnion _ ts => VUnion 0 (match ts with [] => VRecord [] | t :: _ => default t end)
  | TMap _ _ _ => VMap []
  | TExtern _ => VExtern []
  | TCoro _ => VCoro None []
  end.

Fixpoint of_const {P} (c : const) : val P :=
  match c with
  | CBool b => VBool b
  | CInt z => VInt z
  | CBytes l => VBytes l
  | CArray l => VArray (map of_const l)
  | CRecord l => VRecord (map of_const l)
  | CUnion tag c => VUnion tag (of_const c)
  end.

Fixpoint of_data {P} (d : data) : val P :=
  match d with
  | VBool b => VBool b
  | VInt z => VInt z
  | VBytes l => VBytes l
  | VArray l => VArray (map of_data l)
  | VRecord l => VRecord (map of_data l)
  | VUnion tag v => VUnion tag (of_data v)
  | VMap l => VMap (map (λ '(k, v), (k, of_data v)) l)
  | VExtern l => VExtern l
  | VCoro w _ => VCoro w []
  end.

(** [Wrong] on coroutines: the type system keeps them out of effects. *)
Fixpoint to_data {P} (v : val P) : outcome data :=
  match v with
  | VBool b => Ok (VBool b)
  | VInt z => Ok (VInt z)
  | VBytes l => Ok (VBytes l)
  | VArray l => VArray <$> collect to_data l
  | VRecord l => VRecord <$> collect to_data l
  | VUnion tag v => VUnion tag <$> to_data v
  | VMap l => VMap <$> collect (λ '(k, v), (k,.) <$> to_data v) l
  | VExtern l => Ok (VExtern l)
  | VCoro _ _ => Wrong
  end.

(** ** Maps

    Association lists. Positions are part of the value, for programs that go over
    the entries: a new key comes last, and when one is removed the last takes its
    place, as in the arrays that C has. *)
Fixpoint map_find {A} (l : list (Z * A)) (k : Z) : option A :=
  match l with
  | [] => None
  | (k', a) :: l => if (k =? k')%Z then Some a else map_find l k
  end.

Fixpoint map_put {A} (l : list (Z * A)) (k : Z) (a : A) : list (Z * A) :=
  match l with
  | [] => [(k, a)]
  | (k', a') :: l => if (k =? k')%Z then (k, a) :: l else (k', a') :: map_put l k a
  end.

Definition last_first {A} (l : list A) : list A :=
  match last l with Some a => a :: removelast l | None => [] end.

Fixpoint map_remove {A} (l : list (Z * A)) (k : Z) : list (Z * A) :=
  match l with
  | [] => []
  | (k', a') :: l => if (k =? k')%Z then last_first l else (k', a') :: map_remove l k
  end.

(** ** Integers in bytes *)
Definition byte_count (w : width) : nat :=
  match w with W8 => 1 | W16 => 2 | W32 => 4 | W64 => 8 end.

(** Little-endian value of a list of bytes, and back. *)
Fixpoint le_value (l : list Z) : Z :=
  match l with [] => 0 | b :: l => b + 256 * le_value l end%Z.
Fixpoint le_bytes (n : nat) (z : Z) : list Z :=
  match n with 0 => [] | S n => (z mod 256)%Z :: le_bytes n (z / 256)%Z end.

Definition load_int (o : endian) (l : list Z) : Z :=
  le_value (match o with Little => l | Big => reverse l end).
Definition store_int (o : endian) (w : width) (z : Z) : list Z :=
  let l := le_bytes (byte_count w) z in match o with Little => l | Big => reverse l end.

(** [l[lo..hi]], if that is inside [l]. *)
Definition slice {A} (l : list A) (lo hi : Z) : option (list A) :=
  if ((0 <=? lo) && (lo <=? hi) && (hi <=? Z.of_nat (length l)))%Z
  then Some (take (Z.to_nat (hi - lo)) (drop (Z.to_nat lo) l))
  else None.

(** [l] with [l'] written over it from [off], if that is inside [l]. *)
Definition blit {A} (l : list A) (off : Z) (l' : list A) : option (list A) :=
  if ((0 <=? off) && (off + Z.of_nat (length l') <=? Z.of_nat (length l)))%Z
  then Some (take (Z.to_nat off) l ++ l' ++ drop (Z.to_nat off + length l') l)
  else None.

(** ** Arithmetic *)
Definition limit (w : width) : Z := 2 ^ bits w.
Definition fits (w : width) (z : Z) : bool := ((0 <=? z) && (z <? limit w))%Z.
Definition wrap (w : width) (z : Z) : Z := (z mod limit w)%Z.
Definition checked (w : width) (z : Z) : option Z := if fits w z then Some z else None.

(** [None] is a trap. *)
Definition arith_op (op : arith) (w : width) (a b : Z) : option Z :=
  match op with
  | Add => checked w (a + b)
  | Sub => checked w (a - b)
  | Mul => checked w (a * b)
  | AddW => Some (wrap w (a + b))
  | SubW => Some (wrap w (a - b))
  | MulW => Some (wrap w (a * b))
  | Div => if (b =? 0)%Z then None else Some (a / b)%Z
  | Rem => if (b =? 0)%Z then None else Some (a mod b)%Z
  | And => Some (Z.land a b)
  | Or => Some (Z.lor a b)
  | Xor => Some (Z.lxor a b)
  | Shl => if (b <? bits w)%Z then Some (wrap w (Z.shiftl a b)) else None
  | Shr => if (b <? bits w)%Z then Some (Z.shiftr a b) else None
  | Rotl => let n := (b mod bits w)%Z in
            Some (Z.lor (wrap w (Z.shiftl a n)) (Z.shiftr a (bits w - n)))
  | Rotr => let n := (b mod bits w)%Z in
            Some (Z.lor (Z.shiftr a n) (wrap w (Z.shiftl a (bits w - n))))
  end%Z.

Definition compare_op (op : compare) (a b : Z) : bool :=
  match op with
  | Eq => a =? b
  | Ne => negb (a =? b)
  | Lt => a <? b
  | Le => a <=? b
  | Gt => b <? a
  | Ge => b <=? a
  end%Z.
