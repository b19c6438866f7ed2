(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* Coroutines in finite maps of other makes: stdpp's gmap and Coq's FMapAVL, by instances of one class. *)
From Coq Require Import List Arith.
From Fairlead.Derive Require Import Derive.
From stdpp Require gmap.
From Coq Require Import FMapAVL FMapFacts OrderedTypeEx.
Import ListNotations.
Local Open Scope program_scope.

Inductive effect := get | put.
Definition args (e : effect) : Type := match e with get => unit | put => nat end.
Definition rets (e : effect) : Type := match e with get => nat | put => unit end.
Notation prog := (t args rets).
Module Gmap.
Import gmap.
Definition numbered : Type -> Type := gmap nat.
#[export] Instance gmap_map : FiniteMap nat numbered := {
  same_key := decide_rel (=); no_entries A := ∅; entry A k m := m !! k; set_entry A := insert; drop_entry A := delete;
  entry_none A := lookup_empty; entry_set A k a m := lookup_insert m k a;
  entry_set_other A k k' a m := lookup_insert_ne m k k' a;
  entry_drop A k m := lookup_delete m k; entry_drop_other A k k' m := lookup_delete_ne m k k' }.
End Gmap.
Import Gmap.
Definition child (n : nat) : yields nat nat unit := m <- yield n; _ <- yield (m + n); Return tt.
Derive child.
Definition server : prog Empty_set :=
  iter (fun m : numbered (list (numbered (coro child nat nat unit))) =>
    n <- get tt; k <- get tt;
    match entry n m with
    | None => Return (inl (set_entry n [set_entry k (coroutine child) no_entries] m))
    | Some [] => Return (inl (drop_entry n m))
    | Some (m2 :: l) => match entry k m2 with
        | Some c => let* r := resume c k in match r with Yields b c => _ <- put b;
          Return (inl (set_entry n (set_entry k c m2 :: l) m)) | Ends _ => Return (inl (set_entry n l m)) end
        | None => Return (inl (set_entry n (set_entry k (coroutine child) m2 :: l) m)) end
    end) no_entries.
Derive server.
Print Assumptions server_equiv.
Module N := FMapAVL.Make Nat_as_OT.
Module NF := FMapFacts.Facts N.
#[export, program] Instance avl : FiniteMap nat N.t := {
  same_key := Nat.eq_dec; no_entries := N.empty; entry := N.find; set_entry := N.add; drop_entry := N.remove }.
Next Obligation. apply NF.add_eq_o. reflexivity. Qed.
Next Obligation. now apply NF.add_neq_o. Qed.
Next Obligation. now apply NF.remove_eq_o. Qed.
Next Obligation. now apply NF.remove_neq_o. Qed.
Definition server2 : prog Empty_set :=
  iter (fun m : N.t (coro child nat nat unit) =>
    n <- get tt;
    match entry n m with
    | None => Return (inl (set_entry n (coroutine child) m))
    | Some c => let* r := resume c n in match r with Yields b c => _ <- put b;
      Return (inl (set_entry n c m)) | Ends _ => Return (inl (drop_entry n m)) end
    end) no_entries.
Derive server2.
Print Assumptions server2_equiv.

(* run, and run as programs: numbers that are read, numbers that are put *)
Definition handle (e : effect) : args e -> list nat * list nat -> option (rets e * (list nat * list nat)) :=
  match e with
  | get => fun _ '(i, o) => match i with [] => None | n :: i => Some (n, (i, o)) end
  | put => fun n '(i, o) => Some (tt, (i, n :: o))
  end.
Definition agree {A} {state turn pending} (step : forall s : state, rets (pending s) ->
  outcome args state turn pending A) go_on o p i :=
  run handle step go_on 99 o (i, []) = run_program handle 99 p (i, []).
Definition input := [3; 1; 4; 1; 5; 9; 2; 6; 5; 3; 5; 8; 9; 7; 9].

Example run_server : agree server_step server_go_on server_start server [1; 2; 1; 2; 1; 2; 1; 3; 1; 2; 1; 2; 0; 0; 1;
  9].
Proof. vm_compute. reflexivity. Qed.
Example run_server2 : agree server2_step server2_go_on server2_start server2 [1; 1; 2; 1; 2; 2; 2; 2; 1].
Proof. vm_compute. reflexivity. Qed.
