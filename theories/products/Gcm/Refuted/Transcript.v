(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The library's transcript, computed

    [key_init], [seal_calls] and [open_calls] say what holds after calls that run. Here they compute: a world in which a
    call is run, and whose answer is whether what is said of the end is so. What holds of the machine is computed to be
    so ([.._computed]), so where [false] is computed it does not hold. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Flat_trusted.
From Fairlead.Asm.Control Require Import Lowering.
From Fairlead.Gcm.Library Require Import Library_trusted.
From Fairlead.Gcm.Refuted Require Import Run.
Local Open Scope N_scope.

(** A run that does not come to its end denies nothing. *)
Definition computed_call (constants : N) (code : list flat) (lent : list (N * region)) (arguments : list N) (m : ram)
    (K : ram → bool) : bool :=
  match returned (lend constants lent) code 2000 0 (called (map (low 64) arguments) m) with
  | Some s => K (memory s)
  | None => true
  end.
Global Instance computed : world bool := World bool computed_call (λ a n m K, K (write m a (zeros n))) true.

Section transcript.
  Context (o : library).

  Lemma called_arguments (l : list N) m :
    Forall (λ p, locs (called (map (low 64) l) m) (G (fst p)) = low 64 (snd p)) (zip [RDI; RSI; RDX; RCX; R8] l).
  Proof using. destruct l as [|a [|b [|c [|d [|e l]]]]]; repeat (constructor; [by vm_compute|]); constructor. Qed.

  Lemma call_computed constants code lent arguments m (K : ram → Prop) (K' : ram → bool) :
    machine_call constants code lent arguments m K → (∀ m, K m → K' m = true) →
    computed_call constants code lent arguments m K' = true.
  Proof using.
    intros H HK. unfold computed_call.
    destruct (H (called (map (low 64) arguments) m) eq_refl (called_arguments _ _))
      as (s' & n & pc & seen & Hn & Hpc & Hm).
    destruct (returned _ _ _ _ _) as [r|] eqn:E; [|done].
    destruct (returned_halts _ _ _ _ _ _ E) as (n' & pc' & seen' & Hn' & Hpc').
    destruct (halted_steps _ _ _ _ _ _ _ _ _ _ _ _ Hn Hpc Hn' Hpc') as [<- _]. by apply HK.
  Qed.

  Lemma key_init_computed size bytes zero hash_key m (K : ram → Prop) (K' : ram → bool) :
    key_init o size bytes zero hash_key m K → (∀ m, K m → K' m = true) →
    key_init o size bytes zero hash_key m K' = true.
  Proof using.
    intros H HK. eapply call_computed; [exact H|]. clear H. intros m1 H.
    eapply call_computed; [exact H|]. clear H. intros m2 H. eapply call_computed; [exact H|]. clear H. intros m3 H.
    by apply HK.
  Qed.

  Lemma hash_waiting_computed waiting m (K : ram → Prop) (K' : ram → bool) :
    hash_waiting o waiting m K → (∀ m, K m → K' m = true) → hash_waiting o waiting m K' = true.
  Proof using. intros H HK. destruct waiting; [by apply HK|]. eapply call_computed; [exact H|exact HK]. Qed.

  Lemma absorb_computed fuel waiting p n m (K : list N → ram → Prop) (K' : list N → ram → bool) :
    absorb o fuel waiting p n m K → (∀ w m, K w m → K' w m = true) → absorb o fuel waiting p n m K' = true.
  Proof using.
    intros H HK. revert waiting p n m H.
    induction fuel as [|fuel IH]; intros waiting p [|n] m H; [by apply HK|done|by apply HK|].
    cbn [absorb] in *. destruct (_ =? 96)%nat.
    - eapply hash_waiting_computed; [exact H|]. clear H m. intros m H. cbv beta in H |- *. destruct (_ && _).
      + eapply call_computed; [exact H|]. intros; by apply IH.
      + by apply IH.
    - destruct (_ && _); [|by apply IH]. eapply call_computed; [exact H|]. intros; by apply IH.
  Qed.

  Lemma absorb_lengths_computed waiting dl len m (K : ram → Prop) (K' : ram → bool) :
    absorb_lengths o waiting dl len m K → (∀ m, K m → K' m = true) → absorb_lengths o waiting dl len m K' = true.
  Proof using.
    unfold absorb_lengths. intros H HK. destruct (_ =? _)%nat; [|eapply hash_waiting_computed; [exact H|exact HK]].
    eapply hash_waiting_computed; [exact H|]. intros m1 H1. eapply hash_waiting_computed; [exact H1|exact HK].
  Qed.

  Lemma begin_computed nonce nl m (K : list N → list N → ram → Prop) (K' : list N → list N → ram → bool) :
    begin o nonce nl m K → (∀ x y m, K x y m → K' x y m = true) → begin o nonce nl m K' = true.
  Proof using.
    unfold begin. intros H HK. cbn [wipe machine computed] in *. destruct (_ =? _)%nat.
    - eapply call_computed; [exact H|]. intros m1 H1. by apply HK.
    - eapply absorb_computed; [exact H|]. intros w m1 H1. eapply absorb_lengths_computed; [exact H1|].
      intros m2 H2. eapply call_computed; [exact H2|]. intros m3 H3. by apply HK.
  Qed.

  Lemma encrypt_computed fuel p q n left waiting m (K : list N → ram → Prop) (K' : list N → ram → bool) :
    encrypt o fuel p q n left waiting m K → (∀ w m, K w m → K' w m = true) →
    encrypt o fuel p q n left waiting m K' = true.
  Proof using.
    intros H HK. revert p q n left waiting m H.
    induction fuel as [|fuel IH]; intros p q [|n] left waiting m H; [by apply HK|done|by apply HK|].
    cbn [encrypt] in *. destruct (_ =? 0)%nat in H |- *.
    - destruct (length left =? 0)%nat.
      + eapply call_computed; [exact H|]. clear H. intros m1 H. eapply absorb_computed; [exact H|]. intros; by apply IH.
      + eapply absorb_computed; [exact H|]. intros; by apply IH.
    - eapply hash_waiting_computed; [exact H|]. clear H m. intros m H.
      eapply call_computed; [exact H|]. intros; by apply IH.
  Qed.

  Lemma seal_computed nonce nl data dl text len output tag hash m (K : ram → Prop) (K' : ram → bool) :
    seal_calls o nonce nl data dl text len output tag hash m K → (∀ m, K m → K' m = true) →
    seal_calls o nonce nl data dl text len output tag hash m K' = true.
  Proof using.
    unfold seal_calls. intros H HK. eapply begin_computed; [exact H|]. clear H m. intros mask left m H.
    eapply absorb_computed; [exact H|]. clear H m. intros w m H. eapply encrypt_computed; [exact H|]. clear H m.
    intros w' m H. eapply absorb_lengths_computed; [exact H|]. clear H m. intros m H. by apply HK.
  Qed.

  Lemma decrypt_rest_computed fuel p q n left m (K : list N → ram → Prop) (K' : list N → ram → bool) :
    decrypt_rest o fuel p q n left m K → (∀ w m, K w m → K' w m = true) → decrypt_rest o fuel p q n left m K' = true.
  Proof using.
    intros H HK. revert p q n left m H.
    induction fuel as [|fuel IH]; intros p q [|n] left m H; [by apply HK|done|by apply HK|].
    cbn [decrypt_rest] in *. destruct (length left =? 0)%nat; [|by apply IH].
    eapply call_computed; [exact H|]. intros; by apply IH.
  Qed.

  Lemma decrypt_computed fuel p q n left waiting m (K : list N → ram → Prop) (K' : list N → ram → bool) :
    decrypt o fuel p q n left waiting m K → (∀ w m, K w m → K' w m = true) →
    decrypt o fuel p q n left waiting m K' = true.
  Proof using.
    intros H HK. revert p q n left waiting m H.
    induction fuel as [|fuel IH]; intros p q [|n] left waiting m H; [by apply HK|done|by apply HK|].
    cbn [decrypt] in *. destruct (_ =? 0)%nat in H |- *.
    - eapply absorb_computed; [exact H|]. clear H m. intros w m H. eapply decrypt_rest_computed; [exact H|].
      intros; by apply IH.
    - eapply hash_waiting_computed; [exact H|]. clear H m. intros m H.
      eapply call_computed; [exact H|]. intros; by apply IH.
  Qed.

  Lemma open_computed nonce nl data dl text len t tl output hash room m (K : bool → ram → Prop)
      (K' : bool → ram → bool) :
    open_calls o nonce nl data dl text len t tl output hash room m K → (∀ b m, K b m → K' b m = true) →
    open_calls o nonce nl data dl text len t tl output hash room m K' = true.
  Proof using.
    unfold open_calls. intros H HK. eapply begin_computed; [exact H|]. clear H m. intros mask left m H.
    eapply absorb_computed; [exact H|]. clear H m. intros w m H. eapply decrypt_computed; [exact H|]. clear H m.
    intros w' m H. eapply absorb_lengths_computed; [exact H|]. clear H m. intros m H. cbn [wipe machine computed] in *.
    destruct (_ || _); by apply HK.
  Qed.
End transcript.
