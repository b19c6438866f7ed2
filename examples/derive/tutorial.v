(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Derive in fifteen minutes

    For readers who know Coq, and perhaps Interaction Trees or Rupicola. Read this file, or step through it: every
    [Example] and [Check] in it is checked by the project's tests. Coq finds Derive with

      coqc -R "$(fairlead derive --where)" Fairlead tutorial.v

    or with [-R FOLDER Fairlead] in _CoqProject, where FOLDER is what [fairlead derive --where] prints. *)
From Coq Require Import List.
From Fairlead.Derive Require Import Derive.
Import ListNotations.
Local Open Scope program_scope.

(** ** 1. A program

    An effect is what a program asks the world for. Each has the type of its argument and the type of its reply. *)
Inductive effect := read | write.
Definition args (e : effect) : Type := match e with read => unit | write => nat end.
Definition rets (e : effect) : Type := match e with read => nat | write => unit end.

(** [t args rets A] is a program with these effects that ends with an [A]: a coinductive tree of [Return a], [Eff e a k]
    (ask, then go on with the reply) and [Later p] (go on without asking). It is what [itree E A] is to users of
    Interaction Trees, with [Later] for [Tau], and an effect's types read off by two functions instead of an indexed
    family. [x <- e a; k] is notation for [Eff e a (fun x => k)], where [e] is a name or in parentheses;
    [let* x := p in k] runs a program, and then the rest. [Later] is not written by hand: [iter] (section 3) has it.

    Everything else is Gallina: *)
Definition adder (limit : nat) : t args rets nat :=
  a <- read tt;
  b <- read tt;
  if Nat.ltb (a + b) limit then Return (a + b)
  else
    _ <- write (a + b);
    Return a.

(** ** 2. Its machine *)
Derive adder.

(** The program can wait in three places, so the machine has three states, each with the variables that are needed
    later: *)
Print adder_state.
(**   adder_at1 (limit : nat)           waits for the first number
      adder_at2 (limit : nat) (a : nat) waits for the second
      adder_at3 (a : nat)               waits until the sum is written

    A state says what it has asked for, and so which type its reply has. No reply is impossible, none needs a dummy
    case: *)
Example second_asks : adder_pending (adder_at2 9 3) = read. Proof. reflexivity. Qed.

(** A step takes the reply and comes to one result: [Done], or a new state with the argument of its request. *)
Example third : adder_step (adder_at2 9 3) 8 = Ask (pending := adder_pending) (adder_at3 3) 11. Proof. reflexivity. Qed.
Example the_end : adder_step (adder_at2 99 3) 8 = Done 11. Proof. reflexivity. Qed.

(** And there is a theorem. [equiv] says that machine and program ask for the same, with the same arguments, and go on
    doing so whatever the replies: *)
Check adder_equiv : forall limit, equiv adder_step adder_go_on (adder_start limit) (adder limit).
Print Assumptions adder_equiv.

(** [equiv] holds if and only if the two are bisimilar as labelled transition systems ([equiv_iff_bisimilar]; strong
    bisimulation: silent steps are counted). What follows from it for every world is [run_equiv]: *)
Definition world : Type := list nat * list nat.
Definition handle (e : effect) : args e -> world -> option (rets e * world) :=
  match e with
  | read => fun _ '(i, o) => match i with [] => None | n :: i => Some (n, (i, o)) end
  | write => fun n '(i, o) => Some (tt, (i, n :: o))
  end.
Theorem adder_runs steps limit w :
  run handle adder_step adder_go_on steps (adder_start limit) w = run_program handle steps (adder limit) w.
Proof. exact (run_equiv handle _ _ steps _ _ w (adder_equiv limit)). Qed.
Example an_adder : run handle adder_step adder_go_on 9 (adder_start 5) ([3; 4; 8], []) = (Finished 3, ([8], [7])).
Proof. reflexivity. Qed.

