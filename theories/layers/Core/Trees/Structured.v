(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The tree of a command, by its structure.

    [meaning] gives each command a tree by recursion on its text, with no
    continuation and no stack: sequencing of trees for [Seq], iteration for
    [Loop], a request for [Suspend]. [part_meaning] says that this is the tree
    that the small-step semantics unfolds to. A procedure that is called, and a
    child that is resumed, enter as the trees of their own ([Stack]); for them
    [invoke_meaning] closes the circle. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Cmd Semantics Shape.
From Fairlead.Core.Trees Require Import Tree Denotation Stack.

(** How control leaves a command. *)
Inductive way := Falls | Exits (n : nat) | Jumps (l : label) | Leaves.

Section structured.
  Context {B T S C R store frame request response result : Type}.
  Context (D : dynamics B T S C R store frame request response result).
  Local Notation cmd := (cmd B T S C R).
  Local Notation kont := (kont B T S C R).
  Local Notation link := (link B T S C R store).
  Local Notation happening := (happening store frame request).
  Local Notation tree A := (tree request response (outcome A)).
  Local Notation tree_way := (tree (way * store)).

  Definition falls (s : store) : tree_way := Tau (Ret (Ok (Falls, s))).

  (** ** Iteration *)

  (** [t], and each time it falls through, [body] again. *)
  CoFixpoint repeat_from (body : store → tree_way) (t : tree_way) : tree_way :=
    match t with
    | Ret (Ok (Falls, s)) => Tau (Tau (repeat_from body (body s)))
    | Ret o => Ret o
    | Tau t => Tau (repeat_from body t)
    | Vis q k => Vis q (λ r, repeat_from body (k r))
    end.
  Definition iterate (body : store → tree_way) (s : store) : tree_way :=
    Tau (repeat_from body (body s)).

  Definition again (body : store → tree_way) (ws : way * store) : tree_way :=
    match ws with
    | (Falls, s) => Tau (iterate body s)
    | _ => Ret (Ok ws)
    end.

  Lemma repeat_bind body t : repeat_from body t ≅ obind t (again body).
  Proof.
    apply (tree_eq_coind (λ t u,
      (∃ t0, t = repeat_from body t0 ∧ u = obind t0 (again body)) ∨ t = u)); [|by eauto].
    clear. unfold obind. intros t u [(t0 & -> & ->)| ->]; [|by destruct u; constructor; auto].
    rewrite (tree_force (repeat_from body t0)).
    destruct t0 as [[[[] s]| |]|t|q k]; rewrite ?bind_ret, ?bind_tau, ?bind_vis; simpl;
      constructor; eauto.
  Qed.

  (** ** Calls and children, by their own trees *)
  Definition invoke (q : procedure) (u : store) : tree happening :=
    match code D q with Some c => part D false (Running c q [] u []) | None => Ret Wrong end.
  Definition child (fs : list frame) (r : response) : tree happening :=
    part D true (Resuming r fs).

  (** ** Commands *)
  Fixpoint meaning (p : procedure) (c : cmd) (s : store) : tree_way :=
    match c with
    | Skip => Ret (Ok (Falls, s))
    | Do b => settled falls (run D p b s)
    | Seq c1 c2 =>
        Tau (obind (meaning p c1 s) (λ ws,
          match ws with (Falls, s) => Tau (meaning p c2 s) | _ => Ret (Ok ws) end))
    | If t c1 c2 => settled (λ b : bool, Tau (if b then meaning p c1 s else meaning p c2 s)) (test D t s)
    | Block c =>
        Tau (obind (meaning p c s) (λ ws,
          match ws with
          | (Falls, s) | (Exits 0, s) => falls s
          | (Exits (Datatypes.S n), s) => Ret (Ok (Exits n, s))
          | _ => Ret (Ok ws)
          end))
    | Loop _ c => iterate (meaning p c) s
    | Exit n => Ret (Ok (Exits n, s))
    | Label _ c => Tau (meaning p c s)
    | Goto l => Ret (Ok (Jumps l, s))
    | Suspend l x =>
        settled (λ q, Vis q (λ r, settled falls (answer D p x r (park D p l s)))) (ask D x s)
    | Call l x =>
        settled (λ '(q, u),
          match code D q with
          | Some _ =>
              Tau (obind (invoke q u) (λ h,
                match h with
                | Returned q v => settled falls (leave_call D p x q v (park D p l s))
                | Asked _ _ => Ret Wrong
                end))
          | None => Ret Wrong
          end) (enter_call D x s)
    | Resume x =>
        settled (λ '(fs, r), obind (child fs r) (λ h, settled falls (leave_resume D p x h s)))
          (enter_resume D x s)
    | Return => Ret (Ok (Leaves, s))
    end.

  (** ** Where control goes then *)
  Definition command_of (w : way) : cmd :=
    match w with Falls => Skip | Exits n => Exit n | Jumps l => Goto l | Leaves => Return end.
  Definition after (p : procedure) (k : kont) (us : list link) (ws : way * store) : tree happening :=
    part D false (Running (command_of ws.1) p k ws.2 us).

  Lemma obind_ok {X Y} (a : X) (f : X → tree Y) : obind (Ret (Ok a)) f = f a.
  Proof. unfold obind. by rewrite bind_ret. Qed.
  Lemma obind_tau {X Y} t (f : X → tree Y) : obind (Tau t) f = Tau (obind t f).
  Proof. apply bind_tau. Qed.
  Lemma obind_settled {X Y Z} o (f : X → tree Y) (g : Y → tree Z) :
    obind (settled f o) g = settled (λ a, obind (f a) g) o.
  Proof. unfold obind. destruct o; simpl; [done|by rewrite bind_ret..]. Qed.
  Lemma settled_ext {X Y} o (f g : X → tree Y) : (∀ a, f a ≅ g a) → settled f o ≅ settled g o.
  Proof. intros H. destruct o; simpl; [apply H|done..]. Qed.
  Lemma obind_obind {X Y Z} (t : tree X) (f : X → tree Z) (g : X → tree Y) (h : Y → tree Z) :
    (∀ a, f a ≅ obind (g a) h) → obind t f ≅ obind (obind t g) h.
  Proof.
    intros H. symmetry. etrans; [apply bind_assoc|]. apply bind_congruence; [done|].
    intros [a| |]; simpl; [symmetry; apply H|by rewrite bind_ret..].
  Qed.

  Lemma falls_after p k us s : obind (falls s) (after p k us) = Tau (after p k us (Falls, s)).
  Proof. unfold falls. by rewrite obind_tau, obind_ok. Qed.

  (** Going on under [KSeq] and [KLoop] differs only when control falls through. *)
  Lemma after_item i p k us w s :
    w ≠ Falls → i ≠ KBlock → after p (i :: k) us (w, s) = after p k us (w, s).
  Proof. intros. apply part_same; by destruct w, i. Qed.

  Context (Hlit : literal D).

  (** Control that reaches the end of a step goes on under [k]. *)
  Local Lemma settle_after p k us o :
    part_next D false (settle o (λ s, Go (Running Skip p k s us))) ≅
    obind (settled falls o) (after p k us).
  Proof using Type.
    rewrite part_settle, obind_settled. apply settled_ext. intros s. by rewrite falls_after.
  Qed.

  Local Lemma meaning_loop l c p k us :
    (∀ k s, part D false (Running c p k s us) ≅ obind (meaning p c s) (after p k us)) →
    ∀ s, part D false (Running (Loop l c) p k s us) ≅ obind (meaning p (Loop l c) s) (after p k us).
  Proof using Type.
    intros IH s. set (P t u := ∃ s, t = part D false (Running (Loop l c) p k s us) ∧
      u = obind (meaning p (Loop l c) s) (after p k us)).
    apply (tree_eq_up_to P); [|apply up_to_base; by exists s].
    clear s. intros ? ? (s & -> & ->). rewrite part_step by done; simpl.
    unfold iterate. rewrite obind_tau. constructor.
    eapply up_to_trans; [apply IH| |].
    2: { symmetry. apply (bind_congruence (B := outcome happening)); [apply repeat_bind|done]. }
    eapply up_to_trans; [reflexivity| |symmetry; apply bind_assoc].
    apply up_to_bind; [done|]. intros [[w s']| |]; simpl;
      [|rewrite bind_ret; by apply up_to_eq..].
    destruct w; simpl; [|rewrite bind_ret; simpl; apply up_to_eq; by rewrite after_item..].
    unfold after at 1. rewrite part_step, bind_tau by done; simpl.
    apply up_to_tau, up_to_base. exists s'. split; done.
  Qed.

  Theorem part_meaning p c k s us :
    Forall is_caller us →
    part D false (Running c p k s us) ≅ obind (meaning p c s) (after p k us).
  Proof using Hlit.
    intros Hus. revert k s. induction c as [|b|c1 IH1 c2 IH2|e c1 IH1 c2 IH2|c IH|l c IH|n|l c IH|
      l|l x|l x|x|]; intros k s; simpl; try (by rewrite obind_ok).
    - (* Do *) rewrite part_step by done; simpl. apply settle_after.
    - (* Seq *) rewrite part_step by done; simpl. rewrite obind_tau. apply tree_eq_tau.
      etrans; [apply IH1|]. apply obind_obind. intros [[] s']; simpl;
        rewrite ?obind_ok, ?obind_tau, ?after_item by done; try done.
      unfold after at 1. rewrite part_step by done; simpl. apply tree_eq_tau, IH2.
    - (* If *) rewrite part_step by done; simpl. rewrite part_settle, obind_settled.
      apply settled_ext. intros b. rewrite obind_tau. apply tree_eq_tau. destruct b; auto.
    - (* Block *) rewrite part_step by done; simpl. rewrite obind_tau. apply tree_eq_tau.
      etrans; [apply IH|]. apply obind_obind. intros [[|[|n]|l|] s']; simpl;
        rewrite ?falls_after, ?obind_ok; unfold after; simpl.
      + by rewrite part_step by done.
      + by rewrite part_step by done.
      + by erewrite part_same.
      + by erewrite part_same.
      + by erewrite part_same.
    - (* Loop *) by apply (meaning_loop l).
    - (* Label *) rewrite part_step by done; simpl. rewrite obind_tau. by apply tree_eq_tau.
    - (* Suspend *) rewrite part_step by done; simpl. rewrite part_settle, obind_settled.
      apply settled_ext. intros q. rewrite unwind_callers by done. unfold obind. rewrite bind_vis.
      apply tree_eq_vis. intros r. simpl. rewrite part_step by done; simpl.
      rewrite Hlit. pose proof (callers_frames D [] us Hlit Hus) as Hup. simpl in Hup.
      rewrite Hup, (right_id_L [] (++)). apply settle_after.
    - (* Call *) rewrite part_step by done; simpl. rewrite part_settle, obind_settled.
      apply settled_ext. intros [q u]. unfold invoke.
      destruct (code D q) as [body|]; simpl; [|unfold obind; by rewrite bind_ret].
      rewrite obind_tau. apply tree_eq_tau.
      etrans; [apply (part_append D false body q [] u []); [done|by constructor|done]|].
      apply obind_obind. intros [fs r|q' v]; simpl; [unfold obind; by rewrite bind_ret|].
      apply settle_after.
    - (* Resume *) rewrite part_step by done; simpl. rewrite part_settle, obind_settled.
      apply settled_ext. intros [fs r].
      rewrite (rebuild_extend D fs r [] (Parent x p k s :: us) : rebuild D fs r (_ :: _) = _).
      etrans; [apply (part_below D true _ (Resuming r fs)); done|].
      apply obind_obind. intros [gs q|q' v]; simpl; rewrite ?reverse_involutive; apply settle_after.
  Qed.

  (** A whole computation: body, return, result. *)
  Corollary denote_meaning p c s :
    denote D (initial c p s) ≅
    bind (obind (meaning p c s) (after p [] [])) (finished D).
  Proof using Hlit.
    etrans; [apply denote_part|]. apply bind_congruence; [|done]. by apply part_meaning.
  Qed.
End structured.
