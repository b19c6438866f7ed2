(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What a connection makes of its handshake: which bytes on the wire belong to which questions and replies.

    The wire is what was sent and what has arrived, the newest first. [layered t h s]: [t] is what the record layer
    makes of the history [h], in which each question was asked when it may be (Order.v). The handshake's messages are in
    records, under the keys that it has set; what it was replied was read out of records, with the keys that it has
    set. KeyUpdates come in between. Reading means the functions of Records.v and Protocol.v. *)
From Fairlead.Derive Require Import Derive.
From Fairlead.Tls Require Import Bytes Alert Crypto Hello Messages Records Protocol Order.
Local Open Scope N_scope.

Inductive passed : Set :=
| Came (b : bytes) | Went (b : bytes)
| Told (d : demand) (a : answer)    (* what else was demanded of the server, and its answer *)
| Shut.    (* after which nothing is sent *)
Definition wire : Set := list passed.

(** Where the record layer is: between records; after the header of one, of that kind and so many bytes; where sending
    has failed, and what arrived is not read; at the end, after the last alert. *)
Inductive standing : Set :=
| Open (r : reader) (w : option keys)
| Headed (r : reader) (w : option keys) (header : bytes) (kind n : N)
| Broken (w : option keys)
| Over.
Definition writes (s : standing) : option (option keys) :=
  match s with Open _ w | Headed _ w _ _ _ | Broken w => Some w | Over => None end.

Section layer.
Context (c : crypto).

Definition sent (out : bytes) (t : wire) : wire := match out with [] => t | _ => Went out :: t end.

(** An account of what was sealed with: each record's keys, their number in them, the newest keys first; and which keys
    in turn they were. *)
Record account : Set := Account { turn : nat; used : list (nat * keys) }.
Fixpoint under (k : keys) (l : list bytes) : list keys :=
  match l with [] => [] | _ :: l => under (advanced k) l ++ [k] end.
Definition charged (w : option keys) (kind : N) (b : bytes) (u : account) : account :=
  match w with
  | Some k =>
    if kind =? r_change_cipher_spec then u
    else Account (turn u) (map (pair (turn u)) (under k (pieces most b)) ++ used u)
  | None => u
  end.
Definition rekeyed (u : account) : account := Account (S (turn u)) (used u).

Inductive accounted : wire -> history -> account -> standing -> Prop :=
| accounted_new : accounted [] [] (Account 0 []) (Open new_reader None)

(** Reading. *)
| accounted_arrived t h u r w b : accounted t h u (Open r w) ->
    accounted (Came b :: t) h u (Open (with_input r (push (input r) b)) w)
| accounted_arrived_more t h u r w head kind n b : accounted t h u (Headed r w head kind n) ->
    accounted (Came b :: t) h u (Headed (with_input r (push (input r) b)) w head kind n)
| accounted_header t h u r w head i kind n : accounted t h u (Open r w) ->
    pop 5 (input r) = Some (head, i) -> read_header r head = Good (kind, n) ->
    accounted t h u (Headed (with_input r i) w head kind n)
