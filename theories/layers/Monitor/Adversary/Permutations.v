(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The monitor over CBC-MAC: each epoch has a secret permutation of blocks of its own, and what is summed of an element
is the code of a message of five blocks. What a host's chance is in the monitor's whole life, if the permutations are
random ones. *)
From Coq Require Import QArith.
From Fairlead.Monitor.Adversary Require Export Messages.
From Fairlead.Monitor.Adversary Require Import KeyedSum.
From Fairlead.Monitor.Hash Require Import Counting Congruence RandomFunction Collision Forgery Draws CbcMacBound.
From Fairlead.Monitor.Hash Require Accumulator.
Local Open Scope Z_scope.

(** An event of one of the keys is as likely as it is of a key by itself. *)
Lemma count_nth {A} (n e : nat) (space : list A) (d : A) (P : A → bool) :
  (e < n)%nat → count (λ l, P (nth e l d)) (draws n space) * size space = count P space * size (draws n space).
Proof.
  revert e; induction n as [|n IH]; intros e He; [lia|]. rewrite count_draws, size_draws. destruct e as [|e]; cbn [nth].
  - rewrite (total_ext _ (λ x, size (draws n space) * (if P x then 1 else 0))).
    + rewrite total_scale, <-count_total. ring.
    + intros x _. rewrite count_total, total_const. lia.
  - rewrite total_const. specialize (IH e ltac:(lia)). rewrite IH. ring.
Qed.
Lemma prob_nth {A} (n e : nat) (space : list A) (d : A) (P : A → bool) :
  (e < n)%nat → space ≠ [] → (prob (draws n space) (λ l, P (nth e l d)) == prob space P)%Q.
Proof.
  intros He Hs. pose proof (count_nth n e space d P He) as Hc. pose proof (space_pos space Hs). pose proof (draws_pos
      n space Hs).
  unfold prob. revert Hc. generalize (count (λ l, P (nth e l d)) (draws n space)), (count P space).
  intros a b Hc. assert (inject_Z a * inject_Z (size space) == inject_Z b * inject_Z (size (draws n space)))%Q as Hq
    by (rewrite <-!inject_Z_mult, Hc; apply Qeq_refl).
  assert (¬ inject_Z (size space) == 0)%Q by (intros E; unfold Qeq in E; simpl in E; lia).
  assert (¬ inject_Z (size (draws n space)) == 0)%Q by (intros E; unfold Qeq in E; simpl in E; lia).
  setoid_replace (inject_Z b)%Q with (inject_Z a * inject_Z (size space) / inject_Z (size (draws n space)))%Q.
  - field. done.
  - rewrite Hq. field. done.
Qed.

(** The sums that agree are of as many elements, fewer than [2^32]. *)
Lemma deceives_counts size threads deep A top first H h n f :
  deceives size threads deep A top first H h n f = true →
  let m := run (ideal_config size threads deep A top first H) init_monitor (calls (ideal_config size threads deep A
      top first H) h n) in
  let E := events (ideal_config size threads deep A top first H) init_monitor (calls (ideal_config size threads deep
      A top first H) h n) in
  let e := next_to_certify (ideal_config size threads deep A top first H) m in
  (N.of_nat (length (adds_in e E)) < limit32)%N ∧ length (adds_in e E) = length (evicts_in e E).
Proof.
  intros Hd m E e. set (ideal := ideal_config size threads deep A top first H) in *.
  pose proof (run_accounts ideal (calls ideal h n)) as Hacc. fold m E in Hacc.
  unfold deceives, deceived in Hd. fold ideal m e in Hd. change (Config size threads deep A top first H free) with
      ideal in Hd.
  fold m e in Hd.
  apply andb_true_iff in Hd as [[Hc _]%andb_true_iff Hreal].
  pose proof (complete_published _ _ _ _ Hacc Hc) as Hpub.
  pose proof (ac_sum_added _ _ _ Hacc e) as Ha. pose proof (ac_sum_evicted _ _ _ Hacc e) as Hv.
  rewrite Hpub in Ha, Hv. unfold agree in Hreal.
  rewrite (map_aggregate_of free (keyed_sum f) (sum_of f) (sum_of_zero f)) in Hreal.
  change (Config size threads deep A top first H free) with ideal in Hreal.
  cbn [map_aggregate map_tally a_added a_evicted t_sum t_count] in Hreal. rewrite Ha, Hv in Hreal.
  cbn [tally_of t_sum t_count] in Hreal.
  apply andb_true_iff in Hreal as [[_ Hn%bool_decide_eq_true]%andb_true_iff Hl%bool_decide_eq_true].
  split; [done|]. by apply (inj N.of_nat).
