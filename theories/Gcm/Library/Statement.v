(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The theorem that is still missing: that sealing and opening by compiled code are SP 800-38D's. Nothing in
    this file is proved, and nothing depends on it. The functions are C around the procedures, and
    there is no model of compiled C here: [run] stands for what it does to memory. EndToEnd.v proves
    the like of both for a transcript of the C as a chain of calls of the procedures. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith.
From Fairlead.Asm.Model Require Import Word_trusted State_trusted.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Algebra Require Import Multiply Aggregate.
From Fairlead.Gcm.Loops Require Import Text Standard.
Local Open Scope N_scope.

(** What is handed over: addresses, and lengths in bytes. *)
Record request := Request {
  rq_key : N;
  rq_nonce : N; rq_nonce_length : nat;
  rq_data : N; rq_data_length : nat;
  rq_text : N; rq_length : nat;
  rq_output : N;
  rq_tag : N;
}.

(** What key setup must have left for a key: its schedule, and the powers of its hash key times x. *)
Definition key_expanded (b : bytes_of_memory) (k : N) (key : list N) : Prop :=
  (∀ i x, nth_error (key_schedule key) i = Some x → load b (k + 16 * N.of_nat i) 16 = x) ∧
  ∀ j, (j < 6)%nat → load b (k + 256 + 16 * N.of_nat j) 16 = twist (power (hash_key (key_schedule key)) j).

Definition overlaps (a : N) (m : nat) (x : N) : Prop := a <= x < a + N.of_nat m.

(** [run r b b']: called in memory [b], it returns with memory [b']. *)
Definition seal_correct (run : request → bytes_of_memory → bytes_of_memory → Prop) : Prop :=
  ∀ r key b b', key_expanded b (rq_key r) key → (length key = 16 ∨ length key = 32)%nat → run r b b' →
  (bytes_at b' (rq_output r) (rq_length r), bytes_at b' (rq_tag r) 16) =
    seal key (bytes_at b (rq_nonce r) (rq_nonce_length r)) (bytes_at b (rq_data r) (rq_data_length r))
      (bytes_at b (rq_text r) (rq_length r)) ∧
  ∀ x, ¬ overlaps (rq_output r) (rq_length r) x → ¬ overlaps (rq_tag r) 16 x → b' x = b x.

(** [run r b b' ok]: it says whether the tag was right. *)
Definition open_correct (run : request → bytes_of_memory → bytes_of_memory → bool → Prop) : Prop :=
  ∀ r key b b' ok, key_expanded b (rq_key r) key → (length key = 16 ∨ length key = 32)%nat → run r b b' ok →
  (match open key (bytes_at b (rq_nonce r) (rq_nonce_length r)) (bytes_at b (rq_data r) (rq_data_length r))
           (bytes_at b (rq_text r) (rq_length r)) (bytes_at b (rq_tag r) 16) with
   | Some text => ok = true ∧ bytes_at b' (rq_output r) (rq_length r) = text
   | None => ok = false ∧ bytes_at b' (rq_output r) (rq_length r) = repeat 0 (rq_length r)
   end) ∧
  ∀ x, ¬ overlaps (rq_output r) (rq_length r) x → b' x = b x.
