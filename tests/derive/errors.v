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
(* 13. a function that is made on the way *)
Definition closure_inside (n : nat) : prog nat := let f := fun m => n + m in x <- get tt; Return (f x).
Derive closure_inside.  (* it is not saved, [n] is *)
Print closure_inside_state.
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
(* 21. branches of which one is not a program *)
Definition functions (b : bool) : prog nat := (if b then fun p => let* n := p in Return n else fun p : prog nat => p)
  (Return 3).
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
Derive well_founded.  (* which is no error *)
Print Assumptions well_founded_equiv.
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
Definition uses_removelast : prog nat :=
  n <- get tt;
  match List.removelast (List.repeat (coroutine child) n) with c :: _ => _ <- put 3; helper c | [] => Return 0 end.
DeriveInline helper.
Fail Derive uses_removelast.
(* 38. a container without a relation *)
Inductive box (A : Type) : Type := Box (a : A).
Arguments Box {A}.
Definition uses_box : prog nat := let! b := Box (coroutine child) in _ <- put 3; match b with Box c => helper c end.
Fail Derive uses_box.
(* 39. a loop over coroutines by recursion on what has no relation *)
Definition loops : prog nat :=
  (fix go (v : list (box (coro child nat nat unit))) : prog nat := match v with
    | [] => Return 0
    | Box c :: l => let* r := resume c 3 in match r with Yields m c => _ <- put m; go l | Ends _ => Return 3 end
    end) [Box (coroutine child)].
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

(* 44. ended with Qed *)
Definition opaque : prog nat. Proof. exact (x <- get tt; Return x). Qed.
Fail Derive opaque.
(* 45. a function of the library that is given programs *)
Definition folded (l : list nat) : prog nat := List.fold_left (fun p x => let* a := p in _ <- put x;
  Return (a + x)) l (Return 0).
