(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Gallina types and functions that have a counterpart in .fl.

    Programs that are to become C use these. They are ordinary total functions:
      [word]s are numbers and [bytes] are lists
    of numbers. What .fl does with a number that does not fit, or with bytes for which there is no room, is a trap: so
    the functions marked "if it fits" have to be shown to fit where they are used ([Fits]), and the others always do. *)
From Coq Require Import ZArith List Bool String Ascii.
Require Fairlead.Lang.Model.Value.
Import ListNotations.
Local Open Scope Z_scope.

Notation width := Syntax.width.
Notation W8 := Syntax.W8.
Notation W16 := Syntax.W16.
Notation W32 := Syntax.W32.
Notation W64 := Syntax.W64.

(** A number that a u8, u16, u32 or u64 cell. *)
Record word (w : width) : Set := Word { number : Z }.
Arguments Word {w} number.
Arguments number {w}.
Notation u8 := (word W8).
Notation u16 := (word W16).
Notation u32 := (word W32).
Notation u64 := (word W64).

(** Up to [cap] bytes. *)
Record bytes (cap : N) : Set := Bytes { chars : list Z }.
Arguments Bytes {cap} chars.
Arguments chars {cap}.

Section words.
Context {w : width}.
Implicit Types a b : word w.

(** A literal. *)
Definition lit (z : Z) : word w := Word z.

(** Modulo 2^width; as [+%], [-%], [*%] in .fl. *)
Definition add_wrap a b : word w := Word (Value.wrap w (number a + number b)).
Definition sub_wrap a b : word w := Word (Value.wrap w (number a - number b)).
Definition mul_wrap a b : word w := Word (Value.wrap w (number a * number b)).

(** The number itself, if it fits. *)
Definition add a b : word w := Word (number a + number b).
Definition sub a b : word w := Word (number a - number b).
Definition mul a b : word w := Word (number a * number b).

Definition land a b : word w := Word (Z.land (number a) (number b)).
Definition lor a b : word w := Word (Z.lor (number a) (number b)).
Definition lxor a b : word w := Word (Z.lxor (number a) (number b)).

(** All bits the other way round; as [~] in .fl. *)
Definition complement a : word w := Word (Value.limit w - 1 - number a).

(** If [b] is not 0: rounded down, and what is left. *)
Definition div a b : word w := Word (number a / number b).
Definition rem a b : word w := Word (number a mod number b).

(** If [n] is below the width. What is shifted out is lost; zeros come in. *)
Definition shl a (n : word Syntax.W32) : word w := Word (Value.wrap w (Z.shiftl (number a) (number n))).
Definition shr a (n : word Syntax.W32) : word w := Word (Z.shiftr (number a) (number n)).
(** The amount is taken modulo the width; as [<<<] and [>>>] in .fl. *)
Definition rotl a (n : word Syntax.W32) : word w :=
  let n := number n mod Syntax.bits w in
  Word (Z.lor (Value.wrap w (Z.shiftl (number a) n)) (Z.shiftr (number a) (Syntax.bits w - n))).
Definition rotr a (n : word Syntax.W32) : word w :=
  let n := number n mod Syntax.bits w in
  Word (Z.lor (Z.shiftr (number a) n) (Value.wrap w (Z.shiftl (number a) (Syntax.bits w - n)))).

Definition eqw a b : bool := number a =? number b.
Definition ltw a b : bool := number a <? number b.
Definition lew a b : bool := number a <=? number b.
End words.

(** To another width: the number itself, if it fits. *)
Definition cast {w w' : width} (a : word w) : word w' := Word (number a).
(** To a narrower width: modulo 2^width; as [as%] in .fl. *)
Definition truncate {w w' : width} (a : word w) : word w' := Word (Value.wrap w' (number a)).

Definition list_eqb (l l' : list Z) : bool := if list_eq_dec Z.eq_dec l l' then true else false.

Section bytes.
Context {cap : N}.
Implicit Types l : bytes cap.

Definition no_bytes : bytes cap := Bytes [].
Definition len l : u32 := Word (Z.of_nat (List.length (chars l))).
Definition bytes_eq {cap'} l (l' : bytes cap') : bool :=
  list_eqb (chars l) (chars l').
(** One byte more, if there is room. *)
Definition push l (a : u8) : bytes cap := Bytes (chars l ++ [number a]).
(** There is room for both. *)
Definition cat {cap'} l (l' : bytes cap') : bytes (cap + cap') := Bytes (chars l ++ chars l').
(** In another capacity, if there is room. *)
Definition fit {cap'} l : bytes cap' := Bytes (chars l).
(** The byte at an index, if that is below the length. *)
Definition at_ l (i : u32) : u8 := Word (nth (Z.to_nat (number i)) (chars l) 0).
(** The bytes from [lo] on, up to [hi] without it, if [lo] is not beyond [hi], nor [hi] beyond the length. *)
Definition part l (lo hi : u32) : bytes cap :=
  Bytes (firstn (Z.to_nat (number hi) - Z.to_nat (number lo)) (skipn (Z.to_nat (number lo)) (chars l))).
(** The number in the bytes from [i] on, highest first or lowest first, if all of them are below the length. *)
Definition load_be {w} l (i : u32) : word w :=
  Word (Value.load_int Syntax.Big (firstn (Value.byte_count w) (skipn (Z.to_nat (number i)) (chars l)))).
Definition load_le {w} l (i : u32) : word w :=
  Word (Value.load_int Syntax.Little (firstn (Value.byte_count w) (skipn (Z.to_nat (number i)) (chars l)))).
End bytes.

Fixpoint codes (s : string) : list Z :=
  match s with EmptyString => [] | String c s => Z.of_nat (nat_of_ascii c) :: codes s end.
(** A literal. *)
Definition text {cap} (s : string) : bytes cap := Bytes (codes s).

(** Up to [cap] entries, keyed by numbers. *)
Record table (cap : N) (w : width) (A : Type) : Type := Table { entries : list (Z * A) }.
Arguments Table {cap w A} entries.
Arguments entries {cap w A}.
Section table.
Context {cap : N} {w : width} {A : Type}.
Implicit Types m : table cap w A.

Definition no_entries : table cap w A := Table [].
Definition count m : u32 := Word (Z.of_nat (List.length (entries m))).
Definition find m (k : word w) : option A := Value.map_find (entries m) (number k).
(** Inserts or replaces, if there is room. *)
Definition put m (k : word w) (a : A) : table cap w A := Table (Value.map_put (entries m) (number k) a).
Definition remove m (k : word w) : table cap w A := Table (Value.map_remove (entries m) (number k)).
End table.
