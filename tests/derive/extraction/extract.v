(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* parent2, with its list of coroutines, and the server loop of the paper's section 4.1, to OCaml: as a driver sees
   them, with sample inputs, and what Coq computes of the programs themselves on these. *)
From Coq Require Import List String Extraction ExtrOcamlBasic ExtrOcamlNativeString ExtrOcamlNatInt.
From Fairlead.Derive Require Import Derive Run.
From Examples Require coroutines server.
Import ListNotations.
Local Open Scope string_scope.

Definition both (a b : string) : string := a ++ " " ++ b.
Definition said (l : list string) : string := List.fold_right both "" l.

Module Parent2.
Import coroutines.
Inductive view := Finished (s : string) | Wants (k : string -> parent2_outcome)
  | Prints (s : string) (k : parent2_outcome) | Goes (k : parent2_outcome).
Definition look (o : parent2_outcome) : view :=
  match o with
  | Done a => Finished a
  | Ask s a =>
    match parent2_pending s as e return args e -> (rets e -> parent2_outcome) -> view with
    | input => fun _ k => Wants k
    | print => fun a k => Prints a (k tt)
    end a (parent2_step s)
  | Silent l => Goes (parent2_go_on l)
  end.
Definition first := parent2_start.
Definition samples : list (list string) :=
  [["0"; "s"; "x"; "4"; "s"; "1"; "t"]; ["0"; "a"; "0"; "b"; "0"; "c"]; ["3"; "q"; "5"; "w"]; []].
Definition expected (i : list string) : string :=
  match run_program handle 200 parent2 (i, []) with
  | (Run.Finished a, (rest, out)) => said (List.rev out) ++ "done " ++ a ++ ", left " ++ said rest
  | (Unanswered _ _, (_, out)) => said (List.rev out) ++ "waits"
  | (Running, _) => "running"
  end.
End Parent2.

Module Loop.
Import server.
Definition outcome := outer_outcome nat.
Inductive view := Waits (k : happening -> outcome) | Sends (socket : nat) (data : list nat) (k : outcome)
  | Closes (socket : nat) (k : outcome) | Goes (k : outcome).
Definition look (o : outcome) : view :=
  match o with
  | Done a => match a with end
  | Ask s a =>
    match outer_pending nat s as e return args e -> (rets e -> outcome) -> view with
    | wait => fun _ k => Waits k
    | send => fun p k => Sends (fst p) (snd p) (k tt)
    | close => fun s k => Closes s (k tt)
    end a (outer_step nat begin encrypt s)
  | Silent l => Goes (outer_go_on nat begin encrypt l)
  end.
Definition first := outer_start nat.
Definition samples : list (list happening) :=
  [events; [Accept 1; Accept 2; Receive 2 [3; 1]; Receive 1 [3; 1]; Receive 1 []; Receive 1 [4]]; [Receive 1 [2]];
   [Accept 7; Receive 7 []]].
(** Numbers apart, the closing of a socket as nothing sent on it: as [handle] notes it. *)
Definition expected (i : list happening) : list (nat * list nat) :=
  match run_program handle 300 (outer nat begin encrypt) (i, []) with (_, (_, out)) => List.rev out end.
End Loop.

Extraction "samples.ml" Parent2.look Parent2.first Parent2.samples Loop.look Loop.first Loop.samples.
Set Printing Width 10000.
Eval vm_compute in List.map Parent2.expected Parent2.samples.
Eval vm_compute in List.map Loop.expected Loop.samples.
