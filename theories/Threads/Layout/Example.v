(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What the check accepts and refuses.

    One function with locals 0 (its parameter), 1, 2 and 3 (its result):

      b = f(a); suspend; c = g(b); suspend; r = h(c); return r *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Core.Model Require Import Cmd.
From Fairlead.Threads.Layout Require Import Slots.

Definition work (n : nat) (uses defs : varset) : thread_cmd := Do (Piece n uses defs).
Definition pause (l n : nat) : thread_cmd := Suspend l (RequestOf n [] (Piece n [] [])).
Definition three : thread_cmd :=
  Seq (work 0 [0] [1]) (Seq (pause 0 0) (Seq (work 1 [1] [2]) (Seq (pause 1 1) (work 2 [2] [3])))).
Definition frame (homes : list home) : frame_layout := FrameLayout homes [(40, 8)] 16 48 [0] [3] [].

(** Parameter, second local and result share bytes; the first local does not, for one slice has it and the second. *)
Example shared_accepted : check_threads [three] [frame [Slot 16 8; Slot 24 8; Slot 32 8; Slot 16 8]] = true.
Proof. reflexivity. Qed.
(** Slot 24 cannot have both locals: the slice that changes one uses the other. *)
Example mixed_refused : check_threads [three] [frame [Slot 16 8; Slot 24 8; Slot 24 8; Slot 16 8]] = false.
Proof. reflexivity. Qed.
(** What is used after a suspension is not in a C local, *)
Example native_refused : check_threads [three] [frame [Slot 16 8; Native; Slot 32 8; Slot 16 8]] = false.
Proof. reflexivity. Qed.
(** nor is a parameter or the result; *)
Example result_refused : check_threads [three] [frame [Slot 16 8; Slot 24 8; Slot 32 8; Native]] = false.
Proof. reflexivity. Qed.
(** nothing lies in the header, behind the frame's end, or where something has an address. *)
Example header_refused : check_threads [three] [frame [Slot 8 8; Slot 24 8; Slot 32 8; Slot 16 8]] = false.
Proof. reflexivity. Qed.
Example end_refused : check_threads [three] [frame [Slot 16 8; Slot 24 8; Slot 48 8; Slot 16 8]] = false.
Proof. reflexivity. Qed.
Example pinned_refused : check_threads [three] [frame [Slot 16 8; Slot 24 8; Slot 36 8; Slot 16 8]] = false.
Proof. reflexivity. Qed.
(** Without the suspension a C local does. *)
Example no_pause : check_threads [Seq (work 0 [0] [1]) (work 2 [1] [3])] [frame [Slot 16 8; Native; Native;
  Slot 16 8]] = true.
Proof. reflexivity. Qed.
(** A loop's set is guessed; one that leaves out what the loop uses is refused. *)
Definition looping : thread_cmd := Seq (Block (Loop 0 (Seq (pause 1 0) (If (Piece 1 [0] []) (Exit 0) Skip)))) (work
  2 [] [3]).
Example loop_accepted : check_threads [looping] [FrameLayout [Slot 16 8; Native; Native;
  Slot 24 8] [] 16 32 [0] [3] [(0, [0])]] = true.
Proof. reflexivity. Qed.
Example loop_refused : check_threads [looping] [FrameLayout [Slot 16 8; Native; Native;
  Slot 24 8] [] 16 32 [0] [3] []] = false.
Proof. reflexivity. Qed.
