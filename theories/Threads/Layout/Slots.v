(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What a frame holds, and where: the check.

    A layout says of each local of a suspending function where it lives: in
    bytes of the frame, or in a C local that is lost when the thread suspends.
    Slots may share bytes. Untrusted code chooses; [check_threads] accepts a
    layout when no lost value is ever used. Of a slice of C it knows which
    locals it may use and which it may change, no more. Liveness is Core's
    ([Core.Machine.Liveness]). Written to be extracted. *)
From Fairlead.Base Require Import Prelude Table.
From Fairlead.Core.Model Require Import Cmd.
From Fairlead.Core.Machine Require Import Liveness.
From Fairlead.Lang.Model Require Export Varset.

(** [uses]: locals whose value before matters, those that are changed only
    perhaps among them; [defs]: those that may be changed. [id] is the slice itself. *)
Record piece := Piece { id : nat; uses : varset; defs : varset }.
(** What is asked or called uses [arguments_use]; then [back] takes the response or the result. *)
Record request := RequestOf { number : nat; arguments_use : varset; back : piece }.
Notation thread_cmd := (cmd piece piece request request Empty_set).

Inductive home :=
| Slot (off size : nat)      (* bytes of the frame *)
| Native.                    (* a C local *)

Record frame_layout := FrameLayout {
  homes : list home;                     (* by variable; address-taken ones are not among them *)
  pinned : list (nat * nat);             (* offset and size of what has an address *)
  header_bytes : nat; frame_bytes : nat;
  parameters : varset; results : varset;
  live_sets : list (label * varset)      (* before loops and targets of gotos: guessed *)
}.

(** The same with fast look-ups. *)
Record plan := Plan { home_of : table home; live_at : table varset; params : varset; result_vars : varset }.
Definition by_label {A} (l : list (label * A)) : table A :=
  fold_right (λ '(l, a), trie_add (Pos.of_succ_nat l) a) Leaf l.
Definition plan_of (f : frame_layout) : plan :=
  Plan (build (homes f)) (by_label (live_sets f)) (parameters f) (results f).

Definition overlap (off1 size1 off2 size2 : nat) : bool :=
  (0 <? size1) && (0 <? size2) && (off1 <? off2 + size2) && (off2 <? off1 + size1).

Section layout.
  Context (L : table plan).

  Definition home_in (p : procedure) (x : nat) : home :=
    match look L p with
    | Some pl => match look (home_of pl) x with Some h => h | None => Native end
    | None => Native
    end.
  Definition params_of (p : procedure) : varset := match look L p with Some pl => params pl | None => [] end.
  Definition results_of (p : procedure) : varset := match look L p with Some pl => result_vars pl | None => [] end.

  Definition in_frame (p : procedure) (y : nat) : bool := match home_in p y with Slot _ _ => true | Native => false end.
  (** Writing [x] destroys [y]. *)
  Definition hit (p : procedure) (x y : nat) : bool :=
    negb (x =? y) &&
    match home_in p x, home_in p y with Slot off size, Slot off' size' => overlap off size off' size' | _,
      _ => false end.
  (** Writing one of [xs] destroys none of [ys]. *)
  Definition spares (p : procedure) (xs ys : varset) : bool :=
    forallb (λ x, forallb (λ y, negb (hit p x y)) ys) xs.

  (** Before a piece, when [after] is needed after it. What it uses and what it
      changes may be mixed inside of it in any order, so none of all this may share bytes with what it changes. *)
  Definition before (p : procedure) (b : piece) (after : varset) : option varset :=
    if spares p (defs b) (uses b) && spares p (defs b) (defs b) && spares p (defs b) after
    then Some (merge (uses b) (fold_right remove after (defs b))) else None.

  Definition thread_analysis : analysis piece piece request request Empty_set varset := {|
    subset := included;
    union := merge;
    at_label p l := match look L p with
      | Some pl => match look (live_at pl) l with Some V => V | None => [] end | None => [] end;
    fresh_set := params_of;
    entry_set := params_of;
    exit_set := results_of;
    need_run := before;
    need_test _ t after := Some (merge (uses t) after);
    keep_ask p x after := before p (back x) after;
    need_ask p _ x K := if forallb (in_frame p) K then Some (merge (arguments_use x) K) else None;
    keep_call p x after := before p (back x) after;
    need_call p _ x K := if forallb (in_frame p) K then Some (merge (arguments_use x) K) else None;
    need_resume _ (x : Empty_set) := match x with end
  |}.

  Definition all_in_frame (p : procedure) : bool := forallb (in_frame p) (params_of p) && forallb (in_frame p)
    (results_of p).
End layout.

(** What the theorem does not need, and the C does: everything is inside of the frame, behind the header, and
    what has an address shares bytes with nothing. *)
Fixpoint apart_from (areas : list (nat * nat)) (off size : nat) : bool :=
  match areas with (o, n) :: areas => negb (overlap off size o n) && apart_from areas off size | [] => true end.
Definition inside (f : frame_layout) (off size : nat) : bool := (header_bytes f <=? off) && (off + size <=?
  frame_bytes f).
Fixpoint pinned_fit (f : frame_layout) (areas : list (nat * nat)) : bool :=
  match areas with
  | (o, n) :: areas => inside f o n && apart_from areas o n && pinned_fit f areas
  | [] => true
  end.
Definition homes_fit (f : frame_layout) : bool :=
  forallb (λ h, match h with Slot off size => inside f off size && apart_from (pinned f) off size | Native => true
    end) (homes f).

(** Of its parameters a frame that has not begun holds all at once. *)
Definition params_apart (L : table plan) (p : procedure) : bool := spares L p (params_of L p) (params_of L p).

Definition check_function (L : table plan) (p : procedure) (body : thread_cmd) (f : frame_layout) : bool :=
  pinned_fit f (pinned f) && homes_fit f && all_in_frame L p && params_apart L p && accepts_body (thread_analysis L)
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
