(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What a host sees of the library, as a function of the model.

    A host chooses each call by the bytes that it has seen: what the calls before returned, and the answers that they
    appended. What the library makes of a call, which entries of its log it takes and what it returns, is a function of
    the model's state ([serve]), in which no hash counts. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Refinement Require Export ExactBytes ExactCalls Premises.
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

(** The whole entries at the front of a log, and what is said of what comes after them. *)
Fixpoint divide (fuel : nat) (b : bytes) : list Thread.entry * Verify.status :=
  match fuel with
  | O => ([], More)
  | S fuel =>
      match judge (zs b) with
      | Some last => ([], last)
      | None =>
          match parse entry_codec b with
          | Parsed en rest => let r := divide fuel rest in (en :: r.1, r.2)
          | Malformed _ _ => ([], More)
          end
      end
  end.
Definition divide_log (log : list Z) : list Thread.entry * Verify.status := divide (S (length log)) (as_bytes log).
Lemma divide_wf fuel : ∀ b, Forall entry_wf (divide fuel b).1.
Proof.
  induction fuel as [|fuel IH]; intros b; cbn [divide]; [constructor|]. destruct (judge (zs b)); [constructor|].
  destruct (parse entry_codec b) as [en rest|] eqn:E; [|constructor]. cbn [fst]. constructor; [|apply IH].
  by apply (proj2 entry_codec_lawful) in E as [? _].
Qed.
Lemma divide_divided fuel : ∀ b, (length b < fuel)%nat → len b < 2 ^ 32 →
  ∃ tail, divided (zs b) (divide fuel b).1 tail (divide fuel b).2.
Proof.
  induction fuel as [|fuel IH]; intros b Hf Hlen; [lia|]. cbn [divide].
  destruct (judge (zs b)) as [last|] eqn:Ej.
  { exists (zs b). by split; [|constructor|constructor|]. }
  destruct (judge_reads b Hlen Ej) as (en & rest & -> & Hwf & Hin). rewrite (proj1 entry_codec_lawful) by done.
  pose proof (print_entry_cons en) as (c & cs & E). rewrite app_length, E in Hf. cbn [length] in Hf.
  rewrite len_app in Hlen. pose proof (len_nonneg (print entry_codec en)).
  destruct (IH rest ltac:(lia) ltac:(lia)) as (tail & [Hb Hw Hi Hj]). exists tail. cbn [fst snd].
  split; [|by constructor|by constructor|done].
  change (print_log (en :: ?l)) with (print entry_codec en ++ print_log l).
  rewrite !zs_app, <-(assoc_L (++)). by f_equal.
Qed.
Lemma divide_log_divided log :
  octets log → len log < 2 ^ 32 → ∃ tail, divided log (divide_log log).1 tail (divide_log log).2.
Proof.
  intros Ho Hl. destruct (octets_bytes log Ho) as [b ->]. unfold divide_log. rewrite as_bytes_zs.
  assert (length (zs b) = length b) by apply map_length. apply divide_divided; [lia|by rewrite <-len_zs].
Qed.

Lemma takes_front {acc} (cfg : config acc) l last : ∀ st room, (takes cfg st l last room).1 `prefix_of` l.
Proof.
  induction l as [|en l IH]; intros st room; cbn [takes]; (destruct (room <? RECEIPT); [apply prefix_nil|]);
    [apply prefix_nil|].
  destruct (Thread.step cfg st en) as [st'|]; [|apply prefix_nil]. case_decide; [apply prefix_nil|].
  destruct (too_long cfg st en); [apply prefix_nil|].
  destruct en; try apply prefix_nil; cbn [fst]; apply prefix_cons, IH.
Qed.
(** What a thread says to all further logs, until its epoch is published, or for good. *)
Definition halt_of (s : Verify.status) : option Verify.status :=
  match s with Close | Verify.Refused _ => Some s | _ => None end.

Section serving.
  Context {acc : Type} (cfg : config acc).
  Implicit Types (m : monitor acc) (closing : nat → option Verify.status).

  Definition now closing (i : nat) (b : option Verify.status) : nat → option Verify.status :=
    λ j, if decide (j = i) then b else closing j.
  (** Nothing is cached but the root, and nothing is in a sum of an epoch that is open. *)
  Definition is_quiet (st : thread acc) : bool :=
    forallb (λ k, let e := (t_next st + N.of_nat k)%N in
               bool_decide (t_count (tally_in cfg (t_added st) e) = 0%N) &&
               bool_decide (t_count (tally_in cfg (t_evicted st) e) = 0%N)) (seq 0 4) &&
    forallb (λ s, bool_decide (t_slots st !! N.of_nat s = None) || bool_decide (s = 0%nat) && bool_decide (t_self st =
      0%N))
      (seq 0 (N.to_nat (store_size cfg))).

  (** What the call [c] feeds to the model, what it returns, and which threads have an epoch to publish after it, or
      have refused. *)
  Definition serve m closing (c : hcall) : list call * data * (nat → option Verify.status) :=
    match c with
    | HVerify i log out =>
        match status_of cfg m (N.of_nat i), closing i with
        | Running st, None =>
            let d := divide_log log in
            let r := takes cfg st d.1 d.2 (65536 - len out) in
            (Feed (N.of_nat i) <$> r.1, dprogress (log_size r.1 + (if closing_of r.2 then 1 else 0)) r.2,
             now closing i (halt_of r.2))
        | Running _, Some s => ([], dprogress 0 s, closing)
        | Stopped _ why, _ => ([], dprogress 0 (Verify.Refused (refusal_number why)), closing)
        end
    | HQuiet i =>
        ([],
         VBool match status_of cfg m (N.of_nat i), closing i with Running st, None => is_quiet st | _, _ => false end,
         closing)
    | HPublish i =>
        match closing i with
        | Some Close =>
            if decide (t_next (thread_of cfg m (N.of_nat i)) < next_to_certify cfg m + 8)%N
            then ([Feed (N.of_nat i) VerifyEpoch], VBool true, now closing i None) else ([], VBool false, closing)
        | _ => ([], VBool true, closing)
        end
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
  Definition fed_by (h : fhost) (n : nat) : list call := fed_from h n [] init_monitor (λ _, None).

  Lemma serve_wf m closing c i en : Feed i en ∈ (serve m closing c).1.1 → entry_wf en.
  Proof using.
    destruct c as [j log out|j|j|]; cbn [serve].
    - destruct (status_of cfg m (N.of_nat j)) as [st|]; [|by intros ?%elem_of_nil].
      destruct (closing j); [by intros ?%elem_of_nil|]. cbn [fst].
      intros (en' & [= _ ->] & Hin)%elem_of_list_fmap.
      pose proof (divide_wf (S (length log)) (as_bytes log)) as Hwf. rewrite Forall_forall in Hwf. apply Hwf.
      fold (divide_log log).
      destruct (takes_front cfg (divide_log log).1 (divide_log log).2 st (65536 - len out)) as [rest ->].
      apply elem_of_app. by left.
    - by intros ?%elem_of_nil.
    - destruct (closing j) as [[]|]; try by intros ?%elem_of_nil. case_decide; [|by intros ?%elem_of_nil].
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
