(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Clients. A request carries its client, a number, and a tag that only the client can make. Each client has a record
with the number of its last request, and an operation is refused unless its number is the next one: so the history of a
plain store, which the monitor certifies, keeps every client's order over all threads and repeats no request. Nothing in
the monitor changes for that: [guarded] makes a table of functions of any other one.

The record is one more operand. Requests of one client are thereby in one thread at a time, which is the order that is
asked for; requests of different clients have nothing in common. *)
From stdpp Require Import sorting.
From Fairlead.Monitor.Consistency Require Export Sequential.
From Fairlead.Monitor.Log Require Export Format.

Record request := Request {
  q_client : N; q_number : N; q_function : N; q_keys : list key; q_argument : bytes;
}.
Global Instance request_eq_dec : EqDecision request.
Proof. solve_decision. Defined.

(** In front of an argument: client and number of the request, 8 bytes each, and its tag, 16 bytes. *)
Definition front_codec : codec (N * (N * N)) := pair u64 (pair u64 (number 16)).
Definition opened (a : bytes) : option (N * N * N * bytes) :=
  match parse front_codec a with Parsed (c, (n, t)) a' => Some (c, n, t, a') | Malformed _ _ => None end.
(** What a client's record says: how many requests there were; null is none. *)
Definition last_number (v : datum) : option N :=
  match v with
  | None => Some 0%N
  | Some l => if decide (length l = 8) then Some (number_of l) else None
  end.

(** The functions [A], for clients: the first operand is the client's record. *)
Definition guarded (A : application) : application := λ f a olds,
  '(c, n, t, a') ← opened a;
  match olds with
  | last :: olds =>
      m ← last_number last;
      if decide (n = m + 1)%N then y ← A f a' olds; Some (Some (print u64 n) :: y.1, y.2) else None
  | [] => None
  end.

Lemma opened_bounds a c n t a' : opened a = Some (c, n, t, a') → (c < limit64)%N ∧ (n < limit64)%N.
Proof.
  unfold opened. destruct (parse front_codec a) as [[c' [n' t']] rest|] eqn:E; [|done]. intros [= -> -> -> ->].
  pose proof (number_lawful 8) as H8. pose proof (number_lawful 16) as H16.
  destruct (pair_lawful _ _ _ _ H8 (pair_lawful _ _ _ _ H8 H16)) as [_ Hl].
  apply Hl in E as [(?&?&_) _]. done.
Qed.
Lemma last_number_print n : (n < limit64)%N → last_number (Some (print u64 n)) = Some n.
Proof.
  intros Hn. destruct (number_of_bytes_of 8 n Hn) as [Hv Hl].
  assert (print u64 n = bytes_of 8 n) as ->.
  { unfold u64, number, view, times. cbn [print]. generalize (bytes_of 8 n). induction b as [|x b IH]; [done|].
    simpl. by f_equal. }
  unfold last_number. by rewrite Hl, Hv.
Qed.

Lemma foldl_put_off (l : list (key * datum)) store k :
  (k ∉ l.*1) → foldl store_put store l k = store k.
Proof.
  revert store; induction l as [|[k' v] l IH]; intros store Hk; [done|]. cbn [foldl fmap list_fmap fst] in *.
  apply not_elem_of_cons in Hk as [Hne Hk]. rewrite IH by done. unfold store_put. simpl. by rewrite upd_ne.
Qed.
Lemma foldl_put_on (l : list (key * datum)) store store' k :
  store k = store' k → foldl store_put store l k = foldl store_put store' l k.
Proof.
  revert store store'; induction l as [|[k' v] l IH]; intros store store' Hk; [done|]. cbn [foldl].
  apply IH. unfold store_put, upd; simpl. by case_decide.
Qed.
Lemma zip_keys (ks : list key) (vs : list datum) k : k ∈ (zip ks vs).*1 → k ∈ ks.
Proof.
  revert vs; induction ks as [|k' ks IH]; intros [|v vs]; cbn; try (by rewrite elem_of_nil).
  rewrite !elem_of_cons. naive_solver.
Qed.

Section clients.
  Context (A : application).
  (** Where clients' records are: each client has one, and no other record is called so. *)
  Context (client_key : N → key) (is_client : key → bool).
  Definition keys_of_clients : Prop :=
    (∀ c, is_client (client_key c) = true) ∧
    (∀ c c', (c < limit64)%N → (c' < limit64)%N → client_key c = client_key c' → c = c').

  (** The request that an answer is about, with its tag: its first record is that of its client, no other one is a
  client's. *)
  Definition addressed (r : receipt) : option (request * N) :=
    '(c, n, t, a') ← opened (r_argument r);
    match r_keys r with
    | k :: ks =>
        if decide (k = client_key c ∧ Forall (λ k, is_client k = false) ks)
        then Some (Request c n (r_function r) ks a', t) else None
    | [] => None
    end.
  (** The answer without what guards it: what it says of the store that clients see. *)
  Definition bare (r : receipt) : receipt :=
    match addressed r with
    | Some (q, _) => Receipt (r_tid r) (r_stamp r) (r_index r) (q_function q) (q_argument q) (q_keys q) (r_result r)
    | None => r
    end.
  Definition requests (h : list receipt) : list request := fst <$> omap addressed h.
  Definition numbers_of (c : N) (h : list receipt) : list N :=
    q_number <$> filter (λ q, q_client q = c) (requests h).
  (** The numbers after [m], as many as there are. *)
  Definition numbers_after (m : N) (count : nat) : list N := (λ i, m + 1 + N.of_nat i)%N <$> seq 0 count.

  Lemma addressed_inv r q t :
    addressed r = Some (q, t) →
    opened (r_argument r) = Some (q_client q, q_number q, t, q_argument q) ∧
    r_keys r = client_key (q_client q) :: q_keys q ∧ r_function r = q_function q ∧
    Forall (λ k, is_client k = false) (q_keys q).
  Proof.
    unfold addressed. destruct (opened _) as [[[[c n] t'] a']|]; [|done]. simpl.
    destruct (r_keys r) as [|k ks]; [done|]. case_decide as Hk; [|done]. intros [= <- ->]. simpl.
    by destruct Hk as [-> ?].
  Qed.

  Context (Hkeys : keys_of_clients) (store0 : key → datum).

  Set Default Proof Using "Type*".
  Definition first_number (c : N) : N := default 0%N (last_number (store0 (client_key c))).
  Definition all_addressed (h : list receipt) : Prop := ∀ r, r ∈ h → is_Some (addressed r).

  (** What each client's record says, and what all others hold, after a history. *)
  Record guards (h : list receipt) : Prop := {
    guards_data : ∀ k, is_client k = false → store_after (guarded A) store0 h k = store_after A store0 (bare <$> h) k;
    guards_numbers : ∀ c, (c < limit64)%N → numbers_of c h = numbers_after (first_number c) (length (numbers_of c h));
    guards_last : ∀ c, (c < limit64)%N →
      last_number (store_after (guarded A) store0 h (client_key c)) =
      match length (numbers_of c h) with
      | O => last_number (store0 (client_key c))
      | S n => Some (first_number c + N.of_nat (S n))%N
      end;
    guards_legal : legal A store0 (bare <$> h);
  }.

  Lemma numbers_of_snoc c h r q t :
    addressed r = Some (q, t) →
    numbers_of c (h ++ [r]) = numbers_of c h ++ (if decide (q_client q = c) then [q_number q] else []).
  Proof.
    intros Hr. unfold numbers_of. assert (requests (h ++ [r]) = requests h ++ [q]) as ->.
    { unfold requests. rewrite omap_app, fmap_app. f_equal. cbn. by rewrite Hr. }
    rewrite filter_app, fmap_app. f_equal. rewrite filter_cons. by case_decide.
  Qed.
  Lemma numbers_after_snoc m n : numbers_after m (S n) = numbers_after m n ++ [(m + 1 + N.of_nat n)%N].
  Proof. unfold numbers_after. rewrite seq_S, fmap_app. done. Qed.

  Lemma guards_snoc h r :
    guards h → is_Some (addressed r) →
    snd <$> guarded A (r_function r) (r_argument r) (store_after (guarded A) store0 h <$> r_keys r) = Some (r_result
        r) →
    guards (h ++ [r]).
  Proof.
    intros [Hdata Hnum Hlast Hlegal] [[q t] Hr] Hres.
    destruct (addressed_inv r q t Hr) as (Hopen&Hks&Hf&Hplain). destruct (opened_bounds _ _ _ _ _ Hopen) as [Hc Hn].
    set (W := store_after (guarded A) store0 h) in *. set (w := store_after A store0 (bare <$> h)) in *.
    assert (W <$> q_keys q = w <$> q_keys q) as Holds.
    { apply list_fmap_ext. intros i k Hk. apply Hdata. rewrite Forall_lookup in Hplain. by eapply Hplain. }
    assert (guarded A (r_function r) (r_argument r) (W <$> r_keys r) =
      m ← last_number (W (client_key (q_client q)));
      if decide (q_number q = m + 1)%N
      then y ← A (q_function q) (q_argument q) (w <$> q_keys q); Some (Some (print u64 (q_number q)) :: y.1, y.2)
      else None) as Hguard.
    { unfold guarded. rewrite Hopen, Hks, Hf. cbn. by rewrite Holds. }
    rewrite Hguard in Hres. destruct (last_number _) as [m|] eqn:Hm; [|done]. cbn in Hres, Hguard.
    case_decide as Hnext; [|done].
    destruct (A _ _ _) as [[news y]|] eqn:HA; [|done]. cbn in Hres, Hguard. injection Hres as ->.
    assert (store_after (guarded A) store0 (h ++ [r]) =
      foldl store_put (store_put W (client_key (q_client q), Some (print u64 (q_number q)))) (zip (q_keys q) news))
          as HW.
    { rewrite store_after_snoc. fold W. unfold store_step. rewrite Hguard, Hks. done. }
    assert (bare r = Receipt (r_tid r) (r_stamp r) (r_index r) (q_function q) (q_argument q) (q_keys q) (r_result r))
        as Hbare
      by (unfold bare; by rewrite Hr).
    assert (store_after A store0 (bare <$> (h ++ [r])) = foldl store_put w (zip (q_keys q) news)) as Hw.
    { rewrite fmap_app. cbn [fmap list_fmap]. rewrite store_after_snoc. fold w. unfold store_step. rewrite Hbare. cbn.
      by rewrite HA. }
    assert (∀ c, client_key c ∉ (zip (q_keys q) news).*1) as Hoff.
    { intros c Hin%zip_keys. rewrite Forall_forall in Hplain. specialize (Hplain _ Hin).
      by rewrite (proj1 Hkeys) in Hplain. }
    assert (W (client_key (q_client q)) = W (client_key (q_client q)) ∧ m = first_number (q_client q) +
      N.of_nat (length (numbers_of (q_client q) h)))%N as [_ Hm'].
    { split; [done|]. specialize (Hlast _ Hc). fold W in Hlast. rewrite Hm in Hlast.
      destruct (length _) as [|k]; [|by injection Hlast]. unfold first_number. rewrite <-Hlast. simpl. lia. }
    split.
    - intros k Hk. rewrite HW, Hw. apply foldl_put_on. unfold store_put; cbn [fst snd]. rewrite upd_ne; [by apply
        Hdata|].
      intros ->. by rewrite (proj1 Hkeys) in Hk.
    - intros c Hcb. rewrite (numbers_of_snoc c h r q t Hr). case_decide as Hq.
      + subst c. rewrite app_length. cbn [length]. rewrite Nat.add_1_r, numbers_after_snoc, <-Hnum by done.
        do 2 f_equal. lia.
      + rewrite app_nil_r. by apply Hnum.
    - intros c Hcb. rewrite (numbers_of_snoc c h r q t Hr), HW, foldl_put_off by apply Hoff.
      unfold store_put; cbn [fst snd]. case_decide as Hq.
      + subst c. rewrite upd_eq, last_number_print by done. rewrite app_length. cbn [length]. rewrite Nat.add_1_r.
        f_equal. lia.
      + rewrite app_nil_r, upd_ne by (intros E; apply Hq; symmetry; by apply (proj2 Hkeys)). by apply Hlast.
    - rewrite fmap_app. apply legal_snoc; [done|]. fold w. rewrite Hbare. cbn. by rewrite HA.
  Qed.

  Lemma guards_history h : legal (guarded A) store0 h → all_addressed h → guards h.
  Proof.
    induction h as [|r h IH] using rev_ind; intros Hlegal Hall.
    { split; [done|done|done|apply legal_nil]. }
    apply guards_snoc.
    - apply IH.
      + intros h1 r1 h2 ->. apply (Hlegal h1 r1 (h2 ++ [r])). by rewrite <-app_assoc.
      + intros r' Hr'. apply Hall, elem_of_app. by left.
    - apply Hall, elem_of_app. right. by apply elem_of_list_singleton.
    - by apply (Hlegal h r []).
  Qed.

  (** Of a history of guarded operations: those of each client have consecutive numbers; no request is there
  twice; and without the guards it is a history of the functions [A]. *)
  Theorem clients_in_order h :
    legal (guarded A) store0 h → all_addressed h →
    (∀ c, (c < limit64)%N → numbers_of c h = numbers_after (first_number c) (length (numbers_of c h))) ∧
    NoDup (requests h) ∧ legal A store0 (bare <$> h).
  Proof.
    intros Hlegal Hall. pose proof (guards_history h Hlegal Hall) as [_ Hnum _ Hbare]. split_and!; [done| |done].
    assert (∀ q, q ∈ requests h → (q_client q < limit64)%N) as Hb.
    { intros q ([q' t]&->&(r&_&Hr)%elem_of_list_omap)%elem_of_list_fmap. destruct (addressed_inv r q' t Hr) as (Ho&_).
      simpl. by apply opened_bounds in Ho as [? _]. }
    clear Hlegal Hall Hbare. unfold numbers_of in Hnum. revert Hnum Hb. generalize (requests h) as l. clear h.
    intros l Hnum Hb.
    assert (∀ c, (c < limit64)%N → NoDup (q_number <$> filter (λ q, q_client q = c) l)) as Hnd.
    { intros c Hc. rewrite Hnum by done. apply NoDup_fmap_2; [|apply NoDup_seq]. intros i j. lia. }
    clear Hnum. induction l as [|q l IH]; [constructor|]. constructor.
    - intros Hin. specialize (Hnd (q_client q)). rewrite filter_cons, decide_True, fmap_cons in Hnd by done.
      assert (q_client q < limit64)%N as Hq by (apply Hb; left). apply Hnd in Hq. apply NoDup_cons in Hq as [Hq _].
      apply Hq, elem_of_list_fmap. exists q. split; [done|]. by apply elem_of_list_filter.
    - apply IH; [intros q' Hq'; apply Hb; by right|]. intros c Hc. specialize (Hnd c Hc). rewrite filter_cons in Hnd.
      case_decide; [|done]. by apply NoDup_cons in Hnd as [_ ?].
  Qed.
End clients.

(** ** Clients who look at their receipts

Without all that: a client whose receipts, in the order of its requests, have growing moments finds its requests in the
history in that order. It does not learn from them that nothing else was done in its name. *)
Lemma moment_lt_irrefl p : ¬ moment_lt p p.
Proof. unfold moment_lt, stamp_lt. lia. Qed.
Lemma moment_lt_trans p q r : moment_lt p q → moment_lt q r → moment_lt p r.
Proof. unfold moment_lt, stamp_lt. lia. Qed.

Lemma sorted_sublist (rs hist : list receipt) :
  StronglySorted moment_lt (r_moment <$> rs) → StronglySorted moment_lt (r_moment <$> hist) →
  (∀ r, r ∈ rs → r ∈ hist) → rs `sublist_of` hist.
Proof.
  revert rs; induction hist as [|x hist IH]; intros rs Hrs Hhist Hin.
  { destruct rs as [|r rs]; [constructor|]. exfalso. apply (not_elem_of_nil r), Hin. left. }
  rewrite fmap_cons in Hhist. apply StronglySorted_inv in Hhist as [Hhist Hx]. rewrite Forall_fmap, Forall_forall in Hx.
  destruct rs as [|r rs]; [apply sublist_nil_l|].
  rewrite fmap_cons in Hrs. apply StronglySorted_inv in Hrs as [Hrs Hr]. rewrite Forall_fmap, Forall_forall in Hr.
  destruct (decide (r_moment r = r_moment x)) as [E|E].
  - assert (r = x) as ->.
    { pose proof (Hin r (elem_of_list_here _ _)) as [->|Hr']%elem_of_cons; [done|]. apply Hx in Hr'. simpl in Hr'.
      rewrite E in Hr'. by apply moment_lt_irrefl in Hr'. }
    apply sublist_skip, IH; [done|done|]. intros r' Hr'.
    pose proof (Hin r' (elem_of_list_further _ _ _ Hr')) as [->|?]%elem_of_cons; [|done].
    exfalso. apply Hr in Hr'. by apply moment_lt_irrefl in Hr'.
  - apply sublist_cons, IH; [|done|].
    + rewrite fmap_cons. constructor; [done|]. by rewrite Forall_fmap, Forall_forall.
    + assert (r ∈ hist) as Hrh by (pose proof (Hin r (elem_of_list_here _ _)) as [->|?]%elem_of_cons; done).
      intros r' [->|Hr']%elem_of_cons; [done|].
      pose proof (Hin r' (elem_of_list_further _ _ _ Hr')) as [->|?]%elem_of_cons; [|done].
      exfalso. apply Hr in Hr'. apply Hx in Hrh. simpl in *. apply (moment_lt_irrefl (r_moment x)).
      by eapply moment_lt_trans.
Qed.

Theorem receipts_in_order {acc : Type} (cfg : config acc) (base : key → value) (store0 : key → datum)
    (cs : list call) (c e : N) (hist mine : list receipt) :
  starts_from cfg base store0 →
  m_certified (run cfg init_monitor cs) = Some c → (e ≤ c)%N →
  explain cfg base cs e = Consistent hist →
  (∀ r, r ∈ mine → r ∈ answers cfg init_monitor cs ∧ (r_epoch r ≤ e)%N) →
  StronglySorted moment_lt (r_moment <$> mine) →
  mine `sublist_of` hist.
Proof.
  intros Hstart Hc He Heq Hmine Hsorted.
  pose proof (sequential_consistency cfg base store0 cs c e Hstart Hc He) as Hv. rewrite Heq in Hv.
  destruct Hv as (_&Hhist&Hkept). apply sorted_sublist; [done|done|]. intros r Hr.
  destruct (Hmine r Hr) as [Hin Hre].
  assert (r ∈ filter (λ r', r_tid r' = r_tid r) hist) as Hf.
  { rewrite Hkept. by apply elem_of_list_filter. }
  by apply elem_of_list_filter in Hf as [_ ?].
Qed.

(** ** Where clients' records may be

Keys of 256 digits: a client's begins with 1 and its number, all others begin with 0. *)
Definition numbered_key (c : N) : key := true :: bits_of_bytes (bytes_of 8 c) ++ replicate 191 false.
Definition begins_with_1 (k : key) : bool := match k with true :: _ => true | _ => false end.

Lemma numbered_keys_of_clients : keys_of_clients numbered_key begins_with_1.
Proof.
  split; [done|]. intros c c' Hc Hc' E. apply (f_equal tail) in E. unfold numbered_key in E. cbn [tail] in E.
  destruct (number_of_bytes_of 8 c Hc) as [Hn Hl], (number_of_bytes_of 8 c' Hc') as [Hn' Hl'].
  apply app_inj_1 in E as [E _]; [|by rewrite !bits_of_bytes_length, Hl, Hl'].
  rewrite <-Hn, <-Hn'. f_equal. by rewrite <-(bytes_of_bits_of_bytes (bytes_of 8 c)), E, bytes_of_bits_of_bytes.
Qed.
Theorem numbered_key_length c : (c < limit64)%N → length (numbered_key c) = 256.
Proof.
  intros Hc. destruct (number_of_bytes_of 8 c Hc) as [_ Hl]. unfold numbered_key. cbn [length].
  by rewrite app_length, bits_of_bytes_length, Hl, replicate_length.
Qed.
