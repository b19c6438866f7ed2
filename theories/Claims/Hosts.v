(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Claims about the compiled monitor under a host that reacts to what it sees, with the probability that it errs. See
    All.v. *)
From Coq Require QArith.
From stdpp Require prelude.
From Fairlead.Monitor.Model Require Key Record.
From Fairlead.Monitor.Log Require Format.
From Fairlead.Monitor.Consistency Require Invariant ClientHistory.
From Fairlead.Monitor.Adversary Require Permutations.
From Fairlead.Monitor.Hash Require Counting Forgery Draws CbcMacBound.
From Fairlead.Asm.Model Require Word_trusted Syntax_trusted State_trusted Flat_trusted.
From Fairlead.Gcm.Spec Require Gcm_trusted.
From Fairlead.Gcm.Generated Require clean_macs shipped_macs.
From Fairlead.Lang Require Typing.Values Logic.Bytes.
From Fairlead.Refinement Require Program SafeVerify SafeInit SafeCalls ExactBlum Sums.
From Fairlead.Hosts Require Joined Macs.

(** * The monitor in .fl, and a host that reacts *)
Section hosts.
Import QArith stdpp.prelude.
Import Fairlead.Monitor.Model.Key Fairlead.Monitor.Model.Record Format ClientHistory Permutations.
Import Counting Forgery Draws CbcMacBound.
Import Lang.Logic.Bytes Program Safe SafeVerify SafeInit SafeCalls ExactBlum Sums.
Import Fairlead.Hosts.Serving Fairlead.Hosts.Shown Fairlead.Hosts.Reliable Fairlead.Hosts.Bound Fairlead.Hosts.Joined.
Local Open Scope Z_scope.

(** For a host that is any function of the bytes it has seen. It makes [n] calls of the library, compiled: of [verify]
    with any bytes as log, on any thread; of [publish], [quiet] and [certify]; each chosen by what the calls before have
    returned, and have appended to their outputs ([sight], [fhost]). It has no say in the secret, a list of bytes, and
    does not see it. The external function adds to a sum the CBC-MAC of each message, with FIPS 197's AES-128 under the
    round keys that secret and epoch give ([aes_macs]; [monitor_in_fl_macs] is about the assembly that computes it).

    The bad event, [misleads], is a function of the keys alone: that in the calls that the host makes as long as no
    comparison errs ([ideally]), an epoch is certified in which what was added is not what was evicted. Either the host
    has found two different values with one hash, which [value_collision_of_host] computes from these calls; or the bad
    event has probability at most [2^-85] if each epoch has a random permutation of blocks, and if secrets are drawn
    from [secrets], at most that and what the host, run against the model, tells AES under these keys and random
    permutations apart, which is the one assumption. [epochs] is any bound on the epochs of what it makes the library
    hash; there always is one.

    And under every secret that is not bad, the library, started in memory that holds anything of its type, does this:
    each call comes to its end without a trap; it is fed with whole entries from the front of its log, and appends the
    model's answers to them, in bytes; and before each call and after the last, for every epoch that is certified
    ([settled]), [explain] gives a history of one plain store, in order, in which are all answers of the epochs up to
    it, each thread's as it gave them; or two values, of different bytes and one hash. Nothing else can happen: the
    outcome in which two multisets have one sum is not among them. *)
