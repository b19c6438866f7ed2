(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** A child with effects of its own, and a handler for them: what it can answer itself it answers, all else it asks
    for in its
    turn, whatever that is. Neither knows what the other is: the child is any program with these effects, and what is
    forwarded is an effect that the handler has not looked at. The derived machine keeps the child's state, and no
    continuation. *)
From Coq Require Import List.
From Fairlead.Derive Require Import Derive.
Import ListNotations.
Local Open Scope program_scope.

Inductive effect := input | print.
Definition args (e : effect) : Type := match e with input => unit | print => nat end.
Definition rets (e : effect) : Type := match e with input => nat | print => unit end.

(** The child has a store besides: cells with numbers. Replies have the type that the effect says. *)
Inductive stored := read | write | outside (e : effect).
Definition stored_args (e : stored) : Type :=
  match e with read => nat | write => nat * nat | outside e => args e end.
Definition stored_rets (e : stored) : Type :=
  match e with read => option nat | write => unit | outside e => rets e end.

Definition sum (first : nat) : t stored_args stored_rets nat :=
  iter (fun k =>
    n <- (outside input) tt;
    if Nat.eqb n 0 then old <- read k; Return (inr (match old with Some n => n | None => first end))
    else
      old <- read k;
      let! new := match old with Some m => m + n | None => first + n end in
      _ <- write (k, new);
      _ <- (outside print) new;
      Return (inl k)) 7.
Derive sum.

(** [begin] runs it until it asks, [reply] answers and runs it on. *)
Definition with_store (first : nat) : t args rets (nat * list (nat * nat)) :=
  let* asked := begin (sum first) in
  iter (fun '(cells, asked) =>
    match asked with
    | Returns n => Return (inr (n, cells))
    | Asks read k c =>
      let* asked := reply c (option_map snd (find (fun '(i, _) => Nat.eqb i k) cells)) in
      Return (inl (cells, asked))
    | Asks write kn c => let* asked := reply c tt in Return (inl (kn :: cells, asked))
    | Asks (outside e) a c => r <- e a; let* asked := reply c r in Return (inl (cells, asked))
    end) ([], asked).
Derive with_store.

(** One state: an effect is asked for, and the child waits for its reply. *)
Print with_store_state.
Check with_store_equiv : forall first,
  equiv with_store_step with_store_go_on (with_store_start first) (with_store first).
Print Assumptions with_store_equiv.

Definition handle (e : effect) : args e -> list nat * list nat -> option (rets e * (list nat * list nat)) :=
  match e with
  | input => fun _ '(i, o) => match i with [] => None | n :: i => Some (n, (i, o)) end
  | print => fun n '(i, o) => Some (tt, (i, n :: o))
  end.
Example with_store_runs :
  run handle with_store_step with_store_go_on 99 (with_store_start 100) ([1; 2; 3; 0], []) =
  (Finished (106, [(7, 106); (7, 103); (7, 101)]), ([], [106; 103; 101])).
Proof. vm_compute. reflexivity. Qed.
Example with_store_is_its_program :
  run handle with_store_step with_store_go_on 99 (with_store_start 100) ([1; 2; 3; 0], []) =
  run_program handle 99 (with_store 100) ([1; 2; 3; 0], []).
Proof. vm_compute. reflexivity. Qed.
