(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Requests that clients authenticated. Each client has a secret function and tags its requests with it; what the
monitor is fed is admitted if the tag is right. The host asks clients to tag whatever it likes, when it likes, and makes
what it likes of the tags. Nevertheless, but for a probability, everything in a certified history that was admitted was
asked for by its client ([Consistency/Clients.v] has the order). *)
From Coq Require Import QArith.
From stdpp Require Import sorting.
From Fairlead.Monitor.Consistency Require Export Clients.
From Fairlead.Monitor.Adversary Require Export Combined.
From Fairlead.Monitor.Adversary Require Import KeyedSum.
From Fairlead.Monitor.Hash Require Import Counting Congruence RandomFunction Collision Forgery Guessing Draws.
From Fairlead.Monitor.Hash Require Accumulator.
Local Open Scope Z_scope.

(** One secret function per client. *)
Notation tags := (Forgery.keyed request).
Definition place (q : request) : nat * request := (N.to_nat (q_client q), q).
Definition client_tag (g : tags) (q : request) : Z := g (place q).
Lemma place_inj q q' : place q = place q' → q = q'.
Proof. by intros [= _ ->]. Qed.

(** The host has a client tag a request, or calls the monitor; it sees the tag, or what the call brings. *)
Inductive move := Ask (q : request) | Make (c : call).
Inductive sight := Got (t : Z) | Saw (o : observation).
Definition rogue : Type := list sight → move.

