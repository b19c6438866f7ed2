(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** A store that is sealed, restored and run again, many times. Each incarnation of its monitor has keys of its own, and
the host chooses where it starts, and every call, by all that it saw in the incarnations before. What [Combined.v] says
of one incarnation it says of all, with the bounds added up; and the histories make one, each where the one before was
sealed. *)
From Coq Require Import QArith.
From stdpp Require Import sorting.
From Fairlead.Monitor.Consistency Require Export Seal.
From Fairlead.Monitor.Adversary Require Export Combined.
From Fairlead.Monitor.Adversary Require Import KeyedSum.
From Fairlead.Monitor.Hash Require Import Counting RandomFunction Forgery Draws.
From Fairlead.Monitor.Hash Require Accumulator.

(** One life of a monitor: its cache and threads, the root and the epoch it starts with, its host, and how many calls
that makes. *)
Record incarnation := Incarnation {
  i_slots : N; i_threads : N; i_root : value; i_epoch : N; i_host : host; i_calls : nat;
}.
(** Who chooses the next incarnation knows what was seen in those before. *)
Definition plan : Type := list (list observation) → incarnation.

Section incarnations.
  (** Keys of data, functions and the hash of values stay the same from one incarnation to the next. *)
  Context (deep : N) (A : application) (H : value → bytes).

  Definition config_of {acc} (M : multiset_hash acc) (i : incarnation) : config acc :=
    Config (i_slots i) (i_threads i) deep A (i_root i) (i_epoch i) H M.
  Definition fooled (i : incarnation) : keys → bool :=
    deceives (i_slots i) (i_threads i) deep A (i_root i) (i_epoch i) H (i_host i) (i_calls i).
  (** What it makes its monitor hash, as long as no comparison errs. *)
  Definition hashed (i : incarnation) : list element :=
    inputs (i_slots i) (i_threads i) deep A (i_root i) (i_epoch i) H (i_host i) (i_calls i).

  (** The incarnations that come about, each with its keys. *)
  Fixpoint lives (p : plan) (past : list (list observation)) (fs : list keys) : list (incarnation * keys) :=
    match fs with
    | [] => []
    | f :: fs =>
        let i := p past in
        (i, f) :: lives p (past ++ [transcript (config_of (keyed_sum f) i) (i_host i) (i_calls i)]) fs
    end.
  Definition some_fooled (p : plan) (past : list (list observation)) (fs : list keys) : bool :=
    existsb (λ x, fooled x.1 x.2) (lives p past fs).

  (** Those that come about as long as no comparison errs: they do not depend on the keys. *)
  Fixpoint honest_lives (p : plan) (past : list (list observation)) (n : nat) : list incarnation :=
    match n with
    | O => []
    | S n =>
        let i := p past in
        i :: honest_lives p (past ++ [transcript (config_of free i) (i_host i) (i_calls i)]) n
    end.

  (** ** The bounds add up *)
  Lemma seen_unless_fooled i f :
    fooled i f = false →
    transcript (config_of (keyed_sum f) i) (i_host i) (i_calls i) =
    transcript (config_of free i) (i_host i) (i_calls i).
  Proof.
    intros Hf. by apply (map_transcript free (keyed_sum f) (sum_of f) (sum_of_zero f) (sum_of_plus f) (sum_of_element
        f)).
  Qed.

  Lemma fooled_first p past f fs :
    some_fooled p past (f :: fs) = true →
    fooled (p past) f = true ∨
    some_fooled p (past ++ [transcript (config_of free (p past)) (i_host (p past)) (i_calls (p past))]) fs = true.
  Proof.
    unfold some_fooled. cbn [lives existsb fst snd]. destruct (fooled (p past) f) eqn:Hf; [by left|].
    rewrite seen_unless_fooled by done. by right.
  Qed.

  Theorem fooled_some_time {K} (secrets : list K) (F : K → keys) p past n :
    secrets ≠ [] →
    (prob (draws n secrets) (λ ks, some_fooled p past (F <$> ks))
      <= foldr Qplus 0%Q ((λ i, prob secrets (λ k, fooled i (F k))) <$> honest_lives p past n))%Q.
  Proof.
    intros Hs. revert past; induction n as [|n IH]; intros past; [done|].
    cbn [honest_lives fmap list_fmap foldr].
    eapply Qle_trans; [apply (prob_draws_orb n secrets (λ k, fooled (p past) (F k))
      (λ ks, some_fooled p (past ++ [transcript (config_of free (p past)) (i_host (p past)) (i_calls (p past))])
               (F <$> ks))); [done|]|].
    - intros k ks Hk. rewrite fmap_cons in Hk. by apply fooled_first in Hk.
    - apply Qplus_le_compat; [apply Qle_refl|]. apply IH.
  Qed.

  Lemma sum_le (l : list Q) (b : Q) : Forall (λ q, q <= b)%Q l → (foldr Qplus 0%Q l <= inject_Z (Z.of_nat (length l))
      * b)%Q.
  Proof.
    induction 1 as [|q l Hq _ IH]; [done|]. cbn [foldr length].
    rewrite Nat2Z.inj_succ, <-Z.add_1_l, inject_Z_plus, Qmult_plus_distr_l, Qmult_1_l.
    by apply Qplus_le_compat.
  Qed.

  Lemma honest_lives_length p past n : length (honest_lives p past n) = n.
  Proof. revert past; induction n as [|n IH]; intros past; [done|]. cbn. by rewrite IH. Qed.

  (** The domain holds what the incarnations make their monitors hash. *)
  Definition holds_all p n epochs (dom : list element) : Prop :=
    ∀ i x, i ∈ honest_lives p [] n → x ∈ hashed i → (N.to_nat (el_epoch x) < epochs)%nat ∧ x ∈ dom.

  (** There always is one. *)
  Lemma holds_all_domain p n : ∃ epochs dom, NoDup dom ∧ holds_all p n epochs dom.
  Proof.
    unfold holds_all. generalize (honest_lives p [] n) as l. intros l. induction l as [|i l (epochs&dom&_&IH)].
    { exists 0%nat, []. split; [constructor|]. by intros i x ?%elem_of_nil. }
    destruct (inputs_domain (i_slots i) (i_threads i) deep A (i_root i) (i_epoch i) H (i_host i) (i_calls i))
      as (epochs'&dom'&_&Hdom').
    exists (epochs + epochs')%nat, (remove_dups (dom ++ dom')). split; [apply NoDup_remove_dups|].
    intros j x [->|Hj]%elem_of_cons Hx; rewrite elem_of_remove_dups, elem_of_app.
    - destruct (Hdom' x Hx). split; [lia|by right].
    - destruct (IH j x Hj Hx). split; [lia|by left].
  Qed.

  Theorem bounds_add p n epochs dom :
    NoDup dom → holds_all p n epochs dom →
    (prob (draws n (epoch_keys Accumulator.hash_bits epochs dom)) (some_fooled p [])
      <= Z.of_nat n # 2 ^ 97)%Q.
  Proof.
    intros Hnd Hdom.
    pose proof (fooled_some_time (epoch_keys Accumulator.hash_bits epochs dom) id p [] n
      ltac:(by apply epoch_keys_ne_nil)) as Hle.
    eapply Qle_trans; [|eapply Qle_trans; [exact Hle|]].
    - unfold prob. rewrite (count_ext (some_fooled p []) (λ ks, some_fooled p [] (id <$> ks))); [apply Qle_refl|].
      intros ks _. by rewrite list_fmap_id.
    - eapply Qle_trans; [apply (sum_le _ (1 # 2 ^ 97))|].
      + apply Forall_fmap, Forall_forall. intros i Hi. by apply deception_bound; [|intros x Hx; apply (Hdom i)].
      + rewrite fmap_length, honest_lives_length. unfold Qle, Qmult, inject_Z; simpl. lia.
  Qed.

  (** With real keyed functions, each incarnation's host is a distinguisher. *)
  Theorem bounds_add_prf {K} (secrets : list K) (F : K → keys) p n epochs dom :
    secrets ≠ [] → NoDup dom → holds_all p n epochs dom →
    (prob (draws n secrets) (λ ks, some_fooled p [] (F <$> ks))
      <= (Z.of_nat n # 2 ^ 97) +
         foldr Qplus 0%Q ((λ i, advantage secrets F (epoch_keys Accumulator.hash_bits epochs dom) (fooled i))
                          <$> honest_lives p [] n))%Q.
  Proof.
    intros Hs Hnd Hdom. eapply Qle_trans; [by apply fooled_some_time|]. unfold holds_all in Hdom.
    rewrite <-(honest_lives_length p [] n) at 2. revert Hdom. generalize (honest_lives p [] n) as l. intros l.
    induction l as [|i l IH]; intros Hdom; [done|]. cbn [fmap list_fmap foldr length].
    eapply Qle_trans; [apply Qplus_le_compat; [|apply IH]|].
    - apply (deception_bound_prf (i_slots i) (i_threads i) deep A (i_root i) (i_epoch i) H secrets F
        (i_host i) (i_calls i) epochs dom Hnd).
      intros x Hx. apply (Hdom i); [left|done].
    - intros j x Hj. apply Hdom. by right.
    - set (s := foldr Qplus 0%Q _). fold (fooled i). set (a := advantage _ _ _ _).
      setoid_replace (Z.of_nat (S (length l)) # 2 ^ 97)%Q with ((1 # 2 ^ 97) + (Z.of_nat (length l) # 2 ^ 97))%Q.
      + ring_simplify. apply Qle_refl.
      + unfold Qeq, Qplus; cbn [Qnum Qden]. lia.
  Qed.

  (** ** The histories make one *)
  (** A monitor is sealed by the value [v] of its root: nothing is outstanding, and nothing but the root is cached. *)
  Definition sealed_as {acc} (cfg : config acc) (cs : list call) (v : value) : Prop :=
    nothing_outstanding cfg (run cfg init_monitor cs) = true ∧
    ∀ i, t_slots (thread_of cfg (run cfg init_monitor cs) i) = first_slots v i.

  (** The calls of an incarnation up to its [s]th. *)
  Definition life_calls (x : incarnation * keys) (s : nat) : list call :=
    calls (config_of (keyed_sum x.2) x.1) (i_host x.1) s.

  (** Each incarnation was sealed at some call, perhaps not its last, by the root with which the next one starts. *)
  Fixpoint restored (before : list (incarnation * keys)) (seals : list nat) (i : incarnation) : Prop :=
    match before, seals with
    | [], [] => True
    | x :: before, s :: seals =>
        (s ≤ i_calls x.1)%nat ∧
        sealed_as (config_of (keyed_sum x.2) x.1) (life_calls x s)
          (i_root match before with [] => i | y :: _ => y.1 end) ∧
        restored before seals i
    | _, _ => False
    end.

  (** The histories up to the seals and the value of every key then; or two values with one digest. *)
  Fixpoint explain_past (base : key → value) (before : list (incarnation * keys)) (seals : list nat) :
      list (list receipt) * (key → value) + value * value :=
    match before, seals with
    | x :: before, s :: seals =>
        let cfg := config_of (keyed_sum x.2) x.1 in
        match explain_at_once cfg base (life_calls x s) with
        | Consistent hist =>
            match explain_past (base_after cfg base (life_calls x s)) before seals with
            | inl (hists, base') => inl (hist :: hists, base')
            | inr found => inr found
            end
        | Value_collision v1 v2 => inr (v1, v2)
        | Multiset_collision _ _ _ => inl ([], base)
        end
    | _, _ => inl ([], base)
    end.

  (** What one incarnation gives that nobody fooled ([Combined.v]). *)
  Lemma one_life i f base store n' :
    fooled i f = false → starts deep H (i_root i) base → agrees base store → (n' ≤ i_calls i)%nat →
    let cfg := config_of (keyed_sum f) i in
    let cs := life_calls (i, f) n' in
    (∀ c e, m_certified (run cfg init_monitor cs) = Some c → (e ≤ c)%N → explained base store cfg cs e) ∧
    (nothing_outstanding cfg (run cfg init_monitor cs) = true → explained_at_once base store cfg cs).
  Proof.
    intros Hf Hbase Hstore Hn'.
    destruct (inputs_domain (i_slots i) (i_threads i) deep A (i_root i) (i_epoch i) H (i_host i) (i_calls i))
      as (epochs&dom&Hnd&Hdom).
    destruct (certified_store (i_slots i) (i_threads i) deep A (i_root i) (i_epoch i) H base store
      (i_host i) (i_calls i) epochs dom Hbase Hstore Hnd Hdom) as (_&_&Hall).
    by apply (Hall f n').
  Qed.

  Theorem histories_continue before seals i base store0 :
    Forall (λ x, fooled x.1 x.2 = false) before →
    restored before seals i →
    starts deep H (i_root match before with [] => i | y :: _ => y.1 end) base → agrees base store0 →
    match explain_past base before seals with
    | inl (hists, base') =>
        Forall2 (λ x hist, ∀ t, filter (λ r, r_tid r = t) hist =
            filter (λ r, r_tid r = t) (answers (config_of (keyed_sum x.1.2) x.1.1) init_monitor (life_calls x.1 x.2)))
          (zip before seals) hists ∧
        legal A store0 (concat hists) ∧
        starts deep H (i_root i) base' ∧ agrees base' (store_after A store0 (concat hists))
    | inr (v1, v2) => v1 ≠ v2 ∧ H v1 = H v2
    end.
  Proof.
    revert seals base store0. induction before as [|[j f] before IH]; intros [|s seals] base store0 Hfooled Hrest
        Hbase Hstore;
      try done.
    { cbn. split_and!; [constructor|by intros [|??] ??|done|done]. }
    apply Forall_cons in Hfooled as [Hf Hfooled]. cbn [fst snd] in Hf.
    destruct Hrest as (Hs&[Hout Hslots]&Hrest). cbn [explain_past fst snd] in *.
    set (cfg := config_of (keyed_sum f) j) in *. set (cs := life_calls (j, f) s) in *.
    destruct (one_life j f base store0 s Hf Hbase Hstore Hs) as [_ Honce]. fold cfg cs in Honce.
    destruct (Honce Hout) as [(hist&Heq&Hlegal&Hkept&_)|(v1&v2&Heq&Hne&Hdig)]; rewrite Heq; [|done].
    destruct (sealed_after cfg base store0 cs _ hist (conj Hbase Hstore) Hout Hslots Heq) as [Hbase' Hstore'].
    specialize (IH seals (base_after cfg base cs) (store_after A store0 hist) Hfooled Hrest Hbase' Hstore').
    destruct (explain_past _ before seals) as [[hists base']|[v1 v2]]; [|done].
    destruct IH as (Hall&Hlegal'&Hb&Hst). cbn [zip zip_with concat]. split_and!.
    - by constructor.
    - by apply legal_app.
    - done.
    - unfold store_after in *. by rewrite foldl_app.
  Qed.

  (** Of any incarnation: what those before it left, and all that it answered, make one history. *)
  Theorem one_history p fs before i f after seals base store0 :
    some_fooled p [] fs = false → lives p [] fs = before ++ (i, f) :: after →
    restored before seals i →
    starts deep H (i_root match before with [] => i | y :: _ => y.1 end) base → agrees base store0 →
    match explain_past base before seals with
    | inr (v1, v2) => v1 ≠ v2 ∧ H v1 = H v2
    | inl (hists, base') =>
        Forall2 (λ x hist, ∀ t, filter (λ r, r_tid r = t) hist =
            filter (λ r, r_tid r = t) (answers (config_of (keyed_sum x.1.2) x.1.1) init_monitor (life_calls x.1 x.2)))
          (zip before seals) hists ∧
        ∀ n', (n' ≤ i_calls i)%nat →
          let cfg := config_of (keyed_sum f) i in
          let cs := life_calls (i, f) n' in
          (∀ c e, m_certified (run cfg init_monitor cs) = Some c → (e ≤ c)%N →
            (∃ hist, explain cfg base' cs e = Consistent hist ∧ legal A store0 (concat hists ++ hist) ∧
              StronglySorted moment_lt (r_moment <$> hist) ∧
              ∀ t, filter (λ r, r_tid r = t) hist =
                   filter (λ r, r_tid r = t ∧ (r_epoch r ≤ e)%N) (answers cfg init_monitor cs)) ∨
            (∃ v1 v2, explain cfg base' cs e = Value_collision v1 v2 ∧ v1 ≠ v2 ∧ H v1 = H v2)) ∧
          (nothing_outstanding cfg (run cfg init_monitor cs) = true →
            (∃ hist, explain_at_once cfg base' cs = Consistent hist ∧ legal A store0 (concat hists ++ hist) ∧
              ∀ t, filter (λ r, r_tid r = t) hist = filter (λ r, r_tid r = t) (answers cfg init_monitor cs)) ∨
            (∃ v1 v2, explain_at_once cfg base' cs = Value_collision v1 v2 ∧ v1 ≠ v2 ∧ H v1 = H v2))
    end.
  Proof.
    intros Hfooled Hlives Hrest Hbase Hstore.
    assert (Forall (λ x, fooled x.1 x.2 = false) (lives p [] fs)) as Hall.
    { unfold some_fooled in Hfooled. apply Forall_forall. intros x Hx. apply not_true_iff_false. intros Hf.
      apply not_true_iff_false in Hfooled. apply Hfooled, existsb_exists. exists x. by rewrite <-elem_of_list_In. }
    rewrite Hlives in Hall. apply Forall_app in Hall as [Hbefore [Hf _]%Forall_cons].
    pose proof (histories_continue before seals i base store0 Hbefore Hrest Hbase Hstore) as Hpast.
    destruct (explain_past base before seals) as [[hists base']|[v1 v2]]; [|done].
    destruct Hpast as (Hkept&Hlegal&Hb&Hst). split; [done|]. intros n' Hn' cfg cs.
    destruct (one_life i f base' _ n' Hf Hb Hst Hn') as [Hcert Honce]. fold cfg cs in Hcert, Honce. split.
    - intros c e Hc He. destruct (Hcert c e Hc He) as [(hist&?&?&?&?)|?]; [left|by right].
      exists hist. split_and!; try done. by apply legal_app.
    - intros Hout. destruct (Honce Hout) as [(hist&?&?&?&?)|?]; [left|by right].
      exists hist. split_and!; try done. by apply legal_app.
  Qed.
End incarnations.
