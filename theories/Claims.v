(** What Fairlead promises: every headline theorem, restated in full under a
    paragraph that says it in words. Each proof is one step: the proof itself is
    in the file named there. [tools/claims] prints the assumptions of each theorem
    and compares them with tests/claims/NAME.expected.

    One section per area. Imports stay inside sections, so that no area's
    notations reach another's statements. *)
From Coq Require QArith.
From stdpp Require prelude.
From iris.heap_lang Require adequacy.
From Fairlead.Base Require Outcome.
From Fairlead.Lang Require Syntax Value Semantics Lowered Source Layout Compile.
From Fairlead.Core Require Cmd Semantics Points Find Liveness Bisimulation Simulation Compile
  Machine Tree Denotation Stack Structured.
From Fairlead.Asm Require Word_trusted Syntax_trusted State_trusted Semantics_trusted Describe_trusted Run_trusted
  Structured_trusted Footprint Reorder Symeq Flat_trusted Taint Lower Loops Hoare HoareExample
  Refine Peephole PeepholeMovbe PeepholeMoves PeepholeZero PeepholePrefetch LoopRules Transform Blocks.
From Fairlead.Lang Require Soundness AliasingCheck Reading Driver InPlace InPlaceRuns.
From Fairlead.Monitor.Hash Require Accumulator Counting RandomFunction Collision Game Forgery
  ForgeryXor ForgeryGcm.
From Fairlead.Monitor Require Consistency LogFormat Progress Combined.
From Fairlead.Monitor.Anchored Require AnchoredPreorder Counter ThreadLog.

(** * Core: whatever suspends, compiled to a machine

    Parametric in everything the compiler never looks into: basic statements,
    tests, what is asked and answered, stores ([dynamics]). The .fl language and C
    threads are instances. *)
Section core.
Import stdpp.prelude.
Import Cmd Core.Semantics Points Find Liveness Bisimulation Simulation Compile Machine Core.Tree Denotation
  Stack Structured.

(** Compilation is correct. The source keeps, while it is suspended, the whole rest
    of the program to run; the machine keeps a number, the label of the suspension.
    If in each procedure labels are distinct and every [Exit] has its block, then
    the two are bisimilar: from the same start, whatever one does next the other
    does too, silent steps, requests, responses, results and traps alike, for ever.
    This holds for any operations at all. *)
Theorem core_compile_correct {B T S C store frame request response result : Type}
    (D : dynamics B T S C Empty_set store frame request response result) :
  (∀ p body, code D p = Some body → NoDup (labels body) ∧ scoped body 0) →
  ∀ p body s, code D p = Some body →
  bisimilar (trans (source_of D)) (trans (machine_of D)) (initial body p s) (initial body p s).
Proof. exact (compile_correct D). Qed.

(** The general theorem: stores may hold suspended computations to be resumed
    later, and the machine may keep less of a store than the source does. Given a
    relation [srel p W] between the source's and the machine's stores, for each set
    [W] of variables still needed, that every operation respects ([agreement] lists
    what that means, operation by operation), and code that the liveness check
    accepts, source and machine are bisimilar. Frame layouts are proved with it. *)
Theorem core_simulation {B T S C R V store1 store2 request response result : Type}
    (A : analysis B T S C R V)
    (D1 : dynamics B T S C R store1 (source_point B T S C R * store1) request response result)
    (D2 : dynamics B T S C R store2 (machine_point * store2) request response result)
    (srel : procedure → V → store1 → store2 → Prop) :
  agreement A D1 D2 srel → accepted A (code D1) →
  ∀ p body s t, code D1 p = Some body → srel p (entry_set A p) s t →
  bisimilar (trans D1) (trans D2) (initial body p s) (initial body p t).
Proof. exact simulation_initial. Qed.

(** The check that code must pass is a function that computes; what it accepts may
    be relied upon, whoever guessed the sets at loops and labels. *)
Theorem core_check_sound {B T S C R V : Type} (A : analysis B T S C R V)
    (bodies : list (cmd B T S C R)) :
  accepts A bodies = true → accepted A (λ p, bodies !! p).
Proof. exact (accepts_sound A bodies). Qed.

(** What bisimilar systems share: the same finite runs, so that one can come to a
    request, a result or a trap exactly when the other can; and the same unending
    runs, of a server that never stops and of a computation that is silent for ever. *)
Theorem core_bisimilar_runs {A S1 S2 : Type}
    (trans1 : S1 → A → S1 → Prop) (trans2 : S2 → A → S2 → Prop) s t :
  bisimilar trans1 trans2 s t →
  (∀ l, (∃ s', execution trans1 s l s') ↔ (∃ t', execution trans2 t l t')) ∧
  (∀ l, unending trans1 s l ↔ unending trans2 t l).
Proof.
  exact (λ H, conj (λ l, bisimilar_executions trans1 trans2 s t l H)
                   (λ l, bisimilar_unending trans1 trans2 s t l H)).
Qed.

(** The meaning of a computation as an interaction tree (its requests, and a
    subtree for every response) takes the same steps as the computation itself. *)
Theorem core_tree_bisimilar {B T S C R store frame request response result : Type}
    (D : dynamics B T S C R store frame request response result) st :
  bisimilar (trans D) tree_trans st (tree_of D st).
Proof. exact (denote_bisimilar D st). Qed.

(** That tree is given by the structure of the program text as well ([meaning]):
    sequencing of trees for sequencing of commands, iteration for loops, one
    request for a suspension, the callee's own tree for a call; no continuation
    and no stack. *)
Theorem core_tree_structured {B T S C R store frame request response result : Type}
    (D : dynamics B T S C R store frame request response result) :
  (∀ p c k s, load D (save D p c k s) = Some (At p c k s)) →
  ∀ p c s, denote D (initial c p s) ≅ bind (obind (meaning D p c s) (after D p [] [])) (finished D).
Proof. exact (denote_meaning D). Qed.

(** Source and machine have equal trees. *)
Theorem core_trees_equal {B T S C R V store1 store2 request response result : Type}
    (A : analysis B T S C R V)
    (D1 : dynamics B T S C R store1 (source_point B T S C R * store1) request response result)
    (D2 : dynamics B T S C R store2 (machine_point * store2) request response result)
    (srel : procedure → V → store1 → store2 → Prop) :
  agreement A D1 D2 srel → accepted A (code D1) →
  ∀ p body s t, code D1 p = Some body → srel p (entry_set A p) s t →
  denote D1 (initial body p s) ≅ denote D2 (initial body p t).
Proof. exact (simulation_trees_initial A D1 D2 srel). Qed.

(** What a driver needs to know of a machine: handed its frames and a response, it
    has at most one reaction (frames and a request, a result, or a trap). *)
Theorem core_machine_deterministic {B T S C R store frame request response result : Type}
    (D : dynamics B T S C R store frame request response result) fs r o o' :
  machine_step D fs r o → machine_step D fs r o' → o = o'.
Proof. exact (machine_deterministic D fs r o o'). Qed.

(** While suspended it can only take a response, and then goes on from that response
    and its frames (each a label and a store): nothing else survives. *)
Theorem core_machine_suspended {B T S C R store frame request response result : Type}
    (D : dynamics B T S C R store frame request response result) fs a st :
  trans D (Suspended fs) a st ↔ ∃ r, a = Response r ∧ st = Resuming r fs.
Proof. exact (suspended_waits D fs a st). Qed.

(** A reaction is what the transition system does: silent steps, then one that is
    seen. *)
Theorem core_machine_reacts {B T S C R store frame request response result : Type}
    (D : dynamics B T S C R store frame request response result) st o :
  reacts D st o ↔
  ∃ n, execution (trans D) st (replicate n Silent ++ [action_of o]) (state_of o).
Proof. exact (reacts_execution D st o). Qed.

(** The machine's control is finite: wherever it gets to from its start, the frames
    it hands to its driver wait at labels of the program text, nowhere else. *)
Theorem core_control_finite {B T S C R V store1 store2 request response result : Type}
    (A : analysis B T S C R V)
    (D1 : dynamics B T S C R store1 (source_point B T S C R * store1) request response result)
    (D2 : dynamics B T S C R store2 (machine_point * store2) request response result)
    (srel : procedure → V → store1 → store2 → Prop) :
  agreement A D1 D2 srel → accepted A (code D1) →
  ∀ bodies p body s t l q st gs,
  (∀ p, code D1 p = bodies !! p) → code D1 p = Some body → srel p (entry_set A p) s t →
  execution (trans D2) (initial body p t) l st → step D2 st = Emit q (Suspended gs) →
  Forall (λ g, g.1 ∈ control_points bodies) gs.
Proof. exact control_finite_initial. Qed.
End core.

(** * The .fl language: types *)
Section lang_types.
Import stdpp.prelude.
Import Core.Semantics Lang.Soundness.

(** A program that the type checker accepts never gets stuck. Start any of its
    procedures whose result is data (no coroutine inside), with data of the declared
    types. Let the driver answer every request with data of the type that the
    effect declares, and lend storage of the declared types; let external functions
    return what they declare ([external_ok]). Then in every state that can be
    reached ([reachable]) the program waits for the answer to an effect, has ended,
    or makes a step. It never applies an operation to a value of another kind, reads
    a variable, field or label that is not there, or answers a coroutine that does
    not wait: those would be [Stuck]. A trap ([Crash]) is a defined end. Its requests
    are of effects it declares, with arguments of the declared types
    ([request_ok]), and its result is of the declared type ([result_ok]). *)
Theorem lang_type_soundness (Q : program)
    (external : nat → list data → option (list data * data)) (p : procedure) (st : fl_state) :
  check_program Q = None →
  external_ok (λ f, externs Q !! f) external →
  (∀ pr, procs Q !! p = Some pr → is_data (Syntax.result pr) = true) →
  reachable Q external p st →
  match st with
  | Suspended fs => is_Some (pending fs)
  | Halted => True
  | _ =>
      match step (fl Q source external) st with
      | Go _ | Crash => True
      | Emit q _ => request_ok Q p q
      | Finish r => result_ok Q p r
      | Stuck => False
      end
  end.
Proof. exact (soundness Q external p st). Qed.

(** And every procedure of such a program can be started, with any data of the
    declared types. *)
Theorem lang_types_start (Q : program) external p pr args lent :
  check_program Q = None → procs Q !! p = Some pr →
  Forall2 data_ok (given_types pr) args → Forall2 data_ok (lent_types pr) lent →
  ∃ st, fl_initial Q source p args lent = Some st ∧ reachable Q external p st.
Proof. exact (starts_reachable Q external p pr args lent). Qed.
End lang_types.

(** * The .fl language: arguments by reference *)
Section lang_aliasing.
Import stdpp.prelude.
Import Base.Outcome Lang.AliasingCheck Lang.Reading.

(** A call copies its [inout] arguments in and, one after the other, out again. When
    they are independent (their paths part, and no index of one reads the variable of
    another; a test on the text of the program, run on every call), the order of
    copying out does not matter. *)
Theorem lang_copy_out_any_order {P : Type} (W : world P) (l l' : list (arg * val P)) (s s' : store P) :
  l ≡ₚ l' → all_independent l.*1 → give_backs W l s = Ok s' → give_backs W l' s = Ok s'.
Proof. exact (copy_out_any_order W l l' s s'). Qed.

(** Writing to a copy, once or many times, and copying it back is the same as
    writing where the argument is, each time: same result, same trap. *)
Theorem lang_copied_in_place {P : Type} (W : world P)
    (f : option (val P) → outcome (val P)) (fs : list (option (val P) → outcome (val P)))
    (p : place) (s : store P) (v : val P) :
  steady p p = true → Forall keeps_integers (f :: fs) → get W p s = Ok v →
  (v ← on_copy f fs (Some v); assign W (λ _ s, s) p v s) = in_place W f fs p s.
Proof. exact (copied_in_place W p f fs s v). Qed.

(** A place that parts from one that is written, and whose indices do not read the
    written variable, reads the same before and after: it need not be copied. *)
Theorem lang_read_by_reference {P : Type} (W : world P) (p q : place)
    (f : option (val P) → outcome (val P)) (s s' : store P) (v : val P) :
  parted p q = true → steady q p = true → is_Some (root q) →
  update W (λ _ s, s) p f s = Ok s' → get W q s = Ok v → get W q s' = Ok v.
Proof. exact (get_parted W p q f s s' v). Qed.
End lang_aliasing.

(** * The .fl language: the compiled machine *)
Section lang_compiled.
Import stdpp.prelude.
Import Core.Semantics Bisimulation Lang.Semantics Source Layout Lang.Compile.

(** The compiled machine does what the coroutines do. The source keeps, for every
    suspended coroutine, the rest of its program and all its variables, wherever the
    coroutine is held: in a variable, an array, a map, inside another coroutine. The
    machine keeps a label and a frame. In the frame variables share bytes: writing one
    destroys those it overlaps. What lives in C local variables, or was lent for one
    step, is gone when the coroutine suspends; a variable holds nothing before it is
    assigned. Whatever computed the layout: if the check accepts it for a program, then
    for any external functions and any coroutine [p] of that program, with the same
    arguments, source and machine start alike, and whatever one does next the other
    does too, silent steps, requests, responses, results and traps alike, for ever. *)
Theorem lang_compiled_bisimilar (Q : program) (L : layout)
    (external : nat → list data → option (list data * data))
    (p : procedure) (args lent : list data) :
  check_layout Q L = true →
  option_Forall2
    (bisimilar (trans (fl Q source external)) (trans (fl Q (laid_out Q (plans_of L)) external)))
    (fl_initial Q source p args lent)
    (fl_initial Q (laid_out Q (plans_of L)) p args lent).
Proof. exact (compiled_bisimilar Q L external p args lent). Qed.

(** So frame layout cannot be observed: two machines for one program, with any two
    layouts that the check accepts, are bisimilar too, be the one roomy and the other
    packed. *)
Theorem lang_layout_unobservable (Q : program) (L1 L2 : layout)
    (external : nat → list data → option (list data * data))
    (p : procedure) (args lent : list data) :
  check_layout Q L1 = true → check_layout Q L2 = true →
  option_Forall2
    (bisimilar (trans (fl Q (laid_out Q (plans_of L1)) external))
               (trans (fl Q (laid_out Q (plans_of L2)) external)))
    (fl_initial Q (laid_out Q (plans_of L1)) p args lent)
    (fl_initial Q (laid_out Q (plans_of L2)) p args lent).
Proof. exact (layouts_bisimilar Q L1 L2 external p args lent). Qed.
End lang_compiled.

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
End monitor_hash.

(** * Monitor: a certified epoch means something *)
Section monitor_consistency.
Import stdpp.prelude.
Import Consistency LogFormat Progress.
Local Open Scope N_scope.

(** A log has one encoding. Whatever entries are printed, reading the bytes gives
    them back; and whatever bytes are read are exactly those that printing the
    entries would write, all of them, with every field within its width. *)
Theorem monitor_log_canonical :
  (∀ entries, Forall entry_wf entries → parse_log (print_log entries) = inl entries) ∧
  (∀ bytes entries, parse_log bytes = inl entries →
    Forall entry_wf entries ∧ print_log entries = bytes).
Proof. exact (conj parse_print_log print_parse_log). Qed.

(** Sequential consistency. For any store size, number of threads, length of keys,
    hash of values and multiset hash, and for any calls [cs] of a host, entries fed
    to threads in any order and requests to certify: if the monitor has certified
    epoch [c], then for every epoch [e] up to [c] the function [explain] gives a
    history in which every get returns the latest put before it of its key, and in
    which the answers that each thread gave in epochs up to [e] stand, all of them, in the order
    in which it gave them; or two different values with one digest; or the multisets
    of what was added and evicted in one of these epochs, which are different and
    have one multiset hash and one size, below 2^32. *)
Theorem monitor_sequential_consistency {acc : Type} (cfg : config acc) (cs : list call) (c e : N) :
  m_certified (run cfg init_monitor cs) = Some c → e ≤ c →
  match explain cfg cs e with
  | Consistent history =>
      (∀ before r after, history = before ++ r :: after →
         r_op r = Got → r_value r = latest (r_key r) before) ∧
      (∀ i, filter (λ r, r_tid r = i) history =
            filter (λ r, r_tid r = i ∧ r_epoch r ≤ e) (answers cfg init_monitor cs))
  | Value_collision v1 v2 => v1 ≠ v2 ∧ digest cfg v1 = digest cfg v2
  | Multiset_collision e' m1 m2 =>
      e' ≤ e ∧ ¬ m1 ≡ₚ m2 ∧ mhash (mh cfg) e' m1 = mhash (mh cfg) e' m2 ∧
      length m1 = length m2 ∧ N.of_nat (length m1) < 2 ^ 32 ∧ NoDup m2
  end.
Proof. exact (sequential_consistency cfg cs c e). Qed.

(** A certified epoch is settled. Whatever the host does once epoch [e] is certified,
    the history up to [e] stays as it is, every later answer is in a later epoch, and
    the history up to a later epoch begins with the one up to [e]: operations after
    the certification of [e] come after all operations of epochs up to [e]. *)
Theorem monitor_certified_settled {acc : Type} (cfg : config acc) (cs cs' : list call) (c e : N) :
  m_certified (run cfg init_monitor cs) = Some c → e ≤ c →
  history e (events cfg init_monitor (cs ++ cs')) = history e (events cfg init_monitor cs) ∧
  (∀ r, r ∈ answers cfg (run cfg init_monitor cs) cs' → e < r_epoch r) ∧
  (∀ e', e ≤ e' → history e (events cfg init_monitor (cs ++ cs'))
                    `prefix_of` history e' (events cfg init_monitor (cs ++ cs'))).
Proof.
  exact (λ Hc He, match certified_settled cfg cs cs' c e Hc He with
    conj H1 H2 => conj H1 (conj H2 (λ e', history_extends cfg (cs ++ cs') e e')) end).
Qed.

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
     status_of cfg m i = Running st → i < n_threads cfg → (t_clock st).1 + 1 < 2 ^ 32 →
     let m1 := (feed cfg m i NextEpoch).1 in
     (feed cfg m i NextEpoch).2 = None ∧ (feed cfg m1 i VerifyEpoch).2 = None ∧
     i ∈ a_done (aggregate_of cfg (feed cfg m1 i VerifyEpoch).1 (next_to_verify st))) ∧
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
     0 < n_threads cfg →
     (∀ i, i < n_threads cfg → e < next_to_verify (thread_of cfg m i)) →
     (∀ e', e' ≤ e → adds_in e' E ≡ₚ evicts_in e' E ∧ N.of_nat (length (adds_in e' E)) < 2 ^ 32) →
     ∃ c, m_certified (certify cfg m) = Some c ∧ e ≤ c) ∧
  (∀ st k v s t tid,
     k ≠ root → s < store_size cfg → t_slots st !! s = None → fits (depth cfg) k v = true →
     next_to_verify st ≤ t.1 → t.2 + 1 < 2 ^ 32 →
     t_count (tally_in cfg (t_added st) t.1) + 1 < 2 ^ 32 →
     ∃ st1, step cfg st (AddB k v s t tid) = Ok st1 ∧
       t_slots st1 !! s = Some (Slot k v BAdd (None, None) None) ∧
       let t' := ((t_clock st1).1, (t_clock st1).2 + 1) in
       t'.1 < 2 ^ 32 → t'.2 < 2 ^ 32 →
       t_count (tally_in cfg (t_evicted st1) t'.1) + 1 < 2 ^ 32 →
       ∃ st2, step cfg st1 (EvictB s t') = Ok st2).
Proof. exact (conj (balanced_epochs_certify cfg) (round_trip_accepted cfg)). Qed.
End monitor_consistency.

(** * Monitor: what a certified epoch is worth *)
Section monitor_certified.
Import QArith stdpp.prelude.
Import Combined KeyedSum Counting RandomFunction Forgery.
Local Open Scope N_scope.

(** The theorem to quote. A host feeds log entries to the monitor's threads and
    asks for certification, [n] calls in all, choosing each by all that the monitor
    answered before; it is otherwise free to do what it likes. The monitor's keys
    are random functions, one for each epoch. But for a set of keys of probability
    [2^-97], whatever epoch the monitor certifies, the answers it gave in epochs up
    to that one are explained: there is a history, computed by [explain], in which
    every get returns the latest put and every thread's answers are all there, in
    the order given; or [explain] returns two different values with the same
    digest. With a real keyed function [F], [2^-97] grows by the advantage of the
    host, run as a distinguisher between [F] and a random function. The domain [dom]
    is any finite set that holds what the host makes the monitor hash as long as no
    comparison errs; there always is one. *)
Theorem monitor_certified_store (size threads deep : N) (digest : value → bytes)
    (h : host) (n epochs : nat) (dom : list element) :
  NoDup dom →
  (∀ x, x ∈ inputs size threads deep digest h n →
    (N.to_nat (el_epoch x) < epochs)%nat ∧ x ∈ dom) →
  ∃ bad : (nat * element → Z) → bool,
    (prob (functions (2 ^ 128) (pairs (seq 0 epochs) dom)) bad <= 1 # 2 ^ 97)%Q ∧
    (∀ K (secrets : list K) (F : K → nat * element → Z),
      prob secrets (λ k, bad (F k))
        <= (1 # 2 ^ 97)
           + advantage secrets F (functions (2 ^ 128) (pairs (seq 0 epochs) dom)) bad)%Q ∧
    ∀ f, bad f = false →
      let cfg := Config size threads deep digest (keyed_sum f) in
      let cs := calls cfg h n in
      ∀ c e, m_certified (run cfg init_monitor cs) = Some c → e ≤ c →
        (∃ hist, explain cfg cs e = Consistent hist ∧
          (∀ h1 r h2, hist = h1 ++ r :: h2 → r_op r = Got → r_value r = latest (r_key r) h1) ∧
          (∀ i, filter (λ r, r_tid r = i) hist =
                filter (λ r, r_tid r = i ∧ r_epoch r ≤ e) (answers cfg init_monitor cs))) ∨
        (∃ v1 v2, explain cfg cs e = Value_collision v1 v2 ∧ v1 ≠ v2 ∧ digest v1 = digest v2).
Proof. exact (certified_store size threads deep digest h n epochs dom). Qed.
End monitor_certified.

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

(** * Assembly

    [run g p s] runs the instructions [p] from the state [s] (16 registers, 16 vector
    registers in halves, six flags, memory) of a machine whose symbols and memory
    regions are where [g] says. It is [None] when a flag is read that is undefined, or an
    access falls outside of the region its operand names, is misaligned, or writes
    where nothing may be written; otherwise the state at the end, with what each
    instruction leaked (the addresses it accessed). What single instructions do is given by
    executable functions, compared with a processor by [fairlead asm cosim]. *)
Section asm.
Import stdpp.prelude.
Import Syntax_trusted State_trusted Semantics_trusted Describe_trusted Run_trusted Flat_trusted
  Structured_trusted Footprint Reorder Symeq Taint Lower Loops Hoare HoareExample.

(** An instruction changes no register or flag that its footprint does not list as
    written, and no byte of memory but those of the one store it makes. *)
Theorem asm_frame_writes (d : desc op) (g : env) (s : state) (e : effect) :
  effect_of sem g d s = Some e →
  (∀ l, l ∉ writes d → locs (apply e s) l = locs s l) ∧
  (∀ x, match e_store e with Some (p, n, _) => ¬ covers p n x | None => True end →
        memory (apply e s) x = memory s x).
Proof. exact (frame_writes sem g d s e). Qed.

(** What an instruction does depends on nothing but the registers and flags that its
    footprint lists as read and, if it loads, on the bytes that it loads. *)
Theorem asm_frame_reads (d : desc op) (g : env) (s s' : state) :
  (∀ l, l ∈ reads d → locs s l = locs s' l) →
  (∀ a p x, d_access d = Some a → p = address g (locs s) (a_mem a) → permitted g a p = true →
            loads (a_use a) = true → covers p (a_bytes a) x → memory s x = memory s' x) →
  effect_of sem g d s = effect_of sem g d s'.
Proof. exact (frame_reads sem g d s s'). Qed.

(** The reordering checker. If it accepts the fast code as a reordering of the clean
    code, by whatever hints, then from every state, on every machine whose regions are as
    disjoint as was declared, the fast code fails if the clean code fails, and
    otherwise ends in the same state, every flag included, having leaked the same, each
    instruction's part in its new place. *)
Theorem asm_reorder_sound (g : env) (rel : relation) (hints : list nat) (clean fast : list instr) (s : state) :
  respects g rel → check_reorder rel hints clean fast = true →
  run g fast s =
    match run g clean s with Some (s', ts) => Some (s', permute hints ts) | None => None end.
Proof. exact (reorder_sound g rel hints clean fast s). Qed.

(** Reordering preserves constant time: if any two runs of the clean code that start
    alike, in any sense of alike, leak the same, so do any two of the fast code. *)
Theorem asm_reorder_constant_time (g : env) (rel : relation) (hints : list nat) (clean fast : list instr)
    (same : state → state → Prop) :
  respects g rel → check_reorder rel hints clean fast = true →
  constant_time g same clean → constant_time g same fast.
Proof. exact (reorder_constant_time g rel hints clean fast same). Qed.

(** The symbolic checker. If it accepts the fast code as doing what the clean code
    does, and the clean code runs without error, so does the fast code, and it ends with
    the same memory, all of it, and the same values in the locations listed as live. *)
Theorem asm_symeq_sound (g : env) (rel : relation) (live : list loc) (clean fast : list instr)
    (s s1 : state) (ts : list (list event)) :
  symeq rel live clean fast = true → respects g rel → well_formed s →
  run g clean s = Some (s1, ts) →
  ∃ s2 us, run g fast s = Some (s2, us) ∧ memory s2 = memory s1 ∧ ∀ l, l ∈ live → locs s2 l = locs s1 l.
Proof. exact (symeq_sound g rel live clean fast s s1 ts). Qed.

(** Nor does the fast code that it accepts leak more: when two runs of the clean code
    leak the same, so do the two runs of the fast code from the same states. *)
Theorem asm_symeq_leaks_no_more (g : env) (rel : relation) (live : list loc) (clean fast : list instr)
    (s s' r r' t t' : state) (ts us us' : list (list event)) :
  symeq rel live clean fast = true → respects g rel → well_formed s → well_formed s' →
  run g clean s = Some (r, ts) → run g clean s' = Some (r', ts) →
  run g fast s = Some (t, us) → run g fast s' = Some (t', us') →
  us = us'.
Proof. exact (symeq_leaks_no_more g rel live clean fast s s' r r' us us' t t' ts). Qed.

(** The taint checker, on code with jumps. If it accepts, then two runs of any length that
    begin at an entry with the same values in the registers [known] to be public, and the same
    contents of the public regions, whatever else differs, show the same addresses and
    the same branches, and are at the same place. *)
Theorem asm_taint_sound (g : env) (rel : relation) (public : list N) (entries : list nat) (known : N)
    (inv : list N) (p : list flat) (pc n pc1 pc2 : nat) (s1 s2 s1' s2' : state) (t1 t2 : list event) :
  respects g rel → taint_check rel public entries known inv p = true → pc ∈ entries →
  alike g public known s1 s2 →
  flat_steps g p n pc s1 = Some (pc1, s1', t1) → flat_steps g p n pc s2 = Some (pc2, s2', t2) →
  t1 = t2 ∧ pc1 = pc2.
Proof. exact (taint_check_sound g rel public entries known inv p pc n s1 s2 pc1 pc2 s1' s2' t1 t2). Qed.

(** Lowering structured code (sequences, conditionals, loops) to jumps. Every run of the
    structured code is a run of the flat code, from its first position to its halt, with the same
    end and exactly the same addresses and branches seen on the way; and a complete run of the
    flat code from the same state is that one. So lowering preserves constant time. *)
Theorem asm_lowering (g : env) (x : code) (s s' : state) (t : list event) :
  executes g x s s' t →
  (∃ n, flat_steps g (lowered x) n 0 s = Some (size x, s', t) ∧ nth_error (lowered x) (size x) = Some FHalt) ∧
  (∀ n pc s2 u, flat_steps g (lowered x) n 0 s = Some (pc, s2, u) → nth_error (lowered x) pc = Some FHalt →
    s2 = s' ∧ u = t).
Proof.
  exact (λ H, conj (lowered_runs g x s s' t H) (λ n pc s2 u, lowered_runs_only g x s s' t n pc s2 u H)).
Qed.

(** Loop rules. The first iteration may be peeled off; and the first part of the body may
    move to the end of the iteration before, where it can be scheduled with what is there. Final
    states and all that is seen of a run stay the same. *)
Theorem asm_loop_rules (g : env) (a a1 a2 b : code) (c : cc) (s s' : state) (t : list event) :
  (executes g (CLoop a c b) s s' t ↔ executes g (CSeq a (CIf c (CSeq b (CLoop a c b)) CSkip)) s s' t) ∧
  (executes g (CLoop (CSeq a1 a2) c b) s s' t ↔ executes g (CSeq a1 (CLoop a2 c (CSeq b a1))) s s' t).
Proof. exact (conj (peel g a c b s s' t) (rotate g a1 a2 c b s s' t)). Qed.

(** A block that the reordering checker accepts may replace the clean one wherever it stands: in the
    body and after the test of a loop, in the branches of a conditional, to any depth ([ends_seq], [ends_if] and
    [ends_loop] in Loops.v); here at its own place, and in a loop. *)
Theorem asm_reorder_in_place (g : env) (rel : relation) (hints : list nat) (clean fast : list instr) (c : cc) (b : code) :
  respects g rel → check_reorder rel hints clean fast = true →
  same_ends g (block clean) (block fast) ∧
  same_ends g (CLoop (block clean) c b) (CLoop (block fast) c b).
Proof.
  exact (λ Hrel H, conj (reorder_in_place g rel hints clean fast Hrel H)
    (ends_loop g _ _ c _ _ (reorder_in_place g rel hints clean fast Hrel H) (λ s s', conj (λ h, h) (λ h, h)))).
Qed.

(** The frame of structured code: a run changes no location but those its instructions
    write, and no byte of memory outside of the regions they store to. *)
Theorem asm_code_frame (g : env) (x : code) (s s' : state) (t : list event) :
  executes g x s s' t →
  (∀ l, l ∉ modified x → locs s' l = locs s l) ∧
  (∀ a, (∀ r, r ∈ stored_to x → ¬ inside (regions g r) a) → memory s' a = memory s a).
Proof. exact (code_frame g x s s' t). Qed.

(** The Hoare logic is about runs: a procedure whose body has the triple, and writes only what is
    listed, runs from every state with its precondition to an end, without error, where what it ensures
    of the states before and after holds, and every other register and flag is as before. *)
Theorem asm_hoare_procedure (g : env) {A : Type} (p : procedure A) :
  (∀ a l, l ∈ modified (body p a) → l ∈ modifies p a) →
  (∀ a s0, (∀ s, s = s0 ∧ requires p a s → ∃ s' t, executes g (body p a) s s' t ∧ ensures p a s0 s')) →
  ∀ a s, requires p a s →
  ∃ s' t, executes g (body p a) s s' t ∧ ensures p a s s' ∧ ∀ l, l ∉ modifies p a → locs s' l = locs s l.
Proof. exact (procedure_correct g p). Qed.

(** A small example of its use: adding rdi to rax rcx times (add, dec, jnz) computes rax + rcx * rdi
    modulo 2^64, from every state in which rcx is not 0; nothing but rax, rcx and the flags changes. *)
Theorem asm_hoare_example (g : env) (s : state) :
  (0 < locs s (G RCX) < 2 ^ 64)%N →
  ∃ s' t,
    executes g (CLoop (block [Alu ADD W64 (R RAX) (Reg RDI); Un DEC W64 (R RCX)]) CcNE CSkip) s s' t ∧
    locs s' (G RAX) = Word_trusted.low 64 (locs s (G RAX) + locs s (G RCX) * locs s (G RDI)) ∧
    ∀ l, l ∉ [G RAX; G RCX; F CF; F PF; F AF; F ZF; F SF; F OF] → locs s' l = locs s l.
Proof. exact (multiply_correct g tt s). Qed.

Import Refine Peephole PeepholeMovbe PeepholeMoves PeepholeZero PeepholePrefetch LoopRules Transform Asm.Blocks.

(** Refinement. What follows makes code from code so that two things hold. Where the original runs, from a state
    whose registers hold what they can hold, so does the result, to the same state, every flag and byte of
    memory included. And the result leaks no more: when two runs of the original show the same
    addresses and branches, so do the two runs of the result from the same states. *)
Definition asm_replaces (g : env) (x y : code) : Prop :=
  (∀ s r t, well_formed s → executes g x s r t → ∃ u, executes g y s r u) ∧
  (∀ s1 s2 r1 r2 t q1 q2 u1 u2, well_formed s1 → well_formed s2 →
    executes g x s1 r1 t → executes g x s2 r2 t →
    executes g y s1 q1 u1 → executes g y s2 q2 u2 → u1 = u2).

(** The peephole transformer. A rule says what to put in place of the rest of a block, if anything. If it does so
    soundly, then the transformer, which applies it at every place of every block, in branches and loops to any depth,
    is sound. *)
Theorem asm_peephole (g : env) (rw : rewrite) (x : code) :
  (∀ g p q k, rw p = Some (q, k) → refines g (block p) (block q)) →
  asm_replaces g x (peephole rw x).
Proof.
  exact (λ H, let R := peephole_refines g rw x H in
    conj (λ s r t, refines_runs g _ _ s r t R)
      (λ s1 s2 r1 r2 t q1 q2 u1 u2, refines_leaks_no_more g _ _ s1 s2 r1 r2 t q1 q2 u1 u2 R)).
Qed.

(** The rules there are, and each is sound: [movbe] to a load or store with [bswap], and back; copies of
    copies, to itself, and that nobody reads; anything that computes what nobody reads; zero moved to zero xored and back,
    where flags are dead; prefetches removed, and inserted at any fixed distance from any accesses. *)
Theorem asm_peephole_rules :
  sound (single no_movbe) ∧ sound to_movbe ∧ sound no_copies ∧ sound no_unseen ∧ sound to_xor ∧ sound from_xor ∧
  sound (single no_prefetch) ∧
  ∀ level distance pick, sound (single (with_prefetch level distance pick)).
Proof.
  exact (conj no_movbe_sound (conj to_movbe_sound (conj no_copies_sound (conj no_unseen_sound (conj to_xor_sound
    (conj from_xor_sound (conj no_prefetch_sound with_prefetch_sound))))))).
Qed.

(** It misses nothing: a rule about single instructions is applied to each, however deep. The instructions of the
    result are those of the original, each replaced as the rule says. *)
Theorem asm_peephole_complete (f : instr → option (list instr)) (x : code) :
  instructions (peephole (single f) x) =
  flat_map (λ i, match f i with Some q => q | None => [i] end) (instructions x).
Proof. exact (peephole_complete f x). Qed.

(** Instructions cross iterations: a loop's body may go round any number of times in one; and the end of a body, if it
    leaves the flags of the loop's test alone, may move to the start of the next iteration and behind the loop. *)
Theorem asm_loop_schedule (g : env) (n : nat) (a i b : code) (c : cc) :
  asm_replaces g (CLoop a c b) (CLoop (unrolled n a c b) c b) ∧
  (keeps c i = true → asm_replaces g (CLoop (CSeq a i) c b) (CSeq (CLoop a c (CSeq i b)) i)).
Proof.
  assert (∀ x y, refines g x y → asm_replaces g x y) as H.
  { exact (λ x y R, conj (λ s r t, refines_runs g x y s r t R)
      (λ s1 s2 r1 r2 t q1 q2 u1 u2, refines_leaks_no_more g x y s1 s2 r1 r2 t q1 q2 u1 u2 R)). }
  exact (conj (H _ _ (unroll g n a c b)) (λ K, H _ _ (sink g a i c b K))).
Qed.

(** What [fairlead asm check] asks of code with loops and conditionals: a script of edits, each a reordering of a block, a block
    that the symbolic checker accepts, or one of the rules for loops and conditionals, wherever in the
    code. If it makes the fast code from the clean code, the fast code may replace it. *)
Theorem asm_script_sound (g : env) (rel : relation) (script : list edit) (clean fast : code) :
  respects g rel → check_script rel script clean fast = true → asm_replaces g clean fast.
Proof.
  exact (λ Hrel H, let R := check_script_refines g rel Hrel script clean fast H in
    conj (λ s r t, refines_runs g clean fast s r t R)
      (λ s1 s2 r1 r2 t q1 q2 u1 u2, refines_leaks_no_more g clean fast s1 s2 r1 r2 t q1 q2 u1 u2 R)).
Qed.

(** Whole files, with labels and jumps. A file is a list of blocks and of how each ends: it goes on with the next, jumps, branches or
    returns; [layout] is its flat code, in which jumps go to positions. From the start of its [k]-th block, it [asm_returns]. *)
Definition asm_returns (g : env) (P : program) (k : nat) (s r : state) (t : list event) : Prop :=
  ∃ n pc, flat_steps g (layout P) n (start P k) s = Some (pc, r, t) ∧ nth_error (layout P) pc = Some FHalt.

(** If the checker accepts the fast file, each block as a reordering or by its values, then wherever one starts, where the clean
    file returns, the fast one returns with the same memory and the same values in the live locations. And it leaks no
    more: when two runs of the clean file show the same addresses and branches, so do those of the fast file. *)
Theorem asm_file_sound (g : env) (rel : relation) (live : list loc) (hints : list hint) (P Q : program) :
  respects g rel → check_blocks rel live hints P Q = true →
  (∀ k s r t, well_formed s → asm_returns g P k s r t →
    ∃ r' u, asm_returns g Q k s r' u ∧ memory r = memory r' ∧ ∀ l, l ∈ live → locs r l = locs r' l) ∧
  (∀ k s1 s2 r1 r2 t q1 q2 u1 u2, well_formed s1 → well_formed s2 →
    asm_returns g P k s1 r1 t → asm_returns g P k s2 r2 t →
    asm_returns g Q k s1 q1 u1 → asm_returns g Q k s2 q2 u2 → u1 = u2).
Proof.
  exact (λ Hrel H, conj (λ k s r t, check_blocks_halts g rel live Hrel hints P Q k s r t H)
    (λ k s1 s2 r1 r2 t q1 q2 u1 u2, check_blocks_leak_no_more g rel live Hrel hints P Q k s1 s2 r1 r2 t q1 q2 u1 u2 H)).
Qed.
End asm.

(** * Lang: lowering to what C can do

    In C an operation whose precondition fails is undefined behaviour; in .fl it is
    a trap. The printed C tests a condition (a guard) and then does the operation
    without looking. *)
Section lowering.
Import stdpp.prelude.
Import Outcome Fairlead.Core.Semantics Fairlead.Lang.Semantics Lowered.

(** Guards decide. [lowered Q A external] runs the same program with every operation
    behind its guard; an operation that would trap although its guard holds, or a
    guard that is itself undefined, makes it stuck, as C would be undefined there.
    If external functions always answer, then from every state in which the .fl
    program is not stuck (type soundness: none is) the lowered program takes exactly
    the same step: the same store, the same request, the same trap. *)
Theorem lang_lowered_step {P : Type} (Q : Syntax.program) (A : presentation P)
    (external : nat → list Value.data → option (list Value.data * Value.data)) :
  (∀ f ds, external f ds ≠ None) →
  ∀ st, Core.Semantics.step (fl Q A external) st ≠ Stuck →
  Core.Semantics.step (lowered Q A external) st = Core.Semantics.step (fl Q A external) st.
Proof. exact (lowered_step Q A external). Qed.
End lowering.

(** * Lang: the machine that is shipped

    [fairlead compile] prints C for a program [Q] when its types pass ([check_program])
    and the layout of its frames passes ([check_layout]). What it prints is the machine
    with that layout, lowered: [lowered Q (laid_out Q (plans_of L)) external]. *)
Section shipped.
Import stdpp.prelude.
Import Core.Semantics Bisimulation Soundness Source Layout Lowered Driver.

(** The machine never gets stuck. Take a program that the checker of types accepts,
    compiled with a layout that the checker of layouts accepts; start any coroutine of it,
    with arguments of the declared types. Then at each moment, for ever, the machine does one
    of four things: it takes a step; it makes a request, of an effect that it
    declares, with arguments of the declared types, and waits; it ends with a result of
    the declared type; or it traps, which is a defined end. And whatever it is answered while it
    waits, as long as that has the type that the effect declares, it goes on in the same way.
    [never_stuck] says just this of a state, coinductively, so that servers that never end are
    included. Getting stuck, the fifth possibility, would be undefined behaviour in C: an
    operation done although its precondition does not hold, a variable read after its bytes
    were given to another, a label that is not there. External functions must answer, and
    return what they declare. *)
Theorem lang_machine_never_stuck (Q : program) (L : layout)
    (external : nat → list data → option (list data * data))
    (p : procedure) (pr : proc) (args lent : list data) :
  check_program Q = None → check_layout Q L = true →
  external_ok (λ f, externs Q !! f) external → (∀ f ds, external f ds ≠ None) →
  procs Q !! p = Some pr → is_data (Syntax.result pr) = true →
  Forall2 data_ok (given_types pr) args → Forall2 data_ok (lent_types pr) lent →
  ∃ st, fl_initial Q (laid_out Q (plans_of L)) p args lent = Some st ∧
    never_stuck Q p (lowered Q (laid_out Q (plans_of L)) external) st.
Proof.
  exact (λ HQ HL Hext Htotal Hp Hr, shipped_never_stuck Q L p pr external HQ HL Hext Htotal Hp Hr args lent).
Qed.

(** From one end to the other, in one theorem. The source, where a suspended coroutine is the
    rest of its program and all its variables, and the machine as it is
    printed, where it is a number and a frame with shared bytes, and where nothing is
    done but behind its guard, are bisimilar: whatever one does next the other does too,
    silent steps, requests, responses, results and traps alike, for ever. Coroutines may be held in
    variables, arrays, records, maps and other coroutines, to any depth. The one condition on
    the driver is that it answers requests with data of the declared types and lends
    storage of the declared types ([driven]: what is asked last is what must be answered). *)
Theorem lang_end_to_end (Q : program) (L : layout)
    (external : nat → list data → option (list data * data))
    (p : procedure) (pr : proc) (args lent : list data) :
  check_program Q = None → check_layout Q L = true →
  external_ok (λ f, externs Q !! f) external → (∀ f ds, external f ds ≠ None) →
  procs Q !! p = Some pr → is_data (Syntax.result pr) = true →
  Forall2 data_ok (given_types pr) args → Forall2 data_ok (lent_types pr) lent →
  ∃ st st', fl_initial Q source p args lent = Some st ∧
    fl_initial Q (laid_out Q (plans_of L)) p args lent = Some st' ∧
    bisimilar (driven Q p (fl Q source external))
              (driven Q p (lowered Q (laid_out Q (plans_of L)) external))
              (None, st) (None, st').
Proof.
  exact (λ HQ HL Hext Htotal Hp Hr, shipped_bisimilar Q L p pr external HQ HL Hext Htotal Hp Hr args lent).
Qed.
End shipped.

(** * Lang: calls in place

    A machine of its own works in place ([in_place]): a running function has variables and
    references, which are paths into the variables of its caller, where there may be references
    again; it reads and writes what they lead to, and at its return nothing is put back. What is
    passed [inout] is a reference, and so is a place of a large value that is only read.
    The C passes pointers in the same cases. *)
Section in_place.
Import stdpp.prelude.
Import Soundness Source InPlace InPlaceRuns Core.Semantics.

(** A whole call, in place. Take a run of a program that the checker of types accepts, at any
    moment ([reachable]); let it go on, silently, executing functions, and making calls whose
    arguments the checker of aliasing accepts ([stretch] and [plain]: no coroutine is
    resumed, and no slice of bytes passed), until the same activation runs
    again: say from a call to right after its return. In the semantics each
    call copies its [inout] arguments in, and at its return out again, and so do the calls inside of it.
    Then the machine that works in place, started with the same variables, gets to the same
    command with the same variables. And if instead the program traps in such a stretch, at any depth of
    calls, so does the machine that works in place. *)
Theorem lang_call_in_place (Q : program) external main c p k s ls :
  check_program Q = None → external_ok (λ f, externs Q !! f) external →
  (∀ pr, procs Q !! main = Some pr → is_data (Syntax.result pr) = true) →
  reachable Q external main (Running c p k s ls) → ∀ ms,
  (∀ c' p' k' s', stretch Q external ls (Running c p k s ls) (Running c' p' k' s' ls) →
    steps_in_place Q external (Running c p k [(s, [])] ms) (Running c' p' k' [(s', [])] ms)) ∧
  (∀ c' p' k' s' us, stretch Q external ls (Running c p k s ls) (Running c' p' k' s' (us ++ ls)) →
    plain Q p' c' → ¬ returns_from c' k' us →
    step (fl Q source external) (Running c' p' k' s' (us ++ ls)) = Crash →
    ∃ st, steps_in_place Q external (Running c p k [(s, [])] ms) st ∧ step (in_place Q external) st = Crash).
Proof. exact (whole_call Q external main c p k s ls). Qed.
End in_place.

(** AES-GCM: the claims are in ClaimsGcm.v. *)
