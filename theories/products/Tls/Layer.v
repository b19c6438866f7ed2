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

Inductive layered : wire -> history -> standing -> Prop :=
| layered_new : layered [] [] (Open new_reader None)

(** Reading. *)
| layered_arrived t h r w b : layered t h (Open r w) ->
    layered (Came b :: t) h (Open (with_input r (push (input r) b)) w)
| layered_arrived_more t h r w head kind n b : layered t h (Headed r w head kind n) ->
    layered (Came b :: t) h (Headed (with_input r (push (input r) b)) w head kind n)
| layered_header t h r w head i kind n : layered t h (Open r w) ->
    pop 5 (input r) = Some (head, i) -> read_header r head = Good (kind, n) ->
    layered t h (Headed (with_input r i) w head kind n)
| layered_record t h r w head kind n b i r' : layered t h (Headed r w head kind n) ->
    pop n (input r) = Some (b, i) -> take_record c (with_input r i) head kind b = More r' ->
    layered t h (Open r' w)
| layered_data t h r w head kind n b i d r' : layered t h (Headed r w head kind n) -> may_ask c h Recv_data ->
    pop n (input r) = Some (b, i) -> take_record c (with_input r i) head kind b = Data d r' ->
    layered t ((Recv_data, Got_data d) :: h) (Open r' w)
| layered_message t h r w q m r' a r'' : layered t h (Open r w) -> may_ask c h q ->
    next_message (fst (wanted q)) (snd (wanted q)) r = Good (Some (m, r')) -> understand_message q m r' = Reply a r'' ->
    layered t ((q, a) :: h) (Open r'' w)

(** KeyUpdates, with an answer and without. *)
| layered_update t h r w m r' r'' k r3 : layered t h (Open r w) ->
    next_message (fst (wanted Recv_data)) (snd (wanted Recv_data)) r = Good (Some (m, r')) ->
    understand_message Recv_data m r' = Update false r'' ->
    reads r'' = Some k -> idled (with_reads r'' (updated c k)) = More r3 ->
    layered t h (Open r3 w)
| layered_update_answered t h r k' m r' r'' k r3 : layered t h (Open r (Some k')) ->
    next_message (fst (wanted Recv_data)) (snd (wanted Recv_data)) r = Good (Some (m, r')) ->
    understand_message Recv_data m r' = Update true r'' ->
    reads r'' = Some k -> idled (with_reads r'' (updated c k)) = More r3 ->
    layered (Went (fst (records c (Some k') r_handshake key_update)) :: t) h (Open r3 (Some (updated c k')))

(** Sending; an empty change_cipher_spec is not sent. *)
| layered_packet t h r w kind b : layered t h (Open r w) -> may_ask c h (Send_packet kind b) ->
    layered (sent (fst (packet c w kind b)) t) ((Send_packet kind b, Taken) :: h) (Open r (snd (packet c w kind b)))

(** Keys: where no message has come in part. *)
| layered_read t h r w s secret : layered t h (Open r w) -> is_empty (messages r) = true ->
    layered t ((Set_read_secret s secret, Taken) :: h) (Open (with_reads r (keys_of c s secret)) w)
| layered_write t h r w s secret : layered t h (Open r w) -> is_empty (messages r) = true ->
    layered t ((Set_write_secret s secret, Taken) :: h) (Open r (Some (keys_of c s secret)))

(** What has to do with no record. *)
| layered_early t h r w : layered t h (Open r w) ->
    layered t ((Pass_early_data, Taken) :: h) (Open (with_early r most_early) w)
| layered_asked t h r w d a : layered t h (Open r w) -> layered t ((Ask_server d, Answered a) :: h) (Open r w)

(** The end: what arrives while something is being sent is not read, and an alert is the last that is sent. *)
| layered_broken t h s w b : layered t h s -> writes s = Some w -> layered (Came b :: t) h (Broken w)
| layered_farewell t h s w a : layered t h s -> writes s = Some w ->
    layered (Went (fst (records c w r_alert (alert_bytes a))) :: t) h Over.

(** ** As a specification of the connection, which demands *)
Definition heard (a : answer) (t : wire) : wire := match a with Received b => Came b :: t | _ => t end.
Definition asked (d : demand) (t : wire) : wire := match d with Send b => Went b :: t | _ => t end.

(** All that it sends is layered, and it asks for nothing once it is over. *)
Definition may_demand (t : wire) (e : yield_effect) (d : yield_args demand e) : Prop :=
  exists h s, layered (asked d t) h s /\ match d with Send _ => True | _ => s <> Over end.
Definition answered (t : wire) (e : yield_effect) (d : yield_args demand e) (a : yield_rets answer e) : wire :=
  match d with Receive | Send _ => heard a (asked d t) | _ => t end.

(** ** As a specification of the server, which has effects: what has passed on a socket since it was accepted last *)
Inductive happened : Set := Happened (e : effect) (a : args e) (r : rets e).
Definition log : Set := list happened.
Definition passes (s : positive) (x : happened) (t : wire) : wire :=
  match x with
  | Happened wait _ (s', e) =>
    if Pos.eqb s' s then match e with Accepted => [] | _ => heard (answer_of e) t end else t
  | Happened send (s', b) _ => if Pos.eqb s' s then Went b :: t else t
  | Happened close s' _ => if Pos.eqb s' s then Shut :: t else t
  | _ => t
  end.
Fixpoint wire_of (s : positive) (l : log) : wire := match l with [] => [] | x :: l => passes s x (wire_of s l) end.

Definition may_happen (l : log) (e : effect) : args e -> Prop :=
  match e with
  | send => fun '(s, b) => exists h now, layered (Went b :: wire_of s l) h now
  | _ => fun _ => True
  end.
Definition logged (l : log) (e : effect) (a : args e) (r : rets e) : log := Happened e a r :: l.
End layer.
