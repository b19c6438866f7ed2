(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Refuters of Claims/Threads.v: see All.v. *)
From Fairlead.Base Require Import Prelude Outcome Table.
From Fairlead.Core.Model Require Import Cmd Semantics Points Bisimulation.
From Fairlead.Core.Machine Require Import Compilation.
From Fairlead.Threads.Program Require Import Slices Primitives.
From Fairlead.Threads.Pool Require Import Model Bisimulation Order Example.
From Fairlead.Threads.Layout Require Import Slots Machine Sound Example Refused.
From Fairlead.Threads.Stack Require Import Chunks.
From Fairlead.Threads.Text Require Code Told Printed Frame Ways Check Example.
From Fairlead.Threads.Unhoist Require Tree Lowered Unhoisted Accepted Lines Behaviour Control Loops Orders.
From Fairlead.Threads.Unhoist Require Misordered Served.

(** ** Two pools that part by themselves *)
Section alone.
  Context {state parked locals heap value event : Type}.
  Context (M : runner state parked (primitive locals value event * heap) (value * heap) (value * heap)).
  Context (L : loop parked locals heap value).

  Lemma alone_execution n P : ∃ P', execution (pool_trans M L) P (run_alone M L n P) P'.
  Proof using.
    revert P. induction n as [|n IH]; intros P; cbn [run_alone]; [eexists; constructor|].
    destruct (own_step M L P) as [[a P1]|] eqn:E; [|eexists; constructor].
    destruct (IH P1) as [P2 H]. exists P2. eapply execution_cons; [by apply pool_own|done].
  Qed.
  Lemma alone_inside n P a : a ∈ run_alone M L n P → ∀ x, a ≠ Took x.
  Proof using.
    revert P. induction n as [|n IH]; intros P; cbn [run_alone]; [by intros ?%elem_of_nil|].
    destruct (own_step M L P) as [[b P1]|] eqn:E; [|by intros ?%elem_of_nil].
    intros [->|Ha]%elem_of_cons x; [|by eapply IH]. intros ->. by apply own_not_outside in E.
  Qed.
  Lemma execution_alone P l P' :
    execution (pool_trans M L) P l P' → (∀ a, a ∈ l → ∀ x, a ≠ Took x) → run_alone M L (length l) P = l.
  Proof using.
    induction 1 as [|P a P1 l P2 Ht _ IH]; intros Hl; [done|]. cbn [length run_alone].
    destruct Ht as [P a P1 E|P x P1 E]; [|exfalso; by eapply Hl; [left|]].
    rewrite E, IH; [done|]. intros b Hb. apply Hl. by right.
  Qed.
End alone.
Lemma alone_differs {state1 parked1 state2 parked2 locals heap value event X : Type}
    (M1 : runner state1 parked1 (primitive locals value event * heap) (value * heap) (value * heap))
    (M2 : runner state2 parked2 (primitive locals value event * heap) (value * heap) (value * heap)) L1 L2 n P Q
    (f : list (event_of_pool locals heap value event) → X) :
  f (run_alone M1 L1 n P) ≠ f (run_alone M2 L2 (length (run_alone M1 L1 n P)) Q) →
  ¬ bisimilar (pool_trans M1 L1) (pool_trans M2 L2) P Q.
