(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Claims about published papers: what is mechanised of them; no product stands on it. See All.v. *)
From stdpp Require prelude gmap.
From iris.heap_lang Require adequacy.
From Fairlead.Core.Model Require Bisimulation.
From Fairlead.Papers.Lifting Require Terms Evaluator Agreement Lift Correctness Steps Counterexamples.
From Fairlead.Papers.Passes Require Conversion Gotos Form.
From Fairlead.Monitor.Hash Require Forgery.
From Fairlead.Papers.Forgeries Require ForgeryXor ForgeryGcm.
From Fairlead.Papers.Anchored Require Preorder Counter ThreadLog.

(** * Threads: lambda-lifting

    The theory of the paper from which the design comes, Continuation-Passing C by
    Kerneis and Chroboczek (2012), section 6: inner functions, mutable variables,
    call by value. Fairlead's compiler has no such pass; docs/threads/theory.md says
    why. [fine] says that no parameter hides a variable that a function visible there can see. *)
Section threads_lifting.
Import stdpp.prelude gmap.
Import Terms Evaluator Agreement Lift Correctness Steps Counterexamples.

(** The paper's Theorem 2: naive and optimised reduction rules give the same values.
    The optimised ones leave an empty store. *)
Theorem threads_rules_equivalent M v :
  fine ∅ SNil M →
  reduces optimised ∅ ∅ FNil M ∅ v ∅ ↔ ∃ s, reduces naive ∅ ∅ FNil M ∅ v s.
Proof. exact (rules_equivalent M v). Qed.

(** Programs with distinct parameters, as the paper has them, are fine; and so are
    the lifted ones, which are not like that any more. *)
Theorem threads_distinct_fine M : NoDup (parameters M) → fine ∅ SNil M.
Proof. exact (unique_parameters_fine M). Qed.

(** The paper's Theorem 1, as an equivalence: if the inner functions of the function
    with parameter [x] are called in tail position only, a program and the one in
    which [x] is lifted reduce to the same values. *)
Theorem threads_lifting_correct x inner M v :
  liftable x inner false true M → fine ∅ SNil M →
  (∃ t, reduces naive ∅ ∅ FNil M ∅ v t) ↔ (∃ t, reduces naive ∅ ∅ FNil (lift x inner M) ∅ v t).
Proof. exact (lifting_correct x inner M v). Qed.

(** And what does not reduce: one runs for ever exactly when the other does, and
    goes wrong exactly when the other does. Here calls are counted: a program never
    ends when its evaluation nests them deeper than any bound. *)
Theorem threads_lifting_ends x inner M :
  liftable x inner false true M →
  (never_ends M ↔ never_ends (lift x inner M)) ∧ (goes_wrong M ↔ goes_wrong (lift x inner M)).
Proof. exact (lifting_ends x inner M). Qed.

(** The same in small steps: a machine with a continuation returns [v], runs for ever,
    or is stuck on the lifted program exactly when it does on the program. *)
Theorem threads_lifting_steps x inner M :
  liftable x inner false true M →
  (∀ v, (∃ k σ, steps k (begun M) (Back v σ [])) ↔ (∃ k σ, steps k (begun (lift x inner M)) (Back v σ []))) ∧
  ((∀ n, runs_for n (begun M)) ↔ (∀ n, runs_for n (begun (lift x inner M)))) ∧
  (gets_stuck (begun M) ↔ gets_stuck (begun (lift x inner M))).
Proof. exact (lifting_steps x inner M). Qed.

(** That machine returns what the naive rules reduce the program to. *)
Theorem threads_machine_reduces M v :
  fine ∅ SNil M → (∃ s, reduces naive ∅ ∅ FNil M ∅ v s) ↔ (∃ k σ, steps k (begun M) (Back v σ [])).
Proof. exact (machine_reduces M v). Qed.

(** What a program computes, with calls counted and no locations, is what it reduces
    to by the naive rules. *)
Theorem threads_naive_computes M v :
  fine ∅ SNil M → (∃ s, reduces naive ∅ ∅ FNil M ∅ v s) ↔ computes M v.
Proof. exact (naive_computes M v). Qed.

(** The paper's Theorem 3, as an equivalence: by the optimised rules, in any
    environment, with functions that are lifted too, to the same store. *)
Theorem threads_lifting_correct_here x inner tail T N F M s v s' :
  liftable_here x inner tail T N F M s →
  reduces optimised T N F M s v s' ↔ reduces optimised T N (lift_functions x inner F) (lift x inner M) s v s'.
