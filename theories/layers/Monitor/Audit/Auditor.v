(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The auditor: Model/Monitor.v's calls on packed threads. An epoch's aggregate
counts the threads that are done with it instead of naming them, and is dropped
when the epoch is certified. *)
From Fairlead.Monitor.Audit Require Export Step.

Record packed_receipt (S : Type) := PackedReceipt {
  z_tid : N; z_stamp : stamp; z_index : N;
  z_function : N; z_argument : S; z_keys : list (packed_key S); z_result : S;
}.
Arguments PackedReceipt {_}. Arguments z_tid {_}. Arguments z_stamp {_}. Arguments z_index {_}.
Arguments z_function {_}. Arguments z_argument {_}. Arguments z_keys {_}. Arguments z_result {_}.

Inductive packed_call (S : Type) := PFeed (i : N) (en : packed_entry S) | PCertify.
Arguments PFeed {_}. Arguments PCertify {_}.

(** A thread that was refused takes nothing any more. *)
Record packed_status (S MS MT : Type) := PackedStatus { y_stopped : bool; y_state : packed_thread S MS MT }.
Arguments PackedStatus {_ _ _}. Arguments y_stopped {_ _ _}. Arguments y_state {_ _ _}.

Record counted_aggregate (acc : Type) := CountedAggregate {
  g_added : tally acc; g_evicted : tally acc; g_done : N;
}.
Arguments CountedAggregate {_}. Arguments g_added {_}. Arguments g_evicted {_}. Arguments g_done {_}.

Record auditor (MX MG : Type) := Auditor {
  u_threads : MX;
  u_aggregates : MG;
  u_published : N;                   (* how often anything was added to an aggregate *)
  u_next : N;                        (* the next epoch to certify *)
}.
Arguments Auditor {_ _}. Arguments u_threads {_ _}. Arguments u_aggregates {_ _}.
Arguments u_published {_ _}. Arguments u_next {_ _}.

Section auditor.
  Context {S acc MS MT MX MG : Type}.
  Context (O : strings S) (OS : maps MS (packed_slot S)) (OT : maps MT (tally acc)).
  Context (OX : maps MX (packed_status S MS MT)) (OG : maps MG (counted_aggregate acc)).
  Context (cfg : setting S acc).
  Implicit Types u : auditor MX MG.

  Definition u_init : auditor MX MG := Auditor (m_empty OX) (m_empty OG) 0 (c_first_epoch cfg).
  Definition u_status u (i : N) : packed_status S MS MT :=
    match m_get OX (u_threads u) i with Some x => x | None => PackedStatus false (y_init O OS OT cfg i) end.
  Definition u_aggregate u (e : N) : counted_aggregate acc :=
    match m_get OG (u_aggregates u) e with
    | Some g => g
    | None => CountedAggregate (Tally (c_zero cfg) 0) (Tally (c_zero cfg) 0) 0
    end.

  Definition u_sum (x y : tally acc) : tally acc :=
    Tally (c_plus cfg (t_sum x) (t_sum y)) (t_count x + t_count y).
  Definition u_publish u (st : packed_thread S MS MT) (e : N) : MG :=
    let g := u_aggregate u e in
    m_set OG (u_aggregates u) e
      (CountedAggregate (u_sum (y_tally OT cfg (y_added st) e) (g_added g))
         (u_sum (y_tally OT cfg (y_evicted st) e) (g_evicted g)) (g_done g + n1)).

  (** The receipt is that of the state before; of what is refused there is none. *)
  Definition u_receipt (st : packed_thread S MS MT) (en : packed_entry S) : option (packed_receipt S) :=
    match en with
    | PRun f ops a =>
        match y_evaluate O OS cfg st f ops a with
        | Ok (olds, (_, result)) =>
            Some (PackedReceipt (y_self st) (y_clock st) (y_index st) f a (fst <$> olds) result)
        | Refused _ => None
        end
    | _ => None
    end.

  Inductive reply := Accepted (r : option (packed_receipt S)) | Not_accepted (why : refusal).

  Definition u_feed u (i : N) (en : packed_entry S) : auditor MX MG * reply :=
    if (i <? c_threads cfg)%N then
      let x := u_status u i in
      if y_stopped x then (u, Not_accepted Thread_failed)
      else
        let st := y_state x in
        match y_step O OS OT cfg st en with
        | Refused why =>
            (Auditor (m_set OX (u_threads u) i (PackedStatus true st)) (u_aggregates u) (u_published u) (u_next u),
             Not_accepted why)
        | Ok st' =>
            let threads := m_set OX (u_threads u) i (PackedStatus false st') in
            match en with
            | PVerifyEpoch =>
                (Auditor threads (u_publish u st (y_next st)) (u_published u + n1) (u_next u), Accepted None)
            | _ => (Auditor threads (u_aggregates u) (u_published u) (u_next u), Accepted (u_receipt st en))
            end
        end
    else (u, Not_accepted No_such_thread).

  Definition u_complete u (e : N) : bool := (g_done (u_aggregate u e) =? c_threads cfg)%N.
  Definition u_agree u (e : N) : bool :=
    let g := u_aggregate u e in
    c_same cfg (t_sum (g_added g)) (t_sum (g_evicted g)) &&
    (t_count (g_added g) =? t_count (g_evicted g))%N && (t_count (g_added g) <? limit32)%N.

  Fixpoint u_certify_loop (fuel : nat) u : auditor MX MG :=
    match fuel with
    | 0 => u
    | Datatypes.S fuel =>
        if u_complete u (u_next u) && u_agree u (u_next u)
        then u_certify_loop fuel
               (Auditor (u_threads u) (m_remove OG (u_aggregates u) (u_next u)) (u_published u) (u_next u + n1)%N)
        else u
    end.
  Definition u_certify u : auditor MX MG := u_certify_loop (Datatypes.S (N.to_nat (u_published u))) u.

  (** All calls, from the start, and every receipt handed out. *)
  Definition u_perform u (c : packed_call S) : auditor MX MG :=
    match c with PFeed i en => (u_feed u i en).1 | PCertify => u_certify u end.
  Definition u_answer u (c : packed_call S) : option (packed_receipt S) :=
    match c with
    | PFeed i en => match (u_feed u i en).2 with Accepted r => r | Not_accepted _ => None end
    | PCertify => None
    end.
  Fixpoint u_run u (cs : list (packed_call S)) : auditor MX MG :=
    match cs with [] => u | c :: cs => u_run (u_perform u c) cs end.
  Fixpoint u_answers u (cs : list (packed_call S)) : list (packed_receipt S) :=
    match cs with [] => [] | c :: cs => option_list (u_answer u c) ++ u_answers (u_perform u c) cs end.

  Definition u_certified u : option N :=
    if (u_next u =? c_first_epoch cfg)%N then None else Some (u_next u - n1)%N.
End auditor.
Arguments Accepted {_}. Arguments Not_accepted {_}.
