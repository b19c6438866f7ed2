(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What a host sees of the library, as a function of the model.

    A host chooses each call by the bytes that it has seen: what the calls before returned, and the answers that they
    appended. What the library makes of a call, which entries of its log it takes and what it returns, is a function of
    the model's state ([serve]), in which no hash counts. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Refinement Require Export ExactCalls Premises.
Import Fairlead.Monitor.Model.Monitor.
Local Open Scope Z_scope.

(** A call of a host: it has no say in the secret. *)
Inductive hcall :=
  | HVerify (i : nat) (log out : list Z)
  | HQuiet (i : nat)
  | HPublish (i : nat)
  | HCertify.
Definition with_secret (x : list Z) (c : hcall) : fcall :=
  match c with
  | HVerify i log out => CVerify i x log out
  | HQuiet i => CQuiet i
  | HPublish i => CPublish i x
  | HCertify => CCertify
  end.
(** What it sees of a call: what the function returns, and the bytes that were appended to [out]. *)
Definition sight : Type := data * list Z.
Definition fhost : Type := list sight → hcall.
(** A log is whole entries, all of them [exact_entry]. *)
Definition hcall_exact (c : hcall) : Prop :=
  match c with
  | HVerify _ log _ => ∃ l, log = zs (print_log l) ∧ Forall entry_wf l ∧ Forall exact_entry l
  | _ => True
  end.
Definition entries_of (log : list Z) : list Thread.entry :=
  match parse_log (as_bytes log) with inl l => l | inr _ => [] end.
Lemma entries_of_log l : Forall entry_wf l → entries_of (zs (print_log l)) = l.
Proof. intros Hl. unfold entries_of. by rewrite as_bytes_zs, parse_print_log. Qed.
Lemma entries_of_wf log : Forall entry_wf (entries_of log).
Proof.
  unfold entries_of. destruct (parse_log _) as [l|] eqn:E; [|done]. by apply print_parse_log in E as [? _].
Qed.

Lemma takes_front {acc} (cfg : config acc) l : ∀ st room, (takes cfg st l room).1 `prefix_of` l.
Proof.
  induction l as [|en l IH]; intros st room; cbn [takes]; (destruct (room <? RECEIPT); [apply prefix_nil|]);
    [apply prefix_nil|].
  destruct (Thread.step cfg st en) as [st'|]; [|apply prefix_nil]. case_decide; [apply prefix_nil|].
  destruct en; try apply prefix_nil; cbn [fst]; apply prefix_cons, IH.
Qed.

Section serving.
  Context {acc : Type} (cfg : config acc).
  Implicit Types (m : monitor acc) (closing : nat → bool).

  Definition now (closing : nat → bool) (i : nat) (b : bool) : nat → bool := λ j, if decide (j = i) then b else
    closing j.
  (** Nothing is cached but the root, and nothing is in a sum of an epoch that is open. *)
  Definition is_quiet (st : thread acc) : bool :=
    forallb (λ k, let e := (t_next st + N.of_nat k)%N in
               bool_decide (t_count (tally_in cfg (t_added st) e) = 0%N) &&
               bool_decide (t_count (tally_in cfg (t_evicted st) e) = 0%N)) (seq 0 4) &&
    forallb (λ s, bool_decide (t_slots st !! N.of_nat s = None) || bool_decide (s = 0%nat) && bool_decide (t_self st =
      0%N))
      (seq 0 (N.to_nat (store_size cfg))).

  (** What the call [c] feeds to the model, what it returns, and which threads have an epoch to publish after it. *)
  Definition serve m closing (c : hcall) : list call * data * (nat → bool) :=
    match c with
    | HVerify i log out =>
        match status_of cfg m (N.of_nat i) with
        | Stopped _ why => ([], dprogress 0 (Verify.Refused (refusal_number why)), closing)
        | Running st =>
            if closing i then ([], dprogress 0 Close, closing) else
            let l := entries_of log in
            let r := takes cfg st l (65536 - len out) in
            let refused := match r.2 with Verify.Refused _ => take 1 (drop (length r.1) l) | _ => [] end in
            (Feed (N.of_nat i) <$> (r.1 ++ refused),
             dprogress (log_size r.1 + (if closing_of r.2 then 1 else 0)) r.2, now closing i (closing_of r.2))
        end
    | HQuiet i =>
        ([], VBool match status_of cfg m (N.of_nat i) with Stopped _ _ => false | Running st => negb (closing i) &&
          is_quiet st end,
         closing)
    | HPublish i =>
        if closing i then
          if decide (t_next (thread_of cfg m (N.of_nat i)) < next_to_certify cfg m + 8)%N
          then ([Feed (N.of_nat i) VerifyEpoch], VBool true, now closing i false) else ([], VBool false, closing)
        else ([], VBool true, closing)
    | HCertify => ([Certify], VInt (Z.of_N (next_to_certify cfg (certify cfg m))), closing)
    end.
  Definition seen_of m (ks : list call) (d : data) : sight := (d, zs (print_receipts (answers cfg m ks))).

  (** What the [n] calls that [h] makes from [m], having seen [seen], feed to the model. *)
  Fixpoint fed_from (h : fhost) (n : nat) (seen : list sight) m closing : list call :=
    match n with
    | O => []
    | S n =>
        let '(ks, d, closing') := serve m closing (h seen) in
        ks ++ fed_from h n (seen ++ [seen_of m ks d]) (run cfg m ks) closing'
    end.
  Definition fed_by (h : fhost) (n : nat) : list call := fed_from h n [] init_monitor (λ _, false).

  Lemma serve_wf m closing c i en : Feed i en ∈ (serve m closing c).1.1 → entry_wf en.
  Proof using.
    destruct c as [j log out|j|j|]; cbn [serve].
    - destruct (status_of cfg m (N.of_nat j)) as [st|]; [|by intros ?%elem_of_nil]. destruct (closing j);
        [by intros ?%elem_of_nil|]. cbn [fst]. intros (en' & [= _ ->] & Hin)%elem_of_list_fmap.
      pose proof (entries_of_wf log) as Hwf. rewrite Forall_forall in Hwf. apply Hwf.
      pose proof (takes_front cfg (entries_of log) st (65536 - len out)) as [rest Hrest].
      destruct (takes cfg st (entries_of log) (65536 - len out)) as [done s]. cbn [fst snd] in *.
      apply elem_of_app in Hin as [Hin|Hin]; [rewrite Hrest; apply elem_of_app; by left|].
      destruct s; try by apply elem_of_nil in Hin. rewrite Hrest, drop_app in Hin. rewrite Hrest.
      apply elem_of_app. right. rewrite elem_of_take in Hin. destruct Hin as (j' & Hj & _). by eapply
        elem_of_list_lookup_2.
    - by intros ?%elem_of_nil.
    - destruct (closing j); [|by intros ?%elem_of_nil]. case_decide; [|by intros ?%elem_of_nil].
      by intros [= _ ->]%elem_of_list_singleton.
    - by intros ?%elem_of_list_singleton.
  Qed.
  Lemma fed_from_wf h n : ∀ seen m closing i en, Feed i en ∈ fed_from h n seen m closing → entry_wf en.
  Proof using.
    induction n as [|n IH]; intros seen m closing i en; cbn [fed_from]; [by intros ?%elem_of_nil|].
    destruct (serve m closing (h seen)) as [[ks d] closing'] eqn:E. intros [Hin|Hin]%elem_of_app; [|by eapply IH].
    eapply (serve_wf m closing (h seen) i). by rewrite E.
  Qed.
End serving.
