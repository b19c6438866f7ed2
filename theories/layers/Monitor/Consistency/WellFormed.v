(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What a run holds in its caches, and what [explain] finds in it, has the widths that logs give, if what it was fed
    with has. So two values that [find_impostor] finds are two strings of bytes. *)
From Fairlead.Monitor.Consistency Require Export Sequential.
From Fairlead.Monitor.Log Require Export Format.

Section well_formed.
  Context {acc : Type} (cfg : config acc).
  Context (Hdigest : ∀ v, length (digest cfg v) = 32) (Hfirst : value_wf (first_root cfg)).
  Implicit Types (slots : gmap N slot) (x : event acc) (l : list (event acc)).

  Definition slot_wf (sl : slot) : Prop := key_wf (s_key sl) ∧ value_wf (s_value sl).
  Definition slots_wf slots : Prop := ∀ s sl, slots !! s = Some sl → slot_wf sl.

  Lemma initial_wf k : value_wf (initial (depth cfg) k).
  Proof using. unfold initial. by case_decide. Qed.
  Lemma point_wf ends d c : value_wf (Merkle ends) → edge_wf c → value_wf (point ends d c).
  Proof using. intros [? ?] ?. by destruct d; split. Qed.
  Lemma side_wf ends d c : value_wf (Merkle ends) → side d ends = Some c → edge_wf c.
  Proof using.
    intros [H1 H2] E. unfold option_wf in *. destruct d; cbn in E; [by rewrite E in H2|by rewrite E in H1].
  Qed.
  Lemma cut_wf ends d : value_wf (Merkle ends) → value_wf (Merkle (set_side d None ends)).
  Proof using. intros [? ?]. by destruct d; split. Qed.

  Lemma insert_wf slots s sl : slot_wf sl → slots_wf slots → slots_wf (<[s := sl]> slots).
  Proof using.
    intros Hsl Hs s' sl' [[<- <-]|[_ H]]%lookup_insert_Some; [done|by eapply Hs].
  Qed.
  Lemma delete_wf slots s : slots_wf slots → slots_wf (delete s slots).
  Proof using. intros Hs s' sl' [_ H]%lookup_delete_Some. by eapply Hs. Qed.
  Lemma alter_wf f slots s : (∀ sl, slot_wf sl → slot_wf (f sl)) → slots_wf slots → slots_wf (alter f s slots).
  Proof using.
    intros Hf Hs s' sl' [(<- & sl & H & ->)|[_ H]]%lookup_alter_Some; [apply Hf|]; by eapply Hs.
  Qed.
  Lemma relink_wf child s d slots : slots_wf slots → slots_wf (relink child s d slots).
  Proof using. intros Hs. destruct child; [|done]. by apply alter_wf. Qed.
  Lemma written_wf ops slots : Forall (λ w : operand * datum, datum_wf w.2) ops → slots_wf slots →
    slots_wf (foldl write_operand slots ops).
  Proof using.
    intros Hops. revert slots. induction Hops as [|[o v] ops Hv _ IH]; intros slots Hs; [done|]. cbn [foldl]. apply IH.
    unfold write_operand. cbn [fst snd]. destruct o; [|done]. apply alter_wf; [|done]. intros sl [? _]. by split.
  Qed.

  Lemma accepted_wf st en st' :
    accepted cfg st en st' → entry_wf en → slots_wf (t_slots st) → slots_wf (t_slots st').
  Proof using Hdigest.
    intros Hacc Hen Hs.
    destruct Hacc as [k v s s' sl' ends d Hs' ? Hv|k v s s' sl' ends d c Hs' ? Hv|k v s s' sl' ends d c d2 none Hs' ? Hv
      Hd Hside ? Hi Hm|s s' sl sl' ends d c ? Hsl Hs' Hv| | |s s' t sl sl' ends d c sum ? Hsl Hs' ? Hv ? Hside| | |
      f ops a olds news result He|s s' sl sl' ends d c ? Hsl Hs' Hv ? Hside|
      s s' sl sl' ends d c d2 c2 none ? Hsl Hs' Hv ? Hside ? ? ? ? Hm];
      cbn [with_slots t_slots left answered] in *; try done.
    - destruct Hen as (? & ? & _). destruct (Hs _ _ Hs') as [? Hw]. rewrite Hv in Hw.
      apply insert_wf; [by split|]. apply insert_wf; [|done]. split; [done|]. by apply point_wf.
    - destruct Hen as (? & ? & _). destruct (Hs _ _ Hs') as [? Hw].
      apply insert_wf; [by split|]. apply insert_wf; [|done]. by split.
    - destruct Hen as (? & Hvw & _). destruct (Hs _ _ Hs') as [? Hw]. rewrite Hv in Hw.
      assert (edge_wf c) by by eapply side_wf. rewrite Hm in Hvw.
      apply insert_wf; [split; [done|by apply point_wf]|]. apply insert_wf; [|by apply relink_wf].
      split; [done|]. by apply point_wf.
    - destruct (Hs _ _ Hsl) as [? ?], (Hs _ _ Hs') as [? Hw]. rewrite Hv in Hw.
      apply delete_wf, insert_wf; [|done]. split; [done|]. apply point_wf; [done|]. split; [done|apply Hdigest].
    - destruct Hen as (? & ? & _). by apply insert_wf.
    - by apply delete_wf.
    - destruct (Hs _ _ Hsl) as [? ?], (Hs _ _ Hs') as [? Hw]. rewrite Hv in Hw.
      assert (edge_wf c) as [_ ?] by by eapply side_wf.
      apply delete_wf, insert_wf; [|done]. split; [done|]. apply point_wf; [done|]. by split.
    - apply written_wf; [|done]. unfold evaluate in He.
      destruct (need (t_index st + 1 < limit64)%N _); [|done]. cbn [mbind outcome_bind] in He.
      destruct (read_operands cfg st ops) as [olds0|]; [|done]. cbn [mbind outcome_bind] in He.
      destruct (need (NoDup _) _); [|done]. cbn [mbind outcome_bind] in He.
      destruct (functions cfg f a _) as [y|]; [|done]. cbn [some mbind outcome_bind] in He.
      destruct (need (length _ = _) _); [|done]. cbn [mbind outcome_bind] in He.
      destruct (need (forallb writable _ = true) _); [|done]. cbn [mbind outcome_bind] in He.
      unfold need in He. case_decide as Hshort; [|done]. injection He as <- ->. cbn [fst] in *.
      rewrite forallb_forall in Hshort. apply Forall_forall. intros [o v] Hin. apply elem_of_zip_r in Hin.
      apply elem_of_list_In, Hshort in Hin. destruct v as [b|]; [|done]. cbn in *.
      by apply bool_decide_eq_true in Hin.
    - destruct (Hs _ _ Hs') as [? Hw]. rewrite Hv in Hw. apply delete_wf, insert_wf; [|done]. split; [done|].
      by apply cut_wf.
    - destruct (Hs _ _ Hs') as [? Hw], (Hs _ _ Hsl) as [? Hw2]. rewrite Hv in Hw. rewrite Hm in Hw2.
      apply delete_wf, insert_wf; [|by apply relink_wf]. split; [done|]. apply point_wf; [done|].
      apply (side_wf _ d2 _ Hw2). apply side_set.
  Qed.

  Definition event_wf x : Prop :=
    entry_wf (ev_entry x) ∧ slots_wf (t_slots (ev_pre x)) ∧ slots_wf (t_slots (ev_post x)).
  Lemma chain_wf G l :
    chain cfg G l → (∀ i, slots_wf (t_slots (G i))) → Forall (λ x, entry_wf (ev_entry x)) l → Forall event_wf l.
  Proof using Hdigest.
    intros Hc HG Hl. revert G Hc HG. induction Hl as [|x l Hx _ IH]; intros G Hc HG; [constructor|].
    destruct Hc as (Hpre & Hacc & Hc).
    assert (slots_wf (t_slots (ev_pre x))) as Hpw by (rewrite Hpre; apply HG).
    assert (slots_wf (t_slots (ev_post x))) as Hpost by by eapply accepted_wf.
    constructor; [by split_and!|]. eapply IH; [exact Hc|]. intros i. unfold upd. by case_decide.
  Qed.
  Lemma events_wf cs :
    (∀ i en, Feed i en ∈ cs → entry_wf en) → Forall event_wf (events cfg init_monitor cs).
  Proof using Hdigest Hfirst.
    intros Hcs. eapply (chain_wf (init_thread cfg)); [apply run_chain| |].
    - intros i s sl. unfold init_thread, first_slots. cbn [t_slots]. case_decide; [|done].
      intros [<- <-]%lookup_singleton_Some. split; [|done]. unfold key_wf. cbn. lia.
    - apply Forall_forall. intros x Hx%events_entry. by eapply Hcs.
  Qed.

  Lemma track_wf (cur : key → value) x :
    (∀ k, value_wf (cur k)) → event_wf x → ∀ k, value_wf (track cfg cur x k).
  Proof using.
    intros Hcur (_ & _ & Hpost). unfold track.
    assert (∀ k, value_wf (foldl (track1 (t_slots (ev_post x))) cur (touched (ev_entry x)) k)) as H.
    { generalize (touched (ev_entry x)). intros l. revert cur Hcur. induction l as [|s l IH]; intros cur Hcur; [done|].
      cbn [foldl]. apply IH. intros k. unfold track1. destruct (t_slots (ev_post x) !! s) as [sl|] eqn:E; [|done].
      unfold upd. case_decide; [|done]. by eapply Hpost. }
    intros k. unfold forget. destruct (ev_entry x); try done. destruct (_ !! _); [|done]. unfold upd.
    case_decide; [apply initial_wf|apply H].
  Qed.
  Lemma impostors_wf (cur : key → value) l v v' :
    (∀ k, value_wf (cur k)) → Forall event_wf l → find_impostor cfg cur l = Some (v, v') →
    value_wf v ∧ value_wf v' ∧ ∃ x k s s', x ∈ l ∧ ev_entry x = AddM k v s s'.
  Proof using.
    intros Hcur Hl. revert cur Hcur. induction Hl as [|x l Hx _ IH]; intros cur Hcur; [done|]. cbn [find_impostor].
    destruct (impostor cfg cur x) as [w|] eqn:E.
    - intros [= ->]. unfold impostor in E. destruct Hx as (Hen & _). destruct (ev_entry x) eqn:Ex; try done.
      case_decide; [|done]. injection E as -> <-. destruct Hen as (_ & ? & _). split_and!; [done|apply Hcur|].
      exists x. do 3 eexists. split; [left|exact Ex].
    - intros H. destruct (IH (track cfg cur x)) as (? & ? & y & k & s & s' & ? & ?); [by apply track_wf|done|].
      split_and!; [done|done|]. exists y, k, s, s'. split; [by right|done].
  Qed.

  (** Two values that [explain] returns are well formed, so their bytes are different; the first was fed to some thread,
      as that of a record which comes back from the tree. *)
  Theorem explained_values base cs e v v' :
    (∀ k, value_wf (base k)) → (∀ i en, Feed i en ∈ cs → entry_wf en) →
    explain cfg base cs e = Value_collision v v' →
    value_wf v ∧ value_wf v' ∧ (v ≠ v' → print value_codec v ≠ print value_codec v') ∧
    ∃ i k s s', Feed i (AddM k v s s') ∈ cs.
  Proof using Hdigest Hfirst.
    intros Hbase Hcs. unfold explain. destruct (unbalanced _ _); [done|].
    destruct (find_impostor _ _ _) as [[w w']|] eqn:E; [|done]. intros [= -> ->].
    pose proof (events_wf cs Hcs) as Hev.
    destruct (impostors_wf base (upto e (clock_order (events cfg init_monitor cs))) v v' Hbase) as (Hv & Hv' & H);
      [|done|].
    { rewrite Forall_forall in Hev |- *. intros x Hx. apply Hev. unfold upto in Hx.
      rewrite elem_of_list_filter, clock_order_perm in Hx. apply Hx. }
    split_and!; [done|done| |].
    - intros Hne Heq. apply Hne. by apply (lawful_injective _ _ _ _ value_codec_lawful).
    - destruct H as (x & k & s & s' & Hin & Hen). unfold upto in Hin.
      rewrite elem_of_list_filter, clock_order_perm in Hin. destruct Hin as [_ Hin%events_entry].
      rewrite Hen in Hin. by exists (ev_tid x), k, s, s'.
  Qed.
End well_formed.
