(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What the library has answered up to an epoch that it has certified, is one history of a plain store.

    The model's soundness, for the compiled library: of the model nothing is left in the statement but receipts, the
    plain store, and the ways to deceive it, a collision of hashes or of sums. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From stdpp Require Import sorting.
From Fairlead.Monitor.Consistency Require Import Sequential.
From Fairlead.Monitor.Log Require Functions.
From Fairlead.Refinement Require Export ExactCalls.
Import Fairlead.Monitor.Model.Monitor.
Local Open Scope Z_scope.

Section consistent.
  Context (external : nat → list data → option (list data * data)) (Hext : externals_ok external).
  Context (F : list Z → Z → list Z → Z) (hash : bytes → bytes) (cfg : config Z) (x : list Z).
  Context (Hsums : sums external F) (Hhash : hash_is external hash) (Hmh : hashes_as F hash cfg x).
  Context (Hdigests : digests_as hash cfg) (Hfun : functions cfg = Functions.standard).
  Context (base : key → value) (store0 : key → datum) (Hstart : starts_from cfg base store0).

  (** Of the answers [rs], those of epochs up to [e] are explained: there is a history of a plain store, in order, in
      which each thread's are, all of them, in the order given; or two values have one hash; or in one of these epochs
      the messages of two multisets of one size, which are different, have one sum. *)
  Definition explained (rs : list receipt) (e : N) : Prop :=
    (∃ history, legal (functions cfg) store0 history ∧ StronglySorted moment_lt (r_moment <$> history) ∧
       ∀ i, filter (λ r, r_tid r = i) history = filter (λ r, r_tid r = i ∧ (r_epoch r ≤ e)%N) rs) ∨
    (∃ v v', v ≠ v' ∧ hash (print value_codec v) = hash (print value_codec v')) ∨
    (∃ e' l l', (e' ≤ e)%N ∧ ¬ l ≡ₚ l' ∧ length l = length l' ∧ (N.of_nat (length l) < 2 ^ 32)%N ∧ NoDup l' ∧
       mhash (mh cfg) e' l = mhash (mh cfg) e' l').
  (** One call after another, [rs] being what was answered before: whatever epochs are certified, the answers up to
      them are explained; and what a call appends to [out] are answers, in bytes. *)
  Fixpoint trustworthy (y : fsystem) (rs : list receipt) (cs : list fcall) : Prop :=
    (∀ e, (first_epoch cfg ≤ e)%N → Z.of_N e < g_certified (y_aggregate y) → explained rs e) ∧
    match cs with
    | [] => True
    | c :: cs => performs external y c (λ y' said, ∃ more, said = zs (print_receipts more) ∧
        trustworthy y' (rs ++ more) cs)
    end.

  Lemma certified_explained y ks :
    system_is F cfg x y (run cfg init_monitor ks) →
    ∀ e, (first_epoch cfg ≤ e)%N → Z.of_N e < g_certified (y_aggregate y) → explained (answers cfg init_monitor ks) e.
  Proof using Hdigests Hstart.
    intros (_ & (_ & Hc & _) & _) e Hfirst He. rewrite Hc in He. unfold next_to_certify in He.
    destruct (m_certified (run cfg init_monitor ks)) as [c|] eqn:Ec; [|lia].
    pose proof (sequential_consistency cfg base store0 ks c e Hstart Ec ltac:(lia)) as H. unfold explained.
    destruct (explain cfg base ks e) as [history|v v'|e' l l']; cbn [verdict_holds] in H.
    - left. by exists history.
    - right. left. exists v, v'. rewrite <-!Hdigests. exact H.
    - right. right. exists e', l, l'. tauto.
  Qed.
  Lemma mirrors_trustworthy cs : ∀ y ks,
    mirrors external F cfg x y (run cfg init_monitor ks) cs → trustworthy y (answers cfg init_monitor ks) cs.
  Proof using Hdigests Hstart.
    induction cs as [|c cs IH]; intros y ks [Hy H]; cbn [trustworthy];
      (split; [by apply certified_explained|]); [done|].
    assert (∀ y' said, (∃ ks', feeds c ks' ∧ said = zs (print_receipts (answers cfg (run cfg init_monitor ks) ks')) ∧
      mirrors external F cfg x y' (run cfg (run cfg init_monitor ks) ks') cs) →
      ∃ more, said = zs (print_receipts more) ∧ trustworthy y' (answers cfg init_monitor ks ++ more) cs) as Hnext.
    { intros y' said (ks' & _ & -> & Hm). eexists. split; [reflexivity|]. rewrite <-answers_app. apply IH.
      by rewrite run_app. }
    eapply performs_mono; [exact Hnext|exact H].
  Qed.

  Lemma starts_mono depth slots first root memory : ∀ vs (Φ Φ' : list fverifier → Prop),
    (∀ vs, Φ vs → Φ' vs) → starts external depth slots first root memory vs Φ →
    starts external depth slots first root memory vs Φ'.
  Proof using.
    induction memory as [|v memory IH]; intros vs Φ Φ' Himp; cbn [starts]; [apply Himp|]. intros Hs.
    eapply compiled_mono; [exact Hs|]. intros d ds (v' & Hds & H). exists v'. split; [done|]. by eapply IH.
  Qed.

  Theorem runs_trustworthy (aggregate : data) (memory : list fverifier) (cs : list fcall) :
    let root := zs (print value_codec (first_root cfg)) in
    Values.data_ok type_22 aggregate → Forall (λ v, before_init (v_thread v) (v_closing v) (v_failed v)) memory →
    0 < len memory ≤ SLOTS → n_threads cfg = N.of_nat (length memory) → (first_epoch cfg < 2 ^ 64)%N →
    value_wf (first_root cfg) → init_allowed (Z.of_N (depth cfg)) (Z.of_N (store_size cfg)) root →
    Forall (call_ok (length memory)) cs → Forall (exact_call x) cs →
    compiled_ensures external fn_init_aggregate [aggregate; VInt (len memory); VInt (Z.of_N (first_epoch cfg))]
      (λ _ ds, ∃ g, ds = [daggregate g] ∧
         starts external (Z.of_N (depth cfg)) (Z.of_N (store_size cfg)) (Z.of_N (first_epoch cfg)) root memory []
           (λ vs, trustworthy (FSystem g vs) [] cs)).
  Proof using Hext Hsums Hhash Hmh Hdigests Hfun Hstart.
    intros root Ha Hm Hl Hn Hf Hw Hall Hcs Hb.
    eapply compiled_mono; [by apply (runs_mirror external Hext F hash cfg x Hsums Hhash Hmh Hdigests Hfun)|].
    intros d ds (g & -> & H). exists g. split; [done|]. eapply starts_mono; [|exact H].
    intros vs Hvs. by apply (mirrors_trustworthy cs _ []).
  Qed.
End consistent.
