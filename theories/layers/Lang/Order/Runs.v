(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * A run of a coroutine keeps its order.

    [keeps] says of a state of the source in which state the automaton is, and that [course] came by where control is,
    with that state among those it found. What waits below goes on from wherever the callee may end. What runs
    below a resumption is another coroutine: what it asks its parent gets, so nothing is seen of it. Each step is
    allowed, and keeps this ([step_keeps]). *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Lang.Model Require Import Source.
From Fairlead.Lang.Typing Require Import Soundness.
From Fairlead.Lang.Order Require Export Checker.

(** ** Sets *)
Lemma is_among_in q F : is_among q F = true ↔ q ∈ F.
Proof.
  unfold is_among. rewrite existsb_exists. setoid_rewrite Nat.eqb_eq. rewrite elem_of_list_In. split; [|eauto].
  by intros (x & ? & ->).
Qed.
Lemma all_among_in F G : all_among F G = true ↔ F ⊆ G.
Proof.
  unfold all_among. rewrite forallb_forall. setoid_rewrite is_among_in. setoid_rewrite <-elem_of_list_In. done.
Qed.
Lemma in_union q F G : q ∈ joined F G ↔ q ∈ F ∨ q ∈ G.
Proof.
  unfold joined. rewrite elem_of_app, !elem_of_list_In, filter_In, negb_true_iff. split; [naive_solver|].
  intros [H|]; [|by right]. destruct (is_among q G) eqn:HG; [|by left]. right. by apply elem_of_list_In, is_among_in.
Qed.
Lemma union_l F G : F ⊆ joined F G.
Proof. intros q ?. apply in_union. by left. Qed.
Lemma union_r F G : G ⊆ joined F G.
Proof. intros q ?. apply in_union. by right. Qed.

Lemma from_all_in f F G q : from_all f F = Some G → q ∈ F → ∃ T, f q = Some T ∧ T ⊆ G.
Proof.
  revert G. induction F as [|q' F IH]; intros G; simpl; [by intros _ ?%elem_of_nil|].
  destruct (f q') as [T|] eqn:Hq; [|done]. destruct (from_all f F) as [U|]; [|done]. intros [= <-].
  intros [->|Hin]%elem_of_cons; [exists T; split; [done|apply union_l]|].
  destruct (IH U eq_refl Hin) as (T' & ? & HT). exists T'. split; [done|]. intros x ?. by apply union_r, HT.
Qed.

(** What leaves blocks. *)
Definition within (E E' : list (list nat)) : Prop := ∀ n, nth n E [] ⊆ nth n E' [].
Lemma within_refl E : within E E.
Proof. by intros n. Qed.
Lemma within_trans E1 E2 E3 : within E1 E2 → within E2 E3 → within E1 E3.
Proof. intros H1 H2 n q ?. by apply H2, H1. Qed.
Lemma within_nil E : within [] E.
Proof. intros [|n] q ?%elem_of_nil; done. Qed.
Lemma within_tl E E' : within E E' → within (tl E) (tl E').
Proof.
  intros H n. specialize (H (S n)). destruct E as [|F E], E' as [|G E']; simpl in *; try done; by destruct n.
Qed.
Lemma merge_l E1 E2 : within E1 (joined_exits E1 E2).
Proof.
  revert E2. induction E1 as [|F E1 IH]; intros E2; [apply within_nil|].
  destruct E2 as [|G E2]; [apply within_refl|]. intros [|n]; simpl; [apply union_l|apply IH].
Qed.
Lemma merge_r E1 E2 : within E2 (joined_exits E1 E2).
Proof.
  revert E2. induction E1 as [|F E1 IH]; intros E2; [apply within_refl|].
  destruct E2 as [|G E2]; [apply within_nil|]. intros [|n]; simpl; [apply union_r|apply IH].
Qed.

Lemma exit_nth n (F : list nat) : nth n (replicate n [] ++ [F]) [] = F.
Proof. by induction n. Qed.

Section runs.
  Context (Q : program) (external : nat → list data → option (list data * data)).
  Context (A : automaton) (marks : nat → option nat) (L : list context).
  Context (HL : forallb (check_context Q A marks L) L = true).
  Local Notation D := (fl Q source external).
  Local Notation course := (course A marks L).
  Implicit Types (c : context) (x : fl_cmd) (k : fl_kont) (F G R : list nat) (E : list (list nat)).

  (** ** Letters *)
  Lemma targets_ok edges y T ds :
    may_lead edges y = Some T → (∀ i t tag e, ask_args y !! i = Some (EUnion t tag e) →
      ∃ d, ds !! i = Some (VUnion tag d)) →
    ∃ q, edge_of edges (Asks (ask_effect y) ds) = Some q ∧ q ∈ T.
  Proof.
    intros HT Hds. revert T HT. induction edges as [|[t q] edges IH]; intros T; simpl; [done|].
    assert (∀ b, surely y t = Some b → triggered t (Asks (ask_effect y) ds) = b) as Hsure.
    { intros b. destruct t as [e c|m]; simpl; [|by intros [= <-]]. destruct (e =? ask_effect y); [|by intros [= <-]].
      destruct c as [[i tag]|]; [|by intros [= <-]]. destruct (ask_args y !! i) as [e'|] eqn:Hi; [|done].
      destruct e'; try done. intros [= <-]. by destruct (Hds _ _ _ _ Hi) as [d ->]. }
    destruct (surely y t) as [[]|].
    - intros [= <-]. rewrite (Hsure true eq_refl). exists q. split; [done|by apply elem_of_list_singleton].
    - rewrite (Hsure false eq_refl). apply IH.
    - destruct (may_lead edges y) as [U|]; [|done]. intros [= <-]. destruct (triggered _ _).
      + exists q. split; [done|by left].
      + destruct (IH U eq_refl) as (q' & ? & ?). exists q'. split; [done|by right].
  Qed.

  Lemma collect_lookup {X Y} (f : X → outcome Y) l l' i a :
    collect f l = Ok l' → l !! i = Some a → ∃ b, f a = Ok b ∧ l' !! i = Some b.
  Proof.
    revert l' i. induction l as [|a' l IH]; intros l' i; [done|]. simpl.
    destruct (f a') as [b| |] eqn:Hb; simpl; try done. destruct (collect f l) as [l''| |]; simpl; try done.
    intros [= <-]. destruct i as [|i]; simpl; [intros [= <-]; eauto|]. by apply IH.
  Qed.

  Lemma ask_ok y s e ds lent q F G :
    fl_ask Q source y s = Ok (e, ds, lent) → from_all (when_asked A y) F = Some G → q ∈ F →
    ∃ q', move A q (Asks e ds) = Some q' ∧ q' ∈ G.
  Proof.
    unfold fl_ask. destruct (collect _ (ask_args y)) as [vs| |] eqn:Hvs; simpl; try done.
    destruct (collect to_data vs) as [ds'| |] eqn:Hds; simpl; try done.
    destruct (lent_data (ask_lent y) s); simpl; try done. intros [= <- <- <-] HF Hq.
    destruct (from_all_in _ _ _ _ HF Hq) as (T & HT & HTG). unfold when_asked in HT. unfold move.
    destruct (A !! q) as [edges|]; [|done].
    destruct (targets_ok edges y T ds' HT) as (q' & ? & ?); [|eauto].
    intros i t tag e0 Hi. destruct (collect_lookup _ _ _ _ _ Hvs Hi) as (v & Hv & Hvi).
    destruct (collect_lookup _ _ _ _ _ Hds Hvi) as (d & Hd & Hdi). rewrite Hdi. cbn [eval] in Hv.
    fold (eval (Semantics.W Q source)) in Hv.
    destruct (eval (Semantics.W Q source) e0 s) as [u| |]; simpl in Hv; try done. injection Hv as <-. simpl in Hd.
    destruct (to_data u) as [d'| |]; simpl in Hd; try done. injection Hd as <-. eauto.
  Qed.

  (** ** Continuations *)

  (** [k] goes on from [G], or where an exit leads to, [E]. *)
  Fixpoint goes_on c k G E : Prop :=
    match k with
    | [] => G ⊆ ends c
    | KSeq x :: k => ∃ F H E' R E2, G ⊆ F ∧ course c x F = Some (H, E', R) ∧ R ⊆ ends c ∧
        within E E2 ∧ within E' E2 ∧ goes_on c k H E2
    | KBlock :: k => ∃ G2 E2, G ⊆ G2 ∧ nth 0 E [] ⊆ G2 ∧ within (tl E) E2 ∧ goes_on c k G2 E2
    | KLoop l x :: k => ∃ E' R E2, G ⊆ at_label c l ∧ course c (Loop l x) (at_label c l) = Some ([], E', R) ∧
      R ⊆ ends c ∧
        within E E2 ∧ within E' E2 ∧ goes_on c k [] E2
    end.

  Lemma goes_on_weaken c k G G' E E' : G' ⊆ G → within E' E → goes_on c k G E → goes_on c k G' E'.
  Proof.
    intros HG HE. destruct k as [|[x| |l x] k]; simpl.
    - intros H q ?. by apply H, HG.
    - intros (F & H & E1 & R & E2 & ? & ? & ? & ? & ? & ?). exists F, H, E1, R, E2. split_and!; try done.
      + by etrans.
      + by eapply within_trans.
    - intros (G2 & E2 & ? & Hn & ? & ?). exists G2, E2. split_and!; try done.
      + by etrans.
      + etrans; [apply HE|done].
      + eapply within_trans; [by apply within_tl|done].
    - intros (E1 & R & E2 & ? & ? & ? & ? & ? & ?). exists E1, R, E2. split_and!; try done.
      + by etrans.
      + by eapply within_trans.
  Qed.

  Lemma goes_on_leave c n k k' G E :
    leave n k = Some k' → goes_on c k G E → ∃ G' E', nth n E [] ⊆ G' ∧ goes_on c k' G' E'.
  Proof.
    revert n G E. induction k as [|[x| |l x] k IH]; intros n G E; simpl; [done|..].
    - intros Hl (F & H & E1 & R & E2 & _ & _ & _ & HE & _ & Hk). destruct (IH _ _ _ Hl Hk) as (G' & E' & Hn & ?).
      exists G', E'. split; [|done]. etrans; [apply HE|done].
    - intros Hl (G2 & E2 & _ & Hn & HE & Hk). destruct n as [|n].
      + injection Hl as <-. eauto.
      + destruct (IH _ _ _ Hl Hk) as (G' & E' & Hn' & ?). exists G', E'. split; [|done].
        etrans; [|done]. etrans; [|apply HE]. destruct E; simpl; [by destruct n|done].
    - intros Hl (E1 & R & E2 & _ & _ & _ & HE & _ & Hk). destruct (IH _ _ _ Hl Hk) as (G' & E' & Hn & ?).
      exists G', E'. split; [|done]. etrans; [apply HE|done].
  Qed.

  (** [course] came by: with [q] among what it found, and what comes behind goes on. *)
  Definition came_by c x k F : Prop := ∃ G E R, course c x F = Some (G, E, R) ∧ R ⊆ ends c ∧ goes_on c k G E.

  Lemma came_loop c l x k F :
    came_by c (Loop l x) k F → F ⊆ at_label c l ∧ came_by c x (KLoop l x :: k) (at_label c l).
  Proof.
    intros (G & E & R & HF & HR & Hk). simpl in HF. destruct (all_among F _) eqn:Hsub; [|done].
    apply all_among_in in Hsub.
    destruct (course c x (at_label c l)) as [[[G1 E1] R1]|] eqn:H1; [|done].
    destruct (all_among G1 _) eqn:Hsub1; [|done]. injection HF as <- <- <-. split; [done|].
    exists G1, E1, R1. split_and!; [done..|]. simpl. exists E1, R1, E1. split_and!; try done; try apply within_refl.
    - by apply all_among_in.
    - rewrite (proj2 (all_among_in _ _)) by done. by rewrite H1, Hsub1.
  Qed.

  Lemma came_label c l x k F : came_by c (Label l x) k F → F ⊆ at_label c l ∧ came_by c x k (at_label c l).
  Proof.
    intros (G & E & R & HF & HR & Hk). simpl in HF. destruct (all_among F _) eqn:Hsub; [|done].
    apply all_among_in in Hsub.
    split; [done|]. by exists G, E, R.
  Qed.

  Lemma came_block c x k F : came_by c (Block x) k F → came_by c x (KBlock :: k) F.
  Proof.
    intros (G & E & R & HF & HR & Hk). simpl in HF. destruct (course c x F) as [[[G1 E1] R1]|] eqn:H1; [|done].
    injection HF as <- <- <-. exists G1, E1, R1. split_and!; [done..|]. simpl.
    exists (joined G1 (nth 0 E1 [])), (tl E1).
    split_and!; [apply union_l|apply union_r|apply within_refl|done].
  Qed.

  Lemma came_seq c x1 x2 k F :
    came_by c (Seq x1 x2) k F → came_by c x1 (KSeq x2 :: k) F ∧ ∃ G, came_by c x2 k G.
  Proof.
    intros (G & E & R & HF & HR & Hk). simpl in HF. destruct (course c x1 F) as [[[G1 E1] R1]|] eqn:H1; [|done].
    destruct (course c x2 G1) as [[[H E2] R2]|] eqn:H2; [|done]. injection HF as <- <- <-.
    assert (R1 ⊆ ends c ∧ R2 ⊆ ends c) as [HR1 HR2].
    { split; (etrans; [|exact HR]); [apply union_l|apply union_r]. }
    split.
    - exists G1, E1, R1. split_and!; [done..|]. simpl. exists G1, H, E2, R2, (joined_exits E1 E2).
      split_and!; try done; [apply merge_l|apply merge_r].
    - exists G1, H, E2, R2. split_and!; [done..|]. eapply goes_on_weaken; [done|apply merge_r|done].
  Qed.

  Lemma came_if c t x1 x2 k F : came_by c (If t x1 x2) k F → came_by c x1 k F ∧ came_by c x2 k F.
  Proof.
    intros (G & E & R & HF & HR & Hk). simpl in HF. destruct (course c x1 F) as [[[G1 E1] R1]|] eqn:H1; [|done].
    destruct (course c x2 F) as [[[G2 E2] R2]|] eqn:H2; [|done]. injection HF as <- <- <-.
    split; [exists G1, E1, R1|exists G2, E2, R2]; (split_and!; [done|etrans; [|exact HR]|eapply goes_on_weaken;
      [| |exact Hk]]);
      (apply union_l || apply union_r || apply merge_l || apply merge_r).
  Qed.

  Lemma came_find c l x k F x' k' :
    came_by c x k F → find l x k = Some (x', k') → ∃ F', came_by c x' k' F'.
  Proof.
    revert k F. induction x as [|b|x1 IH1 x2 IH2|t x1 IH1 x2 IH2|x IH|m x IH|n|m x IH|m|m y|m y|y|]; intros k F Hx Hf;
      simpl in Hf; try done.
    - apply came_seq in Hx as [H1 [G H2]]. destruct (find l x1 _) as [[]|] eqn:Hf1; [|by eapply IH2].
      injection Hf as <- <-. by eapply IH1.
    - apply came_if in Hx as [H1 H2]. destruct (find l x1 _) as [[]|] eqn:Hf1; [|by eapply IH2].
      injection Hf as <- <-. by eapply IH1.
    - apply came_block in Hx. by eapply IH.
    - case_decide; [injection Hf as <- <-; eauto|]. apply came_loop in Hx as [_ Hx]. by eapply IH.
    - case_decide; [injection Hf as <- <-; eauto|]. apply came_label in Hx as [_ Hx]. by eapply IH.
    - case_decide; [injection Hf as <- <-; eauto|done].
    - case_decide; [injection Hf as <- <-; eauto|done].
  Qed.

  (** A context that is called has been checked. *)
  Lemma called_ok p q T : called L p q = Some T →
    ∃ c pr, c ∈ L ∧ whose c = p ∧ ends c = T ∧ procs Q !! p = Some pr ∧ came_by c (body pr) [] [q].
  Proof using HL.
    unfold called. destruct (List.find _ L) as [c|] eqn:Hc; [|done]. intros [= <-].
    apply find_some in Hc as [Hin Hpq]. apply andb_true_iff in Hpq as [<-%Nat.eqb_eq <-%Nat.eqb_eq].
    rewrite forallb_forall in HL. specialize (HL _ Hin). unfold check_context in HL.
    destruct (procs Q !! whose c) as [pr|] eqn:Hp; [|done].
    destruct (course c (body pr) [entered c]) as [[[G E] R]|] eqn:HF; [|done].
    apply andb_true_iff in HL as [HG%all_among_in HR%all_among_in].
    exists c, pr. split_and!; [by apply elem_of_list_In|done..|]. exists G, E, R. done.
  Qed.

  Lemma in_checked c : c ∈ L → ∃ pr, procs Q !! whose c = Some pr ∧ came_by c (body pr) [] [entered c].
  Proof using HL.
    intros Hin%elem_of_list_In. rewrite forallb_forall in HL. specialize (HL _ Hin). unfold check_context in HL.
    destruct (procs Q !! whose c) as [pr|] eqn:Hp; [|done].
    destruct (course c (body pr) [entered c]) as [[[G E] R]|] eqn:HF; [|done].
    apply andb_true_iff in HL as [HG%all_among_in HR%all_among_in]. exists pr. split; [done|]. exists G, E, R. done.
  Qed.

  (** ** States *)

  (** Below who runs, who returns in [ends] of its context; or below another coroutine ([None]), which a parent has
      resumed, where this order is in state [q]. *)
  Inductive below (q : nat) : option context → list fl_link → Prop :=
  | below_root c : below q (Some c) []
  | below_caller c c' l y p k s ls G E :
      c' ∈ L → whose c' = p → ends c ⊆ G → goes_on c' k G E → below q (Some c') ls →
      below q (Some c) (Caller l y p k s :: ls)
  | below_other l y p k s ls : below q None ls → below q None (Caller l y p k s :: ls)
  | below_parents y p k s ls : below q None ls → below q None (Parent y p k s :: ls)
  | below_parent c y p k s ls G E :
      c ∈ L → whose c = p → q ∈ G → goes_on c k G E → below q (Some c) ls → below q None (Parent y p k s :: ls).

  (** The frames of callers, likewise. *)
  Inductive behind : context → list (frame fl_point) → Prop :=
  | behind_root c : behind c []
  | behind_caller c c' l y p k s fs G E :
      c' ∈ L → whose c' = p → ends c ⊆ G → goes_on c' k G E → behind c' fs →
      behind c ((SAt p (Call l y) k, s) :: fs).

  Definition waits (q : nat) (fs : list (frame fl_point)) : Prop :=
    match fs with
    | [] => True
    | (SFresh p, _) :: fs => ∃ c, c ∈ L ∧ whose c = p ∧ entered c = q ∧ behind c fs
    | (SAt p _ k, _) :: fs => ∃ c G E, c ∈ L ∧ whose c = p ∧ q ∈ G ∧ goes_on c k G E ∧ behind c fs
    end.

  Definition keeps (q : nat) (st : fl_state) : Prop :=
    match st with
    | Running x p k s ls =>
        (∃ c F, c ∈ L ∧ whose c = p ∧ q ∈ F ∧ came_by c x k F ∧ below q (Some c) ls) ∨ below q None ls
    | Suspended fs | Resuming _ fs => waits q fs
    | Halted => True
    end.

  (** Whether another coroutine runs, which was resumed. *)
  Definition another (ls : list fl_link) : bool :=
    existsb (λ y, match y with Parent _ _ _ _ => true | Caller _ _ _ _ _ => false end) ls.

  (** The mark that a state is at. *)
  Definition at_mark (st : fl_state) : list letter :=
    match st with
    | Running (Do (BLine n)) _ _ _ ls =>
        if another ls then [] else match marks n with Some m => [Marks m] | None => [] end
    | _ => []
    end.

  Definition next_keeps (q : nat) (w : list letter) (n : fl_next) : Prop :=
    match n with
    | Go st => ∃ q', leads A q w = Some q' ∧ keeps q' st
    | Emit (e, ds, _) st => ∃ q', move A q (Asks e ds) = Some q' ∧ keeps q' st
    | _ => True
    end.

  Lemma below_another q o ls : below q o ls → another ls = match o with Some _ => false | None => true end.
  Proof. induction 1; simpl; auto. Qed.

  Lemma below_any q q' o ls : below q o ls → ∀ c, o = Some c → below q' o ls.
  Proof.
    induction 1 as [c|c c' l x p k s ls G E ? ? ? ? _ IH| | |]; intros c0; try done; [constructor|].
    intros _. econstructor; try done. by apply (IH c').
  Qed.

  Lemma skip_keeps c q G E p k s ls :
    c ∈ L → whose c = p → q ∈ G → goes_on c k G E → below q (Some c) ls → keeps q (Running Skip p k s ls).
  Proof.
    intros. left. exists c, G. split_and!; try done. exists G, [], []. split_and!; [done|by intros ? ?%elem_of_nil|].
    eapply goes_on_weaken; [done|apply within_nil|done].
  Qed.

  Lemma settle_keeps {X} q w (o : outcome X) (f : X → fl_next) :
    (∀ a, o = Ok a → next_keeps q w (f a)) → next_keeps q w (settle o f).
  Proof. destruct o; simpl; auto. Qed.

  Lemma stays q st : keeps q st → next_keeps q [] (Go st).
  Proof. intros. by exists q. Qed.

  Lemma return_keeps q c p s ls : q ∈ ends c → below q (Some c) ls → next_keeps q [] (return_to D p s ls).
  Proof.
    intros Hq Hls. inversion Hls as [|c0 c' l x p' k s' ls' G E ? ? Hsub ?| | |]; subst; simpl; apply settle_keeps;
      [done|].
    intros s'' _. apply stays. apply (skip_keeps c' q G E); try done. by apply Hsub.
  Qed.

  Lemma return_apart q p s ls : below q None ls → next_keeps q [] (return_to D p s ls).
  Proof.
    intros Hls. inversion Hls; subst; simpl; apply settle_keeps; intros s' _; apply stays; [by right..|].
    by eapply skip_keeps.
  Qed.

  Lemma unwind_behind q c ls fs r : below q (Some c) ls →
    ∃ gs, unwind D ls fs r = Emit r (Suspended (reverse fs ++ gs)) ∧ behind c gs.
  Proof.
    revert c fs. induction ls as [|y ls IH]; intros c fs Hls;
      inversion Hls as [|c0 c' l x p' k s' ls' G E ? ? Hsub ?| | |]; subst; simpl.
    - exists []. rewrite app_nil_r. split; [done|constructor].
    - edestruct (IH c') as (gs & -> & Hgs); [done|]. eexists (_ :: gs). rewrite reverse_cons, <-app_assoc. simpl.
      split; [done|]. by econstructor.
  Qed.

  Lemma unwind_apart q ls fs r : below q None ls → next_keeps q [] (unwind D ls fs r).
  Proof.
    revert fs. induction ls as [|y ls IH]; intros fs Hls; inversion Hls; subst; simpl; [by apply IH|..];
      apply settle_keeps; intros s' _; apply stays; [by right|]. by eapply skip_keeps.
  Qed.

  Lemma callers_behind q c fs up : behind c fs → callers D fs = Some up → below q (Some c) up.
  Proof.
    intros Hfs. revert up. induction Hfs as [c|c c' l x p k s fs G E ? ? ? ? _ IH]; intros up; simpl.
    - intros [= <-]. constructor.
    - destruct (callers D fs) as [up'|]; simpl; [|done]. intros [= <-]. econstructor; try done. by apply IH.
  Qed.

  Lemma callers_apart q fs up ls : callers D fs = Some up → below q None ls → below q None (up ++ ls).
  Proof.
    revert up. induction fs as [|[pt s] fs IH]; intros up; simpl; [by intros [= <-]|].
    destruct pt as [p|p x k]; simpl; [done|]. destruct x; try done.
    destruct (callers D fs) as [up'|]; simpl; [|done]. intros [= <-] Hls. constructor. by apply IH.
  Qed.

  Lemma rebuild_apart q fs r ls : below q None ls → next_keeps q [] (rebuild D fs r ls).
  Proof.
    intros Hls. destruct fs as [|[pt s] fs]; [done|]. unfold rebuild.
    destruct pt as [p|p x k]; cbn [load fl fl_load load_point source fst snd];
      [|destruct x; try done]; destruct (callers D fs) as [up|] eqn:Hup; try done;
      pose proof (callers_apart q fs up ls Hup Hls).
    - destruct (code D p); [|done]. apply settle_keeps. intros s' _. apply stays. by right.
    - apply settle_keeps. intros s' _. apply stays. by right.
  Qed.

  Lemma rebuild_keeps q fs r : waits q fs → next_keeps q [] (rebuild D fs r []).
  Proof using HL.
    destruct fs as [|[pt s] fs]; [done|]. intros Hfs. unfold rebuild.
    destruct pt as [p|p x k]; cbn [load fl fl_load load_point source fst snd].
    - destruct Hfs as (c & Hc & <- & <- & Hfs). destruct (callers D fs) as [up|] eqn:Hup; [|done].
      destruct (in_checked c Hc) as (pr & Hp & Hbody). cbn [code fl]. unfold fl_code. rewrite Hp. simpl.
      apply settle_keeps. intros s' _. apply stays. left. exists c, [entered c]. rewrite app_nil_r.
      split_and!; try done.
      + by apply elem_of_list_singleton.
      + by eapply callers_behind.
    - destruct Hfs as (c & G & E & Hc & <- & Hq & Hk & Hfs). destruct x; try done.
      destruct (callers D fs) as [up|] eqn:Hup; [|done]. apply settle_keeps. intros s' _. apply stays.
      rewrite app_nil_r. eapply skip_keeps; try done. by eapply callers_behind.
  Qed.

  (** ** Steps *)
  Lemma step_apart q x p k s ls : below q None ls → next_keeps q [] (step D (Running x p k s ls)).
  Proof.
    intros Hls. destruct x as [|b|x1 x2|t x1 x2|x|l x|n|l x|l|l y|l y|y|]; cbn [step].
    - destruct k as [|[x| |l x] k]; [by apply return_apart|..]; apply stays; by right.
    - apply settle_keeps. intros. apply stays. by right.
    - apply stays. by right.
    - apply settle_keeps. intros. apply stays. by right.
    - apply stays. by right.
    - apply stays. by right.
    - destruct (leave n k); [|done]. apply stays. by right.
    - apply stays. by right.
    - destruct (code D p ≫= _) as [[[] ?]|]; try done. apply stays. by right.
    - apply settle_keeps. intros r _. by apply unwind_apart.
    - apply settle_keeps. intros [p' s'] _. destruct (code D p'); [|done]. apply stays. right. by constructor.
    - apply settle_keeps. intros [fs r] _. apply rebuild_apart. by constructor.
    - by apply return_apart.
  Qed.

  Theorem step_keeps q st : keeps q st → next_keeps q (at_mark st) (step D st).
  Proof using HL.
    intros Hst. destruct st as [x p k s ls|fs|r fs|]; [|done|by apply rebuild_keeps|done].
    destruct Hst as [(c & F & Hc & Hp & Hq & Hx & Hls)|Hls].
    2: { pose proof (below_another _ _ _ Hls) as Ha.
      assert (at_mark (Running x p k s ls) = []) as ->; [|by apply step_apart].
      destruct x; try done. destruct b; try done. simpl. by rewrite Ha. }
    assert (∀ x' k' s' F', q ∈ F' → came_by c x' k' F' → next_keeps q [] (Go (Running x' p k' s' ls))) as Hgo.
    { intros x' k' s' F' ? ?. apply stays. left. by exists c, F'. }
    destruct x as [|b|x1 x2|t x1 x2|x|l x|n|l x|l|l y|l y|y|]; cbn [step].
    - destruct Hx as (G & E & R & [= <- <- <-] & _ & Hk). destruct k as [|[x| |l x] k]; simpl in Hk; cbn [at_mark].
      + apply (return_keeps q c); [by apply Hk|done].
      + destruct Hk as (F' & H & E' & R & E2 & HF' & Hflow & HR & _ & HE & Hk). apply (Hgo _ _ _ F'); [by apply HF'|].
        exists H, E', R. split_and!; try done. by eapply goes_on_weaken.
      + destruct Hk as (G2 & E2 & HG & _ & _ & Hk). apply stays. apply (skip_keeps c q G2 E2); try done. by apply HG.
      + destruct Hk as (E' & R & E2 & HG & Hflow & HR & _ & HE & Hk). apply (Hgo _ _ _ (at_label c l)); [by apply HG|].
        exists [], E', R. split_and!; try done. by eapply goes_on_weaken.
    - destruct Hx as (G & E & R & HF & HR & Hk).
      assert (at_mark (Running (Do b) p k s ls) = [] ∧ G = F ∨ b = BTrap ∨
        ∃ n m, b = BLine n ∧ at_mark (Running (Do b) p k s ls) = [Marks m] ∧
          from_all (when_marked A m) F = Some G) as Hb.
      { pose proof (below_another _ _ _ Hls) as Ha. simpl in HF |- *.
        destruct b; try (left; split; [done|congruence]); [|by right; left].
        rewrite Ha. destruct (marks pos) as [m|]; [|left; split; [done|congruence]]. right. right. exists pos, m.
        split_and!; try done. destruct (from_all _ F); [congruence|done]. }
      destruct Hb as [[-> ->]|[->|(n & m & -> & -> & HG)]].
      + apply settle_keeps. intros s' _. apply stays. by eapply skip_keeps.
      + done.
      + apply settle_keeps. intros s' _. destruct (from_all_in _ _ _ _ HG Hq) as (T & HT & HTG).
        unfold when_marked in HT. destruct (move A q (Marks m)) as [q'|] eqn:Hm; [|done]. injection HT as <-.
        exists q'. simpl. rewrite Hm. split; [done|]. apply (skip_keeps c q' G E); try done.
        * by apply HTG, elem_of_list_singleton.
        * by eapply below_any.
    - apply came_seq in Hx as [Hx _]. by eapply Hgo.
    - apply came_if in Hx as [H1 H2]. apply settle_keeps. intros [] _; by eapply Hgo.
    - apply came_block in Hx. by eapply Hgo.
    - apply came_loop in Hx as [HF Hx]. eapply Hgo; [|done]. by apply HF.
    - destruct Hx as (G & E & R & [= <- <- <-] & HR & Hk). destruct (leave n k) as [k'|] eqn:Hl; [|done].
      destruct (goes_on_leave _ _ _ _ _ _ Hl Hk) as (G' & E' & Hn & Hk'). apply stays.
      apply (skip_keeps c q G' E'); try done.
      apply Hn. by rewrite exit_nth.
    - apply came_label in Hx as [HF Hx]. eapply Hgo; [|done]. by apply HF.
    - destruct Hx as (G & E & R & HF & _). simpl in HF. destruct (all_among F _) eqn:Hsub; [|done].
      apply all_among_in in Hsub.
      destruct (in_checked c Hc) as (pr & Hpr & Hbody). rewrite Hp in Hpr. cbn [code fl]. unfold fl_code. rewrite Hpr.
      simpl.
      destruct (find l (body pr) []) as [[x' k']|] eqn:Hf; [|done]. destruct x'; try done.
      destruct (came_find _ _ _ _ _ _ _ Hbody Hf) as [F' Hx']. assert (l0 = l) as ->.
      { clear -Hf. revert Hf. generalize (@nil (item basic expr suspension call resumption)).
        induction (body pr) as [|b|x1 IH1 x2 IH2|t x1 IH1 x2 IH2|x IH|m x IH|n|m x IH|m|m y|m y|y|]; intros k0; simpl;
          try done; eauto.
        - destruct (find l x1 _) as [[]|] eqn:Hf1; [intros [= -> ->]|]; eauto.
        - destruct (find l x1 _) as [[]|] eqn:Hf1; [intros [= -> ->]|]; eauto.
        - case_decide; [done|eauto].
        - case_decide; [by intros [= -> _ _]|eauto].
        - by case_decide.
        - by case_decide. }
      apply came_label in Hx' as [_ Hx']. apply (Hgo _ _ _ (at_label c l)); [by apply Hsub|].
      destruct Hx' as (G' & E' & R' & HF' & ? & ?). exists G', E', R'. split_and!; try done. simpl.
      rewrite (proj2 (all_among_in _ _)) by done. done.
    - destruct Hx as (G & E & R & HF & _ & Hk). simpl in HF. destruct (from_all _ F) as [G0|] eqn:HG; [|done].
      injection HF as -> <- <-. apply settle_keeps. intros [[e ds] lent] Hask.
      destruct (ask_ok _ _ _ _ _ _ _ _ Hask HG Hq) as (q' & Hmove & Hq').
      destruct (unwind_behind q c ls [save D p (Suspend l y) k (park D p l s)] (e, ds, lent) Hls) as (gs & -> & Hgs).
      exists q'. split; [done|]. simpl. exists c, G, []. done.
    - destruct Hx as (G & E & R & HF & _ & Hk). simpl in HF. destruct (from_all _ F) as [G0|] eqn:HG; [|done].
      injection HF as -> <- <-. apply settle_keeps. intros [p' s'] Hcalled.
      assert (p' = callee y) as ->.
      { cbn [enter_call fl] in Hcalled. unfold fl_enter_call in Hcalled.
        destruct (procs Q !! callee y); simpl in Hcalled; [|done].
        destruct (collect _ (call_args y)); simpl in Hcalled; try done. case_decide; [|done].
        by injection Hcalled as <- <-. }
      destruct (from_all_in _ _ _ _ HG Hq) as (T & HT & HTG).
      destruct (called_ok _ _ _ HT) as (c' & pr & Hc' & Hp' & <- & Hpr & Hbody).
      cbn [code fl]. unfold fl_code. rewrite Hpr. simpl. exists q. split; [done|]. left. exists c', [q].
      split_and!; try done.
      + by apply elem_of_list_singleton.
      + by apply (below_caller q c' c l y p k s ls G []).
    - destruct Hx as (G & E & R & [= <- <- <-] & _ & Hk). apply settle_keeps. intros [fs r] _. apply rebuild_apart.
      by apply (below_parent q c y p k s ls F []).
    - destruct Hx as (G & E & R & [= <- <- <-] & HR & Hk). apply (return_keeps q c); [by apply HR|done].
  Qed.
End runs.
