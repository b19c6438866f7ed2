(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The loops, where what claims suppose of them is so and can be computed with *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Algebra Require Import Multiply Aggregate Blocks.
From Fairlead.Gcm.Library Require Import Library_trusted.
From Fairlead.Gcm.Macros Require Import Listing.
From Fairlead.Gcm.Loops Require Import Setting Groups.
From Fairlead.Gcm.Refuted Require Import Run.
Local Open Scope N_scope.

Definition no_keys : list N := repeat 0 11.

Lemma place_setting : setting place prepared 4096 no_keys some_hash_key.
Proof.
  split.
  - unfold span. by vm_compute.
  - unfold span. by vm_compute.
  - intros i x Hi. do 11 (destruct i as [|i]; [injection Hi as <-; vm_compute; reflexivity|]). by destruct i.
  - intros j Hj. do 6 (destruct j as [|j]; [vm_compute; reflexivity|]). lia.
  - by vm_compute.
  - intros i Hi. do 7 (destruct i as [|i]; [try lia; vm_compute; reflexivity|]). lia.
  - by vm_compute.
  - unfold no_keys. rewrite repeat_length. lia.
  - by vm_compute.
Qed.

Lemma place_job : job place prepared 10 no_keys some_hash_key 4096 24576 28672 1.
Proof.
  split; [exact place_setting|done|lia|unfold span; by vm_compute|unfold span; by vm_compute|done|..].
  - right. lia.
  - left. lia.
  - change (constants_address place) with 8192. left. lia.
Qed.

(** At the start of an iteration: the registers that the entry loads. *)
Definition in_loop (s : state) : state :=
  State (λ l, match l with
              | Lo V13 => reversal
              | Lo V14 => load (memory s) 20496 16
              | Lo V15 => load (memory s) 20480 16
              | l => locs s l
              end) (memory s).

(** A body that stores the key stream before the text is added to it. *)
Definition wrong_body : list instr :=
  hash_six input_at ++ (counters ++ aes_whiten ++ aes_rounds 10) ++ save ++ combine.

(** Where the text that is written lies over the text that is read. *)
Definition overlapping : env :=
  lend 8192 [(2, Region 4096 352 true); (3, Region 20480 1024 true); (4, Region 24576 1024 false);
             (5, Region 24576 1024 true); (6, Region 8192 160 false)].