Proof. exact (lifting_correct_here x inner tail T N F M s v s'). Qed.

(** Theorem 3 as the paper states it lets environments have locations that the store
    has not. Then it is false. *)
Theorem threads_theorem_3_needs_the_store :
  reduces optimised {[0 := 0]} ∅ dangling (Call 1 []) ∅ (VNat 1) ∅ ∧
  ∀ v s, ¬ reduces optimised {[0 := 0]} ∅ (lift_functions 0 [1] dangling) (lift 0 [1] (Call 1 [])) ∅ v s.
Proof. exact theorem_3_needs_the_store. Qed.

(** Nor is it enough that parameters are distinct: names of functions must be, too. *)
Theorem threads_same_name_differs :
  NoDup (parameters same_name) ∧ computes same_name (VNat 5) ∧ goes_wrong (lift 0 [0] same_name).
Proof. exact same_name_differs. Qed.

(** The paper's example of why tail position matters: [set] and [done]. The program
    returns 0; lifted it returns 1. *)
Theorem threads_set_done_differs :
  (∃ s, reduces naive ∅ ∅ FNil set_done ∅ (VNat 0) s) ∧
  (∃ s, reduces naive ∅ ∅ FNil (lift 0 [1; 2] set_done) ∅ (VNat 1) s) ∧
  ¬ (∃ s, reduces naive ∅ ∅ FNil (lift 0 [1; 2] set_done) ∅ (VNat 0) s).
Proof. exact set_done_differs. Qed.
End threads_lifting.

(** * Threads: splitting and CPS conversion

    Sections 5.2 and 5.4 of the paper. *)
Section threads_passes.
Import stdpp.prelude gmap.
Import Terms Evaluator Agreement Lift Gotos Form.

(** Goto elimination: labelled blocks with jumps, and inner functions, compute the
    same: the same value, no end, or going wrong. *)
Theorem threads_gotos_correct labels blocks Φ n σ b :
  (∀ l b, blocks l = Some b → plain_block labels b) → (∀ l, l ∈ labels → is_Some (blocks l)) → plain_block labels b →
  ev n Φ σ (split labels blocks b) = run blocks n Φ σ b.
Proof. exact (split_correct labels blocks Φ n σ b). Qed.

(** And the inner functions that it makes are called in tail position only, so that
    every variable of the function may be lifted. *)
Theorem threads_gotos_tail_calls labels blocks x k seen b :
  (∀ l b, blocks l = Some b → plain_block labels b) → plain_block labels b →
  liftable x labels true true (without_gotos blocks k seen b).
Proof. exact (λ H, gotos_tail_calls labels blocks H x k seen b). Qed.

(** The passes give CPS-convertible form: splitting does, when flow of control is
    explicit, and lifting keeps it. *)
Theorem threads_passes_convertible cps blocks k seen b :
  (∀ l b, blocks l = Some b → explicit cps b) → explicit cps b →
  convertible cps (without_gotos blocks k seen b) ∧
  ∀ x inner M, (∀ f, f ∈ inner → f ∈ cps) → convertible cps M → convertible cps (lift x inner M).
Proof. exact (λ H Hb, conj (split_convertible cps blocks k seen b H Hb) (λ x inner M Hi,
  lift_convertible cps x inner Hi M)). Qed.
End threads_passes.

Section threads_conversion.
Import stdpp.prelude.
Import Core.Model.Bisimulation Conversion.

(** CPS conversion with early evaluation: the converted program, whose continuation
    is a stack of functions and values read before the call, is bisimilar to the
    program as written, which reads them when the callee has returned. *)
Theorem threads_conversion_correct {value heap : Type} (zero : value) (shared : var → heap → value)
    (P : name → option (list var * body)) b l h :
  (∀ f xs b, P f = Some (xs, b) → convertible b) → convertible b →
  bisimilar (trans zero (direct shared) P) (trans zero (converted shared) P) (Run b l h []) (Run b l h []).
Proof. exact (λ H, conversion_correct zero shared P H b l h). Qed.

(** Early evaluation of a variable that the callee can write is wrong. *)
Theorem threads_early_shared_differs l :
  ¬ bisimilar (trans 0 (direct (λ _ h : nat, h)) writer) (trans 0 (converted (λ _ h : nat, h)) writer)
      (Run reads_shared l 0 []) (Run reads_shared l 0 []).
Proof. exact (proj2 (early_reading_of_shared_differs l)). Qed.

(** So is that of the variable that takes the result, when it is passed a second time.
    The paper's definition of the form lets that pass. *)
Theorem threads_early_result_differs :
  ¬ bisimilar (trans 0 (direct (λ _ h : nat, h)) writer) (trans 0 (converted (λ _ h : nat, h)) writer)
      (Run reads_twice (λ _, 0) 0 []) (Run reads_twice (λ _, 0) 0 []).
Proof. exact early_reading_of_the_result_differs. Qed.
End threads_conversion.

(** * Monitor: hashes that can be forged

    Two published constructions, and how each is forged. *)
Section monitor_forgeries.
Import stdpp.prelude.
Import Forgery ForgeryXor ForgeryGcm.
Local Open Scope Z_scope.

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
    under one vector, both values may be changed alike, and the hash stays, though
    the multiset is another. *)
Theorem monitor_gcm_forgery (mask : N → N) (h iv : N)
    (key1 value1 key2 value2 change : list N) :
  length value1 = length change → length value2 = length change →
  let honest := [(iv, key1 ++ value1); (iv, key2 ++ value2)] in
  let forged := [(iv, key1 ++ add_blocks value1 change); (iv, key2 ++ add_blocks value2 change)] in
  xor_hash (gcm_tag mask h) honest = xor_hash (gcm_tag mask h) forged ∧
  (length key1 = length key2 → key1 ≠ key2 → Exists (λ d, d ≠ 0%N) change →
    ¬ honest ≡ₚ forged).
Proof.
  exact (λ H1 H2, conj (gcm_forgery mask h iv key1 value1 key2 value2 change H1 H2)
    (gcm_forgery_different iv key1 value1 key2 value2 change H1 H2)).
Qed.
End monitor_forgeries.

(** * Monitor: sharing ghost state between threads *)
Section monitor_anchored.
Import iris.heap_lang.lang iris.heap_lang.adequacy.
Import Anchored.Preorder Counter ThreadLog.

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
    assertion ever fails; and none ends, since both threads go on for ever. *)
Theorem monitor_anchored_counters (σ : heap_lang.state) :
  adequate NotStuck counters σ (λ _ _, False).
Proof. exact (counters_safe σ). Qed.
End monitor_anchored.
