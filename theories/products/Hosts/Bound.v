(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What a host's chance is against the library over CBC-MAC.

    The library sums codes of messages of 80 bytes: CBC-MACs, under a cipher for each epoch that the secret gives. Were
    the ciphers random permutations, the bound for the model would be that for the library; so it grows by what the
      host,
    run against the model, tells the two apart. *)
From Coq Require Import QArith.
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Monitor.Consistency Require Import WellFormed.
From Fairlead.Monitor.Adversary Require Export Permutations.
From Fairlead.Monitor.Adversary Require Import KeyedSum.
From Fairlead.Monitor.Hash Require Import Counting Congruence RandomFunction Forgery Draws CbcMacBound.
From Fairlead.Hosts Require Export Reliable.
Import Fairlead.Monitor.Model.Monitor.
Local Open Scope Z_scope.

(** ** Messages as five blocks: a block is the number whose least significant byte comes first *)
Definition block (m : list Z) : N := Z.to_N (le_value m).
Definition blocks_of (m : list Z) : list N := (λ i, block (take 16 (drop (16 * i) m))) <$> seq 0 5.
Definition cbc (E : N → N) (m : list N) : N := foldl (λ o b, E (N.lxor o b)) 0%N m.
(** The number that is summed of the message [m] in epoch [e]. *)
Definition cbc_macs (cipher : list Z → Z → N → N) (x : list Z) (e : Z) (m : list Z) : Z :=
  Z.of_N (cbc (cipher x e) (blocks_of m)).

(** The same blocks for [Permutations.v]: numbers of 128 bits. *)
Definition zero128 : number128 := dexist 0%Z (conj (Z.le_refl 0) eq_refl).
Definition to_number (b : N) : number128 := default zero128 (number128_of (Z.of_N b)).
Definition five_blocks (hash : bytes → bytes) (y : element) : list number128 * number128 :=
  let l := to_number <$> blocks_of (zs (message hash y)) in (take 4 l, default zero128 (l !! 4%nat)).
(** The keyed function of a list of permutations, one for each epoch. *)
Definition over_permutations (hash : bytes → bytes) : list (list number128) → keys :=
  of_permutations numbers128 proj1_sig number_xor zero128 (five_blocks hash).

Lemma le_value_inj l : ∀ l', octets l → octets l' → length l = length l' → le_value l = le_value l' → l = l'.
Proof.
  induction l as [|z l IH]; intros [|z' l'] Hl Hl' Hlen; try done. cbn [le_value].
  apply Forall_cons in Hl as [Hz Hl], Hl' as [Hz' Hl']. injection Hlen as Hlen. intros Heq.
  assert (z = z' ∧ le_value l = le_value l') as [-> Hv].
  { pose proof (le_value_range l Hl). pose proof (le_value_range l' Hl'). lia. }
  f_equal. by apply IH.
Qed.
Lemma to_number_val b : (b < 2 ^ 128)%N → proj1_sig (to_number b) = Z.of_N b.
Proof.
  intros Hb. unfold to_number, number128_of. destruct (decide (0 ≤ Z.of_N b < 2 ^ 128)) as [H|H]; [done|].
  exfalso. apply H. lia.
Qed.
Lemma block_small m : octets m → len m ≤ 16 → (block m < 2 ^ 128)%N.
Proof.
  intros Hm Hl. unfold block. pose proof (le_value_range m Hm) as Hr.
  assert (2 ^ (8 * len m) ≤ 2 ^ 128) by (apply Z.pow_le_mono_r; lia). lia.
