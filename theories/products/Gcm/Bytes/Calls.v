(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What a call of a procedure's term does, a call of its bytes does; so sealing and opening are what they are with
    bytes too. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Semantics_trusted Describe_trusted
  Run_trusted
  Flat_trusted.
From Fairlead.Asm.Bytes Require Import Machine_trusted Listing Erased Runs.
From Fairlead.Gcm.Procedures Require Import Returns.
From Fairlead.Gcm.Library Require Import Library_trusted Worlds.
From Fairlead.Gcm.Bytes Require Import Shipped_trusted Decoded.
Local Open Scope N_scope.

(** ** What a run accesses is in its regions *)

Definition in_regions (g : env) (e : event) : Prop :=
  match e with
  | ELoad a n => ∃ r, within (regions g r) a n = true
  | EStore a n => ∃ r, within (regions g r) a n = true ∧ r_writable (regions g r) = true
  | ETouch _ | EBranch _ => True
  end.

Lemma exec_in_regions g i s s' t : exec g i s = Some (s', t) → Forall (in_regions g) t.
Proof.
  unfold exec, step, effect_of. destruct (describe i) as [d|]; [|done]. destruct (negb (forallb _ _)); [done|].
  destruct (d_access d) as [a|].
  - destruct (permitted g a _) eqn:E; [|done]. cbn [negb]. destruct (assign _ _) as [[ws v]|]; [|done]. intros [= <-
    <-]. cbn.
    revert E. unfold permitted, events_of. destruct (a_use a); cbn [loads stores orb negb];
      rewrite ?andb_true_iff; intros H; destruct_and?; repeat constructor; cbn; eauto.
  - destruct (assign _ _) as [[ws v]|]; [|done]. intros [= <- <-]. constructor.
Qed.

Lemma flat_in_regions g p n pc s pc' s' t :
  flat_steps g p n pc s = Some (pc', s', t) → Forall (in_regions g) t.
Proof.
  revert pc s t. induction n as [|n IH]; intros pc s t; cbn; [intros; simplify_eq; constructor|].
  destruct (flat_step g p pc s) as [[[k1 s1] t1]|] eqn:E; [|done].
  destruct (flat_steps g p n k1 s1) as [[[k2 s2] t2]|] eqn:E2; [|done]. intros; simplify_eq.
  apply Forall_app. split; [|by eapply IH]. revert E. unfold flat_step. destruct (nth_error p pc) as [[i| | |]|]; try
    done.
  - destruct (exec g i s) as [[s3 t3]|] eqn:Ei; [|done]. intros; simplify_eq. by eapply exec_in_regions.
  - intros; simplify_eq. constructor.
  - destruct (test c s); [|done]. intros; simplify_eq. repeat constructor.
Qed.

Lemma lent_inside constants lent r x :
  inside (regions (lend constants lent) r) x →
  In (regions (lend constants lent) r) (map snd lent).
Proof.
  unfold lend, inside. cbn. destruct (find _ lent) as [[k v]|] eqn:E; [|cbn; lia]. intros _.
  apply find_some in E as [E _]. exact (in_map snd _ _ E).
Qed.

Lemma within_inside r a n x : within r a n = true → a <= x < a + N.of_nat n → inside r x.
Proof. unfold within, inside. rewrite !andb_true_iff, !N.leb_le. lia. Qed.

Lemma stays_lent constants lent e : in_regions (lend constants lent) e → stays lent e.
Proof.
  destruct e as [a n|a n|a|b]; cbn [in_regions stays]; try done.
  - intros [r Hr] x Hx. pose proof (within_inside _ _ _ _ Hr Hx) as Hi. eauto using lent_inside.
  - intros (r & Hr & Hw) x Hx. pose proof (within_inside _ _ _ _ Hr Hx) as Hi. eauto using lent_inside.
Qed.

(** ** Calls *)

Lemma shipped_return code o : In (code, o) shipped → In code (narrow_procedures ++ wide_procedures).
Proof.
  intros H. apply (in_map fst) in H. cbn [fst] in H. revert H. cbn [shipped map fst narrow_procedures wide_procedures
    app In].
  tauto.
Qed.

