(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The compiled library, a host that reacts, the bound for CBC-MAC, and the assembly that computes it: together. *)
From Coq Require Import QArith.
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Flat_trusted.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Generated Require clean_macs shipped_macs.
From Fairlead.Monitor.Hash Require Import Counting RandomFunction Forgery Draws CbcMacBound.
From Fairlead.Monitor.Consistency Require Import Sequential.
From Fairlead.Hosts Require Export Macs.
Local Open Scope Z_scope.

Section joined.
  Context (external : nat → list data → option (list data * data)) (hash : bytes → bytes).
  Context (round_keys : list Z → Z → list N) (size threads deep : N) (top : value) (first : N).
  Context (base : key → value) (store0 : key → datum) (aggregate : data) (memory : list fverifier).
  Context (h : fhost) (n : nat).
  (** What is summed: the CBC-MAC with AES, under the round keys that the secret gives in an epoch. *)
  Definition aes_macs : list Z → Z → list Z → Z := cbc_macs (λ x e, aes (round_keys x e)).
  Definition hashed_by_host : list element :=
    let fed := ideally hash size threads deep top first h n in
    hashed_elements size threads deep Functions.standard top first (digest_of hash) (replay fed) (length fed).
  Definition value_collision_of_host : option (element * element) :=
    let fed := ideally hash size threads deep top first h n in
    find_collision hash size threads deep Functions.standard top first (replay fed) (length fed).

  Theorem host_joined :
    let bad := misleads hash size threads deep top first h n in
    let root := zs (print value_codec top) in
    externals_ok external → sums external aes_macs → hash_is external hash →
    Invariant.starts deep (digest_of hash) top base → agrees base store0 →
    value_wf top → (∀ k, value_wf (base k)) →
    Values.data_ok type_22 aggregate → Forall (λ v, before_init (v_thread v) (v_closing v) (v_failed v)) memory →
    0 < len memory ≤ 65536 → threads = N.of_nat (length memory) → (first < 2 ^ 64)%N →
    init_allowed (Z.of_N deep) (Z.of_N size) root →
    (∀ x seen, call_ok (length memory) (with_secret x (h seen))) →
    (∃ epochs, ∀ y, y ∈ hashed_by_host → (N.to_nat (el_epoch y) < epochs)%nat) ∧
    (∀ epochs, (∀ y, y ∈ hashed_by_host → (N.to_nat (el_epoch y) < epochs)%nat) →
      match value_collision_of_host with
      | Some (y, z) => el_value y ≠ el_value z ∧ digest_of hash (el_value y) = digest_of hash (el_value z)
      | None =>
          let ciphers := draws epochs (orders numbers128) in
          (prob ciphers (λ ks, bad (over_permutations hash ks)) <= 1 # 2 ^ 85)%Q ∧
          ∀ secrets : list (list Z),
            (prob secrets (λ x, bad (keys_of aes_macs hash x)) <=
              (1 # 2 ^ 85) + advantage secrets (keys_of aes_macs hash) (over_permutations hash <$> ciphers) bad)%Q
      end) ∧
    (∀ x, bad (keys_of aes_macs hash x) = false →
      compiled_ensures external fn_init_aggregate [aggregate; VInt (len memory); VInt (Z.of_N first)]
        (λ _ ds, ∃ g, ds = [daggregate g] ∧
           SafeCalls.starts external (Z.of_N deep) (Z.of_N size) (Z.of_N first) root memory []
             (λ vs, reliable aes_macs hash size threads deep top first external base store0 x h n
                      (FSystem g vs) [] [] []))).
  Proof using Type.
    intros bad root Hext Hsums Hhash Hbase Hstore Hroot Hbasewf Ha Hm Hl Hn Hf Hall Hh. split_and!.
    - destruct (inputs_domain size threads deep Functions.standard top first (digest_of hash)
        (replay (ideally hash size threads deep top first h n)) (length (ideally hash size threads deep top first h n)))
        as (epochs & dom & _ & Hdom). exists epochs. intros y Hy. by apply Hdom.
    - intros epochs Hepochs.
      pose proof (host_bound hash (proj2 Hhash) size threads deep top first Hroot ltac:(unfold len in *; lia) h n epochs
        Hepochs) as Hbound.
      unfold value_collision_of_host. cbv zeta in Hbound |- *. destruct (find_collision _ _ _ _ _ _ _ _ _) as [[y z]|];
        [exact Hbound|]. destruct Hbound as [Hideal Hreal]. split; [exact Hideal|]. intros secrets. apply Hreal.
    - intros x Hbad. by apply (starts_reliable aes_macs hash size threads deep top first external Hext Hsums Hhash base
        store0 Hbase Hstore Hroot Hbasewf x aggregate memory h n).
  Qed.
End joined.
