(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Coroutines: programs that another program resumes.

    A coroutine is a program whose only effect is to [yield]: it takes the reply to its last yield, and comes to the
    next one or ends. A parent keeps it as a
    value of type [coro w], where [w] is the function it runs: that is how Derive knows, by types alone, which machine
    takes its place. *)
From Fairlead.Derive Require Import Freer Same Machine.

Variant yield_effect : Set := yield.

(** [yields A B R]: takes [A]s, yields [B]s, ends with an [R]. *)
Definition yield_args (B : Type) (_ : yield_effect) : Type := B.
Definition yield_rets (A : Type) (_ : yield_effect) : Type := A.
Notation yields A B := (t (yield_args B) (yield_rets A)).

(** A coroutine that waits, or that has not begun; [w] says which program it is. *)
Record coro {W : Type} (w : W) (A B R : Type) : Type := Suspended { continue : A -> yields A B R }.
Arguments Suspended {W} w {A B R} continue.
Arguments continue {W w A B R}.

Definition start {W : Type} (w : W) {A B R} (p : A -> yields A B R) : coro w A B R := Suspended w p.

(** What comes of resuming it: it yields again, or it has ended. That it ends is a result, and ends nobody else. *)
Variant resumed (B R H : Type) : Type := Yields (b : B) (c : H) | Ends (r : R).
Arguments Yields {B R H} b c.
Arguments Ends {B R H} r.

Section resume.
Context {eff : Type} {args rets : eff -> Type} {A B R : Type}.
Notation t := (t args rets).

Definition await {W} (w : W) : yields A B R -> t (resumed B R (coro w A B R)) :=
  cofix await p :=
    match observe p with
    | ReturnF r => Return (Ends r)
    | EffF e b k => Return (Yields b (Suspended w k))
    | LaterF p => Go (LaterF (await p))
    end.
Definition resume {W} {w : W} (c : coro w A B R) (a : A) : t (resumed B R (coro w A B R)) := await w (continue c a).

