(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * In what order threads run.

    Theorems about one pool, of threads as written or compiled: the loop makes
    no choice of its own; between two suspensions of a thread nothing else
    happens on its loop; threads run in the order in which they became ready. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Core.Model Require Import Cmd Semantics Bisimulation.
From Fairlead.Threads.Pool Require Import Model.

Section order.
  Context {state parked locals heap value event : Type}.
  Local Notation request := (primitive locals value event * heap)%type.
  Local Notation response := (value * heap)%type.
  Context (M : runner state parked request response response).
  Context (L : loop parked locals heap value).
  Local Notation pool := (pool state parked heap value event).
  Local Notation happens := (event_of_pool locals heap value event).
  Implicit Types (P : pool) (a : happens) (l : list happens).

  (** ** Nothing but completions is left open *)

  (** What the environment has a say in. *)
  Definition from_outside a : Prop := match a with Took _ => True | _ => False end.

  Lemma own_not_outside P a P' : own_step M L P = Some (a, P') → ¬ from_outside a.
  Proof. destruct P as [h [[|[] ?] ? ?]|i st Q|]; simpl; repeat case_match; naive_solver. Qed.

  (** The same event leads to the same pool. *)
  Theorem pool_deterministic P a P1 P2 : pool_trans M L P a P1 → pool_trans M L P a P2 → P1 = P2.
  Proof.
    intros H1 H2. destruct H1 as [P a P1 E1|P x P1 E1]; inversion H2 as [? ? ? E2|? y ? E2]; subst.
    - by simplify_eq.
    - by apply own_not_outside in E1.
    - by apply own_not_outside in E2.
    - by simplify_eq.
  Qed.

  (** Two different events are possible only if one of them comes from outside. *)
  Theorem pool_no_choice P a b P1 P2 :
    pool_trans M L P a P1 → pool_trans M L P b P2 → a = b ∨ from_outside a ∨ from_outside b.
  Proof.
    intros H1 H2. destruct H1 as [P a P1 E1|P x P1 E1]; inversion H2 as [? ? ? E2|? y ? E2]; subst; simpl; auto.
    left. by simplify_eq.
  Qed.

  Corollary pool_runs_deterministic P l P1 P2 :
    execution (pool_trans M L) P l P1 → execution (pool_trans M L) P l P2 → P1 = P2.
  Proof.
    intros H. revert P2. induction H as [P|P a P' l P1 Ht _ IH]; intros P2 H'; inversion H' as [|? ? ? ? ? Ht' H2];
      subst; [done|].
    apply IH. by rewrite (pool_deterministic _ _ _ _ Ht Ht').
  Qed.

  (** The order is fixed by the program and by what comes from outside, and when:
      of two runs one is the beginning of the other, or where they part one of
      them takes something from outside that the other does not. *)
  Theorem pool_order_fixed P l1 l2 P1 P2 :
    (∀ x y : input locals value heap, x = y ∨ x ≠ y) →
    execution (pool_trans M L) P l1 P1 → execution (pool_trans M L) P l2 P2 →
    l1 `prefix_of` l2 ∨ l2 `prefix_of` l1 ∨
    ∃ l a b r1 r2, l1 = l ++ a :: r1 ∧ l2 = l ++ b :: r2 ∧ a ≠ b ∧ (from_outside a ∨ from_outside b).
  Proof.
    intros Hdec H. revert l2 P2. induction H as [P|P a P' l1 P1 Ht Hl IH]; intros l2 P2 H'; [left; apply prefix_nil|].
    inversion H' as [|? b P'' l2' ? Ht' Hl']; subst; [right; left; apply prefix_nil|].
    assert ((a = b) ∨ (a ≠ b ∧ (from_outside a ∨ from_outside b))) as [<-|[Hne Hout]].
    { destruct (pool_no_choice _ _ _ _ _ Ht Ht') as [?|Hout]; [by left|].
      destruct Ht as [P a P' E|P x P' E].
      - right. split; [|done]. intros <-. apply own_not_outside in E. naive_solver.
      - inversion Ht' as [? ? ? E'|? y ? E']; subst.
        + right. split; [|done]. intros <-. by apply own_not_outside in E'.
        + destruct (Hdec x y) as [->|]; [by left|]. right. split; [congruence|done]. }
    - rewrite (pool_deterministic _ _ _ _ Ht' Ht) in Hl'.
      destruct (IH _ _ Hl') as [?|[?|(l & b & b' & r1 & r2 & -> & -> & ? & ?)]].
      + left. by apply prefix_cons.
      + right; left. by apply prefix_cons.
      + right; right. exists (a :: l), b, b', r1, r2. done.
    - right; right. exists [], a, b, l1, l2'. done.
  Qed.

  (** ** Atomicity *)

  (** With this a thread gives up the loop. *)
  Definition gives_up a : Prop :=
    match a with
    | Did _ (Request (Now _, _) | Silent | Response _) => False
    | Did _ _ => True
    | _ => False
    end.
  Definition by_thread (i : thread) a : Prop := match a with Did j _ => i = j | _ => False end.
  Definition running P : option thread := match P with Busy i _ _ => Some i | _ => None end.

  (** While a thread runs, all that happens is what it does; and it runs until
      it gives up the loop. *)
  Lemma atomic_step P a P' i :
    pool_trans M L P a P' → running P = Some i →
    by_thread i a ∧ (¬ gives_up a → running P' = Some i).
  Proof.
    destruct 1 as [P a P' E|P x P' E]; destruct P as [|j st Q|]; try done.
    intros [= ->]. simpl in E. destruct (advances M st) as [?|[q h] k|[v h]| |]; simplify_eq/=; try done.
    split; [done|]. destruct q; try (intros []; done).
    intros _. unfold serve. by destruct (obey _ _ _ _ _).
  Qed.

  (** Nothing else runs, and nothing comes in, between two suspensions. *)
  Theorem pool_atomic P l P' i :
    running P = Some i → execution (pool_trans M L) P l P' → Forall (λ a, ¬ gives_up a) l →
    Forall (by_thread i) l ∧ running P' = Some i.
  Proof.
    intros Hi H. induction H as [|P a P1 l P' Ht _ IH]; intros Hl; [done|].
    inversion Hl; subst. destruct (atomic_step _ _ _ _ Ht Hi) as [? Hr]. destruct IH; auto.
  Qed.

  (** ** First in, first out *)
  Definition dispatched a : list thread := match a with Dispatched i => [i] | _ => [] end.
  Definition line P : list thread :=
    match P with Free _ Q | Busy _ _ Q => map name (ready Q) | Aborted => [] end.

  Lemma wake_first_line f v (Q Q' : queues parked value event) :
    wake_first f v Q = Some Q' → ∃ new, map name (ready Q') = map name (ready Q) ++ new.
  Proof.
    unfold wake_first. destruct (extract f (waiting Q)) as [[x l]|]; simpl; intros; simplify_eq/=.
    rewrite map_app. eauto.
  Qed.

  Lemma obey_line st p s i o (Q : queues parked value event) :
    ∃ new, map name (ready (obey (locals := locals) st p s i o Q).2) = map name (ready Q) ++ new.
  Proof.
    destruct o as [q b|c|c|j v]; simpl.
    - rewrite map_app. eauto.
    - destruct (wake_first _ _ Q) eqn:E; simpl; [by eapply wake_first_line|exists []; by rewrite app_nil_r].
    - rewrite map_app. eauto.
    - destruct (wake_first _ _ Q) eqn:E; simpl; [by eapply wake_first_line|exists []; by rewrite app_nil_r].
  Qed.

  Lemma obeyed_line h (Q : queues parked value event) :
    ∃ new, map name (ready (obeyed L h Q)) = map name (ready Q) ++ new.
  Proof.
    unfold obeyed, obey_all. generalize (orders L h). intros os. revert Q.
    induction os as [|o os IH]; intros Q; simpl; [exists []; by rewrite app_nil_r|].
    destruct (IH (obey (start L) (plain L) (signalled L) (spawned L) o Q).2) as [n2 ->].
    destruct (obey_line (start L) (plain L) (signalled L) (spawned L) o Q) as [n1 ->].
    rewrite <-app_assoc. eauto.
  Qed.

  Lemma line_step P a P' :
    pool_trans M L P a P' → P' ≠ Aborted → ∃ new, line P ++ new = dispatched a ++ line P'.
  Proof.
    intros [Q a' P1 E|Q x P1 E] Hno.
    - destruct Q as [h Q|j st Q|]; simpl in *; [| |done].
      + destruct (ready Q) as [|[k v fs] q]; simplify_eq/=. exists []. by rewrite app_nil_r.
      + destruct (advances M st) as [?|[q h] k|[v h]| |]; simplify_eq/=.
        * exists []. by rewrite app_nil_r.
        * destruct (obeyed_line h Q) as [n1 E1].
          destruct q as [o| |c|e c]; unfold serve; simpl.
          -- destruct (obey _ _ _ _ o _) as [v Q'] eqn:E. simpl.
             destruct (obey_line (start L) (plain L) (signalled L) (spawned L) o (obeyed L h Q)) as [n2 E2].
             rewrite E in E2. simpl in E2. rewrite E2, E1, <-app_assoc. eauto.
          -- rewrite map_app, E1, <-app_assoc. eauto.
          -- rewrite E1. eauto.
          -- rewrite E1. eauto.
        * destruct (obeyed_line h Q) as [n1 E1]. rewrite E1. eauto.
    - destruct Q as [h Q|j st Q|]; simpl in *; [|by destruct x..]. destruct x as [i v|o|h']; simplify_eq/=.
      + destruct (wake_first _ v Q) eqn:E1; simplify_eq/=. destruct (wake_first_line _ _ _ _ E1) as [n ->]. eauto.
      + destruct (obey_line (start L) (plain L) (signalled L) (spawned L) o Q) as [n ->]. eauto.
      + exists []. by rewrite app_nil_r.
  Qed.

  (** Who was in line when a run began, followed by those who came to its end
      meanwhile, are those who were let in, in that order, followed by those who
      are in line when it ends: nobody overtakes. *)
  Theorem pool_fifo P l P' :
    execution (pool_trans M L) P l P' → P' ≠ Aborted →
    ∃ new, line P ++ new = mjoin (map dispatched l) ++ line P'.
  Proof.
    induction 1 as [P|P a P1 l P' Ht Hl IH]; intros Hno; simpl; [exists []; by rewrite app_nil_r|].
    destruct (IH Hno) as [n2 E2].
    destruct (line_step _ _ _ Ht) as [n1 E1].
    { intros ->. by inversion Hl as [|? ? ? ? ? Ht']; subst; [done|inversion Ht'; simplify_eq]. }
    exists (n1 ++ n2). by rewrite app_assoc, E1, <-app_assoc, E2, app_assoc.
  Qed.
End order.
