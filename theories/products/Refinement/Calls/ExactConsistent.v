(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What the library has answered up to an epoch that it has certified, is one history of a plain store.

    The model's soundness, for the compiled library: [explain] computes, of what the library was fed with, a history in
    which its answers are, or two strings of bytes that have one hash, or two multisets that have one sum. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From stdpp Require Import sorting.
From Fairlead.Monitor.Consistency Require Import Sequential WellFormed.
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
  Context (Hroot : value_wf (first_root cfg)) (Hbase : ∀ k, value_wf (base k)).

  (** Of what was fed to the library, [ks], [explain] computes one of three things (that there are such things somewhere
      says nothing: every hash has collisions), and it is right of the answers [rs] of epochs up to [e]: a history of a
      plain store, in order, in which each thread's are, all of them, in the order given; or two values, of which the
      first was fed as that of a record that comes back from the tree, whose bytes are different and have one hash; or
      the messages of what was added and of what was evicted in one of these epochs, two multisets of one size that are
      different, have one sum. *)
  Definition explained (ks : list call) (rs : list receipt) (e : N) : Prop :=
    match explain cfg base ks e with
    | Consistent history =>
        legal (functions cfg) store0 history ∧ StronglySorted moment_lt (r_moment <$> history) ∧
        ∀ i, filter (λ r, r_tid r = i) history = filter (λ r, r_tid r = i ∧ (r_epoch r ≤ e)%N) rs
    | Value_collision v v' =>
        (∃ i k s s', Feed i (AddM k v s s') ∈ ks) ∧ value_wf v ∧ value_wf v' ∧
        print value_codec v ≠ print value_codec v' ∧ hash (print value_codec v) = hash (print value_codec v')
    | Multiset_collision e' l l' =>
        (e' ≤ e)%N ∧ ¬ l ≡ₚ l' ∧ length l = length l' ∧ (N.of_nat (length l) < 2 ^ 32)%N ∧ NoDup l' ∧
        mhash (mh cfg) e' l = mhash (mh cfg) e' l'
    end.
  (** One call after another, [ks] being what was fed before, and [rs] what was answered: whatever epochs are certified,
      the answers up to them are explained; and a call is fed with entries from the front of its log, in bytes
      ([feeds]), and appends answers to [out], in bytes, the model's. *)
  Fixpoint trustworthy (y : fsystem) (ks : list call) (rs : list receipt) (cs : list fcall) : Prop :=
    (∀ e, (first_epoch cfg ≤ e)%N → Z.of_N e < g_certified (y_aggregate y) → explained ks rs e) ∧
    match cs with
    | [] => True
    | c :: cs => performs external y c (λ y' said, ∃ ks' more, feeds c ks' ∧
        more = answers cfg (run cfg init_monitor ks) ks' ∧ said = zs (print_receipts more) ∧
        trustworthy y' (ks ++ ks') (rs ++ more) cs)
    end.

  Lemma fed_wf c ks i en : feeds c ks → Feed i en ∈ ks → entry_wf en.
  Proof using.
    destruct c as [j secret log out|j|j secret|]; cbn [feeds].
    - intros (taken & rest & _ & Hwf & ->) (en' & [= _ ->] & Hin)%elem_of_list_fmap.
      rewrite Forall_forall in Hwf. by apply Hwf.
    - intros ->. by intros ?%elem_of_nil.
    - intros [->| ->]; [by intros ?%elem_of_nil|]. by intros [= _ ->]%elem_of_list_singleton.
    - intros ->. by intros ?%elem_of_list_singleton.
  Qed.

  Lemma certified_explained y ks :
    (∀ i en, Feed i en ∈ ks → entry_wf en) → system_is F cfg x y (run cfg init_monitor ks) →
    ∀ e, (first_epoch cfg ≤ e)%N → Z.of_N e < g_certified (y_aggregate y) →
      explained ks (answers cfg init_monitor ks) e.
  Proof using Hhash Hdigests Hstart Hroot Hbase.
    intros Hks (_ & (_ & Hc & _) & _) e Hfirst He. rewrite Hc in He. unfold next_to_certify in He.
    destruct (m_certified (run cfg init_monitor ks)) as [c|] eqn:Ec; [|lia].
    pose proof (sequential_consistency cfg base store0 ks c e Hstart Ec ltac:(lia)) as H.
    assert (∀ v, length (digest cfg v) = 32%nat) as Hlength by (intros v; rewrite Hdigests; apply Hhash).
    pose proof (explained_values cfg Hlength Hroot base ks e) as Hvalues. unfold explained.
    destruct (explain cfg base ks e) as [history|v v'|e' l l']; cbn [verdict_holds] in H.
    - exact H.
    - destruct (Hvalues v v' Hbase Hks eq_refl) as (? & ? & Hne & ?). destruct H as [Hdiffer Hsame].
      split_and!; [done|done|done|by apply Hne|]. by rewrite <-!Hdigests.
    - tauto.
  Qed.
  Lemma mirrors_trustworthy cs : ∀ y ks,
    (∀ i en, Feed i en ∈ ks → entry_wf en) →
    mirrors external F cfg x y (run cfg init_monitor ks) cs → trustworthy y ks (answers cfg init_monitor ks) cs.
  Proof using Hhash Hdigests Hstart Hroot Hbase.
    induction cs as [|c cs IH]; intros y ks Hks [Hy H]; cbn [trustworthy];
      (split; [by apply certified_explained|]); [done|].
    eapply performs_mono; [|exact H]. intros y' said (ks' & Hf & -> & Hm). exists ks'. eexists.
    split; [done|]. split; [reflexivity|]. split; [done|]. rewrite <-answers_app. apply IH.
    - intros i en [?|?]%elem_of_app; [by eapply Hks|by eapply fed_wf].
    - by rewrite run_app.
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
    init_allowed (Z.of_N (depth cfg)) (Z.of_N (store_size cfg)) root →
    Forall (call_ok (length memory)) cs → Forall (one_secret x) cs →
    compiled_ensures external fn_init_aggregate [aggregate; VInt (len memory); VInt (Z.of_N (first_epoch cfg))]
      (λ _ ds, ∃ g, ds = [daggregate g] ∧
         starts external (Z.of_N (depth cfg)) (Z.of_N (store_size cfg)) (Z.of_N (first_epoch cfg)) root memory []
           (λ vs, trustworthy (FSystem g vs) [] [] cs)).
  Proof using Hext Hsums Hhash Hmh Hdigests Hfun Hstart Hroot Hbase.
    intros root Ha Hm Hl Hn Hf Hall Hcs Hb.
    eapply compiled_mono; [by apply (runs_mirror external Hext F hash cfg x Hsums Hhash Hmh Hdigests Hfun)|].
    intros d ds (g & -> & H). exists g. split; [done|]. eapply starts_mono; [|exact H].
    intros vs Hvs. apply (mirrors_trustworthy cs _ []); [|done]. by intros i en ?%elem_of_nil.
  Qed.
End consistent.
