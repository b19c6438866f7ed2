(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The AES round functions, from FIPS 197, on blocks of 16 bytes.

    A block is a word of 128 bits whose byte [i] (bits [8i] to [8i+7]) is the
    [i]-th byte in memory; FIPS 197 fills its 4 x 4 state column by column, so
    row [r] of column [c] is byte [r + 4c]. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Word_trusted.
Local Open Scope N_scope.

(** ** Bytes as elements of GF(2^8) modulo x^8 + x^4 + x^3 + x + 1 (section 4.2) *)

Definition xtime (b : N) : N :=
  let d := N.double b in if N.testbit d 8 then N.lxor d 0x11b else d.

Fixpoint gmul_pos (p : positive) (b : N) : N :=
  match p with
  | xH => b
  | xO q => xtime (gmul_pos q b)
  | xI q => N.lxor b (xtime (gmul_pos q b))
  end.

Definition gmul (a b : N) : N :=
  match a with N0 => 0 | Npos p => gmul_pos p b end.

(** [b^254], the inverse of [b], and 0 for 0. *)
Definition ginv (b : N) : N :=
  let b2 := gmul b b in let b4 := gmul b2 b2 in let b8 := gmul b4 b4 in
  let b16 := gmul b8 b8 in let b32 := gmul b16 b16 in let b64 := gmul b32 b32 in
  let b128 := gmul b64 b64 in
  gmul b128 (gmul b64 (gmul b32 (gmul b16 (gmul b8 (gmul b4 b2))))).

(** ** The S-box (section 5.1.1) and its inverse (section 5.3.2), by definition *)

Definition xor_rotations (ks : list N) (b : N) : N :=
  fold_right (fun k acc => N.lxor (rotl 8 k b) acc) 0 ks.

Definition sbox_def (b : N) : N := N.lxor (xor_rotations [0; 1; 2; 3; 4] (ginv b)) 0x63.
Definition inv_sbox_def (b : N) : N := ginv (N.lxor (xor_rotations [1; 3; 6] b) 0x05).

(** Both are looked up in a binary tree indexed by the bits of the byte, lowest first. *)
Inductive tree := Leaf (v : N) | Node (even odd : tree).

Fixpoint lookup_tree (t : tree) (i : N) : N :=
  match t with
  | Leaf v => v
  | Node e o => lookup_tree (if N.odd i then o else e) (N.div2 i)
  end.

Fixpoint tabulate (f : N -> N) (depth : nat) (weight prefix : N) : tree :=
  match depth with
  | O => Leaf (f prefix)
  | S d => Node (tabulate f d (N.double weight) prefix)
                (tabulate f d (N.double weight) (prefix + weight))
  end.

Definition sbox_tree : tree := Eval vm_compute in tabulate sbox_def 8 1 0.
Definition inv_sbox_tree : tree := Eval vm_compute in tabulate inv_sbox_def 8 1 0.
Definition sbox (b : N) : N := lookup_tree sbox_tree b.
Definition inv_sbox (b : N) : N := lookup_tree inv_sbox_tree b.

(** The tables are the definitions, and the two boxes invert each other. *)
Theorem boxes_correct :
  forallb (fun b => (sbox b =? sbox_def b) && (inv_sbox b =? inv_sbox_def b) &&
                    (inv_sbox (sbox b) =? b) && (sbox (inv_sbox b) =? b))
          (map N.of_nat (seq 0 256)) = true.
Proof. by vm_compute. Qed.

(** ** The transformations on a block *)

Definition bytes (x : N) : list N := split 8 16 x.
Definition block (l : list N) : N := join 8 l.

Definition sub_bytes (x : N) : N := block (map sbox (bytes x)).
Definition inv_sub_bytes (x : N) : N := block (map inv_sbox (bytes x)).

Definition permute_bytes (p : list nat) (x : N) : N :=
  let b := bytes x in block (map (fun i => nth i b 0) p).

(** Row [r] moves left by [r] columns: byte [r + 4c] comes from [r + 4 ((c + r) mod 4)]. *)
Definition shift_rows : N -> N :=
  permute_bytes [0; 5; 10; 15; 4; 9; 14; 3; 8; 13; 2; 7; 12; 1; 6; 11]%nat.
Definition inv_shift_rows : N -> N :=
  permute_bytes [0; 13; 10; 7; 4; 1; 14; 11; 8; 5; 2; 15; 12; 9; 6; 3]%nat.

(** One column times the circulant matrix whose first row is [k0 k1 k2 k3]. *)
Definition mix_column (k0 k1 k2 k3 : N) (col : N) : N :=
  match split 8 4 col with
  | [a; b; c; d] =>
      let row k0 k1 k2 k3 :=
        N.lxor (N.lxor (gmul k0 a) (gmul k1 b)) (N.lxor (gmul k2 c) (gmul k3 d)) in
      join 8 [row k0 k1 k2 k3; row k3 k0 k1 k2; row k2 k3 k0 k1; row k1 k2 k3 k0]
  | _ => 0
  end.

Definition mix_columns (x : N) : N := join 32 (map (mix_column 2 3 1 1) (split 32 4 x)).
Definition inv_mix_columns (x : N) : N := join 32 (map (mix_column 14 11 13 9) (split 32 4 x)).

(** ** What the AES instructions compute *)

Definition aesenc (x k : N) : N := N.lxor (mix_columns (sub_bytes (shift_rows x))) k.
Definition aesenclast (x k : N) : N := N.lxor (sub_bytes (shift_rows x)) k.
Definition aesdec (x k : N) : N := N.lxor (inv_mix_columns (inv_sub_bytes (inv_shift_rows x))) k.
Definition aesdeclast (x k : N) : N := N.lxor (inv_sub_bytes (inv_shift_rows x)) k.
Definition aesimc (x : N) : N := inv_mix_columns x.

Definition sub_word (w : N) : N := join 8 (map sbox (split 8 4 w)).
(** RotWord of FIPS 197 moves each byte one place down, the first becoming the last. *)
Definition rot_word (w : N) : N := rotl 32 24 w.

Definition aeskeygenassist (rcon x : N) : N :=
  let w1 := sub_word (slice 32 32 x) in
  let w3 := sub_word (slice 96 32 x) in
  join 32 [w1; N.lxor (rot_word w1) rcon; w3; N.lxor (rot_word w3) rcon].

(** FIPS 197, Appendix B: the state after the first round, and after the second. *)
Example appendix_b_rounds :
  aesenc (byte_reverse 16 0x193de3bea0f4e22b9ac68d2ae9f84808) (byte_reverse 16 0xa0fafe1788542cb123a339392a6c7605)
    = byte_reverse 16 0xa49c7ff2689f352b6b5bea43026a5049 /\
  aesenc (byte_reverse 16 0xa49c7ff2689f352b6b5bea43026a5049) (byte_reverse 16 0xf2c295f27a96b9435935807a7359f67f)
    = byte_reverse 16 0xaa8f5f0361dde3ef82d24ad26832469a.
Proof. by vm_compute. Qed.
