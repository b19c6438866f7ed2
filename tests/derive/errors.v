(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* What Derive refuses, and what it says: errors.expected has the messages, in this order. *)
From Coq Require Import List String Vector Fin.
From Fairlead.Derive Require Import Derive.
Import ListNotations.
Local Open Scope program_scope.

Inductive effect := get | put.
Definition args (e : effect) : Type := match e with get => unit | put => nat end.
Definition rets (e : effect) : Type := match e with get => nat | put => unit end.
Notation prog := (t args rets).

(* 1. nothing of that name *)
Fail Derive nothing.
(* 2. no constant *)
Fail Derive nat.
(* 3. no program *)
Fail Derive plus.
(* 4. a function that returns a program's parts, not a program *)
Definition pair_of_programs (n : nat) : prog nat * prog nat := (Return n, Return n).
Fail Derive pair_of_programs.
(* 5. no body *)
Section assumed.
Context (assumed : prog nat).
Fail Derive assumed.
(* 6. a call of what has no body *)
Definition calls_assumed : prog nat := let* x := assumed in Return x.
Fail Derive calls_assumed.
End assumed.
(* 7. a call of what has not been derived *)
Definition two : prog nat := x <- get tt; y <- get tt; Return (x + y).
Definition calls_two : prog nat := let* x := two in Return (S x).
Fail Derive calls_two.
(* 8. twice *)
Derive two.
Fail Derive two.
(* 9. recursion that is not last *)
Fixpoint sum_all (n : nat) : prog nat :=
  match n with O => Return 0 | S n => x <- get tt; let* rest := sum_all n in Return (x + rest) end.
Fail Derive sum_all.
(* 10. a recursive function as a value *)
Fixpoint tree_loop (n : nat) (l : list nat) : prog nat :=
  match n with O => Return 0 | S n => _ <- put (List.length [tree_loop n]); tree_loop n l end.
Fail Derive tree_loop.
(* 11. a fix without its arguments *)
Definition lacking : nat -> prog nat :=
  fix f (n : nat) : prog nat := match n with O => Return 0 | S n => let* g := Return (f n) in g end.
Fail Derive lacking.
(* 12. a function in the state *)
Definition closure (f : nat -> nat) : prog nat := x <- get tt; Return (f x).
Fail Derive closure.
(* 13. a function in the state, made on the way *)
Definition closure_inside (n : nat) : prog nat := let f := fun m => n + m in x <- get tt; Return (f x).
Fail Derive closure_inside.
(* 14. a function in the state of an iteration *)
Definition closure_iter (f : nat -> nat) : prog nat := iter (fun n =>
  if Nat.eqb (f n) 0 then Return (inr n) else Return (inl (f n))) 5.
Fail Derive closure_iter.
(* 15. a program in the state *)
Definition saved_program (p : prog nat) : prog nat := x <- get tt; let* y := p in Return (x + y).
Fail Derive saved_program.
(* 16. a program that is not known *)
Definition runs (p : prog nat) : prog nat := let* y := p in Return y.
Fail Derive runs.
(* 17. a function to a program that is not known *)
Definition runs_at (p : nat -> prog nat) : prog nat := let* y := p 3 in Return y.
Fail Derive runs_at.
(* 18. a type that is not known, in the state *)
Definition polymorphic (A : Type) (a : A) : prog A := x <- get tt; Return a.
Fail Derive polymorphic.
(* 19. a match whose type depends on what is matched *)
Definition dependent (b : bool) : prog nat :=
  let* x := match b as b return prog (if b then nat else nat) with true => Return 0 | false => Return 1 end in Return 3.
Fail Derive dependent.
(* 20. a match on a family of types with indices *)
Definition indexed (n : nat) (v : Vector.t nat n) : prog nat :=
  match v with Vector.nil _ => Return 0 | Vector.cons _ x _ _ => _ <- put x; Return x end.
Fail Derive indexed.
(* 21. branches that are functions *)
Definition functions (b : bool) : prog nat := (if b then fun n => _ <- put n; Return n else fun n => Return n) 3.
Fail Derive functions.
(* 22. a continuation that is not known *)
Definition unknown_continuation (k : nat -> prog nat) : prog nat := Eff get tt k.
Fail Derive unknown_continuation.
(* 23. Later by hand *)
Definition by_hand : prog nat := Later (Return 3).
Fail Derive by_hand.
(* 24. a program computed by no construct *)
Definition observed : prog nat := Go (ReturnF 3).
Fail Derive observed.
(* 25. a cofix *)
Definition by_cofix : prog nat := (cofix f (n : nat) : prog nat := Go (EffF get tt (fun r => f (n + r)))) 3.
Fail Derive by_cofix.
(* 26. a mutual fix *)
Fixpoint even (n : nat) : prog bool := match n with O => Return true | S n => _ <- put n; odd n end
with odd (n : nat) : prog bool := match n with O => Return false | S n => _ <- put n; even n end.
Fail Derive even.
(* 27. a loop by well-founded recursion *)
Definition well_founded (n : nat) (H : Acc lt n) : prog nat :=
  (fix go n (H : Acc lt n) {struct H} : prog nat :=
    match n as m return Acc lt m -> prog nat with
    | O => fun _ => Return 0
    | S m => fun H => _ <- put m; go m (Acc_inv H (le_n (S m)))
    end H) n H.
Fail Derive well_founded.
(* 28. names that are taken *)
Definition taken : prog nat := x <- get tt; Return x.
Definition taken_state := 3.
Fail Derive taken.
(* 29. results in a large universe are nothing special *)
Definition universe_polymorphic_list : prog (list Type) := x <- get tt; Return [].
Derive universe_polymorphic_list.
(* 30. usage *)
Fail Derive.
Fail Derive two two.
Fail DeriveInline nothing.
Fail DeriveInline nat.

(* Coroutines. *)
Definition child (n : nat) : yields nat nat unit := m <- yield n; _ <- yield (m + n); Return tt.
(* 31. a coroutine that has not been derived *)
Definition parent : prog nat := let_coro c := child in let* r := resume c 3 in
  match r with Yields n _ => Return n | Ends _ => Return 0 end.
Fail Derive parent.
Derive child.
Derive parent.
(* 32. a coroutine that is not known *)
Definition any_child (w : nat -> yields nat nat unit) : prog nat := let_coro c := w in let* r := resume c 3 in
  match r with Yields n _ => Return n | Ends _ => Return 0 end.
Fail Derive any_child.
(* 33. a program that is derived, but is no coroutine *)
Definition finished : yields nat nat unit := n <- yield 3; Return tt.
Derive finished.
Definition parent_of_finished : prog nat := let! c := coroutine (w := finished) (H := I) (fun _ => finished) in
  let* r := resume c 3 in match r with Yields n _ => Return n | Ends _ => Return 0 end.
Fail Derive parent_of_finished.
(* 34. a coroutine as an argument *)
Definition helper (c : coro child nat nat unit) : prog nat :=
  let* r := resume c 3 in match r with Yields n _ => Return n | Ends _ => Return 0 end.
Fail Derive helper.
(* 35. a coroutine as a result *)
Definition maker (n : nat) : prog (coro child nat nat unit) := _ <- put n; Return (coroutine child).
Fail Derive maker.
(* 36. a function about coroutines of one kind *)
Definition first_of (l : list (coro child nat nat unit)) : option (coro child nat nat unit) := List.hd_error l.
Definition uses_first_of : prog nat :=
  match first_of [coroutine child] with Some c => _ <- put 3; Return 3 | None => Return 0 end.
Fail Derive uses_first_of.
(* 37. an operation without a lemma *)
Definition uses_hd : prog nat :=
  n <- get tt;
  match List.hd_error (List.repeat (coroutine child) n) with Some c => _ <- put 3; helper c | None => Return 0 end.
DeriveInline helper.
Fail Derive uses_hd.
(* 38. a container without a relation *)
Inductive box (A : Type) : Type := Box (a : A).
Arguments Box {A}.
Definition uses_box : prog nat := let! b := Box (coroutine child) in _ <- put 3; match b with Box c => helper c end.
Fail Derive uses_box.
(* 39. a loop over coroutines that is no combinator *)
Definition loops : prog nat :=
  (fix go (n : nat) (c : coro child nat nat unit) : prog nat := match n with
    | O => Return 0
    | S n => let* r := resume c n in match r with Yields m c => _ <- put m; go n c | Ends _ => Return n end
    end) 3 (coroutine child).
Fail Derive loops.

(* 40. a function inside a record, in a list, in the state *)
Record handler := Handler { priority : nat; act : nat -> nat }.
Definition closure_in_record (h : handler) : prog nat := x <- get tt; Return (act h x).
Fail Derive closure_in_record.
(* 41. functions in a list in the state *)
Definition closure_in_list (fs : list (nat -> nat)) : prog nat := x <- get tt; Return (List.length fs + x).
Fail Derive closure_in_list.
(* 42. functions deep in a user's type *)
Inductive rose (A : Type) : Type := Rose (a : A) (l : list (rose A)).
Definition closure_in_rose (r : rose (list handler)) : prog nat := x <- get tt; Return (match r with Rose _ hs l =>
  List.length l + x end).
Fail Derive closure_in_rose.
(* 43. proofs are no functions, and data may hold them *)
Definition positive : Type := { n : nat | forall m, m < n -> S m <= n }.
Definition keeps_proof (p : positive) (r : rose (option nat)) : prog nat :=
  x <- get tt; Return (proj1_sig p + match r with Rose _ _ l => List.length l + x end).
Derive keeps_proof.
