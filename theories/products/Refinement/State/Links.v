(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The links between the slots of a thread of the model, always.

    A child in the cache is a record in another slot, which has its parent there and lies below it, where its edge says.
    The program writes to the slot of a child in place ([merkle.add] and [merkle.take_away]); that it is neither of the
    two slots that the entry is about is known from here. No certified epoch is needed for this: the checks of each
    entry are enough. *)
From Fairlead.Monitor.Consistency Require Import Accepted MovesIn Progress.

Record linked (slots : gmap N slot) : Prop := Linked {
  linked_child s' sl' d s : slots !! s' = Some sl' → side d (s_child sl') = Some s →
    ∃ sl, slots !! s = Some sl ∧ s_parent sl = Some (s', d) ∧ heading (s_key sl) (s_key sl') = Some d ∧
      e_key <$> edge_of (s_value sl') d = Some (s_key sl);
  linked_blum s sl : slots !! s = Some sl → s_how sl = BAdd → s_parent sl = None }.
Arguments linked_child {_}. Arguments linked_blum {_}.

Lemma linked_first top i : linked (first_slots top i).
Proof.
  unfold first_slots. case_decide; [|split; intros *; by rewrite lookup_empty].
  split; intros *; intros [<- <-]%lookup_singleton_Some; [by destruct d|done].
Qed.

Section links.
  Implicit Types slots : gmap N slot.

  (** No slot is its own child. *)
  Lemma child_elsewhere slots s' sl' d s :
    linked slots → slots !! s' = Some sl' → side d (s_child sl') = Some s → s ≠ s'.
  Proof.
    intros Hl Hs' Hc ->. destruct (linked_child Hl _ _ _ _ Hs' Hc) as (sl & Hs & _ & Hh & _).
    rewrite Hs' in Hs. injection Hs as <-. by rewrite heading_irrefl in Hh.
  Qed.

  Lemma no_child d : set_side d (@None N) (None, None) = (None, None).
  Proof. by destruct d. Qed.

  (** A record comes into slot [s], between that in [s'] and the child there was. *)
  Lemma linked_install slots s s' sl' d d2 k vn v' :
    linked slots → slots !! s' = Some sl' → slots !! s = None → heading k (s_key sl') = Some d →
    e_key <$> edge_of v' d = Some k → edge_of v' (negb d) = edge_of (s_value sl') (negb d) →
    (∀ r, side d (s_child sl') = Some r → ∃ c, edge_of (s_value sl') d = Some c ∧ heading (e_key c) k = Some d2 ∧
       e_key <$> edge_of vn d2 = Some (e_key c)) →
    linked (<[s := Slot k vn MAdd (set_side d2 (side d (s_child sl')) (None, None)) (Some (s', d))]>
      (<[s' := adopt sl' v' d (Some s)]> (relink (side d (s_child sl')) s d2 slots))).
  Proof.
    intros Hl Hs' Hs Hk Hv Hv' Hold.
    assert (s ≠ s') as Hss by (intros ->; congruence).
    assert (∀ r, side d (s_child sl') = Some r → r ≠ s' ∧ r ≠ s ∧ ∃ sl, slots !! r = Some sl ∧
      s_parent sl = Some (s', d) ∧ s_how sl = MAdd ∧
      heading (s_key sl) k = Some d2 ∧ e_key <$> edge_of vn d2 = Some (s_key sl)) as Hchild.
    { intros r Hr. split; [by eapply child_elsewhere|].
      destruct (linked_child Hl _ _ _ _ Hs' Hr) as (sl & Hsl & Hp & _ & He). split; [congruence|].
      destruct (Hold r Hr) as (c & Hc & Hh & Hn). rewrite Hc in He. cbn in He. injection He as He. rewrite He in *.
      exists sl. split_and!; try done. destruct (s_how sl) eqn:Eh; [done|].
      by rewrite (linked_blum Hl _ _ Hsl Eh) in Hp. }
    split.
    - intros r' slr' e r Hr' Hr. rewrite lookup_insert_Some in Hr'.
      destruct Hr' as [[<- <-]|[Hr's Hr']]; cbn [s_child s_key s_value] in *.
      { apply side_set_Some' in Hr as [[<- Hr]|[_ Hr]]; [|by destruct e].
        destruct (Hchild r Hr) as (Hrs' & Hrs & sl & Hsl & Hp & Hh & Hhe & He).
        exists (with_parent sl (Some (s, d2))). rewrite lookup_insert_ne, lookup_insert_ne, relink_lookup by done.
        rewrite decide_True by done. rewrite Hsl. by split_and!. }
      rewrite lookup_insert_Some in Hr'. destruct Hr' as [[<- <-]|[Hr's' Hr']]; cbn [adopt s_child s_key s_value] in *.
      { apply side_set_Some' in Hr as [[<- [= <-]]|[Hde Hr]].
        { eexists. rewrite lookup_insert. split; [done|]. cbn. by split_and!. }
        destruct (linked_child Hl _ _ _ _ Hs' Hr) as (sl & Hsl & Hp & Hh & He).
        assert (r ≠ s' ∧ r ≠ s) as [? ?] by (split; [by eapply child_elsewhere|congruence]).
        exists sl. rewrite !lookup_insert_ne, relink_lookup by done.
        rewrite decide_False by (intros Hr2; destruct (Hchild r Hr2) as (_&_&sl2&?&?&_); congruence).
        split_and!; try done. rewrite <-He. f_equal. by destruct d, e. }
      assert (∃ sl0, slots !! r' = Some sl0 ∧ s_child sl0 = s_child slr' ∧ s_key sl0 = s_key slr' ∧
        s_value sl0 = s_value slr') as (sl0 & Hsl0 & Ec & Ek & Ev).
      { rewrite relink_lookup in Hr'. case_decide; [|by exists slr'].
        apply fmap_Some in Hr' as (sl0 & ? & ->). by exists sl0. }
      rewrite <-Ec in Hr. destruct (linked_child Hl _ _ _ _ Hsl0 Hr) as (sl & Hsl & Hp & Hh & He).
      rewrite <-Ek, <-Ev. assert (r ≠ s) by congruence. rewrite lookup_insert_ne by done.
      destruct (decide (r = s')) as [->|Hrs'].
      { rewrite Hs' in Hsl. injection Hsl as <-. eexists. rewrite lookup_insert. split; [done|]. by split_and!. }
      rewrite lookup_insert_ne, relink_lookup by done. exists sl.
      rewrite decide_False by (intros Hr2; destruct (Hchild r Hr2) as (_&_&sl2&?&?&_); congruence). by split_and!.
    - intros r slr Hr Hhow. rewrite lookup_insert_Some in Hr. destruct Hr as [[<- <-]|[_ Hr]]; [done|].
      rewrite lookup_insert_Some in Hr. destruct Hr as [[<- <-]|[_ Hr]]; [exact (linked_blum Hl _ _ Hs' Hhow)|].
      rewrite relink_lookup in Hr. case_decide as Hr2; [|by eapply (linked_blum Hl)].
      destruct (Hchild r Hr2) as (_&_&sl2&Hsl2&_&Hh&_). rewrite Hsl2 in Hr. injection Hr as <-. cbn in Hhow.
      congruence.
  Qed.

  (** The record in slot [s] goes; [to], the one child that it may have, is then its parent's. *)
  Lemma linked_take slots s s' sl sl' d v' to :
    linked slots → s ≠ s' → slots !! s = Some sl → slots !! s' = Some sl' →
    s_parent sl = Some (s', d) ∨ s_parent sl = None ∧ side d (s_child sl') = None →
    heading (s_key sl) (s_key sl') = Some d → edge_of v' (negb d) = edge_of (s_value sl') (negb d) →
    (∀ r, to = Some r → ∃ d2, side d2 (s_child sl) = Some r ∧
       e_key <$> edge_of v' d = e_key <$> edge_of (s_value sl) d2) →
    linked (delete s (<[s' := adopt sl' v' d to]> (relink to s' d slots))).
  Proof.
    intros Hl Hss Hs Hs' Hpar Hh Hv' Hto.
    assert (∀ r, to = Some r → r ≠ s ∧ r ≠ s' ∧ ∃ slr d2, slots !! r = Some slr ∧ s_parent slr = Some (s, d2) ∧
      s_how slr = MAdd ∧ heading (s_key slr) (s_key sl') = Some d ∧
      e_key <$> edge_of v' d = Some (s_key slr)) as Hchild.
    { intros r Hr. destruct (Hto r Hr) as (d2 & Hc & He2). split; [by eapply child_elsewhere|].
      destruct (linked_child Hl _ _ _ _ Hs Hc) as (slr & Hslr & Hp & Hhr & He).
      split. { intros ->. rewrite Hs' in Hslr. injection Hslr as <-. by rewrite (heading_asym _ _ _ Hhr) in Hh. }
      exists slr, d2. split_and!; try done; [|by eapply heading_trans|by rewrite He2].
      destruct (s_how slr) eqn:Eh; [done|]. by rewrite (linked_blum Hl _ _ Hslr Eh) in Hp. }
    assert (∀ r' slr' e, slots !! r' = Some slr' → side e (s_child slr') = Some s → r' = s' ∧ e = d) as Honly.
    { intros r' slr' e Hr' He. destruct (linked_child Hl _ _ _ _ Hr' He) as (sl2 & Hsl2 & Hp & _).
      rewrite Hs in Hsl2. injection Hsl2 as <-. destruct Hpar as [Hpar|[Hpar _]]; rewrite Hpar in Hp; [|done].
      by injection Hp as -> ->. }
    split.
    - intros r' slr' e r Hr' Hr. apply lookup_delete_Some in Hr' as [Hr's Hr'].
      rewrite lookup_insert_Some in Hr'. destruct Hr' as [[<- <-]|[Hr's' Hr']]; cbn [adopt s_child s_key s_value] in *.
      { apply side_set_Some' in Hr as [[<- Hr]|[Hde Hr]].
        { destruct (Hchild r Hr) as (Hrs & Hrs' & slr & d2 & Hslr & Hp & _ & Hhr & He).
          exists (with_parent slr (Some (s', d))).
          rewrite lookup_delete_ne, lookup_insert_ne, relink_lookup by done. rewrite decide_True by done.
          rewrite Hslr. by split_and!. }
        destruct (linked_child Hl _ _ _ _ Hs' Hr) as (slr & Hslr & Hp & Hhr & He).
        assert (r ≠ s') by by eapply child_elsewhere.
        assert (r ≠ s) by (intros ->; destruct (Honly _ _ _ Hs' Hr); congruence).
        exists slr. rewrite lookup_delete_ne, lookup_insert_ne, relink_lookup by done.
        rewrite decide_False by (intros Hr2; destruct (Hchild r Hr2) as (_&_&sl2&?&?&?&_); congruence).
        split_and!; try done. rewrite <-He. f_equal. by destruct d, e. }
      assert (∃ sl0, slots !! r' = Some sl0 ∧ s_child sl0 = s_child slr' ∧ s_key sl0 = s_key slr' ∧
        s_value sl0 = s_value slr') as (sl0 & Hsl0 & Ec & Ek & Ev).
      { rewrite relink_lookup in Hr'. case_decide; [|by exists slr'].
        apply fmap_Some in Hr' as (sl0 & ? & ->). by exists sl0. }
      rewrite <-Ec in Hr. destruct (linked_child Hl _ _ _ _ Hsl0 Hr) as (slr & Hslr & Hp & Hhr & He).
      rewrite <-Ek, <-Ev. assert (r ≠ s) by (intros ->; destruct (Honly _ _ _ Hsl0 Hr); congruence).
      rewrite lookup_delete_ne by done. destruct (decide (r = s')) as [->|Hrs'].
      { rewrite Hs' in Hslr. injection Hslr as <-. eexists. rewrite lookup_insert. split; [done|]. by split_and!. }
      rewrite lookup_insert_ne, relink_lookup by done. exists slr.
      rewrite decide_False by (intros Hr2; destruct (Hchild r Hr2) as (_&_&sl2&?&?&?&_); congruence). by split_and!.
    - intros r slr Hr Hhow. apply lookup_delete_Some in Hr as [_ Hr].
      rewrite lookup_insert_Some in Hr. destruct Hr as [[<- <-]|[_ Hr]]; [exact (linked_blum Hl _ _ Hs' Hhow)|].
      rewrite relink_lookup in Hr. case_decide as Hr2; [|by eapply (linked_blum Hl)].
      destruct (Hchild r Hr2) as (_&_&sl2&?&Hsl2&_&Hh2&_). rewrite Hsl2 in Hr. injection Hr as <-. cbn in Hhow.
      congruence.
  Qed.

  (** Between Blum and the cache. *)
  Lemma linked_add_blum slots s k v :
    linked slots → slots !! s = None → linked (<[s := Slot k v BAdd (None, None) None]> slots).
  Proof.
    intros Hl Hs. split.
    - intros r' slr' d r Hr' Hr. rewrite lookup_insert_Some in Hr'. destruct Hr' as [[<- <-]|[_ Hr']]; [by destruct d|].
      destruct (linked_child Hl _ _ _ _ Hr' Hr) as (sl & Hsl & ?). exists sl.
      by rewrite lookup_insert_ne by congruence.
    - intros r sl Hr. rewrite lookup_insert_Some in Hr. destruct Hr as [[<- <-]|[_ Hr]]; [done|].
      by eapply (linked_blum Hl).
  Qed.
  Lemma linked_evict_blum slots s sl :
    linked slots → slots !! s = Some sl → s_how sl = BAdd → linked (delete s slots).
  Proof.
    intros Hl Hs Hh. split.
    - intros r' slr' d r [_ Hr']%lookup_delete_Some Hr.
      destruct (linked_child Hl _ _ _ _ Hr' Hr) as (slr & Hslr & Hp & ?). exists slr.
      rewrite lookup_delete_ne; [done|]. intros <-. rewrite Hs in Hslr. injection Hslr as <-.
      by rewrite (linked_blum Hl _ _ Hs Hh) in Hp.
    - intros r slr [_ Hr]%lookup_delete_Some. by eapply (linked_blum Hl).
  Qed.

  (** Clients' functions write data over data. *)
  Definition overwritten (sl sl2 : slot) : Prop :=
    s_key sl2 = s_key sl ∧ s_how sl2 = s_how sl ∧ s_child sl2 = s_child sl ∧ s_parent sl2 = s_parent sl ∧
    (s_value sl2 = s_value sl ∨ ∃ v v2, s_value sl = Data v ∧ s_value sl2 = Data v2).
  Lemma linked_overwritten slots slots2 :
    linked slots → (∀ r, option_relation overwritten (λ _, False) (λ _, False) (slots !! r) (slots2 !! r)) →
    linked slots2.
  Proof.
    intros Hl Hr. split.
    - intros r' slr' d r Hr' Hc. pose proof (Hr r') as H. rewrite Hr' in H.
      destruct (slots !! r') as [sl0|] eqn:E0; [|done]. destruct H as (Ek & _ & Ec & _ & Ev). rewrite Ec in Hc.
      destruct (linked_child Hl _ _ _ _ E0 Hc) as (slr & Hslr & Hp & Hh & He).
      pose proof (Hr r) as H. rewrite Hslr in H. destruct (slots2 !! r) as [slr2|]; [|done].
      destruct H as (Ek2 & _ & _ & Ep2 & _). exists slr2. rewrite Ek2, Ep2, Ek. split_and!; try done.
      destruct Ev as [->|(v & v2 & Ev & _)]; [done|]. by rewrite Ev in He.
    - intros r sl2 Hr2 Hh. pose proof (Hr r) as H. rewrite Hr2 in H. destruct (slots !! r) as [sl|] eqn:E; [|done].
      destruct H as (_ & Eh & _ & Ep & _). rewrite Ep. apply (linked_blum Hl _ _ E). congruence.
  Qed.
  Lemma writes_overwrite slots l :
    (∀ w s, w ∈ l → w.1 = Here s → ∃ sl v, slots !! s = Some sl ∧ s_value sl = Data v) →
    ∀ r, option_relation overwritten (λ _, False) (λ _, False) (slots !! r) (foldl write_operand slots l !! r).
  Proof.
    intros Hd. assert (∀ acc, (∀ r, option_relation overwritten (λ _, False) (λ _, False) (slots !! r) (acc !! r)) →
      ∀ r, option_relation overwritten (λ _, False) (λ _, False) (slots !! r) (foldl write_operand acc l !! r)) as H.
    2:{ apply H. intros r. destruct (slots !! r) as [sl|]; [|done]. by split_and!; [..|left]. }
    induction l as [|w l IH]; intros acc Hacc; [done|]. cbn [foldl].
    apply IH; [intros w' s Hw; apply Hd; by right|]. intros r. destruct w as [[s|k s] v]; [|apply Hacc].
    unfold write_operand. cbn [fst snd]. destruct (decide (s = r)) as [->|Hne]; [|rewrite lookup_alter_ne by done; apply
      Hacc].
    rewrite lookup_alter. destruct (Hd (Here r, v) r) as (sl & v0 & Hsl & Hv0); [by left|done|].
    pose proof (Hacc r) as H. rewrite Hsl in *. destruct (acc !! r) as [sl2|]; [|done].
    destruct H as (?&?&?&?&Hv). cbn. split_and!; try done. right. by exists v0, v.
  Qed.

  (** ** Every step keeps it *)
  Theorem step_linked {acc} (cfg : config acc) st en st' :
    linked (t_slots st) → step cfg st en = Ok st' → linked (t_slots st').
  Proof.
    intros Hl H%step_accepted. destruct H; cbn [with_slots left t_slots answered]; try done.
    - (* a new edge *)
      pose proof (linked_install (t_slots st) s s' sl' d d k v (point ends d (Edge k no_digest false)) Hl) as Hi.
      match goal with E : side d (s_child sl') = None |- _ => rewrite E in Hi end.
      cbn [relink] in Hi. rewrite no_child in Hi.
      apply Hi; try done. { cbn. by rewrite side_set. }
      match goal with E : s_value sl' = _ |- _ => rewrite E end. cbn. apply side_set_ne. by destruct d.
    - (* a record that was there *)
      pose proof (linked_install (t_slots st) s s' sl' d d k v (s_value sl') Hl) as Hi.
      match goal with E : side d (s_child sl') = None |- _ => rewrite E in Hi end.
      cbn [relink] in Hi. rewrite no_child in Hi.
      apply Hi; try done. match goal with E : s_value sl' = _ |- _ => rewrite E end. cbn.
      match goal with E : side d ends = _ |- _ => rewrite E end. cbn. by f_equal.
    - (* an edge is cut *)
      apply linked_install; try done. { cbn. by rewrite side_set. }
      { match goal with E : s_value sl' = _ |- _ => rewrite E end. cbn. apply side_set_ne. by destruct d. }
      intros r Hr. exists c. match goal with E : s_value sl' = _ |- _ => rewrite E end. cbn.
      split_and!; try done. by rewrite side_set.
    - (* to the tree *)
      apply (linked_take _ s s' sl sl' d _ None); try done.
      match goal with E : s_value sl' = _ |- _ => rewrite E end. cbn. apply side_set_ne. by destruct d.
    - by apply linked_add_blum.
    - by eapply linked_evict_blum.
    - (* from the tree to Blum *)
      apply (linked_take _ s s' sl sl' d _ None); try done; [by left|].
      match goal with E : s_value sl' = _ |- _ => rewrite E end. cbn. apply side_set_ne. by destruct d.
    - (* a function *)
      match goal with E : evaluate _ _ _ _ _ = _ |- _ => apply evaluate_ok in E as (Hreads & _ & _ & Hlen & _) end.
      eapply linked_overwritten; [exact Hl|]. apply writes_overwrite. intros [o v] s0 Hw Ho. cbn [fst] in Ho. subst o.
      apply elem_of_zip_l in Hw. apply elem_of_list_lookup in Hw as [i Hi].
      destruct (Forall2_lookup_l _ _ _ _ _ Hreads Hi) as (y & _ & sl & Hsl & _ & Hv). by exists sl, y.2.
    - (* a leaf *)
      apply (linked_take _ s s' sl sl' d _ None); try done.
      match goal with E : s_value sl' = _ |- _ => rewrite E end. cbn. apply side_set_ne. by destruct d.
    - (* a record with one edge *)
      apply linked_take with (sl := sl); try done.
      { match goal with E : s_value sl' = _ |- _ => rewrite E end. cbn. apply side_set_ne. by destruct d. }
      intros r Hr. exists d2. split; [done|]. match goal with E : s_value sl = _ |- _ => rewrite E end.
      cbn. by rewrite !side_set.
  Qed.
End links.

(** ** Of all threads, in every run *)
Section runs.
  Context {acc : Type} (cfg : config acc).
  Definition all_linked (m : monitor acc) : Prop := ∀ i, linked (t_slots (thread_of cfg m i)).

  Lemma all_linked_init : all_linked (init_monitor (acc:=acc)).
  Proof. intros i. apply linked_first. Qed.
  Lemma feed_linked m i en : all_linked m → all_linked (feed cfg m i en).1.
  Proof.
    intros Hm j. unfold feed. case_decide; [|apply Hm]. pose proof (Hm i) as Hi. unfold thread_of in Hi.
    destruct (status_of cfg m i) as [st|st why] eqn:Est; [|apply Hm]. cbn [state_of] in Hi.
    destruct (step cfg st en) as [st'|why] eqn:Es; cbn [fst]; unfold thread_of, status_of; cbn [m_threads];
      (destruct (decide (i = j)) as [<-|Hne]; [rewrite lookup_insert|rewrite lookup_insert_ne by done; apply Hm]);
      cbn; [by eapply step_linked|done].
  Qed.
  Lemma run_linked ks : ∀ m, all_linked m → all_linked (run cfg m ks).
  Proof.
    induction ks as [|[i en|] ks IH]; intros m Hm; [done|apply IH; by apply feed_linked|].
    apply IH. intros i. unfold thread_of. cbn [perform]. rewrite status_certify. apply Hm.
  Qed.
End runs.
