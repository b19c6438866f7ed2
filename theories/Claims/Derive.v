(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Claims about machines derived from programs in Gallina. See All.v. *)
From Fairlead.Derive Require Freer Same Machine Bisimulation Run.
From Fairlead.Tls Require Crypto Protocol Server Bounded.

(** * Derive: what the theorem that comes with each derived machine means

    [Derive p] declares a machine and proves [equiv step go_on (start x...) (p x...)] for this program. Whoever wrote
    the machine, that statement has these consequences. *)
Section derive.
Import Freer Same Machine Bisimulation Run.

(** [equiv] holds if and only if machine and program are bisimilar as labelled transition systems, whose labels are
    requests with their arguments, replies, silent steps and results. Nothing is asked of the types: that of a reply
    may be empty. *)
Theorem derive_equiv_bisimilar {eff : Type} {args rets : eff -> Type} {A state turn : Type} {pending : state -> eff}
    (step : forall s, rets (pending s) -> outcome args state turn pending A)
    (go_on : turn -> outcome args state turn pending A) o p :
  equiv step go_on o p <-> bisimilar (lts_of_machine step go_on) lts_of_programs o p.
Proof. exact (equiv_iff_bisimilar step go_on o p). Qed.

(** For programs that end, whatever the replies, it is the inductive relation of the POPL 2022 paper, replies typed. *)
Theorem derive_equiv_ending {eff : Type} {args rets : eff -> Type} {A state turn : Type} {pending : state -> eff}
    (step : forall s, rets (pending s) -> outcome args state turn pending A)
    (go_on : turn -> outcome args state turn pending A) o p :
  equiv_ending step go_on o p <-> equiv step go_on o p /\ ends p.
Proof. exact (equiv_ending_iff step go_on o p). Qed.

(** In any world that answers requests, and for any number of steps, machine and program run alike: to the same result,
    the same request that is not answered, and the same world. *)
Theorem derive_runs {eff : Type} {args rets : eff -> Type} {world A state turn : Type} {pending : state -> eff}
    (handle : forall e, args e -> world -> option (rets e * world))
    (step : forall s, rets (pending s) -> outcome args state turn pending A)
    (go_on : turn -> outcome args state turn pending A) steps o p w :
  equiv step go_on o p -> run handle step go_on steps o w = run_program handle steps p w.
Proof. exact (run_equiv handle step go_on steps o p w). Qed.
End derive.

(** * A TLS 1.3 server, derived

    theories/products/Tls is the server of the POPL 2022 paper, written anew: records, handshake, resumption of
    sessions, HTTP, and the parent of all connections with the session cache. *)
Section tls.
Import Machine.
Import Fairlead.Tls.Crypto Fairlead.Tls.Protocol Fairlead.Tls.Server Fairlead.Tls.Bounded.

(** The machine that was derived of it behaves as the program, for ever, whatever the cryptography [c] and the server's
    certificate and page [f] are. That the program is TLS 1.3 is no claim; nor is anything about secrecy. *)
Theorem derive_tls_server (c : crypto) (f : config) :
  equiv (server_step c) (server_go_on c) (server_start f) (server c f).
Proof. exact (server_equiv c f). Qed.

(** Wherever that machine waits, whatever it was answered before and however long it has run, its session cache has no
    more than 512 sessions. *)
Theorem derive_tls_cache_bounded (c : crypto) (f : config) s a :
  reached c f (Ask s a) -> length (cache_of s) <= 512.
Proof. exact (always_bounded c f (Ask s a)). Qed.
End tls.
