(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Refuters of Claims/Derive.v: see All.v. *)
From Coq Require Import Lia.
From Fairlead.Tls Require Crypto Protocol Server Bounded.
From Fairlead.Derive Require Import Freer Same Machine Bisimulation Run.

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

Section tls.
Import Fairlead.Tls.Crypto Fairlead.Tls.Protocol Fairlead.Tls.Server Fairlead.Tls.Bounded.

(** A state that the machine does not come to: 513 sessions are in the cache, which the type does not forbid. *)
Theorem derive_tls_cache_bounded_refuter (f : config) connections id session :
  let s := server_at1 f (List.repeat (id, session) 513) connections in
  ~ length (cache_of s) <= 512.
Proof. cbn [cache_of]. rewrite List.repeat_length. lia. Qed.
End tls.
