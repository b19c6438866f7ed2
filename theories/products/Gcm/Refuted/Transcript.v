(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The library's transcript, computed

    [key_init], [seal_calls] and [open_calls] say what holds after calls that run. Here they compute: a world in which a
    call is run, and whose answer is whether what is said of the end is so. What holds of the machine is computed to be
    so ([.._computed]), so where [false] is computed it does not hold. The machine may be that of terms, or of bytes. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Flat_trusted.
From Fairlead.Asm.Control Require Import Lowering.
From Fairlead.Asm.Bytes Require Import Machine_trusted Runs.
From Fairlead.Gcm.Library Require Import Library_trusted Worlds.
From Fairlead.Gcm.Bytes Require Import Shipped_trusted Decoded.
From Fairlead.Gcm.Refuted Require Import Run.
Local Open Scope N_scope.

(** A run that does not come to its end denies nothing. *)
Definition computed_call (g : env) (code : list flat) (arguments : list N) (m : ram) (K : ram → bool) : bool :=
  match returned g code 2000 0 (called (map (low 64) arguments) m) with
  | Some s => K (memory s)
  | None => true
  end.
Definition world_in (place : N → list (N * region) → env) : world bool :=
  World bool (λ constants code lent, computed_call (place constants lent) code) (λ a n m K, K (write m a (zeros n)))
    true.
Global Instance computed : world bool := world_in lend.
Definition computed_everywhere : world bool := world_in (λ constants _, all_memory (λ _, constants)).

Lemma called_arguments (l : list N) m :
  Forall (λ p, locs (called (map (low 64) l) m) (G (fst p)) = low 64 (snd p)) (zip [RDI; RSI; RDX; RCX; R8] l).
Proof. destruct l as [|a [|b [|c [|d [|e l]]]]]; repeat (constructor; [by vm_compute|]); constructor. Qed.

Lemma run_computed g code arguments m s' n pc seen (K : ram → bool) :
  flat_steps g code n 0 (called (map (low 64) arguments) m) = Some (pc, s', seen) → nth_error code pc = Some FHalt →
  K (memory s') = true → computed_call g code arguments m K = true.
Proof.
  intros Hn Hpc HK. unfold computed_call. destruct (returned _ _ _ _ _) as [r|] eqn:E; [|done].
  destruct (returned_halts _ _ _ _ _ _ E) as (n' & pc' & seen' & Hn' & Hpc').
  by destruct (halted_steps _ _ _ _ _ _ _ _ _ _ _ _ Hn Hpc Hn' Hpc') as [<- _].
Qed.

Notation computes := (λ (P : Prop) (b : bool), P → b = true).

Lemma call_computed constants code lent arguments m (K : ram → Prop) (K' : ram → bool) :
  (∀ m, K m → K' m = true) → machine_call constants code lent arguments m K →
  computed_call (lend constants lent) code arguments m K' = true.
Proof.
  intros HK H. destruct (H (called (map (low 64) arguments) m) eq_refl (called_arguments _ _))
    as (s' & n & pc & seen & Hn & Hpc & Hm).
  eapply run_computed; [exact Hn|exact Hpc|by apply HK].
Qed.

(** Bytes that decode to the code they stand for. *)
Lemma bytes_computed objects constants code lent arguments m (K : ram → Prop) (K' : ram → bool) :
  Forall decodes objects → (∀ m, K m → K' m = true) → bytes_call objects constants code lent arguments m K →
  computed_call (all_memory (λ _, constants)) code arguments m K' = true.
Proof.
  intros Hd HK (o & Ho & H). destruct (H (called (map (low 64) arguments) m) eq_refl (called_arguments _ _))
    as (s' & n & pc & seen & Hn & Hr & _ & _ & Hm).
  pose proof (proj1 (List.Forall_forall _ _) Hd _ Ho) as Hdo.
  destruct (proj1 (same_runs names o code (λ _, constants) n _ s' seen Hdo) (ex_intro _ pc (conj Hn Hr))) as (k & Hk
    & Hh).
  eapply run_computed; [exact Hk|exact Hh|by apply HK].
Qed.

Section transcript.
  Context (o : library).

  Lemma key_init_computed size bytes zero hash_key m (K : ram → Prop) (K' : ram → bool) :
    key_init o size bytes zero hash_key m K → (∀ m, K m → K' m = true) →
    key_init o size bytes zero hash_key m K' = true.
  Proof using.
    intros H HK. revert H. apply (key_init_says machine computed computes o); [|intros ????? Hw; apply Hw|exact HK].
    intros ?????????. by apply call_computed.
  Qed.

  Lemma seal_computed nonce nl data dl text len output tag hash m (K : ram → Prop) (K' : ram → bool) :
    seal_calls o nonce nl data dl text len output tag hash m K → (∀ m, K m → K' m = true) →
    seal_calls o nonce nl data dl text len output tag hash m K' = true.
  Proof using.
    intros H HK. revert H. apply (seal_says machine computed computes o); [|intros ????? Hw; apply Hw|done|exact HK].
    intros ?????????. by apply call_computed.
  Qed.

  Lemma open_computed nonce nl data dl text len t tl output hash room m (K : bool → ram → Prop)
      (K' : bool → ram → bool) :
    open_calls o nonce nl data dl text len t tl output hash room m K → (∀ b m, K b m → K' b m = true) →
    open_calls o nonce nl data dl text len t tl output hash room m K' = true.
  Proof using.
    intros H HK. revert H. apply (open_says machine computed computes o); [|intros ????? Hw; apply Hw|done|exact HK].
    intros ?????????. by apply call_computed.
  Qed.

  Context (objects : list (list flat * object)) (Hobjects : Forall decodes objects).

  Lemma key_init_bytes_computed size key zero hash_key m (K : ram → Prop) (K' : ram → bool) :
    @key_init Prop (on_bytes objects) o size key zero hash_key m K → (∀ m, K m → K' m = true) →
    @key_init bool computed_everywhere o size key zero hash_key m K' = true.
  Proof using Hobjects.
    intros H HK. revert H. apply (key_init_says (on_bytes objects) computed_everywhere computes o); [|intros ?????
      Hw; apply Hw|exact HK].
    intros ?????????. by apply bytes_computed.
  Qed.

  Lemma seal_bytes_computed nonce nl data dl text len output tag hash m (K : ram → Prop) (K' : ram → bool) :
    @seal_calls Prop (on_bytes objects) o nonce nl data dl text len output tag hash m K → (∀ m, K m → K' m = true) →
    @seal_calls bool computed_everywhere o nonce nl data dl text len output tag hash m K' = true.
  Proof using Hobjects.
    intros H HK. revert H.
    apply (seal_says (on_bytes objects) computed_everywhere computes o); [|intros ????? Hw; apply Hw|done|exact HK].
    intros ?????????. by apply bytes_computed.
  Qed.

  Lemma open_bytes_computed nonce nl data dl text len t tl output hash room m (K : bool → ram → Prop)
      (K' : bool → ram → bool) :
    @open_calls Prop (on_bytes objects) o nonce nl data dl text len t tl output hash room m K →
    (∀ b m, K b m → K' b m = true) →
    @open_calls bool computed_everywhere o nonce nl data dl text len t tl output hash room m K' = true.
  Proof using Hobjects.
    intros H HK. revert H.
    apply (open_says (on_bytes objects) computed_everywhere computes o); [|intros ????? Hw; apply Hw|done|exact HK].
    intros ?????????. by apply bytes_computed.
  Qed.
End transcript.
