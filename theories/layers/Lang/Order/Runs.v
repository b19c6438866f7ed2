(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * A run of a coroutine keeps its order.

    [keeps] says of a state of the source in which state the automaton is, and that [course] came by where control is,
    with a spot of that state among those it found, of whose variables what it knows is so ([stands]). What waits below
    goes on from wherever the callee may end. What runs below a resumption is another coroutine: what it asks its parent
    gets, so nothing is seen of it. Each step is allowed, and keeps this ([step_keeps]); so is each answer of the type
    that was declared ([answer_keeps]). *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Lang.Model Require Import Source.
From Fairlead.Lang.Typing Require Import Soundness.
From Fairlead.Lang.Order Require Export Checker.

(** ** Sets *)

(** One of the spots has that state, and what it knows is so. *)
Definition stands {P} (q : nat) (s : store P) (F : list spot) : Prop := ∃ K, (q, K) ∈ F ∧ knows s K.
Definition included (F G : list spot) : Prop := ∀ q (s : store fl_point), stands q s F → stands q s G.
Infix "⊴" := included (at level 70).
Global Instance included_preorder : PreOrder included.
Proof. split; [by intros F q s|]. intros F G H HF HG q s ?. by apply HG, HF. Qed.

Lemma stands_in {P} q (s : store P) K F : (q, K) ∈ F → knows s K → stands q s F.
Proof. by exists K. Qed.
Lemma stands_one {P} q (s : store P) K : knows s K → stands q s [(q, K)].
Proof. exists K. split; [by apply elem_of_list_singleton|done]. Qed.
Lemma included_nil F : [] ⊴ F.
Proof. by intros q s (K & ?%elem_of_nil & _). Qed.
Lemma subset_included F G : F ⊆ G → F ⊴ G.
Proof. intros H q s (K & ? & ?). exists K. split; [by apply H|done]. Qed.

Lemma is_among_ok {P} q (s : store P) K F : is_among (q, K) F = true → knows s K → stands q s F.
Proof.
  unfold is_among. intros ([q' K'] & Hin & Hc)%existsb_exists HK. unfold covers in Hc. simpl in Hc.
  apply andb_true_iff in Hc as [->%Nat.eqb_eq Hk]. exists K'. split; [by apply elem_of_list_In|].
  by eapply all_known_ok.
Qed.
Lemma all_among_in F G : all_among F G = true → F ⊴ G.
Proof.
  unfold all_among. rewrite forallb_forall. intros Ha q s (K & Hin%elem_of_list_In & HK). by eapply is_among_ok, HK;
    apply Ha.
Qed.
Lemma all_among_refl F : all_among F F = true.
Proof.
  unfold all_among. apply forallb_forall. intros x Hx. apply existsb_exists. exists x. split; [done|]. unfold covers.
  rewrite Nat.eqb_refl. apply forallb_forall. intros f Hf. apply existsb_exists. exists f. by rewrite !Nat.eqb_refl.
Qed.
Lemma union_l F G : F ⊴ joined F G.
Proof.
  intros q s (K & Hin & HK). unfold joined. destruct (is_among (q, K) G) eqn:HG.
  - destruct (is_among_ok _ _ _ _ HG HK) as (K' & ? & ?). exists K'. split; [|done]. apply elem_of_app. by right.
  - exists K. split; [|done]. apply elem_of_app. left. apply elem_of_list_In, filter_In. rewrite HG.
    split; [by apply elem_of_list_In|done].
Qed.
Lemma union_r F G : G ⊴ joined F G.
Proof. apply subset_included. intros x ?. unfold joined. apply elem_of_app. by right. Qed.

Lemma from_all_in f F G a : from_all f F = Some G → a ∈ F → ∃ T, f a = Some T ∧ T ⊴ G.
Proof.
  revert G. induction F as [|a' F IH]; intros G; simpl; [by intros _ ?%elem_of_nil|].
  destruct (f a') as [T|] eqn:Hq; [|done]. destruct (from_all f F) as [U|]; [|done]. intros [= <-].
  intros [->|Hin]%elem_of_cons; [exists T; split; [done|apply union_l]|].
  destruct (IH U eq_refl Hin) as (T' & ? & HT). exists T'. split; [done|]. etrans; [exact HT|apply union_r].
Qed.

(** What leaves blocks. *)
Definition within (E E' : list (list spot)) : Prop := ∀ n, nth n E [] ⊴ nth n E' [].
Lemma within_refl E : within E E.
Proof. by intros n. Qed.
Lemma within_trans E1 E2 E3 : within E1 E2 → within E2 E3 → within E1 E3.
Proof. intros H1 H2 n. etrans; [apply H1|apply H2]. Qed.
Lemma within_nil E : within [] E.
Proof. intros [|n]; apply included_nil. Qed.
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

Lemma exit_nth n (F : list spot) : nth n (replicate n [] ++ [F]) [] = F.
Proof. by induction n. Qed.

Section runs.
  Context (Q : program) (external : nat → list data → option (list data * data)).
  Context (A : automaton) (edges : nat → option (list (trigger * nat))) (Hedges : ∀ q, edges q = A !! q).
  Context (marks : nat → option nat) (L : list context).
  Context (HL : forallb (check_context Q edges marks L) L = true).
  Local Notation D := (fl Q source external).
  Local Notation course := (course Q edges marks L).
  Local Notation when_answered c := (when_answered Q edges (watched c)).
  Implicit Types (c : context) (x : fl_cmd) (k : fl_kont) (F G R : list spot) (E : list (list spot)).
  Implicit Types (s : store fl_point) (K : knowledge).

  (** ** Letters *)
  Lemma targets_ok es y T ds :
    may_lead es y = Some T → (∀ i t tag e, ask_args y !! i = Some (EUnion t tag e) →
      ∃ d, ds !! i = Some (VUnion tag d)) →
    ∃ q, edge_of es (Asks (ask_effect y) ds) = Some q ∧ q ∈ T.
  Proof.
    intros HT Hds. revert T HT. induction es as [|[t q] es IH]; intros T; simpl; [done|].
    assert (∀ b, surely y t = Some b → triggered t (Asks (ask_effect y) ds) = b) as Hsure.
    { intros b. destruct t as [e c|tag|m]; simpl; [|by intros [= <-]..]. destruct (e =? ask_effect y);
        [|by intros [= <-]].
      destruct c as [[i tag]|]; [|by intros [= <-]]. destruct (ask_args y !! i) as [e'|] eqn:Hi; [|done].
      destruct e'; try done. intros [= <-]. by destruct (Hds _ _ _ _ Hi) as [d ->]. }
    destruct (surely y t) as [[]|].
    - intros [= <-]. rewrite (Hsure true eq_refl). exists q. split; [done|by apply elem_of_list_singleton].
    - rewrite (Hsure false eq_refl). apply IH.
    - destruct (may_lead es y) as [U|]; [|done]. intros [= <-]. destruct (triggered _ _).
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

  Lemma answered_in y K qs T0 c q :
    all_answered Q edges (watched c) y K qs = Some T0 → q ∈ qs → ∃ T, when_answered c y K q = Some T ∧ T ⊆ T0.
  Proof.
    revert T0. induction qs as [|q' qs IH]; intros T0; simpl; [by intros _ ?%elem_of_nil|].
    destruct (Checker.when_answered _ _ _ y K q') as [T|] eqn:HT; [|done].
    destruct (all_answered _ _ _ y K qs) as [U|]; [|done]. intros [= <-] [->|Hin]%elem_of_cons.
    - exists T. split; [done|]. intros a ?. apply elem_of_app. by left.
    - destruct (IH U eq_refl Hin) as (T' & ? & HT'). exists T'. split; [done|]. intros a ?. apply elem_of_app. right.
      by apply HT'.
  Qed.

  Lemma ask_ok c y s e ds lent q K F G :
    fl_ask Q source y s = Ok (e, ds, lent) → from_all (when_asked Q edges (watched c) y) F = Some G → (q, K) ∈ F →
    ∃ q' T, move A q (Asks e ds) = Some q' ∧ e = ask_effect y ∧ when_answered c y K q' = Some T ∧ T ⊴ G.
  Proof using Hedges.
    unfold fl_ask. destruct (collect _ (ask_args y)) as [vs| |] eqn:Hvs; simpl; try done.
    destruct (collect to_data vs) as [ds'| |] eqn:Hds; simpl; try done.
    destruct (lent_data (ask_lent y) s); simpl; try done. intros [= <- <- <-] HF Hq.
    destruct (from_all_in _ _ _ _ HF Hq) as (T & HT & HTG). unfold when_asked in HT. simpl in HT. unfold move.
    rewrite Hedges in HT. destruct (A !! q) as [l|]; [|done].
    destruct (may_lead l y) as [qs|] eqn:Hqs; [|done].
    destruct (targets_ok l y qs ds' Hqs) as (q' & Hq' & Hin).
    - intros i t tag e0 Hi. destruct (collect_lookup _ _ _ _ _ Hvs Hi) as (v & Hv & Hvi).
      destruct (collect_lookup _ _ _ _ _ Hds Hvi) as (d & Hd & Hdi). rewrite Hdi. cbn [eval] in Hv.
      fold (eval (Semantics.W Q source)) in Hv.
      destruct (eval (Semantics.W Q source) e0 s) as [u| |]; simpl in Hv; try done. injection Hv as <-. simpl in Hd.
      destruct (to_data u) as [d'| |]; simpl in Hd; try done. injection Hd as <-. eauto.
    - destruct (answered_in _ _ _ _ _ _ HT Hin) as (T' & ? & HT'). exists q', T'. rewrite Hq'. split_and!; try done.
      etrans; [by apply subset_included|done].
  Qed.

  (** An answer of the declared type leads to one of the spots that were looked at. *)
  Lemma answered_edge l d t : case_in d = Some t → edge_of l (Answers d) = answered l t.
  Proof.
    intros Hd. induction l as [|[[e c|tag|m] q] l IH]; simpl; try done. rewrite Hd. by destruct (t =? tag).
  Qed.
  Lemma unanswered l d : existsb on_answer l = false → edge_of l (Answers d) = None.
  Proof.
    induction l as [|[[e c|tag|m] q] l IH]; simpl; try done.
  Qed.
  Lemma cases_of_ok t d n : cases_of t = Some n → data_ok t d → ∃ tag, case_in d = Some tag ∧ tag < n.
  Proof.
    intros Hn Hd. destruct t; try done; injection Hn as <-; inversion Hd as [b| | | | | |? ts tag t' v Ht| | |]; subst.
    - exists (case_of_bool b). split; [done|]. destruct b; simpl; lia.
    - exists tag. split; [done|]. by eapply lookup_lt_Some.
  Qed.

  Lemma after_answer c y K q T d :
    when_answered c y K q = Some T →
    (∃ eff, effs Q !! ask_effect y = Some eff ∧ data_ok (eff_result eff) d) →
    ∃ q', move A q (Answers d) = Some q' ∧ ∀ p r s s', fst r = d → knows s K →
      fl_answer Q source p y r s = Ok s' → stands q' s' T.
  Proof using Hedges.
    intros HT (eff & Heff & Hd). unfold Checker.when_answered in HT. rewrite Hedges in HT. unfold move.
    destruct (A !! q) as [l|]; [|done]. destruct (existsb on_answer l) eqn:Hl.
    - rewrite Heff in HT. destruct (cases_of (eff_result eff)) as [n|] eqn:Hn; [|done]. injection HT as <-.
      destruct (cases_of_ok _ _ _ Hn Hd) as (t & Ht & Htn). rewrite (answered_edge _ _ _ Ht).
      exists (match answered l t with Some q' => q' | None => q end). split; [by destruct (answered l t)|].
      intros p r s s' <- HK Hs. eexists. split.
      + apply elem_of_list_fmap. exists t. split; [done|]. apply elem_of_seq. lia.
      + eapply answer_ok; [exact Hs| |done]. by intros u [= <-].
    - injection HT as <-. rewrite unanswered by done. exists q. split; [done|].
      intros p r s s' <- HK Hs. apply stands_one.
      assert (forget_cases (may_change_answer y) K = learn_dest (watched c) (ask_dest y) None (forget_cases
        (may_change_answer y) K)) as ->.
      { unfold learn_dest, learn_case. by destruct (ask_dest y) as [[]|]. }
      by eapply answer_ok.
  Qed.

  (** ** Continuations *)

  (** [k] goes on from [G], or where an exit leads to, [E]. *)
  Fixpoint goes_on c k G E : Prop :=
    match k with
    | [] => G ⊴ ends c
    | KSeq x :: k => ∃ F H E' R E2, G ⊴ F ∧ course c x F = Some (H, E', R) ∧ R ⊴ ends c ∧
        within E E2 ∧ within E' E2 ∧ goes_on c k H E2
    | KBlock :: k => ∃ G2 E2, G ⊴ G2 ∧ nth 0 E [] ⊴ G2 ∧ within (tl E) E2 ∧ goes_on c k G2 E2
    | KLoop l x :: k => ∃ E' R E2, G ⊴ at_label c l ∧ course c (Loop l x) (at_label c l) = Some ([], E', R) ∧
      R ⊴ ends c ∧
        within E E2 ∧ within E' E2 ∧ goes_on c k [] E2
    end.

  Lemma goes_on_weaken c k G G' E E' : G' ⊴ G → within E' E → goes_on c k G E → goes_on c k G' E'.
  Proof.
    intros HG HE. destruct k as [|[x| |l x] k]; simpl.
    - intros H. by etrans.
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
    leave n k = Some k' → goes_on c k G E → ∃ G' E', nth n E [] ⊴ G' ∧ goes_on c k' G' E'.
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
  Definition came_by c x k F : Prop := ∃ G E R, course c x F = Some (G, E, R) ∧ R ⊴ ends c ∧ goes_on c k G E.

  Lemma came_loop c l x k F :
    came_by c (Loop l x) k F → F ⊴ at_label c l ∧ came_by c x (KLoop l x :: k) (at_label c l).
  Proof.
    intros (G & E & R & HF & HR & Hk). simpl in HF. destruct (all_among F _) eqn:Hsub; [|done].
    apply all_among_in in Hsub.
    destruct (course c x (at_label c l)) as [[[G1 E1] R1]|] eqn:H1; [|done].
    destruct (all_among G1 _) eqn:Hsub1; [|done]. injection HF as <- <- <-. split; [done|].
    exists G1, E1, R1. split_and!; [done..|]. simpl. exists E1, R1, E1. split_and!; try done; try apply within_refl.
    - by apply all_among_in.
    - by rewrite all_among_refl, H1, Hsub1.
  Qed.

  Lemma came_label c l x k F : came_by c (Label l x) k F → F ⊴ at_label c l ∧ came_by c x k (at_label c l).
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
    assert (R1 ⊴ ends c ∧ R2 ⊴ ends c) as [HR1 HR2].
    { split; (etrans; [|exact HR]); [apply union_l|apply union_r]. }
    split.
    - exists G1, E1, R1. split_and!; [done..|]. simpl. exists G1, H, E2, R2, (joined_exits E1 E2).
      split_and!; try done; [apply merge_l|apply merge_r].
    - exists G1, H, E2, R2. split_and!; [done..|]. eapply goes_on_weaken; [done|apply merge_r|done].
  Qed.

  Lemma came_if c t x1 x2 k F : came_by c (If t x1 x2) k F → came_by c x1 k (may_be c true t F) ∧
    came_by c x2 k (may_be c false t F).
  Proof.
    intros (G & E & R & HF & HR & Hk). simpl in HF.
    destruct (course c x1 (may_be c true t F)) as [[[G1 E1] R1]|] eqn:H1; [|done].
    destruct (course c x2 (may_be c false t F)) as [[[G2 E2] R2]|] eqn:H2; [|done]. injection HF as <- <- <-.
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
    ∃ c pr, c ∈ L ∧ whose c = p ∧ ends c = T ∧ procs Q !! p = Some pr ∧ came_by c (body pr) [] [(q, [])].
  Proof using HL.
    unfold called. destruct (List.find _ L) as [c|] eqn:Hc; [|done]. intros [= <-].
    apply find_some in Hc as [Hin Hpq]. apply andb_true_iff in Hpq as [<-%Nat.eqb_eq <-%Nat.eqb_eq].
    rewrite forallb_forall in HL. specialize (HL _ Hin). unfold check_context in HL.
    destruct (procs Q !! whose c) as [pr|] eqn:Hp; [|done].
    destruct (course c (body pr) [(entered c, [])]) as [[[G E] R]|] eqn:HF; [|done].
    apply andb_true_iff in HL as [HG%all_among_in HR%all_among_in].
    exists c, pr. split_and!; [by apply elem_of_list_In|done..|]. exists G, E, R. done.
  Qed.

  Lemma in_checked c : c ∈ L → ∃ pr, procs Q !! whose c = Some pr ∧ came_by c (body pr) [] [(entered c, [])].
  Proof using HL.
    intros Hin%elem_of_list_In. rewrite forallb_forall in HL. specialize (HL _ Hin). unfold check_context in HL.
    destruct (procs Q !! whose c) as [pr|] eqn:Hp; [|done].
    destruct (course c (body pr) [(entered c, [])]) as [[[G E] R]|] eqn:HF; [|done].
    apply andb_true_iff in HL as [HG%all_among_in HR%all_among_in]. exists pr. split; [done|]. exists G, E, R. done.
  Qed.

  (** ** States *)

  (** Below who runs, who returns at [ends] of its context; or below another coroutine ([None]), which a parent has
      resumed, where this order is in state [q]. *)
  Inductive below (q : nat) : option context → list fl_link → Prop :=
  | below_root c : below q (Some c) []
  | below_caller c c' l y p k s ls K pr G E :
      c' ∈ L → whose c' = p → knows s K → procs Q !! callee y = Some pr →
      (∀ b, b ∈ ends c → [when_returned (watched c') y (ret pr) (q, K) b] ⊴ G) →
      goes_on c' k G E → below q (Some c') ls → below q (Some c) (Caller l y p k s :: ls)
  | below_other l y p k s ls : below q None ls → below q None (Caller l y p k s :: ls)
  | below_parents y p k s ls : below q None ls → below q None (Parent y p k s :: ls)
  | below_parent c y p k s ls K G E :
      c ∈ L → whose c = p → knows s K → [(q, forget_cases (may_change_resume y) K)] ⊴ G → goes_on c k G E →
      below q (Some c) ls → below q None (Parent y p k s :: ls).

  (** The frames of callers, likewise. *)
  Inductive behind : context → list (frame fl_point) → Prop :=
  | behind_root c : behind c []
  | behind_caller c c' l y p k s fs K pr G E :
      c' ∈ L → whose c' = p → knows s K → procs Q !! callee y = Some pr →
      (∀ b, b ∈ ends c → [when_returned (watched c') y (ret pr) (0, K) b] ⊴ G) →
      goes_on c' k G E → behind c' fs → behind c ((SAt p (Call l y) k, s) :: fs).

  (** Waiting for an answer. *)
  Definition waits (q : nat) (fs : list (frame fl_point)) : Prop :=
    match fs with
    | (SAt p (Suspend l y) k, s) :: fs => ∃ c K T G E, c ∈ L ∧ whose c = p ∧ knows s K ∧
        when_answered c y K q = Some T ∧ T ⊴ G ∧ goes_on c k G E ∧ behind c fs
    | _ => False
    end.
  Definition asked_by (st : fl_state) : option nat :=
    match st with Suspended ((SAt _ (Suspend _ y) _, _) :: _) => Some (ask_effect y) | _ => None end.

  (** With an answer, or about to begin. *)
  Definition goes_in (q : nat) (r : response) (fs : list (frame fl_point)) : Prop :=
    match fs with
    | [] => True
    | (SFresh p, _) :: fs => ∃ c, c ∈ L ∧ whose c = p ∧ entered c = q ∧ behind c fs
    | (SAt p (Suspend l y) k, s) :: fs => ∃ c G E, c ∈ L ∧ whose c = p ∧
        (∀ s', fl_answer Q source p y r s = Ok s' → stands q s' G) ∧ goes_on c k G E ∧ behind c fs
    | _ => False
    end.

  Definition keeps (q : nat) (st : fl_state) : Prop :=
    match st with
    | Running x p k s ls =>
        (∃ c F, c ∈ L ∧ whose c = p ∧ stands q s F ∧ came_by c x k F ∧ below q (Some c) ls) ∨ below q None ls
    | Suspended fs => waits q fs
    | Resuming r fs => goes_in q r fs
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
    | Emit (e, ds, _) st => ∃ q', move A q (Asks e ds) = Some q' ∧ keeps q' st ∧ asked_by st = Some e
    | _ => True
    end.

  Lemma below_another q o ls : below q o ls → another ls = match o with Some _ => false | None => true end.
  Proof. induction 1; simpl; auto. Qed.

  Lemma below_any q q' o ls : below q o ls → ∀ c, o = Some c → below q' o ls.
  Proof.
    induction 1 as [c|c c' l x p k s ls K pr G E ? ? ? ? ? ? _ IH| | |]; intros c0; try done; [constructor|].
    intros _. econstructor; try done. by apply (IH c').
  Qed.

  Lemma skip_keeps c q G E p k s ls :
    c ∈ L → whose c = p → stands q s G → goes_on c k G E → below q (Some c) ls → keeps q (Running Skip p k s ls).
  Proof.
    intros. left. exists c, G. split_and!; try done. exists G, [], []. split_and!; [done|apply included_nil|].
    eapply goes_on_weaken; [done|apply within_nil|done].
  Qed.

  Lemma settle_keeps {X} q w (o : outcome X) (f : X → fl_next) :
    (∀ a, o = Ok a → next_keeps q w (f a)) → next_keeps q w (settle o f).
  Proof. destruct o; simpl; auto. Qed.

  Lemma stays q st : keeps q st → next_keeps q [] (Go st).
  Proof. intros. by exists q. Qed.

  Lemma return_keeps q c p s ls : stands q s (ends c) → below q (Some c) ls → next_keeps q [] (return_to D p s ls).
  Proof.
    intros (Kb & Hin & HKb) Hls.
    inversion Hls as [|c0 c' l x p' k s' ls' K pr G E ? ? HK Hpr Hsub ?| | |]; subst; simpl; apply settle_keeps;
      [done|].
    intros s'' Hs. apply stays. apply (skip_keeps c' q G E); try done. apply (Hsub _ Hin). apply stands_one.
    eapply call_ok; [exact Hs|done| |done]. intros u. by apply known_case_ok.
  Qed.

  Lemma return_apart q p s ls : below q None ls → next_keeps q [] (return_to D p s ls).
  Proof.
    intros Hls. inversion Hls as [| | | |c y p' k s' ls' K G E ? ? HK Hsub]; subst; simpl; apply settle_keeps;
      intros sx Hs;
      apply stays; [by right..|].
    eapply skip_keeps; try done. apply Hsub, stands_one. by eapply resume_ok.
  Qed.

  Lemma unwind_behind q c ls fs r : below q (Some c) ls →
    ∃ gs, unwind D ls fs r = Emit r (Suspended (reverse fs ++ gs)) ∧ behind c gs.
  Proof.
    revert c fs. induction ls as [|y ls IH]; intros c fs Hls;
      inversion Hls as [|c0 c' l x p' k s' ls' K pr G E ? ? ? ? Hsub ?| | |]; subst; simpl.
    - exists []. rewrite app_nil_r. split; [done|constructor].
    - edestruct (IH c') as (gs & -> & Hgs); [done|]. eexists (_ :: gs). rewrite reverse_cons, <-app_assoc. simpl.
      split; [done|]. by econstructor.
  Qed.

  Lemma unwind_apart q ls fs r : below q None ls → next_keeps q [] (unwind D ls fs r).
  Proof.
    revert fs. induction ls as [|y ls IH]; intros fs Hls;
      inversion Hls as [| | | |c y' p' k s' ls' K G E ? ? HK Hsub]; subst; simpl; [by apply IH|..];
      apply settle_keeps; intros sx Hs; apply stays; [by right|].
    eapply skip_keeps; try done. apply Hsub, stands_one. by eapply resume_ok.
  Qed.

  Lemma callers_behind q c fs up : behind c fs → callers D fs = Some up → below q (Some c) up.
  Proof.
    intros Hfs. revert up. induction Hfs as [c|c c' l x p k s fs K pr G E ? ? ? ? ? ? _ IH]; intros up; simpl.
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

  Lemma rebuild_keeps q fs r : goes_in q r fs → next_keeps q [] (rebuild D fs r []).
  Proof using HL.
    destruct fs as [|[pt s] fs]; [done|]. intros Hfs. unfold rebuild.
    destruct pt as [p|p x k]; cbn [load fl fl_load load_point source fst snd].
    - destruct Hfs as (c & Hc & <- & <- & Hfs). destruct (callers D fs) as [up|] eqn:Hup; [|done].
      destruct (in_checked c Hc) as (pr & Hp & Hbody). cbn [code fl]. unfold fl_code. rewrite Hp. simpl.
      apply settle_keeps. intros s' _. apply stays. left. exists c, [(entered c, [])]. rewrite app_nil_r.
      split_and!; try done.
      + by apply stands_one; constructor.
      + by eapply callers_behind.
    - destruct x; try done. destruct Hfs as (c & G & E & Hc & <- & Hq & Hk & Hfs).
      destruct (callers D fs) as [up|] eqn:Hup; [|done]. apply settle_keeps. intros s' Hs. apply stays.
      rewrite app_nil_r. eapply skip_keeps; try done; [by apply Hq|]. by eapply callers_behind.
  Qed.

  (** An answer of the type that was declared. *)
  Theorem answer_keeps q r fs :
    waits q fs →
    (∀ e, asked_by (Suspended fs) = Some e → ∃ eff, effs Q !! e = Some eff ∧ data_ok (eff_result eff) (fst r)) →
    ∃ q', move A q (Answers (fst r)) = Some q' ∧ keeps q' (Resuming r fs).
  Proof using Hedges.
    intros Hfs Hr. destruct fs as [|[[p|p x k] s] fs]; try done. destruct x as [| | | | | | | | |l y| | |]; try done.
    simpl in Hr |- *.
    destruct Hfs as (c & K & T & G & E & Hc & Hp & HK & HT & HTG & Hk & Hfs). specialize (Hr _ eq_refl).
    destruct (after_answer c y K q T (fst r) HT Hr) as (q' & Hm & Hs).
    exists q'. split; [done|]. exists c, G, E. split_and!; try done. intros s' Hs'. by apply HTG, (Hs p r s s').
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
  Proof using HL Hedges.
    intros Hst. destruct st as [x p k s ls|fs|r fs|]; [|done|by apply rebuild_keeps|done].
    destruct Hst as [(c & F & Hc & Hp & Hq & Hx & Hls)|Hls].
    2: { pose proof (below_another _ _ _ Hls) as Ha.
      assert (at_mark (Running x p k s ls) = []) as ->; [|by apply step_apart].
      destruct x; try done. destruct b; try done. simpl. by rewrite Ha. }
    assert (∀ x' k' s' F', stands q s' F' → came_by c x' k' F' → next_keeps q [] (Go (Running x' p k' s' ls))) as Hgo.
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
      assert (at_mark (Running (Do b) p k s ls) = [] ∧ G = map (λ a, (a.1, after_basic (watched c) b a.2)) F ∨
        (∃ n, b = BLine n ∧ at_mark (Running (Do b) p k s ls) = [] ∧ G = F) ∨ b = BTrap ∨
        ∃ n m, b = BLine n ∧ at_mark (Running (Do b) p k s ls) = [Marks m] ∧
          from_all (when_marked edges m) F = Some G) as Hb.
      { pose proof (below_another _ _ _ Hls) as Ha. simpl in HF |- *.
        destruct b; try (left; split; [done|congruence]); [|by right; right; left].
        rewrite Ha. destruct (marks pos) as [m|]; right; [|left; exists pos; split_and!; [done..|congruence]].
        right. right. exists pos, m.
        split_and!; try done. destruct (from_all _ F); [congruence|done]. }
      destruct Hb as [[-> ->]|[(n & -> & -> & ->)|[->|(n & m & -> & -> & HG)]]].
      + apply settle_keeps. intros s' Hs. apply stays. eapply skip_keeps; try done.
        destruct Hq as (K & Hin & HK). eapply stands_in; [|exact (after_basic_ok _ _ (watched c) _ _ _ _ Hs HK)].
        apply elem_of_list_fmap. by exists (q, K).
      + apply settle_keeps. intros s' [= <-]. apply stays. by eapply skip_keeps.
      + done.
      + apply settle_keeps. intros s' [= <-]. destruct Hq as (K & Hin & HK).
        destruct (from_all_in _ _ _ _ HG Hin) as (T & HT & HTG).
        unfold when_marked in HT. simpl in HT. rewrite Hedges in HT. destruct (A !! q) as [es|] eqn:HA; [|done].
        destruct (edge_of es (Marks m)) as [q'|] eqn:Hm; [|done]. injection HT as <-.
        exists q'. simpl. unfold move. rewrite HA, Hm. split; [done|]. apply (skip_keeps c q' G E); try done.
        * by apply HTG, stands_one.
        * by eapply below_any.
    - apply came_seq in Hx as [Hx _]. by eapply Hgo.
    - apply came_if in Hx as [H1 H2]. apply settle_keeps. intros b Hb.
      assert (stands q s (may_be c b t F)) as Hq'; [|by destruct b; eapply Hgo].
      destruct Hq as (K & Hin & HK). exists (once_tested (watched c) b t K).
      split; [|exact (once_tested_ok _ (watched c) s t b K Hb HK)]. apply elem_of_list_fmap. exists (q, K). split;
        [done|].
      apply elem_of_list_In, filter_In.
      split; [by apply elem_of_list_In|]. simpl. destruct (told_case K t) as [u|] eqn:Hu; [|done].
      cbn [test fl] in Hb. unfold eval_bool in Hb. destruct (eval _ t s) as [v| |] eqn:Hv; simpl in Hb; try done.
      pose proof (told_case_ok _ _ _ _ _ _ HK Hu Hv) as Hcase. destruct v; simpl in Hb; try done. injection Hb as ->.
      simpl in Hcase. injection Hcase as <-. apply Nat.eqb_refl.
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
      by rewrite all_among_refl.
    - destruct Hx as (G & E & R & HF & _ & Hk). simpl in HF. destruct (from_all _ F) as [G0|] eqn:HG; [|done].
      injection HF as -> <- <-. apply settle_keeps. intros [[e ds] lent] Hask. destruct Hq as (K & Hin & HK).
      destruct (ask_ok _ _ _ _ _ _ _ _ _ _ Hask HG Hin) as (q' & T & Hmove & -> & HT & HTG).
      destruct (unwind_behind q c ls [save D p (Suspend l y) k (park D p l s)] (ask_effect y, ds, lent) Hls)
        as (gs & -> & Hgs).
      exists q'. split; [done|]. split; [|done]. simpl. by exists c, K, T, G, [].
    - destruct Hx as (G & E & R & HF & _ & Hk). simpl in HF. destruct (from_all _ F) as [G0|] eqn:HG; [|done].
      injection HF as -> <- <-. apply settle_keeps. intros [p' s'] Hcalled.
      assert (p' = callee y) as ->.
      { cbn [enter_call fl] in Hcalled. unfold fl_enter_call in Hcalled.
        destruct (procs Q !! callee y); simpl in Hcalled; [|done].
        destruct (collect _ (call_args y)); simpl in Hcalled; try done. case_decide; [|done].
        by injection Hcalled as <- <-. }
      destruct Hq as (K & Hin & HK). destruct (from_all_in _ _ _ _ HG Hin) as (T & HT & HTG).
      unfold when_called in HT. destruct (procs Q !! callee y) as [pr|] eqn:Hpr; [|done].
      destruct (called L (callee y) (q, K).1) as [T0|] eqn:HT0; [|done]. injection HT as <-.
      destruct (called_ok _ _ _ HT0) as (c' & pr' & Hc' & Hp' & <- & Hpr' & Hbody). rewrite Hpr in Hpr'.
      injection Hpr' as <-.
      cbn [code fl]. unfold fl_code. rewrite Hpr. simpl. exists q. split; [done|]. left. exists c', [(q, [])].
      split_and!; try done.
      + by apply stands_one; constructor.
      + apply (below_caller q c' c l y p k s ls K pr G []); try done.
        intros b Hb. etrans; [|exact HTG]. apply subset_included. intros a ->%elem_of_list_singleton.
        apply elem_of_list_fmap. by exists b.
    - destruct Hx as (G & E & R & [= <- <- <-] & _ & Hk). apply settle_keeps. intros [fs r] _. apply rebuild_apart.
      destruct Hq as (K & Hin & HK). eapply (below_parent q c y p k s ls K); [done|done|done| |exact Hk|done].
      apply subset_included. intros a ->%elem_of_list_singleton. apply elem_of_list_fmap. by exists (q, K).
    - destruct Hx as (G & E & R & [= <- <- <-] & HR & Hk). apply (return_keeps q c); [by apply HR|done].
  Qed.
End runs.
