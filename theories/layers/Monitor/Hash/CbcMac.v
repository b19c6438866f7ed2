(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** CBC-MAC in this use: of a secret permutation, one fixed linear combination of the codes of messages of one length is
compared with 0, once. Nobody sees a code. So it does not matter that two codes may collide somewhere: what counts is
whether the last input of one message, with a coefficient that is not 0, is an input of the permutation elsewhere. If
    it is
not, the value there can be exchanged with any that is not in use, and nothing else changes. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Monitor.Hash Require Import Counting Congruence Exchange.
Local Open Scope Z_scope.

Lemma count_existsb {A I} (P : I → A → bool) (l : list I) (space : list A) :
  count (λ k, existsb (λ i, P i k) l) space ≤ total (λ i, count (P i) space) l.
Proof.
  induction l as [|i l IH]; [cbn [existsb]; rewrite count_false; done|]. rewrite total_cons. cbn [existsb].
  etrans; [apply (count_orb (P i))|lia].
Qed.

Lemma total_perm {A} (F : A → Z) (l l' : list A) : l ≡ₚ l' → total F l = total F l'.
Proof. induction 1; rewrite ?total_cons; lia. Qed.
Lemma count_perm {A} (P : A → bool) (l l' : list A) : l ≡ₚ l' → count P l = count P l'.
Proof. rewrite !count_total. apply total_perm. Qed.

Section cbc.
  Context {B : Type} `{EqDecision B} (blocks : list B) (Hblocks : NoDup blocks) (Hall : ∀ b, b ∈ blocks).
  Context {K : Type} `{EqDecision K} (secrets : list K) (Hsecrets : NoDup secrets).
  Context (E : K → B → B) (E_inj : ∀ k x y, k ∈ secrets → E k x = E k y → x = y).
  Context (swap : B → B → K → K).
  Context (swap_E : ∀ a b k x, k ∈ secrets → E (swap a b k) x = exchange a b (E k x)).
  Context (swap_in : ∀ a b k, k ∈ secrets → swap a b k ∈ secrets).
  Context (swap_back : ∀ a b k, swap b a (swap a b k) = k).
  Context (xor : B → B → B) (zero : B).
  Context (xor_left : ∀ a b c, xor a b = xor a c → b = c) (xor_right : ∀ a b c, xor a c = xor b c → a = b).

  (** A message: the blocks before its last one, and that. *)
  Notation message := (list B * B)%type.
  Definition chained (k : K) (m : list B) : B := foldl (λ o b, E k (xor o b)) zero m.
  Definition input (k : K) (m : message) : B := xor (chained k m.1) m.2.
  Definition code (k : K) (m : message) : B := E k (input k m).

  Fixpoint beginnings_from (before m : list B) : list message :=
    match m with [] => [] | b :: m => (before, b) :: beginnings_from (before ++ [b]) m end.
  (** The messages that others of these blocks begin with. *)
  Definition beginnings (m : list B) : list message := beginnings_from [] m.

  Lemma chained_snoc k m b : chained k (m ++ [b]) = code k (m, b).
  Proof. unfold chained, code, input. by rewrite foldl_app. Qed.
  Lemma beginnings_snoc m b : beginnings (m ++ [b]) = beginnings m ++ [(m, b)].
  Proof.
    assert (∀ before, beginnings_from before (m ++ [b]) = beginnings_from before m ++ [(before ++ m, b)]) as Hgen;
        [|apply Hgen].
    induction m as [|c m IH]; intros before; cbn; [by rewrite app_nil_r|]. f_equal. rewrite IH. by rewrite <-app_assoc.
  Qed.
  Lemma beginnings_length m : length (beginnings m) = length m.
  Proof.
    induction m as [|b m IH] using rev_ind; [done|]. rewrite beginnings_snoc, !app_length, IH. done.
  Qed.
  Lemma beginnings_shorter m r : r ∈ beginnings m → (length r.1 < length m)%nat ∧ ∃ rest, m = r.1 ++ r.2 :: rest.
  Proof.
    induction m as [|b m IH] using rev_ind; [by intros ?%elem_of_nil|].
    rewrite beginnings_snoc, elem_of_app, elem_of_list_singleton, app_length. cbn [length].
    intros [[Hl [rest ->]]%IH| ->].
    - split; [lia|]. exists (rest ++ [b]). by rewrite <-app_assoc.
    - cbn [fst snd]. split; [lia|]. by exists [].
  Qed.

  Lemma chained_stays k k' m :
    (∀ r, r ∈ beginnings m → E k' (input k r) = E k (input k r)) →
    chained k' m = chained k m ∧ ∀ r, r ∈ beginnings m → input k' r = input k r.
  Proof.
    induction m as [|b m IH] using rev_ind; intros Hm.
    { split; [done|]. by intros r ?%elem_of_nil. }
    destruct IH as [Hc Hr].
    { intros r Hr. apply Hm. rewrite beginnings_snoc, elem_of_app. by left. }
    assert (input k' (m, b) = input k (m, b)) as Hin by (unfold input; cbn [fst snd]; by rewrite Hc).
    split.
    - rewrite !chained_snoc. unfold code. rewrite Hin. apply Hm. rewrite beginnings_snoc, elem_of_app. right. left.
    - intros r. rewrite beginnings_snoc, elem_of_app, elem_of_list_singleton. intros [?| ->]; [by apply Hr|done].
  Qed.

  Lemma swap_off k x y s (used : list B) :
    k ∈ secrets → x ∉ used → y ∉ E k <$> used → s ∈ used → E (swap (E k x) y k) s = E k s.
  Proof using E_inj swap_E.
    intros Hk Hx Hy Hs. rewrite swap_E by done. unfold exchange. case_decide as H1; [by apply E_inj in H1 as ->|].
    case_decide as H2; [|done]. exfalso. apply Hy, elem_of_list_fmap. by exists s.
  Qed.
  Lemma swap_on k x y : k ∈ secrets → E (swap (E k x) y k) x = y.
  Proof using swap_E. intros Hk. rewrite swap_E by done. unfold exchange. by rewrite decide_True. Qed.

  Lemma count_one (P : B → bool) : (∀ y z, P y = true → P z = true → y = z) → count P blocks ≤ 1.
  Proof using Hblocks.
    intros HP. unfold count, size. apply (inj_le _ 1). destruct (List.filter P blocks) as [|y [|z l]] eqn:Hf; cbn
        [length]; [lia|lia|].
    exfalso. assert (NoDup (y :: z :: l)) as Hnd.
    { rewrite <-Hf. by apply NoDup_ListNoDup, List.NoDup_filter, NoDup_ListNoDup. }
    assert (∀ w, In w (y :: z :: l) → P w = true) as Hin by (intros w; rewrite <-Hf, filter_In; tauto).
    apply NoDup_cons in Hnd as [Hy _]. apply Hy. rewrite (HP y z); [left|apply Hin; by left|apply Hin; right; by left].
  Qed.

  (** How often two different messages, of at most [n] blocks before the last, have one last input: [near n] times as
  often as a value is guessed. *)
  Fixpoint near (n : nat) : Z := match n with O => 0 | S n => 1 + (2 * Z.of_nat n + 1) * near n end.
  Lemma near_nonneg n : 0 ≤ near n.
  Proof. induction n; cbn [near]; lia. Qed.

  Definition meet (m m' : message) (k : K) : bool := bool_decide (input k m = input k m').

  Theorem meeting_bound n q : ∀ m m',
    2 * Z.of_nat n ≤ q + 1 → q ≤ size blocks →
    (length m.1 ≤ n)%nat → (length m'.1 ≤ n)%nat → m ≠ m' →
    count (meet m m') secrets * (size blocks - q) ≤ near n * size secrets.
  Proof using All.
    induction n as [|n IH]; intros m m' Hq Hqs Hm Hm' Hne.
    { destruct m as [[|] b], m' as [[|] c]; cbn in Hm, Hm'; try lia. rewrite (count_ext _ (λ _, false)).
      - rewrite count_false. pose proof (size_nonneg secrets). cbn [near]. lia.
      - intros k _. unfold meet. apply bool_decide_eq_false. intros E'%xor_left. cbn [snd] in E'. by subst. }
    assert (∀ P b Q c, (length P ≤ S n)%nat → (length Q ≤ length P)%nat → (P, b) ≠ (Q, c) →
      count (meet (P, b) (Q, c)) secrets * (size blocks - q) ≤ near (S n) * size secrets) as Hwlog.
    2:{ destruct m as [P b], m' as [Q c]. cbn [fst] in *. destruct (decide (length Q ≤ length P)%nat) as [Hl|Hl].
        - by apply Hwlog.
        - rewrite (count_ext _ (meet (Q, c) (P, b))); [apply Hwlog; [done|lia|congruence]|].
          intros k _. unfold meet. apply bool_decide_ext. naive_solver. }
    clear m m' Hm Hm' Hne. intros P b Q c HP HQ Hne. pose proof (size_nonneg secrets) as Hsize.
    destruct (decide (P = Q)) as [->|HPQ].
    { rewrite (count_ext _ (λ _, false)); [rewrite count_false; pose proof (near_nonneg (S n)); nia|].
      intros k _. unfold meet. apply bool_decide_eq_false. intros E'%xor_left. cbn [snd] in E'. by subst. }
    destruct P as [|a P' _] using rev_ind.
    { destruct Q; [done|cbn in HQ; lia]. }
    rewrite app_length in HP, HQ. cbn [length] in HP, HQ.
    set (others := beginnings P' ++ beginnings Q).
    set (x := λ k, input k (P', a)). set (used := λ k, input k <$> others).
    assert (∀ r, r ∈ others → (length r.1 ≤ n)%nat ∧ r ≠ (P', a)) as Hothers.
    { intros r [Hr|Hr]%elem_of_app; apply beginnings_shorter in Hr as [Hl [rest Hrest]]; (split; [lia|]); intros ->;
        cbn [fst snd] in *.
      - lia.
      - apply HPQ. rewrite Hrest in HQ |- *. rewrite app_length in HQ. cbn [length] in HQ.
        destruct rest; [done|cbn in HQ; lia]. }
    assert (∀ k y, k ∈ secrets → fresh x used k = true → unused E used k y = true →
      let k' := swap (E k (x k)) y k in
      chained k' P' = chained k P' ∧ chained k' Q = chained k Q ∧ used k' = used k) as Hkeep.
    { intros k y Hk Hf Hu k'. apply bool_decide_eq_true in Hf. apply bool_decide_eq_true in Hu.
      assert (∀ r, r ∈ others → E k' (input k r) = E k (input k r)) as Hoff.
      { intros r Hr. apply (swap_off k (x k) y _ (used k)); [done|done|done|]. apply elem_of_list_fmap. by exists r. }
      destruct (chained_stays k k' P') as [H1 H1']; [intros r Hr; apply Hoff, elem_of_app; by left|].
      destruct (chained_stays k k' Q) as [H2 H2']; [intros r Hr; apply Hoff, elem_of_app; by right|].
      split_and!; [done|done|]. unfold used. apply list_fmap_ext. intros i r Hr%elem_of_list_lookup_2.
      apply elem_of_app in Hr as [Hr|Hr]; [by apply H1'|by apply H2']. }
    assert (count (λ k, fresh x used k && meet (P' ++ [a], b) (Q, c) k) secrets * (size blocks - q) ≤ 1 * size
        secrets) as Hfresh.
    { apply (exchange_bound blocks Hblocks Hall secrets Hsecrets E E_inj swap swap_E swap_in swap_back x used q).
      - intros k _. unfold used, others. rewrite fmap_length, app_length, !beginnings_length. lia.
      - intros k y Hk Hf Hu. destruct (Hkeep k y Hk Hf Hu) as (H1&_&H3). split; [|done].
        change (xor (chained (swap (E k (x k)) y k) P') a = xor (chained k P') a). by rewrite H1.
      - intros k Hk Hf. apply count_one. intros y z. rewrite !andb_true_iff. intros [Hy Hym] [Hz Hzm].
        apply bool_decide_eq_true in Hym. apply bool_decide_eq_true in Hzm.
        destruct (Hkeep k y Hk Hf Hy) as (Y1&Y2&_), (Hkeep k z Hk Hf Hz) as (Z1&Z2&_).
        unfold input in Hym, Hzm. cbn [fst snd] in Hym, Hzm. rewrite !chained_snoc in Hym, Hzm.
        unfold code, input in Hym, Hzm. cbn [fst snd] in Hym, Hzm. rewrite Y1, Y2 in Hym. rewrite Z1, Z2 in Hzm.
        change (xor (chained k P') a) with (x k) in Hym, Hzm. rewrite swap_on in Hym, Hzm by done.
        apply (xor_right _ _ b). congruence.
      - lia. }
    assert (count (λ k, existsb (λ r, meet (P', a) r k) others) secrets * (size blocks - q) ≤
            (2 * Z.of_nat n + 1) * near n * size secrets) as Hmet.
    { etrans; [apply Z.mul_le_mono_nonneg_r; [lia|apply count_existsb]|].
      rewrite Z.mul_comm, <-total_scale.
      trans (total (λ _ : message, near n * size secrets) others).
      - apply total_le. intros r Hr. destruct (Hothers r Hr) as [Hl Hr']. rewrite Z.mul_comm.
        apply IH; [lia|done|cbn [fst]; lia|done|congruence].
      - rewrite total_const. unfold size at 2, others. rewrite app_length, !beginnings_length.
        pose proof (near_nonneg n). assert (0 ≤ near n * size secrets) by nia.
        trans (near n * size secrets * (2 * Z.of_nat n + 1)); [|lia]. apply Z.mul_le_mono_nonneg_l; [done|lia]. }
    assert (count (meet (P' ++ [a], b) (Q, c)) secrets ≤
            count (λ k, fresh x used k && meet (P' ++ [a], b) (Q, c) k) secrets +
            count (λ k, existsb (λ r, meet (P', a) r k) others) secrets) as Hsplit.
    { etrans; [|apply count_orb]. apply count_mono. intros k _ Hk. rewrite Hk, andb_true_r.
      destruct (fresh x used k) eqn:Hf; [done|]. apply bool_decide_eq_false, dec_stable in Hf.
      apply elem_of_list_fmap in Hf as (r&Hr&Hin). cbn [orb]. apply existsb_exists. exists r.
      split; [by apply elem_of_list_In|]. by apply bool_decide_eq_true. }
    cbn [near]. nia.
  Qed.

  (** ** One linear combination *)
  Context (val : B → Z) (bits : Z) (Hbits : 0 ≤ bits) (Hval : val <$> blocks ≡ₚ residues (2 ^ bits)).

  Definition combination (d : message → Z) (ms : list message) (k : K) : Z := total (λ m, d m * val (code k m)) ms.

  Theorem combination_bound (d : message → Z) (ms : list message) (m : message) (n : nat) (b : Z) (q : Z) :
    NoDup ms → m ∈ ms → (∀ m', m' ∈ ms → length m'.1 = n) →
    0 < b → d m ≠ 0 → Z.abs (d m) < 2 ^ b →
    Z.of_nat (length ms) * (Z.of_nat n + 1) ≤ q → 2 * Z.of_nat n ≤ q + 1 → q ≤ size blocks →
    count (λ k, combination d ms k mod 2 ^ bits =? 0) secrets * (size blocks - q)
      ≤ (2 ^ (b - 1) + Z.of_nat (length ms) * (Z.of_nat n + 1) * near n) * size secrets.
  Proof using All.
    intros Hnd Hm Hlen Hb Hd Hdb Hq Hq2 Hqs. pose proof (size_nonneg secrets) as Hsize.
    apply elem_of_Permutation in Hm as [rest Hrest].
    assert (length ms = S (length rest)) as Hlms by (by rewrite Hrest).
    assert (NoDup (m :: rest)) as [Hmr Hndr]%NoDup_cons by (by rewrite <-Hrest).
    assert (∀ m', m' ∈ m :: rest → length m'.1 = n) as Hlen' by (intros m'; rewrite <-Hrest; apply Hlen).
    set (others := beginnings m.1 ++ rest ++ (rest ≫= λ m', beginnings m'.1)).
    set (x := λ k, input k m). set (used := λ k, input k <$> others).
    assert (Z.of_nat (length others) ≤ Z.of_nat (length ms) * (Z.of_nat n + 1)) as Hol.
    { unfold others. rewrite !app_length, beginnings_length, (Hlen' m) by left.
      assert (length (rest ≫= λ m', beginnings m'.1) = length rest * n)%nat as ->; [|nia].
      assert (∀ m', m' ∈ rest → length m'.1 = n) as Hl by (intros; apply Hlen'; by right). clear -Hl.
      induction rest as [|m' rest IH]; [done|]. rewrite bind_cons, app_length, beginnings_length, IH, Hl; [cbn;
          lia|left|].
      intros; apply Hl; by right. }
    assert (∀ r, r ∈ others → (length r.1 ≤ n)%nat ∧ r ≠ m) as Hothers.
    { intros r [Hr|[Hr|Hr]%elem_of_app]%elem_of_app.
      - apply beginnings_shorter in Hr as [Hl _]. rewrite (Hlen' m) in Hl by left. split; [lia|]. intros ->.
        rewrite (Hlen' m) in Hl by left. lia.
      - split; [rewrite (Hlen' r) by (by right); lia|]. by intros ->.
      - apply elem_of_list_bind in Hr as (m'&Hr&Hm'). apply beginnings_shorter in Hr as [Hl _].
        rewrite (Hlen' m') in Hl by (by right). split; [lia|]. intros ->. rewrite (Hlen' m) in Hl by left. lia. }
    assert (∀ k y, k ∈ secrets → fresh x used k = true → unused E used k y = true →
      let k' := swap (E k (x k)) y k in
      chained k' m.1 = chained k m.1 ∧ used k' = used k ∧ (∀ m', m' ∈ rest → code k' m' = code k m')) as Hkeep.
    { intros k y Hk Hf Hu k'. apply bool_decide_eq_true in Hf. apply bool_decide_eq_true in Hu.
      assert (∀ r, r ∈ others → E k' (input k r) = E k (input k r)) as Hoff.
      { intros r Hr. apply (swap_off k (x k) y _ (used k)); [done|done|done|]. apply elem_of_list_fmap. by exists r. }
      destruct (chained_stays k k' m.1) as [H1 H1']; [intros r Hr; apply Hoff, elem_of_app; by left|].
      assert (∀ m', m' ∈ rest → chained k' m'.1 = chained k m'.1 ∧ ∀ r, r ∈ beginnings m'.1 → input k' r = input k r)
          as Hms.
      { intros m' Hm'. apply chained_stays. intros r Hr. apply Hoff. unfold others. rewrite !elem_of_app. right; right.
        apply elem_of_list_bind. by exists m'. }
      assert (∀ m', m' ∈ rest → input k' m' = input k m') as Hin.
      { intros m' Hm'. unfold input. by rewrite (proj1 (Hms m' Hm')). }
      split_and!; [done| |].
      - unfold used. apply list_fmap_ext. intros i r Hr%elem_of_list_lookup_2.
        apply elem_of_app in Hr as [Hr|[Hr|Hr]%elem_of_app]; [by apply H1'|by apply Hin|].
        apply elem_of_list_bind in Hr as (m'&Hr&Hm'). by apply (proj2 (Hms m' Hm')).
      - intros m' Hm'. unfold code. rewrite Hin by done. apply Hoff. unfold others. rewrite !elem_of_app. tauto. }
    set (hit := λ k, combination d ms k mod 2 ^ bits =? 0).
    assert (count (λ k, fresh x used k && hit k) secrets * (size blocks - q) ≤ 2 ^ (b - 1) * size secrets) as Hfresh.
    { apply (exchange_bound blocks Hblocks Hall secrets Hsecrets E E_inj swap swap_E swap_in swap_back x used q).
      - intros k _. unfold used. rewrite fmap_length. lia.
      - intros k y Hk Hf Hu. destruct (Hkeep k y Hk Hf Hu) as (H1&H2&_). split; [|done].
        change (xor (chained (swap (E k (x k)) y k) m.1) m.2 = xor (chained k m.1) m.2). by rewrite H1.
      - intros k Hk Hf. set (c := total (λ m', d m' * val (code k m')) rest).
        etrans; [|apply (solutions_le_power (d m) c bits b); done]. rewrite <-(count_perm _ _ _ Hval), count_fmap.
        apply count_mono. intros y _ [Hu Hhit]%andb_true_iff. destruct (Hkeep k y Hk Hf Hu) as (H1&_&H3).
        unfold hit, combination in Hhit. rewrite (total_perm _ _ _ Hrest), total_cons in Hhit. unfold solves.
        rewrite (total_ext _ (λ m', d m' * val (code k m')) rest) in Hhit by (intros m' Hm'; by rewrite H3).
        fold c in Hhit. replace (code (swap (E k (x k)) y k) m) with y in Hhit; [done|].
        unfold code, input. rewrite H1. change (xor (chained k m.1) m.2) with (x k). by rewrite swap_on.
      - apply Z.pow_nonneg. lia. }
    assert (count (λ k, existsb (λ r, meet m r k) others) secrets * (size blocks - q) ≤
            Z.of_nat (length ms) * (Z.of_nat n + 1) * near n * size secrets) as Hmet.
    { etrans; [apply Z.mul_le_mono_nonneg_r; [lia|apply count_existsb]|]. rewrite Z.mul_comm, <-total_scale.
      trans (total (λ _ : message, near n * size secrets) others).
      - apply total_le. intros r Hr. destruct (Hothers r Hr) as [Hl Hr']. rewrite Z.mul_comm.
        apply (meeting_bound n q); [done|done|rewrite (Hlen' m) by left; lia|done|congruence].
      - rewrite total_const. unfold size at 2. pose proof (near_nonneg n). assert (0 ≤ near n * size secrets) by nia.
          nia. }
    assert (count hit secrets ≤ count (λ k, fresh x used k && hit k) secrets +
            count (λ k, existsb (λ r, meet m r k) others) secrets) as Hsplit.
    { etrans; [|apply count_orb]. apply count_mono. intros k _ Hk. rewrite Hk, andb_true_r.
      destruct (fresh x used k) eqn:Hf; [done|]. apply bool_decide_eq_false, dec_stable in Hf.
      apply elem_of_list_fmap in Hf as (r&Hr&Hin). cbn [orb]. apply existsb_exists. exists r.
      split; [by apply elem_of_list_In|]. by apply bool_decide_eq_true. }
    fold hit. nia.
  Qed.
End cbc.
