(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** One verifier thread and its nine operations (the published protocol, "State of one
verifier thread" and "Operations"). The operations are executable; each either
gives the next state or names the check that refused it. A refusal changes
nothing here: that it is permanent for the thread is in Monitor.v. *)
From stdpp Require Export gmap.
From Fairlead.Monitor.Model Require Export Tally.

(** One entry of a thread's log. *)
Inductive entry :=
  | AddM (k : key) (v : value) (s s' : N)
  | AddB (k : key) (v : value) (s : N) (t : stamp) (tid : N)
  | EvictM (s s' : N)
  | EvictB (s : N) (t : stamp)
  | EvictBM (s s' : N) (t : stamp)
  | NextEpoch
  | VerifyEpoch
  | Get (s : N)
  | Put (s : N) (v : datum).

(** The check that failed. *)
Inductive refusal :=
  | Slot_out_of_range | Slot_empty | Slot_full | Same_slot
  | Not_merkle | Not_data | Not_descendant | Value_not_initial | Value_does_not_fit
  | Wrong_digest | In_blum | Child_in_cache | Edge_elsewhere | Has_children | Wrong_parent
  | Root_key | Epoch_already_verified | Counter_overflow | Count_overflow | Epoch_overflow
  | Not_later | Added_by_merkle | Added_by_blum | Epoch_not_over | Thread_failed | No_such_thread.

Inductive outcome (A : Type) := Ok (a : A) | Refused (why : refusal).
Arguments Ok {_}. Arguments Refused {_}.
Global Instance outcome_bind : MBind outcome := λ A B f m,
  match m with Ok a => f a | Refused why => Refused why end.
Definition need (P : Prop) `{Decision P} (why : refusal) : outcome () :=
  if decide P then Ok () else Refused why.
Definition some {A} (m : option A) (why : refusal) : outcome A :=
  match m with Some a => Ok a | None => Refused why end.

Inductive how := MAdd | BAdd.
Global Instance how_eq_dec : EqDecision how.
Proof. solve_decision. Defined.

(** A record in the cache: how it came in, the slots of its children that were
added under it, and the slot and direction it was added under. *)
Record slot := Slot {
  s_key : key; s_value : value; s_how : how;
  s_child : option N * option N; s_parent : option (N * bool);
}.

Record thread (acc : Type) := Thread {
  t_self : N;
  t_slots : gmap N slot;
  t_clock : stamp;
  t_lek : key;                       (* key last evicted at the current clock *)
  t_added : gmap N (tally acc);      (* per epoch *)
  t_evicted : gmap N (tally acc);
  t_verified : option N;             (* last epoch verified *)
}.
Arguments Thread {_}. Arguments t_self {_}. Arguments t_slots {_}. Arguments t_clock {_}.
Arguments t_lek {_}. Arguments t_added {_}. Arguments t_evicted {_}. Arguments t_verified {_}.

(** Store size, number of threads, digits of a data key, the hash of values and
the multiset hash are parameters. *)
Record config (acc : Type) := Config {
  store_size : N;
  n_threads : N;
  depth : N;
  digest : value → bytes;
  mh : multiset_hash acc;
}.
Arguments Config {_}. Arguments store_size {_}. Arguments n_threads {_}.
Arguments depth {_}. Arguments digest {_}. Arguments mh {_}.

Section thread.
  Context {acc : Type} (cfg : config acc).
  Implicit Types st : thread acc.

  Definition with_slots st slots :=
    Thread (t_self st) slots (t_clock st) (t_lek st) (t_added st) (t_evicted st) (t_verified st).
  Definition with_value (sl : slot) v := Slot (s_key sl) v (s_how sl) (s_child sl) (s_parent sl).
  Definition with_parent (sl : slot) p := Slot (s_key sl) (s_value sl) (s_how sl) (s_child sl) p.

  (** The parent's slot after its value and its cached child in direction [d] change. *)
  Definition adopt (sl : slot) (v : value) (d : bool) (child : option N) : slot :=
    Slot (s_key sl) v (s_how sl) (set_side d child (s_child sl)) (s_parent sl).
  Definition point (ends : option edge * option edge) (d : bool) (c : edge) : value :=
    Merkle (set_side d (Some c) ends).
  (** The child in cache on an edge that is being cut hangs under the new record. *)
  Definition relink (child : option N) (s : N) (d : bool) (slots : gmap N slot) : gmap N slot :=
    match child with
    | Some s2 => alter (λ sl2, with_parent sl2 (Some (s, d))) s2 slots
    | None => slots
    end.
  (** The clock and the key last evicted, after time [t] has been seen. *)
  Definition advance st (t : stamp) : stamp * key :=
    if decide (stamp_lt (t_clock st) t) then (t, root) else (t_clock st, t_lek st).

  Definition tally_in (m : gmap N (tally acc)) (e : N) : tally acc :=
    default (tally_zero (mh cfg)) (m !! e).
  (** [after_verified st e]: [e > lve]; with nothing verified yet, every epoch is. *)
  Definition next_to_verify st : N := match t_verified st with None => 0 | Some e => e + 1 end.

  Definition full st (s : N) : outcome slot :=
    need (s < store_size cfg)%N Slot_out_of_range;;
    some (t_slots st !! s) Slot_empty.
  Definition vacant st (s : N) : outcome () :=
    need (s < store_size cfg)%N Slot_out_of_range;;
    need (t_slots st !! s = None) Slot_full.
  Definition ends_of (sl : slot) : outcome (option edge * option edge) :=
    match s_value sl with Merkle ends => Ok ends | Data _ => Refused Not_merkle end.

  (** "AddM(r=(k,v), s, s')": the record enters slot [s] under its parent in [s']. *)
  Definition add_merkle st k v s s' : outcome (thread acc) :=
    sl' ← full st s';
    vacant st s;;
    ends ← ends_of sl';
    d ← some (heading k (s_key sl')) Not_descendant;
    need (fits (depth cfg) k v = true) Value_does_not_fit;;
    let fresh := Edge k no_digest false in
    match side d ends with
    | None =>
        (* c Empty: a new edge *)
        need (v = initial (depth cfg) k) Value_not_initial;;
        need (side d (s_child sl') = None) Child_in_cache;;
        Ok (with_slots st
              (<[s := Slot k v MAdd (None, None) (Some (s', d))]>
                (<[s' := adopt sl' (point ends d fresh) d (Some s)]> (t_slots st))))
    | Some c =>
        if decide (e_key c = k) then
          (* c.key = k: an existing record *)
          need (e_digest c = digest cfg v) Wrong_digest;;
          need (e_blum c = false) In_blum;;
          need (side d (s_child sl') = None) Child_in_cache;;
          Ok (with_slots st
                (<[s := Slot k v MAdd (None, None) (Some (s', d))]>
                  (<[s' := adopt sl' (s_value sl') d (Some s)]> (t_slots st))))
        else
          (* otherwise: cut the edge to c, whose in-Blum mark is kept *)
          need (v = initial (depth cfg) k) Value_not_initial;;
          d2 ← some (heading (e_key c) k) Edge_elsewhere;
          match v with
          | Data _ => Refused Not_merkle
          | Merkle none =>
              let old := side d (s_child sl') in
              Ok (with_slots st
                    (<[s := Slot k (point none d2 c) MAdd (set_side d2 old (None, None)) (Some (s', d))]>
                      (<[s' := adopt sl' (point ends d fresh) d (Some s)]>
                        (relink old s d2 (t_slots st)))))
          end
    end.

  (** "EvictM(s, s')": the record's digest goes to its parent's edge. Records
  added by [AddB] may be evicted this way too; they have no parent link. *)
  Definition evict_merkle st s s' : outcome (thread acc) :=
    need (s ≠ s') Same_slot;;
    sl ← full st s;
    sl' ← full st s';
    ends ← ends_of sl';
    d ← some (heading (s_key sl) (s_key sl')) Not_descendant;
    need (s_child sl = (None, None)) Has_children;;
    c ← some (side d ends) Edge_elsewhere;
    need (e_key c = s_key sl) Edge_elsewhere;;
    match s_parent sl with
    | Some p => need (p = (s', d)) Wrong_parent
    | None => need (side d (s_child sl') = None) Child_in_cache
    end;;
    Ok (with_slots st
          (delete s
            (<[s' := adopt sl' (point ends d (Edge (s_key sl) (digest cfg (s_value sl)) false)) d None]>
              (t_slots st)))).

  (** "AddB(r, s, t, tid)": into the add tally of [t]'s epoch, and the clock moves past [t]. *)
  Definition add_blum st k v s t tid : outcome (thread acc) :=
    need (k ≠ root) Root_key;;
    vacant st s;;
    need (fits (depth cfg) k v = true) Value_does_not_fit;;
    need (next_to_verify st ≤ t.1)%N Epoch_already_verified;;
    need (t.2 + 1 < limit32)%N Counter_overflow;;
    sum ← some (tally_insert (mh cfg) t.1 (k, v, t, tid) (tally_in (t_added st) t.1)) Count_overflow;
    let '(clock, lek) := advance st (t.1, t.2 + 1)%N in
    Ok (Thread (t_self st)
          (<[s := Slot k v BAdd (None, None) None]> (t_slots st))
          clock lek (<[t.1 := sum]> (t_added st)) (t_evicted st) (t_verified st)).

  (** What [EvictB] and [EvictBM] share: the time must be new, the record goes
  into the evict tally of its epoch, the clock is set, the slot is freed. *)
  Definition leave_to_blum st (sl : slot) s slots t : outcome (thread acc) :=
    need (s_key sl ≠ root) Root_key;;
    need (t.1 < limit32 ∧ t.2 < limit32)%N Counter_overflow;;
    need (stamp_lt (t_clock st) t ∨ t_clock st = t ∧ (rank (t_lek st) < rank (s_key sl))%N) Not_later;;
    need (s_child sl = (None, None)) Has_children;;
    sum ← some (tally_insert (mh cfg) t.1 (s_key sl, s_value sl, t, t_self st)
                  (tally_in (t_evicted st) t.1)) Count_overflow;
    Ok (Thread (t_self st) (delete s slots) t (s_key sl)
          (t_added st) (<[t.1 := sum]> (t_evicted st)) (t_verified st)).

  (** "EvictB(s, t)". *)
  Definition evict_blum st s t : outcome (thread acc) :=
    sl ← full st s;
    need (s_how sl = BAdd) Added_by_merkle;;
    leave_to_blum st sl s (t_slots st) t.

  (** "EvictBM(s, s', t)": from the tree to Blum; the parent's edge is marked. *)
  Definition evict_merkle_to_blum st s s' t : outcome (thread acc) :=
    need (s ≠ s') Same_slot;;
    sl ← full st s;
    sl' ← full st s';
    need (s_how sl = MAdd) Added_by_blum;;
    ends ← ends_of sl';
    d ← some (heading (s_key sl) (s_key sl')) Not_descendant;
    c ← some (side d ends) Edge_elsewhere;
    need (e_key c = s_key sl) Edge_elsewhere;;
    need (e_blum c = false) In_blum;;
    need (s_parent sl = Some (s', d)) Wrong_parent;;
    leave_to_blum st sl s
      (<[s' := adopt sl' (point ends d (Edge (s_key sl) (e_digest c) true)) d None]> (t_slots st)) t.

  (** "NextEpoch". *)
  Definition next_epoch st : outcome (thread acc) :=
    need ((t_clock st).1 + 1 < limit32)%N Epoch_overflow;;
    Ok (Thread (t_self st) (t_slots st) ((t_clock st).1 + 1, 0)%N root
          (t_added st) (t_evicted st) (t_verified st)).

  (** "VerifyEpoch", the thread's half: the epoch is over for this thread. That
  its tallies are added to the aggregate is in Monitor.v. *)
  Definition verify_epoch st : outcome (thread acc) :=
    need (next_to_verify st < (t_clock st).1)%N Epoch_not_over;;
    Ok (Thread (t_self st) (t_slots st) (t_clock st) (t_lek st)
          (t_added st) (t_evicted st) (Some (next_to_verify st))).

  (** "Get / Put": one full slot with a data key. *)
  Definition data_of (sl : slot) : outcome datum :=
    match s_value sl with Data v => Ok v | Merkle _ => Refused Not_data end.
  Definition get st s : outcome (thread acc) :=
    sl ← full st s; data_of sl;; Ok st.
  Definition put st s v : outcome (thread acc) :=
    sl ← full st s; data_of sl;;
    Ok (with_slots st (<[s := with_value sl (Data v)]> (t_slots st))).

  Definition step st (en : entry) : outcome (thread acc) :=
    match en with
    | AddM k v s s' => add_merkle st k v s s'
    | AddB k v s t tid => add_blum st k v s t tid
    | EvictM s s' => evict_merkle st s s'
    | EvictB s t => evict_blum st s t
    | EvictBM s s' t => evict_merkle_to_blum st s s' t
    | NextEpoch => next_epoch st
    | VerifyEpoch => verify_epoch st
    | Get s => get st s
    | Put s v => put st s v
    end.

  (** "Thread 0 starts with Root in slot 0 (MAdd); the others empty." *)
  Definition init_thread (i : N) : thread acc :=
    Thread i
      (if decide (i = 0)%N
       then {[ 0%N := Slot root (initial (depth cfg) root) MAdd (None, None) None ]} else ∅)
      (0, 0)%N root ∅ ∅ None.
End thread.
