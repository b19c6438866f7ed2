(** Library_trusted.v, run for the list of its calls and of what it wipes: to be compared with what the C does (transcript.c). *)
From Coq Require Import String.
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith.
From Fairlead.Asm.Model Require Import Flat_trusted.
From Fairlead.Gcm.Library Require Import Library_trusted.
From Fairlead.Gcm.Generated Require clean_expand_128 clean_expand_256 clean_powers clean_hash clean_keystream_128 clean_keystream_256
  clean_encrypt_128 clean_encrypt_256.
Local Open Scope N_scope.

Inductive event := Call (name : string) (arguments : list N) | Zeros (a n : N).
Local Instance string_eq_dec : EqDecision string := string_dec.
Local Instance event_eq_dec : EqDecision event. Proof. solve_decision. Defined.

(** No two are of one length. *)
Definition named : list (nat * string) :=
  [(length clean_expand_128.code, "fl_gcm_expand_128"); (length clean_expand_256.code, "fl_gcm_expand_256");
   (length clean_powers.code, "fl_gcm_powers"); (length clean_hash.code, "fl_gcm_hash");
   (length clean_keystream_128.code, "fl_gcm_keystream_128"); (length clean_keystream_256.code, "fl_gcm_keystream_256");
   (length clean_encrypt_128.code, "fl_gcm_encrypt_128"); (length clean_encrypt_256.code, "fl_gcm_encrypt_256")]%string.
Goal NoDup (map fst named). Proof. apply (bool_decide_unpack _). by vm_compute. Qed.

Definition name_of (code : list flat) : string :=
  match find (λ e, (fst e =? length code)%nat) named with Some (_, n) => n | None => "?"%string end.

(** What is in memory decides nothing. *)
Local Instance trace : world (list event) :=
  World _ (λ _ code _ arguments _ K, Call (name_of code) arguments :: K (λ _, 0)) (λ a n _ K, Zeros a n :: K (λ _, 0))
    [Call "out of fuel"%string []].

Definition thing (n : N) : N := n * 2 ^ 20.

Definition transcript (size nonce_length data_length length : nat) : list event :=
  let o :=
    if (size =? 16)%nat
    then Library clean_expand_128.code clean_keystream_128.code clean_encrypt_128.code (thing 1) (thing 20) (thing 5)
    else Library clean_expand_256.code clean_keystream_256.code clean_encrypt_256.code (thing 1) (thing 20) (thing 5) in
  key_init o size (thing 2) (thing 3) (thing 4) (λ _, 0) (λ m,
  seal_calls o (thing 7) nonce_length (thing 8) data_length (thing 9) length (thing 10) (thing 11) (thing 6) m (λ m,
  key_wipe o m (λ _, []))).
Arguments transcript (_ _ _ _)%nat_scope.
Arguments Call _%string_scope _.

(** The first of some comparisons that fails, counted from 1; 0 if none does. *)
Fixpoint first_difference (n : nat) (l : list bool) : nat :=
  match l with [] => 0 | true :: l => first_difference (S n) l | false :: _ => S n end.
