(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What a packed thread stands for, and that its parts are kept by what is done to them. *)
From Fairlead.Monitor.Audit Require Export BytesAgree Step.

Section thread.
  Context {S acc MS MT : Type}.
  Context (OS : maps MS (packed_slot S)) (OT : maps MT (tally acc)).
  Context (text : S → bytes) (cfg : setting S acc) (c : config acc).

  (** The auditor's parameters are the model's: its digest is that of a value's
  bytes, its keyed function is of an element's bytes. *)
  Record suits : Prop := {
    suits_slots : c_slots cfg = store_size c;
    suits_threads : c_threads cfg = n_threads c;
    suits_depth : c_depth cfg = depth c;
    suits_functions f a olds olds' : Forall2 (is_datum text) olds olds' →
      match c_functions cfg f a olds, functions c f (text a) olds' with
      | Some (news, r), Some (news', r') => Forall2 (λ p v, text <$> p = v) news news' ∧ text r = r'
      | None, None => True
      | _, _ => False
      end;
    suits_root : is_value text (c_first_root cfg) (first_root c);
    suits_epoch : c_first_epoch cfg = first_epoch c;
    suits_digest s v : text s = print value_codec v → text (c_digest cfg s) = digest c v;
    suits_zero : c_zero cfg = mh_zero (mh c);
    suits_plus x y : c_plus cfg x y = mh_plus (mh c) x y;
    suits_same x y : c_same cfg x y = true ↔ x = y;
    suits_element e s x : text s = print element_codec x → c_element cfg e s = mh_element (mh c) e x;
  }.

  Definition is_slot (p : packed_slot S) (sl : slot) : Prop :=
    is_key text (x_key p) (s_key sl) ∧ is_value text (x_value p) (s_value sl) ∧
    x_how p = s_how sl ∧ x_child p = s_child sl ∧ x_parent p = s_parent sl.
  Definition are_slots (m : MS) (g : gmap N slot) : Prop :=
    ∀ i, option_Forall2 is_slot (m_get OS m i) (g !! i).
  Definition is_last (p : option (packed_key S)) (k : key) : Prop :=
    match p with Some p => is_key text p k | None => k = root end.
  (** The tallies from an epoch on; those before are not looked at any more. *)
  Definition are_tallies (from : N) (m : MT) (g : gmap N (tally acc)) : Prop :=
    ∀ e, (from ≤ e)%N → y_tally OT cfg m e = tally_in c g e.

  Record is_thread (y : packed_thread S MS MT) (st : thread acc) : Prop := {
    is_self : y_self y = t_self st;
    is_self_small : (t_self st < 65536)%N;
    is_slots : are_slots (y_slots y) (t_slots st);
    is_clock : y_clock y = t_clock st;
    is_lek : is_last (y_lek y) (t_lek st);
    is_next : y_next y = t_next st;
    is_ahead : (t_next st ≤ (t_clock st).1)%N;
    is_added : are_tallies (t_next st) (y_added y) (t_added st);
    is_evicted : are_tallies (t_next st) (y_evicted y) (t_evicted st);
    is_index : y_index y = t_index st;
  }.

  Definition same_outcome (x : outcome (packed_thread S MS MT)) (m : outcome (thread acc)) : Prop :=
    match x, m with
    | Ok y, Ok st => is_thread y st
    | Refused why, Refused why' => why = why'
    | _, _ => False
    end.

  Definition is_operand (p : packed_operand S) (o : operand) : Prop :=
    match p, o with
    | PHere s, Here s1 => s = s1
    | PMissing pk s, Missing k s1 => is_key text pk k ∧ s = s1
    | _, _ => False
    end.
  Definition is_entry (p : packed_entry S) (en : entry) : Prop :=
    match p, en with
    | PAddM pk pv s s', AddM k v s1 s1' => is_key text pk k ∧ is_value text pv v ∧ s = s1 ∧ s' = s1'
    | PAddB pk pv s t tid, AddB k v s1 t1 tid1 =>
        is_key text pk k ∧ is_value text pv v ∧ s = s1 ∧ t = t1 ∧ tid = tid1 ∧ stamp_wf t ∧ below 65536 tid
    | PEvictM s s', EvictM s1 s1' => s = s1 ∧ s' = s1'
    | PEvictB s t, EvictB s1 t1 => s = s1 ∧ t = t1
    | PEvictBM s s' t, EvictBM s1 s1' t1 => s = s1 ∧ s' = s1' ∧ t = t1
    | PNextEpoch, NextEpoch | PVerifyEpoch, VerifyEpoch => True
    | PRun f pops pa, Run f1 ops a => f = f1 ∧ Forall2 is_operand pops ops ∧ text pa = a
    | PRemove s s', Remove s1 s1' => s = s1 ∧ s' = s1'
    | _, _ => False
    end.

  Context (LS : lawful_maps OS) (LT : lawful_maps OT) (Hc : suits).

  (** ** Slots *)
  Lemma set_slot m g i p sl :
    are_slots m g → is_slot p sl → are_slots (m_set OS m i p) (<[i := sl]> g).
  Proof using LS.
    intros Hm Hp j. rewrite (set_law _ LS). destruct (N.eqb_spec i j) as [<-|Hne].
    - rewrite lookup_insert. by constructor.
    - by rewrite lookup_insert_ne.
  Qed.
  Lemma remove_slot m g i : are_slots m g → are_slots (m_remove OS m i) (delete i g).
  Proof using LS.
    intros Hm j. rewrite (remove_law _ LS). destruct (N.eqb_spec i j) as [<-|Hne].
    - rewrite lookup_delete. constructor.
    - by rewrite lookup_delete_ne.
  Qed.
  Lemma relink_slot m g child s d :
    are_slots m g → are_slots (y_relink OS child s d m) (relink child s d g).
  Proof using LS.
    intros Hm. destruct child as [s2|]; simpl; [|done].
    pose proof (Hm s2) as H2.
    destruct (m_get OS m s2) as [p|], (g !! s2) as [sl|] eqn:E; inversion H2 as [p' sl' (Hk&Hv&Hh&Hch&Hp)|]; subst.
    - replace (alter _ s2 g) with (<[s2 := with_parent sl (Some (s, d))]> g).
      + apply set_slot; [done|]. exact (conj Hk (conj Hv (conj Hh (conj Hch eq_refl)))).
      + apply map_eq; intros j. destruct (decide (s2 = j)) as [<-|Hne].
        * by rewrite lookup_insert, lookup_alter, E.
        * by rewrite lookup_insert_ne, lookup_alter_ne.
    - replace (alter _ s2 g) with g; [done|]. apply map_eq; intros j. destruct (decide (s2 = j)) as [<-|Hne].
      + by rewrite lookup_alter, E.
      + by rewrite lookup_alter_ne.
  Qed.
  Lemma with_slots_agrees y st slots slots' :
    is_thread y st → are_slots slots slots' → is_thread (y_with_slots y slots) (with_slots st slots').
  Proof. intros []; by constructor. Qed.

  Lemma side_edges (p : option (packed_edge S) * option (packed_edge S)) (e : option edge * option edge) d :
    is_value text (PMerkle p) (Merkle e) → option_Forall2 (is_edge text) (side d p) (side d e).
  Proof. by intros [Hl Hr]; destruct d. Qed.
  Lemma point_agrees p e d pe ed :
    is_value text (PMerkle p) (Merkle e) → is_edge text pe ed → is_value text (p_point p d pe) (point e d ed).
  Proof. intros [Hl Hr] He. destruct d; split; simpl; try done; by constructor. Qed.
  Lemma adopt_agrees p sl pv v d child :
    is_slot p sl → is_value text pv v → is_slot (x_adopt p pv d child) (adopt sl v d child).
  Proof. intros (Hk&Hv&Hh&Hch&Hp) Hv'.
    refine (conj Hk (conj Hv' (conj Hh (conj _ Hp)))). simpl. by rewrite Hch.
  Qed.

  (** ** Tallies *)
  Lemma insert_agrees from m g e bytes x :
    are_tallies from m g → (from ≤ e)%N → text bytes = print element_codec x →
    match y_insert OT cfg m e bytes, tally_insert (mh c) e x (tally_in c g e) with
    | Some m', Some sum => are_tallies from m' (<[e := sum]> g)
    | None, None => True
    | _, _ => False
    end.
  Proof using LT Hc.
    intros Hm He Hx. unfold y_insert, tally_insert. rewrite (Hm e He).
    rewrite (N.add_comm n1). unfold n1.
    destruct (N.ltb_spec (t_count (tally_in c g e) + 1) limit32) as [Hl|Hl];
      [rewrite decide_True by done|by rewrite decide_False by lia].
    intros e' He'. unfold y_tally, tally_in. rewrite (set_law _ LT). destruct (N.eqb_spec e e') as [<-|Hne].
    - rewrite lookup_insert. simpl. unfold tally_plus, tally_one; simpl.
      by rewrite (suits_plus Hc), (suits_element Hc _ _ _ Hx), (N.add_comm 1).
    - rewrite lookup_insert_ne by done. by apply Hm.
  Qed.
  Lemma forget_agrees from m g e :
    are_tallies from m g → (e < from + 1)%N → are_tallies (from + 1) (m_remove OT m e) g.
  Proof using LT.
    intros Hm He e' He'. unfold y_tally. rewrite (remove_law _ LT). destruct (N.eqb_spec e e') as [<-|Hne]; [lia|].
    apply Hm. lia.
  Qed.

  (** ** Checks, one after the other *)
  Lemma agree_demand b (P : Prop) `{Decision P} why k k' :
    b = bool_decide P → (P → same_outcome k k') →
    same_outcome (if b then k else Refused why) (need P why;; k').
  Proof.
    intros -> Hk. unfold need.
    case_bool_decide as HP; [rewrite decide_True by done; simpl; auto|rewrite decide_False by done; done].
  Qed.
  Lemma agree_given {A B} (R : A → B → Prop) m m' why k k' :
    option_Forall2 R m m' → (∀ a b, R a b → same_outcome (k a) (k' b)) →
    same_outcome (match m with Some x => k x | None => Refused why end) (b ← some m' why; k' b).
  Proof. intros [a b Hab|] Hk; simpl; auto. Qed.
  Lemma in_range s : (s <? c_slots cfg)%N = bool_decide (s < store_size c)%N.
  Proof using Hc.
    rewrite (suits_slots Hc). apply eq_true_iff_eq. by rewrite bool_decide_eq_true, N.ltb_lt.
  Qed.
  Lemma agree_full y st s k k' :
    is_thread y st → (∀ p sl, is_slot p sl → same_outcome (k p) (k' sl)) →
    same_outcome
      (if (s <? c_slots cfg)%N
       then match m_get OS (y_slots y) s with Some x => k x | None => Refused Slot_empty end
       else Refused Slot_out_of_range)
      (sl ← full c st s; k' sl).
  Proof using Hc.
    intros Hy Hk. unfold full. rewrite in_range. unfold need. case_bool_decide.
    - rewrite decide_True by done. exact (agree_given is_slot _ _ _ _ _ (is_slots _ _ Hy s) Hk).
    - rewrite decide_False by done. done.
  Qed.
  Lemma agree_vacant y st s k k' :
    is_thread y st → same_outcome k k' →
    same_outcome
      (if (s <? c_slots cfg)%N
       then if is_none (m_get OS (y_slots y) s) then k else Refused Slot_full
       else Refused Slot_out_of_range)
      (vacant c st s;; k').
  Proof using Hc.
    intros Hy Hk. unfold vacant. rewrite in_range. unfold need. case_bool_decide as Hs.
    - rewrite (decide_True (P := s < store_size c)%N) by done. pose proof (is_slots _ _ Hy s) as H.
      destruct (m_get OS (y_slots y) s), (t_slots st !! s); inversion H; by subst.
    - rewrite (decide_False (P := s < store_size c)%N) by done. done.
  Qed.
End thread.
