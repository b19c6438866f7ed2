(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * verify of any bytes: what it does is what the model does of the whole entries at their front. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Monitor.Log Require Import Functions.
From Fairlead.Refinement Require Export ExactVerify.
Local Open Scope Z_scope.

(** Whole entries of which none is an incr or a transfer are such a log. *)
Lemma plain_log_of l : Forall entry_wf l → Forall plain l → plain_log (zs (print_log l)).
Proof.
  intros Hwf Hl l'. revert l Hwf Hl. induction l' as [|en l' IH]; intros l Hwf Hl rest E Hwf'; [constructor|].
  apply Forall_cons in Hwf' as [Hen Hwf'].
  assert (∃ b, rest = zs b) as [b ->].
  { apply octets_bytes. pose proof (octets_zs (print_log l)) as H. rewrite E in H. by apply Forall_app in H as [_ ?]. }
  rewrite <-zs_app in E. apply zs_inj in E.
  change (print_log (en :: l')) with (print entry_codec en ++ print_log l') in E. rewrite <-(assoc_L (++)) in E.
  pose proof (proj1 entry_codec_lawful en (print_log l' ++ b) Hen) as Hp. rewrite <-E in Hp.
  destruct l as [|en0 l]; [done|]. apply Forall_cons in Hwf as [Hwf0 Hwf], Hl as [Hl0 Hl].
  change (print_log (en0 :: l)) with (print entry_codec en0 ++ print_log l) in Hp.
  rewrite (proj1 entry_codec_lawful) in Hp by done. injection Hp as -> Hr. constructor; [done|].
  apply (IH l Hwf Hl (zs b)); [|done]. by rewrite Hr, zs_app.
Qed.

Theorem verify_bytes (external : nat → list data → option (list data * data)) (F : list Z → Z → list Z → Z)
    (hash : bytes → bytes) (cfg : config Z) (secret : list Z) (t : fthread) (st : thread Z) (log out : list Z) :
  externals_ok external → sums external F → hash_is external hash → hashes_as F hash cfg secret →
  digests_as hash cfg → functions cfg = standard →
  verifier_ok t false None → thread_is F cfg secret t st → linked (t_slots st) →
  octets log → len log < 2 ^ 32 → plain_log log → octets out → len out ≤ 65536 →
  ∃ l tail last, divided log l tail last ∧
    compiled_ensures external fn_verify [dverifier t false None; VExtern secret; VBytes log; VBytes out]
      (λ d ds, ∃ t' out' taken s, d = dprogress taken s ∧
         ds = [dverifier t' (closing_of s) (failed_of s); VBytes out'] ∧
         verifier_ok t' (closing_of s) (failed_of s) ∧ f_self t' = f_self t ∧ f_next t' = f_next t ∧
         octets out' ∧ len out' ≤ 65536 ∧ verified_as F cfg secret st l last out taken s t' out').
Proof.
  intros. destruct (any_divided log) as (l & tail & last & Hdiv); [done|done|]. exists l, tail, last. split; [done|].
  eapply verify_exact; try done. match goal with H : plain_log _ |- _ => apply (H l tail); apply Hdiv end.
Qed.
