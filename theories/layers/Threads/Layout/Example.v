(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What the check accepts and refuses.

    One function with locals 0 (its parameter), 1, 2 and 3 (its result):

      b = f(a); suspend; c = g(b); suspend; r = h(c); return r *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Core.Model Require Import Cmd.
From Fairlead.Threads.Layout Require Import Slots.

Definition work (n : nat) (uses defs : varset) : thread_cmd := Do (Piece n uses defs []).
Definition pause (l n : nat) : thread_cmd := Suspend l (RequestOf n [] (Piece n [] [] [])).
Definition three : thread_cmd :=
  Seq (work 0 [0] [1]) (Seq (pause 0 0) (Seq (work 1 [1] [2]) (Seq (pause 1 1) (work 2 [2] [3])))).
Definition keeps : list (label * varset) := [(0, [1]); (1, [2])].
Definition frame (homes : list home) : frame_layout := FrameLayout homes [] [0] [3] keeps.

(** Parameter, second local and result share a slot; the first local does not, for one slice has it and the second. *)
Example shared_accepted : check_threads [three] [frame [Slot 0; Slot 1; Slot 2; Slot 0]] = true.
Proof. reflexivity. Qed.
(** Slot 1 cannot have both locals: the slice that changes one uses the other. *)
Example mixed_refused : check_threads [three] [frame [Slot 0; Slot 1; Slot 1; Slot 0]] = false.
Proof. reflexivity. Qed.
(** What is used after a suspension is not in a C local, *)
Example native_refused : check_threads [three] [frame [Slot 0; Native; Slot 2; Slot 0]] = false.
Proof. reflexivity. Qed.
(** nor does the frame keep what is not in the set there, *)
Example kept_refused :
  check_threads [three] [FrameLayout [Slot 0; Slot 1; Slot 2; Slot 0] [] [0] [3] [(0, [1]); (1, [1])]] = false.
Proof. reflexivity. Qed.
(** nor is a parameter or the result a C local; *)
Example result_refused : check_threads [three] [frame [Slot 0; Slot 1; Slot 2; Native]] = false.
Proof. reflexivity. Qed.
(** what has an address shares its slot with nobody, not even before it is there. *)
Definition with_address : frame_layout := FrameLayout [Slot 0; Slot 1; Slot 2; Slot 0] [3] [0] [3] keeps.
Example address_refused : check_threads [three] [with_address] = false.
Proof. reflexivity. Qed.
(** Without the suspension a C local does. *)
Example no_pause :
  check_threads [Seq (work 0 [0] [1]) (work 2 [1] [3])] [frame [Slot 0; Native; Native; Slot 0]] = true.
Proof. reflexivity. Qed.

(** A local that is used before anybody wrote it is refused, unless a declaration has made it: *)
Definition unwritten (first : thread_cmd) : thread_cmd := Seq first (Seq (pause 0 0) (work 0 [1] [3])).
Example undeclared_refused : check_threads [unwritten Skip] [frame [Slot 0; Slot 1; Native; Slot 2]] = false.
Proof. reflexivity. Qed.
Example declared_accepted :
  check_threads [unwritten (Do (Piece 1 [] [] [1]))] [frame [Slot 0; Slot 1; Native; Slot 2]] = true.
Proof. reflexivity. Qed.
(** then what is written into its slot meanwhile would be seen. *)
Example overwritten_refused :
  check_threads [unwritten (Seq (Do (Piece 1 [] [] [1])) (work 2 [] [2]))] [frame [Slot 0; Slot 1; Slot 1; Slot 2]] =
    false.
Proof. reflexivity. Qed.

(** A loop's set is guessed; one that leaves out what the loop uses is refused. *)
Definition looping : thread_cmd :=
  Seq (Block (Loop 0 (Seq (pause 1 0) (If (Piece 1 [0] [] []) (Exit 0) Skip)))) (work 2 [] [3]).
Definition guessed (V : list (label * varset)) : frame_layout :=
  FrameLayout [Slot 0; Native; Native; Slot 1] [] [0] [3] V.
Example loop_accepted : check_threads [looping] [guessed [(0, [0]); (1, [0])]] = true.
Proof. reflexivity. Qed.
Example loop_refused : check_threads [looping] [guessed [(1, [0])]] = false.
Proof. reflexivity. Qed.
