(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The loop of the POPL paper's TLS server (its section 4.1), with simple children. The parent keeps a session cache
    and a map from sockets to
    connections. [outer] waits for events; [inner] resumes one connection until it wants to send, and answers from the
    cache what it asks
    the parent itself. What sessions are is not known: they are parameters. *)
From Coq Require Import List PeanoNat.
From Fairlead.Derive Require Import Derive.
Import ListNotations.
Local Open Scope program_scope.

(** A map as a list of pairs; what Derive has to know of it, because connections are kept in it. *)
Section map.
Context {A : Type}.
Definition lookup (k : nat) (m : list (nat * A)) : option A := option_map snd (find (fun p => Nat.eqb (fst p) k) m).
Definition remove (k : nat) (m : list (nat * A)) : list (nat * A) := filter (fun p => negb (Nat.eqb (fst p) k)) m.
Definition insert (k : nat) (a : A) (m : list (nat * A)) : list (nat * A) := (k, a) :: remove k m.
End map.
Section map_related.
Context {A' A : Type} {HA : Related A' A}.
Lemma rel_lookup k (m' : list (nat * A')) (m : list (nat * A)) : rel m' m -> rel (lookup k m') (lookup k m).
Proof.
  induction 1 as [|p' p m' m Hp _ IH]; [constructor|]. destruct Hp as [i' i a' a Hi Ha]. change (i' = i) in Hi. subst
    i'.
  unfold lookup in *. cbn. destruct (Nat.eqb i k); [now constructor|exact IH].
Qed.
Lemma rel_remove k (m' : list (nat * A')) (m : list (nat * A)) : rel m' m -> rel (remove k m') (remove k m).
Proof.
  induction 1 as [|p' p m' m Hp _ IH]; [constructor|]. destruct Hp as [i' i a' a Hi Ha]. change (i' = i) in Hi. subst
    i'.
  unfold remove in *. cbn. destruct (Nat.eqb i k); cbn; [exact IH|]. constructor; [now constructor|exact IH].
Qed.
Lemma rel_insert k (a' : A') (a : A) (m' : list (nat * A')) (m : list (nat * A)) :
  rel a' a -> rel m' m -> rel (insert k a' m') (insert k a m).
Proof. intros Ha Hm. constructor; [now constructor|now apply rel_remove]. Qed.
End map_related.
#[export] Hint Resolve rel_lookup rel_remove rel_insert : derive.

Section server.
Context (session : Type) (begin : nat -> session) (encrypt : session -> list nat -> list nat).

(** What a connection asks of its parent, and what comes back. *)
Inductive request := SetPSK (id : nat) (s : session) | SessionResume (id : nat) | Send (data : list nat).
Inductive reply := Received (data : list nat) | FromSessionResume (s : option session) | Ready.

Definition connection (first : reply) : yields reply request unit :=
  match first with
  | Received (id :: data) =>
    r <- yield (SessionResume id);
    let* s := match r with
      | FromSessionResume (Some s) => Return s
      | _ => _ <- yield (SetPSK id (begin id)); Return (begin id)
      end in
    iter (fun data =>
      r <- yield (Send (encrypt s data));
      match r with Received (x :: data) => Return (inl (x :: data)) | _ => Return (inr tt) end) data
  | _ => Return tt
  end.
Derive connection.
Print connection_state.

(** The server's own effects. *)
Inductive happening := Accept (socket : nat) | Receive (socket : nat) (data : list nat).
Inductive effect := wait | send | close.
Definition args (e : effect) : Type := match e with wait => unit | send => nat * list nat | close => nat end.
Definition rets (e : effect) : Type := match e with wait => happening | send | close => unit end.

Definition inner (socket : nat) (r : reply) (m : list (nat * session)) (c : coro connection reply request unit) :
    t args rets (option (coro connection reply request unit) * list (nat * session)) :=
  iter (fun '(r, m, c) =>
    let* ef := resume c r in
    match ef with
    | Yields (SetPSK id s) c => Return (inl (Ready, insert id s m, c))
    | Yields (SessionResume id) c => Return (inl (FromSessionResume (lookup id m), remove id m, c))
    | Yields (Send data) c => _ <- send (socket, data); Return (inr (Some c, m))
    | Ends _ => _ <- close socket; Return (inr (None, m))
    end) (r, m, c).
DeriveInline inner.

Definition outer : t args rets Empty_set :=
  iter (fun '(m, connections) =>
    e <- wait tt;
    match e with
    | Accept socket => Return (inl (m, insert socket (coroutine connection) connections))
    | Receive socket data =>
      match lookup socket connections with
      | None => Return (inl (m, connections))
      | Some c =>
        let* '(c, m) := inner socket (Received data) m c in
        match c with
        | Some c => Return (inl (m, insert socket c connections))
        | None => Return (inl (m, remove socket connections))
        end
      end
    end) ([], []).
Derive outer.
Print outer_state.
Check outer_equiv : equiv outer_step outer_go_on outer_start outer.
FirstOrder outer.
End server.
Print Assumptions outer_equiv.

(** Run with numbers as sessions: the second connection resumes the session of the first, which is then gone from the
    cache. *)
Definition begin (id : nat) : nat := 100 * id.
Definition encrypt (s : nat) (data : list nat) : list nat := map (Nat.add s) data.
Definition world : Type := list happening * list (nat * list nat).
Definition handle (e : effect) : args e -> world -> option (rets e * world) :=
  match e with
  | wait => fun _ '(i, o) => match i with [] => None | x :: i => Some (x, (i, o)) end
  | send => fun p '(i, o) => Some (tt, (i, p :: o))
  | close => fun s '(i, o) => Some (tt, (i, (s, []) :: o))
  end.
Definition events : list happening :=
  [Accept 1; Receive 1 [5; 7]; Accept 2; Receive 2 [5; 8]; Receive 1 [1; 2]; Receive 3 [9]; Receive 2 [];
    Receive 2 [4]].
Definition machine :=
  run handle (outer_step nat begin encrypt) (outer_go_on nat begin encrypt) 99 (outer_start nat) (events, []).
Example outer_runs : machine = (Unanswered wait tt, ([], [(2, []); (1, [501; 502]); (2, [508]); (1, [507])])).
Proof. vm_compute. reflexivity. Qed.
Example outer_is_its_program : machine = run_program handle 99 (outer nat begin encrypt) (events, []).
Proof. vm_compute. reflexivity. Qed.
