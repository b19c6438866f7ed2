(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The POPL paper's first program. It reads two strings and, unless the first is empty, prints both and returns the
    second. *)
From Coq Require Import String List.
Import ListNotations.
From Fairlead.Derive Require Import Derive.
Local Open Scope program_scope.
Local Open Scope string_scope.

Inductive effect := input | print.
Definition args (e : effect) : Type := match e with input => unit | print => string end.
Definition rets (e : effect) : Type := match e with input => string | print => unit end.

Definition get_put : t args rets string :=
  w1 <- input tt;
  w2 <- input tt;
  if w1 =? "" then Return "done"
  else _ <- print (w1 ++ w2); Return w2.

Derive get_put.

(** The machine has a state for each line that asks, with what is needed later. *)
Print get_put_state.
Check get_put_equiv : equiv get_put_step get_put_go_on get_put_start get_put.
Print Assumptions get_put_equiv.

(** It computes with data only: no function is made, kept or given away. *)
FirstOrder get_put.

(** Both run in a world of lines to be read and lines that were printed. *)
Definition terminal : Type := list string * list string.
Definition handle (e : effect) : args e -> terminal -> option (rets e * terminal) :=
  match e with
  | input => fun _ '(lines, printed) => match lines with nil => None | cons l lines => Some (l, (lines, printed)) end
  | print => fun s '(lines, printed) => Some (tt, (lines, cons s printed))
  end.

Definition machine (lines : list string) := run handle get_put_step get_put_go_on 10 get_put_start (lines, nil).
Definition program (lines : list string) := run_program handle 10 get_put (lines, nil).

Example two_lines : machine ("ab " :: "cde" :: nil) = (Finished "cde", (nil, "ab cde" :: nil)). Proof. reflexivity. Qed.
Example first_empty : machine ("" :: "cde" :: nil) = (Finished "done", (nil, nil)). Proof. reflexivity. Qed.
Example no_input : machine ("ab " :: nil) = (Unanswered input tt, (nil, nil)). Proof. reflexivity. Qed.

(** That they agree on every input need not be tried. *)
Theorem machine_is_program lines : machine lines = program lines.
Proof. exact (run_equiv handle _ _ 10 _ _ (lines, nil) get_put_equiv). Qed.
