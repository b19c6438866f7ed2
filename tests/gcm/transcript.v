(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Library_trusted.v, run for the list of its calls and of what it wipes: to be compared with what the C does (transcript.c). *)
From Coq Require Import String.
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith.
From Fairlead.Asm.Model Require Import Flat_trusted.
From Fairlead.Gcm.Library Require Import Library_trusted.
From Fairlead.Gcm.Generated Require clean_expand_128 clean_expand_256 clean_powers clean_hash clean_keystream_128 clean_keystream_256
  clean_encrypt_128 clean_encrypt_256 clean_decrypt_128 clean_decrypt_256.
Local Open Scope N_scope.

Inductive event := Call (name : string) (arguments : list N) | Zeros (a n : N).
Local Instance string_eq_dec : EqDecision string := string_dec.
Local Instance event_eq_dec : EqDecision event. Proof. solve_decision. Defined.

(** No two are of one length. *)
Definition named : list (nat * string) :=
  [(length clean_expand_128.code, "fl_gcm_expand_128"); (length clean_expand_256.code, "fl_gcm_expand_256");
   (length clean_powers.code, "fl_gcm_powers"); (length clean_hash.code, "fl_gcm_hash");
   (length clean_keystream_128.code, "fl_gcm_keystream_128"); (length clean_keystream_256.code, "fl_gcm_keystream_256");
   (length clean_encrypt_128.code, "fl_gcm_encrypt_128"); (length clean_encrypt_256.code, "fl_gcm_encrypt_256");
   (length clean_decrypt_128.code, "fl_gcm_decrypt_128"); (length clean_decrypt_256.code, "fl_gcm_decrypt_256")]%string.
Goal NoDup (map fst named). Proof. apply (bool_decide_unpack _). by vm_compute. Qed.

Definition name_of (code : list flat) : string :=
  match find (λ e, (fst e =? length code)%nat) named with Some (_, n) => n | None => "?"%string end.

Definition thing (n : N) : N := n * 2 ^ 20.

(** What is in memory decides one thing only, whether a tag is right. In this memory it is, of zeros, or is not. *)
Definition memory (forged : bool) : ram := λ x, if forged && (thing 11 <=? x) && (x <? thing 12) then 1 else 0.

Definition trace (forged : bool) : world (list event) :=
  World _ (λ _ code _ arguments _ K, Call (name_of code) arguments :: K (memory forged))
    (λ a n _ K, Zeros a n :: K (memory forged)) [Call "out of fuel"%string []].

Definition keyed (size : nat) (forged : bool) (K : library → ram → list event) : list event :=
  let o :=
    if (size =? 16)%nat
    then Library clean_expand_128.code clean_keystream_128.code clean_encrypt_128.code clean_decrypt_128.code
           (thing 1) (thing 20) (thing 5)
    else Library clean_expand_256.code clean_keystream_256.code clean_encrypt_256.code clean_decrypt_256.code
           (thing 1) (thing 20) (thing 5) in
  key_init (W := trace forged) o size (thing 2) (thing 3) (thing 4) (memory forged) (K o).

Definition sealed (size nonce_length data_length length : nat) : list event :=
  keyed size false (λ o m,
  seal_calls (W := trace false) o (thing 7) nonce_length (thing 8) data_length (thing 9) length (thing 10) (thing 11) (thing 6) m (λ m,
  key_wipe (W := trace false) o m (λ _, []))).

Definition tried (forged : bool) (size nonce_length data_length length : nat) : list event :=
  keyed size forged (λ o m,
  open_calls (W := trace forged) o (thing 7) nonce_length (thing 8) data_length (thing 9) length (thing 11) 16 (thing 10) (thing 6)
    (thing 12) m (λ ok m,
  if xorb ok forged then key_wipe (W := trace forged) o m (λ _, []) else [Call "another answer"%string []])).
Definition opened := tried false.
Definition refused := tried true.
Arguments sealed (_ _ _ _)%nat_scope.
Arguments opened (_ _ _ _)%nat_scope.
Arguments refused (_ _ _ _)%nat_scope.
Arguments Call _%string_scope _.

(** The first of some comparisons that fails, counted from 1; 0 if none does. *)
Fixpoint first_difference (n : nat) (l : list bool) : nat :=
  match l with [] => 0 | true :: l => first_difference (S n) l | false :: _ => S n end.
