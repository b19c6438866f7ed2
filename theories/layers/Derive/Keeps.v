(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Invariants of programs, and of their machines.

    A specification watches what is asked and replied: [w] is what it knows, [allowed w e a] says that [e] may be asked
    with [a] now, [next w e a r] is what it knows after the reply [r]. When a list of all requests and replies is what
    it knows, it is any safety property. A program [keeps] it if it asks for nothing else, whatever it is replied and
    however long it runs, and ends as [final] says. So does its machine then, wherever it comes to; and if the machine
    does, so does the program. *)
From Fairlead.Derive Require Import Freer Same Machine Coroutine.

Section keeps.
Context {eff : Type} {args rets : eff -> Type} {W : Type}.
Context (allowed : W -> forall e, args e -> Prop) (next : W -> forall e, args e -> rets e -> W).
Notation t := (t args rets).

Variant keeps_node {A} (final : W -> A -> Prop) (rel : W -> t A -> Prop) (w : W) : node args rets A (t A) -> Prop :=
| keeps_node_return a : final w a -> keeps_node final rel w (ReturnF a)
| keeps_node_eff e a k : allowed w e a -> (forall r, rel (next w e a r) (k r)) -> keeps_node final rel w (EffF e a k)
| keeps_node_later p : rel w p -> keeps_node final rel w (LaterF p).

Local Set Primitive Projections.
CoInductive keeps {A} (final : W -> A -> Prop) (w : W) (p : t A) : Prop :=
  Keeps { keeps_observe : keeps_node final (keeps final) w (observe p) }.
Local Unset Primitive Projections.

Lemma keeps_node_inv {A} final rel w (n : node args rets A (t A)) : keeps_node final rel w n ->
  match n with
  | ReturnF a => final w a
  | EffF e a k => allowed w e a /\ forall r, rel (next w e a r) (k r)
  | LaterF p => rel w p
  end.
Proof. destruct 1; auto. Qed.

(** ** The machine: what it can come to, and what is known then *)
Section machine.
Context {state turn : Type} {pending : state -> eff} {A : Type}.
Notation outcome := (outcome args state turn pending A).
Context (step : forall s, rets (pending s) -> outcome) (go_on : turn -> outcome).

