(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * A layout that is accepted loses nothing.

    The pool of threads with frames laid out is bisimilar to the pool of threads
    as written, whatever destroyed locals have. *)
From Fairlead.Base Require Import Prelude Outcome Table.
From Fairlead.Core.Model Require Import Cmd Semantics Points Bisimulation.
From Fairlead.Core.Machine Require Import Liveness Simulation Compilation.
From Fairlead.Threads.Program Require Import Slices.
From Fairlead.Threads.Pool Require Import Model Bisimulation.
From Fairlead.Threads.Layout Require Import Slots Machine.

Section sound.
  Context {val heap value event : Type}.
  Notation locals := (nat → val).
  Context (L : table plan) (junk : locals → nat → val).
  Context (P : slices piece piece request request locals heap value event) (HP : told L P).
  Context (Hframe : ∀ p, all_in_frame L p = true).
  #[local] Set Default Proof Using "Type*".

  Local Notation A := (thread_analysis L).
  Local Notation before := (before L).
  Local Notation written := (written L junk).
  Local Notation parked := (parked L junk).
  Local Notation ended := (ended L junk).

  Definition rel (_ : procedure) (W : varset) (s t : memory locals heap) : Prop := s.2 = t.2 ∧ same_on W s.1 t.1.

  Lemma spares_sound p xs ys y : spares L p xs ys = true → y ∈ ys → existsb (λ x, hit L p x y) xs = false.
  Proof.
    unfold spares. rewrite forallb_forall. intros H Hy. apply not_true_is_false. rewrite existsb_exists.
    intros (x & Hx & Hhit). specialize (H x Hx). rewrite forallb_forall in H.
    specialize (H y). rewrite Hhit in H. by discriminate H; apply elem_of_list_In.
  Qed.

  Lemma written_spared p xs ys l : spares L p xs ys = true → same_on ys (written p xs l) l.
  Proof. intros H y Hy. unfold Machine.written, destroy. by rewrite (spares_sound _ _ _ _ H Hy). Qed.

  Lemma keeping_kept p V l : forallb (in_frame L p) V = true → same_on V (keeping L junk p V l) l.
  Proof.
    rewrite forallb_forall. intros H y Hy. unfold keeping, destroy.
    rewrite bool_decide_eq_true_2 by done. by rewrite H by by apply elem_of_list_In.
  Qed.

  Lemma params_kept p l : same_on (params_of L p) (begun L junk p l) l.
  Proof. apply keeping_kept. specialize (Hframe p). by apply andb_true_iff in Hframe as [? _]. Qed.
  Lemma results_kept p l : same_on (results_of L p) (ended p l) l.
  Proof. apply keeping_kept. specialize (Hframe p). by apply andb_true_iff in Hframe as [_ ?]. Qed.

  Lemma parking_kept p l K V W t : parking L p l K V = Some W →
    W = merge V K ∧ same_on K (parked p l t) t.
  Proof.
    unfold parking. case_match eqn:E; [|done]. intros [= <-]. split; [done|].
    apply andb_true_iff in E as [Hin%included_sound Hf]. intros y Hy. apply (keeping_kept p _ t Hf y), Hin, Hy.
  Qed.

  Lemma elem_of_minus y V W : y ∈ V → y ∉ W → y ∈ minus V W.
  Proof.
    revert W. induction V as [|x V IH]; intros W; [by intros ?%elem_of_nil|].
    induction W as [|z W IHW]; intros Hy Hn; [done|].
    change (minus (x :: V) (z :: W)) with
      (if x <? z then x :: minus V (z :: W) else if x =? z then minus V (z :: W) else minus (x :: V) W).
    apply not_elem_of_cons in Hn as Hn'. destruct Hn' as [Hne HnW].
    destruct (x <? z); [|destruct (Nat.eqb_spec x z) as [->|]; [|by apply IHW]].
    - apply elem_of_cons in Hy as [->|Hy]; [left|right; by apply IH].
    - apply elem_of_cons in Hy as [->|Hy]; [done|by apply IH].
  Qed.

  Lemma around_related p b (f g : locals → outcome (locals * heap)) after K (s t : locals) :
    piece_told b f → (∀ l, f l = g l) → before p b after = Some K → same_on K s t →
    outcome_rel (λ a c, a.2 = c.2 ∧ same_on after a.1 c.1) (f s) (around L junk p b g t).
  Proof.
    intros [Hother Huses] Hfg HK Hst. unfold Slots.before in HK. case_match eqn:E; simplify_eq.
    apply andb_true_iff in E as [[Hsu Hsd]%andb_true_iff Hsa].
    assert (same_on (uses b) s (written p (defs b) t)) as Hu.
    { intros y Hy. rewrite (written_spared _ _ _ _ Hsu y Hy). apply Hst, elem_of_merge. by left. }
    specialize (Huses _ _ Hu). unfold around. rewrite <-Hfg.
    destruct (f s) as [[s' h]| |] eqn:Es, (f (written p (defs b) t)) as [[t' h']| |] eqn:Et;
      inversion Huses as [? ? (Hh & Hd & Hf)| |]; simplify_eq/=; try done.
    constructor. split; [done|]. simpl. intros y Hy.
    rewrite (written_spared _ _ _ _ Hsa y Hy). destruct (decide (y ∈ defs b)) as [Hin|Hin]; [by apply Hd|].
    destruct (decide (y ∈ fresh b)) as [Hin'|Hin']; [by apply Hf|].
    rewrite (Hother _ _ _ Es y Hin Hin'), (Hother _ _ _ Et y Hin Hin'), (written_spared _ _ _ _ Hsa y Hy).
    apply Hst, elem_of_merge. right. by apply elem_of_minus, Hin'; apply elem_of_minus.
  Qed.

  Lemma held_related W p (o o' : outcome (locals * heap)) :
    outcome_rel (λ a c, a.2 = c.2 ∧ same_on W a.1 c.1) o o' → outcome_rel (rel p W) (held <$> o) (held <$> o').
  Proof. destruct 1 as [[a h] [c h'] [E H]| |]; simpl in *; constructor. split; simpl; [by rewrite E|done]. Qed.

  Lemma merge_l V W (l1 l2 : locals) : same_on (merge V W) l1 l2 → same_on V l1 l2 ∧ same_on W l1 l2.
  Proof. intros H. split; intros y Hy; apply H, elem_of_merge; auto. Qed.

  Lemma eq_related {X} (o o' : outcome X) : o = o' → outcome_rel eq o o'.
  Proof. intros ->. apply outcome_eq. Qed.

  Lemma layout_agreement : agreement A (source P) (laid_out_machine L junk P) rel.
  Proof.
    split; try done.
    - intros p U W s t H%included_sound [? Hs]. split; [done|]. intros y Hy. by apply Hs, H.
    - intros p W1 W2 s t [? Hs]. apply merge_l in Hs as [? ?]. done.
    - intros p b after W [s hs] [t ht] HW [Eh Hs]; simpl in *. subst.
      destruct ht as [h|]; unfold with_heap; simpl; [|constructor].
      apply held_related.
      apply (around_related p b (λ l, slice P p b l h) (λ l, slice P p b l h) after W s t); [apply HP|done|done|done].
    - intros p e after W [s hs] [t ht] [= <-] [Eh Hs]; simpl in *. subst. apply merge_l in Hs as [Hu Ha].
      split; [|done]. destruct ht as [h|]; unfold with_heap; simpl; [|constructor].
      by apply eq_related, (told_choice L P HP).
    - intros p [s hs] [t ht] [Eh Hs]; simpl in *. subst. destruct ht as [h|]; unfold with_heap; simpl; [|constructor].
      rewrite (told_result L P HP p s (ended p t)); [apply outcome_eq|].
      intros y Hy. by rewrite (results_kept p t y Hy), (Hs y Hy).
    - intros p l x K W [s hs] [t ht] HW [Eh Hs]; simpl in *. subst.
      apply (parking_kept p l K _ _ t) in HW as [-> E]. apply merge_l in Hs as [Hu HK].
      split.
      + destruct ht as [h|]; unfold with_heap; simpl; [|constructor]. rewrite (told_wish L P HP x s t h Hu).
        apply outcome_eq.
      + split; [done|]. simpl. intros y Hy. rewrite (E y Hy). by apply HK.
    - intros p x r after K [s hs] [t ht] HK [Eh Hs]; simpl in *. apply held_related.
      apply (around_related p (back x) (λ l, receive P p x r.1 l r.2) (λ l, receive P p x r.1 l r.2) after K s t);
        [apply HP|done|done|done].
    - intros p r [s hs] [t ht] [Eh Hs]; simpl in *. constructor. done.
    - intros p l x K W [s hs] [t ht] HW [Eh Hs]; simpl in *. subst.
      apply (parking_kept p l K _ _ t) in HW as [-> E]. apply merge_l in Hs as [Hu HK].
      split.
      + destruct ht as [h|]; unfold with_heap; simpl; [|constructor].
        pose proof (told_arguments L P HP x s t h Hu) as Ha.
        destruct Ha as [[q l1] [q' l2] [Eq Hq]| |]; simpl in *; constructor. subst. simpl. split; [done|].
        split; [done|]. simpl.
        intros y Hy. rewrite (params_kept _ _ y Hy). by apply Hq.
      + split; [done|]. simpl. intros y Hy. rewrite (E y Hy). by apply HK.
    - intros p x q [u hu] [v hv] after K [s hs] [t ht] HK [Eh Hs] [Eh' Hu]; simpl in *. subst.
      destruct hv as [h|]; unfold with_heap; simpl; [|constructor].
      apply held_related.
      apply (around_related p (back x) (λ l, take_result P p x q u l h) (λ l,
        take_result P p x q (ended q v) l h) after K s t);
        [apply HP| |done|done]. intros l. apply (told_taken L P HP). intros y Hy.
        by rewrite (results_kept q v y Hy), (Hu y Hy).
  Qed.

  Context (plain signalled : value) (spawned : thread → value).
  Context (orders : heap → list (order locals value)) (without : heap → heap).
  Definition laid_out_loop := Loop_of (λ p a, [laid_out_start L junk (heap := heap) p a]) plain signalled
    spawned orders without.
  Local Notation source_loop := (source_loop (B := piece) (T := piece) (S := request) (C := request) plain signalled
    spawned orders without).

  Theorem layout_bisimilar p a h : accepted A (text P) →
    bisimilar (pool_trans (source P) source_loop) (pool_trans (laid_out_machine L junk P) laid_out_loop)
      (pool_of source_loop p a h) (pool_of laid_out_loop p a h).
  Proof.
    intros Ha. eapply pool_bisimilar; [by eapply core_runners; [apply layout_agreement|]|].
    split; try done. intros q b. constructor; [|done]. exists (params_of L q).
    split; [apply point_fresh|]. split; [done|]. simpl.
    intros y Hy. by rewrite (params_kept q b y Hy).
  Qed.
End sound.

(** ** What the check says *)

Lemma refused_accepted L bodies fs p : refused_from L p bodies fs = None →
  accepts_from (thread_analysis L) p bodies = true ∧
  (∀ i, i < length fs → all_in_frame L (p + i) = true) ∧ length fs = length bodies.
Proof.
  revert p fs. induction bodies as [|body bodies IH]; intros p [|f fs]; simpl; try done.
  - intros _. split_and!; [done| |done]. intros i Hi. lia.
  - destruct (check_function L p body f) eqn:E; [|done]. intros H. destruct (IH (S p) fs H) as (Ha & Hf & Hl).
    unfold check_function in E. rewrite !andb_true_iff in E. destruct E as [[[_ Hin] _] Hb]. rewrite Hb.
    split_and!; [done| |congruence]. intros [|i] Hi; [by rewrite Nat.add_0_r|].
    rewrite Nat.add_succ_r. apply (Hf i). lia.
Qed.

Lemma look_plan fs p : look (build (map plan_of fs)) p = plan_of <$> fs !! p.
Proof. by rewrite look_build, list_lookup_fmap. Qed.

Lemma check_sound {val heap value event : Type} bodies fs
    (P : slices piece piece request request (nat → val) heap value event) :
  check_threads bodies fs = true → (∀ q, text P q = bodies !! q) →
  (∀ p, all_in_frame (build (map plan_of fs)) p = true) ∧
    accepted (thread_analysis (build (map plan_of fs))) (text P).
Proof.
  unfold check_threads, refused. intros Hc Htext. case_match eqn:E; [done|].
  destruct (refused_accepted _ _ _ _ E) as (Ha & Hf & _). split.
  - intros q. destruct (decide (q < length fs)) as [Hq|Hq]; [by apply (Hf q)|].
    unfold all_in_frame, params_of, results_of. rewrite look_plan, lookup_ge_None_2 by lia. done.
  - intros q body Hq. rewrite Htext in Hq. by eapply (accepts_sound (thread_analysis _) bodies).
Qed.

(** Whoever computed the layout: if the check accepts it for functions [bodies],
    the pool of threads in these frames is bisimilar to the pool of threads as written. *)
Theorem checked_bisimilar {val heap value event : Type} bodies fs (junk : (nat → val) → nat → val)
    (P : slices piece piece request request (nat → val) heap value event) plain signalled spawned orders without p a h :
  check_threads bodies fs = true → (∀ q, text P q = bodies !! q) → told (build (map plan_of fs)) P →
  bisimilar
    (pool_trans (source P) (source_loop plain signalled spawned orders without))
    (pool_trans (laid_out_machine (build (map plan_of fs)) junk P) (laid_out_loop (build (map plan_of fs)) junk plain
      signalled spawned orders without))
    (pool_of (source_loop plain signalled spawned orders without) p a h)
    (pool_of (laid_out_loop (build (map plan_of fs)) junk plain signalled spawned orders without) p a h).
Proof.
  intros Hc Htext Htold. destruct (check_sound bodies fs P Hc Htext) as [Hf Ha]. by apply layout_bisimilar.
Qed.
