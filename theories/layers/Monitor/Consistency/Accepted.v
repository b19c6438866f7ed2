(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What it means that an entry was accepted: [step], inverted once and for all.

Every proof below works from these facts; none looks into [step] again. *)
From Fairlead.Monitor.Model Require Export Monitor.

Section accepted.
  Context {acc : Type} (cfg : config acc).
  Implicit Types st : thread acc.

  (** The part that [EvictB] and [EvictBM] share. *)
  Definition leaves st (sl : slot) (t : stamp) (sum : tally acc) : Prop :=
    s_key sl ≠ root ∧
    (stamp_lt (t_clock st) t ∨ t_clock st = t ∧ (rank (t_lek st) < rank (s_key sl))%N) ∧
    s_child sl = (None, None) ∧
    tally_insert (mh cfg) t.1 (s_key sl, s_value sl, t, t_self st) (tally_in cfg (t_evicted st) t.1) = Some sum.
  Definition left st (sl : slot) (t : stamp) (sum : tally acc) slots : thread acc :=
    Thread (t_self st) slots t (s_key sl) (t_added st) (<[t.1 := sum]> (t_evicted st)) (t_next st) (t_index st).

  Inductive accepted st : entry → thread acc → Prop :=
    | add_new k v s s' sl' ends d :
        t_slots st !! s' = Some sl' → t_slots st !! s = None → s_value sl' = Merkle ends →
        heading k (s_key sl') = Some d → side d ends = None →
        v = initial (depth cfg) k → side d (s_child sl') = None →
        accepted st (AddM k v s s')
          (with_slots st
            (<[s := Slot k v MAdd (None, None) (Some (s', d))]>
              (<[s' := adopt sl' (point ends d (Edge k no_digest false)) d (Some s)]> (t_slots st))))
    | add_existing k v s s' sl' ends d c :
        t_slots st !! s' = Some sl' → t_slots st !! s = None → s_value sl' = Merkle ends →
        heading k (s_key sl') = Some d → side d ends = Some c →
        e_key c = k → e_digest c = digest cfg v → e_blum c = false → side d (s_child sl') = None →
        accepted st (AddM k v s s')
          (with_slots st
            (<[s := Slot k v MAdd (None, None) (Some (s', d))]>
              (<[s' := adopt sl' (s_value sl') d (Some s)]> (t_slots st))))
    | add_cut k v s s' sl' ends d c d2 none :
        t_slots st !! s' = Some sl' → t_slots st !! s = None → s_value sl' = Merkle ends →
        heading k (s_key sl') = Some d → side d ends = Some c →
        heading (e_key c) k = Some d2 → v = initial (depth cfg) k → v = Merkle none →
        accepted st (AddM k v s s')
          (with_slots st
            (<[s := Slot k (point none d2 c) MAdd
                      (set_side d2 (side d (s_child sl')) (None, None)) (Some (s', d))]>
              (<[s' := adopt sl' (point ends d (Edge k no_digest false)) d (Some s)]>
                (relink (side d (s_child sl')) s d2 (t_slots st)))))
    | evict_m s s' sl sl' ends d c :
        s ≠ s' → t_slots st !! s = Some sl → t_slots st !! s' = Some sl' → s_value sl' = Merkle ends →
        heading (s_key sl) (s_key sl') = Some d → s_child sl = (None, None) →
        side d ends = Some c → e_key c = s_key sl →
        (s_parent sl = Some (s', d) ∨ s_parent sl = None ∧ side d (s_child sl') = None) →
        accepted st (EvictM s s')
          (with_slots st
            (delete s
              (<[s' := adopt sl' (point ends d (Edge (s_key sl) (digest cfg (s_value sl)) false)) d None]>
                (t_slots st))))
    | add_b k v s t tid clock lek sum :
        k ≠ root → t_slots st !! s = None → (t_next st ≤ t.1)%N →
        tally_insert (mh cfg) t.1 (k, v, t, tid) (tally_in cfg (t_added st) t.1) = Some sum →
        advance st (t.1, t.2 + 1)%N = (clock, lek) →
        accepted st (AddB k v s t tid)
          (Thread (t_self st) (<[s := Slot k v BAdd (None, None) None]> (t_slots st))
            clock lek (<[t.1 := sum]> (t_added st)) (t_evicted st) (t_next st) (t_index st))
    | evict_b s t sl sum :
        t_slots st !! s = Some sl → s_how sl = BAdd → leaves st sl t sum →
        accepted st (EvictB s t) (left st sl t sum (delete s (t_slots st)))
    | evict_bm s s' t sl sl' ends d c sum :
        s ≠ s' → t_slots st !! s = Some sl → t_slots st !! s' = Some sl' →
        s_how sl = MAdd → s_value sl' = Merkle ends → heading (s_key sl) (s_key sl') = Some d →
        side d ends = Some c → e_key c = s_key sl → e_blum c = false →
        s_parent sl = Some (s', d) → leaves st sl t sum →
        accepted st (EvictBM s s' t)
          (left st sl t sum
            (delete s
              (<[s' := adopt sl' (point ends d (Edge (s_key sl) (e_digest c) true)) d None]> (t_slots st))))
    | next_e :
        accepted st NextEpoch
          (Thread (t_self st) (t_slots st) ((t_clock st).1 + 1, 0)%N root
            (t_added st) (t_evicted st) (t_next st) (t_index st))
    | verify_e :
        (t_next st < (t_clock st).1)%N →
        accepted st VerifyEpoch
          (Thread (t_self st) (t_slots st) (t_clock st) (t_lek st)
            (t_added st) (t_evicted st) (t_next st + 1)%N (t_index st))
    | run_ok f ops a olds news result :
        evaluate cfg st f ops a = Ok (olds, (news, result)) →
        accepted st (Run f ops a) (answered st (foldl write_operand (t_slots st) (zip ops news)))
    | remove_leaf s s' sl sl' ends d c :
        s ≠ s' → t_slots st !! s = Some sl → t_slots st !! s' = Some sl' → s_value sl' = Merkle ends →
        heading (s_key sl) (s_key sl') = Some d → side d ends = Some c → e_key c = s_key sl →
        (s_parent sl = Some (s', d) ∨ s_parent sl = None ∧ side d (s_child sl') = None) →
        s_child sl = (None, None) → s_value sl = initial (depth cfg) (s_key sl) →
        accepted st (Remove s s')
          (with_slots st
            (delete s (<[s' := adopt sl' (Merkle (set_side d None ends)) d None]> (t_slots st))))
    | remove_merge s s' sl sl' ends d c d2 c2 none :
        s ≠ s' → t_slots st !! s = Some sl → t_slots st !! s' = Some sl' → s_value sl' = Merkle ends →
        heading (s_key sl) (s_key sl') = Some d → side d ends = Some c → e_key c = s_key sl →
        (s_parent sl = Some (s', d) ∨ s_parent sl = None ∧ side d (s_child sl') = None) →
        side (negb d2) (s_child sl) = None → initial (depth cfg) (s_key sl) = Merkle none →
        s_value sl = Merkle (set_side d2 (Some c2) (None, None)) →
        accepted st (Remove s s')
          (with_slots st
            (delete s (<[s' := adopt sl' (point ends d c2) d (side d2 (s_child sl))]>
              (relink (side d2 (s_child sl)) s' d (t_slots st))))).

  (** What both cases of [Remove] have in common, and what not. *)
  Lemma remove_accepted st s s' st' :
    accepted st (Remove s s') st' →
    ∃ sl sl' ends d c,
      s ≠ s' ∧ t_slots st !! s = Some sl ∧ t_slots st !! s' = Some sl' ∧ s_value sl' = Merkle ends ∧
      heading (s_key sl) (s_key sl') = Some d ∧ side d ends = Some c ∧ e_key c = s_key sl ∧
      (s_parent sl = Some (s', d) ∨ s_parent sl = None ∧ side d (s_child sl') = None) ∧
      ((s_child sl = (None, None) ∧ s_value sl = initial (depth cfg) (s_key sl) ∧
        st' = with_slots st
          (delete s (<[s' := adopt sl' (Merkle (set_side d None ends)) d None]> (t_slots st)))) ∨
       (∃ d2 c2 none, side (negb d2) (s_child sl) = None ∧ initial (depth cfg) (s_key sl) = Merkle none ∧
        s_value sl = Merkle (set_side d2 (Some c2) (None, None)) ∧
        st' = with_slots st
          (delete s (<[s' := adopt sl' (point ends d c2) d (side d2 (s_child sl))]>
            (relink (side d2 (s_child sl)) s' d (t_slots st)))))).
  Proof. inversion 1; subst; eauto 25. Qed.

  Lemma bind_ok {A B} (m : outcome A) (f : A → outcome B) b :
    m ≫= f = Ok b → ∃ a, m = Ok a ∧ f a = Ok b.
  Proof. destruct m; simpl; [eauto|done]. Qed.
  Lemma need_ok (P : Prop) `{Decision P} why u : need P why = Ok u → P.
  Proof. unfold need. by case_decide. Qed.
  Lemma some_ok {A} (m : option A) why a : some m why = Ok a → m = Some a.
  Proof. unfold some. destruct m; naive_solver. Qed.
  Lemma full_ok st s sl : full cfg st s = Ok sl → t_slots st !! s = Some sl.
  Proof. unfold full. intros (?&_&?)%bind_ok. by eapply some_ok. Qed.
  Lemma vacant_ok st s u : vacant cfg st s = Ok u → t_slots st !! s = None.
  Proof. unfold vacant. intros (?&_&?)%bind_ok. by eapply need_ok. Qed.
  Lemma ends_ok sl ends : ends_of sl = Ok ends → s_value sl = Merkle ends.
  Proof. unfold ends_of. case_match; naive_solver. Qed.
  Lemma data_ok sl v : data_of sl = Ok v → s_value sl = Data v.
  Proof. unfold data_of. case_match; naive_solver. Qed.

  (** Takes an accepted run of checks apart, one check at a time. *)
  Ltac checks H :=
    repeat (lazymatch type of H with (_ ≫= _) = _ => idtac end;
      let H' := fresh "H" in apply bind_ok in H as (?&H'&H);
      first [apply need_ok in H'|apply some_ok in H'|apply full_ok in H'
            |apply vacant_ok in H'|apply ends_ok in H'|apply data_ok in H'|idtac]).

  Lemma leave_ok st sl s slots t st' :
    leave_to_blum cfg st sl s slots t = Ok st' →
    ∃ sum, leaves st sl t sum ∧ st' = left st sl t sum (delete s slots).
  Proof.
    unfold leave_to_blum. intros H. checks H. injection H as <-. unfold leaves. eauto 10.
  Qed.

  (** What an operand says of the cache. *)
  Definition reads st (o : operand) (x : key * datum) : Prop :=
    match o with
    | Here s => ∃ sl, t_slots st !! s = Some sl ∧ s_key sl = x.1 ∧ s_value sl = Data x.2
    | Missing k s =>
        x = (k, None) ∧ N.of_nat (length k) = depth cfg ∧
        ∃ sl ends d, t_slots st !! s = Some sl ∧ s_value sl = Merkle ends ∧ heading k (s_key sl) = Some d ∧
          leads_past (side d ends) k = true
    end.
  Lemma read_operand_ok st o x : read_operand cfg st o = Ok x → reads st o x.
  Proof.
    destruct o as [s|k s]; simpl; intros H; checks H; injection H as <-; [eauto|].
    split; [done|]. split; [by eapply bool_decide_eq_true|]. eauto 10.
  Qed.
  Lemma read_operands_ok st ops l : read_operands cfg st ops = Ok l → Forall2 (reads st) ops l.
  Proof.
    revert l; induction ops as [|o ops IH]; intros l; simpl; intros H; checks H; injection H as <-; [constructor|].
    constructor; [by apply read_operand_ok|by apply IH].
  Qed.
  Lemma evaluate_ok st f ops a olds news result :
    evaluate cfg st f ops a = Ok (olds, (news, result)) →
    Forall2 (reads st) ops olds ∧ NoDup (omap slot_of ops) ∧
    functions cfg f a olds.*2 = Some (news, result) ∧ length news = length ops ∧
    Forall (λ w, writable w = true) (zip ops news).
  Proof.
    unfold evaluate. intros H. checks H. injection H as -> ->. simpl in *.
    split_and!; try done; [by apply read_operands_ok|].
    apply Forall_forall. intros w Hw. rewrite forallb_forall in H5. by apply H5, elem_of_list_In.
  Qed.

  Lemma step_accepted st en st' : step cfg st en = Ok st' → accepted st en st'.
  Proof.
    destruct en; simpl; intros H.
    - unfold add_merkle in H. checks H. destruct (side _ _) as [c|] eqn:Ec.
      + case_decide as Ek; checks H.
        * injection H as <-. by eapply add_existing.
        * destruct v as [|none] eqn:Ev; [done|]. injection H as <-. by eapply add_cut.
      + checks H. injection H as <-. by eapply add_new.
    - unfold add_blum in H. checks H. destruct (advance _ _) eqn:Ea.
      injection H as <-. by econstructor.
    - unfold evict_merkle in H. checks H. injection H as <-. econstructor; try done.
      match goal with H : context [s_parent] |- _ => revert H end.
      case_match; intros Hp; apply need_ok in Hp; [left; by subst|by right].
    - unfold evict_blum in H. checks H. apply leave_ok in H as (sum&?&->). by econstructor.
    - unfold evict_merkle_to_blum in H. checks H. apply leave_ok in H as (sum&?&->). by econstructor.
    - unfold next_epoch in H. checks H. injection H as <-. constructor.
    - unfold verify_epoch in H. checks H. injection H as <-. by constructor.
    - unfold run_function in H. checks H. injection H as <-.
      match goal with x : _ * (_ * _) |- _ => destruct x as (?&?&?) end. by econstructor.
    - unfold remove in H. checks H.
      match goal with Hp : match s_parent ?sl with _ => _ end = Ok _ |- _ =>
        assert (s_parent sl = Some (s', x3) ∨ s_parent sl = None ∧ side x3 (s_child x1) = None) as Hparent
          by (destruct (s_parent sl); apply need_ok in Hp; [left; by subst|by right]); clear Hp end.
      case_decide as Hinit.
      + checks H. injection H as <-. by econstructor.
      + destruct (initial _ _) as [|none] eqn:Ei; [done|].
        destruct (s_value x0) as [|[[c2|] [c3|]]] eqn:Ev; try done; unfold merge in H; checks H; injection H as <-.
        * by eapply (remove_merge st s s' x0 x1 x2 x3 x4 false c2).
        * by eapply (remove_merge st s s' x0 x1 x2 x3 x4 true c3).
  Qed.
End accepted.
