(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * CPS conversion with early evaluation.

    Definitions 1 to 3 of Kerneis and Chroboczek. A function in CPS-convertible
    form returns, calls in tail position, or calls and hands the result to a
    tail call whose other arguments are variables. Written directly, these
    variables are read when the callee has returned, from the caller's frame,
    which has waited. Converted, they are read before the call and pushed on a
    continuation, which is a stack of functions with values; no frame waits.
    (Definition 3's equations are missing in our copy and restored from the text.) *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Core.Model Require Import Bisimulation.

Definition var := nat.
Definition name := nat.

(** A variable of the activation, or one that others may write: a global, or one
    whose address was taken. *)
Inductive operand := Own (x : var) | Shared (x : var).

Section conversion.
  Context {value heap : Type} (zero : value) (shared : var → heap → value).
  Notation locals := (var → value).

  (** Everything but calls is opaque. *)
  Inductive body :=
  | Slice (act : locals → heap → locals * heap) (rest : body)
  | Branch (test : locals → heap → bool) (b c : body)
  | Return (e : locals → heap → value)
  | TailCall (f : name) (args : locals → heap → list value)                                   (* return f(…) *)
  | CallThen (x : var) (f : name) (args : locals → heap → list value) (g : name) (ys : list operand).
                                                                   (* x = f(…); return g(x, y1, …, yn) *)

  Definition set (l : locals) (x : var) (v : value) : locals := λ y, if decide (y = x) then v else l y.
  Fixpoint bind (xs : list var) (vs : list value) : locals :=
    match xs, vs with x :: xs, v :: vs => set (bind xs vs) x v | _, _ => λ _, zero end.
  Definition read (l : locals) (h : heap) (y : operand) : value :=
    match y with Own x => l x | Shared x => shared x h end.

  (** What waits while a callee runs, how it comes about and what it becomes. *)
  Record waiting {frame : Type} := Waiting {
    push : locals → heap → var → name → list operand → frame;
    invoke : frame → value → heap → name * list value
  }.
  Arguments waiting : clear implicits.

  Inductive state {frame : Type} :=
  | Run (b : body) (l : locals) (h : heap) (k : list frame)
  | Ended.
  Arguments state : clear implicits.
  Inductive event := Silent | Result (v : value) (h : heap).

  Section semantics.
    Context {frame : Type} (W : waiting frame) (P : name → option (list var * body)).

    Definition enter (f : name) (vs : list value) (h : heap) (k : list frame) : option (event * state frame) :=
      '(xs, b) ← P f; Some (Silent, Run b (bind xs vs) h k).

    Definition step (s : state frame) : option (event * state frame) :=
      match s with
      | Ended => None
      | Run (Slice act rest) l h k => let '(l, h) := act l h in Some (Silent, Run rest l h k)
      | Run (Branch t b c) l h k => Some (Silent, Run (if t l h then b else c) l h k)
      | Run (TailCall f args) l h k => enter f (args l h) h k
      | Run (CallThen x f args g ys) l h k => enter f (args l h) h (push W l h x g ys :: k)
      | Run (Return e) l h k =>
          match k with
          | [] => Some (Result (e l h) h, Ended)
          | fr :: k => let '(g, vs) := invoke W fr (e l h) h in enter g vs h k
          end
      end.
    Definition trans (s : state frame) (a : event) (s' : state frame) : Prop := step s = Some (a, s').
  End semantics.

  (** As written: the caller's frame waits, and is read at the end. *)
  Definition direct : waiting (locals * var * name * list operand) := Waiting _
    (λ l h x g ys, (l, x, g, ys))
    (λ '(l, x, g, ys) v h, (g, v :: map (read (set l x v) h) ys)).
  (** Converted: function and values, read early. *)
  Definition converted : waiting (name * list value) := Waiting _
    (λ l h x g ys, (g, map (read l h) ys))
    (λ '(g, vs) v _, (g, v :: vs)).

  (** Definition 2; that [x] is not among the other arguments it leaves unsaid. *)
  Fixpoint convertible (b : body) : Prop :=
    match b with
    | Slice _ rest => convertible rest
    | Branch _ b c => convertible b ∧ convertible c
    | Return _ | TailCall _ _ => True
    | CallThen x _ _ _ ys => Forall (λ y, ∃ z, y = Own z ∧ z ≠ x) ys
    end.

  Definition frame_rel (p : locals * var * name * list operand) (q : name * list value) : Prop :=
    ∀ v h, invoke direct p v h = invoke converted q v h.
  Inductive state_rel : state (locals * var * name * list operand) → state (name * list value) → Prop :=
  | run_rel b l h k k' : convertible b → Forall2 frame_rel k k' → state_rel (Run b l h k) (Run b l h k')
  | ended_rel : state_rel Ended Ended.

  Lemma push_rel l h x g ys :
    Forall (λ y, ∃ z, y = Own z ∧ z ≠ x) ys → frame_rel (push direct l h x g ys) (push converted l h x g ys).
  Proof.
    intros Hys v h'. simpl. do 2 f_equal. induction Hys as [|y ys (z & -> & Hz) _ IH]; simpl; [done|].
    rewrite IH. unfold set. by rewrite decide_False.
  Qed.

  Context (P : name → option (list var * body)) (HP : ∀ f xs b, P f = Some (xs, b) → convertible b).
  #[local] Set Default Proof Using "HP".

  Lemma enter_rel f vs h k k' : Forall2 frame_rel k k' →
    option_Forall2 (λ p q, p.1 = q.1 ∧ state_rel p.2 q.2) (enter P f vs h k) (enter P f vs h k').
  Proof.
    intros Hk. unfold enter. destruct (P f) as [[xs b]|] eqn:E; simpl; constructor. split; [done|]. constructor; eauto.
  Qed.

  Lemma step_rel s s' : state_rel s s' →
    option_Forall2 (λ p q, p.1 = q.1 ∧ state_rel p.2 q.2) (step direct P s) (step converted P s').
  Proof.
    destruct 1 as [b l h k k' Hb Hk|]; simpl; [|constructor].
    destruct b as [act rest|t b c|e|f args|x f args g ys]; simpl in Hb.
    - destruct (act l h). constructor. split; [done|]. by constructor.
    - constructor. split; [done|]. constructor; [|done]. destruct (t l h); apply Hb.
    - destruct Hk as [|p q k k' Hpq Hk]; [constructor; split; [done|constructor]|]. simpl in *.
      specialize (Hpq (e l h) h). simpl in Hpq. rewrite Hpq. destruct q as [g vs]. by apply enter_rel.
    - by apply enter_rel.
    - apply enter_rel. constructor; [by apply push_rel|done].
  Qed.

  (** The converted program does what the program as written does: the same result
      and heap, or it runs for ever, or has no function to call, exactly when the
      other does. *)
  Theorem conversion_correct b l h : convertible b →
    bisimilar (trans direct P) (trans converted P) (Run b l h []) (Run b l h []).
  Proof.
    intros Hb. exists state_rel. split; [|by constructor].
    split; intros s s' a t Hst Ht; pose proof (step_rel _ _ Hst) as H; unfold trans in *; rewrite Ht in H;
      inversion H as [[] [] [? ?] E|]; simplify_eq/=; eauto.
  Qed.
End conversion.
Arguments waiting : clear implicits.
Arguments state : clear implicits.

(** ** Without the hypotheses

    Programs over numbers; the heap is one of them. *)
Section counterexamples.
  Local Notation body := (@body nat nat).
  Local Notation program := (name → option (list var * body)).
  Local Notation run_d := (λ P, trans 0 (direct (λ _ h : nat, h)) (P : program)).
  Local Notation run_c := (λ P, trans 0 (converted (λ _ h : nat, h)) (P : program)).

  (** Function 0 writes the shared variable; function 1 returns its second argument. *)
  Definition writer : program := λ f, match f with
    | 0 => Some ([], Slice (λ l _, (l, 1)) (Return (λ _ _, 7)))
    | 1 => Some ([0; 1], Return (λ l _, l 1))
    | _ => None end.
  Definition reads_shared : body := CallThen 0 0 (λ _ _, []) 1 [Shared 5].

  Theorem early_reading_of_shared_differs l :
    (∃ s, execution (run_d writer) (Run reads_shared l 0 []) [Silent; Silent; Silent; Result 1 1] s) ∧
    ¬ bisimilar (run_d writer) (run_c writer) (Run reads_shared l 0 []) (Run reads_shared l 0 []).
  Proof.
    assert (∃ s, execution (run_d writer) (Run reads_shared l 0 []) [Silent; Silent; Silent; Result 1 1] s) as H.
    { eexists. repeat (eapply execution_cons; [reflexivity|]). constructor. }
    split; [done|]. intros Hb. apply (bisimilar_executions _ _ _ _ _ Hb) in H as [s H].
    repeat match goal with
      | H : execution _ _ _ _ |- _ => inversion H; clear H; subst
      end.
    unfold trans in *. repeat (progress (unfold enter in *; simplify_eq/=)).
  Qed.

  (** The variable that takes the result, passed a second time: the paper's definition
      allows it, and its early reading is of the value from before. *)
  Definition reads_twice : body := CallThen 0 0 (λ _ _, []) 1 [Own 0].

  Theorem early_reading_of_the_result_differs :
    ¬ bisimilar (run_d writer) (run_c writer) (Run reads_twice (λ _, 0) 0 []) (Run reads_twice (λ _, 0) 0 []).
  Proof.
    intros Hb. assert (∃ s, execution (run_d writer) (Run reads_twice (λ _, 0) 0 []) [Silent; Silent; Silent;
      Result 7 1] s) as H.
    { eexists. repeat (eapply execution_cons; [reflexivity|]). constructor. }
    apply (bisimilar_executions _ _ _ _ _ Hb) in H as [s H].
    repeat match goal with
      | H : execution _ _ _ _ |- _ => inversion H; clear H; subst
      end.
    unfold trans in *. repeat (progress (unfold enter in *; simplify_eq/=)).
  Qed.
End counterexamples.
