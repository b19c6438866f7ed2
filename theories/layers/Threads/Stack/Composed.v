(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * From threads as written to frames in memory.

    The refinements put together: frames laid out as the check allows, resumed
    leaf first with calls on the native stack, and kept as bytes in chunks. *)
From Fairlead.Base Require Import Prelude Outcome Table.
From Fairlead.Core.Model Require Import Cmd Semantics Points Bisimulation.
From Fairlead.Core.Machine Require Import Liveness Simulation.
From Fairlead.Threads.Program Require Import Slices.
From Fairlead.Threads.Pool Require Import Model Bisimulation.
From Fairlead.Threads.Layout Require Import Slots Machine Sound.
From Fairlead.Threads.Stack Require Import Leaf Runner Chunks Bytes.

Section composed.
  Context {val heap value event byte : Type}.
  Notation locals := (nat → val).
  Context (bodies : list thread_cmd) (fs : list frame_layout) (junk : locals → nat → val).
  Context (P : slices piece piece request request locals heap value event).
  Context (plain signalled : value) (spawned : thread → value).
  Context (orders : heap → list (order locals value)) (without : heap → heap).
  Context (encode : machine_point * memory locals heap → list byte).
  Context (decode : list byte → machine_point * memory locals heap).
  Context (allocate : stack → nat → nat * nat) (before : nat → byte).
  Context (deep : list (link piece piece request request Empty_set (memory locals heap)) → bool).

  Local Notation L := (build (map plan_of fs)).

  (** What is written and read back: what is left of a frame when its thread waits, and a new frame. *)
  Definition frames_encode : Prop :=
    (∀ p l x, encodes encode decode (MAt p l, (parked L junk p l x, None))) ∧
    (∀ p a, encodes encode decode (laid_out_start (heap := heap) L junk p a)).

  Definition memory_runner := leaf_runner (laid_out_machine L junk P) (in_chunks encode decode allocate) deep.
  Definition memory_loop : loop (space (byte := byte)) locals heap value :=
    Loop_of (λ p a, push_frame encode allocate (laid_out_start L junk p a) ([], before))
      plain signalled spawned orders without.
  Local Notation source_loop := (source_loop (B := piece) (T := piece) (S := request) (C := request) plain signalled
    spawned orders without).
  Local Notation laid_out_loop := (laid_out_loop L junk plain signalled spawned orders without).

  Theorem memory_bisimilar p a h :
    check_threads bodies fs = true → (∀ q, text P q = bodies !! q) → told L P →
    allocates allocate → frames_encode →
    bisimilar (pool_trans (source P) source_loop) (pool_trans memory_runner memory_loop)
      (pool_of source_loop p a h) (pool_of memory_loop p a h).
  Proof.
    intros Hc Htext Htold Ha [Hparked Hstart]. destruct (check_sound bodies fs P Hc Htext) as [Hf Hok].
    eapply bisimilar_trans; [by apply (checked_bisimilar bodies fs junk P)|].
    eapply bisimilar_trans.
    - eapply (pool_bisimilar (leaf_runners (layout_agreement L junk P Htold Hf) Hok deep) (L2 := laid_out_loop)).
      split; try done. intros q b. split_and!; [done| |].
      + exists [source_start q b]. constructor; [|done]. exists (params_of L q).
        split; [apply point_fresh|]. split; [done|]. simpl. intros y Hy.
        by rewrite (params_kept L junk P Htold Hf q b y Hy).
      + by exists (laid_out_start L junk q b), [].
    - eapply pool_bisimilar.
      + apply (kept_runners _ _ _ _ _ deep (in_chunks_keeps encode decode allocate Ha)).
        * intros q l x k s. apply (Hparked q l s.1).
        * intros q l x k s. apply (Hparked q l s.1).
      + split; try done. intros q b.
        destruct (push_frame_ok encode decode allocate Ha (laid_out_start L junk q b) ([], before)) as [Hs Hi];
          [done|apply Hstart|]. split; [done|]. symmetry. apply Hi.
  Qed.
End composed.

(** That frames can be read back is no strange demand: cells that hold one each do. *)
Example cells_encode {val heap : Type} fs (junk : (nat → val) → nat → val) (any : machine_point * memory (nat → val)
    heap) :
  frames_encode fs junk (λ f, [(f.1, f.2.1)])
    (λ cells, match cells with (pt, l) :: _ => (pt, (l, None)) | [] => any end).
Proof. done. Qed.
