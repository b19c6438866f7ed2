(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The library's transcript in two worlds: if each call and each wipe says in the second what it says in the first,
    then so do [key_init], [seal_calls] and [open_calls]. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import State_trusted Flat_trusted.
From Fairlead.Gcm.Generated Require clean_powers clean_hash.
From Fairlead.Gcm.Library Require Import Library_trusted.
Local Open Scope N_scope.

Definition library_codes (o : library) : list (list flat) :=
  [expand_code o; keystream_code o; encrypt_code o; decrypt_code o; clean_powers.code; clean_hash.code].

Section worlds.
  Context {A B : Type} (V : world A) (W : world B) (says : A → B → Prop) (o : library).
  Context (says_call : ∀ constants code lent arguments m K K', In code (library_codes o) → (∀ m, says (K m) (K' m)) →
    says (@call A V constants code lent arguments m K) (@call B W constants code lent arguments m K')).
  Context (says_wipe : ∀ a n m K K', (∀ m, says (K m) (K' m)) → says (@wipe A V a n m K) (@wipe B W a n m K')).
  Context (says_out_of_fuel : says (@out_of_fuel A V) (@out_of_fuel B W)).

  Ltac by_call := apply says_call; [cbn; tauto|].

  Lemma key_init_says size bytes zero hash_key m K K' : (∀ m, says (K m) (K' m)) →
    says (@key_init A V o size bytes zero hash_key m K) (@key_init B W o size bytes zero hash_key m K').
  Proof using says_call says_wipe.
    intros HK. apply says_wipe. intros m1. by_call. intros m2. by_call. intros m3. by_call. intros m4. by apply
      says_wipe.
  Qed.

  Lemma hash_waiting_says waiting m K K' : (∀ m, says (K m) (K' m)) →
    says (@hash_waiting A V o waiting m K) (@hash_waiting B W o waiting m K').
  Proof using says_call. intros HK. destruct waiting; [apply HK|]. by by_call. Qed.

  Lemma absorb_says fuel waiting p n m K K' : (∀ w m, says (K w m) (K' w m)) →
    says (@absorb A V o fuel waiting p n m K) (@absorb B W o fuel waiting p n m K').
  Proof using says_call says_out_of_fuel.
    intros HK. revert waiting p n m.
    induction fuel as [|fuel IH]; intros waiting p [|n] m; [apply HK|apply says_out_of_fuel|apply HK|].
    cbn [absorb]. destruct (_ =? 96)%nat.
    - apply hash_waiting_says. intros m1. cbv beta. destruct (_ && _); [by_call; intros m2|]; apply IH.
    - destruct (_ && _); [by_call; intros m2|]; apply IH.
  Qed.

  Lemma absorb_lengths_says waiting dl len m K K' : (∀ m, says (K m) (K' m)) →
    says (@absorb_lengths A V o waiting dl len m K) (@absorb_lengths B W o waiting dl len m K').
  Proof using says_call.
    intros HK. unfold absorb_lengths. destruct (_ =? _)%nat; apply hash_waiting_says; [|exact HK]. intros m1.
    by apply hash_waiting_says.
  Qed.

  Lemma begin_says nonce nl m K K' : (∀ x y m, says (K x y m) (K' x y m)) →
    says (@begin A V o nonce nl m K) (@begin B W o nonce nl m K').
  Proof using says_call says_wipe says_out_of_fuel.
    intros HK. unfold begin. apply says_wipe. intros m1. destruct (_ =? _)%nat.
    - by_call. intros m2. apply HK.
    - apply absorb_says. intros w m2. apply absorb_lengths_says. intros m3. apply says_wipe. intros m4. by_call.
      intros m5.
      apply HK.
  Qed.

  Lemma encrypt_says fuel p q n left waiting m K K' : (∀ w m, says (K w m) (K' w m)) →
    says (@encrypt A V o fuel p q n left waiting m K) (@encrypt B W o fuel p q n left waiting m K').
  Proof using says_call says_out_of_fuel.
    intros HK. revert p q n left waiting m.
    induction fuel as [|fuel IH]; intros p q [|n] left waiting m; [apply HK|apply says_out_of_fuel|apply HK|].
    cbn [encrypt]. destruct (_ =? 0)%nat.
    - destruct (length left =? 0)%nat; [by_call; intros m1|]; apply absorb_says; intros w m2; apply IH.
    - apply hash_waiting_says. intros m1. by_call. intros m2. apply IH.
  Qed.

  Lemma seal_says nonce nl data dl text len output tag hash m K K' : (∀ m, says (K m) (K' m)) →
    says (@seal_calls A V o nonce nl data dl text len output tag hash m K)
      (@seal_calls B W o nonce nl data dl text len output tag hash m K').
  Proof using says_call says_wipe says_out_of_fuel.
    intros HK. unfold seal_calls. apply begin_says. intros mask left m1. apply absorb_says. intros w m2. cbv zeta.
    apply encrypt_says. intros w' m3. apply absorb_lengths_says. intros m4. apply says_wipe. intros m5. by apply
      says_wipe.
  Qed.

  Lemma decrypt_rest_says fuel p q n left m K K' : (∀ w m, says (K w m) (K' w m)) →
    says (@decrypt_rest A V o fuel p q n left m K) (@decrypt_rest B W o fuel p q n left m K').
  Proof using says_call says_out_of_fuel.
    intros HK. revert p q n left m.
    induction fuel as [|fuel IH]; intros p q [|n] left m; [apply HK|apply says_out_of_fuel|apply HK|].
    cbn [decrypt_rest]. destruct (length left =? 0)%nat; [by_call; intros m1|]; apply IH.
  Qed.

  Lemma decrypt_says fuel p q n left waiting m K K' : (∀ w m, says (K w m) (K' w m)) →
    says (@decrypt A V o fuel p q n left waiting m K) (@decrypt B W o fuel p q n left waiting m K').
  Proof using says_call says_out_of_fuel.
    intros HK. revert p q n left waiting m.
    induction fuel as [|fuel IH]; intros p q [|n] left waiting m; [apply HK|apply says_out_of_fuel|apply HK|].
    cbn [decrypt]. destruct (_ =? 0)%nat.
    - apply absorb_says. intros w m1. apply decrypt_rest_says. intros w' m2. apply IH.
    - apply hash_waiting_says. intros m1. by_call. intros m2. apply IH.
  Qed.

  Lemma open_says nonce nl data dl text len t tl output hash room m K K' : (∀ b m, says (K b m) (K' b m)) →
    says (@open_calls A V o nonce nl data dl text len t tl output hash room m K)
      (@open_calls B W o nonce nl data dl text len t tl output hash room m K').
  Proof using says_call says_wipe says_out_of_fuel.
    intros HK. unfold open_calls. apply begin_says. intros mask left m1. apply absorb_says. intros w m2. cbv zeta.
    apply decrypt_says. intros w' m3. apply absorb_lengths_says. intros m4. apply says_wipe. intros m5. apply says_wipe.
    intros m6. destruct (_ || _); repeat (apply says_wipe; intros ?); apply HK.
  Qed.
End worlds.
