(** What Fairlead promises: every headline theorem, restated in full under a
    paragraph that says it in words. Each proof is one step: the proof itself is
    in the file named there. [tools/claims] prints the assumptions of each theorem
    and compares them with tests/claims/NAME.expected.

    One section per area. Imports stay inside sections, so that no area's
    notations reach another's statements. *)
From Coq Require QArith.
From stdpp Require prelude.
From iris.heap_lang Require adequacy.
From Fairlead.Monitor.Hash Require Accumulator Counting RandomFunction Collision Game Forgery
  ForgeryXor ForgeryGcm.
From Fairlead.Monitor.Anchored Require AnchoredPreorder Counter ThreadLog.

(** * Monitor: the multiset hash *)
Section monitor_hash.
Import QArith stdpp.prelude.
Import Accumulator Counting RandomFunction Collision Game Forgery ForgeryXor ForgeryGcm.
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

(** The first published construction, exclusive or of digests that anyone can
    compute, is forgeable: given one more pair of elements than a digest has bits,
    Gaussian elimination finds another multiset of the same size and hash. *)
Theorem monitor_xor_forgery {E : Type} (h : E → N) (n : nat) (choices : list (E * E)) :
  (∀ x, (h x < 2 ^ N.of_nat n)%N) → (n < length choices)%nat →
  NoDup (choices.*1 ++ choices.*2) →
  xor_hash h (forgery h n choices) = xor_hash h choices.*1 ∧
  length (forgery h n choices) = length choices.*1 ∧
  ¬ forgery h n choices ≡ₚ choices.*1.
Proof. exact (xor_forgery h n choices). Qed.

(** The second, exclusive or of GCM tags under a repeated initialisation vector, is
    forgeable whatever the secret key ([mask] and [h]) is: of two records evicted
    under one vector, both values may be changed alike, and the hash stays. *)
Theorem monitor_gcm_forgery (mask : N → N) (h iv : N)
    (key1 value1 key2 value2 change : list N) :
  length value1 = length change → length value2 = length change →
  xor_hash (gcm_tag mask h) [(iv, key1 ++ value1); (iv, key2 ++ value2)] =
  xor_hash (gcm_tag mask h)
    [(iv, key1 ++ add_blocks value1 change); (iv, key2 ++ add_blocks value2 change)].
Proof. exact (gcm_forgery mask h iv key1 value1 key2 value2 change). Qed.
End monitor_hash.

(** * Monitor: sharing ghost state between threads *)
Section monitor_anchored.
Import iris.heap_lang.lang iris.heap_lang.adequacy.
Import AnchoredPreorder Counter ThreadLog.

(** The fractional anchored preorder, for any preorder [R] and any relation
    [anchors]. In order: a state may be allocated where it anchors itself; owners
    share it and put their shares together, and agree; any owner may take a
    snapshot; a snapshot may be copied; it stays below the state for ever; the
    holder of the anchor knows the state to be within its reach; a full owner may
    set the anchor where the state is and hand it out; it gets it back, and is full
    again; a full owner may move the state anywhere up the preorder; without the
    anchor it may move it where every anchor that reached it still reaches; there
    is one anchor. *)
Theorem monitor_anchored_preorder {A} {Σ : gFunctors} `{!anchoredG Σ A} (R anchors : relation A)
    `{!PreOrder R} :
  let value := value R anchors in
  let snapshot := snapshot R anchors in
  let anchored := anchored R anchors in
  let owned γ v := (value γ 1%Qp v ∗ ∃ a, anchored γ a)%I in
  (∀ v, anchors v v → ⊢ |==> ∃ γ, owned γ v) ∧
  (∀ γ q1 q2 v, value γ (q1 + q2)%Qp v ⊢ value γ q1 v ∗ value γ q2 v) ∧
  (∀ γ q1 q2 v w, value γ q1 v ∗ value γ q2 w ⊢ ⌜v = w⌝ ∗ value γ (q1 + q2)%Qp v) ∧
  (∀ γ q v, value γ q v ⊢ value γ q v ∗ snapshot γ v) ∧
  (∀ γ v, snapshot γ v ⊢ snapshot γ v ∗ snapshot γ v) ∧
  (∀ γ q v w, value γ q v ∗ snapshot γ w ⊢ ⌜R w v⌝) ∧
  (∀ γ q v a, value γ q v ∗ anchored γ a ⊢ ⌜anchors a v⌝) ∧
  (∀ γ v, anchors v v → owned γ v ==∗ value γ 1%Qp v ∗ anchored γ v) ∧
  (∀ γ v a, value γ 1%Qp v ∗ anchored γ a ⊢ owned γ v) ∧
  (∀ γ v w, R v w → anchors w w → owned γ v ==∗ owned γ w) ∧
  (∀ γ v w, R v w → (∀ a, anchors a v → anchors a w) →
    value γ 1%Qp v ==∗ value γ 1%Qp w) ∧
  (∀ γ a b, anchored γ a ∗ anchored γ b ⊢ False).
Proof. exact (anchored_preorder R anchors). Qed.

(** The counter example: two threads, no lock; the consumer asserts at run time
    that the producer is at most one ahead. No execution gets stuck, so no
    assertion ever fails. *)
Theorem monitor_anchored_counters (σ : heap_lang.state) :
  adequate NotStuck counters σ (λ _ _, False).
Proof. exact (counters_safe σ). Qed.
End monitor_anchored.
