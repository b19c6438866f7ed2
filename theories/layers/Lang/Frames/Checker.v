(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Frame layout: where variables live, and the check that nothing is lost.

    A layout is computed by untrusted code ([compiler/lang/plan/frame_planner.ml]). Here is
    what a machine with that layout does ([laid_out]): writing a variable
    destroys those that share its bytes, suspending destroys what is not in the
    frame. [check_layout] accepts a layout when no lost value is ever used, and
    when every size, offset and alignment in it is what the types demand
    ([Extents.v]). [Bisimulation.v] proves that the machine then does what the
    source does, [Sizes.v] that every slot is as large as what it holds. *)
From Fairlead.Base Require Import Prelude Table.
From Fairlead.Core.Model Require Import Points.
From Fairlead.Core.Machine Require Import Liveness.
From Fairlead.Lang.Model Require Export Semantics Needs.
From Fairlead.Lang.Frames Require Export Extents.

Inductive home :=
| Slot (off size : nat)       (* bytes of the frame *)
| Local                       (* a C local variable: lost when the coroutine suspends *)
| Borrowed                    (* an inout parameter: the caller keeps it, across suspensions too *)
| Loaned.                     (* a lent parameter: the driver's, until the coroutine suspends *)

(** The layout of one procedure's frame, as it comes from outside. Bytes 0 to
    [index_bytes] hold the number of the label to go on from. *)
Record frame_layout := FrameLayout {
  homes : list home;                     (* by variable *)
  frame_bytes : nat;                     (* 0 for functions: all is in C locals *)
  frame_align : nat;
  index_bytes : nat;
  live_sets : list (label * varset);     (* at loops and goto targets *)
  stops : list (label * (nat * nat))     (* suspensions, with (0, 0), and calls of coroutines,
                                            with the bytes of the callee's frame: offset, size *)
}.
Definition layout := list frame_layout.

(** The same with fast look-ups. *)
Record plan := Plan {
  home_of : table home;
  live_at : table varset;
  stop_at : table (nat * nat);
  bytes : nat;
  alignment : nat
}.
Definition plans := table plan.

Definition by_label {A} (l : list (label * A)) : table A :=
  fold_right (λ '(l, a), trie_add (Pos.of_succ_nat l) a) Leaf l.
Definition plan_of (f : frame_layout) : plan :=
  Plan (build (homes f)) (by_label (live_sets f)) (by_label (stops f)) (frame_bytes f) (frame_align f).
Definition plans_of (L : layout) : plans := build (map plan_of L).

Definition overlap (off1 size1 off2 size2 : nat) : bool :=
  (0 <? size1) && (0 <? size2) && (off1 <? off2 + size2) && (off2 <? off1 + size1).

Definition shares (off size : nat) (h : home) : bool :=
  match h with Slot off' size' => overlap off size off' size' | _ => false end.

Section layout.
  Context (Q : program) (L : plans).

  Definition home_in (pl : plan) (x : nat) : home :=
    match look (home_of pl) x with Some h => h | None => Local end.

  (** [f] of the bytes of [x], if it has any. *)
  Definition with_slot {A} (p : procedure) (x : nat) (none : A) (f : plan → nat → nat → A) : A :=
    match look L p with
    | Some pl => match home_in pl x with Slot off size => f pl off size | _ => none end
    | None => none
    end.

  (** ** What the machine does *)

  (** Destroyed when [off, off+size) is written as variable [x]. *)
  Definition hit (pl : plan) (x off size y : nat) : bool :=
    negb (x =? y) && shares off size (home_in pl y).

  (** Still there after a suspension during which a callee uses [off, off+size). *)
  Definition survives (pl : plan) (off size y : nat) : bool :=
    match home_in pl y with
    | Slot off' size' => negb (overlap off size off' size')
    | Borrowed => true
    | Local | Loaned => false
    end.

  Definition keep_if {P} (f : nat → bool) (s : store P) : store P :=
    imap (λ y v, if f y then v else None) s.

  Definition layout_touch {P} (p : procedure) (x : nat) (s : store P) : store P :=
    with_slot p x s (λ pl off size, keep_if (λ y, negb (hit pl x off size y)) s).

  Definition stop_of (p : procedure) (l : label) : option (plan * (nat * nat)) :=
    pl ← look L p; (pl,.) <$> look (stop_at pl) l.

  Definition layout_park {P} (p : procedure) (l : label) (s : store P) : store P :=
    match stop_of p l with
    | Some (pl, (off, size)) => keep_if (survives pl off size) s
    | None => s
    end.

  Definition laid_out : presentation machine_point := {|
    start := MStart;
    uninitialised _ := None;
    touch := layout_touch;
    park_store := layout_park;
    save_point p c _ := MAt p (label_of c);
    load_point pt :=
      match pt with
      | MStart p => Some (p, None)
      | MAt p l => '(c, k) ← fl_code Q p ≫= λ body, find l body []; Some (p, Some (c, k))
      end
  |}.

  (** ** The check *)

  Definition clash (p : procedure) (x : nat) (V : varset) : bool :=
    with_slot p x false (λ pl off size, existsb (hit pl x off size) V).

  Definition of_proc {A} (p : procedure) (none : A) (f : proc → A) : A :=
    match procs Q !! p with Some pr => f pr | None => none end.

  (** Lent parameters are given lent storage, [inout] ones a place. *)
  Definition fits_mode (pl : plan) (x : mode * ty) (a : arg) : bool :=
    match x.1, a with
    | In, AIn _ => true
    | Inout, (AInout _ | AInoutSlice _ _ _) => true
    | Lent, AInout (PVar y) => match home_in pl y with Loaned => true | _ => false end
    | _, _ => false
    end.

  Fixpoint forallb2 {A B} (f : A → B → bool) (l : list A) (l' : list B) : bool :=
    match l, l' with
    | [], [] => true
    | a :: l, b :: l' => f a b && forallb2 f l l'
    | _, _ => false
    end.

  (** The bytes that the result goes to are not the callee's. *)
  Definition dest_outside (pl : plan) (off size : nat) (dest : option place) : bool :=
    match dest ≫= root with Some x => negb (shares off size (home_in pl x)) | None => true end.

  Definition need_before_call (p : procedure) (l : label) (x : call) (K : varset) : option varset :=
    pr ← procs Q !! callee x;
    pl ← look L p;
    let before := uses_args (call_args x) K in
    if suspends pr then
      match look (stop_at pl) l, look L (callee x) with
      | Some (off, n), Some pl' =>
          if (n =? bytes pl') && (off + n <=? bytes pl) && forallb (survives pl off n) K &&
             forallb (λ y, negb (shares off n (home_in pl y))) before &&
             dest_outside pl off n (call_dest x)
          then Some before else None
      | _, _ => None
      end
    else
      match look (stop_at pl) l with None => apart (clash p) (call_dest x) before | Some _ => None end.

  (** What the driver reads in place is not on the C stack. *)
  Definition outlives_step (pl : plan) (x : nat) : bool :=
    match home_in pl x with Local => false | _ => true end.

  Definition need_before_ask (p : procedure) (l : label) (x : suspension) (K : varset) : option varset :=
    '(pl, (off, n)) ← stop_of p l;
    eff ← effs Q !! ask_effect x;
    if (n =? 0) && forallb (survives pl off n) K &&
       forallb (outlives_step pl) (viewed (eff_args eff) (ask_args x))
    then Some (uses_all (ask_args x) (merge (ask_lent x) K)) else None.

  Definition layout_analysis : analysis basic expr suspension call resumption varset := {|
    subset := included;
    union := merge;
    at_label p l := match look L p ≫= λ pl, look (live_at pl) l with Some V => V | None => [] end;
    fresh_set p := of_proc p [] (by_mode owned);
    entry_set p := of_proc p [] (by_mode (λ _, true));
    exit_set p := of_proc p [] exit_vars;
    need_run p := need_basic (clash p);
    need_test p e V := Some (uses e V);
    keep_ask p := keep_during_ask (clash p);
    need_ask := need_before_ask;
    keep_call p x after :=
      pr ← procs Q !! callee x;
      pl ← look L p;
      if forallb2 (fits_mode pl) (params pr) (call_args x)
      then keep_during_call (clash p) (params pr) x after else None;
    need_call := need_before_call;
    need_resume p := need_before_resume (clash p)
  |}.

  (** Lent parameters can be written when the first step brings them. *)
  Definition begins (p : procedure) (pr : proc) : bool :=
    forallb (λ x, negb (clash p x (by_mode (λ _, true) pr))) (lent_of pr).
End layout.

(** ** The layout fits the procedure

    The bisimulation does not need this part: it is what makes the model's homes
    the printed C's. *)
Fixpoint has_view (t : ty) : bool :=
  match t with
  | TView => true
  | TBool | TInt _ | TBytes _ | TExtern _ | TCoro _ => false
  | TArray _ t | TMap _ _ t => has_view t
  | TRecord _ ts | TUnion _ ts => existsb has_view ts
  end.

(** Where a coroutine goes on: its suspensions, and its calls of coroutines, with the callee. *)
Fixpoint points_of (suspending : procedure → bool) (c : fl_cmd) : list (label * option procedure) :=
  match c with
  | Suspend l _ => [(l, None)]
  | Call l x => if suspending (callee x) then [(l, Some (callee x))] else []
  | Seq a b | If _ a b => points_of suspending a ++ points_of suspending b
  | Block c | Loop _ c | Label _ c => points_of suspending c
  | Skip | Do _ | Exit _ | Goto _ | Resume _ | Return => []
  end.

(** The numbers of [at]: 0, finished; 1, not started; one for each point. *)
Definition label_bytes (points : nat) : N := cell (N.of_nat points + 1).

Definition frame_extent (L : plans) (p : procedure) : extent :=
  match look L p with
  | Some pl => Extent (N.of_nat (bytes pl)) (N.of_nat (alignment pl))
  | None => empty_extent
  end.
Definition pair_extent (x : N * N) : extent := Extent x.1 x.2.

(** What a value takes in the printed C, and the members of its structure; [X] are the program's extern types. *)
Definition extern_extent (X : table (N * N)) (n : nat) : extent := from_option pair_extent empty_extent (look X n).
Definition program_extent (X : table (N * N)) (L : plans) : ty → extent := extent_of (extern_extent X) (frame_extent L).
Definition program_members (X : table (N * N)) (L : plans) : ty → list extent :=
  members_of (extern_extent X) (frame_extent L).

(** Sizes that a C type can have. *)
Definition extern_fits (x : N * N) : bool :=
  (1 <=? x.1)%N && existsb (N.eqb x.2) [1; 2; 4; 8; 16; 32; 64]%N && (x.1 mod x.2 =? 0)%N.

Section frame.
  Context (suspending : procedure → bool) (extent_at : ty → extent) (L : plans).
  Context (pr : proc) (f : frame_layout).

  Definition slot_inside (off size : nat) : bool :=
    (index_bytes f <=? off) && (off + size <=? frame_bytes f).

  (** [off] and [size] are right for something of extent [e]. *)
  Definition slot_fits (e : extent) (off size : nat) : bool :=
    (N.of_nat size =? extent_bytes e)%N && slot_inside off size &&
    (N.of_nat off mod extent_align e =? 0)%N && (N.of_nat (frame_align f) mod extent_align e =? 0)%N.

  Definition home_fits (x : mode * ty) (param : bool) (h : home) : bool :=
    match x.1, h with
    | Lent, Loaned | Inout, Borrowed => true
    | In, Slot off size => suspends pr && slot_fits (extent_at x.2) off size && negb (has_view x.2)
    | In, Local => negb (suspends pr && param) || has_view x.2
    | _, _ => false
    end.

  Fixpoint disjoint (hs : list home) : bool :=
    match hs with
    | [] => true
    | Slot off size :: hs => negb (existsb (shares off size) hs) && disjoint hs
    | _ :: hs => disjoint hs
    end.

  Definition points : list (label * option procedure) := points_of suspending (body pr).

  (** Every point has its bytes: none for a suspension, those of the callee's frame for a call. *)
  Definition stop_fits (at_stops : table (nat * nat)) (x : label * option procedure) : bool :=
    match x.2, look at_stops x.1 with
    | None, Some (_, size) => size =? 0
    | Some q, Some (off, size) => slot_fits (frame_extent L q) off size
    | _, None => false
    end.

  (** What the frame holds besides its label: offsets, and extents by type. *)
  Definition slots : list (nat * extent) :=
    omap (λ '(t, h), match h with Slot off _ => Some (off, extent_at t) | _ => None end)
         (zip (map snd (params pr) ++ locals pr) (homes f)).
  Definition areas (at_stops : table (nat * nat)) : list (nat * extent) :=
    omap (λ '(l, q), match q, look at_stops l with Some q, Some (off, _) => Some (off, frame_extent L q) | _, _ => None end)
         points.

  (** As small as a C structure with these members can be. *)
  Definition room (total : extent) (x : nat * extent) : extent :=
    if is_empty x.2 then total
    else Extent (N.max (extent_bytes total) (N.of_nat x.1 + extent_bytes x.2)) (N.max (extent_align total) (extent_align x.2)).
  Definition frame_room (members : list (nat * extent)) : extent :=
    closed (fold_left room members (unsigned (N.of_nat (index_bytes f)))).

  Definition coroutine_fits : bool :=
    let at_stops := by_label (stops f) in
    let room := frame_room (slots ++ areas at_stops) in
    (N.of_nat (index_bytes f) =? label_bytes (length points))%N &&
    (N.of_nat (length points) + 1 <? 256 ^ N.of_nat (index_bytes f))%N &&
    (N.of_nat (frame_bytes f) =? extent_bytes room)%N && (N.of_nat (frame_align f) =? extent_align room)%N &&
    (length (stops f) =? length points) && forallb (stop_fits at_stops) points.

  Definition frame_fits : bool :=
    let n := length (params pr) in
    forallb2 (λ x h, home_fits x true h) (params pr) (take n (homes f)) &&
    forallb2 (λ t h, home_fits (In, t) false h) (locals pr) (drop n (homes f)) &&
    disjoint (take n (homes f)) &&
    (if suspends pr then coroutine_fits else (frame_bytes f =? 0) && (frame_align f =? 1)).
End frame.

(** One procedure; its number is for whoever reports a refusal. *)
Definition check_procedure (Q : program) (L : plans) (suspending : procedure → bool) (extent_at : ty → extent)
    (p : procedure) (pr : proc) (f : frame_layout) : bool :=
  frame_fits suspending extent_at L pr f && begins L p pr && accepts_body (layout_analysis Q L) p (body pr).

(** Asked of every call, so by a fast look-up. *)
Definition suspending_of (Q : program) : procedure → bool :=
  let P := build (map suspends (procs Q)) in λ p, from_option id false (look P p).

Section checks.
  Context (Q : program) (L : plans) (suspending : procedure → bool) (extent_at : ty → extent).

  (** The first procedure that is refused. *)
  Fixpoint refused_from (p : procedure) (prs : list proc) (fs : list frame_layout) : option procedure :=
    match prs, fs with
    | [], [] => None
    | pr :: prs, f :: fs =>
        if check_procedure Q L suspending extent_at p pr f then refused_from (S p) prs fs else Some p
    | _, _ => Some p
    end.
End checks.

Definition refused (Q : program) (L : layout) : option procedure :=
  let plans := plans_of L in
  if forallb extern_fits (extern_types Q)
  then refused_from Q plans (suspending_of Q) (program_extent (build (extern_types Q)) plans) 0 (procs Q) L
  else Some 0.
Definition check_layout (Q : program) (L : layout) : bool :=
  match refused Q L with None => true | Some _ => false end.
