(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Keys, values and elements as the auditor holds them.

A key is what the log has: its number of digits and a word of 32 bytes. A value
is parsed as far as the checks look into it, and printed again to be hashed. *)
From Fairlead.Monitor.Audit Require Export Native.

Section packed.
  Context {S : Type} (O : strings S).

  Record packed_key := PackedKey { p_digits : N; p_word : S }.
  Record packed_edge := PackedEdge { pe_key : packed_key; pe_digest : S; pe_blum : bool }.
  Inductive packed_value :=
    | PData (v : option S)
    | PMerkle (ends : option packed_edge * option packed_edge).

  Definition same_key (k k' : packed_key) : bool :=
    (p_digits k =? p_digits k')%N && s_equal O (p_word k) (p_word k').
  Definition is_root (k : packed_key) : bool := (p_digits k =? 0)%N.

  (** Model/Key.v's [heading]. *)
  Definition p_heading (k k' : packed_key) : option bool :=
    if (p_digits k' <? p_digits k)%N && s_same_bits O (p_word k) (p_word k') (p_digits k')
    then Some (s_bit O (p_word k) (p_digits k')) else None.

  (** [rank k < rank k']. *)
  Definition p_before (k k' : packed_key) : bool :=
    (p_digits k <? p_digits k')%N || (p_digits k =? p_digits k')%N && s_below O (p_word k) (p_word k').

  Definition p_initial (depth : N) (k : packed_key) (v : packed_value) : bool :=
    match v with
    | PData None => negb (p_digits k <? depth)%N
    | PMerkle (None, None) => (p_digits k <? depth)%N
    | _ => false
    end.
  Definition p_fits (depth : N) (k : packed_key) (v : packed_value) : bool :=
    match v with
    | PData _ => (p_digits k =? depth)%N
    | PMerkle _ => (p_digits k <? depth)%N
    end.

  (** ** What is hashed: Log/Format.v's bytes of a value and of an element, in pieces *)
  Definition key_pieces (k : packed_key) (rest : list S) : list S :=
    s_bytes O n2 (p_digits k) :: p_word k :: rest.
  Definition edge_pieces (c : option packed_edge) (rest : list S) : list S :=
    match c with
    | None => s_bytes O n1 0 :: rest
    | Some c =>
        s_bytes O n1 n1 ::
        key_pieces (pe_key c) (pe_digest c :: s_bytes O n1 (if pe_blum c then n1 else 0) :: rest)
    end.
  Definition value_pieces (v : packed_value) (rest : list S) : list S :=
    match v with
    | PData None => s_bytes O n2 0 :: rest
    | PData (Some v) => s_bytes O n2 n1 :: s_bytes O n2 (s_length O v) :: v :: rest
    | PMerkle (l, r) => s_bytes O n1 n1 :: edge_pieces l (edge_pieces r rest)
    end.
  Definition value_bytes (v : packed_value) : S := s_concat O (value_pieces v []).
  Definition element_bytes (k : packed_key) (v : packed_value) (t : stamp) (tid : N) : S :=
    s_concat O (key_pieces k (value_pieces v [s_bytes O n8 t.1; s_bytes O n4 t.2; s_bytes O n2 tid])).
End packed.
Arguments PackedKey {_}. Arguments p_digits {_}. Arguments p_word {_}.
Arguments PackedEdge {_}. Arguments pe_key {_}. Arguments pe_digest {_}. Arguments pe_blum {_}.
Arguments PData {_}. Arguments PMerkle {_}.
Arguments packed_key : clear implicits. Arguments packed_edge : clear implicits.
Arguments packed_value : clear implicits.