| accounted_record t h u r w head kind n b i r' : accounted t h u (Headed r w head kind n) ->
    pop n (input r) = Some (b, i) -> take_record c (with_input r i) head kind b = More r' ->
    accounted t h u (Open r' w)
| accounted_data t h u r w head kind n b i d r' : accounted t h u (Headed r w head kind n) -> may_ask c h Recv_data ->
    pop n (input r) = Some (b, i) -> take_record c (with_input r i) head kind b = Data d r' ->
    accounted t ((Recv_data, Got_data d) :: h) u (Open r' w)
| accounted_message t h u r w q m r' a r'' : accounted t h u (Open r w) -> may_ask c h q ->
    next_message (fst (wanted q)) (snd (wanted q)) r = Good (Some (m, r')) -> understand_message q m r' = Reply a r'' ->
    accounted t ((q, a) :: h) u (Open r'' w)

(** KeyUpdates, with an answer and without. *)
| accounted_update t h u r w m r' r'' k r3 : accounted t h u (Open r w) ->
    next_message (fst (wanted Recv_data)) (snd (wanted Recv_data)) r = Good (Some (m, r')) ->
    understand_message Recv_data m r' = Update false r'' ->
    reads r'' = Some k -> idled (with_reads r'' (updated c k)) = More r3 ->
    accounted t h u (Open r3 w)
| accounted_update_answered t h u r k' m r' r'' k r3 : accounted t h u (Open r (Some k')) ->
    next_message (fst (wanted Recv_data)) (snd (wanted Recv_data)) r = Good (Some (m, r')) ->
    understand_message Recv_data m r' = Update true r'' ->
    reads r'' = Some k -> idled (with_reads r'' (updated c k)) = More r3 ->
    accounted (Went (fst (records c (Some k') r_handshake key_update)) :: t) h
      (rekeyed (charged (Some k') r_handshake key_update u)) (Open r3 (Some (updated c k')))

(** Sending; an empty change_cipher_spec is not sent. *)
| accounted_packet t h u r w kind b : accounted t h u (Open r w) -> may_ask c h (Send_packet kind b) ->
    accounted (sent (fst (packet c w kind b)) t) ((Send_packet kind b, Taken) :: h) (charged w kind b u)
      (Open r (snd (packet c w kind b)))

(** Keys: where no message has come in part. *)
| accounted_read t h u r w s secret : accounted t h u (Open r w) -> is_empty (messages r) = true ->
    accounted t ((Set_read_secret s secret, Taken) :: h) u (Open (with_reads r (keys_of c s secret)) w)
| accounted_write t h u r w s secret : accounted t h u (Open r w) -> is_empty (messages r) = true ->
    accounted t ((Set_write_secret s secret, Taken) :: h) (rekeyed u) (Open r (Some (keys_of c s secret)))

(** What has to do with no record; what the handshake asks of the server is answered as the server has answered. *)
| accounted_early t h u r w : accounted t h u (Open r w) ->
    accounted t ((Pass_early_data, Taken) :: h) u (Open (with_early r most_early) w)
| accounted_told t h u r w d a : accounted t h u (Open r w) ->
    accounted (Told d a :: t) ((Ask_server d, Answered a) :: h) u (Open r w)

(** The end: what arrives while something is being sent is not read, and an alert is the last that is sent. *)
| accounted_broken t h u s w b : accounted t h u s -> writes s = Some w -> accounted (Came b :: t) h u (Broken w)
| accounted_farewell t h u s w a : accounted t h u s -> writes s = Some w ->
    accounted (Went (fst (records c w r_alert (alert_bytes a))) :: t) h (charged w r_alert (alert_bytes a) u) Over.

Definition layered (t : wire) (h : history) (s : standing) : Prop := exists u, accounted t h u s.

(** ** As a specification of the connection, which demands *)
Definition heard (a : answer) (t : wire) : wire := match a with Received b => Came b :: t | _ => t end.
Definition asked (d : demand) (t : wire) : wire := match d with Send b => Went b :: t | _ => t end.

(** All that it sends is layered, and it asks for nothing once it is over. *)
Definition may_demand (t : wire) (e : yield_effect) (d : yield_args demand e) : Prop :=
  exists h s, layered (asked d t) h s /\ match d with Send _ => True | _ => s <> Over end.
Definition answered (t : wire) (e : yield_effect) (d : yield_args demand e) (a : yield_rets answer e) : wire :=
  match d with Receive | Send _ => heard a (asked d t) | _ => Told d a :: t end.

(** ** As a specification of the server, which has effects: what has passed on a socket since it was accepted last *)
Inductive happened : Set := Happened (e : effect) (a : args e) (r : rets e).
Definition log : Set := list happened.
(** Whose turn it is: randomness, the time, key exchange and signatures are for who has waited. *)
Fixpoint turn_of (l : log) : option positive :=
  match l with [] => None | Happened wait _ (s, _) :: _ => Some s | _ :: l => turn_of l end.
Definition for_whom (turn : option positive) (s : positive) (x : passed) (t : wire) : wire :=
  match turn with Some s' => if Pos.eqb s' s then x :: t else t | None => t end.
Definition passes (s : positive) (turn : option positive) (x : happened) (t : wire) : wire :=
  match x with
  | Happened wait _ (s', e) =>
    if Pos.eqb s' s then match e with Accepted => [] | _ => heard (answer_of e) t end else t
  | Happened send (s', b) _ => if Pos.eqb s' s then Went b :: t else t
  | Happened close s' _ => if Pos.eqb s' s then Shut :: t else t
  | Happened get_random _ b => for_whom turn s (Told Get_random (Random b)) t
  | Happened get_time _ n => for_whom turn s (Told Get_time (Time n)) t
  | Happened get_shared (g, share) o => for_whom turn s (Told (Get_shared g share) (Shared o)) t
  | Happened get_signature b o => for_whom turn s (Told (Sign b) (Signature o)) t
  end.
Fixpoint wire_of (s : positive) (l : log) : wire :=
  match l with [] => [] | x :: l => passes s (turn_of l) x (wire_of s l) end.

(** What the world sees: the cache of sessions is in the server. *)
Definition outside (x : passed) : bool :=
  match x with Told (Set_session _ _ | Find_session _ | Remove_session _) _ => false | _ => true end.
Definition world (t : wire) : wire := filter outside t.

Definition may_happen (l : log) (e : effect) : args e -> Prop :=
  match e with
  | send => fun '(s, b) => exists t h now, layered (Went b :: t) h now /\ world t = wire_of s l
  | _ => fun _ => True
  end.
Definition logged (l : log) (e : effect) (a : args e) (r : rets e) : log := Happened e a r :: l.
End layer.
