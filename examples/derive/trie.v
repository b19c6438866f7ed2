(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** A container of one's own: a binary trie, keyed by addresses, that keeps coroutines. All of it, 32 lines, is between
    the two rules: the type and its operations, and what Derive has to be told: when two tries are related, and a lemma
    about each operation. *)
From Coq Require Import List.
From Fairlead.Derive Require Import Derive.
Import ListNotations.

(* ------------------------------------------------------------------------------------------------------------------ *)
Inductive trie (A : Type) : Type := Nothing | Fork (here : option A) (zero one : trie A).
Arguments Nothing {A}.
Arguments Fork {A}.
Fixpoint find {A} (k : list bool) (t : trie A) : option A :=
  match t, k with
  | Nothing, _ => None
  | Fork h _ _, [] => h
  | Fork _ z o, b :: k => find k (if b then o else z)
  end.
Fixpoint put {A} (k : list bool) (v : option A) (t : trie A) : trie A :=
  let '(h, z, o) := match t with Nothing => (None, Nothing, Nothing) | Fork h z o => (h, z, o) end in
  match k with
  | [] => Fork v z o
  | true :: k => Fork h z (put k v o)
  | false :: k => Fork h (put k v z) o
  end.

Section related.
Context {A' A : Type} {HA : Related A' A}.
Inductive trie_rel : trie A' -> trie A -> Prop :=
| nothing_rel : trie_rel Nothing Nothing
| fork_rel h' h z' z o' o : rel h' h -> trie_rel z' z -> trie_rel o' o -> trie_rel (Fork h' z' o') (Fork h z o).
#[export] Instance rel_trie : Related (trie A') (trie A) | 5 := trie_rel.

Lemma rel_nothing : rel (Nothing : trie A') (Nothing : trie A). Proof. constructor. Qed.
Lemma rel_find k : forall (t' : trie A') (t : trie A), rel t' t -> rel (find k t') (find k t).
Proof. induction k as [|[] k IH]; intros t' t []; cbn; auto; constructor. Qed.
Lemma rel_put k (v' : option A') (v : option A) (Hv : rel v' v) :
  forall (t' : trie A') (t : trie A), rel t' t -> rel (put k v' t') (put k v t).
Proof. induction k as [|[] k IH]; intros t' t []; cbn; repeat (constructor || assumption || apply IH). Qed.
End related.
#[export] Hint Resolve rel_nothing rel_find rel_put : derive.
(* ------------------------------------------------------------------------------------------------------------------ *)

(** A server that counts for each address: a coroutine for each, made when the first event comes. *)
Inductive effect := event | answer.
Definition args (e : effect) : Type := match e with event => unit | answer => list bool * nat end.
Definition rets (e : effect) : Type := match e with event => list bool * nat | answer => unit end.

Definition count (limit first : nat) : yields nat nat nat :=
  iter (fun sum => if Nat.leb limit sum then Return (inr sum) else n <- yield sum;
    Return (inl (sum + n)))%program first.
Derive count.

Definition counters (limit : nat) : t args rets Empty_set :=
  iter (fun all =>
    '(address, n) <- event tt;
    let! c := match find address all with Some c => c | None => coroutine (count limit) end in
    let* r := resume c n in
    match r with
    | Yields sum c => _ <- answer (address, sum); Return (inl (put address (Some c) all))
    | Ends sum => _ <- answer (address, sum); Return (inl (put address None all))
    end)%program Nothing.
Derive counters.
Print counters_state.
Check counters_equiv : forall limit, equiv counters_step counters_go_on (counters_start limit) (counters limit).
Print Assumptions counters_equiv.
FirstOrder counters.

Definition handle (e : effect) : args e -> list (list bool * nat) * list nat ->
  option (rets e * (list (list bool * nat) * list nat)) :=
  match e with
  | event => fun _ '(i, o) => match i with nil => None | cons x i => Some (x, (i, o)) end
  | answer => fun '(_, n) '(i, o) => Some (tt, (i, n :: o)%list)
  end.
Definition a := (true :: false :: nil)%list.
Definition b := (true :: nil)%list.
Definition events := ((a, 3) :: (b, 5) :: (a, 4) :: (b, 6) :: (a, 1) :: nil)%list.
Example counters_run :
  run handle counters_step counters_go_on 99 (counters_start 7) (events, nil) = (Unanswered event tt, (nil,
    1 :: 11 :: 7 :: 5 :: 3 :: nil)%list).
Proof. vm_compute. reflexivity. Qed.
Example counters_are_their_program :
  run handle counters_step counters_go_on 99 (counters_start 7) (events, nil) =
  run_program handle 99 (counters 7) (events, nil).
Proof. vm_compute. reflexivity. Qed.
