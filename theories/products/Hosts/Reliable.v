(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * A host that chooses its calls by the bytes that it has seen, and secrets that are not deceived.

    What it feeds to the model, were no comparison to err, is one list of calls, whatever the secret ([ideally]). Under
    a secret of which the sums do not deceive, the compiled library is fed with just these, and all that it certifies is
    explained. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From stdpp Require Import sorting gmultiset.
From Fairlead.Monitor.Consistency Require Import Sequential.
From Fairlead.Monitor.Adversary Require Export Messages.
From Fairlead.Refinement Require Export ExactConsistent.
From Fairlead.Hosts Require Export Shown Images.
From Fairlead.Monitor.Adversary Require Import KeyedSum.
Import Fairlead.Monitor.Model.Monitor.
Local Open Scope Z_scope.

(** A host that makes these calls, whatever it sees. *)
Definition replay (l : list call) : host := λ seen, nth (length seen) l Certify.
Lemma calls_replay {acc} (cfg : config acc) (l : list call) : Play.calls cfg (replay l) (length l) = l.
Proof.
  unfold Play.calls. assert (∀ l' l0 seen m, l = l0 ++ l' → length seen = length l0 →
    calls_from cfg (replay l) (length l') seen m = l') as Hgen; [|by apply (Hgen l [])].
  induction l' as [|c l' IH]; intros l0 seen m El Hs; [done|]. cbn [length calls_from].
  assert (replay l seen = c) as ->.
  { unfold replay. rewrite Hs, El, app_nth2, Nat.sub_diag by lia. done. }
  f_equal. apply (IH (l0 ++ [c])); [by rewrite <-(assoc_L (++))|]. rewrite !app_length, Hs. done.
Qed.

Section reliable.
  Context (F : list Z → Z → list Z → Z) (hash : bytes → bytes).
  Context (size threads deep : N) (top : value) (first : N).

  (** The model under the secret [x], and the keyed function that it has of elements. *)
  Definition model_of (x : list Z) : config Z :=
    Config size threads deep Functions.standard top first (digest_of hash)
      (prf_sum_hash 128 (λ e y, F x (Z.of_N e) (zs (message hash y)))).
  Definition keys_of (x : list Z) : keys := λ p, F x (Z.of_nat p.1) (zs (message hash p.2)).
  Notation ideal := (Config size threads deep Functions.standard top first (digest_of hash) free).
  Notation deceived x :=
    (deceived free (prf_sum_hash 128 (λ e y, F x (Z.of_N e) (zs (message hash y)))) (sum_of (keys_of x))
       size threads deep Functions.standard top first (digest_of hash)).
  Notation image x := (map_monitor (sum_of (keys_of x))).

  (** What [n] calls of the host feed to the model, were no comparison to err. *)
  Definition ideally (h : fhost) (n : nat) : list call := fed_by ideal h n.
  (** The bad event: of the epochs there is one in which what was added is not what was evicted, and the sums agree. *)
  Definition misleads (h : fhost) (n : nat) : keys → bool :=
    deceives size threads deep Functions.standard top first (digest_of hash) (replay (ideally h n))
      (length (ideally h n)).
  Lemma misleads_is h n x : misleads h n (keys_of x) = deceived x (run ideal init_monitor (ideally h n)).
  Proof using. unfold misleads, deceives. by rewrite calls_replay. Qed.

  Lemma element_is x e y :
    sum_of (keys_of x) (mh_element free e y) =
    mh_element (prf_sum_hash 128 (λ e y, F x (Z.of_N e) (zs (message hash y)))) e y.
  Proof using.
    rewrite sum_of_element, keyed_sum_element. unfold epoch_key, keys_of. cbn [fst snd mh_element prf_sum_hash].
    by rewrite N_nat_Z.
  Qed.

  Context (external : nat → list data → option (list data * data)) (Hext : externals_ok external).
  Context (Hsums : sums external F) (Hhash : hash_is external hash).
  Context (base : key → value) (store0 : key → datum).
  Context (Hbase : Invariant.starts deep (digest_of hash) top base) (Hstore : agrees base store0).
  Context (Hroot : value_wf top) (Hbasewf : ∀ k, value_wf (base k)).

  (** Of what was fed to the library, [ks], [explain] computes a history of a plain store in which the answers [rs] of
      epochs up to [e] are, each thread's in its order; or two values that have different bytes and one hash. *)
  Definition settled (x : list Z) (ks : list call) (rs : list receipt) (e : N) : Prop :=
    match explain (model_of x) base ks e with
    | Consistent history =>
        legal Functions.standard store0 history ∧ StronglySorted moment_lt (r_moment <$> history) ∧
        ∀ i, filter (λ r, r_tid r = i) history = filter (λ r, r_tid r = i ∧ (r_epoch r ≤ e)%N) rs
    | Value_collision v v' =>
        print value_codec v ≠ print value_codec v' ∧ hash (print value_codec v) = hash (print value_codec v')
    | Multiset_collision _ _ _ => False
    end.
  (** The host [h] makes [n] calls, each by what it has seen, [seen], of those before. Before each and after the last,
      all that is certified is settled; each comes to its end without a trap, is fed with entries from the front of its
      log, and appends answers, the model's, in bytes. *)
  Fixpoint reliable (x : list Z) (h : fhost) (n : nat) (y : fsystem) (seen : list sight) (ks : list call)
      (rs : list receipt) : Prop :=
    (∀ e, (first ≤ e)%N → Z.of_N e < g_certified (y_aggregate y) → settled x ks rs e) ∧
    match n with
    | O => True
    | S n => shows external y (with_secret x (h seen)) (λ y' d said, ∃ ks' more,
        feeds (with_secret x (h seen)) ks' ∧ more = answers (model_of x) (run (model_of x) init_monitor ks) ks' ∧
        said = zs (print_receipts more) ∧ reliable x h n y' (seen ++ [(d, said)]) (ks ++ ks') (rs ++ more))
    end.

  Section secret.
    Context (x : list Z).
    Notation cfg := (model_of x).
    Lemma image_laws :
      sum_of (keys_of x) (mh_zero free) = mh_zero (mh cfg) ∧
      (∀ a b, sum_of (keys_of x) (mh_plus free a b) =
         mh_plus (mh cfg) (sum_of (keys_of x) a) (sum_of (keys_of x) b)) ∧
      (∀ e y, sum_of (keys_of x) (mh_element free e y) = mh_element (mh cfg) e y).
    Proof using. split; [apply sum_of_zero|]. split; [apply (sum_of_plus (keys_of x))|]. apply element_is. Qed.

    Lemma not_deceived_run cs :
      deceived x (run ideal init_monitor cs) = false →
      run cfg init_monitor cs = image x (run ideal init_monitor cs) ∧
      events cfg init_monitor cs = map_event (sum_of (keys_of x)) <$> events ideal init_monitor cs.
    Proof using.
      intros Hd. destruct image_laws as (Hz & Hp & He).
      destruct (map_run free (mh cfg) (sum_of (keys_of x)) Hz Hp He size threads deep Functions.standard top first
        (digest_of hash) cs []) as (Hr & _ & Hev); [exact Hd|].
      cbn [run] in Hr, Hev. rewrite map_init in Hr, Hev. by split.
    Qed.

    Lemma certified_settled y ks :
      (∀ i en, Feed i en ∈ ks → entry_wf en) → deceived x (run ideal init_monitor ks) = false →
      system_is F cfg x y (run cfg init_monitor ks) →
      ∀ e, (first ≤ e)%N → Z.of_N e < g_certified (y_aggregate y) → settled x ks (answers cfg init_monitor ks) e.
    Proof using Hhash Hbase Hstore Hroot Hbasewf.
      intros Hks Hd Hy e Hfirst He.
      pose proof (certified_explained external F hash cfg x Hhash (λ v, eq_refl) base store0 (conj Hbase Hstore) Hroot
        Hbasewf y ks Hks Hy e Hfirst He) as Hex.
      destruct (not_deceived_run ks Hd) as [Hrun Hevents].
      destruct Hy as (_ & (_ & Hc & _) & _). rewrite Hc in He. unfold next_to_certify in He.
      destruct (m_certified (run cfg init_monitor ks)) as [c|] eqn:Ec; [|cbn in He; lia].
      assert (unbalanced e (events cfg init_monitor ks) = None) as Hbal.
      { destruct (unbalanced e _) as [e'|] eqn:Hu; [exfalso|done]. unfold unbalanced in Hu.
        apply head_Some_elem_of in Hu. rewrite elem_of_list_filter, elem_of_list_fmap in Hu.
        destruct Hu as (Hne & n & -> & Hn%elem_of_seq). apply Hne.
        rewrite Hrun in Ec. change (m_certified (run ideal init_monitor ks) = Some c) in Ec.
        destruct (certified_agree ideal ks c (N.of_nat n) Ec ltac:(lia)) as [Hm _].
        apply free_mhash_inj in Hm. rewrite Hevents. unfold adds_in, evicts_in.
        by rewrite map_omap_added, map_omap_evicted. }
      unfold settled. unfold ExactConsistent.explained, explain in *. rewrite Hbal in *.
      destruct (find_impostor _ _ _) as [[v v']|]; [|exact Hex]. tauto.
    Qed.

    Lemma runs_reliable h n : ∀ y seen ks closing,
      let m := run ideal init_monitor ks in
      (∀ i en, Feed i en ∈ ks → entry_wf en) →
      deceived x (run ideal m (fed_from ideal h n seen m closing)) = false →
      system_is F cfg x y (run cfg init_monitor ks) → closings y closing →
      (∀ seen, call_ok (length (y_verifiers y)) (with_secret x (h seen))) →
      reliable x h n y seen ks (answers cfg init_monitor ks).
    Proof using Hext Hsums Hhash Hbase Hstore Hroot Hbasewf.
      destruct image_laws as (Hz & Hp & Hel).
      induction n as [|n IH]; intros y seen ks closing m Hks Hd Hy Hc Hh; cbn [reliable].
      { split; [|done]. by apply certified_settled. }
      assert (deceived x m = false) as Hnow by by eapply (deceived_before free (mh cfg) (sum_of (keys_of x)) Hz).
      split; [by apply certified_settled|]. cbn [fed_from] in Hd.
      destruct (serve ideal m closing (h seen)) as [[ks' d'] closing'] eqn:Es.
      destruct (not_deceived_run ks Hnow) as [Hrun _]. fold m in Hrun.
      destruct (map_served free (mh cfg) (sum_of (keys_of x)) Hz Hp Hel size threads deep Functions.standard top first
        (digest_of hash) ks closing (h seen)
        (fed_from ideal h n (seen ++ [seen_of ideal m ks' d']) (run ideal m ks') closing')) as (Hserve & Hrun' & Hans).
      { fold m. rewrite Es. exact Hd. }
      fold m in Hserve, Hrun', Hans. rewrite Es in Hserve, Hrun', Hans. cbn [fst] in Hrun', Hans.
      eapply shows_mono; [|eapply (call_shows external Hext F hash cfg x Hsums Hhash eq_refl (λ v, eq_refl) eq_refl y
        (run cfg init_monitor ks) closing (h seen) Hy Hc); [by apply run_linked, all_linked_init|exact (Hh seen)]].
      intros y' d said Hserved. unfold served in Hserved. rewrite Hrun in Hserved.
      change (serve cfg (image x m) closing (h seen) = (ks', d', closing')) in Hserve. rewrite Hserve in Hserved.
      cbn [fst snd] in Hserved. destruct Hserved as (Hfeeds & -> & -> & Hy' & Hc' & Hlength).
      exists ks'. eexists. split; [done|]. split; [reflexivity|]. rewrite Hrun. split; [done|].
      assert (answers cfg (image x m) ks' = answers ideal m ks') as Hans' by exact Hans.
      rewrite <-Hrun, <-answers_app, Hrun, Hans'.
      change (d', zs (print_receipts (answers ideal m ks'))) with (seen_of ideal m ks' d').
      apply (IH y' _ _ closing').
      - intros i en [?|?]%elem_of_app; [by eapply Hks|].
        eapply (serve_wf ideal m closing (h seen) i). by rewrite Es.
      - rewrite (run_app ideal). fold m. by rewrite run_app in Hd.
      - by rewrite run_app, Hrun.
      - done.
      - by rewrite Hlength.
    Qed.

    Theorem starts_reliable (aggregate : data) (memory : list fverifier) (h : fhost) (n : nat) :
      let root := zs (print value_codec top) in
      Values.data_ok type_22 aggregate → Forall (λ v, before_init (v_thread v) (v_closing v) (v_failed v)) memory →
      0 < len memory ≤ SLOTS → threads = N.of_nat (length memory) → (first < 2 ^ 64)%N →
      init_allowed (Z.of_N deep) (Z.of_N size) root →
      (∀ seen, call_ok (length memory) (with_secret x (h seen))) →
      misleads h n (keys_of x) = false →
      compiled_ensures external fn_init_aggregate [aggregate; VInt (len memory); VInt (Z.of_N first)]
        (λ _ ds, ∃ g, ds = [daggregate g] ∧
           SafeCalls.starts external (Z.of_N deep) (Z.of_N size) (Z.of_N first) root memory []
             (λ vs, reliable x h n (FSystem g vs) [] [] [])).
    Proof using Hext Hsums Hhash Hbase Hstore Hroot Hbasewf.
      intros root Ha Hm Hl Hn Hf Hall Hh Hbad. rewrite misleads_is in Hbad.
      eapply compiled_mono; [apply (init_aggregate_safe external Hext); [done|lia|lia]|].
      intros d ds ->. eexists. split; [reflexivity|].
      apply (all_begin external Hext F hash cfg x eq_refl); try done; [rewrite len_nil; lia|].
      intros vs Hlen Hvs. cbn in Hlen.
      apply (runs_reliable h n _ [] [] (λ _, None)).
      - by intros i en ?%elem_of_nil.
      - exact Hbad.
      - split; [|split].
        + apply system_started; [unfold len; by rewrite Hlen|lia|lia|]. intros i v Hi.
          destruct (Hvs i v Hi) as (?&?&?&_). done.
        + cbn [y_aggregate]. replace (len memory) with (Z.of_N (n_threads cfg)) by (cbn; unfold len; lia).
          by apply (begun_is cfg F hash x).
        + intros i v Hi. cbn [y_verifiers] in Hi. destruct (Hvs i v Hi) as (_&_&_&Hnone&His). unfold verifier_is.
          rewrite Hnone. split; [done|]. by exists (init_thread cfg (N.of_nat i)).
      - intros i v Hi. cbn [y_verifiers] in Hi. destruct (Hvs i v Hi) as ((_&Hover&_)&_&Hnext&Hnone&His).
        unfold halted. rewrite Hnone. destruct (v_closing v); [|done]. specialize (Hover eq_refl).
        destruct His as (_&_&_&[Hepoch _]&_). cbn in Hepoch, Hnext. lia.
      - cbn [y_verifiers]. by rewrite Hlen.
    Qed.
  End secret.
End reliable.