Qed.

Section permutations.
  Context {B : Type} `{EqDecision B} (blocks : list B) (Hblocks : NoDup blocks) (Hall : ∀ b, b ∈ blocks).
  Context (val : B → Z) (Hval : val <$> blocks ≡ₚ residues (2 ^ 128)).
  Context (xor : B → B → B) (zero : B).
  Context (xor_left : ∀ a b c, xor a b = xor a c → b = c) (xor_right : ∀ a b c, xor a c = xor b c → a = b).
  Context (φ : element → list B * B).
  Context (size threads deep : N) (A : application) (top : value) (first : N) (H : value → bytes) (h : host) (n : nat).
  Notation hashed := (hashed_elements size threads deep A top first H h n).

  (** The keyed function that a list of permutations is: the [e]th one is the key of epoch [e]. *)
  Definition of_permutations (ks : list (list B)) : keys :=
    λ x, mac blocks val xor zero (nth x.1 ks []) (φ x.2).
  Definition cheats (f : keys) : bool := deceives size threads deep A top first H h n f.

  Theorem deception_bound_cbc (epochs : nat) :
    told_apart φ size threads deep A top first H h n →
    (∀ x, x ∈ hashed → (N.to_nat (el_epoch x) < epochs)%nat ∧ length (φ x).1 = 4%nat) →
    (prob (draws epochs (orders blocks)) (λ ks, cheats (of_permutations ks)) <= 1 # 2 ^ 85)%Q.
  Proof using Hblocks Hall Hval xor_left xor_right.
    intros Hapart Hin. set (P := λ ks, cheats (of_permutations ks)).
    assert (orders blocks ≠ []) as Hspace.
    { intros Hnil. assert (blocks ∈ orders blocks) as Hb by (by apply elem_of_orders). rewrite Hnil in Hb. by apply
        elem_of_nil in Hb. }
    assert (∀ Q, Q = true ∨ Q = false) as Hcase by (intros []; tauto).
    destruct (existsb P (draws epochs (orders blocks))) eqn:Hex.
    2:{ apply prob_le; [intros Hnil; pose proof (draws_pos epochs _ Hspace) as Hp; rewrite Hnil in Hp; done|].
        rewrite (count_ext _ (λ _, false)); [rewrite count_false; pose proof (size_nonneg (draws epochs (orders
            blocks))); lia|].
        intros ks Hks. apply not_true_iff_false. intros HP. apply not_true_iff_false in Hex. apply Hex, existsb_exists.
        exists ks. by rewrite <-elem_of_list_In. }
    apply existsb_exists in Hex as (ks0&_&HP0).
    destruct (inputs_domain size threads deep A top first H h n) as (epochs'&dom'&_&Hdom').
    pose proof (λ f, deceives_comparison size threads deep A top first H h n f epochs' dom' Hdom') as Hq.
    pose proof (deceives_counts size threads deep A top first H h n) as Hcounts.
    cbv zeta in Hq, Hcounts. set (E := events _ _ _) in Hq, Hcounts. set (e := next_to_certify _ _) in Hq, Hcounts.
    set (l := adds_in e E) in Hq, Hcounts. set (k := evicts_in e E) in Hq, Hcounts.
    destruct (Hq _ HP0) as (_&Hne%bool_decide_eq_false&_). destruct (Hcounts _ HP0) as [Hl Hlk]. cbn [added evicted]
        in Hne.
    assert (∀ x, x ∈ l ++ k → el_epoch x = e ∧ x ∈ hashed) as Hboth.
    { intros x [Hx|Hx]%elem_of_app; apply elem_of_in_epoch in Hx as [<- Hx]; (split; [done|]);
        unfold hashed_elements, inputs; apply elem_of_app; [by left|by right]. }
    assert (N.to_nat e < epochs)%nat as He.
    { destruct (l ++ k) as [|x r] eqn:Hnil.
      - apply app_nil in Hnil as [E1 E2]. by rewrite E1, E2 in Hne.
      - destruct (Hboth x) as [<- Hx]; [left|]. by apply Hin. }
    eapply Qle_trans; [|apply (cbc_mac_bound blocks Hblocks Hall val Hval xor zero xor_left xor_right (φ <$> l) (φ
        <$> k))].
    - rewrite <-(prob_nth epochs (N.to_nat e) (orders blocks) [] _ He Hspace). unfold prob, Qdiv.
      apply Qmult_le_compat_r.
      + rewrite <-Zle_Qle. apply count_mono. intros ks _ HP. destruct (Hq _ HP) as (Hcert&_). revert Hcert.
        unfold certifies, same_hash. cbn [epoch added evicted]. rewrite !bool_decide_eq_true,
            !Accumulator.hash_sum_count, !fmap_length.
        change Accumulator.hash_bits with 128.
        assert (∀ l0 : list element, Accumulator.prf_sum (λ x, of_permutations ks (N.to_nat e, x)) l0 =
          Accumulator.prf_sum (mac blocks val xor zero (nth (N.to_nat e) ks [])) (φ <$> l0)) as Hsum.
        { induction l0 as [|x l0 IH]; [done|]. unfold Accumulator.prf_sum in *. cbn [fmap list_fmap foldr]. by
            rewrite IH. }
        by rewrite !Hsum.
      + apply Qinv_le_0_compat. change 0%Q with (inject_Z 0). rewrite <-Zle_Qle. apply size_nonneg.
    - intros m. rewrite <-fmap_app. intros (x&->&[_ Hx]%Hboth)%elem_of_list_fmap. by apply Hin.
    - rewrite fmap_length. unfold limit32 in Hl. lia.
    - rewrite fmap_length, <-Hlk. unfold limit32 in Hl. lia.
    - intros Hp. apply Hne, permutation_multiplicity. intros x. destruct (decide (x ∈ l ++ k)) as [Hx|Hx].
      + assert (∀ y, y ∈ l ++ k → φ y = φ x → y = x) as Hinj.
        { intros y Hy. destruct (Hboth y Hy), (Hboth x Hx). apply Hapart; [done|done|congruence]. }
        rewrite <-(multiplicity_map φ l x), <-(multiplicity_map φ k x).
        * by apply permutation_multiplicity.
        * intros y Hy. apply Hinj, elem_of_app. by right.
        * intros y Hy. apply Hinj, elem_of_app. by left.
      + apply not_elem_of_app in Hx as [? ?]. by rewrite !multiplicity_not_elem.
  Qed.

  (** With real ciphers for the permutations: the host is the distinguisher. *)
  Corollary deception_bound_prp {K} (secrets : list K) (F : K → keys) (epochs : nat) :
    told_apart φ size threads deep A top first H h n →
    (∀ x, x ∈ hashed → (N.to_nat (el_epoch x) < epochs)%nat ∧ length (φ x).1 = 4%nat) →
    (prob secrets (λ k, cheats (F k))
      <= (1 # 2 ^ 85) + advantage secrets F (of_permutations <$> draws epochs (orders blocks)) cheats)%Q.
  Proof using Hblocks Hall Hval xor_left xor_right.
    intros Hapart Hin. apply (prob_advantage secrets F _ cheats). eapply Qle_trans; [|by apply (deception_bound_cbc
        epochs)].
    unfold prob. rewrite count_fmap. unfold Counting.size. rewrite fmap_length. apply Qle_refl.
  Qed.
End permutations.
