(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * AES-GCM, as FIPS 197 and NIST SP 800-38D define it.

    Strings of bytes are lists. A block of 16 bytes is a natural below [2^128]
    in one of two readings:
    - AES (and x86-64 memory): byte [i] of the block is bits [8i] to [8i+7];
    - GHASH: big-endian, so that bit 0 of SP 800-38D, the leftmost, is bit 127.

    This is a specification: it is to be read and compared with the standards.
    [Vectors.v] computes their test vectors. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Word_trusted Aes_trusted.
Local Open Scope N_scope.

(** ** AES (FIPS 197) *)

(** The words of the key schedule (section 5.2), newest first. [nk] words of key;
    [fuel] words are still to be made, the next has index [i]. *)
Fixpoint expand (nk : nat) (fuel i : nat) (rcon : N) (ws : list N) : list N :=
  match fuel with
  | O => ws
  | S fuel =>
      let prev := nth 0 ws 0 in
      let old := nth (nk - 1) ws 0 in
      let '(temp, rcon) :=
        if (i mod nk =? 0)%nat
        then (N.lxor (join 8 (map sbox (split 8 4 (rotl 32 24 prev)))) rcon, xtime rcon)
        else if (6 <? nk)%nat && (i mod nk =? 4)%nat
        then (join 8 (map sbox (split 8 4 prev)), rcon)
        else (prev, rcon) in
      expand nk fuel (S i) rcon (N.lxor old temp :: ws)
  end.

Fixpoint blocks_of_words (ws : list N) : list N :=
  match ws with
  | a :: b :: c :: d :: ws => join 32 [a; b; c; d] :: blocks_of_words ws
  | _ => []
  end.

(** The round keys, as AES blocks, from a key of 16, 24 or 32 bytes. *)
Definition key_schedule (key : list N) : list N :=
  let nk := (length key / 4)%nat in
  let words := map (fun i => join 8 (firstn 4 (skipn (4 * i) key))) (seq 0 nk) in
  blocks_of_words (rev (expand nk (4 * (nk + 7) - nk) nk 1 (rev words))).

(** Cipher (section 5.1). *)
Definition aes (round_keys : list N) (x : N) : N :=
  match round_keys with
  | [] => x
  | k0 :: ks =>
      let fix rounds ks x :=
        match ks with
        | [] => x
        | [k] => N.lxor (shift_rows (sub_bytes x)) k
        | k :: ks => rounds ks (N.lxor (mix_columns (shift_rows (sub_bytes x))) k)
        end in
      rounds ks (N.lxor x k0)
  end.

(** ** GHASH (SP 800-38D, section 6) *)

(** 11100001 || 0^120 *)
Definition R : N := N.shiftl 0xe1 120.

(** [V_{i+1}] from [V_i]: times x, that is, one bit to the right. *)
Definition times_x (v : N) : N :=
  let h := N.div2 v in if N.odd v then N.lxor h R else h.

(** Algorithm 1: [Z_128], from bit [n - 1] of [x] on. *)
Fixpoint multiply_from (n : nat) (x z v : N) : N :=
  match n with
  | O => z
  | S n => multiply_from n x (if N.testbit x (N.of_nat n) then N.lxor z v else z) (times_x v)
  end.
Definition multiply (x y : N) : N := multiply_from 128 x 0 y.

(** Algorithm 2, on a list of blocks. *)
Definition ghash (h : N) (blocks : list N) : N :=
  fold_left (fun y x => multiply (N.lxor y x) h) blocks 0.

(** ** GCM (section 7) *)

(** 16 bytes as a GHASH block, the first the most significant; and back. *)
Definition from_bytes (l : list N) : N := join 8 (rev l).
Definition to_bytes (n : nat) (x : N) : list N := rev (split 8 n x).

(** A string cut into blocks, the last padded with zeros. *)
Fixpoint pad_blocks (fuel : nat) (l : list N) : list N :=
  match fuel, l with
  | O, _ | _, [] => []
  | S fuel, _ =>
      let b := firstn 16 l in
      from_bytes (b ++ repeat 0 (16 - length b)) :: pad_blocks fuel (skipn 16 l)
  end.
Definition padded (l : list N) : list N := pad_blocks (length l) l.

(** inc_32: the last 32 bits count, the rest stay. *)
Definition inc32 (x : N) : N :=
  N.lor (N.shiftl (N.shiftr x 32) 32) (low 32 (low 32 x + 1)).

Definition encrypt_block (ks : list N) (x : N) : list N := bytes (aes ks (join 8 (to_bytes 16 x))).

(** GCTR (Algorithm 3) with an initial counter block. *)
Fixpoint gctr (fuel : nat) (ks : list N) (counter : N) (l : list N) : list N :=
  match fuel, l with
  | O, _ | _, [] => []
  | S fuel, _ =>
      zip_with N.lxor (firstn 16 l) (encrypt_block ks counter) ++
      gctr fuel ks (inc32 counter) (skipn 16 l)
  end.

Definition length_bits (l : list N) : N := 8 * N.of_nat (length l).

Definition hash_key (ks : list N) : N := from_bytes (encrypt_block ks 0).

Definition pre_counter (h : N) (iv : list N) : N :=
  if (length iv =? 12)%nat then from_bytes (iv ++ [0; 0; 0; 1])
  else ghash h (padded iv ++ [length_bits iv]).

Definition tag (ks : list N) (j0 : N) (aad ciphertext : list N) : list N :=
  let s := ghash (hash_key ks)
             (padded aad ++ padded ciphertext ++
              [N.lor (N.shiftl (length_bits aad) 64) (length_bits ciphertext)]) in
  gctr 16 ks j0 (to_bytes 16 s).

(** Algorithm 4: ciphertext and tag. *)
Definition seal (key iv aad plaintext : list N) : list N * list N :=
  let ks := key_schedule key in
  let j0 := pre_counter (hash_key ks) iv in
  let c := gctr (length plaintext) ks (inc32 j0) plaintext in
  (c, tag ks j0 aad c).

(** Algorithm 5: the plaintext, if the tag is right. *)
Definition open (key iv aad ciphertext t : list N) : option (list N) :=
  let ks := key_schedule key in
  let j0 := pre_counter (hash_key ks) iv in
  if bool_decide (tag ks j0 aad ciphertext = t)
  then Some (gctr (length ciphertext) ks (inc32 j0) ciphertext) else None.
