(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The server's machine, for a driver: what it asks for, each request with the function that takes its answer. So
    the types of OCaml, which has no dependent ones, say which answer goes with which request. *)
From Fairlead.Derive Require Import Derive.
From Fairlead.Tls Require Import Bytes Crypto Protocol Server.

Definition outcome : Type := server_outcome.

Inductive request : Type :=
| Ask_event (go : positive -> event -> outcome)
| Ask_send (socket : positive) (b : bytes) (go : unit -> outcome)
| Ask_close (socket : positive) (go : unit -> outcome)
| Ask_random (go : bytes -> outcome)
| Ask_time (go : N -> outcome)
| Ask_share (g : group) (peer : bytes) (go : option (bytes * bytes) -> outcome)
| Ask_signature (b : bytes) (go : option bytes -> outcome)
| Ask_nothing (go : unit -> outcome).

Definition asks_for (e : effect) : args e -> (rets e -> outcome) -> request :=
  match e with
  | wait => fun _ k => Ask_event (fun s e => k (s, e))
  | send => fun '(s, b) k => Ask_send s b k
  | close => fun s k => Ask_close s k
  | get_random => fun _ k => Ask_random k
  | get_time => fun _ k => Ask_time k
  | get_shared => fun '(g, share) k => Ask_share g share k
  | get_signature => fun b k => Ask_signature b k
  end.

Definition view (c : crypto) (o : outcome) : request :=
  match o with
  | Done a => match a with end
  | Ask s a => asks_for (server_pending s) a (server_step c s)
  | Silent l => Ask_nothing (fun _ => server_go_on c l)
  end.

(** It ends never, so there is nothing else: this is where it begins. *)
Definition first_outcome (f : config) : outcome := server_start f.
