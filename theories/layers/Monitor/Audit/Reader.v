(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Reading entries out of a string, from a position on: Log/Format.v's parser
without a list of the bytes. *)
From Fairlead.Monitor.Audit Require Export Packed.

(** A value and the position after it, or what is wrong and where. *)
Inductive reading (A : Type) := Taken (a : A) (next : N) | Bad (why : complaint) (place : N).
Arguments Taken {_}. Arguments Bad {_}.
Notation "'read' x , p ← r ; k" :=
  (match r with Bad why place => Bad why place | Taken x p => k end)
  (at level 20, x binder, p name, r at level 100, k at level 200, only parsing).

Section reader.
  Context {S : Type} (O : strings S).

  Inductive packed_operand := PHere (s : N) | PMissing (k : packed_key S) (s : N).
  Inductive packed_entry :=
    | PAddM (k : packed_key S) (v : packed_value S) (s s' : N)
    | PAddB (k : packed_key S) (v : packed_value S) (s : N) (t : stamp) (tid : N)
    | PEvictM (s s' : N)
    | PEvictB (s : N) (t : stamp)
    | PEvictBM (s s' : N) (t : stamp)
    | PNextEpoch
    | PVerifyEpoch
    | PRun (f : N) (ops : list packed_operand) (a : S)
    | PRemove (s s' : N).

  Definition read_number (n : N) (s : S) (p : N) : reading N :=
    if (p + n <=? s_length O s)%N then Taken (s_number O s p n) (p + n)%N
    else Bad Truncated (s_length O s).
  Definition read_bytes (n : N) (s : S) (p : N) : reading S :=
    if (p + n <=? s_length O s)%N then Taken (s_sub O s p n) (p + n)%N
    else Bad Truncated (s_length O s).
  (** The byte that chooses among the alternatives. *)
  Definition read_tag (s : S) (p : N) : reading N := read_number n1 s p.

  Definition read_key (s : S) (p : N) : reading (packed_key S) :=
    read digits, p1 ← read_number n2 s p;
    read word, p2 ← read_bytes n32 s p1;
    if (digits <=? n256)%N && s_zero_from O word digits then Taken (PackedKey digits word) p2
    else Bad Bad_key p.

  Definition read_flag (s : S) (p : N) : reading bool :=
    read x, p1 ← read_number n1 s p;
    if (x =? 0)%N then Taken false p1 else if (x =? n1)%N then Taken true p1 else Bad Bad_flag p.

  Definition read_edge (s : S) (p : N) : reading (option (packed_edge S)) :=
    read tag, p1 ← read_tag s p;
    if (tag =? 0)%N then Taken None p1
    else if (tag =? n1)%N then
      read k, p2 ← read_key s p1;
      read digest, p3 ← read_bytes n32 s p2;
      read blum, p4 ← read_flag s p3;
      Taken (Some (PackedEdge k digest blum)) p4
    else Bad Unknown_tag p.

  Definition read_datum (s : S) (p : N) : reading (option S) :=
    read tag, p1 ← read_tag s p;
    if (tag =? 0)%N then Taken None p1
    else if (tag =? n1)%N then
      read n, p2 ← read_number n2 s p1;
      if (p2 + n <=? s_length O s)%N then Taken (Some (s_sub O s p2 n)) (p2 + n)%N
      else Bad Oversized p1
    else Bad Unknown_tag p.

  Definition read_value (s : S) (p : N) : reading (packed_value S) :=
    read tag, p1 ← read_tag s p;
    if (tag =? 0)%N then
      read v, p2 ← read_datum s p1;
      Taken (PData v) p2
    else if (tag =? n1)%N then
      read l, p2 ← read_edge s p1;
      read r, p3 ← read_edge s p2;
      Taken (PMerkle (l, r)) p3
    else Bad Unknown_tag p.

  Definition read_stamp (s : S) (p : N) : reading stamp :=
    read e, p1 ← read_number n8 s p;
    read c, p2 ← read_number n4 s p1;
    Taken (e, c) p2.

  Definition read_packed_operand (s : S) (p : N) : reading packed_operand :=
    read tag, p1 ← read_tag s p;
    if (tag =? 0)%N then
      read s1, p2 ← read_number n2 s p1;
      Taken (PHere s1) p2
    else if (tag =? n1)%N then
      read k, p2 ← read_key s p1;
      read s1, p3 ← read_number n2 s p2;
      Taken (PMissing k s1) p3
    else Bad Unknown_tag p.
  Fixpoint read_times (n : nat) (s : S) (p : N) : reading (list packed_operand) :=
    match n with
    | 0 => Taken [] p
    | Datatypes.S n =>
        read o, p1 ← read_packed_operand s p;
        read l, p2 ← read_times n s p1;
        Taken (o :: l) p2
    end.
  Definition read_packed_operands (s : S) (p : N) : reading (list packed_operand) :=
    read n, p1 ← read_number n1 s p;
    read_times (N.to_nat n) s p1.
  Definition read_argument (s : S) (p : N) : reading S :=
    read n, p1 ← read_number n2 s p;
    if (p1 + n <=? s_length O s)%N then Taken (s_sub O s p1 n) (p1 + n)%N else Bad Oversized p.

  Definition read_entry (s : S) (p : N) : reading packed_entry :=
    read tag, p1 ← read_tag s p;
    if (tag =? 0)%N then
      read k, p2 ← read_key s p1;
      read v, p3 ← read_value s p2;
      read s1, p4 ← read_number n2 s p3;
      read s2, p5 ← read_number n2 s p4;
      Taken (PAddM k v s1 s2) p5
    else if (tag =? n1)%N then
      read k, p2 ← read_key s p1;
      read v, p3 ← read_value s p2;
      read s1, p4 ← read_number n2 s p3;
      read t, p5 ← read_stamp s p4;
      read tid, p6 ← read_number n2 s p5;
      Taken (PAddB k v s1 t tid) p6
    else if (tag =? n2)%N then
      read s1, p2 ← read_number n2 s p1;
      read s2, p3 ← read_number n2 s p2;
      Taken (PEvictM s1 s2) p3
    else if (tag =? n3)%N then
      read s1, p2 ← read_number n2 s p1;
      read t, p3 ← read_stamp s p2;
      Taken (PEvictB s1 t) p3
    else if (tag =? n4)%N then
      read s1, p2 ← read_number n2 s p1;
      read s2, p3 ← read_number n2 s p2;
      read t, p4 ← read_stamp s p3;
      Taken (PEvictBM s1 s2 t) p4
    else if (tag =? n5)%N then Taken PNextEpoch p1
    else if (tag =? n6)%N then Taken PVerifyEpoch p1
    else if (tag =? n7)%N then
      read f, p2 ← read_number n1 s p1;
      read ops, p3 ← read_packed_operands s p2;
      read a, p4 ← read_argument s p3;
      Taken (PRun f ops a) p4
    else if (tag =? n8)%N then
      read s1, p2 ← read_number n2 s p1;
      read s2, p3 ← read_number n2 s p2;
      Taken (PRemove s1 s2) p3
    else Bad Unknown_tag p.
End reader.
Arguments PAddM {_}. Arguments PAddB {_}. Arguments PEvictM {_}. Arguments PEvictB {_}.
Arguments PEvictBM {_}. Arguments PNextEpoch {_}. Arguments PVerifyEpoch {_}.
Arguments PRun {_}. Arguments PRemove {_}. Arguments PHere {_}. Arguments PMissing {_}.
Arguments packed_entry : clear implicits. Arguments packed_operand : clear implicits.
