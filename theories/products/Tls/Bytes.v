(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Bytes: as lists, with numbers in network order, vectors behind their length, and queues of what has arrived. *)
From Coq.Strings Require Export Byte.
From Coq Require Export NArith List.
From Coq Require Import String.
Export ListNotations.
Local Open Scope N_scope.
Local Open Scope bool_scope.

Definition bytes : Set := list byte.

(** Text, where a constant is defined ([Eval compute]), so that no string is left to be converted when it runs. *)
Definition text (s : string) : bytes := list_byte_of_string s.

(** The lowest eight bits. *)
Definition low (n : N) : byte := match Byte.of_N (n mod 256) with Some b => b | None => x00 end.

Definition u8 (n : N) : bytes := [low n].
Definition u16 (n : N) : bytes := [low (N.shiftr n 8); low n].
Definition u24 (n : N) : bytes := low (N.shiftr n 16) :: u16 n.
Definition u32 (n : N) : bytes := low (N.shiftr n 24) :: u24 n.

Fixpoint number_after (n : N) (b : bytes) : N :=
  match b with [] => n | x :: b => number_after (256 * n + Byte.to_N x) b end.
Definition number (b : bytes) : N := number_after 0 b.

(** Eight at a time, where there are so many: numbers are binary, and counting is what costs. *)
Fixpoint length_after (n : N) (b : bytes) : N :=
  match b with
  | [] => n
  | _ :: _ :: _ :: _ :: _ :: _ :: _ :: _ :: b => length_after (8 + n) b
  | _ :: b => length_after (N.succ n) b
  end.
Definition len (b : bytes) : N := length_after 0 b.

Definition vector8 (b : bytes) : bytes := u8 (len b) ++ b.
Definition vector16 (b : bytes) : bytes := u16 (len b) ++ b.
Definition vector24 (b : bytes) : bytes := u24 (len b) ++ b.

Fixpoint equal (a b : bytes) : bool :=
  match a, b with
  | [], [] => true
  | x :: a, y :: b => if Byte.eqb x y then equal a b else false
  | _, _ => false
  end.

Fixpoint member (n : N) (l : list N) : bool :=
  match l with [] => false | m :: l => if m =? n then true else member n l end.

Definition xor (a b : byte) : byte := low (N.lxor (Byte.to_N a) (Byte.to_N b)).
Fixpoint xor_all (a b : bytes) : bytes :=
  match a, b with x :: a, y :: b => xor x y :: xor_all a b | _, _ => [] end.

Fixpoint zeros (n : nat) : bytes := match n with O => [] | S n => x00 :: zeros n end.

(** ** Reading *)

(** The first [n] bytes, and the rest; [None]: there are not so many. Takes as long as what it takes, whatever [n]
    says. *)
Fixpoint take_few (n : N) (b : bytes) : option (bytes * bytes) :=
  match n, b with
  | 0, _ => Some ([], b)
  | _, [] => None
  | _, x :: b => match take_few (N.pred n) b with Some (l, r) => Some (x :: l, r) | None => None end
  end.
Fixpoint take (n : N) (b : bytes) : option (bytes * bytes) :=
  match b with
  | a :: b' :: c :: d :: e :: f :: g :: h :: rest =>
    if 8 <=? n then
      match take (n - 8) rest with
      | Some (l, r) => Some (a :: b' :: c :: d :: e :: f :: g :: h :: l, r)
      | None => None
      end
    else take_few n b
  | _ => take_few n b
  end.

Notation "'let?' x := p 'in' k" := (match p with Some x => k | None => None end)
  (at level 200, x pattern, p at level 200, k at level 200).

Definition read_number (size : N) (b : bytes) : option (N * bytes) :=
  let? (n, b) := take size b in Some (number n, b).

(** A vector behind a length of [size] bytes, which lies between [least] and [most]. *)
Definition read_vector (size least most : N) (b : bytes) : option (bytes * bytes) :=
  let? (n, b) := read_number size b in if (least <=? n) && (n <=? most) then take n b else None.

(** All of it, as items: [read] takes one. Fuel is a list no shorter than what is read: each item takes a byte. *)
Fixpoint read_items {A} (read : bytes -> option (A * bytes)) (fuel b : bytes) : option (list A) :=
  match b, fuel with
  | [], _ => Some []
  | _, [] => None
  | _, _ :: fuel => let? (a, b) := read b in let? l := read_items read fuel b in Some (a :: l)
  end.
Definition read_all {A} (read : bytes -> option (A * bytes)) (b : bytes) : option (list A) := read_items read b b.

Definition read_u16s : bytes -> option (list N) := read_all (read_number 2).

(** ** What has arrived and is not used yet: [front], then [later], the last piece first. Pieces are joined once,
    when enough is there, so that bytes that come one by one take no longer than others. *)
Record queue : Set := Queue { front : bytes; later : list bytes; size : N }.
Definition empty : queue := Queue [] [] 0.
Definition is_empty (q : queue) : bool := size q =? 0.
Fixpoint unpiled (later : list bytes) (acc : bytes) : bytes :=
  match later with [] => acc | b :: later => unpiled later (b ++ acc) end.
Definition joined (q : queue) : bytes := match later q with [] => front q | _ => front q ++ unpiled (later q) [] end.
(** The first four bytes are always in front, since who waits for a message looks at them again and again. *)
Definition push (q : queue) (b : bytes) : queue :=
  match front q with
  | _ :: _ :: _ :: _ :: _ => Queue (front q) (b :: later q) (len b + size q)
  | _ => Queue (joined q ++ b) [] (len b + size q)
  end.
Definition peek (n : N) (q : queue) : option bytes :=
  match take n (front q) with
  | Some (a, _) => Some a
  | None => let? (a, _) := take n (joined q) in Some a
  end.
Definition pop (n : N) (q : queue) : option (bytes * queue) :=
  if n <=? size q then let? (a, b) := take n (joined q) in Some (a, Queue b [] (size q - n)) else None.

(** Pieces of [most] bytes, but for the last. One empty piece of nothing. *)
Fixpoint pieces_after (most room : N) (piece b : bytes) : list bytes :=
  match b with
  | [] => [rev_append piece []]
  | x :: b =>
    if room =? 0 then rev_append piece [] :: pieces_after most (most - 1) [x] b
    else pieces_after most (N.pred room) (x :: piece) b
  end.
Definition pieces (most : N) (b : bytes) : list bytes := pieces_after most most [] b.