Theorem monitor_in_fl_host (external : nat → list data → option (list data * data)) (hash : bytes → bytes)
    (round_keys : list Z → Z → list N) (size threads deep : N) (top : value) (first : N) (base : key → value)
    (store0 : key → datum) (aggregate : data) (memory : list fverifier) (h : fhost) (n : nat) :
  let bad := misleads hash size threads deep top first h n in
  let hashed := hashed_by_host hash size threads deep top first h n in
  let F := aes_macs round_keys in
  let root := zs (print value_codec top) in
  externals_ok external → sums external F → hash_is external hash →
  Invariant.starts deep (digest_of hash) top base → agrees base store0 →
  value_wf top → (∀ k, value_wf (base k)) →
  Values.data_ok type_22 aggregate → Forall (λ v, before_init (v_thread v) (v_closing v) (v_failed v)) memory →
  0 < len memory ≤ 65536 → threads = N.of_nat (length memory) → (first < 2 ^ 64)%N →
  init_allowed (Z.of_N deep) (Z.of_N size) root →
  (∀ x seen, call_ok (length memory) (with_secret x (h seen))) →
  (∃ epochs, ∀ y, y ∈ hashed → (N.to_nat (el_epoch y) < epochs)%nat) ∧
  (∀ epochs, (∀ y, y ∈ hashed → (N.to_nat (el_epoch y) < epochs)%nat) →
    match value_collision_of_host hash size threads deep top first h n with
    | Some (y, z) => el_value y ≠ el_value z ∧ digest_of hash (el_value y) = digest_of hash (el_value z)
    | None =>
        let ciphers := draws epochs (orders numbers128) in
        (prob ciphers (λ ks, bad (over_permutations hash ks)) <= 1 # 2 ^ 85)%Q ∧
        ∀ secrets : list (list Z),
          (prob secrets (λ x, bad (keys_of F hash x)) <=
            (1 # 2 ^ 85) + advantage secrets (keys_of F hash) (over_permutations hash <$> ciphers) bad)%Q
    end) ∧
  (∀ x, bad (keys_of F hash x) = false →
    compiled_ensures external fn_init_aggregate [aggregate; VInt (len memory); VInt (Z.of_N first)]
      (λ _ ds, ∃ g, ds = [daggregate g] ∧
         SafeCalls.starts external (Z.of_N deep) (Z.of_N size) (Z.of_N first) root memory []
           (λ vs, reliable F hash size threads deep top first external base store0 x h n (FSystem g vs) [] [] []))).
Proof.
  exact (host_joined external hash round_keys size threads deep top first base store0 aggregate memory h n).
Qed.
End hosts.

(** * What is summed, in assembly *)
Section macs.
Import stdpp.prelude Fairlead.Hosts.Joined Fairlead.Hosts.Macs.
Import Word_trusted Syntax_trusted State_trusted Flat_trusted Gcm_trusted.

(** What is summed of a message, [aes_macs], the assembly computes, of eight messages of 80 bytes at a time:
    [monitor_macs] said of the messages' bytes, with the number that [monitor_in_fl_host] is about. Called with the
    eleven round keys of the epoch [e] under the secret [x] at [k], the messages one behind the other at [a], and room
    for 128 bytes at [q], it returns, and has written these numbers there and nothing else. *)
Theorem monitor_in_fl_macs (round_keys : list Z → Z → list N) (x : list Z) (e : Z) (code : list flat) (g : env)
    (s : state) (k a q : N) :
  List.In code [Generated.clean_macs.code; Generated.shipped_macs.code] →
  let reg r := locs s (G r) in
  let in_region r b len :=
    (r_base (regions g r) <= b ∧ b + len <= r_base (regions g r) + r_size (regions g r) ∧
     r_base (regions g r) + r_size (regions g r) <= 2 ^ 64)%N in
  reg RDI = low 64 k → reg RSI = low 64 a → reg RDX = low 64 q →
  in_region 2%N k 176%N → in_region 3%N a 640%N → in_region 5%N q 128%N → r_writable (regions g 5%N) = true →
  length (round_keys x e) = 11%nat →
  (∀ i rk, nth_error (round_keys x e) i = Some rk → load (memory s) (k + 16 * N.of_nat i)%N 16 = rk) →
  ∃ s' steps pc seen,
    flat_steps g code steps 0 s = Some (pc, s', seen) ∧ nth_error code pc = Some FHalt ∧
    (∀ j, (j < 8)%nat →
      Z.of_N (load (memory s') (q + 16 * N.of_nat j)%N 16) =
        aes_macs round_keys x e (bytes_at (memory s) (a + 80 * N.of_nat j)%N 80)) ∧
    (∀ b, (b < q ∨ q + 128 <= b)%N → memory s' b = memory s b) ∧
    ∀ r, r ≠ V13 → locs s' (Lo r) = 0%N.
Proof. exact (macs_summed round_keys x e g s k a q code). Qed.
End macs.