Qed.
Lemma block_inj m m' :
  octets m → octets m' → length m = length m' → len m ≤ 16 → to_number (block m) = to_number (block m') → m = m'.
Proof.
  intros Hm Hm' Hl Hs Heq. apply le_value_inj; [done|done|done|].
  apply (f_equal proj1_sig) in Heq. rewrite !to_number_val in Heq by (apply block_small; [done|unfold len in *; lia]).
  unfold block in Heq. pose proof (le_value_range m Hm). pose proof (le_value_range m' Hm'). lia.
Qed.
Lemma octets_part (n k : nat) m : octets m → octets (take n (drop k m)).
Proof. intros Hm. by apply Forall_take, Forall_drop. Qed.

Lemma five_blocks_inj hash y z :
  length (message hash y) = 80%nat → length (message hash z) = 80%nat →
  five_blocks hash y = five_blocks hash z → message hash y = message hash z.
Proof.
  intros Hy Hz Heq. unfold five_blocks, blocks_of in Heq. cbn [seq fmap list_fmap take lookup list_lookup default] in
    Heq.
  assert (∀ b, length b = 80%nat → zs b = take 16 (drop 0 (zs b)) ++ take 16 (drop 16 (zs b)) ++ take 16 (drop 32 (zs
    b))
    ++ take 16 (drop 48 (zs b)) ++ take 16 (drop 64 (zs b))) as Hsplit.
  { intros b Hb. rewrite drop_0.
    assert (length (zs b) = 80%nat) as Hzl by (unfold zs; by rewrite map_length).
    rewrite (take_ge (drop 64 (zs b)) 16) by (rewrite drop_length, Hzl; lia).
    change (drop 64 (zs b)) with (drop (48 + 16) (zs b)). rewrite <-drop_drop, take_drop.
    change (drop 48 (zs b)) with (drop (32 + 16) (zs b)). rewrite <-drop_drop, take_drop.
    change (drop 32 (zs b)) with (drop (16 + 16) (zs b)). rewrite <-drop_drop, take_drop. by rewrite take_drop. }
  assert (∀ k : nat, (k ≤ 64)%nat → to_number (block (take 16 (drop k (zs (message hash y))))) =
    to_number (block (take 16 (drop k (zs (message hash z))))) →
    take 16 (drop k (zs (message hash y))) = take 16 (drop k (zs (message hash z)))) as Hpart.
  { intros k Hk. apply block_inj; [apply octets_part, octets_zs|apply octets_part, octets_zs| |].
    - assert (∀ b, length b = 80%nat → length (zs b) = 80%nat) as Hzl by (intros b Hb; unfold zs; by rewrite
      map_length).
      by rewrite !take_length, !drop_length, !Hzl.
    - unfold len. rewrite take_length. lia. }
  assert (zs (message hash y) = zs (message hash z)) as Hzs.
  { rewrite (Hsplit _ Hy), (Hsplit _ Hz). injection Heq as H0 H1 H2 H3 H4.
    rewrite (Hpart 0%nat ltac:(lia) H0), (Hpart 16%nat ltac:(lia) H1), (Hpart 32%nat ltac:(lia) H2),
      (Hpart 48%nat ltac:(lia) H3), (Hpart 64%nat ltac:(lia) H4). done. }
  rewrite <-(as_bytes_zs (message hash y)), Hzs. by rewrite as_bytes_zs.
Qed.

Section bound.
  Context (hash : bytes → bytes) (Hhash : ∀ b, length (hash b) = 32%nat).
  Context (size threads deep : N) (top : value) (first : N) (Htop : value_wf top) (Hthreads : (threads ≤ 65536)%N).
  Context (h : fhost) (n : nat).
  Notation ideal := (ideal_config size threads deep Functions.standard top first (digest_of hash)).
  Notation l := (ideally hash size threads deep top first h n).
  Notation hashed := (hashed_elements size threads deep Functions.standard top first (digest_of hash) (replay l)
    (length l)).

  (** What the host makes the library hash has the widths that logs give. *)
  Lemma hashed_wf y : y ∈ hashed → element_wf y.
  Proof using Hhash Htop Hthreads.
    unfold hashed_elements, inputs. rewrite calls_replay.
    pose proof (events_wf ideal (λ v, Hhash _) Htop l) as Hev.
    assert (Forall (event_wf (acc:=_)) (events ideal init_monitor l)) as Hwf.
    { apply Hev. intros i en. apply fed_from_wf. }
    rewrite Forall_forall in Hwf. rewrite elem_of_app, !elem_of_list_omap. intros [(e&He&Ha)|(e&He&Ha)];
      destruct (Hwf e He) as (Hen & Hpre & _).
    - unfold ev_added, added in Ha. destruct (ev_entry e); try done. injection Ha as <-.
      destruct Hen as (? & ? & _ & ? & ?). by split_and!.
    - pose proof (events_tid _ _ _ _ He) as Htid.
      assert (t_self (ev_pre e) = ev_tid e) as Hself.
      { eapply (chain_self ideal (init_thread ideal)); [done|apply run_chain|done]. }
      assert (below 65536 (t_self (ev_pre e))) as Hbelow by (rewrite Hself; unfold below; cbn in Htid; lia).
      unfold ev_evicted, evicted in Ha. destruct (ev_entry e) as [| | |s t|s s2 t| | | |]; try done;
        (destruct (t_slots (ev_pre e) !! s) as [sl|] eqn:Es; [|done]); injection Ha as <-;
        destruct (Hpre _ _ Es) as [? ?]; unfold entry_wf in Hen; split_and!; try done; tauto.
  Qed.

  Theorem host_bound epochs :
    (∀ y, y ∈ hashed → (N.to_nat (el_epoch y) < epochs)%nat) →
    match find_collision hash size threads deep Functions.standard top first (replay l) (length l) with
    | Some (y, z) => el_value y ≠ el_value z ∧ digest_of hash (el_value y) = digest_of hash (el_value z)
    | None =>
        let bad := misleads hash size threads deep top first h n in
        let ciphers := draws epochs (orders numbers128) in
        (prob ciphers (λ ks, bad (over_permutations hash ks)) <= 1 # 2 ^ 85)%Q ∧
        ∀ (F : list Z → Z → list Z → Z) (secrets : list (list Z)),
          (prob secrets (λ x, bad (keys_of F hash x)) <=
            (1 # 2 ^ 85) + advantage secrets (keys_of F hash) (over_permutations hash <$> ciphers) bad)%Q
    end.
  Proof using Hhash Htop Hthreads.
    intros Hepochs. unfold find_collision. destruct (head _) as [[y z]|] eqn:Hh.
    - apply head_Some_elem_of, elem_of_list_filter in Hh as [Hc _]. unfold value_collision in Hc. cbn [fst snd] in Hc.
      by rewrite andb_true_iff, !bool_decide_eq_true in Hc.
    - apply head_None in Hh. destruct numbers_are_blocks as (Hnd & Hall & Hval & Hleft & Hright).
      assert (told_apart (five_blocks hash) size threads deep Functions.standard top first (digest_of hash) (replay l)
        (length l)) as Hapart.
      { intros y z Hy Hz He Heq.
        apply five_blocks_inj in Heq; [|by apply message_length; [|apply hashed_wf]..].
        destruct (message_injective hash y z Hhash (hashed_wf y Hy) (hashed_wf z Hz) He Heq) as [?|Hcol];
          [done|exfalso]. apply (not_elem_of_nil (y, z)). rewrite <-Hh. apply elem_of_list_filter.
        rewrite elem_of_pairs. unfold value_collision. by rewrite andb_true_iff, !bool_decide_eq_true. }
      assert (∀ y, y ∈ hashed → (N.to_nat (el_epoch y) < epochs)%nat ∧ length (five_blocks hash y).1 = 4%nat) as Hin
        by (intros y Hy; split; [by apply Hepochs|done]).
      cbv zeta. split.
      + exact (deception_bound_cbc numbers128 Hnd Hall proj1_sig Hval number_xor zero128 Hleft Hright
          (five_blocks hash) size threads deep Functions.standard top first (digest_of hash) (replay l) (length l)
            epochs
          Hapart Hin).
      + intros F secrets. exact (deception_bound_prp numbers128 Hnd Hall proj1_sig Hval number_xor zero128 Hleft Hright
          (five_blocks hash) size threads deep Functions.standard top first (digest_of hash) (replay l) (length l)
          secrets (keys_of F hash) epochs Hapart Hin).
  Qed.
End bound.
