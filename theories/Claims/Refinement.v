(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Claims about the monitor in .fl, monitor/clean: which of its functions do what the model says. See All.v.

    The program is printed from the sources in .fl at each build ([Refinement.Program.Q]). *)
From stdpp Require prelude.
From Fairlead.Monitor.Model Require Monitor.
From Fairlead.Monitor.Log Require Format Functions Receipt.
From Fairlead.Monitor.Consistency Require Sequential.
From Fairlead.Lang Require Typing.Soundness.
From Fairlead.Lang.Logic Require Bytes.
From Fairlead.Refinement Require Program KeyBytes ValueBytes Compiled SafeVerify SafeInit SafeCalls.
From Fairlead.Refinement Require Links ExactMerkle ExactInit ExactVerify ExactAggregate ExactCalls ExactConsistent.
From Fairlead.Refinement Require Verify Whole Judged ExactBytes.
From Fairlead.Refinement Require Premises.

(** * The monitor in .fl *)
Section refinement.
Import stdpp.prelude.
Import Lang.Typing.Soundness Lang.Logic.Bytes Monitor.Log.Format Monitor.Log.Receipt.
Import Program KeyBytes ValueBytes Compiled SafeVerify SafeInit SafeCalls ExactInit ExactVerify.
Import Links ExactMerkle ExactAggregate Verify Whole Judged ExactBytes ExactCalls ExactConsistent Premises.
Local Open Scope Z_scope.

(** The function that finds where a value in a log ends, keys and edges in it included, given any bytes, as long as they
    can be: compiled, it comes to its end without a trap ([compiled_gives]), and says what the parser of the log's
    format does ([sized]): how many bytes the value has, or, if that parser refuses, that they are malformed or cut
    off. What is external may be anything of the declared types. *)
Theorem monitor_in_fl_values (external : nat → list data → option (list data * data)) (l : bytes) :
  external_ok (λ f, externs Q !! f) external → (∀ f ds, external f ds ≠ None) → len l < 2 ^ 32 - 2 →
  ∃ n, compiled_gives external fn_values_value_size [VBytes (zs l)] (VInt n) ∧ sized n l (parse value_codec l).
Proof. exact (value_size_parses external l). Qed.

(** The function that looks at the 34 bytes of a key, likewise: it accepts them if the parser of the log's format reads
    a key there, and only then. *)
Theorem monitor_in_fl_keys (external : nat → list data → option (list data * data)) (l : bytes) :
  external_ok (λ f, externs Q !! f) external → (∀ f ds, external f ds ≠ None) → length l = 34%nat →
  ∃ b : bool, compiled_gives external fn_keys_canonical [VBytes (zs l)] (VBool b) ∧
    (b = true ↔ ∃ k, parse key_codec l = Parsed k []).
Proof. exact (canonical_parses external l). Qed.

(** The whole of [verify], compiled: from every state of a verifier that satisfies the invariant ([verifier_ok]: slots,
    links, keys, values and sums are what they should be), and for all bytes of the log, it comes to its end without
    a trap. The invariant holds again, and it is the same thread, with the same epoch to be verified next; not more was
    taken than there is; to [out], which stays within its bound, answers were appended, and what was there before is
    there unchanged; the log is not written ([verified_safely]).
    What is external may be anything of the declared types, but a hash has 32 bytes ([externals_ok]).

    It says nothing of what the answers are: that [verify] does what the model does is [monitor_in_fl_entries]. *)
Theorem monitor_in_fl_verify (external : nat → list data → option (list data * data)) (t : fthread) (closing : bool)
    (failed : option nat) (secret log out : list Z) :
  externals_ok external → verifier_ok t closing failed → octets log → len log < 2 ^ 32 → octets out →
  len out ≤ 65536 →
  compiled_ensures external fn_verify [dverifier t closing failed; VExtern secret; VBytes log; VBytes out]
    (verified_safely t log out).
Proof. exact (verify_safe external t closing failed secret log out). Qed.

(** The states that [verify] is called with begin at [init], which, compiled and called as it asks to be (what it
    asserts: [init_allowed]), ends without a trap and leaves a state that satisfies the invariant, of that thread, in
    that epoch, and with nothing in a sum or in a slot, but the root in thread 0's first ([as_new]). The memory that it
    is given may be zeros, or what a run has left ([before_init]). *)