(** The same of the machine that takes the coroutine's place. *)
Section machine.
Context {state turn : Type} {pending : state -> yield_effect}.
Notation outcome := (outcome (yield_args B) state turn pending R).
Context (step : state -> A -> outcome) (go_on : turn -> outcome).

Definition await_machine : outcome -> t (resumed B R state) :=
  cofix await o :=
    match o with
    | Done r => Return (Ends r)
    | Ask s b => Return (Yields b s)
    | Silent l => Go (LaterF (await (go_on l)))
    end.
Definition resume_machine (s : state) (a : A) : t (resumed B R state) := await_machine (step s a).

(** A state stands for a coroutine if, whatever it is resumed with, it does the same. *)
Definition stands_for {W} (w : W) (s : state) (c : coro w A B R) : Prop :=
  forall a, equiv (rets := yield_rets A) step go_on (step s a) (continue c a).

Variant resumed_rel {H H'} (rel : H' -> H -> Prop) : resumed B R H' -> resumed B R H -> Prop :=
| yields_rel b c' c : rel c' c -> resumed_rel rel (Yields b c') (Yields b c)
| ends_rel r : resumed_rel rel (Ends r) (Ends r).

Lemma await_related {W} (w : W) : forall o p, equiv (rets := yield_rets A) step go_on o p ->
  related (resumed_rel (stands_for w)) (await_machine o) (await w p).
Proof.
  cofix CIH. intros o p [H]. constructor. cbn.
  destruct H as [r|s b k H|l q H]; cbn; constructor.
  - constructor.
  - constructor. exact H.
  - exact (CIH _ _ H).
Qed.

Lemma resume_related {W} (w : W) s (c : coro w A B R) a : stands_for w s c ->
  related (resumed_rel (stands_for w)) (resume_machine s a) (resume c a).
Proof. intros H. apply await_related, H. Qed.

(** To the parent's machine, resuming is a call of a machine that never asks: it comes to a result, or goes on
    silently. *)
Definition never (s : Empty_set) : eff := match s with end.
Definition resumption : Type := Machine.outcome args Empty_set turn never (resumed B R state).
Definition resumption_of (o : outcome) : resumption :=
  match o with Done r => Done (Ends r) | Ask s b => Done (Yields b s) | Silent l => Silent l end.
Definition resumption_start (s : state) (a : A) : resumption := resumption_of (step s a).
Definition resumption_go_on (l : turn) : resumption := resumption_of (go_on l).
Definition resumption_source (s : Empty_set) : rets (never s) -> t (resumed B R state) := match s with end.
Definition resumption_source_turn (l : turn) : t (resumed B R state) := await_machine (go_on l).
Definition resumption_tree : resumption -> t (resumed B R state) := tree resumption_source resumption_source_turn.

Lemma resumption_ok o : same (resumption_tree (resumption_of o)) (await_machine o).
Proof. apply same_by_observe. destruct o; reflexivity. Qed.
Lemma resumption_start_ok s a : same (resumption_tree (resumption_start s a)) (resume_machine s a).
Proof. apply resumption_ok. Qed.
Lemma resumption_turns_ok l : same (resumption_tree (resumption_go_on l)) (resumption_source_turn l).
Proof. apply resumption_ok. Qed.
End machine.
End resume.

(** Which function a coroutine's program comes from: its head. *)
Class Runs {A B R : Type} (p : A -> yields A B R) {W : Type} (w : W) : Prop := runs : True.
Ltac head_of p := lazymatch p with ?f _ => head_of f | _ => p end.
#[global] Hint Extern 0 (Runs ?p _) => (let w := head_of p in exact (I : Runs p w)) : typeclass_instances.

(** [coroutine p]: a coroutine that has not begun; [p] is a coroutine's program, applied to its arguments. *)
Definition coroutine {A B R : Type} (p : A -> yields A B R) {W : Type} {w : W} {H : Runs p w} : coro w A B R :=
  start w p.

Notation "'let_coro' c := p 'in' k" := (let_ (coroutine p) (fun c => k))
  (at level 200, c name, p at level 200, k at level 200) : program_scope.

(** ** Coroutines that ask for anything

    A child with effects of its own stops at each of them: [begin p] runs it to the first,
      [reply c r] from one that waits to the
    next, and its parent sees what it [Asks], and answers it or asks for the same in its turn. Replies have the type
    that
    the effect says, so one that waits is a value of a type with the effect in it. *)
Record waiting {W : Type} (w : W) {eff : Type} (args rets : eff -> Type) (R : Type) (e : eff) : Type :=
  Waits { proceed : rets e -> t args rets R }.
Arguments Waits {W} w {eff args rets R e} proceed.
Arguments proceed {W w eff args rets R e}.

Variant asked {eff : Type} (args : eff -> Type) (R : Type) (H : eff -> Type) : Type :=
| Asks (e : eff) (a : args e) (c : H e)
| Returns (r : R).
Arguments Asks {eff args R H} e a c.
Arguments Returns {eff args R H} r.

(** Which function a program comes from: its head. *)
Class RunsProgram {eff : Type} {args rets : eff -> Type} {R : Type} (p : t args rets R) {W : Type} (w : W) : Prop :=
  runs_program : True.
#[global] Hint Extern 0 (RunsProgram ?p _) => (let w := head_of p in exact (I : RunsProgram p w)) : typeclass_instances.

Section asking.
Context {eff : Type} {args rets : eff -> Type} {E : Type} {cargs crets : E -> Type} {R : Type}.
Notation parent := (t args rets).

Definition await_asked {W} (w : W) : t cargs crets R -> parent (asked cargs R (waiting w cargs crets R)) :=
  cofix await p :=
    match observe p with
    | ReturnF r => Return (Returns r)
    | EffF e a k => Return (Asks e a (Waits w k))
    | LaterF p => Go (LaterF (await p))
    end.
Definition begin (p : t cargs crets R) {W} {w : W} {H : RunsProgram p w} :
  parent (asked cargs R (waiting w cargs crets R)) := await_asked w p.
Definition reply {W} {w : W} {e} (c : waiting w cargs crets R e) (r : crets e) :
  parent (asked cargs R (waiting w cargs crets R)) := await_asked w (proceed c r).

(** The same of a machine: a state, of those that have asked for [e]. *)
Section machine.
Context {state turn : Type} {pending : state -> E}.
Notation outcome := (outcome cargs state turn pending R).
Context (step : forall s, crets (pending s) -> outcome) (go_on : turn -> outcome).

Definition in_state (e : E) : Type := { s : state | pending s = e }.
Definition step_in {e} (c : in_state e) : crets e -> outcome :=
  let (s, H) := c in match H in _ = e return crets e -> outcome with eq_refl => step s end.

Definition begin_machine : outcome -> parent (asked cargs R in_state) :=
  cofix await o :=
    match o with
    | Done r => Return (Returns r)
    | Ask s a => Return (Asks (pending s) a (exist _ s eq_refl))
    | Silent l => Go (LaterF (await (go_on l)))
    end.
Definition reply_machine {e} (c : in_state e) (r : crets e) : parent (asked cargs R in_state) :=
  begin_machine (step_in c r).

Definition waits_for {W} (w : W) {e} (s : in_state e) (c : waiting w cargs crets R e) : Prop :=
  forall r, equiv step go_on (step_in s r) (proceed c r).

Variant asked_rel {H H' : E -> Type} (rel : forall e, H' e -> H e -> Prop) :
  asked cargs R H' -> asked cargs R H -> Prop :=
| asks_rel e a c' c : rel e c' c -> asked_rel rel (Asks e a c') (Asks e a c)
| returns_rel r : asked_rel rel (Returns r) (Returns r).

Lemma begin_related {W} (w : W) : forall (p : t cargs crets R) {H : RunsProgram p w} o, equiv step go_on o p ->
  related (asked_rel (@waits_for W w)) (begin_machine o) (begin p).
Proof.
  unfold begin. intros p _ o. revert p o. cofix CIH. intros p o [H]. constructor. cbn.
  destruct H as [r|s b k H|l q H]; cbn; constructor.
  - constructor.
  - constructor. exact H.
  - exact (CIH _ _ H).
Qed.
Lemma reply_related {W} (w : W) e (s : in_state e) (c : waiting w cargs crets R e) r : waits_for w s c ->
  related (asked_rel (@waits_for W w)) (reply_machine s r) (reply c r).
Proof. intros H. exact (begin_related w (proceed c r) (H := I) _ (H r)). Qed.

(** To the parent's machine, calls of a machine that never asks. *)
Definition asking : Type := Machine.outcome args Empty_set turn (never (eff := eff)) (asked cargs R in_state).
Definition asking_of (o : outcome) : asking :=
  match o with
  | Done r => Done (Returns r)
  | Ask s a => Done (Asks (pending s) a (exist _ s eq_refl))
  | Silent l => Silent l
  end.
Definition asking_reply {e} (c : in_state e) (r : crets e) : asking := asking_of (step_in c r).
Definition asking_go_on (l : turn) : asking := asking_of (go_on l).
Definition asking_source (s : Empty_set) : rets (never s) -> parent (asked cargs R in_state) := match s with end.
Definition asking_source_turn (l : turn) : parent (asked cargs R in_state) := begin_machine (go_on l).
Definition asking_tree : asking -> parent (asked cargs R in_state) := tree asking_source asking_source_turn.

Lemma asking_ok o : same (asking_tree (asking_of o)) (begin_machine o).
Proof. apply same_by_observe. destruct o; reflexivity. Qed.
Lemma asking_reply_ok e (c : in_state e) r : same (asking_tree (asking_reply c r)) (reply_machine c r).
Proof. apply asking_ok. Qed.
Lemma asking_turns_ok l : same (asking_tree (asking_go_on l)) (asking_source_turn l).
Proof. apply asking_ok. Qed.
End machine.
End asking.
Arguments in_state {E state} pending e.
