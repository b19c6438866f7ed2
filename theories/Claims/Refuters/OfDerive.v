(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Refuters of Claims/Derive.v: see All.v. *)
From Coq Require Import Lia.
From Fairlead.Derive Require Derive.
From Fairlead.Tls Require Crypto Protocol Server Bounded Layer.
From Fairlead.Derive Require Import Freer Same Machine Coroutine Bisimulation Run Keeps.

(** A machine without states that is done with 1, and a program that returns 2. *)
Definition no_state (s : Empty_set) : unit := tt.
Definition never_asked (s : Empty_set) (_ : unit) : outcome (fun _ : unit => unit) Empty_set Empty_set no_state nat :=
  match s with end.
Definition never_turns (l : Empty_set) : outcome (fun _ : unit => unit) Empty_set Empty_set no_state nat :=
  match l with end.

Theorem derive_runs_refuter :
  let o := Done 1 in let p : t (fun _ : unit => unit) (fun _ : unit => unit) nat := Return 2 in
  ~ equiv never_asked never_turns o p /\
  run (fun _ _ w => Some (tt, w)) never_asked never_turns 5 o 0 <>
  run_program (fun _ _ w => Some (tt, w)) 5 p 0.
Proof.
  intros o p. split; [|discriminate]. intros [H]. inversion H.
Qed.

(** The program keeps to results of 2, and the machine ends with 1. *)
Theorem derive_keeps_refuter :
  let o := Done 1 in let p : t (fun _ : unit => unit) (fun _ : unit => unit) nat := Return 2 in
  let allowed (_ : unit) (e : unit) (_ : unit) := True in let next (w : unit) (e : unit) (_ _ : unit) := w in
  let final (_ : unit) (a : nat) := a = 2 in
  keeps allowed next final tt p /\
  ~ (forall o' w', comes_to next never_asked never_turns o tt o' w' -> fits allowed final o' w').
Proof.
  intros o p allowed next final. split; [constructor; constructor; reflexivity|].
  intros H. specialize (H o tt (comes_here _ _ _ _ _)). discriminate H.
Qed.

(** A child that yields 1, where 0 is allowed; its parent returns what it was yielded, and may return 0. *)
Theorem derive_child_keeps_refuter :
  let child (_ : unit) : yields unit nat unit := Eff yield 1 (fun _ => Return tt) in
  let c : coro tt unit nat unit := start tt child in
  let allowed (_ : unit) (e : unit) (_ : unit) := True in let next (w : unit) (e : unit) (_ _ : unit) := w in
  let final (_ : unit) (n : nat) := n = 0 in
  let child_allowed (_ : unit) (e : yield_effect) (n : yield_args nat e) := n = 0 in
  let child_next (v : unit) (e : yield_effect) (_ : yield_args nat e) (_ : yield_rets unit e) := v in
  let k (r : resumed nat unit (coro tt unit nat unit)) : t (fun _ : unit => unit) (fun _ : unit => unit) nat :=
    match r with Yields n _ => Return n | Ends _ => Return 0 end in
  (forall b c', child_allowed tt yield b -> keeps allowed next final tt (k (Yields b c'))) /\
  (forall r, keeps allowed next final tt (k (Ends r))) /\
  ~ suspended_keeps child_allowed child_next (fun _ _ => True) (fun _ => tt) c /\
  ~ keeps allowed next final tt (bind (resume c tt) k).
Proof.
  intros child c allowed next final child_allowed child_next k. split; [|split; [|split]].
  - intros b c' Hb. apply keeps_return. exact Hb.
  - intros r. now apply keeps_return.
  - intros H. destruct (H tt) as [H0]. apply keeps_node_inv in H0. destruct H0 as [H0 _]. discriminate H0.
  - intros [H]. apply keeps_node_inv in H. discriminate H.
Qed.

Import Derive.Derive Fairlead.Tls.Bytes Fairlead.Tls.Crypto Fairlead.Tls.Protocol Fairlead.Tls.Server.
Import Fairlead.Tls.Bounded Fairlead.Tls.Layer.
Local Open Scope program_scope.

(** A server that remembers a session for all that comes, and drops none. *)
Definition hoarding : t args rets Empty_set :=
  iter (fun m : cache =>
    '(_, e) <- wait tt;
    match e with
    | Arrived b => Return (inl ((b, Session sha256 b 0%N) :: m))
    | _ => Return (inl m)
    end) [].
Derive hoarding.
Lemma hoarded n : exists m l,
  comes_to logged hoarding_step hoarding_go_on hoarding_start [] (Ask (pending := hoarding_pending) (hoarding_at1 m) tt)
    l /\ length m = n.
Proof.
  induction n as [|n (m & l & H & E)]; [exists [], []; split; [constructor|reflexivity]|].
  exists (([], Session sha256 [] 0%N) :: m). eexists. split; [|cbn; now rewrite E].
  pose proof (comes_replied logged hoarding_step hoarding_go_on _ _ (hoarding_at1 m) tt (1%positive, Arrived []) l H)
    as G.
  exact (comes_silently logged hoarding_step hoarding_go_on _ _ (hoarding_turn1 _) _ G).
Qed.

(** It comes to any number of sessions. Nor does the type of our machine's states forbid 513: that one it does not come
    to. *)
Theorem derive_tls_cache_bounded_refuter (f : config) connections id session :
  (exists m l,
    comes_to logged hoarding_step hoarding_go_on hoarding_start []
      (Ask (pending := hoarding_pending) (hoarding_at1 m) tt) l /\ ~ length m <= 512) /\
  let s := server_at1 f (List.repeat (id, session) 513) connections in
  ~ length (cache_of s) <= 512.
Proof.
  split.
  - destruct (hoarded 513) as (m & l & H & E). exists m, l. split; [exact H|]. rewrite E. lia.
  - cbn [cache_of]. rewrite List.repeat_length. lia.
Qed.