Theorem monitor_in_fl_init (external : nat → list data → option (list data * data)) (t : fthread) (closing : bool)
    (failed : option nat) (self depth slots first : Z) (root : list Z) :
  externals_ok external → before_init t closing failed → 0 ≤ self < 2 ^ 16 → 0 ≤ first < 2 ^ 64 →
  init_allowed depth slots root →
  compiled_ensures external fn_init
    [dverifier t closing failed; VInt self; VInt depth; VInt slots; VInt first; VBytes root]
    (λ _ ds, ∃ t', ds = [dverifier t' false None] ∧ verifier_ok t' false None ∧ as_new t' self depth slots first root).
Proof. exact (init_safe external t closing failed self depth slots first root). Qed.

(** The library as a whole, compiled: [init_aggregate], then [init] of each of the threads, from 0 on ([starts]), in
    memory that holds anything of its type, and then calls in any order, as many as one likes ([goes_on]): of [verify]
    on any thread, with any bytes as log, any that fit in [out], any secret; of [publish] and [quiet] on any thread; of
    [certify]. Each comes to its end without a trap ([performs]), whatever the calls before it have left. In particular
    no assertion fails: no thread publishes an epoch twice, nor one that is certified already. Calls are one
    after another here: callers hold the aggregate's lock around [publish] and [certify],
    and no two call the same thread's functions at once. *)
Theorem monitor_in_fl_calls (external : nat → list data → option (list data * data)) (aggregate : data)
    (memory : list fverifier) (depth slots first : Z) (root : list Z) (cs : list fcall) :
  externals_ok external → data_ok type_22 aggregate →
  Forall (λ m, before_init (v_thread m) (v_closing m) (v_failed m)) memory → 0 < len memory ≤ 65536 →
  0 ≤ first < 2 ^ 64 → init_allowed depth slots root → Forall (call_ok (length memory)) cs →
  compiled_ensures external fn_init_aggregate [aggregate; VInt (len memory); VInt first]
    (λ _ ds, ∃ g, ds = [daggregate g] ∧
       starts external depth slots first root memory [] (λ vs, goes_on external (FSystem g vs) cs)).
Proof. exact (calls_safe external aggregate memory depth slots first root cs). Qed.

(** [certify], compiled, exactly: epochs are certified one after another, each if all threads have published it and both
    sums and both counts are equal, and the count is below 2^32; at the first that all have published and that does not
    agree it stops, for good ([certifies]). It gives back the first epoch that is not certified. *)
Theorem monitor_in_fl_certify (external : nat → list data → option (list data * data)) (g : faggregate) :
  externals_ok external → aggregate_ok g → 0 < g_threads g →
  compiled_ensures external fn_certify [daggregate g]
    (λ d ds, ∃ g', certifies g g' ∧ ds = [daggregate g'] ∧ d = VInt (g_certified g')).
Proof. intros Hext. exact (certify_safe external Hext g). Qed.

(** [init], compiled and given what a configuration of the model says, makes the model's first state: the program's
    thread stands for the model's ([thread_is]: the same numbers, clock and keys; in each slot the same record, with its
    links; and for each of the four epochs that may be open, the sums of what was added and evicted, with what waits to
    be summed). For that the model's multiset hash is the keyed sum, modulo 2^128, of a function [F] of the secret, the
    epoch and the message of 80 bytes that an element has ([hashes_as]; [message] is the one of
    [monitor_messages]). *)
Theorem monitor_in_fl_begins (external : nat → list data → option (list data * data)) (F : list Z → Z → list Z → Z)
    (hash : bytes → bytes) (cfg : Thread.config Z) (secret : list Z) (t : fthread) (closing : bool)
    (failed : option nat) (i : N) :
  externals_ok external → hashes_as F hash cfg secret → before_init t closing failed →
  (i < 2 ^ 16)%N → (Thread.first_epoch cfg < 2 ^ 64)%N → value_wf (Thread.first_root cfg) →
  init_allowed (Z.of_N (Thread.depth cfg)) (Z.of_N (Thread.store_size cfg))
    (zs (print value_codec (Thread.first_root cfg))) →
  compiled_ensures external fn_init
    [dverifier t closing failed; VInt (Z.of_N i); VInt (Z.of_N (Thread.depth cfg));
     VInt (Z.of_N (Thread.store_size cfg)); VInt (Z.of_N (Thread.first_epoch cfg));
     VBytes (zs (print value_codec (Thread.first_root cfg)))]
    (λ _ ds, ∃ t', ds = [dverifier t' false None] ∧ verifier_ok t' false None ∧
       thread_is F cfg secret t' (Thread.init_thread cfg i)).
Proof. exact (init_exact external F hash cfg secret t closing failed i). Qed.

