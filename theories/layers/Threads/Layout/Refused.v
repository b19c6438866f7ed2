(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What is refused would go wrong, and what is accepted does not.

    The function of Example.v with slices that add one: to its parameter, to that,
    and to that. In a frame that is accepted it returns what it returns as written;
    in the one that keeps the first local in a C local, it computes with whatever
    is there. *)
From Fairlead.Base Require Import Prelude Outcome Table.
From Fairlead.Core.Model Require Import Cmd Semantics Points Bisimulation.
From Fairlead.Threads.Program Require Import Slices.
From Fairlead.Threads.Pool Require Import Model Bisimulation Example.
From Fairlead.Threads.Layout Require Import Slots Machine Sound Example.

(** Slice [b] makes what it changes one more than the first local that it uses. *)
Definition add_one (b : piece) (l : nat → nat) : nat → nat :=
  λ y, if bool_decide (y ∈ defs b) then match uses b with u :: _ => S (l u) | [] => 0 end else l y.

Definition add_one_or (b : piece) (l : nat → nat) : nat → nat :=
  λ y, if bool_decide (y ∈ fresh b) then 0 else add_one b l y.
Definition adding : slices piece piece request request (nat → nat) nat nat nat := {|
  text p := [three] !! p;
  slice _ b l h := Ok (add_one_or b l, h);
  choice _ _ _ := Ok true;
  wish _ _ _ := Ok Yield;
  receive _ x _ l h := Ok (add_one_or (back x) l, h);
  arguments _ _ _ := Trap;
  take_result _ x _ _ l h := Ok (add_one_or (back x) l, h);
  result_of p l _ := Ok (match p with 0 => l 3 | _ => 0 end)
|}.

Lemma add_one_told b (h : nat) : piece_told b (λ l, Ok (add_one_or b l, h)).
Proof.
  split.
  - intros l l' h' [= <- <-] y Hy Hf. unfold add_one_or, add_one. by rewrite !bool_decide_eq_false_2.
  - intros l1 l2 Hl. constructor. split_and!; [done|..]; simpl; intros y Hy; unfold add_one_or, add_one.
    + case_bool_decide; [done|]. rewrite !bool_decide_eq_true_2 by done.
      destruct (uses b) as [|u us]; [done|]. f_equal. apply Hl. left.
    + by rewrite !bool_decide_eq_true_2.
Qed.

Definition kept_well : frame_layout := frame [Slot 0; Slot 1; Slot 2; Slot 0].
Definition kept_badly : frame_layout := frame [Slot 0; Native; Slot 2; Slot 0].
Definition plans (f : frame_layout) : table plan := build (map plan_of [f]).

Lemma adding_told : told (plans kept_well) adding.
Proof.
  split; try done; simpl; intros.
  - apply add_one_told.
  - apply add_one_told.
  - constructor.
  - apply add_one_told.
  - destruct p; [|done]. f_equal. match goal with H : same_on _ _ _ |- _ => apply H end. left.
Qed.

(** What lost locals have here: 100. *)
Definition junk (_ : nat → nat) (_ : nat) : nat := 100.
Local Notation written :=
  (source_loop (B := piece) (T := piece) (S := request) (C := request) (locals := nat → nat)
    0 1 (λ i, i) (λ _ : nat, []) (λ h, h)).
Local Notation compiled f := (laid_out_loop (heap := nat) (plans f) junk 0 1 (λ i, i) (λ _ : nat, []) (λ h, h)).

Theorem kept_well_bisimilar p a h :
  bisimilar (pool_trans (source adding) written)
    (pool_trans (laid_out_machine (plans kept_well) junk adding) (compiled kept_well))
    (pool_of written p a h) (pool_of (compiled kept_well) p a h).
Proof. apply (checked_bisimilar [three] [kept_well]); [reflexivity|done|apply adding_told]. Qed.

Definition result_seen (l : list (event_of_pool (nat → nat) nat nat nat)) : list nat :=
  omap (λ a, match a with Did _ (Result (v, _)) => Some v | _ => None end) l.

Example written_returns :
  result_seen (run_alone (source adding) written 100 (pool_of written 0 (λ _, 5) 0)) = [8].
Proof. vm_compute. reflexivity. Qed.
Example kept_well_returns :
  result_seen (run_alone (laid_out_machine (plans kept_well) junk adding) (compiled kept_well) 100
    (pool_of (compiled kept_well) 0 (λ _, 5) 0)) = [8].
Proof. vm_compute. reflexivity. Qed.
Example kept_badly_returns :
  result_seen (run_alone (laid_out_machine (plans kept_badly) junk adding) (compiled kept_badly) 100
    (pool_of (compiled kept_badly) 0 (λ _, 5) 0)) = [102].
Proof. vm_compute. reflexivity. Qed.
