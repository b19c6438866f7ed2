(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** A function that the host knows in place of CBC-MAC: it changes a value while the record is in Blum, and the library
    certifies what it answered. No claim names anything here but the refuter of [monitor_in_fl_host]. *)
From Coq Require Import QArith.
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Monitor.Log Require Import Format Functions.
From Fairlead.Monitor.Consistency Require Import Sequential.
From Fairlead.Monitor.Adversary Require Import LeftOut.
From Fairlead.Monitor.Hash Require Import Counting.
From Fairlead.Refinement Require Import Refuted.Answers.
From Fairlead.Hosts Require Import Reliable.
Import Fairlead.Monitor.Model.Monitor Fairlead.Monitor.Adversary.LeftOut.
Local Open Scope Z_scope.

Definition known (x : list Z) (e : Z) (m : list Z) : Z := 1.
Definition top1 : value := Record.initial 1 Key.root.
(** It puts, lets the record go to Blum, brings it back with another value, gets that, and has it certified. *)
Definition liar : fhost := λ seen,
  nth (length seen) [HVerify 0 (zs (print_log other_value)) []; HPublish 0; HCertify] HCertify.
Definition lied : list call := ideally cut_off 8 1 1 top1 0 liar 3.

Theorem known_misleads :
  let bad := misleads cut_off 8 1 1 top1 0 liar 3 in
  (∀ x seen, call_ok 1 (with_secret x (liar seen))) ∧
  find_collision cut_off 8 1 1 standard top1 0 (replay lied) (length lied) = None ∧
  (∀ secrets, secrets ≠ [] → ¬ (prob secrets (λ x, bad (keys_of known cut_off x)) <= 1 # 2 ^ 85)%Q) ∧
  let cfg := model_of known cut_off 8 1 1 top1 0 [] in
  m_certified (run cfg init_monitor lied) = Some 0%N ∧
  ¬ settled known cut_off 8 1 1 top1 0 (Record.initial 1) (λ _, None) [] lied (answers cfg init_monitor lied) 0 ∧
  ¬ legal standard (λ _, None) (answers cfg init_monitor lied).
Proof.
  intros bad. split_and!.
  - intros x seen. unfold liar. destruct (length seen) as [|[|[|k]]]; cbn [nth with_secret call_ok].
    + split; [lia|]. split; [apply octets_zs|]. split; [by vm_compute|]. by split; [constructor|].
    + lia.
    + done.
    + by destruct k.
  - by vm_compute.
  - intros secrets Hs. assert (∀ x, bad (keys_of known cut_off x) = true) as Hbad.
    { intros x. assert (keys_of known cut_off x = λ _, 1) as -> by reflexivity. by vm_compute. }
    unfold prob. rewrite (count_ext _ (λ _, true)) by (intros; apply Hbad). unfold Counting.count.
    assert (∀ l : list (list Z), List.filter (λ _, true) l = l) as -> by (induction l as [|y l IH]; cbn; by rewrite
      ?IH).
    assert (0 < Counting.size secrets) as Hpos.
    { unfold Counting.size. destruct secrets; [done|cbn [length]; lia]. }
    revert Hpos. generalize (Counting.size secrets). intros k Hk Hle.
    assert (inject_Z k / inject_Z k == 1)%Q as Heq by (apply Qmult_inv_r; intros E; unfold Qeq in E; cbn in E; lia).
    rewrite Heq in Hle. by apply Qle_bool_iff in Hle.
  - intros cfg. split_and!.
    + by vm_compute.
    + by vm_compute.
    + intros Hl%legal_now_spec. by vm_compute in Hl.
Qed.
