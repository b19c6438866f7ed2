(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * values.fl: the program computes what [Parsing] defines. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Refinement Require Export Parsing.
Local Open Scope Z_scope.

Ltac Zify.zify_post_hook ::= idtac.
Section values.
  Context (external : nat → list data → option (list data * data)).
  Local Notation calls := (calls Q external).

  Lemma datum_size_calls b : octets b → calls fn_values_datum_size [VBytes b] (VInt (datum_size b)) [VBytes b].
  Proof. intros Hb. unfold datum_size. fl_function. fl_walk. Qed.

  Lemma edge_size_calls b : octets b → calls fn_values_edge_size [VBytes b] (VInt (edge_size b)) [VBytes b].
  Proof.
    intros Hb. unfold edge_size. fl_function. fl_walk.
    fl_call canonical_calls; [fl_octets|fl_lens; lia|]. fl_walk.
  Qed.

  Theorem value_size_calls b :
    octets b → len b < 2 ^ 32 → calls fn_values_value_size [VBytes b] (VInt (value_size b)) [VBytes b].
  Proof.
    intros Hb Hlen. unfold value_size. pose proof (len_nonneg b). fl_function. fl_walk.
    - fl_call datum_size_calls; [fl_octets|].
      destruct (datum_size_range (cut b 1 (len b))) as [Hd|[Hd|Hd]]; [fl_octets|..]; fl_walk.
    - fl_call edge_size_calls; [fl_octets|].
      destruct (edge_size_range (cut b 1 (len b))) as [Hl|[Hl|Hl]]; [rewrite Hl; fl_walk|rewrite Hl; fl_walk|].
      fl_walk. assert (len (cut b 1 (len b)) = len b - 1) as Hcut by (fl_lens; lia).
      fl_call edge_size_calls; [fl_octets|].
      destruct (edge_size_range (cut b (1 + edge_size (cut b 1 (len b))) (len b))) as [Hr|[Hr|Hr]]; fl_walk.
  Qed.

  Lemma is_merkle_calls v :
    octets v → 1 ≤ len v → calls fn_values_is_merkle [VBytes v] (VBool (is_merkle v)) [VBytes v].
  Proof. intros Hv Hlen. unfold is_merkle. fl_function. fl_walk. Qed.

  Lemma edge_at_calls v d :
    octets v → 2 ≤ len v → calls fn_values_edge_at [VBytes v; VInt d] (VInt (edge_at v d)) [VBytes v; VInt d].
  Proof. intros Hv Hlen. unfold edge_at. fl_function. fl_walk. Qed.

  Theorem is_initial_calls k v depth :
    key_ok k → calls fn_values_is_initial [VBytes k; VBytes v; VInt depth] (VBool (is_initial k v depth))
                 [VBytes k; VBytes v; VInt depth].
  Proof.
    intros (Hk & Hlen & _). unfold is_initial. fl_function. fl_steps. fl_call digits_calls; [done|lia|]. fl_walk.
  Qed.

  Theorem fits_calls k v depth :
    key_ok k → octets v → 1 ≤ len v →
    calls fn_values_fits [VBytes k; VBytes v; VInt depth] (VBool (fits_depth k v depth))
      [VBytes k; VBytes v; VInt depth].
  Proof.
    intros (Hk & Hlen & _) Hv Hvlen. unfold fits_depth. fl_function. fl_steps. fl_call is_merkle_calls; [done|lia|].
    fl_walk; (fl_call digits_calls; [done|lia|]); fl_walk.
  Qed.

  Theorem point_calls v d key digest blum :
    octets v → octets key → octets digest → len key = 34 → len digest = 32 → 2 ≤ len v → 0 ≤ d ≤ 1 →
    edge_at v d < len v → (byte v (edge_at v d) ≠ 0 → edge_at v d + 68 ≤ len v) →
    (byte v (edge_at v d) = 0 → len v - edge_at v d ≤ 69) → len v ≤ 188 →
    calls fn_values_point [VBytes v; VInt d; VBytes key; VBytes digest; VBool blum] (VRecord [])
      [VBytes (point v d key digest blum); VInt d; VBytes key; VBytes digest; VBool blum].
  Proof.
    intros Hv Hk Hh Hkl Hhl Hlen Hd Hat Hedge Hrest Htotal. unfold point. pose proof (edge_at_range v d).
    assert (len (new_edge key digest blum) = 68) as He by (unfold new_edge; fl_lens; lia).
    fl_function. fl_steps. fl_call edge_at_calls; [done|lia|]. fl_walk.
  Qed.

  Theorem clear_calls v d :
    octets v → 2 ≤ len v → len v ≤ 256 → edge_at v d + 68 ≤ len v ≤ edge_at v d + 136 →
    calls fn_values_clear [VBytes v; VInt d] (VRecord []) [VBytes (clear v d); VInt d].
  Proof.
    intros Hv Hlen Hmax Hedge. unfold clear. pose proof (edge_at_range v d).
    fl_function. fl_steps. fl_call edge_at_calls; [done|lia|]. fl_walk.
  Qed.
End values.
