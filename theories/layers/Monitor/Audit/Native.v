(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What the auditor takes from the machine.

The auditor (this folder) does what the model does, on strings and maps that a
machine is good at instead of lists of bits and bytes. It gets them as two
records of functions; everything it assumes of these functions is a law below,
so whoever provides them (compiler/monitor/native_trusted.ml) has to keep these
laws and nothing else. Lists.v keeps them too, so the laws contradict nothing. *)
From stdpp Require Export gmap.
From Fairlead.Monitor.Log Require Export Format.

(** Numbers by name: what is written in digits is built anew, one bit after the
other, wherever extracted code comes by. *)
Definition n1 : N := 1.
Definition n2 : N := 2.
Definition n3 : N := 3.
Definition n4 : N := 4.
Definition n5 : N := 5.
Definition n6 : N := 6.
Definition n7 : N := 7.
Definition n8 : N := 8.
Definition n32 : N := 32.
Definition n256 : N := 256.
Definition n65536 : N := 65536.

(** Immutable strings of bytes. Positions and lengths are in bytes, but bits are
counted from the most significant one of the first byte. *)
Record strings (S : Type) := Strings {
  s_length : S → N;
  s_sub : S → N → N → S;              (* position, length *)
  s_concat : list S → S;
  s_equal : S → S → bool;
  s_number : S → N → N → N;           (* big-endian; position, length *)
  s_bytes : N → N → S;                (* length, the number: the inverse *)
  s_below : S → S → bool;             (* as big-endian numbers; of one length *)
  s_bit : S → N → bool;
  s_same_bits : S → S → N → bool;     (* do the first so many bits agree? *)
  s_zero_from : S → N → bool;         (* are all bits from there on 0? *)
  s_explode : S → bytes;
  s_implode : bytes → S;
}.
Arguments Strings {_}. Arguments s_length {_}. Arguments s_sub {_}. Arguments s_concat {_}.
Arguments s_equal {_}. Arguments s_number {_}. Arguments s_bytes {_}. Arguments s_below {_}.
Arguments s_bit {_}. Arguments s_same_bits {_}. Arguments s_zero_from {_}.
Arguments s_explode {_}. Arguments s_implode {_}.

(** The bytes at a position. *)
Definition slice (p n : N) (l : bytes) : bytes := take (N.to_nat n) (drop (N.to_nat p) l).

(** The widths of numbers in a log. *)
Definition is_width (n : N) : Prop := n = 1%N ∨ n = 2%N ∨ n = 4%N ∨ n = 8%N.

(** [text s] is the list of bytes that [s] stands for; it is computed for functions of clients only. *)
Record lawful_strings {S} (O : strings S) (text : S → bytes) : Prop := {
  length_law s : s_length O s = N.of_nat (length (text s));
  sub_law s p n : (p + n ≤ s_length O s)%N → text (s_sub O s p n) = slice p n (text s);
  concat_law l : text (s_concat O l) = mjoin (text <$> l);
  equal_law s t : s_equal O s t = bool_decide (text s = text t);
  number_law s p n : is_width n → (p + n ≤ s_length O s)%N →
    s_number O s p n = number_of (slice p n (text s));
  bytes_law n x : is_width n → (x < 256 ^ n)%N → text (s_bytes O n x) = bytes_of (N.to_nat n) x;
  zeros_law : text (s_bytes O n32 0) = replicate 32 Ascii.zero;
  below_law s t : length (text s) = length (text t) →
    s_below O s t = (number_of (text s) <? number_of (text t))%N;
  bit_law s i : (i < 8 * s_length O s)%N →
    bits_of_bytes (text s) !! N.to_nat i = Some (s_bit O s i);
  same_bits_law s t n : (n ≤ 8 * s_length O s)%N → (n ≤ 8 * s_length O t)%N →
    s_same_bits O s t n =
    bool_decide (take (N.to_nat n) (bits_of_bytes (text s)) = take (N.to_nat n) (bits_of_bytes (text t)));
  zero_from_law s n : s_zero_from O s n = forallb negb (drop (N.to_nat n) (bits_of_bytes (text s)));
  explode_law s : s_explode O s = text s;
  implode_law l : text (s_implode O l) = l;
}.

(** Maps from numbers. *)
Record maps (M A : Type) := Maps {
  m_empty : M;
  m_get : M → N → option A;
  m_set : M → N → A → M;
  m_remove : M → N → M;
}.
Arguments Maps {_ _}. Arguments m_empty {_ _}. Arguments m_get {_ _}. Arguments m_set {_ _}.
Arguments m_remove {_ _}.

Record lawful_maps {M A} (O : maps M A) : Prop := {
  empty_law i : m_get O (m_empty O) i = None;
  set_law m i a j : m_get O (m_set O m i a) j = if (i =? j)%N then Some a else m_get O m j;
  remove_law m i j : m_get O (m_remove O m i) j = if (i =? j)%N then None else m_get O m j;
}.
