(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** One thread of the auditor: Model/Thread.v's operations on packed records,
check by check in the same order. What was verified is dropped, so a thread's
state is as large as its cache and the epochs that are open. *)
From Fairlead.Monitor.Audit Require Export Reader.
From Fairlead.Monitor.Model Require Export Monitor.

(** The parameters of the model, with hashes that take bytes. *)
Record setting (S acc : Type) := Setting {
  c_slots : N;
  c_threads : N;
  c_depth : N;
  c_functions : N → S → list (option S) → option (list (option S) * S);
  c_first_root : packed_value S;
  c_first_epoch : N;
  c_digest : S → S;
  c_zero : acc;
  c_plus : acc → acc → acc;
  c_same : acc → acc → bool;
  c_element : N → S → acc;
}.
Arguments Setting {_ _}. Arguments c_slots {_ _}. Arguments c_threads {_ _}.
Arguments c_depth {_ _}. Arguments c_functions {_ _}. Arguments c_first_root {_ _}.
Arguments c_first_epoch {_ _}. Arguments c_digest {_ _}. Arguments c_zero {_ _}.
Arguments c_plus {_ _}. Arguments c_same {_ _}. Arguments c_element {_ _}.

Record packed_slot (S : Type) := PackedSlot {
  x_key : packed_key S; x_value : packed_value S; x_how : how;
  x_child : option N * option N; x_parent : option (N * bool);
}.
Arguments PackedSlot {_}. Arguments x_key {_}. Arguments x_value {_}. Arguments x_how {_}.
Arguments x_child {_}. Arguments x_parent {_}.

(** No key last evicted stands for the root, which is before all that leave. *)
Record packed_thread (S MS MT : Type) := PackedThread {
  y_self : N;
  y_slots : MS;
  y_clock : stamp;
  y_lek : option (packed_key S);
  y_added : MT;
  y_evicted : MT;
  y_next : N;                        (* the next epoch to verify *)
  y_index : N;                       (* how many answers there were *)
}.
Arguments PackedThread {_ _ _}. Arguments y_self {_ _ _}. Arguments y_slots {_ _ _}.
Arguments y_clock {_ _ _}. Arguments y_lek {_ _ _}. Arguments y_added {_ _ _}.
Arguments y_evicted {_ _ _}. Arguments y_next {_ _ _}. Arguments y_index {_ _ _}.

Notation "'demand' b 'else' why ; k" := (if b then k else Refused why)
  (at level 20, b at level 100, why at level 100, k at level 200, only parsing).
Notation "'given' x ← m 'else' why ; k" := (match m with Some x => k | None => Refused why end)
  (at level 20, x name, m at level 100, why at level 100, k at level 200, only parsing).