Proof.
  intros Hne Hb. pose proof (alone_execution M1 L1 n P) as H.
  apply (bisimilar_executions _ _ _ _ _ Hb) in H as [Q' H]. apply Hne.
  rewrite (execution_alone M2 L2 Q _ Q' H); [done|]. intros a. apply alone_inside.
Qed.

(** A local that the frame does not keep over a suspension, and that is used after it. *)
Theorem threads_layout_bisimilar_refuter :
  let L := build (map plan_of [kept_badly]) in
  check_threads [three] [kept_well] = true ∧ check_threads [three] [kept_badly] = false ∧
  ¬ bisimilar
      (pool_trans (source adding) (source_loop 0 1 (λ i, i) (λ _ : nat, []) (λ h, h)))
      (pool_trans (laid_out_machine L junk adding) (laid_out_loop L junk 0 1 (λ i, i) (λ _ : nat, []) (λ h, h)))
      (pool_of (source_loop 0 1 (λ i, i) (λ _ : nat, []) (λ h, h)) 0 (λ _, 5) 0)
      (pool_of (laid_out_loop L junk 0 1 (λ i, i) (λ _ : nat, []) (λ h, h)) 0 (λ _, 5) 0).
Proof. split_and!; [done..|]. apply (alone_differs _ _ _ _ 100 _ _ result_seen). by vm_compute. Qed.

(** Nor do functions pass one by one that are refused together. *)
Theorem threads_checked_one_by_one_refuter :
  check_threads [three] [kept_badly] = false ∧
  ¬ check_threads [three; three] [kept_well; kept_badly] = true.
Proof. split; [done|]. by vm_compute. Qed.

(** Two suspensions with one label: the thread that is compiled goes on behind the first, and puts once more. *)
Definition twice_labelled : cmd Pool.Example.piece () (primitive nat nat nat) Empty_set Empty_set :=
  Seq (Suspend 1 Yield) (Seq (Do Put) (Suspend 1 Yield)).
Definition labelled : slices Pool.Example.piece () (primitive nat nat nat) Empty_set nat nat nat nat := {|
  text p := [twice_labelled] !! p;
  slice := slice example; choice := choice example; wish := wish example; receive := receive example;
  arguments (x : Empty_set) := match x with end;
  take_result _ (x : Empty_set) := match x with end;
  result_of := result_of example
|}.
Theorem threads_pool_bisimilar_refuter :
  let L1 := source_loop (B := Pool.Example.piece) (T := ()) (S := primitive nat nat nat) (C := Empty_set)
    (locals := nat) 0 1 (λ i, i) (λ _ : nat, []) (λ h, h) in
  let L2 := machine_loop (locals := nat) 0 1 (λ i, i) (λ _ : nat, []) (λ h, h) in
  ¬ NoDup (labels twice_labelled) ∧
  ¬ bisimilar (pool_trans (source labelled) L1) (pool_trans (machine labelled) L2)
      (pool_of L1 0 3 0) (pool_of L2 0 3 0).
Proof.
  split.
  - intros H. apply NoDup_cons in H as [H _]. apply H. by left.
  - apply (alone_differs _ _ _ _ 30 _ _ (λ l, length (List.filter seen l))). by vm_compute.
Qed.

(** An empty chunk, which a pop takes away too; chunks that overlap; a write into the second frame. *)
Theorem threads_frames_stay_refuter :
  let st := [Chunk 0 8 []] in
  ¬ stack_ok st ∧ push 4 st [Chunk 0 8 [4]] ∧ pop [Chunk 0 8 [4]] ≠ Some st.
Proof. split_and!; [by intros [[] _]|apply (push_here 4 (Chunk 0 8 [])); cbn; lia|done]. Qed.
Theorem threads_frames_apart_refuter :
  let st := [Chunk 0 8 [4]; Chunk 2 8 [4]] in
  ¬ stack_ok st ∧ places_of st = [(0, 4); (2, 4)] ∧ ¬ apart 0 4 2 4.
Proof.
  split_and!; [|done|unfold apart; lia]. intros (_ & H & _). apply Forall_cons in H as [H _].
  unfold apart in H. cbn in H. lia.
Qed.
Theorem threads_frames_contents_refuter :
  let st := [Chunk 4 4 [4]; Chunk 0 4 [4]] in
  let M' a := if decide (a = 1) then 1 else 0 in
  stack_ok st ∧ ¬ writes_top st (λ _, 0) M' ∧ tl (contents M' st) ≠ tl (contents (λ _, 0) st).
Proof.
  intros st M'. assert (stack_ok st) as Hok.
  { split; [split; [done|cbn; lia]|]. split; [constructor; [right; cbn; lia|constructor]|].
    split; [split; [done|cbn; lia]|]. split; [constructor|done]. }
  assert (tl (contents M' st) ≠ tl (contents (λ _, 0) st)) as Hne by by vm_compute.
  split; [done|]. split; [|done]. intros H. by apply Hne, write_contents.
Qed.

(** The pool after [n] steps by itself. *)
Fixpoint pool_alone {state parked locals heap value event}
    (M : runner state parked (primitive locals value event * heap) (value * heap) (value * heap))
    (L : loop parked locals heap value) (n : nat) (P : pool state parked heap value event) :
    pool state parked heap value event :=
  match n with 0 => P | S n => match own_step M L P with Some (_, P) => pool_alone M L n P | None => P end end.
Lemma alone_reaches {state parked locals heap value event}
    (M : runner state parked (primitive locals value event * heap) (value * heap) (value * heap))
    (L : loop parked locals heap value) n (P : pool state parked heap value event) :
  execution (pool_trans M L) P (run_alone M L n P) (pool_alone M L n P).
Proof.
  revert P. induction n as [|n IH]; intros P; cbn [run_alone pool_alone]; [constructor|].
  destruct (own_step M L P) as [[a P1]|] eqn:E; [|constructor]. eapply execution_cons; [by apply pool_own|apply IH].
Qed.
(** A run in which the thread gives up the loop: others run then. *)
Theorem threads_atomic_refuter :
  let P := pool_alone (source example) loop1 5 (pool_of loop1 0 3 0) in
  running P = Some 0 ∧
  ∃ l P', execution (pool_trans (source example) loop1) P l P' ∧ ¬ (Forall (by_thread 0) l ∧ running P' = Some 0).
Proof.
  split; [by vm_compute|]. eexists _, _. split; [apply (alone_reaches _ _ 20)|]. intros [_ H]. by vm_compute in H.
Qed.

(** ** Resuming the leaf: the program that Core's check refuses ([core_simulation_refuter]) *)
From Fairlead.Core.Machine Require Import Liveness Simulation.
From Fairlead.Core.Logic Require Import Differ.
From Fairlead.Core Require Example.
From Fairlead.Threads.Stack Require Import Leaf.
Section leaf.
Import Core.Example.
Theorem threads_leaf_bisimilar_refuter :
  let A := counter_analysis (true, false) in
  agreement A (counter_source [forgetful]) (counter_machine [forgetful]) counter_rel ∧
  ¬ accepted A (code (counter_source [forgetful])) ∧
  ¬ bisimilar (trans (counter_source [forgetful])) (leaf_trans (counter_machine [forgetful]) listed (λ _, false))
      (initial forgetful 0 (0, 0)) (LRunning forgetful 0 [] (0, 0) [] []).
Proof.
  split_and!; [apply counter_agreement|intros H; apply forgetful_differs;
    eapply simulation_initial; [apply counter_agreement|exact H|done|done]|].
  intros H.
  destruct (drive (counter_source [forgetful]) 11 [0] (initial forgetful 0 (0, 0))) as [l|] eqn:E;
    [|by vm_compute in E].
  pose proof (drive_execution _ _ _ _ _ E) as Hs. apply (bisimilar_executions _ _ _ _ l H) in Hs as [st Hs].
  vm_compute in E. injection E as <-.
  repeat match goal with
    | H : execution _ _ _ _ |- _ => inversion H; clear H; subst
    | H : leaf_trans _ _ _ _ _ _ |- _ => inversion H; clear H; simplify_eq/=
    end.
Qed.
End leaf.

(** Values of two octets of which one is written: the parameter of a new frame is not read back. *)
From Fairlead.Threads.Stack Require Import Composed Octets.
Theorem threads_frames_octets_refuter :
  let one_octet (v : octet * octet) := [v.1] in
  let first bs : octet * octet := (hd Ascii.zero bs, Ascii.zero) in
  let fs := [FrameLayout [Slot 0] [] [0] [] []] in
  (∀ v, length (one_octet v) = 1) ∧ ¬ (∀ v, first (one_octet v) = v) ∧
  ¬ frames_encode (heap := nat) fs (lost (Ascii.zero, Ascii.zero)) (frame_octets one_octet fs)
      (read_frame 1 first (Ascii.zero, Ascii.zero) fs).
Proof.
  intros one_octet first fs. split_and!; [done|intros H; discriminate (H (Ascii.zero, Ascii.one))|].
  intros [_ H]. specialize (H 0 (λ _, (Ascii.zero, Ascii.one))). apply (f_equal (λ f, f.2.1 0)) in H.
  by vm_compute in H.
Qed.

(** ** Text *)
Section text.
Import Code Told Printed Frame Ways Check Text.Example.

(** Two calls of one number: resumed, the second goes on behind the first. And a slice that is printed twice. *)
Theorem flcc_read_back_refuter :
  differs digit place home source once once_read = None ∧
  differs digit place home source once twice_read = Some (2, 40) ∧
  twice_read ≠ map (λ c, flat digit place c []) (codes digit once) ∧
  differs digit place home source confused (map (λ c, flat digit place c []) (codes digit confused)) = Some (0, 0) ∧
  ¬ ∀ u named c K K', u ∈ units confused →
    let name := framed_name (about confused) in
    (named, c, K') ∈ calls_in digit name (frame_size confused) false (body u) K → manner_of c ≠ Tail →
    enter (call_number c) (code_of digit name (frame_size confused) false (body u)) K =
    enter (call_number c) (call_code digit (frame_size confused) named c) K'.
Proof.
  split_and!; [by vm_compute|by vm_compute|intros H; by vm_compute in H|by vm_compute|].
  intros H. specialize (H confused_unit false (yield 1) [] []).
  feed pose proof H as H'; [left| |discriminate|].
  - vm_compute. right. left.
  - vm_compute in H'. discriminate H'.
Qed.

(** A token that has to be there once, and is there twice. *)
Theorem flcc_account_refuter :
  miscounted 0 [Once] [0; 0] = Some 0 ∧ ¬ ∀ k a, [Once] !! k = Some a → allows a (times (0 + k) [0; 0]).
Proof. split; [done|]. intros H. by specialize (H 0 Once eq_refl). Qed.
End text.

(** ** Order and control *)
Section order_and_control.
Import Code Told Tree Lowered Unhoisted Accepted Lines Behaviour Control Loops Orders Misordered Served.

(** Defects in the order: two calls that are exchanged over a comma; a call that is taken out of a text to the left of
    which `&&` may pass it by; a [return] of which nothing is left. Each is found, and the statements do what C does not
    allow of the source. A declaration that is printed twice: its initializer is there twice.

    Defects in control: a [continue] that passes the step of its [for] by; a [do] whose condition is evaluated once more
    than it is; and the [break] of a loop's test, which leaves another loop. The source does what these do not: the
    step behind [continue], the second round behind one condition, and the end.

    What is made rightly is accepted: so is a function with calls in [&&], [||], [?], arguments, loops and a [switch],
    as flcc takes it apart ([served]). And C allows orders that hoisting does not choose ([either]). *)
Theorem flcc_order_and_control_refuter :
  (unhoisted served_name served_name served_framed served_temporary 8 served_source served served_said = None ∧
   whole_run (may variable_name in_no_frame is_temporary either) Top g_before_f Cut ∧
   ¬ whole_run (does variable_name in_no_frame either) Top g_before_f Cut) ∧
  (check_of 0 comma_source comma in_order_said = None ∧
   check_of 0 comma_source comma swapped_said = Some Unlowered ∧
   check_of 0 comma_source comma dropped_said = Some Unlowered ∧
   runs_as (seen_all swapped_said) Top g_first Cut ∧
   ¬ whole_run (may variable_name in_no_frame is_temporary comma) Top g_first Cut) ∧
  (check_of 0 passed_source passed_by passed_said = Some Unordered ∧
   before (lower variable_name in_no_frame is_temporary passed_by) = seen_all passed_said ∧
   runs_as (seen_all passed_said) Top f_anyway Cut ∧
   ¬ whole_run (may variable_name in_no_frame is_temporary passed_by) Top f_anyway Cut) ∧
  (check_of 0 given_up_source given_up given_up_said = Some Unordered ∧
   before (lower variable_name in_no_frame is_temporary given_up) = seen_all given_up_said ∧
   runs_as (seen_all given_up_said) Top [] Fell ∧
   ¬ whole_run (may variable_name in_no_frame is_temporary given_up) Top [] Fell) ∧
  (check_of 0 declared_source declared declared_said = None ∧
   check_of 0 declared_source declared twice_said = Some Unlowered ∧
   ¬ all_there (seen_all twice_said) ≡ₚ slices declared) ∧
  (check_of 0 stepping_source stepping stepping_said = None ∧
   check_of 0 stepping_source skipping skipping_said = Some Unordered ∧
   before (lower variable_name in_no_frame is_temporary skipping) = seen_all skipping_said ∧
   whole_run (does variable_name in_no_frame skipping) Top skipped Cut ∧
   ¬ runs_as (seen_all skipping_said) Top skipped Cut) ∧
  (check_of 0 repeated_source repeated repeated_said = None ∧
   check_of 0 repeated_source repeated too_often_said = Some Unlowered ∧
   whole_run (does variable_name in_no_frame repeated) Top one_round Cut ∧
   ¬ runs_as (seen_all too_often_said) Top one_round Cut) ∧
  check_of 0 asked_source asked asked_said = None ∧
  check_of 0 asked_source asked kept_in_said = Some Unlowered ∧
  whole_run (does variable_name in_no_frame asked) Top no_answer Fell ∧
  ¬ runs_as (seen_all kept_in_said) Top no_answer Fell.
Proof.
  split_and!; try first [exact served_accepted | by vm_compute].
  - exact either_allowed.
  - exact either_not_chosen.
  - exact g_first_runs.
  - exact no_g_first.
  - exact f_anyway_runs.
  - apply not_anyway.
  - exact given_up_falls.
  - apply not_given_up.
  - intros H. apply Permutation_length in H. by vm_compute in H.
  - exact skipping_steps.
  - exact skipping_skips.
  - exact repeated_once.
  - exact too_often_differs.
  - exact asked_ends.
  - exact kept_in_stays.
Qed.
End order_and_control.
