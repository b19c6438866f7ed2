(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What the threads share: per epoch an account of both sums, and which threads have published theirs. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Refinement Require Export Arguments.
Local Open Scope Z_scope.

Record faccount := FAccount {
  c_low : Z; c_high : Z;                    (* the sum of what was added *)
  c_low_out : Z; c_high_out : Z;            (* and of what was evicted *)
  c_count : Z; c_count_out : Z; c_done : Z; c_who : list Z }.
Record faggregate := FAggregate { g_threads : Z; g_certified : Z; g_broken : bool; g_accounts : list faccount }.
Global Instance faccount_inhabited : Inhabited faccount := populate (FAccount 0 0 0 0 0 0 0 []).

(** ** Values of the language *)
Local Notation value := (val fl_point).
Notation vsum low high := (VRecord [VInt low; VInt high]) (only parsing).
Definition vaccount (c : faccount) : value :=
  VRecord [vsum (c_low c) (c_high c); vsum (c_low_out c) (c_high_out c); VInt (c_count c); VInt (c_count_out c);
           VInt (c_done c); VArray (map VInt (c_who c))].
Definition vaggregate (g : faggregate) : value :=
  VRecord [VInt (g_threads g); VInt (g_certified g); VBool (g_broken g); VArray (map vaccount (g_accounts g))].

(** An account in which nothing is. *)
Definition no_account : faccount := FAccount 0 0 0 0 0 0 0 (replicate (N.to_nat 8192) 0).
Definition new_aggregate (threads first : Z) : faggregate :=
  FAggregate threads first false (replicate (N.to_nat 8) no_account).

(** The account of epoch [e]. *)
Definition account_at (g : faggregate) (e : Z) : faccount := g_accounts g !!! Z.to_nat (e mod 8).
Definition with_account (g : faggregate) (e : Z) (c : faccount) : faggregate :=
  FAggregate (g_threads g) (g_certified g) (g_broken g) (<[Z.to_nat (e mod 8) := c]> (g_accounts g)).

(** ** Which threads have published *)
Definition published (c : faccount) (i : Z) : bool := Z.testbit (c_who c !!! Z.to_nat (i / 8)) (i mod 8).
Definition count_in (n : Z) (P : Z → bool) : Z := len (filter (λ i, P i = true) (seqZ 0 n)).
Definition count (P : Z → bool) : Z := count_in SLOTS P.
Definition marked (who : list Z) (i : Z) : list Z :=
  <[Z.to_nat (i / 8) := Z.lor (who !!! Z.to_nat (i / 8)) (2 ^ (i mod 8))]> who.

Lemma shifted_one k : 0 ≤ k < 8 → wrap W8 (Z.shiftl 1 k) = 2 ^ k.
Proof.
  intros Hk. rewrite Z.shiftl_1_l. apply wrap_ok. unfold limit, bits.
  split; [apply Z.pow_nonneg; lia|]. apply Z.pow_lt_mono_r; lia.
Qed.
Lemma land_bit a k : 0 ≤ k → (Z.land a (2 ^ k) =? 0) = negb (Z.testbit a k).
Proof.
  intros Hk. destruct (Z.testbit a k) eqn:E; cbn [negb].
  - apply Z.eqb_neq. intros H0. apply (f_equal (λ z, Z.testbit z k)) in H0.
    rewrite Z.land_spec, E, Z.pow2_bits_true, Z.bits_0 in H0 by lia. done.
  - apply Z.eqb_eq. apply Z.bits_inj'. intros j Hj. rewrite Z.land_spec, Z.bits_0.
    destruct (decide (j = k)) as [->|]; [by rewrite E|]. rewrite Z.pow2_bits_false by lia. by rewrite andb_false_r.
Qed.
Lemma lor_octet a k : 0 ≤ a < 256 → 0 ≤ k < 8 → 0 ≤ Z.lor a (2 ^ k) < 256.
Proof.
  intros Ha Hk. assert (0 < 2 ^ k) by (apply Z.pow_pos_nonneg; lia).
  assert (0 ≤ Z.lor a (2 ^ k)) by (apply Z.lor_nonneg; lia). split; [done|].
  destruct (decide (Z.lor a (2 ^ k) = 0)) as [->|]; [lia|]. change 256 with (2 ^ 8). apply Z.log2_lt_pow2; [lia|].
  rewrite Z.log2_lor, Z.log2_pow2 by lia. destruct (decide (a = 0)) as [->|]; [cbn; lia|].
  assert (Z.log2 a < 8) by (apply Z.log2_lt_pow2; lia). lia.
Qed.
Lemma octets_marked who i : octets who → 0 ≤ i → octets (marked who i).
Proof.
  intros Ho Hi. apply Forall_insert; [done|]. apply lor_octet; [apply (byte_range who (i / 8) Ho)|].
  apply Z.mod_pos_bound. lia.
Qed.
(** Thread [i] has published now; of the others the same is so as before. *)
Lemma published_marked c who' i j :
  c_who c = marked who' i → len who' = 8192 → 0 ≤ i < SLOTS → 0 ≤ j →
  published c j = (j =? i) || Z.testbit (who' !!! Z.to_nat (j / 8)) (j mod 8).
Proof.
  intros Hw Hl Hi Hj. unfold published. rewrite Hw. unfold marked, len in *.
  pose proof (Z.mod_pos_bound i 8 ltac:(lia)). pose proof (Z.mod_pos_bound j 8 ltac:(lia)).
  pose proof (Z.div_mod i 8 ltac:(lia)). pose proof (Z.div_mod j 8 ltac:(lia)).
  assert (0 ≤ i / 8) by (apply Z.div_pos; lia). assert (0 ≤ j / 8) by (apply Z.div_pos; lia).
  destruct (decide (i / 8 = j / 8)) as [Hd|Hd].
  - rewrite Hd, list_lookup_total_insert by lia. rewrite Z.lor_spec. rewrite orb_comm. f_equal.
    destruct (Z.eqb_spec j i) as [->|Hne]; [apply Z.pow2_bits_true; lia|]. apply Z.pow2_bits_false. lia.
  - rewrite list_lookup_total_insert_ne by lia. destruct (Z.eqb_spec j i) as [->|]; [lia|done].
Qed.

Lemma filter_same (P P' : Z → bool) (l : list Z) :
  (∀ j, j ∈ l → P' j = P j) → filter (λ i, P' i = true) l = filter (λ i, P i = true) l.
Proof.
  induction l as [|x l IH]; intros Heq; [done|]. rewrite !filter_cons. rewrite (Heq x) by left.
  rewrite IH by (intros; apply Heq; by right). done.
Qed.
Lemma filter_set (P P' : Z → bool) i (l : list Z) :
  NoDup l → i ∈ l → P i = false → P' i = true → (∀ j, j ≠ i → P' j = P j) →
  len (filter (λ i, P' i = true) l) = len (filter (λ i, P i = true) l) + 1.
Proof.
  intros Hnd Hi HP HP' Heq. induction Hnd as [|x l Hx Hnd IH]; [by apply elem_of_nil in Hi|].
  rewrite !filter_cons. destruct (decide (x = i)) as [->|Hne].
  - rewrite decide_True by done. rewrite decide_False by (by rewrite HP). rewrite len_cons.
    rewrite (filter_same P P'); [lia|]. intros j Hj. apply Heq. by intros ->.
  - apply elem_of_cons in Hi as [?|Hi]; [done|]. specialize (IH Hi). rewrite (Heq x) by done.
    case_decide; rewrite ?len_cons; lia.
Qed.
Lemma count_in_set n (P P' : Z → bool) i :
  0 ≤ i < n → P i = false → P' i = true → (∀ j, 0 ≤ j → j ≠ i → P' j = P j) → count_in n P' = count_in n P + 1.
Proof.
  intros Hi HP HP' Heq. unfold count_in.
  rewrite <-(filter_set P (λ j, if 0 <=? j then P' j else P j) i (seqZ 0 n)).
  - f_equal. apply filter_same. intros j Hj%elem_of_seqZ. by rewrite (proj2 (Z.leb_le 0 j)) by lia.
  - apply NoDup_seqZ.
  - apply elem_of_seqZ. lia.
  - done.
  - by rewrite (proj2 (Z.leb_le 0 i)) by lia.
  - intros j Hne. destruct (Z.leb_spec 0 j); [by apply Heq|done].
Qed.
Lemma count_in_range n P : 0 ≤ n → 0 ≤ count_in n P ≤ n.
Proof.
  intros Hn. unfold count_in, len. pose proof (filter_length (λ i, P i = true) (seqZ 0 n)) as H.
  rewrite seqZ_length in H. lia.
Qed.
Lemma filter_none (P : Z → bool) (l : list Z) : (∀ j, j ∈ l → P j = false) → filter (λ i, P i = true) l = [].
Proof.
  induction l as [|x l IH]; intros HP; [done|]. rewrite filter_cons, (HP x) by left.
  rewrite decide_False by done. apply IH. intros j Hj. apply HP. by right.
Qed.
Lemma count_in_none n P : (∀ j, 0 ≤ j < n → P j = false) → count_in n P = 0.
Proof. intros HP. unfold count_in. rewrite filter_none; [done|]. intros j Hj%elem_of_seqZ. apply HP. lia. Qed.
(** If none from [n] on is in, and [n] are, all below are. *)
Lemma count_in_all m P n i :
  (∀ j, n ≤ j < m → P j = false) → 0 ≤ n ≤ m → count_in m P = n → 0 ≤ i < n → P i = true.
Proof.
  intros Hn Hr Hc Hi. destruct (P i) eqn:E; [done|exfalso]. unfold count_in in Hc.
  replace m with (n + (m - n)) in Hc by lia. rewrite seqZ_app in Hc by lia.
  assert (filter (λ i, P i = true) (seqZ (0 + n) (m - n)) = []) as Hnil.
  { apply filter_none. intros j Hj%elem_of_seqZ. apply Hn. lia. }
  rewrite list.filter_app, Hnil, app_nil_r in Hc.
  assert (length (filter (λ i, P i = true) (seqZ 0 n)) < length (seqZ 0 n))%nat as Hlt.
  { apply (filter_length_lt _ _ i); [apply elem_of_seqZ; lia|by rewrite E]. }
  rewrite seqZ_length in Hlt. unfold len in Hc. lia.
Qed.
Lemma count_set (P P' : Z → bool) i :
  0 ≤ i < SLOTS → P i = false → P' i = true → (∀ j, 0 ≤ j → j ≠ i → P' j = P j) → count P' = count P + 1.
Proof. apply count_in_set. Qed.
Lemma count_range P : 0 ≤ count P ≤ SLOTS.
Proof. by apply count_in_range. Qed.
Lemma count_all P n i :
  (∀ j, n ≤ j < SLOTS → P j = false) → 0 ≤ n ≤ SLOTS → count P = n → 0 ≤ i < n → P i = true.
Proof. apply count_in_all. Qed.
Lemma count_zero P : (∀ j, 0 ≤ j < SLOTS → P j = false) → count P = 0.
Proof. apply count_in_none. Qed.
Global Opaque count.

(** ** The invariant *)
Definition account_ok (c : faccount) : Prop :=
  0 ≤ c_low c < 2 ^ 64 ∧ 0 ≤ c_high c < 2 ^ 64 ∧ 0 ≤ c_low_out c < 2 ^ 64 ∧ 0 ≤ c_high_out c < 2 ^ 64 ∧
  0 ≤ c_count c ≤ c_done c * 2 ^ 32 ∧ 0 ≤ c_count_out c ≤ c_done c * 2 ^ 32 ∧
  (octets (c_who c) ∧ len (c_who c) = 8192) ∧ c_done c = count (published c).
(** An epoch that a thread has published is not the last that there can be. *)
Definition aggregate_ok (g : faggregate) : Prop :=
  0 ≤ g_threads g < 2 ^ 32 ∧ 0 ≤ g_certified g < 2 ^ 64 ∧ len (g_accounts g) = 8 ∧
  Forall account_ok (g_accounts g) ∧
  ∀ e, g_certified g ≤ e < g_certified g + 8 → c_done (account_at g e) ≠ 0 → e < 2 ^ 64 - 1.

Lemma account_range c : account_ok c → 0 ≤ c_done c ≤ SLOTS.
Proof. intros (_&_&_&_&_&_&_&->). apply count_range. Qed.
Lemma account_at_ok g e : aggregate_ok g → account_ok (account_at g e).
Proof.
  intros (_&_&Hl&Hc&_). unfold account_at, len in *. pose proof (Z.mod_pos_bound e 8 ltac:(lia)).
  apply (Forall_lookup_total_1 _ _ _ Hc). lia.
Qed.
Lemma account_same g e c : len (g_accounts g) = 8 → account_at (with_account g e c) e = c.
Proof.
  intros Hl. unfold account_at, with_account, len in *. cbn. pose proof (Z.mod_pos_bound e 8 ltac:(lia)).
  apply list_lookup_total_insert. lia.
Qed.
(** Epochs of one window have different accounts. *)
Lemma account_other g b e e' c :
  0 ≤ b → b ≤ e < b + 8 → b ≤ e' < b + 8 → e ≠ e' → account_at (with_account g e c) e' = account_at g e'.
Proof.
  intros Hb He He' Hne. unfold account_at, with_account. cbn.
  pose proof (Z.mod_pos_bound e 8 ltac:(lia)). pose proof (Z.mod_pos_bound e' 8 ltac:(lia)).
  pose proof (Z.div_mod e 8 ltac:(lia)). pose proof (Z.div_mod e' 8 ltac:(lia)).
  apply list_lookup_total_insert_ne. lia.
Qed.
Lemma published_none i : 0 ≤ i < SLOTS → published no_account i = false.
Proof.
  intros Hi. unfold published, no_account. cbn [c_who].
  assert (i / 8 < 8192) by (apply Z.div_lt_upper_bound; lia). assert (0 ≤ i / 8) by (apply Z.div_pos; lia).
  rewrite lookup_total_replicate_2 by lia. apply Z.bits_0.
Qed.
Lemma count_none : count (published no_account) = 0.
Proof. apply count_zero, published_none. Qed.
Lemma no_account_ok : account_ok no_account.
Proof.
  unfold account_ok. rewrite count_none. unfold no_account; cbn [c_low c_high c_low_out c_high_out c_count
    c_count_out c_done c_who]. split_and!; try lia.
  - apply Forall_replicate. lia.
  - unfold len. rewrite replicate_length, N_nat_Z. done.
Qed.
Lemma new_aggregate_ok threads first : 0 ≤ threads < 2 ^ 32 → 0 ≤ first < 2 ^ 64 →
  aggregate_ok (new_aggregate threads first).
Proof.
  intros Ht Hf. unfold aggregate_ok, new_aggregate. cbn [g_threads g_certified g_accounts]. split_and!; try lia.
  - done.
  - apply Forall_replicate, no_account_ok.
  - intros e He Hd. exfalso. apply Hd. unfold account_at. cbn [g_accounts].
    pose proof (Z.mod_pos_bound e 8 ltac:(lia)). rewrite lookup_total_replicate_2 by lia. done.
Qed.

(** Values folded again after a write. *)
Lemma fold_accounts (l : list faccount) i c : <[i := vaccount c]> (map vaccount l) = map vaccount (<[i := c]> l).
Proof. symmetry. apply (list_fmap_insert vaccount). Qed.
Ltac fl_fold_account :=
  match goal with
  | |- context [VRecord [VRecord [VInt ?a; VInt ?b]; VRecord [VInt ?c; VInt ?d]; VInt ?e; VInt ?f; VInt ?n;
                         VArray (map VInt ?w)]] =>
      change (VRecord [VRecord [VInt a; VInt b]; VRecord [VInt c; VInt d]; VInt e; VInt f; VInt n; VArray (map VInt w)])
        with (vaccount (FAccount a b c d e f n w))
  | |- context [<[_ := vaccount _]> (map vaccount _)] => rewrite fold_accounts
  | |- context [VRecord [VInt ?a; VInt ?b; VBool ?c; VArray (map vaccount ?l)]] =>
      change (VRecord [VInt a; VInt b; VBool c; VArray (map vaccount l)]) with (vaggregate (FAggregate a b c l))
  end.
Ltac fl_conditions_of_accounts :=
  repeat first [fl_norm | fl_trap | progress fl_compute | progress fl_fold | fl_fold_ints | fl_fold_account | fl_known
    | fl_side].
Ltac fl_conditions ::= fl_conditions_of_accounts.

Section aggregate.
  Context (external : nat → list data → option (list data * data)).
  Local Notation calls := (calls Q external).

  (** Whatever there was before. *)
  Lemma init_aggregate_calls (memory : value) threads first :
    calls fn_init_aggregate [memory; VInt threads; VInt first] unit_value
      [vaggregate (new_aggregate threads first); VInt threads; VInt first].
  Proof. fl_function. fl_walk. Qed.
End aggregate.
