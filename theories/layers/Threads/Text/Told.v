(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What flcc says that it has printed.

    The statements of a marked function, with every suspending call a statement
    of its own, and their slices: that of which the check of frames
    (Layout/Slots.v) sees the control, and what slices use. *)
From Coq Require Import String.
From Fairlead.Base Require Import Prelude.
From Fairlead.Threads.Text Require Import Code.

(** How a result, or a value, is written to where it belongs. *)
Inductive form :=
| Assigned
| Moved.                                 (* as bytes: arrays, structures, what is constant *)

Inductive callee :=
| ByName (f : token)
| ByPointer (type : list token) (e : text).

(** [Primitive]: a primitive that needs no frame. [Shared]: by two functions that all calls of it share. [Tail]: in the
    place of this frame. *)
Inductive manner := Primitive | Framed | Shared | Tail.

Record call := CallOf {
  call_number : nat;
  manner_of : manner;
  called : callee;
  arguments : list (list token * text);  (* each with its type *)
  passed_as : list (list token);
  fixed : option nat;                    (* of a function with [...], how many are before it *)
  area : list token;                     (* how those behind it lie *)
  into : option (nat * form);
  result : list token;
  result_scalar : bool
}.

(** A function of C made of statements that follow each other. *)
Record part := PartOf {
  part_number : nat;
  first_call : nat; last_call : nat;
  part_entries : list (token * nat);
  part_exits : list (token * nat);
  part_breaks : bool; part_continues : bool
}.

Inductive stmt :=
| TNone
| TThen (a b : stmt)
| TNothing                               (* an empty statement *)
| TText (t : text)                       (* statements without suspending calls, as they stand *)
| TEval (t : text)
| TSet (f : form) (type align : list token) (v : nat) (t : text)
| TDefine (type align : list token) (name : token) (t : option text)
| TCall (c : call)
| TPart (p : part)
| TBlock (s : stmt)
| TIf (t : text) (a b : stmt)
| TWhile (t : text) (s : stmt)
| TDo (s : stmt) (t : text)
| TFor (s : stmt) (l : option token) (latch : stmt)
| TSwitch (t : text) (s : stmt)
| TCase (t : text)
| TLabel (n : token)
| TGoto (n : token)
| TBreak
| TContinue
| TReturn (t : option (form * list token * text)).  (* with its type *)

(** One function of C: all that is in no part of the function (0), or a part. *)
Record unit_of_c := UnitOf {
  unit_number : nat;
  has_calls : bool; has_parts : bool; looks_deep : bool;
  temporaries : list (list token * token);
  entries : list (token * nat); exits : list (token * nat);
  breaks : bool; continues : bool;
  body : stmt
}.