Section step.
  Context {S acc MS MT : Type}.
  Context (O : strings S) (OS : maps MS (packed_slot S)) (OT : maps MT (tally acc)).
  Context (cfg : setting S acc).
  Notation thread := (packed_thread S MS MT).
  Notation slot := (packed_slot S).
  Implicit Types (st : thread) (sl : slot).

  Definition y_with_slots st slots : thread :=
    PackedThread (y_self st) slots (y_clock st) (y_lek st) (y_added st) (y_evicted st) (y_next st) (y_index st).
  Definition x_adopt sl (v : packed_value S) (d : bool) (child : option N) : slot :=
    PackedSlot (x_key sl) v (x_how sl) (set_side d child (x_child sl)) (x_parent sl).
  Definition p_point (ends : option (packed_edge S) * option (packed_edge S)) (d : bool) c : packed_value S :=
    PMerkle (set_side d (Some c) ends).
  Definition y_relink (child : option N) (s : N) (d : bool) (slots : MS) : MS :=
    match child with
    | Some s2 =>
        match m_get OS slots s2 with
        | Some sl2 => m_set OS slots s2 (PackedSlot (x_key sl2) (x_value sl2) (x_how sl2) (x_child sl2) (Some (s, d)))
        | None => slots
        end
    | None => slots
    end.

  Definition y_tally (m : MT) (e : N) : tally acc :=
    match m_get OT m e with Some t => t | None => Tally (c_zero cfg) 0 end.
  Definition y_insert (m : MT) (e : N) (bytes : S) : option MT :=
    let t := y_tally m e in
    let count := (n1 + t_count t)%N in
    if (count <? limit32)%N
    then Some (m_set OT m e (Tally (c_plus cfg (c_element cfg e bytes) (t_sum t)) count)) else None.

  Definition earlier (t t' : stamp) : bool :=
    (t.1 <? t'.1)%N || (t.1 =? t'.1)%N && (t.2 <? t'.2)%N.
  Definition no_child (p : option N * option N) : bool :=
    match p with (None, None) => true | _ => false end.
  Definition is_none {A} (o : option A) : bool := match o with None => true | Some _ => false end.
  Definition none_at (p : option N * option N) (d : bool) : bool := is_none (side d p).
  Definition added_under (p : option (N * bool)) (s : N) (d : bool) : bool :=
    match p with Some (s', d') => (s' =? s)%N && eqb d' d | None => false end.

  Definition y_add_merkle st k v s s' : outcome thread :=
    demand (s' <? c_slots cfg)%N else Slot_out_of_range;
    given sl' ← m_get OS (y_slots st) s' else Slot_empty;
    demand (s <? c_slots cfg)%N else Slot_out_of_range;
    demand is_none (m_get OS (y_slots st) s) else Slot_full;
    match x_value sl' with
    | PData _ => Refused Not_merkle
    | PMerkle ends =>
        given d ← p_heading O k (x_key sl') else Not_descendant;
        demand p_fits (c_depth cfg) k v else Value_does_not_fit;
        let fresh := PackedEdge k (s_bytes O n32 0) false in
        match side d ends with
        | None =>
            demand p_initial (c_depth cfg) k v else Value_not_initial;
            demand none_at (x_child sl') d else Child_in_cache;
            Ok (y_with_slots st
                  (m_set OS (m_set OS (y_slots st) s' (x_adopt sl' (p_point ends d fresh) d (Some s)))
                     s (PackedSlot k v MAdd (None, None) (Some (s', d)))))
        | Some c =>
            if same_key O (pe_key c) k then
              demand s_equal O (pe_digest c) (c_digest cfg (value_bytes O v)) else Wrong_digest;
              demand negb (pe_blum c) else In_blum;
              demand none_at (x_child sl') d else Child_in_cache;
              Ok (y_with_slots st
                    (m_set OS (m_set OS (y_slots st) s' (x_adopt sl' (x_value sl') d (Some s)))
                       s (PackedSlot k v MAdd (None, None) (Some (s', d)))))
            else
              demand p_initial (c_depth cfg) k v else Value_not_initial;
              given d2 ← p_heading O (pe_key c) k else Edge_elsewhere;
              match v with
              | PData _ => Refused Not_merkle
              | PMerkle none =>
                  let old := side d (x_child sl') in
                  Ok (y_with_slots st
                        (m_set OS
                           (m_set OS (y_relink old s d2 (y_slots st)) s'
                              (x_adopt sl' (p_point ends d fresh) d (Some s)))
                           s (PackedSlot k (p_point none d2 c) MAdd (set_side d2 old (None, None)) (Some (s', d)))))
              end
        end
    end.

  Definition y_evict_merkle st s s' : outcome thread :=
    demand negb (s =? s')%N else Same_slot;
    demand (s <? c_slots cfg)%N else Slot_out_of_range;
    given sl ← m_get OS (y_slots st) s else Slot_empty;
    demand (s' <? c_slots cfg)%N else Slot_out_of_range;
    given sl' ← m_get OS (y_slots st) s' else Slot_empty;
    match x_value sl' with
    | PData _ => Refused Not_merkle
    | PMerkle ends =>
        given d ← p_heading O (x_key sl) (x_key sl') else Not_descendant;
        demand no_child (x_child sl) else Has_children;
        given c ← side d ends else Edge_elsewhere;
        demand same_key O (pe_key c) (x_key sl) else Edge_elsewhere;
        let left :=
          Ok (y_with_slots st
                (m_remove OS
                   (m_set OS (y_slots st) s'
                      (x_adopt sl'
                         (p_point ends d (PackedEdge (x_key sl) (c_digest cfg (value_bytes O (x_value sl))) false))
                         d None)) s)) in
        match x_parent sl with
        | Some p => demand added_under (Some p) s' d else Wrong_parent; left
        | None => demand none_at (x_child sl') d else Child_in_cache; left
        end
    end.

  Definition y_add_blum st k v s (t : stamp) tid : outcome thread :=
    demand negb (is_root k) else Root_key;
    demand (s <? c_slots cfg)%N else Slot_out_of_range;
    demand is_none (m_get OS (y_slots st) s) else Slot_full;
    demand p_fits (c_depth cfg) k v else Value_does_not_fit;
    demand (y_next st <=? t.1)%N else Epoch_already_verified;
    demand (t.2 + n1 <? limit32)%N else Counter_overflow;
    given added ← y_insert (y_added st) t.1 (element_bytes O k v t tid) else Count_overflow;
    let t' := (t.1, t.2 + n1)%N in
    let slots := m_set OS (y_slots st) s (PackedSlot k v BAdd (None, None) None) in
    if earlier (y_clock st) t'
    then Ok (PackedThread (y_self st) slots t' None added (y_evicted st) (y_next st) (y_index st))
    else Ok (PackedThread (y_self st) slots (y_clock st) (y_lek st) added (y_evicted st) (y_next st) (y_index st)).

  Definition y_leave st sl s slots (t : stamp) : outcome thread :=
    demand negb (is_root (x_key sl)) else Root_key;
    demand (t.1 <? limit64)%N && (t.2 <? limit32)%N else Counter_overflow;
    demand earlier (y_clock st) t
        || ((y_clock st).1 =? t.1)%N && ((y_clock st).2 =? t.2)%N
           && match y_lek st with Some k => p_before O k (x_key sl) | None => true end
      else Not_later;
    demand no_child (x_child sl) else Has_children;
    given evicted ← y_insert (y_evicted st) t.1 (element_bytes O (x_key sl) (x_value sl) t (y_self st))
      else Count_overflow;
    Ok (PackedThread (y_self st) (m_remove OS slots s) t (Some (x_key sl)) (y_added st) evicted (y_next st)
      (y_index st)).

  Definition y_evict_blum st s t : outcome thread :=
    demand (s <? c_slots cfg)%N else Slot_out_of_range;
    given sl ← m_get OS (y_slots st) s else Slot_empty;
    match x_how sl with
    | MAdd => Refused Added_by_merkle
    | BAdd => y_leave st sl s (y_slots st) t
    end.

  Definition y_evict_merkle_to_blum st s s' t : outcome thread :=
    demand negb (s =? s')%N else Same_slot;
    demand (s <? c_slots cfg)%N else Slot_out_of_range;
    given sl ← m_get OS (y_slots st) s else Slot_empty;
    demand (s' <? c_slots cfg)%N else Slot_out_of_range;
    given sl' ← m_get OS (y_slots st) s' else Slot_empty;
    match x_how sl with
    | BAdd => Refused Added_by_blum
    | MAdd =>
        match x_value sl' with
        | PData _ => Refused Not_merkle
        | PMerkle ends =>
            given d ← p_heading O (x_key sl) (x_key sl') else Not_descendant;
            given c ← side d ends else Edge_elsewhere;
            demand same_key O (pe_key c) (x_key sl) else Edge_elsewhere;
            demand negb (pe_blum c) else In_blum;
            demand added_under (x_parent sl) s' d else Wrong_parent;
            y_leave st sl s
              (m_set OS (y_slots st) s'
                 (x_adopt sl' (p_point ends d (PackedEdge (x_key sl) (pe_digest c) true)) d None)) t
        end
    end.

  Definition y_next_epoch st : outcome thread :=
    let e := ((y_clock st).1 + n1)%N in
    demand (e <? limit64)%N else Epoch_overflow;
    Ok (PackedThread (y_self st) (y_slots st) (e, 0%N) None (y_added st) (y_evicted st) (y_next st) (y_index st)).

  Definition y_verify_epoch st : outcome thread :=
    demand (y_next st <? (y_clock st).1)%N else Epoch_not_over;
    Ok (PackedThread (y_self st) (y_slots st) (y_clock st) (y_lek st)
          (m_remove OT (y_added st) (y_next st)) (m_remove OT (y_evicted st) (y_next st))
            (y_next st + n1)%N (y_index st)).

  Definition p_leads_past (c : option (packed_edge S)) (k : packed_key S) : bool :=
    match c with
    | None => true
    | Some c => negb (same_key O (pe_key c) k) && is_none (p_heading O k (pe_key c))
    end.
  Definition y_read_operand st (o : packed_operand S) : outcome (packed_key S * option S) :=
    match o with
    | PHere s =>
        demand (s <? c_slots cfg)%N else Slot_out_of_range;
        given sl ← m_get OS (y_slots st) s else Slot_empty;
        match x_value sl with PData v => Ok (x_key sl, v) | PMerkle _ => Refused Not_data end
    | PMissing k s =>
        demand (s <? c_slots cfg)%N else Slot_out_of_range;
        given sl ← m_get OS (y_slots st) s else Slot_empty;
        match x_value sl with
        | PData _ => Refused Not_merkle
        | PMerkle ends =>
            given d ← p_heading O k (x_key sl) else Not_descendant;
            demand p_fits (c_depth cfg) k (PData None) else Not_data;
            demand p_leads_past (side d ends) k else Not_absent;
            Ok (k, None)
        end
    end.
  Fixpoint y_read_operands st (ops : list (packed_operand S)) : outcome (list (packed_key S * option S)) :=
    match ops with
    | [] => Ok []
    | o :: ops =>
        match y_read_operand st o with
        | Refused why => Refused why
        | Ok x => match y_read_operands st ops with Refused why => Refused why | Ok l => Ok (x :: l) end
        end
    end.
  Fixpoint is_new (s : N) (ops : list (packed_operand S)) : bool :=
    match ops with
    | [] => true
    | PHere s' :: ops => negb (s =? s')%N && is_new s ops
    | PMissing _ _ :: ops => is_new s ops
    end.
  Fixpoint no_slot_twice (ops : list (packed_operand S)) : bool :=
    match ops with
    | [] => true
    | PHere s :: ops => is_new s ops && no_slot_twice ops
    | PMissing _ _ :: ops => no_slot_twice ops
    end.
  Fixpoint same_length {A B} (l : list A) (l' : list B) : bool :=
    match l, l' with
    | [], [] => true
    | _ :: l, _ :: l' => same_length l l'
    | _, _ => false
    end.
  Fixpoint p_writable (ops : list (packed_operand S)) (news : list (option S)) : bool :=
    match ops, news with
    | PMissing _ _ :: _, Some _ :: _ => false
    | _ :: ops, _ :: news => p_writable ops news
    | _, _ => true
    end.
  Definition p_short (v : option S) : bool := match v with Some s => (s_length O s <? n65536)%N | None => true end.
  Fixpoint y_write (slots : MS) (ops : list (packed_operand S)) (news : list (option S)) : MS :=
    match ops, news with
    | PHere s :: ops, v :: news =>
        y_write
          match m_get OS slots s with
          | Some sl => m_set OS slots s (PackedSlot (x_key sl) (PData v) (x_how sl) (x_child sl) (x_parent sl))
          | None => slots
          end ops news
    | PMissing _ _ :: ops, _ :: news => y_write slots ops news
    | _, _ => slots
    end.

  Definition y_evaluate st f ops a : outcome (list (packed_key S * option S) * (list (option S) * S)) :=
    demand (y_index st + n1 <? limit64)%N else Index_overflow;
    match y_read_operands st ops with
    | Refused why => Refused why
    | Ok olds =>
        demand no_slot_twice ops else Same_slot;
        given y ← c_functions cfg f a (snd <$> olds) else Bad_call;
        demand same_length (fst y) ops else Bad_call;
        demand p_writable ops (fst y) else Not_in_cache;
        demand forallb p_short (fst y) else Value_too_large;
        Ok (olds, y)
    end.
  Definition y_answered st slots : thread :=
    PackedThread (y_self st) slots (y_clock st) (y_lek st) (y_added st) (y_evicted st) (y_next st) (y_index st + n1)%N.
  Definition y_run st f ops a : outcome thread :=
    match y_evaluate st f ops a with
    | Refused why => Refused why
    | Ok y => Ok (y_answered st (y_write (y_slots st) ops (fst (snd y))))
    end.

  Definition y_merge st s s' sl sl' ends d d2 (c2 : packed_edge S) : outcome thread :=
    demand none_at (x_child sl) (negb d2) else Has_children;
    let old := side d2 (x_child sl) in
    Ok (y_with_slots st
          (m_remove OS (m_set OS (y_relink old s' d (y_slots st)) s' (x_adopt sl' (p_point ends d c2) d old)) s)).
  Definition y_remove st s s' : outcome thread :=
    demand negb (s =? s')%N else Same_slot;
    demand (s <? c_slots cfg)%N else Slot_out_of_range;
    given sl ← m_get OS (y_slots st) s else Slot_empty;
    demand (s' <? c_slots cfg)%N else Slot_out_of_range;
    given sl' ← m_get OS (y_slots st) s' else Slot_empty;
    match x_value sl' with
    | PData _ => Refused Not_merkle
    | PMerkle ends =>
        given d ← p_heading O (x_key sl) (x_key sl') else Not_descendant;
        given c ← side d ends else Edge_elsewhere;
        demand same_key O (pe_key c) (x_key sl) else Edge_elsewhere;
        let left :=
          if p_initial (c_depth cfg) (x_key sl) (x_value sl) then
            demand no_child (x_child sl) else Has_children;
            Ok (y_with_slots st
                  (m_remove OS (m_set OS (y_slots st) s' (x_adopt sl' (PMerkle (set_side d None ends)) d None)) s))
          else if (p_digits (x_key sl) <? c_depth cfg)%N then
            match x_value sl with
            | PMerkle (Some c2, None) => y_merge st s s' sl sl' ends d false c2
            | PMerkle (None, Some c2) => y_merge st s s' sl sl' ends d true c2
            | _ => Refused Still_needed
            end
          else Refused Still_needed in
        match x_parent sl with
        | Some p => demand added_under (Some p) s' d else Wrong_parent; left
        | None => demand none_at (x_child sl') d else Child_in_cache; left
        end
    end.

  Definition y_step st (en : packed_entry S) : outcome thread :=
    match en with
    | PAddM k v s s' => y_add_merkle st k v s s'
    | PAddB k v s t tid => y_add_blum st k v s t tid
    | PEvictM s s' => y_evict_merkle st s s'
    | PEvictB s t => y_evict_blum st s t
    | PEvictBM s s' t => y_evict_merkle_to_blum st s s' t
    | PNextEpoch => y_next_epoch st
    | PVerifyEpoch => y_verify_epoch st
    | PRun f ops a => y_run st f ops a
    | PRemove s s' => y_remove st s s'
    end.

  Definition y_init (i : N) : thread :=
    PackedThread i
      (if (i =? 0)%N
       then m_set OS (m_empty OS) 0%N
              (PackedSlot (PackedKey 0 (s_bytes O n32 0)) (c_first_root cfg) MAdd (None, None) None)
       else m_empty OS)
      (c_first_epoch cfg, 0%N) None (m_empty OT) (m_empty OT) (c_first_epoch cfg) 0%N.
End step.
