(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What a host sees does not depend on the keys, until they deceive.

    If one multiset hash is the image of another ([Adversary/Rehash.v]), the library over the one serves a host as the
    library over the other does, and is fed with the same; unless the image certifies what the other would not. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Monitor.Adversary Require Export Play.
From Fairlead.Hosts Require Export Serving.
Import Fairlead.Monitor.Model.Monitor.
Local Open Scope Z_scope.

Section images.
  Context {acc1 acc2 : Type} (M1 : multiset_hash acc1) (M2 : multiset_hash acc2) (φ : acc1 → acc2).
  Context (φ_zero : φ (mh_zero M1) = mh_zero M2).
  Context (φ_plus : ∀ x y, φ (mh_plus M1 x y) = mh_plus M2 (φ x) (φ y)).
  Context (φ_element : ∀ e x, φ (mh_element M1 e x) = mh_element M2 e x).
  Context (size threads deep : N) (A : application) (top : value) (first : N) (H : value → bytes).
  Notation cfg1 := (Config size threads deep A top first H M1).
  Notation cfg2 := (Config size threads deep A top first H M2).
  Notation deceived := (deceived M1 M2 φ size threads deep A top first H).
  Notation image := (map_monitor φ).

  Lemma map_takes l last : ∀ (st : thread acc1) room,
    takes cfg2 (map_thread φ st) l last room = takes cfg1 st l last room.
  Proof using φ_zero φ_plus φ_element.
    induction l as [|en l IH]; intros st room; cbn [takes]; (destruct (room <? RECEIPT); [done|]); [done|].
    rewrite (map_step M1 M2 φ φ_zero φ_plus φ_element size threads deep A top first H st en).
    destruct (Thread.step cfg1 st en) as [st'|why]; cbn [outcome_map]; [|done].
    change (far_ahead (map_thread φ st) en) with (far_ahead st en) || replace (decide (far_ahead (map_thread φ st) en))
      with (decide (far_ahead st en)) by (by destruct en).
    assert (receipt_of cfg2 (map_thread φ st) en = receipt_of cfg1 st en) as ->.
    { destruct en; try done. cbn [receipt_of].
      by rewrite (map_evaluate M1 M2 φ size threads deep A top first H). }
    assert (too_long cfg2 (map_thread φ st) en = too_long cfg1 st en) as ->.
    { destruct en; try done. cbn [too_long]. by rewrite (map_evaluate M1 M2 φ size threads deep A top first H). }
    rewrite IH. by destruct en.
  Qed.

  Lemma map_quiet (st : thread acc1) : is_quiet cfg2 (map_thread φ st) = is_quiet cfg1 st.
  Proof using φ_zero.
    unfold is_quiet. cbn [map_thread t_next t_added t_evicted t_slots t_self store_size]. f_equal.
    induction (seq 0 4) as [|k l IH]; [done|]. cbn [forallb]. rewrite IH.
    by rewrite !(map_tally_in M1 M2 φ φ_zero size threads deep A top first H).
  Qed.

  Lemma map_serve cs closing c :
    let m := run cfg1 init_monitor cs in
    deceived (run cfg1 m (serve cfg1 m closing c).1.1) = false →
    serve cfg2 (image m) closing c = serve cfg1 m closing c.
  Proof using φ_zero φ_plus φ_element.
    intros m. destruct c as [i log out|i|i|]; cbn [serve].
    - intros _. rewrite (map_status_of M1 M2 φ size threads deep A top first H).
      destruct (status_of cfg1 m (N.of_nat i)) as [st|st why]; cbn [map_status]; [|done]. by rewrite map_takes.
    - intros _. rewrite (map_status_of M1 M2 φ size threads deep A top first H).
      destruct (status_of cfg1 m (N.of_nat i)) as [st|st why]; cbn [map_status]; [|done]. by rewrite map_quiet.
    - intros _. rewrite (map_thread_of M1 M2 φ size threads deep A top first H). done.
    - cbn [fst run perform]. intros Hd.
      by rewrite (map_certify M1 M2 φ φ_zero size threads deep A top first H m Hd).
  Qed.

  (** A run of calls that does not deceive, from where one has come to. *)
  Lemma map_run cs' : ∀ cs, let m := run cfg1 init_monitor cs in
    deceived (run cfg1 m cs') = false →
    run cfg2 (image m) cs' = image (run cfg1 m cs') ∧ answers cfg2 (image m) cs' = answers cfg1 m cs' ∧
    events cfg2 (image m) cs' = map_event φ <$> events cfg1 m cs'.
  Proof using φ_zero φ_plus φ_element.
    induction cs' as [|c cs' IH]; intros cs m Hd; [done|]. cbn [run answers events] in Hd |- *.
    assert (perform cfg1 m c = run cfg1 init_monitor (cs ++ [c])) as Hm by (unfold m; by rewrite run_app).
    assert (deceived (perform cfg1 m c) = false) as Hnow.
    { apply not_true_iff_false. intros Ht. rewrite Hm in Ht, Hd.
      by rewrite (deceived_run M1 M2 φ φ_zero size threads deep A top first H) in Hd. }
    rewrite (map_perform M1 M2 φ φ_zero φ_plus φ_element size threads deep A top first H m c Hnow).
    pose proof (map_observe M1 M2 φ φ_zero φ_plus φ_element size threads deep A top first H m c Hnow) as Hsame.
    apply (f_equal (λ o, o.1.1)) in Hsame. cbn [observe fst] in Hsame. rewrite Hsame.
    rewrite Hm in Hd |- *. destruct (IH (cs ++ [c]) Hd) as (-> & -> & ->). split_and!; [done|done|].
    rewrite fmap_app. rewrite (map_event_of M1 M2 φ φ_zero φ_plus φ_element size threads deep A top first H).
    by destruct (event_of cfg1 m c).
  Qed.

  Lemma deceived_before cs cs' :
    deceived (run cfg1 (run cfg1 init_monitor cs) cs') = false → deceived (run cfg1 init_monitor cs) = false.
  Proof using φ_zero.
    intros Hd. apply not_true_iff_false. intros Ht.
    by rewrite (deceived_run M1 M2 φ φ_zero size threads deep A top first H) in Hd.
  Qed.

  (** One call: the same is fed and seen; and the state is the image again. *)
  Lemma map_served cs closing c rest :
    let m := run cfg1 init_monitor cs in
    let ks := (serve cfg1 m closing c).1.1 in
    deceived (run cfg1 m (ks ++ rest)) = false →
    serve cfg2 (image m) closing c = serve cfg1 m closing c ∧
    run cfg2 (image m) ks = image (run cfg1 m ks) ∧ answers cfg2 (image m) ks = answers cfg1 m ks.
  Proof using φ_zero φ_plus φ_element.
    intros m ks Hd. assert (run cfg1 m ks = run cfg1 init_monitor (cs ++ ks)) as Hks by (unfold m; by rewrite run_app).
    rewrite (run_app cfg1 m ks rest), Hks in Hd. apply deceived_before in Hd. rewrite <-Hks in Hd.
    split; [by apply map_serve|]. destruct (map_run ks cs Hd) as (? & ? & _). by split.
  Qed.
End images.