(** What [verify] takes for a whole entry, at the front of any bytes, is what the parser of the log's format takes for
    one, within the program's limits ([within]); and what is beyond these it calls too large (27), or says that there
    are too many operands (31), never torn or malformed. [judge] is a function of the bytes alone. *)
Theorem monitor_in_fl_whole (l : bytes) :
  len l < 2 ^ 32 →
  (judge (zs l) = None ↔ ∃ en rest, l = print entry_codec en ++ rest ∧ entry_wf en ∧ within en) ∧
  ∀ en rest, l = print entry_codec en ++ rest → entry_wf en → ¬ within en →
    judge (zs l) = Some (Verify.Refused 27) ∨ judge (zs l) = Some (Verify.Refused 31).
Proof. exact (judge_is l). Qed.

(** [verify], compiled, of any bytes whatever. They are whole entries [l], within the program's limits, and then bytes
    that do not begin with another ([divided]): none at all, one that is cut off, one that is malformed, or one that is
    larger than the program takes ([within]: 16 operands, an argument of 4,096 bytes, values of records of 256 bytes in
    the log). [judge] says which, of the bytes alone ([monitor_in_fl_whole]). Let the program's thread [t] stand for
    the model's [st]. Then [verify] takes the entries that the model takes, and its thread stands for the model's after
    these: what comes later in the log undoes none of it. It stops where no whole entry is left, to be called again
    with more; or refuses for good, and changes nothing any more: the next entry, if the model does, and names the same
    check that failed; one that would write a value of more than 252 bytes ([too_long]); or what is no entry. Or it
    stops after the end of an epoch, which the model accepts; or, and these are not in the model, where there may be no
    room for an answer, or before an entry of an epoch that is four or more ahead of the one to be verified, which is
    put off ([verified_as]). To [out] it appends the model's answers to the entries that were taken, in their order, in
    the bytes of [receipt_codec] ([monitor_in_fl_answers]), and nothing else.

    [F] is what the external function adds to a sum for each message ([sums]), the external hash is [hash] ([hash_is]),
    of which the model's digests of values are made ([digests_as]), and the functions are the table of Log/Functions.v
    ([standard]). The links between the model's slots are as they always are ([linked], [monitor_in_fl_links]). *)
Theorem monitor_in_fl_entries (external : nat → list data → option (list data * data)) (F : list Z → Z → list Z → Z)
    (hash : bytes → bytes) (cfg : Thread.config Z) (secret : list Z) (t : fthread) (st : Thread.thread Z)
    (log out : list Z) :
  externals_ok external → sums external F → hash_is external hash → hashes_as F hash cfg secret →
  digests_as hash cfg → Thread.functions cfg = Functions.standard →
  verifier_ok t false None → thread_is F cfg secret t st → linked (Thread.t_slots st) →
  octets log → len log < 2 ^ 32 → octets out → len out ≤ 65536 →
  ∃ l tail last, divided log l tail last ∧
    compiled_ensures external fn_verify [dverifier t false None; VExtern secret; VBytes log; VBytes out]
      (λ d ds, ∃ t' out' taken s, d = dprogress taken s ∧
         ds = [dverifier t' (closing_of s) (failed_of s); VBytes out'] ∧
         verifier_ok t' (closing_of s) (failed_of s) ∧ f_self t' = f_self t ∧ f_next t' = f_next t ∧
         octets out' ∧ len out' ≤ 65536 ∧ verified_as F cfg secret st l last out taken s t' out').
Proof. exact (verify_bytes external F hash cfg secret t st log out). Qed.

(** What the theorem before supposes of the links between slots is so from the start, and stays so, whatever entries
    the model accepts: a child in the cache is a record in another slot, which has its parent there and is where its
    parent's edge says ([linked]). *)
Theorem monitor_in_fl_links (cfg : Thread.config Z) :
  (∀ i, linked (Thread.t_slots (Thread.init_thread cfg i))) ∧
  ∀ st en st', linked (Thread.t_slots st) → Thread.step cfg st en = Thread.Ok st' → linked (Thread.t_slots st').
Proof. exact (conj (λ i, linked_first (Thread.first_root cfg) i) (step_linked cfg)). Qed.

(** The bytes of an answer say what it is: those of thread [i] are read back as they were printed, and whatever can be
    read is what would have been printed ([lawful]); fields are within their widths ([receipt_wf]). *)
Theorem monitor_in_fl_answers (i : N) : lawful (receipt_wf i) (receipt_codec i).
Proof. exact (receipt_codec_lawful i). Qed.

(** [publish], compiled and called after the end of an epoch, is the model's VerifyEpoch. Let the accounts [g] stand for
    the aggregates of the model's monitor [m] ([aggregate_is]: the same sums, counts and threads that are done in each
    epoch of the window, and the same epoch to be certified next), and the program's thread for thread [i] of [m], which
    nothing has refused. Then [publish] gives [true], and thread and accounts stand for those of [m] after VerifyEpoch
    was fed to thread [i]; or it gives [false] and changes nothing, as the epoch is eight or more ahead of the one to be
    certified. Where it may be called ([may_publish]), [monitor_in_fl_calls] says of whole runs. *)
Theorem monitor_in_fl_publish (external : nat → list data → option (list data * data)) (F : list Z → Z → list Z → Z)
    (hash : bytes → bytes) (cfg : Thread.config Z) (secret : list Z) (t : fthread) (g : faggregate)
    (m : Monitor.monitor Z) (i : N) (st : Thread.thread Z) :
  externals_ok external → sums external F → hashes_as F hash cfg secret →
  verifier_ok t true None → aggregate_ok g → may_publish t g → f_self t = Z.of_N i → (i < Thread.n_threads cfg)%N →
  Monitor.status_of cfg m i = Monitor.Running st → thread_is F cfg secret t st → aggregate_is cfg g m →
  compiled_ensures external fn_publish [dverifier t true None; VExtern secret; daggregate g]
    (λ d ds,
       d = VBool false ∧ ds = [dverifier t true None; daggregate g] ∧
         (Monitor.next_to_certify cfg m + 8 ≤ Thread.t_next st)%N ∨
       d = VBool true ∧ ∃ t' g', ds = [dverifier t' false None; daggregate g'] ∧
         verifier_ok t' false None ∧ aggregate_ok g' ∧
         thread_is F cfg secret t' (Monitor.thread_of cfg (Monitor.feed cfg m i Thread.VerifyEpoch).1 i) ∧
         aggregate_is cfg g' (Monitor.feed cfg m i Thread.VerifyEpoch).1).
Proof. exact (publish_exact external F hash cfg secret t g m i st). Qed.

(** [certify], compiled, is the model's certification: from accounts that stand for the aggregates of [m] to accounts
    that stand for those of [certify cfg m], and what it gives back is the model's first epoch that is not certified. *)
Theorem monitor_in_fl_certified (external : nat → list data → option (list data * data)) (F : list Z → Z → list Z → Z)
    (hash : bytes → bytes) (cfg : Thread.config Z) (secret : list Z) (g : faggregate) (m : Monitor.monitor Z) :
  externals_ok external → hashes_as F hash cfg secret → (0 < Thread.n_threads cfg ≤ 65536)%N →
  aggregate_ok g → aggregate_is cfg g m →
  compiled_ensures external fn_certify [daggregate g]
    (λ d ds, ∃ g', ds = [daggregate g'] ∧ aggregate_ok g' ∧ aggregate_is cfg g' (Monitor.certify cfg m) ∧
       d = VInt (Z.of_N (Monitor.next_to_certify cfg (Monitor.certify cfg m)))).
Proof. exact (certify_exact external F hash cfg secret g m). Qed.

(** The library as a whole, compiled, is the model, whatever bytes it is fed: after [init_aggregate] and [init] of each
    of the threads, any calls of its functions in any order, as many as one likes, whose logs are any bytes, all with
    the one secret ([one_secret]), are a run of the model. After each call the state stands for that of the model's
    monitor ([system_is]: accounts for aggregates, so that the same epochs are certified; each thread for the model's),
    fed from its start with whole entries from the front of the logs, VerifyEpoch where an epoch was published, and
    [Certify] ([feeds]). Of a thread that has refused something nothing more is ever fed, and what went before stands.
    And what each call has appended to [out] are the model's answers ([answers]) to what it was fed with then, in bytes
    ([mirrors]). *)
Theorem monitor_in_fl_runs (external : nat → list data → option (list data * data)) (F : list Z → Z → list Z → Z)
    (hash : bytes → bytes) (cfg : Thread.config Z) (secret : list Z) (aggregate : data) (memory : list fverifier)
    (cs : list fcall) :
  let root := zs (print value_codec (Thread.first_root cfg)) in
  externals_ok external → sums external F → hash_is external hash → hashes_as F hash cfg secret →
  digests_as hash cfg → Thread.functions cfg = Functions.standard →
  data_ok type_22 aggregate → Forall (λ v, before_init (v_thread v) (v_closing v) (v_failed v)) memory →
  0 < len memory ≤ 65536 → Thread.n_threads cfg = N.of_nat (length memory) → (Thread.first_epoch cfg < 2 ^ 64)%N →
  value_wf (Thread.first_root cfg) →
  init_allowed (Z.of_N (Thread.depth cfg)) (Z.of_N (Thread.store_size cfg)) root →
  Forall (call_ok (length memory)) cs → Forall (one_secret secret) cs →
  compiled_ensures external fn_init_aggregate [aggregate; VInt (len memory); VInt (Z.of_N (Thread.first_epoch cfg))]
    (λ _ ds, ∃ g, ds = [daggregate g] ∧
       starts external (Z.of_N (Thread.depth cfg)) (Z.of_N (Thread.store_size cfg)) (Z.of_N (Thread.first_epoch cfg))
         root memory [] (λ vs, mirrors external F cfg secret (FSystem g vs) Monitor.init_monitor cs)).
Proof.
  intros root Hext Hsums Hhash Hmh Hdigests Hfun.
  exact (runs_mirror external Hext F hash cfg secret Hsums Hhash Hmh Hdigests Hfun aggregate memory cs).
Qed.

(** And so, as the model is sound ([monitor_sequential_consistency]), is the library: run it as before, from a store of
    which clients see [store0] ([Sequential.starts_from], [monitor_starts]). What it is fed with are whole entries from
    the front of the logs, in bytes, and what each call appends to [out] are answers, in bytes. Whenever [certify] has
    certified epochs, the function [explain] computes, of what the library was fed with so far, one of three things
    ([explained], [trustworthy]): a history of a plain store that begins with [store0] ([legal]), in the order of
    epochs, counters, threads and indices, in which each thread's answers up to the last of these epochs are, all of
    them, in the order given; or two values, the first one fed to it as that of a record that comes back from the tree,
    whose bytes are different and have one hash; or what was added and what was evicted in one of these epochs, two
    different multisets of one size and one sum. The last is what [monitor_cbc_mac] is about. Wrong answers have no
    such explanation: [monitor_in_fl_consistent_refuter]. So of every host, whatever bytes it feeds, torn, malformed or
    foreign. *)
Theorem monitor_in_fl_consistent (external : nat → list data → option (list data * data))
    (F : list Z → Z → list Z → Z) (hash : bytes → bytes) (cfg : Thread.config Z) (secret : list Z)
    (base : Key.key → value) (store0 : Key.key → datum) (aggregate : data) (memory : list fverifier) (cs : list fcall) :
  let root := zs (print value_codec (Thread.first_root cfg)) in
  externals_ok external → sums external F → hash_is external hash → hashes_as F hash cfg secret →
  digests_as hash cfg → Thread.functions cfg = Functions.standard → Sequential.starts_from cfg base store0 →
  value_wf (Thread.first_root cfg) → (∀ k, value_wf (base k)) →
  data_ok type_22 aggregate → Forall (λ v, before_init (v_thread v) (v_closing v) (v_failed v)) memory →
  0 < len memory ≤ 65536 → Thread.n_threads cfg = N.of_nat (length memory) → (Thread.first_epoch cfg < 2 ^ 64)%N →
  init_allowed (Z.of_N (Thread.depth cfg)) (Z.of_N (Thread.store_size cfg)) root →
  Forall (call_ok (length memory)) cs → Forall (one_secret secret) cs →
  compiled_ensures external fn_init_aggregate [aggregate; VInt (len memory); VInt (Z.of_N (Thread.first_epoch cfg))]
    (λ _ ds, ∃ g, ds = [daggregate g] ∧
       starts external (Z.of_N (Thread.depth cfg)) (Z.of_N (Thread.store_size cfg)) (Z.of_N (Thread.first_epoch cfg))
         root memory [] (λ vs, trustworthy external hash cfg base store0 (FSystem g vs) [] [] cs)).
Proof.
  intros root Hext Hsums Hhash Hmh Hdigests Hfun Hstart Hroot Hbase.
  exact (runs_trustworthy external Hext F hash cfg secret Hsums Hhash Hmh Hdigests Hfun base store0 Hstart Hroot Hbase
    aggregate memory cs).
Qed.

(** What the theorems above suppose of the external functions does not contradict itself: whatever is added to a sum for
    each message, and whatever hash of 32 bytes is taken, there are external functions that do it. *)
Theorem monitor_in_fl_premises (F : list Z → Z → list Z → Z) (hash : bytes → bytes) :
  (∀ l, length (hash l) = 32%nat) →
  ∃ external, externals_ok external ∧ sums external F ∧ hash_is external hash.
Proof. intros Hhash. exact (ex_intro _ (example_external F hash) (premises_hold F hash Hhash)). Qed.
End refinement.
