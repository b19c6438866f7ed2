(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What a frame holds, and where: the check.

    A layout says of each local of a suspending function where it lives: in a
    slot of the frame, or in a C local that is lost when the thread suspends.
    Locals may share a slot. Untrusted code chooses; [check_threads] accepts a
    layout when no lost value is ever used. Of a slice of C it knows which
    locals it may use and which it may change, no more. Liveness is Core's
    ([Core.Machine.Liveness]). Extracted: flcc runs it in every translation.

    A local whose address is taken is in memory. Here its value is the *place* of
    the object, which every slice in the object's lifetime uses; what the object
    holds is in the heap. *)
From Fairlead.Base Require Import Prelude Table.
From Fairlead.Core.Model Require Import Cmd.
From Fairlead.Core.Machine Require Import Liveness.
From Fairlead.Lang.Model Require Export Varset.

(** [uses]: locals whose value before matters, those that are changed only
    perhaps among them; [defs]: those that may be changed; [fresh]: those that
    become what nobody wrote, by a declaration without initializer, say: whatever
    lies there, and no bytes change. [id] is the slice itself. *)
Record piece := Piece { id : nat; uses : varset; defs : varset; fresh : varset }.
(** What is asked or called uses [arguments_use]; then [back] takes the response or the result. *)
Record request := RequestOf { number : nat; arguments_use : varset; back : piece }.
Notation thread_cmd := (cmd piece piece request request Empty_set).

Inductive home :=
| Slot (member : nat)        (* a member of the frame; a union of those that have the same *)
| Native.                    (* a C local *)

Record frame_layout := FrameLayout {
  homes : list home;                     (* by variable *)
  addressed : varset;                    (* those whose address may be known *)
  parameters : varset; results : varset;
  live_sets : list (label * varset)      (* guessed: needed before loops and targets, kept at suspensions and calls *)
}.

(** The same with fast look-ups. *)
Record plan := Plan { home_of : table home; live_at : table varset; params : varset; result_vars : varset }.
Definition by_label {A} (l : list (label * A)) : table A :=
  fold_right (λ '(l, a), trie_add (Pos.of_succ_nat l) a) Leaf l.
Definition plan_of (f : frame_layout) : plan :=
  Plan (build (homes f)) (by_label (live_sets f)) (parameters f) (results f).

(** [V] without [W]. *)
Fixpoint minus (V : varset) : varset → varset :=
  fix go W :=
    match V, W with
    | [], _ => []
    | _, [] => V
    | x :: V', y :: W' => if x <? y then x :: minus V' W else if x =? y then minus V' W else go W'
    end.

Section layout.
  Context (L : table plan).

  Definition home_in (p : procedure) (x : nat) : home :=
    match look L p with
    | Some pl => match look (home_of pl) x with Some h => h | None => Native end
    | None => Native
    end.
  Definition params_of (p : procedure) : varset := match look L p with Some pl => params pl | None => [] end.
  Definition results_of (p : procedure) : varset := match look L p with Some pl => result_vars pl | None => [] end.

  Definition set_at (p : procedure) (l : label) : varset :=
    match look L p with
    | Some pl => match look (live_at pl) l with Some V => V | None => [] end
    | None => []
    end.

  Definition in_frame (p : procedure) (y : nat) : bool := match home_in p y with Slot _ => true | Native => false end.
  (** Writing [x] destroys [y]. *)
  Definition hit (p : procedure) (x y : nat) : bool :=
    negb (x =? y) &&
    match home_in p x, home_in p y with Slot m, Slot n => m =? n | _, _ => false end.
  (** Writing one of [xs] destroys none of [ys]. *)
  Definition spares (p : procedure) (xs ys : varset) : bool :=
    forallb (λ x, forallb (λ y, negb (hit p x y)) ys) xs.

  (** Before a piece, when [after] is needed after it. What it uses and what it
      changes may be mixed inside of it in any order, so none of all this may share a slot with what it changes. *)
  Definition before (p : procedure) (b : piece) (after : varset) : option varset :=
    if spares p (defs b) (uses b) && spares p (defs b) (defs b) && spares p (defs b) after
    then Some (merge (uses b) (minus (minus after (defs b)) (fresh b))) else None.

  (** Before a suspension or call that uses [V], when [K] is needed behind it: what the frame keeps is the guess. *)
  Definition parking (p : procedure) (l : label) (K V : varset) : option varset :=
    if included K (set_at p l) && forallb (in_frame p) (set_at p l) then Some (merge V K) else None.

  Definition thread_analysis : analysis piece piece request request Empty_set varset := {|
    subset := included;
    union := merge;
    at_label := set_at;
    fresh_set := params_of;
    entry_set := params_of;
    exit_set := results_of;
    need_run := before;
    need_test _ t after := Some (merge (uses t) after);
    keep_ask p x after := before p (back x) after;
    need_ask p l x K := parking p l K (arguments_use x);
    keep_call p x after := before p (back x) after;
    need_call p l x K := parking p l K (arguments_use x);
    need_resume _ (x : Empty_set) := match x with end
  |}.

  Definition all_in_frame (p : procedure) : bool := forallb (in_frame p) (params_of p) && forallb (in_frame p)
    (results_of p).
End layout.

(** What the theorem does not need, and the C does: what has an address shares its slot with nobody. *)
Definition alone (L : table plan) (p : procedure) (f : frame_layout) : bool :=
  spares L p (addressed f) (seq 0 (length (homes f))).

(** Of its parameters a frame that has not begun holds all at once. *)
Definition params_apart (L : table plan) (p : procedure) : bool := spares L p (params_of L p) (params_of L p).

Definition check_function (L : table plan) (p : procedure) (body : thread_cmd) (f : frame_layout) : bool :=
  alone L p f && all_in_frame L p && params_apart L p && accepts_body (thread_analysis L)
    p body.

(** The first function that is refused. *)
Fixpoint refused_from (L : table plan) (p : procedure) (bodies : list thread_cmd) (fs : list frame_layout) : option
  procedure :=
  match bodies, fs with
  | [], [] => None
  | body :: bodies, f :: fs => if check_function L p body f then refused_from L (S p) bodies fs else Some p
  | _, _ => Some p
  end.
Definition refused (bodies : list thread_cmd) (fs : list frame_layout) : option procedure :=
  refused_from (build (map plan_of fs)) 0 bodies fs.
Definition check_threads (bodies : list thread_cmd) (fs : list frame_layout) : bool :=
  match refused bodies fs with None => true | Some _ => false end.
