(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** A function that .fl does not have is supplied by C, and what it computes is said in Gallina: frames are checked by
    their CRC, bit by bit over a list, which checksum.c computes from a table. That it does is a hypothesis of the
    theorem. *)
From Coq Require Import ZArith List.
From Fairlead.Derive Require Import Derive.
From Fairlead.Derive.ToC Require Import Data ToFl.
Local Open Scope program_scope.
Local Open Scope Z_scope.

(** CRC-32 (the polynomial of Ethernet, reflected). *)
Definition shifted (c : Z) : Z :=
  if Z.odd c then Z.lxor (Z.shiftr c 1) 0xedb88320 else Z.shiftr c 1.
Definition crc_byte (c b : Z) : Z := Nat.iter 8 shifted (Z.lxor c b).
Definition crc32 (data : bytes 32) : u32 :=
  Word (Z.lxor (fold_left crc_byte (chars data) 0xffffffff) 0xffffffff mod 2 ^ 32).
DeriveExtern crc32.

(** Whether a sum is allowed at all: another one, of two arguments. *)
Definition allowed (sum previous : u32) : bool := negb (number sum =? number previous).
DeriveExtern allowed.

Inductive effect := frame | expected | deliver | reject.
Definition args (e : effect) : Type :=
  match e with frame | expected => unit | deliver => bytes 32 | reject => u32 * u32 end.
Definition rets (e : effect) : Type :=
  match e with frame => bytes 32 | expected => u32 | deliver | reject => unit end.

(** Reads frames and their sums until one is empty; says how many were good. The same frame twice is not. *)
Definition receiver : t args rets u32 :=
  iter (fun '(good, previous) =>
    f <- frame tt;
    if eqw (len f) (lit 0) then Return (inr good)
    else
      let! sum := crc32 f in
      wanted <- expected tt;
      if eqw sum wanted then
        if allowed sum previous then _ <- deliver f; Return (inl (add_wrap good (lit 1), sum))
        else _ <- reject (sum, previous); Return (inl (good, previous))
      else _ <- reject (sum, wanted); Return (inl (good, previous)))
    ((lit 0 : u32), (lit 0 : u32)).
Derive receiver.
ToFl receiver.