(** ** 3. Loops

    [fix] on any datatype, as long as going round is the last thing that the loop does: what is still to be done goes
    into an argument. The machine keeps the loop's arguments, and nothing else. *)
Definition sum : nat -> nat -> t args rets nat :=
  fix go n s := match n with
    | O => Return s
    | S n => x <- read tt; go n (s + x)
    end.
Derive sum.
Print sum_state.

(** [mapM], [foldM], [forM_], [times] are such loops, ready made. What never ends is an [iter]: [inl s] goes round,
    [inr a] is the end. A server has no end, so its result is of the empty type; there is no fuel. *)
Definition totals : t args rets Empty_set :=
  iter (fun total =>
    n <- read tt;
    let* s := sum n total in           (* a call: the state of [totals] has a state of [sum] in it *)
    _ <- write s;
    Return (inl s)) 0.
Derive totals.
Print totals_state.
Check totals_equiv : equiv totals_step totals_go_on totals_start totals.

(** ** 4. Coroutines

    A coroutine is a program whose effect is to yield, as a function of what it is resumed with first. *)
Definition running (limit first : nat) : yields nat nat nat :=
  iter (fun s => if Nat.ltb limit s then Return (inr s) else x <- yield s; Return (inl (s + x))) first.
Derive running.

(** Another program keeps it as a value: of type [coro running ...], which says whose machine will take its place.
    It can be in lists, options, pairs, sums, records, finite maps and types of your own, and be copied. Resumed, it
    yields again or has ended. *)
Definition two_sums : t args rets nat :=
  let! cs := [Some (coroutine (running 9)); Some (coroutine (running 5))] in
  let* cs := foldM (fun _ cs =>
    i <- read tt;
    n <- read tt;
    let* found := with_list_elementM cs i (fun c =>
      match c with
      | None => Return None
      | Some c =>
        let* r := resume c n in
        match r with
        | Yields s c => _ <- write s; Return (Some c)
        | Ends s => _ <- write (100 + s); Return None
        end
      end) in
    match found with Some cs => Return cs | None => Return cs end) (seq 0 4) cs in
  Return (List.length cs).
Derive two_sums.

(** In the machine there are [running_state]s where the program has coroutines. It was shown on the way that this makes
    no difference: that is what [two_sums_equiv] says, and its proof is as closed as the others. *)
Print two_sums_state.
Print Assumptions two_sums_equiv.
Example four_events :
  run handle two_sums_step two_sums_go_on 99 two_sums_start ([0; 7; 1; 4; 0; 3; 1; 1], []) =
  (Finished 2, ([], [5; 110; 4; 7])).
Proof. vm_compute. reflexivity. Qed.

(** ** 5. Handlers

    A child may have effects of its own: [begin] runs it until it asks, [reply] answers and runs it on. This is a
    handler, as one writes with [interp] for Interaction Trees, and it becomes part of the machine. See [handler.v]:
    it answers two effects and forwards the others, whatever they are. *)

(** ** 6. Containers of your own

    Derive has to know when two values of a type stand for each other ([Related]) and that operations keep it (a
    lemma each, in the hint database [derive]). For a map five equations are enough: an instance of [FiniteMap]. For
    records and variants it is done for you. [trie.v] is a binary trie, in 15 lines of them. What is missing, the
    message says: *)
Inductive box (A : Type) := Box (a : A).
Arguments Box {A}.
Definition boxed : t args rets nat :=
  let! b := Box (coroutine (running 3)) in n <- read tt;
  match b with Box c => let* r := resume c n in match r with Yields s _ => Return s | Ends s => Return s end end.
Fail Derive boxed.

Section box.
Context {A' A : Type} {HA : Related A' A}.
Variant box_rel : box A' -> box A -> Prop := in_box a' a : rel a' a -> box_rel (Box a') (Box a).
#[export] Instance related_box : Related (box A') (box A) | 5 := box_rel.
Lemma rel_box (a' : A') (a : A) : rel a' a -> rel (Box a') (Box a).
Proof. now constructor. Qed.
End box.
#[export] Hint Resolve rel_box : derive.
Derive boxed.

(** ** 7. What it refuses

    Functions, programs and types in a state: save the data that they are made of. Recursion that is not last. A
    program that is not known when it is derived: name it, or let Derive look through the function that takes it
    ([DeriveInline]). *)
Definition refused (f : nat -> nat) : t args rets nat := n <- read tt; Return (f n).
Fail Derive refused.

(** And [FirstOrder] looks through a machine's code as well: no function in it that has no name. *)
FirstOrder two_sums.
FirstOrder totals.

(** ** 8. To C

    Programs over words, bytes, options, tables and datatypes made of these go on to C, with a theorem about what is
    compiled: import [Fairlead.Derive.ToC.Data] and [ToFl], write [ToFl p.] after [Derive p.], and run
    [fairlead derive FILE.v]. See the folder [c], and docs/derive.md. *)