Fail Derive folded.
Definition by_rect (n : nat) : prog nat := nat_rect (fun _ => prog nat) (Return 0) (fun n p => _ <- put n; p) n.
Fail Derive by_rect.
(* 46. a program out of a record, or a class *)
Class Logger := { log : nat -> prog unit }.
Definition logs `{Logger} : prog nat := let* _ := log 3 in Return 3.
Fail Derive logs.
(* 47. a program that is chosen as data *)
Definition chosen (b : bool) : prog nat := match (if b then Some (Return 3 : prog nat) else None) with Some p => p |
  None => Return 0 end.
Fail Derive chosen.
Definition all_of (l : list (prog nat)) : prog nat := foldM (fun p n => let* m := p in Return (n + m)) l 0.
Fail Derive all_of.
(* 48. a continuation carried round a loop *)
Definition continued : prog nat :=
  (fix go n (k : nat -> prog nat) := match n with
    | O => k 0
    | S n => x <- get tt; go n (fun y => k (x + y))
    end) 3 (fun z => Return z).
Fail Derive continued.
(* 49. recursion inside a combinator, inside an iter *)
Inductive branching := Branching (n : nat) (l : list branching).
Fixpoint over (r : branching) : prog nat :=
  match r with Branching n l => let* ys := mapM over l in Return (n + List.length ys) end.
Fail Derive over.
Definition inside_iter : prog nat :=
  (fix go n := match n with
    | O => Return 0
    | S n => iter (fun x => y <- get tt; let* r := go n in if Nat.eqb x y then Return (inr r) else Return (inl 3)) 3
    end) 3.
Fail Derive inside_iter.
(* 50. a match on an equality *)
Definition on_equality (e : effect) (H : e = get) : prog nat := match H in _ = g return prog nat with eq_refl =>
  Return 3 end.
Fail Derive on_equality.
(* 51. an effect that a program does not know, as a type *)
Definition any_effect {eff} (ar re : eff -> Type) (e : eff) (a : ar e) : t ar re (re e) := r <- e a; Return r.
Fail Derive any_effect.
(* 52. functions made on the way, saved as data *)
Definition partial : prog (nat * nat) := x <- get tt; let! f := pair x in y <- get tt; Return (f y).
Fail Derive partial.
Definition function_round : prog nat :=
  iter (fun f : nat -> nat => x <- get tt; match x with O => Return (inr (f 0)) | _ => Return (inl (fun n => f (n +
    x))) end) S.
Fail Derive function_round.
Definition type_saved : prog nat :=
  let! p := existT (fun T : Set => T) nat 3 in n <- get tt; Return (match p with existT _ _ _ => n end).
Fail Derive type_saved.

(* 53. a coroutine that is computed, or a function on the spot *)
Definition pick (b : bool) := if b then child else child.
Definition picked : prog nat := let_coro c := pick true in helper c.
Fail Derive picked.
Definition on_the_spot : prog nat := let_coro c := (fun n => child (S n)) in helper c.
Fail Derive on_the_spot.
(* 54. a coroutine taken apart, or made, by hand *)
Definition taken_apart : prog nat :=
  let_coro c := child in match observe (continue c 3) with EffF _ b _ => Return b | _ => Return 0 end.
Fail Derive taken_apart.
Definition made : prog nat := let! c := Suspended child child in helper c.
Fail Derive made.
(* 55. a coroutine in what is asked *)
Inductive keeping := keep.
Definition keep_args (_ : keeping) : Type := coro child nat nat unit.
Definition keep_rets (_ : keeping) : Type := unit.
Definition kept : t keep_args keep_rets nat := _ <- keep (coroutine child); Return 3.
Fail Derive kept.
(* 56. a coroutine that has a function, saved *)
Definition with_function (f : nat -> nat) (n : nat) : yields nat nat unit := m <- yield (f n); Return tt.
Derive with_function.
Definition saves_function : prog nat := let_coro c := with_function S in m <- get tt; let* r := resume c m in Return 3.
Fail Derive saves_function.
(* 57. a recursive type with coroutines in it; one with arguments besides *)
Inductive chain := Nil | Link (c : coro child nat nat unit) (l : chain).
Definition uses_chain : prog nat :=
  let! l := Link (coroutine child) Nil in n <- get tt; match l with Link c _ => helper c | Nil => Return 0 end.
Fail Derive uses_chain.
Inductive labelled (A : Type) := Labelled (a : A) (c : coro child nat nat unit).
Arguments Labelled {A}.
Definition uses_labelled : prog nat :=
  let! l := Labelled 3 (coroutine child) in n <- get tt; match l with Labelled _ c => helper c end.
Fail Derive uses_labelled.
(* 58. a child with effects that has not been derived, or is no constant *)
Definition asks : prog nat := x <- get tt; Return x.
Definition begins : prog nat := let* q := begin asks in match q with Returns n => Return n | Asks e a c => Return 1 end.
Fail Derive begins.
Derive asks.
Definition begins_bind : prog nat :=
  let* q := begin (let* x := asks in Return x) in match q with Returns n => Return n | _ => Return 1 end.
Fail Derive begins_bind.
(* 59. derived in a section that has been closed *)
Section closed.
Context (z : nat).
Definition in_section (n : nat) : prog nat := m <- get tt; _ <- put (m + n + z); Return m.
Derive in_section.
Definition child_in_section (n : nat) : yields nat nat unit := m <- yield (z + n); Return tt.
Derive child_in_section.
End closed.
Definition calls_in_section : prog nat := let* x := in_section 3 5 in Return x.
Fail Derive calls_in_section.
Definition resumes_in_section : prog nat := let_coro c := child_in_section 3 in let* r := resume c 3 in
  match r with Yields n _ => Return n | Ends _ => Return 0 end.
Fail Derive resumes_in_section.
(* 60. a corecursive function at the top, and looked through *)
CoFixpoint forever (n : nat) : prog nat := Eff get tt (fun r => forever (n + r)).
Fail Derive forever.
Fail DeriveInline forever.
Fail DeriveInline even.

(* 61. FirstOrder: what computes with functions that have no name *)
Definition maps (l : list nat) : prog (list nat) := x <- get tt; Return (List.map (fun n => n + x) l).
Derive maps.
Fail FirstOrder maps.
Definition maps_partial (l : list nat) : prog (list nat) := x <- get tt; Return (List.map (Nat.add x) l).
Derive maps_partial.
Fail FirstOrder maps_partial.
Definition chooses (n : nat) : prog nat := x <- get tt; let! h := (if Nat.eqb x 3 then S else pred) in Return (h n).
Derive chooses.
Fail FirstOrder chooses.
Definition in_data (n : nat) : prog nat :=
  x <- get tt; match Some (Nat.add x) with Some h => Return (h n) | None => Return 0 end.
Derive in_data.
Fail FirstOrder in_data.
Definition returns_function : prog (nat -> nat) := x <- get tt; Return (Nat.add x).
Derive returns_function.
Fail FirstOrder returns_function.
Definition calls_maps (l : list nat) : prog nat := let* ys := maps l in Return (List.length ys).
Derive calls_maps.
Fail FirstOrder calls_maps.
Fail FirstOrder opaque.
Fail FirstOrder nothing.
Fail FirstOrder.
(* and by their names *)
Definition maps_named (l : list nat) : prog (list nat) := x <- get tt; Return (x :: List.map S l).
Derive maps_named.
FirstOrder maps_named.
Definition loop_named (l : list nat) : prog nat := foldM (fun n s =>
  if Nat.eqb n 3 then x <- get tt; Return (s + x)
  else let* y := if Nat.eqb n 2 then x <- get tt; Return x else Return 3 in Return (s + y)) l 0.
Derive loop_named.
FirstOrder loop_named.
Section parameters.
Context (key : Type) (seal : key -> nat -> nat) (new : nat -> key).
Definition sealed : prog nat := x <- get tt; let! k := new x in y <- get tt; Return (seal k y).
Derive sealed.
FirstOrder sealed.
End parameters.

#[universes(polymorphic)] Definition with_universes : prog nat := n <- get tt; Return n.
Fail Derive with_universes.

(* Types that Derive cannot read, to match on or to save *)
Inductive tree := node (n : nat) (f : forest) with forest := no_trees | trees (t : tree) (f : forest).
Definition matches_tree (x : tree) : prog nat := match x with node n _ => _ <- put n; Return n end.
Fail Derive matches_tree.
Definition saves_forest (l : list forest) : prog nat := _ <- get tt; Return (List.length l).
Fail Derive saves_forest.
Definition passes_tree (x : tree) : prog tree := Return x.
Derive passes_tree.  (* which is no error *)
Set Universe Polymorphism.
Inductive crate (A : Type) := in_crate (a : A).
Unset Universe Polymorphism.
Definition matches_crate (b : crate nat) : prog nat := match b with in_crate _ n => _ <- put n; Return n end.
Fail Derive matches_crate.
Definition saves_crate (b : crate (nat -> nat)) : prog (crate (nat -> nat)) := _ <- get tt; Return b.
Fail Derive saves_crate.

(* Names of parts *)
Definition parted (b : bool) : prog nat := n <- get tt; if b then Return n else m <- get tt; Return (n + m).
Module state. Definition parted_at2 := 3. Fail Derive parted. End state.
Module code. Definition parted_after1 := 3. Fail Derive parted. End code.
Module proof. Definition parted_steps1 := 3. Fail Derive parted. End proof.
Definition parted_at1 := 3.
Module not_here. Derive parted. End not_here.  (* which is no error *)
(* A type with coroutines that Derive cannot read *)
Inductive one := many (l : several) with several := several_of (l : list (coro child nat nat unit)) (o : one) | none.
Definition uses_one (x : one) : prog nat := match x with many _ => _ <- put 3; Return 3 end.
Fail Derive uses_one.
Definition makes_several : prog nat :=
  let! s := several_of [coroutine child] (many none) in _ <- put 3; match s with none => Return 1 | _ => Return 3 end.
Fail Derive makes_several.

(* Arrays: written out in a program, and with functions in them *)
From Coq Require Import Uint63.
From Coq Require PArray.
Definition table := PArray.make 3%uint63 0.
Definition names_array : prog nat := n <- get tt; Return (PArray.get table 2%uint63 + n).
Derive names_array.  (* which is no error *)
Definition writes_array : prog nat :=
  ltac:(let a := eval vm_compute in (PArray.make 2%uint63 0) in
    exact (n <- get tt; Return (PArray.get a 1%uint63 + n))).
Fail Derive writes_array.
Definition saves_functions (a : PArray.array (list (nat -> nat))) : prog nat :=
  n <- get tt; Return (n + List.length (PArray.get a 2%uint63)).
Fail Derive saves_functions.

(* What Coq would not look into *)
Inductive computing := Computing (n : nat) (twice := n + n) (b : bool).
Definition takes_computing (c : computing) : prog nat :=
  n <- get tt; match c with Computing m _ b => if b then Return m else Return n end.
Fail Derive takes_computing.
Definition kept_secret : prog nat. Proof. exact (n <- get tt; Return n). Qed.
Fail DeriveInline kept_secret.

(* A function is one, though what it gives has no content: but a proof is not saved *)
Inductive sure : SProp := surely.
Definition of_sure (_ : nat -> sure) := 3.
Definition saves_sure (f : nat -> sure) : prog nat := n <- get tt; Return (n + of_sure f).
Derive saves_sure.  (* which is no error *)