Inductive comes_to (o : outcome) (w : W) : outcome -> W -> Prop :=
| comes_here : comes_to o w o w
| comes_replied s a r w' : comes_to o w (Ask s a) w' -> comes_to o w (step s r) (next w' (pending s) a r)
| comes_silently l w' : comes_to o w (Silent l) w' -> comes_to o w (go_on l) w'.

Definition fits (final : W -> A -> Prop) (o : outcome) (w : W) : Prop :=
  match o with Done a => final w a | Ask s a => allowed w (pending s) a | Silent _ => True end.

Lemma comes_trans o w o1 w1 o2 w2 : comes_to o w o1 w1 -> comes_to o1 w1 o2 w2 -> comes_to o w o2 w2.
Proof. intros H. induction 1; [exact H|now constructor|now constructor]. Qed.

Theorem machine_keeps final o p w : equiv step go_on o p ->
  keeps final w p <-> (forall o' w', comes_to o w o' w' -> fits final o' w').
Proof.
  intros He. split.
  - intros Hk o' w' Hc.
    assert (G : exists p', equiv step go_on o' p' /\ keeps final w' p').
    { induction Hc as [|s a r w' Hc (p' & [Ho] & [Hp])|l w' Hc (p' & [Ho] & [Hp])]; [eauto| |].
      - apply agrees_inv in Ho as (k & Ek & Hr). rewrite Ek in Hp. apply keeps_node_inv in Hp as [_ Hp]. eauto.
      - apply agrees_inv in Ho as (q & Eq & Hq). rewrite Eq in Hp. apply keeps_node_inv in Hp. eauto. }
    destruct G as (p' & [Ho] & [Hp]). apply keeps_node_inv in Hp. destruct Ho as [a|s a k _|l q _]; cbn.
    + exact Hp.
    + apply Hp.
    + exact I.
  - revert o p w He. cofix CIH. intros o p w [He] Hf. constructor. destruct He as [a|s a k Hr|l q Hq].
    + constructor. exact (Hf _ _ (comes_here _ _)).
    + constructor; [exact (Hf _ _ (comes_here _ _))|]. intros r. apply (CIH _ _ _ (Hr r)). intros o' w' Hc. apply Hf.
      exact (comes_trans _ _ _ _ _ _ (comes_replied _ _ s a r w (comes_here _ _)) Hc).
    + constructor. apply (CIH _ _ _ Hq). intros o' w' Hc. apply Hf.
      exact (comes_trans _ _ _ _ _ _ (comes_silently _ _ l w (comes_here _ _)) Hc).
Qed.
End machine.

(** ** A construct at a time. What is known after a part is said of its result, in place of [final]. *)
Lemma keeps_return {A} (final : W -> A -> Prop) w a : final w a -> keeps final w (Return a).
Proof. intros H. constructor. constructor. exact H. Qed.
Lemma keeps_eff {A} (final : W -> A -> Prop) w e a k :
  allowed w e a -> (forall r, keeps final (next w e a r) (k r)) -> keeps final w (Eff e a k).
Proof. intros Ha Hk. constructor. constructor; assumption. Qed.
Lemma keeps_let {A B} (final : W -> A -> Prop) w (b : B) k : (forall x, x = b -> keeps final w (k x)) ->
  keeps final w (let_ b k).
Proof. intros H. exact (H b eq_refl). Qed.
Lemma keeps_impl {A} (final final' : W -> A -> Prop) w p :
  keeps final w p -> (forall w a, final w a -> final' w a) -> keeps final' w p.
Proof.
  intros H Hf. revert w p H. cofix CIH. intros w p [H]. constructor. destruct H; constructor; auto.
Qed.
Lemma keeps_bind {A B} (between : W -> A -> Prop) (final : W -> B -> Prop) w p (k : A -> t B) :
  keeps between w p -> (forall w a, between w a -> keeps final w (k a)) -> keeps final w (bind p k).
Proof.
  intros H Hk. revert w p H. cofix CIH. intros w p [H]. constructor. cbn. destruct H as [a Ha|e a c Ha Hc|q Hq].
  - exact (keeps_observe _ _ _ (Hk w a Ha)).
  - constructor; [exact Ha|]. intros r. apply CIH, Hc.
  - constructor. apply CIH, Hq.
Qed.

(** Whoever goes round keeps [always]. *)
Lemma keeps_iter {S A} (always : W -> S -> Prop) (final : W -> A -> Prop) w (body : S -> t (S + A)) s :
  always w s ->
  (forall w s, always w s ->
    keeps (fun w r => match r with inl s => always w s | inr a => final w a end) w (body s)) ->
  keeps final w (iter body s).
Proof.
  intros Hs Hbody.
  enough (G : forall q w p, keeps (fun w r => match r with inl s => always w s | inr a => final w a end) w q ->
    observe p = observe (bind q (fun n => match n with inl s => Go (LaterF (iter body s)) | inr a => Return a end)) ->
    keeps final w p).
  { apply (G (body s)); [now apply Hbody|reflexivity]. }
  clear w s Hs. cofix CIH. intros q w p [H] Hp. constructor. rewrite Hp. cbn. destruct H as [[x|a] Ha|e a k Ha Hk|r Hr].
  - cbn. constructor. apply (CIH (body x)); [now apply Hbody|reflexivity].
  - cbn. constructor. exact Ha.
  - constructor; [exact Ha|]. intros r. apply (CIH (k r)); [apply Hk|reflexivity].
  - constructor. apply (CIH r); [exact Hr|reflexivity].
Qed.
End keeps.

(** ** What a child keeps, its parent may rely on: when it has resumed a child, what the child yields is allowed, and
    what is suspended then keeps the specification from there. So a parent keeps what follows from its children's. *)
Section child.
Context {eff : Type} {args rets : eff -> Type} {W : Type}.
Context (allowed : W -> forall e, args e -> Prop) (next : W -> forall e, args e -> rets e -> W).
Context {A B R V : Type}.
Context (child_allowed : V -> forall e, yield_args B e -> Prop).
Context (child_next : V -> forall e, yield_args B e -> yield_rets A e -> V) (child_final : V -> R -> Prop).

(** [known a] is what is known when it has been resumed with [a]. *)
Definition suspended_keeps {I} {i : I} (known : A -> V) (c : coro i A B R) : Prop :=
  forall a, keeps child_allowed child_next child_final (known a) (continue c a).

Theorem keeps_resume {I} {i : I} {C} (final : W -> C -> Prop) w known (c : coro i A B R) a
    (k : resumed B R (coro i A B R) -> t args rets C) :
  suspended_keeps known c ->
  (forall b c', child_allowed (known a) yield b -> suspended_keeps (child_next (known a) yield b) c' ->
    keeps allowed next final w (k (Yields b c'))) ->
  (forall r, child_final (known a) r -> keeps allowed next final w (k (Ends r))) ->
  keeps allowed next final w (bind (resume c a) k).
Proof.
  intros Hc Hy He. specialize (Hc a). unfold resume. revert Hc Hy He. generalize (continue c a), (known a).
  intros p v Hp Hy He. revert p Hp. cofix CIH. intros p [Hp]. constructor. cbn.
  destruct Hp as [r Hr|[] b c' Hb Hk|q Hq].
  - exact (keeps_observe _ _ _ _ _ (He r Hr)).
  - exact (keeps_observe _ _ _ _ _ (Hy b (Suspended i c') Hb Hk)).
  - cbn. constructor. apply CIH, Hq.
Qed.
End child.
