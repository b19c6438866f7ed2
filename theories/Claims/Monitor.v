(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Claims of the monitor: its multiset hash, and what a certified epoch means. See All.v. *)
From Coq Require QArith.
From stdpp Require prelude sorting.
From Fairlead.Monitor.Hash Require Accumulator Counting Congruence RandomFunction Collision Game Forgery.
From Fairlead.Monitor.Hash Require Draws CbcMac CbcMacBound.
From Fairlead.Asm.Model Require Word_trusted Syntax_trusted State_trusted Flat_trusted.
From Fairlead.Gcm.Spec Require Gcm_trusted.
From Fairlead.Gcm.Macs Require Restated.
From Fairlead.Gcm.Generated Require clean_macs shipped_macs.
From Fairlead.Monitor.Consistency Require Sequential AtOnce Seal.
From Fairlead.Monitor.Log Require Format Functions.
From Fairlead.Monitor.Consistency Require Progress.
From Fairlead.Monitor.Adversary Require Combined Incarnations Authenticated Messages Permutations
  LeftOut Instances.
From Fairlead.Monitor.Audit Require Sum.

(** * Monitor: the multiset hash *)
Section monitor_hash.
Import QArith stdpp.prelude.
Import Accumulator Counting RandomFunction Collision Game Forgery.
Local Open Scope Z_scope.

(** The monitor certifies an epoch when the multiset of what was added and the
    multiset of what was evicted have the same hash: the sum, modulo 2^128, of a
    secret random function's values at the elements, with a function of its own
    for each epoch. An adversary who chooses both multisets of every epoch, sees
    only whether it certified, and chooses again accordingly, [rounds] times, gets
    an epoch with differing multisets certified with probability at most
    [rounds / 2^97]. The multisets are over a finite domain of elements, and no
    element occurs 2^32 times in one. *)
Theorem monitor_forgery_bound {E : Type} `{EqDecision E} (dom : list E) (epochs rounds : nat)
    (adversary : list bool → option (comparison E)) :
  NoDup dom →
  (∀ answers q, adversary answers = Some q →
    (epoch q < epochs)%nat ∧
    (∀ x, x ∈ added q → x ∈ dom) ∧ (∀ x, x ∈ evicted q → x ∈ dom) ∧
    (∀ x, multiplicity (added q) x < 2 ^ 32) ∧ (∀ x, multiplicity (evicted q) x < 2 ^ 32)) →
  (prob (functions (2 ^ 128) (pairs (seq 0 epochs) dom))
      (wins (λ f q, bool_decide
               (multiset_hash 128 (λ x, f (epoch q, x)) (added q) =
                multiset_hash 128 (λ x, f (epoch q, x)) (evicted q)))
            (λ q, bool_decide (added q ≡ₚ evicted q))
            adversary rounds [])
    <= Z.of_nat rounds # 2 ^ 97)%Q.
Proof. exact (forgery_bound epochs dom adversary rounds). Qed.

(** "Wins" in that bound is what it should be: among the epochs the adversary
    submitted, given the answers it got, one certified and should not have. *)
Theorem monitor_forgery_wins {Key Query : Type} (real : Key → Query → bool) (ideal : Query → bool)
    (adversary : list bool → option Query) (rounds : nat) (key : Key) :
  wins real ideal adversary rounds [] key = true ↔
    ∃ q, q ∈ asked real adversary rounds [] key ∧ real key q = true ∧ ideal q = false.
Proof. exact (wins_spec real ideal adversary rounds [] key). Qed.

(** The sample space is what it should be: it has [m ^ n] entries for a domain of
    [n] elements, and every function from the domain to the numbers below [m] is
    there, so each is there exactly once. *)
Theorem monitor_random_function {E : Type} `{EqDecision E} (m : Z) (dom : list E) :
  0 ≤ m →
  size (functions m dom) = m ^ Z.of_nat (length dom) ∧
  (∀ g, (∀ x, x ∈ dom → 0 ≤ g x < m) →
    ∃ f, f ∈ functions m dom ∧ ∀ x, x ∈ dom → f x = g x).
Proof. exact (λ Hm, conj (functions_size m dom Hm) (functions_complete m dom)). Qed.

(** With a real keyed function [F] instead of a random one, the bound grows by
    what the adversary itself, run as a distinguisher, can tell the two apart. For
    AES-CBC-MAC on inputs of one length that is assumed to be negligible. *)
