(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** One verifier thread and its operations (the published protocol, "State of one
verifier thread" and "Operations"; [Remove] is ours). The operations are executable; each either
gives the next state or names the check that refused it. A refusal changes
nothing here: that it is permanent for the thread is in Monitor.v. *)
From stdpp Require Export gmap.
From Fairlead.Monitor.Model Require Export Tally.

(** A record that a client's operation is about: in a slot of the cache; or absent, as the Merkle record shows that is
in the slot. *)
Inductive operand := Here (s : N) | Missing (k : key) (s : N).

(** One entry of a thread's log. *)
Inductive entry :=
  | AddM (k : key) (v : value) (s s' : N)
  | AddB (k : key) (v : value) (s : N) (t : stamp) (tid : N)
  | EvictM (s s' : N)
  | EvictB (s : N) (t : stamp)
  | EvictBM (s s' : N) (t : stamp)
  | NextEpoch
  | VerifyEpoch
  | Run (f : N) (ops : list operand) (a : bytes)
  | Remove (s s' : N).

(** The check that failed. *)
Inductive refusal :=
  | Slot_out_of_range | Slot_empty | Slot_full | Same_slot
  | Not_merkle | Not_data | Not_descendant | Value_not_initial | Value_does_not_fit
  | Wrong_digest | In_blum | Child_in_cache | Edge_elsewhere | Has_children | Wrong_parent
  | Root_key | Epoch_already_verified | Counter_overflow | Count_overflow | Epoch_overflow
  | Not_later | Added_by_merkle | Added_by_blum | Epoch_not_over
  | Bad_call | Not_absent | Not_in_cache | Value_too_large | Index_overflow | Still_needed
  | Thread_failed | No_such_thread.

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
  t_next : N;                        (* the epoch to verify next *)
  t_index : N;                       (* how many answers there were *)
}.
Arguments Thread {_}. Arguments t_self {_}. Arguments t_slots {_}. Arguments t_clock {_}.
Arguments t_lek {_}. Arguments t_added {_}. Arguments t_evicted {_}. Arguments t_next {_}. Arguments t_index {_}.

(** Store size, number of threads, digits of a data key, the functions that clients may ask for, the hash of values
and the multiset hash are parameters; and where the run starts: with which value of the root, in which epoch. *)
Record config (acc : Type) := Config {
  store_size : N;
  n_threads : N;
  depth : N;
  functions : application;
  first_root : value;
  first_epoch : N;
  digest : value → bytes;
  mh : multiset_hash acc;
}.
Arguments Config {_}. Arguments store_size {_}. Arguments n_threads {_}.
Arguments depth {_}. Arguments functions {_}. Arguments first_root {_}. Arguments first_epoch {_}.
Arguments digest {_}. Arguments mh {_}.

Section thread.
  Context {acc : Type} (cfg : config acc).
  Implicit Types st : thread acc.

  Definition with_slots st slots :=
    Thread (t_self st) slots (t_clock st) (t_lek st) (t_added st) (t_evicted st) (t_next st) (t_index st).
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
    need (t_next st ≤ t.1)%N Epoch_already_verified;;
    need (t.2 + 1 < limit32)%N Counter_overflow;;
    sum ← some (tally_insert (mh cfg) t.1 (k, v, t, tid) (tally_in (t_added st) t.1)) Count_overflow;
    let '(clock, lek) := advance st (t.1, t.2 + 1)%N in
    Ok (Thread (t_self st)
          (<[s := Slot k v BAdd (None, None) None]> (t_slots st))
          clock lek (<[t.1 := sum]> (t_added st)) (t_evicted st) (t_next st) (t_index st)).

  (** What [EvictB] and [EvictBM] share: the time must be new, the record goes
  into the evict tally of its epoch, the clock is set, the slot is freed. *)
  Definition leave_to_blum st (sl : slot) s slots t : outcome (thread acc) :=
    need (s_key sl ≠ root) Root_key;;
    need (t.1 < limit64 ∧ t.2 < limit32)%N Counter_overflow;;
    need (stamp_lt (t_clock st) t ∨ t_clock st = t ∧ (rank (t_lek st) < rank (s_key sl))%N) Not_later;;
    need (s_child sl = (None, None)) Has_children;;
    sum ← some (tally_insert (mh cfg) t.1 (s_key sl, s_value sl, t, t_self st)
                  (tally_in (t_evicted st) t.1)) Count_overflow;
    Ok (Thread (t_self st) (delete s slots) t (s_key sl)
          (t_added st) (<[t.1 := sum]> (t_evicted st)) (t_next st) (t_index st)).

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
    need ((t_clock st).1 + 1 < limit64)%N Epoch_overflow;;
    Ok (Thread (t_self st) (t_slots st) ((t_clock st).1 + 1, 0)%N root
          (t_added st) (t_evicted st) (t_next st) (t_index st)).

  (** "VerifyEpoch", the thread's half: the epoch is over for this thread. That
  its tallies are added to the aggregate is in Monitor.v. *)
  Definition verify_epoch st : outcome (thread acc) :=
    need (t_next st < (t_clock st).1)%N Epoch_not_over;;
    Ok (Thread (t_self st) (t_slots st) (t_clock st) (t_lek st)
          (t_added st) (t_evicted st) (t_next st + 1)%N (t_index st)).

  (** ** Operations of clients *)
  Definition data_of (sl : slot) : outcome datum :=
    match s_value sl with Data v => Ok v | Merkle _ => Refused Not_data end.
  (** The edge in the direction of a key does not lead to it, nor to where it would be below. Whether what it leads to
  is in Blum does not matter. *)
  Definition leads_past (c : option edge) (k : key) : bool :=
    match c with
    | None => true
    | Some c => bool_decide (e_key c ≠ k) && bool_decide (heading k (e_key c) = None)
    end.
  (** The key and the value of an operand; absent is null. *)
  Definition read_operand st (o : operand) : outcome (key * datum) :=
    match o with
    | Here s => sl ← full st s; v ← data_of sl; Ok (s_key sl, v)
    | Missing k s =>
        sl ← full st s;
        ends ← ends_of sl;
        d ← some (heading k (s_key sl)) Not_descendant;
        need (fits (depth cfg) k (Data None) = true) Not_data;;
        need (leads_past (side d ends) k = true) Not_absent;;
        Ok (k, None)
    end.
  Fixpoint read_operands st (ops : list operand) : outcome (list (key * datum)) :=
    match ops with
    | [] => Ok []
    | o :: ops => x ← read_operand st o; l ← read_operands st ops; Ok (x :: l)
    end.
  Definition slot_of (o : operand) : option N := match o with Here s => Some s | Missing _ _ => None end.
  (** What is absent stays so: a value needs a record, which [AddM] makes. *)
  Definition writable (w : operand * datum) : bool :=
    match w with (Missing _ _, Some _) => false | _ => true end.
  Definition short (v : datum) : bool :=
    match v with Some l => bool_decide (N.of_nat (length l) < 65536)%N | None => true end.
  Definition write_operand (slots : gmap N slot) (w : operand * datum) : gmap N slot :=
    match w.1 with
    | Here s => alter (λ sl, with_value sl (Data w.2)) s slots
    | Missing _ _ => slots
    end.

  (** What is read, the new values and the result. *)
  Definition evaluate st f ops a : outcome (list (key * datum) * (list datum * bytes)) :=
    need (t_index st + 1 < limit64)%N Index_overflow;;
    olds ← read_operands st ops;
    need (NoDup (omap slot_of ops)) Same_slot;;
    y ← some (functions cfg f a olds.*2) Bad_call;
    need (length y.1 = length ops) Bad_call;;
    need (forallb writable (zip ops y.1) = true) Not_in_cache;;
    need (forallb short y.1 = true) Value_too_large;;
    Ok (olds, y).
  Definition answered st slots : thread acc :=
    Thread (t_self st) slots (t_clock st) (t_lek st) (t_added st) (t_evicted st) (t_next st) (t_index st + 1)%N.
  Definition run_function st f ops a : outcome (thread acc) :=
    y ← evaluate st f ops a;
    Ok (answered st (foldl write_operand (t_slots st) (zip ops y.2.1))).

  (** ** "Remove(s, s')", the inverse of "AddM"

  A record that is as it was when it was new goes, and the edge to it. A Merkle record with one edge goes,
    and that edge,
  with its digest and its mark, is its parent's instead: the inverse of cutting. As with "EvictM", it does not matter
  how the record came in. *)
  Definition merge st s s' (sl sl' : slot) ends d d2 (c2 : edge) : outcome (thread acc) :=
    need (side (negb d2) (s_child sl) = None) Has_children;;
    let old := side d2 (s_child sl) in
    Ok (with_slots st
          (delete s (<[s' := adopt sl' (point ends d c2) d old]> (relink old s' d (t_slots st))))).
  Definition remove st s s' : outcome (thread acc) :=
    need (s ≠ s') Same_slot;;
    sl ← full st s;
    sl' ← full st s';
    ends ← ends_of sl';
    d ← some (heading (s_key sl) (s_key sl')) Not_descendant;
    c ← some (side d ends) Edge_elsewhere;
    need (e_key c = s_key sl) Edge_elsewhere;;
    match s_parent sl with
    | Some p => need (p = (s', d)) Wrong_parent
    | None => need (side d (s_child sl') = None) Child_in_cache
    end;;
    if decide (s_value sl = initial (depth cfg) (s_key sl)) then
      need (s_child sl = (None, None)) Has_children;;
      Ok (with_slots st
            (delete s (<[s' := adopt sl' (Merkle (set_side d None ends)) d None]> (t_slots st))))
    else
      match initial (depth cfg) (s_key sl), s_value sl with
      | Merkle _, Merkle (Some c2, None) => merge st s s' sl sl' ends d false c2
      | Merkle _, Merkle (None, Some c2) => merge st s s' sl sl' ends d true c2
      | _, _ => Refused Still_needed
      end.

  Definition step st (en : entry) : outcome (thread acc) :=
    match en with
    | AddM k v s s' => add_merkle st k v s s'
    | AddB k v s t tid => add_blum st k v s t tid
    | EvictM s s' => evict_merkle st s s'
    | EvictB s t => evict_blum st s t
    | EvictBM s s' t => evict_merkle_to_blum st s s' t
    | NextEpoch => next_epoch st
    | VerifyEpoch => verify_epoch st
    | Run f ops a => run_function st f ops a
    | Remove s s' => remove st s s'
    end.

  (** "Thread 0 starts with Root in slot 0 (MAdd); the others empty." *)
  Definition first_slots (top : value) (i : N) : gmap N slot :=
    if decide (i = 0)%N then {[ 0%N := Slot root top MAdd (None, None) None ]} else ∅.
  Definition init_thread (i : N) : thread acc :=
    Thread i (first_slots (first_root cfg) i) (first_epoch cfg, 0)%N root ∅ ∅ (first_epoch cfg) 0.
End thread.