Section authenticated.
  Context (client_key : N → key) (is_client : key → bool) (threads : N).
  Notation addressed := (addressed client_key is_client).

  (** In a move that asks a client, the monitor is called for nothing: there is no such thread. *)
  Definition call_of (mv : move) : call := match mv with Ask _ => Feed threads NextEpoch | Make c => c end.
  Definition asks (mv : move) : list request := match mv with Ask q => [q] | Make _ => [] end.
  Definition sight_of (g : tags) (mv : move) (o : observation) : sight :=
    match mv with Ask q => Got (client_tag g q) | Make _ => Saw o end.

  (** Under the clients' secrets [g] such a host is one as in [Play.v]. *)
  Definition sights (g : tags) (h : rogue) (seen : list observation) : list sight :=
    foldl (λ s o, s ++ [sight_of g (h s) o]) [] seen.
  Definition host_of (g : tags) (h : rogue) : host := λ seen, call_of (h (sights g h seen)).
  (** The requests that clients tagged. *)
  Fixpoint asked_from (g : tags) (h : rogue) (s : list sight) (seen : list observation) : list request :=
    match seen with
    | [] => []
    | o :: seen => asks (h s) ++ asked_from g h (s ++ [sight_of g (h s) o]) seen
    end.
  Definition asked {acc} (cfg : config acc) (g : tags) (h : rogue) (n : nat) : list request :=
    asked_from g h [] (transcript cfg (host_of g h) n).

  (** An answer is admitted if it is to a request, and the tag is right. *)
  Definition admits (g : tags) (r : receipt) : bool :=
    match addressed r with Some (q, t) => bool_decide (client_tag g q = Z.of_N t) | None => false end.
  (** The host forges: an answer is admitted that is to a request which its client did not tag before. *)
  Definition unasked (g : tags) (known : list request) (r : option receipt) : bool :=
    match r ≫= addressed with
    | Some (q, t) => bool_decide (client_tag g q = Z.of_N t) && negb (bool_decide (q ∈ known))
    | None => false
    end.

  Section world.
    Context {acc : Type} (cfg : config acc) (Hthreads : n_threads cfg = threads) (h : rogue).
    Implicit Types (m : monitor acc) (s : list sight).

    Fixpoint forges_from (g : tags) (n : nat) s (known : list request) m : bool :=
      match n with
      | O => false
      | S n =>
          let c := call_of (h s) in
          unasked g known (answer cfg m c) ||
          forges_from g n (s ++ [sight_of g (h s) (observe cfg m c)]) (known ++ asks (h s)) (perform cfg m c)
      end.
    Definition forges (g : tags) (n : nat) : bool := forges_from g n [] [] init_monitor.

    (** The requests of which the tags matter, whatever tags are, the numbers below [M]. *)
    Context (M : Z).
    Fixpoint reach (n : nat) s m : list request :=
      match n with
      | O => []
      | S n =>
          let c := call_of (h s) in
          match h s with
          | Ask q => q :: (residues M ≫= λ v, reach n (s ++ [Got v]) (perform cfg m c))
          | Make _ =>
              option_list (fst <$> (answer cfg m c ≫= addressed)) ++ reach n (s ++ [Saw (observe cfg m c)]) (perform
                  cfg m c)
          end
      end.

    Lemma answer_nothing m : answer cfg m (Feed threads NextEpoch) = None.
    Proof using Hthreads. cbn [answer]. unfold feed. rewrite Hthreads, decide_False by lia. done. Qed.
    Lemma unasked_ext g g' known r : (∀ x, g x = g' x) → unasked g known r = unasked g' known r.
    Proof. intros Hg. unfold unasked, client_tag. destruct (r ≫= _) as [[q t]|]; [|done]. by rewrite Hg. Qed.
    Lemma forges_ext g g' n s known m : (∀ x, g x = g' x) → forges_from g n s known m = forges_from g' n s known m.
    Proof.
      intros Hg. revert s known m; induction n as [|n IH]; intros s known m; [done|]. cbn [forges_from].
      rewrite (unasked_ext g g') by done. f_equal.
      replace (sight_of g (h s)) with (sight_of g' (h s)); [apply IH|].
      unfold sight_of, client_tag. destruct (h s); [by rewrite Hg|done].
    Qed.

    (** What the tags are of requests that were not asked for is as random as ever. *)
    Lemma forges_count n : ∀ s known m dom g0,
      0 < M → NoDup dom →
      (∀ q, q ∈ known → place q ∉ dom ∧ 0 ≤ g0 (place q) < M) →
      (∀ q, q ∈ reach n s m → place q ∈ dom ∨ q ∈ known) →
      count (λ f, forges_from (Guessing.known dom f g0) n s known m) (functions M dom) * M
        ≤ Z.of_nat n * size (functions M dom).
    Proof using Hthreads.
      induction n as [|n IH]; intros s known m dom g0 HM Hnd Hknown Hreach; cbn [forges_from reach] in *.
      { rewrite count_false. lia. }
      destruct (h s) as [q|c] eqn:Hmove; cbn [call_of asks sight_of] in *.
      - rewrite answer_nothing. cbn [orb unasked mbind option_bind].
        assert (∀ v q', 0 ≤ v < M → q' ∈ reach n (s ++ [Got v]) (perform cfg m (Feed threads NextEpoch)) →
          place q' ∈ dom ∨ q' ∈ known) as Hlater.
        { intros v q' Hv Hq'. apply Hreach. right. apply elem_of_list_bind. exists v. split; [done|].
          by apply elem_of_residues. }
        destruct (decide (place q ∈ dom)) as [Hq|Hq].
        + destruct (ask M dom (place q) (λ f, forges_from (Guessing.known dom f g0) n
            (s ++ [Got (client_tag (Guessing.known dom f g0) q)]) (known ++ [q]) (perform cfg m (Feed threads
                NextEpoch))))
            as (rest&Hrest&Hcount); [done|done| |].
          { intros f f' Hf. assert (∀ x, Guessing.known dom f g0 x = Guessing.known dom f' g0 x) as Hx.
            { intros x. unfold Guessing.known. by case_decide. }
            unfold client_tag. rewrite Hx. by apply forges_ext. }
          assert (NoDup (place q :: rest)) as [Hqr Hndr]%NoDup_cons by (by rewrite <-Hrest).
          assert (size (functions M dom) = M * size (functions M rest)) as Hsize.
          { rewrite <-(functions_cons_size M (place q) rest) by lia. rewrite !(functions_size M) by lia. by rewrite
              Hrest. }
          rewrite Hcount, Hsize, (Z.mul_comm _ M), <-total_scale.
          trans (total (λ _, Z.of_nat n * size (functions M rest)) (residues M));
            [|rewrite total_const, residues_size by lia; pose proof (size_nonneg (functions M rest)); rewrite
                Nat2Z.inj_succ; nia].
          apply total_le. intros v Hv%elem_of_residues.
          rewrite (count_ext _ (λ f, forges_from (Guessing.known rest f (override (place q) g0 v)) n
            (s ++ [Got v]) (known ++ [q]) (perform cfg m (Feed threads NextEpoch)))).
          * rewrite Z.mul_comm. apply IH; [done|done| |].
            -- intros q' [Hq'|Hq'%elem_of_list_singleton]%elem_of_app; [|subst q'].
               ++ destruct (Hknown q' Hq') as [Hoff Hval]. rewrite override_ne by (intros E; apply Hoff; by rewrite E).
                  split; [|done]. intros Hin. apply Hoff. rewrite Hrest. by right.
               ++ by rewrite override_eq.
            -- intros q' Hq'. rewrite elem_of_app, elem_of_list_singleton.
               destruct (Hlater v q' Hv Hq') as [Hin|?]; [|tauto].
               rewrite Hrest in Hin. apply elem_of_cons in Hin as [Hin%place_inj|?]; [subst q'|]; tauto.
          * intros f _.
            assert (∀ x, Guessing.known dom (override (place q) f v) g0 x =
                         Guessing.known rest f (override (place q) g0 v) x) as Hx.
            { intros x. unfold Guessing.known. destruct (decide (x = place q)) as [->|Hne].
              - rewrite decide_True, decide_False by done. by rewrite !override_eq.
              - rewrite !override_ne by done. assert (x ∈ dom ↔ x ∈ rest) as Hiff
                  by (rewrite Hrest, elem_of_cons; naive_solver).
                destruct (decide (x ∈ dom)), (decide (x ∈ rest)); naive_solver. }
            unfold client_tag. rewrite Hx. unfold Guessing.known at 2. rewrite decide_False, override_eq by done.
            by apply forges_ext.
        + assert (q ∈ known) as Hqk by (destruct (Hreach q) as [?|?]; [left|done|done]).
          destruct (Hknown q Hqk) as [_ Hval].
          rewrite (count_ext _ (λ f, forges_from (Guessing.known dom f g0) n
            (s ++ [Got (g0 (place q))]) (known ++ [q]) (perform cfg m (Feed threads NextEpoch)))).
          * etrans; [apply IH; [done|done| |]|pose proof (size_nonneg (functions M dom)); nia].
            -- intros q' [Hq'|Hq'%elem_of_list_singleton]%elem_of_app; [|subst q']; by apply Hknown.
            -- intros q' Hq'. rewrite elem_of_app. destruct (Hlater _ q' Hval Hq'); tauto.
          * intros f _. unfold client_tag. unfold Guessing.known at 2. by rewrite decide_False.
      - trans ((count (λ f, unasked (Guessing.known dom f g0) known (answer cfg m c)) (functions M dom) +
                count (λ f, forges_from (Guessing.known dom f g0) n (s ++ [Saw (observe cfg m c)]) (known ++ [])
                  (perform cfg m c)) (functions M dom)) * M).
        + apply Z.mul_le_mono_nonneg_r; [lia|]. apply count_orb.
        + assert (count (λ f, unasked (Guessing.known dom f g0) known (answer cfg m c)) (functions M dom) * M
            ≤ size (functions M dom)) as Hnow.
          { unfold unasked. destruct (answer cfg m c ≫= addressed) as [[q t]|] eqn:Ha;
              [|rewrite count_false; apply size_nonneg].
            case_bool_decide as Hq.
            - rewrite (count_ext _ (λ _, false)) by (intros; apply andb_false_r). rewrite count_false. apply
                size_nonneg.
            - rewrite (count_ext _ (λ f, bool_decide (Guessing.known dom f g0 (place q) = Z.of_N t)))
                by (intros; apply andb_true_r).
              apply guess; [done|done|]. destruct (Hreach q) as [?|?]; [|done|done].
              apply elem_of_app. left. simpl. by left. }
          assert (count (λ f, forges_from (Guessing.known dom f g0) n (s ++ [Saw (observe cfg m c)]) (known ++ [])
                  (perform cfg m c)) (functions M dom) * M ≤ Z.of_nat n * size (functions M dom)) as Hlater.
          { apply IH; [done|done|by rewrite app_nil_r|]. rewrite app_nil_r. intros q Hq. apply Hreach, elem_of_app.
            by right. }
          lia.
    Qed.

    (** Who did not forge was asked: all that was admitted was tagged before. *)
    Lemma not_forged g n s known m seen :
      forges_from g n s known m = false → s = sights g h seen →
      ∀ r, r ∈ answers cfg m (calls_from cfg (host_of g h) n seen m) → admits g r = true →
      ∃ q t, addressed r = Some (q, t) ∧
        (q ∈ known ∨ q ∈ asked_from g h s (seen_from cfg (host_of g h) n seen m)).
    Proof.
      revert s known m seen; induction n as [|n IH]; intros s known m seen Hf -> r; cbn [forges_from calls_from
          answers] in *.
      { by rewrite elem_of_nil. }
      change (host_of g h seen) with (call_of (h (sights g h seen))).
      set (s := sights g h seen) in *. set (c := call_of (h s)) in *.
      apply orb_false_iff in Hf as [Hnow Hlater]. intros [Hr|Hr]%elem_of_app Hadm.
      - destruct (answer cfg m c) as [r'|]; [|by apply elem_of_nil in Hr]. apply elem_of_list_singleton in Hr as ->.
        unfold unasked, admits in *. cbn [mbind option_bind] in Hnow.
        destruct (addressed r') as [[q t]|]; [|done]. rewrite Hadm in Hnow. simpl in Hnow. exists q, t. split; [done|].
        left. by apply negb_false_iff, bool_decide_eq_true in Hnow.
      - destruct (IH _ _ _ (seen ++ [observe cfg m c]) Hlater) with r as (q&t&Ha&Hin); try done.
        { unfold sights. by rewrite foldl_app. }
        exists q, t. split; [done|]. cbn [seen_from asked_from]. change (host_of g h seen) with c. fold s.
        rewrite elem_of_app in Hin |- *. tauto.
    Qed.
    Lemma forges_earlier g n n' s known m :
      (n' ≤ n)%nat → forges_from g n s known m = false → forges_from g n' s known m = false.
    Proof using Hthreads.
      revert n' s known m; induction n as [|n IH]; intros [|n'] s known m Hn; cbn [forges_from]; try done; [lia|].
      rewrite !orb_false_iff. intros [? ?]. split; [done|]. apply IH; [lia|done].
    Qed.
  End world.
End authenticated.

(** The theorem to quote to clients. *)
Section certified.
  Context (size threads deep : N) (A : application) (top : value) (first : N) (H : value → bytes).
  Context (client_key : N → key) (is_client : key → bool).
  Context (base : key → value) (store0 : key → datum) (h : rogue) (n : nat).
  Notation ideal := (ideal_config size threads deep (guarded A) top first H).
  Notation host_of := (host_of threads).
  Notation addressed := (addressed client_key is_client).

  (** The bad event: a tag is forged, or the sums of an epoch agree in which what was added is not what was evicted. *)
  Definition forged (g : tags) : bool := forges client_key is_client threads ideal h g n.
  Definition misled (g : tags) : keys → bool :=
    deceives size threads deep (guarded A) top first H (host_of g h) n.
  Definition bad (x : tags * keys) : bool := forged x.1 || misled x.1 x.2.

  (** The requests of which tags matter. *)
  Definition tagged_requests : list request :=
    reach client_key is_client threads ideal h (2 ^ Accumulator.hash_bits) n [] init_monitor.
  (** What the host makes the monitor hash when the clients' secrets are [g]. *)
  Definition hashed_under (g : tags) : list element :=
    inputs size threads deep (guarded A) top first H (host_of g h) n.

  Lemma forged_count clients dom :
    NoDup dom → (∀ q, q ∈ tagged_requests → (N.to_nat (q_client q) < clients)%nat ∧ q ∈ dom) →
    count forged (epoch_keys Accumulator.hash_bits clients dom) * 2 ^ Accumulator.hash_bits
      ≤ Z.of_nat n * Counting.size (epoch_keys Accumulator.hash_bits clients dom).
  Proof.
    intros Hnd Hdom. unfold epoch_keys. set (D := pairs (seq 0 clients) dom). set (M := 2 ^ Accumulator.hash_bits) in *.
    pose proof (forges_count client_key is_client threads ideal eq_refl h M n [] [] init_monitor D (λ _, 0)) as Hle.
    etrans; [|apply Hle].
    - apply Z.mul_le_mono_nonneg_r; [done|]. apply Z.eq_le_incl, count_ext. intros f Hf. unfold forged, forges.
      apply forges_ext. intros x. unfold Guessing.known. destruct (decide (x ∈ D)) as [Hx|Hx]; [done|].
      by apply (functions_sound M D f Hf).
    - done.
    - apply NoDup_pairs; [apply NoDup_seq|done].
    - intros q Hq. by apply elem_of_nil in Hq.
    - intros q Hq. left. destruct (Hdom q Hq) as [Hc Hq']. apply elem_of_pairs. rewrite elem_of_seq. split; [lia|done].
  Qed.

  (** All that it hashes is in a finite domain, whichever of some secrets the clients have. *)
  Definition holds (epochs : nat) (dom : list element) (g : tags) : Prop :=
    ∀ x, x ∈ hashed_under g → (N.to_nat (el_epoch x) < epochs)%nat ∧ x ∈ dom.

  (** There always are domains, of requests and of elements. *)
  Lemma requests_domain : ∃ clients dom, NoDup dom ∧
    ∀ q, q ∈ tagged_requests → (N.to_nat (q_client q) < clients)%nat ∧ q ∈ dom.
  Proof.
    exists (S (max_list (N.to_nat ∘ q_client <$> tagged_requests))), (remove_dups tagged_requests).
    split; [apply NoDup_remove_dups|]. intros q Hq. split; [|by apply elem_of_remove_dups].
    apply Nat.lt_succ_r, max_list_elem_of_le, elem_of_list_fmap. by exists q.
  Qed.
  Lemma holds_domain (gs : list tags) : ∃ epochs dom, NoDup dom ∧ ∀ g, g ∈ gs → holds epochs dom g.
  Proof.
    induction gs as [|g gs (epochs&dom&_&IH)].
    { exists 0%nat, []. split; [constructor|]. by intros g ?%elem_of_nil. }
    destruct (inputs_domain size threads deep (guarded A) top first H (host_of g h) n) as (epochs'&dom'&_&Hdom').
    exists (epochs + epochs')%nat, (remove_dups (dom ++ dom')). split; [apply NoDup_remove_dups|].
    intros g' [->|Hg']%elem_of_cons x Hx; rewrite elem_of_remove_dups, elem_of_app.
    - destruct (Hdom' x Hx). split; [lia|by right].
    - destruct (IH g' Hg' x Hx). split; [lia|by left].
  Qed.

  Theorem forged_bound clients dom :
    NoDup dom → (∀ q, q ∈ tagged_requests → (N.to_nat (q_client q) < clients)%nat ∧ q ∈ dom) →
    (prob (epoch_keys Accumulator.hash_bits clients dom) forged <= Z.of_nat n # 2 ^ 128)%Q.
  Proof.
    intros Hnd Hdom. apply prob_le; [by apply epoch_keys_ne_nil|]. by apply forged_count.
  Qed.

  Theorem bad_bound clients requests epochs dom :
    NoDup requests → (∀ q, q ∈ tagged_requests → (N.to_nat (q_client q) < clients)%nat ∧ q ∈ requests) →
    NoDup dom → (∀ g, g ∈ epoch_keys Accumulator.hash_bits clients requests → holds epochs dom g) →
    (prob (pairs (epoch_keys Accumulator.hash_bits clients requests) (epoch_keys Accumulator.hash_bits epochs dom)) bad
      <= (Z.of_nat n # 2 ^ 128) + (1 # 2 ^ 97))%Q.
  Proof.
    intros Hndr Hreq Hnd Hdom.
    apply (prob_pairs_orb _ _ forged misled); [by apply epoch_keys_ne_nil|by apply epoch_keys_ne_nil|by apply
        forged_bound|].
    intros g Hg. apply deception_bound; [done|]. by apply Hdom.
  Qed.

  Theorem bad_bound_prf {K L} (secrets : list K) (G : K → tags) (secrets' : list L) (F : L → keys) (ε : Q)
      clients requests epochs dom :
    secrets ≠ [] → secrets' ≠ [] →
    NoDup requests → (∀ q, q ∈ tagged_requests → (N.to_nat (q_client q) < clients)%nat ∧ q ∈ requests) →
    NoDup dom → (∀ k, k ∈ secrets → holds epochs dom (G k)) →
    (∀ k, k ∈ secrets →
      advantage secrets' F (epoch_keys Accumulator.hash_bits epochs dom) (misled (G k)) <= ε)%Q →
    (prob (pairs secrets secrets') (λ x, bad (G x.1, F x.2))
      <= ((Z.of_nat n # 2 ^ 128) + advantage secrets G (epoch_keys Accumulator.hash_bits clients requests) forged)
         + ((1 # 2 ^ 97) + ε))%Q.
  Proof.
    intros Hs Hs' Hndr Hreq Hnd Hdom Hadv.
    apply (prob_pairs_orb _ _ (λ k, forged (G k)) (λ k l, misled (G k) (F l))); [done|done| |].
    - by apply prob_advantage, forged_bound.
    - intros k Hk. eapply Qle_trans; [apply (deception_bound_prf size threads deep (guarded A) top first H secrets' F
        (host_of (G k) h) n epochs dom Hnd); by apply Hdom|].
      apply Qplus_le_compat; [apply Qle_refl|by apply Hadv].
  Qed.

  (** Where nothing bad happens, at any moment up to the [n]th move: if all answers in epochs up to a certified one were
  admitted, then the history that explains them keeps every client's numbers, one after the other; no request
  is in it twice; each was tagged by its client before; and what the functions [A] do is right. *)
  Theorem clients_certified g f n' c e :
    keys_of_clients client_key is_client →
    starts deep H top base → agrees base store0 →
    bad (g, f) = false → (n' ≤ n)%nat →
    let cfg := keyed_config size threads deep (guarded A) top first H f in
    let cs := calls cfg (host_of g h) n' in
    m_certified (run cfg init_monitor cs) = Some c → (e ≤ c)%N →
    (∀ r, r ∈ answers cfg init_monitor cs → (r_epoch r ≤ e)%N → admits client_key is_client g r = true) →
    (∃ hist, explain cfg base cs e = Consistent hist ∧
      (∀ r, r ∈ hist → ∃ q t, addressed r = Some (q, t) ∧ q ∈ asked threads cfg g h n') ∧
      NoDup (requests client_key is_client hist) ∧
      (∀ cl, (cl < limit64)%N → numbers_of client_key is_client cl hist =
         numbers_after (first_number client_key store0 cl) (length (numbers_of client_key is_client cl hist))) ∧
      legal A store0 (bare client_key is_client <$> hist) ∧
      StronglySorted moment_lt (r_moment <$> hist) ∧
      (∀ i, filter (λ r, r_tid r = i) hist =
            filter (λ r, r_tid r = i ∧ (r_epoch r ≤ e)%N) (answers cfg init_monitor cs))) ∨
    (∃ v1 v2, explain cfg base cs e = Value_collision v1 v2 ∧ v1 ≠ v2 ∧ H v1 = H v2).
  Proof.
    intros Hkeys Hbase Hstore Hbad Hn' cfg cs Hc He Hadm. unfold bad in Hbad. cbn [fst snd] in Hbad.
    apply orb_false_iff in Hbad as [Hforged Hmis].
    apply (forges_earlier client_key is_client threads ideal eq_refl h g n n' _ _ _ Hn') in Hforged.
    pose proof (deceives_earlier size threads deep (guarded A) top first H (host_of g h) n n' f Hn' Hmis) as Hmis'.
    destruct (map_play free (keyed_sum f) (sum_of f) (sum_of_zero f) (sum_of_plus f) (sum_of_element f)
      size threads deep (guarded A) top first H (host_of g h) n' Hmis') as (Hcs&_&HE).
    pose proof (map_transcript free (keyed_sum f) (sum_of f) (sum_of_zero f) (sum_of_plus f) (sum_of_element f)
      size threads deep (guarded A) top first H (host_of g h) n' Hmis') as Htr.
    change (Config size threads deep (guarded A) top first H free) with ideal in *.
    change (Config size threads deep (guarded A) top first H (keyed_sum f)) with cfg in *.
    assert (answers cfg init_monitor cs = answers ideal init_monitor (calls ideal (host_of g h) n')) as Hanswers.
    { unfold cs. rewrite Hcs, !answers_events, HE. clear. induction (events _ _ _) as [|x E IH]; [done|].
      cbn [fmap list_fmap omap list_omap]. rewrite IH.
      replace (ev_receipt cfg (map_event (sum_of f) x)) with (ev_receipt ideal x); [done|].
      unfold ev_receipt, receipt_of. cbn [map_event ev_pre ev_entry]. destruct (ev_entry x); try done.
      unfold cfg, keyed_config, ideal_config. by rewrite (map_evaluate free (keyed_sum f) (sum_of f)). }
    assert (∀ r, r ∈ answers cfg init_monitor cs → (r_epoch r ≤ e)%N →
      ∃ q t, addressed r = Some (q, t) ∧ q ∈ asked threads cfg g h n') as Hasked.
    { intros r Hr Hre. rewrite Hanswers in Hr.
      destruct (not_forged client_key is_client threads ideal h g n' [] [] init_monitor [] Hforged eq_refl r Hr)
        as (q&t&Ha&[?%elem_of_nil|Hq]); [apply Hadm; [by rewrite Hanswers|done]|done|].
      exists q, t. split; [done|]. unfold asked. by rewrite Htr. }
    destruct (inputs_domain size threads deep (guarded A) top first H (host_of g h) n) as (epochs&dom&Hnd&Hdom).
    destruct (certified_store size threads deep (guarded A) top first H base store0 (host_of g h) n epochs dom
      Hbase Hstore Hnd Hdom) as (_&_&Hall).
    destruct (Hall f n' Hmis Hn') as [Hcert _]. destruct (Hcert c e Hc He) as [(hist&Heq&Hlegal&Hsorted&Hkept)|?];
      [left|by right]. exists hist.
    assert (∀ r, r ∈ hist → ∃ q t, addressed r = Some (q, t) ∧ q ∈ asked threads cfg g h n') as Hhist.
    { intros r Hr. assert (r ∈ filter (λ r', r_tid r' = r_tid r) hist) as Hin by (by apply elem_of_list_filter).
      rewrite Hkept in Hin. apply elem_of_list_filter in Hin as [[_ Hre] Hin]. by apply Hasked. }
    destruct (clients_in_order A client_key is_client Hkeys store0 hist Hlegal) as (Hnum&Hdup&Hbare).
    { intros r Hr. destruct (Hhist r Hr) as (q&t&->&_). by eexists. }
    done.
  Qed.
End certified.
