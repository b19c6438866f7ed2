(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The pool of threads that are resumed leaf first.

    The machine of [Leaf] as a runner of the pool, with its frames in anything
    that keeps what is pushed on it. Its pool does what the pool of Core's
    machine does. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Cmd Semantics Points.
From Fairlead.Core.Machine Require Import Liveness Simulation.
From Fairlead.Threads.Pool Require Import Model Bisimulation.
From Fairlead.Threads.Stack Require Import Leaf.

Section runner.
  Context {B T S C store frame kept request response result : Type}.

  Definition leaf_advance (n : leaf_next B T S C store kept request response result) :
      advance (leaf_state B T S C store kept response) kept request result :=
    match n with
    | LGo st => Goes st
    | LEmit q (LSuspended fs) => Waits q fs
    | LEmit _ _ | LStuck => Sticks
    | LFinish r => Ends r
    | LCrash => Traps
    end.

  Definition leaf_runner (D : dynamics B T S C Empty_set store frame request response result)
      (F : frame_stack frame kept) (deep : list (link B T S C Empty_set store) → bool) :
      runner (leaf_state B T S C store kept response) kept request response result :=
    Runner (λ st, leaf_advance (leaf_step D F deep st)) LResuming.
End runner.

(** ** The same as Core's machine, with frames in a list *)
Section listed.
  Context {B T S C V store1 store2 request response result : Type}.
  Context {A : analysis B T S C Empty_set V}.
  Context {D1 : dynamics B T S C Empty_set store1 (source_point B T S C Empty_set * store1) request response result}.
  Context {D2 : dynamics B T S C Empty_set store2 (machine_point * store2) request response result}.
  Context {srel : procedure → V → store1 → store2 → Prop}.
  Context (agree : agreement A D1 D2 srel) (ok : accepted A (code D1)).
  Context (deep : list (link B T S C Empty_set store2) → bool).

  (** Frames of a thread that waits: the leaf's, and its callers'. *)
  Definition waiting_rel (fs gs : list (machine_point * store2)) : Prop :=
    fs = gs ∧ (∃ es, Forall2 (frame_rel A (code D1) srel) es fs) ∧ ∃ f up, fs = f :: frames_of D2 up ∧ loads D2 up.

  Lemma leaf_runners :
    runner_rel D2 (leaf_runner D2 listed deep)
      (leaf_machine_rel (A := A) (D1 := D1) (D2 := D2) (srel := srel)) waiting_rel.
  Proof using agree ok.
    split.
    - intros st' lst [[st Hst] Hl].
      pose proof (leaf_step_rel D2 deep _ _ Hl (related_links agree ok _ _ Hst)) as Hn.
      pose proof (step_related agree ok _ _ Hst) as Hs. unfold core_runner, leaf_runner. simpl.
      destruct Hn as [st1 lst1 Hl1|q st1 lst1 Hl1|r| |]; simpl; try by constructor.
      + inversion Hs; subst. constructor. split; eauto.
      + inversion Hs as [|? ? ? Hst1| | |]; subst. destruct Hl1; simpl; try by constructor.
        inversion Hst1; subst. constructor. split_and!; eauto.
    - intros r fs gs (<- & (es & Hes) & f & up & -> & Hup). split; [|by constructor].
      exists (Resuming r es). by constructor.
  Qed.
End listed.

(** ** Frames elsewhere than in a list *)
Section kept.
  Context {frame kept : Type} (F : frame_stack frame kept).
  (** What is there, if nothing is broken, of frames that [fit]. *)
  Context (inside : kept → list frame) (valid : kept → Prop) (fits : frame → Prop).

  Record keeps : Prop := {
    kept_pushed fs k : valid k → Forall fits fs → valid (push F fs k) ∧ inside (push F fs k) = fs ++ inside k;
    kept_popped k : valid k →
      match pop F k with
      | None => inside k = []
      | Some (f, k') => valid k' ∧ inside k = f :: inside k'
      end }.

  Context {B T S C store request response result : Type}.
  Context (D : dynamics B T S C Empty_set store frame request response result).
  Context (deep : list (link B T S C Empty_set store) → bool).
  Context (F_keeps : keeps).
  Context (asks_fit : ∀ p l x k s, fits (save D p (Suspend l x) k (park D p l s))).
  Context (calls_fit : ∀ p l x k s, fits (save D p (Call l x) k (park D p l s))).
  #[local] Set Default Proof Using "F_keeps asks_fit calls_fit".

  Definition link_fits (l : link B T S C Empty_set store) : Prop :=
    match l with Caller l x p k s => fits (save D p (Call l x) k s) | Parent x _ _ _ => match x with end end.

  Inductive kept_rel : leaf_state B T S C store (list frame) response → leaf_state B T S C store kept response → Prop :=
  | kept_running c p k s ls fs :
      Forall link_fits ls → valid fs → kept_rel (LRunning c p k s ls (inside fs)) (LRunning c p k s ls fs)
  | kept_suspended fs : valid fs → kept_rel (LSuspended (inside fs)) (LSuspended fs)
  | kept_resuming r fs : valid fs → kept_rel (LResuming r (inside fs)) (LResuming r fs)
  | kept_halted : kept_rel LHalted LHalted.
  Definition same_frames (fs : list frame) (k : kept) : Prop := valid k ∧ fs = inside k.

  Local Notation next_rel n m := (advance_rel kept_rel same_frames (leaf_advance n) (leaf_advance m)).

  Lemma lsettle_kept {X} (o : outcome X) f g :
    (∀ a, next_rel (f a) (g a)) →
    next_rel (lsettle o f : leaf_next B T S C store _ request response result) (lsettle o g).
  Proof. intros H. destruct o; simpl; [apply H|constructor..]. Qed.

  Lemma links_fit ls : Forall link_fits ls → Forall fits (frames_of D ls).
  Proof. induction 1 as [|[l x p k s|[]] ls Hl _ IH]; simpl; by constructor. Qed.

  Lemma return_kept p s ls fs : Forall link_fits ls → valid fs →
    next_rel (leaf_return D listed p s ls (inside fs)) (leaf_return D F p s ls fs).
  Proof.
    intros Hls Hfs. destruct ls as [|[l x p' k s'|[]] ls]; simpl.
    - unfold resume_caller. pose proof (kept_popped F_keeps fs Hfs) as Hp.
      destruct (pop F fs) as [[f fs']|]; [destruct Hp as [Hfs' ->]|rewrite Hp]; simpl.
      + destruct (load D f) as [[]|]; try by constructor. destruct c; try by constructor.
        apply lsettle_kept. intros. by do 2 constructor.
      + apply lsettle_kept. constructor.
    - apply lsettle_kept. intros. constructor. constructor; [by inversion Hls|done].
  Qed.

  Lemma step_kept st st' : kept_rel st st' → next_rel (leaf_step D listed deep st) (leaf_step D F deep st').
  Proof.
    destruct 1 as [c p k s ls fs Hls Hfs|fs Hfs|r fs Hfs|]; simpl; try by constructor.
    - destruct c as [|b|c1 c2|e c1 c2|c|l c|n|l c|l|l x|l x|[]|]; simpl; try (by do 2 constructor).
      + destruct k as [|[] ?]; simpl; [by apply return_kept|by do 2 constructor..].
      + apply lsettle_kept. intros. by do 2 constructor.
      + apply lsettle_kept. intros. by do 2 constructor.
      + destruct (leave n k); by repeat constructor.
      + destruct (code D p ≫= _) as [[[] ?]|]; by repeat constructor.
      + apply lsettle_kept. intros q. simpl. constructor.
        destruct (kept_pushed F_keeps (save D p (Suspend l x) k (park D p l s) :: frames_of D ls) fs Hfs) as [Hv Hi].
        { constructor; [apply asks_fit|by apply links_fit]. }
        split; [done|]. by rewrite Hi.
      + apply lsettle_kept. intros [p' s']. destruct (code D p'); [|by constructor]. simpl. constructor.
        assert (Forall link_fits (Caller l x p k (park D p l s) :: ls)) as Hls'.
        { constructor; [apply calls_fit|done]. }
        destruct (deep _); [|by constructor].
        destruct (kept_pushed F_keeps (frames_of D (Caller l x p k (park D p l s) :: ls)) fs Hfs) as [Hv Hi].
        { by apply links_fit. }
        simpl in *. rewrite <-Hi. by constructor.
      + by apply return_kept.
    - pose proof (kept_popped F_keeps fs Hfs) as Hp.
      destruct (pop F fs) as [[f fs']|]; [destruct Hp as [Hfs' ->]|rewrite Hp; by constructor]; simpl.
      destruct (load D f) as [[]|]; [|destruct c|]; try by constructor.
      + destruct (code D p); [|by constructor]. apply lsettle_kept. intros. by do 2 constructor.
      + apply lsettle_kept. intros. by do 2 constructor.
  Qed.

  Lemma kept_runners : runner_rel (leaf_runner D listed deep) (leaf_runner D F deep) kept_rel same_frames.
  Proof. split; [apply step_kept|]. intros r fs k [? ->]. by constructor. Qed.
End kept.
