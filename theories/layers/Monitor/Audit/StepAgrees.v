(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Every operation of a packed thread has the outcome that it has in the model:
the same state afterwards, or the same check that refuses it. *)
From Fairlead.Monitor.Audit Require Export ThreadAgrees.
Set Default Proof Using "Type*".

Lemma decide_true_bool (b : bool) : b = bool_decide (b = true).
Proof. by destruct b. Qed.
Lemma none_at_spec (p : option N * option N) d : none_at p d = bool_decide (side d p = None).
Proof. unfold none_at. by destruct (side d p). Qed.
Lemma no_child_spec (p : option N * option N) : no_child p = bool_decide (p = (None, None)).
Proof. by destruct p as [[] []]. Qed.
Lemma added_under_spec (p : N * bool) s d : added_under (Some p) s d = bool_decide (p = (s, d)).
Proof.
  destruct p as [s' d']. simpl. apply eq_true_iff_eq.
  rewrite andb_true_iff, bool_decide_eq_true, N.eqb_eq, eqb_true_iff. naive_solver.
Qed.
Lemma negb_eqb_spec s s' : negb (s =? s')%N = bool_decide (s ≠ s').
Proof. apply eq_true_iff_eq. by rewrite negb_true_iff, N.eqb_neq, bool_decide_eq_true. Qed.
Lemma earlier_spec t t' : earlier t t' = bool_decide (stamp_lt t t').
Proof.
  apply eq_true_iff_eq. unfold earlier, stamp_lt.
  by rewrite bool_decide_eq_true, orb_true_iff, andb_true_iff, !N.ltb_lt, N.eqb_eq.
Qed.
Lemma rank_root k : k ≠ root → (rank root < rank k)%N.
Proof.
  intros Hk. change (rank k) with (rank_from 1 k). change (rank root) with 1%N.
  destruct k as [|b k]; [done|]. rewrite rank_from_linear. cbn [length].
  rewrite Nat2N.inj_succ, N.pow_succ_r'.
  assert (0 < 2 ^ N.of_nat (length k))%N by (apply N.neq_0_lt_0, N.pow_nonzero; lia). lia.
Qed.

Section step.
  Context {S acc MS MT : Type}.
  Context (O : strings S) (OS : maps MS (packed_slot S)) (OT : maps MT (tally acc)).
  Context (text : S → bytes) (cfg : setting S acc) (c : config acc).
  Context (L : lawful_strings O text) (LS : lawful_maps OS) (LT : lawful_maps OT).
  Context (Hc : suits text cfg c).
  Notation is_thread := (is_thread OS OT text cfg c).
  Notation same_outcome := (same_outcome OS OT text cfg c).
  Notation is_slot := (is_slot text).

  Lemma digest_agrees pv v : is_value text pv v → text (c_digest cfg (value_bytes O pv)) = digest c v.
  Proof. intros Hv. by apply (suits_digest _ _ _ Hc), value_bytes_spec. Qed.
  Lemma fresh_agrees pk k :
    is_key text pk k → is_edge text (PackedEdge pk (s_bytes O n32 0) false) (Edge k no_digest false).
  Proof. intros Hk. split; [done|]. split; [apply (zeros_law _ _ L)|done]. Qed.
  Lemma digest_check pc ed v pv :
    is_edge text pc ed → is_value text pv v →
    s_equal O (pe_digest pc) (c_digest cfg (value_bytes O pv)) = bool_decide (e_digest ed = digest c v).
  Proof. intros (_&Hd&_) Hv. by rewrite (equal_law _ _ L), Hd, (digest_agrees _ _ Hv). Qed.
  Lemma blum_check pc ed : is_edge text pc ed → negb (pe_blum pc) = bool_decide (e_blum ed = false).
  Proof. intros (_&_&->). by destruct (e_blum ed). Qed.
  Lemma initial_check pk k pv v :
    is_key text pk k → is_value text pv v → p_initial (c_depth cfg) pk pv = bool_decide (v = initial (depth c) k).
  Proof. intros Hk Hv. rewrite (suits_depth _ _ _ Hc). by apply p_initial_spec with (1 := L). Qed.
  Lemma fits_check pk k pv v :
    is_key text pk k → is_value text pv v → p_fits (c_depth cfg) pk pv = bool_decide (fits (depth c) k v = true).
  Proof.
    intros Hk Hv. rewrite (suits_depth _ _ _ Hc), (p_fits_spec _ _ L _ _ _ _ _ Hk Hv). apply decide_true_bool.
  Qed.
  Lemma new_slot pk k pv v h child parent :
    is_key text pk k → is_value text pv v → is_slot (PackedSlot pk pv h child parent) (Slot k v h child parent).
  Proof. intros Hk Hv. by split. Qed.
  Lemma slots_of y st : is_thread y st → are_slots OS text (y_slots y) (t_slots st).
  Proof. by intros []. Qed.

  Lemma add_merkle_agrees y st pk k pv v s s' :
    is_thread y st → is_key text pk k → is_value text pv v →
    same_outcome (y_add_merkle O OS cfg y pk pv s s') (add_merkle c st k v s s').
  Proof.
    intros Hy Hk Hv. unfold y_add_merkle, add_merkle.
    eapply (agree_full OS OT text cfg c Hc); [done|]. intros p' sl' (Hk'&Hv'&Hh'&Hch'&Hp').
    apply (agree_vacant OS OT text cfg c Hc); [done|].
    assert (is_slot p' sl') as Hs by (by split).
    unfold ends_of.
    destruct (x_value p') as [|pe] eqn:Ep, (s_value sl') as [|e] eqn:Ev; simpl in Hv'; try done. simpl.
    rewrite (p_heading_spec O text L _ _ _ _ Hk Hk'). destruct (heading k (s_key sl')) as [d|]; [|done]. simpl.
    apply (agree_demand OS OT text cfg c); [by apply fits_check|]. intros _.
    pose proof (side_edges text pe e d Hv') as Hd. pose proof (slots_of _ _ Hy) as Hsl.
    pose proof (fresh_agrees _ _ Hk) as Hf.
    destruct (side d pe) as [pc|], (side d e) as [ed|]; inversion Hd as [? ? Hed|]; subst.
    2:{ apply (agree_demand OS OT text cfg c); [by apply initial_check|]. intros _.
        apply (agree_demand OS OT text cfg c); [by rewrite Hch', none_at_spec|]. intros _.
        apply with_slots_agrees; [done|]. apply set_slot; [done| |by apply new_slot].
        apply set_slot; [done..|]. apply adopt_agrees; [done|]. by apply point_agrees. }
    rewrite (same_key_spec O text L _ _ _ _ (proj1 Hed) Hk).
    case_bool_decide as Hek; [rewrite decide_True by done|rewrite decide_False by done].
    - apply (agree_demand OS OT text cfg c); [by apply digest_check|]. intros _.
      apply (agree_demand OS OT text cfg c); [by apply blum_check|]. intros _.
      apply (agree_demand OS OT text cfg c); [by rewrite Hch', none_at_spec|]. intros _.
      apply with_slots_agrees; [done|]. apply set_slot; [done| |by apply new_slot].
      apply set_slot; [done..|]. apply adopt_agrees; [done|]. done.
    - apply (agree_demand OS OT text cfg c); [by apply initial_check|]. intros _.
      rewrite (p_heading_spec O text L _ _ _ _ (proj1 Hed) Hk).
      destruct (heading (e_key ed) k) as [d2|]; [|done]. simpl.
      destruct pv as [|none], v as [|none']; simpl in Hv; try done.
      rewrite Hch'.
      apply with_slots_agrees; [done|]. apply set_slot; [done| |].
      + apply set_slot; [done| |].
        * by apply relink_slot.
        * apply adopt_agrees; [done|]. by apply point_agrees.
      + apply new_slot; [done|]. by apply point_agrees.
  Qed.

  Lemma evict_merkle_agrees y st s s' :
    is_thread y st → same_outcome (y_evict_merkle O OS cfg y s s') (evict_merkle c st s s').
  Proof.
    intros Hy. unfold y_evict_merkle, evict_merkle.
    apply (agree_demand OS OT text cfg c); [apply negb_eqb_spec|]. intros _.
    eapply (agree_full OS OT text cfg c Hc); [done|]. intros p sl (Hk&Hv&Hh&Hch&Hp).
    eapply (agree_full OS OT text cfg c Hc); [done|]. intros p' sl' (Hk'&Hv'&Hh'&Hch'&Hp').
    assert (is_slot p' sl') as Hs by (by split).
    unfold ends_of.
    destruct (x_value p') as [|pe] eqn:Ep, (s_value sl') as [|e] eqn:Ev; simpl in Hv'; try done. simpl.
    rewrite (p_heading_spec O text L _ _ _ _ Hk Hk'). destruct (heading (s_key sl) (s_key sl')) as [d|]; [|done]. simpl.
    apply (agree_demand OS OT text cfg c); [by rewrite Hch, no_child_spec|]. intros _.
    pose proof (side_edges text pe e d Hv') as Hd. pose proof (slots_of _ _ Hy) as Hsl.
    destruct (side d pe) as [pc|], (side d e) as [ed|]; inversion Hd as [? ? Hed|]; subst; [|done]. simpl.
    apply (agree_demand OS OT text cfg c); [by apply (same_key_spec O text L _ _ _ _ (proj1 Hed) Hk)|]. intros _.
    rewrite Hp. destruct (s_parent sl) as [pa|].
    - apply (agree_demand OS OT text cfg c); [apply added_under_spec|]. intros _.
      apply with_slots_agrees; [done|]. apply remove_slot; [done|]. apply set_slot; [done..|].
      apply adopt_agrees; [done|]. apply point_agrees; [done|].
      split; [done|]. split; [|done]. by apply digest_agrees.
    - apply (agree_demand OS OT text cfg c); [by rewrite Hch', none_at_spec|]. intros _.
      apply with_slots_agrees; [done|]. apply remove_slot; [done|]. apply set_slot; [done..|].
      apply adopt_agrees; [done|]. apply point_agrees; [done|].
      split; [done|]. split; [|done]. by apply digest_agrees.
  Qed.

  Lemma add_blum_agrees y st pk k pv v s t tid :
    is_thread y st → is_key text pk k → is_value text pv v → stamp_wf t → below 65536 tid →
    same_outcome (y_add_blum O OS OT cfg y pk pv s t tid) (add_blum c st k v s t tid).
  Proof.
    intros Hy Hk Hv Ht Htid. unfold y_add_blum, add_blum.
    apply (agree_demand OS OT text cfg c).
    { rewrite (is_root_spec O text L _ _ Hk). by repeat case_bool_decide. } intros _.
    apply (agree_vacant OS OT text cfg c Hc); [done|].
    apply (agree_demand OS OT text cfg c); [by apply fits_check|]. intros _.
    apply (agree_demand OS OT text cfg c).
    { rewrite (is_next _ _ _ _ _ _ _ Hy). apply eq_true_iff_eq. by rewrite bool_decide_eq_true, N.leb_le. }
    intros Hn.
    apply (agree_demand OS OT text cfg c).
    { unfold n1. apply eq_true_iff_eq. by rewrite bool_decide_eq_true, N.ltb_lt. }
    intros _.
    pose proof (insert_agrees OT text cfg c LT Hc _ _ _ t.1 _ (k, v, t, tid) (is_added _ _ _ _ _ _ _ Hy) Hn
      (element_bytes_spec O text L _ _ _ _ t tid Hk Hv Ht Htid)) as Hi.
    destruct (y_insert _ _ _ _ _) as [added|], (tally_insert _ _ _ _) as [sum|]; try done. simpl.
    assert (are_slots OS text (m_set OS (y_slots y) s (PackedSlot pk pv BAdd (None, None) None))
      (<[s := Slot k v BAdd (None, None) None]> (t_slots st))) as Hsl.
    { apply set_slot; [done|by apply slots_of|by apply new_slot]. }
    destruct Hy as [Hself Hsmall _ Hclock Hlek Hnext Hahead Hadd Hev Hidx].
    unfold advance. rewrite earlier_spec, Hclock. unfold n1.
    case_bool_decide as Hlt; [rewrite decide_True by done|rewrite decide_False by done];
      simpl; constructor; simpl; try done.
  Qed.

  Lemma leave_agrees y st p sl s slots slots' t :
    is_thread y st → is_slot p sl → are_slots OS text slots slots' →
    same_outcome (y_leave O OS OT cfg y p s slots t) (leave_to_blum c st sl s slots' t).
  Proof.
    intros Hy (Hk&Hv&Hh&Hch&Hp) Hsl. unfold y_leave, leave_to_blum.
    apply (agree_demand OS OT text cfg c).
    { rewrite (is_root_spec O text L _ _ Hk). by repeat case_bool_decide. } intros Hroot.
    apply (agree_demand OS OT text cfg c).
    { apply eq_true_iff_eq. by rewrite bool_decide_eq_true, andb_true_iff, !N.ltb_lt. }
    intros [Ht1 Ht2].
    destruct Hy as [Hself Hsmall Hsl0 Hclock Hlek Hnext Hahead Hadd Hev Hidx].
    apply (agree_demand OS OT text cfg c).
    { rewrite Hclock, earlier_spec. apply eq_true_iff_eq.
      rewrite bool_decide_eq_true, orb_true_iff, bool_decide_eq_true, !andb_true_iff, !N.eqb_eq.
      assert ((t_clock st).1 = t.1 ∧ (t_clock st).2 = t.2 ↔ t_clock st = t) as ->.
      { destruct (t_clock st), t; simpl. naive_solver. }
      assert (match y_lek y with Some k => p_before O k (x_key p) | None => true end
        = bool_decide (rank (t_lek st) < rank (s_key sl))%N) as ->.
      { destruct (y_lek y) as [q|]; simpl in Hlek.
        - by apply p_before_spec with (1 := L).
        - rewrite Hlek, bool_decide_eq_true_2; [done|]. by apply rank_root. }
      by rewrite bool_decide_eq_true. }
    intros Hlater.
    apply (agree_demand OS OT text cfg c); [by rewrite Hch, no_child_spec|]. intros _.
    assert (t_next st ≤ t.1)%N as Hn.
    { unfold stamp_lt in Hlater. destruct Hlater as [[?|?]|[<- _]]; lia. }
    rewrite Hself.
    pose proof (insert_agrees OT text cfg c LT Hc _ _ _ t.1 _ (s_key sl, s_value sl, t, t_self st) Hev Hn
      (element_bytes_spec O text L _ _ _ _ t (t_self st) Hk Hv (conj Ht1 Ht2) Hsmall)) as Hi.
    destruct (y_insert _ _ _ _ _) as [evicted|], (tally_insert _ _ _ _) as [sum|]; try done. simpl.
    constructor; simpl; try done. by apply remove_slot.
  Qed.

  Lemma evict_blum_agrees y st s t :
    is_thread y st → same_outcome (y_evict_blum O OS OT cfg y s t) (evict_blum c st s t).
  Proof.
    intros Hy. unfold y_evict_blum, evict_blum.
    eapply (agree_full OS OT text cfg c Hc); [done|]. intros p sl Hs.
    pose proof Hs as (_&_&Hh&_). rewrite Hh. unfold need. destruct (s_how sl); [done|]. simpl.
    apply leave_agrees; [done..|]. by apply slots_of.
  Qed.

  Lemma evict_merkle_to_blum_agrees y st s s' t :
    is_thread y st →
    same_outcome (y_evict_merkle_to_blum O OS OT cfg y s s' t) (evict_merkle_to_blum c st s s' t).
  Proof.
    intros Hy. unfold y_evict_merkle_to_blum, evict_merkle_to_blum.
    apply (agree_demand OS OT text cfg c); [apply negb_eqb_spec|]. intros _.
    eapply (agree_full OS OT text cfg c Hc); [done|]. intros p sl (Hk&Hv&Hh&Hch&Hp).
    eapply (agree_full OS OT text cfg c Hc); [done|]. intros p' sl' (Hk'&Hv'&Hh'&Hch'&Hp').
    assert (is_slot p' sl') as Hs by (by split). assert (is_slot p sl) as Hs0 by (by split).
    rewrite Hh. unfold need at 1. destruct (s_how sl) eqn:Eh; [|done]. simpl.
    unfold ends_of.
    destruct (x_value p') as [|pe] eqn:Ep, (s_value sl') as [|e] eqn:Ev; simpl in Hv'; try done. simpl.
    rewrite (p_heading_spec O text L _ _ _ _ Hk Hk'). destruct (heading (s_key sl) (s_key sl')) as [d|]; [|done]. simpl.
    pose proof (side_edges text pe e d Hv') as Hd. pose proof (slots_of _ _ Hy) as Hsl.
    destruct (side d pe) as [pc|], (side d e) as [ed|]; inversion Hd as [? ? Hed|]; subst; [|done]. simpl.
    apply (agree_demand OS OT text cfg c); [by apply (same_key_spec O text L _ _ _ _ (proj1 Hed) Hk)|]. intros _.
    apply (agree_demand OS OT text cfg c); [by apply blum_check|]. intros _.
    apply (agree_demand OS OT text cfg c).
    { rewrite Hp. destruct (s_parent sl) as [pa|].
      - rewrite added_under_spec. apply eq_true_iff_eq. rewrite !bool_decide_eq_true. naive_solver.
      - symmetry. by apply bool_decide_eq_false. }
    intros _. apply leave_agrees; [done..|].
    apply set_slot; [done..|]. apply adopt_agrees; [done|]. apply point_agrees; [done|].
    destruct Hed as (?&?&?). by split.
  Qed.

  Lemma next_epoch_agrees y st : is_thread y st → same_outcome (y_next_epoch y) (next_epoch st).
  Proof.
    intros [Hself Hsmall Hsl Hclock Hlek Hnext Hahead Hadd Hev Hidx]. unfold y_next_epoch, next_epoch.
    apply (agree_demand OS OT text cfg c).
    { unfold n1. rewrite Hclock. apply eq_true_iff_eq. by rewrite bool_decide_eq_true, N.ltb_lt. }
    intros _. simpl. rewrite Hclock. constructor; simpl; try done.
    lia.
  Qed.

  Lemma verify_epoch_agrees y st : is_thread y st → same_outcome (y_verify_epoch OT y) (verify_epoch st).
  Proof.
    intros [Hself Hsmall Hsl Hclock Hlek Hnext Hahead Hadd Hev Hidx]. unfold y_verify_epoch, verify_epoch.
    apply (agree_demand OS OT text cfg c).
    { rewrite Hclock, Hnext. apply eq_true_iff_eq. by rewrite bool_decide_eq_true, N.ltb_lt. }
    intros Hlt. constructor; simpl; try done.
    - by rewrite Hnext.
    - lia.
    - rewrite Hnext. apply forget_agrees; [done..|]. lia.
    - rewrite Hnext. apply forget_agrees; [done..|]. lia.
  Qed.

  (** ** Operations of clients *)
  Lemma leads_past_spec pc ed pk k :
    option_Forall2 (is_edge text) pc ed → is_key text pk k → p_leads_past O pc pk = leads_past ed k.
  Proof.
    intros [p e Hed|] Hk; [|done]. simpl.
    rewrite (same_key_spec O text L _ _ _ _ (proj1 Hed) Hk), (p_heading_spec O text L _ _ _ _ Hk (proj1 Hed)). f_equal.
    - by repeat case_bool_decide.
    - by destruct (heading _ _).
  Qed.

  Definition is_old (x : packed_key S * option S) (y : key * datum) : Prop :=
    is_key text x.1 y.1 ∧ is_datum text x.2 y.2.
  Definition same_result {A B} (R : A → B → Prop) (x : outcome A) (m : outcome B) : Prop :=
    match x, m with Ok a, Ok b => R a b | Refused why, Refused why' => why = why' | _, _ => False end.

  Lemma read_operand_agrees y st po o :
    is_thread y st → is_operand text po o →
    same_result is_old (y_read_operand O OS cfg y po) (read_operand c st o).
  Proof.
    intros Hy Ho. destruct po as [s|pk s], o as [s1|k s1]; simpl in Ho; try done; simpl.
    - subst s1. unfold full, need. rewrite (in_range text cfg c Hc). case_bool_decide as Hr;
        [rewrite (decide_True (P := (s < store_size c)%N))
          by done|by rewrite (decide_False (P := (s < store_size c)%N))].
      simpl. pose proof (is_slots _ _ _ _ _ _ _ Hy s) as Hs.
      destruct (m_get OS (y_slots y) s) as [p|], (t_slots st !! s) as [sl|]; inversion Hs as [? ? (Hk&Hv&_)|]; subst;
        [|done].
      simpl. unfold data_of. destruct (x_value p), (s_value sl); simpl in Hv; try done; by split.
    - destruct Ho as [Hk <-]. unfold full, need. rewrite (in_range text cfg c Hc). case_bool_decide as Hr;
        [rewrite (decide_True (P := (s < store_size c)%N))
          by done|by rewrite (decide_False (P := (s < store_size c)%N))].
      simpl. pose proof (is_slots _ _ _ _ _ _ _ Hy s) as Hs.
      destruct (m_get OS (y_slots y) s) as [p|], (t_slots st !! s) as [sl|]; inversion Hs as [? ? (Hk'&Hv&_)|];
        subst; [|done].
      simpl. unfold ends_of. destruct (x_value p) as [|pe], (s_value sl) as [|e]; simpl in Hv; try done. simpl.
      rewrite (p_heading_spec O text L _ _ _ _ Hk Hk'). destruct (heading k (s_key sl)) as [d|]; [|done]. simpl.
      rewrite (suits_depth _ _ _ Hc), (is_key_digits O text L _ _ Hk).
      destruct (N.eqb_spec (N.of_nat (length k)) (depth c));
        [rewrite bool_decide_eq_true_2 by done|by rewrite bool_decide_eq_false_2 by done]. simpl.
      rewrite (leads_past_spec _ _ _ _ (side_edges text pe e d Hv) Hk).
      destruct (leads_past (side d e) k); [|done]. simpl. split; [done|]. by split.
  Qed.
  Lemma read_operands_agrees y st pops ops :
    is_thread y st → Forall2 (is_operand text) pops ops →
    same_result (Forall2 is_old) (y_read_operands O OS cfg y pops) (read_operands c st ops).
  Proof.
    intros Hy. induction 1 as [|po o pops ops Ho _ IH]; [constructor|]. simpl.
    pose proof (read_operand_agrees _ _ _ _ Hy Ho) as H1.
    destruct (y_read_operand _ _ _ _ _) as [x|], (read_operand _ _ _) as [x'|]; simpl in H1; try done. simpl.
    destruct (y_read_operands _ _ _ _ _) as [l|], (read_operands _ _ _) as [l'|]; simpl in IH; try done. by constructor.
  Qed.
  Lemma is_new_spec s pops ops :
    Forall2 (is_operand text) pops ops → is_new s pops = bool_decide (s ∉ omap slot_of ops).
  Proof.
    induction 1 as [|po o pops ops Ho _ IH]; cbn; [by rewrite bool_decide_eq_true_2 by apply not_elem_of_nil|].
    destruct po as [s1|pk s1], o as [s2|k s2]; simpl in Ho; try done; cbn; rewrite IH; try done.
    subst s2. apply eq_true_iff_eq. rewrite andb_true_iff, negb_true_iff, N.eqb_neq, !bool_decide_eq_true.
    by rewrite not_elem_of_cons.
  Qed.
  Lemma no_slot_twice_spec pops ops :
    Forall2 (is_operand text) pops ops → no_slot_twice pops = bool_decide (NoDup (omap slot_of ops)).
  Proof.
    induction 1 as [|po o pops ops Ho Hops IH]; cbn; [done|].
    destruct po as [s1|pk s1], o as [s2|k s2]; simpl in Ho; try done; cbn; rewrite IH; try done.
    subst s2. rewrite (is_new_spec _ _ _ Hops). apply eq_true_iff_eq.
    rewrite andb_true_iff, !bool_decide_eq_true. by rewrite NoDup_cons.
  Qed.
  Lemma same_length_spec {A B C D} (R : A → C → Prop) (Q : B → D → Prop) (l : list A) (k : list B) l' k' :
    Forall2 R l l' → Forall2 Q k k' → same_length l k = bool_decide (length l' = length k').
  Proof.
    intros Hl. revert k k'. induction Hl as [|? ? l l' _ _ IH]; intros k k'; destruct 1 as [|? ? k k' _ Hk]; try done.
    simpl. rewrite (IH _ _ Hk). apply eq_true_iff_eq. rewrite !bool_decide_eq_true. lia.
  Qed.
  Lemma writable_spec pops ops news news' :
    Forall2 (is_operand text) pops ops → Forall2 (λ p v, text <$> p = v) news news' →
    p_writable pops news = forallb writable (zip ops news').
  Proof.
    intros Hops. revert news news'. induction Hops as [|po o pops ops Ho _ IH]; intros news news';
      destruct 1 as [|p v news news' Hv Hn]; try done.
    - by destruct po.
    - cbn. rewrite <-(IH _ _ Hn). destruct po, o; simpl in Ho; try done. destruct p; simpl in Hv; by subst v.
  Qed.
  Lemma short_spec news news' :
    Forall2 (λ p v, text <$> p = v) news news' →
    forallb (p_short O) news = forallb short news' ∧
    (forallb short news' = true → Forall2 (is_datum text) news news').
  Proof.
    induction 1 as [|p v news news' Hv _ [IH1 IH2]]; [done|]. simpl. rewrite IH1. split.
    - f_equal. subst v. destruct p as [s|]; [|done]. simpl. rewrite (length_law _ _ L).
      apply eq_true_iff_eq. unfold n65536. by rewrite bool_decide_eq_true, N.ltb_lt.
    - intros [Hs Hn]%andb_true_iff. constructor; [|by apply IH2]. split; [|done].
      destruct v as [l|]; [|done]. by apply bool_decide_eq_true in Hs.
  Qed.

  Lemma evaluate_agrees y st f pops ops pa :
    is_thread y st → Forall2 (is_operand text) pops ops →
    same_result (λ x z, Forall2 is_old x.1 z.1 ∧ Forall2 (is_datum text) x.2.1 z.2.1 ∧ text x.2.2 = z.2.2 ∧
        length z.2.1 = length ops)
      (y_evaluate O OS cfg y f pops pa) (evaluate c st f ops (text pa)).
  Proof.
    intros Hy Hops. unfold y_evaluate, evaluate, need. rewrite (is_index _ _ _ _ _ _ _ Hy). unfold n1.
    destruct (N.ltb_spec (t_index st + 1) limit64);
      [rewrite (decide_True (P := (t_index st + 1 < limit64)%N)) by done
      |by rewrite (decide_False (P := (t_index st + 1 < limit64)%N)) by lia]. simpl.
    pose proof (read_operands_agrees _ _ _ _ Hy Hops) as Hr.
    destruct (y_read_operands _ _ _ _ _) as [x|], (read_operands _ _ _) as [x'|]; simpl in Hr; try done. simpl.
    rewrite (no_slot_twice_spec _ _ Hops).
    case_bool_decide as Hnd; [rewrite (decide_True (P := NoDup (omap slot_of ops))) by done
      |by rewrite (decide_False (P := NoDup (omap slot_of ops))) by done]. simpl.
    assert (Forall2 (is_datum text) x.*2 x'.*2) as Hd.
    { clear -Hr. induction Hr as [|? ? ? ? [_ ?] _ IH]; constructor; done. }
    pose proof (suits_functions _ _ _ Hc f pa _ _ Hd) as Hf.
    destruct (c_functions cfg f pa x.*2) as [[news r]|], (functions c f (text pa) x'.*2) as [[news' r']|]; try done.
    simpl.
    destruct Hf as [Hn Hres]. rewrite (same_length_spec _ _ _ _ _ _ Hn Hops).
    case_bool_decide as Hlen; [rewrite (decide_True (P := length news' = length ops)) by done
      |by rewrite (decide_False (P := length news' = length ops)) by done]. simpl.
    rewrite (writable_spec _ _ _ _ Hops Hn). destruct (forallb writable _) eqn:Ew; [|done]. simpl.
    destruct (short_spec _ _ Hn) as [-> Hshort]. destruct (forallb short news') eqn:Es; [|done]. simpl.
    split_and!; auto.
  Qed.
  Lemma write_agrees pops ops news news' m g :
    Forall2 (is_operand text) pops ops → Forall2 (is_datum text) news news' → are_slots OS text m g →
    are_slots OS text (y_write OS m pops news) (foldl write_operand g (zip ops news')).
  Proof.
    intros Hops. revert news news' m g.
    induction Hops as [|po o pops ops Ho _ IH]; intros news news' m g; destruct 1 as [|p v news news' Hv Hn];
      intros Hm; try done.
    - by destruct po.
    - destruct po as [s|pk s], o as [s1|k s1]; simpl in Ho; try done; simpl; [|by apply IH].
      subst s1. apply IH; [done|]. unfold write_operand; simpl. pose proof (Hm s) as H2.
      destruct (m_get OS m s) as [q|], (g !! s) as [sl|] eqn:E; inversion H2 as [? ? (Hk&Hq&Hh&Hch&Hp)|]; subst.
      + replace (alter _ s g) with (<[s := with_value sl (Data v)]> g).
        * apply set_slot; [done|done|]. by split.
        * apply map_eq; intros j. destruct (decide (s = j)) as [<-|Hne].
          -- by rewrite lookup_insert, lookup_alter, E.
          -- by rewrite lookup_insert_ne, lookup_alter_ne.
      + replace (alter _ s g) with g; [done|]. apply map_eq; intros j. destruct (decide (s = j)) as [<-|Hne].
        * by rewrite lookup_alter, E.
        * by rewrite lookup_alter_ne.
  Qed.
  Lemma run_agrees y st f pops ops pa :
    is_thread y st → Forall2 (is_operand text) pops ops →
    same_outcome (y_run O OS cfg y f pops pa) (run_function c st f ops (text pa)).
  Proof.
    intros Hy Hops. unfold y_run, run_function. pose proof (evaluate_agrees y st f pops ops pa Hy Hops) as He.
    destruct (y_evaluate _ _ _ _ _ _ _) as [[x [news r]]|], (evaluate _ _ _ _ _) as [[x' [news' r']]|]; simpl in He;
      try done.
    simpl. destruct He as (_&Hn&_&_).
    destruct Hy as [Hself Hsmall Hsl Hclock Hlek Hnext Hahead Hadd Hev Hidx]. constructor; simpl; try done.
    - by apply write_agrees.
    - unfold n1. by rewrite Hidx.
  Qed.

  (** ** Removal *)
  Lemma merge_agrees y st s s' p p' sl sl' pe e d d2 pc2 c2 :
    is_thread y st → is_slot p sl → is_slot p' sl' → is_value text (PMerkle pe) (Merkle e) → is_edge text pc2 c2 →
    same_outcome (y_merge OS y s s' p p' pe d d2 pc2) (merge st s s' sl sl' e d d2 c2).
  Proof.
    intros Hy Hs Hs' Hv Hc2. unfold y_merge, merge. pose proof Hs as (_&_&_&Hch&_).
    apply (agree_demand OS OT text cfg c); [by rewrite Hch, none_at_spec|]. intros _. rewrite Hch.
    apply with_slots_agrees; [done|]. apply remove_slot; [done|]. pose proof (slots_of _ _ Hy).
    apply set_slot; [done| |].
    - by apply relink_slot.
    - apply adopt_agrees; [done|]. by apply point_agrees.
  Qed.
  Lemma remove_agrees y st s s' :
    is_thread y st → same_outcome (y_remove O OS cfg y s s') (remove c st s s').
  Proof.
    intros Hy. unfold y_remove, remove.
    apply (agree_demand OS OT text cfg c); [apply negb_eqb_spec|]. intros _.
    eapply (agree_full OS OT text cfg c Hc); [done|]. intros p sl Hs.
    eapply (agree_full OS OT text cfg c Hc); [done|]. intros p' sl' Hs'.
    pose proof Hs as (Hk&Hv&Hh&Hch&Hp). pose proof Hs' as (Hk'&Hv'&Hh'&Hch'&Hp').
    unfold ends_of.
    destruct (x_value p') as [|pe] eqn:Ep, (s_value sl') as [|e] eqn:Ev; simpl in Hv'; try done. simpl.
    rewrite (p_heading_spec O text L _ _ _ _ Hk Hk'). destruct (heading (s_key sl) (s_key sl')) as [d|]; [|done]. simpl.
    pose proof (side_edges text pe e d Hv') as Hd. pose proof (slots_of _ _ Hy) as Hsl.
    destruct (side d pe) as [pc|], (side d e) as [ed|]; inversion Hd as [? ? Hed|]; subst; [|done]. simpl.
    apply (agree_demand OS OT text cfg c); [by apply (same_key_spec O text L _ _ _ _ (proj1 Hed) Hk)|]. intros _.
    match goal with |- context [if p_initial ?a ?b ?v then ?t else ?f] => set (left := if p_initial a b v
      then t else f) end.
    match goal with |- context [if decide (s_value sl = ?i)
      then ?t else ?f] => set (left' := if decide (s_value sl = i) then t else f) end.
    assert (same_outcome left left') as Hleft.
    { unfold left, left'. rewrite (initial_check _ _ _ _ Hk Hv).
      case_bool_decide as Hi; [rewrite decide_True by done|rewrite decide_False by done].
      - apply (agree_demand OS OT text cfg c); [by rewrite Hch, no_child_spec|]. intros _.
        apply with_slots_agrees; [done|]. apply remove_slot; [done|]. apply set_slot; [done..|].
        apply adopt_agrees; [done|]. destruct Hv' as [Hl Hr]. destruct d; split; simpl; try done; by constructor.
      - unfold initial. rewrite (suits_depth _ _ _ Hc), (is_key_digits O text L _ _ Hk).
        destruct (N.ltb_spec (N.of_nat (length (s_key sl))) (depth c));
          [rewrite decide_True by done|by rewrite decide_False by lia].
        destruct (x_value p) as [|[pl pr]], (s_value sl) as [|[l r]]; simpl in Hv; try done.
        destruct Hv as [Hl Hr]. simpl in Hl, Hr.
        destruct Hl, Hr; try done; by apply merge_agrees. }
    rewrite Hp. destruct (s_parent sl) as [pa|].
    - apply (agree_demand OS OT text cfg c); [apply added_under_spec|]. by intros _.
    - apply (agree_demand OS OT text cfg c); [by rewrite Hch', none_at_spec|]. by intros _.
  Qed.

  Theorem step_agrees y st pe en :
    is_thread y st → is_entry text pe en → same_outcome (y_step O OS OT cfg y pe) (step c st en).
  Proof.
    intros Hy He. destruct pe, en; simpl in He; try done; simpl.
    - destruct He as (?&?&->&->). by apply add_merkle_agrees.
    - destruct He as (?&?&->&->&->&?&?). by apply add_blum_agrees.
    - destruct He as (->&->). by apply evict_merkle_agrees.
    - destruct He as (->&->). by apply evict_blum_agrees.
    - destruct He as (->&->&->). by apply evict_merkle_to_blum_agrees.
    - by apply next_epoch_agrees.
    - by apply verify_epoch_agrees.
    - destruct He as (->&?&<-). by apply run_agrees.
    - destruct He as (->&->). by apply remove_agrees.
  Qed.

  Lemma init_agrees i : (i < 65536)%N → is_thread (y_init O OS OT cfg i) (init_thread c i).
  Proof.
    intros Hi. pose proof (suits_epoch _ _ _ Hc) as Hepoch. constructor; simpl; try done; try (by rewrite Hepoch).
    - intros j. unfold first_slots. destruct (N.eqb_spec i 0) as [->|Hne].
      + rewrite decide_True by done.
        assert (are_slots OS text (m_empty OS) ∅) as H0.
        { intros j'. rewrite (empty_law _ LS), lookup_empty. constructor. }
        rewrite <-insert_empty. apply set_slot; [done..|]. apply new_slot; [|by apply (suits_root _ _ _ Hc)].
        split; [unfold key_wf; simpl; lia|]. unfold key_to_word. cbn [p_digits p_word].
        by rewrite (zeros_law _ _ L).
      + rewrite decide_False, (empty_law _ LS), lookup_empty by done. constructor.
    - intros e _. unfold y_tally, tally_in. rewrite (empty_law _ LT), lookup_empty. simpl.
      by rewrite (suits_zero _ _ _ Hc).
    - intros e _. unfold y_tally, tally_in. rewrite (empty_law _ LT), lookup_empty. simpl.
      by rewrite (suits_zero _ _ _ Hc).
  Qed.
End step.
