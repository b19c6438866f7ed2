(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The monitor: threads, the aggregate, and what it hands out (the published protocol,
"VerifyEpoch" and "max_certified"; "Results carry the epoch").

The host may call in any order: feed an entry to a thread, or ask for
certification. Every call is one step of one function; in an implementation the
aggregate is behind a lock, and threads share nothing else. *)
From Fairlead.Monitor.Model Require Export Thread.

(** What a client gets: which thread answered, when by its clock, and as its how manieth answer; what was asked for, and
the result. It is worth something once its epoch is certified. *)
Record receipt := Receipt {
  r_tid : N; r_stamp : stamp; r_index : N;
  r_function : N; r_argument : bytes; r_keys : list key; r_result : bytes;
}.
Definition r_epoch (r : receipt) : N := (r_stamp r).1.

(** The order of answers can be told from the receipts: by epoch, counter, thread, and index. *)
Definition moment : Type := stamp * N * N.
Definition r_moment (r : receipt) : moment := (r_stamp r, r_tid r, r_index r).
Definition moment_lt (p q : moment) : Prop :=
  stamp_lt p.1.1 q.1.1 ∨
  (p.1.1.1 = q.1.1.1 ∧ p.1.1.2 = q.1.1.2 ∧ (p.1.2 < q.1.2 ∨ p.1.2 = q.1.2 ∧ p.2 < q.2))%N.
Definition moment_le (p q : moment) : Prop :=
  stamp_lt p.1.1 q.1.1 ∨
  (p.1.1.1 = q.1.1.1 ∧ p.1.1.2 = q.1.1.2 ∧ (p.1.2 < q.1.2 ∨ p.1.2 = q.1.2 ∧ p.2 ≤ q.2))%N.
Global Instance moment_lt_dec p q : Decision (moment_lt p q) := _.

Inductive call := Feed (i : N) (en : entry) | Certify.

(** A thread that was refused keeps its last good state and the reason, for good. *)
Inductive status (acc : Type) :=
  | Running (st : thread acc)
  | Stopped (st : thread acc) (why : refusal).
Arguments Running {_}. Arguments Stopped {_}.
Definition state_of {acc} (x : status acc) : thread acc :=
  match x with Running st => st | Stopped st _ => st end.

(** Per epoch: both tallies, and which threads have added theirs. *)
Record aggregate (acc : Type) := Aggregate {
  a_added : tally acc; a_evicted : tally acc; a_done : gset N;
}.
Arguments Aggregate {_}. Arguments a_added {_}. Arguments a_evicted {_}. Arguments a_done {_}.

Record monitor (acc : Type) := Monitor {
  m_threads : gmap N (status acc);
  m_aggregates : gmap N (aggregate acc);
  m_certified : option N;
}.
Arguments Monitor {_}. Arguments m_threads {_}. Arguments m_aggregates {_}.
Arguments m_certified {_}.

Section monitor.
  Context {acc : Type} (cfg : config acc).
  Implicit Types m : monitor acc.

  Definition init_monitor : monitor acc := Monitor ∅ ∅ None.
  Definition status_of m i : status acc :=
    default (Running (init_thread cfg i)) (m_threads m !! i).
  Definition thread_of m i : thread acc := state_of (status_of m i).
  Definition aggregate_of m e : aggregate acc :=
    default (Aggregate (tally_zero (mh cfg)) (tally_zero (mh cfg)) ∅) (m_aggregates m !! e).

  (** "agg[e] += own[e], bitmap[e][tid] := 1". *)
  Definition publish m (i : N) (st : thread acc) (e : N) : gmap N (aggregate acc) :=
    let a := aggregate_of m e in
    <[e := Aggregate (tally_plus (mh cfg) (tally_in cfg (t_added st) e) (a_added a))
             (tally_plus (mh cfg) (tally_in cfg (t_evicted st) e) (a_evicted a))
             ({[i]} ∪ a_done a)]> (m_aggregates m).

  (** One entry for one thread: the new monitor and, if refused, why. *)
  Definition feed m (i : N) (en : entry) : monitor acc * option refusal :=
    if decide (i < n_threads cfg)%N then
      match status_of m i with
      | Stopped _ _ => (m, Some Thread_failed)
      | Running st =>
          match step cfg st en with
          | Refused why =>
              (Monitor (<[i := Stopped st why]> (m_threads m)) (m_aggregates m) (m_certified m), Some why)
          | Ok st' =>
              (Monitor (<[i := Running st']> (m_threads m))
                 match en with
                 | VerifyEpoch => publish m i st (t_next st)
                 | _ => m_aggregates m
                 end (m_certified m), None)
          end
      end
    else (m, Some No_such_thread).

  (** An epoch certifies when every thread is done with it and what was added is,
  by hash and by count, what was evicted. The count stays below 2^32 so that no
  element occurs 2^32 times, which the bound on collisions needs. *)
  Definition all_threads : list N := N.of_nat <$> seq 0 (N.to_nat (n_threads cfg)).
  Definition complete m (e : N) : bool :=
    forallb (λ i, bool_decide (i ∈ a_done (aggregate_of m e))) all_threads.
  Definition agree m (e : N) : bool :=
    let a := aggregate_of m e in
    let _ := mh_eq (mh cfg) in
    bool_decide (t_sum (a_added a) = t_sum (a_evicted a)) &&
    bool_decide (t_count (a_added a) = t_count (a_evicted a)) &&
    bool_decide (t_count (a_added a) < limit32)%N.
  Definition next_to_certify m : N :=
    match m_certified m with None => first_epoch cfg | Some e => e + 1 end.
  Definition can_certify m : bool :=
    complete m (next_to_certify m) && agree m (next_to_certify m).
  Definition certify_one m : monitor acc :=
    Monitor (m_threads m) (m_aggregates m) (Some (next_to_certify m)).
  (** The loop of "max_certified()". An epoch that certifies has an aggregate, so
  their number is fuel enough. *)
  Fixpoint certify_loop (fuel : nat) m : monitor acc :=
    match fuel with
    | 0 => m
    | S fuel => if can_certify m then certify_loop fuel (certify_one m) else m
    end.
  Definition certify m : monitor acc :=
    certify_loop (S (size (m_aggregates m))) m.

  (** What the monitor answers to an accepted entry. *)
  Definition receipt_of (st : thread acc) (en : entry) : option receipt :=
    match en with
    | Run f ops a =>
        match evaluate cfg st f ops a with
        | Ok (olds, (_, result)) => Some (Receipt (t_self st) (t_clock st) (t_index st) f a olds.*1 result)
        | Refused _ => None
        end
    | _ => None
    end.

  Definition perform m (c : call) : monitor acc :=
    match c with Feed i en => (feed m i en).1 | Certify => certify m end.
  Definition answer m (c : call) : option receipt :=
    match c with
    | Feed i en =>
        if (feed m i en).2 then None else receipt_of (thread_of m i) en
    | Certify => None
    end.

  (** All calls of a host, from the start; and every receipt handed out, in order. *)
  Fixpoint run m (cs : list call) : monitor acc :=
    match cs with [] => m | c :: cs => run (perform m c) cs end.
  Fixpoint answers m (cs : list call) : list receipt :=
    match cs with
    | [] => []
    | c :: cs => option_list (answer m c) ++ answers (perform m c) cs
    end.
End monitor.