Lemma shipped_well g code o n s s' t : In (code, o) shipped → flat_ends g code n s s' t → returned_well s s'.
Proof.
  intros H (pc & Hf & Hh). destruct (returns_clean code g n s pc s' t (shipped_return _ _ H) Hf Hh) as (Hk & Hz & _).
  split; [exact Hk|exact Hz].
Qed.

Lemma call_of_bytes constants code o lent arguments m (K K' : ram → Prop) :
  In (code, o) shipped → (∀ m, K m → K' m) →
  machine_call constants code lent arguments m K → bytes_call shipped constants code lent arguments m K'.
Proof.
  intros Ho HK H. exists o. split; [exact Ho|]. intros s Hm Ha. destruct (H s Hm Ha) as (s' & n & k & seen & Hf & Hh
    & HKm).
  assert (flat_ends (lend constants lent) code n s s' seen) as He by (by exists k).
  destruct (shipped_run code o _ n s s' seen Ho He) as (pc & Hb & Hr).
  exists s', n, pc, seen. split; [exact Hb|]. split; [exact Hr|]. split.
  - eapply Forall_impl; [by eapply flat_in_regions|]. intros e. apply stays_lent.
  - split; [by eapply shipped_well|by apply HK].
Qed.

Theorem shipped_bytes code o : In (code, o) shipped →
  decode_function names o = Some (map erase_flat (removelast code)) ∧
  (∀ g n k s s' t, flat_steps g code n 0 s = Some (k, s', t) → nth_error code k = Some FHalt →
     ∃ pc, byte_steps names o (symbol g) n 0 s = Some (pc, s', t) ∧ returns names o pc) ∧
  ∀ places n pc s s' t, byte_steps names o places n 0 s = Some (pc, s', t) → returns names o pc → returned_well s s'.
Proof.
  intros H. pose proof (shipped_decodes code o H) as Hd. split; [exact Hd|]. split.
  - intros g n k s s' t Hf Hh. exact (proj1 (same_runs_both names o code n s s' t Hd) g k Hf Hh).
  - intros w n pc s s' t Hb Hr. destruct (proj2 (same_runs_both names o code n s s' t Hd) w pc Hb Hr) as (k & Hk).
    eapply shipped_well; [exact H|]. by exists k.
Qed.

(** ** The library *)

Section library.
  Context (o : library) (Ho : ∀ code, In code (library_codes o) → ∃ b, In (code, b) shipped).

  Lemma bytes_say constants code lent arguments m (K K' : ram → Prop) :
    In code (library_codes o) → (∀ m, K m → K' m) →
    @call Prop machine constants code lent arguments m K → @call Prop (on_bytes shipped) constants code lent
      arguments m K'.
  Proof using Ho. intros H HK. destruct (Ho code H) as [b Hb]. by eapply call_of_bytes. Qed.

  Lemma bytes_wipe a n m (K K' : ram → Prop) : (∀ m, K m → K' m) →
    @wipe Prop machine a n m K → @wipe Prop (on_bytes shipped) a n m K'.
  Proof using. intros HK. apply HK. Qed.

  Lemma key_init_bytes size key zero room m (K K' : ram → Prop) : (∀ m, K m → K' m) →
    @key_init Prop machine o size key zero room m K → @key_init Prop (on_bytes shipped) o size key zero room m K'.
  Proof using Ho. apply (key_init_says machine (on_bytes shipped) (λ P Q : Prop, P → Q) o bytes_say bytes_wipe). Qed.

  Lemma seal_bytes nonce nl data dl text len output tag hash m (K K' : ram → Prop) : (∀ m, K m → K' m) →
    @seal_calls Prop machine o nonce nl data dl text len output tag hash m K →
    @seal_calls Prop (on_bytes shipped) o nonce nl data dl text len output tag hash m K'.
  Proof using Ho. apply (seal_says machine (on_bytes shipped) (λ P Q : Prop, P → Q) o bytes_say bytes_wipe). done. Qed.

  Lemma open_bytes nonce nl data dl text len t tl output hash room m (K K' : bool → ram → Prop) :
    (∀ b m, K b m → K' b m) →
    @open_calls Prop machine o nonce nl data dl text len t tl output hash room m K →
    @open_calls Prop (on_bytes shipped) o nonce nl data dl text len t tl output hash room m K'.
  Proof using Ho. apply (open_says machine (on_bytes shipped) (λ P Q : Prop, P → Q) o bytes_say bytes_wipe). done. Qed.
End library.
