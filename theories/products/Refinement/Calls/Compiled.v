(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What the compiled monitor does with bytes that may be anything.

    From what [Parsing] and [Values] show of the source to the machine that is laid out and lowered, by
    [verified_lowered]. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Lang Require Import Typing.Soundness Model.Source Frames.Checker Guards.Machine EndToEnd.
From Fairlead.Lang.Logic Require Import Functions.
From Fairlead.Refinement Require Export Values ValueBytes.
Local Open Scope Z_scope.

(** The function [p], compiled and started with [args], takes finitely many steps and ends with the result [d]; nothing
    else can happen: no trap, no endless run. *)
Definition compiled_gives (external : nat → list data → option (list data * data)) (p : procedure)
    (args : list data) (d : data) : Prop :=
  ∃ st, fl_initial Q (laid_out Q (plans_of L)) p args [] = Some st ∧
    computes (driven Q p (lowered Q (laid_out Q (plans_of L)) external)) (None, st) (λ r, r = (d, [])).

Lemma view_ok b : octets b → len b < 2 ^ 32 → data_ok TView (VBytes b).
Proof. intros Hb Hlen. constructor. split; [exact Hb|exact Hlen]. Qed.

Section compiled.
  Context (external : nat → list data → option (list data * data)).
  Context (Hext : external_ok (λ f, externs Q !! f) external) (Htotal : ∀ f ds, external f ds ≠ None).

  Lemma value_size_compiled (l : bytes) :
    len l < 2 ^ 32 - 2 →
    compiled_gives external fn_values_value_size [VBytes (zs l)] (VInt (value_size (zs l))).
  Proof using Hext Htotal.
    intros Hlen. eapply (verified_lowered Q L external _ _ _ _ types layouts Hext Htotal);
      [reflexivity|done| |done|].
    - constructor; [|constructor]. apply view_ok; [apply octets_zs|rewrite len_zs; lia].
    - eapply (calls_verified Q external _ _ _ [VBytes (zs l)] (VInt (value_size (zs l))) [VBytes (zs l)]
        (VInt (value_size (zs l))) []);
        [done|done|done| |apply le_n|done|constructor|done|done].
      apply value_size_calls; [apply octets_zs|rewrite len_zs; lia].
  Qed.

  Lemma canonical_compiled (l : bytes) :
    length l = 34%nat → compiled_gives external fn_keys_canonical [VBytes (zs l)] (VBool (canonical (zs l))).
  Proof using Hext Htotal.
    intros Hlen. assert (len (zs l) = 34) as Hl by (rewrite len_zs; unfold len; lia).
    eapply (verified_lowered Q L external _ _ _ _ types layouts Hext Htotal);
      [reflexivity|done| |done|].
    - constructor; [|constructor]. apply view_ok; [apply octets_zs|lia].
    - eapply (calls_verified Q external _ _ _ [VBytes (zs l)] (VBool (canonical (zs l))) [VBytes (zs l)]
        (VBool (canonical (zs l))) []);
        [done|done|done| |apply le_n|done|constructor|done|done].
      apply canonical_calls; [apply octets_zs|done].
  Qed.
End compiled.

Theorem value_size_parses (external : nat → list data → option (list data * data)) (l : bytes) :
  external_ok (λ f, externs Q !! f) external → (∀ f ds, external f ds ≠ None) → len l < 2 ^ 32 - 2 →
  ∃ n, compiled_gives external fn_values_value_size [VBytes (zs l)] (VInt n) ∧ sized n l (parse value_codec l).
Proof.
  intros Hext Htotal Hlen. exists (value_size (zs l)). split; [by apply value_size_compiled|by apply value_sized].
Qed.

Theorem canonical_parses (external : nat → list data → option (list data * data)) (l : bytes) :
  external_ok (λ f, externs Q !! f) external → (∀ f ds, external f ds ≠ None) → length l = 34%nat →
  ∃ b : bool, compiled_gives external fn_keys_canonical [VBytes (zs l)] (VBool b) ∧
    (b = true ↔ ∃ k, parse key_codec l = Parsed k []).
Proof.
  intros Hext Htotal Hlen. exists (canonical (zs l)). split; [by apply canonical_compiled|].
  rewrite parse_key, decide_True, take_ge, drop_ge by lia.
  destruct (canonical (zs l)); [|naive_solver]. by split; eauto.
Qed.
