(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** How the procedures return, whatever they were called with: what callers rely on is as it was, and the vector registers are cleared. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith.
From Fairlead.Asm.Model Require Import Syntax_trusted State_trusted Flat_trusted.
From Fairlead.Asm.Control Require Import Returns.
From Fairlead.Gcm.Generated Require clean_expand_128 clean_expand_256 clean_powers clean_hash clean_keystream_128 clean_keystream_256
  clean_encrypt_128 clean_encrypt_256 clean_decrypt_128 clean_decrypt_256
  shipped_encrypt_128 shipped_encrypt_256 shipped_decrypt_128 shipped_decrypt_256 clean_wide_powers
  clean_wide_encrypt_128 clean_wide_encrypt_256 clean_wide_decrypt_128 clean_wide_decrypt_256
  shipped_wide_encrypt_128 shipped_wide_encrypt_256 shipped_wide_decrypt_128 shipped_wide_decrypt_256.

(** With 128-bit instructions only; and the loops with 256-bit ones. *)
Definition narrow_procedures : list (list flat) :=
  [clean_expand_128.code; clean_expand_256.code; clean_powers.code; clean_wide_powers.code; clean_hash.code;
   clean_keystream_128.code; clean_keystream_256.code;
   clean_encrypt_128.code; clean_encrypt_256.code; clean_decrypt_128.code; clean_decrypt_256.code;
   shipped_encrypt_128.code; shipped_encrypt_256.code; shipped_decrypt_128.code; shipped_decrypt_256.code].
Definition wide_procedures : list (list flat) :=
  [clean_wide_encrypt_128.code; clean_wide_encrypt_256.code; clean_wide_decrypt_128.code; clean_wide_decrypt_256.code;
   shipped_wide_encrypt_128.code; shipped_wide_encrypt_256.code; shipped_wide_decrypt_128.code; shipped_wide_decrypt_256.code].

(** By the System V ABI. *)
Definition callee_saved : list reg := [RBX; RBP; RSP; R12; R13; R14; R15].

(** All vector registers but %xmm13, in which the constant for reversing bytes stays. *)
Definition wiped : list vreg := [V0; V1; V2; V3; V4; V5; V6; V7; V8; V9; V10; V11; V12; V14; V15].

Lemma in_wiped x : x ≠ V13 → x ∈ wiped.
Proof. intros H. apply (bool_decide_unpack _). by destruct x. Qed.

Lemma narrow_checked :
  forallb (check_return (map G callee_saved) (map Lo wiped ++ map Hi wiped) [Hi V13]) narrow_procedures = true.
Proof. by vm_compute. Qed.

Lemma wide_checked :
  forallb (check_return (map G callee_saved) (Hi V13 :: map Lo wiped ++ map Hi wiped) []) wide_procedures = true.
Proof. by vm_compute. Qed.

Theorem returns_clean code g n s pc s' t :
  In code (narrow_procedures ++ wide_procedures) →
  flat_steps g code n 0 s = Some (pc, s', t) → nth_error code pc = Some FHalt →
  (∀ r, In r callee_saved → locs s' (G r) = locs s (G r)) ∧
  (∀ x, x ≠ V13 → locs s' (Lo x) = 0%N ∧ locs s' (Hi x) = 0%N) ∧
  (locs s' (Hi V13) = 0%N ∨ In code narrow_procedures ∧ locs s' (Hi V13) = locs s (Hi V13)).
Proof.
  intros [Hin|Hin]%in_app_or H Hh.
  - destruct (check_return_sound _ _ _ code g n s pc s' t (proj1 (forallb_forall _ _) narrow_checked code Hin) H Hh) as (Hk & Hz & Ho).
    repeat split.
    + intros r Hr. by apply Hk, elem_of_list_In, in_map.
    + apply Hz, elem_of_app. left. apply elem_of_list_fmap. eauto using in_wiped.
    + apply Hz, elem_of_app. right. apply elem_of_list_fmap. eauto using in_wiped.
    + destruct (Ho (Hi V13)) as [E|E]; [left|by left|by right].
  - destruct (check_return_sound _ _ _ code g n s pc s' t (proj1 (forallb_forall _ _) wide_checked code Hin) H Hh) as (Hk & Hz & _).
    repeat split.
    + intros r Hr. by apply Hk, elem_of_list_In, in_map.
    + apply Hz, elem_of_cons. right. apply elem_of_app. left. apply elem_of_list_fmap. eauto using in_wiped.
    + apply Hz, elem_of_cons. right. apply elem_of_app. right. apply elem_of_list_fmap. eauto using in_wiped.
    + left. apply Hz, elem_of_cons. by left.
Qed.