Theorem monitor_forgery_bound_prf {E K : Type} `{EqDecision E} (keys : list K) (F : K → keyed E)
    (dom : list E) (epochs rounds : nat) (adversary : list bool → option (comparison E)) :
  NoDup dom →
  (∀ answers q, adversary answers = Some q → within 32 epochs dom q) →
  (prob keys (λ k, forges hash_bits adversary rounds (F k))
    <= (Z.of_nat rounds # 2 ^ 97)
       + advantage keys F (epoch_keys hash_bits epochs dom) (forges hash_bits adversary rounds))%Q.
Proof. exact (forgery_bound_prf keys F epochs dom adversary rounds). Qed.
End monitor_hash.

(** * Monitor: a certified epoch means something *)
Section monitor_consistency.
Import stdpp.prelude.
Import stdpp.sorting.
Import Consistency.Sequential AtOnce Log.Format Log.Functions Progress.
Local Open Scope N_scope.

(** A log has one encoding. Whatever entries are printed, reading the bytes gives
    them back; and whatever bytes are read are exactly those that printing the
    entries would write, all of them, with every field within its width. *)
Theorem monitor_log_canonical :
  (∀ entries, Forall entry_wf entries → parse_log (print_log entries) = inl entries) ∧
  (∀ bytes entries, parse_log bytes = inl entries →
    Forall entry_wf entries ∧ print_log entries = bytes).
Proof. exact (conj parse_print_log print_parse_log). Qed.

(** Where a run may start. [starts_from cfg base store0]: [base] is the value of every key in a store whose root has
    the value [first_root cfg], and [store0] what clients see of it. So for the empty store, and for any tree of records
    in which each edge has the digest of the record it leads to: an imported store, or one that was sealed. And a
    history that continues one from where it ends, makes one history with it: a run that starts where another
    was sealed extends its history. *)
Theorem monitor_starts {acc : Type} (cfg : config acc) :
  (first_root cfg = initial (depth cfg) root → starts_from cfg (initial (depth cfg)) (λ _, None)) ∧
  (∀ live base store0,
    base root = first_root cfg →
    tree (λ k, live k = true) (next base) →
    (∀ k d c, edge_of (base k) d = Some c → e_blum c = false ∧ e_digest c = digest cfg (base (e_key c))) →
    (∀ k, live k = false → base k = initial (depth cfg) k) →
    (∀ k v, base k = Data v → v = store0 k) →
    starts_from cfg base store0) ∧
  (∀ A store0 h h', legal A store0 h → legal A (store_after A store0 h) h' → legal A store0 (h ++ h')).
Proof. exact (where_runs_start cfg). Qed.

(** Sequential consistency. For any store size, number of threads, length of keys, functions that clients may ask for,
    hash of values and multiset hash, any store to start from, and for any calls [cs] of a host, entries fed
    to threads in any order and requests to certify: if the monitor has certified
    epoch [c], then for every epoch [e] up to [c] the function [explain] gives a
    history in which every operation has the result that its function has on a plain store as the operations before it
    left it; which is sorted by the receipts' epochs, counters, threads and indices, no two alike; and in
    which the answers that each thread gave in epochs up to [e] stand, all of them, in the order
    in which it gave them; or two different values with one digest; or the multisets
    of what was added and evicted in one of these epochs, which are different and
    have one multiset hash and one size, below 2^32. *)
Theorem monitor_sequential_consistency {acc : Type} (cfg : config acc) (base : key → value) (store0 : key → datum)
    (cs : list call) (c e : N) :
  starts_from cfg base store0 →
  m_certified (run cfg init_monitor cs) = Some c → e ≤ c →
  match explain cfg base cs e with
  | Consistent history =>
      (∀ before r after, history = before ++ r :: after →
         snd <$> functions cfg (r_function r) (r_argument r)
                   (store_after (functions cfg) store0 before <$> r_keys r) = Some (r_result r)) ∧
      StronglySorted moment_lt (r_moment <$> history) ∧
      (∀ i, filter (λ r, r_tid r = i) history =
            filter (λ r, r_tid r = i ∧ r_epoch r ≤ e) (answers cfg init_monitor cs))
  | Value_collision v1 v2 => v1 ≠ v2 ∧ digest cfg v1 = digest cfg v2
  | Multiset_collision e' m1 m2 =>
      e' ≤ e ∧ ¬ m1 ≡ₚ m2 ∧ mhash (mh cfg) e' m1 = mhash (mh cfg) e' m2 ∧
      length m1 = length m2 ∧ N.of_nat (length m1) < 2 ^ 32 ∧ NoDup m2
  end.
Proof. exact (sequential_consistency cfg base store0 cs c e). Qed.

(** A certified epoch is settled. Whatever the host does once epoch [e] is certified,
    the history up to [e] stays as it is, every later answer is in a later epoch, and
    the history up to a later epoch begins with the one up to [e]: operations after
    the certification of [e] come after all operations of epochs up to [e]. *)
Theorem monitor_certified_settled {acc : Type} (cfg : config acc) (cs cs' : list call) (c e : N) :
  m_certified (run cfg init_monitor cs) = Some c → e ≤ c →
  history cfg e (events cfg init_monitor (cs ++ cs')) = history cfg e (events cfg init_monitor cs) ∧
  (∀ r, r ∈ answers cfg (run cfg init_monitor cs) cs' → e < r_epoch r) ∧
  (∀ e', e ≤ e' → history cfg e (events cfg init_monitor (cs ++ cs'))
                    `prefix_of` history cfg e' (events cfg init_monitor (cs ++ cs'))).
Proof.
  exact (λ Hc He, match certified_settled cfg cs cs' c e Hc He with
    conj H1 H2 => conj H1 (conj H2 (λ e', history_extends cfg (cs ++ cs') e e')) end).
Qed.

(** Answers that are right when they are given. [nothing_outstanding] says of the monitor's
    tallies that no thread has added a record from Blum in an epoch that is not certified;
    what left to Blum and has not come back does no harm. Whenever that is so, the history
    of the certified epochs, with the answers since in the very order in which they were
    given, over all threads, is one of a plain store; or there are
    two different values with one digest, or two multisets, in a certified epoch, that
    collide. So a client need not wait for the certification of such an answer. *)
Theorem monitor_right_at_once {acc : Type} (cfg : config acc) (base : key → value) (store0 : key → datum)
    (cs : list call) :
  let certified := m_certified (run cfg init_monitor cs) in
  starts_from cfg base store0 →
  nothing_outstanding cfg (run cfg init_monitor cs) = true →
  match explain_at_once cfg base cs with
  | Consistent hist =>
      (∀ before r after, hist = before ++ r :: after →
         snd <$> functions cfg (r_function r) (r_argument r)
                   (store_after (functions cfg) store0 before <$> r_keys r) = Some (r_result r)) ∧
      (∀ i, filter (λ r, r_tid r = i) hist = filter (λ r, r_tid r = i) (answers cfg init_monitor cs)) ∧
      match certified with
      | Some c => hist = history cfg c (events cfg init_monitor cs) ++
                         filter (λ r, c < r_epoch r) (answers cfg init_monitor cs)
      | None => hist = answers cfg init_monitor cs
      end
  | Value_collision v1 v2 => v1 ≠ v2 ∧ digest cfg v1 = digest cfg v2
  | Multiset_collision e m1 m2 =>
      (∃ c, certified = Some c ∧ e ≤ c) ∧ ¬ m1 ≡ₚ m2 ∧ mhash (mh cfg) e m1 = mhash (mh cfg) e m2 ∧
      length m1 = length m2 ∧ N.of_nat (length m1) < 2 ^ 32 ∧ NoDup m2
  end.
Proof. exact (right_at_once cfg base store0 cs). Qed.

(** Sealing. When nothing is outstanding, and no cache holds anything but the root, in slot 0 of
    thread 0, with the value [v], then that value and the history of all answers so far are the whole state: a run
    that starts with that root ([first_root]) starts from the store that this history leaves, and whatever it answers
    continues the history ([monitor_starts]); but for two different values with one digest, or
    multisets that collide, for then [explain_at_once] returns them and no history. *)
Theorem monitor_sealed {acc : Type} (cfg : config acc) (base : key → value) (store0 : key → datum)
    (cs : list call) (v : value) (hist : list receipt) :
  starts_from cfg base store0 →
  nothing_outstanding cfg (run cfg init_monitor cs) = true →
  (∀ i, t_slots (thread_of cfg (run cfg init_monitor cs) i) = first_slots v i) →
  explain_at_once cfg base cs = Consistent hist →
  ∃ base', starts (depth cfg) (digest cfg) v base' ∧ agrees base' (store_after (functions cfg) store0 hist).
Proof. exact (Seal.sealed cfg base store0 cs v hist). Qed.

(** In Merkle mode, where no record ever comes back from Blum, no certification is needed
    at all, nor a multiset hash: all answers, in the order in which they are given, are
    those of a plain store, or there are two different values with one digest. *)
Theorem monitor_merkle_mode {acc : Type} (cfg : config acc) (base : key → value) (store0 : key → datum)
    (cs : list call) :
  starts_from cfg base store0 →
  (∀ i k v s t tid, Feed i (AddB k v s t tid) ∉ cs) →
  match find_impostor cfg base (events cfg init_monitor cs) with
  | Some (v1, v2) => v1 ≠ v2 ∧ digest cfg v1 = digest cfg v2
  | None =>
      ∀ before r after, answers cfg init_monitor cs = before ++ r :: after →
        snd <$> functions cfg (r_function r) (r_argument r)
                  (store_after (functions cfg) store0 before <$> r_keys r) = Some (r_result r)
  end.
Proof. exact (right_in_merkle_mode cfg base store0 cs). Qed.

(** What a host may count on. A thread that was refused stays stopped, with the
    reason, and refuses whatever follows; what a thread accepts depends on nothing
    but that thread; a thread without traffic completes its next epoch with
    [NextEpoch] and [VerifyEpoch], as long as epoch numbers last; and when
    certification stops, the next epoch lacks a thread or does not agree. *)
Theorem monitor_progress {acc : Type} (cfg : config acc) :
  (∀ cs m i st why, status_of cfg m i = Stopped st why →
     status_of cfg (run cfg m cs) i = Stopped st why ∧
     ∀ en, i < n_threads cfg → (feed cfg (run cfg m cs) i en).2 = Some Thread_failed) ∧
  (∀ m m' i en, status_of cfg m i = status_of cfg m' i →
     (feed cfg m i en).2 = (feed cfg m' i en).2) ∧
  (∀ cs i st, let m := run cfg init_monitor cs in
     status_of cfg m i = Running st → i < n_threads cfg → (t_clock st).1 + 1 < 2 ^ 64 →
     let m1 := (feed cfg m i NextEpoch).1 in
     (feed cfg m i NextEpoch).2 = None ∧ (feed cfg m1 i VerifyEpoch).2 = None ∧
     i ∈ a_done (aggregate_of cfg (feed cfg m1 i VerifyEpoch).1 (t_next st))) ∧
  (∀ m, 0 < n_threads cfg → can_certify cfg (certify cfg m) = false).
Proof.
  exact (conj (failure_is_permanent cfg) (conj (threads_are_independent cfg)
    (conj (idle_thread_completes cfg) (certify_complete cfg)))).
Qed.

(** Honest hosts are served. If every thread has completed the epochs up to [e], and in
    each what came back is what left, fewer than 2^32 elements, then asking for
    certification certifies them all. And a record that left to Blum may come back
    and leave again at the next time: neither is refused, while counters and counts last. *)
Theorem monitor_honest_certify {acc : Type} (cfg : config acc) :
  (∀ cs e, let m := run cfg init_monitor cs in let E := events cfg init_monitor cs in
     0 < n_threads cfg → first_epoch cfg ≤ e →
     (∀ i, i < n_threads cfg → e < t_next (thread_of cfg m i)) →
     (∀ e', e' ≤ e → adds_in e' E ≡ₚ evicts_in e' E ∧ N.of_nat (length (adds_in e' E)) < 2 ^ 32) →
     ∃ c, m_certified (certify cfg m) = Some c ∧ e ≤ c) ∧
  (∀ st k v s t tid,
     k ≠ root → s < store_size cfg → t_slots st !! s = None → fits (depth cfg) k v = true →
     t_next st ≤ t.1 → t.2 + 1 < 2 ^ 32 →
     t_count (tally_in cfg (t_added st) t.1) + 1 < 2 ^ 32 →
     ∃ st1, step cfg st (AddB k v s t tid) = Ok st1 ∧
       t_slots st1 !! s = Some (Slot k v BAdd (None, None) None) ∧
       let t' := ((t_clock st1).1, (t_clock st1).2 + 1) in
       t'.1 < 2 ^ 64 → t'.2 < 2 ^ 32 →
       t_count (tally_in cfg (t_evicted st1) t'.1) + 1 < 2 ^ 32 →
       ∃ st2, step cfg st1 (EvictB s t') = Ok st2).
Proof. exact (conj (balanced_epochs_certify cfg) (round_trip_accepted cfg)). Qed.
End monitor_consistency.

(** * Monitor: what a certified epoch is worth *)
Section monitor_certified.
Import QArith stdpp.prelude.
Import stdpp.sorting.
Import Combined KeyedSum Counting RandomFunction Forgery.
Local Open Scope N_scope.

(** The theorem to quote. A host feeds log entries to the monitor's threads and
    asks for certification, [n] calls in all, choosing each by all that the monitor
    answered before; it is otherwise free to do what it likes. The monitor's keys
    are random functions, one for each epoch. The bad event [deceives] is that after these calls
    all threads are done with an epoch, the first in which what was added is not what was
    evicted, and its sums agree all the same. Its probability is at most [2^-97]; with a
    real keyed function [F] at most that and the advantage of the host, run as a
    distinguisher between [F] and a random function. Otherwise, at every moment up to the
    [n]th call: whatever epoch the monitor has certified, the answers it gave in epochs up
    to that one are explained: there is a history, computed by [explain], in which every
    operation has the result that it has on a plain store, and every thread's answers are all there, in the order
    given; or [explain] returns two different values with the same digest. And if nothing
    is outstanding, as in [monitor_right_at_once], so are all answers up to that moment.
    The domain [dom] is any finite set that holds what the host makes the monitor hash as
    long as no comparison errs; there always is one. *)
Theorem monitor_certified_store (size threads deep : N) (A : application) (top : value) (first : N)
    (digest : value → bytes) (base : key → value) (store0 : key → datum) (h : host) (n epochs : nat)
    (dom : list element) :
  starts deep digest top base → agrees base store0 →
  NoDup dom →
  (∀ x, x ∈ inputs size threads deep A top first digest h n →
    (N.to_nat (el_epoch x) < epochs)%nat ∧ x ∈ dom) →
  let bad := deceives size threads deep A top first digest h n in
  (prob (functions (2 ^ 128) (pairs (seq 0 epochs) dom)) bad <= 1 # 2 ^ 97)%Q ∧
  (∀ K (secrets : list K) (F : K → nat * element → Z),
    prob secrets (λ k, bad (F k))
      <= (1 # 2 ^ 97)
         + advantage secrets F (functions (2 ^ 128) (pairs (seq 0 epochs) dom)) bad)%Q ∧
  ∀ f n', bad f = false → (n' ≤ n)%nat →
    let cfg := Config size threads deep A top first digest (keyed_sum f) in
    let cs := calls cfg h n' in
    let certified := m_certified (run cfg init_monitor cs) in
    (∀ c e, certified = Some c → e ≤ c →
      (∃ hist, explain cfg base cs e = Consistent hist ∧
        legal A store0 hist ∧ StronglySorted moment_lt (r_moment <$> hist) ∧
        (∀ i, filter (λ r, r_tid r = i) hist =
              filter (λ r, r_tid r = i ∧ r_epoch r ≤ e) (answers cfg init_monitor cs))) ∨
      (∃ v1 v2, explain cfg base cs e = Value_collision v1 v2 ∧ v1 ≠ v2 ∧ digest v1 = digest v2)) ∧
    (nothing_outstanding cfg (run cfg init_monitor cs) = true →
      (∃ hist, explain_at_once cfg base cs = Consistent hist ∧
        legal A store0 hist ∧
        (∀ i, filter (λ r, r_tid r = i) hist = filter (λ r, r_tid r = i) (answers cfg init_monitor cs)) ∧
        match certified with
        | Some c => hist = history cfg c (events cfg init_monitor cs) ++
                           filter (λ r, c < r_epoch r) (answers cfg init_monitor cs)
        | None => hist = answers cfg init_monitor cs
        end) ∨
      (∃ v1 v2, explain_at_once cfg base cs = Value_collision v1 v2 ∧ v1 ≠ v2 ∧ digest v1 = digest v2)).
Proof. exact (certified_store size threads deep A top first digest base store0 h n epochs dom). Qed.
End monitor_certified.

(** * Monitor: one incarnation after another *)
Section monitor_incarnations.
Import QArith stdpp.prelude stdpp.sorting.
Import Incarnations KeyedSum Counting RandomFunction Forgery Draws.
Local Open Scope N_scope.

(** Bounds add up, and histories make one. A store is run, sealed, and restored, [n] times; each time the monitor
    has keys of its own, drawn afresh. A [plan] chooses the next incarnation (its threads and cache, the root and
    the epoch it starts with, its host and how many calls that makes) by all that was seen in those before. There
    always is a finite domain that holds what all of them make their monitors hash as long as no comparison errs.
    The probability that some incarnation is [fooled], which is the bad event of [monitor_certified_store] for it,
    is at most [n / 2^97], and with real keyed functions that and the sum of the advantages of their hosts.
    Otherwise take any incarnation [i], and suppose that each one before it was sealed at some call, perhaps not its
    last, by the root with which the next one started, the first having started from the store [store0]. Then
    [explain_past] gives the histories of those before up to where they were sealed, in which all their answers are,
    each thread's in its order; and whatever [i] has certified at any moment, or answered while nothing is
    outstanding, continues these histories as one history of one plain store; or two values with one digest are
    found. What was answered after a seal, in an incarnation that was not the last, is in none of this. *)
Theorem monitor_incarnations (deep : N) (A : application) (H : value → bytes) (p : plan) (n : nat) :
  let space epochs dom := functions (2 ^ 128) (pairs (seq 0 epochs) dom) in
  (∃ epochs dom, NoDup dom ∧ holds_all deep A H p n epochs dom) ∧
  (∀ epochs dom, NoDup dom → holds_all deep A H p n epochs dom →
    (prob (draws n (space epochs dom)) (some_fooled deep A H p []) <= Z.of_nat n # 2 ^ 97)%Q ∧
    (∀ K (secrets : list K) (F : K → keys), secrets ≠ [] →
      prob (draws n secrets) (λ ks, some_fooled deep A H p [] (F <$> ks))
        <= (Z.of_nat n # 2 ^ 97) +
           foldr Qplus 0%Q ((λ i, advantage secrets F (space epochs dom) (fooled deep A H i))
                            <$> honest_lives deep A H p [] n))%Q) ∧
  ∀ fs before i f after seals base store0,
    some_fooled deep A H p [] fs = false → lives deep A H p [] fs = before ++ (i, f) :: after →
    restored deep A H before seals i →
    starts deep H (i_root match before with [] => i | y :: _ => y.1 end) base → agrees base store0 →
    match explain_past deep A H base before seals with
    | inr (v1, v2) => v1 ≠ v2 ∧ H v1 = H v2
    | inl (hists, base') =>
        Forall2 (λ x hist, ∀ t, filter (λ r, r_tid r = t) hist =
            filter (λ r, r_tid r = t)
              (answers (config_of deep A H (keyed_sum x.1.2) x.1.1) init_monitor (life_calls deep A H x.1 x.2)))
          (zip before seals) hists ∧
        ∀ n', (n' ≤ i_calls i)%nat →
          let cfg := config_of deep A H (keyed_sum f) i in
          let cs := life_calls deep A H (i, f) n' in
          (∀ c e, m_certified (run cfg init_monitor cs) = Some c → e ≤ c →
            (∃ hist, explain cfg base' cs e = Consistent hist ∧ legal A store0 (concat hists ++ hist) ∧
              StronglySorted moment_lt (r_moment <$> hist) ∧
              ∀ t, filter (λ r, r_tid r = t) hist =
                   filter (λ r, r_tid r = t ∧ r_epoch r ≤ e) (answers cfg init_monitor cs)) ∨
            (∃ v1 v2, explain cfg base' cs e = Value_collision v1 v2 ∧ v1 ≠ v2 ∧ H v1 = H v2)) ∧
          (nothing_outstanding cfg (run cfg init_monitor cs) = true →
            (∃ hist, explain_at_once cfg base' cs = Consistent hist ∧ legal A store0 (concat hists ++ hist) ∧
              ∀ t, filter (λ r, r_tid r = t) hist = filter (λ r, r_tid r = t) (answers cfg init_monitor cs)) ∨
            (∃ v1 v2, explain_at_once cfg base' cs = Value_collision v1 v2 ∧ v1 ≠ v2 ∧ H v1 = H v2))
    end.
Proof.
  exact (conj (holds_all_domain deep A H p n) (conj
    (λ epochs dom Hnd Hdom, conj (bounds_add deep A H p n epochs dom Hnd Hdom)
      (λ K secrets F Hs, bounds_add_prf deep A H secrets F p n epochs dom Hs Hnd Hdom))
    (one_history deep A H p))).
Qed.
End monitor_incarnations.

(** * Monitor: clients *)
Section monitor_clients.
Import QArith stdpp.prelude stdpp.sorting.
Import Authenticated KeyedSum Counting RandomFunction Forgery.
Local Open Scope N_scope.

(** Clients who authenticate. A request carries its client, a number, and a tag of 128 bits over client, number,
    function, keys and argument; each client has a record of its own, which holds the number of its last request
    ([keys_of_clients]: no two clients have one record); the functions are [guarded A]: those of [A], refused unless
    the number is the next one. A host, in [n] moves, asks clients to tag requests of its choice, and calls the
    monitor, each by all that it saw. Clients' secrets are random functions, one for each client, apart from the
    monitor's keys. The bad event is that a tag is forged (the monitor answers to a request with the right tag that
    its client did not tag before) or that of [monitor_certified_store]; its probability is at most [n / 2^128 +
    2^-97], with real functions, for tags and for sums, that and the advantages (of the host against the sums at
    most [ε], whatever the clients' secrets). Finite domains as there are demanded always exist. Otherwise let an
    epoch [e] be certified, and all answers in epochs up to it [admitted]: they are to requests of clients, with
    right tags, about the client's record and no other one's. Then, unless [explain] returns two different values
    with one digest, in the history that it returns every operation is a request that its client tagged; none is
    there twice; each client's have the numbers that follow the one its record had at the start, all of them and in
    order, whichever threads they were in; and without the guards ([bare]) it is a history of the functions [A]. It
    holds the answers of all threads, as ever. *)
Theorem monitor_clients (size threads deep : N) (A : application) (top : value) (first : N) (H : value → bytes)
    (client_key : N → key) (is_client : key → bool) (base : key → value) (store0 : key → datum)
    (h : rogue) (n : nat) :
  let requests_in := tagged_requests size threads deep A top first H client_key is_client h n in
  let held := holds size threads deep A top first H h n in
  let bad := bad size threads deep A top first H client_key is_client h n in
  let forged := forged size threads deep A top first H client_key is_client h n in
  let misled := misled size threads deep A top first H h n in
  let tag_space clients reqs := functions (2 ^ 128) (pairs (seq 0 clients) reqs) in
  let key_space epochs dom := functions (2 ^ 128) (pairs (seq 0 epochs) dom) in
  (∃ clients reqs, NoDup reqs ∧ ∀ q, q ∈ requests_in → (N.to_nat (q_client q) < clients)%nat ∧ q ∈ reqs) ∧
  (∀ gs : list tags, ∃ epochs dom, NoDup dom ∧ ∀ g, g ∈ gs → held epochs dom g) ∧
  (∀ clients reqs epochs dom,
    NoDup reqs → (∀ q, q ∈ requests_in → (N.to_nat (q_client q) < clients)%nat ∧ q ∈ reqs) → NoDup dom →
    ((∀ g, g ∈ tag_space clients reqs → held epochs dom g) →
     prob (pairs (tag_space clients reqs) (key_space epochs dom)) bad <= (Z.of_nat n # 2 ^ 128) + (1 # 2 ^ 97))%Q ∧
    (∀ K L (secrets : list K) (G : K → tags) (secrets' : list L) (F : L → keys) (ε : Q),
      secrets ≠ [] → secrets' ≠ [] → (∀ k, k ∈ secrets → held epochs dom (G k)) →
      (∀ k, k ∈ secrets → advantage secrets' F (key_space epochs dom) (misled (G k)) <= ε) →
      prob (pairs secrets secrets') (λ x, bad (G x.1, F x.2))
        <= ((Z.of_nat n # 2 ^ 128) + advantage secrets G (tag_space clients reqs) forged) + ((1 # 2 ^ 97) + ε))%Q) ∧
  ∀ g f n' c e,
    keys_of_clients client_key is_client → starts deep H top base → agrees base store0 →
    bad (g, f) = false → (n' ≤ n)%nat →
    let cfg := Config size threads deep (guarded A) top first H (keyed_sum f) in
    let cs := calls cfg (host_of threads g h) n' in
    m_certified (run cfg init_monitor cs) = Some c → e ≤ c →
    (∀ r, r ∈ answers cfg init_monitor cs → r_epoch r ≤ e → admits client_key is_client g r = true) →
    (∃ hist, explain cfg base cs e = Consistent hist ∧
      (∀ r, r ∈ hist → ∃ q t, addressed client_key is_client r = Some (q, t) ∧ q ∈ asked threads cfg g h n') ∧
      NoDup (requests client_key is_client hist) ∧
      (∀ cl, cl < 2 ^ 64 → numbers_of client_key is_client cl hist =
         numbers_after (first_number client_key store0 cl) (length (numbers_of client_key is_client cl hist))) ∧
      legal A store0 (bare client_key is_client <$> hist) ∧
      StronglySorted moment_lt (r_moment <$> hist) ∧
      (∀ i, filter (λ r, r_tid r = i) hist =
            filter (λ r, r_tid r = i ∧ r_epoch r ≤ e) (answers cfg init_monitor cs))) ∨
    (∃ v1 v2, explain cfg base cs e = Value_collision v1 v2 ∧ v1 ≠ v2 ∧ H v1 = H v2).
Proof.
  exact (conj (requests_domain size threads deep A top first H client_key is_client h n)
    (conj (holds_domain size threads deep A top first H h n) (conj
      (λ clients reqs epochs dom Hndr Hreq Hnd,
        conj (bad_bound size threads deep A top first H client_key is_client h n clients reqs epochs dom Hndr Hreq Hnd)
          (λ K L secrets G secrets' F ε Hs Hs',
            bad_bound_prf size threads deep A top first H client_key is_client h n secrets G secrets' F ε
              clients reqs epochs dom Hs Hs' Hndr Hreq Hnd))
      (clients_certified size threads deep A top first H client_key is_client base store0 h n)))).
Qed.

(** Clients who look at their receipts. This needs no numbers, no tags and no records of clients. Let a client have
    receipts, [mine], that are answers of the monitor in certified epochs, and whose moments (epoch, counter, thread,
    index) grow in the order of its requests, as it can see by itself. Then they stand in the history in that order.
    What this does not give: that nothing else was done in the client's name, or one request twice; nor does the client
    find an order where the host gave it none. *)
Theorem monitor_client_receipts {acc : Type} (cfg : config acc) (base : key → value) (store0 : key → datum)
    (cs : list call) (c e : N) (hist mine : list receipt) :
  starts_from cfg base store0 →
  m_certified (run cfg init_monitor cs) = Some c → e ≤ c →
  explain cfg base cs e = Consistent hist →
  (∀ r, r ∈ mine → r ∈ answers cfg init_monitor cs ∧ r_epoch r ≤ e) →
  StronglySorted moment_lt (r_moment <$> mine) →
  mine `sublist_of` hist.
Proof. exact (receipts_in_order cfg base store0 cs c e hist mine). Qed.
End monitor_clients.

(** * Monitor: what is hashed *)
Section monitor_messages.
Import QArith stdpp.prelude.
Import Messages Permutations LeftOut Message KeyedSum Accumulator Counting Congruence RandomFunction Forgery.
Import Draws CbcMacBound.
Local Open Scope N_scope.

(** What the monitor in C gives its keyed function of an element is a [message] of 80 bytes, whatever the value is:
    a value of more than 38 bytes is there by its digest, and the epoch is not there, as each sum is of one epoch
    and under a key of its own. In order: a message tells the element of its epoch, or there are two different
    values with one digest; and so, for any host, either [find_collision] finds two such values among what the host
    makes the monitor hash, or the bound of [monitor_certified_store] holds for keyed functions of messages in place
    of functions of elements. Elements are [element_wf] if all their fields have the widths that logs give them.
    There always is a finite domain. *)
Theorem monitor_messages (hash : bytes → bytes) :
  (∀ b, length (hash b) = 32%nat) →
  (∀ y z, element_wf y → element_wf z → el_epoch y = el_epoch z → message hash y = message hash z →
    y = z ∨
    el_value y ≠ el_value z ∧
    hash (print value_codec (el_value y)) = hash (print value_codec (el_value z))) ∧
  ∀ (size threads deep : N) (A : application) (top : value) (first : N) (h : host) (n : nat),
    let hashed := hashed_elements size threads deep A top first (digest_of hash) h n in
    let bad F := deceives size threads deep A top first (digest_of hash) h n (of_messages (message hash) F) in
    let space epochs dom := functions (2 ^ 128) (pairs (seq 0 epochs) dom) in
    (∃ epochs dom, NoDup dom ∧ ∀ x, x ∈ hashed → (N.to_nat (el_epoch x) < epochs)%nat ∧ message hash x ∈ dom) ∧
    ∀ epochs dom, (∀ x, x ∈ hashed → element_wf x) →
      NoDup dom → (∀ x, x ∈ hashed → (N.to_nat (el_epoch x) < epochs)%nat ∧ message hash x ∈ dom) →
      match find_collision hash size threads deep A top first h n with
      | Some (x, y) => el_value x ≠ el_value y ∧ digest_of hash (el_value x) = digest_of hash (el_value y)
      | None =>
          (∀ x, x ∈ hashed → length (message hash x) = 80%nat) ∧
          (prob (space epochs dom) bad <= 1 # 2 ^ 97)%Q ∧
          (∀ K (secrets : list K) (F : K → keyed bytes),
            prob secrets (λ k, bad (F k)) <= (1 # 2 ^ 97) + advantage secrets F (space epochs dom) bad)%Q
      end.
Proof.
  exact (λ Hhash, conj (λ y z, message_injective hash y z Hhash)
    (λ size threads deep A top first h n,
      conj (messages_domain hash size threads deep A top first h n)
        (messages_bound hash Hhash size threads deep A top first h n))).
Qed.

(** CBC-MAC as the monitor in C uses it. Each epoch has a random permutation of blocks of 128 bits (the ideal of AES
    under a key of its own), and what is summed of an element is the CBC-MAC of a message of five blocks, which
    tells the element in its epoch ([monitor_messages] is about when it does). There are such blocks: the numbers of
    128 bits. One comparison of different multisets, of fewer than 2^32 messages each, errs with probability at most
    [2^-85]; and so does the monitor in its whole life, whatever the host does, which is the bad event of
    [monitor_certified_store]. The textbook's bound for CBC-MAC as a pseudorandom function, about [2^-56] for as
    many messages, is not needed, because nobody sees a code and one linear combination is compared, once. With
    ciphers for permutations the bound grows by the advantage of the host, run as a distinguisher between the two.
    *)
Theorem monitor_cbc_mac :
  (NoDup numbers128 ∧ (∀ b, b ∈ numbers128) ∧ proj1_sig <$> numbers128 ≡ₚ residues (2 ^ 128) ∧
   (∀ a b c, number_xor a b = number_xor a c → b = c) ∧ (∀ a b c, number_xor a c = number_xor b c → a = b)) ∧
  ∀ (B : Type) (dec : EqDecision B) (blocks : list B) (val : B → Z) (xor : B → B → B) (zero : B),
    NoDup blocks → (∀ b, b ∈ blocks) → val <$> blocks ≡ₚ residues (2 ^ 128) →
    (∀ a b c, xor a b = xor a c → b = c) → (∀ a b c, xor a c = xor b c → a = b) →
    (∀ added evicted : list (list B * B),
      (∀ m, m ∈ added ++ evicted → length m.1 = 4%nat) →
      (Z.of_nat (length added) < 2 ^ 32)%Z → (Z.of_nat (length evicted) < 2 ^ 32)%Z → ¬ added ≡ₚ evicted →
      (prob (orders blocks) (λ k, bool_decide
          (multiset_hash 128 (mac blocks val xor zero k) added = multiset_hash 128 (mac blocks val xor zero k) evicted))
        <= 1 # 2 ^ 85)%Q) ∧
    ∀ (φ : element → list B * B) (size threads deep : N) (A : application) (top : value) (first : N)
        (H : value → bytes) (h : host) (n epochs : nat),
      told_apart φ size threads deep A top first H h n →
      (∀ x, x ∈ hashed_elements size threads deep A top first H h n →
        (N.to_nat (el_epoch x) < epochs)%nat ∧ length (φ x).1 = 4%nat) →
      let bad := deceives size threads deep A top first H h n in
      let keyed := of_permutations blocks val xor zero φ in
      (prob (draws epochs (orders blocks)) (λ ks, bad (keyed ks)) <= 1 # 2 ^ 85)%Q ∧
      ∀ K (secrets : list K) (F : K → keys),
        (prob secrets (λ k, bad (F k))
          <= (1 # 2 ^ 85) + advantage secrets F (keyed <$> draws epochs (orders blocks)) bad)%Q.
Proof.
  exact (conj numbers_are_blocks (λ B dec blocks val xor zero Hnd Hall Hval Hl Hr, conj
    (cbc_mac_bound blocks Hnd Hall val Hval xor zero Hl Hr)
    (λ φ size threads deep A top first H h n epochs Hapart Hin, conj
      (deception_bound_cbc blocks Hnd Hall val Hval xor zero Hl Hr φ size threads deep A top first H h n epochs
          Hapart Hin)
      (λ K secrets F, deception_bound_prp blocks Hnd Hall val Hval xor zero Hl Hr φ size threads deep A top first H h n
        secrets F epochs Hapart Hin)))).
Qed.

(** Value, key and counter cannot be left out, however good the hash is: even with the multiset itself of what is
    left in place of a hash, there is a run in which epoch 0 is certified and the answers are those of no plain
    store. With whole elements the same runs certify nothing. *)
Theorem monitor_fields_needed :
  accepted_wrongly (small (λ x, (el_key x, el_stamp x, el_tid x))) (fed other_value) ∧
  accepted_wrongly (small (λ x, (el_value x, el_stamp x, el_tid x))) (fed other_key) ∧
  accepted_wrongly (small (λ x, (el_key x, el_value x, el_epoch x, el_tid x))) (fed other_counter) ∧
  Forall (λ l, m_certified (run (small id) init_monitor (fed l)) = None) [other_value; other_key; other_counter].
Proof. exact (conj value_needed (conj key_needed (conj counter_needed nothing_left_out))). Qed.
End monitor_messages.

(** * Monitor: the keyed hash in assembly *)
Section monitor_assembly.
Import stdpp.prelude.
Import Word_trusted Syntax_trusted State_trusted Flat_trusted Gcm_trusted CbcMac.

(** What computes the keyed hash of elements in the monitor in C: fl_gcm_macs, clean and as shipped, which
    monitor/secret_trusted.c calls, under another name, for eight messages of 80 bytes. Called with the eleven round
    keys [ks] at [k] ([gcm_expand] is about where they come from), the messages one behind the other at [a] and room
    for 128 bytes at [q], it returns; then the number of 128 bits in the [j]-th place at [q] is the CBC-MAC of the
    [j]-th message's five blocks with FIPS 197's AES-128 for the permutation: [chained], of which
    [monitor_cbc_mac]'s codes are made ([chained_snoc]). No other byte of memory has changed, and the vector
    registers are zero but for one that holds a constant. A block is the number whose least significant byte comes
    first, as the instructions load it. *)
Theorem monitor_macs (code : list flat) (g : env) (s : state) (ks : list N) (k a q : N) :
  In code [Generated.clean_macs.code; Generated.shipped_macs.code] →
  let reg r := locs s (G r) in
  let in_region r b len :=
    (r_base (regions g r) <= b ∧ b + len <= r_base (regions g r) + r_size (regions g r) ∧
     r_base (regions g r) + r_size (regions g r) <= 2 ^ 64)%N in
  let block j i := load (memory s) (a + 80 * N.of_nat j + 16 * N.of_nat i)%N 16 in
  reg RDI = low 64 k → reg RSI = low 64 a → reg RDX = low 64 q →
  in_region 2%N k 176%N → in_region 3%N a 640%N → in_region 5%N q 128%N → r_writable (regions g 5%N) = true →
  length ks = 11%nat → (∀ i x, nth_error ks i = Some x → load (memory s) (k + 16 * N.of_nat i)%N 16 = x) →
  ∃ s' steps pc seen,
    flat_steps g code steps 0 s = Some (pc, s', seen) ∧ nth_error code pc = Some FHalt ∧
    (∀ j, (j < 8)%nat →
      load (memory s') (q + 16 * N.of_nat j)%N 16 =
        chained aes N.lxor 0%N ks [block j 0; block j 1; block j 2; block j 3; block j 4]%nat) ∧
    (∀ x, (x < q ∨ q + 128 <= x)%N → memory s' x = memory s x) ∧
    ∀ x, x ≠ V13 → locs s' (Lo x) = 0%N.
Proof. exact (Restated.macs_computed g s ks k a q code). Qed.
End monitor_assembly.

(** * Monitor: runs to which all this applies *)
Section monitor_instances.
Import stdpp.prelude.
Import Instances Incarnations LeftOut KeyedSum Clients Functions.
Local Open Scope N_scope.

(** The theorems on clients and incarnations are not about nothing. A client puts, on one thread, and gets, on
    another: both are certified, in its order; before that, after these two requests, numbers 1, 2 and 4 are
    refused, and 3 is not. And a store is sealed when it holds a value, by a root that a second incarnation starts
    with, which returns the value. Client [c] may have the record [numbered_key c], of 256 digits like all data; it
    begins with 1, others with 0. *)
Theorem monitor_instances :
  keys_of_clients numbered_key begins_with_1 ∧
  (m_certified (run two_threads init_monitor (served ++ finish)) = Some 0 ∧
   match explain two_threads (initial 256) (served ++ finish) 0 with
   | Consistent hist =>
       numbers_of numbered_key begins_with_1 client hist = [1; 2] ∧
       r_tid <$> hist = [0; 1] ∧ r_result <$> hist = [[]; print datum_codec (Some old)]
   | _ => False
   end) ∧
  (Forall (λ n, (feed two_threads (run two_threads init_monitor served) 1 (Run 0 [Here 1; Here 2] (numbered n []))).2 =
                Some Bad_call) [1; 2; 4] ∧
   (feed two_threads (run two_threads init_monitor served) 1 (Run 0 [Here 1; Here 2] (numbered 3 []))).2 = None) ∧
  (∀ f,
   restored 1 standard (print value_codec) [(first_life, f)] [3%nat] second_life ∧
   starts 1 (print value_codec) (i_root first_life) (initial 1) ∧
   r_result <$> answers (config_of 1 standard (print value_codec) (keyed_sum f) second_life) init_monitor
     (life_calls 1 standard (print value_codec) (second_life, f) 2) = [print datum_codec (Some old)]).
Proof. exact (conj numbered_keys_of_clients (conj client_served (conj request_not_repeated store_restored))). Qed.
End monitor_instances.

(** * Monitor: the auditor *)
Section monitor_auditor.
Import stdpp.prelude.
Import Audit.Sum.
Local Open Scope N_scope.

(** What [fairlead monitor verify] runs is the model. Strings and maps are anything
    that keeps the laws of Audit/Native.v; [text s] is the list of bytes that a
    string stands for. The hash of values is a function of their bytes, the keyed
    function one of the bytes of elements, and its values are summed modulo 2^128.
    Then reading at a position gives the entry that the model's parser finds in the
    bytes from there on, and the same position after it, or the same complaint
    about the same byte; and so for the value of a root, from which a log's header may say that the run began
    ([monitor_starts]). And for whatever calls: the same epoch is certified, the
    same threads are stopped, the answers are the same, in the same order, and what each thread holds in its cache
    and has yet to prove, from which the root of a sealed state is read ([monitor_sealed]), is the same. *)
Theorem monitor_auditor {S MS MT MX MG : Type} (O : strings S) (text : S → bytes)
    (OS : maps MS (packed_slot S)) (OT : maps MT (tally Z))
    (OX : maps MX (packed_status S MS MT)) (OG : maps MG (counted_aggregate Z))
    (slots threads deep : N) (top : packed_value S) (top' : value) (first : N) (hash : S → S) (keyed : N → S → Z)
    (digest : value → bytes) (prf : N → element → Z) :
  lawful_strings O text → lawful_maps OS → lawful_maps OT → lawful_maps OX → lawful_maps OG →
  0 < threads → threads ≤ 65536 → is_value text top top' →
  (∀ s v, text s = print value_codec v → text (hash s) = digest v) →
  (∀ e s x, text s = print element_codec x → keyed e s = prf e x) →
  let cfg := Config slots threads deep Functions.standard top' first digest (prf_sum_hash 128 prf) in
  let audit := sum_setting O slots threads deep top first hash keyed in
  (∀ s p, p ≤ s_length O s →
     match read_value O s p, parse value_codec (drop (N.to_nat p) (text s)) with
     | Taken pv q, Parsed v rest => is_value text pv v ∧ rest = drop (N.to_nat q) (text s)
     | Bad why q, Malformed why' rest => why = why' ∧ rest = drop (N.to_nat q) (text s)
     | _, _ => False
     end) ∧
  (∀ s p, p ≤ s_length O s →
     match read_entry O s p, parse entry_codec (drop (N.to_nat p) (text s)) with
     | Taken pe q, Parsed en rest => is_entry text pe en ∧ rest = drop (N.to_nat q) (text s)
     | Bad why q, Malformed why' rest => why = why' ∧ rest = drop (N.to_nat q) (text s)
     | _, _ => False
     end) ∧
  (∀ pcs cs, Forall2 (is_call text) pcs cs →
     let u := u_run O OS OT OX OG audit (u_init OX OG audit) pcs in
     let m := run cfg init_monitor cs in
     u_certified audit u = m_certified m ∧
     (∀ i, i < threads →
        y_stopped (u_status O OS OT OX audit u i) =
        match status_of cfg m i with Running _ => false | Stopped _ _ => true end ∧
        is_thread OS OT text audit cfg (y_state (u_status O OS OT OX audit u i)) (thread_of cfg m i)) ∧
     Forall2 (is_receipt text) (u_answers O OS OT OX OG audit (u_init OX OG audit) pcs) (answers cfg init_monitor cs)).
Proof. exact (auditor_is_model O text OS OT OX OG slots threads deep top top' first hash keyed digest prf). Qed.
End monitor_auditor.
