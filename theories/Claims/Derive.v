(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Claims about machines derived from programs in Gallina. See All.v. *)
From Fairlead.Derive Require Freer Same Machine Coroutine Bisimulation Run Keeps.
From Fairlead.Tls Require Crypto Protocol Server Bounded.

(** * Derive: what the theorem that comes with each derived machine means

    [Derive p] declares a machine and proves [equiv step go_on (start x...) (p x...)] for this program. Whoever wrote
    the machine, that statement has these consequences. *)
Section derive.
Import Freer Same Machine Coroutine Bisimulation Run Keeps.

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

(** A specification that watches requests and replies ([allowed]: what may be asked, given what is known; [next]: what
    is known after the reply) is kept by the program, whatever it is replied, if and only if its machine asks for
    nothing else ([fits]) wherever it comes to ([comes_to]). With a list of all requests and replies for what is
    known, that is any safety property. *)
Theorem derive_keeps {eff : Type} {args rets : eff -> Type} {W A state turn : Type} {pending : state -> eff}
    (allowed : W -> forall e, args e -> Prop) (next : W -> forall e, args e -> rets e -> W)
    (step : forall s, rets (pending s) -> outcome args state turn pending A)
    (go_on : turn -> outcome args state turn pending A) (final : W -> A -> Prop) o p w :
  equiv step go_on o p ->
  keeps allowed next final w p <-> (forall o' w', comes_to next step go_on o w o' w' -> fits allowed final o' w').
Proof. exact (machine_keeps allowed next step go_on final o p w). Qed.

(** What a child keeps, its parent may rely on. When a parent has resumed a coroutine that keeps its own specification
    from what is known then, what the coroutine yields is allowed, and what is suspended now keeps the specification
    from there ([suspended_keeps]); if what the parent does with that keeps the parent's specification, so does the
    parent, however long the child is silent. *)
Theorem derive_child_keeps {eff : Type} {args rets : eff -> Type} {W A B R V I C : Type} {i : I}
    (allowed : W -> forall e, args e -> Prop) (next : W -> forall e, args e -> rets e -> W)
    (child_allowed : V -> forall e, yield_args B e -> Prop)
    (child_next : V -> forall e, yield_args B e -> yield_rets A e -> V) (child_final : V -> R -> Prop)
    (final : W -> C -> Prop) w known (c : coro i A B R) a (k : resumed B R (coro i A B R) -> t args rets C) :
  suspended_keeps child_allowed child_next child_final known c ->
  (forall b c', child_allowed (known a) yield b ->
    suspended_keeps child_allowed child_next child_final (child_next (known a) yield b) c' ->
    keeps allowed next final w (k (Yields b c'))) ->
  (forall r, child_final (known a) r -> keeps allowed next final w (k (Ends r))) ->
  keeps allowed next final w (bind (resume c a) k).
Proof. exact (keeps_resume allowed next child_allowed child_next child_final final w known c a k). Qed.
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
