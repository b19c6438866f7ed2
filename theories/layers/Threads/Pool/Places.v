(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Every thread is in one place.

    No thread is lost, none is in the pool twice, and numbers are not used
    again: a step keeps who is there, but for the thread that finishes and
    those that are spawned. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Core.Model Require Import Cmd Semantics Bisimulation.
From Fairlead.Threads.Pool Require Import Model.

Section places.
  Context {state parked locals heap value event : Type}.
  Local Notation request := (primitive locals value event * heap)%type.
  Local Notation response := (value * heap)%type.
  Context (M : runner state parked request response response).
  Context (L : loop parked locals heap value).
  Local Notation pool := (pool state parked heap value event).
  Local Notation queues := (queues parked value event).
  Local Notation happens := (event_of_pool locals heap value event).

  Definition threads_in (Q : queues) : list thread := map name (ready Q) ++ map who (waiting Q).
  Definition threads_of (P : pool) : list thread :=
    match P with Free _ Q => threads_in Q | Busy i _ Q => i :: threads_in Q | Aborted => [] end.
  Definition number_of (P : pool) : nat :=
    match P with Free _ Q | Busy _ _ Q => next_thread Q | Aborted => 0 end.
  Definition finished_by (a : happens) : list thread :=
    match a with Did i (Result _) => [i] | _ => [] end.

  (** [Q] becomes [Q']: the same threads and [n] new ones, with the next numbers. *)
  Definition grown (Q Q' : queues) : Prop :=
    ∃ n, threads_in Q' ≡ₚ threads_in Q ++ seq (next_thread Q) n ∧ next_thread Q' = next_thread Q + n.

  Lemma grown_refl Q : grown Q Q.
  Proof. exists 0. by rewrite app_nil_r, Nat.add_0_r. Qed.

  Lemma grown_trans Q1 Q2 Q3 : grown Q1 Q2 → grown Q2 Q3 → grown Q1 Q3.
  Proof.
    intros (n & Hp & Hn) (m & Hp' & Hn'). exists (n + m). split; [|lia].
    by rewrite Hp', Hp, Hn, <-app_assoc, seq_app.
  Qed.

  Lemma extract_permutation f (l l' : list (sleeper parked event)) x : extract f l = Some (x, l') → l ≡ₚ x :: l'.
  Proof.
    revert l'. induction l as [|y l IH]; intros l'; simpl; [done|]. destruct (f y); [by intros [= -> ->]|].
    destruct (extract f l) as [[z l1]|]; simpl; intros; simplify_eq. rewrite (IH l1) by done. apply Permutation_swap.
  Qed.

  Lemma wake_first_grown f v Q Q' : wake_first f v Q = Some Q' → grown Q Q'.
  Proof.
    unfold wake_first. destruct (extract f (waiting Q)) as [[x l]|] eqn:E; simpl; intros; simplify_eq.
    exists 0. rewrite app_nil_r, Nat.add_0_r. split; [|done]. unfold threads_in; simpl.
    apply extract_permutation in E. rewrite E, map_app, <-app_assoc. done.
  Qed.

  Lemma wake_all_grown f v Q : grown Q (wake_all f v Q).
  Proof.
    exists 0. rewrite app_nil_r, Nat.add_0_r. split; [|done]. unfold threads_in, wake_all; simpl.
    rewrite map_app, <-app_assoc, map_map. apply Permutation_app_head.
    induction (waiting Q) as [|x l IH]; simpl; [done|]. destruct (f x); simpl; [by rewrite IH|].
    by rewrite <-Permutation_middle, IH.
  Qed.

  Lemma obey_grown (o : order locals value) Q : grown Q (obey (start L) (plain L) (signalled L) (spawned L) o Q).2.
  Proof.
    destruct o as [q b|c|c|j v]; simpl.
    - exists 1. split; [|simpl; lia]. unfold threads_in; simpl. rewrite map_app, <-!app_assoc. simpl.
      apply Permutation_app_head. apply Permutation_cons_append.
    - destruct (wake_first _ _ Q) eqn:E; [by eapply wake_first_grown|apply grown_refl].
    - apply wake_all_grown.
    - destruct (wake_first _ _ Q) eqn:E; [by eapply wake_first_grown|apply grown_refl].
  Qed.

  Lemma obeyed_grown h Q : grown Q (obeyed L h Q).
  Proof.
    unfold obeyed, obey_all. generalize (orders L h). intros os. revert Q.
    induction os as [|o os IH]; intros Q; simpl; [apply grown_refl|].
    eapply grown_trans; [apply obey_grown|apply IH].
  Qed.

  (** A step keeps all threads, but for the one that finishes, and adds those with the next numbers. *)
  Theorem pool_places P a P' :
    pool_trans M L P a P' → P' ≠ Aborted →
    ∃ n, threads_of P ++ seq (number_of P) n ≡ₚ finished_by a ++ threads_of P' ∧ number_of P' = number_of P + n.
  Proof.
    assert (∀ i Q Q' (x : queued parked value), grown Q Q' → name x = i → ∃ n,
      i :: threads_in Q ++ seq (next_thread Q) n ≡ₚ threads_in (enqueue [x] Q') ∧
        next_thread Q' = next_thread Q + n) as Hready.
    { intros i Q Q' x (n & Hp & Hn) <-. exists n. split; [|done]. rewrite <-Hp. unfold threads_in; simpl.
      rewrite map_app, <-app_assoc. apply Permutation_middle. }
    assert (∀ i Q Q' (x : sleeper parked event), grown Q Q' → who x = i → ∃ n,
      i :: threads_in Q ++ seq (next_thread Q) n ≡ₚ threads_in (await x Q') ∧
        next_thread Q' = next_thread Q + n) as Hwait.
    { intros i Q Q' x (n & Hp & Hn) <-. exists n. split; [|done]. rewrite <-Hp. unfold threads_in; simpl.
      rewrite map_app, app_assoc. apply Permutation_cons_append. }
    intros [Q a' P1 E|Q x P1 E] Hno.
    - destruct Q as [h Q|j st Q|]; simpl in *; [| |done].
      + destruct (ready Q) as [|[k v fs] q] eqn:Er; simplify_eq/=. exists 0. rewrite app_nil_r, Nat.add_0_r.
        split; [|done]. unfold threads_in; simpl. by rewrite Er.
      + destruct (advances M st) as [?|[q h] k|[v h]| |]; simplify_eq/=.
        * exists 0. by rewrite app_nil_r, Nat.add_0_r.
        * pose proof (obeyed_grown h Q) as Hg.
          destruct q as [o| |c|e c]; unfold serve; simpl; [|by apply Hready|by apply Hwait|by apply Hwait].
          pose proof (grown_trans _ _ _ Hg (obey_grown o (obeyed L h Q))) as (n & Hp & Hn).
          destruct (obey _ _ _ _ o _) as [v Q'] eqn:E; simpl in *. exists n. by rewrite Hp.
        * destruct (obeyed_grown h Q) as (n & Hp & Hn). exists n. by rewrite Hp.
    - assert (∀ Q1 Q2, grown Q1 Q2 → ∃ n, threads_in Q1 ++ seq (next_thread Q1) n ≡ₚ threads_in Q2 ∧
        next_thread Q2 = next_thread Q1 + n) as Hgrown by (intros ?? (n & Hp & ?); exists n; by rewrite Hp).
      destruct Q as [h Q|j st Q|]; simpl in *; [|by destruct x..]. destruct x as [i v|o|h']; simplify_eq/=.
      + destruct (wake_first _ v Q) eqn:E1; simplify_eq/=. by eapply Hgrown, wake_first_grown.
      + apply Hgrown, obey_grown.
      + apply Hgrown, grown_refl.
  Qed.

  (** So the numbers in a pool are distinct, and below the next one. *)
  Definition numbered (P : pool) : Prop := NoDup (threads_of P) ∧ ∀ i, i ∈ threads_of P → i < number_of P.

  Lemma numbered_step P a P' : pool_trans M L P a P' → numbered P → numbered P'.
  Proof.
    intros Ht [Hnd Hlt]. assert (P' = Aborted ∨ P' ≠ Aborted) as [->|Hno] by (destruct P'; auto).
    { split; [constructor|]. by intros ? ?%not_elem_of_nil. }
    destruct (pool_places _ _ _ Ht Hno) as (n & Hp & Hn).
    assert (NoDup (finished_by a ++ threads_of P')) as Hnd'.
    { rewrite <-Hp. apply NoDup_app. split; [done|]. split; [|apply NoDup_seq].
      intros i Hi [Hle _]%elem_of_seq. apply Hlt in Hi. lia. }
    split; [by apply NoDup_app in Hnd' as (_ & _ & ?)|]. intros i Hi.
    assert (i ∈ threads_of P ++ seq (number_of P) n) as Hin by (rewrite Hp; apply elem_of_app; by right).
    apply elem_of_app in Hin as [?%Hlt|[_ ?]%elem_of_seq]; lia.
  Qed.

  Theorem pool_numbered p b h l P : execution (pool_trans M L) (pool_of L p b h) l P → numbered P.
  Proof.
    assert (∀ P0, execution (pool_trans M L) P0 l P → numbered P0 → numbered P) as H.
    { induction 1; eauto using numbered_step. }
    intros He. eapply H; [done|]. split; simpl.
    - apply NoDup_singleton.
    - intros i ->%elem_of_list_singleton. apply Nat.lt_0_1.
  Qed.
End places.
