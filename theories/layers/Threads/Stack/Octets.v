(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Frames as octets.

    An instance of what [memory_bisimilar] asks of memory ([frames_encode]): cells are octets, values have as many of
    them as a word, and a frame is where it goes on, then the members that it keeps there, one behind the other. What it
    does not keep is not written: read back, it is [nothing]. Two functions of locals are the same when they agree
    everywhere, which is a hypothesis here and no axiom ([extensional]).

    The C has a code address for where it goes on; here labels are any numbers, so they are written digit by digit. *)
From Coq Require Import Ascii.
From stdpp Require Import strings.
From Fairlead.Base Require Import Prelude Table.
From Fairlead.Core.Model Require Import Cmd Semantics Points.
From Fairlead.Threads.Program Require Import Slices.
From Fairlead.Threads.Layout Require Import Slots Machine.
From Fairlead.Threads.Stack Require Import Bytes Composed.

Notation octet := ascii.
Definition extensional (val : Type) : Prop := ∀ f g : nat → val, (∀ y, f y = g y) → f = g.

(** ** Numbers *)
Fixpoint number_octets (n : nat) : list octet := match n with 0 => [zero] | S n => one :: number_octets n end.
Fixpoint read_number (bs : list octet) : nat * list octet :=
  match bs with
  | [] => (0, [])
  | b :: bs => if decide (b = zero) then (0, bs) else let r := read_number bs in (S r.1, r.2)
  end.
Lemma number_read n bs : read_number (number_octets n ++ bs) = (n, bs).
Proof. induction n as [|n IH]; simpl; [done|]. by rewrite IH. Qed.

Section octets.
  Context {val heap : Type} (width : nat) (to_octets : val → list octet) (of_octets : list octet → val) (nothing : val).
  Context (fs : list frame_layout).
  Notation locals := (nat → val).
  Notation frame := (machine_point * memory locals heap)%type.
  Local Notation L := (build (map plan_of fs)).

  Definition lost (_ : locals) (_ : nat) : val := nothing.

  (** The members that a frame keeps at a point. *)
  Definition members (pt : machine_point) : list nat :=
    match pt with
    | MStart p => filter (λ y, in_frame L p y) (params_of L p)
    | MAt p l => filter (λ y, in_frame L p y) (set_at L p l)
    end.

  Definition point_octets (pt : machine_point) : list octet :=
    match pt with
    | MStart p => zero :: number_octets p
    | MAt p l => one :: number_octets p ++ number_octets l
    end.
  Definition read_point (bs : list octet) : machine_point * list octet :=
    match bs with
    | [] => (MStart 0, [])
    | b :: bs =>
        let p := read_number bs in
        if decide (b = zero) then (MStart p.1, p.2) else let l := read_number p.2 in (MAt p.1 l.1, l.2)
    end.

  Fixpoint read_members (ys : list nat) (bs : list octet) (y : nat) : val :=
    match ys with
    | [] => nothing
    | x :: ys => if decide (y = x) then of_octets (take width bs) else read_members ys (drop width bs) y
    end.

  Definition frame_octets (f : frame) : list octet := point_octets f.1 ++ (members f.1 ≫= λ y, to_octets (f.2.1 y)).
  Definition read_frame (bs : list octet) : frame :=
    let r := read_point bs in (r.1, (read_members (members r.1) r.2, None)).

  Context (Hwidth : ∀ v, length (to_octets v) = width) (Hread : ∀ v, of_octets (to_octets v) = v).

  Lemma point_read pt bs : read_point (point_octets pt ++ bs) = (pt, bs).
  Proof.
    destruct pt as [p|p l]; unfold read_point; cbn [point_octets app]; rewrite <-?app_assoc, !number_read; simpl;
      by rewrite ?number_read.
  Qed.
  Lemma members_read ys (l : locals) y :
    read_members ys (ys ≫= λ x, to_octets (l x)) y = if bool_decide (y ∈ ys) then l y else nothing.
  Proof using Hwidth Hread.
    induction ys as [|x ys IH]; [done|]. cbn [read_members mbind list_bind]. destruct (decide (y = x)) as [<-|Hne].
    - rewrite bool_decide_true by left. by rewrite take_app_alt.
    - rewrite drop_app_alt by done. rewrite IH. destruct (decide (y ∈ ys)).
      + by rewrite !bool_decide_true by (by repeat constructor).
      + rewrite !bool_decide_false; [done|by apply not_elem_of_cons|done].
  Qed.

  (** A frame that keeps what [V] says is read back, if its members are those of [V] that lie in a frame. *)
  Lemma frame_read pt p V (l : locals) :
    extensional val → members pt = filter (λ y, in_frame L p y) V →
    encodes frame_octets read_frame (pt, (keeping L lost p V l, None)).
  Proof using Hwidth Hread.
    intros Hext Hm. unfold encodes, read_frame, frame_octets. cbn [fst snd]. rewrite point_read. cbn [fst snd].
    do 2 f_equal. apply Hext. intros y. rewrite members_read, Hm. unfold keeping, destroy, lost.
    case_bool_decide as Hy; rewrite elem_of_list_filter in Hy.
    - destruct Hy as [Hin Hy]. destruct (in_frame L p y); [|done]. by rewrite bool_decide_true.
    - destruct (in_frame L p y); [|done]. rewrite bool_decide_false; [done|]. intros ?. by apply Hy.
  Qed.

  Theorem octets_encode : extensional val → frames_encode fs lost frame_octets read_frame.
  Proof using Hwidth Hread. intros Hext. split; intros; by apply frame_read. Qed.
End octets.

(** Words of four octets. *)
Definition word : Type := octet * octet * octet * octet.
Definition word_octets (w : word) : list octet := let '(a, b, c, d) := w in [a; b; c; d].
Definition octets_word (bs : list octet) : word :=
  match bs with [a; b; c; d] => (a, b, c, d) | _ => (zero, zero, zero, zero) end.
Example words_encode {heap : Type} fs : extensional word →
  frames_encode (heap := heap) fs (lost (zero, zero, zero, zero)) (frame_octets word_octets fs)
    (read_frame 4 octets_word (zero, zero, zero, zero) fs).
Proof. apply octets_encode; by intros [[[??]?]?]. Qed.
